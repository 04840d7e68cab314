"""Exact odds of every roll: attacks (10), bombardments (11), sunset (6.31), single dice (9.22, 13.9, 18.44, 19)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import neg
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.title import Chance, Figures, Odds
from wargame_tui.engine.odds import Branch, outcomes
from wargame_tui.engine.spread import FACES, TWO_DICE, chances, evenly, mapped, mean, merged, plus, span, successes
from wargame_tui.titles.montys_gamble.events import battles, days, moves
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, enemy
from wargame_tui.titles.montys_gamble.printed.charts import landing
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import assault, attack, bombardment, bridges
from wargame_tui.titles.montys_gamble.rules.advantage import DECK, DIE, Roll, card_value, is_best
from wargame_tui.titles.montys_gamble.rules.areas import may_lead, units_in
from wargame_tui.titles.montys_gamble.rules.dday import AirbornePhase
from wargame_tui.titles.montys_gamble.rules.impulses import Impulse
from wargame_tui.titles.montys_gamble.rules.refit_phase import Refitting
from wargame_tui.titles.montys_gamble.rules.reinforcements import Dropping, interdiction_value
from wargame_tui.titles.montys_gamble.rules.surrender import surrender_result
from wargame_tui.titles.montys_gamble.state import Draft, State, Table, book_of

Spread = Mapping[int, Fraction]
"""How likely each number is."""

LONGEST_WAY = 50
"""More steps than lie between any command and the roll that it leads to."""


def odds(state: State, command: Any) -> Odds | None:
    """What a legal command would decide by dice, and how likely each result is; None where nothing is rolled."""
    match state.stack[-1]:
        case attack.Assailing(stage="declare") as step:
            return _declared(state, command, step)
        case bombardment.Bombardment(stage="declare"):
            return _bombarding(_after(state, command), fired=command.closes)
        case Dropping(declared=drops) | AirbornePhase(stage="choose", drops=drops):
            return _landing(state, drops if command.closes else ((command.unit, command.area),))
    return _next_roll(state, command) if command.chances else _opened(_after(state, command))


def _opened(g: Draft) -> Odds | None:
    """An attack, or an air bombardment, about to be declared."""
    match g.stack[-1]:
        case attack.Assailing(stage="declare") as step:
            return _with_everybody(g, step)
        case bombardment.Bombardment(marker=str(), stage="declare"):
            return _bombarding(g, fired=False)
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
            drm = Modifier("sunset DRM, not for the weather", g.now.drm, "12.41")
            return Odds(_sunset(g, DR), (drm,) if drm.value else ())
        case "seizure":
            return _seizure(g)
        case "repair" | "demolition":
            return _works(g, roll)
        case "infiltration":
            return _infiltration(g)
        case "interdiction":
            return _interdiction(g, below.unit, below.space)
        case "weather":
            results = {branch.dice[0]: branch.g.weather for branch in _standing(g)}
            return _one_die({"clear": "Clear", "overcast": "Overcast"}, results)
        case "surrender":
            return _surrenders(g, roll, below)
    return None


# Numbers


DR: Spread = evenly(TWO_DICE)
"""Two dice (6.1)."""


def difference(one: Spread, other: Spread) -> Spread:
    """By how much one number exceeds another that is independent of it."""
    return plus(one, mapped(other, neg))


DICE_AGAINST_DICE = difference(DR, DR)


def drawn(table: Table, side: Side) -> Spread:
    """A side's combat DR, or the card in its place: all that are not out are equally likely (23.7)."""
    if "cards" not in table.optional:
        return DR
    out = table.cards.get(side, ())
    left = [number for number in range(DECK) if number not in out]
    return evenly([card_value(table, number) for number in left or range(DECK)])


def leads(table: Table) -> Spread:
    """By how much the attacker's DR exceeds the defender's."""
    if "cards" not in table.optional:
        return DICE_AGAINST_DICE
    return difference(drawn(table, table.now.side), drawn(table, enemy(table.now.side)))


