"""Where a player goes on behind the dice of his letter: in the phase, after an order that rolls, in a later phase."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.mail.kit import Pair
from tests.mail.letters import orders_for, paths_of
from tests.mail.test_past import by_letters
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.mail import ahead, enclosed, proof
from wargame_tui.mail.ahead import Ahead
from wargame_tui.mail.correspondence import Correspondence

TITLE = "liberty_roads"


@cache
def recorded() -> Game:
    return save.read(paths_of(TITLE)[0])


def before(text: str, *steps: str) -> int:
    """The first line of the recorded game in which a command is given at steps that end so."""
    game = recorded()
    for number, entry in enumerate(game.entries):
        kinds = tuple(step.kind for step in game.states[number].stack)
        if entry.text == text and kinds[-len(steps) :] == steps:
            return number
    raise AssertionError(f"`{text}` is not in the record")


def by_mail(line: int) -> Pair:
    """The recorded game before a line, to be gone on with by letters; who decides there writes."""
    game = recorded().branch()
    game.undo(len(game.entries) - line, agreed=True)
    return by_letters(game, "sealed", game.title.sides.index(game.side))


@pytest.fixture(autouse=True)
def ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have told their conduct in letters before: nobody waits for the other."""
    orders, really = orders_for(find_title(TITLE)), enclosed.absent

    def absent(*given: Any) -> enclosed.Absent:
        return replace(really(*given), conduct=orders)

    monkeypatch.setattr(enclosed, "absent", absent)


def looked(mail: Correspondence) -> Ahead:
    found = Ahead(mail)
    found.look()
    return found


def test_behind_the_last_battle_the_turn_goes_on_with_its_later_phases() -> None:
    """Reinforcements come whatever the battle brings: no letter more for them."""
    mail = by_mail(before("elite", "markers_off", "combat", "battle")).host
    mail.apply("elite")
    assert mail.pending == ["elite"]
    there = looked(mail)
    assert there.position is not None
    assert there.position.decision == "arrivals"
    assert there.position.is_next
    assert not there.position.is_case
    place = next(each for each in there.position.game.legal() if each.verb == "place")
    there.give(place)
    assert mail.pending == [f"elite; [arrivals] {place.notation()}"]


def test_what_is_declared_for_a_later_phase_is_done_by_the_reader() -> None:
    pair = by_mail(before("elite", "markers_off", "combat", "battle"))
    writer, reader = pair.host, pair.guest
    writer.apply("elite")
    there = looked(writer)
    places = []
    while there.position is not None and proof.asked(there.position.game) == "arrivals":
        places.append(there.position.game.legal()[0].notation())
        there.give(places[-1])
    letter = writer.letter()
    writer.sent(letter)
    reader.open(letter)
    assert reader.game is not None
    done = [line.text for line in reader.game.lines() if line.side == writer.side]
    assert places
    assert done[done.index(places[0]) :][: len(places)] == places
    assert reader.left_out() == []


def test_what_hangs_on_the_dice_is_not_asked_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice of the supply phase give support markers: nobody could say which he plays, open or not."""
    monkeypatch.setattr(ahead, "lays_open", lambda *_: False)
    mail = by_mail(before("end", "supply")).host
    mail.apply("end")
    assert mail.pending == ["end"]
    assert looked(mail).position is None
    monkeypatch.setattr(ahead, "_is_steady", lambda found: True)
    position = looked(mail).position
    assert position is not None
    assert position.decision == "support", "it would come to that"


def test_the_turn_of_the_other_side_is_no_later_phase() -> None:
    """The last reinforcement ends it: behind its dice the Allies draw support, and are asked first."""
    line = before("to 0711", "replacements", "withdrawals", "arrivals")
    assert recorded().states[line + 1].dice != recorded().states[line].dice
    mail = by_mail(line).host
    mail.apply("to 0711")
    assert mail.ready
    assert looked(mail).positions == ()


def test_an_order_of_the_other_player_that_rolls_is_gone_on_behind_as_well() -> None:
    """The attack needs no dice of its own: the defender's conduct answers with them, and the phase goes on."""
    game, line = recorded(), before("go", "combat", "gathering")
    while True:
        pair = by_mail(line)
        pair.host.apply("go")
        if not pair.host.pending and pair.host.game is not None and pair.host.game.side != pair.host.side:
            break
        line = next(
            number
            for number in range(line + 1, len(game.entries))
            if game.entries[number].text == "go" and game.states[number].stack[-1].kind == "gathering"
        )
    assert pair.host.ready
    position = looked(pair.host).position
    assert position is not None
    assert position.decision == "combat"
    command = next(each for each in position.game.legal() if each.verb == "attack")
    there = looked(pair.host)
    there.give(command)
    assert pair.host.pending == [f"[combat] {command.notation()}"]
    there.back()
    assert pair.host.pending == []
    assert there.position is not None


def test_what_was_rehearsed_goes_on_as_if_it_were_rehearsed_anew() -> None:
    """Attack after attack is carried out behind those before it, not all of them again."""
    line = before("armour", "combat", "battle")
    mail = by_mail(line).host
    mail.apply("armour")
    there, compared = looked(mail), 0
    for entry in recorded().entries[line + 1 : line + 30]:
        position = there.position
        if position is None or entry.side != mail.side:
            continue
        if entry.text not in {each.notation() for each in position.game.legal()}:
            continue
        there.give(entry.text)
        if there.is_fresh:
            compared += 1
            anew = looked(mail)
            assert [(each.decision, each.is_case, each.changes) for each in there.positions] == [
                (each.decision, each.is_case, each.changes) for each in anew.positions
            ]
    assert compared > 1
