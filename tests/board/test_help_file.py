"""Help from a title's help.yaml."""

from types import SimpleNamespace

from wargame_tui.board.help_file import HelpEntry
from wargame_tui.board.views import Help


def test_forms_are_filled_with_facts() -> None:
    entry = HelpEntry(of=("supply",), heading="Spend {sp} SP", lines=("A step costs {chart.step:+d}.",), rules=("3.4",))
    found = entry.told({"sp": 5, "chart": SimpleNamespace(step=2)})
    assert found == Help("Spend 5 SP", ("A step costs +2.",), ("3.4",))


def test_a_form_that_names_what_is_not_there_stays_as_it_is() -> None:
    lines = ("{gone} and {sp.gone}", "{sp:x!}", "half {open")
    entry = HelpEntry(of=("supply",), heading="Supply", lines=lines, rules=())
    assert entry.told({"sp": 5}).lines == lines
