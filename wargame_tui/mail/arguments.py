"""The arguments of `wargame-tui mail`, apart from what carries them out: reading a command line must be quick."""

from argparse import ArgumentParser
from pathlib import Path

MODES = ("trust", "sealed", "batch")
"""Ways to make dice: `letters.MODES`, whose module takes long to load."""


def add_arguments(parser: ArgumentParser) -> None:
    """What can be done with letters."""
    actions = parser.add_subparsers(title="actions", required=True)

    new = actions.add_parser("new", help="invite somebody to a game")
    new.add_argument("scenario", metavar="TITLE/SCENARIO", help="or the name of a saved game at one table")
    new.add_argument("--side", required=True, help="the side that you will play")
    new.add_argument("--name", required=True, help="your name, as the other player reads it")
    new.add_argument("--dice", choices=MODES, default="sealed", help="how dice are made (sealed); see `mail dice`")
    new.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario")
    new.add_argument("--pack", action="append", default=[], metavar="NAME", help="a data pack to play with")
    _with_folder(new)
    new.set_defaults(action="new")

    read = actions.add_parser("read", help="open an invitation, an answer or a letter")
    read.add_argument("file", metavar="FILE", help="a file, or - for text that you paste")
    read.add_argument("--name", default="", help="your name, to accept an invitation with")
    _with_folder(read)
    read.set_defaults(action="read")

    send = actions.add_parser("send", help="close your letter, or write the last one again")
    send.add_argument("game", metavar="GAME")
    send.add_argument("--note", metavar="TEXT", help="a note to the other player, read as he opens the letter")
    send.add_argument(
        "--mailto", nargs="?", const="", metavar="ADDRESS", help="print a link that opens a mail with the letter in it"
    )
    _with_folder(send)
    send.set_defaults(action="send")

    decide = actions.add_parser("decide", help="make a decision by its notation, or list what can be decided")
    decide.add_argument("game", metavar="GAME")
    decide.add_argument(
        "command_words", nargs="*", metavar="COMMAND", help="its notation; without it the legal ones are listed"
    )
    decide.set_defaults(action="decide")

    ahead = actions.add_parser("ahead", help="declare what follows the dice that your letter asks for")
    ahead.add_argument("game", metavar="GAME")
    ahead.add_argument(
        "command_words",
        nargs="+",
        metavar="COMMAND",
        help="commands with ; between them; `if` in front of them: each is given if it comes to that",
    )
    ahead.set_defaults(action="ahead")

    back = actions.add_parser("back", help="take back what was sent, if the other player agrees; or answer him")
    back.add_argument("game", metavar="GAME")
    back.add_argument("--line", type=int, metavar="NUMBER", help="from this line of the journal on (your last letter)")
    said = back.add_mutually_exclusive_group()
    said.add_argument("--grant", dest="grant", action="store_const", const=True, help="agree that he takes it back")
    said.add_argument("--refuse", dest="grant", action="store_const", const=False, help="do not agree")
    back.set_defaults(action="back")

    table = actions.add_parser("table", help="bring a game back to one table: a save that goes on there")
    table.add_argument("game", metavar="GAME")
    table.add_argument("--name", default="", help="the save's name")
    table.set_defaults(action="table")

    gathered = actions.add_parser("gather", help="open every letter that is due in a mailbox or a folder")
    gathered.add_argument("place", type=Path, metavar="PLACE", help="a folder, a Maildir, an mbox, a file")
    gathered.add_argument("--name", default="", help="your name, for the games that begin")
    _with_folder(gathered)
    gathered.set_defaults(action="gather")

    orders = actions.add_parser("orders", help="answers that are given at once when their question comes up")
    orders.add_argument("game", metavar="GAME")
    orders.add_argument("--add", action="append", default=[], metavar="'STEP FIELD=VALUE: ANSWER'", help="one more")
    orders.add_argument(
        "--enclose", action="store_true", help="those added travel locked in your letters and act where the question is"
    )
    orders.add_argument("--remove", type=int, metavar="NUMBER", help="take one back")
    orders.set_defaults(action="orders")

    conduct = actions.add_parser("conduct", help="how questions are answered for you, by topic, with exceptions")
    conduct.add_argument("game", metavar="GAME")
    conduct.add_argument(
        "order_words",
        nargs="*",
        metavar="ORDER",
        help="`TOPIC CHOICE [at PLACE] [unit UNIT] [turn TURN]`; none: list them",
    )
    conduct.add_argument("--remove", type=int, metavar="NUMBER", help="take an order back")
    conduct.add_argument("--preview", action="store_true", help="what it would answer in today's position")
    conduct.set_defaults(action="conduct")

    games = actions.add_parser("list", help="the games in your letter box, and whose turn it is")
    games.set_defaults(action="list")

    rename = actions.add_parser("rename", help="give a game another name")
    rename.add_argument("game", metavar="GAME")
    rename.add_argument("wish", metavar="NAME")
    rename.set_defaults(action="rename")

    archive = actions.add_parser("archive", help="put a game aside, or bring it back")
    archive.add_argument("game", metavar="GAME")
    archive.add_argument("--back", action="store_true", help="bring back a game that was put aside")
    archive.set_defaults(action="archive")

    delete = actions.add_parser("delete", help="throw a game away")
    delete.add_argument("game", metavar="GAME")
    delete.add_argument("--yes", action="store_true", help="really")
    delete.set_defaults(action="delete")

    dice = actions.add_parser("dice", help="what each way to make dice prevents, and what it cannot")
    dice.set_defaults(action="dice")


def _with_folder(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FOLDER", help="where to write the letter (beside the letter box)"
    )
