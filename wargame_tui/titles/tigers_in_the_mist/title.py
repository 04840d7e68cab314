"""Tigers in the Mist as everybody above the rules sees it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from wargame_tui.board.annals import History
from wargame_tui.board.gestures import Gestures
from wargame_tui.board.library import DataFolder
from wargame_tui.board.pages import Chart
from wargame_tui.board.phrases import dated_impulse
from wargame_tui.board.sense import RulebookFact
from wargame_tui.board.title import FolderTitle, OverlayInfo
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import BadOption, StandingOrder
from wargame_tui.titles.tigers_in_the_mist import commands
from wargame_tui.titles.tigers_in_the_mist.printed.book import DATA, SIDES, TITLE_ID, Book, called, map_json, open_book
from wargame_tui.titles.tigers_in_the_mist.printed.facts import FACTS
from wargame_tui.titles.tigers_in_the_mist.rules import edits, sense
from wargame_tui.titles.tigers_in_the_mist.shown import annals, battle_view, looked_up, odds, presentation, words
from wargame_tui.titles.tigers_in_the_mist.shown.gestures import TigersGestures
from wargame_tui.titles.tigers_in_the_mist.shown.overlays import OVERLAYS, overlay
from wargame_tui.titles.tigers_in_the_mist.start import problems, start
from wargame_tui.titles.tigers_in_the_mist.state import Draft, State, stamp


class TigersInTheMist(FolderTitle[State]):
    """The opening week of the Ardennes offensive, 16 to 22 December 1944."""

    id: ClassVar[str] = TITLE_ID
    name: ClassVar[str] = "Tigers in the Mist"
    sides: ClassVar[tuple[str, ...]] = SIDES
    phase_depth: ClassVar[int] = 4
    rules_version: ClassVar[str] = "4"
    command_kinds: ClassVar[Sequence[type[Command]]] = commands.ALL
    largest_die: ClassVar[int] = 10

    data: ClassVar[DataFolder[Any, Any, Any, Any]] = DATA
    state_type: ClassVar[type[Any]] = State
    draft_type: ClassVar[type[Any]] = Draft
    rulebook_facts: ClassVar[Sequence[RulebookFact]] = FACTS

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
        """The position before the first impulse. Raises BadOption: the rulebook has no optional rules."""
        if options:
            raise BadOption(f"{self.name} has no option `{next(iter(options))}`: every rule is standard")
        self.insist_on_scenario(scenario)
        return start(scenario, dice)

    def open_scenario(self, scenario: str) -> Book:
        """The scenario's fixed data. Raises DataError."""
        return open_book(scenario)

    def turn_words(self, scenario: str, turn: str) -> str:
        """`18 December, impulse 2`."""
        return dated_impulse(turn, "December")

    def points(self, state: State) -> str:
        """German victory points."""
        return f"{state.vp} VP"

    def map(self, scenario: str) -> dict[str, Any]:
        """The area map with its roads, rivers and bridges."""
        return map_json(open_book(scenario))

    def face(self, value: int) -> int:
        """A ten-sided die shows 0 to 9; 0 reads as 10 (1.0)."""
        return super().face(self.largest_die if value == 0 else value)

    def standing_orders(self) -> Sequence[StandingOrder]:
        """Answers to a group that is about to cross a bridge (10.2), and to an attack (9.3)."""
        return (
            StandingOrder("demolition", "blow *", words="Try to blow every bridge that is about to be crossed"),
            StandingOrder(
                "demolition",
                "blow *",
                {"formation": "XXX_Corps"},
                "Try to blow every bridge that XXX Corps (or any other formation) is about to cross",
            ),
            StandingOrder("demolition", "pass", words="Blow no bridges"),
            StandingOrder("battle", "call *", {"stage": "defender_calls"}, "Call all artillery in defence"),
            StandingOrder("battle", "call *", {"stage": "attacker_calls"}, "Call all artillery in attack"),
            StandingOrder("battle", "call 0", {"stage": "defender_calls"}, "Call no artillery in defence"),
        )

    def overlays(self) -> Sequence[OverlayInfo]:
        """Supply and threats of both sides, victory points, battles, reserves' areas, control."""
        return OVERLAYS

    def charts(self, state: State) -> Sequence[Chart]:
        """The tables of the reference, before them the numbers on which fire hits, with those of the shot in hand."""
        return sorted(
            [looked_up.hit_chart(state), *super().charts(state)],
            key=lambda chart: chart.column is None,
        )

    @cached_property
    def gestures(self) -> Gestures:
        """Stacks that go somewhere, battles as a whole, answers by proposal."""
        return TigersGestures(self)

    # What front ends ask for

    sense = staticmethod(sense.contradictions)
    problems = staticmethod(problems)
    after_edit = staticmethod(edits.after_edit)
    turn = staticmethod(stamp)
    command_text = staticmethod(words.command_text)
    called = staticmethod(called)
    odds = staticmethod(odds.odds)
    counter = staticmethod(presentation.counter)
    scene = staticmethod(presentation.scene)
    space_sheet = staticmethod(presentation.space_sheet)
    entering = staticmethod(presentation.entering)
    unit_sheets = staticmethod(presentation.unit_sheets)
    phase_bar = staticmethod(presentation.phase_bar)
    target = staticmethod(presentation.target)
    routes = staticmethod(presentation.routes)
    reach = staticmethod(presentation.reach)
    why_not = staticmethod(presentation.why_not)
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

    def annalist(self, scenario: str) -> annals.TigersAnnalist:
        """Counts what is worth counting."""
        return annals.TigersAnnalist()

    def history(self, scenario: str) -> History:
        """What really happened."""
        return annals.history(scenario)
