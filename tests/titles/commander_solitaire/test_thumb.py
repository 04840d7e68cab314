"""What `auto` would do is said before it is done, and it is what it then does (2.12, 5.3)."""

from random import Random
from typing import Any

import pytest

from wargame_tui.core.game import Game
from wargame_tui.core.step import IllegalCommand
from wargame_tui.core.title import find_title


def decisions(scenario: str, seed: int, count: int) -> Any:
    """Games at decisions that `auto` may take, in random play, with the words that it has there."""
    random = Random(seed)
    game, left = Game.new(scenario, seed), count
    while left and game.over is None:
        legal = game.legal()
        auto = next((each for each in legal if each.notation() == "auto"), None)
        if auto is not None:
            left -= 1
            yield game, game.title.command_text(game.state, auto)
        game.apply(random.choice(legal))


def by_hand(game: Game) -> Any:
    """The answers that stand for `auto`, one after another, without those that go by themselves."""
    twin = game.branch()
    step: Any = twin.state.stack[-1]
    answers = step.thumb(twin.state)
    for number, answer in enumerate(answers):
        now: Any = twin.state.stack[-1] if twin.over is None else None
        hits = getattr(now, "hits", None)
        if hits is not None and (hits if isinstance(hits, int) else len(hits)) != len(answers) - number:
            continue
        try:
            twin.apply(answer)
        except IllegalCommand:
            continue
    return twin.state


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("pacific_commander/1942", 1), ("pacific_commander/1944", 2), ("desert_commander/france_1940", 3),
     ("desert_commander/normandy_1944", 4), ("desert_commander/north_africa", 5)],
)  # fmt: skip
def test_what_is_said_of_auto_is_what_it_does(scenario: str, seed: int) -> None:
    dump, kinds = find_title(scenario.partition("/")[0]).dump, set[str]()
    for game, words in decisions(scenario, seed, 60):
        kinds.add(game.state.stack[-1].kind)
        assert words.startswith("Auto: ")
        twin = game.branch()
        twin.apply("auto")
        assert dump(by_hand(game)) == dump(twin.state), (words, game.state.stack[-1])
    assert len(kinds) >= 3
