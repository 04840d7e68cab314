"""Pacific Commander as everybody above the rules sees it."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from wargame_tui.board.gestures import Gestures
from wargame_tui.board.hex_board import Contradiction
from wargame_tui.board.library import DataFolder
from wargame_tui.board.sense import RulebookFact, SetUp
from wargame_tui.board.title import Help, OverlayInfo, SpaceSheet, UnitSheet
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.title import OptionInfo
from wargame_tui.titles.commander.levels import Difficulty
from wargame_tui.titles.commander.title import CommanderTitle
from wargame_tui.titles.pacific_commander import commands
from wargame_tui.titles.pacific_commander.events.kinds import EnemyAct
from wargame_tui.titles.pacific_commander.events.turn import part
from wargame_tui.titles.pacific_commander.printed.book import DATA, SIDES, TITLE_ID, US, Book, open_book
from wargame_tui.titles.pacific_commander.printed.facts import FACTS
from wargame_tui.titles.pacific_commander.printed.names import called
from wargame_tui.titles.pacific_commander.rules import edits, fog
from wargame_tui.titles.pacific_commander.shown import (
    battle_view,
    desk,
    looked_up,
    odds,
    picking,
    pieces,
    presentation,
    run_record,
    sheets,
    turn_bar,
    words,
)
from wargame_tui.titles.pacific_commander.shown.gestures import PacificGestures
from wargame_tui.titles.pacific_commander.shown.help import facts
from wargame_tui.titles.pacific_commander.shown.overlays import OVERLAYS, overlay
from wargame_tui.titles.pacific_commander.start import insist_on_sense, start
from wargame_tui.titles.pacific_commander.state import Draft, State, score


class PacificCommander(CommanderTitle[State]):
    """The US Pacific Fleet against Japan, 1942 to 1945, for one player."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Pacific Commander"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "3"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = 26
    """A draw from the full Japanese cup of Battle Plans (2.6, 3.12.1)."""

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    draft_type: ClassVar[type[Any]] = Draft
    rulebook_facts: ClassVar[Sequence[RulebookFact]] = FACTS
    optional: ClassVar[tuple[OptionInfo, ...]] = (
        OptionInfo(
            "fog", "Fog of war: enemy Forces are seen only near your aircraft and where battles were fought", "9.1"
        ),
        OptionInfo("single_ships", "Single ships: Japanese capital ships move by themselves", "9.2"),
    )

    def begin(self, scenario: str, difficulty: Difficulty, options: tuple[str, ...], dice: Dice) -> State:
        """The position before the first step."""
        return start(scenario, difficulty, options, dice)

    @cached_property
    def gestures(self) -> Gestures:
        """What players mean as one thing."""
        return PacificGestures(self)

    def dump(self, state: State, side: str | None = None) -> dict[str, Any]:
        """The whole state; of a game with fog the US sees of Forces that are out of sight only how many (9.1)."""
        shown = super().dump(state, side)
        return fog.veiled(state, shown) if side == US and fog.FOG in state.options else shown

    def after_edit(self, before: State, after: State) -> State:
        """What follows at once from Forces put elsewhere by hand."""
        draft = Draft(after)
        edits.settle(draft, before)
        state: State = draft.freeze()
        return state

    def insist_on_sense(self, state: State) -> None:
        """Refuse a state that no game could be in. Raises BadState."""
        insist_on_sense(state)

    def open_campaign(self, scenario: str, index: int) -> Book:
        """The fixed data of a campaign. Raises DataError."""
        return open_book(scenario, index)

    def sense(self, at: SetUp) -> Iterator[Contradiction]:
        """Areas that nothing leads to; both sides may begin in one (3.2.7)."""
        return at.unlinked()

    def turn(self, state: State) -> str:
        """Year and turn, `1942-3`."""
        return f"{open_book(state.scenario, state.index).campaign.year}-{state.turn}"

    def turn_words(self, scenario: str, turn: str) -> str:
        """`July and August 1942, turn 4 of 6`."""
        year, _, number = turn.partition("-")
        campaign = next(file.campaign for file in self._campaign_files() if file.campaign.year == int(year))
        return f"{campaign.turns[int(number) - 1]} {year}, turn {number} of {len(campaign.turns)}"

    def points(self, state: State) -> str:
        """Objectives Held."""
        return f"{score(state)} Objectives"

    def map(self, scenario: str) -> dict[str, Any]:
        """The Areas with their links."""
        return presentation.map_json(open_book(scenario))

    # The table

    def space_sheet(self, state: State, space: str, side: str | None = None) -> SpaceSheet:
        """Everything about an Area."""
        return sheets.space_sheet(state, space)

    def unit_sheets(self, state: State, space: str, side: str | None = None) -> Sequence[UnitSheet]:
        """Everything about the Forces in an Area."""
        return sheets.unit_sheets(state, space)

    def overlays(self) -> Sequence[OverlayInfo]:
        """Supply, Objectives, enemy orders, ranges."""
        return OVERLAYS

    def enemy_act(self, event: Event) -> bool:
        """Japanese resupply and orders (3.4.14 to 3.4.16, 3.7)."""
        return isinstance(event, EnemyAct)

    def help(self, state: State) -> Help:
        """Help for the decision in hand; how a game ended that is over."""
        return Help("The game is over", (state.over.reason,), ("3.15.1",)) if state.over else super().help(state)

    # What front ends ask for

    called = staticmethod(called)
    command_text = staticmethod(words.command_text)
    rule_of = staticmethod(words.rule_of)
    odds = staticmethod(odds.odds)
    scene = staticmethod(pieces.scene)
    phase_bar = staticmethod(turn_bar.phase_bar)
    target = staticmethod(picking.target)
    suggested = staticmethod(picking.suggested)
    reach = staticmethod(picking.reach)
    why_not = staticmethod(picking.why_not)
    help_facts = staticmethod(facts)
    counter = staticmethod(pieces.counter)
    step_count = staticmethod(looked_up.steps)
    enrolled = staticmethod(looked_up.enrolled)
    whereabouts = staticmethod(looked_up.whereabouts)
    calendar = staticmethod(looked_up.calendar)
    victory = staticmethod(looked_up.forecast)
    lit = staticmethod(looked_up.lit)
    markers = staticmethod(looked_up.markers)
    chart_chapter = "3."
    battle = staticmethod(battle_view.battle)
    ended_battle = staticmethod(battle_view.ended)
    overlay = staticmethod(overlay)
    part = staticmethod(part)
    desk = staticmethod(desk.desk)
    record_of = staticmethod(run_record.record_of)
