"""The table: map, phase bar, decision, what is here, log, battle. The screen on which the game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from textual import events, on, work
from textual.binding import Binding
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input

from wargame_tui.board.phrases import plural, side_words
from wargame_tui.board.scene import Overlay
from wargame_tui.core.command import Command
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.step import IllegalCommand
from wargame_tui.core.title import Odds
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.screens.ask import ConfirmScreen
from wargame_tui.tui.screens.commands import offered, open_commands
from wargame_tui.tui.screens.desk import DeskScreen
from wargame_tui.tui.screens.film import FilmScreen
from wargame_tui.tui.screens.help import HelpScreen
from wargame_tui.tui.screens.pick import Item, PickScreen
from wargame_tui.tui.screens.plan import PlanScreen
from wargame_tui.tui.screens.table_by_mail import TableByMail
from wargame_tui.tui.screens.table_in_time import PAST_COLOR, PAST_HELP, PAST_KEYS, TIME_KEYS
from wargame_tui.tui.session import Choice, LookingBack, Place, Session
from wargame_tui.tui.settings import Settings
from wargame_tui.tui.table.hints import JUMPING, Hints
from wargame_tui.tui.table.listing import LIST_KEYS, in_hands
from wargame_tui.tui.table.over_map import places_on_view
from wargame_tui.tui.table.picking import Among, Give, Take, Walk
from wargame_tui.tui.table.telling import worth_telling
from wargame_tui.tui.widgets.battle_panel import BattlePanel
from wargame_tui.tui.widgets.command_line import CommandLine
from wargame_tui.tui.widgets.decision_pane import DecisionPane
from wargame_tui.tui.widgets.jumps import Jumps
from wargame_tui.tui.widgets.log_pane import LogPane
from wargame_tui.tui.widgets.odds_pane import in_words, odds_text
from wargame_tui.tui.words import cited, keyed, linked, side_color, side_style

CONSIDER_AFTER = 0.12
"""Seconds of rest before odds and reach are computed: the cursor never waits for them."""
LOOK_AFTER = 0.03
"""Seconds of rest before the pane of what is here follows the cursor."""
UNIT_WITHIN = 0.01
"""Seconds within which a click on a counter tells its unit after its space."""
UNIT = "unit "
"""Before the names of units among the places to go to."""
ODDS_WIDTH = 56
"""Columns of the odds in a question."""
RECENT = 40
"""Commands within which the last place where something happened is looked for."""
MOST_HAPPENED = 3
"""Lines above the commands that tell what led to the decision."""


class TableScreen(TableByMail):
    """A game being played. Returns `chooser` when the players leave the table."""

    BINDINGS = [
        Binding("escape", "back", "back"),
        Binding("tab", "next_pane(1)", "next pane"),
        Binding("shift+tab", "next_pane(-1)", "previous pane"),
        # With priority: wherever the focus is, Space uncovers dice that wait.
        Binding("space", "go_on", "uncover the dice, take over", priority=True),
        Binding("n", "next_place(1)", "next place to decide"),
        Binding("N", "next_place(-1)", "previous place"),
        Binding("full_stop", "light(1)", "next command"),
        Binding("comma", "light(-1)", "previous command"),
        Binding("w", "why_not", "why not?"),
        Binding("r", "rule_here", "rule of this"),
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
        Binding("v", "overlays", "overlays"),
        Binding("o", "overview", "overview"),
        Binding("plus,equals_sign", "zoom(1)", "zoom in"),
        Binding("minus", "zoom(-1)", "zoom out"),
        Binding("b", "battle", "battle"),
        Binding("p", "plan", "plan before paying"),
        Binding("t", "film", "the enemy's turn or letter, step by step"),
        Binding("c", "desk", "commander's desk"),
        Binding("m", "mail", "letters"),
        Binding("d", "drawer", "panes"),
        Binding("l", "pane('log')", "log"),
        Binding("ctrl+s", "save", "save under a name"),
        Binding("ctrl+e", "export", "export as a report and a film"),
        Binding("ctrl+p", "commands", "everything by name", priority=True),
        Binding("q", "leave", "leave the game"),
    ]

    def __init__(self, session: Session, settings: Settings, cache_dir: Path | None = None) -> None:
        super().__init__(session, settings, cache_dir)
        self._considering: Timer | None = None
        self._looking: Timer | None = None
        self._clicking: Timer | None = None
        self._jumps = Jumps(self._map)
        self.hints = Hints(self.sitting)

    # Setting up

    def on_mount(self) -> None:
        """Lay the table."""
        self.sitting.handover.settle(self.session)
        self.add_class("-decide")
        self._use_log_width()
        self._map.focus()
        self._sit_down()
        if self.session.replayed:
            self._begin_replay()
            return
        news = self.session.news() if self._settings.enemy_turns == "step" else None
        if news is not None:
            self._open_film(news, self._news_seen)
        else:
            self._tell_mail()

    def _sit_down(self) -> None:
        """Show the present to a player who has just come to it, from before he left the game or from a film."""
        self._show_uncovered()
        self._seek_decision()
        self._seek_list()

    def _show_uncovered(self) -> None:
        """Show everything to a player who has seen all dice."""
        self.sitting.battles.seen_before = True
        self._show_all()

    def _news_seen(self) -> None:
        self._sit_down()
        self._tell_mail()

    def on_resize(self) -> None:
        """How much of what happened is told depends on the room."""
        self.call_after_refresh(self._ask)

    # Showing

    def _show_first(self) -> None:
        """Show of the state on view what the eye goes to: map, bar, banner."""
        session, state = self.session, self.session.state
        self.sitting.over_map.reach = None
        self._use_map()
        self._map.show(session.pieces(state))
        bar = session.title.phase_bar(state)
        self._strip.show(bar, session.trail, session.title.sides, session.side, state.over)
        self._show_banner()

    def _show_all(self) -> None:
        """Show the state on view: everything."""
        session = self.session
        self._show_first()
        self.sitting.renew()
        self._show_battle()
        self._make_way()
        self._ask()
        self._log.show(session)
        self._lay()
        self._update_overview()
        self._offer()
        self._show_here()
        self._show_hints()
        self._tabs.show(self._pane if self.has_class(f"-{self._pane}") else None)

    def _use_map(self) -> None:
        before = self._map
        super()._use_map()
        if self._map is not before:
            self._jumps = Jumps(self._map)
            self.sitting.picking.forget_map()
            self.call_after_refresh(self._set_foot)

    def _set_foot(self) -> None:
        """Put the cursor on a map that lies on the table for the first time."""
        if self._map.cursor is None:
            self._map.go_to(self._last_place() or self._map.amid)

    def _ask(self) -> None:
        session = self.session
        prompt = session.prompt
        if session.side:
            who = Content.assemble(
                (f" {side_words(session.side)} ", side_style(session.title.sides, session.side)), " "
            )
        else:
            who = Content("")
        most = 1 if self.has_class("-narrow") or self.sitting.dice.battle else MOST_HAPPENED
        happened = [session.title.event_text(event) for event in worth_telling(session, most)]
        told = Content("\n").join([linked(words) for words in happened]) if happened else None
        self._decision.ask(Content.assemble(who, cited(prompt.text, prompt.rule, "bold"), self._gate_words()), told)

    def _offer(self) -> None:
        if self.sitting.handover.awaited is not None or self.sitting.dice.hidden:
            self._decision.offer([])
            return
        labels = self.session.labels(self.session.state)
        self._decision.offer(self.sitting.picking.rows(self._map.cursor, self._names, labels))
        self._light_goal()

    def _lay(self) -> None:
        """The overlay on the map: what the player switched on, or else what can be decided where."""
        self._map.overlay(self.sitting.over_map.overlay(self.session, self.sitting.picking, self._names))

    def _show_here(self) -> None:
        title, state, space = self.session.title, self.session.state, self.sitting.picking.hover or self._map.cursor
        pane = self._here
        if space is None or self.session.scene is not None:
            pane.show(None, (), title.sides, None)
        else:
            viewer = self.session.viewer
            sheets = title.unit_sheets(state, space, viewer)
            pane.show(title.space_sheet(state, space, viewer), sheets, title.sides, self.sitting.picking.unit)

    def _show_battle(self) -> None:
        """Show the battle on view; rolls that are new are covered, to be looked at one by one."""
        self.sitting.show_battle(step=self._settings.battles == "step")
        self._battle.show(self.session.title.sides)
        self.set_class(bool(self.sitting.dice.hidden), "-covered")
        self.set_class(self.sitting.dice.battle is not None, "-fighting")

    def _make_way(self) -> None:
        """Where lines are short, a battle leaves the map to a player who is asked for ways; `b` brings it back."""
        if self.has_class("-narrow") and self.sitting.picking.is_about_ways() and not self.sitting.dice.hidden:
            self._battle.remove_class("-shown")

    def _show_banner(self) -> None:
        """What must not be overlooked: that this is the past, or that the game is over."""
        session, banner = self.session, self._banner
        if session.scene is not None:
            banner.clear()
        elif session.viewed is not None:
            banner.stand(self._moment_words(), PAST_COLOR)
        elif (over := session.game.over) is not None:
            color = side_color(session.title.sides, over.winner) if over.winner else PAST_COLOR
            banner.stand(f"The game is over: {over.level}. {over.reason}", color)
        elif (awaited := self.sitting.handover.awaited) is not None:
            banner.stand(self._passed_to(awaited, "   Space takes over"), self._color(awaited))
        else:
            banner.clear()

    def _passed_to(self, side: str, how: str = "") -> str:
        """Unmistakably that the decision has passed to a side; what is asked may be cut."""
        return f"▶ {side_words(side).upper()} PLAYER DECIDES ◀{how}   {self.session.prompt.text}"

    def _color(self, side: str) -> str:
        return side_color(self.session.title.sides, side)

    def _gate_words(self) -> Content:
        """What a side that has not taken over yet has to do first."""
        awaited = self.sitting.handover.awaited
        return Content("\n") + keyed("Space", f"{side_words(awaited)} takes over") if awaited else Content("")

    def _show_hints(self) -> None:
        self._bar.hints(self._hints())

    def _hints(self) -> list[Hint]:
        """What the useful keys do now, the most useful first."""
        if self._jumps:
            return JUMPING
        if self._line.has_class("-open"):
            return [*self._line.hints]
        here = self._map.cursor
        for pane in (self._battle, self._decision, self._here):
            if pane.has_focus or pane.has_focus_within:
                return self.hints.now(here, pane.hints)
        return self.hints.now(here, self._log.hints if self._log.has_focus else None, log=True)

    # Picking

    def take(self, unit: str) -> None:
        """Take a unit, or another piece, in hand."""
        self.sitting.picking.take(unit, self._map.cursor)
        self._point_at(unit)
        self._lay()

    def _put_down(self) -> None:
        """Have nothing in hand, and no list of one place."""
        self.sitting.put_down()
        self._offer()
        self._lay()
        self._show_hints()

    def _light_goal(self) -> None:
        """With a unit in hand the list follows the cursor."""
        if (goal := self.sitting.picking.goes_to(self._map.cursor)) is not None:
            self._decision.light(goal)

    def action_pick_here(self) -> None:
        """Pick what is under the cursor: one command applies, several open the list, a route is walked."""
        if self._barred():
            return
        match self.sitting.picking.pick(self._map.cursor):
            case Give(choice):
                self.give(choice.command)
            case Take(unit):
                self.take(unit)
            case Among():
                self.sitting.picking.only_here = True
                self._offer()
                self._open_pane("decide")
                self._decision.listed.focus()
            case Walk(way):
                self.give_series(way)
            case None:
                own = self.sitting.own_units(self._map.cursor)
                if own and self._lay_hand_on(own[0]):
                    self.action_pick_here()
                else:
                    self.action_why_not()

    def give(self, command: Command | str) -> None:
        """Carry out a command, or say why not; one that would set dice off, though it only adds, is asked about."""
        commitment = None if isinstance(command, str) or self._barred() else self.session.commitment(command)
        if commitment is None:
            self.give_series([command])
            return
        odds = in_words(commitment.odds, self.session.title.spoken) if commitment.odds else Odds()
        question = Content.assemble(
            ("Nothing else can be added. ", "bold"), linked(commitment.words), "\n", odds_text(odds, "", ODDS_WIDTH)
        )
        self.app.push_screen(ConfirmScreen(question, "commit", "not yet"), partial(self._committed, command))

    def _committed(self, command: Command | str, agreed: bool | None) -> None:
        if agreed:
            self.give_series([command])

    def give_series(self, commands: Sequence[Command | str]) -> int:
        """Carry out commands in order, or say why not; how many were carried out."""
        if self._barred():
            return 0
        before = self.session.newest
        try:
            done, stopped = self.session.apply_series(commands)
        except IllegalCommand as error:
            refusal = self.session.spoken(error.refusal)
            self._refuse(cited(refusal.reason, refusal.rule))
            return 0
        except (ForPlayers, LookingBack) as error:
            self._refuse(Content(str(error)))
            return 0
        # A unit in hand stays there as long as it can go on.
        self.sitting.picking.release(keep=self.sitting.picking.held)
        self._line.close()
        film = self._film_since(before)
        if film is not None:
            self._open_film(film, self._film_told)
        else:
            self._go_on(before)
        if stopped:
            why = cited(stopped.reason, stopped.rule)
            self._bar.notice(Content.assemble(f"Stopped after {done} of {len(commands)} commands: ", why), bad=True)
        return done

    def _film_told(self) -> None:
        """After the film of what a command has brought: its dice are seen."""
        self.sitting.battles.seen_before = True
        self._played()

    def _go_on(self, since: int) -> None:
        """Show what the commands since a journal entry have brought: first the battles that they ended."""
        self.sitting.battles.follow(self.session.battles_gone(since) if self._settings.battles == "step" else [])
        self._played()

    def _refuse(self, words: Content) -> None:
        line = self._line
        if line.has_class("-open"):
            line.refuse(words)
        else:
            self._bar.notice(words, bad=True)

    def _played(self) -> None:
        """After the game went on: show it, dice first."""
        dice = self.sitting.dice
        self._show_battle()
        while self.sitting.battles.waits and not dice.hidden:
            self.sitting.battles.next()
            self._show_battle()
        if dice.hidden:
            # The dice come first: the rest of the table would give their result away.
            self._decision.ask(Content.styled(dice.words, "bold"), None)
            self._decision.offer([])
            self._strip.leave_film()
            if dice.battle is not None and dice.battle.space in self._names:
                self._map.go_to(dice.battle.space)
            self._battle.focus()
            self._show_hints()
        else:
            self._show_played()
        self._tell([*self.sitting.notes.trouble(), *self.sitting.notes.record()])

    def _show_played(self) -> None:
        side, passage = self.session.side, self.sitting.handover.follow(self.session)
        self._map.focus()
        if self.has_class(f"-{self._pane}"):
            self._open_pane("decide")
        self._show_all()
        if passage.passed and side is not None and self.sitting.handover.awaited is None:
            self._banner.flash(self._passed_to(side), self._color(side))
        else:
            self._banner.hush()
        # A player who has just picked a unit keeps the cursor where it is; another player, or a battle, gets it.
        if passage.begun or self.sitting.dice.battle is not None:
            self._seek_decision()
        else:
            self._follow_hand()
            if (
                passage.deeper
                and self.sitting.picking.held is None
                and not self.sitting.picking.concerned(self._map.cursor)
            ):
                self._seek_decision()
        self._seek_list()
        self._tell_mail()

    def _follow_hand(self) -> None:
        """The cursor goes with a unit that stays in hand; from one that is done back to where it was taken up."""
        space = self.sitting.picking.follow(self.sitting.standing, self._map.cursor)
        if space is not None and space != self._map.cursor:
            self._map.go_to(space)

    def _seek_decision(self) -> None:
        """Bring the cursor to the decision: to a battle, or to the nearest place where something can be decided."""
        places = self.sitting.picking.decided_at(self.sitting.dice.battle)
        if self._map.cursor is None:
            self._map.go_to(self._last_place() or self._map.amid)
        if places and self._map.cursor not in places:
            self._map.go_to(self._map.nearest(places))

    def _last_place(self) -> str | None:
        """Where on the map something happened last."""
        found = (self.session.title.event_place(event) for event in reversed(self.session.events(RECENT)))
        return next((place for place in found if place is not None and place in self._names), None)

    def _seek_list(self) -> None:
        """Bring the focus to the list if the decision is about nothing on the map."""
        if self.sitting.picking.choices and not self.sitting.picking.is_on_map():
            self._open_pane("decide")
            self._decision.listed.focus()

    def _busy(self) -> bool:
        """Whether dice are still covered: then nothing else is decided."""
        if self.sitting.dice.hidden:
            self._battle.focus()
            self.action_dice_first()
            return True
        return False

    def _barred(self) -> bool:
        """Whether nothing can be decided yet: dice are covered, or the other side has not taken over."""
        if self._busy():
            return True
        if self.sitting.handover.awaited is not None:
            self._bar.notice(f"The {side_words(self.sitting.handover.awaited)} player decides now: Space takes over")
            return True
        return False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While nothing waits, Space belongs to what is typed in and to the log, which folds with it."""
        if action != "go_on" or self.sitting.dice.hidden or self.sitting.handover.awaited:
            return True
        return not isinstance(self.focused, Input | LogPane)

    def action_dice_first(self) -> None:
        """What to do about dice that are covered, or a battle that has ended."""
        self._bar.notice(self.sitting.dice.first)

    def action_go_on(self) -> None:
        """Space: the next die; then the side that decides takes over. It never decides anything itself."""
        if self.session.viewed is not None:
            self._bar.notice("Space does nothing in the past; ] goes forward")
        elif self.sitting.dice.hidden:
            self._battle.action_next()
        elif self.sitting.handover.awaited is not None:
            self._take_over()
        else:
            self._bar.notice("Nothing is waiting: Enter or the keys in the list decide")

    def _take_over(self) -> None:
        """The side that has to decide has come to the keys."""
        self.sitting.handover.awaited = None
        self._show_banner()
        self._ask()
        self._offer()
        self._show_hints()
        self._seek_list()

    # Messages

    @on(MapWidget.Moved)
    def _moved(self, event: MapWidget.Moved) -> None:
        self.sitting.moved()
        self._offer()
        self._show_hints()
        self._look_soon()

    def _look_soon(self) -> None:
        """Show what is here once cursor or mouse rest: a key held down must not wait for it."""
        if self._looking:
            self._looking.stop()
        self._looking = self.set_timer(LOOK_AFTER, self._show_here)

    @on(MapWidget.Picked)
    def _picked(self, event: MapWidget.Picked) -> None:
        # A click on a counter picks its space first and then the unit: the space waits for that.
        self._clicking = self.set_timer(UNIT_WITHIN, self.action_pick_here)

    @on(MapWidget.UnitPicked)
    def _unit_picked(self, event: MapWidget.UnitPicked) -> None:
        if self._clicking:
            self._clicking.stop()
        goes_there = self.sitting.picking.goes_to(self._map.cursor) is not None
        self.sitting.picking.unit = self.sitting.picking.unit if goes_there else None
        if goes_there or not (self.sitting.picking.is_asked_about(event.unit) or self._lay_hand_on(event.unit)):
            self.action_pick_here()  # What is in hand goes there, whoever stands there.
            return
        if in_hands(self.sitting.picking.choices, event.unit):
            self.take(event.unit)
            if len(self.sitting.picking.concerned(self._map.cursor)) > 1:
                return
        self._point_at(event.unit)
        self.action_pick_here()

    def _lay_hand_on(self, unit: str) -> bool:
        """Leave what is in hand where it stands for another unit of the same side; whether that can be taken up."""
        here = self._map.cursor
        if self._barred() or any(choice.space == here for choice in self.sitting.picking.choices):
            return False
        if unit not in self.sitting.own_units(self._map.cursor):
            return False
        return self._leave_in_place() and self.sitting.picking.is_asked_about(unit)

    def _leave_in_place(self) -> bool:
        """Put down what the rules have in hand; whether anything was."""
        here, since = self._map.cursor, self.session.newest
        try:
            words = self.session.put_down()
        except IllegalCommand as error:
            refusal = self.session.spoken(error.refusal)
            self._refuse(cited(refusal.reason, refusal.rule))
            return False
        if words is None:
            return False
        self.sitting.picking.put_aside()
        self._go_on(min(since, self.session.newest))
        if here is not None:
            self._map.go_to(here)
        self._bar.notice(words)
        return True

    @on(MapWidget.Hovered)
    def _hovered(self, event: MapWidget.Hovered) -> None:
        self.sitting.picking.hover = event.space
        self._look_soon()

    @on(DecisionPane.Chosen)
    def _chosen(self, event: DecisionPane.Chosen) -> None:
        self.give(event.choice.command)

    @on(DecisionPane.Taken)
    def _piece_taken(self, event: DecisionPane.Taken) -> None:
        self.take(event.unit)

    @on(DecisionPane.Opened)
    def _group_opened(self, event: DecisionPane.Opened) -> None:
        self.sitting.picking.group = event.group
        self._offer()
        self._show_hints()

    @on(DecisionPane.Led)
    def _led(self, event: DecisionPane.Led) -> None:
        self._map.go_to(event.space)

    @on(LogPane.Led)
    def _led_by_log(self, event: LogPane.Led) -> None:
        self._map.go_to(event.space)

    @on(LogPane.Moment)
    def _moment(self) -> None:
        self._show_hints()

    @on(DecisionPane.Lit)
    def _lit(self, event: DecisionPane.Lit) -> None:
        if self._considering:
            self._considering.stop()
        choice, unit = event.choice, event.unit
        if choice is None and unit is None:
            self._clear_considered()
        else:
            self._considering = self.set_timer(CONSIDER_AFTER, lambda: self._consider(choice, unit))
        self._show_hints()

    def _clear_considered(self) -> None:
        self._decision.odds(None)
        if self.sitting.over_map.reach is not None:
            self.sitting.over_map.reach = None
            self._lay()

    def _consider(self, choice: Choice | None, unit: str | None) -> None:
        # While dice are covered the game has gone on from what the list was about.
        if not self.sitting.dice.hidden and (choice is None or choice in self.sitting.picking.choices):
            self._compute(choice, choice.target.unit if choice else unit, self.session.game.state)

    @work(thread=True, exclusive=True, group="considering", exit_on_error=False)
    def _compute(self, choice: Choice | None, unit: str | None, state: Any) -> None:
        """Odds of a command, reach and routes of a unit, away from the keys."""
        title = self.session.title
        odds = title.odds(state, choice.command) if choice else None
        if odds is not None:
            odds = in_words(odds, title.spoken)
        reach = title.reach(state, unit) if unit else None
        routes = title.routes_of(state, unit) if unit else {}
        self.app.call_from_thread(self._considered, choice, unit, state, odds, reach, routes)

    def _considered(
        self,
        choice: Choice | None,
        unit: str | None,
        state: Any,
        odds: Odds | None,
        reach: Overlay | None,
        routes: Mapping[str, Sequence[Command]],
    ) -> None:
        decision = self._decision
        lit = decision.lit == choice if choice else decision.lit_piece == unit
        if not self.is_attached or state is not self.session.state or not lit:
            return
        decision.odds(odds, choice.text if choice else "")
        self.sitting.over_map.consider(reach)
        self.sitting.consider_ways(unit, routes)
        self._lay()
        self._show_hints()

    @on(BattlePanel.Over)
    def _battle_is_over(self) -> None:
        self._decision.ask(Content.styled(self.sitting.dice.words, "bold"), None)
        self._show_hints()

    @on(BattlePanel.Done)
    def _dice_seen(self) -> None:
        self.remove_class("-covered")
        if self.sitting.dice.battle is not None and self.sitting.dice.battle.finished:
            self.sitting.dice.lay(None)
            self._battle.show(self.session.title.sides)
        if self.sitting.battles.waits:
            self.sitting.battles.next()
            self._played()
            return
        self._map.focus()
        self._show_played()

    def _ends_in_haste(self, choice: Choice) -> bool:
        """Whether a phase has begun so shortly before it is ended that the key was likely meant for the last one."""
        if choice.notation != "end" or not self.sitting.handover.in_haste:
            return False
        self._bar.notice(f"{self.session.prompt.text}: this has only just begun, E now ends it")
        return True

    @on(CommandLine.Submitted)
    def _typed(self, event: CommandLine.Submitted) -> None:
        self.give_series(event.commands)

    @on(CommandLine.Closed)
    def _line_closed(self) -> None:
        self._map.focus()

    def on_descendant_focus(self) -> None:
        """Hints follow the focus."""
        self._show_hints()

    def on_key(self, event: events.Key) -> None:
        """A key of the list gives its command, wherever the focus is."""
        if event.key != "r":
            self._rule_asked = None
        if self._jumps:
            event.stop()
            event.prevent_default()
            self._jumps.type(event.character)
            self._show_hints()
            return
        if self.session.viewed is not None and (action := PAST_KEYS.get(event.key)):
            event.stop()
            event.prevent_default()
            self.call_later(self.run_action, action)
            return
        row = self._decision.keys.get(event.character or "")
        if self.session.viewed is None and event.character in LIST_KEYS and self._barred():
            event.stop()
            event.prevent_default()
        elif row is not None and self.session.viewed is None:
            event.stop()
            event.prevent_default()
            if row.choice is None:
                self._decision.pick(row)
            elif not self._ends_in_haste(row.choice):
                self.give(row.choice.command)

    def on_mouse_down(self) -> None:
        """The notice goes, and with it the rule that it named."""
        self._rule_asked = None

    # Going about

    def action_back(self) -> None:
        """Esc: out of whatever is open, back to the map, back to the present."""
        line = self._line
        if line.has_class("-open"):
            line.action_close()
        elif self.sitting.picking.only_here or self.sitting.picking.unit:
            self._map.focus()
            self._put_down()
        elif self.sitting.picking.group is not None:
            self._put_down()
        elif self.session.viewed is not None and not self.session.replayed:
            self.action_look_end()
        elif not self._map.has_focus:
            self._map.focus()
        elif self._overview.has_class("-shown"):
            self.action_overview()
        elif self.sitting.over_map.laid is not None:
            self.sitting.over_map.laid = None
            self._lay()
            self._show_hints()
        elif not self.sitting.dice.hidden and self.sitting.handover.awaited is None and self._leave_in_place():
            pass
        else:
            how = "q leaves the replay" if self.session.replayed else "u takes a command back, q leaves the game"
            self._bar.notice(f"Esc: you are at the map already; {how}")

    def action_next_place(self, by: int) -> None:
        """To the next place on the map with something to decide."""
        stops = self.sitting.picking.stops()
        if not stops:
            self._bar.notice("Nothing on the map can be picked now")
            return
        self._map.go_to(self.sitting.picking.next_stop(self._map.cursor, by) or self._map.nearest(stops))
        self._map.focus()

    def action_light(self, by: int) -> None:
        """Move the highlight of the list without leaving the map."""
        self._decision.step(by)

    def action_go_to(self) -> None:
        """Go to a place by name or number, or to a unit by name."""
        self.app.push_screen(PickScreen("Go to a place or unit", self.destinations(), search=True), self.went)

    def destinations(self) -> list[Item]:
        """Places and units to go to."""
        items = [Item(space, words) for space, words in self._names.items()]
        places = self.sitting.standing
        items += [
            Item(f"{UNIT}{unit}", self.sitting.label(unit), self._names.get(space, space))
            for unit, space in places.items()
        ]
        return items

    def went(self, picked: str | None) -> None:
        """Go to a place or unit that was picked."""
        if picked is None:
            return
        self._map.focus()
        unit = picked.removeprefix(UNIT) if picked.startswith(UNIT) else None
        space = self.sitting.standing.get(unit) if unit else picked
        if space is not None:
            self._map.go_to(space)
        if unit is not None:
            self.call_after_refresh(self._point_at, unit)

    def _point_at(self, unit: str) -> None:
        """Let the list and the unit pane be about one unit of the stack."""
        self.sitting.picking.unit = unit
        self._offer()
        self._show_here()
        self._show_hints()

    def action_jump(self) -> None:
        """Letters over the map; typing one goes there."""
        self._map.focus()
        self._jumps.start()
        self._show_hints()

    def action_overlays(self) -> None:
        """Lay something over the map."""
        items = [Item("", "Decisions", "what can be picked now")]
        items += [Item(info.id, info.name) for info in self.session.title.overlays()]
        self.app.push_screen(
            PickScreen("Show on the map", items, now=self.sitting.over_map.laid or ""), self.lay_overlay
        )

    def lay_overlay(self, overlay: str | None) -> None:
        """Lay an overlay over the map, the one of decisions if it has no name; say what its marks mean."""
        if overlay is not None:
            self.sitting.over_map.laid = overlay or None
            self._lay()
            self._show_hints()
            self._tell_legend()

    def _tell_legend(self) -> None:
        """What the marks of the overlay mean, until the next key."""
        if legend := self.sitting.over_map.legend(self.session, self._map.glyphs.highlights):
            self._bar.notice(legend)

    def action_commands(self) -> None:
        """Everything that can be done or found, by name."""
        open_commands(self, offered(self))

    def action_battle(self) -> None:
        """Show or hide the battle."""
        if self.sitting.dice.battle is None:
            self._show_battle()
            if self.sitting.dice.battle is None:
                self._bar.notice("There is no battle now; [ steps back to earlier ones")
            return
        if not self._busy():
            self._battle.toggle_class("-shown")

    def action_plan(self) -> None:
        """Plan before anything is paid."""
        if self._barred():
            return
        if self.sitting.planning is None:
            self._bar.notice("There is nothing to plan now")
        else:
            self.app.push_screen(PlanScreen(self.session, self.sitting.plan()), self._pay)

    def _pay(self, commands: Sequence[Command] | None) -> None:
        if commands:
            self.give_series(commands)

    def action_film(self) -> None:
        """The film of the enemy's last turn or letter, or from a line of the log on."""
        if self._busy():
            return
        if not self.session.has_films:
            self._bar.notice("Only games against the program or by mail have films; [ steps back command by command")
            return
        moment = self._log.lit_moment if self._log.has_focus else None
        start = self.session.scene_of(*moment) if moment else self.session.enemy_turn()
        if start is None:
            self._bar.notice("No turn of an enemy yet; in the log, t shows what a line tells")
        else:
            self._open_film(start, self._show_uncovered)

    def _film_since(self, entry: int) -> Place | None:
        """Where the film begins that opens by itself, if the player wants that."""
        return self.session.enemy_acts(entry) if self._settings.enemy_turns == "step" else None

    def _open_film(self, start: Place, then: Callable[[], None]) -> None:
        entry, cursor, viewed = self._entry, self._map.cursor, self.session.viewed

        def ended(_: None) -> None:
            self.session.look(self.session.newest if viewed is None else viewed)
            self._use_map()
            if self._entry is entry and cursor is not None:
                self._map.go_to(cursor)
            then()

        self.app.push_screen(FilmScreen(self, start, "skip" if viewed is None else "back"), ended)

    def show_scene(self, place: Place) -> None:
        """Show the table as it was after a scene of a journal entry, the cursor where it happened."""
        self.session.show_scene(place)
        self._show_all()
        if spaces := places_on_view(self.session, self._names):
            self._map.go_to(spaces[-1])

    def action_desk(self) -> None:
        """Points, forces by area, enemy activity, arrivals, objectives."""
        desk = self.session.title.desk(self.session.state)
        if desk is None:
            self._bar.notice("This game has no commander's desk")
        elif not self._busy():
            self.app.push_screen(DeskScreen(desk, self.session.title.sides), self.went)

    def action_battle_next(self) -> None:
        """Uncover the next roll."""
        self._battle.action_next()

    # Asking

    def action_why_not(self) -> None:
        """Why what is under the cursor cannot be picked, with the rule."""
        space = self._map.cursor
        standing = self.sitting.standing
        refusal = self.session.why_not(self.sitting.picking.asked_about(space, standing))
        name = self.sitting.label(self.sitting.picking.unit) or self._names.get(space or "", space or "this")
        if refusal is None:
            count = len(self.sitting.picking.concerned(self._map.cursor))
            words = f"{name}: {plural(count, 'command')} here; Enter picks" if count else f"{name} can be picked: Enter"
            self._bar.notice(words)
        else:
            self._bar.notice(Content.assemble((f"{name}: ", "bold"), cited(refusal.reason, refusal.rule)), bad=True)
            self._rule_asked = refusal.rule

    _rule_asked: str | None = None
    """The rule in the notice on the last line."""

    def action_rule_here(self) -> None:
        """The rule of the thing in hand: log line, highlighted command, or the question."""
        rule: str | None
        if isinstance(self.focused, LogPane):
            event = self.focused.lit
            rule = event.rule if event else None
        else:
            lit = self._decision.lit
            rule = self._rule_asked or (lit.rule if lit else None) or self.session.prompt.rule
        self._rule_asked = None
        if rule:
            self.call_later(self.app.run_action, f"rule({rule!r})")
        else:
            self._bar.notice("No rule is cited here")

    def action_help(self) -> None:
        """What to know for the decision in hand."""
        session, state = self.session, self.session.state
        if session.viewed is None:
            self.app.push_screen(HelpScreen(session.title.help(state), session.prompt.text))
        else:
            self.app.push_screen(HelpScreen(PAST_HELP, "", TIME_KEYS))

    def action_command_line(self) -> None:
        """Type commands; in the past, where to go in time."""
        if self.session.viewed is not None:
            self._go_to_moment()
        elif not self._barred():
            self._line.open(self.sitting.picking.choices)

    @property
    def choices(self) -> list[Choice]:
        """The commands that are legal now."""
        return self.sitting.picking.choices

    def place_name(self, space: str | None) -> str:
        """Number and name of a space; empty for none."""
        return self._names.get(space, space) if space else ""
