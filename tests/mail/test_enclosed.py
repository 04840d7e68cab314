"""Enclosed orders: locked answers that act on the other player's machine, and what both can prove of them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.mail.kit import Pair, begun, exchange, twin, twins, written
from tests.mail.test_adversary import fault_of, rechained
from tests.mail.test_secret import bidding, content
from tests.titles.ardennes_44 import test_bridges as ardennes
from tests.titles.montys_gamble import kit as montys
from tests.titles.montys_gamble.test_bridges import at_son
from tests.titles.tigers_in_the_mist import kit as tigers
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core import journal
from wargame_tui.core.game import Game, NoUndo
from wargame_tui.core.title import StandingOrder
from wargame_tui.mail import enclosed, orders, proof
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.enclosed import Absent
from wargame_tui.mail.letters import MODES, BadLetter, Letter, Lock, Mode, plain, shaped

SCENARIO, SECRET, GAME, BOND = "montys_gamble/basic", "5e" * 32, "0123456789abcdef", "b0" * 32
Json = dict[str, Any]


pytestmark = pytest.mark.usefixtures("quick_keys")


def left(side: str, *texts: str) -> Absent:
    """A player who is not there, but has left orders."""
    return Absent(GAME, BOND, side, [lock(text) for text in texts])


def lock(text: str, bond: str = BOND) -> Lock:
    """An order as letters bring it; without a bond as in games of format 1."""
    return enclosed.locked(orders.parsed(f"enclosed {text}"), SECRET, GAME, bond)


# ------------------------------------------------------------------ locks


def bridge(**named: str) -> Game:
    """A German unit, or one of another name, about to cross the bridge to Trois Ponts, where an American stands."""
    game = tigers.position(
        tigers.unit("Pz/1SS", "German armour 3 @84"), tigers.unit("US", "Allied infantry 3 @83"), at="17-1", dice=[1]
    )
    tigers.do(game, "move Pz/1SS", "to 83")
    return game


def test_a_lock_opens_at_its_question_only() -> None:
    for text in ("demolition: blow *", "demolition bridge=83-84: blow *", "demolition: blow 83-84 US"):
        game = bridge()
        assert str(left("Allied", text).act(game)) == str(game.parse("blow 83-84 US")), text
        assert game.entries[-1].text == "blow 83-84 US"
    for text in (
        "demolition bridge=1-2: blow *",
        "demolition: blow",
        "demolition: build *",
        "movement: pass",
        "demolition purpose=attack: pass",
    ):
        game = bridge()
        assert left("Allied", text).act(game) is None, text
        assert left("German", "demolition: pass").act(game) is None
    assert str(left("Allied", "demolition bridge=1-2: blow *", "demolition: pass").act(game)).startswith("Pass")


def test_every_bridge_that_a_formation_tries_to_cross() -> None:
    """`Blow every bridge that XXX Corps tries to cross`, and the like of others."""
    asked = orders.question(bridge())
    assert (asked["mover"], asked["formation"]) == ("Pz/1SS", "1st_SS_Panzer_Division")
    order = "demolition formation=1st_SS_Panzer_Division: blow *"
    assert left("Allied", order).act(bridge())
    assert orders.answer([orders.parsed(order)], bridge())
    assert not left("Allied", "demolition formation=XXX_Corps: blow *").act(bridge())
    british = tigers.position(
        tigers.unit("23Hus", "Allied armour 3 @84"),
        tigers.unit("G", "German infantry 3 @83"),
        at="17-1",
        side="Allied",
        dice=[1],
    )
    tigers.do(british, "move 23Hus", "to 83")
    assert british.side == "German"
    assert left("German", "demolition formation=XXX_Corps: blow *").act(british)


def test_a_corps_among_several_that_attack_over_a_bridge() -> None:
    attackers = (ardennes.MINE["Allied"], "106-422")
    assert orders.question(ardennes.assault("Allied", *attackers))["corps"] == "V+VIII"
    for named, acts in {"V": True, "VIII": True, "V+VIII": True, "XXX": False}.items():
        game = ardennes.assault("Allied", *attackers, dice=[1])
        order = f"battle stage=bridges corps={named}: blow *"
        assert bool(left("German", order).act(game)) == acts, named
    game = ardennes.assault("Allied", "29Arm-23H", dice=[1])
    assert left("German", "battle stage=bridges corps=XXX: blow *").act(game)


def test_bridges_are_contested_that_a_corps_tries_to_seize() -> None:
    game = at_son(montys.unit("Rink", "54"), holder="German", dice=[6])
    montys.do(game, "seize 1Gren 54-63")
    asked = orders.question(game)
    assert {"by": "Allied", "unit": "1Gren", "division": "Gds", "corps": "XXX"}.items() <= asked.items()
    assert left("German", "roll purpose=seizure division=101: reroll").act(game) is None
    assert left("German", "roll purpose=seizure corps=XXX: reroll").act(game)


def test_a_lock_shows_neither_question_nor_answer() -> None:
    one, bonds = lock("roll purpose=attack: keep"), ("b1" * 32, "")
    assert one.fields == ["purpose"]
    assert not {"roll", "attack", "keep"} & set(json.dumps(one.model_dump()).replace('"', " ").split())
    assert one == lock("roll purpose=attack: keep")
    others = [lock("roll purpose=attack: quiet"), *(lock("roll purpose=attack: keep", bond) for bond in bonds)]
    assert len({each.tag for each in (one, *others)}) == 4


def test_locks_of_before_open_in_games_of_before_only() -> None:
    """In games of format 1 each has a salt; no other games have such locks."""
    absent = Absent(GAME, "", "Allied", [lock("demolition: blow *", "")])
    assert absent.locks[0].salt
    assert str(absent.act(bridge())) == "Blow(bridge='83-84', unit='US')"
    pair, letter = acted("trust").copy
    letter["letters"][-1]["locks"] = [lock("roll: keep", "").model_dump()]
    refused(pair, letter, "malformed")


@pytest.mark.parametrize("bond", [BOND, ""], ids=["shared keys", "salts"])
def test_locks_of_another_cost_little(bond: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, and whatever fields they name: keys are shared, and only so many are tried."""
    stack = ("Pz/1SS", "Pz/12SS", "Pz/2")
    game = tigers.position(
        *(tigers.unit(name, "German armour 3 @84") for name in stack), tigers.unit("US", "Allied infantry 3 @83")
    )
    tigers.do(game, f"move {stack[0]}", *(f"with {name}" for name in stack[1:]), "to 83")
    made = list[object]()
    monkeypatch.setattr(enclosed, "scrypt", lambda *parts, **_: made.append(parts) or b"key")
    salts = ["" if bond else f"{number:032x}" for number in range(20)]
    shut = [Lock(fields=["mover", "formation"], salt=salt, tag="0" * 64) for salt in salts]
    absent = Absent(GAME, bond, "Allied", shut)
    assert absent.act(game) is None
    assert len(made) == (12 if bond else enclosed.MOST_KEYS)
    monkeypatch.setattr(orders, "readings", lambda value: [f"{number}" for number in range(1_000)])
    made.clear()
    assert absent.act(game) is None
    assert len(made) == enclosed.MOST_KEYS
    tried = {("", "kind", (str(number),)) for number in range(enclosed.MOST_KEYS)}
    made.clear()
    assert absent.act(game, tried) is None  # type: ignore[arg-type]
    assert not made


