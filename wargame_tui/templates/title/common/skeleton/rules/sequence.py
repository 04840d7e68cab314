"""The turn, and who wins (rules 1, 4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.state import STRICT, Outcome
from wargame_tui.core.step import Decision, Prompt, Refusal, Step

from skeleton.commands import Attack, End, Move
from skeleton.events import TurnBegins
from skeleton.printed.book import DATA, SIDES, enemy
from skeleton.printed.data import Side
from skeleton.rules import combat, movement
from skeleton.state import Draft, State


@dataclass(frozen=True, slots=True)
class Turn(Step[State, Draft]):
    """A turn, which works by itself: lets one side after the other give orders (1.1)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    kind: Literal["turn"] = "turn"
    given: int = 0
    """Sides that have had their orders."""

    def title(self, table: State) -> str:
        """`Turn 2`."""
        return f"Turn {table.turn}"

    def proceed(self, g: Draft) -> None:
        """The orders of the next side, the next turn, or the end of the game (1.3, 4.1)."""
        scenario = DATA.scenario(g.scenario)
        if self.given < len(SIDES):
            g.swap(given=self.given + 1)
            g.push(Orders(SIDES[self.given]))
        elif g.turn < scenario.turns:
            g.turn += 1
            g.change_all(g.units, moved=False)
            g.tell(TurnBegins(turn=g.turn))
            g.swap(given=0)
        else:
            winner = g.control.get(scenario.objective)
            g.over = Outcome(winner, "victory" if winner else "draw", "the last turn is over")


@dataclass(frozen=True, slots=True)
class Orders(Decision[State, Draft]):
    """A side gives orders to its units, one each (1.1)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    side: Side
    kind: Literal["orders"] = "orders"
    asks: ClassVar[Prompt] = Prompt("Move or attack with a unit, or end the turn", "1.1")

    def title(self, table: State) -> str:
        """`Orders of Red`."""
        return f"Orders of {self.side}"

    def candidates(self, table: State) -> Iterator[Command]:
        """What might be legal; `refusal` knows what is."""
        yield from movement.candidates(table, self.side)
        yield from combat.candidates(table, self.side)
        yield End()

    def refusal(self, table: State, command: Command) -> Refusal | None:
        """By the chapter that the command belongs to."""
        match command:
            case Move():
                return movement.refusal(table, self.side, command)
            case Attack():
                return combat.refusal(table, self.side, command)
            case End():
                return None
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Carry it out; without enemies the game is over (4.3)."""
        match command:
            case Move():
                movement.do(g, command)
            case Attack():
                combat.do(g, command)
            case _:
                g.finish()
        if not g.on_map(enemy(self.side)):
            g.over = Outcome(self.side, "victory", "no enemy is left")
