"""Commands in words, and the names of everything; what happened is in `event_words`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wargame_tui.board.phrases import first_up as first_up
from wargame_tui.board.phrases import plural as plural
from wargame_tui.board.steps import kind_in_hand, top
from wargame_tui.core.command import Command
from wargame_tui.titles.commander import phrases
from wargame_tui.titles.commander.passing import goes_by_itself
from wargame_tui.titles.commander.phrases import listed as listed
from wargame_tui.titles.pacific_commander.printed.book import DATA, JAPAN, SHIPS, SHORT, US, force_id
from wargame_tui.titles.pacific_commander.printed.data import ForceClass, PlanEntry, Side
from wargame_tui.titles.pacific_commander.rules import air, engagement, plans, surface
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

PEOPLE: Mapping[str, str] = {US: "US", JAPAN: "Japanese"}
"""Sides as adjectives."""
OPERATIONS: Mapping[str, str] = {
    "code_break": "Code break",
    "commerce_raid": "Commerce raid",
    "carrier_raid": "Carrier raid",
    "seabees": "Seabees",
    "dig_in": "Dig in",
    "coastwatchers": "Coastwatchers",
    "air_lift": "Air lift",
    "bomber_offensive": "Bomber offensive",
}
"""Special Operations by id (3.5.1)."""
STEPS: Mapping[str, str] = {
    "us_resupply": "US Resupply",
    "us_special_ops": "US Special Operations",
    "us_move": "US movement",
    "jp_resupply": "Japanese Resupply",
    "jp_orders": "Japanese Orders",
    "battles": "Battles",
    "post_battle": "After the battles",
    "next_turn": "End of the turn",
}
"""The eight steps of a turn (3.1.1)."""


# Names


@DATA.cached
def _counters() -> Mapping[str, tuple[Side, ForceClass, str]]:
    """Every Force of the campaigns' files: id to side, class and name."""
    found: dict[str, tuple[Side, ForceClass, str]] = {}
    for file in DATA.scenarios.values():
        if file.campaign is not None:
            for row in (*file.campaign.setup, *(row for rows in file.campaign.arrivals.values() for row in rows)):
                for cls, named in row.forces.items():
                    found |= {force_id(row.side, cls, name): (row.side, cls, name) for name in named}
    return found


def known(force: str) -> tuple[Side, ForceClass, str] | None:
    """Side, class and name of a Force by its id, as long as there can be one: of the files, bought or of the pool."""
    found = _counters().get(force)
    if found is not None:
        return found
    side = next((side for side, word in SHORT.items() if force.startswith(f"{word}-")), None)
    cls, _, name = force.partition("-")[2].partition("-")
    for each in DATA.units.order:
        if side is not None and name and each.lower() == cls:
            return side, each, name.replace("-", " ").upper()
    return None


def force_name(force: str) -> str:
    """A Force by its id: ships and aircraft with their class, ground Forces by their name alone."""
    found = known(force)
    return named(*found) if found else force


def class_and_name(force: str) -> tuple[str, str]:
    """A Force's class and name by its id; one that was bought or came from the pool has a name like `N3`."""
    known = _counters().get(force)
    if known is not None:
        return known[1], known[2]
    _, cls, name = [*force.split("-", 2), "", ""][:3]
    return cls.upper(), name.partition("-")[2].upper() or name


def named(side: str, cls: str, name: str) -> str:
    """A Force in a sentence: `CV Enterprise`, `2nd Marine`, `Japanese DD 3`."""
    is_classed = (cls in SHIPS or cls in ("SS", "LBA")) and not name.startswith(f"{cls} ")
    words = f"{cls} {name}" if is_classed else name
    return f"Japanese {words}" if side == JAPAN and name.split()[-1].lstrip("N").isdigit() else words


def name_of(force: Force) -> str:
    """A Force on the table."""
    return named(force.side, force.cls, force.name)


def names(forces: Iterable[str]) -> str:
    """Several Forces by their ids."""
    return listed([force_name(force) for force in forces])


def by_class(forces: Iterable[tuple[str, str]]) -> str:
    """Forces under the head of their class, from classes and names: `BB Kongo, Haruna; DD 2, 4`."""
    groups: dict[str, list[str]] = {}
    for cls, name in forces:
        groups.setdefault(cls, []).append(name.removeprefix(f"{cls} "))
    return "; ".join(f"{cls} {', '.join(together)}" for cls, together in groups.items())


