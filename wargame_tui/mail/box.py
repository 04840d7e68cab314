"""The letter box: games by mail on disk. Each is one file, replaced as a whole, so that a killed process loses nothing.

The file holds the player's secret; it is readable by its owner only and is never part of a letter. A letter that was
sent is kept in it, so that it can be sent again word for word.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wargame_tui.core.disk import CannotSave, cannot_save, drop_drafts, locked, make_folder, replace_file
from wargame_tui.core.game import Game
from wargame_tui.core.journal import Line
from wargame_tui.core.save import DamagedSave, Elsewhere, NotPlayable, content, parse, repeat
from wargame_tui.core.shelf import saves_folder
from wargame_tui.mail import armour, chain, orders, proof
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import Answer, BadLetter, Entry, Hex, Invitation, Letter, Post, Text, plain, terms_of

FORMAT = 1
SUFFIX = ".mailgame"
LETTER = ".letter"
FOLDER = "mail"
"""Of games by mail, beside the saves."""
MOST_REMEMBERED = 8
"""Games that a box keeps played up."""


class Record(BaseModel):
    """A game by mail as it lies on disk."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    format: int
    side: str
    secret: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    invitation: Invitation
    answer: Answer | None
    journal: list[list[str]] | None
    """None until the game has begun."""
    letters: list[Entry]
    links: dict[str, Hex]
    pending: list[Text]
    veiled: str
    orders: list[str]
    base: int
    outgoing: str
    """The last letter written, as text; empty if there is none."""


@dataclass
class Case:
    """A game by mail in the box: the correspondence under its name, and the last letter written."""

    name: str
    mail: Correspondence
    outgoing: str = ""
    answered: list[str] = field(default_factory=list)
    """What standing orders answered when the last letter was opened."""
    left_out: list[str] = field(default_factory=list)
    """What had been declared and was no longer legal when that letter carried it out."""
    stamp: str = ""
    """Of the file as it was last read or written here; empty if there is none."""


