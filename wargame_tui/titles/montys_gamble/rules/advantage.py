"""The Advantage (rule 12): rolls with their reroll window, forced loss and the sunset DRM marker after an impulse."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from wargame_tui.board.phrases import first_up
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.montys_gamble.commands import Keep, Quiet, Reroll, Sunset
from wargame_tui.titles.montys_gamble.events import battles, days, moves, nights
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, SIDES, enemy
from wargame_tui.titles.montys_gamble.printed.charts import ends_day
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import called
from wargame_tui.titles.montys_gamble.rules.areas import contested
from wargame_tui.titles.montys_gamble.state import Advantage, Draft, ImpulseKind, Now, Table, book_of

Purpose = Literal[
    "attack",
    "bombardment",
    "sunset",
    "seizure",
    "repair",
    "demolition",
    "infiltration",
    "interdiction",
    "weather",
    "surrender",
    "bid",
]
COMBAT: frozenset[str] = frozenset({"attack", "bombardment"})
DIE = 6


def begin(g: Draft, side: Side, kind: ImpulseKind | None = None) -> None:
    """Open an impulse, a D-Day phase or a phase: remember how things stand (algorithm 5)."""
    g.now = Now(side, kind, control=g.control, contested=contested(g), crossings=g.crossings, drm=g.sunset_drm)


def use(g: Draft, side: Side) -> None:
    """Use the Advantage: nobody holds it until the end of the impulse (12.5)."""
    g.advantage = Advantage(None, heir=enemy(side))
    g.tell(days.AdvantageUsed(side=side))


@dataclass(frozen=True, slots=True)
class Roll(Step[Table, Draft]):
    """A roll of dice, shown before it counts, so that the holder of the Advantage may have it made again (12.2).

    Its result is a tuple of totals: attacker's and defender's DR in combat, one DR for the sunset, one dr otherwise.
    """

    purpose: Purpose
    subject: str
    """Unit, boundary or space that it is about."""
    best: tuple[Side, ...] = ()
    """Sides for whom the dice could show nothing better than they do."""
    goods: Mapping[Side, int] | None = None
    """Of a single die: the least number that is best for a side; then there is no point in asking it."""
    totals: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    again: bool = False
    kind: Literal["roll"] = "roll"

    def title(self, table: Table) -> str:
        return f"{self.purpose.capitalize()} roll"

    def decider(self, table: Table) -> Side | None:
        """The holder of the Advantage, if the roll can be made again and might come out better for him."""
        holder: Side | None = table.advantage.holder
        if not self.totals or self.again or holder is None or holder in table.now.quiet or holder in self.best:
            return None
        return holder

    def prompt(self, table: Table) -> Prompt:
        holder = table.advantage.holder
        price = f" (Advantage then {enemy(holder)})" if holder else ""
        return Prompt(f"{first_up(self._words(table))}. Reroll?{price}", "12.2")

    def _words(self, table: Table) -> str:
        """The dice, and what they come to if they stand."""
        if not self.totals:
            return self.purpose
        if self.purpose == "sunset":
            return f"sunset roll {self.totals[0]}: {_day_words(table, self.totals[0])}"
        kept = self._if_kept(table)
        if self.purpose in COMBAT:
            attacker, defender = self.totals
            ends = table.now.side == ALLIED and table.now.sunset is None and _day_words(table, attacker) == DAY_ENDS
            return f"attacker {attacker}, defender {defender}: {kept}{f'; {DAY_ENDS}' if ends else ''}"
        return kept or f"{self.purpose} roll {self.totals[0]}"

    def _if_kept(self, table: Table) -> str:
        """What happens first if the roll stands."""
        g = Draft(table)
        g.stack[-1].let_stand(g)
        for event in g.events:
            match event:
                case battles.AttackResult(result="failed"):
                    return "repulsed, all attackers Dis1"
                case battles.AttackResult(result="stalemate"):
                    return "stalemate, point unit Dis1"
                case battles.AttackResult():
                    overrun = any(isinstance(other, battles.Overrun) for other in g.events)
                    return "overrun" if overrun else f"success by {event.margin}"
                case battles.BombardmentResult(points=points):
                    return f"{points} AP" if points else "no effect"
                case moves.SeizureResult() | moves.DemolitionResult() | moves.RepairResult():
                    return f"{event.words(called)} (rolled {self.totals[0]})"
                case moves.Infiltrated() | days.Interdiction() | days.Weather() | nights.Surrender():
                    return event.words(called)
        told = next((event.words(called) for event in g.events), "no effect")
        return f"rolled {self.totals[0]}: {told}"

    def particulars(self, table: Table) -> Mapping[str, Sequence[str]]:
        """Whose impulse it is; of a seizure the unit that tries it, its division, and XXX Corps (7.21)."""
        found: dict[str, Sequence[str]] = {"by": (table.now.side,)}
        if self.purpose == "seizure" and table.now.seizers:
            unit = table.units[table.now.seizers[-1].rpartition(" ")[0]]
            found |= {"unit": (unit.id,), "division": (unit.division,) if unit.division else ()}
            found |= {"corps": ("XXX",) if unit.side == ALLIED and unit.range is None else ()}
        return found

    def candidates(self, table: Table) -> Iterator[Command]:
        """Keep, reroll, keep and ask no more."""
        yield Keep()
        yield Reroll()
        yield Quiet()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        return None if isinstance(command, Keep | Reroll | Quiet) else self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Let it stand, or roll all dice again."""
        match command:
            case Reroll():
                use(g, g.advantage.holder)  # type: ignore[arg-type]
                g.swap(totals=(), faces=(), again=True)
            case Quiet():
                g.note(quiet=(*g.now.quiet, g.advantage.holder))
                self.let_stand(g)
            case _:
                self.let_stand(g)

    def proceed(self, g: Draft) -> None:
        if self.totals:
            self.let_stand(g)
            return
        if self.purpose in COMBAT and "cards" in g.optional:
            totals: tuple[int, ...] = (draw_card(g, g.now.side), draw_card(g, enemy(g.now.side)))
            faces = totals
        else:
            faces = tuple(g.roll(DIE, 4 if self.purpose in COMBAT else 2 if self.purpose == "sunset" else 1))
            totals = faces if len(faces) == 1 else tuple(sum(faces[n : n + 2]) for n in range(0, len(faces), 2))
        g.tell(
            days.Rolled(
                purpose=self.purpose,
                subject=self.subject,
                faces=faces,
                totals=totals,
                rule=days.PURPOSES[self.purpose][0],
            )
        )
        best = tuple(side for side, least in (self.goods or {}).items() if is_best(totals[0], least))
        g.swap(totals=totals, faces=faces, best=(*self.best, *best))

    def let_stand(self, g: Draft) -> None:
        """The roll counts. The first DR of the Allies in their impulse is the sunset DR too (6.31)."""
        if g.now.side == ALLIED and g.now.sunset is None and self.purpose in (*COMBAT, "sunset"):
            g.note(sunset=self.totals[0])
        g.finish((self.purpose, self.totals))


