"""The band of a guided first turn: what to try next, under the bar of phases; it takes no key."""

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message

from wargame_tui.board.guide import GuideStep
from wargame_tui.board.phrases import first_up, side_words
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.guided import Guided
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import cited, keyed

KEY = "F12"
CROWDING = ("-fighting", "-covered", "-awaited", "-warned")
"""Classes of the table's screen while something else wants the rows that the guide takes."""
BOTH = "You play both sides. "


class GuideBand(Words):
    """Shows the step in hand of a title's guide, until all are done or the player has seen enough."""

    DEFAULT_CSS = """
    GuideBand {
        height: auto;
        max-height: 3;
        padding: 0 1;
        background: #3a3320;
        display: none;
        &.-shown { display: block; }
    }
    """

    BY_ITSELF = True
    """Whether a guide begins, or is offered, without being asked for; tests of other things do without."""

    class Ended(Message):
        """The guide is over, or not wanted."""

        def __init__(self, title: str) -> None:
            super().__init__()
            self.title = title

    def __init__(self, session: Session, seen: str) -> None:
        """`seen`: titles whose guide is over or not wanted, with commas; if there are any, others are but offered."""
        super().__init__()
        self._session = session
        unseen = self.BY_ITSELF and session.title.id not in seen.split(",")
        elsewhere = session.replayed or session.by_mail or session.is_live
        unseen = unseen and not elsewhere and not session.players.levels
        self._guided = Guided(self._steps) if unseen and not seen and self._steps else None
        if self._guided is not None and session.newest:
            self._guided.resume(session.game)
        self._offered = unseen and bool(seen and self._steps) and not session.newest
        self._pressed_at = 0
        """The step in hand when a key was last pressed."""
        self._paged: int | None = None
        """The step that is shown for as long as a page lies over the table."""
        self._opened: GuideStep | None = None
        """The step that the player wants to read whole, however little room there is."""

    @property
    def _steps(self) -> Sequence[GuideStep]:
        """The steps for this scenario; none if they are about another."""
        guide = self._session.title.guide()
        at_home = guide is not None and self._session.game.scenario == f"{self._session.title.id}/{guide.start}"
        return guide.steps if guide is not None and at_home else ()

    @property
    def _begins(self) -> str:
        """The side that decides first, to which a guide speaks."""
        game = self._session.game
        return next((entry.side for entry in game.entries if entry.side in self._session.title.sides), game.side or "")

    @property
    def _who(self) -> str:
        """Before the first step: who plays, where that needs a word."""
        session = self._session
        alone = session.solitaire or session.by_mail or session.is_live
        words = session.players.words()
        return f"{first_up(words)}. " if words else "" if alone else BOTH

    @property
    def _turn_is_over(self) -> bool:
        """Whether the other side's turn has begun: the guide is for the first turn of who begins."""
        session = self._session
        return session.is_for_two and bool(session.newest) and session.turn_of() not in (None, self._begins)

    @property
    def _is_folded(self) -> bool:
        """Whether a step is told in a line, since lines are short and something else wants the room."""
        crowded = self.screen.has_class("-narrow") and any(map(self.screen.has_class, CROWDING))
        return crowded and self._guided is not None and self._guided.step is not self._opened

    def on_mount(self) -> None:
        """Show the first step."""
        self._draw()

    def on_resize(self) -> None:
        """What is told in a line fits the new width."""
        self._draw()

    def toggle(self) -> str | None:
        """End the guide, or begin it where the game stands; one that is folded opens first. Why it cannot begin."""
        if self._guided is not None and self._is_folded:
            self._opened = self._guided.step
            self._draw()
        elif self._guided is not None:
            self._end()
        elif self._steps and (side := self._begins) in self._session.players.levels:
            return f"The guide is for the {side_words(side)} turn, which the program plays here: Ctrl+O takes it back"
        elif self._steps and self._turn_is_over:
            return f"The guide is for the {side_words(self._begins)} turn"
        elif self._steps:
            self._guided = self._where_it_stands()
            self._draw()
        else:
            return self._elsewhere()
        return None

    def _where_it_stands(self) -> Guided:
        """The guide at what the game has come to; from its beginning once the game has come to its end."""
        guided = Guided(self._steps)
        guided.resume(self._session.game)
        if guided.step is None:
            guided = Guided(self._steps)
            guided.follow(self._session.game, in_hand=False)
        return guided

    def _elsewhere(self) -> str:
        """Where a guided first turn is to be had, if not here."""
        title = self._session.title
        guide = title.guide()
        names = {info.id.partition("/")[2]: info.name for info in title.scenarios()} if guide is not None else {}
        if guide is None or guide.start not in names:
            return f"{title.name} has no guided first turn; ? helps with what is decided now"
        return f"The guided first turn of {title.name} is in its scenario {names[guide.start]}"

    def key(self, key: str) -> None:
        """A key was pressed at the table; what is to be done on a page that it opens stays readable below the page."""
        if self._guided is not None:
            self._pressed_at = self._guided.at
            self._guided.key(key)
            self._draw()

    def give_way(self) -> None:
        """A page has opened over the table: the step whose key opens it says what to do there."""
        if self._guided is not None:
            self._paged = self._pressed_at
            self._draw()

    def come_back(self) -> None:
        """The page is closed."""
        self._paged = None
        self._draw()

    def follow(self, *, in_hand: bool) -> None:
        """Something at the table has changed."""
        if self._guided is not None and self._session.viewed is None:
            before = self._guided.at
            self._guided.follow(self._session.game, in_hand=in_hand)
            if self._guided.at != before:
                self._pressed_at = self._guided.at
            if self._turn_is_over:
                self._end()
            else:
                self._draw()
        elif self._offered and self._session.newest:
            self._offered = False
            self._draw()

    def _draw(self) -> None:
        """Show the step in hand."""
        guided = self._guided
        if guided is not None and guided.step is None and self._paged is None:
            self._end()
        elif guided is not None:
            at = guided.at if self._paged is None else self._paged
            step = self._steps[at]
            words = cited(("" if at else self._who) + step.text, step.rule)
            told = Content.assemble((f"Guide {at + 1}/{guided.total}  ", "bold"), words)
            folded = self._is_folded
            ends = Content.assemble("  ", keyed(KEY, "all of it" if folded else "ends the guide", "app.guide"))
            if folded:
                told = told.truncate(self.app.size.width - 2 - ends.cell_length, ellipsis=True)
            self.update(Content.assemble(told, ends))
        elif self._offered:
            count = Guided(self._steps).total
            begins = keyed(KEY, f"guides you through a first turn in {count} steps", "app.guide")
            self.update(Content.assemble(f"New to {self._session.title.name}?  ", begins))
        self.set_class(self._guided is not None or self._offered, "-shown")

    def _end(self) -> None:
        self._guided, self._offered = None, False
        self.remove_class("-shown")
        self.post_message(self.Ended(self._session.title.id))
