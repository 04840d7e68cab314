"""Odds of everything that a command decides by dice: exact where the dice follow at once, else with what is assumed."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from wargame_tui.board.phrases import plural
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.game import tried
from wargame_tui.core.title import Chance, Figures, Odds
from wargame_tui.engine.spread import NOTHING, Spread, at_least, chances, evenly, mapped, mean, two
from wargame_tui.titles.commander.checks import chance_of
from wargame_tui.titles.pacific_commander.commands import Auto, DrawPlan, RerollOrder, Sail, SplitAir
from wargame_tui.titles.pacific_commander.printed import names
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SIDES, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import air, bombardment, orders, plans, resupply, submarines, surface
from wargame_tui.titles.pacific_commander.rules.engagement import (
    Aimed,
    Chit,
    air_in_battle,
    ground,
    holder,
    in_hand,
    line,
    note_round,
)
from wargame_tui.titles.pacific_commander.rules.search import flying, located_targets, order_of_strikes, search_number
from wargame_tui.titles.pacific_commander.shown import battle_odds, estimate, words
from wargame_tui.titles.pacific_commander.shown.battle_odds import Losses
from wargame_tui.titles.pacific_commander.state import Draft, State, Table, book_of, posture, present, steps_left

_AS_AUTO = "targets chosen as `auto` does, carriers first"
_AIRMEN = "half of the air points fly CAP"
MOST_FATES = 4
"""Targets of which the fates are told."""


def odds(state: State, command: Command) -> Odds | None:
    """The distribution of what a command decides; None where it rolls nothing."""
    step = top(state)
    found = _ODDS.get(step.kind) if step is not None else None
    return found(state, step, command) if found is not None else None


def _faces(table: Table) -> int:
    return book_of(table).charts.die


# Special Operations (3.5)


def _operation(table: Table, step: Any, command: Any) -> Odds | None:
    """An operation that succeeds or fails by a die."""
    if not command.success:
        return None
    number = book_of(table).charts.operations[command.verb].success
    chance = chance_of(number, _faces(table))
    return Odds(two(chance, command.success, "it fails"), figures=Figures(chance))


def _raiders(table: Table, step: Any, command: Any) -> Odds:
    """A commerce raid with the submarines named, and the one that this command adds (3.5.3)."""
    count = len({*step.ships, command.piece} - {None})
    chart, number = book_of(table).charts.economy, book_of(table).values(US).torpedo
    hits = battle_odds.hits(table, [number] * count)

    def text(hits: int) -> str:
        if not hits:
            return "nothing"
        taken = (chart.raid_repairs * hits, chart.raid_air * hits, chart.raid_battalions * hits)
        return f"{taken[0]} repairs, {taken[1]} air points, {taken[2]} battalions fewer"

    return Odds(chances(hits, text))


def _draw(table: Table, step: Any, command: Command) -> Odds | None:
    """What may be drawn from the cup (2.6, 3.4.9)."""
    if not isinstance(command, DrawPlan):
        return None
    cup = resupply.plans_to_be_had(table)
    return Odds(tuple(Chance(count / len(cup), names.plan_text(chit)) for chit, count in Counter(cup).items()))


# Sailing (3.6.1)


def _sail(table: Table, step: Any, command: Command) -> Odds | None:
    """The battle that would follow if Japan's orders changed nothing, fought out a number of times."""
    if not isinstance(command, Sail):
        return None
    found = estimate.of_area(tried(Draft(table), [command]), command.area, estimate.FOUGHT)
    if found is None:
        return None
    ends = tuple(Chance(count / found.fought, text) for text, count in found.ends.most_common())
    taken = ((f"{names.place(command.area)} afterwards", two(found.taken / found.fought, "yours", "not yours")),)
    details = (
        *(taken if found.lands else ()),
        ("Steps that you lose", _step_words(found.spread(US))),
        ("Steps that Japan loses", _step_words(found.spread(JAPAN))),
    )
    assumed = (f"an estimate: {found.fought} battles fought by `auto`", "Japan's orders come before it")
    figures = Figures(found.taken / found.fought if found.lands else None, found.mean(US), found.mean(JAPAN))
    return Odds(ends, details=details, assumptions=assumed, figures=figures)


