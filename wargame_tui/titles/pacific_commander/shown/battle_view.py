"""A battle as it is followed on the screen: both sides in their boxes, the round, and every die against its number."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import Any, TypeVar

from wargame_tui.board.fact import Fact
from wargame_tui.board.phrases import plural
from wargame_tui.board.steps import step_of
from wargame_tui.board.title import Battle, BattleRow, Shot
from wargame_tui.core.event import Event
from wargame_tui.titles.pacific_commander.events.battles import (
    AirSplit,
    BargeLanded,
    BattleBegun,
    BattleEnded,
    Landed,
    RaidersHome,
    RoundBegun,
    Supported,
    WentIntoRear,
    Withdrew,
)
from wargame_tui.titles.pacific_commander.events.dice import DiceRolled, Hit
from wargame_tui.titles.pacific_commander.events.turn import Repaired
from wargame_tui.titles.pacific_commander.printed import names
from wargame_tui.titles.pacific_commander.printed.book import ASHORE, CARRIERS, DATA, JAPAN, SHIPS, SIDES, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import battle as rules
from wargame_tui.titles.pacific_commander.rules.engagement import day
from wargame_tui.titles.pacific_commander.shown.pieces import counter
from wargame_tui.titles.pacific_commander.state import Force, State, book_of, fort_for, present, steps_left

STAGES: Mapping[str, str] = {
    "boxes": "REAR and LINE",
    "air_support": "air support",
    "plan_choice": "Battle Plans",
    "split": "CAP and strike",
    "strike": "strikes",
    "strike_aim": "targets of the strike",
    "submarine_attack": "submarines",
    "surface_consent": "surface fight",
    "gun_aim": "surface fight",
    "pursuit_choice": "pursuit",
    "bombardment_choice": "bombardment",
    "landing_choice": "landing",
    "losses": "losses",
    "damage_control": "damage control",
    "withdrawal_choice": "withdrawal",
    "withdrawing": "withdrawal",
    "last_withdrawal": "withdrawal",
}
"""What is being done in a battle, by the kind of the step in hand."""
_BEHIND = CARRIERS | {"TRN"}
"""Classes that are in REAR (3.8.4)."""


@dataclass(frozen=True, slots=True)
class _Verb:
    """How dice of a purpose read as a shot: who, what he does, at whom; fields of the event in braces."""

    firer: str
    verb: str
    target: str


_VERBS: Mapping[str, _Verb] = {
    "search": _Verb("{people}", "searches for", "the {other} REAR"),
    "escort": _Verb("{side} escort", "fights", "{other} CAP"),
    "cap": _Verb("{side} CAP", "fights", "{other} strike"),
    "flak": _Verb("{side} flak", "fires at", "the strike on {box}"),
    "strike": _Verb("{side} strike", "attacks", "{force}"),
    "torpedo": _Verb("{force}", "torpedoes", "{target}"),
    "asw": _Verb("{side} escorts", "hunt", "{force}"),
    "pursuit": _Verb("{side} LINE", "pursues", "{other} REAR"),
    "gun": _Verb("{force}", "fires at", "{target}"),
    "torp": _Verb("{force}", "fires torpedoes at", "{target}"),
    "bombard": _Verb("{side} LINE", "bombards", "the shore"),
    "landing_fire": _Verb("{force}", "fires at", "the landing"),
    "ground": _Verb("{force}", "fights", "{other} Forces ashore"),
}


_OUTCOMES: Mapping[str, tuple[str, str]] = {"search": ("found", "not found"), "pursuit": ("caught", "not caught")}
"""What a success and a failure are called where dice hit nothing."""
_VAIN = "{} hits, without effect (3.10.8)"
"""What hits on the shore are called that cost no step."""


E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class _Told:
    """A battle as the events tell it."""

    opening: BattleBegun
    story: Sequence[Event]

    @property
    def area(self) -> str:
        """Where."""
        return self.opening.area

    @property
    def ending(self) -> BattleEnded | None:
        """How it ended; None while it goes on."""
        last = self.story[-1] if self.story else None
        return last if isinstance(last, BattleEnded) else None

    def of(self, kind: type[E]) -> Iterator[E]:
        """The events of a kind."""
        return (event for event in self.story if isinstance(event, kind))


def battle(state: State, events: Sequence[Event]) -> Battle | None:
    """The battle being fought, or the last one among the events if it has just ended."""
    told, step = _last(events), step_of(state, rules.Battle)
    if step is None:
        return ended(state, events)
    if told is None:
        told = _Told(_opening(state, step), events)  # It began before the events that are known.
    elif told.ending is not None or told.area != step.record.area:
        told = _Told(_opening(state, step), ())
    return _picture(state, told, step)


def ended(state: State, events: Sequence[Event]) -> Battle | None:
    """The last battle among the events, if it is over, whatever is being fought since."""
    told = _last(events)
    return _picture(state, told, None) if told is not None and told.ending is not None else None


def _opening(state: State, step: Any) -> BattleBegun:
    """What the event of a battle's beginning would say now."""
    area = step.record.area
    forces = {side: [force.id for force in present(state, area, side).forces] for side in SIDES}
    return BattleBegun(area=area, sort=step.record.sort, forces=forces)


