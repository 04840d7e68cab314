"""A sheet of counters to look at: every sign in every paint, every state, sizes of all zooms, bands, stacks.

python -m tests.tui.counters OUT.png
"""

import sys
from collections.abc import Iterator, Sequence
from typing import get_args

from PIL import Image, ImageDraw

from wargame_tui.board.look import Paint, Symbol
from wargame_tui.board.scene import Counter, Flag
from wargame_tui.tui.paint.counter_face import HUES, CounterStyle
from wargame_tui.tui.paint.counters import Size, draw_counter, draw_fan, draw_stack
from wargame_tui.tui.paint.symbols import SIZES, letters

SIZES_SHOWN: Sequence[Size] = ((96, 96), (60, 40), (48, 48), (28, 28), (20, 20), (40, 18), (14, 14))
PAPER = "#ece3c9"


def piece(symbol: str = "infantry", label: str = "424", numbers: str = "6-6-4", **more: object) -> Counter:
    """A counter with what matters here."""
    shown: dict[str, object] = {"side": "German", "strength": numbers.partition("-")[0], "size": "regiment"}
    shown |= more
    flags = frozenset(shown.pop("flags", ()))  # type: ignore[call-overload]
    return Counter(label, label=label, symbol=symbol, branch="Army", numbers=numbers, flags=flags, **shown)  # type: ignore[arg-type]


def rows(px: Size) -> Iterator[tuple[str, list[Image.Image]]]:
    """The rows of the sheet at one size."""
    paints: tuple[Paint, ...] = get_args(Paint)
    signs: tuple[Symbol, ...] = get_args(Symbol)
    for paint in ("grey", "black", "green", "khaki"):
        yield (
            paint,
            [draw_counter(piece(sign), px, CounterStyle(paint, sign, (HUES[n % 7],))) for n, sign in enumerate(signs)],
        )
    yield "paints", [draw_counter(piece(), px, CounterStyle(paint, "infantry")) for paint in paints]
    yield "sizes", [draw_counter(piece(size=size), px, CounterStyle("grey", "infantry")) for size in SIZES]
    for paint in ("grey", "black"):
        style = CounterStyle(paint, "infantry", (HUES[1],))
        yield f"states {paint}", [draw_counter(piece(flags=(flag,)), px, style) for flag in get_args(Flag)]
    yield "many", [draw_counter(each, px, style) for each, style in odd()]
    stack = [piece(), piece("armour"), piece("artillery"), piece(), piece(), piece()]
    yield "stacks", [draw_stack(stack[:n], px, in_stack) for n in (1, 2, 3, 4, 6)]


def in_stack(counter: Counter) -> CounterStyle:
    """Army, SS and Luftwaffe by arm."""
    paints: dict[str, Paint] = {"infantry": "grey", "armour": "black", "artillery": "sky"}
    return CounterStyle(paints[counter.symbol], counter.symbol)


def odd() -> Iterator[tuple[Counter, CounterStyle]]:
    """Counters of all titles that are hard to print."""
    yield piece("artillery", "402", "S-(2)-1", strength="S", size="battalion"), CounterStyle("green", "artillery")
    yield (
        piece("armour", "II/130", "5-5-10", quality="TQ4", formation="PzLehr"),
        CounterStyle("grey", "", (HUES[0], HUES[4])),
    )
    yield piece("infantry", "316/212V", "3-4-5", strength="3", size=""), CounterStyle("grey", "", (HUES[2],), True)
    yield piece("CV", "Enterprise", "a4", strength="2", size=""), CounterStyle("green", apart=True)
    yield piece("DD", "Pensacola+", "g1x2 t1x3 b1x2", strength="1", size=""), CounterStyle("rose", apart=True)
    yield piece("MOT", "7 Schutzen", "MOT 3-4M", strength="3", size=""), CounterStyle("grey")
    yield piece("?", "3 hidden", "?", strength="3", size=""), CounterStyle("rose")
    yield piece("headquarters", "15th Army", "0-1-3", quality="CR5", size=""), CounterStyle("grey")
    yield piece("infantry", "1057 Eng", "(3)", strength="D1", size="", flags=("unsupplied",)), CounterStyle("khaki")
    yield piece(flags=("moved", "reduced", "disrupted", "unsupplied", "engaged", "selected")), CounterStyle("black")
    yield piece(flags=get_args(Flag)), CounterStyle("grey", "", (HUES[5],))
    yield piece("infantry", "1/117", "5-3", size="battalion", formation="30"), CounterStyle("green")


def sheet() -> Image.Image:
    """All rows at all sizes, one below the other."""
    parts: list[tuple[str, list[Image.Image]]] = []
    for px in SIZES_SHOWN:
        parts.append((f"{px[0]} x {px[1]}", []))
        parts += rows(px)
    tray = draw_fan(
        [piece(), piece("armour"), piece("flak"), piece("rocket"), piece("tower")], (60, 40), lambda _: CounterStyle()
    )
    parts.append(("fan", [tray]))
    heights = [max((each.height for each in images), default=18) + 6 for _, images in parts]
    width = max(sum(each.width + 6 for each in images) for _, images in parts) + 90
    image = Image.new("RGB", (width, sum(heights) + 10), PAPER)
    draw, y = ImageDraw.Draw(image), 5
    for (name, images), height in zip(parts, heights, strict=True):
        draw.text((4, y + 2), name, fill="#2a1d12", font=letters(12, 400))
        x = 84
        for each in images:
            image.paste(each, (x, y), each)
            x += each.width + 6
        y += height
    return image


if __name__ == "__main__":
    sheet().save(sys.argv[1])
