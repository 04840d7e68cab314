"""The plan screen: what pays, what can be paid for and how, tried out before anything is paid."""

from __future__ import annotations

from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.fact import Fact
from wargame_tui.board.title import Plan, PlanLine, PlanSource, PlanWay
from wargame_tui.core.command import Command
from wargame_tui.core.wording import Name
from wargame_tui.tui.coats import chip_style, side_style, sides_of
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.screens.help import HelpScreen, Section
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.decision_pane import DecisionList
from wargame_tui.tui.widgets.here_pane import states
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, KEY, cited, linked, rule_link

KEYS = (
    ("↑↓", "to another unit"),
    ("Space Enter", "put the unit into the plan, or take it out"),
    ("← →", "pay another way"),
    ("a", "fill the plan, cheapest first"),
    ("c", "clear the plan"),
    ("x", "pay: carry out the plan; u at the table undoes it command by command"),
    ("Tab", "to the sources and back; prices there are for the highlighted one"),
    ("r", "the rule"),
    ("Esc", "leave without paying; the plan is kept until the phase ends"),
)
DEAR = "#e8a33d"
"""Colour of spaces that make a way dearer."""
MOST_OTHERS = 6
"""Other ways to pay that are told."""


class PlanList(DecisionList):
    """A list whose arrows to the sides are the screen's."""

    BINDINGS = [
        Binding("left", "screen.other(-1)", show=False),
        Binding("right", "screen.other(1)", show=False),
    ]


