"""Bombardment by artillery and from the air (rules 11, 15, 16.2): values, attrition points, friendly fire."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from wargame_tui.board.phrases import plural
from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.remembered import remembered
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.montys_gamble.commands import Aim, Barrage, Fight, Lead, Support, Take
from wargame_tui.titles.montys_gamble.events import battles, moves, told
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import FERRY, WORK
from wargame_tui.titles.montys_gamble.rules.advantage import ask
from wargame_tui.titles.montys_gamble.rules.areas import controlled, fresh, holds, is_contested, positions, units_in
from wargame_tui.titles.montys_gamble.rules.attack import mixes, ranged, reaches, total
from wargame_tui.titles.montys_gamble.rules.bridges import lower_works
from wargame_tui.titles.montys_gamble.state import DIS2, FRESH, SPENT, Draft, Table, Unit, book_of, traits

ANTI_AIR = frozenset({"flak", "tower"})


# Values (11.2, 11.3)


def gun_refusal(table: Table, unit: Unit, space: str) -> Refusal | None:
    """Why an artillery unit cannot fire into a space in a bombardment (11.111, 15.11, 14.4)."""
    if unit.side != table.now.side or unit.type != "artillery":
        return Refusal("only your artillery may bombard", "11.11")
    if unit.condition != FRESH or unit.id in table.now.movers:
        return refused("only Fresh artillery that has not moved bombards", "13.1")
    return None if reaches(table, unit, space) else refused("out of range", "11.111")


def bombardment_value(table: Table, lead: str | None, support: Sequence[str], *, barrage: bool) -> tuple[Modifier, ...]:
    """The terms of the attack value; without a lead, of an air bombardment (11.2)."""
    chart = book_of(table).charts.bombardment
    if lead is None:
        return (Modifier("air bombardment", chart.air, "11.2"),)
    factor = table.units[lead].attack * (chart.barrage if barrage else 1)
    found = [Modifier(f"{lead} (barrage)" if barrage else lead, factor, "11.112" if barrage else "11.2")]
    if support:
        found.append(Modifier(f"{len(support)} more artillery", chart.support * len(support), "11.2"))
    if mixes(table.units[name] for name in (lead, *support)):
        found.append(Modifier("SS and Wehrmacht together", chart.mixed, "11.2"))
    return tuple(found)


def shelter_value(table: Table, space: str, *, air: bool) -> tuple[Modifier, ...]:
    """The terms of the defence value (11.3)."""
    book, chart = book_of(table), book_of(table).charts.bombardment
    found = [Modifier("terrain", chart.terrain * book.spaces[space].tem, "11.3")]
    here = fresh(units_in(table, space, enemy(table.now.side)))
    guns = [unit for unit in here if (unit.type in ANTI_AIR if air else unit.type == "artillery")]
    if guns:
        words = f"{len(guns)} Fresh {'FLAK' if air else 'artillery'}"
        found.append(Modifier(words, chart.fresh_gun * len(guns), "16.2" if air else "11.3"))
    return tuple(found)


# Attrition points (11.4)


def step_price(table: Table, unit: Unit) -> int:
    """Attrition points that a unit's next step costs (C5)."""
    chart = book_of(table).charts.bombardment
    prices = chart.armour if unit.type == "armour" else chart.other
    return prices.fresh if unit.condition == FRESH else prices.worn


def attrition_points(margin: int) -> int:
    """Attrition points by the difference of the totals (11.4)."""
    return max(0, margin)


