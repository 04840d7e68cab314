"""Bridges (rule 19): seizure, repair, demolition: what the die needs, and what success and failure do."""

from collections.abc import Iterator

from wargame_tui.core.event import Modifier
from wargame_tui.core.remembered import remembered
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.montys_gamble.events import moves, told
from wargame_tui.titles.montys_gamble.printed.book import GERMAN, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import areas, supply
from wargame_tui.titles.montys_gamble.rules.advantage import DIE, ask
from wargame_tui.titles.montys_gamble.state import Draft, Table, Unit, book_of


def beyond(table: Table, border: str, space: str) -> str:
    """The other bank."""
    one, other = book_of(table).banks[border]
    return other if one == space else one


# Seizure (9.22)


def seizure_modifiers(table: Table, border: str, space: str, side: Side) -> tuple[Modifier, ...]:
    """Table B1, for a unit that stands in `space`."""
    rolls, far = book_of(table).charts.rolls, beyond(table, border, space)
    found = []
    if areas.is_vacant(table, far, side):
        found.append(Modifier("no enemy beyond", rolls.seizure_vacant, "9.22"))
    enemies = len(areas.fresh(areas.units_in(table, far, enemy(side))))
    if enemies:
        found.append(Modifier(f"{enemies} Fresh beyond", enemies * rolls.seizure_fresh, "9.22"))
    if border in book_of(table).rivers:
        found.append(Modifier("river", rolls.seizure_river, "9.22"))
    return tuple(found)


def seizure_needs(table: Table, border: str, space: str, side: Side) -> int:
    """Least number on the die."""
    modifiers = seizure_modifiers(table, border, space, side)
    return book_of(table).charts.rolls.seizure - sum(modifier.value for modifier in modifiers)


def seizure_refusal(table: Table, unit: Unit, border: str) -> Refusal | None:
    """Why a unit may not try to seize a bridge from where it stands, movement points aside (9.22)."""
    book = book_of(table)
    if border not in book.bridges_of[unit.location]:
        return Refusal(f"{book.name(unit.location)} has no bridge {border}", "9.22")
    if not areas.may_lead(unit):
        return refused("only infantry and armour seize bridges", "9.22")
    return seizing_refusal(table, unit.location, border, unit.side)


def seizing_refusal(table: Table, space: str, border: str, side: Side) -> Refusal | None:
    """Why nobody of a side may try to seize a bridge from a bank (9.22)."""
    if not areas.is_free(table, space, side):
        return refused("only from a Free area", "9.22")
    if not areas.bridge_stands(table, border):
        return refused("the bridge is blown", "9.22")
    if table.crossings[border].holder == side:
        return refused("the bridge is yours", "9.22")
    if f"seize {border}" in table.now.tried:
        return refused("each bridge may be tried once in an impulse", "9.22")
    if seizure_needs(table, border, space, side) > DIE:
        return refused("the modifiers leave no chance", "9.22")
    return None


def try_seizure(g: Draft, unit: Unit, border: str) -> None:
    """Roll for a seizure."""
    needs = seizure_needs(g, border, unit.location, unit.side)
    g.note(tried=(*g.now.tried, f"seize {border}"), seizers=(*g.now.seizers, f"{unit.id} {border}"))
    modifiers = told(seizure_modifiers(g, border, unit.location, unit.side))
    g.tell(moves.SeizureAttempt(unit=unit.id, border=border, needs=needs, modifiers=modifiers))
    ask(g, "seizure", border, goods={unit.side: needs, enemy(unit.side): 1 - needs})


def seized(g: Draft, border: str, side: Side, die: int, needs: int) -> None:
    """The result of a seizure: others pay more to cross in this impulse (9.22, 19.3)."""
    success = die >= needs
    g.tell(moves.SeizureResult(border=border, success=success, die=die, needs=needs))
    if success:
        g.note(seized=(*g.now.seized, border))
        areas.hold(g, border, side, "9.22")


