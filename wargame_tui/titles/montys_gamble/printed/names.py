"""What everything on the table is called in a sentence: units, spaces, bridges, depots, markers (3, 4)."""

from collections.abc import Iterable, Mapping

from wargame_tui.board.area import border_id
from wargame_tui.titles.montys_gamble.printed.book import DATA, UK, space_name
from wargame_tui.titles.montys_gamble.printed.data import Link

CONDITIONS: Mapping[str, str] = {
    "fresh": "Fresh",
    "spent": "Spent",
    "dis1": "Dis1",
    "dis2": "Dis2",
    "eliminated": "eliminated",
}
"""The conditions of a unit (4.2, 4.4)."""
CONTROL: Mapping[str, str] = {"German": "German", "airborne": "Allied (airborne)", "XXX": "Allied (XXX Corps)"}
"""Who controls a space (7.2)."""
MARKERS: Mapping[str, str] = {"RAF2": "RAF 2 Group", "RAF83": "RAF 83 Group", "8AF": "8th Air Force"}
"""The Allied air markers (16.1)."""
WEATHER: Mapping[str, str] = {"clear": "Clear", "overcast": "Overcast"}
"""The weather (17.1)."""
DEPOTS: Mapping[str, str] = {
    "german": "German depot",
    "zone_f": "XXX Corps depot",
    "1": "1st Airborne depot",
    "82": "82nd Airborne depot",
    "101": "101st Airborne depot",
    "oss": "Oss depot",
    "air": "air supply",
}
"""The kinds of depot (13.4)."""
_DEPOT_NAMES: Mapping[str, str] = {"1": "1", "82": "82", "101": "101", "OSS": "oss", "AIR": "air"}
"""Depots with a name of their own, and their kind."""
WORK, FERRY = "work/", "ferry/"
"""Prefixes of the targets of bombardments that are no units: a construction marker, a ferry (11.12)."""


def called(id_: str) -> str:
    """A unit, a space, a boundary over water, a target, a marker, a condition in words; anything else by itself.

    Depots are not among them: some have the number of an area.
    """
    return _names().get(id_, id_)


@DATA.cached
def _names() -> Mapping[str, str]:
    found = {**CONDITIONS, **CONTROL, **MARKERS, **WEATHER}
    found |= {unit: entry.short for unit, entry in DATA.units.units.items()}
    found |= {space: space_name(space) for space in DATA.map.spaces}
    for border in _links():
        found |= {border: water_name(border), WORK + border: f"the works at {bridge_name(border)}"}
        found[FERRY + border] = f"the ferry {border}"
    return {**found, UK: "the UK box"}


@DATA.cached
def _links() -> Mapping[str, Link]:
    """The boundaries over water."""
    return {border_id(*link.between): link for link in DATA.map.links if link.river}


def unit_name(unit: str) -> str:
    """A unit as its counter says; anything else, be it a space, by itself."""
    entry = DATA.units.units.get(unit)
    return entry.short if entry else unit


def names(units: Iterable[str]) -> str:
    """Several units."""
    return ", ".join(map(called, units))


def bridge_name(border: str) -> str:
    """A bridge in words: `the Son bridge`."""
    link = _links().get(border)
    return f"the {link.bridge_name} bridge" if link and link.bridge_name else f"the bridge {border}"


def water_name(border: str) -> str:
    """A boundary over water in words: its bridge, or the river between its banks."""
    link = _links().get(border)
    if link is None or link.bridge is not None or not link.river:
        return bridge_name(border)
    return f"{river_name(link.river)} at {border}"


def river_name(river: str) -> str:
    """A river or canal with its article."""
    return river if river.startswith("Het ") else f"the {river}"


def depot_name(depot: str) -> str:
    """A depot in words: `XXX Corps depot F2`, `82nd Airborne depot`."""
    if depot in _DEPOT_NAMES:
        return DEPOTS[_DEPOT_NAMES[depot]]
    return f"{DEPOTS['german' if depot.startswith('G') else 'zone_f']} {depot}"


def short_depot(depot: str) -> str:
    """The same where it is plain whose it is: `depot F2`."""
    return depot_name(depot).removeprefix("German ").removeprefix("XXX Corps ")


def term_name(name: str) -> str:
    """The name of a term of a value: units as their counters say."""
    unit, barrage, _ = name.partition(" (barrage)")
    if unit in DATA.units.units:
        return unit_name(unit) + barrage
    border = name.removeprefix("over bridge ")
    if border != name:
        return f"over {bridge_name(border)}"
    if name.startswith("1 more ") and name.endswith("units"):
        return name.removesuffix("s")
    return CONDITIONS.get(name, name)
