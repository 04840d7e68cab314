"""help.yaml: help by the decision in hand."""

from dataclasses import fields
from typing import Any, cast

import pytest

from wargame_tui.board.helps import HelpFile, decision
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.game import Game
from wargame_tui.core.step import steps_of
from wargame_tui.core.title import find_title, title_ids

WITH_HELPS = [name for name in title_ids() if getattr(find_title(name), "data", None) and find_title(name).data.helps]


def test_a_decision_is_named_by_its_stage_its_side_and_its_kind() -> None:
    game = Game(find_title("montys_gamble"), "montys_gamble/basic", 1, {})
    assert list(decision(game.state)) == ["air_phase  Allied", "air_phase ", "air_phase Allied", "air_phase"]


def test_a_help_may_be_of_several_decisions() -> None:
    entry = {"of": ["attack", "duel"], "heading": "Fight", "lines": ["Roll (1.1)."], "rules": ["1.1"]}
    helps = HelpFile.model_validate({"title": "Skirmish", "helps": [entry]}).by_decision()
    assert helps["attack"] is not None
    assert {of: found.heading for of, found in helps.items()} == {"attack": "Fight", "duel": "Fight"}


@pytest.mark.parametrize("name", WITH_HELPS)
def test_every_help_is_of_a_step_and_names_rules_that_there_are(name: str) -> None:
    title = find_title(name)
    assert isinstance(title, FolderTitle)
    steps = steps_of(type(title).__module__)
    kinds = {each.default for step in steps for each in fields(cast("Any", step)) if each.name == "kind"}
    for of, found in title.data.helps.items():
        assert of.partition(" ")[0] in {*kinds, "over"}
        assert not [rule for rule in found.rules if title.rulebook().find(rule) is None], of
