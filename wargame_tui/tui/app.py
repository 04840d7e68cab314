"""The app: settings, screens, and the game at the table. It paints the first screen before any title is imported."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter, NoColor
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Static
from textual.worker import WorkerCancelled, WorkerFailed, get_current_worker

from wargame_tui.core.crash import Crash, is_for_players, told
from wargame_tui.core.harmless import harmless_lines
from wargame_tui.tui.harmless_cells import HarmlessLines
from wargame_tui.tui.paint.terminal import TRUECOLOR, Abilities, Probe, probe
from wargame_tui.tui.screens.too_small import SMALLEST, TooSmallScreen
from wargame_tui.tui.widgets.hint_bar import HintBar

if TYPE_CHECKING:
    from wargame_tui.board.compare import Moment
    from wargame_tui.live.meeting import Meeting
    from wargame_tui.mail.box import Case
    from wargame_tui.tui.export.folder import Copy
    from wargame_tui.tui.offers import NewGame, SavedGame
    from wargame_tui.tui.post_office import PostOffice
    from wargame_tui.tui.screens.mail import MailGame
    from wargame_tui.tui.screens.table import TableScreen
    from wargame_tui.tui.session import Session
    from wargame_tui.tui.settings import Settings
    from wargame_tui.tui.widgets.guide_band import GuideBand

CALM = Theme(
    name="calm",
    primary="#e3b652",
    secondary="#7fb0c4",
    accent="#e3b652",
    warning="#d8c48a",
    error="#e0705a",
    success="#8fbf7a",
    foreground="#d6d2c6",
    background="#14171a",
    surface="#1b1f23",
    panel="#262b31",
    dark=True,
)

_HARMLESS = HarmlessLines()
LONGEST_NOTICE = 600
"""Characters of a line of a notice."""
OPEN_WITHIN = 0.01
"""Seconds within which a screen opens; if not, keys wait as long again."""
EXPORTING = "Writing the report and film of the game so far; play on, Ctrl+E shows the progress"
SIGNS = "If symbols on the map look wrong (┏━┓ ⊠ ★), F2 offers plainer ones."
FIRST_ZOOM, OTHER_ZOOMS = ("middle",), ("near", "far", "close")
PLAIN = Theme(
    name="plain",
    primary="#ffff00",
    secondary="#00ffff",
    accent="#ffff00",
    warning="#ffff00",
    error="#ff0000",
    success="#00ff00",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    dark=True,
)
"""For terminals of 16 colours or none, where the calm shades would all come out as the same grey."""


LAST_MOMENTS = 4
"""Seconds in which the program leaves in good order when it is told to end."""


class WaitScreen(Screen[None]):
    """Stands while a game is being set up."""

    DEFAULT_CSS = """
    WaitScreen { align: center middle; & Static { width: auto; color: $foreground 60%; } }
    """

    def compose(self) -> Any:
        """One line."""
        yield Static("Setting up the table…")


class WargameApp(App[int | Exception]):
    """wargame-tui on the screen."""

    TITLE = "wargame-tui"
    ENABLE_COMMAND_PALETTE = False
    # Table and chooser have lists of their own for Ctrl+P; the framework's commands are not this program's.
    CSS = """
    .-theme-plain OptionList > .option-list--option-highlighted { text-style: bold underline; }
    .-theme-plain OptionList:focus > .option-list--option-highlighted { text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "settings", "settings"),
        Binding("f12", "guide", "guided first turn"),
        Binding("ctrl+q", "quit", "quit", priority=True),
        Binding("ctrl+z", "suspend_process", "to the shell; fg comes back", show=False),
    ]

    def __init__(
        self,
        scenario: str | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        save: Path | None = None,
        *,
        replay: str | None = None,
        versus: str | None = None,
        opponent: str | None = None,
        meeting: Meeting | None = None,
        saves: Path | None = None,
        config: Path | None = None,
        cache: Path | None = None,
        probe: Probe | None = None,
    ) -> None:
        """Play a scenario, go on with a save, replay a game, perhaps beside another, or choose.

        `opponent` is the side that the program plays; `none` takes it back; `meeting` is a live game that begins.
        `saves`, `config` and `cache` replace the usual places; `probe` is what the terminal has said of itself.
        """
        super().__init__(driver_class=_driver(probe))
        self._abilities = probe.abilities if probe else None
        if self.console.color_system is None:
            # The framework takes such a terminal for one of all colours.
            self._filters.append(NoColor())
        self._scenario, self._seed, self._options, self._save = scenario, seed, dict(options or {}), save
        self._replay, self._versus = replay, versus
        self._meeting = self._given = meeting
        """The live game at the table or waited for; the one with which the program was called."""
        self._is_met = False
        """Whether the game of the meeting has come to the table."""
        self._opponent = opponent
        """The side that the program plays in the game named by the caller."""
        self._marked: Moment | None = None
        """The moment that others are compared with: it outlasts the game in which it was marked."""
        self._saves_given, self._config_given, self._cache_given = saves, config, cache
        self._settings: Settings | None = None
        self.session: Session | None = None
        self._early: list[events.Key] = []
        """Keys for a screen that is being opened."""
        self._exported: str | None = None
        """What of an export is being written."""
        self.crash: str | None = None
        """What is told of an error inside the program that has ended the app."""
        self._export: tuple[str, Path] | None = None
        """The newest line of the game that was exported last, and where its files lie."""

    def on_mount(self) -> None:
        """Paint something at once, then begin."""
        self._listen()
        self.register_theme(CALM)
        self.register_theme(PLAIN)
        self.theme = CALM.name if self.console.color_system in ("truecolor", "256") else PLAIN.name
        if self._scenario is not None:
            self.push_screen(WaitScreen())
            self.call_after_refresh(self._begin, self._scenario, self._seed, self._options, self._opponent)
        elif self._save is not None:
            self.push_screen(WaitScreen())
            self.call_after_refresh(self._resume, self._save, self._opponent)
        elif self._replay is not None:
            self.push_screen(WaitScreen())
            self.call_after_refresh(self._look_at, self._replay, self._versus)
        elif self._meeting is not None:
            self._meet(self._meeting)
        else:
            self._choose()

    def _meet(self, meeting: Meeting) -> None:
        """Wait for the other player of a live game; then play."""
        from wargame_tui.tui.live_session import LiveSession, WatchSession
        from wargame_tui.tui.screens.lobby import LobbyScreen

        def ready() -> None:
            line = meeting.line
            session = LiveSession(line) if isinstance(line, Live) else WatchSession(line)
            self._is_met = True
            self.pop_screen()
            self.push_screen(WaitScreen())
            self._sit_down_live(session)

        from wargame_tui.live.line import Live

        def left() -> None:
            self.pop_screen()
            self._back_to_choose(meeting)

        self._meeting, self._is_met = meeting, False
        self.push_screen(LobbyScreen(meeting, ready, left))
        self._hold_line(meeting)

    def _back_to_choose(self, meeting: Meeting) -> None:
        """After a live game that did not begin: to the first screen if it was begun there, else the program ends."""
        self._hang_up()
        if meeting is self._given:
            self.exit(0)
        else:
            self._choose()

    @work(group="line", exit_on_error=False)
    async def _hold_line(self, meeting: Meeting) -> None:
        """Keep up the line of a live game; what makes that useless is said where the game was to begin."""
        try:
            await meeting.open()
        except Exception as error:
            if self._is_met:
                self.notify(_words(error), title="The line has ended", severity="error", timeout=20)
            elif meeting is self._given:
                self.exit(error)
            elif meeting is self._meeting:
                self.pop_screen()
                self._back_to_choose(meeting)
                self.notify(_words(error), title="The game cannot be played live", severity="error", timeout=20)

    @work(thread=True, exclusive=True, group="setting-up")
    def _sit_down_live(self, session: Session) -> None:
        self._set_up(lambda: (session, ()))

    def _listen(self) -> None:
        """Leave in good order if the system or a closed window says so."""
        if self.is_headless or sys.platform == "win32":
            return
        loop = asyncio.get_running_loop()

        def leave(*_: object) -> None:
            # With the window gone, whoever writes to it may wait for ever; the game is on disk already.
            signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
            signal.alarm(LAST_MOMENTS)
            loop.call_soon_threadsafe(self.call_later, self.action_quit)

        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, leave)

    # What is shown

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line of every widget goes through: nothing harmful reaches the terminal."""
        return [*super().get_line_filters(), _HARMLESS]

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Tell something: as it stands, whoever wrote it, and never as markup."""
        words, head = harmless_lines(message, LONGEST_NOTICE), harmless_lines(title, LONGEST_NOTICE)
        super().notify(words, title=head, severity=severity, timeout=timeout, markup=False)

    def _handle_exception(self, error: Exception) -> None:
        """End the app over an error inside the program: without what it knew of the game, which a traceback shows."""
        self._return_code = 1
        if self._exception is None:
            self.crash = told(error.error if isinstance(error, WorkerFailed) else error)
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    # Places

    @property
    def saves(self) -> Path:
        """The folder of saves."""
        if self._saves_given is not None:
            return self._saves_given
        from wargame_tui.core.shelf import saves_folder

        return saves_folder()

    @property
    def settings_path(self) -> Path:
        """The file of settings."""
        if self._config_given is not None:
            return self._config_given
        from wargame_tui.tui.settings import settings_path

        return settings_path()

    @property
    def cache(self) -> Path:
        """The folder where drawn maps are kept between games."""
        if self._cache_given is not None:
            return self._cache_given
        from platformdirs import user_cache_path

        return user_cache_path("wargame-tui")

    @property
    def settings(self) -> Settings:
        """The player's settings, read when first needed."""
        if self._settings is None:
            from wargame_tui.tui.settings import read_settings

            self._settings, problem = read_settings(self.settings_path)
            if problem:
                self.notify(f"{problem}\nThe usual settings are used instead.", severity="warning")
        return self._settings

    @property
    def look(self) -> Settings:
        """The settings as they suit this terminal."""
        colors = None if os.environ.get("NO_COLOR") else self.console.color_system
        from wargame_tui.tui.settings import locale_in

        encoding = getattr(sys.__stdout__, "encoding", None)
        return self.settings.for_terminal(colors, encoding, locale_in(os.environ), self._abilities)

    @property
    def terminal(self) -> Abilities:
        """What the terminal can show, as the settings want it."""
        wanted = "cells" if self.settings.pictures == "none" else self.settings.pictures
        return (self._abilities or Abilities()).wanted(wanted)

    @cached_property
    def post_office(self) -> PostOffice:
        """The letter box beside the saves, with the settings for letters; it remembers games that it has played up."""
        from wargame_tui.mail.box import Box
        from wargame_tui.tui.post_office import PostOffice

        return PostOffice(Box.beside(self.saves), lambda: self.settings, self._use)

    # From screen to screen

    def _choose(self) -> None:
        from wargame_tui.tui.screens.chooser import ChooserScreen

        self.push_screen(ChooserScreen(lambda: self.saves), self._chosen)

    def action_mail(self) -> None:
        """Open the letter box, from the chooser."""
        from wargame_tui.tui.screens.mail import MailScreen

        self.push_screen(MailScreen(self.post_office), self._mail_chosen)

    def _mail_chosen(self, game: MailGame | None) -> None:
        if game is not None:
            self.pop_screen()  # The chooser: it comes back, fresh, when the game is left.
            self.push_screen(WaitScreen())
            self._sit_down(game.case, game.start)

    @work(thread=True, exclusive=True, group="offers")
    def action_live(self, scenario: str = "") -> None:
        """Host, join or watch a live game, from the chooser; a new one perhaps of the scenario highlighted there."""
        from wargame_tui.tui.screens.mail import offered
        from wargame_tui.tui.screens.meet import Meet

        meet = Meet(self, self.post_office, self._meet_from_chooser)
        games = [case for _, case in self.post_office.games() if not isinstance(case, Exception)]
        waiting = [case for case in games if case.mail.game is None or case.mail.game.over is None]
        self.call_from_thread(meet.begin, offered(), scenario, waiting)

    def _meet_from_chooser(self, meeting: Meeting) -> None:
        self.pop_screen()  # The chooser: it comes back, fresh, when the game is left.
        self._meet(meeting)

    @work(thread=True, exclusive=True, group="setting-up")
    def _sit_down(self, case: Case, start: int | None) -> None:
        from wargame_tui.tui.mail_session import MailSession

        self._set_up(lambda: (MailSession(self.post_office, case, start), ()))

    def play_mail(self, case: Case, start: int | None) -> None:
        """Go on with a game by mail for which a letter has been opened at the table."""
        from wargame_tui.tui.mail_session import MailSession

        self.pop_screen()
        self._play(MailSession(self.post_office, case, start))

    def _chosen(self, choice: NewGame | SavedGame | None) -> None:
        from wargame_tui.tui.offers import NewGame

        if choice is None:
            self.exit(0)
            return
        self.push_screen(WaitScreen())
        if isinstance(choice, NewGame):
            self._begin(choice.scenario, choice.seed, choice.options, choice.opponent)
        else:
            self._resume(choice.path)

    @work(thread=True, exclusive=True, group="setting-up")
    def _begin(self, scenario: str, seed: int | None, options: Mapping[str, Any], opponent: str | None = None) -> None:
        from wargame_tui.tui.library import new_session

        self._set_up(lambda: (new_session(scenario, seed, options, self.saves, opponent), ()))

    @work(thread=True, exclusive=True, group="setting-up")
    def _resume(self, path: Path, opponent: str | None = None) -> None:
        from wargame_tui.tui.library import resumed_session

        self._set_up(lambda: resumed_session(path, self.saves, opponent))

    @work(thread=True, exclusive=True, group="setting-up")
    def _look_at(self, file: str, versus: str | None) -> None:
        from wargame_tui.tui.library import replayed_session

        self._set_up(lambda: replayed_session(file, versus, self.saves))

    def _set_up(self, prepare: Callable[[], tuple[Session, Sequence[str]]]) -> None:
        """In a thread of its own: prepare game and map, hand them over, then draw the map's other zooms."""
        from wargame_tui.tui.library import draw_map

        try:
            session, notes = prepare()
            draw_map(session, self.cache, FIRST_ZOOM)
        except Exception as error:
            self.call_from_thread(self._failed, error)
        else:
            self.call_from_thread(self._play, session, notes)
            draw_map(session, self.cache, OTHER_ZOOMS)

    def _failed(self, error: Exception) -> None:
        """A game that cannot be set up: said in the chooser, or by the command line if that is where it was named."""
        if self._scenario is not None or self._save is not None or self._replay is not None:
            self.exit(error)
            return
        self.pop_screen()
        self._choose()
        self.notify(_words(error), title="The game cannot be played", severity="error", timeout=12)

    def _play(self, session: Session, notes: Sequence[str] = ()) -> None:
        from wargame_tui.tui.screens.table import TableScreen

        self.session = session
        session.marked = session.marked or self._marked
        while isinstance(self.screen, WaitScreen | TooSmallScreen):
            self.pop_screen()
        self._scenario = self._save = self._replay = None
        # Thousands of states that stay: no collection walks through them again, half a second each time.
        gc.freeze()
        table = TableScreen(session, self.look, self.cache)
        self.push_screen(table, self._left)
        self._first_time(table)
        self._check_size(self.size)
        for note in notes:
            self.notify(note, severity="warning", timeout=12)
        if session.game.unverified:
            self.notify(session.game.unverified, title="The history of this game is unverified", severity="warning")

    def _first_time(self, table: TableScreen) -> None:
        """On a terminal never played on before: where to turn if the map does not look right. Asks nothing."""
        if not self.settings_path.exists():
            table.call_after_refresh(table.view.notice, SIGNS)
            self._keep_settings()

    def _keep_settings(self) -> None:
        from wargame_tui.tui.settings import write_settings

        try:
            write_settings(self.settings_path, self.settings)
        except OSError as error:
            self.notify(f"{error}", title="Settings cannot be saved", severity="warning")

    def _left(self, result: str | None) -> None:
        self._marked = self.session.marked if self.session else None
        game = self.session.game if self.session else None
        opponent = self.session.players.named if self.session else None
        self._hang_up()
        self.session = None
        if result == "again" and game is not None:
            self.push_screen(WaitScreen())
            self._begin(game.scenario, None, game.options, opponent)
            return
        self._choose()
        if result == "mail":
            self.action_mail()

    def _hang_up(self) -> None:
        """End the line of a live game that is left."""
        if self._meeting is not None:
            self._meeting.line.close()
            self._meeting = None
            self.workers.cancel_group(self, "line")

    # Exports

    def export(self, session: Session) -> str:
        """Begin to write report and film of a game; what is being done, or has been, in a sentence."""
        if self._exported is not None:
            return f"Still writing: {self._exported}"
        moment = f"{session.name} {(session.game.checks() or [session.game.root])[-1]}"
        if self._export is not None and self._export[0] == moment and self._export[1].is_dir():
            return f"Nothing has changed since the last export: report and film are in {self._export[1]}"
        from wargame_tui.tui.export.folder import Copy

        self._exported = "the report"
        self._write_export(Copy(session), None if session.replayed else datetime.now(UTC), moment)
        return EXPORTING

    @work(thread=True, group="exporting")
    def _write_export(self, copy: Copy, played: datetime | None, moment: str) -> None:
        worker = get_current_worker()

        def tell(what: str) -> None:
            if worker.is_cancelled:
                raise WorkerCancelled
            self._exported = what

        try:
            folder = copy.export(self.saves, tell, played)
        except WorkerCancelled:
            return
        except Exception as error:
            self.call_from_thread(self._export_ended, moment, error)
        else:
            self.call_from_thread(self._export_ended, moment, folder)

    def _export_ended(self, moment: str, result: Path | Exception) -> None:
        """Say what became of an export, also where the line of hints still says that it is being written."""
        self._exported = None
        if isinstance(result, Exception):
            words = _words(result)
            self.notify(words, title="Export failed", severity="error", timeout=20)
        else:
            self._export = moment, result
            words = f"Report and film are in {result}"
            self.notify(words, title="Exported", timeout=20)
        for screen in self.screen_stack:
            for bar in screen.query(HintBar):
                bar.renew(EXPORTING, words)

    # Everywhere

    def action_rule(self, number: str) -> None:
        """Open a rule of the title at the table."""
        if self.session is None:
            return
        from wargame_tui.tui.screens.rule import RuleScreen

        if isinstance(self.screen, RuleScreen):
            self.screen.open(number)
        else:
            title = self.session.title
            self.push_screen(RuleScreen(title.rulebook(), number, title.name))

    def action_rules(self) -> None:
        """Search the rules of the title at the table."""
        if self.session is None:
            return
        from wargame_tui.tui.screens.rule import RuleScreen

        title = self.session.title
        book = title.rulebook()
        self.push_screen(RuleScreen(book, next(iter(book.rules)), title.name, searching=True))

    def action_rules_at(self, number: str) -> None:
        """The rulebook of the title at the table with its contents, at a rule; at its beginning if there is none."""
        if self.session is None:
            return
        from wargame_tui.tui.screens.rule import RuleScreen

        title = self.session.title
        book = title.rulebook()
        at = number if book.find(number) else next(iter(book.rules))
        self.push_screen(RuleScreen(book, at, title.name, contents=True))

    def action_settings(self) -> None:
        """Change the settings."""
        from wargame_tui.tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self.settings), self._use)

    def _use(self, settings: Settings | None) -> None:
        if settings is None:
            return
        from wargame_tui.tui.screens.table import TableScreen

        self._settings = settings
        self._keep_settings()
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.use(self.look)

    def remember(self, **choices: Any) -> None:
        """Keep settings that are changed at the table, by name."""
        self._use(replace(self.settings, **choices))

    def open_save(self, path: Path) -> None:
        """Leave the game at the table, which is kept, and go on with another."""
        from wargame_tui.tui.screens.table import TableScreen

        if self.session is None or not isinstance(self.screen, TableScreen):
            return
        self.session.close()
        if self.session.trouble:
            self.screen.keeping.leave()  # Not without asking.
            return
        self._marked, self.session = self.session.marked, None
        self.pop_screen()
        self.push_screen(WaitScreen())
        self._resume(path)

    def action_branch(self) -> None:
        """Play on from the moment of the past that the table shows, as a game of its own."""
        from wargame_tui.tui.screens.table import TableScreen

        if self.session is None or not isinstance(self.screen, TableScreen):
            return
        self.session.close()
        session = self.session.branch()
        session.keep_new()
        self.pop_screen()
        self._play(session)

    async def action_quit(self) -> None:
        """Leave the program; the game at the table is kept."""
        if self.session is not None:
            self.session.close()
        self._hang_up()
        self.exit(0)

    async def on_event(self, event: events.Event) -> None:
        """A notice stands until the next key, whatever that is for."""
        if isinstance(event, events.InputEvent) and not self.screen_stack:
            return  # The program is ending: there is nothing left for it to be about.
        if isinstance(event, events.Key) and not event.is_forwarded:
            if self._early or not self.screen.is_mounted:
                self._hold(event)
                return
            self._forget_notices()
            for band in self._bands():
                band.key(event.key)
        await super().on_event(event)

    def _hold(self, key: events.Key) -> None:
        """Keep a key that comes before there is anything on a new screen that it could be for."""
        if not self._early:
            self.set_timer(OPEN_WITHIN, self._release)
        self._early.append(key)

    async def _release(self) -> None:
        early, self._early = self._early, []
        for key in early:
            await self.on_event(key)

    def action_guide(self) -> None:
        """End the guided first turn, or begin it again."""
        for band in self._bands():
            if elsewhere := band.toggle():
                for bar in self.screen.query(HintBar):
                    bar.notice(elsewhere)

    def _bands(self) -> list[GuideBand]:
        """The band of the guide, at a table."""
        if self.session is None:
            return []
        from wargame_tui.tui.widgets.guide_band import GuideBand

        return list(self.screen.query(GuideBand))

    def on_guide_band_ended(self, event: GuideBand.Ended) -> None:
        """It does not come by itself again."""
        if event.title not in (done := self.settings.guided.split(",")):
            self._settings = replace(self.settings, guided=",".join(filter(None, (*done, event.title))))
            self._keep_settings()
        for bar in self.screen.query(HintBar):
            bar.notice("The guided turn is over. ? shows help at any time; F12 starts it again.")

    def on_mouse_down(self) -> None:
        """Or until the next click."""
        self._forget_notices()

    def _forget_notices(self) -> None:
        for bar in self.screen.query(HintBar):
            bar.forget()

    def on_key(self, event: events.Key) -> None:
        """A key that nobody knows is answered, not swallowed."""
        if event.key in self.screen.active_bindings or not self.screen.is_current:
            return
        helps = any(active.binding.action == "help" for active in self.screen.active_bindings.values())
        words = f"{event.character if event.is_printable else event.key} does nothing here{'; ? for help' * helps}"
        for bar in self.screen.query(HintBar):
            bar.notice(words)

    def on_resize(self, event: events.Resize) -> None:
        """A terminal too small for the table gets a message until it is enlarged."""
        self._check_size(event.size)

    def _check_size(self, size: Size) -> None:
        small = size.width < SMALLEST[0] or size.height < SMALLEST[1]
        covered = isinstance(self.screen, TooSmallScreen)
        if small and not covered:
            self.push_screen(TooSmallScreen())
        elif covered and not small:
            self.pop_screen()


