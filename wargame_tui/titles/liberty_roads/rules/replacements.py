"""Reinforcements and replacements (rule 10), conversions and withdrawals (rule 17)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.board.hexes import members
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads.commands import End, Leave, Place, Rebuild, Replace, Spend, To
from wargame_tui.titles.liberty_roads.events import moves
from wargame_tui.titles.liberty_roads.events.course import MarkerArrived, MarkerSpent
from wargame_tui.titles.liberty_roads.printed.book import (
    AIRBORNE,
    ALLIED,
    BOXES,
    BRITISH,
    ENGLAND,
    GERMAN,
    PLAYS_AS,
    enemy,
)
from wargame_tui.titles.liberty_roads.printed.data import Nationality, Side, WithdrawalEntry
from wargame_tui.titles.liberty_roads.rules import approval, markers, rail, reserve, stacking, supply
from wargame_tui.titles.liberty_roads.rules.asked import Asking
from wargame_tui.titles.liberty_roads.rules.ending import Endable, Paragraphs
from wargame_tui.titles.liberty_roads.rules.losses import Losing
from wargame_tui.titles.liberty_roads.rules.support import near_pluto
from wargame_tui.titles.liberty_roads.state import (
    AIRBORNE_ZONE,
    ELIMINATED,
    OFF_MAP,
    REMOVED,
    RESERVE,
    Draft,
    Table,
    Unit,
)

GERMANY = "Germany"
"""Where a German elite unit is rebuilt: it comes to a city of its owner's choice on the next turn (10.3.6)."""
WEAK = 2
"""Weak units for the one RP of 10.3.8."""


def begin_phase(g: Draft, side: Side) -> None:
    """Approval falls; arrivals, conversions, withdrawals, replacements, in this order (10, 17)."""
    if side == GERMAN:
        approval.change(g, -1, "9.2.1", "turn")
    _new_markers(g, side)
    g.push(ReplacementPhase(side), Withdrawals(side), Arrivals(side))


def _new_markers(g: Draft, side: Side) -> None:
    """Support markers of the schedule join the pool; Patton comes to hand (10.1, 10.2.2)."""
    book = g.book
    for kind, count in book.row(g.turn).markers.items():
        marker = book.charts.markers[kind]
        later = [name for name, each in book.markers.items() if each is marker and g.support[name].where == "later"]
        if marker.side == side:
            for name in later[:count]:
                where: Literal["available", "pool"] = "available" if marker.effect == "patton" else "pool"
                g.put(name, where)
                g.tell(MarkerArrived(marker=name, where=where))


# Arrivals (10.1, 10.2)


def arriving(table: Table, side: Side) -> list[Unit]:
    """Units whose turn has come."""
    return [
        unit
        for unit in table.units.values()
        if unit.side == side and unit.location == OFF_MAP and unit.due is not None and unit.due <= table.turn
    ]


def arrival_cities(table: Table) -> list[str]:
    """Major cities of Germany that are German and not adjacent to an enemy (10.2.2)."""
    board, near = table.board, supply.near_enemy(table, GERMAN)
    return [
        board.names[hex_]
        for hex_ in sorted(board.german_sources)
        if table.control[board.names[hex_]] == GERMAN
        and not near >> hex_ & 1
        and not table.units_in(board.names[hex_], ALLIED)
    ]


def _cities_for(table: Table, unit: Unit) -> list[str]:
    """Those of them with room for a unit (1.10)."""
    return [hex_ for hex_ in arrival_cities(table) if stacking.fits(table, hex_, [unit])]


def _is_rebuilt(table: Table, unit: Unit) -> bool:
    """Whether an elite unit comes back, not by the schedule: then it appears in England (10.3.6)."""
    printed = table.piece(unit)
    return printed.elite and printed.entry is not None and unit.due != printed.entry.turn


