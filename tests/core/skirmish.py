"""A miniature title for the kernel's tests: two sides, three units each, every feature of the kernel once.

A turn: red gives orders, then blue. `fire` pushes a step of the target's owner (dodge or stand, which passes by itself
when there is no choice) and then rolls two dice; `hide` is a secret; `bid` takes a number. Six turns, or until a side
has no unit left.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal
from unittest.mock import patch

from wargame_tui.core.codec import STRICT, Codec
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event, event
from wargame_tui.core.game import Game
from wargame_tui.core.state import Draft, Outcome
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.core.title import BadOption, BadState, Chance, Odds, ScenarioInfo, Title, UnknownScenario

RED: Literal["red"] = "red"
BLUE: Literal["blue"] = "blue"
SIDES: tuple["Side", "Side"] = (RED, BLUE)
LAST_TURN = 6
Side = Literal["red", "blue"]
MOST_HIDES = 2


def enemy(side: str) -> Side:
    """The other side."""
    return BLUE if side == RED else RED


@dataclass(frozen=True, slots=True)
class Fire(Command):
    """Shoot at an enemy."""

    verb: ClassVar[str] = "fire"
    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class Hide(Command):
    """Hide a unit; the enemy is not told which."""

    verb: ClassVar[str] = "hide"
    unit: str


@dataclass(frozen=True, slots=True)
class Bid(Command):
    """Say a number from 1 to 3; it does nothing but stand in the state."""

    verb: ClassVar[str] = "bid"
    amount: int


@dataclass(frozen=True, slots=True)
class End(Command):
    """End one's orders."""

    verb: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Dodge(Command):
    """Spend the unit's dodge: the shot hits on less."""

    verb: ClassVar[str] = "dodge"


@dataclass(frozen=True, slots=True)
class Stand(Command):
    """Take the shot as it comes."""

    verb: ClassVar[str] = "stand"


@event("turn", "2.1", "Turn {turn}")
class Turn(Event):
    """A turn begins."""

    turn: int


@event("hides", "5.1", "{unit} hides")
class Hides(Event):
    """A unit hides; the enemy is not told which."""

    unit: str


@event("shot", "4.3", "{unit} shoots at {target}: {dice}, {hits} hits")
class Shot(Event):
    """Dice at a target."""

    unit: str
    target: str
    dice: list[int]
    hits: int


@event("gone", "4.4", "{unit} is gone")
class Gone(Event):
    """A unit has no strength left."""

    unit: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    side: Side
    strength: int = 3
    dodges: int = 1
    hidden: bool = False
    fired: bool = False


@dataclass(frozen=True, slots=True)
class TurnStep(Step[Any, Any]):
    """Works by itself: hands the orders to red, then to blue, then ends the turn."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    kind: Literal["turn"] = "turn"
    given: int = 0

    def title(self, table: Any) -> str:
        return f"Turn {table.turn}"

    def proceed(self, g: Any) -> None:
        if self.given < 2:
            g.swap(given=self.given + 1)
            g.push(OrdersStep(side=SIDES[self.given]))
        elif g.turn == LAST_TURN:
            g.end(None, "draw", "time is up")
        else:
            g.turn += 1
            g.units = {name: replace(unit, fired=False) for name, unit in g.units.items()}
            g.tell(Turn(turn=g.turn))
            g.swap(given=0)


@dataclass(frozen=True, slots=True)
class OrdersStep(Step[Any, Any]):
    """One side's orders."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    side: Side
    kind: Literal["orders"] = "orders"

    def decider(self, table: Any) -> str:
        return self.side

    def title(self, table: Any) -> str:
        return f"Orders of {self.side}"

    def prompt(self, table: Any) -> Prompt:
        return Prompt("Fire, hide, bid or end", "3")

    def candidates(self, table: Any) -> Iterator[Command]:
        yield from (Fire(mine, theirs) for mine in self._units(table, self.side) for theirs in table.units)
        yield from (Hide(mine) for mine in self._units(table, self.side))
        yield from (Bid(amount) for amount in (1, 2, 3))
        yield End()

    def refusal(self, table: Any, command: Command) -> Refusal | None:
        match command:
            case Fire(unit, target):
                return self._own(table, unit) or self._target(table, unit, target)
            case Hide(unit):
                if sum(one.hidden for one in table.units.values() if one.side == self.side) >= MOST_HIDES:
                    return Refusal("two units hide already", "5.2")
                return self._own(table, unit)
            case Bid(amount):
                return None if 1 <= amount <= 3 and amount != table.bid else Refusal("bid another number", "6")
            case End():
                return None
        return Refusal("not an order")

    def do(self, g: Any, command: Command) -> None:
        match command:
            case Fire(unit, target):
                g.units = {**g.units, unit: replace(g.units[unit], fired=True)}
                g.push(ShotStep(unit=unit, target=target), DodgeStep(unit=target))
            case Hide(unit):
                g.units = {**g.units, unit: replace(g.units[unit], hidden=True, fired=True)}
                g.tell(Hides(unit=unit))
            case Bid(amount):
                g.bid = amount
            case End():
                g.finish()

    @staticmethod
    def _units(table: Any, side: str) -> list[str]:
        return [name for name, unit in table.units.items() if unit.side == side]

    def _own(self, table: Any, unit: str) -> Refusal | None:
        if unit not in self._units(table, self.side):
            return Refusal("not your unit", "3.1")
        return Refusal("it has acted this turn", "3.2") if table.units[unit].fired else None

    def _target(self, table: Any, unit: str, target: str) -> Refusal | None:
        if target not in self._units(table, enemy(self.side)):
            return Refusal("not an enemy", "4.1")
        return Refusal("it hides", "5.3") if table.units[target].hidden else None


