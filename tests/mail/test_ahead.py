"""What is declared for after dice, and a turn that begins within the other's exchange: nobody looks ahead."""

from collections.abc import Callable
from functools import cache
from itertools import permutations
from unittest.mock import patch

import pytest

from tests.mail.kit import Pair, begun, twin, twins
from tests.mail.test_adversary import Json, fault_of, rechained
from wargame_tui.board.conduct import Conduct, Order
from wargame_tui.core.journal import KERNEL
from wargame_tui.mail import correspondence, proof
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import Mode, plain

SCENARIO = "liberty_roads/to_the_rhine"
OPENING: Conduct = (Order("supply", "stay"), Order("markers-kept", "never"), Order("free-air", "always"))
"""How a player turn begins, up to the play of the markers that the dice have given."""


def hasty(player: Correspondence) -> None:
    """Decide by what ends things, until the letter can be sent."""
    while not player.ready:
        legal = player.table.legal()
        player.apply(next((each for each in legal if each.verb == "end"), legal[0]))


def handed_over(pair: Pair) -> None:
    """The letter that is due goes to the other player."""
    writer, reader = pair.writer, pair.reader
    letter = writer.letter()
    writer.sent(letter)
    reader.open(letter)


# ------------------------------------------------------------------ declared beyond the dice


def _asking(mode: Mode) -> Pair:
    """A game whose first letter asks for the dice that end the supply phase."""
    pair = begun(SCENARIO, mode, seed=7)
    while not pair.host.ready:
        pair.host.apply("end")
    return pair


def _playable(mode: Mode, seed: int) -> list[str]:
    """What the writer could play after those dice, if they fell so."""
    writer = _asking(mode).writer
    assert writer.game is not None
    ahead = writer.game.branch()
    proof.carry_out(ahead, *_players(writer)[:1], writer.pending, seed, *_players(writer)[1:])
    return [each.notation() for each in ahead.legal() if each.verb == "play"]


def _players(writer: Correspondence) -> list[proof.Absent]:
    assert writer.game is not None
    entry = proof.Entry(side=writer.side, seq=writer.game.seq)
    return proof.at_exchange(writer.invitation, [*writer.letters, entry])


@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_what_is_possible_only_after_dice_can_be_declared(mode: Mode) -> None:
    pair = _asking(mode)
    play = _playable(mode, 0)[0]
    pair.writer.declare(play)
    assert proof.commands_of(pair.writer.pending) == ["end", play]
    assert pair.writer.pending[-1].endswith(f"[support] {play}")
    handed_over(pair)
    hasty(pair.writer)
    proof.verify(pair.writer.letter())


def test_what_is_declared_is_meant_for_the_decision_to_come() -> None:
    """The supply phase has an `end` too, which this letter has given already."""
    writer = _asking("sealed").writer
    writer.declare("end")
    assert writer.pending == ["end; [support] end"]


def test_what_no_dice_make_possible_is_refused() -> None:
    writer = _asking("sealed").writer
    with pytest.raises(NotNow, match="nor after the dice"):
        writer.declare("attack 1706")
    assert writer.pending == ["end"], "nothing is changed then"


def test_a_rehearsal_neither_shows_nor_touches_the_dice_to_come() -> None:
    """The same game with other secrets takes and refuses the same declarations, and asks for nothing of a link."""
    wishes = sorted({play for seed in range(40) for play in _playable("sealed", seed)})
    assert len(wishes) > 3
    taken = []
    for seed in (7, 8):
        pair = begun(SCENARIO, "sealed", seed=seed)
        start = begun(SCENARIO, "sealed", seed=7).host.game
        assert start is not None
        pair.host.game = start.branch()
        pair.host.apply("end")
        before = pair.host.game.lines()
        with patch("wargame_tui.mail.chain.link", side_effect=AssertionError("a link is looked at")):
            taken.append([wish for wish in wishes if _takes(pair.host, wish)])
        assert pair.host.game.lines() == before
    assert taken[0] == taken[1] != []


def _takes(writer: Correspondence, wish: str) -> bool:
    tried = twin(writer)
    try:
        tried.declare(wish)
    except NotNow:
        return False
    return True


def test_what_the_dice_do_not_bear_out_is_left_out_with_all_that_hangs_on_it() -> None:
    """A forger who has it done all the same, or leaves out what could be done, is found."""
    pair = _asking("sealed")
    drawn = twins(pair)
    handed_over(drawn)
    game = drawn.writer.game
    assert game is not None
    open_ = {each.notation() for each in game.legal()}
    with patch.object(correspondence, "REHEARSED", 60):
        missed = next(each for seed in range(60) for each in _playable("sealed", seed) if each not in open_)
        pair.writer.declare(missed)
        pair.writer.declare("end")
    # The declarations go into the seed: what they have given must still be possible or not by the dice as they are now.
    handed_over(pair)
    after = pair.writer
    assert after.game is not None
    done = [line.text for line in after.game.lines()]
    left = after.left_out()
    assert (missed in done) != (missed in left)
    hasty(after)
    honest = plain(after.letter())
    for forge in (_drops_last_of_exchange, _repeats_in_exchange):
        letter = plain(after.letter())
        forge(letter)
        assert fault_of(letter, pair.reader) in {"edited dice", "rolled alone", "illegal command", "incomplete"}
    proof.verify(twin(after).letter())
    pair.reader.open(after.letter())
    assert honest["journal"] == plain(after.letter())["journal"]