DAY_ENDS = "the day ends"


def _day_words(table: Table, roll: int) -> str:
    """Whether the day ends with a sunset DR (6.31)."""
    return DAY_ENDS if ends_day(roll, table.now.drm, table.impulse) else "the day goes on"


def is_best(die: int, least: int) -> bool:
    """Whether a die is at least a number, or, of a negative number, at most its amount."""
    return die >= least if least > 0 else die <= -least


def ask(g: Draft, purpose: Purpose, subject: str, goods: Mapping[Side, int] | None = None) -> None:
    """Have a roll made; its result reaches the step now on top."""
    g.push(Roll(purpose, subject, goods=goods))


# Combat cards (23.7)

DECK = 36
"""Cards of a player's deck: as many as two dice have results (23.71)."""


def card_value(table: Table, number: int) -> int:
    """What a card of the deck shows (D1)."""
    for value, copies in book_of(table).charts.cards.items():
        if number < copies:
            return value
        number -= copies
    raise ValueError("no such card")


def draw_card(g: Draft, side: Side) -> int:
    """Draw a card that is not out yet; shuffle when all are (23.71). Two dice name the card."""
    out = g.cards.get(side, ())
    if len(out) == DECK:
        out = ()
        g.tell(days.Shuffled(side=side))
    while True:
        first, second = g.roll(DIE, 2)
        number = (first - 1) * DIE + second - 1
        if number not in out:
            break
    g.cards = {**g.cards, side: (*out, number)}
    return card_value(g, number)


# After an impulse


@dataclass(frozen=True, slots=True)
class Aftermath(Step[Table, Draft]):
    """The end of an impulse or D-Day phase: losses move the sunset DRM marker, the Advantage passes (12.2, 12.4)."""

    waiting: tuple[Side, ...] = SIDES
    """Sides whose losses have not been looked at."""
    kind: Literal["aftermath"] = "aftermath"

    def title(self, table: Table) -> str:
        """Its name, when it has come to that: in a D-Day phase it waits below."""
        return "Losses" if isinstance(table.stack[-1], Aftermath) else ""

    def _spaces(self, table: Table) -> int:
        return sunset_spaces(table, self.waiting[0]) if self.waiting else 0

    def decider(self, table: Table) -> Side | None:
        return enemy(self.waiting[0]) if self._spaces(table) else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Move the sunset DRM by up to {self._spaces(table)}: + is a longer day", "12.41")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Either direction, any distance (Q16); first what the side that chooses likeliest wants.

        That is as long a day as can be for the Allies, as short a one for the Germans.
        """
        most, wanted = self._spaces(table), 1 if enemy(self.waiting[0]) == ALLIED else -1
        return (Sunset(wanted * spaces) for spaces in range(most, -most - 1, -1))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """No farther than the losses allow."""
        if not isinstance(command, Sunset):
            return self.not_now(table)
        most = self._spaces(table)
        if abs(command.spaces) > most:
            return Refusal(f"the losses allow {most} spaces at most", "12.41")
        track = book_of(table).charts.track
        if command.spaces and not track.first <= table.sunset_drm + command.spaces <= track.last:
            return Refusal("the marker stays on the track", "12.41")
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Sunset)
        g.sunset_drm += command.spaces
        g.tell(days.SunsetMoved(spaces=command.spaces, drm=g.sunset_drm, side=enemy(self.waiting[0])))
        g.swap(waiting=self.waiting[1:])

    def proceed(self, g: Draft) -> None:
        """Nothing to move for one side: look at the other; then pass the Advantage on."""
        if self.waiting:
            g.swap(waiting=self.waiting[1:])
            return
        heir = g.advantage.heir
        loser = g.advantage.holder
        if loser and g.now.losses.get(loser, 0) >= book_of(g).charts.lost_advantage[loser]:
            heir = enemy(loser)
        if heir:
            g.advantage = Advantage(heir)
            g.tell(days.AdvantagePassed(side=heir, rule="12.4" if loser else "12.2"))
        g.finish()


def sunset_spaces(table: Table, loser: Side) -> int:
    """How far a side's losses let the other move the sunset DRM marker (AD1)."""
    charts = book_of(table).charts
    free = charts.lost_advantage[loser] if table.advantage.holder == loser else charts.sunset_free[loser]
    return max(0, table.now.losses.get(loser, 0) - free)
