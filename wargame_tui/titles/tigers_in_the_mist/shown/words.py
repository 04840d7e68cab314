"""Words that depend on the state: costs, and numbers to roll."""

from wargame_tui.board.steps import and_dice, top
from wargame_tui.core.command import Command
from wargame_tui.titles.tigers_in_the_mist import commands
from wargame_tui.titles.tigers_in_the_mist.events import bridge_name
from wargame_tui.titles.tigers_in_the_mist.printed.book import called
from wargame_tui.titles.tigers_in_the_mist.rules import (
    activation,
    artillery,
    bridges,
    combat,
    movement,
    reinforcements,
    special,
)
from wargame_tui.titles.tigers_in_the_mist.state import Draft, Table, book_of


def command_text(table: Table, command: Command) -> str:
    """What a command does, and whether dice are rolled at once."""
    return and_dice(_command_words(table, command), table, command, Draft)


def _command_words(table: Table, command: Command) -> str:
    book = book_of(table)
    match command:
        case commands.To(space):
            return _to_text(table, space)
        case commands.UseSpecial(effect) if effect in special.EFFECTS:
            return f"Use special forces: {special.EFFECTS[effect]}"
        case commands.Blow(bridge, unit):
            needed, _ = bridges.demolition_target(table, bridge, table.units[unit])
            return f"{unit} tries to blow the bridge (on {needed}-)"
        case commands.Call(calls):
            return _call_text(table, calls)
        case commands.Build(unit, bridge):
            needed = bridges.building_needs(table, bridge)
            return f"{unit} tries to rebuild the {bridge_name(bridge)} bridge (on {needed}-)"
        case commands.Done():
            return _done_text(table)
    return command.words(lambda id_: book.reserves[id_].name if id_ in book.reserves else called(id_))


def _done_text(table: Table) -> str:
    """The end of a step, by what is no longer done in it."""
    match top(table):
        case combat.Battles():
            return "No more attacks" if table.battles_fought else "No attacks"
        case bridges.Bridging(engineers=tried):
            return "No more bridges" if tried else "No bridges"
        case reinforcements.Reinforcement():
            return "No more reserves"
    return "Done"


def _to_text(table: Table, space: str) -> str:
    step = table.stack[-1]
    if not isinstance(step, activation.Moving):
        return f"To {called(space)}"
    group = step.group(table)
    road = book_of(table).road_to[group[0].location, space]
    cost = movement.step_cost(movement.ground(table, group[0].side), road)
    return f"To {called(space)} ({cost} MP, {step.left(table) - cost} left)"


def _call_text(table: Table, calls: int) -> str:
    step = table.stack[-1]
    if calls and isinstance(step, combat.Battle):
        needed, _ = artillery.call_target(table, step.acting(), step.area)
        return f"Call artillery: {artillery.requests(calls, needed)}"
    return "No artillery"