def test_orders_in_a_circle_end() -> None:
    game = Game.new("tigers_in_the_mist/seventh_army", 1)
    side = game.side
    assert side
    absent = left(side, f"{orders.question(game)['kind']}: move *", "moving: to *", "moving: stop", "moving: halt")
    given = 0
    while absent.act(game):
        given += 1
        assert given <= orders.MOST_ANSWERS


@pytest.mark.parametrize("text", ["roll: k*p", "demolition: blow {bridge} *", "roll: *"])
def test_answers_that_cannot_be_locked(text: str) -> None:
    assert orders.parsed(text).text == text
    with pytest.raises(orders.BadOrder, match="cannot be enclosed"):
        orders.parsed(f"enclosed {text}")


def test_orders_name_five_fields_at_most() -> None:
    with pytest.raises(orders.BadOrder, match="at most 5 fields"):
        orders.parsed("roll a=1 b=2 c=3 d=4 e=5 f=6: keep")


# ------------------------------------------------------------------ letters


def with_orders(mode: Mode, *texts: str, scenario: str = SCENARIO, seed: int = 11) -> Pair:
    """A game in which both players have orders enclosed."""
    pair = begun(scenario, mode, seed=seed)
    for player in (pair.host, pair.guest):
        player.orders = [orders.parsed(f"enclosed {text}") for text in texts or ("roll: keep",)]
    return pair


