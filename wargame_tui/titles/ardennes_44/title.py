"""Ardennes '44 as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from wargame_tui.board.annals import History
from wargame_tui.board.hexes import cut
from wargame_tui.board.library import DataFolder
from wargame_tui.board.sense import RulebookFact
from wargame_tui.board.title import FolderTitle, OverlayInfo
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import OptionInfo, StandingOrder
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.printed.book import DATA, GERMAN, SIDES, TITLE_ID, Book, open_book
from wargame_tui.titles.ardennes_44.printed.data import MapFile
from wargame_tui.titles.ardennes_44.printed.facts import FACTS
from wargame_tui.titles.ardennes_44.printed.names import called, turn_name
from wargame_tui.titles.ardennes_44.rules import edits, sense
from wargame_tui.titles.ardennes_44.shown import (
    annals,
    battle_view,
    help,
    looked_up,
    odds,
    picking,
    pieces,
    presentation,
    sheets,
    turn_bar,
    words,
)
from wargame_tui.titles.ardennes_44.shown.gestures import ArdennesGestures
from wargame_tui.titles.ardennes_44.shown.overlays import OVERLAYS, overlay
from wargame_tui.titles.ardennes_44.start import OPTIONS, insist_on_sense, start
from wargame_tui.titles.ardennes_44.state import DIE, Draft, State


@DATA.opened
def _map_in(scenario: str) -> MapFile:
    book = open_book(scenario)
    return cut(book.map, book.scenario.sheets, book.boxes)


class Ardennes44(FolderTitle[State]):
    """The German offensive in the Ardennes, 16 to 26 December 1944."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Ardennes '44"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "3"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = DIE

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    draft_type: ClassVar[type[Any]] = Draft
    rulebook_facts: ClassVar[Sequence[RulebookFact]] = FACTS
    optional: ClassVar[tuple[OptionInfo, ...]] = OPTIONS

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The position before the German sets up. Raises BadOption: the options are the optional rules."""
        self.insist_on_scenario(scenario)
        return start(scenario, options, dice)

    def dump(self, state: State, side: str | None = None) -> dict[str, Any]:
        """The whole state; the German does not see where the fuel dump is before he is told (32.1)."""
        shown = super().dump(state, side)
        if side == GERMAN and not state.specials.dump_seen:
            shown["specials"] = {**shown["specials"], "dump": None}
        return shown

    def insist_on_sense(self, state: State) -> None:
        """Refuse a state that no game could be in. Raises BadState."""
        insist_on_sense(state)

    def open_scenario(self, scenario: str) -> Book:
        """The scenario's fixed data. Raises DataError."""
        return open_book(scenario)

    def turn(self, state: State) -> str:
        """The turn as the rulebook calls it, `17PM`; with `n` the night after it."""
        return turn_name(state.turn) + ("n" if state.night else "")

    def turn_words(self, scenario: str, turn: str) -> str:
        """`17 December, afternoon`."""
        part = {"AM": "morning", "PM": "afternoon", "PMn": "night"}[turn[2:]]
        return f"{turn[:2]} December, {part}"

    def map(self, scenario: str) -> dict[str, Any]:
        """The hex map with its rivers, roads and bridges."""
        return presentation.map_json(open_book(scenario))

    def rule_of(self, state: State, command: Command) -> str | None:
        """The rule under which a command is given."""
        step: Any = state.stack[-1]
        rules: Mapping[type[Command], str] = getattr(getattr(step, "now", step), "rules", {})
        return rules.get(type(command), command.rule)

    def standing_orders(self) -> Sequence[StandingOrder]:
        """Answers of a defender: bridges under an attack (7.4), defensive artillery (22.8)."""
        return (
            StandingOrder("battle", "blow *", {"stage": "bridges"}, "Try to blow every bridge crossed by an attack"),
            StandingOrder(
                "battle",
                "blow *",
                {"stage": "bridges", "corps": "XXX"},
                "Try to blow every bridge crossed by XXX Corps; likewise for any corps",
            ),
            StandingOrder("battle", "end", {"stage": "bridges"}, "Leave every bridge intact"),
            StandingOrder("battle", "roll", {"stage": "defence"}, "No defensive artillery"),
        )

    # The table

    def map_entry(self, scenario: str) -> MapFile:
        """The sheets of the map that the scenario uses."""
        return _map_in(scenario)

    def overlays(self) -> Sequence[OverlayInfo]:
        """Zones of control, bonds, supply, goals, areas."""
        return OVERLAYS

    @cached_property
    def gestures(self) -> ArdennesGestures:
        """Moves over all ways of moving, attacks with their guns, answers as a whole."""
        return ArdennesGestures(self)

    # What front ends ask for

    sense = staticmethod(sense.contradictions)
    after_edit = staticmethod(edits.after_edit)
    points = staticmethod(turn_bar.score)
    called = staticmethod(called)
    command_text = staticmethod(words.command_text)
    odds = staticmethod(odds.odds)
    counter = staticmethod(pieces.counter)
    scene = staticmethod(pieces.scene)
    phase_bar = staticmethod(turn_bar.phase_bar)
    target = staticmethod(picking.target)
    routes_of = staticmethod(picking.routes_of)
    spoken = staticmethod(words.spoken)
    suggested = staticmethod(picking.suggested)
    reach = staticmethod(picking.reach)
    space_sheet = staticmethod(sheets.space_sheet)
    entering = staticmethod(sheets.entering)
    unit_sheets = staticmethod(sheets.unit_sheets)
    why_not = staticmethod(picking.why_not)
    help = staticmethod(help.help_for)
    step_count = staticmethod(sheets.steps_of)
    enrolled = staticmethod(looked_up.enrolled)
    whereabouts = staticmethod(looked_up.whereabouts)
    calendar = staticmethod(looked_up.calendar)
    victory = staticmethod(looked_up.forecast)
    lit = staticmethod(looked_up.lit)
    markers = staticmethod(looked_up.markers)
    battle = staticmethod(battle_view.battle)
    ended_battle = staticmethod(battle_view.ended)
    overlay = staticmethod(overlay)
    part = staticmethod(words.part)

    def annalist(self, scenario: str) -> annals.ArdennesAnnalist:
        """Counts what is worth counting."""
        return annals.ArdennesAnnalist()

    def history(self, scenario: str) -> History:
        """What really happened."""
        return annals.HISTORY
