"""Commands and events in words: the one place where sentences are made."""

from collections.abc import Callable, Mapping
from typing import Any

from wargame_tui.board.phrases import made_of, plural
from wargame_tui.board.steps import with_dice
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.titles.tigers_in_the_mist import commands
from wargame_tui.titles.tigers_in_the_mist.printed.book import DATA, space_name
from wargame_tui.titles.tigers_in_the_mist.rules import activation, artillery, bridges, combat, movement, special
from wargame_tui.titles.tigers_in_the_mist.state import Draft, Table, book_of


def _space(space: str) -> str:
    return space_name(space) if space in DATA.map.spaces else space


def _bridge(bridge: str) -> str:
    return "-".join(DATA.map.spaces[bank].name for bank in bridge.split("-"))


_LAST_WORDS = frozenset({"end", "battle", "attack", "ready", "support", "call", "lay", "fire"})
"""Verbs of commands that may be the last before dice are rolled, which then say so."""


def command_text(table: Table, command: Command) -> str:
    """What a command does, and whether dice are rolled at once."""
    return with_dice(_command_words(table, command), table, command, _LAST_WORDS, Draft)


def _command_words(table: Table, command: Command) -> str:
    book = book_of(table)
    match command:
        case commands.Release(group):
            return f"Release the reserve {book.reserves[group].name if group in book.reserves else group}"
        case commands.Place(unit, zone):
            return f"{unit} arrives in {_space(zone)}"
        case commands.Move(unit):
            return f"Move {unit}"
        case commands.With(unit):
            return f"Together with {unit}"
        case commands.To(space):
            return _to_text(table, space)
        case commands.Shift(zone):
            return f"Enter from {_space(zone)} instead"
        case commands.Abandon(unit):
            return f"{unit} abandons its vehicles"
        case commands.Entrench(unit):
            return f"{unit} entrenches"
        case commands.Stop():
            return "End this move here"
        case commands.UseSpecial(effect):
            return f"Use special forces: {special.EFFECTS.get(effect, effect)}"
        case commands.PlaceSpecial(area):
            return f"Special forces at {_space(area)}"
        case commands.EndMovement():
            return "End movement"
        case commands.Blow(bridge, unit):
            needed, _ = bridges.demolition_target(table, bridge, table.units[unit])
            return f"{unit} tries to blow the bridge (1 to {needed})"
        case commands.PassBlow():
            return "Let them cross"
        case commands.Remove(unit):
            return f"Eliminate {unit}"
        case commands.Fight(area):
            return f"Battle of {_space(area)}"
        case commands.Attack(unit):
            return f"{unit} attacks too"
        case commands.Ready():
            return "Nobody else attacks"
        case commands.Support(answer):
            return "Support this battle" if answer == "yes" else "Keep the support for another battle"
        case commands.Call(calls):
            return _call_text(table, calls)
        case commands.Lay(unit):
            return f"Artillery on {unit}"
        case commands.Fire(firer, target):
            return f"{firer} fires at {target}"
        case commands.Build(unit, bridge):
            return f"{unit} tries to build the bridge {_bridge(bridge)} (1 to {building_needs(table, bridge)})"
        case commands.Done():
            return "Done"
        case commands.Gaps(count):
            return f"{count} gap{'' if count == 1 else 's'}"
    return command.notation()


def building_needs(table: Table, bridge: str) -> int:
    """Number to build a bridge on, or less, modifiers included (10.15, 10.16)."""
    return book_of(table).charts.bridging.target - sum(m.value for m in bridges.building_modifier(table, bridge))


def _to_text(table: Table, space: str) -> str:
    step = table.stack[-1]
    if not isinstance(step, activation.Moving):
        return f"To {_space(space)}"
    group = step.group(table)
    road = book_of(table).road_to[group[0].location, space]
    cost = movement.step_cost(movement.ground(table, group[0].side), road)
    return f"To {_space(space)} ({cost} MP, {step.left(table) - cost} left)"


def _call_text(table: Table, calls: int) -> str:
    step = table.stack[-1]
    if calls and isinstance(step, combat.Battle):
        needed, _ = artillery.call_target(table, step.acting(), step.area)
        return f"{calls} artillery call{'' if calls == 1 else 's'} (each 1 to {needed})"
    return "No artillery call"


def roll_text(data: Mapping[str, Any], verb: str = "needs") -> str:
    """A roll: the number needed, how modifiers of the die have changed it, the dice.

    `hits on 7- (5, +1 no combined arms, +1 attackers crossed a river): rolled 6`
    """
    changes = [(-value, name) for name, value, _ in data["modifiers"]]
    printed = data["needed"]
    needed = printed + sum(by for by, _ in changes)
    dice = " ".join(str(die) for die in data["dice"])
    return f"{verb} {needed}-{made_of(printed, changes)}: rolled {dice}"


