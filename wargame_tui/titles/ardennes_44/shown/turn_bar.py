"""The bar above the map: turns with their nights, phases, weather, score, markers left (1.0, 4, 12.4, 15.6, 28, 30)."""

from collections.abc import Iterator, Mapping

from wargame_tui.board.steps import step_of, top
from wargame_tui.board.title import Box, PhaseBar
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, SIDES
from wargame_tui.titles.ardennes_44.printed.names import turn_name
from wargame_tui.titles.ardennes_44.rules import night, sequence, transport, victory, weather
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.rules.setup import SetUp
from wargame_tui.titles.ardennes_44.state import Table

BEHIND, AHEAD = 1, 3
"""Day turns shown before and after the one in hand."""
PHASES: Mapping[str, str] = {
    "supply": "Guns", "fuel": "Fuel", "bridges": "Bridges", "movement": "Move", "recovery": "Recover",
    "withdrawal": "Withdraw", "combat": "Combat", "traffic": "Traffic", "status": "Supply", "victory": "Victory",
}  # fmt: skip
"""Phases of a player turn that are shown, in their order (4)."""
NIGHT: Mapping[str, str] = {
    "replacements": "Replace", "Allied movement": "A move", "Allied withdrawal": "A withdraw",
    "Allied combat": "A combat", "German movement": "G move", "German withdrawal": "G withdraw",
    "German combat": "G combat",
}  # fmt: skip
"""Stages of a night turn, in their order (25.1)."""


def phase_bar(state: Table) -> PhaseBar:
    """Time and score."""
    step = top(state)
    return PhaseBar(
        date=date_words(state),
        turns=tuple(_turns(state)),
        impulses=tuple(_phases(state)),
        phase=step.title(state) if step is not None else "",
        score=score(state),
        notes=tuple(_notes(state)),
    )


def date_words(state: Table) -> str:
    """The turn in words, `17 December, morning`."""
    day = turn_name(state.turn)[:2]
    part = "night" if state.night else "morning" if state.turn % 2 else "afternoon"
    return f"{day} December, {part}"


def _turns(state: Table) -> Iterator[Box]:
    """The turns around the one in hand, each afternoon with its night, and the last one."""
    last, now = state.book.scenario.last, state.turn
    for turn in range(1, last + 1):
        if now - BEHIND <= turn <= now + AHEAD or turn == last:
            status = "past" if turn < now or (turn == now and state.night) else "now" if turn == now else "ahead"
            yield Box(turn_name(turn), status)
            if sequence.has_night(turn) and turn < last:
                yield Box("night", "past" if turn < now else "now" if turn == now and state.night else "ahead")


def _phases(state: Table) -> Iterator[Box]:
    """The phases of the player turn or night in hand; the step that opens them has its eye on the next."""
    if (dark := step_of(state, NightTurn)) is not None:
        yield from _track(NIGHT, [*NIGHT, "end"], dark.stage)
    elif (player := step_of(state, sequence.PlayerTurn)) is not None:
        names = {phase: word for phase, word in PHASES.items() if phase != "fuel" or player.side != ALLIED}
        yield from _track(names, sequence.ORDER, player.phase)
    elif isinstance(top(state), SetUp):
        yield Box("Set-up", "now")


def _track(names: Mapping[str, str], order: "list[str] | tuple[str, ...]", coming: str) -> Iterator[Box]:
    at = order.index(coming) - 1
    for phase, word in names.items():
        place = order.index(phase)
        yield Box(word, "past" if place < at else "now" if place == at else "ahead")


def score(state: Table) -> str:
    """Victory hexes in the campaign, points in the short scenarios (30.2, 31)."""
    rules = state.book.scenario.points
    if rules is not None:
        return f"{victory.points(state)} of {rules.german} VP"
    now, chart = victory.goals(state), state.book.charts.victory
    return f"VP hexes {len(now.east)}/{chart.east_hexes} east, {len(now.west)}/{chart.west_hexes} west"


def _notes(state: Table) -> Iterator[str]:
    sky = "clear" if weather.is_clear(state) else "overcast"
    yield f"{weather.ground(state).capitalize()}, {sky}"
    left = [f"{side} {max(0, transport.free_markers(state, side))}" for side in SIDES]
    yield f"strat. moves: {', '.join(left)}"
    if weather.is_clear(state) and state.now.side == ALLIED and not state.night:
        yield f"air support {state.now.air}"
    yield from _night_notes(state)
    yield from _goal_notes(state)
    if state.specials.dump_seen and state.specials.dump_state in ("guarded", "open", "captured", "shipped"):
        yield f"fuel dump {state.specials.dump_state}"


def _night_notes(state: Table) -> Iterator[str]:
    """Night markers laid for the night to come (25.3)."""
    if state.night or not sequence.has_night(state.turn):
        return
    most = state.book.charts.night.stacks
    laid = [f"{side} {count}/{most}" for side in SIDES if (count := night.marked(state, side))]
    if laid:
        yield f"night markers {', '.join(laid)}"


def _goal_notes(state: Table) -> Iterator[str]:
    """What the campaign's other goals have come to (30.2, 30.3)."""
    book = state.book
    if book.scenario.points is not None:
        return
    now, chart = victory.goals(state), book.charts.victory
    if now.exited:
        yield f"exited {now.exited}/{chart.exit_strength}"
    if any(now.liege.values()):
        yield f"Liège {sum(now.liege.values())}/{len(now.liege)}"
    if any(now.meuse.values()):
        yield f"Meuse towns {sum(now.meuse.values())}/{chart.meuse_towns}"
    if now.areas:
        yield f"start areas held {len(now.areas)}/{chart.start_areas}"