@dataclass(frozen=True, slots=True)
class DodgeStep(Step[Any, Any]):
    """The target's owner reacts; without a dodge left there is nothing to decide."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    unit: str
    kind: Literal["dodge"] = "dodge"
    passes_alone: ClassVar[bool] = True

    def decider(self, table: Any) -> str:
        side: str = table.units[self.unit].side
        return side

    def title(self, table: Any) -> str:
        return f"{self.unit} under fire"

    def prompt(self, table: Any) -> Prompt:
        return Prompt(f"Does {self.unit} dodge?", "4.2")

    def candidates(self, table: Any) -> Iterator[Command]:
        yield from (Dodge(), Stand())

    def refusal(self, table: Any, command: Command) -> Refusal | None:
        if isinstance(command, Dodge) and not table.units[self.unit].dodges:
            return Refusal("it has no dodge left", "4.2")
        return None if isinstance(command, Dodge | Stand) else Refusal("dodge or stand", "4.2")

    def do(self, g: Any, command: Command) -> None:
        if isinstance(command, Dodge):
            unit = g.units[self.unit]
            g.units = {**g.units, self.unit: replace(unit, dodges=unit.dodges - 1)}
        g.finish(isinstance(command, Dodge))


@dataclass(frozen=True, slots=True)
class ShotStep(Step[Any, Any]):
    """Works by itself: rolls once the target's owner has reacted."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    unit: str
    target: str
    kind: Literal["shot"] = "shot"
    dodged: bool = False

    def resumed(self, g: Any, result: Any) -> None:
        g.swap(dodged=result)

    def proceed(self, g: Any) -> None:
        dice = g.roll(6, 2)
        hits = sum(die >= (6 if self.dodged else 4) for die in dice)
        g.tell(Shot(unit=self.unit, target=self.target, dice=dice, hits=hits))
        target = g.units[self.target]
        g.units = {**g.units, self.target: replace(target, strength=target.strength - hits)}
        if g.units[self.target].strength <= 0:
            g.units = {name: unit for name, unit in g.units.items() if name != self.target}
            g.tell(Gone(unit=self.target))
        g.finish()
        if not any(unit.side == target.side for unit in g.units.values()):
            g.end(enemy(target.side), "decisive", "the enemy is gone")


AnyStep = TurnStep | OrdersStep | DodgeStep | ShotStep


@dataclass(frozen=True, slots=True)
class Table:
    """The state."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    stack: tuple[AnyStep, ...]
    dice: Dice
    units: Mapping[str, Unit]
    turn: int = 1
    bid: int = 0
    over: Outcome | None = None
    ready: tuple[str, ...] = field(default=())


class TableDraft(Draft[Table]):
    """The state in the making."""

    units: dict[str, Unit]
    turn: int

    def end(self, winner: str | None, level: str, reason: str) -> None:
        """End the game."""
        self.over = Outcome(winner, level, reason, points=sum(unit.strength for unit in self.units.values()))


class Skirmish(Title[Table]):
    """The title."""

    id = "skirmish"
    name = "Skirmish"
    sides = (RED, BLUE)
    rules_version = "1"
    command_kinds = (Fire, Hide, Bid, End, Dodge, Stand)
    largest_die = 6
    data_digest = "d" * 64
    codec = Codec(Table)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [ScenarioInfo("skirmish/duel", "Duel", LAST_TURN, "Three against three", "1 minute")]

    def digest(self, scenario: str) -> str:
        return self.data_digest

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> Table:
        if options.keys() - {"strength"}:
            raise BadOption(f"no option {sorted(options)[0]}")
        strength = options.get("strength", 3)
        units = {f"{side[0]}{number}": Unit(side, strength) for side in SIDES for number in (1, 2, 3)}
        return Table((TurnStep(),), dice, units)

    def draft(self, state: Table) -> TableDraft:
        return TableDraft(state)

    def dump(self, state: Table, side: str | None = None) -> dict[str, Any]:
        return self.codec.dump(state)

    def restore(self, data: Any) -> Table:
        state = self.codec.restore(data)
        if any(not 1 <= value <= 6 for value in state.dice.scripted):
            raise BadState("/dice: a die shows 1 to 6")
        for step in state.stack:
            for name in (getattr(step, "unit", "r1"), getattr(step, "target", "r1")):
                if name not in state.units and name != "r1":
                    raise BadState(f"/stack: no unit {name}")
        return state

    def turn(self, state: Table) -> str:
        return str(state.turn)

    def map(self, scenario: str) -> dict[str, Any]:
        return {"kind": "area", "spaces": {}}

    def event_for(self, event: Event, side: str | None) -> Event | None:
        hidden = isinstance(event, Hides) and side is not None and not event.unit.startswith(side[0])
        return None if hidden else event

    def rule_of(self, state: Table, command: Command) -> str | None:
        return "3"

    def odds(self, state: Table, command: Command) -> Odds | None:
        return Odds((Chance(1.0, "always"),)) if isinstance(command, Fire) else None


TITLE = Skirmish()


def installed(title: Title[Any] = TITLE) -> AbstractContextManager[Any]:
    """Makes this title, and no other, the one that is installed."""

    def find(title_id: str) -> Title[Any]:
        if title_id == title.id:
            return title
        raise UnknownScenario(f"no title `{title_id}`")

    return patch("wargame_tui.core.title.find_title", find)


def played(moves: int, seed: int = 1, options: Mapping[str, Any] | None = None) -> Game:
    """A game after some random moves, fewer if it ends before."""
    game = Game(TITLE, "skirmish/duel", seed, options)
    chance = random.Random(seed)
    while game.seq < moves and not game.over:
        game.apply(chance.choice(game.legal()))
    return game
