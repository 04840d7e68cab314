"""Data packs laid over a title's files: merging, names in scenario ids, digests, refusals."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from wargame_tui.board import packs
from wargame_tui.board.plain import DataError
from wargame_tui.cli import main
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.save import DamagedSave
from wargame_tui.core.title import find_scenario, find_title
from wargame_tui.mail import proof
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import BadLetter, Invitation, plain
from wargame_tui.protocol.server import Engine

TITLE = "tigers_in_the_mist"
CAMPAIGN = f"{TITLE}/campaign"
ABOUT = {"title": TITLE, "edition": "somebody's, 2020", "author": "an owner", "base": "1.0"}
UNIT = "112/28"


@pytest.fixture(autouse=True)
def _shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(packs.FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(packs, "_ELSEWHERE", {})
    title = find_title(TITLE)
    data: Any = title
    yield
    data.data.forget()
    title.take_up(CAMPAIGN)


def write(folder: Path, **contents: Any) -> Path:
    """A pack with these files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in ({"pack": ABOUT} | contents).items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(content, allow_unicode=True))
    return folder


def merged(base: Any, over: Any, tmp_path: Path) -> Any:
    """What comes of one file laid over another."""
    (tmp_path / "base.yaml").write_text(yaml.safe_dump(base))
    (tmp_path / "over.yaml").write_text(yaml.safe_dump(over))
    return packs.read(tmp_path / "base.yaml", [tmp_path / "over.yaml"])


