"""A battle as it is fought: who stands against whom, who fires at whom, and every die against its number."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from wargame_tui.board.phrases import side_words
from wargame_tui.board.title import Battle, BattleRow, Shot, Tally
from wargame_tui.tui.coats import chip_style, side_style
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.table.covered import CoveredDice, is_thrown, rolled
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, linked, rule_link, term

HEAD_SHARE = 0.55
"""How much of the height over which it may lie the panel keeps for the two sides."""
LEAST_HEAD = 4
"""Rows for the two sides however little room there is."""
OUTCOME = "bold #e3b652"
NOTHING = Content("")
_HIT = "bold #14171a on #e0705a"
_MISS = "#9a9fa6 on #30363d"


class BattlePanel(VerticalScroll):
    """The battle in hand. New dice are uncovered one roll at a time; how it ended stays until the player goes on."""

    BINDINGS = [
        Binding("space", "next", "next roll"),
        Binding("end", "all", "all rolls"),
        # A key of their own: no Enter that was meant for a die decides what comes after it.
        Binding("enter", "screen.dice_first", show=False),
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
        & #battle-head { dock: top; background: $panel; }
    }
    """

    class Done(Message):
        """All dice have been seen."""

    class Over(Message):
        """All dice of a battle that is over have been seen; it stays on view."""

    class Covering(Message):
        """The panel lies over so many rows of what is behind it."""

        def __init__(self, rows: int) -> None:
            self.rows = rows
            super().__init__()

    def __init__(self, dice: CoveredDice) -> None:
        super().__init__()
        self.dice = dice
        self._sides = Sides()

    def compose(self) -> ComposeResult:
        """Who fights, which stays where it is, and the dice."""
        yield Words(id="battle-head")
        yield Words(id="battle")

    def show(self, sides: Sides) -> None:
        """Show the battle as far as its dice are uncovered; nothing if there is none."""
        self._sides = sides
        self.set_class(self.dice.battle is not None, "-shown")
        self._draw()

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What keys do here."""
        if self.dice.is_read:
            return (Hint("Space", "go on", "screen.battle_next"),)
        return (Hint("Space", "next roll", "screen.battle_next"), Hint("End", "all rolls"))

    def action_next(self) -> None:
        """Uncover the next roll, or leave."""
        self.dice.next()
        self._uncovered()

    def action_all(self) -> None:
        """Uncover everything; once that is done, leave."""
        self.dice.all()
        self._uncovered()

    def _uncovered(self) -> None:
        self._draw()
        if not self.dice.hidden:
            self.post_message(self.Done())
        elif self.dice.is_read:
            self.post_message(self.Over())

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
        battle, hidden = self.dice.battle, self.dice.dice
        if battle is not None:
            width = self.scrollable_content_region.width or self.app.size.width - 3
            field = self.parent
            rows = round(field.size.height * HEAD_SHARE) if isinstance(field, Widget) else 0
            head = head_text(battle, self._sides, hidden, width, max(rows, LEAST_HEAD))
            dice = dice_text(battle, self._sides, hidden, width)
            self.query_one("#battle-head", Words).update(head)
            self.query_one("#battle", Words).update(dice)
            self.call_after_refresh(self._follow, head.plain.count("\n") + dice.plain.count("\n") + 2)

    def _follow(self, rows: int) -> None:
        """Keep the roll that comes next in view; once all are seen, the end."""
        if not self.dice.is_read:
            self.scroll_to(y=max(0, rows - self.dice.hidden + 1 - self.size.height), animate=False)
        else:
            self.scroll_end(animate=False)


def head_text(battle: Battle, sides: Sides, hidden: int, width: int, most: int) -> Content:
    """Which battle, and both sides, in so many rows at most; the last `hidden` rolls are still covered."""
    stage = "dice are being rolled" if hidden else battle.stage
    half = max(20, (width - 2) // 2)
    head = Content.assemble((f"{side_words(battle.attacker)} attack", "bold"))
    other = Content.assemble((f"{side_words(battle.defender)} defend", "bold"))
    title = Content.assemble((f" {battle.heading} ", "bold #14171a on #e3b652"), f"  {stage}")
    rows = [title.truncate(width, ellipsis=True)]
    if battle.finished and battle.result and not hidden:
        rows += Content.styled(battle.result, OUTCOME).wrap(width)
    rows.append(_beside(head, other, half))
    left, right = _forces(battle, sides, hidden, half, most - len(rows))
    return Content("\n").join([*rows, *(_beside(*line, half) for line in zip_longest(left, right, fillvalue=NOTHING))])


def _forces(battle: Battle, sides: Sides, hidden: int, half: int, most: int) -> list[list[Content]]:
    """The lines of both sides: one for each unit if there is room, else several units in short in a line."""
    thrown = bool(hidden) and is_thrown(battle)
    now = _strengths(battle, _covered(battle, hidden))
    parties = battle.attackers, battle.defenders
    if battle.tallies:
        told = [[_part(row, sides, covered=thrown) for row in party] for party in parties]
    else:
        told = [
            [_row(row, sides, now, brief=len(party) > most, covered=bool(hidden)) for row in party] for party in parties
        ]
    return [party if len(party) <= most else _packed(party, half, most) for party in told]


def _packed(parts: Sequence[Content], width: int, most: int) -> list[Content]:
    """Parts one after the other in lines; how many found no room in them."""
    lines = [NOTHING]
    for number, part in enumerate(parts):
        if lines[-1] and lines[-1].cell_length + 1 + part.cell_length > width:
            if len(lines) == most:
                return [*lines[:-1], Content.assemble(lines[-1].truncate(width - 5), (f" +{len(parts) - number}", DIM))]
            lines.append(NOTHING)
        lines[-1] = Content.assemble(lines[-1], " ", part) if lines[-1] else part
    return lines


def _covered(battle: Battle, hidden: int) -> set[int]:
    """The shots that are not seen yet, by their identity."""
    shots = rolled(battle)
    return {id(shot) for shot in shots[len(shots) - hidden :]} if hidden else set()


def dice_text(battle: Battle, sides: Sides, hidden: int, width: int) -> Content:
    """What counts in the battle, and its dice; the last `hidden` rolls are still covered."""
    covered, rows = _covered(battle, hidden), []
    if battle.modifiers:
        shown = [
            Content.assemble((f"{fact.value} ", "bold"), fact.label, " ", rule_link(fact.rule))
            for fact in battle.modifiers
        ]
        rows.append(Content.assemble(("Modifiers  ", DIM), Content("  ").join(shown)))
    for tally in battle.tallies:
        rows += _tally(tally, sides, bool(hidden) and is_thrown(battle), width)
    if battle.result and not battle.finished and not hidden:
        rows.append(Content.styled(battle.result, OUTCOME))
    names = _names(battle)
    for shot in battle.shots:
        rows += _shot(shot, names, id(shot) in covered, width)
    return Content("\n").join(rows)


def _names(battle: Battle) -> dict[str, str]:
    """Units by their labels; with the side where both sides have one of that label."""
    rows = (*battle.attackers, *battle.defenders)
    sides: dict[str, set[str]] = {}
    for row in rows:
        sides.setdefault(row.counter.label, set()).add(row.counter.side)
    return {
        row.counter.unit: f"{row.counter.label} ({side_words(row.counter.side)})"
        if len(sides[row.counter.label]) > 1
        else row.counter.label
        for row in rows
    }


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


def _row(row: BattleRow, sides: Sides, strengths: Mapping[str, int], *, brief: bool, covered: bool = False) -> Content:
    """A unit with its strength before and now; if not in brief, and no die is covered, with its numbers and marks."""
    counter, now = row.counter, strengths[row.counter.unit]
    style = chip_style(counter, sides)
    bare = brief or covered  # Numbers and marks are those after the dice.
    parts = [Content.assemble((f" {counter.label} ", style), (" " if bare else f" {counter.numbers} ", DIM))]
    if now != row.start_strength:
        after = "eliminated" if now <= 0 and not brief else str(now)
        parts.append(Content.assemble(f"{row.start_strength}{'→' if brief else ' → '}", (after, "bold #e0705a")))
    else:
        parts.append(Content.styled(str(row.start_strength), "bold"))
    if row.marks and not bare:
        parts.append(Content.styled(f"  {row.marks}", "#d8c48a"))
    return Content("").join(parts)


def _part(row: BattleRow, sides: Sides, *, covered: bool) -> Content:
    """A unit where totals count: its counter and its part; what became of it comes after the dice."""
    counter = row.counter
    # The numbers beside the counter begin with its strength, unless that is a condition.
    told = covered or counter.numbers.startswith(f"{counter.strength}-")
    label = f" {counter.label} " if told else f" {counter.label} {counter.strength} "
    chip = Content.styled(label, chip_style(counter, sides))
    if covered:
        return chip
    return Content.assemble(chip, (f" {counter.numbers}", DIM), (f"  {row.marks}" if row.marks else "", "#d8c48a"))


def _tally(tally: Tally, sides: Sides, covered: bool, width: int) -> list[Content]:
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
    left, right = (part.truncate(half, ellipsis=True) if part.cell_length > half else part for part in (left, right))
    return Content.assemble(left, " " * (half + 2 - left.cell_length), right)


def _shot(shot: Shot, names: Mapping[str, str], covered: bool, width: int) -> list[Content]:
    """Who fires at whom and the dice; beneath, if the number is not the printed one, why."""
    firer, target = names.get(shot.firer, shot.firer), names.get(shot.target, shot.target)
    told = (f" {shot.verb} ", (target, "bold")) if shot.aimed or not covered else ()
    line = Content.assemble("  ", (firer, "bold"), *told)
    first, *rest = Content.assemble(line, (f"  {shot.needed} or less  ", DIM), _dice(shot, covered)).wrap(width)
    rows = [first, *(more.pad_left(6) for row in rest for more in row.wrap(width - 6))]
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
