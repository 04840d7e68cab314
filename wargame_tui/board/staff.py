"""What a title tells a player that thinks ahead: the plans that its player could follow, and what they win.

A `Plan` is a macro-action: an objective with the units for it, an attack, or a stance of the greedy player. It says the
next command in a position, or leaves it to the greedy player; so it never has to be complete. A `Staff` says when it is
worth thinking (`fork`), which plans there are (`plans`), up to when they are played through (`horizon`), and what the
position is then worth, in named terms (`value`). `wargame_tui.bots.search` plays them through and chooses.

A title with a staff names it `STAFF` in its module `bot` (`BoardTitle.staff`); First Command's is the model.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed

Choose = Callable[[Game], Command]
"""A player: the command of the side that decides."""


@dataclass(frozen=True)
class Plan:
    """What a side could mean to do from a fork on."""

    name: str
    """Different from those of all plans offered with it; the same in the same position."""
    words: str
    """What is done, as "take Mortain with D and DF": follows "means to"."""
    propose: Callable[[Game], Command | None]
    """The next command of its side; None, or an illegal one: left to the next plan, or to the greedy player."""
    uses: frozenset[str] = frozenset()
    """What it disposes of: plans that share anything are not followed together."""
    spaces: tuple[str, ...] = ()
    """What it is about on the map, the objective first."""
    units: tuple[str, ...] = ()
    """The units that it is about."""
    hope: str = ""
    """What is hoped for, as "to hold Mortain"; empty if nothing can be counted."""
    came_true: Callable[[Any], bool] | None = None
    """Whether that is so in a state at the horizon."""
    play: Callable[[Game], bool] | None = None
    """Carries out in a game played through what `propose` would say, one command after the other up to a roll; whether
    there was anything. For titles whose player finds several commands at once; None: they are asked for one by one."""


class Staff(ABC):
    """Staff work for either side of a title. Everything follows from positions alone."""

    choose: ClassVar[Choose]
    """The greedy player: carries out what no plan says, and plays the other side. Wrap it in `staticmethod`."""
    work: ClassVar[Mapping[str, int]] = {"veteran": 1_500, "staff": 7_500}
    """Commands that are played, by level, in thinking about a fork of weight 1; 0: it goes on as `choose` says."""

    fewest: ClassVar[int] = 4
    """Times that a plan is played through at least before it is followed; fewer where a turn is long."""
    first: ClassVar[int] = 4
    """Times that every plan is played through that is weighed at all; no more than `fewest`."""
    sure: ClassVar[float] = 1.0
    """Standard errors by which a plan has to be better than to follow none; 0 where values are those of the end."""

    @abstractmethod
    def fork(self, state: Any, side: str) -> str | None:
        """What a side has to think about where it decides; None: the plan followed so far goes on.

        One thought lasts as long as the answer stays the same, so it names turn and phase, and what is decided anew in
        it: "2 German combat 3".
        """

    def weight(self, state: Any, side: str) -> float:
        """How much thought the fork is worth."""
        return 1.0

    @abstractmethod
    def plans(self, game: Game, side: str) -> Sequence[Plan]:
        """The plans of a fork, which begins in the present position; to follow none is weighed in any case."""

    @abstractmethod
    def value(self, state: Any, side: str) -> Mapping[str, float]:
        """What a position is worth to a side, by terms that a player knows ("towns", "losses"); it counts their sum.

        The sums are on one scale, of which 1 is the least that anybody would take a risk for; a game that is over has
        its result among them.
        """

    @abstractmethod
    def horizon(self, state: Any, side: str) -> Callable[[Any], bool]:
        """How far plans are played through from a fork: whether a later state is far enough."""

    def go_on(self, game: Game) -> None:
        """Let the greedy player of the side that decides carry out a command, or several in a row."""
        game.apply(type(self).choose(game))


def each(game: Game, commands: Iterable[Command], *, most: int = 40) -> list[Plan]:
    """A plan for each of some legal commands of the present position: this one now, then as the greedy player likes."""
    title: Any = game.title
    state, found = game.state, list[Plan]()
    for command in [*commands][:most]:
        target = title.target(state, command)
        spaces = tuple(space for space in (target.space, target.to) if space)
        units = (target.unit,) if target.unit else ()
        words = title.command_text(state, command)
        found.append(Plan(command.notation(), words, _once(state, command), frozenset({"now"}), spaces, units))
    return found


def _once(state: Any, command: Command) -> Callable[[Game], Command | None]:
    """This command in this position."""

    def propose(game: Game) -> Command | None:
        now = game.state
        same = now.dice.count == state.dice.count and changed(now, dice=state.dice) == state
        return command if same else None

    return propose
