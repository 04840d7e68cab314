"""What a player can lay over the map: command, supply, threats, odds, ports, rail, Fortitude, goals, zones, weather."""

from collections.abc import Iterator, Mapping

from wargame_tui.board.hexes import members
from wargame_tui.board.layers import Legend, front, nearest_side, of_both
from wargame_tui.board.scene import Highlight, MapLine, Overlay, Tint
from wargame_tui.board.title import OverlayInfo
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import rail, sea, supply
from wargame_tui.titles.liberty_roads.rules.control import is_active, strategic_value
from wargame_tui.titles.liberty_roads.rules.fortitude import is_held
from wargame_tui.titles.liberty_roads.shown import ahead
from wargame_tui.titles.liberty_roads.state import Table, Unit

_RANGES: Legend = (("objective", "HQ"), ("supplied", "in its range"), ("unsupplied", "of an HQ without supply"))
_SUPPLY: Legend = (
    ("objective", "source"),
    ("supplied", "in supply"),
    ("path", "for HQs only, by road"),
    ("unsupplied", "out of supply"),
)
_OWNERS: Legend = (("supplied", "Allied"), ("objective", "German"))
_THREAT: Legend = (
    ("battle", "within reach"),
    ("path", "by strategic movement only"),
    ("unsupplied", "attackable from there"),
)
_ODDS: Legend = (("battle", "odds after shifts, with all divisions in reach"),)
_SIDES = (GERMAN, ALLIED)
"""In the order of the letters, which is that of the other titles."""
OVERLAYS = (
    *of_both("command", "h", "Command ranges of {} HQs", _SIDES, "1.2", _RANGES),
    *of_both("supply", "u", "{} supply and its routes", _SIDES, "4.1.1", _SUPPLY),
    *of_both("threat", "t", "Reach of {} units in a turn", _SIDES, "6.1", _THREAT, slow=True),
    *of_both("odds", "o", "Best odds of {} attacks", _SIDES, "7.5", _ODDS, slow=True),
    OverlayInfo(
        "control",
        "Control of cities, ports and the Siegfried Line; the front",
        (("supplied", "Allied"), ("battle", "German"), ("front", "between the sides")),
        "c",
        "1.9",
    ),
    OverlayInfo(
        "ports",
        "Ports, Beachheads and sea points to them",
        (("supplied", "works"), ("unsupplied", "Allied, does not work"), ("objective", "German")),
        "p",
        "11",
    ),
    OverlayInfo("rail", "German railways", (("supplied", "free and joined to a German city"),), "r", "6.3"),
    OverlayInfo(
        "fortitude",
        "Operation Fortitude",
        (("supplied", "German units that may move"), ("unsupplied", "held")),
        "f",
        "14",
    ),
    OverlayInfo("strategic", "Strategic hexes and their values", _OWNERS, "v", "9.2"),
    OverlayInfo(
        "pluto", "Range of PLUTO", (("objective", "PLUTO"), ("reach", "markers with P are played here")), "i", "5.6.7"
    ),
    OverlayInfo("armies", "German army zones", (), "a", "14.1.2"),
    OverlayInfo("invasion", "Invasion zones by colour, coast defences by number", (), "l", "13.2"),
    OverlayInfo("weather", "The weather of the turn", (), "w", "3.2"),
)
NEAR = 3
"""Hexes from a side's units that are held to be behind its front."""
_SKY: Mapping[str, Tint] = {"Overcast": "overcast", "Bad": "rain", "Storm": "storm"}
_HUES: tuple[Highlight, ...] = ("reach", "path", "objective", "supplied", "zoc")
"""Highlights that tell zones apart."""
_ZONES = {"7": "7th", "5": "15th", "1": "1st", "9": "19th", "N": "Neth."}
"""Army zones by their letter in map.yaml (14.1.2)."""


