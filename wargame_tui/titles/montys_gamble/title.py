"""Monty's Gamble: Market Garden as everybody above the rules sees it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from wargame_tui.board.annals import History
from wargame_tui.board.gestures import Gestures
from wargame_tui.board.library import DataFolder
from wargame_tui.board.phrases import dated_impulse
from wargame_tui.board.sense import RulebookFact
from wargame_tui.board.steps import top
from wargame_tui.board.title import FolderTitle, OverlayInfo
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import OptionInfo, StandingOrder
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.printed.book import DATA, SIDES, TITLE_ID, map_json, open_book
from wargame_tui.titles.montys_gamble.printed.facts import FACTS
from wargame_tui.titles.montys_gamble.printed.names import called
from wargame_tui.titles.montys_gamble.rules import assault, edits, sense, victory
from wargame_tui.titles.montys_gamble.shown import (
    annals,
    battle_view,
    daylight,
    looked_up,
    odds,
    picking,
    pieces,
    plan,
    sheets,
    words,
)
from wargame_tui.titles.montys_gamble.shown.gestures import MontysGestures
from wargame_tui.titles.montys_gamble.shown.overlays import OVERLAYS, overlay
from wargame_tui.titles.montys_gamble.start import OPTIONS, insist_on_sense, start
from wargame_tui.titles.montys_gamble.state import Draft, State


class MontysGamble(FolderTitle[State]):
    """Operation Market Garden, 17 to 26 September 1944."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Monty's Gamble: Market Garden"
    sides: ClassVar[tuple[str, ...]] = SIDES
    rules_version: ClassVar[str] = "4"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = 6

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    draft_type: ClassVar[type[Any]] = Draft
    rulebook_facts: ClassVar[Sequence[RulebookFact]] = FACTS
    optional: ClassVar[tuple[OptionInfo, ...]] = OPTIONS

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The position before the first phase. Raises BadOption: the options are the rules of chapter 23."""
        self.insist_on_scenario(scenario)
        return start(scenario, options, dice)

    def dump(self, state: State, side: str | None = None) -> dict[str, Any]:
        """The whole state; nothing is hidden in this game but a bid before both are made (23.51)."""
        shown = super().dump(state, side)
        if side is not None and len(state.bids) < len(SIDES):
            shown["bids"] = {who: bid for who, bid in shown["bids"].items() if who == side}
        return shown

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

    def standing_orders(self) -> Sequence[StandingOrder]:
        """Answers to the questions whether a roll is made again (12.2), and whether a defender retreats (10.93)."""
        return (
            StandingOrder("roll", "keep", words="Decline all rerolls"),
            StandingOrder("roll", "keep", {"purpose": "attack"}, "Decline rerolls of attacks"),
            StandingOrder("roll", "reroll", {"purpose": "sunset"}, "Reroll every sunset roll"),
            StandingOrder(
                "roll",
                "reroll",
                {"purpose": "seizure", "corps": "XXX"},
                "Contest every bridge that XXX Corps tries to seize; by=Allied: any Allied unit",
            ),
            StandingOrder("withdraw", "stay", words="Decline all voluntary retreats"),
        )

    def decision(self, state: State) -> Iterable[str]:
        """As by default; in an assault for demolition alone, that."""
        quiet = isinstance(top(state), assault.Operations) and assault.is_demolition_only(state)
        return ["operations blow"] if quiet else super().decision(state)

    # The table

    def overlays(self) -> Sequence[OverlayInfo]:
        """Supply, bridges, victory points, interdiction."""
        return OVERLAYS

    @cached_property
    def gestures(self) -> Gestures:
        """Units that go somewhere, attacks with everybody, and answers as the greedy player gives them."""
        from wargame_tui.titles.montys_gamble.bot import advise

        return MontysGestures(self, advise)

    # What front ends ask for

    sense = staticmethod(sense.contradictions)
    insist_on_sense = staticmethod(insist_on_sense)
    open_scenario = staticmethod(open_book)
    counter = staticmethod(pieces.counter)
    scene = staticmethod(pieces.scene)
    space_sheet = staticmethod(sheets.space_sheet)
    entering = staticmethod(sheets.entering)
    unit_sheets = staticmethod(sheets.unit_sheets)
    after_edit = staticmethod(edits.after_edit)
    called = staticmethod(called)
    command_text = staticmethod(words.command_text)
    odds = staticmethod(odds.odds)
    phase_bar = staticmethod(daylight.phase_bar)
    target = staticmethod(picking.target)
    routes_of = staticmethod(picking.routes_of)
    spoken = staticmethod(words.spoken)
    suggested = staticmethod(picking.suggested)
    reach = staticmethod(picking.reach)
    why_not = staticmethod(picking.why_not)
    planning = staticmethod(plan.planning)
    plan = staticmethod(plan.plan)
    step_count = staticmethod(sheets.steps_of)
    enrolled = staticmethod(looked_up.enrolled)
    whereabouts = staticmethod(looked_up.whereabouts)
    calendar = staticmethod(looked_up.calendar)
    victory = staticmethod(looked_up.forecast)
    lit = staticmethod(looked_up.lit)
    markers = staticmethod(looked_up.markers)
    battle = staticmethod(battle_view.battle)
    steps = staticmethod(battle_view.steps)
    ended_battle = staticmethod(battle_view.ended)
    overlay = staticmethod(overlay)

    def annalist(self, scenario: str) -> annals.MontysAnnalist:
        """Counts what is worth counting."""
        return annals.MontysAnnalist()

    def history(self, scenario: str) -> History:
        """What really happened."""
        return annals.history()
