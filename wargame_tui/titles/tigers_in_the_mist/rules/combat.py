"""Combat (rule 9): which battles are fought, and one battle from the calls for artillery to the last shot."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from wargame_tui.board.phrases import plural
from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Decision, Prompt, Refusal
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.commands import Attack, Call, Done, Fight, Fire, Lay, Ready, Support
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.tigers_in_the_mist.printed.charts import Modifier as ModifierChart
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import artillery, fire, special
from wargame_tui.titles.tigers_in_the_mist.state import Draft, Table, Unit, book_of, chart_of, contested, units_in


def must_attack(table: Table, area: str, side: Side) -> list[Unit]:
    """Units that entered the area in this impulse and have to attack (8.23, 9.12)."""
    return [unit for unit in units_in(table, area, side) if unit.entered_enemy and not unit.attacked]


def attack_refusal(unit: Unit, side: Side, table: Table) -> Refusal | None:
    """Why a unit that was in a contested area already may not attack there (9.11, 9.13, 10.14)."""
    if unit.side != side:
        return Refusal(f"{unit.id} is an enemy unit", "9.13")
    if unit.location not in table.contested_at_start or unit.entered_enemy:
        return Refusal(f"{unit.id} was not with enemy units when the impulse began", "9.13")
    if unit.attacked:
        return Refusal(f"{unit.id} has attacked this turn", "9.11")
    if unit.marked:
        return Refusal(f"{unit.id} has already been activated this turn", "8.25")
    if unit.bridging_attempted:
        return Refusal(f"{unit.id} has tried to build a bridge this turn", "10.14")
    return None


def may_attack(table: Table, area: str, side: Side) -> list[Unit]:
    """Units already there that may join or make the attack (9.13)."""
    return [unit for unit in units_in(table, area, side) if attack_refusal(unit, side, table) is None]


def combined_arms(table: Table, attackers: Sequence[Unit], successes: int) -> bool:
    """Whether infantry, armour and artillery attack together (9.6, A9)."""
    infantry = any(chart_of(table, unit).infantry_type for unit in attackers)
    return infantry and any(unit.type == "armour" for unit in attackers) and successes > 0


def all_crossed_river(table: Table, area: str, attackers: Sequence[Unit]) -> bool:
    """Whether the defender fires with the river modifier (9.71 to 9.73)."""
    return area not in table.contested_at_start and all(unit.entered_from and unit.crossed_river for unit in attackers)


def fire_modifiers(table: Table, battle: "Battle", firer: Unit | None, side: Side, target: Unit) -> list[Modifier]:
    """The modifiers of a unit's fire, or of artillery's where no unit fires (9.71, 9.49, 9.74, 14.24)."""
    charts, attacking = book_of(table).charts.modifiers, side == table.active
    conditions: tuple[tuple[bool, ModifierChart, str, str], ...] = (
        (attacking and target.entrenched, charts.entrenched, "target entrenched", "8.56"),
        (firer is not None and firer.id in table.unsupplied_for_combat, charts.out_of_supply, "out of supply", "13.22"),
        (not attacking and not battle.arms, charts.no_combined_arms, "no combined arms", "9.6"),
        (not attacking and battle.river, charts.river, "attackers crossed a river", "9.71"),
        (battle.support and side == ALLIED, charts.battlefield_support, "German battlefield support", "14.24"),
    )
    return [
        Modifier(name, chart.drm, rule)
        for holds, chart, name, rule in conditions
        if holds and chart.drm and (firer is not None or chart.artillery)
    ]


@dataclass(frozen=True, slots=True)
class Battles(Decision[Table, Draft]):
    """The combat step of a player impulse (6.0 II.3): battles in the order that the active player chooses."""

    side: Side
    kind: Literal["battles"] = "battles"
    heading: ClassVar[str] = "Combat"
    passes_alone: ClassVar[bool] = True

    def _forced(self, table: Table) -> list[str]:
        return [area for area in _open(table) if must_attack(table, area, self.side)]

    def prompt(self, table: Table) -> Prompt:
        forced = [book_of(table).name(area) for area in self._forced(table)]
        rest = f" Must attack: {', '.join(forced)}." if forced else ""
        return Prompt(f"Attack where?{rest}", "9.12" if forced else "9.13")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every contested area, and the end of combat."""
        for area in _open(table):
            yield Fight(area)
        yield Done()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 9.12 and 9.13."""
        match command:
            case Fight(area):
                if area not in _open(table):
                    return _no_battle(table, area)
                if must_attack(table, area, self.side) or may_attack(table, area, self.side):
                    return None
                return Refusal(f"no {self.side} unit in {book_of(table).name(area)} can attack", "9.11")
            case Done():
                forced = self._forced(table)
                if forced:
                    return Refusal(f"units that entered {book_of(table).name(forced[0])} must attack", "9.12")
                return None
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        if not isinstance(command, Fight):
            g.finish()
            return
        attackers = tuple(unit.id for unit in must_attack(g, command.area, self.side))
        defenders = tuple(unit.id for unit in units_in(g, command.area, enemy(self.side)))
        g.push(Battle(command.area, self.side, attackers, defenders))


def _open(table: Table) -> list[str]:
    """Contested areas whose battle has not been fought; zones know no combat (9.17)."""
    book = book_of(table)
    return [space for space in contested(table) if not book.is_zone(space) and space not in table.battles_fought]


def _no_battle(table: Table, area: str) -> Refusal:
    """Why there is nothing to fight in a space."""
    book = book_of(table)
    if area not in book.spaces:
        return Refusal(f"there is no area `{area}`", "9.13")
    if book.is_zone(area):
        return Refusal("there is no combat in zones", "9.17")
    if area in table.battles_fought:
        return Refusal(f"the battle of {book.name(area)} has been fought in this impulse", "9.38")
    return Refusal(f"{book.name(area)} is not contested", "9.13")


StageName = Literal[
    "attackers",
    "support",
    "defender calls",
    "defender lays",
    "attacker calls",
    "attacker lays",
    "defender's artillery",
    "defender aims",
    "defender fires",
    "attacker's artillery",
    "attacker aims",
    "attacker fires",
    "over",
]


@dataclass(frozen=True, slots=True)
class Battle(Staged[Table, Draft]):
    """One battle (9.31 to 9.38)."""

    area: str
    side: Side
    """The attacker."""
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    stage: StageName = "attackers"
    support: bool = False
    """Battlefield support designated for this battle (14.24)."""
    successes: int = 0
    """Artillery counters that the side whose turn it is has still to lay."""
    laid: Mapping[str, int] = field(default_factory=dict)
    """Artillery counters on units of both sides (9.46)."""
    arms: bool = True
    """Whether the attacker has combined arms; known once he has called artillery (9.6, A10)."""
    river: bool = False
    assigned: fire.Assignments = ()
    kind: Literal["battle"] = "battle"
    passes_alone: ClassVar[bool] = True
    stages: ClassVar[Mapping[str, "BattleStage"]]

    def acting(self) -> Side:
        """The side whose stage it is."""
        return self.stages[self.stage].side(self)

    def alive(self, table: Table, side: Side) -> list[Unit]:
        """A side's units in the battle that are left."""
        names = self.attackers if side == self.side else self.defenders
        return [table.units[name] for name in names if table.units[name].strength]

    def title(self, table: Table) -> str:
        return f"Battle of {book_of(table).spaces[self.area].name}"


