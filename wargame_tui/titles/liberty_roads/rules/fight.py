"""What combats and the rounds of landings have in common: bonus, dice, losses, tactical results (7.6 to 7.9)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeVar

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.liberty_roads.commands import Elite, Lose, Pass, Result
from wargame_tui.titles.liberty_roads.events import combat
from wargame_tui.titles.liberty_roads.events.told import terms
from wargame_tui.titles.liberty_roads.printed.book import enemy
from wargame_tui.titles.liberty_roads.printed.charts import AttackerResult, DefenderResult
from wargame_tui.titles.liberty_roads.printed.charts import Result as Cell
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import strengths
from wargame_tui.titles.liberty_roads.rules.asked import Asked, Asking
from wargame_tui.titles.liberty_roads.rules.losses import First, Losing
from wargame_tui.titles.liberty_roads.rules.retreat import Retreating
from wargame_tui.titles.liberty_roads.state import DIE, Draft, Table, Unit

Code = TypeVar("Code", AttackerResult, DefenderResult)


class Fight(Staged[Table, Draft]):
    """A combat or landing."""

    __slots__ = ()
    hex: str
    column: int
    elite: tuple[Side, ...]
    """Who uses his elite bonus."""
    roll: int
    """The dice with what modifies them, once they are rolled."""
    attack_result: AttackerResult
    defence_result: DefenderResult
    odds_rule: ClassVar[str]
    roll_rule: ClassVar[str]

    @property
    def attacker(self) -> Side:
        """Who attacks."""
        raise NotImplementedError

    @property
    def defender(self) -> Side:
        """The other side."""
        return enemy(self.attacker)

    @property
    def attacker_chooses(self) -> bool:
        """Whether the attacker chooses his tactical result (7.9.3)."""
        return self.attacker in self.elite

    def attacking(self, table: Table) -> list[Unit]:
        """Attackers that are left."""
        raise NotImplementedError

    def defending(self, table: Table) -> list[Unit]:
        """Defenders that are left."""
        raise NotImplementedError

    def troops(self, table: Table, side: Side) -> tuple[str, ...]:
        """The units of a side that take part."""
        return tuple(unit.id for unit in self.units_of(table, side))

    def units_of(self, table: Table, side: Side) -> list[Unit]:
        """Those of a side that are left."""
        return self.attacking(table) if side == self.attacker else self.defending(table)

    def die_modifier(self, table: Table) -> int | None:
        """Of the dice; None where there are none."""
        return None

    def result(self, table: Table, roll: int) -> Cell:
        """The cell of a modified roll, as it counts here."""
        raise NotImplementedError

    def cover(self, table: Table) -> str:
        """What modifies the defender's tactical results (7.9.1)."""
        raise NotImplementedError

    def attack_options(self, table: Table) -> Sequence[AttackerResult]:
        """The tactical results among which the attacker chooses by his elite bonus, the one rolled first (7.9.3)."""
        ladders = table.book.charts.combat.attacker_ladders
        return open_results(ladders[self.result(table, self.roll).ladders[0]], self.attack_result)

    def first_loss(self, side: Side) -> First:
        """Whose a side's first loss is (7.8.1)."""
        return "elite" if side in self.elite else "any"

    def lose(self, g: Draft, side: Side) -> None:
        """A side takes the step losses of the roll (7.8)."""
        count = self.result(g, self.roll).losses[side != self.attacker]
        if count:
            g.push(Losing(side, self.troops(g, side), count, self.first_loss(side)))

    def give_way(self, g: Draft, final: DefenderResult, units: tuple[str, ...]) -> None:
        """Defenders retreat, or are shaken (7.9.1)."""
        if final == "DR" and units:
            g.push(Retreating(self.defender, units, g.book.charts.combat.retreat[final]))
        elif final != "-" and units:
            g.push(Shaken(self.defender, units, len(final)))

    def tell_odds(self, g: Draft, found: strengths.Column) -> None:
        """Tell with what odds it is fought."""
        g.tell(
            combat.OddsFound(
                hex=self.hex,
                side=self.attacker,
                attackers=[*self.troops(g, self.attacker)],
                defenders=[*self.troops(g, self.defender)],
                attack=found.attack,
                defence=found.defence,
                shifts=terms(found.shifts),
                column=found.name,
                cancelled=found.number is None,
                rule=self.odds_rule,
            )
        )


FightT = TypeVar("FightT", bound=Fight)


class AttackerAsked(Asked[FightT]):
    """Something is for the attacker to decide."""

    def side(self, step: FightT) -> Side:
        return step.attacker


class DefenderAsked(Asked[FightT]):
    """Something is for the defender to decide."""

    def side(self, step: FightT) -> Side:
        return step.defender


class Bonus(Asked[FightT]):
    """The elite bonus of a side with an elite unit (7.6.1)."""

    question = Prompt("Defender: use the elite bonus?", "7.6.1")
    passing = "No elite bonus"

    def candidates(self, step: FightT, table: Table) -> Iterator[Command]:
        return iter((Elite(), Pass()))

    def refusal(self, step: FightT, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Elite):
            return None if isinstance(command, Pass) else step.not_now(table)
        side = self.side(step)
        if any(table.piece(unit).elite for unit in step.units_of(table, side)):
            return None
        return refused(f"no elite unit {'attacks' if side == step.attacker else 'defends'}", "7.6.1")

    def do(self, step: FightT, g: Draft, command: Command) -> None:
        if isinstance(command, Elite):
            declare_elite(step, g, self.side(step))
        step.onward(g)


