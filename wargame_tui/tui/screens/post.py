"""The letter to send: its subject line, its file, its text. Writing or copying it closes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from wargame_tui.board.phrases import first_up
from wargame_tui.core.command import BadNotation
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.mail import armour, box, declared, paper
from wargame_tui.mail.box import Case
from wargame_tui.mail.correspondence import NotNow
from wargame_tui.mail.letters import CONDUCTED, Letter, Post
from wargame_tui.tui.post_office import PostOffice, can_take_back, other_player
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.screens.mail_dialog import MailDialog
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, keyed

FOLDER = "Folder for letters: where they are written, and looked for (a Maildir, too)"
"""Asked when another one is to be used."""


class PostScreen(MailDialog[str | None]):
    """Returns `open`, `conduct` or `orders` if the player wants that next, or None."""

    BINDINGS = [
        Binding("escape,q,m", "dismiss(None)", "back"),
        Binding("w", "write", "write the file"),
        Binding("f", "folder", "another folder"),
        Binding("c", "copy", "copy the text"),
        Binding("e", "email", "open a mail"),
        Binding("n", "note", "note"),
        Binding("d", "ahead", "declare ahead"),
        Binding("t", "take_back", "take back"),
        Binding("o", "dismiss('open')", "open a letter"),
        Binding("a", "conduct", "conduct"),
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
        if self._case.mail.is_asked:
            return None  # What I sent before is not the point now.
        return armour.opened(self._case.outgoing) if self._case.outgoing else None

    def _show(self) -> None:
        letter = self._letter()
        self.query_one(VerticalScroll).display = letter is not None
        self.query_one("#post-head", Words).update(self._head(letter))
        if letter is not None:
            text = paper.text(letter, self._case.mail.game) if self._case.mail.ready else self._case.outgoing
            self.query_one("#post-text", Words).update(Content(text))
        self.query_one("#post-keys", Words).update(self._keys(letter is not None))

    def _heading(self, has_letter: bool) -> tuple[str, str]:
        """How the game stands, and what is to be done with the letter."""
        mail = self._case.mail
        if mail.is_asked and mail.granted is None:
            return f"{other_player(mail)} asks to take something back", "t shows what, and says yes or no for you."
        if mail.ready:
            back = "until then Esc, then u undoes" if can_take_back(mail) else "nothing of yours can be undone"
            return "Your letter is ready", f"It is closed when you write or copy it; {back}."
        standing = "You have to decide first" if mail.my_turn else first_up(mail.standing)
        if mail.answer is None:
            return standing, "Send it to whom you want to play with; his answer begins the game."
        if mail.my_turn or (mail.letters and mail.letters[-1].side != mail.side):
            return standing, "This is the last letter that you wrote." if has_letter else ""
        return standing, "This is your letter: send it, and send it again if it is lost."

    def _head(self, letter: Post | None) -> Content:
        mail = self._case.mail
        heading, rest = self._heading(letter is not None)
        lines = [Content.styled(heading, HEAD), Content.styled(rest, DIM)]
        if letter is not None:
            to = other_player(mail) if mail.answer else "anyone"
            lines += [
                Content.assemble(("To       ", DIM), to),
                Content.assemble(("Subject  ", DIM), (paper.subject(letter), "bold")),
                *_asked(letter, mail.game),
                *([Content.assemble(("Note     ", DIM), mail.note.replace("\n", " / "))] if mail.note else []),
                *self._offer_conduct(),
                Content.assemble(("File     ", DIM), str(self._office.folder.absolute() / box.file_name(letter))),
            ]
        return Content("\n").join(line for line in lines if line)

    def _offer_conduct(self) -> Iterator[Content]:
        """What conduct would spare, to a player who has given none."""
        mail = self._case.mail
        if mail.ready and mail.invitation.format >= CONDUCTED and not (mail.conduct or mail.orders):
            told = f"none: a says how you answer in {other_player(mail)}'s turn, which saves letters"
            yield Content.assemble(("Conduct  ", DIM), told)

    def _keys(self, has_letter: bool) -> Content:
        mail = self._case.mail
        keys = []
        if has_letter:
            keys += [
                keyed("w", "write", "screen.write"),
                keyed("c", "copy", "screen.copy"),
                keyed("e", "mail", "screen.email"),
                keyed("f", "folder", "screen.folder"),
            ]
        if mail.my_turn and mail.takes_notes:
            keys.append(keyed("n", "note", "screen.note"))
        if mail.may_declare:
            keys.append(keyed("d", "declare", "screen.ahead"))
        if mail.is_asked or self._can_ask:
            keys.append(keyed("t", "take back" if self._can_ask else "yes or no", "screen.take_back"))
        if not mail.my_turn and not mail.settled:
            keys.append(keyed("o", "open", "screen.dismiss('open')"))
        if mail.game is not None and not mail.settled:
            if mail.invitation.format >= CONDUCTED:
                keys.append(keyed("a", "conduct", "screen.conduct"))
            if mail.orders or mail.invitation.format < CONDUCTED:
                # Where letters bring conduct, that is the one way; orders of before still answer.
                keys.append(keyed("s", "orders", "screen.dismiss('orders')"))
        return Content("  ").join([*keys, keyed("Esc", "back", "screen.dismiss(None)")])

    def action_conduct(self) -> None:
        """How questions are answered, where letters of the game bring that."""
        mail = self._case.mail
        if mail.game is not None and not mail.settled and mail.invitation.format >= CONDUCTED:
            self.dismiss("conduct")

    @property
    def _can_ask(self) -> bool:
        """Whether the other player could be asked to let the last letter be taken back."""
        try:
            replace(self._case.mail).ask_back()
        except NotNow:
            return False
        return True

    def action_take_back(self) -> None:
        """Ask to take back what my last letter decided, or say whether the other player may."""
        mail = self._case.mail
        if not mail.is_asked and not self._can_ask:
            return
        asking = replace(mail)
        if not mail.is_asked:
            asking.ask_back()
        words = "\n".join(paper.taken_back(asking))
        other = other_player(mail)
        if mail.is_asked:
            question = f"{other} asks to take this back.\n{words}\nAgree?"
        else:
            question = f"Ask {other} to agree? Your next letter asks, and does nothing else.\n{words}"
        self.app.push_screen(ConfirmScreen(question), self._wished)

    def _wished(self, yes: bool | None) -> None:
        mail = self._case.mail
        if mail.is_asked and yes is not None:
            self._do(lambda: mail.answer_back(grant=yes))
        elif yes:
            self._do(mail.ask_back)

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
            path = box.export(self._case.outgoing, self._office.folder.absolute())
        except CannotSave as error:
            self._tell(f"{error}; choose another folder (f), or copy the text (c)", BAD)
        else:
            self.app.copy_to_clipboard(str(path))
            copied = "Its path is copied: attach that file, or send its text (c; e as a mail)."
            self._tell(f"Written: {path}\n{copied}", GOOD)
        self._show()

    def action_copy(self) -> None:
        """Close the letter and put its text on the terminal's clipboard."""
        if self._close_letter() is not None:
            self.app.copy_to_clipboard(self._case.outgoing)
            self._tell("Copied: paste it into a mail. (If your terminal has no clipboard, w writes a file.)", GOOD)
            self._show()

    def action_email(self) -> None:
        """Close the letter and open the mail program with it, if there is one."""
        letter = self._close_letter()
        if letter is not None:
            self.app.open_url(paper.mailto(letter, self._case.outgoing))
            self._tell("Your mail program has the letter, if you have one here; else w writes it, c copies it.", GOOD)
            self._show()

    def action_note(self) -> None:
        """Say something to the other player, who reads it as he opens the letter."""
        if self._case.mail.my_turn and self._case.mail.takes_notes:
            question = f"Note to {other_player(self._case.mail)}"
            self.app.push_screen(NameScreen(question, self._case.mail.note), lambda text: self._noted(text))

    def _noted(self, text: str | None) -> None:
        if text is not None:
            self._do(lambda: self._case.mail.write_note(text))

    def action_ahead(self) -> None:
        """Declare what is to follow the dice that this letter asks for."""
        if self._case.mail.may_declare:
            self.app.push_screen(NameScreen(_AHEAD), lambda text: self._declared(text))

    def _declared(self, text: str | None) -> None:
        if text:
            self._do(lambda: self._case.mail.declare(text))

    def _do(self, change: Callable[[], None]) -> None:
        """Change the letter, and keep it so; or say why not."""
        try:
            change()
            self._office.box.keep(self._case)
        except (ForPlayers, BadNotation, CannotSave) as error:
            self._tell(str(error), BAD)
        self._show()

    def action_folder(self) -> None:
        """Write letters into another folder from now on."""
        ask_folder(self.app, self._office, self._show)

    def _tell(self, words: str, style: str) -> None:
        self.add_class("-told")
        self.query_one("#post-told", Words).update(Content.styled(words, style))


def ask_folder(app: App[Any], office: PostOffice, then: Callable[[], object]) -> None:
    """Ask where letters are to be written and looked for from now on; `then` once another place is used."""

    def use(given: str | None) -> None:
        if given is not None:
            office.remember(folder=given)
            then()

    app.push_screen(NameScreen(FOLDER, str(office.folder.absolute())), use)


_AHEAD = """Commands that follow the dice, with ; between them, such as `end`, or a battle: `attack 0503; roll`.
They are given only if everything declared before them could be (in a batch: if they are legal then).
With `if` in front each is given if it comes to that, and what follows stands: `if advance US-9 0503; end`."""


def _asked(letter: Post, game: Game | None) -> Iterator[Content]:
    """What the other player will be asked first, if the letter can say so."""
    if isinstance(letter, Letter) and letter.question:
        yield Content.assemble(("Asks     ", DIM), letter.question)
    if isinstance(letter, Letter) and letter.letters[-1].pending and game is not None:
        yield Content.assemble(("Declares ", DIM), "; ".join(declared.words(game, letter.letters[-1].pending)))
