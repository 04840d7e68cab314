"""The commander's desk, the film of the enemy's turn and the record of both titles."""

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.titles.commander_solitaire import desert_kit, pacific_kit
from wargame_tui.board.desk import Desk, ForceRow
from wargame_tui.board.ledger import run_of
from wargame_tui.board.record import Record, decorations
from wargame_tui.core.game import OPENING, Game
from wargame_tui.core.shelf import Shelf
from wargame_tui.titles.desert_commander.state import OrderLine
from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.film import is_quiet
from wargame_tui.tui.screens.desk import force_rows
from wargame_tui.tui.session import Session

PACIFIC, DESERT = pacific_kit.TITLE, desert_kit.TITLE
CAREER = "pacific_commander/war_from_1944"


def pacific(**given: Any) -> Desk:
    """The desk of a position of Pacific Commander."""
    return PACIFIC.desk(pacific_kit.position(**given).state)


def desert(**given: Any) -> Desk:
    """The desk of a position of Desert Commander."""
    return DESERT.desk(desert_kit.position(**given).state)


def row(desk: Desk, area: str) -> ForceRow:
    """What the desk says of an Area."""
    return next(row for row in desk.forces if row.space == area)


def fact(desk: Desk, label: str) -> str:
    """A resource."""
    return next(fact.value for fact in desk.resources if fact.label == label)


def passed(scenario: str, seed: int, *, dice: list[int] | None = None) -> Game:
    """A game in which the player ends every step and leaves everything else to the rule of thumb."""
    game = Game.new(scenario, seed, dice=dice or [])
    while game.over is None:
        open_to = {command.notation(): command for command in game.legal()}
        game.apply(next((open_to[text] for text in ("end", "auto", "done") if text in open_to), game.legal()[0]))
    return game


# Pacific Commander


@pytest.mark.rule("3.15.1")
def test_points_and_level_now_and_next() -> None:
    held = {"HAW": "GAR A", "FIJ": "GAR B", "MID": "GAR C", "NCA": "GAR D"}
    desk = pacific(us=held, sp=5, hand=["flak_wall"])
    assert fact(desk, "Objectives held") == "4 of 10"
    assert fact(desk, "Level") == "Poor now, Adequate at 6"
    assert fact(desk, "SP").startswith("5;")
    assert fact(desk, "Battle Plans") == "1 of 6: Flak wall"


@pytest.mark.rule("3.13.4")
def test_a_career_shows_its_points() -> None:
    assert fact(pacific(campaign="war_from_1942", points=3), "Career").startswith("3 points")


@pytest.mark.rule("3.2.8")
def test_forces_by_area_with_what_is_wrong_there() -> None:
    desk = pacific(
        us={"HAW": "CV Hornet [hits=1], Wasp; DD 1", "NGN": "GAR A"}, japan={"NGN": "DD 9", "NBR": "CV Akagi; TRN 1"}
    )
    assert row(desk, "HAW").own == (("CV", 2), ("DD", 1))
    assert "1 damaged" in row(desk, "HAW").notes
    assert row(desk, "NBR").enemy == (("CV", 1), ("TRN", 1))
    guinea = row(desk, "NGN")
    assert (guinea.objective, guinea.alarm) == (False, True)
    assert "out of supply" in guinea.notes
    assert row(desk, "GIL").objective is False


@pytest.mark.rule("3.7.9")
def test_threatened_is_what_warships_reach() -> None:
    # FIJ is three links from CAR and ALA four: carriers reach four, other warships three, transports alone none.
    def threats(ships: str) -> list[str]:
        desk = pacific(us={"FIJ": "GAR A", "ALA": "GAR B"}, japan={"CAR": ships})
        return [row.space for row in desk.forces if any("CAR" in note for note in row.notes)]

    assert threats("DD 1") == ["FIJ"]
    assert threats("CV Akagi") == ["ALA", "FIJ"]
    assert threats("TRN 1") == []


