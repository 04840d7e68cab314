"""The turn, its weather, victory (2, 3, 11)."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.state import Outcome
from wargame_tui.core.step import Step
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.first_command.events import TurnBegins
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN, Side, Weather, scenario_of
from wargame_tui.titles.first_command.rules.combat import DIE, Combat
from wargame_tui.titles.first_command.rules.movement import Movement, in_supply
from wargame_tui.titles.first_command.state import Draft, State, units_in


class Close(Stage[Any, State, Draft]):
    """The end of a player turn."""

    def proceed(self, step: Any, g: Draft) -> None:
        """Units are fresh again; the road to Avranches may be open (11.5)."""
        g.change_all(g.units, moved=False, fought=False)
        g.attacked = ()
        step.onward(g)
        book = scenario_of(g.scenario)
        if step.side == GERMAN and any(
            in_supply(g, unit) for space in book.exits for unit in units_in(g, space, GERMAN)
        ):
            g.over = Outcome(GERMAN, book.levels[0][2], "the road to Avranches is open", g.points)


@dataclass(frozen=True, slots=True)
class PlayerTurn(Staged[State, Draft]):
    """A side moves, then fights (2.3)."""

    side: Side
    stage: Literal["movement", "combat", "close"] = "movement"
    kind: Literal["player_turn"] = "player_turn"
    stages: ClassVar = {"movement": Movement(), "combat": Combat(), "close": Close()}

    def title(self, table: State) -> str:
        """Whose phase."""
        return f"{self.side} {self.stage}"


@dataclass(frozen=True, slots=True)
class Turn(Step[State, Draft]):
    """A turn: the weather, the German, the American (2.2)."""

    next: Literal["weather", "German", "American", "end"] = "weather"
    kind: Literal["turn"] = "turn"

    def title(self, table: State) -> str:
        """Its name."""
        return scenario_of(table.scenario).track[table.turn - 1][0]

    def proceed(self, g: Draft) -> None:
        """What comes next."""
        if self.next == "weather":
            g.swap(next=GERMAN)
            _weather(g)
        elif self.next != "end":
            g.swap(next=AMERICAN if self.next == GERMAN else "end")
            g.push(PlayerTurn(self.next))
        elif g.turn < scenario_of(g.scenario).turns:
            g.turn += 1
            g.swap(next="weather")
        else:
            least = next(level for level in scenario_of(g.scenario).levels if g.points >= level[0])
            g.over = Outcome(least[1], least[2], f"{g.points} points", g.points)


def _weather(g: Draft) -> None:
    """The sky over a turn, and the support under it (3.1, 3.4, 3.5)."""
    fog, die = scenario_of(g.scenario).track[g.turn - 1][1], None
    if fog is not None:
        (die,) = g.roll(DIE)
    sky: Weather = "dark" if fog is None or die is None else "fog" if die <= fog else "clear"
    g.weather = sky
    g.tell(TurnBegins(turn=g.turn, weather=sky, die=die))
    seen = sky == "clear" and bool(units_in(g, DATA.charts.eyes, AMERICAN))
    points = DATA.charts.support[sky]
    g.support = {**points, AMERICAN: points[AMERICAN] + seen}
