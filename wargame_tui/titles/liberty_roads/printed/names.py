"""How units, markers, places, terrain, phases and results are called in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from wargame_tui.board.phrases import named_in
from wargame_tui.board.positions import ELIMINATED, OFF_MAP
from wargame_tui.titles.liberty_roads.printed.book import (
    ALLIED,
    DATA,
    FIXED,
    GERMAN,
    REMOVED,
    RESERVE,
    TURN,
    open_board,
    open_book,
)
from wargame_tui.titles.liberty_roads.printed.charts import Marker
from wargame_tui.titles.liberty_roads.printed.data import UnitEntry

GROUNDS: Mapping[str, str] = {
    "minor_city": "minor city",
    "major_city": "major city",
    "siegfried": "the Siegfried Line",
    "festung": "the Festung",
    "beachhead": "the Beachhead",
    "major": "the major river",
    "river": "the river",
    "high_mountain": "high mountain",
    "abroad": "out of play",
}
"""Terrain whose word in the charts is not that of players."""
ATTACKER_RESULTS: Mapping[str, str] = {
    "-": "nothing more",
    "AR": "the attackers retreat one hex",
    "D1": "the attacker loses one more step",
    "E": "one unit may exploit",
    "E2": "two units may exploit",
    "E3": "three units may exploit",
}
DEFENDER_RESULTS: Mapping[str, str] = {
    "-": "the defenders hold",
    "S": "the defenders lose a step or retreat one hex",
    "SS": "the defenders lose two steps or retreat as many hexes",
    "DR": "the defenders retreat two hexes",
}
FEW = 3
"""Units that are named in a line."""
MODES: Mapping[str, str] = {"normal": "normal movement", "strategic": "strategic movement", "rail": "by rail"}
_PREFIX: Mapping[str, str] = {"US": "US", "British": "Br"}
"""What stands before the name on a counter, where other sides have divisions of that name."""
_NOWHERE: Mapping[str, str] = {
    OFF_MAP: "off the map",
    ELIMINATED: "the eliminated units",
    REMOVED: "out of the game",
    "Germany": "Germany, next turn",
}
BOX_NAMES: Mapping[str, str] = {
    "England": "England",
    "England-Air": "the Airborne zone of England",
    "Mediterranean": "the Mediterranean Front",
    "Mediterranean-Air": "the Airborne zone of the Mediterranean",
    RESERVE: "the Strategic Reserve",
}
SOLDIERS: Mapping[str, str] = {ALLIED: "The Allies", GERMAN: "The Germans"}
Phase = Literal[
    "supply", "support", "sea", "movement", "drops", "combat", "exploitation", "landing", "ports", "replacements",
]  # fmt: skip
PHASES: Mapping[Phase, str] = {
    "supply": "Supply",
    "support": "Support",
    "sea": "Sea transport",
    "movement": "Movement",
    "drops": "Paratroop drops",
    "combat": "Combat",
    "exploitation": "Exploitation",
    "landing": "Invasion landing",
    "ports": "Port repair",
    "replacements": "Reinforcements and replacements",
}
"""The phases of a player turn, in their order (2)."""


# Names


@DATA.cached
def _names() -> Mapping[str, str]:
    """Every counter's name, fixed defence units included."""
    found = {name: _unit_name(name, entry) for name, entry in DATA.units.units.items()}
    return found | {f"{FIXED}{hex_}": f"the coast defence of {open_board().name(hex_)}" for hex_ in DATA.map.beaches}


def _unit_name(name: str, entry: UnitEntry) -> str:
    """What the counter says, with the nation, or the arm where a number alone says too little."""
    if entry.kg:
        return f"KG {name.rpartition('-')[2]}"
    if entry.type == "hq":
        return entry.short if entry.short == "SHAEF" else f"HQ {entry.short}"
    if entry.side == GERMAN:
        return f"{entry.short} Inf" if entry.short.isdigit() else entry.short
    prefix = _PREFIX.get(entry.service, "")
    return f"{prefix} {entry.short}".strip() if entry.type != "engineer" else entry.short


def unit_name(unit: str) -> str:
    """A unit as players call it; its id if there is no such counter."""
    return _names().get(unit, unit)


