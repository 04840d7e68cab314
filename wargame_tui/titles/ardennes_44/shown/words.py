"""Commands and events in words: the one place where sentences are made."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from wargame_tui.board.phrases import after, first_up, halves, named_in, plural
from wargame_tui.board.steps import kind_in_hand, top
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, ARTILLERY, DATA, GERMAN, enemy, open_board
from wargame_tui.titles.ardennes_44.printed.data import UnitEntry
from wargame_tui.titles.ardennes_44.rules import (
    advance,
    battle,
    bridges,
    excess,
    fuel,
    modifiers,
    moving,
    results,
    stacking,
    traffic,
    withdrawal,
)
from wargame_tui.titles.ardennes_44.rules.night_turn import NIGHT
from wargame_tui.titles.ardennes_44.rules.sequence import NAMES, turn_name
from wargame_tui.titles.ardennes_44.state import (
    EDGE,
    ELIMINATED,
    EXITED,
    OFF_MAP,
    SURRENDERED,
    Table,
    Unit,
    board_of,
    book_of,
    changed,
    units_in,
)

MODES: Mapping[str, str] = {
    "normal": "normal movement",
    "extended": "extended movement",
    "tactical": "tactical movement",
    "strategic": "strategic movement",
    "shift": "a shift of position",
}
"""Ways to move (11.1 to 11.3, 12.1, 22.2)."""
ARMIES: Mapping[str, str] = {
    "6Pz": "Sixth Panzer Army",
    "5Pz": "Fifth Panzer Army",
    "7A": "Seventh Army",
    "Nordwind": "the Nordwind units",
}
RESULTS: Mapping[str, str] = {
    "D1*": "the defender loses a step and retreats 4 hexes, routed; breakthrough combat",
    "DR4*": "the defender retreats 4 hexes, routed; breakthrough combat",
    "DR3": "the defender retreats 3 hexes, routed",
    "DR2": "the defender retreats 2 hexes, disrupted",
    "FF": "engaged, or a firefight",
    "FF(+1)": "engaged, or a firefight with +1",
    "EX": "both sides lose a step, the defender is engaged",
    "Eng": "the defender is engaged",
    "A1/Eng": "the attacker loses a step, the defender is engaged",
    "A1": "the attacker loses a step",
    "D1": "the defender loses a step and retreats 2 hexes, disrupted",
    "A1/D1": "both sides lose a step, the defender retreats 2 hexes, disrupted",
    "A1/DR2": "the attacker loses a step, the defender retreats 2 hexes, disrupted",
    "Eng+": "the defender is engaged, the attacker has the advantage",
}
"""Results of the CRT and of the firefight table (16.1, 16.2)."""
STANDS: Mapping[str, str] = {
    "Yes (EX)": "they stand, both sides lose a step",
    "Yes (-1)": "they stand and lose a step",
    "No (CA)": "they retreat 1 hex and may counterattack",
    "No": "they retreat",
    "No (-1)": "they lose a step and retreat",
}
"""Results of the last stand table (16.7)."""
WITHDRAWALS: Mapping[str, str] = {
    "yes": "it may go",
    "yes+D": "it may go, disrupted",
    "no": "it stays",
    "no+D": "it stays, disrupted",
}
"""Results of the withdrawal table (20.2)."""
_ARMS: Mapping[str, str] = {
    "recon": "Recon",
    "flak": "Flak",
    "tank_destroyer": "TD",
    "engineer": "Eng",
    "heavy_assault": "StrmPz",
    "nebelwerfer": "NW",
    "fortress": "Fest",
}
"""What counters show by a symbol, and names by an abbreviation."""
_NOWHERE: Mapping[str, str] = {
    OFF_MAP: "off the map",
    ELIMINATED: "the dead pile",
    SURRENDERED: "the surrender box",
    EXITED: "off the map",
}


# Names


@cache
def _names() -> Mapping[str, str]:
    """Every counter's name."""
    files = DATA.units
    found = {name: _unit_name(entry) for name, entry in files.units.items()}
    for kind, entries in (("", files.splits), ("remnant ", files.remnants)):
        for name, entry in entries.items():
            nation = "Br. " if entry.nation == "British" else ""
            found[name] = f"{nation}{entry.short} {kind}{name.rpartition('-')[2]}"
    return found


def _unit_name(entry: UnitEntry) -> str:
    """The division first, then what the counter says, then the arm where a number alone says too little (2.5)."""
    words = f"{entry.short} {_arm(entry)}".strip() if entry.short.isdigit() else entry.short
    if entry.role == "brigade150":
        return "150 Pz Bde"
    if entry.division is not None:
        return f"{entry.division}/{words}"
    if entry.type in ARTILLERY and entry.side == ALLIED and entry.corps:
        return f"{entry.corps}/{words}"
    return words


def _arm(entry: UnitEntry) -> str:
    if entry.type == "artillery":
        return "VAK" if entry.side == GERMAN else ""
    if entry.type == "tank":
        return "Pz" if entry.side == GERMAN else "Tnk"
    if entry.type == "assault_gun":
        return "Stg" if entry.model and entry.model.startswith("StuG") else "Jpz"
    if entry.division is None and entry.type in ("infantry", "parachute"):
        return "Para" if entry.type == "parachute" else "Ind"
    return _ARMS.get(entry.type, "")


def unit_name(unit: str) -> str:
    """A unit as its counter says, its division first (2.5); its id if there is no such counter."""
    return _names().get(unit, unit)


def names(units: Iterable[str]) -> str:
    """Several units."""
    return ", ".join(map(unit_name, units))