def _terms(value: Sequence[Modifier], against: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """What speaks for the attacker, then what speaks against him."""
    return (*value, *(replace(term, value=-term.value) for term in against))


# Attacks (10)


def _declared(state: State, command: Any, step: attack.Assailing) -> Odds | None:
    """The attack as declared with the command, fought at once."""
    g = _after(state, command)
    declared: attack.Assailing = g.stack[-1]
    notes: tuple[str, ...] = ()
    if not command.closes:
        notes = (f"attack now: {_parts(declared)}",)
    if declared.point is None:
        point = _best_point(g, declared.attackers)
        if point is None:
            return None
        declared = replace(declared, point=point)
        notes = (*notes, f"{point} is the point unit")
    if declared.stage == "declare" and declared.fight_refusal(g):
        return None
    before = step if step.point and not command.closes else None
    return _against_best_forward(g, declared, notes, before)


def _parts(step: attack.Assailing) -> str:
    """Who does what."""
    parts = [", ".join(step.attackers)]
    parts += [f"point unit {step.point}"] if step.point else []
    parts += [f"support {', '.join(step.support)}"] if step.support else []
    return "; ".join(parts)


def _best_point(table: Table, attackers: Sequence[str]) -> str | None:
    """The point unit that gives the highest attack value."""
    able = [table.units[name] for name in attackers if may_lead(table.units[name])]
    return max(able, key=lambda unit: unit.attack).id if able else None


def _with_everybody(g: Draft, step: attack.Assailing) -> Odds | None:
    """An attack in which everybody fights in the part that helps most."""
    whole = everybody(g, step)
    return _against_best_forward(g, whole, (f"everyone who can joins: {_parts(whole)}",)) if whole else None


def everybody(g: Table, step: attack.Assailing) -> attack.Assailing | None:
    """An attack with all who can take part, each where he helps most; None if it cannot be fought."""
    more = [
        unit.id for unit in attack.eligible(g, step.space) if unit.type != "artillery" and unit.id not in step.attackers
    ]
    attackers = (*step.attackers, *more)
    guns = (unit for unit in g.units.values() if unit.type == "artillery")
    support: tuple[str, ...] = step.support
    for gun in guns:
        helps = not attack.mixes(g.units[name] for name in (*attackers, *support, gun.id))
        if gun.id not in support and helps and attack.support_refusal(g, gun, step.space, attackers) is None:
            support = (*support, gun.id)
    step = replace(step, attackers=attackers, point=step.point or _best_point(g, attackers), support=support)
    return None if step.point is None or step.fight_refusal(g) else step


def edge(g: Table, step: attack.Assailing) -> int:
    """Attack value less defence value, the defender choosing the forward unit that is best for him (10.72, 10.73)."""
    assert step.point is not None
    against = attack.total(attack.defence_value(g, step.space, step.attackers, _best_forward(g, step)))
    return attack.total(attack.attack_value(g, step.attackers, step.point, step.support)) - against


def success(g: Table, lead: int) -> float:
    """How likely an attack with such an edge succeeds (10.74)."""
    return float(sum(p for luck, p in leads(g).items() if lead + luck > 0))


def _best_forward(g: Table, step: attack.Assailing) -> str:
    names = _able_forward(g, step)
    return max(names, key=lambda name: attack.total(attack.defence_value(g, step.space, step.attackers, name)))


def _able_forward(g: Table, step: attack.Assailing) -> list[str]:
    side = enemy(g.now.side)
    units = units_in(g, step.space, side)
    return [unit.id for unit in units if not attack.forward_refusal(g, step.space, unit.id, side)]


def _against_best_forward(
    g: Draft, step: attack.Assailing, notes: tuple[str, ...], before: attack.Assailing | None = None
) -> Odds:
    """The attack, the defender choosing what is best for him."""
    forward = _best_forward(g, step)
    if len(_able_forward(g, step)) > 1:
        notes = (*notes, f"the forward unit is {forward}, which gives the highest defence value")
    return _attack(g, replace(step, forward=forward), notes, before)


def _attack(
    g: Draft, step: attack.Assailing, notes: tuple[str, ...] = (), before: attack.Assailing | None = None
) -> Odds:
    """The distribution of the result of an attack whose participants are all known (10.74)."""
    assert step.point is not None
    assert step.forward is not None
    value = attack.attack_value(g, step.attackers, step.point, step.support)
    against = attack.defence_value(g, step.space, step.attackers, step.forward)
    edge = attack.total(value) - attack.total(against)
    margins = mapped(leads(g), lambda lead: edge + lead)
    results = mapped(margins, lambda margin: _result(g, step, margin))
    heading = f"Margin: AV {attack.total(value)} + 2d6 less DV {attack.total(against)} + 2d6{_change(g, before, step)}"
    spread = chances(margins, lambda margin: (f"{margin:+d}" if margin else "0", {"margin": margin}))
    return Odds(
        chances(results, lambda result: _result_words(*result)),
        _terms(value, against),
        (*_sunset_detail(g), (heading, spread)),
        notes,
        _figures(results),
    )


def _figures(results: Mapping[tuple[attack.Result, int, str], Fraction]) -> Figures:
    """How likely an attack succeeds, and the casualty points that it brings."""
    points = mean(merged((points, float(p)) for (_, points, _), p in results.items()))
    return Figures(float(sum(p for (result, *_), p in results.items() if result == "success")), None, points)


def _change(g: Draft, before: attack.Assailing | None, step: attack.Assailing) -> str:
    """What a command changes in an attack that could be fought without it."""
    if before is None or before.point is None or step.forward is None:
        return ""
    value = attack.total(attack.attack_value(g, before.attackers, before.point, before.support))
    against = attack.total(attack.defence_value(g, step.space, before.attackers, step.forward))
    return f" (without it AV {value}, DV {against})"


def _result(g: Draft, step: attack.Assailing, margin: int) -> tuple[attack.Result, int, str]:
    """What a margin means: the result, the casualty points, and what becomes of all defenders, if anything does.

    More points than the least that eliminate all are no more than these.
    """
    result = attack.result_of(margin)
    if result != "success":
        return result, 0, ""
    defenders = units_in(g, step.space, enemy(g.now.side))
    points = attack.casualty_points(g, step.space, margin)
    if not attack.overwhelms(g, points, defenders):
        return result, points, ""
    end = "overrun" if attack.can_overrun(g, step.space, step.attackers, step.scene) else "all eliminated"
    return result, attack.capacity(g, defenders) + 1, end


def _result_words(result: attack.Result, points: int, end: str) -> tuple[str, dict[str, Any]]:
    if result != "success":
        return "repulsed" if result == "failed" else result, {"result": result}
    data = {"result": result, "points": points, "eliminated": bool(end), "overrun": end == "overrun"}
    if end:
        return f"{end} ({points} CP or more)", data
    return f"{points} CP" if points else "success, no CP", data


# Rerolls (12.2)


def better(state: State) -> float | None:
    """How likely the roll on the table would come out better for the holder of the Advantage if made again.

    None where that cannot be told.
    """
    roll, holder = state.stack[-1], state.advantage.holder
    below = state.stack[-2]
    if not isinstance(roll, Roll) or not roll.totals or holder is None:
        return None
    mine = 1 if state.now.side == holder else -1
    luck = roll.totals[0] - roll.totals[-1]
    if roll.purpose == "attack" and below.point and below.forward:
        ranks = mapped(leads(state), lambda lead: _rank(state, below, lead))
        return _beyond(ranks, _rank(state, below, luck), mine)
    if roll.purpose == "bombardment":
        value = bombardment.bombardment_value(state, below.lead, below.support, barrage=below.barrage)
        against = bombardment.shelter_value(state, below.space, air=below.marker is not None)
        lead = attack.total(value) - attack.total(against)
        points = mapped(leads(state), lambda one: bombardment.attrition_points(lead + one))
        return _beyond(points, bombardment.attrition_points(lead + luck), mine)
    if roll.purpose == "sunset":
        ends = mapped(DR, lambda total: _fate(state, total)[0])
        return _beyond(ends, _fate(state, roll.totals[0])[0], 1 if holder != ALLIED else -1)
    least = (roll.goods or {}).get(holder)
    return None if least is None else sum(is_best(face, least) for face in FACES) / DIE


def _rank(table: Table, step: attack.Assailing, luck: int) -> tuple[int, int]:
    """What becomes of an attack, worst first: the result, then the casualty points that count (10.74, 10.8)."""
    value = attack.total(attack.attack_value(table, step.attackers, step.point or "", step.support))
    margin = value - attack.total(attack.defence_value(table, step.space, step.attackers, step.forward or "")) + luck
    points = attack.casualty_points(table, step.space, margin)
    most = attack.capacity(table, units_in(table, step.space, enemy(table.now.side))) + 1
    return ("failed", "stalemate", "success").index(attack.result_of(margin)), min(points, most)


def _beyond(spread: Mapping[Any, Fraction], now: Any, mine: int) -> float:
    """How likely something greater comes out than there is now, or, for the other side, something less."""
    return float(sum(p for value, p in spread.items() if (value > now if mine > 0 else value < now)))


# Bombardments (11, 16.2)


def _bombarding(g: Draft, *, fired: bool) -> Odds:
    """The bombardment in hand as declared so far, fired at once."""
    step: bombardment.Bombardment = g.stack[-1]
    aims = step.aims(g) if step.target is None else ()
    notes = () if fired else ("fired now, without further support",)
    return _bombardment(g, replace(step, target=aims[0]) if len(aims) == 1 else step, notes)


def _bombardment(g: Draft, step: bombardment.Bombardment, notes: tuple[str, ...] = ()) -> Odds:
    """The distribution of attrition points (11.4)."""
    value = bombardment.bombardment_value(g, step.lead, step.support, barrage=step.barrage)
    against = bombardment.shelter_value(g, step.space, air=step.marker is not None)
    edge = attack.total(value) - attack.total(against)
    points = mapped(leads(g), lambda lead: bombardment.attrition_points(edge + lead))
    details = (*_target_detail(g, step, points), *_friendly_detail(g, step), *_sunset_detail(g))
    spread = {ap: float(p) for ap, p in points.items()}
    figures = Figures(1 - spread.get(0, 0.0), None, mean(spread))
    return Odds(chances(points, _points_words), _terms(value, against), details, notes, figures)


def _points_words(points: int) -> tuple[str, dict[str, Any]]:
    return (f"{points} AP" if points else "no effect"), {"points": points}


Detail = tuple[str, tuple[Chance, ...]]


def _target_detail(g: Draft, step: bombardment.Bombardment, points: Spread) -> list[Detail]:
    """Whether the primary target takes its step, or loses its level, or is destroyed (11.4)."""
    target = step.target
    if target is None:
        return []
    price = bombardment.target_price(g, target)
    if price is None:
        return [(f"Primary target {target}", (Chance(1.0, "absorbs nothing: it is Dis2", {"hit": False}),))]
    words = {True: f"hit ({price} AP or more)", False: "not hit"}
    hit = sum((p for ap, p in points.items() if _is_hit(g, step, target, ap)), Fraction(0))
    return [
        (f"Primary target {target}", chances({True: hit, False: 1 - hit}, lambda taken: (words[taken], {"hit": taken})))
    ]


def _is_hit(g: Draft, step: bombardment.Bombardment, target: str, points: int) -> bool:
    """Whether attrition points do for the primary target what they can."""
    h = Draft(g.freeze())
    if points:
        bombardment.hit_primary(h, step.space, enemy(g.now.side), target, points, g.now.side)
    return bool(h.events) and not isinstance(h.events[0], battles.Wasted)


def _friendly_detail(g: Draft, step: bombardment.Bombardment) -> list[Detail]:
    """Equal DRs in a contested area hit the Allies (16.23)."""
    if not step.endangers_friends(g):
        return []
    one, other = drawn(g, g.now.side), drawn(g, enemy(g.now.side))
    points = merged((bombardment.friendly_points(a, b), p * q) for a, p in one.items() for b, q in other.items())
    return [("Friendly fire on the Allies", chances(dict(sorted(points.items())), _points_words))]


# The end of the day (6.31, 17.4)


def _sunset_detail(g: Draft) -> list[Detail]:
    """The Allies' first DR of their impulse is the sunset DR too (6.31)."""
    if g.now.side != ALLIED or g.now.sunset is not None or not any(isinstance(step, Impulse) for step in g.stack):
        return []
    return [("Sunset, by the same DR", _sunset(g, drawn(g, ALLIED)))]


def _sunset(g: Draft, spread: Spread) -> tuple[Chance, ...]:
    """Whether the day ends and the weather changes with the impulse in hand."""
    table = g.freeze()
    fates = mapped(spread, lambda roll: _fate(table, roll))
    return chances(dict(sorted(fates.items())), _fate_words)


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


# One die


def _standing(g: Draft) -> Iterator[Branch]:
    """The table with each face of the die of the roll on top, which stands."""
    table = g.freeze()

    def play(h: Draft) -> None:
        h.stack[-1].proceed(h)
        h.stack[-1].let_stand(h)

    return outcomes(lambda: Draft(table), play)


def _one_die(words: Mapping[str, str], results: Mapping[int, str], modifiers: Sequence[Modifier] = ()) -> Odds:
    """The results of the faces of one die, each with the faces that bring it."""
    faces = {result: [face for face, brought in results.items() if brought == result] for result in words}
    outcomes = tuple(
        Chance(len(shown) / DIE, f"{words[result]} ({span(shown)})", {"result": result})
        for result, shown in faces.items()
        if shown
    )
    return Odds(outcomes, tuple(modifiers))


_TRIALS = moves.SeizureResult | moves.RepairResult | moves.DemolitionResult | moves.Infiltrated


def _trial(g: Draft, good: str, bad: str, modifiers: Sequence[Modifier]) -> Odds:
    """A roll that succeeds or fails."""

    results = {}
    for branch in _standing(g):
        told = next(event for event in branch.events if isinstance(event, _TRIALS))
        results[branch.dice[0]] = "success" if told.success else "failure"
    found = _one_die({"success": good, "failure": bad}, results, modifiers)
    return replace(found, figures=Figures(sum(result == "success" for result in results.values()) / DIE))


def _seizure(g: Draft) -> Odds:
    below = g.stack[-2]
    name, border = below.rolling if hasattr(below, "rolling") else below.seizing
    unit = g.units[name]
    modifiers = bridges.seizure_modifiers(g, border, unit.location, unit.side)
    return _trial(g, "the bridge is seized", "it is not seized", modifiers)


def _works(g: Draft, roll: Roll) -> Odds:
    """Repair, by day or night, and demolition (19.2, 19.23, 19.4)."""
    repair = roll.purpose == "repair"
    modifiers = bridges.works_modifiers(g, roll.subject, g.now.side, repair=repair)
    if not repair:
        return _trial(g, "the bridge is blown", "it stands", modifiers)
    most = book_of(g).charts.limits.construction
    level = min(g.crossings[roll.subject].works.get(g.now.side, 0) + 1, most)
    return _trial(g, "the bridge is repaired", f"a construction marker +{level}", modifiers)


def _infiltration(g: Draft) -> Odds:
    _, space = g.stack[-2].trying
    return _trial(g, "it slips in", "it must attack", tuple(assault.infiltration_terms(g, space)))


def _interdiction(g: Draft, name: str, space: str) -> Odds:
    """One unit that comes by air (18.44)."""
    value = interdiction_value(g, g.units[name], space)
    results = {face: landing(face, value) or "unhurt" for face in FACES}
    modifiers = [Modifier("interdiction value", -value, "18.44")]
    return _one_die({"unhurt": "unhurt", "spent": "Spent", "dis1": "Dis1"}, results, modifiers)


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
    results = {face: surrender_result(g, was, face) for face in FACES}
    return _one_die(words, {face: "holds" if result == was else result for face, result in results.items()})


def _several(each: Sequence[tuple[str, Odds]], safe: str, one: str, many: str) -> Odds | None:
    """One unit's odds; of several, how many come to harm, with each of them as a detail."""
    if len(each) < 2:
        return each[0][1] if each else None
    harmed = (
        Fraction(sum(round(chance.p * DIE) for chance in single.outcomes if chance.data["result"] != safe), DIE)
        for _, single in each
    )

    def show(hit: int) -> tuple[str, dict[str, Any]]:
        return (f"1 unit {one}" if hit == 1 else f"{hit or 'no'} units {many}"), {"hit": hit}

    return Odds(chances(successes(harmed), show), details=tuple((name, single.outcomes) for name, single in each))
