"""Where cursor and focus go by themselves: to what is decided next."""

from __future__ import annotations

from wargame_tui.tui.screens.table.panes import DECIDE
from wargame_tui.tui.screens.table.view import View


class Cursor:
    """Brings a player to what he is asked, without taking him away from what he has in hand."""

    def __init__(self, view: View) -> None:
        self._view, self._sitting = view, view.sitting

    def follow_hand(self) -> None:
        """Go with a unit that stays in hand; from one that is done back to where it was taken up."""
        map_ = self._view.map
        space = self._sitting.picking.follow(self._sitting.standing, map_.cursor)
        if space is not None and space != map_.cursor:
            map_.go_to(space)

    def seek_decision(self) -> None:
        """To a battle, or to the nearest place where something can be decided; else to where a proposal leads."""
        map_ = self._view.map
        places = self._sitting.picking.decided_at(self._sitting.dice.battle)
        answer = self._sitting.selecting.answer
        if answer is not None and answer.path and not {*answer.path} & {*places}:
            places = [space for space in answer.path[-1:] if space in self._view.field.names] or places
        self._view.set_foot()
        if places and map_.cursor not in places:
            map_.go_to(map_.nearest(places))

    def seek_list(self) -> None:
        """Bring the focus to the list if the decision is about nothing on the map, or nothing more should be done."""
        picking = self._sitting.picking
        if picking.choices and (not picking.is_on_map() or self._sitting.selecting.advises_end):
            self._view.panes.go_to(DECIDE)

    def next_place(self, by: int) -> None:
        """To the next place on the map with something to decide."""
        map_, picking = self._view.map, self._sitting.picking
        stops = picking.stops()
        if not stops:
            self._view.notice("Nothing to choose on the map now")
            return
        map_.go_to(picking.next_stop(map_.cursor, by) or map_.nearest(stops))
        map_.focus()

    def show_region(self) -> None:
        """Zoom to what it is about: the overlay, the battle, what is in hand and where it goes, what can be decided."""
        sitting, map_ = self._sitting, self._view.map
        picking = sitting.picking
        if sitting.over_map.laid is not None:
            spaces = [*map_.overlaid]
        elif picking.held is not None:
            spaces = [*picking.goals(), *filter(None, [sitting.standing.get(picking.held)])]
        else:
            spaces = picking.decided_at(sitting.dice.battle)
        map_.show_region(spaces or filter(None, [map_.cursor]))
        map_.focus()

    def sit_down(self) -> None:
        """Show the present to a player who has just come to it, from before he left the game or from a film."""
        self._view.uncovered()
        self.seek_decision()
        self.seek_list()
