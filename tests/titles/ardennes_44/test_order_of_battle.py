"""The order of battle against the reference: both arrival schedules row by row (T9, T10), named units, set-up."""

from collections import Counter, defaultdict
from typing import NamedTuple

import pytest

from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.core.dice import Dice
from wargame_tui.titles.ardennes_44.printed.book import ARTILLERY, SILHOUETTES, open_book
from wargame_tui.titles.ardennes_44.printed.data import ScenarioFile, UnitEntry, UnitsFile
from wargame_tui.titles.ardennes_44.rules.setup import place_refusal, start_hexes, starters
from wargame_tui.titles.ardennes_44.rules.stacking import overstacked
from wargame_tui.titles.ardennes_44.start import start
from wargame_tui.titles.ardennes_44.state import Unit

FOLDER = scenarios_folder() / "ardennes_44"
DATA = load(FOLDER / "units.yaml", UnitsFile)
UNITS = DATA.units
BOOK = open_book("ardennes_44/campaign")
BOARD, MAP = BOOK.board, BOOK.map
INDEX, GRID = BOARD.index, BOARD.grid

# turn | unit as printed | kind | entry | tank quality | counter. `_` stands for a number that the source lost
ALLIED_SCHEDULE = """
 2 | 4/70 Tnk (-)      | tank           | AB    | 3   | 4-70Tnk
 2 | VIII/174          | artillery      | B     | -   | VIII-174
 3 | 4/803 TD          | TD             | AB    | [3] | 803TD
 3 | 4/8/2             | inf bn         | AB    | -   | 4-8-2
 3 | 35 Eng            | engineer       | towns | -   | 35Eng
 3 | 44 Eng            | engineer       | towns | -   | 44Eng
 3 | 159 Eng           | engineer       | towns | -   | 159Eng
 3 | 168 Eng           | engineer       | towns | -   | 168Eng
 3 | 146 Eng           | engineer       | towns | -   | 146Eng
 3 | 7 Arm/CCA         | CC             | H     | 3   | 7Arm-CCA
 3 | 7 Arm/CCB         | CC             | H     | 3   | 7Arm-CCB
 3 | 7 Arm/CCR         | CC             | H     | 3   | 7Arm-CCR
 3 | 7 Arm/814 TD      | TD             | H     | [4] | 814TD
 3 | 1/_               | inf rgt        | H     | -   | 1-26
 4 | 4/22/_            | inf bn         | AB    | -   | 4-22-2
 4 | 10 Arm/CCA        | CC             | BC    | 3   | 10Arm-CCA
 4 | 10 Arm/609TD      | TD             | BC    | [3] | 609TD
 4 | 30/_              | inf rgt        | H     | -   | 30-117
 4 | 9/_               | inf rgt        | J     | -   | 9-47
 5 | 299 Eng           | engineer       | towns | -   | 299Eng
 5 | 158 Eng           | engineer       | towns | -   | 158Eng
 5 | 30/_              | inf rgt        | H     | -   | 30-119
 5 | 30/_              | inf rgt        | H     | -   | 30-120
 5 | 1/634 TD          | TD             | H     | [3] | 634TD
 5 | 1/703 TD          | TD             | H     | [4] | 703TD
 5 | 10 Arm/CCB        | CC             | BC    | 3   | 10Arm-CCB
 5 | 10 Arm/CCR        | CC             | BC    | 3   | 10Arm-CCR
 5 | _ TD              | TD             | H     | [3] | 825TD
 5 | 101/_ no. 1       | para rgt       | E     | -   | 101-501
 5 | 101/_ no. 2       | para rgt       | E     | -   | 101-502
 5 | 101/_ no. 3       | para rgt       | E     | -   | 101-506
 5 | 101/327G          | glider rgt     | E     | -   | 101-327G
 5 | 82/_ no. 1        | para rgt       | E     | -   | 82-504
 5 | 82/_ no. 2        | para rgt       | E     | -   | 82-505
 5 | 82/_ no. 3        | para rgt       | E     | -   | 82-508
 5 | 82/325G           | glider rgt     | E     | -   | 82-325G
 6 | V/190             | artillery      | H     | -   | V-190
 6 | 30/526 Mech       | mech           | H     | -   | 30-526Mech
 6 | 30/99 Norwegians  | inf bn         | H     | -   | 30-99Norw
 6 | 30/743 Tnk        | tank           | H     | 3   | 743Tnk
 7 | 1/_               | inf rgt        | H     | -   | 1-16
 7 | 9/_               | inf rgt        | J     | -   | 9-39
 8 | 3 Arm/CCR         | CC             | H     | 3   | 3Arm-CCR
 8 | _ Para            | para bn        | E     | -   | 509Para
 8 | 551 Para          | para bn        | E     | -   | 551Para
 8 | 740 Tnk           | tank           | H     | 3   | 740Tnk
 8 | 3 Arm/32/_        | tank           | H     | 2   | 3Arm-32-1
 9 | 3 Arm/CCB         | CC             | H     | 3   | 3Arm-CCB
 9 | 3 Arm/643 TD      | TD             | H     | [3] | 643TD
10 | 84/_              | inf rgt        | G     | -   | 84-334
10 | 1/_               | inf rgt        | H     | -   | 1-18
10 | Br. SAS Bn (-)    | SAS            | FG    | -   | SAS
11 | 84/_ no. 1        | inf rgt        | G     | -   | 84-333
11 | 84/_ no. 2        | inf rgt        | G     | -   | 84-335
11 | 84/771 Tnk        | tank           | G     | 3   | 771Tnk
11 | 84/638 TD         | TD             | G     | [3] | 638TD
11 | 1/745 Tnk         | tank           | H     | 3   | 745Tnk
11 | 29 Ind            | inf rgt        | FG    | -   | 29Ind
11 | 118 Ind           | inf rgt        | FG    | -   | 118Ind
12 | Br. 29 Arm/23 Hus | tank           | FG    | 3   | 29Arm-23H
12 | Br. 29 Arm/3 RTR  | tank           | FG    | 3   | 29Arm-3RTR
12 | Br. 29 Arm/2 F&FY | tank           | FG    | 3   | 29Arm-2FFY
12 | Br. 29 Arm/8 RB   | motor bn       | FG    | -   | 29Arm-8RB
12 | 4 Arm/CCA         | CC             | BC    | 3   | 4Arm-CCA
12 | 4 Arm/CCB         | CC             | BC    | 3   | 4Arm-CCB
12 | 4 Arm/CCR         | CC             | BC    | 3   | 4Arm-CCR
12 | 4 Arm/704 TD      | TD             | BC    | [3] | 704TD
12 | 517 Ind Regt      | para rgt       | E     | -   | 517Para
13 | 80/_ no. 1        | inf rgt        | BC    | -   | 80-317
13 | 80/_ no. 2        | inf rgt        | BC    | -   | 80-318
13 | 80/_ no. 3        | inf rgt        | BC    | -   | 80-319
13 | 80/702 Tnk        | tank           | BC    | 3   | 702Tnk
13 | 80/610 TD         | TD             | BC    | [4] | 610TD
13 | 26/_ no. 1        | inf rgt        | BC    | -   | 26-101
13 | 26/_ no. 2        | inf rgt        | BC    | -   | 26-104
13 | 26/_ no. 3        | inf rgt        | BC    | -   | 26-328
13 | 26/735 Tnk        | tank           | BC    | 3   | 735Tnk
13 | 26/818 TD         | TD             | BC    | [3] | 818TD
13 | 30/823 TD         | TD             | H     | [3] | 823TD
13 | 3 Arm/CCA         | CC             | H     | 3   | 3Arm-CCA
13 | XII/182           | artillery      | BC    | -   | XII-182
13 | 5/_               | inf rgt        | BC    | -   | 5-10
13 | TF Thrasher       | task force     | F     | -   | TFThrasher
13 | Br. 43/_ no. 1    | brigade        | FG    | -   | 43-129
13 | Br. 43/_ no. 2    | brigade        | FG    | -   | 43-130
13 | Br. 43/_ no. 3    | brigade        | FG    | -   | 43-214
13 | Br. 34 Tnk Bde    | tank bde       | FG    | 3   | 34TnkBde
14 | 75/_ no. 1        | inf rgt        | G     | -   | 75-289
14 | 75/_ no. 2        | inf rgt        | G     | -   | 75-290
14 | 75/_ no. 3        | inf rgt        | G     | -   | 75-291
14 | 75/629 TD         | TD             | G     | [3] | 629TD
14 | 75/750 Tnk        | tank           | G     | 3   | 750Tnk
14 | Br. 53/_ no. 1    | brigade        | FG    | -   | 53-71
14 | Br. 53/_ no. 2    | brigade        | FG    | -   | 53-158
14 | Br. 53/_ no. 3    | brigade        | FG    | -   | 53-160
15 | 2 Arm/CCA         | CC             | G     | 3   | 2Arm-CCA
15 | 2 Arm/CCB         | CC             | G     | 3   | 2Arm-CCB
15 | 2 Arm/CCR         | CC             | G     | 3   | 2Arm-CCR
15 | 2 Arm/702 TD      | TD             | G     | [4] | 702TD
15 | 2 Arm/66/_        | tank           | G     | 2   | 2Arm-66-1
15 | 6 Cav/_ no. 1     | cavalry        | BC    | [1] | 6Cav-6
15 | 6 Cav/_ no. 2     | cavalry        | BC    | [1] | 6Cav-28
15 | 4 Cav/_ no. 1     | cavalry        | G     | [1] | 4Cav-4
15 | 4 Cav/_ no. 2     | cavalry        | G     | [1] | 4Cav-24
15 | 5/737 Tnk         | tank           | BC    | 3   | 737Tnk
15 | _ TD              | TD             | G     | [4] | 628TD
15 | III/193           | artillery      | BC    | -   | III-193
15 | III/203           | artillery      | BC    | -   | III-203
15 | XII/177           | artillery      | BC    | -   | XII-177
15 | Br. Gds/_ no. 1   | guards bde     | FG    | 3   | Gds-5
15 | Br. Gds/_ no. 2   | guards bde     | FG    | 3   | Gds-32
16 | VII/142           | artillery      | G     | -   | VII-142
16 | VII/188           | artillery      | G     | -   | VII-188
16 | VII/18            | artillery      | G     | -   | VII-18
16 | 654 TD            | TD             | BC    | [3] | 654TD
16 | Br. XXX/4AGRA     | artillery      | FG    | -   | XXX-4AGRA
16 | Br. XXX/5AGRA     | artillery      | FG    | -   | XXX-5AGRA
17 | 5/_ no. 1         | inf rgt        | BC    | -   | 5-2
17 | 5/_ no. 2         | inf rgt        | BC    | -   | 5-11
17 | 602 TD            | TD             | CD    | [3] | 602TD
19 | Br. 51/_ no. 1    | brigade        | G     | -   | 51-152
19 | Br. 51/_ no. 2    | brigade        | G     | -   | 51-153
19 | Br. 51/_ no. 3    | brigade        | G     | -   | 51-154
19 | Br. 33 Tnk Bde    | tank bde       | FG    | 3   | 33TnkBde
19 | XVIII/179         | artillery      | E     | -   | XVIII-179
21 | 35/_ no. 1        | inf rgt        | BC    | -   | 35-134
21 | 35/_ no. 2        | inf rgt        | BC    | -   | 35-137
21 | 35/_ no. 3        | inf rgt        | BC    | -   | 35-320
22 | 6 Arm/CCA         | CC             | BC    | 3   | 6Arm-CCA
22 | 6 Arm/CCB         | CC             | BC    | 3   | 6Arm-CCB
22 | 6 Arm/CCR         | CC             | BC    | 3   | 6Arm-CCR
22 | 6 Arm/603 TD      | TD             | BC    | [3] | 603TD
"""
GERMAN_SCHEDULE = """
 2 | 150 Pz Bde        | armour bde     | K     | ?   | 150PzBde
 2 | _ StrmPz          | assault armour | K     | -   | 217StrmPz
 3 | 3 FJ/_            | para rgt       | K     | -   | 3FJ-8
 3 | von der Heydte    | para bn        | drop  | -   | Heydte
 3 | 44 Festung        | fortress       | MN    | -   | 44Fest
 3 | _ Stg             | StuG           | K     | 3   | 394Stg
 4 | 12SS/_            | PzG rgt        | K     | -   | 12SS-26
 4 | 653 Hv Jpz VI     | Jpz            | K     | 6   | 653HvJpz
 5 | Fuh Bglt/FFB      | Fuhrer inf     | LK    | -   | FBB-FFB
 5 | Fuh Bglt/_        | Fuhrer inf     | LK    | -   | FBB-928
 5 | Fuh Bglt/GD/_     | tank           | LK    | 4   | FBB-GD-2
 5 | Fuh Bglt/_        | StuG           | LK    | 3   | FBB-200
 6 | 741 Jpz           | Jpz            | L     | [3] | 741Jpz
 6 | _                 | assault armour | K     | -   | 1001
 6 | 902 Stg           | StuG           | L     | 3   | 902Stg
 7 | 3 PG/_            | tank           | K     | 3   | 3PG-103
 7 | 3 PG/3 Jpz        | Jpz            | K     | [4] | 3PG-3Jpz
 7 | 3 PG/_            | motor rgt      | K     | -   | 3PG-8
 7 | 3 PG/_            | motor rgt      | K     | -   | 3PG-29
 7 | 3 PG/103 Recon    | recon          | K     | -   | 3PG-103Rec
 8 | 2SS/2/_           | tank           | LK    | 4   | 2SS-2-1
 8 | 2SS/2/_           | tank           | LK    | 3   | 2SS-2-2
 8 | 2SS/2 Jpz         | Jpz            | LK    | [4] | 2SS-2Jpz
 8 | 2SS/_ no. 1       | PzG rgt        | LK    | -   | 2SS-3
 8 | 2SS/_ no. 2       | PzG rgt        | LK    | -   | 2SS-4
 8 | 2SS/2 Recon       | recon          | LK    | -   | 2SS-2Rec
 8 | 9SS/9/_           | tank           | LK    | 4   | 9SS-9-1
 8 | 9SS/9/_           | tank           | LK    | 3   | 9SS-9-2
 8 | 9SS/50 Jpz IV     | Jpz            | LK    | [4] | 9SS-50Jpz
 8 | 9SS/_ no. 1       | PzG rgt        | LK    | -   | 9SS-19
 8 | 9SS/_ no. 2       | PzG rgt        | LK    | -   | 9SS-20
 8 | 9SS/9 Recon       | recon          | LK    | -   | 9SS-9Rec
 9 | 519 Hv Jpz V      | Jpz            | K     | 5   | 519HvJpz
10 | Fuh Gr/99(-)      | Fuhrer inf     | M     | -   | FGB-99
10 | Fuh Gr/99 Fusilier | Fuhrer inf     | M     | -   | FGB-99Fus
10 | Fuh Gr/_          | StuG           | M     | 3   | FGB-911
10 | Fuh Gr            | tank           | M     | 4   | FGB-Pz
11 | 79/_ no. 1        | inf rgt        | M     | -   | 79VG-208
11 | 79/_ no. 2        | inf rgt        | M     | -   | 79VG-212
11 | 79/_ no. 3        | inf rgt        | M     | -   | 79VG-226
11 | 560/_             | inf rgt        | L     | -   | 560VG-1129
11 | 506 Tiger         | tank           | K     | ?   | 506Tiger
11 | _ Jpz             | Jpz            | LK    | 5   | 559Jpz
14 | 9 Pz/33/_         | tank           | L     | 3   | 9Pz-33-2
14 | 9 Pz/33/_         | tank           | L     | 4   | 9Pz-33-1
14 | 9 Pz/50 Jpz       | Jpz            | L     | [4] | 9Pz-50Jpz
14 | 9 Pz/_ no. 1      | PzG rgt        | L     | -   | 9Pz-10
14 | 9 Pz/_ no. 2      | PzG rgt        | L     | -   | 9Pz-11
14 | 9 Pz/60 Recon     | recon          | L     | -   | 9Pz-60Rec
15 | 15PG/_ no. 1      | motor rgt      | L     | -   | 15PG-104
15 | 15PG/_ no. 2      | motor rgt      | L     | -   | 15PG-115
15 | 15PG/_            | tank           | L     | 3   | 15PG-115Pz
15 | 15PG/33 Jpz       | Jpz            | L     | [4] | 15PG-33Jpz
15 | 15PG/124 Recon    | recon          | L     | -   | 15PG-124Rec
15 | 301 Tiger         | tank           | K     | 5   | 301Tiger
19 | 167/_ no. 1       | inf rgt        | LM    | -   | 167VG-331
19 | 167/_ no. 2       | inf rgt        | LM    | -   | 167VG-339
19 | 167/_ no. 3       | inf rgt        | LM    | -   | 167VG-387
19 | 167/Fusilier      | inf bn         | M     | -   | 167VG-Fus
19 | 246/_ no. 1       | inf rgt        | K     | -   | 246VG-352
19 | 246/_ no. 2       | inf rgt        | K     | -   | 246VG-404
19 | 246/_ no. 3       | inf rgt        | K     | -   | 246VG-689
20 | 9/_ no. 1         | inf rgt        | M     | -   | 9VG-36
20 | 9/_ no. 2         | inf rgt        | M     | -   | 9VG-57
20 | 9/_ no. 3         | inf rgt        | M     | -   | 9VG-116
"""
KINDS = {
    "tank": ({"tank"}, {"II", "X"}),
    "TD": ({"tank_destroyer"}, {"II"}),
    "artillery": ({"artillery"}, {"Gp", "X"}),
    "inf rgt": ({"infantry"}, {"III"}),
    "inf bn": ({"infantry"}, {"II"}),
    "brigade": ({"infantry"}, {"X"}),
    "guards bde": ({"armour"}, {"X"}),
    "tank bde": ({"tank", "armour"}, {"X"}),
    "motor bn": ({"mech_infantry", "motor_infantry"}, {"II"}),
    "SAS": ({"recon"}, {"Bn", "II"}),
    "engineer": ({"engineer"}, {"II"}),
    "CC": ({"armour"}, {"CC"}),
    "para rgt": ({"parachute"}, {"III"}),
    "para bn": ({"parachute"}, {"II", "Gp"}),
    "glider rgt": ({"glider"}, {"III"}),
    "mech": ({"mech_infantry"}, {"II"}),
    "cavalry": ({"recon"}, {"Sq"}),
    "task force": ({"motor_infantry", "mech_infantry", "infantry"}, {"TF"}),
    "armour bde": ({"armour"}, {"X"}),
    "assault armour": ({"heavy_assault"}, {"II", "I"}),
    "fortress": ({"fortress"}, {"II", "III"}),
    "StuG": ({"assault_gun"}, {"II"}),
    "Jpz": ({"assault_gun", "tank_destroyer"}, {"II"}),
    "PzG rgt": ({"mech_infantry"}, {"III"}),
    "motor rgt": ({"motor_infantry"}, {"III"}),
    "recon": ({"recon"}, {"II"}),
    "Fuhrer inf": ({"infantry", "mech_infantry", "motor_infantry"}, {"II", "III"}),
}
"""What the schedule calls a unit to the types and sizes of counters that this may be."""
DIVISIONS = {"3 FJ": "3FJ", "Fuh Bglt": "FuhBglt", "Fuh Gr": "FuhGr", "3 PG": "3PG", "79": "79VG", "560": "560VG"}
DIVISIONS |= {"167": "167VG", "246": "246VG"}
"""German divisions as the schedule prints them to their names on the counters; others are the same."""
CORPS = {"III", "V", "VII", "VIII", "XII", "XVIII", "XXX"}


