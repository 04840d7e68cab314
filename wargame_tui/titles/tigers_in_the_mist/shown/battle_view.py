"""A battle as it is followed on the screen: who fires at whom, each die against its number."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.fact import Fact
from wargame_tui.board.title import Battle, BattleRow, HitTable, Shot
from wargame_tui.core.event import Event
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.printed.book import enemy
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import combat
from wargame_tui.titles.tigers_in_the_mist.shown import presentation
from wargame_tui.titles.tigers_in_the_mist.state import State, Unit, book_of


def battle(state: State, told: Sequence[Event]) -> Battle | None:
    """The battle being fought, or the last one among the events if it has just ended."""
    step = state.stack[-1] if state.stack else None
    story = _last_battle(told)
    if isinstance(step, combat.Battle):
        told_of_it = () if step.stage == "attackers" else story  # until then the events are of the battle before
        return _picture(state, step.area, step.side, step.attackers, step.defenders, told_of_it, step)
    return ended(state, told)


def ended(state: State, told: Sequence[Event]) -> Battle | None:
    """The last battle among the events, if it is over, whatever is being fought since."""
    story = _last_battle(told)
    match story:
        case [events.BattleBegun() as begun, *_, events.BattleEnded()]:
            return _picture(state, begun.space, begun.side, begun.attackers, begun.defenders, story, None)
    return None


def _last_battle(told: Sequence[Event]) -> list[Event]:
    """The events of the last battle, from its first to its last so far."""
    story: list[Event] = []
    for event in told:
        if isinstance(event, events.BattleBegun):
            story = [event]
        elif story and not isinstance(story[-1], events.BattleEnded):
            story.append(event)
    return story


def _picture(
    state: State,
    area: str,
    side: Side,
    attackers: Sequence[str],
    defenders: Sequence[str],
    story: Sequence[Event],
    step: combat.Battle | None,
) -> Battle:
    first, last = (story[0], story[-1]) if story else (None, None)
    begun = first.strengths if isinstance(first, events.BattleBegun) else {}
    ended = last.left if isinstance(last, events.BattleEnded) and step is None else {}
    aimed = step.assigned if step is not None and isinstance(step.now, combat.Aims | combat.Shots) else ()
    shots = [_shot(event) for event in story if isinstance(event, events.ArtilleryFire | events.UnitFire)]
    waiting = [_waiting(state, step, firer, target) for firer, target in aimed] if step is not None else []
    modifiers = _modifiers(state, step) if step is not None else ()
    return Battle(
        space=area,
        heading=f"Battle of {book_of(state).spaces[area].name}",
        attacker=side,
        defender=enemy(side),
        attackers=tuple(_row(state, name, begun, ended, step) for name in attackers),
        defenders=tuple(_row(state, name, begun, ended, step) for name in defenders),
        stage=step.stage if step is not None else "over",
        modifiers=modifiers,
        shots=tuple(shots + waiting),
        finished=step is None,
        hits=hit_table(state),
    )


def hit_table(state: State) -> HitTable:
    """The numbers of units and guns, with all that modifiers can add and take (9.21, 9.48, 9.74)."""
    charts = book_of(state).charts
    guns, drms = charts.artillery.hits, [each.drm for _, each in charts.modifiers]
    values = {guns.attacker, guns.defender}
    values |= {value for chart in charts.types.values() for value in (chart.attack, chart.defence)}
    best, worst = -sum(drm for drm in drms if drm < 0), -sum(drm for drm in drms if drm > 0)
    return HitTable("hits on", tuple(sorted(values)), tuple(range(best, worst - 1, -1)), charts.die, "9.21")


def next_shot(state: State) -> Shot | None:
    """What is aimed next in the battle in hand, as far as its modifiers are known (9.46, 9.57)."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, combat.Battle):
        return None
    stage, side = step.now, step.acting()
    match stage:
        case combat.Aims():
            return next((_waiting(state, step, unit.id, to[0].id) for unit, to in stage.open_to(step, state)), None)
        case combat.Lays():
            guns, target = book_of(state).charts.artillery.hits, next(iter(step.alive(state, enemy(side))), None)
            needed = guns.attacker if side == step.side else guns.defender
            if target is None:
                return None
            listed = combat.fire_modifiers(state, step, None, side, target)
            return Shot(f"{side} artillery", target.id, needed - sum(m.value for m in listed), needed, (), None, 0)
    return None


def _row(
    state: State, name: str, begun: Mapping[str, int], ended: Mapping[str, int], step: combat.Battle | None
) -> BattleRow:
    unit = state.units[name]
    left = ended.get(name, unit.strength)
    guns = step.laid.get(name, 0) if step is not None and not _fired_at(step, unit) else 0
    marks = " ".join([*(["entrenched"] if unit.entrenched else []), *([f"artillery x{guns}"] if guns else [])])
    return BattleRow(presentation.counter(state, unit), begun.get(name, left), left, marks)


def _fired_at(step: combat.Battle, unit: Unit) -> bool:
    """Whether the counters laid on a unit have had their die (9.32, 9.35)."""
    return step.begun("defender aims" if unit.side == step.side else "attacker aims")


def _shot(told: events.ArtilleryFire | events.UnitFire) -> Shot:
    return Shot(
        firer=f"{told.side} artillery" if isinstance(told, events.ArtilleryFire) else told.unit,
        target=told.unit if isinstance(told, events.ArtilleryFire) else told.target,
        needed=told.hits_on,
        printed=told.needed,
        modifiers=tuple(_change(*each) for each in told.changes),
        dice=tuple(told.dice),
        hits=told.successes,
    )


def _change(by: int, name: str, rule: str) -> str:
    """What a modifier of the die does to the number needed."""
    return f"{name} {by:+d} ({rule})"


def _waiting(state: State, step: combat.Battle, firer: str, target: str) -> Shot:
    """A shot that is aimed and not yet rolled."""
    unit, aimed_at = state.units[firer], state.units[target]
    value = unit.attack if unit.side == step.side else unit.defence
    listed = combat.fire_modifiers(state, step, unit, unit.side, aimed_at)
    words = tuple(_change(-m.value, m.name, m.rule) for m in listed)
    return Shot(firer, target, value - sum(m.value for m in listed), value, words, None, 0)


def _modifiers(state: State, step: combat.Battle) -> tuple[Fact, ...]:
    """What is known of the battle's modifiers, each with its rule."""
    facts = []
    called = step.begun("attacker lays")
    charts = book_of(state).charts.modifiers
    if called and not step.arms:
        facts.append(Fact("no combined arms", _hits_on("defender hits", charts.no_combined_arms.drm), "9.6"))
    if step.river:
        facts.append(Fact("over a river", _hits_on("defender hits", charts.river.drm), "9.71"))
    if step.support:
        facts.append(Fact("special forces", _hits_on("Allies hit", charts.battlefield_support.drm), "14.24"))
    return tuple(facts)


def _hits_on(who: str, drm: int) -> str:
    """What a modifier of a side's dice means for it."""
    return f"{who} on {abs(drm)} {'less' if drm > 0 else 'more'}"


# Losses
