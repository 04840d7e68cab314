"""Situations that everybody knows: what a sensible player does in them, and what he does not do, at each level."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from tests.titles.ardennes_44.fights import OPEN, around, distance
from tests.titles.ardennes_44.kit import ALLIED, BOARD, BOOK, GERMAN, at, place, position, told, unit
from wargame_tui.bots.search import Searcher
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44 import bot
from wargame_tui.titles.ardennes_44.bot import line
from wargame_tui.titles.ardennes_44.bot.line import Reply, line_of
from wargame_tui.titles.ardennes_44.bot.sight import view_of
from wargame_tui.titles.ardennes_44.bot.staff import STAFF, choose
from wargame_tui.titles.ardennes_44.bot.stance import VETERAN
from wargame_tui.titles.ardennes_44.printed.book import TITLE_ID
from wargame_tui.titles.ardennes_44.rules import modifiers, supply, victory
from wargame_tui.titles.ardennes_44.state import State

Player = Callable[[Game], Command]
LEVELS = [pytest.param(bot.choose, id="recruit"), pytest.param(choose, id="veteran")]
"""The greedy player, and what the levels above it do before they have weighed any plan."""
MOST = 900
"""Decisions of three turns."""
WORST = modifiers.odds_column(1, 2)
GERMAN_TOWNS = dict.fromkeys(("1731", "1633", "1429", "1726", "1811"), GERMAN)
"""Büllingen, Krinkelt-Rocherath, Manderfeld, Schönberg, Vianden."""


class Decision(NamedTuple):
    """What is chosen in a position, and what comes of it."""

    before: State
    command: Command
    events: Any
    after: State


def moves(game: Game, player: Player) -> None:
    """Let a player carry out the movement phase in hand."""
    moment = game.state.moment
    for _ in range(60):
        if not (at(game, "movement") or at(game, "moving")) or game.state.moment != moment:
            return
        game.apply(player(game))
    raise AssertionError("the movement phase does not end")


@pytest.fixture(scope="module")
def two_turns() -> list[Decision]:
    """Two turns of the veterans, plans left aside."""
    return [*_played(Game.new(f"{TITLE_ID}/three_days", 1), 2)]


def _played(game: Game, last: int) -> Iterator[Decision]:
    for _ in range(MOST):
        if game.state.turn > last:
            return
        before, command = game.state, choose(game)
        yield Decision(before, command, game.apply(command), game.state)
    raise AssertionError("the turns do not end")


def test_somebody_covers_the_losheim_gap_and_the_our(two_turns):
    """The gap is not closed: but the towns to which its roads lead have a garrison, or lie behind the line."""
    first = next(each.before for each in two_turns if each.before.turn == 2)
    held = {each.location for each in first.on_map(ALLIED)}
    reach = line_of(view_of(first, ALLIED)).outlook.reach
    for town, hex_ in {"Büllingen": "1731", "St. Vith": "2126", "Clervaux": "2416", "Krinkelt": "1633"}.items():
        assert hex_ in held or not reach >> BOARD.index[hex_] & 1, f"the road to {town} is open"


def test_fifth_panzer_army_makes_for_clervaux(two_turns):
    """By the second turn panzers are over the Our, within two hexes of Clervaux or in it, or have fought for it."""
    end = two_turns[-1].before
    panzers = [each for each in end.on_map(GERMAN) if each.id.startswith(("2Pz", "PzLehr", "26VG"))]
    assert min(distance(each.location, "2416") for each in panzers if each.location in BOARD.index) <= 2


def test_nobody_attacks_at_hopeless_odds_or_leaves_supply_for_a_point(two_turns):
    fought = 0
    for each in two_turns:
        for rolled in told(each.events, "combat"):
            helped = sum(value for name, value, _ in rolled.shifts if name != "defensive artillery")
            assert modifiers.odds_column(rolled.attack, rolled.defence) + helped >= WORST, rolled
            fought += 1
        step: Any = each.before.stack[-1]
        if step.kind == "moving" and each.command.verb == "to":
            for name in step.units:
                now, home = each.after.units[name], each.before.hex_of(name)
                fed = supply.in_supply(each.before, now.side)
                assert fed >> BOARD.index[now.location] & 1 or home is None or not fed >> home & 1, name
    assert fought > 10


def test_the_german_is_not_reckoned_to_attack_everywhere_at_once(monkeypatch):
    """Of two garrisons that he could drive out he has one if he makes one attack."""
    german = unit("2Pz-2", "2315"), unit("2Pz-3-1", "1731")
    game = position(*german, unit("28-109-1", "2416"), unit("1-26", "1932"), turn=3, side=ALLIED)

    def cost(attacks: int) -> float:
        monkeypatch.setattr(line, "ATTACKS", attacks)
        reply = Reply(view_of(game.state, ALLIED))
        return reply.outlook({BOARD.index[each.location]: [each] for each in game.state.on_map(ALLIED)}).cost

    assert cost(1) < cost(2) == cost(3)


@pytest.mark.parametrize("player", LEVELS)
def test_a_bridge_that_panzers_could_cross_is_blown(player):
    assert player(stavelot()).notation() == "blow 2730-2831 82-504"


@pytest.mark.parametrize("player", LEVELS)
def test_a_bridge_on_the_only_road_of_a_stack_is_left(player, monkeypatch):
    fed = supply.in_supply
    monkeypatch.setattr(supply, "in_supply", lambda table, side: 0 if table.bridges else fed(table, side))
    assert player(stavelot()).notation() == "end"


def stavelot() -> Game:
    """The bridge over the Amblève, with Peiper in front of it."""
    german = unit("1SS-1Pz", "2631"), unit("1SS-2PzG", "2531")
    return position(unit("82-504", "2730"), *german, turn=4, side=ALLIED, scenario="three_days", phase="bridges")


@pytest.mark.parametrize("player", LEVELS)
def test_peiper_takes_the_road_west(player):
    """From Büllingen to Ligneuville, past the enemy in Bütgenbach, who is not left alone either."""
    tanks = unit("1SS-1Pz", "1731"), unit("1SS-2PzG3", "1731"), unit("1SS-2PzG", "1630"), unit("1SS-1Rec", "1630")
    enemies = unit("1-26", "1932"), unit("1-16", "1934")
    game = position(*tanks, *enemies, turn=3, scenario="three_days", control=GERMAN_TOWNS)
    moves(game, player)
    assert any(distance(place(game, each.id), "2431") <= 1 for each in tanks), "Ligneuville"


@pytest.mark.parametrize("player", LEVELS)
def test_airborne_regiments_are_sent_to_where_the_hole_is(player):
    german = unit("1SS-1Pz", "2730"), unit("1SS-2PzG", "2630"), unit("2Pz-3-1", "3018"), unit("2Pz-2", "2918")
    reserve = unit("82-504", "3430"), unit("82-505", "3630"), unit("101-506", "3412")
    game = position(*german, *reserve, turn=6, side=ALLIED, scenario="four_days")
    moves(game, player)
    assert "3030" in {place(game, "82-504"), place(game, "82-505")}, "Trois-Ponts"
    assert place(game, "101-506") in ("3413", "3313"), "Bastogne"


def encircled() -> Game:
    """Bastogne on the 19th: two regiments in it, six German ones around, the 4th Armored to the south."""
    inside = unit("101-501", "3413"), unit("101-506", "3313")
    ring = {
        "26VG-39": "3513",
        "26VG-77": "3214",
        "2Pz-304": "3414",
        "2Pz-3-1": "3212",
        "26VG-78": "3412",
        "2Pz-2": "3512",
    }
    relief = unit("4Arm-CCA", "3308"), unit("4Arm-CCB", "3307")
    east = ("Wiltz", "Clervaux", "Noville", "Esch-sur-Sûre", "Hosingen", "Vianden")
    control = {each.hex: GERMAN for each in BOOK.map.victory if each.name in east}
    siege = [unit(name, hex_) for name, hex_ in ring.items()]
    return position(*inside, *siege, *relief, turn=8, side=ALLIED, control=control)


@pytest.mark.parametrize("player", LEVELS)
def test_bastogne_is_held(player):
    game = encircled()
    assert not supply.in_supply(game.state, ALLIED) >> BOARD.index["3413"] & 1
    moves(game, player)
    assert (place(game, "101-501"), place(game, "101-506")) == ("3413", "3313")


@pytest.mark.parametrize("player", LEVELS)
def test_bastogne_is_relieved(player):
    game = encircled()
    moves(game, player)
    assert {distance(place(game, name), "3412") for name in ("4Arm-CCA", "4Arm-CCB")} == {1}
    while not at(game, "combat"):
        game.apply(player(game))
    assert player(game).notation() == "attack 3412"


@pytest.mark.parametrize("player", LEVELS)
def test_a_hopeless_attack_is_not_made(player):
    north = around(OPEN)[0]
    few = unit("12VG-27", OPEN, reduced=True)
    game = position(few, unit("1-26", north), unit("1-16", north), phase="combat", turn=3)
    assert player(game).verb == "end"


@pytest.mark.parametrize("player", LEVELS)
def test_towns_that_the_enemy_left_empty_are_retaken(player):
    """On the last turn the column goes on through Noville to Houffalize."""
    towns = {"3219": GERMAN, "3315": GERMAN}
    column, enemy = unit("10Arm-CCA", "3412"), unit("2Pz-2", "1811")
    game = position(column, enemy, turn=6, side=ALLIED, scenario="three_days", control=towns)
    assert {*towns} <= {*victory.held_by_german(game.state)}
    moves(game, player)
    assert not {*towns} & {*victory.held_by_german(game.state)}


@pytest.mark.parametrize("player", LEVELS)
def test_on_the_last_turn_units_share_towns_out(player):
    """Who reaches both leaves Noville to who reaches no other one, and goes to Houffalize."""
    towns = {"3219": GERMAN, "3315": GERMAN}
    both, one, enemy = unit("28-109-1", "3217"), unit("4-8-2", "3222"), unit("2Pz-2", "1811")
    game = position(both, one, enemy, turn=6, side=ALLIED, scenario="three_days", control=towns)
    moves(game, player)
    assert (place(game, both.id), place(game, one.id)) == ("3315", "3219")


@pytest.mark.parametrize("player", LEVELS)
def test_on_the_last_turn_an_advance_goes_on_into_an_empty_town(player):
    """Who drives the enemy off the road to Noville goes on into it; a turn before he stays in the line."""
    assert [bool({*advanced(player, turn)} & {"3219"}) for turn in (5, 6)] == [False, True]


def advanced(player: Player, turn: int) -> list[str]:
    """Where the attackers are after an attack beside Noville, which is the German's and empty."""
    party = unit("10Arm-CCA", "3221"), unit("10Arm-CCR", "3120"), unit("9Arm-CCR", "3320")
    given = {"phase": "combat", "scenario": "three_days", "control": {"3219": GERMAN}, "dice": [1]}
    game = position(*party, unit("352VG-914", "3220", reduced=True), turn=turn, side=ALLIED, **given)
    while at(game, "combat") or at(game, "battle") or at(game, "advancing"):
        game.apply(player(game))
    return [place(game, each.id) for each in party]