class Row(NamedTuple):
    """A line of a schedule."""

    turn: int
    printed: str
    kind: str
    entry: str
    tq: str
    unit: str


def rows(text: str) -> list[Row]:
    lines = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return [Row(int(turn), *rest) for turn, *rest in lines]


ALLIED_ROWS, GERMAN_ROWS = rows(ALLIED_SCHEDULE), rows(GERMAN_SCHEDULE)
EVERY_ROW = [*ALLIED_ROWS, *GERMAN_ROWS]
REINFORCEMENTS = {name: entry for name, entry in UNITS.items() if entry.arrival and entry.optional is None}
STARTERS = {name: entry for name, entry in UNITS.items() if entry.setup is not None}


def those(**printed: object) -> set[str]:
    """Units with certain printed values."""
    return {name for name, entry in UNITS.items() if all(getattr(entry, key) == v for key, v in printed.items())}


def tq_text(entry: UnitEntry) -> str:
    """A tank quality as the schedule prints it, red ones in brackets."""
    if entry.tq is None:
        return "-"
    return f"[{entry.tq.value}]" if entry.tq.colour == "red" else str(entry.tq.value)


# ------------------------------------------------------------------ the schedules, T9 and T10


@pytest.mark.rule("13.1", "2.6")
@pytest.mark.parametrize("row", EVERY_ROW, ids=lambda row: f"{row.turn}-{row.unit}")
def test_a_row_of_the_schedule(row: Row) -> None:
    entry = UNITS[row.unit]
    assert entry.side == ("Allied" if row in ALLIED_ROWS else "German")
    assert entry.setup is None, "a reinforcement does not start on the map"
    arrival = entry.arrival
    assert arrival is not None
    assert arrival.turn == row.turn
    if row.entry == "towns":
        assert (arrival.place, arrival.entry) == ("towns", ())
    elif row.entry == "drop":
        assert (arrival.place, arrival.entry) == ("drop", ())
    else:
        assert sorted(arrival.entry) == sorted(row.entry)
        assert arrival.place == ("roll" if row.unit == "653HvJpz" else None)
    types, sizes = KINDS[row.kind]
    assert entry.type in types
    assert entry.size in sizes
    if row.tq != "?":
        assert tq_text(entry) == row.tq
    assert entry.nation == ("British" if row.printed.startswith("Br.") else entry.nation)
    assert (entry.nation == "British") == row.printed.startswith("Br.")


