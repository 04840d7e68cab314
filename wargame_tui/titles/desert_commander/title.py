"""Desert Commander as everybody above the rules sees it."""

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
from wargame_tui.titles.desert_commander import (
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
from wargame_tui.titles.desert_commander import state as states
from wargame_tui.titles.desert_commander.book import AXIS, DATA, SIDES, TITLE_ID, Book, open_book
from wargame_tui.titles.desert_commander.data import CampaignMap
from wargame_tui.titles.desert_commander.state import State
from wargame_tui.titles.desert_commander.table import ARMOUR, FOG, Draft, book_of, score


class DesertCommander(CommanderTitle[State]):
    """The Axis in France, Africa and Normandy, for one player."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Desert Commander"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "2"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = 18
    """A draw from the enemy's full cup of Battle Plans (4.4.12)."""

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    optional: ClassVar[tuple[OptionInfo, ...]] = (
        OptionInfo(FOG, "Fog of war: enemy forces are seen only in battle and by reconnaissance", "9.1"),
        OptionInfo(ARMOUR, "Armour: small arms that just hit do no harm to armour", "9.3"),
    )

    def begin(self, scenario: str, difficulty: Difficulty, options: tuple[str, ...], dice: Dice) -> State:
        """The position before the first step."""
        return states.start(scenario, difficulty, options, dice)

    def draft(self, state: State) -> Draft:
        """A draft of a state."""
        return Draft(state)

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

    def insist_on_sense(self, state: State) -> None:
        """Refuse a state that no game could be in. Raises BadState."""
        states.insist_on_sense(state)

    def open_campaign(self, scenario: str, index: int) -> Book:
        """The fixed data of a campaign. Raises DataError."""
        return open_book(scenario, index)

    def map_entry(self, scenario: str) -> CampaignMap:
        """The map of a campaign; of a career that of its first one."""
        return open_book(scenario).map

    def map_of(self, state: State) -> CampaignMap:
        """The map of the campaign in hand."""
        return book_of(state).map

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
        return presentation.map_json(open_book(scenario))

    def map_in(self, scenario: str, state: State) -> dict[str, Any]:
        """The same of the campaign in hand."""
        return presentation.map_json(book_of(state))

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

    def suggested(self, state: State) -> Command | None:
        """What carries out an operation as formed so far, or leaves the rest of the losses to `auto`."""
        return presentation.suggested(state)

    def routes(self, state: State) -> Mapping[str, Sequence[Command]]:
        """Nothing takes several commands in a row to reach."""
        return {}

    def reach(self, state: State, unit: str) -> Overlay:
        """Where a force could go."""
        return presentation.reach(state, unit)

    def space_sheet(self, state: State, space: str, side: str | None = None) -> SpaceSheet:
        """Everything about an Area."""
        return presentation.space_sheet(state, space)

    def unit_sheets(self, state: State, space: str, side: str | None = None) -> Sequence[UnitSheet]:
        """Everything about the forces in an Area."""
        return presentation.unit_sheets(state, space)

    def why_not(self, state: State, target: Target) -> Refusal | None:
        """Why an Area or force cannot be picked now."""
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
        """What can be laid over the map."""
        return presentation.OVERLAYS

    def overlay(self, state: State, overlay: str) -> Overlay:
        """One of them."""
        return presentation.overlay(state, overlay)

    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return presentation.rulebook()

    def part(self, event: Event, trail: Sequence[str]) -> Sequence[str]:
        """The turn and the step of it that begins (4.1.1)."""
        return event_words.part(event, trail)

    def event_place(self, event: Event) -> str | None:
        """The Area where something happened."""
        return presentation.event_place(event)

    def enemy_act(self, event: Event) -> bool:
        """Enemy arrivals and orders, landings, attacks in contested Areas (4.5, 4.9.3, 4.9.4, 4.9.8)."""
        rule = event.rule or ""
        return event.kind != "owner" and (rule.startswith("4.5.") or rule in ("4.9.3", "4.9.4", "4.9.8"))

    def desk(self, state: State) -> Desk:
        """Points, forces, enemy activity, arrivals, Areas that count."""
        return desk.desk(state)

    def record_of(self, state: State) -> RunRecord | None:
        """What a finished game leaves in the player's record."""
        return run_record.record_of(state)
