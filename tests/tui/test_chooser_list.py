"""The lines of the first screen, and the picture of a scenario's map."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.tui.test_chooser import app_in, ready
from wargame_tui.tui.library import new_session, offers, saved_games
from wargame_tui.tui.offers import ByMail, Kept, More, Offer
from wargame_tui.tui.screens.chooser_list import FEW, Row, first_game, length, lines, played
from wargame_tui.tui.widgets.thumbnail import Thumbnail

NOW = datetime(2026, 11, 23, 18, 0)


def kept(number: int, *, damaged: bool = False, over: bool = False) -> Kept:
    """A saved game that was played some days ago."""
    then = NOW - timedelta(days=number)
    return Kept(Path(f"{number}.json"), f"game {number}", "17 December, German to play", damaged, then, "Tigers", over)


def listed(saves: list[Kept], *, all_kept: bool = False) -> list[tuple[Row, str]]:
    found = lines(offers()[0], saves, ["broken: it is"], ByMail(2), NOW, all_kept=all_kept)
    return [(row, words.plain) for row, words in found]


def test_the_game_played_last_comes_first() -> None:
    rows = listed([kept(0), kept(1)])
    assert rows[0] == (None, "Go on with")
    assert rows[1] == (kept(0), "▶ Tigers\n  17 December, German to play · today 18:00")
    assert [words for row, words in rows if row == kept(1)] == [
        "Tigers\n  17 December, German to play · yesterday 18:00"
    ]


def test_nobody_goes_on_with_a_game_that_is_over_or_damaged() -> None:
    rows = listed([kept(0, over=True), kept(1, damaged=True), kept(2)])
    assert rows[1][0] == kept(2)
    assert listed([kept(0, over=True)])[0] == (None, "New here? Start with")


def test_a_newcomer_is_told_where_to_start() -> None:
    first = first_game(offers()[0])
    assert first is not None
    assert first.guided
    rows = listed([])
    assert rows[0] == (None, "New here? Start with")
    assert rows[1][0] == first
    assert rows[1][1].startswith(first.info.name)


def test_of_many_saves_the_last_few_are_listed_until_all_are_wanted() -> None:
    saves = [kept(number) for number in range(FEW + 4)]
    few = [row for row, _ in listed(saves) if isinstance(row, Kept | More)]
    assert few == [*saves[: FEW + 1], More(3)]
    assert [row for row, _ in listed(saves, all_kept=True) if isinstance(row, Kept | More)] == saves


def test_every_scenario_is_listed_under_its_title_once_and_problems_at_the_end() -> None:
    rows = listed([])
    scenarios = [row.info.id for row, _ in rows[2:] if isinstance(row, Offer)]
    assert sorted(scenarios) == sorted(offer.info.id for offer in offers()[0])
    assert rows[-1] == (None, "broken: it is")
    assert (None, "Pacific Commander  solitaire") in rows


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (datetime(2026, 11, 23, 0, 5), "today 00:05"),
        (datetime(2026, 11, 22, 23, 58), "yesterday 23:58"),
        (datetime(2026, 3, 1, 9, 0), "1 Mar 09:00"),
        (datetime(2025, 11, 23, 9, 0), "23 Nov 2025 09:00"),
    ],
)
def test_when_a_game_was_played(then: datetime, words: str) -> None:
    assert played(then, NOW) == words


def test_a_length_that_no_rulebook_states_is_an_estimate() -> None:
    assert length("3 hours") == "3 hours"
    assert length("an evening; not stated in the rulebook") == "an evening (our estimate)"


def test_a_save_tells_its_title_and_scenario(tmp_path: Path) -> None:
    session = new_session("tigers_in_the_mist/seventh_army", 1, {}, tmp_path)
    session.apply(session.game.legal(1)[0])
    session.close()
    (game,), problems = saved_games(tmp_path)
    assert not problems
    assert (game.game, game.damaged, game.over) == ("Tigers in the Mist · Attack of the Seventh Army", False, False)


async def test_the_map_of_the_highlighted_scenario_is_shown(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        chooser = await ready(app, pilot)
        for _ in range(600):
            await pilot.pause(0.02)
            if chooser.query(Thumbnail):
                break
        picture = chooser.query_one(Thumbnail)
        await pilot.pause()
        assert picture.size.height > 6
        drawn = "".join(picture.render_line(y).text for y in range(picture.size.height))
        assert "Arnhem" in drawn or "▲" in drawn
        await pilot.press("home")
        await pilot.pause()
        assert picture not in chooser.query(Thumbnail)


def test_newcomers_are_sent_to_the_title_for_beginners() -> None:
    found, _ = offers()
    first = first_game(found)
    assert first is not None
    assert first.info.id == "first_command/mortain"
    assert sum(offer.guided for offer in found) > 1, "there are others to choose among"
