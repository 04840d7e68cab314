"""The program plays a side: its turn, its process, who plays, and what becomes of a game taken up again."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.lab.kit import program
from wargame_tui.board.sight import seen_by
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots import opponent, search
from wargame_tui.bots.opponent import Decision, decide
from wargame_tui.bots.search import TIME, Searcher
from wargame_tui.bots.thinker import Thinker
from wargame_tui.cli import main
from wargame_tui.core.game import Game
from wargame_tui.core.title import BadOption
from wargame_tui.titles.first_command.bot import STAFF
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.export.report import report
from wargame_tui.tui.library import new_session, resumed_session
from wargame_tui.tui.players import HANDED, HINTS, InTrouble, opponents
from wargame_tui.tui.screens.film import FilmScreen
from wargame_tui.tui.screens.pick import PickScreen
from wargame_tui.tui.screens.summary import SummaryScreen
from wargame_tui.tui.screens.table import TableScreen, thinking
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.screens.why import WhyScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.text import Words

SCENARIO = "first_command/mortain"
LONG = 400
"""Tenths of a second in which the program has to have decided."""


@pytest.fixture
def app(tmp_path: Path) -> Callable[..., WargameApp]:
    """A game of First Command against the program, in a folder of the test's own."""

    def make(**more: Any) -> WargameApp:
        more.setdefault("opponent", "american")
        scenario = None if "save" in more else SCENARIO
        return WargameApp(
            scenario, 3, saves=tmp_path / "saves", config=tmp_path / "settings.yaml", cache=tmp_path / "cache", **more
        )

    return make


def whys(session: Session) -> list[str]:
    """Why the program's player failed, each time it did."""
    return [told.why for told in session.players.told.values() if isinstance(told, InTrouble)]


