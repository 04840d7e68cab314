"""Drafts: written to imperatively, thrown away without a trace."""

from dataclasses import FrozenInstanceError, replace
from typing import Annotated, Any

import pytest

from tests.core.skirmish import TITLE, Bid, Gone, Hides, OrdersStep, TurnStep, played
from wargame_tui.core.codec import Codec
from wargame_tui.core.dice import Dice, number
from wargame_tui.core.state import Draft, Outcome, changed, state
from wargame_tui.core.step import Step, StepsOf, steps_of
from wargame_tui.core.title import BadState


def test_a_draft_reads_as_its_state_and_freezes_back_to_it() -> None:
    state = played(5).state
    draft = TITLE.draft(state)
    assert (draft.turn, draft.units, draft.stack) == (state.turn, state.units, state.stack)
    assert draft.freeze() == state
    assert draft.freeze() is not state


def test_an_abandoned_draft_leaves_nothing_behind() -> None:
    state = played(5).state
    before = TITLE.dump(state)
    draft = TITLE.draft(state)
    draft.units = {name: replace(unit, strength=1) for name, unit in draft.units.items()}
    draft.roll(6, 3)
    draft.push(OrdersStep(side="blue"))
    draft.swap(side="red")
    draft.finish()
    draft.tell(Gone(unit="r1"))
    del draft
    assert TITLE.dump(state) == before


def test_what_was_not_written_is_shared() -> None:
    state = played(5).state
    draft = TITLE.draft(state)
    draft.turn = 9
    assert draft.freeze().units is state.units


def test_rolls_come_from_the_stream_in_order() -> None:
    draft = TITLE.draft(played(0, seed=4).state)
    assert draft.roll(6, 2) + draft.roll(10) == [number(4, 0, 6), number(4, 1, 6), number(4, 2, 10)]
    assert draft.freeze().dice.count == 3


def test_the_last_step_pushed_comes_first_and_its_result_goes_to_the_one_below() -> None:
    state = played(0).state
    draft = TITLE.draft(state)
    OrdersStep(side="red").do(draft, TITLE.grammar.parse("fire r1 b2"))
    assert [step.kind for step in draft.stack] == ["turn", "orders", "shot", "dodge"]
    draft.finish(True)
    assert [step.kind for step in draft.stack] == ["turn", "orders", "shot"]
    assert draft.stack[-1].dodged


def test_swap_changes_the_step_on_top_only() -> None:
    draft = TITLE.draft(played(0).state)
    draft.swap(side="blue")
    assert draft.stack == (TurnStep(given=1), OrdersStep(side="blue"))


def test_what_is_made_of_frozen_records_is_of_their_class_and_frozen() -> None:
    state = played(5).state
    for made in (changed(state, turn=9), TITLE.draft(state).freeze()):
        assert type(made) is type(state)
        with pytest.raises(FrozenInstanceError):
            made.turn = 3
        with pytest.raises(FrozenInstanceError):
            del made.turn
    assert changed(state, turn=9) == replace(state, turn=9) != state


def test_only_fields_can_be_changed() -> None:
    with pytest.raises(AttributeError):
        changed(OrdersStep(side="red"), no_field=1)


def test_events_keep_their_order_and_rule() -> None:
    draft = TITLE.draft(played(0).state)
    draft.tell(Gone(unit="r1", rule="1.1"))
    draft.tell(Hides(unit="b2"))
    assert [(event.kind, event.rule, event.data) for event in draft.events] == [
        ("gone", "1.1", {"unit": "r1"}),
        ("hides", "5.1", {"unit": "b2"}),
    ]


def test_an_order_without_a_roll_tells_nothing() -> None:
    game = played(0)
    assert game.apply(Bid(2)) == ()


@state
class Ledger:
    """A state as titles declare it."""

    stack: Annotated[tuple[Any, ...], StepsOf(__name__)]
    dice: Dice
    over: Outcome | None = None
    turn: int = 1


class LedgerDraft(Draft[Ledger], Ledger):
    """Its draft, which has the same fields."""


def test_a_state_is_frozen_and_its_draft_is_not() -> None:
    before = Ledger((), Dice(1))
    draft = LedgerDraft(before)
    draft.turn = 2
    assert (before.turn, draft.freeze()) == (1, Ledger((), Dice(1), turn=2))
    with pytest.raises(FrozenInstanceError):
        before.turn = 3
    with pytest.raises(FrozenInstanceError):
        draft.freeze().turn = 3


def step_in(module: str) -> type[Step[Any, Any]]:
    """A step as that module would define it."""

    class Found(Step[Any, Any]):
        __module__ = module
        kind: str = module

    return Found


def test_the_steps_of_a_package_are_those_of_all_its_rooms_and_of_no_other() -> None:
    beside, below, deeper = (step_in(module) for module in ("house.one.start", "house.one.rules.a", "house.one.b.c.d"))
    other, above = step_in("house.one_more.rules.a"), step_in("house.hall")
    assert steps_of("house.one.state") == (beside, below, deeper)
    assert steps_of("house.one_more.state") == (other,)
    assert steps_of("house.roof") == (beside, below, deeper, other, above)
    alone = step_in("houses")
    assert steps_of("houses") == (alone,)


def test_a_stack_is_read_as_the_steps_of_the_package() -> None:
    assert {TurnStep, OrdersStep} <= {*steps_of(__name__)}
    codec, whole = Codec(Ledger), Ledger((TurnStep(given=1), OrdersStep(side="red")), Dice(1))
    assert codec.restore(codec.dump(whole)) == whole
    for wrong in ({"kind": "march"}, {"kind": "orders", "side": "red", "more": 1}, {"side": "red"}):
        with pytest.raises(BadState, match="/stack/0"):
            codec.restore(codec.dump(whole) | {"stack": [wrong]})
