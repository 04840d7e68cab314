"""Settings: kept as YAML, forgiving towards what they find."""

from pathlib import Path

import pytest

from wargame_tui.tui.settings import Settings, read_settings, write_settings


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
    assert Settings().for_terminal("truecolor", "utf-8") == Settings(glyphs="full", palette="truecolor")
    assert Settings().for_terminal("standard", "latin-1") == Settings(glyphs="ascii", palette="16")
    assert Settings(palette="16").for_terminal(None, "UTF-8") == Settings(glyphs="full", palette="16")


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