def friendly_points(attacker: int, defender: int) -> int:
    """Attrition points of friendly fire: half the DR, rounded up, if both are equal (16.23)."""
    return -(-attacker // 2) if attacker == defender else 0


def target_price(table: Table, target: str) -> int | None:
    """Attrition points that the primary target takes; None if it absorbs none (11.4, W3)."""
    if target.startswith((WORK, FERRY)):
        return 1
    unit = table.units[target]
    return None if unit.condition == DIS2 else step_price(table, unit)


@cache
def best_use(prices: tuple[int, ...], points: int) -> int:
    """The most of some points that a choice of prices can use up (11.41)."""
    reachable = {0}
    for price in prices:
        reachable |= {used + price for used in reachable if used + price <= points}
    return max(reachable)


@dataclass(frozen=True, slots=True)
class Attrition(Step[Table, Draft]):
    """The owner distributes attrition points so that as many as possible are used (11.41)."""

    space: str
    side: Side
    points: int
    hit: tuple[str, ...] = ()
    """Units that have lost their one step of this bombardment."""
    kind: Literal["attrition"] = "attrition"
    passes_alone = True

    def _open(self, table: Table) -> list[Unit]:
        return [
            unit
            for unit in units_in(table, self.space, self.side)
            if unit.condition != DIS2 and unit.id not in self.hit
        ]

    def _best(self, table: Table, without: Unit | None = None, points: int | None = None) -> int:
        prices = tuple(step_price(table, unit) for unit in self._open(table) if unit is not without)
        return best_use(prices, self.points if points is None else points)

    def title(self, table: Table) -> str:
        return plural(self.points, "attrition point")

    def decider(self, table: Table) -> Side | None:
        """The owner, while points can be used."""
        return self.side if self._best(table) else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Use {self._best(table)} of {self.points} attrition points", "11.41")

    def candidates(self, table: Table) -> Iterator[Command]:
        return (Take(unit.id) for unit in units_in(table, self.space, self.side))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """One step each, and no choice that would waste points."""
        if not isinstance(command, Take):
            return self.not_now(table)
        unit = next((unit for unit in units_in(table, self.space, self.side) if unit.id == command.unit), None)
        if unit is None or unit.condition == DIS2 or unit.id in self.hit:
            return Refusal("each unit loses one step at most, and Dis2 units none", "11.41")
        price = step_price(table, unit)
        if price > self.points or price + self._best(table, unit, self.points - price) < self._best(table):
            return Refusal("as many attrition points as possible must be used", "11.41")
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Take)
        price = step_price(g, g.units[command.unit])
        g.worsen(command.unit, "11.41")
        g.swap(points=self.points - price, hit=(*self.hit, command.unit))

    def proceed(self, g: Draft) -> None:
        g.finish()


def hit_primary(g: Draft, space: str, side: Side, target: str, points: int, lead_side: Side) -> None:
    """The primary target takes its points first; the rest is distributed (11.4, 11.41, W3)."""
    price = target_price(g, target)
    if price is not None and price > points:
        g.tell(battles.Wasted(space=space, points=points))
        return
    if target.startswith(WORK):
        lower_works(g, target.removeprefix(WORK), enemy(lead_side))
    elif target.startswith(FERRY):
        g.ferries = {**g.ferries, target.removeprefix(FERRY): "destroyed"}
        g.tell(moves.FerryDestroyed(border=target.removeprefix(FERRY)))
    elif price is not None:
        g.worsen(target, "11.4")
    left = points - (price or 0)
    if left:
        g.push(Attrition(space, side, left, (target,) if price and target in g.units else ()))


# The bombardment


class BombardmentStage(Stage["Bombardment", Table, Draft]):
    """A stage of a bombardment."""

    told: ClassVar[str]
    """What goes on in it, for the battle's table."""


class Declaring(BombardmentStage):
    """Lead unit, support, barrage and primary target are named (11.1, 11.2)."""

    told = "the attacker chooses lead, support and primary target"

    def decider(self, step: "Bombardment", table: Table) -> Side:
        return table.now.side

    def prompt(self, step: "Bombardment", table: Table) -> Prompt:
        if step.lead is None and step.marker is None:
            return Prompt("Choose the lead unit", "11.2")
        if step.target is None:
            return Prompt("Choose the primary target", "11.12")
        return Prompt("Add support, or fire", "11.2")

    def candidates(self, step: "Bombardment", table: Table) -> Iterator[Command]:
        if step.marker is None:
            guns = batteries(table).get(step.space, ())
            if step.lead is None:
                yield from (Lead(unit.id) for unit in guns)
                return
            if not step.barrage:
                yield Barrage()
            yield from (Support(unit.id) for unit in guns)
        yield from (Aim(target) for target in targets(table, step.space, step.lead))
        yield Fight()

    def refusal(self, step: "Bombardment", table: Table, command: Command) -> Refusal | None:
        match command:
            case Lead() | Support() | Barrage() if step.marker:
                return Refusal("neither markers nor artillery support an air bombardment", "16.21")
            case Lead(name) if step.lead is None:
                return self._lead_refusal(step, table, name)
            case Support(name) if step.lead is not None:
                return self._support_refusal(step, table, name)
            case Barrage() if step.lead is not None and not step.barrage:
                corps = "corps" in traits(table, table.units[step.lead])
                return None if corps else Refusal("only corps artillery leads a barrage", "11.112")
            case Aim(target) if step.marker or step.lead:
                return step.aim_refusal(table, target)
            case Fight():
                return Refusal("choose the primary target first", "11.12") if step.target is None else None
        return step.not_now(table)

    def _lead_refusal(self, step: "Bombardment", table: Table, name: str) -> Refusal | None:
        if name not in table.units:
            return Refusal(f"no unit `{name}`")
        if refusal := gun_refusal(table, table.units[name], step.space):
            return refusal
        if step.corps_only and "corps" not in traits(table, table.units[name]):
            return Refusal("the corps artillery of XXX Corps fires", "20.3")
        if not targets(table, step.space, name):
            return Refusal("nothing there can be its target", "11.12")
        return None

    def _support_refusal(self, step: "Bombardment", table: Table, name: str) -> Refusal | None:
        assert step.lead
        if name not in table.units:
            return Refusal(f"no unit `{name}`")
        unit = table.units[name]
        if name == step.lead or name in step.support:
            return Refusal("it is already firing", "11.2")
        if refusal := gun_refusal(table, unit, step.space):
            return refusal
        if step.corps_only and "corps" not in traits(table, unit):
            return Refusal("divisional artillery does not support this barrage", "20.3")
        if (unit.branch == "US") != (table.units[step.lead].branch == "US") and unit.side == ALLIED:
            return Refusal("British and American artillery do not fire together", "11.2")
        return None

    def _corps_guns(self, step: "Bombardment", table: Table, lead: str) -> tuple[str, ...]:
        """Who fires with the lead unasked: in the D-Day barrage all other corps artillery (20.3)."""
        if not step.corps_only:
            return ()
        others = (unit for unit in batteries(table).get(step.space, ()) if unit.id != lead)
        return tuple(unit.id for unit in others if "corps" in traits(table, unit))

    def do(self, step: "Bombardment", g: Draft, command: Command) -> None:
        """Take note; fire when all is declared."""
        match command:
            case Lead(name):
                g.swap(lead=name, barrage=step.corps_only, support=self._corps_guns(step, g, name))
            case Support(name):
                g.swap(support=(*step.support, name))
            case Barrage():
                g.swap(barrage=True)
            case Aim(target):
                g.swap(target=target)
            case Fight():
                assert step.target
                g.tell(
                    battles.Bombardment(
                        space=step.space,
                        lead=step.lead,
                        marker=step.marker,
                        target=step.target,
                        support=step.support,
                        barrage=step.barrage,
                    )
                )
                step.onward(g)


