"""`wargame-tui mail ..` and `wargame-tui verify`: two players with a home each, who exchange files."""

import io
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.mail.kit import Pair, play, twins
from tests.mail.test_enclosed import acted as with_an_order_that_acted
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.cli import main
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf
from wargame_tui.mail import arguments, armour, box, paper
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.correspondence import NotNow
from wargame_tui.mail.letters import MODES, Letter, plain

SCENARIO = "tigers_in_the_mist/seventh_army"


class Players:
    """Anna and Bert, each with a folder of saves; letters go through one folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._monkeypatch, self._capsys = folder, monkeypatch, capsys

    def letters(self) -> list[Path]:
        """Files exchanged so far, in any order."""
        return sorted((self.folder / "post").glob("*.letter"))

    def do(self, player: str, *words: str, status: int = 0) -> str:
        """What the command says to a player."""
        self._monkeypatch.setenv("WARGAME_TUI_SAVES", str(self.folder / player))
        assert main(["mail", *words] if words[0] != "verify" else list(words)) == status
        said = self._capsys.readouterr()
        assert "Traceback" not in said.err
        assert not said.err or status
        return said.out + said.err

    def post(self, player: str, *words: str) -> tuple[str, Path]:
        """What the command says, and the letter that it writes."""
        before = set(self.letters())
        said = self.do(player, *words, "--out", str(self.folder / "post"))
        (letter,) = set(self.letters()) - before
        return said, letter


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Players:
    return Players(tmp_path, monkeypatch, capsys)


def begun(players: Players, *more: str) -> str:
    """A game that Bert has accepted; its name in Anna's box."""
    said, invitation = players.post("anna", "new", SCENARIO, "--side", "German", "--name", "Anna", *more)
    assert "Subject: [wargame] Tigers in the Mist: Attack of the Seventh Army: an invitation from Anna" in said
    said, answer = players.post("bert", "read", str(invitation), "--name", "Bert")
    assert "you have accepted" in said
    said = players.do("anna", "read", str(answer))
    assert "you have to decide" in said
    return "tigers_in_the_mist-seventh_army"


def decided(players: Players, player: str, game: str) -> None:
    """All decisions made, at random, by their notation."""
    chance = Random(1)
    for _ in range(500):
        said = players.do(player, "decide", game)
        if "ready to be sent" in said:
            return
        lines = [line.strip() for line in said.splitlines() if line.startswith("  ") and ": " in line]
        players.do(player, "decide", game, *chance.choice(lines).partition(":")[0].split())
    raise AssertionError("no end")


def test_the_tour(players: Players) -> None:
    game = begun(players)
    players.do("anna", "orders", game, "--add", "demolition: pass")
    decided(players, "anna", game)
    said, letter = players.post("anna", "send", game)
    assert "(no. 1)" in said
    said = players.do("bert", "read", str(letter), "--out", str(players.folder / "post"))
    assert "German: " in said
    assert "seed" not in said  # what the program does for itself
    assert "Subject" in said or "you have to decide" in said
    again = players.do("anna", "send", game, "--out", str(players.folder / "again"))
    assert "(no. 1)" in again
    assert (players.folder / "again" / letter.name).read_text() == letter.read_text()
    said = players.do("bert", "verify", str(letter))
    assert "Anna (German) against Bert (Allied), dice: sealed." in said
    assert "Letters: 1, lines: " in said
    assert "This proves:\n  Every command was legal" in said
    assert "It cannot prove:\n  Who the players are" in said
    assert players.do("anna", "verify", game).replace(game, str(letter)) == said