# Orders (3.7)


def _order(table: Table, step: Any, command: Command) -> Odds:
    """What the die that lies there leads to, or what another one would (3.5.2, 3.7.4, 3.7.5)."""
    if not isinstance(command, RerollOrder):
        return Odds((Chance(1.0, _deed(table, step.group, step.rolled.row)),))
    faces = range(1, _faces(table) + 1)
    found = evenly([_deed(table, step.group, orders.row_of(table, step.group, face)) for face in faces])
    return Odds(chances(found, str), tuple(orders.modifiers_of(table, step.group)))


def _deed(table: Table, group: orders.Group, row: int) -> str:
    """The order of a row, or what replaces it, and where it leads."""
    order, target = orders.deed_of(table, group, row)
    return f"{order} {names.place(target)}" if target else order


# Battle Plans (3.9.2, 3.12)


def _plan(table: Table, step: Any, command: Any) -> Odds | None:
    """What the coming round looks like with a chit, or without one."""
    trial = Draft(table)
    chit = getattr(command, "chit", None)
    if chit is not None:
        note_round(trial, chits=(*in_hand(trial).now.chits, Chit(US, chit)))
    assumptions = ["Japan's plan is not known"]
    details: list[tuple[str, tuple[Chance, ...]]] = []
    searched = _search(trial) if flying(trial) else ()
    if searched:
        details += _plan_strikes(trial)
        divided = all(air_in_battle(trial, side) for side in SIDES)  # else there is no CAP (3.9.6)
        assumptions += ["both REARs are found", *([_AIRMEN] if divided else []), _AS_AUTO]
    guns = _plan_guns(trial)
    if guns:
        assumptions.append("no losses before the guns fire")
    details += guns
    return Odds(searched, details=tuple(details), assumptions=tuple(assumptions)) if searched or details else None


def _search(table: Table) -> tuple[Chance, ...]:
    """Who finds the enemy REAR (3.9.4, 3.9.5)."""
    us, japan = (chance_of(search_number(table, side), _faces(table)) for side in SIDES)
    cases = (
        (us * (1 - japan), "only you find the enemy's REAR: you strike first"),
        (us * japan, "both find the enemy's REAR: they strike at once"),
        ((1 - us) * (1 - japan), "neither finds the enemy's REAR: they strike at once"),
        (japan * (1 - us), "only Japan finds your REAR: it strikes first"),
    )
    return tuple(Chance(p, text) for p, text in cases if p)


def _plan_strikes(trial: Draft) -> list[tuple[str, tuple[Chance, ...]]]:
    """Both sides' strikes with the carriers found and half of the US air points as CAP."""
    percent = book_of(trial).charts.battle.auto_cap_percent
    note_round(trial, located=SIDES)
    cap, strike = _divided(trial, air.share(air_in_battle(trial, US), percent))
    found = []
    for side in SIDES:
        if strike[side]:
            losses = _strike(trial, side, strike[side], cap[enemy(side)])
            found.append((f"{names.PEOPLE[side]} strike", _step_words(losses.steps)))
    return found


def _plan_guns(trial: Draft) -> list[tuple[str, tuple[Chance, ...]]]:
    """Surface fire and bombardment of the coming round."""
    found = []
    if line(trial, US) and line(trial, JAPAN) and not plans.any_of(trial, "no_surface"):
        note_round(trial, firing=SIDES)
        for side in SIDES:
            found.append((f"{names.PEOPLE[side]} fire, if there is a fight", _step_words(_fire(trial, side).steps)))
    if bombardment.can_bombard(trial, US):
        hits = battle_odds.past_the_fort(trial, US, battle_odds.bombardment_hits(trial, US))
        lost = battle_odds.shelled(trial, US, hits)
        found.append(("US bombardment, without a fight: Japanese losses", _step_words(lost)))
    return found


