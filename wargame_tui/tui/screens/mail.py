"""The letter box: games by mail, whose move it is in each, and everything that can be done with letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board import packs
from wargame_tui.board.conduct import Conduct
from wargame_tui.board.phrases import first_up, side_words
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.core.save import DamagedSave, NotPlayable
from wargame_tui.core.shelf import Shelf
from wargame_tui.core.title import ScenarioInfo, Title, find_title, switch, title_ids
from wargame_tui.core.wording import plural
from wargame_tui.mail import armour, box, face_down, gather, paper, proof
from wargame_tui.mail.box import Case
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import PROMISES, BadLetter, Invitation
from wargame_tui.mail.past import AT_TABLE
from wargame_tui.tui import post_office
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.library import packs_of
from wargame_tui.tui.post_office import PostOffice, other_player, players
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.screens.invite import WHO, InviteScreen, Offered
from wargame_tui.tui.screens.open_letter import Opened, OpenLetterScreen
from wargame_tui.tui.screens.post import PostScreen, ask_folder
from wargame_tui.tui.settings import OFF, ON
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, linked


@dataclass(frozen=True, slots=True)
class MailGame:
    """A game by mail to sit down to."""

    case: Case
    start: int | None
    """The first line of the journal that a letter just opened has brought."""


class MailScreen(Screen[MailGame | None]):
    """The games by mail. Returns the one to be played."""

    BINDINGS = [
        Binding("n", "invite", "invite somebody"),
        Binding("o", "open", "open a letter"),
        Binding("l", "letter", "letter"),
        Binding("v", "verify", "verify"),
        Binding("r", "read_all", "read all"),
        Binding("w", "watch", "watch the folder"),
        Binding("f", "folder", "another folder"),
        Binding("t", "table", "to one table"),
        Binding("e", "rename", "rename"),
        Binding("a", "archive", "put aside, or bring back"),
        Binding("p", "put_aside", "games put aside"),
        Binding("slash", "search", "search"),
        Binding("d,delete", "delete", "delete"),
        Binding("tab", "next_pane", "read on"),
        Binding("question_mark,f1", "help", "help"),
        Binding("escape,q,m", "back", "back"),
    ]

    DEFAULT_CSS = """
    MailScreen {
        & #mail-head { height: 2; padding: 0 2; background: $panel; }
        & #mail-list {
            width: 50%;
            min-width: 38;
            max-width: 76;
            height: 1fr;
            border: none;
            padding: 1 0;
            background: $surface;
        }
        & #mail-list:focus { border: none; background-tint: 0%; }
        & #mail-list > .option-list--option { padding: 0 2; }
        & #mail-list > .option-list--option-highlighted { background: $panel-lighten-1; }
        & #mail-list:focus > .option-list--option-highlighted { background: #4a4128; color: #ffffff; }
        & #mail-text { padding: 1 2; height: 1fr; }
        & #mail-about { height: auto; }
    }
    """

    def __init__(self, office: PostOffice) -> None:
        super().__init__()
        self._office = office
        self._games: list[tuple[str, Case | DamagedSave]] = []
        self._is_aside = False
        """Whether the games are listed that were put aside."""
        self._wanted = ""
        """What is searched for; empty: everything is listed."""
        self._proofs: dict[str, Content] = {}
        """What verifying a game has said, by its name."""
        self._folder_watch = post_office.Watch(office)
        self._known_invited = 0
        """Invitations in it that the player has been told of."""

    def compose(self) -> ComposeResult:
        """Heading, games, what is to be said of one, keys."""
        yield Words(id="mail-head")
        with Horizontal():
            yield OptionList(Option("Reading the letter box…", disabled=True), id="mail-list")
            with VerticalScroll(id="mail-text"):
                yield Words(id="mail-about")
        yield HintBar()

    def on_mount(self) -> None:
        """Show the frame first, read afterwards."""
        self.query_one("#mail-list").focus()
        self._show_head()
        self._show_hints()
        self._read()
        self._look()
        self.watch(self.app, "app_focus", self._look, init=False)
        self.set_interval(post_office.WATCHED, self._look)

    def _look(self) -> None:
        """Open what has come into the watched folder since it was looked into."""
        if self.app.app_focus and self.is_current and self._folder_watch.sees_news():
            self._read_all(quiet=True)

    @work(thread=True, exclusive=True, group="letter-box")
    def _read(self, lit: str | None = None) -> None:
        aside = self._is_aside
        games = self._office.games(aside=aside)
        self.app.call_from_thread(self._fill, games, lit, aside)

    def _fill(self, games: list[tuple[str, Case | DamagedSave]], lit: str | None, aside: bool) -> None:
        if not self.query("#mail-list") or aside != self._is_aside:
            # The player left, or turned to other games, before everything was read.
            return
        self._games = games = [(name, case) for name, case in games if _fits(self._wanted, name, case)]
        listed = self.query_one("#mail-list", OptionList)
        listed.set_options(Option(_row(name, case)) for name, case in games)
        listed.highlighted = next((n for n, (name, _) in enumerate(games) if name == lit), 0) if games else None
        if not games:
            self._show_about()

    def _show_head(self) -> None:
        below = "Two players exchange only files, or text pasted into a mail"
        if self._is_aside:
            below = "Games put aside: a brings one back, p lists those in your letter box"
        if self._wanted:
            games = "Games put aside" if self._is_aside else "Only games"
            below = f"{games} with “{self._wanted}”: / searches anew"
        words = Content.assemble(("Play by e-mail", HEAD), (f"\n{below}", DIM))
        self.query_one("#mail-head", Words).update(words)

    # What is highlighted

    @property
    def _lit(self) -> tuple[str, Case | DamagedSave] | None:
        number = self.query_one("#mail-list", OptionList).highlighted
        return self._games[number] if number is not None and number < len(self._games) else None

    @property
    def _case(self) -> Case | None:
        """The highlighted game, if it can be opened; otherwise it is said why not."""
        lit = self._lit
        if lit is None:
            empty = "Your letter box is empty: n invites somebody, o opens an invitation"
            self._notice(_NONE_FOUND if self._wanted else empty)
            return None
        name, case = lit
        if isinstance(case, Case):
            return case
        self._notice(f"{name} cannot be opened: {case}")
        return None

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        self._show_about()

    def _show_about(self) -> None:
        lit = self._lit
        if lit is None:
            words = Content(_NONE_FOUND if self._wanted else _NONE_ASIDE if self._is_aside else _EMPTY)
        else:
            name, case = lit
            words = _about(name, case) if isinstance(case, Case) else _damage(name, case)
            words = Content("\n\n").join([*([self._proofs[name]] if name in self._proofs else []), words])
        self.query_one("#mail-about", Words).update(words)
        self.query_one("#mail-text").scroll_home(animate=False)
        self._show_hints()

    def _show_hints(self) -> None:
        self.query_one(HintBar).hints([*(self._hints_aside() if self._is_aside else self._hints())])

    def _hints(self) -> Iterator[Hint]:
        case = self._lit[1] if self._lit is not None else None
        if isinstance(case, Case):
            yield Hint("Enter", "table" if case.mail.game else "letter")
        yield from (Hint("n", "invite", "screen.invite"), Hint("o", "open", "screen.open"))
        if isinstance(case, Case):
            yield from (Hint("l", "letter", "screen.letter"), Hint("v", "verify", "screen.verify"))
        yield from (*_ALWAYS, Hint("r", "read", "screen.read_all"), Hint("f", "folder", "screen.folder"))
        yield Hint("w", "unwatch" if self._office.is_watched else "watch", "screen.watch")
        if case is not None:
            yield from (Hint("t", "to one table", "screen.table"), Hint("e", "rename", "screen.rename"))
            yield from (Hint("a", "put aside", "screen.archive"), Hint("d", "delete", "screen.delete"))
        yield from (_SEARCH, Hint("p", "games put aside", "screen.put_aside"))

    def _hints_aside(self) -> Iterator[Hint]:
        if self._lit is not None:
            yield from (Hint("a", "bring back", "screen.archive"), Hint("d", "delete", "screen.delete"))
        yield from (*_ALWAYS, _SEARCH, Hint("p", "letter box", "screen.put_aside"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What a game that was put aside can do is come back, or go for good."""
        return not self._is_aside or action not in _IN_THE_BOX

    def _notice(self, words: str) -> None:
        self.query_one(HintBar).notice(words, bad=True)

    # Doing something

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        if self._is_aside:
            self._notice("a brings this game back into your letter box")
            return
        case = self._case
        if case is None:
            return
        if case.mail.game is not None:
            self.dismiss(MailGame(case, case.unseen))
        else:
            self.action_letter()

    def action_letter(self) -> None:
        """The letter of the highlighted game that is ready, or was written last."""
        case = self._case
        if case is not None:
            self.app.push_screen(PostScreen(self._office, case), lambda wish: self._posted(case, wish))

    def _posted(self, case: Case, wish: str | None) -> None:
        if wish == "orders":
            from wargame_tui.tui.screens.orders import OrdersScreen

            self.app.push_screen(OrdersScreen(case.mail), lambda changed: self._ordered(case, changed))
        elif wish == "conduct":
            self._open_conduct(case)
        elif wish == "open":
            self.action_open()
        self._read(case.name)

    def _open_conduct(self, case: Case) -> None:
        from wargame_tui.tui.screens.conduct import BY_MAIL, ConductScreen, places

        table, given = case.mail.table, {case.mail.side: case.mail.conduct}
        screen = ConductScreen(table, given, places(table), BY_MAIL, turns=True)
        self.app.push_screen(screen, lambda changed: self._conducted(case, changed))

    def _conducted(self, case: Case, changed: Mapping[str, Conduct] | None) -> None:
        if changed:
            case.mail.conduct = changed[case.mail.side]
        self._ordered(case, bool(changed))

    def _ordered(self, case: Case, changed: bool | None) -> None:
        if changed:
            try:
                self._office.box.keep(case)
            except CannotSave as error:
                self._notice(str(error))
        self._read(case.name)

    @work(thread=True, exclusive=True, group="offers")
    def action_invite(self) -> None:
        """Offer a game to somebody."""
        self.app.call_from_thread(self.app.push_screen, InviteScreen(self._office, offered()), self._invited)

    def _invited(self, case: Case | None) -> None:
        if case is not None:
            self._read(case.name)
            self.app.push_screen(PostScreen(self._office, case), lambda wish: self._posted(case, wish))

    def action_open(self) -> None:
        """Open an invitation, an answer or a letter."""
        self.app.push_screen(OpenLetterScreen(self._office), self._opened)

    def _opened(self, opened: Opened | None) -> None:
        if opened is None:
            return
        if opened.case is not None:
            self.dismiss(MailGame(opened.case, opened.start))
            return
        invitation = armour.opened(opened.text)
        assert isinstance(invitation, Invitation)
        terms = Content.assemble(_terms(invitation, None), "\n\nDo you accept?")
        self.app.push_screen(ConfirmScreen(terms, "accept", "no"), lambda yes: self._ask_name(yes, opened.text))

    def _ask_name(self, accepted: bool | None, text: str) -> None:
        if accepted:
            question = NameScreen(WHO, self._office.name)
            self.app.push_screen(question, lambda name: self._accept(name, text))

    def _accept(self, name: str | None, text: str) -> None:
        if not name:
            return
        try:
            case, _ = self._office.box.receive(text, name)
        except BadLetter as error:
            self._notice(f"The invitation cannot be used ({error.fault}): {error}")
        except (ForPlayers, CannotSave, DamagedSave) as error:
            self._notice(str(error))
        else:
            self._office.remember(name=name)
            self._invited(case)

    def action_verify(self) -> None:
        """Play the game again from the invitation on, and say what that proves."""
        case = self._case
        if case is not None:
            self._verify(case)

    @work(thread=True, exclusive=True, group="verifying")
    def _verify(self, case: Case) -> None:
        try:
            found = _proof_words(proof.verify(case.mail.last_letter()))
        except BadLetter as error:
            found = Content.styled(f"The game does not verify ({error.fault}): {error}", BAD)
        except NotNow as error:
            found = Content.styled(str(error), DIM)
        self.app.call_from_thread(self._verified, case.name, found)

    def _verified(self, name: str, found: Content) -> None:
        self._proofs[name] = found
        if self.query("#mail-list"):
            self._show_about()

    def action_read_all(self) -> None:
        """Open every letter in the folder for letters that is due, in its order."""
        self._read_all()

    @work(thread=True, exclusive=True, group="receiving")
    def _read_all(self, *, quiet: bool = False) -> None:
        """`quiet` says nothing of a folder in which nothing is new, and of an invitation once."""
        try:
            opened = self._office.read_all()
            invited = self._office.invited
        except (OSError, DamagedSave) as error:
            self.app.call_from_thread(self._notice, f"{self._office.folder.absolute()}: {error}")
            return
        is_new, self._known_invited = invited > self._known_invited, invited
        if opened or not quiet or is_new:
            self.app.call_from_thread(self._all_read, opened, invited)

    def _all_read(self, opened: list[gather.Opened], invited: int) -> None:
        read = [each for each in opened if each.case is not None]
        faults = [f"{paper.subject(each.post)}: {each.fault}" for each in opened if each.case is None]
        if invited and not opened:
            self._tell(f"{plural(invited, 'invitation')} in {self._office.folder.absolute()}: o opens what you accept")
        elif not opened:
            self._tell(f"No new letter in {self._office.folder.absolute()}")
        elif faults:
            self._notice("; ".join(faults))
        else:
            last = read[-1]
            brought = (
                paper.subject(last.post)
                if len(read) == 1
                else f"{len(read)} letters, the last {paper.subject(last.post)}"
            )
            self._tell(f"Read: {brought}; ▶ marks where you are to move")
        self._read(read[-1].case.name if read and read[-1].case else None)

    def action_watch(self) -> None:
        """Open letters in the folder by themselves from now on, or no longer."""
        on_ = not self._office.is_watched
        self._office.keep(replace(self._office.settings(), watch=ON if on_ else OFF))
        where = self._office.folder.absolute()
        self._tell(f"Letters in {where} are read as they come" if on_ else f"{where} is read with r only")
        self._show_hints()
        self._folder_watch = post_office.Watch(self._office)
        self._look()

    def action_folder(self) -> None:
        """Look for letters in another folder from now on, and write them there."""
        ask_folder(self.app, self._office, self._read_all)

    def action_table(self) -> None:
        """Bring the highlighted game back to one table, as a save that goes on there."""
        case = self._case
        if case is not None and case.mail.game is not None:
            question = Content(f"Save {case.name} as a game at one table? {AT_TABLE}")
            self.app.push_screen(ConfirmScreen(question, "save", "no"), lambda yes: self._to_table(case, yes))

    def _to_table(self, case: Case, yes: bool | None) -> None:
        shelf = Shelf(self._office.box.folder.parent)
        if not yes:
            return
        try:
            name = shelf.free_name(case.name)
            shelf.save(case.mail.at_one_table(), name)
        except (NotNow, CannotSave) as error:
            self._notice(str(error))
        else:
            self._tell(f"Saved as {name}: it is among the saved games of the first screen")

    def action_rename(self) -> None:
        """Give the highlighted game another name."""
        if (lit := self._lit) is not None:
            self.app.push_screen(NameScreen("Name of this game", lit[0]), lambda wish: self._rename(lit[0], wish))

    def _rename(self, name: str, wish: str | None) -> None:
        if wish and wish != name:
            self._change(lambda: self._office.box.rename(name, wish))

    def action_archive(self) -> None:
        """Put the highlighted game aside, with all its letters; or bring it back."""
        lit = self._lit
        if lit is not None and self._is_aside:
            self._change(lambda: self._brought_back(lit[0]))
        elif lit is not None:
            question = Content(f"Put {lit[0]} aside? p lists the games put aside, and brings them back.")
            self.app.push_screen(ConfirmScreen(question, "put aside", "no"), lambda yes: self._archive(lit[0], yes))

    def _archive(self, name: str, yes: bool | None) -> None:
        if yes:
            self._change(lambda: str(self._office.box.archive(name)))

    def _brought_back(self, name: str) -> str:
        name = self._office.box.bring_back(name)
        self._is_aside = False
        self._tell(f"{name} is in your letter box again")
        return name

    def action_put_aside(self) -> None:
        """List the games that were put aside, or those in the box again."""
        self._is_aside = not self._is_aside
        self._turned()

    def action_search(self) -> None:
        """Ask what to search for."""
        asked = "Search games: name, title, scenario or player; empty lists all"
        self.app.push_screen(NameScreen(asked, self._wanted), self._searched)

    def _searched(self, words: str | None) -> None:
        if words is not None:
            self._wanted = words
            self._turned()

    def _turned(self) -> None:
        """Show other games."""
        self._show_head()
        self._read()

    def action_back(self) -> None:
        """All games of the box, then the first screen."""
        if self._is_aside or self._wanted:
            self._is_aside, self._wanted = False, ""
            self._turned()
        else:
            self.dismiss(None)

    def action_delete(self) -> None:
        """Throw the highlighted game away."""
        if (lit := self._lit) is not None:
            question = Content(f"Delete {lit[0]} for good? Your secret is in it: the game cannot go on then.")
            self.app.push_screen(ConfirmScreen(question, "delete", "no"), lambda yes: self._delete(lit[0], yes))

    def _delete(self, name: str, yes: bool | None) -> None:
        if yes:
            games = self._office.box.aside if self._is_aside else self._office.box
            self._change(lambda: games.delete(name))

    def _change(self, change: Callable[[], str | None]) -> None:
        """Do something to a game in the box, or say why not."""
        lit = None
        try:
            lit = change()
        except (CannotSave, DamagedSave) as error:
            self._notice(str(error))
        self._show_head()
        self._read(lit)

    def _tell(self, words: str) -> None:
        self.query_one(HintBar).notice(words)

    def action_help(self) -> None:
        """What the letter box is for, and its keys, also those for which the last line has no room."""
        from wargame_tui.board.title import Help
        from wargame_tui.tui.screens.help import HelpScreen, Section

        self.app.push_screen(HelpScreen(Help("Play by e-mail", _HELP, ()), "", (Section("Keys", KEYS),)))

    def action_next_pane(self) -> None:
        """From the list to the text and back."""
        listed, text = self.query_one("#mail-list"), self.query_one("#mail-text")
        (text if listed.has_focus else listed).focus()


