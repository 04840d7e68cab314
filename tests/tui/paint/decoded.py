"""Terminals that understand pictures, as much of them as tests look at."""

import re
import zlib
from base64 import standard_b64decode

import numpy as np
import numpy.typing as npt

_COMMAND = re.compile("\x1b_G([^;\x1b]*)(?:;([^\x1b]*))?\x1b\\\\|\x1b\\[(\\d+);(\\d+)H|\x1b[78]")
_SIXELS = re.compile('\x1b7\x1b\\[(\\d+);(\\d+)H\x1bP0;1q"1;1;(\\d+);(\\d+)([^\x1b]*)\x1b\\\\\x1b8')


class Kitty:
    """A terminal with kitty's graphics: the pictures it has and where they are placed."""

    def __init__(self) -> None:
        self.pictures: dict[int, npt.NDArray[np.uint8]] = {}
        self.virtual: dict[int, tuple[int, int]] = {}
        """Columns and rows over which a picture is shown by placeholders."""
        self.placed: dict[tuple[int, int], dict[str, int]] = {}
        """By number of picture and placement: its keys, and at which column and line."""
        self.sent = self.chunks = 0
        self._open: tuple[dict[str, str], str] | None = None
        self._at = 0, 0

    def write(self, text: str) -> None:
        """Obey."""
        self.sent += len(text)
        position = 0
        for found in _COMMAND.finditer(text):
            assert found.start() == position, f"not understood: {text[position : found.start()]!r}"
            position = found.end()
            if found[3]:
                self._at = int(found[4]) - 1, int(found[3]) - 1
            elif found[1]:
                self._command(dict(part.split("=") for part in found[1].split(",")), found[2] or "")
        assert position == len(text)

    def _command(self, keys: dict[str, str], payload: str) -> None:
        assert keys["q"] == "2", "an answer would be taken for keys"
        if self._open:
            assert keys.keys() <= {"m", "q"}
            first, before = self._open
            self._chunk(first, before + payload, keys["m"])
        elif keys["a"] in "tT":
            self._chunk(keys, payload, keys["m"])
        elif keys["a"] == "p":
            assert int(keys["i"]) in self.pictures
            left, top = self._at
            numbers = {name: int(value) for name, value in keys.items() if name != "a"}
            self.placed[int(keys["i"]), int(keys["p"])] = {**numbers, "left": left, "top": top}
        else:
            assert keys["a"] == "d"
            number = int(keys["i"])
            if keys["d"] == "I":
                del self.pictures[number]
                self.virtual.pop(number, None)
                self.placed = {at: part for at, part in self.placed.items() if at[0] != number}
            else:
                del self.placed[number, int(keys["p"])]

    def _chunk(self, keys: dict[str, str], payload: str, more: str) -> None:
        assert len(payload) > 0
        self.chunks += 1
        self._open = (keys, payload) if more == "1" else None
        if more == "1":
            assert len(payload) % 4096 == 0
            return
        data = zlib.decompress(standard_b64decode(payload))
        shape = int(keys["v"]), int(keys["s"]), int(keys["f"]) // 8
        self.pictures[int(keys["i"])] = np.frombuffer(data, np.uint8).reshape(shape)
        if keys["a"] == "T":
            assert keys["U"] == "1"
            self.virtual[int(keys["i"])] = int(keys["c"]), int(keys["r"])


class Sixel:
    """A terminal with sixels: its pixels, and what has been written to it."""

    def __init__(self, columns: int, rows: int, cell: tuple[int, int]) -> None:
        self.cell = cell
        self.pixels = np.zeros((rows * cell[1], columns * cell[0], 3), np.uint8)
        self.sizes: list[tuple[int, int]] = []
        """Width and height of every picture."""
        self.sent = 0

    def write(self, text: str) -> None:
        """Obey."""
        self.sent += len(text)
        found = _SIXELS.fullmatch(text)
        assert found, f"not understood: {text[:80]!r}"
        line, column, width, height = (int(number) for number in found.groups()[:4])
        self.sizes.append((width, height))
        colours, drawn = decode(found[5], width, height)
        y, x = (line - 1) * self.cell[1], (column - 1) * self.cell[0]
        part = self.pixels[y : y + height, x : x + width]
        assert part.shape[:2] == (height, width), "it would scroll the screen"
        part[drawn >= 0] = colours[drawn[drawn >= 0]]


def decode(body: str, width: int, height: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """The colours by number, and the number at every pixel, -1 where none is drawn."""
    colours = np.zeros((256, 3), np.uint8)
    drawn = np.full((height, width), -1)
    x = y = colour = 0
    tokens = re.compile(r"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~])|([$])|(-)")
    position = 0
    for found in tokens.finditer(body):
        assert found.start() == position, f"not understood: {body[position : position + 20]!r}"
        position = found.end()
        if found[1]:
            colour = int(found[1])
            if found[2]:
                colours[colour] = [round(int(share) * 2.55) for share in found.groups()[1:4]]
        elif found[8]:
            x = 0
        elif found[9]:
            x, y = 0, y + 6
        else:
            many, bits = int(found[5] or 1), ord(found[6] or found[7]) - 63
            assert x + many <= width
            for line in range(6):
                if bits >> line & 1:
                    drawn[y + line, x : x + many] = colour
            x += many
    assert position == len(body)
    return colours, drawn
