"""Short versions of what tests/benchmarks does at length: two processes, malformed letters, killed processes."""

from pathlib import Path

import pytest

from tests.benchmarks import fuzz_mail, kill_mail, mail_games


@pytest.mark.usefixtures("quick_keys")
def test_two_processes_exchange_files_alone() -> None:
    report = mail_games.Report("tigers_in_the_mist/seventh_army", "sealed")
    mail_games.play(report.scenario, "sealed", 1, {}, report)
    assert report.letters > 5
    assert report.lines > 50


def test_a_first_scenario_of_every_title_is_played() -> None:
    assert "montys_gamble/basic" in mail_games.first_of_each()


def test_malformed_letters_are_refused_in_words() -> None:
    report = fuzz_mail.run(600, seed=2)
    assert report.refused > 500
    assert report.slowest < 5


def test_killed_processes_lose_nothing() -> None:
    report = kill_mail.run(6, seed=3)
    assert report.kills == 6


def test_benchmarks_say_how_they_are_run() -> None:
    for module in (fuzz_mail, kill_mail, mail_games):
        assert module.__doc__ is not None
        assert f"python -m tests.benchmarks.{Path(module.__file__).stem}" in module.__doc__