@dataclass(frozen=True, slots=True)
class BattleStage(Stage[Battle, Table, Draft]):
    """A stage of a battle."""

    defending: bool = False
    """Whether it is the defender's."""

    def side(self, step: Battle) -> Side:
        """Whose it is."""
        return enemy(step.side) if self.defending else step.side

    def both(self, step: Battle, table: Table) -> tuple[list[Unit], list[Unit]]:
        """The units of the side whose stage it is, and their enemies."""
        side = self.side(step)
        return step.alive(table, side), step.alive(table, enemy(side))


class Attackers(BattleStage):
    """Who attacks (9.13, 9.14)."""

    def decider(self, step: Battle, table: Table) -> Side | None:
        return step.side if self._volunteers(step, table) or not step.attackers else None

    def prompt(self, step: Battle, table: Table) -> Prompt:
        return Prompt(f"Who else in {book_of(table).spaces[step.area].name} joins the attack?", "9.13")

    def candidates(self, step: Battle, table: Table) -> Iterator[Command]:
        yield from (Attack(unit.id) for unit in self._volunteers(step, table))
        yield Ready()

    def refusal(self, step: Battle, table: Table, command: Command) -> Refusal | None:
        match command:
            case Attack(name):
                unit = table.units.get(name)
                if unit is None or unit.location != step.area:
                    return Refusal(f"{name} is not in {book_of(table).name(step.area)}", "9.13")
                if name in step.attackers:
                    return Refusal(f"{name} is already attacking", "9.13")
                return attack_refusal(unit, step.side, table)
            case Ready():
                return None if step.attackers else Refusal("at least one unit must attack", "9.13")
        return step.not_now(table)

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        if isinstance(command, Attack):
            g.swap(attackers=(*step.attackers, command.unit))
        else:
            self.proceed(step, g)

    def proceed(self, step: Battle, g: Draft) -> None:
        """The attackers are known: they leave their entrenchments; others there are marked if units entered (9.14)."""
        entered = any(g.units[name].entered_enemy for name in step.attackers)
        attackers = [g.units[name] for name in step.attackers]
        attacking, defending = list(step.attackers), list(step.defenders)
        strengths = {name: g.units[name].strength for name in attacking + defending}
        g.tell(
            events.BattleBegun(
                space=step.area, side=step.side, attackers=attacking, defenders=defending, strengths=strengths
            )
        )
        for unit in self._volunteers(step, g) if entered else ():
            g.change(unit.id, marked=True)
            g.tell(events.StaysOut(unit=unit.id, space=step.area))
        g.change_all(step.attackers, attacked=True, marked=True, entrenched=False)  # 8.59
        g.swap(river=all_crossed_river(g, step.area, attackers))
        step.onward(g)

    def _volunteers(self, step: Battle, table: Table) -> list[Unit]:
        return [unit for unit in may_attack(table, step.area, step.side) if unit.id not in step.attackers]


