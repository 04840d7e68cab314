"""Commands in words, and the names of everything; what happened is in `event_words`."""

from collections.abc import Callable, Mapping
from typing import Any

from wargame_tui.board.phrases import plural as plural
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.titles.commander.passing import goes_by_itself
from wargame_tui.titles.commander.phrases import listed as listed
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, ENEMY
from wargame_tui.titles.desert_commander.printed.data import Nation
from wargame_tui.titles.desert_commander.printed.names import plan, plan_text
from wargame_tui.titles.desert_commander.rules import fog
from wargame_tui.titles.desert_commander.rules.battle import Battle, finds_work
from wargame_tui.titles.desert_commander.rules.operations import cost, ready
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
    return next((f"{each.cls} {each.name}" for row in rows for each in row if each.id == force), force)


# Commands


def command_text(table: Table, command: Command) -> str:
    """What a command does, in words."""
    return _COMMANDS[command.verb](table, command)


def _sp(amount: int) -> str:
    return f"{amount} SP"


def _refit(table: Table, command: Any) -> str:
    force, price = table.forces.get(command.force), _sp(book_of(table).charts.economy.refit)
    if force is None:
        return f"Refit {force_name(table, command.force)} ({price})"
    full = cv_at(table, force, reduced=False)
    return f"Refit {force.label} at {place(table, force.area)}: CV {cv(table, force)} to {full} ({price}), then spent"


def _veteran(table: Table, command: Any) -> str:
    force, more = table.forces.get(command.force), book_of(table).charts.career.veteran
    words = f"{force_name(table, command.force)} becomes the Veteran"
    if force is None:
        return words
    most = book_of(table).charts.career.most_cv
    return f"{words}: CV {cv(table, force)} to {min(cv(table, force) + more, most)}"


def _buy_plan(table: Table, command: Any) -> str:
    price = _sp(book_of(table).charts.economy.buy_plan)
    return f"Draw a Battle Plan from the {len(table.cup)} in the cup ({price})"


def against(table: Table, area: str) -> str:
    """Who would meet an operation in an Area: what the player sees of it."""
    enemies = present(table, area, ENEMY)
    if not enemies:
        return "a march" if owned_by(table, area, AXIS) else "nobody is there"
    count = plural(len(enemies), "force")
    what = "counter-attack" if owned_by(table, area, "contested") else "assault"
    return f"{what} on {count}" + (f", CV {cv_total(table, enemies)}" if fog.seen(table, area) else ", not seen")


def _operation(table: Table, command: Any) -> str:
    blitz = command.verb == "blitz"
    way = f"{'Blitz' if blitz else 'Operation'} {place(table, command.origin)} to {place(table, command.area)}"
    if command.origin not in table.areas or command.area not in table.areas:
        return way
    price = _sp(cost(table, command.origin, 1, blitz))
    if _starts(table, command, "operations"):
        (alone,) = ready(table, command.origin, blitz)
        return f"{way}: {against(table, command.area)}; only {alone.label} can go, at once ({price})"
    return f"{way}: {against(table, command.area)} (from {price})"


def _starts(table: Table, command: Command, kind: str, verb: str = "go") -> bool:
    """Whether the operation starts, or the step ends, with this command, since nothing is left to choose (2.11)."""
    step = top(table)
    if step is None or step.kind != kind or step.refusal(table, command) is not None:
        return False
    return goes_by_itself(Draft(table), command, verb)


def _add(table: Table, command: Any) -> str:
    step, force = top(table), table.forces.get(command.force)
    if force is None or getattr(step, "kind", "") != "forming":
        return f"{force_name(table, command.force)} takes part"
    price = _sp(cost(table, step.origin, len(step.forces) + 1, step.blitz))
    if _starts(table, command, "forming"):
        return f"{force.label} joins, the last that can: {_begins(table, step.area)} (CV {cv(table, force)}; {price})"
    return f"{force.label} takes part (CV {cv(table, force)}; {price} in all)"


def _begins(table: Table, area: str) -> str:
    """What an operation into an Area sets off (4.3.6, 4.3.7, 4.9.5)."""
    if not present(table, area, ENEMY):
        return "the march begins"
    return f"the {'counter-attack' if owned_by(table, area, 'contested') else 'assault'} begins"


