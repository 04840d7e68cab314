"""The turn, and who wins (rules 1, 4)."""

from typing import Any, ClassVar, Literal

from wargame_tui.core.state import Outcome, record
from wargame_tui.core.step import Step
from wargame_tui.engine.staged import Stage, Staged

from skeleton.events import TurnBegins
from skeleton.printed.book import DATA
from skeleton.printed.data import Side
from skeleton.rules.combat import Combat
from skeleton.rules.movement import Movement
from skeleton.state import Draft, State


class Close(Stage[Any, State, Draft]):
    """The end of a player turn."""

    def proceed(self, step: Any, g: Draft) -> None:
        """Units are fresh again (2.3)."""
        g.change_all(g.units, moved=False)
        step.onward(g)


@record
class PlayerTurn(Staged[State, Draft]):
    """A side moves, then attacks (1.1)."""

    side: Side
    stage: Literal["movement", "combat", "close"] = "movement"
    kind: Literal["player_turn"] = "player_turn"
    upon: ClassVar = "turn"
    stages: ClassVar = {"movement": Movement(), "combat": Combat(), "close": Close()}

    def title(self, table: State) -> str:
        """`Red movement`."""
        return f"{self.side} {self.stage}"


@record
class Turn(Step[State, Draft]):
    """A turn, which works by itself: Red, then Blue (1.1)."""

    next: Literal["Red", "Blue", "end"] = "Red"
    kind: Literal["turn"] = "turn"
    upon: ClassVar = ""

    def title(self, table: State) -> str:
        """`Turn 2`."""
        return f"Turn {table.turn}"

    def proceed(self, g: Draft) -> None:
        """The next side, the next turn, or the end of the game (1.3, 4.1)."""
        scenario = DATA.scenario(g.scenario)
        if self.next != "end":
            g.swap(next="Blue" if self.next == "Red" else "end")
            g.push(PlayerTurn(self.next))
        elif g.turn < scenario.turns:
            g.turn += 1
            g.tell(TurnBegins(turn=g.turn))
            g.swap(next="Red")
        else:
            winner = g.control.get(scenario.objective)
            g.over = Outcome(winner, "victory" if winner else "draw", "the last turn is over")