def place(area: str) -> str:
    """An Area by its name."""
    entry = DATA.map.spaces.get(area)
    return entry.name if entry else area


def plan_name(chit: str) -> str:
    """A Battle Plan by its name: `Scout line`."""
    return chit.replace("_", " ").capitalize()


def plan(chit: str) -> PlanEntry | None:
    """A Battle Plan of either side."""
    return next((chits[chit] for chits in DATA.charts.plans.values() if chit in chits), None)


def plan_text(chit: str) -> str:
    """A Battle Plan and what it does."""
    entry = plan(chit)
    return f"{plan_name(chit)}: {entry.words}" if entry else plan_name(chit)


def up_to(number: int) -> str:
    """The faces that succeed: `4 or less`."""
    return phrases.up_to(number, DATA.charts.die)


# Commands


def command_text(table: Table, command: Command) -> str:
    """What a command does."""
    return _COMMANDS[command.verb](table, command)


def _known(table: Table, force: str) -> str:
    """A Force of the table or, gone already, of the data."""
    return name_of(table.forces[force]) if force in table.forces else force_name(force)


def _sp(amount: int) -> str:
    return f"{amount} SP"


def _price(table: Table, operation: str) -> str:
    """What a Special Operation costs, and what it must roll."""
    entry = book_of(table).charts.operations[operation]
    return f"{_sp(entry.sp)}, {up_to(entry.success)}" if entry.success else _sp(entry.sp)


def _repair_ship(table: Table, command: Any) -> str:
    cost = book_of(table).charts.economy.repair
    ship = table.forces.get(command.ship)
    if ship is None:
        return f"Repair {force_name(command.ship)} ({_sp(cost)})"
    left, most = steps_left(table, ship), ratings(table, ship).steps
    words = f"Repair {name_of(ship)} at {place(ship.area)}: {left} to {left + 1} of {most} steps"
    return f"{words} ({_sp(cost)}; it stays in port)"


def _restore_step(table: Table, command: Any) -> str:
    cost = book_of(table).charts.economy.restore_step
    force = table.forces.get(command.force)
    if force is None:
        return f"Restore a step of {force_name(command.force)} ({_sp(cost)})"
    left, most = steps_left(table, force), ratings(table, force).steps
    return f"Restore {name_of(force)} at {place(force.area)}: {left} to {left + 1} of {most} steps ({_sp(cost)})"


def _restore_air(table: Table, command: Any) -> str:
    book, carrier = book_of(table), table.forces.get(command.carrier)
    price = _sp(air_price(book, command.points))
    words = f"Restore {plural(command.points, 'air point')} of {_known(table, command.carrier)}"
    most = air_for_the_same(book, command.points, carrier.airloss) if carrier else 0
    return f"{words} ({price}, as much as {most})" if most > command.points else f"{words} ({price})"


def _buy_force(table: Table, command: Any) -> str:
    entry = book_of(table).units.classes[US].get(command.cls)
    if entry is None:
        return f"Buy {command.cls}"
    return f"Buy {command.cls}, {entry.counter} ({_sp(entry.cost)})"


def _draw_plan(table: Table, command: Any) -> str:
    return f"Draw a Battle Plan ({_sp(book_of(table).charts.economy.draw_plan)})"


def choose_heading(table: Table) -> str:
    """What stands for all the Battle Plans that can be chosen (3.4.9)."""
    return f"Choose a Battle Plan ({_sp(book_of(table).charts.economy.choose_plan)})"


def _choose_plan(table: Table, command: Any) -> str:
    return f"Choose {plan_text(command.chit)} ({_sp(book_of(table).charts.economy.choose_plan)})"


def _code_break(table: Table, command: Any) -> str:
    return f"Code break at {place(command.area)} ({_price(table, 'code_break')})"


def _commerce_raid(table: Table, command: Any) -> str:
    number = book_of(table).values(US).torpedo
    cost = book_of(table).charts.operations["commerce_raid"].sp
    if _starts(table, command, "special_ops"):
        return f"Commerce raid by the only submarines that can go: the dice are rolled ({_sp(cost)}, {up_to(number)})"
    return f"Commerce raid: name submarines ({_sp(cost)} each, {up_to(number)})"


