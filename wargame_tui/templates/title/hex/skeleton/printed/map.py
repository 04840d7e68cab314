"""How files name the spaces of map.yaml."""

from wargame_tui.board.hexes import HexId

Space = HexId
"""The printed number of a hex; that the map has it is examined."""
