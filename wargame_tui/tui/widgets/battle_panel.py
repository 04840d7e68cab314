"""A battle as it is fought: who stands against whom, who fires at whom, and every die against its number."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat, zip_longest
from random import randint
from time import monotonic

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.phrases import first_up, side_words
from wargame_tui.board.title import Battle, BattleRow, Chart, Shot, Tally
from wargame_tui.tui.coats import chip_style, side_style
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.table.covered import CoveredDice
from wargame_tui.tui.table.rolls import Roll, Rolls
from wargame_tui.tui.table.throws import Throw, covered_parts, is_thrown, rolled
from wargame_tui.tui.widgets.decision_pane import REACTION
from wargame_tui.tui.widgets.dice import ACROSS, DiceLook, beside, chart_rows, hit_strip, tray
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, linked, rule_link, term

SHARE = 0.75
"""How much of the height over which it may lie it takes at most, where there is much of it."""
HEAD_SHARE = 0.55
"""How much of the height over which it may lie the panel keeps for the two sides."""
LEAST_HEAD = 4
"""Rows for the two sides however little room there is."""
ROLLING = 0.3
"""Seconds that dice roll."""
TURN = 0.06
"""Seconds that a rolling die shows a face."""
ROOMY = 30
"""Rows of the field from which on there is room for the whole of a chart, and for dice while nothing is covered."""
LOW_CHART = 5
"""Rows of a chart where there is less; a table of hits has none there, as its number stands under the dice."""
MAP_ROWS = 8
"""Rows of the map that it leaves free, unless the player wants the whole of it."""
LEAST_CHART = 24
"""Columns beside the dice below which no chart is read."""
LEAST_SIDES = 52
"""Columns of the two sides from which on the chart stands beside them, and not under them."""
TIGHT = 16
"""Rows of the field below which a battle in which somebody decides is told in short, so that the map is seen."""
OUTCOME = "bold #e3b652"
NOTHING = Content("")
_HIT = "bold #14171a on #e0705a"
_MISS = "#9a9fa6 on #30363d"
_ROLLED = "bold #15181b on #f0ead6"
_TOTAL = "bold #14171a on #e3b652"
BOTH = 2
"""Totals that are compared."""
AGAINST = "  against  "
GAP = 3
"""Columns between the dice and the chart in which they are read."""
ENDLESS = 10_000
"""Columns in which every side of a battle has room."""


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
        background: $panel;
        padding: 0 1;
        display: none;
        scrollbar-size: 0 1;
        scrollbar-gutter: stable;
        &.-shown { display: block; }
        & #battle-head { dock: top; background: $panel; }
        & #battle-tray { dock: bottom; background: $panel; display: none; }
        & #battle-tray.-shown { display: block; }
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
        self.whole = False
        """Whether the player wants the whole of it, however little room there is."""
        self.above: Callable[[], int] = lambda: 0
        """Rows of the field over which something else lies."""
        self.look, self.faces, self.lively = DiceLook(), 6, False
        """How dice are drawn, how many faces they have, and whether they are seen to roll."""
        self.codes = PLAIN
        """The look of the title, which knows what the letters among a counter's numbers mean."""
        self._sides = Sides()
        self._rolling: Timer | None = None
        self._turns = 0
        """Faces that the rolling dice still show."""
        self._beside: Rolls | None = None
        """Dice beside the battle that were seen to roll last."""
        self._aside: list[Content] = []
        """The rows of the chart that stands to the right of everything else; none if it stands beside the dice."""
        self._above_tray = 0
        """Rows above the dice that are looked at."""
        self._shown = 0.0
        """When it last came up."""

    def compose(self) -> ComposeResult:
        """Who fights, which stays where it is, the dice, and the tray with those that are looked at."""
        yield Words(id="battle-head")
        yield Words(id="battle")
        yield Words(id="battle-tray")

    def show(self, sides: Sides) -> None:
        """Show the battle as far as its dice are uncovered; nothing if there is none."""
        self._sides = sides
        self._stop()
        self.set_class(self.dice.is_laid, "-shown")
        beside, self._beside = self._beside, self.dice.beside
        if (self.dice.rolls is not None and self.dice.dice) or self._beside not in (None, beside):
            self._roll()
        self._draw()

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What keys do here."""
        if self.dice.is_read:
            return (Hint("Space", "go on", "screen.battle_next"),)
        return (Hint("Space", "next roll", "screen.battle_next"), Hint("End", "all rolls"))

    def action_next(self) -> None:
        """Let the next dice roll, or leave; dice that roll already come to rest, and the key does what it says."""
        hasty = self._rolling is not None
        if hasty:
            own = self.dice.rolls is None and bool(self.dice.hidden)
            self._rest()
            if not own:
                return
        if self.dice.dice and not hasty and self._roll():
            self._draw()
            return
        self.dice.next()
        self._uncovered()

    def action_all(self) -> None:
        """Uncover everything; once that is done, leave."""
        if self._rolling is not None:
            self._rest()
        if not self.dice.hidden:
            return
        self.dice.all()
        self._uncovered()

    def _uncovered(self) -> None:
        self._draw()
        if not self.dice.hidden:
            self.post_message(self.Done())
        elif self.dice.is_read:
            self.post_message(self.Over())

    def turn_over(self) -> None:
        """From what is told in short to the whole, then to nothing, and round again."""
        if not self.has_class("-shown"):
            self.whole = False
            self.add_class("-shown")
        elif self._is_short:
            self.whole = True
        else:
            self.remove_class("-shown")
        self._draw()

    @property
    def _is_short(self) -> bool:
        """Whether the battle is told in short: somebody decides in it, and the map has little room."""
        battle = self.dice.battle
        tight = self._room[1] < TIGHT and not self.whole and not self.dice.hidden
        return tight and battle is not None and not battle.finished

    # Rolling

    def _roll(self) -> bool:
        """Let the dice roll that come next; whether they do. Where nothing moves, dice of no battle lie there."""
        if self.lively:
            self._turns = round(ROLLING / TURN)
            self._rolling = self.set_interval(TURN, self._turn)
            return True
        if self.dice.rolls is not None:
            self.dice.next()
        return False

    def _turn(self) -> None:
        self._turns -= 1
        if self._turns > 0:
            self._draw_tray()
        else:
            self._rest()

    def _rest(self) -> None:
        """The dice have come to rest; those beside a battle were never covered."""
        self._stop()
        if not self.dice.hidden:
            self._draw()
            return
        self.dice.next()
        self._uncovered()

    def _stop(self) -> None:
        if self._rolling is not None:
            self._rolling.stop()
            self._rolling = None

    def fit(self) -> None:
        """Tell in short or whole, as the rows allow over which it may lie."""
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """A click goes on as Space does; not on a link, and not one that the panel came under."""
        if self.dice.hidden and "@click" not in event.style.meta and monotonic() - self._shown >= REACTION:
            event.stop()
            self.action_next()

    def on_resize(self) -> None:
        """Lay the rows out for the new width."""
        self._draw()
        self.post_message(self.Covering(self.outer_size.height))

    def on_hide(self) -> None:
        """Nothing is covered any more."""
        self.post_message(self.Covering(0))

    def on_show(self) -> None:
        """The same panel lies there again."""
        self._shown = monotonic()
        self.post_message(self.Covering(self.outer_size.height))

    def _draw(self) -> None:
        if not self.dice.is_laid:
            return
        rows = self._room[1]
        part = max(min(rows - MAP_ROWS - self.above(), round(rows * SHARE)), LEAST_HEAD + 2)
        self.styles.max_height = most = rows if self.whole else part
        self._aside = self._chart_aside()
        head, body, tray = self._blocks()
        if self._aside and max(len(head) + len(body) + len(tray), len(self._aside)) > most:
            self._aside = []
            head, body, tray = self._blocks()
        body += [NOTHING] * (len(self._aside) - len(head) - len(body) - len(tray))
        self._update("#battle-head", self._with_chart(head, 0))
        self._update("#battle", self._with_chart(body, len(head)))
        self.query_one("#battle-head").display = bool(head)
        self._above_tray = len(head) + len(body)
        self._draw_tray()
        self.call_after_refresh(self._follow, self._above_tray)

    def _blocks(self) -> tuple[list[Content], list[Content], list[Content]]:
        """Both sides, what counts, the dice that are looked at, in the columns that the chart leaves."""
        (_, rows), width, tray = self._room, self._columns, self._tray()
        most = max(round(rows * HEAD_SHARE) - len(tray), LEAST_HEAD)
        battle, rolls = self.dice.battle, self.dice.rolls
        if battle is not None and self._is_short:
            return [], short_text(battle, self._sides, width, self._lying).split("\n"), tray
        if battle is None:
            assert rolls is not None
            told = rolls_text(rolls, width, covered=bool(self.dice.dice))
            return [rolls_head(rolls, width)], told.split("\n") if told else [], tray
        head = head_text(battle, self._sides, self.dice.dice, width, most, self.dice.outcome)
        body = dice_text(battle, self._sides, self.dice.dice, width, roomy=rows >= ROOMY, beside=self._lying,
                         brief=self._is_brief)  # fmt: skip
        codes = codes_told(battle, self.codes, most).wrap(width) if rows >= ROOMY and not self.dice.dice else []
        return head.split("\n"), [row for row in (*codes, *body.split("\n")) if row], tray

    def _chart_aside(self) -> list[Content]:
        """The chart in which one die is read, if the two sides leave it room; totals need the whole width."""
        battle, (width, rows) = self.dice.battle, self._room
        if battle is None or _is_sum(battle) or rows < ROOMY or self._is_beside_in_tray:
            return []
        drawn = self._chart_drawn(battle, ENDLESS)
        return drawn if width - _widest(drawn) - GAP >= LEAST_SIDES else []

    def _chart_drawn(self, battle: Battle, width: int) -> list[Content]:
        """The chart for the dice that are looked at in so many columns, whole where there is room; none without one."""
        chart, seen = _chart(battle, self._throw), not self.dice.dice or battle.hits is not None
        if chart is None:
            return []
        high = len(chart.rows) + 1 if self._room[1] >= ROOMY else LOW_CHART
        return chart_rows(chart, self.look, width, high, revealed=seen)

    @property
    def _columns(self) -> int:
        """The columns that a chart aside leaves."""
        return self._room[0] - (_widest(self._aside) + GAP if self._aside else 0)

    def _with_chart(self, rows: Sequence[Content], first: int) -> list[Content]:
        """Rows of the panel from the `first` on, with what of the chart stands to their right."""
        if not self._aside:
            return [*rows]
        across, chart = self._columns + GAP, self._aside[first:]
        pairs = zip(rows, chain(chart, repeat(NOTHING)), strict=False)
        return [Content.assemble(row, " " * (across - row.cell_length), other) for row, other in pairs]

    def _update(self, where: str, rows: Sequence[Content]) -> None:
        self.query_one(where, Words).update(Content("\n").join(rows))

    @property
    def _is_brief(self) -> bool:
        """Whether dice are told a line each, without those that come later: there is room for no more."""
        return self._room[1] < ROOMY and not self.whole and bool(self.dice.hidden)

    @property
    def _lying(self) -> Rolls | None:
        """The dice beside the battle that have come to rest and are told in a line, since no tray shows them."""
        beside = self.dice.beside
        in_tray = self._is_beside_in_tray and beside is not None and len(beside.rolls) == 1
        return None if in_tray or (self._rolling is not None and not self.dice.hidden) else beside

    @property
    def _is_beside_in_tray(self) -> bool:
        """Whether the dice beside the battle lie in the tray: there is room for it, and none of its own has fallen."""
        return self._room[1] >= ROOMY and self.dice.beside is not None and self.dice.on_view is None

    @property
    def _room(self) -> tuple[int, int]:
        """Columns within, and rows of the field over which the panel may lie."""
        field = self.parent
        width = self.scrollable_content_region.width or self.app.size.width - 3
        return width, field.size.height if isinstance(field, Widget) else 0

    def _draw_tray(self) -> None:
        """The dice that are looked at, with what they are read against."""
        shown = self._with_chart(self._tray(), self._above_tray)
        self.query_one("#battle-tray", Words).set_class(bool(shown), "-shown")
        self._update("#battle-tray", shown)

    @property
    def _throw(self) -> Throw | None:
        """The dice that are looked at."""
        rolling = self._rolling is not None and bool(self.dice.hidden)
        return self.dice.next_throw if rolling or self.dice.dice else self.dice.on_view

    def _tray(self) -> list[Content]:
        dice, width, rows = self.dice, self._columns, self._room[1]
        if dice.rolls is not None:
            return self._tray_of(dice.rolls, width)
        battle, throw = dice.battle, self._throw
        if battle is None or (rows < ROOMY and not dice.hidden):
            return []
        if dice.beside is not None and self._is_beside_in_tray:
            return self._tray_of(dice.beside, width)
        if self._is_brief and is_of_shots(battle) and throw is not None:
            return self._told_beside(battle, throw, width)
        if self._aside:
            return self._thrown(throw, width)
        room = width - _widest(self._thrown(throw, ACROSS)) - GAP
        right = self._chart_drawn(battle, room) if room >= LEAST_CHART else []
        return beside(self._thrown(throw, width - _widest(right) - GAP), right, GAP)

    def _told_beside(self, battle: Battle, throw: Throw, width: int) -> list[Content]:
        """The dice of a shot; beside them who fires at whom, why on that number, how many are still to come."""
        *dice, strip = self._thrown(throw, width // 2)
        covered, more = covered_parts(battle, self.dice.dice), self.dice.dice - 1
        shots = [shot for shot in throw.of if isinstance(shot, Shot)]
        told = _shots(battle, shots, covered, width - _widest(dice) - GAP)[: len(dice) - (more > 0)]
        return [*beside(dice, [*told, *_still(more)], GAP), strip]

    def _thrown(self, throw: Throw | None, width: int) -> list[Content]:
        """A throw: rolling, covered, or as it lies."""
        if throw is None:
            return []
        if len(throw.of) > 1:
            return self._thrown_by_both(throw, width)
        needed = throw.needed
        hits = None if needed is None else lambda value: value <= needed
        rows = tray(
            self._faces_of(throw.dice, self.faces), self.faces, self.look, width, None if self._rolling else hits
        )
        lying = () if self.dice.dice else throw.dice
        return rows if needed is None else [*rows, hit_strip(needed, self.faces, self.look, lying)]

    def _thrown_by_both(self, throw: Throw, width: int) -> list[Content]:
        """Dice of several totals, each behind its value."""
        found: list[Content] = []
        for tally in throw.of:
            if isinstance(tally, Tally):
                faces = self._faces_of(tally.dice or (), self.faces)
                dice = tray(faces, self.faces, self.look, width // len(throw.of))
                value = Content.styled(f"{tally.name} {tally.value} + ", "bold")
                found = beside(found, beside([NOTHING, value], dice, 0), 3 if found else 0)
        return found

    def _faces_of(self, dice: Sequence[int], faces: int) -> list[int | None]:
        if self._rolling is not None:
            return [randint(1, faces) for _ in dice]
        return [None if self.dice.dice else value for value in dice]

    def _tray_of(self, rolls: Rolls, width: int) -> list[Content]:
        """The dice of a single roll; those of several stand in their lines."""
        if len(rolls.rolls) > 1:
            return []
        roll = rolls.rolls[0]
        rows = tray(self._faces_of(roll.dice, roll.faces), roll.faces, self.look, width)
        return beside(rows, _beside_die(roll, width, covered=bool(self.dice.dice or self._rolling)))

    def _follow(self, rows: int) -> None:
        """Keep the roll that comes next in view; once all are seen, the end."""
        if not self.dice.is_read and not self._is_brief:
            self.scroll_to(y=max(0, rows - self.dice.hidden + 1 - self.size.height), animate=False)
        else:
            self.scroll_end(animate=False)


def _widest(rows: Sequence[Content]) -> int:
    return max((row.cell_length for row in rows), default=0)


def _chart(battle: Battle, throw: Throw | None) -> Chart | None:
    """The table for the dice that are looked at; while none are, for what is aimed."""
    if battle.hits is None:
        return battle.chart
    shots = throw.of if throw is not None else [shot for shot in battle.shots if shot.dice is None]
    shot = next((each for each in shots if isinstance(each, Shot)), None)
    return battle.hits.of(shot) if shot is not None else None


def head_text(battle: Battle, sides: Sides, hidden: int, width: int, most: int, outcome: str = "") -> Content:
    """Which battle, and both sides, in so many rows at most; the last `hidden` rolls are still covered."""
    stage = "rolling" if hidden else battle.stage
    half = max(20, (width - 2) // 2)
    head = Content.assemble((f"{_called(battle, battle.attacker)} attack", "bold"))
    other = Content.assemble((f"{_called(battle, battle.defender)} defend", "bold"))
    rows = [_title(battle, stage, width)]
    if battle.finished and not hidden:
        rows += [
            row for words in (outcome, battle.result) if words for row in Content.styled(words, OUTCOME).wrap(width)
        ]
    rows.append(_beside(head, other, half))
    left, right = _forces(battle, sides, hidden, half, most - len(rows))
    return Content("\n").join([*rows, *(_beside(*line, half) for line in zip_longest(left, right, fillvalue=NOTHING))])


def short_text(battle: Battle, sides: Sides, width: int, beside: Rolls | None = None) -> Content:
    """A battle in which somebody decides, in three rows: which, who against whom, what it has come to last."""
    told = _rows_beside(beside, ENDLESS)[-1:] or [
        Content.styled(words, OUTCOME) for words in battle.result.split("; ")[-1:] if words
    ]
    rows = [_title(battle, battle.stage, width), _against(battle, sides, width), *told]
    return Content("\n").join(row.truncate(width, ellipsis=True) for row in rows)


def _against(battle: Battle, sides: Sides, width: int) -> Content:
    """Who fights against whom, in a row."""
    room = width - len(AGAINST)
    whole = [sum(line.cell_length for line in party) for party in _forces(battle, sides, 0, ENDLESS, 1)]
    left = min(whole[0], max(room // 2, room - whole[1]))
    attackers, _ = _forces(battle, sides, 0, left, 1)
    _, defenders = _forces(battle, sides, 0, room - left, 1)
    ours = attackers or [Content(_called(battle, battle.attacker))]
    theirs = defenders or [Content(_called(battle, battle.defender))]
    return Content.assemble(*ours, (AGAINST, DIM), *theirs)


def _title(battle: Battle, stage: str, width: int) -> Content:
    title = Content.assemble((f" {battle.heading} ", "bold #14171a on #e3b652"), f"  {stage}")
    return title.truncate(width, ellipsis=True)


def _called(battle: Battle, side: str) -> str:
    return first_up(battle.called.get(side, "")) or side_words(side)


def _forces(battle: Battle, sides: Sides, hidden: int, half: int, most: int) -> list[list[Content]]:
    """The lines of both sides: one for each unit if there is room, else several units in short in a line."""
    thrown = bool(hidden) and is_thrown(battle)
    now = _strengths(battle, covered_parts(battle, hidden))
    parties = battle.attackers, battle.defenders
    if battle.tallies:
        told = [[_part(row, sides, covered=thrown) for row in party] for party in parties]
    else:
        told = [
            [_row(row, sides, now, brief=len(party) > most, covered=bool(hidden)) for row in party] for party in parties
        ]
    return [
        lines if len(lines) <= most else _packed(_by_place(party, lines), half, most)
        for party, lines in zip(parties, told, strict=True)
    ]


def _by_place(party: Sequence[BattleRow], lines: Sequence[Content]) -> list[Content]:
    """The lines of a side with its places in the battle (LINE, REAR) before those who are there, if it has such."""
    places = [place if (place := row.marks.partition(",")[0]).isupper() else "" for row in party]
    found: list[Content] = []
    for place in dict.fromkeys(places):
        found += [Content.styled(place, "bold #d8c48a")] if place else []
        found += [line for line, of in zip(lines, places, strict=True) if of == place]
    return found


def _packed(parts: Sequence[Content], width: int, most: int) -> list[Content]:
    """Parts one after the other in lines; how many found no room in them."""
    lines = [NOTHING]
    for number, part in enumerate(parts):
        if lines[-1] and lines[-1].cell_length + 1 + part.cell_length > width:
            if len(lines) == most:
                return [*lines[:-1], _and_more(lines[-1], parts[:number], len(parts) - number, width)]
            lines.append(NOTHING)
        lines[-1] = Content.assemble(lines[-1], " ", part) if lines[-1] else part
    return lines


def _and_more(line: Content, told: Sequence[Content], more: int, width: int) -> Content:
    """A line with how many parts found no room, without those of its own that leave none for that."""
    while line.cell_length + len(f" +{more}") > width and len(told) > 1 and line.plain != told[-1].plain:
        line, told, more = line[: len(line) - len(told[-1]) - 1], told[:-1], more + 1
    return Content.assemble(line.truncate(width - len(f" +{more}")), (f" +{more}", DIM))


def dice_text(
    battle: Battle,
    sides: Sides,
    hidden: int,
    width: int,
    *,
    roomy: bool = False,
    beside: Rolls | None = None,
    brief: bool = False,
) -> Content:
    """What counts in the battle, and its dice; the last `hidden` rolls are still covered.

    Where there is room, two totals stand side by side. What fell `beside` its own dice comes before them. In `brief`
    each shot is a line, and the one that is looked at is told beside its dice in the tray.
    """
    covered, rows = covered_parts(battle, hidden), []
    if battle.modifiers:
        shown = [
            Content.assemble((f"{fact.value} ", "bold"), fact.label, " ", rule_link(fact.rule))
            for fact in battle.modifiers
        ]
        rows.append(Content.assemble(("Modifiers  ", DIM), Content("  ").join(shown)))
    if _is_sum(battle) and roomy:
        rows += _sums(battle, sides, covered, max(20, (width - 2) // 2))
    else:
        for tally in battle.tallies:
            rows += _tally(tally, sides, id(tally) in covered, width)
    if battle.result and not battle.finished and not hidden:
        rows.append(Content.styled(battle.result, OUTCOME))
    rows += _rows_beside(beside, width)
    brief = brief and is_of_shots(battle)
    rows += _shots_in_brief(battle, hidden, width) if brief else _shots(battle, battle.shots, covered, width)
    return Content("\n").join(rows)


def codes_told(battle: Battle, look: Look, most: int) -> Content:
    """What numbers beside the counters in a battle mean that are a letter's or a weapon's; nothing of plain figures.

    Of a side with more than so many units no numbers are shown.
    """
    rows = [row for party in (battle.attackers, battle.defenders) if len(party) < most - 1 for row in party]
    told = look.numbers_told(row.counter.numbers for row in rows)
    parts = [Content.assemble((like, "bold"), f" {words}") for like, words in told if like[0].isalpha() or "x" in like]
    return Content.styled("  ·  ", DIM).join(parts).stylize_before(DIM)


def is_of_shots(battle: Battle) -> bool:
    """Whether all its dice are shots, read in no table that would have to be seen."""
    return battle.chart is None and not battle.tallies


def _shots(battle: Battle, shots: Sequence[Shot], covered: set[int], width: int) -> list[Content]:
    names = _names(battle)
    return [row for shot in shots for row in _shot(shot, names, id(shot) in covered, width)]


def _still(more: int) -> list[Content]:
    """How many throws are still to come after the one that is looked at."""
    return [Content.styled(f"  {more} more to roll", DIM)] if more > 0 else []


def _shots_in_brief(battle: Battle, hidden: int, width: int) -> list[Content]:
    """Shots that have been seen, a line each, without the one that lies in the tray."""
    covered = covered_parts(battle, hidden)
    seen = [shot for shot in rolled(battle) if id(shot) not in covered]
    told = seen if covered else seen[:-1]
    return [_shots(battle, [shot], covered, ENDLESS)[0].truncate(width, ellipsis=True) for shot in told]


def _names(battle: Battle) -> dict[str, str]:
    """Units by their labels; with the side where both sides have one of that label."""
    rows = (*battle.attackers, *battle.defenders)
    sides: dict[str, set[str]] = {}
    for row in rows:
        sides.setdefault(row.counter.label, set()).add(row.counter.side)
    return {
        row.counter.unit: f"{row.counter.label} ({_called(battle, row.counter.side)})"
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
    if row.told and not bare:
        parts.append(Content.styled(f"  {row.told}", "#d8c48a"))
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
    return Content.assemble(chip, (f" {counter.numbers}", DIM), (f"  {row.told}" if row.told else "", "#d8c48a"))


def _is_sum(battle: Battle) -> bool:
    """Whether the totals of both sides are compared, dice and all."""
    return len(battle.tallies) == BOTH and not battle.singly


def _sums(battle: Battle, sides: Sides, covered: set[int], half: int) -> list[Content]:
    """Both totals side by side as sums: term by term, the dice, what they come to."""
    most = max(len(tally.terms) for tally in battle.tallies)
    left, right = (_sum(tally, sides, id(tally) in covered, half, most) for tally in battle.tallies)
    return [_beside(*line, half) for line in zip_longest(left, right, fillvalue=NOTHING)]


def _sum(tally: Tally, sides: Sides, covered: bool, width: int, most: int) -> list[Content]:
    """A total as a sum, its terms in so many lines."""
    terms = [
        Content.assemble(
            (f"{part.value:+d}  " if n else f"{part.value}  ").rjust(7), part.name, " ", rule_link(part.rule)
        )
        for n, part in enumerate(tally.terms)
    ]
    head = Content.assemble((f" {tally.name} ", side_style(sides, tally.side)), f" {side_words(tally.side)}")
    if tally.note:
        head = Content.assemble(head, (f"  {tally.note}", f"italic {DIM}"))
    rows = [head, *terms, *[NOTHING] * (most - len(terms))]
    if not tally.terms:
        return rows
    sum_ = Content.assemble(("=".rjust(3), DIM), (f"{tally.value}  ".rjust(4), "bold"))
    if tally.dice is not None:
        sum_ = Content.assemble(sum_, ("+ ", DIM), _thrown(tally.dice, covered, _ROLLED))
        if not covered:
            sum_ = Content.assemble(sum_, ("  =  ", DIM), (f" {tally.total} ", _TOTAL))
    return [*rows, sum_]


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


def _thrown(dice: Sequence[int], covered: bool, style: str = _MISS) -> Content:
    shown = (" ? " if covered else f"[{die}]" for die in dice)
    return Content(" ").join(Content.styled(words, _MISS if covered else style) for words in shown)


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
        return Content.styled("not yet rolled", f"italic {DIM}")
    if covered:
        return Content.styled(" ? " * len(shot.dice), _MISS)
    line = Content("")
    for die in shot.dice:
        hit = die <= shot.needed
        line = Content.assemble(line, (f"[{die}]" if hit else f" {die} ", _HIT if hit else _MISS), " ")
    told = shot.outcome or f"{shot.hits} hit{'' if shot.hits == 1 else 's'}"
    return Content.assemble(line, (told, "bold" if shot.hits else DIM))


# Dice of no battle


def _rows_beside(rolls: Rolls | None, width: int) -> list[Content]:
    """Dice beside a battle, a line for each roll with what it came to."""
    return _rolled_rows(rolls, width, covered=False) if rolls is not None else []


def rolls_head(rolls: Rolls, width: int) -> Content:
    """What was rolled for, and by which rule."""
    heading = Content.assemble((f" {rolls.heading} ", "bold #14171a on #e3b652"), "  ", rule_link(rolls.rule))
    return heading.truncate(width, ellipsis=True)


def rolls_text(rolls: Rolls, width: int, *, covered: bool) -> Content:
    """A line for each roll, with what it came to; nothing of a single one, which lies in the tray."""
    if len(rolls.rolls) == 1:
        return NOTHING
    return Content("\n").join(_rolled_rows(rolls, width, covered=covered))


def _rolled_rows(rolls: Rolls, width: int, *, covered: bool) -> list[Content]:
    rows: list[Content] = []
    for roll in rolls.rolls:
        told = Content.styled(roll.about, "bold") if covered else linked(roll.words)
        first, *rest = Content.assemble(_thrown(roll.dice, covered), "  ", told).wrap(width)
        rows += [first, *(more.pad_left(5) for row in rest for more in row.wrap(width - 5))]
    return rows


def _beside_die(roll: Roll, width: int, *, covered: bool) -> list[Content]:
    """What was needed, what changed the die, and what it came to."""
    room = max(20, width - (ACROSS + 1) * len(roll.dice) - 2)
    needed = [Content.assemble(("needed ", DIM), (roll.needed, "bold"))] if roll.needed else []
    changes = [
        Content.assemble((f"{each.value:+d}", "bold"), f" {each.name} ", rule_link(each.rule))
        for each in roll.modifiers
    ]
    told = Content.styled(roll.about, "bold") if covered else linked(roll.words, OUTCOME)
    lines = [*told.wrap(room), *needed, *([Content("  ").join(changes)] if changes else [])]
    return [row for line in lines for row in line.wrap(room)]