def test_what_one_side_wins_the_other_loses(two_turns):
    for each in two_turns[::60]:
        german, allied = (STAFF.value(each.before, side) for side in (GERMAN, ALLIED))
        assert german == {term: -value for term, value in allied.items()}


def test_plans_differ_and_are_followed_for_one_player_turn():
    game = Game.new(f"{TITLE_ID}/three_days", 1)
    game.apply("historical")
    game.apply("end")
    plans = STAFF.plans(game, GERMAN)
    assert len({plan.name for plan in plans}) == len(plans) >= 6
    assert len({plan.words for plan in plans}) == len(plans)
    assert all(plan.propose(game) is not None for plan in plans[:2])
    assert {VETERAN[GERMAN].name} == {"veteran"}


def test_a_thought_stays_within_its_work():
    """The first movement phase costs a veteran no more than his work and one playing through."""
    game = Game.new(f"{TITLE_ID}/three_days", 1)
    game.apply("historical")
    game.apply("end")
    _, thought = Searcher(STAFF, "veteran", 300).think(game)
    assert thought.fork == "16AM, German movement"
    assert thought.cut is None
    assert 0 < thought.work <= 300 + 500


# ------------------------------------------------------------------ the line (bot/line.py)


def stands(*units: Any, **given: Any) -> Any:
    """The Allied line in a position of the third turn."""
    return line_of(view_of(position(*units, turn=3, side=ALLIED, scenario="three_days", **given).state, ALLIED))


