"""The model of map.yaml, and how files name its spaces."""

from wargame_tui.board.area import AreaMapEntry, SpaceEntry, SpaceId

Space = SpaceId


class MapFile(AreaMapEntry):
    """map.yaml"""

    spaces: dict[SpaceId, SpaceEntry]