def _last(events: Sequence[Event]) -> _Told | None:
    """The last battle among the events, up to its end."""
    for start in range(len(events) - 1, -1, -1):
        if isinstance(opening := events[start], BattleBegun):
            story = events[start + 1 :]
            end = next((n for n, event in enumerate(story) if isinstance(event, BattleEnded)), len(story))
            return _Told(opening, story[: end + 1])
    return None


def _picture(state: State, told: _Told, step: Any) -> Battle:
    area, sort = told.area, told.opening.sort
    attacker = _attacker(state, told)
    rows = {side: tuple(_rows(state, told, side, step)) for side in SIDES}
    return Battle(
        space=area,
        heading=f"{rules.HEADINGS[sort]} {book_of(state).areas[area].name}",
        attacker=attacker,
        defender=enemy(attacker),
        attackers=rows[attacker],
        defenders=rows[enemy(attacker)],
        stage=_stage(state, step),
        modifiers=tuple(_facts(state, told, step)),
        shots=tuple(_shots(told)),
        finished=step is None,
        result=_result(told),
        settled=True,
    )


def _attacker(state: State, told: _Told) -> Side:
    """Who comes against the Holder, as it was when the battle began; where there was none, who came last."""
    if told.opening.sort == "raid":
        return US
    if told.opening.sort == "submarines":
        return _hunter(told)
    ashore = [side for side in SIDES if any(_was_ashore(state, told, name) for name in told.opening.forces[side])]
    holder = ashore[0] if len(ashore) == 1 else state.areas[told.area].holder if ashore else None
    if holder is not None:
        return enemy(holder)
    japan_came = any(line.target == told.area and line.forces for line in state.orders)
    return JAPAN if japan_came else US


def _hunter(told: _Told) -> Side:
    """Whose submarines attack where a side has nothing else: those of the side without ships (3.8.2, 3.10.1)."""
    classes = {side: {names.class_and_name(name)[0] for name in told.opening.forces[side]} for side in SIDES}
    return JAPAN if classes[JAPAN] <= {"SS"} and classes[US] - {"SS"} else US


def _was_ashore(state: State, told: _Told, name: str) -> bool:
    """Whether a Force was Ashore when the battle began: not cargo that has landed, is on board or went down."""
    known = names.known(name)
    if known is None or known[1] not in ASHORE or any(name in event.forces for event in told.of(Landed)):
        return False
    if name in state.forces:
        return state.forces[name].carried_by is None
    return any(event.force == name for event in told.of(Hit))


# Rows


def _rows(state: State, told: _Told, side: Side, step: Any) -> Iterator[BattleRow]:
    for name in _names(told, side):
        force = _as_it_was(state, told, name)
        if force is None:
            continue
        start, left = _strengths(state, told, force)
        marks = ", ".join(_marks(state, told, force, step))
        yield BattleRow(counter(state, force), start, left, marks)


def _names(told: _Told, side: Side) -> list[str]:
    """The Forces of a side that were there at the beginning or came later."""
    later = [event.force for event in told.of(Supported) if event.side == side]
    if side == JAPAN:
        later += [event.force for event in told.of(BargeLanded)]
    return list(dict.fromkeys([*told.opening.forces[side], *later]))


def _as_it_was(state: State, told: _Told, name: str) -> Force | None:
    """A Force, or what it was if it has been destroyed."""
    if name in state.forces:
        return state.forces[name]
    for event in told.of(Hit):
        if event.force == name:
            return Force(name, event.side, event.cls, event.name, 0, event.area)
    known = names.known(name)
    return None if known is None else Force(name, *known, 0, told.area)


