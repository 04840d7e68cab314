"""A game by mail at the table: a session in which one player decides, and his letters carry the decisions."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from wargame_tui.board.moments import told
from wargame_tui.board.title import Battle, Target
from wargame_tui.core.command import Command
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import Prompt, Refusal
from wargame_tui.mail import declared
from wargame_tui.mail.ahead import Ahead, Position
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.tui.film import Film, Place
from wargame_tui.tui.post_office import PostOffice, can_take_back, other_player
from wargame_tui.tui.session import Given, Session
from wargame_tui.tui.table.rolls import Rolls

MOST_TOLD = 6
"""Declared commands that are told beside the map; the letter has them all."""
CASE_KEY = "Ctrl+D"
"""The key that leaves open what may be asked before the phase goes on behind declared dice, and goes back to it."""


class InBox:
    """Keeps a game in the letter box: after every command, so that leaving it adds nothing."""

    def __init__(self, box: Box, case: Case) -> None:
        self._box, self._case = box, case

    def keep(self, game: Game) -> None:
        """Write the game into the box. Raises CannotSave."""
        self._box.keep(self._case)

    def close(self, game: Game) -> None:
        """The same. Raises CannotSave."""
        self.keep(game)


class _LetterFilm(Film):
    """The scenes of a game by mail: what letters have brought is played as a film."""

    def __init__(self, session: "MailSession", start: int | None) -> None:
        """`start` is the first line of the journal that a letter just opened has brought."""
        super().__init__(session)
        self._session, self._start = session, start

    @property
    def last_letter(self) -> int:
        """The journal entry with which the other player's last letter began."""
        letters, mine = self._session.mail.letters, self._session.mail.side
        theirs = next((n for n in range(len(letters) - 1, -1, -1) if letters[n].side != mine), None)
        return letters[theirs - 1].seq if theirs else 0

    def news(self) -> Place | None:
        """What the letter has brought; None if no letter was opened, or it brought nothing."""
        return None if self._start is None else self._from(self._start)

    def enemy_turn(self) -> Place | None:
        """The other player's last letter."""
        return self._from(self.last_letter) if self._session.mail.letters else None

    def _from(self, entry: int) -> Place | None:
        session = self._session
        first = next((number for number in range(entry, session.newest) if not session.is_seed(number)), None)
        return None if first is None else (first, 0)


