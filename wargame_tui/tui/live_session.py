"""A live game at the table: a player's decisions go over the line at once, the other's come in as he makes them."""

from dataclasses import replace
from typing import ClassVar, Protocol

from wargame_tui.board.moments import told
from wargame_tui.board.phrases import side_words
from wargame_tui.core.command import Command
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.event import Event
from wargame_tui.core.game import OPENING, Frame
from wargame_tui.core.step import Prompt
from wargame_tui.live.exchange import Exchange
from wargame_tui.live.line import CONNECTED, CUT, ENDED, Live, Watcher
from wargame_tui.live.watching import NOBODY
from wargame_tui.mail.correspondence import NotNow
from wargame_tui.mail.paper import taken_back
from wargame_tui.tui.film import Film, TurnFilm
from wargame_tui.tui.mail_session import InBox, MailSession
from wargame_tui.tui.post_office import can_take_back, other_player
from wargame_tui.tui.session import Session


class OverLine(Protocol):
    """A session in which the game goes on at another table, too."""

    @property
    def line(self) -> Live | Watcher:
        """The line to it."""

    @property
    def standing_words(self) -> str:
        """How line and game stand, while nothing is decided here; empty if there is nothing to say."""

    def take_over(self) -> int:
        """Show what came over the line; the journal entries before the first that is new."""


class LiveSession(MailSession):
    """One player's side of a live game. It lies in his letter box, and can go on by letters at any moment."""

    is_live: ClassVar[bool] = True

    def __init__(self, live: Live) -> None:
        """Raises NotNow if the set-up is not known yet."""
        exchange = live.exchange
        if exchange is None or exchange.table is None:
            raise NotNow("the game begins when the other player is there")
        self.box, self.case, self.line, self.exchange = exchange.box, exchange.case, live, exchange
        Session.__init__(self, exchange.table, keeper=InBox(exchange.box, exchange.case))
        self.viewer, self.name = exchange.mail.side, exchange.case.name
        self.notes.read(self.folder, self.name)
        self._begun, self.film = True, TurnFilm(self)

    exchange: Exchange
    line: Live

    @property
    def newest(self) -> int:
        """Journal entries played, those among them that the other's next letter has still to prove."""
        game = self.exchange.preview or self.mail.game
        # What comes over the line is on the table only once it has been taken over.
        return min(len(game.entries), len(self.game.entries)) if game is not None else 0

    def take_over(self) -> int:
        """Show what came over the line."""
        before, table = self.game, self.exchange.table
        assert table is not None
        shared = zip(before.lines(), table.lines(), strict=False)
        since = next((n for n, (one, other) in enumerate(shared) if one != other), min(before.seq, table.seq))
        self.game = table
        if self.viewed is not None and self.viewed >= self.newest:
            self.look(self.newest)
        came = [event for entry in table.entries[since:] for event in entry.events]
        self.last = tuple(self.seen([*came, *self._answered()]))
        return since

    # What is asked

    @property
    def prompt(self) -> Prompt:
        """What is asked of either player."""
        if self.viewed is not None or self.game.over is not None or self.deciding:
            return super(MailSession, self).prompt
        return Prompt(self.what_now)

    @property
    def what_now(self) -> str:
        """What there is to do while nothing can be decided, in a sentence."""
        if self.game.over is not None:
            return f"The game is over: {self.game.over.level}."
        return f"{self.declared} {self.standing_words}".strip()

    @property
    def declared(self) -> str:
        """What is to be rolled with the dice of both, in a sentence; empty if nothing."""
        texts = self._declarations
        if self.mail.veiled:
            return f"Veiled until the other decision is made: {self._words([self.mail.veiled])}."
        if not texts or self.exchange.preview is not None or self.deciding:
            return ""
        return f"To be rolled with the dice of both: {self._words(texts)}."

    @property
    def standing_words(self) -> str:
        """How line and game stand; empty while a decision is mine and the line stands."""
        other, line = other_player(self.mail), self.line
        if line.status == ENDED:
            return f"The game cannot go on over this line: {line.trouble}"
        if line.status == CUT:
            return f"The line to {other} is cut: it is tried again and again. Nothing is lost, and the game is kept"
        if line.status != CONNECTED:
            return f"{other} is not here yet: waiting"
        if self.deciding or self.game.over is not None:
            return ""
        if self.mail.letters and self.mail.letters[-1].asks is not None:
            return f"Connected. {'You are' if self.mail.my_turn else f'{other} is'} asked to agree to taking back"
        side = self.game.side
        step = self.title.spoken(self.game.trail[-1]) if self.game.trail else ""
        return f"Connected. {other} ({side_words(self.exchange.other)}) decides: {step}" if side else ""

    # Deciding

    def _carry_out(self, given: Command | str) -> tuple[Event, ...]:
        events = self.mail.apply(given)
        self.keep()
        self._tell()
        return events

    def _take_back(self, *, agreed: bool) -> str:
        if not can_take_back(self.mail):
            raise NotNow("there is nothing of yours to take back that has not been answered")
        text = super()._take_back(agreed=agreed)
        self._tell()
        return text

    def _tell(self) -> None:
        """Tell the other; what cannot be kept is not sent either."""
        try:
            self.line.decided()
        except CannotSave as error:
            self.trouble = str(error)
        table = self.exchange.table
        assert table is not None
        self.game = table

    @property
    def asks_for(self) -> str:
        """What of mine has been answered and can be taken back only if the other agrees, in words; empty if nothing."""
        asking = replace(self.mail)
        try:
            asking.ask_back()
        except NotNow:
            return ""
        return "" if self.viewed is not None else "\n".join(taken_back(asking))

    @property
    def asked_for(self) -> str:
        """What the other wants to take back of what has been answered, in words; empty if I am not asked for that."""
        return "\n".join(taken_back(self.mail)) if self.mail.is_asked and self.mail.granted is None else ""

    def ask_back(self) -> None:
        """Ask for that in a letter, which goes over the line at once. Raises NotNow."""
        self.mail.ask_back()
        self._tell()

    def answer_back(self, *, grant: bool) -> None:
        """Answer the other who asks for that. Raises NotNow."""
        self.mail.answer_back(grant=grant)
        self._tell()

    @property
    def undo_question(self) -> str | None:
        """Nothing is asked here: what needs consent is asked over the line."""
        return None

    @property
    def needs_consent(self) -> str:
        """What can be taken back only if the other agrees, in words; empty if it is my right, or nobody's."""
        mail, game = self.mail, self.mail.game
        if self.viewed is not None or game is None or not game.entries:
            return ""
        mine = mail.my_turn and game.seq > mail.base
        rolled = mine and game.states[-1].dice.count != game.states[-2].dice.count
        if rolled or self.exchange.may_retract():
            return told(game, len(game.entries) - 1, self.viewer)
        return ""


