"""How many letters a game takes: recorded games are played again over a correspondence, and its letters are counted.

    python -m tests.mail.letters [TITLE ..] [--mode sealed|trust|batch] [--impulses 20] [--show] [--write]

plays the decisions of a recorded game of each title through real letters, with the dice of the record, and counts what
falls upon each impulse (titles with areas) or player turn (titles with hexes). The records are games of the program's
own players, who mean something by what they do; `--record` plays them again:

- `asked`: nobody has ordered anything;
- `conduct`: every question on which the title has a topic with a choice that says so is answered as recorded, without
  a letter, and behind dice the writer goes on where the table does (`mail/ahead.py`), as long as what was recorded is
  asked there and can be given there: who advances if it comes to that, the next battle, the end of the phase,
  reinforcements. A movement, or what else looks at the map anew (`ANEW`), is not begun so in a later phase. On what he
  decided otherwise than any choice says, he has no orders.

`--show` tells letter by letter what each left to be rolled and where it ended, and what was not to be had behind dice.

`--write` keeps the figures where the program finds them for invitations.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from statistics import median
from typing import Any, Literal, get_args
from unittest.mock import patch

from tests.mail.kit import Pair, begun
from wargame_tui.board import conduct
from wargame_tui.board.conduct import Conduct, Order
from wargame_tui.board.sight import seen_by
from wargame_tui.bots import opponent
from wargame_tui.core import save
from wargame_tui.core.command import BadNotation, Command
from wargame_tui.core.game import Game
from wargame_tui.core.journal import KERNEL
from wargame_tui.core.title import Title, find_title
from wargame_tui.mail import chain, letters, proof
from wargame_tui.mail.ahead import Ahead
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import MODES, Letter, Mode

Way = Literal["asked", "conduct"]
WAYS: tuple[Way, ...] = get_args(Way)
RECORDS = {
    "tigers_in_the_mist": "campaign",
    "montys_gamble": "extended",
    "ardennes_44": "campaign",
    "liberty_roads": "campaign",
    "first_command": "mortain",
}
"""The scenario of each title's recorded games; the second one of Ardennes '44 is a random golden game."""
FOLDER = Path(__file__).with_name("recorded")
IMPULSES = 20
SEED = 1944
ANSWER = conduct.answer
ANEW = ("movement", "moving", "support")
"""Decisions that nobody plans before dice that come first, by the kinds of their steps."""
DATA = Path(letters.__file__).with_name("expected.json")
Moment = tuple[str, str]
"""An impulse or a player turn: the turn in the title's words, and who is on the move."""


def moment(game: Game) -> Moment:
    """The impulse or player turn in which a game stands; of nobody where both act together, as on a landing day."""
    sides = (side for step in game.state.stack if (side := getattr(step, "side", "")))
    return game.title.turn(game.state), next(sides, "")


def orders_for(title: Title[Any]) -> Conduct:
    """A conduct with a word on every topic that the title has for the enemy's turn."""
    named = {entry.id for entry in title.conduct().topics}  # type: ignore[attr-defined]
    found = [topic for topic in conduct.topics(title) if topic.id in named]
    return tuple(Order(topic.id, next(one.id for one in topic.choices[::-1])) for topic in found)


