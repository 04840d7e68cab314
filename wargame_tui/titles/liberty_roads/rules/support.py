"""The support phase (rule 5): markers return, are drawn, spent, played and given back; PLUTO (5.6)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.core.wording import plural
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.liberty_roads.commands import GiveBack, Keep, MovePluto, Place, Play, Spend, Store, TakeAir
from wargame_tui.titles.liberty_roads.events import course
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, TURN, Board, enemy, marker_kind
from wargame_tui.titles.liberty_roads.printed.charts import Marker
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import markers, stacking, supply
from wargame_tui.titles.liberty_roads.rules.asked import Asking
from wargame_tui.titles.liberty_roads.rules.ending import Endable, Paragraphs
from wargame_tui.titles.liberty_roads.rules.weather import weather_row
from wargame_tui.titles.liberty_roads.state import DIE, Draft, Support, Table

ORDER: Mapping[str, int] = {"surprise": 1, "montgomery": 2}
"""The Allied order of use (5.5.2): PLUTO is 0, everything else comes last."""
LAST = 3


def begin_phase(g: Draft, side: Side) -> None:
    """Played markers return, but for those that the Allies keep and for Model (5.2)."""
    g.support = {name: _stale(each) for name, each in g.support.items()}
    g.push(SupportPhase(side))


def _stale(marker: Support) -> Support:
    return marker if not marker.fresh else Support(marker.id, marker.where, marker.place, marker.free)


# Ranges and ports


def near_pluto(table: Table, hex_: str) -> bool:
    """Whether a hex lies within the range of a PLUTO marker (5.6.7)."""
    return pluto_distance(table, hex_) <= table.book.charts.pluto.range


def pluto_distance(table: Table, hex_: str) -> int:
    """Hexes to the nearest PLUTO marker; very many without one."""
    board = table.board
    where = board.index[hex_]
    return min((board.grid.distance(where, board.index[each]) for each in table.campaign.pluto), default=99)


def pluto_move(table: Table, spent: int) -> int:
    """Hexes that a PLUTO marker moves for so many markers spent (5.6.5)."""
    moves = table.book.charts.pluto.moves
    return moves.get(spent, max(moves.values()))


def ports_held(table: Table) -> float:
    """Functional major ports of the Allies by weight (5.3.3, T17)."""
    chart, board = table.book.charts.support, table.board
    found = 0.0
    for hex_, port in board.ports.items():
        if port.size == "major" and supply.port_works(table, hex_):
            found += chart.antwerp if port.antwerp else chart.port_weight[port.sea]
    return found


def draws(table: Table, roll: int) -> int:
    """Markers that the Allies draw for a modified roll (5.3.3, A42)."""
    chart, ports = table.book.charts.support, int(ports_held(table))
    rows = [row.draws for row in chart.rows if row.ports <= ports]
    row = rows[-1] if rows else chart.beachheads
    reached = [count for least, count in row.items() if least <= roll]
    return reached[-1] if reached else next(iter(row.values()))


def free_air_refusal(table: Table) -> Refusal | None:
    """Why the free Air Support cannot be taken (5.3.1)."""
    book = table.book
    if book.row(table.turn).month not in book.charts.support.free_months:
        return refused("only in June, July and August", "5.3.1")
    if not weather_row(table).air:
        return refused("only in clear or overcast weather", "5.3.1")
    beaches = (zone for zone in book.map.zones.values() if zone.aircraft)
    ashore = any(hex_ in table.campaign.beachheads for zone in beaches for hex_ in zone.coast)
    city = any(table.controls(ALLIED, table.board.names[hex_]) for hex_ in table.board.major_cities)
    if not (ashore or city):
        return refused("only with a major city, or a Beachhead where fighters reach", "5.3.1")
    if _free_marker(table) is None:
        return refused("no Air Support marker is left in the pool", "5.3.1")
    return None


def _free_marker(table: Table) -> str | None:
    known = table.book.markers
    pool = (each.id for each in table.support.values() if each.where == "pool" and each.id in known)
    return next((name for name in pool if known[name].free), None)


# Where a marker may be played


def play_refusal(table: Table, side: Side, marker: str, place: str) -> Refusal | None:
    """Why a marker cannot be played there (5.5, 16.2.2)."""
    printed = table.marker_of(marker)
    if printed.air and not weather_row(table).air:
        return refused("not in bad weather or storm", "5.5.5")
    if printed.placed == "turn":
        return None if place == TURN else refused(f"it holds for the turn: play it on `{TURN}`", "5.5.3")
    if printed.placed in ("unit", "hq"):
        return _unit_refusal(table, side, printed, place)
    if place not in table.board.index:
        return refused("name a hex of the map", "5.5.3")
    if (no := _hex_refusal(table, side, printed, place)) is not None:
        return no
    return _pluto_refusal(table, printed, place)


def _pluto_refusal(table: Table, printed: Marker, hex_: str) -> Refusal | None:
    if printed.pluto and not near_pluto(table, hex_):
        return refused("markers with P are played within three hexes of a PLUTO marker", "5.6.7")
    return None


def _unit_refusal(table: Table, side: Side, printed: Marker, name: str) -> Refusal | None:
    unit = table.units.get(name)
    if unit is None or unit.side != side or table.hex_of(unit) is None:
        return refused("name a unit of yours on the map", "5.5.6")
    counter = table.piece(unit)
    if counter.hq != (printed.placed == "hq") or not (counter.hq or counter.division):
        return refused("attach it to an HQ" if printed.placed == "hq" else "attach it to a division", "5.5.6")
    if printed.nationality and printed.nationality not in counter.nationalities:
        return refused(f"it is for {printed.nationality} units", "1.6.3")
    return _pluto_refusal(table, printed, unit.location)


def _hex_refusal(table: Table, side: Side, printed: Marker, hex_: str) -> Refusal | None:
    board, own, theirs = table.board, table.units_in(hex_, side), table.units_in(hex_, enemy(side))
    where = board.index[hex_]
    if printed.placed == "city":
        held = where in board.cities and board.country["F"] >> where & 1 and theirs
        return None if held else refused("in a French city held by Germans", "16.2.2")
    if printed.coastal and not board.coast >> where & 1:
        return refused("on a coastal hex", "5.5.3")
    useful = (printed.attack and theirs) or (printed.defence and own)
    return None if useful else refused("where it would help nobody", "5.5.3")


# The phase


@dataclass(frozen=True, slots=True)
class SupportPhase(Endable, Staged[Table, Draft]):
    """Return, draw, use, give back (5)."""

    side: Side
    stage: Literal["keep", "free", "use"] = "keep"
    kept: tuple[str, ...] = ()
    owed: int = 0
    """Markers still to be given back for those kept (5.2.3)."""
    order: int = 0
    """What of the order of use has begun (5.5.2)."""
    spent: int = 0
    """Markers spent to move PLUTO now (5.6.6)."""
    kind: Literal["support"] = "support"
    paragraphs: ClassVar[Paragraphs] = {Spend: "5.6.6"}
    heading: ClassVar[str] = "Support"

    def ending(self, table: Table) -> str:
        return str(self.now.ends)

    def decider(self, table: Table) -> str | None:
        """The active player, where he has a choice."""
        return self.side if self.now.excess(self, table) > 0 else Endable.decider(self, table)

    def prompt(self, table: Table) -> Prompt:
        return Staged.prompt(self, table)

    def choices(self, table: Table) -> Iterator[Command]:
        return Staged.candidates(self, table)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """What rule 5 allows in the stage, with markers that are there."""
        named = getattr(command, "marker", None)
        if named is None or isinstance(command, Keep):
            return Staged.refusal(self, table, command)
        if named not in {each.id for each in table.available(self.side)}:
            return refused("not in your Available Support", "5.1.2")
        use: markers.Use = "play" if isinstance(command, Play) else "store" if isinstance(command, Store) else "spend"
        if use != "play" and table.support[named].free:
            return refused("the free Air Support must be played", "5.3.2")
        no = Staged.refusal(self, table, command)
        if no is None and named not in {each.id for each in markers.choice(table, self.side, use)}:
            return refused("an identical marker comes first", "5.1.2")
        return no

    def end_refusal(self, table: Table) -> Refusal | None:
        no: Refusal | None = self.now.end_refusal(self, table)
        return no

    def choose(self, g: Draft, command: Command) -> None:
        Staged.do(self, g, command)

    def proceed(self, g: Draft) -> None:
        Staged.proceed(self, g)

    def open(self, table: Table) -> Iterator[Command]:
        return (each for each in self.choices(table) if self.now.listed_refusal(self, table, each) is None)


class Part(Stage[SupportPhase, Table, Draft]):
    """A part of the phase, which its player ends."""

    ends: ClassVar[str]

    def excess(self, step: SupportPhase, table: Table) -> int:
        """Markers that must be given back before it ends."""
        return 0

    def end_refusal(self, step: SupportPhase, table: Table) -> Refusal | None:
        """Why it is not over."""
        return None

    def refusal(self, step: SupportPhase, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, GiveBack):
            return step.not_now(table)
        spare = self.excess(step, table) > 0
        return None if spare else refused("only markers in excess of six may be returned", "5.1.4")

    def listed_refusal(self, step: SupportPhase, table: Table, command: Command) -> Refusal | None:
        """Why one of the candidates is not legal."""
        return step.choice_refusal(table, command)

    def do(self, step: SupportPhase, g: Draft, command: Command) -> None:
        assert isinstance(command, GiveBack)
        g.put(command.marker, "pool")
        g.tell(course.MarkerGivenBack(side=step.side))
        g.swap(owed=max(0, step.owed - 1))


class Keeping(Part):
    """Played markers that the Allies keep, for two others each (5.2)."""

    ends = "Leave no more markers in place"

    def excess(self, step: SupportPhase, table: Table) -> int:
        return step.owed

    def prompt(self, step: SupportPhase, table: Table) -> Prompt:
        if step.owed:
            return Prompt(f"Return {step.owed} of your available markers for the one that you keep", "5.2.3")
        return Prompt("Leave played markers in place (discard 2 others for each), or go on", "5.2.2")

    def candidates(self, step: SupportPhase, table: Table) -> Iterator[Command]:
        yield from (Keep(each.id) for each, _ in markers.played(table, step.side))
        yield from (GiveBack(each.id) for each in markers.choice(table, step.side, "spend") if step.owed)

    def refusal(self, step: SupportPhase, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Keep):
            return super().refusal(step, table, command)
        played = {each.id: each for each, _ in markers.played(table, step.side)}
        if step.side != ALLIED:
            return refused("only the Allies keep played markers", "5.2.2")
        if step.owed:
            return refused("return two markers for the last one first", "5.2.3")
        if command.marker not in played or command.marker in step.kept:
            return refused("that marker does not lie on the map, or is kept", "5.2.2")
        if len(table.available(step.side)) < table.book.charts.support.keep:
            return refused("it takes two markers of your Available Support", "5.2.2")
        place = played[command.marker].place
        if place is None or table.marker_of(command.marker).placed == "city":
            return refused("its event ends with the turn", "5.2.2")
        return play_refusal(table, step.side, command.marker, place)

    def do(self, step: SupportPhase, g: Draft, command: Command) -> None:
        if not isinstance(command, Keep):
            super().do(step, g, command)
            return
        g.swap(kept=(*step.kept, command.marker), owed=g.book.charts.support.keep)
        g.tell(course.MarkerKept(marker=command.marker, place_=g.support[command.marker].place))

    def end_refusal(self, step: SupportPhase, table: Table) -> Refusal | None:
        return refused("return two markers for the one that you keep", "5.2.3") if step.owed else None

    def proceed(self, step: SupportPhase, g: Draft) -> None:
        """All played markers that are not kept return to the pool (5.2.1); Model stays (5.2.3)."""
        for each, printed in list(markers.played(g, step.side)):
            if each.id not in step.kept and printed.effect not in ("model", "insurrection"):
                g.put(each.id, "pool", free=False)
        g.swap(stage="free" if step.side == ALLIED else "use")
        if step.side == GERMAN:
            draw(g, step.side)


class FreeAir(Part):
    """The free Air Support (5.3.1); then the Allies draw."""

    ends = "Decline the free Air Support"

    def prompt(self, step: SupportPhase, table: Table) -> Prompt:
        return Prompt("Take the free Air Support, or go on without it", "5.3.1")

    def candidates(self, step: SupportPhase, table: Table) -> Iterator[Command]:
        return iter((TakeAir(),))

    def refusal(self, step: SupportPhase, table: Table, command: Command) -> Refusal | None:
        return free_air_refusal(table) if isinstance(command, TakeAir) else super().refusal(step, table, command)

    def do(self, step: SupportPhase, g: Draft, command: Command) -> None:
        g.put(_free_marker(g) or "", "available", free=True)
        g.tell(course.FreeAirTaken())
        self.proceed(step, g)

    def proceed(self, step: SupportPhase, g: Draft) -> None:
        step.onward(g)
        draw(g, step.side)


class Using(Part):
    """Markers are played, spent to move PLUTO, stored; too many go back (5.1.4, 5.5, 5.6, 18.1)."""

    ends = "End the support phase"

    def excess(self, step: SupportPhase, table: Table) -> int:
        """Markers above the limit; in the turn of the counter-offensive there is none (18.2.4)."""
        return len(table.available(step.side)) - table.book.charts.support.most

    def prompt(self, step: SupportPhase, table: Table) -> Prompt:
        if step.spent:
            far = plural(pluto_move(table, step.spent), "hex")
            return Prompt(f"Move a PLUTO marker up to {far}, as far as the markers spent carry it", "5.6.6")
        if (excess := self.excess(step, table)) > 0:
            return Prompt(f"Play or spend markers; {excess} too many to keep", "5.1.4")
        first = self._first(step, table) if step.side == ALLIED else []
        order = f", {', then '.join(first)} before all others" if first else ""
        words = f"Play and spend support markers{order}"
        if self._must_play(step, table):
            return Prompt(f"{words}; the free Air Support must be played", "5.3.2")
        return Prompt(f"{words}, or end the phase", "5.5.2" if first else "5.5")

    def _first(self, step: SupportPhase, table: Table) -> list[str]:
        """What can only be done before other markers are played (5.5.2)."""
        hand = [table.marker_of(each.id) for each in markers.choice(table, step.side, "play")]
        ranks = {each.name: ORDER[each.effect] for each in hand if ORDER.get(each.effect, 0) >= max(1, step.order)}
        pluto = ["PLUTO"] if hand and table.campaign.pluto and not step.order else []
        return [*pluto, *sorted(ranks, key=lambda name: ranks[name])]

    def _must_play(self, step: SupportPhase, table: Table) -> bool:
        """Whether there is a place for the free marker (5.3.2)."""
        free, names = (each.id for each in table.available(step.side) if each.free), table.board.names
        return any(True for marker in free for _ in places(table, step.side, marker, names))

    def candidates(self, step: SupportPhase, table: Table) -> Iterator[Command]:
        side, names = step.side, table.board.names
        if step.spent:
            for number, origin in enumerate(table.campaign.pluto, 1):
                yield from (MovePluto(number, hex_) for hex_ in self._pluto_hexes(step, table, origin))
        for each in markers.choice(table, side, "play"):
            yield from (Play(each.id, place) for place in places(table, side, each.id, names))
        for each in markers.choice(table, side, "spend"):
            if table.campaign.pluto:
                yield Spend(each.id)
            yield GiveBack(each.id)
        if side == GERMAN:
            yield from (Store(each.id) for each in markers.choice(table, side, "store"))

    def _pluto_hexes(self, step: SupportPhase, table: Table, origin: str) -> Sequence[str]:
        return _within(table.board, origin, pluto_move(table, step.spent))

    def refusal(self, step: SupportPhase, table: Table, command: Command) -> Refusal | None:
        match command:
            case Spend(marker):
                return self._spend_refusal(step, table, marker)
            case MovePluto():
                return self._pluto_refusal(step, table, command)
            case Play(marker, place):
                return self._order_refusal(step, table, marker) or play_refusal(table, step.side, marker, place)
            case Store(marker):
                return self._store_refusal(step, table, marker)
        return super().refusal(step, table, command)

    def listed_refusal(self, step: SupportPhase, table: Table, command: Command) -> Refusal | None:
        """Where markers can be played need not be asked again."""
        if isinstance(command, Play):
            return self._order_refusal(step, table, command.marker)
        return super().listed_refusal(step, table, command)

    def _spend_refusal(self, step: SupportPhase, table: Table, marker: str) -> Refusal | None:
        moves = table.book.charts.pluto.moves
        if step.side != ALLIED or not table.campaign.pluto:
            return refused("markers are spent here to move PLUTO only", "5.6.4")
        if step.order:
            return refused("PLUTO is moved before anything else is played", "5.5.2")
        if not table.marker_of(marker).spends:
            return refused("it may not be spent to move PLUTO", "5.6.5")
        return refused("more markers carry it no farther", "5.6.5") if step.spent >= max(moves) else None

    def _pluto_refusal(self, step: SupportPhase, table: Table, command: MovePluto) -> Refusal | None:
        if not step.spent:
            return refused("spend markers first", "5.6.6")
        if not 1 <= command.pluto <= len(table.campaign.pluto):
            return refused("there is no such PLUTO marker", "5.6.5")
        if command.hex not in self._pluto_hexes(step, table, table.campaign.pluto[command.pluto - 1]):
            return refused("that is farther than the markers spent carry it", "5.6.6")
        return None

    def _order_refusal(self, step: SupportPhase, table: Table, marker: str) -> Refusal | None:
        """Why a marker is not played now, wherever it is (5.5.2, 5.6.6)."""
        rank = ORDER.get(table.marker_of(marker).effect, LAST)
        if step.spent:
            return refused("move PLUTO first: markers are spent for it", "5.6.6")
        if step.side == ALLIED and rank < step.order:
            return refused("PLUTO, then Attaque surprise, then Montgomery, then all others", "5.5.2")
        return None

    def _store_refusal(self, step: SupportPhase, table: Table, marker: str) -> Refusal | None:
        if step.side != GERMAN or table.book.scenario.basic or table.campaign.counteroffensive:
            return refused("there is no Strategic Reserve", "18.1.1")
        if not table.support[marker].fresh:
            return refused("only markers received in this turn", "18.1.1")
        stored = sum(each.where == "reserve" for each in table.support.values())
        full = stored >= table.book.charts.reserve.markers
        return refused("three markers are already there", "18.1.3") if full else None

    def end_refusal(self, step: SupportPhase, table: Table) -> Refusal | None:
        if step.spent:
            return refused("move PLUTO: markers are spent for it", "5.6.6")
        if self.excess(step, table) > 0:
            return refused("return markers until six are left", "5.1.4")
        return refused("the free Air Support must be played", "5.3.2") if self._must_play(step, table) else None

    def do(self, step: SupportPhase, g: Draft, command: Command) -> None:
        match command:
            case Spend(marker):
                g.put(marker, "pool")
                g.swap(spent=step.spent + 1)
                g.tell(course.MarkerSpent(side=step.side, marker=marker))
            case MovePluto(number, hex_):
                move_pluto(g, number, hex_)
                g.swap(spent=0)
            case Play(marker, place):
                g.swap(order=ORDER.get(g.marker_of(marker).effect, LAST))
                play(g, step.side, marker, place)
            case Store(marker):
                g.put(marker, "reserve")
                g.tell(course.MarkerStored())
            case _:
                super().do(step, g, command)

    def proceed(self, step: SupportPhase, g: Draft) -> None:
        for each in g.available(step.side):
            if each.free:
                g.put(each.id, "pool", free=False)
        g.finish()


SupportPhase.stages = {"keep": Keeping(), "free": FreeAir(), "use": Using()}


@cache
def _within(board: Board, origin: str, most: int) -> Sequence[str]:
    """The other hexes at most so many hexes from one."""
    start, distance = board.index[origin], board.grid.distance
    return [name for hex_, name in enumerate(board.names) if hex_ != start and distance(start, hex_) <= most]


def places(table: Table, side: Side, marker: str, names: Sequence[str]) -> Iterator[str]:
    """Where a marker can be played."""
    printed = table.marker_of(marker)
    if printed.placed == "turn":
        found: Iterator[str] = iter((TURN,))
    elif printed.placed in ("unit", "hq"):
        found = (unit.id for unit in table.on_map(side))
    else:
        whose = enemy(side) if printed.placed == "city" or not printed.defence else None
        sides = (whose,) if whose else (side, enemy(side))
        found = iter(dict.fromkeys(unit.location for each in sides for unit in table.on_map(each)))
    return (place for place in found if play_refusal(table, side, marker, place) is None)


def move_pluto(g: Draft, number: int, hex_: str) -> None:
    """Move a PLUTO marker (5.6.6)."""
    origin = g.campaign.pluto[number - 1]
    moved = tuple(hex_ if each == number else where for each, where in enumerate(g.campaign.pluto, 1))
    g.record(pluto=moved)
    g.tell(course.PlutoLaid(number=number, origin=origin, hex=hex_, rule="5.6.6"))


def play(g: Draft, side: Side, marker: str, place: str) -> None:
    """Play a marker as an event (5.5)."""
    printed = g.marker_of(marker)
    g.put(marker, "played", None if place == TURN else place, free=False)
    g.tell(course.MarkerPlayed(side=side, marker=marker, place_=place))
    if printed.effect == "montgomery":
        die = g.roll(DIE)[0]
        columns = g.book.charts.support.montgomery[die]
        g.note(british_columns=columns)
        g.tell(course.MontgomeryRolled(die=die, columns=columns))
    elif printed.effect == "patton":
        g.note(patton=True)
    elif printed.effect == "rail":
        g.note(rail=g.now.rail + printed.amount)


# Drawing


def draw(g: Draft, side: Side) -> None:
    """Draw markers: by 2d6 and ports (5.3.3), or by the approval track (5.4.1)."""
    if side == ALLIED:
        dice, by = g.roll(DIE, 2), weather_row(g).support
        count = draws(g, sum(dice) + by)
        g.tell(course.SupportRolled(dice=dice, weather=by, ports=ports_held(g), count=count))
    else:
        chart = g.book.charts
        few = g.approval.one_marker or (g.turn == 1 and not g.book.scenario.basic)
        count = chart.support.german_first if few else chart.approval.draws[g.approval.value]
        g.esteem(one_marker=False)
        g.tell(course.GermanSupport(count=count))
    for _ in range(count):
        pool = [name for name, each in g.support.items() if each.where == "pool" and _side_of(g, name) == side]
        if not pool:
            return
        _drawn(g, pool[_chance(g, len(pool))])


def _chance(g: Draft, count: int) -> int:
    """One of so many, all alike, by a die with as many faces."""
    return g.roll(count)[0] - 1 if count > 1 else 0


def _side_of(table: Table, name: str) -> Side:
    markers_ = table.book.markers
    return markers_[name].side if name in markers_ else ALLIED


def _drawn(g: Draft, name: str) -> None:
    """A marker comes to hand; an FFL unit is placed at once, or its draw is wasted (16.2.1)."""
    if name not in g.units:
        g.put(name, "available", fresh=True)
    elif liberated_hexes(g):
        g.put(name, "removed")
        g.push(PlaceFfl(name))
    else:
        g.tell(course.FflWasted(unit=name))


def liberated_hexes(table: Table) -> list[str]:
    """French cities and ports that the Allies control, without enemies: where FFL units come in (16.2.1)."""
    board = table.board
    named = {*board.ports, *(board.names[hex_] for hex_ in board.cities)}
    return [
        hex_
        for hex_ in sorted(named)
        if table.controls(ALLIED, hex_)
        and board.country["F"] >> board.index[hex_] & 1
        and not table.units_in(hex_, GERMAN)
    ]


@dataclass(frozen=True, slots=True)
class PlaceFfl(Asking):
    """An FFL unit comes in where the Allies have liberated a city or port (16.2.1)."""

    unit: str
    kind: Literal["place_ffl"] = "place_ffl"
    paragraphs: ClassVar[Paragraphs] = {Place: "16.2.1"}
    heading: ClassVar[str] = "Free French"

    def decider(self, table: Table) -> Side | None:
        return ALLIED

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Place {table.piece(self.unit).name}: in a liberated French city or port", "16.2.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every liberated hex, those last where it would be one too many (1.10)."""
        unit = (table.units[self.unit],)
        hexes = sorted(liberated_hexes(table), key=lambda hex_: not stacking.fits(table, hex_, unit))
        return (Place(self.unit, hex_) for hex_ in hexes)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Place) or command.unit != self.unit:
            return self.not_now(table)
        if command.place not in liberated_hexes(table):
            return refused("in a liberated French city or port", "16.2.1")
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Place)
        g.finish()
        g.change(self.unit, location=command.place)
        g.tell(course.FflPlaced(unit=self.unit, hex=command.place))


