"""A greedy player of Desert Commander: the operation that leads to the most promising position, as long as SP last.

A position is worth the VP held, less what the enemy may take with his next orders, and as much of the other prizes as
the forces about them promise. A march is worth the position to which it leads; an assault the positions after trial
battles, and the blood of both sides. Everything follows from the state alone: the trial battles have dice of their own,
cast from the forces in them. In battles it plays the chits that fit and leaves every other decision to `auto`
(5.3).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.state import changed
from wargame_tui.titles.desert_commander import commands as c
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY, Book
from wargame_tui.titles.desert_commander.rules.battle import Battle, PlanChoice, battle_in_hand, finds_work, forces_of
from wargame_tui.titles.desert_commander.rules.normandy import interdiction
from wargame_tui.titles.desert_commander.rules.operations import Forming, Operations, cost, ready
from wargame_tui.titles.desert_commander.rules.orders import modifiers
from wargame_tui.titles.desert_commander.rules.supply_points import Resupply
from wargame_tui.titles.desert_commander.state import (
    Force,
    State,
    book_of,
    class_of,
    cv,
    cv_at,
    cv_total,
    havens,
    mobile,
    owned_by,
    present,
    room,
    stacks,
)

REFIT_ABOVE, PLAN_ABOVE = 4, 8
"""Supply Points above which a force is refitted, and a chit bought."""
TRIALS, TRIAL_ROUNDS = 10, 4
"""Battles fought on trial before an assault, and their rounds."""
LEAST_ODDS, LEAST_LEFT = 0.5, 0.1
"""The CV of an assault by that of the defenders, below which none is tried; the share of them left if it fails."""
BLOOD, LAST_BLOOD = 0.2, 0.05
"""What it is worth to take a step, or a force, from the enemy: in VP, and on the last turn."""
SP, SPARE_SP = 0.08, 0.01
"""What a Supply Point is worth, and one that could not be carried over."""
HOPE, NEAR, LEAST_FOE = 0.6, 0.7, 3.0
"""The worth of a prize about which the player is far superior; of a force by link; the CV to reckon with anywhere."""
KEEP, PLACE, STACK, MOST_STACK = 0.7, 0.3, 0.07, 6.0
"""What the enemy takes with an Area before the last turn: of its VP, besides them, by CV there up to so much."""
FIRE = 3.3
"""The CV of a usual force, to which terrain is compared."""
HELD, LOST = 0.9, 2.1
"""The CV of an enemy attack by that of the defenders at which they surely hold, and at which they are surely lost."""


class Choice(NamedTuple):
    """An operation and what it promises."""

    value: float
    origin: str
    area: str
    forces: tuple[str, ...]
    blitz: bool


def choose(game: Game) -> Command:
    """The command of the player, who must have a decision to make."""
    state: State = game.state
    step: Any = state.stack[-1]
    return _HANDLERS.get(type(step), _plain)(state, step)


def _plain(state: State, step: Any) -> Command:
    """What needs no thought: `auto`, else the start or the end, else the first that comes."""
    legal: list[Command] = list(step.legal(state))
    for kind in (c.Auto, c.Go, c.End):
        for command in legal:
            if isinstance(command, kind):
                return command
    return legal[0]


def _resupply(state: State, step: Any) -> Command:
    """Refits, the strongest force first, then a chit, as long as there are SP to spare."""
    if state.sp > REFIT_ABOVE:
        worn = [force for force in state.forces.values() if force.side == AXIS and force.reduced]
        for force in sorted(worn, key=lambda force: -cv_at(state, force, reduced=False)):
            if step.refusal(state, c.Refit(force.id)) is None:
                return c.Refit(force.id)
    if state.sp > PLAN_ABOVE and step.refusal(state, c.BuyPlan()) is None:
        return c.BuyPlan()
    return c.End()


def _operate(state: State, step: Any) -> Command:
    """The best operation; the end when none is left."""
    best = next(iter(_choices(state)), None)
    if best is not None and best.value > 0:
        kind = c.Blitz if best.blitz else c.Operation
        return kind(best.origin, best.area)
    return c.End()


def _form(state: State, step: Any) -> Command:
    """The forces of the operation in hand, one by one, then the start."""
    operation = (step.origin, step.area, step.blitz)
    going = [choice.forces for choice in _choices(state) if (choice.origin, choice.area, choice.blitz) == operation]
    for name in going[0] if going else ():
        if name not in step.forces and step.refusal(state, c.Add(name)) is None:
            return c.Add(name)
    return _plain(state, step) if step.forces else next(iter(step.legal(state)))


def _plan(state: State, step: Any) -> Command:
    """The first chit in the hand that fits the battle."""
    battle = battle_in_hand(state)
    for chit in state.hand:
        if _fits(state, battle, chit) and step.refusal(state, c.PlayPlan(chit)) is None:
            return c.PlayPlan(chit)
    return c.PassPlan()


def _fits(state: State, battle: Battle, chit: str) -> bool:
    """Whether a chit finds something to work on: what lasts for the battle is played in its first round."""
    entry = book_of(state).plans(AXIS)[chit]
    if not finds_work(state, battle, AXIS, entry):
        return False
    if entry.ignores_dig or entry.terrain_less or entry.ignores_terrain:
        return battle.round == 1
    if entry.armour_hit:
        return sum(class_of(state, force).armour for force in forces_of(state, battle, AXIS)) > 1
    return True


# ------------------------------------------------------------------ operations


def _find_choices(state: State) -> list[Choice]:
    """What can be done, the best first."""
    return sorted(_all_choices(state), reverse=True)


_choices = Remembered(_find_choices, "forces", "areas", "sp")
"""What can be done, as long as nothing has been: while an operation is formed it stays the same."""


def _all_choices(state: State) -> Iterator[Choice]:
    view, step = _view(state), Operations()
    now = view.worth()
    for origin in view.own:
        for blitz, kind in ((False, c.Operation), (True, c.Blitz)):
            forces = sorted(ready(state, origin, blitz), key=lambda force: -cv(state, force))
            for area in book_of(state).links[origin] if forces else ():
                if step.refusal(state, kind(origin, area)) is not None:
                    continue
                for going in _parties(state, origin, area, forces, blitz):
                    gain = view.through * (_worth_after(state, view, origin, area, going) - now)
                    price = _price(state, cost(state, origin, len(going), blitz))
                    yield Choice(gain - price, origin, area, tuple(force.id for force in going), blitz)


def _parties(state: State, origin: str, area: str, forces: list[Force], blitz: bool) -> Iterator[list[Force]]:
    """Groups of forces, sorted by strength, that could go: strong ones, and into an Area without enemies weak ones."""
    fight = bool(present(state, area, ENEMY))
    most = min(book_of(state).charts.economy.most_forces, len(forces))
    if not fight or owned_by(state, area, "contested"):
        most = min(most, room(state, area, AXIS))
    while most and cost(state, origin, most, blitz) > state.sp:
        most -= 1
    sizes = {most, min(3, most)} if fight else {most, most - 1, min(3, most), min(1, most)}
    for size in sorted(sizes - {0}):
        yield forces[:size]
        if size < len(forces) and not fight:
            yield forces[-size:]


def _price(state: State, sp: int) -> float:
    """What SP are worth in VP: next to nothing where they could not be carried over (4.3.16)."""
    book = book_of(state)
    carried = book.charts.economy.carried if state.turn < book.last_turn else 0
    spare = max(0, state.sp - carried)
    return SP * max(0, sp - spare) + SPARE_SP * min(sp, spare)


def _worth_after(state: State, view: "View", origin: str, area: str, going: list[Force]) -> float:
    """The worth of the position to which an operation leads."""
    strength = cv_total(state, going)
    defenders = present(state, area, ENEMY)
    if not defenders:
        return view.worth(Move(origin, area, strength, strength))
    if strength < LEAST_ODDS * view.foe[area]:
        return 0.0
    chance, blood, left, foe = _foretold(state, area, going, defenders)
    share = max(foe / view.foe[area], LEAST_LEFT)
    won = view.worth(Move(origin, area, strength, left)) if chance else 0.0
    failed = view.worth(Move(origin, area, strength, left, share)) if chance < 1 else 0.0
    return chance * won + (1 - chance) * failed + (BLOOD if view.later else LAST_BLOOD) * blood


# ------------------------------------------------------------------ what a position is worth


class Move(NamedTuple):
    """CV that goes from an Area to another, what is left of it, and where it stands then."""

    origin: str
    area: str
    strength: float
    left: float
    foe: float = 0.0
    """The share of the defenders' CV that is left: if any, the forces are back where they were."""

    @property
    def ends(self) -> str:
        """Where the forces stand then."""
        return self.origin if self.foe else self.area