@pytest.mark.rule("2.5", "13.1")
@pytest.mark.parametrize("row", [row for row in EVERY_ROW if "/" in row.printed], ids=lambda row: f"{row.unit}")
def test_the_division_or_corps_is_printed_first(row: Row) -> None:
    first = row.printed.removeprefix("Br. ").partition("/")[0]
    entry = UNITS[row.unit]
    if first in CORPS:
        assert entry.corps == first
        assert entry.division is None, "corps artillery belongs to no division"
    elif row in GERMAN_ROWS:
        assert entry.division == ({"9": "9VG"} | DIVISIONS).get(first, first.replace(" ", ""))
    else:
        assert entry.division == first.replace(" ", "")


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("row", EVERY_ROW, ids=lambda row: f"{row.unit}")
def test_what_the_source_kept_of_a_name_is_on_the_counter(row: Row) -> None:
    """The last part of a printed name without lost numbers, its digits at least."""
    last = row.printed.removeprefix("Br. ").rpartition("/")[2].split(" no.")[0]
    wanted = {word.rstrip("TDGJpz") for word in last.replace("(", " ").split() if any(c.isdigit() for c in word)}
    if "_" in last or not wanted:
        return
    entry = UNITS[row.unit]
    shown = f"{entry.short} {entry.name} {row.unit}"
    assert any(word in shown for word in wanted), shown


