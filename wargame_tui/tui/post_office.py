"""The post office: the letter box, and what the player's settings remember for letters."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from wargame_tui.board.phrases import side_words
from wargame_tui.core.harmless import harmless
from wargame_tui.core.save import DamagedSave
from wargame_tui.mail import armour, gather
from wargame_tui.mail.box import LETTER, Box, Case, file_name
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import BadLetter, terms_of
from wargame_tui.tui.settings import ON, Settings

MOST_FILES = 9
"""Files with letters that are offered to be opened."""
WATCHED = 3.0
"""Seconds after which a watched folder is looked into again."""
MOST_READ = 20_000
"""Characters of a file that are read to say what it holds."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A letter that was found and may be opened."""

    name: str
    said: str
    """What it says of itself; empty if it is none."""
    place: str
    """What it is to the letter box, as `Box.place_of` says; empty if it cannot be read."""
    source: Path | str
    """The file that it is, or the letter itself where it lies among mails."""


@dataclass(frozen=True, slots=True)
class PostOffice:
    """What screens need to play by mail."""

    box: Box
    settings: Callable[[], Settings]
    keep: Callable[[Settings], None]
    """Takes changed settings over, and keeps them."""

    @property
    def name(self) -> str:
        """The player's name, as he last gave it."""
        return self.settings().name

    @property
    def folder(self) -> Path:
        """Where letters are written, and looked for first."""
        chosen = self.settings().letters
        return Path(chosen).expanduser() if chosen else self.box.tray

    def remember(self, *, name: str | None = None, folder: str | None = None) -> None:
        """Keep a name or a folder for the next time; an empty folder is that beside the letter box."""
        before = self.settings()
        if folder:
            folder = str(Path(folder).expanduser().absolute())
        after = replace(
            before,
            name=before.name if name is None else name,
            letters=before.letters if folder is None else folder,
        )
        if after != before:
            self.keep(after)

    @property
    def is_watched(self) -> bool:
        """Whether what comes into the folder is to be noticed by itself."""
        return self.settings().watch == ON

    def has_come(self, game: str) -> bool:
        """Whether a letter of a game lies in the folder that can be opened now. Raises OSError, DamagedSave."""
        found = gather.found(self.folder, self.box)
        return any(each.place == "new" and terms_of(each.post).game == game for each in found)

    def files(self) -> list[Path]:
        """Files with letters where they are likely to lie, the newest first."""
        found: dict[Path, float] = {}
        for folder in (self.folder, Path(), Path.home() / "Downloads"):
            try:
                found |= {path.resolve(): path.stat().st_mtime for path in folder.glob(f"*{LETTER}")}
            except OSError:
                continue  # A folder that cannot be read has no letters for us.
        return sorted(found, key=lambda path: -found[path])[:MOST_FILES]

    def lying(self) -> list[Lying]:
        """Letters in files of their own, those first that can be opened now."""
        found = [Lying(path.name, said_of(path), self._place_of(path), path) for path in self.files()]
        return sorted(found, key=lambda each: each.place != "new")

    def lying_in(self, folder: Path, *, mails: bool = False) -> list[Lying]:
        """Letters in a folder, a Maildir or an mbox that can be opened now; `mails`: those alone that are no file.

        Raises OSError, DamagedSave.
        """
        found = [each for each in gather.found(folder, self.box) if each.place == "new"]
        found = [each for each in found if not (mails and each.origin.endswith(LETTER))]
        return [Lying(file_name(each.post), _said(each.text), each.place, each.text) for each in found[-MOST_FILES:]]

    def _place_of(self, path: Path) -> str:
        try:
            return self.box.place_of(armour.opened(armour.text_of(path)))
        except (OSError, BadLetter, DamagedSave):
            return ""

    def read_all(self) -> list[gather.Opened]:
        """Open every letter in the folder for letters that is due. Raises OSError, DamagedSave."""
        return gather.read(self.folder, self.box, self.name)

    @property
    def invited(self) -> int:
        """Invitations in the folder for letters that nobody has accepted. Raises OSError, DamagedSave."""
        return gather.invitations(self.folder, self.box)

    def games(self, *, aside: bool = False) -> list["tuple[str, Case | DamagedSave]"]:
        """Every game in the box, the last changed first; of a damaged one what is wrong.

        `aside`: those that were put aside.
        """
        found: list[tuple[str, Case | DamagedSave]] = []
        box = self.box.aside if aside else self.box
        for name in box.names():
            try:
                found.append((name, box.load(name)))
            except DamagedSave as error:
                found.append((name, error))
        return found


def said_of(path: Path) -> str:
    """What a file with a letter says of itself on its first lines; empty if it is none."""
    try:
        with path.open(encoding="utf-8", errors="replace") as opened:
            return _said(opened.read(MOST_READ))
    except OSError:
        return ""


def _said(text: str) -> str:
    rows = text[:MOST_READ].splitlines()
    row = next((row for row in rows if row.startswith("Game: ")), "")
    return harmless(row.removeprefix("Game: "))


def can_take_back(mail: Correspondence) -> bool:
    """Whether something of mine can still be taken back: decided, declared or veiled since the last letter."""
    decided = mail.game is not None and mail.game.seq > mail.base
    said = mail.asks is not None or mail.granted is not None
    return mail.my_turn and bool(decided or mail.pending or mail.veiled or said)


@dataclass(slots=True)
class Watch:
    """Notices what comes into the folder, if the player wants it watched."""

    office: PostOffice
    _stamp: object = None
    """How the folder was when it was looked into."""

    def sees_news(self) -> bool:
        """Whether the folder is not as it was when this was asked last. One that is not there has no letters."""
        if not self.office.is_watched:
            return False
        try:
            stamp = gather.stamp(self.office.folder)
        except OSError:
            return False
        before, self._stamp = self._stamp, stamp
        return stamp != before


def other_player(mail: Correspondence) -> str:
    """The other player's name, or who he is as long as nobody has answered."""
    if mail.side == mail.invitation.guest:
        return mail.invitation.name
    return mail.answer.name if mail.answer else "your opponent"


def players(mail: Correspondence) -> str:
    """Which side is played here, and against whom: `German against Bert`, `German, no opponent yet`."""
    is_found = mail.answer is not None or mail.side == mail.invitation.guest
    return side_words(mail.side) + (f" against {other_player(mail)}" if is_found else ", no opponent yet")
