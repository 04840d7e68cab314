"""Everything about an Area and about a Force, fact by fact with the rule behind it."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board.fact import Fact
from wargame_tui.board.phrases import listed, plural
from wargame_tui.board.steps import top
from wargame_tui.board.title import SpaceSheet, UnitSheet
from wargame_tui.core.step import Refusal
from wargame_tui.titles.commander.checks import within_limits
from wargame_tui.titles.pacific_commander.commands import Order
from wargame_tui.titles.pacific_commander.printed import names
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS, GROUND, JAPAN, SHIPS, SIDES, US
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import fog
from wargame_tui.titles.pacific_commander.shown import words
from wargame_tui.titles.pacific_commander.shown.picking import why_nothing
from wargame_tui.titles.pacific_commander.shown.pieces import counter, stack_of, unknown
from wargame_tui.titles.pacific_commander.state import (
    Force,
    Table,
    air_points,
    airfield,
    blocked,
    book_of,
    cargo_of,
    friendly,
    has_level,
    held,
    japanese_base,
    owner_of,
    present,
    rating,
    ratings,
    steps_left,
    supplied,
)

_OWNERS: Mapping[str, str] = {
    US: "US-owned",
    JAPAN: "Japanese-held",
    "contested": "contested: both sides Ashore",
    "empty": "nobody Ashore",
}


# Areas


def space_sheet(state: Table, space: str) -> SpaceSheet:
    """Everything about an Area (3.2)."""
    book = book_of(state)
    links = tuple(_link(state, there) for there in book.links[space])
    return SpaceSheet(space, book.areas[space].name, tuple(_area_facts(state, space)), links)


def _area_facts(state: Table, area: str) -> Iterator[Fact]:
    entry, there = book_of(state).areas[area], state.areas[area]
    yield from _owner_facts(state, area)
    if area in book_of(state).objectives:
        worth = book_of(state).objectives[area]
        yield Fact("Objective", "Held" if held(state, area) else f"worth {worth}, not Held", "3.15.1")
    if entry.closed:
        yield Fact("closed", "no US Force may enter", "3.2.5")
    if there.fort:
        yield Fact("fort", f"level {there.fort}, for {there.holder or 'nobody'}", "3.2.11")
    for side in SIDES:
        yield from _room_facts(state, area, side)
    yield Fact("port", _port_words(state, area), "3.2.2")
    if entry.def_:
        yield Fact("ground", f"{entry.def_:+d} to hit numbers against the Holder", "3.2.2")
    yield Fact("distances", ", ".join(_distances(state, area)), "3.2.3")
    if state.code_break == area:
        yield Fact("code break", "its signals are read this turn", "3.5.2")
    yield Fact("history", entry.history)


def _distances(state: Table, area: str) -> Iterator[str]:
    """How far it is to the nearest US base and to Japan's homes."""
    book = book_of(state)
    away = book.distances[area]
    nearest = min((base for base in book.bases if base in away), key=lambda base: away[base], default=None)
    for there in (nearest, *book.charts.orders.home):
        if there is not None and there != area and there in away:
            yield f"{names.place(there)} {away[there]}"


def _owner_facts(state: Table, area: str) -> Iterator[Fact]:
    owner, holder = owner_of(state, area), state.areas[area].holder
    words_ = _OWNERS[owner]
    if owner == "contested" and holder is not None:
        words_ += f", {names.PEOPLE[holder]} Holder"
    yield Fact("", words_, "3.2.6")
    if area in book_of(state).bases:
        yield Fact("US base", "always a source of supply", "3.2.9")
    elif area not in book_of(state).closed:
        inside = "In-Supply" if area in supplied(state) else "not In-Supply"
        passing = ", supply blocked" if blocked(state, area) else ""
        yield Fact("supply", inside + passing, "3.4.13")
    if friendly(state, area):
        yield Fact("friendly", "US aircraft may base here", "3.2.9")
    if japanese_base(state, area):
        yield Fact("Japanese base", "ships are repaired here and withdraw here", "3.2.10")


def _room_facts(state: Table, area: str, side: Side) -> Iterator[Fact]:
    """What a side has based in an Area, of what it may."""
    entry, there = book_of(state).areas[area], present(state, area, side)
    if side == JAPAN and not there.forces:
        return
    if side == JAPAN and not fog.seen(state, area):
        yield Fact("Japanese Forces", f"{len(there.forces)}, not seen", "9.1")
        return
    if side == US and entry.closed:
        return
    ground = f"ground {len(there.ground) + len(there.cargo)} of {entry.ground_cap}"
    yield Fact(names.PEOPLE[side], f"{ground}, LBA {len(there.aircraft)} of {airfield(state, area, side)}", "3.2.2")


def _port_words(state: Table, area: str) -> str:
    port = book_of(state).areas[area].port
    if not port:
        return "none"
    return f"{port}{', repairs ships' if area in book_of(state).repair_ports else ''}"