class Threat(NamedTuple):
    """What an enemy stack could do to an Area in its next orders."""

    area: str
    most: float
    """CV of defenders up to which it attacks."""
    force: float
    """Its CV as far as the terrain lets it count."""


class View(NamedTuple):
    """A position as the player judges it."""

    book: Book
    later: int
    """Turns to come after this one."""
    through: float
    """How often aircraft let an operation through."""
    attack: float
    """How often the enemy's next order is to attack."""
    own: Mapping[str, float]
    foe: Mapping[str, float]
    """CV by Area."""
    owned: frozenset[str]
    held: float
    """VP held."""
    threats: Mapping[str, list[Threat]]
    """What each enemy stack could do."""
    about: Mapping[str, float]
    """CV about each prize."""

    def worth(self, move: Move | None = None) -> float:
        """What the position is worth after a move."""
        own, held = self.own, self.held
        if move:
            own = {**own, move.origin: own[move.origin] - move.strength}
            own[move.ends] = own.get(move.ends, 0.0) + move.left
            held += self.book.areas[move.area].vp if not move.foe and move.area not in self.owned else 0
        return held - self.attack * self.danger(own, move) + (HOPE * self.hope(move) if self.later else 0.0)

    def danger(self, own: Mapping[str, float], move: Move | None) -> float:
        """What the enemy takes if every stack attacks where it hurts most."""
        taken = move.area if move and not move.foe else None
        lost: dict[str, float] = {}
        for origin, threats in self.threats.items():
            if origin == taken:
                continue
            share = move.foe if move and origin == move.area else 1.0
            area, most = "", 0.0
            for threat in threats:
                there = threat.area
                against = own.get(there, 0.0)
                if against <= share * threat.most and (there in self.owned or there == taken):
                    loss = self.loss(there, share * threat.force, against)
                    if loss > most:
                        area, most = there, loss
            lost[area] = max(most, lost.get(area, 0.0))
        return sum(lost.values())

    def loss(self, area: str, force: float, against: float) -> float:
        """What an attack on an Area takes."""
        vp = self.book.areas[area].vp
        worth = KEEP * vp + PLACE + STACK * min(against, MOST_STACK) if self.later else vp
        if force >= LOST * against:
            return worth
        return worth * max(0.0, (force / against - HELD) / (LOST - HELD))

    def hope(self, move: Move | None) -> float:
        """The VP of the prizes by how far the forces about them go against their defenders."""
        hope = 0.0
        for prize, about in self.about.items():
            foe = self.foe.get(prize, 0.0)
            if move:
                foe *= move.foe if prize == move.area else 1.0
                if prize == move.area and not move.foe:
                    continue
                about += move.left * self.near(prize, move.ends) - move.strength * self.near(prize, move.origin)
            foe = _in_terrain(self.book, prize, foe, -1) + LEAST_FOE
            hope += self.book.areas[prize].vp * about**2 / (about**2 + foe**2)
        return hope

    def near(self, prize: str, area: str) -> float:
        """How far a force counts for a prize: not at all if it cannot get there any more."""
        links = self.book.distances[prize][area]
        return NEAR ** max(0, links - 1) if links <= 2 * self.later + 1 else 0.0


