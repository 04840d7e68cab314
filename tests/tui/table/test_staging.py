"""Losses that leave a mark, ways of units, tidings, what a battle came to, the story of a game; without a screen."""

from dataclasses import replace
from random import Random

import pytest

from wargame_tui.board.scene import Counter, MapLine, Overlay
from wargame_tui.board.title import Battle, BattleRow
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.events.specials import DumpCaptured
from wargame_tui.titles.ardennes_44.events.turns import ControlPassed
from wargame_tui.tui.map.glyphs import LOST
from wargame_tui.tui.session import Session
from wargame_tui.tui.table import story
from wargame_tui.tui.table.outcome import outcome_between, outcome_of
from wargame_tui.tui.table.staging import Losses, journeys, spots, tidings, with_arrows, without
from wargame_tui.tui.table.story import story_of


def played(seed: int = 5) -> Session:
    """A game to its end, at random."""
    session, random = Session(Game.new("first_command/mortain", seed)), Random(seed)
    while session.game.over is None:
        session.apply(random.choice(list(session.game.iter_legal())))
    return session


@pytest.fixture(scope="module")
def ended() -> Session:
    return played()


def first_loss(session: Session) -> tuple[int, str]:
    """The journal entry by which a unit first lost a step, and that unit."""
    title, states = session.title, session.game.states
    for entry in range(session.newest):
        had, left = title.steps(states[entry]), title.steps(states[entry + 1])
        hurt = [unit for unit, steps in had.items() if left[unit] < steps]
        if hurt:
            return entry, hurt[0]
    raise AssertionError("nobody lost anything")


def test_losses_leave_a_mark_for_the_turn(ended: Session) -> None:
    entry, unit = first_loss(ended)
    space = ended.game.states[entry].units[unit].location
    losses = Losses()
    try:
        ended.look(entry)
        assert space not in losses.spaces(ended)
        ended.look(entry + 1)
        assert space in losses.spaces(ended)
        scene = ended.pieces(ended.state)
        marked = losses.marked(ended, scene)
        assert LOST in marked.spaces[space].markers
        assert losses.marked(ended, scene) is marked
        turn = ended.state.turn
        later = next((at for at, state in enumerate(ended.game.states) if state.turn > turn), None)
        if later is not None:
            ended.look(later)
            assert not losses.spaces(ended)
    finally:
        ended.look(ended.newest)


def test_units_go_their_way() -> None:
    session = Session(Game.new("first_command/mortain", 3))
    move = next(c for c in session.game.iter_legal() if c.notation().startswith("move 304 "))
    origin, goal = session.state.units["304"].location, move.notation().split()[2]
    before = session.pieces(session.state)
    session.apply(move)
    (journey,) = journeys(session, 0, before, session.title.spaces(session.state))
    assert [counter.unit for counter in journey.counters] == ["304"]
    assert (journey.path[0], journey.path[-1]) == (origin, goal)
    scene = session.pieces(session.state)
    assert "304" not in {each.unit for each in without(scene, [journey]).spaces[goal].counters}
    assert journeys(session, 0, before, ()) == [], "not where the map has no such spaces"


def test_where_something_is_on_its_way() -> None:
    middles = {"A": (0, 0), "B": (10, 0), "C": (10, 4)}
    assert spots(("A", "B", "C"), middles, 0) == (0, 0)
    assert spots(("A", "B", "C"), middles, 0.25) == (5, 0)
    assert spots(("A", "B", "C"), middles, 0.75) == (10, 2)


def test_attackers_have_arrows_once() -> None:
    counter = Counter("1", "German", "1", "infantry", "Army", "3", "3-4")
    row = BattleRow(counter, 3, 3, "")
    battle = Battle("2", "Attack", "German", "Allied", (row,), (), "fire", (), (), False)
    laid = with_arrows(Overlay(), battle, {"1": "1"})
    assert laid.lines == (MapLine(("1", "2"), "arrow", "German"),)
    assert laid.highlights == {"2": "battle"}
    assert with_arrows(laid, battle, {"1": "1"}).lines == laid.lines
    assert with_arrows(Overlay(), None, {}) == Overlay()


def test_a_new_turn_is_told_with_weather_and_score(ended: Session) -> None:
    states = ended.game.states
    at = next(at for at in range(1, len(states)) if states[at].turn > states[at - 1].turn)
    game = ended.game.branch()
    game.undo(len(states) - 1 - at, agreed=True)
    session = Session(game)
    bar = session.title.phase_bar(session.state)
    before, now = session.title.scene(states[at - 1]), session.pieces(session.state)
    date, notes, score = tidings(session, at - 1, before)[:3]
    assert date == bar.date
    assert bar.notes[0] in notes
    assert score.endswith(bar.score)
    assert tidings(session, at, now) == [], "nothing new is nothing to tell"


def test_who_arrives_is_named_with_his_formation() -> None:
    """Two numbers on counters say little: there are dozens of battalions with a 1."""
    session = Session(Game.new("ardennes_44/three_days", 1))
    for command in ("historical", *["end"] * 5):
        session.apply(command)
    while session.state.turn == 1:
        before, since = session.pieces(session.state), session.newest
        session.apply("end")
    lines = tidings(session, since, before)
    assert "Allied: 2 units arrive: 4/70 Tnk, VIII/174" in lines
    assert "German: 2 units arrive: 150 Pz Bde, 217 StrmPz" in lines


