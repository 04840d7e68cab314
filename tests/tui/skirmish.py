"""A tiny title for tests of the app: five spaces, two sides, a bridge that the enemy may blow, dice that hit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from wargame_tui.board.area import AreaMapEntry, SpaceEntry
from wargame_tui.board.conduct_file import ChoiceEntry, ConductFile, TopicEntry
from wargame_tui.board.desk import Activity, Arrival, Desk, ForceRow, Objective, counted
from wargame_tui.board.fact import Fact
from wargame_tui.board.positions import ELIMINATED
from wargame_tui.board.printed_map import map_json
from wargame_tui.board.record import Medal, RunRecord
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.board.title import (
    Battle,
    BattleRow,
    BoardTitle,
    Box,
    Help,
    OverlayInfo,
    PhaseBar,
    Shot,
)
from wargame_tui.core.codec import STRICT, Codec
from wargame_tui.core.command import Command, command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event, Modifier, event
from wargame_tui.core.state import Draft, Outcome
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.core.title import Chance, Odds, ScenarioInfo

NAMES = {"1": "Elsenborn", "2": "Malmedy", "3": "Stavelot", "4": "Spa", "5": "Verviers"}
ROADS = {"1": ("2",), "2": ("1", "3", "4"), "3": ("2", "4"), "4": ("2", "3", "5"), "5": ("4",)}
BRIDGE = ("2", "3")
RULES = """# Skirmish
## 1 Movement
- **1.1** A unit moves one space along a road; see 1.2 for bridges.
- **1.2** The enemy may blow a bridge in the way of a unit.
- **1.3** A side ends its impulse when it likes (1.1).
## 2 Combat
- **2.1** A unit that enters an enemy space fights (1.1): it hits on 4 or less.
"""


@command("pick", "1.1", "Move {unit}")
class PickUnit(Command):
    unit: str


@command("go", "1.1", "Go to {space}")
class GoTo(Command):
    space: str


@command("end", "1.3", "End the impulse")
class End(Command):
    pass


@command("blow", "1.2", "Blow the bridge")
class Blow(Command):
    bridge: str


@command("spare", "1.2", "Let them pass")
class Spare(Command):
    pass


@event("ended", "1.3", "The {side} impulse ends")
class Ended(Event):
    side: str


@event("demolition", "1.2")
class Demolition(Event):
    die: int
    blown: bool

    def words(self, name: Any) -> str:
        return f"The bridge is {'blown' if self.blown else 'still there'}: {self.die}"


@event("order", "1.3")
class Order(Event):
    unit: str
    dice: list[int]
    modifiers: list[list[Any]]
    row: int
    space: str

    def words(self, name: Any) -> str:
        return f"{self.unit} rolls {self.dice[0]} and is at {name(self.space)}"


@event("moved", "1.1", "{unit} moves to {space}")
class Moved(Event):
    unit: str
    space: str


@event("fired", "2.1")
class Fired(Event):
    unit: str
    target: str
    dice: list[int]
    hits: int
    space: str

    def words(self, name: Any) -> str:
        return f"{self.unit} fires at {self.target}: {self.dice}, {self.hits} hits"


@dataclass(frozen=True, slots=True)
class Piece:
    __pydantic_config__ = STRICT
    id: str
    side: str
    location: str
    strength: int
    attack: int = 4
    defence: int = 4
    movement: int = 5
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Impulse(Step[Any, Any]):
    """A side moves its units; one may be in hand."""

    __pydantic_config__ = STRICT
    side: str
    turn: int = 1
    unit: str | None = None
    kind: str = "impulse"

    def decider(self, table: Any) -> str | None:
        return self.side

    def title(self, table: Any) -> str:
        return f"{self.side} movement"

    def prompt(self, table: Any) -> Prompt:
        if self.unit:
            return Prompt(f"Where does {self.unit} go?", "1.1")
        return Prompt("Pick a unit to move, or end the impulse", "1.1")

    def candidates(self, table: Any) -> Iterator[Command]:
        for unit in table.units:
            yield PickUnit(unit)
        for space in NAMES:
            yield GoTo(space)
        yield End()

    def refusal(self, table: Any, command: Command) -> Refusal | None:
        if isinstance(command, PickUnit):
            piece = table.units.get(command.unit)
            if piece is None:
                return Refusal("no such unit")
            if piece.side != self.side:
                return Refusal(f"{command.unit} is not yours", "1.1")
            return Refusal(f"{command.unit} has moved", "1.1") if piece.moved or self.unit else None
        if isinstance(command, GoTo):
            if self.unit is None:
                return Refusal("pick a unit first", "1.1")
            here = table.units[self.unit].location
            return None if command.space in ROADS[here] else Refusal(f"no road leads from {here} there", "1.1")
        return None if isinstance(command, End) else Refusal("not now", "1.3")

    def do(self, g: Any, command: Command) -> None:
        if isinstance(command, PickUnit):
            g.swap(unit=command.unit)
        elif isinstance(command, GoTo):
            assert self.unit
            here = g.units[self.unit].location
            if tuple(sorted((here, command.space))) == BRIDGE and g.bridge:
                g.push(Reaction(g.other(self.side), self.unit, command.space))
            else:
                g.move(self.unit, command.space)
                g.swap(unit=None)
        else:
            g.finish()
            turn = self.turn + (self.side == "Allied")
            g.tell(Ended(side=self.side))
            g.next_turn(turn, Enemy(turn) if g.alone else Impulse(g.other(self.side), turn))

    def resumed(self, g: Any, result: Any) -> None:
        g.swap(unit=None)


@dataclass(frozen=True, slots=True)
class Reaction(Step[Any, Any]):
    """The other side may blow the bridge."""

    __pydantic_config__ = STRICT
    side: str
    unit: str
    space: str
    kind: str = "reaction"

    def decider(self, table: Any) -> str | None:
        return self.side

    def title(self, table: Any) -> str:
        return "demolition"

    def prompt(self, table: Any) -> Prompt:
        return Prompt("Blow the bridge 2-3?", "1.2")

    def candidates(self, table: Any) -> Iterator[Command]:
        yield Blow("2-3")
        yield Spare()

    def refusal(self, table: Any, command: Command) -> Refusal | None:
        return None if command in (Blow("2-3"), Spare()) else Refusal("blow the bridge or spare it", "1.2")

    def do(self, g: Any, command: Command) -> None:
        if isinstance(command, Blow):
            die = g.roll(10)[0]
            g.bridge = die > 4
            g.tell(Demolition(die=die, blown=die <= 4))
        if g.bridge:
            g.move(self.unit, self.space)
        g.finish()


@dataclass(frozen=True, slots=True)
class Enemy(Step[Any, Any]):
    """The program moves the Allied units of a game for one player, one by one."""

    __pydantic_config__ = STRICT
    turn: int
    kind: str = "enemy"

    def title(self, table: Any) -> str:
        return "Allied orders"

    def proceed(self, g: Any) -> None:
        waiting = (p for p in g.units.values() if p.side == "Allied" and not p.moved and p.location in ROADS)
        unit = next((p.id for p in waiting), None)
        if unit is None:
            g.finish()
            g.next_turn(self.turn + 1, Impulse("German", self.turn + 1))
            return
        die = g.roll(10)[0]
        here = g.units[unit].location
        row = min(die + 1, 10)
        to = ROADS[here][0] if row > 3 else here
        g.tell(Order(unit=unit, dice=[die], modifiers=[["cautious", 1, "1.2"]], row=row, space=to))
        g.units = {**g.units, unit: replace(g.units[unit], location=to, moved=True)}


@dataclass(frozen=True, slots=True)
class Table:
    __pydantic_config__ = STRICT
    scenario: str
    stack: tuple[Impulse | Reaction | Enemy, ...]
    dice: Dice
    units: Mapping[str, Piece]
    bridge: bool = True
    over: Outcome | None = None
    alone: bool = False


class TableDraft(Draft[Table]):
    units: Mapping[str, Piece]
    bridge: bool
    alone: bool

    def next_turn(self, turn: int, step: Any) -> None:
        self.units = {name: replace(piece, moved=False) for name, piece in self.units.items()}
        if turn > 3:
            self.over = Outcome("Allied", "Allied victory", "time is up")
        else:
            self.push(step)

    @staticmethod
    def other(side: str) -> str:
        return "Allied" if side == "German" else "German"

    def move(self, unit: str, space: str) -> None:
        piece = self.units[unit]
        self.units = {**self.units, unit: replace(piece, location=space, moved=True)}
        self.tell(Moved(unit=unit, space=space))
        for name, enemy in list(self.units.items()):
            if enemy.location == space and enemy.side != piece.side:
                dice = self.roll(10, piece.strength)
                hits = sum(die <= 4 for die in dice)
                left = max(0, enemy.strength - hits)
                self.tell(Fired(unit=unit, target=name, dice=dice, hits=hits, space=space))
                where = space if left else ELIMINATED
                self.units = {**self.units, name: replace(enemy, strength=left, location=where)}


class Skirmish(BoardTitle[Table]):
    """The title."""

    id = "skirmish"
    name = "Skirmish"
    sides = ("German", "Allied")
    rules_version = "1"
    command_kinds = (PickUnit, GoTo, End, Blow, Spare)
    largest_die = 10
    codec = Codec(Table)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [
            ScenarioInfo("skirmish/road", "The road to Spa", 3, "A short fight.", "5 minutes"),
            ScenarioInfo("skirmish/alone", "Alone on the road", 3, "The program is the enemy.", "5 minutes", True),
        ]

    def conduct(self) -> ConductFile:
        choices = (
            ChoiceEntry(id="never", words="let everybody pass", gives=("spare",)),
            ChoiceEntry(id="always", words="blow every bridge", gives=("blow *", "spare")),
        )
        crossed = TopicEntry(
            id="bridges", words="Bridges", rule="2.1", of=("reaction",), proposal=False, choices=choices
        )
        return ConductFile(title="Skirmish", own=("impulse",), topics=(crossed,))

    def digest(self, scenario: str) -> str:
        return "0" * 64

    def file_models(self) -> Mapping[str, Any]:
        return {}

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> Table:
        pieces = (
            Piece("kgPeiper", "German", "2", 4),
            Piece("3FJ", "German", "2", 3),
            Piece("12SS", "German", "1", 4),
            Piece("117", "Allied", "3", 3),
            Piece("30", "Allied", "4", 4),
        )
        units = {piece.id: piece for piece in pieces}
        return Table(scenario, (Impulse("German"),), dice, units, alone=scenario == "skirmish/alone")

    def draft(self, state: Table) -> TableDraft:
        return TableDraft(state)

    def dump(self, state: Table, side: str | None = None) -> dict[str, Any]:
        return self.codec.dump(state)

    def restore(self, data: Any) -> Table:
        return self.codec.restore(data)

    def turn(self, state: Table) -> str:
        first = state.stack[0] if state.stack else None
        return f"{first.turn if isinstance(first, Impulse | Enemy) else 0}"

    def called(self, id_: str) -> str:
        return NAMES.get(id_, id_)

    def odds(self, state: Table, command: Command) -> Odds | None:
        if isinstance(command, Blow):
            chances = (Chance(0.4, "blown"), Chance(0.6, "stands"))
            return Odds(chances, (Modifier("entrenched", 1, "1.2"),), (), ("the mover goes on",))
        return None

    def points(self, state: Table) -> str:
        return "VP 0"

    def map_entry(self, scenario: str) -> AreaMapEntry:
        spots = {"1": (50.46, 6.21), "2": (50.43, 6.03), "3": (50.39, 5.93), "4": (50.49, 5.87), "5": (50.59, 5.86)}
        pairs = sorted({tuple(sorted((a, b))) for a, bs in ROADS.items() for b in bs})

        class Entry(AreaMapEntry):
            spaces: dict[str, SpaceEntry]

        return Entry.model_validate(
            {
                "title": self.name,
                "credits": (),
                "rivers": {"Ambleve": {"lines": [[(50.35, 6.1), (50.41, 5.97), (50.42, 5.8)]], "source": "estimate"}},
                "spaces": {k: {"name": v, "at": spots[k], "source": "estimate"} for k, v in NAMES.items()},
                "links": [
                    {"between": pair, "road": "primary", "source": "estimate"}
                    | ({"river": "Ambleve", "bridge": "intact"} if pair == BRIDGE else {})
                    for pair in pairs
                ],
            }
        )

    def map_of(self, state: Table) -> AreaMapEntry:
        """In a game alone the last turn is played on another map."""
        return self.other_map if getattr(state, "alone", False) and self.turn(state) == "3" else self.one_map

    def map_in(self, scenario: str, state: Table) -> dict[str, Any]:
        entry = self.map_of(state)
        return {**map_json(entry), "other": entry is self.other_map}

    @cached_property
    def other_map(self) -> AreaMapEntry:
        entry = self.map_entry("skirmish/alone")
        spaces = {key: space.model_copy(update={"name": f"New {space.name}"}) for key, space in entry.spaces.items()}
        return entry.model_copy(update={"spaces": spaces})

    @cached_property
    def one_map(self) -> AreaMapEntry:
        return self.map_entry("skirmish/road")

    def scene(self, state: Table, side: str | None = None) -> Scene:
        spaces = {
            space: replace(there, control=there.counters[0].side if there.counters else None)
            for space, there in super().scene(state, side).spaces.items()
        }
        return Scene(spaces, {"2-3": state.bridge})

    def phase_bar(self, state: Table) -> PhaseBar:
        first = state.stack[0] if state.stack and isinstance(state.stack[0], Impulse) else Impulse("Allied", 4)
        turn = first.turn if isinstance(first, Impulse) else 1
        status = lambda n, now: "past" if n < now else "now" if n == now else "ahead"  # noqa: E731
        turns = tuple(Box(str(15 + n), status(n, turn)) for n in (1, 2, 3))
        impulses = (Box("German", status(0, first.side == "Allied")), Box("Allied", status(1, first.side == "Allied")))
        return PhaseBar(f"{15 + turn} December 1944", turns, impulses, f"{first.side} movement", "VP 0", ("fog",))

    def reach(self, state: Table, unit: str) -> Overlay:
        near = ROADS[state.units[unit].location]
        return Overlay(dict.fromkeys(near, "reach"), dict.fromkeys(near, "4"))

    def help(self, state: Table) -> Help:
        return Help("Movement", ("Pick a unit, then a neighbouring space (1.1).", "End the impulse (1.3)."), ("1.1",))

    def battle(self, state: Table, events: Sequence[Event]) -> Battle | None:
        shots = [event for event in events if event.kind == "fired"]
        if not shots:
            return None
        data = shots[-1].data
        attacker, defender = data["unit"], data["target"]
        left = state.units[defender].strength
        return Battle(
            data["space"],
            f"Battle at {NAMES[data['space']]}",
            "German",
            "Allied",
            (BattleRow(self.counter(state, state.units[attacker]), 4, state.units[attacker].strength, ""),),
            (BattleRow(self.counter(state, state.units[defender]), left + data["hits"], left, ""),),
            "over",
            (Fact("no combined arms", "-1", "2.1"),),
            (Shot(attacker, defender, 4, 4, (), tuple(data["dice"]), data["hits"]),),
            True,
        )

    def overlays(self) -> Sequence[OverlayInfo]:
        return [
            OverlayInfo("control", "Control", (("supplied", "held"), ("objective", "lost")), "c"),
            OverlayInfo("far", "Far places", key="t", rule="2.1", slow=True),
        ]

    def overlay(self, state: Table, overlay: str) -> Overlay:
        return Overlay({"1": "supplied"}) if overlay == "control" else Overlay({"2": "zoc"}, {"2": "far"})

    def rulebook(self) -> Rulebook:
        return Rulebook(RULES)

    def introduction(self) -> str:
        return "# Skirmish\n\nA tiny game for tests."

    def enemy_act(self, event: Event) -> bool:
        return event.kind == "order"

    def desk(self, state: Table) -> Desk | None:
        if not getattr(state, "alone", False):
            return None
        rows = [
            ForceRow(
                space,
                name,
                "German",
                counted([p.side for p in state.units.values() if p.side == "German" and p.location == space]),
                counted([p.side for p in state.units.values() if p.side == "Allied" and p.location == space]),
                ("Objective",) if space == "4" else (),
            )
            for space, name in NAMES.items()
        ]
        return Desk(
            f"Turn {self.turn(state)}",
            (Fact("points", "7", "1.1"), Fact("level", "Poor now, Good at 9", "1.2")),
            tuple(rows),
            (Activity("3", "Stavelot", "company", 4, 5, "ATTACK", "HOLD", "4", "Spa", "117", "1.3"),),
            (Arrival("T3", "Allied", "5", "Verviers", "9th Division"),),
            (Objective("4", "Spa", 1, False, "Allied"),),
        )

    def record_of(self, state: Table) -> RunRecord | None:
        if state.over is None or not state.alone:
            return None
        return RunRecord(
            campaign="alone",
            name="Alone",
            score=4,
            level="Good",
            won=True,
            difficulty="normal",
            turns=3,
            losses=("117",),
        )

    def medals(self) -> Sequence[Medal]:
        return (Medal(name="First blood", words="a game won", won=True),)


TITLE = Skirmish()
