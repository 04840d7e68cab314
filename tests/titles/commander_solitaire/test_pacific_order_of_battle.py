"""Pacific Commander: orders of battle, classes of counters, values by year (3.14, 3.3.1 to 3.3.7, 3.3.9)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from tests.titles.commander_solitaire.pacific_kit import JAPAN, TITLE, US, book, do, position, replaced, told
from wargame_tui.board.plain import DataError
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander.printed import book as books
from wargame_tui.titles.pacific_commander.printed.book import Counter
from wargame_tui.titles.pacific_commander.printed.data import ChartsFile, MapFile, Rating, Side
from wargame_tui.titles.pacific_commander.state import air_points, rating, steps_left

TABLES = {
    "1942": """
US start HAW: CV Enterprise, Lexington, Saratoga; CRU Northampton/Chester, Salt Lake City/Pensacola, New
  Orleans/Astoria, Minneapolis/San Francisco, Indianapolis/Louisville, Chicago/Portland; DD 1, 2; SS Pearl 1;
  TRN 1; INF 24th Inf, 25th Inf; LBA 7th AF
US start USA: CV Yorktown; BB Maryland, Colorado, Pennsylvania, Tennessee, Idaho, New Mexico, Mississippi; DD 3;
  TRN 2
US start AUS: CRU Australia/Canberra; DD 4; SS Asiatic 2; TRN 3; INF Australian militia; LBA RAAF
US start MID: GAR Midway Def Bn; LBA VMF Midway
US start ALA: GAR Alaska Def Cmd; LBA 11th AF
US start FIJ: GAR 2nd Marine Bde, NZ Bde
US start NCA: GAR Free French Gar
US start NGN: GAR Port Moresby Gar
US start NBR: GAR Lark Force
US start PHI: INF USAFFE; GAR Corregidor
US start MOL: GAR Gull Force
US start BOR: CRU De Ruyter/Java, Houston/Exeter; DD ABDA; GAR KNIL 1, KNIL 2
US T2 HAW: CV Hornet; INF 27th Inf
US T2 USA: INF Americal
US T2 AUS: INF 41st Inf; LBA 5th AF
US T3 USA: MAR 1st Marine; INF 37th Inf; LBA Nandi AG; DD 5; TRN 4
US T3 AUS: INF 32nd Inf
US T4 HAW: CV Wasp; FBB North Carolina; CRU Vincennes/Quincy, Atlanta/San Juan; LBA 11th BG, MAG-23
US T4 AUS: SS Brisbane 3
US T5 HAW: FBB South Dakota, Washington; CVE Long Island/Copahee; CRU Helena/Juneau; DD 6
US T5 USA: INF 43rd Inf
US T6 HAW: FBB Indiana
US T6 USA: MAR 2nd Marine; TRN 5
JP start JPN: CV Akagi, Kaga, Soryu, Hiryu, Shokaku, Zuikaku; CVL Zuiho; BB Hiei, Kirishima, Nagato, Mutsu, Ise,
  Hyuga, Fuso, Yamashiro; CRU Tone/Chikuma; DD 5, 6; INF 2nd Div; LBA 23 AF
JP start PHI: BB Kongo, Haruna; CRU Takao/Chokai, Myoko/Haguro, Nachi/Ashigara; DD 2, 4; TRN 5; INF 14th Army,
  16th Army, 48 Div; LBA 11 AF
JP start EAS: CVL Ryujo; CRU Maya/Atago, Mogami/Mikuma, Suzuya/Kumano; DD 3; TRN 4; INF 15th Army, 25th Army;
  LBA 22 AF
JP start CAR: CVL Shoho; CRU Aoba/Kinugasa, Furutaka/Kako; DD 1; TRN 1, 2, 3; SS 2; BTN SNLF 1; INF South Seas
  Det; LBA Truk AG