@pytest.mark.rule("3.2", "13.1")
def test_132_allied_and_65_german_reinforcements() -> None:
    assert len(ALLIED_ROWS) == 132
    assert len(GERMAN_ROWS) == 65
    assert {row.unit for row in EVERY_ROW} == REINFORCEMENTS.keys()
    assert len({row.unit for row in EVERY_ROW}) == 197
    sides = Counter(entry.side for entry in REINFORCEMENTS.values())
    assert sides == {"Allied": 132, "German": 65}


@pytest.mark.rule("13.1")
@pytest.mark.parametrize(
    ("side", "counts"),
    [
        ("Allied", {2: 2, 3: 12, 4: 5, 5: 17, 6: 4, 7: 2, 8: 5, 9: 2, 10: 3, 11: 7, 12: 9, 13: 19, 14: 8, 15: 16}),
        ("German", {2: 2, 3: 4, 4: 2, 5: 4, 6: 3, 7: 5, 8: 12, 9: 1, 10: 4, 11: 6, 14: 6, 15: 6, 19: 7, 20: 3}),
    ],
)
def test_units_due_each_turn(side: str, counts: dict[int, int]) -> None:
    later = {16: 6, 17: 3, 19: 5, 21: 3, 22: 4} if side == "Allied" else {}
    found = Counter(entry.arrival.turn for entry in REINFORCEMENTS.values() if entry.side == side and entry.arrival)
    assert found == counts | later


