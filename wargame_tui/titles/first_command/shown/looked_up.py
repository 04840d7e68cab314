"""What is looked up beside the map: the room in a hex, calendar, victory, the column of the combat in hand."""

from collections.abc import Iterator, Mapping

from wargame_tui.board.fact import Fact
from wargame_tui.board.pages import Dated, Level, Lit, Prize, Victory
from wargame_tui.board.positions import ELIMINATED, NOWHERE, OFF_MAP
from wargame_tui.board.steps import top
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN, SIDES
from wargame_tui.titles.first_command.rules.combat import Battle
from wargame_tui.titles.first_command.rules.movement import fits, supplied
from wargame_tui.titles.first_command.state import State


def room(state: State, space: str) -> Iterator[Fact]:
    """How full a hex is, and whether supply reaches who is in it (6.1, 9.1)."""
    for side in SIDES:
        here = state.units_in(space, side)
        if here:
            over = "" if fits(len(here)) else "; OVERSTACKED"
            yield Fact(f"{side} stack", f"{len(here)} of {DATA.charts.stacking} units{over}", "6.1")
            traced = supplied(state, side) >> DATA.board.index[space] & 1
            yield Fact(f"{side} supply", "traced" if traced else "none", "9.1")


def dated(state: State) -> Iterator[Dated]:
    """The calendar: fog by turn, arrivals, units that wait (3.1, 4.6, 10)."""
    for turn, (_, fog) in enumerate(DATA.scenario(state.scenario).track, 1):
        yield Dated(turn, "event", "", "dark" if fog is None else f"fog on 1-{fog}, else clear", rule="3.1")
    for unit in state.units.values():
        entry = unit.printed
        where = DATA.board.name(DATA.board.index[entry.hexes[0]])
        if entry.turn is not None and unit.location == OFF_MAP:
            yield Dated(entry.turn, "arrival", unit.side, entry.name, where, entry.hexes[0], "10.1")
        if entry.waits is not None and unit.location not in NOWHERE:
            yield Dated(entry.waits, "event", unit.side, f"{entry.name} may move", rule="4.6")


def victory(state: State) -> Victory:
    """Who holds the places, what losses count, the level now (11)."""
    book, have = DATA.scenario(state.scenario), state.points
    now = next(level for level in book.levels if have >= level[0])
    prizes = [*_places(state)]
    for side, sign in ((AMERICAN, 1), (GERMAN, -1)):
        lost = sum(unit.side == side and unit.location == ELIMINATED for unit in state.units.values())
        prizes.append(Prize(f"{side} units lost", str(sign * lost), f"{lost}", None, "", "11.3"))
    levels = tuple(
        Level(words, f"{least} points or more" if least > 0 else "fewer", words == now[2])
        for least, _, words in book.levels
    )
    facts = (
        Fact("German points", str(have), "11.1"),
        Fact("at once", "a supplied German at the western exits", "11.5"),
    )
    return Victory(f"{now[2]} with {have} points", facts, tuple(prizes), levels, "11.4")


def _places(state: State) -> Iterator[Prize]:
    for place, points in DATA.scenario(state.scenario).places.items():
        holder = state.control.get(place, "nobody")
        name = DATA.board.name(DATA.board.index[place])
        yield Prize(name, str(points), holder, place, "", "11.1", GERMAN if holder == GERMAN else "")


def lit(state: State) -> Mapping[str, Lit]:
    """The column of the combat in hand."""
    step = top(state)
    told = step.told(state) if isinstance(step, Battle) else None
    return {"7.8": Lit(column=told.column)} if told is not None else {}