def _link(state: Table, area: str) -> Fact:
    """A linked Area: whose it is, and who is there."""
    parts = [_OWNERS[owner_of(state, area)].partition(":")[0]]
    for side in SIDES:
        count = len(present(state, area, side).forces)
        if count:
            parts.append(f"{count} {names.PEOPLE[side]}")
    return Fact(names.place(area), ", ".join(parts), "3.2.3")


# Forces


def unit_sheets(state: Table, space: str) -> Sequence[UnitSheet]:
    """Everything about the Forces in an Area, in the order of the scene's counters."""
    hidden = fog.hidden(state, None)
    shown = [force for force in stack_of(state, space) if not (space in hidden and force.side == JAPAN)]
    legal = _legal_by_force(state, frozenset(force.id for force in shown))
    sheets = [_sheet(state, force, legal.get(force.id, ())) for force in shown]
    if space in hidden:
        count = hidden[space]
        facts = (Fact("", "seen once US aircraft are near, or a battle is fought here", "9.1"),)
        name = plural(count, "Japanese Force")
        sheets.append(UnitSheet(unknown(space, count), name, "", space, facts, (), None))
    return sheets


def _legal_by_force(state: Table, forces: frozenset[str]) -> Mapping[str, Sequence[Order]]:
    """The legal commands about each of these Forces."""
    step, found = top(state), dict[str, list[Order]]()
    if step is None or step.decider(state) is None:
        return {}
    for command in step.candidates(state):
        name = command.piece
        if name in forces and step.refusal(state, command) is None:
            found.setdefault(name, []).append(command)
    return found


def _sheet(state: Table, force: Force, legal: Sequence[Order]) -> UnitSheet:
    entry = ratings(state, force)
    may = tuple(dict.fromkeys(command.may for command in legal))
    refusal: Refusal | None = None if may else why_nothing(state, force.id)
    name = words.name_of(force)
    marks = tuple(_marks(force))
    steps = steps_left(state, force), entry.steps
    facts = tuple(_force_facts(state, force))
    return UnitSheet(
        counter(state, force), name, entry.counter, force.area, facts, may, refusal, steps, condition=marks
    )


def _force_facts(state: Table, force: Force) -> Iterator[Fact]:
    entry = ratings(state, force)
    if force.carried_by is not None:
        yield Fact("cargo of", names.force_name(force.carried_by), "3.3.8")
    cargo = cargo_of(state, force.id)
    if cargo:
        yield Fact("carries", listed([words.name_of(each) for each in cargo]), "3.3.8")
    if has_level(force):
        yield Fact("experience", force.level, "3.13.1")
    if entry.air:
        yield from _air_facts(state, force)
    yield from _weapon_facts(state, force)
    if force.cls in GROUND:
        dice = steps_left(state, force)
        yield Fact("ground combat", f"{plural(dice, 'die', 'dice')} at {entry.ground_hit}", "3.11.4")
    if entry.load:
        yield Fact("load", str(entry.load), "3.3.2")


def _marks(force: Force) -> Iterator[Fact]:
    """What it has done this turn."""
    if force.moved:
        yield Fact("moved", "done for this turn", "3.6.2")
    if force.air_used:
        yield Fact("air used", "gave support this turn", "3.8.5")


def _air_facts(state: Table, force: Force) -> Iterator[Fact]:
    points, printed = air_points(state, force), ratings(state, force).air
    most = printed if force.cls in CARRIERS else printed * ratings(state, force).steps
    yield Fact("air points", f"{points} of {most}", "3.3.6")
    values = book_of(state).values(force.side)
    numbers = f"CAP {values.cap}, ships {values.strike_ship}, ashore {values.strike_ashore}"
    yield Fact("air hits on", numbers, "3.3.9")


def _weapon_facts(state: Table, force: Force) -> Iterator[Fact]:
    entry, values = ratings(state, force), book_of(state).values(force.side)
    for weapon, name, rule in (
        ("gun", "guns", "3.10.3"), ("torp", "torpedoes", "3.10.3"), ("bom", "bombardment", "3.10.7")
    ):  # fmt: skip
        if getattr(entry, weapon).dice:
            now = rating(state, force, weapon)
            yield Fact(name, f"{now.dice}x{now.hit}", rule)
    if entry.aa.dice:
        hit = within_limits(entry.aa.hit + values.flak, book_of(state).charts.die)
        yield Fact("flak", f"{entry.aa.dice}x{hit}", "3.9.10")
    if entry.asw.dice:
        yield Fact("against submarines", f"{entry.asw.dice}x{entry.asw.hit}", "3.10.1")
    if force.cls == "SS":
        yield Fact("torpedo", f"1x{values.torpedo}", "3.10.1")
    if force.cls in SHIPS and force.hits:
        yield Fact("damaged", "hit numbers of gun, torpedo and bombardment fall", "3.3.5")
