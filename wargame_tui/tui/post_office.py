"""The post office: the letter box, and what the player's settings remember for letters."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from wargame_tui.core.harmless import harmless
from wargame_tui.core.save import DamagedSave
from wargame_tui.mail import armour, gather
from wargame_tui.mail.box import LETTER, Box, Case
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import BadLetter
from wargame_tui.tui.settings import Settings

MOST_FILES = 9
"""Files with letters that are offered to be opened."""
MOST_READ = 20_000
"""Characters of a file that are read to say what it holds."""


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
        """Keep a name or a folder for the next time."""
        before = self.settings()
        after = replace(
            before,
            name=before.name if name is None else name,
            letters=before.letters if folder is None else folder,
        )
        if after != before:
            self.keep(after)

    def files(self) -> list[Path]:
        """Files with letters where they are likely to lie, the newest first."""
        found: dict[Path, float] = {}
        for folder in (self.folder, Path(), Path.home() / "Downloads"):
            try:
                found |= {path.resolve(): path.stat().st_mtime for path in folder.glob(f"*{LETTER}")}
            except OSError:
                continue  # A folder that cannot be read has no letters for us.
        return sorted(found, key=lambda path: -found[path])[:MOST_FILES]

    def place_of(self, path: Path) -> str:
        """What the letter in a file is to the letter box, as `Box.place_of` says; empty if it cannot be read."""
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

    def games(self) -> list["tuple[str, Case | DamagedSave]"]:
        """Every game in the box, the last changed first; of a damaged one what is wrong."""
        found: list[tuple[str, Case | DamagedSave]] = []
        for name in self.box.names():
            try:
                found.append((name, self.box.load(name)))
            except DamagedSave as error:
                found.append((name, error))
        return found


def said_of(path: Path) -> str:
    """What a file with a letter says of itself on its first lines; empty if it is none."""
    try:
        with path.open(encoding="utf-8", errors="replace") as opened:
            rows = opened.read(MOST_READ).splitlines()
    except OSError:
        return ""
    row = next((row for row in rows if row.startswith("Game: ")), "")
    return harmless(row.removeprefix("Game: "))


def can_take_back(mail: Correspondence) -> bool:
    """Whether something of mine can still be taken back: decided, declared or veiled since the last letter."""
    decided = mail.game is not None and mail.game.seq > mail.base
    said = mail.asks is not None or mail.granted is not None
    return mail.my_turn and bool(decided or mail.pending or mail.veiled or said)


def other_player(mail: Correspondence) -> str:
    """The other player's name, or who he is as long as nobody has answered."""
    if mail.side == mail.invitation.guest:
        return mail.invitation.name
    return mail.answer.name if mail.answer else "nobody yet"
