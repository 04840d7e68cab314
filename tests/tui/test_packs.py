"""Data packs in the app: chosen before a game, named wherever the game is, missed or broken without harm."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from textual.pilot import Pilot

from tests.tui.test_chooser import app_in, ready, table, to_scenario
from tests.tui.test_table import until
from wargame_tui.board import packs
from wargame_tui.core import save
from wargame_tui.core.save import NotPlayable
from wargame_tui.core.title import find_title
from wargame_tui.mail.box import Box
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.export.report import report
from wargame_tui.tui.library import new_session, resumed_session, saved_games
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.mail import MailScreen
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.text import Words

TITLE = "tigers_in_the_mist"
SCENARIO = f"{TITLE}/seventh_army"
UNIT = "915/352V"
ABOUT = {"title": TITLE, "edition": "GMT 1999", "author": "Ann", "base": "1.0"}


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the packs lie: `mine` and `yours`, which differ in a strength."""
    monkeypatch.setenv(packs.FOLDER_VARIABLE, str(tmp_path / "packs"))
    monkeypatch.setattr(packs, "_ELSEWHERE", {})
    folder = tmp_path / "packs" / TITLE
    write(folder / "mine", units={"units": {UNIT: {"strength": 1}}})
    write(folder / "yours", units={"units": {UNIT: {"strength": 2}}})
    title: Any = find_title(TITLE)
    yield folder
    title.data.forget()


def write(folder: Path, **contents: Any) -> None:
    """A pack with these files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in ({"pack": ABOUT} | contents).items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(content))


def strength(session: Any) -> int:
    """What the counter says."""
    return int(session.title.printed_unit(UNIT).strength)


def digest(name: str) -> str:
    """The first characters of a pack's digest, as players are told them."""
    return find_title(TITLE).packs(f"{SCENARIO}+{name}")[name][:8]


async def about(pilot: Pilot[Any], screen: ChooserScreen) -> str:
    await pilot.pause()
    return str(screen.query_one("#chooser-options", Words).render())


def notices(app: WargameApp) -> str:
    return " ".join(note.message for note in app._notifications)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_packs_are_laid_over_one_another_in_the_order_chosen(tmp_path: Path, size: tuple[int, int]) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=size) as pilot:
        chooser = await ready(app, pilot)
        await to_scenario(chooser, pilot, SCENARIO)
        assert "1 off mine: GMT 1999, by Ann" in await about(pilot, chooser)
        await pilot.press("2", "1")
        found = await about(pilot, chooser)
        assert "on  2. mine" in found
        assert "on  1. yours" in found
        await pilot.press("enter")
        session = (await table(app, pilot)).session
        assert session.game.scenario == f"{SCENARIO}+yours+mine"
        assert strength(session) == 1


async def test_packs_can_be_picked_from_a_list_and_taken_away_again(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        chooser = await ready(app, pilot)
        await to_scenario(chooser, pilot, SCENARIO)
        await pilot.press("d", "enter")
        assert "on  mine" in await about(pilot, chooser)
        await pilot.press("d", "enter")
        assert "off mine" in await about(pilot, chooser)
        await to_scenario(chooser, pilot, "tigers_in_the_mist/campaign")
        await pilot.press("9", "1", "enter")
        assert (await table(app, pilot)).session.game.scenario == "tigers_in_the_mist/campaign+mine"


async def test_the_list_is_of_the_shipped_scenarios_after_a_game_with_a_pack(tmp_path: Path, shelf: Path) -> None:
    write(shelf / "more", campaign={"name": "Mine alone"})
    title: Any = find_title(TITLE)
    title.take_up(f"{SCENARIO}+more")
    assert "Mine alone" in [info.name for info in title.scenarios()]
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        chooser = await ready(app, pilot)
        assert "Mine alone" not in [getattr(row, "info", chooser).name for row in chooser._rows]


async def test_a_pack_that_cannot_be_used_is_listed_with_the_reason(tmp_path: Path, shelf: Path) -> None:
    (shelf / "mine" / "pack.yaml").write_text("title: [")
    app = app_in(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        chooser = await ready(app, pilot)
        await to_scenario(chooser, pilot, SCENARIO)
        found = await about(pilot, chooser)
        assert "✗   mine: " in found
        assert "pack.yaml:2" in " ".join(found.split())
        await pilot.press("1")
        assert "mine cannot be used" in chooser.query_one(HintBar).words
        await pilot.press("enter")
        assert (await table(app, pilot)).session.game.scenario == SCENARIO


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ({"units": {"units": {UNIT: {"strength": "many"}}}}, "strength"),
        ({"map": {"spaces": {"1": None}}}, ""),
        ({"charts": {"nonsense": 1}}, "nonsense"),
        ({"seventh_army": {"setup": {"nobody": "20"}}}, ""),
    ],
)
async def test_a_game_with_broken_data_is_refused_in_words(
    tmp_path: Path, shelf: Path, broken: dict[str, Any], words: str
) -> None:
    write(shelf / "mine", **broken)
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        chooser = await ready(app, pilot)
        await to_scenario(chooser, pilot, SCENARIO)
        await pilot.press("1", "enter")
        await until(pilot, lambda: notices(app))
        assert words in notices(app)
        assert "Traceback" not in notices(app)
        chooser = await ready(app, pilot)
        await to_scenario(chooser, pilot, SCENARIO)
        await pilot.press("enter")
        assert (await table(app, pilot)).session.game.scenario == SCENARIO


