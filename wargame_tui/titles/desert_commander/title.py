"""Desert Commander as everybody above the rules sees it."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from wargame_tui.board.gestures import Gestures
from wargame_tui.board.library import DataFolder
from wargame_tui.board.title import OverlayInfo
from wargame_tui.core.command import Command
from wargame_tui.core.title import OptionInfo
from wargame_tui.titles.commander.title import CommanderTitle
from wargame_tui.titles.desert_commander import commands, events, start
from wargame_tui.titles.desert_commander.printed.book import AXIS, DATA, ENEMY, SIDES, TITLE_ID, open_book
from wargame_tui.titles.desert_commander.printed.data import CampaignMap
from wargame_tui.titles.desert_commander.rules import edits, fog
from wargame_tui.titles.desert_commander.shown import (
    battle_view,
    desk,
    help,
    looked_up,
    odds,
    picking,
    pieces,
    run_record,
    sheets,
    turn_bar,
    words,
)
from wargame_tui.titles.desert_commander.shown.gestures import DesertGestures
from wargame_tui.titles.desert_commander.shown.overlays import OVERLAYS, overlay
from wargame_tui.titles.desert_commander.state import ARMOUR, FOG, Draft, State, book_of, score


class DesertCommander(CommanderTitle[State]):
    """The Axis in France, Africa and Normandy, for one player."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Desert Commander"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "3"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = 18
    """A draw from the enemy's full cup of Battle Plans (4.4.12)."""

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    draft_type: ClassVar[type[Any]] = Draft
    optional: ClassVar[tuple[OptionInfo, ...]] = (
        OptionInfo(FOG, "Fog of war: enemy forces are seen only in battle and by reconnaissance", "9.1"),
        OptionInfo(ARMOUR, "Armour: small arms that just hit do no harm to armour", "9.3"),
    )

    @cached_property
    def gestures(self) -> Gestures:
        """What players mean as one thing."""
        return DesertGestures(self)

    def dump(self, state: State, side: str | None = None) -> dict[str, Any]:
        """The whole state; of a game with fog the player sees of hidden forces only how many (9.1)."""
        shown = super().dump(state, side)
        return fog.veiled(state, shown) if side == AXIS and FOG in state.options else shown

    def after_edit(self, before: State, after: State) -> State:
        """What follows at once from forces put elsewhere by hand."""
        draft = Draft(after)
        edits.settle(draft, before)
        state: State = draft.freeze()
        return state

    def side_called(self, state: State, side: str) -> str:
        """The Axis, or the nation that it fights in the campaign in hand."""
        return words.foe(state).adjective if side == ENEMY else side

    def map_entry(self, scenario: str) -> CampaignMap:
        """The map of a campaign; of a career that of its first one."""
        return open_book(scenario).map

    def map_of(self, state: State) -> CampaignMap:
        """The map of the campaign in hand."""
        return book_of(state).map

    def map_at(self, state: State) -> tuple[str, ...]:
        """That of the campaign in hand."""
        return "maps", book_of(state).campaign.map

    def turn(self, state: State) -> str:
        """Map and turn, `africa-3`."""
        return f"{book_of(state).campaign.map}-{state.turn}"

    def turn_words(self, scenario: str, turn: str) -> str:
        """`North Africa 1941-42, June and July 1941, turn 3 of 12`."""
        map_, _, number = turn.partition("-")
        file = next(file for file in self._campaign_files() if file.campaign.map == map_)
        turns = file.campaign.turns
        return f"{file.name}, {turns[int(number) - 1]}, turn {number} of {len(turns)}"

    def points(self, state: State) -> str:
        """The score if it were taken now."""
        return f"{score(state)} VP"

    def map(self, scenario: str) -> dict[str, Any]:
        """The Areas with their links."""
        return open_book(scenario).as_json()

    def map_in(self, scenario: str, state: State) -> dict[str, Any]:
        """The same of the campaign in hand."""
        return book_of(state).as_json()

    def overlays(self) -> Sequence[OverlayInfo]:
        """What can be laid over the map."""
        return OVERLAYS

    begin = staticmethod(start.start)
    insist_on_sense = staticmethod(start.insist_on_sense)
    open_campaign = staticmethod(open_book)
    command_text = staticmethod(words.command_text)
    odds = staticmethod(odds.odds)
    scene = staticmethod(pieces.scene)
    space_sheet = staticmethod(sheets.space_sheet)
    unit_sheets = staticmethod(sheets.unit_sheets)
    phase_bar = staticmethod(turn_bar.phase_bar)
    target = staticmethod(picking.target)
    suggested = staticmethod(picking.suggested)
    reach = staticmethod(picking.reach)
    why_not = staticmethod(picking.why_not)
    help = staticmethod(help.help_for)
    counter = staticmethod(pieces.counter)
    step_count = staticmethod(looked_up.steps)
    enrolled = staticmethod(looked_up.enrolled)
    whereabouts = staticmethod(looked_up.whereabouts)
    calendar = staticmethod(looked_up.calendar)
    victory = staticmethod(looked_up.forecast)
    lit = staticmethod(looked_up.lit)
    markers = staticmethod(looked_up.markers)
    chart_chapter = "4."
    battle = staticmethod(battle_view.battle)
    ended_battle = staticmethod(battle_view.ended)
    overlay = staticmethod(overlay)
    enemy_act = staticmethod(events.in_enemy_turn)
    part = staticmethod(events.part)
    desk = staticmethod(desk.desk)
    record_of = staticmethod(run_record.record_of)
