"""Supply points (4.3): supply and overstretch, and step 3, in which SP are gained and spent on forces and chits."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal
from wargame_tui.titles.commander.checks import draw, full_cup, less
from wargame_tui.titles.commander.rounding import up
from wargame_tui.titles.desert_commander import events
from wargame_tui.titles.desert_commander.commands import BuyPlan, End, Refit
from wargame_tui.titles.desert_commander.printed.book import AXIS, Counter
from wargame_tui.titles.desert_commander.rules.decision import Decision
from wargame_tui.titles.desert_commander.state import Draft, Force, Table, book_of, clear, owned_by, stacks

# Supply


def _chains(table: Table, sources: Iterable[str]) -> Mapping[str, int]:
    """Every Area from which a chain leads to a clear one of the sources, with its length in links (4.3.3)."""
    links = book_of(table).links
    found = {area: 0 for area in sources if clear(table, area)}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in links[here]:
            if there not in found:
                found[there] = found[here] + 1
                if clear(table, there):
                    queue.append(there)
    return found


def _supplied(table: Table) -> frozenset[str]:
    bases = book_of(table).campaign.bases
    return frozenset(_chains(table, bases)) | {area for area in bases if owned_by(table, area, AXIS)}


supplied = Remembered(_supplied, "forces", "areas", "index")
"""The Areas in which Axis forces are supplied (4.3.3)."""


def _lengths(table: Table) -> Mapping[str, int]:
    campaign = book_of(table).campaign
    return _chains(table, (*campaign.bases, *campaign.ports))


lengths = Remembered(_lengths, "forces", "areas", "index")
"""The length of the shortest chain from each Area to a clear base or port (4.3.4)."""


def chain(table: Table, area: str) -> list[str]:
    """The Areas of a shortest chain from an Area to a clear base, both included; nothing if there is none (4.3.3)."""
    found, links = _chains(table, book_of(table).campaign.bases), book_of(table).links
    here, passed = area, [area] if area in found else []
    while found.get(here):
        here = next(near for near in links[here] if found.get(near, -1) == found[here] - 1 and clear(table, near))
        passed.append(here)
    return passed


def overstretch(table: Table, start: str) -> int:
    """SP more for an operation from an Area (4.3.4)."""
    economy = book_of(table).charts.economy
    length = lengths(table).get(start)
    if length is None:
        return economy.overstretch_cut_off
    return up(max(0, length - economy.overstretch_free), economy.overstretch_links)


# SP and chits


def too_dear(table: Table, sp: int) -> Refusal | None:
    """An action is legal only with the SP for it (4.3.2)."""
    return None if table.sp >= sp else Refusal(f"it costs {sp} SP, you have {table.sp}", "4.3.2")


def begin_cup(g: Draft) -> None:
    """The player's full cup (4.4.12)."""
    g.hand, g.discard = (), ()
    g.cup = full_cup({chit: plan.copies for chit, plan in book_of(g).plans(AXIS).items()})


def _draw_chit(g: Draft) -> None:
    faces = len(g.cup)
    chit = draw(g, events.Draw, g.cup)
    g.cup, g.hand = less(g.cup, [chit]), (*g.hand, chit)
    g.tell(events.PlanBought(chit=chit, faces=faces, left=len(g.cup)))
    _renew_cup(g)


def discard(g: Draft, chit: str) -> None:
    """A chit of the hand is played (4.3.13)."""
    g.hand, g.discard = less(g.hand, [chit]), (*g.discard, chit)
    _renew_cup(g)


def _renew_cup(g: Draft) -> None:
    """When the cup is empty, the discard becomes the cup, in the order of the table (2.6, 4.3.13)."""
    if g.cup or not g.discard:
        return
    order = list(book_of(g).plans(AXIS))
    g.cup, g.discard = tuple(sorted(g.discard, key=order.index)), ()
    g.tell(events.CupRenewed(chits=len(g.cup)))


# Step 3


def begin_resupply(g: Draft) -> None:
    """Axis forces are fresh, chits leave, SP come, then the arrivals (4.1.4, 4.3.1, 4.9.13)."""
    own = [force.id for force in g.forces.values() if force.side == AXIS]
    g.change_all(own, operations=0, spent=False, won=False, blitzed=False)
    _withdraw_chits(g)
    _gain(g)
    for counter in book_of(g).arrivals.get(g.turn, ()):
        if counter.side == AXIS:
            _arrive(g, counter)


