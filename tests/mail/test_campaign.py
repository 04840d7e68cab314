"""A whole campaign in a letter: 3,000 commands take less than 100 KB."""

from tests.mail.kit import campaign
from wargame_tui.mail import armour, proof

COMMANDS, MOST_BYTES = 3_000, 100_000


def test_a_campaign_fits_into_a_mail_and_verifies() -> None:
    letter = campaign("tigers_in_the_mist/campaign", seed=1)
    text = armour.sealed(letter)
    assert len(letter.journal) > 2_000
    assert len(text) / len(letter.journal) * COMMANDS < MOST_BYTES
    found = proof.verify(armour.opened(text))  # type: ignore[arg-type]
    assert found.commands == len(letter.journal)
    assert found.game.over