def _go(table: Table, command: Any) -> str:
    step = top(table)
    if getattr(step, "kind", "") != "forming":
        return "Go"
    price = _sp(cost(table, step.origin, len(step.forces), step.blitz))
    count = plural(len(step.forces), "force")
    if present(table, step.area, ENEMY) and not owned_by(table, step.area, "contested"):
        return f"Assault {place(table, step.area)} with {count} ({price})"
    return f"Go to {place(table, step.area)} with {count} ({price})"


def _air_support(table: Table, command: Any) -> str:
    chart, price = book_of(table).charts.battle, _sp(book_of(table).charts.economy.air_support)
    if command.answer == "no":
        return "Call no air support"
    return f"Call air support ({price}): {chart.air_dice} dice at {chart.air_hit}"


def _lose(table: Table, command: Any) -> str:
    force = table.forces.get(command.force)
    if force is None:
        return f"{force_name(table, command.force)} takes the hit"
    left = "destroyed" if force.reduced else f"reduced to CV {cv_at(table, force, reduced=True)}"
    return f"{force.label} takes the hit: {left}"


def _retreat(table: Table, command: Any) -> str:
    words = f"Retreat to {place(table, command.area)}"
    battle = next((step for step in reversed(table.stack) if step.kind == "battle"), None)
    if battle is None:
        return words
    fixed = [force.label for force in present(table, battle.area, AXIS) if not mobile(table, force)]
    return f"{words} ({listed(fixed)} destroyed)" if fixed else words


def _dig_in(table: Table, command: Any) -> str:
    chart, price = book_of(table).charts.areas, _sp(book_of(table).charts.economy.dig_in)
    effect = f"attackers {chart.dig:+d} in rounds 1 to {chart.dig_rounds}"
    return f"Dig in at {place(table, command.area)}: {effect} ({price}{_ends_turn(table, command)})"


def _ends_turn(table: Table, command: Any) -> str:
    """What follows at once if nothing is left to be done this turn."""
    return "; nothing else is left, the turn ends" if _starts(table, command, "operations", "end") else ""


def _recon(table: Table, command: Any) -> str:
    price = _sp(book_of(table).charts.economy.recon)
    return f"Reconnoitre {place(table, command.area)} ({price}{_ends_turn(table, command)})"


def _play_plan(table: Table, command: Any) -> str:
    words, entry = f"Play {plan_text(AXIS, command.chit)}", plan(AXIS, command.chit)
    battle = next((step for step in reversed(table.stack) if isinstance(step, Battle)), None)
    idle = entry is not None and battle is not None and not finds_work(table, battle, AXIS, entry)
    return f"{words}; it finds nothing to work on" if idle else words


def _press_on(table: Table, command: Any) -> str:
    return f"Press on for one more round ({_sp(book_of(table).charts.economy.press_on)})"


_AUTO: Mapping[str, str] = {
    "losses": "the lowest CV each time, full forces first",
    "plan_choice": "play none",
    "retreat_choice": "retreat to the Area with most VP, then most of your forces",
    "press_on_choice": "press on with the upper hand",
}
_ENDS: Mapping[str, str] = {
    "resupply": "End resupply: operations begin",
    "operations": "End operations: the turn is over",
}


def _auto(table: Table, command: Any) -> str:
    kind = getattr(top(table), "kind", "")
    if kind == "air_call":
        return f"Auto: call it against CV {book_of(table).charts.battle.auto_air} or more"
    return f"Auto: {_AUTO.get(kind, 'leave it to the rule of thumb')}"


def _fixed(words: str) -> Callable[[Table, Any], str]:
    return lambda table, command: words


_COMMANDS: Mapping[str, Callable[[Table, Any], str]] = {
    "veteran": _veteran,
    "refit": _refit,
    "buy_plan": _buy_plan,
    "operation": _operation,
    "blitz": _operation,
    "add": _add,
    "go": _go,
    "dig_in": _dig_in,
    "recon": _recon,
    "air_support": _air_support,
    "play_plan": _play_plan,
    "pass_plan": _fixed("Play no Battle Plan"),
    "lose": _lose,
    "retreat": _retreat,
    "stand": _fixed("Stand and fight on"),
    "press_on": _press_on,
    "break_off": _fixed("Break off: back to where they started, spent"),
    "auto": _auto,
    "end": lambda table, command: _ENDS.get(getattr(top(table), "kind", ""), "End this step"),
}
