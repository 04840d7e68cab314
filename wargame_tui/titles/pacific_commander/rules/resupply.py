"""Step 1 of a turn, US Resupply: Supply Points, arrivals, and what SP buy (3.4.2 to 3.4.10)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.commander.checks import Kind, draw, less
from wargame_tui.titles.commander.rounding import up
from wargame_tui.titles.pacific_commander.commands import (
    BuyForce,
    ChoosePlan,
    DrawPlan,
    End,
    RepairShip,
    RestoreAir,
    RestoreStep,
)
from wargame_tui.titles.pacific_commander.events.dice import Draw
from wargame_tui.titles.pacific_commander.events.turn import (
    AirRestored,
    Arrived,
    Bought,
    PlanChosen,
    PlanDrawn,
    PlanTaken,
    Repaired,
    Restored,
    SupplyGained,
)
from wargame_tui.titles.pacific_commander.printed.book import ASHORE, CARRIERS, JAPAN, LEVELLED, SHIPS, US, Book
from wargame_tui.titles.pacific_commander.printed.data import ForceClass, Side
from wargame_tui.titles.pacific_commander.rules.choice import UsStep
from wargame_tui.titles.pacific_commander.state import (
    Draft,
    Experience,
    Force,
    Purchase,
    Table,
    book_of,
    friendly,
    in_force_order,
    owner_of,
    present,
    supplied,
)


def too_dear(table: Table, sp: int, rule: str) -> Refusal | None:
    """The refusal of something that the player cannot pay (3.4.4)."""
    if table.sp >= sp:
        return None
    return refused(f"that costs {sp} SP, you have {table.sp}", rule)


# What the program does first


def begin(g: Draft) -> None:
    """Marks are cleared, SP come, then arrivals and purchases (3.1.3, 3.4.2, 3.4.3)."""
    clear_marks(g, US)
    _forget_last_turn(g)
    _gain(g)
    _arrive(g)
    _deliver(g)


def clear_marks(g: Draft, side: Side) -> None:
    """Take `moved` and `air used` off a side's Forces (3.1.3)."""
    marked = [name for name, force in g.forces.items() if force.side == side and (force.moved or force.air_used)]
    g.change_all(marked, moved=False, air_used=False)


def _forget_last_turn(g: Draft) -> None:
    """Special Operations count for their turn only (3.5)."""
    g.operations_done, g.code_break, g.reroll_left, g.coastwatchers = (), None, False, False
    g.repair_cut, g.no_repairs, g.air_cut = 0, False, 0
    g.victories = ()


def _gain(g: Draft) -> None:
    """SP that were not spent are lost above the limit, then those of the year come (3.4.2)."""
    book = book_of(g)
    kept, gained = min(g.sp, book.charts.economy.carried), book.campaign.sp
    g.tell(SupplyGained(lost=g.sp - kept, gained=gained, sp=kept + gained))
    g.sp = kept + gained


def _arrive(g: Draft) -> None:
    """The arrivals of the turn, in table order (3.4.3)."""
    enter_arrivals(g, US, arrival_area, Arrived)


def _deliver(g: Draft) -> None:
    """The Forces bought last turn, in the order of purchase; Green where they have a level (3.4.3, 3.13.1)."""
    depot = book_of(g).charts.economy.fallback[-1]
    for purchase in g.due:
        level: Experience = "Green" if purchase.cls in LEVELLED else "Regular"
        force = g.enter_new(US, purchase.cls, depot, level=level)
        tell_arrival(g, force, Arrived, meant=depot)
    g.due = ()


def enter_arrivals(g: Draft, side: Side, where: Callable[[Table, str], str], kind: type[Arrived]) -> None:
    """A side's arrivals of the turn come into play together, in the Areas where those meant for one appear."""
    counters = [counter for counter in book_of(g).arrivals.get(g.turn, ()) if counter.side == side]
    come = g.enter(*(changed(counter, area=where(g, counter.area)) for counter in counters))
    for force, counter in zip(come, counters, strict=True):
        tell_arrival(g, force, kind, meant=counter.area)


def tell_arrival(g: Draft, force: Force, kind: type[Arrived], meant: str) -> None:
    """Record that a Force came into play, and where it was meant to come."""
    who, side, area = force.id, force.side, force.area
    g.tell(kind(force=who, name=force.name, cls=force.cls, side=side, area=area, meant=meant))


def arrival_area(table: Table, area: str) -> str:
    """Where a US arrival appears: in its Area, or in a base if that is in enemy hands (3.4.3)."""
    first, last = book_of(table).charts.economy.fallback
    return next((each for each in (area, first) if not _in_enemy_hands(table, each)), last)


def _in_enemy_hands(table: Table, area: str) -> bool:
    return owner_of(table, area) == JAPAN or bool(present(table, area, JAPAN).ships)


# What the player may do


