"""Conduct in letters: it answers for a player as he has fixed it, nobody looks ahead, whoever changes it is found."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import pytest

from tests.mail.kit import Pair, begun, exchange, play, twin, twins, written
from tests.mail.test_adversary import Json, fault_of, next_letter, rechained
from tests.mail.test_two_secrets import answer_of, guest_of, inviting
from wargame_tui.board import conduct
from wargame_tui.board.conduct import Conduct, Order
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.game import Game
from wargame_tui.core.journal import KERNEL, Line
from wargame_tui.core.save import repeat
from wargame_tui.core.title import find_title
from wargame_tui.mail import armour, enclosed, proof
from wargame_tui.mail.correspondence import NotNow
from wargame_tui.mail.letters import MODES, BadLetter, Letter, Mode, plain, shaped

SCENARIO = "montys_gamble/basic"
STEPS = {
    "tigers_in_the_mist": ("demolition", "battle", "reduce"),
    "montys_gamble": ("roll", "absorb", "withdraw", "attrition", "fall_back"),
    "ardennes_44": ("bridges", "retreating", "loss", "advancing", "traffic"),
    "liberty_roads": ("losing", "retreating", "reaction", "advancing"),
    "first_command": ("battle",),
}
"""What is left to the program here: steps that ask in the enemy's turn, or go on with what has begun."""
SHORT = {
    "tigers_in_the_mist/seventh_army": 120,
    "montys_gamble/basic": 250,
    "ardennes_44/three_days": 600,
    "liberty_roads/cobra": 150,
    "first_command/mortain": 150,
}
"""One scenario of each title: lines of the journal after which it breaks off."""


def proposed(title: str, choice: str = "proposal") -> Conduct:
    """A conduct that leaves the questions of these steps to the program."""
    asked = [each for each in conduct.topics(find_title(title)) if {of.split()[0] for of in each.of} & {*STEPS[title]}]
    return tuple(Order(topic.id, choice) for topic in asked)


def conducted(scenario: str, mode: Mode, seed: int, until: Callable[[Pair], bool]) -> Pair:
    """A game at random in which both leave those questions to the program, up to some point."""

    def ordering(pair: Pair) -> bool:
        for player in (pair.host, pair.guest):
            player.conduct = player.conduct or proposed(player.invitation.title)
        return until(pair)

    return play(scenario, mode, seed, ordering)


def exchanges(letter: Letter) -> list[tuple[int, Game, Sequence[Line]]]:
    """Of every exchange of dice: the letters that were written before it, the game then, the lines that it brought."""
    links = proof.links_of(letter)
    game = proof.begin(letter.answer, links.of(letter.invitation.side, 1))
    found: list[tuple[int, Game, Sequence[Line]]] = []
    lines = letter.lines
    for number in range(game.seq, len(lines)):
        if lines[number].side == KERNEL and lines[number].text != "seed null":
            written = sum(entry.seq <= number for entry in letter.letters)
            end = next(n for n in range(number, len(lines)) if lines[n].text == "seed null")
            found.append((written, game.branch(), lines[number : end + 1]))
        repeat(game, lines[number])
    return found


# ------------------------------------------------------------------ what it does


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("scenario", SHORT)
def test_games_with_conduct_are_the_same_for_both_and_verify(scenario: str, mode: Mode) -> None:
    pair = conducted(scenario, mode, 5, lambda each: bool(each.host.game and each.host.game.seq > SHORT[scenario]))
    letter, host, guest = pair.last(), pair.host.game, pair.guest.game
    assert host is not None
    assert guest is not None
    known = min(host.seq, guest.seq)
    assert host.lines()[:known] == guest.lines()[:known]
    assert proof.verify(letter).game.lines() == letter.lines
    assert any("Conduct" in said for said in proof.verify(letter).proved)