def _starts(table: Table, command: Command, kind: str, verb: str = "go") -> bool:
    """Whether a raid or task force starts with this command, since nothing is left to choose after it (2.11)."""
    step = top(table)
    if step is None or step.kind != kind or step.refusal(table, command) is not None:
        return False
    return goes_by_itself(Draft(table), command, verb)


def _carrier_raid(table: Table, command: Any) -> str:
    way = f"{command.origin}-{command.area}, home to {command.port}"
    alone = "; one carrier alone can go, it begins at once" if _starts(table, command, "special_ops") else ""
    return f"Carrier raid {way} ({_price(table, 'carrier_raid')}{alone})"


def _seabees(table: Table, command: Any) -> str:
    words = f"Seabees at {place(command.area)}"
    if command.area in table.areas:
        now = airfield(table, command.area, US)
        words += f": airfield {now} to {now + 1}"
    return f"{words} ({_price(table, 'seabees')})"


def _dig_in(table: Table, command: Any) -> str:
    words = f"Dig in at {place(command.area)}"
    if command.area in table.areas:
        now = table.areas[command.area].fort
        words += f": fort {now} to {now + 1}"
    return f"{words} ({_price(table, 'dig_in')})"


def _coastwatchers(table: Table, command: Any) -> str:
    rules = book_of(table).charts.economy
    where = listed([place(area) for area in rules.coastwatchers])
    price = _price(table, "coastwatchers")
    return f"Coastwatchers: US search {rules.coastwatchers_search:+d} at {where} ({price})"


def _air_lift(table: Table, command: Any) -> str:
    return f"Air lift {_known(table, command.force)} to {place(command.area)} ({_price(table, 'air_lift')})"


def _bomber_offensive(table: Table, command: Any) -> str:
    return f"Bomber offensive against Japan ({_price(table, 'bomber_offensive')})"


def _shuttle(table: Table, command: Any) -> str:
    return f"{_known(table, command.force)} goes to {place(command.area)}"


def _fly(table: Table, command: Any) -> str:
    words = f"{_known(table, command.force)} flies to {place(command.area)}"
    if command.area not in table.areas:
        return words
    there = len(present(table, command.area, US).aircraft)
    return f"{words} ({there + 1} of {airfield(table, command.area, US)})"


def _support(table: Table, command: Any) -> str:
    force = table.forces.get(command.force)
    if force is None:
        return f"{force_name(command.force)} supports"
    points = plural(air_points(table, force), "air point")
    return f"{name_of(force)} from {place(force.area)} supports ({points})"


def _with_steps(words: str) -> Callable[[Table, Any], str]:
    """A command about a Force whose steps matter; `{}` stands for its name."""

    def text(table: Table, command: Any) -> str:
        force = table.forces.get(command.force)
        if force is None:
            return words.format(force_name(command.force))
        return f"{words.format(name_of(force))} ({plural(steps_left(table, force), 'step')})"

    return text


def _lose(table: Table, command: Any) -> str:
    force = table.forces.get(command.force)
    if force is None:
        return f"{force_name(command.force)} takes the hit"
    left = steps_left(table, force) - 1
    return f"{name_of(force)} takes the hit: {plural(left, 'step') + ' left' if left else 'destroyed'}"


def _add(table: Table, command: Any) -> str:
    """A Force joins what is being formed: a commerce raid that costs SP, a carrier raid, a task force, a withdrawal."""
    name, kind = _known(table, command.force), kind_in_hand(table)
    if kind == "commerce_raiding":
        cost = book_of(table).charts.operations["commerce_raid"].sp
        last = ", the last that can: the dice are rolled" if _starts(table, command, kind) else ""
        return f"{name} goes after merchantmen{last} ({_sp(cost)}, {up_to(book_of(table).values(US).torpedo)})"
    if kind == "withdrawing":
        return f"{name} withdraws"
    if kind == "carrier_raiding" and _starts(table, command, kind):
        return f"Add {name}, the last that can go: the raid begins"
    cargo = cargo_of(table, command.force)
    aboard = f", with {listed([name_of(each) for each in cargo])} aboard" if cargo else ""
    return f"Add {name}{aboard}{_sails(table, command)}"


