"""Set up any position of Desert Commander for a test: a few forces on an otherwise empty map, at any step."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from wargame_tui.board.files import Entry
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.titles.commander.checks import full_cup
from wargame_tui.titles.desert_commander import TITLE
from wargame_tui.titles.desert_commander.printed.book import (
    AT_SEA,
    AXIS,
    DATA,
    ENEMY,
    TITLE_ID,
    Book,
    force_id,
    open_book,
)
from wargame_tui.titles.desert_commander.printed.data import Side
from wargame_tui.titles.desert_commander.rules import sequence
from wargame_tui.titles.desert_commander.rules.battle import Battle
from wargame_tui.titles.desert_commander.rules.operations import Operations
from wargame_tui.titles.desert_commander.rules.supply_points import Resupply
from wargame_tui.titles.desert_commander.state import AreaState, Draft, Force

FRANCE, AFRICA, NORMANDY = "france_1940", "north_africa", "normandy_1944"
NOTHING = 15
"""A die that draws the chit `fog` from the enemy's cup, which does nothing, up to four times in a battle (4.4.14)."""
DECISIONS: Mapping[str, Any] = {"axis_resupply": Resupply(), "axis_operations": Operations()}
"""The player's steps, in which a position stands where he decides."""


def book(campaign: str = FRANCE, index: int = 0) -> Book:
    """The data of a campaign."""
    return open_book(f"{TITLE_ID}/{campaign}", index)


def forces_of(side: Side, where: Mapping[str, str]) -> Iterator[Force]:
    """Forces from the notation of the order of battle (4.7.2): `{"EIF": "PZ I/25 Pz, II/25 Pz; INF 12 ID"}`.

    What is special about a force stands in brackets behind its name: `[reduced]`, `[veteran]`, `[spent won]`,
    `[operations=1]`, `[used]`. Ids are as in the game: `ax-pz-i-25-pz`. Set-up order is the order in which they are
    written, Area by Area. `sea UTA` in place of an Area are forces bound for it.
    """
    for area, words in where.items():
        for part in words.split(";"):
            cls, _, names = part.strip().partition(" ")
            for name in names.split(","):
                yield _force(side, cls, name.strip(), area)


def _force(side: Side, cls: Any, words: str, area: str) -> Force:
    name, _, marks = words.rstrip("]").partition("[")
    changes: dict[str, Any] = {}
    for mark in marks.split():
        field, _, value = mark.partition("=")
        changes[field] = int(value) if value else True
    name = name.strip()
    if area.startswith(AT_SEA):
        changes["bound"] = area.split()[1]
        area = AT_SEA
    return Force(force_id(side, cls, name), side, cls, name, 0, area, **changes)


@cache
def _begun(campaign: str, options: tuple[str, ...]) -> Game:
    return Game(TITLE, f"{TITLE_ID}/{campaign}", 1, {"undo": "free", **dict.fromkeys(options, "on")})


def position(
    axis: Mapping[str, str] | None = None,
    enemy: Mapping[str, str] | None = None,
    *,
    campaign: str = FRANCE,
    index: int = 0,
    turn: int = 2,
    stage: sequence.Stage = "axis_operations",
    whole: bool = False,
    stop: sequence.Stage | None = None,
    owned: str = "",
    lost: str = "",
    contested: str = "",
    dig: str = "",
    sp: int = 0,
    hand: Sequence[str] = (),
    cup: Sequence[str] | None = None,
    dice: Sequence[int] = (),
    options: Sequence[str] = (),
    **changes: Any,
) -> Game:
    """A game that stands in a step of a turn, with only these forces on the map, and the dice given.

    `axis` and `enemy` are Areas with forces in the notation of `forces_of`. Steps 3 and 4 stand at the player's
    decision; with `whole` they begin with what the program does first. The program's steps run from their beginning to
    the next decision of the player, or until the step `stop` is about to begin; what happened meanwhile is in
    `opening`, and the dice are there from the first one on.
    Areas belong to who stands in them, bases to the Axis, the others to the enemy, in Normandy to the Axis; `owned` by
    the Axis, `lost` to the enemy and `contested` name others, parted by spaces; so does `dig` for dig markers. The cup
    is full unless given. `changes` are further fields of the state (`best`, `bonus`, `orders`, ...).
    """
    game = _begun(campaign, tuple(options)).branch()
    draft: Draft = TITLE.draft(game.state)
    draft.index, draft.turn = index, turn
    given = [*forces_of(AXIS, axis or {}), *forces_of(ENEMY, enemy or {})]
    draft.forces = {each.id: changed(each, serial=number) for number, each in enumerate(given)}
    assert len(draft.forces) == len(given), "two forces with the same id"
    draft.serial = len(given)
    there = book(campaign, index)
    owners = dict.fromkeys(there.areas, AXIS if there.campaign.axis_owns_all else ENEMY)
    owners |= dict.fromkeys(there.campaign.bases, AXIS)
    owners |= {force.area: force.side for force in given if force.area != AT_SEA}
    owners |= dict.fromkeys(owned.split(), AXIS) | dict.fromkeys(lost.split(), ENEMY)
    owners |= dict.fromkeys(contested.split(), "contested")
    assert owners.keys() == there.areas.keys(), f"no such Area: {owners.keys() - there.areas.keys()}"
    draft.areas = {area: AreaState(owners[area], area in dig.split()) for area in there.areas}
    full = full_cup({chit: plan.copies for chit, plan in there.plans(AXIS).items()})
    draft.sp, draft.hand, draft.cup = sp, tuple(hand), full if cup is None else tuple(cup)
    draft.discard, draft.orders, draft.revealed, draft.best = (), (), (), 0
    for field, value in changes.items():
        setattr(draft, field, value)
    draft.dice = draft.dice.script(tuple(dice))
    draft.events = []
    decision = () if whole or stage not in DECISIONS else (DECISIONS[stage],)
    draft.stack = (sequence.Turn(stage), *decision)
    while draft.over is None and draft.stack[-1] != (stop and sequence.Turn(stop)):
        if draft.stack[-1].decider(draft) is not None:
            break
        draft.stack[-1].proceed(draft)
    game.states[:] = [draft.freeze()]
    game.opening = tuple(draft.events)
    return game


