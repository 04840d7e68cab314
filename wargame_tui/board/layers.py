"""Overlays as layers: a letter for each, the same in every title, and several of them put together."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

from wargame_tui.board.scene import Highlight, MapLine, Overlay, Tint
from wargame_tui.board.views import OverlayInfo

LETTERS: Mapping[str, str] = {
    "w": "weather and night",
    "a": "areas: corps, armies, starts, zones",
    "n": "the ground: terrain and its effects",
    "g": "sighted and hidden",
    "c": "control and front",
    "u": "supply",
    "r": "roads and railways",
    "h": "headquarters and their ranges",
    "k": "costs",
    "d": "bridges",
    "p": "ports and airfields",
    "l": "landings and drops",
    "f": "deception",
    "i": "pipelines and invasion coasts",
    "y": "reserves",
    "s": "sources of the numbers",
    "m": "moves",
    "t": "threat: what the enemy can reach next turn",
    "z": "zones of control",
    "b": "bonds",
    "v": "victory",
    "x": "battles",
    "e": "the enemy's orders",
    "o": "best odds",
}
"""What a letter switches on, in the order in which layers are laid: what covers much lies below what marks a few
spaces. A layer of one side has the letter for the first side and the capital for the second."""
ORDER = "".join(LETTERS)
JOIN = " "
"""Between the notes of several layers in one space."""


def rank(key: str) -> int:
    """How far up a layer lies by its letter; one without a letter lies below all."""
    return ORDER.find(key.lower()) if key else -1


Legend = tuple[tuple[Highlight, str], ...]


def of_both(
    what: str, key: str, name: str, sides: Sequence[str], rule: str, legend: Legend = (), *, slow: bool = False
) -> Iterator[OverlayInfo]:
    """A layer for each of two sides, whose name stands in `name`; its id is `what` and the side."""
    for side, letter in zip(sides, (key, key.upper()), strict=True):
        yield OverlayInfo(f"{what} {side}", name.format(side), legend, letter, rule, slow)


def merged(overlays: Sequence[Overlay]) -> Overlay:
    """Several overlays as one, the lowest first.

    Of two highlights the upper one shows, notes join, all lines are drawn; a tint stays under whatever lies above it.
    """
    if len(overlays) == 1:
        return overlays[0]
    highlights: dict[str, Highlight] = {}
    hexsides: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    tints: dict[str, Tint] = {}
    lines: dict[MapLine, None] = {}
    for overlay in overlays:
        highlights.update(overlay.highlights)
        hexsides.update(overlay.hexsides)
        tints.update(overlay.tints)
        lines.update(dict.fromkeys(overlay.lines))
        for space, note in overlay.notes.items():
            notes[space] = f"{notes[space]}{JOIN}{note}" if space in notes else note
    return Overlay(highlights, notes, hexsides, tuple(lines), tints)


def front(near: Mapping[str, Iterable[str]], holder: Callable[[str], str | None]) -> dict[str, Highlight]:
    """The borders between what one side holds and what another holds, each once: `a-b` with `a` named before `b`."""
    found: dict[str, Highlight] = {}
    for space, others in near.items():
        mine = holder(space)
        if mine is None:
            continue
        for other in others:
            theirs = holder(other)
            if theirs is not None and theirs != mine and f"{other}-{space}" not in found:
                found[f"{space}-{other}"] = "front"
    return found


def nearest_side(
    near: Mapping[str, Iterable[str]], held: Mapping[str, str], most: int, but: Container[str] = ()
) -> dict[str, str | None]:
    """To which side the spaces around belong that are nearer to it than to any other, up to so many steps away.

    `held` are the spaces that a side holds already; None where two sides are equally near. No way leads through the
    spaces of `but`. This is how a front is drawn that no rule knows.
    """
    found: dict[str, str | None] = dict(held)
    ring = dict(held)
    for _ in range(most):
        following: dict[str, str | None] = {}
        for space, side in ring.items():
            for other in near.get(space, ()):
                if other in found or other in but:
                    continue
                following[other] = side if following.get(other, side) == side else None
        found.update(following)
        ring = {space: side for space, side in following.items() if side is not None}
    return found
