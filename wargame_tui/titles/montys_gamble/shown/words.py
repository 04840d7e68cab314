"""Commands in words: what depends on the state."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from wargame_tui.board.phrases import first_up, percent, plural
from wargame_tui.board.steps import ROLLS, top, with_dice
from wargame_tui.core.command import Command
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.commands import payers
from wargame_tui.titles.montys_gamble.events.moves import up_to
from wargame_tui.titles.montys_gamble.printed.book import UK, enemy
from wargame_tui.titles.montys_gamble.printed.names import (
    CONDITIONS,
    bridge_name,
    called,
    river_name,
    short_depot,
    term_name,
    unit_name,
)
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
from wargame_tui.titles.montys_gamble.rules.advantage import DIE, Roll
from wargame_tui.titles.montys_gamble.rules.areas import allowance, is_vacant, units_in
from wargame_tui.titles.montys_gamble.state import BETTER, DIS2, ELIMINATED, FRESH, WORSE, Draft, Table, Unit, book_of


def points(halves: float) -> str:
    """Movement points from half points: `2.5`."""
    return f"{halves / movement.HALF:g}"


_WORD = re.compile(r"[\w/-]+")


def spoken(text: str) -> str:
    """A text of the odds in words: terms as on the table, units as their counters say."""
    named = term_name(text)
    return named if named != text else _WORD.sub(lambda found: unit_name(found.group()), text)


def _chance(needs: int) -> str:
    """What one die needs, and how likely that is: `5+ on d6, 33%`."""
    least = max(1, needs)
    return f"{least}{'+' * (least < DIE)} on d6, {percent(max(0, DIE + 1 - least) / DIE)}"


# Commands


def command_text(table: Table, command: Command) -> str:
    """What a command does, and whether dice are rolled at once."""
    told = "; then the next dice" if isinstance(top(table), Roll) else ROLLS
    return with_dice(plainly(table, command), table, command, (command.verb,) if command.rolls else (), Draft, told)


def plainly(table: Table, command: Command) -> str:
    """What a command does, with what the state adds to it."""
    texts = _TEXTS.get(type(command))
    return texts(table, command) if texts else command.words(called)


def _assault_text(table: Table, command: Any) -> str:
    if command.space == UK:
        return "Drop units from the UK box"
    count = len(assault.startable(table, command.space)) if command.space in book_of(table).ground else 0
    if not count or assault.is_demolition_only(table):
        return _bridge_work(table, command.space)
    again = " too" if table.now.kind else ""
    return f"Assault from {called(command.space)}{again} ({count} Fresh)"


def _bridge_work(table: Table, space: str) -> str:
    """What can be tried on the bridges of a space from which nobody goes."""
    side, parts, verbs = table.now.side, [], []
    for border in book_of(table).bridges_of.get(space, ()) if table.now.control else ():
        for verb, refusal in (
            ("blow", bridges.demolition_refusal(table, border, side)),
            ("repair", bridges.repair_refusal(table, space, border, side)),
        ):
            if refusal is None:
                needs = bridges.works_needs(table, border, side, repair=verb == "repair")
                parts.append(f"{verb} {bridge_name(border)} ({_chance(needs)})")
                verbs.append(verb)
    if len(parts) == 1:
        return f"{called(space)}: {parts[0]}"
    return f"{first_up(' or '.join(dict.fromkeys(verbs or ('blow', 'repair'))))} bridges at {called(space)}"


def _bombard_text(table: Table, command: Any) -> str:
    again = " too" if table.now.kind else ""
    return f"Artillery bombards {called(command.space)}{again}"


def _step_text(table: Table, command: Any) -> str:
    """A step of a move: over what, for how much, and whether it leads to a fight."""
    unit, space = table.units[command.unit], command.space
    how = assault.STEPS[type(command)]
    edge = book_of(table).edges[unit.location].get(space)
    way = movement.find_way(table, unit, space, how)
    words = f"{called(unit.id)} to {called(space)}"
    if edge is not None and how != "move":
        across = {"cross": "across", "ferry": "by ferry over", "boat": "by assault boat over"}[how]
        link = book_of(table).waters.get(edge.id)
        words = f"{called(unit.id)} {across} {river_name(link.river) if link and link.river else edge.id}"
        words += f" to {called(space)}"
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
        notes.append(f"over the enemy-held {bridge_name(edge.id).removeprefix('the ')}")
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
    words = f"{called(command.unit)} tries to infiltrate {called(command.space)}"
    return f"{words} (succeeds on {up_to(limit)})" if limit >= 1 else f"{words} (cannot succeed, must attack)"


def _seize_text(table: Table, command: Any) -> str:
    unit = table.units[command.unit]
    words = f"Seize {bridge_name(command.border)} with {called(unit.id)}"
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
    return f"Attack at {called(command.space)} ({plural(foes, 'defender')})"


def _with_factor(part: str) -> Callable[[Table, Any], str]:
    """A part that a unit plays, with the factor that counts in it."""
    return lambda table, command: f"{called(command.unit)} {part} (attack {table.units[command.unit].attack})"


def _aim_text(table: Table, command: Any) -> str:
    words = f"Primary target: {called(command.target)}"
    unit = table.units.get(command.target)
    if unit is None or unit.condition == DIS2:
        return words
    return f"{words} (a step for {bombardment.step_price(table, unit)} AP)"


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
    words = f"{called(command.unit)} is the forward unit"
    if not isinstance(step, attack.Assailing):
        return words
    return f"{words} (DV {attack.total(attack.defence_value(table, step.space, step.attackers, command.unit))})"


def _quiet_text(table: Table, command: Any) -> str:
    phase = "impulse" if any(isinstance(step, impulses.Impulse) for step in table.stack) else "phase"
    return f"Keep; do not ask again in this {phase}"


def _take_text(table: Table, command: Any) -> str:
    worse = CONDITIONS[WORSE.get(table.units[command.unit].condition, ELIMINATED)]
    verb = "is" if worse == CONDITIONS[ELIMINATED] else "becomes"
    step, price = top(table), ""
    if isinstance(step, bombardment.Attrition):
        price = f" ({plural(bombardment.step_price(table, table.units[command.unit]), 'point')})"
    return f"{called(command.unit)} {verb} {worse}{price}"


def _sunset_text(table: Table, command: Any) -> str:
    if not command.spaces:
        return f"Leave the sunset DRM at {_signed(table.sunset_drm)}"
    effect = "longer" if command.spaces > 0 else "shorter"
    return f"Sunset DRM {command.spaces:+d}, to {_signed(table.sunset_drm + command.spaces)}: {effect} day"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _refit_text(table: Table, command: Any) -> str:
    unit, depot = table.units[command.unit], table.depots.get(command.depot)
    better = CONDITIONS[BETTER.get(unit.condition, FRESH)]
    words = f"{called(unit.id)} becomes {better} from {short_depot(command.depot)}"
    price = refit.refit_price(table, depot, unit) if depot else None
    return words if price is None or depot is None else f"{words} ({price} of {depot.points} SP)"


def _share_text(table: Table, command: Any) -> str:
    better = CONDITIONS[BETTER.get(table.units[command.unit].condition, FRESH)]
    return f"{called(command.unit)} becomes {better} from {' + '.join(map(short_depot, payers(command)))}"


def _night_text(table: Table, command: Any) -> str:
    words = f"Try to repair {bridge_name(command.border)} from {short_depot(command.depot)}"
    if command.border not in table.crossings or command.depot not in table.depots:
        return words
    site = refit.night_site(table, command.border, command.depot)
    if isinstance(site, refit.Site):
        needs = bridges.works_needs(table, command.border, table.depots[command.depot].side, repair=True)
        return f"{words} ({site.price} SP, {_chance(needs)})"
    return words


def _buy_text(table: Table, command: Any) -> str:
    price = abs(command.impulses) * book_of(table).charts.limits.impulse_price
    way = "later: a shorter day" if command.impulses > 0 else "earlier: a longer day"
    return f"{plural(abs(command.impulses), 'impulse')} {way} ({price} points)"


def _drop_text(table: Table, command: Any) -> str:
    value = reinforcements.interdiction_value(table, table.units.get(command.unit), command.area)
    return f"{called(command.unit)} drops in {called(command.area)} (IV {value})"


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
            return _end_depots(table)
        case refit_phase.Refitting(stage="refit"):
            return _end_refit(table)
        case refit_phase.Refitting(stage="buy") | sequence.FirstPurchase():
            return "Buy no impulses"
        case refit_phase.Refitting():
            return "End reorganization"
        case regroup.Regrouping():
            return "End regroup"
    return "End"


def _end_depots(table: Table) -> str:
    """On to refit, with what is lost by it."""
    side = top(table).side
    lost = sum(depot.points for depot in table.depots.values() if depot.side == side and depot.location is None)
    return f"Go on to refit: {lost} SP of depots not placed are lost" if lost else "Go on to refit"


def _end_refit(table: Table) -> str:
    """The end of the refit, with what is not done yet."""
    side = top(table).side
    left = sum(depot.points for depot in table.depots.values() if depot.side == side)
    worn = sum(unit.side == side and unit.condition in BETTER for unit in table.units.values())
    waiting = f"; {plural(worn, 'unit')} not Fresh" if worn else ""
    return f"End refit: {left} SP left{waiting}"


def _pass_text(table: Table, command: Any) -> str:
    return "Pass: the second pass in a row ends the day" if table.passes else command.words(called)


_TEXTS: Mapping[type[Command], Callable[[Table, Any], str]] = {
    commands.Bomb: lambda t, c: f"Bomb {called(c.unit)} at {called(t.units[c.unit].location)}",
    commands.DropArea: lambda t, c: f"{called(c.area)} acts ({len(dday.fresh_airborne(t, c.area))} Fresh)",
    commands.Assault: _assault_text,
    commands.Bombard: _bombard_text,
    commands.Pass: _pass_text,
    commands.Repair: _works_text("repair", repair=True),
    **dict.fromkeys(assault.STEPS, _step_text),
    commands.Infiltrate: _infiltrate_text,
    commands.Seize: _seize_text,
    commands.Attack: _attack_text,
    commands.Join: _with_factor("takes part"),
    commands.Point: _with_factor("is the point unit"),
    commands.Fight: _fight_text,
    commands.Forward: _forward_text,
    commands.Quiet: _quiet_text,
    commands.Take: _take_text,
    commands.Lead: _with_factor("leads the bombardment"),
    commands.Aim: _aim_text,
    commands.Drop: _drop_text,
    commands.Blow: _works_text("blow", repair=False),
    commands.Sunset: _sunset_text,
    commands.Refit: _refit_text,
    commands.Share: _share_text,
    commands.NightRepair: _night_text,
    commands.Buy: _buy_text,
    commands.End: _end_text,
}
"""The commands whose words depend on the state; all others bring them with them."""
