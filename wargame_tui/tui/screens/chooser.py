"""The first screen: scenarios to begin, saved games to go on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.phrases import plural
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.offers import ByMail, Kept, NewGame, Offer, PackOffer, SavedGame
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, KEY, linked

if TYPE_CHECKING:
    from wargame_tui.tui.screens.commands import Entry


MOST_DIGITS = 9
"""Lines of options and data packs that have a key of their own."""


class ChooserScreen(Screen[NewGame | SavedGame | None]):
    """Pick what to play."""

    BINDINGS = [
        Binding("s", "seed", "seed of the dice"),
        Binding("u", "undo_option", "undo: free or limited"),
        *(Binding(str(number), f"option({number})", show=False) for number in range(1, 10)),
        Binding("d", "packs", "data packs"),
        Binding("r", "record", "campaign record"),
        Binding("m", "app.mail", "letter box"),
        Binding("tab", "next_pane", "read"),
        Binding("question_mark,f1", "help", "help"),
        Binding("ctrl+p", "commands", "everything by name", priority=True),
        Binding("q", "dismiss(None)", "quit"),
        Binding("escape", "to_list", "back"),
    ]

    DEFAULT_CSS = """
    ChooserScreen {
        & #chooser-head { height: 2; padding: 0 2; background: $panel; }
        & #chooser-list {
            width: 40%;
            min-width: 34;
            max-width: 60;
            height: 1fr;
            border: none;
            padding: 1 0;
            background: $surface;
        }
        & #chooser-list:focus { border: none; background-tint: 0%; }
        & #chooser-list > .option-list--option { padding: 0 2; }
        & #chooser-list > .option-list--option-disabled { color: #c8b98a; text-style: bold; }
        & #chooser-list > .option-list--option-highlighted { background: $panel-lighten-1; }
        & #chooser-list:focus > .option-list--option-highlighted { background: #4a4128; color: #ffffff; }
        & #chooser-text { padding: 1 2; height: 1fr; }
        & #chooser-about { height: auto; }
        & Markdown { padding: 0; margin: 1 0 0 0; background: $background; }
    }
    """

    def __init__(self, saves: Callable[[], Path]) -> None:
        """`saves` finds the folder of saves: asked off the first paint."""
        super().__init__()
        self._saves = saves
        self._rows: list[Offer | Kept | ByMail | None] = []
        self._seed: int | None = None
        self._free_undo = False
        self._optional: set[tuple[str, str]] = set()
        """Title and name of the optional rules that are on."""
        self._packs: dict[str, list[str]] = {}
        """By title the names of the data packs that are laid over it, in their order."""
        self._shown_introduction: str | None = None

    def compose(self) -> ComposeResult:
        """Heading, list, text, keys. What is in the list comes when it has been read."""
        yield Words(id="chooser-head")
        with Horizontal():
            yield OptionList(Option("Reading the titles…", disabled=True), id="chooser-list")
            with VerticalScroll(id="chooser-text"):
                yield Words(id="chooser-about")
        yield HintBar()

    def on_mount(self) -> None:
        """Show the frame first, read afterwards."""
        self._show_head()
        self.query_one("#chooser-list").focus()
        self.query_one(HintBar).hints([Hint("q", "quit", "screen.dismiss(None)")])
        self.call_after_refresh(self._read)

    def on_screen_resume(self) -> None:
        """Coming back from a game: there may be other saves now."""
        if self._rows:
            self._read()

    @work(thread=True, exclusive=True)
    def _read(self) -> None:
        from wargame_tui.tui.library import games_by_mail, offers, saved_games

        found, problems = offers()
        kept, unreadable = saved_games(self._saves())
        by_mail = ByMail(games_by_mail(self._saves()))
        self.app.call_from_thread(self._fill, found, kept, [*problems, *unreadable], by_mail)

    def _fill(self, offers: Sequence[Offer], kept: Sequence[Kept], problems: Sequence[str], by_mail: ByMail) -> None:
        if not self.query("#chooser-list"):
            # The player left before everything was read.
            return
        rows: list[tuple[Offer | Kept | ByMail | None, Content]] = []
        title = None
        for offer in offers:
            if offer.title != title:
                title = offer.title
                rows.append((None, Content.styled(title)))
            rows.append((offer, Content(offer.info.name)))
        rows += [(None, Content.styled(problem, BAD)) for problem in problems]
        rows += [(None, Content("")), (None, Content.styled("By e-mail"))]
        rows.append((by_mail, Content.assemble("Letter box", (f"  {plural(by_mail.games, 'game')}", DIM))))
        if kept:
            rows += [(None, Content("")), (None, Content.styled("Saved games"))]
        rows += [(game, _kept_line(game)) for game in kept]
        listed = self.query_one("#chooser-list", OptionList)
        before = listed.highlighted
        self._rows = [row for row, _ in rows]
        listed.set_options(Option(words, disabled=row is None) for row, words in rows)
        first = next((n for n, row in enumerate(self._rows) if row is not None), None)
        listed.highlighted = before if before and before < len(rows) and self._rows[before] else first
        if not offers and not kept:
            self.query_one("#chooser-about", Words).update("No titles are installed.")

    def _show_head(self) -> None:
        seed = "drawn by lot" if self._seed is None else str(self._seed)
        undo = "free" if self._free_undo else "limited"
        self.query_one("#chooser-head", Words).update(
            Content("\n").join(
                [
                    Content.styled("wargame-tui", HEAD),
                    Content.assemble(
                        ("New games: ", DIM),
                        ("s", KEY),
                        (" dice ", DIM),
                        seed,
                        "   ",
                        ("u", KEY),
                        (" undo ", DIM),
                        undo,
                        (
                            "  (past dice and the other side's decisions)" if self._free_undo else "  (not past dice)",
                            DIM,
                        ),
                    ),
                ]
            )
        )

    @property
    def _lit(self) -> Offer | Kept | ByMail | None:
        number = self.query_one("#chooser-list", OptionList).highlighted
        return self._rows[number] if number is not None and number < len(self._rows) else None

    @on(OptionList.OptionHighlighted)
    async def _highlighted(self) -> None:
        row = self._lit
        about = self.query_one("#chooser-about", Words)
        hints = [
            Hint("↑↓", "choose"),
            Hint("Tab", "read on", "screen.next_pane"),
            Hint("?", "help", "screen.help"),
            Hint("m", "by mail", "app.mail"),
            Hint("q", "quit", "screen.dismiss(None)"),
            Hint("F2", "settings", "app.settings"),
        ]
        if isinstance(row, Offer):
            info = row.info
            facts = f"{info.turns} turn{'s' if info.turns != 1 else ''} · {info.playing_time}"
            lines = [Content.styled(info.name, HEAD), Content.styled(facts, DIM), linked(info.summary)]
            about.update(Content("\n").join([*lines, *self._option_lines(row), *self._pack_lines(row)]))
            hints[:0] = [Hint("Enter", "play", "screen.play")]
            hints[1:1] = [Hint("r", "record", "screen.record")] if info.solitaire else []
            hints += [Hint("s", "dice", "screen.seed"), Hint("u", "undo", "screen.undo_option")]
            hints += [Hint(f"1-{len(info.options)}", "optional rules")] if info.options else []
            hints += [Hint("d", "data packs", "screen.packs")] if row.packs else []
            await self._introduce(row.introduction)
        elif isinstance(row, Kept):
            lines = [Content.styled(row.name, HEAD), Content.styled(f"kept {row.date}", DIM)]
            lines.append(Content.styled(f"Damaged: {row.words}", BAD) if row.damaged else Content(row.words))
            about.update(Content("\n").join(lines))
            hints[:0] = [Hint("Enter", "why not?" if row.damaged else "go on playing", "screen.play")]
            await self._introduce("")
        elif isinstance(row, ByMail):
            about.update(Content("\n").join([Content.styled("Play by e-mail", HEAD), Content(_BY_MAIL)]))
            hints[:0] = [Hint("Enter", "letter box", "screen.play")]
            await self._introduce("")
        self.query_one(HintBar).hints(hints)

    def _option_lines(self, offer: Offer) -> list[Content]:
        """The scenario's optional rules, each with its key."""
        if not offer.info.options:
            return []
        heading = "Optional rules:" if offer.info.solitaire else "Optional rules, on by agreement of both players:"
        lines = [Content(""), Content.styled(heading, DIM)]
        for number, option in enumerate(offer.info.options, 1):
            on = (offer.title, option.name) in self._optional
            mark = ("on  ", GOOD) if on else ("off ", DIM)
            lines.append(Content.assemble((f" {number} ", KEY), mark, linked(f"{option.words} ({option.rule})")))
        return lines

    def _pack_lines(self, offer: Offer) -> list[Content]:
        """The title's data packs, each with its key and its place among those that are laid over it."""
        if not offer.packs:
            return []
        lines = [Content(""), Content.styled("Data packs, laid over the title's data in the order chosen:", DIM)]
        first = len(offer.info.options) + 1
        for number, pack in enumerate(offer.packs, first):
            key = (f" {number} " if number <= MOST_DIGITS else "   ", KEY)
            lines.append(Content.assemble(key, self._pack_mark(offer, pack), f"{pack.name}: ", (pack.words, DIM)))
        return lines

    def _pack_mark(self, offer: Offer, pack: PackOffer) -> tuple[str, str]:
        laid = self._laid(offer)
        if pack.bad:
            return "✗   ", BAD
        if pack.name not in laid:
            return "off ", DIM
        return f"on  {laid.index(pack.name) + 1}. " if len(laid) > 1 else "on  ", GOOD

    def _laid(self, offer: Offer) -> list[str]:
        """The packs laid over a scenario, as far as they can still be used."""
        usable = {pack.name for pack in offer.packs if not pack.bad}
        return [name for name in self._packs.get(offer.title, ()) if name in usable]

    async def action_option(self, number: int) -> None:
        """Turn an optional rule or a data pack of the highlighted scenario on or off."""
        row = self._lit
        if not isinstance(row, Offer):
            return
        if number <= len(row.info.options):
            self._optional ^= {(row.title, row.info.options[number - 1].name)}
            await self._highlighted()
        elif number <= len(row.info.options) + len(row.packs):
            await self._turn_pack(row, row.packs[number - len(row.info.options) - 1])

    async def _turn_pack(self, offer: Offer, pack: PackOffer) -> None:
        """Lay a data pack over the others, or take it away."""
        if pack.bad:
            self.query_one(HintBar).notice(f"{pack.name} cannot be used: {pack.words}", bad=True)
            return
        laid = self._laid(offer)
        self._packs[offer.title] = [n for n in laid if n != pack.name] if pack.name in laid else [*laid, pack.name]
        await self._highlighted()

    def action_packs(self) -> None:
        """Pick a data pack to lay over the highlighted scenario, or to take away."""
        from wargame_tui.tui.screens.pick import Item, PickScreen

        row = self._lit
        if not isinstance(row, Offer) or not row.packs:
            self.query_one(HintBar).notice("No data packs here: `wargame-tui pack new TITLE NAME` begins one")
            return
        items = [Item(p.name, f"{self._pack_mark(row, p)[0]}{p.name}", p.words.splitlines()[0]) for p in row.packs]

        async def turn(name: str | None) -> None:
            for pack in row.packs:
                if pack.name == name:
                    await self._turn_pack(row, pack)

        self.app.push_screen(PickScreen(f"Data packs of {row.title}", items), turn)

    async def _introduce(self, introduction: str) -> None:
        """The title's introduction. Markdown takes 40 ms to import: not before somebody sees it."""
        if introduction == self._shown_introduction:
            return
        self._shown_introduction = introduction
        from textual.widgets import Markdown

        text = self.query_one("#chooser-text")
        await text.query(Markdown).remove()
        if introduction:
            await text.mount(Markdown(introduction, open_links=False))

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_play()

    def action_play(self) -> None:
        """Play what is highlighted."""
        row = self._lit
        if isinstance(row, Offer):
            from wargame_tui.board.packs import joined

            options = {"undo": "free"} if self._free_undo else {}
            options |= {name: "on" for title, name in sorted(self._optional) if title == row.title}
            self.dismiss(NewGame(joined(row.info.id, self._laid(row)), self._seed, options))
        elif isinstance(row, ByMail):
            self.call_later(self.app.run_action, "mail")
        elif isinstance(row, Kept) and row.damaged:
            self.query_one(HintBar).notice(f"{row.name} cannot be opened: {row.words}", bad=True)
        elif isinstance(row, Kept):
            self.dismiss(SavedGame(row.path))

    def action_seed(self) -> None:
        """The seed of the dice, so that a game can be played again with the same ones."""
        from wargame_tui.tui.screens.ask import NameScreen

        value = "" if self._seed is None else str(self._seed)
        self.app.push_screen(
            NameScreen("Seed of the dice: a whole number; empty draws one by lot", value), self._seeded
        )

    def _seeded(self, given: str | None) -> None:
        if given is None:
            return
        try:
            self._seed = int(given) if given else None
        except ValueError:
            self.query_one(HintBar).notice("A seed is a whole number", bad=True)
        self._show_head()

    def action_undo_option(self) -> None:
        """Whether undo goes back past dice."""
        self._free_undo = not self._free_undo
        self._show_head()

    @work(thread=True, exclusive=True, group="record")
    def action_record(self) -> None:
        """What finished games for one player have left, beginning with the highlighted title."""
        from wargame_tui.tui.library import records
        from wargame_tui.tui.screens.record import RecordScreen

        row = self._lit
        first = row.info.id.partition("/")[0] if isinstance(row, Offer) else None
        titles, problems = records(self._saves())
        self.app.call_from_thread(self.app.push_screen, RecordScreen(titles, problems, first))

    def action_commands(self) -> None:
        """Everything that can be done or found, by name."""
        from wargame_tui.tui.screens.commands import actions_of, open_commands

        open_commands(self, [*actions_of(self, lambda action: action != "next_pane"), *self._entries()])

    def _entries(self) -> Iterator[Entry]:
        """Scenarios and saved games, by name."""
        from wargame_tui.tui.screens.commands import Entry

        for number, row in enumerate(self._rows):
            run = partial(self._light, number)
            if isinstance(row, Offer):
                yield Entry(f"Scenario {row.info.name}", row.title, run, "play new game begin")
            elif isinstance(row, Kept):
                yield Entry(f"Saved game {row.name}", row.words, run, "go on saves load open resume")

    def _light(self, number: int) -> None:
        """Highlight a line of the list: what it is can be read, Enter plays it."""
        listed = self.query_one("#chooser-list", OptionList)
        listed.highlighted = number
        listed.focus()

    def action_help(self) -> None:
        """What can be chosen, and the keys."""
        from wargame_tui.board.title import Help
        from wargame_tui.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(Help("Choose what to play", _HELP, ()), "", _KEYS))

    def action_next_pane(self) -> None:
        """From the list to the text and back."""
        listed, text = self.query_one("#chooser-list"), self.query_one("#chooser-text")
        (text if listed.has_focus else listed).focus()

    def action_to_list(self) -> None:
        """Back to the list."""
        self.query_one("#chooser-list").focus()


