"""How campaigns and careers end (3.2.13, 3.13.4, 3.15.1 to 3.15.6)."""

from wargame_tui.core.state import Outcome
from wargame_tui.titles.commander.levels import LEVELS, WON, Level, level_of
from wargame_tui.titles.pacific_commander.events.turn import Blockade, CampaignOver, CareerPoints, CitadelFallen
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, US
from wargame_tui.titles.pacific_commander.state import Draft, Grade, Table, book_of, held, present, score

RELIEVED, RETIRED = "relieved", "retired"


def citadel_fallen(table: Table) -> bool:
    """Whether Japanese ground Forces and no US ground Forces are Ashore in the citadel (3.2.13)."""
    citadel = book_of(table).charts.citadel
    return bool(present(table, citadel, JAPAN).ground) and not present(table, citadel, US).ground


def fall(g: Draft) -> None:
    """The campaign ends as Dismal (3.2.13)."""
    citadel = book_of(g).charts.citadel
    g.tell(CitadelFallen(area=citadel))
    _end(g, final_score(g), LEVELS[0], f"{book_of(g).areas[citadel].name} has fallen (3.2.13)")


def blockading(table: Table) -> list[str]:
    """The Objectives that raise the track of the blockade now (3.15.5)."""
    book = book_of(table)
    blockade = book.campaign.blockade
    if blockade is None:
        return []
    near = {area for area, distance in book.distances[blockade.of].items() if distance <= blockade.within}
    return [area for area in book.objectives if area in near and held(table, area)]


def tighten_blockade(g: Draft) -> None:
    """The track rises by 1 for each Objective Held near Japan (3.15.5)."""
    if areas := blockading(g):
        g.track += len(areas)
        g.tell(Blockade(areas=areas, track=g.track))


def final_score(table: Table) -> int:
    """What the campaign would be worth if it ended now: Objectives Held, and the blockade (3.15.1, 3.15.5)."""
    blockade = book_of(table).campaign.blockade
    tight = blockade is not None and table.track >= blockade.needed
    return score(table) + (blockade.points if blockade is not None and tight else 0)


def level_now(table: Table) -> Level:
    """The level that the score reaches now (3.15.1)."""
    return level_of(final_score(table), book_of(table).campaign.levels)


def evaluate(g: Draft) -> None:
    """The end of the last turn: score and level (3.15.3)."""
    have, worth = final_score(g), sum(book_of(g).objectives.values())
    _end(g, have, level_now(g), f"{have} of {worth} Objectives Held (3.15.1)")


def _end(g: Draft, have: int, level: Level, words: str) -> None:
    """A campaign is over, and with it perhaps the game."""
    book = book_of(g)
    g.grades = (*g.grades, Grade(book.campaign.year, have, level))
    g.tell(CampaignOver(year=book.campaign.year, score=have, level=level))
    if not book.scenario.career:
        g.over = Outcome(US if level in WON else JAPAN, level, words, have)
        return
    points = book.charts.experience.points.get(level)
    if points is None:  # 3.13.4: this level ends the career
        g.over = Outcome(JAPAN, RELIEVED, f"{book.campaign.year}: {level}, {words}", g.points)
        return
    g.points += points
    g.tell(CareerPoints(level=level, gained=points, points=g.points))
    if book.index + 1 == len(book.campaigns):
        _retire(g)


def rank_of(table: Table) -> str:
    """The rank that the points of the career reach (3.13.4)."""
    ranks = book_of(table).charts.experience.ranks
    return max((rank for rank in ranks if table.points >= ranks[rank]), key=ranks.__getitem__, default=RETIRED)


def _retire(g: Draft) -> None:
    """The career is over (3.13.4)."""
    rank = rank_of(g)
    winner = JAPAN if rank == RETIRED else US
    g.over = Outcome(winner, rank, f"a career of {g.points} points (3.13.4)", g.points)