_HELP = (
    "A letter is a file, or text in a mail. It tells what happened in clear text, and below that holds the whole game.",
    "A game marked ▶ waits for you: Enter goes to its table. Once the other player has to decide, "
    "your letter is there.",
    "Letters are written into one folder and looked for there. Players who share it by a program that keeps folders "
    "the same on several machines need no mail: w opens what comes into it by itself.",
)
KEYS = (
    ("Enter", "to the table of the game, or to its letter if it has not begun"),
    ("n", "invite somebody"),
    ("o", "open a letter, an answer or an invitation: a file, or text that you paste"),
    ("l", "the letter to send: text, folder, mail, note, taking back, conduct"),
    ("v", "verify the game from the invitation on"),
    ("r", "read every letter in the folder that is due"),
    ("f", "another folder: where letters are written, and looked for; a Maildir, too"),
    ("w", "watch the folder: read letters as they come, or no longer"),
    ("t", "bring the game to one table, as a saved game"),
    ("e", "give the game another name"),
    ("a", "put the game aside, or bring it back from there"),
    ("p", "the games put aside, or those in the box again"),
    ("/", "search games: name, title, scenario, player"),
    ("d Delete", "delete the game"),
    ("Tab", "from the list to the text and back"),
    ("Esc q m", "back"),
)
"""Every key of the letter box, with what it does."""

