"""A game by mail as one of its players has it: what he may do now, the letter to send, the letter to open."""

from collections import Counter
from dataclasses import dataclass, field
from secrets import token_hex

from wargame_tui.core.command import Command
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game, NoUndo
from wargame_tui.core.harmless import harmless, is_harmless
from wargame_tui.core.step import IllegalCommand
from wargame_tui.core.title import StandingOrder, find_scenario
from wargame_tui.mail import chain, enclosed, face_down, orders, proof, secret
from wargame_tui.mail.letters import (
    LONGEST_WORD,
    MOST_LOCKS,
    MOST_PENDING,
    Answer,
    BadLetter,
    Entry,
    Invitation,
    Letter,
    Lock,
    Mode,
    digest,
)


class NotNow(ForPlayers):
    """Something that a player cannot do at this point of the correspondence; says what to do instead."""


@dataclass
class Correspondence:
    """One player's side of a game by mail. Every method does all of what it says, or raises and changes nothing."""

    side: str
    """Who I am."""
    secret: str
    """The end of my chain; never leaves this machine."""
    invitation: Invitation
    answer: Answer | None = None
    game: Game | None = None
    """None until the first letter has come."""
    letters: list[Entry] = field(default_factory=list)
    """All letters written and read."""
    links: dict[str, str] = field(default_factory=dict)
    """The newest link of each side that has shown one."""
    pending: list[str] = field(default_factory=list)
    """What the next letter leaves to be carried out."""
    veiled: str = ""
    """My decision that the next letter hides, or the last one hid: see `wargame_tui.mail.secret`."""
    orders: list[StandingOrder] = field(default_factory=list)
    """Answers that I have prepared: see `wargame_tui.mail.orders`."""
    base: int = 0
    """Lines of the journal that are not to be taken back."""

    # Beginning

    @classmethod
    def invite(cls, scenario: str, side: str, name: str, mode: Mode, options: dict[str, str]) -> "Correspondence":
        """A new game, to be accepted by somebody. Raises UnknownScenario, NotNow, BadOption."""
        title, info = find_scenario(scenario)
        _insist_on_name(name)
        if info.solitaire:
            raise NotNow(f"{info.name} is for one player")
        if side not in title.sides:
            raise NotNow(f"{title.name} is played by {' and '.join(title.sides)}")
        guest = next(each for each in title.sides if each != side)
        Game(title, scenario, 0, options)  # Raises BadOption.
        secret = chain.new_secret()
        terms = Invitation(
            game=token_hex(8),
            title=title.id,
            scenario=scenario,
            rules_version=title.rules_version,
            data_digest=title.digest(scenario),
            packs=dict(title.packs(scenario)),
            options=options,
            mode=mode,
            name=name,
            side=side,
            guest=guest,
            tip="0" * 64,
        )
        tip = chain.link(secret, 0, terms.bond(side))
        return cls(side, secret, terms.model_copy(update={"tip": tip}))

    @classmethod
    def accept(cls, invitation: Invitation, name: str) -> "Correspondence":
        """The game of an invitation, with the answer to be sent. Raises BadLetter, NotNow."""
        proof.insist_on_offer(invitation)
        _insist_on_name(name)
        secret = chain.new_secret()
        tip = chain.link(secret, 0, invitation.bond(invitation.guest))
        answer = Answer(invitation=invitation, name=name, tip=tip)
        return cls(invitation.guest, secret, invitation, answer)

    def take_answer(self, answer: Answer) -> None:
        """Begin the game that was accepted. Raises BadLetter, NotNow."""
        if digest(answer.invitation) != digest(self.invitation):
            raise BadLetter("foreign game", "it answers another invitation, or its terms were changed")
        if self.answer is not None:
            raise NotNow("the invitation has been answered already" if self.game else "this is your own answer")
        proof.insist_on_two_secrets(answer)
        self.game = proof.begin(answer, self.link(1))
        self.answer, self.base = answer, self.game.seq

    def link(self, number: int) -> str:
        """A link of my chain."""
        return chain.link(self.secret, number, self.invitation.bond(self.side))

    # Playing

    @property
    def my_turn(self) -> bool:
        """Whether it is for me to write."""
        return self._is_next and not self.settled

    @property
    def settled(self) -> bool:
        """Whether the game is over, and both players know it."""
        game = self.game
        return game is not None and bool(game.over and self.letters) and self.letters[-1].seq == game.seq

    @property
    def _is_next(self) -> bool:
        """Whether the last letter is the other player's, or nobody has written yet and I am to begin."""
        if self.game is None:
            return False
        return self.letters[-1].side != self.side if self.letters else self.side == self.invitation.side

    @property
    def may_decide(self) -> bool:
        """Whether a decision is mine now."""
        if not self.my_turn or self.veiled or self.table.side != self.side:
            return False
        return not self.pending or (self.invitation.mode == "batch" and not self._answers_veil)

    @property
    def ready(self) -> bool:
        """Whether the letter can be sent."""
        return self.my_turn and (bool(self.pending or self.veiled) or self.table.side != self.side)

    @property
    def standing(self) -> str:
        """Whose turn it is, in a sentence."""
        if self.answer is None:
            return "your invitation has not been answered yet"
        if self.game is None:
            return "you have accepted; the game begins with the other player's first letter"
        if self.game.over and not self.my_turn:
            return f"the game is over: {self.game.over.level}"
        if not self.my_turn:
            return "you are waiting for a letter"
        return "your letter is ready to be sent" if self.ready else f"you have to decide: {self.table.prompt.text}"

    @property
    def _game(self) -> Game:
        if self.game is None:
            raise NotNow("the game begins when the first letter has come")
        return self.game

    @property
    def table(self) -> Game:
        """The game as I have to look at it: behind a veil another decision stands in for the other player's."""
        return secret.stand_in(self._game) if self._answers_veil else self._game

    @property
    def _answers_veil(self) -> bool:
        return self.my_turn and bool(self.letters) and self.letters[-1].veil is not None

    def apply(self, given: str | Command) -> tuple[Event, ...]:
        """Carry out a command of mine; declare it if it takes dice that both have to make, veil it if it is secret.

        What the other player's enclosed orders answer to it follows at once; then it cannot be taken back. Raises
        NotNow and what Game.apply raises.
        """
        game = self._game
        if not self.may_decide:
            raise NotNow("your letter is ready to be sent" if self.ready else "you are waiting for a letter")
        command = given if isinstance(given, Command) else game.parse(given)
        if self.pending:
            return self._declare(command)
        if self._answers_veil or secret.is_first_of_two(game):
            return self._keep_secret(command)
        try:
            events = game.apply(command)
        except SealedDice:
            return self._declare(command)
        return events + self._heard(game)

    def _heard(self, game: Game) -> tuple[Event, ...]:
        """What happens as the other player's enclosed orders act."""
        start = len(game.entries)
        while self._absent.act(game):
            self.base = game.seq
        return tuple(event for entry in game.entries[start:] for event in entry.events)

    @property
    def _absent(self) -> enclosed.Absent:
        """The other player, who is not here, with what his last letter left."""
        return enclosed.absent(self.invitation, self.letters, self.invitation.other(self.side))

    def _declare(self, command: Command) -> tuple[Event, ...]:
        if len(self.pending) >= MOST_PENDING:
            raise NotNow(f"a letter declares at most {MOST_PENDING} commands")
        self.pending.append(command.notation())
        return ()

    def _keep_secret(self, command: Command) -> tuple[Event, ...]:
        refusal = self.table.refusal(command)
        if refusal is not None:
            raise IllegalCommand(refusal)
        if self._answers_veil:
            return self._declare(command)
        self.veiled = command.notation()
        return ()

    def follow_orders(self) -> list[str]:
        """Answer what my standing orders answer, until a question is left to me; the commands given."""
        given: list[str] = []
        while self.may_decide and not self.pending and len(given) < orders.MOST_ANSWERS:
            command = orders.answer(self.orders, self.table)
            if command is None:
                break
            self.apply(command)
            given.append(command.notation())
        return given

    def undo(self) -> None:
        """Take back my last command or declaration. Raises NotNow, NoUndo."""
        if not self.my_turn:
            raise NotNow("the letter is sent")
        if self.veiled:
            self.veiled = ""
            return
        if self.pending:
            self.pending.pop()
            return
        if self._game.seq <= self.base:
            raise NoUndo("there is nothing of yours to take back: what has been answered stands")
        self._game.undo(agreed=True)

    def letter(self) -> Letter:
        """The letter to send now; writing it twice gives the same. Raises NotNow."""
        if not self.ready or self.answer is None:
            raise NotNow("you have still to decide" if self.my_turn else "it is the other player's turn to write")
        game = self._game
        number = proof.counts(self.letters)[self.side] + 1
        veil = chain.veil(self.invitation.game, self.link(number + 1), self.veiled)
        entry = Entry(
            side=self.side,
            seq=game.seq,
            pending=[face_down.tagged(game.title, self.invitation.game, text) for text in self.pending],
            veil=veil if self.veiled else None,
            locks=self._new_locks(),
        )
        return Letter(
            answer=self.answer,
            journal=face_down.rows(game.title, game.lines()),
            letters=[*self.letters, entry],
            links={**self.links, self.side: self.link(number)},
            turn=game.title.turn(game.state),
            question=self._question(),
        )

    def _new_locks(self) -> list[Lock] | None:
        """My enclosed orders; None if they are those of my last letter. Raises NotNow."""
        mine, bond = (self.secret, self.invitation.game), self.invitation.bond(self.side)
        locks = [enclosed.locked(order, *mine, bond) for order in self.orders if order.enclosed]
        if len(locks) > MOST_LOCKS:
            raise NotNow(f"a letter encloses at most {MOST_LOCKS} orders, you have {len(locks)}: take some back")
        return None if locks == [*enclosed.in_force(self.letters, self.side)] else locks

    def _question(self) -> str:
        """What the receiver is asked first; empty if it depends on dice, or on what is veiled."""
        if self._game.over or self.pending:
            return ""
        return (secret.stand_in(self._game) if self.veiled else self._game).prompt.text

    def last_letter(self) -> Letter:
        """The last letter that was exchanged, whoever wrote it. Raises NotNow."""
        if self.answer is None or not self.letters:
            raise NotNow("no letter has been exchanged yet")
        game = self._game
        return Letter(
            answer=self.answer,
            journal=face_down.rows(game.title, game.lines()[: self.letters[-1].seq]),
            letters=self.letters,
            links=self.links,
            turn=game.title.turn(game.state),
        )

    def sent(self, letter: Letter) -> None:
        """The letter has left: from now on nothing in it can be changed."""
        self.letters, self.links = list(letter.letters), dict(letter.links)
        self.pending, self.base = [], self._game.seq

    # Opening

    def open(self, letter: Letter) -> int:
        """Take in a letter of the other player; the line of the journal from which on it is new.

        Raises BadLetter, saying what is wrong with it; nothing is changed then.
        """
        self._insist_on_terms(letter)
        self._insist_on_place(letter)
        links = proof.links_of(letter)
        game = self._begun(letter, links)
        known, lines = game.lines(), letter.lines
        for number, (mine, theirs) in enumerate(zip(known, lines, strict=False), 1):
            if theirs not in (mine, face_down.covered(game.title, mine)):
                here = face_down.covered(game.title, mine).text[:60] or face_down.UNTOLD
                raise BadLetter("edited history", f"line {number} is `{theirs.text[:60]}`, here it is `{here}`")
        if len(lines) < len(known):
            raise BadLetter("edited history", f"it has {len(lines)} lines, but {len(known)} have been played already")
        start = game.seq
        proof.carry_on(game, letter.invitation, letter.letters, lines[start:], links)
        self._carry_out(game, letter, links)
        self.game, self.letters, self.links = game, list(letter.letters), dict(letter.links)
        self.answer, self.pending, self.veiled, self.base = letter.answer, [], "", game.seq
        return start

    def left_out(self) -> list[str]:
        """What the last two letters declared and was no longer legal when it came to be carried out."""
        assert self.game is not None
        lines, found = self.game.lines(), list[str]()
        ends = [*(entry.seq for entry in self.letters[1:]), self.base]
        for entry, end in [*zip(self.letters, ends, strict=True)][-2:]:
            texts = (line.text for line in lines[entry.seq : end] if line.side == entry.side)
            done = Counter(face_down.tagged(self.game.title, self.invitation.game, text) for text in texts)
            found += (Counter(entry.pending) - done).elements()
        return [face_down.UNTOLD if face_down.is_tag(text) else harmless(text) for text in found]

    def _begun(self, letter: Letter, links: proof.Links) -> Game:
        if self.game is not None:
            return self.game.branch()
        return proof.begin(letter.answer, links.of(letter.invitation.side, 1))

    def _carry_out(self, game: Game, letter: Letter, links: proof.Links) -> None:
        """What the letter leaves to me, with the dice of both; first what I had veiled."""
        if self.veiled:
            game.apply(self.veiled)
        pending = letter.letters[-1].pending
        if not pending:
            return
        absent = enclosed.absent(letter.invitation, letter.letters, letter.side)
        mine = links.shown.get(self.side, 0) + 1
        theirs = links.of(letter.side, links.shown[letter.side])
        seed = proof.dice_of(letter.invitation, game, letter.number, pending, theirs, self.link(mine))
        proof.carry_out(game, absent, pending, seed)

    def _insist_on_terms(self, letter: Letter) -> None:
        if letter.invitation.game != self.invitation.game:
            raise BadLetter("foreign game", "it belongs to another game")
        if self.answer is None:
            raise BadLetter("foreign game", "the invitation has not been answered yet: open the answer first")
        if digest(letter.answer) != digest(self.answer):
            raise BadLetter("changed terms", "its terms are not those of the invitation and the answer")
        proof.installed(letter.invitation)

    def _insist_on_place(self, letter: Letter) -> None:
        """It must be the next letter, written after all that have been exchanged."""
        known, theirs = self.letters, letter.letters
        for number, (mine, given) in enumerate(zip(known, theirs, strict=False), 1):
            if mine != given and mine.model_copy(update={"locks": given.locks}) == given:
                raise BadLetter("altered orders", f"the orders enclosed in letter {number} are others there")
            if mine != given:
                raise BadLetter("fork", f"letter {number} is another one there: the game has split in two")
        if len(theirs) <= len(known):
            raise BadLetter("already read", f"letter {len(theirs)} has been dealt with: the last one is {len(known)}")
        if len(theirs) > len(known) + 1:
            raise BadLetter(
                "letter missing", f"it is letter {len(theirs)}, but letter {len(known) + 1} has not been opened yet"
            )
        if letter.side == self.side:
            raise BadLetter("wrong player", f"it is a letter by {self.side}, which is you")
        if self._is_next:
            raise BadLetter("out of turn", "it is your turn to write: the other player cannot have written again")


def _insist_on_name(name: str) -> None:
    if not 1 <= len(name) <= LONGEST_WORD or not name.isprintable() or not is_harmless(name):
        raise NotNow(f"your name has 1 to {LONGEST_WORD} characters, all on one line")
