"""Battle (4.4): a step that fights round by round, and the player's decisions in it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.commander.checks import hits_of, within_limits
from wargame_tui.titles.desert_commander import commands, events
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, ENEMY, enemy
from wargame_tui.titles.desert_commander.printed.data import PlanEntry, Role, Side
from wargame_tui.titles.desert_commander.rules import plans
from wargame_tui.titles.desert_commander.rules.decision import Choice
from wargame_tui.titles.desert_commander.rules.plans import Played, fits, in_force
from wargame_tui.titles.desert_commander.rules.supply_points import discard, supplied
from wargame_tui.titles.desert_commander.state import (
    ARMOUR,
    Draft,
    Force,
    Table,
    book_of,
    class_of,
    cv,
    cv_total,
    havens,
    ids,
    in_force_order,
    labels,
    mobile,
    present,
    room,
    weakest,
)

Form = Literal["assault", "attack", "landing"]
"""Of the Axis, of the enemy, of the enemy from the sea (4.3.7, 4.5.9, 4.9.3)."""
Stage = Literal["support", "air", "plan", "draw", "bombs", "guns", "fire", "retreat", "end"]


@dataclass(frozen=True, slots=True)
class Battle(Step[Table, Draft]):
    """A battle in an Area (4.4.1)."""

    area: str
    side: Side
    """The attacker."""
    form: Form
    origin: str
    """Where the attackers are: an Area, AT_SEA, or in a contested Area this one."""
    attackers: tuple[str, ...]
    start: Mapping[str, int]
    """The CV with which each force came."""
    support: int
    """Support dice (4.4.2)."""
    chits: int
    """Chits left to the enemy (4.4.2)."""
    stage: Stage = "support"
    round: int = 1
    speed: int = 0
    """The last Speed that has fired in this round; 0 is none yet (4.4.5)."""
    air: bool = False
    """Whether `air_support` was paid (4.3.10)."""
    played: tuple[Played, ...] = ()
    """Chits of both sides so far."""
    rerolls: int = 0
    """Misses of this round that are still rolled again."""
    pressed: int = 0
    """Rounds added by `press_on` (4.3.11)."""
    kind: Literal["battle"] = "battle"

    @property
    def contested(self) -> bool:
        """Whether both sides were in the Area before (4.9.4, 4.9.5)."""
        return self.origin == self.area

    def role(self, side: Side) -> Role:
        """Whether a side attacks or defends."""
        return "attacking" if side == self.side else "defending"

    def title(self, table: Table) -> str:
        """Its place and round."""
        return f"Battle of {book_of(table).areas[self.area].name}, round {self.round}"

    def proceed(self, g: Draft) -> None:
        """The work of the stage, and on to the next; it ends at once when a side has no force left (4.4.5)."""
        if any(name in g.forces for name in self.attackers) and present(g, self.area, enemy(self.side)):
            order = [*STAGES, self.stage]
            g.swap(stage=order[order.index(self.stage) + 1])
            STAGES[self.stage](g, self)
        else:
            conclude(g, self)


def begin_battle(g: Draft, area: str, forces: Iterable[str], origin: str, form: Form, support: int = 0) -> None:
    """Open a battle of these attackers against all enemies in the Area (4.4.1, 4.4.2)."""
    taking_part = [g.forces[name] for name in forces]
    side = taking_part[0].side
    against = present(g, area, enemy(side))
    everybody = [*taking_part, *against]
    chits = plans.number_of_chits(g, sum(force.side == ENEMY for force in everybody))
    g.reveal(area)
    g.tell(
        events.BattleBegins(
            area=area,
            side=side,
            form=form,
            origin=origin,
            chits=chits,
            attackers=list(ids(taking_part)),
            defenders=list(ids(against)),
            attacker_labels=labels(taking_part),
            defender_labels=labels(against),
        )
    )
    start = {force.id: cv(g, force) for force in everybody}
    g.push(Battle(area, side, form, origin, ids(taking_part), start, support, chits))


def attackers(table: Table, battle: Battle) -> list[Force]:
    """The attackers left, in Force order."""
    return in_force_order(table, [table.forces[name] for name in battle.attackers if name in table.forces])


def defenders(table: Table, battle: Battle) -> list[Force]:
    """All enemies of the attacker in the Area, in Force order (4.4.1)."""
    return [*present(table, battle.area, enemy(battle.side))]


def forces_of(table: Table, battle: Battle, side: Side) -> list[Force]:
    """A side's forces left in a battle, in Force order."""
    return attackers(table, battle) if side == battle.side else defenders(table, battle)


