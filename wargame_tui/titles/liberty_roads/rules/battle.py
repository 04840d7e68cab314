"""A combat from the supply check to the exploitation markers (7.2 to 7.12)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.engine.staged import Stage
from wargame_tui.titles.liberty_roads.commands import Armour, Elite, FirstLoss, Go, Pass, Play, Terrain
from wargame_tui.titles.liberty_roads.events import combat
from wargame_tui.titles.liberty_roads.events.course import OutOfSupply
from wargame_tui.titles.liberty_roads.printed.book import GERMAN
from wargame_tui.titles.liberty_roads.printed.charts import AttackerResult, DefenderResult, GroundRow, WaterRow
from wargame_tui.titles.liberty_roads.printed.charts import Result as Cell
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import approval, fight, markers, reich, strengths, supply, support
from wargame_tui.titles.liberty_roads.rules.advance import Advancing, Marking
from wargame_tui.titles.liberty_roads.rules.losses import First, Losing
from wargame_tui.titles.liberty_roads.rules.retreat import Retreating
from wargame_tui.titles.liberty_roads.rules.weather import weather_row
from wargame_tui.titles.liberty_roads.state import Draft, Table, Unit

StageName = Literal[
    "supply", "markers", "terrain", "odds", "attacker", "defender", "roll", "first_loss", "attacker_losses",
    "defender_losses", "attacker_choice", "attacker_result", "modifier", "defender_choice", "defender_result",
    "attacker_advance", "defender_advance", "marks", "done",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Battle(fight.Fight):
    """One combat, stage by stage (7.2.1)."""

    side: Side
    """The attacker."""
    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    exploitation: bool = False
    stage: StageName = "supply"
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
    odds_rule: ClassVar[str] = "7.5"
    roll_rule: ClassVar[str] = "7.7.3"

    def title(self, table: Table) -> str:
        return f"Combat for {table.board.name(self.hex)}"

    @property
    def attacker(self) -> Side:
        return self.side

    @property
    def attacker_chooses(self) -> bool:
        """Not in exploitation, where he has no result (8.3.2)."""
        return self.side in self.elite and not self.exploitation

    def attacking(self, table: Table) -> list[Unit]:
        return table.left(self.attackers)

    def defending(self, table: Table) -> list[Unit]:
        return table.left(self.defenders)

    def troops(self, table: Table, side: Side) -> tuple[str, ...]:
        return self.attackers if side == self.side else self.defenders

    def cover(self, table: Table) -> str:
        return self.modifier or self.ground

    def first_loss(self, side: Side) -> First:
        """The attacker's, once it is chosen."""
        return self.first if side == self.side else fight.Fight.first_loss(self, side)

    def pleases(self, table: Table) -> bool:
        """Whether armour exploitation would raise the Fuehrer's approval: two German armoured divisions (9.2.2)."""
        printed = [table.piece(unit) for unit in self.attacking(table)]
        return self.side == GERMAN and sum(each.armour and not each.kg for each in printed) > 1

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

    def result(self, table: Table, roll: int) -> Cell:
        """The cell of a roll; in the exploitation phase the attacker has no tactical result (8.3.2)."""
        cell = strengths.result(table, self.column, roll)
        return cell.model_copy(update={"attacker": "-"}) if self.exploitation else cell

    def resumed(self, g: Draft, result: Any) -> None:
        """Kampfgruppen fight on in the place of eliminated units (A23)."""
        for name in result or ():
            field = "attackers" if g.units[name].side == self.side else "defenders"
            g.swap(**{field: (*getattr(g.stack[-1], field), name)})
            if field == "attackers":
                g.note(fought=(*g.now.fought, name))


class SupplyCheck(Stage[Battle, Table, Draft]):
    """The defenders' supply (7.4)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        step.onward(g)
        for unit in step.defending(g):
            if g.piece(unit).hq and not supply.hq_supplied(g, unit):
                g.note(idle=(*g.now.idle, unit.id))
            elif not unit.oos and not g.piece(unit).fixed and not supply.supplied(g, unit):
                g.change(unit.id, oos=True)
                g.tell(OutOfSupply(unit=unit.id, hex=unit.location, rule="7.4.3"))


class Markers(fight.DefenderAsked[Battle]):
    """Support markers in the enemy's turn (5.5.1)."""

    question = Prompt("Defender: play support markers, or decline", "5.5.1")
    shown = "defender may play support markers"
    passing = "Play no support marker"

    def candidates(self, step: Battle, table: Table) -> Iterator[Command]:
        yield from support.in_enemy_turn(table, step.defender, step.hex, step.defenders)
        yield Pass()

    def refusal(self, step: Battle, table: Table, command: Command) -> Refusal | None:
        """What may be played in the enemy's turn."""
        if isinstance(command, Play):
            return support.enemy_turn_refusal(table, step.defender, step.hex, step.defenders, command)
        return None if isinstance(command, Pass) else step.not_now(table)

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        if isinstance(command, Play):
            support.play_in_enemy_turn(g, command)
        else:
            step.onward(g)