MOST_NOTES = 6
"""Of the players, the last ones, that are shown with a game."""
_ALWAYS = (Hint("Tab", "text"), Hint("Esc", "back", "screen.back"), Hint("?", "help", "screen.help"))
_SEARCH = Hint("/", "search", "screen.search")
_IN_THE_BOX = {"invite", "open", "letter", "verify", "read_all", "watch", "folder", "table", "rename"}
"""What is not done with games that were put aside."""
_NONE_FOUND = "No game has these words: / searches anew, Esc lists all."
_NONE_ASIDE = "No game is put aside: p lists those in your letter box."
_EMPTY = """Your letter box is empty.

n invites somebody: you choose the game, your side and how dice are made, and get a letter to send.
o opens an invitation that somebody has sent you; its file, or its text pasted."""


def offered() -> list[Offered]:
    """Every scenario that two people play."""
    found: list[Offered] = []
    for name in title_ids():
        title = find_title(name)
        infos, laid = title.shipped(), tuple(packs_of(title))
        found += [Offered(info, title.name, title.sides[:2], laid) for info in infos if not info.solitaire]
    return found


def _fits(wanted: str, name: str, case: Case | DamagedSave) -> bool:
    """Whether every word that is searched for stands in what a game is called, and who plays it."""
    words = [name]
    if isinstance(case, Case):
        words += [*_names(case.mail.invitation), other_player(case.mail), side_words(case.mail.side)]
    text = " ".join(words).lower()
    return all(word in text for word in wanted.lower().split())