class Box:
    """A folder with games by mail."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or saves_folder() / FOLDER
        self._played: dict[str, tuple[Answer, Game]] = {}
        """Games as last loaded or kept, so that they need not be played up again. What counts is in the files: of these
        only the lines that a file has too are of use, so that neither another process nor a failed writing harms."""

    @classmethod
    def beside(cls, saves: Path) -> "Box":
        """The letter box that goes with a folder of saves."""
        return cls(saves / FOLDER)

    def names(self) -> list[str]:
        """The games in the box, the last changed first."""
        files = sorted(self.folder.glob(f"*{SUFFIX}"), key=lambda path: (-_changed(path), path.name))
        return [path.name.removesuffix(SUFFIX) for path in files]

    def find(self, game: str) -> str | None:
        """The name of the game with an id. Raises DamagedSave if it is there but cannot be read."""
        found = self._found(game)
        return found[0] if found else None

    def _found(self, game: str) -> tuple[str, Record, str] | None:
        for name in self.names():
            data = content(self.path(name))
            # Games with other ids need not be read in earnest, and may be damaged.
            if game.encode() in data and (record := _record(name, data)).invitation.game == game:
                return name, record, _stamp(data)
        return None

    def path(self, name: str) -> Path:
        """Where a game lies."""
        return self.folder / f"{name}{SUFFIX}"

    def free_name(self, wish: str) -> str:
        """A name that no game has yet."""
        base = re.sub(r"[^\w]+", "-", wish).strip("-_")[:60] or "game"
        taken, number, found = {*self.names()}, 1, base
        while found in taken:
            number += 1
            found = f"{base}-{number}"
        return found

    def keep(self, case: Case) -> None:
        """Write a game, all of it or nothing, if there is anything new in it.

        Raises CannotSave, also if another program has written it since it was read here: nobody's letters are lost.
        """
        path, data = self.path(case.name), _text(case).encode()
        stamp = _stamp(data)
        if stamp == case.stamp:
            return
        try:
            make_folder(self.folder, mode=0o700)
            with locked(self.folder):
                if path.exists() and _stamp(path.read_bytes()) != case.stamp:
                    raise CannotSave(
                        f"{path} was changed by another program meanwhile: open the game anew in the letter box"
                    )
                drop_drafts(path)
                replace_file(path, data, mode=0o600)
        except OSError as error:
            raise cannot_save(path, error) from error
        case.stamp = stamp
        self._remember(case)

    def _remember(self, case: Case) -> None:
        """Keep a game played up, if it has begun, and forget one if there are many."""
        self._played.pop(case.name, None)
        if case.mail.answer and case.mail.game:
            self._played[case.name] = case.mail.answer, case.mail.game.branch()
        while len(self._played) > MOST_REMEMBERED:
            del self._played[next(iter(self._played))]

    def record(self, name: str) -> Record:
        """A game as its file says, not played up. Raises DamagedSave."""
        return _record(name, content(self.path(name)))

    def load(self, name: str) -> Case:
        """A game as it last stood. Raises DamagedSave."""
        data = content(self.path(name))
        return self._case(name, _record(name, data), _stamp(data))

    def _case(self, name: str, record: Record, stamp: str) -> Case:
        answer, played = self._played.get(name, (None, None))
        mail = _taken_up(name, record, played if answer == record.answer else None)
        case = Case(name, mail, record.outgoing, stamp=stamp)
        self._remember(case)
        return case

    # What players do

    def receive(self, text: str, name: str) -> tuple[Case, int]:
        """Take in a letter, whatever its kind; the game and the first new line of its journal.

        `name` is the player's own, for an answer. Raises BadLetter, CannotSave, DamagedSave; nothing is changed then.
        """
        post = armour.opened(text)
        if isinstance(post, Invitation):
            return self._accept(post, name), 0
        invitation = post.invitation
        found = self._found(invitation.game)
        if found is None:
            raise BadLetter("foreign game", f"it belongs to a game of {invitation.scenario} that is not in your box")
        case, start = self._case(*found), 0
        if isinstance(post, Answer):
            case.mail.take_answer(post)
        else:
            start = case.mail.open(post)
            case.left_out = case.mail.left_out()
            case.answered = case.mail.follow_orders()
        self.keep(case)
        return case, start

    def invite(self, mail: Correspondence) -> Case:
        """Keep a game that I offer. Raises CannotSave."""
        case = Case(self.free_name(mail.invitation.scenario.replace("/", " ")), mail)
        case.outgoing = armour.sealed(mail.invitation)
        self.keep(case)
        return case

    def _accept(self, invitation: Invitation, name: str) -> Case:
        if self.find(invitation.game):
            raise BadLetter("already read", "this invitation is in your box already")
        mail = Correspondence.accept(invitation, name)
        case = Case(self.free_name(f"{invitation.name} {invitation.scenario.partition('/')[2]}"), mail)
        assert mail.answer is not None
        case.outgoing = armour.sealed(mail.answer)
        self.keep(case)
        return case

    def post(self, case: Case) -> str:
        """Close my letter; its text, to be sent. From then on it is what it is. Raises NotNow, CannotSave."""
        letter = case.mail.letter()
        case.outgoing = armour.sealed(letter)
        case.mail.sent(letter)
        self.keep(case)
        return case.outgoing


def subject(post: Post) -> str:
    """The subject line of a mail with this letter."""
    match post:
        case Invitation():
            return f"[wargame] {post.scenario}: an invitation from {post.name}"
        case Answer():
            return f"[wargame] {post.invitation.scenario}: {post.name} accepts"
        case Letter():
            return f"[wargame] {post.invitation.scenario} {post.turn}: letter {post.number} by {post.side}"


def file_name(post: Post) -> str:
    """A name for the file of a letter."""
    kind = f"{post.number:04}-{post.side}" if isinstance(post, Letter) else post.kind
    return f"{terms_of(post).game[:8]}-{kind}{LETTER}".lower()


def export(post: Post, folder: Path) -> Path:
    """Write a letter into a file of its own. Raises CannotSave."""
    path = folder / file_name(post)
    try:
        make_folder(folder)
        replace_file(path, armour.sealed(post).encode())
    except OSError as error:
        raise cannot_save(path, error) from error
    return path


def _changed(path: Path) -> float:
    """When a file was changed last, in seconds; 0 if it has gone in the meantime."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0