@pytest.mark.rule("13.1")
def test_turns_without_arrivals() -> None:
    german = {entry.arrival.turn for entry in REINFORCEMENTS.values() if entry.side == "German" and entry.arrival}
    assert {*range(1, 23)} - german == {1, 12, 13, 16, 17, 18, 21, 22}
    allied = {entry.arrival.turn for entry in REINFORCEMENTS.values() if entry.side == "Allied" and entry.arrival}
    assert {*range(1, 23)} - allied == {1, 18, 20}


@pytest.mark.rule("13.1", "11.9")
def test_entry_letters_of_the_sides() -> None:
    """T12: A to J but I are Allied, K to N German; every letter of the map is used."""
    used: dict[str, set[str]] = defaultdict(set)
    for entry in UNITS.values():
        for letter in entry.arrival.entry if entry.arrival else ():
            used[entry.side].add(letter)
    assert used["Allied"] == set("ABCDEFGH") | {"J"}
    assert used["German"] == set("KLMN")


@pytest.mark.rule("2.2b", "22.1")
def test_corps_artillery_of_the_schedule_reads_s_2_1() -> None:
    """S-(2)-1: a column shift only, a defence of 2 in parentheses, 1 point on the ready side."""
    guns = {row.unit for row in ALLIED_ROWS if row.kind == "artillery"}
    assert len(guns) == 12
    for name in guns:
        entry = UNITS[name]
        assert (entry.attack, entry.defence, entry.movement) == ((0,), (2,), 1)
        assert entry.parenthesised
        assert entry.range is not None


# ------------------------------------------------------------------ named units (Unit facts)


@pytest.mark.rule("27.1", "27.1f")
def test_the_150th_panzer_brigade() -> None:
    (name,) = those(role="brigade150")
    entry = UNITS[name]
    assert entry.arrival is not None
    assert (entry.arrival.turn, entry.arrival.entry) == (2, ("K",))
    assert len(entry.attack) == 2, "it has a full strength and a reduced one"
    assert those(division=entry.division) == {name}, "a division of its own"


@pytest.mark.rule("27.2")
def test_von_der_heydte() -> None:
    (name,) = those(role="heydte")
    entry = UNITS[name]
    assert (entry.type, entry.nation) == ("parachute", "Luftwaffe")
    assert entry.arrival is not None
    assert (entry.arrival.turn, entry.arrival.place) == (3, "drop")
    assert len(entry.defence) == 2, "it has a side to be flipped to"


@pytest.mark.rule("27.5")
def test_four_units_of_1st_ss_are_kampfgruppe_peiper() -> None:
    peiper = those(peiper=True)
    assert len(peiper) == 4
    assert {UNITS[name].division for name in peiper} == {"1SS"}
    assert all(UNITS[name].setup for name in peiper)


@pytest.mark.rule("27.6")
def test_two_regiments_of_2nd_division_at_the_roer_dams() -> None:
    bound = those(rrd=True)
    assert {UNITS[name].setup.hex for name in bound if UNITS[name].setup} == {"1535", "1636"}  # type: ignore[union-attr]
    assert {(UNITS[name].division, UNITS[name].size, UNITS[name].type) for name in bound} == {("2", "III", "infantry")}


@pytest.mark.rule("27.8")
def test_9th_armoured_ccb() -> None:
    (name,) = those(role="ccb9")
    entry = UNITS[name]
    assert (entry.division, entry.size, entry.type) == ("9Arm", "CC", "armour")
    assert entry.setup is not None


@pytest.mark.rule("27.9")
def test_the_653rd_battalion() -> None:
    (name,) = those(role="jpz653")
    entry = UNITS[name]
    assert entry.tq is not None
    assert (entry.tq.value, entry.tq.colour) == (6, "grey")
    assert entry.arrival is not None
    assert (entry.arrival.turn, entry.arrival.entry, entry.arrival.place) == (4, ("K",), "roll")


@pytest.mark.rule("27.4")
def test_sturmtiger_and_brummbaer() -> None:
    assault = those(type="heavy_assault")
    assert len(assault) == 2
    assert {UNITS[name].side for name in assault} == {"German"}
    assert any("217" in UNITS[name].short for name in assault)
    assert {UNITS[name].arrival.turn for name in assault if UNITS[name].arrival} == {2, 6}  # type: ignore[union-attr]


