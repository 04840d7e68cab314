"""The player's hand on the map: what he points at, picks, takes up and puts down."""

from __future__ import annotations

from textual.timer import Timer

from wargame_tui.tui.screens.table.asking import Asking
from wargame_tui.tui.screens.table.panes import DECIDE
from wargame_tui.tui.screens.table.playing import Playing
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.table.listing import in_hands
from wargame_tui.tui.table.picking import Among, Give, Take, Walk

LOOK_AFTER = 0.03
"""Seconds of rest before the pane of what is here follows the cursor."""
UNIT_WITHIN = 0.01
"""Seconds within which a click on a counter tells its unit after its space."""


class Hand:
    """Keys and clicks on the map and on lines of the list that stand for pieces."""

    def __init__(self, view: View, playing: Playing, asking: Asking) -> None:
        self._view, self._sitting, self._mine = view, view.sitting, view.sitting.picking
        self._playing, self._asking = playing, asking
        self._looking: Timer | None = None
        self._clicking: Timer | None = None

    # Picking

    def pick_here(self) -> None:
        """Pick what is under the cursor: one command applies, several open the list, a route is walked."""
        if self._view.barred():
            return
        match self._mine.pick(self._view.map.cursor):
            case Give(choice):
                self._playing.give(choice.command)
            case Take(unit):
                self.take(unit)
            case Among():
                self._mine.only_here = True
                self._view.offer()
                self._view.panes.go_to(DECIDE)
            case Walk(way):
                self._playing.give_series(way)
            case None:
                own = self._sitting.own_units(self._view.map.cursor)
                if own and self._lay_hand_on(own[0]):
                    self.pick_here()
                else:
                    self._asking.why_not()

    def take(self, unit: str) -> None:
        """Take a unit, or another piece, in hand."""
        self._mine.take(unit, self._view.map.cursor)
        self.point_at(unit)
        self._view.lay()

    def point_at(self, unit: str) -> None:
        """Let the list and the unit pane be about one unit of the stack."""
        self._mine.unit = unit
        self._view.offer()
        self._view.here()
        self._view.hints()

    def open_group(self, group: str) -> None:
        """List the commands of one kind."""
        self._mine.group = group
        self._view.offer()
        self._view.hints()

    def put_down(self) -> bool:
        """Leave the list of one place or kind, or what is pointed at; whether there was any."""
        picking = self._mine
        if picking.only_here or picking.unit:
            self._view.map.focus()
        elif picking.group is None:
            return False
        self._sitting.put_down()
        self._view.offer()
        self._view.lay()
        self._view.hints()
        return True

    def _lay_hand_on(self, unit: str) -> bool:
        """Leave what is in hand where it stands for another unit of the same side; whether that can be taken up."""
        here = self._view.map.cursor
        if self._view.barred() or any(choice.space == here for choice in self._mine.choices):
            return False
        if unit not in self._sitting.own_units(here):
            return False
        return self._playing.leave_in_place() and self._mine.is_asked_about(unit)

    # The mouse

    def clicked(self) -> None:
        """A click on a counter picks its space first and then the unit: the space waits for that."""
        self._clicking = self._view.screen.set_timer(UNIT_WITHIN, self.pick_here)

    def clicked_unit(self, unit: str) -> None:
        """A counter was clicked."""
        if self._clicking:
            self._clicking.stop()
        mine = self._mine
        goes_there = mine.goes_to(self._view.map.cursor) is not None
        mine.unit = mine.unit if goes_there else None
        if goes_there or not (mine.is_asked_about(unit) or self._lay_hand_on(unit)):
            self.pick_here()  # What is in hand goes there, whoever stands there.
            return
        if in_hands(mine.choices, unit):
            self.take(unit)
            if len(mine.concerned(self._view.map.cursor)) > 1:
                return
        self.point_at(unit)
        self.pick_here()

    def hover(self, space: str | None) -> None:
        """The mouse is over a space, or over none."""
        self._mine.hover = space
        self._look_soon()

    def moved(self) -> None:
        """The cursor has moved."""
        self._sitting.moved()
        self._view.offer()
        self._view.hints()
        self._look_soon()

    def _look_soon(self) -> None:
        """Show what is here once cursor or mouse rest: a key held down must not wait for it."""
        if self._looking:
            self._looking.stop()
        self._looking = self._view.screen.set_timer(LOOK_AFTER, self._view.here)
