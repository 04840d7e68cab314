"""Combats for tests: hexes with the ground that a test needs, and the way through a combat to a result."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tests.titles.ardennes_44.kit import BOARD, BOOK, GERMAN, GRID, do, position, told
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.state import Unit

COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
CRT = {
    1: ("FF(+1)", "EX", "FF", "DR2", "DR3", "DR4*", "D1*", "D1*", "D1*"),
    2: ("Eng", "FF(+1)", "EX", "FF", "DR2", "DR3", "DR4*", "D1*", "D1*"),
    3: ("A1/Eng", "Eng", "FF(+1)", "EX", "FF", "DR2", "DR3", "DR4*", "D1*"),
    4: ("A1", "A1/Eng", "Eng", "FF(+1)", "EX", "FF", "DR2", "DR3", "DR4*"),
    5: ("A1", "A1", "A1/Eng", "Eng", "FF(+1)", "EX", "FF", "DR2", "DR3"),
    6: ("A1", "A1", "A1", "A1/Eng", "Eng", "FF(+1)", "EX", "FF", "DR2"),
}
"""Table TA2 as the reference prints it; EX(Eng) is `EX` here."""


# Hexes


def spot(hex_: str) -> int:
    """The number of a hex inside the program."""
    return BOARD.index[hex_]


def around(hex_: str) -> list[str]:
    """The six neighbours of a hex that is not at the edge: N, NE, SE, S, SW, NW."""
    return [BOARD.names[to] for to in GRID.neighbours[spot(hex_)] if to is not None]


def ahead(hex_: str, turn: int, hexes: int = 1) -> str:
    """The hex so far from a hex in one of the six directions."""
    found = spot(hex_)
    for _ in range(hexes):
        found = GRID.neighbours[found][turn % 6] or 0
    return BOARD.names[found]


def distance(one: str, other: str) -> int:
    """Hexes from one to the other."""
    return GRID.distance(spot(one), spot(other))


def is_inland(hex_: int, margin: int = 4) -> bool:
    """Whether a hex lies far from the map's edges."""
    column, row = GRID.column_row(hex_)
    return margin < column <= GRID.columns - margin and margin < row <= GRID.rows - margin


def is_plain(hex_: int, kinds: Sequence[str] = ("clear",), roads: bool = False) -> bool:
    """Whether a hex is open ground without water, ravines, buildings and, if not wanted, roads."""
    if BOARD.terrain[hex_] not in kinds or hex_ in BOARD.built:
        return False
    keys = range(6 * hex_, 6 * hex_ + 6)
    return not any(BOARD.water[key] or BOARD.ravine[key] or (BOARD.road[key] and not roads) for key in keys)


def arena(radius: int, kinds: Sequence[str] = ("clear",), roadless: int = 1) -> str:
    """The middle of open ground of so many hexes around, without a road in so many of them."""
    for hex_ in range(GRID.size):
        near = [(each, GRID.distance(hex_, each) > roadless) for each in GRID.within(hex_, radius)]
        if is_inland(hex_) and all(is_plain(each, kinds, roads) for each, roads in near):
            return BOARD.names[hex_]
    raise LookupError


Test = Callable[[int, int, int], bool]


def pairs(test: Test) -> Iterator[tuple[str, str]]:
    """Adjacent hexes far from the edges, one and the other, of which `test(one, other, key)` holds."""
    for one in range(GRID.size):
        if not is_inland(one):
            continue
        for turn, other in enumerate(GRID.neighbours[one]):
            if other is not None and test(one, other, 6 * one + turn):
                yield BOARD.names[one], BOARD.names[other]


def pair(test: Test) -> tuple[str, str]:
    """The first of them."""
    return next(pairs(test))


def is_bare(hex_: int, *kinds: str) -> bool:
    """Whether a hex is of a kind of terrain (clear if none is named) without buildings."""
    return BOARD.terrain[hex_] in (kinds or ("clear",)) and hex_ not in BOARD.built


def is_dry(key: int) -> bool:
    """Whether a hexside has neither water nor the edge of a ravine."""
    return not BOARD.water[key] and not BOARD.ravine[key]


OPEN = arena(1)
"""A clear hex amid clear hexes, without roads or water."""
WIDE = arena(3, ("clear", "light_woods"))
"""The middle of three hexes of open ground on every side, without roads in the nearest ones."""


# Combats


def assault(*units: Unit, target: str, side: Any = GERMAN, dice: Sequence[int] = (), **changes: Any) -> Game:
    """A combat phase in which all the side's units beside a hex have been named for an attack on it."""
    game = position(*units, side=side, phase="combat", dice=dice, **{"turn": 5} | changes)
    do(game, f"attack {target}")
    for each in units:
        near = each.location in BOARD.index and distance(each.location, target) == 1
        if each.side == side and near and not BOOK.pieces[each.id].artillery:
            do(game, f"with {each.id}")
    return game


def roll(game: Game, *support: str) -> list[Event]:
    """Roll until the result of the combat is known, with these commands given when support is declared."""
    events = do(game, "roll", *support)
    while not told(events, "combat") and game.state.stack[-1].kind == "battle":
        events += do(game, "end" if game.state.stack[-1].stage == "bridges" else "roll")
    return events


def combat(game: Game, *support: str) -> dict[str, Any]:
    """Roll; what the combat results table was asked and answered."""
    return dict(told(roll(game, *support), "combat")[0].data)


def shifts(game: Game, *support: str) -> dict[str, int]:
    """Roll; the column shifts by name."""
    return {name: value for name, value, _ in combat(game, *support)["shifts"]}


def strike(game: Game, result: str, *then: int) -> list[Event]:
    """Roll a result of the combat results table, whatever the odds are; then the dice that follow."""
    trial = game.branch()
    trial.script([1])
    column = COLUMNS.index(combat(trial)["column"])
    die = next((die for die, row in CRT.items() if row[column] == result), None)
    assert die is not None, f"no {result} at {COLUMNS[column]}"
    game.script([die, *then])
    return roll(game)


def alive(game: Game, name: str) -> bool:
    """Whether a unit is on the map."""
    return game.state.units[name].location in BOARD.index


def lost(events: Sequence[Event]) -> list[str]:
    """The units that were eliminated."""
    return [event.data["unit"] for event in told(events, "eliminated")]


def reduced(events: Sequence[Event]) -> list[str]:
    """The units that lost a step and live."""
    return [event.data["unit"] for event in told(events, "reduced")]


def settled(kind: str, radius: int = 2) -> str:
    """A village or town with open ground around, and no rivers near."""
    for hex_, built in BOARD.built.items():
        near = GRID.within(hex_, radius)
        open_ = all(each == hex_ or BOARD.terrain[each] in ("clear", "light_woods") for each in near)
        dry = all(is_dry(6 * each + turn) for each in GRID.within(hex_, radius - 1) for turn in range(6))
        if built == kind and is_inland(hex_) and open_ and dry:
            return BOARD.names[hex_]
    raise LookupError(kind)


def flee(game: Game) -> list[Event]:
    """Let all units that must retreat go the first way that is listed."""
    events: list[Event] = []
    while game.state.stack[-1].kind == "retreating":
        events += game.apply(game.legal()[0])
    return events
