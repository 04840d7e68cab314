"""Golden games: recorded random games that must replay to the same end for ever.

    python -m tests.golden.record [TITLE/SCENARIO ..]

records them anew, all or those named. Only this command writes them; do it when rules have changed on purpose, and
say why in the commit.
"""

import sys
from pathlib import Path

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title, title_ids

FOLDER = Path(__file__).resolve().parent / "games"
SEED = 1944
SEEDS = {"liberty_roads/campaign": 1946, "liberty_roads/overlord": 1946}
"""Of those whose game under the usual seed ends on the beaches."""
HASTE = 2.0
"""Games of a player who is in some hurry are shorter and still come by everything."""


def path_of(scenario: str) -> Path:
    """Where the golden game of a scenario lies."""
    return FOLDER / f"{scenario.replace('/', '-')}.save"


def scenarios() -> list[str]:
    """The scenarios that must have a golden game: those of the titles that come with the program."""
    own = [title_id for title_id in title_ids() if type(find_title(title_id)).__module__.startswith("wargame_tui.")]
    return [info.id for title_id in own for info in find_title(title_id).scenarios()]


def record(scenario: str) -> Game:
    """Play the golden game of a scenario and write it down."""
    seed = SEEDS.get(scenario, SEED)
    game, player = Game.new(scenario, seed), RandomPlayer(seed, HASTE)
    while not game.over:
        game.apply(player.choose(game.legal()))
    FOLDER.mkdir(exist_ok=True)
    save.write(game, path_of(scenario))
    return game


def main() -> None:
    """Record what the command line names."""
    for scenario in sys.argv[1:] or scenarios():
        game = record(scenario)
        assert game.over is not None
        print(f"{scenario}: {game.seq} commands, {game.over.level}")


if __name__ == "__main__":
    main()
