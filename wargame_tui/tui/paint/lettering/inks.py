"""The colours of letters and counters in a style: what the character map names by role, so that it reads on paper."""

from functools import cached_property, lru_cache
from typing import cast

from wargame_tui.board.look import Paint
from wargame_tui.tui.map.labels import Span
from wargame_tui.tui.map.palette import COUNTERS, SHADOW
from wargame_tui.tui.paint.canvas import mixed
from wargame_tui.tui.paint.counter_face import CARDS, DARK
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import MapStyle

LEAST = 4.5
"""Contrast of names with their ground (WCAG 2.1, 1.4.3)."""
SOFT = 0.6
"""The least share of the halo in the ground under letters."""


@lru_cache(2048)
def luminance(color: str) -> float:
    """How light a colour is, from 0 to 1 (WCAG 2.1)."""
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.1)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def best(ground: str) -> str:
    """Black or white, whichever reads better on a ground."""
    return max("#101010", "#ffffff", key=lambda ink: contrast(ink, ground))


@lru_cache(1024)
def readable(ink: str, grounds: tuple[str, ...]) -> str:
    """An ink made darker or lighter until it reads on every ground."""
    end = max("#000000", "#ffffff", key=lambda ink: min(contrast(ink, ground) for ground in grounds))
    for step in range(21):
        found = mixed(ink, end, step / 20)
        if all(contrast(found, ground) >= LEAST for ground in grounds):
            return found
    return end


class Inks:
    """The colours of a style by the roles of the character map."""

    def __init__(self, style: MapStyle) -> None:
        self.style = style

    @cached_property
    def softened(self) -> tuple[str, ...]:
        """What may lie under letters: every ground of the map with so much halo that they read."""
        style = self.style
        grounds = {style.ground, style.beyond, style.zone.fill, style.water.fill, *style.tints.values()}
        grounds |= {style.sea, style.shallow, style.deep, style.chart.plate, style.chart.head}
        grounds |= {tone.fill for tone in style.tones.values() if tone.fill}
        grounds |= {mixed(style.ground, *held) for coat in style.sides if (held := style.held(coat)) is not None}
        laid = {mixed(ground, tinge.color, tinge.share) for ground in grounds for tinge in style.highlights.values()}
        return tuple(sorted(mixed(ground, style.halo, SOFT) for ground in grounds | laid))

    @cached_property
    def _inks(self) -> dict[str, str]:
        """By role, before they are made to read."""
        style = self.style
        lesser = mixed(style.ink, style.halo, 0.3)
        held = {f"held.{coat}": mixed(color, style.ink, 0.5) for coat, color in style.sides.items()}
        return held | {
            "name": style.ink, "town": style.ink, "name.zone": style.ink, "plain": style.ink, "note": style.ink,
            "hex.village": style.ink, "hamlet": lesser, "place": lesser, "chart.place": lesser, "leader": lesser,
            "badge": style.town.fill, "hover": style.hover, "name.outside": mixed(style.faint, style.ink, 0.3),
            "contested": style.highlights["battle"].color, "choice": style.highlights["choice"].color,
        }  # fmt: skip

    @cached_property
    def _read(self) -> dict[tuple[str, str | None], str]:
        return {}

    def ink(self, role: str, ground: str | None = None) -> str:
        """The colour of an ink on a ground; None: on whatever is painted there."""
        key = role, ground
        if key not in self._read:
            faint = role in ("hex.number", "name.outside") and ground is None
            color = self.style.faint if role == "hex.number" else self._inks.get(role, self.style.ink)
            self._read[key] = color if faint else readable(color, self.softened if ground is None else (ground,))
        return self._read[key]

    def ground(self, role: str | None, beneath: str | None = None) -> str | None:
        """The colour of a ground; `beneath` is that of the box in which it lies."""
        style = self.style
        if role is None:
            return beneath
        kind, _, which = role.partition(".")
        if kind in COUNTERS:
            ground = CARDS[cast("Paint", kind)].ground
            return mixed(ground, DARK, SHADOW) if which == "low" else ground
        if kind == "highlight":
            tinge = style.highlights[which]  # type: ignore[index]
            return mixed(beneath or style.zone.fill, tinge.color, max(tinge.share, 0.4))
        if kind == "chart" and which in style.sides:
            return style.sides[which]
        return {"cursor": style.cursor, "jump": style.highlights["choice"].color}.get(role, style.zone.fill)

    def text(self, x: int, span: Span, beneath: str | None = None) -> Text:
        """A span of the character map at a column, in this style's colours."""
        ground = self.ground(span.ground, beneath)
        paint = span.ink.partition(".")[0]
        if paint in COUNTERS:
            ink = CARDS[cast("Paint", paint)].ink
        elif span.ink in ("cursor", "jump") or (span.ink.startswith("chart.") and span.ink != "chart.place"):
            ink = best(ground or self.style.zone.fill)
        else:
            ink = self.ink(span.ink, ground)
        bold = span.ink not in ("plain", "hex.number", "hamlet", "hex.village", "place", "chart.place", "name.outside")
        return Text(x, span.text, ink, ground, bold, span.unit)
