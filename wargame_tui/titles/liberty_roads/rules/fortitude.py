"""Operation Fortitude (rule 14)."""

from collections.abc import Iterator

from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.liberty_roads.commands import Release
from wargame_tui.titles.liberty_roads.events.moves import FortitudeOver, FortitudeRolled, Released
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.state import DIE, Draft, Table, Unit, occupied

SOUTH = "9"
"""Letter of the 19th Army zone in map.yaml."""


def begin_phase(g: Draft) -> None:
    """The roll of the turn (14.1.3 to 14.1.5); from turn 7 on everybody moves (14.1.7)."""
    chart = g.book.charts.fortitude
    if not g.campaign.fortitude and not g.campaign.south_held:
        return
    if g.turn > max(chart.modifiers):
        g.record(fortitude=False, south_held=False)
        g.tell(FortitudeOver())
        return
    if _invaded(g, SOUTH):
        g.record(south_held=False)
    if g.turn in chart.modifiers and g.campaign.fortitude:
        _roll(g)


def _roll(g: Draft) -> None:
    chart, die = g.book.charts.fortitude, g.roll(DIE)[0]
    result = die + chart.modifiers[g.turn]
    over = result >= chart.ends_at
    g.tell(FortitudeRolled(die=die, result=result, over=over))
    if over:
        g.record(fortitude=False, south_held=g.campaign.south_held and die != chart.natural)
    else:
        g.note(releases=result)


def _invaded(table: Table, letter: str) -> bool:
    """Whether an Allied unit is in an army zone."""
    return bool(table.board.army_zones[letter] & occupied(table, ALLIED))


def _zone(table: Table, unit: Unit) -> str | None:
    where = table.hex_of(unit)
    return None if where is None else table.board.army_zone[where]


def is_held(table: Table, unit: Unit) -> bool:
    """Whether Fortitude keeps a German unit where it is, unless it is released (14.1.2, 14.1.6)."""
    if not (table.campaign.fortitude or table.campaign.south_held):
        return False
    where, zone = table.hex_of(unit), _zone(table, unit)
    held = table.campaign.fortitude or (zone == SOUTH and table.campaign.south_held)
    if where is None or not held or table.board.country["G"] >> where & 1:
        return False
    return not (zone is not None and _invaded(table, zone)) and not _has_come(table, unit)


def _has_come(table: Table, unit: Unit) -> bool:
    """Whether a unit came as a reinforcement (14.1.2): these have a turn of arrival."""
    entry = table.piece(unit).entry
    return entry is not None and entry.turn is not None


def held_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a German unit may not move for Fortitude."""
    if not is_held(table, unit) or unit.id in table.now.released:
        return None
    return refused("Operation Fortitude holds it in place", "14.1.2")


def candidates(table: Table) -> Iterator[Command]:
    """Armoured divisions that are held."""
    if table.now.releases:
        yield from (Release(unit.id) for unit in table.on_map(GERMAN) if table.piece(unit).armour)


def refusal(table: Table, command: Command) -> Refusal | None:
    """Why a division cannot be released (14.1.4, 14.1.6)."""
    assert isinstance(command, Release)
    unit = table.units.get(command.unit)
    if table.now.releases < 1:
        return refused("no more divisions may be released this turn", "14.1.4")
    if unit is None or unit.side != GERMAN or not table.piece(unit).armour:
        return refused("choose an armoured division", "14.1.4")
    if not is_held(table, unit) or unit.id in table.now.released:
        return refused("it is not held back", "14.1.4")
    if _zone(table, unit) == SOUTH:
        return refused("units of the 19th Army cannot be released", "14.1.6")
    return None


def do(g: Draft, command: Command) -> None:
    """Release it."""
    assert isinstance(command, Release)
    g.note(released=(*g.now.released, command.unit), releases=g.now.releases - 1)
    g.tell(Released(unit=command.unit))
