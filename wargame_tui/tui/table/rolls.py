"""Dice that are none of a battle's own: what they were rolled for, what was needed, what they came to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wargame_tui.board.rulebook import RuleText
from wargame_tui.board.title import Battle, BoardTitle
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.game import Frame
from wargame_tui.tui.table.throws import throws

DICE = ("dice", "die", "faces", "roll")
"""Where events keep what was rolled."""
ABOUT = ("unit", "bridge", "border", "space", "hex", "area")
"""Where they say what it was rolled for."""
OR_LESS, OR_MORE = ("needed",), ("needs", "at_least")
"""Where they say which number was needed."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice of an event."""

    dice: tuple[int, ...]
    faces: int
    about: str
    """What it was rolled for: a unit, a bridge, a space; empty if nothing in particular."""
    needed: str
    """`4 or less`; empty where a table decides."""
    modifiers: tuple[Modifier, ...]
    words: str
    """What the dice have come to."""
    place: str | None


@dataclass(frozen=True, slots=True)
class Rolls:
    """Rolls of one kind that follow each other: shown, and read, together."""

    heading: str
    rule: str | None
    rolls: tuple[Roll, ...]
    fresh: bool
    """Whether the dice fall now; else they lay there already, and are told of again."""

    @property
    def place(self) -> str | None:
        """Where the first of them was rolled that has a place."""
        return next((roll.place for roll in self.rolls if roll.place is not None), None)


@dataclass(frozen=True, slots=True)
class _Told:
    """An event with its dice."""

    event: Event
    roll: Roll
    fresh: bool
    kind: str
    """Of the event with which they fell."""

    def with_result(self, later: "_Told") -> "_Told":
        """The same dice with what an event that tells of them again says of them."""
        mine, other = self.roll, later.roll
        about, needed = other.about or mine.about, other.needed or mine.needed
        roll = replace(other, about=about, needed=needed, modifiers=other.modifiers or mine.modifiers)
        return _Told(later.event, roll, self.fresh, self.kind)


def rolls_of(title: BoardTitle[Any], frames: Sequence[tuple[Frame, Sequence[Event]]]) -> Iterator[tuple[int, Rolls]]:
    """The dice of no battle in pieces of a game, those of one kind together, each with the piece that begins it.

    A piece comes with the events up to it. What the program does in the turn of a side that nobody plays is left out.
    """
    # What is rolled beside a battle's own dice lies beside them: it has their rhythm.
    pieces = [(number, *piece) for number, piece in enumerate(frames) if _fought(title, *piece) is None]
    yield from _together(title, pieces)


def rolls_beside(
    title: BoardTitle[Any], frames: Sequence[tuple[Frame, Sequence[Event]]], battle: Battle
) -> Rolls | None:
    """The last dice in pieces of a battle that are none of its own: calls for artillery, a bridge that is blown."""
    pieces = [
        (number, *piece)
        for number, piece in enumerate(frames)
        if (fought := _fought(title, *piece)) is not None
        and (fought.space, fought.heading) == (battle.space, battle.heading)
    ]
    found = [rolls for _, rolls in _together(title, pieces) if rolls.fresh]
    return found[-1] if found else None


def _fought(title: BoardTitle[Any], frame: Frame, before: Sequence[Event]) -> Battle | None:
    """The battle that was being fought when a piece began."""
    battle = title.battle(frame.before, before)
    return None if battle is None or battle.finished else battle


def _together(
    title: BoardTitle[Any], pieces: Iterable[tuple[int, Frame, Sequence[Event]]]
) -> Iterator[tuple[int, Rolls]]:
    """Rolls of one kind that follow each other in pieces, each with the number of the piece that begins it."""
    found: list[tuple[int, list[_Told]]] = []
    for number, frame, before in pieces:
        for told in _told_in(title, frame, before):
            if not told.fresh and found and found[-1][1][-1].roll.dice == told.roll.dice:
                found[-1][1][-1] = found[-1][1][-1].with_result(told)
                continue
            if found and (found[-1][1][-1].kind, found[-1][1][-1].fresh) == (told.kind, told.fresh):
                found[-1][1].append(told)
            else:
                found.append((number, [told]))
    for number, together in found:
        event = together[0].event
        yield number, Rolls(_heading(title, event), event.rule, tuple(t.roll for t in together), together[0].fresh)