@pytest.mark.rule("3.7.9", "3.7.13")
def test_nothing_threatens_the_west_coast_nor_where_it_is_already() -> None:
    desk = pacific(us={"USA": "BB A", "HAW": "BB B"}, japan={"HAW": "CV Akagi"})
    assert not any("threatened" in note for row in desk.forces for note in row.notes)


@pytest.mark.rule("9.1")
def test_the_desk_knows_no_more_than_fog_allows() -> None:
    desk = pacific(us={"HAW": "LBA A"}, japan={"PAL": "CV Akagi, Kaga", "MID": "BTN 1"}, options=["fog"])
    assert row(desk, "PAL").enemy == (("Forces", 2),)
    assert row(desk, "MID").enemy == (("BTN", 1),)
    assert not any("PAL" in note for row in desk.forces for note in row.notes)


@pytest.mark.rule("3.7.4", "3.7.5")
def test_the_activity_track_says_what_was_rolled_and_done() -> None:
    game = pacific_kit.position(
        us={"HAW": "GAR A"}, japan={"IWO": "BTN 1"}, stage="jp_orders", stop="battles", dice=[3]
    )
    (line,) = PACIFIC.desk(game.state).activity
    # 3 + 2 for a garrison is row 5, SORTIE: a garrison cannot, nor PATROL; so it is reinforced from the pool.
    assert (line.place, line.group, line.die, line.row) == ("Bonin and Iwo Jima", "garrison", 3, 5)
    assert (line.rolled, line.done, line.moved) == ("SORTIE", "REINFORCE", "BTN N1")


@pytest.mark.rule("3.4.3", "3.4.14")
def test_arrivals_of_both_sides_are_known() -> None:
    arrivals = pacific(turn=5).arrivals
    assert {arrival.when for arrival in arrivals} == {"T6"}
    assert ("Japan", "CAR", "INF 6th Div") in [(one.side, one.space, one.pieces) for one in arrivals]
    assert ("US", "HAW", "FBB Indiana") in [(one.side, one.space, one.pieces) for one in arrivals]


# Desert Commander


@pytest.mark.rule("4.6.2")
def test_score_and_level_of_the_land_war() -> None:
    desk = desert(campaign="north_africa", axis={"BEN": "PZ A"}, best=9, sp=4)
    assert fact(desk, "Score").startswith("6 of ")
    assert fact(desk, "Level") == "Poor now, Adequate at 10"
    assert fact(desk, "SP").startswith("4;")


@pytest.mark.rule("4.3.3", "4.2.3")
@pytest.mark.parametrize("width", [50, 80])
def test_each_side_keeps_to_its_own_column(width: int) -> None:
    many = "CV A, B; CVL C; BB D, E; FBB F; CRU G; DD H; TRN I; SS J; MAR K; INF L; GAR M; LBA N"
    theirs = "CV O; CVL P; YBB Q; BB R; CRU S; DD T; TRN U; SS V; INF W; BTN X; LBA Y"
    desk = pacific(us={"CAR": many, "HAW": "CV Z"}, japan={"CAR": theirs}, stage="us_resupply")
    head, *rows = (row.words.plain.split("\n") for row in force_rows(desk, sides_of(PACIFIC), width))
    ours, enemy = head[0].index("US"), head[0].index("Japan")
    caroline = next(lines for lines in rows if "Caroline" in lines[0])
    assert len(caroline) > 1
    assert all(len(line) <= width for line in caroline)
    told = [(line[ours:enemy].split(), line[enemy:].split()) for line in caroline[:-1]]
    assert [word for left, _ in told for word in left if not word.isdigit()][:3] == ["CV", "CVL", "FBB"]
    assert "YBB" in [word for _, right in told for word in right]
    assert not any("YBB" in left or "MAR" in right for left, right in told)


