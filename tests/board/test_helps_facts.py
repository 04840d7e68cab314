"""Facts of the moment in a title's help."""

from types import SimpleNamespace

from wargame_tui.board.helps import filled
from wargame_tui.board.views import Help


def test_forms_are_filled_with_facts() -> None:
    found = filled(
        Help("Spend {sp} SP", ("A step: {chart.step:+d}.",), ("3.4",)), {"sp": 5, "chart": SimpleNamespace(step=2)}
    )
    assert found == Help("Spend 5 SP", ("A step: +2.",), ("3.4",))


def test_a_form_that_names_what_is_not_there_stays_as_it_is() -> None:
    lines = ("{gone} and {sp.gone}", "{sp:x!}", "half {open")
    assert filled(Help("Supply", lines, ()), {"sp": 5}).lines == lines