@dataclass(frozen=True, slots=True)
class Arrivals(Endable):
    """Reinforcements are placed: Allied in a box, German in a city or the Strategic Reserve (10.1, 10.2)."""

    side: Side
    rail: str = ""
    """A German unit just placed, which may go on by rail (10.2.3)."""
    kind: Literal["arrivals"] = "arrivals"
    ends: ClassVar[str] = "No rail movement"
    keys: ClassVar[Mapping[type[Command], str]] = {End: "X"}
    heading: ClassVar[str] = "Reinforcements"

    def decider(self, table: Table) -> Side | None:
        """The owner, while a unit waits and has a place."""
        if self.rail:
            return self.side
        return self.side if self.busy(table) else None

    def prompt(self, table: Table) -> Prompt:
        if self.rail:
            return Prompt(f"{table.piece(self.rail).name} may move on by rail, or stay", "10.2.3")
        return Prompt("Place reinforcements", "10.1" if self.side == ALLIED else "10.2.2")

    def _places(self, table: Table, unit: Unit) -> Iterator[str]:
        if self.side == ALLIED:
            yield from (ENGLAND,) if _is_rebuilt(table, unit) else BOXES
            return
        yield from _cities_for(table, unit)
        if reserve.is_open(table) and reserve.has_room(table, unit):
            yield RESERVE

    def choices(self, table: Table) -> Iterator[Command]:
        """Every unit that waits, every place; or the railway for the one just placed."""
        if self.rail:
            names, unit = table.board.names, table.units[self.rail]
            nets = rail.hexes(table, unit)
            yield from (To(names[hex_]) for hex_ in members(nets) if stacking.fits(table, names[hex_], [unit]))
            return
        for unit in arriving(table, self.side):
            yield from (Place(unit.id, place) for place in self._places(table, unit))

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """A box; a German city away from the enemy with room; the railway (10.1, 10.2)."""
        if self.rail:
            if isinstance(command, To):
                return self._rail_refusal(table, command.hex)
            return self.not_now(table)
        if not isinstance(command, Place):
            return self.not_now(table)
        unit = next((each for each in arriving(table, self.side) if each.id == command.unit), None)
        if unit is None or command.place not in self._places(table, unit):
            return refused(
                "an arriving unit, to a box, or to a German city that is free and not beside an enemy", "10.2.2"
            )
        return None

    def open(self, table: Table) -> Iterator[Command]:
        """The same: none is refused."""
        return self.choices(table)

    def end_refusal(self, table: Table) -> Refusal | None:
        """Only the journey by rail can be left out."""
        return None if self.rail else self.not_now(table)

    def _rail_refusal(self, table: Table, hex_: str) -> Refusal | None:
        unit, where = table.units[self.rail], table.board.index.get(hex_)
        if (no := rail.refusal(table, unit)) is not None:
            return no
        if where is None or not rail.hexes(table, unit) >> where & 1:
            return refused("no free railway that is joined to a German city leads there", "6.3.2")
        return None if stacking.fits(table, hex_, [unit]) else refused("there is no room for it", "1.10.3")

    def choose(self, g: Draft, command: Command) -> None:
        """Place it, or let it go on."""
        match command:
            case Place(name, place):
                where = AIRBORNE_ZONE[place] if place in AIRBORNE_ZONE and g.piece(name).airborne else place
                g.change(name, location=where, due=None)
                g.tell(moves.Arrived(unit=name, place_=place, rule="10.1" if self.side == ALLIED else "10.2.2"))
                if place in g.board.index and rail.hexes(g, g.units[name]):
                    g.swap(rail=name)
            case To(hex_):
                unit = g.units[self.rail]
                g.note(rail=g.now.rail - rail.cost(g, unit))
                g.tell(moves.Moved(unit=unit.id, origin=unit.location, path=[hex_], mode="rail", rule="10.2.3"))
                g.change(unit.id, location=hex_)
                g.swap(rail="")

    def end(self, g: Draft) -> None:
        g.swap(rail="")


# Conversions and withdrawals (17)


