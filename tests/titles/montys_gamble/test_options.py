"""Rule 23: drop choice, better air transport, bidding for sides, combat cards (the rest is with the Refit Phase)."""

from collections import Counter
from typing import Any

import pytest

from tests.titles.montys_gamble.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    TITLE,
    condition,
    do,
    legal,
    place,
    play_on,
    position,
    quietly,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.core.title import BadOption
from wargame_tui.titles.montys_gamble.rules import advantage, dday, sequence
from wargame_tui.titles.montys_gamble.rules.reinforcements import interdiction_value


def begun(**options: str) -> Game:
    """The basic game from its beginning."""
    return Game(TITLE, "montys_gamble/basic", 1, options)


# 23.1


@pytest.mark.rule("23.1")
def test_optional_rules_are_off_unless_chosen() -> None:
    assert begun().state.optional == ()
    assert begun(cards="off").state.optional == ()
    assert begun(cards="on", bidding="on").state.optional == ("bidding", "cards")
    with pytest.raises(BadOption):
        begun(oranges="on")
    with pytest.raises(BadOption):
        begun(cards="perhaps")


# 23.2 Drop choice


def dropping(*options: str, **changes: Any) -> Game:
    """The Airborne Phase of 17 September with all D-Day airborne units about to drop."""
    waiting = [unit(name, "off", due=17, drop=area) for name, area in BOOK.drops.items()]
    stack = (sequence.Day(17, "weather"), dday.DDay(stage="airborne"))
    others = changes.pop("units", [unit("Rink", "B"), unit("1Gren", "F")])
    return position(*waiting, *others, at="17-0", options=options, stack=stack, **changes)


@pytest.mark.rule("23.2", "20.4")
def test_without_the_option_the_card_says_where_units_drop() -> None:
    game = dropping()
    assert not legal(game, "choose")
    assert {name: place(game, name) for name in BOOK.drops} == dict(BOOK.drops)


@pytest.mark.rule("23.2")
def test_with_it_units_drop_in_any_drop_area_of_their_division() -> None:
    game = dropping("drop_choice")
    do(game, "choose 1Para 8", "choose 1-504 36", "end")
    assert (place(game, "1Para"), place(game, "1-504"), place(game, "2Para")) == ("8", "36", "5")


@pytest.mark.rule("23.2", "3.26", "3.261")
def test_not_in_other_areas_nor_in_those_of_other_divisions() -> None:
    game = dropping("drop_choice")
    for area in ("7", "33", "54"):  # no drop area; American ones
        assert refused(game, f"choose 1Para {area}").rule == "23.2"
    assert refused(game, "choose 1-504 54").rule == "23.2"
    assert refused(game, "choose Rink 8").rule == "23.2"
    assert refused(game, "choose 1Para 5").rule == "23.2"  # that is where the card sends it


@pytest.mark.rule("23.2")
def test_only_terrain_1_and_2_or_an_airhead() -> None:
    """All drop areas of the map are such; so are all that may be chosen."""
    game = dropping("drop_choice")
    chosen = {text.split()[2] for text in legal(game, "choose")}
    assert chosen
    assert all(BOOK.spaces[area].tem <= 2 or BOOK.spaces[area].airhead for area in chosen)


@pytest.mark.rule("23.2")
def test_area_24_cannot_trace_supply_to_an_airhead() -> None:
    """Q31: a line enters the area beside an airhead, over no German bridge; and there is no other such drop area."""
    game = dropping("drop_choice")
    for division, areas in BOOK.drop_areas.items():
        joined = {area for area in areas if dday.joined_to_airhead(game.state, area, division)}
        assert set(areas) - joined == ({"24"} if division == "1" else set())
    assert refused(game, "choose 1Para 24").rule == "23.2"
    assert {"choose 1Para 4", "choose 1-504 36"} <= legal(game)