@dataclass
class Count:
    """A recorded game on its way through letters."""

    record: Game
    mode: Mode
    way: Way
    letters: list[tuple[Moment, int]] = field(default_factory=list)
    """By impulse or player turn, in their order."""
    show: bool = False

    def play(self, impulses: int) -> list[int]:
        """Play so many of them; the letters that each took."""
        with patch.object(chain, "seed", lambda *_: self.record.seed), self._answering():
            pair = begun(self.record.scenario, self.mode, self.record.options, 1)
            if self.way != "asked":
                orders = orders_for(find_title(self.record.title.id))
                for player in (pair.host, pair.guest):
                    asked = _left_to_himself(self.record, player.side)
                    player.conduct = tuple(order for order in orders if order.topic not in asked)
            while len(self.letters) <= impulses and self._exchange(pair):
                pass
        # The last one may not be finished.
        return [count for _, count in self.letters[:impulses]]

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Conduct answers as recorded."""

        def answer(title: Any, orders: Conduct, game: Game) -> Command | None:
            topic = conduct.topic_of(title, game)
            if topic is None or topic.id not in {order.topic for order in orders}:
                return None
            if not _may_be_ordered(topic, self._decided(game)):
                return None
            return self._decided(game)

        with patch.object(conduct, "answer", answer):
            yield

    def _decided(self, game: Game) -> Command | None:
        """What was decided where a game stands now; None at the end of the record."""
        number = _decisions(game)
        if number >= len(self.record.entries):
            return None
        entry = self.record.entries[number]
        assert entry.side == game.side, f"decision {number}: {entry.side} is recorded, {game.side} is asked"
        return game.parse(entry.text)

    def _exchange(self, pair: Pair) -> bool:
        """One letter, with the decisions of the record; false at its end."""
        writer, reader = pair.writer, pair.reader
        assert writer.game is not None
        at = moment(writer.game)
        while not writer.ready:
            at = moment(writer.table)
            command = self._decided(writer.table)
            if command is None:
                return False
            writer.apply(command)
        if self.way == "conduct":
            self._go_on(writer)
        letter = writer.letter()
        writer.sent(letter)
        reader.open(letter)
        if self.show:
            _show(letter, at, reader)
        if at[1] and self.letters and self.letters[-1][0] == at:
            self.letters[-1] = at, self.letters[-1][1] + 1
        elif at[1]:
            self.letters.append((at, 1))
        return not pair.over

    def _go_on(self, writer: Correspondence) -> None:
        """Go on behind dice as the table does, as long as what was decided then can be given there."""
        assert writer.game is not None
        at, number = moment(writer.game), _decisions(writer.game) + len(proof.commands_of(writer.pending))
        ahead = Ahead(writer, cases_first=True)
        with patch.object(conduct, "answer", ANSWER):
            ahead.look()
            while ahead.position is not None and number < len(self.record.entries):
                then, entry = _stood(self.record, number), self.record.entries[number]
                spared = self._is_ordered(writer.conduct, then, entry.text)
                if moment(then) != at or (entry.side != writer.side and not spared):
                    break
                # At the table orders do not spare a player what he is asked there.
                if not (entry.side == writer.side and _given_there(ahead, then, entry.text, but_cases=spared)):
                    if not spared and _ended_case(ahead, proof.asked(then)):
                        continue
                    if not spared:
                        self._tell_stop(ahead, then, entry.text)
                        break
                number += 1

    def _is_ordered(self, orders: Conduct, then: Game, text: str) -> bool:
        topic = conduct.topic_of(then.title, then)
        named = topic is not None and topic.id in {order.topic for order in orders}
        return named and _may_be_ordered(topic, then.parse(text))  # type: ignore[arg-type]

    def _tell_stop(self, ahead: Ahead, then: Game, text: str) -> None:
        if self.show:
            shown = [f"{proof.asked(each.game)}{'?' * each.is_case}" for each in ahead.positions]
            print(f"    no `{text}` of {proof.asked(then)} behind the dice, where the table shows {shown}")


def _left_to_himself(record: Game, side: str) -> set[str]:
    """The topics on which a side, on the move, decided what no choice says: a player has himself asked there."""
    found: set[str] = set()
    for number, entry in enumerate(record.entries):
        if entry.side == side and moment(then := _stood(record, number))[1] == side:
            topic = conduct.topic_of(then.title, then)
            if topic is not None and topic.id not in found and not _may_be_ordered(topic, then.parse(entry.text)):
                found.add(topic.id)
    return found


def _given_there(ahead: Ahead, then: Game, text: str, *, but_cases: bool) -> bool:
    """Whether what was decided at a position is asked behind the dice, and can be given there; then it has been."""
    for _ in ahead.positions:
        position = ahead.position
        assert position is not None
        anew = position.is_next and ahead.is_fresh and proof.asked(then) in ANEW
        asked = proof.asked(position.game) == proof.asked(then) and not (position.is_case and but_cases) and not anew
        if asked and _is_legal(position.game, text):
            try:
                ahead.give(text)
            except NotNow:
                return False
            return True
        ahead.turn()
    return False


def _ended_case(ahead: Ahead, decision: str) -> bool:
    """End what goes on at a case, though it was over as recorded; whether there was such a thing."""
    position = ahead.position
    if position is None or not position.is_case or ahead.is_fresh or proof.asked(position.game) == decision:
        return False
    if not _is_legal(position.game, "end"):
        return False
    ahead.give("end")
    return True


def _is_legal(game: Game, text: str) -> bool:
    """Whether a command can be given where a game stands."""
    try:
        return game.refusal(game.parse(text)) is None
    except BadNotation:
        return False


def _may_be_ordered(topic: conduct.Topic, command: Command | None) -> bool:
    """Whether a choice of a topic can come to a command; the program's own proposal can come to any."""
    forms = [form for each in topic.choices if each.entry for form in (*each.entry.gives, *each.entry.otherwise)]
    if command is None or not forms:
        return True
    # `{bridge}` stands for what the question names.
    return any(fnmatchcase(command.notation(), re.sub(r"{\w+}", "*", form)) for form in forms)


