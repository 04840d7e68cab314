"""Who may attack what (rules 14.1, 14.2)."""

from wargame_tui.board.hexes import members
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.ardennes_44.printed.book import LAKE, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import night, special
from wargame_tui.titles.ardennes_44.state import Table, Unit


def attacker_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit attacks nothing in this phase."""
    now = table.now
    if unit.id in now.fought:
        return refused("it has attacked", "14.1")
    if table.piece(unit).artillery:
        return refused("artillery cannot attack by itself", "22.9")
    if unit.status != "fresh":
        return refused(f"it is {unit.status}", "18.2")
    if not table.attack(unit):
        return refused("it has no attack factor", "14.4")
    if unit.id in now.withdrawn:
        return refused("it has withdrawn", "20.1")
    if unit.id in now.began:
        return refused("it is digging in", "15.8")
    if night.may_fight(table, unit):
        return None
    return refused(
        "at night only stacks with a night marker attack" if table.night else "it is marked for the night",
        "25.3",
    )


def _find_able(table: Table, side: Side) -> tuple[str, ...]:
    return tuple(unit.id for unit in table.on_map(side) if attacker_refusal(table, unit) is None)


able = Remembered(_find_able, "units", "now", "night", "turn")
"""The units on the map that may still attack."""


def _find_spent(table: Table, side: Side) -> frozenset[str]:
    """Units that have been attacked may stand with others that have not: then 17.5 allows an attack on all of them."""
    foe, now = enemy(side), table.now
    hexes = {table.units[name].location for name in now.defended} & table.board.index.keys()
    worn = (hex_ for hex_ in hexes if all(unit.id in now.defended for unit in table.units_in(hex_, foe)))
    return frozenset(now.attacked).union(hex_ for hex_ in worn if not special.dump_strength(table, hex_, side))


spent = Remembered(_find_spent, "units", "now", "specials")
"""Hexes that a side may not attack any more, because they or all units in them have been attacked (14.1)."""


def _find_targets(table: Table, side: Side) -> frozenset[str]:
    board = table.board
    theirs = table.occupied(enemy(side)) | special.dump_hexes(table, side)
    near = 0
    for name in able(table, side):
        where = table.hex_of(name)
        assert where is not None
        near |= board.grid.around[where]
    return frozenset(board.names[hex_] for hex_ in members(near & theirs)) - spent(table, side)


targets = Remembered(_find_targets, "units", "now", "night", "turn", "specials")
"""Hexes with enemies next to a unit that may attack."""


def reach_refusal(table: Table, unit: Unit, target: str) -> Refusal | None:
    """Why a unit cannot attack a hex: distance, lakes, the 106th Division's sector (14.2, TA4, 27.7)."""
    board, here = table.board, table.hex_of(unit)
    to = board.index[target]
    if here is None or board.grid.direction(here, to) is None:
        return refused("it is not next to that hex", "14.1")
    if board.water[board.key(here, to)] == LAKE:
        return refused("no combat across a lake", "TA4")
    return special.sector_refusal(table, unit.side, target)


def target_refusal(table: Table, side: Side, target: str) -> Refusal | None:
    """Why a hex cannot be attacked."""
    if target in spent(table, side):
        return refused("already attacked", "14.1")
    if target not in targets(table, side):
        return refused("none of your units able to attack is next to enemies there", "14.1")
    ready = (table.units[name] for name in able(table, side))
    if all(reach_refusal(table, unit, target) is not None for unit in ready):
        return refused("none of your units may attack it", "14.1")
    return None
