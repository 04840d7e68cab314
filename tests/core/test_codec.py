"""States as JSON and back."""

from typing import Any

import pytest

from tests.core.skirmish import TITLE, played
from wargame_tui.core.codec import Codec
from wargame_tui.core.patch import apply
from wargame_tui.core.title import BadState


@pytest.mark.parametrize("moves", [0, 1, 7, 20, 1000])
def test_a_state_survives_its_json(moves: int) -> None:
    state = played(moves).state
    assert TITLE.codec.restore(TITLE.codec.dump(state)) == state


def test_the_dump_is_json_and_shares_nothing_with_the_state() -> None:
    state = played(20).state
    plain = TITLE.codec.dump(state)
    plain["units"].clear()
    plain["stack"].clear()
    assert state.units
    assert state.stack


@pytest.mark.parametrize(
    ("operation", "place"),
    [
        ({"op": "replace", "path": "/turn", "value": "2"}, "/turn"),
        ({"op": "replace", "path": "/turn", "value": 2.0}, "/turn"),
        ({"op": "replace", "path": "/turn", "value": True}, "/turn"),
        ({"op": "replace", "path": "/turn", "value": None}, "/turn"),
        ({"op": "remove", "path": "/units"}, "/units"),
        ({"op": "add", "path": "/spam", "value": 1}, "/spam"),
        ({"op": "replace", "path": "/units/r1/side", "value": "green"}, "/units/r1/side"),
        ({"op": "add", "path": "/units/r1/spam", "value": 1}, "/units/r1/spam"),
        ({"op": "add", "path": "/dice/spam", "value": 1}, "/dice/spam"),
        ({"op": "replace", "path": "/dice/seed", "value": "1"}, "/dice/seed"),
        ({"op": "replace", "path": "/over", "value": {"winner": None, "level": 1, "reason": ""}}, "/over"),
        ({"op": "replace", "path": "/stack/0/kind", "value": "spam"}, "/stack/0"),
        ({"op": "replace", "path": "", "value": [1]}, "/"),
        ({"op": "replace", "path": "/turn", "value": float("nan")}, "not JSON"),
        ({"op": "replace", "path": "/turn", "value": 10**5000}, "not JSON"),
        ({"op": "replace", "path": "/turn", "value": {1, 2}}, "not JSON"),
    ],
)
def test_what_is_wrong_is_named(operation: dict[str, Any], place: str) -> None:
    codec = Codec(type(played(3).state))
    with pytest.raises(BadState) as caught:
        codec.restore(apply(TITLE.codec.dump(played(3).state), [operation]))
    assert str(caught.value).startswith(place)


def test_nesting_without_end_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(BadState):
        TITLE.codec.restore({**TITLE.codec.dump(played(3).state), "units": deep})
