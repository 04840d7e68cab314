"""The code that is read out, and the certificate that it stands for."""

import ssl
from pathlib import Path

import pytest

from tests.live.kit import offered
from wargame_tui.live import door as doors
from wargame_tui.live.code import BadCode, Code, parsed, pin_of
from wargame_tui.live.door import NoDoor, door_of
from wargame_tui.live.exchange import Exchange
from wargame_tui.live.meeting import hosting


def test_a_code_is_read_as_people_type_it() -> None:
    code = Code("0123456789ABCDEF", "GHJKMNPQ")
    assert str(code) == "0123-4567-89AB-CDEF-GHJK-MNPQ"
    assert parsed(str(code)) == parsed(" o123 4567-89ab-cdefghjkmnpq ") == code


@pytest.mark.parametrize("text", ["0123", "0123-4567-89AB-CDEF-GHJK-MNP", "0123-4567-89AB-CDEF-GHJK-MNPU\x1b"])
def test_what_is_no_code_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadCode, match="is no code"):
        parsed(text)
    with pytest.raises(BadCode, match="the code is missing"):
        parsed("")


def test_a_door_is_kept_for_its_owner_alone_and_stays_the_same(tmp_path: Path) -> None:
    door = door_of(tmp_path / "box", "0" * 16)
    path = next((tmp_path / "box").iterdir())
    assert path.stat().st_mode & 0o077 == 0
    assert door_of(tmp_path / "box", "0" * 16) == door
    assert door_of(tmp_path / "box", "1" * 16).codes != door.codes
    play, watch = door.codes
    assert play.pin == watch.pin
    assert play.word != watch.word
    assert isinstance(door.context(), ssl.SSLContext)


def test_a_game_is_hosted_again_where_the_other_player_looks_for_it(tmp_path: Path) -> None:
    """His program tries the address of the last time until somebody is there."""

    def address(game: Exchange, port: int | None = None) -> str:
        return dict(hosting(game, "127.0.0.1", port).told)["Address"].split()[0]

    game, other = offered(tmp_path / "one"), offered(tmp_path / "two")
    assert address(game) == "127.0.0.1:4944"
    assert address(game, 4977) == "127.0.0.1:4977"
    codes = door_of(game.box.folder, game.mail.invitation.game).codes
    assert address(game) == "127.0.0.1:4977"
    assert address(other) == "127.0.0.1:4944"
    assert address(game, 4944) == "127.0.0.1:4944"
    assert address(game) == "127.0.0.1:4944"
    assert door_of(game.box.folder, game.mail.invitation.game).codes == codes


def test_another_certificate_has_another_pin() -> None:
    assert pin_of(b"one") != pin_of(b"two")
    assert Code(pin_of(b"one"), "00000000").fits(b"one")
    assert not Code(pin_of(b"one"), "00000000").fits(b"")


def test_without_openssl_and_cryptography_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors.shutil, "which", lambda name: None)
    monkeypatch.setitem(__import__("sys").modules, "cryptography", None)
    with pytest.raises(NoDoor, match=r"wargame-tui\[live\]"):
        doors.made()


def test_cryptography_makes_one_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cryptography")
    monkeypatch.setattr(doors.shutil, "which", lambda name: None)
    assert isinstance(door_of(tmp_path, "0" * 16).context(), ssl.SSLContext)
