"""What lets others in: the host's certificate and the words of his codes, kept beside the game in the letter box.

They are kept so that a host whose program was killed opens the same door again, and the other player's code still fits.
Python's own library uses certificates, but cannot make one. `openssl`, which nearly every system has, does; where it
is missing, the package `cryptography` (the extra `live`) is used if it is there. No cryptography of our own.
"""

import shutil
import ssl
import subprocess
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from wargame_tui.core.disk import cannot_save, make_folder, replace_file
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.save import DamagedSave, content, parse
from wargame_tui.live.code import Code, new_word, pin_of

SUFFIX = ".door"
DAYS = 3650
"""That a certificate is good for: it is pinned, nobody asks for its date."""
_PATIENCE = 30
"""Seconds that openssl may take."""


class NoDoor(ForPlayers):
    """A game cannot be hosted from here."""


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    key: str
    """Key and certificate, PEM."""
    play: str
    watch: str
    port: int = 0
    """At which the game was hosted last; 0: none but the usual one."""


@dataclass(frozen=True, slots=True)
class Door:
    """A certificate with its key, and the words by which a player and those who watch are let in."""

    key: str
    play: str
    watch: str
    port: int = 0
    """At which it was opened last: there who was in comes back. 0: none but the usual one."""

    @property
    def codes(self) -> tuple[Code, Code]:
        """The code to play, and the code to watch."""
        begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
        pem = begin + self.key.partition(begin)[2].partition(end)[0] + end
        pin = pin_of(ssl.PEM_cert_to_DER_cert(pem))
        return Code(pin, self.play), Code(pin, self.watch)

    def context(self) -> ssl.SSLContext:
        """TLS for a server. Raises NoDoor."""
        found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        found.minimum_version = ssl.TLSVersion.TLSv1_2
        # The library reads keys from files only.
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "key.pem"
            replace_file(path, self.key.encode(), mode=0o600)
            try:
                found.load_cert_chain(path)
            except ssl.SSLError as error:
                raise NoDoor(f"the certificate of this game cannot be used: {error.reason}") from None
        return found


def outside() -> ssl.SSLContext:
    """TLS for who joins: the certificate is looked at by its code, not by who signed it."""
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    found.minimum_version = ssl.TLSVersion.TLSv1_2
    found.check_hostname, found.verify_mode = False, ssl.CERT_NONE
    return found


def door_of(folder: Path, game: str) -> Door:
    """The door of a game, which is made the first time. Raises NoDoor, CannotSave, DamagedSave."""
    path = folder / f"{game}{SUFFIX}"
    if path.exists():
        return _kept(path)
    door = Door(made(), new_word(), new_word())
    keep(folder, game, door)
    return door


def keep(folder: Path, game: str, door: Door) -> None:
    """Write a door beside its game. Raises CannotSave."""
    path = folder / f"{game}{SUFFIX}"
    kept = _Kept(key=door.key, play=door.play, watch=door.watch, port=door.port)
    try:
        make_folder(folder, mode=0o700)
        replace_file(path, kept.model_dump_json(exclude_defaults=True).encode(), mode=0o600)
    except OSError as error:
        raise cannot_save(path, error) from error


def _kept(path: Path) -> Door:
    try:
        found = _Kept.model_validate(parse(content(path)))
    except ValidationError:
        raise DamagedSave(path.name, "remove it: another one is made, with another code") from None
    return Door(found.key, found.play, found.watch, found.port)


def made() -> str:
    """A new key and its certificate, PEM. Raises NoDoor."""
    if shutil.which("openssl"):
        return _by_openssl()
    try:
        return _by_cryptography()
    except ImportError:
        raise NoDoor(
            "a certificate is needed, and neither `openssl` nor the package `cryptography` is here: install one of "
            "them (`pip install 'wargame-tui[live]'`)"
        ) from None


def _by_openssl() -> str:
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = Path(folder) / "key.pem", Path(folder) / "certificate.pem"
        kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        request = ["openssl", "req", "-x509", *kind, "-days", str(DAYS), "-subj", "/CN=wargame-tui", "-batch"]
        command = [*request, "-keyout", str(key), "-out", str(certificate)]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_PATIENCE)
            return key.read_text() + certificate.read_text()
        except (OSError, subprocess.SubprocessError) as error:
            raise NoDoor(f"openssl made no certificate: {error}") from None


def _by_cryptography() -> str:
    from cryptography import x509  # Late, and optional.
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "wargame-tui")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS))
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    return str(private + certificate.public_bytes(pem), "ascii")