class Supporting(BattleStage):
    """Whether special forces support the battle (14.24)."""

    def decider(self, step: Battle, table: Table) -> Side | None:
        offered = special.in_force(table, "support", step.area) and not table.special.supported
        return GERMAN if offered else None

    def prompt(self, step: Battle, table: Table) -> Prompt:
        return Prompt("Do the special forces support this battle?", "14.24")

    def candidates(self, step: Battle, table: Table) -> Iterator[Command]:
        yield from (Support("yes"), Support("no"))

    def refusal(self, step: Battle, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Support):
            return step.not_now(table)
        return None if command.answer in ("yes", "no") else Refusal("the answer is yes or no", "14.24")

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        yes = command == Support("yes")
        if yes:
            g.special = replace(g.special, supported=True)
            g.tell(events.BattlefieldSupport(space=step.area))
        g.swap(support=yes)
        step.onward(g)


class Calls(BattleStage):
    """How many artillery calls (9.42, 9.43)."""

    def _most(self, step: Battle, table: Table) -> int:
        return artillery.calls(table, self.both(step, table)[0], defending=self.defending)

    def decider(self, step: Battle, table: Table) -> Side | None:
        return self.side(step) if self._most(step, table) else None

    def prompt(self, step: Battle, table: Table) -> Prompt:
        target, rule = artillery.call_target(table, self.side(step), step.area)
        most = self._most(step, table)
        return Prompt(f"Call artillery: {'up to ' * (most > 1)}{artillery.requests(most, target)}", rule)

    def candidates(self, step: Battle, table: Table) -> Iterator[Command]:
        return (Call(number) for number in range(self._most(step, table), -1, -1))

    def refusal(self, step: Battle, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Call):
            return step.not_now(table)
        most = self._most(step, table)
        allowed = 0 <= command.calls <= most
        return None if allowed else Refusal(f"{self.side(step)} has {plural(most, 'artillery request')} here", "9.42")

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        assert isinstance(command, Call)
        self._call(step, g, command.calls)

    def proceed(self, step: Battle, g: Draft) -> None:
        self._call(step, g, 0)

    def _call(self, step: Battle, g: Draft, number: int) -> None:
        side = self.side(step)
        target, rule = artillery.call_target(g, side, step.area)
        successes = g.test(events.Calls, target, rule=rule, dice=number, side=side, space=step.area) if number else 0
        g.swap(successes=successes)
        step.onward(g)
        if not self.defending:
            g.swap(arms=combined_arms(g, step.alive(g, side), successes))


