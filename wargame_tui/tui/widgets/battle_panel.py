"""A battle as it is fought: who stands against whom, who fires at whom, and every die against its number."""

from collections import Counter
from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message

from wargame_tui.board.title import Battle, BattleRow, Shot, Tally
from wargame_tui.tui.widgets.hint_bar import Hint
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, chip_style, linked, rule_link, side_style, side_words, term

_HIT = "bold #14171a on #e0705a"
_MISS = "#9a9fa6 on #30363d"


class BattlePanel(VerticalScroll):
    """The battle in hand. New dice can be uncovered one roll at a time."""

    BINDINGS = [
        Binding("enter,space", "next", "next roll"),
        Binding("end", "all", "all rolls"),
    ]

    DEFAULT_CSS = """
    BattlePanel {
        dock: bottom;
        height: auto;
        max-height: 75%;
        background: $panel;
        padding: 0 1;
        display: none;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        &.-shown { display: block; }
    }
    """

    class Done(Message):
        """All dice have been seen."""

    class Over(Message):
        """All dice of a battle that stays on view have been seen."""

    class Covering(Message):
        """The panel lies over so many rows of what is behind it."""

        def __init__(self, rows: int) -> None:
            self.rows = rows
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self.battle: Battle | None = None
        self.hidden = 0
        """Rolls at the end that are still covered: shots, or the dice of the totals; with one more if it stays."""
        self._sides: Sequence[str] = ()
        self._names: Mapping[str, str] = {}

    def compose(self) -> ComposeResult:
        """One text."""
        yield Words(id="battle")

    def show(self, battle: Battle | None, sides: Sequence[str], fresh: int = 0) -> None:
        """Show a battle, its last `fresh` rolls still covered."""
        self.battle, self._sides = battle, sides
        self.set_class(battle is not None, "-shown")
        if battle is None:
            self.hidden = 0
            return
        rows = (*battle.attackers, *battle.defenders)
        self._names = {row.counter.unit: row.counter.label for row in rows}
        self.hidden = min(fresh, len(_rolled(battle)) + _is_thrown(battle))
        self.hidden += self._stays if self.hidden else 0
        self._draw()

    @property
    def _stays(self) -> int:
        """1 for a battle that is over and stays on view once its dice are seen."""
        return int(self.battle is not None and self.battle.finished and self.battle.stays)

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What keys do here."""
        if self.hidden <= self._stays:
            return (Hint("Enter", "go on", "screen.battle_next"),)
        return (Hint("Enter", "next roll", "screen.battle_next"), Hint("End", "all rolls"))

    def uncover(self) -> bool:
        """Uncover the next roll; whether any is still covered."""
        self.hidden = max(0, self.hidden - 1)
        self._draw()
        if not self.hidden:
            self.post_message(self.Done())
        elif self.hidden <= self._stays:
            self.post_message(self.Over())
        return bool(self.hidden)

    def action_next(self) -> None:
        """Uncover the next roll, or leave."""
        if self.hidden:
            self.uncover()
        else:
            self.post_message(self.Done())

    def action_all(self) -> None:
        """Uncover everything; once that is done, leave."""
        self.hidden = min(self.hidden, 1 + (self._stays if self.hidden > self._stays else 0))
        self.uncover()

    def on_resize(self) -> None:
        """Lay the rows out for the new width."""
        self._draw()
        self.post_message(self.Covering(self.outer_size.height))

    def on_hide(self) -> None:
        """Nothing is covered any more."""
        self.post_message(self.Covering(0))

    def on_show(self) -> None:
        """The same panel lies there again."""
        self.post_message(self.Covering(self.outer_size.height))

    def _draw(self) -> None:
        if self.battle is not None:
            width = self.scrollable_content_region.width or self.app.size.width - 3
            text = battle_text(self.battle, self._sides, max(0, self.hidden - self._stays), width)
            self.query_one("#battle", Words).update(text)
            self.call_after_refresh(self._follow, text.plain.count("\n") + 1)

    def _follow(self, rows: int) -> None:
        """Keep the roll that comes next in view; once all are seen, the end."""
        if self.hidden > self._stays:
            self.scroll_to(y=max(0, rows - self.hidden + 1 - self.size.height), animate=False)
        else:
            self.scroll_end(animate=False)


def _rolled(battle: Battle) -> list[Shot]:
    return [shot for shot in battle.shots if shot.dice is not None]


def _is_thrown(battle: Battle) -> bool:
    """Whether the dice of the totals lie on the table."""
    return any(tally.dice is not None for tally in battle.tallies)


def battle_text(battle: Battle, sides: Sequence[str], hidden: int, width: int) -> Content:
    """The whole panel as text; the last `hidden` rolls are still covered."""
    rolled = _rolled(battle)
    thrown = bool(hidden) and _is_thrown(battle)
    covered = {id(shot) for shot in rolled[len(rolled) - hidden :]} if hidden else set()
    stage = "dice are being rolled" if hidden else battle.stage
    rows = [Content.assemble((f" {battle.heading} ", "bold #14171a on #e3b652"), f"  {stage}")]
    half = max(20, (width - 2) // 2)
    head = Content.assemble((f"{side_words(battle.attacker)} attack", "bold"))
    other = Content.assemble((f"{side_words(battle.defender)} defend", "bold"))
    rows.append(_beside(head, other, half))
    now = _strengths(battle, covered)
    longest = max(len(battle.attackers), len(battle.defenders))
    for n in range(longest):
        left, right = (
            Content("")
            if n >= len(side)
            else _part(side[n], sides, covered=thrown)
            if battle.tallies
            else _row(side[n], sides, now)
            for side in (battle.attackers, battle.defenders)
        )
        rows.append(_beside(left, right, half))
    if battle.modifiers:
        shown = [
            Content.assemble((f"{fact.value} ", "bold"), fact.label, " ", rule_link(fact.rule))
            for fact in battle.modifiers
        ]
        rows.append(Content.assemble(("Modifiers  ", DIM), Content("  ").join(shown)))
    for tally in battle.tallies:
        rows += _tally(tally, sides, thrown, width)
    if battle.result and not hidden:
        rows.append(Content.styled(battle.result, "bold #e3b652"))
    names = {row.counter.unit: row.counter.label for row in (*battle.attackers, *battle.defenders)}
    for shot in battle.shots:
        rows += _shot(shot, names, id(shot) in covered, width)
    return Content("\n").join(rows)


def _strengths(battle: Battle, covered: set[int]) -> dict[str, int]:
    """Each unit's strength as far as the dice have been uncovered."""
    shown, hidden = Counter[str](), Counter[str]()
    for shot in battle.shots:
        (hidden if id(shot) in covered else shown)[shot.target] += shot.hits
    now: dict[str, int] = {}
    for row in (*battle.attackers, *battle.defenders):
        unit = row.counter.unit
        # When a battle is over its units may already have suffered what came after it.
        is_late = battle.finished and not battle.settled
        left = row.start_strength - shown[unit] if is_late else row.strength + hidden[unit]
        now[unit] = max(0, min(row.start_strength, left))
    return now


