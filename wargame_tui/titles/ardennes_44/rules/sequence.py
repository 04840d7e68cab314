"""The sequence of play (rule 4): turns, player turns with their phases, the night turn after each afternoon."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from wargame_tui.core.step import Step
from wargame_tui.engine.staged import Stage, Staged
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
    movement_phase,
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


class Part(Stage["Turn", Table, Draft]):
    """A part of a game turn."""


class Start(Part):
    """What the calendar brings."""

    def proceed(self, turn: "Turn", g: Draft) -> None:
        turn.onward(g)
        g.turn, g.night = turn.number, False
        g.tell(TurnBegan(turn=turn.number))
        special.begin_turn(g)


class German(Part):
    """The German player turn; on the first turn it begins with movement (4.0e)."""

    def proceed(self, turn: "Turn", g: Draft) -> None:
        turn.onward(g)
        g.push(PlayerTurn(GERMAN, "movement" if turn.number == 1 else "supply"))


class Allied(Part):
    """The Allied player turn."""

    def proceed(self, turn: "Turn", g: Draft) -> None:
        turn.onward(g)
        g.push(PlayerTurn(ALLIED))


class Night(Part):
    """The day is over; perhaps a night turn follows (25.1)."""

    def proceed(self, turn: "Turn", g: Draft) -> None:
        turn.onward(g)
        special.end_turn(g)
        if has_night(turn.number) and turn.number < g.book.scenario.last:
            g.night = True
            g.push(night_turn.NightTurn())


class End(Part):
    """The end of the game, or the next turn."""

    def proceed(self, turn: "Turn", g: Draft) -> None:
        victory.end_of_turn(g)
        if g.over is None:
            g.stack = (Turn(turn.number + 1),)


@dataclass(frozen=True, slots=True)
class Turn(Staged[Table, Draft]):
    """A game turn: the German, then the Allied player turn, then perhaps the night (4)."""

    number: int
    stage: Literal["start", "German", "Allied", "night", "end"] = "start"
    """What comes next."""
    kind: Literal["turn"] = "turn"
    stages: ClassVar[Mapping[str, Part]] = {
        "start": Start(), "German": German(), "Allied": Allied(), "night": Night(), "end": End(),
    }  # fmt: skip

    def title(self, table: Table) -> str:
        return turn_name(self.number)


Phase = Literal[
    "supply", "fuel", "bridges", "movement", "excess", "recovery", "withdrawal", "combat", "traffic", "status",
    "victory", "done",
]  # fmt: skip
ORDER: tuple[Phase, ...] = get_args(Phase)
ONLY: Mapping[Phase, Side] = {"fuel": GERMAN, "victory": ALLIED}
"""Phases that only one side has."""


def _check_status(g: Draft, side: Side) -> None:
    supply.check(g, side)
    surrender.check(g, side)


_BEGIN: Mapping[Phase, Callable[[Draft, Side], None]] = {
    "supply": artillery.begin_phase,
    "fuel": lambda g, _: fuel.begin_phase(g),
    "bridges": bridges.begin_phase,
    "movement": movement_phase.begin_phase,
    "excess": excess.end_of_movement,
    "recovery": recovery.recover,
    "withdrawal": withdrawal.begin_phase,
    "combat": combat.begin_phase,
    "traffic": traffic.begin_phase,
    "status": _check_status,
    "victory": lambda g, _: victory.check(g),
}
"""How each phase begins."""


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
        if ONLY.get(phase, self.side) == self.side:
            if phase in PHASES:
                g.tell(PhaseBegan(side=self.side, phase=phase))
            _BEGIN[phase](g, self.side)
