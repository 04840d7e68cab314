"""The command palette: everything that can be done now, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

if TYPE_CHECKING:
    from wargame_tui.tui.screens.table import TableScreen


class TableCommands(Provider):
    """What the table offers."""

    @property
    def _table(self) -> TableScreen | None:
        from wargame_tui.tui.screens.table import TableScreen

        return self.screen if isinstance(self.screen, TableScreen) else None

    async def discover(self) -> Hits:
        """Everything, before anything is typed."""
        if self._table is not None:
            for words, note, run in self._table.palette():
                yield DiscoveryHit(words, run, help=note)

    async def search(self, query: str) -> Hits:
        """What fits the words typed, in its words or its notation."""
        if self._table is None:
            return
        matcher = self.matcher(query)
        for words, note, run in self._table.palette():
            score = max(matcher.match(words), matcher.match(note) * 0.9)
            if score > 0:
                yield Hit(score, matcher.highlight(words), run, help=note)
