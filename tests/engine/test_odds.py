"""Everything that may come of a command, by the rules themselves."""

from fractions import Fraction

import pytest

from tests.core import skirmish
from wargame_tui.engine.odds import TooMany, branches

SHOT = skirmish.Fire("r1", "b1")


def drafts(dodges: int = 0) -> skirmish.Table:
    state = skirmish.Game(skirmish.TITLE, "skirmish/duel", 1).state
    for unit in state.units.values():
        object.__setattr__(unit, "dodges", dodges)
    return state


def test_a_decision_ends_what_may_come_of_a_command() -> None:
    state = drafts()
    (only,) = branches(lambda: skirmish.TableDraft(state), SHOT)
    assert (only.p, only.dice, only.events) == (1, (), [])


def test_every_face_of_every_die_in_order() -> None:
    state = drafts()
    g = skirmish.TableDraft(state)
    g.stack[-1].do(g, SHOT)
    ready = g.freeze()
    found = list(branches(lambda: skirmish.TableDraft(ready), skirmish.Stand(), settle=True))
    assert len(found) == 36
    assert [branch.dice for branch in found][:7] == [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 1)]
    assert sum(branch.p for branch in found) == 1
    hits = sum((branch.p for branch in found if branch.events[0].data["hits"] == 2), Fraction(0))
    assert hits == Fraction(1, 4)
    assert ready.dice.count == 0


def test_too_many_branches_are_refused() -> None:
    state = drafts()
    g = skirmish.TableDraft(state)
    g.stack[-1].do(g, SHOT)
    ready = g.freeze()
    with pytest.raises(TooMany):
        list(branches(lambda: skirmish.TableDraft(ready), skirmish.Stand(), settle=True, most=35))
