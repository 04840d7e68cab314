"""What is proposed behind the front: reinforcements, replacements, transport, later landings, the reaction to them.

What the title's own player would do (`series.Advise`), as a whole; replacements by a rule of thumb. No support marker
is spent by a proposal: what those are for is the player's to say.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from wargame_tui.board.gestures import Gesture
from wargame_tui.core.command import Command
from wargame_tui.core.wording import plural
from wargame_tui.titles.liberty_roads import commands as c
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, BOXES, enemy
from wargame_tui.titles.liberty_roads.rules import sea
from wargame_tui.titles.liberty_roads.rules.drops import PickZone
from wargame_tui.titles.liberty_roads.rules.landing import FollowingUp, Inland, Planning, Reaction
from wargame_tui.titles.liberty_roads.rules.movement import Moving
from wargame_tui.titles.liberty_roads.rules.ports import PortPhase
from wargame_tui.titles.liberty_roads.rules.reich import Vaterland
from wargame_tui.titles.liberty_roads.rules.replacements import Arrivals, ReplacementPhase, Withdrawals
from wargame_tui.titles.liberty_roads.rules.reserve import OutOfReserve
from wargame_tui.titles.liberty_roads.rules.sea import SeaPhase
from wargame_tui.titles.liberty_roads.rules.stacking import Relocating
from wargame_tui.titles.liberty_roads.rules.support import PlaceFfl
from wargame_tui.titles.liberty_roads.shown.series import Advise, After, by_place, follow, listed, whole
from wargame_tui.titles.liberty_roads.state import AIRBORNE_ZONE, State, Unit

HQ_WORTH = 10
"""What a step of an HQ is worth beside its strength: without it nobody is in supply."""
FAR = 99
"""A box is farther from the front than any hex."""


def _arriving(state: State, step: Arrivals, after: After, advise: Advise) -> Gesture | None:
    """All reinforcements of the turn, with the trains that go on from there."""
    given = follow(state, after, lambda now, arriving: advise(now))
    ends, last = {}, step.rail
    for command in given:
        if isinstance(command, c.Place):
            last = command.unit
            ends[last] = command.place
        elif isinstance(command, c.To):
            ends[last] = command.hex
    if not ends:
        return Gesture(f"{names.called(step.rail)} stays where it arrived", tuple(given)) if given else None
    return whole(f"Reinforcements: {by_place(ends.items())}", given)


def _withdrawing(state: State, step: Withdrawals, after: After, advise: Advise) -> Gesture | None:
    given = follow(state, after, lambda now, leaving: advise(now))
    return whole(f"Withdraw {listed(given)}", given)


def _placing(state: State, step: Any, after: After, advise: Advise) -> Gesture | None:
    """Divisions of the Reich or the Reserve, Free French, those for whom a storm has left no room."""
    given = follow(state, after, lambda now, placing: advise(now))
    placed = [each for each in given if isinstance(each, c.Place)]
    return whole(f"Place {by_place((each.unit, each.place) for each in placed)}", placed) if placed else None


def _reacting(state: State, step: Reaction, after: After, advise: Advise) -> Gesture | None:
    """Every division that can block a way from the beaches."""
    given = follow(state, after, lambda now, reacting: advise(now), Moving)
    if isinstance(given[0], c.End):
        return Gesture("No division reacts" if not step.moved else "No more divisions react", (given[0],))
    if isinstance(given[-1], c.End) and len(given) > 1 and not isinstance(given[-2], c.To):
        given.pop()  # Whoever else may react is asked about next.
    ends, unit = list[tuple[str, str]](), ""
    for command in given:
        if isinstance(command, c.Move):
            unit = command.unit
        elif isinstance(command, c.To):
            ends.append((unit, command.hex))
    path = (state.units[ends[0][0]].location, ends[0][1]) if len(ends) == 1 else ()
    return whole(f"React: {by_place(ends, going=True)}", given, path)


# ------------------------------------------------------------------ replacements (10.3)


def _replacing(state: State, step: ReplacementPhase, after: After, advise: Advise) -> Gesture | None:
    """The steps with most strength for a point, restored rather than rebuilt; rebuilt units come near the front."""
    board = state.board
    foes = [state.hex_of(unit) for unit in state.on_map(enemy(step.side))]

    def far(place: str) -> int:
        where = board.index.get(place, 0)
        beside = place not in board.index
        return min((board.grid.distance(where, foe) for foe in foes if foe is not None), default=0) + FAR * beside

    def worth(now: State, command: c.Replace | c.Rebuild) -> tuple[float, bool, int, str]:
        unit = now.units[command.unit]
        place = command.place if isinstance(command, c.Rebuild) else unit.location
        gain = _gain(now, unit, command) / command.steps
        return gain, isinstance(command, c.Replace), -far(place), command.notation()

    def choose(now: State, replacing: ReplacementPhase) -> Command | None:
        able = (each for each in replacing.open(now) if isinstance(each, c.Replace | c.Rebuild))
        return max(able, key=lambda each: worth(now, each), default=None)

    given = follow(state, after, choose)
    return whole(f"Replacements: {'; '.join(_rebuilt(given))}", given)


def _gain(state: State, unit: Unit, command: c.Replace | c.Rebuild) -> float:
    """The strength that comes back."""
    printed = state.piece(unit)
    whole_, half = (printed.attack[n] + printed.defence[n] for n in (0, 1))
    if isinstance(command, c.Replace):
        return whole_ - half
    return (whole_ if command.steps == printed.steps else half) + HQ_WORTH * printed.hq


def _rebuilt(given: Sequence[Command]) -> Iterator[str]:
    restored = [each for each in given if isinstance(each, c.Replace)]
    if restored:
        yield f"{listed(restored)} at full strength"
    for each in given:
        if isinstance(each, c.Rebuild):
            yield f"{plural(each.steps, 'step')} of {names.called(each.unit)} {names.at(each.place)}"


# ------------------------------------------------------------------ over the sea (11, 13)


def _shipping(state: State, step: SeaPhase, after: After, advise: Advise) -> Gesture | None:
    """All that is worth a passage and finds room where it lands; then the end."""

    def choose(now: State, shipping: SeaPhase) -> Command | None:
        command = advise(now)
        full = isinstance(command, c.Ship) and sea.is_full(now, now.units[command.unit], command.place)
        return c.End() if full else command

    given = follow(state, after, choose)
    if given[:1] == [c.End()]:
        return Gesture("No more sea transport", (c.End(),))
    shipped = [each for each in given if isinstance(each, c.Ship | c.LandHq)]
    ends = [(each.unit, each.place if isinstance(each, c.Ship) else each.hex) for each in shipped]
    return whole(f"By sea: {by_place(ends, going=True)}", shipped)


def _planning(state: State, step: Planning, after: After, advise: Advise) -> Gesture | None:
    """A landing as a whole, but for its beginning; none where none is worth it."""
    if step.assault:
        return None
    given = follow(state, after, lambda now, planning: advise(now))
    if given[:1] == [c.End()]:
        return Gesture("No landing in this turn", (c.End(),))
    given = [each for each in given if not isinstance(each, c.End)]
    assaults = [(each.unit, each.hex) for each in given if isinstance(each, c.Assault)]
    return whole(f"Plan a landing: {by_place(assaults)}", given)


def _following(state: State, step: FollowingUp, after: After, advise: Advise) -> Gesture | None:
    """Who follows up stays on its beach."""
    given = follow(state, after, lambda now, asked: c.End() if isinstance(asked, Inland) else advise(now), Inland)
    ends = [(each.unit, each.hex) for each in given if isinstance(each, c.FollowUp)]
    return whole(f"Follow up: {by_place(ends)}" if ends else "No follow-up units", given)


def _zone(state: State, step: PickZone, after: After, advise: Advise) -> Gesture:
    """Where more divisions wait that can drop."""
    box = max(BOXES, key=lambda each: len(state.units_in(AIRBORNE_ZONE[each], ALLIED)))
    return Gesture(f"The drop marker returns to {names.place(box)}", (c.Zone(step.marker, AIRBORNE_ZONE[box]),))


def _ports(state: State, step: PortPhase, after: After, advise: Advise) -> Gesture | None:
    """One at a time, since each is rolled for."""
    command = advise(state)
    if isinstance(command, c.Repair):
        return Gesture(f"Try to repair {names.place(command.port)}", (command,), (command.port,))
    return Gesture("No port repair: PLUTO is too far", (c.End(),))


BEHIND: Mapping[type[Any], Callable[[State, Any, After, Advise], Gesture | None]] = {
    Arrivals: _arriving,
    Withdrawals: _withdrawing,
    Relocating: _placing,
    PlaceFfl: _placing,
    Vaterland: _placing,
    OutOfReserve: _placing,
    Reaction: _reacting,
    ReplacementPhase: _replacing,
    SeaPhase: _shipping,
    Planning: _planning,
    FollowingUp: _following,
    PickZone: _zone,
    PortPhase: _ports,
}