@dataclass(frozen=True, slots=True)
class Resupply(UsStep):
    """The player repairs, restores, buys and draws, in any order (3.4.4)."""

    kind: Literal["resupply"] = "resupply"
    heading: ClassVar[str] = "US Resupply"
    asks: ClassVar[Prompt] = Prompt("Repair, restore, buy Forces and Battle Plans, or end", "3.4.4")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Uses of SP, by the order of the table of 3.4.4."""
        book, mine = book_of(table), (force for force in table.forces.values() if force.side == US)
        hurt = in_force_order(table, [force for force in mine if force.hits or force.airloss])
        yield from (RepairShip(force.id) for force in hurt if force.hits and force.cls in SHIPS)
        yield from (RestoreStep(force.id) for force in hurt if force.hits and force.cls in ASHORE)
        for force in (each for each in hurt if each.airloss):
            yield from (RestoreAir(force.id, points) for points in _air_amounts(book, force.airloss))
        yield from (BuyForce(cls) for cls, entry in book.units.classes[US].items() if entry.cost)
        yield DrawPlan()
        yield from (ChoosePlan(chit) for chit in dict.fromkeys(plans_to_be_had(table)))
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Why SP cannot be spent so."""
        match command:
            case RepairShip():
                return _repair_refusal(table, command)
            case RestoreStep():
                return _restore_refusal(table, command)
            case RestoreAir():
                return _air_refusal(table, command)
            case BuyForce():
                return _buy_refusal(table, command)
            case DrawPlan() | ChoosePlan():
                return _plan_refusal(table, command)
            case End():
                return None
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Pay and take."""
        match command:
            case RepairShip():
                _repair(g, command.ship)
            case RestoreStep():
                _restore(g, command.force)
            case RestoreAir():
                _restore_air(g, command)
            case BuyForce():
                _buy(g, command.cls)
            case DrawPlan():
                _draw(g)
            case ChoosePlan():
                _choose(g, command.chit)
            case End():
                g.finish()


def us_force(table: Table, name: str) -> Force | None:
    """A US Force in play, by its id."""
    force = table.forces.get(name)
    return force if force is not None and force.side == US else None


def _repair_refusal(table: Table, command: RepairShip) -> Refusal | None:
    ship, chart = us_force(table, command.ship), book_of(table).charts.economy
    if ship is None:
        return refused("the US has no such ship in play", "3.4.5")
    if ship.cls == "SS":
        return refused("submarines have one step: nothing to repair", "3.3.1")
    if ship.cls not in SHIPS:
        return refused("only ships are repaired; ground Forces and LBA regain steps", "3.4.5")
    if not ship.hits:
        return refused("the ship has no hit", "3.4.5")
    if not repair_port(table, ship.area):
        return refused(f"repair needs a friendly Area with port {chart.repair_port} or more", "3.4.5")
    if ship.hits <= _lasting_hits(book_of(table), table.turn, ship.id):
        return _not_before(book_of(table), ship.id)
    return too_dear(table, chart.repair, "3.4.4")


def repair_port(table: Table, area: str) -> bool:
    """Whether ships can be repaired in an Area: friendly, with port 2 or 3 (3.2.2, 3.4.5)."""
    return area in book_of(table).repair_ports and friendly(table, area)


def _lasting_hits(book: Book, turn: int, ship: str) -> int:
    """Hits of a ship at set-up that cannot be repaired yet (3.15.4)."""
    return sum(damage.hits for damage in book.campaign.damage if damage.force == ship and turn < damage.until)


def _not_before(book: Book, ship: str) -> Refusal:
    """When the damage of a ship at set-up can be repaired (3.15.4)."""
    turn = max(damage.until for damage in book.campaign.damage if damage.force == ship)
    when = f"turn {turn}, {book.campaign.turns[turn - 1]} {book.campaign.year}"
    return refused(f"this damage cannot be repaired before {when}", "3.15.4")


def _repair(g: Draft, ship: str) -> None:
    """One hit fewer; the ship stays in port (3.4.5)."""
    g.sp -= book_of(g).charts.economy.repair
    g.change(ship, hits=g.forces[ship].hits - 1, moved=True)
    _tell(g, Repaired, ship, rule="3.4.5")


def _tell(g: Draft, kind: Kind, name: str, **more: Any) -> None:
    """Record what was done to a Force for SP."""
    force = g.forces[name]
    about = {"cls": force.cls, "side": force.side, "area": force.area, "hits": force.hits, "airloss": force.airloss}
    g.tell(kind(force=name, name=force.name, **about, sp=g.sp, **more))


def _restore_refusal(table: Table, command: RestoreStep) -> Refusal | None:
    force = us_force(table, command.force)
    if force is None:
        return refused("the US has no such ground Force or LBA in play", "3.4.6")
    if force.cls not in ASHORE:
        return refused("only ground Forces and LBA regain steps; ships are repaired", "3.4.6")
    if not force.hits:
        return refused("the Force has all its steps", "3.4.6")
    if force.carried_by is not None:
        return refused("the Force is embarked", "3.4.6")
    if not friendly(table, force.area):
        return refused("restoring a step needs a friendly Area", "3.4.6")
    return too_dear(table, book_of(table).charts.economy.restore_step, "3.4.4")


def _restore(g: Draft, force: str) -> None:
    """One step more; the Force may still move (3.4.6)."""
    g.sp -= book_of(g).charts.economy.restore_step
    g.change(force, hits=g.forces[force].hits - 1)
    _tell(g, Restored, force)


def _air_refusal(table: Table, command: RestoreAir) -> Refusal | None:
    carrier = us_force(table, command.carrier)
    if carrier is None:
        return refused("the US has no such carrier in play", "3.4.7")
    if carrier.cls not in CARRIERS:
        return refused("only carriers regain air points", "3.4.7")
    if not 1 <= command.points <= carrier.airloss:
        return refused(f"the carrier has lost {carrier.airloss} air points", "3.4.7")
    if carrier.area not in supplied(table):
        return refused("restoring carrier air needs an In-Supply Area", "3.4.7")
    return too_dear(table, air_price(book_of(table), command.points), "3.4.4")


def air_for_the_same(book: Book, points: int, most: int) -> int:
    """The most air points of one carrier that cost no more SP than some (3.4.4)."""
    return min(air_price(book, points) * book.charts.economy.air_points_per_sp, most)


def _air_amounts(book: Book, most: int) -> list[int]:
    """Numbers of air points that can be restored: first the most, last those that cost as much as more (3.4.7)."""
    amounts = range(most, 0, -1)
    return sorted(amounts, key=lambda points: air_for_the_same(book, points, most) > points)


def air_price(book: Book, points: int) -> int:
    """SP for air points of one carrier, up (3.4.4)."""
    return up(points, book.charts.economy.air_points_per_sp)


def _restore_air(g: Draft, command: RestoreAir) -> None:
    """Air points of a carrier come back (3.4.7)."""
    g.sp -= air_price(book_of(g), command.points)
    g.change(command.carrier, airloss=g.forces[command.carrier].airloss - command.points)
    _tell(g, AirRestored, command.carrier, points=command.points)


def _buy_refusal(table: Table, command: BuyForce) -> Refusal | None:
    entry = book_of(table).units.classes[US].get(command.cls)
    if entry is None or not entry.cost:
        return refused(f"{command.cls} cannot be bought", "3.3.4")
    return too_dear(table, entry.cost, "3.4.4")


def _buy(g: Draft, cls: ForceClass) -> None:
    """The Force comes next turn (3.4.3, 3.4.4)."""
    g.sp -= book_of(g).ratings(US, cls).cost
    g.due = (*g.due, Purchase(cls))
    g.tell(Bought(cls=cls, sp=g.sp))


def plans_to_be_had(table: Table) -> tuple[str, ...]:
    """The cup, or the discard in the order of the cup if that is empty (3.4.9, 2.6)."""
    if table.cup:
        return table.cup
    order = [*book_of(table).charts.plans[US]]
    return tuple(sorted(table.discard, key=order.index))


def _plan_refusal(table: Table, command: DrawPlan | ChoosePlan) -> Refusal | None:
    chart, cup = book_of(table).charts.economy, plans_to_be_had(table)
    if len(table.hand) >= chart.hand:
        return refused(f"the hand holds at most {chart.hand} Battle Plans", "3.4.9")
    if not cup:
        return refused("no Battle Plan is left", "3.4.9")
    if isinstance(command, DrawPlan):
        return too_dear(table, chart.draw_plan, "3.4.4")
    if command.chit not in cup:
        return refused("this Battle Plan is not in the cup", "3.4.9")
    return too_dear(table, chart.choose_plan, "3.4.4")


def _draw(g: Draft) -> None:
    """A chit of the cup comes to the hand, whichever the die says (2.6, 3.4.9)."""
    g.sp -= book_of(g).charts.economy.draw_plan
    cup = plans_to_be_had(g)
    _take(g, draw(g, Draw, cup), PlanDrawn, cup)


def _choose(g: Draft, chit: str) -> None:
    """A named chit of the cup comes to the hand (3.4.9)."""
    g.sp -= book_of(g).charts.economy.choose_plan
    _take(g, chit, PlanChosen, plans_to_be_had(g))


def _take(g: Draft, chit: str, kind: type[PlanTaken], cup: tuple[str, ...]) -> None:
    if not g.cup:
        g.discard = ()  # it has become the cup
    g.cup, g.hand = less(cup, [chit]), (*g.hand, chit)
    g.tell(kind(chit=chit, of=len(cup), sp=g.sp))
