"""What is counted of a game of First Command: when each place that counts fell, points by turn, losses."""

from collections.abc import Sequence

from wargame_tui.board.annals import Annalist
from wargame_tui.core.event import Event
from wargame_tui.titles.first_command.printed import DATA, GERMAN
from wargame_tui.titles.first_command.state import State


class MortainAnnalist(Annalist):
    """A when is a turn."""

    def note(self, before: State, events: Sequence[Event], after: State) -> None:
        """Note what a command has led to."""
        for place, side in after.control.items():
            if side == GERMAN and before.control[place] != GERMAN:
                self.annals.first(f"{DATA.board.name(DATA.board.index[place])} German", before.turn)
        if after.over or after.turn != before.turn:
            self.annals.on("points", before.turn, after.points)

    def close(self, state: State) -> None:
        """Note the losses."""
        for unit in state.units.values():
            self.annals.count(f"units lost: {unit.side}", unit.location == "eliminated")
