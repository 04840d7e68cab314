"""Each oracle of the fuzzer finds the fault that it is there for, and nothing where there is none."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.core import skirmish
from wargame_tui.bots import fuzz
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal

SCENARIO = "skirmish/duel"


@pytest.fixture(autouse=True)
def _installed() -> Iterator[None]:
    with skirmish.installed():
        yield


def oracles(games: int = 5, examine: int = fuzz.EXAMINED) -> set[str]:
    """The oracles that cry out over some games."""
    reports = [fuzz.play(SCENARIO, seed, examine=examine) for seed in range(games)]
    return {finding.oracle for report in reports for finding in report.findings}


def plant(monkeypatch: pytest.MonkeyPatch, method: str, fault: Callable[..., Any]) -> None:
    """Put a fault in the place of a method of the step in which orders are given."""
    monkeypatch.setattr(skirmish.OrdersStep, method, fault)


def test_sound_rules_have_no_findings() -> None:
    total = fuzz.Report(SCENARIO)
    for report in fuzz.fuzz([SCENARIO], games=20, seed=1, jobs=1):
        total.add(report)
    assert total.findings == []
    assert total.games == sum(total.endings.values()) == 20
    assert total.fired["4.3"] > 0
    assert total.refused["3.1"] > 0
    words = "\n".join(total.lines())
    assert "20 games" in words
    assert "4.3 x" in words


def test_processes_change_nothing() -> None:
    one, two = ([report.commands for report in fuzz.fuzz([SCENARIO], games=6, seed=1, jobs=jobs)] for jobs in (1, 2))
    assert one == two


def test_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "do", lambda self, g, command: 1 / 0)
    assert oracles(1) == {"crash"}


def test_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_in_turn_2(self: Any, table: Any) -> Iterator[Command]:
        return iter(()) if table.turn == 2 else candidates(self, table)

    candidates = skirmish.OrdersStep.candidates
    plant(monkeypatch, "candidates", none_in_turn_2)
    assert oracles(1) == {"dead end"}


def test_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "MOST_COMMANDS", 200)
    plant(monkeypatch, "do", lambda self, g, command: None)
    assert oracles(1) == {"endless"}


def test_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(self: Any, g: Any, command: Command) -> None:
        begun = time.process_time()
        while time.process_time() - begun < 0.01:
            pass
        do(self, g, command)

    do = skirmish.OrdersStep.do
    monkeypatch.setattr(fuzz, "MOST_SECONDS", 0.008)
    plant(monkeypatch, "do", busy)
    assert "slow" in oracles(1)


def test_undo_past_a_change_of_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "can_undo", lambda self: True)
    assert oracles(1) == {"undo"}


def test_accepted_but_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_bids(self: Any, table: Any) -> Iterator[Command]:
        return (command for command in candidates(self, table) if table.bid == 0 or command.verb != "bid")

    candidates = skirmish.OrdersStep.candidates
    plant(monkeypatch, "candidates", no_bids)
    assert oracles(examine=5) == {"promise"}
    assert oracles(examine=0) == set()


def test_refused_without_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def mute(self: Any, table: Any, command: Command) -> Refusal | None:
        return Refusal("") if refusal(self, table, command) else None

    refusal = skirmish.OrdersStep.refusal
    plant(monkeypatch, "refusal", mute)
    assert oracles() == {"promise"}


def test_state_changed_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: Any, g: Any, command: Command) -> None:
        if isinstance(command, skirmish.Hide):
            g.units.pop(command.unit)
            g.tell(skirmish.Gone(unit=command.unit))
        else:
            do(self, g, command)

    do = skirmish.OrdersStep.do
    plant(monkeypatch, "do", careless)
    assert oracles(20) & {"promise", "crash"}


def test_findings_are_written_down(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plant(monkeypatch, "do", lambda self, g, command: 1 / 0)
    (finding,) = fuzz.play(SCENARIO, 3).findings
    assert str(finding) == f"crash: {SCENARIO} seed 3: ZeroDivisionError: division by zero"
    content = json.loads(finding.write(tmp_path / "new").read_text())
    assert (content["scenario"], content["seed"], content["commands"]) == (SCENARIO, 3, [])
    assert "Traceback" in content["text"]


def test_random_player_is_fixed_by_its_seed() -> None:
    commands = Game.new(SCENARIO, 1).legal()
    one, two = ([RandomPlayer(5).choose(commands) for _ in range(20)] for _ in range(2))
    assert one == two
    hasty = RandomPlayer(5, haste=1e9)
    assert {hasty.choose(commands).notation() for _ in range(20)} == {"end"}
    even = RandomPlayer(5, even=True)
    chosen = [even.choose(commands).verb for _ in range(400)]
    assert all(60 < chosen.count(verb) < 140 for verb in ("fire", "hide", "bid", "end"))