class PlanScreen(Screen[tuple[Command, ...] | None]):
    """Returns the commands that carry the plan out, or None.

    The lines put into the plan are kept in `chosen`, which belongs to the caller.
    """

    AUTO_FOCUS = "#plan-lines"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-medium"), (170, "-wide")]

    BINDINGS = [
        Binding("escape,q", "leave", "back to the table"),
        Binding("space", "put", "put into the plan or take out"),
        Binding("a", "fill", "fill the plan"),
        Binding("c", "clear", "clear the plan"),
        Binding("x", "pay", "pay"),
        Binding("tab,shift+tab", "next_pane", "what pays", priority=True),
        Binding("r", "rule", "rule"),
        Binding("question_mark,f1", "help", "help"),
    ]

    DEFAULT_CSS = """
    PlanScreen {
        layout: vertical;
        & * {
            scrollbar-color: #4a515a;
            scrollbar-color-hover: #6a727c;
            scrollbar-color-active: #8a929c;
            scrollbar-background: transparent;
            scrollbar-background-hover: transparent;
            scrollbar-background-active: transparent;
        }
        & #plan-head { height: 1; background: $panel; }
        & #plan-body { height: 1fr; }
        & #plan-left { width: 31; background: $surface; }
        &.-medium #plan-left { width: 46; }
        &.-wide #plan-left { width: 58; }
        & #plan-sources { height: 1fr; }
        & #plan-totals { height: auto; padding: 0 1; background: $surface-darken-1; }
        & PlanList { scrollbar-gutter: stable; }
        & #plan-lines { height: 1fr; background: $background; }
        & #plan-lines:focus { background: $background; }
        & #plan-payers, & #plan-columns { height: 1; padding: 0 1; color: $foreground 60%; background: $surface; }
        & #plan-detail { height: 3; padding: 0 1; background: $panel-darken-1; }
    }
    """

    def __init__(self, session: Session, chosen: dict[str, Command | None]) -> None:
        super().__init__()
        self._session, self._chosen = session, chosen
        self._called: Name = session.title.called
        self._plan: Plan = self._planned()
        self._rows: list[PlanLine | None] = []
        """The lines of the list; None for headings."""
        self._sources, self._lines = PlanList(id="plan-sources"), PlanList(id="plan-lines")
        self._bar = HintBar()

    def compose(self) -> ComposeResult:
        """Heading; what pays and the totals; what is paid for, and more about one of them; keys."""
        yield Words(id="plan-head")
        with Horizontal(id="plan-body"):
            with Vertical(id="plan-left"):
                yield Words(id="plan-payers")
                yield self._sources
                yield Words(id="plan-totals")
            with Vertical():
                yield Words(id="plan-columns")
                yield self._lines
        yield Words(id="plan-detail")
        yield self._bar

    def on_mount(self) -> None:
        """Begin with the units."""
        self._lay_out()

    def on_resize(self) -> None:
        """Columns follow the width."""
        self.call_after_refresh(self._show)

    # The plan

    @property
    def plan(self) -> Plan:
        """The plan as it stands."""
        return self._plan

    @property
    def lit(self) -> PlanLine | None:
        """The line under the cursor."""
        number = self._lines.highlighted
        return self._rows[number] if number is not None and number < len(self._rows) else None

    @property
    def source(self) -> PlanSource | None:
        """What the cursor is on among the sources; None while it is among the lines."""
        number = self._sources.highlighted
        return self._plan.sources[number] if self._sources.has_focus and number is not None else None

    def _planned(self) -> Plan:
        plan: Plan | None = self._session.title.plan(self._session.game.state, self._chosen)
        if plan is None:
            raise ValueError("there is nothing to plan")
        return plan

    def _replan(self) -> None:
        self._plan = self._planned()
        kept = {line.id for line in self._plan.lines if line.chosen}
        for name in [name for name in self._chosen if name not in kept]:
            del self._chosen[name]
        self._show()

    # Showing

    def _lay_out(self) -> None:
        """Fill the lists; what is in them stays the same while the plan changes."""
        self._rows = []
        for line in self._plan.lines:
            if not self._rows or self._rows[-1] is None or self._rows[-1].space != line.space:
                self._rows.append(None)
            self._rows.append(line)
        self._lines.set_options(Option("", disabled=row is None) for row in self._rows)
        self._sources.set_options(Option("") for _ in self._plan.sources)
        self._lines.highlighted = next((n for n, row in enumerate(self._rows) if row), None)
        self._sources.highlighted = 0 if self._plan.sources else None
        self._show()

    def _show(self) -> None:
        """Show the plan as it stands."""
        lines = {line.id: line for line in self._plan.lines}
        self._rows = [row and lines[row.id] for row in self._rows]
        sides, side = sides_of(self._session.title), self._session.side
        words = "A trial: nothing can be paid yet" if self._plan.waiting else "A plan: nothing is paid before x"
        head = Content.assemble((f" {self._plan.heading} ", side_style(sides, side)), (f"  {words}", "bold"))
        self.query_one("#plan-head", Words).update(head)
        self.query_one("#plan-totals", Words).update(Content("\n").join(map(_fact, self._plan.totals)))
        wide = max(10, self._lines.scrollable_content_region.width - 2)
        points = f"points from {self.source.id}" if self.source else "points, route"
        name = max((len(line.counter.label) for line in self._plan.lines), default=0)
        payers = max((len(_payers(line.best)) for line in self._plan.lines if line.best), default=0)
        columns = f"    {'unit':<{name + 2}} {'now':>5} → {'then':<5} {points}"
        self.query_one("#plan-columns", Words).update(columns)
        self.query_one("#plan-payers", Words).update("points: now → after the plan")
        heading = Content("")
        for number, row in reversed([*enumerate(self._rows)]):
            shown = heading if row is None else self._line(row, wide, name, payers)
            self._lines.replace_option_prompt_at_index(number, shown)
            heading = heading if row is None else _heading(row, self._called)
        wide = max(10, self._sources.scrollable_content_region.width - 2)
        for number, source in enumerate(self._plan.sources):
            self._sources.replace_option_prompt_at_index(number, _source(source, wide, self._called))
        self._show_detail()

    def _line(self, line: PlanLine, wide: int, name: int, payers: int) -> Content:
        source = self.source
        way = line.best if source is None else line.way_from(source.id)
        mark = ("[x] ", KEY) if line.chosen else ("[ ] ", DIM)
        chip = (f" {line.counter.label:<{name}} ", chip_style(line.counter, sides_of(self._session.title)))
        change = f" {line.before:>5} → {line.after:<5} "
        if way is None:
            reason = line.why_not.reason if line.why_not and source is None else ""
            return Content.assemble(mark, chip, (f"{change} – {reason}", DIM)).truncate(wide, ellipsis=True)
        style = "bold" if line.chosen else "" if way.command else DIM
        payer = (f"{_payers(way):<{payers}} ", KEY if style != DIM else DIM)
        words = Content.assemble(mark, chip, (change, style), (f"{way.price:>2} ", style), payer)
        return Content.assemble(words, _route(way, wide - words.cell_length, self._called, style))

    def _show_detail(self) -> None:
        source, line = self.source, self.lit
        if source is not None:
            rows = _about_source(source, self._called)
        elif line is not None:
            rows = _about_line(line, self._called)
        else:
            rows = [Content.styled("No unit can recover a level now", DIM)]
        if self._plan.waiting is not None:
            rows.append(cited(f"Nothing can be paid yet: {self._plan.waiting.reason}", self._plan.waiting.rule, DEAR))
        elif self._plan.note:
            rows.append(linked(f"x pays. {self._plan.note}", DEAR))
        self.query_one("#plan-detail", Words).update(Content("\n").join(rows))
        self._show_hints()

    def _show_hints(self) -> None:
        line = self.lit if self.source is None else None
        hints: list[Hint] = []
        if line is not None and (line.chosen or line.why_not is None):
            hints.append(Hint("Space", "take out" if line.chosen else "put in", "screen.put"))
            if len(_payable(line)) > 1:
                hints.append(Hint("←→", "payer", "screen.other(1)"))
        hints.append(Hint("a", "fill", "screen.fill"))
        if self._plan.commands:
            hints.append(Hint("c", "clear", "screen.clear"))
            if self._plan.waiting is None:
                hints.append(Hint("x", f"pay for {len(self._plan.commands)}", "screen.pay"))
        hints.append(Hint("Tab", "to the units" if self._sources.has_focus else "what pays", "screen.next_pane"))
        self._bar.hints([*hints, Hint("Esc", "leave", "screen.leave"), Hint("?", "help", "screen.help")])

    # Keys

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_list is self._sources and self._sources.has_focus:
            self._seek()
            self._show()
        else:
            self._show_detail()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list is self._lines:
            self.action_put()

    def on_descendant_focus(self) -> None:
        """Prices are those of what pays while the cursor is there."""
        self._seek()
        self._show()

    def _seek(self) -> None:
        """Bring something that the highlighted source reaches into view."""
        source = self.source
        if source is not None and not (self.lit and self.lit.way_from(source.id)):
            reached = (n for n, row in enumerate(self._rows) if row and row.way_from(source.id))
            self._lines.highlighted = next(reached, self._lines.highlighted)

    def action_next_pane(self) -> None:
        """From the units to what pays, and back."""
        (self._lines if self._sources.has_focus else self._sources).focus()

    def action_put(self) -> None:
        """Put the unit into the plan, or take it out."""
        line = self.lit
        if line is None or self.source is not None:
            return
        if line.chosen:
            del self._chosen[line.id]
        elif line.why_not is not None:
            words = Content.assemble((f"{line.counter.label}: ", "bold"), cited(line.why_not.reason, line.why_not.rule))
            self._bar.notice(words, bad=True)
            return
        else:
            self._chosen[line.id] = None
        self._replan()

    def action_other(self, by: int) -> None:
        """Let something else pay for the unit."""
        line = self.lit
        ways = _payable(line) if line is not None and self.source is None else []
        if line is None or line.best is None or len(ways) < 2:
            self._bar.notice("No other way to pay for it")
            return
        now = ways.index(line.best) if line.best in ways else 0
        self._chosen[line.id] = ways[(now + by) % len(ways)].command
        self._replan()

    def action_fill(self) -> None:
        """Put the cheapest into the plan, again and again."""
        before = len(self._chosen)
        while True:
            open_to = [line for line in self._plan.lines if line.chosen is None and line.why_not is None]
            if not open_to:
                break
            self._chosen[min(open_to, key=_price).id] = None
            self._plan = self._planned()
        self._replan()
        if len(self._chosen) == before:
            self._bar.notice("Nothing more can be paid")

    def action_clear(self) -> None:
        """Begin again."""
        self._chosen.clear()
        self._replan()

    def action_pay(self) -> None:
        """Carry the plan out."""
        if self._plan.waiting is not None:
            self._bar.notice(cited(self._plan.waiting.reason, self._plan.waiting.rule), bad=True)
        elif not self._plan.commands:
            self._bar.notice("The plan is empty: Space puts a unit into it, a fills it")
        else:
            self.dismiss(self._plan.commands)

    def action_leave(self) -> None:
        """Leave without doing anything."""
        self.dismiss(None)

    def action_rule(self) -> None:
        """The rule by which is paid, or why not."""
        line = self.lit
        refusal = self._plan.waiting or (line.why_not if line else None)
        rule = refusal.rule if refusal and refusal.rule else self._plan.rule
        self.app.call_later(self.app.run_action, f"rule({rule!r})")

    def action_help(self) -> None:
        """What to know for the decision in hand."""
        state: Any = self._session.game.state
        self.app.push_screen(
            HelpScreen(self._session.title.help(state), self._plan.heading, (Section("Keys of the plan", KEYS),))
        )


