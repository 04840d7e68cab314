"""Exact odds of every roll: attacks (10), bombardments (11), sunset (6.31), single dice (9.22, 13.9, 18.44, 19)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.title import Chance, Odds
from wargame_tui.engine.spread import span
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.events import days, moves
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import FERRY, WORK
from wargame_tui.titles.montys_gamble.rules import assault, bridges
from wargame_tui.titles.montys_gamble.rules.advantage import DECK, DIE, Roll, card_value
from wargame_tui.titles.montys_gamble.rules.attack import (
    Assailing,
    attack_value,
    can_overrun,
    capacity,
    casualty_points,
    defence_value,
    eligible,
    forward_refusal,
    support_refusal,
    total,
)
from wargame_tui.titles.montys_gamble.rules.bombardment import (
    Bombardment,
    bombardment_value,
    shelter_value,
    step_price,
)
from wargame_tui.titles.montys_gamble.rules.dday import AirbornePhase
from wargame_tui.titles.montys_gamble.rules.impulses import Impulse
from wargame_tui.titles.montys_gamble.rules.refit_phase import Refitting
from wargame_tui.titles.montys_gamble.rules.reinforcements import Dropping, interdicted, interdiction_value
from wargame_tui.titles.montys_gamble.rules.surrender import surrender_result
from wargame_tui.titles.montys_gamble.state import DIS2, Draft, State, Table, book_of, is_contested, may_lead, units_in

Spread = Mapping[int, int]
"""In how many ways each number comes up; the sum is the number of all ways."""
Key = TypeVar("Key", bound=Hashable)

FACES = range(1, DIE + 1)
LONGEST_WAY = 50
"""More steps than lie between any command and the roll that it leads to."""


def odds(state: State, command: Command) -> Odds | None:
    """What a legal command would decide by dice, and how likely each result is; None where nothing is rolled."""
    step = state.stack[-1]
    match command:
        case commands.Join() | commands.Point() | commands.Support() | commands.Fight() if isinstance(step, Assailing):
            return _declared(state, command, step)
        case commands.Attack() | commands.DropAction("attack"):
            return _with_everybody(state, command)
        case commands.Lead() | commands.Support() | commands.Barrage() | commands.Aim() | commands.Fight():
            return _bombarding(state, command) if isinstance(step, Bombardment) and step.stage == "declare" else None
        case commands.AirBombard():
            return _bombarding(state, command)
        case commands.Drop(name, area) | commands.ChooseDrop(name, area):
            return _landing(state, ((name, area),))
        case commands.End() if isinstance(step, Dropping):
            return _landing(state, step.declared)
        case commands.End() if isinstance(step, AirbornePhase):
            return _landing(state, step.drops)
        case commands.Forward() | commands.Reroll() | commands.Pass() | commands.End() | commands.Bomb():
            return _next_roll(state, command)
        case commands.Seize() | commands.Repair() | commands.Blow() | commands.Infiltrate() | commands.NightRepair():
            return _next_roll(state, command)
    return None


def _after(state: State, command: Command) -> Draft:
    """The table once the command is carried out, before anything else happens."""
    g = Draft(state)
    g.stack[-1].do(g, command)
    return g


def _next_roll(state: State, command: Command) -> Odds | None:
    """The roll to which the command leads without any further decision."""
    g = _after(state, command)
    for _ in range(LONGEST_WAY):
        if not g.stack or g.over:
            return None
        step = g.stack[-1]
        if isinstance(step, Roll) and not step.totals:
            return _of_roll(g, step)
        if step.decider(g) is not None:
            return None
        step.proceed(g)
    raise RuntimeError("the steps go round in a circle")


def _of_roll(g: Draft, roll: Roll) -> Odds | None:
    below = g.stack[-2]
    match roll.purpose:
        case "attack":
            return _attack(g, below)
        case "bombardment":
            return _bombardment(g, below)
        case "sunset":
            return Odds(_sunset(g, TWO_DICE), _sunset_modifiers(g))
        case "seizure":
            return _seizure(g, roll)
        case "repair" | "demolition":
            return _works(g, roll)
        case "infiltration":
            return _infiltration(g, roll)
        case "interdiction":
            return _interdiction(g, below.unit, below.space)
        case "weather":
            return _one_die({"clear": "Clear", "overcast": "Overcast"}, lambda face: _played(g, roll, face).weather)
        case "surrender":
            return _surrenders(g, roll, below)
    return None


# Numbers


TWO_DICE: Spread = Counter(one + other for one in FACES for other in FACES)
"""A DR (6.1)."""


def difference(one: Spread, other: Spread) -> Spread:
    """By how much one number exceeds another that is independent of it."""
    leads: Counter[int] = Counter()
    for a, n in one.items():
        for b, m in other.items():
            leads[a - b] += n * m
    return leads


DICE_AGAINST_DICE = difference(TWO_DICE, TWO_DICE)


def drawn(table: Table, side: Side) -> Spread:
    """A side's combat DR, or the card in its place: all that are not out are equally likely (23.7)."""
    if "cards" not in table.optional:
        return TWO_DICE
    out = table.cards.get(side, ())
    left = [number for number in range(DECK) if number not in out]
    return Counter(card_value(table, number) for number in left or range(DECK))


