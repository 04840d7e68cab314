"""How a game of Pacific Commander starts, and what makes a state whole (3.14, 5.4)."""

from collections.abc import Iterator

from wargame_tui.core.dice import Dice
from wargame_tui.core.title import BadState
from wargame_tui.titles.commander.levels import Difficulty
from wargame_tui.titles.pacific_commander.printed.book import Book, open_book
from wargame_tui.titles.pacific_commander.rules import campaign, edits, sequence
from wargame_tui.titles.pacific_commander.state import AreaState, Draft, Force, State, fort_room, steps_left


def start(scenario: str, difficulty: Difficulty, options: tuple[str, ...], dice: Dice) -> State:
    """The position before the first step of the first turn (3.1.2, 3.14)."""
    book = open_book(scenario)
    empty = State(
        scenario=scenario,
        stack=(sequence.Turn(),),
        dice=dice,
        over=None,
        difficulty=difficulty,
        options=options,
        forces={},
        areas={area: AreaState() for area in book.areas},
    )
    draft = Draft(empty)
    campaign.set_up(draft)
    draft.events = []
    state: State = draft.freeze()
    return state


def insist_on_sense(state: State) -> None:
    """Refuse a state that no game could be in. Raises BadState naming the first field that is wrong."""
    problem = next(_problems(state), None)
    if problem:
        raise BadState(problem)


def _problems(state: State) -> Iterator[str]:
    career = open_book(state.scenario).campaigns
    if not 0 <= state.index < len(career):
        yield "/index: no such campaign in this scenario"
        return
    book = open_book(state.scenario, state.index)
    if not 1 <= state.turn <= len(book.campaign.turns):
        yield f"/turn: this campaign has {len(book.campaign.turns)} turns"
    if state.areas.keys() ^ book.areas.keys():
        yield "/areas: the Areas of the map are fixed"
        return
    for name, force in state.forces.items():
        yield from (f"/forces/{name}{problem}" for problem in _force_problems(state, book, name, force))
    for area, there in state.areas.items():
        if there.fort < 0 or fort_room(state, area) < 0:
            yield f"/areas/{area}/fort: 0 to {book.charts.orders.most_fort}"
    for name in ("serial", "sp", "pool", "repair_cut", "air_cut", "bomber_successes", "track"):
        if getattr(state, name) < 0:
            yield f"/{name}: negative"
    for name in ("hand", "cup", "discard"):
        if any(chit not in book.charts.plans["US"] for chit in getattr(state, name)):
            yield f"/{name}: no such Battle Plan"
    if state.code_break is not None and state.code_break not in book.areas:
        yield "/code_break: no such Area"
    yield from edits.stack_problems(state)


def _force_problems(state: State, book: Book, name: str, force: Force) -> Iterator[str]:
    if force.id != name:
        yield "/id: differs from the Force's key"
    elif force.cls not in book.units.classes[force.side]:
        yield f"/cls: {force.side} has no class {force.cls}"
    elif force.area not in book.areas:
        yield f"/area: no Area `{force.area}`"
    elif force.side == "US" and force.area in book.closed:
        yield f"/area: {force.area} is closed to the US"
    elif force.hits < 0 or steps_left(state, force) < 1:
        yield "/hits: a Force with no step left is off the table"
    elif force.airloss < 0 or force.serial < 0:
        yield ": negative number"
    elif force.carried_by is not None and not _aboard(state, force):
        yield "/carried_by: a ship of its side in the same Area"


def _aboard(state: State, force: Force) -> bool:
    ship = state.forces.get(force.carried_by or "")
    return ship is not None and ship.side == force.side and ship.area == force.area