JP start MSH: SS 1; BTN SNLF 2; LBA 24 AF
JP start MAR: BTN SNLF 3
JP start WAK: BTN SNLF 4
JP start GIL: BTN SNLF 5
JP start PAL: BTN SNLF 6
JP start FOR: INF Formosa Army; LBA 21 AF
JP start IWO: BTN Bonin Gar
JP start OKI: BTN Ryukyu Gar
JP start KUR: BTN Kurile Gar
JP T2 JPN: YBB Yamato; TRN 6
JP T2 CAR: LBA 25 AF
JP T3 JPN: CV Junyo; DD 7
JP T3 EAS: INF 5th Div
JP T4 JPN: YBB Musashi; CV Hiyo; LBA 26 AF
JP T4 CAR: INF 17th Army
JP T5 CAR: INF 38th Div; DD 8; SS 3
JP T6 CAR: INF 6th Div
JP T6 JPN: INF 18th Army; LBA 6th Air Div
""",
    "1943": """
US start HAW: CV Enterprise, Saratoga; CVE Suwannee/Sangamon; FBB North Carolina, Washington, Indiana; BB
  Maryland, Colorado; CRU New Orleans/San Francisco, Indianapolis/Louisville, Salt Lake City/Pensacola,
  Honolulu/St Louis; DD 1, 2, 5; SS Pearl 1; TRN 1, 2; INF 24th Inf, 27th Inf; LBA 7th AF
US start USA: BB Idaho, New Mexico, Nevada, Pennsylvania; INF 7th Inf
US start NCA: CRU Nashville/Helena; DD 3; TRN 4; INF 43rd Inf; GAR NC Garrison
US start AUS: CRU Australia/Hobart; DD 4; SS Fremantle 2, Brisbane 3; TRN 3; MAR 1st Marine; INF 41st Inf; LBA
  RAAF
US start SOL: MAR 2nd Marine; INF Americal, 25th Inf; LBA Cactus AF
US start NGN: INF 32nd Inf, 7th Australian; LBA 5th AF
US start FIJ: INF 37th Inf
US start NHB: GAR NH Garrison; LBA 13th AF
US start ALA: GAR Alaska Def Cmd; LBA 11th AF
US start MID: GAR Midway Def Bn; LBA Midway AG
US T2 HAW: MAR 3rd Marine; FBB Massachusetts; DD 6; LBA MAG-21
US T3 HAW: CV Essex; TRN 5; SS Pearl 4
US T4 HAW: CV Yorktown (II), Lexington (II); CVL Independence, Princeton, Belleau Wood; TRN 6
US T4 AUS: INF 1st Cavalry; LBA 5th AF II
US T5 HAW: CV Bunker Hill; CVL Cowpens, Monterey; FBB South Dakota, Alabama; DD 7; CRU Santa Fe/Mobile
US T6 HAW: CVE Liscome Bay/Coral Sea; DD 8; TRN 7; LBA 7th AF II
US T6 USA: CV Intrepid; MAR 4th Marine
JP start CAR: CV Shokaku, Zuikaku; CVL Zuiho; YBB Yamato, Musashi; BB Kongo, Haruna; CRU Takao/Maya,
  Atago/Chokai, Myoko/Haguro, Tone/Nagara; DD 3, 4; SS 1; TRN 2; BTN Truk Gar, Truk Gar II; LBA Truk AG
JP start JPN: CV Junyo, Hiyo; CVL Ryuho; BB Nagato, Mutsu, Ise, Hyuga, Fuso, Yamashiro; DD 5; TRN 4; LBA 12 AF
JP start KUR: CRU Nachi/Ashigara; BTN Kurile Gar
JP start NBR: CRU Suzuya/Kumano, Sendai/Agano; DD 1, 2; TRN 1; INF 8th Area Army, 6th Div; LBA 11 AF
JP start MSH: SS 2; BTN Marshall SNLF, Marshall SNLF II; LBA 22 AF
JP start PHI: TRN 3; INF 14th Army
JP start SOL: INF 17th Army
JP start NGN: INF 18th Army; LBA 6th Air Div
JP start GIL: BTN Gilbert SNLF
JP start WAK: BTN Wake Gar
JP start ALE: BTN Attu Gar, Kiska Gar
JP start MAR: BTN Mariana Gar
JP start PAL: BTN Palau Gar
JP start IWO: BTN Bonin Gar
JP start OKI: BTN Ryukyu Gar
JP start BOR: INF 16th Army; LBA 23 AF
JP start MOL: INF 19th Army; LBA 7th Air Div
JP start FOR: INF Formosa Army
JP start EAS: INF China Exp
JP T2 NBR: INF 51st Div
JP T2 JPN: CRU Mogami/Chikuma; DD 6
JP T3 JPN: BTN SNLF 7
JP T4 CAR: CRU Oyodo/Noshiro
JP T4 JPN: INF 17th Div; LBA 4th Air Army
JP T5 JPN: LBA 61 AF
JP T6 CAR: INF 52nd Div
JP T6 JPN: CVL Chitose, Chiyoda; INF 43rd Div; DD 7
""",
    "1944": """