# The air step (3.9.6 to 3.9.15)


def _divided(table: Table, us_cap: int) -> tuple[dict[Side, int], dict[Side, int]]:
    """CAP and strike dice of both sides, if the US keeps so many air points as CAP (3.9.6)."""
    points = {side: air_in_battle(table, side) for side in SIDES}
    percent = book_of(table).charts.orders.postures[posture(table)].cap_percent
    both = all(points.values())
    cap = {US: us_cap if both else 0, JAPAN: air.share(points[JAPAN], percent) if both else 0}
    return cap, {side: points[side] - cap[side] + plans.strike_dice(table, side) for side in SIDES}


def _us_cap(table: Table, command: Command) -> int:
    """The US air points that fly CAP: those named, or what `auto` keeps."""
    percent = book_of(table).charts.battle.auto_cap_percent
    return command.cap if isinstance(command, SplitAir) else air.share(air_in_battle(table, US), percent)


def traded(table: Table, command: Command) -> Mapping[Side, float]:
    """Steps that both sides lose on average by the strikes of the round, with the CAP that a command keeps."""
    cap, strike = _divided(table, _us_cap(table, command))
    return {side: mean(_strike(table, enemy(side), strike[enemy(side)], cap[side]).steps) for side in SIDES}


def _split(table: Table, step: Any, command: Any) -> Odds | None:
    """Both sides' strikes with so much CAP."""
    cap, strike = _divided(table, _us_cap(table, command))
    losses = {side: _strike(table, side, strike[side], cap[enemy(side)]) for side in SIDES}
    details = [("US step losses", _step_words(losses[JAPAN].steps))]
    for side in SIDES:
        if strike[side] and cap[enemy(side)]:
            left = battle_odds.strike_dice(table, side, strike[side], cap[enemy(side)])
            details.append((f"{names.PEOPLE[side]} strike dice past CAP", chances(left, str)))
    for side in (JAPAN, US):
        details += _fates(table, losses[enemy(side)])
    assumptions = [_AS_AUTO]
    if not in_hand(table).now.at_once:
        second = names.PEOPLE[order_of_strikes(table)[1]]
        assumptions.append(f"the {second} strike comes second, weaker by what the first one destroys")
    return Odds(_step_words(losses[US].steps, "Japan loses"), details=tuple(details), assumptions=tuple(assumptions))


def _strike(table: Table, side: Side, strike: int, cap: int) -> Losses:
    dice = battle_odds.strike_dice(table, side, strike, cap)
    return battle_odds.strike_losses(table, side, dice, battle_odds.auto_aims(table, side))


def struck(table: Table, step: Any, command: Any) -> float:
    """Steps that Japan loses on average by the strike in hand, with the target or dice that a command names."""
    return float(mean(_aims(table, step, command)[0].steps))


def _aimed(table: Table, step: Any, command: Any) -> Odds | None:
    """A strike with the targets named so far, the dice that are left aimed as `auto` does (3.9.10)."""
    losses, spread = _aims(table, step, command)
    others = ("remaining dice are aimed as `auto` does",) if spread else ()
    details = tuple(_fates(table, losses))
    return Odds(_step_words(losses.steps, "Japan loses"), details=details, assumptions=others)


def _aims(table: Table, step: Any, command: Any) -> tuple[Losses, bool]:
    """What a strike destroys, and whether some of its dice are aimed as `auto` does."""
    made, named, waiting = [*step.made], step.named, in_hand(table).now.strike[US]
    if hasattr(command, "count"):
        made, named = [*made, Aimed(named, command.count)], None
    named = command.piece or named
    taken = {aimed.force for aimed in made}
    rest = [force for force in located_targets(table, US) if force.id not in taken]
    rest.sort(key=lambda force: force.id != named)
    left = waiting - sum(aimed.count for aimed in made)
    aims = [*made, *air.spread(table, rest, left)]
    losses = battle_odds.strike_losses(table, US, {waiting: 1.0}, lambda dice: aims)
    return losses, bool(left and rest)


