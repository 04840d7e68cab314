"""A new invitation: what is to be played, by which rules, on which side, with which dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

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
from wargame_tui.core.title import OptionInfo, ScenarioInfo, find_scenario
from wargame_tui.mail import face_down
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

    BINDINGS = [
        Binding("escape", "dismiss(None)", "back"),
        Binding("left", "change(-1)", "less", priority=True),
        Binding("right,space", "change(1)", "more", priority=True),
        Binding("i,x", "invite", "write the invitation"),
    ]

    DEFAULT_CSS = """
    InviteScreen {
        & OptionList { max-height: 14; margin: 1 0; }
        &.-low OptionList { max-height: 9; }
        & #invite-about { margin-bottom: 1; }
    }
    """

    def __init__(self, office: PostOffice, offered: Sequence[Offered]) -> None:
        super().__init__()
        self._office, self._offered = office, offered
        self._at = 0
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
            yield Words(Content.styled("Invite somebody to a game by mail", HEAD))
            yield OptionList()
            yield Words(id="invite-about")
            keys = [keyed("↑↓", "which"), keyed("←→", "change"), keyed("Enter", "choose")]
            keys += [keyed("i", "write the invitation", "screen.invite"), keyed("Esc", "back", "screen.dismiss(None)")]
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
        lines = [Content.assemble((f"Dice, {self._mode}: ", "bold"), PROMISES[self._mode])]
        lines += [Content(face_down.PROMISE)] * face_down.has_some(find_scenario(self._scenario.info.id)[0])
        lines += [Content.styled(f"✗ {problem}", BAD)] if problem else []
        self.query_one("#invite-about", Words).update(Content("\n").join(lines))

    def _form(self) -> Iterator[Row]:
        scenario = self._scenario
        yield Row(_line("Game", f"{scenario.title}: {scenario.info.name}"), self._next_scenario, self._pick_scenario)
        side = scenario.sides[self._side]
        yield Row(_line("Your side", side_words(side)), self._next_side, lambda: self._next_side(1))
        yield Row(_line("Dice", self._mode), self._next_mode, lambda: self._next_mode(1))
        name = self._signature or "not given yet: Enter"
        yield Row(_line("Your name", name, turns=False), lambda by: None, self._ask_name)
        yield from map(self._option_row, scenario.info.options)
        yield from (self._pack_row(pack) for pack in scenario.packs if not pack.bad)

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
        game = joined(scenario.info.id, self._packs)
        try:
            case = self._office.box.invite(Correspondence.invite(game, side, self._signature, self._mode, options))
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


def _line(name: str, value: str, *, turns: bool = True) -> Content:
    left, right = (("◂ ", DIM), (" ▸", DIM)) if turns else (("  ", DIM), ("", DIM))
    return Content.assemble((f"{name:<10} ", DIM), left, (value, "bold"), right)