@pytest.fixture
def thrifty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players that think at the table, and little."""
    known = dict[str, Searcher]()

    def ask(self: Thinker, game: Game, level: str, *hear: object) -> Decision:
        title = game.title
        assert isinstance(title, BoardTitle)
        staff = title.staff()
        assert staff is not None
        return decide(known.setdefault(level, Searcher(staff, level, 100)), seen_by(game, game.side or ""))

    monkeypatch.setattr(Thinker, "ask", ask)


@asynccontextmanager
async def at_table(app: WargameApp) -> AsyncIterator[tuple[Pilot[Any], TableScreen]]:
    """The table once it has been set up."""
    async with app.run_test(size=(140, 45)) as pilot:
        for _ in range(LONG):
            await pilot.pause(0.1)
            if isinstance(app.screen, TableScreen):
                break
        table = app.screen
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: table.is_mounted and bool(table.query("#prompt")))
        yield pilot, table
        table.thinking.stop()


def words_of(screen: Any) -> str:
    """All that its texts say."""
    return "\n".join(str(words.content) for words in screen.query(Words))


async def until(pilot: Pilot[Any], reached: Callable[[], bool]) -> None:
    """Wait for something."""
    for _ in range(LONG):
        if reached():
            return
        await pilot.pause(0.1)
    raise AssertionError("it did not happen")


async def play_on(pilot: Pilot[Any], table: TableScreen, sides: list[str]) -> None:
    """Give a sensible command for the person, and look at whatever is shown; the sides that were asked."""
    app, session = pilot.app, table.session
    if isinstance(app.screen, FilmScreen | SummaryScreen):
        await pilot.press("escape")
    elif table.playing.waits_for_space or table.sitting.dice.stays:
        await pilot.press("space")
    elif not session.is_programs and app.screen is table and session.game.side is not None:
        sides.append(session.game.side)
        choose = session.title.bot()
        assert choose is not None
        table.playing.give_series([choose(seen_by(session.game, session.game.side))])
    await pilot.pause(0.02)


async def test_two_turns_against_the_program(app: Callable[..., WargameApp]) -> None:
    films = 0
    async with at_table(app()) as (pilot, table):
        session, asked = table.session, list[str]()
        for _ in range(600):
            if session.game.over or session.game.state.turn > 2:
                break
            films += isinstance(pilot.app.screen, FilmScreen)
            await play_on(pilot, table, asked)
        assert session.game.state.turn > 2
        assert set(asked) == {"German"}
        assert {entry.side for entry in session.game.entries} >= {"German", "American"}
        assert films, "its turn is shown as a film"
        assert not session.players.told, "its player never failed"
        assert table.sitting.handover.awaited is None, "nobody has to take over"


async def test_a_dead_process_is_told_and_a_person_takes_over(app: Callable[..., WargameApp]) -> None:
    async with at_table(app(opponent="german")) as (pilot, table):
        session, thinker = table.session, table.thinking._thinker
        await until(pilot, lambda: thinker._process is not None)
        table.thinking.stop()
        thinker = table.thinking._thinker
        thinker._start().kill()
        table.thinking.begin()
        await until(pilot, lambda: bool(table.view.gone))
        before = session.game.lines()
        assert "has stopped" in table.view.gone
        assert not table.thinking.is_running
        await pilot.press("ctrl+o")
        assert isinstance(pilot.app.screen, PickScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert session.hot_seat
        assert session.game.lines() == before, "nothing is lost"
        assert session.choices(), "the person decides now"


async def test_a_side_is_handed_over_and_taken_back(app: Callable[..., WargameApp]) -> None:
    async with at_table(app(opponent=None)) as (pilot, table):
        session = table.session
        assert session.game.side == "German"
        await pilot.press("ctrl+o", "down", "enter")
        await until(pilot, lambda: session.newest > 0)
        assert session.players.levels == {"German": "recruit"}
        await pilot.pause(0.1)
        await until(pilot, lambda: not session.is_programs)
        assert session.game.side == "American"
        await until(pilot, lambda: isinstance(pilot.app.screen, FilmScreen))


async def test_escape_hurries_it(app: Callable[..., WargameApp], monkeypatch: pytest.MonkeyPatch) -> None:
    from wargame_tui.bots.thinker import ThinkerGone

    over = Event()

    def never(self: Thinker, game: Game, *more: object) -> Decision:
        over.wait(60)
        raise ThinkerGone("it was stopped")

    monkeypatch.setattr(Thinker, "ask", never)
    monkeypatch.setattr(thinking, "PATIENCE", 0.0)
    async with at_table(app(opponent="german")) as (pilot, table):
        session = table.session
        await until(pilot, lambda: table.thinking.is_running)
        await pilot.press("escape")
        assert session.newest == 1
        over.set()
        assert "hurried" in whys(session)[0]


def test_it_goes_on_when_the_game_is_taken_up_again(tmp_path: Path) -> None:
    session = new_session(SCENARIO, 1, {}, tmp_path, "German")
    session.apply_programs(Decision(session.game.legal()[0].notation()))
    session.close()
    again, notes = resumed_session(tmp_path / f"{session.name}.json", tmp_path)
    assert again.players.levels == {"German": opponent.RECRUIT}
    assert any("program (recruit) plays German" in note for note in notes)
    other, _ = resumed_session(tmp_path / f"{session.name}.json", tmp_path, "none")
    assert not other.players.levels
    assert other.hot_seat
    session.save("copy")
    copied, _ = resumed_session(tmp_path / "copy.json", tmp_path)
    assert copied.players.levels == {"German": opponent.RECRUIT}


def test_a_bad_choice_is_told_in_the_log_and_played_over(tmp_path: Path) -> None:
    session = new_session(SCENARIO, 1, {}, tmp_path, "German")
    session.apply_programs(Decision("move nobody 0101"))
    assert session.newest == 1
    assert "move nobody 0101" in whys(session)[0]


def test_a_thought_that_took_too_long_is_told_in_the_log_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(SCENARIO, 1, {}, tmp_path, "German:staff")
    monkeypatch.setattr(search, "MOST_SECONDS", -1.0)
    late = decide(Searcher(STAFF, "staff"), seen_by(session.game, "German"))
    session.apply_programs(late)
    session.apply_programs(late._replace(command=opponent.plain(session.game).notation()))
    assert {entry: event.kind for entry, event in session.players.told.items()} == {0: "program_late"}
    assert session.players.thoughts[1].cut == TIME


async def test_a_hint_says_what_it_weighs(app: Callable[..., WargameApp], monkeypatch: pytest.MonkeyPatch) -> None:
    heard = list[str]()
    notice = View.notice

    def hear(view: View, words: str, **how: Any) -> None:
        heard.append(words)
        notice(view, words, **how)

    monkeypatch.setattr(View, "notice", hear)
    async with at_table(app(opponent=None)) as (pilot, _):
        await pilot.press("ctrl+t")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyScreen))
    assert any("weighing: go on as usual" in words for words in heard)


def test_opponents_are_named_with_their_levels() -> None:
    title = Game.new(SCENARIO, 1).title

    def named(given: str) -> dict[str, str] | None:
        return opponents(title, given, solitaire=False)

    assert named("german:Veteran") == {"German": "veteran"}
    assert named("german:staff,american") == {"German": "staff", "American": "recruit"}
    assert named("both:veteran") == {"German": "veteran", "American": "veteran"}
    with pytest.raises(BadOption, match="no level `general`; there are recruit, veteran, staff"):
        named("german:general")
    assert main(["play", SCENARIO, "--level", "staff"]) == 2


def test_hints_and_sides_handed_over_are_kept_and_told(tmp_path: Path) -> None:
    session = new_session(SCENARIO, 1, {}, tmp_path)
    session.apply(session.game.legal()[-1].notation())
    session.players.mark(HINTS)
    session.players.mark(HANDED)
    session.close()
    again, _ = resumed_session(tmp_path / f"{session.name}.json", tmp_path)
    assert again.players.help_words() == "1 hint, 1 side handed over during the game"
    assert "played with help of the program: 1 hint" in report(again).text


async def test_who_thinks_ahead_tells_why_and_gives_hints(app: Callable[..., WargameApp], thrifty: None) -> None:
    async with at_table(app(opponent="german:staff")) as (pilot, table):
        session = table.session
        await until(pilot, lambda: bool(session.players.thoughts) and not session.is_programs)
        while not isinstance(pilot.app.screen, TableScreen) or table.sitting.dice.hidden:
            await play_on(pilot, table, [])
            await pilot.pause(0.1)
        await pilot.press("ctrl+y")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyScreen))
        told = words_of(pilot.app.screen)
        assert "German plan" in told
        assert "commands in" in told
        await pilot.press("escape")
        before = session.game.lines()
        await pilot.press("ctrl+t")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyScreen))
        assert "nothing is carried out" in words_of(pilot.app.screen)
        assert session.game.lines() == before
        assert session.players.marks == {HINTS: 1}
        await pilot.press("escape")


async def test_a_veteran_who_weighs_nothing_says_so(app: Callable[..., WargameApp]) -> None:
    async with at_table(app(opponent="german:veteran")) as (pilot, table):
        session = table.session
        await until(pilot, lambda: session.newest > 0 and not session.is_programs)
        assert not session.players.thoughts
        heard = list[str]()
        table.view.notice = heard.append
        table.advising.why()
    assert heard == ["A veteran plays this by habit and weighs nothing: staff does, Ctrl+O"]


async def test_who_watches_sees_both_sides_play(
    app: Callable[..., WargameApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "WATCHED", 0.02)
    async with at_table(app(opponent="both")) as (pilot, table):
        session = table.session
        await until(pilot, lambda: {entry.side for entry in session.game.entries} == {"German", "American"})
        await pilot.press("left_square_bracket")
        assert session.viewed is not None
        await pilot.pause(0.5)
        seen = session.newest
        await pilot.pause(0.5)
        assert session.newest == seen, "it waits for who looks back"
        await pilot.press("escape")
        await until(pilot, lambda: session.newest > seen)


async def test_a_program_from_outside_plays_a_side(app: Callable[..., WargameApp]) -> None:
    outside = f"program:{program('good')}"
    async with at_table(app(opponent=f"german:{outside}")) as (pilot, table):
        session = table.session
        assert session.players.levels == {"German": outside}
        await until(pilot, lambda: not session.is_programs)
        assert session.game.side == "American"
        assert {entry.side for entry in session.game.entries} == {"German"}
        assert not session.players.told


async def test_a_hostile_program_costs_its_side_the_choices(app: Callable[..., WargameApp]) -> None:
    async with at_table(app(opponent=f"german:program:{program('illegal')}")) as (pilot, table):
        session = table.session
        await until(pilot, lambda: not session.is_programs)
        assert session.game.side == "American"
        assert len(whys(session)) == session.newest
        assert all("illegal" in why for why in whys(session))


async def test_a_program_that_is_not_there_is_told_and_a_person_takes_over(app: Callable[..., WargameApp]) -> None:
    async with at_table(app(opponent="german:program:no-such-program-anywhere")) as (pilot, table):
        await until(pilot, lambda: bool(table.view.gone))
        assert "cannot be started" in table.view.gone
        await pilot.press("ctrl+o", "enter")
        await pilot.pause()
        assert table.session.hot_seat


def test_no_file_says_which_program_is_started(tmp_path: Path) -> None:
    outside = f"program:{program('good')}"
    session = new_session(SCENARIO, 1, {}, tmp_path, f"german:{outside}")
    assert session.players.named == f"German:{outside}"
    session.apply_programs(Decision(session.game.legal()[0].notation()))
    session.close()
    path = tmp_path / f"{session.name}.json"
    assert not (tmp_path / f"{session.name}.players").exists()
    (tmp_path / f"{session.name}.players").write_text(f'{{"German": "{outside}"}}')
    again, _ = resumed_session(path, tmp_path)
    assert not again.players.levels
    named, notes = resumed_session(path, tmp_path, f"american:{outside}")
    assert named.players.levels == {"American": outside}
    assert any("plays American" in note for note in notes)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("british:program:true", "no side `british`"),
        ("german:program:", "command"),
        ("german:colonel", "no level `colonel`"),
    ],
)
def test_an_opponent_that_cannot_be(tmp_path: Path, given: str, words: str) -> None:
    with pytest.raises(Exception, match=words):
        new_session(SCENARIO, 1, {}, tmp_path, given)
