"""Strengths, odds and column shifts of a combat (7.5), and the cell of the combat results table (7.7)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wargame_tui.board.combat import level as level
from wargame_tui.core.event import Modifier
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, BRITISH, GERMAN, enemy
from wargame_tui.titles.liberty_roads.printed.charts import Result
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import festung, markers
from wargame_tui.titles.liberty_roads.rules.supply import command_range
from wargame_tui.titles.liberty_roads.state import Table, Unit

FESTUNG = "festung"
BEACHHEAD = "beachhead"


def halved(value: int) -> int:
    """Half, fractions up (1.8.1)."""
    return (value + 1) // 2


def _sum(table: Table, units: Iterable[Unit], what: str) -> float:
    """Printed values, half of those out of supply (4.5.2): the total is rounded when all is applied (1.8.1)."""
    full = poor = 0
    for unit in units:
        value = getattr(table.piece(unit), what)[unit.reduced]
        if unit.oos and not _keeps_defence(table, unit, what):
            poor += value
        else:
            full += value
    return full + poor / 2


def _keeps_defence(table: Table, unit: Unit, what: str) -> bool:
    """An Allied unit in a beach hex defends in full out of supply (4.5.3)."""
    return what == "defence" and unit.side == ALLIED and unit.location in table.book.map.beaches


def attack_strength(table: Table, units: Iterable[Unit]) -> int:
    """The attackers' total (7.5.2)."""
    return math.ceil(_sum(table, units, "attack"))


def defence_strength(table: Table, hex_: str, units: Sequence[Unit], ground: str) -> int:
    """The defenders' total with the terrain that they have chosen (7.5.1, 6.5.6, 7.10.11, 16.2.3)."""
    rows = table.book.charts
    fled = [unit for unit in units if unit.id in table.now.retreated]
    walled = [unit for unit in units if unit.festung and unit not in fled]
    others = [unit for unit in units if not unit.festung and unit not in fled]
    risen = markers.risen(table, hex_)
    open_ = _sum(table, others, "defence")
    if risen:
        open_ /= 2
    if ground == FESTUNG:
        own = (factor(table, each) for each in _natural(table, hex_))
        total = _sum(table, walled, "defence") * rows.ground["festung"].defence + open_ * max(own)
    else:
        total = (open_ + _sum(table, walled, "defence")) * factor(table, ground)
    return math.ceil(total) + rows.combat.refuge * len(fled)


def factor(table: Table, ground: str) -> float:
    """What a terrain or river does to the defence."""
    return table.board.effects[ground].defence


# What the defender may choose (1.7.1)


def _natural(table: Table, hex_: str) -> list[str]:
    """The terrain of a hex without its city (6.5.6)."""
    board = table.board
    return [each for each in board.grounds[board.index[hex_]] if each not in ("minor_city", "major_city", "siegfried")]


def hex_grounds(table: Table, hex_: str) -> list[str]:
    """The terrain that may count for a hex: the fortress, or the Siegfried Line, alone; else one of its kinds."""
    if festung.is_festung(table, hex_):
        return [FESTUNG]
    board = table.board
    where = board.index[hex_]
    if where in board.siegfried and hex_ not in table.ever and not table.book.scenario.basic:
        return ["siegfried"]
    if markers.risen(table, hex_):
        return ["clear"]
    return [each for each in board.grounds[where] if each != "siegfried"]


def rivers_crossed(table: Table, hex_: str, attackers: Sequence[Unit]) -> str | None:
    """The river, if all attackers attack across one: `major` if it is so for all (7.9.4).

    Bridges and pontoons help movement and supply, not attacks (4.1.3, 6.4).
    """
    board, where = table.board, table.board.index[hex_]
    kinds = set[str | None]()
    for unit in attackers:
        origin = table.hex_of(unit)
        turn = None if origin is None else board.grid.direction(origin, where)
        if origin is None or turn is None:
            return None
        water = board.water[6 * origin + turn]
        kinds.add(None if water is None else "major" if water == "major" else "river")
    if not kinds or None in kinds:
        return None
    return "major" if kinds == {"major"} else "river"


def choices(table: Table, hex_: str, attackers: Sequence[Unit]) -> list[str]:
    """Terrain and river among which the defender chooses for the odds (1.7.1)."""
    river = rivers_crossed(table, hex_, attackers)
    return [*hex_grounds(table, hex_), *([river] if river else [])]


def best(table: Table, hex_: str, attackers: Sequence[Unit]) -> str:
    """The choice that helps the defence most: what is assumed where nobody has chosen yet."""
    return max(choices(table, hex_, attackers), key=lambda ground: factor(table, ground))


# Columns


def shifts(table: Table, side: Side, hex_: str, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[Modifier]:
    """Columns to the right and left (7.5.4, 12.2.9)."""
    found = [
        Modifier(table.marker_of(each.id).name, table.marker_of(each.id).attack, "7.5.4")
        for each in markers.in_combat(table, side, hex_, attackers)
        if table.marker_of(each.id).attack
    ]
    found += [
        Modifier(table.marker_of(each.id).name, -table.marker_of(each.id).defence, "7.5.4")
        for each in markers.in_combat(table, enemy(side), hex_, defenders)
        if table.marker_of(each.id).defence and table.marker_of(each.id).effect != "model"
    ]
    if side == ALLIED and (model := _model(table, hex_)):
        found.append(Modifier("Model", -model, "5.5"))
    british = all(BRITISH in table.piece(unit).nationalities for unit in attackers)
    if side == ALLIED and british and table.now.british_columns:
        found.append(Modifier("Montgomery", table.now.british_columns, "5.5.2"))
    if attackers and all(unit.location == hex_ for unit in attackers):
        found.append(Modifier("dropped, without help", table.book.charts.drops.alone, "12.2.9"))
    return found


def _model(table: Table, hex_: str) -> int:
    """What Model's HQ does for a hex in its command range."""
    where = table.board.index[hex_]
    for each, marker in markers.played(table, GERMAN):
        place = each.place
        if marker.effect != "model" or place is None or place not in table.units:
            continue
        if command_range(table, place) >> where & 1:
            return marker.defence
    return 0


@dataclass(frozen=True)
class Column:
    """The odds of a combat."""

    attack: int
    defence: int
    shifts: tuple[Modifier, ...]
    number: int | None
    """Of the column on the CRT; None: below the first, the combat is cancelled (7.5.5)."""
    name: str


def level_name(number: int) -> str:
    """The ratio of a level: `3/1`, `1/4`."""
    return f"{number + 1}/1" if number >= 0 else f"1/{1 - number}"


def column(table: Table, attack: int, defence: int, by: Sequence[Modifier]) -> Column:
    """The column of the CRT (7.5.3 to 7.5.5)."""
    columns = table.book.charts.combat.columns
    lowest = -int(columns[0].partition("/")[2]) + 1
    shifted = level(attack, defence) + sum(int(each.value) for each in by)
    if shifted < lowest:
        return Column(attack, defence, tuple(by), None, level_name(shifted))
    number = min(shifted - lowest, len(columns) - 1)
    return Column(attack, defence, tuple(by), number, columns[number])


def line(roll: int) -> int:
    """The line of the CRT for a modified roll (7.7.3)."""
    return max(2, min(12, roll))


def result(table: Table, number: int, roll: int) -> Result:
    """The cell of the CRT (7.7.3)."""
    return table.book.charts.combat.results[line(roll)][number]


def defenders_of(table: Table, side: Side, hex_: str) -> list[Unit]:
    """All enemy units in a hex: they defend together (7.1.6, 7.3.2)."""
    return [*table.units_in(hex_, enemy(side))]