def effects(table: Table, battle: Battle, side: Side) -> list[PlanEntry]:
    """A side's chits that count in this round."""
    return in_force(table, side, battle.played, battle.round)


def battle_in_hand(table: Table) -> Battle:
    """The battle being fought."""
    return next(step for step in reversed(table.stack) if isinstance(step, Battle))


# Hit numbers


def terrain(table: Table, battle: Battle) -> int:
    """What terrain adds to the attackers' hit numbers, after the chits that work on it (4.2.4, 4.4.13)."""
    if battle.contested and battle.side == AXIS:
        return 0  # 4.9.5
    book = book_of(table)
    own = effects(table, battle, battle.side)
    if any(book.areas[battle.area].terrain in entry.ignores_terrain for entry in own):
        return 0
    return min(0, book.malus(battle.area) + sum(entry.terrain_less for entry in own))


def dig(table: Table, battle: Battle) -> int:
    """What a dig marker adds to the attackers' hit numbers in this round (4.2.5)."""
    chart = book_of(table).charts.areas
    if battle.contested and battle.side == AXIS:
        return 0  # 4.9.5
    if not table.areas[battle.area].dig or battle.round > chart.dig_rounds:
        return 0
    return 0 if any(entry.ignores_dig for entry in effects(table, battle, battle.side)) else chart.dig


def hit_modifiers(table: Table, battle: Battle, force: Force) -> list[Modifier]:
    """What is added to a force's CV for its hit number (4.4.6); nothing that is nothing."""
    own, other = effects(table, battle, force.side), effects(table, battle, enemy(force.side))
    armour = class_of(table, force).armour
    found = [
        ("own chit", sum(entry.hit + armour * entry.armour_hit for entry in own), "4.4.6"),
        ("enemy chit", sum(entry.enemy_hit for entry in other), "4.4.6"),
    ]
    if force.side == battle.side:
        found += [("terrain", terrain(table, battle), "4.2.4"), ("dig marker", dig(table, battle), "4.2.5")]
        if force.side == AXIS and force.area not in supplied(table):
            found.append(("unsupplied", book_of(table).charts.economy.unsupplied, "4.3.8"))
    return [Modifier(name, value, rule) for name, value, rule in found if value]


def hit_number(table: Table, battle: Battle, force: Force) -> int:
    """The face or less with which a force hits, within the limits of the die (2.2, 4.4.6)."""
    number = cv(table, force) + sum(modifier.value for modifier in hit_modifiers(table, battle, force))
    return within_limits(number, book_of(table).charts.die)


def dice_of(table: Table, battle: Battle, force: Force) -> int:
    """The dice that a force rolls (4.4.5, 4.4.13)."""
    own = effects(table, battle, force.side)
    return 1 + sum(entry.more_dice for entry in own if entry.dice_of == force.cls)


# What chits find to work on


def finds_work(table: Table, battle: Battle, side: Side, entry: PlanEntry) -> bool:
    """Whether a chit that a side shows now has anything to work on; otherwise it is wasted (4.4.12)."""
    own = forces_of(table, battle, side)
    if not fits(entry, battle.role(side), own):
        return False
    loses_ground = terrain(table, battle) < 0
    refuges = havens(table, battle.area, enemy(battle.side))
    effects_ = (
        (entry.hit or entry.enemy_hit or entry.rerolls or entry.gun_dice or entry.reserve, True),
        (entry.armour_hit, any(class_of(table, force).armour for force in own)),
        (entry.more_dice, any(force.cls == entry.dice_of for force in own)),
        (entry.terrain_less, loses_ground),
        (entry.ignores_terrain, loses_ground and book_of(table).areas[battle.area].terrain in entry.ignores_terrain),
        (entry.ignores_dig, dig(table, battle) < 0),
        (entry.fewer_chits, battle.chits > 0),
        (entry.no_air, battle.air and battle.round == 1),
        (entry.no_retreat or entry.retreat_hits, bool(refuges)),
        (entry.retreats, may_retreat(table, battle)),
    )
    found = [works for effect, works in effects_ if effect]
    return any(found) or not found


