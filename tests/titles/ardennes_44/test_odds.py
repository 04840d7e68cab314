"""The odds against tables read by hand and against every roll of the dice played through the rules."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import product
from typing import Any

import pytest

from tests.titles.ardennes_44.fights import CRT, OPEN, around, assault, pair, roll
from tests.titles.ardennes_44.kit import ALLIED, BOARD, BOOK, GERMAN, GRID, at, do, legal, position, told, unit
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.title import Chance, Odds

FACES = range(1, 7)
N, NE, SE, S, SW, NW = around(OPEN)
US = "28-112-2"
"""A US battalion of defence strength 2."""
GUNS = "VIII-333"
"""US artillery."""


def asked(game: Game, notation: str) -> Odds:
    """The odds of a command; each of their distributions is whole."""
    odds = game.odds(game.parse(notation))
    assert odds is not None
    assert odds.outcomes
    for chances in (odds.outcomes, *(chances for _, chances in odds.details)):
        assert sum(chance.p for chance in chances) == pytest.approx(1)
        assert all(chance.p > 0 for chance in chances)
    return odds


def silent(game: Game, notation: str) -> bool:
    return game.odds(game.parse(notation)) is None


def of(odds: Odds | Sequence[Chance], key: str = "result") -> dict[Hashable, float]:
    chances = odds.outcomes if isinstance(odds, Odds) else odds
    found: dict[Hashable, float] = {}
    for chance in chances:
        found[chance.data[key]] = found.get(chance.data[key], 0) + chance.p
    return found


def detail(odds: Odds, heading: str) -> Sequence[Chance]:
    return next(chances for name, chances in odds.details if name.startswith(heading))


def played(
    game: Game, count: int, go: Callable[[Game], list[Event]], read: Callable[[list[Event]], Hashable]
) -> dict[Hashable, float]:
    """What every throw of so many dice comes to, played through the rules in games of their own."""
    ways: Counter[Hashable] = Counter()
    for faces in product(FACES, repeat=count):
        twin = game.branch()
        twin.script(list(faces))
        ways[read(go(twin))] += 1
    return {result: n / 6**count for result, n in ways.items()}


def one(kind: str, field: str) -> Callable[[list[Event]], Hashable]:
    """A field of the first event of a kind."""

    def read(events: list[Event]) -> Hashable:
        found: Hashable = told(events, kind)[0].data[field]
        return found

    return read


def crt(events: list[Event]) -> Hashable:
    """The result of a combat, or time on target."""
    shelled = told(events, "shelling")
    if shelled and shelled[0].data["result"] == "ToT":
        return "ToT"
    return one("combat", "result")(events)


def given(game: Game, notation: str) -> list[Event]:
    """A command; what happened."""
    return do(game, notation)


def shoot(game: Game, commands: str) -> list[Event]:
    """Give a command, then roll until the combat is resolved, one way or the other."""
    events = do(game, commands)
    while not told(events, "combat") and "ToT" not in [event.data["result"] for event in told(events, "shelling")]:
        step: Any = game.state.stack[-1]
        events += do(game, "end" if step.stage == "bridges" else "roll")
    return events


# Combat (14.4, 15.6, 22.8)


def test_a_column_of_the_crt() -> None:
    game = assault(unit("12VG-27", N), unit(US, OPEN), target=OPEN)
    odds = asked(game, "roll")
    (column,) = of(detail(odds, "Odds "), "column")
    place = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1").index(str(column))
    assert of(odds) == pytest.approx({r: n / 6 for r, n in Counter(CRT[die][place] for die in FACES).items()})
    assert of(odds) == pytest.approx(played(game, 1, roll, crt))


def test_figures_count_retreats_and_steps() -> None:
    game = assault(unit("12VG-27", N), unit("12VG-48", NE), unit(US, OPEN), target=OPEN)
    odds = asked(game, "roll")
    figures, results = odds.figures, of(odds)
    assert figures is not None
    duels = {str(name).split()[0]: of(chances) for name, chances in odds.details if str(name).startswith("FF")}
    mixed: dict[str, float] = {}
    for result, p in results.items():
        for end, q in duels.get(str(result), {result: 1.0}).items():
            mixed[str(end)] = mixed.get(str(end), 0) + p * q
    back = sum(p for result, p in mixed.items() if "DR" in result or "D1" in result)
    assert figures.success == pytest.approx(back)
    assert figures.attacker_loses == pytest.approx(
        sum(p for result, p in mixed.items() if "A1" in result or result == "EX")
    )
    assert figures.defender_loses == pytest.approx(
        sum(p for result, p in mixed.items() if "D1" in result or result == "EX")
    )


def test_the_best_result_for_the_attacker_comes_first() -> None:
    game = assault(unit("12VG-27", N), unit(US, OPEN), target=OPEN)
    order = ["D1*", "DR4*", "DR3", "DR2", "FF", "FF(+1)", "EX", "Eng", "A1/Eng", "A1"]
    shown = [str(chance.data["result"]) for chance in asked(game, "roll").outcomes]
    assert shown == sorted(shown, key=order.index)


@pytest.mark.parametrize("guns", [(GUNS,), (GUNS, "VIII-402")])
def test_defensive_artillery_moves_columns_or_cancels_the_attack(guns: Sequence[str]) -> None:
    behind = [unit(name, S) for name in guns]
    game = assault(unit("12VG-27", N), unit("12VG-48", NE), unit(US, OPEN), *behind, target=OPEN)
    do(game, "roll")
    for number, name in enumerate(guns):
        odds = asked(game, f"fire {name}")
        assert of(odds) == pytest.approx(played(game, 2, partial(shoot, commands=f"fire {name}"), crt))
        assert of(odds)["ToT"] == pytest.approx((number + 1) / 6)
        do(game, f"fire {name}")


def test_aircraft_and_guns_over_a_german_attack() -> None:
    game = assault(unit("12VG-27", N), unit("12VG-48", NE), unit(US, OPEN), unit(GUNS, S), target=OPEN, turn=15)
    do(game, "roll")
    notation = f"fire {GUNS}"
    assert of(asked(game, notation)) == pytest.approx(played(game, 3, lambda twin: shoot(twin, notation), crt))
    assert of(asked(game, "roll")) == pytest.approx(played(game, 2, lambda twin: shoot(twin, "roll"), crt))


def test_each_named_unit_changes_the_odds() -> None:
    game = position(unit("12VG-27", N), unit("12VG-48", NE), unit(US, OPEN), phase="combat")
    everybody = asked(game, f"attack {OPEN}")
    assert any("12VG-27" in note and "12VG-48" in note for note in everybody.assumptions)
    do(game, f"attack {OPEN}")
    assert silent(game, "end")
    alone = asked(game, "with 12VG-27")
    do(game, "with 12VG-27")
    assert asked(game, "roll").outcomes == alone.outcomes
    both = asked(game, "with 12VG-48")
    assert both.outcomes == everybody.outcomes
    assert both.outcomes != alone.outcomes


def test_shifts_by_name_and_rule() -> None:
    game = assault(unit("12VG-27", N, oos=True), unit(US, OPEN, status="disrupted"), target=OPEN)
    assert [(shift.name, shift.value, shift.rule) for shift in asked(game, "roll").modifiers] == [
        ("attacker out of supply", -1, "23.4"),
        ("defender disrupted", 1, "18.2"),
    ]


# Firefight and last stand (16.2, 16.7)


def at_firefight() -> Game:
    """A combat in which a firefight may be fought."""
    for attackers in (("12VG-27",), ("12VG-27", "12VG-48")):
        for strength in (US, "28-112", "106-422"):
            places = [N, NE]
            mine = [unit(name, places[n]) for n, name in enumerate(attackers)]
            game = assault(*mine, unit(strength, OPEN), target=OPEN)
            for face in FACES:
                twin = game.branch()
                twin.script([face])
                if one("combat", "result")(roll(twin)) in ("FF", "FF(+1)"):
                    return twin
    raise LookupError


def test_a_firefight() -> None:
    game = at_firefight()
    assert silent(game, "engage")
    for notation in sorted(legal(game, "duel")):
        odds = asked(game, notation)
        found = played(game, 1, partial(given, notation=notation), one("firefight", "result"))
        assert of(odds) == pytest.approx(found)
        event = told(do(game.branch(), notation), "firefight")[0]
        assert [[m.name, m.value, m.rule] for m in odds.modifiers] == event.data["modifiers"]


def test_the_chances_of_a_firefight_are_known_before() -> None:
    game = assault(unit("12VG-27", N), unit("12VG-48", NE), unit("106-422", OPEN), target=OPEN)
    odds = asked(game, "roll")
    headings = [name for name, _ in odds.details]
    assert any(name.startswith("FF") for name in headings) == bool({"FF", "FF(+1)"} & of(odds).keys())


def village() -> tuple[str, str]:
    """A hex with a village in clear ground, and a clear hex beside it."""
    target, beside = pair(
        lambda target, beside, key: (
            BOARD.built.get(target) == "village"
            and BOARD.terrain[target] == BOARD.terrain[beside] == "clear"
            and beside not in BOARD.built
            and not BOARD.water[key]
            and not BOARD.ravine[key]
        )
    )
    return target, beside


def test_a_last_stand() -> None:
    target, beside = village()
    game = assault(
        unit("12VG-27", beside), unit("12VG-48", beside), unit("12VG-89", beside), unit(US, target), target=target
    )
    odds = asked(game, "roll")
    stands = detail(odds, "Last stand led by")
    face = next(face for face in FACES if crt(roll(scripted(game, face))) == "DR2")
    standing = scripted(game, face)
    roll(standing)
    notation = f"stand {US}"
    assert legal(standing) == {notation, "end"}
    found = played(standing, 1, lambda twin: do(twin, notation), one("stand", "result"))
    assert of(asked(standing, notation)) == pytest.approx(found)
    assert of(stands) == pytest.approx(found)


def scripted(game: Game, *faces: int) -> Game:
    twin = game.branch()
    twin.script(list(faces))
    return twin


# Withdrawal (20.2)


ELITE = next(name for name, piece in BOOK.pieces.items() if piece.side == ALLIED and piece.morale == "elite")


@pytest.mark.parametrize("name", ["106-422", US, "102Cav-38", ELITE])
def test_a_withdrawal(name: str) -> None:
    game = position(unit(name, OPEN), unit("12VG-27", N), side=ALLIED, phase="withdrawal")
    odds = asked(game, f"withdraw {name}")
    found = played(game, 1, lambda twin: do(twin, f"withdraw {name}"), one("withdrawal", "result"))
    assert of(odds) == pytest.approx(found)


def test_several_withdraw() -> None:
    game = position(unit(US, OPEN), unit("28-110-1", OPEN), unit("12VG-27", N), side=ALLIED, phase="withdrawal")
    do(game, f"withdraw {US}")
    odds = asked(game, "with 28-110-1")
    single = of(detail(odds, US))
    goes = sum(p for result, p in single.items() if str(result).startswith("yes"))
    assert of(odds, "withdrawn") == pytest.approx({0: (1 - goes) ** 2, 1: 2 * goes * (1 - goes), 2: goes**2})


def test_who_has_no_way_is_lost() -> None:
    ring = [unit(name, place) for name, place in zip(SURROUNDING, around(OPEN), strict=True)]
    game = position(unit(US, OPEN), *ring, side=ALLIED, phase="withdrawal")
    odds = of(asked(game, f"withdraw {US}"))
    lost = played(game, 1, lambda twin: do(twin, f"withdraw {US}"), lambda events: bool(told(events, "eliminated")))
    assert odds["lost"] == pytest.approx(lost[True])


SURROUNDING = ("12VG-27", "12VG-48", "12VG-89", "18VG-293", "18VG-294", "18VG-295")


# One die


def test_a_demolition() -> None:
    one_end, other = pair(lambda one, other, key: BOARD.water[key] == "river" and BOARD.bridge[key] is not None)
    bridge = GRID.hexside(BOARD.index[one_end], BOARD.index[other])
    game = position(unit(US, one_end), unit("12VG-27", other), side=ALLIED, phase="bridges")
    notation = f"blow {bridge} {US}"
    assert notation in legal(game)
    found = played(game, 1, lambda twin: do(twin, notation), one("demolition", "blown"))
    assert of(asked(game, notation)) == pytest.approx(found)


def test_von_der_heydte() -> None:
    heydte = next(name for name, piece in BOOK.pieces.items() if piece.entry.role == "heydte")
    game = position(unit(heydte, "off", due=3), turn=3)
    notation = f"drop {OPEN}"
    assert notation in legal(game)
    found = played(game, 1, lambda twin: do(twin, notation), one("drop", "result"))
    assert of(asked(game, notation)) == pytest.approx(found)


def test_odds_do_not_look_at_the_dice_to_come() -> None:
    one_end, other = pair(lambda one, other, key: BOARD.water[key] == "river" and BOARD.bridge[key] is not None)
    bridge = GRID.hexside(BOARD.index[one_end], BOARD.index[other])
    units = (unit(US, one_end), unit("12VG-27", other))
    notation = f"blow {bridge} {US}"
    plain = position(*units, side=ALLIED, phase="bridges")
    known = position(*units, side=ALLIED, phase="bridges", dice=(6, 6, 6))
    assert asked(plain, notation) == asked(known, notation)


# What is rolled when a phase ends


def test_recovery_next_to_the_enemy() -> None:
    units = (unit("106-422", OPEN, status="disrupted"), unit(US, S, status="routed"))
    game = position(*units, unit("12VG-27", N), unit("12VG-48", around(S)[3]), side=ALLIED)
    stuck = position(
        *(unit(each.id, each.location, status=each.status, eng=True) for each in units),
        unit("12VG-27", N),
        unit("12VG-48", around(S)[3]),
        side=ALLIED,
    )
    assert at(game, "movement")
    odds = asked(stuck, "end")

    def recovered(events: list[Event]) -> int:
        return sum(event.data["better"] for event in told(events, "recovery"))

    assert of(odds, "count") == pytest.approx(played(stuck, 2, lambda twin: do(twin, "end"), recovered))


def test_traffic_markers_come_off() -> None:
    far = {"German1": "1030", "German2": "1020", "German3": "1010"}
    game = position(unit("12VG-27", OPEN), turn=5, phase="traffic", traffic=markers(far))
    assert at(game, "traffic")
    odds = asked(game, "end")

    def removed(events: list[Event]) -> int:
        return len(told(events, "traffic_roll")[0].data["removed"])

    assert of(odds, "removed") == pytest.approx(played(game, 2, lambda twin: do(twin, "end"), removed))


def markers(laid: dict[str, str]) -> dict[str, str | None]:
    names = (f"{side}{number}" for side in (GERMAN, ALLIED) for number in range(1, 7))
    return {name: laid.get(name) for name in names}


def test_surrender_of_an_isolated_group() -> None:
    ring = [unit(name, place) for name, place in zip(SURROUNDING, around(OPEN), strict=True)]
    game = position(unit(US, OPEN, points=3), *ring, side=ALLIED, phase="traffic", turn=5)
    assert at(game, "traffic")
    odds = asked(game, "end")
    found = played(
        game, 1, lambda twin: do(twin, "end"), lambda events: told(events, "surrender_roll")[0].data["surrendered"]
    )
    assert of(odds, "surrendered")[1] == pytest.approx(found[True])
    assert of(detail(odds, US), "surrendered")[True] == pytest.approx(found[True])


@pytest.mark.parametrize("notation", ["ship", "end"])
def test_fuel_after_the_dump(notation: str) -> None:
    captured = {"dump": BOOK.map.dumps[0].hex, "dump_seen": True, "dump_state": "captured"}
    game = position(unit("2Pz-2", OPEN), turn=7, phase="fuel", options=("dump",), specials=captured)
    assert legal(game) == {"ship", "end"}
    odds = asked(game, notation)

    def named(events: list[Event]) -> Hashable:
        return tuple(told(events, "fuel_roll")[0].data["named"])

    found = {tuple(chance.data["named"]): chance.p for chance in odds.outcomes}
    assert found == pytest.approx(played(game, 1, partial(given, notation=notation), named))
    assert [drm.value for drm in odds.modifiers] == ([-2] if notation == "ship" else [])


def test_air_support_of_a_clear_morning() -> None:
    one_end, other = pair(lambda one, other, key: BOARD.water[key] == "river" and BOARD.bridge[key] is not None)
    game = position(unit(US, one_end), unit("12VG-27", other), side=ALLIED, phase="bridges", turn=15)
    assert at(game, "bridges")
    found = played(game, 1, partial(given, notation="end"), one("air", "markers"))
    assert of(asked(game, "end"), "markers") == pytest.approx(found)


def test_nothing_is_rolled_for_most_commands() -> None:
    game = position(unit("12VG-27", OPEN), unit(US, "2020"))
    for notation in ("move 12VG-27", "dig 12VG-27"):
        assert silent(game, notation)
    do(game, "move 12VG-27")
    assert silent(game, "mode tactical")
    assert silent(game, sorted(legal(game, "to"))[0])