def _row(row: BattleRow, sides: Sequence[str], strengths: Mapping[str, int]) -> Content:
    counter, now = row.counter, strengths[row.counter.unit]
    style = chip_style(counter, sides)
    parts = [Content.assemble((f" {counter.label} ", style), (f" {counter.numbers} ", DIM))]
    if now != row.start_strength:
        after = "eliminated" if now <= 0 else str(now)
        parts.append(Content.assemble(f"{row.start_strength} → ", (after, "bold #e0705a")))
    else:
        parts.append(Content.styled(str(row.start_strength), "bold"))
    if row.marks:
        parts.append(Content.styled(f"  {row.marks}", "#d8c48a"))
    return Content("").join(parts)


def _part(row: BattleRow, sides: Sequence[str], *, covered: bool) -> Content:
    """A unit where totals count: its counter and its part; what became of it comes after the dice."""
    counter = row.counter
    # The numbers beside the counter begin with its strength, unless that is a condition.
    told = covered or counter.numbers.startswith(f"{counter.strength}-")
    label = f" {counter.label} " if told else f" {counter.label} {counter.strength} "
    chip = Content.styled(label, chip_style(counter, sides))
    if covered:
        return chip
    return Content.assemble(chip, (f" {counter.numbers}", DIM), (f"  {row.marks}" if row.marks else "", "#d8c48a"))


