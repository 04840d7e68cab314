"""Settings: kept as YAML, forgiving towards what they find."""

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.widgets import OptionList

from tests.tui.test_table import at_table
from wargame_tui.tui.paint.terminal import Abilities
from wargame_tui.tui.settings import Settings, locale_in, read_settings, write_settings
from wargame_tui.tui.table.pace import BEGINS, USUAL


def test_kept_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.yaml"
    write_settings(path, Settings(glyphs="ascii", log_width=50))
    assert read_settings(path) == (Settings(glyphs="ascii", log_width=50), None)


def test_a_missing_file_is_an_empty_one(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "none.yaml") == (Settings(), None)


@pytest.mark.parametrize("text", ["[1, 2]", "glyphs: [", "\x00", "glyphs: runes\nlog_width: wide\n"])
def test_what_is_not_understood_is_replaced_and_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text(text)
    settings, problem = read_settings(path)
    assert settings == Settings()
    assert problem


def test_auto_follows_the_terminal() -> None:
    usual = Settings(glyphs="full", palette="truecolor", map="characters", cells="quadrants")
    assert Settings().for_terminal("truecolor", "utf-8") == usual
    assert Settings().for_terminal("256", "utf-8").palette == "256"
    assert Settings().for_terminal("standard", "latin-1") == replace(usual, glyphs="ascii", palette="16")
    assert Settings(palette="16").for_terminal(None, "UTF-8") == replace(usual, palette="16")


def test_auto_follows_what_the_terminal_says_of_itself() -> None:
    dark = Abilities(background="dark", glyphs="octants")
    assert Settings().for_terminal("truecolor", "utf-8", terminal=dark).map == "night"
    assert Settings().for_terminal("truecolor", "utf-8", terminal=dark).cells == "octants"
    assert Settings(map="paper", cells="halves").for_terminal("truecolor", "utf-8", terminal=dark).map == "paper"
    assert Settings().for_terminal("truecolor", "utf-8", terminal=Abilities(background="light")).map == "paper"
    assert Settings().for_terminal("truecolor", "utf-8", terminal=Abilities()).map == "paper"


@pytest.mark.parametrize(
    ("settings", "painted"),
    [
        (Settings(palette="truecolor", glyphs="full", map="night"), True),
        (Settings(palette="truecolor", glyphs="narrow", map="paper"), True),
        (Settings(palette="256", glyphs="full", map="paper"), True),
        (Settings(palette="truecolor", glyphs="full", map="characters"), False),
        (Settings(palette="truecolor", glyphs="ascii", map="paper"), False),
        (Settings(palette="16", glyphs="full", map="paper"), False),
        (Settings(palette="mono", glyphs="full", map="paper"), False),
    ],
)
def test_maps_are_painted_where_there_are_colours_and_glyphs(settings: Settings, painted: bool) -> None:
    assert settings.painted is painted


@pytest.mark.parametrize(
    ("environ", "glyphs"),
    [
        ({"LANG": "en_US.UTF-8"}, "full"),
        ({}, "full"),
        ({"LANG": "C.UTF-8"}, "full"),
        ({"LC_CTYPE": "UTF-8"}, "full"),
        ({"LANG": "C"}, "ascii"),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "ascii"),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, "ascii"),
        ({"LANG": "ja_JP.UTF-8"}, "narrow"),
        ({"LANG": "ja_JP", "LC_CTYPE": "C.UTF-8"}, "narrow"),
        ({"LANG": "en_US.UTF-8", "LC_CTYPE": "zh_TW.UTF-8"}, "narrow"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "ko_KR.UTF-8"}, "full"),
    ],
)
def test_auto_follows_the_locale(environ: dict[str, str], glyphs: str) -> None:
    assert Settings().for_terminal("truecolor", "utf-8", locale_in(environ)).glyphs == glyphs


def test_no_sign_beyond_the_encoding() -> None:
    assert Settings().for_terminal("truecolor", "euc_jp", "ja_JP.eucJP").glyphs == "ascii"


async def test_a_terminal_without_colours_gets_none(make_app: Callable[..., Any], monkeypatch: Any) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.delenv("COLORTERM", raising=False)
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        assert app.look.palette == "mono"
        colors = {
            color
            for line in app.screen._compositor.render_strips()
            for segment in line
            if segment.style
            for color in (segment.style.color, segment.style.bgcolor)
            if color is not None and not color.is_default
        }
        assert not colors


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "- " * 50_000,
        "log_width: " + "9" * 10_000,
        "name: 2024-13-45",
        "".join(" " * n + "a:\n" for n in range(3000)),
    ],
)
def test_settings_that_would_end_the_program(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text(text)
    settings, problem = read_settings(path)
    assert settings == Settings()
    assert problem is not None


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_every_setting_is_listed_with_what_it_does_and_can_be_reached(
    make_app: Callable[..., Any], size: tuple[int, int]
) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        await at_table(pilot)
        await pilot.press("f2")
        await pilot.pause()
        listed = app.screen.query_one(OptionList)
        options = [listed.get_option_at_index(n) for n in range(listed.option_count)]
        kept = {"name", "guided", "letters", "watch"}  # Asked for or learnt where they are needed.
        assert {option.id for option in options if option.id} == {each.name for each in fields(Settings)} - kept
        assert all(str(option.prompt).count("\n") == 1 for option in options)
        assert all(line.cell_length <= 72 for option in options for line in Content(str(option.prompt)).split("\n"))
        assert app.screen.query("Words").last().region.bottom <= size[1]
        for _ in range(len(options)):
            if listed.highlighted_option.id == "warnings":
                break
            await pilot.press("down")
        await pilot.press("right", "enter")
        await pilot.pause()
        assert app.settings.warnings == "off"


async def test_films_begin_as_fast_as_is_set(make_app: Callable[..., Any]) -> None:
    app = make_app()
    write_settings(app.settings_path, Settings(film_speed="fast"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen, _ = await at_table(pilot)
        assert screen.time._pace._pace == BEGINS["fast"] > USUAL
