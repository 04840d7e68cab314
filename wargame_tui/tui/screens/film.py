"""The film: what the program did in one go, step by step over the table, which shows the state of each scene."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen

from wargame_tui.board.moments import told
from wargame_tui.core.event import Event
from wargame_tui.core.game import OPENING, Frame
from wargame_tui.tui.coats import side_style, sides_of
from wargame_tui.tui.film import Place, is_quiet
from wargame_tui.tui.screens.side_panel import SidePanel
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.pace import Pace
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, KEY, cited, keyed, linked, rule_link


class FilmScreen(SidePanel[None]):
    """Steps through the scenes of journal entries, from one on to the newest."""

    BINDINGS = [
        Binding("right,space,right_square_bracket,n,down", "step(1)", "next", priority=True),
        Binding("left,backspace,left_square_bracket,N,up", "step(-1)", "back", priority=True),
        Binding("end,enter,escape,q,t", "leave", "out of the film", priority=True),
        Binding("home", "start", "to the beginning", priority=True),
        Binding("p", "play", "play or pause", priority=True),
        Binding("plus,equals_sign,greater_than_sign", "speed(1)", "faster", priority=True),
        Binding("minus,less_than_sign", "speed(-1)", "slower", priority=True),
        Binding("r", "rule", "rule", priority=True),
    ]

    DEFAULT_CSS = """
    FilmScreen {
        & VerticalScroll { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    }
    """

    def __init__(
        self, session: Session, table: Screen[Any], show: Callable[[Place], None], start: Place, goal: str, speed: str
    ) -> None:
        """`show` shows a scene at the table; `goal` is where that will be when the film is left, in a word.

        `speed` is one of the settings' SPEEDS.
        """
        super().__init__(session, table)
        self._show, self._start, self._goal = show, start, goal
        self._pace = Pace(self, self._next_by_itself, speed)

    def compose(self) -> ComposeResult:
        """Where in the film, what happened, the keys."""
        with Vertical():
            yield Words(id="film-head", classes="head")
            with VerticalScroll():
                yield Words(id="film-told")
            yield Words(id="film-keys", classes="keys")

    def on_mount(self) -> None:
        """The first scene."""
        self._go(self._start)

    # Going on

    def _go(self, place: Place) -> None:
        self._show(place)
        self._tell()

    def action_step(self, by: int) -> None:
        """To the next scene, or back; after the last one out of the film."""
        place = self._session.film.after(self._place, by)
        if place is not None:
            self._go(place)
        elif by > 0:
            self.action_leave()

    def action_start(self) -> None:
        """To the scene with which the film began."""
        self._go(self._start)

    def action_leave(self) -> None:
        """Out of the film, to where the table was."""
        self._pace.stop()
        self.dismiss(None)

    def action_play(self) -> None:
        """Let the film run, or stop it."""
        self._pace.toggle()
        self._tell()

    def action_speed(self, by: int) -> None:
        """Faster or slower; the film runs."""
        self._pace.change(by)
        self._tell()

    def _next_by_itself(self) -> None:
        """The next scene; at the end of the film it stops and waits."""
        if not self.is_current:
            return
        place = self._session.film.after(self._place, 1)
        if place is None:
            self._pace.stop()
            self._tell()
        else:
            self._go(place)

    def action_rule(self) -> None:
        """Open the rule of what happened."""
        rules = [event.rule for event in self._frame.events if event.rule]
        if rules:
            self._pace.stop()
            self.call_later(self.app.run_action, f"rule({rules[-1]!r})")

    # Telling

    @property
    def _place(self) -> Place:
        place = self._session.scene
        assert place is not None
        return place

    @property
    def _frame(self) -> Frame:
        return self._session.film.scene(self._place)

    def _tell(self) -> None:
        if not self.query("#film-head"):
            return  # It was left while it opened.
        entry, number = self._place
        scenes = self._session.film.scenes(entry)
        self.query_one("#film-head", Words).update(self._heading(entry, number, len(scenes)))
        earlier = [self._earlier(frame) for frame in scenes[:number] if frame.events]
        words = Content("\n").join([*earlier, *self._now(entry, number)])
        self.query_one("#film-told", Words).update(words)
        self.query_one(VerticalScroll).scroll_end(animate=False)
        self.query_one("#film-keys", Words).update(self._keys())

    def _heading(self, entry: int, number: int, count: int) -> Content:
        title, state = self._session.title, self._frame.state
        words = title.phase_bar(state)
        first = Content.assemble(
            self._who(entry, number), " ", (f"{number + 1} of {count}", "bold"), f"  {self._pace.words}"
        )
        phase = title.spoken(words.phase)
        return Content("\n").join([first, Content.styled(f"{words.date} · {phase}".strip(" ·"), DIM)])

    def _who(self, entry: int, number: int) -> Content:
        """Whose doing the scene is: of the side that the program moves, of the player, or only of the rules."""
        session, side = self._session, None
        played = None if entry == OPENING else session.game.entries[entry]
        if any(session.title.enemy_act(event) for event in self._frame.events):
            player = session.game.side or session.game.entries[-1].side
            side = next(other for other in session.title.sides if other != player)
        elif (number == 0 or session.is_for_two) and played is not None and played.side in session.title.sides:
            side = played.side
        called = session.title.side_called(self._frame.state, side) if side else "Rules"
        return Content.assemble((f" {called} ", side_style(sides_of(session.title), side)))

    def _earlier(self, frame: Frame) -> Content:
        """What a scene that has been seen came to; of a quiet one how much there was of it."""
        title = self._session.title
        quiet = sum(is_quiet(title, event) and not event.data.get("dice") for event in frame.events)
        if quiet > 1 and all(is_quiet(title, event) for event in frame.events):
            return Content.styled(f"· {quiet} quiet orders", DIM)
        return Content.assemble(("· ", DIM), linked(title.event_text(frame.events[-1]), DIM))

    def _now(self, entry: int, number: int) -> Iterator[Content]:
        """What happened in this scene, with die, modifiers and row."""
        session = self._session
        if number == 0 and entry != OPENING:
            yield Content.assemble(("> ", DIM), (told(session.game, entry, session.viewer), "italic"))
        for event in self._frame.events:
            yield Content.assemble(("▸ ", KEY), cited(session.title.event_text(event), event.rule, "bold"))
            yield from _roll_lines(event)

    def _keys(self) -> Content:
        play = "pause" if self._pace.running else "play"
        keys = [
            keyed("←→", "step"),
            keyed("p", play, "screen.play"),
            keyed("< >", "pace"),
            keyed("r", "rule", "screen.rule"),
            keyed("Enter", self._goal, "screen.leave"),
        ]
        return Content("  ").join(keys)


def _roll_lines(event: Event) -> Iterator[Content]:
    """A roll on a table term by term: the die, each modifier with its rule, the row that was read."""
    data: Any = event.data
    modifiers, dice = data.get("modifiers"), data.get("dice")
    if not dice or not modifiers:
        return
    terms = [Content.assemble(("  die ", DIM), (" ".join(map(str, dice)), "bold"))]
    for name, value, rule in modifiers:
        terms.append(Content.assemble((f"{value:+d}", "bold"), (f" {name} ", DIM), rule_link(rule)))
    if "row" in data:
        terms.append(Content.assemble(("= row ", DIM), (str(data["row"]), "bold")))
    yield Content("  ").join(terms)
