"""Files that are all there or as they were."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wargame_tui.core.disk import append_file, cannot_save, drop_drafts, replace_file, write_folder


def test_replacing_makes_or_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    replace_file(path, b"old")
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a"]


def refusing(code: int) -> Callable[..., Any]:
    def refuse(*_: Any) -> Any:
        raise OSError(code, os.strerror(code))

    return refuse


@pytest.mark.parametrize("call", ["write", "fsync", "replace", "open"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int) -> None:
    path = tmp_path / "a"
    replace_file(path, b"old")
    with monkeypatch.context() as patched:
        patched.setattr(os, call, refusing(code))
        with pytest.raises(OSError, match=os.strerror(code)):
            replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]


def test_data_is_on_disk_before_it_takes_the_files_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def noted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            calls.append(name)
            return real(*given)

        return call

    for name in ("write", "fsync", "replace"):
        monkeypatch.setattr(os, name, noted(name, getattr(os, name)))
    replace_file(tmp_path / "a", b"new")
    assert calls == ["write", "fsync", "replace", "fsync"], "the last one is the folder"


def test_short_writes_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:3]))
    replace_file(tmp_path / "a", b"0123456789")
    append_file(tmp_path / "a", b"abcdefgh")
    assert (tmp_path / "a").read_bytes() == b"0123456789abcdefgh"


def test_appending_needs_a_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        append_file(tmp_path / "a", b"x")


def test_drafts_of_killed_processes_are_dropped(tmp_path: Path) -> None:
    for name in (".a.json.17.tmp", ".b.json.17.tmp", "a.json"):
        (tmp_path / name).write_text("")
    drop_drafts(tmp_path / "a.json")
    assert sorted(os.listdir(tmp_path)) == [".b.json.17.tmp", "a.json"]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "x"), "the disk is full"),
        (OSError(errno.EROFS, "x"), "can only be read"),
        (PermissionError(errno.EACCES, "x"), "not allowed"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
        (OSError("odd"), "refuses"),
    ],
)
def test_reasons_are_words(error: OSError, words: str) -> None:
    assert words in cannot_save(Path("a.json"), error).reason


def test_a_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "new"
    write_folder(folder, {"a.txt": b"1", "b/c.txt": b"2"})
    assert {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.txt")} == {
        "a.txt": b"1",
        "b/c.txt": b"2",
    }
    with pytest.raises(OSError, match="new"):
        write_folder(folder, {"a.txt": b"3"})
    with pytest.raises(OSError, match=r"a\.txt"):
        write_folder(tmp_path / "other", {"a.txt": b"1", "a.txt/b": b"2"})
    assert (folder / "a.txt").read_bytes() == b"1"
    assert [path.name for path in tmp_path.iterdir()] == ["deep"]
