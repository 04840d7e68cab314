"""A combat from the supply check to the exploitation markers (7.2 to 7.12)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.titles.liberty_roads.commands import Armour, Elite, FirstLoss, Go, Lose, Pass, Play, Result, Terrain
from wargame_tui.titles.liberty_roads.events.combat import (
    ArmourDeclared,
    Attacked,
    CombatRolled,
    EliteUsed,
    FirstLossChosen,
    OddsFound,
    Softened,
    TerrainChosen,
)
from wargame_tui.titles.liberty_roads.events.course import OutOfSupply
from wargame_tui.titles.liberty_roads.events.told import terms
from wargame_tui.titles.liberty_roads.printed.book import GERMAN, enemy
from wargame_tui.titles.liberty_roads.printed.charts import AttackerResult, DefenderResult
from wargame_tui.titles.liberty_roads.printed.charts import Result as Cell
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import approval, markers, reich, strengths, supply, support
from wargame_tui.titles.liberty_roads.rules.advance import Advancing, Marking
from wargame_tui.titles.liberty_roads.rules.losses import First, Losing
from wargame_tui.titles.liberty_roads.rules.retreat import Retreating
from wargame_tui.titles.liberty_roads.rules.weather import weather_row
from wargame_tui.titles.liberty_roads.state import DIE, Draft, Table, Unit, board_of, book_of, left, piece

Code = TypeVar("Code", AttackerResult, DefenderResult)
Stage = Literal[
    "supply",
    "markers",
    "terrain",
    "odds",
    "attacker",
    "defender",
    "roll",
    "first_loss",
    "attacker_losses",
    "defender_losses",
    "attacker_choice",
    "attacker_result",
    "modifier",
    "defender_choice",
    "defender_result",
    "attacker_advance",
    "defender_advance",
    "marks",
    "done",
]
"""In their order."""


@dataclass(frozen=True, slots=True)
class Battle(Step[Table, Draft]):
    """One combat, stage by stage (7.2.1)."""

    side: Side
    """The attacker."""
    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    exploitation: bool = False
    stage: Stage = "supply"
    origins: tuple[str, ...] = ()
    """The hexes from which the attack is made (7.11.1)."""
    ground: str = ""
    """What the defender has chosen for the odds (1.7.1)."""
    over_major: bool = False
    """Whether all attackers attack across a major river (7.9.4)."""
    column: int = -1
    elite: tuple[Side, ...] = ()
    """Who uses his elite bonus."""
    armour: bool = False
    """Armour exploitation is declared (7.6.4)."""
    first: First = "any"
    """Kind of unit of the attacker's first loss, once it is chosen (7.8.1)."""
    roll: int = 0
    attack_result: AttackerResult = "-"
    modifier: str = ""
    """What modifies the tactical results, once it is chosen (7.9.4, 7.9.5)."""
    defence_result: DefenderResult = "-"
    kind: Literal["battle"] = "battle"

    def title(self, table: Table) -> str:
        """Where."""
        return f"Combat for {board_of(table).name(self.hex)}"

    @property
    def defender(self) -> Side:
        """The other side."""
        return enemy(self.side)

    def attacking(self, table: Table) -> list[Unit]:
        """Attackers that are left."""
        return left(table, self.attackers)

    def defending(self, table: Table) -> list[Unit]:
        """Defenders that are left."""
        return left(table, self.defenders)

    # Who is asked what

    def decider(self, table: Table) -> Side | None:
        """Whoever has a choice in the stage in hand."""
        if self.stage in ("markers", "terrain", "first_loss", "modifier"):
            who: Side = self.defender
        elif self.stage in ("attacker", "attacker_choice"):
            who = self.side
        elif self.stage in ("defender", "defender_choice"):
            who = self.defender
        else:
            return None
        return who if sum(1 for _ in self.legal(table)) > 1 else None

    def prompt(self, table: Table) -> Prompt:
        """The question of the stage."""
        return _PROMPTS[self.stage]

    def candidates(self, table: Table) -> Iterator[Command]:
        """The answers of the stage."""
        match self.stage:
            case "markers":
                yield from support.in_enemy_turn(table, self.defender, self.hex, self.defenders)
                yield Pass()
            case "terrain" | "modifier":
                yield from map(Terrain, self._grounds(table))
            case "attacker":
                yield from (Elite(), Armour(), Go())
            case "defender":
                yield from (Elite(), Pass())
            case "first_loss":
                yield from (FirstLoss("elite"), FirstLoss("armour"))
            case "attacker_choice" | "defender_choice":
                yield from map(Result, reversed(self._ladder(table)))
            case _:
                return

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """What rule 7 allows in the stage."""
        match command:
            case Play() if self.stage == "markers":
                return support.enemy_turn_refusal(table, self.defender, self.hex, self.defenders, command)
            case Elite() if self.stage == "attacker":
                return self._attacker_elite_refusal(table)
            case Elite() if self.stage == "defender":
                return self._defender_elite_refusal(table)
            case Armour() if self.stage == "attacker":
                return self._armour_refusal(table)
        return None if command in [*self.candidates(table)] else self.not_now(table)

    def _attacker_elite_refusal(self, table: Table) -> Refusal | None:
        if self.side in self.elite:
            return refused("the elite bonus is declared", "7.6.1")
        able = [unit for unit in self.attacking(table) if piece(table, unit).elite]
        if self.side == GERMAN and not weather_row(table).german_elite:
            able = [unit for unit in able if markers.on(table, unit.id, "fuel")]
            if not able:
                return refused("Germans use it in attack in bad weather, or with Fuel & Ammo", "7.6.3")
        return None if able else refused("no elite unit attacks", "7.6.1")

    def _defender_elite_refusal(self, table: Table) -> Refusal | None:
        if any(marker.effect == "surprise" and each.place == self.hex for each, marker in markers.played(table)):
            return refused("the defenders are surprised", "5.5.3")
        if not any(piece(table, unit).elite for unit in self.defending(table)):
            return refused("no elite unit defends", "7.6.1")
        return None

    def _armour_refusal(self, table: Table) -> Refusal | None:
        if self.armour:
            return refused("armour exploitation is declared", "7.6.4")
        tanks = sum(piece(table, unit).armour for unit in self.attacking(table))
        return None if tanks > 1 else refused("at least two armoured units must attack", "7.6.4")

    def _grounds(self, table: Table) -> list[str]:
        """Among what the defender chooses: for the odds (1.7.1), for tactical results (7.9.4, 7.9.5).

        Of several that do the same the first: they are not worth a question. What protects best comes first.
        """
        effects, odds = board_of(table).effects, self.stage == "terrain"
        found: dict[tuple[float, int, bool], str] = {}
        for ground in self._all_grounds(table):
            row = effects[ground]
            found.setdefault((row.defence if odds else 0.0, row.ignores, row.holds), ground)
        return [ground for _, ground in sorted(found.items(), reverse=True)]

    def _all_grounds(self, table: Table) -> list[str]:
        if self.stage == "terrain":
            return strengths.choices(table, self.hex, self.attacking(table))
        found = strengths.hex_grounds(table, self.hex) if self.ground == "major" else [self.ground]
        if self.over_major:
            found.append("major")
        if self.side == GERMAN and self.hex in table.campaign.beachheads:
            found.append(strengths.BEACHHEAD)
        return found

    def _ladder(self, table: Table) -> Sequence[str]:
        """The results that an elite bonus lets a side choose from, the one rolled first (7.9.3)."""
        chart = book_of(table).charts.combat
        cell = strengths.result(table, self.column, self.roll)
        if self.stage == "attacker_choice":
            return open_results(chart.attacker_ladders[cell.ladders[0]], self.attack_result)
        if self.defender not in self.elite:
            return (self.defence_result,)
        open_ = open_results(chart.defender_ladders[cell.ladders[1]], self.defence_result)
        return different(table, open_, self.modifier or self.ground)

    # What is done

    def do(self, g: Draft, command: Command) -> None:
        """Take an answer."""
        match command:
            case Play():
                support.play_in_enemy_turn(g, command)
            case Terrain(ground) if self.stage == "terrain":
                g.tell(TerrainChosen(hex=self.hex, ground=ground, side=self.defender, rule="1.7.1"))
                g.swap(ground=ground, stage="odds")
            case Terrain(ground):
                g.tell(TerrainChosen(hex=self.hex, ground=ground, side=self.defender, rule="7.9.4"))
                g.swap(modifier=ground, stage="defender_choice")
            case Elite():
                g.swap(elite=(*self.elite, self.side if self.stage == "attacker" else self.defender))
                g.tell(EliteUsed(side=self.side if self.stage == "attacker" else self.defender))
                if self.stage == "defender":
                    g.swap(stage="roll")
            case Armour():
                g.swap(armour=True)
                g.tell(ArmourDeclared(side=self.side))
                self._please(g)
            case FirstLoss(of):
                g.swap(first=of, stage="attacker_losses")
                g.tell(FirstLossChosen(of=of))
            case Result(code) if self.stage == "attacker_choice":
                g.swap(attack_result=code, stage="attacker_result")
            case Result(code):
                g.swap(defence_result=code, stage="defender_result")
            case _:
                self._onward(g)

    def _please(self, g: Draft) -> None:
        """A German attack with armoured divisions pleases the Fuehrer (9.2.2)."""
        if self.pleases(g):
            approval.change(g, 1, "9.2.2", self.hex)

    def pleases(self, table: Table) -> bool:
        """Whether armour exploitation would raise the Fuehrer's approval: two German armoured divisions (9.2.2)."""
        printed = [piece(table, unit) for unit in self.attacking(table)]
        return self.side == GERMAN and sum(each.armour and not each.kg for each in printed) > 1

    def _onward(self, g: Draft) -> None:
        """To the stage after the one in hand."""
        order = get_args(Stage)
        g.swap(stage=order[order.index(self.stage) + 1])

    def proceed(self, g: Draft) -> None:
        """Do what a stage does by itself; a stage with one answer takes it."""
        only = next(self.legal(g), None) if self.stage in _PROMPTS else None
        if only is not None:
            self.do(g, only)
            return
        _WORK.get(self.stage, Battle._onward)(self, g)

    def _check_supply(self, g: Draft) -> None:
        """The defenders' supply (7.4)."""
        self._onward(g)
        for unit in self.defending(g):
            if piece(g, unit).hq and not supply.hq_supplied(g, unit):
                g.note(idle=(*g.now.idle, unit.id))
            elif not unit.oos and not piece(g, unit).fixed and not supply.supplied(g, unit):
                g.change(unit.id, oos=True)
                g.tell(OutOfSupply(unit=unit.id, hex=unit.location, rule="7.4.3"))

    def odds(self, table: Table) -> strengths.Column:
        """The column as things stand (7.5)."""
        attacking, defending = self.attacking(table), self.defending(table)
        ground = self.ground or strengths.best(table, self.hex, attacking)
        return strengths.column(
            table,
            strengths.attack_strength(table, attacking),
            strengths.defence_strength(table, self.hex, defending, ground),
            strengths.shifts(table, self.side, self.hex, attacking, defending),
        )

    def _work_out_odds(self, g: Draft) -> None:
        """Odds, shifts; below the table the combat is cancelled (7.5.3 to 7.5.5, A18)."""
        found = self.odds(g)
        tell_odds(g, "7.5", self.hex, self.side, self.attackers, self.defenders, found)
        if found.number is None:
            g.swap(stage="done")
        else:
            over = strengths.rivers_crossed(g, self.hex, self.attacking(g)) == "major"
            g.swap(column=found.number, over_major=over, stage="attacker")

    def result(self, table: Table, roll: int) -> Cell:
        """The cell of a roll; in the exploitation phase the attacker has no tactical result (8.3.2)."""
        cell = strengths.result(table, self.column, roll)
        return cell.model_copy(update={"attacker": "-"}) if self.exploitation else cell

    def _roll(self, g: Draft) -> None:
        """Two dice (7.7)."""
        dice = g.roll(DIE, 2)
        cell = self.result(g, sum(dice))
        g.tell(
            CombatRolled(
                hex=self.hex,
                side=self.side,
                dice=dice,
                column=book_of(g).charts.combat.columns[self.column],
                losses=list(cell.losses),
                attacker=cell.attacker,
                defender=cell.defender,
                rule="7.7.3",
            )
        )
        g.swap(roll=sum(dice), attack_result=cell.attacker, defence_result=cell.defender, stage="first_loss")
        both = self.armour and self.side in self.elite
        if not both:
            kind: First = "elite" if self.side in self.elite else "armour" if self.armour else "any"
            g.swap(first=kind, stage="attacker_losses")

    def _attacker_losses(self, g: Draft) -> None:
        self._onward(g)
        count = strengths.result(g, self.column, self.roll).losses[0]
        if count:
            g.push(Losing(self.side, self.attackers, count, self.first))

    def _defender_losses(self, g: Draft) -> None:
        g.swap(stage="attacker_result")
        if self.side in self.elite and not self.exploitation:
            g.swap(stage="attacker_choice")
        count = strengths.result(g, self.column, self.roll).losses[1]
        if count:
            first: First = "elite" if self.defender in self.elite else "any"
            g.push(Losing(self.defender, self.defenders, count, first))

    def _attacker_result(self, g: Draft) -> None:
        """AR and D1; exploitation comes last (7.2.1). Where the defenders stand nothing is modified (7.9.4)."""
        stands = self.defence_result == "-" and self.defender not in self.elite
        g.swap(stage="defender_choice" if stands else "modifier")
        alive = tuple(unit.id for unit in self.attacking(g))
        if self.attack_result == "AR" and alive:
            g.push(Retreating(self.side, alive, book_of(g).charts.combat.retreat["AR"]))
        elif self.attack_result == "D1" and alive:
            g.push(Losing(self.side, alive, 1, bound=False))

    def _defender_result(self, g: Draft) -> None:
        """S, SS, DR as the terrain leaves them (7.9.1, 7.9.2)."""
        final = after_terrain(g, self.defence_result, self.modifier or self.ground)
        g.swap(defence_result=final, stage="attacker_advance")
        if final != self.defence_result:
            g.tell(Softened(hex=self.hex, ground=self.modifier, before=self.defence_result, after=final))
        alive = tuple(unit.id for unit in self.defending(g) if unit.location == self.hex)
        if final == "-" or not alive:
            return
        count = book_of(g).charts.combat.retreat[final]
        if final == "DR":
            g.push(Retreating(self.defender, alive, count))
        else:
            g.push(Shaken(self.defender, alive, len(final)))

    def _attacker_advance(self, g: Draft) -> None:
        g.swap(stage="defender_advance")
        if not strengths.defenders_of(g, self.side, self.hex):
            g.push(Advancing(self.side, self.attackers, (self.hex,), self.defence_result))

    def _defender_advance(self, g: Draft) -> None:
        """If every hex of the attack is empty, the defenders may go there (7.11.1)."""
        g.swap(stage="marks")
        empty = [hex_ for hex_ in self.origins if not strengths.defenders_of(g, self.defender, hex_)]
        if len(empty) == len(self.origins) and self.hex not in self.origins:
            g.push(Advancing(self.defender, self.defenders, self.origins, "DR"))

    def _marks(self, g: Draft) -> None:
        g.swap(stage="done")
        counts: Mapping[str, int] = dict(book_of(g).charts.combat.exploiting.items())
        if self.attack_result in counts:
            g.push(Marking(self.side, self.attackers, 2 * counts[self.attack_result], self.armour))

    def _done(self, g: Draft) -> None:
        g.finish()
        reich.interrupt(g)

    def resumed(self, g: Draft, result: Any) -> None:
        """Kampfgruppen fight on in the place of eliminated units (A23)."""
        for name in result or ():
            field = "attackers" if g.units[name].side == self.side else "defenders"
            g.swap(**{field: (*getattr(g.stack[-1], field), name)})
            if field == "attackers":
                g.note(fought=(*g.now.fought, name))


