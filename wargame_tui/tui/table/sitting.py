"""A game as it is played at one table, without a screen."""

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from wargame_tui.board.title import Battle
from wargame_tui.core.command import Command
from wargame_tui.tui.session import Choice, Session
from wargame_tui.tui.table.battle_show import BattleShow
from wargame_tui.tui.table.covered import CoveredDice
from wargame_tui.tui.table.handover import Handover
from wargame_tui.tui.table.letters import Letters
from wargame_tui.tui.table.notes import Notes
from wargame_tui.tui.table.outcome import outcome_of
from wargame_tui.tui.table.over_map import OverMap
from wargame_tui.tui.table.past import Past
from wargame_tui.tui.table.picking import Chosen, Picking
from wargame_tui.tui.table.rolls import Rolls
from wargame_tui.tui.table.selecting import Selecting
from wargame_tui.tui.table.staging import Losses

if TYPE_CHECKING:
    from wargame_tui.tui.mail_session import MailSession


RECENT = 40
"""Commands within which the last place where something happened is looked for."""


class Sitting:
    """What is in hand, which dice are covered, who is asked, what lies over the map, each in an object of its own."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.picking, self.over_map = Picking(), OverMap()
        self.selecting = Selecting(session)
        self.battles, self.dice = BattleShow(), CoveredDice()
        self.handover, self.past = Handover(), Past(session)
        self.notes, self.losses = Notes(session), Losses()
        self.letters = Letters(cast("MailSession", session)) if session.by_mail else None
        self.has_desk = session.title.desk(session.state) is not None
        self._planned: tuple[Any, dict[str, Command | None]] = (None, {})
        """The phase for which something was planned, and what is in the plan."""

    # Showing

    def renew(self) -> None:
        """Take the commands that are legal in the state on view."""
        session, picking = self.session, self.picking
        step = session.state.stack[-1] if session.side is not None else None
        picking.numbers.begin(session.trail, (getattr(step, "kind", None), getattr(step, "stage", None)))
        picking.offer(session.choices(), self._routes(), session.suggested())
        picking.denied = session.denied()
        self.selecting.renew()

    def show_battle(self, *, step: bool) -> None:
        """Take the battle on view; `step`: rolls that are new are covered, to be looked at one by one."""
        battle, covered, live, rolls = self.battles.show(self.session, step=step)
        if rolls is not None:
            self.dice.lay_rolls(rolls)
        else:
            outcome = outcome_of(self.session, battle) if battle is not None and battle.finished else ""
            self.dice.lay(battle, covered, live=live, outcome=outcome, beside=self._beside(battle))

    def _beside(self, battle: Battle | None) -> Rolls | None:
        """The dice that lie beside a battle in hand."""
        return self.session.dice_beside() if battle is not None and not battle.finished else None

    def show_battles(self, *, step: bool) -> None:
        """Take the first battle in which something is to be seen: those that ended come before the one on view."""
        self.show_battle(step=step)
        while self.battles.waits and not self.dice.hidden:
            self.battles.next()
            self.show_battle(step=step)

    def _routes(self) -> Mapping[str, Sequence[Command]]:
        """Ways of several steps that need no unit in hand."""
        session, state = self.session, self.session.state
        return session.title.routes(state) if session.deciding and not state.over else {}

    def label(self, unit: str | None) -> str:
        """A unit's name, as the title says it of its counter; empty for none."""
        return self.session.labels(self.session.state).get(unit or "", unit or "")

    @property
    def standing(self) -> Mapping[str, str]:
        """For every unit on the map the space it stands in."""
        return self.session.units_in(self.session.state)

    def own_units(self, space: str | None) -> list[str]:
        """Units in a space of the side that decides."""
        here = self.session.pieces(self.session.state).spaces.get(space or "")
        return [counter.unit for counter in here.counters if counter.side == self.session.side] if here else []

    def last_place(self, names: Container[str]) -> str | None:
        """Where something happened last on the map that has spaces of those names."""
        found = (self.session.title.event_place(event) for event in reversed(self.session.events(RECENT)))
        return next((place for place in found if place is not None and place in names), None)

    # In hand

    def chosen(self, here: str | None, lit: Choice | None) -> Chosen | None:
        """The one of several commands at a space that picking gives, since it is lit; none that throws dice at once."""
        found = self.picking.chosen(here, lit) if self.session.deciding and self.session.side is not None else None
        if found is None or here is None or self.selecting.means_more(here, own=bool(self.own_units(here))):
            return None
        return None if self.selecting.rolls_at_once(found.choice.command) else found

    def put_down(self) -> None:
        """Have nothing in hand, and no list of one place."""
        self.picking.release()
        self.picking.routes, self.over_map.reach = self._routes(), None

    def moved(self) -> None:
        """The cursor stands elsewhere: what is in hand stays there, and what was pointed at does not."""
        held = self.picking.held
        self.picking.release(keep=held)
        self.picking.hover = None
        if held is None:
            self.over_map.reach = None

    def consider_ways(self, unit: str | None, ways: Mapping[str, Sequence[Command]]) -> None:
        """Ways of several steps of the unit in hand; where it goes with one command there is no need of them."""
        picking = self.picking
        if picking.held is not None and unit == picking.held:
            picking.routes = {space: way for space, way in ways.items() if space not in picking.goals()}

    # Time

    def undo(self, *, agreed: bool) -> str:
        """Take back the last command, or what was meant as one; what it was, in words. Raises LookingBack, NoUndo."""
        taken = self.session.undo_given(agreed=agreed)
        if taken is None:
            taken = self.session.words_of_last()
            self.session.undo(agreed=agreed)
        self.picking.release()
        self.battles.seen_before = True  # The dice of what stands have been seen.
        self.handover.settle(self.session)
        return taken

    # Plans

    @property
    def planning(self) -> str | None:
        """What can be planned now, in a word; None if nothing."""
        session = self.session
        return session.title.planning(session.state) if session.deciding else None

    def plan(self) -> dict[str, Command | None]:
        """What is in the plan of the phase in hand; another phase begins with an empty one."""
        phase = (self.session.title.turn(self.session.state), self.session.side)
        if self._planned[0] != phase:
            self._planned = (phase, {})
        return self._planned[1]
