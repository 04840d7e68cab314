"""Commands in words as far as they depend on the state, and the names of everything."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from wargame_tui.board.phrases import after, listed, plural
from wargame_tui.board.steps import kind_in_hand, step_of, top
from wargame_tui.core.command import Command, field_names
from wargame_tui.core.wording import fields_in, worded
from wargame_tui.titles.commander.passing import goes_by_itself
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, ENEMY
from wargame_tui.titles.desert_commander.printed.data import Nation
from wargame_tui.titles.desert_commander.printed.names import plan, plan_text
from wargame_tui.titles.desert_commander.rules import fog
from wargame_tui.titles.desert_commander.rules.battle import Battle, finds_work
from wargame_tui.titles.desert_commander.rules.decision import Choice
from wargame_tui.titles.desert_commander.rules.operations import Forming, Operations, cost, ready
from wargame_tui.titles.desert_commander.state import (
    Draft,
    Table,
    book_of,
    cv,
    cv_at,
    cv_total,
    mobile,
    owned_by,
    present,
)


def foe(table: Table) -> Nation:
    """Whom the Axis fights."""
    return book_of(table).campaign.enemy


# Names


def place(table: Table, area: str) -> str:
    """An Area by its name."""
    areas = book_of(table).areas
    return areas[area].name if area in areas else "the sea" if area == AT_SEA else area


def force_name(table: Table, force: str) -> str:
    """A force by its id: class and name, as long as it is on the table or in the order of battle."""
    if force in table.forces:
        return table.forces[force].label
    book = book_of(table)
    rows = [book.setup, *book.arrivals.values()]
    return next((each.label for row in rows for each in row if each.id == force), force)


def called(table: Table, id_: str) -> str:
    """An Area or a force by its name; anything else by itself."""
    return force_name(table, id_) if (found := place(table, id_)) == id_ else found


# Commands


def command_text(table: Table, command: Command) -> str:
    """What a command does: its form, with its fields and with what depends on the state."""
    fields = {name: getattr(command, name) for name in field_names(type(command))}
    parts = {part: PARTS[part](table, command) for part in fields_in(command.template) - fields.keys()}
    return worded(command.template, {**fields, **parts}, partial(called, table))


def _price(table: Table, command: Command) -> str:
    """What the chart asks for what has its name."""
    return _sp(getattr(book_of(table).charts.economy, command.verb))


def _sp(amount: int) -> str:
    return f"{amount} SP"


def _full_again(table: Table, command: Any) -> str:
    force, price = table.forces.get(command.force), _price(table, command)
    if force is None:
        return f" ({price})"
    full = cv_at(table, force, reduced=False)
    return f" at {place(table, force.area)}: CV {cv(table, force)} to {full} ({price}), then spent"


def _higher(table: Table, command: Any) -> str:
    force, career = table.forces.get(command.force), book_of(table).charts.career
    if force is None:
        return ""
    return f": CV {cv(table, force)} to {min(cv(table, force) + career.veteran, career.most_cv)}"


def against(table: Table, area: str) -> str:
    """Who would meet an operation in an Area: what the player sees of it."""
    enemies = present(table, area, ENEMY)
    if not enemies:
        return "a march" if owned_by(table, area, AXIS) else "nobody is there"
    count = plural(len(enemies), "force")
    seen = f"CV {cv_total(table, enemies)}" if fog.seen(table, area) else "not seen"
    return f"{_fight(table, area)} on {count}, {seen}"


def _fight(table: Table, area: str) -> str:
    return "counter-attack" if owned_by(table, area, "contested") else "assault"


def _meets(table: Table, command: Any) -> str:
    if command.origin not in table.areas or command.area not in table.areas:
        return ""
    met, price = against(table, command.area), _sp(cost(table, command.origin, 1, command.blitz))
    if _sets_off(table, command, Operations):
        (alone,) = ready(table, command.origin, command.blitz)
        return f": {met}; only {alone.label} can go, at once ({price})"
    return f": {met} (from {price})"


def _sets_off(table: Table, command: Command, kind: type[Any], verb: str = "go") -> bool:
    """Whether the operation starts, or the step ends, with this command, since nothing is left to choose (2.11)."""
    step = top(table)
    legal = isinstance(step, kind) and step.refusal(table, command) is None
    return legal and goes_by_itself(Draft(table), command, verb)


def _joins(table: Table, command: Any) -> str:
    step, force = top(table), table.forces.get(command.force)
    if force is None or not isinstance(step, Forming):
        return "takes part"
    strength, price = f"CV {cv(table, force)}", _sp(cost(table, step.origin, len(step.forces) + 1, step.blitz))
    if not _sets_off(table, command, Forming):
        return f"takes part ({strength}; {price} in all)"
    begins = _fight(table, step.area) if present(table, step.area, ENEMY) else "march"
    return f"joins, the last that can: the {begins} begins ({strength}; {price})"


def _goes(table: Table, command: Command) -> str:
    step = top(table)
    if not isinstance(step, Forming):
        return "Go"
    count, price = plural(len(step.forces), "force"), _sp(cost(table, step.origin, len(step.forces), step.blitz))
    assault = present(table, step.area, ENEMY) and not owned_by(table, step.area, "contested")
    return f"{'Assault' if assault else 'Go to'} {place(table, step.area)} with {count} ({price})"


def _aircraft(table: Table, command: Any) -> str:
    chart = book_of(table).charts.battle
    if command.answer == "no":
        return "no air support"
    return f"air support ({_price(table, command)}): {chart.air_dice} dice at {chart.air_hit}"


def _fate(table: Table, command: Any) -> str:
    force = table.forces.get(command.force)
    if force is None:
        return ""
    return ": destroyed" if force.reduced else f": reduced to CV {cv_at(table, force, reduced=True)}"


def _left_behind(table: Table, command: Command) -> str:
    battle = step_of(table, Battle)
    own = present(table, battle.area, AXIS) if battle else ()
    fixed = [force.label for force in own if not mobile(table, force)]
    return after(f"{listed(fixed)} destroyed") if fixed else ""


def _worse(table: Table, command: Command) -> str:
    chart = book_of(table).charts.areas
    return f"attackers {chart.dig:+d} in rounds 1 to {chart.dig_rounds}"


def _turn_ends(table: Table, command: Command) -> str:
    return "; nothing else is left, the turn ends" if _sets_off(table, command, Operations, "end") else ""


def _idle(table: Table, command: Any) -> str:
    entry, battle = plan(AXIS, command.chit), step_of(table, Battle)
    idle = entry is not None and battle is not None and not finds_work(table, battle, AXIS, entry)
    return "; no effect here" if idle else ""


_WHY: Mapping[str, str] = {
    "air_call": "called against CV {auto_air} or more",
    "losses": "the lowest CV each time",
    "retreat_choice": "most VP, then most of your forces",
}
"""The rule of thumb behind what `auto` does, where that does not show (5.3)."""
_ENDS: Mapping[str, str] = {
    "resupply": "End resupply: operations begin",
    "operations": "End operations: the turn is over",
}


def _thumb(table: Table, command: Command) -> str:
    """What `auto` would do now, and by which rule of thumb (5.3)."""
    step = table.stack[-1] if table.stack else None
    answers = step.thumb(table) if isinstance(step, Choice) else ()
    words = _answers(table, answers) if answers else "leave it to the rule of thumb"
    said = words if words[:2].isupper() else words[0].lower() + words[1:]
    why = _WHY.get(kind_in_hand(table), "").format(auto_air=book_of(table).charts.battle.auto_air)
    return f"{said} ({why})" if why else said


def _answers(table: Table, answers: Sequence[Any]) -> str:
    """Of one answer its words, of several hits who takes them."""
    if len(answers) == 1:
        return command_text(table, answers[0])
    times = Counter(each.force for each in answers)
    return f"hits on {listed([table.forces[force].label + (f' x{n}' if n > 1 else '') for force, n in times.items()])}"


PARTS: Mapping[str, Callable[[Table, Any], Any]] = {
    "aircraft": _aircraft,
    "ending": lambda table, command: _ENDS.get(kind_in_hand(table), "End this step"),
    "fate": _fate,
    "full_again": _full_again,
    "goes": _goes,
    "higher": _higher,
    "idle": _idle,
    "in_cup": lambda table, command: len(table.cup),
    "joins": _joins,
    "left_behind": _left_behind,
    "meets": _meets,
    "plan": lambda table, command: plan_text(AXIS, command.chit),
    "price": _price,
    "thumb": _thumb,
    "turn_ends": _turn_ends,
    "worse": _worse,
}
"""What forms of commands have beside their fields: it depends on the state."""
