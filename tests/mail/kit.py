"""Two players who write to each other, for tests: whole games at random, and games up to some letter."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from unittest.mock import patch

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.mail import armour, proof
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import Answer, Entry, Invitation, Letter, Mode


def two_player_scenarios() -> list[str]:
    """Every scenario of every installed title that two people play."""
    return [info.id for name in title_ids() for info in find_title(name).scenarios() if not info.solitaire]


@dataclass
class Pair:
    """Two players of one game: who invited, who accepted, and all letters as text, in their order."""

    host: Correspondence
    guest: Correspondence
    texts: list[str] = field(default_factory=list)

    @property
    def writer(self) -> Correspondence:
        """Who has to write now."""
        return self.host if self.host.my_turn else self.guest

    @property
    def reader(self) -> Correspondence:
        """Who waits."""
        return self.guest if self.host.my_turn else self.host

    @property
    def over(self) -> bool:
        """Whether both know that the game has ended."""
        return all(each.game is not None and each.game.over is not None for each in (self.host, self.guest))

    def last(self) -> Letter:
        """The last letter."""
        letter = armour.opened(self.texts[-1])
        assert isinstance(letter, Letter)
        return letter


def twin(player: Correspondence) -> Correspondence:
    """A copy of a player's side of a game, which goes its own way."""
    game = player.game.branch() if player.game else None
    return replace(player, game=game, letters=[*player.letters], links=dict(player.links), pending=[*player.pending])


def twins(pair: Pair) -> Pair:
    """A copy of both sides."""
    return Pair(twin(pair.host), twin(pair.guest), [*pair.texts])


def begun(scenario: str, mode: Mode, options: dict[str, str] | None = None, seed: int | None = None) -> Pair:
    """A game that has been accepted; the host has to write the first letter. With a seed it is the same every time."""
    if seed is None:
        return _begun(scenario, mode, options)
    lot = Random(seed)
    with (
        patch("wargame_tui.mail.chain.new_secret", lambda: lot.randbytes(32).hex()),
        patch("wargame_tui.mail.correspondence.token_hex", lambda size: lot.randbytes(size).hex()),
    ):
        return _begun(scenario, mode, options)


def _begun(scenario: str, mode: Mode, options: dict[str, str] | None) -> Pair:
    sides = find_title(scenario.partition("/")[0]).sides
    host = Correspondence.invite(scenario, sides[0], "Anna", mode, options or {})
    invitation = armour.opened(armour.sealed(host.invitation))
    assert isinstance(invitation, Invitation)
    guest = Correspondence.accept(invitation, "Bert")
    assert guest.answer is not None
    answer = armour.opened(armour.sealed(guest.answer))
    assert isinstance(answer, Answer)
    host.take_answer(answer)
    return Pair(host, guest)


def written(player: Correspondence, lot: RandomPlayer, more: Random) -> Letter:
    """The letter of a player who decides at random."""
    decide(player, lot, more)
    return player.letter()


def decide(player: Correspondence, lot: RandomPlayer, more: Random) -> None:
    """Decide at random until the letter can be sent; in batches sometimes declare more than one command."""
    assert player.game is not None
    while not player.ready:
        player.apply(lot.choose(player.table.legal()))
    while player.pending and player.may_decide and more.random() < 0.5:
        player.apply(lot.choose(player.game.legal()))


def exchange(pair: Pair, lot: RandomPlayer, more: Random) -> None:
    """One letter, written at random, sent as text and opened."""
    writer, reader = pair.writer, pair.reader
    letter = written(writer, lot, more)
    pair.texts.append(armour.sealed(letter))
    writer.sent(letter)
    reader.open(pair.last())


def play(
    scenario: str,
    mode: Mode,
    seed: int,
    until: Callable[[Pair], bool] = lambda pair: pair.over,
    options: dict[str, str] | None = None,
) -> Pair:
    """A game played at random through letters, to its end or up to some point."""
    pair, lot, more = begun(scenario, mode, options, seed), RandomPlayer(seed), Random(seed)
    while not pair.over and not until(pair):
        exchange(pair, lot, more)
    return pair


def campaign(scenario: str, seed: int) -> Letter:
    """The last letter of a whole game with common dice, without writing all those before it."""
    pair = begun(scenario, "trust", seed=seed)
    host, guest = pair.host, pair.guest
    assert host.game is not None
    assert host.answer is not None
    game, lot = host.game.branch(), RandomPlayer(seed, haste=0.1)
    letters: list[Entry] = []
    mine, yours = host.side, guest.side
    while not game.over:
        if game.side != mine:
            letters.append(Entry(side=mine, seq=game.seq))
            mine, yours = yours, mine
        game.apply(lot.choose(game.legal()))
    letters.append(Entry(side=mine, seq=game.seq))
    shown = proof.counts(letters)
    players = {host.side: host, guest.side: guest}
    return Letter(
        answer=host.answer,
        journal=[list(line) for line in game.lines()],
        letters=letters,
        links={side: players[side].link(number) for side, number in shown.items()},
        turn=game.title.turn(game.state),
    )