PANZERS = unit("2Pz-3-1", "2416"), unit("2Pz-2", "2416"), unit("2Pz-304", "2415")
"""In Clervaux and south of it."""


def test_a_bond_keeps_panzers_from_the_road_behind_it():
    """Two battalions an empty hex apart on the road to Bastogne close it; one alone leaves a way round."""
    open_ = stands(*PANZERS, unit("101-501", "3413"))
    closed = stands(*PANZERS, unit("28-110-1", "2715"), unit("28-110-2", "2717"), unit("101-501", "3413"))
    assert (closed.outlook.reach & ~open_.outlook.reach) == 0
    assert closed.outlook.reach.bit_count() < open_.outlook.reach.bit_count() - 20


def test_a_stack_that_nobody_can_come_beside_is_in_no_danger():
    far = stands(*PANZERS, unit("101-501", "3413"))
    near = stands(*PANZERS, unit("101-501", "2517"))
    assert near.outlook.cost > far.outlook.cost
    units = [unit("101-501", "2517")]
    assert not far._reply.danger(BOARD.index["0140"], units, far.outlook.reach)
    assert near._reply.danger(BOARD.index["2517"], units, near.outlook.reach) > 0.3


@pytest.mark.parametrize("player", LEVELS)
def test_three_battalions_close_the_road_to_bastogne(player):
    """Panzers in Clervaux find neither of its hexes open once the Allied player has moved."""
    few = unit("28-110-1", "2612"), unit("28-110-2", "2812"), unit("9Arm-CCR", "3411")
    game = position(*PANZERS, *few, turn=3, side=ALLIED, scenario="three_days")
    bastogne = {BOARD.index["3413"], BOARD.index["3313"]}
    assert any(line_of(view_of(game.state, ALLIED)).outlook.reach >> hex_ & 1 for hex_ in bastogne)
    moves(game, player)
    reach = line_of(view_of(game.state, ALLIED)).outlook.reach
    open_ = {hex_ for hex_ in bastogne if reach >> hex_ & 1}
    assert not {BOARD.names[hex_] for hex_ in open_} - {each.location for each in game.state.on_map(ALLIED)}