def _load(table: Table, command: Any) -> str:
    return f"{_known(table, command.ship)} loads {_known(table, command.force)}{_sails(table, command)}"


def _sails(table: Table, command: Any) -> str:
    """What follows at once if only one thing is left that a task force can do."""
    return ": it sails, there is one way only" if _starts(table, command, "task_force", "sail") else ""


def _add_all(table: Table, command: Any) -> str:
    withdraws = kind_in_hand(table) == "withdrawing"
    return "All ships and submarines withdraw" if withdraws else "Add all warships that can go"


def _sail(table: Table, command: Any) -> str:
    """Where a task force goes, with the price of a landing (3.6.5)."""
    words = f"Sail to {place(command.area)}"
    step = top(table)
    if getattr(step, "kind", "") != "task_force" or command.area not in table.areas:
        return words
    carried = len(step.loads) + sum(len(cargo_of(table, ship)) for ship in step.ships)
    notes = []
    if carried and present(table, command.area, JAPAN).ashore:
        notes.append(f"{plural(carried, 'Force')} to land, {_sp(book_of(table).charts.economy.landing * carried)}")
    enemies = len(present(table, command.area, JAPAN).forces)
    if enemies:
        notes.append(f"{enemies} Japanese there")
    return f"{words} ({'; '.join(notes)})" if notes else words


def _go(table: Table, command: Any) -> str:
    step = top(table)
    match getattr(step, "kind", ""):
        case "commerce_raiding":
            return f"Send {plural(len(step.ships), 'submarine group')} to raid commerce"
        case "carrier_raiding":
            return f"Raid {place(step.area)} with {plural(len(step.ships), 'ship')}, home to {place(step.port)}"
        case "withdrawing":
            return f"Withdraw those named to {place(step.area)}"
    return "Go"


_DONE: Mapping[str, str] = {
    "boxes": "No more ships into REAR",
    "air_support": "No more aircraft",
    "landing_choice": "No more landings",
}
_AUTO: Mapping[str, str] = {
    "boxes": "all damaged ships into REAR",
    "air_support": "all aircraft that can",
    "plan_choice": "play none",
    "split": "half as CAP",
    "strike_aim": "carriers first, then by class",
    "submarine_attack": "attack, carriers first",
    "surface_consent": "fight if our guns are not weaker",
    "gun_aim": "spread over the ships with most steps",
    "pursuit_choice": "pursue",
    "bombardment_choice": "bombard",
    "landing_choice": "land all",
    "losses": "the Force with most steps",
    "damage_control": "the first ship that can",
    "withdrawal_choice": "withdraw all if beaten",
    "withdrawing": "all of them",
    "last_withdrawal": "to Hawaii, or the West Coast",
}
"""What `auto` stands for in each decision (5.3)."""
_ENDS: Mapping[str, str] = {
    "resupply": "End US Resupply",
    "special_ops": "End Special Operations",
    "movement": "End US movement: Japan's turn",
}


def _by_step(words: Mapping[str, str], otherwise: str, front: str = "") -> Callable[[Table, Any], str]:
    """Words that depend on the kind of the step in hand."""

    def text(table: Table, command: Any) -> str:
        found = words.get(kind_in_hand(table))
        return front + found if found else otherwise

    return text


def _split_air(table: Table, command: Any) -> str:
    if kind_in_hand(table) != "split":
        return f"CAP {command.cap}"
    strike = engagement.air_in_battle(table, US) - command.cap + plans.strike_dice(table, US)
    return f"CAP {command.cap}, strike {strike}"


def _dice_at(table: Table, command: Any) -> str:
    target = getattr(top(table), "named", None)
    return plural(command.count, "die", "dice") + (f" at {_known(table, target)}" if target else "")


def _aim(table: Table, command: Any) -> str:
    """The next die, with its number."""
    words, step = _with_steps("{}")(table, command), top(table)
    if getattr(step, "kind", "") != "gun_aim":
        return f"Aim at {words}"
    left = surface.dice_of(table, US)[len(step.aims) :]
    if not left:
        return f"Aim at {words}"
    return f"At {words}, {up_to(surface.fire_number(table, *left[0]))}"


def rest_heading(table: Table) -> str:
    """What stands for all the ships at which the dice that are left can be aimed together (3.10.3)."""
    left = len(surface.dice_of(table, US)) - len(getattr(top(table), "aims", ()))
    return f"All {left} dice at one ship"