def _fates(table: Table, losses: Losses) -> list[tuple[str, tuple[Chance, ...]]]:
    """What becomes of the Forces aimed at, the worst fates first."""
    worst = sorted(losses.each.items(), key=lambda item: -mean(item[1]))[:MOST_FATES]
    return [(words.name_of(table.forces[name]), _fate(table, name, steps)) for name, steps in worst if mean(steps)]


def _fate(table: Table, name: str, steps: Spread) -> tuple[Chance, ...]:
    most = steps_left(table, table.forces[name])

    def text(count: int) -> str:
        if not count:
            return "not hit"
        return "lost" if count == most else f"loses {plural(count, 'step')}"

    return chances(steps, text)


def _step_words(steps: Spread, who: str = "") -> tuple[Chance, ...]:
    front = f"{who} " if who else ""
    return chances(steps, lambda count: f"{front}{plural(count, 'step') if count else 'nothing'}")


def _hits(count: int) -> str:
    return plural(count, "hit") if count else "no hit"


# Submarines (3.10.1)


def _torpedo(table: Table, step: Any, command: Any) -> Odds | None:
    """A submarine's attack, and what the escorts answer."""
    if command.piece is None:
        return None
    boat, target = table.forces[step.boat], table.forces[command.force]
    hits = battle_odds.hits_of_die(table, submarines.torpedo_number(table, boat.side), None)
    steps = mapped(hits, lambda count: min(count, steps_left(table, target)))

    def text(count: int) -> str:
        if not count:
            return "it misses"
        left = steps_left(table, target) - count
        return f"{words.name_of(target)} {'sinks' if not left else 'loses ' + plural(count, 'step')}"

    numbers = submarines.escorts(table, target.side)
    lost = at_least(battle_odds.hits(table, numbers), 1)
    answer = (("The escorts' answer", two(lost, "the submarine is lost", "it gets away")),) if numbers else ()
    assumed = ("ships it sinks do not answer",) if numbers else ()
    return Odds(chances(steps, text), details=answer, assumptions=assumed)


# Surface fights (3.10.2 to 3.10.6)


def _fire(table: Table, side: Side) -> Losses:
    return battle_odds.fire(table, side)


def _consent(table: Table, step: Any, command: Any) -> Odds:
    """Whether there is a fight, and what it would cost both sides (3.10.2, 3.10.3)."""
    japan, chart, faces = surface.japan_wants(table), book_of(table).charts.battle, _faces(table)
    wanted = isinstance(command, Auto) and surface.gun_sum(table, US) >= surface.gun_sum(table, JAPAN)
    wishes = (wanted or getattr(command, "answer", "no") == "yes") + japan
    forced = (faces - chart.surface_one_wants + 1) / faces
    p = (0.0, forced, 1.0)[wishes]
    trial = Draft(table)
    note_round(trial, firing=SIDES)
    losses = {side: _fire(trial, side) for side in SIDES}
    details = []
    if p:
        for side in SIDES:
            details.append((f"In a fight: {names.PEOPLE[side]} losses", _step_words(losses[enemy(side)].steps)))
            details += _fates(trial, losses[enemy(side)])
    assumptions = ("our fire is spread over their ships as `auto` does",) if p else ()
    return Odds(two(p, "there is a fight", "nobody fires"), details=tuple(details), assumptions=assumptions)


