"""What is on the screen of the table, and how it is brought up to date with the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, cast

from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import get_current_worker

from wargame_tui.board.gestures import Compared, Gesture, Tally
from wargame_tui.board.phrases import plural, side_words
from wargame_tui.board.picking import turn_of
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.board.views import UnitSheet
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import Figures
from wargame_tui.tui.coats import side_color, side_style, sides_of
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.screens.table.bands import Bands
from wargame_tui.tui.screens.table.field import Field
from wargame_tui.tui.screens.table.panes import Panes
from wargame_tui.tui.session import Choice
from wargame_tui.tui.settings import HIDDEN, OFF, ON, Settings
from wargame_tui.tui.table.handover import gate_key
from wargame_tui.tui.table.hints import PANES, PANNING, Hints, jumping
from wargame_tui.tui.table.notes import Note
from wargame_tui.tui.table.pace import Pace
from wargame_tui.tui.table.sitting import Sitting
from wargame_tui.tui.table.sourced import NO_DOUBTS, OVERLAY, doubts
from wargame_tui.tui.table.staging import journeys, tidings, with_arrows, without
from wargame_tui.tui.table.telling import FEW_NAMED, MOST_NAMED, asked, worth_telling
from wargame_tui.tui.widgets.command_line import CommandLine
from wargame_tui.tui.widgets.dice import DiceLook
from wargame_tui.tui.widgets.guide_band import GuideBand
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.jumps import Jumps
from wargame_tui.tui.widgets.phase_bar import PhaseStrip
from wargame_tui.tui.widgets.unit_card import Draw, in_characters
from wargame_tui.tui.widgets.warning_band import WarningBand
from wargame_tui.tui.words import action, cited, keyed, linked

if TYPE_CHECKING:
    from wargame_tui.tui.live_session import OverLine

PAST_COLOR = "#d8c48a"
NOTE = 12
"""Seconds that a note stands."""
FLASH = 0.4
"""Seconds that spaces flash where units have lost steps."""
LATE = 0.1
"""Seconds before layers are worked out that take long."""
FIGURES_AFTER = 0.2
"""Seconds of rest before the odds of the lines of the list are worked out."""
MOST_FIGURES = 24
"""Lines of which that is done."""
BREATH = 0.002
"""Seconds between two of them in which keys are answered."""
MOST_HAPPENED = 3
"""Lines above the commands that tell what led to the decision."""


class View:
    """Paints the state on view. Decides nothing: what to show is known to the sitting."""

    def __init__(
        self, screen: Screen[Any], sitting: Sitting, settings: Settings, cache_dir: Path | None, pace: Pace
    ) -> None:
        """`pace` is that of the game while it plays itself."""
        self.screen, self.sitting, self.session = screen, sitting, sitting.session
        self.settings = settings
        title = self.session.title
        sitting.handover.gate = settings.gate
        self.field = Field(title.map_of(self.session.state), title.look(), sitting.dice, settings, cache_dir)
        self.panes = Panes(screen, self.field)
        self.bands = Bands(self.session)
        self._banded: list[MapWidget] = []
        """The maps that know the bands."""
        self.strip, self.line, self.bar = PhaseStrip(), CommandLine(), HintBar()
        self.warning = WarningBand()
        self.guide = GuideBand(self.session, settings.guided)
        self.jumps = Jumps(self.map)
        self.decision = self.panes.decision
        self._hints, self._pace, self._sides = Hints(sitting, lambda: self.decision.lit_object), pace, sides_of(title)
        self._shown: list[tuple[Any, Scene]] = []
        """The state on view with its scene, and those that were on view before."""
        self._drawing: tuple[tuple[Any, ...], Draw] | None = None
        """How counters are drawn beside the map, and the scene, glyphs and surface for which that holds."""
        self.decided = 0
        """How many decisions the program has made since a person was asked last."""
        self.weighs = ""
        """What the program is weighing; empty if it has not said so."""
        self.gone = ""
        """Why the program does not think although it should; empty if it does."""
        self._late: Timer | None = None
        """Until layers are laid that take long to work out."""
        self._offered: tuple[Any, str | None] = (None, None)
        """The state and the place of the cursor for which the list was made."""
        self._marked: tuple[str, str] | None = None
        """The space with several commands that the map marks, and which of them is chosen."""
        self._figuring: Timer | None = None
        """Until the odds of the lines of the list are worked out."""
        self._ahead: Timer | None = None
        """Until it is worked out what can be attacked, and how far the phase is."""

    @property
    def map(self) -> MapWidget:
        """The map that lies on the table."""
        return self.field.map

    # Everything

    def first(self) -> None:
        """Show of the state on view what the eye goes to: map, bar, banner."""
        session, state = self.session, self.session.state
        self.sitting.over_map.reach = None
        self.use_map()
        if self.map not in self._banded:
            self._banded.append(self.map)
            self.map.set_bands(self.bands.of)
        self.field.slides.end()
        self.map.show(self._scene())
        bar = session.title.phase_bar(state)
        self.strip.show(bar, session.trail, self._sides, session.side, state.over)
        self.banner()

    def _scene(self) -> Scene:
        """What lies on the table, with marks where losses were suffered this turn."""
        session, state = self.session, self.session.state
        scene = session.pieces(state)
        if not self._shown or self._shown[-1][0] is not state:
            self._shown = [*self._shown[-1:], (state, scene)]
        return self.sitting.losses.marked(session, scene)

    def _scene_before(self, state: Any) -> Scene:
        """What lay on the table in a state, which was most likely on view until now."""
        known = next((scene for shown, scene in self._shown if shown is state), None)
        return known or self.session.title.scene(state, self.session.viewer)

    def all(self) -> None:
        """Show the state on view: everything."""
        self.first()
        self.sitting.renew()
        self.battle()
        self._make_way()
        self.ask()
        self.panes.log.show(self.session)
        self.lay()
        self.field.update_overview()
        self.offer()
        self.here()
        self.hints()
        self.panes.show_tabs()
        self._look_ahead()

    def uncovered(self) -> None:
        """Show everything to a player who has seen all dice."""
        self.sitting.battles.seen_before = True
        self.all()

    # The map

    def use_map(self) -> None:
        """Lay the map of the state on view on the table."""
        if self.field.use_map(self.session.title.map_of(self.session.state)):
            self.jumps = Jumps(self.map)
            self.sitting.picking.forget_map()
            self.screen.call_after_refresh(self.set_foot)

    def set_foot(self) -> None:
        """Put the cursor on a map that lies on the table for the first time."""
        if self.map.cursor is None:
            last, first = self.sitting.last_place(self.field.names), self.session.title.begins_at(self.session.state)
            self.map.go_to(last or first or self.map.amid)

    def mark(self) -> None:
        """Say on the map which of several commands at the cursor is the one that picking gives."""
        if self._marked != self._mark:
            self.lay()

    @property
    def _mark(self) -> tuple[str, str] | None:
        here = self.map.cursor
        chosen = self.sitting.chosen(here, self.decision.lit_object) if self.map.has_focus else None
        return None if chosen is None or here is None else (here, f"{chosen.number}/{chosen.of}")

    def lay(self) -> None:
        """Lay over the map what the player switched on, or else what can be decided where."""
        sitting = self.sitting
        over_map, names = sitting.over_map, self.field.names
        over_map.goals = sitting.selecting.overlay(sitting.picking.hover or self.map.cursor)
        over_map.proposed = sitting.selecting.proposed
        self.map.overlay(self._with_arrows(over_map.overlay(self.session, sitting.picking, names, slow=False)))
        if self._late is not None:
            self._late.stop()
        behind = over_map.is_behind(self.session)
        self._late = self.screen.set_timer(LATE, self._lay_rest) if behind else None

    def _lay_rest(self) -> None:
        """The layers that take long to work out: once the player stays at a state, not while he runs through many."""
        sitting = self.sitting
        self.map.overlay(self._with_arrows(sitting.over_map.overlay(self.session, sitting.picking, self.field.names)))

    def _with_arrows(self, overlay: Overlay) -> Overlay:
        self._marked = self._mark
        # A layer's own words are what the player switched on to read.
        if self._marked is not None and not (self.sitting.over_map.laid and self._marked[0] in overlay.notes):
            overlay = replace(overlay, notes={**overlay.notes, self._marked[0]: self._marked[1]})
        battle = self.sitting.dice.battle
        if battle is not None and battle.space not in self.field.names:
            return overlay
        return with_arrows(overlay, battle, self.sitting.standing)

    # What has just happened

    def stage(self, since: int, arrived: int) -> None:
        """Let be seen what the commands since a journal entry have brought: ways, losses, tidings.

        Up to the entry `arrived` counters have been seen to go their ways.
        """
        self.settle()
        if not self._is_told(since):
            return
        field, before = self.field, self._scene_before(self.session.game.states[since])
        field.title_card.tell(tidings(self.session, since, before))
        self._slide(max(since, arrived))
        lost = [self.sitting.losses.of_entry(self.session, entry) for entry in range(since, self.session.newest)]
        if hurt := [space for space in frozenset().union(*lost) if space in field.names]:
            laid = self.map.laid
            self.map.overlay(replace(laid, highlights={**laid.highlights, **dict.fromkeys(hurt, "battle")}))
            self.screen.set_timer(FLASH, self.lay)

    def _is_told(self, since: int) -> bool:
        return self.lively and since < self.session.newest and self.session.viewed is None

    def _slide(self, since: int) -> None:
        """Let counters go the ways that the commands since a journal entry have led them."""
        field = self.field
        if not self._is_told(since):
            return
        before = self._scene_before(self.session.game.states[since])
        going = field.slides.seen(journeys(self.session, since, before, field.names), self.map)
        if going:
            self.map.show(without(self._scene(), going))
            field.slides.begin(going, self.map, self._sides, lambda: self.map.show(self._scene()))

    def result(self, since: int) -> bool:
        """The table as what is read now has left it, while nobody is asked yet; whether it lies on the same map."""
        if self.session.title.map_of(self.session.state) is not self.field.entry:
            return False
        self.field.slides.end()
        self.map.show(self._scene())
        self.panes.log.show(self.session)
        self._slide(since)
        return True

    def settle(self) -> None:
        """Whatever moves has arrived, and a card has been read: a key was pressed."""
        self.field.slides.end()
        self.field.title_card.hush()

    def _look_ahead(self) -> None:
        """Work out the best odds of attacks and count what has moved, once the player stays at a state."""
        if self._ahead is not None:
            self._ahead.stop()
        session = self.session
        if session.deciding and session.side is not None and not self.sitting.dice.hidden:
            self._ahead = self.screen.set_timer(LATE, partial(self._start_ahead, session.state))

    def _start_ahead(self, state: Any) -> None:
        work = partial(self._compute_ahead, state)
        self.screen.run_worker(work, thread=True, exclusive=True, group="ahead", exit_on_error=False)

    def _compute_ahead(self, state: Any) -> None:
        gestures = self.session.title.gestures
        found = gestures.odds_at(state), gestures.tally(state), gestures.compared(state), gestures.considered(state)
        self.screen.app.call_from_thread(self._found_ahead, state, *found)

    def _found_ahead(
        self,
        state: Any,
        odds: Mapping[str, str],
        tally: Tally | None,
        compared: Compared | None,
        considered: Gesture | None,
    ) -> None:
        selecting, found = self.sitting.selecting, (odds, tally, compared, considered)
        known = selecting.odds, selecting.tally, selecting.compared, selecting.considered
        if not self.screen.is_attached or state is not self.session.state or known == found:
            return
        if wait := self.decision.listed.aimed:
            self._ahead = self.screen.set_timer(wait, partial(self._found_ahead, state, *found))
            return
        selecting.odds, selecting.tally, selecting.compared, selecting.considered = found
        self.lay()
        self.offer()

    def banner(self) -> None:
        """What must not be overlooked: that this is the past, or that the game is over."""
        session, banner = self.session, self.field.banner
        if session.scene is not None:
            banner.clear()
        elif session.viewed is not None:
            banner.stand(f"{self._pace.words} {self.sitting.past.words}".strip(), PAST_COLOR)
        elif (over := session.game.over) is not None:
            color = self.color(over.winner) if over.winner else PAST_COLOR
            banner.stand(f"The game is over: {over.level}. {over.reason}", color)
        elif session.is_live and (words := cast("OverLine", session).standing_words):
            banner.stand(words, PAST_COLOR if session.deciding else self.color(session.side))
        elif session.is_programs and not self.sitting.dice.hidden:
            banner.stand(self.gone or self._thinks(), self.color(session.game.side))
        else:
            banner.clear()
        self.gate()

    def _thinks(self) -> str:
        """That the program is thinking."""
        side, step = side_words(self.session.game.side), self.session.title.spoken(self.session.game.trail[-1])
        made = f"{plural(self.decided, 'decision')} made, now " if self.decided else ""
        now = f"weighing: {self.weighs}" if self.weighs else f"{made}{step}"
        return f"The program plays {side} (Esc hurries it): {now}"

    @property
    def lively(self) -> bool:
        """Whether dice are seen to roll, and counters to move."""
        app = self.screen.app
        return self.settings.animation == ON and not app.is_headless and app.animation_level != "none"

    def gate(self) -> None:
        """Who has to take over at a table for two, or is asked a short question; not before all dice are seen."""
        session, sitting = self.session, self.sitting
        most = FEW_NAMED if self.screen.has_class("-narrow") else MOST_NAMED
        says = None if sitting.dice.hidden else asked(session, sitting.handover, self.decision.rows, most)
        closed = says is not None and says.is_closed
        self.screen.set_class(closed, "-awaited")
        if not closed and self.screen.has_class("-narrow") and self.panes.is_open:
            says = None  # The drawer asks the same, in the same colour.
        self.field.gate.show(says, self.color(session.side))
        self.screen.call_after_refresh(self.field.battle.fit)
        if says is not None or sitting.dice.hidden:
            self.field.banner.hush()

    def color(self, side: str | None) -> str:
        """The colour of a side."""
        return side_color(self._sides, side)

    # The panes

    def ask(self) -> None:
        """The question, who is asked, and what led to it; while dice are covered, what is to be done about them."""
        if self.sitting.dice.hidden:
            self.ask_for_dice()
            return
        session, side = self.session, self.session.side
        prompt, style = session.prompt, side_style(self._sides, side)
        who = Content.assemble((f" {side_words(side)} ", style), " ") if side else Content("")
        most = 1 if self.screen.has_class("-narrow") or self.sitting.dice.battle else MOST_HAPPENED
        hidden = self.sitting.handover.hides
        happened = [] if hidden else [session.title.event_text(event) for event in worth_telling(session, most)]
        question = Content.assemble(who, cited(prompt.text, prompt.rule, "bold"), self._gate_words())
        self.decision.ask(question, [linked(words) for words in happened])

    def _gate_words(self) -> Content:
        """What a side that has not taken over yet has to do first."""
        awaited = self.sitting.handover.awaited
        if awaited is None:
            return Content("")
        key, words = gate_key(self.session.title.sides, awaited), f"{side_words(awaited)} takes over"
        return Content("\n") + keyed(key, words, "screen.take_over")

    def ask_for_dice(self) -> None:
        """Instead of the question: what to do about the dice."""
        self.decision.ask(action(self.sitting.dice.words, "screen.battle_next", "bold"))

    def offer(self) -> None:
        """The list of commands; with a unit in hand it follows the cursor."""
        sitting, here = self.sitting, self.map.cursor
        if sitting.handover.awaited is not None or sitting.dice.hidden:
            self.decision.offer([])
            self.gate()
            return
        labels = self.session.labels(self.session.state)
        sitting.selecting.beside = not self.screen.has_class("-narrow")
        rows = sitting.selecting.rows(sitting.picking.rows(here, self.field.names, labels))
        state, (before, there) = self.session.state, self._offered
        self._offered = state, here
        self.decision.offer(rows, here, sitting.selecting.columns(rows), again=before is state and there == here)
        self._figure_soon()
        self.gate()
        if (goal := sitting.picking.goes_to(here)) is not None:
            self.decision.light(goal)

    def _figure_soon(self) -> None:
        """Work out what the odds of the lines come to that have room for it, once the player rests."""
        if self._figuring is not None:
            self._figuring.stop()
        selecting = self.sitting.selecting
        listed = [row.choice.command for row in self.decision.rows if row.choice][:MOST_FIGURES]
        unknown = [command for command in listed if command not in selecting.figures]
        if unknown and selecting.beside and self.session.deciding and self.session.side is not None:
            work = partial(self._figure, self.session.state, unknown, selecting.figures)
            self._figuring = self.screen.set_timer(FIGURES_AFTER, partial(self._start, "figures", work))

    def _start(self, group: str, work: Callable[[], None]) -> None:
        self.screen.run_worker(work, thread=True, exclusive=True, group=group, exit_on_error=False)

    def _figure(self, state: Any, unknown: Sequence[Command], found: dict[Command, Figures | None]) -> None:
        worker, title = get_current_worker(), self.session.title
        for command in unknown:
            if worker.is_cancelled or state is not self.session.state:
                return
            odds = title.odds(state, command)
            found[command] = None if odds is None else odds.figures
            sleep(BREATH)
        if any(found[command] for command in unknown):
            self.screen.app.call_from_thread(self._figured, state)

    def _figured(self, state: Any) -> None:
        if not self.screen.is_attached or state is not self.session.state or self.sitting.dice.hidden:
            return
        if wait := self.decision.listed.aimed:
            self._figuring = self.screen.set_timer(wait, partial(self._figured, state))
        else:
            self.offer()

    def turn(self, by: int) -> None:
        """Let digits give other lines of the list."""
        picking = self.sitting.picking
        if picking.turn(by, self.decision.rows):
            labels = self.session.labels(self.session.state)
            rows = picking.rows(self.map.cursor, self.field.names, labels)
            rows = self.sitting.selecting.rows(rows)
            self.decision.show_page(rows, self.sitting.selecting.columns(rows))
        else:
            self.notice("There are no more" if by > 0 else "These are the first")

    def here(self) -> None:
        """The space under the mouse, or else under the cursor."""
        session, sitting, pane = self.session, self.sitting, self.panes.here
        title, state, space = session.title, session.state, sitting.picking.hover or self.map.cursor
        draw = self._drawn()
        if space is None or session.scene is not None:
            pane.show(None, (), draw, None)
        else:
            sheets = [_of_interest(sheet, session.side) for sheet in title.unit_sheets(state, space, session.viewer)]
            shown = [sheet.counter.unit for sheet in sheets] if OVERLAY.id in sitting.over_map.laid else None
            doubtful = NO_DOUBTS if shown is None else doubts(session, space, shown)
            space_sheet = title.space_sheet(state, space, session.viewer)
            pane.show(space_sheet, sheets, draw, sitting.picking.unit, doubtful)
            if self.field.card.has_class("-shown"):
                self.field.show_card(space_sheet, title.entering(state, space))

    def _drawn(self) -> Draw:
        """How counters are drawn beside the map: as on it."""
        map_, look = self.map, self.session.title.look()
        known = (map_.scene, map_.glyphs, map_.surface)
        if self._drawing is not None and all(old is new for old, new in zip(self._drawing[0], known, strict=True)):
            return self._drawing[1]
        glyphs = map_.glyphs.of_title(look)
        if map_.surface is None:
            draw = in_characters(self._sides, glyphs)
        else:
            # Imported here: it comes with the painter.
            from wargame_tui.tui.paint.beside import painted_counters

            draw = painted_counters(map_.scene, self._sides, look, glyphs, self.bands.of)
        self._drawing = known, draw
        return draw

    # The battle

    def battle(self) -> None:
        """The battle on view; rolls that are new are covered, to be looked at one by one."""
        self.sitting.show_battle(step=self.settings.battles == "step")
        self.draw_battle()

    def battles(self) -> None:
        """The first battle in which something is to be seen: those that ended come before the one on view."""
        self.sitting.show_battles(step=self.settings.battles == "step")
        self.draw_battle()

    def draw_battle(self) -> None:
        """The battle as far as it is uncovered; nothing if there is none."""
        dice = self.sitting.dice
        panel = self.field.battle
        panel.look, panel.faces, panel.lively = DiceLook.of(self.settings), self.session.title.die_faces, self.lively
        panel.codes = self.session.title.look()
        panel.show(self._sides)
        if self.settings.battles == OFF and not dice.hidden:
            panel.remove_class("-shown")
        self.screen.set_class(bool(dice.hidden), "-covered")
        self.screen.set_class(dice.battle is not None, "-fighting")

    def _make_way(self) -> None:
        """Where lines are short, a battle leaves the map to a player who is asked for ways; `b` brings it back."""
        sitting = self.sitting
        if self.screen.has_class("-narrow") and sitting.picking.is_about_ways() and not sitting.dice.hidden:
            self.field.battle.remove_class("-shown")

    # The last lines

    def warn(self, sentences: Sequence[str]) -> None:
        """Say what would hurt, until that is answered."""
        self.warning.warn(sentences)
        self.screen.add_class("-warned")
        self.hints()

    def unwarn(self) -> None:
        """That is answered."""
        self.warning.close()
        self.screen.remove_class("-warned")

    def hints(self) -> None:
        """What the useful keys do now."""
        self.bar.hints(self._useful())
        self.guide.follow(in_hand=self.sitting.picking.held is not None or bool(self.sitting.selecting.units))

    def _useful(self) -> list[Hint]:
        if self.jumps:
            return jumping(self.jumps.beyond)
        if self.line.has_class("-open"):
            return [*self.line.hints]
        here, panes = self.map.cursor, self.panes
        if self.map.grabbed:
            return PANNING
        for pane in (self.field.battle, panes.decision, panes.here):
            if pane.has_focus or pane.has_focus_within:
                return self._hints.now(here, pane.hints)
        hints = self._hints.now(here, panes.log.hints if panes.log.has_focus else None, log=True)
        return hints if panes.is_open else [*hints[:2], PANES, *hints[2:]]

    def notice(self, words: Content | str, *, bad: bool = False) -> None:
        """Say something until the next key or click."""
        self.bar.notice(words, bad=bad)

    def refuse(self, refusal: Refusal | str) -> None:
        """Say why a command was not carried out: in the line where it was typed, if it was."""
        words = Content(refusal) if isinstance(refusal, str) else cited(refusal.reason, refusal.rule)
        if self.line.has_class("-open"):
            self.line.refuse(words)
        else:
            self.notice(words, bad=True)

    def deny(self, choice: Choice) -> None:
        """Say why a line of the list cannot be given now."""
        if choice.denied is not None:
            words = Content.assemble((f"{choice.text}: ", "bold"), cited(choice.denied.reason, choice.denied.rule))
            self.notice(words, bad=True)

    def tell(self, notes: Iterable[Note]) -> None:
        """Tell something in a corner."""
        for note in notes:
            self.screen.notify(note.words, title=note.title, severity=note.severity, timeout=NOTE)

    # What comes first

    def busy(self) -> bool:
        """Whether dice are still covered: then nothing else is decided."""
        if not self.sitting.dice.hidden:
            return False
        self.field.battle.focus()
        self.notice(self.sitting.dice.first)
        return True

    def barred(self) -> bool:
        """Whether nothing can be decided yet: dice are covered, or the other side has not taken over."""
        if self.busy():
            return True
        if self.session.viewed is None and self.session.is_programs:
            self.notice(self.gone or self._thinks())
            return True
        awaited = self.sitting.handover.awaited
        if awaited is not None:
            key = gate_key(self.session.title.sides, awaited)
            self.notice(f"The {side_words(awaited)} player decides now: {key} takes over")
        return awaited is not None or self.in_passing()

    def in_passing(self) -> bool:
        """Whether the decision has passed so shortly before that a key was meant by the other side."""
        if not self.sitting.handover.has_just_passed:
            return False
        self.notice(f"Key ignored: the decision has just passed to the {side_words(self.session.side)} player")
        return True

    # Settings

    def use(self, settings: Settings) -> None:
        """Draw the table with other settings."""
        before, self.settings = self.settings, settings
        self.field.use(settings)
        if settings.gate != before.gate:
            self.sitting.handover.gate = settings.gate
            self.sitting.handover.settle(self.session)
            self.all()
        if settings.panes != before.panes:
            self.panes.begin(hidden=settings.panes == HIDDEN)
        self.use_log_width()

    def use_log_width(self) -> None:
        """Widths that depend on settings follow the layout."""
        styles = self.screen.query_one("#table-body").styles
        if self.screen.has_class("-wide"):
            styles.grid_columns = f"1fr 52 {self.settings.log_width}"
        else:
            styles.clear_rule("grid_columns")


def _of_interest(sheet: UnitSheet, side: str | None) -> UnitSheet:
    """A unit's sheet without the reason that everybody sees: it is the other side's turn."""
    waits = sheet.why_not is not None and sheet.why_not.reason == turn_of(side)
    return replace(sheet, why_not=None) if waits else sheet
