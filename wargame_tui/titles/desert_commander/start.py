"""How a game of Desert Commander starts, and what makes a state whole (4.6 to 4.9, 5.4)."""

from collections.abc import Iterator

from wargame_tui.core.dice import Dice
from wargame_tui.core.title import BadState
from wargame_tui.titles.commander.levels import Difficulty
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, ENEMY, Book, open_book
from wargame_tui.titles.desert_commander.rules import edits, sequence
from wargame_tui.titles.desert_commander.state import Draft, Force, State


def start(scenario: str, difficulty: Difficulty, options: tuple[str, ...], dice: Dice) -> State:
    """The position before the first step of the first turn (4.1.2, 4.2.6)."""
    empty = State(
        scenario=scenario, stack=(), dice=dice, over=None, difficulty=difficulty, options=options, forces={}, areas={}
    )
    draft = Draft(empty)
    sequence.begin_campaign(draft, 0)
    draft.events = []
    state: State = draft.freeze()
    return state


def insist_on_sense(state: State) -> None:
    """Refuse a state that no game could be in. Raises BadState naming the first field that is wrong."""
    problem = next(_problems(state), None)
    if problem:
        raise BadState(problem)


def _problems(state: State) -> Iterator[str]:
    if not 0 <= state.index < len(open_book(state.scenario).campaigns):
        yield "/index: no such campaign in this scenario"
        return
    book = open_book(state.scenario, state.index)
    if not 1 <= state.turn <= book.last_turn:
        yield f"/turn: this campaign has {book.last_turn} turns"
        return
    if state.areas.keys() ^ book.areas.keys():
        yield "/areas: the Areas of the map are fixed"
        return
    for name, force in state.forces.items():
        yield from (f"/forces/{name}{problem}" for problem in _force_problems(state, book, name, force))
    yield from _area_problems(state, book)
    for field in ("serial", "reserves", "sp", "bonus", "best"):
        if getattr(state, field) < 0:
            yield f"/{field}: negative"
    for field in ("hand", "cup", "discard"):
        if any(chit not in book.plans(AXIS) for chit in getattr(state, field)):
            yield f"/{field}: no such Battle Plan"
    yield from edits.stack_problems(state)


def _force_problems(state: State, book: Book, name: str, force: Force) -> Iterator[str]:
    if force.id != name:
        yield "/id: differs from the force's key"
    elif force.cls not in book.units.classes[force.side]:
        yield f"/cls: {force.side} has no class {force.cls}"
    elif force.area != AT_SEA and force.area not in book.areas:
        yield f"/area: no Area `{force.area}`"
    elif force.area == AT_SEA and (force.side != ENEMY or force.bound not in book.areas):
        yield "/bound: an enemy force at sea is bound for an Area"
    elif force.operations < 0 or force.serial < 0:
        yield ": negative number"


def _area_problems(state: State, book: Book) -> Iterator[str]:
    sides: dict[str, set[str]] = {area: set() for area in book.areas}
    for force in state.forces.values():
        if force.area in sides:
            sides[force.area].add(force.side)
    for area, there in state.areas.items():
        if there.owner != "contested" and len(sides[area]) > 1:
            yield f"/areas/{area}/owner: forces of both sides are there, so it is contested"
