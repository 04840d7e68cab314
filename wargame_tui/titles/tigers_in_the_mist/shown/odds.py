"""Exact odds of every roll: demolition, bridging, artillery calls and whole battles (rules 9, 10)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from wargame_tui.board.phrases import plural
from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.title import Chance, Figures, Odds
from wargame_tui.engine.spread import NOTHING, binomial, chances, mapped, mean, merged, plus
from wargame_tui.titles.tigers_in_the_mist import commands
from wargame_tui.titles.tigers_in_the_mist.printed.book import enemy
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import activation, artillery, bridges, combat, fire, special
from wargame_tui.titles.tigers_in_the_mist.rules.combat import Battle
from wargame_tui.titles.tigers_in_the_mist.state import Draft, State, Unit, book_of, units_in

Spread = dict[int, float]
"""Probability of each whole number."""


def odds(state: State, command: Command) -> Odds | None:
    """What a legal command would decide by dice, and how likely each result is; None where nothing is rolled."""
    step = state.stack[-1]
    match command:
        case commands.Blow(bridge, name):
            needed, rule = bridges.demolition_target(state, bridge, state.units[name])
            note = Modifier("special forces prevent demolition", 0, rule)
            return _two_ways(state, needed, (note,) if rule == "14.23" else (), "the bridge is blown", "it stands")
        case commands.Build(_, bridge):
            modifiers = bridges.building_modifier(state, bridge)
            needed = book_of(state).charts.bridging.target
            return _two_ways(state, needed, modifiers, "the bridge is built", "the attempt fails")
        case commands.To(space) if isinstance(step, activation.Moving):
            return _crossing(state, step, space)
        case commands.Call(number) if isinstance(step, Battle):
            return _calls(state, step, number)
    return _battle(state, command) if command.rolls and isinstance(step, Battle | combat.Battles) else None


def chance(state: State, needed: int, modifiers: Iterable[Modifier]) -> float:
    """Probability that one die with its modifiers is the number needed or less (9.21)."""
    faces = book_of(state).charts.die
    return min(max(needed - sum(modifier.value for modifier in modifiers), 0), faces) / faces


def _two_ways(state: State, needed: int, modifiers: tuple[Modifier, ...], good: str, bad: str) -> Odds:
    p = chance(state, needed, modifiers)
    drm = tuple(replace(each, value=-each.value) for each in modifiers)
    return Odds((Chance(p, good), Chance(1 - p, bad)), drm, figures=Figures(p))


def _crossing(state: State, step: activation.Moving, space: str) -> Odds | None:
    """What a demolition would do to a step, if the other player tried it with his best unit."""
    here = state.units[step.units[0]]
    bridge = book_of(state).road_to[here.location, space].bridge
    if bridge is None or not bridges.demolition_possible(state, bridge, here.id):
        return None
    side = enemy(here.side)
    reaction = bridges.Demolition(bridge, side)
    able = [c for c in reaction.legal(state) if isinstance(c, commands.Blow)]
    needed = max(bridges.demolition_target(state, bridge, state.units[c.unit])[0] for c in able)
    two = _two_ways(state, needed, (), "the bridge is blown in front of you", "you cross")
    assumed = (f"the {side} player tries to blow the bridge with his best unit",)
    return replace(two, assumptions=assumed, figures=Figures(two.outcomes[1].p))


def capped(spread: Spread, most: int) -> Spread:
    """The number, or the most if it is greater (9.22)."""
    return mapped(spread, lambda number: min(number, most))


def _calls(state: State, step: Battle, number: int) -> Odds:
    needed, _ = artillery.call_target(state, step.acting(), step.area)
    spread = binomial(number, chance(state, needed, ()))
    words = plural(number, "battery", "batteries")
    answered = tuple(Chance(p, f"{k} of {words} available", {"answered": k}) for k, p in spread.items())
    whole = _whole_battle(state, step, number)
    return replace(whole, outcomes=answered) if number else whole


def _battle(state: State, command: Command) -> Odds:
    """The battle after the command, which itself rolls nothing."""
    g = Draft(state)
    g.stack[-1].do(g, command)
    step = g.stack[-1]
    assert isinstance(step, Battle)
    if step.stage == "attackers" and not step.attackers:
        everybody = tuple(unit.id for unit in combat.may_attack(g, step.area, step.side))
        step = replace(step, attackers=everybody)
    frozen: State = g.freeze()
    return _whole_battle(frozen, step)


@dataclass(frozen=True, slots=True)
class _Branch:
    """One way in which the battle may have gone so far."""

    strengths: tuple[int, ...]
    """Of attackers, then defenders."""
    laid: tuple[int, ...] = ()
    """Artillery counters on the same units; forgotten once fired."""
    arms: bool = True
    """Combined arms; forgotten once the defender has fired."""


Branches = dict[_Branch, float]


class _Model:
    """A battle as a tree of chances, stage by stage (9.31 to 9.37); decisions still open go to the first choice."""

    def __init__(self, state: State, battle: Battle, calls: int | None) -> None:
        self.state, self.battle, self.calls = state, battle, calls
        self.names = battle.attackers + battle.defenders
        self.count = len(battle.attackers)
        if battle.stage == "attackers":
            attackers = [state.units[name] for name in battle.attackers]
            self.battle = replace(battle, river=combat.all_crossed_river(state, battle.area, attackers))
        self._units: dict[tuple[str, int], Unit] = {}
        self._aims: dict[object, fire.Assignments] = {}
        self._by_arms = {arms: replace(self.battle, arms=arms) for arms in (True, False)}

    def start(self) -> _Branch:
        """The battle as it stands."""
        strengths = tuple(self.state.units[name].strength for name in self.names)
        return _Branch(strengths, tuple(self.battle.laid.get(name, 0) for name in self.names), self.battle.arms)

    def alive(self, branch: _Branch, side: Side) -> list[Unit]:
        """A side's units that are left, at their strength."""
        indices = range(self.count) if side == self.battle.side else range(self.count, len(self.names))
        return [self._unit(self.names[i], branch.strengths[i]) for i in indices if branch.strengths[i]]

    def _unit(self, name: str, strength: int) -> Unit:
        key = (name, strength)
        if key not in self._units:
            self._units[key] = replace(self.state.units[name], strength=strength)
        return self._units[key]

    def after_calls(self, branch: _Branch, side: Side, number: int | None) -> Iterator[tuple[_Branch, float]]:
        """Artillery called and laid."""
        own, foes = self.alive(branch, side), self.alive(branch, enemy(side))
        defending = side != self.battle.side
        calls = artillery.calls(self.state, own, defending=defending) if number is None else number
        needed, _ = artillery.call_target(self.state, side, self.battle.area)
        for successes, p in binomial(calls, chance(self.state, needed, ())).items():
            arms = branch.arms if defending else combat.combined_arms(self.state, own, successes)
            yield replace(self._with_guns(branch, foes, successes), arms=arms), p

    def _with_guns(self, branch: _Branch, foes: Sequence[Unit], successes: int) -> _Branch:
        laid = dict(zip(self.names, branch.laid, strict=True))
        for _ in range(successes):
            laid[artillery.targets(self.state, foes, laid)[0].id] += 1
        return replace(branch, laid=tuple(laid.values()))

    def _modified(self, branch: _Branch, firer: Unit | None, side: Side, target: Unit) -> list[Modifier]:
        return combat.fire_modifiers(self.state, self._by_arms[branch.arms], firer, side, target)

    def gun_hits(self, branch: _Branch, side: Side) -> dict[str, Spread]:
        """Losses by artillery of each enemy unit that has counters on it (9.47)."""
        hits = book_of(self.state).charts.artillery.hits
        needed = hits.attacker if side == self.battle.side else hits.defender
        laid = dict(zip(self.names, branch.laid, strict=True))
        losses = {}
        for target in self.alive(branch, enemy(side)):
            if laid[target.id]:
                p = chance(self.state, needed, self._modified(branch, None, side, target))
                losses[target.id] = capped(binomial(laid[target.id], p), target.strength)
        return losses

    def fire_hits(self, branch: _Branch, side: Side, made: fire.Assignments) -> dict[str, Spread]:
        """Losses by unit fire of each enemy unit aimed at (9.21)."""
        firers, targets = self.alive(branch, side), self.alive(branch, enemy(side))
        losses: dict[str, Spread] = {}
        if not targets:
            return losses
        by_name = {unit.id: unit for unit in (*firers, *targets)}
        for name, aimed_at in self._aimed(side, firers, targets, made):
            firer, target = by_name[name], by_name[aimed_at]
            value = firer.attack if side == self.battle.side else firer.defence
            p = chance(self.state, value, self._modified(branch, firer, side, target))
            losses[aimed_at] = plus(losses.get(aimed_at, {0: 1.0}), binomial(firer.strength, p))
        return {name: capped(spread, by_name[name].strength) for name, spread in losses.items()}

    def _aimed(self, side: Side, firers: list[Unit], targets: list[Unit], made: fire.Assignments) -> fire.Assignments:
        """Targets for all: who is left on both sides decides it, and who is down to strength 1 (9.53)."""
        key = side, made, tuple(unit.id for unit in firers), tuple((unit.id, unit.strength > 1) for unit in targets)
        if key not in self._aims:
            self._aims[key] = self._aimed_anew(side, firers, targets, made)
        return self._aims[key]

    def _aimed_anew(
        self, side: Side, firers: list[Unit], targets: list[Unit], made: fire.Assignments
    ) -> fire.Assignments:
        defending = side != self.battle.side
        while ready := fire.next_firers(self.state, firers, made):
            open_to = fire.choices(self.state, ready[0], firers, targets, made, defending=defending)
            made = (*made, (ready[0].id, open_to[0].id))
        return made

    def lost(self, branch: _Branch, losses: Mapping[str, Spread]) -> Iterator[tuple[_Branch, float]]:
        """Every combination of losses."""
        spreads = [losses.get(name, {0: 1.0}) for name in self.names]
        combined: dict[tuple[int, ...], float] = {(): 1.0}
        for strength, spread in zip(branch.strengths, spreads, strict=True):
            combined = {
                (*left, strength - hits): p * q for left, p in combined.items() for hits, q in spread.items() if q
            }
        for strengths, p in combined.items():
            yield replace(branch, strengths=strengths), p

    def forget_guns(self, branch: _Branch, side: Side) -> _Branch:
        """Counters of a side lie on its enemies; once fired they do not matter any more."""
        fired = range(self.count, len(self.names)) if side == self.battle.side else range(self.count)
        return replace(branch, laid=tuple(0 if i in fired else n for i, n in enumerate(branch.laid)))


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a battle promises, open choices of target going to the first one."""

    takes: float
    """Probability that no defender is left, but an attacker."""
    attacker_loses: float
    """Strength points to be expected."""
    defender_loses: float

    @property
    def gain(self) -> float:
        """Strength points by which the defender's losses are likely to exceed the attacker's."""
        return self.defender_loses - self.attacker_loses


def prospect(state: State, battle: Battle) -> Prospect:
    """What a battle promises from the stage that it has reached."""
    model = _Model(state, battle, None)
    count, made, found = model.count, battle.assigned if battle.stage == "attacker aims" else (), []
    for branch, p in _played(model).items():
        hits = model.fire_hits(branch, battle.side, made)
        own, foes = branch.strengths[:count], zip(battle.defenders, branch.strengths[count:], strict=True)
        clears = p if any(own) else 0.0
        left = 0.0
        for name, strength in foes:
            spread = hits.get(name, NOTHING)
            clears *= spread.get(strength, 0.0)
            left += strength - mean(spread)
        found.append((clears, p * sum(own), p * left))
    whole = model.start().strengths
    takes, own_left, foes_left = map(sum, zip(*found, strict=True))
    return Prospect(takes, sum(whole[:count]) - own_left, sum(whole[count:]) - foes_left)


def _takes(model: _Model, both: Mapping[tuple[int, int], float]) -> float:
    """How likely the attacker has the area to himself, by the losses of both sides."""
    strengths = model.start().strengths
    most = sum(strengths[: model.count]), sum(strengths[model.count :])
    return sum(p for lost, p in both.items() if lost[0] < most[0] and lost[1] == most[1])


def hits_expected(state: State, battle: Battle, side: Side, made: fire.Assignments) -> tuple[float, float]:
    """What the fire of a side promises with these targets: strength points, and how likely no enemy is left."""
    model = _Model(state, battle, None)
    start = model.start()
    hits = model.fire_hits(start, side, made)
    clears = 1.0
    for unit in model.alive(start, enemy(side)):
        clears *= hits.get(unit.id, NOTHING).get(unit.strength, 0.0)
    return sum(mean(spread) for spread in hits.values()), clears


def _whole_battle(state: State, battle: Battle, calls: int | None = None) -> Odds:
    """The distribution of both sides' losses from the stage that the battle has reached to its end."""
    model = _Model(state, battle, calls)
    return _as_odds(model, *_losses(model, _played(model)))