def _told_in(title: BoardTitle[Any], frame: Frame, before: Sequence[Event]) -> list[_Told]:
    """The rolls of a piece that are none of a battle's own, and what tells again of dice that had fallen."""
    left = frame.state.dice.count - frame.before.dice.count
    found: list[_Told] = []
    fought = _battle_dice(title, frame, before) if any(map(dice_in, frame.events)) else Counter[int]()
    for event in frame.events:
        dice = dice_in(event)
        of_battle = Counter(dice) <= fought
        if not dice or title.enemy_act(event) or of_battle:
            fought -= Counter(dice)
            left -= len(dice)
            continue
        roll = _roll(title, event, dice)
        found.append(_Told(event, roll, left >= len(dice), event.kind))
        left -= len(dice)
    return found


def dice_in(event: Event) -> tuple[int, ...]:
    """The dice that an event tells of; none if it tells of none."""
    data = event.data
    for name in DICE:
        value = data.get(name)
        if isinstance(value, Sequence) and not isinstance(value, str) and value:
            return tuple(value)
        if name != "faces" and isinstance(value, int) and not isinstance(value, bool):
            return (value,)
    return ()


def _battle_dice(title: BoardTitle[Any], frame: Frame, before: Sequence[Event]) -> Counter[int]:
    """The dice that the battle in hand, or one just over, has shown since the piece began."""
    told = [*before, *frame.events]
    found: Counter[int] = Counter()
    for ask in (title.battle, title.ended_battle):
        battle, earlier = ask(frame.state, told), ask(frame.before, before)
        if battle is None:
            continue
        dice = [throw.dice for throw in throws(battle)]
        if earlier is not None and (earlier.space, earlier.heading) == (battle.space, battle.heading):
            known = [throw.dice for throw in throws(earlier)]
            again = not battle.singly and battle.throws != earlier.throws
            dice = dice[len(known) :] if dice[: len(known)] == known and not again else dice
        # The same battle as it is fought and as it is over.
        found |= Counter(die for together in dice for die in together)
    return found


def _roll(title: BoardTitle[Any], event: Event, dice: tuple[int, ...]) -> Roll:
    data = event.data
    about = next((title.spoken(title.called(data[name])) for name in ABOUT if isinstance(data.get(name), str)), "")
    known = data.get("faces")
    faces = known if isinstance(known, int) else max(title.die_faces, *dice)
    place, words = title.event_place(event), title.event_text(event)
    return Roll(dice, faces, about, _needed(data), tuple(_modifiers(data)), words, place)


def _needed(data: Mapping[str, Any]) -> str:
    for names, words in ((OR_LESS, "or less"), (OR_MORE, "or more")):
        value = next((data[name] for name in names if name in data), None)
        if isinstance(value, Sequence) and value:
            value = value[0] if len({*value}) == 1 else None
        if isinstance(value, int):
            return f"{value} {words}"
    return ""


def _modifiers(data: Mapping[str, Any]) -> Iterator[Modifier]:
    for term in data.get("modifiers") or ():
        match term:
            case [str(name), int(value), str(rule)]:
                yield Modifier(name, value, rule)


def _heading(title: BoardTitle[Any], event: Event) -> str:
    """What the rule is called by which the dice are rolled, or the nearest above it that has a title of its own.

    Where only the whole chapter has one, what the words of the event begin with says more: `Code break: rolled 9`.
    """
    book, number = title.rulebook(), event.rule or ""
    rule = book.find(number) if number else None
    while rule is not None and _is_of_chapter(rule) and "." in number:
        number = number.rpartition(".")[0]
        rule = book.find(number)
    if rule is not None and not _is_of_chapter(rule):
        return _bare(rule.heading)
    begins, colon, _ = title.event_text(event).partition(": ")
    if colon:
        return begins
    return _bare(rule.heading) if rule is not None else event.kind.replace("_", " ").capitalize()


def _is_of_chapter(rule: RuleText) -> bool:
    """Whether a rule is called as its whole chapter is."""
    return rule.heading == rule.chapter.lstrip("0123456789. ")


def _bare(heading: str) -> str:
    """A heading without what is said of a whole chapter, `[advanced]`: that is nothing to read over dice."""
    return heading.partition(" [")[0]
