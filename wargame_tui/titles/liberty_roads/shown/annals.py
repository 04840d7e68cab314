"""What is counted of a game of Liberty Roads, beside 1944. A when is a turn, from 1."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.annals import Annalist, History, Then
from wargame_tui.core.event import Event
from wargame_tui.titles.liberty_roads.printed.book import SIDES, marker_kind, open_board, open_book
from wargame_tui.titles.liberty_roads.rules.victory import points
from wargame_tui.titles.liberty_roads.state import State

PLACES: Mapping[str, tuple[str, str]] = {
    "Cherbourg": ("1007", "27 June"),
    "Caen": ("1309", "19 July"),
    "Avranches": ("1010", "31 July"),
    "Rennes": ("0912", "4 August"),
    "Le Mans": ("1412", "8 August"),
    "Saint-Malo": ("0911", "17 August"),
    "Marseille": ("2626", "28 August"),
    "Paris": ("1910", "25 August"),
    "Rouen": ("1608", "30 August"),
    "Dijon": ("2515", "11 September"),
    "Lyon": ("2419", "3 September"),
    "Brussels": ("2404", "3 September"),
    "Antwerp": ("2403", "4 September"),
    "Le Havre": ("1408", "12 September"),
    "Nancy": ("2810", "15 September"),
    "Brest": ("0311", "19 September"),
    "Nijmegen": ("2702", "20 September"),
    "Calais": ("1804", "30 September"),
    "Aachen": ("2705", "21 October"),
    "Walcheren": ("2202", "8 November"),
    "Metz": ("2809", "22 November"),
    "Strasbourg": ("3111", "23 November"),
}
"""Places with their hex, and when the Allies took them."""
BREAKTHROUGH, WESTWALL, GERMANY = "a breakthrough south of Avranches", "the Westwall", "Germany"
PORT, LANDING, DISMISSAL = "the port of Antwerp", "the second landing", "the first dismissal"
MARKS: Mapping[str, str] = {
    BREAKTHROUGH: "1 August",
    WESTWALL: "11 September",
    GERMANY: "11 September",
    PORT: "28 November",
    LANDING: "15 August",
    DISMISSAL: "2 July",
}


def _turn(scenario: str, date: str) -> int | None:
    """The turn of a date: `27 June` lies in `21-30 June`. None if it lies outside."""
    day, month = date.split()
    for number, turn in enumerate(open_book(scenario).charts.turns, 1):
        days, _, of = turn.name.partition(" ")
        first, _, last = days.partition("-")
        if of == month and int(first) <= int(day) <= int(last or first):
            return number
    return None


def history(scenario: str) -> History:
    """The road to the Rhine."""
    dates = {name: date for name, (_, date) in PLACES.items()} | dict(MARKS)
    turns = open_book(scenario).charts.turns
    firsts = {name: Then(date, _turn(scenario, date)) for name, date in dates.items()}
    return History("1944", firsts, when=lambda turn: turns[turn - 1].name)


class LibertyAnnalist(Annalist):
    """Places and marks, divisions and points by turn, combats with their attrition, losses, markers."""

    def note(self, before: State, events: Sequence[Event], after: State) -> None:
        """Note what a command has led to."""
        for event in events:
            self._note_fight(before, event)
            self._note_event(before, event)
        self._mark(after)
        if after.over or after.turn != before.turn:
            for side, divisions in zip(SIDES, _divisions(after), strict=True):
                self.annals.on(f"{side} divisions", before.turn, divisions)
            self.annals.on("points", before.turn, points(after))

    def _note_fight(self, before: State, event: Event) -> None:
        data, annals = event.data, self.annals
        match event.kind:
            case "odds" if event.rule == "7.5":
                annals.count(f"{data['side']} combats: {'cancelled' if data['cancelled'] else data['column']}")
            case "combat" if event.rule == "7.7.3":
                for who, lost in zip(("attacker", "defender"), data["losses"], strict=True):
                    annals.count(f"steps lost by the {who} in {data['side']} combats: {data['column']}", lost)
            case "step":
                annals.count(f"steps lost: {before.units[data['unit']].side}")
            case "eliminated":
                unit = before.units[data["unit"]]
                whole = not unit.reduced and before.piece(unit).steps > 1
                annals.count(f"steps lost: {unit.side}", 1 + whole)
                annals.count(f"divisions eliminated: {unit.side}", before.piece(unit).division)

    def _note_event(self, before: State, event: Event) -> None:
        data, annals = event.data, self.annals
        match event.kind:
            case "played" | "spent":
                spent = " spent" if event.kind == "spent" else ""
                annals.count(f"{data['side']} markers: {marker_kind(data['marker'])}{spent}")
            case "dismissal":
                annals.first(DISMISSAL, before.turn)
            case "repair" if data["works"] and data["hex"] == PLACES["Antwerp"][0]:
                annals.first(PORT, before.turn)

    def _mark(self, state: State) -> None:
        """Note what the Allies have reached."""
        board, turn, first = open_board(), state.turn, self.annals.first
        allied = {unit.location for unit in state.on_map(SIDES[0])}
        for name, (hex_, _) in PLACES.items():
            if hex_ in allied or state.control.get(hex_) == SIDES[0]:
                first(name, turn)
        hexes = [board.index[hex_] for hex_ in allied]
        if any(board.grid.column_row(hex_)[1] >= 11 and board.grid.column_row(hex_)[0] < 16 for hex_ in hexes):
            first(BREAKTHROUGH, turn)
        if any(there in board.siegfried for hex_ in hexes for there in (hex_, *board.grid.near[hex_])):
            first(WESTWALL, turn)
        if any(board.country["G"] >> hex_ & 1 for hex_ in hexes):
            first(GERMANY, turn)
        if state.campaign.invasions > 1:
            first(LANDING, turn)

    def close(self, state: State) -> None:
        """Note what is left."""
        for side, divisions in zip(SIDES, _divisions(state), strict=True):
            self.annals.count(f"divisions left on the map: {side}", divisions)


def _divisions(state: State) -> tuple[int, int]:
    allied, german = (sum(state.piece(unit).division for unit in state.on_map(side)) for side in SIDES)
    return allied, german