def convert(g: Draft) -> None:
    """Ersatz divisions become named ones, wherever they stand (17.1.2)."""
    for name, entry in g.book.units.units.items():
        if (
            entry.becomes
            and entry.becomes_on == g.turn
            and g.units[name].location not in (ELIMINATED, OFF_MAP, REMOVED)
        ):
            old = g.units[name]
            markers.detach(g, name)
            g.change(entry.becomes, location=old.location, reduced=old.reduced, oos=old.oos, festung=old.festung)
            g.change(name, location=REMOVED)
            g.tell(moves.Converted(unit=name, into=entry.becomes, hex=old.location))


def leave_game(g: Draft, unit: str, rule: str) -> None:
    """A unit is withdrawn (17.2, 17.3)."""
    hex_ = g.units[unit].location
    markers.detach(g, unit)
    g.change(unit, location=REMOVED, oos=False, festung=False, exploiting=False, due=None)
    g.tell(moves.Withdrawn(unit=unit, hex=hex_, rule=rule))


@dataclass(frozen=True, slots=True)
class Withdrawals(Asking):
    """Divisions that the schedule takes away (17.2, 17.3), after the conversions (17.1)."""

    side: Side
    taken: int = 0
    """Of the entry in hand."""
    entry: int = -1
    """Its number among those of the turn; -1: conversions first."""
    kind: Literal["withdrawals"] = "withdrawals"
    heading: ClassVar[str] = "Withdrawals"

    def _due(self, table: Table) -> list[WithdrawalEntry]:
        """The entries of the turn."""
        book = table.book
        if book.scenario.basic:
            return []
        return [each for each in book.units.withdrawals if each.turn == table.turn and each.side == self.side]

    def _hand(self, table: Table) -> WithdrawalEntry | None:
        due = self._due(table)
        return due[self.entry] if 0 <= self.entry < len(due) else None

    def able(self, table: Table) -> list[str]:
        """Divisions that satisfy the entry in hand: in supply, strong enough, of the type, no KG (17.2.1, A69)."""
        entry = self._hand(table)
        if entry is None:
            return []
        if entry.unit is not None:
            return [entry.unit] if table.is_alive(entry.unit) else []
        found = []
        for unit in table.on_map(self.side):
            printed = table.piece(unit)
            if (
                printed.division
                and not (printed.kg or unit.oos)
                and (entry.armour is None or printed.armour == entry.armour)
                and printed.attack[unit.reduced] >= entry.attack
                and (not entry.services or printed.service in entry.services)
                and printed.service != "Kriegsmarine"
            ):
                found.append(unit.id)
        return found

    def decider(self, table: Table) -> Side | None:
        """The owner, where there is a choice."""
        return self.side if self._hand(table) and len(self.able(table)) > 1 else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt("Choose a division to withdraw from the game", "17.2.1" if self.side == GERMAN else "17.3.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Those that satisfy the schedule."""
        return map(Leave, self.able(table))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """In supply, strong enough, of the right type."""
        if not isinstance(command, Leave):
            return self.not_now(table)
        if command.unit not in self.able(table):
            return refused("in supply, of the type and strength that the schedule names, no KG", "17.2.1")
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Leave)
        self._take(g, command.unit)

    def _take(self, g: Draft, unit: str) -> None:
        entry = self._hand(g)
        assert entry is not None
        if entry.unit is not None and g.units[unit].reduced:
            points = dict(g.now.points)
            points[BRITISH] = points.get(BRITISH, 0) - 1
            g.note(points=points)
        leave_game(g, unit, "17.2.1" if self.side == GERMAN else "17.3")
        done = self.taken + 1 >= entry.count
        g.swap(taken=0 if done else self.taken + 1, entry=self.entry + done)

    def proceed(self, g: Draft) -> None:
        """Conversions, entries without a choice, what happens if nobody can go."""
        entry, able = self._hand(g), self.able(g)
        if self.entry < 0:
            if self.side == GERMAN and not g.book.scenario.basic:
                convert(g)
            g.swap(entry=0)
        elif entry is None:
            g.finish()
        elif able:
            self._take(g, able[0])
        else:
            g.swap(taken=0, entry=self.entry + 1)
            self._nobody(g, entry)

    def _nobody(self, g: Draft, entry: WithdrawalEntry) -> None:
        """The withdrawal cannot be made: no more German RPs (17.2.1); two steps for the 50th (17.3.2)."""
        g.tell(moves.NotWithdrawn(side=self.side, rule="17.2.1" if self.side == GERMAN else "17.3"))
        if self.side == GERMAN:
            g.record(rps_lost=True)
        elif entry.unit is not None:
            able = [
                unit.id
                for unit in g.on_map(ALLIED)
                if BRITISH in PLAYS_AS[g.piece(unit).service] and g.piece(unit).division and not unit.oos
            ]
            if able:
                g.push(Losing(ALLIED, tuple(able), 2, bound=False))


