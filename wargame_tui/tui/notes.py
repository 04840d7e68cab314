"""What players note at the table: for the log, the story and the report.

Notes lie beside the game, not in it: no rule, save or journal speaks of them. Those of a game called NAME are in a file
`NAME.notes` beside its saves.
"""

from pathlib import Path

from wargame_tui.core.event import Event, event
from wargame_tui.core.harmless import harmless
from wargame_tui.tui.beside import Beside

LONGEST = 500
"""Characters of a note; what is longer is cut off."""


@event("note", None, "✎ {text}", weight="headline")
class Noted(Event):
    """A player's note; told in the log only."""

    text: str


class Notes(Beside):
    """The notes of one game."""

    suffix = ".notes"

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[int, Noted] = {}
        """By the number of journal entries when each was made; several of one moment are one."""

    def add(self, entries: int, text: str) -> None:
        """Note something at the present moment of the game."""
        before = f"{self.told[entries].text} " if entries in self.told else ""
        self.told[entries] = Noted(text=harmless(before + " ".join(text.split()))[:LONGEST])

    def forget_after(self, entries: int) -> None:
        """Some of the game was taken back: so many journal entries are left. What was noted there moves to the end."""
        late = [note.text for entry, note in sorted(self.told.items()) if entry > entries]
        self.told = {entry: note for entry, note in self.told.items() if entry <= entries}
        if late:
            self.add(entries, " ".join(late))

    def read(self, folder: Path, name: str) -> None:
        """Take what the file beside a game says, as far as it can be understood."""
        for entry, text in self.found(folder, name).items():
            if entry.isdecimal() and isinstance(text, str):
                self.add(int(entry), text)
        self._kept = self.to_keep

    @property
    def to_keep(self) -> dict[str, str]:
        """The notes by the number of journal entries."""
        return {str(entry): note.text for entry, note in self.told.items()}