@pytest.mark.rule("4.6.2")
def test_the_high_tide_and_the_orders_of_the_land_war_are_in_words() -> None:
    line = OrderLine("TOB", 3, 3, "DIG_IN", "DIG_IN", "TOB", ())
    desk = desert(
        axis={"BEN": "PZ A"}, enemy={"TOB": "INF B, C"}, campaign=desert_kit.AFRICA, best=19, orders=(line,)
    )  # fmt: skip
    assert fact(desk, "High tide so far") == "19 VP, half of it counts at the end"
    assert (desk.activity[0].rolled, desk.activity[0].done) == ("DIG IN", "DIG IN")
    tobruk = next(each for each in desk.objectives if each.space == "TOB")
    assert tobruk.status == "British, 2 forces"
    game = desert_kit.position({"BEN": "PZ A"}, campaign=desert_kit.AFRICA, best=19)
    assert desert_kit.TITLE.phase_bar(game.state).score == "11 VP: 2 of 27, 9 for the high tide, SP 0"


def test_forces_of_the_land_war() -> None:
    desk = desert(axis={"EIF": "INF Z", "DIN": "PZ A, B [reduced]"}, enemy={"PHI": "INF C", "MCH": "IN2 D"})
    front = row(desk, "DIN")
    assert (front.own, front.alarm, front.objective) == ((("PZ", 2),), True, True)
    assert {"CV 6", "1 reduced", "out of supply", "Allied CV 5 next door"} <= {*front.notes}
    assert row(desk, "PHI").enemy == (("INF", 1),)


@pytest.mark.rule("9.1")
def test_the_land_desk_knows_no_more_than_fog_allows() -> None:
    desk = desert(axis={"EIF": "PZ A"}, enemy={"HOU": "INF B, C"}, options=["fog"])
    assert row(desk, "HOU").enemy == (("forces", 2),)
    assert not any("next door" in note for note in row(desk, "EIF").notes)


@pytest.mark.rule("4.9.8")
def test_forces_at_sea_are_arrivals() -> None:
    desk = desert(campaign="normandy_1944", enemy={"sea OMA": "INF A, B"})
    assert (desk.arrivals[0].when, desk.arrivals[0].space, desk.arrivals[0].pieces) == ("sea", "OMA", "INF A, INF B")


# The film


@pytest.mark.rule("2.11", "2.16", "2.17")
@pytest.mark.parametrize("scenario", ["pacific_commander/1945", "desert_commander/normandy_1944"])
def test_a_whole_game_can_be_seen_again_piece_by_piece(scenario: str) -> None:
    game = passed(scenario, 4)
    for number in range(OPENING, len(game.entries)):
        frames = game.frames(number)
        assert frames[-1].state == game.states[number + 1]
        assert all(one.state is other.before for one, other in pairwise(frames))
        for frame in frames:
            # An order is rolled when its turn has come: in a piece of its own, with no other die but its attack's.
            assert sum(event.kind == "table_roll" for event in frame.events) <= 1


@pytest.mark.rule("3.7.2")
def test_the_enemy_turn_has_a_scene_for_every_group() -> None:
    game = Game.new("pacific_commander/1942", 5)
    for _ in range(3):
        game.apply("end")
    session = Session(game)
    scenes = session.film.scenes(2)
    orders = [event for frame in scenes for event in frame.events if event.kind == "order"]
    assert len(orders) == len([line for line in game.state.orders if line.group != "submarine"]) > 10
    moves = [
        [each for each in frame.events if each.kind == "order" and not is_quiet(PACIFIC, each)] for frame in scenes
    ]
    assert all(len(each) <= 1 for each in moves), "what goes somewhere has a scene of its own"
    quiet = [all(is_quiet(PACIFIC, event) for event in frame.events) for frame in scenes]
    assert any(quiet)
    assert not any(one and other for one, other in pairwise(quiet)), "quiet orders in a row are one scene"
    assert all(one.state is other.before for one, other in pairwise(scenes))
    start = session.film.enemy_turn()
    assert start is not None
    assert any(PACIFIC.enemy_act(event) for event in scenes[start[1]].events)
    assert not any(PACIFIC.enemy_act(event) for frame in scenes[: start[1]] for event in frame.events)