def acted(pair: Pair) -> list[int]:
    """The lines of an exchange that the writer's own conduct has just answered on his machine."""
    writer = pair.writer
    if writer.game is None or not pair.texts:
        return []
    lines, start = writer.game.lines(), pair.last().letters[-1].seq
    if len(lines) <= start or lines[start].side != KERNEL:
        return []
    end = next(n for n in range(start, len(lines)) if lines[n].text == "seed null")
    return [n for n in range(start, end) if lines[n].side == writer.side]


@cache
def _answered(mode: Mode) -> Pair:
    return conducted(SCENARIO, mode, 11, lambda pair: len(pair.texts) > 4 and bool(acted(pair)))


def answered(mode: Mode = "sealed") -> Pair:
    """A game in which the writer's conduct has answered among dice that his program knew."""
    return twins(_answered(mode))


@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_nobody_decides_between_dice_that_he_could_know(mode: Mode) -> None:
    """Who carries a letter out knows all its dice: what he answers in between his letters before must have said."""
    letter = conducted(SCENARIO, mode, 11, lambda pair: len(pair.texts) > 40).last()
    by_conduct = 0
    for number, game, lines in exchanges(letter):
        before = letter.letters[:number]
        receiver = letter.invitation.other(before[-1].side)
        ordered = enclosed.absent(letter.invitation, before, receiver)
        for line in lines:
            if line.side == receiver:
                assert conduct.answer(game.title, ordered.conduct, game) == game.parse(line.text)
                by_conduct += 1
            repeat(game, line)
        assert game.state.dice.seed is None, "and who decides next knows of no more dice"
    assert by_conduct > 3


@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_what_is_ordered_while_a_letter_is_read_changes_nothing_in_it(mode: Mode) -> None:
    """He may open it as often as he likes, with any orders: the dice are the same, and so is what they did."""
    pair = _answered(mode)
    reader = conducted(SCENARIO, mode, 11, lambda each: len(each.texts) == len(pair.texts) - 1).reader
    ends = set()
    for orders in (reader.conduct, (), proposed("montys_gamble", "ask")):
        again = twin(reader)
        again.conduct = orders
        again.open(pair.last())
        assert again.game is not None
        ends.add(str(again.game.lines()))
    assert pair.writer.game is not None
    assert ends == {str(pair.writer.game.lines())}


def test_an_answer_that_takes_dice_needs_no_letter_of_its_own() -> None:
    """Whoever is on the move leaves a letter where the other's conduct rolls; it is rolled as that letter is opened."""

    def rolls_by_order(pair: Pair) -> bool:
        return bool(pair.texts) and not pair.last().letters[-1].pending and bool(acted(pair))

    pair = conducted("tigers_in_the_mist/first_three_days", "sealed", 3, rolls_by_order)
    writer, letter = pair.writer, pair.last()
    assert writer.game is not None
    start = letter.letters[-1].seq
    assert letter.question == ""
    assert [writer.game.entries[n].side for n in (start, start + 1)] == [KERNEL, writer.side]
    assert proof.verify(shaped(next_letter(pair))).rolls > 0  # type: ignore[arg-type]


def test_conduct_goes_with_a_letter_when_it_changes() -> None:
    pair = conducted(SCENARIO, "sealed", 11, lambda pair: len(pair.texts) > 5)
    brought = [(entry.side, entry.conduct is not None) for entry in pair.last().letters]
    assert brought[:2] == [(pair.host.side, True), (pair.guest.side, True)]
    assert not any(has for _, has in brought[2:])
    pair.writer.conduct = ()
    letter = next_letter(pair)
    assert letter["letters"][-1]["conduct"] == []
    assert letter["letters"][-1]["program"]