@pytest.mark.rule("23.2", "13.8")
def test_the_last_boundary_of_a_line_to_a_drop_area_may_be_a_canal() -> None:
    """Heeswijk beside the airhead of Eerde; but no river, over which the bridges are German (9.62)."""
    game = dropping("drop_choice")
    assert BOOK.edges["51"]["45"].water == "canal"
    assert not BOOK.edges["51"]["45"].bridge
    assert dday.joined_to_airhead(game.state, "45", "101")
    assert not dday.joined_to_airhead(game.state, "17", "1")


@pytest.mark.rule("23.2")
@pytest.mark.parametrize(("area", "limit"), [("8", 4), ("54", 6)])
def test_four_units_in_an_area_and_six_in_54(area: str, limit: int) -> None:
    game = dropping("drop_choice")
    if area == "54":
        assert sum(where == "54" for where in BOOK.drops.values()) == limit
        assert refused(game, "choose 1-501 54").rule == "23.2"
        do(game, "choose 1-502 45", "choose 1-501 54")
    else:
        names = [name for name, where in BOOK.drops.items() if where == "5"][: limit + 1]
        do(game, *(f"choose {name} {area}" for name in names[:-1]))
        assert refused(game, f"choose {names[-1]} {area}").rule == "23.2"


@pytest.mark.rule("23.2", "18.44")
def test_polder_adds_to_the_interdiction_value() -> None:
    """One; two for gliders, glider pilots and artillery."""
    names = {"1Para": 1, "7KOSB": 2, "1GP": 2, "1ALtRA": 2}
    game = dropping("drop_choice")
    assert BOOK.spaces["24"].polder
    assert {name: interdiction_value(game.state, game.state.units[name], "24") for name in names} == names


@pytest.mark.rule("23.2", "18.44")
def test_without_the_option_polder_is_like_other_ground() -> None:
    game = position(unit("1Pol", "UK", drop="24"), unit("Rink", "B"), dice=(1,))
    events = do(game, "assault UK", "drop 1Pol 24", "end")
    assert not told(events, "interdiction_roll")


# 23.3 Better air transport


def lift(at: str, *options: str, side: str = ALLIED) -> Game:
    """An impulse with the airborne units of the next days still in England."""
    later = [
        unit(name, "off", due=arrival.date, drop=arrival.drops[name])
        for arrival in BOOK.arrivals
        if arrival.space == "UK" and arrival.date > int(at[:2])
        for name in arrival.units
    ]
    return position(*later, unit("Rink", "B"), unit("1Gren", "F"), at=at, options=options, side=side)


@pytest.mark.rule("23.3")
@pytest.mark.parametrize(("date", "first", "other"), [(17, "10Para", "1Pol"), (18, "1Pol", None)])
@pytest.mark.parametrize(("impulse", "there"), [(6, False), (7, True), (8, True)])
def test_tomorrows_lift_can_be_used_from_impulse_7(date, first, other, impulse, there) -> None:
    game = lift(f"{date}-{impulse}", "air_transport")
    assert (place(game, first) == "UK") == there
    assert ("assault UK" in legal(game)) == there
    if other:
        assert place(game, other) == "off"  # the day after tomorrow's


@pytest.mark.rule("23.3", "18.5")
def test_it_drops_where_its_card_says() -> None:
    game = lift("17-7", "air_transport")
    do(game, "assault UK")
    assert {"drop 10Para 2", "drop 156Para 2"} <= legal(game)
    assert refused(game, "drop 10Para 8").rule == "18.5"


@pytest.mark.rule("23.3")
def test_without_the_option_it_comes_on_its_day() -> None:
    assert place(lift("17-8"), "10Para") == "off"


# 23.5 Bidding


def bidding(*bids: str, dice: tuple[int, ...] = ()) -> Game:
    game = begun(bidding="on")
    if dice:
        game.script(dice)
    do(game, *bids)
    return game


