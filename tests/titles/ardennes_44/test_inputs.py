"""How many keys and clicks a whole turn takes, counted by gestures: two to move a stack, two to an attack's dice."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.titles.ardennes_44.kit import BOARD, GERMAN, TITLE
from wargame_tui.board.gestures import Way
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules.movement_phase import MovementPhase
from wargame_tui.titles.ardennes_44.rules.zones import next_to_enemy

G = TITLE.gestures
UNITS, INPUTS = 60, 200
"""A turn of so many units takes at most so many inputs."""


@dataclass
class Player:
    """Gives gestures and counts what a player presses for them."""

    game: Game
    inputs: int = 0
    moved: set[str] = field(default_factory=set)
    asked: str = GERMAN

    def give(self, *given: Command, inputs: int) -> None:
        """Commands of one gesture; one key more opens the gate between the players, another uncovers dice."""
        side, dice = self.game.side or "", self.game.state.dice.count
        for command in given:
            self.game.apply(command)
        self.inputs += inputs + (side != self.asked) + (self.game.state.dice.count > dice)
        self.asked = side

    def move(self, luck: random.Random) -> None:
        """Stacks go to the front, those behind it first: a click on each and one on its goal, until enough have."""
        while len(self.moved) < UNITS:
            state = self.game.state
            if not isinstance(top(state), MovementPhase):
                self.game.apply("end")  # touching the next stack does it, or the key that ends the phase
                continue
            spaces = [*G.unmoved(state)]
            spaces.sort(key=lambda space: next_to_enemy(state, GERMAN, BOARD.index[space]))
            stacks = (G.movable(state, space) for space in spaces)
            stack, ways = next(found for names in stacks if (found := self._led(names)))
            front = [way for way in ways if way.fights] or ways
            self.give(*luck.choice(front).commands, inputs=2)
            self.moved |= {*stack}

    def _led(self, names: Sequence[str]) -> tuple[Sequence[str], Sequence[Way]] | None:
        """A stack, or if it cannot go together its first unit, with its ways; None if even that has none."""
        for stack in (names, names[:1]):
            ways = [way for there in G.ways(self.game.state, stack).values() for way in there if not way.warning]
            if ways:
                return stack, ways
        return None

    def fight(self) -> None:
        """Every hex that can be attacked at even odds or better; every answer is the one that is proposed."""
        while self.game.state.now.side == GERMAN and self.game.state.stack[-1].kind not in ("movement", "traffic"):
            state, odds = self.game.state, G.odds_at(self.game.state)
            good = sorted(space for space, column in odds.items() if column not in ("1-3", "1-2"))
            if top(state).kind == "combat" and good:
                self.give(*(G.attack(state, good[0]) or ()), inputs=1)
            elif (answer := G.answer(state)) is not None:
                self.give(*answer.commands, inputs=1)
            else:
                known = {command.notation(): command for command in self.game.legal()}
                self.give(next(known[word] for word in ("roll", "end") if word in known), inputs=1)


def test_a_turn_of_sixty_units() -> None:
    game = Game(TITLE, "ardennes_44/campaign", 3, {"undo": "free"})
    game.apply("historical")
    game.apply("end")
    player = Player(game)
    player.move(random.Random(2))
    while top(game.state).kind in ("moving", "movement", "too_many"):
        player.give(next(c for c in game.legal() if c.notation() == "end" or c.verb == "remove"), inputs=1)
    moving = player.inputs
    player.fight()
    assert len(player.moved) >= UNITS
    attacks = [entry for entry in game.entries if entry.text.startswith("attack ")]
    assert len(attacks) >= 5, "it was a turn with combats"
    assert 50 < moving < player.inputs <= INPUTS
