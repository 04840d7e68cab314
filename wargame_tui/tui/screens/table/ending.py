"""Commands of the list, with a warning once before a phase is ended that would better go on."""

from __future__ import annotations

from wargame_tui.tui.screens.table.cursor import Cursor
from wargame_tui.tui.screens.table.playing import Playing
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.session import Choice
from wargame_tui.tui.settings import ON
from wargame_tui.tui.table.warned import Warned, place_in


class Ending:
    """Asks before a phase is ended, if it would hurt."""

    def __init__(self, view: View, playing: Playing, cursor: Cursor) -> None:
        self._view, self._playing, self._cursor = view, playing, cursor
        self._warned = Warned(view.session)
        self._waiting: Choice | None = None
        """The command that was held back."""
        self._places: list[str] = []
        """Where there is something to see to, which was not shown yet."""

    def give(self, choice: Choice) -> None:
        """Carry a command out, unless something is to be said before; the second time nothing is."""
        waited, self._waiting = self._waiting, None
        self._view.unwarn()
        if choice != waited and self._view.settings.warnings == ON and not self._view.barred():
            sentences = self._warned.before(choice)
            if sentences:
                names = self._view.field.names
                self._waiting = choice
                self._places = [space for words in sentences if (space := place_in(words, names)) is not None]
                self._view.warn(sentences)
                return
        self._playing.give(choice.command)

    @property
    def warns(self) -> bool:
        """Whether a warning waits for an answer."""
        return self._waiting is not None

    def anyway(self) -> None:
        """End the phase all the same."""
        if self._waiting is not None:
            self.give(self._waiting)

    def show(self) -> None:
        """Go to the first place that a warning names, or to the nearest where there is something left to do."""
        place = self._places[0] if self._places else None
        self.stay()
        if place is not None:
            self._view.map.go_to(place)
            self._view.map.focus()
        else:
            self._cursor.next_place(1)

    def stay(self) -> bool:
        """Go on with the phase; whether anything had been asked."""
        waited, self._waiting = self._waiting, None
        self._view.unwarn()
        return waited is not None
