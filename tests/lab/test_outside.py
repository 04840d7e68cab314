"""Programs from outside: good ones play whole games; hostile ones lose theirs, and harm nothing else."""

import json
import shutil
import sys
import time
from pathlib import Path

import pytest

from tests.lab.kit import BOTS, SCENARIO, program, task
from wargame_tui.bots.opponent import plain
from wargame_tui.bots.thinker import ThinkerGone
from wargame_tui.core.game import Game
from wargame_tui.lab.contest import play
from wargame_tui.protocol.outside import (
    BadCommandLine,
    Clock,
    Fault,
    Outside,
    OutsideThinker,
    command_line,
)

HOSTILE = {
    "slow": "slow: no answer within 0.5 seconds",
    "late": "slow: no answer within 0.5 seconds",
    "deaf": "slow: no answer within 0.5 seconds",
    "illegal": "illegal: `move nobody 0101`",
    "gibberish": "illegal: a command has at most 500 characters",
    "number": "nonsense: `command` is a notation or an object",
    "error": "nonsense: it answered: I would rather not",
    "noise": "nonsense: the line is not JSON",
    "nested": "nonsense: ",
    "dead": "gone: its process has ended (ValueError: out of ideas)",
    "flood": "flood: 1000 lines, none of them the answer",
    "endless_line": "flood: a line has at most 65536 bytes",
    "complaining": "",
    "old": "nonsense: it speaks protocol 0, not 1",
    "dead_at_once": "gone: ",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_program_loses_its_game_and_nothing_else(kind: str) -> None:
    begun = time.monotonic()
    game = play(task(f"program:{program(kind)}", "recruit", move=0.5))
    assert time.monotonic() - begun < 10
    assert (game["winner"], game["level"], game["over"]) == ("American", "forfeit", True)
    (fault,) = game["faults"]
    assert fault["side"] == "German"
    assert fault["text"].startswith(HOSTILE[kind])
    assert game["reason"] == fault["text"]
    assert "\x1b" not in fault["text"]
    assert game["annals"] is None, "a game that was given away says nothing of history"


def test_a_good_program_plays_a_whole_game_and_is_told_how_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOLD_THE_END", str(tmp_path / "end.json"))
    game = play(task("random", f"program:{program('talkative')}"))
    assert game["faults"] == []
    assert game["level"] != "forfeit"
    assert json.loads((tmp_path / "end.json").read_text())["over"]["winner"] == game["winner"]


@pytest.mark.parametrize("bot", ["marcher.py", "hasty.js"])
def test_the_examples_of_the_documentation_play(bot: str) -> None:
    runs = sys.executable if bot.endswith(".py") else shutil.which("node")
    if runs is None:
        pytest.skip("node is not on this machine")
    game = play(task(f"program:'{runs}' '{BOTS / bot}'", "random"))
    assert game["faults"] == []
    assert game["over"]
    assert game["winner"] == "German" or bot != "marcher.py", "it has a plan, and its enemy none"
    assert len((BOTS / bot).read_text().splitlines()) <= 50


def test_it_sees_what_its_side_may_see_and_no_seed() -> None:
    game, found = Game.new("liberty_roads/cobra", 8675309), []
    outside = Outside(program("good"))
    ask = outside._ask

    def listening(method: str, params: dict[str, object], seconds: float) -> dict[str, object]:
        found.append((method, json.dumps(params)))
        return ask(method, params, seconds)

    outside._ask = listening  # type: ignore[method-assign]
    try:
        side = game.side
        outside.choose(game)
    finally:
        outside.stop()
    assert [method for method, _ in found] == ["bot.initialize", "bot.choose"]
    assert not any("8675309" in text for _, text in found)
    told = json.loads(found[1][1])
    hidden = [name for name, each in game.title.dump(game.state, side)["support"].items() if each["where"] == "hidden"]
    assert hidden
    assert all(told["state"]["support"][name]["where"] == "hidden" for name in hidden)
    assert {each["notation"] for each in told["legal"]["commands"]} == {each.notation() for each in game.legal()}


def test_a_bound_clock_runs_out() -> None:
    clock = Clock(move=60, left=1.0)
    assert clock.as_json() == {"move": 60, "left": 1.0}
    clock.spend(0.75)
    assert clock.bound == 0.25
    game = play(task(f"program:{program('slow')}", "random", clock=0.4))
    assert game["faults"][0]["text"] == "slow: no answer within 0.4 seconds"


def test_at_the_table_a_fault_costs_the_choice_and_the_next_one_is_asked_anew() -> None:
    game, thinker = Game.new(SCENARIO, 1), OutsideThinker(program("illegal"))
    try:
        for _ in range(2):
            decision = thinker.ask(game)
            assert decision.command == plain(game).notation()
            assert "nobody" in (decision.trouble or "")
            game.apply(decision.command)
    finally:
        thinker.stop()


def test_a_program_that_is_stopped_while_it_starts_does_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    game, thinker = Game.new(SCENARIO, 1), OutsideThinker(program("good"))
    begin, begun = Outside._begin, []

    def stopped_then(self: Outside, game: Game) -> None:
        thinker.stop()
        begin(self, game)
        assert self._pipes is not None
        begun.append(self._pipes._process)

    monkeypatch.setattr(Outside, "_begin", stopped_then)
    thinker.ask(game)
    assert [process.poll() is not None for process in begun] == [True]


def test_at_the_table_a_program_that_cannot_be_started_is_told() -> None:
    with pytest.raises(ThinkerGone, match="cannot be started"):
        OutsideThinker("no-such-program-anywhere").ask(Game.new(SCENARIO, 1))


@pytest.mark.parametrize("words", ["", "  ", "python3 'half"])
def test_a_command_line_that_is_none(words: str) -> None:
    with pytest.raises(BadCommandLine, match="command"):
        command_line(words)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux lists processes there")
def test_a_process_ends_with_what_it_has_started() -> None:
    outside = Outside(f"sh -c \"sleep 300 & exec '{sys.executable}' '{program('good').split(chr(39))[3]}' good\"")
    game = Game.new(SCENARIO, 1)
    outside.choose(game)
    assert outside._pipes is not None
    group = outside._pipes._process.pid
    assert of_group(group) >= 2
    outside.stop()
    time.sleep(0.2)
    assert of_group(group) == 0


def of_group(group: int) -> int:
    """How many living processes a group has."""
    count = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        count += fields[2] == str(group) and fields[0] != "Z"
    return count


def test_a_fault_names_its_kind() -> None:
    outside = Outside(program("dead"))
    with pytest.raises(Fault) as caught:
        outside.choose(Game.new(SCENARIO, 1))
    assert caught.value.kind == "gone"
    assert outside._pipes is None
