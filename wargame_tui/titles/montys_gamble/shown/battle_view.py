"""A battle as it is followed on the screen: attack and defence value term by term, the dice, what they do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from wargame_tui.board.title import Battle, BattleRow, Tally
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.wording import plural
from wargame_tui.titles.montys_gamble.events import battles, days, moves
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import called, term_name
from wargame_tui.titles.montys_gamble.rules import attack, bombardment, casualties
from wargame_tui.titles.montys_gamble.rules.advantage import COMBAT, Roll
from wargame_tui.titles.montys_gamble.shown import pieces, words
from wargame_tui.titles.montys_gamble.state import FRESH, State, book_of

Opening = battles.AttackDeclared | battles.Bombardment
Result = battles.AttackResult | battles.BombardmentResult
_STORY = (
    battles.ForwardNamed | days.Rolled | days.AdvantageUsed | days.Shuffled | Result | battles.Overrun | battles.Wasted
    | battles.FriendlyFire | moves.Worsened | moves.Eliminated | moves.Retreated | moves.Control | moves.Held
    | moves.Construction | moves.FerryDestroyed
)  # fmt: skip
"""What may follow the opening of a battle before it is over."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A battle as the events tell it."""

    opening: Opening
    result: Result | None
    forward: str | None
    throws: tuple[days.Rolled, ...]
    fates: Mapping[str, str]
    """What became of each unit, in words."""
    friendly: battles.FriendlyFire | None


def battle(state: State, events: Sequence[Event]) -> Battle | None:
    """The attack or bombardment in hand, or the last one among the events if it has just ended."""
    told = _last(events)
    for step in reversed(state.stack):
        if isinstance(step, attack.Assailing):
            return _attack(state, step, None if step.stage == "declare" else told)
        if isinstance(step, bombardment.Bombardment):
            return _bombardment(state, step, None if step.stage == "declare" else told)
    return ended(state, events)


def ended(state: State, events: Sequence[Event]) -> Battle | None:
    """The last battle among the events, if it is decided, whatever is being fought since."""
    told = _last(events)
    if told is None or told.result is None:
        return None
    return _finished(state, told)


def _last(events: Sequence[Event]) -> _Told | None:
    """The last battle among the events, if nothing else has begun since."""
    start = next((n for n in range(len(events) - 1, -1, -1) if isinstance(events[n], Opening)), None)
    if start is None:
        return None
    opening = events[start]
    assert isinstance(opening, Opening)
    story = tuple(takewhile(lambda event: isinstance(event, _STORY), events[start + 1 :]))
    forward = _first(story, battles.ForwardNamed)
    return _Told(
        opening,
        result=_first(story, battles.AttackResult) or _first(story, battles.BombardmentResult),
        forward=forward.unit if forward else None,
        throws=tuple(event for event in story if isinstance(event, days.Rolled) and event.combat),
        fates=_fates(story),
        friendly=_first(story, battles.FriendlyFire),
    )


Kind = TypeVar("Kind", bound=Event)


def _first(story: Sequence[Event], kind: type[Kind]) -> Kind | None:
    return next((event for event in story if isinstance(event, kind)), None)


def _fates(story: Sequence[Event]) -> Mapping[str, str]:
    """What became of the units, the last of each."""
    fates: dict[str, list[str]] = {}
    for event in story:
        match event:
            case moves.Worsened(unit=unit, condition=condition):
                fates.setdefault(unit, []).append(called(condition))
            case moves.Eliminated(unit=unit):
                fates.setdefault(unit, []).append("eliminated")
            case moves.Retreated(unit=unit, to=to):
                fates.setdefault(unit, []).append(f"to {called(to)}")
    return {unit: f"→ {', '.join(what)}" for unit, what in fates.items()}


# Attacks (10)


def _attack(state: State, step: attack.Assailing, told: _Told | None) -> Battle:
    side: Side = state.now.side
    foe = enemy(side)
    fates = told.fates if told else {}
    defenders = _defenders(state, step.space, foe, fates)
    forward = step.forward or words.best_forward(state, step)
    result = told.result if told else None
    tallies = _told_tallies(told, side) if result else _tallies(state, step, forward, _thrown(state, told))
    return Battle(
        space=step.space,
        heading=f"Attack at {book_of(state).name(step.space)}",
        attacker=side,
        defender=foe,
        attackers=tuple(_row(state, name, _part(step, name), fates) for name in (*step.attackers, *step.support)),
        defenders=tuple(_row(state, name, "forward unit" if name == step.forward else "", fates) for name in defenders),
        stage=_stage(state, step),
        modifiers=(),
        shots=(),
        finished=False,
        tallies=tallies,
        throws=len(told.throws) if told else 0,
        result=_attack_words(state, told) if result else _as_it_stands(state, step, tallies),
    )


