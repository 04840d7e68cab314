"""The band of warnings at the end of a phase: above the last line, until a key says what to do."""

from collections.abc import Sequence

from textual.content import Content

from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, keyed

MOST = 4
"""Sentences that are shown; of more than these, how many others there are."""


class WarningBand(Words):
    """Shows what would hurt. It takes no focus: the table hands it its keys."""

    DEFAULT_CSS = """
    WarningBand {
        height: auto;
        max-height: 6;
        padding: 0 1;
        background: #4a2a20;
        display: none;
        &.-shown { display: block; }
    }
    """

    def warn(self, sentences: Sequence[str]) -> None:
        """Show sentences, and the keys that answer them."""
        shown = [Content.assemble(("! ", BAD), words) for words in sentences[:MOST]]
        if len(sentences) > MOST:
            shown.append(Content(f"  and {len(sentences) - MOST} more"))
        keys = [
            keyed("E", "end the phase anyway", "screen.end_anyway"),
            keyed("n", "show me", "screen.show_warned"),
            keyed("Esc", "stay", "screen.back"),
        ]
        self.update(Content("\n").join([*shown, Content("   ").join(keys)]))
        self.add_class("-shown")

    @property
    def shown(self) -> bool:
        """Whether it waits for an answer."""
        return self.has_class("-shown")

    def close(self) -> None:
        """It is answered."""
        self.remove_class("-shown")
