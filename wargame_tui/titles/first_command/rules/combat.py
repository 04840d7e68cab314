"""Combat and its results (7, 8)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.board.combat import OddsBattle, OddsChart
from wargame_tui.board.positions import NOWHERE
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.engine.staged import Question, Stage
from wargame_tui.titles.first_command.commands import Attack, End, Hold, Move, Roll, Stand, Support
from wargame_tui.titles.first_command.events import Advanced, Attacked, Fought, Retreated, Stood, Supported
from wargame_tui.titles.first_command.printed import DATA, Side, enemy
from wargame_tui.titles.first_command.rules.movement import hold, in_supply, is_ready, no_room
from wargame_tui.titles.first_command.state import Draft, State

DIE = 6


class Combat(Question[Any, State, Draft]):
    """The combat phase of a player turn."""

    asks = Prompt("Attack hexes next to your units, or end the phase", "7.1")

    def candidates(self, step: Any, table: State) -> Iterator[Command]:
        """Every enemy hex, the end."""
        yield from (End(), *map(Attack, {unit.location: 0 for unit in table.on_map(enemy(step.side))}))

    def refusal(self, step: Any, table: State, command: Command) -> Refusal | None:
        if not isinstance(command, Attack):
            return super().refusal(step, table, command)
        if command not in self.candidates(step, table):
            return refused("there is no enemy unit", "7.1")
        if command.space in table.attacked:
            return refused("it has already been attacked this phase", "7.3")
        attack = Battle.on(command.space, step.side, table)
        if not attack.units:
            return refused("none of your units that can attack is adjacent", "7.2")
        return refused("the odds are less than 1-2", "7.4") if attack.odds(table) is None else None

    def do(self, step: Any, g: Draft, command: Command) -> None:
        if isinstance(command, Attack):
            g.tell(Attacked(space=command.space, side=step.side))
            g.push(Battle.on(command.space, step.side, g))
        else:
            step.onward(g)


class Declaration(Question["Battle", State, Draft]):
    """Who attacks, and whether with support (7.2, 7.7)."""

    asks = Prompt("Spend a support point before the roll?", "7.7")
    goes_on = Roll()

    def candidates(self, step: "Battle", table: State) -> Iterator[Command]:
        """Go on with or without support; units to hold back."""
        side: Any = self.decider(step, table)
        yield Roll()
        if table.support.get(side):
            yield Support()
        for unit in step.units if side == step.side else ():
            rest = step.without(unit)
            if rest.units and rest.odds(table) is not None:
                yield Hold(unit)

    def do(self, step: "Battle", g: Draft, command: Command) -> None:
        side: Any = self.decider(step, g)
        if isinstance(command, Hold):
            g.swap(units=step.without(command.unit).units)
            return
        if isinstance(command, Support):
            g.tell(Supported(side=side))
            g.support = {**g.support, side: g.support[side] - 1}
            g.swap(support=step.support + (1 if side == step.side else -1))
        g.stack[-1].onward(g)


class Answer(Declaration):
    """Whether the defender uses support, if he has any (7.7)."""

    def decider(self, step: "Battle", table: State) -> Side | None:
        return enemy(step.side) if table.support.get(enemy(step.side)) else None


class Dice(Stage["Battle", State, Draft]):
    """The die, and what it costs (7.8, 8.1, 8.2)."""

    def proceed(self, step: "Battle", g: Draft) -> None:
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

    asks = Prompt("Retreat each unit one hex, or stand fast if the terrain allows", "8.3")

    def decider(self, step: "Battle", table: State) -> Side | None:
        """The defender, as long as he has a choice."""
        return enemy(step.side) if next(self.candidates(step, table), None) else None

    def candidates(self, step: "Battle", table: State) -> Iterator[Command]:
        """Ways out for each unit; to stand."""
        beaten = step.defenders(table) if step.result[0] == "D" else []
        here, steps = DATA.board.index[step.space], sum(2 - unit.reduced for unit in beaten)
        if steps > 1 and (DATA.board.built.get(here) or DATA.board.terrain[here] == "rough"):
            yield Stand()
        for unit in beaten:
            for to in DATA.board.grid.near[here]:
                space, key = DATA.board.names[to], DATA.board.key(here, to)
                watched = hold(table, step.side)[1] >> to & 1 and not table.units_in(space, unit.side)
                wet = DATA.board.water[key] and not DATA.board.road[key]
                if not (watched or wet or no_room(table, space, unit.side)):
                    yield Move(unit.id, space)

    def do(self, step: "Battle", g: Draft, command: Command) -> None:
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

    asks = Prompt("Advance into the empty hex?", "8.6")

    def decider(self, step: "Battle", table: State) -> Side | None:
        """The attacker, if somebody may."""
        return step.side if len([*self.candidates(step, table)]) > 1 else None

    def candidates(self, step: "Battle", table: State) -> Iterator[Command]:
        """Those left to go; the end."""
        yield End()
        if not no_room(table, step.space, step.side):
            yield from (Move(unit.id, step.space) for unit in step.attackers(table) if unit.location != step.space)

    def do(self, step: "Battle", g: Draft, command: Command) -> None:
        if isinstance(command, Move):
            g.put(Advanced(unit=command.unit, space=command.space))
        else:
            step.onward(g)


@dataclass(frozen=True, slots=True)
class Battle(OddsBattle):
    """An attack on a hex, from its declaration to the advance."""

    support: int = 0
    """Columns to the right by support points (7.7)."""
    result: str = "-"
    stage: Literal["attack", "answer", "dice", "retreat", "advance"] = "attack"
    kind: Literal["battle"] = "battle"
    upon: ClassVar = "player_turn"
    stages: ClassVar = {
        "attack": Declaration(),
        "answer": Answer(),
        "dice": Dice(),
        "retreat": Retreat(),
        "advance": Advance(),
    }

    @classmethod
    def on(cls, space: str, side: Side, table: State) -> "Battle":
        """On a hex, with all units that may attack it (4.6, 7.2, 7.3)."""
        near = [unit for unit in table.on_map(side) if unit.location in DATA.board.near(space)]
        return cls(side, space, tuple(unit.id for unit in near if not unit.fought and is_ready(table, unit)))

    def title(self, table: State) -> str:
        return f"Battle at {DATA.board.name(self.space)}"

    def problem(self, table: State) -> str | None:
        """Its units are beside the hex, and enemies in it until the die; then units may be in it, or lost."""
        rolled = self.begun("retreat")
        places = {*DATA.board.near(self.space), *((self.space, *NOWHERE) if rolled else ())}
        mine = [table.units[name] for name in self.units]
        known = self.units and self.result in DATA.charts.effects and (rolled or self.defenders(table))
        fits = known and all(unit.side == self.side and unit.location in places for unit in mine)
        return None if fits else ": attackers next to defenders"

    def chart(self) -> OddsChart:
        return DATA.charts

    def attack(self, table: State) -> int:
        """Halved out of supply, rounded up (9.3)."""
        return sum(
            unit.strength if in_supply(table, unit) else (unit.strength + 1) // 2 for unit in self.attackers(table)
        )

    def shifts(self, table: State) -> tuple[tuple[str, int, str], ...]:
        """By terrain, river, support (7.5 to 7.7)."""
        board, chart, here = DATA.board, DATA.charts, DATA.board.index[self.space]
        terrain = max(chart.ground[board.terrain[here]][2], chart.built.get(board.built.get(here, ""), 0))
        beside = [board.index[unit.location] for unit in self.attackers(table) if unit.location != self.space]
        wet = bool(beside) and all(board.water[board.key(here, hex_)] for hex_ in beside)
        found = (("terrain", -terrain, "7.5"), ("river", -chart.river * wet, "7.6"), ("support", self.support, "7.7"))
        return tuple(each for each in found if each[1])

    def told(self, table: State, die: int | None = None) -> Fought:
        """The combat as it stands, with the die if it has been rolled (7.7, 7.8)."""
        return self.told_as(Fought, table, die, self.result)