US start HAW: CV Enterprise, Saratoga, Essex, Yorktown (II), Intrepid, Bunker Hill; CVL Princeton, Belleau Wood,
  Cowpens, Monterey, Cabot, Langley (II); CVE Suwannee/Sangamon, Natoma Bay/Manila Bay; FBB North Carolina,
  Washington, Indiana, Massachusetts, South Dakota, Alabama, Iowa, New Jersey; BB Maryland, Colorado, Tennessee,
  Pennsylvania, Idaho, New Mexico, Mississippi; CRU New Orleans/Minneapolis, Indianapolis/Louisville, Santa
  Fe/Mobile, Biloxi/Oakland, Honolulu/St Louis; DD 1, 2, 3, 5, 6; SS Pearl 1, Pearl 4; TRN 1, 2, 5, 6; INF 7th
  Inf, 27th Inf; MAR 2nd Marine; LBA 7th AF
US start AUS: CRU Boise/Phoenix, Australia/Shropshire; DD 4; SS Fremantle 2, Brisbane 3; TRN 3, 4; INF 1st
  Cavalry, 24th Inf, 41st Inf; LBA RAAF
US start USA: MAR 4th Marine; INF 40th Inf
US start NGN: MAR 1st Marine; INF 32nd Inf; LBA 5th AF, 5th AF II
US start SOL: MAR 3rd Marine; INF 37th Inf, Americal; LBA Cactus AF, MAG-24
US start GIL: GAR Gilbert Gar; LBA Gilbert AG
US start MID: GAR Midway Def Bn; LBA Midway AG
US start ALE: GAR Aleutian Gar; LBA 11th AF
US start ALA: GAR Alaska Def Cmd
US T2 HAW: CV Hornet (II), Lexington (II); CVL Bataan; INF 77th Inf; TRN 7
US T2 AUS: LBA 13th AF
US T3 HAW: CV Wasp (II); CVL San Jacinto; CVE Fanshaw Bay/Midway, Gambier Bay/Kitkun Bay; TRN 8
US T3 SOL: MAR 1st Prov Marine
US T3 AUS: INF 11th Airborne
US T4 HAW: CV Franklin; CVL Independence; INF 81st Inf, 96th Inf; DD 7; LBA 7th AF II
US T4 AUS: INF 38th Inf
US T5 HAW: CV Hancock; MAR 5th Marine; TRN 9
US T6 HAW: CV Ticonderoga; FBB Wisconsin; SS Pearl 5
JP start EAS: CV Shokaku, Zuikaku; CRU Mogami/Kumano, Suzuya/Chikuma; DD 4; INF China Exp
JP start JPN: CV Junyo, Hiyo; CVL Zuiho, Ryuho, Chitose, Chiyoda; BB Kongo, Haruna, Yamashiro, Ise, Hyuga; DD 3;
  SS 2; TRN 2; LBA 62 AF
