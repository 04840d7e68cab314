"""A combat or landing as it is followed on the screen: strengths unit by unit, shifts, dice, what they do (7, 13.6)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypeVar

from wargame_tui.board.fact import Fact
from wargame_tui.board.steps import step_of
from wargame_tui.board.title import Battle, BattleRow, Chart, Tally
from wargame_tui.core.event import Event, Modifier
from wargame_tui.titles.liberty_roads.events import combat
from wargame_tui.titles.liberty_roads.events.course import OutOfSupply
from wargame_tui.titles.liberty_roads.events.told import InCombat
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, enemy
from wargame_tui.titles.liberty_roads.printed.charts import Result
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import advance, fight, losses, retreat, strengths
from wargame_tui.titles.liberty_roads.rules import battle as battles
from wargame_tui.titles.liberty_roads.rules.assault import Landing
from wargame_tui.titles.liberty_roads.rules.combat import Gathering
from wargame_tui.titles.liberty_roads.shown import pieces, words
from wargame_tui.titles.liberty_roads.state import Table, Unit

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class _Told:
    """A combat as the events tell it."""

    hex: str
    side: Side
    landing: bool
    story: tuple[Event, ...]

    def all(self, kind: type[E]) -> list[E]:
        """The events of a kind about this hex."""
        return [event for event in self.story if isinstance(event, kind) and getattr(event, "hex", None) == self.hex]

    def last(self, kind: type[E]) -> E | None:
        """The last of them."""
        return next(iter(self.all(kind)[::-1]), None)


def battle(state: Table, events: Sequence[Event]) -> Battle | None:
    """The combat in hand, or the last one among the events if it has just ended."""
    step = step_of(state, battles.Battle) or step_of(state, Landing)
    if step is not None:
        return _shown(state, step, _last(events, step.hex), _stage(state, step))
    gathering = step_of(state, Gathering)
    if gathering is not None:
        return _gathering(state, gathering)
    return ended(state, events)


def ended(state: Table, events: Sequence[Event]) -> Battle | None:
    """The last combat among the events, if it is resolved, whatever is being fought since."""
    told = _last(events)
    return _finished(state, told) if told is not None and told.last(combat.CombatRolled) else None


def _last(events: Sequence[Event], hex_: str | None = None) -> _Told | None:
    """The last combat among the events, for a hex or anywhere, from its opening up to whatever else has begun since."""
    opens = [
        (n, event) for n, event in enumerate(events) if isinstance(event, combat.Opening) and hex_ in (None, event.hex)
    ]
    if not opens:
        return None
    start, opening = opens[-1]
    story = [*events[start + 1 :]]
    if hex_ is None:
        story = [*takewhile(lambda event: isinstance(event, InCombat), story)]
    if isinstance(opening, combat.Attacked):
        return _Told(opening.hex, opening.side, False, tuple(story))
    fought = [event.hex for event in story if isinstance(event, combat.CombatRolled)]
    return _Told(fought[-1] if fought and hex_ is None else opening.hex, ALLIED, True, tuple(story))


# What became of whom


def _fates(told: _Told | None) -> Mapping[str, str]:
    """What became of each unit, in the order in which it happened."""
    found: dict[str, list[str]] = {}
    for event in told.story if told is not None else ():
        for name, word in _fate(event):
            found.setdefault(name, []).append(word)
    return {name: ", ".join(fates) for name, fates in found.items()}


def _fate(event: Event) -> Iterator[tuple[str, str]]:
    match event:
        case combat.StepLost(unit=unit):
            yield unit, "loses a step"
        case combat.Eliminated(unit=unit, gone=gone):
            yield unit, "lost for good" if gone else "eliminated"
        case combat.KampfgruppeFormed(unit=unit, kg=kg, none=False):
            yield kg, f"remnant of {names.unit_name(unit)}"
        case OutOfSupply(unit=unit):
            yield unit, "out of supply"
        case combat.Retreated(unit=unit, hex=hex_) | combat.Advanced(unit=unit, hex=hex_):
            yield unit, f"→ {hex_}"
        case combat.ReserveBroughtUp(unit=unit):
            yield unit, "moved up"
        case combat.Marked(unit=unit):
            yield unit, "exploits"


# The combat in hand


def _gathering(state: Table, step: Gathering) -> Battle:
    """An attack whose units are being named."""
    return _shown(state, step.fight(state), None, "attacker chooses units")


def _shown(state: Table, step: Any, told: _Told | None, stage: str) -> Battle:
    side: Side = step.attacker
    names = _names(state, step, told)
    fates = _fates(told)
    rolled = told is not None and bool(told.all(combat.CombatRolled))
    standing = words.odds_text(step.odds(state)) if names[0] else ""
    return Battle(
        space=step.hex,
        heading=_heading(state, step),
        attacker=side,
        defender=enemy(side),
        attackers=tuple(_row(state, name, "attack", fates) for name in names[0]),
        defenders=tuple(_row(state, name, "defence", fates) for name in names[1]),
        stage=stage,
        modifiers=(*map(Fact.of, step.odds(state).shifts if names[0] else ()), *_marker_facts(state, step)),
        shots=(),
        finished=False,
        tallies=tuple(_told_tallies(told)) if told is not None and rolled else _tallies(state, step, names[0]),
        throws=len(told.all(combat.CombatRolled)) if told is not None else 0,
        singly=True,
        result=_result(told) if told is not None and rolled else standing,
        chart=_crt(state, told) if rolled else None,
    )


def _heading(state: Table, step: Any) -> str:
    """The same words while it goes on and when it is over: by them the table knows whose dice it has shown."""
    return f"{'Landing at' if isinstance(step, Landing) else 'Attack on'} {state.board.name(step.hex)}"


def _names(state: Table, step: Any, told: _Told | None) -> tuple[list[str], list[str]]:
    """Attackers and defenders, with those lost on the way."""
    if isinstance(step, Landing):
        first = told.all(combat.OddsFound)[:1] if told is not None else []
        mine = [*(first[0].attackers if first else ()), *(unit.id for unit in step.attacking(state))]
        foes = [*(name for each in (told.all(combat.OddsFound) if told else ()) for name in each.defenders)]
        return list(dict.fromkeys(mine)), list(dict.fromkeys([*foes, *(unit.id for unit in step.defending(state))]))
    return list(step.attackers), list(step.defenders)


def _stage(state: Table, step: Any) -> str:
    for above in reversed(state.stack):
        match above:
            case losses.Losing():
                return f"{above.side} step losses"
            case losses.FormKampfgruppe():
                return "a Kampfgruppe may be formed"
            case fight.Shaken():
                return f"{above.side} units lose steps or retreat"
            case retreat.Retreating():
                return f"{above.side} retreat"
            case advance.Advancing():
                return f"{above.side} advance"
            case advance.Marking():
                return "exploitation markers"
    words = str(getattr(step.now, "shown", ""))
    return f"round {step.round}: {words}" if isinstance(step, Landing) and step.round > 1 else words


def _row(state: Table, name: str, what: Any, fates: Mapping[str, str]) -> BattleRow:
    unit = state.units[name]
    value = state.strength_of(unit, what)
    return BattleRow(pieces.counter(state, unit), _printed(state, unit, what), value, _marks(state, unit, fates))


def _printed(state: Table, unit: Unit, what: str) -> int:
    found: tuple[int, int] = getattr(state.piece(unit), what)
    return found[0]


def _marks(state: Table, unit: Unit, fates: Mapping[str, str]) -> str:
    parts = ["elite"] if state.piece(unit).elite and state.is_alive(unit.id) else []
    parts += ["Festung"] if unit.festung else []
    parts += ["halved out of supply"] if unit.oos and "out of supply" not in fates.get(unit.id, "") else []
    parts += ["adds 1 only (7.10.11)"] if unit.id in state.now.retreated and not fates.get(unit.id) else []
    parts += pieces.attached(state, unit.id)
    return ", ".join([*parts, *([fates[unit.id]] if unit.id in fates else [])])


def _marker_facts(state: Table, step: Any) -> tuple[Fact, ...]:
    """Of a landing: the markers that are left; of a combat what has been declared."""
    if isinstance(step, Landing):
        found = [Fact("on D-Day", names.kinds(step.dday), "13.4.2")] if step.dday else []
        if by := step.die_modifier(state):
            found.append(Fact("on the dice", f"{by:+d}", "13.4.2"))
        return tuple(found)
    found = [Fact("elite bonus", side, "7.6.1") for side in step.elite]
    if step.armour:
        found.append(Fact("armour exploitation", "declared", "7.6.4"))
    if step.ground:
        found.append(Fact("chosen by the defender", names.ground_name(step.ground), "1.7.1"))
    return tuple(found)


def _tallies(state: Table, step: Any, attackers: Sequence[str]) -> tuple[Tally, ...]:
    """Both strengths before the dice."""
    side: Side = step.attacker
    if not attackers:
        return (Tally(side, "attack", (), None, "no attackers yet"),)
    found = step.odds(state)
    ground = "" if isinstance(step, Landing) else step.ground or strengths.best(state, step.hex, step.attacking(state))
    note = f"with {names.ground_name(ground)}" if ground else "with the coast"
    return (
        Tally(side, "attack", (Modifier("strength", found.attack, "7.5.2"),), None),
        Tally(enemy(side), "defence", (Modifier("strength", found.defence, "7.5.1"),), None, note),
    )


# What has been told


def _told_tallies(told: _Told) -> Iterator[Tally]:
    """The strengths of the last odds, then every throw."""
    odds = told.last(combat.OddsFound)
    if odds is not None:
        yield Tally(told.side, "attack", (Modifier("strength", odds.attack, "7.5.2"),), None)
        yield Tally(enemy(told.side), "defence", (Modifier("strength", odds.defence, "7.5.1"),), None)
    rounds = told.all(combat.CombatRolled)
    for number, each in enumerate(rounds, 1):
        terms = (Modifier("markers", each.modifier, "13.4.2"),) if each.modifier else ()
        name = f"round {number}, {each.column}" if len(rounds) > 1 else f"CRT {each.column}"
        yield Tally(told.side, name, terms, tuple(each.dice))


def _crt(state: Table, told: _Told | None) -> Chart | None:
    """The combat results table with the column and the row of the last dice: steps of both sides, then their fates."""
    rolled = told.last(combat.CombatRolled) if told is not None else None
    if rolled is None:
        return None
    chart = state.book.charts.combat
    sums = sorted(chart.results)
    rows = tuple((str(sum_), tuple(map(_cell, chart.results[sum_]))) for sum_ in sums)
    at = sums.index(strengths.line(sum(rolled.dice) + (rolled.modifier or 0)))
    return Chart("CRT", chart.columns, rows, chart.columns.index(rolled.column), at, "7.5.5")


def _cell(result: Result) -> str:
    """A cell of the table as it is printed: `1/2 D1 SS`."""
    fates = [fate for fate in (result.attacker, result.defender) if fate != "-"]
    return " ".join(["/".join(map(str, result.losses)), *fates])


def _result(told: _Told) -> str:
    """What the last dice mean."""
    rolled = told.last(combat.CombatRolled)
    if rolled is None:
        return ""
    mine, theirs = rolled.losses
    parts = [names.losses(mine, theirs)]
    if rolled.attacker != "-":
        parts.append(f"{rolled.attacker}: {names.ATTACKER_RESULTS[rolled.attacker]}")
    soft = told.last(combat.Softened)
    defender = soft.after if soft is not None else rolled.defender
    if defender != "-":
        parts.append(f"{defender}: {names.DEFENDER_RESULTS[defender]}")
    if told.last(combat.Landed):
        parts.append("the landing succeeds")
    if told.last(combat.LandingFailed):
        parts.append("the landing fails")
    return "; ".join(parts)


def _finished(state: Table, told: _Told) -> Battle:
    """A combat from its events alone."""
    fates, odds = _fates(told), told.all(combat.OddsFound)
    attackers = list(dict.fromkeys(name for each in odds for name in each.attackers))
    defenders = list(dict.fromkeys(name for each in odds for name in each.defenders))
    shifts = [Modifier(*each) for each in odds[-1].shifts] if odds else []
    where = state.board.name(told.hex)
    return Battle(
        space=told.hex,
        heading=f"Landing at {where}" if told.landing else f"Attack on {where}",
        attacker=told.side,
        defender=enemy(told.side),
        attackers=tuple(_row(state, name, "attack", fates) for name in attackers),
        defenders=tuple(_row(state, name, "defence", fates) for name in defenders),
        stage="over",
        modifiers=tuple(map(Fact.of, shifts)),
        shots=(),
        finished=True,
        tallies=tuple(_told_tallies(told)),
        throws=len(told.all(combat.CombatRolled)),
        singly=True,
        result=_result(told),
        chart=_crt(state, told),
    )


# Losses
