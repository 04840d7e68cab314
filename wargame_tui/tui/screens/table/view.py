"""What is on the screen of the table, and how it is brought up to date with the game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer

from wargame_tui.board.phrases import side_words
from wargame_tui.core.step import Refusal
from wargame_tui.tui.coats import side_color, side_style, sides_of
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.screens.table.bands import Bands
from wargame_tui.tui.screens.table.field import Field
from wargame_tui.tui.screens.table.panes import Panes
from wargame_tui.tui.settings import HIDDEN, Settings
from wargame_tui.tui.table.hints import JUMPING, PANES, PANNING, Hints
from wargame_tui.tui.table.notes import Note
from wargame_tui.tui.table.pace import Pace
from wargame_tui.tui.table.sitting import Sitting
from wargame_tui.tui.table.sourced import NO_DOUBTS, OVERLAY, doubts
from wargame_tui.tui.table.telling import passed_to, worth_telling
from wargame_tui.tui.widgets.command_line import CommandLine
from wargame_tui.tui.widgets.guide_band import GuideBand
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.jumps import Jumps
from wargame_tui.tui.widgets.phase_bar import PhaseStrip
from wargame_tui.tui.words import cited, keyed, linked

PAST_COLOR = "#d8c48a"
NOTE = 12
"""Seconds that a note stands."""
LATE = 0.1
"""Seconds before layers are worked out that take long."""
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
        self.field = Field(title.map_of(self.session.state), title.look(), sitting.dice, settings, cache_dir)
        self.panes = Panes(screen, self.field)
        self.bands = Bands(self.session)
        self._banded: list[MapWidget] = []
        """The maps that know the bands."""
        self.strip, self.line, self.bar = PhaseStrip(), CommandLine(), HintBar()
        self.guide = GuideBand(self.session, settings.guided)
        self.jumps = Jumps(self.map)
        self.decision = self.panes.decision
        self._hints, self._pace, self._sides = Hints(sitting), pace, sides_of(title)
        self._late: Timer | None = None
        """Until layers are laid that take long to work out."""

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
        self.map.show(session.pieces(state))
        bar = session.title.phase_bar(state)
        self.strip.show(bar, session.trail, self._sides, session.side, state.over)
        self.banner()

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
            self.map.go_to(self.sitting.last_place(self.field.names) or self.map.amid)

    def lay(self) -> None:
        """Lay over the map what the player switched on, or else what can be decided where."""
        sitting = self.sitting
        over_map, names = sitting.over_map, self.field.names
        self.map.overlay(over_map.overlay(self.session, sitting.picking, names, slow=False))
        if self._late is not None:
            self._late.stop()
        behind = over_map.is_behind(self.session)
        self._late = self.screen.set_timer(LATE, self._lay_rest) if behind else None

    def _lay_rest(self) -> None:
        """The layers that take long to work out: once the player stays at a state, not while he runs through many."""
        sitting = self.sitting
        self.map.overlay(sitting.over_map.overlay(self.session, sitting.picking, self.field.names))

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
        elif (awaited := self.sitting.handover.awaited) is not None:
            banner.stand(passed_to(session, awaited, "   Space takes over"), self.color(awaited))
        else:
            banner.clear()

    def color(self, side: str) -> str:
        """The colour of a side."""
        return side_color(self._sides, side)

    # The panes

    def ask(self) -> None:
        """The question, who is asked, and what led to it."""
        session, side = self.session, self.session.side
        prompt, style = session.prompt, side_style(self._sides, side)
        who = Content.assemble((f" {side_words(side)} ", style), " ") if side else Content("")
        most = 1 if self.screen.has_class("-narrow") or self.sitting.dice.battle else MOST_HAPPENED
        happened = [session.title.event_text(event) for event in worth_telling(session, most)]
        told = Content("\n").join([linked(words) for words in happened]) if happened else None
        self.decision.ask(Content.assemble(who, cited(prompt.text, prompt.rule, "bold"), self._gate_words()), told)

    def _gate_words(self) -> Content:
        """What a side that has not taken over yet has to do first."""
        awaited = self.sitting.handover.awaited
        return Content("\n") + keyed("Space", f"{side_words(awaited)} takes over") if awaited else Content("")

    def ask_for_dice(self) -> None:
        """Instead of the question: what to do about the dice."""
        self.decision.ask(Content.styled(self.sitting.dice.words, "bold"), None)

    def offer(self) -> None:
        """The list of commands; with a unit in hand it follows the cursor."""
        sitting, here = self.sitting, self.map.cursor
        if sitting.handover.awaited is not None or sitting.dice.hidden:
            self.decision.offer([])
            return
        labels = self.session.labels(self.session.state)
        self.decision.offer(sitting.picking.rows(here, self.field.names, labels))
        if (goal := sitting.picking.goes_to(here)) is not None:
            self.decision.light(goal)

    def here(self) -> None:
        """The space under the mouse, or else under the cursor."""
        session, sitting, pane = self.session, self.sitting, self.panes.here
        title, state, space = session.title, session.state, sitting.picking.hover or self.map.cursor
        if space is None or session.scene is not None:
            pane.show(None, (), self._sides, None)
        else:
            sheets = title.unit_sheets(state, space, session.viewer)
            shown = [sheet.counter.unit for sheet in sheets] if OVERLAY.id in sitting.over_map.laid else None
            doubtful = NO_DOUBTS if shown is None else doubts(session, space, shown)
            space_sheet = title.space_sheet(state, space, session.viewer)
            pane.show(space_sheet, sheets, self._sides, sitting.picking.unit, doubtful)
            if self.field.card.has_class("-shown"):
                self.field.show_card(space_sheet, title.entering(state, space))

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
        self.field.battle.show(self._sides)
        self.screen.set_class(bool(dice.hidden), "-covered")
        self.screen.set_class(dice.battle is not None, "-fighting")

    def _make_way(self) -> None:
        """Where lines are short, a battle leaves the map to a player who is asked for ways; `b` brings it back."""
        sitting = self.sitting
        if self.screen.has_class("-narrow") and sitting.picking.is_about_ways() and not sitting.dice.hidden:
            self.field.battle.remove_class("-shown")

    # The last line

    def hints(self) -> None:
        """What the useful keys do now."""
        self.bar.hints(self._useful())
        self.guide.follow(self.sitting.picking.held)

    def _useful(self) -> list[Hint]:
        if self.jumps:
            return JUMPING
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
        awaited = self.sitting.handover.awaited
        if awaited is not None:
            self.notice(f"The {side_words(awaited)} player decides now: Space takes over")
        return awaited is not None

    # Settings

    def use(self, settings: Settings) -> None:
        """Draw the table with other settings."""
        before, self.settings = self.settings, settings
        self.field.use(settings)
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
