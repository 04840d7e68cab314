"""Monty's Gamble: Market Garden as everybody above the rules sees it."""

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
    Plan,
    SpaceSheet,
    Target,
    UnitSheet,
)
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import Odds, ScenarioInfo, StandingOrder
from wargame_tui.titles.montys_gamble import (
    battle_view,
    commands,
    edits,
    help,
    odds,
    plan,
    presentation,
    victory,
    words,
)
from wargame_tui.titles.montys_gamble import state as states
from wargame_tui.titles.montys_gamble.book import (
    DATA,
    SIDES,
    TITLE_ID,
    Book,
    map_json,
    open_book,
)
from wargame_tui.titles.montys_gamble.data import ScenarioFile
from wargame_tui.titles.montys_gamble.state import State
from wargame_tui.titles.montys_gamble.table import FIRST_DATE, Draft


class MontysGamble(FolderTitle[State]):
    """Operation Market Garden, 17 to 26 September 1944."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Monty's Gamble: Market Garden"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "2"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = 6

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The basic and the extended game."""
        return [
            ScenarioInfo(
                f"{TITLE_ID}/{name}",
                entry.name,
                _dates(entry),
                entry.summary,
                entry.playing_time,
                options=states.OPTIONS,
            )
            for name, entry in DATA.scenarios.items()
        ]

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The position before the first phase. Raises BadOption: the options are the rules of chapter 23."""
        self.insist_on_scenario(scenario)
        return states.start(scenario, options, dice)

    def draft(self, state: State) -> Draft:
        """A draft of a state."""
        return Draft(state)

    def dump(self, state: State, side: str | None = None) -> dict[str, Any]:
        """The whole state; nothing is hidden in this game but a bid before both are made (23.51)."""
        shown = super().dump(state, side)
        if side is not None and len(state.bids) < len(SIDES):
            shown["bids"] = {who: bid for who, bid in shown["bids"].items() if who == side}
        return shown

    def insist_on_sense(self, state: State) -> None:
        """Refuse a state that no game could be in. Raises BadState."""
        states.insist_on_sense(state)

    def open_scenario(self, scenario: str) -> Book:
        """The scenario's fixed data. Raises DataError."""
        return open_book(scenario)

    def after_edit(self, before: State, after: State) -> State:
        """What follows from an edit of the table."""
        return edits.after_edit(before, after)

    def turn(self, state: State) -> str:
        """Date and impulse, `17-3`."""
        return f"{state.date}-{state.impulse}"

    def turn_words(self, scenario: str, turn: str) -> str:
        """`17 September, impulse 3`."""
        return dated_impulse(turn, "September")

    def points(self, state: State) -> str:
        """Allied victory points."""
        return f"{victory.points(state)} VP"

    def map(self, scenario: str) -> dict[str, Any]:
        """The area map with its boundaries, roads and bridges."""
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

    def standing_orders(self) -> Sequence[StandingOrder]:
        """Answers to the questions whether a roll is made again (12.2), and whether a defender retreats (10.93)."""
        return (
            StandingOrder("roll", "keep", words="Decline all rerolls"),
            StandingOrder("roll", "keep", {"purpose": "attack"}, "Decline rerolls of attacks"),
            StandingOrder("roll", "reroll", {"purpose": "sunset"}, "Have the sunset rolled again, whatever it shows"),
            StandingOrder(
                "roll",
                "reroll",
                {"purpose": "seizure", "corps": "XXX"},
                "Contest every bridge that XXX Corps tries to seize; by=Allied: any Allied unit",
            ),
            StandingOrder("withdraw", "stay", words="Retreat from no area of your own accord"),
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
        """Ways of several steps for the unit taken up."""
        return presentation.routes(state)

    def routes_of(self, state: State, unit: str) -> Mapping[str, Sequence[Command]]:
        """Ways of several steps for a unit in hand."""
        return presentation.routes_of(state, unit)

    def spoken(self, text: str) -> str:
        """A text with units named as on their counters."""
        return words.spoken(text)

    def suggested(self, state: State) -> Command | None:
        """Attack or fire, once all is named; drop what has been chosen."""
        return presentation.suggested(state)

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

    def planning(self, state: State) -> str | None:
        """Refit can be planned before it is paid."""
        return plan.planning(state)

    def plan(self, state: State, chosen: Mapping[str, Command | None]) -> Plan | None:
        """The refit plan."""
        return plan.plan(state, chosen)

    def battle(self, state: State, events: Sequence[Event]) -> Battle | None:
        """The battle being fought or just over."""
        return battle_view.battle(state, events)

    def ended_battle(self, state: State, events: Sequence[Event]) -> Battle | None:
        """The last battle among the events, if it is over."""
        return battle_view.ended(state, events)

    def overlays(self) -> Sequence[OverlayInfo]:
        """Supply, bridges, victory points, interdiction."""
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
    return entry.last - FIRST_DATE + 1
