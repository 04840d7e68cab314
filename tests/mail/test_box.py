"""The letter box: games by mail on disk, whole or not at all, readable by their owner only."""

import json
import os
import stat
from pathlib import Path
from time import perf_counter
from typing import Any
from unittest.mock import patch

import pytest

from tests.benchmarks.fuzz_mail import packed
from tests.core.power import Cuts
from tests.mail.kit import Pair, play, twin
from tests.mail.test_secret import bidding
from wargame_tui.board.results import BY_MAIL, Results
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.save import DamagedSave
from wargame_tui.core.title import StandingOrder
from wargame_tui.mail import armour, box, orders, proof
from wargame_tui.mail.box import SUFFIX, Box, Case
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import MODES, BadLetter, Mode

SCENARIO = "tigers_in_the_mist/seventh_army"


def decide(case: Case, seed: int = 1) -> Case:
    """Make all decisions at random."""
    lot = RandomPlayer(seed)
    while not case.mail.ready:
        case.mail.apply(lot.choose(case.mail.table.legal()))
    return case


class Home:
    """Two players with a box each."""

    def __init__(self, folder: Path, mode: Mode = "sealed", scenario: str = SCENARIO) -> None:
        self.host, self.guest = Box(folder / "host"), Box(folder / "guest")
        side = "German"
        self.mine = self.host.invite(Correspondence.invite(scenario, side, "Anna", mode, {})).name
        case, _ = self.guest.receive(self.host.load(self.mine).outgoing, "Bert")
        self.theirs = case.name
        self.host.receive(case.outgoing, "")

    def write(self) -> str:
        """The host's first letter."""
        return self.host.post(decide(self.host.load(self.mine)))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def record(case: Case) -> dict[str, Any]:
    """Everything that a game in the box is made of."""
    values: dict[str, Any] = json.loads(box._text(case))
    return values


@pytest.mark.parametrize("mode", MODES)
def test_games_come_back_as_they_were_kept(mode: Mode, tmp_path: Path) -> None:
    home = Home(tmp_path, mode)
    lot = RandomPlayer(2)
    for _ in range(2):
        for letters, name, other in (
            (home.host, home.mine, home.guest),
            (home.guest, home.theirs, home.host),
        ):
            case = letters.load(name)
            if case.mail.game and not case.mail.ready:
                case.mail.apply(lot.choose(case.mail.table.legal()))
                letters.keep(case)
                assert record(letters.load(name)) == record(case)
            text = letters.post(decide(letters.load(name)))
            assert letters.load(name).outgoing == text
            case, _ = other.receive(text, "")
            assert record(other.load(case.name)) == record(case)


def test_a_veiled_decision_is_kept(tmp_path: Path) -> None:
    letters, mail = Box(tmp_path), bidding().host
    mail.apply("bid Allied 7")
    letters.keep(Case("game", mail))
    again = letters.load("game").mail
    assert again.veiled == "bid Allied 7"
    assert again.letter() == mail.letter()


def test_games_are_their_owners_only(home: Home) -> None:
    path = home.host.path(home.mine)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    home.write()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.host.folder.stat().st_mode) == 0o700


def test_letters_hold_no_secret(home: Home) -> None:
    text = home.write()
    secret = home.host.load(home.mine).mail.secret
    assert secret not in json.dumps(armour.opened(text).model_dump(mode="json"))
    assert secret in home.host.path(home.mine).read_text()


def test_a_letter_is_found_its_game_without_playing_any(home: Home) -> None:
    """Among many games only the one that the letter belongs to is read in earnest and played up."""
    for number in range(30):
        home.guest.invite(Correspondence.invite(SCENARIO, "German", f"N{number}", "trust", {}))
    text = home.write()
    with (
        patch.object(proof, "begin", side_effect=AssertionError),
        patch.object(Box, "load", side_effect=AssertionError),
    ):
        assert home.guest.find(armour.opened(text).invitation.game) == home.theirs  # type: ignore[union-attr]
        assert home.guest.find("0" * 16) is None
    assert home.guest.receive(text, "")[0].name == home.theirs


def test_a_damaged_game_does_not_stand_in_the_way_of_others(home: Home) -> None:
    home.guest.path("broken").write_text("{")
    assert home.guest.receive(home.write(), "")[0].name == home.theirs
    with pytest.raises(DamagedSave):
        home.guest.load("broken")


@pytest.mark.parametrize(
    "harm",
    [
        lambda values: values.update(format=9),
        lambda values: values.pop("secret"),
        lambda values: values.update(secret="short"),
        lambda values: values.update(orders=["nonsense"]),
        lambda values: values["journal"][2].__setitem__(1, "fly"),
        lambda values: values["journal"].append(["German", "end", "0" * 24]),
        lambda values: values.update(extra=1),
    ],
)
def test_damaged_games_are_named(harm: Any, home: Home) -> None:
    path = home.host.path(home.mine)
    home.host.keep(decide(home.host.load(home.mine)))
    values = json.loads(path.read_text())
    harm(values)
    path.write_text(json.dumps(values))
    with pytest.raises(DamagedSave, match=home.mine):
        home.host.load(home.mine)