_PROMPTS: Mapping[Stage, Prompt] = {
    "markers": Prompt("You are attacked: play support markers, or pass", "5.5.1"),
    "terrain": Prompt("Choose what protects the defenders", "1.7.1"),
    "attacker": Prompt("Declare the elite bonus or armour exploitation, then go", "7.6"),
    "defender": Prompt("Use the elite bonus, or pass", "7.6.1"),
    "first_loss": Prompt("Choose whether the attacker's first loss is elite or armour", "7.8.1"),
    "attacker_choice": Prompt("Choose your tactical result", "7.9.3"),
    "modifier": Prompt("Choose what modifies the tactical results", "7.9.4"),
    "defender_choice": Prompt("Choose your tactical result", "7.9.3"),
}
_WORK = {
    "supply": Battle._check_supply,
    "odds": Battle._work_out_odds,
    "roll": Battle._roll,
    "attacker_losses": Battle._attacker_losses,
    "defender_losses": Battle._defender_losses,
    "attacker_result": Battle._attacker_result,
    "defender_result": Battle._defender_result,
    "attacker_advance": Battle._attacker_advance,
    "defender_advance": Battle._defender_advance,
    "marks": Battle._marks,
    "done": Battle._done,
}


def tell_odds(
    g: Draft,
    rule: str,
    hex_: str,
    side: Side,
    attackers: Iterable[str],
    defenders: Iterable[str],
    found: strengths.Column,
) -> None:
    """Tell with what odds a combat or a round of a landing is fought."""
    g.tell(
        OddsFound(
            hex=hex_,
            side=side,
            attackers=list(attackers),
            defenders=list(defenders),
            attack=found.attack,
            defence=found.defence,
            shifts=terms(found.shifts),
            column=found.name,
            cancelled=found.number is None,
            rule=rule,
        )
    )


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
    row = board_of(table).effects[ground]
    if code == "DR":
        return "S" if row.holds else "DR"
    left = max(0, (0 if code == "-" else len(code)) - row.ignores)
    return ("-", "S", "SS")[left]