def _exchange_end(letter: Json) -> int:
    ends = [n for n, line in enumerate(letter["journal"]) if line[0] == KERNEL and line[1] == "seed null"]
    return ends[-1]


def _drops_last_of_exchange(letter: Json) -> None:
    end = _exchange_end(letter)
    del letter["journal"][end - 1]
    rechained(letter, end - 1)
    letter["letters"][-1]["seq"] = len(letter["journal"])


def _repeats_in_exchange(letter: Json) -> None:
    end = _exchange_end(letter)
    letter["journal"].insert(end, list(letter["journal"][end - 1]))
    rechained(letter, end)
    letter["letters"][-1]["seq"] = len(letter["journal"])


# ------------------------------------------------------------------ declared for the case that it comes to it


def _drawn(*declared: str) -> Pair | None:
    """A game whose first letter declares so, read; None if it cannot."""
    pair = _asking("sealed")
    try:
        for each in declared:
            pair.writer.declare(each)
    except NotNow:
        return None
    handed_over(pair)
    return pair


def _done(pair: Pair) -> list[str]:
    """What the first letter declared and the dice have borne out."""
    game = pair.writer.game
    assert game is not None
    return [line.text for line in game.lines() if line.side == pair.reader.side]


@cache
def _either_way() -> dict[bool, tuple[Pair, str, str]]:
    """Games whose first letter plays one marker if the dice give it, and then another: it came to the first or not."""
    markers = {play.split()[1]: play for seed in range(12) for play in _playable("sealed", seed)}
    found: dict[bool, tuple[Pair, str, str]] = {}
    for wish, then in permutations(sorted(markers.values()), 2):
        pair = _drawn(f"if {wish}", then)
        if pair is not None and then in _done(pair):
            found.setdefault(wish in _done(pair), (pair, wish, then))
        if len(found) == 2:
            break
    return found


def test_what_follows_a_condition_stands_whether_or_not_it_came_to_it() -> None:
    assert _either_way().keys() == {True, False}
    for done, (pair, wish, then) in _either_way().items():
        declared = pair.reader.letters[-1].pending
        assert [proof.is_conditional(each) for each in declared[-1].split(proof.THEN)] == [False, True, False]
        assert [proof.meant(each)[1] for each in declared[-1].split(proof.THEN)] == ["end", wish, then]
        assert _done(pair)[-3:] == (["end", wish, then] if done else ["end", then])[-3:]
        assert pair.writer.left_out() == [], "nobody is told of a case that did not come up"
        player = twin(pair.writer)
        hasty(player)
        assert proof.verify(player.letter())


def test_without_the_condition_what_hangs_on_it_is_left_out() -> None:
    """The counterpart: a wish that is insisted on takes with it what is declared behind it."""
    markers = {play.split()[1]: play for seed in range(12) for play in _playable("sealed", seed)}
    for wish, then in permutations(sorted(markers.values()), 2):
        pair = _drawn(wish, then)
        if pair is not None and wish not in _done(pair):
            assert sorted(pair.writer.left_out()) == sorted([wish, then])
            return
    pytest.fail("the dice have given every wish")


def test_a_condition_that_no_dice_bring_about_is_refused() -> None:
    writer = _asking("sealed").writer
    with pytest.raises(NotNow, match="nor after the dice"):
        writer.declare("if attack 1706")
    assert writer.pending == ["end"]


def _drops_the_condition(letter: Json, wish: str) -> None:
    """The reader does not like what it came to."""
    number = next(n for n, line in enumerate(letter["journal"]) if line[1] == wish)
    del letter["journal"][number]
    rechained(letter, number)
    letter["letters"][-1]["seq"] -= 1


def _adds_the_condition(letter: Json, wish: str) -> None:
    """The reader would like it to have come to that."""
    end = _exchange_end(letter)
    letter["journal"].insert(end - 1, [letter["letters"][0]["side"], wish, letter["journal"][end - 1][2]])
    rechained(letter, end - 1)
    letter["letters"][-1]["seq"] += 1


def _insists(letter: Json, wish: str) -> None:
    """The reader makes an order of the condition, so that its end falls with it."""
    pending = letter["letters"][-2]["pending"]
    pending[-1] = pending[-1].replace(f"{proof.IF}] {wish}", f"] {wish}")


