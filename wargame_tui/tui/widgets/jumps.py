"""Jump letters: a label over every space in view; typing one brings the cursor there."""

from collections.abc import Iterable, Mapping

from wargame_tui.tui.map.map_widget import MapWidget


class Jumps:
    """A jump being typed, or none."""

    def __init__(self, map_: MapWidget) -> None:
        self._map = map_
        self._labels: dict[str, str] = {}
        self._typed = ""
        self._beyond: list[str] = []
        """Those that have not been in view since the jump began."""
        self._among: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Whether labels are on the map."""
        return bool(self._labels)

    def start(self, among: Iterable[str] = ()) -> None:
        """Put labels over the spaces in view, or over those of some, for which the map is moved if none is in view."""
        boxes = self._map.layout_now.boxes
        self._among = frozenset(space for space in among if space in boxes)
        self._beyond = sorted(self._among)
        if self._among and self._among.isdisjoint(self._map.spaces_in_view):
            self._map.look_to(self._map.nearest(self._among))
        self._label()

    def _label(self) -> None:
        self._typed = ""
        here = [space for space in self._map.spaces_in_view if space in self._among]
        self._beyond = [space for space in self._beyond if space not in here]
        self._labels = self._map.show_jumps(here or self._map.jump_targets)

    @property
    def labels(self) -> Mapping[str, str]:
        """The spaces by their labels."""
        return self._labels

    @property
    def beyond(self) -> int:
        """How many goals are out of view, and have been since the jump began."""
        return len(self._beyond)

    def turn(self) -> None:
        """Move the map to goals that were not in view yet; back to the cursor once all have been."""
        if self._beyond:
            self._map.look_to(self._map.nearest(self._beyond))
        else:
            self._beyond = sorted(self._among)
            self._map.show_cursor()
        self._label()

    def type(self, letter: str | None) -> None:
        """Take a letter of a label; anything else ends the jump where it began."""
        self._typed += letter or "?"
        if self._typed in self._labels:
            space = self._labels[self._typed]
            self.end()
            self._map.go_to(space)
        elif not any(label.startswith(self._typed) for label in self._labels):
            self.end()
            self._map.show_cursor()

    def end(self) -> None:
        """Take the labels away."""
        self._labels, self._beyond, self._among = {}, [], frozenset()
        self._map.hide_jumps()
