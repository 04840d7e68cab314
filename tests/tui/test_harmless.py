"""Whatever text comes from elsewhere, the app sends nothing harmful to the terminal, and takes none for markup."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from tests.hostile import HOSTILE, assert_harmless
from tests.mail.test_hostile_text import ALL
from tests.tui.test_mail import app_of, box_of, game_of, open_letter, player, to_box
from tests.tui.test_table import until
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.mail import armour
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.export.cast import cast
from wargame_tui.tui.export.report import Report
from wargame_tui.tui.export.svg import picture
from wargame_tui.tui.harmless_cells import harmless_row
from wargame_tui.tui.widgets.text import Words

MONTYS = "montys_gamble/basic"


def shown(app: WargameApp) -> str:
    """What the terminal is sent of the screen on top, without colours."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


class Poster(Screen[None]):
    """Shows a text in every way that the app has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Words, a list, a line."""
        yield Words(Content(self._text))
        yield Words(self._text)
        yield OptionList(Option(Content(self._text)))
        yield Input(self._text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
async def test_no_widget_shows_what_does_harm(text: str, tmp_path: Path) -> None:
    app = app_of(tmp_path)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await app.push_screen(Poster(f"here: {text}"))
        app.notify(f"told: {text}", title=f"title: {text}")
        await until(pilot, lambda: len(text) > 1_000 or "told:" in shown(app))
        assert_harmless(shown(app))
        if len(text) < 1_000:
            assert shown(app).count("here:") == 4


@pytest.mark.parametrize("text", [text for name, text in HOSTILE.items() if name != "endless"])
def test_rows_stay_as_wide_as_they_are(text: str) -> None:
    row = [Segment("a"), Segment(text), Segment("b")]
    cells = "".join(segment.text for segment in harmless_row(row))
    assert_harmless(cells)
    assert cell_len(cells) == sum(cell_len(segment.text) for segment in row)


def test_what_is_harmless_is_not_copied() -> None:
    row = [Segment("┏━┓ 連合軍")]
    assert harmless_row(row)[0] is row[0]


async def test_names_of_saves(tmp_path: Path) -> None:
    name = ALL.replace("\0", "").replace("/", "")
    while len(name.encode()) > 200:
        name = name[:-1]
    save.write(Game.new(MONTYS, 1), tmp_path / f"{name}.json")
    app = app_of(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        await pilot.pause(0.5)
        assert_harmless(shown(app))


async def test_what_a_letter_declared_in_vain(tmp_path: Path) -> None:
    """A genuine roll and something for the terminal: told at the table as what it is."""
    anna, bert = player(tmp_path / "anna"), player(tmp_path / "bert")
    case = box_of(anna).invite(Correspondence.invite(MONTYS, "German", "Anna", "batch", {}))
    case, _ = box_of(bert).receive(case.outgoing, "Bert [/]")
    case, _ = box_of(anna).receive(case.outgoing, "")
    lot = RandomPlayer(2)
    writer, reader = case, (bert, anna)
    for _ in range(50):
        while not writer.mail.ready:
            writer.mail.apply(lot.choose(writer.mail.table.legal()))
        if writer.mail.pending and writer.mail.side == "German":
            break
        text = box_of(reader[1]).post(writer)
        writer, _ = box_of(reader[0]).receive(text, "")
        reader = reader[1], reader[0]
    writer.mail.pending.append(ALL)
    letter = armour.sealed(writer.mail.letter())
    app = app_of(bert)
    async with app.run_test(size=(140, 45)) as pilot:
        await to_box(pilot)
        assert_harmless(shown(app))
        await open_letter(pilot, letter)
        await until(pilot, lambda: app._notifications)
        assert_harmless(shown(app))
        assert any(ALL[:3] not in note.message and "owned" in note.message for note in app._notifications)
    assert game_of(bert)


def test_reports_and_pictures(tmp_path: Path) -> None:
    Report(ALL, ALL, ALL, {"one.svg": picture([[Segment(ALL)]], ALL)}, {}).write(tmp_path)
    for name in ("report.md", "report.html", "report.bbcode.txt"):
        assert_harmless((tmp_path / name).read_text())
    assert_harmless((tmp_path / "maps" / "one.svg").read_text())


def test_films(make_app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from wargame_tui.tui.export import film
    from wargame_tui.tui.session import Session

    session = Session(Game.new("skirmish/road", 3), replayed=True)
    monkeypatch.setattr(film.Film, "_told", lambda *_: [Content(ALL), Content(ALL)])
    lines = [*cast(session, timestamp=int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()))]
    text = "".join(json.loads(line)[2] for line in lines[1:])
    assert "]0;owned" in text
    assert [harm for harm in ("\x1b]", "\x9b", "\u202e", "\x1b[31m") if harm in text] == []
