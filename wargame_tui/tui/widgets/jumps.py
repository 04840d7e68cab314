"""Jump letters: a label over every space in view; typing one brings the cursor there."""

from wargame_tui.tui.map.map_widget import MapWidget


class Jumps:
    """A jump being typed, or none."""

    def __init__(self, map_: MapWidget) -> None:
        self._map = map_
        self._labels: dict[str, str] = {}
        self._typed = ""

    def __bool__(self) -> bool:
        """Whether labels are on the map."""
        return bool(self._labels)

    def start(self) -> None:
        """Put labels over the spaces in view."""
        self._typed = ""
        self._labels = self._map.show_jumps(self._map.jump_targets)

    def type(self, letter: str | None) -> None:
        """Take a letter of a label; anything else ends the jump where it began."""
        self._typed += letter or "?"
        if self._typed in self._labels:
            space = self._labels[self._typed]
            self.end()
            self._map.go_to(space)
        elif not any(label.startswith(self._typed) for label in self._labels):
            self.end()

    def end(self) -> None:
        """Take the labels away."""
        self._labels = {}
        self._map.hide_jumps()
