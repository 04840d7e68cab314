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

from wargame_tui.board.phrases import plural
from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.title import Target
from wargame_tui.core.command import Command
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.step import IllegalCommand
from wargame_tui.core.title import Odds
from wargame_tui.tui.coats import side_color, side_style, sides_of
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
from wargame_tui.tui.table.battle_show import BattleShow
from wargame_tui.tui.table.handover import Handover
from wargame_tui.tui.table.listing import FIRST_KEY, LIST_KEYS, arrange, in_hands
from wargame_tui.tui.table.picking import Picking
from wargame_tui.tui.table.telling import worth_telling
from wargame_tui.tui.widgets.battle_panel import BattlePanel
from wargame_tui.tui.widgets.command_line import CommandLine
from wargame_tui.tui.widgets.decision_pane import DecisionPane
from wargame_tui.tui.widgets.hint_bar import Hint
from wargame_tui.tui.widgets.jumps import Jumps
from wargame_tui.tui.widgets.log_pane import LogPane
from wargame_tui.tui.widgets.odds_pane import in_words, odds_text
from wargame_tui.tui.words import cited, keyed, linked, side_words

CONSIDER_AFTER = 0.12
"""Seconds of rest before odds and reach are computed: the cursor never waits for them."""
LOOK_AFTER = 0.03
"""Seconds of rest before the pane of what is here follows the cursor."""
UNIT_WITHIN = 0.01
"""Seconds within which a click on a counter tells its unit after its space."""
UNIT = "unit "
"""Before the names of units among the places to go to."""
OVER = "The battle is over. Space goes on."
ODDS_WIDTH = 56
"""Columns of the odds in a question."""
COVERED = "The dice are rolled. Space uncovers them one by one, End all at once."
RECENT = 40
"""Commands within which the last place where something happened is looked for."""
MOST_HAPPENED = 3
"""Lines above the commands that tell what led to the decision."""