class Lays(BattleStage):
    """Where the artillery is laid (9.46)."""

    def targets(self, step: Battle, table: Table) -> list[Unit]:
        """The enemy units on which the next counter may lie."""
        return artillery.targets(table, self.both(step, table)[1], step.laid)

    def decider(self, step: Battle, table: Table) -> Side | None:
        return self.side(step) if step.successes and self.targets(step, table) else None

    def prompt(self, step: Battle, table: Table) -> Prompt:
        return Prompt(f"Artillery target? {plural(step.successes, 'battery', 'batteries')} to assign", "9.46")

    def candidates(self, step: Battle, table: Table) -> Iterator[Command]:
        return (Lay(unit.id) for unit in self.targets(step, table))

    def refusal(self, step: Battle, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Lay):
            return step.not_now(table)
        name, enemies = command.unit, {unit.id for unit in self.both(step, table)[1]}
        if name not in enemies:
            return Refusal(f"{name} is no enemy unit in this battle", "9.46")
        if name in {unit.id for unit in self.targets(step, table)}:
            return None
        if step.laid.get(name, 0) > min(step.laid.get(unit, 0) for unit in enemies):
            return Refusal(f"target every enemy unit once before {name} again", "9.46")
        return Refusal(f"artillery must target the unit type with the greatest strength, not {name}", "9.46")

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        assert isinstance(command, Lay)
        g.tell(events.ArtilleryLaid(side=self.side(step), unit=command.unit, space=step.area))
        laid = {**step.laid, command.unit: step.laid.get(command.unit, 0) + 1}
        g.swap(laid=laid, successes=step.successes - 1)


