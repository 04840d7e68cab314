"""First Command as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from wargame_tui.board.library import DataFolder
from wargame_tui.board.scene import Counter, Overlay
from wargame_tui.board.title import Entering, FolderTitle, OverlayInfo
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import switched_on
from wargame_tui.titles.first_command import commands, shown
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN
from wargame_tui.titles.first_command.rules.combat import DIE
from wargame_tui.titles.first_command.rules.movement import in_supply
from wargame_tui.titles.first_command.rules.turn import Turn
from wargame_tui.titles.first_command.state import Draft, State, Unit


class FirstCommand(FolderTitle[State]):
    """The German counter-attack at Mortain, 7 and 8 August 1944."""

    id: ClassVar[str] = "first_command"
    name: ClassVar[str] = "First Command"
    sides: ClassVar[tuple[str, ...]] = (GERMAN, AMERICAN)
    rules_version: ClassVar[str] = "1"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = DIE
    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    draft_type: ClassVar[type[Any]] = Draft

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The set-up. Raises UnknownScenario; BadOption: there are none."""
        self.insist_on_scenario(scenario)
        switched_on(options, self.optional)
        units = {
            name: Unit(name, entry.side, "off" if entry.turn else entry.hexes[0])
            for name, entry in DATA.units.units.items()
        }
        control = dict.fromkeys(DATA.scenario(scenario).places, AMERICAN)
        return State(scenario, (Turn(),), dice, None, 1, "dark", units, control, dict.fromkeys((GERMAN, AMERICAN), 0))

    def entering(self, state: State, space: str, /) -> Entering | None:
        """What it costs on foot and in vehicles."""
        return shown.entering(state, space)

    def overlays(self) -> Sequence[OverlayInfo]:
        """Moves and control; zones, supply, threats, odds, the front, the sky."""
        return [*super().overlays(), *shown.OVERLAYS]

    def overlay(self, state: State, overlay: str, /) -> Overlay:
        """One of them, as of now."""
        mine = any(info.id == overlay for info in shown.OVERLAYS)
        return shown.overlay(state, overlay) if mine else super().overlay(state, overlay)

    def counter(self, state: State, unit: Unit, /) -> Counter:
        """A counter, with its supply (9)."""
        made = super().counter(state, unit)
        return made if in_supply(state, unit) else replace(made, flags=made.flags | {"unsupplied"})
