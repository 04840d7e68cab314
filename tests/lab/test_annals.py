"""What titles count of their games: whole games are told, and what is counted meets what history is told by."""

import json
from collections.abc import Iterator

import pytest

from tests.golden.record import path_of
from wargame_tui.board.annals import Annals, Then
from wargame_tui.board.title import BoardTitle
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.lab import told

GAMES = (
    "first_command/mortain",
    "tigers_in_the_mist/seventh_army",
    "tigers_in_the_mist/campaign",
    "montys_gamble/basic",
    "ardennes_44/three_days",
    "liberty_roads/cobra",
)


def annals_of(game: Game) -> Annals:
    """What the title's annalist has to tell of a whole game."""
    title = game.title
    assert isinstance(title, BoardTitle)
    annalist = title.annalist(game.scenario)
    for number, entry in enumerate(game.entries):
        annalist.note(game.states[number], entry.events, game.states[number + 1])
    annalist.close(game.state)
    return annalist.annals


@pytest.mark.parametrize("scenario", GAMES)
def test_a_whole_game_is_counted_beside_history(scenario: str) -> None:
    game = save.read(path_of(scenario))
    annals, title = annals_of(game), game.title
    assert isinstance(title, BoardTitle)
    assert annals.counts
    assert annals.dated["points"]
    assert Annals.from_json(json.loads(json.dumps(annals.as_json()))) == annals
    known = title.history(scenario)
    if known is None:
        return
    assert {*annals.firsts} <= {*known.firsts}, "every first is one that history knows"
    assert not known.dated or {*annals.dated} == {*known.dated}
    for when in (*annals.firsts.values(), *(when for row in annals.dated.values() for when in row)):
        assert known.when(when)


def test_the_points_that_are_counted_are_those_of_the_game() -> None:
    game = save.read(path_of("first_command/mortain"))
    points = annals_of(game).dated["points"]
    assert game.over is not None
    assert points[max(points)] == game.over.points
    assert [*points] == sorted({state.turn for state in game.states})


def test_what_fell_first_is_what_the_states_say() -> None:
    game = save.read(path_of("liberty_roads/cobra"))
    firsts = annals_of(game).firsts
    avranches = next((s.turn for s in game.states[1:] if s.control.get("1010") == "Allied" or holds(s, "1010")), None)
    assert firsts.get("Avranches") == avranches


def holds(state: object, hex_: str) -> bool:
    return any(unit.location == hex_ for unit in state.on_map("Allied"))  # type: ignore[attr-defined]


@pytest.mark.parametrize("scenario", ["ardennes_44/campaign", "liberty_roads/campaign", "montys_gamble/basic"])
def test_dates_of_history_lie_where_its_words_say(scenario: str) -> None:
    title = find_title(scenario.partition("/")[0])
    assert isinstance(title, BoardTitle)
    known = title.history(scenario)
    assert known is not None
    for name, then in known.firsts.items():
        assert isinstance(then, Then)
        assert (then.when is None) == (then.words == "never"), name
        if then.when is not None and scenario != "liberty_roads/campaign":
            assert known.when(then.when) == then.words


def test_an_early_fall_is_marked() -> None:
    title = find_title("ardennes_44")
    assert isinstance(title, BoardTitle)
    games = [game_with(firsts={"St. Vith German": 3, "Clervaux German": 4}), game_with(firsts={"Clervaux German": 3})]
    lines = [*told.history(games, title.history("ardennes_44/three_days"))]
    assert "  St. Vith German                50%     17AM  17AM to 17AM  (21PM) !" in lines
    assert "  Clervaux German               100%     17PM  17AM to 17PM  (17PM)" in lines
    assert any(line.startswith("  Bastogne German") and " 0% " in line for line in lines)


def test_numbers_by_date_and_of_whole_games_are_means() -> None:
    title = find_title("tigers_in_the_mist")
    assert isinstance(title, BoardTitle)
    games = [
        game_with(
            dated={"German: Bastogne": {"18": held}, "points": {"18": 4 * held}}, counts={"losses: German": 3 + held}
        )
        for held in (0, 1)
    ]
    lines = [*told.history(games, title.history("tigers_in_the_mist/campaign"))]
    assert any(line.split() == ["German:", "Bastogne", "50%"] for line in lines)
    assert any(line.startswith("  points") and "2.0 (" in line for line in lines)
    assert "  losses: German 3.5" in lines


def game_with(**annals: object) -> dict[str, object]:
    return {"points": None, "annals": {"firsts": {}, "dated": {}, "counts": {}, **annals}}


def test_games_without_annals_tell_nothing() -> None:
    none: Iterator[str] = told.history([{"points": 3, "annals": None}], None)
    assert [*none] == []
