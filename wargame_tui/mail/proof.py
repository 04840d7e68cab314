"""What makes a letter true: every line of its game follows from the one before, under the rules, by whose turn it was.

`carry_on` plays the lines that one letter adds to a game; opening a letter does that once, verifying a game does it for
every letter from the invitation on. A fault is named; the game that was given is then of no more use.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

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
from wargame_tui.mail import chain, enclosed, face_down, secret
from wargame_tui.mail.enclosed import Absent, Door
from wargame_tui.mail.letters import FORMAT, MOST_PENDING, Answer, BadLetter, Entry, Invitation, Letter

NOT_HERE = ("unknown title", "other rules", "other data")
"""Faults that lie in what is installed here, not in a letter."""
MOST: Mapping[str, int] = {"trust": 0, "sealed": 1, "batch": MOST_PENDING}
"""Commands that a letter may leave to be carried out by the receiver."""


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
            "it was written by an older version of the program, whose secrets are not bound to their players: "
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
        game = Game(title, invitation.scenario, start, invitation.options)
    except ValueError as error:
        raise BadLetter("malformed", f"the game cannot be set up: {error}") from None
    if invitation.mode != "trust":
        game.reseed(None)
    return game


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


def carry_out(game: Game, absent: Absent, pending: Sequence[str], seed: int | None) -> frozenset[int]:
    """Do what a letter left to its receiver: each command that is still legal, with the dice of both.

    Orders that the sender enclosed answer what he is asked in between, but for what he declared. The numbers of the
    lines that they gave, from 0.
    """
    ordered, tried = set(), set[Door]()
    if seed is not None:
        game.reseed(seed)
    for text in pending:
        while not _done(game, absent, text) and absent.act(game, tried):
            ordered.add(game.seq - 1)
    while absent.act(game, tried):
        ordered.add(game.seq - 1)
    if seed is not None:
        game.reseed(None)
    return frozenset(ordered)


def _done(game: Game, absent: Absent, text: str) -> bool:
    """Whether what the absent player declared could be carried out now; then it has been."""
    if game.side != absent.side or (command := face_down.untagged(game, absent.game, text)) is None:
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
    if before and before.pending:
        _insist_on_results(game, invitation, letters, lines[game.seq - start :], links)
    absent = _reader(invitation, letters)
    for covered in lines[game.seq - start :]:
        line = face_down.uncovered(game, covered)
        _insist_on_orders(game, absent, line)
        _insist_on_line(game, absent.side if line.side == absent.side and absent.locks else entry.side, line)
    _insist_on_orders(game, absent, None)
    if entry.seq != game.seq:
        raise BadLetter("malformed", f"it says that it holds {entry.seq} lines, but there are {game.seq}")
    if before and before.veil:
        _insist_on_answer(game, entry)
    elif entry.veil:
        _insist_on_veil(game, entry)
    else:
        _insist_on_end(game, invitation, entry)


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
    shown = counts(letters)
    start, pending = game.seq, letters[-2].pending
    theirs, ours = links.of(sender, shown[sender]), links.of(receiver, shown[receiver])
    seed = dice_of(invitation, game, number, pending, theirs, ours)
    ordered = carry_out(game, enclosed.absent(invitation, letters, sender), pending, seed)
    for place, found in enumerate(game.lines(start)):
        line = face_down.covered(game.title, found)
        given = lines[place] if place < len(lines) else None
        if start + place in ordered and (given is None or given[:2] != line[:2]):
            declared = given is not None and given.text in pending
            raise _ordered_otherwise(start + place + 1, sender, line.text, None if declared else given)
        if given != line:
            what = f"`{given.text[:60]}`" if given else "nothing"
            raise BadLetter(
                "edited dice",
                f"line {start + place + 1}: the declared command leads to `{line.text[:60]}` with other results than "
                f"the letter has ({what}): the dice of both players were not used",
            )


def _reader(invitation: Invitation, letters: Sequence[Entry]) -> Absent:
    """The player who did not write the last of these letters."""
    return enclosed.absent(invitation, letters, invitation.other(letters[-1].side))


def _insist_on_orders(game: Game, absent: Absent, line: Line | None) -> None:
    """Where an order of the absent player answers, and only there, the next line is his: the very answer."""
    ordered = absent.act(game.branch()) if absent.locks and game.side == absent.side else None
    number = game.seq + 1
    if ordered is not None:
        answer = ordered.notation()
        if line is None or (line.side, line.text) != (absent.side, answer):
            raise _ordered_otherwise(number, absent.side, answer, line)
    elif line is not None and line.side == absent.side and absent.locks:
        if game.side == absent.side:
            raise BadLetter(
                "forged order", f"line {number} `{line.text[:60]}`: {absent.side} has enclosed no order that answers so"
            )
        raise BadLetter("unasked order", f"line {number} `{line.text[:60]}`: nothing was asked of {absent.side} there")


def _ordered_otherwise(number: int, side: str, answer: str, given: Line | None) -> BadLetter:
    """The fault where an enclosed order answers, but a letter has something else."""
    if given is not None and given.side == side:
        return BadLetter(
            "forged order", f"line {number} `{given.text[:60]}`: the order that {side} enclosed says `{answer[:60]}`"
        )
    return BadLetter("withheld order", f"line {number}: an order that {side} enclosed answers there, but is left out")


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


def _insist_on_end(game: Game, invitation: Invitation, entry: Entry) -> None:
    """A letter ends where its sender has nothing to decide, or leaves it to be carried out."""
    if len(entry.pending) > MOST[invitation.mode]:
        raise BadLetter("wrong dice mode", f"a game with dice mode {invitation.mode} cannot leave that to be rolled")
    if entry.pending and game.side != entry.side:
        raise BadLetter("wrong player", f"it declares `{entry.pending[0][:60]}`, but {entry.side} has not to decide")
    if entry.pending and not _needs_dice(game, face_down.untagged(game, invitation.game, entry.pending[0])):
        raise BadLetter("illegal command", f"`{entry.pending[0][:60]}` is declared, but is not legal or needs no dice")
    if not entry.pending and not game.over and game.side == entry.side:
        raise BadLetter("incomplete", f"it breaks off where {entry.side} still has to decide: {game.prompt.text}")


def _needs_dice(game: Game, text: str | None) -> bool:
    if text is None:
        return False
    try:
        game.branch().apply(text)
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
    opening = game.lines()
    if lines[: len(opening)] != opening:
        raise BadLetter("edited history", "it does not begin as the invitation says")
    for number, entry in enumerate(letter.letters, 1):
        if number > 1 and entry.side == letter.letters[number - 2].side:
            raise BadLetter("wrong player", f"letters {number - 1} and {number} are both {entry.side}'s")
        try:
            carry_on(game, invitation, letter.letters[:number], lines[game.seq : entry.seq], links)
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
    return (
        f"Every command was legal when it was given (rules version {invitation.rules_version}), and was given by the "
        "player whose decision it was.",
        "No position was set up and no die forced by hand; no line was changed, added or left out.",
        dice["trust" if invitation.mode == "trust" else "sealed"],
        *([f"{_decisions(veils)} fixed before the other player's was known."] if veils else []),
        *(["Enclosed orders answered wherever their question came up, what they say, and nothing else."] * locks),
    )


def _decisions(count: int) -> str:
    return "One secret decision was" if count == 1 else f"{count} secret decisions were"


def _open(letter: Letter) -> tuple[str, ...]:
    ways = {
        "trust": "Whether a player looked ahead at the dice on a copy before he decided.",
        "sealed": "Whether a player has told the other, or somebody else, the secret from which his rolls come.",
    }
    hidden = any(entry.veil for entry in letter.letters[-2:])
    locks = any(entry.locks for entry in letter.letters)
    return (
        "Who the players are: letters are not signed, and one person could have written all of them.",
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
    )