def given(letter: Letter, reader: Correspondence) -> list[int]:
    """The lines of a letter that the reader's orders gave."""
    if reader.game is None:
        return []
    pending = letter.letters[-2].pending if letter.number > 1 else []
    new = list(enumerate(letter.lines))[reader.game.seq :]
    return [n for n, line in new if line.side == reader.side and line.text not in pending]


@dataclass
class Acted:
    """Both players before a letter, the letter, and the first line in it that an order of the reader gave."""

    pair: Pair
    letter: Letter
    line: int

    @property
    def copy(self) -> "tuple[Pair, Json]":
        """To be forged."""
        return twins(self.pair), plain(self.letter)


@cache
def acted(mode: Mode, and_on: bool = False) -> Acted:
    """A game up to a letter in which an order of its reader acted; and its writer went on, if that is asked for."""
    pair, lot, chance = with_orders(mode), RandomPlayer(11), Random(11)
    for _ in range(200):
        before = twins(pair)
        exchange(pair, lot, chance)
        lines, sides = given(pair.last(), before.reader), [line.side for line in pair.last().lines]
        if lines and (not and_on or sides[lines[0] + 1 :][:1] == [before.writer.side]):
            return Acted(before, pair.last(), lines[0])
    raise AssertionError("no order acted")


@pytest.mark.parametrize("mode", MODES)
def test_an_order_acts_where_its_question_comes_up(mode: Mode) -> None:
    pair, letter = acted(mode).copy
    assert letter["journal"][acted(mode).line][:2] == [pair.reader.side, "keep"]
    pair.reader.open(shaped(letter))  # type: ignore[arg-type]
    proved = proof.verify(shaped(letter))  # type: ignore[arg-type]
    assert any("Enclosed orders answered" in sentence for sentence in proved.proved)
    assert any("tried the locks" in sentence for sentence in proved.open)


@pytest.mark.parametrize("mode", MODES)
def test_orders_save_letters(mode: Mode) -> None:
    """Who declines all rerolls in advance is not asked by letter, but where the answer takes dice of both."""

    def asked(pair: Pair) -> int:
        lot, chance, found = RandomPlayer(4), Random(4), 0
        for _ in range(40):
            exchange(pair, lot, chance)
            game = pair.writer.game
            found += game is not None and orders.question(game)["kind"] == "roll"
        return found

    ordered, unordered = asked(with_orders(mode, seed=4)), asked(begun(SCENARIO, mode, seed=4))
    assert ordered == 0 if mode == "trust" else ordered < unordered / 2
    assert unordered > 1


def test_letters_hold_locks_only_when_they_change() -> None:
    pair = with_orders("trust", "roll: keep", "withdraw: stay")
    lot, chance = RandomPlayer(1), Random(1)
    for _ in range(4):
        exchange(pair, lot, chance)
    assert [entry.locks is not None for entry in pair.last().letters] == [True, True, False, False]
    assert all(word not in json.dumps(plain(pair.last())["letters"]) for word in ("roll", "keep", "withdraw", "stay"))
    pair.writer.orders.pop()
    writer = pair.writer
    exchange(pair, lot, chance)
    assert [len(entry.locks or ()) for entry in pair.last().letters] == [2, 2, 0, 0, 1]
    writer.orders.clear()
    for _ in range(2):
        exchange(pair, lot, chance)
    assert pair.last().letters[-1].locks == []
    assert not enclosed.in_force(pair.last().letters, writer.side)