class Guns(BattleStage):
    """The artillery fires (9.32, 9.35)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        side = self.side(step)
        hits = book_of(g).charts.artillery.hits
        needed = hits.defender if self.defending else hits.attacker
        for target in step.alive(g, enemy(side)):
            for _ in range(step.laid.get(target.id, 0)):
                if not g.units[target.id].strength:
                    break  # 9.47: the rest aimed at it are lost
                modifiers = fire_modifiers(g, step, None, side, target)
                hit = g.test(events.ArtilleryFire, needed, modifiers, side=side, unit=target.id, space=step.area)
                g.lose(target.id, hit, "9.47")
        step.onward(g)


class Aims(BattleStage):
    """Who fires at whom (9.51 to 9.57)."""

    def enter(self, step: Battle, g: Draft) -> None:
        g.swap(assigned=())

    def open_to(self, step: Battle, table: Table) -> list[tuple[Unit, list[Unit]]]:
        """The units that may be given their target next, with the targets open to them (9.57)."""
        firers, targets = self.both(step, table)
        if not targets:
            return []
        ready = fire.next_firers(table, firers, step.assigned)
        if len(targets) == 1:
            ready = ready[:1]  # at a single target the order cannot matter: nobody need be asked for it
        made, defending = step.assigned, self.defending
        return [(unit, fire.choices(table, unit, firers, targets, made, defending=defending)) for unit in ready]

    def decider(self, step: Battle, table: Table) -> Side | None:
        return self.side(step) if self.open_to(step, table) else None

    def prompt(self, step: Battle, table: Table) -> Prompt:
        return Prompt("Who fires at whom?", "9.57")

    def candidates(self, step: Battle, table: Table) -> Iterator[Command]:
        return (Fire(unit.id, target.id) for unit, targets in self.open_to(step, table) for target in targets)

    def refusal(self, step: Battle, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Fire):
            return step.not_now(table)
        return self._fire_refusal(step, table, command.firer, command.target)

    def _fire_refusal(self, step: Battle, table: Table, name: str, target: str) -> Refusal | None:
        side = self.side(step)
        firers, targets = self.both(step, table)
        if name not in {unit.id for unit in firers}:
            rule = "9.36" if side == step.side else "9.33"
            return Refusal(f"the {side} units in this battle choose their targets now", rule)
        if target not in {unit.id for unit in targets}:
            return Refusal(f"{target} is no enemy unit in this battle", "9.52")
        if name in {firer for firer, _ in step.assigned}:
            return Refusal(f"{name} already has a target: fire may not be split", "9.58")
        open_to = {unit.id: choices for unit, choices in self.open_to(step, table)}
        if name not in open_to:
            return Refusal(f"units of higher quality choose targets before {name}", "9.57")
        if target in {unit.id for unit in open_to[name]}:
            return None
        rule = "9.52" if len(firers) == 1 else self._forbidding(step, target, targets)
        allowed = ", ".join(unit.id for unit in open_to[name])
        return Refusal(f"{name} must fire at {allowed}", rule)

    def _forbidding(self, step: Battle, target: str, targets: Sequence[Unit]) -> str:
        aimed = [aimed_at for _, aimed_at in step.assigned]
        return "9.55" if aimed.count(target) > min(aimed.count(unit.id) for unit in targets) else "9.57"

    def do(self, step: Battle, g: Draft, command: Command) -> None:
        assert isinstance(command, Fire)
        g.tell(events.Aimed(unit=command.firer, target=command.target, space=step.area))
        g.swap(assigned=(*step.assigned, (command.firer, command.target)))


class Shots(BattleStage):
    """The units fire (9.33, 9.36)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        for name, aimed_at in step.assigned:
            firer, target = g.units[name], g.units[aimed_at]
            value = firer.defence if self.defending else firer.attack
            modifiers = fire_modifiers(g, step, firer, self.side(step), target)
            dice = firer.strength
            hits = g.test(events.UnitFire, value, modifiers, dice, unit=name, target=aimed_at, space=step.area)
            g.lose(aimed_at, hits, "9.21")
        step.onward(g)


class Over(BattleStage):
    """The battle is over (9.38)."""

    def proceed(self, step: Battle, g: Draft) -> None:
        g.battles_fought = (*g.battles_fought, step.area)
        left = {name: g.units[name].strength for name in step.attackers + step.defenders}
        g.tell(events.BattleEnded(space=step.area, left=left))
        step.onward(g)


Battle.stages = {
    "attackers": Attackers(),
    "support": Supporting(),
    "defender calls": Calls(defending=True),
    "defender lays": Lays(defending=True),
    "attacker calls": Calls(),
    "attacker lays": Lays(),
    "defender's artillery": Guns(defending=True),
    "defender aims": Aims(defending=True),
    "defender fires": Shots(defending=True),
    "attacker's artillery": Guns(),
    "attacker aims": Aims(),
    "attacker fires": Shots(),
    "over": Over(),
}
