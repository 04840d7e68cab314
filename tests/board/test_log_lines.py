"""The log by the weights of events: headlines stand out, quiet events in a row are one line."""

from wargame_tui.board.log_lines import LEAST_FOLDED, Line, composed, taken_in
from wargame_tui.core.event import Event, Weight, event


@event("test_fell", None, "{space} falls", weight="headline")
class Fell(Event):
    space: str


@event("test_fed", None, "{unit} is fed", weight="quiet")
class Fed(Event):
    unit: str


@event("test_shot", None, "{unit} fires")
class Shot(Event):
    unit: str


def log_of(*events: Event) -> list[Line]:
    return composed(taken_in(events, 3, object(), str), str)


def test_quiet_events_in_a_row_are_one_line_that_opens() -> None:
    fed = [Fed(unit=str(number)) for number in range(LEAST_FOLDED)]
    shot, line, last = log_of(Shot(unit="A"), *fed, Shot(unit="B"))
    assert (shot.words, last.words) == ("A fires", "B fires")
    assert line.words == f"{LEAST_FOLDED} minor events"
    assert line.is_minor
    assert line.inside is not None
    assert [each.words for each in line.inside] == ["0 is fed", "1 is fed", "2 is fed"]
    assert line.last == 3


def test_few_quiet_events_stand_by_themselves() -> None:
    lines = log_of(*(Fed(unit=str(number)) for number in range(LEAST_FOLDED - 1)), Shot(unit="A"), Fed(unit="B"))
    assert [line.words for line in lines] == ["0 is fed", "1 is fed", "A fires", "B is fed"]


def test_headlines_stand_out_and_part_quiet_events() -> None:
    fed = [Fed(unit=str(number)) for number in range(LEAST_FOLDED)]
    lines = log_of(*fed, Fell(space="Bastogne"), *fed)
    assert [line.is_headline for line in lines] == [False, True, False]
    assert lines[1].words == "Bastogne falls"


def test_what_happened_can_weigh_otherwise_than_usual() -> None:
    class Retreat(Shot):
        @property
        def weight(self) -> Weight:
            return "headline" if self.unit == "Panzer Lehr" else "normal"

    assert [line.is_headline for line in log_of(Retreat(unit="Panzer Lehr"), Retreat(unit="A"))] == [True, False]
