"""Commands and events in words: the one place where sentences are made."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from wargame_tui.board.phrases import after, halves, named_in, plural
from wargame_tui.board.steps import ALSO_ROLLS, kind_in_hand, top
from wargame_tui.core.command import Command, field_names
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.wording import fields_in
from wargame_tui.titles.ardennes_44.events.kinds import drm_words, told
from wargame_tui.titles.ardennes_44.events.turns import NightFell, PhaseBegan, TurnBegan
from wargame_tui.titles.ardennes_44.printed.book import enemy, open_board
from wargame_tui.titles.ardennes_44.printed.names import (
    MODES,
    NIGHT,
    PHASES,
    at,
    in_words,
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
    modes,
    modifiers,
    moving,
    results,
    stacking,
    traffic,
    withdrawal,
)
from wargame_tui.titles.ardennes_44.state import ELIMINATED, OFF_MAP, Table, Unit, changed


def up_to(limit: int) -> str:
    """The numbers on a die up to a limit."""
    return "cannot succeed" if limit < 1 else "on a 1" if limit == 1 else f"on 1 to {min(limit, 6)}"


def spoken(text: str) -> str:
    """A text with units named as on their counters, and hexes with their names."""
    return named_in(text, units().get, place, open_board().index)


# Commands


def command_text(table: Table, command: Command) -> str:
    """What a command does: its form, with its fields and with what depends on the state."""
    fields = {name: getattr(command, name) for name in field_names(type(command))}
    return in_words(
        command.template,
        {**fields, **{part: PARTS[part](table, command) for part in _fields_in(command.template) - fields.keys()}},
    )


_fields_in = cache(fields_in)


def _ending(table: Table, command: Any) -> str:
    step = top(table)
    match kind_in_hand(table):
        case "battle":
            if step.stage == "counter" and _is_empty(table, step):
                return "No unit returns"
            return str(step.now.ending) + _blown_out(table, step)
        case "movement":
            crowded = [] if table.night else excess.crowded(table, step.side)
            return str(step.ending) + _price(crowded)
        case "advancing":
            crowded = [hex_ for hex_ in excess.crowded(table, step.side) if hex_ in _advanced_to(table, step)]
            return str(step.ending) + _price(crowded)
        case "moving":
            hex_ = table.units[step.units[0]].location
            return f"{'Stop' if step.hexes else 'Stay'} in {place(hex_)}{_crowd(table, hex_, step.units)}"
        case "fall_back":
            return f"Stay in {place(table.units[step.unit].location)}"
    return getattr(step, "ending", "End")


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
    if not units or hex_ not in table.board.index:
        return ""
    too_many = stacking.excess(
        table.book, [*(unit for unit in table.units_in(hex_, units[0].side) if unit.id not in coming), *units]
    )
    return f" - OVERSTACKED there: {too_many}" if too_many else ""


def _rolling(table: Table, command: Any) -> str:
    step = top(table)
    if not isinstance(step, battle.Battle):
        return f"Roll for {names(step.units)}" if step is not None and step.kind == "withdrawing" else "Roll"
    if step.stage == "call_off":
        return "Attack without the bridge"
    if step.stage == "defence":
        count = len(step.defence)
        guns = f"Fire with {plural(count, 'artillery unit')}" if count else "No defensive artillery"
        return f"{guns}{ALSO_ROLLS}"
    if not step.attackers:
        return "Attack"
    verb = f"Attack with {names(step.attackers)}" if step.stage == "declare" else "Attack"
    return f"{verb}: {odds_text(table, step)}"


def odds_text(table: Table, fight: modifiers.Fight) -> str:
    """Strengths and the column as far as all is declared: `15 to 4, 3-1, with shifts 4-1`."""
    mine, theirs = modifiers.attack_strength(table, fight), modifiers.defence_strength(table, fight)
    columns = table.book.charts.combat.columns
    column = modifiers.odds_column(mine, theirs)
    words = f"{mine} to {theirs}, {columns[modifiers.on_crt(table, column)]}"
    shift = sum(found.value for found in modifiers.shifts(table, fight))
    return f"{words}, shifted {shift:+d} to {columns[modifiers.on_crt(table, column + shift)]}" if shift else words


def _drm(found: Iterable[Modifier]) -> str:
    """Die roll modifiers of a roll to come, each by name: `DRM +1 recruit`."""
    words = drm_words(told(found))
    return f"DRM {words}" if words else ""


def _unit_of(table: Table, command: Any) -> Unit | None:
    return table.units.get(command.unit)


def _joins(table: Table, command: Any) -> str:
    step, unit = top(table), _unit_of(table, command)
    if unit is None or step is None:
        return f"{unit_name(command.unit)} too"
    match step.kind:
        case "moving":
            return f"Add {unit_name(unit.id)} to the stack"
        case "withdrawing":
            more = changed(step, units=(*step.units, unit.id))
            drm = after(_drm(withdrawal.drm(table, unit)))
            return f"{unit_name(unit.id)} tries to withdraw too{drm}{_at_once(table, more)}"
        case "battle":
            return f"{unit_name(unit.id)} attacks{after(_strength(table, unit, step.target))}"
    return f"{unit_name(command.unit)} too"


def _strength(table: Table, unit: Unit, target: str) -> str:
    value, rule = modifiers.attack_value(table, unit, target), modifiers.halving(table, unit, target)
    return f"AF {value}, halved: {_HALVINGS[rule]}" if rule else f"AF {value}"


_HALVINGS: Mapping[str, str] = {
    "15.3": "across a river, 15.3",
    "15.4": "vehicle off the road, 15.4",
    "15.5": "out of forest-ravine, 15.5",
    "15.5a": "bridge over a ravine, 15.5a",
    "15.7": "against the Westwall, 15.7",
}
"""Why an attacking unit is halved."""


def _withdraws(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    if unit is None:
        return "tries to withdraw"
    engaged = "engaged" if unit.eng else ""
    notes = ", ".join(note for note in (engaged, _drm(withdrawal.drm(table, unit))) if note)
    alone = withdrawal.Withdrawing(unit.location, (unit.id,), unit.side)
    return f"{at(unit.location)} tries to withdraw{after(notes)}{_at_once(table, alone)}"


def _at_once(table: Table, step: withdrawal.Withdrawing) -> str:
    """That nobody else can be named, so that the dice come next."""
    return ALSO_ROLLS if step.decider(table) is None else ""


def _defended(table: Table, command: Any) -> str:
    """Who defends a hex, and how strongly."""
    if command.hex not in table.board.index:
        return ""
    side = table.now.side
    foes = table.units_in(command.hex, enemy(side))
    strength = modifiers.defence_strength(table, battle.Battle(command.hex, side))
    return f": {names(unit.id for unit in foes) or 'the fuel dump'} (DF {strength})"


def _blown(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    return f" ({up_to(bridges.limit(table, unit, kind_in_hand(table) == 'battle'))})" if unit is not None else ""


def _burns(table: Table, command: Any) -> str:
    return up_to(bridges.dump_limit(table, kind_in_hand(table) == "battle"))


def _spent(table: Table, command: Any) -> str:
    """What the way to a hex costs, and what is left."""
    step, board = top(table), table.board
    if not isinstance(step, moving.Moving) or command.hex not in board.index:
        return ""
    spent, crowd = moving.ways(table, step).spent.get(board.index[command.hex]), _crowd(table, command.hex, step.units)
    if spent is None or step.mode in ("tactical", "shift"):
        return crowd
    limit = min(modes.allowance(table, table.units[name], step.mode)[0] for name in step.units)
    return f" ({halves(spent - step.halves)} MP, {halves(max(limit - spent, 0))} left){crowd}"


def _allowance(table: Table, command: Any) -> str:
    """How far units come in a way of moving."""
    step = top(table)
    if not isinstance(step, moving.Moving) or command.mode not in MODES:
        return ""
    limits = [modes.allowance(table, table.units[name], command.mode) for name in step.units]
    hexes = min((most for _, most in limits if most is not None), default=None)
    return f" ({plural(hexes, 'hex')})" if hexes is not None else f" ({halves(min(limit for limit, _ in limits))} MP)"


def _way_out(table: Table, command: Any) -> str:
    if command.place in open_board().map.boxes:
        return f"for {place(command.place)}"
    where = "the west edge" if command.place == "west" else f"exit hex {command.place}"
    return f"by {where} for victory, permanently"


def _starts(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    verb = "Set up" if unit is None or unit.location == OFF_MAP else "Move"
    return f"{verb} {unit_name(command.unit)} {'in' if verb == 'Set up' else 'to'}"


def _its_marker(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    return "truck" if unit is not None and unit.marker == "truck" else "strategic movement"


def _fires(table: Table, command: Any) -> str:
    step = top(table)
    if not isinstance(step, battle.Battle) or step.stage != "support":
        return "defence" + (_last(table, step, defence=command.unit) if isinstance(step, battle.Battle) else "")
    return f"support (1 shift right){_last(table, step, support=command.unit)}"


def _last(table: Table, step: battle.Battle, **more: Any) -> str:
    """What follows at once from support that leaves its side nothing else to add: the attack cannot be held up."""
    declared = {name: (*getattr(step, name), each) if name in _GUNS else each for name, each in more.items()}
    after_it = changed(step, **declared)
    if after_it.decider(table) is not None:
        return ""
    goes_on = " - last gun: " if more.keys() & _GUNS else " - last support: "
    return goes_on + ("the defender replies" if battle.answers(table, after_it) else "rolls the dice")


_GUNS = frozenset({"support", "defence"})
"""Fields of a combat that list artillery."""


def _blown_out(table: Table, step: battle.Battle) -> str:
    """That nobody has a choice any more before the dice once no bridge is blown."""
    if step.stage != "bridges" or step.blown:
        return ""
    following = changed(step, stage="support")
    free = following.decider(table) is None and not battle.answers(table, following)
    return ALSO_ROLLS if free else ""


def _firefight(table: Table, command: Any) -> str:
    step, unit = top(table), _unit_of(table, command)
    if not isinstance(step, battle.Battle) or unit is None:
        return ""
    return f"{after(_drm(results.firefight_drm(table, step, unit)))}{ALSO_ROLLS}"


def _last_stand(table: Table, command: Any) -> str:
    step, unit = top(table), _unit_of(table, command)
    if not isinstance(step, battle.Battle) or unit is None:
        return ""
    return f"{after(_drm(results.stand_drm(table, step, unit)))}{ALSO_ROLLS}"


def _a_step(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    return "its last step" if unit is not None and table.is_last_step(unit) else "a step"


def _goes_back(table: Table, command: Any) -> str:
    verb = "withdraws" if kind_in_hand(table) == "fall_back" else "retreats"
    return f"{verb} off the map" if command.hex == "off" else f"{verb} to {place(command.hex)}"


def _is_empty(table: Table, step: battle.Battle) -> bool:
    """Whether no attacker stands in the hex that was attacked."""
    return not table.units_in(step.target, step.side)


def _counters(table: Table, command: Any) -> str:
    step = top(table)
    empty = isinstance(step, battle.Battle) and _is_empty(table, step)
    return f"returns to {place(step.target)}" if empty else "counterattacks"


def _group(table: Table, command: Any) -> str:
    step = top(table)
    return f"{names(results.group_in(table, step, command.hex))} in " if isinstance(step, battle.Battle) else ""


def _comes_back(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    if unit is None or unit.location == ELIMINATED:
        return f"returns from the dead pile at {place(command.hex)}"
    if unit.location != command.hex:
        return f"retreats to {place(command.hex)} and is rebuilt"
    return f"at {place(command.hex)} regains a step"


def _roadblock(table: Table, command: Any) -> str:
    known = table.roadblocks.get(command.marker)
    return f"{roadblock_name(command.marker)} {f'moves from {place(known)}' if known else 'goes'}"


def _removal(table: Table, command: Any) -> str:
    """That no other marker is left to be placed after this one, so that the dice for removal come next (24.3)."""
    step = top(table)
    last = isinstance(step, traffic.TrafficPhase) and traffic.is_last(table, step.side, command)
    return " - last marker: rolls for removal" if last else ""


def _struck(table: Table, command: Any) -> str:
    return plural(sum(1 for _ in fuel.members(table, command.division, getattr(top(table), "west", False))), "unit")


def _last_air(table: Table, command: Any) -> str:
    step = top(table)
    return _last(table, step, air=True) if isinstance(step, battle.Battle) else ""


def _detached(table: Table, command: Any) -> str:
    """What a unit detaches: combat commands a task force, regiments a battalion (26.1)."""
    unit = _unit_of(table, command)
    return "task force" if unit is not None and table.piece(unit).entry.size == "CC" else "battalion"


def _here(table: Table, command: Any) -> str:
    unit = _unit_of(table, command)
    return f" in {place(unit.location)}" if unit is not None else ""


PARTS: Mapping[str, Callable[[Table, Any], str]] = {
    "a_step": _a_step,
    "air_left": lambda table, command: plural(table.now.air, "marker"),
    "allowance": _allowance,
    "blown": _blown,
    "burns": _burns,
    "comes_back": _comes_back,
    "counters": _counters,
    "crowd": lambda table, command: _crowd(table, command.hex, (command.unit,)),
    "deceives": lambda table, command: up_to(table.book.charts.events.infiltration),
    "defended": _defended,
    "detached": _detached,
    "ending": _ending,
    "firefight": _firefight,
    "fires": _fires,
    "goes_back": _goes_back,
    "group": _group,
    "here": _here,
    "its_marker": _its_marker,
    "joins": _joins,
    "last_air": _last_air,
    "last_stand": _last_stand,
    "parent": lambda table, command: unit_name(table.parents.get(command.unit, "its parent")),
    "removal": _removal,
    "roadblock": _roadblock,
    "rolling": _rolling,
    "spent": _spent,
    "starts": _starts,
    "struck": _struck,
    "traffic_cost": lambda table, command: halves(2 * table.book.charts.movement.traffic),
    "way_out": _way_out,
    "withdraws": _withdraws,
}
"""What forms of commands have beside their fields: it depends on the state."""


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