class Protection(fight.DefenderAsked[Battle]):
    """What protects the defenders: terrain, city or river (1.7.1).

    Of several that do the same the first: they are not worth a question. What protects best comes first.
    """

    question = Prompt("Defender: choose the terrain to defend in", "1.7.1")
    shown = "defender chooses terrain"

    def candidates(self, step: Battle, table: Table) -> Iterator[Command]:
        effects, found = table.board.effects, dict[tuple[float, int, bool], str]()
        for ground in self.grounds(step, table):
            row = effects[ground]
            found.setdefault((self.factor(row), row.ignores, row.holds), ground)
        return (Terrain(ground) for _, ground in sorted(found.items(), reverse=True))

    def factor(self, row: GroundRow | WaterRow) -> float:
        """By what a kind of terrain multiplies the defence, as far as it matters now."""
        return row.defence

    def grounds(self, step: Battle, table: Table) -> Iterable[str]:
        """Among what he chooses."""
        return strengths.choices(table, step.hex, step.attacking(table))

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        assert isinstance(command, Terrain)
        g.tell(combat.TerrainChosen(hex=step.hex, ground=command.ground, side=step.defender, rule="1.7.1"))
        g.swap(ground=command.ground)
        step.onward(g)


class Ratio(Stage[Battle, Table, Draft]):
    """Odds, shifts; below the table the combat is cancelled (7.5.3 to 7.5.5, A18)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        found = step.odds(g)
        step.tell_odds(g, found)
        if found.number is None:
            g.swap(stage="done")
        else:
            over = strengths.rivers_crossed(g, step.hex, step.attacking(g)) == "major"
            g.swap(column=found.number, over_major=over)
            step.onward(g)


class AttackerBonus(fight.AttackerAsked[Battle]):
    """Elite bonus and armour exploitation of the attacker (7.6)."""

    question = Prompt("Attacker: declare elite bonus or armour exploitation, then roll", "7.6")
    shown = "attacker may declare a bonus"

    def candidates(self, step: Battle, table: Table) -> Iterator[Command]:
        return iter((Elite(), Armour(), Go()))

    def refusal(self, step: Battle, table: Table, command: Command) -> Refusal | None:
        match command:
            case Elite():
                return self._elite_refusal(step, table)
            case Armour():
                return self._armour_refusal(step, table)
        return None if isinstance(command, Go) else step.not_now(table)

    def _elite_refusal(self, step: Battle, table: Table) -> Refusal | None:
        if step.side in step.elite:
            return refused("the elite bonus is declared", "7.6.1")
        able = [unit for unit in step.attacking(table) if table.piece(unit).elite]
        if step.side == GERMAN and not weather_row(table).german_elite:
            able = [unit for unit in able if markers.on(table, unit.id, "fuel")]
            if not able:
                return refused("German attackers: only in bad weather, or with Fuel & Ammo", "7.6.3")
        return None if able else refused("no elite unit attacks", "7.6.1")

    def _armour_refusal(self, step: Battle, table: Table) -> Refusal | None:
        if step.armour:
            return refused("armour exploitation is declared", "7.6.4")
        tanks = sum(table.piece(unit).armour for unit in step.attacking(table))
        return None if tanks > 1 else refused("at least two armoured units must attack", "7.6.4")

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        match command:
            case Elite():
                fight.declare_elite(step, g, step.side)
            case Armour():
                g.swap(armour=True)
                g.tell(combat.ArmourDeclared(side=step.side))
                if step.pleases(g):
                    approval.change(g, 1, "9.2.2", step.hex)
            case _:
                step.onward(g)


class DefenderBonus(fight.DefenderBonus[Battle]):
    """The elite bonus of defenders who are not surprised (7.6.1, 5.5.3)."""

    def refusal(self, step: Battle, table: Table, command: Command) -> Refusal | None:
        surprising = (each for each, marker in markers.played(table) if marker.effect == "surprise")
        if isinstance(command, Elite) and any(each.place == step.hex for each in surprising):
            return refused("the defenders are surprised", "5.5.3")
        return super().refusal(step, table, command)


class Roll(fight.Roll[Battle]):
    """Two dice (7.7). With both bonuses the defender is asked for the kind of the first loss (7.8.1)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        super().proceed(step, g)
        elite = step.side in step.elite
        if not (elite and step.armour):
            kind: First = "elite" if elite else "armour" if step.armour else "any"
            g.swap(first=kind, stage="attacker_losses")


class FirstLosses(fight.DefenderAsked[Battle]):
    """Whose the attacker's first loss is (7.8.1)."""

    question = Prompt("Defender: is the attacker's first loss elite or armour?", "7.8.1")
    shown = "defender chooses the attacker's first loss"

    def candidates(self, step: Battle, table: Table) -> Iterator[Command]:
        return iter((FirstLoss("elite"), FirstLoss("armour")))

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        assert isinstance(command, FirstLoss)
        g.swap(first=command.of)
        step.onward(g)
        g.tell(combat.FirstLossChosen(of=command.of))


