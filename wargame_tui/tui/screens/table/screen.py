"""The table: map, phase bar, decision, what is here, log, battle. The screen on which the game is played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
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
from wargame_tui.tui.widgets.pages import PAGES

if TYPE_CHECKING:
    from wargame_tui.tui.screens.table.online import Online


class TableScreen(Screen[str]):
    """A game being played. Returns where the players go who leave the table: `chooser`, `mail`, or `again`.

    What keys and widgets say is handed to the object whose concern it is.
    """

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    DEFAULT_CSS = STYLE

    BINDINGS = [
        Binding("escape", "back", "back"),
        Binding("tab", "next_pane(1)", "next pane"),
        Binding("shift+tab", "next_pane(-1)", "previous pane"),
        # With priority: wherever the focus is, Space uncovers dice that wait.
        Binding("space", "go_on", "uncover the dice; leave the unit for this turn; or pan the map", priority=True),
        Binding("n", "next_place(1)", "nearest unit not moved, or next place to decide"),
        Binding("N", "next_place(-1)", "previous place"),
        Binding("full_stop", "light(1)", "next command"),
        Binding("comma", "light(-1)", "previous command"),
        Binding("j,shift+enter,ctrl+enter", "join", "next unit of the stack: in or out of what is selected"),
        Binding("y", "another_way", "another way to the place under the cursor"),
        Binding("semicolon", "waypoint", "go by the place under the cursor"),
        Binding("w", "why_not", "why not?"),
        Binding("r", "rule_here", "rule of this"),
        Binding("s", "sources", "sources: where the numbers come from"),
        Binding("question_mark,f1", "help", "help"),
        # With priority, so that the line has the focus before the next key of a burst is handed out.
        Binding("colon", "command_line", "command line", priority=True),
        Binding("u", "undo", "undo"),
        Binding("left_square_bracket", "look(-1)", "back in time"),
        Binding("right_square_bracket", "look(1)", "forward in time"),
        Binding("left_curly_bracket", "seek('phase', -1)", "back by a phase"),
        Binding("right_curly_bracket", "seek('phase', 1)", "forward by a phase"),
        Binding("left_parenthesis", "seek('turn', -1)", "back by a turn"),
        Binding("right_parenthesis", "seek('turn', 1)", "forward by a turn"),
        Binding("k", "mark", "mark this moment"),
        Binding("x", "compare", "compare with the marked moment"),
        Binding("P", "play_on", "play on from here"),
        Binding("g,slash", "go_to", "go to a place"),
        Binding("f", "jump", "jump letters"),
        Binding("v", "layers", "layers over the map"),
        Binding("e", "legend", "legend: the symbols on the screen"),
        Binding("i", "card", "the ground under the cursor: costs, effects, sides"),
        Binding("o", "overview", "overview"),
        Binding("h", "bands", "bands of the counters"),
        Binding("plus,equals_sign", "zoom(1)", "zoom in"),
        Binding("minus", "zoom(-1)", "zoom out"),
        Binding("a", "show_all", "zoom out to the whole map"),
        Binding("z", "show_region", "zoom to what is decided"),
        Binding("b", "battle", "battle"),
        Binding("p", "plan", "plan before paying"),
        Binding("t", "film", "the other side's last turn or letter, step by step"),
        Binding("asterisk", "stand", "two at one keyboard: the same answer for the rest of this turn"),
        Binding("ctrl+a", "conduct", "conduct: how a side answers in the other's turn"),
        Binding("c", "desk", "commander's desk"),
        *(Binding(page.key, f"look_up({name!r})", page.tells) for name, page in PAGES.items()),
        Binding("m", "mail", "letters; in a live game: talk"),
        Binding("ctrl+d", "case", "by mail: decide what you may be asked before the phase goes on, and back"),
        Binding("d", "drawer", "panes: hide or show"),
        Binding("l", "pane('log')", "log"),
        Binding("ctrl+o", "opponent", "who plays: hand a side over to the program, or back to a player"),
        Binding("ctrl+y", "why", "why the program did that"),
        Binding("ctrl+t", "hint", "hint: what the program would do here; nothing is carried out"),
        Binding("Q", "story", "story of a game that is over"),
        Binding("ctrl+n", "note", "note of your own, for log, story and report"),
        Binding("ctrl+s", "save", "save under a name"),
        Binding("ctrl+e", "export", "export as a report and a film"),
        Binding("ctrl+p", "commands", "everything by name", priority=True),
        Binding("q", "leave", "leave the game"),
    ]

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

    def action_pick_here(self) -> None:
        """Pick what is under the cursor."""
        self.hand.pick_here()

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

    def action_join(self) -> None:
        """Take the next unit of the stack into what is selected, or out of it."""
        self.hand.join()

    def action_another_way(self) -> None:
        """Mean another way to the space under the cursor."""
        self.hand.another_way()

    def action_waypoint(self) -> None:
        """Go by the space under the cursor."""
        self.hand.waypoint()

    @on(Gate.Opened)
    def action_take_over(self) -> None:
        """The side that has to decide has come to the keys."""
        self.playing.take_over()

    def action_stand(self) -> None:
        """The same answer for the rest of the turn."""
        self.playing.stand()

    def action_conduct(self) -> None:
        """How a side answers in the other's turn."""
        self.answering.open()

    def action_battle_next(self) -> None:
        """Uncover the next roll."""
        self.view.field.battle.action_next()

    def action_dice_first(self) -> None:
        """What to do about dice that are covered, or a battle that has ended."""
        self.view.notice(self.sitting.dice.first)

    def action_battle(self) -> None:
        """Show or hide the battle."""
        self.playing.show_battle()

    def action_plan(self) -> None:
        """Plan before anything is paid."""
        self.playing.plan()

    def action_command_line(self) -> None:
        """Type commands; in the past, where to go in time."""
        self.keys.colon()

    def action_commands(self) -> None:
        """Everything that can be done or found, by name."""
        self.by_name.open()

    def action_end_anyway(self) -> None:
        """End the phase in spite of a warning."""
        self.ending.anyway()

    def action_show_warned(self) -> None:
        """To the place that a warning names."""
        self.ending.show()

    # Asking

    def action_why_not(self) -> None:
        """Why what is under the cursor cannot be picked."""
        self.asking.why_not()

    def action_rule_here(self) -> None:
        """The rule of the thing in hand."""
        self.asking.rule()

    def action_sources(self) -> None:
        """Where the numbers of what is under the cursor, and of the charts, come from."""
        self.asking.sources()

    def action_help(self) -> None:
        """What to know for the decision in hand."""
        self.asking.help()

    # Going about

    def action_back(self) -> None:
        """Out of whatever is open, back to the map, back to the present."""
        self.keys.back()

    def action_next_pane(self, by: int) -> None:
        """From the map to the panes, one after the other, and round again."""
        self.view.panes.go_on(by)

    def action_pane(self, name: str) -> None:
        """Open a pane and go there."""
        self.view.panes.go_to(name)

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

    def action_light(self, by: int) -> None:
        """Move the highlight of the list without leaving the map."""
        self.view.decision.step(by)

    def action_go_to(self) -> None:
        """Go to a place by name or number, or to a unit by name."""
        self.finding.ask()

    def action_jump(self) -> None:
        """Letters over the map; typing one goes there."""
        self.finding.jump()

    def action_layers(self) -> None:
        """Lay something over the map, several things at once."""
        self.finding.open_layers()

    def action_legend(self) -> None:
        """What the signs on the screen mean."""
        self.finding.open_legend()

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

    def action_zoom(self, by: int) -> None:
        """Nearer or farther."""
        self.view.field.zoom(by)

    def action_show_all(self) -> None:
        """The whole map, as near as it fits."""
        self.view.map.show_all()

    def action_show_region(self) -> None:
        """Where something is decided, as near as it fits."""
        self.cursor.show_region()

    def action_desk(self) -> None:
        """The commander's desk."""
        self.finding.open_desk()

    def action_look_up(self, name: str) -> None:
        """A page over the table: order of battle, calendar, losses, victory, charts, hand, rules."""
        self.looking_up.open(name)

    # Time

    def action_undo(self) -> None:
        """Take back the last command."""
        if self.online is None or not self.online.undo():
            self.time.undo()

    def action_look(self, by: int) -> None:
        """Step back and forward through the game."""
        self.time.look(by)

    def action_seek(self, what: str, by: int) -> None:
        """To where the next turn, phase or battle begins, or the one before."""
        self.time.seek(what, by)

    def action_play(self) -> None:
        """Let the game play itself from the moment on view, or stop it."""
        self.time.play()

    def action_mark(self) -> None:
        """Mark the moment on view, to compare others with it."""
        self.time.mark()

    def action_compare(self) -> None:
        """Compare the moment on view with the marked one."""
        self.time.compare()

    def action_play_on(self) -> None:
        """A new game from the moment on view."""
        self.time.play_on()

    def action_film(self) -> None:
        """What others did last, step by step."""
        self.films.ask_for()

    # Letters, files, leaving

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

    def action_note(self) -> None:
        """Note something for log, story and report."""
        self.keeping.note()

    def action_save(self) -> None:
        """Save under a name."""
        self.keeping.save()

    def action_export(self) -> None:
        """Write a report and a film of the game, while it goes on."""
        self.keeping.export()

    def action_opponent(self) -> None:
        """Who plays each side: a person or the program."""
        self.thinking.ask_who()

    def action_why(self) -> None:
        """Why the program did what it did last."""
        self.advising.why()

    def action_hint(self) -> None:
        """What the program would do here."""
        self.advising.hint()

    def on_unmount(self) -> None:
        """The program thinks no longer about a game that has been left."""
        self.thinking.stop()
        self.advising.stop()

    def action_story(self) -> None:
        """How the game went, once it is over."""
        self.the_end.tell()

    def action_leave(self) -> None:
        """Back to the chooser."""
        self.keeping.leave()