def _stage(state: State, step: attack.Assailing) -> str:
    for above in state.stack:
        if isinstance(above, casualties.Absorb):
            return plural(above.points, "casualty point") + " to absorb"
        if isinstance(above, casualties.FallBack):
            return "attackers retreat"
    return str(step.now.told)


def _part(step: attack.Assailing, name: str) -> str:
    if name == step.point:
        return "point unit"
    return "support" if name in step.support else ""


def _defenders(state: State, space: str, side: Side, fates: Mapping[str, str]) -> list[str]:
    """Who defends, and who did until the battle took it away."""
    here = [unit.id for unit in pieces.stack_of(state, space) if unit.side == side]
    gone = [name for name in fates if name not in here and name in state.units and state.units[name].side == side]
    return [*here, *gone]


def _row(state: State, name: str, part: str, fates: Mapping[str, str]) -> BattleRow:
    unit = state.units[name]
    marks = ", ".join(word for word in (part, fates.get(name, "")) if word)
    factor = unit.attack if unit.side == state.now.side and unit.condition == FRESH else 0
    return BattleRow(pieces.counter(state, unit), factor, factor, marks)


def _thrown(state: State, told: _Told | None) -> Sequence[Sequence[int]] | None:
    """The dice of both sides on the table; None before they are thrown and while they are thrown again."""
    for step in state.stack:
        if isinstance(step, Roll) and step.purpose in COMBAT and not step.totals:
            return None
    return told.throws[-1].halves() if told and told.throws else None


def _tallies(
    state: State, step: attack.Assailing, forward: str | None, thrown: Sequence[Sequence[int]] | None
) -> tuple[Tally, ...]:
    """AV and DV as far as they are declared."""
    av: tuple[Modifier, ...] = ()
    if step.point is not None:
        av = attack.attack_value(state, step.attackers, step.point, step.support)
    dv = attack.defence_value(state, step.space, step.attackers, forward) if forward is not None else ()
    assumed = f"if {called(forward)} is the forward unit" if forward and step.forward is None else ""
    side: Side = state.now.side
    waiting = "no point unit yet" if step.point is None else ""
    return _pair(side, av, dv, thrown, (waiting, assumed))


def _pair(
    side: Side,
    av: Sequence[Modifier],
    dv: Sequence[Modifier],
    thrown: Sequence[Sequence[int]] | None,
    notes: tuple[str, str] = ("", ""),
) -> tuple[Tally, ...]:
    first, second = (tuple(thrown[0]), tuple(thrown[1])) if thrown else (None, None)
    return (
        Tally(side, "AV", _named(av), first, notes[0]),
        Tally(enemy(side), "DV", _named(dv), second, notes[1]),
    )


def _named(terms: Sequence[Modifier]) -> tuple[Modifier, ...]:
    return tuple(Modifier(term_name(term.name), term.value, term.rule) for term in terms)


def _told_tallies(told: _Told | None, side: Side) -> tuple[Tally, ...]:
    """AV and DV with the dice that counted."""
    assert told is not None
    assert told.result is not None
    av, dv = ([Modifier(*term) for term in terms] for terms in (told.result.av, told.result.dv))
    return _pair(side, av, dv, told.throws[-1].halves() if told.throws else [[die] for die in told.result.dice])


def _attack_words(state: State, told: _Told | None) -> str:
    assert told is not None
    assert isinstance(told.result, battles.AttackResult)
    return _margin_words(state, told.opening.space, told.result.margin)


def _as_it_stands(state: State, step: attack.Assailing, tallies: Sequence[Tally]) -> str:
    """What dice that may still be thrown again would mean."""
    if any(tally.dice is None for tally in tallies):
        return ""
    one, other = tallies
    return f"as it stands: {_margin_words(state, step.space, one.total - other.total)}"