class MailSession(Session):
    """One player's side of a game by mail: sees what he may see, decides what is his, declares what needs the other."""

    by_mail: ClassVar[bool] = True
    no_branch: str | None = "A game by mail has no branches: no trying things out on a copy"
    remedy: ClassVar[str] = "The game goes on in memory; once there is room, the next command saves it."

    def __init__(self, office: PostOffice, case: Case, start: int | None = None) -> None:
        """`start` is the first line of the journal that a letter just opened has brought.

        Raises NotNow if no letter has begun the game yet.
        """
        super().__init__(case.mail.table, keeper=InBox(office.box, case))
        self.ahead = Ahead(case.mail, cases_first=True)
        self.office, self.box, self.case = office, office.box, case
        case.unseen = None
        self.viewer, self.name = case.mail.side, case.name
        self._begun = True
        self.notes.read(self.folder, self.name)
        self.film = film = _LetterFilm(self, start)
        since = self.game.entries[film.last_letter if start is None else start :]
        self.last = tuple(self.seen([event for entry in since for event in entry.events]))
        self.look_ahead()

    ahead: Ahead | None = None
    """What can be declared behind dice that the letter asks for; None in a live game, where they roll at once."""

    @property
    def folder(self) -> Path:
        """The letter box."""
        return self.box.folder

    @property
    def mail(self) -> Correspondence:
        """The correspondence."""
        return self.case.mail

    @property
    def newest(self) -> int:
        """Journal entries played; without the one that stands in for a veiled decision."""
        if self.position is not None:
            return len(self.game.entries)
        return len(self.mail.game.entries) if self.mail.game else 0

    @property
    def position(self) -> Position | None:
        """The decision behind the dice at which the table stands; None if it shows the game as it is."""
        return self.ahead.position if self.ahead is not None else None

    def look_ahead(self) -> None:
        """Show where the phase goes on behind declared dice, by conduct and declarations as they are now."""
        if self.ahead is not None:
            self.ahead.look()
            self._lay()

    def _lay(self) -> None:
        """Show the game as it is, or the decision behind declared dice."""
        self.game = self.position.game if self.position is not None else self.mail.table

    def turn_to_case(self) -> bool:
        """Leave a case open and show the next one or where the phase goes on, from there the first one.

        Whether there are any.
        """
        if self.ahead is None or not self.ahead.cases or not self.ahead.is_fresh:
            return False
        self.ahead.turn()
        self._lay()
        return True

    @property
    def is_behind(self) -> bool:
        """Whether a letter of mine has taken the game back since this table was laid."""
        return self.mail.game is not None and self.newest < len(self.game.entries) and not self.mail.my_turn

    @property
    def deciding(self) -> bool:
        """Whether a decision is asked of this player now."""
        return super().deciding and (self.mail.may_decide or self.position is not None)

    # What is asked

    @property
    def prompt(self) -> Prompt:
        """What is asked, or what is to be done with the letter."""
        asked = super().prompt
        if self.viewed is not None or self.game.over is not None:
            return asked
        if self.deciding and self.position is not None:
            return replace(asked, text=self._ask_ahead(asked.text))
        if self.deciding:
            return replace(asked, text=f"{self.what_now} Or declare more: {asked.text}") if self.mail.pending else asked
        return Prompt(self.what_now)

    def _ask_ahead(self, question: str) -> str:
        """What is asked behind declared dice, and what that means."""
        assert self.ahead is not None
        position = self.ahead.position
        assert position is not None
        if position.is_case:
            way_on = f"{CASE_KEY} leaves it open" if len(self.ahead.positions) > 1 else "m sends without it"
            return f"If it comes to this{f' ({way_on})' * self.ahead.is_fresh}: {question}"
        if not self.ahead.is_fresh:
            return question
        cases = "; ".join(case.words for case in self.ahead.cases)
        waits = f"{CASE_KEY}, else the rest waits: {cases}. " if cases else ""
        return f"Declared. {waits}As if little came of it (m sends): {question}"

    @property
    def what_now(self) -> str:
        """What there is to do while nothing can be decided, in a sentence."""
        mail = self.mail
        if mail.is_asked and mail.granted is None:
            return f"{other_player(mail)} asks to take something back: m, then t says yes or no."
        if mail.ready:
            ready = "Your letter is ready: m sends it, u takes back."
            return f"{self.declared} {ready if can_take_back(mail) else 'Your letter is ready: m sends it.'}".strip()
        if mail.settled:
            return "The game is over, and both players know it."
        return f"{self.declared} You are waiting for a letter from {other_player(mail)}: m, then o opens it.".strip()

    @property
    def declared(self) -> str:
        """What the letter leaves to be rolled or shown later, in a sentence; empty if nothing."""
        mail = self.mail
        texts = self._declarations
        if mail.veiled:
            return f"Veiled until the other decision is made: {self._words([mail.veiled])}."
        if not texts:
            return ""
        if self._is_answer_to_veil:
            return f"To be shown together with the other decision: {self._words(texts)}."
        return f"Declared, rolled when {other_player(mail)} opens your letter: {self._words(texts)}."

    @property
    def _declarations(self) -> Sequence[str]:
        """The commands that my letter, or the last one I sent, leaves to be carried out."""
        mail = self.mail
        return mail.pending if mail.my_turn else mail.letters[-1].pending if mail.letters else []

    @property
    def _is_answer_to_veil(self) -> bool:
        """Whether what I declare, or declared last, answers a veiled decision."""
        letters = self.mail.letters
        before = letters if self.mail.my_turn else letters[:-1]
        return bool(before) and before[-1].veil is not None

    def _words(self, texts: Sequence[str]) -> str:
        told = declared.words(self.mail.table, texts)
        more = len(told) - MOST_TOLD
        return "; ".join(told[:MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")

    def battle(self) -> Battle | None:
        """The battle on view; what is only declared has rolled nothing, so that one over before it stays over."""
        ahead = self.ahead if self.viewed is None else None
        if ahead is not None and ahead.position is not None and (ahead.position.is_case or ahead.is_fresh):
            return None  # The position owes to dice that did not fall: only what is declared at it is a battle.
        battle = super().battle()
        over = battle is not None and battle.finished and self.viewed is None
        return None if over and self._declarations else battle

    def _fought(self, state: Any, told: Sequence[Event]) -> Battle | None:
        """The battle being fought in a state; behind declared dice none that they have not fought yet."""
        return super()._fought(state, told) if self.position is None else None

    def acts_gone(self, since: int) -> list[Battle | Rolls]:
        """Battles and other dice since a journal entry; what is declared has brought none."""
        return [] if self.mail.pending else super().acts_gone(since)

    def words_of_last(self) -> str:
        """What would be undone next, in words."""
        if not self.mail.pending or self.viewed is not None:
            return super().words_of_last()
        return declared.words(self.mail.table, self.mail.pending)[-1]

    def why_not(self, target: Target) -> Refusal | None:
        """Why something on the table cannot be picked now; None if it can."""
        if self.viewed is None and not self.deciding:
            return Refusal(self.what_now)
        return super().why_not(target)

    # Deciding

    def _carry_out(self, given: Command | str) -> tuple[Event, ...]:
        if self.ahead is not None and self.position is not None:
            events = self.ahead.give(given)
            self._lay()
        else:
            events = self.mail.apply(given)
            self.look_ahead()
        return events

    def _take_back(self, *, agreed: bool) -> str:
        mail = self.mail
        text = mail.veiled or (mail.pending or [""])[-1] or (self.game.entries[-1].text if self.newest else "")
        if self.ahead is None:
            mail.undo()
        else:
            self.ahead.back()
        self._lay()
        return text

    @property
    def given(self) -> Given | None:
        """The last commands, if they were meant as one; behind declared dice they are taken back one by one."""
        return self._at_hand(super().given)

    @property
    def attack(self) -> Given | None:
        """The attack that was declared as one and has not been left to dice."""
        return self._at_hand(super().attack)

    def _at_hand(self, given: Given | None) -> Given | None:
        """What was given where the table stands now; None if declared dice came in between."""
        if given is None or self.position is None or self.mail.game is None:
            return given
        return given if given.since > len(self.mail.game.entries) else None

    @property
    def undo_question(self) -> str | None:
        """Asked before dice are taken back that the player has seen: only he knows."""
        game, mail = self.game, self.mail
        if self.viewed is not None or mail.pending or mail.veiled or self.newest <= mail.base:
            return None
        if game.states[-1].dice.count == game.states[-2].dice.count:
            return None
        return (
            f"Undo this? {told(game, len(game.entries) - 1, self.viewer)}\n"
            "Dice have been rolled since, and you have seen them.\n"
            f"{other_player(mail)} will not know that you took them back: agree with him first."
        )

    def save(self, name: str, *, over: bool = False) -> None:
        """Games by mail lie in the letter box only. Raises CannotSave."""
        raise CannotSave("a game by mail lies in your letter box, kept after every command; it has no other saves")

    # Time

    def look(self, at: int) -> None:
        """Show the table as it was after `at` journal entries, or the next one, on the way there, that shows anything.

        At the newest it is the present again.
        """
        way = 1 if at > self.at else -1
        while 0 < at < self.newest and self.is_seed(at - 1):
            at += way
        super().look(at)