JP start CAR: YBB Yamato, Musashi; BB Nagato, Fuso; DD 1; SS 1; INF 52nd Div; BTN Truk SNLF; LBA 26 AF
JP start PAL: CRU Takao/Atago, Maya/Chokai; DD 2; TRN 1; BTN Palau Gar
JP start PHI: CRU Myoko/Haguro, Tone/Agano; INF 14th Army, 16th Div; LBA Manila AG
JP start KUR: CRU Nachi/Ashigara; BTN Kurile Gar; INF Northern Army
JP start MSH: BTN Kwajalein SNLF, Eniwetok Gar; LBA 22 AF
JP start WAK: BTN Wake Gar
JP start NBR: INF 8th Area Army, 17th Div; LBA 11 AF
JP start SOL: INF 6th Div
JP start NGN: INF 18th Army; LBA 4th Air Army
JP start MAR: BTN Tinian SNLF, Guam Gar; LBA 61 AF
JP start MOL: INF 2nd Army; LBA 7th Air Div
JP start IWO: BTN Bonin Gar
JP start OKI: BTN Ryukyu Gar
JP start BOR: INF Borneo Garrison Army; LBA 23 AF
JP start FOR: INF Formosa Army
JP T2 JPN: CV Taiho
JP T2 MAR: INF 29th Div; LBA 1st Air Fleet
JP T2 PAL: INF 14th Div
JP T3 IWO: INF 109th Div
JP T3 MAR: INF 43rd Div
JP T3 PAL: LBA 5th Base AF
JP T3 JPN: INF 31st Army
JP T4 OKI: INF 32nd Army
JP T4 JPN: CV Unryu
JP T4 FOR: LBA 2nd Air Fleet
JP T4 PHI: INF 35th Army
JP T5 JPN: CV Amagi
JP T5 PHI: INF 26th Div; LBA 4th AA II
JP T6 JPN: INF 23rd Div
JP T6 PHI: INF 1st Div; LBA Kamikaze Sp AG
""",
    "1945": """
US start MAR: CV Enterprise, Essex, Yorktown (II), Hornet (II), Wasp (II), Lexington (II), Hancock, Ticonderoga;
  CVL Langley (II), San Jacinto, Cabot, Belleau Wood, Independence, Cowpens; CVE Natoma Bay/Manila Bay,
  Suwannee/Sangamon; FBB North Carolina, Washington, Indiana, Massachusetts, South Dakota, New Jersey,
  Wisconsin, Missouri; BB Tennessee, Idaho, New York, Texas, Nevada; CRU Indianapolis/Salt Lake City, Santa
  Fe/Biloxi, Pasadena/Astoria (II); DD 1, 2, 3, 5, 6; SS Pearl 1, Pearl 4; TRN 5, 6; MAR 3rd Marine, 2nd Marine;
  LBA XXI BC, 7th AF
US start HAW: CV Saratoga; TRN 1, 2, 3; MAR 4th Marine, 5th Marine
US start PHI: BB West Virginia, California; CRU Boise/Phoenix, Nashville/Denver; DD 4; TRN 4; INF 7th Inf, 24th
  Inf, 1st Cavalry, 77th Inf, 96th Inf; LBA 5th AF
US start AUS: SS Fremantle 2, Fremantle 3; TRN 7; INF 9th Australian, 7th Australian
US start SOL: MAR 1st Marine, 6th Marine; INF 37th Inf
US start NGN: INF 6th Inf, 40th Inf, 43rd Inf; GAR NG Gar
US start NCA: INF 25th Inf
US start NHB: INF 27th Inf
US start MOL: INF 31st Inf, 33rd Inf; GAR Morotai Gar; LBA 13th AF, RAAF
US start PAL: INF 81st Inf; GAR Palau Gar; LBA MAG-11
US start ALE: GAR Aleutian Gar; LBA 11th AF
US start MSH: GAR Marshall Gar
US start GIL: GAR Gilbert Gar
US T2 MAR: CV Randolph, Bennington, Bunker Hill, Intrepid, Franklin; TRN 8; LBA XXI BC II
US T2 AUS: CV Indomitable/Victorious (RN), Illustrious/Indefatigable (RN); FBB King George V/Howe (RN)
US T2 PHI: INF 32nd Inf, 38th Inf, Americal
US T3 MAR: CV Shangri-La, Bon Homme Richard; LBA VII FC
US T3 PHI: TRN 9
JP start JPN: CV Amagi, Katsuragi, Junyo; CVL Ryuho; YBB Yamato; BB Nagato, Haruna; CRU Tone/Oyodo; DD 1; SS 1;
  TRN 1; LBA 5th Air Fleet, 3rd Air Fleet
