"""The Daylight Phase (rules 6.3, 8): impulses, passes, the sunset DR, weather change (17.4)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from wargame_tui.board.phrases import first_up
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.engine.staged import Stage, Staged, Work
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.commands import Assault, Bombard, Infiltration, Interdict
from wargame_tui.titles.montys_gamble.events import battles, days
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.montys_gamble.printed.charts import ends_day
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import advantage, assault, bombardment, bridges, reinforcements, victory
from wargame_tui.titles.montys_gamble.rules.areas import actors, free_spaces
from wargame_tui.titles.montys_gamble.state import Draft, ImpulseKind, Table, book_of

INTERDICTORS = 2
"""German air interdiction markers (16.1)."""
NEXT_LIFT = 7
"""Impulse from which better air transport brings the next day's airborne units (23.3)."""


@dataclass(frozen=True, slots=True)
class Daylight(Step[Table, Draft]):
    """The Daylight Phase: German and Allied impulses in turn until it ends (6.3)."""

    next: Side = GERMAN
    over: bool = False
    kind: Literal["daylight"] = "daylight"

    def title(self, table: Table) -> str:
        return f"Impulse {table.impulse}"

    def proceed(self, g: Draft) -> None:
        """The next impulse, or the end with its check for a breakout (21.1)."""
        if self.over:
            g.tell(days.DaylightEnded())
            victory.breakout(g)
            g.finish()
        else:
            g.push(Impulse(self.next))

    def resumed(self, g: Draft, result: Any) -> None:
        """An impulse is over; perhaps the day with it."""
        g.swap(next=enemy(self.next), over=result)


Activation = Assault | Infiltration | Bombard | Interdict


class Beginning(Stage["Impulse", Table, Draft]):
    """What an impulse begins with: the weather may change, the next day's lift may come (17.4, 23.3)."""

    def proceed(self, step: "Impulse", g: Draft) -> None:
        if step.side == GERMAN and g.weather_turns:
            g.weather = "overcast" if g.weather == "clear" else "clear"
            g.weather_turns = False
            g.tell(days.Weather(weather=g.weather, rule="17.4"))
        if step.side == ALLIED and "air_transport" in g.optional and g.impulse >= NEXT_LIFT:
            reinforcements.send_next_lift(g)
        advantage.begin(g, step.side)
        g.tell(days.Impulse(side=step.side, impulse=g.impulse))
        step.onward(g)


class Choosing(Stage["Impulse", Table, Draft]):
    """The active player chooses what to do, or what the second half of a double impulse is (8.2, 12.3)."""

    def decider(self, step: "Impulse", table: Table) -> Side | None:
        return step.side

    def prompt(self, step: "Impulse", table: Table) -> Prompt:
        if table.now.double:
            return Prompt("Choose the second half of the double impulse", "12.3")
        return Prompt("Choose an impulse: assault, bombardment, or pass", "8.2")

    def candidates(self, step: "Impulse", table: Table) -> Iterator[Command]:
        """Everything that could be activated, which is legal; and what else an impulse offers."""
        book, side, now = book_of(table), step.side, table.now
        if now.kind and not now.double and now.activated != (book.named["entry"],):
            spaces: tuple[str, ...] = (book.named["entry"],)
        else:
            spaces = tuple(dict.fromkeys((*actors(table, side), *bridges.works(table, side))))
        yield from _open_to(table, Assault, spaces)
        if side == GERMAN:
            free = free_spaces(table, side)
            yield from _open_to(table, Infiltration, (space for space in actors(table, side) if space in free))
            if len(table.interdiction) < INTERDICTORS:
                yield from _open_to(table, Interdict, book.interdictable)
        guns = bombardment.batteries(table)
        yield from _open_to(table, Bombard, (space for space in book.ground if space in guns))
        if side == ALLIED and table.weather == "clear" and not now.kind:
            ready = [marker for marker, state in table.air.items() if state == "ready"]
            yield from (
                commands.AirBombard(marker, space) for marker in ready for space in bombardment.air_targets(table)
            )
        yield commands.Double()
        yield commands.Pass()
        yield commands.End()

    def refusal(self, step: "Impulse", table: Table, command: Command) -> Refusal | None:
        """The limits of the impulse, then of what is chosen."""
        match command:
            case Assault(space) | Infiltration(space) | Bombard(space) | Interdict(space):
                return _second_refusal(table, space) or _REFUSALS[type(command)](table, space)
            case commands.Double():
                return Refusal("first activate an area, then use the Advantage", "12.3")
            case commands.End():
                return None if table.now.kind else Refusal("choose an impulse, or `pass`", "8.2")
            case commands.Pass():
                return Refusal("too late to pass: the impulse has begun", "8.24") if table.now.kind else None
            case commands.AirBombard(marker, space):
                if step.side != ALLIED:
                    return Refusal("air bombardment is Allied", "16.1")
                if table.now.kind:
                    return Refusal("an air bombardment is the only action of its impulse", "16.21")
                return bombardment.air_refusal(table, marker, space)
        return step.not_now(table)

    def do(self, step: "Impulse", g: Draft, command: Command) -> None:
        match command:
            case commands.Double():
                g.note(double=True)
                advantage.use(g, step.side)
                g.swap(stage="choose")
                return
            case commands.End():
                g.swap(stage="sunset")
                return
            case commands.Pass():
                g.passes += 1
                g.note(kind="pass")
                g.tell(days.Passed(side=step.side))
                g.swap(stage="sunset")
                return
        if not g.now.kind:
            g.passes = 0
        g.swap(stage="act")
        _open(g, command)

    def proceed(self, step: "Impulse", g: Draft) -> None:
        """Nothing more is possible, unless half of a double impulse is."""
        g.swap(stage="choose" if _owes_half(g) else "sunset")


