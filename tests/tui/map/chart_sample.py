"""The charts of the shipped titles with invented counters: few, many, of one side and of both."""

from functools import cache

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.board.scene import Counter, Flag, Scene, SpaceScene
from wargame_tui.tui.map.layout import spaces_of

CHARTS = ("pacific", "france", "africa", "normandy")
SHIPS = ("CV", "CVL", "BB", "CRU", "DD", "TRN", "SS", "INF", "LBA")
ARMS = ("infantry", "armour", "motorized", "artillery", "reconnaissance")


@cache
def chart_entry(name: str) -> AreaMapEntry:
    """One of the charts."""
    from wargame_tui.titles.desert_commander.printed import data as desert
    from wargame_tui.titles.pacific_commander.printed import data as pacific

    if name == "pacific":
        return load(scenarios_folder() / "pacific_commander" / "map.yaml", pacific.MapFile)
    maps = load(scenarios_folder() / "desert_commander" / "map.yaml", desert.MapFile).maps
    return dict(maps)[name]  # type: ignore[index]


def force(unit: str, side: str, symbol: str, *flags: Flag) -> Counter:
    """A counter."""
    branch = "US" if side == "US" else side
    return Counter(unit, side, f"L{unit}", symbol, branch, "2", "1-2", frozenset(flags))


def chart_scene(entry: AreaMapEntry) -> Scene:
    """Every third space has one side's counters, every third both sides', forty in the fifth space."""
    sides = ("Japan", "US") if "HAW" in spaces_of(entry) else ("Axis", "Enemy")
    kinds = SHIPS if "HAW" in spaces_of(entry) else ARMS
    spaces: dict[str, SpaceScene] = {}
    for number, space in enumerate(spaces_of(entry)):
        owner, other = sides if number % 2 else sides[::-1]
        count = 40 if number == 5 else number % 3 * 2
        counters = [force(f"{space}{n}", owner, kinds[n % len(kinds)]) for n in range(count)]
        if number % 3 == 2:
            counters += [force(f"{space}x{n}", other, kinds[n % 3], "moved") for n in range(3)]
        badges = ("objective",) if number % 4 == 0 else ()
        markers = ("fort 1",) if number % 5 == 0 else ()
        spaces[space] = SpaceScene(None if number % 7 == 6 else owner, tuple(counters), badges, markers)
    return Scene(spaces=spaces)
