"""Games on a cluster: Dask distributed (the extra `cluster`) hands them out, and again if a machine is lost.

Every worker needs the same wargame-tui with the same titles: a worker with another one is refused by its mark.
"""

from collections.abc import Callable, Iterable, Iterator

from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.title import find_scenario
from wargame_tui.lab.contest import Json, Task, play
from wargame_tui.lab.kept import mark_of

MOST_TRIES = 5
"""Of a game, where a worker fails or is lost."""
CONNECTING = 15
"""Seconds in which the scheduler has to answer."""


class NoCluster(ForPlayers):
    """There is no way to the scheduler."""


class OtherProgram(ForPlayers):
    """A worker does not have the same rules, data and players."""


def marked(task: Task) -> tuple[str, Json]:
    """On a worker: what it plays with, and the game."""
    return mark_of(find_scenario(task.scenario)[0], task.scenario), play(task)


def played(
    tasks: Iterable[Task], address: str, work: Callable[[Task], tuple[str, Json]] = marked
) -> Iterator[tuple[Task, Json]]:
    """Play games on the workers of a scheduler: each with what came of it, as it ends. Raises NoCluster, OtherProgram.

    `work` is what a worker does with a task.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise NoCluster("a cluster takes Dask distributed: pip install 'wargame-tui[cluster]'") from None
    try:
        client = Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no scheduler answers at {address[:100]}: {str(error)[:200]}") from None
    with client:
        futures = {client.submit(work, task, pure=False, retries=MOST_TRIES): task for task in tasks}
        try:
            for future in as_completed(futures, loop=client.loop):
                task = futures[future]
                mark, game = future.result()
                if mark != mark_of(find_scenario(task.scenario)[0], task.scenario):
                    raise OtherProgram("a worker has other rules, data or players than this machine: install the same")
                yield task, game
        finally:
            client.cancel([*futures])
