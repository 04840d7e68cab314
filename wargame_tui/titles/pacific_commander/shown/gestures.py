"""What players mean as one thing: this fleet sails there, with the troops that its transports take."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wargame_tui.board.gestures import Compared, Promise, Way
from wargame_tui.board.phrases import listed, plural
from wargame_tui.board.steps import top
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.command import Command
from wargame_tui.titles.commander.gestures import ThriftyGestures
from wargame_tui.titles.pacific_commander.commands import Add, AddAll, Bombard, End, Load, Sail, SplitAir
from wargame_tui.titles.pacific_commander.commands import TaskForce as Form
from wargame_tui.titles.pacific_commander.printed.book import GROUND, JAPAN, SIDES, US, WARSHIPS
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import fog
from wargame_tui.titles.pacific_commander.rules.bombardment import BombardmentChoice, is_idle
from wargame_tui.titles.pacific_commander.rules.movement import GOES, Movement, TaskForce, landing_cost
from wargame_tui.titles.pacific_commander.shown import estimate, odds
from wargame_tui.titles.pacific_commander.shown.words import name_of
from wargame_tui.titles.pacific_commander.state import (
    Force,
    State,
    Table,
    air_points,
    all_of_class,
    areas_with,
    book_of,
    cargo_of,
    owner_of,
    present,
    ratings,
    steps_left,
)

MOST_ANSWERS = 8
"""Of more answers than this none is fought out."""
_FOUGHT_OUT = (
    "air_support",
    "plan_choice",
    "surface_consent",
    "pursuit_choice",
    "bombardment_choice",
    "landing_choice",
)
"""Decisions of which the answers are told by battles fought to their end."""


@dataclass(frozen=True, slots=True)
class _Fleet:
    """Ships of an Area that go together, what they load, and what of those selected stays behind."""

    ships: tuple[Force, ...]
    loads: tuple[Load, ...]
    left: tuple[Force, ...]

    @property
    def mode(self) -> str:
        """What is particular about it, in a few words."""
        return f"without {listed([name_of(force) for force in self.left])}" if self.left else ""


class PacificGestures(ThriftyGestures):
    """Gestures of Pacific Commander (3.6)."""

    figures = ("succeeds", "you lose", "Japan loses")

    def __init__(self, title: BoardTitle[Any]) -> None:
        super().__init__(title, "movement", lambda state: book_of(state).charts.economy.carried)

    def movable(self, state: State, space: str) -> Sequence[str]:
        """What can still move there: warships, transports, submarines, ground Forces, aircraft."""
        if not isinstance(top(state), Movement) or space not in state.areas:
            return []
        if _can_form(state, space):
            ships = [force for force in present(state, space, US).forces if force.cls in GOES and not force.moved]
        else:
            ships = []
        aboard = [force for force in present(state, space, US).ground if not force.moved and _room_aboard(state, ships)]
        others = [state.forces[unit] for unit in super().movable(state, space)]
        ashore = {force.id: force for force in (*aboard, *others)}.values()
        return [force.id for force in (*sorted(ships, key=_rank), *sorted(ashore, key=_rank))]

    def unmoved(self, state: State) -> Mapping[str, Sequence[str]]:
        """Fleets that have not sailed: what stands ashore stays there as a rule."""
        if not isinstance(top(state), Movement):
            return {}
        found = {area: self.movable(state, area) for area in areas_with(state, US)}
        return {area: units for area, units in found.items() if any(state.forces[each].cls in GOES for each in units)}

    # Sailing

    def ways(self, state: State, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
        """Where the ships among them can sail together; where the others go by themselves, if there are no ships."""
        forces = [state.forces[unit] for unit in units if unit in state.forces]
        if not isinstance(top(state), Movement) or not forces:
            return {}
        area = forces[0].area
        ships = [force for force in forces if force.cls in GOES]
        found: dict[str, list[Way]] = {} if ships else {to: [*ways] for to, ways in super().ways(state, units).items()}
        whole = {*units} == {*self.movable(state, area)}
        for fleet in self._fleets(state, area, forces, whole=whole and len(units) > 1):
            for way in self._voyages(state, area, fleet):
                found.setdefault(way.to, []).append(way)
        for to, there in found.items():
            there.sort(key=lambda way: _troops_last(state, to, way))
        return found

    def _fleets(self, state: State, area: str, forces: Sequence[Force], *, whole: bool) -> Iterator[_Fleet]:
        """What may be meant by those selected: of a whole Area the warships, with the troops or without them."""
        ships = [force for force in forces if force.cls in GOES]
        ground = [force for force in forces if force.cls in GROUND]
        if not ships and ground:  # They wish for transports.
            ships = [force for force in present(state, area, US).ships if force.cls == "TRN" and not force.moved]
        warships = [ship for ship in ships if ship.cls in WARSHIPS]
        if whole and warships:
            ships = [ship for ship in ships if ship.cls != "SS"]
        loads = tuple(_loads(state, ships, ground))
        if ground and not any(force.cls in GOES for force in forces):
            used = {load.ship for load in loads}
            ships = [ship for ship in ships if ship.id in used]
        if whole and warships and len(warships) < len(ships):
            laden = {load.ship for load in loads} | {ship.id for ship in ships if cargo_of(state, ship.id)}
            if laden:
                going = [ship for ship in ships if ship in warships or ship.id in laden]
                yield _fleet(going, loads, forces)
            yield _fleet(warships, (), forces)
        elif ships:
            yield _fleet(ships, loads, forces)

    def _voyages(self, state: State, area: str, fleet: _Fleet) -> Iterator[Way]:
        """Every Area to which a fleet can sail."""
        commands, after = self._formed(state, area, fleet)
        step = top(after) if after is not None else None
        if not isinstance(step, TaskForce):
            return
        for sail in step.legal(after):
            if isinstance(sail, Sail):
                yield self._voyage(after, fleet, (*commands, sail), sail.area)

    def _formed(self, state: State, area: str, fleet: _Fleet) -> tuple[tuple[Command, ...], Any]:
        """What forms a fleet, and the state then; None if that is not possible."""
        warships = [ship.id for ship in fleet.ships if ship.cls in WARSHIPS]
        free = [ship.id for ship in present(state, area, US).ships if ship.cls in WARSHIPS and not ship.moved]
        together = len(warships) > 1 and {*warships} == {*free}
        adds: list[Command] = [AddAll()] if together else []
        adds += [Add(ship.id) for ship in fleet.ships if not together or ship.id not in warships]
        commands: tuple[Command, ...] = ()
        now: Any = state
        for command in (Form(area), *adds, *fleet.loads):
            step = top(now)
            if isinstance(command, Add) and isinstance(step, TaskForce) and command.force in step.ships:
                continue  # The only ship that there is joins by itself (2.11).
            now = self.after(now, (command,))
            if now is None:
                return (), None
            commands = (*commands, command)
        return commands, now

    def _voyage(self, formed: State, fleet: _Fleet, commands: tuple[Command, ...], to: str) -> Way:
        carried = len(fleet.loads) + sum(len(cargo_of(formed, ship.id)) for ship in fleet.ships)
        price = landing_cost(formed, to, carried)
        enemies = present(formed, to, JAPAN)
        return Way(
            to,
            commands,
            mode=fleet.mode,
            costs=(f"{plural(carried, 'Force')} to land for {price} SP",) if price else (),
            fights=bool(enemies.forces),
            warning=_danger(formed, fleet, to),
        )

    def promised(
        self, state: State, units: Sequence[str], ways: Mapping[str, Sequence[Way]]
    ) -> Iterator[tuple[str, Promise]]:
        """An estimate of every battle that would follow, as `auto` fights, if Japan's orders changed nothing."""
        for to, there in ways.items():
            if there[0].fights:
                after = self.after(state, there[0].commands)
                found = None if after is None else estimate.of_area(after, to, estimate.FEW)
                if found is not None:
                    yield to, Promise(found.short, found.words)

    # Answers

    def idle(self, state: State) -> Command | None:
        """Shells that would have no effect at all are not fired; CAP makes no difference where no strike hits."""
        step = top(state)
        if fog.FOG in state.options or step is None or step.decider(state) != US:
            return None
        if isinstance(step, BombardmentChoice):
            return Bombard("no") if is_idle(state) else None
        if step.kind != "split":
            return None
        answers = [command for command in step.legal(state) if isinstance(command, SplitAir)]
        lost = [odds.traded(state, each)[side] for each in answers for side in SIDES]
        return answers[0] if answers and not any(lost) else None

    def compared(self, state: State) -> Compared | None:
        """Steps that both sides lose on average: by this strike, or where it is soon told to the battle's end."""
        step = top(state)
        if step is None or step.decider(state) != US:
            return None
        answers = [command for command in step.legal(state) if not isinstance(command, End)]
        if step.kind == "split":
            of = {each: _columns(odds.traded(state, each)) for each in answers}
            return Compared("Steps lost by this strike: Japan, you", of)
        if step.kind == "strike_aim":
            aimed = {each: (f"{odds.struck(state, step, each):.1f}",) for each in answers}
            return Compared("Steps lost by this strike: Japan", aimed)
        if step.kind not in _FOUGHT_OUT or len(answers) > MOST_ANSWERS or fog.FOG in state.options:
            return None
        found = {each: estimate.of_answer(state, each, estimate.FOUGHT) for each in answers}
        ends = {each: _columns({side: one.mean(side) for side in SIDES}) for each, one in found.items() if one}
        return Compared("Steps lost to the end, about: Japan, you", ends) if ends else None

    # Warnings

    def warnings(self, state: State) -> Sequence[str]:
        """Transports that came among the enemy alone, no fleet at sea at all; then points of supply that are lost."""
        if not isinstance(top(state), Movement):
            return super().warnings(state)
        unused = ["No fleet has sailed yet (3.6.2)"] if self.unmoved(state) and not _any_sailed(state) else []
        return [*_unescorted(state), *unused, *super().warnings(state)]