def _aim_rest(table: Table, command: Any) -> str:
    words = _with_steps("{}")(table, command)
    aims_guns = kind_in_hand(table) == "gun_aim"
    return f"{rest_heading(table).removesuffix('one ship')}{words}" if aims_guns else f"All at {words}"


def _target(table: Table, command: Any) -> str:
    """A target of a strike with its box and the number it takes (3.9.10, 3.9.11)."""
    words, force = _with_steps("Strike {}")(table, command), table.forces.get(command.force)
    if force is None or kind_in_hand(table) != "strike_aim":
        return words
    box = "" if force.cls not in SHIPS else ", REAR" if force.id in engagement.in_hand(table).rear else ", LINE"
    return f"{words}{box}, {up_to(air.strike_number(table, US, force))}"


def _answer(yes: str, no: str) -> Callable[[Table, Any], str]:
    return lambda table, command: yes if command.answer == "yes" else no


def _fixed(words: str) -> Callable[[Table, Any], str]:
    return lambda table, command: words


_COMMANDS: dict[str, Callable[[Table, Any], str]] = {
    "repair_ship": _repair_ship,
    "restore_step": _restore_step,
    "restore_air": _restore_air,
    "buy_force": _buy_force,
    "draw_plan": _draw_plan,
    "choose_plan": _choose_plan,
    "code_break": _code_break,
    "commerce_raid": _commerce_raid,
    "carrier_raid": _carrier_raid,
    "seabees": _seabees,
    "dig_in": _dig_in,
    "coastwatchers": _coastwatchers,
    "air_lift": _air_lift,
    "bomber_offensive": _bomber_offensive,
    "task_force": lambda table, c: f"Form a task force at {place(c.area)}",
    "add": _add,
    "add_all": _add_all,
    "load": _load,
    "sail": _sail,
    "shuttle": _shuttle,
    "fly": _fly,
    "go": _go,
    "reroll_order": _fixed("Have the order die rolled again; the second roll stands"),
    "keep_order": _fixed("Let the order stand"),
    "rear": lambda table, c: f"{_known(table, c.ship)} into REAR",
    "support": _support,
    "done": _by_step(_DONE, "Done"),
    "auto": _by_step(_AUTO, "Leave it to the rule of thumb", "Auto: "),
    "play_plan": lambda table, c: f"Play {plan_text(c.chit)}",
    "pass_plan": _fixed("Play no Battle Plan"),
    "split_air": _split_air,
    "target": _target,
    "dice": _dice_at,
    "torpedo": _with_steps("Torpedo {}"),
    "hold_back": _fixed("Hold the submarine back"),
    "accept_surface": _answer("Seek the surface fight", "Avoid the surface fight"),
    "aim": _aim,
    "aim_rest": _aim_rest,
    "pursue": _answer("Pursue their REAR", "Let them go"),
    "bombard": _answer("Bombard the shore", "Do not bombard"),
    "land": lambda table, c: f"Land {_known(table, c.force)}",
    "lose": _lose,
    "repair_hit": lambda table, c: f"Damage control saves a step of {_known(table, c.ship)}",
    "withdraw": lambda table, c: f"Withdraw to {place(c.area)}",
    "stay": _fixed("Withdraw nobody"),
    "end": _by_step(_ENDS, "End this step"),
}

_RULES_IN: Mapping[str, Mapping[str, str]] = {
    "commerce_raiding": {"add": "3.5.3", "go": "3.5.3"},
    "carrier_raiding": {"add": "3.5.4", "go": "3.5.4"},
    "withdrawing": {"add": "3.11.7", "add_all": "3.11.7", "go": "3.11.7"},
    "last_withdrawal": {"withdraw": "3.11.8"},
    "boxes": {"done": "3.8.4"},
    "air_support": {"done": "3.8.5"},
    "landing_choice": {"done": "3.11.1"},
}
"""The rule of a verb where it is not that of its command, by the kind of the step in hand."""


def rule_of(table: Table, command: Command) -> str | None:
    """The rule under which a command is given."""
    step = top(table)
    if command.verb == "lose" and getattr(step, "kind", "") == "losses":
        return str(step.rule)
    return _RULES_IN.get(getattr(step, "kind", ""), {}).get(command.verb) or command.rule