class Acting(Choosing):
    """What is chosen is carried out; then the sunset DR, which no second half makes (12.3)."""

    def decider(self, step: "Impulse", table: Table) -> Side | None:
        return None

    def resumed(self, step: "Impulse", g: Draft, result: Any) -> None:
        g.swap(stage="choose" if _owes_half(g) else "more")
        _ask_sunset(step, g)


class GoingOn(Choosing):
    """A second half: a double impulse, or Zone F in addition (12.3, 14.5)."""

    def prompt(self, step: "Impulse", table: Table) -> Prompt:
        offers = [] if assault.double_refusal(table) else ["double impulse (Advantage)"]
        entry = book_of(table).named["entry"]
        if assault.second_refusal(table, entry) is None and assault.assault_refusal(table, entry) is None:
            offers.insert(0, "assault from Zone F too")
        if not offers:
            return Prompt("End the impulse", "12.3")
        return Prompt(f"Continue this impulse? {first_up(', '.join((*offers, 'or end')))}", "12.3")

    def decider(self, step: "Impulse", table: Table) -> Side | None:
        return step.side if may_go_on(table) else None

    def refusal(self, step: "Impulse", table: Table, command: Command) -> Refusal | None:
        match command:
            case commands.Double():
                return assault.double_refusal(table)
            case commands.Pass():
                return Refusal("too late to pass: the impulse has begun", "8.24")
        return super().refusal(step, table, command)


class Closing(Stage["Impulse", Table, Draft]):
    """Sunset and weather (6.31), track, passes (8.24)."""

    def proceed(self, step: "Impulse", g: Draft) -> None:
        over = g.passes >= 2
        g.first_impulse = False
        if step.side == ALLIED:
            over = self._sunset(g) or over
        g.tell(days.ImpulseEnded(side=step.side, impulse=g.impulse))
        g.finish(over)

    def _sunset(self, g: Draft) -> bool:
        """Whether the day ends; the marker moves on, but not after an air bombardment (6.31, 16.2)."""
        roll = g.now.sunset
        assert roll is not None
        # The DRM before the losses of this impulse moved it (12.41, Q33).
        drm = g.now.drm
        over = ends_day(roll, drm, g.impulse)
        g.tell(days.SunsetRoll(roll=roll, drm=drm, impulse=g.impulse, over=over))
        if roll == g.impulse:
            g.weather_turns = True
            g.tell(days.WeatherChange(roll=roll))
        if not over and g.now.kind != "air":
            g.impulse += 1
            over = g.impulse > book_of(g).charts.track.last
        return over


def _ask_sunset(step: "Impulse", g: Draft) -> None:
    """The Allies roll for the sunset if they have made no DR yet (6.31)."""
    if step.side == ALLIED and g.now.sunset is None:
        advantage.ask(g, "sunset", str(g.impulse))