def _stamp(data: bytes) -> str:
    return sha256(data).hexdigest()


def _text(case: Case) -> str:
    mail = case.mail
    values: dict[str, Any] = {
        "format": FORMAT,
        "side": mail.side,
        "secret": mail.secret,
        "invitation": plain(mail.invitation),
        "answer": plain(mail.answer) if mail.answer else None,
        "journal": [list(line) for line in mail.game.lines()] if mail.game else None,
        "letters": [entry.model_dump(mode="json") for entry in mail.letters],
        "links": mail.links,
        "pending": mail.pending,
        "veiled": mail.veiled,
        "orders": [order.text for order in mail.orders],
        "base": mail.base,
        "outgoing": case.outgoing,
    }
    return "{" + ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in values.items()) + "}\n"


def _record(name: str, data: bytes) -> Record:
    """A game as the bytes of its file say. Raises DamagedSave."""
    values = parse(data)
    try:
        record = Record.model_validate(values)
    except ValidationError as error:
        raise DamagedSave(f"{name}{SUFFIX}", str(error).splitlines()[0]) from None
    if record.format != FORMAT:
        raise DamagedSave(f"{name}{SUFFIX}", f"it has format {record.format}; this program reads {FORMAT}")
    if record.side not in (record.invitation.side, record.invitation.guest):
        raise DamagedSave(f"{name}{SUFFIX}", f"nobody plays {record.side[:40]} in it")
    return record


def _taken_up(name: str, record: Record, played: Game | None) -> Correspondence:
    """The correspondence of a record, its game played up to its last line. Raises DamagedSave.

    `played` is the same game, played up to some point of this course or of another.
    """
    try:
        mail = _bare(record)
    except orders.BadOrder as error:
        raise DamagedSave(f"{name}{SUFFIX}", str(error)) from None
    if record.answer is None or record.journal is None:
        return mail
    try:
        lines = [Line(*line) for line in record.journal]
        game = _common(played, lines) if played else proof.begin(record.answer, _first_link(mail))
        for line in lines[game.seq :]:
            repeat(game, line)
    except (BadLetter, Elsewhere, TypeError) as error:
        if isinstance(error, BadLetter) and error.fault in proof.NOT_HERE:
            raise NotPlayable(f"{name}{SUFFIX}", f"{error}. The game is whole, and was not changed") from error
        raise DamagedSave(f"{name}{SUFFIX}", str(error)) from error
    mail.game = game
    return mail


def _common(played: Game, lines: Sequence[Line]) -> Game:
    """A game that stands where the course of one that was played parts from a journal."""
    game = played.branch()
    pairs = zip(played.lines(), lines, strict=False)
    shared = next((n for n, (known, line) in enumerate(pairs) if known != line), min(game.seq, len(lines)))
    if shared < game.seq:
        game.undo(game.seq - shared, agreed=True)
    return game


def _bare(record: Record) -> Correspondence:
    """The correspondence of a record without its game. Raises BadOrder."""
    return Correspondence(
        record.side,
        record.secret,
        record.invitation,
        record.answer,
        letters=list(record.letters),
        links=dict(record.links),
        pending=list(record.pending),
        veiled=record.veiled,
        orders=[orders.parsed(text) for text in record.orders],
        base=record.base,
    )


def _first_link(mail: Correspondence) -> str:
    """The inviter's first link, on which the set-up rests."""
    inviter = mail.invitation.side
    if mail.side == inviter:
        return mail.link(1)
    written = proof.counts(mail.letters)[inviter]
    return chain.onward(mail.links[inviter], written - 1, mail.invitation.bond(inviter))
