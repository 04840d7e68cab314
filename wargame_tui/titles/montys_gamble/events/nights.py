"""The Refit Phase and the Regroup Phase (13, 6.5)."""

from wargame_tui.core.event import Event, event
from wargame_tui.core.wording import Name, plural
from wargame_tui.titles.montys_gamble.events import Journey, OfDepot
from wargame_tui.titles.montys_gamble.printed.charts import holds_out
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import depot_name

# The Refit Phase (13, 19.23, 23.4, 23.6)


@event("depot_placed", form="{depot} placed in {space}: {points} SP", weight="quiet")
class DepotPlaced(OfDepot):
    """A supply depot is on the map."""

    depot: str
    space: str
    points: int


@event("depot_moved", form="{depot} moves from {origin} to {to}", weight="quiet")
class DepotMoved(OfDepot, Journey):
    """A supply depot moves along the roads."""

    depot: str
    origin: str
    to: str


@event("depot_lost", form="{depot} cannot be placed")
class DepotLost(OfDepot):
    """There is no place for a supply depot."""

    depot: str


@event("depots_raised", "23.4", weight="quiet")
class DepotsRaised(Event):
    """The Reserve adds to the airborne depots."""

    depots: tuple[tuple[str, int], ...]
    points: int

    def words(self, name: Name, /) -> str:
        each = ", ".join(f"{depot_name(depot)} (+{points})" for depot, points in self.depots)
        return f"{plural(self.points, 'Reserve point')} spent: {each}"


@event("refit", weight="quiet")
class Refitted(Event):
    """A unit recovers a level."""

    unit: str
    condition: str
    space: str
    depots: tuple[tuple[str, int], ...]
    """Who paid how many points; none where it takes none."""

    def words(self, name: Name, /) -> str:
        paid = ", ".join(f"{points} SP from {depot_name(depot)}" for depot, points in self.depots)
        by = f": {paid}" if paid else ", no depot needed"
        return f"{name(self.unit)} at {name(self.space)} becomes {name(self.condition)}{by}"


@event("night_repair", "19.23", "{depot} spends {points} SP on {border}", weight="quiet")
class NightWork(OfDepot):
    """A depot pays for a try to repair a bridge by night, from one of its banks."""

    border: str
    depot: str
    points: int
    space: str


@event("reserve", "13.7", weight="quiet")
class ReserveSaved(Event):
    """What is left in the depots goes to the Reserve, or is lost."""

    side: Side
    points: int
    lost: int
    reserve: int

    def words(self, name: Name, /) -> str:
        lost = f", {self.lost} lost" if self.lost else ""
        return f"{plural(self.points, 'supply point')} to the {self.side} Reserve{lost}: now {self.reserve}"


@event("impulses_bought", "13.7")
class ImpulsesBought(Event):
    """The Reserve moves the start of the next day."""

    side: Side
    impulses: int
    price: int
    reserve: int

    def words(self, name: Name, /) -> str:
        moved = f"{plural(abs(self.impulses), 'impulse')} {'later' if self.impulses > 0 else 'earlier'}"
        return f"The {self.side} player pays {self.price} Reserve points: the next day begins {moved}"


@event("surrender", "13.9", weight="headline")
class Surrender(Event):
    """The die is cast for an isolated unit."""

    unit: str
    space: str
    die: int
    level: int
    result: str
    """Its condition afterwards."""

    def words(self, name: Name, /) -> str:
        who = f"{name(self.unit)}, isolated at {name(self.space)}, level {self.level}, rolled {self.die}"
        if holds_out(self.die, self.level):
            return f"{who}: it holds out"
        return f"{who}: it surrenders" if self.result == "eliminated" else f"{who}: {name(self.result)}"


@event("reorganized", "23.6", "{unit} absorbs the remains of {other}: {condition}", weight="quiet")
class Reorganized(Event):
    """A unit recovers by the elimination of another."""

    unit: str
    other: str
    condition: str
    space: str


# The Regroup Phase (6.5)


@event("regrouped", "6.5", weight="quiet")
class Regrouped(Journey):
    """A unit regroups."""

    unit: str
    origin: str
    to: str
    how: str

    def words(self, name: Name, /) -> str:
        way = {"bridge": " over the bridge", "canal": " across the canal", "ferry": " by ferry"}.get(self.how, "")
        return f"{name(self.unit)} regroups from {name(self.origin)} to {name(self.to)}{way}"