def test_a_game_of_before_has_no_conduct() -> None:
    host = inviting(2)
    guest = guest_of(host, "5e" * 32)
    host.take_answer(answer_of(guest))
    pair = Pair(host, guest)
    exchange(pair, RandomPlayer(7), Random(7))
    honest = twins(pair)
    pair.writer.conduct = proposed("montys_gamble")
    while not pair.writer.ready:
        pair.writer.apply(pair.writer.table.legal(1)[0])
    with pytest.raises(NotNow, match="older version"):
        pair.writer.letter()
    letter = next_letter(honest)
    letter["letters"][-1]["conduct"] = conduct.dumped(proposed("montys_gamble"))
    assert fault_of(letter, honest.reader) == "malformed"


# ------------------------------------------------------------------ manipulations


def _mine(letter: Json, pair: Pair) -> int:
    """The first line of the exchange that the writer's own conduct has answered."""
    return acted(pair)[0]


def _answers_otherwise(letter: Json, pair: Pair) -> None:
    """The writer has seen the dice, and answers otherwise than his conduct."""
    line = letter["journal"][_mine(letter, pair)]
    line[1] = "keep" if line[1] != "keep" else "quiet"
    rechained(letter, _mine(letter, pair))


def _stops(letter: Json, pair: Pair) -> None:
    """The writer has seen the dice, and lets the exchange end where his conduct would answer."""
    number, game = _mine(letter, pair), pair.reader.game
    assert game is not None
    _break_off(letter, pair, number, [])


def _goes_on(letter: Json, pair: Pair) -> None:
    """The writer adds a decision to the exchange while he knows its dice."""
    writer = pair.writer.game
    assert writer is not None
    end = next(n for n in range(_mine(letter, pair), writer.seq) if writer.entries[n].text == "seed null")
    game = writer.branch()
    game.undo(game.seq - end, agreed=True)
    game.apply(game.legal(1)[0])
    _break_off(letter, pair, end, [[*line] for line in game.lines(end)])


def _break_off(letter: Json, pair: Pair, number: int, more: list[list[str]]) -> None:
    letter["journal"][number:] = [*more, [KERNEL, "seed null", "0" * 24]]
    rechained(letter, number)
    letter["letters"][-1] |= {"seq": len(letter["journal"]), "pending": []}


def _new_orders_for_old_dice(letter: Json, pair: Pair) -> None:
    """The writer brings a conduct that fits what he answered with the dice before his eyes."""
    _answers_otherwise(letter, pair)
    letter["letters"][-1]["conduct"] = conduct.dumped(proposed("montys_gamble", "ask"))


def _entry(letter: Json, side: str) -> Json:
    """The entry with which a side's conduct came."""
    found: Json = next(each for each in letter["letters"] if each["side"] == side and each.get("conduct"))
    return found


def _changed(letter: Json, pair: Pair) -> None:
    _entry(letter, pair.reader.side)["conduct"][0]["choice"] = "ask"


def _dropped(letter: Json, pair: Pair) -> None:
    del _entry(letter, pair.reader.side)["conduct"]


def _shortened(letter: Json, pair: Pair) -> None:
    del _entry(letter, pair.reader.side)["conduct"][0]


def _added(letter: Json, pair: Pair) -> None:
    other = [each for each in letter["letters"][:-1] if each["side"] == pair.reader.side and not each.get("conduct")]
    other[-1]["conduct"] = [{"topic": "roll", "choice": "ask", "where": {}}]


def _anothers(letter: Json, pair: Pair) -> None:
    """The writer's conduct in the place of the reader's."""
    orders = conduct.dumped(proposed("montys_gamble")[:1])
    _entry(letter, pair.reader.side)["conduct"] = orders


def _moved(letter: Json, pair: Pair) -> None:
    """The reader's conduct brought forward: from the letter that it came with to his last."""
    entry = _entry(letter, pair.reader.side)
    mine = [each for each in letter["letters"] if each["side"] == pair.reader.side]
    assert mine[-1] is not entry
    mine[-1]["conduct"] = entry.pop("conduct")


def _own_past(letter: Json, pair: Pair) -> None:
    """The writer's own conduct, changed in the letter that brought it: the reader has that letter."""
    _entry(letter, pair.writer.side)["conduct"][0]["choice"] = "ask"