# Demolition and repair (19.2, 19.4)


def _works_bank(table: Table, space: str, side: Side) -> tuple[str, int]:
    """What one bank adds, in words and as a number (B2)."""
    rolls, now = book_of(table).charts.rolls, table.now
    own, contested = (now.control[space] == GERMAN) == (side == GERMAN), space in now.contested
    if own:
        return ("own, contested", rolls.works_own_contested) if contested else ("Free", rolls.works_free)
    return ("enemy, contested", rolls.works_enemy_contested) if contested else ("", 0)


def works_modifiers(table: Table, border: str, side: Side, *, repair: bool) -> tuple[Modifier, ...]:
    """Table B2, as things stood when the impulse began (19.4)."""
    book = book_of(table)
    found = []
    for bank in book.banks[border]:
        words, value = _works_bank(table, bank, side)
        if words:
            found.append(Modifier(f"{book.name(bank)} {words}", value, "19.5"))
    if border in book.rivers:
        found.append(Modifier("river", book.charts.rolls.works_river, "19.5"))
    if repair:
        found.append(Modifier("repair", book.charts.rolls.works_repair, "19.5"))
        level = table.crossings[border].works.get(side, 0)
        if level:
            found.append(Modifier("construction marker", level, "19.5"))
    return tuple(found)


def works_needs(table: Table, border: str, side: Side, *, repair: bool) -> int:
    """Least number on the die."""
    return _works_needs(table, border, side, repair)


@remembered("now.control", "now.contested", "crossings", most=128)
def _works_needs(table: Table, border: str, side: Side, repair: bool) -> int:
    modifiers = works_modifiers(table, border, side, repair=repair)
    return book_of(table).charts.rolls.works - sum(modifier.value for modifier in modifiers)


def demolition_refusal(table: Table, border: str, side: Side) -> Refusal | None:
    """Why a side may not try to blow a bridge on a boundary of the space it has activated (19.4)."""
    now, crossing = table.now, table.now.crossings[border]
    if crossing.blown or table.crossings[border].blown:
        return refused("the bridge is blown already", "19.4")
    if crossing.holder != side or table.crossings[border].holder != side:
        return refused("only a bridge held by you, and at the start of the impulse", "19.4")
    if not any(
        bank in now.contested or (now.control[bank] == GERMAN) != (side == GERMAN)
        for bank in book_of(table).banks[border]
    ):
        return refused("one bank must be enemy-controlled or contested", "19.4")
    if f"blow {border}" in now.tried:
        return refused("each bridge may be tried once in an impulse", "19.4")
    if works_needs(table, border, side, repair=False) > DIE:
        return refused("the modifiers leave no chance", "19.5")
    return None


def try_works(g: Draft, border: str, side: Side, *, repair: bool) -> None:
    """Roll to repair a bridge, or to blow it."""
    needs, modifiers = works_needs(g, border, side, repair=repair), works_modifiers(g, border, side, repair=repair)
    if repair and border not in g.repairs[side]:
        g.repairs = {**g.repairs, side: (*g.repairs[side], border)}
    g.note(tried=(*g.now.tried, f"{'repair' if repair else 'blow'} {border}"))
    attempt = moves.RepairAttempt if repair else moves.DemolitionAttempt
    g.tell(attempt(border=border, side=side, needs=needs, modifiers=told(modifiers)))
    ask(g, "repair" if repair else "demolition", border, goods={side: needs, enemy(side): 1 - needs})


def blown(g: Draft, border: str, side: Side, die: int) -> None:
    """The result of a demolition; who held the bridge keeps the water (Q29)."""
    success = die >= works_needs(g, border, side, repair=False)
    g.tell(moves.DemolitionResult(border=border, success=success, die=die))
    if success:
        g.change_crossing(border, blown=True)


