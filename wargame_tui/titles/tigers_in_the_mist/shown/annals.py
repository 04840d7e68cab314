"""What is counted of a game of Tigers in the Mist, beside December 1944. A when is a date.

The front is measured along the roads west. A road is a row of areas from the German side outwards; the front on it is
the number of the last area that is German and joined to his supply: 0, none of them; 2, the first two. Places and dates
after Cole, *The Ardennes*, chapters V to XXII; towns after map.yaml.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wargame_tui.board.annals import Annalist, History
from wargame_tui.core.event import Event
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN, Book, open_book
from wargame_tui.titles.tigers_in_the_mist.rules import combat, supply, victory
from wargame_tui.titles.tigers_in_the_mist.state import OFF_MAP, State, book_of, holds

DATES = (18, 20, 22)
"""Evenings on which the front is known."""
HELD = {
    "77": (17, 22), "81": (18, 18), "65": (19, 22), "60": (20, 22), "11": (20, 22), "73": (21, 22), "64": (22, 22),
}  # fmt: skip
"""Victory areas that were German, with first and last evening."""
POINTS, GAPS = "points", "gaps"
IS_GERMAN, DISPUTED, FRONT = "German: ", "disputed: ", "front: "


@dataclass(frozen=True)
class Axis:
    """A road west, and how far it was German on the evenings of the 18th, 20th and 22nd."""

    name: str
    areas: tuple[str, ...]
    history: tuple[int, int, int]
    part: str


AXES = (
    # Wahlerscheid: Monschau, Eupen. Höfen and Monschau held.
    Axis("Monschau", ("41", "36"), (0, 0, 0), "north"),
    # Hellenthal: Rocherath, Elsenborn, Hoffrai, Eupen. Krinkelt-Rocherath was given up in the night to the 20th.
    Axis("Elsenborn", ("39", "38", "37", "36"), (0, 1, 1), "north"),
    # Losheim: Losheimergraben, Büllingen, Bütgenbach, Malmedy. Held at Dom Bütgenbach.
    Axis("Malmedy", ("76", "77", "78", "80"), (2, 2, 2), "north"),
    # Losheim: Lanzerath, Ligneuville, Stavelot, Stoumont. Stavelot was lost again in the night to the 19th.
    Axis("Amblève", ("75", "79", "81", "82"), (3, 2, 2), "north"),
    # Prüm: Bleialf, Schönberg, St. Vith, Vielsalm, Trois Ponts. St. Vith fell in the night to the 22nd.
    Axis("St. Vith", ("48", "74", "73", "84", "83"), (2, 2, 3), "middle"),
    # Pronsfeld: Lützkampen, Weiswampach, Gouvy, Houffalize, La Roche, Hotton. Houffalize on the 19th, La Roche 21st.
    Axis("Houffalize", ("50", "71", "85", "65", "64", "31"), (2, 4, 5), "middle"),
    # Dasburg: Marnach, Clervaux, Longvilly, Noville, Ortheuville, Champlon, Marche. Noville on the 20th.
    Axis("Bastogne", ("70", "68", "67", "66", "62", "63", "30"), (2, 4, 6), "middle"),
    # Gemünd: Holzhum, Wiltz, Bastogne. Wiltz in the night to the 20th.
    Axis("Wiltz", ("69", "60", "61"), (1, 2, 2), "south"),
    # Roth: Vianden, Diekirch, Ettlebruck, Mersch. Diekirch in the night to the 20th, Ettlebruck after it.
    Axis("Diekirch", ("57", "22", "23", "4"), (1, 2, 3), "south"),
    # Bollendorf: Wallendorf, Beaufort, Waldbillig, Larochette, Mersch. Waldbillig on the 20th.
    Axis("Beaufort", ("21", "20", "16", "15", "4"), (2, 3, 3), "south"),
    # Irrel: Echternach, Consdorf, Junglinster, Luxembourg. Echternach, cut off from the 17th, on the 20th.
    Axis("Echternach", ("11", "13", "14", "5"), (0, 1, 1), "south"),
)


def _towns(book: Book) -> list[str]:
    """Areas that count."""
    marked = {area for area in book.section if book.spaces[area].vp}
    return sorted((marked & {*book.areas}) | {*book.scenario.towns}, key=int)


def _german(town: str, date: int) -> bool:
    first, last = HELD.get(town, (0, 0))
    return first <= date <= last


def history(scenario: str) -> History:
    """Towns, points and the front of December 1944, as far as the scenario's map and days reach."""
    book = open_book(scenario)
    dates = range(16, 23)
    scoring = [town for town in HELD if town in book.section]
    dated: dict[str, dict[int, float]] = {
        POINTS: {date: sum(book.spaces[town].vp or 0 for town in scoring if _german(town, date)) for date in dates},
        GAPS: {},
    }
    for town in _towns(book):
        dated[IS_GERMAN + book.spaces[town].name] = {date: _german(town, date) for date in dates}
        dated[DISPUTED + book.spaces[town].name] = {}
    for axis in _axes(book):
        dated[FRONT + axis.name] = dict(zip(DATES, axis.history, strict=True))
    return History("1944", dated=dated, shares=(IS_GERMAN, DISPUTED))


