"""Writing orders of a conduct: from a player's words, and refused where they make no sense in the game as it stands."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from wargame_tui.board.conduct import PLACE, TURN, UNIT, BadConduct, Order, Topic, checked, in_turn, told, topics
from wargame_tui.core.game import Game

AT = "at"
"""Before a place, in an order as it is written."""
FORM = "`TOPIC CHOICE [at PLACE] [unit UNIT] [turn TURN]`"
BRIDGE = "bridge"
"""The field of questions about a bridge."""
MOST_NAMED = 4
"""Names that are told where one was not found."""


def written(title: Any, game: Game, side: str, text: str) -> Order:
    """An order from its words, `demolition never at Vianden turn 16-2`. Raises BadConduct: what to write instead."""
    words = text.split()
    if len(words) < 2:
        raise BadConduct(f"`{text[:60]}` is no order; the form is {FORM}")
    where = _where(title, words[0], words[2:])
    return insisted(title, game, side, Order(words[0], words[1], where))


def _where(title: Any, topic: str, words: Sequence[str]) -> dict[str, str]:
    """Exceptions from words: each begins with what it names, and goes on to the next that does."""
    names = next((each.names for each in topics(title) if each.id == topic), {})
    starts = {AT: PLACE, UNIT: UNIT, TURN: TURN, **{name: name for name in names}}
    where: dict[str, list[str]] = {}
    for word in words:
        if word in starts and starts[word] not in where:
            where[starts[word]] = values = []
        elif where:
            values.append(word)
        else:
            raise BadConduct(
                f"an exception begins with {', '.join(f'`{start}`' for start in starts)}, not `{word[:40]}`"
            )
    empty = next((name for name, found in where.items() if not found), None)
    if empty is not None:
        raise BadConduct(f"`{AT if empty == PLACE else empty}` needs a name behind it")
    return {name: " ".join(found) for name, found in where.items()}


def insisted(title: Any, game: Game, side: str, order: Order) -> Order:
    """The order with places and units by their ids, if it makes sense for a side now.

    Raises BadConduct: a topic or choice that there is not, a place, unit or turn that is not in the game or is past, a
    bridge that is blown already.
    """
    known = topics(title)
    checked(known, order)
    topic = next(each for each in known if each.id == order.topic)
    if topic.side not in ("", side):
        raise BadConduct(f"`{topic.id}` is for the {topic.side} player: leave it out")
    find = {PLACE: _place, UNIT: _unit, TURN: _turn, BRIDGE: _bridge}
    where = {
        name: find[name](title, game, value) if name in find else value.replace(" ", "_")
        for name, value in order.where.items()
    }
    return Order(order.topic, order.choice, where)


def _place(title: Any, game: Game, given: str) -> str:
    """The id of a space, from that or its name."""
    spaces = title.spaces(game.state)
    named = {str(space.get("name", id_)): id_ for id_, space in spaces.items()}
    return _found(given, [*spaces], named, "place", "choose one on the map")


def _unit(title: Any, game: Game, given: str) -> str:
    """The id of a unit of either side, from that or its name, if it can still be asked about."""
    pieces = {piece.id: piece for piece in title.pieces(game.state)}
    named = {title.enrolled(game.state, piece)[0]: id_ for id_, piece in pieces.items()}
    named |= {title.counter(game.state, piece).label: id_ for id_, piece in pieces.items()}
    unit = _found(given, [*pieces], named, "unit", "choose one on the map")
    left, _ = title.step_count(game.state, pieces[unit])
    if left <= 0 or getattr(pieces[unit], "location", "") == "eliminated":
        raise BadConduct(f"{unit} has been eliminated: leave it out")
    return unit


def _turn(title: Any, game: Game, given: str) -> str:
    """A turn that is now or to come."""
    now = title.turn(game.state)
    if " " not in now and not re.match(_shape(given), _shape(now)):
        raise BadConduct(f"there is no turn `{given[:40]}`; turns are written as `{now}`, the present one")
    before = {title.turn(state) for state in game.states}
    if not in_turn(given, now) and (any(in_turn(given, turn) for turn in before) or _order(given) < _order(now)):
        raise BadConduct(f"turn {given} is past, it is {now} now: leave the exception out or name a later one")
    return given


def _shape(turn: str) -> str:
    return re.sub(r"[0-9]+", "#", re.sub(r"AM|PMn|PM", "half", turn))


def _order(turn: str) -> list[tuple[int, str]]:
    """For turns that count upwards; dates with the month's name have no order here."""
    if " " in turn:
        return []
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.findall(r"[0-9]+|[^0-9]+", turn)]


def _bridge(title: Any, game: Game, given: str) -> str:
    """A bridge that is not blown."""
    bridges = title.scene(game.state).bridges
    bridge = _found(given, [*bridges], {}, "bridge", "choose one on the map") if bridges else given
    if bridges.get(bridge) is False:
        raise BadConduct(f"the bridge {bridge} is blown already: leave it out until it is rebuilt")
    return bridge


def _found(given: str, ids: Sequence[str], named: Mapping[str, str], what: str, else_: str) -> str:
    """An id by itself or by a name, however its case is written."""
    if given in ids:
        return given
    folded = {name.casefold(): id_ for name, id_ in named.items()} | {id_.casefold(): id_ for id_ in ids}
    if (found := folded.get(given.casefold())) is not None:
        return found
    near = get_close_matches(given.casefold(), folded, MOST_NAMED, 0.7)
    meant = [next((name for name, id_ in named.items() if id_ == folded[one]), folded[one]) for one in near]
    hint = f"do you mean {_either(meant)}?" if meant else else_
    raise BadConduct(f"there is no {what} `{given[:40]}`: {hint}")


def _either(names: Sequence[str]) -> str:
    return " or ".join(f"`{name}`" for name in dict.fromkeys(names))


# In words


def in_words(title: Any, topic: Topic, order: Order) -> str:
    """An order as players read it: `never: let them cross, at Vianden`."""
    choice = topic.choice(order.choice)
    words = choice.words if choice is not None else order.choice
    return ", ".join([words, *_exceptions(title, topic, order.where)])


def where_words(title: Any, topic: Topic, where: Mapping[str, str]) -> str:
    """The exception of an order as players read it; `everywhere` if it is none."""
    return ", ".join(_exceptions(title, topic, where)) or "everywhere"


def _exceptions(title: Any, topic: Topic, where: Mapping[str, str]) -> Iterable[str]:
    for name, value in where.items():
        if name == PLACE:
            yield f"at {title.called(value)}"
        elif name in (UNIT, TURN):
            yield f"{name} {value}"
        else:
            yield f"{topic.names.get(name, name).partition(',')[0]}: {value.replace('_', ' ')}"


def renewed(conduct: Iterable[Order], order: Order) -> tuple[Order, ...]:
    """A conduct with an order in the place of the one about the same, or behind all others."""
    kept = tuple(each for each in conduct if (each.topic, dict(each.where)) != (order.topic, dict(order.where)))
    return (*kept, order)


def without(conduct: Iterable[Order], number: int) -> tuple[Order, ...]:
    """A conduct without one of its orders, counted from 1. Raises BadConduct."""
    kept = list(conduct)
    if not 1 <= number <= len(kept):
        raise BadConduct(f"there is no order {number}: {len(kept)} are given")
    del kept[number - 1]
    return tuple(kept)


def listed(conduct: Iterable[Order]) -> list[str]:
    """Every order as it is written, with its number."""
    return [f"{number}. {told(order)}" for number, order in enumerate(conduct, 1)]