def test_what_a_letter_has_brought_is_told_in_words(players: Players) -> None:
    game = begun(players)
    players.do("anna", "decide", game, "move", "320/212V")
    said = players.do("anna", "decide", game, "to", "11")
    assert "    320/212V: 10 Irrel to 11 Echternach on foot over the river (4 MP) and must attack" in said
    players.do("anna", "decide", game, "end")
    _, letter = players.post("anna", "send", game)
    said = players.do("bert", "read", str(letter))
    assert "  German: to 11\n    320/212V: 10 Irrel to 11 Echternach on foot" in said
    players.do("bert", "decide", "Anna-seventh_army", "call", "1")
    _, letter = players.post("bert", "send", "Anna-seventh_army")
    assert "    Allied artillery, 1 request on 8-: rolled " in players.do("anna", "read", str(letter))


def test_letters_are_pasted_too(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    _, invitation = players.post("anna", "new", SCENARIO, "--side", "German", "--name", "Anna")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"Hello!\n\n{invitation.read_text()}"))
    assert "you have accepted" in players.do("bert", "read", "-", "--name", "Bert", "--out", str(players.folder))


def test_the_list(players: Players) -> None:
    assert "Your letter box is empty" in players.do("anna", "list")
    game = begun(players)
    assert players.do("anna", "list").startswith(f"{game}: {SCENARIO}, you are German; you have to decide: ")
    (players.folder / "anna" / "mail" / "broken.mailgame").write_text("{")
    said = players.do("anna", "list")
    assert "broken: cannot be opened: " in said
    assert game in said


def test_dice_say_what_they_prevent(players: Players) -> None:
    said = players.do("anna", "dice")
    assert arguments.MODES == MODES
    for mode in MODES:
        assert f"{mode}: " in said
    assert "cannot prevent" in said


def test_standing_orders(players: Players) -> None:
    game = begun(players)
    said = players.do("anna", "orders", game)
    assert "There are no standing orders for this game." in said
    assert "--add 'demolition: blow *'   Try to blow every bridge" in said
    assert "at home: Orders stay on your machine" in said
    assert "enclosed: Orders travel locked in your letters" in said
    assert "The present question is `" in said
    players.do("anna", "orders", game, "--add", "demolition: pass", "--add", "movement side=German: end")
    said = players.do("anna", "orders", game, "--remove", "1")
    assert "1. movement side=German: end" in said
    assert "there is no standing order 2" in players.do("anna", "orders", game, "--remove", "2", status=1)
    assert "the form is `STEP" in players.do("anna", "orders", game, "--add", "nonsense", status=1)


def test_orders_that_are_given_are_not_suggested_again(players: Players) -> None:
    game = begun(players)
    said = players.do("anna", "orders", game, "--add", "demolition: blow *", "--enclose")
    assert "--add 'demolition: blow *'" not in said
    assert "--add 'demolition: pass'" in said


def test_in_batches_more_can_be_declared(players: Players) -> None:
    game = begun(players, "--dice", "batch")
    for command in ("move 320/212V", "with 423/212V", "to 11", "end"):
        players.do("anna", "decide", game, *command.split())
    _, letter = players.post("anna", "send", game)
    players.do("bert", "read", str(letter))
    said = players.do("bert", "decide", "Anna-seventh_army", "call", "1")
    assert "your letter is ready to be sent; or more can be declared" in said
    assert "call 0: " in said


def test_orders_are_enclosed(players: Players) -> None:
    game = begun(players)
    said = players.do("anna", "orders", game, "--add", "demolition: blow *", "--enclose")
    assert "1. enclosed demolition: blow *" in said
    assert "goes with your next letter" in said
    assert "1. enclosed demolition: blow *" in players.do("anna", "orders", game)
    said = players.do("anna", "orders", game, "--add", "demolition: blow {bridge} *", "--enclose", status=1)
    assert "cannot be enclosed" in said
    decided(players, "anna", game)
    _, letter = players.post("anna", "send", game)
    sent = armour.opened(letter.read_text())
    assert isinstance(sent, Letter)
    assert len(sent.letters[-1].locks or ()) == 1
    said = players.do("bert", "verify", str(letter))
    assert "Enclosed orders answered wherever their question came up" in said
    assert "Whether a player tried the locks of enclosed orders" in said