def _row(name: str, case: Case | DamagedSave) -> Content:
    if isinstance(case, DamagedSave):
        return Content.assemble(("✗ ", BAD), name, (f"\n  {case}", BAD))
    mail = case.mail
    title, scenario = _names(mail.invitation)
    mark = ("▶ ", f"bold {GOOD}") if mail.my_turn else ("  ", DIM)
    where = f"{_turn(mail.game)}, " if mail.game else ""
    return Content.assemble(
        mark,
        (f"{name}: " if _is_given(name, mail.invitation) else "", "bold"),
        (scenario, "bold"),
        (f"  {title}", DIM),
        f"\n  {players(mail)}",
        (f"\n  {where}", DIM),
        (_whose(mail), GOOD if mail.my_turn else DIM),
        (_for_days(case), BAD if (case.days or 0) >= LONG else DIM),
    )


def _is_given(name: str, terms: Invitation) -> bool:
    """Whether a player has named the game: then it is listed by that name, too."""
    usual = (terms.scenario.replace("/", " "), f"{terms.name} {terms.scenario.partition('/')[2]}")
    return not any(re.fullmatch(rf"{box.proper_name(wish)}(-\d+)?", name) for wish in usual)


LONG = 7
"""Days after which somebody may be reminded."""


def _for_days(case: Case) -> str:
    """Since when it stands so, if that is a day or more."""
    if not case.days or case.mail.settled:
        return ""
    return f", for {case.days} day{'s' if case.days > 1 else ''}"


