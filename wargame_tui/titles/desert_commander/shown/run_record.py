"""What a finished game leaves in the player's record (2.17, 2.18, 4.6)."""

from collections.abc import Iterator

from wargame_tui.board.record import Result, RunRecord
from wargame_tui.titles.commander.levels import WON
from wargame_tui.titles.desert_commander.printed.book import AXIS, Counter, open_book
from wargame_tui.titles.desert_commander.state import State, book_of

ARMOUR = ("PZ", "PZA", "IAR")


def record_of(state: State) -> RunRecord | None:
    """The record of a game that is over; of a career with the campaigns in it."""
    if state.over is None or not state.grades:
        return None
    book, keys = book_of(state), book_of(state).scenario.career
    career, whole = bool(keys), state.scenario.rpartition("/")[2]
    stages = tuple(
        Result(
            campaign=keys[number] if career else whole,
            name=grade.campaign,
            score=grade.score,
            level=grade.level,
            won=grade.level in WON,
        )
        for number, grade in enumerate(state.grades)
    )
    result = stages[0] if not career else _career(state, whole, book.scenario.name)
    lost = [] if career else [counter for counter in _entered(state) if counter.id not in state.forces]
    return RunRecord(
        **result.model_dump(),
        difficulty=state.difficulty,
        turns=sum(len(campaign.turns) for campaign in book.campaigns[: state.index]) + state.turn,
        losses=tuple(counter.label for counter in lost if counter.cls in ARMOUR),
        # Of earlier campaigns of a career nobody knows any more who was lost.
        tallies={}
        if career
        else {"forces_lost": len(lost), "armour_lost": sum(counter.cls in ARMOUR for counter in lost)},
        stages=stages if career else (),
    )


def _career(state: State, key: str, name: str) -> Result:
    """A career as a whole: the sum of its scores (4.6.3)."""
    assert state.over is not None
    total = sum(grade.score for grade in state.grades)
    return Result(campaign=key, name=name, score=total, level=state.over.level, won=state.over.winner == AXIS)


def _entered(state: State) -> Iterator[Counter]:
    """The Axis forces of the order of battle that have come so far."""
    book = open_book(state.scenario, state.index)
    rows = [book.setup, *(counters for turn, counters in book.arrivals.items() if turn <= state.turn)]
    yield from (counter for counters in rows for counter in counters if counter.side == AXIS)
