"""Japanese orders (3.7)."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.phrases import first_up, plural
from wargame_tui.core.event import Weight, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.pacific_commander.events.kinds import Counter, EnemyAct
from wargame_tui.titles.pacific_commander.printed.data import Order
from wargame_tui.titles.pacific_commander.printed.names import by_class, force_name, place

_DEEDS: Mapping[Order, str] = {
    "INVADE": " invades {}",
    "SORTIE": " sorties to {}",
    "PATROL": " patrols to {}",
    "EXPRESS": " runs an express to {}",
    "REINFORCE": ": reinforcements for {}",
    "FORTIFY": ": the fort of {} is raised",
    "AIR": ": aircraft for {}",
    "HOLD": " moves to {}",
    "WITHDRAW": " withdraws to {}",
}
"""What a group does with an order, behind its name; `{}` stands for the target."""
_WHY_NOT: Mapping[str, str] = {
    "garrison": "not for a garrison",
    "us_ships": "US ships are there",
    "no_warship": "too few warships",
    "no_capacity": "no transport capacity",
    "no_target": "no target",
    "no_cargo": "no troops",
    "no_destroyer": "no destroyer",
    "not_japanese": "the Area is closed or not Japanese-held",
    "no_room": "no room",
    "no_chain": "no route from home",
    "no_force": "nothing left to send",
    "no_ground": "no ground Forces",
    "not_holder": "Japan is not the Holder",
    "fort_full": "the fort is at its highest level",
    "at_home": "already at home",
}


@event("order", block="apart", weight="quiet")
class OrderGiven(EnemyAct):
    """An order of a fleet or garrison: the row and its order, what replaced it, where it led and who went (3.7.5)."""

    area: str
    group: str
    ships: Sequence[str]
    die: int
    row: int
    rolled: Order
    carried_out: Order
    skipped: Sequence[Sequence[str]]
    """Orders that could not be carried out, and why."""
    target: str | None
    scores: Sequence[Sequence[str | int]]
    """Areas that were weighed, and what each is worth."""
    forces: Sequence[Counter]
    unseen: int
    """How many more that are not seen (9.1)."""

    @property
    def weight(self) -> Weight:
        """A group that stays, or a garrison that gets a battalion or aircraft, is nothing to look at (3.7)."""
        return "quiet" if self.target in (None, self.area) else "normal"

    def words(self, name: Name) -> str:
        reasons: dict[str, list[str]] = {}
        for order, why in self.skipped:
            reasons.setdefault(why, []).append(order.capitalize())
        skipped = "; ".join(f"{' and '.join(orders)}, {_WHY_NOT[why]}" for why, orders in reasons.items())
        instead = f" instead of {skipped}" if skipped else ""
        return f"{self._deed} (row {self.row}: {self.carried_out.capitalize()}{instead})"

    def brief(self, name: Name) -> str:
        """Who does what in the end, without the orders that came to nothing."""
        return self._deed

    @property
    def _deed(self) -> str:
        who = f"{first_up(self.group)} at {place(self.area)}"
        if self.target is None:
            return f"{who} stays"
        words = who + _DEEDS[self.carried_out].format(place(self.target))
        moved = by_class((cls, name) for _, cls, name in self.forces)
        if self.unseen:
            moved = f"{plural(self.unseen, 'hidden Force')}"
        return f"{words}: {moved}" if moved else words


@event("submarine_order", "3.7.1", block="apart", weight="quiet")
class SubmarineSent(EnemyAct):
    """A Japanese submarine goes where the US has most ships, or stays."""

    force: str | None = None
    name: str | None = None
    area: str
    target: str | None
    scores: Sequence[Sequence[str | int]]
    moved: bool

    @property
    def weight(self) -> Weight:
        """One that stays is nothing to look at."""
        return "normal" if self.moved else "quiet"

    def words(self, name: Name) -> str:
        who = force_name(self.force) if self.force else "A Japanese submarine"
        if self.target is None:
            return f"{who} finds no ships and stays at {place(self.area)}"
        if self.target == self.area:
            return f"{who} lies in wait at {place(self.area)}"
        return f"{who} moves from {place(self.area)} to {place(self.target)}"
