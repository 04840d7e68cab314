"""Everything by name at the table: keys, layers, legal commands, places, units, rules, saved games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from wargame_tui.tui.program import program
from wargame_tui.tui.screens.commands import ALSO, Entry, actions_of, open_commands
from wargame_tui.tui.screens.table.finding import Finding
from wargame_tui.tui.screens.table.playing import Playing
from wargame_tui.tui.screens.table.view import View

_ONLY_PAST = ("play_on", "look(1)", "seek('phase', 1)", "seek('turn', 1)")
_ONLY_PRESENT = ("undo", "command_line", "next_place(1)", "next_place(-1)")


class ByName:
    """Lists what can be done and found, and does what is picked."""

    def __init__(self, view: View, playing: Playing, finding: Finding) -> None:
        self._view, self._session = view, view.session
        self._playing, self._finding = playing, finding

    def open(self) -> None:
        """Let the player pick."""
        open_commands(self._view.screen, self.entries())

    def entries(self) -> list[Entry]:
        """What can be done at the table now: its actions, its layers, the legal commands; then what can be found."""
        return [*self._doable(), *self._findable()]

    def _doable(self) -> Iterator[Entry]:
        screen, finding = self._view.screen, self._finding
        yield from actions_of(screen, self._is_valid)
        yield Entry("Search the rules", "", partial(screen.app.run_action, "rules"), ALSO["rules"])
        for info in self._view.sitting.over_map.infos(self._session):
            legend = ", ".join(words for _, words in info.legend)
            run = partial(finding.show_layer, info.id)
            yield Entry(f"Show {info.name}", f"layer {legend}".strip(), run, ALSO["layers"])
        for choice in self._view.sitting.picking.choices:
            note = " · ".join(part for part in (choice.notation, finding.place_name(choice.space)) if part)
            yield Entry(choice.text, note, partial(self._playing.give, choice.command))

    def _findable(self) -> Iterator[Entry]:
        screen, session, finding = self._view.screen, self._session, self._finding
        for item in finding.destinations():
            yield Entry(f"Go to {item.words}", item.note, partial(finding.went, item.id), "place unit", found=True)
        for rule in session.title.rulebook().rules.values():
            run = partial(screen.app.run_action, f"rule({rule.number!r})")
            yield Entry(f"Rule {rule.number} {rule.heading}", "", run, rule.also if rule.is_table else "", found=True)
        if session.shelf is not None and not session.replayed:
            for card in session.shelf.list():
                if card.name != session.name and card.header is not None:
                    words = f"Leave, and continue {card.name}"
                    yield Entry(
                        words,
                        "saved game",
                        partial(program(screen).open_save, card.path),
                        "saves load resume",
                        found=True,
                    )

    def _is_valid(self, action: str) -> bool:
        session = self._session
        if action == "mail" and not (session.by_mail or session.is_live):
            return False
        if action in ("play_on", "save") and (session.by_mail or session.is_live):
            return False
        if action == "plan" and self._view.sitting.planning is None:
            return False
        if action == "opponent" and (not session.is_for_two or session.replayed):
            return False
        if action == "film" and session.film.enemy_turn() is None:
            return False
        if action == "desk" and session.title.desk(session.state) is None:
            return False
        return action not in (_ONLY_PRESENT if session.viewed is not None else _ONLY_PAST)
