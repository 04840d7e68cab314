"""One player's end of a live game: what he tells the other, and what he makes of what the other tells him.

A live game is a game by mail whose letters go at once. Each lies in its player's letter box before it is sent, so that
either program may be killed at any moment: when the line is up again both say how far they are, and a letter that did
not arrive goes again. Between letters the writer's commands are shown to the other as a **draft**, which counts for
nothing until the letter brings and proves them.

Nothing here knows of sockets: messages come in by `take`, and what is to be sent is returned.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from itertools import takewhile

from wargame_tui.core.game import Game
from wargame_tui.core.journal import KERNEL, Line
from wargame_tui.core.save import Elsewhere, repeat
from wargame_tui.live.wire import (
    Accepted,
    Ask,
    At,
    BadMessage,
    Delta,
    Draft,
    Message,
    Opening,
    Terms,
)
from wargame_tui.mail import face_down, proof
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.chain import onward
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import BadLetter, Entry, Letter, digest
from wargame_tui.mail.past import begun_at

MOST_DRAFT = 5_000
"""Lines that a draft may have."""


class Parted(BadMessage):
    """The two letter boxes do not go together: the game cannot go on over this line. Says what to do."""


class Exchange:
    """A game in a letter box, and what the other player has shown of his next letter."""

    def __init__(self, box: Box, case: Case) -> None:
        self.box, self.case = box, case
        self.preview: Game | None = None
        """The game with the other's draft; None if there is none, or it is my turn."""
        self._draft: list[Line] = []
        self._shown: list[Line] = []
        """The lines of my draft that the other has."""
        self._base: tuple[int, int] | None = None
        """Of my last letter its number, and the lines before it that could not be taken back."""
        self.since = 0
        """The first line of the journal that what was taken last has brought."""

    @property
    def mail(self) -> Correspondence:
        """The correspondence."""
        return self.case.mail

    @property
    def table(self) -> Game | None:
        """The game as it lies on the table; None before the set-up is known."""
        if self.preview is not None:
            return self.preview
        return self.mail.table if self.mail.game is not None else None

    @property
    def begun(self) -> bool:
        """Whether there is something to be seen."""
        return self.table is not None

    @property
    def other(self) -> str:
        """The other side."""
        return self.mail.invitation.other(self.mail.side)

    # Over a new connection

    def greeting(self) -> list[Message]:
        """What is said first: the terms, if they are mine; how far I am, if the game has been accepted."""
        self._shown = []
        if self.mail.side == self.mail.invitation.side:
            return [Terms(invitation=self.mail.invitation), *self._here()]
        return [Accepted(answer=self.mail.answer), *self._here()] if self.mail.answer else []

    def _here(self) -> list[Message]:
        """How far I am; nothing before the answer."""
        mail = self.mail
        if mail.game is None and (mail.answer is None or mail.side == mail.invitation.side):
            return []
        opening: list[Message] = []
        if mail.side == mail.invitation.side and not mail.letters:
            opening = [Opening(link=mail.link(1))]
        return [*opening, At(letters=len(mail.letters), digest=_digest(mail.letters))]

    # What comes in

    def take(self, message: Message) -> list[Message]:
        """What is to be said to that. Raises Parted, BadLetter, CannotSave; nothing is changed then."""
        match message:
            case Terms():
                if digest(message.invitation) != digest(self.mail.invitation):
                    raise Parted("the other program offers another game than the one that is in your letter box")
                return []
            case Accepted():
                return self._accepted(message)
            case Opening():
                return self._opening(message)
            case At():
                return self._placed(message)
            case Delta():
                return self._letter(message)
            case Draft():
                self._drafted(message)
                return []
        raise BadMessage(f"`{message.kind}` has no place here")

    def _accepted(self, message: Accepted) -> list[Message]:
        mail = self.mail
        if mail.answer is not None:
            if digest(message.answer) != digest(mail.answer):
                raise Parted("somebody else has accepted this game: host another one")
            return []
        mail.take_answer(message.answer)
        self.box.keep(self.case)
        self.since = 0
        return [*self._here(), *self.decided()]

    def _opening(self, message: Opening) -> list[Message]:
        """See the set-up before the first letter has come."""
        mail = self.mail
        if mail.answer is None or mail.game is not None or self.preview is not None:
            return []
        invitation = mail.invitation
        if onward(message.link, 1, invitation.bond(invitation.side)) != invitation.tip:
            raise Parted("the secret that the other program shows is not the one fixed before the game")
        self.preview, self.since = proof.begin(mail.answer, message.link), 0
        return []

    def _placed(self, message: At) -> list[Message]:
        mine = self.mail.letters
        if message.letters <= len(mine) and message.digest != _digest(mine[: message.letters]):
            raise Parted("the game has split in two: the letters in the two letter boxes are not the same")
        if abs(message.letters - len(mine)) > 1 or (
            message.letters == len(mine) - 1 and mine[-1].side != self.mail.side
        ):
            raise Parted(
                f"your letter box holds {len(mine)} letters of this game, the other {message.letters}: one of the "
                "two is an old copy"
            )
        if message.letters == len(mine) - 1:
            return [self._delta(len(mine))]
        return self.decided() if message.letters == len(mine) else []

    def _letter(self, message: Delta) -> list[Message]:
        """Open the other's letter, answer what standing orders answer, and send mine if nothing is left to decide."""
        mail = self.mail
        if message.number <= len(mail.letters):
            if mail.letters[message.number - 1] != message.entry:
                raise Parted(f"letter {message.number} is another one there: the game has split in two")
            return []
        letter = self._whole(message)
        self.since = mail.open(letter)
        self.case.left_out, self.case.answered = mail.left_out(), mail.follow_orders()
        self._forget_drafts()
        self.box.keep(self.case)
        return self.decided()

    def _whole(self, message: Delta) -> Letter:
        """The letter with all that is known here already. Raises BadLetter."""
        mail = self.mail
        if mail.answer is None:
            raise BadLetter("foreign game", "the game has not been accepted yet")
        title = proof.installed(mail.invitation)
        known = mail.game.lines()[: mail.letters[-1].seq] if mail.game is not None and mail.letters else []
        if message.entry.granted:  # It ends where the game goes back to.
            known = known[: message.entry.seq]
        return Letter(
            answer=mail.answer,
            journal=[*face_down.rows(title, known), *message.lines],
            letters=[*mail.letters, message.entry],
            links={**mail.links, message.entry.side: message.link},
            turn=message.turn,
            question=message.question,
        )

    def _drafted(self, message: Draft) -> None:
        """Show what the other's next letter holds so far, as far as it can be played."""
        mail = self.mail
        if message.number != len(mail.letters) + 1 or mail.my_turn or message.keep > len(self._draft):
            return
        if message.keep + len(message.lines) > MOST_DRAFT:
            raise BadMessage("a draft is longer than any turn")
        start = mail.game or self._set_up()
        if start is None:
            return
        self._draft = [*self._draft[: message.keep], *(Line(*row) for row in message.lines)]
        at = mail.letters[-1].seq + message.keep if mail.letters else message.keep
        game = self.preview.branch() if self.preview is not None else start.branch()
        if game.seq > max(at, start.seq):
            game.undo(game.seq - max(at, start.seq), agreed=True)
        self.since = game.seq
        for line in self._draft[game.seq - at + message.keep :]:
            # What cannot be played here the letter cannot bring either: it will be said then what is wrong.
            if line.side == KERNEL and not line.text.startswith("seed "):
                break
            try:
                repeat(game, face_down.uncovered(game, line))
            except Elsewhere:
                break
        self.preview = game

    def _set_up(self) -> Game | None:
        """The game before its first letter, on which drafts are played; None while it is not known."""
        if self.preview is None:
            return None
        game = self.preview.branch()
        if count := game.seq - begun_at(self.mail.invitation, game):
            game.undo(count, agreed=True)
        return game

    # What I do

    def decided(self) -> list[Message]:
        """After a decision of mine: my letter, if it is ready, else what it holds so far."""
        mail = self.mail
        if mail.ready:
            self._base = len(mail.letters) + 1, mail.base
            self.box.post(self.case)
            self._forget_drafts()
            return [self._delta(len(mail.letters))]
        if not mail.my_turn or mail.game is None:
            return []
        lines = self._lines()
        keep = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._shown, lines, strict=False)))
        if keep == len(self._shown) == len(lines):
            return []
        self._shown = lines
        return [Draft(number=len(mail.letters) + 1, keep=keep, lines=[list(line) for line in lines[keep:]])]

    def _lines(self) -> list[Line]:
        """What my next letter holds so far."""
        game = self.mail.game
        assert game is not None
        start = self.mail.letters[-1].seq if self.mail.letters else 0
        return [face_down.covered(game.title, line) for line in game.lines(start)]

    def _delta(self, number: int) -> Delta:
        """My last letter, for somebody who has the one before."""
        mail = self.mail
        game = mail.game
        assert game is not None
        entry, start = mail.letters[number - 1], mail.letters[number - 2].seq if number > 1 else 0
        lines = game.lines()[start : entry.seq]
        return Delta(
            number=number,
            entry=entry,
            lines=face_down.rows(game.title, lines),
            link=mail.links[mail.side],
            turn=game.title.turn(game.state),
        )

    def _forget_drafts(self) -> None:
        self.preview, self._draft, self._shown = None, [], []

    # Taking back what has been sent

    def may_retract(self) -> bool:
        """Whether my last decision could be taken out of my last letter, if the other agrees.

        That fixed nothing by dice or in secret.
        """
        mail = self.mail
        if mail.my_turn or mail.game is None or self._base is None or self._base[0] != len(mail.letters):
            return False
        decided = (line.side == mail.side for line in mail.game.lines()[self._base[1] :])
        return _is_open(mail.letters) and any(decided)

    def ask(self, words: str) -> Ask:
        """The question whether the other agrees."""
        return Ask(letters=len(self.mail.letters), words=words)

    def can_grant(self, message: Ask) -> bool:
        """Whether that can still be taken back here."""
        mail = self.mail
        if message.letters != len(mail.letters):
            return False
        return not mail.my_turn or (mail.letters[-1].side != mail.side and _is_open(mail.letters))

    def grant(self) -> None:
        """Put the other's last letter out of my box again, with what I have decided since. Raises CannotSave."""
        mail = self.mail
        if not mail.my_turn:
            return  # Only what his draft shows: he takes that back himself.
        self._drop_letter()
        assert mail.game is not None
        end = mail.letters[-1].seq if mail.letters else begun_at(mail.invitation, mail.game)
        if mail.game.seq > end:
            mail.game.undo(mail.game.seq - end, agreed=True)
        mail.base = self.since = mail.game.seq
        if not mail.letters:  # As before the first letter: only shown.
            self.preview, mail.game, mail.base = mail.game, None, 0
        self.box.keep(self.case)

    def granted(self) -> list[Message]:
        """Take back what the other agreed to: my last command, if need be out of a letter. Raises NotNow, NoUndo."""
        mail = self.mail
        if not mail.my_turn:
            if not self.may_retract() or self._base is None:
                raise NotNow("the game has gone on meanwhile: what is sent stands")
            self._drop_letter()
            mail.base = self._base[1]
        mail.undo()
        self.since = mail.table.seq
        self.box.keep(self.case)
        return self.decided()

    def _drop_letter(self) -> None:
        mail = self.mail
        entry = mail.letters.pop()
        written = proof.counts(mail.letters)[entry.side]
        if written:
            mail.links[entry.side] = onward(mail.links[entry.side], 1, mail.invitation.bond(entry.side))
        else:
            del mail.links[entry.side]
        mail.pending, mail.veiled = [], ""
        self._forget_drafts()


def _is_open(letters: Sequence[Entry]) -> bool:
    """Whether the last letter has neither declared nor veiled anything, and answers no veil."""
    before = letters[-2] if len(letters) > 1 else None
    return bool(letters) and not letters[-1].pending and not letters[-1].veil and not (before and before.veil)


def _digest(letters: Sequence[Entry]) -> str:
    text = json.dumps([entry.model_dump(mode="json") for entry in letters], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
