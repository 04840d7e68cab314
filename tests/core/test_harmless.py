"""Text from elsewhere is harmless wherever it is shown: nothing in it obeys, hides, or turns the order round."""

import io
import sys
import unicodedata

import pytest

from tests.hostile import HOSTILE, assert_harmless
from wargame_tui.core.harmless import LONGEST, harmless, harmless_lines, harmless_streams, is_harmless


def test_no_character_does_harm() -> None:
    for code in range(sys.maxunicode + 1):
        shown = harmless(chr(code))
        assert len(shown) == 1
        assert unicodedata.category(shown) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"), hex(code)


@pytest.mark.parametrize(
    "words", ["Stoßtrupp „Müller“", "Montgomery’s 2nd ✗ ⊠ ★ ┏━┓", "連合軍　ドイツ軍", "a\u00a0b", "e\u0301", "🎲", ""]
)
def test_words_stay_as_they_are(words: str) -> None:
    assert is_harmless(words)
    assert harmless(words) == words == harmless_lines(words)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text(text: str) -> None:
    assert not is_harmless(text) or len(text) > LONGEST or text.startswith("[")
    assert_harmless(harmless(text))
    assert harmless(harmless(text)) == harmless(text)
    assert "\n" not in harmless(text)


def test_lines_stay_lines() -> None:
    assert harmless_lines("one\ttwo\n\x1b[2Jthree\n") == "one two\n?[2Jthree\n"


def test_long_text_is_cut() -> None:
    assert harmless("x" * 10_000) == "x" * (LONGEST - 1) + "…"


def test_marks_upon_marks() -> None:
    """Three and more marks on one letter reach into the lines above and below."""
    assert harmless("e\u0301\u0323" + "\u0301" * 100).count("\u0301") <= 2


def test_nothing_harmful_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    with harmless_streams():
        for text in HOSTILE.values():
            print("said:", text)
            print("told:", text, file=sys.stderr, flush=True)
        assert not sys.stdout.isatty()
    assert sys.stdout is out
    assert_harmless(out.getvalue())
    assert_harmless(err.getvalue())