@pytest.mark.parametrize("player", LEVELS)
def test_guns_that_reach_the_enemy_and_are_out_of_his_reach_keep_silent_for_nothing(player):
    """Who moves them has them fired in the enemy's turn (22.5a): behind the regiments in the line they stay."""
    line = unit("2-38", "1835"), unit("2-23", "1834"), unit("1-26", "1833")
    game = position(unit("277VG-989", "1535"), *line, unit("V-406", "2135"), turn=3, side=ALLIED, scenario="three_days")
    moves(game, player)
    assert place(game, "V-406") == "2135"
    assert not game.state.units["V-406"].fired


def test_an_advance_that_opens_the_line_is_not_made(two_turns):
    """Who has won a combat stays where he is needed."""
    advanced = [each for each in two_turns if each.command.verb == "advance" and each.before.now.side == ALLIED]
    for each in advanced:
        before, after = (line_of(view_of(state, ALLIED)).outlook.cost for state in (each.before, each.after))
        assert after <= before + 1e-9, each.command.notation()


def test_on_the_last_turn_the_german_keeps_what_could_be_retaken():
    """One of two regiments goes back into Houffalize, which an Allied column could enter; the other takes Noville."""
    one, two, enemy = unit("2Pz-2", "3217"), unit("2Pz-304", "3218"), unit("10Arm-CCA", "3422")
    own = [each.hex for each in BOOK.map.victory if each.hex != "3315"]
    game = position(one, two, enemy, turn=6, side=GERMAN, scenario="three_days", control=dict.fromkeys(own, GERMAN))
    moves(game, choose)
    assert {place(game, one.id), place(game, two.id)} == {"3219", "3315"}
