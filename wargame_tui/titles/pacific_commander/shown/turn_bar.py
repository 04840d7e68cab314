"""The bar above the map: turns, the eight steps, Objectives and level, supply points, what Japan is about (3.1)."""

from collections.abc import Iterator, Mapping

from wargame_tui.board.steps import step_of
from wargame_tui.board.title import Box, PhaseBar
from wargame_tui.titles.commander.levels import LEVELS, level_of
from wargame_tui.titles.pacific_commander.rules.sequence import STAGES, Turn
from wargame_tui.titles.pacific_commander.rules.victory import final_score
from wargame_tui.titles.pacific_commander.state import Table, book_of, posture, score, special_attacks

BOXES: Mapping[str, str] = {
    "us_resupply": "US supply",
    "us_special_ops": "Special ops",
    "us_move": "US move",
    "jp_resupply": "J supply",
    "jp_orders": "J orders",
    "battles": "Battles",
    "post_battle": "After",
    "next_turn": "Turn end",
}
"""The steps of a turn as the boxes of the track."""


def phase_bar(state: Table) -> PhaseBar:
    """Time and score."""
    step = state.stack[-1] if state.stack else None
    return PhaseBar(
        date=date_words(state),
        turns=tuple(_turns(state)),
        impulses=tuple(_steps(state)),
        phase=step.title(state) if step is not None and step.kind != "turn" else "",
        score=score_words(state),
        notes=tuple(_notes(state)),
    )


def date_words(state: Table) -> str:
    """The months of the turn, `May and June 1942`."""
    campaign = book_of(state).campaign
    return f"{campaign.turns[state.turn - 1]} {campaign.year}"


def _turns(state: Table) -> Iterator[Box]:
    for turn in range(1, len(book_of(state).campaign.turns) + 1):
        yield Box(f"T{turn}", _status(turn, state.turn))


def _steps(state: Table) -> Iterator[Box]:
    turn = step_of(state, Turn)
    at = STAGES.index(turn.stage) if turn is not None else len(STAGES)
    for number, stage in enumerate(STAGES):
        yield Box(BOXES[stage], _status(number, at))


def _status(box: int, now: int) -> str:
    return "past" if box < now else "now" if box == now else "ahead"


def score_words(state: Table) -> str:
    """Objectives Held and supply points."""
    most = sum(book_of(state).objectives.values())
    return f"{score(state)} of {most} Objectives, SP {state.sp}"


def _notes(state: Table) -> Iterator[str]:
    yield level_words(state)
    yield f"Japan: {posture(state)}"
    yield f"plans {len(state.hand)}"
    if special_attacks(state):
        yield "special attacks"
    blockade = book_of(state).campaign.blockade
    if blockade is not None:
        yield f"blockade {state.track} of {blockade.needed}"
    if len(book_of(state).campaigns) > 1:
        yield f"career points {state.points}"
    if state.difficulty != "normal":
        yield state.difficulty
    yield from (option.replace("_", " ") for option in state.options)


def level_words(state: Table) -> str:
    """The level reached now, blockade included, and what the next one needs (3.15.1, 3.15.5)."""
    levels, now = book_of(state).campaign.levels, final_score(state)
    reached = level_of(now, levels)
    coming = next((level for level in LEVELS if level in levels and levels[level] > now), None)
    return f"{reached} now" + (f", {coming} at {levels[coming]}" if coming else "")
