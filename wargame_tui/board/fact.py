"""A fact as panes, sheets and desks list it."""

from dataclasses import dataclass

from wargame_tui.core.event import Modifier


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a pane: a word, its value, the rule behind it."""

    label: str
    value: str
    rule: str | None = None

    @classmethod
    def of(cls, modifier: Modifier) -> "Fact":
        """A modifier with its sign."""
        return cls(modifier.name, f"{modifier.value:+d}", modifier.rule)
