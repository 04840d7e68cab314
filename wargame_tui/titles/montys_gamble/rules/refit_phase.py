"""The Refit Phase (rules 6.4, 13.3): depots, refit, Reserve, surrender, reorganization, one side after the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal
from wargame_tui.engine.staged import Question, Stage, Staged
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.commands import End, payers, refitting
from wargame_tui.titles.montys_gamble.events import nights
from wargame_tui.titles.montys_gamble.printed.book import ALLIED
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import bridges, depots, refit, reserve, supply, surrender
from wargame_tui.titles.montys_gamble.rules.advantage import Aftermath, begin
from wargame_tui.titles.montys_gamble.rules.areas import positions
from wargame_tui.titles.montys_gamble.state import BETTER, DIS1, DIS2, SPENT, Draft, Table, book_of

_refitting = cache(refitting)
"""Commands that are listed over and over again, made once."""


class Opening(Stage["Refitting", Table, Draft]):
    """The side's depots are issued."""

    def proceed(self, step: "Refitting", g: Draft) -> None:
        begin(g, step.side)
        depots.issue_depots(g, step.side)
        step.onward(g)


class Depots(Question["Refitting", Table, Draft]):
    """Depots are placed and moved (13.4)."""

    asks = Prompt("Place and move depots", "13.4")

    def candidates(self, step: "Refitting", table: Table) -> Iterator[Command]:
        for name, depot in table.depots.items():
            if depot.location is None and depots.twin(table, name) == name:
                yield from (commands.PlaceDepot(name, space) for space in depots.sites(table, depot))
        yield from _hauls(table, ())
        yield End()

    def refusal(self, step: "Refitting", table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case commands.PlaceDepot(name, space):
                return depots.place_refusal(table, name, space)
            case commands.MoveDepot(name, space):
                return depots.haul_refusal(table, name, space, ())
        return step.not_now(table)

    def do(self, step: "Refitting", g: Draft, command: Command) -> None:
        match command:
            case commands.PlaceDepot(name, space):
                depots.place_depot(g, name, space)
            case commands.MoveDepot(name, space):
                depots.haul(g, name, space)
            case _:
                refit.refit_at_oss(g, step.side)
                step.onward(g)


def _hauls(table: Table, opened: tuple[str, ...]) -> Iterator[Command]:
    order = book_of(table).ground
    for name, depot in table.depots.items():
        open_to = depots.hauls(table, depot, opened) if depots.twin(table, name) == name else frozenset()
        if open_to:
            yield from (commands.MoveDepot(name, space) for space in order if space in open_to)


class Paying(Question["Refitting", Table, Draft]):
    """Supply points refit units and repair bridges; the rest is saved (13.6, 13.7, 19.23)."""

    asks = Prompt("Refit units and repair bridges with supply points, or end", "13.6")

    def candidates(self, step: "Refitting", table: Table) -> Iterator[Command]:
        """What depots can pay, all of it legal; what else supply points do."""
        yield from self._refits(step, table)
        for border, crossing in table.crossings.items():
            if crossing.blown:
                offers = refit.night_offers(table, border, step.side)
                yield from (commands.NightRepair(border, name) for name in offers)
        if step.opened:
            yield from _hauls(table, step.opened)
        if "use_of_reserve" in table.optional and step.side == ALLIED:
            most = max(reserve.gains(table, table.reserve[ALLIED]).values(), default=0)
            yield from (commands.Raise(points) for points in range(1, most + 1))
        yield End()

    def _refits(self, step: "Refitting", table: Table) -> Iterator[Command]:
        """Units alike in place, disruption and range are offered the same."""
        done = frozenset(table.refitted)
        found: dict[tuple[str, bool, str | None], list[tuple[str, ...]]] = {}
        for unit in table.units.values():
            if unit.side == step.side and unit.condition in BETTER and unit.id not in done:
                alike = (unit.location, unit.condition == SPENT, unit.range)
                if alike not in found:
                    found[alike] = list(refit.offers(table, unit))
                for names in found[alike]:
                    yield _refitting(unit.id, names)

    def refusal(self, step: "Refitting", table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case commands.MoveDepot(name, space) if step.opened:
                return depots.haul_refusal(table, name, space, step.opened)
            case commands.Refit(unit) | commands.Share(unit):
                wrong = refit.unit_refusal(table, unit, step.side)
                return wrong or refit.refit_refusal(table, table.units[unit], *payers(command))
            case commands.NightRepair(border, name):
                return refit.night_refusal(table, border, name)
            case commands.Raise(points):
                return reserve.raise_refusal(table, step.side, points, raised=step.raised)
        return step.not_now(table)

    def do(self, step: "Refitting", g: Draft, command: Command) -> None:
        match command:
            case commands.MoveDepot(name, space):
                depots.haul(g, name, space)
            case commands.Refit(unit) | commands.Share(unit):
                names = payers(command)
                price = refit.common_price(g, g.units[unit], *names)
                refit.refit(g, unit, "13.6", refit.spend(g, price, *names))
            case commands.NightRepair(border, name):
                self._repair(step, g, border, name)
            case commands.Raise(points):
                g.swap(raised=True)
                reserve.raise_depots(g, points)
            case _:
                reserve.save_points(g, step.side)
                step.onward(g)

    def _repair(self, step: "Refitting", g: Draft, border: str, name: str) -> None:
        site = refit.night_site(g, border, name)
        assert isinstance(site, refit.Site)
        refit.spend(g, site.price, name)
        g.tell(nights.NightWork(border=border, depot=name, points=site.price, space=site.space))
        g.swap(border=border)
        bridges.try_works(g, border, step.side, repair=True)

    def resumed(self, step: "Refitting", g: Draft, result: Any) -> None:
        """The die of a night repair has spoken."""
        assert step.border is not None
        bridges.repaired(g, step.border, step.side, result[1][0])
        mended = () if g.crossings[step.border].blown else (step.border,)
        g.swap(border=None, opened=(*step.opened, *mended))


class Buying(Question["Refitting", Table, Draft]):
    """The Reserve buys impulses of the next day, if that could be paid for and have an effect (13.7, Q52)."""

    def prompt(self, step: "Refitting", table: Table) -> Prompt:
        price = book_of(table).charts.limits.impulse_price
        return Prompt(f"Shift tomorrow's first impulse ({price} SP a step), or end", "13.7")

    def enter(self, step: "Refitting", g: Draft) -> None:
        if g.date >= book_of(g).scenario.last or reserve.buy_refusal(g, step.side, 1):
            g.stack[-1].onward(g)

    def candidates(self, step: "Refitting", table: Table) -> Iterator[Command]:
        return reserve.purchases(table)

    def refusal(self, step: "Refitting", table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case commands.Buy(impulses):
                return reserve.buy_refusal(table, step.side, impulses)
        return step.not_now(table)

    def do(self, step: "Refitting", g: Draft, command: Command) -> None:
        if isinstance(command, commands.Buy):
            reserve.spend_on_impulses(g, step.side, command.impulses)
        step.onward(g)


class Surrendering(Stage["Refitting", Table, Draft]):
    """The dice are cast for isolated units (13.9)."""

    def enter(self, step: "Refitting", g: Draft) -> None:
        g.swap(isolated=tuple(unit.id for unit in supply.isolated_units(g, step.side)))

    def proceed(self, step: "Refitting", g: Draft) -> None:
        if step.isolated:
            surrender.ask_surrender(g, g.units[step.isolated[0]])
        else:
            step.onward(g)

    def resumed(self, step: "Refitting", g: Draft, result: Any) -> None:
        g.swap(isolated=step.isolated[1:])
        surrender.surrender(g, step.isolated[0], result[1][0])


class Reorganizing(Question["Refitting", Table, Draft]):
    """Units recover by the elimination of others, if the option is in force (23.6)."""

    asks = Prompt("Reorganize units, or end", "23.6")

    def enter(self, step: "Refitting", g: Draft) -> None:
        if "reorganization" not in g.optional:
            g.stack[-1].onward(g)

    def candidates(self, step: "Refitting", table: Table) -> Iterator[Command]:
        for units in positions(table).of_side[step.side].values():
            given = [unit for unit in units if unit.condition in (DIS1, DIS2)]
            for unit in units:
                if unit.condition in (SPENT, DIS1):
                    yield from (commands.Reorganize(unit.id, other.id) for other in given)
        yield End()

    def refusal(self, step: "Refitting", table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case commands.Reorganize(name, other):
                return surrender.reorganize_refusal(table, step.side, name, other, step.reorganized)
        return step.not_now(table)

    def do(self, step: "Refitting", g: Draft, command: Command) -> None:
        if isinstance(command, commands.Reorganize):
            g.swap(reorganized=(*step.reorganized, command.unit))
            surrender.reorganize(g, command.unit, command.other)
        else:
            step.onward(g)


class Closing(Stage["Refitting", Table, Draft]):
    """The Advantage used in the phase passes on at its end (Q57)."""

    def proceed(self, step: "Refitting", g: Draft) -> None:
        g.push(Aftermath())

    def resumed(self, step: "Refitting", g: Draft, result: Any) -> None:
        step.onward(g)


@dataclass(frozen=True, slots=True)
class Refitting(Staged[Table, Draft]):
    """One side's half of the Refit Phase: depots, refit, Reserve, surrender, reorganization (6.4, 13.3)."""

    side: Side
    stage: Literal["open", "depots", "refit", "buy", "surrender", "reorganize", "close"] = "open"
    opened: tuple[str, ...] = ()
    """Bridges repaired in this phase, over which depots may still move (19.23)."""
    raised: bool = False
    """Whether the airborne depots have been raised (23.4)."""
    isolated: tuple[str, ...] = ()
    """Units that still have to roll for surrender."""
    reorganized: tuple[str, ...] = ()
    border: str | None = None
    """The bridge of the night repair in hand."""
    kind: Literal["refit"] = "refit"
    heading = "Refit"
    passes_alone: ClassVar[bool] = True
    sure = (commands.Refit, commands.Share, commands.PlaceDepot, commands.MoveDepot, commands.NightRepair, End)
    stages: ClassVar[Mapping[str, Stage[Any, Any, Any]]] = {
        "open": Opening(),
        "depots": Depots(),
        "refit": Paying(),
        "buy": Buying(),
        "surrender": Surrendering(),
        "reorganize": Reorganizing(),
        "close": Closing(),
    }

    def goes_without_saying(self, command: Command) -> bool:
        """Nothing but the end of a stage in which nothing can be done."""
        return isinstance(command, End)