def place(place_: str) -> str:
    """A hex with its name, `3413 Bastogne`, or where units are that are in none."""
    board = open_board()
    if place_ in board.index:
        return board.name(place_)
    if place_ in board.map.boxes:
        return f"the {box_name(place_)}"
    if place_.startswith(EDGE) and place_ != EDGE:
        return f"off the map at {place_.removeprefix(EDGE)}"
    return _NOWHERE.get(place_, place_)


def at(place_: str) -> str:
    """Where something is or happens: `at 3413 Bastogne`, `in the South-East Box`, `off the map`."""
    board, words = open_board(), place(place_)
    if place_ in board.index:
        return f"at {words}"
    return words if words.startswith("off ") else f"in {words}"


def box_name(box: str) -> str:
    """An off-map box."""
    entry = open_board().map.boxes.get(box)  # type: ignore[call-overload]
    return entry.name if entry else box


def entry_name(letter: str) -> str:
    """An entry hex: its letter and the hex."""
    entry = open_board().map.entries.get(letter)
    return f"{letter}, {place(entry.hex)}" if entry else letter


@cache
def bridge_name(bridge: str) -> str:
    """A bridge: its river and the places on its banks, `the Our bridge at 2115 Dasburg`."""
    board = open_board()
    if bridge not in board.bridges:
        return f"the bridge {bridge}"
    river = board.river_names.get(bridge, "")
    banks = sorted(board.bridges[bridge], key=lambda hex_: hex_ not in board.place_names)
    where = board.name(banks[0]) if banks[0] in board.place_names else bridge
    return f"the {river} bridge at {where}".replace("  ", " ")


@cache
def division_name(division: str) -> str:
    """A German division: `2nd Panzer Division`."""
    found = [e.name.rpartition(", ")[2] for e in DATA.units.units.values() if e.division == division]
    return next((name.rpartition(" of the ")[2] for name in found), division)


def marker_name(marker: str) -> str:
    """A traffic marker: German ones are called Greif markers (24.1)."""
    number = marker[len(marker.rstrip("0123456789")) :]
    return f"Greif marker {number}" if marker.startswith(GERMAN) else f"traffic marker {number}"


def roadblock_name(marker: str) -> str:
    """A roadblock."""
    number = marker[len(marker.rstrip("0123456789")) :]
    return f"{marker.removesuffix(number)} roadblock {number}"


def doing(units: Sequence[str], one: str, several: str) -> str:
    """Units with their verb: `2/9 enters`, `2/9, 2/38 enter`."""
    return f"{names(units)} {one if len(units) == 1 else several}"


def up_to(limit: int) -> str:
    """The numbers on a die up to a limit."""
    return "cannot succeed" if limit < 1 else "on a 1" if limit == 1 else f"on 1 to {min(limit, 6)}"


def spoken(text: str) -> str:
    """A text with units named as on their counters, and hexes with their names."""
    return named_in(text, _names().get, place, open_board().index)


# Commands


def command_text(table: Table, command: Command) -> str:
    """What a command does."""
    return _COMMANDS[command.verb](table, command)


_ENDS: Mapping[str, str] = {
    "set_up": "End the set-up: the campaign begins",
    "artillery_supply": "End artillery supply",
    "fuel": "Leave the dump where it is",
    "bridges": "End the bridge phase",
    "movement": "End the movement phase",
    "withdrawals": "End withdrawals: all engaged markers come off",
    "withdrawing": "Take it back: nobody withdraws from here now",
    "combat": "End the combat phase: no more attacks",
    "advancing": "End the advance",
    "traffic": "End placing, and roll for removal",
    "replacements": "End replacements: points left are lost",
}
_BATTLE_ENDS: Mapping[str, str] = {
    "declare": "Take it back: no attack here now",
    "bridges": "Blow no bridge",
    "slip": "Stay, and be engaged",
    "stand": "No last stand: the result holds",
    "hold": "No advantage marker",
    "counter": "No counterattack",
    "breakthrough": "No breakthrough combat",
}


def _end_text(table: Table, command: Any) -> str:
    step = top(table)
    match kind_in_hand(table):
        case "battle":
            if step.stage == "counter" and _is_empty(table, step):
                return "Nobody goes back"
            return _BATTLE_ENDS.get(step.stage, "Go on") + _blown_out(table, step)
        case "movement":
            crowded = [] if table.night else excess.crowded(table, step.side)
            return _ENDS["movement"] + _price(crowded)
        case "advancing":
            crowded = [hex_ for hex_ in excess.crowded(table, step.side) if hex_ in _advanced_to(table, step)]
            return _ENDS["advancing"] + _price(crowded)
        case "moving":
            hex_ = table.units[step.units[0]].location
            return f"{'Stop' if step.hexes else 'Stay'} in {place(hex_)}{_crowd(table, hex_, step.units)}"
        case "fall_back":
            return f"Stay in {place(table.units[step.unit].location)}"
    return _ENDS.get(kind_in_hand(table), "End")


def _price(crowded: Sequence[str]) -> str:
    """What it costs to end a phase or an advance with these hexes too full (8.3)."""
    if not crowded:
        return ""
    if len(crowded) == 1:
        return f" - {place(crowded[0])} is OVERSTACKED: a unit there will be eliminated (8.3)"
    return f" - {', '.join(map(place, crowded))} are OVERSTACKED: units there will be eliminated (8.3)"


def _advanced_to(table: Table, step: advance.Advancing) -> frozenset[str]:
    return frozenset(table.units[name].location for name in step.strides)