@pytest.mark.rule("23.5", "23.51")
def test_w4_the_higher_bidder_gets_the_side_and_the_other_the_points() -> None:
    """John, the first player, and Bob both want the Germans."""
    game = bidding("bid German 10", "bid German 15")
    assert game.state.seats == {GERMAN: "second player", ALLIED: "first player"}
    assert game.state.reserve == {GERMAN: 0, ALLIED: 15}
    game = bidding("bid Allied 12", "bid Allied 3")
    assert game.state.seats == {ALLIED: "first player", GERMAN: "second player"}
    assert game.state.reserve == {GERMAN: 12, ALLIED: 0}


@pytest.mark.rule("23.5", "23.51")
def test_different_wishes_are_granted_for_nothing() -> None:
    game = bidding("bid Allied 10", "bid German 15")
    assert game.state.seats == {ALLIED: "first player", GERMAN: "second player"}
    assert game.state.reserve == {GERMAN: 0, ALLIED: 0}


@pytest.mark.rule("23.51")
def test_the_dice_settle_a_tie_and_the_disappointed_player_gets_the_bid() -> None:
    seats = []
    for die in range(1, 7):
        game = bidding("bid German 9", "bid German 9", dice=(die,))
        seats.append(game.state.seats[GERMAN])
        assert game.state.reserve == {GERMAN: 0, ALLIED: 9}
    assert seats.count("first player") == seats.count("second player") == 3


@pytest.mark.rule("23.51")
def test_bids_are_secret_until_both_are_made() -> None:
    game = bidding("bid German 9")
    assert TITLE.dump(game.state, ALLIED)["bids"] == {}
    assert TITLE.dump(game.state, GERMAN)["bids"]
    assert refused(game, "bid German -1").rule == "23.51"
    assert refused(game, "bid Nobody 3").rule == "23.51"


@pytest.mark.rule("23.51", "13.7")
def test_the_points_buy_impulses_for_17_september() -> None:
    game = bidding("bid German 10", "bid German 25")
    assert game.side == ALLIED
    assert legal(game, "buy") == {"buy 1", "buy 2", "buy -1", "buy -2"}
    assert refused(game, "buy 3").rule == "13.7"
    do(game, "buy 2")
    assert game.state.reserve[ALLIED] == 5
    play_on(game, lambda game: any(step.kind == "daylight" for step in game.state.stack))
    assert (game.state.impulse, game.side) == (2, GERMAN)
    assert bidding("bid German 1", "bid German 9").side == ALLIED  # too little to buy: straight to the bombs
    assert bidding("bid German 1", "bid German 9").state.stack[-1].kind == "air_phase"


@pytest.mark.rule("23.51", "13.7")
def test_nobody_has_to_buy_impulses() -> None:
    game = bidding("bid German 10", "bid German 25", "end")
    assert game.state.stack[-1].kind == "air_phase"
    assert (game.state.reserve[ALLIED], game.state.shift[ALLIED]) == (25, 0)


@pytest.mark.rule("23.5")
def test_no_bids_without_the_option() -> None:
    assert begun().state.stack[-1].kind == "air_phase"
    assert begun(bidding="on").state.stack[-1].kind == "bidding"


@pytest.mark.rule("23.51", "20.61")
@pytest.mark.parametrize("start", [-2, 0, 3])
def test_the_limit_of_impulse_0_holds_in_the_first_impulse_whatever_its_number(start: int) -> None:
    """Nothing but demolition; passing is always possible (Q22)."""
    units = unit("Rink", "54"), unit("SSArt10", "53"), unit("1Gren", "55"), unit("Henke", "61")
    stack = (sequence.Day(17, "daylight"),)
    game = position(*units, at="17-0", shift={GERMAN: start, ALLIED: 0}, stack=stack, control={"52": "XXX"})
    assert (game.state.impulse, game.side) == (start, GERMAN)
    for text in ("assault 61", "infiltration 54", "bombard 55", "interdict 33"):
        assert refused(game, text).rule == "20.61"
    assert {text.split()[0] for text in legal(game)} == {"assault", "pass"}
    assert "assault 53" not in legal(game)
    do(game, "pass", "assault 55", "end")
    quietly(game)
    assert {"assault 61", "interdict 33"} <= legal(game)