@pytest.mark.rule("4.9.3")
def test_the_landings_are_a_film_before_the_first_command() -> None:
    session = Session(Game.new("desert_commander/normandy_1944", 5))
    start = session.film.enemy_acts(OPENING)
    assert start is not None
    assert start[0] == OPENING
    session.show_scene(start)
    assert [event.kind for event in session.events() if DESERT.enemy_act(event)] == ["landing"]


# The record


@pytest.mark.rule("2.18", "3.15.1")
def test_what_a_campaign_leaves() -> None:
    game = passed("pacific_commander/1942", 2)
    run = run_of(game, False, [], datetime.now(UTC))
    assert run is not None
    assert game.over is not None
    assert (run.campaign, run.score, run.level) == ("1942", game.over.points, game.over.level)
    assert (run.turns, run.difficulty, run.counts, run.rank) == (6, "normal", True, None)
    in_play = {force.name for force in game.state.forces.values() if force.side == "US"}
    ships = {counter for counter in run.losses if counter.startswith("CV ")}
    assert ships == {f"CV {name}" for name in ("Lexington", "Yorktown", "Wasp", "Hornet") if name not in in_play} | {
        f"CV {name}" for name in ("Enterprise", "Saratoga") if name not in in_play
    }
    assert run.tallies["carriers_lost"] >= len(ships)


@pytest.mark.rule("3.13.4")
def test_what_a_career_leaves() -> None:
    game = passed(CAREER, 3)
    run = run_of(game, False, [], datetime.now(UTC))
    assert run is not None
    assert [stage.campaign for stage in run.stages] == [str(grade.year) for grade in game.state.grades]
    assert run.rank == run.level == game.over.level  # type: ignore[union-attr]
    assert run.score == game.state.points


@pytest.mark.rule("4.6.3")
def test_what_a_land_career_leaves(tmp_path: Path) -> None:
    game = passed("desert_commander/career", 3)
    run = run_of(game, False, [], datetime.now(UTC))
    assert run is not None
    assert [stage.campaign for stage in run.stages] == ["france_1940", "north_africa", "normandy_1944"]
    assert (run.turns, run.tallies) == (40, {})
    Record(tmp_path).add(run)
    assert Record(tmp_path).read() == ([run], [])


@pytest.mark.rule("2.17")
def test_a_game_read_back_from_disk_is_the_same_game(tmp_path: Path) -> None:
    game = passed("desert_commander/france_1940", 1)
    run = run_of(game, False, [], datetime.now(UTC))
    assert run is not None
    Shelf(tmp_path).autosave("one").close(game)
    again = Shelf(tmp_path).recover("one").game
    assert run_of(again, False, [run], datetime.now(UTC)) is None


def test_a_game_that_goes_on_leaves_nothing() -> None:
    assert run_of(Game.new("desert_commander/france_1940", 1), False, [], datetime.now(UTC)) is None


@pytest.mark.parametrize("title", [PACIFIC, DESERT])
def test_every_medal_names_levels_and_campaigns_that_exist(title: Any) -> None:
    medals = title.medals()
    assert len({medal.name for medal in medals}) == len(medals) > 5
    known = {info.id.rpartition("/")[2] for info in title.scenarios()}
    for medal in medals:
        assert {*medal.campaigns} <= known
        assert {*medal.levels} <= {"Dismal", "Poor", "Adequate", "Good", "Great"}
        assert {*medal.difficulties} <= {"easy", "normal", "hard"}
        assert {*medal.ranks} <= {"Fleet Admiral", "Chief of Naval Operations", "Admiral", "retired", "relieved"}
    assert all(one.when is None for one in decorations(medals, []))