def test_a_letter_that_is_refused_changes_nothing(home: Home) -> None:
    text = home.write()
    before = home.guest.path(home.theirs).read_bytes()
    with pytest.raises(BadLetter):
        home.guest.receive(text.replace("Checksum: ", "Checksum: 0"), "")
    assert home.guest.path(home.theirs).read_bytes() == before
    home.guest.receive(text, "")
    with pytest.raises(BadLetter, match="has been dealt with"):
        home.guest.receive(text, "")


# ------------------------------------------------------------------ what a box remembers


def test_a_game_is_played_up_once(home: Home) -> None:
    """A process that goes on with a game does not play it all again for every letter."""
    text = home.write()
    with (
        patch.object(proof, "begin", side_effect=AssertionError),
        patch.object(box, "repeat", side_effect=AssertionError),
    ):
        case = home.host.load(home.mine)
        assert record(case) == record(home.host.load(home.mine))
    home.guest.receive(text, "")
    with (
        patch.object(proof, "begin", side_effect=AssertionError),
        patch.object(box, "repeat", side_effect=AssertionError),
    ):
        reply = home.guest.post(decide(home.guest.load(home.theirs)))
        assert record(home.host.receive(reply, "")[0]) == record(home.host.load(home.mine))


def test_what_is_done_to_a_loaded_game_is_not_remembered(home: Home) -> None:
    before = record(home.host.load(home.mine))
    decide(home.host.load(home.mine))  # not kept
    assert record(home.host.load(home.mine)) == before


def test_a_failed_writing_is_not_remembered(home: Home) -> None:
    before, case = record(home.host.load(home.mine)), decide(home.host.load(home.mine))
    with patch("os.write", side_effect=OSError(28, "No space left")), pytest.raises(CannotSave):
        home.host.keep(case)
    assert record(home.host.load(home.mine)) == before


@pytest.mark.parametrize("seed", [1, 2])
def test_what_another_process_wrote_counts(home: Home, seed: int) -> None:
    """It went on from the same point, on another course, or took commands back."""
    home.host.keep(decide(home.host.load(home.mine), 1))
    elsewhere = Box(home.host.folder)
    case = elsewhere.load(home.mine)
    for _ in range(3):
        case.mail.undo()
    elsewhere.keep(case)
    assert record(home.host.load(home.mine)) == record(case)
    elsewhere.keep(decide(case, seed))
    assert record(home.host.load(home.mine)) == record(case)


def test_another_game_of_the_same_name_counts(home: Home, tmp_path: Path) -> None:
    other = Home(tmp_path / "elsewhere")
    assert home.host.load(home.mine).mail.game is not None
    home.host.path(home.mine).write_bytes(other.host.path(other.mine).read_bytes())
    assert record(home.host.load(home.mine)) == record(other.host.load(other.mine))


def test_a_box_remembers_a_few_games(home: Home) -> None:
    case = home.host.load(home.mine)
    for number in range(box.MOST_REMEMBERED + 3):
        home.host.keep(Case(f"game{number}", case.mail))
    assert len(home.host._played) == box.MOST_REMEMBERED


def test_enclosed_orders_are_kept(home: Home) -> None:
    case = home.host.load(home.mine)
    case.mail.orders = [orders.parsed("demolition: pass"), orders.parsed("enclosed demolition bridge=83-84: blow *")]
    home.host.keep(case)
    assert home.host.load(home.mine).mail.orders == case.mail.orders
    assert Box(home.host.folder).load(home.mine).mail.orders == case.mail.orders


def test_invitations_answers_and_strangers(home: Home, tmp_path: Path) -> None:
    invitation = armour.sealed(home.host.load(home.mine).mail.invitation)
    with pytest.raises(BadLetter, match="in your box already"):
        home.guest.receive(invitation, "Bert")
    with pytest.raises(BadLetter, match="not in your box"):
        Box(tmp_path / "stranger").receive(home.write(), "Eve")
    with pytest.raises(NotNow, match="answered already"):
        home.host.receive(home.guest.load(home.theirs).outgoing, "")


@pytest.mark.parametrize("name", ["", "x" * 201, "A\nB"])
def test_names_that_are_none(name: str, home: Home, tmp_path: Path) -> None:
    with pytest.raises(NotNow, match="a name has 1 to 200"):
        Correspondence.invite(SCENARIO, "German", name, "trust", {})
    other = Box(tmp_path / "other")
    with pytest.raises(NotNow, match="a name has 1 to 200"):
        other.receive(armour.sealed(home.host.load(home.mine).mail.invitation), name)
    assert other.names() == []


