"""What is counted of a game of Monty's Gamble, beside September 1944. A when is a date."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.annals import Annalist, History, Then
from wargame_tui.core.event import Event
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, open_book
from wargame_tui.titles.montys_gamble.rules import victory
from wargame_tui.titles.montys_gamble.state import State

TAKEN = {"63": 18, "54": 17, "53": 17, "46": 17, "36": 17, "28": 20, "23": 20, "21": None, "13": None}
"""Towns of the road, with the date on which the Allies took them."""
LINKED = {"63": 18, "54": 19, "53": 19, "46": 19, "36": 19, "28": 20, "23": 20, "21": None, "13": None}
"""The same, with the date on which XXX Corps came."""


def _dates(words: str, dates: Mapping[str, int | None]) -> dict[str, Then]:
    return {
        f"{_name(area)} {words}": Then("never" if date is None else str(date), date) for area, date in dates.items()
    }


def _name(area: str) -> str:
    return open_book("montys_gamble/basic").spaces[area].name


def history() -> History:
    """The road to Arnhem."""
    return History("1944", _dates("Allied", TAKEN) | _dates("XXX Corps", LINKED))


class MontysAnnalist(Annalist):
    """Towns of the road, points by evening, bridges, losses, attacks."""

    def note(self, before: State, events: Sequence[Event], after: State) -> None:
        """Note what a command has led to."""
        for event in events:
            self._note(before, event)
        if after.over or after.date != before.date:
            self.annals.on("points", before.date, victory.points(after))

    def _note(self, state: State, event: Event) -> None:
        data, annals = event.data, self.annals
        if event.kind == "control" and data["control"] != GERMAN and data["space"] in TAKEN:
            annals.first(f"{_name(data['space'])} Allied", state.date)
            if data["control"] == "XXX":
                annals.first(f"{_name(data['space'])} XXX Corps", state.date)
        elif event.kind in ("demolition", "repair") and data["success"]:
            link = open_book(state.scenario).waters[data["border"]]
            how = "blown" if event.kind == "demolition" else "repaired"
            annals.count(f"bridges {how}: {link.bridge_name or data['border']}")
        elif event.kind == "eliminated":
            side = state.units[data["unit"]].side
            annals.count(f"{side} units lost: {'by surrender' if event.rule == '13.9' else 'in battle'}")
        elif event.kind == "attack_result":
            annals.count(f"{state.now.side} attacks: {data['result']}")

    def close(self, state: State) -> None:
        """Note who had the Advantage: it counts as points (21.2)."""
        held = sum(victory.scored(state).values())
        self.annals.count(f"{ALLIED} Advantage at the end", bool(state.over and (state.over.points or 0) > held))