def _fire_text(data: Mapping[str, Any]) -> str:
    number = data["successes"]
    return f"{roll_text(data, 'hits on')}, {plural(number, 'hit') if number else 'no hit'}"


def _tried(data: Mapping[str, Any]) -> str:
    return f"{roll_text(data)}, {'success' if data['successes'] else 'failure'}"


def _list(units: list[str]) -> str:
    return ", ".join(units)


_TEXTS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "turn": lambda d: f"{d['date']} December 1944",
    "impulse": lambda d: f"Game impulse {d['box']}",
    "half": lambda d: f"{d['side']} impulse {d['box']}",
    "impulse_ended": lambda d: f"The {d['side']} impulse {d['box']} ends",
    "arrived": lambda d: f"{d['unit']} arrives in {_space(d['space'])}",
    "released": lambda d: f"The reserve {d['name']} is released",
    "reserve_earned": lambda d: f"Superiority at {_space(d['space'])} earns the reserve {d['name']}",
    "moved": lambda d: (
        f"{'+'.join(d['units'])}: {_space(d['origin'])} to {_space(d['space'])}, {d['cost']} MP"
        f"{', on foot over the river' if d['on_foot'] else ''}{' and must fight' if d['fights'] else ''}"
    ),
    "move_ended": lambda d: f"{'+'.join(d['units'])} halts at {_space(d['space'])}",
    "zone_shifted": lambda d: f"{'+'.join(d['units'])} goes to {_space(d['zone'])}, {d['cost']} MP",
    "entrenched": lambda d: f"{d['unit']} entrenches at {_space(d['space'])}",
    "vehicles_abandoned": lambda d: f"{d['unit']} abandons its vehicles",
    "vehicles_recovered": lambda d: f"{d['unit']} has its vehicles again",
    "movement_ended": lambda d: f"{d['side']} movement ends",
    "special_placed": lambda d: f"Special forces at {_space(d['space'])}: {d['effect']}",
    "special_removed": lambda d: f"The special forces leave {_space(d['space'])}",
    "bridge_left": lambda d: f"The {d['side']} player leaves the bridge {_bridge(d['bridge'])} alone",
    "demolition": lambda d: f"{d['unit']} tries to blow the bridge {_bridge(d['bridge'])}: {_tried(d)}",
    "bridge_blown": lambda d: f"The bridge {_bridge(d['bridge'])} is blown",
    "bridging": lambda d: f"{d['unit']} tries to build the bridge {_bridge(d['bridge'])}: {_tried(d)}",
    "bridge_built": lambda d: f"The bridge {_bridge(d['bridge'])} stands again",
    "removed": lambda d: f"{d['unit']} is removed from {_space(d['space'])}: too many units there",
    "battle": lambda d: f"Battle of {_space(d['space'])}: {_list(d['attackers'])} against {_list(d['defenders'])}",
    "stays_out": lambda d: f"{d['unit']} stays out of the attack",
    "battlefield_support": lambda d: f"The special forces support the battle of {_space(d['space'])}",
    "calls": lambda d: f"{d['side']} artillery is called: {roll_text(d, 'answers on')}, {d['successes']} answered",
    "artillery_laid": lambda d: f"{d['side']} artillery is laid on {d['unit']}",
    "artillery": lambda d: f"{d['side']} artillery fires at {d['unit']}: {_fire_text(d)}",
    "aimed": lambda d: f"{d['unit']} aims at {d['target']}",
    "fire": lambda d: f"{d['unit']} fires at {d['target']}: {_fire_text(d)}",
    "loss": lambda d: (
        f"{d['unit']} loses {d['lost']}: " + (f"strength {d['left']} left" if d["left"] else "eliminated")
    ),
    "battle_ended": lambda d: f"The battle of {_space(d['space'])} is over",
    "control": lambda d: f"{_space(d['space'])} is now {d['side']}",
    "attrition_phase": lambda d: "Attrition phase",
    "left_outside": lambda d: f"{d['unit']} did not reach the map section in supply and is lost",
    "victory_phase": lambda d: "Victory phase",
    "points": lambda d: (
        f"{'Gaps in the Allied line' if d['source'] == 'gaps' else _space(d['source'])}: "
        f"{d['points']} VP, {d['total']} in all"
    ),
    "gaps_claimed": lambda d: f"The {d['side']} player counts {d['count']} gaps",
    "game_over": lambda d: f"The game is over: {d['level']}",
}


def event_text(event: Event) -> str:
    """What happened."""
    return _TEXTS[event.kind](event.data)
