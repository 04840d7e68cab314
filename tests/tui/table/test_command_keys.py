"""Keys of commands: fixed by kind in every title, and never two meanings of one key in a decision."""

from collections import defaultdict
from itertools import islice

import pytest

from tests.golden.record import path_of
from wargame_tui.board.title import BoardTitle
from wargame_tui.core import save
from wargame_tui.core.command import Command, field_names
from wargame_tui.core.title import find_title
from wargame_tui.tui.table.listing import LIST_KEYS

GAMES = [
    "ardennes_44/three_days",
    "desert_commander/north_africa",
    "first_command/mortain",
    "liberty_roads/cobra",
    "montys_gamble/basic",
    "pacific_commander/1942",
    "tigers_in_the_mist/first_three_days",
]
KINDS = [kind for game in GAMES for kind in find_title(game.partition("/")[0]).command_kinds]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__.split('.')[2]}-{kind.verb}")
def test_a_command_that_is_about_no_object_has_a_key(kind: type[Command]) -> None:
    keys = [kind.key] if isinstance(kind.key, str) else [*kind.key.values()]
    assert {*keys} <= {*LIST_KEYS, ""}, "reserved letters stay untouched"
    assert len({*keys}) == len(keys)
    assert not any(key in "123456789" for key in keys if key), "digits are for objects"
    assert field_names(kind) or kind.key, "objects alone have numbers"


@pytest.mark.parametrize("scenario", GAMES)
def test_within_a_decision_a_key_gives_one_command(scenario: str) -> None:
    game = save.read(path_of(scenario))
    title, asked = game.title, 0
    assert isinstance(title, BoardTitle)
    for state in game.states[:1500:3]:
        if state.over is not None or state.stack[-1].decider(state) is None:
            continue
        given: dict[str, set[str]] = defaultdict(set)
        grouped: set[str] = set()
        for command in islice(state.stack[-1].legal(state), 400):
            if key := title.key_of(state, command):
                given[key].add(command.notation())
                grouped |= {key} if title.target(state, command).group else set()
        asked += bool(given)
        clash = {key: words for key, words in given.items() if len(words) > 1 and key not in grouped}
        assert not clash, f"{state.stack[-1].kind}: {clash}"
    assert asked > 20, "there is hardly a decision without a key"


def test_what_declines_is_not_what_ends() -> None:
    """The same verb ends a phase of Ardennes '44 and calls an attack off."""
    game = save.read(path_of("ardennes_44/three_days"))
    found = defaultdict(set)
    for state in game.states[:-1]:
        step = state.stack[-1]
        if step.kind in ("battle", "movement", "advancing") and step.decider(state) is not None:
            for command in step.legal(state):
                if command.verb == "end":
                    found[step.kind].add(game.title.key_of(state, command))
    assert found == {"battle": {"X"}, "movement": {"E"}, "advancing": {"E"}}
