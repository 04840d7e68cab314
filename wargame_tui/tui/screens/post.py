"""The letter to send: its subject line, its file, its text. Writing or copying it closes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from wargame_tui.board.phrases import first_up
from wargame_tui.core.disk import CannotSave
from wargame_tui.mail import armour, box
from wargame_tui.mail.box import Case
from wargame_tui.mail.correspondence import NotNow
from wargame_tui.mail.letters import Letter, Post
from wargame_tui.tui.post_office import PostOffice, can_take_back, other_player
from wargame_tui.tui.screens.ask import NameScreen
from wargame_tui.tui.screens.mail_dialog import MailDialog
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, keyed


class PostScreen(MailDialog[str | None]):
    """Returns `open` or `orders` if the player wants that next, or None."""

    BINDINGS = [
        Binding("escape,q,m", "dismiss(None)", "back"),
        Binding("w", "write", "write the file"),
        Binding("f", "folder", "another folder"),
        Binding("c", "copy", "copy the text"),
        Binding("o", "dismiss('open')", "open a letter"),
        Binding("s", "dismiss('orders')", "standing orders"),
    ]

    DEFAULT_CSS = """
    PostScreen {
        & > Vertical { padding: 1; }
        & VerticalScroll { height: auto; max-height: 16; margin: 1 0; background: $surface; }
        & VerticalScroll { scrollbar-size-vertical: 1; }
        &.-low VerticalScroll { max-height: 6; }
        &.-low.-told VerticalScroll { max-height: 3; }
        & #post-told { margin-bottom: 1; display: none; }
        &.-told #post-told { display: block; }
    }
    """

    def __init__(self, office: PostOffice, case: Case) -> None:
        super().__init__()
        self._office, self._case = office, case

    def compose(self) -> ComposeResult:
        """What there is to do, the text, what was done, the keys."""
        with Vertical():
            yield Words(id="post-head")
            with VerticalScroll():
                yield Words(id="post-text")
            yield Words(id="post-told")
            yield Words(id="post-keys")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()
        self._show()

    def _letter(self) -> Post | None:
        """The letter that is ready, or else the last one written; None if there is none, and why, if one is due."""
        if self._case.mail.ready:
            try:
                return self._case.mail.letter()
            except NotNow as error:
                self._tell(str(error), BAD)
                return None
        return armour.opened(self._case.outgoing) if self._case.outgoing else None

    def _show(self) -> None:
        letter = self._letter()
        self.query_one(VerticalScroll).display = letter is not None
        self.query_one("#post-head", Words).update(self._head(letter))
        if letter is not None:
            self.query_one("#post-text", Words).update(Content(armour.sealed(letter)))
        self.query_one("#post-keys", Words).update(self._keys(letter is not None))

    def _heading(self, has_letter: bool) -> tuple[str, str]:
        """How the game stands, and what is to be done with the letter."""
        mail = self._case.mail
        if mail.ready:
            back = "until then Esc, then u takes back" if can_take_back(mail) else "nothing of yours can be taken back"
            return "Your letter is ready", f"It is closed when you write or copy it; {back}."
        standing = "It is for you to decide" if mail.my_turn else first_up(mail.standing)
        if mail.answer is None:
            return standing, "Send it to whom you want to play with; his answer begins the game."
        if mail.my_turn or (mail.letters and mail.letters[-1].side != mail.side):
            return standing, "This is the last letter that you wrote." if has_letter else ""
        return standing, "This is your letter: send it, and again if it was lost."

    def _head(self, letter: Post | None) -> Content:
        mail = self._case.mail
        heading, rest = self._heading(letter is not None)
        lines = [Content.styled(heading, HEAD), Content.styled(rest, DIM)]
        if letter is not None:
            to = other_player(mail) if mail.answer else "whoever you like"
            lines += [
                Content.assemble(("To       ", DIM), to),
                Content.assemble(("Subject  ", DIM), (box.subject(letter), "bold")),
                *_asked(letter),
                Content.assemble(("File     ", DIM), str(self._office.folder.absolute() / box.file_name(letter))),
            ]
        return Content("\n").join(line for line in lines if line)

    def _keys(self, has_letter: bool) -> Content:
        mail = self._case.mail
        keys = []
        if has_letter:
            keys += [
                keyed("w", "write the file", "screen.write"),
                keyed("c", "copy the text", "screen.copy"),
                keyed("f", "folder", "screen.folder"),
            ]
        if not mail.my_turn and not mail.settled:
            keys.append(keyed("o", "open answer", "screen.dismiss('open')"))
        if mail.game is not None and not mail.settled:
            keys.append(keyed("s", "orders", "screen.dismiss('orders')"))
        return Content("  ").join([*keys, keyed("Esc", "back", "screen.dismiss(None)")])

    def _close_letter(self) -> Post | None:
        """The letter, closed if it was not yet; None if it could not be, which is said.

        A letter that left the box must be known there: it is kept before anybody gets it.
        """
        try:
            if self._case.mail.ready:
                self._office.box.post(self._case)
            else:
                self._office.box.keep(self._case)
        except (NotNow, CannotSave) as error:
            self._tell(f"The letter was not closed: {error}", BAD)
            return None
        return armour.opened(self._case.outgoing) if self._case.outgoing else None

    def action_write(self) -> None:
        """Close the letter and write it into its file."""
        letter = self._close_letter()
        if letter is None:
            return
        try:
            path = box.export(letter, self._office.folder.absolute())
        except CannotSave as error:
            self._tell(f"{error}; choose another folder (f), or copy the text (c)", BAD)
        else:
            self._tell(f"Written: {path}\nSend that file, or its text, to the other player.", GOOD)
        self._show()

    def action_copy(self) -> None:
        """Close the letter and put its text on the terminal's clipboard."""
        if self._close_letter() is not None:
            self.app.copy_to_clipboard(self._case.outgoing)
            self._tell("Copied: paste it into a mail. (If your terminal has no clipboard, w writes a file.)", GOOD)
            self._show()

    def action_folder(self) -> None:
        """Write letters into another folder from now on."""
        self.app.push_screen(NameScreen("Folder for letters", str(self._office.folder.absolute())), self._use_folder)

    def _use_folder(self, given: str | None) -> None:
        if given is not None:
            self._office.remember(folder=str(Path(given).expanduser().absolute()) if given else "")
            self._show()

    def _tell(self, words: str, style: str) -> None:
        self.add_class("-told")
        self.query_one("#post-told", Words).update(Content.styled(words, style))


def _asked(letter: Post) -> Iterator[Content]:
    """What the other player will be asked first, if the letter can say so."""
    if isinstance(letter, Letter) and letter.question:
        yield Content.assemble(("Asks     ", DIM), letter.question)
