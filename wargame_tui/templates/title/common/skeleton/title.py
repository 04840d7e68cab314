"""Skeleton as the program sees it; what it does not say comes from `wargame_tui.board.defaults`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wargame_tui.board.library import DataFolder
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import Odds, switched_on

from skeleton import commands
from skeleton.printed.book import DATA, SIDES
from skeleton.rules import combat
from skeleton.start import start
from skeleton.state import Draft, State


class SkeletonTitle(FolderTitle[State]):
    """Two sides, two units each, a space to hold."""

    id: ClassVar[str] = "skeleton"
    name: ClassVar[str] = "Skeleton"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "1"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = combat.DIE
    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    draft_type: ClassVar[type[Any]] = Draft

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The position before the first turn. Raises BadOption, UnknownScenario."""
        self.insist_on_scenario(scenario)
        switched_on(options, self.optional)
        return start(scenario, dice)

    def odds(self, state: State, command: Command) -> Odds | None:
        """What an attack may come to."""
        return combat.odds(state, command) if isinstance(command, commands.Attack) else None
