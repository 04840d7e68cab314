"""Step 5 of a turn, Japanese Orders: submarines, then one roll for each fleet or garrison (3.7)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.state import record
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.commander.checks import roll_on_table
from wargame_tui.titles.pacific_commander.commands import KeepOrder, RerollOrder
from wargame_tui.titles.pacific_commander.events.dice import OrderRoll
from wargame_tui.titles.pacific_commander.events.orders import OrderGiven, SubmarineSent
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, US, WARSHIPS
from wargame_tui.titles.pacific_commander.printed.data import ForceClass, Order
from wargame_tui.titles.pacific_commander.rules import fog
from wargame_tui.titles.pacific_commander.rules.choice import UsStep
from wargame_tui.titles.pacific_commander.rules.enemy_resupply import raise_battalions
from wargame_tui.titles.pacific_commander.rules.resupply import clear_marks
from wargame_tui.titles.pacific_commander.state import (
    Draft,
    Force,
    OrderLine,
    Table,
    air_points,
    all_of_class,
    book_of,
    cargo_of,
    fort_room,
    in_force_order,
    nearest_base,
    owner_of,
    posture,
    present,
    ratings,
    room_for_air,
    room_for_ground,
    steps_left,
)

GroupKind = Literal["carrier fleet", "surface fleet", "garrison"]
FLEET_CARRIERS: frozenset[ForceClass] = frozenset(("CV", "CVL"))
"""Classes that make a carrier fleet, and its range (3.7.2, 3.7.9)."""
RAIDERS: frozenset[ForceClass] = frozenset(("CV", "CVL", "YBB", "BB", "CRU"))
"""A SORTIE needs one of these (3.7.13)."""
CAPITAL: tuple[ForceClass, ...] = ("CV", "CVL", "YBB", "BB")
ESCORTS: tuple[ForceClass, ...] = ("CRU", "DD")
"""Option `single_ships`: each of the first with the next of each of the others (9.2)."""


@record
class Group:
    """A fleet, or the garrison of an Area, that rolls for an order (3.7.2, 3.7.3)."""

    kind: GroupKind
    area: str
    ships: tuple[str, ...] = ()
    """In Force order; a garrison has none."""


@record
class Rolled:
    """An order die."""

    die: int
    row: int
    """After modifiers and limits."""


@dataclass(frozen=True, slots=True)
class Orders(Step[Table, Draft]):
    """A submarine, a fleet or a garrison each time it works."""

    begun: bool = False
    submarines: tuple[str, ...] = ()
    """Those still to go."""
    areas_done: int = 0
    """Areas of the index that have formed their groups."""
    groups: tuple[Group, ...] = ()
    """Groups of an Area that have not done their order."""
    rolled: Rolled | None = None
    """The die of the first group."""
    kind: Literal["orders"] = "orders"
    heading: ClassVar[str] = "Japanese Orders"

    def proceed(self, g: Draft) -> None:
        """The next submarine, fleet or garrison."""
        if not self.begun:
            clear_marks(g, JAPAN)  # 3.1.3
            g.orders = ()
            g.swap(begun=True, submarines=tuple(force.id for force in all_of_class(g, JAPAN, "SS")))
        elif self.submarines:
            g.swap(submarines=self.submarines[1:])
            _send_submarine(g, g.forces[self.submarines[0]])
        elif self.groups:
            self._order(g, self.groups[0])
        else:
            self._next_area(g)

    def _next_area(self, g: Draft) -> None:
        """Form the groups of the next Area that has any (3.7.2)."""
        areas = [*book_of(g).areas]
        for number in range(self.areas_done, len(areas)):
            if groups := form_groups(g, areas[number]):
                g.swap(areas_done=number + 1, groups=groups)
                return
        g.finish()

    def _order(self, g: Draft, group: Group) -> None:
        """The roll of a group, a second one if the player may have it, then the order (3.7.4, 3.5.2)."""
        rolled = self.rolled or roll_order(g, group)
        offered = group.ships and g.code_break == group.area and g.reroll_left
        if self.rolled is None and offered and another_die_matters(g, group):
            g.swap(rolled=rolled)
            g.push(OrderAgain(group, rolled))
            return
        g.swap(groups=self.groups[1:], rolled=None)
        carry_out(g, group, rolled)

    def resumed(self, g: Draft, result: Any) -> None:
        """Take the second roll, if there was one."""
        if result is not None:
            g.swap(rolled=result)


@dataclass(frozen=True, slots=True)
class OrderAgain(UsStep):
    """The player may have the order die of a fleet rolled again (3.5.2)."""

    group: Group
    rolled: Rolled
    kind: Literal["order_again"] = "order_again"

    def title(self, table: Table) -> str:
        """Whose order."""
        return f"Order of the {self.group.kind} at {book_of(table).areas[self.group.area].name}"

    def prompt(self, table: Table) -> Prompt:
        """Keep it or not."""
        order = order_of(table, self.rolled)
        who = f"The {self.group.kind} at {book_of(table).areas[self.group.area].name}"
        return Prompt(f"{who} rolled {self.rolled.row}, {order}: reroll it?", "3.5.2")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Again, or not."""
        yield RerollOrder()
        yield KeepOrder()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Both are legal."""
        return None if isinstance(command, RerollOrder | KeepOrder) else self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Roll again, or go on."""
        if isinstance(command, KeepOrder):
            g.finish()
            return
        g.reroll_left = False
        g.finish(roll_order(g, self.group))


