"""What a battle that is over has come to: who holds the place, what each side has lost, what changed hands."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board import pages
from wargame_tui.board.scene import Scene, worth
from wargame_tui.board.title import Battle, BoardTitle
from wargame_tui.core.wording import plural
from wargame_tui.tui.session import Session

FARTHEST = 40
"""Journal entries among which the beginning of a battle is looked for."""
UNHURT = "no losses"
TOLD = "losses"
"""A title whose own words of the result have this tells the losses itself, and plays on before the outcome is read."""


def outcome_of(session: Session, battle: Battle) -> str:
    """A finished battle in a sentence, by what the game's states show; the newest of them is that after it."""
    game, title = session.game, session.title
    if session.viewed is not None or not session.newest:
        return ""
    before, after = game.states[_begun(session, battle)], game.states[session.newest]
    return outcome_between(title, battle, before, after, (title.scene(before, session.viewer), session.pieces(after)))


def outcome_between(
    title: BoardTitle[Any], battle: Battle, before: Any, after: Any, scenes: tuple[Scene, Scene]
) -> str:
    """What a battle has come to between two states, of which the scenes show what may be known.

    Empty if it was not fought: no dice fell, and all is as it was.
    """
    was, now = scenes
    head, hands = _place_words(title, battle, was, now), [*_hands(title, battle, after, was, now)]
    lost = [*_loss_words(title, battle, before, after, was)]
    if not battle.rolls and head == _holds(title, battle) and lost == [UNHURT] and not hands:
        return ""
    rest = [*(lost if TOLD not in battle.result else ()), *hands]
    return f"{head}: {'; '.join(rest)}" if rest else head


def _begun(session: Session, battle: Battle) -> int:
    """The journal entries played when the battle began, or when what fought it at once was decided."""
    last = session.newest - 1
    inside = next((at for at in range(last, max(-1, last - FARTHEST), -1) if _is_fought(session, battle, at)), None)
    if inside is None:
        return last
    while inside and _is_fought(session, battle, inside - 1):
        inside -= 1
    return inside


def _is_fought(session: Session, battle: Battle, at: int) -> bool:
    fought = session.fought_at(at)
    return fought is not None and fought.space == battle.space


def _place_words(title: BoardTitle[Any], battle: Battle, was: Scene, now: Scene) -> str:
    place = title.called(battle.space)
    if not battle.may_take:
        return place
    there = now.spaces.get(battle.space)
    sides = {counter.side for counter in there.counters} if there is not None else set()
    if _control(was, battle.space) != _control(now, battle.space) == battle.attacker:
        return f"{place} falls"
    if battle.defender in sides:
        return _holds(title, battle)
    if battle.attacker in sides:
        return f"{place} is taken"
    return f"The defenders leave {place}" if battle.defenders else place


def _holds(title: BoardTitle[Any], battle: Battle) -> str:
    return f"{title.called(battle.space)} holds"


def _loss_words(title: BoardTitle[Any], battle: Battle, before: Any, after: Any, was: Scene) -> Iterator[str]:
    """Who is destroyed, and the steps of both sides; with those who stood or sailed with the units that fought."""
    fought = {row.counter.unit for row in (*battle.attackers, *battle.defenders)}
    had, left = title.steps(before), title.steps(after)
    standing = {counter.unit: (space, counter) for space, here in was.spaces.items() for counter in here.counters}
    spaces = {standing[unit][0] for unit in fought if unit in standing}
    lost: dict[str, int] = {}
    gone: list[str] = []
    for unit, (space, counter) in standing.items():
        steps = had.get(unit, 0) - left.get(unit, 0)
        if steps > 0 and (unit in fought or (space in spaces and not left.get(unit, 0))):
            lost[counter.side] = lost.get(counter.side, 0) + steps
            gone += [pages.named(title, before, unit)] if not left.get(unit, 0) else []
    if gone:
        yield f"{', '.join(gone)} destroyed"
    sides = [side for side in (battle.attacker, battle.defender) if lost.get(side)]
    if sides:
        first, *rest = sides
        told = [f"{title.side_called(after, first)} lost {plural(lost[first], title.step_name)}"]
        yield ", ".join([*told, *(f"{title.side_called(after, side)} {lost[side]}" for side in rest)])
    else:
        yield UNHURT


def _hands(title: BoardTitle[Any], battle: Battle, after: Any, was: Scene, now: Scene) -> Iterator[str]:
    """The place of the battle, if it is worth something and changed hands, and others that those who fought took.

    Where a title has played on since, what became of other places was not this battle's doing.
    """
    fought = {row.counter.unit for row in (*battle.attackers, *battle.defenders)}
    for space, here in now.spaces.items():
        holder = here.control
        if holder is None or _control(was, space) == holder:
            continue
        entered = any(counter.side == holder and counter.unit in fought for counter in here.counters)
        if space != battle.space and (TOLD in battle.result or not entered):
            continue
        points = worth(here)
        if points or space != battle.space:
            held = f"{title.side_called(after, holder)}-held"
            yield f"{title.called(space)} is {held}{f' ({points})' if points else ''}"


def _control(scene: Scene, space: str) -> str | None:
    here = scene.spaces.get(space)
    return here.control if here is not None else None
