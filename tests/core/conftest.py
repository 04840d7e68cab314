"""The kernel's tests run with the miniature title, and no other, installed."""

from collections.abc import Iterator

import pytest

from tests.core import skirmish


@pytest.fixture(autouse=True)
def _skirmish_installed() -> Iterator[None]:
    with skirmish.installed():
        yield
