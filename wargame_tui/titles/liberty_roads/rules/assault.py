"""The landing assault: Atlantic Wall, D-Day markers, rounds of combat (13.4 to 13.6 steps 4 to 6)."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.titles.liberty_roads.commands import Assign, Cancel, Elite, Festung, Pass, Place, Result
from wargame_tui.titles.liberty_roads.events.combat import (
    CombatRolled,
    EliteUsed,
    Landed,
    LandingFailed,
    MarkerCancelled,
    MarkersRevealed,
    ReserveBroughtUp,
)
from wargame_tui.titles.liberty_roads.events.moves import FestungDeclared
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, fixed_unit
from wargame_tui.titles.liberty_roads.printed.charts import AttackerResult, DDay, DefenderResult, Wall
from wargame_tui.titles.liberty_roads.printed.charts import Result as Cell
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import control, festung, stacking, strengths
from wargame_tui.titles.liberty_roads.rules.battle import Shaken, after_terrain, different, open_results, tell_odds
from wargame_tui.titles.liberty_roads.rules.control import is_active
from wargame_tui.titles.liberty_roads.rules.ending import Paragraphs
from wargame_tui.titles.liberty_roads.rules.losses import First, Losing
from wargame_tui.titles.liberty_roads.rules.retreat import Retreating
from wargame_tui.titles.liberty_roads.state import (
    DIE,
    OFF_MAP,
    Draft,
    Table,
    Unit,
    board_of,
    book_of,
    hex_of,
    is_alive,
    on_map,
    piece,
    units_in,
)

Kinds = tuple[str, ...]
"""Markers by the name of their kind, one entry for each."""


def airborne_in(table: Table, hex_: str) -> list[Unit]:
    """Airborne units that dropped on a hex (12.2.13)."""
    return [unit for unit in units_in(table, hex_, ALLIED) if unit.drop]


def wall_count(table: Table, hex_: str) -> int:
    """Atlantic Wall markers of a hex: its level, less airborne divisions in it (13.6 step 4); none if it is open."""
    if not is_active(table, hex_):
        return 0
    return max(0, book_of(table).map.beaches[hex_].level - len(airborne_in(table, hex_)))


def is_chosen(table: Table, hex_: str) -> bool:
    """Whether the German chooses the markers of a hex (13.6 step 4)."""
    return book_of(table).map.beaches[hex_].level >= book_of(table).charts.landing.chosen_level


@dataclass(frozen=True, slots=True)
class Defending(Step[Table, Draft]):
    """The German's markers for every landing: chosen where he may, drawn elsewhere (13.6 step 4)."""

    hexes: tuple[str, ...]
    dday: Mapping[str, Kinds]
    assault: Mapping[str, tuple[str, ...]]
    wall: Mapping[str, Kinds] = field(default_factory=dict)
    kind: Literal["defending"] = "defending"
    paragraphs: ClassVar[Paragraphs] = {Assign: "13.5.1"}

    def title(self, table: Table) -> str:
        """What goes on."""
        return "Atlantic Wall"

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
        stock = Counter({name: wall.count for name, wall in book_of(table).charts.landing.wall.items()})
        for used in self.wall.values():
            stock.subtract(used)
        return +stock

    def decider(self, table: Table) -> Side | None:
        """The German, at beaches of the strongest kind."""
        return GERMAN if self._open(table) else None

    def prompt(self, table: Table) -> Prompt:
        """Which marker."""
        return Prompt(f"Choose an Atlantic Wall marker for {self._open(table)}", "13.6")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Kinds that are left."""
        hex_ = self._open(table)
        return (Assign(name, hex_) for name in self._stock(table) if hex_)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """One that is left, for the hex in hand."""
        return None if command in [*self.candidates(table)] else self.not_now(table)

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
            g.tell(MarkersRevealed(hex=hex_, dday=dday, wall=list(wall.get(hex_, ()))))
        g.push(
            *(
                Landing(hex_, self.assault[hex_], self.dday.get(hex_, ()), wall.get(hex_, ()))
                for hex_ in reversed(self.hexes)
            )
        )


Stage = Literal[
    "walls", "partisans", "fortress", "reserves", "odds", "attacker", "defender", "roll", "attacker_losses",
    "defender_losses", "attacker_choice", "attacker_result", "defender_choice", "defender_result", "judge",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Landing(Step[Table, Draft]):
    """One landing: its markers cancel each other, then round after round is fought (13.6 steps 5 and 6)."""

    hex: str
    assault: tuple[str, ...]
    dday: Kinds
    wall: Kinds
    idle: Kinds = ()
    """Wall markers that have done their work or found none."""
    stage: Stage = "walls"
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

    def title(self, table: Table) -> str:
        """Where, once it is this landing's turn."""
        fought = next((each for each in reversed(table.stack) if isinstance(each, Landing)), self)
        return f"Landing at {board_of(table).name(self.hex)}" if fought.hex == self.hex else ""

    # Who fights

    def attackers(self, table: Table) -> list[Unit]:
        """Assault units that are left, with airborne units in the hex."""
        landed = [table.units[name] for name in self.assault if is_alive(table, name)]
        return [*landed, *airborne_in(table, self.hex)]

    def defenders(self, table: Table) -> list[Unit]:
        """German units in the hex, the fixed defence unit included."""
        return [*units_in(table, self.hex, GERMAN)]

    # Markers

    def _walls(self, table: Table) -> Mapping[str, Wall]:
        return book_of(table).charts.landing.wall

    def _ddays(self, table: Table) -> Mapping[str, DDay]:
        return book_of(table).charts.landing.dday

    def _busy(self) -> Counter[str]:
        """Wall markers that have work to do."""
        return Counter(self.wall) - Counter(self.idle)

    def _next_wall(self, table: Table) -> str | None:
        """The next wall marker that may cancel something."""
        return next((name for name in self._busy() if self._walls(table)[name].cancels), None)

    def _targets(self, table: Table, name: str) -> list[str]:
        return [each for each in dict.fromkeys(self.dday) if each in self._walls(table)[name].cancels]

    def _reserves(self, table: Table) -> list[str]:
        return [name for name in self._busy() if self._walls(table)[name].reserve != "none"]

    def _fortress_units(self, table: Table) -> list[Unit]:
        """Divisions that a Fortress marker may put under a Festung marker (13.5.2)."""
        port = board_of(table).ports.get(self.hex)
        if port is None or not port.fortress or not any(self._walls(table)[name].festung for name in self._busy()):
            return []
        return [unit for unit in self.defenders(table) if piece(table, unit).division and not unit.festung]

    def _reserve_units(self, table: Table, name: str) -> list[Unit]:
        """Divisions near enough for a reserve marker (13.5.2)."""
        board, chart = board_of(table), book_of(table).charts.landing
        where, any_type = board.index[self.hex], self._walls(table)[name].reserve == "any"
        found = []
        for unit in on_map(table, GERMAN):
            at, printed = hex_of(table, unit), piece(table, unit)
            able = printed.division and (any_type or not printed.armour) and unit.location != self.hex
            near = at is not None and board.grid.distance(at, where) <= chart.reserve_range
            if near and able and stacking.fits(table, self.hex, [unit]):
                found.append(unit)
        return found

    # Decisions

    def decider(self, table: Table) -> Side | None:
        """Whoever has a choice in the stage in hand."""
        who: Mapping[Stage, Side] = {
            "walls": GERMAN,
            "partisans": ALLIED,
            "fortress": GERMAN,
            "reserves": GERMAN,
            "attacker": ALLIED,
            "defender": GERMAN,
            "attacker_choice": ALLIED,
            "defender_choice": GERMAN,
        }
        if self.stage not in who or sum(1 for _ in self.candidates(table)) < 2:
            return None
        return who[self.stage]

    def prompt(self, table: Table) -> Prompt:
        """The question of the stage."""
        return _PROMPTS[self.stage]

    def candidates(self, table: Table) -> Iterator[Command]:
        """The answers of the stage; one alone is taken unasked."""
        match self.stage:
            case "walls":
                name = self._next_wall(table)
                if name and not self._walls(table)[name].all_of_them:
                    yield from map(Cancel, self._targets(table, name))
            case "partisans":
                if self._free_partisans(table):
                    yield from map(Cancel, self._reserves(table))
            case "fortress":
                units = self._fortress_units(table)
                yield from (Festung(self.hex, unit.id) for unit in units)
                yield from (Pass(),) if units else ()
            case "reserves":
                units = [unit for name in self._reserves(table)[:1] for unit in self._reserve_units(table, name)]
                yield from (Place(unit.id, self.hex) for unit in units)
                yield from (Pass(),) if units else ()
            case "attacker" | "defender":
                side = self.attackers(table) if self.stage == "attacker" else self.defenders(table)
                if any(piece(table, unit).elite for unit in side):
                    yield from (Elite(), Pass())
            case "attacker_choice" | "defender_choice":
                yield from map(Result, reversed(self._ladder(table)))
            case _:
                return

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """One of the answers."""
        if command in [*self.candidates(table)]:
            return None
        if isinstance(command, Place):
            return refused("a division of the right type within five hexes", "13.5.2")
        return self.not_now(table)

    def _free_partisans(self, table: Table) -> int:
        """Partisans that were not cancelled and have not worked yet: each cancels a reserve marker (A52)."""
        cancels = {name for name, each in self._ddays(table).items() if each.cancels}
        return sum(name in cancels for name in self.dday)

    def _ground(self, table: Table) -> str:
        """What modifies the defender's tactical results (13.2.6, 7.9.1)."""
        return "festung" if festung.is_festung(table, self.hex) else "beach"

    def _ladder(self, table: Table) -> Sequence[str]:
        chart = book_of(table).charts.combat
        cell = strengths.result(table, self.column, self.roll)
        if self.stage == "defender_choice":
            open_ = open_results(chart.defender_ladders[cell.ladders[1]], self.defence_result)
            return different(table, open_, self._ground(table))
        rolled = open_results(chart.attacker_ladders[cell.ladders[0]], cell.attacker)
        return [*dict.fromkeys(map(_ashore, rolled))]

    # What is done

    def do(self, g: Draft, command: Command) -> None:
        """Take an answer."""
        match command:
            case Cancel(name) if self.stage == "walls":
                self._cancel(g, self._next_wall(g) or "", [name])
            case Cancel(name):
                partisans = next(each for each in self.dday if self._ddays(g)[each].cancels)
                g.tell(MarkerCancelled(hex=self.hex, by=partisans, marker=name, rule="13.4.2"))
                g.swap(idle=(*self.idle, name), dday=_without(self.dday, partisans))
            case Festung(unit=name):
                festung.enter(g, name)
                g.tell(FestungDeclared(hex=self.hex, unit=name, die=0, rule="13.5.2"))
                self._use_fortress(g)
            case Place(name, hex_):
                origin = g.units[name].location
                g.change(name, location=hex_, festung=False)
                g.tell(ReserveBroughtUp(unit=name, origin=origin, hex=hex_))
                g.swap(idle=(*self.idle, self._reserves(g)[0]))
            case Pass() if self.stage == "fortress":
                self._use_fortress(g)
            case Pass() if self.stage == "reserves":
                g.swap(idle=(*self.idle, self._reserves(g)[0]))
            case Elite():
                side = ALLIED if self.stage == "attacker" else GERMAN
                g.tell(EliteUsed(side=side))
                g.swap(elite=(*self.elite, side), stage="defender" if side == ALLIED else "roll")
            case Pass():
                g.swap(stage="defender" if self.stage == "attacker" else "roll")
            case Result(code) if self.stage == "attacker_choice":
                g.swap(attack_result=code, stage="attacker_result")
            case Result(code):
                g.swap(defence_result=code, stage="defender_result")

    def _use_fortress(self, g: Draft) -> None:
        g.swap(idle=(*self.idle, next(name for name in self._busy() if self._walls(g)[name].festung)))

    def _cancel(self, g: Draft, by: str, names: Sequence[str]) -> None:
        dday = self.dday
        for name in names:
            dday = _without(dday, name)
            g.tell(MarkerCancelled(hex=self.hex, by=by, marker=name, rule="13.5.2"))
        g.swap(dday=dday, idle=(*self.idle, by), die=self.die + (0 if names else self._walls(g)[by].die))

    def proceed(self, g: Draft) -> None:
        """What the stage does by itself."""
        only = next(self.candidates(g), None)
        if only is not None and self.stage not in ("attacker", "defender"):
            self.do(g, only)
        else:
            _WORK[self.stage](self, g)

    def _use_wall(self, g: Draft) -> None:
        """The next marker without a choice (A52), or on to the partisans."""
        name = self._next_wall(g)
        if name is None:
            g.swap(stage="partisans")
            return
        self._cancel(g, name, self._targets(g, name))

    def _begin_rounds(self, g: Draft) -> None:
        if is_active(g, self.hex):
            g.change(fixed_unit(self.hex), location=self.hex)
        g.swap(stage="odds")
        # The markers of all landings do their work before the first is fought (13.6 step 5).
        waiting = [each for each in g.stack if isinstance(each, Landing) and each.stage == "walls"]
        if waiting:
            others = tuple(each for each in g.stack if each is not waiting[-1])
            g.stack = (*others, waiting[-1])

    def shifts(self, table: Table) -> list[Modifier]:
        """Columns of D-Day markers (13.4.2)."""
        kinds = ((name, self._ddays(table)[name]) for name in self.dday)
        return [Modifier(each.name, each.columns, "13.4.2") for _, each in kinds if each.columns]

    def odds(self, table: Table) -> strengths.Column:
        """The column of a round: markers and the fortress count, supply and terrain do not (13.6 step 6)."""
        attack = sum(piece(table, unit).attack[unit.reduced] for unit in self.attackers(table))
        attack += sum(self._ddays(table)[name].strength for name in self.dday)
        rows = book_of(table).charts.ground
        defence = sum(
            piece(table, unit).defence[unit.reduced] * rows["festung" if unit.festung else "beach"].defence
            for unit in self.defenders(table)
        )
        return strengths.column(table, attack, math.ceil(defence), self.shifts(table))

    def _work_out_odds(self, g: Draft) -> None:
        if not self.defenders(g):
            self._success(g)
            return
        found = self.odds(g)
        attackers, defenders = ([unit.id for unit in units] for units in (self.attackers(g), self.defenders(g)))
        tell_odds(g, "13.6", self.hex, ALLIED, attackers, defenders, found)
        if found.number is None:
            self._failure(g)
        else:
            g.swap(column=found.number, stage="attacker", elite=())

    def _no_attacker_elite(self, g: Draft) -> None:
        g.swap(stage="defender")

    def _no_defender_elite(self, g: Draft) -> None:
        g.swap(stage="roll")

    def die_modifier(self, table: Table) -> int:
        """Of the combat die: Rangers and others, Hedgehogs and Minefields (13.4.2, 13.5.2, A66)."""
        return self.die + sum(self._ddays(table)[name].die for name in self.dday)

    def spared(self, table: Table) -> int:
        """Step losses that D-Day markers spare the attacker in the first round (13.4.2)."""
        return sum(self._ddays(table)[name].spares for name in self.dday) if self.round == 1 else 0

    def result(self, table: Table, roll: int) -> Cell:
        """The cell of a modified roll as it counts in a landing: nobody exploits (A36), markers spare losses."""
        cell = strengths.result(table, self.column, roll)
        mine, theirs = cell.losses
        losses = (max(0, mine - self.spared(table)), theirs)
        return cell.model_copy(update={"losses": losses, "attacker": _ashore(cell.attacker)})

    def _roll(self, g: Draft) -> None:
        dice, by = g.roll(DIE, 2), self.die_modifier(g)
        roll = strengths.line(sum(dice) + by)
        cell = self.result(g, roll)
        g.tell(
            CombatRolled(
                hex=self.hex,
                side=ALLIED,
                dice=dice,
                modifier=by,
                column=book_of(g).charts.combat.columns[self.column],
                losses=list(cell.losses),
                attacker=cell.attacker,
                defender=cell.defender,
                rule="13.6",
            )
        )
        g.swap(roll=roll, attack_result=cell.attacker, defence_result=cell.defender, stage="attacker_losses")

    def _attacker_losses(self, g: Draft) -> None:
        g.swap(stage="defender_losses")
        count = self.result(g, self.roll).losses[0]
        first: First = "elite" if ALLIED in self.elite else "any"
        if count:
            g.push(Losing(ALLIED, tuple(unit.id for unit in self.attackers(g)), count, first))

    def _defender_losses(self, g: Draft) -> None:
        g.swap(stage="attacker_choice" if ALLIED in self.elite else "attacker_result")
        count = self.result(g, self.roll).losses[1]
        first: First = "elite" if GERMAN in self.elite else "any"
        if count:
            g.push(Losing(GERMAN, tuple(unit.id for unit in self.defenders(g)), count, first))

    def _attacker_result(self, g: Draft) -> None:
        if self.attack_result == "AR" and self.defenders(g):
            self._failure(g)
            return
        g.swap(stage="defender_choice" if GERMAN in self.elite else "defender_result")
        alive = tuple(unit.id for unit in self.attackers(g))
        if self.attack_result == "D1" and alive:
            g.push(Losing(ALLIED, alive, 1, bound=False))

    def _defender_result(self, g: Draft) -> None:
        final = after_terrain(g, self.defence_result, self._ground(g))
        g.swap(stage="judge")
        alive = tuple(unit.id for unit in self.defenders(g))
        if final == "DR" and alive:
            g.push(Retreating(GERMAN, alive, book_of(g).charts.combat.retreat["DR"]))
        elif final != "-" and alive:
            g.push(Shaken(GERMAN, alive, len(final)))

    def _judge(self, g: Draft) -> None:
        """Success, failure, or a new round (13.6 steps 6.1 to 6.3)."""
        ashore = any(is_alive(g, name) for name in self.assault)
        if self.attackers(g) and self.defenders(g):
            g.swap(stage="odds", round=self.round + 1)
        elif ashore:
            self._success(g)
        else:
            self._failure(g)

    def _success(self, g: Draft) -> None:
        """The survivors go ashore, the marker becomes a Beachhead (13.1.6)."""
        g.finish()
        alive = [name for name in self.assault if is_alive(g, name)]
        go_ashore(g, self.hex, alive, "13.1.6")

    def _failure(self, g: Draft) -> None:
        """All are lost, the airborne units with them (13.6 step 6.3, A38)."""
        g.finish()
        g.tell(LandingFailed(hex=self.hex))
        for unit in self.attackers(g):
            stacking.eliminate(g, unit.id, "13.6")
        if g.units.get(fixed_unit(self.hex)) is not None:
            g.change(fixed_unit(self.hex), location=OFF_MAP)


