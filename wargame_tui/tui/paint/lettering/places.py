"""Where the name of a spot may stand: beside it, below and above it, further out; whatever lies around."""

from collections.abc import Iterator

from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.lettering.placer import Cells, Offer

FOREIGN = 3.0
"""What a name pays for lying wholly on other ground than its own."""


def around(x: int, y: int, words: str, size: tuple[int, int], soft: Cells, reach: int = 3) -> list[Offer]:
    """The positions of a name on a map of a size, the cheapest first: right of a cell, left, below, above, further."""
    width, height = size
    found = []
    for lines, more in _lines(words):
        across, down = max(map(len, lines)), len(lines)
        for left, top, price in _corners(x, y, across, down, reach):
            if left >= 0 and left + across <= width and top >= 0 and top + down <= height:
                foreign = soft.covered(Box(left, top, across, down)) / (across * down)
                found.append(Offer(price + more + FOREIGN * foreign, left, top, lines))
    return sorted(found, key=lambda offer: offer.price)


def _lines(words: str) -> Iterator[tuple[tuple[str, ...], float]]:
    yield (words,), 0.0
    cuts = [n for n, char in enumerate(words) if char == " "]
    if cuts:
        at = min(cuts, key=lambda cut: abs(2 * cut - len(words)))
        yield (words[:at], words[at + 1 :]), 1.5


def _corners(x: int, y: int, width: int, height: int, reach: int) -> Iterator[tuple[int, int, float]]:
    yield x + 1, y, 0.0
    yield x - width, y, 0.8
    for row, price in ((y + 1, 0.4), (y - height, 0.6)):
        yield x - width // 2, row, price
        yield x, row, price + 0.3
        yield x - width + 1, row, price + 0.5
    for out in range(1, reach + 1):
        yield x + 1 + out, y, 1.0 + out / 2
        yield x - width - out, y, 1.3 + out / 2
        for shift in (0, width // 2, -(width // 2)):
            yield x - width // 2 + shift, y + 1 + out, 1.5 + out
            yield x - width // 2 + shift, y - height - out, 1.7 + out