def _played(model: _Model) -> Branches:
    """All branches up to the attacker's fire."""
    battle = model.battle
    branches: Branches = {model.start(): 1.0}
    for name, stage in battle.stages.items():
        if battle.begun(name) and name != battle.stage:
            continue
        branches = _after(model, stage, branches, at_once=name == battle.stage)
    return branches


def _after(model: _Model, stage: combat.BattleStage, branches: Branches, *, at_once: bool) -> Branches:
    """All branches after one more stage; `at_once`: the battle stands in this very stage."""
    side = stage.side(model.battle)
    work: Callable[[_Branch], Iterable[tuple[_Branch, float]]]
    if isinstance(stage, combat.Calls):
        number = model.calls if at_once else None
        work = lambda branch: model.after_calls(branch, side, number)  # noqa: E731
    elif isinstance(stage, combat.Lays) and at_once:
        foes = enemy(side)
        left = model.battle.successes
        work = lambda branch: [(model._with_guns(branch, model.alive(branch, foes), left), 1.0)]  # noqa: E731
    elif isinstance(stage, combat.Guns):
        work = lambda branch: model.lost(model.forget_guns(branch, side), model.gun_hits(branch, side))  # noqa: E731
    elif isinstance(stage, combat.Shots) and stage.defending:
        made = model.battle.assigned if model.battle.stage == "defender aims" else ()
        work = lambda branch: model.lost(replace(branch, arms=True), model.fire_hits(branch, side, made))  # noqa: E731
    else:
        return branches
    return merged((following, p * q) for branch, p in branches.items() for following, q in work(branch))


