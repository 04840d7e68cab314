"""Fixtures of the tests of play by mail."""

from collections.abc import Iterator

import pytest

from wargame_tui.mail import enclosed


@pytest.fixture
def quick_keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keys of locks as cheap as they can be; what they cost is tested by itself."""
    monkeypatch.setattr(enclosed, "_COST", {1: 2, 2: 2})
    enclosed._key.cache_clear()
    yield
    enclosed._key.cache_clear()
