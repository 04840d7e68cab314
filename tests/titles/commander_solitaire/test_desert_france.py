"""Desert Commander: France 1940 (4.7)."""

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    FRANCE,
    book,
    history,
    position,
    refused,
    replaced,
    told,
)
from tests.titles.commander_solitaire.desert_tables import (
    all_rows,
    areas,
    links,
    printed_areas,
    printed_links,
    printed_row,
    rows,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.desert_commander import TITLE
from wargame_tui.titles.desert_commander.printed.book import TITLE_ID

CAMPAIGN = FRANCE
AREAS = """
EIF Eifel (0, open); HOU Houffalize (0, forest); MCH Marche (0, open); DIN Dinant (1, river); NAM Namur (1, fort);
PHI Philippeville (0, open); AVE Avesnes (1, fort); MAU Maubeuge (1, fort); LEC Le Cateau (0, open); CAM Cambrai (1,
open); ARR Arras (2, city); LIL Lille (2, city); BET Bethune (1, river); DUN Dunkirk (3, city); AMI Amiens (1,
river); FOR Forges-les-Eaux (0, open); ROU Rouen (2, river); VAL St-Valery (3, open); HAV Le Havre (2, city); EVR
Evreux (0, open); COU Coutances (0, bocage); CHE Cherbourg (4, fort)
"""
LINKS = """
EIF-HOU HOU-MCH MCH-DIN MCH-NAM DIN-PHI NAM-PHI NAM-MAU PHI-AVE PHI-MAU AVE-MAU AVE-LEC MAU-LEC MAU-LIL LEC-CAM
CAM-ARR CAM-AMI ARR-BET ARR-LIL ARR-AMI BET-LIL BET-DUN LIL-DUN AMI-FOR FOR-ROU FOR-VAL ROU-HAV ROU-EVR ROU-VAL
VAL-HAV EVR-COU COU-CHE
"""
FORCES = """
Axis start: EIF PZ I/25 Pz, II/25 Pz, 66 Pz Bn; MOT 6 Schutzen, 7 Schutzen; REC 37 Recon, 7 Kradschutzen; ART 78
  Art; ENG 58 Pioneer
Axis T2: EIF PZ 31 Pz (5 PzD); MOT 13 Schutzen (5 PzD)
Axis T3: EIF INF 12 ID, 32 ID
Axis T4: EIF FLK I/23 Flak
Axis T6: EIF INF 62 ID
Axis T9: EIF MOT 2 ID (mot); PZ 15 Pz (5 PzD)
Enemy start: HOU IN2 Ch. Ardennais / MCH CAV 4 DLC / DIN IN2 1 DLC, 18 DI; INF 5 DIM / NAM FRT Namur forts; IN2 8
  Belgian / PHI IN2 4 DINA / AVE FRT 101 DIF / MAU FRT Maubeuge forts / LEC IN2 9 Army HQ / CAM GAR Cambrai gar /
  ARR GAR Arras gar / LIL INF 1 Army, 4 Div; IN2 Lille gar; ART 1 Army art / DUN GAR Dunkirk gar; IN2 60 DI; FRT
  Dunkirk coast / AMI GAR Amiens gar / ROU GAR Rouen gar / HAV GAR Le Havre gar / CHE FRT Cherbourg forts
Enemy T2: PHI TNK 1 DCR
Enemy T3: CAM CAV 1 DLM / AVE IN2 84 RIF
Enemy T4: ARR TNK 4/7 RTR; INF 5 Div, 50 Div
Enemy T5: BET INF 2 Div, 42 Div / LIL TNK 3 DLM
Enemy T6: DUN INF 48 Div / AMI IN2 5 DINC
Enemy T7: AMI IN2 13 DI / FOR IN2 16 DI
Enemy T8: VAL INF 51 Highland; IN2 31 DI / ROU MOT Beauman Div
Enemy T9: VAL INF 40 DI / FOR CAV 5 DLC
Enemy T10: ROU CRU 1 Armd Div
Enemy T12: CHE IN2 Cherbourg inf / COU IN2 Brittany group
"""


@pytest.mark.rule("4.7.1")
def test_areas_in_index_order() -> None:
    assert printed_areas(CAMPAIGN) == areas(AREAS)


@pytest.mark.rule("4.7.1")
def test_links() -> None:
    assert printed_links(CAMPAIGN) == links(LINKS)
    assert len(book(CAMPAIGN).map.links) == len(links(LINKS))


@pytest.mark.rule("4.7.2", "2.7")
@pytest.mark.parametrize(("side", "when", "forces"), list(rows(FORCES)), ids=lambda value: str(value)[:8])
def test_set_up_and_arrivals(side: str, when: str, forces: list[tuple[str, str]]) -> None:
    assert printed_row(CAMPAIGN, side, when) == forces


@pytest.mark.rule("4.7.2")
def test_there_are_no_other_rows() -> None:
    assert all_rows(CAMPAIGN) == {(side, when) for side, when, _ in rows(FORCES)}


@pytest.mark.rule("4.7.2", "4.2.6")
def test_the_game_begins_with_the_set_up() -> None:
    game = Game(TITLE, f"{TITLE_ID}/{CAMPAIGN}", 1)
    setup = [forces for _, when, forces in rows(FORCES) if when == "start"]
    assert {(force.id, force.area) for force in game.state.forces.values()} == {pair for row in setup for pair in row}


@pytest.mark.rule("4.7.2", "4.3.1", "4.5.12")
@pytest.mark.parametrize("turn", range(2, 15))
def test_arrivals_come_on_their_turn(turn: int) -> None:
    game = position({"EIF": "PZ X"}, {"EVR": "FRT Y"}, turn=turn, stage="enemy_reinforce", stop="axis_operations")
    come = {(event.data["forces"][0], event.data["area"]) for event in told(history(game), "arrived")}
    expected = {pair for _, when, forces in rows(FORCES) if when == f"T{turn}" for pair in forces}
    assert come == expected


@pytest.mark.rule("4.7.1", "4.6.1")
def test_vp_of_the_whole_map() -> None:
    assert sum(entry.vp for entry in book(CAMPAIGN).areas.values()) == 25


@pytest.mark.rule("4.7.1", "10.2")
def test_links_are_data() -> None:
    france = book(CAMPAIGN).map
    cut = france.model_copy(
        update={"links": tuple(link for link in france.links if set(link.between) != {"EIF", "HOU"})}
    )
    with replaced("map", maps={"france": cut}):
        game = position({"EIF": "PZ A"}, sp=9)
        assert refused(game, "operation EIF HOU").rule == "4.3.5"