# Submarines


def _send_submarine(g: Draft, submarine: Force) -> None:
    """To the Area in reach with most US ships, or nowhere (3.7.1)."""
    near = within(g, submarine.area, 0, book_of(g).charts.orders.submarine_range)
    scores = [(area, len(present(g, area, US).ships)) for area in near]
    target = best([score for score in scores if score[1]])
    order: Order = "PATROL" if target else "HOLD"
    moved = target is not None and target != submarine.area
    if target is not None and moved:
        g.place([submarine.id], target, moved=True)
    known = {"force": submarine.id, "name": submarine.name} if fog.told(g, (submarine.area, target), "?") else {}
    g.tell(SubmarineSent(**known, area=submarine.area, target=target, scores=_listed(scores), moved=moved))
    forces = (submarine.id,) if moved else ()
    g.orders = (*g.orders, OrderLine(submarine.area, "submarine", 0, 0, order, order, target, forces))


# Groups


def form_groups(table: Table, area: str) -> tuple[Group, ...]:
    """The fleets of an Area, or its garrison, that have not moved, in the order in which they roll (3.7.2, 3.7.3)."""
    there = present(table, area, JAPAN)
    ships = [ship for ship in there.ships if not ship.moved]
    if ships:
        return _single_fleets(table, area, ships) if "single_ships" in table.options else _fleets(table, area, ships)
    return (Group("garrison", area),) if any(not force.moved for force in there.ashore) else ()


def _fleets(table: Table, area: str, ships: list[Force]) -> tuple[Group, ...]:
    """The carriers with their escort, then the rest (3.7.2)."""
    fleet = [ship for ship in ships if ship.cls in FLEET_CARRIERS]
    if not fleet:
        return (_fleet(table, area, ships),)
    for cls, most in book_of(table).charts.orders.carrier_fleet.items():
        fleet += [ship for ship in ships if ship.cls == cls][:most]
    rest = [ship for ship in ships if ship not in fleet]
    if all(ship.cls not in WARSHIPS for ship in rest):
        return (_fleet(table, area, ships),)
    return _fleet(table, area, fleet), _fleet(table, area, rest)


def _single_fleets(table: Table, area: str, ships: list[Force]) -> tuple[Group, ...]:
    """Each capital ship with the next cruisers and destroyers, then what is left (9.2)."""
    left, found = [*ships], []
    for capital in [ship for cls in CAPITAL for ship in ships if ship.cls == cls]:
        escort = [next((ship for ship in left if ship.cls == cls), None) for cls in ESCORTS]
        fleet = [capital, *(ship for ship in escort if ship is not None)]
        left = [ship for ship in left if ship not in fleet]
        found.append(_fleet(table, area, fleet))
    return (*found, _fleet(table, area, left)) if left else tuple(found)


def _fleet(table: Table, area: str, ships: list[Force]) -> Group:
    kind: GroupKind = "carrier fleet" if any(ship.cls in FLEET_CARRIERS for ship in ships) else "surface fleet"
    return Group(kind, area, tuple(ship.id for ship in in_force_order(table, ships)))


def _ships(table: Table, group: Group) -> list[Force]:
    return [table.forces[ship] for ship in group.ships]


