"""A new invitation: what is to be played, by which rules, on which side, with which dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.packs import joined
from wargame_tui.board.phrases import side_words
from wargame_tui.board.plain import DataError, briefly
from wargame_tui.core.crash import is_for_players, told
from wargame_tui.core.game import Game
from wargame_tui.core.title import OptionInfo, ScenarioInfo, find_scenario
from wargame_tui.mail import face_down, paper
from wargame_tui.mail.box import Case
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import MODES, PROMISES, Mode
from wargame_tui.tui.offers import PackOffer
from wargame_tui.tui.post_office import PostOffice
from wargame_tui.tui.screens.ask import NameScreen
from wargame_tui.tui.screens.mail_dialog import MailDialog
from wargame_tui.tui.screens.pick import Item, PickScreen
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, keyed

BEGUN = "The invitation brings the game with all that was played: who accepts agrees that it stands, dice included."
"""Said where a game at one table is to go on by letters."""
USUAL: Mode = "sealed"
"""How dice are made unless something else is chosen."""
WHO = "Your name, as the other player reads it"


@dataclass(frozen=True, slots=True)
class Offered:
    """A scenario that two can play, with the title's name and sides."""

    info: ScenarioInfo
    title: str
    sides: Sequence[str]
    packs: Sequence[PackOffer] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form: what it says, what left and right change, what Enter does."""

    words: Content
    change: Callable[[int], None]
    enter: Callable[[], None]


class InviteScreen(MailDialog[Case | None]):
    """Returns the game that was offered, already in the letter box, or None."""

    HEADING: ClassVar[str] = "Invite somebody to a game by mail"
    DONE: ClassVar[tuple[str, str]] = "i", "write the invitation"
    """The key that makes the offer, and what it does."""
    BINDINGS = [
        Binding("escape", "dismiss(None)", "back"),
        Binding("left", "change(-1)", "less", priority=True),
        Binding("right,space", "change(1)", "more", priority=True),
        Binding("i,x", "invite", "write the invitation"),
    ]

    DEFAULT_CSS = """
    InviteScreen {
        & OptionList { max-height: 14; margin: 1 0; }
        &.-low OptionList { max-height: 7; }
        & #invite-about { margin-bottom: 1; }
        &.-low #invite-about { margin-bottom: 0; }
    }
    """

    def __init__(
        self, office: PostOffice, offered: Sequence[Offered], first: str = "", table: Game | None = None
    ) -> None:
        """`first` is the scenario with which the form begins; `table` a game at one table that is to go on by letters,
        whose scenario alone is offered then.
        """
        super().__init__()
        self._office, self._offered, self._table = office, offered, table
        self._at = next((n for n, each in enumerate(offered) if each.info.id == first), 0)
        self._side = 0
        self._mode: Mode = USUAL
        self._signature = office.name
        self._optional: set[str] = set()
        """Names of the optional rules that are on."""
        self._packs: list[str] = []
        """Names of the data packs laid over the title's data, in their order."""
        self._rows: list[Row] = []

    def compose(self) -> ComposeResult:
        """The form, what the dice promise, what is wrong, the keys."""
        with Vertical():
            yield Words(Content.styled(self.HEADING, HEAD))
            yield OptionList()
            yield Words(id="invite-about")
            keys = [keyed("↑↓", "which"), keyed("←→", "change"), keyed("Enter", "choose")]
            keys += [keyed(*self.DONE, "screen.invite"), keyed("Esc", "back", "screen.dismiss(None)")]
            yield Words(Content("  ").join(keys))

    def on_mount(self) -> None:
        """Fill the form."""
        self._fill()
        self.query_one(OptionList).highlighted = 0

    @property
    def _scenario(self) -> Offered:
        return self._offered[self._at]

    def _fill(self, problem: str = "") -> None:
        self._rows = [*self._form()]
        listed = self.query_one(OptionList)
        before = listed.highlighted
        listed.set_options(Option(row.words) for row in self._rows)
        listed.highlighted = before
        lines = [Content.assemble((f"Dice, {self._mode}: ", "bold"), self._promise())]
        lines += [Content(face_down.PROMISE)] * face_down.has_some(find_scenario(self._scenario.info.id)[0])
        lines += self._promises()
        lines += [Content(BEGUN)] * (self._table is not None)
        lines += [Content.styled(f"✗ {problem}", BAD)] if problem else []
        self.query_one("#invite-about", Words).update(Content("\n").join(lines))

    def _form(self) -> Iterator[Row]:
        scenario = self._scenario
        named = f"{scenario.title}: {scenario.info.name}"
        if self._table is None:
            yield Row(line_of("Game", named), self._next_scenario, self._pick_scenario)
        else:
            yield Row(line_of("Game", f"{named}, as it stands", turns=False), lambda by: None, lambda: None)
        side = scenario.sides[self._side]
        yield Row(line_of("Your side", side_words(side)), self._next_side, lambda: self._next_side(1))
        yield Row(line_of("Dice", self._mode), self._next_mode, lambda: self._next_mode(1))
        name = self._signature or "not set: press Enter"
        yield Row(line_of("Your name", name, turns=False), lambda by: None, self._ask_name)
        yield from self._more_rows()
        if self._table is not None:
            return
        yield from map(self._option_row, scenario.info.options)
        yield from (self._pack_row(pack) for pack in scenario.packs if not pack.bad)

    def _more_rows(self) -> Iterator[Row]:
        """What another form of the kind asks beside."""
        return iter(())

    def _promise(self) -> str:
        """What the dice prevent."""
        return PROMISES[self._mode]

    def _promises(self) -> list[Content]:
        """What it says of that, and what the player may expect."""
        title = find_scenario(self._scenario.info.id)[0].id
        return [*_expected(title, self._mode, low=self.has_class("-low"))]

    def _option_row(self, option: OptionInfo) -> Row:
        def switch(by: int = 1) -> None:
            self._optional ^= {option.name}

        mark = ("on  ", GOOD) if option.name in self._optional else ("off ", DIM)
        line = Content.assemble((f"{'Option':<10} ◂ ", DIM), mark, ("▸ ", DIM), f"{option.words} ({option.rule})")
        return Row(line, switch, switch)

    def _pack_row(self, pack: PackOffer) -> Row:
        def switch(by: int = 1) -> None:
            laid = [name for name in self._packs if name != pack.name]
            self._packs = laid if pack.name in self._packs else [*laid, pack.name]

        mark = (f"on {self._packs.index(pack.name) + 1} ", GOOD) if pack.name in self._packs else ("off ", DIM)
        words = f"{pack.name}: {pack.words}; both players need it"
        return Row(Content.assemble((f"{'Data pack':<10} ◂ ", DIM), mark, ("▸ ", DIM), words), switch, switch)

    def _next_scenario(self, by: int) -> None:
        self._use_scenario((self._at + by) % len(self._offered))

    def _use_scenario(self, number: int) -> None:
        if self._offered[number].title != self._scenario.title:
            self._optional, self._packs = set(), []
        self._at = number

    def _next_side(self, by: int) -> None:
        self._side = (self._side + by) % len(self._scenario.sides)

    def _next_mode(self, by: int) -> None:
        self._mode = MODES[(MODES.index(self._mode) + by) % len(MODES)]

    def action_change(self, by: int) -> None:
        """Change the highlighted line."""
        number = self.query_one(OptionList).highlighted
        if number is not None:
            self._rows[number].change(by)
            self._fill()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._rows[event.option_index].enter()
        self._fill()

    def _pick_scenario(self) -> None:
        items = [Item(each.info.id, each.info.name, each.title) for each in self._offered]
        self.app.push_screen(PickScreen("What is to be played", items, now=self._scenario.info.id), self._picked)

    def _picked(self, scenario: str | None) -> None:
        if scenario is not None:
            self._use_scenario(next(n for n, each in enumerate(self._offered) if each.info.id == scenario))
            self._fill()

    def _ask_name(self) -> None:
        self.app.push_screen(NameScreen(WHO, self._signature), self._named)

    def _named(self, name: str | None) -> None:
        if name:
            self._signature = name
            self._fill()

    def action_invite(self) -> None:
        """Make the invitation and keep the game in the letter box; without a name ask for it first."""
        if not self._signature:
            self.app.push_screen(NameScreen(WHO), self._named_at_last)
            return
        scenario = self._scenario
        options = {option.name: "on" for option in scenario.info.options if option.name in self._optional}
        side = scenario.sides[self._side]
        game, table = joined(scenario.info.id, self._packs), self._table
        if table is not None:
            game, options = table.scenario, dict(table.options)
        try:
            mail = Correspondence.invite(game, side, self._signature, self._mode, options, table)
            case = self._office.box.invite(mail)
        except DataError as error:
            self._fill(f"a data pack cannot be used: {briefly(error)}")
        except Exception as error:  # With a data pack rules may meet anything.
            self._fill(str(error) if is_for_players(error) else told(error))
        else:
            self._office.remember(name=self._signature)
            self.dismiss(case)

    def _named_at_last(self, name: str | None) -> None:
        if name:
            self._signature = name
            self.action_invite()


def _expected(title: str, chosen: Mode, *, low: bool) -> Iterator[Content]:
    """Letters that an impulse or a player turn takes, by dice and way to play; where it is low, for these dice."""
    found = paper.expected(title)
    ways = list(paper.WAYS.values())
    if found:
        yield Content.styled(f"{'Letters a turn (at most)':<26}" + "  ".join(ways), DIM)
    for mode, counted in found.items():
        if mode == chosen or not low:
            figures = (f"{counted[way][0]:g} ({counted[way][1]})".ljust(len(way)) for way in ways)
            yield Content.styled(f"{mode:<26}" + "  ".join(figures), "bold" if mode == chosen else DIM)


def line_of(name: str, value: str, *, turns: bool = True) -> Content:
    """A line of a form; `turns`: left and right change it."""
    left, right = (("◂ ", DIM), (" ▸", DIM)) if turns else (("  ", DIM), ("", DIM))
    return Content.assemble((f"{name:<10} ", DIM), left, (value, "bold"), right)