# 23.7 Combat cards


def fight(*dice: int, **changes: Any) -> tuple[Game, list]:
    """An Allied attack with the cards that pairs of dice name."""
    units = unit("1Gren", "64"), unit("Rink", "61", "dis2"), unit("Harder", "B")
    game = position(*units, options=["cards"], dice=dice, **changes)
    events = do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight")
    return game, events


@pytest.mark.rule("23.71", "23.7")
def test_d1_the_deck() -> None:
    copies = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    game, _ = fight(1, 1, 1, 1)
    draft = TITLE.draft(game.state)
    draft.cards = {}
    drawn = [advantage.draw_card(draft, GERMAN) for _ in range(36)]
    assert Counter(drawn) == copies
    assert sum(drawn) == 252  # W21: 7 on the average


@pytest.mark.rule("23.71")
def test_cards_are_shuffled_when_all_36_are_out() -> None:
    game, _ = fight(1, 1, 1, 1)
    draft = TITLE.draft(game.state)
    draft.cards, draft.events = {}, []
    for _ in range(36):
        advantage.draw_card(draft, GERMAN)
    assert not draft.events
    assert len(set(draft.cards[GERMAN])) == 36
    advantage.draw_card(draft, GERMAN)
    assert [event.kind for event in draft.events] == ["shuffled"]
    assert len(draft.cards[GERMAN]) == 1


@pytest.mark.rule("23.71", "23.7")
def test_each_player_draws_from_his_own_deck() -> None:
    game, events = fight(1, 1, 6, 6)
    assert told(events, "attack_result")[0].data["dice"] == (2, 12)
    assert {side: len(cards) for side, cards in game.state.cards.items()} == {GERMAN: 1, ALLIED: 1}
    game, events = fight(6, 6, 6, 6)  # the same card of both decks
    assert told(events, "attack_result")[0].data["dice"] == (12, 12)


@pytest.mark.rule("23.71", "12.2")
def test_cards_cancelled_by_the_advantage_stay_out() -> None:
    game, _ = fight(1, 1, 1, 1, 1, 1, 6, 6, 6, 6, holder=GERMAN)
    [result] = told(do(game, "reroll"), "attack_result")
    assert result.data["dice"] == (12, 12)  # the dice named the first card again: it is out
    assert {side: len(cards) for side, cards in game.state.cards.items()} == {GERMAN: 2, ALLIED: 2}


@pytest.mark.rule("23.7", "11.4")
def test_cards_serve_in_bombardments_too() -> None:
    game = position(unit("55Fd", "64"), unit("Rink", "61"), options=["cards"], dice=(6, 6, 1, 1))
    [event] = told(do(game, "bombard 61", "lead 55Fd", "fight"), "bombardment_result")
    assert event.data["dice"] == (12, 2)


@pytest.mark.rule("23.7", "6.31")
def test_q60_the_first_card_is_the_sunset_dr() -> None:
    game, events = fight(6, 6, 1, 1, at="19-6")
    events += play_on(game, lambda game: game.side == GERMAN and game.state.stack[-1].kind == "impulse")
    assert told(events, "sunset")[0].data["roll"] == 12


@pytest.mark.rule("23.7", "6.31", "9.22")
def test_for_everything_else_dice_are_rolled() -> None:
    units = unit("1Gren", "64"), unit("Rink", "B")
    game = position(*units, at="19-6", options=["cards"], dice=(5, 1, 1))
    events = do(game, "assault 64", "seize 1Gren 63-64", "end")
    assert game.state.cards == {}
    assert told(events, "sunset")[0].data["roll"] == 2
    assert condition(game, "1Gren") == "spent"


@pytest.mark.rule("23.7")
def test_without_the_option_combat_is_by_dice() -> None:
    units = unit("1Gren", "64"), unit("Rink", "61", "dis2")
    game = position(*units, dice=(6, 6, 1, 2))
    events = do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight")
    assert told(events, "attack_result")[0].data["dice"] == (12, 3)
    assert game.state.cards == {}