def _price(line: PlanLine) -> int:
    return line.best.price if line.best else 0


def _payable(line: PlanLine) -> list[PlanWay]:
    return [way for way in line.ways if way.command]


def _payers(way: PlanWay | None) -> str:
    return "+".join(way.sources) if way else ""


def _fact(fact: Fact) -> Content:
    return Content.assemble((f"{fact.label} ", DIM), fact.value, " ", rule_link(fact.rule))


def _heading(line: PlanLine, called: Name) -> Content:
    """The place of the lines that follow, with what all units there have in common."""
    state = states(line.counter)
    return Content.assemble(called(line.space), (f"  {state}", BAD) if state else "")


def _place(source: PlanSource, called: Name) -> str:
    return called(source.space) if source.space else "not placed"


def _source(source: PlanSource, wide: int, called: Name) -> Content:
    """What pays in one line: where, points, and whether they are lost if they are left."""
    points = f"{source.points}→{source.left}" if source.left != source.points else f"{source.points}"
    lost = "" if source.kept or not source.left else " lost"
    room = max(1, wide - 4 - 6 - 5)
    place = _place(source, called)
    place = place if len(place) <= room else f"{place[: room - 1]}…"
    style = DIM if source.space is None or not source.points else ""
    return Content.assemble((f"{source.id:<4}", KEY), (f"{place:<{room}}{points:>6}", style), (lost, BAD))


