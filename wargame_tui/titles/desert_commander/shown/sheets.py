"""Everything about an Area and about a force, fact by fact with the rule behind it."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board.fact import Fact
from wargame_tui.board.phrases import plural
from wargame_tui.board.steps import step_of, top
from wargame_tui.board.title import SpaceSheet, UnitSheet
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.desert_commander.commands import Sortie
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY, SIDES
from wargame_tui.titles.desert_commander.printed.data import Move, Side
from wargame_tui.titles.desert_commander.rules import fog, normandy
from wargame_tui.titles.desert_commander.rules.operations import operations_left, ready, why_not_ready
from wargame_tui.titles.desert_commander.rules.sequence import Turn
from wargame_tui.titles.desert_commander.rules.supply_points import lengths, overstretch, supplied
from wargame_tui.titles.desert_commander.shown import words
from wargame_tui.titles.desert_commander.shown.overlays import threat
from wargame_tui.titles.desert_commander.shown.picking import why_nothing
from wargame_tui.titles.desert_commander.shown.pieces import counter, forces_in, stack_of, unknown
from wargame_tui.titles.desert_commander.state import (
    ARMOUR,
    Force,
    Table,
    book_of,
    class_of,
    clear,
    cv_at,
    cv_total,
    ids,
    owned_by,
    present,
)

MOVES: Mapping[Move, str] = {"M": "motorised", "L": "on foot", "S": "static"}


# Areas


def space_sheet(state: Table, space: str, side: str | None = None) -> SpaceSheet:
    """Everything about an Area (4.2.4 to 4.2.7)."""
    book = book_of(state)
    links = tuple(_link(state, space, there) for there in book.links[space])
    return SpaceSheet(space, book.areas[space].name, tuple(_area_facts(state, space)), links)


def _area_facts(state: Table, area: str) -> Iterator[Fact]:
    book, there = book_of(state), state.areas[area]
    entry, campaign, dig = book.areas[area], book.campaign, book.charts.areas
    yield Fact("", _owner(state, area), "4.2.6" if there.owner != "contested" else "4.9.4")
    if entry.vp:
        yield Fact("victory points", str(entry.vp), "4.6.2")
    if area in campaign.sp_for:
        yield Fact("supply points", f"+{campaign.sp_for[area]} SP a turn to you if yours", "4.6.1")
    malus = book.malus(area)
    yield Fact("terrain", f"{entry.terrain}{f', attackers {malus:+d}' if malus else ''}", "4.2.4")
    if there.dig:
        yield Fact("dig marker", f"attackers {dig.dig:+d} in rounds 1 to {dig.dig_rounds}", "4.2.5")
    yield from _supply_facts(state, area)
    for side in SIDES:
        yield from _force_count(state, area, side)
    if area in campaign.closed_until and state.turn < campaign.closed_until[area]:
        yield Fact("closed", f"no operation may start before turn {campaign.closed_until[area]}", "4.9.12")
    yield from _enemy_reach(state, area)


def _owner(state: Table, area: str) -> str:
    """Whose an Area is."""
    owners = {AXIS: "yours", ENEMY: words.foe(state).adjective, "contested": "contested: both sides are there"}
    return owners[state.areas[area].owner]


def _supply_facts(state: Table, area: str) -> Iterator[Fact]:
    campaign = book_of(state).campaign
    if area in campaign.bases:
        yield Fact("base", "source of supply; room for any number of forces", "4.3.3")
    elif area in campaign.ports:
        yield Fact("port", "counts as a base for overstretch while it is clear", "4.3.4")
    inside = "forces here are supplied" if area in supplied(state) else "forces here are out of supply"
    passing = "" if clear(state, area) else "; no supply passes"
    yield Fact("supply", inside + passing, "4.3.3")
    more, length = overstretch(state, area), lengths(state).get(area)
    away = "no chain to a base" if length is None else f"{plural(length, 'link')} to a base"
    yield Fact("overstretch", f"{f'+{more} SP' if more else 'none'}, {away}", "4.3.4")


def _force_count(state: Table, area: str, side: Side) -> Iterator[Fact]:
    forces = present(state, area, side)
    if not forces:
        return
    count = plural(len(forces), "force")
    if side == ENEMY and not fog.seen(state, area):
        yield Fact(words.foe(state).adjective, f"{count}, not seen", "9.1")
        return
    most = book_of(state).charts.areas.stack
    whole = count if side == AXIS and area in book_of(state).campaign.bases else f"{len(forces)} of {most} forces"
    name = "yours" if side == AXIS else words.foe(state).adjective
    yield Fact(name, f"{whole}, CV {cv_total(state, forces)}", "4.2.7")


def _enemy_reach(state: Table, area: str) -> Iterator[Fact]:
    """What threatens an Area that is not the enemy's."""
    if owned_by(state, area, ENEMY):
        return
    if area in book_of(state).campaign.sheltered:
        yield Fact("sheltered", f"{words.foe(state).people} never attack here", "4.5.2")
        return
    turn = step_of(state, Turn)
    landings = turn is not None and turn.stage == "landings"
    if not landings and not normandy.in_radius(state, area):
        yield Fact("radius", f"outside: {words.foe(state).people} do not attack here this turn", "4.9.6")
    strength = threat(state, area)
    if strength:
        yield Fact("threat", f"{words.foe(state).adjective} CV {strength} that can attack is next door", "4.5.9")


