"""A sample map with shapes for the renderer's tests: a river and a canal that meet, bridges, a ferry, zones, a box."""

from wargame_tui.board.area import AreaMapEntry, LinkEntry, RiverEntry, ShapesEntry, SpaceEntry
from wargame_tui.board.scene import Counter, Scene, SpaceScene

ROWS = """
.. .. .. .. .. .. A  A  A  A  .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. A  A  A  A  .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. A  A  A  A  .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. 1  1  1  1  1  1  1  1  2  2  2  2  2  2  2  2  .. .. .. .. .. .. .. .. .. ..
.. .. 1  1  1  1  1  1  1  1  2  2  2  2  2  2  2  2  2  .. .. .. .. .. .. .. .. ..
.. 1  1  1  1  1  1  1  1  1  2  2  2  2  2  2  2  2  2  .. .. .. .. .. .. .. .. ..
.. 1  1  1  1  1  1  1  1  2  2  2  2  2  2  2  2  2  2  .. .. .. .. .. B  B  B  B
.. 1  1  1  1  1  1  1  1  2  2  2  2  2  2  2  2  2  2  2  .. .. .. .. B  B  B  B
.. 3  3  3  3  3  1  1  4  4  4  4  2  2  2  5  5  5  5  5  .. .. .. .. B  B  B  B
.. 3  3  3  3  3  3  4  4  4  4  4  4  4  5  5  5  5  5  5  5  .. .. .. .. .. .. ..
.. 3  3  3  3  3  3  4  4  4  4  4  4  4  5  5  5  5  5  5  5  .. .. .. .. .. .. ..
.. 3  3  3  3  3  3  4  4  4  4  4  4  4  5  5  5  5  5  5  5  5  .. .. .. .. .. ..
.. 3  3  3  3  3  3  4  4  4  4  4  4  4  5  5  5  5  5  5  5  5  .. .. .. .. .. ..
.. .. 6  6  6  6  6  6  4  4  4  4  7  7  7  7  7  5  5  5  8  8  .. .. .. .. .. ..
.. .. 6  6  6  6  6  6  6  6  7  7  7  7  7  7  7  7  8  8  8  8  8  .. .. .. .. ..
.. .. 6  6  6  6  6  6  6  6  7  7  7  7  7  7  7  8  8  8  8  8  8  .. .. .. .. ..
.. .. 6  6  6  6  6  6  6  6  7  7  7  7  7  7  7  8  8  8  8  8  8  .. .. .. .. ..
.. .. 6  6  6  6  6  6  6  6  7  7  7  7  7  7  7  8  8  8  8  8  8  .. .. .. .. ..
.. .. .. 6  6  6  6  6  6  6  6  7  7  7  7  7  7  8  8  8  8  8  .. .. .. .. .. ..
.. .. .. .. .. 9  9  9  9  9  9  9  9  9  9  9  8  8  8  8  .. .. .. .. .. .. .. ..
.. .. .. .. .. 9  9  9  9  9  9  9  9  9  9  9  9  8  8  8  .. .. .. .. .. UK UK UK
.. .. .. .. .. 9  9  9  9  9  9  9  9  9  9  9  9  .. .. .. .. .. .. .. .. UK UK UK
.. .. .. .. .. .. 9  9  9  9  9  9  9  9  9  9  .. .. .. .. .. .. .. .. .. UK UK UK
"""

NORTH, WEST, ROW, COLUMN = 52.06, 5.60, 0.0125, 0.02
"""North-west corner, and the degrees of a row and a column."""

SPACES = {
    "1": ("Wolfheze", 6, 5), "2": ("Arnhem", 8, 13), "3": ("Driel", 11, 3), "4": ("Elst", 12, 10),
    "5": ("Huissen", 11, 17), "6": ("Beuningen", 16, 5), "7": ("Nijmegen", 16, 13), "8": ("Groesbeek", 17, 20),
    "9": ("Malden", 22, 10), "A": ("Apeldoorn", 1, 8), "B": ("Zutphen", 8, 26), "UK": ("England", 22, 26),
}  # fmt: skip

LINKS = """
1-2 primary; 1-3 - Rhine ferry; 1-4 secondary Rhine rail; 2-4 primary Rhine bridge; 2-5 - Rhine; 3-4 secondary
3-6 - Waal; 4-5 secondary; 4-6 - Waal; 4-7 primary Waal bridge; 5-7 - Waal; 5-8 - Waal
6-7 primary Canal blown; 6-9 secondary Canal bridge; 7-8 secondary; 7-9 primary; 8-9 secondary Canal; 1-A primary
2-B secondary; 5-B secondary
"""


