"""The journal as a file, in whatever state it is found."""

from pathlib import Path

import pytest

from tests.core.skirmish import played
from wargame_tui.core.game import Game
from wargame_tui.core.journal import KERNEL, Line
from wargame_tui.core.journal_file import JournalFile, Row, first_line, line_texts, read_journal
from wargame_tui.core.save import DamagedSave


def rows_of(game: Game) -> list[Row]:
    return [Row(seq, line) for seq, line in enumerate(game.lines(), 1)]


def undo(game: Game, count: int) -> Row:
    seq = game.seq - count
    return Row(seq, Line(KERNEL, f"undo {count}", game.checks()[seq - 1] if seq else game.root))


def file_of(path: Path, game: Game, rows: list[Row]) -> JournalFile:
    path.write_bytes(first_line(game) + line_texts(rows))
    return read_journal(path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.journal"


@pytest.fixture
def game() -> Game:
    return played(10)


def test_what_is_written_is_read(path: Path, game: Game) -> None:
    file = file_of(path, game, rows_of(game))
    assert file.heads() == game.checks()
    assert list(file.rows) == rows_of(game)
    assert file.root == game.root
    assert file.beginning is not None
    assert (file.beginning.scenario, file.beginning.seed) == ("skirmish/duel", 1)


def test_one_line_a_command(path: Path, game: Game) -> None:
    file_of(path, game, rows_of(game))
    assert len(path.read_text().splitlines()) == 11


def test_undo_rows(path: Path, game: Game) -> None:
    rows = [*rows_of(game), undo(game, 4), *rows_of(game)[6:8], undo(game, 10)]
    rows[-1] = Row(0, Line(KERNEL, "undo 8", game.root))
    file = file_of(path, game, rows)
    assert file.heads() == []
    assert len(list(file.walk(file.root, [], 0))) == 14


@pytest.mark.parametrize(
    "row",
    [Row(7, Line(KERNEL, "undo 3", "x" * 24)), Row(6, Line(KERNEL, "undo 3", "")), Row(7, Line(KERNEL, "undo 2", ""))],
)
def test_an_undo_that_does_not_fit(path: Path, game: Game, row: Row) -> None:
    with pytest.raises(DamagedSave, match="line 12"):
        file_of(path, game, [*rows_of(game), row]).heads()


def test_a_torn_last_line_was_never_acknowledged(path: Path, game: Game) -> None:
    whole = first_line(game) + line_texts(rows_of(game))
    last = len(line_texts(rows_of(game)[-1:]))
    for length in range(len(whole) - last, len(whole)):
        path.write_bytes(whole[:length])
        file = read_journal(path)
        file.heads()
        assert len(file.rows) == 9


@pytest.mark.parametrize("line", [2, 5, 11])
def test_a_damaged_line_is_named(path: Path, game: Game, line: int) -> None:
    file_of(path, game, rows_of(game))
    lines = path.read_bytes().split(b"\n")
    for damaged in (b"", b"\0" * 20, b"[]", b"null", lines[line - 1][:-1], lines[line - 1].replace(b'", "', b'", "x')):
        path.write_bytes(b"\n".join([*lines[: line - 1], damaged, *lines[line:]]))
        with pytest.raises(DamagedSave, match=rf"line {line}:"):
            read_journal(path).heads()


@pytest.mark.parametrize("first", [b"", b"{}", b"\xff", b"[[[[", b'{"wargame_tui_journal": {"format": 2}}'])
def test_a_damaged_beginning(path: Path, game: Game, first: bytes) -> None:
    path.write_bytes(first + b"\n" + line_texts(rows_of(game)))
    file = read_journal(path)
    assert file.beginning is None
    assert list(file.rows) == rows_of(game)
    with pytest.raises(DamagedSave, match="line 1"):
        file.heads()


@pytest.mark.parametrize("content", [b"", b"\n", b"x", b"\0" * 100])
def test_next_to_nothing(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert read_journal(path).beginning is None


def test_where_a_save_goes_on(path: Path, game: Game) -> None:
    file = file_of(path, game, rows_of(game))
    checks = game.checks()
    assert file.after(0, game.root) == 0
    assert file.after(4, checks[3]) == 4
    assert file.after(10, checks[9]) == 10
    assert file.after(4, checks[4]) is None
    assert file.after(11, "x") is None


def test_where_a_save_goes_on_when_its_own_line_is_lost(path: Path, game: Game) -> None:
    file = file_of(path, game, rows_of(game))
    lost = JournalFile(file.beginning, [*file.rows[:3], None, *file.rows[4:]])
    assert lost.after(4, game.checks()[3]) == 4


def test_where_a_save_goes_on_after_an_undo(path: Path, game: Game) -> None:
    file = file_of(path, game, [*rows_of(game), undo(game, 4), *rows_of(game)[6:8]])
    assert file.after(6, game.checks()[5]) == 11
    assert file.after(9, game.checks()[8]) == 9
