"""Opening a letter: from a file that is chosen or typed, or from text that is pasted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from wargame_tui.core.disk import CannotSave
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.save import DamagedSave
from wargame_tui.mail import armour, gather, proof
from wargame_tui.mail.box import Case
from wargame_tui.mail.letters import BadLetter, Invitation, terms_of
from wargame_tui.tui.post_office import Lying, PostOffice
from wargame_tui.tui.screens.mail_dialog import MailDialog
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, keyed


@dataclass(frozen=True, slots=True)
class Opened:
    """What came out of a letter."""

    case: Case | None
    """The game it belongs to; None for an invitation, which has still to be accepted."""
    start: int = 0
    """The first line of the journal that it brought."""
    text: str = ""
    """The letter itself."""


class LetterLine(Input):
    """A line for a path that also takes a whole letter, pasted at once or, by simple terminals, line after line."""

    class Pasted(Message):
        """A letter is complete."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def __init__(self) -> None:
        super().__init__(placeholder="path of a file or folder, or the text of a letter pasted here", compact=True)
        self._rows: list[str] = []
        """Lines of a letter that have come one by one."""

    def _on_paste(self, event: events.Paste) -> None:
        if "\n" in event.text.strip() or "\r" in event.text.strip():
            event.prevent_default()
            event.stop()
            self.post_message(self.Pasted(event.text))

    def takes(self, row: str) -> bool:
        """Whether a line that was entered is one of a letter."""
        if not self._rows and armour.BEGIN not in row:
            return False
        self._rows.append(row)
        self.value = ""
        if armour.END in row:
            text, self._rows = "\n".join(self._rows), []
            self.post_message(self.Pasted(text))
        return True


class OpenLetterScreen(MailDialog[Opened | None]):
    """Returns what came out of the letter, or None; what is wrong with one is said here, and nothing is changed."""

    BINDINGS = [
        Binding("escape", "back", "back"),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
    ]

    DEFAULT_CSS = """
    OpenLetterScreen {
        & Input { margin: 1 0; }
        & OptionList { max-height: 12; }
        &.-low OptionList { max-height: 9; }
        & OptionList > .option-list--option-highlighted { background: #4a4128; color: #ffffff; text-style: none; }
        & #open-told { margin: 1 0; }
    }
    """

    def __init__(self, office: PostOffice, game: str | None = None) -> None:
        """With a game's id, letters of no other game are opened."""
        super().__init__()
        self._office, self._game = office, game
        self._found = office.lying()

    def compose(self) -> ComposeResult:
        """A line to type or paste into, files that were found, what is wrong, the keys."""
        with Vertical():
            yield Words(Content.styled("Open a letter", HEAD))
            yield LetterLine()
            yield OptionList(*map(_option, self._found))
            yield Words(id="open-told")
            yield Words(
                Content("  ").join([keyed("Enter", "open"), keyed("↑↓", "files found"), keyed("Esc", "back")]),
            )

    def on_mount(self) -> None:
        """Type or paste at once; Enter alone opens the newest file. A mailbox is looked through meanwhile."""
        self._list(self._found)
        self.query_one(LetterLine).focus()
        self._look_through(self._office.folder)

    def _list(self, found: list[Lying]) -> None:
        if self.query(OptionList):  # Else the player has left meanwhile.
            self._found = found
            listed = self.query_one(OptionList)
            listed.set_options(map(_option, found))
            listed.display = bool(found)
            listed.highlighted = 0 if found else None

    @work(thread=True, exclusive=True, group="looking")
    def _look_through(self, folder: Path, *, asked: bool = False) -> None:
        """List letters among the mails of a folder, too; of one that the player has named, its letters alone."""
        try:
            found = self._office.lying_in(folder, mails=not asked)
        except (OSError, DamagedSave) as error:
            if asked:
                self.app.call_from_thread(self._refuse, f"{folder}: {error}")
            return
        if found:
            self.app.call_from_thread(self._list, found if asked else [*found, *self._found])
        elif asked:
            self.app.call_from_thread(self._refuse, f"{folder} has no letter that could be opened now")

    def action_back(self) -> None:
        """Back, unless a letter is just being taken in: the table would go on with the game as it was before."""
        own = (worker for worker in self.workers if worker.node is self and worker.group == "receiving")
        if not any(worker.is_running for worker in own):
            self.dismiss(None)

    def action_move(self, by: int) -> None:
        """Move the highlight while the line has the focus."""
        listed = self.query_one(OptionList)
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        if self.query_one(LetterLine).takes(event.value):
            return
        number = self.query_one(OptionList).highlighted
        if path := event.value.strip().strip("'\"").removeprefix("file://"):
            self._read(Path(path).expanduser())
        elif number is not None:
            self._take(self._found[number])

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        self._take(self._found[event.option_index])

    def _take(self, lying: Lying) -> None:
        if isinstance(lying.source, Path):
            self._read(lying.source)
        else:
            self._receive(lying.source)

    @on(LetterLine.Pasted)
    def _pasted(self, event: LetterLine.Pasted) -> None:
        self._receive(event.text)

    def _read(self, path: Path) -> None:
        try:
            if gather.holds_many(path):
                self.query_one(LetterLine).value = ""
                self._look_through(path, asked=True)
                return
            text = armour.text_of(path)
        except OSError as error:
            self._refuse(f"{path}: {error.strerror or error}")
        else:
            self._receive(text)

    @work(thread=True, exclusive=True, group="receiving")
    def _receive(self, text: str) -> None:
        """Take the letter in: the game is played up to it, which may take a second."""
        self.app.call_from_thread(self._say, Content.styled("Opening the letter…", DIM))
        try:
            opened = self._opened(text)
        except BadLetter as error:
            self.app.call_from_thread(self._refuse, f"The letter cannot be used ({error.fault}): {error}")
        except DamagedSave as error:
            self.app.call_from_thread(self._refuse, f"The game in your letter box cannot be opened: {error}")
        except (ForPlayers, CannotSave) as error:
            self.app.call_from_thread(self._refuse, str(error))
        else:
            self.app.call_from_thread(self.dismiss, opened)

    def _opened(self, text: str) -> Opened:
        post = armour.opened(text)
        if self._game is not None and terms_of(post).game != self._game:
            raise BadLetter("foreign game", "it belongs to another game: leave this one and open it in the letter box")
        if isinstance(post, Invitation):
            self._insist_on_offer(post)
            return Opened(None, text=text)
        case, start = self._office.box.receive(text, self._office.name)
        return Opened(case, start, text)

    def _insist_on_offer(self, invitation: Invitation) -> None:
        """Nobody is asked to accept what he cannot play, or has in his box. Raises BadLetter, DamagedSave."""
        proof.insist_on_offer(invitation)
        if name := self._office.box.find(invitation.game):
            raise BadLetter("already read", f"this invitation is in your box already, as {name}")

    def _refuse(self, words: str) -> None:
        self._say(Content.assemble(("✗ ", BAD), (words, BAD), ("\nNothing has been changed.", DIM)))

    def _say(self, words: Content) -> None:
        if self.query("#open-told"):  # Else the player has left meanwhile.
            self.query_one("#open-told", Words).update(words)


_PLACES = {
    "new": ("new  ", GOOD),
    "mine": ("mine ", DIM),
    "old": ("old  ", DIM),
    "early": ("later", DIM),
    "foreign": ("?    ", DIM),
}


def _option(lying: Lying) -> Option:
    mark = _PLACES.get(lying.place, ("?    ", DIM))
    return Option(Content.assemble(mark, "  ", lying.name, (f"  {lying.said}", DIM)))
