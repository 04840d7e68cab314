"""Attacks and bombardments (10, 11, 16)."""

from collections.abc import Sequence

from wargame_tui.core.event import Event, event
from wargame_tui.core.wording import Name, plural
from wargame_tui.titles.montys_gamble.events import Compared, OverArea, Term
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import names

# Attacks (10)


@event("attack", "10.7", short="Attack {space}", block="opens")
class AttackDeclared(Event):
    """An attack is declared."""

    space: str
    attackers: tuple[str, ...]
    point: str
    support: tuple[str, ...]
    side: Side

    def words(self, name: Name, /) -> str:
        support = f", supported by {names(self.support)}" if self.support else ""
        others = [unit for unit in self.attackers if unit != self.point]
        together = f" with {names(others)}" if others else ""
        return f"{self.side} attack at {name(self.space)}: {name(self.point)}{together}{support}"


@event("forward", "10.73A", "{unit} is the forward unit at {space}", short="forward: {unit}", weight="quiet")
class ForwardNamed(Event):
    """The defender has named his forward unit."""

    unit: str
    space: str


@event("attack_result", "10.74", short="{summed}: {verdict}", block="result")
class AttackResult(Compared):
    """The totals of an attack are compared."""

    space: str
    result: str
    """`failed`, `stalemate` or `success`."""
    margin: int
    dice: tuple[int, int]
    av: Sequence[Term]
    dv: Sequence[Term]

    def words(self, name: Name, /) -> str:
        result = {"failed": "attack repulsed", "success": f"success by {self.margin}"}.get(self.result, self.result)
        return f"At {name(self.space)} {self.sums()}: {result}"

    @property
    def verdict(self) -> str:
        """Its result in short."""
        return f"success by {self.margin}" if self.result == "success" else self.result


@event(
    "overrun",
    "10.5",
    "Overrun at {space}: the attackers may move on",
    short="overrun",
    block="result",
    weight="headline",
)
class Overrun(Event):
    """The attackers have done more than eliminate all."""

    space: str


# Bombardments (11, 16)


@event("bombardment", "11", short="{who} bombards {space}", block="opens")
class Bombardment(Event):
    """A bombardment is declared: by artillery with a lead unit, or from the air with a marker."""

    space: str
    lead: str | None
    marker: str | None
    target: str
    support: tuple[str, ...]
    barrage: bool

    def words(self, name: Name, /) -> str:
        support = f", supported by {names(self.support)}," if self.support else ""
        verb = "bombs" if self.marker else "fires a barrage into" if self.barrage else "bombards"
        who = name(self.marker or self.lead or "")
        return f"{who}{support} {verb} {name(self.space)}, primary target {name(self.target)}"

    @property
    def who(self) -> str:
        """Guns or aircraft."""
        return self.marker or self.lead or ""


@event("bombardment_result", "11.4", short="{summed}: {verdict}", block="result")
class BombardmentResult(Compared):
    """The totals of a bombardment are compared."""

    space: str
    points: int
    dice: tuple[int, int]
    av: Sequence[Term]
    dv: Sequence[Term]

    def words(self, name: Name, /) -> str:
        effect = plural(self.points, "attrition point") if self.points else "no effect"
        return f"At {name(self.space)} {self.sums()}: {effect}"

    @property
    def verdict(self) -> str:
        """Its result in short."""
        return f"{self.points} AP" if self.points else "no effect"


@event("wasted", "11.4", "{points} AP at {space}: no step lost", weight="quiet")
class Wasted(Event):
    """The primary target costs more than there are points."""

    space: str
    points: int


@event("friendly_fire", "16.23", "Friendly fire at {space}: {points:attrition point} on {target}")
class FriendlyFire(Event):
    """An air bombardment hits the Allies."""

    space: str
    points: int
    target: str


@event("interdiction_placed", "16.4", "Air interdiction over {area}")
class InterdictionPlaced(OverArea):
    """A German air interdiction marker is placed."""

    area: str
