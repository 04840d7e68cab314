"""Commands and events in words: the one place where sentences are made."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wargame_tui.board.phrases import after, first_up, halves, named_in, plural
from wargame_tui.board.steps import kind_in_hand, top
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event, Modifier
from wargame_tui.titles.ardennes_44.events.kinds import drm_words, told
from wargame_tui.titles.ardennes_44.events.turns import NightFell, PhaseBegan, TurnBegan
from wargame_tui.titles.ardennes_44.printed.book import enemy, open_board
from wargame_tui.titles.ardennes_44.printed.names import (
    MODES,
    NIGHT,
    PHASES,
    at,
    bridge_name,
    division_name,
    entry_name,
    marker_name,
    names,
    place,
    roadblock_name,
    turn_name,
    unit_name,
    units,
)
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
from wargame_tui.titles.ardennes_44.state import (
    ELIMINATED,
    OFF_MAP,
    Table,
    Unit,
    board_of,
    book_of,
    changed,
    units_in,
)


def up_to(limit: int) -> str:
    """The numbers on a die up to a limit."""
    return "cannot succeed" if limit < 1 else "on a 1" if limit == 1 else f"on 1 to {min(limit, 6)}"


def spoken(text: str) -> str:
    """A text with units named as on their counters, and hexes with their names."""
    return named_in(text, units().get, place, open_board().index)


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


def _drm(found: Iterable[Modifier]) -> str:
    """Die roll modifiers of a roll to come, each by name."""
    return drm_words(told(found))


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
    return f"{words} ({up_to(bridges.limit(table, unit, kind_in_hand(table) == 'battle'))})"


def _blow_dump_text(table: Table, command: Any) -> str:
    return f"Destroy the fuel dump ({up_to(bridges.dump_limit(table, kind_in_hand(table) == 'battle'))})"


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


def part(event: Event, trail: Sequence[str]) -> Sequence[str]:
    """Where in the sequence of play an event leads with which a turn, a night or a phase begins; else nowhere (4)."""
    match event:
        case TurnBegan():
            return (turn_name(event.turn),)
        case NightFell():
            return (turn_name(event.turn), NIGHT)
        case PhaseBegan():
            turn, *deeper = trail or [""]
            whose = NIGHT if deeper[:1] == [NIGHT] else f"{event.side} player turn"
            return (turn, whose, PHASES[event.phase])
    return ()