TABLE_HINTS = (
    Hint("?", "help", "screen.help", kept=True),
    Hint("u", "undo", "screen.undo"),
    Hint("q", "leave", "screen.leave"),
)
MORE_HINTS = (
    Hint(":", "type", "screen.command_line"),
    Hint("g", "go to", "screen.go_to"),
    Hint("[", "back in time", "screen.look(-1)"),
    Hint("v", "overlays", "screen.overlays"),
    Hint("+-", "zoom"),
    Hint("F2", "settings", "app.settings"),
)


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
        self._picking = Picking()
        self._suggested: Choice | None = None
        """The command that carries out what has been declared."""
        self._hover: str | None = None
        """The space under the mouse."""
        self._laid: str | None = None
        """The overlay that the player switched on."""
        self._reach: Overlay | None = None
        self._considering: Timer | None = None
        self._looking: Timer | None = None
        self._clicking: Timer | None = None
        self._jumps = Jumps(self._map)
        self._show = BattleShow()
        self._handover = Handover()
        self._planned: tuple[Any, dict[str, Command | None]] = (None, {})
        """The phase for which something was planned, and what is in the plan."""
        self._has_desk = session.title.desk(session.state) is not None

    # Setting up

    def on_mount(self) -> None:
        """Lay the table."""
        self._handover.settle(self.session)
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
        self._show.seen_before = True
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
        self._reach = None
        self._use_map()
        self._map.show(session.pieces(state))
        bar = session.title.phase_bar(state)
        self._strip.show(bar, session.trail, sides_of(session.title), session.side, state.over)
        self._show_banner()

    def _show_all(self) -> None:
        """Show the state on view: everything."""
        session = self.session
        self._show_first()
        self._suggested = session.suggested()
        self._picking.offer(session.choices(), self._routes_of_group())
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
            self._picking.unit = self._picking.taken_from = self._hover = None
            self.call_after_refresh(self._set_foot)

    def _set_foot(self) -> None:
        """Put the cursor on a map that lies on the table for the first time."""
        if self._map.cursor is None:
            self._map.go_to(self._last_place() or self._map.amid)

    def _routes_of_group(self) -> Mapping[str, Sequence[Command]]:
        """Ways of several steps that need no unit in hand."""
        session, state = self.session, self.session.state
        return session.title.routes(state) if session.deciding and not state.over else {}

    def _ask(self) -> None:
        session = self.session
        prompt = session.prompt
        if session.side:
            who = Content.assemble(
                (f" {side_words(session.side)} ", side_style(sides_of(session.title), session.side)), " "
            )
        else:
            who = Content("")
        most = 1 if self.has_class("-narrow") or self._battle.battle else MOST_HAPPENED
        happened = [session.title.event_text(event) for event in worth_telling(session, most)]
        told = Content("\n").join([linked(words) for words in happened]) if happened else None
        self._decision.ask(Content.assemble(who, cited(prompt.text, prompt.rule, "bold"), self._gate_words()), told)

    def _offer(self) -> None:
        if self._handover.awaited is not None or self._battle.hidden:
            self._decision.offer([])
            return
        labels = self.session.labels(self.session.state)
        mine, first = self._picking, self._suggested
        rows = arrange(
            mine.choices, self._map.cursor, mine.unit, self._names, mine.only_here, labels, first, mine.group
        )
        self._decision.offer(rows)
        self._light_goal()

    def _lay(self) -> None:
        """The overlay on the map: what the player switched on, or else what can be decided where."""
        title, state = self.session.title, self.session.state
        if self._laid is not None and self.session.scene is None:
            self._map.overlay(title.overlay(state, self._laid))
            return
        if self.session.viewed is not None:
            self._map.overlay(Overlay(dict.fromkeys(self._places_on_view(), "path")))
            return
        marked: dict[str, Highlight] = dict.fromkeys(self._picking.routes, "reach")
        notes: dict[str, str] = {}
        if self._reach is not None:
            marked.update(self._reach.highlights)
            notes.update(self._reach.notes)
        if self._picking.held is not None:
            marked.update({space: "choice" for space in self._picking.goals() if space not in marked})
        else:
            marked.update({space: "choice" for space in self._picking.places() if space not in marked})
        self._map.overlay(Overlay(marked, notes))

    def _show_here(self) -> None:
        title, state, space = self.session.title, self.session.state, self._hover or self._map.cursor
        pane = self._here
        if space is None or self.session.scene is not None:
            pane.show(None, (), sides_of(title), None)
        else:
            viewer = self.session.viewer
            sheets = title.unit_sheets(state, space, viewer)
            pane.show(title.space_sheet(state, space, viewer), sheets, sides_of(title), self._picking.unit)

    def _show_battle(self) -> None:
        """Show the battle on view; rolls that are new are covered, to be looked at one by one."""
        panel = self._battle
        battle, covered, live = self._show.show(self.session, step=self._settings.battles == "step")
        panel.show(battle, sides_of(self.session.title), covered, live=live)
        self.set_class(bool(panel.hidden), "-covered")
        self.set_class(battle is not None, "-fighting")

    def _make_way(self) -> None:
        """Where lines are short, a battle leaves the map to a player who is asked for ways; `b` brings it back."""
        if self.has_class("-narrow") and self._picking.is_about_ways() and not self._battle.hidden:
            self._battle.remove_class("-shown")

    def _show_banner(self) -> None:
        """What must not be overlooked: that this is the past, or that the game is over."""
        session, banner = self.session, self._banner
        if session.scene is not None:
            banner.clear()
        elif session.viewed is not None:
            banner.stand(self._moment_words(), PAST_COLOR)
        elif (over := session.game.over) is not None:
            color = side_color(sides_of(session.title), over.winner) if over.winner else PAST_COLOR
            banner.stand(f"The game is over: {over.level}. {over.reason}", color)
        elif (awaited := self._handover.awaited) is not None:
            banner.stand(self._passed_to(awaited, "   Space takes over"), self._color(awaited))
        else:
            banner.clear()

    def _passed_to(self, side: str, how: str = "") -> str:
        """Unmistakably that the decision has passed to a side; what is asked may be cut."""
        return f"▶ {side_words(side).upper()} PLAYER DECIDES ◀{how}   {self.session.prompt.text}"

    def _color(self, side: str) -> str:
        return side_color(sides_of(self.session.title), side)

    def _gate_words(self) -> Content:
        """What a side that has not taken over yet has to do first."""
        awaited = self._handover.awaited
        return Content("\n") + keyed("Space", f"{side_words(awaited)} takes over") if awaited else Content("")

    def _show_hints(self) -> None:
        self._bar.hints(self._hints())

    def _hints(self) -> list[Hint]:
        """What the useful keys do now, the most useful first."""
        line = self._line
        if self._jumps:
            return [Hint("letters", "go to the place they stand on"), Hint("Esc", "stay here")]
        if line.has_class("-open"):
            return [*line.hints]
        if self.session.scene is not None:
            return []  # The film has its own.
        if self.session.viewed is not None:
            return self._past_hints()
        if (awaited := self._handover.awaited) is not None:
            return [Hint("Space", f"{side_words(awaited)} takes over", "screen.go_on"), *TABLE_HINTS, *MORE_HINTS]
        for pane in (self._battle, self._decision, self._here):
            if pane.has_focus or pane.has_focus_within:
                return [*pane.hints, *self._plan_hint(), *self._desk_hints(), *self.mail_hints, *TABLE_HINTS]
        log = self._log
        return [*log.hints, *self.mail_hints, *TABLE_HINTS] if log.has_focus else self._map_hints()

    def _map_hints(self) -> list[Hint]:
        if self.session.game.over is not None:
            back = Hint("[", "look back", "screen.look(-1)")
            more = [hint for hint in MORE_HINTS if hint.key != back.key]
            return [back, *self.mail_hints, *self._desk_hints(), *TABLE_HINTS, *more]
        hints = [Hint("Arrows", "cursor"), self._enter_hint()]
        if self._suggested is not None and self._picking.held is None:
            hints.append(Hint(FIRST_KEY, self._suggested.text))
        if self._laid is not None:
            name = next((info.name for info in self.session.title.overlays() if info.id == self._laid), self._laid)
            hints.append(Hint("Esc", f"hide {name}", "screen.back"))
        if any(choice.space for choice in self._picking.choices):
            hints.append(Hint("n", "next choice", "screen.next_place(1)"))
        hints += [*self._plan_hint(), *self._desk_hints(), Hint("Tab", "commands", "screen.next_pane(1)")]
        mail = self.mail_hints
        return [*hints, *mail, *TABLE_HINTS, *MORE_HINTS] if self.session.deciding else [*mail, *hints, *TABLE_HINTS]

    def _desk_hints(self) -> list[Hint]:
        """The keys of the enemy's turn, prominent when it has just been, and of the desk."""
        session = self.session
        just = bool(session.newest) and session.enemy_acts(session.newest - 1) is not None
        film = [Hint("t", "enemy turn: step through it", "screen.film")] if just else []
        return [*film, Hint("c", "desk", "screen.desk")] if self._has_desk else film

    def _plan_hint(self) -> list[Hint]:
        """The key of the plan, where something can be planned."""
        plan = self.session.title.planning(self.session.state) if self.session.deciding else None
        return [Hint("p", f"plan {plan}", "screen.plan")] if plan else []

    def _enter_hint(self) -> Hint:
        """What Enter on the map does at the cursor."""
        there = self._picking.meant(self._map.cursor)
        if self._picking.sole_piece(there) is not None:
            return Hint("Enter", f"take {self._label(self._picking.sole_piece(there))} in hand", "screen.pick_here")
        if len(there) == 1:
            return Hint("Enter", there[0].text, "screen.pick_here")
        if there:
            return Hint("Enter", f"{len(there)} choices here", "screen.pick_here")
        if (route := self._picking.routes.get(self._map.cursor or "")) is not None:
            return Hint("Enter", f"go here in {len(route)} steps", "screen.pick_here")
        return Hint("w", "why nothing here?", "screen.why_not")

    # Picking

    def _label(self, unit: str | None) -> str:
        return self.session.labels(self.session.state).get(unit or "", unit or "")

    def take(self, unit: str) -> None:
        """Take a unit, or another piece, in hand."""
        self._picking.take(unit, self._map.cursor)
        self._point_at(unit)
        self._lay()

    def _put_down(self) -> None:
        """Have nothing in hand, and no list of one place."""
        self._picking.release()
        self._picking.routes, self._reach = self._routes_of_group(), None
        self._offer()
        self._lay()
        self._show_hints()

    def _light_goal(self) -> None:
        """With a unit in hand the list follows the cursor."""
        if (goal := self._picking.goes_to(self._map.cursor)) is not None:
            self._decision.light(goal)

    def action_pick_here(self) -> None:
        """Pick what is under the cursor: one command applies, several open the list, a route is walked."""
        if self._barred():
            return
        there = self._picking.meant(self._map.cursor)
        if len(there) == 1 and not there[0].target.aside:
            self.give(there[0].command)
        elif (unit := self._picking.sole_piece(there)) is not None:
            self.take(unit)
        elif there:
            self._picking.only_here = True
            self._offer()
            self._open_pane("decide")
            self._decision.listed.focus()
        elif (route := self._picking.routes.get(self._map.cursor or "")) is not None:
            self.give_series(route)
        elif any(self._lay_hand_on(unit) for unit in self._own_units_here()[:1]):
            self.action_pick_here()
        else:
            self.action_why_not()

    def _own_units_here(self) -> list[str]:
        """Units under the cursor of the side that decides."""
        here = self.session.pieces(self.session.state).spaces.get(self._map.cursor or "")
        return [counter.unit for counter in here.counters if counter.side == self.session.side] if here else []

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
        self._picking.release(keep=self._picking.held)
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
        self._show.seen_before = True
        self._played()

    def _go_on(self, since: int) -> None:
        """Show what the commands since a journal entry have brought: first the battles that they ended."""
        self._show.follow(self.session.battles_gone(since) if self._settings.battles == "step" else [])
        self._played()

    def _refuse(self, words: Content) -> None:
        line = self._line
        if line.has_class("-open"):
            line.refuse(words)
        else:
            self._bar.notice(words, bad=True)

    def _played(self) -> None:
        """After the game went on: show it, dice first."""
        panel = self._battle
        self._show_battle()
        while self._show.waits and not panel.hidden:
            self._show.next()
            self._show_battle()
        if panel.hidden:
            # The dice come first: the rest of the table would give their result away.
            pane = self._decision
            pane.ask(Content.styled(OVER if panel.is_read else COVERED, "bold"), None)
            pane.offer([])
            self._strip.leave_film()
            if panel.battle is not None and panel.battle.space in self._names:
                self._map.go_to(panel.battle.space)
            panel.focus()
            self._show_hints()
        else:
            self._show_played()
        self._tell_trouble()
        self._tell_record()

    def _show_played(self) -> None:
        side, passage = self.session.side, self._handover.follow(self.session)
        self._map.focus()
        if self.has_class(f"-{self._pane}"):
            self._open_pane("decide")
        self._show_all()
        if passage.passed and side is not None and self._handover.awaited is None:
            self._banner.flash(self._passed_to(side), self._color(side))
        else:
            self._banner.hush()
        # A player who has just picked a unit keeps the cursor where it is; another player, or a battle, gets it.
        if passage.begun or self._battle.battle is not None:
            self._seek_decision()
        else:
            self._follow_hand()
            if passage.deeper and self._picking.held is None and not self._picking.concerned(self._map.cursor):
                self._seek_decision()
        self._seek_list()
        self._tell_mail()

    def _follow_hand(self) -> None:
        """The cursor goes with a unit that stays in hand; from one that is done back to where it was taken up."""
        mine = self._picking
        if mine.taken_from is None:
            return
        if mine.held is not None:
            space = self.session.units_in(self.session.state).get(mine.held)
        else:
            space, mine.taken_from = mine.taken_from, None
            if mine.concerned(self._map.cursor) or not any(choice.space == space for choice in mine.choices):
                return
        if space is not None and space != self._map.cursor:
            self._map.go_to(space)

    def _seek_decision(self) -> None:
        """Bring the cursor to the decision: to a battle, or to the nearest place where something can be decided."""
        places = self._picking.places()
        battle = self._battle.battle
        if battle is not None and not battle.finished and not self._picking.is_about_ways():
            # Once dice are thrown the question may be about units that fight from other places.
            places = [battle.space] if not battle.rolls or battle.space in places else places or [battle.space]
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
        if self._picking.choices and not any(choice.space for choice in self._picking.choices):
            self._open_pane("decide")
            self._decision.listed.focus()

    def _busy(self) -> bool:
        """Whether dice are still covered: then nothing else is decided."""
        if self._battle.hidden:
            self._battle.focus()
            self.action_dice_first()
            return True
        return False

    def _barred(self) -> bool:
        """Whether nothing can be decided yet: dice are covered, or the other side has not taken over."""
        if self._busy():
            return True
        if self._handover.awaited is not None:
            self._bar.notice(f"The {side_words(self._handover.awaited)} player decides now: Space takes over")
            return True
        return False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While nothing waits, Space belongs to what is typed in and to the log, which folds with it."""
        if action != "go_on" or self._battle.hidden or self._handover.awaited:
            return True
        return not isinstance(self.focused, Input | LogPane)

    def action_dice_first(self) -> None:
        """What to do about dice that are covered, or a battle that has ended."""
        self._bar.notice(OVER if self._battle.is_read else "The dice come first: Space uncovers the next, End all")

    def action_go_on(self) -> None:
        """Space: the next die; then the side that decides takes over. It never decides anything itself."""
        if self.session.viewed is not None:
            self._bar.notice("Space does nothing in the past; ] goes forward")
        elif self._battle.hidden:
            self._battle.action_next()
        elif self._handover.awaited is not None:
            self._take_over()
        else:
            self._bar.notice("Nothing is waiting: Enter or the keys in the list decide")

    def _take_over(self) -> None:
        """The side that has to decide has come to the keys."""
        self._handover.awaited = None
        self._show_banner()
        self._ask()
        self._offer()
        self._show_hints()
        self._seek_list()

    # Messages

    @on(MapWidget.Moved)
    def _moved(self, event: MapWidget.Moved) -> None:
        held = self._picking.held
        self._picking.release(keep=held)
        self._reach = self._reach if held else None
        self._offer()
        self._show_hints()
        self._hover = None
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
        goes_there = self._picking.goes_to(self._map.cursor) is not None
        self._picking.unit = self._picking.unit if goes_there else None
        if goes_there or not (self._picking.is_asked_about(event.unit) or self._lay_hand_on(event.unit)):
            self.action_pick_here()  # What is in hand goes there, whoever stands there.
            return
        if in_hands(self._picking.choices, event.unit):
            self.take(event.unit)
            if len(self._picking.concerned(self._map.cursor)) > 1:
                return
        self._point_at(event.unit)
        self.action_pick_here()

    def _lay_hand_on(self, unit: str) -> bool:
        """Leave what is in hand where it stands for another unit of the same side; whether that can be taken up."""
        here = self._map.cursor
        if self._barred() or any(choice.space == here for choice in self._picking.choices):
            return False
        if unit not in self._own_units_here():
            return False
        return self._leave_in_place() and self._picking.is_asked_about(unit)

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
        self._picking.release()
        self._picking.taken_from = None
        self._go_on(min(since, self.session.newest))
        if here is not None:
            self._map.go_to(here)
        self._bar.notice(words)
        return True

    @on(MapWidget.Hovered)
    def _hovered(self, event: MapWidget.Hovered) -> None:
        self._hover = event.space
        self._look_soon()

    @on(DecisionPane.Chosen)
    def _chosen(self, event: DecisionPane.Chosen) -> None:
        self.give(event.choice.command)

    @on(DecisionPane.Taken)
    def _piece_taken(self, event: DecisionPane.Taken) -> None:
        self.take(event.unit)

    @on(DecisionPane.Opened)
    def _group_opened(self, event: DecisionPane.Opened) -> None:
        self._picking.group = event.group
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
        if self._reach is not None:
            self._reach = None
            self._lay()

    def _consider(self, choice: Choice | None, unit: str | None) -> None:
        # While dice are covered the game has gone on from what the list was about.
        if not self._battle.hidden and (choice is None or choice in self._picking.choices):
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
        self._reach = reach if reach is not None and reach.highlights else None
        if self._picking.held is not None and unit == self._picking.held:
            self._picking.routes = {space: way for space, way in routes.items() if space not in self._picking.goals()}
        self._lay()
        self._show_hints()

    @on(BattlePanel.Over)
    def _battle_is_over(self) -> None:
        self._decision.ask(Content.styled(OVER, "bold"), None)
        self._show_hints()

    @on(BattlePanel.Done)
    def _dice_seen(self) -> None:
        panel = self._battle
        self.remove_class("-covered")
        if panel.battle is not None and panel.battle.finished:
            panel.show(None, sides_of(self.session.title))
        if self._show.waits:
            self._show.next()
            self._played()
            return
        self._map.focus()
        self._show_played()

    def _ends_in_haste(self, choice: Choice) -> bool:
        """Whether a phase has begun so shortly before it is ended that the key was likely meant for the last one."""
        if choice.notation != "end" or not self._handover.in_haste:
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

    def _taken_back(self) -> None:
        self._picking.release()
        # The dice of what stands have been seen before.
        self._show.seen_before = True
        self._handover.settle(self.session)

    # Going about

    def action_back(self) -> None:
        """Esc: out of whatever is open, back to the map, back to the present."""
        line = self._line
        if line.has_class("-open"):
            line.action_close()
        elif self._picking.only_here or self._picking.unit:
            self._map.focus()
            self._put_down()
        elif self._picking.group is not None:
            self._put_down()
        elif self.session.viewed is not None and not self.session.replayed:
            self.action_look_end()
        elif not self._map.has_focus:
            self._map.focus()
        elif self._overview.has_class("-shown"):
            self.action_overview()
        elif self._laid is not None:
            self._laid = None
            self._lay()
            self._show_hints()
        elif not self._battle.hidden and self._handover.awaited is None and self._leave_in_place():
            pass
        else:
            how = "q leaves the replay" if self.session.replayed else "u takes a command back, q leaves the game"
            self._bar.notice(f"Esc: you are at the map already; {how}")

    def action_next_place(self, by: int) -> None:
        """To the next place on the map with something to decide."""
        places = self._picking.goals() or self._picking.places()
        if not places:
            self._bar.notice("Nothing on the map can be picked now")
            return
        here = self._map.cursor
        in_turn = places[(places.index(here) + by) % len(places)] if here in places else None
        self._map.go_to(in_turn or self._map.nearest(places))
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
        places = self.session.units_in(self.session.state)
        items += [
            Item(f"{UNIT}{unit}", self._label(unit), self._names.get(space, space)) for unit, space in places.items()
        ]
        return items

    def went(self, picked: str | None) -> None:
        """Go to a place or unit that was picked."""
        if picked is None:
            return
        self._map.focus()
        unit = picked.removeprefix(UNIT) if picked.startswith(UNIT) else None
        space = self.session.units_in(self.session.state).get(unit) if unit else picked
        if space is not None:
            self._map.go_to(space)
        if unit is not None:
            self.call_after_refresh(self._point_at, unit)

    def _point_at(self, unit: str) -> None:
        """Let the list and the unit pane be about one unit of the stack."""
        self._picking.unit = unit
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
        self.app.push_screen(PickScreen("Show on the map", items, now=self._laid or ""), self.lay_overlay)

    def lay_overlay(self, overlay: str | None) -> None:
        """Lay an overlay over the map, the one of decisions if it has no name; say what its marks mean."""
        if overlay is not None:
            self._laid = overlay or None
            self._lay()
            self._show_hints()
            self._tell_legend()

    def _tell_legend(self) -> None:
        """What the marks of the overlay mean, until the next key."""
        info = next((info for info in self.session.title.overlays() if info.id == self._laid), None)
        if info is not None and info.legend:
            marks = self._map.glyphs.highlights
            self._bar.notice("   ".join(f"{marks[kind]} {words}" for kind, words in info.legend))

    def action_commands(self) -> None:
        """Everything that can be done or found, by name."""
        open_commands(self, offered(self))

    def action_battle(self) -> None:
        """Show or hide the battle."""
        panel = self._battle
        if panel.battle is None:
            self._show_battle()
            if panel.battle is None:
                self._bar.notice("There is no battle now; [ steps back to earlier ones")
            return
        if not self._busy():
            panel.toggle_class("-shown")

    def action_plan(self) -> None:
        """Plan before anything is paid."""
        session = self.session
        if self._barred():
            return
        if not session.deciding or session.title.planning(session.state) is None:
            self._bar.notice("There is nothing to plan now")
            return
        phase = (session.title.turn(session.state), session.side)
        if self._planned[0] != phase:
            self._planned = (phase, {})
        self.app.push_screen(PlanScreen(session, self._planned[1]), self._pay)

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
        if spaces := self._places_on_view():
            self._map.go_to(spaces[-1])

    def action_desk(self) -> None:
        """Points, forces by area, enemy activity, arrivals, objectives."""
        desk = self.session.title.desk(self.session.state)
        if desk is None:
            self._bar.notice("This game has no commander's desk")
        elif not self._busy():
            self.app.push_screen(DeskScreen(desk, sides_of(self.session.title)), self.went)

    def action_battle_next(self) -> None:
        """Uncover the next roll."""
        self._battle.action_next()

    # Asking

    def action_why_not(self) -> None:
        """Why what is under the cursor cannot be picked, with the rule."""
        space = self._map.cursor
        unit, held = self._picking.unit, self._picking.held
        target = Target(unit=unit) if unit else Target(space=space)
        if held is not None and self.session.units_in(self.session.state).get(held) != space:
            target = Target(unit=held, to=space)
        refusal = self.session.why_not(target)
        name = self._label(self._picking.unit) or self._names.get(space or "", space or "this")
        if refusal is None:
            count = len(self._picking.concerned(self._map.cursor))
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
            self._line.open(self._picking.choices)

    @property
    def choices(self) -> list[Choice]:
        """The commands that are legal now."""
        return self._picking.choices

    def place_name(self, space: str | None) -> str:
        """Number and name of a space; empty for none."""
        return self._names.get(space, space) if space else ""