def do(game: Game, *commands: str, dice: Sequence[int] = ()) -> list[Event]:
    """Give commands one after the other, with the next dice; the events of all of them."""
    if dice:
        game.script(dice)
    return [event for command in commands for event in game.apply(command)]


def operate(game: Game, origin: str, area: str, *forces: str, dice: Sequence[int] = (), blitz: bool = False) -> None:
    """Carry out an operation of these forces: words in their ids are enough."""
    if dice:
        game.script(dice)
    game.apply(f"{'blitz' if blitz else 'operation'} {origin} {area}")
    for words in forces:
        if any(text.startswith("add ") for text in legal(game)):  # the only force goes by itself (2.11)
            game.apply(next(text for text in sorted(legal(game, "add")) if words in text))
    if "go" in legal(game):
        game.apply("go")


def legal(game: Game, verb: str | None = None) -> set[str]:
    """The notations of all legal commands, or of those of a verb."""
    found = {command.notation() for command in game.iter_legal()}
    return found if verb is None else {text for text in found if text.split()[0] == verb}


def refused(game: Game, command: str) -> Refusal:
    """The refusal of a command; fails if it is legal."""
    before = game.state
    try:
        game.apply(command)
    except IllegalCommand as error:
        assert game.state is before
        return error.refusal
    raise AssertionError(f"`{command}` was accepted")


def told(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


def history(game: Game) -> list[Event]:
    """Everything that happened in a game, in order."""
    return [*game.opening, *(event for entry in game.entries for event in entry.events)]


def where(game: Game, force: str) -> str | None:
    """The Area of a force; None if it is no longer in play."""
    return game.state.forces[force].area if force in game.state.forces else None


def here(game: Game, area: str) -> set[str]:
    """The ids of all forces in an Area."""
    return {force.id for force in game.state.forces.values() if force.area == area}


def reduced(game: Game) -> set[str]:
    """The ids of all reduced forces."""
    return {force.id for force in game.state.forces.values() if force.reduced}


def owner(game: Game, area: str) -> str:
    """Whose an Area is."""
    found: str = game.state.areas[area].owner
    return found


def fighting(game: Game) -> Battle:
    """The battle in hand."""
    return next(step for step in reversed(game.state.stack) if isinstance(step, Battle))


@contextmanager
def replaced(file: str, **changes: Any) -> Iterator[None]:
    """Play with a changed data file (10.2): `with replaced("charts", economy={"refit": 2}): position(...)`.

    `file` is `map`, `units`, `charts` or a campaign; `changes` name its fields, those of nested tables as mappings.
    """
    layers = DATA.under(())
    kept = DATA.map, DATA.units, DATA.charts, DATA.scenarios
    names = ("map", "units", "charts", "scenarios")
    if file in names:
        layers.__dict__[file] = _with(getattr(DATA, file), changes)
    else:
        layers.__dict__["scenarios"] = {**DATA.scenarios, file: _with(DATA.scenarios[file], changes)}
    open_book.cache_clear()
    try:
        yield
    finally:
        layers.__dict__.update(zip(names, kept, strict=True))
        open_book.cache_clear()


def _with(entry: Any, changes: Mapping[Any, Any]) -> Any:
    """A copy of an entry or mapping with some values changed."""
    if isinstance(entry, Mapping):
        return {**entry, **{name: _changed_value(entry.get(name), value) for name, value in changes.items()}}
    return entry.model_copy(
        update={name: _changed_value(getattr(entry, name), value) for name, value in changes.items()}
    )


def _changed_value(old: Any, new: Any) -> Any:
    nested = isinstance(old, Mapping | Entry) and isinstance(new, Mapping)
    return _with(old, new) if nested else new
