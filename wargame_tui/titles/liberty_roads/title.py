"""Liberty Roads as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from wargame_tui.board.annals import History
from wargame_tui.board.library import DataFolder
from wargame_tui.board.printed_map import map_json
from wargame_tui.board.sense import RulebookFact
from wargame_tui.board.title import FolderTitle, OverlayInfo
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import OptionInfo, StandingOrder
from wargame_tui.titles.liberty_roads import commands
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import DATA, SIDES, TITLE_ID, Book, open_book
from wargame_tui.titles.liberty_roads.printed.facts import FACTS
from wargame_tui.titles.liberty_roads.rules import edits, sense, sequence
from wargame_tui.titles.liberty_roads.shown import (
    annals,
    battle_view,
    d_day,
    help,
    looked_up,
    odds,
    picking,
    pieces,
    secrets,
    sheets,
    turn_bar,
    words,
)
from wargame_tui.titles.liberty_roads.shown.gestures import LibertyGestures
from wargame_tui.titles.liberty_roads.shown.overlays import OVERLAYS, overlay
from wargame_tui.titles.liberty_roads.start import OPTIONS, insist_on_sense, start
from wargame_tui.titles.liberty_roads.state import DIE, LARGEST_DIE, Draft, State


class LibertyRoads(FolderTitle[State]):
    """The liberation of France, June to December 1944."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Liberty Roads"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "3"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = LARGEST_DIE

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    draft_type: ClassVar[type[Any]] = Draft
    rulebook_facts: ClassVar[Sequence[RulebookFact]] = FACTS
    optional: ClassVar[tuple[OptionInfo, ...]] = OPTIONS

    @property
    def die_faces(self) -> int:
        """All its dice are cubes."""
        return DIE

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The position before the first weather roll. Raises BadOption."""
        self.insist_on_scenario(scenario)
        return start(scenario, options, dice)

    def dump(self, state: State, side: str | None = None) -> dict[str, Any]:
        """The whole state; a side does not see the other's markers and plans (5.1.3, 13.6)."""
        return secrets.veiled(state, super().dump(state, side), side)

    def supposed(self, seen: dict[str, Any], side: str) -> dict[str, Any]:
        """The other side's hidden markers lie in their pool."""
        return secrets.supposed(seen)

    def open_scenario(self, scenario: str) -> Book:
        """The scenario's fixed data. Raises DataError."""
        return open_book(scenario)

    def turn_words(self, scenario: str, turn: str) -> str:
        """`21-30 June 1944`: a turn is called by its dates."""
        return f"{turn} 1944"

    def map(self, scenario: str) -> dict[str, Any]:
        """The map, with ports, beaches and the hexsides that nobody crosses."""
        board = open_book(scenario).board
        shown = map_json(board.map)
        spaces = shown["spaces"]
        for name, port in board.ports.items():
            spaces[name]["port"] = port.size
        for name, beach in board.map.beaches.items():
            spaces[name]["beach"] = beach.level
        for key, barred in enumerate(board.barred):
            other = board.grid.neighbours[key // 6][key % 6]
            if barred and other is not None:
                spaces[board.names[key // 6]]["neighbours"][board.names[other]]["border"] = "barred"
        return shown

    def standing_orders(self) -> Sequence[StandingOrder]:
        """Answers of a defender: elite bonus, Kampfgruppen (7.6.1, 7.13.1)."""
        return (
            StandingOrder("battle", "elite", {"stage": "defender"}, "Use the elite bonus whenever it can be used"),
            StandingOrder("battle", "pass", {"stage": "defender"}, "Do not use the elite bonus in defence"),
            StandingOrder("form_kg", "kampfgruppe *", words="Form a Kampfgruppe of every elite unit that is lost"),
        )

    def overlays(self) -> Sequence[OverlayInfo]:
        """Command range, supply, ports, Fortitude, goals."""
        return OVERLAYS

    def begins_at(self, state: State) -> str | None:
        """On D-Day the beaches."""
        return d_day.OMAHA if d_day.is_near(state) else None

    @cached_property
    def gestures(self) -> LibertyGestures:
        """Marches, attacks, D-Day, losses and retreats as wholes, reinforcements as the greedy player places them."""
        from wargame_tui.titles.liberty_roads.bot import advise

        return LibertyGestures(self, advise)

    # What front ends ask for

    sense = staticmethod(sense.contradictions)
    insist_on_sense = staticmethod(insist_on_sense)
    after_edit = staticmethod(edits.after_edit)
    turn = staticmethod(sequence.turn_name)
    points = staticmethod(turn_bar.score)
    command_text = staticmethod(words.command_text)
    called = staticmethod(names.called)
    rule_of = staticmethod(words.rule_of)
    odds = staticmethod(odds.odds)
    counter = staticmethod(pieces.counter)
    scene = staticmethod(pieces.scene)
    phase_bar = staticmethod(turn_bar.phase_bar)
    target = staticmethod(picking.target)
    routes_of = staticmethod(picking.routes_of)
    spoken = staticmethod(names.spoken)
    suggested = staticmethod(picking.suggested)
    reach = staticmethod(picking.reach)
    hand = staticmethod(sheets.hand)
    space_sheet = staticmethod(sheets.space_sheet)
    entering = staticmethod(sheets.entering)
    unit_sheets = staticmethod(sheets.unit_sheets)
    why_not = staticmethod(picking.why_not)
    help = staticmethod(help.help_for)
    step_count = staticmethod(looked_up.steps)
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

    def annalist(self, scenario: str) -> annals.LibertyAnnalist:
        """Counts what is worth counting."""
        return annals.LibertyAnnalist()

    def history(self, scenario: str) -> History:
        """What really happened."""
        return annals.history(scenario)
