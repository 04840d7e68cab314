"""A battle as it is followed on the screen: both sides, the round and the Speed, and every die against its number."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wargame_tui.board.fact import Fact
from wargame_tui.board.phrases import first_up, listed, plural
from wargame_tui.board.steps import step_of
from wargame_tui.board.title import Battle, BattleRow, Shot
from wargame_tui.core.event import Event
from wargame_tui.titles.desert_commander import events
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY, SIDES, enemy
from wargame_tui.titles.desert_commander.printed.data import Side
from wargame_tui.titles.desert_commander.printed.names import adjective, plan_text
from wargame_tui.titles.desert_commander.rules import battle as rules
from wargame_tui.titles.desert_commander.rules.plans import counts
from wargame_tui.titles.desert_commander.rules.supply_points import supplied
from wargame_tui.titles.desert_commander.shown.pieces import counter
from wargame_tui.titles.desert_commander.shown.words import foe, place
from wargame_tui.titles.desert_commander.state import Force, State, book_of, class_of, ids, labels

HEADINGS: Mapping[str, str] = {"assault": "Assault on", "attack": "Attack on", "landing": "Landing at"}
STAGES: Mapping[str, str] = {
    "air_call": "air support",
    "plan_choice": "Battle Plans",
    "losses": "losses",
    "retreat_choice": "retreat",
    "press_on_choice": "press on or break off",
}
"""What is being decided in a battle, by the kind of the step in hand."""


_VERBS: Mapping[str, tuple[str, str]] = {
    "support": ("{side} support fire", "hits"),
    "air_support": ("your aircraft", "attack"),
    "guns": ("{side} guns", "fire at"),
    "retreat": ("the defenders", "test for"),
}
"""How dice of a purpose read as a shot: who, what they do."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A battle as the events tell it."""

    opening: events.BattleBegins
    story: Sequence[Event]

    @property
    def ending(self) -> events.BattleEnds | None:
        """How it ended; None while it goes on."""
        return next((event for event in self.story if isinstance(event, events.BattleEnds)), None)


def battle(state: State, heard: Sequence[Event]) -> Battle | None:
    """The battle being fought, or the last one among the events if it has just ended."""
    told, step = _last(heard), step_of(state, rules.Battle)
    if step is None:
        return ended(state, heard)
    if told is None:
        told = _Told(_opening(state, step), heard)  # It began before the events that are known.
    elif told.ending is not None or told.opening.area != step.area:
        told = _Told(_opening(state, step), ())
    return _picture(state, told, step)


def ended(state: State, heard: Sequence[Event]) -> Battle | None:
    """The last battle among the events, if it is over, whatever is being fought since; none of another map."""
    told = _last(heard)
    if told is None or told.ending is None or told.opening.map != book_of(state).campaign.map:
        return None
    return _picture(state, told, None)


def _opening(state: State, step: rules.Battle) -> events.BattleBegins:
    """What the event of a battle's beginning would say now."""
    first_, second = rules.attackers(state, step), rules.defenders(state, step)
    return events.BattleBegins(
        map=book_of(state).campaign.map, area=step.area, side=step.side, form=step.form, origin=step.origin,
        chits=step.chits, attackers=ids(first_), attacker_labels=labels(first_),
        defenders=ids(second), defender_labels=labels(second),
    )  # fmt: skip


def _last(heard: Sequence[Event]) -> _Told | None:
    """The last battle among the events, up to its end."""
    for start in range(len(heard) - 1, -1, -1):
        if isinstance(opening := heard[start], events.BattleBegins):
            story = heard[start + 1 :]
            end = next((n for n, event in enumerate(story) if isinstance(event, events.BattleEnds)), len(story))
            # Who moves in is told after the end.
            return _Told(opening, story[: end + 1])
    return None


def _picture(state: State, told: _Told, step: rules.Battle | None) -> Battle:
    area, attacker = told.opening.area, told.opening.side
    rows = {side: tuple(_rows(state, told, side, step)) for side in SIDES}
    return Battle(
        space=area,
        heading=f"{HEADINGS[told.opening.form]} {place(state, area)}",
        attacker=attacker,
        defender=enemy(attacker),
        called={ENEMY: foe(state).people},
        attackers=rows[attacker],
        defenders=rows[enemy(attacker)],
        stage=_stage(state, step),
        modifiers=tuple(_facts(state, told, step)),
        shots=tuple(_shots(told)),
        finished=step is None,
        result=_result(state, told),
        settled=True,
    )