def _margin_words(state: State, space: str, margin: int) -> str:
    """What the difference of the totals means (10.74)."""
    match attack.result_of(margin):
        case "failed":
            return "failed: all attackers Dis1"
        case "stalemate":
            return "stalemate: the point unit Dis1, the others Spent"
    points = attack.casualty_points(state, space, margin)
    saved = "" if points == margin else ", one saved by the terrain"
    return f"success by {margin}: {plural(points, 'casualty point')}{saved}"


# Bombardments (11)


def _bombardment(state: State, step: bombardment.Bombardment, told: _Told | None) -> Battle:
    side: Side = state.now.side
    fates = told.fates if told else {}
    result = told.result if told else None
    tallies = _told_tallies(told, side) if result else _bombardment_tallies(state, step, _thrown(state, told))
    standing = ""
    if not result and all(tally.dice is not None for tally in tallies):
        points = bombardment.attrition_points(tallies[0].total - tallies[1].total)
        standing = f"as it stands: {_points_words(points)}"
    return Battle(
        space=step.space,
        heading=f"Bombardment of {book_of(state).name(step.space)}",
        attacker=side,
        defender=enemy(side),
        attackers=tuple(_row(state, name, "lead" if name == step.lead else "", fates) for name in _guns(step)),
        defenders=tuple(
            _row(state, name, "primary target" if name == step.target else "", fates)
            for name in _defenders(state, step.space, enemy(side), fates)
        ),
        stage=_bombardment_stage(state, step),
        modifiers=(),
        shots=(),
        finished=False,
        tallies=tallies,
        throws=len(told.throws) if told else 0,
        result=_bombardment_words(told) if result else standing,
    )


def _guns(step: bombardment.Bombardment) -> list[str]:
    return [name for name in (step.lead, *step.support) if name]


def _bombardment_stage(state: State, step: bombardment.Bombardment) -> str:
    for above in state.stack:
        if isinstance(above, bombardment.Attrition):
            return plural(above.points, "attrition point") + " to distribute"
    return f"{'a barrage: ' if step.barrage else ''}{step.now.told}"


def _bombardment_tallies(
    state: State, step: bombardment.Bombardment, thrown: Sequence[Sequence[int]] | None
) -> tuple[Tally, ...]:
    side: Side = state.now.side
    av: tuple[Modifier, ...] = ()
    if step.lead is not None or step.marker is not None:
        av = bombardment.bombardment_value(state, step.lead, step.support, barrage=step.barrage)
    dv = bombardment.shelter_value(state, step.space, air=step.marker is not None)
    return _pair(side, av, dv, thrown, ("" if av else "no lead unit yet", ""))


def _bombardment_words(told: _Told | None) -> str:
    assert told is not None
    assert isinstance(told.result, battles.BombardmentResult)
    found = _points_words(told.result.points)
    if told.friendly:
        found += f"; friendly fire, {plural(told.friendly.points, 'point')}"
    return found


def _points_words(points: int) -> str:
    return plural(points, "attrition point") if points else "no effect"


# What is over


def _finished(state: State, told: _Told) -> Battle:
    """A battle from its events alone."""
    opening = told.opening
    parts: dict[str | None, str] = dict.fromkeys(opening.support, "support")
    if isinstance(opening, battles.AttackDeclared):
        side, heading, able = opening.side, "Attack at", opening.attackers
        parts |= {opening.point: "point unit"}
        against = {told.forward: "forward unit"}
    else:
        side, heading, able = _bombarder(state, opening), "Bombardment of", (opening.lead,) if opening.lead else ()
        parts |= {opening.lead: "lead"}
        against = {opening.target: "primary target"}
    return Battle(
        space=opening.space,
        heading=f"{heading} {book_of(state).name(opening.space)}",
        attacker=side,
        defender=enemy(side),
        attackers=tuple(_row(state, name, parts.get(name, ""), told.fates) for name in (*able, *opening.support)),
        defenders=tuple(
            _row(state, name, against.get(name, ""), told.fates)
            for name in _defenders(state, opening.space, enemy(side), told.fates)
        ),
        stage="over",
        modifiers=(),
        shots=(),
        finished=True,
        tallies=_told_tallies(told, side),
        throws=len(told.throws),
        result=_attack_words(state, told) if isinstance(opening, battles.AttackDeclared) else _bombardment_words(told),
    )


def _bombarder(state: State, opening: battles.Bombardment) -> Side:
    return ALLIED if opening.lead is None else state.units[opening.lead].side