def _tally(tally: Tally, sides: Sequence[str], covered: bool, width: int) -> list[Content]:
    """A total: the value term by term, the dice, the sum."""
    head = Content.assemble((f" {tally.name} ", side_style(sides, tally.side)), " ")
    parts = [
        Content.assemble((value, "bold"), f"{name} ", rule_link(part.rule))
        for part, (value, name) in (
            (part, term(f"{part.value:+d}" if n else str(part.value), part.name)) for n, part in enumerate(tally.terms)
        )
    ]
    line = Content.assemble(head, Content("  ").join(parts), (f"  = {tally.value}" if tally.terms else "", "bold"))
    if tally.note:
        line = Content.assemble(line, (f"  {tally.note}", f"italic {DIM}"))
    thrown = Content("")
    if tally.dice is not None:
        thrown = Content.assemble("  ", _thrown(tally.dice, covered))
        if not covered:
            thrown = Content.assemble(thrown, (f"  = {tally.total}", "bold #e3b652"))
        if line.cell_length + thrown.cell_length <= width:
            line, thrown = Content.assemble(line, thrown), Content("")
    first, *rest = line.wrap(width)
    rows = [first, *(more.pad_left(4) for row in rest for more in row.wrap(width - 4))]
    return [*rows, thrown.pad_left(2)] if thrown else rows


def _thrown(dice: Sequence[int], covered: bool) -> Content:
    shown = (" ? " if covered else f"[{die}]" for die in dice)
    return Content(" ").join(Content.styled(words, _MISS) for words in shown)


def _beside(left: Content, right: Content, half: int) -> Content:
    if left.cell_length > half:
        left = left.truncate(half, ellipsis=True)
    return Content.assemble(left, " " * (half + 2 - left.cell_length), right)


def _shot(shot: Shot, names: Mapping[str, str], covered: bool, width: int) -> list[Content]:
    """Who fires at whom and the dice; beneath, if the number is not the printed one, why."""
    firer, target = names.get(shot.firer, shot.firer), names.get(shot.target, shot.target)
    line = Content.assemble("  ", (firer, "bold"), f" {shot.verb} ", (target, "bold"))
    rows = [Content.assemble(line, (f"  {shot.needed} or less  ", DIM), _dice(shot, covered))]
    if shot.modifiers:
        why = f"printed {shot.printed}, {', '.join(shot.modifiers)}"
        rows += [row.pad_left(6) for row in linked(why, DIM).wrap(width - 6)]
    return rows


def _dice(shot: Shot, covered: bool) -> Content:
    """Each die against its number. Hits stand in brackets too, for terminals without colours."""
    if shot.dice is None:
        return Content.styled("not rolled yet", f"italic {DIM}")
    if covered:
        return Content.styled(" ? " * len(shot.dice), _MISS)
    line = Content("")
    for die in shot.dice:
        hit = die <= shot.needed
        line = Content.assemble(line, (f"[{die}]" if hit else f" {die} ", _HIT if hit else _MISS), " ")
    told = shot.outcome or f"{shot.hits} hit{'' if shot.hits == 1 else 's'}"
    return Content.assemble(line, (told, "bold" if shot.hits else DIM))