def _warships(table: Table, group: Group) -> list[Force]:
    return [ship for ship in _ships(table, group) if ship.cls in WARSHIPS]


# Rolls


def modifiers_of(table: Table, group: Group) -> list[Modifier]:
    """What is added to the order die of a group (3.7.4, 2.19)."""
    chart = book_of(table).charts.orders
    found = []
    if present(table, group.area, US).forces:
        found.append(Modifier("US Forces in the Area", chart.us_present, "3.7.4"))
    if not group.ships:
        found.append(Modifier("garrison", chart.garrison_modifier, "3.7.4"))
    if chart.difficulty[table.difficulty]:
        found.append(Modifier(f"difficulty {table.difficulty}", chart.difficulty[table.difficulty], "2.19"))
    return found


def roll_order(g: Draft, group: Group) -> Rolled:
    """The order die of a group (3.7.4)."""
    charts = book_of(g).charts
    rows = len(charts.orders.postures[posture(g)].orders)
    kind = fog.group_told(g, group.area, group.kind)
    about = {"area": group.area, "group": kind, "posture": posture(g)}
    modifiers = modifiers_of(g, group)
    die, row = roll_on_table(g, OrderRoll, charts.die, rows, modifiers, purpose="order", rule="3.7.4", **about)
    return Rolled(die, row)


def order_of(table: Table, rolled: Rolled) -> Order:
    """What the table of the turn's posture says (3.7.4)."""
    return book_of(table).charts.orders.postures[posture(table)].orders[rolled.row - 1]


def row_of(table: Table, group: Group, face: int) -> int:
    """The row that a face of the order die leads to, after modifiers and limits (3.7.4)."""
    rows = len(book_of(table).charts.orders.postures[posture(table)].orders)
    return min(max(face + sum(modifier.value for modifier in modifiers_of(table, group)), 1), rows)


def deed_of(table: Table, group: Group, row: int) -> tuple[Order, str | None]:
    """The order of a row, or the one of its chain that can be carried out, and its target (3.7.5)."""
    order, plan, _ = _chosen(table, group, order_of(table, Rolled(0, row)))
    return order, plan.target


def _chosen(table: Table, group: Group, order: Order) -> tuple[Order, "Plan", list[list[str]]]:
    """An order, or the first of its chain that can be carried out; those that cannot, and why (3.7.5)."""
    skipped: list[list[str]] = []
    while isinstance(plan := plan_of(table, group, order), str):
        skipped.append([order, plan])
        order = book_of(table).charts.orders.chain[order]
    return order, plan, skipped


def another_die_matters(table: Table, group: Group) -> bool:
    """Whether the order die could lead a group to different deeds: else a second roll is no decision (3.5.2, 2.11)."""
    faces = range(1, book_of(table).charts.die + 1)
    return len({deed_of(table, group, row_of(table, group, face)) for face in faces}) > 1


# Carrying out


class Plan(NamedTuple):
    """An order that can be carried out."""

    target: str | None
    act: Callable[[Draft], list[str]]
    """Carries it out; the Forces that moved, came or were made."""
    scores: Sequence[tuple[str, int]] = ()
    """Targets that could be chosen, and what each is worth."""


def carry_out(g: Draft, group: Group, rolled: Rolled) -> None:
    """The order that a group rolled, or the first of its chain that can be carried out (3.7.5)."""
    first = order_of(g, rolled)
    order, plan, skipped = _chosen(g, group, first)
    forces = [g.forces[name] for name in plan.act(g)]
    ids = tuple(force.id for force in forces)
    known = fog.told(g, (group.area, plan.target), ids)
    g.tell(
        OrderGiven(
            rule=RULES[order],
            area=group.area,
            group=fog.group_told(g, group.area, group.kind),
            ships=[*fog.told(g, (group.area,), group.ships)],
            die=rolled.die,
            row=rolled.row,
            rolled=first,
            carried_out=order,
            skipped=skipped,
            target=plan.target,
            scores=_listed(plan.scores),
            forces=[[force.id, force.cls, force.name] for force in forces if force.id in known],
            unseen=len(ids) - len(known),
        )
    )
    line = OrderLine(group.area, group.kind, rolled.die, rolled.row, first, order, plan.target, ids)
    g.orders = (*g.orders, line)


