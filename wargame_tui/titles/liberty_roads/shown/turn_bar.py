"""The bar above the map: turns with weather, phases, the tracks and the points of the turn (1.4, 3, 9, 16)."""

from collections.abc import Iterator, Mapping

from wargame_tui.board.steps import step_of, top
from wargame_tui.board.title import Box, PhaseBar
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.printed.names import Phase
from wargame_tui.titles.liberty_roads.rules import sequence, victory
from wargame_tui.titles.liberty_roads.state import Table

BEHIND, AHEAD = 1, 3
"""Turns shown before and after the one in hand."""
PHASES: Mapping[Phase, str] = {
    "supply": "Supply", "support": "Support", "sea": "Sea", "movement": "Move", "drops": "Drop", "combat": "Combat",
    "exploitation": "Exploit", "landing": "Land", "ports": "Ports", "replacements": "Replace",
}  # fmt: skip
"""Phases of a player turn as short as the bar needs them."""


def phase_bar(state: Table) -> PhaseBar:
    """Time and score."""
    step = top(state)
    return PhaseBar(
        date=f"{sequence.turn_name(state)} 1944",
        turns=tuple(_turns(state)),
        impulses=tuple(_phases(state)),
        phase=step.title(state) if step is not None else "",
        score=score(state),
        notes=tuple(_notes(state)),
    )


def _turns(state: Table) -> Iterator[Box]:
    """The turns around the one in hand, and the last one."""
    entry, now = state.book.scenario, state.turn
    for turn in range(entry.first, entry.last + 1):
        if now - BEHIND <= turn <= now + AHEAD or turn == entry.last:
            status = "past" if turn < now else "now" if turn == now else "ahead"
            yield Box(str(turn), status)


def _phases(state: Table) -> Iterator[Box]:
    """The phases of the player turn in hand."""
    player = step_of(state, sequence.PlayerTurn)
    if player is None:
        return
    basic = state.book.scenario.basic
    for number, phase in enumerate(sequence.ORDER, 1):
        alone = phase in sequence.ADVANCED
        if alone and (player.side != ALLIED or (basic and not (phase == "sea" and state.book.scenario.sea))):
            continue
        yield Box(PHASES[phase], "past" if number < player.done else "now" if number == player.done else "ahead")


def score(state: Table) -> str:
    """Victory points of the Allies, and who would win with them."""
    entry = state.book.scenario.victory
    if entry is None:
        return ""
    return f"{victory.points(state)} VP (Allies {entry.allied}+, Germans {entry.german}-)"


def _notes(state: Table) -> Iterator[str]:
    yield state.weather
    yield _approval(state)
    if not state.book.scenario.basic:
        yield f"FFI {state.campaign.ffi}"
        if state.campaign.fortitude:
            yield "Fortitude"
    yield from _points(state)
    if state.campaign.withdrawn:
        yield "Withdrawal from France"


def _approval(state: Table) -> str:
    """The Fuehrer's approval, its maximum, and how many commanders he has dismissed (9)."""
    track = state.approval
    if not track.dismissals:
        return f"approval {track.value}"
    return f"approval {track.value}/{track.maximum}, {track.dismissals} dismissed"


def _points(state: Table) -> Iterator[str]:
    """What the side whose turn it is has left to spend in the phase in hand."""
    player, now = step_of(state, sequence.PlayerTurn), state.now
    phase = sequence.ORDER[player.done - 1] if player is not None and player.done else None
    if phase == "sea":
        yield f"sea points {now.sea:g}"
    if now.side == GERMAN and phase in ("movement", "replacements"):
        yield f"rail {now.rail}"
    if now.releases and phase == "movement":
        yield f"releases {now.releases}"
    left = [f"{number} {name}" for name, number in now.points.items() if number > 0]
    if phase == "replacements" and left:
        yield f"RP {', '.join(left)}"
    if now.halved:
        yield "German movement halved"
    if now.british_columns:
        yield f"Montgomery +{now.british_columns}"