def _strengths(state: State, told: _Told, force: Force) -> tuple[int, int]:
    """The steps of a Force at the beginning of the battle, and now or at its end."""
    start = left = None
    for event in told.story:
        if isinstance(event, Hit) and event.force == force.id:
            start = event.left + event.lost if start is None else start
            left = event.left
        elif isinstance(event, Repaired) and event.force == force.id and left is not None:
            left += 1
        elif isinstance(event, Hit) and (drowned := _drowned(event, force.id)):
            start, left = start or drowned, 0
    if start is not None and left is not None:
        return start, left
    return (steps_left(state, force),) * 2


def _drowned(hit: Hit, force: str) -> int:
    """The steps that a Force had left when the ship that carried it went down; 0 if this one did not."""
    return next((steps for name, _, _, steps in hit.aboard or () if name == force), 0)


def _marks(state: State, told: _Told, force: Force, step: Any) -> Iterator[str]:
    """The box of a Force, what is aimed at it, where it went."""
    if force.id not in state.forces:
        return
    gone = next(
        (event.to for event in told.story if isinstance(event, Withdrew | RaidersHome) and force.id in event.forces),
        None,
    )
    if gone is not None:
        yield f"→ {names.place(gone)}"
        return
    yield _box(told, force)
    now = step.record.now if step is not None else None
    if now is None:
        return
    dice = sum(aimed.count for aimed in now.targets if aimed.force == force.id)
    if dice:
        yield f"{plural(dice, 'die', 'dice')} aimed"
    if force.id in now.landed:
        yield "landed"
    elif force.id in now.landing:
        yield "to land"


def _box(told: _Told, force: Force) -> str:
    """Where a Force is in the battle (3.8.4)."""
    supporting = next((event.origin for event in told.of(Supported) if event.force == force.id), None)
    if supporting is not None:
        return f"from {names.place(supporting)}"
    if force.carried_by is not None:
        return "aboard"
    if force.cls in SHIPS:
        behind = force.cls in _BEHIND or any(event.force == force.id for event in told.of(WentIntoRear))
        return "REAR" if behind else "LINE"
    return "SUB" if force.cls == "SS" else "ASHORE"


# The round


def _stage(state: State, step: Any) -> str:
    """The round, and what is being done in it."""
    if step is None:
        return "over"
    record, doing = step.record, STAGES.get(state.stack[-1].kind, "")
    if not record.now.number:
        return doing
    words_ = f"round {record.now.number} of {record.rounds}, {'Day' if day(state) else 'Night'}"
    return f"{words_}: {doing}" if doing else words_


def _facts(state: State, told: _Told, step: Any) -> Iterator[Fact]:
    """What is in force in this round."""
    area = told.area
    holder = state.areas[area].holder
    if holder is not None and fort_for(state, area, holder):
        yield Fact(f"fort of the {names.PEOPLE[holder]} Holder", str(fort_for(state, area, holder)), "3.2.11")
    if step is None:
        return
    record, now = step.record, step.record.now
    if record.plans_left:
        label = "plan left to Japan" if record.plans_left == 1 else "plans left to Japan"
        yield Fact(label, str(record.plans_left), "3.8.8")
    for chit in now.chits:
        yield Fact(names.plan_text(chit.id), names.PEOPLE[chit.side], "3.12.3" if chit.side == US else "3.12.4")
    for event in told.story[_round_start(told) :]:
        if isinstance(event, AirSplit):  # As it was, not what dice have left of it: those may still be covered.
            flying = [side for side in SIDES if event.cap.get(side) or event.strike.get(side)]
            yield from (_split(event, side) for side in flying)


def _split(split: AirSplit, side: Side) -> Fact:
    """How a side has divided its aircraft in this round."""
    return Fact(f"CAP, {split.strike.get(side, 0)} strike", f"{names.PEOPLE[side]} {split.cap.get(side, 0)}", "3.9.6")


def _round_start(told: _Told) -> int:
    """Where among the events the round in hand begins."""
    return max((n for n, event in enumerate(told.story) if isinstance(event, RoundBegun)), default=0)


def _result(told: _Told) -> str:
    if told.ending is None:
        return ""
    won = "The US has won. " if told.ending.won else ""
    return won + ". ".join(_losses(told, side) for side in SIDES)