def plan_of(table: Table, group: Group, order: Order) -> Plan | str:
    """How a group would carry out an order, or in a word why it cannot."""
    if not group.ships and order not in book_of(table).charts.orders.garrison:
        return "garrison"  # 3.7.5
    if order in _AT_SEA and present(table, group.area, US).ships:
        return "us_ships"  # 3.7.10
    return _PLANS[order](table, group)


def _invade(table: Table, group: Group) -> Plan | str:
    """Land somewhere: the target with the best balance of worth, distance and defence (3.7.11, 3.7.12)."""
    room = holds(table, group)
    if not _warships(table, group):
        return "no_warship"
    if not room:
        return "no_capacity"
    scores = [(area, _invasion_score(table, group, area)) for area in _invasion_targets(table, group)]
    target = best(scores)
    if target is None:
        return "no_target"
    aboard = sum(len(cargo_of(table, ship)) for ship in group.ships)
    limit = min(len(room), room_for_ground(table, target, JAPAN) - aboard)
    cargo = [force.id for force in _spare_ground(table, group.area)][: max(limit, 0)]
    wanted = max(min(limit, book_of(table).charts.orders.invade_battalions) - len(cargo), 0)
    if not cargo and not min(wanted, table.pool):
        return "no_cargo"

    def act(g: Draft) -> list[str]:
        loaded = [*cargo, *(force.id for force in raise_battalions(g, group.area, wanted))]
        for force, ship in zip(loaded, room, strict=False):
            g.load([force], ship)
        g.place(group.ships, target, moved=True)
        return [*group.ships, *loaded]

    return Plan(target, act, scores)


def holds(table: Table, group: Group) -> list[str]:
    """A ship for each ground Force that the fleet can carry: TRN, then DD, then the first CRU (3.7.11, 3.7.12)."""
    ships = _ships(table, group)
    free = {ship.id: ratings(table, ship).load - len(cargo_of(table, ship.id)) for ship in ships}
    if cruisers := [ship.id for ship in ships if ship.cls == "CRU"]:
        free[cruisers[0]] += book_of(table).charts.orders.cruiser_capacity
    carriers = [ship.id for cls in ("TRN", "DD", "CRU") for ship in ships if ship.cls == cls]
    return [ship for ship in carriers for _ in range(free[ship])]


def _invasion_targets(table: Table, group: Group) -> Iterator[str]:
    """Areas in range that can be invaded and have room (3.7.11)."""
    for area in within(table, group.area, 1, fleet_range(table, group)):
        may = owner_of(table, area) != JAPAN and _may_be_invaded(table, area)
        if may and room_for_ground(table, area, JAPAN) > 0:
            yield area


def _may_be_invaded(table: Table, area: str) -> bool:
    """No US base but the citadel, and that only without US ground Ashore (3.2.12)."""
    charts = book_of(table).charts
    if area == charts.citadel:
        return not present(table, area, US).ground
    return area not in charts.orders.never_invaded


def _invasion_score(table: Table, group: Group, area: str) -> int:
    """60 V - 20 x distance - S of the US there - 20 x their ground steps Ashore (3.7.11)."""
    chart, there = book_of(table).charts.orders, present(table, area, US)
    steps = sum(steps_left(table, force) for force in there.ground)
    return (
        chart.invade_value * value(table, area)
        - chart.invade_distance * book_of(table).distances[group.area][area]
        - strength(table, there.forces)
        - chart.invade_step * steps
    )


def _spare_ground(table: Table, area: str) -> list[Force]:
    """Unmoved ground Forces but the one that stays behind: the weakest, of several the last (3.7.12)."""
    ground = present(table, area, JAPAN).ground
    if not ground:
        return []
    staying = min(reversed(ground), key=lambda force: steps_left(table, force))
    return [force for force in ground if force is not staying and not force.moved]


def _sortie(table: Table, group: Group) -> Plan | str:
    """Go where US Forces are, if they are not too strong (3.7.13)."""
    chart, warships = book_of(table).charts.orders, _warships(table, group)
    if len(warships) < chart.sortie_warships or not any(ship.cls in RAIDERS for ship in warships):
        return "no_warship"
    scores = [
        (area, _sortie_score(table, group, area))
        for area in within(table, group.area, 1, fleet_range(table, group))
        if area not in chart.no_sortie and present(table, area, US).real and _dares(table, warships, area)
    ]
    return _go(best(scores), warships, scores)


