"""The landing assault: Atlantic Wall, D-Day markers, rounds of combat (13.4 to 13.6 steps 4 to 6)."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.engine.staged import Stage
from wargame_tui.titles.liberty_roads.commands import Assign, Cancel, Festung, Pass, Place
from wargame_tui.titles.liberty_roads.events import combat
from wargame_tui.titles.liberty_roads.events.moves import FestungDeclared
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, fixed_unit
from wargame_tui.titles.liberty_roads.printed.charts import AttackerResult, DDay, DefenderResult, Wall
from wargame_tui.titles.liberty_roads.printed.charts import Result as Cell
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import control, festung, fight, stacking, strengths
from wargame_tui.titles.liberty_roads.rules.asked import Asking
from wargame_tui.titles.liberty_roads.rules.control import is_active
from wargame_tui.titles.liberty_roads.rules.ending import Paragraphs
from wargame_tui.titles.liberty_roads.rules.losses import Losing
from wargame_tui.titles.liberty_roads.state import OFF_MAP, Draft, Table, Unit

Kinds = tuple[str, ...]
"""Markers by the name of their kind, one entry for each."""


def airborne_in(table: Table, hex_: str) -> list[Unit]:
    """Airborne units that dropped on a hex (12.2.13)."""
    return [unit for unit in table.units_in(hex_, ALLIED) if unit.drop]


def wall_count(table: Table, hex_: str) -> int:
    """Atlantic Wall markers of a hex: its level, less airborne divisions in it (13.6 step 4); none if it is open."""
    if not is_active(table, hex_):
        return 0
    return max(0, table.book.map.beaches[hex_].level - len(airborne_in(table, hex_)))


def is_chosen(table: Table, hex_: str) -> bool:
    """Whether the German chooses the markers of a hex (13.6 step 4)."""
    return table.book.map.beaches[hex_].level >= table.book.charts.landing.chosen_level


@dataclass(frozen=True, slots=True)
class Defending(Asking):
    """The German's markers for every landing: chosen where he may, drawn elsewhere (13.6 step 4)."""

    hexes: tuple[str, ...]
    dday: Mapping[str, Kinds]
    assault: Mapping[str, tuple[str, ...]]
    wall: Mapping[str, Kinds] = field(default_factory=dict)
    kind: Literal["defending"] = "defending"
    paragraphs: ClassVar[Paragraphs] = {Assign: "13.5.1"}
    heading: ClassVar[str] = "Atlantic Wall"

    def _open(self, table: Table) -> str | None:
        """The next hex whose markers are chosen."""
        for hex_ in self.hexes:
            if is_chosen(table, hex_) and len(self.wall.get(hex_, ())) < min(
                wall_count(table, hex_), self._stock(table).total()
            ):
                return hex_
        return None

    def _stock(self, table: Table) -> Counter[str]:
        """Markers that are left."""
        stock = Counter({name: wall.count for name, wall in table.book.charts.landing.wall.items()})
        for used in self.wall.values():
            stock.subtract(used)
        return +stock

    def decider(self, table: Table) -> Side | None:
        """The German, at beaches of the strongest kind."""
        return GERMAN if self._open(table) else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Choose an Atlantic Wall marker for {self._open(table)}", "13.6")

    def candidates(self, table: Table) -> Iterator[Command]:
        hex_ = self._open(table)
        return (Assign(name, hex_) for name in self._stock(table) if hex_)

    def do(self, g: Draft, command: Command) -> None:
        """Put it there, face down."""
        assert isinstance(command, Assign)
        self._add(g, command.hex, command.marker)

    def _add(self, g: Draft, hex_: str, name: str) -> None:
        step = g.stack[-1]
        g.swap(wall={**step.wall, hex_: (*step.wall.get(hex_, ()), name)})

    def proceed(self, g: Draft) -> None:
        """Draw the others, reveal all, fight hex after hex."""
        for hex_ in self.hexes:
            while len(g.stack[-1].wall.get(hex_, ())) < wall_count(g, hex_):
                stock = [*g.stack[-1]._stock(g).elements()]
                if not stock:
                    break
                self._add(g, hex_, stock[g.roll(len(stock))[0] - 1 if len(stock) > 1 else 0])
        wall = g.stack[-1].wall
        g.finish()
        for hex_ in self.hexes:
            dday = list(self.dday.get(hex_, ()))
            g.tell(combat.MarkersRevealed(hex=hex_, dday=dday, wall=list(wall.get(hex_, ()))))
        g.push(
            *(
                Landing(hex_, self.assault[hex_], self.dday.get(hex_, ()), wall.get(hex_, ()))
                for hex_ in reversed(self.hexes)
            )
        )


