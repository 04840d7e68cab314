"""The turn, its weather, victory (2, 3, 11)."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.state import Outcome
from wargame_tui.core.step import Step
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.first_command.events import TurnBegins
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN, Side, Weather
from wargame_tui.titles.first_command.rules.combat import DIE, Combat
from wargame_tui.titles.first_command.rules.movement import Movement, in_supply
from wargame_tui.titles.first_command.state import Draft, State


class Close(Stage[Any, State, Draft]):
    """The end of a player turn."""

    def proceed(self, step: Any, g: Draft) -> None:
        """Units are fresh again; the road to Avranches may be open (11.5)."""
        g.change_all(g.units, moved=False, fought=False)
        g.attacked = ()
        step.onward(g)
        book = DATA.scenario(g.scenario)
        if step.side == GERMAN and any(
            in_supply(g, unit) for space in book.exits for unit in g.units_in(space, GERMAN)
        ):
            g.over = Outcome(GERMAN, book.levels[0][2], "the road to Avranches is open", g.points)


@dataclass(frozen=True, slots=True)
class PlayerTurn(Staged[State, Draft]):
    """A side moves, then fights (2.3)."""

    side: Side
    stage: Literal["movement", "combat", "close"] = "movement"
    kind: Literal["player_turn"] = "player_turn"
    upon: ClassVar = "turn"
    stages: ClassVar = {"movement": Movement(), "combat": Combat(), "close": Close()}

    def title(self, table: State) -> str:
        return f"{self.side} {self.stage}"


@dataclass(frozen=True, slots=True)
class Turn(Step[State, Draft]):
    """A turn: the weather, the German, the American (2.2)."""

    next: Literal["weather", "German", "American", "end"] = "weather"
    kind: Literal["turn"] = "turn"
    upon: ClassVar = ""

    def title(self, table: State) -> str:
        return DATA.scenario(table.scenario).dates[table.turn - 1]

    def proceed(self, g: Draft) -> None:
        if self.next == "weather":
            g.swap(next=GERMAN)
            _weather(g)
        elif self.next != "end":
            g.swap(next=AMERICAN if self.next == GERMAN else "end")
            g.push(PlayerTurn(self.next))
        elif g.turn < DATA.scenario(g.scenario).turns:
            g.turn += 1
            g.swap(next="weather")
        else:
            least = next(level for level in DATA.scenario(g.scenario).levels if g.points >= level[0])
            g.over = Outcome(least[1], least[2], f"{g.points} points", g.points)


def _weather(g: Draft) -> None:
    """The sky over a turn, and the support under it (3.1, 3.4, 3.5)."""
    fog = DATA.scenario(g.scenario).track[g.turn - 1][1]
    die = None if fog is None else g.roll(DIE)[0]
    sky: Weather = "dark" if fog is None or die is None else "fog" if die <= fog else "clear"
    g.weather = sky
    g.tell(TurnBegins(turn=g.turn, weather=sky, die=die))
    seen = sky == "clear" and bool(g.units_in(DATA.charts.eyes, AMERICAN))
    points = DATA.charts.support[sky]
    g.support = {**points, AMERICAN: points[AMERICAN] + seen}