class AttackerResulting(Stage[Battle, Table, Draft]):
    """AR and D1; exploitation comes last (7.2.1). Where the defenders stand nothing is modified (7.9.4)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        stands = step.defence_result == "-" and step.defender not in step.elite
        g.swap(stage="defender_choice" if stands else "modifier")
        alive = tuple(unit.id for unit in step.attacking(g))
        if step.attack_result == "AR" and alive:
            g.push(Retreating(step.side, alive, g.book.charts.combat.retreat["AR"]))
        elif step.attack_result == "D1" and alive:
            g.push(Losing(step.side, alive, 1, bound=False))


class Modifying(Protection):
    """What modifies the tactical results (7.9.4, 7.9.5)."""

    question = Prompt("Defender: choose what modifies the tactical results", "7.9.4")
    shown = "defender chooses what modifies the results"

    def factor(self, row: GroundRow | WaterRow) -> float:
        """It is multiplied no more."""
        return 0.0

    def grounds(self, step: Battle, table: Table) -> Iterable[str]:
        """What counted for the odds; a major river, a Beachhead."""
        found = strengths.hex_grounds(table, step.hex) if step.ground == "major" else [step.ground]
        if step.over_major:
            found.append("major")
        if step.side == GERMAN and step.hex in table.campaign.beachheads:
            found.append(strengths.BEACHHEAD)
        return found

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        assert isinstance(command, Terrain)
        g.tell(combat.TerrainChosen(hex=step.hex, ground=command.ground, side=step.defender, rule="7.9.4"))
        g.swap(modifier=command.ground)
        step.onward(g)


class DefenderResulting(Stage[Battle, Table, Draft]):
    """S, SS, DR as the terrain leaves them (7.9.1, 7.9.2)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        final = fight.after_terrain(g, step.defence_result, step.cover(g))
        g.swap(defence_result=final)
        step.onward(g)
        if final != step.defence_result:
            g.tell(combat.Softened(hex=step.hex, ground=step.modifier, before=step.defence_result, after=final))
        step.give_way(g, final, tuple(unit.id for unit in step.defending(g) if unit.location == step.hex))


class AttackerAdvance(Stage[Battle, Table, Draft]):
    """The attackers may enter an empty hex (7.11)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        step.onward(g)
        if not strengths.defenders_of(g, step.side, step.hex):
            g.push(Advancing(step.side, step.attackers, (step.hex,), step.defence_result))


class DefenderAdvance(Stage[Battle, Table, Draft]):
    """If every hex of the attack is empty, the defenders may go there (7.11.1)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        step.onward(g)
        empty = [hex_ for hex_ in step.origins if not strengths.defenders_of(g, step.defender, hex_)]
        if len(empty) == len(step.origins) and step.hex not in step.origins:
            g.push(Advancing(step.defender, step.defenders, step.origins, "DR"))


class Marks(Stage[Battle, Table, Draft]):
    """Exploitation markers (7.12)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        step.onward(g)
        counts: Mapping[str, int] = dict(g.book.charts.combat.exploiting.items())
        if step.attack_result in counts:
            g.push(Marking(step.side, step.attackers, 2 * counts[step.attack_result], step.armour))


class Done(Stage[Battle, Table, Draft]):
    """The combat is over; the Reich may have been entered (20.2.1)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        g.finish()
        reich.interrupt(g)


Battle.stages = {
    "supply": SupplyCheck(),
    "markers": Markers(),
    "terrain": Protection(),
    "odds": Ratio(),
    "attacker": AttackerBonus(),
    "defender": DefenderBonus(),
    "roll": Roll(),
    "first_loss": FirstLosses(),
    "attacker_losses": fight.AttackerLosses(),
    "defender_losses": fight.DefenderLosses(),
    "attacker_choice": fight.AttackerChoice(),
    "attacker_result": AttackerResulting(),
    "modifier": Modifying(),
    "defender_choice": fight.DefenderChoice(),
    "defender_result": DefenderResulting(),
    "attacker_advance": AttackerAdvance(),
    "defender_advance": DefenderAdvance(),
    "marks": Marks(),
    "done": Done(),
}


def start(g: Draft, side: Side, hex_: str, attackers: tuple[str, ...], *, exploitation: bool) -> None:
    """Begin a combat: the hex and the units are used up, whatever comes of it (7.1.8, 7.1.9, A18)."""
    origins = tuple(dict.fromkeys(g.units[name].location for name in attackers))
    defenders = tuple(unit.id for unit in strengths.defenders_of(g, side, hex_))
    g.note(attacked=(*g.now.attacked, hex_), fought=(*g.now.fought, *attackers))
    g.tell(combat.Attacked(side=side, hex=hex_, units=list(attackers), origins=list(origins)))
    g.push(Battle(side, hex_, attackers, defenders, exploitation, origins=origins))