# Hits


def takers(table: Table, battle: Battle, side: Side, soft: bool) -> list[Force]:
    """Who may take a hit: a full force if there is one, else a reduced one (4.4.7); not armour if it is soft (9.3)."""
    fit = [force for force in forces_of(table, battle, side) if not (soft and class_of(table, force).armour)]
    return [force for force in fit if not force.reduced] or fit


def strike(g: Draft, battle: Battle, side: Side, hits: Sequence[bool]) -> None:
    """Hits on a side, each soft or not: the program takes its own at once, the player is asked (4.4.7)."""
    if side == ENEMY:
        _allot(g, battle, side, hits)
    elif hits:
        g.push(Losses(tuple(hits)))


def _allot(g: Draft, battle: Battle, side: Side, hits: Sequence[bool]) -> None:
    """Give every hit to the lowest present CV of those that may take it (4.4.7, 5.3)."""
    for soft in hits:
        if fit := takers(g, battle, side, soft):
            g.hit(weakest(g, fit).id, "4.4.7")


@dataclass(frozen=True, slots=True)
class Losses(Choice):
    """Hits that the player still has to give out (4.4.7)."""

    hits: tuple[bool, ...]
    """Of each, whether it is one that armour need not take (9.3)."""
    kind: Literal["losses"] = "losses"
    heading: ClassVar[str] = "Losses"
    meant: ClassVar[type[Command]] = commands.Lose

    def _takers(self, table: Table) -> list[Force]:
        return takers(table, battle_in_hand(table), AXIS, self.hits[0]) if self.hits else []

    def decider(self, table: Table) -> str | None:
        """The player, unless it makes no difference: one force only, or no step will be left."""
        if len(self._takers(table)) < 2:
            return None
        steps = sum(force.steps for force in forces_of(table, battle_in_hand(table), AXIS))
        return AXIS if any(self.hits) or len(self.hits) < steps else None

    def prompt(self, table: Table) -> Prompt:
        """Who takes the hit."""
        count = len(self.hits)
        return Prompt("Choose the force that takes the hit" + (f" ({count} left)" if count > 1 else ""), "4.4.7")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every force that may take the hit."""
        yield from (commands.Lose(force.id) for force in self._takers(table))
        yield commands.Auto()

    def why_not(self, table: Table, command: Command) -> Refusal:
        """Rules 4.4.7, 9.3."""
        if not isinstance(command, commands.Lose):
            return self.not_now(table)
        force = next((f for f in forces_of(table, battle_in_hand(table), AXIS) if f.id == command.force), None)
        if force is None:
            return Refusal(f"`{command.force}` is no force of yours in this battle", "4.4.7")
        if self.hits[0] and class_of(table, force).armour:
            return Refusal(f"{force.label} is armour: this hit harms none", "9.3")
        return Refusal(f"{force.label} is reduced: full forces take hits first", "4.4.7")

    def do(self, g: Draft, command: Command) -> None:
        """The force takes the hit; `auto` gives out all that are left (5.3)."""
        if isinstance(command, commands.Lose):
            self._take(g, command.force)
        else:
            g.finish()
            _allot(g, battle_in_hand(g), AXIS, self.hits)

    def thumb(self, table: Table) -> Sequence[Command]:
        """Hit by hit, those that need no choice among them."""
        trial, found = Draft(table), list[str]()
        for soft in self.hits:
            if fit := takers(trial, battle_in_hand(trial), AXIS, soft):
                found.append(weakest(trial, fit).id)
                trial.hit(found[-1], "4.4.7")
        return [commands.Lose(force) for force in found]

    def proceed(self, g: Draft) -> None:
        """Take a hit that needs no choice, or end."""
        fit = self._takers(g)
        if not self.hits:
            g.finish()
        elif fit:
            self._take(g, fit[0].id)
        else:  # only armour, which the hit does not harm (9.3), or nobody
            g.swap(hits=self.hits[1:])

    def _take(self, g: Draft, force: str) -> None:
        g.swap(hits=self.hits[1:])
        g.hit(force, "4.4.7")


# The stages of a battle


def _support(g: Draft, battle: Battle) -> None:
    """Support dice of an enemy attack (4.4.2)."""
    chart = book_of(g).charts.battle
    checks = g.checks([chart.support_hit] * battle.support, "support", "4.4.2", area=battle.area, side=battle.side)
    strike(g, battle, enemy(battle.side), [False] * hits_of(checks))


def _air(g: Draft, battle: Battle) -> None:
    """Whether to call aircraft (4.3.10)."""
    book = book_of(g)
    if battle.side == AXIS and book.campaign.air_support and g.sp >= book.charts.economy.air_support:
        g.push(AirCall())


def _plan(g: Draft, battle: Battle) -> None:
    """The player's chit, if he has any (4.4.3)."""
    if g.hand:
        g.push(PlanChoice())