def test_saves_lists_and_reports_name_the_packs(tmp_path: Path) -> None:
    session = new_session(f"{SCENARIO}+mine", 3, {}, tmp_path)
    session.apply(session.choices()[0].command)
    session.close()
    named = f"mine ({digest('mine')})"
    assert named in saved_games(tmp_path)[0][0].words
    assert f"| Data packs | {named} |" in report(session).text


def test_a_saved_game_whose_pack_is_gone_is_kept_and_says_what_to_do(tmp_path: Path, shelf: Path) -> None:
    session = new_session(f"{SCENARIO}+mine", 3, {}, tmp_path)
    session.apply(session.choices()[0].command)
    session.close()
    path = tmp_path / f"{session.name}.json"
    before = path.read_bytes()
    (shelf / "mine").rename(shelf.parent / "away")
    session.title.data.take_in_changes()  # type: ignore[attr-defined]
    assert not saved_games(tmp_path)[0][0].damaged
    with pytest.raises(NotPlayable, match=r"no data pack `mine` .*belongs into .*whole, and was not changed"):
        resumed_session(path, tmp_path)
    assert path.read_bytes() == before
    (shelf.parent / "away").rename(shelf / "mine")
    assert resumed_session(path, tmp_path)[0].game.seq == 1


def test_a_saved_game_whose_pack_has_changed_says_so(tmp_path: Path, shelf: Path) -> None:
    session = new_session(f"{SCENARIO}+mine", 3, {}, tmp_path)
    session.apply(session.choices()[0].command)
    session.close()
    was = digest("mine")
    path = tmp_path / f"{session.name}.json"
    write(shelf / "mine", charts={"credits": ["other"]})
    data: Any = session.title
    data.data.take_in_changes()
    again, notes = resumed_session(path, tmp_path)
    assert again.game.unverified is None
    assert f"The data pack mine has changed since this game was saved (it was {was}" in notes[0]
    write(shelf / "mine", seventh_army={"setup": {UNIT: "42"}})
    data.data.take_in_changes()
    again, notes = resumed_session(path, tmp_path)
    assert f"with mine as it was ({was}) it opens as ever" in (again.game.unverified or "")
    assert notes == ()
    assert save.read_header(path).packs["mine"].startswith(was)


async def test_an_invitation_names_the_packs_and_says_what_is_wrong_with_one(tmp_path: Path, shelf: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        await ready(app, pilot)
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, MailScreen))
        await pilot.press("n")
        await until(pilot, lambda: hasattr(app.screen, "_offered") and app.screen.is_mounted)
        form: Any = app.screen
        form._signature = "Ann"
        form._picked(SCENARIO)
        form._rows[-1].enter()
        form._rows[-2].enter()
        form._fill()
        write(shelf / "mine", units={"units": {UNIT: {"strength": "many"}}})
        form.action_invite()
        assert "a data pack cannot be used" in str(form.query_one("#invite-about", Words).render())
        write(shelf / "mine", units={"units": {UNIT: {"strength": 1}}})
        data: Any = find_title(TITLE)
        data.data.forget()
        form.action_invite()
        await until(pilot, lambda: app.screen is not form)
        name = Box.beside(tmp_path).names()[0]
        terms = Box.beside(tmp_path).load(name).mail.invitation
        assert terms.scenario == f"{SCENARIO}+yours+mine"
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MailScreen))
        words = str(app.screen.query_one("#mail-about", Words).render())
        assert f"Data packs  yours ({digest('yours')}), mine ({digest('mine')})" in words


@pytest.mark.parametrize(
    ("scenario", "alone"), [("first_command/mortain", False), ("desert_commander/france_1940", True)]
)
def test_a_game_with_a_pack_is_the_same_kind_of_game(scenario: str, alone: bool, shelf: Path, tmp_path: Path) -> None:
    title = scenario.partition("/")[0]
    write(shelf.parent / title / "mine", pack=ABOUT | {"title": title}, units={"credits": ["my own copy"]})
    session = new_session(f"{scenario}+mine", 3, {}, tmp_path)
    assert session.solitaire is alone
    plain = new_session(scenario, 3, {}, tmp_path)
    assert session.title.phase_bar(session.state).turns == plain.title.phase_bar(plain.state).turns
