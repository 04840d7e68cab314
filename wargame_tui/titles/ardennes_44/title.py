"""Ardennes '44 as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from wargame_tui.board.hexes import cut
from wargame_tui.board.library import DataFolder
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.board.title import Battle, FolderTitle, Help, OverlayInfo, PhaseBar, SpaceSheet, Target, UnitSheet
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import Odds, ScenarioInfo, StandingOrder
from wargame_tui.titles.ardennes_44 import battle_view, commands, edits, help, odds, presentation, sequence, words
from wargame_tui.titles.ardennes_44 import state as states
from wargame_tui.titles.ardennes_44.book import DATA, GERMAN, SIDES, TITLE_ID, Book, open_book
from wargame_tui.titles.ardennes_44.data import MapFile
from wargame_tui.titles.ardennes_44.state import State
from wargame_tui.titles.ardennes_44.table import DIE, Draft


@cache
def _map_in(scenario: str) -> MapFile:
    book = open_book(scenario)
    return cut(book.map, book.scenario.sheets, book.boxes)


class Ardennes44(FolderTitle[State]):
    """The German offensive in the Ardennes, 16 to 26 December 1944."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Ardennes '44"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "2"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = DIE

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The scenarios of the data folder, in their order."""
        return [
            ScenarioInfo(
                f"{TITLE_ID}/{name}",
                entry.name,
                entry.last,
                entry.summary,
                entry.playing_time,
                options=states.OPTIONS,
            )
            for name, entry in DATA.scenarios.items()
        ]

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The position before the German sets up. Raises BadOption: the options are the optional rules."""
        self.insist_on_scenario(scenario)
        return states.start(scenario, options, dice)

    def draft(self, state: State) -> Draft:
        """A draft of a state."""
        return Draft(state)

    def dump(self, state: State, side: str | None = None) -> dict[str, Any]:
        """The whole state; the German does not see where the fuel dump is before he is told (32.1)."""
        shown = super().dump(state, side)
        if side == GERMAN and not state.specials.dump_seen:
            shown["specials"] = {**shown["specials"], "dump": None}
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
        """The turn as the rulebook calls it, `17PM`; with `n` the night after it."""
        return sequence.turn_name(state.turn) + ("n" if state.night else "")

    def turn_words(self, scenario: str, turn: str) -> str:
        """`17 December, afternoon`."""
        part = {"AM": "morning", "PM": "afternoon", "PMn": "night"}[turn[2:]]
        return f"{turn[:2]} December, {part}"

    def points(self, state: State) -> str:
        """German victory hexes, or victory points."""
        return presentation.score(state)

    def map(self, scenario: str) -> dict[str, Any]:
        """The hex map with its rivers, roads and bridges."""
        return presentation.map_json(open_book(scenario))

    def command_text(self, state: State, command: Command) -> str:
        """What a command does, in words."""
        return words.command_text(state, command)

    def event_text(self, event: Event) -> str:
        """What happened, in words."""
        return words.event_text(event)

    def rule_of(self, state: State, command: Command) -> str | None:
        """The rule under which a command is given."""
        step = state.stack[-1]
        return words.rule_of(command, getattr(step, "stage", step.kind))

    def standing_orders(self) -> Sequence[StandingOrder]:
        """Answers of a defender: bridges under an attack (7.4), defensive artillery (22.8)."""
        return (
            StandingOrder(
                "battle", "blow *", {"stage": "bridges"}, "Try to blow every bridge over which an attack comes"
            ),
            StandingOrder(
                "battle",
                "blow *",
                {"stage": "bridges", "corps": "XXX"},
                "Try to blow every bridge over which XXX Corps attacks; other corps likewise",
            ),
            StandingOrder("battle", "end", {"stage": "bridges"}, "Let every bridge stand"),
            StandingOrder("battle", "roll", {"stage": "defence"}, "Fire no artillery in defence"),
        )

    def odds(self, state: State, command: Command) -> Odds | None:
        """The exact distribution of what a command would decide by dice."""
        return odds.odds(state, command)

    # The table

    def map_entry(self, scenario: str) -> MapFile:
        """The sheets of the map that the scenario uses."""
        return _map_in(scenario)

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
        return presentation.routes(state)

    def routes_of(self, state: State, unit: str) -> Mapping[str, Sequence[Command]]:
        """Ways of a unit that has not been taken up."""
        return presentation.routes_of(state, unit)

    def spoken(self, text: str) -> str:
        """A text with units named as on their counters."""
        return words.spoken(text)

    def suggested(self, state: State) -> Command | None:
        """Roll, once all is declared."""
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
        """Zones of control, bonds, supply, goals, areas."""
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
        """Turns, nights and phases begin with an event of their own."""
        return words.part(event, trail)