def _draw(g: Draft, battle: Battle) -> None:
    """The enemy's chit, if he has one left, with what it does at once (4.4.3)."""
    faces = len(plans.enemy_cup(g, battle.played))
    if battle.chits < 1 or not faces:
        return
    chit = plans.draw_enemy_chit(g, battle.played)
    entry = book_of(g).plans(ENEMY)[chit]
    works = finds_work(g, battle, ENEMY, entry)
    g.swap(chits=battle.chits - 1, played=(*battle.played, Played(ENEMY, chit, battle.round, works)))
    g.tell(events.EnemyPlan(area=battle.area, chit=chit, faces=faces, works=works))
    if works and entry.reserve:
        _bring_reserve(g, entry)
    if works and entry.retreats:
        _fall_back(g)


def _bring_reserve(g: Draft, entry: PlanEntry) -> None:
    """A new reduced force joins the enemy side: in the Area, or with the attackers (4.4.14)."""
    battle = battle_in_hand(g)
    if entry.reserve is None:
        return
    g.reserves += 1
    attacking = battle.side == ENEMY
    area = battle.origin if attacking else battle.area
    bound = battle.area if area == AT_SEA else None
    force = g.enter(ENEMY, entry.reserve, f"Local reserve {g.reserves}", area, reduced=True, used=True, bound=bound)
    g.swap(
        attackers=(*battle.attackers, force.id) if attacking else battle.attackers,
        start={**battle.start, force.id: cv(g, force)},
    )
    g.tell(events.Reserve(area=battle.area, force=force.id, label=force.label))


def _fall_back(g: Draft) -> None:
    """The enemy retreats at once, if he can (4.4.14)."""
    battle = battle_in_hand(g)
    if may_retreat(g, battle):
        _retreat(g, battle, refuge(g, battle))


def _bombs(g: Draft, battle: Battle) -> None:
    """Aircraft in round 1, unless the enemy has cover (4.4.4)."""
    if not battle.air or battle.round > 1:
        return
    if any(entry.no_air for entry in effects(g, battle, ENEMY)):
        g.tell(events.AirCalledOff(area=battle.area))
        return
    chart = book_of(g).charts.battle
    checks = g.checks([chart.air_hit] * chart.air_dice, "air_support", "4.4.4", area=battle.area, side=AXIS)
    strike(g, battle, ENEMY, [False] * hits_of(checks))


def _guns(g: Draft, battle: Battle) -> None:
    """Dice of chits before the first Speed (4.4.4, 4.4.14)."""
    for side in (battle.side, enemy(battle.side)):
        numbers = [entry.gun_hit for entry in effects(g, battle, side) for _ in range(entry.gun_dice)]
        checks = g.checks(numbers, "guns", "4.4.4", area=battle.area, side=side)
        strike(g, battle, enemy(side), [False] * hits_of(checks))


def _fire(g: Draft, battle: Battle) -> None:
    """The next Speed: all its forces roll, attackers first, then the hits of both sides count (4.4.5)."""
    speeds = {class_of(g, force).speed for side in (AXIS, ENEMY) for force in forces_of(g, battle, side)}
    left = [speed for speed in speeds if not battle.speed or speed < battle.speed]
    if not left:
        return
    speed = max(left)
    g.swap(speed=speed, stage="fire")
    hits = {side: _volley(g, battle, side, speed) for side in (battle.side, enemy(battle.side))}
    strike(g, battle, ENEMY, hits[AXIS])
    strike(g, battle, AXIS, hits[ENEMY])