# Rows


def _rows(state: State, told: _Told, side: Side, step: rules.Battle | None) -> Iterator[BattleRow]:
    joined = (event for event in told.story if side == ENEMY and isinstance(event, events.Reserve))
    names = {**told.opening.labels_of(side), **{event.force: event.label for event in joined}}
    for name, label in names.items():
        force = state.forces.get(name) or _gone(state, told, side, name, label)
        start, left = _strengths(told, force)
        yield BattleRow(counter(state, force), start, left, ", ".join(_marks(state, told, force, step)))


def _gone(state: State, told: _Told, side: Side, name: str, label: str) -> Force:
    """A force that was destroyed, as it was last."""
    cls, _, words = label.partition(" ")
    known: Any = cls
    assert known in book_of(state).units.classes[side]
    return Force(name, side, known, words, 0, told.opening.area, reduced=True)


def _strengths(told: _Told, force: Force) -> tuple[int, int]:
    """The steps of a force at the beginning of the battle, and now or at its end: full is 2, reduced 1 (2.10)."""
    hits = [each.destroyed for each in told.story if isinstance(each, events.Hit) and each.force == force.id]
    if not hits:
        return (1, 1) if force.reduced else (2, 2)
    return (1 if all(hits) else 2), (0 if any(hits) else 1)


def _marks(state: State, told: _Told, force: Force, step: rules.Battle | None) -> Iterator[str]:
    """The Speed of a force and its hit number; where it went."""
    if force.id not in state.forces:
        return
    moves = (each for each in told.story if isinstance(each, events.Moved))
    gone = next((moved.area for moved in moves if force.id in moved.forces), None)
    if gone is not None:
        yield f"→ {place(state, gone)}"
        return
    speed = class_of(state, force).speed
    if step is None:
        return
    number, dice = rules.hit_number(state, step, force), rules.dice_of(state, step, force)
    yield f"hits at {number}" + (f" with {dice} dice" if dice > 1 else "")
    yield "fired" if step.speed and speed >= step.speed else f"Speed {speed}"


# The round


def _stage(state: State, step: rules.Battle | None) -> str:
    """The round, and what is being done in it."""
    if step is None:
        return "over"
    doing = STAGES.get(state.stack[-1].kind, "")
    rounds = book_of(state).charts.battle.rounds + step.pressed
    words = f"round {step.round} of {rounds}" + (f", Speed {step.speed}" if step.speed else "")
    return f"{words}: {doing}" if doing else words


def _facts(state: State, told: _Told, step: rules.Battle | None) -> Iterator[Fact]:
    """What is in force in this round."""
    if step is None:
        return
    book = book_of(state)
    terrain, dig = rules.terrain(state, step), rules.dig(state, step)
    name = book.areas[step.area].terrain
    if terrain:
        yield Fact(f"terrain: {name}", f"attackers {terrain:+d}", "4.2.4")
    elif book.malus(step.area):
        yield Fact(f"terrain: {name}", "does not count", "4.9.5" if step.contested else "4.4.13")
    if dig:
        yield Fact("dig marker", f"attackers {dig:+d}", "4.2.5")
    elif state.areas[step.area].dig:
        yield Fact("dig marker", "does not count", "4.9.5" if step.contested else "4.2.5")
    if step.side == AXIS and any(force.area not in supplied(state) for force in rules.attackers(state, step)):
        yield Fact("out of supply", f"attackers {book.charts.economy.unsupplied:+d}", "4.3.8")
    if step.air and step.round == 1:
        yield Fact("air support", "called", "4.3.10")
    if step.chits:
        yield Fact(f"left to {foe(state).people}", plural(step.chits, "plan"), "4.4.2")
    yield from _plans(state, step)


def _plans(state: State, step: rules.Battle) -> Iterator[Fact]:
    """Chits that count in this round."""
    for chit in step.played:
        if chit.round == step.round or counts(state, chit, step.round):
            wasted = "" if chit.works else ", wasted"
            rule = "4.4.13" if chit.side == AXIS else "4.4.14"
            yield Fact(plan_text(chit.side, chit.chit), _people(state, chit.side) + wasted, rule)