def _columns(lost: Mapping[Side, float]) -> tuple[str, str]:
    return f"{lost[JAPAN]:.1f}", f"{lost[US]:.1f}"


def _rank(force: Force) -> int:
    """Warships first, then transports, submarines, ground Forces, aircraft."""
    order = (force.cls in WARSHIPS, force.cls == "TRN", force.cls == "SS", force.cls in GROUND)
    return order.index(True) if True in order else len(order)


def _can_form(state: Table, area: str) -> bool:
    return top(state).refusal(state, Form(area)) is None


def _free_room(state: Table, ship: Force) -> int:
    """Ground Forces that a ship can take on board: none while it still carries cargo (3.6.3)."""
    return 0 if ship.cls != "TRN" or cargo_of(state, ship.id) else ratings(state, ship).load


def _room_aboard(state: Table, ships: Sequence[Force]) -> int:
    return sum(_free_room(state, ship) for ship in ships)


def _loads(state: Table, ships: Sequence[Force], ground: Sequence[Force]) -> Iterator[Load]:
    """Which transport takes whom: those with most steps first, as far as there is room."""
    holds = [ship.id for ship in ships for _ in range(_free_room(state, ship))]
    most_first = sorted((force for force in ground if not force.moved), key=lambda force: -steps_left(state, force))
    for ship, force in zip(holds, most_first, strict=False):
        yield Load(ship, force.id)


