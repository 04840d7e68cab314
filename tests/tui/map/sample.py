"""A sample area map for the renderer's tests: towns of the Ardennes, a few rivers, zones at the edges."""

from itertools import pairwise
from math import cos, hypot, radians

from wargame_tui.board.area import AreaMapEntry, LinkEntry, Point, RiverEntry, SpaceEntry
from wargame_tui.board.scene import Counter, Scene, SpaceScene

TOWNS = """
Monschau,50.5546,6.2400;Malmedy,50.4269,6.0279;Stavelot,50.3950,5.9312;Trois-Ponts,50.3713,5.8715
Vielsalm,50.2841,5.9150;St-Vith,50.2815,6.1272;Clervaux,50.0547,6.0314;Wiltz,49.9655,5.9339
Bastogne,50.0035,5.7184;Houffalize,50.1324,5.7896;La Roche,50.1836,5.5755;Marche,50.2268,5.3442
Rochefort,50.1631,5.2216;Dinant,50.2581,4.9117;Namur,50.4669,4.8675;Huy,50.5189,5.2328;Liège,50.6337,5.5675
Verviers,50.5891,5.8624;Spa,50.4838,5.8667;Eupen,50.6279,6.0365;Prüm,50.2079,6.4202;Bitburg,49.9679,6.5273
Vianden,49.9350,6.2089;Diekirch,49.8678,6.1558;Echternach,49.8121,6.4185;Ettelbruck,49.8475,6.1042
Martelange,49.8319,5.7366;Neufchâteau,49.8407,5.4353;Libramont,49.9174,5.3732;St-Hubert,50.0267,5.3740
Hotton,50.2674,5.4461;Durbuy,50.3529,5.4563;Manhay,50.2922,5.6756;Werbomont,50.3807,5.6822
Aywaille,50.4741,5.6768;Gouvy,50.1860,5.9392;Bleialf,50.2333,6.2833;Dasburg,50.0500,6.1333
Wallendorf,49.8761,6.2891;Arlon,49.6833,5.8167;Ciney,50.2945,5.1002;Bouillon,49.7932,5.0670
Luxembourg,49.6117,6.1300;Beaufort,49.8358,6.2917;Amel,50.3536,6.1700;Schleiden,50.5290,6.4769
Lierneux,50.2848,5.7924;Stoumont,50.4067,5.8084;Bertrix,49.8560,5.2554;Mersch,49.7489,6.1061
Waxweiler,50.0926,6.3630;Daleiden,50.0700,6.1836;Hellenthal,50.4833,6.4333;Waimes,50.4149,6.1121
Havelange,50.3893,5.2382;Beauraing,50.1104,4.9555;Givet,50.1380,4.8255;Wellin,50.0813,5.1141
Florenville,49.6998,5.3074;Sibret,49.9707,5.6345;Bertogne,50.0836,5.6669;Nassogne,50.1285,5.3427
Tenneville,50.0950,5.5290;Hosingen,50.0122,6.0909;Troisvierges,50.1211,6.0003;Rambrouch,49.8308,5.8450
Larochette,49.7836,6.2189;Consdorf,49.7802,6.3395;Irrel,49.8454,6.4570
"""

ZONES = """
Blankenheim,50.48,6.62,Hellenthal;Gerolstein,50.2222,6.6598,Prüm;Trier,49.7557,6.6394,Irrel
Metz,49.50,6.00,Arlon;Sedan,49.70,4.95,Bouillon;Philippeville,50.19,4.70,Givet;Brussels,50.60,4.75,Namur
Maastricht,50.80,5.60,Liège;Aachen,50.80,6.10,Eupen
"""

RIVERS: dict[str, tuple[Point, ...]] = {
    "Our": ((50.33, 6.28), (50.23, 6.20), (50.13, 6.13), (50.05, 6.12), (49.95, 6.195), (49.87, 6.275)),
    "Sauer": (
        (49.87, 5.60), (49.90, 5.75), (49.91, 5.95), (49.857, 6.09), (49.875, 6.15), (49.86, 6.28),
        (49.83, 6.40), (49.80, 6.43), (49.73, 6.50),
    ),
    "Ourthe": (
        (50.02, 5.48), (50.11, 5.60), (50.17, 5.56), (50.26, 5.43), (50.35, 5.47), (50.48, 5.60), (50.62, 5.58),
    ),
    "Amblève": (
        (50.43, 6.20), (50.385, 6.10), (50.39, 5.95), (50.385, 5.85), (50.42, 5.77), (50.49, 5.62), (50.5, 5.59),
    ),
    "Salm": ((50.18, 5.89), (50.28, 5.90), (50.375, 5.88)),
    "Meuse": (
        (50.05, 4.82), (50.14, 4.83), (50.26, 4.90), (50.46, 4.86), (50.49, 5.05), (50.52, 5.24), (50.64, 5.58),
        (50.75, 5.69),
    ),
}  # fmt: skip
DESTROYED = {frozenset(("Dasburg", "Clervaux")), frozenset(("Irrel", "Echternach"))}


