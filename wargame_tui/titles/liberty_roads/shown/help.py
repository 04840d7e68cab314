"""Help for the decision in hand, out of help.yaml."""

from wargame_tui.board.helps import decision
from wargame_tui.board.steps import top
from wargame_tui.board.title import Help
from wargame_tui.core.state import changed
from wargame_tui.titles.liberty_roads.printed.book import DATA, GERMAN
from wargame_tui.titles.liberty_roads.rules.movement import MovementPhase
from wargame_tui.titles.liberty_roads.state import Table


def help_for(state: Table) -> Help:
    """Help for the step in hand; what the German may do besides in his movement phase comes first."""
    helps, step = DATA.helps, top(state)
    found = next((helps[name] for name in decision(state) if name in helps), helps["turn"])
    if not isinstance(step, MovementPhase) or step.side != GERMAN:
        return found
    held = state.campaign.fortitude and not state.book.scenario.basic
    lines = (*(helps["movement held"].lines if held else ()), *found.lines, *helps["movement"].lines)
    return changed(found, lines=lines)
