"""A small installed title, a folder of saves, and an app that uses both."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from wargame_tui.core import title as titles
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.widgets.guide_band import GuideBand

SCENARIO = "skirmish/road"


def _module() -> ModuleType:
    # Tests are no package: the little title is loaded by its path.
    spec = importlib.util.spec_from_file_location("skirmish", Path(__file__).with_name("skirmish.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["skirmish"] = module
    spec.loader.exec_module(module)
    return module


_SKIRMISH = _module()


class _Point:
    name = "skirmish"

    @staticmethod
    def load() -> Any:
        return _SKIRMISH.TITLE


@pytest.fixture
def skirmish(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The only installed title."""
    monkeypatch.setattr(titles, "plug_ins", lambda: (_Point(),))
    return _SKIRMISH.TITLE


@pytest.fixture
def make_app(skirmish: Any, tmp_path: Path) -> Callable[..., WargameApp]:
    """An app that keeps games and settings in a folder of the test's own."""

    def make(scenario: str | None = SCENARIO, **more: Any) -> WargameApp:
        more.setdefault("seed", 3)
        return WargameApp(
            scenario, saves=tmp_path / "saves", config=tmp_path / "settings.yaml", cache=tmp_path / "cache", **more
        )

    return make


@pytest.fixture(autouse=True)
def no_guide(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guides begin by themselves in tests of guides alone: elsewhere their band would be in the way."""
    if "guide" not in request.module.__name__:
        monkeypatch.setattr(GuideBand, "BY_ITSELF", False)
