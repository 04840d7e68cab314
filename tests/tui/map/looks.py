"""The look of the sample maps: every tone and pattern under the name of some terrain."""

from wargame_tui.board.look import Look, TerrainLook

TERRAINS = {
    "clear": TerrainLook(tone="olive"),
    "light_woods": TerrainLook(tone="moss", strewn="copse"),
    "forest": TerrainLook(tone="pine", strewn="trees"),
    "forest_ravine": TerrainLook(tone="spruce", strewn="ravines", edged=True),
    "westwall": TerrainLook(tone="clay", strewn="bunkers"),
    "town": TerrainLook(tone="sand"),
    "city": TerrainLook(tone="brick"),
    "bocage": TerrainLook(tone="meadow", strewn="hedges"),
    "marsh": TerrainLook(tone="reed", strewn="reeds"),
    "rough": TerrainLook(tone="umber", strewn="hills"),
    "mountain": TerrainLook(tone="peat", strewn="peaks"),
    "high_mountain": TerrainLook(tone="granite", strewn="summits"),
    "sea": TerrainLook(tone="ocean", blind=True),
    "abroad": TerrainLook(tone="ash", blind=True),
    "polder": TerrainLook(tint="grass", strewn="furrows"),
    "high": TerrainLook(tint="ochre", strewn="heights"),
}
HEX_TERRAINS = tuple(name for name, look in TERRAINS.items() if look.tint is None)

LOOK = Look(
    sides={"German": "earth", "Japan": "earth", "Axis": "earth", "Allied": "blue", "US": "blue", "airborne": "violet"},
    branches={"SS": "black", "Army": "grey", "Luftwaffe": "sky", "US": "green", "British": "khaki", "Japan": "rose"},
    terrains=TERRAINS,
    badges={
        "VP": "star", "TEM": "plus", "drop": "parachute", "airhead": "cross", "PLUTO": "pipe", "objective": "aim",
        "goal": "open_star", "fort": "bastion", "port": "anchor", "airfield": "airfield", "IP": "trench",
        "roadblock": "barrier", "victory": "star", "traffic": "jam", "building": "span", "advantage": "lead",
    },
)  # fmt: skip
