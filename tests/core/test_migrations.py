"""Saves of earlier formats; there are none yet, so the mechanism is tried with a made-up one."""

from copy import deepcopy
from typing import Any

import pytest

from tests.core.skirmish import played
from wargame_tui.core import save
from wargame_tui.core.migrations import FORMAT, MIGRATIONS, migrate
from wargame_tui.core.save import HEADER, DamagedSave


def older(data: dict[str, Any]) -> dict[str, Any]:
    """A save as a format before the first might have had it: `random` instead of `seed`."""
    body = {key: deepcopy(value) for key, value in data.items() if key not in ("seed", "checksum")}
    body[HEADER]["format"] = FORMAT - 1
    body["random"] = data["seed"]
    return {**body, "checksum": save._checksum(body)}


def newer(data: dict[str, Any]) -> dict[str, Any]:
    """The step from it to the first."""
    rest = {key: value for key, value in data.items() if key != "random"}
    return {**rest, HEADER: {**data[HEADER], "format": FORMAT}, "seed": data["random"]}


def test_there_is_a_way_from_every_earlier_format_and_no_other() -> None:
    assert set(MIGRATIONS) == set(range(1, FORMAT))


def test_steps_follow_each_other() -> None:
    steps = {1: lambda found: {**found, "one": 1}, 2: lambda found: {**found, "two": found["one"] + 1}}
    assert migrate({}, 1, 3, steps) == {"one": 1, "two": 2}
    assert migrate({}, 3, 3, steps) == {}
    with pytest.raises(LookupError):
        migrate({}, 0, 3, steps)


def test_an_older_save_is_brought_up_to_date() -> None:
    game = played(20)
    old = older(save.dump(game))
    before = deepcopy(old)
    loaded = save.load(old, {FORMAT - 1: newer})
    assert save.dump(loaded) == save.dump(game)
    assert old == before, "a migration is pure"


def test_an_older_save_without_a_way() -> None:
    with pytest.raises(DamagedSave, match="save format 0 is not known"):
        save.load(older(save.dump(played(20))), {})


def test_a_damaged_older_save_is_not_migrated() -> None:
    old = older(save.dump(played(20)))
    del old["random"]
    with pytest.raises(DamagedSave, match="checksum"):
        save.load(old, {FORMAT - 1: newer})