def _view(state: State) -> View:
    """The position of the moment."""
    book = book_of(state)
    later = book.last_turn - state.turn
    own, foe = (
        {area: cv_total(state, forces) for area, forces in stacks(state, side).items()} for side in (AXIS, ENEMY)
    )
    owned = frozenset(area for area in book.areas if owned_by(state, area, AXIS))
    held = sum(book.areas[area].vp for area in owned)
    soon = changed(state, turn=min(state.turn + 1, book.last_turn))
    threats = {area: _threats(state, area) for area in foe if area in book.areas}
    through = 1 - interdiction(state) / book.charts.die
    view = View(book, later, through, _attack_chance(soon), own, foe, owned, held, threats, {})
    prizes = [area for area, entry in book.areas.items() if entry.vp and area not in owned]
    return view._replace(about={prize: sum(own[area] * view.near(prize, area) for area in own) for prize in prizes})


def _attack_chance(state: State) -> float:
    """How often an enemy stack in contact attacks in the orders of a turn (4.5.2, 4.5.3)."""
    book = book_of(state)
    die, orders = book.charts.die, book.procedure.contact
    change = sum(modifier.value for modifier in modifiers(state))
    rows = [min(max(face + change, 1), die) for face in range(1, die + 1)]
    return sum(orders[row - 1] in ("ATTACK", "OFFENSIVE") for row in rows) / die