def _crowd(table: Table, hex_: str, coming: Sequence[str]) -> str:
    """That a hex is too full with units that go there: it costs one if they stay (8.3)."""
    units = [table.units[name] for name in coming if name in table.units]
    if not units or hex_ not in board_of(table).index:
        return ""
    too_many = stacking.excess(
        table, [*(unit for unit in units_in(table, hex_, units[0].side) if unit.id not in coming), *units]
    )
    return f" - OVERSTACKED there: {too_many}" if too_many else ""


def _roll_text(table: Table, command: Any) -> str:
    step = top(table)
    if not isinstance(step, battle.Battle):
        return f"Roll for {names(step.units)}" if step is not None and step.kind == "withdrawing" else "Roll"
    if step.stage == "call_off":
        return "Go on with the attack"
    if step.stage == "defence":
        count = len(step.defence)
        guns = f"Fire with {plural(count, 'artillery unit')}" if count else "No defensive artillery"
        return f"{guns} - rolls the dice"
    if not step.attackers:
        return "Attack"
    verb = f"Attack with {names(step.attackers)}" if step.stage == "declare" else "Attack"
    return f"{verb}: {odds_text(table, step)}"


def odds_text(table: Table, fight: modifiers.Fight) -> str:
    """Strengths and the column as far as all is declared: `15 to 4, 3-1, with shifts 4-1`."""
    mine, theirs = modifiers.attack_strength(table, fight), modifiers.defence_strength(table, fight)
    columns = book_of(table).charts.combat.columns
    column = modifiers.odds_column(mine, theirs)
    words = f"{mine} to {theirs}, {columns[modifiers.on_crt(table, column)]}"
    shift = sum(found.value for found in modifiers.shifts(table, fight))
    return f"{words}, shifted {shift:+d} to {columns[modifiers.on_crt(table, column + shift)]}" if shift else words


def _drm(found: Iterable[Any]) -> str:
    """Die roll modifiers of a roll to come, each by name."""
    listed = [(each.name, each.value) if hasattr(each, "name") else (each[0], each[1]) for each in found]
    return ", ".join(f"{value:+d} {name}" for name, value in listed)


def _unit_of(table: Table, command: Any) -> Unit | None:
    return table.units.get(command.unit)


def _with_text(table: Table, command: Any) -> str:
    step, unit = top(table), _unit_of(table, command)
    words = unit_name(command.unit)
    if unit is None or step is None:
        return f"{words} too"
    match step.kind:
        case "moving":
            return f"{words} goes along"
        case "withdrawing":
            more = changed(step, units=(*step.units, unit.id))
            return f"{words} tries to withdraw too{after(_drm(withdrawal.drm(table, unit)))}{_at_once(table, more)}"
        case "battle":
            return f"{words} attacks{after(_strength(table, unit, step.target))}"
    return f"{words} too"


def _strength(table: Table, unit: Unit, target: str) -> str:
    value, rule = modifiers.attack_value(table, unit, target), modifiers.halving(table, unit, target)
    return f"attack {value}, halved by {rule}" if rule else f"attack {value}"


