"""A sample hex map for the renderer's tests: two sheets, every terrain, rivers on all sides of a hex, roads, boxes."""

from itertools import product

from wargame_tui.board.hexes import HexGrid, HexMapEntry
from wargame_tui.board.scene import Counter, Flag, Scene, SpaceScene

EAST, WEST, ROWS = 8, 5, 9
LETTERS = {".": "clear", "l": "light_woods", "f": "forest", "r": "forest_ravine", "w": "westwall"}
TERRAIN = (
    "..lff..r..w.f",
    ".l.ffrr...w..",
    "..........ww.",
    ".lffl...l..w.",
    "...f..r....w.",
    "..llf.rr..ww.",
    "....f....l.w.",
    ".l......ff.w.",
    "f..l...r....w",
)
"""Row by row from the north, from the west."""


def _around(grid: HexGrid, name: str) -> list[str]:
    hex_ = grid.index[name]
    return [grid.hexside(hex_, other) for other in grid.near[hex_]]


def hex_map() -> HexMapEntry:
    """Thirteen columns by nine rows, counted from the south-east."""
    grid = {
        "sheets": [{"prefix": "", "columns": EAST}, {"prefix": "W", "columns": WEST}],
        "columns_from": "east",
        "rows": ROWS,
        "rows_from": "south",
        "latitude": 50.0,
        "longitude": 6.3,
        "parallel": 50.0,
        "scale": 2.5,
    }
    data = {
        "title": "Sample",
        "credits": (),
        "grid": grid,
        "legend": LETTERS,
        "terrain": TERRAIN,
        "places": [
            _place("Bastogne", "town", "0707", "0706"),
            _place("Liège", "city", "W0408"),
            _place("Dasburg", "village", "0304"),
            _place("Losheimergraben", "village", "0208"),
            _place("Ourthe", "hamlet", "W0203"),
        ],
        "rivers": {},
        "roads": [
            _road(
                "primary",
                "W0408",
                "W0308",
                "W0208",
                "W0107",
                "0807",
                "0707",
                "0607",
                "0606",
                "0506",
                "0505",
                "0405",
                "0304",
            ),
            _road("secondary", "0707", "0706", "0705", "0704", "0804", "W0103"),
            _road("secondary", "0606", "0605", "0505", "0405", "0305", "0306", "0207", "0208"),
            _road("railway", "0101", "0102"),
        ],
        "boxes": {
            "north": _box("North", "north"),
            "south_west": _box("South-west", "south"),
            "south_east": _box("South-east", "south"),
            "west": _box("Far west", "west"),
        },
    }
    bare = HexGrid(HexMapEntry.model_validate(data).grid)
    data["rivers"] = {
        "Ring": {"kind": "river", "hexsides": _around(bare, "0505"), "source": "sample"},
        "Meuse": {"kind": "meuse", "hexsides": _around(bare, "W0205"), "source": "sample"},
        "Mere": {"kind": "lake", "hexsides": _around(bare, "0203"), "source": "sample"},
    }
    return HexMapEntry.model_validate(data)


def _place(name: str, kind: str, *hexes: str) -> dict[str, object]:
    return {"name": name, "kind": kind, "hexes": hexes, "source": "sample"}


def _road(kind: str, *path: str) -> dict[str, object]:
    return {"name": "", "kind": kind, "path": path, "source": "sample"}


def _box(name: str, edge: str) -> dict[str, object]:
    return {"name": name, "edge": edge, "source": "sample"}


def counter(unit: str, side: str = "German", *flags: Flag, symbol: str = "infantry", size: str = "regiment") -> Counter:
    """An invented counter."""
    branch = "Army" if side == "German" else "US"
    return Counter(unit, side, unit, symbol, branch, "5", "5-6-4", frozenset(flags), size, "3")


def hex_scene() -> Scene:
    """Single units, stacks of two and three, markers, a blown bridge, units in a box."""
    spaces = {
        "0304": SpaceScene(counters=(counter("77"),), markers=("IP",)),
        "0606": SpaceScene(counters=(counter("1/110", "Allied", "reduced"),)),
        "0707": SpaceScene(counters=tuple(counter(str(n), "Allied", symbol="armour") for n in (501, 502, 506))),
        "0405": SpaceScene(counters=(counter("39", "German", "disrupted", "fired"), counter("26"))),
        "W0205": SpaceScene(badges=("victory",)),
        "south_west": SpaceScene(counters=tuple(counter(f"{n}/10", "Allied") for n in range(1, 5))),
    }
    return Scene(spaces=spaces, bridges={"0405-0505": False})


def every_name() -> list[str]:
    """The printed numbers of the map."""
    columns = [f"{n:02}" for n in range(1, EAST + 1)] + [f"W{n:02}" for n in range(1, WEST + 1)]
    return [f"{column}{row:02}" for column, row in product(columns, range(1, ROWS + 1))]
