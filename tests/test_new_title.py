"""`wargame-tui new-title` writes a title that is clean, keeps its rules and can be installed; or nothing."""

import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import get_args

import pytest

from wargame_tui import cli, new_title
from wargame_tui.new_title import LONGEST, BadName, Kind, files, write

ROOT = Path(__file__).resolve().parents[1]
KINDS = get_args(Kind)


def run(*words: str | Path, folder: Path, **more: str) -> str:
    """What a program says, if it ends well."""
    done = subprocess.run(
        [*map(str, words)], cwd=folder, env={**os.environ, **more}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_clean_and_passes_its_own_tests(
    kind: Kind, tmp_path: Path, new_titles: dict[str, Path]
) -> None:
    folder, bin_ = new_titles[kind], Path(sys.executable).parent
    run(bin_ / "ruff", "check", "--no-cache", ".", folder=folder)
    run(bin_ / "ruff", "format", "--no-cache", "--check", ".", folder=folder)
    paths = f"{folder}{os.pathsep}{ROOT}"
    said = run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-W", "ignore", folder=folder, PYTHONPATH=paths
    )
    assert " passed" in said


def test_what_is_written_has_its_types(tmp_path: Path, new_titles: dict[str, Path]) -> None:
    cache = ROOT / ".mypy_cache"
    run(sys.executable, "-m", "mypy", "--cache-dir", cache, folder=new_titles["hex"], MYPYPATH=str(ROOT))


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_the_template_s_name_is_left(kind: Kind) -> None:
    for name in ("a", "very_long_name_of_a_gam", "x" * LONGEST):
        found = files(name, kind)
        assert {"README.md", "pyproject.toml", f"{name}/title.py", f"{name}/data/map.yaml"} < found.keys()
        for place, text in found.items():
            assert "skeleton" not in f"{place} {text.decode()}".lower()
            assert place.endswith(".md") or max(map(len, text.decode().splitlines()), default=0) <= 120


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("My Game", "such as `my_game`"),
        ("MyGame", "such as `my_game`"),
        ("1944", "such as `my_game`"),
        ("../up", "such as `my_game`"),
        ("", "such as `my_game`"),
        ("class", "such as `my_game`"),
        ("a__b", "such as `my_game`"),
        ("x" * (LONGEST + 1), "such as `my_game`"),
        ("ardennes_44", "is installed already"),
        ("json", "Python knows a module `json` already"),
        ("textual", "Python knows a module"),
        ("taken", "is there already"),
    ],
)
def test_a_bad_name_is_refused_in_words_and_nothing_is_written(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    with pytest.raises(BadName, match=why):
        write(name, "areas", tmp_path)
    assert cli.main(["new-title", name]) == 1
    said = capsys.readouterr().err
    assert why in said
    assert "Traceback" not in said
    assert [path.name for path in tmp_path.rglob("*")] == ["taken"]


def test_nothing_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = files("my_game", "areas")
    monkeypatch.setattr(new_title, "files", lambda name, kind: {**good, "README.md/in_a_file": b""})
    with pytest.raises(OSError, match=r"README\.md"):
        write("my_game", "areas", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["new-title", "my_game"]) == 0
    said = capsys.readouterr().out
    assert "pip install -e './my_game[dev]'" in said
    assert "wargame-tui play my_game/crossroads" in said
    assert (tmp_path / "my_game" / "my_game" / "data" / "map.yaml").is_file()
    with pytest.raises(SystemExit):
        cli.main(["new-title", "other", "--hex", "--chart"])


def test_from_an_installed_wheel_to_a_title_that_is_played(tmp_path: Path) -> None:
    """The program from its wheel, the title from its own folder; what both need is lent by this environment."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist", folder=ROOT)
    venv.create(tmp_path / "venv", with_pip=False, symlinks=True)
    (site,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    lent = next(path for path in map(Path, sys.path) if (path / "pydantic").is_dir())
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", tmp_path / "venv/bin/python", "install", "--no-deps", "--quiet")
    run(*pip, wheel, folder=tmp_path)
    (site / "lent.pth").write_text(f"import sys; sys.path.append({str(lent)!r})\n")
    program = tmp_path / "venv/bin/wargame-tui"
    run(program, "new-title", "my_game", "--chart", folder=tmp_path)
    run(*pip, "--no-build-isolation", "--editable", tmp_path / "my_game", folder=tmp_path)
    assert "my_game/crossroads" in run(program, "titles", folder=tmp_path)
    said = run(tmp_path / "venv/bin/python", "-m", "pytest", "-p", "no:cacheprovider", folder=tmp_path / "my_game")
    assert " passed" in said
    where = "import wargame_tui; print(wargame_tui.__file__)"
    assert str(site) in run(tmp_path / "venv/bin/python", "-c", where, folder=tmp_path)
    assert "0 findings" in run(program, "fuzz", "my_game/crossroads", "--games", "2", "--jobs", "1", folder=tmp_path)
