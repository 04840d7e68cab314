"""A report as blocks, and how they are written: Markdown, one HTML file, the markup of the board game forum."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

CHART_WIDTH, CHART_HEIGHT, MARGIN = 640, 160, 28
"""Pixels of a chart of points, and what is left around its line."""
BARS = " ▁▂▃▄▅▆▇█"
_STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 17px/1.5 Georgia, serif;
  color: #26231d; background: #faf6ea; }
h1, h2, h3, summary, th { font-family: system-ui, sans-serif; }
h2 { border-bottom: 1px solid #cfc6ad; margin-top: 2.5rem; }
.map { display: block; overflow: auto; cursor: zoom-in; } .map input { position: absolute; opacity: 0; }
.map svg { display: block; width: 100%; border: 1px solid #cfc6ad; }
.map :checked + svg { width: var(--wide); cursor: zoom-out; } .map :focus-visible + svg { outline: 2px solid #b5452c; }
table { border-collapse: collapse; } td, th { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
blockquote { margin: 1rem 0; padding: .3rem 1rem; border-left: 4px solid #b5452c; font-style: italic; }
details { margin: .8rem 0; } summary { cursor: pointer; color: #6b5f45; }
@media (prefers-color-scheme: dark) { body { color: #e6dfcd; background: #1b1a17; } summary { color: #b9ab88; } }
"""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, of level 1 to 3."""

    level: int
    words: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; its first words may be bold."""

    words: str
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list; the first words of each may be bold."""

    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below a head; the head may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A map, by the names of its files."""

    words: str
    png: str
    svg: str


@dataclass(frozen=True, slots=True)
class Inlined:
    """A picture as it is held by a page."""

    size: tuple[int, int]
    """Pixels across and down."""
    png: bytes
    """What is drawn, perhaps nothing."""
    over: str = ""
    """The picture over which it lies, by its name, if not all of it is drawn."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Points by date."""

    words: str
    points: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """What a player noted at the table."""

    words: str


@dataclass(frozen=True, slots=True)
class Folded:
    """What only those unfold who want to know."""

    words: str
    blocks: tuple["Block", ...]


Block = Heading | Text | Items | Table | Picture | Chart | Quote | Folded


def _text(text: Text, bold: str, plain: Callable[[str], str]) -> str:
    """The first words in a form for bold ones, and the others behind them."""
    lead = bold.format(plain(text.lead)) if text.lead else ""
    return " ".join(part for part in (lead, plain(text.words)) if part)


# Markdown


def markdown(blocks: Iterable[Block], maps: str) -> str:
    """As Markdown; `maps` is the folder of the pictures."""
    return "\n".join(_markdown(blocks, maps)).rstrip() + "\n"


def _markdown(blocks: Iterable[Block], maps: str) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading(level, words):
                yield f"{'#' * level} {_md(words)}"
            case Text():
                yield _md_text(block)
            case Items(items):
                yield from (f"- {_md_text(item)}" for item in items)
            case Table(head, rows):
                yield f"| {' | '.join(map(_md, head))} |"
                yield f"|{'---|' * len(head)}"
                yield from (f"| {' | '.join(map(_md, row))} |" for row in rows)
            case Picture(words, png, svg):
                yield f"![{_md(words)}]({maps}/{png})\n\n[{_md(words)} in characters]({maps}/{svg})"
            case Chart():
                yield f"{_md(block.words)}: `{_spark(block)}`"
            case Quote(words):
                yield f"> {_md(words)}"
            case Folded(words, inner):
                yield f"<details><summary>{escape(words)}</summary>\n"
                yield from _markdown(inner, maps)
                yield "</details>"
        yield ""


def _md_text(text: Text) -> str:
    return _text(text, "**{}**", _md)


