"""A game by mail as one of its players has it: what he may do now, the letter to send, the letter to open."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import Any

from wargame_tui import __version__
from wargame_tui.board import conduct
from wargame_tui.board.conduct import Conduct
from wargame_tui.core.command import Command
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game, NoUndo
from wargame_tui.core.harmless import harmless_lines, is_harmless
from wargame_tui.core.journal import KERNEL
from wargame_tui.core.step import IllegalCommand
from wargame_tui.core.title import StandingOrder, find_scenario
from wargame_tui.mail import chain, enclosed, face_down, orders, past, proof, secret, taking_back
from wargame_tui.mail.letters import (
    CONDUCTED,
    LONGEST,
    LONGEST_NOTE,
    LONGEST_WORD,
    MOST_CONDUCT,
    MOST_LOCKS,
    MOST_PENDING,
    Answer,
    BadLetter,
    Entry,
    Invitation,
    Letter,
    Lock,
    Mode,
    Ordered,
    digest,
)

TO_ALLOW = "May the other player take something back?"
"""What a letter asks that asks for that."""
REHEARSED = 6
"""Ways for the dice to fall that are tried on a copy, to see whether a declared command could follow them."""
IF_REHEARSED = 4
"""Times as many for what is declared with an `if`: it may hang on one result of a battle."""
ON_CONDITION = "if "
"""Before what is declared to be given if it comes to that."""


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
    conduct: Conduct = ()
    """What my next letter and those after it say of how I answer: see `wargame_tui.board.conduct`."""
    note: str = ""
    """What my next letter says to the other player besides."""
    asks: int | None = None
    """The line that my next letter asks to go back to."""
    granted: bool | None = None
    """What my next letter answers to such a request."""

    # Beginning

    @classmethod
    def invite(
        cls, scenario: str, side: str, name: str, mode: Mode, options: dict[str, str], table: Game | None = None
    ) -> "Correspondence":
        """A new game, to be accepted by somebody, or one that was begun at one table.

        Raises UnknownScenario, NotNow, BadOption, NoPast.
        """
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
            **(past.brought(table) if table is not None else {}),
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
        if not self.my_turn or self.veiled or self.asks is not None or self.table.side != self.side:
            return False
        return not self.pending or (self.invitation.mode == "batch" and not self._answers_veil)

    @property
    def ready(self) -> bool:
        """Whether the letter can be sent."""
        if self.is_asked:
            return self.granted is not None
        asks = self.asks is not None
        return self.my_turn and (asks or bool(self.pending or self.veiled) or self.table.side != self.side)

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
        if self.is_asked and self.granted is None:
            return f"you are asked to let the other player take back {self.to_be_taken_back} commands: say yes or no"
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
            return self._declare(command.notation())
        if self._answers_veil or secret.is_first_of_two(game):
            return self._keep_secret(command)
        try:
            events = game.apply(command)
        except SealedDice:
            return self._declare(command.notation())
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

    def _declare(self, text: str) -> tuple[Event, ...]:
        if len(self.pending) >= MOST_PENDING:
            raise NotNow(f"a letter declares at most {MOST_PENDING} commands")
        self.pending.append(text)
        return ()

    @property
    def may_declare(self) -> bool:
        """Whether my letter asks for dice, and I can declare what I go on to do after them."""
        if not self.my_turn or self.veiled or self._answers_veil or self.invitation.format < CONDUCTED:
            return False
        if self.asks is not None or self.is_asked:
            return False
        return bool(self.pending) or self._rolls_by_order(self._game)

    def _rolls_by_order(self, game: Game) -> bool:
        """Whether the other player's orders answer what he is asked now, with dice of both."""
        theirs = proof.at_exchange(self.invitation, [*self.letters, Entry(side=self.side, seq=game.seq)])[1:]
        return proof.is_exchange(game, self.invitation, (), theirs)

    def declare(self, given: str) -> None:
        """Declare what I go on to do after the dice that my letter asks for: commands with `; ` between them.

        They must be such as I could give, one after the other: up to dice, or all of them. Either where the letter may
        come to with dice of some other seed, carried out on a copy; or at some position of this letter, as if what was
        declared before them were not. In a sealed game they are given only if everything declared before could be;
        in a batch, if they are still legal. With `if` before them each is left out alone where it cannot be given, and
        what is declared behind them stands: who advances, takes a loss, or goes on. Raises NotNow, BadNotation.
        """
        game = self._game
        if not self.may_declare:
            raise NotNow("your letter asks for no dice after which anything could follow")
        conditional = given.strip().startswith(ON_CONDITION)
        mark, given = (proof.IF, given.strip().removeprefix(ON_CONDITION)) if conditional else ("", given)
        texts = [game.parse(text).notation() for text in given.split(proof.THEN.strip())]
        # Behind the dice first: many decisions have a command `end`, and the one meant is that to come.
        found = self._after_some_dice(texts, mark) or (None if mark else self._at_some_position(texts))
        if found is None:
            raise NotNow(f"`{texts[0][:60]}` could not be given in this letter, nor after the dice that it asks for")
        self.declare_there(proof.THEN.join(found), joined=False)

    def declare_there(self, declared: str, *, joined: bool) -> None:
        """Declare commands for decisions that they name; in a batch on their own, if not `joined` to the last ones.

        Raises NotNow.
        """
        behind = self.pending[-1:] if joined or self.invitation.mode != "batch" else []
        declared = proof.THEN.join([*behind, declared])
        if len(declared) > LONGEST:
            raise NotNow("a letter has no room for so much: leave what comes last to your next letter")
        if behind:
            self.pending.pop()
        self._declare(declared)

    def rehearsal(self, seed: int) -> proof.Rehearsal:
        """My letter carried out on a copy, if dice fell as a seed says; what I declare is still to be brought there.

        The other player's locks are left shut: what they hold is told to nobody before it answers. Raises NotNow.
        """
        players = self._at_exchange()
        players = [players[0], *(replace(theirs, locks=()) for theirs in players[1:])]
        return proof.Rehearsal(self._game.branch(), players, seed)

    @property
    def told(self) -> list[str]:
        """What I declare as my letter brings it."""
        return [self._tagged(each) for each in self.pending]

    def _at_exchange(self) -> list[enclosed.Absent]:
        """Whose orders answer while my letter, as it is now, is carried out. Raises NotNow."""
        mine = Entry(side=self.side, seq=self._game.seq, locks=self._new_locks(), **self._besides())
        return proof.at_exchange(self.invitation, [*self.letters, mine])

    def _at_some_position(self, texts: Sequence[str]) -> list[str] | None:
        """Commands as I could have given them in this letter, each with its decision; None if I could not."""
        ahead = self._game.branch()
        while ahead.side != self.side or (found := proof.at_decisions(ahead, texts)) is None:
            # My letter begins where the other's had been carried out.
            if ahead.seq <= (self.letters[-1].seq if self.letters else 0) or ahead.entries[-1].side == KERNEL:
                return None
            ahead.undo(agreed=True)
        return found

    def _after_some_dice(self, texts: Sequence[str], mark: str) -> list[str] | None:
        """Commands as I could give them once the letter is carried out, as dice may fall; None if they never fell so.

        The seeds are no secret and have nothing to do with the game's: nothing is learned of the dice to come.
        """
        game, players = self._game, self._at_exchange()
        pending = [self._tagged(each) for each in self.pending]
        for seed in range(REHEARSED * (IF_REHEARSED if mark else 1)):
            found = proof.rehearsed(game.branch(), players, pending, seed, texts, mark)
            if found is not None:
                return found
        return None

    def _keep_secret(self, command: Command) -> tuple[Event, ...]:
        refusal = self.table.refusal(command)
        if refusal is not None:
            raise IllegalCommand(refusal)
        if self._answers_veil:
            return self._declare(command.notation())
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

    @property
    def takes_notes(self) -> bool:
        """Whether letters of this game bring notes."""
        return self.invitation.format >= CONDUCTED

    def write_note(self, text: str) -> None:
        """What my next letter says besides. Raises NotNow."""
        if not self.takes_notes:
            raise NotNow("this game was begun by an older version: its letters bring no notes")
        if not self.my_turn:
            raise NotNow("the letter is sent: a note goes with your next one")
        if len(text) > LONGEST_NOTE:
            raise NotNow(f"a note has at most {LONGEST_NOTE} characters, this one {len(text)}")
        self.note = harmless_lines(text.strip())

    def undo(self) -> None:
        """Take back my last command or declaration. Raises NotNow, NoUndo."""
        if not self.my_turn:
            raise NotNow("the letter is sent")
        if self.asks is not None or self.granted is not None:
            self.asks = self.granted = None
            return
        if self.veiled:
            self.veiled = ""
            return
        if self.pending:
            before, then, _ = self.pending.pop().rpartition(proof.THEN)
            self.pending += [before] * bool(then and self.invitation.format >= CONDUCTED)
            return
        if self._game.seq <= self.base:
            raise NoUndo("there is nothing of yours to take back: what has been answered stands")
        self._game.undo(agreed=True)

    # Taking back by consent

    @property
    def is_asked(self) -> bool:
        """Whether the other player's letter asks me to agree that he takes something back."""
        return self.my_turn and bool(self.letters) and self.letters[-1].asks is not None

    @property
    def to_be_taken_back(self) -> int:
        """Commands of players that are taken back if the request is granted, mine or the other's."""
        since = self.asks if self.asks is not None else self.letters[-1].asks if self.letters else None
        if since is None:
            return 0
        return sum(entry.side != KERNEL for entry in self._game.entries[since:])

    def ask_back(self, line: int | None = None) -> None:
        """Ask in my next letter to take back my decision in a line of the journal, from 0, and all after it.

        Without a line: all that my last letter decided. The letter asks, and does nothing else. Raises NotNow.
        """
        game = self._game
        if self.invitation.format < CONDUCTED:
            raise NotNow("this game was begun by an older version: what was sent cannot be taken back in it")
        if not self.my_turn or self.is_asked:
            raise NotNow("you can ask for that in your next letter, once the other player has answered this one")
        if game.seq > self.base or self.pending or self.veiled:
            raise NotNow("undo first what you have decided since: the letter that asks decides nothing")
        since = self._last_decided() if line is None else line
        if since is None:
            raise NotNow("there is no letter of yours with decisions that could be taken back")
        if why := taking_back.refusal(game, self.invitation, self.letters, self.side, since):
            raise NotNow(why)
        self.asks = since

    def _last_decided(self) -> int | None:
        """The first line that I decided freely in my last letter with any such decision; None if there is none."""
        start, entries = past.begun_at(self.invitation, self._game), self._game.entries
        ends = [start, *(entry.seq for entry in self.letters)]
        for begin, end, entry in reversed([*zip(ends, ends[1:], self.letters, strict=False)]):
            mine = [n for n in range(begin, min(end, len(entries))) if entries[n].side == self.side]
            free = [n for n in mine if self.invitation.mode == "trust" or self._game.states[n].dice.seed is None]
            if entry.side == self.side and free:
                return free[0]
        return None

    def at_one_table(self) -> Game:
        """The game as it stands here, to go on at one table with dice of its own. Raises NotNow."""
        if self.veiled or self._answers_veil or (self.letters and self.letters[-1].veil):
            raise NotNow("a secret decision is being made: go on by letters until both know it")
        return past.at_one_table(self._game)

    def answer_back(self, *, grant: bool) -> None:
        """Say in my next letter whether the other player may take back what he asked for. Raises NotNow."""
        if not self.is_asked:
            raise NotNow("the other player has not asked to take anything back")
        self.granted = grant

    def letter(self) -> Letter:
        """The letter to send now; writing it twice gives the same. Raises NotNow."""
        if not self.ready or self.answer is None:
            raise NotNow("you still have to decide" if self.my_turn else "it is the other player's turn to write")
        game, lost = self._gone_back()
        number = proof.counts(self.letters)[self.side] + 1
        veil = chain.veil(self.invitation.game, self.link(number + 1), self.veiled)
        entry = Entry(
            side=self.side,
            seq=game.seq,
            pending=self.told,
            veil=veil if self.veiled else None,
            locks=self._new_locks(),
            asks=self.asks,
            granted=self.granted,
            lost=lost,
            **self._besides(),
        )
        return Letter(
            answer=self.answer,
            journal=face_down.rows(game.title, game.lines()),
            letters=[*self.letters, entry],
            links={**self.links, self.side: self.link(number)},
            turn=game.title.turn(game.state),
            question=self._question([*self.letters, entry]),
        )

    def _gone_back(self) -> tuple[Game, list[list[str]] | None]:
        """The game as my letter leaves it, and the lines that it grants to take back."""
        game, asked = self._game, self.letters[-1].asks if self.letters else None
        if not self.granted or asked is None:
            return game, None
        back = game.branch()
        back.undo(game.seq - asked, agreed=True)
        return back, face_down.rows(game.title, game.lines(asked))

    def _new_locks(self) -> list[Lock] | None:
        """My enclosed orders; None if they are those of my last letter. Raises NotNow."""
        mine, bond = (self.secret, self.invitation.game), self.invitation.bond(self.side)
        locks = [enclosed.locked(order, *mine, bond) for order in self.orders if order.enclosed]
        if len(locks) > MOST_LOCKS:
            raise NotNow(f"a letter encloses at most {MOST_LOCKS} orders, you have {len(locks)}: take some back")
        return None if locks == [*enclosed.in_force(self.letters, self.side)] else locks

    def _besides(self) -> dict[str, Any]:
        """What letters have from format 3 on: my conduct if it is new, and a note. Raises NotNow."""
        if self.invitation.format < CONDUCTED:
            if self.conduct or self.note:
                raise NotNow("this game was begun by an older version: its letters bring neither conduct nor notes")
            return {}
        mine = [Ordered.model_validate(row) for row in conduct.dumped(self.conduct)]
        if len(mine) > MOST_CONDUCT:
            raise NotNow(f"a letter brings a conduct of at most {MOST_CONDUCT} orders, yours has {len(mine)}")
        changed = mine != [*enclosed.conduct_of(self.letters, self.side)]
        told = changed or any(enclosed.conduct_of(self.letters, side) for side in self.links)
        return {
            "conduct": mine if changed else None,
            "program": __version__ if told else "",
            "note": self.note,
        }

    def _question(self, letters: Sequence[Entry]) -> str:
        """What the receiver is asked first; empty if it depends on dice, or on what is veiled."""
        if taking_back.is_about(letters[-1]):
            return "" if letters[-1].asks is None else TO_ALLOW
        if self._game.over or proof.is_exchange(
            self._game, self.invitation, self.pending, proof.at_exchange(self.invitation, letters)
        ):
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
        self.game, _ = self._gone_back()
        self.letters, self.links = list(letter.letters), dict(letter.links)
        self.pending, self.base, self.note = [], self.game.seq, ""
        self.asks = self.granted = None

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
        if len(lines) < len(known) and not letter.letters[-1].granted:
            raise BadLetter("edited history", f"it has {len(lines)} lines, but {len(known)} have been played already")
        start = game.seq
        proof.carry_on(game, letter.invitation, letter.letters, lines[start:], links)
        self._carry_out(game, letter, links)
        self.game, self.letters, self.links = game, list(letter.letters), dict(letter.links)
        self.answer, self.pending, self.veiled, self.base = letter.answer, [], "", game.seq
        if not taking_back.is_about(letter.letters[-1]):
            self._heard(game)
        return min(start, game.seq)

    def left_out(self) -> list[str]:
        """What the last two letters declared and could not be given as they were carried out."""
        assert self.game is not None
        lines, found = self.game.lines(), list[str]()
        ends = [*(entry.seq for entry in self.letters[1:]), self.base]
        for entry, end in [*zip(self.letters, ends, strict=True)][-2:]:
            texts = (line.text for line in lines[entry.seq : end] if line.side == entry.side)
            done = Counter(self._tag(text) for text in texts)
            found += (Counter(proof.insisted_on(entry.pending)) - done).elements()
        return [face_down.told(text) for text in found]

    def _tagged(self, declared: str) -> str:
        """A declaration as letters bring it: what lies face down as a tag."""
        if self.invitation.format < CONDUCTED:
            return self._tag(declared)
        return proof.THEN.join(
            declared_for[: len(declared_for) - len(text)] + self._tag(text)
            for declared_for in declared.split(proof.THEN)
            for _, text in [proof.meant(declared_for)]
        )

    def _tag(self, text: str) -> str:
        return face_down.tagged(self._game.title, self.invitation.game, text)

    def _begun(self, letter: Letter, links: proof.Links) -> Game:
        if self.game is not None:
            return self.game.branch()
        return proof.begin(letter.answer, links.of(letter.invitation.side, 1))

    def _carry_out(self, game: Game, letter: Letter, links: proof.Links) -> None:
        """What the letter leaves to me, with the dice of both; first what I had veiled."""
        if self.veiled:
            game.apply(self.veiled)
        pending, players = letter.letters[-1].pending, proof.at_exchange(letter.invitation, letter.letters)
        if taking_back.is_about(letter.letters[-1]):
            return
        if not proof.is_exchange(game, letter.invitation, pending, players):
            return
        mine = links.shown.get(self.side, 0) + 1
        theirs = links.of(letter.side, links.shown[letter.side])
        seed = proof.dice_of(letter.invitation, game, letter.number, pending, theirs, self.link(mine))
        proof.carry_out(game, players[0], pending, seed, *players[1:])

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
            orders_there = {"locks": given.locks, "conduct": given.conduct}
            if mine != given and mine.model_copy(update=orders_there) == given:
                raise BadLetter("altered orders", f"the orders in letter {number} are others there")
            if mine != given:
                raise BadLetter("fork", f"letter {number} is another one there: the game has split in two")
        if len(theirs) <= len(known) and letter.side == self.side:
            raise BadLetter("already read", f"letter {len(theirs)} is your own: it is for the other player to open")
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
        raise NotNow(f"a name has 1 to {LONGEST_WORD} characters, all on one line")
