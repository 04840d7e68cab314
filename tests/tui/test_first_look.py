"""Where the eye falls first: on the decision nearest to the middle of what stands on the map."""

from pathlib import Path

import pytest

from wargame_tui.board.plain import DataError
from wargame_tui.tui.app import SIGNS, WargameApp
from wargame_tui.tui.library import draw_map, new_session
from wargame_tui.tui.screens.table import TableScreen


async def test_a_campaign_opens_where_it_begins(tmp_path: Path) -> None:
    """On D-Day the Allies hold nothing, and their markers may be played all over France: the beaches are shown."""
    app = WargameApp(
        "liberty_roads/campaign", seed=7, saves=tmp_path, config=tmp_path / "settings.yaml", cache=tmp_path / "cache"
    )
    async with app.run_test(size=(140, 45)) as pilot:
        for _ in range(300):
            await pilot.pause(0.02)
            table = app.screen
            if isinstance(table, TableScreen) and table.view.map.cursor is not None:
                break
        assert isinstance(table, TableScreen)
        field = table.view.map
        places = table.sitting.picking.places()
        assert len(places) > 5
        assert field.cursor in places
        first = table.session.title.begins_at(table.session.state)
        assert first == "1109"
        middle = field.layout_now.boxes[first]

        def far(space: str) -> int:
            box = field.layout_now.boxes[space]
            return abs(box.x - middle.x) + 2 * abs(box.y - middle.y)

        assert far(field.cursor) < min(sorted(map(far, places))[len(places) // 2], far(places[0]))


@pytest.mark.parametrize(
    ("scenario", "place"),
    [
        ("pacific_commander/1942", "HAW"),
        ("pacific_commander/1944", "HAW"),
        ("desert_commander/france_1940", "EIF"),
        ("desert_commander/north_africa", "TRI"),
    ],
)
async def test_a_game_for_one_player_opens_where_his_forces_are(tmp_path: Path, scenario: str, place: str) -> None:
    app = WargameApp(scenario, seed=7, saves=tmp_path, config=tmp_path / "settings.yaml", cache=tmp_path / "cache")
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(300):
            await pilot.pause(0.02)
            table = app.screen
            if isinstance(table, TableScreen) and table.view.map.cursor is not None:
                break
        assert isinstance(table, TableScreen)
        assert table.view.map.cursor == place
        field, box = table.view.map, table.view.map.layout_now.boxes[place]
        assert field.scroll_offset.x <= box.x < field.scroll_offset.x + field.size.width
        assert field.scroll_offset.y <= box.y < field.scroll_offset.y + field.size.height


def test_a_look_that_cannot_be_read_is_told_before_there_is_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_session("tigers_in_the_mist/first_three_days", 1, {}, tmp_path)

    def unreadable(_: object) -> None:
        raise DataError([("look.yaml:3: sides.German", "no such coat")])

    monkeypatch.setattr(type(session.title), "look", unreadable)
    with pytest.raises(DataError, match="no such coat"):
        draw_map(session, tmp_path, ())


async def test_a_new_terminal_is_told_of_plainer_signs_where_nothing_is_covered(tmp_path: Path) -> None:
    """In the last line, until the next key, and no more once there are settings."""
    for expected in (True, False):
        app = WargameApp("first_command/mortain", saves=tmp_path, config=tmp_path / "s.yaml", cache=tmp_path / "cache")
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(300):
                await pilot.pause(0.02)
                table = app.screen
                if isinstance(table, TableScreen) and table.view.map.cursor is not None:
                    break
            assert isinstance(table, TableScreen)
            await pilot.pause()
            assert not app._notifications, "no note lies over the list"
            assert (table.view.bar.words == SIGNS) == expected
            await pilot.press("n")
            await pilot.pause()
            assert table.view.bar.words != SIGNS
