"""First Command as everybody above the rules sees it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from wargame_tui.board import pages
from wargame_tui.board.library import DataFolder
from wargame_tui.board.positions import OFF_MAP
from wargame_tui.board.scene import Counter, Overlay
from wargame_tui.board.title import Entering, FolderTitle, OverlayInfo, SpaceSheet
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import switched_on
from wargame_tui.titles.first_command import commands
from wargame_tui.titles.first_command.commands import End
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN
from wargame_tui.titles.first_command.rules.combat import DIE
from wargame_tui.titles.first_command.rules.movement import in_supply
from wargame_tui.titles.first_command.rules.turn import Turn
from wargame_tui.titles.first_command.shown import annals, layers, looked_up
from wargame_tui.titles.first_command.shown.gestures import CommandGestures
from wargame_tui.titles.first_command.state import Draft, State, Unit

ENDS = {"movement": "End the movement phase", "combat": "End the combat phase", "advance": "End the advance"}
"""What the end of a stage is called."""


class FirstCommand(FolderTitle[State]):
    """The German counter-attack at Mortain, 7 and 8 August 1944."""

    id: ClassVar[str] = "first_command"
    name: ClassVar[str] = "First Command"
    sides: ClassVar[tuple[str, ...]] = (GERMAN, AMERICAN)
    phase_depth: ClassVar[int] = 2
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

    def command_text(self, state: State, command: Command, /) -> str:
        """As by default; the end tells what ends (2.3, 8.6)."""
        ends = ENDS.get(getattr(state.stack[-1], "stage", "")) if state.stack and isinstance(command, End) else None
        return ends or super().command_text(state, command)

    @cached_property
    def gestures(self) -> CommandGestures:
        """Moves with their paths, attacks, retreats and advances as one."""
        return CommandGestures(self)

    def entering(self, state: State, space: str, /) -> Entering | None:
        """What it costs on foot and in vehicles."""
        return layers.entering(state, space)

    def enrolled(self, state: State, piece: Unit) -> tuple[str, str]:
        """A unit by its name, under its service."""
        return piece.printed.name, piece.printed.branch

    def whereabouts(self, state: State, piece: Unit) -> tuple[str, pages.Where] | None:
        """Of a unit that is not on the map: when it comes (10), or that it is lost."""
        due = piece.printed.turn
        return (f"due turn {due}", "coming") if piece.location == OFF_MAP else super().whereabouts(state, piece)

    def dated(self, state: State, side: str | None = None) -> Iterator[pages.Dated]:
        """The sky of each turn, who comes when and where, who waits how long (3.1, 4.6, 10)."""
        return looked_up.dated(state)

    def victory(self, state: State) -> pages.Victory | None:
        """The places and losses that count, and the level that they come to (11)."""
        return looked_up.victory(state)

    def lit(self, state: State) -> Mapping[str, pages.Lit]:
        """The column of the combat in hand (7.8)."""
        return looked_up.lit(state)

    def space_sheet(self, state: State, space: str, side: str | None = None, /) -> SpaceSheet:
        """As by default, with the room for units (6.1) and supply (9.1)."""
        sheet = super().space_sheet(state, space, side)
        return replace(sheet, facts=(*sheet.facts, *looked_up.room(state, space)))

    def overlays(self) -> Sequence[OverlayInfo]:
        """Moves and control; zones, supply, threats, odds, the front, the sky."""
        return [*super().overlays(), *layers.OVERLAYS]

    def overlay(self, state: State, overlay: str, /) -> Overlay:
        """One of them, as of now."""
        mine = any(info.id == overlay for info in layers.OVERLAYS)
        return layers.overlay(state, overlay) if mine else super().overlay(state, overlay)

    def counter(self, state: State, unit: Unit, /) -> Counter:
        """A counter, with its supply (9)."""
        made = super().counter(state, unit)
        return made if in_supply(state, unit) else replace(made, flags=made.flags | {"unsupplied"})

    def annalist(self, scenario: str) -> annals.MortainAnnalist:
        """Counts what is worth counting."""
        return annals.MortainAnnalist()
