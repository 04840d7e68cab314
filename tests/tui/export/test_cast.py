"""The film: strictly an asciicast, and a terminal that is sent it shows what the table showed."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual.strip import Strip

from wargame_tui.cli import main
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.tui.export import cast as casts
from wargame_tui.tui.export.cast import BARE, CannotFilm, Look, cast
from wargame_tui.tui.export.film import Film, Shot
from wargame_tui.tui.export.pieces import pieces
from wargame_tui.tui.session import Session

_SEQUENCE = re.compile(r"\x1b\[(\??[0-9;]*)([A-Za-z])")
_ON = {"1": "bold", "2": "dim", "3": "italic", "4": "underline", "7": "reverse"}
_OFF = {"22": ("bold", "dim"), "23": ("italic",), "24": ("underline",), "27": ("reverse",)}


class Terminal:
    """As much of a terminal as films need."""

    def __init__(self, width: int, height: int) -> None:
        self.cells = [[(" ", BARE)] * width for _ in range(height)]
        self._x = self._y = 0
        self._look = BARE
        self._margins = (0, height)

    def send(self, text: str) -> None:
        """Take in what is written; anything that is not known is a fault."""
        place = 0
        while place < len(text):
            found = _SEQUENCE.match(text, place)
            if found is None:
                assert text[place] >= " "
                self.cells[self._y][self._x] = text[place], _seen(text[place], self._look)
                self._x, place = self._x + 1, place + 1
                continue
            place = found.end()
            self._obey(*found.groups())

    def _obey(self, words: str, letter: str) -> None:
        if letter == "r":
            first, last = words.split(";") if words else (1, len(self.cells))
            self._margins, self._y, self._x = (int(first) - 1, int(last)), 0, 0
        elif letter in "LM":
            self._scroll(int(words), down=letter == "L")
        elif letter == "H":
            self._y, self._x = (int(word) - 1 for word in words.split(";"))
        elif letter == "m":
            self._look = _looking(self._look, words.split(";"))
        else:
            assert (words, letter) in (("2", "J"), ("?25", "l"))

    def _scroll(self, count: int, *, down: bool) -> None:
        top, bottom = self._margins
        assert self._y == top
        blank = [[(" ", BARE)] * len(self.cells[0]) for _ in range(count)]
        moved = self.cells[top:bottom]
        self.cells[top:bottom] = blank + moved[:-count] if down else moved[count:] + blank


def _seen(character: str, look: Look) -> Look:
    """What is seen of a look: of a blank only ground and lines."""
    is_bare = character == " " and not (look.underline or look.reverse)
    return BARE._replace(ground=look.ground) if is_bare else look


def _looking(look: Look, codes: Sequence[str]) -> Look:
    n, fields = 0, look._asdict()
    while n < len(codes):
        code, length = codes[n], 1
        if code == "0":
            fields = BARE._asdict()
        elif code in _ON:
            fields[_ON[code]] = True
        elif code in _OFF:
            fields |= dict.fromkeys(_OFF[code], False)
        else:
            assert code in ("38", "48", "39", "49")
            length = 5 if code.endswith("8") else 1
            fields["ink" if code[0] == "3" else "ground"] = ";".join(codes[n : n + length])
        n += length
    return Look(**fields)


def _films(session: Session, monkeypatch: pytest.MonkeyPatch, **parts: Any) -> tuple[list[str], list[list[Strip]]]:
    """The lines of a film but for its marks, and the screens of which it is made."""
    screens: list[list[Strip]] = []
    make = Film.shot

    def shot(film: Film, piece: Any) -> Shot:
        made = make(film, piece)
        screens.append(made.rows)
        return made

    monkeypatch.setattr(Film, "shot", shot)
    header, *events = cast(session, **parts)
    return [header, *(line for line in events if json.loads(line)[1] == "o")], screens


def test_the_format(session: Session) -> None:
    lines = [*cast(session, size=(100, 30), last="16-1", timestamp=7)]
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    header, *events = (json.loads(line) for line in lines)
    assert header["version"] == 2
    assert (header["width"], header["height"], header["timestamp"]) == (100, 30, 7)
    assert header["title"] == "Tigers in the Mist: seventh army"
    times = [time for time, _, _ in events]
    assert times == sorted(times)
    assert times[0] == 0
    assert all([*map(type, event)] in ([float, str, str], [int, str, str]) and event[1] in "om" for event in events)
    assert [words for _, kind, words in events if kind == "m"] == ["16 December 1944"], "a mark at the turn"


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_a_terminal_shows_every_screen(
    session: Session, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines, screens = _films(session, monkeypatch, size=size, first="36", last="60")
    terminal, shown = Terminal(*size), []
    for line in lines[1:]:
        terminal.send(json.loads(line)[2])
        shown.append([[*row] for row in terminal.cells])
    # A screen like the one before is not sent again; the last line only ends the film.
    wanted = [[casts._cells(row) for row in rows] for rows in screens]
    assert len(wanted) > 8
    assert shown[0] == wanted[0]
    assert [screen for n, screen in enumerate(wanted) if not n or screen != wanted[n - 1]] == shown[:-1]


def test_a_battle_is_on_the_screen_and_stands_longer(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, screens = _films(session, monkeypatch, first="56", last="60")
    texts = ["\n".join(row.text for row in rows) for rows in screens]
    over = next(n for n, text in enumerate(texts) if re.search(r"Battle of Irrel +over", text))
    assert "2/12" in texts[over]
    times = [json.loads(line)[0] for line in lines[1:]]
    waits = [after - before for before, after in pairwise(times)]
    assert waits[over] == pytest.approx(max(waits))


def test_only_what_changed_is_written(session: Session) -> None:
    lines = [line for line in cast(session, first="1", last="30") if '"m"' not in line]
    sizes = sorted(len(line) for line in lines[2:-1])
    assert sizes[len(sizes) // 2] < len(lines[1]) / 8


def test_a_map_that_is_scrolled_is_not_written_again(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, screens = _films(session, monkeypatch, size=(80, 24))
    terminal, scrolled = Terminal(80, 24), []
    wanted = [[casts._cells(row) for row in rows] for rows in screens]
    wanted = [screen for n, screen in enumerate(wanted) if not n or screen != wanted[n - 1]]
    for line, screen in zip(lines[1:], wanted, strict=False):
        text = json.loads(line)[2]
        terminal.send(text)
        assert terminal.cells == [[*row] for row in screen]
        scrolled += [len(text)] if re.search(r"\x1b\[[0-9]+[LM]", text) else []
    assert scrolled
    assert min(scrolled) < len(lines[1]) * 3 / 4


def test_quiet_pieces_share_a_screen_and_no_turn_takes_longer_than_it_may(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seconds() -> float:
        return float(json.loads([*cast(session, size=(80, 24), first="16-1", last="16-2")][-1])[0])

    _, screens = _films(session, monkeypatch, size=(80, 24), first="16-1", last="16-2")
    told = [*pieces(session, 0, session.newest - 1)]
    loud = [piece for piece in told if any(event.weight != "quiet" for event in piece.events)]
    assert 0 < len(screens) < len(told)
    assert loud
    usual = seconds()
    (length,) = casts.lengths([*cast(session, size=(80, 24), first="16-1", last="16-2")])
    assert length == pytest.approx(usual)
    monkeypatch.setattr(casts, "LONGEST", usual / 2)
    assert seconds() == pytest.approx(usual / 2, rel=0.01)


def test_the_camera_is_at_the_battle_above_its_panel(session: Session) -> None:
    """A battle was fought below the edge of the picture while another place stood in the middle."""
    film, seen = Film(session, 80, 24), 0
    for piece in pieces(session, 50, 62):
        film.shot(piece)
        if piece.battle is not None:
            _, sheet = film._sheets[-1]
            box = sheet.layout.boxes[piece.battle.space]
            middle = box.y + box.height // 2 - film._top
            assert 0 <= middle < film._field - len(film._battle(piece.battle))
            seen += 1
    assert seen


def test_speed_and_parts(session: Session) -> None:
    def seconds(**parts: Any) -> float:
        return float(json.loads([*cast(session, size=(80, 24), **parts)][-1])[0])

    assert seconds(first="1", last="20", speed=2.0) == pytest.approx(seconds(first="1", last="20") / 2, abs=0.01)
    assert 0 < seconds(first="17-1", last="17-1") < seconds(first="17-1", last="17-2")


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"first": "19-1"}, "neither a command from 1 to"),
        ({"last": "0"}, "neither a command"),
        ({"size": (20, 5)}, "60x20 to 400x150"),
        ({"speed": 0.0}, "above 0"),
    ],
)
def test_what_cannot_be_filmed_is_told(session: Session, parts: dict[str, Any], words: str) -> None:
    with pytest.raises(CannotFilm, match=words):
        [*cast(session, **parts)]


def test_the_command_writes_the_same_film_again(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "battle.json"
    save.write(game, file)
    for name in ("a.cast", "b.cast"):
        assert main(["cast", str(file), "-o", str(tmp_path / name), "--to", "12", "--size", "90x30"]) == 0
    assert (tmp_path / "a.cast").read_bytes() == (tmp_path / "b.cast").read_bytes()
    assert main(["cast", str(file), "--size", "large"]) == 1
    assert "COLUMNSxLINES" in capsys.readouterr().err
