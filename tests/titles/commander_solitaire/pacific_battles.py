"""Set up a battle of Pacific Commander at any stage of any round, and read what was rolled in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.titles.commander_solitaire.pacific_kit import JAPAN, TITLE, US, book, position
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules.battle import STAGES, Battle, Battles, Stage
from wargame_tui.titles.pacific_commander.rules.engagement import Chit, Record, Round, Sort, in_hand, ship_steps
from wargame_tui.titles.pacific_commander.rules.sequence import Turn
from wargame_tui.titles.pacific_commander.state import present, steps_left

Where = str | Mapping[str, str] | None
Now = Mapping[str, Any]


def battle(
    us: Where = None,
    japan: Where = None,
    *,
    area: str = "MID",
    stage: Stage = "boxes",
    until: Stage | None = None,
    sort: Sort = "battle",
    number: int | None = None,
    rounds: int = 1,
    rear: Sequence[str] = (),
    support: Sequence[str] = (),
    start: Mapping[Side, int] | None = None,
    plans_left: int = 0,
    drawn: Sequence[str] = (),
    chits: Sequence[str] = (),
    now: Now | None = None,
    dice: Sequence[int] = (),
    **given: Any,
) -> Game:
    """A game in a battle whose `stage` is about to begin, run to the next decision or stage `until`.

    It is round 1, or none yet, unless `number` says otherwise. `us` and `japan` are as in `position`, or just the
    Forces of the Area. Carriers and TRN are in REAR with those named in `rear`; nobody has plans left, and chits in
    force are `chits`; `now` has further fields of the round. `given` are further arguments of `position`. What happened
    meanwhile is in `opening`.
    """
    game = position(_placed(us, area), _placed(japan, area), **given)
    draft = TITLE.draft(game.state)
    behind = [
        force.id
        for side in (US, JAPAN)
        for force in present(draft, area, side).ships
        if force.cls in CARRIERS or force.cls == "TRN" or force.id in rear
    ]
    plans = book(given.get("campaign", "1942")).charts.plans
    shown = tuple(Chit(US if chit in plans[US] else JAPAN, chit) for chit in chits)
    record = Record(
        area,
        sort,
        real_japanese=bool(present(draft, area, JAPAN).real),
        rear=tuple(behind),
        support=tuple(support),
        plans_left=plans_left,
        drawn=tuple(drawn),
        rounds=rounds,
        now=Round(_round(stage) if number is None else number, chits=shown, **dict(now or {})),
    )
    draft.stack = (Turn("battles"), Battles(len(draft.areas)), Battle(record, stage))
    steps: Mapping[Side, int] = start or {side: ship_steps(draft, side) for side in (US, JAPAN)}
    draft.stack = (*draft.stack[:-1], Battle(changed(record, start_steps=steps), stage))
    draft.dice, draft.events = draft.dice.script(tuple(dice)), []
    while draft.stack[-1].decider(draft) is None and not _at(draft.stack[-1], until):
        draft.stack[-1].proceed(draft)
    game.states[:] = [draft.freeze()]
    game.opening = tuple(draft.events)
    return game


def _round(stage: Stage) -> int:
    order = STAGES["battle"]
    return 0 if order.index(stage) <= order.index("round") else 1


def _placed(where: Where, area: str) -> Mapping[str, str] | None:
    return {area: where} if isinstance(where, str) else where


def _at(step: Any, stage: Stage | None) -> bool:
    """Whether a stage is about to begin, or the battle is over."""
    return bool(step.kind == "battles" or (step.kind == "battle" and step.stage == stage))


def now(game: Game) -> Round:
    """The record of the round."""
    return in_hand(game.state).now


def rolled(events: Sequence[Event], purpose: str) -> list[tuple[list[int], list[int]]]:
    """Numbers needed and faces shown of each roll for a purpose."""
    return [
        (event.data["needed"], event.data["dice"])
        for event in events
        if event.kind == "check" and event.data["purpose"] == purpose
    ]


def needed(events: Sequence[Event], purpose: str) -> list[int]:
    """Numbers needed of all dice for a purpose."""
    return [number for numbers, _ in rolled(events, purpose) for number in numbers]


def left(game: Game, force: str) -> int:
    """Steps that a Force has left, 0 if it is destroyed."""
    state = game.state
    return steps_left(state, state.forces[force]) if force in state.forces else 0


def airloss(game: Game, force: str) -> int:
    """Air points that a carrier has lost."""
    return game.state.forces[force].airloss  # type: ignore[no-any-return]


def spent(game: Game) -> bool:
    """Whether all scripted dice were rolled."""
    return not game.state.dice.scripted