def _words(error: Exception) -> str:
    """What a player reads of an error: that of the program itself goes into a report."""
    from wargame_tui.board.plain import DataError, briefly

    if isinstance(error, DataError):
        return f"{briefly(error)}\nMend the file, or play without the data pack if it belongs to one"
    return str(error) if is_for_players(error) else told(error)


def _driver(probe: Probe | None) -> type[Driver] | None:
    """The driver for a terminal that still owes answers; the usual one for any other."""
    if probe is None or probe.owed is None:
        return None
    from wargame_tui.tui.paint.late import patient_driver

    return patient_driver(probe.owed)


HAND_OVER = 0.0005
"""Seconds after which a thread that works out odds or layers has to let a key be answered; ten times Python's pace."""


def run(
    scenario: str | None = None,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    save: Path | None = None,
    replay: str | None = None,
    versus: str | None = None,
    opponent: str | None = None,
    meeting: Meeting | None = None,
) -> int:
    """Run the app; the exit status.

    Raises what kept a game named by the caller from being set up, and Crash after an error inside the program.
    """
    asked = probe()
    if asked.abilities.colours == TRUECOLOR:
        # What a terminal says of itself counts more than what ssh and the like have left in the environment.
        os.environ["COLORTERM"] = "truecolor"
    sys.setswitchinterval(HAND_OVER)
    app = WargameApp(
        scenario,
        seed,
        options,
        save,
        replay=replay,
        versus=versus,
        opponent=opponent,
        meeting=meeting,
        probe=asked,
    )
    result = app.run()
    if app.crash is not None:
        raise Crash(app.crash)
    if isinstance(result, Exception):
        raise result
    return 0 if result is None else result