def _people(state: State, side: Side) -> str:
    return adjective(book_of(state).campaign.map, side)


def _result(state: State, told: _Told) -> str:
    if told.ending is None:
        return ""
    sides = []
    for side in SIDES:
        hits = [event for event in told.story if isinstance(event, events.Hit) and event.side == side]
        gone = [hit.label for hit in hits if hit.destroyed]
        reduced = [hit.label for hit in hits if hit.label not in gone]
        words = [f"{listed(names)} {fate}" for names, fate in ((gone, "destroyed"), (reduced, "reduced")) if names]
        sides.append(f"{_people(state, side)} losses: {' and '.join(words) or 'none'}")
    mine, ending = told.opening.side == AXIS, told.ending
    if ending.contested:
        came = "is contested"
    elif ending.won:
        came = "is yours" if mine else "is lost"
    else:
        came = "holds out" if mine else "is held"
    return f"{place(state, told.opening.area)} {came}. {'; '.join(sides)}"


# Dice


def _shots(told: _Told) -> Iterator[Shot]:
    """Every roll of the battle: a line for each force or battery and each force that its dice hit."""
    taken: dict[Side, list[str]] = {side: [] for side in SIDES}
    for event in told.story:
        if isinstance(event, events.Hit) and not isinstance(event, events.Stranded):
            taken[event.side].append(event.force)
    for event in told.story:
        if isinstance(event, events.Fire):
            yield from _of_fire(event, taken[enemy(event.side)])
        elif isinstance(event, events.Check) and event.purpose in _VERBS:
            yield from _of_check(event, taken[enemy(event.side)])


def _struck(told: events.Fire | events.Check, taken: list[str]) -> list[str]:
    """Who takes the hit of each die, in the order in which hits are given out; `` for a miss or one not given out."""
    hits = [face <= needed for face, needed in zip(told.dice, told.needed, strict=True)]
    return [taken.pop(0) if hit and taken else "" for hit in hits]


def _of_check(told: events.Check, taken: list[str]) -> Iterator[Shot]:
    """Support dice, aircraft, guns; the test of the defenders."""
    who, verb = _VERBS[told.purpose]
    firer, needed = first_up(who.format(side=told.whose)), told.needed[0]
    if told.purpose == "retreat":
        outcome = "they go" if told.hits else "they stand"
        yield Shot(firer, "retreat", needed, needed, (), tuple(told.dice), told.hits, verb, outcome)
        return
    yield from _lines(firer, verb, told, [[face] for face in told.dice], _struck(told, taken))


def _of_fire(told: events.Fire, taken: list[str]) -> Iterator[Shot]:
    """The dice of each force; a miss that was rolled again stands before the die that counts."""
    again = {n: face for n, face in told.missed}  # noqa: C416 - mypy knows no dict of sequences
    struck = _struck(told, taken)
    faces = [[again[n], face] if n in again else [face] for n, face in enumerate(told.dice)]
    for label in dict.fromkeys(told.labels):
        dice = [n for n, each in enumerate(told.labels) if each == label]
        yield from _lines(f"{told.round}. {label}", "fires at", told, faces, struck, dice)


def _lines(
    firer: str,
    verb: str,
    told: events.Fire | events.Check,
    faces: Sequence[list[int]],
    struck: Sequence[str],
    of: Iterable[int] | None = None,
) -> Iterator[Shot]:
    """A line for each force that is hit, and one for the dice that hit nobody; of these the last face counts."""
    mine = [*(range(len(struck)) if of is None else of)]
    others = f"the {adjective(told.map, enemy(told.side))} forces"
    for target in dict.fromkeys(struck[n] for n in mine):
        dice = [n for n in mine if struck[n] == target]
        yield Shot(
            firer=firer,
            target=target or others,
            needed=told.needed[dice[0]],
            printed=told.needed[dice[0]],
            modifiers=(),
            dice=tuple(face for n in dice for face in faces[n]),
            hits=sum(faces[n][-1] <= told.needed[n] for n in dice),
            verb=verb,
            aimed=False,
        )


# Losses
