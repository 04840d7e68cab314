"""The report: complete where it must be, short elsewhere, the same whenever it is made."""

import os
import re
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.tui.export.conftest import played
from wargame_tui.cli import main
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.export.chronicle import Fight, chronicle
from wargame_tui.tui.export.commands import NotForAll, viewer_of
from wargame_tui.tui.export.report import MOST_PIXELS, _Printed, report
from wargame_tui.tui.export.tale import taken
from wargame_tui.tui.paint.prints import MOST
from wargame_tui.tui.session import Session


def _events(game: Game, kind: str) -> list[object]:
    told = [*game.opening, *(event for entry in game.entries for event in entry.events)]
    return [event for event in told if event.kind == kind]


def test_every_turn_has_a_heading_and_a_picture(session: Session) -> None:
    made = report(session)
    dates = ["Set-up", "16 December 1944", "17 December 1944", "18 December 1944"]
    assert re.findall(r"^## (.*)$", made.text, re.M)[: len(dates)] == dates
    assert re.findall(r"!\[.*\]\(maps/(.*?)\)", made.text) == [*made.prints]
    assert re.findall(r"^\[.*\]\(maps/(.*?)\)", made.text, re.M) == [*made.maps]
    assert len(made.maps) == len(made.prints) == len(dates)


def test_painted_pictures_are_small_and_show_the_ways_of_units(session: Session) -> None:
    made = report(session)
    assert all(len(png) < MOST for png in made.prints.values())
    turn = chronicle(session).turns[0]
    printed, sides = _Printed(session.title.map_of(turn.state), session.title.look()), sides_of(session.title)
    scene = session.pieces(turn.state)
    moves = [move for part in turn.parts for move in part.moves]
    still, moved = (Image.open(BytesIO(printed.print(scene, given, {}, sides).png)) for given in ([], moves))
    assert still.size == moved.size
    assert still.width * still.height <= MOST_PIXELS
    apart = ImageChops.difference(still.convert("RGB"), moved.convert("RGB")).convert("L")
    changed = apart.point([0] * 40 + [255] * 216)
    assert 0.0005 < ImageStat.Stat(changed).mean[0] / 255 < 0.05, "arrows, and nothing else"


def test_a_page_holds_a_map_once_and_what_is_new_on_it_turn_by_turn(session: Session) -> None:
    """Laid over the first picture it is the whole one, but for steps of colour that nobody sees."""
    made = report(session)
    printed = _Printed(session.title.map_of(session.state), session.title.look())
    turn, sides = chronicle(session).turns[0], sides_of(session.title)
    first = printed.print(session.pieces(turn.before), [], {}, sides)
    moves = [move for part in turn.parts for move in part.moves]
    later = printed.print(session.pieces(turn.state), moves, taken(session, turn), sides)
    assert first.over is None
    assert later.over is not None
    assert len(later.over) < len(later.png) / 2
    below, over, whole = (Image.open(BytesIO(png)).convert("RGBA") for png in (first.png, later.over, later.png))
    assert 0 < ImageStat.Stat(over.getchannel("A")).mean[0] < 255 / 4, "clear where nothing is new"
    below.alpha_composite(over)
    apart = ImageChops.difference(below.convert("RGB"), whole.convert("RGB"))
    assert max(ImageStat.Stat(apart).mean) < 3
    assert max(ImageStat.Stat(apart).rms) < 6
    assert printed.print(session.pieces(turn.before), [], {}, sides).over == b""
    again = re.findall(r'<use href="#(.*?)"/>', made.page)
    assert again == [next(iter(made.prints))] * (len(made.prints) - 1)
    assert re.findall(r'<image id="(.*?)"', made.page) == [*made.prints]


def test_painted_pictures_mark_places_in_the_colour_of_their_new_holder(session: Session) -> None:
    turn = chronicle(session).turns[0]
    changed = taken(session, turn)
    assert set(changed.values()) == {"German"}
    printed, sides = _Printed(session.title.map_of(turn.state), session.title.look()), sides_of(session.title)
    scene = session.pieces(turn.state)
    plain, german, allied = (
        Image.open(BytesIO(printed.print(scene, [], given, sides).png)).convert("RGB")
        for given in ({}, changed, dict.fromkeys(changed, "Allied"))
    )
    boxes = [ImageChops.difference(plain, each).getbbox() for each in (german, allied)]
    assert boxes[0] is not None
    assert boxes[0] == boxes[1]
    assert ImageChops.difference(german, allied).getbbox() is not None
    assert "16 December 1944, what changed hands outlined: the map" in report(session).text