def _show(letter: Letter, at: Moment, reader: Correspondence) -> None:
    """Who wrote when, what he left to be rolled, and where that ended."""
    game = reader.game
    assert game is not None
    end = "the game is over" if game.over else f"{game.side} is asked: {proof.asked(game)}, {game.prompt.text}"
    print(f"  {' '.join(at)}: {letter.number} by {letter.side}, {list(letter.letters[-1].pending)}; then {end}")


def _decisions(game: Game) -> int:
    """How many lines of a game are decisions of players."""
    return sum(entry.side != KERNEL for entry in game.entries)


def _stood(record: Game, number: int) -> Game:
    """The recorded game before a decision."""
    game = record.branch()
    del game.entries[number:], game.states[number + 1 :], game._checks[number:]
    return game


def paths_of(title: str) -> list[Path]:
    """Where the recorded games of a title lie: one, or several if its scenario is short."""
    return sorted(FOLDER.glob(f"{title}*.save"))


def record(title: str, impulses: int = IMPULSES) -> None:
    """Let the program's players play so many impulses or player turns, in as many games as that takes."""
    moments = number = 0
    while moments < impulses:
        number += 1
        game = Game.new(f"{title}/{RECORDS[title]}", SEED + number - 1)
        moments += _played(game, impulses - moments)
        FOLDER.mkdir(exist_ok=True)
        save.write(game, FOLDER / f"{title}-{number}.save")


def _played(game: Game, impulses: int) -> int:
    """Play a game on for so many impulses or player turns, or to its end; how many there were."""
    choose = opponent.player(game.title, opponent.RECRUIT)
    assert choose is not None
    moments: list[Moment] = []
    while not game.over and len(moments) <= impulses:
        decision = opponent.decide(choose, seen_by(game, game.side or "", 1))
        game.apply(opponent.checked(game, decision).command)
        if (at := moment(game))[1] and at not in moments[-1:]:
            moments.append(at)
    return len(moments) - 1


def figures(
    title: str, mode: Mode, impulses: int = IMPULSES, ways: Sequence[Way] = WAYS, *, show: bool = False
) -> dict[str, dict[str, float]]:
    """Median and most letters of each way to play, measured now."""
    found: dict[str, dict[str, float]] = {}
    for way in ways:
        counts: list[int] = []
        for path in paths_of(title):
            counts += Count(save.read(path), mode, way, show=show).play(impulses - len(counts))
        found[way] = {"median": median(counts), "most": max(counts), "counted": len(counts)}
        print(f"{title:20} {mode:7} {way:9} median {median(counts):g} most {max(counts)}  {counts}", flush=True)
    return found


def main() -> None:
    """Count what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", metavar="TITLE")
    parser.add_argument("--mode", choices=MODES, action="append")
    parser.add_argument("--impulses", type=int, default=IMPULSES)
    parser.add_argument("--way", choices=WAYS, action="append", help="of the ways to play, all if you say nothing")
    parser.add_argument("--show", action="store_true", help="tell letter by letter")
    parser.add_argument("--record", action="store_true", help="play the games again that are counted")
    parser.add_argument("--write", action="store_true", help="keep the figures for invitations")
    chosen = parser.parse_args()
    for title in chosen.titles or RECORDS:
        if chosen.record:
            record(title, chosen.impulses)
        ways = chosen.way or WAYS
        found = {mode: figures(title, mode, chosen.impulses, ways, show=chosen.show) for mode in chosen.mode or MODES}
        if chosen.write:
            kept = json.loads(DATA.read_text("utf-8")) if DATA.exists() else {}
            kept[title] = {mode: kept.get(title, {}).get(mode, {}) | by_way for mode, by_way in found.items()}
            DATA.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
