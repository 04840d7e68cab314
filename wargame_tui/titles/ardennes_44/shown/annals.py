"""What is counted of a game of Ardennes '44, beside December 1944. A when is a day turn, from 1."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.annals import Annalist, History, Then
from wargame_tui.core.event import Event
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.names import turn_name
from wargame_tui.titles.ardennes_44.rules import victory
from wargame_tui.titles.ardennes_44.state import GONE, State

NEAR, MORNING = 4, 5
TOWNS: Mapping[str, tuple[str, str]] = {
    "Manderfeld": ("1429", "16AM"),
    "Büllingen": ("1731", "17AM"),
    "Clervaux": ("2416", "17PM"),
    "Krinkelt-Rocherath": ("1633", "19PM"),
    "Stavelot": ("2831", "18AM"),
    "Houffalize": ("3219", "19AM"),
    "St. Vith": ("2126", "21PM"),
    "Bastogne": ("3413", "never"),
    "Elsenborn": ("1934", "never"),
    "Malmedy": ("2532", "never"),
    "Marche": ("W1122", "never"),
    "Dinant": ("W2523", "never"),
    "Huy": ("W1535", "never"),
}
"""Towns with their hex, and the turn on which the Germans took them."""
_TOWN_IN = {hex_: name for name, (hex_, _) in TOWNS.items()}


def _turn(words: str) -> int | None:
    """`18PM` as a number."""
    return None if words == "never" else 2 * (int(words[:2]) - 16) + 1 + words.endswith("PM")


HISTORY = History(
    "1944",
    {f"{town} German": Then(words, _turn(words)) for town, (_, words) in TOWNS.items()},
    when=turn_name,
)


class ArdennesAnnalist(Annalist):
    """Towns, points, losses, attacks by column, and who guards Bastogne on the morning of the 18th."""

    def note(self, before: State, events: Sequence[Event], after: State) -> None:
        """Note what a command has led to."""
        for event in events:
            if event.kind == "control" and event.data["side"] == GERMAN and event.data["hex"] in _TOWN_IN:
                self.annals.first(f"{_TOWN_IN[event.data['hex']]} German", before.turn)
            elif event.kind == "combat":
                self.annals.count(f"{_attacker(before)} attacks: {event.data['column']}")
        if after.over or after.turn != before.turn:
            points = victory.points(after) or sum(1 for _ in victory.held_by_german(after))
            self.annals.on("points", before.turn, points)
            if before.turn == MORNING:
                self.annals.count(f"defence strength before Bastogne on {turn_name(MORNING)}", _guards(after))

    def close(self, state: State) -> None:
        """Note the losses."""
        for unit in state.units.values():
            if unit.location in GONE and unit.location != "off":
                self.annals.count(f"units lost: {unit.side}")


def _attacker(before: State) -> str:
    step = next((step for step in reversed(before.stack) if step.kind == "battle"), None)
    return str(before.now.side if step is None else step.side)


def _guards(state: State) -> int:
    """Allied defence strength, guns aside, within `NEAR` hexes of Bastogne."""
    board = state.board
    centre = board.index[TOWNS["Bastogne"][0]]
    near = (unit for unit in state.on_map(ALLIED) if board.grid.distance(board.index[unit.location], centre) <= NEAR)
    return sum(state.defence(unit) for unit in near if not state.piece(unit).artillery)