JP start EAS: BB Ise, Hyuga; CRU Takao/Myoko, Ashigara/Haguro; DD 2; TRN 2; INF China Exp
JP start IWO: INF 109th Div; BTN Iwo SNLF; LBA Iwo AG
JP start OKI: INF 24th Div, 62nd Div; BTN 44 IMB; LBA 6th Air Army
JP start PHI: INF 14th Area Army, 35th Army, 41st Army, Kembu Group; LBA Luzon AG
JP start BOR: INF 37th Army; BTN Tarakan Gar; LBA 23 AF
JP start FOR: INF 40th Army, 10th Area Army; LBA 1st Air Fleet, 8th Air Div
JP start KUR: INF 27th Army; LBA 12 AF
JP start MOL: INF 2nd Army
JP start NGN: INF 18th Army
JP start PAL: BTN Palau remnant
JP start CAR: INF 31st Army
JP start NBR: INF 8th Area Army
JP start WAK: BTN Wake Gar
JP T2 JPN: LBA 10th Air Fleet; INF Reserve Div
JP T3 OKI: LBA Kikusui AG
JP T4 JPN: INF 57th Army
""",
}
"""Rows `SIDE WHEN AREA: CLASS name, name; ...` of the reference; a row goes on in indented lines."""


def rows(campaign: str) -> Iterator[tuple[Side, str, str, str, str]]:
    """Every counter of a campaign's table: side, when, Area, class, name."""
    for row in re.sub(r"\n  ", " ", TABLES[campaign].strip()).splitlines():
        head, _, forces = row.partition(": ")
        side, when, area = head.split()
        for part in forces.split("; "):
            cls, _, names = part.partition(" ")
            for name in names.split(", "):
                yield US if side == "US" else JAPAN, when, area, cls, name


def _counters(counters: tuple[Counter, ...], side: Side) -> list[tuple[str, str, str]]:
    return [(each.area, each.cls, each.name) for each in counters if each.side == side]


@pytest.mark.rule("3.14.3", "3.14.4", "3.14.5", "3.14.6", "3.14.1", "2.7")
@pytest.mark.parametrize("campaign", TABLES)
def test_orders_of_battle(campaign: str) -> None:
    data = book(campaign)
    told_ = [*rows(campaign)]
    for side in (US, JAPAN):
        setup = [row[2:] for row in told_ if row[:2] == (side, "start")]
        assert _counters(data.setup, side) == setup
        for turn in range(1, len(data.campaign.turns) + 1):
            arrivals = [row[2:] for row in told_ if row[:2] == (side, f"T{turn}")]
            assert _counters(data.arrivals.get(turn, ()), side) == arrivals


@pytest.mark.rule("3.14.1")
def test_one_counter_for_each_name_and_a_slash_parts_two_ships_of_one() -> None:
    start = Game.new("pacific_commander/1942", 1).state
    cruisers = [
        force for force in start.forces.values() if force.side == US and force.cls == "CRU" and force.area == "HAW"
    ]
    assert len(cruisers) == 6
    assert start.forces["us-cru-northampton-chester"].name == "Northampton/Chester"
    northampton = next(each for each in book("1942").setup if each.id == "us-cru-northampton-chester")
    assert northampton.names == {"Northampton", "Chester"}


@pytest.mark.rule("3.14.2")
@pytest.mark.parametrize(
    ("campaign", "first", "second"),
    [
        ("1942", "CAR", ""),
        ("1943", "CAR NBR SOL NGN GIL MSH", ""),
        ("1944", "MSH IWO PHI MOL WAK SOL NGN", "MAR PAL CAR NBR"),
        ("1945", "PHI KUR CAR NBR BOR", "FOR IWO OKI"),
    ],
)
def test_start_forts(campaign: str, first: str, second: str) -> None:
    expected = {**dict.fromkeys(first.split(), 1), **dict.fromkeys(second.split(), 2)}
    assert book(campaign).campaign.forts == expected
    start = Game.new(f"pacific_commander/{campaign}", 1).state
    assert {area: state.fort for area, state in start.areas.items() if state.fort} == expected


# Classes

SHIPS = """
US CV 2 4 1x2 - - - - -
US CVL 1 2 1x2 - - - - -
US CVE 1 1 1x1 - - - 1x3 -
US BB 3 - 1x2 2x4 - 2x4 - -
US FBB 3 - 2x3 2x5 - 2x5 - -
US CRU 2 - 1x2 1x5 - 1x4 - -
US DD 1 - 1x2 1x2 1x3 1x2 1x4 -
US SS 1 - - - - - - -
US TRN 1 - - - - - - 2
JP CV 2 4 1x1 - - - - -
JP CVL 1 2 1x1 - - - - -
JP BB 3 - 1x1 2x4 - 2x4 - -
JP YBB 4 - 1x2 2x6 - 2x5 - -
JP CRU 2 - 1x1 1x5 1x4 1x3 - -
JP DD 1 - 1x1 1x2 1x4 - 1x2 1
JP SS 1 - - - - - - -
JP TRN 1 - - - - - - 2
""".strip().splitlines()
GROUND = """
US MAR 3 4 - 6
US INF 3 3 - 5
US GAR 1 3 - 2
JP INF 4 3 - -
JP BTN 1 4 - -
US LBA 2 - 1 4
JP LBA 2 - 1 -
""".strip().splitlines()