def _reminder(case: Case) -> Iterator[Content]:
    """How the other player is reminded, once he has taken long."""
    mail = case.mail
    if case.outgoing and not mail.my_turn and not mail.settled and (case.days or 0) >= LONG:
        yield Content.styled(f"l: your last letter, sent once more, reminds {other_player(mail)}", BAD)


def _turn(game: Game) -> str:
    return first_up(game.title.turn_words(game.scenario, game.title.turn(game.state)))


def _names(terms: Invitation) -> tuple[str, str]:
    """The names of title and scenario; their ids if they are not installed here."""
    known = _known(terms)
    return (known[0].name, known[1].name) if known else (terms.title, terms.scenario.partition("/")[2])


def _known(terms: Invitation) -> tuple[Title[Any], ScenarioInfo] | None:
    """Title and scenario of a game; None if they are not installed here as it is played."""
    try:
        title = proof.installed(terms)
    except BadLetter:
        return None
    return title, title.about(terms.scenario)


def _whose(mail: Correspondence) -> str:
    """Whose move it is, in a few words."""
    if mail.game is None:
        return "not answered yet" if mail.answer is None else "the first letter has not come yet"
    if mail.settled:
        return f"over: {mail.game.over.level}" if mail.game.over else ""
    if not mail.my_turn:
        return f"{other_player(mail)} writes next"
    return "your letter is ready" if mail.ready else "your move"


