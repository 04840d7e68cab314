"""What a counter shows, apart from how: colours of cardboard and marks, what is printed, the bands of formations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from wargame_tui.board.look import Look, Paint
from wargame_tui.board.scene import Counter, Flag
from wargame_tui.board.title import BoardTitle
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.paint.canvas import mixed
from wargame_tui.tui.paint.symbols import BADGES, Tone

Stripe = tuple[str, ...]
"""The colours of the band at a counter's left edge from above; none: no band."""
By = Literal["division", "army", "supply", "strength", "moved", "none"]
"""What the band tells."""


class Card(NamedTuple):
    """The colours of a counter: its ground, what is printed on it, the inside of the box of its sign."""

    ground: str
    ink: str
    box: str


CARDS: Mapping[Paint, Card] = {
    "black": Card("#1d1e20", "#f4f1e6", "#e9e5d8"),
    "grey": Card("#a9aea3", "#101210", "#cfd3c9"),
    "sky": Card("#96c4e6", "#0b1822", "#c6e0f2"),
    "green": Card("#71853f", "#0c1004", "#a9b880"),
    "khaki": Card("#d3b070", "#1c1406", "#e8d3a6"),
    "teal": Card("#2b7d7a", "#f6f8f4", "#b4d6d2"),
    "rose": Card("#8c2d4c", "#fbf3f4", "#e4bcc8"),
}
"""SS black, field grey, Luftwaffe blue, olive drab, khaki and the rest, by what look.yaml calls them (`branches`)."""
DARK, PAPER = "#14130f", "#f6f3e8"
"""Outlines and what is printed on light; the band of a reduced counter, the back of a spent one."""
CHOSEN, OFFERED = "#ffd21f", "#ffffff"
"""The rings of a counter that is chosen, and of one that can be."""
SHADE, DIM = "#8a867a", 0.45
"""What lies over a counter that has moved, and how much of it."""
TONES: Mapping[Tone, tuple[str, str]] = {
    "bad": ("#b3201a", "#ffffff"), "warning": ("#f3c61f", DARK), "good": ("#1f6b46", "#ffffff"), "plain": (PAPER, DARK),
}  # fmt: skip
"""Ground and ink of the marks of states."""
HUES = "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"
"""Okabe and Ito, Color Universal Design (2008), without black: told apart by colour-blind eyes."""
RAMP = "#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838"
"""Cividis (Nuñez, Anderton and Renslow 2018) in six steps: strengths."""
SUPPLIED, UNSUPPLIED, READY, DONE = "#009e73", "#d55e00", "#f0e442", "#6b6b66"


@dataclass(frozen=True, slots=True)
class CounterStyle:
    """How a counter is printed."""

    paint: Paint = "grey"
    symbol: str = ""
    """Its sign in the words of `board.look`; empty: its type is such a word, or is written out."""
    stripe: Stripe = ()
    apart: bool = False
    """Whether the title prints the strength for itself, larger than the other numbers (`strength_apart`)."""


def style_of(counter: Counter, sides: Sides, look: Look, stripe: Stripe = (), *, apart: bool = False) -> CounterStyle:
    """How a title has a counter printed."""
    return CounterStyle(sides.paint(counter), look.symbols.get(counter.symbol, ""), stripe, apart)


def strength_apart(counters: Iterable[Counter]) -> bool:
    """Whether strengths stand beside the other numbers: in some counter they are not the first of these."""
    return any(each.strength.isdigit() and _first(each) not in ("", each.strength) for each in counters)


def _first(counter: Counter) -> str:
    """The first number, without the class that some titles write before it: `MOT 3-4M`."""
    return _numbers(counter).partition("-")[0]


def _numbers(counter: Counter) -> str:
    return counter.numbers.removeprefix(f"{counter.symbol} ").strip("?")


# -- bands ---------------------------------------------------------------------------------------------


def roster(title: BoardTitle[Any], state: Any) -> list[Counter]:
    """The counters of all units of a game, wherever they are; none of a title that knows its pieces otherwise."""
    return [title.counter(state, unit) for unit in getattr(state, "units", {}).values()]


class Stripes:
    """The bands of a game: every division and every army of a side its own colour or pair of colours.

    Give it the `roster` of the game, not what lies on the map: then a formation keeps its band to the end. A side may
    have 49 formations before bands repeat.
    """

    def __init__(self, counters: Sequence[Counter]) -> None:
        self._divisions = _banded((each.side, each.formation) for each in counters)
        self._armies = _banded((each.side, each.army) for each in counters)

    def tells(self, by: By) -> bool:
        """Whether any counter of the game may have a band by it."""
        return bool({"division": self._divisions, "army": self._armies}.get(by, True))

    def of(self, counter: Counter, by: By) -> Stripe:
        """The band of a counter; none where there is nothing to tell."""
        match by:
            case "division":
                return self._divisions.get((counter.side, counter.formation), ())
            case "army":
                return self._armies.get((counter.side, counter.army), ())
            case "supply":
                return (UNSUPPLIED if "unsupplied" in counter.flags else SUPPLIED,)
            case "strength":
                return (RAMP[min(int(counter.strength) // 2, len(RAMP) - 1)],) if counter.strength.isdigit() else ()
            case "moved":
                return (DONE if "moved" in counter.flags else READY,)
        return ()


_Band = tuple[str, str]
"""A side and a formation of it."""


def _banded(formations: Iterable[_Band]) -> Mapping[_Band, Stripe]:
    """The bands of each side: single colours for the first formations, then pairs."""
    bands: list[Stripe] = [(hue,) for hue in HUES]
    bands += [(hue, HUES[(n + shift) % len(HUES)]) for shift in range(1, len(HUES)) for n, hue in enumerate(HUES)]
    found: dict[_Band, Stripe] = {}
    count: dict[str, int] = {}
    for side, word in dict.fromkeys(formations):
        if word:
            n = count.setdefault(side, 0)
            found[side, word] = bands[n % len(bands)]
            count[side] = n + 1
    return found


# -- what a counter shows ------------------------------------------------------------------------------


class Face(NamedTuple):
    """All that a picture depends on."""

    symbol: str
    size: str
    label: str
    formation: str
    strength: str
    numbers: str
    word: str
    """A state in place of a strength, `D1`: the counter lies on its back."""
    quality: str
    flags: frozenset[Flag]
    style: CounterStyle
    depth: int = 0
    """Counters in the stack, if that is to be told."""

    @property
    def has_badges(self) -> bool:
        """Whether anything stands in the corners."""
        return bool(self.depth or self.word or self.quality or self.flags & BADGES.keys())

    @property
    def card(self) -> Card:
        """Its colours; its back is paper with a tinge of them."""
        card = CARDS[self.style.paint]
        if not self.word:
            return card
        return Card(mixed(PAPER, card.ground, 0.18), DARK, mixed(PAPER, card.ground, 0.45))


def face_of(counter: Counter, style: CounterStyle, depth: int = 0) -> Face:
    """What a counter shows."""
    plain = counter.strength.isdigit()
    numbers = _numbers(counter) or (counter.strength if plain else "")
    return Face(
        style.symbol or counter.symbol,
        counter.size,
        counter.label,
        counter.formation,
        counter.strength if plain and style.apart and numbers != counter.strength else "",
        numbers,
        "" if plain or counter.numbers.startswith(counter.strength) else counter.strength,
        counter.quality,
        counter.flags,
        style,
        depth,
    )
