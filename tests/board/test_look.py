"""What a title says of its looks, and what is drawn for whatever it leaves out."""

import pytest

from wargame_tui.board.files import load
from wargame_tui.board.library import DataFolder
from wargame_tui.board.look import PLAIN, Look, TerrainLook
from wargame_tui.board.plain import DataError, digest
from wargame_tui.core.title import find_title, title_ids


@pytest.mark.parametrize("name", title_ids())
def test_shipped_titles_have_a_coat_for_each_side_of_its_own(name):
    title = find_title(name)
    look = title.look()
    coats = [look.sides[side] for side in title.sides]
    assert len({*coats}) == len(coats)


@pytest.mark.parametrize("name", title_ids())
def test_every_terrain_of_a_shipped_hex_map_has_a_look(name):
    title = find_title(name)
    for info in title.scenarios():
        legend = getattr(title.map_entry(info.id), "legend", {})
        assert {*legend.values()} <= title.look().terrains.keys()


@pytest.mark.parametrize(("terrain", "drawn"), [("jungle", "J"), ("", "?"), ("\u68ee", "?"), ("2nd growth", "2")])
def test_a_terrain_without_a_look_is_plain_ground_with_its_initial(terrain, drawn):
    assert PLAIN.terrain(terrain) == TerrainLook(strewn=drawn)
    assert Look(terrains={terrain: TerrainLook(tone="moss")}).terrain(terrain).strewn is None


def test_a_folder_without_look_has_the_plain_one(tmp_path, monkeypatch):
    folder = find_title("ardennes_44").data
    bare = DataFolder("bare", folder.map_model, folder.units_model, folder.charts_model, folder.scenario_model)
    monkeypatch.setattr("wargame_tui.board.plain.scenarios_folder", lambda: tmp_path)
    assert bare.look is PLAIN


def test_games_do_not_depend_on_looks():
    """A save or a letter is as good after a change of colours as before it."""
    title = find_title("ardennes_44")
    files = (title.data.path / f"{name}.yaml" for name in ("map", "units", "charts", "three_days"))
    assert title.digest("ardennes_44/three_days") == digest(*files)


def test_what_no_front_end_draws_is_refused_by_name(tmp_path):
    file = tmp_path / "look.yaml"
    file.write_text("title: X\nsides: {Red: scarlet}\nterrains:\n  jungle: {strewn: lianas}\n")
    with pytest.raises(DataError) as error:
        load(file, Look)
    assert "sides.Red" in str(error.value)
    assert "terrains.jungle.strewn" in str(error.value)