def _md(text: str) -> str:
    """A text in which nothing is Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", " ".join(text.split()))


def _spark(chart: Chart) -> str:
    """The points as a row of bars, with the first and the last number."""
    values = [value for _, value in chart.points]
    low, high = min(values), max(values)
    bars = "".join(BARS[1 + round((value - low) * (len(BARS) - 2) / max(1, high - low))] for value in values)
    return f"{values[0]} {bars} {values[-1]}"


# HTML


def html(title: str, blocks: Iterable[Block], pictures: Mapping[str, Inlined]) -> str:
    """As one file that holds its pictures, by name."""
    body = "\n".join(_html(blocks, pictures))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _html(blocks: Iterable[Block], pictures: Mapping[str, Inlined]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading(level, words):
                yield f"<h{level}>{escape(words)}</h{level}>"
            case Text():
                yield f"<p>{_html_text(block)}</p>"
            case Items(items):
                yield "<ul>" + "".join(f"<li>{_html_text(item)}</li>" for item in items) + "</ul>"
            case Table(head, rows):
                yield "<table>" + _row(head, "th") + "".join(_row(row, "td") for row in rows) + "</table>"
            case Picture(words, png, _):
                yield _shown(words, png, pictures[png])
            case Chart():
                yield f"<figure>{_drawn(block)}<figcaption>{escape(block.words)}</figcaption></figure>"
            case Quote(words):
                yield f"<blockquote>{escape(words)}</blockquote>"
            case Folded(words, inner):
                yield f"<details><summary>{escape(words)}</summary>"
                yield from _html(inner, pictures)
                yield "</details>"


def _shown(words: str, name: str, picture: Inlined) -> str:
    """A picture as wide as the page, or as it is after a click.

    A map is in the page once: later pictures of it are drawn over the first.
    """
    (wide, high), data = picture.size, b64encode(picture.png).decode()
    below = f'<use href="#{escape(picture.over)}"/>' if picture.over else ""
    drawn = f'<image id="{escape(name)}" width="{wide}" height="{high}" href="data:image/png;base64,{data}"/>'
    return (
        '<label class="map" title="Click: full size, and back"><input type="checkbox">'
        f'<svg role="img" aria-label="{escape(words)}" viewBox="0 0 {wide} {high}" style="--wide: {wide}px">'
        f"{below}{drawn if data else ''}</svg></label>"
    )


def _html_text(text: Text) -> str:
    return _text(text, "<b>{}</b>", escape)


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>" if any(cells) else ""


def _drawn(chart: Chart) -> str:
    """The points as a line, with the number at every turn."""
    values = [value for _, value in chart.points]
    low, high = min(values), max(values)
    across = (CHART_WIDTH - 2 * MARGIN) / max(1, len(values) - 1)
    down = (CHART_HEIGHT - 2 * MARGIN) / max(1, high - low)
    spots = [(MARGIN + n * across, CHART_HEIGHT - MARGIN - (value - low) * down) for n, value in enumerate(values)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#b5452c"><title>{escape(date)}: {value}</title></circle>'
        f'<text x="{x:.1f}" y="{y - 9:.1f}" text-anchor="middle" font-size="12" fill="currentColor">{value}</text>'
        for (x, y), (date, value) in zip(spots, chart.points, strict=True)
    )
    return (
        f'<svg viewBox="0 0 {CHART_WIDTH} {CHART_HEIGHT}" role="img" width="100%">'
        f'<polyline points="{line}" fill="none" stroke="#b5452c" stroke-width="2"/>{dots}</svg>'
    )


# The board game forum


def bbcode(blocks: Iterable[Block], maps: str) -> str:
    """As the forum of BoardGameGeek takes it; pictures are uploaded by hand and stand there by their names."""
    return "\n".join(_bbcode(blocks, maps)).rstrip() + "\n"


def _bbcode(blocks: Iterable[Block], maps: str) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading(level, words):
                yield f"[size={(18, 14, 11)[level - 1]}][b]{_bb(words)}[/b][/size]"
            case Text():
                yield _bb_text(block)
            case Items(items):
                yield from (f"• {_bb_text(item)}" for item in items)
            case Table(head, rows):
                yield "[c]" + "\n".join(_bb_rows([row for row in (head, *rows) if any(row)])) + "[/c]"
            case Picture(words, png, _):
                yield f"[i]({_bb(words)}: upload {maps}/{png} here)[/i]"
            case Chart():
                yield f"{_bb(block.words)}: [c]{_spark(block)}[/c]"
            case Quote(words):
                yield f"[q]{_bb(words)}[/q]"
            case Folded(words, inner):
                yield f"[b]{_bb(words)}[/b] [o]"
                yield from _bbcode(inner, maps)
                yield "[/o]"
        yield ""


def _bb_text(text: Text) -> str:
    return _text(text, "[b]{}[/b]", _bb)


def _bb(text: str) -> str:
    """A text in which nothing is markup: the forum knows no escapes, so its brackets become round ones."""
    return " ".join(text.split()).replace("[", "(").replace("]", ")")


def _bb_rows(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Cells below each other."""
    wide = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(_bb(cell).ljust(size) for cell, size in zip(row, wide, strict=True)).rstrip()
