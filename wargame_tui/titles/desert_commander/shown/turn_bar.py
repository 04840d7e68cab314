"""The bar above the map: turns, the five steps, victory points and level, supply points, what is special (4.1)."""

from collections.abc import Iterable, Iterator, Mapping

from wargame_tui.board.steps import step_of
from wargame_tui.board.title import Box, PhaseBar
from wargame_tui.titles.commander.levels import LEVELS
from wargame_tui.titles.desert_commander.rules.orders import modifiers
from wargame_tui.titles.desert_commander.rules.sequence import Stage, Turn
from wargame_tui.titles.desert_commander.rules.victory import level_now
from wargame_tui.titles.desert_commander.shown.words import foe
from wargame_tui.titles.desert_commander.state import Table, book_of, score, total

BOXES: Mapping[Stage, str] = {
    "enemy_reinforce": "{foe} arrivals",
    "enemy_orders": "{foe} orders",
    "axis_resupply": "Resupply",
    "axis_operations": "Operations",
    "next_turn": "Turn end",
}
"""The steps of a turn as the boxes of the track (4.1.1); `{foe}` stands for the enemy."""
_BOX_OF: Mapping[Stage, Stage] = {
    "promotion": "enemy_reinforce",
    "landings": "enemy_orders",
    "final_orders": "enemy_orders",
    "evaluation": "next_turn",
}
"""The box of a stage that has none of its own."""


def phase_bar(state: Table) -> PhaseBar:
    """Time and score."""
    step, turn = state.stack[-1] if state.stack else None, step_of(state, Turn)
    at = list(BOXES).index(_BOX_OF.get(turn.stage, turn.stage)) if turn is not None else len(BOXES)
    return PhaseBar(
        date=book_of(state).campaign.turns[state.turn - 1],
        turns=_track([f"T{number + 1}" for number in range(book_of(state).last_turn)], state.turn - 1),
        impulses=_track([label.format(foe=foe(state).adjective) for label in BOXES.values()], at),
        phase=step.title(state) if step is not None and step.kind != "turn" else "",
        score=f"{score_words(state)}, SP {state.sp}",
        notes=tuple(_notes(state)),
    )


def _track(labels: Iterable[str], now: int) -> tuple[Box, ...]:
    states = ("past", "now", "ahead")
    return tuple(Box(label, states[(box >= now) + (box > now)]) for box, label in enumerate(labels))


def score_words(state: Table) -> str:
    """The score of what there is on the map, with what the high tide adds to it (4.6.2)."""
    worth, more = sum(entry.vp for entry in book_of(state).areas.values()), score(state) - total(state)
    held = f"{total(state)} of {worth}"
    return f"{score(state)} VP: {held}, {more} for the high tide" if more else f"{held} VP"


def _notes(state: Table) -> Iterator[str]:
    book, turn = book_of(state), step_of(state, Turn)
    if turn is not None and turn.stage == "final_orders":
        yield f"last {foe(state).adjective} orders"
    yield level_words(state)
    yield f"plans {len(state.hand)} of {book.charts.economy.hand}"
    yield from (f"{foe(state).adjective} order die {each.value:+d} {each.name}" for each in modifiers(state))
    if book.campaign.best_total_divisor and state.best:
        yield f"high tide {state.best}"
    if len(book.campaigns) > 1:
        yield f"campaign {state.index + 1} of {len(book.campaigns)}"
    yield from state.options


def level_words(state: Table) -> str:
    """The level reached now, and what the next one needs (4.6.1)."""
    levels, now = book_of(state).campaign.levels, score(state)
    coming = next((level for level in LEVELS if level in levels and levels[level] > now), None)
    return f"{level_now(state)} now" + (f", {coming} at {levels[coming]}" if coming else "")
