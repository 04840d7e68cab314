"""The table in time: undo, looking back, branches, saving and leaving."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from textual.timer import Timer

from wargame_tui.board.compare import Moment, NotComparable, compare, standing
from wargame_tui.board.moments import Begins, Chapter, begins_battle, begins_phase, begins_turn, chapters, seek, told
from wargame_tui.board.scene import Overlay
from wargame_tui.board.title import Help
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.errors import ForPlayers
from wargame_tui.tui.program import program
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.screens.compare import CompareScreen
from wargame_tui.tui.screens.pace import Pace
from wargame_tui.tui.screens.pick import Item, PickScreen, matching
from wargame_tui.tui.screens.table_layout import TableLayout
from wargame_tui.tui.session import LookingBack, Session
from wargame_tui.tui.settings import Settings
from wargame_tui.tui.widgets.hint_bar import Hint

PAST_COLOR = "#d8c48a"
SETTLE_AFTER = 0.05
"""Seconds of rest before the panes follow the map to another moment: a key held down must not wait for them."""
BEGINNINGS: Mapping[str, Begins] = {"turn": begins_turn, "phase": begins_phase, "battle": begins_battle}
"""What the time machine can go to the next of."""
PAST_KEYS = {
    "home": "look_start",
    "end": "look_end",
    "p": "play",
    "n": "seek('battle', 1)",
    "N": "seek('battle', -1)",
    "less_than_sign": "pace(-1)",
    "greater_than_sign": "pace(1)",
}
"""Keys that belong to the time machine while it shows the past, whatever they mean at the table."""
STEPS = (Hint("[ ]", "command"), Hint("{ }", "phase"), Hint("( )", "turn"))
IN_GAME, IN_REPLAY = Hint("Esc", "present", "screen.back"), Hint("q", "leave", "screen.leave")
PAST_HINTS = (
    Hint("n N", "battle"),
    Hint("p", "play", "screen.play"),
    Hint(":", "go to", "screen.command_line"),
    Hint("P", "play on from here", "screen.play_on"),
    Hint("?", "help", "screen.help"),
    Hint("k", "mark", "screen.mark"),
    Hint("x", "compare", "screen.compare"),
    Hint("Home End", "ends"),
)
PAST_HELP = Help(
    "Looking back",
    (
        "The table is as it was at this moment; nothing can be decided here, and the game is not changed.",
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
    ("Arrows g f", "about the map: cursor, go to a place, jump letters"),
    ("v o + -", "overlays, overview, zoom"),
    ("Tab l d", "panes: next, log, show or hide"),
    ("Ctrl+E", "export the whole game: a report with maps and a film, as files"),
    ("q", "leave"),
)
"""What keys do while the table shows the past."""


class TableInTime(TableLayout):
    """What a player does to the game as a whole."""

    def __init__(self, session: Session, settings: Settings, cache_dir: Path | None = None) -> None:
        super().__init__(session, settings, cache_dir)
        self._pace = Pace(self, self._next_by_itself)
        self._settling: Timer | None = None
        """Until all of the moment on view is shown."""

    def _show_first(self) -> None:
        """Show of the state on view what the eye goes to."""
        raise NotImplementedError

    def _show_all(self) -> None:
        """Show the state on view: everything."""
        raise NotImplementedError

    def _show_uncovered(self) -> None:
        """Show everything to a player who has seen all dice."""
        raise NotImplementedError

    def _lay(self) -> None:
        """Lay the overlay of the state on view over the map."""
        raise NotImplementedError

    def _busy(self) -> bool:
        """Whether dice are still covered: then nothing else is decided."""
        raise NotImplementedError

    def _taken_back(self) -> None:
        """Forget what was about the command that has been taken back."""
        raise NotImplementedError

    _trouble_told = False

    def _tell_trouble(self) -> None:
        """A game that cannot be kept on disk goes on in memory; said once."""
        if self.session.trouble and not self._trouble_told:
            self._trouble_told = True
            self.notify(
                f"{self.session.trouble}\n{self.session.remedy}",
                title="The game cannot be kept on disk",
                severity="error",
                timeout=12,
            )
        elif self.session.trouble is None:
            self._trouble_told = False

    def _tell_record(self) -> None:
        """What the end of the game has left in the player's record; said once."""
        entered, self.session.entered = self.session.entered, None
        if entered is None:
            return
        if entered.trouble:
            self.notify(entered.trouble, title="The campaign record", severity="warning", timeout=12)
        if (run := entered.run) is None:
            return
        words = f"{run.name}: {run.level}, {run.score}."
        words += f" It does not count: {run.why_not}." if run.why_not else ""
        for medal in entered.medals:
            words += f"\n★ {medal.name}: {medal.words}"
        self.notify(words, title="Entered in your record", timeout=12)

    # Time

    def action_undo(self) -> None:
        """Take back the last command; past dice or another's decision only if both agree."""
        if self._busy():
            return
        question = self.session.undo_question
        if question is None:
            self._undo(agreed=False)
        else:
            self.app.push_screen(ConfirmScreen(question, "both agree", "no"), self._agreed)

    def _agreed(self, agreed: bool | None) -> None:
        if agreed:
            self._undo(agreed=True)

    def _undo(self, *, agreed: bool) -> None:
        game = self.session.game
        taken = told(game, len(game.entries) - 1) if game.entries else ""
        try:
            self.session.undo(agreed=agreed)
        except (ForPlayers, LookingBack) as error:
            self._bar.notice(str(error), bad=True)
            return
        self._taken_back()
        self._show_all()
        self._tell_trouble()
        self._bar.notice(f"Taken back: {taken}")

    def look_at(self, at: int) -> None:
        """Show the table as it was after so many commands, the cursor where the last of them happened.

        What is beside the map follows when the keys rest.
        """
        session = self.session
        session.look(at)
        if session.at == session.newest:
            self._pace.stop()
        self._settled()
        if session.viewed is None:
            self._show_uncovered()
            return
        self._show_first()
        self._lay()
        if places := self._places_on_view():
            self._map.go_to(places[-1])
        self._settling = self.set_timer(SETTLE_AFTER, self._show_all)

    def _settled(self) -> None:
        if self._settling is not None:
            self._settling.stop()
            self._settling = None

    def _places_on_view(self) -> list[str]:
        """Where on the map what led to the table on view happened."""
        return [space for space in self.session.places() if space in self._names]

    def action_look(self, by: int) -> None:
        """Step back and forward through the game."""
        if self._busy():
            return
        session = self.session
        at = session.at + by
        while 0 < at < session.newest and session.is_seed(at - 1):
            at += by
        if 0 <= at <= session.newest:
            self.look_at(at)
        else:
            end = "end" if session.replayed else "present"
            self._bar.notice("This is the beginning" if by < 0 else f"This is the {end}")

    def action_seek(self, what: str, by: int) -> None:
        """To where the next turn, phase or battle begins, or the one before."""
        if self._busy():
            return
        session = self.session
        at = seek(session.game, session.at, by, BEGINNINGS[what])
        if at is None and what == "battle":
            self._bar.notice(f"There is no battle {'after' if by > 0 else 'before'} this")
        else:
            self.look_at(at if at is not None else session.newest if by > 0 else 0)

    def action_look_start(self) -> None:
        """To the beginning of the game."""
        if not self._busy():
            self.look_at(0)

    def action_look_end(self) -> None:
        """To the end of the game, which is the present unless it is a replay."""
        self.look_at(self.session.newest)

    def action_play(self) -> None:
        """Let the game play itself from the moment on view, from the start if that is its end; or stop it."""
        if self.session.at == self.session.newest:
            self.look_at(0)
        self._pace.toggle()
        self._show_banner()

    def action_pace(self, by: int) -> None:
        """Play faster or slower."""
        self._pace.change(by)
        self._show_banner()

    def _next_by_itself(self) -> None:
        """One command on; at the end it stops."""
        if self.session.at == self.session.newest:
            self._pace.stop()
            self._show_banner()
        elif self.is_current:
            self.action_look(1)

    def _show_banner(self) -> None:
        """What must not be overlooked."""
        raise NotImplementedError

    def _moment_words(self) -> str:
        """Which moment of the past is on view, and what led to it."""
        session = self.session
        name = "Replay" if session.replayed else "Looking back"
        return f"{self._pace.words} {name}: {session.at} of {session.newest}   {self._led_to(session.at)}".strip()

    def _led_to(self, at: int) -> str:
        return told(self.session.game, at - 1, self.session.viewer) if at else "the beginning"

    def _past_hints(self) -> list[Hint]:
        """What keys do while the table shows the past."""
        film = [Hint("t", "enemy turn", "screen.film")] if self.session.has_films else []
        return [*STEPS, IN_REPLAY if self.session.replayed else IN_GAME, *PAST_HINTS, *film]

    def _go_to_moment(self) -> None:
        """Go to a command by its number, or to a phase by its name."""
        session = self.session
        found = chapters(session.game)
        now = next(chapter for chapter in reversed(found) if chapter.at <= session.at)
        heading = f"Go to a command (0 to {session.newest}) or a phase"
        items = [_item(chapter) for chapter in found]
        self.app.push_screen(PickScreen(heading, items, True, _item(now).id, self._moments), self._went_to_moment)

    def _moments(self, items: Sequence[Item], typed: str) -> list[Item]:
        """The moments that were typed: a number, or words of a phase."""
        number = typed.strip()
        if not (number.isascii() and number.isdigit() and int(number) <= self.session.newest):
            return matching(items, typed)
        at = int(number)
        others = [item for item in matching(items, typed) if item.id != str(at)]
        return [Item(str(at), f"Command {at}", self._led_to(at)), *others]

    def _went_to_moment(self, picked: str | None) -> None:
        if picked is not None:
            self.look_at(int(picked))

    def _begin_replay(self) -> None:
        """At the beginning of the game; of two games that are to be compared, with what differs at their ends."""
        self.look_at(self.session.at)
        if self.session.marked is not None and self.session.at:
            self.action_compare()

    # Comparing

    def action_mark(self) -> None:
        """Mark the moment on view, to compare others with it."""
        if not self._busy():
            self.session.marked = self.session.moment()
            self._bar.notice(f"Marked: {standing(self.session.marked)}. Elsewhere, x compares with it")

    def action_compare(self) -> None:
        """Compare the moment on view with the marked one."""
        session = self.session
        if self._busy():
            return
        if session.marked is None:
            self._bar.notice("Mark a moment with k first; then x compares another one with it")
            return
        try:
            found = compare(session.marked, session.moment(), session.viewer)
        except NotComparable as error:
            self._bar.notice(str(error), bad=True)
            return
        self._pace.stop()
        self._settled()
        self._bar.hints([])  # The comparison has its own.
        self.app.push_screen(CompareScreen(self, found, self._names), self._compared)

    def _compared(self, at: int | None) -> None:
        if at is None:
            self._show_all()
        else:
            self.look_at(at)

    def show_compared(self, moment: Moment, overlay: Overlay) -> None:
        """Show the map of a moment, perhaps of another game, under an overlay."""
        self._map.show(self.session.pieces(moment.state))
        self._map.overlay(overlay)
        self._banner.stand(f"On the map: {standing(moment)}", PAST_COLOR)

    def go_to(self, space: str) -> None:
        """Bring the cursor to a space of the map."""
        if space in self._names:
            self._map.go_to(space)

    # Branches

    def action_play_on(self) -> None:
        """A new game from the moment on view."""
        if self.session.viewed is None:
            self._bar.notice("P plays on from an earlier moment: step back with [ first")
            return
        if self.session.no_branch:
            self._bar.notice(self.session.no_branch)
            return
        question = f"Begin a new game from here, after {self.session.at} commands? The other one stays as it was."
        self.app.push_screen(ConfirmScreen(question, "play on from here", "no"), self._branched)

    def _branched(self, wanted: bool | None) -> None:
        if wanted:
            self.call_later(self.app.run_action, "branch")

    # Leaving

    def action_export(self) -> None:
        """Write a report and a film of the game, while it goes on."""
        if not self._busy():
            self._bar.notice(program(self).export(self.session))

    def action_save(self) -> None:
        """Save under a name."""
        self.app.push_screen(NameScreen("Save this game as"), self._named)

    def _named(self, name: str | None) -> None:
        if not name:
            return
        self._save(name)

    def _save(self, name: str, *, over: bool = False) -> None:
        try:
            self.session.save(name, over=over)
        except CannotSave as error:
            if over or "already" not in str(error):
                self._bar.notice(str(error), bad=True)
                return
            question = f"There is a save called {name} already. Write over it?"
            self.app.push_screen(ConfirmScreen(question), lambda yes: self._save(name, over=True) if yes else None)
        else:
            self._bar.notice(f"Saved as {name}; the game itself goes on being kept after every command")

    def action_leave(self) -> None:
        """Back to the chooser; the game is on disk already, unless the disk failed."""
        self.session.close()
        if self.session.trouble:
            question = f"This game could not be kept on disk: {self.session.trouble}\nLeave it all the same?"
            self.app.push_screen(ConfirmScreen(question, "leave and lose it", "stay"), self._left)
        else:
            self._left(True)

    def _left(self, leave: bool | None) -> None:
        if leave:
            self.dismiss("mail" if self.session.by_mail else "chooser")


def _item(chapter: Chapter) -> Item:
    return Item(str(chapter.at), chapter.words, str(chapter.at))