def _orders_of_nonsense(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["conduct"] = [{"topic": "weather", "choice": "fine", "where": {}}]


def _many_orders(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["conduct"] = [{"topic": "roll", "choice": "ask", "where": {}}] * 201


MANIPULATIONS: dict[str, tuple[Callable[[Json, Pair], None], set[str]]] = {
    "one's own conduct is not followed": (_answers_otherwise, {"forged order", "edited dice"}),
    "one's own conduct stops short": (_stops, {"withheld order"}),
    "one decision more while the dice are known": (_goes_on, {"edited dice"}),
    "new conduct for dice already seen": (_new_orders_for_old_dice, {"forged order", "edited dice"}),
    "another's conduct changed": (_changed, {"altered orders"}),
    "another's conduct dropped": (_dropped, {"altered orders"}),
    "another's conduct shortened": (_shortened, {"altered orders"}),
    "conduct added to another's letter": (_added, {"altered orders"}),
    "one's own conduct in another's letter": (_anothers, {"altered orders"}),
    "another's conduct in another letter of his": (_moved, {"altered orders"}),
    "one's own conduct of before changed": (_own_past, {"altered orders"}),
    "conduct on what nobody asks": (_orders_of_nonsense, {"malformed"}),
    "more conduct than a letter holds": (_many_orders, {"malformed"}),
}


@pytest.mark.parametrize("manipulation", MANIPULATIONS)
@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_manipulated_conduct_is_found(manipulation: str, mode: Mode) -> None:
    forge, faults = MANIPULATIONS[manipulation]
    pair = answered(mode)
    letter = next_letter(pair)
    forge(letter, pair)
    assert fault_of(letter, pair.reader) in faults


# ------------------------------------------------------------------ on the machine of whoever is on the move


def _theirs(pair: Pair) -> list[int]:
    """The lines of the writer's part of the letter due that the reader's conduct gave, without dice of both."""
    assert pair.writer.game is not None
    lines = [(each.side, each.text) for each in pair.writer.game.lines()]
    own = max((n + 1 for n, (side, _) in enumerate(lines) if side == KERNEL), default=0)
    own = max(own, pair.last().letters[-1].seq)
    return [n for n in range(own, len(lines)) if lines[n][0] == pair.reader.side]


@cache
def _heard(mode: Mode) -> Pair:
    """A game of Tigers whose next letter has answers of the reader's conduct to what the writer did in it."""
    pair = begun("tigers_in_the_mist/seventh_army", mode, seed=3)
    for player in (pair.host, pair.guest):
        player.conduct = Order("demolition", "never"), Order("defence-calls", "never"), Order("defence-fire", "weakest")
    lot, more = RandomPlayer(3), Random(3)
    for _ in range(2):
        exchange(pair, lot, more)
    while not pair.over:
        ahead = twins(pair)
        written(ahead.writer, lot, more)
        if _theirs(ahead):
            return ahead
        exchange(pair, lot, more)
    raise AssertionError("no such letter")


def _reader_answers_otherwise(letter: Json, pair: Pair) -> None:
    line = letter["journal"][_theirs(pair)[0]]
    line[1] = "call 2" if line[1] != "call 2" else "pass"
    rechained(letter, _theirs(pair)[0])


def _reader_is_not_heard(letter: Json, pair: Pair) -> None:
    del letter["journal"][_theirs(pair)[0] :]
    letter["letters"][-1] |= {"seq": _theirs(pair)[0], "pending": []}


def _reader_says_more(letter: Json, pair: Pair) -> None:
    place = _theirs(pair)[0] + 1
    letter["journal"].insert(place, [pair.reader.side, "end", "0" * 24])
    rechained(letter, place)
    letter["letters"][-1]["seq"] += 1


HEARD: dict[str, tuple[Callable[[Json, Pair], None], set[str]]] = {
    "another answer than his conduct": (_reader_answers_otherwise, {"forged order"}),
    "his conduct left out": (_reader_is_not_heard, {"withheld order"}),
    "an answer in his name": (_reader_says_more, {"unasked order", "forged order", "withheld order"}),
}


@pytest.mark.parametrize("manipulation", HEARD)
@pytest.mark.parametrize("mode", MODES)
def test_the_writer_cannot_answer_for_the_reader(manipulation: str, mode: Mode) -> None:
    forge, faults = HEARD[manipulation]
    pair = twins(_heard(mode))
    letter = plain(pair.writer.letter())
    forge(letter, pair)
    assert fault_of(letter, pair.reader) in faults


def test_other_versions_of_the_program_are_named_where_conduct_differs() -> None:
    pair = twins(_heard("sealed"))
    letter = plain(pair.writer.letter())
    letter["letters"][-1]["program"] = "0.0.9"
    _reader_answers_otherwise(letter, pair)
    with pytest.raises(BadLetter, match=r"0\.0\.9 of the program.*open the letter again"):
        pair.reader.open(shaped(letter))  # type: ignore[arg-type]


# ------------------------------------------------------------------ declared ahead


def battle_on(mode: Mode) -> Pair:
    """A German who has attacked; the American's conduct answers with dice."""
    pair = begun("first_command/mortain", mode, seed=5)
    host, guest = pair.host, pair.guest
    guest.conduct = host.conduct = proposed("first_command")
    for player, reader in ((host, guest), (guest, host)):
        while not player.ready:
            player.apply("end")
        letter = player.letter()
        player.sent(letter)
        reader.open(letter)
        pair.texts.append(armour.sealed(letter))
    for text in ("move 304 0901", "move 2PG 0903", "move 2SS 0905", "end", "attack 0804", "roll"):
        host.apply(text)
    assert host.ready
    return pair


@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_what_follows_dice_can_be_declared_with_them(mode: Mode) -> None:
    """The end of the phase goes with the battle: the other player moves in the letter that has its result."""
    pair = battle_on(mode)
    host, guest = pair.host, pair.guest
    assert host.may_declare
    for wrong in ("attack 0101; roll", "move 304 0101", "roll; roll"):
        with pytest.raises(NotNow):
            host.declare(wrong)
    host.declare("end")
    host.undo()
    assert host.pending == []
    host.declare("if end")  # Nobody advances, if it comes to that.
    host.declare("end")
    letter = host.letter()
    assert "; ".join(letter.letters[-1].pending) == "[battle?] end; [player_turn] end"
    host.sent(letter)
    guest.open(letter)
    assert guest.left_out() == []
    assert guest.game is not None
    assert guest.game.state.stack[-1].side == guest.side
    assert guest.may_decide, "the battle is over, and so is the German's turn"
    again = next_letter(pair)
    host.open(shaped(again))  # type: ignore[arg-type]
    assert host.game is not None
    assert [entry.text for entry in host.game.entries if entry.side == KERNEL].count("seed null") >= 2


@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_what_cannot_be_given_after_the_dice_is_left_out_and_told(mode: Mode) -> None:
    pair = battle_on(mode)
    pair.host.declare("attack 0804; roll")
    pair.host.declare("end")
    letter = pair.host.letter()
    assert len(letter.letters[-1].pending) == {"sealed": 1, "batch": 2}[mode]
    pair.host.sent(letter)
    pair.guest.open(letter)
    left = pair.guest.left_out()
    assert left[:2] == ["attack 0804", "roll"], "nobody attacks the same hex twice in a turn"
    assert left[2:] == {"sealed": ["end"], "batch": []}[mode]


def test_nothing_is_declared_where_nothing_is_rolled() -> None:
    pair = battle_on("sealed")
    pair.host.undo()
    with pytest.raises(NotNow, match="no dice"):
        pair.host.declare("end")