@pytest.mark.rule("27.10")
def test_allied_engineers_have_a_defence_of_2_and_one_step() -> None:
    engineers = {name for name in those(type="engineer") if UNITS[name].side == "Allied"}
    assert {"35Eng", "44Eng", "146Eng", "159Eng", "168Eng", "158Eng", "299Eng"} <= engineers
    assert {UNITS[name].defence for name in engineers} == {(2,)}
    arriving = {name: UNITS[name].arrival for name in engineers if UNITS[name].arrival}
    assert Counter(arrival.turn for arrival in arriving.values() if arrival) == {3: 5, 5: 2}


@pytest.mark.rule("29.1", "29.4")
def test_the_two_artillery_groups_near_monschau_are_red() -> None:
    for name in ("V-187", "V-406"):
        entry = UNITS[name]
        assert entry.type == "artillery"
        assert entry.setup is not None
        assert entry.setup.red
        assert GRID.distance(INDEX[entry.setup.hex], INDEX["1839"]) <= 6, "near Monschau"


@pytest.mark.rule("8.2b")
def test_units_that_stack_as_one() -> None:
    groups = Counter(entry.group for entry in UNITS.values() if entry.group)
    assert groups["9Arm/CCA"] == 2
    for cavalry in ("102Cav", "14Cav", "6Cav", "4Cav"):
        assert groups[cavalry] == 2
        assert {UNITS[name].size for name in those(group=cavalry)} == {"Sq"}
        assert {UNITS[name].division for name in those(group=cavalry)} == {cavalry}, "a division for command (14.3)"


@pytest.mark.rule("8.2a")
def test_groups_are_of_one_division_and_more_than_one_unit() -> None:
    groups: dict[str, list[UnitEntry]] = defaultdict(list)
    for entry in UNITS.values():
        if entry.group:
            groups[entry.group].append(entry)
    for name, entries in groups.items():
        assert len({entry.division for entry in entries}) == 1, name
        assert len({entry.side for entry in entries}) == 1, name
    alone = {name for name, entries in groups.items() if len(entries) == 1}
    assert alone <= {"4/8", "4/22"}, "their other battalions stayed outside the map"


@pytest.mark.rule("16.2", "2.8")
def test_4th_armoured_ccr_is_an_elite_tank_unit_with_tq_3() -> None:
    entry = UNITS["4Arm-CCR"]
    assert entry.morale == "elite"
    assert (entry.type, entry.tq and entry.tq.value) == ("armour", 3)


@pytest.mark.rule("2.8")
def test_airborne_and_first_divisions_are_elite_split_units_and_new_divisions_recruits() -> None:
    for division in ("101", "82"):
        assert {UNITS[name].morale for name in those(division=division)} == {"elite"}
        assert len(those(division=division)) == 4
    for division in ("106", "75"):
        regiments = {name for name in those(division=division) if UNITS[name].size == "III"}
        assert {UNITS[name].morale for name in regiments} == {"recruit"}
    assert {entry.morale for entry in DATA.splits.values()} == {"recruit"}


@pytest.mark.rule("8.2c")
def test_2nd_panzer_has_two_two_step_silhouette_battalions() -> None:
    tanks = [UNITS[name] for name in those(division="2Pz", type="tank")]
    assert [len(entry.attack) for entry in tanks] == [2, 2]


@pytest.mark.rule("25.26", "2.9")
def test_german_tanks_of_quality_five_and_more() -> None:
    heavy = {name for name, entry in UNITS.items() if entry.tq and entry.tq.value >= 5}
    assert {"653HvJpz", "519HvJpz", "301Tiger", "559Jpz"} <= heavy
    assert {UNITS[name].side for name in heavy} == {"German"}


# ------------------------------------------------------------------ colours, corps, armies


@pytest.mark.rule("2.10")
def test_nations_of_the_sides() -> None:
    every = {**UNITS, **DATA.splits, **DATA.remnants}
    for name, entry in every.items():
        assert (entry.side == "Allied") == (entry.nation in ("US", "British")), name
        if entry.division and entry.division.endswith("SS"):
            assert entry.nation == "SS" or name == "12SS-560Jpz", name
        if entry.division and entry.division.endswith("FJ"):
            assert entry.nation == "Luftwaffe", name


@pytest.mark.rule("2.11", "2.11a", "11.10f")
def test_german_units_have_an_army_and_allied_ones_none() -> None:
    for name, entry in UNITS.items():
        assert (entry.army is not None) == (entry.side == "German"), name
        if entry.side == "German":
            assert (entry.army == "Nordwind") == (entry.optional == "Nordwind"), name


@pytest.mark.rule("6.1", "6.5", "2.11a")
@pytest.mark.parametrize(
    ("division", "army", "corps"),
    [
        ("1SS", "6Pz", "I SS"),
        ("12SS", "6Pz", "I SS"),
        ("2SS", "6Pz", "II SS"),
        ("9SS", "6Pz", "II SS"),
        ("3PG", "6Pz", None),
        ("2Pz", "5Pz", "XLVII"),
        ("PzLehr", "5Pz", "XLVII"),
        ("116Pz", "5Pz", "LVIII"),
        ("9Pz", "5Pz", None),
        ("15PG", "5Pz", None),
        ("FuhBglt", "5Pz", None),
        ("277VG", "6Pz", None),
        ("12VG", "6Pz", None),
        ("3FJ", "6Pz", None),
        ("18VG", "5Pz", None),
        ("26VG", "5Pz", "XLVII"),
        ("560VG", "5Pz", "LVIII"),
        ("5FJ", "7A", None),
        ("352VG", "7A", None),
        ("276VG", "7A", None),
        ("212VG", "7A", None),
    ],
)
def test_armies_and_corps_of_german_divisions(division: str, army: str, corps: str | None) -> None:
    members = those(division=division)
    assert members
    assert {UNITS[name].army for name in members} == {army}
    if corps is not None:
        assert {UNITS[name].corps for name in members} == {corps}


