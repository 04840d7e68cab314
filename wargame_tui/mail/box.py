"""The letter box: games by mail on disk. Each is one file, replaced as a whole, so that a killed process loses nothing.

The file holds the player's secret; it is readable by its owner only and is never part of a letter. A letter that was
sent is kept in it, so that it can be sent again word for word.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from glob import escape
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wargame_tui.board import conduct
from wargame_tui.board.conduct import Conduct
from wargame_tui.board.results import BY_MAIL, Results, ended
from wargame_tui.core.disk import CannotSave, cannot_save, drop_drafts, locked, make_folder, replace_file
from wargame_tui.core.game import Game
from wargame_tui.core.journal import Line
from wargame_tui.core.save import DamagedSave, Elsewhere, NotPlayable, content, parse, repeat
from wargame_tui.core.shelf import saves_folder
from wargame_tui.core.title import UnknownScenario, find_title
from wargame_tui.mail import armour, chain, orders, paper, proof
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import (
    Answer,
    BadLetter,
    Entry,
    Hex,
    Invitation,
    Letter,
    Ordered,
    Post,
    Text,
    plain,
    terms_of,
)

FORMAT = 1
SUFFIX = ".mailgame"
LETTER = ".letter"
TRAY = "letters"
"""Of letters to be sent, beside the games."""
FOLDER = "mail"
"""Of games by mail, beside the saves."""
ARCHIVE = "archive"
"""In it, games that were put aside."""
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
    conduct: list[Ordered] = []
    note: str = ""
    asks: int | None = None
    granted: bool | None = None
    since: Annotated[str, Field(max_length=40)] = ""
    """When the last letter was sent or opened, by the clock here; empty in games of older programs."""
    unseen: Annotated[int, Field(ge=0)] | None = None


@dataclass
class Case:
    """A game by mail in the box: the correspondence under its name, and the last letter written."""

    name: str
    mail: Correspondence
    outgoing: str = ""
    answered: list[str] = field(default_factory=list)
    """What standing orders answered when the last letter was opened."""
    left_out: list[str] = field(default_factory=list)
    """What had been declared and could not be given as that letter was carried out."""
    said: str = ""
    """The note in the letter just opened."""
    granted: bool | None = None
    """What that letter answered to my wish to take something back; None if there was none."""
    stamp: str = ""
    """Of the file as it was last read or written here; empty if there is none."""
    since: str = ""
    """When the last letter was sent or opened, as ISO date and time; empty if that is not known."""
    unseen: int | None = None
    """The first line of the journal that letters brought which were read without the table; None if there are none."""

    @property
    def days(self) -> int | None:
        """Whole days since then; None if that is not known."""
        try:
            return max((datetime.now() - datetime.fromisoformat(self.since)).days, 0)
        except ValueError:
            return None


class Box:
    """A folder with games by mail."""

    def __init__(self, folder: Path | None = None) -> None:
        self._saves = saves_folder() if folder is None else None
        """Where the player's record is that goes with the box; None if the box stands for itself."""
        self.folder = folder or saves_folder() / FOLDER
        self._played: dict[str, tuple[Answer, Game]] = {}
        """Games as last loaded or kept, so that they need not be played up again. What counts is in the files: of these
        only the lines that a file has too are of use, so that neither another process nor a failed writing harms."""

    @classmethod
    def beside(cls, saves: Path) -> "Box":
        """The letter box that goes with a folder of saves."""
        box = cls(saves / FOLDER)
        box._saves = saves
        return box

    @property
    def tray(self) -> Path:
        """Where letters to be sent are written, unless the player says otherwise."""
        return self.folder / TRAY

    @property
    def aside(self) -> "Box":
        """The games of this box that were put aside."""
        return Box(self.folder / ARCHIVE)

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
        base = proper_name(wish)
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
        self._enter(case.mail)

    def _enter(self, mail: Correspondence) -> None:
        """Write a game that is over, with nothing in it to be taken back alone, into the player's record."""
        game = mail.game
        if self._saves is None or game is None or game.over is None or game.seq > mail.base:
            return
        record = Results(self._saves)
        with suppress(CannotSave):  # The letters are what counts; the story, opened, writes the line again.
            if line := ended(game, mail.side, BY_MAIL, record.read()[0], datetime.now().astimezone()):
                record.add(line)

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
        case = Case(name, mail, record.outgoing, stamp=stamp, since=record.since, unseen=record.unseen)
        if case.unseen is not None and mail.letters and mail.letters[-1].side != mail.side:
            case.said, case.granted = mail.letters[-1].note, mail.letters[-1].granted
            case.left_out = mail.left_out()
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
            case.said, case.granted = post.letters[-1].note, post.letters[-1].granted
            case.left_out = case.mail.left_out()
            case.answered = case.mail.follow_orders()
        case.since = _now()
        self.keep(case)
        return case, start

    def put_by(self, case: Case, start: int) -> None:
        """Keep a game whose letter was taken in while nobody sat at its table: its lines from `start` on are unseen.

        Raises CannotSave.
        """
        case.unseen = start if case.unseen is None else min(start, case.unseen)
        self.keep(case)

    def invite(self, mail: Correspondence) -> Case:
        """Keep a game that I offer. Raises CannotSave."""
        case = Case(self.free_name(mail.invitation.scenario.replace("/", " ")), mail, since=_now())
        case.outgoing = paper.text(mail.invitation)
        self.keep(case)
        return case

    def _accept(self, invitation: Invitation, name: str) -> Case:
        if self.find(invitation.game):
            raise BadLetter("already read", "this invitation is in your box already")
        mail = Correspondence.accept(invitation, name)
        case = Case(self.free_name(f"{invitation.name} {invitation.scenario.partition('/')[2]}"), mail, since=_now())
        assert mail.answer is not None
        case.outgoing = paper.text(mail.answer)
        self.keep(case)
        return case

    def place_of(self, post: Post) -> str:
        """What a letter is to this box: `new`, `mine`, `old`, or `early`: one before it has not been opened yet.

        Raises DamagedSave.
        """
        found = self._found(terms_of(post).game)
        if found is None:
            return "new" if isinstance(post, Invitation) else "foreign"
        _, record, _ = found
        host = record.side == record.invitation.side
        if isinstance(post, Invitation):
            return "mine" if host else "old"
        if isinstance(post, Answer):
            return "mine" if not host else "old" if record.answer else "new"
        if post.side == record.side:
            return "mine"
        known = len(record.letters)
        return "old" if post.number <= known else "new" if post.number == known + 1 else "early"

    def rename(self, name: str, wish: str) -> str:
        """Give a game another name; the one that it has then. Raises CannotSave."""
        with self._changing(name) as path:
            fresh = self.free_name(wish)
            path.rename(self.path(fresh))
            for other in self._beside(name):
                other.rename(other.with_name(f"{fresh}{other.suffix}"))
            self._played.pop(name, None)
            return fresh

    def archive(self, name: str) -> Path:
        """Put a game aside, with all its letters; where it lies then. Raises CannotSave."""
        with self._changing(name) as path:
            aside = self.folder / ARCHIVE
            make_folder(aside, mode=0o700)
            goal = aside / path.name
            while goal.exists():
                goal = goal.with_stem(f"{goal.stem}-2")
            path.rename(goal)
            for other in self._beside(name):
                other.rename(goal.with_suffix(other.suffix))
            self._played.pop(name, None)
            return goal

    def bring_back(self, name: str) -> str:
        """Take a game that was put aside into the box again; its name there. Raises CannotSave, DamagedSave."""
        aside = self.aside
        game = aside.record(name).invitation.game
        if known := self.find(game):
            raise CannotSave(f"{name} cannot be brought back: {known} in your letter box is the same game")
        with self._changing(name):
            fresh = self.free_name(name)
            aside.path(name).rename(self.path(fresh))
            for other in aside._beside(name):
                other.rename(self.folder / f"{fresh}{other.suffix}")
            return fresh

    def delete(self, name: str) -> None:
        """Throw a game away, with its secret: it cannot go on then. Raises CannotSave."""
        with self._changing(name) as path:
            path.unlink()
            for other in self._beside(name):
                other.unlink()

    def _beside(self, name: str) -> list[Path]:
        """What other parts of the program have put beside a game."""
        return [path for path in self.folder.glob(f"{escape(name)}.*") if path.suffix != SUFFIX]

    @contextmanager
    def _changing(self, name: str) -> Iterator[Path]:
        path = self.path(name)
        try:
            with locked(self.folder):
                yield path
        except OSError as error:
            raise cannot_save(path, error) from error

    def post(self, case: Case) -> str:
        """Close my letter; its text, to be sent. From then on it is what it is. Raises NotNow, CannotSave."""
        letter = case.mail.letter()
        case.outgoing = paper.text(letter, case.mail.game)
        case.mail.sent(letter)
        case.since = _now()
        self.keep(case)
        return case.outgoing


