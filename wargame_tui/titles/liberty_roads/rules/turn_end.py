"""The end of a game turn (D of the sequence of play) and of the game."""

from wargame_tui.titles.liberty_roads.events.course import InsurrectionOver
from wargame_tui.titles.liberty_roads.rules import drops, markers, victory
from wargame_tui.titles.liberty_roads.state import Draft


def finish_turn(g: Draft) -> None:
    """Drop markers and insurrections go; victory (12.3.3, 16.2.2)."""
    drops.end_turn(g)
    for each, printed in list(markers.played(g)):
        if printed.effect == "insurrection":
            g.put(each.id, "removed")
            g.tell(InsurrectionOver(marker=each.id, hex=each.place))
    victory.end_of_turn(g)
