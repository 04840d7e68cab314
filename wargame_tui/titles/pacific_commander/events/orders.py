"""Japanese orders (3.7)."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.phrases import first_up, plural
from wargame_tui.core.event import event
from wargame_tui.core.wording import Name
from wargame_tui.titles.pacific_commander.events.kinds import Counter, EnemyAct
from wargame_tui.titles.pacific_commander.printed.data import Order
from wargame_tui.titles.pacific_commander.printed.names import by_class, force_name, place

_DEEDS: Mapping[Order, str] = {
    "INVADE": "it invades {}",
    "SORTIE": "it makes a sortie to {}",
    "PATROL": "it patrols to {}",
    "EXPRESS": "an express runs to {}",
    "REINFORCE": "reinforcements come to {}",
    "FORTIFY": "the fort of {} grows",
    "AIR": "aircraft come to {}",
    "HOLD": "it goes to {}",
    "WITHDRAW": "it goes home to {}",
}
"""What a group does with an order; `{}` stands for the target."""
_WHY_NOT: Mapping[str, str] = {
    "garrison": "not for a garrison",
    "us_ships": "US ships are there",
    "no_warship": "too few warships",
    "no_capacity": "nothing to carry troops",
    "no_target": "no target",
    "no_cargo": "no troops",
    "no_destroyer": "no destroyer",
    "not_japanese": "the Area is closed or not Japanese-held",
    "no_room": "no room",
    "no_chain": "no way from home",
    "no_force": "nothing left to send",
    "no_ground": "no ground Forces",
    "not_holder": "Japan is not the Holder",
    "fort_full": "the fort is complete",
    "at_home": "at home already",
}


@event("order")
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

    def words(self, name: Name) -> str:
        who = f"{first_up(self.group)} at {place(self.area)}, row {self.row}"
        reasons: dict[str, list[str]] = {}
        for order, why in self.skipped:
            reasons.setdefault(why, []).append(order)
        skipped = "; ".join(f"{', '.join(orders)} ({_WHY_NOT[why]})" for why, orders in reasons.items())
        order = f"{skipped}, so {self.carried_out}" if skipped else self.carried_out
        return f"{who}: {order}: {self._deed}"

    @property
    def _deed(self) -> str:
        if self.target is None:
            return "nothing moves"
        words = _DEEDS[self.carried_out].format(place(self.target))
        moved = by_class((cls, name) for _, cls, name in self.forces)
        if self.unseen:
            moved = f"{plural(self.unseen, 'Force')} not seen"
        return f"{words}: {moved}" if moved else words


@event("submarine_order", "3.7.1")
class SubmarineSent(EnemyAct):
    """A Japanese submarine goes where the US has most ships, or stays."""

    force: str | None = None
    name: str | None = None
    area: str
    target: str | None
    scores: Sequence[Sequence[str | int]]
    moved: bool

    def words(self, name: Name) -> str:
        who = force_name(self.force) if self.force else "A Japanese submarine"
        if self.target is None:
            return f"{who} finds no ships and stays at {place(self.area)}"
        if self.target == self.area:
            return f"{who} lies in wait at {place(self.area)}"
        return f"{who} goes from {place(self.area)} to {place(self.target)}"