def _volley(g: Draft, battle: Battle, side: Side, speed: int) -> list[bool]:
    """A side's dice of a Speed in Force order; its hits, each soft or not (4.4.5, 9.3)."""
    firing = [force for force in forces_of(g, battle, side) if class_of(g, force).speed == speed]
    rolling = [force for force in firing for _ in range(dice_of(g, battle, force))]
    if not rolling:
        return []
    needed = [hit_number(g, battle, force) for force in rolling]
    faces, missed = _roll(g, needed, battle.rerolls if side == AXIS else 0)
    if side == AXIS:
        g.swap(rerolls=battle.rerolls - len(missed))
    hits = [face <= number for face, number in zip(faces, needed, strict=True)]
    g.tell(
        events.Fire(
            area=battle.area,
            side=side,
            speed=speed,
            round=battle.round,
            forces=list(ids(rolling)),
            labels=labels(rolling),
            faces=book_of(g).charts.die,
            needed=needed,
            dice=faces,
            missed=missed,
            hits=sum(hits),
        )
    )
    return [
        ARMOUR in g.options and class_of(g, force).small_arms and face == number
        for force, face, number, hit in zip(rolling, faces, needed, hits, strict=True)
        if hit
    ]


def _roll(g: Draft, needed: Sequence[int], rerolls: int) -> tuple[list[int], list[list[int]]]:
    """A die for each number, the first misses rolled again at once; faces, and the misses as (place, face)."""
    die = book_of(g).charts.die
    faces: list[int] = []
    missed: list[list[int]] = []
    for number in needed:
        face = g.roll(die)[0]
        if face > number and len(missed) < rerolls:
            missed.append([len(faces), face])
            face = g.roll(die)[0]
        faces.append(face)
    return faces, missed


def _test_retreat(g: Draft, battle: Battle) -> None:
    """Whether the defenders retreat after the dice of a round (4.4.8)."""
    if not (outnumbered(g, defenders(g, battle), attackers(g, battle)) and may_retreat(g, battle)):
        return
    if enemy(battle.side) == AXIS:
        g.push(RetreatChoice())
    elif g.check(book_of(g).charts.battle.retreat_test, "retreat", "4.4.8", area=battle.area, side=ENEMY):
        _retreat(g, battle, refuge(g, battle))


def _end_round(g: Draft, battle: Battle) -> None:
    """The next round, or after the last the end (4.4.1, 4.4.10)."""
    book = book_of(g)
    if battle.round < book.charts.battle.rounds + battle.pressed:
        _next_round(g)
    elif may_be_pressed(g, battle) and g.sp >= book.charts.economy.press_on:
        g.push(PressOnChoice())
    else:
        conclude(g, battle)


def may_be_pressed(table: Table, battle: Battle) -> bool:
    """Whether the player may add a round to an assault, if he has the SP (4.3.11)."""
    return battle.side == AXIS and battle.pressed < book_of(table).charts.battle.press_on


STAGES: Mapping[Stage, Callable[[Draft, Battle], None]] = {
    "support": _support,
    "air": _air,
    "plan": _plan,
    "draw": _draw,
    "bombs": _bombs,
    "guns": _guns,
    "fire": _fire,
    "retreat": _test_retreat,
    "end": _end_round,
}
"""What is done in each, in their order; each is left before its work, which may lead elsewhere."""


def _next_round(g: Draft) -> None:
    g.swap(round=g.stack[-1].round + 1, stage="plan", speed=0, rerolls=0)


# Retreat


def outnumbered(table: Table, forces: Iterable[Force], attacking: Iterable[Force]) -> bool:
    """Whether the CV total of defenders is so low that they may retreat (4.4.8)."""
    return book_of(table).charts.battle.retreat_ratio * cv_total(table, forces) < cv_total(table, attacking)


def may_retreat(table: Table, battle: Battle) -> bool:
    """Whether the defenders could: there is an Area to go to, and nothing keeps them (4.4.8, 4.4.14)."""
    side = enemy(battle.side)
    return bool(havens(table, battle.area, side)) and may_go(
        table, defenders(table, battle), effects(table, battle, side)
    )


def may_go(table: Table, forces: Iterable[Force], chits: Iterable[PlanEntry]) -> bool:
    """Whether any of these defenders moves, and no chit of theirs forbids it (4.4.8, 4.4.14)."""
    return any(mobile(table, force) for force in forces) and not any(entry.no_retreat for entry in chits)