Losses = tuple[Mapping[tuple[int, int], float], Mapping[str, Mapping[int, float]]]
"""How likely each pair of both sides' losses is, attacker first; and each loss of each unit."""


def _losses(model: _Model, branches: Branches) -> Losses:
    """The attacker's fire, the last of the battle, added to each branch; then everything counted."""
    battle, state = model.battle, model.state
    made = battle.assigned if battle.stage == "attacker aims" else ()
    both: defaultdict[tuple[int, int], float] = defaultdict(float)
    by_unit: dict[str, defaultdict[int, float]] = {name: defaultdict(float) for name in model.names}
    for branch, p in branches.items():
        lost = [state.units[name].strength - left for name, left in zip(model.names, branch.strengths, strict=True)]
        for name, gone in zip(battle.attackers, lost, strict=False):
            by_unit[name][gone] += p
        last = model.fire_hits(branch, battle.side, made)
        total: Spread = {sum(lost[model.count :]): 1.0}
        for name, gone in zip(battle.defenders, lost[model.count :], strict=True):
            hits = last.get(name, {0: 1.0})
            total = plus(total, hits)
            for more, q in hits.items():
                by_unit[name][gone + more] += p * q
        for hits_in_all, q in total.items():
            both[sum(lost[: model.count]), hits_in_all] += p * q
    return both, by_unit