@pytest.mark.usefixtures("quick_keys")
def test_who_decides_is_told_what_orders_answer(players: Players) -> None:
    acted = with_an_order_that_acted("trust")
    letters = box.Box(players.folder / "anna" / "mail")
    mail = twins(acted.pair).writer
    assert mail.game is not None
    letters.keep(Case("game", mail))
    said = ""
    for line in acted.letter.lines[mail.game.seq : acted.line]:
        assert "an order that" not in said
        said = players.do("anna", "decide", "game", *line.text.split())
    assert f"an order that {acted.pair.reader.side} enclosed answers: keep" in said


def test_what_goes_wrong_is_said_in_a_sentence(players: Players, tmp_path: Path) -> None:
    said = players.do("anna", "new", "chess/classic", "--side", "White", "--name", "A", status=2)
    assert "no title `chess`" in said
    said = players.do("anna", "new", SCENARIO, "--side", "White", "--name", "A", status=1)
    assert "is played by German and Allied" in said
    said = players.do("anna", "new", SCENARIO, "--side", "German", "--name", "", status=1)
    assert "a name has 1 to 200 characters" in said
    said = players.do("anna", "new", SCENARIO, "--side", "German", "--name", "A", "--option", "x=on", status=2)
    assert "has no option `x`" in said

    assert "No such file" in players.do("anna", "read", str(tmp_path / "nothing"), status=1)
    assert "there is no file" in players.do("anna", "send", "nothing", status=1)
    (tmp_path / "note").write_text("Dear Bert")
    assert "there is no line `-----BEGIN" in players.do("anna", "read", str(tmp_path / "note"), status=1)
    assert "there is no line `-----BEGIN" in players.do("anna", "verify", str(tmp_path / "note"), status=1)


@pytest.mark.parametrize(
    ("on", "off"), [("on", "off"), ("true", "false"), ("Yes", "No"), ("1", "0")], ids=lambda word: word
)
def test_options_are_switched_in_any_words(players: Players, on: str, off: str) -> None:
    new = ("new", "montys_gamble/basic", "--side", "German", "--name", "A")
    players.do("anna", *new, "--option", f"cards={on}", "--option", f"bidding={off}", "--out", str(players.folder))
    case = box.Box.beside(players.folder / "anna").load("montys_gamble-basic")
    assert case.mail.invitation.options == {"cards": "on", "bidding": "off"}
    assert "is `on` or `off`" in players.do("anna", *new, "--option", "cards=perhaps", status=2)


def test_what_cannot_be_done_now_is_said_in_a_sentence(players: Players) -> None:
    _, invitation = players.post("anna", "new", SCENARIO, "--side", "German", "--name", "Anna")
    game = "tigers_in_the_mist-seventh_army"
    assert "accept it with your name" in players.do("bert", "read", str(invitation), status=1)
    assert "there is no game in it yet" in players.do("bert", "verify", str(invitation), status=1)
    assert "no letter has been exchanged yet" in players.do("anna", "verify", game, status=1)
    assert "the game begins when" in players.do("anna", "decide", game, "end", status=1)
    assert "an invitation from Anna" in players.do("anna", "send", game, "--out", str(players.folder))
    _, answer = players.post("bert", "read", str(invitation), "--name", "Bert")
    players.do("anna", "read", str(answer), "--out", str(players.folder / "post"))
    assert "you have to decide" in players.do("anna", "send", game, status=1)
    assert "no command begins with `fly`" in players.do("anna", "decide", game, "fly", status=1)
    assert "wargame-tui: " in players.do("anna", "decide", game, "pass", status=1)
    decided(players, "anna", game)
    assert "your letter is ready to be sent" in players.do("anna", "decide", game, "pass", status=1)