@pytest.mark.rule("2.5", "2.11")
def test_a_division_has_one_side_one_army_and_mostly_one_corps() -> None:
    corps: dict[str, Counter[str | None]] = defaultdict(Counter)
    for entry in UNITS.values():
        if entry.division:
            corps[f"{entry.side} {entry.division}"][entry.corps] += 1
    assert all(len(found) == 1 for name, found in corps.items() if name.startswith("German")), "German divisions whole"


@pytest.mark.rule("6.1")
def test_every_division_of_the_fuel_tables_is_in_the_game() -> None:
    named = {name for table in BOOK.charts.fuel.tables for names in table.values() for name in names}
    divisions = {entry.division for entry in UNITS.values() if entry.side == "German"}
    assert {name for name in named if not name.startswith("west ")} <= divisions
    assert {"FuhBglt", "FuhGr"} <= named


@pytest.mark.rule("2.11", "11.10f")
def test_a_start_area_belongs_to_the_army_of_its_units() -> None:
    for name, entry in STARTERS.items():
        setup = entry.setup
        assert setup is not None
        if setup.area:
            area = MAP.start_areas[setup.area]
            assert (area.army, area.corps) == (entry.army, entry.corps), name
        if setup.corps:
            assert {area.army for area in MAP.start_areas.values() if area.corps == setup.corps} == {entry.army}, name


# ------------------------------------------------------------------ numbers on counters


@pytest.mark.rule("2.2a", "8.1")
def test_stacking_values() -> None:
    for name, entry in {**UNITS, **DATA.splits, **DATA.remnants}.items():
        free = entry.type in SILHOUETTES or entry.type in ARTILLERY
        assert all((value == 0) == free for value in entry.stacking), name
        assert max(entry.stacking) <= 3, name


@pytest.mark.rule("16.4a", "25.24")
def test_large_units_are_those_with_a_reduced_stacking_value_of_2() -> None:
    for name, entry in UNITS.items():
        two = len(entry.attack) == 2 and entry.stacking[-1] == 2
        assert entry.large == two, name


@pytest.mark.rule("2.2a", "2.2c")
def test_reduced_sides_are_weaker() -> None:
    for name, entry in UNITS.items():
        steps = {len(entry.attack), len(entry.defence), len(entry.stacking)}
        assert len(steps) == 1, name
        if len(entry.attack) == 2:
            assert entry.attack[0] >= entry.attack[1], name
            assert entry.defence[0] >= entry.defence[1], name
            assert entry.attack + entry.defence != (*entry.attack[::-1], *entry.defence[::-1]), name


@pytest.mark.rule("2.9", "21.2")
def test_tank_destroyers_are_red_and_tanks_grey() -> None:
    for name, entry in UNITS.items():
        if entry.type == "tank_destroyer":
            assert entry.tq is not None, name
            assert entry.tq.colour == "red", name
        if entry.type in ("tank", "armour"):
            assert entry.tq is not None, name
            assert entry.tq.colour == "grey", name
        if entry.tq is not None:
            assert entry.type in SILHOUETTES | {"armour", "recon"}, name


@pytest.mark.rule("2.2b", "15.1d")
def test_artillery_and_only_artillery_has_ranges_and_parentheses() -> None:
    for name, entry in UNITS.items():
        guns = entry.type in ARTILLERY
        assert (entry.range is not None) == guns, name
        assert entry.parenthesised == guns, name
        assert (entry.attack == (0,)) == guns, name
        assert (entry.fired_movement is not None) == (guns and entry.side == "Allied"), name


@pytest.mark.rule("22.2", "22.1")
def test_nebelwerfer_have_a_movement_of_1_other_german_artillery_none() -> None:
    for name, entry in UNITS.items():
        if entry.type in ARTILLERY:
            stays = entry.type == "artillery" and entry.side == "German"
            assert entry.movement == (0 if stays else 1), name


@pytest.mark.rule("2.2")
def test_names_are_unique_on_the_table() -> None:
    assert len({entry.name for entry in UNITS.values()}) == len(UNITS)
    for name, entry in UNITS.items():
        assert entry.source, name


# ------------------------------------------------------------------ set-up


@pytest.mark.rule("3.2", "2.7")
def test_every_unit_either_starts_on_the_map_or_arrives() -> None:
    for name, entry in UNITS.items():
        assert (entry.setup is None) != (entry.arrival is None), name


@pytest.mark.rule("3.3")
def test_allied_units_start_in_hexes_of_the_map_free_of_german_areas() -> None:
    german = {hex_ for area in MAP.start_areas.values() for hex_ in (*area.hexes, *area.west)}
    for name, entry in STARTERS.items():
        if entry.side == "Allied":
            setup = entry.setup
            assert setup is not None
            assert setup.area is None, name
            assert setup.corps is None, name
            assert setup.hex in INDEX, name
            assert setup.hex not in german, name


@pytest.mark.rule("3.3", "8.1", "8.2")
def test_allied_stacks_at_start_are_legal() -> None:
    state = start("ardennes_44/campaign", {}, Dice(1))
    stacks: dict[str, list[Unit]] = defaultdict(list)
    for name, entry in STARTERS.items():
        if entry.side == "Allied" and entry.setup:
            stacks[entry.setup.hex].append(state.units[name])
    assert len(stacks) > 30
    for place, units in stacks.items():
        assert overstacked(state.book, units) is None, place


@pytest.mark.rule("3.4", "8.1", "8.2")
def test_german_historical_hexes_are_legal_and_their_stacks_too() -> None:
    state = start("ardennes_44/campaign", {}, Dice(1))
    stacks: dict[str, list[Unit]] = defaultdict(list)
    for name in starters(BOOK):
        setup = UNITS[name].setup
        assert setup is not None
        assert setup.hex in start_hexes(BOOK, name), name
        assert place_refusal(state, name, setup.hex) is None, name
        assert (setup.area is None) != (setup.corps is None), name
        stacks[setup.hex].append(state.units[name])
    for place, units in stacks.items():
        assert overstacked(state.book, units) is None, place