def test_names_of_games_are_free(tmp_path: Path) -> None:
    letters = Box(tmp_path)
    names = [letters.invite(Correspondence.invite(SCENARIO, "German", "A", "trust", {})).name for _ in range(3)]
    base = "tigers_in_the_mist-seventh_army"
    assert names == [base, f"{base}-2", f"{base}-3"]
    assert letters.free_name("../../etc/passwd") == "etc-passwd"
    assert letters.free_name("///") == "game"
    assert sorted(letters.names()) == sorted(names)


def test_a_full_disk_loses_nothing(home: Home) -> None:
    case = decide(home.host.load(home.mine))
    before = home.host.path(home.mine).read_bytes()
    with patch("os.write", side_effect=OSError(28, "No space left")), pytest.raises(CannotSave, match="full"):
        home.host.post(case)
    assert home.host.path(home.mine).read_bytes() == before
    assert [path.name for path in home.host.folder.iterdir()] == [f"{home.mine}{SUFFIX}"]


def test_the_last_word_needs_no_answer() -> None:
    pair: Pair = play(SCENARIO, "sealed", 4)
    assert pair.over
    assert pair.host.settled
    assert pair.guest.settled
    assert not pair.host.my_turn
    assert not pair.guest.my_turn
    assert "the game is over" in pair.host.standing
    with pytest.raises(NotNow):
        pair.host.letter()
    found = proof.verify(pair.host.last_letter())
    assert found.game.over
    assert found.end.startswith("The game is over")
    assert proof.verify(pair.guest.last_letter()).commands == found.commands


def test_exports_are_written_whole_or_not_at_all(home: Home, tmp_path: Path) -> None:
    text = home.write()
    path = box.export(text, tmp_path / "new" / "folder")
    assert path.read_text() == text
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotSave):
        box.export(text, tmp_path / "file")
    assert os.listdir(path.parent) == [path.name]


def test_what_another_program_wrote_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """Two programs have the same game open: the one that is behind may look, but not write."""
    here, there = Box(tmp_path), Box(tmp_path)
    begun = here.invite(Correspondence.invite("tigers_in_the_mist/seventh_army", "German", "Anna", "trust", {}))
    behind, ahead = here.load(begun.name), there.load(begun.name)
    ahead.mail.orders = [StandingOrder("demolition", "blow *", {})]
    there.keep(ahead)
    written = here.path(begun.name).read_bytes()
    here.keep(behind)  # Nothing is new in it.
    behind.mail.orders = [StandingOrder("demolition", "pass", {})]
    with pytest.raises(CannotSave, match="another program"):
        here.keep(behind)
    assert here.path(begun.name).read_bytes() == written
    again = here.load(begun.name)
    again.mail.orders = []
    here.keep(again)
    assert not there.load(begun.name).mail.orders


def test_a_cut_of_the_power_leaves_the_game_before_or_after_a_letter(tmp_path: Path) -> None:
    def found(folder: Path) -> list[str]:
        letters = Box(folder / "mail")
        return [letters.record(name).outgoing for name in letters.names()]

    cuts = Cuts(tmp_path, found)
    cuts.allowed += [[], [""]]
    letters = Box(cuts.folder / "mail")
    case = Case("game", Correspondence.invite(SCENARIO, "German", "Anna", "sealed", {}))
    for number in range(4):
        case.outgoing = f"letter {number}"
        cuts.keep(lambda: letters.keep(case), [case.outgoing])


BOMBS = {
    "links": b'{"kind":"letter","links":{' + b",".join(b'"%d":"0"' % n for n in range(500_000)) + b"}}",
    "lines": b'{"kind":"letter","journal":[' + b"[1,2,3]," * 600_000 + b"[]]}",
    "entries": b'{"kind":"letter","letters":[' + b"1," * 2_000_000 + b"1]}",
    "lists": b"[" + b"[]," * 2_600_000 + b"[]]",
    "nothing": b" " * 100_000_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_small_letter_that_unpacks_into_much_is_refused_at_once(name: str) -> None:
    text = packed(BOMBS[name])
    began = perf_counter()
    with pytest.raises(BadLetter):
        armour.opened(text)
    assert perf_counter() - began < 5


def test_a_game_is_in_the_players_record_once_it_has_ended(tmp_path: Path) -> None:
    """On both machines, with the letter that ends it, whether or not anybody looks at its story; once."""
    pair = play("tigers_in_the_mist/seventh_army", "trust", 5)
    for mail in (pair.host, pair.guest):
        saves = tmp_path / mail.side
        letters = box.Box.beside(saves)
        assert mail.game is not None
        assert mail.game.over is not None
        unsent = twin(mail)
        unsent.base -= 1
        letters.keep(Case("mine", unsent))
        assert Results(saves).read() == ([], []), "what has not left can be taken back"
        letters.keep(Case("over", mail))
        mail.note = "well played"
        letters.keep(letters.load("over"))
        (line,), _ = Results(saves).read()
        assert (line.side, line.against, line.winner) == (mail.side, BY_MAIL, mail.game.over.winner)