def _crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def _river_between(a: Point, b: Point) -> str | None:
    for name, line in RIVERS.items():
        if sum(_crosses(a, b, *piece) for piece in pairwise(line)) % 2:
            return name
    return None


def _near(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], (a[1] - b[1]) * cos(radians(50)))


class SampleMap(AreaMapEntry):
    """The sample's map file."""

    spaces: dict[str, SpaceEntry]


def sample_map() -> SampleMap:
    """About seventy areas joined along the Gabriel graph, nine zones, six rivers."""
    rows = [item.split(",") for line in TOWNS.split("\n") if line for item in line.split(";")]
    towns = {name: (float(lat), float(lon)) for name, lat, lon in rows}
    ids = {name: str(number) for number, name in enumerate(towns, 1)}
    spaces = {ids[name]: SpaceEntry(name=name, at=at, source="geography") for name, at in towns.items()}
    links = []
    names = list(towns)
    for i, one in enumerate(names):
        for j in range(i):
            other = names[j]
            a, b = towns[one], towns[other]
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            radius = _near(a, b) / 2
            if any(_near(middle, c) < radius * 0.999 for n, c in towns.items() if n not in (one, other)):
                continue
            river = _river_between(a, b)
            bridge = None
            if river:
                bridge = "destroyed" if frozenset((one, other)) in DESTROYED else "intact"
            links.append(
                LinkEntry(
                    between=(ids[other], ids[one]),
                    road=None if (i * j) % 11 == 7 else "primary" if (i + j) % 3 == 0 else "secondary",
                    river=river,
                    bridge=bridge,
                    source="estimate",
                )
            )
    for letter, item in zip("ABCDEFGHI", ZONES.replace("\n", ";").strip(";").split(";"), strict=True):
        name, lat, lon, beside = item.split(",")
        spaces[letter] = SpaceEntry(name=name, kind="zone", at=(float(lat), float(lon)), source="geography")
        links.append(LinkEntry(between=(ids[beside], letter), road="primary", source="estimate"))
    rivers = {
        name: RiverEntry(lines=(line,), width="major" if name == "Meuse" else "minor", source="geography")
        for name, line in RIVERS.items()
    }
    return SampleMap(title="Sample", credits=(), spaces=spaces, links=tuple(links), rivers=rivers)


def sample_scene(entry: AreaMapEntry) -> Scene:
    """Invented counters: Germans in the east, Allies in the west, a few areas contested."""
    spaces: dict[str, SpaceScene] = {}
    for number, (space, place) in enumerate(entry.spaces.items()):  # type: ignore[attr-defined]
        east = place.at[1] - 0.3 * (place.at[0] - 50.2)
        control = "German" if east > 6.02 else "Allied"
        counters: list[Counter] = []
        if number % 3 or place.kind == "zone":
            counters += _units(control, space, 1 + number % 3 + (9 if place.kind == "zone" else 0))
        if 5.85 < east < 6.1 and number % 2:
            counters += _units("German", space + "g", 2)
            counters += _units("Allied", space + "a", 1)
        badges = (f"VP {number % 4}",) if number % 4 == 1 else ()
        spaces[space] = SpaceScene(control=control, counters=tuple(counters), badges=badges)
    return Scene(spaces=spaces)


def _units(side: str, seed: str, count: int) -> list[Counter]:
    kinds = ("infantry", "armour", "mechanized", "motorized", "engineer")
    branches = ("SS", "Army", "Army", "Luftwaffe") if side == "German" else ("US", "US", "US", "British")
    start = sum(map(ord, seed))
    units = []
    for n in range(count):
        flags = ("moved",) if (start + n) % 4 == 0 else ("entrenched",) if (start + n) % 5 == 0 else ()
        units.append(
            Counter(
                unit=f"{side[0]}{seed}.{n}",
                side=side,
                label=f"{(start + n * 7) % 90 + 10}/{(start * 3 + n) % 20}",
                symbol=kinds[(start + n) % 5],
                branch=branches[(start + n) % 4],
                strength=str((start + n) % 5 + 1),
                numbers="4-3-8",
                flags=frozenset(flags),  # type: ignore[arg-type]
            )
        )
    return units