class _WatchedFilm(Film):
    """Scenes of a game whose dice are sealed to who watches: every command is one, as it was shown."""

    def __init__(self, session: "WatchSession") -> None:
        super().__init__(session)
        self._watched = session

    def scenes(self, entry: int) -> list[Frame]:
        """The only scene of a journal entry (or OPENING)."""
        game = self._watched.game
        if entry == OPENING:
            return [Frame(game.states[0], game.states[0], ())]
        events = tuple(self._watched.seen(game.entries[entry].events))
        return [Frame(game.states[entry], game.states[entry + 1], events)]


class WatchSession(Session):
    """A live game as somebody sees it who only watches: what both sides see."""

    is_live: ClassVar[bool] = True
    no_branch: str | None = "Who watches has no game of his own"

    def __init__(self, watcher: Watcher) -> None:
        """Raises NotNow if nothing has been shown yet."""
        if watcher.watching.game is None:
            raise NotNow("nothing has been shown yet")
        super().__init__(watcher.watching.game)
        self.line, self.viewer, self.film = watcher, NOBODY, _WatchedFilm(self)

    @property
    def is_for_two(self) -> bool:
        """The two sit elsewhere."""
        return False

    @property
    def deciding(self) -> bool:
        """Nothing is decided here."""
        return False

    def take_over(self) -> int:
        """Show how the game has gone on."""
        before, game = self.game, self.line.watching.game
        assert game is not None
        pairs = zip(before.states, game.states, strict=False)
        same = sum(1 for one, other in pairs if one is other)
        self.game = game
        if self.viewed is not None and self.viewed >= self.newest:
            self.look(self.newest)
        since = max(same - 1, 0)
        self.last = tuple(self.seen([event for entry in game.entries[since:] for event in entry.events]))
        return since

    @property
    def standing_words(self) -> str:
        """Whom one watches, and how line and game stand."""
        names = " against ".join(f"{name} ({side_words(side)})" for side, name in self.line.watching.players.items())
        if self.line.status != CONNECTED:
            return f"The line to {names} is cut: it is tried again and again"
        return f"You watch {names}: you see what both see"

    def save(self, name: str, *, over: bool = False) -> None:
        """What both sides see is no game that could go on. Raises CannotSave."""
        raise CannotSave(self.no_branch or "")
