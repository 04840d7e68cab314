"""Desert Commander: North Africa 1941-42 (4.8)."""

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    book,
    history,
    position,
    told,
    where,
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

CAMPAIGN = AFRICA
AREAS = """
TRI Tripoli (0, city); SIR Sirte (0, open); AGH El Agheila (0, pass); AGE Agedabia (0, open); BEN Benghazi (2,
city); DER Derna (1, open); MEC Mechili (1, open); GAZ Gazala (1, open); BIR Bir Hacheim (1, box); TOB Tobruk (4,
fort); SID Sidi Rezegh (1, open); BAR Bardia (1, fort); SOL Sollum-Halfaya (2, pass); OMA Sidi Omar (0, open); BRA
Sidi Barrani (1, open); MAT Mersa Matruh (2, box); FUK Fuka (0, open); ALA El Alamein (3, box); QAT Alam Halfa (1,
pass); ALX Alexandria (6, city)
"""
LINKS = """
TRI-SIR SIR-AGH AGH-AGE AGE-BEN AGE-MEC BEN-DER DER-MEC DER-GAZ MEC-GAZ MEC-BIR GAZ-BIR GAZ-TOB BIR-SID BIR-TOB
TOB-SID TOB-BAR SID-BAR SID-OMA BAR-SOL OMA-SOL OMA-BRA SOL-BRA BRA-MAT MAT-FUK FUK-ALA FUK-QAT ALA-QAT ALA-ALX
QAT-ALX
"""
FORCES = """
Axis start: TRI PZ 5 Pz Rgt; MOT MG Bn 8; REC 3 Recon; IIN Pavia; ART 605 AT / SIR IAR Ariete; IIN Brescia
Axis T2: TRI PZ 8 Pz Rgt; MOT 104 Schutzen; IIN Bologna
Axis T3: TRI MOT 115 Schutzen; FLK I/33 Flak; REC 33 Recon; IMO Trento
Axis T4: TRI IIN Savona
Axis T5: TRI MOT 155 (Afrika Div); IMO Trieste
Axis T7: TRI PZ Pz replacements; IIN Sabratha
Axis T8: TRI MOT 200 (90 Light); IAR Littorio
Axis T10: TRI INF 164 Light; PAR Ramcke, Folgore
Axis T12: TRI PZ 10 PzD kg
Enemy start: AGH CAV 3 Armd Bde / AGE IN2 Support Gp / BEN IN2 20 Aus Bde / MEC MOT 3 Ind Mot / TOB INF 9
  Australian; FRT Tobruk perimeter
Enemy T2: SOL INF 22 Gds Bde / BRA CRU 7 Armd Bde / TOB ART Tobruk art
Enemy T3: BRA INF 4 Indian / SOL TNK 4 RTR / MAT CRU Tiger convoy
Enemy T4: TOB INF 70 Div; TNK 32 Tank Bde
Enemy T5: OMA CRU 7 Armd Div, 22 Armd Bde / BRA INF 2 NZ; TNK 1 Tank Bde / MAT INF 1 SA; CRU 4 Armd Bde
Enemy T6: SOL INF 2 SA
Enemy T7: AGE CRU 1 Armd Div
Enemy T8: GAZ INF 50 Div; ARM Grant Bdes / BIR FRT 1 Free French
Enemy T9: MAT INF 5 Indian, 10 Indian / TOB ARM Grant II
Enemy T10: ALA INF 9 Australian (II); FRT Alamein box; ART 8 Army art / QAT INF 2 NZ (II); ARM 8 Armd Bde
Enemy T11: ALA INF 51 Highland, 44 Div; ARM 1 Armd (Sherman); ART 8 Army art II / QAT ARM 10 Armd (Sherman)
Enemy T12: FUK ARM 7 Armd (II)
"""


@pytest.mark.rule("4.8.1")
def test_areas_in_index_order() -> None:
    assert printed_areas(CAMPAIGN) == areas(AREAS)


@pytest.mark.rule("4.8.1")
def test_links() -> None:
    assert printed_links(CAMPAIGN) == links(LINKS)
    assert len(book(CAMPAIGN).map.links) == len(links(LINKS))


@pytest.mark.rule("4.8.2", "2.7")
@pytest.mark.parametrize(("side", "when", "forces"), list(rows(FORCES)), ids=lambda value: str(value)[:8])
def test_set_up_and_arrivals(side: str, when: str, forces: list[tuple[str, str]]) -> None:
    assert printed_row(CAMPAIGN, side, when) == forces


@pytest.mark.rule("4.8.2")
def test_there_are_no_other_rows() -> None:
    assert all_rows(CAMPAIGN) == {(side, when) for side, when, _ in rows(FORCES)}


@pytest.mark.rule("4.8.2", "4.3.1", "4.5.12")
@pytest.mark.parametrize("turn", range(2, 13))
def test_arrivals_come_on_their_turn(turn: int) -> None:
    game = position(
        {"TRI": "PZ X"}, {"ALX": "FRT Y"}, campaign=CAMPAIGN, turn=turn, stage="enemy_reinforce", stop="axis_operations"
    )
    come = {(event.data["forces"][0], event.data["area"]) for event in told(history(game), "arrived")}
    expected = {pair for _, when, forces in rows(FORCES) if when == f"T{turn}" for pair in forces}
    assert come == expected


@pytest.mark.rule("4.8.2", "4.2.6")
def test_the_game_begins_with_the_set_up() -> None:
    game = Game(TITLE, f"{TITLE_ID}/{CAMPAIGN}", 1)
    setup = [forces for _, when, forces in rows(FORCES) if when == "start"]
    assert {(force.id, force.area) for force in game.state.forces.values()} == {pair for row in setup for pair in row}
    assert game.state.sp == 8


@pytest.mark.rule("4.6.1", "4.8.1")
def test_sp_of_every_turn() -> None:
    assert book(CAMPAIGN).campaign.sp == (8, 8, 7, 7, 7, 6, 9, 10, 10, 8, 6, 6)


@pytest.mark.rule("4.5.12", "4.8.2")
def test_an_arrival_whose_area_is_axis_owned_comes_next_to_it() -> None:
    # 1 Armd Div is due at Agedabia on T7: El Agheila, Benghazi and Mechili are next to it, in this order.
    game = position(
        {"AGE": "PZ X", "AGH": "PZ Y"}, campaign=CAMPAIGN, turn=7, stage="enemy_reinforce", stop="enemy_orders"
    )  # fmt: skip
    assert where(game, "en-cru-1-armd-div") == "BEN"
