"""Desert Commander: fog of war (9.1) on the screen; what programs are given is in test_desert_options."""

import pytest

from tests.titles.commander_solitaire.desert_kit import NORMANDY, NOTHING, do, operate, position
from wargame_tui.core.game import Game
from wargame_tui.core.state import Outcome, changed
from wargame_tui.titles.desert_commander import TITLE
from wargame_tui.titles.desert_commander.printed.book import ENEMY
from wargame_tui.titles.desert_commander.rules import fog

rule = pytest.mark.rule


def labels(game: Game, area: str, side: str | None = None) -> list[str]:
    return [counter.label for counter in TITLE.scene(game.state, side).spaces[area].counters if counter.side == ENEMY]


def foggy(**given: object) -> Game:
    return position({"EIF": "REC A; PZ B"}, {"HOU": "INF E, F", "DIN": "FRT G"}, options=["fog"], sp=9, **given)  # type: ignore[arg-type]


@rule("9.1")
def test_only_the_number_of_enemy_forces_is_seen() -> None:
    game = foggy()
    assert labels(game, "HOU") == ["2 hidden"]
    assert labels(game, "DIN") == ["1 hidden"]
    assert labels(game, "HOU", "Enemy") == ["E", "F"]
    (sheet,) = TITLE.unit_sheets(game.state, "HOU")
    assert sheet.name == "2 Allied forces"
    facts = {fact.label: fact.value for fact in TITLE.space_sheet(game.state, "HOU").facts}
    assert facts["Allied"] == "2 forces, not seen"


@rule("9.1")
def test_without_the_option_everything_is_seen() -> None:
    game = position({"EIF": "REC A"}, {"HOU": "INF E, F"})
    assert labels(game, "HOU") == ["E", "F"]


@rule("9.1", "4.3.15")
def test_reconnaissance_shows_who_is_there() -> None:
    game = foggy()
    do(game, "recon HOU")
    assert labels(game, "HOU") == ["E", "F"]
    assert labels(game, "DIN") == ["1 hidden"]
    assert TITLE.overlay(game.state, "sight").highlights["HOU"] == "supplied"
    assert TITLE.overlay(game.state, "sight").highlights["DIN"] == "unsupplied"


@rule("9.1")
def test_a_battle_shows_who_is_there() -> None:
    game = foggy(hand=["feint"])
    operate(game, "EIF", "HOU", "pz-b")
    assert labels(game, "HOU") == ["E", "F"]


@rule("9.1")
def test_attackers_are_shown_beside_those_who_stay_hidden() -> None:
    game = position({"CAM": "PZ A"}, {"LEC": "INF E, F; FRT G"}, turn=8, stage="enemy_orders", dice=(6, NOTHING),
                    hand=["feint"], options=["fog"])  # fmt: skip
    assert labels(game, "LEC") == ["E", "F", "1 hidden"]
    sheets = TITLE.unit_sheets(game.state, "LEC")
    assert [sheet.counter.label for sheet in sheets] == labels(game, "LEC")


@rule("9.1")
def test_threats_and_odds_tell_nothing_that_is_hidden() -> None:
    game = foggy(owned="MCH")
    assert TITLE.overlay(game.state, "threats").notes == {}
    assert game.odds(game.parse("operation EIF HOU")) is None


@rule("9.1")
def test_forces_at_sea_are_no_area() -> None:
    game = position(enemy={"sea UTA": "INF A"}, campaign=NORMANDY, options=["fog"])
    assert fog.seen(game.state, "sea")
    assert fog.hidden_forces(game.state) == {}


@rule("9.1")
def test_after_the_end_everything_is_seen() -> None:
    game = foggy()
    over = changed(game.state, over=Outcome("Axis", "Good", "", 12))
    assert fog.hidden_forces(over) == {}
