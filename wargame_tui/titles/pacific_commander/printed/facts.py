"""What the rules say of the printed things: it must hold for every set of data."""

from wargame_tui.board.sense import fact
from wargame_tui.titles.pacific_commander.printed.book import DATA, open_book

OBJECTIVES = {"1942": 10, "1943": 10, "1944": 12, "1945": 10}


def _objectives(campaign: str) -> int:
    return len(open_book(DATA.id_of(campaign)).objectives)


FACTS = (
    fact(
        "3.2.5",
        "Japan and East Asia are closed, and no other Area",
        lambda books: books[0].closed == {"JPN", "EAS"},
        "map",
        "spaces",
    ),
    fact(
        "3.2.9",
        "the US bases are USA, HAW and AUS",
        lambda books: {*books[0].bases} == {"USA", "HAW", "AUS"},
        "map",
        "spaces",
    ),
    *(
        fact(
            "3.2.1, 3.15.1",
            f"{campaign} has {number} Objectives",
            lambda books, campaign=campaign, number=number: _objectives(campaign) == number,  # type: ignore[misc]
            "map",
            "spaces",
        )
        for campaign, number in OBJECTIVES.items()
    ),
)
"""Every one with its rules, as a statement."""