class Space(SpaceEntry):
    """A space whose roads may not all meet."""

    roads_apart: tuple[tuple[str, ...], ...] = ()


class Crossed(LinkEntry):
    """A link that may have a ferry."""

    ferry: bool = False


class ShapedMap(AreaMapEntry):
    """The sample's map file."""

    spaces: dict[str, Space]
    links: tuple[Crossed, ...]


def _at(row: float, column: float) -> tuple[float, float]:
    return NORTH - (row + 0.5) * ROW, WEST + (column + 0.5) * COLUMN


def _space(space: str, name: str, row: int, column: int) -> Space:
    kind = "box" if space == "UK" else "area" if space.isdigit() else "zone"
    return Space(name=name, kind=kind, at=_at(row, column), source="estimate")


def _link(words: str) -> Crossed:
    between, road, *rest = words.split()
    a, b = between.split("-")
    river, crossing = (*rest, "", "")[:2]
    bridge = "destroyed" if crossing == "blown" else "intact" if crossing in ("bridge", "rail") else None
    return Crossed.model_validate(
        {
            "between": (a, b),
            "road": None if road == "-" else road,
            "river": river or None,
            "bridge": bridge,
            "ferry": crossing == "ferry",
            "source": "estimate",
        }
    )


def shaped_map() -> ShapedMap:
    """Nine areas north and south of two rivers, two zones and a box."""
    lines = [line for line in ROWS.split("\n") if line]
    rows = tuple("".join(line[x : x + 2].strip().rjust(2) for x in range(0, len(line), 3)) for line in lines)
    return ShapedMap(
        title="Shapes",
        credits=(),
        spaces={space: _space(space, *item) for space, item in SPACES.items()},
        links=tuple(_link(words) for words in LINKS.replace("\n", ";").split(";") if words.strip()),
        rivers={
            "Rhine": RiverEntry(source="geography"),
            "Waal": RiverEntry(source="geography"),
            "Canal": RiverEntry(kind="canal", source="geography"),
        },
        shapes=ShapesEntry(
            north=NORTH,
            south=NORTH - len(rows) * ROW,
            west=WEST,
            east=WEST + len(rows[0]) // 2 * COLUMN,
            rows=rows,
        ),
    )


def shaped_scene() -> Scene:
    """Germans in the north and east, airborne troops at the bridges, one area full to the brim on both sides."""
    spaces = {
        "1": SpaceScene("airborne", units("Allied", 4), ("TEM 2",), terrain="high"),
        "2": SpaceScene("German", (*units("German", 3), *units("Allied", 1)), ("TEM 3", "VP 4")),
        "3": SpaceScene("German", (), ("TEM 1",), terrain="polder"),
        "4": SpaceScene("German", units("German", 2), ("TEM 1",), terrain="polder"),
        "5": SpaceScene("German", units("German", 1), ("TEM 1",), terrain="polder"),
        "6": SpaceScene("airborne", units("Allied", 2), ("TEM 1",)),
        "7": SpaceScene("airborne", (*units("German", 10), *units("Allied", 10)), ("TEM 3", "VP 3")),
        "8": SpaceScene("airborne", units("Allied", 5), ("TEM 2",), terrain="high"),
        "9": SpaceScene("XXX", units("Allied", 6), ("TEM 1",)),
        "A": SpaceScene("German", units("German", 2)),
        "B": SpaceScene("German", ()),
        "UK": SpaceScene("airborne", units("Allied", 3)),
    }
    return Scene(
        spaces=spaces,
        bridges={"2-4": True, "4-7": True, "6-7": False},
        holders={"2-4": "German", "4-7": "Allied", "6-9": "Allied", "4-6": "Allied", "8-9": "Allied"},
        ferries={"1-3": "ready"},
    )


def units(side: str, count: int) -> tuple[Counter, ...]:
    """Some counters of a side."""
    kinds = ("infantry", "infantry", "armour", "artillery", "flak")
    branches = ("SS", "Wehrmacht", "Luftwaffe") if side == "German" else ("US", "British", "Polish")
    return tuple(
        Counter(
            unit=f"{side}{n}",
            side=side,
            label=f"{n + 1}/{20 + n}SS" if side == "German" else f"{501 + n}PIR",
            symbol=kinds[n % 5],
            branch=branches[n // 4 % 3],
            strength=str(2 + n % 5),
            numbers="5-4-6",
            flags=frozenset({"moved"} if n % 4 == 3 else ()),
        )
        for n in range(count)
    )
