"""The sequence of play (rule 2): the turn with its weather, the two player turns with their phases, the end."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Literal

from wargame_tui.core.step import Step
from wargame_tui.titles.liberty_roads.events.course import InsurrectionOver, PhaseBegun, TurnBegun
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.printed.names import Phase
from wargame_tui.titles.liberty_roads.rules import (
    combat,
    drops,
    exploitation,
    landing,
    markers,
    movement,
    ports,
    replacements,
    sea,
    stacking,
    supply,
    support,
    victory,
    weather,
)
from wargame_tui.titles.liberty_roads.state import Draft, Now, Table

CHAPTERS: Mapping[Phase, ModuleType] = {
    "supply": supply,
    "support": support,
    "sea": sea,
    "movement": movement,
    "drops": drops,
    "combat": combat,
    "exploitation": exploitation,
    "landing": landing,
    "ports": ports,
    "replacements": replacements,
}
"""The phases in their order, each with the chapter whose `begin_phase` it is."""
ORDER = tuple(CHAPTERS)
ADVANCED: frozenset[Phase] = frozenset({"sea", "drops", "landing", "ports"})
"""Phases of the Allies alone, and of the advanced rules."""


def turn_name(table: Table) -> str:
    """The dates of the turn."""
    return table.book.row(table.turn).name


@dataclass(frozen=True, slots=True)
class Turn(Step[Table, Draft]):
    """A game turn: weather, the Allied, then the German player turn, the end (2)."""

    number: int
    stage: Literal["weather", "Allied", "German", "end"] = "weather"
    kind: Literal["turn"] = "turn"

    def title(self, table: Table) -> str:
        return table.book.row(self.number).name

    def proceed(self, g: Draft) -> None:
        """The next part of it."""
        if self.stage == "weather":
            g.swap(stage="Allied")
            g.turn = self.number
            g.tell(TurnBegun(turn=self.number))
            weather.begin_turn(g)
        elif self.stage == "Allied":
            g.swap(stage="German")
            g.push(PlayerTurn(ALLIED))
        elif self.stage == "German":
            g.swap(stage="end")
            g.push(PlayerTurn(GERMAN))
        else:
            _finish(g)
            if g.over is None:
                g.stack = (Turn(self.number + 1),)


def _finish(g: Draft) -> None:
    """At the end of a turn drop markers and insurrections go; victory (12.3.3, 16.2.2)."""
    drops.end_turn(g)
    for each, printed in list(markers.played(g)):
        if printed.effect == "insurrection":
            g.put(each.id, "removed")
            g.tell(InsurrectionOver(marker=each.id, hex=each.place))
    victory.end_of_turn(g)


@dataclass(frozen=True, slots=True)
class PlayerTurn(Step[Table, Draft]):
    """A side's phases, one after the other (2)."""

    side: Side
    done: int = 0
    """Phases that have begun."""
    closing: bool = False
    """Whether the end of the last one is still to be checked (1.9.1, 1.10)."""
    kind: Literal["player_turn"] = "player_turn"

    def title(self, table: Table) -> str:
        return f"{self.side} player turn"

    def proceed(self, g: Draft) -> None:
        """End the phase in hand with its checks, or begin the next."""
        if self.closing:
            g.swap(closing=False)
            stacking.end_phase(g, self.side, ORDER[self.done - 1] != "sea")
        elif self.done == len(ORDER):
            g.finish()
        else:
            if self.done == 0:
                g.now = Now(self.side)
            phase = ORDER[self.done]
            g.swap(done=self.done + 1, closing=True)
            if self._has(g, phase):
                g.tell(PhaseBegun(side=self.side, phase=phase))
                CHAPTERS[phase].begin_phase(g, self.side)

    def _has(self, table: Table, phase: Phase) -> bool:
        """Whether the side has a phase in this scenario."""
        entry = table.book.scenario
        if phase not in ADVANCED:
            return True
        return self.side == ALLIED and (not entry.basic or (phase == "sea" and entry.sea))
