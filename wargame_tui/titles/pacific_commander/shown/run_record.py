"""What a finished game leaves in the player's record (2.17, 2.18, 3.13.4, 3.15.1)."""

from collections.abc import Iterator

from wargame_tui.board.record import Result, RunRecord
from wargame_tui.titles.commander.levels import WON
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS, US, WARSHIPS, Counter, open_book
from wargame_tui.titles.pacific_commander.state import Grade, State

OF_NOTE = ("CV", "CVL", "FBB", "BB")
SMALL = ("CVE", "DD")


def record_of(state: State) -> RunRecord | None:
    """The record of a game that is over; of a career with the campaigns in it."""
    if state.over is None or not state.grades:
        return None
    book, career = open_book(state.scenario), len(open_book(state.scenario).campaigns) > 1
    stages = tuple(_result(grade) for grade in state.grades)
    lost = [counter for counter in _entered(state) if counter.id not in state.forces]
    whole = (
        Result(
            campaign=state.scenario.rpartition("/")[2],
            name=book.scenario.name,
            score=state.points,
            level=state.over.level,
            won=state.over.winner == US,
        )
        if career
        else stages[0]
    )
    return RunRecord(
        **whole.model_dump(),
        difficulty=state.difficulty,
        turns=_turns(state),
        losses=tuple(f"{counter.cls} {counter.name}" for counter in lost if counter.cls in OF_NOTE),
        tallies={
            "carriers_lost": sum(counter.cls in CARRIERS and counter.cls not in SMALL for counter in lost),
            "ships_lost": sum(counter.cls in WARSHIPS and counter.cls not in SMALL for counter in lost),
        },
        rank=state.over.level if career else None,
        stages=stages if career else (),
    )


def _result(grade: Grade) -> Result:
    return Result(
        campaign=str(grade.year), name=str(grade.year), score=grade.score, level=grade.level, won=grade.level in WON
    )


def _turns(state: State) -> int:
    """Turns played, those of earlier campaigns of the career included."""
    earlier = open_book(state.scenario).campaigns[: state.index]
    return sum(len(campaign.turns) for campaign in earlier) + state.turn


def _entered(state: State) -> Iterator[Counter]:
    """The US counters of the order of battle that have come so far (3.14)."""
    for index in range(state.index + 1):
        book = open_book(state.scenario, index)
        last = state.turn if index == state.index else len(book.campaign.turns)
        rows = [book.setup, *(counters for turn, counters in book.arrivals.items() if turn <= last)]
        yield from (counter for counters in rows for counter in counters if counter.side == US)
