"""The model of map.yaml."""

from wargame_tui.board.area import AreaMapEntry, SpaceEntry, SpaceId


class MapFile(AreaMapEntry):
    """map.yaml"""

    spaces: dict[SpaceId, SpaceEntry]