def repair_refusal(table: Table, space: str, border: str, side: Side) -> Refusal | None:
    """Why a side may not try to repair a bridge on a boundary of one of its spaces (19.2, 19.21)."""
    book, crossing = book_of(table), table.crossings[border]
    if not crossing.blown:
        return refused("the bridge is not blown", "19.2")
    if not areas.controls(table, space, side):
        return refused("only next to an own-controlled area", "19.2")
    if not supply.traced(table, space, side):
        return Refusal(f"{book.name(space)} cannot trace supply", "19.2")
    tried = table.repairs[side]
    if border not in tried and len(tried) >= book.charts.limits.repairs[side]:
        return Refusal(f"{len(tried)} bridges a day, and they have been tried", "19.2")
    if f"repair {border}" in table.now.tried:
        return refused("each bridge may be tried once in an impulse", "19.2")
    if not crossing.works.get(side, 0) and not available_markers(table, side):
        return refused("no construction marker is available", "19.21")
    return None


def available_markers(table: Table, side: Side) -> int:
    """Construction markers in the Available space (3.9, 19.21)."""
    return int(book_of(table).charts.limits.repairs[side] - _markers_out(table, side) - table.construction_used[side])


@remembered("crossings")
def _markers_out(table: Table, side: Side) -> int:
    """Construction markers on the map."""
    return sum(1 for crossing in table.crossings.values() if crossing.works.get(side, 0))


def repaired(g: Draft, border: str, side: Side, die: int) -> None:
    """The result of a repair: the bridge, or a higher construction marker (19.21)."""
    success = die >= works_needs(g, border, side, repair=True)
    g.tell(moves.RepairResult(border=border, success=success, die=die, side=side))
    works = g.crossings[border].works
    if success:
        used = {who: g.construction_used[who] + bool(works.get(who, 0) or who == side) for who in g.construction_used}
        g.construction_used = used
        g.change_crossing(border, blown=False, works={})
        areas.hold(g, border, side, "19.2")
    else:
        level = min(works.get(side, 0) + 1, book_of(g).charts.limits.construction)
        g.change_crossing(border, works={**works, side: level})
        g.tell(moves.Construction(border=border, side=side, level=level, rule="19.21"))


def lower_works(g: Draft, border: str, side: Side) -> None:
    """An attrition point lowers a construction marker; a +1 marker goes to Used (19.22)."""
    works = dict(g.crossings[border].works)
    works[side] -= 1
    if not works[side]:
        del works[side]
        g.construction_used = {**g.construction_used, side: g.construction_used[side] + 1}
    g.change_crossing(border, works=works)
    g.tell(moves.Construction(border=border, side=side, level=works.get(side, 0), rule="19.22"))


@remembered("units", "control", "crossings")
def works(table: Table, side: Side) -> tuple[str, ...]:
    """The spaces beside a blown bridge or beside an own one at the front: where there may be something to work on."""
    book, found = book_of(table), dict[str, None]()
    quiet = areas.controlled(table, side).difference(areas.contested(table))
    for border in book.bridges:
        crossing, banks = table.crossings[border], book.banks[border]
        if crossing.blown or (crossing.holder == side and not quiet.issuperset(banks)):
            found |= dict.fromkeys(banks)
    return tuple(found)


@remembered("crossings")
def standing(table: Table, side: Side) -> frozenset[str]:
    """The standing bridges that a side holds."""
    crossings = table.crossings
    return frozenset(b for b in book_of(table).bridges if not crossings[b].blown and crossings[b].holder == side)


def repairable(table: Table, space: str, side: Side) -> Iterator[str]:
    """The bridges that a side may try to repair from a space."""
    for border in book_of(table).bridges_of[space]:
        if table.crossings[border].blown and not repair_refusal(table, space, border, side):
            yield border


def blowable(table: Table, space: str, side: Side) -> Iterator[str]:
    """The bridges on a space's boundaries that a side may try to blow."""
    held = standing(table, side)
    for border in book_of(table).bridges_of[space]:
        if border in held and not demolition_refusal(table, border, side):
            yield border
