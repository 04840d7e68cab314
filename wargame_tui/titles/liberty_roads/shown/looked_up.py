"""What is looked up beside the map: order of battle, calendar, victory, the charts in use, support markers."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board import pages
from wargame_tui.board.fact import Fact
from wargame_tui.board.pages import Calendar, Dated, Hand, Held, Level, Lit, Prize, Victory
from wargame_tui.board.phrases import plural
from wargame_tui.board.rulebook import tables
from wargame_tui.board.steps import step_of
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, DATA, GERMAN, REMOVED, SIDES
from wargame_tui.titles.liberty_roads.printed.data import Side, WithdrawalEntry
from wargame_tui.titles.liberty_roads.rules import victory
from wargame_tui.titles.liberty_roads.rules.battle import Battle
from wargame_tui.titles.liberty_roads.rules.exploitation import ExploitationMovement
from wargame_tui.titles.liberty_roads.rules.movement import MovementPhase
from wargame_tui.titles.liberty_roads.shown.pieces import knows
from wargame_tui.titles.liberty_roads.state import ELIMINATED, OFF_MAP, Table, Unit

TRACK, CRT, TEC, WEATHER, FACTS = "T26", "T28", "T27", "T2", "T24"
"""Tables of the reference: turn track, combat results, weather, facts by turn."""
ARRIVING: Mapping[Side, str] = {ALLIED: "England or the Mediterranean", GERMAN: "a city of Germany"}
"""Where units arrive (10.1, 10.2.2)."""
ADVANCED = 11
"""The first chapter of the advanced rules."""


def steps(state: Table, unit: Unit) -> tuple[int, int]:
    """Steps left and at full strength (1.3.1)."""
    full = state.piece(unit).steps
    return full - unit.reduced, full


def enrolled(state: Table, unit: Unit) -> tuple[str, str]:
    """A unit by its name, under its service; HQs and engineers by themselves."""
    printed = state.piece(unit)
    kind = (
        "headquarters" if printed.hq else "engineers" if printed.engineer else "coast defences" if printed.fixed else ""
    )
    return printed.name, f"{printed.service}{f', {kind}' if kind else ''}"


def whereabouts(state: Table, unit: Unit) -> tuple[str, pages.Where] | None:
    """Where a unit is that lies on no hex and in no box; None for those that the scenario does without."""
    match unit.location:
        case place if place == OFF_MAP:
            return (f"due turn {unit.due}", "coming") if unit.due is not None else None
        case place if place == ELIMINATED:
            return "eliminated", "lost"
        case place if place == REMOVED:
            return None if unit.id in state.book.scenario.removed else ("out of the game", "gone")
    return None


# Calendar


def calendar(state: Table, side: str | None = None) -> Calendar:
    """Every turn with its dates, the turn track, reinforcements and withdrawals (3.1.1, 10, 17)."""
    rows = tables(DATA.rulebook.rules[TRACK].text)[0][1:]
    first, last = state.book.scenario.first, state.book.scenario.last
    days = {int(row[0]): row[1] for row in rows if first <= int(row[0]) <= last}
    basic = state.book.scenario.basic
    leaving = () if basic else _withdrawals(days)
    return Calendar(state.turn, days, (*_events(days, basic=basic), *leaving, *_arrivals(state)))


def _events(days: Mapping[int, str], *, basic: bool) -> Iterator[Dated]:
    """What the turn list tells, where only the basic rules are played without what belongs to the others."""

    def turns(cell: str) -> Iterator[int]:
        first, _, last = cell.partition("-")
        if first.isdigit():
            yield from (turn for turn in range(int(first), int(last or first) + 1) if turn in days)

    facts = pages.dated(DATA.rulebook, FACTS, "Turn", ("Fact",), turns, rule="Rule")
    yield from (fact for fact in facts if not (basic and _is_advanced(fact)))
    track = ("Rail", "RP American", "RP British", "Support markers")
    yield from pages.dated(DATA.rulebook, TRACK, "Turn", track, turns)


def _is_advanced(fact: Dated) -> bool:
    return fact.rule is not None and int(fact.rule.partition(".")[0]) >= ADVANCED


def _withdrawals(days: Mapping[int, str]) -> Iterator[Dated]:
    for entry in DATA.units.withdrawals:
        if entry.turn in days:
            yield Dated(entry.turn, "withdrawal", entry.side, _leaving(entry), rule="17.2")


def _leaving(entry: WithdrawalEntry) -> str:
    if entry.unit is not None:
        return str(DATA.units.units[entry.unit].name)
    arm = "" if entry.armour is None else "armoured " if entry.armour else "infantry "
    strength = f", attack {entry.attack} or more" if entry.attack else ""
    services = f" ({', '.join(entry.services)})" if entry.services else ""
    return f"{plural(entry.count, f'{arm}division')}{strength}{services}"


def _arrivals(state: Table) -> Iterator[Dated]:
    """Who is still to come, by turn and service."""
    groups: dict[tuple[int, Side, str], list[str]] = {}
    for unit in state.units.values():
        if unit.location == OFF_MAP and unit.due is not None:
            name, formation = enrolled(state, unit)
            groups.setdefault((unit.due, unit.side, formation), []).append(name)
    for (turn, side, formation), units in groups.items():
        yield Dated(turn, "arrival", side, f"{formation}: {', '.join(units)}", ARRIVING[side], rule="10.1")


# Victory


def forecast(state: Table) -> Victory | None:
    """What the Allies hold, what they need, how it would end now; the scenario files say what counts."""
    entry = state.book.scenario.victory
    if entry is None:
        return None
    total = victory.points(state)
    now = victory.result(state)
    levels = (
        Level("Allied victory", f"{entry.allied} VP or more", total >= entry.allied),
        Level("Draw", f"{entry.german + 1} to {entry.allied - 1} VP", entry.german < total < entry.allied),
        Level("German victory", f"{entry.german} VP or fewer", total <= entry.german),
    )
    facts = [Fact("Allied VP", f"{total}; {entry.allied} win, {entry.german} or fewer lose", "T41")]
    if entry.driven_out is not None:
        facts.append(Fact("from turn", f"{entry.driven_out}: Allies without a port or Beachhead lose at once", "T41"))
    if entry.reich is not None:
        facts.append(Fact("at once", f"{entry.reich} major cities of Germany win for the Allies", "T41"))
    return Victory(f"{now.level}: {now.reason}", tuple(facts), tuple(_prizes(state)), levels, "T41")


def _prizes(state: Table) -> Iterator[Prize]:
    """Goals, strategic hexes, and what comes of losses."""
    entry = state.book.scenario.victory
    assert entry is not None
    by_name = {goal.name: goal for goal in entry.goals}
    strategic = {row.name: (hex_, row) for hex_, row in state.book.map.strategic.items()} if entry.strategic else {}
    told = dict(victory.tally(state))
    for name, goal in by_name.items():
        have = told.get(name, 0)
        held = [hex_ for hex_ in goal.hexes if victory.is_held(state, goal, hex_)]
        where = next((hex_ for hex_ in goal.hexes if hex_ not in held), goal.hexes[0])
        note = f"{len(held)} of {len(goal.hexes)} hexes ({goal.count})" if len(goal.hexes) > 1 else ""
        holder = ALLIED if len(held) == len(goal.hexes) else "both" if held else GERMAN
        yield Prize(name, f"{have}/{goal.points}", holder, where, note, "T41", ALLIED if have else "")
    for name, (hex_, row) in strategic.items():
        allied = state.controls(ALLIED, hex_)
        yield Prize(name, str(row.value), ALLIED if allied else GERMAN, hex_, "", "T34", ALLIED if allied else "")
    for name, have in told.items():
        if name not in by_name and name not in strategic:
            yield Prize(name, str(have), ALLIED if have > 0 else GERMAN if have < 0 else "-", None, "", "T41")


# Charts, markers


def lit(state: Table) -> Mapping[str, Lit]:
    """The column of the combat in hand, else the chart that the phase is played by; turn and weather."""
    row = next(
        (row[0] for row in tables(DATA.rulebook.rules[WEATHER].text)[0][1:] if row[0].lower() == state.weather.lower()),
        "",
    )
    moves = step_of(state, MovementPhase) or step_of(state, ExploitationMovement)
    found = {TEC if moves else CRT: Lit(), TRACK: Lit(row=str(state.turn)), WEATHER: Lit(row=row)}
    battle = step_of(state, Battle)
    if battle is not None and battle.attacking(state) and battle.defending(state):
        found[CRT] = Lit(column=battle.odds(state).name)
    return found


def markers(state: Table, side: str | None = None) -> Sequence[Hand]:
    """Support markers: of a side's own all, of the other's how many, and those in play (5.1.3, 5.5)."""
    return [_hand(state, who, side) for who in SIDES]


def _hand(state: Table, side: Side, viewer: str | None) -> Hand:
    mine = [each for each in state.support.values() if _owner(state, each.id) == side]
    available = [each.id for each in state.available(side)]
    pool = sum(each.where == "pool" for each in mine)
    most = state.book.charts.support.most
    facts = (
        Fact("Available Support", f"{plural(len(available), 'marker')}, {most} may be kept", "5.1.4"),
        Fact("pool", plural(pool, "marker"), "5.1.1"),
    )
    held = [*_held(state, available, "in hand", None)] if knows(state, viewer, side) else []
    for each in mine:
        if each.where == "played":
            hex_ = each.place if each.place in state.board.index else None
            held += _held(state, [each.id], names.called(each.place) if each.place else "this turn", hex_)
    return Hand(side, facts, tuple(held))


def _owner(state: Table, marker: str) -> Side:
    known = state.book.markers
    return known[marker].side if marker in known else ALLIED


def _held(state: Table, markers: Sequence[str], place: str, space: str | None) -> Iterator[Held]:
    """Markers by kind, with how many there are and what they do."""
    for name in dict.fromkeys(names.marker_name(each) for each in markers):
        alike = [each for each in markers if names.marker_name(each) == name]
        printed = state.marker_of(alike[0])
        yield Held(name, len(alike), printed.words, place, space, "5.5")