class Rolling(BombardmentStage):
    """The dice are thrown: attrition points by the difference, friendly fire if the DRs are equal (11.4, 16.23)."""

    told = "the dice have been rolled"

    def proceed(self, step: "Bombardment", g: Draft) -> None:
        ask(g, "bombardment", step.space)

    def resumed(self, step: "Bombardment", g: Draft, result: Any) -> None:
        assert step.target
        side, (attacker, defender) = g.now.side, result[1]
        av = bombardment_value(g, step.lead, step.support, barrage=step.barrage)
        dv = shelter_value(g, step.space, air=step.marker is not None)
        points = attrition_points(total(av) + attacker - total(dv) - defender)
        g.tell(
            battles.BombardmentResult(
                space=step.space, points=points, dice=(attacker, defender), av=told(av), dv=told(dv)
            )
        )
        friendly = friendly_points(attacker, defender) if step.endangers_friends(g) else 0
        g.swap(stage="friendly" if friendly else "close", friendly=friendly)
        if points:
            hit_primary(g, step.space, enemy(side), step.target, points, side)


class FriendlyFire(BombardmentStage):
    """The Germans choose whom friendly fire hits (16.23)."""

    told = "friendly fire"
    asks = Prompt("Friendly fire: choose the Allied primary target", "16.23")

    def decider(self, step: "Bombardment", table: Table) -> Side:
        return GERMAN

    def candidates(self, step: "Bombardment", table: Table) -> Iterator[Command]:
        return (Aim(unit.id) for unit in units_in(table, step.space, ALLIED))

    def refusal(self, step: "Bombardment", table: Table, command: Command) -> Refusal | None:
        if isinstance(command, Aim):
            return _aim_refusal(table, step.space, ALLIED, command.target)
        return step.not_now(table)

    def do(self, step: "Bombardment", g: Draft, command: Command) -> None:
        assert isinstance(command, Aim)
        step.onward(g)
        g.tell(battles.FriendlyFire(space=step.space, points=step.friendly, target=command.target))
        hit_primary(g, step.space, ALLIED, command.target, step.friendly, GERMAN)


class Closing(BombardmentStage):
    """The firers of a barrage are Spent (11.112)."""

    told = "attrition points"

    def proceed(self, step: "Bombardment", g: Draft) -> None:
        if step.barrage and step.lead:
            for name in (step.lead, *step.support):
                g.worsen(name, "11.112", SPENT)
        step.onward(g)