# Replacements (10.3)


def points(table: Table, side: Side) -> dict[Nationality, int]:
    """The RPs of the turn (10.3.1 to 10.3.3, 19.1.3)."""
    book, campaign = table.book, table.campaign
    if side == ALLIED:
        return dict(book.row(table.turn).replacements)
    if campaign.rps_lost:
        return {"German": 0}
    first = table.turn == 1 and not book.scenario.basic
    own = 0 if first or table.approval.no_replacements else book.charts.approval.replacements[table.approval.value]
    return {"German": own + (book.charts.approval.withdrawal_replacements if campaign.withdrawn else 0)}


def replace_refusal(table: Table, side: Side, unit: Unit) -> Refusal | None:
    """Why a unit on the map gets no replacements (10.3.9, 6.5.5)."""
    where = table.hex_of(unit)
    if unit.location == RESERVE:
        return None if unit.reduced else refused("it is at full strength", "10.3.4")
    if unit.side != side or where is None or not unit.reduced:
        return refused("a reduced unit of yours on the map", "10.3.4")
    if unit.oos or unit.festung:
        return refused("not out of supply, and not in a Festung", "10.3.9")
    if supply.near_enemy(table, side) >> where & 1:
        return refused("not adjacent to an enemy", "10.3.9")
    if not any(supply.commanded(table, side, each) >> where & 1 for each in table.piece(unit).nationalities):
        return refused("not outside the command range of an HQ", "10.3.9")
    return None


def needs_marker(table: Table, unit: Unit) -> bool:
    """Whether its replacement takes a support marker: armour and airborne units of both sides (10.3.5, 18.1.2)."""
    printed = table.piece(unit)
    return (printed.armour or printed.type in AIRBORNE) and unit.location != RESERVE


def _find_needy(table: Table, side: Side) -> bool:
    """Whether a marker would bring back an armoured or airborne unit or a step of it (10.3.5)."""
    after = ReplacementPhase(side, begun=True, marker=True)
    uses = (each for each in after.candidates(table) if isinstance(each, Replace | Rebuild))
    needy = (each for each in uses if needs_marker(table, table.units[each.unit]))
    return any(after.refusal(table, each) is None for each in needy)


_needy: Remembered[bool] = Remembered(_find_needy, "units", "control", "campaign", "support", "now", "turn", "approval")


def _may_hold_west_wall(table: Table, unit: Unit) -> bool:
    """Whether a unit is so weak that after the Withdrawal it may be rebuilt in the Siegfried Line (10.3.8)."""
    return unit.side == GERMAN and table.campaign.withdrawn and table.piece(unit).attack[1] <= 1