# In the enemy turn (5.5.1)


def in_enemy_turn(table: Table, side: Side, hex_: str, units: Sequence[str]) -> Iterator[Command]:
    """Markers that a defender may play on a combat."""
    for each in markers.choice(table, side, "play"):
        if table.marker_of(each.id).enemy_turn:
            yield from (Play(each.id, place) for place in (hex_, *units))


def enemy_turn_refusal(table: Table, side: Side, hex_: str, units: Sequence[str], command: Play) -> Refusal | None:
    """Why a defender cannot play a marker on a combat (5.5.1, 5.5.7)."""
    if command.marker not in {each.id for each in markers.choice(table, side, "play")}:
        return refused("not in your Available Support, or an identical marker comes first", "5.1.2")
    printed = table.marker_of(command.marker)
    if not printed.enemy_turn or printed.placed == "hq":
        return refused("it is not for the enemy's turn", "5.5.1")
    if command.place not in (hex_, *units):
        return refused("on this combat only", "5.5.1")
    defending = [table.units[name] for name in units]
    if any(
        marker_kind(each.id) == marker_kind(command.marker) for each in markers.in_combat(table, side, hex_, defending)
    ):
        return refused("two identical markers may not be used in the same combat", "5.5.7")
    return play_refusal(table, side, command.marker, command.place)


def play_in_enemy_turn(g: Draft, command: Play) -> None:
    """Play it."""
    play(g, _side_of(g, command.marker), command.marker, command.place)