def _withdraw_chits(g: Draft) -> None:
    """Chits that leave the game for good (4.9.13)."""
    gone = book_of(g).campaign.withdrawn_chits.get(g.turn, ())
    if not gone:
        return
    before = len(g.hand) + len(g.cup) + len(g.discard)
    g.hand, g.cup, g.discard = (
        tuple(chit for chit in chits if chit not in gone) for chits in (g.hand, g.cup, g.discard)
    )
    left = len(g.hand) + len(g.cup) + len(g.discard)
    g.tell(events.ChitsWithdrawn(chits=list(gone), count=before - left))
    _renew_cup(g)


def income(table: Table) -> list[tuple[str, int]]:
    """The SP of the turn by what gives them (4.6.1, 4.6.3)."""
    campaign = book_of(table).campaign
    found = [("turn", campaign.sp[table.turn - 1])]
    found += [(area, sp) for area, sp in campaign.sp_for.items() if owned_by(table, area, AXIS)]
    if table.turn == 1 and table.bonus:
        found.append(("career", table.bonus))
    return found


def _gain(g: Draft) -> None:
    sources = income(g)
    g.sp += sum(sp for _, sp in sources)
    g.tell(events.SpGained(sources=[list(source) for source in sources], sp=g.sp))


def _arrive(g: Draft, counter: Counter) -> None:
    """An Axis arrival comes to its Area if that is clear, else to the first clear one that takes its place (4.3.1)."""
    places = [counter.area, *book_of(g).campaign.fallback]
    g.arrive(counter, next((place for place in places if clear(g, place)), None), "4.3.1")


@dataclass(frozen=True, slots=True)
class Resupply(Decision):
    """Step 3: refit and buy chits, in any order (4.1.1)."""

    kind: Literal["resupply"] = "resupply"
    passes_alone: ClassVar[bool] = True
    heading: ClassVar[str] = "Axis resupply"
    meant: ClassVar[type[Command]] = Refit

    def prompt(self, table: Table) -> Prompt:
        """What to buy."""
        return Prompt(f"Refit forces and buy Battle Plans ({table.sp} SP), or go on", "4.3.2")

    def candidates(self, table: Table) -> Iterator[Command]:
        """A refit of each reduced force, a chit, the end."""
        for forces in stacks(table, AXIS).values():
            yield from (Refit(force.id) for force in forces if force.reduced)
        yield BuyPlan()
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 4.3.8, 4.3.12, 4.3.13."""
        match command:
            case Refit(name):
                return self._refit_refusal(table, table.forces.get(name), name)
            case BuyPlan():
                return self._plan_refusal(table)
            case End():
                return None
        return self.not_now(table)

    def _refit_refusal(self, table: Table, force: Force | None, name: str) -> Refusal | None:
        if force is None or force.side != AXIS:
            return Refusal(f"you have no force `{name}`", "4.3.12")
        if not force.reduced:
            return Refusal(f"{force.label} is at full strength", "4.3.12")
        if force.area not in supplied(table):
            return Refusal(f"{force.label} is not supplied", "4.3.8")
        return too_dear(table, book_of(table).charts.economy.refit)

    def _plan_refusal(self, table: Table) -> Refusal | None:
        economy = book_of(table).charts.economy
        if len(table.hand) >= economy.hand:
            return Refusal(f"a hand has at most {economy.hand} chits", "4.3.13")
        if not table.cup:
            return Refusal("the cup is empty", "4.3.13")
        return too_dear(table, economy.buy_plan)

    def do(self, g: Draft, command: Command) -> None:
        """Refit, draw or go on."""
        economy = book_of(g).charts.economy
        match command:
            case Refit(name):
                g.sp -= economy.refit
                g.change(name, reduced=False, spent=True)
                force = g.forces[name]
                g.tell(
                    events.Refitted(
                        rule="4.3.12", side=AXIS, area=force.area, forces=[name], labels=[force.label], sp=economy.refit
                    )
                )
            case BuyPlan():
                g.sp -= economy.buy_plan
                _draw_chit(g)
            case End():
                g.finish()


def carry_over(g: Draft) -> None:
    """Unspent SP carry, up to a limit (4.3.16)."""
    lost = max(0, g.sp - book_of(g).charts.economy.carried)
    if lost:
        g.sp -= lost
        g.tell(events.SpLost(sp=lost, kept=g.sp))