@dataclass(frozen=True, slots=True)
class ReplacementPhase(Endable):
    """Replacement points are spent (10.3)."""

    side: Side
    begun: bool = False
    marker: bool = False
    """A support marker has been spent for the next armoured or airborne unit (10.3.5)."""
    kind: Literal["replacements"] = "replacements"
    paragraphs: ClassVar[Paragraphs] = {Spend: "10.3.5"}
    ends: ClassVar[str] = "End replacements: points left are lost"
    heading: ClassVar[str] = "Replacements"

    def decider(self, table: Table) -> Side | None:
        """The owner, while he has points and a use for them."""
        points_left = any(value > 0 for value in table.now.points.values())
        if not self.begun or not (points_left or 0 < table.now.poor < WEAK):
            return None
        return self.side if self.busy(table) else None

    def prompt(self, table: Table) -> Prompt:
        left = ", ".join(f"{value} {name}" for name, value in table.now.points.items() if value > 0)
        return Prompt(f"Spend replacement points ({left}), or end replacements", "10.3.4")

    def choices(self, table: Table) -> Iterator[Command]:
        """Reduced and eliminated units; markers for armour."""
        for unit in table.units.values():
            if unit.side != self.side or table.piece(unit).fixed:
                continue
            if unit.reduced and (table.hex_of(unit) is not None or unit.location == RESERVE):
                yield Replace(unit.id, 1)
            elif unit.location == ELIMINATED:
                for place in self._places(table, unit):
                    yield from (Rebuild(unit.id, steps, place) for steps in range(1, table.piece(unit).steps + 1))
        yield from (Spend(each.id) for each in markers.choice(table, self.side, "spend"))

    def _places(self, table: Table, unit: Unit) -> list[str]:
        """Where a rebuilt unit appears (10.3.6, A29): HQ hexes, England, later in a city."""
        printed = table.piece(unit)
        if printed.hq or printed.elite or printed.engineer:
            if self.side == ALLIED:
                return [ENGLAND]
            return [GERMANY] if printed.elite else _cities_for(table, unit)
        found: list[str] = [ENGLAND] if self.side == ALLIED and (printed.armour or printed.airborne) else []
        if self.side == GERMAN and reserve.is_open(table) and reserve.has_room(table, unit):
            found.append(RESERVE)
        own = printed.nationalities
        found += [hq.location for hq, _ in table.hqs(self.side) if table.piece(hq).nationalities & own]
        if _may_hold_west_wall(table, unit):
            names = table.board.names
            found += [names[hex_] for hex_ in sorted(table.board.siegfried)]
        return [*dict.fromkeys(found)]

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """What 10.3 allows."""
        match command:
            case Spend(marker):
                return self._spend_refusal(table, marker)
            case Replace(name, steps):
                unit = table.units.get(name)
                if unit is None or steps != 1:
                    return refused("one step for a reduced unit", "10.3.4")
                no = replace_refusal(table, self.side, unit) or self._points_refusal(table, unit, 1)
                return no or self._marker_refusal(table, unit, unit.location)
            case Rebuild(name, steps, place):
                return self._rebuild_refusal(table, name, steps, place)
        return self.not_now(table)

    def _spend_refusal(self, table: Table, marker: str) -> Refusal | None:
        if self.marker:
            return refused("a marker has been spent for the next armoured or airborne unit", "10.3.5")
        mine = {each.id for each in markers.choice(table, self.side, "spend")}
        if marker not in mine:
            return refused("that marker is not in your Available Support", "10.3.5")
        return None if _needy(table, self.side) else refused("nothing needs it", "10.3.5")

    def _points_refusal(self, table: Table, unit: Unit, cost: int) -> Refusal | None:
        able = [name for name in table.piece(unit).nationalities if table.now.points.get(name, 0) >= cost]
        return None if able else refused("there are not enough replacement points of its nationality", "10.3.7")

    def _marker_refusal(self, table: Table, unit: Unit, place: str) -> Refusal | None:
        """Armour and airborne units need a marker, Allied ones within PLUTO range (10.3.5, 5.6.7)."""
        if not needs_marker(table, unit) or place == ENGLAND:
            return None
        if not self.marker:
            return refused("spend a support marker first: it is armoured or airborne", "10.3.5")
        if self.side == ALLIED and not near_pluto(table, place):
            return refused("within three hexes of a PLUTO marker", "5.6.7")
        return None

    def _rebuild_refusal(self, table: Table, name: str, steps: int, place: str) -> Refusal | None:
        unit = table.units.get(name)
        if unit is None or unit.side != self.side or unit.location != ELIMINATED:
            return refused("an eliminated unit of yours", "10.3.4")
        if place not in self._places(table, unit):
            return refused("in the hex of an HQ of its nationality; elite units come next turn", "10.3.6")
        if not 1 <= steps <= table.piece(unit).steps:
            return refused("one point for each step", "10.3.4")
        weak = self._is_weak(table, unit, place)
        if weak and (steps > 1 or table.now.poor >= WEAK):
            return refused("one point for two weak units, reduced, once a turn", "10.3.8")
        if weak and not table.now.poor and (no := self._points_refusal(table, unit, 1)) is not None:
            return no
        if not weak and (no := self._points_refusal(table, unit, steps)) is not None:
            return no
        if place in table.board.index and (
            table.units_in(place, enemy(self.side)) or not stacking.fits(table, place, [unit])
        ):
            return refused("there is no room for it", "1.10.3")
        if place in table.board.index and not weak and (no := self._hq_refusal(table, place)) is not None:
            return no
        return self._marker_refusal(table, unit, place)

    def _hq_refusal(self, table: Table, place: str) -> Refusal | None:
        """No replacements next to the enemy or out of supply (10.3.9)."""
        where = table.board.index[place]
        if supply.near_enemy(table, self.side) >> where & 1:
            return refused("not adjacent to an enemy", "10.3.9")
        return None

    def _is_weak(self, table: Table, unit: Unit, place: str) -> bool:
        """Whether it is rebuilt in the Siegfried Line by 10.3.8."""
        if not _may_hold_west_wall(table, unit):
            return False
        where = table.board.index.get(place)
        return where in table.board.siegfried and all(where != hq for _, hq in table.hqs(self.side))

    def choose(self, g: Draft, command: Command) -> None:
        match command:
            case Spend(marker):
                g.put(marker, "pool")
                g.swap(marker=True)
                g.tell(MarkerSpent(side=self.side, marker=marker, rule="10.3.5"))
            case Replace(name, _):
                self._pay(g, g.units[name], 1, g.units[name].location)
                g.change(name, reduced=False)
                g.tell(moves.Replaced(unit=name, hex=g.units[name].location))
            case Rebuild(name, steps, place):
                self._rebuild(g, name, steps, place)

    def _pay(self, g: Draft, unit: Unit, cost: int, place: str) -> None:
        able = [name for name in sorted(g.piece(unit).nationalities) if g.now.points.get(name, 0) >= cost]
        points_ = dict(g.now.points)
        points_[able[0]] -= cost
        g.note(points=points_)
        if needs_marker(g, unit) and place != ENGLAND:
            g.swap(marker=False)

    def _rebuild(self, g: Draft, name: str, steps: int, place: str) -> None:
        unit, printed = g.units[name], g.piece(name)
        if self._is_weak(g, unit, place):
            if not g.now.poor:
                self._pay(g, unit, 1, place)
            g.note(poor=g.now.poor + 1)
        else:
            self._pay(g, unit, steps, place)
        reduced = steps < printed.steps
        if printed.elite:
            g.change(name, location=OFF_MAP, reduced=reduced, due=g.turn + 1)
        else:
            where = AIRBORNE_ZONE[place] if place in AIRBORNE_ZONE and printed.airborne else place
            g.change(name, location=where, reduced=reduced)
        g.tell(moves.Rebuilt(unit=name, place_=place, steps=steps))

    def proceed(self, g: Draft) -> None:
        """Count the points, or end."""
        if self.begun:
            g.finish()
            return
        found, owed = points(g, self.side), g.now.points
        g.note(points={name: max(0, value + owed.get(name, 0)) for name, value in found.items()}, poor=0)
        if self.side == GERMAN:
            g.esteem(no_replacements=False)
        g.tell(moves.ReplacementPoints(side=self.side, points=dict(g.now.points)))
        g.swap(begun=True)
