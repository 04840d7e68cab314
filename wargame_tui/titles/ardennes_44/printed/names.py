"""What things are called: turns, units, places, bridges, markers, results of tables (2, 14, 16, 20)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wargame_tui.board.phrases import first_up
from wargame_tui.board.positions import ELIMINATED, OFF_MAP
from wargame_tui.core.wording import worded
from wargame_tui.titles.ardennes_44.printed.book import (
    ALLIED,
    ARTILLERY,
    DATA,
    EDGE,
    EXITED,
    GERMAN,
    SURRENDERED,
    open_board,
)
from wargame_tui.titles.ardennes_44.printed.data import UnitEntry

NIGHT = "Night"
"""What the night turn is called."""
PHASES: Mapping[str, str] = {
    "supply": "Artillery supply",
    "fuel": "Fuel shortage",
    "bridges": "Bridges",
    "movement": "Movement",
    "recovery": "Recovery",
    "withdrawal": "Withdrawal",
    "combat": "Combat",
    "traffic": "Traffic",
    "status": "Supply and surrender",
    "victory": "Victory",
}
"""Phases that are announced (4)."""
MODES: Mapping[str, str] = {
    "normal": "normal movement",
    "extended": "extended movement",
    "tactical": "tactical movement",
    "strategic": "strategic movement",
    "shift": "shift of position",
}
"""Ways to move (11.1 to 11.3, 12.1, 22.2)."""
ARMIES: Mapping[str, str] = {
    "6Pz": "Sixth Panzer Army",
    "5Pz": "Fifth Panzer Army",
    "7A": "Seventh Army",
    "Nordwind": "the Nordwind units",
}
RESULTS: Mapping[str, str] = {
    "D1*": "the defender loses a step and retreats 4 hexes, routed; breakthrough combat",
    "DR4*": "the defender retreats 4 hexes, routed; breakthrough combat",
    "DR3": "the defender retreats 3 hexes, routed",
    "DR2": "the defender retreats 2 hexes, disrupted",
    "FF": "engaged, or a firefight",
    "FF(+1)": "engaged, or a firefight at DRM +1",
    "EX": "both sides lose a step, the defender is engaged",
    "Eng": "the defender is engaged",
    "A1/Eng": "the attacker loses a step, the defender is engaged",
    "A1": "the attacker loses a step",
    "D1": "the defender loses a step and retreats 2 hexes, disrupted",
    "A1/D1": "both sides lose a step, the defender retreats 2 hexes, disrupted",
    "A1/DR2": "the attacker loses a step, the defender retreats 2 hexes, disrupted",
    "Eng+": "the defender is engaged, the attacker has the advantage",
}
"""Results of the CRT and of the firefight table (16.1, 16.2)."""
STANDS: Mapping[str, str] = {
    "Yes (EX)": "the defender holds, both sides lose a step",
    "Yes (-1)": "the defender holds and loses a step",
    "No (CA)": "the defender retreats 1 hex and may counterattack",
    "No": "the defender retreats",
    "No (-1)": "the defender loses a step and retreats",
}
"""Results of the last stand table (16.7)."""
WITHDRAWALS: Mapping[str, str] = {
    "yes": "withdraws",
    "yes+D": "withdraws, disrupted",
    "no": "pinned",
    "no+D": "pinned, disrupted",
}
"""Results of the withdrawal table (20.2)."""
_ARMS: Mapping[str, str] = {
    "recon": "Recon",
    "flak": "Flak",
    "tank_destroyer": "TD",
    "engineer": "Eng",
    "heavy_assault": "StrmPz",
    "nebelwerfer": "NW",
    "fortress": "Fest",
}
"""What counters show by a symbol, and names by an abbreviation."""
_NOWHERE: Mapping[str, str] = {
    OFF_MAP: "off the map",
    ELIMINATED: "the dead pile",
    SURRENDERED: "the surrender box",
    EXITED: "off the map",
}


def turn_name(turn: int) -> str:
    """A day turn as the rulebook calls it, `16AM`."""
    return f"{16 + (turn - 1) // 2}{'AM' if turn % 2 else 'PM'}"


@DATA.cached
def units() -> Mapping[str, str]:
    """Every counter's name."""
    files = DATA.units
    found = {name: _unit_name(entry) for name, entry in files.units.items()}
    for kind, entries in (("", files.splits), ("remnant ", files.remnants)):
        for name, entry in entries.items():
            nation = "Br. " if entry.nation == "British" else ""
            found[name] = f"{nation}{entry.short} {kind}{name.rpartition('-')[2]}"
    return found


