"""What a widget with tiles leaves to others: when they are written, what lies over them, suspension and the end."""

from collections.abc import Callable, Iterator, Sequence
from weakref import WeakKeyDictionary, WeakSet

from textual.app import App
from textual.driver import Driver
from textual.geometry import Region
from textual.widget import Widget

from wargame_tui.tui.paint.pixels import PixelSurface, Run, Write

BACKLOG, LATER = 3, 0.03
"""Writes that may be waiting when a picture is written (a frame takes up to three); seconds until it is tried again."""


class Pictures:
    """Brings the tiles of a widget to the terminal.

    The widget calls `frame` first thing in its `render_lines`, and shows no tiles while `shown` is false: another
    screen lies over its own then, and what is seen through is tinted, which only text survives. It calls `close` when
    it is unmounted.
    """

    def __init__(self, widget: Widget, surface: PixelSurface, seen: Callable[[int], Sequence[Run]]) -> None:
        """`seen`: the tiles in a line of the widget, put before they are named, in the widget's cells."""
        self._widget, self._surface, self._seen = widget, surface, seen
        self._rewritten: set[int] = set()
        self._waiting = self._closed = False
        app: App[object] = widget.app
        _clear_before_end(app, surface)
        app.screen_change_signal.subscribe(widget, lambda _: self._screen_changed(), immediate=True)
        app.app_suspend_signal.subscribe(widget, lambda _: surface.clear(), immediate=True)
        app.app_resume_signal.subscribe(widget, lambda _: self._begin_anew(), immediate=True)

    @property
    def shown(self) -> bool:
        """Whether tiles can be seen: nothing but what is on the widget's own screen lies over it."""
        return not self._closed and self._widget.screen.is_active

    def frame(self, crop: Region) -> None:
        """Some lines of the widget are about to be written."""
        left, top = self._widget.region.offset
        self._rewritten.update(top + line for line in crop.line_range)
        if self._waiting or self._closed:
            return
        self._waiting = True
        if self.shown:
            height = self._widget.size.height
            self._surface.prepare([_moved(run, left, top) for line in range(height) for run in self._seen(line)])
        self._widget.call_after_refresh(self._lay)

    def close(self) -> None:
        """Take everything from the terminal, for good."""
        self._closed = True
        self._surface.clear()

    def _begin_anew(self) -> None:
        """The terminal may have lost everything."""
        self._surface.clear()
        self._widget.refresh()

    def _screen_changed(self) -> None:
        """Another screen lies over the widget's, or no longer: what it shows has to change."""
        if not self._closed:
            self._widget.refresh()
            self._lay()

    def _lay(self) -> None:
        if not self._closed and is_behind(self._widget.app):
            self._widget.set_timer(LATER, self._lay)
            return
        self._waiting = False
        if self._closed:
            return
        rewritten, self._rewritten = frozenset(self._rewritten), set()
        self._surface.lay(list(self._visible()) if self.shown else [], rewritten)

    def _visible(self) -> Iterator[Run]:
        """The tiles on the screen, without what other widgets cover."""
        left, top = self._widget.region.offset
        for y, spans in open_cells(self._widget).items():
            for run in self._seen(y - top):
                for start, end in spans:
                    yield from _cut(_moved(run, left, top), start, end)


_SHOWN: WeakKeyDictionary[Driver, WeakSet[PixelSurface]] = WeakKeyDictionary()


def _clear_before_end(app: App[object], surface: PixelSurface) -> None:
    """Have a surface cleared while the terminal still is the app's: widgets are unmounted after it was given back."""
    driver = app._driver
    if driver is None:
        return
    if driver not in _SHOWN:
        surfaces = _SHOWN[driver] = WeakSet()
        stop = driver.stop_application_mode

        def clear_and_stop() -> None:
            for shown in list(surfaces):
                shown.clear()
            stop()

        setattr(driver, "stop_application_mode", clear_and_stop)  # noqa: B010
    _SHOWN[driver].add(surface)


def terminal_of(app: App[object]) -> Write:
    """What takes text to the app's terminal, in order with its frames; it goes nowhere where there is none."""

    def write(text: str) -> None:
        driver = app._driver
        if driver is not None and not driver.is_headless:
            driver.write(text)

    return write


def is_behind(app: App[object]) -> bool:
    """Whether the terminal is slower than the app: pictures would only make it worse, and late ones show the past."""
    writer = getattr(app._driver, "_writer_thread", None)
    return writer is not None and writer._queue.qsize() > BACKLOG


def open_cells(widget: Widget) -> dict[int, list[tuple[int, int]]]:
    """By line of the screen, the columns (from, to before) where a widget is seen and nothing lies over it."""
    found: dict[int, list[tuple[int, int]]] = {}
    for y, layers in enumerate(widget.screen._compositor.layers_visible):
        covers: list[tuple[int, int]] = []
        for other, region, _ in layers:
            if other is widget:
                found[y] = _uncovered(region.x, region.right, covers)
                break
            covers.append((region.x, region.right))
    return found


def _uncovered(start: int, end: int, covers: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    spans = []
    for left, right in sorted(covers):
        if start < min(left, end):
            spans.append((start, min(left, end)))
        start = max(start, right)
    if start < end:
        spans.append((start, end))
    return spans


def _moved(run: Run, x: int, y: int) -> Run:
    return run._replace(x=run.x + x, y=run.y + y)


def _cut(run: Run, start: int, end: int) -> Iterator[Run]:
    """What of a run lies between two columns."""
    left, right = max(run.x, start), min(run.x + run.width, end)
    if left < right:
        yield run._replace(x=left, width=right - left, column=run.column + left - run.x)