def _withdraw_text(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    if unit is None:
        return f"{unit_name(command.unit)} tries to withdraw"
    engaged = "engaged" if unit.eng else ""
    notes = ", ".join(note for note in (engaged, _drm(withdrawal.drm(table, unit))) if note)
    alone = withdrawal.Withdrawing(unit.location, (unit.id,), unit.side)
    return f"{unit_name(command.unit)} {at(unit.location)} tries to withdraw{after(notes)}{_at_once(table, alone)}"


def _at_once(table: Table, step: withdrawal.Withdrawing) -> str:
    """That nobody else can be named, so that the dice come next."""
    return " - rolls the dice" if step.decider(table) is None else ""


def _attack_text(table: Table, command: Any) -> str:
    if command.hex not in board_of(table).index:
        return f"Attack {command.hex}"
    side = table.now.side
    foes = units_in(table, command.hex, enemy(side))
    strength = modifiers.defence_strength(table, battle.Battle(command.hex, side))
    return f"Attack {place(command.hex)}: {names(unit.id for unit in foes) or 'the fuel dump'} (defence {strength})"


def _blow_text(table: Table, command: Any) -> str:
    words, unit = f"{unit_name(command.unit)} blows {bridge_name(command.bridge)}", _unit_of(table, command)
    if unit is None:
        return words
    drm = bridges.modifiers(table, unit, kind_in_hand(table) == "battle")
    limit = book_of(table).charts.bridges.blown - sum(each.value for each in drm)
    return f"{words} ({up_to(limit)})"


def _blow_dump_text(table: Table, command: Any) -> str:
    events = book_of(table).charts.events
    limit = events.dump_combat if kind_in_hand(table) == "battle" else events.dump_bridge_phase
    return f"Destroy the fuel dump ({up_to(limit)})"


def _to_text(table: Table, command: Any) -> str:
    step, board = top(table), board_of(table)
    words = f"To {place(command.hex)}"
    if not isinstance(step, moving.Moving) or command.hex not in board.index:
        return words
    spent, crowd = moving.ways(table, step).spent.get(board.index[command.hex]), _crowd(table, command.hex, step.units)
    if spent is None or step.mode in ("tactical", "shift"):
        return words + crowd
    limit = min(moving.allowance(table, table.units[name], step.mode)[0] for name in step.units)
    return f"{words} ({halves(spent - step.halves)} MP, {halves(max(limit - spent, 0))} left){crowd}"


def _mode_text(table: Table, command: Any) -> str:
    words, step = first_up(MODES.get(command.mode, command.mode)), top(table)
    if not isinstance(step, moving.Moving) or command.mode not in MODES:
        return words
    limits = [moving.allowance(table, table.units[name], command.mode) for name in step.units]
    hexes = min((most for _, most in limits if most is not None), default=None)
    if hexes is not None:
        return f"{words} ({plural(hexes, 'hex')})"
    return f"{words} ({halves(min(limit for limit, _ in limits))} MP)"


def _leave_text(table: Table, command: Any) -> str:
    if command.place in open_board().map.boxes:
        return f"Leave the map for {place(command.place)}"
    where = "the west edge" if command.place == "west" else f"exit hex {command.place}"
    return f"Leave the map by {where} for victory, for good"


def _enter_text(table: Table, command: Any) -> str:
    return f"{unit_name(command.unit)} enters at {entry_name(command.letter)}, {MODES.get(command.mode, command.mode)}"


def _place_text(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    verb = "starts" if unit is None or unit.location == OFF_MAP else "starts instead"
    return f"{unit_name(command.unit)} {verb} in {place(command.hex)}"


def _take_off_text(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    marker = "truck" if unit is not None and unit.marker == "truck" else "strategic movement"
    return f"Take the {marker} marker off {unit_name(command.unit)}"


def _fire_text(table: Table, command: Any) -> str:
    step, words = top(table), f"{unit_name(command.unit)} fires in"
    if not isinstance(step, battle.Battle) or step.stage != "support":
        last = _last(table, step, defence=command.unit) if isinstance(step, battle.Battle) else ""
        return f"{words} defence{last}"
    return f"{words} support (1 shift right){_last(table, step, support=command.unit)}"


def _last(table: Table, step: battle.Battle, **more: Any) -> str:
    """What follows at once from support that leaves its side nothing else to add: the attack cannot be held up."""
    declared = {name: (*getattr(step, name), each) if name in _GUNS else each for name, each in more.items()}
    after_it = changed(step, **declared)
    if after_it.decider(table) is not None:
        return ""
    goes_on = " - last gun: " if more.keys() & _GUNS else " - last support: "
    return goes_on + ("the defender answers" if battle.answers(table, after_it) else "rolls the dice")


_GUNS = frozenset({"support", "defence"})
"""Fields of a combat that list artillery."""


def _blown_out(table: Table, step: battle.Battle) -> str:
    """That nobody has a choice any more before the dice once no bridge is blown."""
    if step.stage != "bridges" or step.blown:
        return ""
    following = changed(step, stage="support")
    free = following.decider(table) is None and not battle.answers(table, following)
    return " - rolls the dice" if free else ""


def _duel_text(table: Table, command: Any) -> str:
    step, unit = top(table), _unit_of(table, command)
    words = f"Firefight: {unit_name(command.unit)} leads"
    if not isinstance(step, battle.Battle) or unit is None:
        return words
    return f"{words}{after(_drm(results.firefight_drm(table, step, unit)))} - rolls the dice"


def _stand_text(table: Table, command: Any) -> str:
    step, unit = top(table), _unit_of(table, command)
    words = f"Last stand: {unit_name(command.unit)} leads"
    if not isinstance(step, battle.Battle) or unit is None:
        return words
    return f"{words}{after(_drm(results.stand_drm(table, step, unit)))} - rolls the dice"


def _lose_text(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    if unit is None:
        return f"{unit_name(command.unit)} loses a step"
    printed = book_of(table).pieces[unit.id]
    last = unit.reduced or printed.steps == 1
    return f"{unit_name(unit.id)} " + ("loses its last step" if last else "loses a step")


def _retreat_text(table: Table, command: Any) -> str:
    verb = "withdraws" if kind_in_hand(table) == "fall_back" else "retreats"
    if command.hex == "off":
        return f"{unit_name(command.unit)} {verb} off the map"
    return f"{unit_name(command.unit)} {verb} to {place(command.hex)}"


def _is_empty(table: Table, step: battle.Battle) -> bool:
    """Whether no attacker stands in the hex that was attacked."""
    return not units_in(table, step.target, step.side)


def _counter_text(table: Table, command: Any) -> str:
    step = top(table)
    if isinstance(step, battle.Battle) and _is_empty(table, step):
        return f"{unit_name(command.unit)} goes back to {place(step.target)}"
    return f"{unit_name(command.unit)} counterattacks"


def _breakthrough_text(table: Table, command: Any) -> str:
    step = top(table)
    if not isinstance(step, battle.Battle):
        return f"Breakthrough combat: {place(command.hex)} against {place(command.target)}"
    group = names(results.group_in(table, step, command.hex))
    return f"Breakthrough combat: {group} in {place(command.hex)} against {place(command.target)}"


def _replace_text(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    if unit is None or unit.location == ELIMINATED:
        return f"{unit_name(command.unit)} comes back in {place(command.hex)}"
    if unit.location != command.hex:
        return f"{unit_name(command.unit)} retreats to {place(command.hex)} and is rebuilt"
    return f"{unit_name(command.unit)} in {place(command.hex)} is rebuilt"


def _block_text(table: Table, command: Any) -> str:
    known = table.roadblocks.get(command.marker)
    verb = f"moves from {place(known)}" if known else "goes"
    words = f"{first_up(roadblock_name(command.marker))} {verb} to {place(command.hex)}"
    return words + _removal(table, command)


def _traffic_text(table: Table, command: Any) -> str:
    extra = book_of(table).charts.movement.traffic
    words = f"{first_up(marker_name(command.marker))} in {place(command.hex)} (+{halves(2 * extra)} MP for the enemy)"
    return words + _removal(table, command)


def _removal(table: Table, command: Any) -> str:
    """That no other marker is left to be placed after this one, so that the dice for removal come next (24.3)."""
    step = top(table)
    last = isinstance(step, traffic.TrafficPhase) and traffic.is_last(table, step.side, command)
    return " - last marker: rolls for removal" if last else ""


def _short_text(table: Table, command: Any) -> str:
    struck = sum(1 for _ in fuel.members(table, command.division, getattr(top(table), "west", False)))
    return f"{first_up(division_name(command.division))} is short of fuel ({plural(struck, 'unit')})"


def _air_text(table: Table, command: Any) -> str:
    step, words = top(table), f"Air support (1 shift right; {plural(table.now.air, 'marker')})"
    return words + _last(table, step, air=True) if isinstance(step, battle.Battle) else words


def _advance_text(table: Table, command: Any) -> str:
    words = f"{unit_name(command.unit)} advances to {place(command.hex)}"
    return words + _crowd(table, command.hex, (command.unit,))


def _arrive_text(table: Table, command: Any) -> str:
    words = f"{unit_name(command.unit)} arrives in {place(command.hex)}"
    return words + _crowd(table, command.hex, (command.unit,))


_COMMANDS: dict[str, Callable[[Table, Any], str]] = {
    "end": _end_text,
    "place": _place_text,
    "historical": lambda t, c: "Place all units that are left where history had them",
    "take_off": _take_off_text,
    "ready": lambda t, c: f"Ready {unit_name(c.unit)}",
    "short": _short_text,
    "ship": lambda t, c: "Ship the captured fuel: -2 on every fuel roll from now on",
    "blow": _blow_text,
    "rebuild": lambda t, c: f"Begin to rebuild {bridge_name(c.bridge)}",
    "blow_dump": _blow_dump_text,
    "move": lambda t, c: f"Move {unit_name(c.unit)}",
    "mode": _mode_text,
    "with": _with_text,
    "to": _to_text,
    "leave": _leave_text,
    "ignore": lambda t, c: (
        f"Ignore the zone of control in disguise ({up_to(book_of(t).charts.events.infiltration)}; else it is known)"
    ),
    "prime": lambda t, c: f"A prime mover for {unit_name(c.unit)}: it may move, but not fire",
    "board": lambda t, c: f"{unit_name(c.unit)} boards trucks: its whole move",
    "enter": _enter_text,
    "arrive": _arrive_text,
    "box": lambda t, c: f"{unit_name(c.unit)} goes into {place(c.box)}",
    "seal": lambda t, c: f"{unit_name(c.unit)} seals entry hex {entry_name(c.letter)}",
    "drop": lambda t, c: f"Von der Heydte drops in {place(c.hex)}",
    "dig": lambda t, c: f"{unit_name(c.unit)} begins an improved position{_in_its_hex(t, c)}",
    "split": lambda t, c: f"{unit_name(c.unit)} gives a step as a split unit{_in_its_hex(t, c)}",
    "absorb": lambda t, c: f"{unit_name(c.unit)} goes back into {unit_name(t.parents.get(c.unit, 'its parent'))}",
    "night": lambda t, c: f"A night marker on the stack in {place(c.hex)}",
    "remove": lambda t, c: f"Remove {unit_name(c.unit)}: it is eliminated",
    "withdraw": _withdraw_text,
    "roll": _roll_text,
    "attack": _attack_text,
    "stage": lambda t, c: f"Attack entry hex {entry_name(c.letter)}, from off the map",
    "call_off": lambda t, c: "Call the attack off, since the bridge is blown",
    "fire": _fire_text,
    "air": _air_text,
    "surprise": lambda t, c: (
        f"The 150th Panzer Brigade surprises ({up_to(book_of(t).charts.events.infiltration)}; it is known afterwards)"
    ),
    "engage": lambda t, c: "Take it as engaged",
    "duel": _duel_text,
    "slip_away": lambda t, c: "Slip away: retreat 1 hex instead of being engaged",
    "lose": _lose_text,
    "stand": _stand_text,
    "retreat": _retreat_text,
    "advance": _advance_text,
    "counter": _counter_text,
    "breakthrough": _breakthrough_text,
    "hold": lambda t, c: f"Attacker advantage for {unit_name(c.unit)}",
    "pick": lambda table, command: f"Place {marker_name(command.marker)} next",
    "traffic": _traffic_text,
    "block": _block_text,
    "first": lambda t, c: f"The {c.side} player replaces first",
    "replace": _replace_text,
    "infiltrate": lambda t, c: f"{place(c.hex)}: the stack infiltrates to {place(c.to)}",
}


def _in_its_hex(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    return f" in {place(unit.location)}" if unit is not None else ""


_RULES_AT: dict[tuple[str, str], str] = {
    ("declare", "with"): "14.1", ("defence", "fire"): "22.8", ("defence", "roll"): "22.8",
    ("withdrawing", "with"): "20.2", ("withdrawing", "roll"): "20.2", ("fall_back", "retreat"): "20.3",
}  # fmt: skip
"""Commands that have another rule at a stage of a combat or in a step."""


def rule_of(command: Command, moment: str = "") -> str | None:
    """The rule under which a command is given, at a stage of a combat or in a kind of step."""
    return _RULES_AT.get((moment, command.verb)) or command.rule


# Events


def _die(data: Mapping[str, Any]) -> str:
    """A die with its modifiers: `rolls 3 +1 recruit = 4`."""
    added = data["modifiers"]
    if not added:
        return f"rolls {data['die']}"
    total = data["die"] + sum(value for _, value, _ in added)
    return f"rolls {data['die']} {_drm(added)} = {total}"


def _moved(data: Mapping[str, Any]) -> str:
    how = "" if data["mode"] == "normal" else f", {MODES[data['mode']]}"
    if not data["path"]:
        return f"{names(data['units'])}: no way over the bridge"
    spent = f", {halves(2 * data['points'])} MP" if data["points"] else ""
    return f"{names(data['units'])} to {place(data['path'][-1])} ({plural(len(data['path']), 'hex')}{spent}{how})"


def _entered(data: Mapping[str, Any]) -> str:
    how = "" if data["mode"] == "normal" else f", {MODES[data['mode']]}"
    return f"{unit_name(data['unit'])} enters at {entry_name(data['letter'])} ({halves(2 * data['points'])} MP{how})"


def _demolition(data: Mapping[str, Any]) -> str:
    result = "it is blown" if data["blown"] else "it stands"
    return f"{unit_name(data['unit'])} tries to blow {bridge_name(data['bridge'])}, {_die(data)}: {result}"


def _fuel_roll(data: Mapping[str, Any]) -> str:
    return f"Fuel table {data['table']}: {_die(data).removeprefix('rolls ')}, {_named(data['named'])}"


def _named(divisions: Sequence[str]) -> str:
    if not divisions:
        return "no shortage"
    if divisions[0].startswith("west "):
        army = divisions[0].removeprefix("west ")
        return f"a division of {ARMIES.get(army, army)} west of the Ourthe"
    return ", ".join(map(division_name, divisions))


def _shelling(data: Mapping[str, Any]) -> str:
    result = data["result"]
    words = "time on target, the attack is cancelled" if result == "ToT" else _shifts_left(result)
    return f"Defensive artillery, {names(data['units'])}, {_die(data)}: {words}"


def _shifts_left(number: int) -> str:
    return f"{plural(number, 'shift')} left" if number else "no effect"


def _combat(data: Mapping[str, Any]) -> str:
    shifts = _drm(data["shifts"])
    odds = f"{data['attack']} to {data['defence']}{f', shifts {shifts}' if shifts else ''}, column {data['column']}"
    result = data["result"]
    return f"{first_up(at(data['hex']))} {odds}, rolls {data['die']}: {result}, {RESULTS.get(result, result)}"


def _attack_told(data: Mapping[str, Any]) -> str:
    verb = {"breakthrough": "break through to", "counter": "counterattack"}.get(data["sort"], "attack")
    who = "The Germans" if data["side"] == GERMAN else "The Allies"
    return f"{who} {verb} {place(data['hex'])}: {names(data['units'])}"


def _firefight(data: Mapping[str, Any]) -> str:
    result = data["result"]
    return f"Firefight {at(data['hex'])}, {unit_name(data['unit'])} {_die(data)}: {result}, {RESULTS[result]}"


def _stand(data: Mapping[str, Any]) -> str:
    where = place(data["hex"])
    return f"Last stand in {where}, {unit_name(data['unit'])} {_die(data)}: {STANDS[data['result']]}"


def _recovery(data: Mapping[str, Any]) -> str:
    words = f"{unit_name(data['unit'])} {at(data['hex'])}"
    if data["die"] is not None:
        words += f", next to the enemy, {_die(data)}:"
    if not data["better"]:
        return f"{words} still {data['status']}"
    return f"{words} recovers" if data["status"] == "fresh" else f"{words} is no longer routed, but disrupted"


def _eliminated(data: Mapping[str, Any]) -> str:
    verb = "is lost for good" if data["surrendered"] else "is eliminated"
    return f"{unit_name(data['unit'])} {verb} {at(data['hex'])}"


def _surrender(data: Mapping[str, Any]) -> str:
    words = f"Isolated: {names(data['units'])}, {_die(data)}: {data['added']:+d}, {data['points']}"
    verb = "it surrenders" if len(data["units"]) == 1 else "they surrender"
    return f"{words} of {data['level']} surrender points" + (f": {verb}" if data["surrendered"] else "")


def _supply(data: Mapping[str, Any]) -> str:
    parts = []
    if data["cut_off"]:
        parts.append(f"out of supply {names(data['cut_off'])}")
    if data["supplied"]:
        parts.append(f"back in supply {names(data['supplied'])}")
    return f"{data['side']} supply: {'; '.join(parts) or 'no change'}"


def _way_back(data: Mapping[str, Any], verb: str) -> str:
    way = data["path"]
    to = f" to {place(way[-1])}" if way else ""
    return f"{unit_name(data['unit'])} {verb} from {place(data['from'])}{to}"


def _traffic_roll(data: Mapping[str, Any]) -> str:
    gone = ", ".join(map(marker_name, data["removed"])) or "no marker"
    return f"The {data['side']} dice show {' and '.join(map(str, data['dice']))}: {gone} off the map"


def _retired(data: Mapping[str, Any]) -> str:
    where = f" from {place(data['hex'])}" if data["hex"] else ""
    return f"{first_up(marker_name(data['marker']))} leaves the game{where}"


def _roadblock_placed(data: Mapping[str, Any]) -> str:
    before = f" from {place(data['from_'])}" if data["from_"] else ""
    return f"{first_up(roadblock_name(data['marker']))}{before} to {place(data['hex'])}"


def _rebuilt(data: Mapping[str, Any]) -> str:
    words = f"{unit_name(data['unit'])} is rebuilt in {place(data['hex'])}"
    if data["remnant"]:
        return f"{words} in place of {unit_name(data['remnant'])}"
    stays = data["from"] in (data["hex"], ELIMINATED)
    return words if stays else f"{words}, after a retreat from {place(data['from'])}"


def _replacements(data: Mapping[str, Any]) -> str:
    parts = [f"{side} {number}" for side, number in data["points"].items()]
    return f"Replacement points of the night: {', '.join(parts)}"


def _victory_check(data: Mapping[str, Any]) -> str:
    goals = f"goals {', '.join(data['goals'])}" if data["goals"] else "no goal reached"
    words = f"Victory check: {plural(data['east'], 'victory hex')} in the east, {data['west']} in the west"
    words += f", {data['exited']} strength off the map, {goals}"
    if data["areas"]:
        words += f"; Allied units in {plural(len(data['areas']), 'start area')}"
    return words


def _jpz653(data: Mapping[str, Any]) -> str:
    result = {"arrives": "it arrives in this turn", "delayed": "it is delayed", "never": "it never comes"}
    return f"{unit_name(data['unit'])} {_die(data)}: {result[data['result']]}"


def _ccb(data: Mapping[str, Any]) -> str:
    bound = "it must go to the St. Vith area" if data["bound"] else "it moves as it likes"
    return f"{unit_name(data['unit'])} {_die(data)}: {bound}"


def _drop(data: Mapping[str, Any]) -> str:
    result = {"full": "he lands in strength", "reduced": "half of his men gather", "eliminated": "they are scattered"}
    return f"Von der Heydte drops in {place(data['hex'])}, {_die(data)}: {result[data['result']]}"


def _disguise(data: Mapping[str, Any]) -> str:
    result = "nobody stops it" if data["success"] else "it is seen through and must stop"
    return f"{unit_name(data['unit'])} in US disguise {at(data['hex'])} {_die(data)}: {result}"


def _weather(data: Mapping[str, Any]) -> str:
    ground = "the ground is frozen" if data["ground"] == "frozen" else "mud"
    return f"Weather: {ground}, the sky is {data['sky']}"


def _boxed(data: Mapping[str, Any]) -> str:
    before = "" if data["from"] == OFF_MAP else f" from {place(data['from'])}"
    return f"{unit_name(data['unit'])}{before} goes into {place(data['box'])}"


def _marker_off(data: Mapping[str, Any]) -> str:
    return f"The {'strategic movement' if 'marker' in data else 'truck'} marker of {unit_name(data['unit'])} comes off"


def _ip(words: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda d: f"{d['side']} improved position in {place(d['hex'])} {words}"


_TEXTS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "placed": lambda d: f"{unit_name(d['unit'])} starts in {place(d['hex'])}",
    "placed_all": lambda d: f"{plural(len(d['hexes']), 'unit')} placed as in history",
    "turn": lambda d: f"Turn {d['turn']}, {turn_name(d['turn'])}",
    "night": lambda d: f"Night after {turn_name(d['turn'])}",
    "phase": lambda d: f"{d['side']} {_PHASES.get(d['phase'], d['phase'])}",
    "weather": _weather,
    "boundary_lifted": lambda d: "The army boundary no longer binds the Germans",
    "prime_movers": lambda d: f"Prime movers come off {names(d['units'])}",
    "prime_mover": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} has a prime mover",
    "readied": lambda d: f"{d['side']} artillery ready: {names(d['units'])}",
    "marker_off": _marker_off,
    "boarded": lambda d: f"{unit_name(d['unit'])} boards trucks {at(d['hex'])}",
    "fuel_roll": _fuel_roll,
    "fuel_spared": lambda d: f"Fuel table {d['table']}: nobody to strike, no shortage",
    "fuel_short": lambda d: f"{first_up(division_name(d['division']))} is short of fuel: {names(d['units'])}",
    "demolition": _demolition,
    "ouren": lambda d: (
        f"The Allied player rolls {d['die']} for {bridge_name(d['bridge'])}: {'blown' if d['blown'] else 'intact'}"
    ),
    "bridge_begun": lambda d: f"The {d['side']} player begins to rebuild {bridge_name(d['bridge'])}",
    "bridge_built": lambda d: f"{first_up(bridge_name(d['bridge']))} is open ({d['side']})",
    "bridge_given_up": lambda d: f"The {d['side']} player's work on {bridge_name(d['bridge'])} is given up",
    "moved": _moved,
    "air": lambda d: f"Air support: die {d['die']}, {plural(d['markers'], 'marker')}",
    "entered": _entered,
    "arrived": lambda d: f"{unit_name(d['unit'])} arrives in {place(d['hex'])}",
    "boxed": _boxed,
    "sealing": lambda d: f"{unit_name(d['unit'])} seals entry hex {entry_name(d['letter'])}",
    "seals": lambda d: f"{doing(d['units'], 'seals', 'seal')} entry hex {entry_name(d['letter'])}",
    "back_in_box": lambda d: f"{doing(d['units'], 'goes', 'go')} back into {place(d['box'])}",
    "left": lambda d: f"{doing(d['units'], 'leaves', 'leave')} the map {at(d['hex'])} for {place(d['box'])}",
    "exited": lambda d: (
        f"{doing(d['units'], 'leaves', 'leave')} the map {at(d['hex'])}: attack strength {d['strength']}"
    ),
    "retreated_off": lambda d: f"{unit_name(d['unit'])} retreats off the map {at(d['hex'])} into {place(d['box'])}",
    "called_up": lambda d: f"{unit_name(d['unit'])} is called up",
    "drop": _drop,
    "jpz653": _jpz653,
    "ccb": _ccb,
    "ccb_free": lambda d: f"{unit_name(d['unit'])} is no longer bound to the St. Vith area",
    "disguise": _disguise,
    "surprise": lambda d: (
        f"{unit_name(d['unit'])} {_die(d)}: {'surprise, 1 shift right' if d['success'] else 'no surprise'}"
    ),
    "exposed": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} is known for what it is",
    "rrd": lambda d: f"Germans in {place(d['hex'])}: the regiments at the Roer dams may move a hex more",
    "released": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} has Germans next to it and may move",
    "meuse_crossed": lambda d: f"{unit_name(d['unit'])} is across the Meuse {at(d['hex'])}",
    "split": lambda d: f"{unit_name(d['of'])} in {place(d['hex'])} gives a step as {unit_name(d['unit'])}",
    "absorbed": lambda d: f"{unit_name(d['unit'])} goes back into {unit_name(d['by'])} in {place(d['hex'])}",
    "remnant": lambda d: f"{unit_name(d['unit'])} is what is left of {unit_name(d['of'])} {at(d['hex'])}",
    "ip_begun": _ip("begun"),
    "ip_built": _ip("complete"),
    "ip_removed": _ip("gone"),
    "night_marker": lambda d: f"Night marker in {place(d['hex'])}: {names(d['units'])}",
    "infiltrated": lambda d: (
        f"{doing(d['units'], 'infiltrates', 'infiltrate')} from {place(d['hex'])} to {place(d['to'])}"
    ),
    "refit_over": lambda d: f"Replacement markers come off {names(d['units'])}",
    "recovery": _recovery,
    "withdrawal": lambda d: (
        f"Withdrawal of {unit_name(d['unit'])} from {place(d['hex'])}, {_die(d)}: {WITHDRAWALS[d['result']]}"
    ),
    "withdrew": lambda d: _way_back(d, "withdraws"),
    "disengaged": lambda d: f"No longer engaged: {names(d['units'])}",
    "attack": _attack_told,
    "called_off": lambda d: f"The {d['side']} player calls the attack on {place(d['hex'])} off",
    "shelling": _shelling,
    "jabo": lambda d: f"Jabos over the battlefield, die {d['die']}: {_shifts_left(d['shifts'])}",
    "combat": _combat,
    "firefight": _firefight,
    "engaged": lambda d: f"Engaged {at(d['hex'])}: {names(d['units'])}",
    "stand": _stand,
    "reduced": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} loses a step",
    "eliminated": _eliminated,
    "status": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} is {d['status']}",
    "retreated": lambda d: _way_back(d, "retreats"),
    "returned": lambda d: f"{unit_name(d['unit'])} goes back to {place(d['hex'])}",
    "advanced": lambda d: f"{unit_name(d['unit'])} advances from {place(d['from'])} to {place(d['hex'])}",
    "advantage": lambda d: (
        f"Attacker advantage for {names(d['units'])} in {place(d['hex'])} against {place(d['target'])}"
    ),
    "control": lambda d: f"{place(d['hex'])} is now {d['side']}",
    "traffic_placed": lambda d: f"{first_up(marker_name(d['marker']))} in {place(d['hex'])}",
    "traffic_roll": _traffic_roll,
    "traffic_retired": _retired,
    "roadblock_placed": _roadblock_placed,
    "roadblock_removed": lambda d: f"{first_up(roadblock_name(d['marker']))} in {place(d['hex'])} is removed",
    "supply": _supply,
    "escaped": lambda d: f"No longer isolated: {names(d['units'])}",
    "surrender_roll": _surrender,
    "replacements": _replacements,
    "rebuilt": _rebuilt,
    "dump_found": lambda d: f"The fuel dump is in {place(d['hex'])}",
    "no_dump": lambda d: f"No fuel dump in {place(d['hex'])}",
    "dump_open": lambda d: f"The guard of the fuel dump in {place(d['hex'])} is gone",
    "dump_captured": lambda d: f"The Germans capture the fuel dump in {place(d['hex'])}",
    "dump_retaken": lambda d: f"The Allies retake the fuel dump in {place(d['hex'])}",
    "dump_shipped": lambda d: f"The fuel captured in {place(d['hex'])} is shipped",
    "dump_demolition": lambda d: (
        f"Demolition of the fuel dump in {place(d['hex'])}: {d['die']}, {'it burns' if d['destroyed'] else 'failure'}"
    ),
    "dump_gone": lambda d: f"The fuel dump in {place(d['hex'])} is evacuated",
    "victory_check": _victory_check,
    "final_points": lambda d: f"End of the game: {plural(d['points'], 'German victory point')}, {d['needed']} needed",
}
_PHASES: Mapping[str, str] = {
    **{phase: f"{name.lower()} phase" for phase, name in NAMES.items()},
    "bridges": "bridge phase",
}

KINDS = frozenset(_TEXTS)
"""The kinds of event that have words."""


def part(event: Event, trail: Sequence[str]) -> Sequence[str]:
    """Where in the sequence of play an event leads with which a turn, a night or a phase begins; else nowhere (4)."""
    match event.kind:
        case "turn":
            return (turn_name(event.data["turn"]),)
        case "night":
            return (turn_name(event.data["turn"]), NIGHT)
        case "phase":
            turn, *deeper = trail or [""]
            whose = NIGHT if deeper[:1] == [NIGHT] else f"{event.data['side']} player turn"
            return (turn, whose, NAMES[event.data["phase"]])
    return ()


def event_text(event: Event) -> str:
    """What happened."""
    return _TEXTS[event.kind](event.data)
