"""Liberty Roads as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wargame_tui.board.library import DataFolder
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.board.title import Battle, FolderTitle, Help, OverlayInfo, PhaseBar, SpaceSheet, Target, UnitSheet
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import Odds, ScenarioInfo, StandingOrder
from wargame_tui.titles.liberty_roads import (
    battle_view,
    commands,
    edits,
    help,
    odds,
    presentation,
    secrets,
    sequence,
    words,
)
from wargame_tui.titles.liberty_roads import state as states
from wargame_tui.titles.liberty_roads.book import DATA, SIDES, TITLE_ID, Book, open_book
from wargame_tui.titles.liberty_roads.state import State
from wargame_tui.titles.liberty_roads.table import LARGEST_DIE, Draft


class LibertyRoads(FolderTitle[State]):
    """The liberation of France, June to December 1944."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Liberty Roads"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "1"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = LARGEST_DIE

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The scenarios of the data folder, in their order."""
        return [
            ScenarioInfo(
                f"{TITLE_ID}/{name}",
                entry.name,
                entry.last - entry.first + 1,
                entry.summary,
                entry.playing_time,
                options=states.OPTIONS,
            )
            for name, entry in DATA.scenarios.items()
        ]

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The position before the first weather roll. Raises BadOption."""
        self.insist_on_scenario(scenario)
        return states.start(scenario, options, dice)

    def draft(self, state: State) -> Draft:
        """A draft of a state."""
        return Draft(state)

    def dump(self, state: State, side: str | None = None) -> dict[str, Any]:
        """The whole state; a side does not see the other's markers and plans (5.1.3, 13.6)."""
        return secrets.veiled(state, super().dump(state, side), side)

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
        """The dates of the turn."""
        return sequence.turn_name(state)

    def turn_words(self, scenario: str, turn: str) -> str:
        """`21-30 June 1944`: a turn is called by its dates."""
        return f"{turn} 1944"

    def points(self, state: State) -> str:
        """How the campaign stands."""
        return presentation.score(state)

    def map(self, scenario: str) -> dict[str, Any]:
        """The hex map with its rivers, roads and railways."""
        return presentation.map_json(open_book(scenario))

    def command_text(self, state: State, command: Command) -> str:
        """What a command does, in words."""
        return words.command_text(state, command)

    def event_text(self, event: Event) -> str:
        """What happened, in words."""
        return words.event_text(event)

    def rule_of(self, state: State, command: Command) -> str | None:
        """The rule under which a command is given."""
        return words.rule_of(state, command)

    def standing_orders(self) -> Sequence[StandingOrder]:
        """Answers of a defender: elite bonus, Kampfgruppen (7.6.1, 7.13.1)."""
        return (
            StandingOrder("battle", "elite", {"stage": "defender"}, "Use the elite bonus whenever it can be used"),
            StandingOrder("battle", "pass", {"stage": "defender"}, "Do not use the elite bonus in defence"),
            StandingOrder("form_kg", "kampfgruppe *", words="Form a Kampfgruppe of every elite unit that is lost"),
        )

    def odds(self, state: State, command: Command) -> Odds | None:
        """The exact distribution of what a command would decide by dice."""
        return odds.odds(state, command)

    # The table

    def scene(self, state: State, side: str | None = None) -> Scene:
        """What lies on the table, as a side sees it; without one, the side that decides."""
        return presentation.scene(state, side)

    def phase_bar(self, state: State) -> PhaseBar:
        """Time and score."""
        return presentation.phase_bar(state)

    def target(self, state: State, command: Command) -> Target:
        """What on the table a command is about."""
        return presentation.target(state, command)

    def routes(self, state: State) -> Mapping[str, Sequence[Command]]:
        """None: every hex in reach is a command by itself."""
        return {}

    def routes_of(self, state: State, unit: str) -> Mapping[str, Sequence[Command]]:
        """Ways of a unit that has not been taken up."""
        return presentation.routes_of(state, unit)

    def spoken(self, text: str) -> str:
        """A text with units named as on their counters."""
        return words.spoken(text)

    def suggested(self, state: State) -> Command | None:
        """Go, once all is declared."""
        return presentation.suggested(state)

    def reach(self, state: State, unit: str) -> Overlay:
        """Where a unit could go, with the movement points left there."""
        return presentation.reach(state, unit)

    def space_sheet(self, state: State, space: str, side: str | None = None) -> SpaceSheet:
        """Everything about a hex or box."""
        return presentation.space_sheet(state, space, side)

    def unit_sheets(self, state: State, space: str, side: str | None = None) -> Sequence[UnitSheet]:
        """Everything about the units in a hex or box."""
        return presentation.unit_sheets(state, space, side)

    def why_not(self, state: State, target: Target) -> Refusal | None:
        """Why a hex or unit cannot be picked now."""
        return presentation.why_not(state, target)

    def help(self, state: State) -> Help:
        """What a player should know to decide now."""
        return help.help_for(state)

    def battle(self, state: State, events: Sequence[Event]) -> Battle | None:
        """The combat being fought or just over."""
        return battle_view.battle(state, events)

    def ended_battle(self, state: State, events: Sequence[Event]) -> Battle | None:
        """The last battle among the events, if it is over."""
        return battle_view.ended(state, events)

    def overlays(self) -> Sequence[OverlayInfo]:
        """Command range, supply, ports, Fortitude, goals."""
        return presentation.OVERLAYS

    def overlay(self, state: State, overlay: str) -> Overlay:
        """One of them."""
        return presentation.overlay(state, overlay)

    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return presentation.rulebook()

    def event_place(self, event: Event) -> str | None:
        """The hex or box where something happened."""
        return presentation.event_place(event)

    def part(self, event: Event, trail: Sequence[str]) -> Sequence[str]:
        """Turns and phases begin with an event of their own."""
        return words.part(event, trail)
