"""First Command as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from wargame_tui.board.combat import chances
from wargame_tui.board.library import DataFolder
from wargame_tui.board.scene import Counter
from wargame_tui.board.steps import top
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import BadState, Odds, switched_on
from wargame_tui.engine.odds import leads_to
from wargame_tui.titles.first_command import commands
from wargame_tui.titles.first_command.events import Fought
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN, scenario_of
from wargame_tui.titles.first_command.rules.combat import DIE, Battle
from wargame_tui.titles.first_command.rules.movement import in_supply
from wargame_tui.titles.first_command.rules.turn import PlayerTurn, Turn
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
        return State(scenario, (Turn(),), dice, None, 1, "dark", units, control, dict.fromkeys((GERMAN, AMERICAN), 0))

    def insist_on_sense(self, state: State, /) -> None:
        """Refuse a state that no game could be in. Raises BadState."""
        super().insist_on_sense(state)
        book, spaces = scenario_of(state.scenario), self.spaces(state)
        battles = [step for step in state.stack if isinstance(step, Battle)]
        named = [(step.space, *step.units) for step in battles]
        for wrong, words in (
            (state.units.keys() != DATA.units.units.keys(), "/units: those of units.yaml, each once"),
            (not 1 <= state.turn <= book.turns, f"/turn: 1 to {book.turns}"),
            (state.control.keys() != book.places.keys(), "/control: the places that count, no others"),
            (min(state.support.get(side, -1) for side in (GERMAN, AMERICAN)) < 0, "/support: points of both sides"),
            (any(space not in spaces or not units for space, *units in named), "/stack: a battle has a hex and units"),
            (any(unit not in state.units for _, *units in named for unit in units), "/stack: no such unit"),
            (any(not step.is_possible(state) for step in battles), "/stack: attackers next to defenders"),
            (any(not isinstance(step, (Turn, PlayerTurn, Battle)[at]) for at, step in enumerate(state.stack[:3]))
             or len(state.stack) > 3, "/stack: a turn, then a player turn, then a battle"),
        ):  # fmt: skip
            if wrong:
                raise BadState(words)

    def rule_of(self, state: State, command: Command, /) -> str | None:
        """The rule under which a command is given: a move's by the step in hand."""
        asked: str | None = state.stack[-1].prompt(state).rule
        return command.rule or asked

    def turn_words(self, scenario: str, turn: str) -> str:
        """`7 August, before dawn`."""
        return scenario_of(scenario).track[int(turn) - 1][0]

    def map(self, scenario: str) -> dict[str, Any]:
        """The map with the points of the places (11.1)."""
        found = super().map(scenario)
        for place, vp in scenario_of(scenario).places.items():
            found["spaces"][place]["vp"] = vp
        return found

    def counter(self, state: State, unit: Unit, /) -> Counter:
        """A counter, with its supply (9)."""
        shown = super().counter(state, unit)
        return shown if in_supply(state, unit) else replace(shown, flags=shown.flags | {"unsupplied"})

    def suggested(self, state: State) -> Command | None:
        """To roll, before all else that may still be declared."""
        step = top(state)
        return commands.Roll() if isinstance(step, Battle) and step.stage in ("attack", "answer") else None

    def odds(self, state: State, command: Command) -> Odds | None:
        """The chances of the die."""
        return chances(leads_to(lambda: Draft(state), command, Fought, Battle), "no further support")