def test_orders_at_home_are_in_no_letter() -> None:
    pair = begun(SCENARIO, "trust")
    pair.host.orders = [orders.parsed("roll: keep")]
    exchange(pair, RandomPlayer(1), Random(1))
    assert pair.last().letters[-1].locks is None
    assert "salt" not in content(pair.texts[-1])


def test_too_many_orders_are_told() -> None:
    pair = with_orders("trust", *(f"roll subject={number}: keep" for number in range(21)))
    with pytest.raises(NotNow, match="at most 20 orders"):
        written(pair.host, RandomPlayer(1), Random(1))


def test_what_an_order_answered_cannot_be_taken_back() -> None:
    """Otherwise one could find out what is ordered by trying."""
    pair = twins(acted("trust").pair)
    writer, lot = pair.writer, RandomPlayer(11)
    game = writer.game
    assert game is not None
    line = acted("trust").line
    for text in [entry[1] for entry in acted("trust").letter.journal[game.seq : line]]:
        writer.apply(text)
    assert game.entries[-1].side == pair.reader.side
    with pytest.raises(NoUndo, match="what has been answered stands"):
        writer.undo()
    while not writer.ready:
        writer.apply(lot.choose(writer.table.legal()))
    pair.reader.open(writer.letter())


def test_secret_decisions_are_not_answered() -> None:
    """A bid that was enclosed would be read by the other player before he bids."""
    pair = bidding("trust")
    pair.host.orders = [StandingOrder("bidding", "bid Allied 17", enclosed=True)]
    kind = orders.question(pair.guest.game or pair.host.game)["kind"]  # type: ignore[arg-type]
    absent = left(pair.host.side, f"{kind}: bid *")
    assert pair.host.game is not None
    assert absent.act(pair.host.game.branch()) is None


@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_what_was_declared_goes_before_what_was_ordered(mode: Mode) -> None:
    """An order answers the sender's own question only where the next declared command is no answer to it."""
    game, again = Game.new(SCENARIO, 3), Game.new(SCENARIO, 3)
    side, lot = str(game.side), RandomPlayer(3)
    texts = []
    while game.side == side and len(texts) < 3:
        texts.append(lot.choose(game.legal()).notation())
        game.apply(texts[-1])
    kind = orders.question(again)["kind"]
    ordered = proof.carry_out(again, left(side, f"{kind}: {again.legal(1)[0].notation()}", "roll: keep"), texts, None)
    declared = [entry.text for entry in again.entries if entry.text in texts]
    assert declared[: len(texts)] == texts
    assert all(again.entries[n].text not in texts for n in ordered)


# ------------------------------------------------------------------ who cheats


def forged(mode: Mode, choose: Callable[[Game], str | None]) -> tuple[Pair, Json]:
    """A letter whose writer does everything right, but goes his own way where an order of the reader acted.

    He plays on at random; without a command from `choose` he breaks off there.
    """
    pair, letter = acted(mode).copy
    game, reader, lot = twin(pair.reader).game, pair.reader.side, RandomPlayer(1)
    assert game is not None
    for _, text, _ in letter["journal"][game.seq : acted(mode).line]:
        game.apply(text)
    assert game.side == reader
    text = choose(game)
    if text is not None:
        game.apply(text)
        while game.side != reader and not game.over:
            game.apply(lot.choose(game.legal()))
    letter["journal"] = [list(line) for line in game.lines()]
    letter["letters"][-1] |= {"seq": game.seq, "pending": []}
    return pair, letter


def refused(pair: Pair, letter: Json, fault: str) -> None:
    """A letter is refused by its reader and by whoever verifies it, for the same fault."""
    assert fault_of(letter, pair.reader) == fault
    with pytest.raises(BadLetter) as caught:
        proof.verify(shaped(letter))  # type: ignore[arg-type]
    assert caught.value.fault == fault