def test_a_reply_that_needs_no_decision_is_written_at_once(players: Players) -> None:
    """A sealed roll comes back with its result without the reader being asked."""
    copies: list[Pair] = []

    def answered(pair: Pair) -> bool:
        copies.append(twins(pair))
        return bool(pair.texts) and pair.writer.ready

    letter = play(SCENARIO, "sealed", 4, until=answered).last()
    box.Box(players.folder / "bert" / "mail").keep(Case("game", copies[-2].reader))
    said, reply = players.post("bert", "read", str(box.export(armour.sealed(letter), players.folder)))
    assert "`game`: your letter is ready to be sent" in said
    assert f"(no. {letter.number + 1})" in said
    kept = box.Box(players.folder / "bert" / "mail").load("game").mail.last_letter()
    assert plain(armour.opened(reply.read_text())) | {"question": ""} == plain(kept)
    assert "you are waiting for a letter" in players.do("bert", "list")


def test_verifying_names_the_first_fault(players: Players, tmp_path: Path) -> None:
    letter = play(SCENARIO, "trust", 5, until=lambda pair: len(pair.texts) >= 3).last()
    journal = [[*line] for line in letter.journal]
    place = letter.letters[0].seq
    journal[place][1] = "end"
    path = tmp_path / "forged.letter"
    path.write_text(armour.sealed(letter.model_copy(update={"journal": journal})))
    said = players.do("anna", "verify", str(path), status=1)
    assert f"letter 2 by Allied: line {place + 1} was changed after it was written" in said
    assert paper.subject(letter).startswith("[wargame]")


def test_a_game_goes_from_one_table_to_letters_and_back(players: Players) -> None:
    game, lot = Game.new("montys_gamble/basic", 3), RandomPlayer(3)
    for _ in range(30):
        game.apply(lot.choose(game.legal()))
    Shelf(players.folder / "anna").save(game, "evening")
    said, letter = players.post("anna", "new", "evening", "--side", "German", "--name", "Anna")
    assert "its first 30 lines stand as both players agree" in said
    _, answer = players.post("bert", "read", str(letter), "--name", "Bert")
    players.do("anna", "read", str(answer), "--out", str(players.folder / "post"))
    name = Box(players.folder / "anna" / "mail").names()[0]
    case = Box(players.folder / "anna" / "mail").load(name)
    if case.mail.my_turn:
        while not case.mail.ready:
            case.mail.apply(lot.choose(case.mail.table.legal()))
        Box(players.folder / "anna" / "mail").post(case)
    said = players.do("anna", "verify", name)
    assert "its first 30 lines stand as both players agree" in said
    assert "Since the first letter, after 30 lines" in said
    said = players.do("anna", "table", name, "--name", "morning")
    assert "resume morning" in said
    back = Shelf(players.folder / "anna").recover("morning").game
    assert back.lines()[:30] == game.lines()
    assert back.state.dice.seed is not None


def test_taking_back_is_asked_for_and_granted(players: Players) -> None:
    pair = play(SCENARIO, "trust", 3, until=lambda pair: len(pair.texts) > 3 and _could_ask(pair))
    Box(players.folder / "anna" / "mail").keep(Case("game", pair.writer))
    Box(players.folder / "bert" / "mail").keep(Case("game", pair.reader))
    said = players.do("anna", "back", "game")
    assert "To be taken back, if both agree" in said
    _, letter = players.post("anna", "send", "game")
    said = players.do("bert", "read", str(letter))
    assert "say yes or no" in said
    assert "say yes or no" in players.do("bert", "send", "game", status=1)
    players.do("bert", "back", "game", "--grant")
    _, letter = players.post("bert", "send", "game")
    assert "Agreed: it is taken back." in players.do("anna", "read", str(letter))
    assert "What was taken back, once" in players.do("anna", "verify", "game")
    assert "has not asked" in players.do("anna", "back", "game", "--refuse", status=1)


def _could_ask(pair: Pair) -> bool:
    try:
        replace(pair.writer).ask_back()
    except NotNow:
        return False
    return True
