"""The commands `wargame-tui mail ..` and `wargame-tui verify`."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_tui.board import packs
from wargame_tui.board.moments import IN_SECRET
from wargame_tui.core.game import Game
from wargame_tui.core.harmless import harmless
from wargame_tui.core.journal import KERNEL
from wargame_tui.core.save import DamagedSave
from wargame_tui.core.shelf import Shelf
from wargame_tui.core.title import StandingOrder, find_title, parsed_options, switch
from wargame_tui.mail import armour, box, conducting, declared, face_down, gather, orders, paper, proof
from wargame_tui.mail.ahead import Ahead, Position
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import CHOOSING, CONDUCTED, PROMISES, BadLetter, Invitation, Letter
from wargame_tui.mail.past import AT_TABLE

if TYPE_CHECKING:
    from argparse import Namespace

MORE = "; or more can be declared, as the table stands before the first roll:"
"""What is added to the state of a letter with declared commands, where they may be several."""
FURTHER = "; `mail decide` or `mail ahead` declares what follows the dice that it asks for"
"""The same of a letter that asks for dice."""
MOST_LISTED = 200
"""Legal commands that are listed at once."""


def run(chosen: "Namespace") -> int:
    """Carry out `wargame-tui mail ACTION ..`."""
    actions = {
        "new": _new,
        "read": _read,
        "decide": _decide,
        "send": _send,
        "orders": _orders,
        "conduct": conducting.run,
        "list": _list,
        "gather": _gather,
        "ahead": _ahead,
        "back": _back,
        "table": _table,
        "rename": _rename,
        "archive": _archive,
        "delete": _delete,
        "dice": _dice,
    }
    return actions[chosen.action](chosen)


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        print(f"  {harmless(line)}")


def _invited(chosen: "Namespace") -> Correspondence:
    """A game that is offered, of a scenario or of a saved game at one table. Raises ForPlayers, DamagedSave."""
    given = {name: switch(value) for name, value in parsed_options(chosen.option).items()}
    shelf, table = Shelf(), None
    scenario = chosen.scenario
    if "/" not in scenario and shelf.has(scenario):
        table = shelf.recover(scenario).game
        scenario, given = table.scenario, dict(table.options)
    return Correspondence.invite(scenario, chosen.side, chosen.name, chosen.dice, given, table)


def _new(chosen: "Namespace") -> int:
    mail = _invited(chosen)
    case = box.Box().invite(mail)
    print(f"The game is in your letter box as `{case.name}`. Dice: {PROMISES[mail.invitation.mode]}")
    if face_down.has_some(find_title(mail.invitation.title)):
        print(face_down.PROMISE)
    print(CHOOSING)
    if mail.invitation.past:
        print(paper.with_past(mail.invitation))
    if said := paper.to_be_expected(mail.invitation.title, mail.invitation.mode):
        print(said)
    _tell_where(case, chosen.out)
    return 0


def _read(chosen: "Namespace") -> int:
    text = _text(chosen.file)
    letters = box.Box()
    if not chosen.name and armour.opened(text).kind == "invitation":
        raise BadLetter("no name", "it is an invitation: accept it with your name, --name NAME")
    case, start = letters.receive(text, chosen.name)
    _tell_news(case, start)
    _answer_at_once(letters, case, chosen.out)
    return 0


def _tell_news(case: box.Case, start: int) -> None:
    """What a letter has brought, from a line of the journal on, and how the game stands."""
    mail = case.mail
    if mail.game is not None:
        for number in range(start, len(mail.game.entries)):
            _say(_decided(mail.game, number, mail.side) + _brought(mail.game, number, mail.side))
    _say(paper.taken_back(mail))
    _say(f"declared, but it did not come to that: {text}" for text in case.left_out)
    _say(f"your standing order answers: {answer}" for answer in case.answered)
    if mail.letters and mail.letters[-1].side != mail.side and mail.letters[-1].note:
        _say(["a note to you:", *(f"  {line}" for line in mail.letters[-1].note.split("\n"))])
    print(f"`{case.name}`: {mail.standing}")


def _answer_at_once(letters: box.Box, case: box.Case, out: Path | None) -> None:
    """Write what needs no decision: there is nothing to wait for."""
    mail = case.mail
    if mail.game is None and mail.answer is not None:
        _tell_where(case, out)
    elif mail.ready:
        letters.post(case)
        _tell_where(case, out)


def _gather(chosen: "Namespace") -> int:
    """Open every letter in a mailbox or a folder that is due."""
    letters = box.Box()
    if not chosen.place.exists():
        raise NotNow(f"there is nothing at {chosen.place}")
    opened = gather.read(chosen.place, letters, chosen.name)
    for each in opened:
        print(f"{paper.subject(each.post)}")
        if each.case is None:
            _say([f"cannot be used: {each.fault}"])
        else:
            _tell_news(each.case, each.start)
    waiting = [each for each in gather.found(chosen.place, letters) if each.place != "old"]
    _say(
        f"{_PLACES[each.place]}: {paper.subject(each.post)} ({each.origin})"
        for each in waiting
        if each.place in _PLACES
    )
    for name in dict.fromkeys(each.case.name for each in opened if each.case is not None):
        _answer_at_once(letters, letters.load(name), chosen.out)
    if not opened:
        print("No letter there is new.")
    return 0


_PLACES = {
    "new": "an invitation, to be accepted with `mail read FILE --name NAME`",
    "early": "a letter before it is missing",
    "foreign": "of a game that is not in your box",
}


def _decided(game: Game, number: int, side: str) -> list[str]:
    """Who decided what in a line of the journal, as far as a side may know it; nothing if the program wrote it."""
    entry = game.entries[number]
    return [f"{entry.side}: {entry.text if game.is_open(number, side) else IN_SECRET}"] * (entry.side != KERNEL)


def _brought(game: Game, number: int, side: str) -> list[str]:
    """What a line of the journal has brought, in words, as far as a side may know it."""
    seen = (game.title.event_for(event, side) for event in game.entries[number].events)
    return [f"  {game.title.event_text(event)}" for event in seen if event is not None]


def _text(file: str) -> str:
    """What stands in a file, or in standard input (`-`); a letter is no longer than this."""
    if file == "-":
        return sys.stdin.read(armour.MOST_BYTES + 1)
    return armour.text_of(Path(file))


def _decide(chosen: "Namespace") -> int:
    letters = box.Box()
    case = letters.load(chosen.game)
    mail = case.mail
    ahead = Ahead(mail)
    ahead.look()
    if chosen.command_words and ahead.position is not None:
        ahead.give(" ".join(chosen.command_words))
        letters.keep(case)
    elif chosen.command_words:
        start = mail.table.seq
        mail.apply(" ".join(chosen.command_words))
        letters.keep(case)
        for number, entry in [*enumerate(mail.table.entries)][start:]:
            answer = entry.text if mail.table.is_open(number, mail.side) else IN_SECRET
            _say([f"an order that {entry.side} enclosed answers: {answer}"] * (entry.side != mail.side))
            _say(_brought(mail.table, number, mail.side))
        ahead.look()
    more = MORE if mail.may_decide and mail.pending else FURTHER if mail.may_declare else ""
    print(f"`{case.name}`: {mail.standing}{more}")
    if ahead.position is not None:
        _offer_ahead(ahead.position)
    elif mail.may_decide:
        _offer(mail.table)
    return 0


def _offer_ahead(position: Position) -> None:
    """What may be declared behind the dice."""
    question = position.game.prompt.text
    print(
        f"If it comes to this: {question}"
        if position.is_case
        else f"Behind the dice, as if little came of them: {question}"
    )
    _offer(position.game)


def _offer(table: Game) -> None:
    """What may be decided."""
    legal = table.legal(MOST_LISTED + 1)
    _say(f"{each.notation()}: {table.title.command_text(table.state, each)}" for each in legal[:MOST_LISTED])
    _say(["..."] if len(legal) > MOST_LISTED else [])


def _send(chosen: "Namespace") -> int:
    letters = box.Box()
    case = letters.load(chosen.game)
    if chosen.note is not None:
        case.mail.write_note(chosen.note)
        letters.keep(case)
    if case.mail.ready:
        letters.post(case)
    elif case.mail.my_turn or not case.outgoing:
        raise NotNow(case.mail.standing)
    _tell_where(case, chosen.out)
    if chosen.mailto is not None:
        print(paper.mailto(armour.opened(case.outgoing), case.outgoing, chosen.mailto))
    return 0


def _tell_where(case: box.Case, folder: Path | None) -> None:
    path = box.export(case.outgoing, box.Box().tray if folder is None else folder)
    subject = paper.subject(armour.opened(case.outgoing))
    print(f"Send this file, or its text, to the other player: {path}\nSubject: {subject}")


def _ahead(chosen: "Namespace") -> int:
    """Declare what follows the dice that the letter asks for."""
    letters = box.Box()
    case = letters.load(chosen.game)
    case.mail.declare(" ".join(chosen.command_words))
    letters.keep(case)
    _say(declared.words(case.mail.table, case.mail.pending))
    print(f"`{case.name}`: {case.mail.standing}{FURTHER}")
    return 0


def _back(chosen: "Namespace") -> int:
    """Ask to take back what was sent, or answer who asks."""
    letters = box.Box()
    case = letters.load(chosen.game)
    mail = case.mail
    if chosen.grant is not None:
        mail.answer_back(grant=chosen.grant)
    else:
        mail.ask_back(None if chosen.line is None else chosen.line - 1)
    letters.keep(case)
    _say(paper.taken_back(mail))
    print(f"`{case.name}`: {mail.standing}")
    return 0


def _table(chosen: "Namespace") -> int:
    """Bring a game to one table: a save that goes on there. The game by letters stays in the box."""
    case, shelf = box.Box().load(chosen.game), Shelf()
    name = shelf.free_name(chosen.name or case.name)
    shelf.save(case.mail.at_one_table(), name)
    print(f"Saved as `{name}`: `wargame-tui resume {name}` goes on at one table. {AT_TABLE}")
    return 0


def _rename(chosen: "Namespace") -> int:
    letters = box.Box()
    print(f"`{chosen.game}` is `{letters.rename(letters.load(chosen.game).name, chosen.wish)}` now.")
    return 0


def _archive(chosen: "Namespace") -> int:
    letters = box.Box()
    if chosen.back:
        print(f"`{letters.bring_back(chosen.game)}` is in your letter box again.")
    else:
        print(f"Put aside: {letters.archive(chosen.game)}")
    return 0


def _delete(chosen: "Namespace") -> int:
    if not chosen.yes:
        raise NotNow(
            f"`{chosen.game}` cannot go on once it is deleted, since your secret is in it: --yes if you mean it, or "
            "`mail archive` puts it aside"
        )
    box.Box().delete(chosen.game)
    print(f"`{chosen.game}` is deleted.")
    return 0


def _orders(chosen: "Namespace") -> int:
    letters = box.Box()
    case = letters.load(chosen.game)
    mail = case.mail
    if chosen.remove is not None:
        if not 1 <= chosen.remove <= len(mail.orders):
            raise NotNow(f"there is no standing order {chosen.remove}: {len(mail.orders)} are given")
        del mail.orders[chosen.remove - 1]
    added = [orders.parsed(text) for text in chosen.add]
    mail.orders += [orders.enclosed(order) for order in added] if chosen.enclose else added
    if chosen.remove is not None or chosen.add:
        letters.keep(case)
    _say(f"{number}. {order.text}" for number, order in enumerate(mail.orders, 1))
    if not mail.orders:
        print("There are no standing orders for this game.")
    if mail.invitation.format >= CONDUCTED:
        print(f"Conduct does the same and more, by topic and in words: `wargame-tui mail conduct {case.name}`.")
    if chosen.enclose:
        print("What is enclosed goes with your next letter, and stands until another letter changes it.")
    _suggest(mail)
    print("Where they are kept (--enclose: with your letters):")
    _say(f"{where}: {words}" for where, words in orders.PROMISES.items())
    return 0


def _suggest(mail: Correspondence) -> None:
    """Orders that the title offers, and how the question in hand would be named in one."""
    offered: Iterable[StandingOrder] = proof.installed(mail.invitation).standing_orders()
    given = {replace(order, enclosed=False).text for order in mail.orders}
    if lines := [f"--add '{order.text}'   {order.words}" for order in offered if order.text not in given]:
        print("Ready to be given:")
        _say(lines)
    if mail.may_decide:
        asked = orders.question(mail.table)
        fields = "".join(f" {name}={value}" for name, value in asked.items() if name != "kind")
        print(f"The present question is `{asked['kind']}{fields}`.")


def _list(chosen: "Namespace") -> int:
    letters = box.Box()
    names = letters.names()
    for name in names:
        try:
            case = letters.load(name)
            mail = case.mail
            print(
                f"{name}: {mail.invitation.scenario}, you are {mail.side}; {mail.standing}{since(case)}"
                f"{_laid(mail.invitation)}"
            )
        except DamagedSave as error:
            print(f"{name}: cannot be opened: {error}")
    if not names:
        print("Your letter box is empty: `wargame-tui mail new TITLE/SCENARIO` offers a game.")
    if aside := letters.aside.names():
        print(f"Put aside: {', '.join(aside)} (`wargame-tui mail archive --back` and its name brings one back)")
    return 0


def since(case: box.Case) -> str:
    """Since when a game stands as it stands, if that is a day or more and it is not over."""
    days = case.days
    if not days or case.mail.settled:
        return ""
    return f" (for {days} day{'s' if days > 1 else ''})"


def _laid(terms: Invitation) -> str:
    """The data packs of a game, with their digests."""
    return f"; with {packs.words(terms.packs)}" if terms.packs else ""


def _dice(chosen: "Namespace") -> int:
    for mode, words in PROMISES.items():
        print(f"{mode}: {words}")
    print(CHOOSING)
    print(face_down.PROMISE)
    return 0


def verify(file: str) -> int:
    """Check the game of a letter, or of the letter box, from the invitation on, and say what that proves."""
    letter = letter_of(file, box.Box())
    found = proof.verify(letter)
    terms = letter.invitation
    print(
        f"{file}: {terms.scenario}, game {terms.game}, "
        f"{terms.name} ({terms.side}) against {letter.answer.name} ({terms.guest}), dice: {terms.mode}"
        f"{_laid(terms)}.\n"
        f"Letters: {found.letters}, lines: {found.commands}, dice: {found.rolls}; all is as it should be. {found.end}"
    )
    if terms.past:
        print(paper.with_past(terms))
    print("This proves:")
    _say(found.proved)
    print("It cannot prove:")
    _say(found.open)
    return 0


def letter_of(file: str, letters: box.Box) -> Letter:
    """The letter in a file, or the last one of a game in a letter box. Raises BadLetter, DamagedSave, NotNow."""
    if not Path(file).exists() and file in letters.names():
        return letters.load(file).mail.last_letter()
    post = armour.opened(_text(file))
    if not isinstance(post, Letter):
        raise BadLetter("no game", f"this is an {post.kind}: there is no game in it yet")
    return post