def _as_odds(model: _Model, both: Mapping[tuple[int, int], float], by_unit: Mapping[str, Mapping[int, float]]) -> Odds:
    battle, state = model.battle, model.state
    foe = enemy(battle.side)

    def show(lost: tuple[int, int]) -> tuple[str, Mapping[str, int]]:
        words = f"{battle.side} loses {lost[0]}, {foe} loses {lost[1]}"
        return words, {"attacker_loses": lost[0], "defender_loses": lost[1]}

    outcomes = chances(dict(sorted(both.items(), key=lambda item: -item[1])), show)
    sides = (mapped(both, itemgetter(index)) for index in (0, 1))
    takes = _takes(model, both)
    taken = (Chance(takes, "yes", {"takes": True}), Chance(1 - takes, "no", {"takes": False}))
    totals = [*zip((f"{battle.side} loses", f"{foe} loses"), sides, strict=True), *by_unit.items()]
    details = tuple(
        (heading, chances(dict(sorted(spread.items())), lambda lost: (str(lost), {"lost": lost})))
        for heading, spread in totals
    )
    place = book_of(state).spaces[battle.area].name
    details = ((f"{battle.side} takes {place}", taken), *details)
    figures = Figures(takes, *(sum(lost[index] * p for lost, p in both.items()) for index in (0, 1)))
    return Odds(outcomes, _modifiers(model), details, _assumptions(model, state), figures)


def _modifiers(model: _Model) -> tuple[Modifier, ...]:
    """Every modifier that some fire in the battle is subject to, as the battle stands: more is better for it."""
    branch = model.start()
    found: dict[tuple[str, str], Modifier] = {}
    for side in (enemy(model.battle.side), model.battle.side):
        for target in model.alive(branch, enemy(side)):
            for firer in (None, *model.alive(branch, side)):
                for modifier in model._modified(branch, firer, side, target):
                    name = f"{side} fire hits on: {modifier.name}"
                    found[side, modifier.name] = replace(modifier, name=name, value=-modifier.value)
    return tuple(found.values())


def _assumptions(model: _Model, state: State) -> tuple[str, ...]:
    battle = model.battle
    notes = []
    if battle.stage == "attackers":
        extra = [u.id for u in units_in(state, battle.area, battle.side) if u.id not in battle.attackers]
        notes.append(f"attackers: {', '.join(battle.attackers)}{'; no one else joins' if extra else ''}")
    offered = special.in_force(state, "support", battle.area) and not state.special.supported
    if offered and battle.stage in ("attackers", "support"):
        notes.append("without special forces")
    if not battle.begun("attacker lays"):
        notes.append("both sides call all their artillery")
        attackers = model.alive(model.start(), battle.side)
        if combat.combined_arms(state, attackers, 1):
            notes.append("no battery, no combined arms for the attacker (9.6): counted in")
        elif battle.arms:
            notes.append("attacker without combined arms (9.6): counted in")
    notes.append("undecided targets: the first one listed")
    return tuple(notes)