def is_unit(id_: str) -> bool:
    """Whether it is a counter's id."""
    return id_ in _names()


def called(id_: str) -> str:
    """Anything with an id, as sentences have it: a unit, a hex, a box, a marker; by itself if it is none of them."""
    return place(marker_name(kind_name(id_)))


def names(units: Iterable[str]) -> str:
    """Several units."""
    return ", ".join(map(unit_name, units))


@DATA.cached
def printed_markers() -> Mapping[str, Marker]:
    """Every support marker by its id."""
    return open_book(DATA.id_of(next(iter(DATA.scenarios)))).markers


def marker_name(marker: str) -> str:
    """A support marker: `Air Support`, `American Artillery`; an FFL unit by its name."""
    printed = printed_markers().get(marker)
    if printed is None:
        return unit_name(marker)
    same = sum(each.name == printed.name for each in DATA.charts.markers.values()) > 1
    return f"{printed.nationality} {printed.name}" if same and printed.nationality else printed.name


def kind_name(kind: str) -> str:
    """A kind of D-Day or Atlantic Wall marker."""
    chart = DATA.charts.landing
    row = chart.dday.get(kind) or chart.wall.get(kind)
    return row.name if row else kind


def kinds(found: Sequence[str]) -> str:
    """Several such markers."""
    return ", ".join(map(kind_name, found)) or "none"


def ground_name(ground: str) -> str:
    """A terrain or a river."""
    return GROUNDS.get(ground, ground)


def place(place_: str) -> str:
    """A hex with its name, `1309 Caen`, or a box, or where units are that are in none."""
    board = open_board()
    if place_ in board.index:
        return board.name(place_)
    return BOX_NAMES.get(place_) or _NOWHERE.get(place_, place_)


def at(place_: str) -> str:
    """Where something is or happens: `at 1309 Caen`, `in England`."""
    if place_ in open_board().index:
        return f"at {place(place_)}"
    return place(place_) if place_ in _NOWHERE else f"in {place(place_)}"


def whereto(place_: str) -> str:
    """Where a marker goes: a hex, a unit, or the whole turn."""
    if place_ == TURN:
        return "for this turn"
    return f"on {unit_name(place_)}" if place_ in _names() else f"on {place(place_)}"


def losses(attacker: int, defender: int) -> str:
    """Steps lost by both sides."""
    return f"A {attacker} / D {defender} steps"


def few(units: Sequence[str]) -> str:
    """Several units in a line: of many the first, and how many more."""
    more = len(units) - FEW
    return names(units) if more < 2 else f"{names(units[:FEW])} and {more} more"


def first_loss_words(of: str) -> str:
    """Whose the attacker's first loss is, `elite` or `armour` (7.8.1)."""
    return f"The attacker's first loss is {'an elite' if of == 'elite' else 'an armoured'} unit's"


def size_words(steps: int) -> str:
    """How strong a unit is rebuilt."""
    return "at full strength" if steps > 1 else "with one step"


def beach_words(hex_: str) -> str:
    """A beach with its coast defence; nothing for any other hex."""
    beach = DATA.map.beaches.get(hex_)
    return f"{beach.name}, coast defence {beach.level}" if beach else ""


def turn_name(turn: int) -> str:
    """The dates of a turn."""
    return DATA.charts.turns[turn - 1].name


def amount(number: float, word: str) -> str:
    """Whole or half points or ports with their word: `1 point`, `1.5 ports`."""
    return f"{number:g} {word}{'' if number == 1 else 's'}"


def spoken(text: str) -> str:
    """A text with units and markers named as on their counters, and hexes with their names."""
    return named_in(text, _spoken, open_board().name, open_board().index)


def _spoken(word: str) -> str | None:
    return _names().get(word) or (marker_name(word) if word in printed_markers() else None)


def signed(found: Iterable[Any]) -> str:
    """Modifiers, each by name: `+1 Air Support, -2 Bunkers`."""
    listed = [(each.name, each.value) if hasattr(each, "name") else (each[0], each[1]) for each in found]
    return ", ".join(f"{value:+d} {name}" for name, value in listed if value)
