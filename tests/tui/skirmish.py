"""A tiny title for tests of the app: five spaces, two sides, a bridge that the enemy may blow, dice that hit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from wargame_tui.board.area import AreaMapEntry, SpaceEntry
from wargame_tui.board.desk import Activity, Arrival, Desk, ForceRow, Objective, counted
from wargame_tui.board.fact import Fact
from wargame_tui.board.record import Medal, RunRecord
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.scene import Counter, Overlay, Scene, SpaceScene
from wargame_tui.board.title import (
    Battle,
    BattleRow,
    BoardTitle,
    Box,
    Help,
    OverlayInfo,
    PhaseBar,
    Shot,
    SpaceSheet,
    Target,
    UnitSheet,
)
from wargame_tui.core.codec import STRICT, Codec
from wargame_tui.core.command import Command
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


@dataclass(frozen=True, slots=True)
class PickUnit(Command):
    verb: ClassVar[str] = "pick"
    unit: str


@dataclass(frozen=True, slots=True)
class GoTo(Command):
    verb: ClassVar[str] = "go"
    space: str


@dataclass(frozen=True, slots=True)
class End(Command):
    verb: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Blow(Command):
    verb: ClassVar[str] = "blow"
    bridge: str


@dataclass(frozen=True, slots=True)
class Spare(Command):
    verb: ClassVar[str] = "spare"


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
    side: str
    space: str
    strength: int
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
        for unit in table.pieces:
            yield PickUnit(unit)
        for space in NAMES:
            yield GoTo(space)
        yield End()

    def refusal(self, table: Any, command: Command) -> Refusal | None:
        if isinstance(command, PickUnit):
            piece = table.pieces.get(command.unit)
            if piece is None:
                return Refusal("no such unit")
            if piece.side != self.side:
                return Refusal(f"{command.unit} is not yours", "1.1")
            return Refusal(f"{command.unit} has moved", "1.1") if piece.moved or self.unit else None
        if isinstance(command, GoTo):
            if self.unit is None:
                return Refusal("pick a unit first", "1.1")
            here = table.pieces[self.unit].space
            return None if command.space in ROADS[here] else Refusal(f"no road leads from {here} there", "1.1")
        return None if isinstance(command, End) else Refusal("not now", "1.3")

    def do(self, g: Any, command: Command) -> None:
        if isinstance(command, PickUnit):
            g.swap(unit=command.unit)
        elif isinstance(command, GoTo):
            assert self.unit
            here = g.pieces[self.unit].space
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
        unit = next((name for name, p in g.pieces.items() if p.side == "Allied" and not p.moved and p.strength), None)
        if unit is None:
            g.finish()
            g.next_turn(self.turn + 1, Impulse("German", self.turn + 1))
            return
        die = g.roll(10)[0]
        here = g.pieces[unit].space
        row = min(die + 1, 10)
        to = ROADS[here][0] if row > 3 else here
        g.tell(Order(unit=unit, dice=[die], modifiers=[["cautious", 1, "1.2"]], row=row, space=to))
        g.pieces = {**g.pieces, unit: replace(g.pieces[unit], space=to, moved=True)}


@dataclass(frozen=True, slots=True)
class Table:
    __pydantic_config__ = STRICT
    stack: tuple[Impulse | Reaction | Enemy, ...]
    dice: Dice
    pieces: Mapping[str, Piece]
    bridge: bool = True
    over: Outcome | None = None
    alone: bool = False


class TableDraft(Draft[Table]):
    pieces: Mapping[str, Piece]
    bridge: bool
    alone: bool

    def next_turn(self, turn: int, step: Any) -> None:
        self.pieces = {name: replace(piece, moved=False) for name, piece in self.pieces.items()}
        if turn > 3:
            self.over = Outcome("Allied", "Allied victory", "time is up")
        else:
            self.push(step)

    @staticmethod
    def other(side: str) -> str:
        return "Allied" if side == "German" else "German"

    def move(self, unit: str, space: str) -> None:
        piece = self.pieces[unit]
        self.pieces = {**self.pieces, unit: replace(piece, space=space, moved=True)}
        self.tell(Moved(unit=unit, space=space))
        for name, enemy in list(self.pieces.items()):
            if enemy.space == space and enemy.side != piece.side:
                dice = self.roll(10, piece.strength)
                hits = sum(die <= 4 for die in dice)
                left = max(0, enemy.strength - hits)
                self.tell(Fired(unit=unit, target=name, dice=dice, hits=hits, space=space))
                self.pieces = {**self.pieces, name: replace(enemy, strength=left)}


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

    def digest(self, scenario: str) -> str:
        return "0" * 64

    def file_models(self) -> Mapping[str, Any]:
        return {}

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> Table:
        pieces = {
            "kgPeiper": Piece("German", "2", 4),
            "3FJ": Piece("German", "2", 3),
            "12SS": Piece("German", "1", 4),
            "117": Piece("Allied", "3", 3),
            "30": Piece("Allied", "4", 4),
        }
        return Table((Impulse("German"),), dice, pieces, alone=scenario == "skirmish/alone")

    def draft(self, state: Table) -> TableDraft:
        return TableDraft(state)

    def dump(self, state: Table, side: str | None = None) -> dict[str, Any]:
        return self.codec.dump(state)

    def restore(self, data: Any) -> Table:
        return self.codec.restore(data)

    def turn(self, state: Table) -> str:
        first = state.stack[0] if state.stack else None
        return f"{first.turn if isinstance(first, Impulse | Enemy) else 0}"

    def map(self, scenario: str) -> dict[str, Any]:
        return {}

    def command_text(self, state: Table, command: Command) -> str:
        match command:
            case PickUnit(unit):
                return f"Move {unit}"
            case GoTo(space):
                return f"Go to {NAMES.get(space, space)}"
            case End():
                return "End the impulse"
            case Blow():
                return "Blow the bridge"
        return "Let them pass"

    def called(self, id_: str) -> str:
        return NAMES.get(id_, id_)

    def rule_of(self, state: Table, command: Command) -> str | None:
        return {"blow": "1.2", "spare": "1.2", "end": "1.3"}.get(command.verb, "1.1")

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
        return {"kind": "area", "spaces": {}, "other": self.map_of(state) is self.other_map}

    @cached_property
    def other_map(self) -> AreaMapEntry:
        entry = self.map_entry("skirmish/alone")
        spaces = {key: space.model_copy(update={"name": f"New {space.name}"}) for key, space in entry.spaces.items()}
        return entry.model_copy(update={"spaces": spaces})

    @cached_property
    def one_map(self) -> AreaMapEntry:
        return self.map_entry("skirmish/road")

    def counter(self, state: Table, unit: str) -> Counter:
        piece = state.pieces[unit]
        flags = frozenset({"moved"}) if piece.moved else frozenset()
        return Counter(unit, piece.side, unit, "infantry", "", str(piece.strength), "4-4-5", flags)  # type: ignore[arg-type]

    def units(self, state: Table, space: str) -> list[str]:
        return [name for name, piece in state.pieces.items() if piece.space == space and piece.strength]

    def scene(self, state: Table, side: str | None = None) -> Scene:
        spaces = {}
        for space in NAMES:
            counters = tuple(self.counter(state, unit) for unit in self.units(state, space))
            spaces[space] = SpaceScene(counters[0].side if counters else None, counters)
        return Scene(spaces, {"2-3": state.bridge})

    def phase_bar(self, state: Table) -> PhaseBar:
        first = state.stack[0] if state.stack and isinstance(state.stack[0], Impulse) else Impulse("Allied", 4)
        turn = first.turn if isinstance(first, Impulse) else 1
        status = lambda n, now: "past" if n < now else "now" if n == now else "ahead"  # noqa: E731
        turns = tuple(Box(str(15 + n), status(n, turn)) for n in (1, 2, 3))
        impulses = (Box("German", status(0, first.side == "Allied")), Box("Allied", status(1, first.side == "Allied")))
        return PhaseBar(f"{15 + turn} December 1944", turns, impulses, f"{first.side} movement", "VP 0", ("fog",))

    def target(self, state: Table, command: Command) -> Target:
        match command:
            case PickUnit(unit):
                return Target(state.pieces[unit].space, unit)
            case GoTo(space):
                return Target(space)
            case Blow(bridge):
                return Target(bridge=bridge)
        return Target()

    def routes(self, state: Table) -> Mapping[str, Sequence[Command]]:
        step = state.stack[-1] if state.stack else None
        if not isinstance(step, Impulse) or step.unit is None:
            return {}
        return {}

    def reach(self, state: Table, unit: str) -> Overlay:
        near = ROADS[state.pieces[unit].space]
        return Overlay(dict.fromkeys(near, "reach"), dict.fromkeys(near, "4"))

    def space_sheet(self, state: Table, space: str, side: str | None = None) -> SpaceSheet:
        links = tuple(Fact(f"{n} {NAMES[n]}", "primary road", "1.1") for n in ROADS[space])
        return SpaceSheet(space, f"{space} {NAMES[space]}", (Fact("control", "German", "1.1"),), links)

    def unit_sheets(self, state: Table, space: str, side: str | None = None) -> Sequence[UnitSheet]:
        sheets = []
        for unit in self.units(state, space):
            refusal = self.why_not(state, Target(unit=unit))
            facts = (Fact("attack", "4"), Fact("defence", "4"), Fact("moves", "1", "1.1"))
            may = () if refusal else ("move",)
            sheets.append(UnitSheet(self.counter(state, unit), unit, "LXVI Corps", space, facts, may, refusal))
        return sheets

    def why_not(self, state: Table, target: Target) -> Refusal | None:
        if not state.stack:
            return Refusal("the game is over")
        step = state.stack[-1]
        if target.unit:
            return step.refusal(state, PickUnit(target.unit))
        units = self.units(state, target.space or "")
        if any(step.refusal(state, PickUnit(unit)) is None for unit in units):
            return None
        return step.refusal(state, GoTo(target.space or ""))

    def help(self, state: Table) -> Help:
        return Help("Movement", ("Pick a unit, then a neighbouring space (1.1).", "End the impulse (1.3)."), ("1.1",))

    def battle(self, state: Table, events: Sequence[Event]) -> Battle | None:
        shots = [event for event in events if event.kind == "fired"]
        if not shots:
            return None
        data = shots[-1].data
        attacker, defender = data["unit"], data["target"]
        left = state.pieces[defender].strength
        return Battle(
            data["space"],
            f"Battle at {NAMES[data['space']]}",
            "German",
            "Allied",
            (BattleRow(self.counter(state, attacker), 4, state.pieces[attacker].strength, ""),),
            (BattleRow(self.counter(state, defender), left + data["hits"], left, ""),),
            "over",
            (Fact("no combined arms", "-1", "2.1"),),
            (Shot(attacker, defender, 4, 4, (), tuple(data["dice"]), data["hits"]),),
            True,
        )

    def overlays(self) -> Sequence[OverlayInfo]:
        return [OverlayInfo("control", "Control", (("supplied", "held"), ("objective", "lost")))]

    def overlay(self, state: Table, overlay: str) -> Overlay:
        return Overlay({"1": "supplied"})

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
                counted([p.side for p in state.pieces.values() if p.side == "German" and p.space == space]),
                counted([p.side for p in state.pieces.values() if p.side == "Allied" and p.space == space]),
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
