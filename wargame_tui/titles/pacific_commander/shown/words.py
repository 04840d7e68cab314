"""Commands in words: what their forms have beside fields depends on the state."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from wargame_tui.board.phrases import listed, plural
from wargame_tui.board.steps import kind_in_hand, top
from wargame_tui.core.command import Command, field_names
from wargame_tui.core.wording import fields_in, worded
from wargame_tui.titles.commander import phrases
from wargame_tui.titles.commander.passing import goes_by_itself
from wargame_tui.titles.pacific_commander.commands import (
    Aim,
    DiceAt,
    Land,
    Lose,
    Order,
    Rear,
    RepairHit,
    Support,
    Target,
    Torpedo,
)
from wargame_tui.titles.pacific_commander.printed.book import DATA, JAPAN, SHIPS, US
from wargame_tui.titles.pacific_commander.printed.names import called, named, place
from wargame_tui.titles.pacific_commander.rules import air, engagement, plans, surface
from wargame_tui.titles.pacific_commander.rules.choice import Choice
from wargame_tui.titles.pacific_commander.rules.resupply import air_for_the_same, air_price
from wargame_tui.titles.pacific_commander.state import (
    Draft,
    Force,
    Table,
    air_points,
    airfield,
    book_of,
    cargo_of,
    present,
    ratings,
    steps_left,
)


def name_of(force: Force) -> str:
    """A Force on the table."""
    return named(force.side, force.cls, force.name)


def up_to(number: int) -> str:
    """The faces that succeed: `4 or less`."""
    return phrases.up_to(number, DATA.charts.die)


def command_text(table: Table, command: Command) -> str:
    """What a command does: its form, with its fields and with what depends on the state."""
    return _worded(table, command, command.template)


def heading(table: Table, command: Order) -> str:
    """What stands for all the commands of its kind in a list (3.4.9, 3.10.3)."""
    return _worded(table, command, command.heading)


_fields_in = cache(fields_in)


def _worded(table: Table, command: Command, form: str) -> str:
    fields = {name: getattr(command, name) for name in field_names(type(command))}
    parts = {part: PARTS[part](table, command) for part in _fields_in(form) - fields.keys()}
    return worded(form, fields | parts, partial(_named, table))


def _named(table: Table, id_: str) -> str:
    """A Force of the table, or anything that is called by its id."""
    return name_of(table.forces[id_]) if id_ in table.forces else called(id_)


def _force(table: Table, command: Any) -> Force | None:
    """The Force that a command names, if it is on the table."""
    return table.forces.get(command.piece or "")


# Supply Points


def _sp(amount: int) -> str:
    return f"{amount} SP"


def _price(table: Table, command: Any) -> str:
    """What a command costs; of a Special Operation with what it must roll."""
    charts = book_of(table).charts
    if command.paid:
        return _sp(getattr(charts.economy, command.paid))
    entry = charts.operations[command.verb]
    return f"{_sp(entry.sp)}, {up_to(entry.success)}" if entry.success else _sp(entry.sp)


def _mended(table: Table, command: Any) -> str:
    force = _force(table, command)
    if force is None:
        return ""
    left, most = steps_left(table, force), ratings(table, force).steps
    return f" at {place(force.area)}: {left} to {left + 1} of {most} steps"


def _air_price(table: Table, command: Any) -> str:
    book, carrier = book_of(table), _force(table, command)
    most = air_for_the_same(book, command.points, carrier.airloss) if carrier else 0
    price = _sp(air_price(book, command.points))
    return f"{price}, same price as {most}" if most > command.points else price


def _bought(table: Table, command: Any) -> str:
    entry = book_of(table).units.classes[US].get(command.cls)
    return f"{command.cls}, {entry.counter} ({_sp(entry.cost)})" if entry else str(command.cls)


# Special Operations


def _raider_price(table: Table, each: str = "") -> str:
    cost = book_of(table).charts.operations["commerce_raid"].sp
    return f"({_sp(cost)}{each}, {up_to(book_of(table).values(US).torpedo)})"


def _raiders(table: Table, command: Any) -> str:
    if _starts(table, command, "special_ops"):
        return f" with the only submarines that can go: rolls at once {_raider_price(table)}"
    return f": name submarines {_raider_price(table, ' each')}"


def _starts(table: Table, command: Command, kind: str, verb: str = "go") -> bool:
    """Whether a raid or task force starts with this command, since nothing is left to choose after it (2.11)."""
    step = top(table)
    if step is None or step.kind != kind or step.refusal(table, command) is not None:
        return False
    return goes_by_itself(Draft(table), command, verb)


def _at_once(table: Table, command: Any) -> str:
    return "; only one carrier can go: it begins at once" if _starts(table, command, "special_ops") else ""


def _larger(table: Table, command: Any) -> str:
    if command.area not in table.areas:
        return ""
    now = airfield(table, command.area, US)
    return f": airfield {now} to {now + 1}"


def _deeper(table: Table, command: Any) -> str:
    if command.area not in table.areas:
        return ""
    now = table.areas[command.area].fort
    return f": fort {now} to {now + 1}"


def _watched(table: Table, command: Any) -> str:
    rules = book_of(table).charts.economy
    return f"{rules.coastwatchers_search:+d} at {listed([place(area) for area in rules.coastwatchers])}"


# Movement


def _places(table: Table, command: Any) -> str:
    """How full the airfield will be."""
    if command.area not in table.areas:
        return ""
    there = len(present(table, command.area, US).aircraft)
    return f" ({there + 1} of {airfield(table, command.area, US)})"


def _joining(table: Table, command: Any) -> str:
    """A Force joins what is being formed: a commerce raid that costs SP, a carrier raid, a task force, a withdrawal."""
    name, kind = _named(table, command.force), kind_in_hand(table)
    if kind == "commerce_raiding":
        last = ", the last that can: rolls at once" if _starts(table, command, kind) else ""
        return f"{name} raids commerce{last} {_raider_price(table)}"
    if kind == "withdrawing":
        return f"{name} withdraws"
    if kind == "carrier_raiding" and _starts(table, command, kind):
        return f"Add {name}, the last that can go: the raid begins"
    cargo = cargo_of(table, command.force)
    aboard = f", with {listed([name_of(each) for each in cargo])} aboard" if cargo else ""
    return f"Add {name}{aboard}{_sails(table, command)}"


def _sails(table: Table, command: Any) -> str:
    """What follows at once if only one thing is left that a task force can do."""
    return ": it sails at once, to the only destination left" if _starts(table, command, "task_force", "sail") else ""


def _all_go(table: Table, command: Any) -> str:
    withdraws = kind_in_hand(table) == "withdrawing"
    return "All ships and submarines withdraw" if withdraws else "Add all warships that can go"


def _against(table: Table, command: Any) -> str:
    """Who is where a task force goes, with the price of a landing (3.6.5)."""
    step = top(table)
    if getattr(step, "kind", "") != "task_force" or command.area not in table.areas:
        return ""
    carried = len(step.loads) + sum(len(cargo_of(table, ship)) for ship in step.ships)
    enemies, notes = present(table, command.area, JAPAN), []
    if carried and enemies.ashore:
        notes.append(f"{plural(carried, 'Force')} to land, {_sp(book_of(table).charts.economy.landing * carried)}")
    if enemies.forces:
        notes.append(f"{len(enemies.forces)} Japanese there")
    return f" ({'; '.join(notes)})" if notes else ""


def _formed(table: Table, command: Any) -> str:
    """What sets out."""
    step = top(table)
    match getattr(step, "kind", ""):
        case "commerce_raiding":
            return f"Send {plural(len(step.ships), 'submarine group')} to raid commerce"
        case "carrier_raiding":
            return f"Raid {place(step.area)} with {plural(len(step.ships), 'ship')}, home to {place(step.port)}"
        case "withdrawing":
            return f"Withdraw the named ships to {place(step.area)}"
    return "Go"


# Battles


def _air(table: Table, command: Any) -> str:
    force = _force(table, command)
    return f" ({plural(air_points(table, force), 'air point')})" if force else ""


def _based(table: Table, command: Any) -> str:
    force = _force(table, command)
    return f" from {place(force.area)}" if force else ""


def _steps(table: Table, command: Any) -> str:
    force = _force(table, command)
    return f" ({plural(steps_left(table, force), 'step')})" if force else ""


def _fate(table: Table, command: Any) -> str:
    force = _force(table, command)
    if force is None:
        return ""
    left = steps_left(table, force) - 1
    return f": {plural(left, 'step') + ' left' if left else 'destroyed'}"


def _strike(table: Table, command: Any) -> str:
    if kind_in_hand(table) != "split":
        return ""
    return f", strike {engagement.air_in_battle(table, US) - command.cap + plans.strike_dice(table, US)}"


def _struck(table: Table, command: Any) -> str:
    """The box of a target of a strike, and the number that it takes (3.9.10, 3.9.11)."""
    force = _force(table, command)
    if force is None or kind_in_hand(table) != "strike_aim":
        return ""
    box = "" if force.cls not in SHIPS else ", REAR" if force.id in engagement.in_hand(table).rear else ", LINE"
    return f"{box}, {up_to(air.strike_number(table, US, force))}"


def _dice(table: Table, command: Any) -> str:
    target = getattr(top(table), "named", None)
    return plural(command.count, "die", "dice") + (f" at {_named(table, target)}" if target else "")


def _dice_left(table: Table) -> list[tuple[Force, surface.Weapon]]:
    """The gun and torpedo dice that are still to be aimed; none where nothing is aimed."""
    step = top(table)
    return surface.dice_of(table, US)[len(step.aims) :] if getattr(step, "kind", "") == "gun_aim" else []


def _gun(table: Table, command: Any) -> str:
    """The number of the next die."""
    left = _dice_left(table)
    return f", {up_to(surface.fire_number(table, *left[0]))}" if left else ""


# What depends on the step


_NO_MORE: Mapping[str, str] = {
    "boxes": "No more ships to REAR",
    "air_support": "No more aircraft",
    "landing_choice": "No more landings",
}
_WHY: Mapping[str, str] = {
    "split": "half as CAP",
    "strike_aim": "carriers first, then by class",
    "gun_aim": "spread, most steps first",
    "losses": "from the Force with most steps",
}
"""The rule of thumb behind what `auto` does, where that does not show (5.3)."""
_ENDS: Mapping[str, str] = {
    "resupply": "End US Resupply",
    "special_ops": "End Special Operations",
    "movement": "End US movement: Japan's turn",
}


def _thumb(table: Table, command: Any) -> str:
    """What `auto` would do now, Force by Force (5.3)."""
    step: Any = top(table)
    if not isinstance(step, Choice):
        return "Leave it to a rule of thumb"
    answers = step.thumb(table)
    told = _at_targets(table, step, answers) or _to_forces(table, answers) or _first(table, answers)
    why = _WHY.get(step.kind)
    return f"Auto: {told}" + (f" ({why})" if why else "")


def _at_targets(table: Table, step: Any, answers: Sequence[Command]) -> str:
    """Dice at enemy Forces: `3 dice at BB Nagato, 2 at BB Mutsu`."""
    dice = Counter(each.force for each in answers if isinstance(each, Aim))
    target: str = getattr(step, "named", None) or ""
    for each in answers:
        target = each.force if isinstance(each, Target) else target
        if isinstance(each, DiceAt):
            dice[target] = each.count
    parts = [f"{count} at {name_of(table.forces[force])}" for force, count in dice.items()]
    return ", ".join(parts)


def _to_forces(table: Table, answers: Sequence[Any]) -> str:
    """Forces that are named one after another, and for what."""
    if not answers or type(answers[0]) not in _DEEDS:
        return ""
    times = Counter(each.piece for each in answers)
    names = [name_of(table.forces[force]) + (f" x{n}" if n > 1 else "") for force, n in times.items()]
    return _DEEDS[type(answers[0])].format(listed(names))


_DEEDS: Mapping[type[Command], str] = {
    Rear: "{} to REAR",
    Support: "{} join",
    Land: "{} land",
    Lose: "steps from {}",
    RepairHit: "{} loses a hit",
    Torpedo: "attack {}",
}


def _first(table: Table, answers: Sequence[Command]) -> str:
    """The words of an answer, in the middle of a sentence."""
    words = command_text(table, answers[0]) if answers else "nothing"
    return words if words[:2].isupper() else words[0].lower() + words[1:]


PARTS: Mapping[str, Callable[[Table, Any], Any]] = {
    "against": _against,
    "air": _air,
    "air_price": _air_price,
    "all_go": _all_go,
    "at": lambda table, command: "At" if _dice_left(table) else "Aim at",
    "at_once": _at_once,
    "based": _based,
    "bought": _bought,
    "deeper": _deeper,
    "dice": _dice,
    "ending": lambda table, command: _ENDS.get(kind_in_hand(table), "End this step"),
    "fate": _fate,
    "formed": _formed,
    "gun": _gun,
    "joining": _joining,
    "larger": _larger,
    "left": lambda table, command: f"{len(left)} dice " if (left := _dice_left(table)) else "",
    "mended": _mended,
    "no_more": lambda table, command: _NO_MORE.get(kind_in_hand(table), "Done"),
    "places": _places,
    "price": _price,
    "raiders": _raiders,
    "sails": _sails,
    "steps": _steps,
    "strike": _strike,
    "struck": _struck,
    "thumb": _thumb,
    "watched": _watched,
    "way": lambda table, command: f"{command.origin}-{command.area}, home to {command.port}",
    "yes": lambda table, command: command.answer == "yes",
}
"""What forms of commands have beside their fields: it depends on the state."""


def rule_of(table: Table, command: Command) -> str | None:
    """The rule under which a command is given."""
    step = top(table)
    return step.prompt(table).rule if step is not None and getattr(command, "of_step", False) else command.rule
