"""Keys that mean something else in every situation: those of the list, those of the past, letters of a jump, Esc."""

from __future__ import annotations

from wargame_tui.tui.screens.table.asking import Asking
from wargame_tui.tui.screens.table.ending import Ending
from wargame_tui.tui.screens.table.finding import Finding
from wargame_tui.tui.screens.table.hand import Hand
from wargame_tui.tui.screens.table.playing import Playing
from wargame_tui.tui.screens.table.time_machine import TimeMachine
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.session import Choice
from wargame_tui.tui.table.handover import gate_key
from wargame_tui.tui.table.listing import END_KEY, LIST_KEYS


class Keys:
    """Finds what a key is for."""

    def __init__(
        self,
        view: View,
        ending: Ending,
        playing: Playing,
        hand: Hand,
        finding: Finding,
        asking: Asking,
        time: TimeMachine,
    ) -> None:
        self._view, self._session = view, view.session
        self._ending = ending
        self._playing, self._hand, self._finding, self._asking, self._time = playing, hand, finding, asking, time

    def take(self, key: str, character: str | None) -> bool:
        """Do what a key stands for, wherever the focus is; whether it stands for anything here."""
        view = self._view
        view.settle()
        if key != "r":
            self._asking.forget()
        if self._ending.warns and self._answers(key):
            return True
        if view.jumps:
            view.jumps.type(character)
            view.hints()
            return True
        if self._session.viewed is not None:
            if action := self._time.keys.get(key):
                view.screen.call_later(action)
            return action is not None
        if self._opens(character):
            self._playing.take_over()
            return True
        if key == "X" and self._playing.call_off():
            return True
        row = view.decision.keys.get(character or "")
        if character in LIST_KEYS and view.barred():
            return True
        if row is None:
            return character == END_KEY and self._asking.why_no_end()
        if row.choice is None or row.proposal:
            view.decision.pick(row)
        elif not self._ends_in_haste(row.choice):
            self._ending.give(row.choice)
        return True

    def _opens(self, character: str | None) -> bool:
        """Whether a key is that of the side that has to take over."""
        awaited = self._view.sitting.handover.awaited
        if awaited is None or self._view.sitting.dice.hidden or not character:
            return False
        return character.upper() == gate_key(self._session.title.sides, awaited)

    def _answers(self, key: str) -> bool:
        """Answer a warning; any key but those that end the phase or leave it at that means something else again."""
        if key == "n":
            self._ending.show()
            return True
        # Enter ends the phase in the list alone; on the map it selects what is there.
        if key not in (END_KEY, "escape") and not (key == "enter" and not self._view.map.has_focus):
            self._ending.stay()
        return False

    def _ends_in_haste(self, choice: Choice) -> bool:
        """Whether a phase has begun so shortly before it is ended that the key was likely meant for the last one."""
        if choice.key != END_KEY or not self._view.sitting.handover.in_haste:
            return False
        self._view.notice(f"{self._session.prompt.text}: this phase has only just begun; E again ends it")
        return True

    def back(self) -> None:
        """Esc: out of whatever is open, back to the map, back to the present."""
        view, session = self._view, self._session
        if view.line.has_class("-open"):
            view.line.action_close()
        elif (session.viewed is None and self._playing.hurry()) or self._ending.stay():
            pass
        elif view.map.grabbed:
            view.map.grab(held=False)
        elif self._hand.put_down() or self._playing.call_off():
            pass
        elif session.viewed is not None and not session.replayed:
            self._time.look_end()
        elif not view.map.has_focus:
            view.map.focus()
        elif view.field.is_overviewed and not view.field.roomy:
            view.field.show_overview(shown=False)
        elif self._finding.hide_layers() or self._put_down_by_rules() or view.field.close_card():
            pass
        else:
            how = "q leaves the replay" if session.replayed else "u undoes, q leaves the game"
            view.notice(f"Nothing to cancel; {how}")

    def _put_down_by_rules(self) -> bool:
        """Leave what the rules have in hand where it stands; whether anything was in hand."""
        waits = self._playing.waits_for_space or self._view.sitting.handover.awaited is not None
        return not waits and self._playing.leave_in_place()

    def colon(self) -> None:
        """Type commands; in the past, where to go in time."""
        if self._session.viewed is not None:
            self._time.ask_for_moment()
        elif not self._view.barred():
            self._view.line.open(self._view.sitting.picking.choices)
