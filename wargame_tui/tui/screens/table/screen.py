"""The table: map, phase bar, decision, what is here, log, battle. The screen on which the game is played."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input

from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.program import program
from wargame_tui.tui.screens.table.advising import Advising
from wargame_tui.tui.screens.table.answering import Answering
from wargame_tui.tui.screens.table.asking import Asking
from wargame_tui.tui.screens.table.by_mail import ByMail
from wargame_tui.tui.screens.table.by_name import ByName
from wargame_tui.tui.screens.table.considering import Considering
from wargame_tui.tui.screens.table.cursor import Cursor
from wargame_tui.tui.screens.table.ending import Ending
from wargame_tui.tui.screens.table.films import Films
from wargame_tui.tui.screens.table.finding import Finding
from wargame_tui.tui.screens.table.hand import Hand
from wargame_tui.tui.screens.table.keeping import Keeping
from wargame_tui.tui.screens.table.keymap import BINDINGS, DEEDS
from wargame_tui.tui.screens.table.keys import Keys
from wargame_tui.tui.screens.table.layout import HEIGHTS, STYLE, WIDTHS
from wargame_tui.tui.screens.table.looking_up import LookingUp
from wargame_tui.tui.screens.table.playing import Playing
from wargame_tui.tui.screens.table.the_end import TheEnd
from wargame_tui.tui.screens.table.thinking import Thinking
from wargame_tui.tui.screens.table.time_machine import TimeMachine
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.session import Session
from wargame_tui.tui.settings import HIDDEN, SHOWN, Settings
from wargame_tui.tui.table.pace import Pace
from wargame_tui.tui.table.sitting import Sitting
from wargame_tui.tui.widgets.battle_panel import BattlePanel
from wargame_tui.tui.widgets.command_line import CommandLine
from wargame_tui.tui.widgets.decision_pane import DecisionList, DecisionPane
from wargame_tui.tui.widgets.gate import Gate
from wargame_tui.tui.widgets.log_pane import LogPane

if TYPE_CHECKING:
    from wargame_tui.tui.screens.table.online import Online


class TableScreen(Screen[str]):
    """A game being played. Returns where the players go who leave the table: `chooser`, `mail`, or `again`.

    What keys and widgets say is handed to the object whose concern it is.
    """

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    DEFAULT_CSS = STYLE

    BINDINGS = BINDINGS

    def __init__(self, session: Session, settings: Settings, cache_dir: Path | None = None) -> None:
        super().__init__()
        self.session, self.sitting = session, Sitting(session)
        pace = Pace(self, lambda: self.time.go_on_by_itself(), settings.film_speed)
        self.view = view = View(self, self.sitting, settings, cache_dir, pace)
        self.time = TimeMachine(view, pace)
        self.keeping, self.films = Keeping(view), Films(view)
        self.cursor, self.by_mail = Cursor(view), ByMail(view)
        keeping = self.keeping
        after = {"report": keeping.export, "replay": self.time.replay, "chooser": keeping.leave, "again": keeping.again}
        self.the_end = TheEnd(view, after)
        self.thinking, self.advising = Thinking(view), Advising(view)
        self.playing = Playing(view, self.cursor, self.films, self.by_mail, self.the_end, self.thinking)
        self.playing.advised = self.advising.hurry
        self.online = self._online()
        self.asking, self.considering = Asking(view), Considering(view)
        self.hand = Hand(view, self.playing, self.asking)
        self.finding = Finding(view, self.hand)
        self.looking_up = LookingUp(view, self.finding)
        self.by_name = ByName(view, self.playing, self.finding)
        self.answering = Answering(view, self.playing)
        self.ending = Ending(view, self.playing, self.cursor)
        self.keys = Keys(view, self.ending, self.playing, self.hand, self.finding, self.asking, self.time)
        for action, deed in DEEDS.items():
            setattr(self, f"action_{action}", attrgetter(deed)(self))

    def _online(self) -> Online | None:
        """The line of a live game; other games load nothing of it."""
        if not self.session.is_live:
            return None
        from wargame_tui.tui.screens.table.online import Online

        return Online(self.view, self.playing.show_others)

    def compose(self) -> ComposeResult:
        """From the phase bar down to the hints."""
        view, panes = self.view, self.view.panes
        yield view.strip
        yield view.guide
        with Vertical(id="table-body"):
            yield view.field
            yield panes.tabs
            with Vertical(id="side"):
                yield panes.decision
                yield panes.here
            yield panes.log
        yield view.warning
        yield view.line
        yield view.bar

    def on_mount(self) -> None:
        """Lay the table."""
        self.sitting.handover.settle(self.session)
        self.view.panes.begin(hidden=self.view.settings.panes == HIDDEN)
        self.view.use_log_width()
        self.view.map.focus()
        self.cursor.sit_down()
        self.by_mail.watch()
        if self.online is not None:
            self.online.begin()
        elif self.session.replayed:
            self.time.begin_replay()
        elif not self.films.show_news(self._news_seen):
            self.by_mail.tell()
            self.thinking.begin()

    def _news_seen(self) -> None:
        self.cursor.sit_down()
        self.by_mail.tell()

    def use(self, settings: Settings) -> None:
        """Draw the table with other settings."""
        self.view.use(settings)

    # Focus, size and keys

    def on_resize(self) -> None:
        """How much of what happened is told depends on the room, as do widths."""
        self.call_after_refresh(self.view.ask)
        self.call_after_refresh(self.view.use_log_width)

    def on_screen_suspend(self) -> None:
        """A page opens over the table."""
        self.view.guide.give_way()

    def on_screen_resume(self) -> None:
        """The page is closed."""
        self.view.guide.come_back()

    def on_descendant_focus(self) -> None:
        """Panes and hints follow the focus."""
        self.view.panes.give_way()
        self.view.hints()

    def on_mouse_down(self) -> None:
        """The notice goes, and with it the rule that it named."""
        self.asking.forget()

    def on_key(self, event: events.Key) -> None:
        """A key of the list gives its command, wherever the focus is."""
        if self.keys.take(event.key, event.character):
            event.stop()
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While nothing waits, Space belongs to what is typed in and to the log, which folds with it."""
        if action != "go_on" or self.playing.waits_for_space:
            return True
        return not isinstance(self.focused, Input | LogPane)

    # What widgets say

    @on(MapWidget.Moved)
    def _moved(self) -> None:
        self.view.bar.outlive()
        self.hand.moved()

    @on(MapWidget.Hovered)
    def _hovered(self, event: MapWidget.Hovered) -> None:
        self.view.bar.outlive()
        self.hand.hover(event.space)

    @on(MapWidget.Picked)
    def _picked(self, event: MapWidget.Picked) -> None:
        self.hand.clicked(adds=event.adds, fresh=event.fresh)

    @on(MapWidget.UnitPicked)
    def _unit_picked(self, event: MapWidget.UnitPicked) -> None:
        self.hand.clicked_unit(event.unit, adds=event.adds)

    @on(MapWidget.Dragged)
    def _dragged(self, event: MapWidget.Dragged) -> None:
        self.hand.dragged(event.space, event.unit)

    @on(MapWidget.Dropped)
    def _dropped(self, event: MapWidget.Dropped) -> None:
        self.hand.dropped(event.space)

    @on(MapWidget.Grabbed)
    def _grabbed(self) -> None:
        self.view.hints()

    @on(DecisionPane.Chosen)
    def _chosen(self, event: DecisionPane.Chosen) -> None:
        self.ending.give(event.choice)

    @on(DecisionPane.Proposed)
    def _accepted(self, event: DecisionPane.Proposed) -> None:
        self.playing.give_gesture(event.proposal.commands, event.proposal.words)

    @on(DecisionPane.LeftOut)
    def _left_out(self, event: DecisionPane.LeftOut) -> None:
        self.hand.leave_out(event.command)

    @on(DecisionPane.Taken)
    def _piece_taken(self, event: DecisionPane.Taken) -> None:
        self.hand.take(event.unit)

    @on(DecisionPane.Opened)
    def _group_opened(self, event: DecisionPane.Opened) -> None:
        self.hand.open_group(event.group)

    @on(DecisionPane.Denied)
    def _denied(self, event: DecisionPane.Denied) -> None:
        self.view.deny(event.choice)

    @on(DecisionList.Turned)
    def _turned(self, event: DecisionList.Turned) -> None:
        self.view.turn(event.by)

    @on(DecisionPane.Lit)
    def _lit(self, event: DecisionPane.Lit) -> None:
        self.considering.lit(event.choice, event.unit)

    @on(DecisionPane.Led)
    @on(LogPane.Led)
    def _led(self, event: DecisionPane.Led | LogPane.Led) -> None:
        self.view.map.go_to(event.space)

    @on(LogPane.Moment)
    def _moment(self) -> None:
        self.view.hints()

    @on(BattlePanel.Over)
    def _battle_is_over(self) -> None:
        self.playing.outcome()

    @on(BattlePanel.Done)
    def _dice_seen(self) -> None:
        self.playing.dice_seen()

    @on(CommandLine.Submitted)
    def _typed(self, event: CommandLine.Submitted) -> None:
        self.playing.give_series(event.commands)

    @on(CommandLine.Closed)
    def _line_closed(self) -> None:
        self.view.map.focus()

    # Deciding

    def action_go_on(self) -> None:
        """The next die; or units are left alone for this turn; or jump letters go on; or the map is panned."""
        if self.view.jumps:
            self.view.jumps.turn()
            self.view.hints()
            return
        awaited = self.sitting.handover.awaited is not None and not self.playing.waits_for_space
        if awaited and self.view.barred():
            return
        if self.playing.waits_for_space or self.playing.hasty or not self.hand.leave_alone():
            self.playing.space()

    @on(Gate.Opened)
    def action_take_over(self) -> None:
        """The side that has to decide has come to the keys."""
        self.playing.take_over()

    def action_dice_first(self) -> None:
        """What to do about dice that are covered, or a battle that has ended."""
        self.view.notice(self.sitting.dice.first)

    # Going about

    def action_drawer(self) -> None:
        """Hide the panes, or show them again, here and in later games."""
        panes = self.view.panes
        panes.toggle()
        self.view.hints()
        program(self).remember(panes=HIDDEN if panes.hidden else SHOWN)

    def action_next_place(self, by: int) -> None:
        """To the next place on the map with something to decide, away from what has been read."""
        if self.session.viewed is None and not self.playing.leave_read():
            self.view.busy()
        elif not (by > 0 and self.hand.next_unmoved()):
            self.cursor.next_place(by)

    def action_card(self) -> None:
        """The ground under the cursor, beside it: costs, effects, what lies on each side; or hide it."""
        self.view.field.toggle_card()
        self.view.here()

    def action_overview(self) -> None:
        """Show or hide the whole map in small; on large screens, where it comes by itself, in later games too."""
        field = self.view.field
        field.show_overview(shown=not field.is_overviewed)
        if field.roomy:
            program(self).remember(minimap=SHOWN if field.is_overviewed else HIDDEN)

    def action_bands(self) -> None:
        """Let the bands of the counters tell something else."""
        told = self.view.bands.next()
        self.view.map.set_bands(self.view.bands.of)
        self.notify("Counters have no bands" if told == "none" else f"Bands of the counters: by {told}", timeout=2)

    def action_undo(self) -> None:
        """Take back the last command."""
        if self.online is None or not self.online.undo():
            self.time.undo()

    def action_mail(self) -> None:
        """The letter: to be sent, or as it was sent; talk in a live game."""
        if self.online is not None:
            self.online.talk()
        else:
            self.by_mail.open()

    def action_case(self) -> None:
        """By mail, behind declared dice: what may be asked before the phase goes on, and back."""
        if self.by_mail.turn_to_case():
            self.cursor.seek_decision()

    def on_unmount(self) -> None:
        """The program thinks no longer about a game that has been left."""
        self.thinking.stop()
        self.advising.stop()
