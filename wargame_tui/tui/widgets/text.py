"""Text whose links look as they were written."""

from typing import Any

from textual.widgets import Static


class Words(Static):
    """A Static that leaves the looks of links to whoever wrote them, and takes no text for markup."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, markup=False, **kwargs)
        self.auto_links = False
