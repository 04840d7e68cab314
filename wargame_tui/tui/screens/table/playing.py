"""Playing: commands are carried out, what they bring is shown, dice first, and the other side takes over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from textual.content import Content

from wargame_tui.board.conduct import Order, told
from wargame_tui.board.phrases import side_words
from wargame_tui.core.command import Command
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.core.title import Odds
from wargame_tui.tui.screens.ask import ConfirmScreen
from wargame_tui.tui.screens.pick import Item, PickScreen
from wargame_tui.tui.screens.plan import PlanScreen
from wargame_tui.tui.screens.table.by_mail import ByMail
from wargame_tui.tui.screens.table.cursor import Cursor
from wargame_tui.tui.screens.table.films import Films
from wargame_tui.tui.screens.table.panes import DECIDE
from wargame_tui.tui.screens.table.the_end import TheEnd
from wargame_tui.tui.screens.table.thinking import Thinking
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.session import LookingBack
from wargame_tui.tui.standing import Fitting, Idle
from wargame_tui.tui.table.handover import HASTE
from wargame_tui.tui.table.telling import ACCEPT_KEY, STANDING_KEY, passed_to
from wargame_tui.tui.widgets.odds_pane import in_words, odds_text
from wargame_tui.tui.words import cited, linked

ODDS_WIDTH = 56
"""Columns of the odds in a question."""


class Playing:
    """Gives commands to the game, and shows what they have brought."""

    def __init__(
        self, view: View, cursor: Cursor, films: Films, mail: ByMail, the_end: TheEnd, thinking: Thinking
    ) -> None:
        self._view, self._sitting, self._session = view, view.sitting, view.session
        self._cursor, self._films, self._mail, self._the_end = cursor, films, mail, the_end
        self._thinking = thinking
        thinking.shown, thinking.changed = self._show_programs, self._show_played
        self.advised: Callable[[], bool] = lambda: False
        """Hurries a hint; whether one is being sought."""
        self._spaced = -HASTE
        """When Space last did what waited for it, or a battle was seen."""
        self._told = 0
        """The journal entries of which everything has been seen."""
        self._arrived = 0
        """The journal entry up to which counters have been seen to go their ways, beside an outcome that is read."""

    # Commands

    def give(self, command: Command | str) -> None:
        """Carry out a command, or say why not; one that would set dice off, though it only adds, is asked about."""
        commitment = None if isinstance(command, str) or self._view.barred() else self._session.commitment(command)
        proposed = self._sitting.selecting.answer
        # The line of the key that commits says itself what it does.
        if commitment is None or (proposed is not None and proposed.commands == (command,)):
            self.give_series([command])
            return
        odds = in_words(commitment.odds, self._session.title.spoken) if commitment.odds else Odds()
        question = Content.assemble(
            ("Nothing more to add. ", "bold"), linked(commitment.words), "\n", odds_text(odds, "", ODDS_WIDTH)
        )
        confirm = ConfirmScreen(question, "commit", "not yet")
        self._view.screen.app.push_screen(confirm, partial(self._committed, command))

    def _committed(self, command: Command | str, agreed: bool | None) -> None:
        if agreed:
            self.give_series([command])

    def give_series(self, commands: Sequence[Command | str]) -> int:
        """Carry out commands in order, or say why not; how many were carried out."""
        return self._carry_out(len(commands), partial(self._session.apply_series, commands))

    def give_gesture(
        self,
        commands: Sequence[Command],
        words: str,
        *,
        attack: bool = False,
        goes_on: bool = False,
        commit: Sequence[Command] = (),
    ) -> int:
        """The same as one, which is taken back as one: see `Session.gesture`."""
        carry_out = partial(
            self._session.gesture, commands, words, attack=attack, goes_on=goes_on, commit=tuple(commit)
        )
        return self._carry_out(len(commands), carry_out)

    def _carry_out(self, count: int, carry_out: Callable[[], tuple[int, Refusal | None]]) -> int:
        if self._view.barred():
            return 0
        before = self._session.newest
        try:
            done, stopped = carry_out()
        except IllegalCommand as error:
            self._view.refuse(self._session.spoken(error.refusal))
            return 0
        except (ForPlayers, LookingBack) as error:
            self._view.refuse(str(error))
            return 0
        self._view.map.grab(held=False)
        # A unit in hand stays there as long as it can go on.
        self._sitting.picking.release(keep=self._sitting.picking.held)
        self._view.line.close()
        film = self._films.since(before)
        if film is not None:
            self._films.open(film, self._film_told)
        else:
            self._go_on(before)
            self._films.summary_since(before)
        if stopped:
            why = cited(stopped.reason, stopped.rule)
            self._view.notice(Content.assemble(f"{done} of {count} commands done, then: ", why), bad=True)
        return done

    def call_off(self) -> bool:
        """Take back the attack that was declared as one and is not committed yet; whether there was one."""
        session = self._session
        since = session.attack_since
        if since is None or self._view.barred():
            return False
        session.take_back(session.newest - since)
        self._sitting.picking.put_aside()
        self._go_on(session.newest)
        self._view.notice("Attack cancelled")
        return True

    @property
    def hasty(self) -> bool:
        """Whether a Space now was likely meant for dice and came once too often."""
        return monotonic() - self._spaced <= HASTE

    def leave_in_place(self) -> bool:
        """Put down what the rules have in hand; whether anything was."""
        view, session = self._view, self._session
        here, since = view.map.cursor, session.newest
        try:
            words = session.put_down()
        except IllegalCommand as error:
            view.refuse(session.spoken(error.refusal))
            return False
        if words is None:
            return False
        self._sitting.picking.put_aside()
        self._go_on(min(since, session.newest))
        if here is not None:
            view.map.go_to(here)
        view.notice(words)
        return True

    def plan(self) -> None:
        """Plan before anything is paid."""
        if self._view.barred():
            return
        if self._sitting.planning is None:
            self._view.notice("Nothing to plan now")
        else:
            self._view.screen.app.push_screen(PlanScreen(self._session, self._sitting.plan()), self._pay)

    def _pay(self, commands: Sequence[Command] | None) -> None:
        if commands:
            self.give_series(commands)

    # What they have brought

    def hurry(self) -> bool:
        """Let the program take the best found so far; whether it was thinking."""
        return self._thinking.hurry() or self.advised()

    def _show_programs(self, since: int) -> None:
        """What the program has done: a turn as a film, or on a page; an answer in the person's turn at the table."""
        film = self._films.since(since)
        if film is not None:
            self._films.open(film, self._programs_told)
        else:
            self._go_on(since)
            self._films.summary_since(since)

    def show_others(self, since: int) -> None:
        """What came over the line, at the table; before a turn of one's own the page that sums up the other's."""
        turn = self._sitting.handover.turn
        self._go_on(since)
        own = self._session.deciding and self._session.turn_of() == self._session.side
        if own and turn != self._session.side and not self._sitting.dice.hidden:
            self._films.summary()

    def _programs_told(self) -> None:
        """After the film of the program's turn: the page that sums it up, and the decision that follows."""
        self._film_told()
        if self._session.turn_of() == self._session.side:
            self._films.summary()

    def _film_told(self) -> None:
        """After the film of what a command has brought: its dice are seen."""
        self._sitting.battles.seen_before = True
        self._told = self._session.newest
        self._played()

    def _go_on(self, since: int) -> None:
        """Show what the commands since a journal entry have brought: first the battles that they ended."""
        step = self._view.settings.battles == "step"
        self._sitting.battles.follow(self._session.acts_gone(since) if step else [])
        self._told = since
        self._played()

    def _played(self) -> None:
        """After the game went on: show it, dice first."""
        self._view.battles()
        if self._sitting.dice.hidden:
            self._show_dice()
        else:
            self._show_played()
        notes = self._sitting.notes
        self._view.tell([*notes.trouble(), *notes.record()])

    def _show_dice(self) -> None:
        """The battle alone: the rest of the table would give the result of its dice away."""
        view = self._view
        view.ask_for_dice()
        view.offer()
        view.strip.leave_film()
        view.strip.show_dice(self._sitting.dice.heading, self._session.title.phase_depth)
        if (place := self._sitting.dice.place) is not None:
            view.field.go_to(place)
        self._show_result()
        view.field.battle.focus()
        view.hints()

    def _show_result(self) -> None:
        """Beside an outcome that is read the table as it is now, unless that would tell of dice that come later."""
        session, sitting = self._session, self._sitting
        if session.viewed is not None or not sitting.dice.is_read or sitting.battles.is_more:
            return
        battle = session.battle()
        if sitting.battles.is_before(battle):
            return
        since = min(max(self._told, self._arrived), session.newest)
        if (battle is None or battle.finished or not battle.rolls) and self._view.result(since):
            self._arrived = session.newest

    def _show_played(self) -> None:
        view, sitting, cursor = self._view, self._sitting, self._cursor
        side, passage = self._session.side, sitting.handover.follow(self._session)
        view.map.focus()
        if view.panes.is_open:
            view.panes.open(DECIDE)
        view.all()
        if self._session.is_programs or self._session.is_live:
            view.banner()
        elif passage.passed and side is not None and sitting.handover.awaited is None:
            view.field.banner.flash(passed_to(self._session, side, back=passage.back), view.color(side))
        else:
            view.field.banner.hush()
        # A player who has just picked a unit keeps the cursor where it is; another player, or a battle, gets it.
        if passage.begun or sitting.dice.battle is not None:
            cursor.seek_decision()
        else:
            cursor.follow_hand()
            if passage.deeper and sitting.picking.held is None and not sitting.picking.concerned(view.map.cursor):
                cursor.seek_decision()
        cursor.seek_list()
        self._tell_standing()
        self._view.stage(min(self._told, self._session.newest), min(self._arrived, self._session.newest))
        self._arrived = 0
        self._told = self._session.newest
        if self._session.game.over is not None:
            self._the_end.tell()
        self._mail.tell()  # Over the story: the letter that ends a game is sent first.
        self._thinking.begin()

    # Dice, and the other side

    def space(self) -> None:
        """The next die; else the map is taken in the hand. It never decides anything itself."""
        self._view.settle()
        if self._session.viewed is not None:
            self._view.notice("You are looking back; ] goes forward")
        elif self.waits_for_space:
            self._spaced = monotonic()
            self._view.field.battle.action_next()
        else:
            self._pan()

    def _pan(self) -> None:
        """Take the map in the hand or let it go; not by a Space that was meant for dice and came once too often."""
        if self.hasty or self._sitting.dice.battle is not None:
            self._view.notice("No dice to uncover: Enter or the listed keys decide; Shift+Arrows scroll the map")
            return
        map_ = self._view.map
        map_.focus()
        map_.grab(held=not map_.grabbed)

    @property
    def waits_for_space(self) -> bool:
        """Whether dice are covered."""
        return bool(self._sitting.dice.hidden)

    def leave_read(self) -> bool:
        """Leave what has been read, as Space does; whether nothing is left to be seen before the next decision."""
        dice = self._sitting.dice
        if dice.hidden and dice.is_read:
            dice.next()
            self.dice_seen()
        return not dice.hidden

    def take_over(self) -> None:
        """The side that has to decide has come to the keys; before its turn it sees what the other one has done."""
        view, handover = self._view, self._sitting.handover
        if handover.awaited is None or view.busy() or view.in_passing():
            return
        handover.open(self._session)
        view.all()
        self._cursor.seek_list()
        if handover.is_gate:
            self._films.summary()

    # Standing answers

    def stand(self) -> None:
        """The same answer to a short question for the rest of the turn; or from now on ask again."""
        view, session = self._view, self._session
        if view.barred():
            return
        letters = self._sitting.letters
        between = letters.takes_orders if letters is not None else self._sitting.handover.is_between
        fitting = session.standing.fitting(session.game) if between else []
        if len(fitting) == 1:
            self._stand(fitting[0].order)
        elif fitting:
            items = [Item(str(number), said.words) for number, said in enumerate(fitting)]
            screen = PickScreen("The same answer for the rest of this turn", items)
            view.screen.app.push_screen(screen, partial(self._picked, fitting))
        elif session.standing.holds(session.game) or (letters is not None and letters.revoke()):
            session.standing.revoke()
            view.notice("Standing answers cancelled: you are asked again")
        else:
            view.notice(f"{STANDING_KEY} repeats the answer to a short question; no such question is asked now")

    def accept_on(self) -> None:
        """Take what is proposed, and what is proposed to the same side in the rest of the battle, up to its dice."""
        view, session, proposed = self._view, self._session, self._sitting.selecting.answer
        if view.barred():
            return
        battle = session.battle()
        if session.by_mail or session.is_live:
            view.notice("By letter and in a live game Ctrl+A says how a side answers")
        elif proposed is None or battle is None or battle.finished:
            view.notice(f"{ACCEPT_KEY} takes what is proposed for the rest of a battle; nothing is proposed now")
        else:
            session.standing.trust(session.game)
            self.give_gesture(proposed.commands, proposed.words)

    def _picked(self, fitting: Sequence[Fitting], picked: str | None) -> None:
        if picked is not None:
            self._stand(fitting[int(picked)].order)

    def _stand(self, order: Order) -> None:
        command, letters = self._session.answered_by(order), self._sitting.letters
        if letters is not None:
            letters.order_for_this_turn(order)
        else:
            self._session.standing.give(self._session.game, order)
        self.give_series([command])
        if letters is not None:
            self._view.notice(f"Conduct for this turn, with your letter: {told(order)}. Ctrl+A shows it")

    def _tell_standing(self) -> None:
        """What was answered as it had been said before."""
        news = self._session.standing.news()
        said = "; ".join(dict.fromkeys(each.said for each in news if not isinstance(each, Idle)))
        if said:
            self._view.notice(
                f"Standing answer of the {side_words(news[-1].side)} player: {said}. {STANDING_KEY} asks again"
            )
        elif news:
            self._view.notice(f"{'; '.join(each.said for each in news)}: no other answer would help")

    def outcome(self) -> None:
        """All dice of a battle are seen, and its outcome is to be read."""
        self._view.ask_for_dice()
        self._show_result()
        self._view.hints()

    def dice_seen(self) -> None:
        """Go on after a battle: with the next that has ended, or with what is decided now."""
        self._spaced = monotonic()
        dice = self._sitting.dice
        if dice.stays:
            dice.lay(None)
        self._view.draw_battle()
        if self._sitting.battles.waits:
            self._sitting.battles.next()
            self._played()
            return
        self._view.map.focus()
        self._show_played()

    def show_battle(self) -> None:
        """Show or hide the battle."""
        view, dice = self._view, self._sitting.dice
        if dice.battle is None:
            self._sitting.battles.recall()
            view.battle()
            if dice.battle is None:
                view.notice("There is no battle now; [ steps back to earlier ones")
        elif not view.busy():
            view.field.battle.turn_over()