@dataclass(frozen=True, slots=True)
class Shaken(Step[Table, Draft]):
    """S and SS: the defenders lose a step for each S, or retreat a hex for each that is left."""

    side: Side
    units: tuple[str, ...]
    count: int
    kind: Literal["shaken"] = "shaken"

    def title(self, table: Table) -> str:
        """Who."""
        return f"{self.side} units shaken"

    def decider(self, table: Table) -> Side | None:
        """The owner."""
        return self.side if self.count and left(table, self.units) else None

    def prompt(self, table: Table) -> Prompt:
        """Stand or go."""
        words = "a step" if self.count == 1 else f"{self.count} steps"
        return Prompt(f"Lose {words}, or retreat as many hexes", "7.9.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        """A unit that loses a step, or the retreat."""
        yield from (Lose(unit.id) for unit in left(table, self.units))
        yield Pass()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Any unit of the hex (7.9.6)."""
        return None if command in [*self.candidates(table)] else self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Stand or go."""
        if isinstance(command, Lose):
            g.swap(count=self.count - 1)
            g.push(Losing(self.side, (command.unit,), 1, bound=False))
        else:
            alive = tuple(unit.id for unit in left(g, self.units))
            g.stack = (*g.stack[:-1], Retreating(self.side, alive, self.count))

    def proceed(self, g: Draft) -> None:
        """All S are satisfied, or nobody is left."""
        g.finish()

    def resumed(self, g: Draft, result: Any) -> None:
        """A Kampfgruppe stands in for its division."""
        if result:
            g.swap(units=(*self.units, *result))


def start(g: Draft, side: Side, hex_: str, attackers: tuple[str, ...], *, exploitation: bool) -> None:
    """Begin a combat: the hex and the units are used up, whatever comes of it (7.1.8, 7.1.9, A18)."""
    origins = tuple(dict.fromkeys(g.units[name].location for name in attackers))
    defenders = tuple(unit.id for unit in strengths.defenders_of(g, side, hex_))
    g.note(attacked=(*g.now.attacked, hex_), fought=(*g.now.fought, *attackers))
    g.tell(Attacked(side=side, hex=hex_, units=list(attackers), origins=list(origins)))
    g.push(Battle(side, hex_, attackers, defenders, exploitation, origins=origins))
