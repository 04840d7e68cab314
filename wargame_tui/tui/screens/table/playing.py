"""Playing: commands are carried out, what they bring is shown, dice first, and the other side takes over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import monotonic

from textual.content import Content

from wargame_tui.core.command import Command
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.step import IllegalCommand
from wargame_tui.core.title import Odds
from wargame_tui.tui.screens.ask import ConfirmScreen
from wargame_tui.tui.screens.plan import PlanScreen
from wargame_tui.tui.screens.table.by_mail import ByMail
from wargame_tui.tui.screens.table.cursor import Cursor
from wargame_tui.tui.screens.table.films import Films
from wargame_tui.tui.screens.table.panes import DECIDE
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.session import LookingBack
from wargame_tui.tui.table.handover import HASTE
from wargame_tui.tui.table.telling import passed_to
from wargame_tui.tui.widgets.odds_pane import in_words, odds_text
from wargame_tui.tui.words import cited, linked

ODDS_WIDTH = 56
"""Columns of the odds in a question."""


class Playing:
    """Gives commands to the game, and shows what they have brought."""

    def __init__(self, view: View, cursor: Cursor, films: Films, mail: ByMail) -> None:
        self._view, self._sitting, self._session = view, view.sitting, view.session
        self._cursor, self._films, self._mail = cursor, films, mail
        self._spaced = -HASTE
        """When Space last did what waited for it, or a battle was seen."""

    # Commands

    def give(self, command: Command | str) -> None:
        """Carry out a command, or say why not; one that would set dice off, though it only adds, is asked about."""
        commitment = None if isinstance(command, str) or self._view.barred() else self._session.commitment(command)
        if commitment is None:
            self.give_series([command])
            return
        odds = in_words(commitment.odds, self._session.title.spoken) if commitment.odds else Odds()
        question = Content.assemble(
            ("Nothing else can be added. ", "bold"), linked(commitment.words), "\n", odds_text(odds, "", ODDS_WIDTH)
        )
        confirm = ConfirmScreen(question, "commit", "not yet")
        self._view.screen.app.push_screen(confirm, partial(self._committed, command))

    def _committed(self, command: Command | str, agreed: bool | None) -> None:
        if agreed:
            self.give_series([command])

    def give_series(self, commands: Sequence[Command | str]) -> int:
        """Carry out commands in order, or say why not; how many were carried out."""
        if self._view.barred():
            return 0
        before = self._session.newest
        try:
            done, stopped = self._session.apply_series(commands)
        except IllegalCommand as error:
            self._view.refuse(self._session.spoken(error.refusal))
            return 0
        except (ForPlayers, LookingBack) as error:
            self._view.refuse(str(error))
            return 0
        # A unit in hand stays there as long as it can go on.
        self._sitting.picking.release(keep=self._sitting.picking.held)
        self._view.line.close()
        film = self._films.since(before)
        if film is not None:
            self._films.open(film, self._film_told)
        else:
            self._go_on(before)
        if stopped:
            why = cited(stopped.reason, stopped.rule)
            self._view.notice(Content.assemble(f"Stopped after {done} of {len(commands)} commands: ", why), bad=True)
        return done

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
            self._view.notice("There is nothing to plan now")
        else:
            self._view.screen.app.push_screen(PlanScreen(self._session, self._sitting.plan()), self._pay)

    def _pay(self, commands: Sequence[Command] | None) -> None:
        if commands:
            self.give_series(commands)

    # What they have brought

    def _film_told(self) -> None:
        """After the film of what a command has brought: its dice are seen."""
        self._sitting.battles.seen_before = True
        self._played()

    def _go_on(self, since: int) -> None:
        """Show what the commands since a journal entry have brought: first the battles that they ended."""
        step = self._view.settings.battles == "step"
        self._sitting.battles.follow(self._session.battles_gone(since) if step else [])
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
        view, battle = self._view, self._sitting.dice.battle
        view.ask_for_dice()
        view.offer()
        view.strip.leave_film()
        if battle is not None:
            view.field.go_to(battle.space)
        view.field.battle.focus()
        view.hints()

    def _show_played(self) -> None:
        view, sitting, cursor = self._view, self._sitting, self._cursor
        side, passage = self._session.side, sitting.handover.follow(self._session)
        view.map.focus()
        if view.panes.is_open:
            view.panes.open(DECIDE)
        view.all()
        if passage.passed and side is not None and sitting.handover.awaited is None:
            view.field.banner.flash(passed_to(self._session, side), view.color(side))
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
        self._mail.tell()

    # Dice, and the other side

    def space(self) -> None:
        """The next die; then the side that decides takes over. It never decides anything itself."""
        if self._session.viewed is not None:
            self._view.notice("Space does nothing in the past; ] goes forward")
        elif self.waits_for_space:
            self._spaced = monotonic()
            if self._sitting.dice.hidden:
                self._view.field.battle.action_next()
            else:
                self._take_over()
        else:
            self._pan()

    def _pan(self) -> None:
        """Take the map in the hand or let it go; not by a Space that was meant for dice and came once too often."""
        if monotonic() - self._spaced <= HASTE:
            self._view.notice("Nothing is waiting: Enter or the keys in the list decide; Space pans the map")
            return
        map_ = self._view.map
        map_.focus()
        map_.grab(held=not map_.grabbed)

    @property
    def waits_for_space(self) -> bool:
        """Whether dice are covered, or a side has not taken over."""
        return bool(self._sitting.dice.hidden or self._sitting.handover.awaited)

    def _take_over(self) -> None:
        """The side that has to decide has come to the keys."""
        self._sitting.handover.awaited = None
        self._view.banner()
        self._view.ask()
        self._view.offer()
        self._view.hints()
        self._cursor.seek_list()

    def outcome(self) -> None:
        """All dice of a battle are seen, and its outcome is to be read."""
        self._view.ask_for_dice()
        self._view.hints()

    def dice_seen(self) -> None:
        """Go on after a battle: with the next that has ended, or with what is decided now."""
        self._spaced = monotonic()
        dice = self._sitting.dice
        if dice.battle is not None and dice.battle.finished:
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
            view.battle()
            if dice.battle is None:
                view.notice("There is no battle now; [ steps back to earlier ones")
        elif not view.busy():
            view.field.battle.toggle_class("-shown")
