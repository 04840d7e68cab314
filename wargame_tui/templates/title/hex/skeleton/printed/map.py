"""The model of map.yaml."""

from wargame_tui.board.hexes import HexMapEntry


class MapFile(HexMapEntry):
    """map.yaml"""
