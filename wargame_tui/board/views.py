"""What front ends are shown of a game beyond the scene: time and score, sheets, help, battles, plans."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from wargame_tui.board.fact import Fact
from wargame_tui.board.scene import Counter, Highlight
from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Refusal


@dataclass(frozen=True, slots=True)
class Target:
    """What on the table a command is about, so that picking it there and picking the command are one thing."""

    space: str | None = None
    unit: str | None = None
    bridge: str | None = None
    to: str | None = None
    """Space to which the unit, or another piece of that name, is to go: it is taken in hand, then put down there."""
    aside: bool = False
    """Rarely meant: it stands in the list, but picking on the map passes it over for anything else there."""
    group: str | None = None
    """Words for all commands of its kind, if one line may stand for them where a list is long."""
    dominated: bool = False
    """Another command gives more for the same price: it can be typed, and lists leave it out."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a track."""

    label: str
    status: str
    """`past`, `now` or `ahead`."""


@dataclass(frozen=True, slots=True)
class PhaseBar:
    """Everything the bar above the map says of time and score."""

    date: str
    turns: tuple[Box, ...]
    impulses: tuple[Box, ...]
    phase: str
    score: str
    notes: tuple[str, ...] = ()
    """Short facts of the moment: special forces in force, weather, who holds the advantage."""


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """Everything about one unit."""

    counter: Counter
    name: str
    formation: str
    space: str | None
    facts: tuple[Fact, ...]
    may: tuple[str, ...]
    """What it may do now, in words; empty if nothing."""
    why_not: Refusal | None
    """If it may do nothing now: why."""
    steps: tuple[int, int] | None = None
    """Steps left, and those with which it begins."""
    faces: tuple[str, ...] = ()
    """The numbers of both sides of its counter, the full one first; of a counter with one side this."""
    condition: tuple[Fact, ...] = ()
    """Its state: a word, what that means, the rule: `DISRUPTED`, `moves two hexes at most`, `18.2`."""


@dataclass(frozen=True, slots=True)
class SpaceSheet:
    """Everything about one space."""

    space: str
    heading: str
    facts: tuple[Fact, ...]
    links: tuple[Fact, ...]
    """Neighbours: name, then road, river and bridge in words."""


@dataclass(frozen=True, slots=True)
class Entering:
    """What it costs to enter a space, in ways of moving: `1`, `½`, `-` where there is no way."""

    modes: tuple[str, ...]
    """The ways of moving, in a word each."""
    ground: tuple[str, ...]
    """Off the road, in each of them; empty where the ground costs nothing of its own."""
    sides: tuple[tuple[str, ...], ...]
    """From each neighbour, in the order of the links on the space's sheet; empty where they do not differ."""
    rule: str


@dataclass(frozen=True, slots=True)
class Help:
    """What a player should know to decide now."""

    heading: str
    lines: tuple[str, ...]
    """Sentences in the order in which they are needed; rule numbers in parentheses."""
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """One firing unit or gun: at whom, and how each die fared against its number."""

    firer: str
    target: str
    needed: int
    """Hits on this or less, modifiers included."""
    printed: int
    """The number before modifiers."""
    modifiers: tuple[str, ...]
    dice: tuple[int, ...] | None
    """None until rolled."""
    hits: int
    verb: str = "fires at"
    """What the firer does to the target."""
    outcome: str = ""
    """What the dice came to, where that is not a number of hits."""
    aimed: bool = True
    """Whether the target is chosen before the dice; the target of others is told with them."""


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A unit in a battle: its counter, the strength with which it came, what happens to it."""

    counter: Counter
    start_strength: int
    strength: int
    marks: str
    """Guns laid on it and the like."""
    place: str = ""
    """The space it is in, where units fight from several."""

    @property
    def told(self) -> str:
        """Its place and its marks."""
        return ", ".join(part for part in (self.place, self.marks) if part)


@dataclass(frozen=True, slots=True)
class Tally:
    """A side's total in a battle of two totals: its value term by term, and the dice that are added."""

    side: str
    name: str
    """What the value is called, `AV`."""
    terms: tuple[Modifier, ...]
    dice: tuple[int, ...] | None
    """None until rolled."""
    note: str = ""
    """What the terms take for granted while not all is declared."""

    @property
    def value(self) -> int:
        """The sum of the terms."""
        return sum(term.value for term in self.terms)

    @property
    def total(self) -> int:
        """The value and the dice."""
        return self.value + sum(self.dice or ())


@dataclass(frozen=True, slots=True)
class Chart:
    """A printed table in which the dice of a battle are read."""

    name: str
    heads: tuple[str, ...]
    """Of its columns."""
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """What the dice show, then the result in each column."""
    column: int | None
    """The column that counts, from 0; None while that is not settled."""
    row: int | None
    """The row that the dice have come to; None before they are rolled."""
    rule: str