class DefenderBonus(Bonus[FightT], DefenderAsked[FightT]):
    """That of the defender."""

    shown = "defender may use his elite bonus"


def declare_elite(step: Fight, g: Draft, side: Side) -> None:
    """A side uses its elite bonus (7.6.1)."""
    g.swap(elite=(*step.elite, side))
    g.tell(combat.EliteUsed(side=side))


class Roll(Stage[FightT, Table, Draft]):
    """Two dice, with what modifies them (7.7, 13.6 step 6)."""

    def proceed(self, step: FightT, g: Draft) -> None:
        dice, by = g.roll(DIE, 2), step.die_modifier(g)
        roll = strengths.line(sum(dice) + (by or 0))
        cell = step.result(g, roll)
        g.tell(
            combat.CombatRolled(
                hex=step.hex,
                side=step.attacker,
                dice=dice,
                modifier=by,
                column=g.book.charts.combat.columns[step.column],
                losses=list(cell.losses),
                attacker=cell.attacker,
                defender=cell.defender,
                rule=step.roll_rule,
            )
        )
        g.swap(roll=roll, attack_result=cell.attacker, defence_result=cell.defender)
        step.onward(g)


class AttackerLosses(Stage[FightT, Table, Draft]):
    """Step losses of the attacker (7.8)."""

    def proceed(self, step: FightT, g: Draft) -> None:
        step.onward(g)
        step.lose(g, step.attacker)


class DefenderLosses(Stage[FightT, Table, Draft]):
    """Step losses of the defender (7.8); the attacker then chooses his result with the elite bonus alone."""

    def proceed(self, step: FightT, g: Draft) -> None:
        g.swap(stage="attacker_choice" if step.attacker_chooses else "attacker_result")
        step.lose(g, step.defender)


class AttackerChoice(AttackerAsked[FightT]):
    """The attacker chooses his tactical result by his elite bonus (7.9.3), the best first."""

    question = Prompt("Choose your tactical result", "7.9.3")
    shown = "attacker chooses his tactical result"

    def candidates(self, step: FightT, table: Table) -> Iterator[Command]:
        return map(Result, reversed(step.attack_options(table)))

    def do(self, step: FightT, g: Draft, command: Command) -> None:
        assert isinstance(command, Result)
        g.swap(attack_result=command.code)
        step.onward(g)


class DefenderChoice(DefenderAsked[FightT]):
    """The defender chooses his tactical result by his elite bonus (7.9.3), the best first."""

    question = Prompt("Choose your tactical result", "7.9.3")
    shown = "defender chooses his tactical result"

    def candidates(self, step: FightT, table: Table) -> Iterator[Command]:
        if step.defender not in step.elite:
            return iter((Result(step.defence_result),))
        ladder = table.book.charts.combat.defender_ladders[step.result(table, step.roll).ladders[1]]
        return map(Result, reversed(different(table, open_results(ladder, step.defence_result), step.cover(table))))

    def do(self, step: FightT, g: Draft, command: Command) -> None:
        assert isinstance(command, Result)
        g.swap(defence_result=command.code)
        step.onward(g)


def open_results(ladder: Sequence[Code], code: Code) -> Sequence[Code]:
    """The tactical results open to an elite bonus: the one rolled and those behind it on its ladder (7.9.3)."""
    return ladder[ladder.index(code) :] if code in ladder else (code,)


def different(table: Table, codes: Sequence[DefenderResult], ground: str) -> list[DefenderResult]:
    """The first of a defender's results for each that terrain makes of them: which of those counts is no question."""
    found: dict[DefenderResult, DefenderResult] = {}
    for code in codes:
        found.setdefault(after_terrain(table, code, ground), code)
    return [*found.values()]


def after_terrain(table: Table, code: DefenderResult, ground: str) -> DefenderResult:
    """A defender's result as terrain, river, Festung or Beachhead leaves it (7.9.1, 7.9.2)."""
    row = table.board.effects[ground]
    if code == "DR":
        return "S" if row.holds else "DR"
    left = max(0, (0 if code == "-" else len(code)) - row.ignores)
    return ("-", "S", "SS")[left]


@dataclass(frozen=True, slots=True)
class Shaken(Asking):
    """S and SS: the defenders lose a step for each S, or retreat a hex for each that is left."""

    side: Side
    units: tuple[str, ...]
    count: int
    kind: Literal["shaken"] = "shaken"
    passing: ClassVar[str] = "Retreat instead of losing steps"

    def title(self, table: Table) -> str:
        return f"{self.side} units shaken"

    def decider(self, table: Table) -> Side | None:
        return self.side if self.count and table.left(self.units) else None

    def prompt(self, table: Table) -> Prompt:
        words = "a step" if self.count == 1 else f"{self.count} steps"
        return Prompt(f"Lose {words}, or retreat as many hexes", "7.9.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        """A unit that loses a step, or the retreat."""
        yield from (Lose(unit.id) for unit in table.left(self.units))
        yield Pass()

    def do(self, g: Draft, command: Command) -> None:
        if isinstance(command, Lose):
            g.swap(count=self.count - 1)
            g.push(Losing(self.side, (command.unit,), 1, bound=False))
        else:
            alive = tuple(unit.id for unit in g.left(self.units))
            g.stack = (*g.stack[:-1], Retreating(self.side, alive, self.count))

    def proceed(self, g: Draft) -> None:
        """All S are satisfied, or nobody is left."""
        g.finish()

    def resumed(self, g: Draft, result: Any) -> None:
        """A Kampfgruppe stands in for its division."""
        if result:
            g.swap(units=(*self.units, *result))