def _threats(state: State, origin: str) -> list[Threat]:
    """The Areas about an enemy stack that it might attack, by the overland rule everywhere (4.5.9)."""
    book = book_of(state)
    strong = sorted((cv(state, force) for force in present(state, origin, ENEMY) if mobile(state, force)), reverse=True)
    power = sum(strong[: book.procedure.attackers])
    theirs, ours = book.charts.orders.attack_ratio
    return [
        Threat(there, power * ours / theirs, _in_terrain(book, there, power))
        for there in book.links[origin]
        if power and there not in book.campaign.sheltered
    ]


def _in_terrain(book: Book, area: str, power: float, way: int = 1) -> float:
    """CV of an attack as far as the terrain lets it count; with -1, CV of defenders as far as it helps them."""
    return power * ((FIRE + book.malus(area)) / FIRE) ** way


# ------------------------------------------------------------------ trial battles

Side = tuple[tuple[int, tuple[int, ...]], ...]
"""The forces of a side in a trial battle: the Speed of each and the CV that its steps have, the present one first."""


def _foretold(
    state: State, area: str, going: Iterable[Force], defenders: Iterable[Force]
) -> tuple[float, float, float, float]:
    """How often an assault is won on trial, what blood it costs the enemy more, and the CV left to both sides."""
    book = book_of(state)
    terrain = book.malus(area) + (book.charts.areas.dig if state.areas[area].dig else 0)
    flee = any(mobile(state, force) for force in defenders) and bool(havens(state, area, ENEMY))
    test = book.charts.battle.retreat_test / book.charts.die if flee else 0.0
    return _trials(_side(state, going), _side(state, defenders), terrain, book.charts.die, test)


def _side(state: State, forces: Iterable[Force]) -> Side:
    return tuple(
        (
            class_of(state, force).speed,
            tuple(cv_at(state, force, reduced=each) for each in (False, True)[force.reduced :]),
        )
        for force in forces
    )


@lru_cache(maxsize=4096)
def _trials(own: Side, theirs: Side, terrain: int, die: int, test: float) -> tuple[float, float, float, float]:
    """Averages of battles fought on trial: the share won, the blood that the enemy sheds more, the CV left to both."""
    random = Random(f"{own} {theirs} {terrain}")
    trials = [_trial(random, own, theirs, terrain, die, test) for _ in range(TRIALS)]
    won, blood, left, foe = (sum(values) / TRIALS for values in zip(*trials, strict=True))
    return won, blood, left, foe


def _trial(random: Random, own: Side, theirs: Side, terrain: int, die: int, test: float) -> tuple[bool, int, int, int]:
    """Whether a battle is won: the enemy destroyed, or outnumbered and so minded; the blood; the CV left to both."""
    before = _blood(theirs) - _blood(own)
    won = False
    speeds = sorted({speed for speed, _ in (*own, *theirs)}, reverse=True)
    for _ in range(TRIAL_ROUNDS):
        for speed in speeds:
            hits, losses = _hits(random, own, speed, terrain, die), _hits(random, theirs, speed, 0, die)
            own, theirs = _after(own, losses), _after(theirs, hits)
        won = bool(own) and (not theirs or (2 * _strength(theirs) < _strength(own) and random.random() < test))
        if won or not own:
            break
    return won, before - _blood(theirs) + _blood(own), _strength(own), _strength(theirs)


def _blood(side: Side) -> int:
    """Steps and forces: the last step of a force cannot be refitted."""
    return sum(len(steps) + 1 for _, steps in side)


def _hits(random: Random, side: Side, speed: int, terrain: int, die: int) -> int:
    """Hits of all forces of a Speed; the face 1 always hits."""
    return sum(random.random() * die < max(1, steps[0] + terrain) for each, steps in side if each == speed)


def _after(side: Side, hits: int) -> Side:
    """A side after so many hits: full forces take them first, of these the weakest (4.4.7)."""
    if not hits:
        return side
    left = list(side)
    for _ in range(min(hits, sum(len(steps) for _, steps in left))):
        struck = min(left, key=lambda force: (-len(force[1]), force[1][0]))
        left.remove(struck)
        left += [(struck[0], struck[1][1:])] if struck[1][1:] else []
    return tuple(left)


def _strength(side: Side) -> int:
    return sum(steps[0] for _, steps in side)


_HANDLERS: dict[type, Callable[[State, Any], Command]] = {
    Resupply: _resupply,
    Operations: _operate,
    Forming: _form,
    PlanChoice: _plan,
}