def _sortie_score(table: Table, group: Group, area: str) -> int:
    """80 V + S of the US there - 40 x distance (3.7.13)."""
    chart = book_of(table).charts.orders
    us = strength(table, present(table, area, US).forces)
    distance = book_of(table).distances[group.area][area]
    return chart.sortie_value * value(table, area) + us - chart.sortie_distance * distance


def _dares(table: Table, warships: list[Force], area: str) -> bool:
    """Whether the US Forces of an Area are not too strong for these ships: the S limit (3.7.13)."""
    us, own = book_of(table).charts.orders.sortie_ratio
    return us * strength(table, present(table, area, US).forces) <= own * strength(table, warships)


def _go(target: str | None, ships: list[Force], scores: Sequence[tuple[str, int]]) -> Plan | str:
    """Ships go to a target, if there is one."""
    if target is None:
        return "no_target"
    going = [ship.id for ship in ships]

    def act(g: Draft) -> list[str]:
        g.place(going, target, moved=True)
        return going

    return Plan(target, act, scores)


def _patrol(table: Table, group: Group) -> Plan | str:
    """Go to the linked Area that is nearest to US Forces (3.7.14)."""
    book, warships = book_of(table), _warships(table, group)
    if not warships:
        return "no_warship"
    near = [area for area in book.links[group.area] if area not in book.bases and _dares(table, warships, area)]
    scores = [(area, -_distance_to_us(table, area)) for area in near]
    return _go(best(scores), warships, scores)


def _distance_to_us(table: Table, area: str) -> int:
    """The distance to the nearest real US Force; more than any if there is none."""
    book = book_of(table)
    found = [there for there in book.areas if present(table, there, US).real]
    return min((book.distances[area][there] for there in found), default=len(book.areas))


def _express(table: Table, group: Group) -> Plan | str:
    """The first DD brings a ground Force to comrades who face the enemy (3.7.15)."""
    destroyers = [ship.id for ship in _ships(table, group) if ship.cls == "DD" and not cargo_of(table, ship.id)]
    if not destroyers:
        return "no_destroyer"
    near = within(table, group.area, 1, book_of(table).charts.orders.express_range)
    target = next((area for area in near if _wants_express(table, area)), None)
    if target is None:
        return "no_target"
    cargo = [force.id for force in _spare_ground(table, group.area)][:1]
    if not cargo and not table.pool:
        return "no_cargo"

    def act(g: Draft) -> list[str]:
        loaded = cargo or [force.id for force in raise_battalions(g, group.area, 1)]
        g.load(loaded, destroyers[0])
        g.place(destroyers[:1], target, moved=True)
        return [destroyers[0], *loaded]

    return Plan(target, act)


def _wants_express(table: Table, area: str) -> bool:
    japan, us = present(table, area, JAPAN), present(table, area, US)
    return bool(japan.ground and us.real) and room_for_ground(table, area, JAPAN) > 0


def _reinforce(table: Table, group: Group) -> Plan | str:
    """An INF from home or a battalion of the pool comes (3.7.16)."""
    book, area = book_of(table), group.area
    if area in book.closed or owner_of(table, area) not in (JAPAN, "contested"):
        return "not_japanese"
    if room_for_ground(table, area, JAPAN) < 1:
        return "no_room"
    if not _linked_with_home(table, area):
        return "no_chain"
    at_home = present(table, book.charts.orders.home[0], JAPAN).ground
    infantry = next((force.id for force in at_home if force.cls == "INF" and not force.moved), None)
    if infantry is None and not table.pool:
        return "no_force"

    def act(g: Draft) -> list[str]:
        if infantry is None:
            return [force.id for force in raise_battalions(g, area, 1)]
        g.place([infantry], area, moved=True)
        return [infantry]

    return Plan(area, act)


def _linked_with_home(table: Table, area: str) -> bool:
    """Whether links lead home through Japanese-held Areas without US ships (3.7.16)."""
    book = book_of(table)
    seen, edge = {area}, [area]
    while edge:
        for there in book.links[edge.pop()]:
            if there in book.charts.orders.home:
                return True
            if there not in seen and owner_of(table, there) == JAPAN and not present(table, there, US).ships:
                seen.add(there)
                edge.append(there)
    return False