def _pursue(table: Table, step: Any, command: Any) -> Odds | None:
    """Whether the pursuit comes up with them, and what it does then (3.10.6)."""
    if getattr(command, "answer", "yes") == "no":
        return None
    trial = Draft(table)
    note_round(trial, firing=(US,))
    losses = _fire(trial, US)
    p = chance_of(book_of(table).charts.battle.pursuit, _faces(table))
    details = (("If they are caught: Japan loses", _step_words(losses.steps)), *_fates(trial, losses))
    assumptions = ("fire is spread over their ships in turn",)
    return Odds(two(p, "they are caught", "they get away"), details=details, assumptions=assumptions)


def _aim(table: Table, step: Any, command: Any) -> Odds:
    """The fire as aimed so far, with this die, the rest as `auto` would aim it (3.10.3)."""
    dice = surface.dice_of(table, US)
    named = len(dice) - len(step.aims) if command.heading else 1
    aims = [*step.aims, *([command.piece] * named if command.piece else [])]
    left = len(dice) - len(aims)
    aims += surface.spread(table, US, left)
    losses = battle_odds.fire_losses(table, US, aims)
    rest = ("dice not aimed yet are spread as `auto` does",) if left else ()
    details = tuple(_fates(table, losses))
    return Odds(_step_words(losses.steps, "Japan loses"), details=details, assumptions=rest)


# Bombardment and landing (3.10.7 to 3.11.5)


def _bombard(table: Table, step: Any, command: Any) -> Odds | None:
    """What the bombardment takes, of the hits that count and that the fort lets through (3.10.8, 3.9.15)."""
    if getattr(command, "answer", "yes") == "no":
        return None
    counted = battle_odds.bombardment_hits(table, US)
    left = battle_odds.past_the_fort(table, US, counted)
    details = [("Hits that count", chances(counted, _hits))]
    if left != counted:
        details.append(("Hits past the fort", chances(left, _hits)))
    fort = table.areas[in_hand(table).area].fort
    if fort and holder(table) == JAPAN:
        p = at_least(counted, book_of(table).charts.battle.bombard_fort)
        details.append(("The fort", two(p, "falls by a level", "stays as it is")))
    safe = bombardment.why_ground_is_safe(table, JAPAN)
    lost = _step_words(battle_odds.shelled(table, US, left), "Japan loses")
    return Odds(lost, details=tuple(details), assumptions=(safe,) if safe else ())


def _land(table: Table, step: Any, command: Any) -> Odds | None:
    """Landing fire at those who land, and the ground combat that follows (3.11.2 to 3.11.5)."""
    aboard = [force.id for force in present(table, in_hand(table).area, US).cargo]
    named = in_hand(table).now.landing
    going = [force for force in aboard if force in (*named, command.piece) or isinstance(command, Auto)]
    if not going:
        return None
    shore = battle_odds.landing_fire(table, US)
    trial = Draft(table)
    trial.put_ashore(going)
    details = []
    if ground(trial, US) and ground(trial, JAPAN):
        for side in SIDES:
            lost = battle_odds.ground_hits(trial, enemy(side))
            details.append((f"Ground combat: {names.PEOPLE[side]} losses", _step_words(lost)))
    assumptions = ("ground combat as if the landing fire hit nobody",) if shore != NOTHING and details else ()
    outcomes = chances(shore, lambda count: f"{_hits(count)} by landing fire") if shore != NOTHING else ()
    return Odds(outcomes, details=tuple(details), assumptions=assumptions) if outcomes or details else None


_ODDS: Mapping[str, Callable[[Table, Any, Any], Odds | None]] = {
    "resupply": _draw,
    "special_ops": _operation,
    "commerce_raiding": _raiders,
    "task_force": _sail,
    "order_again": _order,
    "plan_choice": _plan,
    "split": _split,
    "strike_aim": _aimed,
    "submarine_attack": _torpedo,
    "surface_consent": _consent,
    "gun_aim": _aim,
    "pursuit_choice": _pursue,
    "bombardment_choice": _bombard,
    "landing_choice": _land,
}
"""What gives the odds of commands, by the kind of the step in hand; `auto` is one of the other answers."""