def _route(way: PlanWay, room: int, called: Name, style: str = "") -> Content:
    """The way in names if there is room, else in numbers; what makes it dearer stands out."""
    for words, between in (([called(space) for space in way.route], " › "), (way.route, "›")):
        named = zip(words, way.route, strict=True)
        parts = [(f"{word}!", DEAR) if space in way.dear else (word, style) for word, space in named]
        line = Content.styled(between, DIM).join([Content.styled(*part) for part in parts])
        if line.cell_length <= room:
            return line
    return line.truncate(max(1, room), ellipsis=True)


def _about_source(source: PlanSource, called: Name) -> list[Content]:
    points = f"{source.left} of {source.points} points left"
    return [
        Content.assemble((source.name, "bold"), f", {_place(source, called)}: {points}"),
        linked(source.note, "" if source.kept else BAD),
    ]


def _about_line(line: PlanLine, called: Name) -> list[Content]:
    change = Content.assemble((line.counter.label, "bold"), f" {line.before} → {line.after}")
    best, rows = line.best, []
    if best is None:
        rows.append(change)
    else:
        points = f"{best.price} point{'' if best.price == 1 else 's'} from {' and '.join(best.sources)}"
        more = "  (!: a point more)" if best.dear else ""
        rows.append(Content.assemble(change, f", {points}: ", _route(best, 1000, called), (more, DEAR)))
    if line.chosen is None and line.why_not is not None:
        rows.append(cited(line.why_not.reason, line.why_not.rule, BAD))
    others = [f"{way.price} from {_payers(way)}" for way in _payable(line) if way != best]
    if others:
        rows.append(Content.assemble(("←→ or ", DIM), ", ".join(others[:MOST_OTHERS])))
    return rows
