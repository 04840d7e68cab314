"""Screens that lie over the table, which shows through darkened."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from rich.console import ConsoleRenderable, RichCast
from rich.segment import Segment
from rich.style import Style
from textual.await_complete import AwaitComplete
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen

T = TypeVar("T")


class OverTable(ModalScreen[T]):
    """A modal screen that opens at once: a map has thousands of segments but few styles, and each is darkened once."""

    DEFAULT_CSS = """
    OverTable {
        & OptionList:focus > .option-list--option-highlighted { background: #4a4128; color: #ffffff; }
    }
    """

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this screen, once: Enter pressed twice in a hurry must not close the table below as well."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def render(self) -> ConsoleRenderable | RichCast | str:
        """What is below, darkened."""
        below = super().render()
        return _Darkened(below.screen, below.color) if isinstance(below, BackgroundScreen) else below


class _Darkened(BackgroundScreen):
    @classmethod
    def process_segments(cls, segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        """The same segments in darker colours, without links."""
        for segment in segments:
            text, style, control = segment
            yield segment if control else Segment(text, _darker(style or Style.null(), color), control)


@lru_cache(maxsize=4096)
def _darker(style: Style, color: Color) -> Style:
    plain = style.clear_meta_and_links()
    ink, ground = (
        None if part is None else (Color.from_rich_color(part) + color).rich_color
        for part in (plain.color, plain.bgcolor)
    )
    return plain + Style.from_color(ink, ground)