def _damage(name: str, error: DamagedSave) -> Content:
    remedy = "Put back a copy of its file, if you have one: letters hold the game, but not your secret."
    return Content.assemble(
        (name, HEAD),
        (f"\n\nThis game cannot be opened: {error}\n", BAD),
        ("" if isinstance(error, NotPlayable) else remedy, DIM),
    )


def _about(name: str, case: Case) -> Content:
    mail = case.mail
    lines = [
        Content.styled(f"{first_up(mail.standing)}{_for_days(case)}", "bold"),
        *_reminder(case),
        Content.assemble(("Letters     ", DIM), f"{len(mail.letters)} so far"),
    ]
    notes = [(entry.side, entry.note) for entry in mail.letters if entry.note]
    lines += [Content.assemble((f"{side_words(side)}: ", DIM), note) for side, note in notes[-MOST_NOTES:]]
    if mail.orders:
        lines.append(Content.assemble(("Orders      ", DIM), "; ".join(order.text for order in mail.orders)))
    lines += [Content(""), _terms(mail.invitation, mail.side), Content.styled(f"In the box as {name}", DIM)]
    return Content("\n").join(lines)


def _options(terms: Invitation) -> str:
    """The optional rules that are on, in words; by their names if the title is not installed here."""
    chosen = sorted(option for option, value in terms.options.items() if switch(value) == "on")
    known = _known(terms)
    words = {option.name: f"{option.words} ({option.rule})" for option in known[1].options} if known else {}
    return "; ".join(words.get(option, option) for option in chosen) or "none"


