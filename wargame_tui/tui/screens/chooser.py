"""The first screen: scenarios to begin, saved games to go on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.phrases import plural, side_words
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.offers import ByMail, Kept, More, NewGame, Offer, Online, PackOffer, SavedGame
from wargame_tui.tui.program import program
from wargame_tui.tui.screens.chooser_list import Row, length, lines, played
from wargame_tui.tui.screens.chooser_saves import SavedGames
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.text import Hung, Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, KEY, linked

if TYPE_CHECKING:
    from textual.timer import Timer

    from wargame_tui.tui.map.map_widget import MapWidget
    from wargame_tui.tui.screens.commands import Entry
    from wargame_tui.tui.stand import Stand


PictureKey = tuple[str, float]
"""A scenario, or the file of a saved game and when that was played last."""
REST = 0.3
"""Seconds that a line is highlighted before its map is drawn."""
MOST_DIGITS = 9
"""Lines of options and data packs that have a key of their own."""


class ChooserScreen(Screen[NewGame | SavedGame | None]):
    """Pick what to play."""

    BINDINGS = [
        Binding("s", "seed", "random seed"),
        Binding("u", "undo_option", "undo: free or limited"),
        Binding("o", "opponent", "who plays: two here, or the program a side or both, at a level"),
        *(Binding(str(number), f"option({number})", show=False) for number in range(1, 10)),
        Binding("d", "packs", "data packs"),
        Binding("r", "record", "campaign record"),
        Binding("n", "saved('rename')", "saved game: rename"),
        Binding("c", "saved('duplicate')", "saved game: copy"),
        Binding("delete,x", "saved('delete')", "saved game: delete"),
        Binding("p", "saved('by_letters')", "saved game: go on by post"),
        Binding("slash", "search", "search saved games"),
        Binding("m", "app.mail", "letter box"),
        Binding("l", "live", "play live: host, join, watch"),
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
        & #chooser-about, & #chooser-options { height: auto; }
        & Markdown { padding: 0; margin: 1 0 0 0; background: $background; }
    }
    """

    def __init__(self, saves: Callable[[], Path]) -> None:
        """`saves` finds the folder of saves: asked off the first paint."""
        super().__init__()
        self._saves = saves
        self._rows: list[Row] = []
        self._found: tuple[Sequence[Offer], Sequence[Kept], Sequence[str], ByMail] = (), (), (), ByMail(0)
        self._games = SavedGames(self, saves, self._read)
        self._all_kept = False
        """Whether the list has all saved games, not only the last few."""
        self._seed: int | None = None
        self._free_undo = False
        self._opponents: dict[str, str] = {}
        """By title the side that the program plays."""
        self._optional: set[tuple[str, str]] = set()
        """Title and name of the optional rules that are on."""
        self._packs: dict[str, list[str]] = {}
        """By title the names of the data packs that are laid over it, in their order."""
        self._shown_introduction: str | None = None
        self._maps: dict[PictureKey, MapWidget] = {}
        """The maps of scenarios and saved games that have been shown."""
        self._stands: dict[PictureKey, Stand] = {}
        """How saved games stand whose cards have been shown."""
        self._resting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Heading, list, text, keys. What is in the list comes when it has been read."""
        yield Words(id="chooser-head")
        with Horizontal():
            yield OptionList(Option("Reading the titles…", disabled=True), id="chooser-list")
            with VerticalScroll(id="chooser-text"):
                yield Words(id="chooser-about")
                yield Words(id="chooser-options")
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

        app = self.app  # Now: a screen that the player has left meanwhile has none.
        found, problems = offers()
        kept, unreadable = saved_games(self._saves())
        by_mail = ByMail(games_by_mail(self._saves()))
        app.call_from_thread(self._fill, found, kept, [*problems, *unreadable], by_mail)

    def _fill(self, offers: Sequence[Offer], kept: Sequence[Kept], problems: Sequence[str], by_mail: ByMail) -> None:
        if not self.query("#chooser-list"):
            # The player left before everything was read.
            return
        self._found = offers, kept, problems, by_mail
        self._list()
        if not offers and not kept:
            self.query_one("#chooser-about", Words).update("No titles are installed.")

    def _list(self) -> None:
        """Fill the list; the highlight stays where it is if there still is something to choose."""
        offers, kept, problems, by_mail = self._found
        games, all_kept = self._games.fitting(kept), self._all_kept or bool(self._games.wanted)
        rows = [*lines(offers, games, problems, by_mail, datetime.now(), all_kept=all_kept)]
        listed = self.query_one("#chooser-list", OptionList)
        before = listed.highlighted
        self._rows = [row for row, _ in rows]
        listed.set_options(Option(Hung(words), disabled=row is None) for row, words in rows)
        first = next((n for n, row in enumerate(self._rows) if row is not None), None)
        listed.highlighted = before if before and before < len(rows) and self._rows[before] else first

    def _show_head(self) -> None:
        seed = "random" if self._seed is None else str(self._seed)
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
                            "  (past dice as well)" if self._free_undo else "  (not past dice)",
                            DIM,
                        ),
                    ),
                ]
            )
        )

    @property
    def _lit(self) -> Row:
        number = self.query_one("#chooser-list", OptionList).highlighted
        return self._rows[number] if number is not None and number < len(self._rows) else None

    @on(OptionList.OptionHighlighted)
    async def _highlighted(self) -> None:
        row = self._lit
        about, options = self.query_one("#chooser-about", Words), self.query_one("#chooser-options", Words)
        optional = [*self._option_lines(row), *self._pack_lines(row)] if isinstance(row, Offer) else []
        options.update(Content("\n").join(optional[1:]))
        hints = [
            Hint("↑↓", "choose"),
            Hint("Tab", "read on", "screen.next_pane"),
            Hint("?", "help", "screen.help"),
            Hint("m", "by mail", "app.mail"),
            Hint("l", "live", "screen.live"),
            Hint("q", "quit", "screen.dismiss(None)"),
            Hint("F2", "settings", "app.settings"),
        ]
        if isinstance(row, Offer):
            info = row.info
            heading = Content.assemble((info.name, HEAD), (f"  {row.title}", DIM))
            about.update(Content("\n").join([heading, *_facts(row), *self._who_plays(row), linked(info.summary)]))
            hints[:0] = [Hint("Enter", "play", "screen.play")]
            hints[1:1] = [Hint("r", "record", "screen.record")] if info.solitaire else []
            hints += [Hint("s", "dice", "screen.seed"), Hint("u", "undo", "screen.undo_option")]
            hints += [Hint(f"1-{len(info.options)}", "optional rules")] if info.options else []
            hints += [Hint("d", "data packs", "screen.packs")] if row.packs else []
            hints[1:1] = [Hint("o", "opponent", "screen.opponent")] if row.levels else []
            await self._introduce(row.introduction)
        elif isinstance(row, Kept):
            about.update(self._card(row))
            hints[:0] = [Hint("Enter", "why not?" if row.damaged else "go on playing", "screen.play")]
            hints += [Hint("n", "rename", "screen.saved('rename')"), Hint("c", "copy", "screen.saved('duplicate')")]
            hints += [
                Hint("x", "delete", "screen.saved('delete')"),
                Hint("p", "go on by post", "screen.saved('by_letters')"),
            ]
            hints += [Hint("/", "search", "screen.search")]
            await self._introduce("")
        elif isinstance(row, More):
            about.update(Content(f"{plural(row.games, 'saved game')} that were played earlier."))
            hints[:0] = [Hint("Enter", "list them", "screen.play")]
            await self._introduce("")
        elif isinstance(row, ByMail):
            about.update(Content("\n").join([Content.styled("Play by e-mail", HEAD), Content(_BY_MAIL)]))
            hints[:0] = [Hint("Enter", "letter box", "screen.play")]
            await self._introduce("")
        elif isinstance(row, Online):
            about.update(Content("\n").join([Content.styled("Play live", HEAD), Content(_LIVE)]))
            hints[:0] = [Hint("Enter", "host, join, watch", "screen.play")]
            await self._introduce("")
        self.query_one(HintBar).hints(hints)
        await self._picture(row)

    async def _picture(self, row: Row) -> None:
        """The map of the scenario or saved game: at once if it is there, else when the highlight has rested."""
        if self._resting:
            self._resting.stop()
        key = _key(row)
        await self.query("Thumbnail").remove()
        if key in self._maps:
            await self._hang(key)
        elif key is not None:
            self._resting = self.set_timer(REST, partial(self._draw, row, key))

    @work(thread=True, exclusive=True, group="picture")
    def _draw(self, row: Row, key: PictureKey) -> None:
        from wargame_tui.tui.widgets.thumbnail import opening_map, picture_of

        owner = program(self)
        try:
            if isinstance(row, Offer):
                self._maps[key] = opening_map(row.info.id, owner.look, owner.cache)
            elif isinstance(row, Kept):
                from wargame_tui.tui.stand import stand_of

                stand = self._stands[key] = stand_of(row.path)
                self._maps[key] = picture_of(stand.title, stand.state, stand.scene, owner.look, owner.cache)
        except Exception:
            return  # A picture is not worth a word: whoever plays the game hears what is wrong with it.
        self.app.call_from_thread(self.call_later, self._hang, key)

    async def _hang(self, key: PictureKey) -> None:
        """Show a map, if what it belongs to still is highlighted; of a saved game also how it stands."""
        row, text = self._lit, self.query_one("#chooser-text")
        if _key(row) != key or self.query("Thumbnail"):
            return
        from wargame_tui.tui.map.view import Cells
        from wargame_tui.tui.widgets.thumbnail import Thumbnail

        if isinstance(row, Kept):
            self.query_one("#chooser-about", Words).update(self._card(row))
        picture = Thumbnail(self._maps[key])
        picture.fit(Cells(text.size.width - 2, max(6, text.size.height * 3 // 5)))
        await text.mount(picture, after="#chooser-about")

    def _card(self, game: Kept) -> Content:
        """What there is to tell of a saved game; how it stands as soon as that has been read."""
        lines = [Content.styled(game.game or game.name, HEAD), Content.styled(f"saved as {game.name}", DIM)]
        lines.append(Content.styled(f"Damaged: {game.words}", BAD) if game.damaged else Content(game.words))
        if (stand := self._stands.get(_key(game) or ("", 0.0))) is not None:
            told = (("Who plays", stand.sides), ("Score", stand.score), ("Last", stand.last))
            lines += [Content.assemble((f"{name:<10}", DIM), linked(words)) for name, words in told if words]
        lines.append(Content.styled(f"played {played(game.played, datetime.now())}", DIM))
        return Content("\n").join(lines)

    def _who_plays(self, offer: Offer) -> Iterator[Content]:
        """Who sits at the other side of the table, where that can be chosen."""
        if offer.levels:
            from wargame_tui.tui.players import BOTH

            side, _, level = self._opponents.get(offer.title, "").partition(":")
            who = "both sides" if side == BOTH else side_words(side)
            words = f"the program plays {who} ({level})" if side else "two at this keyboard"
            yield Content.assemble(("o", KEY), (" opponent: ", DIM), words)

    async def action_opponent(self) -> None:
        """Two at this keyboard, or the program plays one side, the other, or both, at each of its levels."""
        row = self._lit
        if not isinstance(row, Offer) or not row.levels:
            self.query_one(HintBar).notice("Nobody has written a player for this: no opponent but persons")
            return
        from wargame_tui.tui.players import BOTH

        cycle = ["", *(f"{side}:{level}" for side in (*row.sides, BOTH) for level in row.levels)]
        self._opponents[row.title] = cycle[(cycle.index(self._opponents.get(row.title, "")) + 1) % len(cycle)]
        await self._highlighted()

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
            opponent = self._opponents.get(row.title) if row.levels else None
            self.dismiss(NewGame(joined(row.info.id, self._laid(row)), self._seed, options, opponent or None))
        elif isinstance(row, ByMail):
            self.call_later(self.app.run_action, "mail")
        elif isinstance(row, Online):
            self.action_live()
        elif isinstance(row, More):
            self._all_kept = True
            self._list()
        elif isinstance(row, Kept) and row.damaged:
            self.query_one(HintBar).notice(f"{row.name} cannot be opened: {row.words}", bad=True)
        elif isinstance(row, Kept):
            self.dismiss(SavedGame(row.path))

    def action_saved(self, what: Literal["rename", "duplicate", "delete", "by_letters"]) -> None:
        """Rename, copy or delete the saved game under the light, or let it go on by letters."""
        row = self._lit
        if isinstance(row, Kept):
            getattr(self._games, what)(row)
        else:
            self.query_one(HintBar).notice("That is for saved games: put the light on one")

    def action_live(self) -> None:
        """Host, join or watch a live game; a new one begins as the highlighted scenario."""
        row = self._lit
        program(self).action_live(row.info.id if isinstance(row, Offer) else "")

    def action_search(self) -> None:
        """Search among the saved games."""
        self._games.search()

    def action_seed(self) -> None:
        """The seed of the dice, so that a game can be played again with the same ones."""
        from wargame_tui.tui.screens.ask import NameScreen

        value = "" if self._seed is None else str(self._seed)
        self.app.push_screen(
            NameScreen("Random seed: a whole number; leave empty for a random one", value), self._seeded
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
        from wargame_tui.tui.screens.help import HelpScreen, Section

        self.app.push_screen(HelpScreen(Help("Choose what to play", _HELP, ()), "", (Section("Keys", _KEYS),)))

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
    "A live game goes on between two programs at once; one of them hosts, the other joins with his code.",
    "The record has the best results and the medals of the titles for one player, and of the others who won how often.",
)
_KEYS = (
    ("Up Down", "choose"),
    ("Enter", "play the scenario, go on with the game, open the letter box"),
    ("Tab", "read the text on the right; Esc comes back to the list"),
    ("1-9", "switch optional rules and data packs of the scenario on or off"),
    ("d", "data packs: numbers from your own copy of a game, laid over the title's in the order chosen"),
    ("s", "random seed of new games: the same seed gives the same dice again"),
    ("u", "undo in new games: back to the last dice only, or free"),
    ("o", "opponent: two at this keyboard, or the program plays a side, or both, at a level"),
    ("m", "letter box"),
    ("l", "play live: host, join or watch a game over a connection"),
    ("r", "record: best results and medals, games won and lost"),
    ("n c x", "saved game: rename, copy, delete"),
    ("p", "saved game: go on by post, from where it stands"),
    ("/", "search saved games"),
    ("Ctrl+P", "find a scenario, a saved game, anything by name"),
    ("F2", "settings: map symbols and colours, dice, log"),
    ("q", "leave the program"),
)
_BY_MAIL = (
    "Two players exchange only files, or text pasted into a mail: send an invitation, open what came, "
    "decide, send the letter. Neither of you can change a die, a move or the past without being found out."
)


_LIVE = (
    "Two programs, on one machine or two, play one game: each sees its own side, and dice are made by both. "
    "One hosts and reads out a code, the other joins with it; others may watch. The game lies in the letter box, "
    "and can go on by letters at any moment. Nothing listens unless you host, and then at this machine only, "
    "unless you say otherwise."
)


def _key(row: Row) -> PictureKey | None:
    """What the picture of a line is known by; None if it has none."""
    if isinstance(row, Offer):
        return row.info.id, 0.0
    return (str(row.path), row.played.timestamp()) if isinstance(row, Kept) and not row.damaged else None


def _facts(offer: Offer) -> Iterator[Content]:
    """Who plays, how long it takes, who is favoured, each in a line."""
    info = offer.info
    sides = "you against the program" if info.solitaire else " against ".join(map(side_words, offer.sides))
    yield Content.styled(f"{sides} · {plural(info.turns, 'turn')} · {length(info.playing_time)}", DIM)
    if offer.favoured:
        yield Content.assemble(("Favoured: ", DIM), offer.favoured)
