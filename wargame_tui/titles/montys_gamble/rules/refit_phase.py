"""The Refit Phase (rules 6.4, 13.3): depots, refit, Reserve, surrender, reorganization, one side after the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.montys_gamble.commands import (
    Buy,
    End,
    MoveDepot,
    NightRepair,
    PlaceDepot,
    Raise,
    Refit,
    Reorganize,
    Share,
    payers,
    refitting,
)
from wargame_tui.titles.montys_gamble.events import nights
from wargame_tui.titles.montys_gamble.printed.book import ALLIED
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import bridges, supply
from wargame_tui.titles.montys_gamble.rules.advantage import Aftermath, begin
from wargame_tui.titles.montys_gamble.rules.depots import (
    haul,
    haul_refusal,
    hauls,
    issue_depots,
    place_depot,
    place_refusal,
    sites,
    twin,
)
from wargame_tui.titles.montys_gamble.rules.refit import (
    Site,
    common_price,
    night_offers,
    night_refusal,
    night_site,
    offers,
    refit,
    refit_at_oss,
    refit_refusal,
    spend,
    unit_refusal,
)
from wargame_tui.titles.montys_gamble.rules.reserve import (
    buy_refusal,
    gains,
    raise_depots,
    raise_refusal,
    save_points,
    spend_on_impulses,
)
from wargame_tui.titles.montys_gamble.rules.surrender import ask_surrender, reorganize, reorganize_refusal, surrender
from wargame_tui.titles.montys_gamble.state import BETTER, DIS1, DIS2, SPENT, Draft, Table, book_of, positions

Stage = Literal["open", "depots", "refit", "buy", "surrender", "reorganize", "close"]
_DECIDED = frozenset({"depots", "refit", "buy", "reorganize"})
_PROMPTS: Mapping[str, Prompt] = {
    "depots": Prompt("Place and move depots, or end", "13.4"),
    "refit": Prompt("Refit units and repair bridges with supply points, or end", "13.6"),
    "buy": Prompt("Buy impulses of the next day, forward or backward, or end", "13.7"),
    "reorganize": Prompt("Reorganize units, or end", "23.6"),
}


_LISTED_IF_LEGAL = (Refit, Share, PlaceDepot, MoveDepot, NightRepair, End)
_refitting = cache(refitting)
"""Commands that are listed over and over again, made once."""


@dataclass(frozen=True, slots=True)
class Refitting(Step[Table, Draft]):
    """One side's half of the Refit Phase: depots, refit, Reserve, surrender, reorganization (6.4, 13.3).

    The Advantage used in it passes on at its end (Q57).
    """

    side: Side
    stage: Stage = "open"
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

    passes_alone = True

    def goes_without_saying(self, command: Command) -> bool:
        """Nothing but the end of a stage in which nothing can be done."""
        return isinstance(command, End)

    def decider(self, table: Table) -> Side | None:
        """The side, but for surrender."""
        return self.side if self.stage in _DECIDED else None

    def title(self, table: Table) -> str:
        """Its name."""
        return "Refit"

    def prompt(self, table: Table) -> Prompt:
        """What is done in this stage."""
        return _PROMPTS[self.stage]

    # What may be done

    def candidates(self, table: Table) -> Iterator[Command]:
        """What the stage offers, and its end."""
        match self.stage:
            case "depots":
                yield from self._placings(table)
                yield from self._hauls(table)
            case "refit":
                yield from self._refits(table)
                yield from self._nights(table)
                if self.opened:
                    yield from self._hauls(table)
                yield from self._raises(table)
            case "buy":
                most = book_of(table).charts.limits.bought
                yield from (Buy(number) for number in range(-most, most + 1) if number)
            case "reorganize":
                yield from self._pairs(table)
        yield End()

    def _placings(self, table: Table) -> Iterator[Command]:
        for name, depot in table.depots.items():
            if depot.location is None and twin(table, name) == name:
                yield from (PlaceDepot(name, space) for space in sites(table, depot))

    def _hauls(self, table: Table) -> Iterator[Command]:
        order = book_of(table).ground
        for name, depot in table.depots.items():
            open_to = hauls(table, depot, self.opened) if twin(table, name) == name else frozenset()
            if open_to:
                yield from (MoveDepot(name, space) for space in order if space in open_to)

    def _refits(self, table: Table) -> Iterator[Command]:
        """What depots can pay, all of it legal; units alike in place, disruption and range are offered the same."""
        done = frozenset(table.refitted)
        found: dict[tuple[str, bool, str | None], list[tuple[str, ...]]] = {}
        for unit in table.units.values():
            if unit.side == self.side and unit.condition in BETTER and unit.id not in done:
                alike = (unit.location, unit.condition == SPENT, unit.range)
                if alike not in found:
                    found[alike] = list(offers(table, unit))
                for names in found[alike]:
                    yield _refitting(unit.id, names)

    def _nights(self, table: Table) -> Iterator[Command]:
        for border, crossing in table.crossings.items():
            if crossing.blown:
                yield from (NightRepair(border, name) for name in night_offers(table, border, self.side))

    def _raises(self, table: Table) -> Iterator[Command]:
        if "use_of_reserve" in table.optional and self.side == ALLIED:
            most = max(gains(table, table.reserve[ALLIED]).values(), default=0)
            yield from (Raise(points) for points in range(1, most + 1))

    def _pairs(self, table: Table) -> Iterator[Command]:
        for units in positions(table).of_side[self.side].values():
            given = [unit for unit in units if unit.condition in (DIS1, DIS2)]
            yield from (
                Reorganize(unit.id, other.id) for unit in units if unit.condition in (SPENT, DIS1) for other in given
            )

    def legal(self, table: Table) -> Iterator[Command]:
        """The candidates that are not refused; what is done with depots is legal one and all."""
        for command in self.candidates(table):
            if isinstance(command, _LISTED_IF_LEGAL) or self.refusal(table, command) is None:
                yield command

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """The rules of each stage."""
        match self.stage, command:
            case _, End():
                return None
            case "depots", PlaceDepot(name, space):
                return place_refusal(table, name, space)
            case "depots", MoveDepot(name, space):
                return haul_refusal(table, name, space, ())
            case "refit", MoveDepot(name, space) if self.opened:
                return haul_refusal(table, name, space, self.opened)
            case "refit", (Refit(unit) | Share(unit)) as paid:
                return unit_refusal(table, unit, self.side) or refit_refusal(table, table.units[unit], *payers(paid))
            case "refit", NightRepair(border, name):
                return night_refusal(table, border, name)
            case "refit", Raise(points):
                return raise_refusal(table, self.side, points, raised=self.raised)
            case "buy", Buy(impulses):
                return buy_refusal(table, self.side, impulses)
            case "reorganize", Reorganize(name, other):
                return reorganize_refusal(table, self.side, name, other, self.reorganized)
        return self.not_now(table)

    # Doing it

    def do(self, g: Draft, command: Command) -> None:
        """Carry it out; the end of a stage leads to the next."""
        match command:
            case PlaceDepot(name, space):
                place_depot(g, name, space)
            case MoveDepot(name, space):
                haul(g, name, space)
            case Refit(unit) | Share(unit):
                self._pay_refit(g, unit, *payers(command))
            case NightRepair(border, name):
                self._repair(g, border, name)
            case Raise(points):
                g.swap(raised=True)
                raise_depots(g, points)
            case Buy(impulses):
                spend_on_impulses(g, self.side, impulses)
                self._enter(g, "surrender")
            case Reorganize(name, other):
                g.swap(reorganized=(*self.reorganized, name))
                reorganize(g, name, other)
            case _:
                self._next(g)

    def _pay_refit(self, g: Draft, unit: str, *names: str) -> None:
        refit(g, unit, "13.6", spend(g, common_price(g, g.units[unit], *names), *names))

    def _repair(self, g: Draft, border: str, name: str) -> None:
        site = night_site(g, border, name)
        assert isinstance(site, Site)
        spend(g, site.price, name)
        g.tell(nights.NightWork(border=border, depot=name, points=site.price, space=site.space))
        g.swap(border=border)
        bridges.try_repair(g, border, self.side)

    def _next(self, g: Draft) -> None:
        """The stage after the one that the player has ended."""
        match self.stage:
            case "depots":
                refit_at_oss(g, self.side)
                self._enter(g, "refit")
            case "refit":
                save_points(g, self.side)
                self._enter(g, "buy" if self._may_buy(g) else "surrender")
            case "buy":
                self._enter(g, "surrender")
            case _:
                self._enter(g, "close")

    def _may_buy(self, table: Table) -> bool:
        """Whether a purchase could be paid for and have an effect (Q52)."""
        return table.date < book_of(table).scenario.last and buy_refusal(table, self.side, 1) is None

    def _enter(self, g: Draft, stage: Stage) -> None:
        if stage == "surrender":
            g.swap(isolated=tuple(unit.id for unit in supply.isolated_units(g, self.side)))
        g.swap(stage=stage)

    def proceed(self, g: Draft) -> None:
        """Open the phase; roll for surrender; close it."""
        match self.stage:
            case "open":
                begin(g, self.side)
                issue_depots(g, self.side)
                self._enter(g, "depots")
            case "surrender" if self.isolated:
                ask_surrender(g, g.units[self.isolated[0]])
            case "surrender":
                self._enter(g, "reorganize" if "reorganization" in g.optional else "close")
            case _:
                g.push(Aftermath())

    def resumed(self, g: Draft, result: Any) -> None:
        """A die has spoken; or the Advantage has passed on."""
        match result:
            case ("surrender", (die,)):
                g.swap(isolated=self.isolated[1:])
                surrender(g, self.isolated[0], die)
            case ("repair", (die,)):
                assert self.border is not None
                bridges.repaired(g, self.border, self.side, die)
                mended = () if g.crossings[self.border].blown else (self.border,)
                g.swap(border=None, opened=(*self.opened, *mended))
            case ("aftermath", _):
                g.finish(("refit_done", ()))