def refuge(table: Table, battle: Battle) -> str:
    """Where the program's defenders go: the Area with most of its forces (tie: index) (4.4.8)."""
    return max(havens(table, battle.area, ENEMY), key=lambda area: len(present(table, area, ENEMY)))


def _retreat(g: Draft, battle: Battle, area: str) -> None:
    """S forces are destroyed, the others go as long as there is room, after the hits of a pursuit (4.4.9, 4.4.13)."""
    side = enemy(battle.side)
    g.tell(events.Retreated(area=area, origin=battle.area, side=side))
    _allot(g, battle, side, [False] * sum(entry.retreat_hits for entry in effects(g, battle, battle.side)))
    going: list[Force] = []
    lost: list[Force] = []
    for force in defenders(g, battle):
        fits = mobile(g, force) and len(going) < room(g, area, side)
        (going if fits else lost).append(force)
    for force in lost:
        g.tell(
            events.Stranded(
                rule="4.4.9", force=force.id, label=force.label, side=side, area=battle.area, destroyed=True
            )
        )
        g.remove(force.id)
    if going:
        g.move(ids(going), area, "4.4.9")
        g.tell(
            events.Moved(
                rule="4.4.9", side=side, origin=battle.area, area=area, forces=list(ids(going)), labels=labels(going)
            )
        )


# The end


def conclude(g: Draft, battle: Battle) -> None:
    """The battle ends: who wins moves in, a landing may stay, others are where they began (4.3.7, 4.4.10, 4.4.11)."""
    winners, holders = attackers(g, battle), defenders(g, battle)
    won = bool(winners) and not holders
    stay = bool(winners) and bool(holders) and battle.form == "landing"
    g.finish()
    g.tell(events.BattleEnds(area=battle.area, side=battle.side, form=battle.form, won=won, contested=stay))
    if won:
        g.move(ids(winners), battle.area, "4.4.11")
    elif stay:
        g.own(battle.area, "contested", "4.9.4")
        g.move(ids(winners), battle.area, "4.9.4")
    if battle.side == AXIS:
        g.change_all(ids(winners), won=True) if won else g.change_all(ids(winners), spent=True)
    g.settle_contested([battle.area, battle.origin])


# The player's decisions


@dataclass(frozen=True, slots=True)
class AirCall(Choice):
    """Whether aircraft support the assault (4.3.10)."""

    kind: Literal["air_call"] = "air_call"
    heading: ClassVar[str] = "Air support"

    def prompt(self, table: Table) -> Prompt:
        """Yes or no."""
        cost = book_of(table).charts.economy.air_support
        return Prompt(f"Call air support for {cost} SP?", "4.3.10")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Both answers."""
        yield commands.AirSupport("yes")
        yield commands.AirSupport("no")
        yield commands.Auto()

    def do(self, g: Draft, command: Command) -> None:
        """Pay, or not; `auto` pays against strong defenders (5.3)."""
        charts = book_of(g).charts
        call = command.answer == "yes" if isinstance(command, commands.AirSupport) else self._is_worth_it(g)
        g.finish()
        if call:
            g.sp -= charts.economy.air_support
            g.swap(air=True)
            g.tell(events.AirSupportCalled(area=g.stack[-1].area, sp=charts.economy.air_support))

    def _is_worth_it(self, table: Table) -> bool:
        return cv_total(table, defenders(table, battle_in_hand(table))) >= book_of(table).charts.battle.auto_air

    def thumb(self, table: Table) -> Sequence[Command]:
        """Yes against strong defenders."""
        return (commands.AirSupport("yes" if self._is_worth_it(table) else "no"),)


@dataclass(frozen=True, slots=True)
class PlanChoice(Choice):
    """The player's Battle Plan of a round (4.4.3)."""

    kind: Literal["plan_choice"] = "plan_choice"
    heading: ClassVar[str] = "Battle Plan"
    asked: ClassVar[Prompt] = Prompt("Play a Battle Plan, or pass", "4.4.3")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every chit in the hand."""
        yield from (commands.PlayPlan(chit) for chit in plans.playable(table))
        yield commands.PassPlan()
        yield commands.Auto()

    def why_not(self, table: Table, command: Command) -> Refusal:
        """Rule 4.4.3."""
        if isinstance(command, commands.PlayPlan):
            return Refusal(f"you have no chit `{command.chit}`", "4.4.3")
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Play it, with what it does at once and will do in the round or battle; `auto` passes (4.4.13, 5.3)."""
        g.finish()
        if not isinstance(command, commands.PlayPlan):
            return
        battle, chit = battle_in_hand(g), command.chit
        entry = book_of(g).plans(AXIS)[chit]
        works = finds_work(g, battle, AXIS, entry)
        g.tell(events.PlanPlayed(area=battle.area, chit=chit, works=works))
        discard(g, chit)
        g.swap(played=(*battle.played, Played(AXIS, chit, battle.round, works)))
        if works:
            g.swap(chits=max(0, battle.chits - entry.fewer_chits), rerolls=battle.rerolls + entry.rerolls)

    def thumb(self, table: Table) -> Sequence[Command]:
        """To pass."""
        return (commands.PassPlan(),)


