"""Which way of showing tiles a terminal has."""

from wargame_tui.tui.paint.pixels import PixelSurface, Write
from wargame_tui.tui.paint.pixels.kitty import Placeholders, Placements
from wargame_tui.tui.paint.pixels.sixel import Sixels
from wargame_tui.tui.paint.terminal import Abilities


def pixel_surface(abilities: Abilities, write: Write, ground: str = "default") -> PixelSurface | None:
    """How a terminal shows tiles; None if it cannot. `ground`: a colour that is seen where a tile comes a little later.

    It is made for cells of one size: another font wants another surface (`terminal.cell_size` at each Resize).
    """
    if abilities.cell is None:
        return None
    if abilities.graphics == "kitty":
        return Placeholders(write) if abilities.placeholders else Placements(write, ground)
    if abilities.graphics == "sixel":
        return Sixels(write, abilities, ground)
    return None
