"""What makes a letter true: every line of its game follows from the one before, under the rules, by whose turn it was.

`carry_on` plays the lines that one letter adds to a game; opening a letter does that once, verifying a game does it for
every letter from the invitation on. A fault is named; the game that was given is then of no more use.

An **exchange** is what a letter leaves to be carried out with dice of both. Its seed is made of the sender's link in
that letter and the receiver's next one, which nobody but the receiver knows before he answers. So, as many dice as
follow can be drawn in one exchange, as long as nobody decides between them who could know them:

- The sender never knows them: he has not seen the receiver's link. What he declares, and his orders and conduct as of
  this letter, may answer anywhere in it, his own follow-ups and the end of his impulse among them.
- The receiver knows all of them as soon as he has the letter, and could try every decision of his on a copy. So his
  part in it is only what his letters before this one have fixed, which the sender had when he wrote: orders and
  conduct that he writes afterwards, in the letter with the results, stand from then on. Where they leave a question
  to him, the exchange ends, the dice are sealed again, and whatever is rolled after his answer takes another seed.
- Nobody can choose when an exchange ends: it goes on until a question is left to a player, and ends there; who stops
  before or goes on after that has written a letter that does not fit. Nobody can choose the seed: both links are
  fixed since the invitation, the number of the letter and all lines up to it are in it.
- The sender can read the receiver's conduct, and choose his moves by it; not his dice. A decision that is secret or
  lies face down is never made by conduct.
- What the sender declares need not be possible as he writes: it is meant for a decision, and given there if it is
  legal then, else left out with all that hangs on it. To tell him whether it could be, his program rolls dice of its
  own on a copy, with seeds that neither link has a part in: he learns nothing of those to come.
- What he declares with an `if` (who advances, who takes the loss, where he goes on to) is left out alone if it cannot
  be given: what follows it stands. Whether it can be is for the rules and the dice to say, which both machines read
  alike; its place in the row is fixed with the letter, before anybody knows the dice, and the seed is made of it, too.
  So he has decided no later than for the rest, and the reader, who knows the dice, can neither drop nor add one.
- An exchange may run on into the receiver's own turn, through what begins it (supply, weather, bridges) up to his first
  free decision. That is no other case: his orders for it stand in his letters before, the sender's dice are in it, and
  he could gain nothing by opening the letter, seeing them, and ordering otherwise.
- An exchange begins also where a letter ends at a question that the receiver's orders answer with dice: he has no
  choice there, so that nothing is gained by asking him.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from wargame_tui import __version__
from wargame_tui.board import packs
from wargame_tui.board.plain import DataError
from wargame_tui.core.command import BadNotation
from wargame_tui.core.crash import is_for_players, told
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.game import Game, GameOver
from wargame_tui.core.journal import KERNEL, Line, follows
from wargame_tui.core.save import Elsewhere, repeat
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.core.title import Title, find_scenario, find_title
from wargame_tui.mail import chain, enclosed, face_down, orders, past, secret, taking_back
from wargame_tui.mail.enclosed import Absent, Door
from wargame_tui.mail.letters import (
    CONDUCTED,
    FORMAT,
    MOST_PENDING,
    Answer,
    BadLetter,
    Entry,
    Invitation,
    Letter,
)

PAST = (
    "How fair the game was that was played at one table before the first letter: it stands as both players have "
    "agreed, with its dice and with what was set up by hand."
)
NOT_HERE = ("unknown title", "other rules", "other data")
"""Faults that lie in what is installed here, not in a letter."""
MOST: Mapping[str, int] = {"trust": 0, "sealed": 1, "batch": MOST_PENDING}
"""Declarations that a letter may leave to be carried out by the receiver."""
THEN = "; "
"""Between the commands of one declaration, such as those that make one battle: in games of format 3."""
IF = "?"
"""Behind the decision of a declared command that is left out alone if it does not come to that."""
_AT = re.compile(r"\[([^\[\];?]*)(\??)\] ")
"""Before a command that is declared for after dice: the decision for which it is meant, as `asked` names it."""


@dataclass(frozen=True, slots=True)
class Links:
    """The newest links of both players, from which all earlier ones follow."""

    newest: Mapping[str, str]
    """By side."""
    shown: Mapping[str, int]
    """The number of each newest link."""
    bonds: Mapping[str, str]
    """Of the chains."""

    def of(self, side: str, number: int) -> str:
        """The link that a side showed in its letter of that number."""
        return chain.onward(self.newest[side], self.shown[side] - number, self.bonds[side])


def installed(invitation: Invitation) -> Title[Any]:
    """The title of a game, if it is here with the same rules and data. Raises BadLetter."""
    try:
        title, _ = find_scenario(invitation.scenario)
    except LookupError as error:
        raise BadLetter("unknown title", f"the game is not installed here: {error}") from None
    except DataError as error:
        raise BadLetter("other data", f"the data pack cannot be used here: {error}") from None
    here = title.packs(invitation.scenario)
    if other := [name for name, digest in invitation.packs.items() if here.get(name) != digest]:
        raise BadLetter(
            "other data",
            f"it is played with the data pack {' and '.join(other)}, and yours of that name is another: "
            f"ask {invitation.name} for theirs, {packs.words({name: invitation.packs[name] for name in other})}",
        )
    if title.id != invitation.title or {invitation.side, invitation.guest} != {*title.sides[:2]}:
        raise BadLetter("malformed", f"`{invitation.scenario}` has the sides {' and '.join(title.sides)}")
    if title.rules_version != invitation.rules_version:
        raise BadLetter(
            "other rules",
            f"it is played under version {invitation.rules_version} of the rules, here is {title.rules_version}: "
            "both players need the same version of the program",
        )
    if title.digest(invitation.scenario) != invitation.data_digest:
        raise BadLetter(
            "other data", "map, units or charts of its game are not those installed here: both players need the same"
        )
    return title


def insist_on_offer(invitation: Invitation) -> None:
    """An invitation must be to a game that can begin here. Raises BadLetter."""
    installed(invitation)
    if invitation.format != FORMAT:
        raise BadLetter(
            "format",
            "it was written by an older version of the program, whose letters promise less: "
            f"{invitation.name} should bring the program up to date and invite you again",
        )


def insist_on_two_secrets(answer: Answer, shown: Sequence[Sequence[str]] = ()) -> None:
    """Neither player's chain may be the other's, lead on to it, or share one of the links shown. Raises BadLetter."""
    invitation = answer.invitation
    inviter, guest = invitation.bond(invitation.side), invitation.bond(invitation.guest)
    if (
        _leads_to(invitation.tip, answer.tip, guest)
        or _leads_to(answer.tip, invitation.tip, inviter)
        or (len(shown) > 1 and set(shown[0]) & set(shown[1]))
    ):
        raise BadLetter(
            "one secret",
            f"the secrets of {invitation.side} and {invitation.guest} are one and the same, or one follows from the "
            "other: who has it knows every roll before he asks for it",
        )


@lru_cache(maxsize=100)
def _leads_to(start: str, tip: str, bond: str) -> bool:
    """Whether a chain with this tip goes through another link."""
    return tip in islice(chain.course(start, bond), chain.LINKS + 1)


def begin(answer: Answer, first_link: str) -> Game:
    """The game before the first letter's commands. `first_link` is the inviter's. Raises BadLetter."""
    invitation = answer.invitation
    title = installed(invitation)
    start = chain.seed(invitation.game, "set-up", first_link, answer.tip)
    try:
        game = past.begun(invitation, title) if invitation.past else _set_up(title, invitation, start)
    except ValueError as error:
        raise BadLetter("malformed", f"the game cannot be set up: {error}") from None
    if invitation.mode != "trust" or invitation.past:
        game.reseed(start if invitation.mode == "trust" else None)
    return game


def _set_up(title: Title[Any], invitation: Invitation, seed: int) -> Game:
    return Game(title, invitation.scenario, seed, invitation.options)


def dice_of(
    invitation: Invitation, game: Game, number: int, pending: Sequence[str], sender: str, receiver: str
) -> int | None:
    """The seed for what letter `number` leaves to be carried out, from the links of sender and receiver.

    None if the game has one seed for all dice.
    """
    if invitation.mode == "trust":
        return None
    checks = game.checks()
    return chain.seed(invitation.game, "letter", number, sender, receiver, checks[-1] if checks else "", *pending)


def is_exchange(game: Game, invitation: Invitation, pending: Sequence[str], players: Sequence[Absent]) -> bool:
    """Whether a letter leaves anything to be carried out with dice of both: what it declares, or an answer by order."""
    if pending:
        return True
    if invitation.format < CONDUCTED or invitation.mode == "trust":
        return False
    return any(player.wants_dice(game) for player in players)


def carry_out(
    game: Game, absent: Absent, pending: Sequence[str], seed: int | None, reader: Absent | None = None
) -> dict[int, str]:
    """Do what a letter left to its receiver: each command that is still legal, with the dice of both.

    Orders of the sender answer what he is asked in between, but for what he declared; so do those of the receiver,
    `reader`, that his letters before have fixed (None in games of format 2 and before). The sides of the lines that
    orders gave, by their numbers from 0.
    """
    if seed is not None:
        game.reseed(seed)
    exchange = _Exchange(game, absent, reader)
    for text in pending:
        exchange.bring(text)
    while exchange.act():
        pass
    if seed is not None:
        game.reseed(None)
    return exchange.ordered


def rehearsed(
    game: Game, players: Sequence[Absent], pending: Sequence[str], seed: int, texts: Sequence[str], mark: str
) -> list[str] | None:
    """Commands as the sender could give them behind what he has declared, if the dice fell as a seed says; or None."""
    exchange = _rehearsing(game, players, seed)
    for text in pending:
        exchange.bring(text)
    return exchange.comes_to(texts, mark)


def _rehearsing(game: Game, players: Sequence[Absent], seed: int) -> "_Exchange":
    """An exchange that begins with dice of another seed."""
    game.reseed(seed)
    return _Exchange(game, players[0], players[1] if len(players) > 1 else None)


class Rehearsal:
    """What is declared, carried out as if the dice fell as a seed says; it goes on as more is declared."""

    def __init__(self, game: Game, players: Sequence[Absent], seed: int) -> None:
        self._exchange = _rehearsing(game, players, seed)
        self._brought: list[str] = []
        self._is_done = True
        """Whether all of the last declaration could be given."""

    def carries_on(self, pending: Sequence[str]) -> bool:
        """Whether declarations are those carried out so far, and more."""
        *before, last = self._brought or [""]
        told = pending[len(before)] if len(pending) > len(before) else ""
        return [*pending[: len(before)]] == before and f"{told}{THEN}".startswith(f"{last}{THEN}" if last else "")

    def bring(self, pending: Sequence[str]) -> None:
        """Carry out what has been declared since. `carries_on` must be so."""
        last, at = (self._brought[-1], len(self._brought) - 1) if self._brought else ("", 0)
        for number, text in enumerate(pending[at:]):
            behind = bool(last) and number == 0
            left = text.removeprefix(last).removeprefix(THEN) if behind else text
            if left:
                self._is_done = (self._is_done or not behind) and self._exchange.bring(left)
        self._brought = [*pending]

    def course(self) -> Iterator[tuple[Game, Sequence[Any]]]:
        """The game behind what is declared, wherever the sender decides there; on a copy.

        With it the steps that asked for the last declared command that was given; those in hand if none is declared.
        Nothing if it does not come to the last declaration. What he decides is for whoever takes it: he applies it to
        the game, and the next decision follows.
        """
        exchange = self._exchange.copy()
        game = exchange.game
        asking = game.states[exchange.given].stack if exchange.given else game.state.stack
        while self._is_done:
            while exchange.act():
                pass
            if game.side != exchange.absent.side or game.over:
                return
            yield game, asking


@dataclass
class _Exchange:
    """Commands of a letter being carried out, and the orders that answer in between."""

    game: Game
    absent: Absent
    reader: Absent | None
    ordered: dict[int, str] = field(default_factory=dict)
    tried: set[Door] = field(default_factory=set)
    in_vain: int = 0
    """How often orders answered on the way to a command that then could not be given."""
    given: int = 0
    """The line of the last declared command that was given; 0 if none was."""

    def copy(self) -> "_Exchange":
        """The same, to go its own way."""
        return replace(self, game=self.game.branch(), ordered=dict(self.ordered), tried=set(self.tried))

    def act(self) -> bool:
        """Let the orders of whoever is asked answer; whether they did."""
        game, side = self.game, self.game.side
        at_most = orders.MOST_ANSWERS + (MOST_PENDING if self.reader else 0)
        for player in (self.absent, self.reader):
            if player and player.side == side and player.act(game, self.tried, at_most=at_most) is not None:
                self.ordered[game.seq - 1] = player.side
                return True
        return False

    def bring(self, text: str) -> bool:
        """Carry out what was declared: commands one after the other, up to one that cannot be given any more.

        One that is declared with an `if` is passed over instead. Whether none was left out for good.
        """
        if self.reader is None:
            return self._come_to(text)
        return all(self._come_to_or_back(each) or self._passes_over(each) for each in text.split(THEN))

    def _come_to(self, text: str) -> bool:
        """Let orders answer until the sender can give a command; whether it came to that."""
        while not (done := _done(self.game, self.absent, text)) and self.act():
            pass
        self.given = self.game.seq - 1 if done else self.given
        return done

    def _come_to_or_back(self, text: str) -> bool:
        """The same; where it does not come to that, what orders answered on the way is not done yet."""
        start = self.game.seq
        if self._come_to(text):
            return True
        if self.game.seq > start:
            self.in_vain += 1
            self.game.undo(self.game.seq - start, agreed=True)
            self.ordered = {number: side for number, side in self.ordered.items() if number < start}
        return False

    def _passes_over(self, text: str) -> bool:
        """Whether what follows a command that cannot be given stands: so often, that no letter takes for ever."""
        return is_conditional(text) and self.in_vain < MOST_PENDING

    def comes_to(self, texts: Sequence[str], mark: str) -> list[str] | None:
        """Commands as the sender could give them here, or once orders have answered, with their decisions; or None."""
        while True:
            mine = self.game.side == self.absent.side and not self.game.over
            if mine and (found := at_decisions(self.game, texts, mark)) is not None:
                return found
            if not self.act():
                return None


def _done(game: Game, absent: Absent, text: str) -> bool:
    """Whether what the absent player declared could be carried out now; then it has been."""
    decision, text = meant(text)
    if game.side != absent.side or (decision and decision != asked(game)):
        return False
    command = face_down.untagged(game, absent.game, text)
    if command is None:
        return False
    try:
        game.apply(command)
    except (IllegalCommand, BadNotation):
        return False
    return True


def carry_on(game: Game, invitation: Invitation, letters: Sequence[Entry], lines: Sequence[Line], links: Links) -> None:
    """Play what the last of these letters adds to the game: `lines` are those after the game's own.

    Raises BadLetter; the game may then be anywhere.
    """
    entry, before, start = letters[-1], letters[-2] if len(letters) > 1 else None, game.seq
    if any(bool(lock.salt) != (invitation.format == 1) for lock in entry.locks or ()):
        raise BadLetter("malformed", f"the orders enclosed by {entry.side} are locked as in games of another format")
    if len(letters) > 2 and letters[-3].veil:
        _insist_on_unveiled(game, invitation, letters, lines, links)
    if invitation.format < CONDUCTED and entry.later:
        raise BadLetter("malformed", f"letters of games of format {invitation.format} bring neither conduct nor notes")
    if before and before.asks is not None:
        taking_back.insist_on_answer(game, letters, len(lines))
        return
    taking_back.insist_on_none(entry)
    if before:
        _insist_on_results(game, invitation, letters, lines[game.seq - start :], links)
    if entry.asks is not None:
        taking_back.insist_on_request(game, invitation, letters, len(lines) - (game.seq - start))
        _insist_on_count(game, entry)
        return
    absent = _reader(invitation, letters)
    for covered in lines[game.seq - start :]:
        line = face_down.uncovered(game, covered)
        _insist_on_orders(game, absent, line, letters)
        _insist_on_line(game, absent.side if line.side == absent.side and absent else entry.side, line)
    _insist_on_orders(game, absent, None, letters)
    _insist_on_count(game, entry)
    if before and before.veil:
        _insist_on_answer(game, entry)
    elif entry.veil:
        _insist_on_veil(game, entry)
    else:
        _insist_on_end(game, invitation, entry, at_exchange(invitation, letters))


def _insist_on_count(game: Game, entry: Entry) -> None:
    if entry.seq != game.seq:
        raise BadLetter("malformed", f"it says that it holds {entry.seq} lines, but there are {game.seq}")


def _insist_on_unveiled(
    game: Game, invitation: Invitation, letters: Sequence[Entry], lines: Sequence[Line], links: Links
) -> None:
    """The decision that a letter shows first must be the one that its writer veiled in his letter before."""
    side, veiled = letters[-1].side, len(letters) - 2
    link = links.of(side, counts(letters)[side])
    if not lines or chain.veil(invitation.game, link, lines[0].text) != letters[-3].veil:
        shown = f"`{lines[0].text[:60]}`" if lines else "nothing"
        raise BadLetter(
            "broken seal",
            f"line {game.seq + 1}: {side} shows {shown}, but had veiled another decision in letter {veiled}",
        )
    _insist_on_line(game, side, lines[0])


def _insist_on_results(
    game: Game, invitation: Invitation, letters: Sequence[Entry], lines: Sequence[Line], links: Links
) -> None:
    """What the letter before asked for must have come out as the dice of both say."""
    sender, receiver, number = letters[-2].side, letters[-1].side, len(letters) - 1
    players = at_exchange(invitation, letters[:-1])
    shown = counts(letters)
    start, pending = game.seq, letters[-2].pending
    if taking_back.is_about(letters[-2]) or not is_exchange(game, invitation, pending, players):
        return
    theirs, ours = links.of(sender, shown[sender]), links.of(receiver, shown[receiver])
    seed = dice_of(invitation, game, number, pending, theirs, ours)
    ordered = carry_out(game, players[0], pending, seed, *players[1:])
    for place, found in enumerate(game.lines(start)):
        line = face_down.covered(game.title, found)
        given = lines[place] if place < len(lines) else None
        if start + place in ordered and (given is None or given[:2] != line[:2]):
            declared = given is not None and given.text in commands_of(pending)
            raise _ordered_otherwise(start + place + 1, line, None if declared else given, letters)
        if given != line:
            what = f"`{given.text[:60]}`" if given else "nothing"
            raise BadLetter(
                "edited dice",
                f"line {start + place + 1}: the declared command leads to `{line.text[:60]}` with other results than "
                f"the letter has ({what}): the dice of both players were not used",
            )


def at_exchange(invitation: Invitation, letters: Sequence[Entry]) -> list[Absent]:
    """Whose orders answer while the last of these letters is carried out, as these letters have fixed them.

    First the sender's; in games of format 3 also the receiver's, who knows the dice of both: nothing that he writes
    afterwards counts. Raises BadLetter.
    """
    sender = letters[-1].side
    sides = [sender, invitation.other(sender)][: 1 if invitation.format < CONDUCTED else 2]
    return [enclosed.absent(invitation, letters, side) for side in sides]


def _reader(invitation: Invitation, letters: Sequence[Entry]) -> Absent:
    """The player who did not write the last of these letters."""
    return enclosed.absent(invitation, letters, invitation.other(letters[-1].side))


def _insist_on_orders(game: Game, absent: Absent, line: Line | None, letters: Sequence[Entry]) -> None:
    """Where an order of the absent player answers, and only there, the next line is his: the very answer."""
    ordered = absent.act(game.branch()) if absent and game.side == absent.side else None
    number = game.seq + 1
    if ordered is not None:
        answer = ordered.notation()
        if line is None or (line.side, line.text) != (absent.side, answer):
            raise _ordered_otherwise(number, Line(absent.side, answer, ""), line, letters)
    elif line is not None and line.side == absent.side and absent:
        if game.side == absent.side:
            said = f"line {number} `{line.text[:60]}`: {absent.side} has sent no order that answers so"
            raise BadLetter("forged order", said + _versions(letters))
        raise BadLetter("unasked order", f"line {number} `{line.text[:60]}`: nothing was asked of {absent.side} there")


def _ordered_otherwise(number: int, ordered: Line, given: Line | None, letters: Sequence[Entry]) -> BadLetter:
    """The fault where an order answers, but a letter has something else."""
    side, versions = ordered.side, _versions(letters)
    if given is not None and given.side == side:
        what = f"`{given.text[:60]}`: the order that {side} sent says `{ordered.text[:60]}`"
        return BadLetter("forged order", f"line {number} {what}{versions}")
    return BadLetter(
        "withheld order", f"line {number}: an order that {side} sent answers there, but is left out{versions}"
    )


def _versions(letters: Sequence[Entry]) -> str:
    """What else may be the cause, where conduct is followed otherwise than it is here."""
    other = [entry for entry in letters[-2:] if entry.program not in ("", __version__)]
    if not other:
        return ""
    return (
        f". {other[-1].side} writes with version {other[-1].program} of the program, here is {__version__}: they may "
        "read conduct differently; bring both to the same version and open the letter again"
    )


def _insist_on_line(game: Game, side: str, line: Line) -> None:
    number = game.seq + 1
    if not follows(game.last_check, line):
        raise BadLetter("edited history", f"line {number} was changed after it was written: `{line.text[:60]}`")
    if line.side == KERNEL:
        raise BadLetter("forbidden", f"line {number} sets up a position or dice by hand: `{line.text[:60]}`")
    if line.side != side or game.side != line.side:
        raise BadLetter(
            "wrong player",
            f"line {number} `{line.text[:60]}` is a decision of {game.side or 'nobody'}, "
            f"in a letter by {side} as one of {line.side[:40]}",
        )
    try:
        repeat(game, line)
    except Elsewhere as difference:
        cause = difference.__cause__
        if cause is not None and not is_for_players(cause):
            raise BadLetter("program error", f"line {number}: {told(cause)}") from None
        raise BadLetter(_fault(cause), f"line {number}: {difference}") from None


def _fault(cause: BaseException | None) -> str:
    match cause:
        case IllegalCommand() | BadNotation() | GameOver():
            return "illegal command"
        case SealedDice():
            return "rolled alone"
        case _:
            return "edited dice"


def _insist_on_veil(game: Game, entry: Entry) -> None:
    """Only a decision that both players make in secret may be veiled, and nothing comes after it."""
    if entry.pending or game.side != entry.side or not secret.is_first_of_two(game):
        raise BadLetter("forbidden", f"letter by {entry.side}: it hides a decision that has to be open")


def _insist_on_answer(game: Game, entry: Entry) -> None:
    """The answer to a veiled decision is one command, to be carried out when that decision has been shown."""
    if entry.veil or len(entry.pending) != 1:
        raise BadLetter("incomplete", f"it must bring one decision by {entry.side} to go with the veiled one")
    asked, text = secret.stand_in(game), entry.pending[0]
    try:
        refusal = asked.refusal(asked.parse(text))
    except BadNotation as error:
        refusal = Refusal(str(error))
    if refusal is not None or asked.side != entry.side:
        why = refusal.reason if refusal else f"{asked.side} decides"
        raise BadLetter("illegal command", f"`{text[:60]}` is no answer to the veiled decision: {why}")


def _insist_on_end(game: Game, invitation: Invitation, entry: Entry, players: Sequence[Absent]) -> None:
    """A letter ends where its sender has nothing to decide, or leaves it to be carried out."""
    if len(entry.pending) > MOST[invitation.mode]:
        raise BadLetter("wrong dice mode", f"a game with dice mode {invitation.mode} cannot leave that to be rolled")
    if entry.pending and game.side != entry.side:
        if is_exchange(game, invitation, (), players):
            return  # What he declares follows the dice of the other player's orders.
        raise BadLetter("wrong player", f"it declares `{entry.pending[0][:60]}`, but {entry.side} has not to decide")
    if entry.pending and not needs_dice(game, invitation, entry.pending[0]):
        raise BadLetter("illegal command", f"`{entry.pending[0][:60]}` is declared, but is not legal or needs no dice")
    if not entry.pending and not game.over and game.side == entry.side:
        raise BadLetter("incomplete", f"it breaks off where {entry.side} still has to decide: {game.prompt.text}")


def asked(game: Game) -> str:
    """The decision in hand as a declaration names it, by the kind of its step: many decisions have a command `end`."""
    return str(game.state.stack[-1].kind)


def at_decisions(game: Game, texts: Sequence[str], mark: str = "") -> list[str] | None:
    """Commands that the side that decides can give one after the other, each with the decision that it makes.

    None if it cannot, up to one that takes sealed dice; what comes after that stands at the decision in which they end.
    The mark `IF` says that each is given only if it comes to that.
    """
    ahead, found = game.branch(), list[str]()
    if ahead.state.dice.seed is not None:
        ahead.reseed(None)
    for number, text in enumerate(texts):
        if ahead.over or ahead.side != game.side:
            return None
        found.append(f"[{asked(ahead)}{mark}] {text}")
        try:
            ahead.apply(text)
        except SealedDice:
            return found if number == len(texts) - 1 else None
        except (IllegalCommand, BadNotation):
            return None
    return found


def commands_of(pending: Sequence[str]) -> list[str]:
    """The commands in declarations, in their order."""
    return [meant(text)[1] for each in pending for text in each.split(THEN)]


def insisted_on(pending: Sequence[str]) -> list[str]:
    """The commands in declarations without those that are left out where it does not come to them."""
    each = [one for declared in pending for one in declared.split(THEN)]
    return [meant(one)[1] for one in each if not is_conditional(one)]


def meant(declared: str) -> tuple[str, str]:
    """The decision that a declared command is meant for, empty if it is the one in hand; and the command."""
    found = _AT.match(declared)
    return (found[1], declared[found.end() :]) if found else ("", declared)


def is_conditional(declared: str) -> bool:
    """Whether a declared command is left out alone if it does not come to that."""
    return (found := _AT.match(declared)) is not None and bool(found[2])


def needs_dice(game: Game, invitation: Invitation, declared: str) -> bool:
    """Whether a declaration begins with a command that is legal now and takes sealed dice."""
    first = declared if invitation.format < CONDUCTED else declared.split(THEN)[0]
    command = face_down.untagged(game, invitation.game, first)
    if command is None:
        return False
    try:
        game.branch().apply(command)
    except SealedDice:
        return True
    except (IllegalCommand, BadNotation, GameOver):
        return False
    return False


@dataclass(frozen=True, slots=True)
class Proof:
    """What a letter proves about its game."""

    game: Game
    letters: int
    commands: int
    rolls: int
    """Dice of the game so far."""
    end: str
    """How the game ended or who decides, in a sentence."""
    proved: tuple[str, ...]
    open: tuple[str, ...]
    """What nobody can know from the letters."""


def counts(letters: Sequence[Entry]) -> Counter[str]:
    """Letters written by each side."""
    return Counter(letter.side for letter in letters)


def links_of(letter: Letter) -> Links:
    """The links in a letter, found to belong to the tips of the invitation and the answer. Raises BadLetter."""
    invitation, shown = letter.invitation, counts(letter.letters)
    tips = {invitation.side: invitation.tip, invitation.guest: letter.answer.tip}
    if shown.keys() - tips.keys() or letter.links.keys() != shown.keys():
        raise BadLetter("malformed", "its players are not those of the invitation")
    bonds = {side: invitation.bond(side) for side in tips}
    courses = {
        side: [*islice(chain.course(letter.links[side], bonds[side]), number + 1)] for side, number in shown.items()
    }
    insist_on_two_secrets(letter.answer, [*courses.values()])
    for side, course in courses.items():
        if course[-1] != tips[side]:
            raise BadLetter("forged secret", f"the secret that {side} shows is not the one fixed before the game")
    return Links(letter.links, shown, bonds)


def verify(letter: Letter) -> Proof:
    """Play a game from the invitation to its last line. Raises BadLetter naming the first fault."""
    links = links_of(letter)
    invitation, lines = letter.invitation, letter.lines
    if letter.letters[0].side != invitation.side:
        raise BadLetter("wrong player", f"the first letter is {invitation.side}'s")
    game = begin(letter.answer, links.of(invitation.side, 1))
    opening, courses = game.lines(), taking_back.journals(letter)
    if [face_down.covered(game.title, line) for line in lines[: len(opening)]] != [
        face_down.covered(game.title, line) for line in opening
    ]:
        raise BadLetter("edited history", "it does not begin as the invitation says")
    for number, entry in enumerate(letter.letters, 1):
        if number > 1 and entry.side == letter.letters[number - 2].side:
            raise BadLetter("wrong player", f"letters {number - 1} and {number} are both {entry.side}'s")
        try:
            carry_on(game, invitation, letter.letters[:number], courses[number - 1][game.seq : entry.seq], links)
        except BadLetter as error:
            raise BadLetter(error.fault, f"letter {number} by {entry.side}: {error}") from None
    if game.seq != len(lines):
        raise BadLetter("malformed", f"it holds {len(lines)} lines, but its last letter ends at {game.seq}")
    return Proof(game, letter.number, game.seq, game.state.dice.count, _end(game), _proved(letter), _open(letter))


def _end(game: Game) -> str:
    if game.over:
        return f"The game is over: {game.over.level}. {game.over.reason}"
    return f"The game goes on: {game.side} decides."


def _proved(letter: Letter) -> tuple[str, ...]:
    invitation = letter.invitation
    dice = {
        "trust": "All dice come from one seed, made of a secret of each player: neither could choose it.",
        "sealed": "Every roll was made of a secret of each player, fixed before the game: neither could know it when "
        "the command was given, or change it afterwards.",
    }
    veils = sum(entry.veil is not None for entry in letter.letters[:-2])
    locks = any(entry.locks for entry in letter.letters)
    conducted = any(entry.conduct for entry in letter.letters)
    back = sum(bool(entry.granted) for entry in letter.letters)
    since = f"Since the first letter, after {len(invitation.past)} lines: " if invitation.past else ""
    return (
        f"{since}Every command was legal when it was given (rules version {invitation.rules_version}), and was given "
        "by the player whose decision it was.",
        f"{since}No position was set up and no die forced by hand; no line was changed, added or left out.",
        dice["trust" if invitation.mode == "trust" else "sealed"],
        *([f"{_decisions(veils)} fixed before the other player's was known."] if veils else []),
        *(["Enclosed orders answered wherever their question came up, what they say, and nothing else."] * locks),
        *(
            [
                "Conduct answered wherever it had to, what it says, and nothing else; whoever knew the dice of a "
                "letter had fixed it in his letters before."
            ]
            * conducted
        ),
        *([f"What was taken back, {_times(back)}, its player asked for and the other agreed to."] if back else []),
    )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _decisions(count: int) -> str:
    return "One secret decision was" if count == 1 else f"{count} secret decisions were"


def _open(letter: Letter) -> tuple[str, ...]:
    ways = {
        "trust": "Whether a player looked ahead at the dice on a copy before he decided.",
        "sealed": "Whether a player has told the other, or somebody else, the secret from which his rolls come.",
    }
    hidden = any(entry.veil for entry in letter.letters[-2:])
    locks = any(entry.locks for entry in letter.letters)
    conducted = any(entry.conduct for entry in letter.letters)
    return (
        "Who the players are: letters are not signed, and one person could have written all of them.",
        *([PAST] if letter.invitation.past else []),
        "Whether more letters were written after this one.",
        ways["trust" if letter.invitation.mode == "trust" else "sealed"],
        "Whether a player has begun other games, and gave them up when they began or went badly.",
        *(["What the decision is that is still veiled."] if hidden else []),
        *([face_down.PROMISE] * face_down.has_some(find_title(letter.invitation.title))),
        *(["Whether a player tried the locks of enclosed orders, to know them before they acted."] * locks),
        *(
            ["Whether the locks are still as their owner wrote them: his own program tells, as it opens a letter."]
            * locks
        ),
        *(["Whether a player tried moves on a copy against the other's conduct, which he can read."] * conducted),
    )
