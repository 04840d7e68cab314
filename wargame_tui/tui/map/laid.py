"""What characters make of the lines of an overlay: the spaces along them are marked, since no stroke crosses a cell."""

from dataclasses import replace

from wargame_tui.board.scene import Highlight, LineKind, Overlay, Tint

DRAWN: frozenset[LineKind] = frozenset(("supply", "path"))
"""Lines whose spaces are marked; bonds have their own highlights, and where an arrow goes is highlighted by itself."""
GIVES_WAY: tuple[Highlight | None, ...] = (None, "supplied", "reach")
"""What a line may hide."""


def with_lines_marked(overlay: Overlay) -> Overlay:
    """The overlay with a way marked between the ends of a line, where nothing of more weight is marked."""
    along = [space for line in overlay.lines if line.kind in DRAWN for space in line.spaces[1:-1]]
    marked = [space for space in along if overlay.highlights.get(space) in GIVES_WAY]
    if not marked:
        return overlay
    return replace(overlay, highlights={**overlay.highlights, **dict.fromkeys(marked, "path")})


def laid_on(overlay: Overlay, space: str) -> Highlight | Tint | None:
    """What the ground of a space is coloured by: a highlight, else weather or night.

    Half the map may be a choice: its mark says so, the land stays calm.
    """
    highlight = overlay.highlights.get(space)
    return highlight if highlight and highlight != "choice" else overlay.tints.get(space)
