"""Events: declared once, with their rule and their words."""

import pytest

from wargame_tui.core.event import Event, event
from wargame_tui.core.wording import worded


@event("moved", "8.33", "{units} go to {space} for {cost} MP")
class Moved(Event):
    """Units moved."""

    units: tuple[str, ...]
    space: str
    cost: int = 1
    with_: str | None = None


@event("tired", None, "{units} stop, {how}")
class Tired(Event):
    """Units can go no farther."""

    units: tuple[str, ...]

    @property
    def how(self) -> str:
        """In words."""
        return f"{len(self.units)} of them"


@event("night")
class Night(Event):
    """It is night."""

    def words(self, name: object) -> str:
        return "Night falls"


def test_an_event_has_the_rule_of_its_class_unless_it_names_another() -> None:
    assert Moved(units=("a",), space="7").rule == "8.33"
    assert Moved(units=("a",), space="7", rule="8.34").rule == "8.34"
    assert Night().rule is None
    assert (Moved.kind, Night.kind) == ("moved", "night")


def test_its_data_are_its_fields_without_those_left_out() -> None:
    assert Moved(units=("a", "b"), space="7").data == {"units": ("a", "b"), "space": "7", "cost": 1}
    assert Moved(units=(), space="7", with_="c").data["with"] == "c"
    assert Night().data == {}


def test_its_words_name_units_and_spaces() -> None:
    names = {"a": "1st", "7": "Clervaux"}
    moved = Moved(units=("a", "b"), space="7", cost=2)
    assert moved.words(lambda id_: names.get(id_, id_)) == "1st, b go to Clervaux for 2 MP"
    assert Night().words(str) == "Night falls"
    assert Tired(units=("a",)).words(lambda id_: names.get(id_, id_)) == "1st stop, 1 of them"


def test_it_happened_in_its_space() -> None:
    assert Moved(units=("a",), space="7").place() == "7"
    assert Night().place() is None


def test_an_event_cannot_be_changed_and_takes_its_own_fields_only() -> None:
    with pytest.raises(AttributeError):
        Night().rule = "2"  # type: ignore[misc]
    with pytest.raises(TypeError):
        Moved(units=("a",))  # type: ignore[call-arg]
    assert Moved(units=("a",), space="7") == Moved(units=("a",), space="7") != Moved(units=("a",), space="8")


def test_a_number_brings_its_word_and_yes_or_no_choose_theirs() -> None:
    form = "{side} {won:wins|loses} {points:victory point} of {most:d}{late:, late|}"
    fields = {"side": "b", "won": True, "points": 1, "most": 3, "late": False}
    assert worded(form, fields, str.upper) == "B wins 1 victory point of 3"
    changed = {**fields, "won": False, "points": 2, "late": True}
    assert worded(form, changed, str.upper) == "B loses 2 victory points of 3, late"
