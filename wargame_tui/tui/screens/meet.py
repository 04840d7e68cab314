"""Live games from the first screen: what is to be done, hosting a game, joining or watching one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.core.disk import CannotSave
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.save import DamagedSave
from wargame_tui.live import code, meeting
from wargame_tui.live.exchange import Exchange
from wargame_tui.live.meeting import LOOPBACK, PORT, Meeting
from wargame_tui.live.way_back import way_of
from wargame_tui.mail.box import Case
from wargame_tui.mail.letters import Mode
from wargame_tui.tui.post_office import PostOffice, players
from wargame_tui.tui.screens.ask import NameScreen
from wargame_tui.tui.screens.invite import WHO, InviteScreen, Offered, Row, line_of
from wargame_tui.tui.screens.mail_dialog import MailDialog
from wargame_tui.tui.screens.pick import Item, PickScreen
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, HEAD, keyed

EVERYWHERE = "0.0.0.0"
PLACES = (LOOPBACK, EVERYWHERE)
"""Where to listen without typing an address."""
LISTENS = {
    LOOPBACK: "this machine only: nobody from elsewhere comes in (through ssh he can)",
    EVERYWHERE: "every address of this machine: whoever reaches it may knock, only the code opens",
}
ONLINE: dict[Mode, str] = {
    "trust": "one seed for all dice, known to both programs: for friends.",
    "sealed": "every roll is made of a secret of each player: neither can know it before, or change it.",
    "batch": "as sealed; several commands may be declared at once, and are carried out together.",
}
"""What each way to roll means where nothing costs a letter."""
HOST, JOIN, WATCH = "host", "join", "watch"
HERE, AGAIN = "here:", "again:"
"""Before the name of a game in the letter box: to be hosted here, or joined again where it was hosted."""


class HostScreen(InviteScreen):
    """A game to be hosted. Returns it, already in the letter box, or None; then `place` says where to listen."""

    HEADING: ClassVar[str] = "Host a live game"
    DONE: ClassVar[tuple[str, str]] = "h", "wait for the other player"
    BINDINGS = [Binding("h", "invite", "wait for the other player")]

    def __init__(self, office: PostOffice, offered: Sequence[Offered], first: str = "") -> None:
        super().__init__(office, offered, first)
        self._address, self._port = LOOPBACK, PORT

    @property
    def place(self) -> tuple[str, int]:
        """Address and port at which to listen."""
        return self._address, self._port

    def _more_rows(self) -> Iterator[Row]:
        yield Row(line_of("Listen at", self._address), self._next_place, lambda: self._ask("address", self._address))
        yield Row(line_of("Port", str(self._port)), self._next_port, lambda: self._ask("port", str(self._port)))

    def _promise(self) -> str:
        return ONLINE[self._mode]

    def _promises(self) -> list[Content]:
        told = LISTENS.get(self._address, "this address: whoever reaches it may knock, only the code opens")
        return [Content.assemble((f"Listening at {self._address}: ", "bold"), told)]

    def _next_place(self, by: int) -> None:
        self._address = PLACES[(PLACES.index(self._address) + by) % len(PLACES) if self._address in PLACES else 0]

    def _next_port(self, by: int) -> None:
        self._port = min(65_535, max(1, self._port + by))

    def _ask(self, what: str, value: str) -> None:
        self.app.push_screen(NameScreen(f"Listen at which {what}?", value), lambda given: self._take(what, given))

    def _take(self, what: str, given: str | None) -> None:
        if not given:
            return
        if what == "address":
            self._address = given
        elif given.isdecimal() and 0 < int(given) < 65_536:
            self._port = int(given)
        else:
            self._fill(f"`{given[:20]}` is no port: a number from 1 to 65535")
            return
        self._fill()


class JoinScreen(MailDialog[Meeting | None]):
    """Where a host is to be found, and the code that he read out. Returns the meeting, or None."""

    BINDINGS = [
        Binding("escape", "dismiss(None)", "back"),
        Binding("j", "join", "join"),
    ]

    DEFAULT_CSS = """
    JoinScreen { & OptionList { margin: 1 0; } & #join-about { margin-bottom: 1; } }
    """

    def __init__(self, office: PostOffice, *, watch: bool) -> None:
        super().__init__()
        self._office, self._watch = office, watch
        self._way, self._code, self._signature = f"localhost:{PORT}", "", office.name or ""
        self._problem = ""

    def compose(self) -> ComposeResult:
        """The form, what is wrong, the keys."""
        with Vertical():
            yield Words(Content.styled("Watch a live game" if self._watch else "Join a live game", HEAD))
            yield OptionList()
            yield Words(id="join-about")
            done = keyed("j", "watch" if self._watch else "join", "screen.join")
            keys = [keyed("↑↓", "which"), keyed("Enter", "type it in"), done]
            yield Words(Content("  ").join([*keys, keyed("Esc", "back", "screen.dismiss(None)")]))

    def on_mount(self) -> None:
        """Begin with the code: of a host on this machine nothing else is needed."""
        self._fill()
        self.query_one(OptionList).highlighted = 1

    def _rows(self) -> list[tuple[str, str, str, Callable[[str], None]]]:
        """Name, value, question and what takes the answer, of every line."""

        def way(given: str) -> None:
            self._way = given

        def code_(given: str) -> None:
            self._code = given

        def name(given: str) -> None:
            self._signature = given

        address = "The host's address, `name` or `name:port`; or a command that leads to him, such as ssh"
        return [
            ("Host", self._way, address, way),
            ("Code", self._code, "The code that the host reads out; dashes and small letters do not matter", code_),
            ("Your name", self._signature, WHO, name),
        ]

    def _fill(self) -> None:
        listed = self.query_one(OptionList)
        before = listed.highlighted
        lines = [line_of(name, value or "not set: press Enter", turns=False) for name, value, _, _ in self._rows()]
        listed.set_options(map(Option, lines))
        listed.highlighted = before
        sees = "You see what both sides see." if self._watch else "Who joins accepts the game as the host offers it."
        about = [Content.styled(f"{sees} The code tells your program that nobody stands between.", DIM)]
        about += [Content.styled(f"✗ {self._problem}", BAD)] if self._problem else []
        self.query_one("#join-about", Words).update(Content("\n").join(about))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        _, value, question, take = self._rows()[event.option_index]

        def given(answer: str | None) -> None:
            if answer:
                take(answer)
                self._problem = ""
                self._fill()

        self.app.push_screen(NameScreen(question, value), given)

    def action_join(self) -> None:
        """Join; what is missing or no address or code is said."""
        by_command = " " in self._way.strip()
        way, command = ("", self._way) if by_command else (self._way, "")
        try:
            if not self._signature:
                raise meeting.BadAddress("your name is missing: the other player reads it")
            found = code.parsed(self._code)
            met = meeting.joining(self._office.box, self._signature, way, command, found, watch=self._watch)
        except ForPlayers as error:
            self._problem = str(error)
            self._fill()
        else:
            self._office.remember(name=self._signature)
            self.dismiss(met)


class Meet:
    """Leads from the first screen to a live game."""

    def __init__(self, app: App[Any], office: PostOffice, meet: Callable[[Meeting], None]) -> None:
        """`meet` waits for the other player."""
        self._app, self._office, self._meet = app, office, meet

    def begin(self, offered: Sequence[Offered], first: str, waiting: Sequence[Case]) -> None:
        """Ask what is to be done; `waiting` are games in the letter box that can go on live."""
        items = [
            Item(HOST, "Host a new game", "the other player joins you"),
            Item(JOIN, "Join a game", "with the code that its host reads out"),
            Item(WATCH, "Watch a game", "with the code to watch"),
            *(item for case in waiting for item in self._goes_on(case)),
        ]
        self._app.push_screen(
            PickScreen("Play live: two programs, one game", items),
            lambda wanted: self._picked(wanted, offered, first),
        )

    def _goes_on(self, case: Case) -> Iterator[Item]:
        """How a game of the letter box goes on live: who was guest joins its host again, or hosts it himself."""
        way, who = way_of(self._office.box.folder, case.mail.invitation.game), players(case.mail)
        if way is None:
            yield Item(f"{HERE}{case.name}", f"Go on live with {case.name}", who)
        else:
            yield Item(f"{AGAIN}{case.name}", f"Join {case.name} again", f"{who}, who hosts at {way.words}")
            yield Item(f"{HERE}{case.name}", f"Host {case.name} here", "the other player joins you")

    def _picked(self, wanted: str | None, offered: Sequence[Offered], first: str) -> None:
        if wanted == HOST:
            form = HostScreen(self._office, offered, first)
            self._app.push_screen(form, lambda case: self._host(case, *form.place))
        elif wanted in (JOIN, WATCH):
            self._app.push_screen(JoinScreen(self._office, watch=wanted == WATCH), self._join)
        elif wanted is not None:
            try:
                if wanted.startswith(AGAIN):
                    self._join(meeting.joining_again(self._office.box, wanted.removeprefix(AGAIN)))
                else:
                    self._host(self._office.box.load(wanted.removeprefix(HERE)), LOOPBACK)
            except (ForPlayers, DamagedSave) as error:
                self._app.notify(str(error), title="The game cannot go on", severity="error", timeout=20)

    def _host(self, case: Case | None, address: str, port: int | None = None) -> None:
        if case is None:
            return
        try:
            met = meeting.hosting(Exchange(self._office.box, case), address, port)
        except (ForPlayers, CannotSave, DamagedSave) as error:
            self._app.notify(str(error), title="The game cannot be hosted", severity="error", timeout=20)
        else:
            self._meet(met)

    def _join(self, met: Meeting | None) -> None:
        if met is not None:
            self._meet(met)