def _unit_name(entry: UnitEntry) -> str:
    """The division first, then what the counter says, then the arm where a number alone says too little (2.5)."""
    words = f"{entry.short} {_arm(entry)}".strip() if entry.short.isdigit() else entry.short
    if entry.role == "brigade150":
        return "150 Pz Bde"
    if entry.division is not None:
        return f"{entry.division}/{words}"
    if entry.type in ARTILLERY and entry.side == ALLIED and entry.corps:
        return f"{entry.corps}/{words}"
    return words


def _arm(entry: UnitEntry) -> str:
    if entry.type == "artillery":
        return "VAK" if entry.side == GERMAN else ""
    if entry.type == "tank":
        return "Pz" if entry.side == GERMAN else "Tnk"
    if entry.type == "assault_gun":
        return "Stg" if entry.model and entry.model.startswith("StuG") else "Jpz"
    if entry.division is None and entry.type in ("infantry", "parachute"):
        return "Para" if entry.type == "parachute" else "Ind"
    return _ARMS.get(entry.type, "")


def unit_name(unit: str) -> str:
    """A unit as its counter says, its division first (2.5); its id if there is no such counter."""
    return units().get(unit, unit)


def names(units: Iterable[str]) -> str:
    """Several units."""
    return ", ".join(map(unit_name, units))


def place(place_: str) -> str:
    """A hex with its name, `3413 Bastogne`, or where units are that are in none."""
    board = open_board()
    if place_ in board.index:
        return board.name(place_)
    if place_ in board.map.boxes:
        return f"the {box_name(place_)}"
    if place_.startswith(EDGE) and place_ != EDGE:
        return f"off the map at {place_.removeprefix(EDGE)}"
    return _NOWHERE.get(place_, place_)


def at(place_: str) -> str:
    """Where something is or happens: `at 3413 Bastogne`, `in the South-East Box`, `off the map`."""
    board, words = open_board(), place(place_)
    if place_ in board.index:
        return f"at {words}"
    return words if words.startswith("off ") else f"in {words}"


def box_name(box: str) -> str:
    """An off-map box."""
    entry = open_board().map.boxes.get(box)  # type: ignore[call-overload]
    return entry.name if entry else box


def entry_name(letter: str) -> str:
    """An entry hex: its letter and the hex."""
    entry = open_board().map.entries.get(letter)
    return f"{letter}, {place(entry.hex)}" if entry else letter


@DATA.cached
def bridge_name(bridge: str) -> str:
    """A bridge: its river and the places on its banks, `the Our bridge at 2115 Dasburg`."""
    board = open_board()
    if bridge not in board.bridges:
        return f"the bridge {bridge}"
    river = board.river_names.get(bridge, "")
    banks = sorted(board.bridges[bridge], key=lambda hex_: hex_ not in board.place_names)
    where = board.name(banks[0]) if banks[0] in board.place_names else bridge
    return f"the {river} bridge at {where}".replace("  ", " ")


@DATA.cached
def division_name(division: str) -> str:
    """A German division: `2nd Panzer Division`."""
    found = [e.name.rpartition(", ")[2] for e in DATA.units.units.values() if e.division == division]
    return next((name.rpartition(" of the ")[2] for name in found), division)


def marker_name(marker: str) -> str:
    """A traffic marker: German ones are called Greif markers (24.1)."""
    number = marker[len(marker.rstrip("0123456789")) :]
    return f"Greif marker {number}" if marker.startswith(GERMAN) else f"traffic marker {number}"


def roadblock_name(marker: str) -> str:
    """A roadblock."""
    number = marker[len(marker.rstrip("0123456789")) :]
    return f"{marker.removesuffix(number)} roadblock {number}"


def doing(units: Sequence[str], one: str, several: str) -> str:
    """Units with their verb: `2/9 enters`, `2/9, 2/38 enter`."""
    return f"{names(units)} {one if len(units) == 1 else several}"


def called(id_: str) -> str:
    """A place, bridge or unit by its name; anything else by itself."""
    board = open_board()
    if id_ in board.bridges:
        return bridge_name(id_)
    return place(id_) if id_ in board.index else units().get(id_) or place(id_)


def _named(name: Callable[[str], str]) -> Callable[[Any], str]:
    return lambda value: name(value) if isinstance(value, str) else ", ".join(map(name, value))


_FIELDS: Mapping[str, Callable[[Any], str]] = {
    **dict.fromkeys(("unit", "units", "of", "by"), _named(unit_name)),
    "bridge": bridge_name,
    "division": division_name,
    "letter": entry_name,
    "marker": marker_name,
    "mode": lambda mode: MODES.get(mode, mode),
}
"""Fields of commands and events that are called in a way of their own: the number of a unit may be that of a hex."""


def in_words(form: str, fields: Mapping[str, Any]) -> str:
    """A form with fields of commands and events in it, by name."""
    return first_up(
        worded(
            form,
            {
                name: _FIELDS.get(name, _named(called))(value) if isinstance(value, str | list | tuple) else value
                for name, value in fields.items()
            },
            str,
        )
    )
