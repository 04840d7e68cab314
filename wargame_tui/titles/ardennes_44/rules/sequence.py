"""The sequence of play (rule 4): turns, player turns with their phases, the night turn after each afternoon."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from wargame_tui.core.step import Step
from wargame_tui.titles.ardennes_44.events.turns import PhaseBegan, TurnBegan
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import PHASES, turn_name
from wargame_tui.titles.ardennes_44.rules import (
    artillery,
    bridges,
    combat,
    excess,
    fuel,
    moving,
    night_turn,
    recovery,
    special,
    supply,
    surrender,
    traffic,
    victory,
    withdrawal,
)
from wargame_tui.titles.ardennes_44.state import Draft, Now, Table


def has_night(turn: int) -> bool:
    """Whether a night turn follows (25.1)."""
    return turn % 2 == 0


@dataclass(frozen=True, slots=True)
class Turn(Step[Table, Draft]):
    """A game turn: the German, then the Allied player turn, then perhaps the night (4)."""

    number: int
    stage: Literal["start", "German", "Allied", "night", "end"] = "start"
    kind: Literal["turn"] = "turn"

    def title(self, table: Table) -> str:
        return turn_name(self.number)

    def proceed(self, g: Draft) -> None:
        if self.stage == "start":
            g.swap(stage="German")
            g.turn, g.night = self.number, False
            g.tell(TurnBegan(turn=self.number))
            special.begin_turn(g)
        elif self.stage == "German":
            g.swap(stage="Allied")
            g.push(PlayerTurn(GERMAN, "movement" if self.number == 1 else "supply"))
        elif self.stage == "Allied":
            g.swap(stage="night")
            g.push(PlayerTurn(ALLIED))
        elif self.stage == "night":
            g.swap(stage="end")
            special.end_turn(g)
            if has_night(self.number) and self.number < g.book.scenario.last:
                g.night = True
                g.push(night_turn.NightTurn())
        else:
            victory.end_of_turn(g)
            if g.over is None:
                g.stack = (Turn(self.number + 1),)


Phase = Literal[
    "supply",
    "fuel",
    "bridges",
    "movement",
    "excess",
    "recovery",
    "withdrawal",
    "combat",
    "traffic",
    "status",
    "victory",
    "done",
]
ORDER: tuple[Phase, ...] = (
    "supply",
    "fuel",
    "bridges",
    "movement",
    "excess",
    "recovery",
    "withdrawal",
    "combat",
    "traffic",
    "status",
    "victory",
    "done",
)
ONLY: Mapping[Phase, Side] = {"fuel": GERMAN, "victory": ALLIED}
"""Phases that only one side has."""


@dataclass(frozen=True, slots=True)
class PlayerTurn(Step[Table, Draft]):
    """A side's phases of a day turn, one after the other (4)."""

    side: Side
    phase: Phase = "supply"
    """The phase to come."""
    kind: Literal["player_turn"] = "player_turn"

    def title(self, table: Table) -> str:
        return f"{self.side} player turn"

    def proceed(self, g: Draft) -> None:
        phase = self.phase
        if g.now.side != self.side or phase == "supply":
            g.now = Now(self.side)
        if phase == "done":
            g.finish()
            return
        g.swap(phase=ORDER[ORDER.index(phase) + 1])
        if phase in PHASES and ONLY.get(phase, self.side) == self.side:
            g.tell(PhaseBegan(side=self.side, phase=phase))
        self._begin(g, phase)

    def _begin(self, g: Draft, phase: Phase) -> None:
        side = self.side
        match phase:
            case "supply":
                artillery.begin_phase(g, side)
            case "fuel" if side == GERMAN:
                fuel.begin_phase(g)
            case "bridges":
                bridges.begin_phase(g, side)
            case "movement":
                moving.begin_phase(g, side)
            case "excess":
                excess.end_of_movement(g, side)
            case "recovery":
                recovery.recover(g, side)
            case "withdrawal":
                withdrawal.begin_phase(g, side)
            case "combat":
                combat.begin_phase(g, side)
            case "traffic":
                traffic.begin_phase(g, side)
            case "status":
                supply.check(g, side)
                surrender.check(g, side)
            case "victory" if side == ALLIED:
                victory.check(g)
            case _:
                pass
