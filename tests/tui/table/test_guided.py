"""A guided first turn follows the keys, the hand and the game."""

import pytest
from pydantic import ValidationError

from wargame_tui.board.guide import GuideStep
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.tui.table.guided import Guided


def game() -> Game:
    return Game.new("first_command/mortain", 3)


def test_a_step_says_what_leads_on() -> None:
    with pytest.raises(ValidationError):
        GuideStep(text="Look around.")


def test_keys_hand_commands_and_events_lead_on() -> None:
    steps = (
        GuideStep(text="Key", keys=("n",)),
        GuideStep(text="Hand", in_hand=True),
        GuideStep(text="Command", commands=("end",)),
        GuideStep(text="Event", events=("attacked",)),
    )
    played, guided = game(), Guided(steps)
    guided.follow(played, in_hand=False)
    assert (guided.at, guided.total) == (0, 4)
    guided.key("w")
    assert guided.at == 0
    guided.key("n")
    guided.follow(played, in_hand=False)
    assert guided.at == 1
    guided.follow(played, in_hand=True)
    assert guided.at == 2
    played.apply("end")
    guided.follow(played, in_hand=True)
    assert guided.at == 3
    played.apply("attack 0703")
    guided.follow(played, in_hand=False)
    assert guided.step is None
    guided.key("n")
    guided.follow(played, in_hand=True)
    assert guided.step is None


def test_what_was_played_before_it_began_does_not_count() -> None:
    played, guided = game(), Guided((GuideStep(text="Command", commands=("end",)),))
    played.apply("end")
    guided.follow(played, in_hand=False)
    assert guided.at == 0


def test_what_is_taken_back_may_be_given_again() -> None:
    played, guided = (
        game(),
        Guided((GuideStep(text="Move", commands=("move",)), GuideStep(text="End", commands=("end",)))),
    )
    guided.follow(played, in_hand=False)
    played.apply("move 304 0602")
    guided.follow(played, in_hand=False)
    played.undo()
    guided.follow(played, in_hand=False)
    played.apply("end")
    guided.follow(played, in_hand=False)
    assert guided.step is None


def test_who_ends_a_phase_at_once_finds_the_guide_in_the_next() -> None:
    guide = find_title("first_command").guide()
    assert guide is not None
    played, guided = game(), Guided(guide.steps)
    guided.follow(played, in_hand=False)
    played.apply("end")
    guided.follow(played, in_hand=False)
    assert guided.step is not None
    assert guided.step.events == ("attacked",)


@pytest.mark.parametrize("name", title_ids())
def test_guides_name_what_there_is(name: str) -> None:
    title = find_title(name)
    guide = title.guide()
    if guide is None:
        return
    names = {info.id.partition("/")[2] for info in title.scenarios()}
    assert guide.start in names
    assert set(guide.favoured) <= names
    for step in guide.steps:
        assert not set(step.commands) - set(title.grammar.kinds)
        assert step.rule is None or step.rule in title.rulebook().rules


def test_who_goes_on_without_having_tried_a_key_is_caught_up_with() -> None:
    steps = (
        GuideStep(text="Undo", keys=("u",)),
        GuideStep(text="Hand", in_hand=True),
        GuideStep(text="End", commands=("end",)),
        GuideStep(text="Layers", keys=("v",)),
    )
    played, guided = game(), Guided(steps)
    guided.follow(played, in_hand=False)
    played.apply("move 304 0602")
    guided.follow(played, in_hand=False)
    assert guided.at == 0, "something else was played"
    played.apply("end")
    guided.follow(played, in_hand=False)
    assert guided.at == 3


@pytest.mark.parametrize(
    ("scenario", "before", "says"),
    [
        ("ardennes_44/three_days", ["historical", "end"], "Engaged units"),
        ("liberty_roads/cobra", ["end", "end", "end"], "Now attack"),
    ],
)
def test_who_ends_the_movement_phase_at_once_is_guided_on_from_there(
    scenario: str, before: list[str], says: str
) -> None:
    guide, played = find_title(scenario.partition("/")[0]).guide(), Game.new(scenario, 1)
    assert guide is not None
    guided = Guided(guide.steps)
    guided.follow(played, in_hand=False)
    for command in before:
        played.apply(command)
        guided.follow(played, in_hand=False)
    moving = guided.at
    assert guided.step is not None
    assert guided.step.in_hand, "the first unit to be moved"
    played.apply("end")
    guided.follow(played, in_hand=False)
    assert guided.step.text.startswith(says)
    assert guided.at > moving + 4
