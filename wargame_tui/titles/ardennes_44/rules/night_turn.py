"""The night turn: replacements, then the Allies, then the German (rules 25.1, 25.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.ardennes_44.events.turns import NightFell, PhaseBegan
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import NIGHT
from wargame_tui.titles.ardennes_44.rules import (
    combat,
    excess,
    movement_phase,
    night,
    replacements,
    special,
    withdrawal,
)
from wargame_tui.titles.ardennes_44.state import Draft, Now, Table


def _can_fight(table: Table, side: Side) -> bool:
    return any(night.may_fight(table, unit) for unit in table.on_map(side))


class Hour(Stage["NightTurn", Table, Draft]):
    """A part of the night; one in which nobody can do anything passes."""


class Replacing(Hour):
    """Both sides use their replacement points (25.2)."""

    def proceed(self, night_: "NightTurn", g: Draft) -> None:
        night_.onward(g)
        g.tell(NightFell(turn=g.turn))
        replacements.begin_phase(g)


@dataclass(frozen=True)
class OfSide(Hour):
    """An hour of one side."""

    side: Side


class Movement(OfSide):
    """Marked stacks, Kampfgruppe Peiper in its night, stacks that infiltrate (25.3, 27.5, 34)."""

    def proceed(self, night_: "NightTurn", g: Draft) -> None:
        night_.onward(g)
        g.now = Now(self.side)
        left = max(night.markers_left(g, self.side), 0) if night.OPTION in g.optional else 0
        g.swap(left=left)
        if left or any(night.may_move(g, unit) and not unit.eng for unit in g.on_map(self.side)):
            g.tell(PhaseBegan(side=self.side, phase="movement", rule="25.1"))
            movement_phase.begin_phase(g, self.side)


class Withdrawal(OfSide):
    """The movement phase ends; engaged markers of units that act at night come off (Ambiguity 32, A-12)."""

    def proceed(self, night_: "NightTurn", g: Draft) -> None:
        night_.onward(g)
        excess.end_of_movement(g, self.side)
        if self.side == GERMAN and g.turn == night.FIRST_NIGHT:
            g.note(supporters=night.supporters(g))
        if _can_fight(g, self.side):
            g.tell(PhaseBegan(side=self.side, phase="withdrawal", rule="25.1"))
            withdrawal.begin_phase(g, self.side)


class Combat(OfSide):
    """Units that act at night attack (25.3)."""

    def proceed(self, night_: "NightTurn", g: Draft) -> None:
        night_.onward(g)
        if _can_fight(g, self.side):
            g.tell(PhaseBegan(side=self.side, phase="combat", rule="25.1"))
            combat.begin_phase(g, self.side)


class Dawn(Hour):
    """The end of the night: markers come off."""

    def proceed(self, night_: "NightTurn", g: Draft) -> None:
        g.change_all([unit.id for unit in g.units.values() if unit.night], night=False)
        special.expose_if_used(g)
        g.night = False
        g.finish()


@dataclass(frozen=True, slots=True)
class NightTurn(Staged[Table, Draft]):
    """The short turn between a PM and an AM turn (25.1)."""

    stage: Literal[
        "replacements", "Allied movement", "Allied withdrawal", "Allied combat", "German movement",
        "German withdrawal", "German combat", "end",
    ] = "replacements"  # fmt: skip
    """What comes next."""
    left: int = 0
    """Stacks that may still infiltrate in this half (34.1)."""
    kind: Literal["night"] = "night"
    stages: ClassVar[Mapping[str, Hour]] = {
        "replacements": Replacing(),
        "Allied movement": Movement(ALLIED),
        "Allied withdrawal": Withdrawal(ALLIED),
        "Allied combat": Combat(ALLIED),
        "German movement": Movement(GERMAN),
        "German withdrawal": Withdrawal(GERMAN),
        "German combat": Combat(GERMAN),
        "end": Dawn(),
    }

    def title(self, table: Table) -> str:
        return NIGHT
