"""Help for the step in hand, from help.yaml: what a player who does not know the rules by heart must know to decide."""

from collections.abc import Iterator

from wargame_tui.board.steps import top
from wargame_tui.board.title import Help
from wargame_tui.titles.ardennes_44.printed.book import DATA
from wargame_tui.titles.ardennes_44.rules import battle, fuel, movement_phase, replacements
from wargame_tui.titles.ardennes_44.state import Table


def help_for(state: Table) -> Help:
    """Help for the step in hand."""
    step = top(state)
    match step:
        case None:
            name = "over"
        case movement_phase.MovementPhase() if not state.night:
            return _by_day(state, step)
        case movement_phase.MovementPhase():
            name = "movement night"
        case battle.Battle():
            name = f"battle {step.stage}" if isinstance(step.now, battle.Asking) else "combat"
        case fuel.FuelChoice(west=True):
            name = "fuel_choice west"
        case replacements.Replacements(order=None):
            name = "replacements first"
        case _:
            name = step.kind
    return DATA.helps.get(name, DATA.helps["turn"])


def _by_day(table: Table, step: movement_phase.MovementPhase) -> Help:
    """What there is to do in this movement phase: by side, by turn."""
    parts = [DATA.helps[f"movement{part}"] for part in _parts(table, step)]
    lines = tuple(line for part in parts for line in part.lines)
    return Help(f"{step.side} movement", lines, parts[0].rules)


def _parts(table: Table, step: movement_phase.MovementPhase) -> Iterator[str]:
    yield from ("", f" {step.side}")
    if table.turn == 1:
        yield " first turn"
    elif table.turn % 2 == 0 and table.turn < table.book.scenario.last:
        yield " PM"
    yield " stacks"
