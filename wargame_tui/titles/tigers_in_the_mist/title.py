"""Tigers in the Mist as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wargame_tui.board.library import DataFolder
from wargame_tui.board.phrases import dated_impulse
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.board.title import (
    Battle,
    FolderTitle,
    Help,
    OverlayInfo,
    PhaseBar,
    SpaceSheet,
    Target,
    UnitSheet,
)
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import BadOption, Odds, ScenarioInfo, StandingOrder
from wargame_tui.titles.tigers_in_the_mist import battle_view, commands, edits, help, odds, presentation, words
from wargame_tui.titles.tigers_in_the_mist import state as states
from wargame_tui.titles.tigers_in_the_mist.book import (
    DATA,
    SIDES,
    TITLE_ID,
    Book,
    map_json,
    open_book,
)
from wargame_tui.titles.tigers_in_the_mist.data import ScenarioFile
from wargame_tui.titles.tigers_in_the_mist.state import State
from wargame_tui.titles.tigers_in_the_mist.table import Draft, stamp


class TigersInTheMist(FolderTitle[State]):
    """The opening week of the Ardennes offensive, 16 to 22 December 1944."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Tigers in the Mist"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "2"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = 10

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The practice scenario, the two medium ones and the campaign."""
        return [
            ScenarioInfo(f"{TITLE_ID}/{name}", entry.name, _dates(entry), entry.summary, entry.playing_time)
            for name, entry in DATA.scenarios.items()
        ]

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The position before the first impulse. Raises BadOption: the rulebook has no optional rules."""
        if options:
            raise BadOption(f"{self.name} has no option `{next(iter(options))}`: every rule is standard")
        self.insist_on_scenario(scenario)
        return states.start(scenario, dice)

    def draft(self, state: State) -> Draft:
        """A draft of a state."""
        return Draft(state)

    def insist_on_sense(self, state: State) -> None:
        """Refuse a state that no game could be in. Raises BadState."""
        states.insist_on_sense(state)

    def open_scenario(self, scenario: str) -> Book:
        """The scenario's fixed data. Raises DataError."""
        return open_book(scenario)

    def after_edit(self, before: State, after: State) -> State:
        """Date, impulse, side and the start of turn and impulse follow an edit of the table."""
        return edits.after_edit(before, after)

    def turn(self, state: State) -> str:
        """The box of the turn track, `16-1`."""
        return stamp(state)

    def turn_words(self, scenario: str, turn: str) -> str:
        """`18 December, impulse 2`."""
        return dated_impulse(turn, "December")

    def points(self, state: State) -> str:
        """German victory points."""
        return f"{state.vp} VP"

    def map(self, scenario: str) -> dict[str, Any]:
        """The area map with its roads, rivers and bridges."""
        return map_json(open_book(scenario))

    def command_text(self, state: State, command: Command) -> str:
        """What a command does, in words."""
        return words.command_text(state, command)

    def event_text(self, event: Event) -> str:
        """What happened, in words."""
        return words.event_text(event)

    def rule_of(self, state: State, command: Command) -> str | None:
        """The rule under which a command is given."""
        return words.rule_of(command)

    def odds(self, state: State, command: Command) -> Odds | None:
        """The exact distribution of what a command would decide by dice."""
        return odds.odds(state, command)

    def face(self, value: int) -> int:
        """A ten-sided die shows 0 to 9; 0 reads as 10 (1.0)."""
        return super().face(self.largest_die if value == 0 else value)

    def standing_orders(self) -> Sequence[StandingOrder]:
        """Answers to a group that is about to cross a bridge (10.2), and to an attack (9.3)."""
        return (
            StandingOrder("demolition", "blow *", words="Try to blow every bridge that is about to be crossed"),
            StandingOrder(
                "demolition",
                "blow *",
                {"formation": "XXX_Corps"},
                "Try to blow every bridge that XXX Corps is about to cross; other formations likewise",
            ),
            StandingOrder("demolition", "pass", words="Let every bridge stand"),
            StandingOrder("battle", "call 0", {"stage": "defender_calls"}, "Call no artillery in defence"),
        )

    # The table

    def scene(self, state: State, side: str | None = None) -> Scene:
        """What lies on the table."""
        return presentation.scene(state)

    def phase_bar(self, state: State) -> PhaseBar:
        """Time and score."""
        return presentation.phase_bar(state)

    def target(self, state: State, command: Command) -> Target:
        """What on the table a command is about."""
        return presentation.target(state, command)

    def routes(self, state: State) -> Mapping[str, Sequence[Command]]:
        """The cheapest way of the moving group to every space further than one step."""
        return presentation.routes(state)

    def reach(self, state: State, unit: str) -> Overlay:
        """Where a unit could go, with the movement points left there."""
        return presentation.reach(state, unit)

    def space_sheet(self, state: State, space: str, side: str | None = None) -> SpaceSheet:
        """Everything about a space."""
        return presentation.space_sheet(state, space)

    def unit_sheets(self, state: State, space: str, side: str | None = None) -> Sequence[UnitSheet]:
        """Everything about the units in a space."""
        return presentation.unit_sheets(state, space)

    def why_not(self, state: State, target: Target) -> Refusal | None:
        """Why a space or unit cannot be picked now."""
        return presentation.why_not(state, target)

    def help(self, state: State) -> Help:
        """What a player should know to decide now."""
        return help.help_for(state)

    def battle(self, state: State, events: Sequence[Event]) -> Battle | None:
        """The battle being fought or just over."""
        return battle_view.battle(state, events)

    def ended_battle(self, state: State, events: Sequence[Event]) -> Battle | None:
        """The last battle among the events, if it is over."""
        return battle_view.ended(state, events)

    def overlays(self) -> Sequence[OverlayInfo]:
        """Supply of both sides, victory points, battles, reserves' areas."""
        return presentation.OVERLAYS

    def overlay(self, state: State, overlay: str) -> Overlay:
        """One of them."""
        return presentation.overlay(state, overlay)

    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return presentation.rulebook()

    def event_place(self, event: Event) -> str | None:
        """The space where something happened."""
        return presentation.event_place(event)


def _dates(entry: ScenarioFile) -> int:
    return int(entry.last.partition("-")[0]) - int(entry.first.partition("-")[0]) + 1