@pytest.mark.parametrize(
    ("base", "over", "found"),
    [
        ({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 4}}, {"a": 1, "b": {"c": 4, "d": 3}}),
        ({"a": 1, "b": {"c": 2}}, {"a": None, "b": {"c": None, "e": 5}}, {"b": {"e": 5}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": ["x", "y"]}, {"a": {"add": ["z", "x"], "remove": ["y"]}}, {"a": ["x", "z"]}),
        ({"a": [{"name": "n", "v": 1}, {"name": "n", "v": 2}]}, {"a": {"remove": ["n"]}}, {"a": []}),
        (
            {"a": [{"between": ["2", "10"], "v": 1}, {"between": ["3", "4"], "v": 2}]},
            {"a": {"10-2": {"v": 5}, "4-3": None, "4-5": {"between": ["4", "5"], "v": 6}}},
            {"a": [{"between": ["2", "10"], "v": 5}, {"between": ["4", "5"], "v": 6}]},
        ),
    ],
)
def test_partial_files_are_merged_by_key(base: Any, over: Any, found: Any, tmp_path: Path) -> None:
    assert merged(base, over, tmp_path) == found


GRID = {
    "sheets": [{"columns": 3}],
    "columns_from": "east",
    "rows": 2,
    "rows_from": "south",
    "latitude": 50.0,
    "longitude": 6.0,
    "parallel": 50.0,
    "scale": 2.0,
}


def test_hexes_of_a_map_drawn_in_rows(tmp_path: Path) -> None:
    base = {"grid": GRID, "terrain": ["abc", "def"]}
    assert merged(base, {"terrain": {"0101": "X", "0302": "Y"}}, tmp_path)["terrain"] == ["Ybc", "deX"]
    for changes, words in (({"0401": "X"}, "no hex `0401`"), ({"0101": "XY"}, "one character")):
        with pytest.raises(DataError, match=words) as error:
            merged(base, {"terrain": changes}, tmp_path)
        assert "over.yaml:2" in error.value.problems[0][0]


@pytest.mark.parametrize("base", [["a", "b"], [{"name": "x"}, {"name": "x"}]])
def test_a_list_that_cannot_be_taken_apart_says_what_to_write(base: Any, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="whole list"):
        merged({"list": base}, {"list": {"x": {"v": 1}}}, tmp_path)


def test_a_pack_changes_the_game_that_names_it_and_no_other(tmp_path: Path) -> None:
    write(tmp_path / TITLE / "mine", units={"units": {UNIT: {"strength": 2, "name": "Mine"}}})
    title, info = find_scenario(f"{CAMPAIGN}+mine")
    assert info.id == f"{CAMPAIGN}+mine"
    game, plain = Game(title, f"{CAMPAIGN}+mine", 1), Game(title, CAMPAIGN, 1)
    for one, is_mine in ((game, True), (plain, False), (game, True)):
        whole: Any = one.title
        assert (whole.printed_unit(UNIT).name == "Mine") == is_mine
        assert one.legal()
    assert title.digest(f"{CAMPAIGN}+mine") != title.digest(CAMPAIGN)


def test_packs_lie_over_one_another_in_their_order(tmp_path: Path) -> None:
    for name, strength in (("one", 1), ("two", 2)):
        write(tmp_path / TITLE / name, units={"units": {UNIT: {"strength": strength}}})
    for ids, strength in (("one+two", 2), ("two+one", 1)):
        title: Any = find_scenario(f"{CAMPAIGN}+{ids}")[0]
        assert title.printed_unit(UNIT).strength == strength


def test_a_saved_game_names_its_packs_and_needs_them(tmp_path: Path) -> None:
    folder = write(tmp_path / TITLE / "mine", units={"units": {UNIT: {"name": "Mine"}}})
    title, _ = find_scenario(f"{CAMPAIGN}+mine")
    game = Game(title, f"{CAMPAIGN}+mine", 3)
    game.apply(game.legal(1)[0])
    data: Any = title
    kept = save.dump(game)
    assert save.load(kept).unverified is None
    (folder / "pack.yaml").rename(folder / "gone.yaml")
    data.data.forget()
    with pytest.raises(DamagedSave, match=r"no data pack `mine` .*there are none"):
        save.load(kept)
    (folder / "gone.yaml").rename(folder / "pack.yaml")
    data.data.forget()
    write(folder, units={"units": {UNIT: {"name": "Yours"}}})
    assert title.digest(f"{CAMPAIGN}+mine") != kept["wargame_tui_save"]["data_digest"]


def test_a_pack_can_lie_anywhere(tmp_path: Path) -> None:
    folder = write(tmp_path / "elsewhere" / "copy", units={"units": {UNIT: {"name": "Mine"}}})
    assert packs.name_of(str(folder)) == "copy"
    assert packs.name_of("mine") == "mine"
    title: Any = find_scenario(f"{CAMPAIGN}+copy")[0]
    assert title.printed_unit(UNIT).name == "Mine"
    with pytest.raises(packs.UnknownPack, match=r"no pack\.yaml"):
        packs.name_of(str(tmp_path))


def test_a_bad_pack_names_file_line_and_field(tmp_path: Path) -> None:
    write(tmp_path / TITLE / "bad", units={"units": {UNIT: {"strength": "many"}}})
    title: Any = find_title(TITLE)
    with pytest.raises(DataError) as error:
        title.open_scenario(f"{CAMPAIGN}+bad")
    assert error.value.problems[0][0].endswith(f"bad/units.yaml:3: units.{UNIT}.strength")
    write(tmp_path / TITLE / "foreign", pack=ABOUT | {"title": "ardennes_44"})
    with pytest.raises(DataError, match="a pack of `ardennes_44`"):
        title.take_up(f"{CAMPAIGN}+foreign")


def test_a_save_says_which_pack_has_changed(tmp_path: Path) -> None:
    folder = write(tmp_path / TITLE / "mine", units={"units": {UNIT: {"strength": 2}}})
    title: Any = find_scenario(f"{CAMPAIGN}+mine")[0]
    game = Game(title, f"{CAMPAIGN}+mine", 3)
    for _ in range(30):
        game.apply(game.legal(1)[0])
    kept = save.dump(game)
    assert kept["wargame_tui_save"]["packs"] == title.packs(f"{CAMPAIGN}+mine")
    assert "packs" not in save.dump(Game(title, CAMPAIGN, 3))["wargame_tui_save"]
    write(folder, campaign={"setup": {"751/326V": "42"}})
    title.data.forget()
    assert "the data pack mine has changed" in str(save.load(kept).unverified)


def test_both_players_by_mail_need_the_same_pack(tmp_path: Path) -> None:
    folder = write(tmp_path / TITLE / "mine", units={"units": {UNIT: {"strength": 2}}})
    letter = Correspondence.invite(f"{CAMPAIGN}+mine", "German", "Ann", "trust", {}).invitation
    title: Any = proof.installed(letter)
    assert Invitation.model_validate(plain(letter)) == letter
    assert "packs" not in plain(Correspondence.invite(CAMPAIGN, "German", "Ann", "trust", {}).invitation)
    write(folder, units={"units": {UNIT: {"strength": 3}}})
    title.data.forget()
    with pytest.raises(BadLetter, match="data pack mine, and yours of that name is another: ask Ann"):
        proof.installed(letter)
    (folder / "pack.yaml").unlink()
    title.data.forget()
    with pytest.raises(BadLetter, match="no data pack `mine`"):
        proof.installed(letter)


def answer(engine: Engine, method: str, **params: Any) -> Any:
    """What the engine answers."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    return json.loads(engine.answer(line) or b"")


def test_the_protocol_takes_packs_and_says_what_is_wrong_with_them(tmp_path: Path) -> None:
    write(tmp_path / TITLE / "mine", units={"units": {UNIT: {"name": "Mine"}}})
    write(tmp_path / TITLE / "bad", units={"units": {UNIT: {"strength": "many"}}})
    engine = Engine()
    begun = answer(engine, "new", scenario=f"{CAMPAIGN}+mine", seed=1)["result"]
    status = answer(engine, "status", game=begun["game"])["result"]
    assert status["scenario"] == f"{CAMPAIGN}+mine"
    assert list(status["packs"]) == ["mine"]
    assert answer(engine, "map", game=status["game"])["result"]["units"][UNIT]["name"] == "Mine"
    assert answer(engine, "map", scenario=CAMPAIGN)["result"]["units"][UNIT]["name"] != "Mine"
    bad = answer(engine, "new", scenario=f"{CAMPAIGN}+bad", seed=1)["error"]
    assert (bad["code"], "bad/units.yaml:3" in bad["data"]["reason"]) == (7, True)
    gone = answer(engine, "new", scenario=f"{CAMPAIGN}+gone", seed=1)["error"]
    assert (gone["code"], "no data pack `gone`" in gone["data"]["reason"]) == (6, True)


def test_the_command_line_names_packs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path / "elsewhere" / "copy", units={"units": {UNIT: {"name": "Mine"}}})
    assert main(["fuzz", CAMPAIGN, "--games", "1", "--jobs", "1", "--pack", str(folder)]) == 0
    assert f"{CAMPAIGN}+copy" in capsys.readouterr().out
    assert main(["fuzz", CAMPAIGN, "--pack", "nobody"]) == 2
    assert "no data pack `nobody`" in capsys.readouterr().err