def test_a_new_turn_is_told_with_what_the_last_one_cost(ended: Session) -> None:
    states, title = ended.game.states, ended.title
    entry, _ = first_loss(ended)
    at = next(at for at in range(entry + 1, len(states)) if states[at].turn > states[entry].turn)
    game = ended.game.branch()
    game.undo(len(states) - 1 - at, agreed=True)
    first = next(n for n, state in enumerate(states) if state.turn == states[entry].turn)
    steps = sum(title.steps(states[first]).values()) - sum(title.steps(states[at]).values())
    (line,) = (line for line in tidings(Session(game), at - 1, title.scene(states[at - 1])) if "lost" in line)
    assert line.startswith("Steps lost in the turn: ")
    assert sum(int(word.strip(",")) for word in line.split() if word.strip(",").isdigit()) == steps > 0


def test_a_new_turn_names_who_is_gone_and_how_the_score_has_changed() -> None:
    """The turn of a title for one player ends without a page: all of it is on the card."""
    session = Session(Game.new("pacific_commander/1942", 3))
    session.apply_series(["end"] * 3)
    while session.state.turn == 1:
        before, since = session.pieces(session.state), session.newest
        session.apply(next(each for each in session.game.iter_legal() if each.notation() in ("auto", "end")))
    lines = tidings(session, since, before)
    assert lines[0] == "March and April 1942"
    assert "6 of 10 Objectives, SP 14 → 5 of 10 Objectives, SP 24" in lines
    (gone,) = (line for line in lines if line.startswith("US: ") and line.endswith("eliminated"))
    assert "USAFFE" in gone


def test_what_a_battle_came_to(ended: Session) -> None:
    entry, unit = first_loss(ended)
    game = ended.game.branch()
    game.undo(len(game.entries) - 1 - entry, agreed=True)
    session = Session(game)
    fought = session.battle() or next(iter(session.battles_gone(entry)), None)
    assert fought is not None
    words = outcome_of(session, replace(fought, finished=True))
    assert "lost 1 step" in words
    assert session.title.called(fought.space) in words
    assert unit in {row.counter.unit for row in (*fought.attackers, *fought.defenders)}


def test_what_changed_hands_is_laid_to_the_battle_whose_units_stand_there(ended: Session) -> None:
    """And to none of a title that has played on since."""
    title, states = ended.title, ended.game.states
    was, now = title.scene(states[0]), title.scene(states[-1])
    changed = [space for space, here in now.spaces.items()
               if here.control is not None and here.control != was.spaces[space].control]  # fmt: skip
    fought, other = next((at, other) for at in was.spaces for other in changed if at != other and at not in changed)
    holder = now.spaces[other].control
    assert holder is not None
    unit = Counter("X", holder, "", "", "", "1", "")
    there = replace(now.spaces[other], counters=(unit,))
    scenes = was, replace(now, spaces={**now.spaces, other: there})
    battle = Battle(fought, "Attack", holder, "American", (BattleRow(unit, 1, 1, ""),), (), "over", (), (), True)
    held = f"{title.called(other)} is {holder}-held"
    assert held in outcome_between(title, battle, states[0], states[-1], scenes)
    elsewhere = replace(battle, attackers=())
    assert held not in outcome_between(title, elsewhere, states[0], states[-1], scenes)
    told = replace(battle, result="German losses: none")
    assert held not in outcome_between(title, told, states[0], states[-1], scenes)


def test_the_story_adds_up(ended: Session) -> None:
    story = story_of(ended)
    title, states = ended.title, ended.game.states
    assert len(story.points) == states[-1].turn
    assert story.points[-1][1] == int(title.points(states[-1]).split()[0])
    had, left = title.steps(states[0]), title.steps(states[-1])
    assert sum(costs.steps for costs in story.costs.values()) == sum(had.values()) - sum(left.values())
    destroyed = sum(steps > 0 == left[unit] for unit, steps in had.items())
    assert sum(len(costs.units) for costs in story.costs.values()) == destroyed
    assert sum(battle.whole for battle in story.battles) <= sum(costs.steps for costs in story.costs.values())
    for side, costs in story.costs.items():
        assert sum(lost[side] for _, lost in story.lost) == costs.steps
    fell = next(moment for moment in story.moments if "Juvigny (3) falls to the German side" in moment.words)
    assert not [moment for moment in story.moments if "is now" in moment.words], "what fell is told once"
    held = [title.phase_bar(state).date for state in states if state.control.get("0503") == "German"]
    assert fell.date in held, "told on the day on which it was taken"


def test_only_what_says_just_whose_a_place_is_now_is_left_to_the_places_that_fell() -> None:
    session = Session(Game.new("ardennes_44/three_days", 1))
    place = "1622"
    fell = {session.title.called(place)}
    assert story._is_told(session, ControlPassed(hex=place, side="German"), fell)
    assert not story._is_told(session, ControlPassed(hex="1521", side="German"), fell)
    assert not story._is_told(session, DumpCaptured(hex=place), fell), "it says more than whose the hex is"
