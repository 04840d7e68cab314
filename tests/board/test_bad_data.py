"""A pack or a shipped file that cannot be used is a sentence with its place, for every way into a game."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wargame_tui.board import packs
from wargame_tui.board.plain import DataError, read_plain
from wargame_tui.cli import main
from wargame_tui.core import save
from wargame_tui.core.errors import BadData
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.protocol.messages import BAD_DATA
from wargame_tui.protocol.server import Engine
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.library import new_session, offers, replayed_session, resumed_session

TITLE = "tigers_in_the_mist"
CAMPAIGN = f"{TITLE}/campaign+mine"
ABOUT = "title: tigers_in_the_mist\nedition: somebody's\nauthor: an owner\nbase: '1'\n"
BROKEN = {
    "no YAML": ("map", "spaces: {56: [}\n", "map.yaml:1: "),
    "a wrong value": ("units", "units:\n  112/28: {strength: twelve}\n", "units.yaml:2: units.112/28.strength: "),
    "an unknown space": ("campaign", 'setup: {112/28: "991"}\n', "campaign.yaml:1: setup.112/28: no space `991`"),
    "no list": ("map", "links: {remove: 3}\n", "map.yaml:1: links.remove: a list"),
    "no mapping": ("charts", "hello\n", "charts.yaml:1: file: the fields of the file"),
    "half a scenario": ("extra", "title: Tigers in the Mist\n", "extra.yaml:1: name: Field required"),
    "no pack": ("pack", "title: [\n", "pack.yaml:2: "),
}


@pytest.fixture(autouse=True)
def _shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(packs.FOLDER_VARIABLE, str(tmp_path / "packs"))
    monkeypatch.setattr(packs, "_ELSEWHERE", {})
    yield
    forget()


def forget() -> None:
    title: Any = find_title(TITLE)
    title.data.forget()


def lay(folder: Path, **files: str) -> Path:
    """The pack `mine` with these files."""
    there = folder / "packs" / TITLE / "mine"
    there.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (there / f"{name}.yaml").write_text(text)
    forget()
    return there


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A save of a game played with the pack, before it broke."""
    lay(tmp_path, pack=ABOUT)
    save.write(Game.new(CAMPAIGN, 1), tmp_path / "game.json")
    return tmp_path / "game.json"


def ask(method: str, **given: Any) -> Any:
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": given}
    answer = Engine().answer(json.dumps(request).encode())
    assert answer is not None
    return json.loads(answer)


@pytest.mark.parametrize("what", BROKEN)
def test_the_protocol_says_bad_data(what: str, kept: Path, tmp_path: Path) -> None:
    name, text, words = BROKEN[what]
    lay(tmp_path, **{name: text})
    for method, given in (
        ("new", {"scenario": CAMPAIGN}),
        ("map", {"scenario": CAMPAIGN}),
        ("load", {"path": str(kept)}),
    ):
        error = ask(method, **given)["error"]
        assert error["code"] == BAD_DATA, method
        assert f"mine/{words}" in error["data"]["reason"], method
    assert "result" in ask("new", scenario=f"{TITLE}/campaign"), "without it all is well"


@pytest.mark.parametrize("what", BROKEN)
def test_the_app_says_so_for_new_saved_and_replayed_games(what: str, kept: Path, tmp_path: Path) -> None:
    name, text, words = BROKEN[what]
    lay(tmp_path, **{name: text})
    for begin in (
        lambda: new_session(CAMPAIGN, 1, {}, tmp_path),
        lambda: resumed_session(kept, tmp_path),
        lambda: replayed_session(str(kept), None, tmp_path),
    ):
        with pytest.raises(BadData) as error:
            begin()
        assert f"mine/{words}" in str(error.value)
        forget()


def test_after_a_broken_pack_the_chooser_offers_the_title(tmp_path: Path) -> None:
    lay(tmp_path, pack=ABOUT, extra=BROKEN["half a scenario"][1])
    with pytest.raises(DataError):
        new_session(CAMPAIGN, 1, {}, tmp_path)
    found, problems = offers()
    assert not problems
    assert f"{TITLE}/campaign" in {offer.info.id for offer in found}


def test_a_broken_shipped_file_takes_its_title_from_the_chooser_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: Path, over: Any) -> Any:
        plain = read_plain(path)
        return {**plain, "order": "first"} if path.parts[-2:] == (TITLE, "campaign.yaml") else plain

    monkeypatch.setattr(packs, "read", broken)
    forget()
    found, problems = offers()
    [problem] = problems
    assert problem.startswith(f"{TITLE} cannot be played, mend its data: ")
    assert "campaign.yaml:" in problem
    assert "order: Input should be a valid integer" in problem
    assert {offer.title for offer in found} >= {"Ardennes '44", "First Command"}


@pytest.mark.asyncio
async def test_play_ends_with_the_sentence(tmp_path: Path) -> None:
    name, text, words = BROKEN["a wrong value"]
    lay(tmp_path, **{"pack": ABOUT, name: text})
    app = WargameApp(CAMPAIGN, 1, saves=tmp_path, config=tmp_path / "settings.yaml", cache=tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        for _ in range(100):
            await pilot.pause(0.05)
            if app.return_value is not None:
                break
    assert isinstance(app.return_value, DataError)
    assert words in str(app.return_value)


def test_commands_say_so(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, text, words = BROKEN["a wrong value"]
    lay(tmp_path, **{name: text})
    for arguments in (["check", str(kept)], ["report", str(kept)], ["fuzz", f"{TITLE}/campaign", "--pack", "mine"]):
        assert main(arguments) == 1, arguments
        said = capsys.readouterr()
        assert f"mine/{words}" in said.out + said.err, arguments
        assert "Traceback" not in said.out + said.err
        forget()