@dataclass(frozen=True, slots=True)
class Impulse(Staged[Table, Draft]):
    """One impulse (8.1): choose what to do; perhaps a second half (12.3, 14.5); then sunset and losses."""

    side: Side
    stage: Literal["begin", "choose", "act", "more", "sunset", "losses", "close"] = "begin"
    kind: Literal["impulse"] = "impulse"
    sure = (Assault, Infiltration, Bombard, Interdict)
    stages: ClassVar[Mapping[str, Stage[Any, Any, Any]]] = {
        "begin": Beginning(),
        "choose": Choosing(),
        "act": Acting(),
        "more": GoingOn(),
        "sunset": Work(_ask_sunset),
        "losses": Work(lambda step, g: g.push(advantage.Aftermath())),
        "close": Closing(),
    }

    def title(self, table: Table) -> str:
        return f"{self.side} impulse"


def _open_to(table: Table, kind: type[Activation], spaces: Iterable[str]) -> Iterator[Command]:
    """The spaces that may be activated in some way."""
    refusal, make = _REFUSALS[kind], _MAKERS[kind]
    for space in spaces:
        if _second_refusal(table, space) is None and refusal(table, space) is None:
            yield make(space)


def _second_refusal(table: Table, space: str) -> Refusal | None:
    return assault.second_refusal(table, space) if table.now.kind else None


def _owes_half(table: Table) -> bool:
    """A double impulse declared, its second half not yet chosen."""
    return bool(table.now.double and len(table.now.activated) < 2)


def may_go_on(table: Table) -> bool:
    """Whether a second half is possible (12.3, 14.5)."""
    if assault.double_refusal(table) is None and not table.now.double:
        return True
    entry, now = book_of(table).named["entry"], table.now
    if assault.second_refusal(table, entry) is None and assault.assault_refusal(table, entry) is None:
        return True
    return bool(now.activated == (entry,) and not now.double and not now.zone_f and now.kind != "air")


def _artillery_refusal(table: Table, space: str) -> Refusal | None:
    if assault.is_demolition_only(table):
        return Refusal("in their first impulse of 17 September the Germans only blow bridges", "20.61")
    return bombardment.bombard_refusal(table, space)


def interdict_refusal(table: Table, area: str) -> Refusal | None:
    """Why an air interdiction marker cannot be placed in an area (16.4)."""
    book = book_of(table)
    if table.now.side != GERMAN:
        return Refusal("air interdiction is German", "16.1")
    if assault.is_demolition_only(table):
        return Refusal("in their first impulse of 17 September the Germans only blow bridges", "20.61")
    if area not in book.interdictable:
        return Refusal("only in a drop area or an airhead supply area", "16.4")
    if area in table.interdiction:
        return Refusal("there is already one in that area", "16.4")
    if len(table.interdiction) >= INTERDICTORS:
        return Refusal("both markers are on the map", "16.4")
    if table.now.kind == "interdiction":
        return Refusal("only one marker may be placed in an impulse", "16.4")
    return None


_REFUSALS: Mapping[type[Command], Callable[[Table, str], Refusal | None]] = {
    Assault: assault.assault_refusal,
    Infiltration: assault.infiltration_refusal,
    Bombard: _artillery_refusal,
    Interdict: interdict_refusal,
}
"""Why a space cannot be activated, by the way in which it would be."""
_MAKERS: Mapping[type[Command], Callable[[str], Command]] = {
    kind: cache(kind) for kind in (Assault, Infiltration, Bombard, Interdict)
}
"""Commands that are listed over and over again, made once."""


def _open(g: Draft, command: Command) -> None:
    """Begin the chosen activation."""
    first: ImpulseKind
    match command:
        case Assault(space):
            first = "assault"
            g.push(assault.Operations(since=len(g.now.activated)))
            assault.begin_assault(g, space)
        case Infiltration(space):
            first = "infiltration"
            assault.activate(g, space, "infiltration")
            g.push(assault.Infiltrating())
        case Bombard(space):
            first = "bombardment"
            _target(g, space)
            g.push(bombardment.Bombardment(space))
        case commands.AirBombard(marker, space):
            first = "air"
            g.air = {**g.air, marker: "used"}
            _target(g, space)
            g.push(bombardment.Bombardment(space, marker))
        case Interdict(area):
            first = "interdiction"
            g.interdiction = (*g.interdiction, area)
            g.tell(battles.InterdictionPlaced(area=area))
            _target(g, area)
            g.swap(stage="more")
        case _:
            raise AssertionError(command)
    if not g.now.kind:
        g.note(kind=first)


def _target(g: Draft, space: str) -> None:
    """Note a space activated without moving anybody."""
    extra = len(g.now.activated) > 0 and not g.now.double
    g.note(activated=(*g.now.activated, space), zone_f=g.now.zone_f or extra)
