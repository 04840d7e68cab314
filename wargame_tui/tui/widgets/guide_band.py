"""The band of a guided first turn: what to try next, under the bar of phases; it takes no key."""

from textual.content import Content
from textual.message import Message

from wargame_tui.tui.session import Session
from wargame_tui.tui.table.guided import Guided
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import cited, keyed

KEY = "F4"


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

    class Ended(Message):
        """The guide is over, or not wanted."""

        def __init__(self, title: str) -> None:
            super().__init__()
            self.title = title

    def __init__(self, session: Session, seen: str) -> None:
        """`seen`: titles whose guide need not come by itself, with commas."""
        super().__init__()
        self._session = session
        steps = session.title.guide()
        wanted = (
            bool(steps) and session.title.id not in seen.split(",") and not session.replayed and not session.by_mail
        )
        self._guided = Guided(steps) if wanted else None

    def on_mount(self) -> None:
        """Show the first step."""
        self._draw()

    def toggle(self) -> None:
        """End the guide, or begin it again."""
        if self._guided is not None:
            self._end()
        elif steps := self._session.title.guide():
            self._guided = Guided(steps)
            self._draw()

    def key(self, key: str) -> None:
        """A key was pressed at the table."""
        if self._guided is not None:
            self._guided.key(key)
            self._draw()

    def follow(self, in_hand: str | None) -> None:
        """Something at the table has changed."""
        if self._guided is not None and self._session.viewed is None:
            self._guided.follow(self._session.game, in_hand=in_hand is not None)
            self._draw()

    def _draw(self) -> None:
        guided = self._guided
        if guided is not None and guided.step is None:
            self._end()
        elif guided is not None and guided.step is not None:
            words = cited(guided.step.text, guided.step.rule)
            ends = keyed(KEY, "ends the guide", "app.guide")
            self.update(Content.assemble((f"Guide {guided.count}  ", "bold"), words, "  ", ends))
        self.set_class(self._guided is not None, "-shown")

    def _end(self) -> None:
        self._guided = None
        self.remove_class("-shown")
        self.post_message(self.Ended(self._session.title.id))