def _fortify(table: Table, group: Group) -> Plan | str:
    """The fort grows (3.7.17)."""
    book, area = book_of(table), group.area
    if area in book.closed or not present(table, area, JAPAN).ground:
        return "no_ground"
    if table.areas[area].holder != JAPAN:
        return "not_holder"
    if fort_room(table, area) <= 0:
        return "fort_full"

    def act(g: Draft) -> list[str]:
        g.change_area(area, fort=g.areas[area].fort + 1)
        return []

    return Plan(area, act)


def _air(table: Table, group: Group) -> Plan | str:
    """An LBA comes from home (3.7.18)."""
    book, area = book_of(table), group.area
    if area in book.closed or owner_of(table, area) != JAPAN:
        return "not_japanese"
    if room_for_air(table, area, JAPAN) < 1:
        return "no_room"
    at_home = [force for home in book.charts.orders.home for force in present(table, home, JAPAN).aircraft]
    free = next((force.id for force in at_home if not force.moved), None)
    if free is None:
        return "no_force"

    def act(g: Draft) -> list[str]:
        g.place([free], area, moved=True)
        return [free]

    return Plan(area, act)


def _hold(table: Table, group: Group) -> Plan | str:
    """Ships in an open anchorage go to the nearest base; else nothing happens (3.7.19)."""
    area = group.area
    at_rest = owner_of(table, area) == JAPAN and book_of(table).areas[area].port > 0
    target = None if at_rest or present(table, area, US).ships or not group.ships else nearest_base(table, area)
    if target is None:
        return Plan(None, lambda g: [])
    return _go(target, _ships(table, group), ())


def _withdraw(table: Table, group: Group) -> Plan | str:
    """The ships go home (3.7.20)."""
    home = book_of(table).charts.orders.home[0]
    return "at_home" if group.area == home else _go(home, _ships(table, group), ())


_AT_SEA: frozenset[Order] = frozenset(("INVADE", "SORTIE", "PATROL", "EXPRESS"))
"""Orders that no fleet carries out in the face of US ships (3.7.10)."""
_PLANS: Mapping[Order, Callable[[Table, Group], Plan | str]] = {
    "INVADE": _invade,
    "SORTIE": _sortie,
    "PATROL": _patrol,
    "EXPRESS": _express,
    "REINFORCE": _reinforce,
    "FORTIFY": _fortify,
    "AIR": _air,
    "HOLD": _hold,
    "WITHDRAW": _withdraw,
}
RULES: Mapping[Order, str] = {
    "INVADE": "3.7.11",
    "SORTIE": "3.7.13",
    "PATROL": "3.7.14",
    "EXPRESS": "3.7.15",
    "REINFORCE": "3.7.16",
    "FORTIFY": "3.7.17",
    "AIR": "3.7.18",
    "HOLD": "3.7.19",
    "WITHDRAW": "3.7.20",
}


# What orders weigh


def strength(table: Table, forces: Iterable[Force]) -> int:
    """S: six for each present air point, and for each gun die its printed hit number (3.7.7)."""
    each = book_of(table).charts.orders.air_point_strength
    total = 0
    for force in forces:
        gun = ratings(table, force).gun
        total += each * air_points(table, force) + gun.dice * gun.hit
    return total


def value(table: Table, area: str) -> int:
    """V: what an Area is worth to the enemy (3.7.8)."""
    book = book_of(table)
    return book.charts.orders.objective_value if area in book.objectives else book.charts.orders.other_value


def fleet_range(table: Table, group: Group) -> int:
    """How far a fleet goes (3.7.9)."""
    chart = book_of(table).charts.orders
    carriers = any(ship.cls in FLEET_CARRIERS for ship in _ships(table, group))
    return chart.range_carriers if carriers else chart.range_others


def within(table: Table, area: str, least: int, most: int) -> list[str]:
    """Areas at a distance from `least` to `most`, in index order."""
    book = book_of(table)
    distances = book.distances[area]
    return [there for there in book.areas if least <= distances[there] <= most]


def best(scores: Iterable[tuple[str, int]]) -> str | None:
    """The Area with the highest score, of several the first (2.8)."""
    found = max(scores, key=lambda score: score[1], default=None)
    return found[0] if found else None


def _listed(scores: Sequence[tuple[str, int]]) -> list[list[Any]]:
    """Scores as events hold them."""
    return [[area, score] for area, score in scores]