def test_another_answer_than_the_one_ordered() -> None:
    refused(*forged("trust", lambda game: "reroll"), "forged order")


def test_an_order_left_out_so_that_the_question_passes_back() -> None:
    refused(*forged("trust", lambda game: None), "withheld order")


def test_an_order_left_out_for_a_line_of_ones_own() -> None:
    pair, letter = acted("trust").copy
    line = acted("trust").line
    letter["journal"][line][0] = pair.writer.side
    rechained(letter, line)
    refused(pair, letter, "withheld order")


def test_an_answer_that_nobody_ordered() -> None:
    """At the end of a letter the reader is asked something that none of his orders answers."""
    pair, letter = acted("trust").copy
    reader = twin(pair.reader)
    reader.open(shaped(letter))  # type: ignore[arg-type]
    assert reader.game is not None
    game = reader.game
    game.apply(RandomPlayer(1).choose(game.legal()))
    letter["journal"] = [list(line) for line in game.lines()]
    letter["letters"][-1]["seq"] = game.seq
    refused(pair, letter, "forged order")


def test_an_answer_given_twice() -> None:
    one = acted("trust", and_on=True)
    pair, letter = one.copy
    letter["journal"].insert(one.line + 1, list(letter["journal"][one.line]))
    rechained(letter, one.line + 1)
    letter["letters"][-1]["seq"] += 1
    refused(pair, letter, "unasked order")


def test_an_outcome_improved() -> None:
    pair, letter = acted("trust").copy
    line = acted("trust").line
    letter["journal"][line][2] = "0" * journal.OUTCOME + letter["journal"][line][2][journal.OUTCOME :]
    rechained(letter, line)
    refused(pair, letter, "edited dice")


LOCKS: dict[str, Callable[[list[Json]], None]] = {
    "taken out": lambda locks: locks.clear(),
    "another answer": lambda locks: locks[0].update(tag="0" * 64),
    "another question": lambda locks: locks[0].update(fields=["purpose"]),
    "another salt": lambda locks: locks[0].update(salt="0" * 32),
    "one more": lambda locks: locks.append(dict(locks[0])),
}


@pytest.mark.parametrize("manipulation", LOCKS)
@pytest.mark.parametrize("mode", MODES)
def test_locks_cannot_be_altered(manipulation: str, mode: Mode) -> None:
    pair, letter = acted(mode).copy
    locks = next(e["locks"] for e in letter["letters"] if e["side"] == pair.reader.side and e["locks"])
    LOCKS[manipulation](locks)
    assert fault_of(letter, pair.reader) == "altered orders"


@pytest.mark.parametrize(("text", "fault"), [("reroll", "forged order"), (None, "withheld order")])
@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_orders_that_act_in_between_what_was_declared(text: str | None, fault: str, mode: Mode) -> None:
    """Their answers are part of what the dice of both lead to."""
    pair, letter = acted(mode).copy
    line = acted(mode).line
    if text is None:
        del letter["journal"][line]
        letter["letters"][-1]["seq"] -= 1
    else:
        letter["journal"][line][1] = text
    rechained(letter, line)
    refused(pair, letter, fault)


def test_the_writers_own_orders_are_his_affair() -> None:
    pair, letter = acted("trust").copy
    letter["letters"][-1]["locks"] = []
    pair.reader.open(shaped(letter))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "lock",
    [
        {"fields": [], "salt": "00", "tag": "0" * 64},
        {"fields": [], "salt": "", "tag": "x"},
        {"fields": ["a"] * 6, "salt": "", "tag": "0" * 64},
        {"fields": [], "salt": "", "tag": "0" * 64, "answer": "keep"},
    ],
)
def test_malformed_locks(lock: Json) -> None:
    pair, letter = acted("trust").copy
    letter["letters"][-1]["locks"] = [lock]
    assert fault_of(letter, pair.reader) == "malformed"