def _number(text: str) -> int:
    return 0 if text == "-" else int(text)


def _rating(text: str) -> Rating:
    dice, _, hit = text.partition("x")
    return Rating() if text == "-" else Rating(dice=int(dice), hit=int(hit))


@pytest.mark.rule("3.3.2", "2.3")
@pytest.mark.parametrize("row", SHIPS)
def test_a_row_of_the_table_of_ships(row: str) -> None:
    side, cls, steps, air, *ratings, load = row.split()
    entry = book().units.classes[US if side == "US" else JAPAN][cls]  # type: ignore[index]
    assert (entry.steps, entry.air, entry.load) == (int(steps), _number(air), _number(load))
    assert [entry.aa, entry.gun, entry.torp, entry.bom, entry.asw] == [_rating(text) for text in ratings]


@pytest.mark.rule("3.3.3")
@pytest.mark.parametrize("row", GROUND)
def test_a_row_of_the_table_of_ground_forces_and_aircraft(row: str) -> None:
    side, cls, steps, hit, air, cost = row.split()
    entry = book().units.classes[US if side == "US" else JAPAN][cls]  # type: ignore[index]
    assert (entry.steps, entry.ground_hit, entry.air) == (int(steps), _number(hit), _number(air))
    assert entry.cost == (_number(cost) if side == "US" else 0)


@pytest.mark.rule("3.3.1")
def test_classes_and_their_order() -> None:
    order = "CV CVL CVE YBB FBB BB CRU DD TRN SS MAR INF GAR BTN LBA"
    assert [*book().units.order] == order.split()
    assert {*order.split()} == books.SHIPS | books.GROUND | {"SS", "LBA"}
    assert books.SHIPS - {"TRN"} == books.WARSHIPS
    assert {"CV", "CVL", "CVE"} == books.CARRIERS
    assert {"MAR", "INF", "GAR", "BTN"} == books.GROUND
    assert {*order.split()} - {"SS"} == books.REAL


@pytest.mark.rule("3.3.9")
@pytest.mark.parametrize(
    "row",
    """
1942 US 4 3 3 5 2 0
1942 JP 5 4 3 5 3 0
1943 US 5 4 4 5 3 1
1943 JP 4 3 3 4 2 0
1944 US 6 4 4 6 4 2
1944 JP 3 2 2 4 2 0
1945 US 7 5 5 7 4 2
1945 JP 2 2 2 3 1 1
""".strip().splitlines(),
)
def test_values_of_a_year(row: str) -> None:
    year, side, *numbers = row.split()
    values = book(year).values(US if side == "US" else JAPAN)
    found = [values.cap, values.strike_ship, values.strike_ashore, values.search, values.torpedo, values.flak]
    assert found == [int(number) for number in numbers]


@pytest.mark.rule("3.3.5")
def test_a_damaged_ship_hits_with_lower_numbers() -> None:
    state = position(
        us={"HAW": "DD A; CRU B [hits=1]; BB C [hits=1]; BB D; CV E [hits=1]; CV F"}, japan={"CAR": "CRU G [hits=1]"}
    ).state

    def number(force: str, weapon: str) -> Rating:
        return rating(state, state.forces[force], weapon)

    assert number("us-cru-b", "gun") == Rating(dice=1, hit=4)
    assert number("us-cru-b", "bom") == Rating(dice=1, hit=3)
    assert number("us-cru-b", "aa") == Rating(dice=1, hit=2), "flak does not change"
    assert number("us-bb-c", "gun") == Rating(dice=2, hit=3)
    assert number("us-bb-d", "gun") == Rating(dice=2, hit=4)
    assert number("jp-cru-g", "torp") == Rating(dice=1, hit=3)
    assert air_points(state, state.forces["us-cv-e"]) == 2
    assert air_points(state, state.forces["us-cv-f"]) == 4


