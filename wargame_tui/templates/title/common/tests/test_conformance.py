"""What every title promises: see `wargame_tui.bots.conformance`."""

import pytest
from wargame_tui.bots.conformance import PROMISES, keep

from skeleton import TITLE


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize("scenario", [info.id for info in TITLE.scenarios()])
def test_promises_are_kept(scenario: str, promise: str) -> None:
    keep(scenario, promise)