def _link(state: Table, origin: str, area: str) -> Fact:
    """A linked Area: whose it is, who is there, the road."""
    entry, parts = book_of(state).areas[area], [_owner(state, area).partition(":")[0]]
    if entry.vp:
        parts.append(f"{entry.vp} VP")
    own, enemies = (len(present(state, area, side)) for side in SIDES)
    if own:
        parts.append(f"{own} yours")
    if enemies:
        theirs = owned_by(state, area, ENEMY)
        parts.append(plural(enemies, "force") if theirs else f"{enemies} {words.foe(state).adjective}")
    return Fact(entry.name, ", ".join(parts), "4.3.5")


# Forces


def unit_sheets(state: Table, space: str, side: str | None = None) -> Sequence[UnitSheet]:
    """Everything about the forces in an Area, in the order of the scene's counters."""
    hidden = fog.hidden_forces(state).get(space, ())
    shown = [force for force in stack_of(state, space) if force not in hidden]
    legal = _legal_by_force(state, shown)
    sheets = [_sheet(state, force, legal.get(force.id, ())) for force in shown]
    if hidden:
        count = len(hidden)
        facts = (Fact("", "seen in a battle here, or by a reconnaissance from next door", "9.1"),)
        name = plural(count, f"{words.foe(state).adjective} force")
        sheets.append(UnitSheet(unknown(space, count), name, "", space, facts, (), None))
    return sheets


def _legal_by_force(state: Table, shown: Sequence[Force]) -> Mapping[str, Sequence[str]]:
    """What each of these forces may do, by the legal commands; an operation is about all that can take part."""
    step, found = top(state), dict[str, list[str]]()
    if step is None or step.decider(state) is None:
        return {}
    here = {force.id: force.area for force in shown}
    for command in step.legal(state):
        for name in _about(state, command):
            if name in here and command.may not in found.setdefault(name, []):
                found[name].append(command.may)
    return found


def _about(state: Table, command: Command) -> Sequence[str]:
    """The forces that a command is about."""
    if isinstance(command, Sortie):
        return ids(ready(state, command.origin, command.blitz))
    return forces_in(command)


def _sheet(state: Table, force: Force, may: Sequence[str]) -> UnitSheet:
    refusal: Refusal | None = None if may else why_nothing(state, force)
    facts, kind = tuple(_force_facts(state, force)), class_of(state, force).name
    marks = tuple(_marks(state, force))
    faces = tuple(f"CV {cv_at(state, force, reduced=reduced)}" for reduced in (False, True))
    return UnitSheet(
        counter(state, force), force.label, kind, force.area, facts, tuple(may), refusal, (force.steps, 2), faces, marks
    )


def _force_facts(state: Table, force: Force) -> Iterator[Fact]:
    kind = class_of(state, force)
    yield Fact("speed", f"{kind.speed}, higher fires earlier", "4.4.5")
    yield Fact("move", MOVES[kind.move], "4.2.2")
    if kind.armour:
        yield Fact("armour", "small arms that just hit do it no harm" if ARMOUR in state.options else "yes", "4.2.1")
    if kind.recon:
        yield Fact("recon", "looks into linked Areas (fog)", "4.3.15")
    if force.veteran:
        yield Fact("Veteran", f"CV {book_of(state).charts.career.veteran:+d}", "4.6.3")
    if force.side == AXIS:
        most = book_of(state).charts.areas.operations[kind.move]
        yield Fact("operations left", f"{operations_left(state, force)} of {most}", "4.2.2")


def _marks(state: Table, force: Force) -> Iterator[Fact]:
    """Its state, and what it has done this turn."""
    book = book_of(state)
    if force.side != AXIS:
        if force.used:
            yield Fact("used", "has had its order of this turn", "4.5.1")
        return
    if force.area not in supplied(state):
        yield Fact("out of supply", f"{book.charts.economy.unsupplied:+d} in assaults, no refit", "4.3.8")
    if force.spent:
        yield Fact("spent", "does nothing more this turn", "4.3.7")
    elif force.won and why_not_ready(state, force, True) is None:
        yield Fact("has won an assault", "may blitz", "4.3.9")
