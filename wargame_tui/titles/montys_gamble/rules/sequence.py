"""The sequence of play (rule 6): the turns, their phases, dawn with its weather, what is put back when."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.board.phrases import first_up
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.engine.staged import Stage, Staged, Work
from wargame_tui.titles.montys_gamble.commands import Bid, Buy, End
from wargame_tui.titles.montys_gamble.events import days
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, SIDES, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import advantage, dday, reinforcements, victory
from wargame_tui.titles.montys_gamble.rules.advantage import DIE
from wargame_tui.titles.montys_gamble.rules.impulses import Daylight
from wargame_tui.titles.montys_gamble.rules.refit_phase import Refitting
from wargame_tui.titles.montys_gamble.rules.regroup import Regrouping
from wargame_tui.titles.montys_gamble.rules.reserve import buy_refusal, purchases, spend_on_impulses
from wargame_tui.titles.montys_gamble.state import FIRST_DATE, Draft, Table, book_of


def _dawn(day: "Day", g: Draft) -> None:
    """A new day: its airborne landing, or what is put back and who arrives (6.2, 20.1)."""
    g.date = day.date
    g.tell(days.Turn(date=day.date))
    advantage.begin(g, GERMAN)
    if day.date == FIRST_DATE:
        g.push(dday.DDay())
        return
    g.air = {marker: "supply" if marker == dday.EIGHTH else "ready" for marker in g.air}
    g.construction_used = dict.fromkeys(SIDES, 0)
    g.repairs = dict.fromkeys(SIDES, ())
    g.boat = True
    g.refitted = ()
    _ready_ferries(g)
    g.start_weather = g.weather = "clear"
    g.weather_turns = False
    reinforcements.arrive(g)


def _weather(day: "Day", g: Draft) -> None:
    """From 19 September on the die decides (6.21)."""
    if day.date >= book_of(g).charts.rolls.first_weather:
        advantage.begin(g, ALLIED)
        g.push(Weather())


def _daylight(day: "Day", g: Draft) -> None:
    """The impulses begin where purchases have moved the marker (6.3, 13.7)."""
    g.impulse = sum(g.shift.values())
    g.shift = dict.fromkeys(SIDES, 0)
    g.passes = 0
    g.first_impulse = day.date == FIRST_DATE
    reinforcements.release(g)
    g.tell(days.Daylight(impulse=g.impulse, weather=g.weather))
    g.push(Daylight())


def _refit(day: "Day", g: Draft) -> None:
    """Sunset and impulse markers back to 0, ferries of the Daylight Phase ready again (6.4)."""
    g.sunset_drm = 0
    g.impulse = 0
    _ready_ferries(g)
    g.push(Refitting(ALLIED), Refitting(GERMAN))


def _regroup(day: "Day", g: Draft) -> None:
    """The interdiction markers go; then the Germans regroup, then the Allies (6.5)."""
    g.interdiction = ()
    reinforcements.release(g)
    g.push(Regrouping(ALLIED), Regrouping(GERMAN))


def _ready_ferries(g: Draft) -> None:
    g.ferries = {ferry: "ready" if state == "used" else state for ferry, state in g.ferries.items()}


class Nightfall(Stage["Day", Table, Draft]):
    """The game is over, or the next day begins (21, 22)."""

    def proceed(self, step: "Day", g: Draft) -> None:
        g.refitted = ()
        victory.end_of_turn(g)
        if g.over is None:
            g.stack = (Day(step.date + 1),)


@dataclass(frozen=True, slots=True)
class Day(Staged[Table, Draft]):
    """A turn of 24 hours (6.1)."""

    date: int
    stage: Literal["dawn", "weather", "daylight", "refit", "regroup", "end"] = "dawn"
    kind: Literal["day"] = "day"
    stages: ClassVar[Mapping[str, Stage[Any, Any, Any]]] = {
        "dawn": Work(_dawn),
        "weather": Work(_weather),
        "daylight": Work(_daylight),
        "refit": Work(_refit),
        "regroup": Work(_regroup),
        "end": Nightfall(),
    }

    def title(self, table: Table) -> str:
        return f"{self.date} September"


@dataclass(frozen=True, slots=True)
class Weather(Step[Table, Draft]):
    """The weather die at dawn from 19 September on (6.21, 17.1)."""

    rolled: bool = False
    kind: Literal["weather"] = "weather"

    def proceed(self, g: Draft) -> None:
        """Roll; afterwards let a used Advantage pass on (Q57)."""
        if self.rolled:
            g.stack = (*g.stack[:-1], advantage.Aftermath())
            return
        g.swap(rolled=True)
        clear = book_of(g).charts.rolls.weather_clear
        advantage.ask(g, "weather", str(g.date), goods={ALLIED: clear, GERMAN: 1 - clear})

    def resumed(self, g: Draft, result: Any) -> None:
        clear = result[1][0] >= book_of(g).charts.rolls.weather_clear
        g.start_weather = g.weather = "clear" if clear else "overcast"
        g.tell(days.Weather(weather=g.weather, die=result[1][0], rule="6.21"))


# Bidding for sides (23.5)

MOST_BID = 99
"""What the Reserve track holds (x10 and x1 markers)."""
PLAYERS = {GERMAN: "first player", ALLIED: "second player"}
"""Who sits where before the bids: the first player behind the Germans, the second behind the Allies."""


@dataclass(frozen=True, slots=True)
class Bidding(Step[Table, Draft]):
    """Both players bid in secret for a side; the other gets the bid as Reserve (23.51)."""

    rolled: bool = False
    kind: Literal["bidding"] = "bidding"
    heading = "Bidding for sides"
    secret: ClassVar[bool] = True

    def decider(self, table: Table) -> Side | None:
        """The first player, then the second."""
        return next((side for side in SIDES if side not in table.bids), None)

    def prompt(self, table: Table) -> Prompt:
        who = PLAYERS[next(side for side in SIDES if side not in table.bids)]
        return Prompt(f"{first_up(who)}: bid for the side you want, 0 to {MOST_BID} points", "23.51")

    def candidates(self, table: Table) -> Iterator[Command]:
        return (Bid(side, points) for side in SIDES for points in range(MOST_BID + 1))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Bid):
            return self.not_now(table)
        if command.side not in SIDES or not 0 <= command.points <= MOST_BID:
            return Refusal(f"bid for {GERMAN} or {ALLIED}, 0 to {MOST_BID} points", "23.51")
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Bid)
        me = self.decider(g)
        assert me is not None
        wanted: Side = GERMAN if command.side == GERMAN else ALLIED
        g.bids = {**g.bids, me: (wanted, command.points)}

    def proceed(self, g: Draft) -> None:
        """Reveal: different wishes are granted; else the higher bid wins, the dice decide a tie."""
        (first, bid), (second, other) = g.bids[GERMAN], g.bids[ALLIED]
        if first != second:
            self._seat(g, first, None, 0)
        elif bid != other:
            winner = first if bid > other else enemy(first)
            self._seat(g, winner, first, max(bid, other))
        else:
            die = g.roll(DIE)[0]
            g.tell(days.BidTie(die=die))
            self._seat(g, first if die % 2 else enemy(first), first, bid)

    def _seat(self, g: Draft, first_plays: Side, wanted: Side | None, reserve: int) -> None:
        """Seat the first player; the side that was not wanted gets the Reserve."""
        g.seats = {first_plays: PLAYERS[GERMAN], enemy(first_plays): PLAYERS[ALLIED]}
        if wanted:
            loser = enemy(wanted)
            g.reserve = {**g.reserve, loser: g.reserve[loser] + reserve}
        g.tell(days.Seats(seats=dict(g.seats), reserve=reserve))
        g.stack = (*g.stack[:-1], FirstPurchase(ALLIED), FirstPurchase(GERMAN))


@dataclass(frozen=True, slots=True)
class FirstPurchase(Step[Table, Draft]):
    """Reserve from the bidding may move the start of 17 September (23.51)."""

    side: Side
    kind: Literal["first_purchase"] = "first_purchase"
    heading = "Reserve"

    def _can_buy(self, table: Table) -> bool:
        return not table.shift[self.side] and buy_refusal(table, self.side, 1) is None

    def decider(self, table: Table) -> Side | None:
        return self.side if self._can_buy(table) else None

    def prompt(self, table: Table) -> Prompt:
        price = book_of(table).charts.limits.impulse_price
        return Prompt(f"Shift the first impulse of 17 September ({price} SP a step), or end", "13.7")

    def candidates(self, table: Table) -> Iterator[Command]:
        return purchases(table)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case Buy(number):
                return buy_refusal(table, self.side, number)
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        if isinstance(command, Buy):
            spend_on_impulses(g, self.side, command.impulses)
        g.finish()

    def proceed(self, g: Draft) -> None:
        g.finish()