@pytest.mark.rule("3.4")
def test_every_start_area_has_a_division_and_corps_artillery_an_area() -> None:
    divisions: dict[str, set[str | None]] = defaultdict(set)
    for entry in STARTERS.values():
        if entry.setup and entry.setup.area:
            divisions[entry.setup.area].add(entry.division)
        if entry.setup and entry.setup.corps:
            assert entry.setup.corps in {area.corps for area in MAP.start_areas.values()}
    assert divisions.keys() == MAP.start_areas.keys()
    assert all({"PzLehr" if name == "Lehr" else name} <= found for name, found in divisions.items())


@pytest.mark.rule("3.4b")
def test_26th_volksgrenadier_has_four_units_two_of_them_west_of_the_our() -> None:
    units = those(division="26VG")
    assert len(units) == 4
    west = MAP.start_areas["26VG"].west
    assert {name for name in units if UNITS[name].setup and UNITS[name].setup.hex in west} == {"26VG-39", "26VG-77"}  # type: ignore[union-attr]
    assert "Fusilier" in UNITS["26VG-39"].name
    assert "Grenadier" in UNITS["26VG-77"].name


@pytest.mark.rule("2.7", "29.1")
def test_red_boxes_are_on_both_sides_and_never_on_reinforcements() -> None:
    red = {name for name, entry in STARTERS.items() if entry.setup and entry.setup.red}
    assert {UNITS[name].side for name in red} == {"German", "Allied"}
    assert len(red) > 4


@pytest.mark.rule("3.3", "15.8")
def test_dots_are_allied_and_of_units_that_use_a_position() -> None:
    dug_in = {name for name, entry in STARTERS.items() if entry.setup and entry.setup.ip}
    assert dug_in
    assert {UNITS[name].side for name in dug_in} == {"Allied"}
    assert not any(UNITS[name].type in SILHOUETTES | ARTILLERY for name in dug_in)


@pytest.mark.rule("27.7", "3.3")
def test_the_106th_division_faces_the_18th_volksgrenadier() -> None:
    area = [INDEX[hex_] for hex_ in MAP.start_areas["18VG"].hexes]
    near = [
        name
        for name in those(division="106")
        if (setup := UNITS[name].setup) and min(GRID.distance(INDEX[setup.hex], hex_) for hex_ in area) <= 2
    ]
    assert len(those(division="106")) == 3
    assert len(near) >= 2


# ------------------------------------------------------------------ split units, remnants, options


@pytest.mark.rule("26.1", "26.3")
def test_counters_for_split_units() -> None:
    kinds = Counter((entry.side, entry.nation, entry.type) for entry in DATA.splits.values())
    assert kinds.keys() == {
        ("Allied", "US", "infantry"),
        ("Allied", "US", "parachute"),
        ("Allied", "US", "armour"),
        ("German", "Army", "infantry"),
        ("German", "Army", "mech_infantry"),
        ("German", "Luftwaffe", "parachute"),
    }
    for name, entry in DATA.splits.items():
        assert len(entry.attack) == len(entry.defence) == 1, name
        assert entry.stacking == (1,), name
        assert entry.morale == "recruit", name
        assert entry.size == ("TF" if entry.type == "armour" else "II"), name


@pytest.mark.rule("16.4a")
def test_every_large_unit_has_a_remnant_of_its_arm() -> None:
    arms = {
        (e.side, "FJ" if e.type == "parachute" and e.side == "German" else e.nation, e.type in ("armour", "tank"))
        for e in DATA.remnants.values()
    }
    for name, entry in UNITS.items():
        if entry.large:
            nation = entry.nation if entry.side == "Allied" else "FJ" if entry.type == "parachute" else "Army"
            assert (entry.side, nation, entry.type in ("armour", "tank")) in arms, name
    assert all(entry.stacking == (1,) and len(entry.attack) == 1 for entry in DATA.remnants.values())


@pytest.mark.rule("33.1", "33.2", "33.3")
def test_optional_formations() -> None:
    found: dict[str, list[UnitEntry]] = defaultdict(list)
    for entry in UNITS.values():
        if entry.optional:
            found[entry.optional].append(entry)
    assert found.keys() == {"11Arm", "90", "5Arm", "11Pz", "10SS", "Nordwind"}
    assert len(found["Nordwind"]) == 9
    turns = {name: {entry.arrival.turn for entry in units if entry.arrival} for name, units in found.items()}
    assert (turns["90"], turns["5Arm"], turns["Nordwind"]) == ({22}, {17}, {21})
    assert turns["11Pz"] == turns["10SS"] == {11}
    assert {entry.arrival.place for entry in found["5Arm"] if entry.arrival} == {"box"}
    assert {entry.side for name in ("11Pz", "10SS", "Nordwind") for entry in found[name]} == {"German"}
    assert {entry.side for name in ("11Arm", "90", "5Arm") for entry in found[name]} == {"Allied"}


# ------------------------------------------------------------------ the short scenarios


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize(("name", "last", "points"), [("three_days", 6, 10), ("four_days", 8, 14)])
def test_short_scenarios(name: str, last: int, points: int) -> None:
    scenario = load(FOLDER / f"{name}.yaml", ScenarioFile)
    assert scenario.last == last
    assert scenario.sheets == ("",), "the East map only"
    assert scenario.points is not None
    assert (scenario.points.german, scenario.points.exit_strength) == (points, 4)
    late = scenario.late
    assert late is not None
    assert {*late.units} == those(division="101") | those(division="82")
    assert len(late.units) == 8
    assert (late.turn, late.spent, late.markers_from) == (6, 4, 5)


@pytest.mark.rule("1.0")
def test_the_campaign_lasts_22_turns_on_both_maps() -> None:
    scenario = load(FOLDER / "campaign.yaml", ScenarioFile)
    assert (scenario.last, scenario.sheets, scenario.points, scenario.late) == (22, ("", "W"), None, None)
