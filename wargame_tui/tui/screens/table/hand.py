"""The player's hand on the map: what he points at, picks, takes up and puts down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from textual.timer import Timer
from textual.worker import get_current_worker

from wargame_tui.board.gestures import Promise, Way
from wargame_tui.core.command import Command
from wargame_tui.tui.screens.table.asking import Asking
from wargame_tui.tui.screens.table.panes import DECIDE
from wargame_tui.tui.screens.table.playing import Playing
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.table.listing import in_hands
from wargame_tui.tui.table.picking import Among, Give, Take, Walk
from wargame_tui.tui.table.selecting import Ways

LOOK_AFTER = 0.03
"""Seconds of rest before the pane of what is here follows the cursor."""
UNIT_WITHIN = 0.01
"""Seconds within which a click on a counter tells its unit after its space."""


class Hand:
    """Keys and clicks on the map and on lines of the list that stand for pieces."""

    def __init__(self, view: View, playing: Playing, asking: Asking) -> None:
        self._view, self._sitting, self._mine = view, view.sitting, view.sitting.picking
        self._selecting = view.sitting.selecting
        self._playing, self._asking = playing, asking
        self._looking: Timer | None = None
        self._clicking: Timer | None = None
        self._fresh = False
        """Whether the click in hand has moved the cursor."""
        self._seen: set[str] = set()
        """Where the key for what has not moved has led since all such places were seen."""

    # Picking

    def pick_here(self, *, lit: bool = True) -> None:
        """Pick what is under the cursor: what is selected goes there, a stack is selected, an attack is proposed.

        Where none of these is meant, one command applies, of several the one that is lit; the list opens where none is,
        or not `lit`: it was not to be seen there before. A route is walked.
        """
        here = self._view.map.cursor
        if self._view.barred() or self._go(here) or self._select_at(here) or self._attack(here):
            return
        match self._mine.pick(here):
            case Give(choice):
                self._playing.give(choice.command)
            case Take(unit):
                self.take(unit)
            case Among():
                chosen = self._sitting.chosen(here, self._view.decision.lit_object)
                if chosen is not None and lit:
                    self._playing.give(chosen.choice.command)
                else:
                    self._mine.only_here = True
                    self._view.offer()
                    self._view.panes.go_to(DECIDE)
            case Walk(way):
                self._playing.give_series(way)
            case None:
                own = self._sitting.own_units(here)
                if own and self._lay_hand_on(own[0]):
                    self.pick_here()
                elif here is None or not self._refuse_selected(here):
                    self._asking.why_not()

    # What is selected

    def _go(self, here: str | None) -> bool:
        """Lead what is selected to a space; whether it can go there."""
        way = self._selecting.way_to(here)
        # Units that have been moved are done with as soon as the next ones are touched.
        if way is None or (self._selecting.resting and self._movable(here)):
            return False
        self._lead(way)
        return True

    def _lead(self, way: Way) -> None:
        mine = self._selecting
        words = f"{mine.named(mine.units)} to {self._view.field.names.get(way.to, way.to)}"
        chained, mine.chained = mine.chained, False
        units = mine.units
        self._playing.give_gesture(way.commands, words, attack=way.declares, goes_on=chained, commit=way.commit)
        if not mine.units and {*units} <= {*self._movable(way.to)}:
            # No rule has them in hand, but they can go on.
            mine.select(way.to, units)
            mine.resting = True
            self._find_ways()

    def _refuse_selected(self, space: str) -> bool:
        """Say why what is selected cannot go to a space; whether that is known."""
        session, mine = self._sitting.session, self._selecting
        if not mine.units or mine.resting:
            return False
        refusal = mine.why_not(space)
        if refusal is not None:
            told = session.spoken(refusal)
            self._view.refuse(replace(told, reason=f"{mine.named(mine.units)}: {told.reason}"))
        return refusal is not None

    def _movable(self, here: str | None) -> Sequence[str]:
        """The own units in a space that can go somewhere once what is in hand has been put down."""
        session = self._sitting.session
        if here is None or not session.deciding or not self._sitting.own_units(here):
            return ()
        bare = session.bare_state()
        if bare is None or bare.over is not None or bare.stack[-1].decider(bare) != session.side:
            return ()
        return self._selecting.gestures.movable(bare, here)

    def _select_at(self, here: str | None, unit: str | None = None) -> bool:
        """Select the stack of a space, or if it is selected its next unit, or the one named; whether any can go."""
        mine = self._selecting
        if here is None:
            return False
        if here == mine.space and not mine.resting and len(mine.stack) > 1:
            if unit in mine.stack and mine.units != (unit,):
                mine.only(unit)
            else:
                mine.again()
        else:
            units = self._movable(here)
            if not units:
                return False
            self._playing.leave_in_place()
            mine.chained = False
            mine.select(here, units)
        self._selected()
        return True

    def _selected(self) -> None:
        """Show what is selected, and find out where it can go."""
        mine = self._selecting
        self._mine.release(keep=mine.units[0] if len(mine.units) == 1 else None)
        self._view.offer()
        self._view.here()
        self._find_ways()

    def _find_ways(self) -> None:
        """Work out away from the keys where what is selected can go."""
        mine = self._selecting
        if mine.units and mine.ways is None:
            work = partial(self._compute_ways, mine.key)
            self._view.screen.run_worker(work, thread=True, exclusive=True, group="ways", exit_on_error=False)
        self._view.lay()
        self._view.hints()

    def _compute_ways(self, key: tuple[Any, tuple[str, ...]]) -> None:
        gestures, app = self._selecting.gestures, self._view.screen.app
        found = gestures.ways(*key)
        app.call_from_thread(self._found_ways, key, found)
        worker = get_current_worker()
        for space, promise in gestures.promised(*key, found):
            if worker.is_cancelled:
                return
            app.call_from_thread(self._promised, key, space, promise)

    def _promised(self, key: tuple[Any, tuple[str, ...]], space: str, promise: Promise) -> None:
        if self._view.screen.is_attached and self._selecting.promise(key, space, promise):
            self._view.lay()
            self._view.hints()

    def _found_ways(self, key: tuple[Any, tuple[str, ...]], found: Ways) -> None:
        if self._view.screen.is_attached and self._selecting.found(key, found):
            self._view.lay()
            self._view.hints()

    def join(self, unit: str | None = None) -> None:
        """Take a unit of the stack into what is selected, or out of it; without its name the next one."""
        mine, here = self._selecting, self._view.map.cursor
        if self._view.barred():
            return
        if here != mine.space or mine.resting or not mine.units:
            if not self._select_at(here):
                self._view.notice("Nothing to select here")
                return
            if unit in mine.stack:
                mine.only(unit)
        elif unit is None or unit in mine.stack:
            mine.join(unit)
        self._selected()

    def another_way(self) -> None:
        """Mean another way to the space under the cursor."""
        here = self._mine.hover or self._view.map.cursor
        if here is None or self._selecting.another(here) is None:
            self._view.notice("There is no other way there")
        self._view.lay()
        self._view.hints()

    def waypoint(self) -> None:
        """Go by the space under the cursor: what is selected is led there, and goes on from there."""
        mine = self._selecting
        way = mine.way_to(self._view.map.cursor)
        if self._view.barred():
            return
        if way is None or not mine.can_go_on(way):
            why = (
                "No selected unit can go there"
                if way is None
                else "They can go no further from there: Enter goes there"
            )
            self._view.notice(why, bad=True)
            return
        units = mine.units
        self._lead(way)
        mine.chained = True
        if not mine.units:
            mine.select(way.to, units)
        mine.resting = False
        self._selected()
        self._view.notice("Waypoint set; Enter on a lit space goes on, Esc stops here")

    def next_unmoved(self) -> bool:
        """To the nearest unit that has not moved, and select its stack; whether there is any."""
        session = self._sitting.session
        if not session.deciding or session.side is None or session.state.over or self._playing.waits_for_space:
            return False
        map_ = self._view.map
        places = [space for space in self._selecting.unmoved() if space in self._view.field.names]
        if not places:
            return False
        self._seen &= {*places}
        ahead = [space for space in places if space not in self._seen and space != map_.cursor]
        if not ahead:
            self._seen.clear()
            ahead = [space for space in places if space != map_.cursor] or places
        to = map_.nearest(ahead)
        self._seen |= {to, *filter(None, [map_.cursor])}
        if self._selecting.resting:
            self._playing.leave_in_place()
        map_.go_to(to)
        map_.focus()
        self._view.screen.call_after_refresh(self._select_at, to)
        return True

    def leave_alone(self) -> bool:
        """Leave what is selected, or what has not moved under the cursor, for this turn.

        Whether this is what the key means now: while units are moved it means nothing else.
        """
        mine, here = self._selecting, self._view.map.cursor
        session = self._sitting.session
        if not session.deciding or session.side is None or session.state.over:
            return False
        if mine.units and mine.resting:
            self._playing.leave_in_place()
            return self.next_unmoved()
        units = mine.units or mine.unmoved().get(here or "", ())
        if not units or not mine.unmoved():
            return self._none_to_leave()
        words = mine.named(units)
        if mine.units:
            self._playing.leave_in_place()
        mine.leave(units)
        mine.clear()
        if not self.next_unmoved():
            self._find_ways()
        self._view.notice(f"Left alone this turn: {words}")
        return True

    def _none_to_leave(self) -> bool:
        """Say that nobody is left alone by this; whether units are moved at all now."""
        mine = self._selecting
        if not mine.moves:
            return False
        left = "n goes to the next one" if mine.unmoved() else "nobody is left to move"
        self._view.notice(f"No unit here to leave alone; {left}")
        return True

    # Attacks

    def _attack(self, here: str | None) -> bool:
        """Declare the best attack on a space, up to its commitment; whether there is one."""
        session = self._sitting.session
        if here is None or not session.deciding or session.side is None or session.state.over:
            return False
        commands = self._selecting.gestures.attack(session.state, here)
        if not commands:
            return False
        words = f"the attack on {self._view.field.names.get(here, here)}"
        commit = self._selecting.gestures.commitment(session.state, here)
        self._playing.give_gesture(commands, words, attack=True, commit=commit)
        return True

    def leave_out(self, command: Command) -> None:
        """Declare the attack in hand anew without one of its commands."""
        session = self._sitting.session
        since, given = session.attack_since, session.attack
        if since is None or given is None or self._view.barred():
            return
        commands = [session.game.parse(entry.text) for entry in session.game.entries[since:]]
        rest = [each for each in commands if each != command]
        if self._selecting.gestures.after(session.game.states[since], rest) is None:
            self._view.notice("Without it there is no attack; X cancels the attack", bad=True)
            return
        session.take_back(session.newest - since)
        self._playing.give_gesture(rest, given.words, attack=True)

    # Taking in hand

    def take(self, unit: str) -> None:
        """Take a unit, or another piece, in hand."""
        self._mine.take(unit, self._view.map.cursor)
        mine, space = self._selecting, self._sitting.standing.get(unit)
        if space is not None and unit in (units := self._movable(space)):
            mine.select(space, units)
            mine.only(unit)
        self.point_at(unit)
        self._find_ways()

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
        if self._selecting.units:
            self._selecting.clear()
            self._playing.leave_in_place()
            self._view.map.focus()
        elif picking.only_here or picking.unit:
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

    def clicked(self, *, adds: bool = False, fresh: bool = False) -> None:
        """A click on a counter picks its space first and then the unit: the space waits for that.

        `fresh`: the cursor was elsewhere before, so that nobody has seen what was lit.
        """
        self._fresh = fresh
        picks = self.join if adds else partial(self.pick_here, lit=not fresh)
        self._clicking = self._view.screen.set_timer(UNIT_WITHIN, picks)

    def clicked_unit(self, unit: str, *, adds: bool = False) -> None:
        """A counter was clicked."""
        if self._clicking:
            self._clicking.stop()
        mine, here = self._mine, self._view.map.cursor
        if adds:
            self.join(unit)
            return
        if self._view.barred() or self._go(here) or self._select_at(here, unit) or self._attack(here):
            return
        goes_there = mine.goes_to(self._view.map.cursor) is not None
        mine.unit = mine.unit if goes_there else None
        if goes_there or not (mine.is_asked_about(unit) or self._lay_hand_on(unit)):
            self.pick_here(lit=not self._fresh)  # What is in hand goes there, whoever stands there.
            return
        if in_hands(mine.choices, unit):
            self.take(unit)
            if len(mine.concerned(self._view.map.cursor)) > 1:
                return
        self.point_at(unit)
        self.pick_here(lit=not self._fresh)

    def dragged(self, space: str, unit: str | None) -> None:
        """What lies in a space is dragged: its stack, or what is selected of it."""
        mine = self._selecting
        if self._view.barred() or (space == mine.space and not mine.resting and unit in (None, *mine.units)):
            return
        if space == mine.space:
            mine.clear()
        self._select_at(space, unit)

    def dropped(self, space: str | None) -> None:
        """What was dragged is let go over a space."""
        mine = self._selecting
        if space is None or space == mine.space or not mine.units or self._view.barred():
            return
        way = mine.way_to(space)
        self._view.map.go_to(space, near=True)
        if way is None:
            if not self._refuse_selected(space):
                self._asking.why_not()
        else:
            self._lead(way)

    def hover(self, space: str | None) -> None:
        """The mouse is over a space, or over none."""
        self._mine.hover = space
        self._point()
        self._look_soon()

    def _point(self) -> None:
        """Show the way to what is pointed at."""
        if self._selecting.ways:
            self._view.lay()

    def moved(self) -> None:
        """The cursor has moved."""
        self._sitting.moved()
        self._point()
        self._view.offer()
        self._view.hints()
        self._look_soon()

    def _look_soon(self) -> None:
        """Show what is here once cursor or mouse rest: a key held down must not wait for it."""
        if self._looking:
            self._looking.stop()
        self._looking = self._view.screen.set_timer(LOOK_AFTER, self._view.here)