def _terms(terms: Invitation, mine: str | None) -> Content:
    """Everything that is agreed upon with an invitation."""
    title, scenario = _names(terms)
    lines = [
        Content.styled(f"{title}: {scenario}", HEAD),
        Content.assemble(("Invited by  ", DIM), f"{terms.name}, who plays {side_words(terms.side)}"),
        Content.assemble(("You play    ", DIM), (side_words(mine or terms.guest), "bold")),
        Content.assemble(("Options     ", DIM), _options(terms)),
        *([Content.assemble(("Data packs  ", DIM), packs.words(terms.packs))] if terms.packs else []),
        Content.assemble(("Dice        ", DIM), (f"{terms.mode}: ", "bold"), PROMISES[terms.mode]),
    ]
    if terms.past:
        lines.append(Content.assemble(("Begun       ", DIM), paper.with_past(terms)))
    if mine and (words := paper.in_short(terms.title, terms.mode)):
        lines.append(Content.assemble(("Letters     ", DIM), words))
    if (known := _known(terms)) and face_down.has_some(known[0]):
        lines.append(Content.assemble(("Face down   ", DIM), face_down.PROMISE))
    return Content("\n").join(lines)


def _proof_words(found: proof.Proof) -> Content:
    lines = [
        Content.styled("Verified from the invitation on", f"bold {GOOD}"),
        Content(f"Letters: {found.letters}, lines: {found.commands}, dice: {found.rolls}. {found.end}"),
        Content.styled("This proves:", "bold"),
        *(Content.assemble(("• ", DIM), linked(words)) for words in found.proved),
        Content.styled("It cannot prove:", "bold"),
        *(Content.assemble(("• ", DIM), words) for words in found.open),
    ]
    return Content("\n").join(lines)
