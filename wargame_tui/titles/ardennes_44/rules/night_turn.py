"""The night turn: replacements, then the Allies, then the German (rules 25.1, 25.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from wargame_tui.core.step import Step
from wargame_tui.titles.ardennes_44.events.turns import NightFell, PhaseBegan
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import NIGHT
from wargame_tui.titles.ardennes_44.rules import combat, excess, moving, night, replacements, special, withdrawal
from wargame_tui.titles.ardennes_44.state import Draft, Now, Table

Stage = Literal[
    "replacements",
    "Allied movement",
    "Allied withdrawal",
    "Allied combat",
    "German movement",
    "German withdrawal",
    "German combat",
    "end",
]
_NEXT: Mapping[Stage, Stage] = {
    "replacements": "Allied movement",
    "Allied movement": "Allied withdrawal",
    "Allied withdrawal": "Allied combat",
    "Allied combat": "German movement",
    "German movement": "German withdrawal",
    "German withdrawal": "German combat",
    "German combat": "end",
    "end": "end",
}


@dataclass(frozen=True, slots=True)
class NightTurn(Step[Table, Draft]):
    """The short turn between a PM and an AM turn (25.1)."""

    stage: Stage = "replacements"
    """What comes next."""
    left: int = 0
    """Stacks that may still infiltrate in this half (34.1)."""
    kind: Literal["night"] = "night"

    def title(self, table: Table) -> str:
        return NIGHT

    def proceed(self, g: Draft) -> None:
        """The next stage; one in which nobody can do anything passes."""
        stage = self.stage
        g.swap(stage=_NEXT[stage])
        side: Side = GERMAN if stage.startswith(GERMAN) else ALLIED
        if stage == "replacements":
            g.tell(NightFell(turn=g.turn))
            replacements.begin_phase(g)
        elif stage.endswith("movement"):
            _begin_movement(g, side)
        elif stage.endswith("withdrawal"):
            _begin_withdrawal(g, side)
        elif stage.endswith("combat"):
            if _can_fight(g, side):
                g.tell(PhaseBegan(side=side, phase="combat", rule="25.1"))
                combat.begin_phase(g, side)
        else:
            _dawn(g)


def _begin_movement(g: Draft, side: Side) -> None:
    """Marked stacks, Kampfgruppe Peiper in its night, stacks that infiltrate (25.3, 27.5, 34)."""
    g.now = Now(side)
    unused = night.markers_left(g, side)
    left = max(unused, 0) if night.OPTION in g.optional else 0
    g.swap(left=left)
    if left or any(night.may_move(g, unit) and not unit.eng for unit in g.on_map(side)):
        g.tell(PhaseBegan(side=side, phase="movement", rule="25.1"))
        moving.begin_phase(g, side)


def _begin_withdrawal(g: Draft, side: Side) -> None:
    """The movement phase ends; engaged markers of units that act at night come off (Ambiguity 32, A-12)."""
    excess.end_of_movement(g, side)
    if side == GERMAN and g.turn == night.FIRST_NIGHT:
        g.note(supporters=night.supporters(g))
    if _can_fight(g, side):
        g.tell(PhaseBegan(side=side, phase="withdrawal", rule="25.1"))
        withdrawal.begin_phase(g, side)


def _can_fight(table: Table, side: Side) -> bool:
    return any(night.may_fight(table, unit) for unit in table.on_map(side))


def _dawn(g: Draft) -> None:
    """The end of the night: markers come off."""
    g.change_all([unit.id for unit in g.units.values() if unit.night], night=False)
    special.expose_if_used(g)
    g.night = False
    g.finish()