def _fleet(ships: Sequence[Force], loads: tuple[Load, ...], selected: Sequence[Force]) -> _Fleet:
    going = {*(ship.id for ship in ships), *(load.force for load in loads)}
    return _Fleet(tuple(ships), loads, tuple(force for force in selected if force.id not in going))


def _troops_last(state: Table, to: str, way: Way) -> bool:
    """Whether a way comes after the other: troops go along where there is something to take, else they stay."""
    at_home = owner_of(state, to) == US or to in book_of(state).bases
    return any(isinstance(each, Load) for each in way.commands) == at_home


def _enemy_air(table: Table, area: str) -> int:
    """Air points of Japan that are seen and could join a battle in an Area: those there, LBA beside it (3.8.5)."""
    there = [force for force in present(table, area, JAPAN).forces if fog.seen(table, area)]
    near = [
        force
        for force in all_of_class(table, JAPAN, "LBA")
        if force.area in book_of(table).links[area]
        and fog.seen(table, force.area)
        and not present(table, force.area, US).real
    ]
    return sum(air_points(table, force) for force in (*there, *near))


def _danger(table: Table, fleet: _Fleet, to: str) -> str:
    """What a player should know before transports come among the enemy alone."""
    if any(ship.cls in WARSHIPS for ship in (*fleet.ships, *present(table, to, US).ships)):
        return ""
    if not any(ship.cls == "TRN" for ship in fleet.ships) or not present(table, to, JAPAN).real:
        return ""
    points = _enemy_air(table, to)
    air = f", {plural(points, 'air point')} of Japan in reach" if points else ""
    return f"no warship escorts the transports{air}"


def _any_sailed(state: Table) -> bool:
    return any(ship.moved for area in areas_with(state, US) for ship in present(state, area, US).ships)


def _unescorted(state: Table) -> Iterator[str]:
    for area in areas_with(state, US):
        fleet = _Fleet(present(state, area, US).ships, (), ())
        if present(state, area, JAPAN).forces and (danger := _danger(state, fleet, area)):
            yield f"{book_of(state).areas[area].name}: {danger}"
