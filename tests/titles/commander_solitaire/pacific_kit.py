"""Set up any position of Pacific Commander for a test: a few Forces on an otherwise empty map, at any step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from wargame_tui.board.files import Entry
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game, Position
from wargame_tui.core.state import changed
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.titles.commander.checks import full_cup
from wargame_tui.titles.pacific_commander import TITLE
from wargame_tui.titles.pacific_commander.printed.book import (
    DATA,
    JAPAN,
    SHORT,
    TITLE_ID,
    US,
    Book,
    force_id,
    open_book,
)
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import sequence
from wargame_tui.titles.pacific_commander.rules.movement import Movement
from wargame_tui.titles.pacific_commander.rules.resupply import Resupply
from wargame_tui.titles.pacific_commander.rules.special_ops import SpecialOps
from wargame_tui.titles.pacific_commander.state import AreaState, Draft, Force, owner_of

DECISIONS: Mapping[str, Any] = {
    "us_resupply": Resupply(),
    "us_special_ops": SpecialOps(),
    "us_move": Movement(),
}
"""The player's steps, in which a position stands where he decides."""


def book(campaign: str = "1942", index: int = 0) -> Book:
    """The data of a campaign."""
    return open_book(f"{TITLE_ID}/{campaign}", index)


def forces_of(side: Side, where: Mapping[str, str]) -> Iterator[Force]:
    """Forces from the notation of the order of battle (3.14): `{"HAW": "CV Hornet, Wasp; TRN 1; INF 24th Inf"}`.

    What is special about a Force stands in brackets behind its name: `CV Hornet [hits=1 airloss=2]`, `[moved]`,
    `[level=Veteran]`, `[air_used]`, cargo `INF 24th Inf [on=trn-1]`. Ids are as in the game: `us-cv-hornet`,
    `jp-dd-1`. Set-up order is the order in which they are written, Area by Area.
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
        if field == "on":
            changes["carried_by"] = f"{SHORT[side]}-{value}"
        else:
            changes[field] = int(value) if value.isdigit() else value or True
    name = name.strip()
    return Force(force_id(side, cls, name), side, cls, name, 0, area, **changes)


@cache
def _begun(campaign: str, options: tuple[str, ...]) -> Game:
    return Game(TITLE, f"{TITLE_ID}/{campaign}", 1, {"undo": "free", **dict.fromkeys(options, "on")})


def position(
    us: Mapping[str, str] | None = None,
    japan: Mapping[str, str] | None = None,
    *,
    campaign: str = "1942",
    index: int = 0,
    turn: int = 1,
    stage: sequence.Stage = "us_resupply",
    whole: bool = False,
    stop: sequence.Stage | None = None,
    holders: Mapping[str, Side | None] | None = None,
    forts: Mapping[str, int] | None = None,
    enlarged: Sequence[str] = (),
    sp: int = 0,
    hand: Sequence[str] = (),
    cup: Sequence[str] | None = None,
    dice: Sequence[int] = (),
    options: Sequence[str] = (),
    stack: Sequence[Any] = (),
    **changes: Any,
) -> Game:
    """A game that stands in a step of a turn, with only these Forces on the map, and the dice given.

    `us` and `japan` are Areas with Forces in the notation of `forces_of`. Steps 1 to 3 stand at the player's decision;
    with `whole` they begin with what the program does first (step 1: SP and arrivals). The program's steps run from
    their beginning to the next decision of the player, or until the step `stop` is about to begin; what happened
    meanwhile is in `opening`, and the dice are there from the first one on.
    Whoever is alone Ashore is the Holder, in contested Areas Japan, but for `holders`; forts are 0 but for `forts`.
    The cup is full unless given. A career is played in its campaign `index`. A `stack` of steps puts the game anywhere
    else. `changes` are further fields of the state (`pool`, `due`, `operations_done`, `code_break`, ...).
    """
    game = _begun(campaign, tuple(options)).branch()
    draft: Draft = TITLE.draft(game.state)
    draft.index, draft.turn = index, turn
    given = [*forces_of(US, us or {}), *forces_of(JAPAN, japan or {})]
    draft.forces = {each.id: changed(each, serial=number) for number, each in enumerate(given)}
    assert len(draft.forces) == len(given), "two Forces with the same id"
    draft.serial = len(given)
    there = book(campaign, index)
    draft.pool, draft.due, draft.discard, draft.track = there.campaign.pool, (), (), 0
    draft.areas = {area: AreaState(enlarged=area in enlarged) for area in there.areas}
    draft.areas = {
        area: changed(state, holder=_holder(draft, area, holders or {}), fort=(forts or {}).get(area, 0))
        for area, state in draft.areas.items()
    }
    full = full_cup({chit: plan.copies for chit, plan in there.charts.plans[US].items()})
    draft.sp, draft.hand, draft.cup = sp, tuple(hand), full if cup is None else tuple(cup)
    for field, value in changes.items():
        setattr(draft, field, tuple(value) if isinstance(value, list) else value)
    draft.dice = draft.dice.script(tuple(dice))
    draft.events = []
    draft.stack = tuple(stack) or _stack(stage, whole)
    _settle(draft, stop)
    game.states[:] = [draft.freeze()]
    game.opening = tuple(draft.events)
    return game


def _holder(draft: Draft, area: str, holders: Mapping[str, Side | None]) -> Side | None:
    owner = owner_of(draft, area)
    return holders.get(area, JAPAN if owner == "contested" else None if owner == "empty" else owner)


def _stack(stage: sequence.Stage, whole: bool) -> tuple[Any, ...]:
    decision = () if whole or stage not in DECISIONS else (DECISIONS[stage],)
    return (sequence.Turn(stage), *decision)


def _last(stop: sequence.Stage | None) -> sequence.Turn | None:
    return None if stop is None else sequence.Turn(stop)


def _settle(draft: Draft, stop: sequence.Stage | None) -> None:
    """Let steps work by themselves until the player decides, the game is over, or the step to stop at would begin."""
    while draft.over is None and draft.stack[-1] != _last(stop) and draft.stack[-1].decider(draft) is None:
        draft.stack[-1].proceed(draft)


def played_on(game: Game) -> Game:
    """A game that begins with the position of another one, so that it can be looked back at."""
    return Game(game.title, game.scenario, game.seed, game.options, position=Position(game.state, (), "set up"))


def do(game: Game, *commands: str, dice: Sequence[int] = ()) -> list[Event]:
    """Give commands one after the other, with the next dice; the events of all of them."""
    if dice:
        game.script(dice)
    return [event for command in commands for event in game.apply(command)]


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


def play_on(game: Game, until: Callable[[Game], bool], least: Sequence[str]) -> list[Event]:
    """Give the first of the commands `least` that is legal until something is the case; the events meanwhile."""
    found: list[Event] = []
    while game.over is None and not until(game):
        open_to = legal(game)
        found += game.apply(next((text for text in least if text in open_to), min(open_to)))
    return found


def where(game: Game, force: str) -> str | None:
    """The Area of a Force; None if it is no longer in play."""
    return game.state.forces[force].area if force in game.state.forces else None


def here(game: Game, area: str) -> set[str]:
    """The ids of all Forces in an Area."""
    return {force.id for force in game.state.forces.values() if force.area == area}


@contextmanager
def replaced(file: str, **changes: Any) -> Iterator[None]:
    """Play with a changed data file (10.2): `with replaced("charts", economy={"repair": 1}): position(...)`.

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
        return {**entry, **{name: _changed_value(entry[name], value) for name, value in changes.items()}}
    return entry.model_copy(
        update={name: _changed_value(getattr(entry, name), value) for name, value in changes.items()}
    )


def _changed_value(old: Any, new: Any) -> Any:
    nested = isinstance(old, Mapping | Entry) and isinstance(new, Mapping)
    return _with(old, new) if nested else new


__all__ = [
    "JAPAN",
    "TITLE",
    "US",
    "book",
    "do",
    "forces_of",
    "here",
    "legal",
    "play_on",
    "played_on",
    "position",
    "refused",
    "replaced",
    "told",
    "where",
]
