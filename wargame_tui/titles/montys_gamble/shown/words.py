"""Commands and events in words: the one place where sentences are made."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wargame_tui.board.phrases import made_of
from wargame_tui.board.phrases import plural as plural
from wargame_tui.board.steps import top, with_dice
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.titles.montys_gamble.commands import payers
from wargame_tui.titles.montys_gamble.printed.book import DATA, UK, enemy, space_name
from wargame_tui.titles.montys_gamble.printed.data import Link
from wargame_tui.titles.montys_gamble.rules import (
    assault,
    attack,
    bombardment,
    bridges,
    dday,
    impulses,
    movement,
    refit,
    refit_phase,
    regroup,
    reinforcements,
    sequence,
)
from wargame_tui.titles.montys_gamble.state import (
    BETTER,
    DIS1,
    DIS2,
    ELIMINATED,
    FRESH,
    OFF_MAP,
    SPENT,
    WORSE,
    Draft,
    Table,
    Unit,
    allowance,
    book_of,
    is_vacant,
    units_in,
)

CONDITIONS: Mapping[str, str] = {
    FRESH: "Fresh",
    SPENT: "Spent",
    DIS1: "Dis1",
    DIS2: "Dis2",
    ELIMINATED: "eliminated",
}
"""The conditions of a unit (4.2, 4.4)."""
CONTROL: Mapping[str, str] = {"German": "German", "airborne": "Allied (airborne)", "XXX": "Allied (XXX Corps)"}
"""Who controls a space (7.2)."""
MARKERS: Mapping[str, str] = {"RAF2": "RAF 2 Group", "RAF83": "RAF 83 Group", dday.EIGHTH: "8th Air Force"}
DEPOTS: Mapping[str, str] = {
    "german": "German depot",
    "zone_f": "XXX Corps depot",
    "1": "1st Airborne depot",
    "82": "82nd Airborne depot",
    "101": "101st Airborne depot",
    "oss": "Oss depot",
    "air": "air supply",
}
_DEPOT_NAMES: Mapping[str, str] = {"1": "1", "82": "82", "101": "101", "OSS": "oss", "AIR": "air"}
"""Depots with a name of their own, and their kind."""


# Names


def unit_name(unit: str) -> str:
    """A unit as its counter says; its id if there is no such counter."""
    entry = DATA.units.units.get(unit)
    return entry.short if entry else unit


def names(units: Iterable[str]) -> str:
    """Several units."""
    return ", ".join(unit_name(unit) for unit in units)


def place(space: str) -> str:
    """A space, or where units are that are in none."""
    if space == UK:
        return "the UK box"
    return space_name(space) if space in DATA.map.spaces else {OFF_MAP: "off the map"}.get(space, space)


def _link(border: str) -> Link | None:
    banks = set(border.split("-"))
    return next((link for link in DATA.map.links if set(link.between) == banks), None)


def bridge_name(border: str) -> str:
    """A bridge in words: `the Son bridge`."""
    link = _link(border)
    return f"the {link.bridge_name} bridge" if link and link.bridge_name else f"the bridge {border}"


def water_name(border: str) -> str:
    """A boundary over water in words: its bridge, or the river between its banks."""
    link = _link(border)
    if link is None or link.bridge is not None or not link.river:
        return bridge_name(border)
    return f"{river_name(link.river)} at {border}"


def river_name(river: str) -> str:
    """A river or canal with its article."""
    return river if river.startswith("Het ") else f"the {river}"


def depot_name(depot: str) -> str:
    """A depot in words: `XXX Corps depot F2`, `82nd Airborne depot`."""
    if depot in _DEPOT_NAMES:
        return DEPOTS[_DEPOT_NAMES[depot]]
    return f"{DEPOTS['german' if depot.startswith('G') else 'zone_f']} {depot}"


def target_name(target: str) -> str:
    """The primary target of a bombardment (11.12)."""
    if target.startswith(bombardment.WORK):
        return f"the works at {bridge_name(target.removeprefix(bombardment.WORK))}"
    if target.startswith(bombardment.FERRY):
        return f"the ferry {target.removeprefix(bombardment.FERRY)}"
    return unit_name(target)


def points(halves: float) -> str:
    """Movement points from half points: `2.5`."""
    return f"{halves / movement.HALF:g}"


_WORD = re.compile(r"[\w/-]+")


def spoken(text: str) -> str:
    """A text of the odds in words: terms as on the table, units as their counters say."""
    named = term_name(text)
    return named if named != text else _WORD.sub(lambda found: unit_name(found.group()), text)


def term_name(name: str) -> str:
    """The name of a term of a value: units as their counters say."""
    unit, barrage, _ = name.partition(" (barrage)")
    if unit in DATA.units.units:
        return unit_name(unit) + barrage
    border = name.removeprefix("over bridge ")
    if border != name:
        return f"over {bridge_name(border)}"
    if name.startswith("1 more ") and name.endswith("units"):
        return name.removesuffix("s")
    return CONDITIONS.get(name, name)


def _needs(data: Mapping[str, Any]) -> str:
    """The number that a die must reach, and how modifiers of the die have changed it: `needs 3+ (4, -1 no enemy)`."""
    changes = [(-value, term_name(name)) for name, value, _ in data["modifiers"]]
    printed = data["needs"] - sum(by for by, _ in changes)
    return f"needs {data['needs']}+{made_of(printed, changes)}"


def _value(terms: Sequence[Sequence[Any]]) -> int:
    return sum(value for _, value, _ in terms)


def _dice(data: Mapping[str, Any]) -> str:
    """AV and DV with the dice: `9 + 7 = 16 against 8 + 5 = 13`."""
    attacker, defender = data["dice"]
    av, dv = _value(data["av"]), _value(data["dv"])
    return f"{av} + {attacker} = {av + attacker} against {dv} + {defender} = {dv + defender}"


def _chance(needs: int) -> str:
    return f"{max(1, needs)} or more"


# Commands


_LAST_WORDS = frozenset(
    {"pass", "bomb", "fight", "forward", "take", "stay", "retreat", "end", "area", "act", "buy", "refit", "share"}
)
"""Verbs of commands that may be the last before dice are rolled, which then say so."""
_LET_STAND = frozenset({"keep", "quiet"})
"""The same after a roll."""


def command_text(table: Table, command: Command) -> str:
    """What a command does, and whether dice are rolled at once."""
    words = with_dice(_COMMANDS[command.verb](table, command), table, command, _LAST_WORDS, Draft)
    return with_dice(words, table, command, _LET_STAND, Draft, "; then the next dice")


def _assault_text(table: Table, command: Any) -> str:
    if command.space == UK:
        return "Drop units from the UK box"
    count = len(assault.startable(table, command.space)) if command.space in book_of(table).ground else 0
    if not count or assault.is_demolition_only(table):
        return _bridge_work(table, command.space)
    again = " too" if table.now.kind else ""
    return f"Assault from {place(command.space)}{again} ({count} Fresh)"


def _bridge_work(table: Table, space: str) -> str:
    """What can be tried on the bridges of a space from which nobody goes."""
    side, parts = table.now.side, []
    for border in book_of(table).bridges_of.get(space, ()) if table.now.control else ():
        for verb, refusal in (
            ("blow", bridges.demolition_refusal(table, border, side)),
            ("repair", bridges.repair_refusal(table, space, border, side)),
        ):
            if refusal is None:
                needs = bridges.works_needs(table, border, side, repair=verb == "repair")
                parts.append(f"{verb} {bridge_name(border)} ({_chance(needs)})")
    if not parts:
        return f"Work on the bridges at {place(space)}"
    return f"{place(space)}: {', '.join(parts)}"


def _bombard_text(table: Table, command: Any) -> str:
    again = " too" if table.now.kind else ""
    return f"Artillery bombards {place(command.space)}{again}"


def _step_text(table: Table, command: Any) -> str:
    """A step of a move: over what, for how much, and whether it leads to a fight."""
    unit, space = table.units[command.unit], command.space
    how = assault.STEPS[type(command)]
    edge = book_of(table).edges[unit.location].get(space)
    way = movement.find_way(table, unit, space, how)
    words = f"{unit_name(unit.id)} to {place(space)}"
    if edge is not None and how != "move":
        across = {"cross": "across", "ferry": "by ferry over", "boat": "by assault boat over"}[how]
        link = book_of(table).waters.get(edge.id)
        words = f"{unit_name(unit.id)} {across} {river_name(link.river) if link and link.river else edge.id}"
        words += f" to {place(space)}"
    if edge is None or not isinstance(way, movement.Way):
        return words
    if isinstance(top(table), dday.DropAreaActs):
        # It moves once and is Spent (20.4).
        over = edge.bridge and table.crossings[edge.id].holder != unit.side
        return f"{words} (takes {bridge_name(edge.id)})" if how == "move" and over else words
    used = way.cost if way.bonus is None else way.bonus
    left = 0 if way.whole else max(0, allowance(table, unit) - used)
    notes = ["all MF" if way.whole else f"{points(left)} MF left"]
    if how == "move" and edge.bridge and table.crossings[edge.id].holder != unit.side:
        notes.append(f"over {bridge_name(edge.id)}, enemy-held")
    if not is_vacant(table, space, unit.side):
        notes.append("must attack" if _must_attack(table, unit, space, how) else "enemies there")
    return f"{words} ({', '.join(notes)})"


def _must_attack(table: Table, unit: Unit, space: str, how: movement.How) -> bool:
    """Whether a step puts a unit under mandatory attack (10.2)."""
    trial = Draft(table)
    movement.go(trial, unit, space, how)
    return movement.mover_of(trial, unit).mandatory


def _infiltrate_text(table: Table, command: Any) -> str:
    limit = assault.infiltration_limit(table, command.space)
    words = f"{unit_name(command.unit)} tries to infiltrate {place(command.space)}"
    return f"{words} (succeeds on {up_to(limit)})" if limit >= 1 else f"{words} (cannot succeed, must attack)"


def up_to(limit: int) -> str:
    """The numbers on a die up to a limit."""
    return "nothing" if limit < 1 else "a 1" if limit == 1 else "1 or 2" if limit == 2 else f"1 to {limit}"


def _seize_text(table: Table, command: Any) -> str:
    unit = table.units[command.unit]
    words = f"{unit_name(unit.id)} tries to seize {bridge_name(command.border)}"
    if command.border not in book_of(table).bridges_of.get(unit.location, ()):
        return words
    return f"{words} ({_chance(bridges.seizure_needs(table, command.border, unit.location, unit.side))})"


def _works_text(verb: str, *, repair: bool) -> Callable[[Table, Any], str]:
    def text(table: Table, command: Any) -> str:
        words = f"Try to {verb} {bridge_name(command.border)}"
        if not table.now.control or command.border not in book_of(table).banks:
            return words
        needs = bridges.works_needs(table, command.border, table.now.side, repair=repair)
        return f"{words} ({_chance(needs)})"

    return text


def _attack_text(table: Table, command: Any) -> str:
    foes = len(units_in(table, command.space, enemy(table.now.side)))
    return f"Attack at {place(command.space)} ({plural(foes, 'defender')})"


def _join_text(table: Table, command: Any) -> str:
    return f"{unit_name(command.unit)} takes part (attack {table.units[command.unit].attack})"


def _aim_text(table: Table, command: Any) -> str:
    words = f"Primary target: {target_name(command.target)}"
    unit = table.units.get(command.target)
    if unit is None or unit.condition == DIS2:
        return words
    return f"{words} (a step for {bombardment.step_price(table, unit)} AP)"


def _point_text(table: Table, command: Any) -> str:
    return f"{unit_name(command.unit)} is the point unit (attack {table.units[command.unit].attack})"


def _support_text(table: Table, command: Any) -> str:
    return f"{unit_name(command.unit)} supports with its guns (+1)"


def _lead_text(table: Table, command: Any) -> str:
    return f"{unit_name(command.unit)} leads the bombardment (attack {table.units[command.unit].attack})"


def _barrage_text(table: Table, command: Any) -> str:
    return "Make it a barrage: the lead's attack doubled, all guns Spent afterwards"


def _fight_text(table: Table, command: Any) -> str:
    step = top(table)
    if isinstance(step, bombardment.Bombardment):
        if step.lead is None and step.marker is None:
            return "Fire"
        av = attack.total(bombardment.bombardment_value(table, step.lead, step.support, barrage=step.barrage))
        dv = attack.total(bombardment.shelter_value(table, step.space, air=step.marker is not None))
        return f"Fire: AV {av} against DV {dv}"
    if isinstance(step, attack.Assailing) and step.point is not None:
        av = attack.total(attack.attack_value(table, step.attackers, step.point, step.support))
        words = f"Attack with {plural(len(step.attackers), 'unit')}: AV {av}"
        forward = step.forward or best_forward(table, step)
        if forward is None:
            return words
        return f"{words} against DV {attack.total(attack.defence_value(table, step.space, step.attackers, forward))}"
    return "Attack"


def best_forward(table: Table, step: attack.Assailing) -> str | None:
    """The forward unit that defends best, as long as the defender has not chosen (10.73A)."""
    foe = enemy(table.now.side)
    could = [unit.id for unit in units_in(table, step.space, foe)]
    could = [name for name in could if attack.forward_refusal(table, step.space, name, foe) is None]
    return max(
        could,
        key=lambda name: attack.total(attack.defence_value(table, step.space, step.attackers, name)),
        default=None,
    )


def _forward_text(table: Table, command: Any) -> str:
    step = top(table)
    words = f"{unit_name(command.unit)} is the forward unit"
    if not isinstance(step, attack.Assailing):
        return words
    return f"{words} (DV {attack.total(attack.defence_value(table, step.space, step.attackers, command.unit))})"


def _quiet_text(table: Table, command: Any) -> str:
    phase = "impulse" if any(isinstance(step, impulses.Impulse) for step in table.stack) else "phase"
    return f"Let it stand; do not ask again in this {phase}"


def _take_text(table: Table, command: Any) -> str:
    worse = CONDITIONS[WORSE.get(table.units[command.unit].condition, ELIMINATED)]
    verb = "is" if worse == CONDITIONS[ELIMINATED] else "becomes"
    step, price = top(table), ""
    if isinstance(step, bombardment.Attrition):
        price = f" ({plural(bombardment.step_price(table, table.units[command.unit]), 'point')})"
    return f"{unit_name(command.unit)} {verb} {worse}{price}"


def _sunset_text(table: Table, command: Any) -> str:
    if not command.spaces:
        return f"Leave the sunset DRM at {_signed(table.sunset_drm)}"
    effect = "longer" if command.spaces > 0 else "shorter"
    return f"Sunset DRM {command.spaces:+d}, to {_signed(table.sunset_drm + command.spaces)}: a {effect} day"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _refit_text(table: Table, command: Any) -> str:
    unit, depot = table.units[command.unit], table.depots.get(command.depot)
    better = CONDITIONS[BETTER.get(unit.condition, FRESH)]
    words = f"{unit_name(unit.id)} becomes {better} from {depot_name(command.depot)}"
    price = refit.refit_price(table, depot, unit) if depot else None
    return words if price is None or depot is None else f"{words} ({price} of {depot.points} points)"


def _share_text(table: Table, command: Any) -> str:
    better = CONDITIONS[BETTER.get(table.units[command.unit].condition, FRESH)]
    return f"{unit_name(command.unit)} becomes {better} from {' and '.join(map(depot_name, payers(command)))} together"


def _night_text(table: Table, command: Any) -> str:
    words = f"Try to repair {bridge_name(command.border)} from {depot_name(command.depot)}"
    if command.border not in table.crossings or command.depot not in table.depots:
        return words
    site = refit.night_site(table, command.border, command.depot)
    if isinstance(site, refit.Site):
        needs = bridges.works_needs(table, command.border, table.depots[command.depot].side, repair=True)
        return f"{words} ({plural(site.price, 'point')}, {_chance(needs)})"
    return words


def _buy_text(table: Table, command: Any) -> str:
    price = abs(command.impulses) * book_of(table).charts.limits.impulse_price
    way = "later: a shorter day" if command.impulses > 0 else "earlier: a longer day"
    return f"{plural(abs(command.impulses), 'impulse')} {way} ({price} points)"


def _drop_text(table: Table, command: Any) -> str:
    value = reinforcements.interdiction_value(table, table.units.get(command.unit), command.area)
    return f"{unit_name(command.unit)} drops in {place(command.area)} (IV {value})"


def _act_text(table: Table, command: Any) -> str:
    words = {
        "attack": "Attack the Germans there",
        "seize": "Seize a bridge with one unit",
        "move": "Move units to adjacent Vacant areas",
        "pass": "Pass: the units stay Fresh",
    }
    return words.get(str(command.action), str(command.action))


def _end_text(table: Table, command: Any) -> str:
    match top(table):
        case dday.AirbornePhase():
            return "Drop as chosen"
        case dday.DropAreaActs():
            return "No more moves from this area"
        case reinforcements.Dropping(declared):
            return f"Drop {plural(len(declared), 'unit')}"
        case assault.Infiltrating():
            return "End the infiltration"
        case assault.Operations():
            return "End this assault"
        case impulses.Impulse():
            return "End the impulse"
        case refit_phase.Refitting(stage="depots"):
            return "Go on to refit; depots not placed are lost"
        case refit_phase.Refitting(stage="refit"):
            return _end_refit(table)
        case refit_phase.Refitting(stage="buy") | sequence.FirstPurchase():
            return "Buy no impulses"
        case refit_phase.Refitting():
            return "End reorganization"
        case regroup.Regrouping():
            return "End regroup"
    return "End"


def _end_refit(table: Table) -> str:
    """The end of the refit, with what is not done yet."""
    side = top(table).side
    left = sum(depot.points for depot in table.depots.values() if depot.side == side)
    worn = sum(unit.side == side and unit.condition in BETTER for unit in table.units.values())
    waiting = f"; {plural(worn, 'unit')} not Fresh" if worn else ""
    return f"End refit: {plural(left, 'point')} left{waiting}"


_COMMANDS: dict[str, Callable[[Table, Any], str]] = {
    "bid": lambda t, c: f"{plural(c.points, 'point')} for the {c.side} side",
    "bomb": lambda t, c: f"Bomb {unit_name(c.unit)} at {place(t.units[c.unit].location)}",
    "choose": lambda t, c: f"{unit_name(c.unit)} drops in {place(c.area)} instead",
    "area": lambda t, c: f"{place(c.area)} acts ({len(dday.fresh_airborne(t, c.area))} Fresh)",
    "act": _act_text,
    "assault": _assault_text,
    "infiltration": lambda t, c: f"Infiltrate from {place(c.space)}",
    "bombard": _bombard_text,
    "air": lambda t, c: f"{MARKERS.get(c.marker, c.marker)} bombs {place(c.space)}",
    "interdict": lambda t, c: f"Air interdiction over {place(c.area)}",
    "pass": lambda t, c: "Pass" if not t.passes else "Pass: the second pass in a row ends the day",
    "double": lambda t, c: "Use the Advantage: double impulse",
    "repair": _works_text("repair", repair=True),
    "move": _step_text,
    "cross": _step_text,
    "ferry": _step_text,
    "boat": _step_text,
    "infiltrate": _infiltrate_text,
    "seize": _seize_text,
    "attack": _attack_text,
    "join": _join_text,
    "point": _point_text,
    "support": _support_text,
    "fight": _fight_text,
    "forward": _forward_text,
    "reroll": lambda t, c: "Use the Advantage: roll again",
    "keep": lambda t, c: "Let it stand",
    "quiet": _quiet_text,
    "take": _take_text,
    "retreat": lambda t, c: f"{unit_name(c.unit)} retreats to {place(c.space)}",
    "stay": lambda t, c: "Stay: no more retreats",
    "lead": _lead_text,
    "barrage": _barrage_text,
    "aim": _aim_text,
    "drop": _drop_text,
    "blow": _works_text("blow", repair=False),
    "sunset": _sunset_text,
    "depot": lambda t, c: f"{_first(depot_name(c.depot))} in {place(c.space)}",
    "haul": lambda t, c: f"{depot_name(c.depot)} to {place(c.space)}",
    "refit": _refit_text,
    "share": _share_text,
    "night": _night_text,
    "raise": lambda t, c: f"Raise the airborne depots by {plural(c.points, 'point')} from the Reserve",
    "buy": _buy_text,
    "reorganize": lambda t, c: f"{unit_name(c.unit)} recovers; {unit_name(c.other)} is eliminated for it",
    "regroup": lambda t, c: f"{unit_name(c.unit)} regroups to {place(c.space)}",
    "end": _end_text,
}


# Events


def roll_name(purpose: str, subject: str) -> str:
    """What a roll is for, and about what."""
    match purpose:
        case "attack":
            return f"Attack at {place(subject)}"
        case "bombardment":
            return f"Bombardment of {place(subject)}"
        case "seizure":
            return f"Seizure of {bridge_name(subject)}"
        case "repair":
            return f"Repair of {bridge_name(subject)}"
        case "demolition":
            return f"Demolition of {bridge_name(subject)}"
        case "infiltration":
            return f"Infiltration by {unit_name(subject)}"
        case "interdiction":
            return f"Interdiction of {unit_name(subject)}"
        case "surrender":
            return f"Surrender of {unit_name(subject)}"
        case "sunset":
            return f"Sunset of impulse {subject}"
        case "weather":
            return f"Weather of {subject} September"
    return purpose.capitalize()


def _roll_text(data: Mapping[str, Any]) -> str:
    faces, totals = data["faces"], data["totals"]
    words = roll_name(data["purpose"], data["subject"])
    if len(totals) == 2:
        half = len(faces) // 2
        sides = zip(("attacker", "defender"), (faces[:half], faces[half:]), totals, strict=True)
        return f"{words}: " + ", ".join(f"{who} {_sum(shown, total)}" for who, shown, total in sides)
    return f"{words}: {_sum(faces, totals[0])}"


def _sum(faces: Sequence[int], total: int) -> str:
    return str(total) if len(faces) == 1 else f"{' + '.join(map(str, faces))} = {total}"


_WAYS: Mapping[str, str] = {"cross": " across the canal", "ferry": " by ferry", "boat": " by assault boat"}


def _attack_told(data: Mapping[str, Any]) -> str:
    support = f", supported by {names(data['support'])}" if data["support"] else ""
    others = [unit for unit in data["attackers"] if unit != data["point"]]
    together = f" with {names(others)}" if others else ""
    return f"{data['side']} attack at {place(data['space'])}: {unit_name(data['point'])}{together}{support}"


def _attack_result(data: Mapping[str, Any]) -> str:
    words = {
        "failed": "the attack fails",
        "stalemate": "stalemate",
        "success": f"success by {data['margin']}",
    }[data["result"]]
    return f"At {place(data['space'])} {_dice(data)}: {words}"


def _bombardment_told(data: Mapping[str, Any]) -> str:
    who = MARKERS.get(data["marker"], data["marker"]) if data["marker"] else unit_name(data["lead"])
    support = f", supported by {names(data['support'])}," if data["support"] else ""
    verb = "bombs" if data["marker"] else "fires a barrage into" if data["barrage"] else "bombards"
    return f"{who}{support} {verb} {place(data['space'])}, primary target {target_name(data['target'])}"


def _bombardment_result(data: Mapping[str, Any]) -> str:
    effect = plural(data["points"], "attrition point") if data["points"] else "no effect"
    return f"At {place(data['space'])} {_dice(data)}: {effect}"


def _interdicted(data: Mapping[str, Any]) -> str:
    die, value = data["die"], data["value"]
    result = "no effect" if die > value else "it lands Spent" if die == value else "it lands Dis1"
    return f"{unit_name(data['unit'])} at {place(data['space'])}, interdiction {value}, rolls {die}: {result}"


def _condition(data: Mapping[str, Any]) -> str:
    return f"{unit_name(data['unit'])} is {CONDITIONS[data['condition']]}"


def _surrender(data: Mapping[str, Any]) -> str:
    result = CONDITIONS[data["result"]]
    words = f"{unit_name(data['unit'])}, isolated at {place(data['space'])}, level {data['level']}, rolls {data['die']}"
    if data["die"] > data["level"]:
        return f"{words}: it holds out"
    return f"{words}: it surrenders" if result == CONDITIONS[ELIMINATED] else f"{words}: {result}"


def _sunset(data: Mapping[str, Any]) -> str:
    drm = f" {data['drm']:+d}" if data["drm"] else ""
    result = "the day ends" if data["over"] else "the day goes on"
    return f"Sunset roll {data['roll']}{drm} against impulse {data['impulse']}: {result}"


def _weather(data: Mapping[str, Any]) -> str:
    rolled = f"The weather die shows {data['die']}: " if "die" in data else "The weather changes: "
    return f"{rolled}{data['weather'].capitalize()}"


def _construction(data: Mapping[str, Any]) -> str:
    level = f"construction marker +{data['level']}" if data["level"] else "construction marker removed"
    return f"{data['side']} {level} at {bridge_name(data['border'])}"


def _regrouped(data: Mapping[str, Any]) -> str:
    way = {"bridge": " over the bridge", "canal": " across the canal", "ferry": " by ferry"}.get(data["how"], "")
    return f"{unit_name(data['unit'])} regroups from {place(data['origin'])} to {place(data['to'])}{way}"


def _refitted(data: Mapping[str, Any]) -> str:
    paid = " and ".join(f"{points} from {depot_name(depot)}" for depot, points in data["depots"])
    by = f" for {paid}" if paid else " without a depot"
    return f"{unit_name(data['unit'])} at {place(data['space'])} becomes {CONDITIONS[data['condition']]}{by}"


def _reserve(data: Mapping[str, Any]) -> str:
    lost = f", {data['lost']} lost" if data["lost"] else ""
    return f"{plural(data['points'], 'supply point')} to the {data['side']} Reserve{lost}: now {data['reserve']}"


def _bought(data: Mapping[str, Any]) -> str:
    way = "later" if data["impulses"] > 0 else "earlier"
    return (
        f"The {data['side']} player pays {data['price']} points of Reserve:"
        f" the next day begins {plural(abs(data['impulses']), 'impulse')} {way}"
    )


def _moved(data: Mapping[str, Any]) -> str:
    fights = " and must attack" if data["mandatory"] else ""
    way = _WAYS.get(data["how"], "")
    return f"{unit_name(data['unit'])}: {place(data['origin'])} to {place(data['to'])}{way}{fights}"


def _seats(data: Mapping[str, Any]) -> str:
    who = ", ".join(f"the {player} plays the {side} side" for side, player in data["seats"].items())
    paid = f"; {plural(data['reserve'], 'point')} of Reserve for the other" if data["reserve"] else ""
    return f"{who[:1].upper()}{who[1:]}{paid}"


_TEXTS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "turn": lambda d: f"{d['date']} September 1944",
    "air_phase": lambda d: "D-Day: Air Bombardment Phase",
    "artillery_phase": lambda d: "D-Day: Artillery Bombardment Phase",
    "airborne_phase": lambda d: "D-Day: Airborne Phase",
    "ground_phase": lambda d: "D-Day: XXX Corps Ground Assault Phase",
    "drop_pass": lambda d: f"{place(d['area'])} passes",
    "daylight": lambda d: f"Daylight begins with impulse {d['impulse']}, {d['weather'].capitalize()}",
    "daylight_ended": lambda d: "The Daylight Phase ends",
    "impulse": lambda d: f"{d['side']} impulse {d['impulse']}",
    "impulse_ended": lambda d: f"The {d['side']} impulse ends",
    "activated": lambda d: f"{d['side']} {d['how']} from {place(d['space'])}",
    "pass": lambda d: f"The {d['side']} player passes",
    "spent": lambda d: f"Spent: {names(d['units'])}",
    "arrived": lambda d: f"{names(d['units'])} arrive{'s' if len(d['units']) == 1 else ''} in {place(d['space'])}",
    "dropped": lambda d: f"{unit_name(d['unit'])} drops in {place(d['space'])}",
    "interdiction_placed": lambda d: f"Air interdiction over {place(d['area'])}",
    "interdiction_roll": lambda d: f"{unit_name(d['unit'])} drops under interdiction {d['value']}",
    "interdiction": _interdicted,
    "moved": _moved,
    "retreated": lambda d: f"{unit_name(d['unit'])} retreats from {place(d['origin'])} to {place(d['to'])}",
    "regrouped": _regrouped,
    "infiltration_attempt": lambda d: (
        f"{unit_name(d['unit'])} tries to infiltrate {place(d['space'])}: succeeds on {up_to(d['limit'])}"
    ),
    "infiltration": lambda d: (
        f"{unit_name(d['unit'])} rolls {d['die']}: "
        + (f"it is in {place(d['space'])}" if d["success"] else f"it is seen in {place(d['space'])} and must attack")
    ),
    "control": lambda d: f"{place(d['space'])} is now {CONTROL[d['control']]}",
    "held": lambda d: f"{_first(water_name(d['border']))} is now {d['side']}-held",
    "seizure_attempt": lambda d: f"{unit_name(d['unit'])} tries to seize {bridge_name(d['border'])}: {_needs(d)}",
    "seizure": lambda d: f"{_first(bridge_name(d['border']))} is {'seized' if d['success'] else 'not seized'}",
    "demolition_attempt": lambda d: f"The {d['side']} player tries to blow {bridge_name(d['border'])}: {_needs(d)}",
    "demolition": lambda d: (
        f"{_first(bridge_name(d['border']))} {'is blown' if d['success'] else 'stands: it is not blown'}"
    ),
    "repair_attempt": lambda d: f"The {d['side']} player tries to repair {bridge_name(d['border'])}: {_needs(d)}",
    "repair": lambda d: f"{_first(bridge_name(d['border']))} is {'repaired' if d['success'] else 'not repaired'}",
    "construction": _construction,
    "night_repair": lambda d: (
        f"{depot_name(d['depot'])} pays {plural(d['points'], 'point')} for work on {bridge_name(d['border'])}"
    ),
    "ferry_destroyed": lambda d: f"The ferry {d['border']} is destroyed",
    "attack": _attack_told,
    "forward": lambda d: f"{unit_name(d['unit'])} is the forward unit at {place(d['space'])}",
    "attack_result": _attack_result,
    "overrun": lambda d: f"Overrun at {place(d['space'])}: the attackers may move on",
    "condition": _condition,
    "eliminated": lambda d: f"{unit_name(d['unit'])} is eliminated at {place(d['space'])}",
    "bombardment": _bombardment_told,
    "bombardment_result": _bombardment_result,
    "wasted": lambda d: f"{plural(d['points'], 'attrition point')} at {place(d['space'])} too few for a step",
    "friendly_fire": lambda d: (
        f"Friendly fire at {place(d['space'])}: {plural(d['points'], 'attrition point')} on {target_name(d['target'])}"
    ),
    "roll": _roll_text,
    "advantage_used": lambda d: f"The {d['side']} player uses the Advantage",
    "advantage": lambda d: f"The Advantage passes to the {d['side']} player",
    "sunset": _sunset,
    "sunset_drm": lambda d: f"The {d['side']} player moves the sunset DRM by {d['spaces']:+d}: now {d['drm']:+d}",
    "weather": _weather,
    "weather_change": lambda d: f"The roll of {d['roll']} is the impulse: the weather changes with the next impulse",
    "shuffled": lambda d: f"The {d['side']} combat cards are shuffled",
    "depot_placed": lambda d: (
        f"{_first(depot_name(d['depot']))} with {plural(d['points'], 'point')} in {place(d['space'])}"
    ),
    "depot_moved": lambda d: f"{_first(depot_name(d['depot']))} moves from {place(d['origin'])} to {place(d['to'])}",
    "depot_lost": lambda d: f"{_first(depot_name(d['depot']))} cannot be placed",
    "depots_raised": lambda d: (
        f"{plural(d['points'], 'point')} of Reserve for "
        + ", ".join(f"{depot_name(depot)} (+{points})" for depot, points in d["depots"])
    ),
    "refit": _refitted,
    "reserve": _reserve,
    "impulses_bought": _bought,
    "surrender": _surrender,
    "reorganized": lambda d: (
        f"{unit_name(d['unit'])} takes over what is left of {unit_name(d['other'])}: {CONDITIONS[d['condition']]}"
    ),
    "bid_tie": lambda d: f"The bids are equal; the die shows {d['die']}",
    "seats": _seats,
    "breakout": lambda d: f"Breakout: a supplied Fresh Allied unit stands in {place(d['space'])}",
    "eindhoven": lambda d: f"XXX Corps has {'' if d['reached'] else 'not '}reached Eindhoven on 17 September",
    "victory_check": lambda d: f"Victory check: {d['points']} VP, {d['needed']} needed",
}

KINDS = frozenset(_TEXTS)
"""The kinds of event that have words."""


def _first(words: str) -> str:
    return words[:1].upper() + words[1:]


def event_text(event: Event) -> str:
    """What happened."""
    return _TEXTS[event.kind](event.data)