def test_every_battle_and_every_change_of_control_is_told(session: Session) -> None:
    story = chronicle(session)
    parts = [part for turn in story.turns for part in turn.parts]
    fights = [told for part in parts for told in part.told if isinstance(told, Fight)]
    assert len(fights) == len(_events(session.game, "battle_ended")) == 8
    control = [{**part.control} for part in parts if part.control]
    before, after = (session.title.scene(session.game.states[n]).spaces for n in (0, -1))
    changed = {space: here.control for space, here in after.items() if here.control != before[space].control}
    assert changed
    assert {space: side for each in control for space, side in each.items()} == changed


def test_a_battle_is_told_with_both_sides_dice_and_losses(session: Session) -> None:
    text = report(session).text
    battle = text[text.index("**⚔ Battle of Irrel") :].partition("###")[0]
    assert "Allied attack: 2/12 (3 → gone)" in battle
    assert "320/212V (entrenched)" in battle
    assert "914/352V fires at 2/12: 6 or less, rolls 5 1: 2 hits" in battle
    assert "2/12 loses 2 steps: eliminated" in battle


def test_losses_are_those_who_are_gone_at_the_end(session: Session) -> None:
    story = chronicle(session)
    assert [(loss.unit, loss.side, loss.date) for loss in story.losses] == [
        ("3/109", "Allied", "16 December 1944"),
        ("2/12", "Allied", "16 December 1944"),
        ("320/212V", "German", "17 December 1944"),
        ("8/4", "Allied", "17 December 1944"),
        ("159Eng", "Allied", "18 December 1944"),
        ("914/352V", "German", "18 December 1944"),
    ]


def test_a_way_of_many_steps_is_one_move(session: Session) -> None:
    """In the game two moves led this unit from Körperich by Nusbaum to Bollendorf."""
    moves = [move for part in chronicle(session).turns[0].parts for move in part.moves]
    assert any((move.origin, move.goal) == ("56", "18") and "11StuG" in move.units for move in moves)
    assert not any((move.origin, move.goal) == ("56", "19") and "11StuG" in move.units for move in moves)


def test_no_rule_numbers(session: Session) -> None:
    assert not re.search(r"\(\d+\.\d+", report(session).text)


def test_the_same_game_gives_the_same_report(game: Game) -> None:
    saved = datetime(2026, 1, 2, tzinfo=UTC)
    first, second = (report(Session(game, replayed=True), saved) for _ in range(2))
    assert first == second
    assert "| Saved | 2 January 2026 |" in first.text


@pytest.mark.parametrize("scenario", ["pacific_commander/1942", "desert_commander/france_1940"])
def test_a_game_of_one_player_is_told_before_its_end(scenario: str) -> None:
    session = Session(played(scenario, 2, 60), replayed=True)
    assert viewer_of(session, None) is None
    text = report(session).text
    assert "⚔" in text
    assert "the game goes on" in text
    assert not re.search(r"\bEnemy\b", text), "the enemy has a name"


def test_two_players_show_an_open_game_as_one_of_them() -> None:
    session = Session(played("tigers_in_the_mist/seventh_army", 1, 5), replayed=True)
    with pytest.raises(NotForAll, match="--side as whom to show it, German or Allied"):
        viewer_of(session, None)
    assert viewer_of(session, "german") == "German"
    with pytest.raises(NotForAll, match="no side `Swiss`"):
        viewer_of(session, "Swiss")


def test_what_a_side_may_not_see_is_not_told_to_it(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(game, replayed=True)
    monkeypatch.setattr(
        type(game.title), "event_for", lambda self, event, side: None if side and event.kind == "points" else event
    )
    assert "VP, 4 in all" in report(session).text
    session = Session(game, replayed=True)
    session.viewer = "German"
    assert "VP, 4 in all" not in report(session).text


def test_the_command_writes_report_and_pictures(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "battle.json"
    save.write(game, file)
    os.utime(file, (0, 0))
    assert main(["report", str(file), "-o", str(tmp_path / "out")]) == 0
    assert str(tmp_path / "out" / "report.md") in capsys.readouterr().out
    text = (tmp_path / "out" / "report.md").read_text("utf-8")
    assert "| Saved | 1 January 1970 |" in text
    for name in re.findall(r"\]\((.*?)\)", text):
        begins = b"<svg" if name.endswith(".svg") else b"\x89PNG"
        assert (tmp_path / "out" / name).read_bytes().startswith(begins)


def test_a_folder_that_cannot_be_written_is_a_sentence(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "battle.json"
    save.write(game, file)
    (tmp_path / "out").write_text("in the way")
    assert main(["report", str(file), "--out", str(tmp_path / "out")]) == 1
    assert "Traceback" not in capsys.readouterr().err
