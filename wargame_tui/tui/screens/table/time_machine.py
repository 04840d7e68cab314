"""The table in time: undo, looking back, comparing, branches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from textual.timer import Timer

from wargame_tui.board.compare import Moment, NotComparable, compare, standing
from wargame_tui.board.moments import Chapter
from wargame_tui.board.scene import Overlay
from wargame_tui.core.errors import ForPlayers
from wargame_tui.tui.screens.ask import ConfirmScreen
from wargame_tui.tui.screens.compare import CompareScreen
from wargame_tui.tui.screens.pick import Item, PickScreen, matching
from wargame_tui.tui.screens.table.view import PAST_COLOR, View
from wargame_tui.tui.session import LookingBack
from wargame_tui.tui.table.over_map import places_on_view
from wargame_tui.tui.table.pace import Pace

SETTLE_AFTER = 0.05
"""Seconds of rest before the panes follow the map to another moment: a key held down must not wait for them."""


class TimeMachine:
    """What a player does to the game as a whole."""

    def __init__(self, view: View, pace: Pace) -> None:
        """`pace` is that of the game while it plays itself."""
        self._view, self._sitting, self._session = view, view.sitting, view.session
        self._past, self._pace = view.sitting.past, pace
        self._settling: Timer | None = None
        self.keys: Mapping[str, Callable[[], None]] = {
            "home": self.look_start,
            "end": self.look_end,
            "p": self.play,
            "n": partial(self.seek, "battle", 1),
            "N": partial(self.seek, "battle", -1),
            "less_than_sign": partial(self.change_pace, -1),
            "greater_than_sign": partial(self.change_pace, 1),
        }
        """Keys that belong to the time machine while it shows the past, whatever they mean at the table."""

    @property
    def is_settling(self) -> bool:
        """Whether not all of the moment on view is shown yet."""
        return self._settling is not None

    # Undo

    def undo(self) -> None:
        """Take back the last command; past dice or another's decision only if both agree."""
        if self._view.busy() or (self._session.is_programs and not self._view.gone and self._view.barred()):
            return
        question = self._session.undo_question
        if question is None:
            self._undo(agreed=False)
        else:
            self._view.screen.app.push_screen(ConfirmScreen(question, self._session.undo_assent, "no"), self._agreed)

    def _agreed(self, agreed: bool | None) -> None:
        if agreed:
            self._undo(agreed=True)

    def _undo(self, *, agreed: bool) -> None:
        view = self._view
        try:
            taken = self._sitting.undo(agreed=agreed)
        except (ForPlayers, LookingBack) as error:
            view.notice(str(error), bad=True)
            return
        view.all()
        view.tell(self._sitting.notes.trouble())
        view.notice(f"Undone: {taken}")

    # Looking back

    def look_at(self, at: int) -> None:
        """Show the table as it was after so many commands, the cursor where the last of them happened.

        What is beside the map follows when the keys rest.
        """
        view, session = self._view, self._session
        session.look(at)
        if session.at == session.newest:
            self._pace.stop()
        self._settled()
        if session.viewed is None:
            view.uncovered()
            return
        view.first()
        view.lay()
        if places := places_on_view(session, view.field.names):
            view.map.go_to(places[-1])
        self._settling = view.screen.set_timer(SETTLE_AFTER, self._settle)

    def _settle(self) -> None:
        self._settling = None
        self._view.all()

    def _settled(self) -> None:
        if self._settling is not None:
            self._settling.stop()
            self._settling = None

    def look(self, by: int) -> None:
        """Step back and forward through the game."""
        if self._view.busy():
            return
        at = self._past.step(by)
        if at is None:
            self._view.notice(self._past.end_words(by))
        else:
            self.look_at(at)

    def seek(self, what: str, by: int) -> None:
        """To where the next turn, phase or battle begins, or the one before."""
        if self._view.busy():
            return
        at = self._past.seek(what, by)
        if at is None:
            self._view.notice(f"No battle {'after' if by > 0 else 'before'} this one")
        else:
            self.look_at(at)

    def look_start(self) -> None:
        """To the beginning of the game."""
        if not self._view.busy():
            self.look_at(0)

    def replay(self) -> None:
        """Let the game play itself from its beginning."""
        self.look_start()
        self.play()

    def look_end(self) -> None:
        """To the end of the game, which is the present unless it is a replay."""
        self.look_at(self._session.newest)

    def begin_replay(self) -> None:
        """At the beginning of the game; of two games that are to be compared, with what differs at their ends."""
        self.look_at(self._session.at)
        if self._session.marked is not None and self._session.at:
            self.compare()

    # Playing by itself

    def play(self) -> None:
        """Let the game play itself from the moment on view, from the start if that is its end; or stop it."""
        if self._session.at == self._session.newest:
            self.look_at(0)
        self._pace.toggle()
        self._view.banner()

    def change_pace(self, by: int) -> None:
        """Play faster or slower."""
        self._pace.change(by)
        self._view.banner()

    def go_on_by_itself(self) -> None:
        """One command on; at the end it stops."""
        if self._session.at == self._session.newest:
            self._pace.stop()
            self._view.banner()
        elif self._view.screen.is_current:
            self.look(1)

    # By number or name

    def ask_for_moment(self) -> None:
        """Go to a command by its number, or to a phase by its name."""
        heading = f"Go to a command (0 to {self._session.newest}) or a phase"
        items = [_item(chapter) for chapter in self._past.phases]
        now = _item(self._past.phase).id
        self._view.screen.app.push_screen(PickScreen(heading, items, True, now, self._moments), self._went)

    def _moments(self, items: Sequence[Item], typed: str) -> list[Item]:
        """The moments that were typed: a number, or words of a phase."""
        at = self._past.numbered(typed)
        if at is None:
            return matching(items, typed)
        others = [item for item in matching(items, typed) if item.id != str(at)]
        return [Item(str(at), f"Command {at}", self._past.led_to(at)), *others]

    def _went(self, picked: str | None) -> None:
        if picked is not None:
            self.look_at(int(picked))

    # Comparing

    def mark(self) -> None:
        """Mark the moment on view, to compare others with it."""
        if not self._view.busy():
            marked = self._session.marked = self._session.moment()
            self._view.notice(f"Marked: {standing(marked)}. Go elsewhere and press x to compare")

    def compare(self) -> None:
        """Compare the moment on view with the marked one."""
        view, session = self._view, self._session
        if view.busy():
            return
        if session.marked is None:
            view.notice("Mark a moment with k first, then x compares another with it")
            return
        try:
            found = compare(session.marked, session.moment(), session.viewer)
        except NotComparable as error:
            view.notice(str(error), bad=True)
            return
        self._pace.stop()
        self._settled()
        view.bar.hints([])  # The comparison has its own.
        screen = CompareScreen(session, view.screen, found, view.field.names, self._show_compared, view.field.go_to)
        view.screen.app.push_screen(screen, self._compared)

    def _compared(self, at: int | None) -> None:
        if at is None:
            self._view.all()
        else:
            self.look_at(at)

    def _show_compared(self, moment: Moment, overlay: Overlay) -> None:
        """Show the map of a moment, perhaps of another game, under an overlay."""
        self._view.map.show(self._session.pieces(moment.state))
        self._view.map.overlay(overlay)
        self._view.field.banner.stand(f"On the map: {standing(moment)}", PAST_COLOR)

    # Branches

    def play_on(self) -> None:
        """A new game from the moment on view."""
        view, session = self._view, self._session
        if session.viewed is None:
            view.notice("P plays on from an earlier moment: go back with [ first")
            return
        if session.no_branch:
            view.notice(session.no_branch)
            return
        question = f"Start a new game from here, after {session.at} commands? The present one stays as it is."
        view.screen.app.push_screen(ConfirmScreen(question, "play on from here", "no"), self._branched)

    def _branched(self, wanted: bool | None) -> None:
        if wanted:
            screen = self._view.screen
            screen.call_later(screen.app.run_action, "branch")


def _item(chapter: Chapter) -> Item:
    return Item(str(chapter.at), chapter.words, str(chapter.at))