def overlay(state: Table, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    what, _, who = wanted.partition(" ")
    side: Side = GERMAN if who == GERMAN else ALLIED
    match what:
        case "threat":
            return ahead.threat(state, side)
        case "odds":
            return ahead.odds(state, side)
        case "weather":
            return _weather(state)
        case "command":
            return _command(state, side)
        case "supply":
            return _supply(state, side)
        case "control":
            return _control(state)
        case "ports":
            return _ports(state)
        case "rail":
            return Overlay(state.board.marked(rail.net(state), "supplied"))
        case "fortitude":
            return _fortitude(state)
        case "strategic":
            return _strategic(state)
        case "pluto":
            return _pluto(state)
        case "armies":
            return _armies(state)
        case "invasion":
            return _invasion(state)
    return Overlay()


def _hqs(state: Table, side: Side) -> Iterator[Unit]:
    return (unit for unit in state.on_map(side) if state.piece(unit).hq)


def _command(state: Table, side: Side) -> Overlay:
    """Each HQ's range (1.2): of supplied ones as supply, of others as none; the HQs with their printed range."""
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for unit in sorted(_hqs(state, side), key=lambda unit: supply.hq_supplied(state, unit)):
        kind: Highlight = "supplied" if supply.hq_supplied(state, unit) else "unsupplied"
        highlights |= state.board.marked(supply.command_range(state, unit.id), kind)
    for unit in _hqs(state, side):
        highlights[unit.location] = "objective" if supply.hq_supplied(state, unit) else "unsupplied"
        notes[unit.location] = f"CR{state.piece(unit).command}"
    return Overlay(highlights, notes)


def _supply(state: Table, side: Side) -> Overlay:
    """Hexes in which some unit is in supply, roads that reach a source, sources, units without supply (4)."""
    names = state.board.names
    highlights = state.board.marked(supply.connected(state, side), "path")
    highlights |= dict.fromkeys(supply.in_supply_hexes(state, side), "supplied")
    notes = {}
    for hex_ in members(supply.sources(state, side)):
        highlights[names[hex_]], notes[names[hex_]] = "objective", "source"
    for unit in state.on_map(side):
        if not supply.supplied(state, unit):
            highlights[unit.location] = "unsupplied"
    return Overlay(highlights, notes, lines=tuple(_lines(state, side)))


def _lines(state: Table, side: Side) -> Iterator[MapLine]:
    """The road from each supplied HQ to its source; each unit, joined to the nearest HQ that supplies it (4.1, 4.2)."""
    board, before = state.board, supply.roads_back(state, side)
    hqs = [(unit, where) for unit, where in state.hqs(side) if supply.hq_supplied(state, unit)]
    for _, where in hqs:
        road = [where]
        while road[-1] in before:
            road.append(before[road[-1]])
        yield MapLine(tuple(board.names[hex_] for hex_ in road), "supply", side)
    for unit in state.on_map(side):
        here, printed = state.hex_of(unit), state.piece(unit)
        if here is None or printed.hq or not supply.supplied(state, unit):
            continue
        able = [(hq, where) for hq, where in hqs if printed.nationalities & state.piece(hq).nationalities]
        near = [where for hq, where in able if supply.command_range(state, hq.id) >> here & 1]
        nearest = min(near, key=lambda where: board.grid.distance(here, where), default=here)
        if nearest != here:
            yield MapLine((unit.location, board.names[nearest]), "supply", side)


def _control(state: Table) -> Overlay:
    """Who holds what matters (1.9); the front, between what is nearer to one side's units than to the other's."""
    board = state.board
    held = {unit.location: side for side in _SIDES for unit in state.on_map(side) if unit.location in board.index}
    sea = {board.names[hex_] for hex_, terrain in enumerate(board.terrain) if terrain in ("sea", "abroad")}
    holder = nearest_side(board.around, held, NEAR, sea)
    return Overlay(
        {hex_: "supplied" if side == ALLIED else "battle" for hex_, side in state.control.items()},
        hexsides=front(board.around, holder.get),
    )


def _weather(state: Table) -> Overlay:
    """The sky over the whole map (3.2); a clear one tints nothing."""
    tint = _SKY.get(state.weather)
    return Overlay(tints=dict.fromkeys(state.board.names, tint) if tint else {})


def _ports(state: Table) -> Overlay:
    """Ports and Beachheads: those that work, Allied ones that do not, German ones; the price to them (11, 15)."""
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for hex_ in (*state.board.ports, *state.campaign.beachheads):
        allied = hex_ in state.campaign.beachheads or state.control.get(hex_) == ALLIED
        works = hex_ in state.campaign.beachheads or supply.port_works(state, hex_)
        highlights[hex_] = "supplied" if works else "unsupplied" if allied else "objective"
        if allied:
            box = sea.box_of(sea.sea_of(state, hex_) or "channel")
            notes[hex_] = f"{sea.cost(state, box, hex_):g}"
    return Overlay(highlights, notes)


def _fortitude(state: Table) -> Overlay:
    """German units that may move, and those that are held (14)."""
    highlights: dict[str, Highlight] = {}
    for unit in state.on_map(GERMAN):
        held = is_held(state, unit) and unit.id not in state.now.released
        if held or unit.location not in highlights:
            highlights[unit.location] = "unsupplied" if held else "supplied"
    return Overlay(highlights)


def _strategic(state: Table) -> Overlay:
    """Strategic hexes with their values (9.2)."""
    entries = state.book.map.strategic
    return Overlay(
        {hex_: "supplied" if state.control.get(hex_) == ALLIED else "objective" for hex_ in entries},
        {hex_: str(strategic_value(state, hex_)) for hex_ in entries},
    )


def _pluto(state: Table) -> Overlay:
    """Hexes in which P markers may be played (5.6.7)."""
    board, most = state.board, state.book.charts.pluto.range
    near = (hex_ for name in state.campaign.pluto for hex_ in board.grid.within(board.index[name], most))
    highlights: dict[str, Highlight] = {board.names[hex_]: "reach" for hex_ in near}
    return Overlay({**highlights, **dict.fromkeys(state.campaign.pluto, "objective")})


def _armies(state: Table) -> Overlay:
    """The army zones of Operation Fortitude (14.1.2)."""
    board = state.board
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for hue, (letter, name) in zip(_HUES, _ZONES.items(), strict=True):
        for hex_ in members(board.army_zones[letter]):
            highlights[board.names[hex_]] = hue
            notes[board.names[hex_]] = name
    return Overlay(highlights, notes)


def _invasion(state: Table) -> Overlay:
    """The coasts of the invasion zones, with the coast defence of beaches that stands (13.2, 13.3)."""
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for number, zone in enumerate(state.book.map.zones.values()):
        for hex_ in zone.coast:
            highlights[hex_] = _HUES[number % len(_HUES)]
            beach = state.book.map.beaches.get(hex_)
            if beach is not None:
                notes[hex_] = str(beach.level) if is_active(state, hex_) else "open"
    return Overlay(highlights, notes)