def leads(table: Table) -> Spread:
    """By how much the attacker's DR exceeds the defender's."""
    if "cards" not in table.optional:
        return DICE_AGAINST_DICE
    return difference(drawn(table, table.now.side), drawn(table, enemy(table.now.side)))


def _chances(ways: Mapping[Key, int], show: Callable[[Key], tuple[str, Mapping[str, Any]]]) -> tuple[Chance, ...]:
    """Ways as probabilities, in their order."""
    whole = sum(ways.values())
    return tuple(Chance(n / whole, *show(key)) for key, n in ways.items() if n)


def _terms(value: Sequence[Modifier], against: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """What speaks for the attacker, then what speaks against him."""
    return (*value, *(replace(term, value=-term.value) for term in against))


# Attacks (10)

FAILED, STALEMATE = -2, -1
"""Results below those of a success, which is told by its casualty points."""


def _declared(state: State, command: Command, step: Assailing) -> Odds | None:
    """The attack as declared with the command, fought at once."""
    g = _after(state, command)
    declared: Assailing = g.stack[-1]
    notes: tuple[str, ...] = ()
    if not isinstance(command, commands.Fight):
        notes = (f"the attack is fought at once: {_parts(declared)}",)
    if declared.point is None:
        point = _best_point(g, declared.attackers)
        if point is None:
            return None
        declared = replace(declared, point=point)
        notes = (*notes, f"{point} is the point unit")
    if declared.refusal(g, commands.Fight()) and declared.stage == "declare":
        return None
    before = step if step.point and not isinstance(command, commands.Fight) else None
    return _against_best_forward(g, declared, notes, before)


def _parts(step: Assailing) -> str:
    """Who does what."""
    parts = [", ".join(step.attackers)]
    parts += [f"point unit {step.point}"] if step.point else []
    parts += [f"support {', '.join(step.support)}"] if step.support else []
    return "; ".join(parts)


def _best_point(table: Table, attackers: Sequence[str]) -> str | None:
    """The point unit that gives the highest attack value."""
    able = [table.units[name] for name in attackers if may_lead(table.units[name])]
    return max(able, key=lambda unit: unit.attack).id if able else None


def _with_everybody(state: State, command: Command) -> Odds | None:
    """An attack about to be declared: everybody fights in the part that helps most."""
    g = _after(state, command)
    step: Assailing = g.stack[-1]
    more = [unit.id for unit in eligible(g, step.space) if unit.type != "artillery" and unit.id not in step.attackers]
    attackers = (*step.attackers, *more)
    guns = (unit for unit in g.units.values() if unit.type == "artillery")
    support = tuple(unit.id for unit in guns if support_refusal(g, unit, step.space, attackers) is None)
    step = replace(step, attackers=attackers, point=_best_point(g, attackers), support=support)
    if step.point is None or step.refusal(g, commands.Fight()):
        return None
    return _against_best_forward(g, step, (f"all who can take part do: {_parts(step)}",))


def _against_best_forward(g: Draft, step: Assailing, notes: tuple[str, ...], before: Assailing | None = None) -> Odds:
    """The attack, the defender choosing what is best for him."""
    side = enemy(g.now.side)
    able = [unit.id for unit in units_in(g, step.space, side) if not forward_refusal(g, step.space, unit.id, side)]
    forward = max(able, key=lambda name: total(defence_value(g, step.space, step.attackers, name)))
    if len(able) > 1:
        notes = (*notes, f"the forward unit is {forward}, which gives the highest defence value")
    return _attack(g, replace(step, forward=forward), notes, before)


def _attack(g: Draft, step: Assailing, notes: tuple[str, ...] = (), before: Assailing | None = None) -> Odds:
    """The distribution of the result of an attack whose participants are all known (10.74)."""
    assert step.point is not None
    assert step.forward is not None
    value = attack_value(g, step.attackers, step.point, step.support)
    against = defence_value(g, step.space, step.attackers, step.forward)
    edge, most = total(value) - total(against), capacity(g, units_in(g, step.space, enemy(g.now.side)))
    margins = {edge + lead: n for lead, n in sorted(leads(g).items())}
    results: defaultdict[int, int] = defaultdict(int)
    for margin, n in margins.items():
        results[_result(g, step.space, margin, most)] += n
    overrun = can_overrun(g, step.space, step.attackers, step.scene)
    heading = f"Margin: AV {total(value)} and DR less DV {total(against)} and DR{_change(g, before, step)}"
    spread = _chances(margins, lambda margin: (f"{margin:+d}" if margin else "0", {"margin": margin}))
    return Odds(
        _chances(results, lambda result: _result_words(result, most, overrun=overrun)),
        _terms(value, against),
        (*_sunset_detail(g), (heading, spread)),
        notes,
    )


def _change(g: Draft, before: Assailing | None, step: Assailing) -> str:
    """What a command changes in an attack that could be fought without it."""
    if before is None or before.point is None or step.forward is None:
        return ""
    value = total(attack_value(g, before.attackers, before.point, before.support))
    against = total(defence_value(g, step.space, before.attackers, step.forward))
    return f" (without it AV {value}, DV {against})"


def _result(table: Table, space: str, margin: int, most: int) -> int:
    if margin <= 0:
        return STALEMATE if margin == 0 else FAILED
    return min(casualty_points(table, space, margin), most + 1)


def _result_words(result: int, most: int, *, overrun: bool) -> tuple[str, dict[str, Any]]:
    if result == FAILED:
        return "repulsed", {"result": "failed"}
    if result == STALEMATE:
        return "stalemate", {"result": "stalemate"}
    data = {"result": "success", "points": result, "eliminated": result > most, "overrun": result > most and overrun}
    if result > most:
        return f"{'overrun' if overrun else 'all eliminated'} ({result} CP or more)", data
    return f"{result} CP" if result else "success without CP", data


# Bombardments (11, 16.2)


def _bombarding(state: State, command: Command) -> Odds:
    """The bombardment as declared with the command, fired at once."""
    g = _after(state, command)
    step: Bombardment = g.stack[-1]
    notes = () if isinstance(command, commands.Fight) else ("the bombardment is fired at once",)
    aims = [aim.target for aim in step.legal(g) if isinstance(aim, commands.Aim)] if step.target is None else []
    return _bombardment(g, replace(step, target=aims[0]) if len(aims) == 1 else step, notes)


def _bombardment(g: Draft, step: Bombardment, notes: tuple[str, ...] = ()) -> Odds:
    """The distribution of attrition points (11.4)."""
    value = bombardment_value(g, step.lead, step.support, barrage=step.barrage)
    against = shelter_value(g, step.space, air=step.marker is not None)
    edge = total(value) - total(against)
    points: defaultdict[int, int] = defaultdict(int)
    for lead, n in sorted(leads(g).items()):
        points[max(0, edge + lead)] += n
    details = (*_target_detail(g, step, points), *_friendly_detail(g, step), *_sunset_detail(g))
    return Odds(_chances(points, _points_words), _terms(value, against), details, notes)


def _points_words(points: int) -> tuple[str, dict[str, Any]]:
    return (f"{points} AP" if points else "no effect"), {"points": points}


Detail = tuple[str, tuple[Chance, ...]]


def _target_detail(g: Draft, step: Bombardment, points: Spread) -> list[Detail]:
    """Whether the primary target takes its step, or loses its level, or is destroyed (11.4)."""
    target = step.target
    if target is None:
        return []
    marker = target.startswith((WORK, FERRY))
    if not marker and g.units[target].condition == DIS2:
        return [(f"Primary target {target}", (Chance(1.0, "absorbs nothing: it is Dis2", {"hit": False}),))]
    price = 1 if marker else step_price(g, g.units[target])
    hit = sum(n for ap, n in points.items() if ap >= price)
    words = {True: f"hit ({price} AP or more)", False: "not hit"}
    ways = {True: hit, False: sum(points.values()) - hit}
    return [(f"Primary target {target}", _chances(ways, lambda taken: (words[taken], {"hit": taken})))]


def _friendly_detail(g: Draft, step: Bombardment) -> list[Detail]:
    """Equal DRs in a contested area: half the attacker's, rounded up, on the Allies (16.23)."""
    if step.marker is None or not is_contested(g, step.space):
        return []
    one, other = drawn(g, g.now.side), drawn(g, enemy(g.now.side))
    points: defaultdict[int, int] = defaultdict(int)
    points[0] = sum(one.values()) * sum(other.values())
    for roll, n in sorted(one.items()):
        equal = n * other.get(roll, 0)
        points[-(-roll // 2)] += equal
        points[0] -= equal
    return [("Friendly fire on the Allies", _chances(points, _points_words))]


# The end of the day (6.31, 17.4)


def _sunset_detail(g: Draft) -> list[Detail]:
    """The Allies' first DR of their impulse is the sunset DR too (6.31)."""
    if g.now.side != ALLIED or g.now.sunset is not None or not any(isinstance(step, Impulse) for step in g.stack):
        return []
    return [("Sunset, by the same DR", _sunset(g, drawn(g, ALLIED)))]


def _sunset(g: Draft, spread: Spread) -> tuple[Chance, ...]:
    """Whether the day ends and the weather changes with the impulse in hand."""
    table = g.freeze()
    fates: Counter[tuple[bool, bool]] = Counter()
    for roll, n in spread.items():
        fates[_fate(table, roll)] += n
    return _chances(dict(sorted(fates.items())), _fate_words)


def _fate(table: Any, roll: int) -> tuple[bool, bool]:
    """Whether the day ends, and whether the weather changes, if the impulse closes with a sunset DR."""
    depth = next(index for index, step in enumerate(table.stack) if isinstance(step, Impulse))
    g = Draft(table)
    g.stack = (*table.stack[:depth], replace(table.stack[depth], stage="close"))
    g.note(sunset=roll)
    g.stack[-1].proceed(g)
    return g.stack[-1].over, any(isinstance(event, days.WeatherChange) for event in g.events)


def _fate_words(fate: tuple[bool, bool]) -> tuple[str, dict[str, Any]]:
    ends, turns = fate
    words = " and ".join(["the day ends"] * ends + ["the weather changes"] * turns) or "the day goes on"
    return words, {"ends": ends, "weather_changes": turns}


def _sunset_modifiers(table: Table) -> tuple[Modifier, ...]:
    return (Modifier("sunset DRM, not for the weather", table.now.drm, "12.41"),) if table.now.drm else ()


# One die


def _played(g: Draft, roll: Roll, face: int) -> Draft:
    """The table after a die of the roll on top has counted."""
    h = Draft(g.freeze())
    h.finish((roll.purpose, (face,)))
    return h


def _one_die(words: Mapping[str, str], judge: Callable[[int], str], modifiers: Sequence[Modifier] = ()) -> Odds:
    """The results of one die, each with the faces that bring it."""
    faces: dict[str, list[int]] = {result: [] for result in words}
    for face in FACES:
        faces[judge(face)].append(face)
    outcomes = tuple(
        Chance(len(shown) / DIE, f"{words[result]} ({span(shown)})", {"result": result})
        for result, shown in faces.items()
        if shown
    )
    return Odds(outcomes, tuple(modifiers))


_TRIALS = moves.Seizure | moves.Repair | moves.Demolition | moves.Infiltrated


def _trial(g: Draft, roll: Roll, good: str, bad: str, modifiers: Sequence[Modifier]) -> Odds:
    """A roll that succeeds or fails."""

    def judge(face: int) -> str:
        told = next(event for event in _played(g, roll, face).events if isinstance(event, _TRIALS))
        return "success" if told.success else "failure"

    return _one_die({"success": good, "failure": bad}, judge, modifiers)


def _seizure(g: Draft, roll: Roll) -> Odds:
    below = g.stack[-2]
    name, border = below.rolling if hasattr(below, "rolling") else below.seizing
    unit = g.units[name]
    modifiers = bridges.seizure_modifiers(g, border, unit.location, unit.side)
    return _trial(g, roll, "the bridge is seized", "it is not", modifiers)


def _works(g: Draft, roll: Roll) -> Odds:
    """Repair, by day or night, and demolition (19.2, 19.23, 19.4)."""
    repair = roll.purpose == "repair"
    modifiers = bridges.works_modifiers(g, roll.subject, g.now.side, repair=repair)
    if not repair:
        return _trial(g, roll, "the bridge is blown", "it stands", modifiers)
    most = book_of(g).charts.limits.construction
    level = min(g.crossings[roll.subject].works.get(g.now.side, 0) + 1, most)
    return _trial(g, roll, "the bridge is repaired", f"a construction marker +{level}", modifiers)


def _infiltration(g: Draft, roll: Roll) -> Odds:
    _, space = g.stack[-2].trying
    return _trial(g, roll, "it gets in", "it must attack", tuple(assault.infiltration_terms(g, space)))


def _interdiction(g: Draft, name: str, space: str) -> Odds:
    """One unit that comes by air (18.44)."""

    def judge(face: int) -> str:
        h = Draft(g.freeze())
        return "unhurt" if interdicted(h, name, space, face) else h.units[name].condition

    value = interdiction_value(g, g.units[name], space)
    modifiers = [Modifier("interdiction value", -value, "18.44")]
    return _one_die({"unhurt": "unhurt", "spent": "Spent", "dis1": "Dis1"}, judge, modifiers)


def _landing(state: State, drops: Sequence[tuple[str, str]]) -> Odds | None:
    """All units that land with a command, those in reach of no FLAK left aside."""
    g, found = Draft(state), []
    for name, area in drops:
        if interdiction_value(state, state.units[name], area):
            found.append((f"{name} at {book_of(state).name(area)}", _interdiction(g, name, area)))
    return _several(found, "unhurt", "is hit", "are hit")


def _surrenders(g: Draft, roll: Roll, below: Refitting) -> Odds | None:
    """The roll in hand; or, before the first, those of all isolated units (13.9)."""
    names = (roll.subject,) if roll.again else below.isolated
    return _several([(name, _surrender(g, name)) for name in names], "holds", "suffers", "suffer")


def _surrender(g: Draft, name: str) -> Odds:
    was = g.units[name].condition
    words = {"holds": "holds out", "spent": "Spent", "dis1": "Dis1", "dis2": "Dis2", "eliminated": "surrenders"}

    def judge(face: int) -> str:
        result = surrender_result(g, was, face)
        return "holds" if result == was else result

    return _one_die(words, judge)


def _several(each: Sequence[tuple[str, Odds]], safe: str, one: str, many: str) -> Odds | None:
    """One unit's odds; of several, how many come to harm, with each of them as a detail."""
    if len(each) < 2:
        return each[0][1] if each else None
    ways: Counter[int] = Counter({0: 1})
    for _, single in each:
        good = sum(round(chance.p * DIE) for chance in single.outcomes if chance.data["result"] == safe)
        after: Counter[int] = Counter()
        for hit, n in ways.items():
            after[hit] += n * good
            after[hit + 1] += n * (DIE - good)
        ways = after

    def show(hit: int) -> tuple[str, dict[str, Any]]:
        return (f"1 unit {one}" if hit == 1 else f"{hit or 'no'} units {many}"), {"hit": hit}

    return Odds(_chances(ways, show), details=tuple((name, single.outcomes) for name, single in each))