_HELP = (
    "A scenario begins a new game: both sides at this table, or one player against the program.",
    "A saved game goes on where it was left. Every game is kept after each command, without being asked; "
    "Ctrl+S at the table keeps a copy under a name.",
    "The letter box holds the games that are played by e-mail, and the letters that you have been sent.",
    "The record has the best results and the medals of the titles for one player.",
)
_KEYS = (
    ("Up Down", "choose"),
    ("Enter", "play the scenario, go on with the game, open the letter box"),
    ("Tab", "read the text on the right; Esc comes back to the list"),
    ("1-9", "optional rules and data packs of the scenario, on or off"),
    ("d", "data packs: numbers from your own copy of a game, laid over the title's in the order chosen"),
    ("s", "dice of new games: a number as their seed plays the same dice again"),
    ("u", "undo in new games: as far as the last dice, or free"),
    ("m", "letter box"),
    ("r", "campaign record"),
    ("Ctrl+P", "find a scenario, a saved game, anything by name"),
    ("F2", "settings: signs and colours of the map, dice, log"),
    ("q", "leave the program"),
)
_BY_MAIL = (
    "Two players who exchange nothing but files, or text pasted into any mail: invite somebody, open what came, "
    "decide, send the letter. Neither of you can change a die, a move or the past without being found out."
)


def _kept_line(game: Kept) -> Content:
    if game.damaged:
        return Content.assemble(("✗ ", BAD), game.name, (f"\n  {game.words}", BAD))
    return Content.assemble(game.name, (f"\n  {game.words}", DIM))
