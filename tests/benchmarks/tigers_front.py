"""The front of December 1944 on the map of Tigers in the Mist, measured along the roads west.

A road is a row of areas from the German side outwards; the front on it is the number of the last area that is German
and joined to his supply: 0, none of them; 2, the first two. Places and dates after Cole, *The Ardennes*, chapters V to
XXII.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from wargame_tui.titles.tigers_in_the_mist.printed.book import GERMAN
from wargame_tui.titles.tigers_in_the_mist.rules import supply
from wargame_tui.titles.tigers_in_the_mist.state import State, book_of

DATES = (18, 20, 22)


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


def trace(state: State) -> dict[str, int]:
    """How far each road is German now, by name; only roads of the map in play."""
    section, safe = book_of(state).section, supply.lines(state, GERMAN)
    held = {area for area, side in state.control.items() if side == GERMAN and area in safe}
    return {
        axis.name: max((number for number, area in enumerate(axis.areas, 1) if area in held), default=0)
        for axis in AXES
        if set(axis.areas) <= set(section)
    }


def report(fronts: Sequence[dict[int, dict[str, int]]]) -> None:
    """Print the mean front of games (by date, by road) beside that of 1944."""
    dates = [date for date in DATES if all(date in front for front in fronts)]
    print("  front by roads, in areas" + "".join(f"{date:>18}" for date in dates))
    for axis in AXES:
        if axis.name not in fronts[0].get(min(fronts[0]), {}):
            continue
        cells = ""
        for date in dates:
            found, real = mean(front[date][axis.name] for front in fronts), axis.history[DATES.index(date)]
            cells += f"{found:8.1f} ({real}){found - real:+5.1f}{' ' if abs(found - real) <= 1 else '!'}"
        print(f"    {axis.part:7} {axis.name:14}{cells}")