def go_ashore(g: Draft, hex_: str, units: Sequence[str], rule: str) -> None:
    """Units land, and their marker becomes a Beachhead (13.1.6, 13.7)."""
    g.change_all(units, location=hex_)
    g.record(beachheads=(*g.campaign.beachheads, hex_))
    g.note(landed=(*g.now.landed, *units), new_beachheads=g.now.new_beachheads + 1)
    g.tell(Landed(hex=hex_, units=list(units), rule=rule))
    control.passed(g, ALLIED, [hex_])


def _ashore(code: AttackerResult) -> AttackerResult:
    """An attacker's result as it counts in a landing, where nobody exploits (A36)."""
    return code if code in ("AR", "D1") else "-"


def _without(kinds: Kinds, name: str) -> Kinds:
    """Markers with one of a kind less."""
    left = [*kinds]
    left.remove(name)
    return tuple(left)


def _to(stage: Stage) -> Any:
    def onward(_: Landing, g: Draft) -> None:
        g.swap(stage=stage)

    return onward


_PROMPTS: Mapping[str, Prompt] = {
    "walls": Prompt("Choose what the marker cancels", "13.5.2"),
    "partisans": Prompt("Partisans: choose the Reserve marker that they cancel", "13.4.2"),
    "fortress": Prompt("Put a division under a Festung marker, or pass", "13.5.2"),
    "reserves": Prompt("Bring up a reserve division, or pass", "13.5.2"),
    "attacker": Prompt("Use the elite bonus, or pass", "7.6.1"),
    "defender": Prompt("Use the elite bonus, or pass", "7.6.1"),
    "attacker_choice": Prompt("Choose your tactical result", "7.9.3"),
    "defender_choice": Prompt("Choose your tactical result", "7.9.3"),
}
_WORK: Mapping[str, Any] = {
    "walls": Landing._use_wall,
    "partisans": _to("fortress"),
    "fortress": _to("reserves"),
    "reserves": Landing._begin_rounds,
    "odds": Landing._work_out_odds,
    "attacker": Landing._no_attacker_elite,
    "defender": Landing._no_defender_elite,
    "roll": Landing._roll,
    "attacker_losses": Landing._attacker_losses,
    "defender_losses": Landing._defender_losses,
    "attacker_choice": Landing._attacker_result,
    "attacker_result": Landing._attacker_result,
    "defender_choice": Landing._defender_result,
    "defender_result": Landing._defender_result,
    "judge": Landing._judge,
}