def _axes(book: Book) -> Iterator[Axis]:
    """The roads that lie on the map in play."""
    return (axis for axis in AXES if {*axis.areas} <= {*book.section})


class TigersAnnalist(Annalist):
    """Towns, points and the front each evening; losses by occasion, battles, reserves."""

    def __init__(self) -> None:
        super().__init__()
        self._engaged, self._fought = set[str](), set[str]()

    def note(self, before: State, events: Sequence[Event], after: State) -> None:
        """Note what a command has led to."""
        step = before.stack[-1]
        if isinstance(step, combat.Battle):
            self._engaged |= {*step.attackers, *step.defenders}
            self._fought.add(step.area)
        for event in events:
            if event.kind == "loss":
                loser = before.units[event.data["unit"]].side
                how = "starved" if event.rule == "13.21" else "attacking" if loser == before.active else "defending"
                self.annals.count(f"{loser} strength lost: {how}", event.data["lost"])
        if after.over or after.date != before.date:
            self._evening(before.date, after)

    def _evening(self, date: int, state: State) -> None:
        book, on = book_of(state), self.annals.on
        for town in _towns(book):
            name = book.spaces[town].name
            on(IS_GERMAN + name, date, state.control.get(town) == GERMAN)
            on(DISPUTED + name, date, holds(state, town, GERMAN) and holds(state, town, ALLIED))
        safe = supply.lines(state, GERMAN)
        held = {area for area, side in state.control.items() if side == GERMAN and area in safe}
        for axis in _axes(book):
            reached = max((number for number, area in enumerate(axis.areas, 1) if area in held), default=0)
            on(FRONT + axis.name, date, reached)
        on(GAPS, date, victory.count_gaps(state))
        scores = (score for score in state.vp_log if score.turn.startswith(str(date)) and score.source in book.areas)
        on(POINTS, date, sum(score.points for score in scores))

    def close(self, state: State) -> None:
        """Note the points, the strength that fought and came, the battles and the reserves."""
        book, count = book_of(state), self.annals.count
        count("victory points: all", state.vp)
        beyond = (score.points for score in state.vp_log if score.source in book.zones)
        count("victory points: for units beyond the map", sum(beyond))
        for unit in state.units.values():
            if unit.location != OFF_MAP:
                count(f"{unit.side} strength: that came", unit.start_strength)
                count(f"{unit.side} strength: in battle", unit.start_strength * (unit.id in self._engaged))
        for area in _towns(book):
            count(f"share of games with battles over: {book.spaces[area].name}", area in self._fought)
        for name, how in state.reserves.items():
            count(f"share of games with the release of: {name}", how == "released")
