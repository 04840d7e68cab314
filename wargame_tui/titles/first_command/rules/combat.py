"""Combat and its results (7, 8)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.board.positions import NOWHERE
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.engine.staged import Question, Stage, Staged
from wargame_tui.titles.first_command.commands import Attack, End, Hold, Move, Roll, Stand, Support
from wargame_tui.titles.first_command.events import Advanced, Attacked, Fought, Retreated, Stood, Supported
from wargame_tui.titles.first_command.printed import DATA, Side, board, enemy
from wargame_tui.titles.first_command.rules.movement import hold, in_supply, is_ready, no_room
from wargame_tui.titles.first_command.state import Draft, State, Unit, on_map, units_in

DIE = 6


def able(table: State, side: Side, space: str) -> list[Unit]:
    """The units of a side that may attack a hex (4.6, 7.2, 7.3)."""
    near = {board().names[hex_] for hex_ in board().grid.near[board().index[space]]}
    return [unit for unit in on_map(table, side) if unit.location in near and not unit.fought and is_ready(table, unit)]


class Combat(Question[Any, State, Draft]):
    """The combat phase of a player turn."""

    asked = Prompt("Attack hexes next to your units, then end the phase", "7.1")

    def candidates(self, step: Any, table: State) -> Iterator[Command]:
        """Every enemy hex, the end."""
        yield from (End(), *map(Attack, {unit.location: 0 for unit in on_map(table, enemy(step.side))}))

    def refusal(self, step: Any, table: State, command: Command) -> Refusal | None:
        """Why an attack is not possible."""
        if not isinstance(command, Attack):
            return None if command == End() else step.not_now(table)
        if command not in self.candidates(step, table):
            return refused("no enemy unit is there", "7.1")
        if command.space in table.attacked:
            return refused("it has been attacked in this phase", "7.3")
        units = tuple(unit.id for unit in able(table, step.side, command.space))
        if not units:
            return refused("none of your units that may attack is next to it", "7.2")
        poor = Battle(step.side, command.space, units).odds(table) is None
        return refused("the odds are less than 1-2", "7.4") if poor else None

    def do(self, step: Any, g: Draft, command: Command) -> None:
        """Declare an attack with everybody, or end."""
        if isinstance(command, Attack):
            g.tell(Attacked(space=command.space, side=step.side))
            g.push(Battle(step.side, command.space, tuple(unit.id for unit in able(g, step.side, command.space))))
        else:
            step.onward(g)


class Declaration(Question["Battle", State, Draft]):
    """Who attacks, and whether with support (7.2, 7.7)."""

    asked = Prompt("Roll with support, or without?", "7.7")

    def candidates(self, step: "Battle", table: State) -> Iterator[Command]:
        """Go on with or without support; units to hold back."""
        yield from self.backing(step, table)
        for unit in step.units:
            rest = Battle(step.side, step.space, tuple(name for name in step.units if name != unit))
            if rest.units and rest.odds(table) is not None:
                yield Hold(unit)

    def backing(self, step: "Battle", table: State) -> Iterator[Command]:
        """Go on with or without support."""
        yield Roll()
        if table.support[self.decider(step, table)]:  # type: ignore[index]
            yield Support()

    def do(self, step: "Battle", g: Draft, command: Command) -> None:
        """Hold a unit back, or go on."""
        side: Any = self.decider(step, g)
        if isinstance(command, Hold):
            g.swap(units=tuple(name for name in step.units if name != command.unit))
            return
        if isinstance(command, Support):
            g.tell(Supported(side=side))
            g.support = {**g.support, side: g.support[side] - 1}
            g.swap(support=step.support + (1 if side == step.side else -1))
        g.stack[-1].onward(g)


class Answer(Declaration):
    """Whether the defender uses support, if he has any (7.7)."""

    def decider(self, step: "Battle", table: State) -> Side | None:
        """The defender."""
        return enemy(step.side) if table.support[enemy(step.side)] else None

    candidates = Declaration.backing


class Dice(Stage["Battle", State, Draft]):
    """The die, and what it costs (7.8, 8.1, 8.2)."""

    def proceed(self, step: "Battle", g: Draft) -> None:
        """Roll, take losses."""
        told = step.told(g, *g.roll(DIE))
        g.tell(told)
        g.change_all(step.units, fought=True)
        g.attacked = (*g.attacked, step.space)
        mine, theirs, _ = DATA.charts.effects[told.result]
        for units in (told.units,) * mine + (told.defenders,) * theirs:
            g.lose_step(units)
        g.swap(result=told.result)
        g.stack[-1].onward(g)


class Retreat(Question["Battle", State, Draft]):
    """Defenders go back one hex, or stand fast (8.3 to 8.5)."""

    asked = Prompt("Retreat one hex with each unit, or stand fast where that is allowed", "8.3")

    def decider(self, step: "Battle", table: State) -> Side | None:
        """The defender, as long as he has a choice."""
        return enemy(step.side) if next(self.candidates(step, table), None) else None

    def candidates(self, step: "Battle", table: State) -> Iterator[Command]:
        """Ways out for each unit; to stand."""
        beaten = step.defenders(table) if step.result[0] == "D" else []
        here, steps = board().index[step.space], sum(2 - unit.reduced for unit in beaten)
        if steps > 1 and (board().built.get(here) or board().terrain[here] == "rough"):
            yield Stand()
        for unit in beaten:
            for to in board().grid.near[here]:
                space, key = board().names[to], board().key(here, to)
                watched = hold(table, step.side)[1] >> to & 1 and not units_in(table, space, unit.side)
                wet = board().water[key] and not board().road[key]
                if not (watched or wet or no_room(table, space, unit.side)):
                    yield Move(unit.id, space)

    def do(self, step: "Battle", g: Draft, command: Command) -> None:
        """Go, or stand."""
        if isinstance(command, Move):
            g.put(Retreated(unit=command.unit, space=command.space))
        else:
            g.tell(Stood(space=step.space))
            g.lose_step(unit.id for unit in step.defenders(g))
            step.onward(g)

    def proceed(self, step: "Battle", g: Draft) -> None:
        """Those that could go nowhere lose a step (8.4)."""
        for unit in step.defenders(g) if step.result[0] == "D" else ():
            g.lose_step([unit.id])
        step.onward(g)


class Advance(Question["Battle", State, Draft]):
    """Attackers follow into the empty hex (8.6)."""

    asked = Prompt("Advance into the empty hex?", "8.6")

    def decider(self, step: "Battle", table: State) -> Side | None:
        """The attacker, if somebody may."""
        return step.side if len([*self.candidates(step, table)]) > 1 else None

    def candidates(self, step: "Battle", table: State) -> Iterator[Command]:
        """Those left to go; the end."""
        yield End()
        if not no_room(table, step.space, step.side):
            yield from (Move(unit.id, step.space) for unit in step.attackers(table) if unit.location != step.space)

    def do(self, step: "Battle", g: Draft, command: Command) -> None:
        """Go, or leave it."""
        if isinstance(command, Move):
            g.put(Advanced(unit=command.unit, space=command.space))
        else:
            step.onward(g)


@dataclass(frozen=True, slots=True)
class Battle(Staged[State, Draft]):
    """An attack on a hex, from its declaration to the advance."""

    side: Side
    space: str
    units: tuple[str, ...]
    """The attackers."""
    support: int = 0
    """Columns to the right by support points (7.7)."""
    result: str = "-"
    stage: Literal["attack", "answer", "dice", "retreat", "advance"] = "attack"
    kind: Literal["battle"] = "battle"
    stages: ClassVar = {
        "attack": Declaration(),
        "answer": Answer(),
        "dice": Dice(),
        "retreat": Retreat(),
        "advance": Advance(),
    }

    def title(self, table: State) -> str:
        """Where."""
        return f"Battle at {board().name(self.space)}"

    def attackers(self, table: State) -> list[Unit]:
        """Those that are left."""
        return [unit for name in self.units if (unit := table.units[name]).location not in NOWHERE]

    def defenders(self, table: State) -> list[Unit]:
        """The enemy units in the hex."""
        return units_in(table, self.space, enemy(self.side))

    def is_possible(self, table: State) -> bool:
        """Whether a position set up by hand may have it: its units beside the hex, and enemies until the die."""
        near = {board().names[hex_] for hex_ in board().grid.near[board().index[self.space]]}
        places = {self.space, *near, *NOWHERE} if self.begun("retreat") else near
        mine = [table.units[name] for name in self.units]
        fits = all(unit.side == self.side and unit.location in places for unit in mine)
        rolled = self.begun("retreat")
        known = self.result in DATA.charts.effects
        return fits and known and (rolled or bool(self.defenders(table) and self.attackers(table)))

    def strengths(self, table: State) -> tuple[int, int]:
        """Of the attackers, halved out of supply (9.3), and of the defenders."""
        attack = (
            unit.strength if in_supply(table, unit) else (unit.strength + 1) // 2 for unit in self.attackers(table)
        )
        return sum(attack), sum(unit.strength for unit in self.defenders(table))

    def odds(self, table: State) -> int | None:
        """The column of the odds, from 0; None if they are too poor (7.4)."""
        attack, defence = self.strengths(table)
        if attack < defence:
            return 0 if 2 * attack >= defence else None
        return min(attack // defence, len(DATA.charts.columns) - 1)

    def shifts(self, table: State) -> tuple[tuple[str, int, str], ...]:
        """What shifts the column, by how much, and the rule (7.5 to 7.7)."""
        here, chart = board().index[self.space], DATA.charts
        terrain = max(chart.ground[board().terrain[here]][2], chart.built.get(board().built.get(here, ""), 0))
        wet = all(board().water[board().key(here, board().index[unit.location])] for unit in self.attackers(table))
        found = (("terrain", -terrain, "7.5"), ("river", -chart.river * wet, "7.6"), ("support", self.support, "7.7"))
        return tuple(each for each in found if each[1])

    def told(self, table: State, die: int | None = None) -> Fought:
        """The combat as it stands, with the die if it has been rolled (7.7, 7.8)."""
        columns, shifts = DATA.charts.columns, self.shifts(table)
        at = min(max((self.odds(table) or 0) + sum(value for _, value, _ in shifts), 0), len(columns) - 1)
        defenders = tuple(unit.id for unit in self.defenders(table))
        result = DATA.charts.results[die][at] if die else self.result
        strengths = self.strengths(table)
        return Fought(
            space=self.space, side=self.side, units=self.units, defenders=defenders, attack=strengths[0],
            defence=strengths[1], shifts=shifts, column=columns[at], die=die, result=result,
        )  # fmt: skip
