"""The state of a game of Pacific Commander: how it starts, and what makes it whole (3.14, 5.4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from pydantic import Discriminator

from wargame_tui.core.codec import STRICT
from wargame_tui.core.dice import Dice
from wargame_tui.core.state import Outcome
from wargame_tui.core.title import BadState
from wargame_tui.titles.commander.levels import Difficulty
from wargame_tui.titles.pacific_commander import (
    air,
    battle,
    bombardment,
    campaign,
    edits,
    enemy_resupply,
    landing,
    movement,
    orders,
    plans,
    post_battle,
    resupply,
    sequence,
    special_ops,
    submarines,
    surface,
    withdrawal,
)
from wargame_tui.titles.pacific_commander.book import Book, open_book
from wargame_tui.titles.pacific_commander.data import ForceClass
from wargame_tui.titles.pacific_commander.table import (
    AreaState,
    Draft,
    Force,
    Grade,
    OrderLine,
    Purchase,
    Victory,
    steps_left,
)

AnyStep = Annotated[
    sequence.Turn
    | sequence.NextCampaign
    | resupply.Resupply
    | special_ops.SpecialOps
    | special_ops.CommerceRaiding
    | special_ops.CarrierRaiding
    | movement.Movement
    | movement.TaskForce
    | enemy_resupply.EnemyResupply
    | orders.Orders
    | orders.OrderAgain
    | battle.Battles
    | battle.Battle
    | battle.Boxes
    | battle.AirSupport
    | plans.PlanChoice
    | plans.DamageControl
    | air.Split
    | air.Strike
    | air.StrikeAim
    | submarines.SubmarineAttack
    | surface.SurfaceConsent
    | surface.PursuitChoice
    | surface.GunAim
    | bombardment.BombardmentChoice
    | landing.LandingChoice
    | landing.Losses
    | withdrawal.WithdrawalChoice
    | withdrawal.Withdrawing
    | withdrawal.LastWithdrawal
    | post_battle.PostBattle,
    Discriminator("kind"),
]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that commands change. Collections are never changed in place."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    scenario: str
    stack: tuple[AnyStep, ...]
    dice: Dice
    over: Outcome | None
    difficulty: Difficulty
    options: tuple[str, ...]
    """Optional rules in force (9): `fog`, `single_ships`."""
    forces: Mapping[str, Force]
    areas: Mapping[str, AreaState]
    index: int = 0
    """Which campaign of the career is being played."""
    turn: int = 1
    serial: int = 0
    """Order of entry of the next Force (2.7)."""
    bought: Mapping[ForceClass, int] = field(default_factory=dict)
    """New Forces of each class so far, of the US by purchase, of Japan from the pool."""
    sp: int = 0
    hand: tuple[str, ...] = ()
    cup: tuple[str, ...] = ()
    """The US cup in the order of the table."""
    discard: tuple[str, ...] = ()
    pool: int = 0
    """BTN that Japan may still raise (3.4.17)."""
    due: tuple[Purchase, ...] = ()
    operations_done: tuple[str, ...] = ()
    """Special Operations of this turn (3.5.1)."""
    code_break: str | None = None
    """The Area of a successful `code_break` of this turn (3.5.2)."""
    reroll_left: bool = False
    """Whether its second roll is still to be had."""
    coastwatchers: bool = False
    repair_cut: int = 0
    no_repairs: bool = False
    air_cut: int = 0
    """What this turn's operations take from Japan's repairs and air points (3.5.3, 3.5.9)."""
    bomber_successes: int = 0
    """Of `bomber_offensive` in this campaign."""
    track: int = 0
    """The blockade (3.15.5)."""
    orders: tuple[OrderLine, ...] = ()
    """Enemy activity of this turn."""
    victories: tuple[Victory, ...] = ()
    """Battles that the US won this turn, in the order fought (3.11.9)."""
    revealed: tuple[str, ...] = ()
    """Areas seen in a battle (9.1)."""
    points: int = 0
    """Of the career (3.13.4)."""
    grades: tuple[Grade, ...] = ()
    """How the campaigns played so far ended."""


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
        if not 0 <= there.fort <= book.charts.orders.most_fort:
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
