"""Asking: why not, which rule, what to do."""

from __future__ import annotations

from textual.content import Content

from wargame_tui.board.phrases import plural
from wargame_tui.board.title import Help
from wargame_tui.tui.screens.help import HelpScreen, Section
from wargame_tui.tui.screens.sources import SourcesScreen
from wargame_tui.tui.screens.table.key_list import sections
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.table.sourced import origins_of, sourced
from wargame_tui.tui.words import cited

PAST_HELP = Help(
    "Looking back",
    (
        "The table as it was at this moment: you can look at everything, and change nothing.",
        "To try something else from here, play on as a new game: P. It is kept under a name of its own.",
    ),
    (),
)
TIME_KEYS = (
    ("[ ]", "back and forward command by command"),
    ("{ }", "to the beginning of the phase, to the next phase"),
    ("( )", "to the beginning of the turn, to the next turn"),
    ("n N", "to the next battle, to the one before"),
    ("Home End", "to the beginning of the game, to its end"),
    (":", "to a command by number, or to a phase by name"),
    ("p", "play and pause; < slower, > faster"),
    ("t", "step by step: the enemy's last turn before this moment; by mail the last letter"),
    ("P", "play on from here as a new game; this one stays as it is"),
    ("k", "mark this moment"),
    ("x", "compare the moment on view with the marked one, of this game or another"),
    ("Esc", "to the present"),
    ("Arrows g f", "on the map: cursor, go to a place, jump letters"),
    ("v e i o + - a z", "layers, legend, the ground here, overview, zoom, the whole map, where it happens"),
    ("s", "sources: where the numbers come from"),
    ("Tab l d", "panes: next, log, show or hide"),
    ("Ctrl+E", "export the whole game: a report with maps and a film, as files"),
    ("q", "leave"),
)
"""What keys do while the table shows the past."""


class Asking:
    """Answers what a player asks about the thing in hand."""

    def __init__(self, view: View) -> None:
        self._view, self._session = view, view.session
        self.rule_named: str | None = None
        """The rule in the notice on the last line."""

    def forget(self) -> None:
        """The notice goes, and with it the rule that it named."""
        self.rule_named = None

    def why_not(self) -> None:
        """Why what is under the cursor cannot be picked, with the rule."""
        view, sitting = self._view, self._view.sitting
        space, picking = view.map.cursor, sitting.picking
        refusal = self._session.why_not(picking.asked_about(space, sitting.standing))
        name = sitting.label(picking.unit) or view.field.names.get(space or "", space or "this")
        if refusal is not None:
            view.notice(Content.assemble((f"{name}: ", "bold"), cited(refusal.reason, refusal.rule)), bad=True)
            self.rule_named = refusal.rule
        elif picking.held is not None and picking.goes_to(space) is not None:
            view.notice(f"{name} can go here: Enter")
        elif count := len(picking.concerned(space)):
            view.notice(f"{name}: {plural(count, 'choice')} here, Enter")
        elif picking.unit is not None:
            view.notice(f"{name} can act: Enter")
        else:
            view.notice(f"{name}: no unit is selected, n selects one")

    def why_no_end(self) -> bool:
        """Why what is decided cannot be ended yet; whether there is a reason to tell."""
        end = self._session.no_end()
        refusal = end.denied if end is not None else None
        if refusal is not None:
            self._view.refuse(refusal)
            self.rule_named = refusal.rule
        return refusal is not None

    def rule(self) -> None:
        """The rule of the thing in hand: log line, highlighted command, or the question."""
        view, log = self._view, self._view.panes.log
        rule: str | None
        if log.has_focus:
            rule = log.lit.rule if log.lit else None
        else:
            lit = view.decision.lit
            rule = self.rule_named or (lit.rule if lit else None) or self._session.prompt.rule
        self.forget()
        if rule:
            view.screen.call_later(view.screen.app.run_action, f"rule({rule!r})")
        else:
            view.notice("No rule applies here")

    def sources(self) -> None:
        """Where the numbers of the units and the space under the cursor come from, and those of the charts."""
        view, session = self._view, self._session
        origins, space = origins_of(session), view.map.cursor
        if isinstance(origins, str):
            view.notice(origins, bad=True)
            return
        here = sourced(session, origins, space, view.sitting.picking.unit) if space is not None else ()
        name = view.field.names.get(space or "", space or "nothing")
        view.screen.app.push_screen(SourcesScreen(session.title.name, name, here, origins))

    def help(self) -> None:
        """What to know for the decision in hand."""
        session = self._session
        if session.viewed is None:
            keys = sections(self._view.screen.BINDINGS, session.title.command_kinds)
            screen = HelpScreen(session.title.help(session.state), session.prompt.text, keys)
        else:
            screen = HelpScreen(PAST_HELP, "", (Section("Keys while looking back", TIME_KEYS),))
        self._view.screen.app.push_screen(screen)