@dataclass(frozen=True, slots=True)
class Bombardment(Staged[Table, Draft]):
    """One bombardment (11): lead unit or air marker, support, barrage, primary target, result."""

    space: str
    marker: str | None = None
    """Air marker; then there is neither lead nor support (16.21)."""
    lead: str | None = None
    support: tuple[str, ...] = ()
    barrage: bool = False
    target: str | None = None
    corps_only: bool = False
    """The D-Day barrage: all corps artillery and no other, and always a barrage (20.3)."""
    stage: Literal["declare", "roll", "friendly", "close"] = "declare"
    friendly: int = 0
    """Attrition points of friendly fire (16.23)."""
    kind: Literal["bombardment"] = "bombardment"
    passes_alone: ClassVar[bool] = True
    stages: ClassVar[Mapping[str, BombardmentStage]] = {
        "declare": Declaring(),
        "roll": Rolling(),
        "friendly": FriendlyFire(),
        "close": Closing(),
    }

    def title(self, table: Table) -> str:
        return f"Bombardment of {book_of(table).name(self.space)}"

    def endangers_friends(self, table: Table) -> bool:
        """Whether it comes from the air, where Allied units are too (16.23)."""
        return self.marker is not None and is_contested(table, self.space)

    def goes_without_saying(self, command: Command) -> bool:
        """Nothing but an only target is aimed at unasked."""
        return isinstance(command, Aim)

    def aim_refusal(self, table: Table, target: str) -> Refusal | None:
        """Why something cannot be the primary target."""
        if target == self.target:
            return Refusal("it is already the primary target", "11.12")
        if target.startswith((WORK, FERRY)):
            known = target in targets(table, self.space, self.lead)
            return None if known else Refusal("no such marker next to the lead unit", "11.12")
        return _aim_refusal(table, self.space, enemy(table.now.side), target)

    def aims(self, table: Table) -> list[str]:
        """The targets at which it may be aimed, now that it is known what fires."""
        return [target for target in targets(table, self.space, self.lead) if not self.aim_refusal(table, target)]


def _aim_refusal(table: Table, space: str, side: Side, target: str) -> Refusal | None:
    """Why a unit cannot be the primary target (11.12)."""
    here = units_in(table, space, side)
    unit = next((unit for unit in here if unit.id == target), None)
    if unit is None:
        return Refusal("it is not in the target area", "11.12")
    if unit.type == "artillery" and any(other.type != "artillery" for other in here):
        return Refusal("artillery is no primary target while another type is there", "11.12")
    return None


def targets(table: Table, space: str, lead: str | None) -> list[str]:
    """What could be the primary target: units; for artillery, markers next to the lead's area (11.12, Q18)."""
    side = table.now.side
    found = [unit.id for unit in units_in(table, space, enemy(side))]
    if lead is not None:
        found += marker_targets(table, space, table.units[lead].location, side)
    return found


def marker_targets(table: Table, space: str, stand: str, side: Side) -> list[str]:
    """Enemy construction markers and ferries on the boundaries of the lead's area that touch the target area (Q18)."""
    found = []
    for edge in book_of(table).edges[stand].values():
        if space not in (stand, edge.to) or edge.water == "plain":
            continue
        if table.crossings[edge.id].works.get(enemy(side), 0):
            found.append(WORK + edge.id)
        if edge.ferry and table.ferries[edge.id] != "destroyed":
            found.append(FERRY + edge.id)
    return found


@remembered("units", "control", "now")
def batteries(table: Table) -> Mapping[str, tuple[Unit, ...]]:
    """The guns of the active side that could bombard each space."""
    found: dict[str, list[Unit]] = {}
    side = table.now.side
    for unit in table.units.values():
        if unit.type == "artillery" and unit.side == side and gun_refusal(table, unit, unit.location) is None:
            for space in ranged(table, unit):
                found.setdefault(space, []).append(unit)
    return {space: tuple(guns) for space, guns in found.items()}


def bombard_refusal(table: Table, space: str) -> Refusal | None:
    """Why a side cannot bombard an area with artillery (11.1)."""
    if space not in book_of(table).ground:
        return Refusal("there is no such area", "11.1")
    guns = batteries(table).get(space, ())
    if not guns:
        return Refusal("no Fresh artillery of yours reaches it", "11.111")
    if any(targets(table, space, gun.id) for gun in guns):
        return None
    return refused("there is no target", "11.12")


@remembered("units", "control")
def air_targets(table: Table) -> tuple[str, ...]:
    """The spaces with German units at the front: with Allied units, or beside them or an Allied area (16.22)."""
    occupied, edges = positions(table).occupied[ALLIED], book_of(table).edges
    near = occupied | controlled(table, ALLIED)
    germans = positions(table).of_side[GERMAN]
    return tuple(space for space in germans if space in occupied or not near.isdisjoint(edges[space]))


def air_refusal(table: Table, marker: str, space: str) -> Refusal | None:
    """Why an air marker cannot be used against an area (16.2, 16.22)."""
    if table.air.get(marker) != "ready":
        return Refusal(f"{marker} is not available", "16.2")
    if table.weather != "clear":
        return Refusal("no air bombardment in Overcast weather", "17.3")
    if not holds(table, space, GERMAN):
        return Refusal("there is no target", "16.22")
    if space in air_targets(table):
        return None
    return Refusal("the target has or adjoins Allied units, or adjoins an Allied-controlled area", "16.22")
