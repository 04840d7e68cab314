"""A battle as it is followed on the screen: attack and defence value term by term, the dice, what they do."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from wargame_tui.board.positions import ELIMINATED
from wargame_tui.board.title import Battle, BattleRow, Chart, Tally
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
OVER = "over"
"""The stage of a battle that is."""


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


def _shown(
    state: State,
    told: _Told | None,
    side: Side,
    able: Iterable[str],
    parts: Mapping[str | None, str],
    *,
    space: str,
    heading: str,
    stage: str,
    tallies: tuple[Tally, ...],
    result: str,
) -> Battle:
    """A battle of a side, with those who fight for it and the parts that units of both play."""
    foe, fates = enemy(side), told.fates if told else {}

    def rows(names: Iterable[str]) -> tuple[BattleRow, ...]:
        return tuple(_row(state, name, parts.get(name, ""), fates) for name in names)

    return Battle(
        space=space,
        heading=f"{heading} {book_of(state).name(space)}",
        attacker=side,
        defender=foe,
        attackers=rows(able),
        defenders=rows(_defenders(state, space, foe, fates)),
        stage=stage,
        modifiers=(),
        shots=(),
        finished=stage == OVER,
        tallies=tallies,
        throws=len(told.throws) if told else 0,
        result=result,
        chart=results_chart(heading.startswith("Attack"), _margin(tallies)),
        may_take=heading.startswith("Attack"),
    )


def results_chart(attacks: bool, margin: int | None = None) -> Chart:
    """What the difference of the totals means, with the row of a margin (10.74, 11.4)."""
    at = None if margin is None else (margin > 0) - (margin < 0) + 1
    heads: tuple[str, ...] = ("attackers", "point unit", "defenders")
    cells: Sequence[tuple[str, ...]] = (("Dis1", "Dis1", "-"), ("Spent", "Dis1", "-"), ("Spent", "Spent", "CP"))
    if not attacks:
        heads, cells = ("primary target first",), (("no effect",), ("no effect",), ("AP",))
    rows = tuple(zip(("AT < DT", "AT = DT", "AT > DT"), cells, strict=True))
    return Chart("C2" if attacks else "C4", heads, rows, None, at, "10.74" if attacks else "11.4")


def _margin(tallies: Sequence[Tally]) -> int | None:
    """The difference of the totals; None before the dice."""
    if any(tally.dice is None for tally in tallies):
        return None
    one, other = tallies
    return one.total - other.total


def _finished(state: State, told: _Told) -> Battle:
    """A battle from its events alone."""
    opening = told.opening
    parts: dict[str | None, str] = dict.fromkeys(opening.support, "support")
    if isinstance(opening, battles.AttackDeclared):
        side, heading, able = opening.side, "Attack at", opening.attackers
        parts |= {opening.point: "point unit", told.forward: "forward unit"}
    else:
        side = ALLIED if opening.lead is None else state.units[opening.lead].side
        heading, able = "Bombardment of", (opening.lead,) if opening.lead else ()
        parts |= {opening.lead: "lead", opening.target: "primary target"}
    return _shown(
        state,
        told,
        side,
        (*able, *opening.support),
        parts,
        space=opening.space,
        heading=heading,
        stage=OVER,
        tallies=_told_tallies(told, side),
        result=_result_words(state, told),
    )


def _result_words(state: State, told: _Told) -> str:
    """What the comparison of the totals has led to."""
    if isinstance(told.result, battles.AttackResult):
        return _margin_words(state, told.opening.space, told.result.margin)
    assert told.result is not None
    friendly = f"; friendly fire, {plural(told.friendly.points, 'point')}" if told.friendly else ""
    return _points_words(told.result.points) + friendly


def _as_it_stands(tallies: Sequence[Tally], meaning: Callable[[int], str]) -> str:
    """What dice that may still be thrown again would mean."""
    margin = _margin(tallies)
    return "" if margin is None else f"if kept: {meaning(margin)}"


# Attacks (10)


def _attack(state: State, step: attack.Assailing, told: _Told | None) -> Battle:
    side: Side = state.now.side
    parts: dict[str | None, str] = dict.fromkeys(step.support, "support")
    parts |= {step.point: "point unit", step.forward: "forward unit"}
    if told and told.result:
        tallies, result = _told_tallies(told, side), _result_words(state, told)
    else:
        tallies = _tallies(state, step, step.forward or words.best_forward(state, step), _thrown(state, told))
        result = _as_it_stands(tallies, lambda margin: _margin_words(state, step.space, margin))
    return _shown(
        state,
        told,
        side,
        (*step.attackers, *step.support),
        parts,
        space=step.space,
        heading="Attack at",
        stage=_stage(state, step),
        tallies=tallies,
        result=result,
    )


def _stage(state: State, step: attack.Assailing) -> str:
    for above in state.stack:
        if isinstance(above, casualties.Absorb):
            return plural(above.points, "casualty point") + " to absorb"
        if isinstance(above, casualties.FallBack):
            return "attackers retreat"
    return str(step.now.told)


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


def _told_tallies(told: _Told, side: Side) -> tuple[Tally, ...]:
    """AV and DV with the dice that counted."""
    assert told.result is not None
    av, dv = ([Modifier(*term) for term in terms] for terms in (told.result.av, told.result.dv))
    return _pair(side, av, dv, told.throws[-1].halves() if told.throws else [[die] for die in told.result.dice])


def _margin_words(state: State, space: str, margin: int) -> str:
    """What the difference of the totals means (10.74)."""
    match attack.result_of(margin):
        case "failed":
            return "attack repulsed, all attackers Disrupted (Dis1)"
        case "stalemate":
            return "stalemate, the point unit Dis1, the others Spent"
    points = attack.casualty_points(state, space, margin)
    saved = "" if points == margin else ", 1 saved by terrain"
    return f"success by {margin}: {plural(points, 'casualty point')}{saved}"


# Bombardments (11)


def _bombardment(state: State, step: bombardment.Bombardment, told: _Told | None) -> Battle:
    side: Side = state.now.side
    if told and told.result:
        tallies, result = _told_tallies(told, side), _result_words(state, told)
    else:
        tallies = _bombardment_tallies(state, step, _thrown(state, told))
        result = _as_it_stands(tallies, lambda margin: _points_words(bombardment.attrition_points(margin)))
    return _shown(
        state,
        told,
        side,
        [name for name in (step.lead, *step.support) if name],
        {step.lead: "lead", step.target: "primary target"},
        space=step.space,
        heading="Bombardment of",
        stage=_bombardment_stage(state, step),
        tallies=tallies,
        result=result,
    )


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


def _points_words(points: int) -> str:
    return plural(points, "attrition point") if points else "no effect"


# Losses


def steps(state: State) -> dict[str, int]:
    """The casualty points that every unit can still absorb by its condition (10.81, C3)."""
    capacity = book_of(state).charts.capacity
    return {unit.id: 0 if unit.location == ELIMINATED else capacity[unit.condition] for unit in state.units.values()}