@dataclass(frozen=True, slots=True)
class HitTable:
    """The numbers on which shots hit: by the firer's own number, and by what changes it."""

    name: str
    values: tuple[int, ...]
    """The numbers before they are changed, each of which has a row."""
    changes: tuple[int, ...]
    """What may be added to them in all, each of which has a column."""
    faces: int
    """Of a die."""
    rule: str

    def chart(self, value: int | None = None, change: int | None = None) -> Chart:
        """The table, with the row of a number and the column of a change of it."""
        rows = tuple((str(each), tuple(self._hits_on(each + by) for by in self.changes)) for each in self.values)
        column = self.changes.index(change) if change in self.changes else None
        row = self.values.index(value) if value in self.values else None
        return Chart(self.name, tuple(f"{by:+d}" if by else "0" for by in self.changes), rows, column, row, self.rule)

    def of(self, shot: Shot) -> Chart:
        """The table with what counts for a shot."""
        return self.chart(shot.printed, shot.needed - shot.printed)

    def _hits_on(self, number: int) -> str:
        most = min(number, self.faces)
        return "none" if most < 1 else "1" if most == 1 else f"1-{most}"


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle being fought or just over."""

    space: str
    heading: str
    attacker: str
    defender: str
    attackers: tuple[BattleRow, ...]
    defenders: tuple[BattleRow, ...]
    stage: str
    modifiers: tuple[Fact, ...]
    shots: tuple[Shot, ...]
    finished: bool
    tallies: tuple[Tally, ...] = ()
    """The attacker's and the defender's total, in games that compare two."""
    throws: int = 0
    """How often the dice of the totals have been thrown."""
    result: str = ""
    """What the comparison of the totals means."""
    settled: bool = False
    """Of a finished battle: the strengths of the rows are those at its end, not those of now."""
    chart: Chart | None = None
    """The table in which its dice are read, if there is one."""
    hits: HitTable | None = None
    """The table in which the numbers of its shots are found, if there is one."""
    may_take: bool = True
    """Whether it can change who holds the place; not a bombardment."""
    singly: bool = False
    """Whether the dice of every total are a throw of their own; else those of all totals lie there together."""
    called: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What sides are called in it, where that is not their name."""

    @property
    def rolls(self) -> int:
        """Rolls made so far."""
        return self.throws + sum(shot.dice is not None for shot in self.shots)


@dataclass(frozen=True, slots=True)
class OverlayInfo:
    """An overlay that a player can switch on."""

    id: str
    name: str
    legend: tuple[tuple[Highlight, str], ...] = ()
    """What its marks mean, in the order in which they are told."""
    key: str = ""
    """Its letter in the list of layers, one of `layers.LETTERS`; a capital for the second side."""
    rule: str = ""
    """The rule that says what it shows, if there is one."""
    slow: bool = False
    """Whether it takes so long to work out that the map is shown first without it."""


@dataclass(frozen=True, slots=True)
class PlanSource:
    """Something that pays: a depot with its points."""

    id: str
    name: str
    space: str | None
    """Where it is; None while it is nowhere."""
    points: int
    left: int
    """Points after everything in the plan is paid."""
    kept: bool
    """Whether points that are left are kept; otherwise they are lost."""
    note: str
    """What becomes of them, in words, with the rule."""


@dataclass(frozen=True, slots=True)
class PlanWay:
    """A way to pay for something."""

    sources: tuple[str, ...]
    price: int
    route: tuple[str, ...]
    """The spaces from the farthest of the sources, both ends included."""
    dear: frozenset[str]
    """Those that make the way dearer than it is long."""
    command: Command | None
    """What pays this way; None if the points are not there, or another source like this one comes first."""


@dataclass(frozen=True, slots=True)
class PlanLine:
    """Something that can be paid for."""

    id: str
    counter: Counter
    space: str
    before: str
    after: str
    ways: tuple[PlanWay, ...]
    """The best first."""
    chosen: PlanWay | None
    """The way by which the plan pays for it; None if it is not in the plan."""
    why_not: Refusal | None
    """Why it cannot be put into the plan; None if it can, or is in it."""

    @property
    def best(self) -> PlanWay | None:
        """The way by which the plan pays, or would pay; if the points are not there, the cheapest."""
        payable = next((way for way in self.ways if way.command), None)
        return self.chosen or payable or next(iter(self.ways), None)

    def way_from(self, source: str) -> PlanWay | None:
        """The way from a source alone."""
        return next((way for way in self.ways if way.sources == (source,)), None)


@dataclass(frozen=True, slots=True)
class Plan:
    """Choices that share what pays for them, to be weighed before any is made."""

    heading: str
    rule: str
    sources: tuple[PlanSource, ...]
    lines: tuple[PlanLine, ...]
    """Those in one space follow each other."""
    totals: tuple[Fact, ...]
    commands: tuple[Command, ...]
    """What carries the plan out, in order."""
    note: str = ""
    """What follows when it is carried out, if that should be known before."""
    waiting: Refusal | None = None
    """Why nothing can be paid yet."""