def proper_name(wish: str) -> str:
    """A wish as the name of a game."""
    return re.sub(r"[^\w]+", "-", wish).strip("-_")[:60] or "game"


def file_name(post: Post) -> str:
    """A name for the file of a letter."""
    kind = f"{post.number:04}-{post.side}" if isinstance(post, Letter) else post.kind
    return f"{terms_of(post).game[:8]}-{kind}{LETTER}".lower()


def export(text: str, folder: Path) -> Path:
    """Write the text of a letter into a file of its own. Raises CannotSave."""
    path = folder / file_name(armour.opened(text))
    try:
        make_folder(folder)
        replace_file(path, text.encode())
    except OSError as error:
        raise cannot_save(path, error) from error
    return path


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


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
    # What there is not is not written: older programs read the box of games that they know.
    values |= {"conduct": conduct.dumped(mail.conduct)} if mail.conduct else {}
    values |= {"note": mail.note} if mail.note else {}
    values |= {"asks": mail.asks} if mail.asks is not None else {}
    values |= {"granted": mail.granted} if mail.granted is not None else {}
    values |= {"since": case.since} if case.since else {}
    values |= {"unseen": case.unseen} if case.unseen is not None else {}
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
    except (orders.BadOrder, conduct.BadConduct, UnknownScenario) as error:
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
        conduct=_conduct(record),
        note=record.note,
        asks=record.asks,
        granted=record.granted,
    )


def _conduct(record: Record) -> Conduct:
    """The conduct of a record. Raises BadConduct, UnknownScenario."""
    rows = [row.model_dump() for row in record.conduct]
    return conduct.loaded(find_title(record.invitation.title), rows) if rows else ()


def _first_link(mail: Correspondence) -> str:
    """The inviter's first link, on which the set-up rests."""
    inviter = mail.invitation.side
    if mail.side == inviter:
        return mail.link(1)
    written = proof.counts(mail.letters)[inviter]
    return chain.onward(mail.links[inviter], written - 1, mail.invitation.bond(inviter))