def _losses(told: _Told, side: Side) -> str:
    """What a side has lost in a battle: steps in all, and the Forces that are destroyed."""
    hits = [event for event in told.of(Hit) if event.side == side]
    aboard = [cargo for event in hits for cargo in event.aboard or ()]
    steps = sum(event.lost for event in hits) + sum(left for _, _, _, left in aboard)
    sunk = [(event.cls, event.name) for event in hits if not event.left]
    gone = names.by_class([*sunk, *((cls, name) for _, cls, name, _ in aboard)])
    lost = plural(steps, "step") if steps else "none"
    return f"{names.PEOPLE[side]} losses: {lost}" + (f", with {gone} destroyed" if gone else "")


# Dice


def _shots(told: _Told) -> Iterator[Shot]:
    """Every roll of the battle; dice at several numbers or ships are a line for each, shells of a side one roll."""
    number, story = 0, [*_salvoes(told.story)]
    for at, event in enumerate(story):
        if isinstance(event, RoundBegun):
            number = event.number
        elif isinstance(event, DiceRolled) and event.purpose in _VERBS:
            shots = _of_check(event, f"{number}. " if number else "")
            vain = event.purpose == "bombard" and _is_vain(event, story[at + 1 :])
            yield from (
                replace(shot, outcome=_VAIN.format(shot.hits)) if vain and shot.hits else shot for shot in shots
            )


def _is_vain(salvo: DiceRolled, following: Sequence[Event]) -> bool:
    """Whether a bombardment whose hits have been counted has cost the enemy nothing."""
    counted = [*takewhile(lambda event: not isinstance(event, DiceRolled) or _shelling(event) is not None, following)]
    over = len(counted) < len(following) or any(isinstance(event, BattleEnded) for event in counted)
    return over and not any(isinstance(event, Hit) and event.side != salvo.side for event in counted)


def _salvoes(story: Sequence[Event]) -> Iterator[Event]:
    """The events, the ships of a side that bombard one after the other as one roll: none of them has a target."""
    for shelling, group in groupby(story, key=_shelling):
        if shelling is None:
            yield from group
            continue
        salvo = [event for event in group if isinstance(event, DiceRolled)]
        needed = [number for event in salvo for number in event.needed]
        yield replace(salvo[0], needed=needed, dice=[die for event in salvo for die in event.dice])


def _shelling(event: Event) -> Side | None:
    """Whose ship bombards, if that is what the event tells."""
    return event.side if isinstance(event, DiceRolled) and event.purpose == "bombard" else None


def _of_check(rolled: DiceRolled, prefix: str) -> Iterator[Shot]:
    verb, side = _VERBS[rolled.purpose], rolled.side or US
    about = {
        "side": names.PEOPLE[side],
        "people": side,
        "other": names.PEOPLE[enemy(side)],
        "box": rolled.box or "",
        "force": rolled.firer,
    }
    targets: Sequence[str | None] = rolled.targets or [None] * len(rolled.dice)
    groups: dict[tuple[int, str | None], list[int]] = {}
    for needed, target, die in zip(rolled.needed, targets, rolled.dice, strict=True):
        groups.setdefault((needed, target), []).append(die)
    for (needed, target), dice in groups.items():
        yield Shot(
            firer=prefix + verb.firer.format(**about),
            target=_aimed_at(rolled, verb, about, target),
            needed=needed,
            printed=needed,
            modifiers=(),
            dice=tuple(dice),
            hits=(hits := sum(_worth(rolled, die) for die in dice if die <= needed)),
            verb=verb.verb,
            outcome=_OUTCOMES.get(rolled.purpose, ("", ""))[not hits],
        )


def _aimed_at(rolled: DiceRolled, verb: _Verb, about: Mapping[str, str], target: str | None) -> str:
    """The id of the Force that dice are aimed at, so that its row follows them, or words."""
    if target is not None:
        return target
    if verb.target == "{force}" and rolled.force:
        return rolled.force
    return verb.target.format(**about, target="")


def _worth(rolled: DiceRolled, die: int) -> int:
    """Hits of a die that hits: low ones of strikes at carriers and of submarines count more (3.9.11, 3.10.1)."""
    if rolled.purpose == "torpedo":
        return DATA.charts.battle.hits_of(die, None)
    known = names.known(rolled.force or "") if rolled.purpose == "strike" else None
    return DATA.charts.battle.hits_of(die, known[1]) if known else 1


# Losses