@pytest.mark.rule("3.3.6")
@pytest.mark.parametrize(
    ("force", "points"),
    [
        ("CV A", 4),
        ("CV A [airloss=1]", 3),
        ("CV A [hits=1 airloss=1]", 1),
        ("CV A [hits=1 airloss=4]", 0),
        ("CVL A [airloss=1]", 1),
        ("CVE A", 1),
        ("LBA A", 2),
        ("LBA A [hits=1]", 1),
        ("BB A", 0),
        ("INF A", 0),
    ],
)
def test_air_points(force: str, points: int) -> None:
    state = position(us={"HAW": force}).state
    assert air_points(state, next(iter(state.forces.values()))) == points


@pytest.mark.rule("2.10", "3.3.8")
def test_a_force_whose_hits_equal_its_steps_leaves_play_at_once() -> None:
    draft = TITLE.draft(position(us={"HAW": "BB A; DD B"}).state)
    assert draft.hit("us-bb-a", 2, "test") == 2
    assert steps_left(draft, draft.forces["us-bb-a"]) == 1
    assert draft.hit("us-bb-a", 3, "test") == 1, "only what it has left"
    assert "us-bb-a" not in draft.forces
    assert draft.hit("us-bb-a", 1, "test") == 0


@pytest.mark.rule("10.1", "10.2")
def test_units_are_data() -> None:
    classes = book().units.classes[US]
    with replaced("units", classes={US: {**classes, "CV": classes["CV"].model_copy(update={"air": 9, "steps": 5})}}):
        state = position(us={"HAW": "CV A [hits=3]"}).state
        assert (air_points(state, state.forces["us-cv-a"]), steps_left(state, state.forces["us-cv-a"])) == (7, 2)


@pytest.mark.rule("10.1", "10.2")
def test_arrivals_are_data() -> None:
    campaign = book("1942").campaign
    row = campaign.arrivals[2][0].model_copy(update={"forces": {"BB": ("Montana",)}})
    with replaced("1942", campaign=campaign.model_copy(update={"arrivals": {2: (row,)}})):
        game = position(us={"HAW": "DD A"}, turn=2, whole=True)
        assert [event.data["name"] for event in told(game.opening, "arrival")] == ["Montana"]
        do(game, "end")


# Files that make no sense


def _refusal(charts: dict[str, Any]) -> str:
    """What is said of charts with changes, each to a value at a dotted place."""
    plain = book().charts.model_dump()
    for place, new in charts.items():
        *way, last = place.split(".")
        table = plain
        for key in way:
            table = table[key]
        if new is None:
            del table[last]
        else:
            table[last] = new
    with pytest.raises(ValidationError) as refusal:
        ChartsFile.model_validate(plain)
    return str(refusal.value)


@pytest.mark.rule("10.1", "3.7.5")
def test_a_chain_of_orders_that_leads_nowhere_is_refused() -> None:
    assert "INVADE does not lead to HOLD" in _refusal(
        {"orders.chain.PATROL": "EXPRESS", "orders.chain.EXPRESS": "PATROL"}
    )
    assert "AIR does not lead to HOLD" in _refusal({"orders.chain.AIR": None})


@pytest.mark.rule("10.1", "3.5.1")
def test_charts_without_a_special_operation_are_refused() -> None:
    assert "seabees is missing" in _refusal({"operations.seabees": None})


@pytest.mark.rule("10.1", "3.2.3")
def test_a_map_in_two_pieces_is_refused() -> None:
    plain = book().map.model_dump(by_alias=True)
    plain["links"] = [link for link in plain["links"] if "IWO" not in link["between"]]
    with pytest.raises(ValidationError, match="no chain of links leads to IWO"):
        MapFile.model_validate(plain)


@pytest.mark.rule("10.1")
def test_charts_that_name_an_area_that_is_not_on_the_map_are_refused_with_their_place() -> None:
    with replaced("charts", orders={"home": ("JPN", "KYU")}), pytest.raises(DataError) as refusal:
        book("1942")
    place, words = refusal.value.problems[0]
    assert "charts.yaml" in place
    assert "home" in place
    assert "KYU" in words
