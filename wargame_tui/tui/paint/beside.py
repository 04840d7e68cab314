"""Counters drawn beside a painted map, in the same cells as on it."""

from collections.abc import Callable, Sequence

from textual.content import Content

from wargame_tui.board.look import Look
from wargame_tui.board.scene import Counter, Scene
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.paint.counter_cells import counter_cells
from wargame_tui.tui.paint.counter_face import Stripe, strength_apart, style_of


def painted_counters(
    scene: Scene, sides: Sides, look: Look, glyphs: GlyphSet, stripe: Callable[[Counter], Stripe]
) -> Callable[[Counter, int, int], Sequence[Content]]:
    """What draws counters in so many columns and rows, with their bands."""
    apart = strength_apart(each for here in scene.spaces.values() for each in here.counters)

    def draw(counter: Counter, width: int, height: int) -> Sequence[Content]:
        style = style_of(counter, sides, look, stripe(counter), apart=apart)
        rows = counter_cells(counter, width, height, glyphs, style)
        return [Content.assemble(*((run.text, f"bold {run.ink} on {run.ground}") for run in row)) for row in rows]

    return draw
