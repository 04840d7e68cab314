"""Help for the step in hand: what the forms of help.yaml name."""

from collections.abc import Mapping
from typing import Any

from wargame_tui.board.phrases import listed
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, US
from wargame_tui.titles.pacific_commander.printed.names import place
from wargame_tui.titles.pacific_commander.shown.turn_bar import level_words
from wargame_tui.titles.pacific_commander.shown.words import up_to
from wargame_tui.titles.pacific_commander.state import State, book_of, posture


def facts(state: State) -> Mapping[str, Any]:
    """Charts, the numbers of the year, what dice must show, the posture, SP and the level reached."""
    book, charts = book_of(state), book_of(state).charts
    return {
        "economy": charts.economy,
        "battle": charts.battle,
        "us": book.values(US),
        "japan": book.values(JAPAN),
        "transport": book.ratings(US, "TRN"),
        "raid": charts.operations["commerce_raid"],
        "code_break": up_to(charts.operations["code_break"].success),
        "seabees": up_to(charts.operations["seabees"].success),
        "torpedo": up_to(book.values(US).torpedo),
        "pursuit": up_to(charts.battle.pursuit),
        "coastwatchers": listed([place(area) for area in charts.economy.coastwatchers]),
        "bomber_years": listed([str(year) for year in charts.economy.bomber_years]),
        "posture": posture(state),
        "cap_percent": charts.orders.postures[posture(state)].cap_percent,
        "sp": state.sp,
        "levels": level_words(state),
    }
