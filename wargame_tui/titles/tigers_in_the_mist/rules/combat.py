"""Combat (rule 9): which battles are fought, and one battle from the calls for artillery to the last shot."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.state import changed
from wargame_tui.core.step import Prompt, Refusal, Step
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
        return Refusal(f"{unit.id} is not {side}", "9.13")
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
class Battles(Step[Table, Draft]):
    """The combat step of a player impulse (6.0 II.3): battles in the order that the active player chooses."""

    side: Side
    kind: Literal["battles"] = "battles"
    passes_alone: ClassVar[bool] = True

    def _forced(self, table: Table) -> list[str]:
        return [area for area in _open(table) if must_attack(table, area, self.side)]

    def decider(self, table: Table) -> str:
        """The active player."""
        return self.side

    def title(self, table: Table) -> str:
        """Its name."""
        return "Combat"

    def prompt(self, table: Table) -> Prompt:
        """Which battle next?"""
        forced = [book_of(table).name(area) for area in self._forced(table)]
        rest = f" Still to be fought: {', '.join(forced)}." if forced else ""
        return Prompt(f"Which battle is fought next?{rest}", "9.12" if forced else "9.13")

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
        """Begin a battle, or end the step."""
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
    return Refusal(f"{book.name(area)} does not hold units of both sides", "9.13")


Stage = Literal[
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
STAGES: tuple[Stage, ...] = Stage.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Battle(Step[Table, Draft]):
    """One battle (9.31 to 9.38)."""

    area: str
    side: Side
    """The attacker."""
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    stage: Stage = "attackers"
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

    # Who is there

    def acting(self) -> Side:
        """The side whose stage it is."""
        return enemy(self.side) if self.stage.startswith("defender") else self.side

    def alive(self, table: Table, side: Side) -> list[Unit]:
        """A side's units in the battle that are left."""
        names = self.attackers if side == self.side else self.defenders
        return [table.units[name] for name in names if table.units[name].strength]

    def _calls(self, table: Table) -> int:
        side = self.acting()
        return artillery.calls(table, self.alive(table, side), defending=side != self.side)

    def _gun_targets(self, table: Table) -> list[Unit]:
        return artillery.targets(table, self.alive(table, enemy(self.acting())), self.laid)

    def aims(self, table: Table) -> list[tuple[Unit, list[Unit]]]:
        """The units that may be given their target next, with the targets open to them (9.57)."""
        side = self.acting()
        firers, targets = self.alive(table, side), self.alive(table, enemy(side))
        if not targets:
            return []
        ready = fire.next_firers(table, firers, self.assigned)
        if len(targets) == 1:
            ready = ready[:1]  # at a single target the order cannot matter: nobody need be asked for it
        defending = side != self.side
        return [(u, fire.choices(table, u, firers, targets, self.assigned, defending=defending)) for u in ready]

    # The step

    def decider(self, table: Table) -> str | None:
        """Who decides at this stage; None where the stage has nothing to decide."""
        if self.stage == "attackers":
            return self.side if self._volunteers(table) or not self.attackers else None
        if self.stage == "support":
            offered = special.in_force(table, "support", self.area) and not table.special.supported
            return GERMAN if offered else None
        if self.stage.endswith("calls"):
            return self.acting() if self._calls(table) else None
        if self.stage.endswith("lays"):
            return self.acting() if self.successes and self._gun_targets(table) else None
        if self.stage.endswith("aims"):
            return self.acting() if self.aims(table) else None
        return None

    def _volunteers(self, table: Table) -> list[Unit]:
        return [unit for unit in may_attack(table, self.area, self.side) if unit.id not in self.attackers]

    def title(self, table: Table) -> str:
        """Where."""
        return f"Battle of {book_of(table).spaces[self.area].name}"

    def prompt(self, table: Table) -> Prompt:
        """The question of the stage."""
        side = self.acting()
        match self.stage:
            case "attackers":
                return Prompt("Which units that were there already attack too?", "9.13")
            case "support":
                return Prompt("Do the special forces support this battle?", "14.24")
            case "defender calls" | "attacker calls":
                target, rule = artillery.call_target(table, side, self.area)
                return Prompt(f"How many artillery calls? Each succeeds on 1 to {target}", rule)
            case "defender lays" | "attacker lays":
                return Prompt(f"On which unit is the artillery laid? {self.successes} to lay", "9.46")
            case _:
                return Prompt("Who fires at whom?", "9.57")

    def candidates(self, table: Table) -> Iterator[Command]:
        """The commands of the stage."""
        if self.stage == "attackers":
            for unit in self._volunteers(table):
                yield Attack(unit.id)
            yield Ready()
        elif self.stage == "support":
            yield Support("yes")
            yield Support("no")
        elif self.stage.endswith("calls"):
            for number in range(self._calls(table), -1, -1):
                yield Call(number)
        elif self.stage.endswith("lays"):
            for unit in self._gun_targets(table):
                yield Lay(unit.id)
        elif self.stage.endswith("aims"):
            for firer, targets in self.aims(table):
                for target in targets:
                    yield Fire(firer.id, target.id)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 9.13, 9.42, 9.46, 9.52 to 9.57 and 14.24."""
        match command:
            case Attack(name) if self.stage == "attackers":
                return self._attack_refusal(table, name)
            case Ready() if self.stage == "attackers":
                return None if self.attackers else Refusal("choose at least one unit that attacks", "9.13")
            case Support(answer) if self.stage == "support":
                return None if answer in ("yes", "no") else Refusal("the answer is yes or no", "14.24")
            case Call(number) if self.stage.endswith("calls"):
                most = self._calls(table)
                return None if 0 <= number <= most else Refusal(f"{self.acting()} has {most} call(s) here", "9.42")
            case Lay(name) if self.stage.endswith("lays"):
                return self._lay_refusal(table, name)
            case Fire(firer, target) if self.stage.endswith("aims"):
                return self._fire_refusal(table, firer, target)
        return self.not_now(table)

    def _attack_refusal(self, table: Table, name: str) -> Refusal | None:
        unit = table.units.get(name)
        if unit is None or unit.location != self.area:
            return Refusal(f"{name} is not in {book_of(table).name(self.area)}", "9.13")
        if name in self.attackers:
            return Refusal(f"{name} attacks already", "9.13")
        return attack_refusal(unit, self.side, table)

    def _lay_refusal(self, table: Table, name: str) -> Refusal | None:
        enemies = {unit.id for unit in self.alive(table, enemy(self.acting()))}
        if name not in enemies:
            return Refusal(f"{name} is no enemy unit in this battle", "9.46")
        if name in {unit.id for unit in self._gun_targets(table)}:
            return None
        if self.laid.get(name, 0) > min(self.laid.get(unit, 0) for unit in enemies):
            return Refusal(f"every enemy unit gets a counter before {name} gets another", "9.46")
        return Refusal(f"artillery is laid on the unit type with the greatest strength, not on {name}", "9.46")

    def _fire_refusal(self, table: Table, name: str, target: str) -> Refusal | None:
        side = self.acting()
        firers, targets = self.alive(table, side), self.alive(table, enemy(side))
        if name not in {unit.id for unit in firers}:
            rule = "9.36" if side == self.side else "9.33"
            return Refusal(f"now the {side} units in this battle are given their targets", rule)
        if target not in {unit.id for unit in targets}:
            return Refusal(f"{target} is no enemy unit in this battle", "9.52")
        if name in {firer for firer, _ in self.assigned}:
            return Refusal(f"{name} has its target, and cannot split its strength", "9.58")
        open_to = {unit.id: choices for unit, choices in self.aims(table)}
        if name not in open_to:
            return Refusal(f"units of higher quality choose their targets before {name}", "9.57")
        if target in {unit.id for unit in open_to[name]}:
            return None
        rule = "9.52" if len(firers) == 1 else self._forbidding(table, target, targets)
        allowed = ", ".join(unit.id for unit in open_to[name])
        return Refusal(f"{name} must fire at {allowed}", rule)

    def _forbidding(self, table: Table, target: str, targets: Sequence[Unit]) -> str:
        aimed = [aimed_at for _, aimed_at in self.assigned]
        return "9.55" if aimed.count(target) > min(aimed.count(unit.id) for unit in targets) else "9.57"

    def do(self, g: Draft, command: Command) -> None:
        """Take the decision; a stage that is complete gives way to the next."""
        match command:
            case Attack(name):
                g.swap(attackers=(*self.attackers, name))
            case Ready():
                self._begin(g)
            case Support(answer):
                self._support(g, answer == "yes")
            case Call(number):
                self._call(g, number)
            case Lay(name):
                laid = {**self.laid, name: self.laid.get(name, 0) + 1}
                g.tell(events.ArtilleryLaid(side=self.acting(), unit=name, space=self.area))
                g.swap(laid=laid, successes=self.successes - 1)
            case Fire(firer, target):
                g.tell(events.Aimed(unit=firer, target=target, space=self.area))
                g.swap(assigned=(*self.assigned, (firer, target)))

    def proceed(self, g: Draft) -> None:
        """What a stage does by itself."""
        work: Mapping[str, Callable[[Draft], None]] = {
            "attackers": self._begin,
            "defender calls": self._no_calls,
            "attacker calls": self._no_calls,
            "defender's artillery": self._fire_guns,
            "defender fires": self._fire_units,
            "attacker's artillery": self._fire_guns,
            "attacker fires": self._fire_units,
            "over": self._end,
        }
        work.get(self.stage, self._next)(g)

    def _next(self, g: Draft) -> None:
        stage = STAGES[STAGES.index(g.stack[-1].stage) + 1]
        g.swap(stage=stage, **({"assigned": ()} if stage.endswith("aims") else {}))

    def _begin(self, g: Draft) -> None:
        """The attackers are known: they leave their entrenchments; others there are marked if units entered (9.14)."""
        entered = any(g.units[name].entered_enemy for name in self.attackers)
        attackers = [g.units[name] for name in self.attackers]
        attacking, defending = list(self.attackers), list(self.defenders)
        strengths = {name: g.units[name].strength for name in attacking + defending}
        g.tell(
            events.BattleBegun(
                space=self.area, side=self.side, attackers=attacking, defenders=defending, strengths=strengths
            )
        )
        for unit in self._volunteers(g) if entered else ():
            g.change(unit.id, marked=True)
            g.tell(events.StaysOut(unit=unit.id, space=self.area))
        g.change_all(attackers, lambda unit: changed(unit, attacked=True, marked=True, entrenched=False))  # 8.59
        g.swap(river=all_crossed_river(g, self.area, attackers))
        self._next(g)

    def _support(self, g: Draft, yes: bool) -> None:
        if yes:
            g.special = replace(g.special, supported=True)
            g.tell(events.BattlefieldSupport(space=self.area))
        g.swap(support=yes)
        self._next(g)

    def _no_calls(self, g: Draft) -> None:
        self._call(g, 0)

    def _call(self, g: Draft, number: int) -> None:
        side = self.acting()
        target, rule = artillery.call_target(g, side, self.area)
        successes = g.test(events.Calls, target, rule=rule, dice=number, side=side, space=self.area) if number else 0
        g.swap(successes=successes)
        self._next(g)
        if side == self.side:
            g.swap(arms=combined_arms(g, self.alive(g, side), successes))

    def _fire_guns(self, g: Draft) -> None:
        side = self.acting()
        hits = book_of(g).charts.artillery.hits
        needed = hits.attacker if side == self.side else hits.defender
        for target in self.alive(g, enemy(side)):
            for _ in range(self.laid.get(target.id, 0)):
                if not g.units[target.id].strength:
                    break  # 9.47: the rest aimed at it are lost
                modifiers = fire_modifiers(g, self, None, side, target)
                hit = g.test(events.ArtilleryFire, needed, modifiers, side=side, unit=target.id, space=self.area)
                g.lose(target.id, hit, "9.47")
        self._next(g)

    def _fire_units(self, g: Draft) -> None:
        side = self.acting()
        for name, aimed_at in self.assigned:
            firer, target = g.units[name], g.units[aimed_at]
            value = firer.attack if side == self.side else firer.defence
            modifiers = fire_modifiers(g, self, firer, side, target)
            hits = g.test(
                events.UnitFire, value, modifiers, firer.strength, unit=name, target=aimed_at, space=self.area
            )
            g.lose(aimed_at, hits, "9.21")
        self._next(g)

    def _end(self, g: Draft) -> None:
        g.battles_fought = (*g.battles_fought, self.area)
        left = {name: g.units[name].strength for name in self.attackers + self.defenders}
        g.tell(events.BattleEnded(space=self.area, left=left))
        g.finish()