@dataclass(frozen=True, slots=True)
class RetreatChoice(Choice):
    """Whether the player's defenders retreat (4.4.8)."""

    kind: Literal["retreat_choice"] = "retreat_choice"
    heading: ClassVar[str] = "Retreat"
    asked: ClassVar[Prompt] = Prompt("Retreat to a linked Area, or stand", "4.4.8")
    meant: ClassVar[type[Command]] = commands.Retreat

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every Area to which they may go."""
        yield from (commands.Retreat(area) for area in havens(table, battle_in_hand(table).area, AXIS))
        yield commands.Stand()
        yield commands.Auto()

    def why_not(self, table: Table, command: Command) -> Refusal:
        """Rule 4.4.8."""
        if isinstance(command, commands.Retreat):
            return Refusal(f"`{command.area}` is no linked Area of yours without enemies and with room", "4.4.8")
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Go, or stay; `auto` goes where most VP are, then most own forces (5.3)."""
        g.finish()
        battle = battle_in_hand(g)
        if isinstance(command, commands.Retreat):
            _retreat(g, battle, command.area)
        elif isinstance(command, commands.Auto):
            _retreat(g, battle, _best_haven(g, battle))

    def thumb(self, table: Table) -> Sequence[Command]:
        """To the best Area."""
        return (commands.Retreat(_best_haven(table, battle_in_hand(table))),)


def _best_haven(table: Table, battle: Battle) -> str:
    """Where most VP are, then most own forces (5.3)."""
    areas, own = book_of(table).areas, havens(table, battle.area, AXIS)
    return max(own, key=lambda area: (areas[area].vp, len(present(table, area, AXIS))))


@dataclass(frozen=True, slots=True)
class PressOnChoice(Choice):
    """Whether the assault goes on for a round (4.3.11)."""

    kind: Literal["press_on_choice"] = "press_on_choice"
    heading: ClassVar[str] = "Press on"

    def prompt(self, table: Table) -> Prompt:
        """Yes or no."""
        cost = book_of(table).charts.economy.press_on
        return Prompt(f"Press on for one more round ({cost} SP), or break off", "4.3.11")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Both answers."""
        yield commands.PressOn()
        yield commands.BreakOff()
        yield commands.Auto()

    def do(self, g: Draft, command: Command) -> None:
        """Pay for a round, or end; `auto` goes on with the upper hand (5.3)."""
        g.finish()
        battle = battle_in_hand(g)
        if isinstance(command, commands.PressOn) or (isinstance(command, commands.Auto) and _upper_hand(g, battle)):
            cost = book_of(g).charts.economy.press_on
            g.sp -= cost
            g.tell(events.PressedOn(area=battle.area, sp=cost))
            g.swap(pressed=battle.pressed + 1)
            _next_round(g)
        else:
            conclude(g, battle)

    def thumb(self, table: Table) -> Sequence[Command]:
        """To go on with the upper hand."""
        return (commands.PressOn() if _upper_hand(table, battle_in_hand(table)) else commands.BreakOff(),)


def _upper_hand(table: Table, battle: Battle) -> bool:
    own, theirs = book_of(table).charts.battle.auto_press_on
    return own * cv_total(table, attackers(table, battle)) > theirs * cv_total(table, defenders(table, battle))
