"""Text whose links look as they were written."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual, VisualType
from textual.widgets import Static


class Words(Static):
    """A Static that leaves the looks of links to whoever wrote them, and takes no text for markup."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, markup=False, **kwargs)
        self.auto_links = False

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Say something; what is being said already costs nothing: a new layout of the screen least of all."""
        said = self.content
        if not (isinstance(content, Content) and isinstance(said, Content) and said.is_same(content)):
            super().update(content, layout=layout)


def hanging(line: Content, width: int, indent: int = 0) -> list[Content]:
    """A line wrapped to a width, what follows the first line two columns further in."""
    first, *rest = line.wrap(width - indent)
    if rest:
        rest = Content(" ").join(rest).wrap(width - indent - 2)
    return [first.pad_left(indent), *(more.pad_left(indent + 2) for more in rest)]


@dataclass(frozen=True)
class Hung(Visual):
    """A line of a list, or several: each wrapped to the list's width with what follows two columns further in."""

    words: Content
    after: Content = field(default_factory=Content)
    """What stands behind the last row if all of it has room there, else on a row of its own."""
    deeper: bool = False
    """Whether what follows is two columns further in than its line, however far in that begins."""

    def __str__(self) -> str:
        return f"{self.words}{self.after}"

    @property
    def plain(self) -> str:
        """The text, unwrapped."""
        return str(self)

    def _at(self, width: int) -> Content:
        rows: list[Content] = []
        for line in self.words.split("\n", allow_blank=True):
            indent = len(line.plain) - len(line.plain.lstrip(" ")) if self.deeper else 0
            rows += hanging(line[indent:], width, indent)
        if self.after:
            if rows[-1].cell_length + self.after.cell_length <= width:
                rows[-1] += self.after
            else:
                rows += hanging(self.after, width)
        return Content("\n").join(rows)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The rows at this width."""
        return self._at(width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """The width at which nothing is wrapped."""
        return (self.words + self.after).get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """How many rows it has at this width."""
        return self._at(width).get_height(rules, width)


def hung(lines: Iterable[tuple[Content, int]]) -> Hung:
    """Lines, each with its indent."""
    return Hung(Content("\n").join(line.pad_left(indent) for line, indent in lines), deeper=True)
