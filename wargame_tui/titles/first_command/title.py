"""First Command as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wargame_tui.board.library import DataFolder
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import switched_on
from wargame_tui.titles.first_command import commands
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN, scenario_of
from wargame_tui.titles.first_command.rules.combat import DIE
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
        """The set-up. Raises BadOption: there are none."""
        self.insist_on_scenario(scenario)
        switched_on(options, self.optional)
        units = {
            name: Unit(name, entry.side, "off" if entry.turn else entry.hexes[0])
            for name, entry in DATA.units.units.items()
        }
        control = dict.fromkeys(scenario_of(scenario).places, AMERICAN)
        return State(scenario, (Turn(),), dice, None, 1, "dark", units, control, {})

    def rule_of(self, state: State, command: Command, /) -> str | None:
        """The rule under which a command is given: a move's by the step in hand."""
        asked: str | None = state.stack[-1].prompt(state).rule
        return command.rule or asked

    def turn_words(self, scenario: str, turn: str) -> str:
        """`7 August, before dawn`."""
        return scenario_of(scenario).track[int(turn) - 1][0]