@pytest.mark.parametrize(
    ("forge", "done", "faults"),
    [
        (_drops_the_condition, True, {"edited dice"}),
        (_adds_the_condition, False, {"edited dice"}),
        (_insists, True, {"fork"}),
        (_insists, False, {"fork"}),
    ],
)
def test_who_knows_the_dice_decides_nothing_about_a_condition(
    forge: Callable[[Json, str], None], done: bool, faults: set[str]
) -> None:
    pair, wish, _ = _either_way()[done]
    player = twin(pair.writer)
    hasty(player)
    letter = plain(player.letter())
    forge(letter, wish)
    assert fault_of(letter, pair.reader) in faults


def test_a_letter_of_nothing_but_conditions_comes_to_an_end() -> None:
    """So many commands that never come up, each behind orders that play on: the row is given up at a bound."""
    pair = begun(SCENARIO, "sealed", seed=7)
    pair.guest.conduct = OPENING
    hasty(pair.writer)
    handed_over(pair)
    writer = pair.writer
    hasty(writer)
    assert writer.game is not None
    players = _players(writer)
    exchange = proof._Exchange(writer.game.branch(), players[0], players[1])
    exchange.game.reseed(3)
    with patch.object(proof._Exchange, "_come_to", lambda self, text: bool(self.game.apply("end")) and False):
        exchange.bring("; ".join(["[nowhere?] end"] * 1000))
    assert exchange.in_vain == proof.MOST_PENDING


# ------------------------------------------------------------------ the reader's own turn


@cache
def _into_his_turn() -> tuple[Pair, Pair]:
    """A game whose last letter ended a turn, before and after its reader opened it: the next one has begun with it."""
    pair = begun(SCENARIO, "sealed", seed=7)
    pair.host.conduct = pair.guest.conduct = OPENING
    while True:
        hasty(pair.writer)
        letter = pair.writer.letter()
        writer, reader = pair.writer, pair.reader
        writer.sent(letter)
        before = twins(pair)
        reader.open(letter)
        if len(letter.letters) > 2 and _begun_by_order(reader):
            return before, pair


def _begun_by_order(reader: Correspondence) -> list[int]:
    """Lines of the last exchange in which the reader's own turn has begun by his conduct."""
    assert reader.game is not None
    lines, start = reader.game.lines(), reader.letters[-1].seq
    return [n for n in range(start, len(lines)) if lines[n].side == reader.side and lines[n].text == "end"]


def test_a_turn_begins_with_the_other_players_letter() -> None:
    """Its first dice have fallen, and its player decides what he does with them: no letter more."""
    player = twin(_into_his_turn()[1].writer)
    assert player.game is not None
    assert player.my_turn
    assert player.game.side == player.side
    assert player.game.state.stack[-1].kind == "support"
    assert player.game.state.dice.seed is None, "and he knows of no more dice"
    hasty(player)
    assert proof.verify(player.letter())


def test_orders_given_with_the_dice_before_ones_eyes_change_nothing() -> None:
    before, after = _into_his_turn()
    assert after.writer.game is not None
    for orders in ((), (Order("supply", "pontoons"),), (Order("supply", "ask"), Order("free-air", "never"))):
        mine, theirs = before.host, before.guest
        if mine.side != after.writer.side:
            mine, theirs = theirs, mine
        again = twin(mine)
        again.conduct = orders
        again.open(theirs.last_letter())
        assert again.game is not None
        assert again.game.lines() == after.writer.game.lines()


def _decides_anew(letter: Json, pair: Pair) -> None:
    """The writer has seen the dice of his supply phase, and lays a pontoon before they fall."""
    number = _begun_by_order(pair.writer)[0]
    game = pair.writer.game
    assert game is not None
    ahead = game.branch()
    ahead.undo(ahead.seq - number, agreed=True)
    other = next(each for each in ahead.legal() if each.verb != "end")
    letter["journal"].insert(number, [pair.writer.side, other.notation(), letter["journal"][number][2]])
    rechained(letter, number)
    letter["letters"][-1]["seq"] += 1


def _stops_short(letter: Json, pair: Pair) -> None:
    """The writer lets the exchange end before his turn begins, to decide that anew."""
    number = _begun_by_order(pair.writer)[0]
    del letter["journal"][number : _exchange_end(letter)]
    rechained(letter, number)
    letter["letters"][-1]["seq"] = len(letter["journal"])


def _claims_other_orders(letter: Json, pair: Pair) -> None:
    """The writer lays pontoons, and says that he had ordered so all along."""
    _decides_anew(letter, pair)
    mine = next(each for each in letter["letters"] if each["side"] == pair.writer.side and each.get("conduct"))
    mine["conduct"][0]["choice"] = "pontoons"


@pytest.mark.parametrize(
    ("forge", "faults"),
    [
        (_decides_anew, {"forged order", "edited dice"}),
        (_stops_short, {"withheld order", "edited dice"}),
        (_claims_other_orders, {"altered orders"}),
    ],
)
def test_a_turn_begun_otherwise_than_ordered_is_found(forge: Callable[[Json, Pair], None], faults: set[str]) -> None:
    pair = twins(_into_his_turn()[1])
    hasty(pair.writer)
    letter = plain(pair.writer.letter())
    forge(letter, pair)
    assert fault_of(letter, pair.reader) in faults