StageName = Literal[
    "walls", "partisans", "fortress", "reserves", "odds", "attacker", "defender", "roll", "attacker_losses",
    "defender_losses", "attacker_choice", "attacker_result", "defender_choice", "defender_result", "judge",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Landing(fight.Fight):
    """One landing: its markers cancel each other, then round after round is fought (13.6 steps 5 and 6)."""

    hex: str
    assault: tuple[str, ...]
    dday: Kinds
    wall: Kinds
    idle: Kinds = ()
    """Wall markers that have done their work or found none."""
    stage: StageName = "walls"
    die: int = 0
    """Modifier of wall markers that found nothing to cancel."""
    round: int = 1
    column: int = -1
    elite: tuple[Side, ...] = ()
    roll: int = 0
    attack_result: AttackerResult = "-"
    defence_result: DefenderResult = "-"
    kind: Literal["landing"] = "landing"
    paragraphs: ClassVar[Paragraphs] = {Place: "13.5.2", Festung: "13.5.2"}
    odds_rule: ClassVar[str] = "13.6"
    roll_rule: ClassVar[str] = "13.6"

    def title(self, table: Table) -> str:
        """Where, once it is this landing's turn."""
        fought = next((each for each in reversed(table.stack) if isinstance(each, Landing)), self)
        return f"Landing at {table.board.name(self.hex)}" if fought.hex == self.hex else ""

    # Who fights

    @property
    def attacker(self) -> Side:
        return ALLIED

    def attacking(self, table: Table) -> list[Unit]:
        """Assault units that are left, with airborne units in the hex."""
        landed = [table.units[name] for name in self.assault if table.is_alive(name)]
        return [*landed, *airborne_in(table, self.hex)]

    def defending(self, table: Table) -> list[Unit]:
        """German units in the hex, the fixed defence unit included."""
        return [*table.units_in(self.hex, GERMAN)]

    # Markers

    def walls(self, table: Table) -> Mapping[str, Wall]:
        """The kinds of Atlantic Wall markers."""
        return table.book.charts.landing.wall

    def ddays(self, table: Table) -> Mapping[str, DDay]:
        """The kinds of D-Day markers."""
        return table.book.charts.landing.dday

    def busy(self) -> Counter[str]:
        """Wall markers that have work to do."""
        return Counter(self.wall) - Counter(self.idle)

    def use(self, g: Draft, name: str) -> None:
        """A wall marker has done its work, or found none."""
        g.swap(idle=(*self.idle, name))

    def waiting_reserves(self, table: Table) -> list[str]:
        """Reserve markers that have not been used."""
        return [name for name in self.busy() if self.walls(table)[name].reserve != "none"]

    # Rounds

    def cover(self, table: Table) -> str:
        """What modifies the defender's tactical results (13.2.6, 7.9.1)."""
        return "festung" if festung.is_festung(table, self.hex) else "beach"

    def shifts(self, table: Table) -> list[Modifier]:
        """Columns of D-Day markers (13.4.2)."""
        kinds = ((name, self.ddays(table)[name]) for name in self.dday)
        return [Modifier(each.name, each.columns, "13.4.2") for _, each in kinds if each.columns]

    def odds(self, table: Table) -> strengths.Column:
        """The column of a round: markers and the fortress count, supply and terrain do not (13.6 step 6)."""
        attack = sum(table.piece(unit).attack[unit.reduced] for unit in self.attacking(table))
        attack += sum(self.ddays(table)[name].strength for name in self.dday)
        rows = table.book.charts.ground
        defence = sum(
            table.piece(unit).defence[unit.reduced] * rows["festung" if unit.festung else "beach"].defence
            for unit in self.defending(table)
        )
        return strengths.column(table, attack, math.ceil(defence), self.shifts(table))

    def die_modifier(self, table: Table) -> int:
        """Of the combat die: Rangers and others, Hedgehogs and Minefields (13.4.2, 13.5.2, A66)."""
        return self.die + sum(self.ddays(table)[name].die for name in self.dday)

    def spared(self, table: Table) -> int:
        """Step losses that D-Day markers spare the attacker in the first round (13.4.2)."""
        return sum(self.ddays(table)[name].spares for name in self.dday) if self.round == 1 else 0

    def result(self, table: Table, roll: int) -> Cell:
        """The cell of a modified roll as it counts in a landing: nobody exploits (A36), markers spare losses."""
        cell = strengths.result(table, self.column, roll)
        mine, theirs = cell.losses
        losses = (max(0, mine - self.spared(table)), theirs)
        return cell.model_copy(update={"losses": losses, "attacker": _ashore(cell.attacker)})

    def attack_options(self, table: Table) -> Sequence[AttackerResult]:
        """Nobody exploits (A36)."""
        cell = strengths.result(table, self.column, self.roll)
        rolled = fight.open_results(table.book.charts.combat.attacker_ladders[cell.ladders[0]], cell.attacker)
        return [*dict.fromkeys(map(_ashore, rolled))]

    def succeed(self, g: Draft) -> None:
        """The survivors go ashore, the marker becomes a Beachhead (13.1.6)."""
        g.finish()
        alive = [name for name in self.assault if g.is_alive(name)]
        go_ashore(g, self.hex, alive, "13.1.6")

    def fail(self, g: Draft) -> None:
        """All are lost, the airborne units with them (13.6 step 6.3, A38)."""
        g.finish()
        g.tell(combat.LandingFailed(hex=self.hex))
        for unit in self.attacking(g):
            stacking.eliminate(g, unit.id, "13.6")
        if g.units.get(fixed_unit(self.hex)) is not None:
            g.change(fixed_unit(self.hex), location=OFF_MAP)


class Walls(fight.DefenderAsked[Landing]):
    """Atlantic Wall markers cancel D-Day markers, one after the other (13.5.2, A52)."""

    question = Prompt("Choose what the marker cancels", "13.5.2")
    shown = "markers cancel each other"

    def _next(self, step: Landing, table: Table) -> str | None:
        """The next wall marker that may cancel something."""
        return next((name for name in step.busy() if step.walls(table)[name].cancels), None)

    def _targets(self, step: Landing, table: Table, name: str) -> list[str]:
        return [each for each in dict.fromkeys(step.dday) if each in step.walls(table)[name].cancels]

    def candidates(self, step: Landing, table: Table) -> Iterator[Command]:
        name = self._next(step, table)
        if name is None or step.walls(table)[name].all_of_them:
            return iter(())
        return map(Cancel, self._targets(step, table, name))

    def do(self, step: Landing, g: Draft, command: Command) -> None:
        assert isinstance(command, Cancel)
        self._cancel(step, g, self._next(step, g) or "", [command.marker])

    def _cancel(self, step: Landing, g: Draft, by: str, names: Sequence[str]) -> None:
        dday = step.dday
        for name in names:
            dday = _without(dday, name)
            g.tell(combat.MarkerCancelled(hex=step.hex, by=by, marker=name, rule="13.5.2"))
        g.swap(dday=dday, idle=(*step.idle, by), die=step.die + (0 if names else step.walls(g)[by].die))

    def proceed(self, step: Landing, g: Draft) -> None:
        name = self._next(step, g)
        if name is None:
            step.onward(g)
        elif step.walls(g)[name].all_of_them:
            self._cancel(step, g, name, self._targets(step, g, name))
        else:
            self._cancel(step, g, name, self._targets(step, g, name)[:1])


class FreePartisans(fight.AttackerAsked[Landing]):
    """Partisans that were not cancelled each cancel a Reserve marker (13.4.2, A52)."""

    question = Prompt("Partisans: choose the Reserve marker that they cancel", "13.4.2")
    shown = "partisans"

    def _free(self, step: Landing, table: Table) -> Iterator[str]:
        """Those that have not worked yet."""
        return (each for each in step.dday if step.ddays(table)[each].cancels)

    def candidates(self, step: Landing, table: Table) -> Iterator[Command]:
        if next(self._free(step, table), None) is None:
            return iter(())
        return map(Cancel, step.waiting_reserves(table))

    def do(self, step: Landing, g: Draft, command: Command) -> None:
        assert isinstance(command, Cancel)
        partisans = next(self._free(step, g))
        g.tell(combat.MarkerCancelled(hex=step.hex, by=partisans, marker=command.marker, rule="13.4.2"))
        step.use(g, command.marker)
        g.swap(dday=_without(step.dday, partisans))


class Fortress(fight.DefenderAsked[Landing]):
    """A Fortress marker may put a division under a Festung marker (13.5.2)."""

    question = Prompt("Place a division under a Festung marker, or decline", "13.5.2")
    shown = "a Festung marker"
    passing = "No Festung"

    def _markers(self, step: Landing, table: Table) -> Iterator[str]:
        return (name for name in step.busy() if step.walls(table)[name].festung)

    def _divisions(self, step: Landing, table: Table) -> list[Unit]:
        port = table.board.ports.get(step.hex)
        if port is None or not port.fortress or next(self._markers(step, table), None) is None:
            return []
        return [unit for unit in step.defending(table) if table.piece(unit).division and not unit.festung]

    def candidates(self, step: Landing, table: Table) -> Iterator[Command]:
        units = self._divisions(step, table)
        yield from (Festung(step.hex, unit.id) for unit in units)
        yield from (Pass(),) if units else ()

    def do(self, step: Landing, g: Draft, command: Command) -> None:
        if isinstance(command, Festung):
            festung.enter(g, command.unit)
            g.tell(FestungDeclared(hex=step.hex, unit=command.unit, die=0, rule="13.5.2"))
        step.use(g, next(self._markers(step, g)))


class Reserves(fight.DefenderAsked[Landing]):
    """Reserve markers bring up divisions near enough (13.5.2); then the rounds begin."""

    question = Prompt("Move up a reserve division, or decline", "13.5.2")
    shown = "German reserves"
    passing = "No reserve moves up"

    def _divisions(self, step: Landing, table: Table, name: str) -> list[Unit]:
        """Divisions that a marker may bring up."""
        board, chart = table.board, table.book.charts.landing
        where, any_type = board.index[step.hex], step.walls(table)[name].reserve == "any"
        found = []
        for unit in table.on_map(GERMAN):
            at, printed = table.hex_of(unit), table.piece(unit)
            able = printed.division and (any_type or not printed.armour) and unit.location != step.hex
            near = at is not None and board.grid.distance(at, where) <= chart.reserve_range
            if near and able and stacking.fits(table, step.hex, [unit]):
                found.append(unit)
        return found

    def candidates(self, step: Landing, table: Table) -> Iterator[Command]:
        units = [unit for name in step.waiting_reserves(table)[:1] for unit in self._divisions(step, table, name)]
        yield from (Place(unit.id, step.hex) for unit in units)
        yield from (Pass(),) if units else ()

    def refusal(self, step: Landing, table: Table, command: Command) -> Refusal | None:
        """One of those near enough."""
        no = super().refusal(step, table, command)
        if no is not None and isinstance(command, Place):
            return refused("a division of the right type within five hexes", "13.5.2")
        return no

    def do(self, step: Landing, g: Draft, command: Command) -> None:
        if isinstance(command, Place):
            origin = g.units[command.unit].location
            g.change(command.unit, location=command.place, festung=False)
            g.tell(combat.ReserveBroughtUp(unit=command.unit, origin=origin, hex=command.place))
        step.use(g, step.waiting_reserves(g)[0])

    def proceed(self, step: Landing, g: Draft) -> None:
        if is_active(g, step.hex):
            g.change(fixed_unit(step.hex), location=step.hex)
        step.onward(g)
        # The markers of all landings do their work before the first is fought (13.6 step 5).
        waiting = [each for each in g.stack if isinstance(each, Landing) and each.stage == "walls"]
        if waiting:
            others = tuple(each for each in g.stack if each is not waiting[-1])
            g.stack = (*others, waiting[-1])


class Ratio(Stage[Landing, Table, Draft]):
    """The odds of a round (13.6 step 6)."""

    def proceed(self, step: Landing, g: Draft) -> None:
        if not step.defending(g):
            step.succeed(g)
            return
        found = step.odds(g)
        step.tell_odds(g, found)
        if found.number is None:
            step.fail(g)
        else:
            g.swap(column=found.number, elite=())
            step.onward(g)


class AlliedBonus(fight.Bonus[Landing], fight.AttackerAsked[Landing]):
    """That of the attackers."""

    shown = "attacker may declare a bonus"


class AlliedResult(Stage[Landing, Table, Draft]):
    """AR and D1: attackers who retreat are lost (13.6)."""

    def proceed(self, step: Landing, g: Draft) -> None:
        if step.attack_result == "AR" and step.defending(g):
            step.fail(g)
            return
        g.swap(stage="defender_choice" if GERMAN in step.elite else "defender_result")
        alive = tuple(unit.id for unit in step.attacking(g))
        if step.attack_result == "D1" and alive:
            g.push(Losing(ALLIED, alive, 1, bound=False))


class GermanResult(Stage[Landing, Table, Draft]):
    """S, SS, DR as the ground leaves them (7.9.1)."""

    def proceed(self, step: Landing, g: Draft) -> None:
        step.onward(g)
        step.give_way(g, fight.after_terrain(g, step.defence_result, step.cover(g)), step.troops(g, GERMAN))


class Judgement(Stage[Landing, Table, Draft]):
    """Success, failure, or a new round (13.6 steps 6.1 to 6.3)."""

    def proceed(self, step: Landing, g: Draft) -> None:
        ashore = any(g.is_alive(name) for name in step.assault)
        if step.attacking(g) and step.defending(g):
            g.swap(stage="odds", round=step.round + 1)
        elif ashore:
            step.succeed(g)
        else:
            step.fail(g)


Landing.stages = {
    "walls": Walls(),
    "partisans": FreePartisans(),
    "fortress": Fortress(),
    "reserves": Reserves(),
    "odds": Ratio(),
    "attacker": AlliedBonus(),
    "defender": fight.DefenderBonus(),
    "roll": fight.Roll(),
    "attacker_losses": fight.AttackerLosses(),
    "defender_losses": fight.DefenderLosses(),
    "attacker_choice": fight.AttackerChoice(),
    "attacker_result": AlliedResult(),
    "defender_choice": fight.DefenderChoice(),
    "defender_result": GermanResult(),
    "judge": Judgement(),
}


def go_ashore(g: Draft, hex_: str, units: Sequence[str], rule: str) -> None:
    """Units land, and their marker becomes a Beachhead (13.1.6, 13.7)."""
    g.change_all(units, location=hex_)
    g.record(beachheads=(*g.campaign.beachheads, hex_))
    g.note(landed=(*g.now.landed, *units), new_beachheads=g.now.new_beachheads + 1)
    g.tell(combat.Landed(hex=hex_, units=list(units), rule=rule))
    control.passed(g, ALLIED, [hex_])


def _ashore(code: AttackerResult) -> AttackerResult:
    """An attacker's result as it counts in a landing, where nobody exploits (A36)."""
    return code if code in ("AR", "D1") else "-"


def _without(kinds: Kinds, name: str) -> Kinds:
    """Markers with one of a kind less."""
    left = [*kinds]
    left.remove(name)
    return tuple(left)
