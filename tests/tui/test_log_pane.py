"""The log: what happened stands under the phase in which it happened."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from textual.app import App, ComposeResult

from tests.titles.ardennes_44.kit import ALLIED, do, position, unit
from tests.titles.tigers_in_the_mist import kit as tigers
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.log_pane import LogPane


class Host(App[None]):
    """Nothing but a log."""

    def compose(self) -> ComposeResult:
        yield LogPane()


def evening() -> Game:
    """The traffic phase of the last player turn before a night; the end of it comes by eight phases."""
    units = unit("12SS-25", "2717"), unit("2-9", "W1519")
    return position(*units, side=ALLIED, turn=4, phase="traffic", dice=[1])


HEADINGS = [
    "▾ 17PM · Allied player turn · Victory",
    "▾ Night",
    "▾ 18AM",
    "▾ German player turn · Movement",
]
"""What is the same as in the heading before is not said again; phases in which nothing happened have none."""


def is_heading(line: str) -> bool:
    """Whether a line is the heading of a phase."""
    return line in HEADINGS or (line[:1] in "▾▸" and not line.startswith(" "))


def lines(pane: LogPane) -> Iterator[str]:
    yield from (str(option.prompt).rstrip() for option in pane.options)


async def test_each_phase_in_which_something_happens_has_a_heading_of_its_own() -> None:
    game, app = evening(), Host()
    do(game, "end")
    async with app.run_test(size=(160, 60)):
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        assert [line for line in lines(pane) if is_heading(line)] == HEADINGS
        under = dict(pairwise(lines(pane)))
        assert under["▾ 17PM · Allied player turn · Victory"].startswith("  Victory check")
        assert under["▾ Night"].startswith("  Replacement points for the night")
        assert under["▾ German player turn · Movement"].startswith("  653 Jpz rolls")


async def test_a_heading_leads_to_the_rule_of_the_phase_and_folds_what_is_under_it() -> None:
    game, app = evening(), Host()
    do(game, "end")
    async with app.run_test(size=(160, 60)) as pilot:
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        pane.focus()
        pane.highlighted = [*lines(pane)].index("▾ Night")
        assert pane.lit is not None
        assert (pane.lit.kind, pane.lit.rule) == ("night", "25.1")
        await pilot.press("enter")
        assert "▸ Night  1" in lines(pane)


async def test_a_move_is_one_line_in_shorthand_whatever_it_was_made_of() -> None:
    game, app = position(unit("12SS-25", "2717"), unit("2-9", "W1519")), Host()
    do(game, "move 12SS-25", "to 2718", "to 2719")
    async with app.run_test(size=(160, 60)) as pilot:
        pane, session = app.query_one(LogPane), Session(game)
        pane.show(session)
        assert [*lines(pane)][-2:] == ["▾ 17AM · German player turn · Movement", "  12SS/25 2717→2719 11.1"]
        pane.focus()
        assert pane.lit_moment is not None
        assert pane.lit_moment[0] == 2, "it leads to where they are now"
        await pilot.press("space")
        assert [*lines(pane)][-1] == "▸ 17AM · German player turn · Movement  1"


async def test_what_follows_in_a_long_line_is_further_in_than_its_beginning() -> None:
    german, allied = unit("12SS-25", "2717"), unit("2-9", "2718")
    game, app = position(german, allied, phase="combat", dice=[6, 6, 6, 6]), Host()
    do(game, "attack 2718", "with 12SS-25", "roll")
    async with app.run_test(size=(24, 60)) as pilot:
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        await pilot.pause()
        rows = ["".join(segment.text for segment in pane.render_line(y)) for y in range(pane.size.height)]
        said = next(y for y, row in enumerate(rows) if row.lstrip().startswith("The Germans attack"))
        assert rows[said].startswith("    The Germans")
        assert rows[said + 1].startswith(" " * 6)


async def test_headings_go_with_what_is_taken_back() -> None:
    game, app = evening(), Host()
    async with app.run_test(size=(160, 60)):
        pane, session = app.query_one(LogPane), Session(game)
        pane.show(session)
        before = [*lines(pane)]
        do(game, "end")
        pane.show(session)
        assert len([*lines(pane)]) > len(before)
        game.undo(agreed=True)
        pane.show(session)
        assert [*lines(pane)] == before


async def test_a_long_log_lists_its_last_phases_until_more_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_tui.tui.widgets.log_pane.LISTED", 3)
    game, app = evening(), Host()
    do(game, "end")
    async with app.run_test(size=(160, 60)) as pilot:
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        assert next(lines(pane)) == "▴ 1 earlier phase"
        assert [*lines(pane)][1] == "▾ 17PM · Night", "the first one in full"
        assert sum(map(is_heading, lines(pane))) == 3
        pane.focus()
        pane.highlighted = 0
        await pilot.press("enter")
        assert sum(map(is_heading, lines(pane))) == 4
        assert not any("earlier" in line for line in lines(pane))


async def test_a_battle_is_one_line_with_its_result_that_opens() -> None:
    german, allied = unit("12SS-25", "2717"), unit("2-9", "2718")
    game, app = position(german, allied, phase="combat", dice=[6, 6, 6, 6]), Host()
    do(game, "attack 2718", "with 12SS-25", "roll")
    async with app.run_test(size=(160, 60)) as pilot:
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        (head,) = [number for number, line in enumerate(lines(pane)) if "Attack 2718 - " in line]
        assert [*lines(pane)][head].startswith("▾ Attack 2718 - "), "it has just been fought"
        pane.focus()
        pane.highlighted = head
        inside = [line for line in lines(pane) if line.startswith("    ")]
        assert inside[0].startswith("    The Germans attack 2718: 12SS/25")
        assert pane.highlighted == head
        await pilot.press("space")
        assert not [line for line in lines(pane) if line.startswith("    ")]


async def test_a_battle_is_whole_under_the_phase_in_which_it_is_fought_though_another_phase_ended_with_it() -> None:
    """The last movement command begins the only battle; the artillery is called in a command of its own."""
    game, app = Game.new("tigers_in_the_mist/seventh_army", 3), Host()
    tigers.do(game, "move 915/352V", "with 914/352V", "to 21", "end", "call 1")
    async with app.run_test(size=(160, 60)):
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        listed = [*lines(pane)]
        (head,) = [
            number for number, line in enumerate(listed) if "Battle of Wallendorf" in line and not line.startswith(" ")
        ]
        assert listed[head - 1] == "▾ Combat"
        assert listed[head].startswith("▾ Battle of Wallendorf")
        assert any(line.startswith("    Allied artillery 8-") for line in listed[head:])


def test_the_log_tells_of_a_drop_under_interdiction_once() -> None:
    """What the die came to stands in the line of its result."""
    session = Session(Game.new("montys_gamble/basic", 3))
    dropped: list[Event] = []
    while not any(event.kind == "interdiction" for event in dropped):
        answer = session.title.gestures.answer(session.state)
        session.apply_series(answer.commands if answer is not None else [session.choices()[0].command])
        dropped = session.events()
    first = [event.kind for event in dropped].index("interdiction_roll")
    lines = [event.brief(session.title.called) for event in dropped[first:]]
    told = [line for line in lines if "rolled" in line]
    assert len(told) == sum(event.kind == "interdiction" for event in dropped)
    assert all("interdiction 1, rolled" in line for line in told)
