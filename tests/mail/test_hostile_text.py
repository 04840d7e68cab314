"""Whatever stands in the texts of letters, boxes, saves and arguments: no command prints anything harmful."""

import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.hostile import HOSTILE, assert_harmless
from tests.mail.kit import Pair, begun, exchange, twins, written
from tests.mail.test_adversary import packed
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.cli import main
from wargame_tui.core import save
from wargame_tui.mail import orders
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.letters import Letter, plain

SCENARIO = "tigers_in_the_mist/seventh_army"
ALL = "".join(text for name, text in HOSTILE.items() if name not in ("endless", "half a character"))
TEXTS = {"all": ALL, "half": HOSTILE["half a character"], "endless": HOSTILE["endless"]}
Json = dict[str, Any]
Place = tuple[str | int, ...]


@cache
def _game() -> tuple[Pair, Letter]:
    """A game in which both have declared something and enclosed orders, and the letter that is due."""
    pair, lot, more = begun(SCENARIO, "batch", seed=9), RandomPlayer(9), Random(9)
    for player in (pair.host, pair.guest):
        player.orders = [orders.parsed("enclosed demolition formation=XXX_Corps: blow *")]
    while True:
        letter = written(pair.writer, lot, more)
        if letter.letters[-1].pending and letter.number > 4:
            return pair, letter
        exchange(pair, lot, more)


def places(values: Any, here: Place = ()) -> Iterator[Place]:
    """Where texts stand in JSON values; of long lists the first and the last."""
    if isinstance(values, str):
        yield here
    elif isinstance(values, dict):
        for name, value in values.items():
            yield from places(value, (*here, name))
    elif isinstance(values, list):
        for number in sorted({0, len(values) - 1} & {*range(len(values))}):
            yield from places(values[number], (*here, number))


def changed(values: Any, place: Place, text: str) -> Any:
    """The values with another text at a place."""
    found = part = deepcopy(values)
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = text
    return found


class Shell:
    """Somebody who gives commands and looks at what they print."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        monkeypatch.setenv("WARGAME_TUI_SAVES", str(folder / "saves"))
        monkeypatch.chdir(folder)

    def do(self, *words: str) -> str:
        """What a command prints, all of it harmless."""
        with suppress(SystemExit):  # Wrong arguments.
            main(words)
        said = "".join(self._capsys.readouterr())
        assert said
        assert "Traceback" not in said
        assert "inside the program" not in said
        assert_harmless(said)
        return said


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_texts_of_letters(text: str, shell: Shell) -> None:
    pair, letter = _game()
    box, path = Box.beside(shell.folder / "saves"), shell.folder / "letter"
    box.keep(Case("game", twins(pair).reader))
    answer = plain(pair.guest.answer)  # type: ignore[arg-type]
    posts = [plain(letter), answer, answer["invitation"]]
    assert len([place for post in posts for place in places(post)]) > 40
    for post in posts:
        for place in places(post):
            path.write_text(packed(changed(post, place, text)))
            shell.do("mail", "read", str(path), "--name", "Bert")
            if "journal" in post and place[0] in ("journal", "letters", "turn", "question"):
                shell.do("verify", str(path))
                shell.do("report", str(path))
    # Names of keys are texts, too.
    path.write_text(packed(plain(letter) | {text: text}))
    assert "malformed" in shell.do("mail", "read", str(path))
    path.write_text(packed(plain(letter)).replace("Game: x", f"Game: {ALL}").replace("Version: ", f"Version: {ALL}"))
    shell.do("mail", "read", str(path))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_declared_command_that_is_none(text: str, shell: Shell) -> None:
    """One genuine command and one for the terminal: the letter is true, and what was left out is told."""
    pair, letter = _game()
    pair = twins(pair)
    Box.beside(shell.folder / "saves").keep(Case("game", pair.reader))
    values = plain(letter)
    assert values["letters"][-1]["pending"]
    values["letters"][-1]["pending"].append(text[:4_000])
    (shell.folder / "letter").write_text(packed(values))
    said = shell.do("mail", "read", "letter")
    if "\ud800" not in text:
        (line,) = (line for line in said.splitlines() if "declared, but it did not" in line)
        assert "You have won" not in line or "lines" not in line
        assert not [line for line in said.splitlines() if line.startswith("You have won")]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_texts_of_the_letter_box(text: str, shell: Shell) -> None:
    pair, _ = _game()
    box = Box.beside(shell.folder / "saves")
    case = Case("game", twins(pair).writer, outgoing=pair.texts[-1])
    box.keep(case)
    path = box.path("game")
    values = json.loads(path.read_text())
    for place in places(values):
        path.write_text(json.dumps(changed(values, place, text)))
        for words in (["list"], ["decide", "game"], ["orders", "game"], ["send", "game"]):
            shell.do("mail", *words)
    path.write_text(json.dumps(values))
    if "\ud800" not in text and len(text) < 200:
        path.rename(path.with_name(text.replace("\0", "").replace("/", "") + path.suffix))
        shell.do("mail", "list")


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_texts_of_saves(text: str, shell: Shell) -> None:
    pair, _ = _game()
    assert pair.writer.game is not None
    path = shell.folder / "game.json"
    save.write(pair.writer.game, path)
    values = json.loads(path.read_text())
    for place in places(values):
        path.write_text(json.dumps(changed(values, place, text)))
        shell.do("check", str(path))
        shell.do("replay", str(path), "--with", str(path))


@pytest.mark.parametrize("text", [ALL, "\udcff \udc9b", HOSTILE["endless"]], ids=TEXTS)
def test_texts_of_arguments(text: str, shell: Shell) -> None:
    text = text.replace("\0", "")
    Box.beside(shell.folder / "saves").keep(Case("game", twins(_game()[0]).writer))
    for words in (
        [text],
        ["play", text, "--seed", text],
        ["check", text],
        ["report", text],
        ["cast", text, "--size", text],
        ["replay", text, "--with", text],
        ["record", text],
        ["fuzz", text],
        ["verify", text],
        ["mail", text],
        ["mail", "new", text, "--side", "German", "--name", "Anna"],
        ["mail", "new", SCENARIO, "--side", text, "--name", "Anna"],
        ["mail", "new", SCENARIO, "--side", "German", "--name", text],
        ["mail", "new", SCENARIO, "--side", "German", "--name", "Anna", "--option", f"{text}={text}"],
        ["mail", "read", text],
        ["mail", "decide", "game", text],
        ["mail", "decide", text],
        ["mail", "orders", "game", "--add", f"{text}: keep"],
        ["mail", "orders", "game", "--add", f"demolition: blow {text}"],
        ["mail", "send", "game", "--out", text],
    ):
        shell.do(*words)
