"""Pacific Commander as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wargame_tui.board.desk import Desk
from wargame_tui.board.library import DataFolder
from wargame_tui.board.record import RunRecord
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.board.title import Battle, Help, OverlayInfo, PhaseBar, SpaceSheet, Target, UnitSheet
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import Odds, OptionInfo
from wargame_tui.titles.commander.levels import Difficulty
from wargame_tui.titles.commander.title import CommanderTitle
from wargame_tui.titles.pacific_commander import (
    battle_view,
    commands,
    desk,
    edits,
    event_words,
    fog,
    help,
    odds,
    presentation,
    run_record,
    words,
)
from wargame_tui.titles.pacific_commander import state as states
from wargame_tui.titles.pacific_commander.book import DATA, SIDES, TITLE_ID, US, Book, open_book
from wargame_tui.titles.pacific_commander.state import State
from wargame_tui.titles.pacific_commander.table import Draft, score


class PacificCommander(CommanderTitle[State]):
    """The US Pacific Fleet against Japan, 1942 to 1945, for one player."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Pacific Commander"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "2"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = 26
    """A draw from the full Japanese cup of Battle Plans (2.6, 3.12.1)."""

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    optional: ClassVar[tuple[OptionInfo, ...]] = (
        OptionInfo(
            "fog", "Fog of war: enemy Forces are seen only near your aircraft and where battles were fought", "9.1"
        ),
        OptionInfo("single_ships", "Single ships: Japanese capital ships move by themselves", "9.2"),
    )

    def begin(self, scenario: str, difficulty: Difficulty, options: tuple[str, ...], dice: Dice) -> State:
        """The position before the first step."""
        return states.start(scenario, difficulty, options, dice)

    def draft(self, state: State) -> Draft:
        """A draft of a state."""
        return Draft(state)

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
        states.insist_on_sense(state)

    def open_campaign(self, scenario: str, index: int) -> Book:
        """The fixed data of a campaign. Raises DataError."""
        return open_book(scenario, index)

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

    def command_text(self, state: State, command: Command) -> str:
        """What a command does, in words."""
        return words.command_text(state, command)

    def event_text(self, event: Event) -> str:
        """What happened, in words."""
        return event_words.event_text(event)

    def rule_of(self, state: State, command: Command) -> str | None:
        """The rule under which a command is given."""
        return words.rule_of(state, command)

    def odds(self, state: State, command: Command) -> Odds | None:
        """The exact distribution of what a command would decide by dice."""
        return odds.odds(state, command)

    # The table

    def scene(self, state: State, side: str | None = None) -> Scene:
        """What lies on the table."""
        return presentation.scene(state, side)

    def phase_bar(self, state: State) -> PhaseBar:
        """Time and score."""
        return presentation.phase_bar(state)

    def target(self, state: State, command: Command) -> Target:
        """What on the table a command is about."""
        return presentation.target(state, command)

    def routes(self, state: State) -> Mapping[str, Sequence[Command]]:
        """Nothing takes several commands in a row to reach."""
        return {}

    def suggested(self, state: State) -> Command | None:
        """What carries out a raid or withdrawal as formed, or `auto` in a decision of many parts."""
        return presentation.suggested(state)

    def reach(self, state: State, unit: str) -> Overlay:
        """Where a Force could go."""
        return presentation.reach(state, unit)

    def space_sheet(self, state: State, space: str, side: str | None = None) -> SpaceSheet:
        """Everything about an Area."""
        return presentation.space_sheet(state, space)

    def unit_sheets(self, state: State, space: str, side: str | None = None) -> Sequence[UnitSheet]:
        """Everything about the Forces in an Area."""
        return presentation.unit_sheets(state, space)

    def why_not(self, state: State, target: Target) -> Refusal | None:
        """Why an Area or Force cannot be picked now."""
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
        """Supply, Objectives, enemy orders, ranges."""
        return presentation.OVERLAYS

    def overlay(self, state: State, overlay: str) -> Overlay:
        """One of them."""
        return presentation.overlay(state, overlay)

    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return presentation.rulebook()

    def part(self, event: Event, trail: Sequence[str]) -> Sequence[str]:
        """The turn and the step of it that begins (3.1.1)."""
        return event_words.part(event)

    def event_place(self, event: Event) -> str | None:
        """The Area where something happened."""
        return presentation.event_place(event)

    def enemy_act(self, event: Event) -> bool:
        """Japanese resupply and orders (3.4.14 to 3.4.16, 3.7)."""
        rule = event.rule or ""
        return rule.startswith("3.7.") or rule in ("3.4.14", "3.4.15", "3.4.16")

    def desk(self, state: State) -> Desk:
        """Points, Forces, enemy activity, arrivals, Objectives."""
        return desk.desk(state)

    def record_of(self, state: State) -> RunRecord | None:
        """What a finished game leaves in the player's record."""
        return run_record.record_of(state)
