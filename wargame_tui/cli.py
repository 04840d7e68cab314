"""The command `wargame-tui`. Imports come late: a command loads only what it needs."""

import gc
import sys
from typing import TYPE_CHECKING, Any

from wargame_tui import __version__

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wargame_tui.core.title import Title

USAGE_ERROR, INTERRUPTED = 2, 130
PATIENCE = 50_000, 20, 50
"""How many new objects the collector of cycles waits for (Python: 700, 10, 10): frozen states hold no cycles, and to
look for them costs a tenth of all play."""


def be_patient() -> None:
    """Collect cycles seldom: for a process that plays."""
    gc.set_threshold(*PATIENCE)


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command; the exit status. Whatever goes wrong, a player reads a sentence, never a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given in (["--version"], ["-V"]):
        # The parser alone would take a third of the time that this may take.
        print(f"wargame-tui {__version__}")
        return 0
    be_patient()
    from wargame_tui.core.harmless import harmless_streams

    with harmless_streams():
        chosen = _parsed(given)
        try:
            _lay_packs(chosen)
            status: int = chosen.command(chosen)
            return status
        except KeyboardInterrupt:
            return INTERRUPTED
        except Exception as error:
            return _failed(error)


def _parsed(given: "Sequence[str]") -> "Namespace":
    """The command line; what a command does not know is left to it in `more` if it asks for that."""
    parser = _parser()
    chosen, more = parser.parse_known_args(given)
    if more and not hasattr(chosen, "more"):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    chosen.more = more
    return chosen


def _lay_packs(chosen: "Namespace") -> None:
    """Name the packs given in the ids of the scenarios; one given by its path can be found from then on."""
    if given := getattr(chosen, "pack", None):
        from wargame_tui.board.packs import joined, name_of

        names = [name_of(pack) for pack in given]
        if hasattr(chosen, "scenario"):
            chosen.scenario = joined(chosen.scenario, names)
        if hasattr(chosen, "scenarios"):
            chosen.scenarios = [joined(scenario, names) for scenario in chosen.scenarios or _scenario_ids()]


_LEVELS = "levels: recruit, veteran, staff"


def _parser() -> "ArgumentParser":
    from argparse import ArgumentParser

    from wargame_tui.mail.arguments import add_arguments as add_mail_arguments

    parser = ArgumentParser("wargame-tui", description="Hex-and-counter wargames with the printed rules enforced.")
    parser.add_argument("-V", "--version", action="version", version=f"wargame-tui {__version__}")
    parser.set_defaults(command=_choose)
    commands = parser.add_subparsers(title="commands", description="without one: choose a game on the screen")

    play = commands.add_parser("play", help="play a scenario")
    play.add_argument("scenario", metavar="TITLE/SCENARIO")
    play.add_argument("--seed", type=int, help="random seed; drawn if not given")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario")
    words = "the side that the program plays, or both; `german:program:COMMAND` has one from outside (docs/bots.md); "
    play.add_argument("--opponent", metavar="SIDE[:LEVEL]", help=words + _LEVELS)
    play.add_argument("--level", metavar="LEVEL", help="how well the program plays where no level is named")
    _with_packs(play, "to play with")
    play.set_defaults(command=_play)

    resume = commands.add_parser("resume", help="continue a saved game")
    resume.add_argument("save", metavar="SAVE")
    words = f"the side that the program plays from now on, or both; none: nobody; {_LEVELS}"
    resume.add_argument("--opponent", metavar="SIDE[:LEVEL]", help=words)
    resume.add_argument("--level", metavar="LEVEL", help="how well the program plays where no level is named")
    _with_packs(resume, "by the path of its folder, that the game needs")
    resume.set_defaults(command=_resume)

    replay = commands.add_parser("replay", help="replay a game command by command, without changing it")
    replay.add_argument("file", metavar="FILE", help="a save, a letter, or a game in your letter box")
    replay.add_argument("--with", dest="other", metavar="OTHER", help="compare its end with that of another game")
    replay.set_defaults(command=_replay)

    report = commands.add_parser("report", help="write a report of a game, with pictures of the map")
    report.add_argument("file", metavar="FILE", help="a save, a letter, or a game in your letter box")
    report.add_argument("-o", "--out", metavar="FOLDER", help="where to write it (FILE-report)")
    report.add_argument("--side", help="show what this side sees; needed while two players have not ended the game")
    report.set_defaults(command=_report)

    cast = commands.add_parser("cast", help="write a game as a film for terminals, an asciicast")
    cast.add_argument("file", metavar="FILE", help="a save, a letter, or a game in your letter box")
    cast.add_argument("-o", "--out", metavar="FILE.cast", help="where to write it (FILE.cast)")
    cast.add_argument("--side", help="show what this side sees; needed while two players have not ended the game")
    cast.add_argument("--size", default="140x45", metavar="COLUMNSxLINES", help="of the terminal (140x45)")
    cast.add_argument("--speed", type=float, default=1.0, help="2 is twice as fast (1)")
    cast.add_argument("--from", dest="first", default="", metavar="MOMENT", help="a command's number, or a turn")
    cast.add_argument("--to", dest="last", default="", metavar="MOMENT", help="a command's number, or a turn")
    cast.set_defaults(command=_cast)

    engine = commands.add_parser("engine", help="speak the engine protocol over standard input and output")
    engine.add_argument("--schema", metavar="TITLE", help="print the JSON Schema of the title's states instead")
    _with_packs(engine, "by the path of its folder, that games may need")
    engine.set_defaults(command=_engine)

    check = commands.add_parser("check", help="say what is wrong with titles, their data files, packs and saves")
    check.add_argument("names", nargs="+", metavar="TITLE|FILE", help="a title with all its data, or a file")
    _with_packs(check, "to lay over the title's data")
    check.set_defaults(command=_check)

    fuzz = commands.add_parser("fuzz", help="play random games and look for faults")
    fuzz.add_argument("scenarios", nargs="*", metavar="TITLE/SCENARIO", help="all of them if none is given")
    fuzz.add_argument("--games", type=int, default=10, help="games of each scenario (10)")
    fuzz.add_argument("--seed", type=int, default=1, help="random seed of the first game; counts up (1)")
    fuzz.add_argument("--jobs", type=int, help="number of processes (one for each processor)")
    fuzz.add_argument("--haste", type=float, default=1.0, help="weight of commands that advance the game (1.0)")
    fuzz.add_argument("--even", action="store_true", help="every verb equally likely, not every command")
    fuzz.add_argument(
        "--examine", type=int, default=50, metavar="N", help="examine the position every N commands, 0: never (50)"
    )
    fuzz.add_argument("-o", "--out", default="fuzz-findings", metavar="FOLDER", help="for reproducers (fuzz-findings)")
    _with_packs(fuzz, "to play with")
    fuzz.set_defaults(command=_fuzz)

    _add_match(commands)

    mail = commands.add_parser("mail", help="play by e-mail: two players who only exchange files")
    add_mail_arguments(mail)
    mail.set_defaults(command=_mail)

    verify = commands.add_parser("verify", help="check a game by mail from the invitation on")
    verify.add_argument("file", metavar="FILE", help="a letter, or the name of a game in your letter box")
    verify.set_defaults(command=_verify)

    _add_live(commands)

    record = commands.add_parser("record", help="show the record of finished games: bests, medals, won and lost")
    record.add_argument("title", nargs="?", metavar="TITLE", help="all of them if none is given")
    record.set_defaults(command=_record)

    _add_pack(commands)

    new_title = commands.add_parser("new-title", help="write the folder of a new title: a small game that runs")
    new_title.add_argument("name", metavar="NAME", help="its id and its package, such as my_game")
    kinds = new_title.add_mutually_exclusive_group()
    for kind, words in (("areas", "a map of areas (this one)"), ("hex", "of hexes"), ("chart", "of places and lines")):
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, default="areas", help=words)
    new_title.set_defaults(command=_new_title)

    titles = commands.add_parser("titles", help="list what can be played")
    titles.set_defaults(command=_titles)
    return parser


def _add_match(commands: "Any") -> None:
    match = commands.add_parser(
        "match",
        allow_abbrev=False,
        help="play the program's players against each other, or programs from outside, and count",
        epilog="Who plays a side is said by the side's name, as in `--german veteran --allied recruit`: a level of the "
        "program, its `habits`, `random`, or `program:COMMAND` (docs/bots.md). Without a word it is `recruit`.",
    )
    match.add_argument("scenario", metavar="TITLE/SCENARIO")
    match.add_argument("--games", type=int, default=20, help="of these players, or of each pairing of a pool (20)")
    match.add_argument("--seed", type=int, default=1, help="random seed of the first game; counts up (1)")
    match.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario")
    match.add_argument("--pool", metavar="PLAYER,PLAYER,..", help="every pairing on both sides, and their Elo")
    match.add_argument("--history", action="store_true", help="tell what happened when, beside history")
    match.add_argument(
        "--within", metavar="LOW,HIGH", help="fail if the first side's share of wins, in per cent, is not"
    )
    match.add_argument("--each", action="store_true", help="tell every game in a line")
    match.add_argument("--trace", action="store_true", help="tell the story of the games instead, and keep nothing")
    match.add_argument("--file", metavar="FILE.jsonl", help="where games are kept (matches/TITLE-SCENARIO.jsonl)")
    match.add_argument("--saves", metavar="FOLDER", help="keep every game as a save, too")
    match.add_argument("--jobs", type=int, help="number of processes (one for each processor)")
    match.add_argument("--scheduler", metavar="ADDRESS", help="play on a Dask cluster; needs the extra `cluster`")
    match.add_argument(
        "--move", type=float, default=60.0, metavar="SECONDS", help="a decision of an outside program (60)"
    )
    match.add_argument("--clock", type=float, metavar="SECONDS", help="the whole game of an outside program (no bound)")
    _with_packs(match, "to play with")
    match.set_defaults(command=_match, more=[])


def _add_live(commands: "Any") -> None:
    host = commands.add_parser("host", help="play live: wait for another player, on this machine or another")
    host.add_argument("scenario", nargs="?", default="", metavar="TITLE/SCENARIO|GAME", help="or a game by mail")
    host.add_argument("--side", help="the side that you play")
    host.add_argument("--name", default="", help="your name, as the other player reads it")
    host.add_argument("--listen", default="127.0.0.1", metavar="ADDRESS", help="where to listen (this machine only)")
    host.add_argument("--port", type=int, help="(4944; of a game that was hosted before, as then)")
    host.add_argument("--dice", choices=("sealed", "trust"), default="sealed", help="see `mail dice` (sealed)")
    host.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario")
    host.add_argument("--stdio", action="store_true", help="for ssh: hand on to the host on this machine")
    _with_packs(host, "to play with")
    host.set_defaults(command=_host)

    join = commands.add_parser("join", help="play live: join who hosts a game, or watch")
    join.add_argument("address", nargs="?", metavar="ADDRESS", help="of the host, as `localhost:4944`")
    join.add_argument("code", metavar="CODE", help="that the host reads out")
    join.add_argument("--name", default="", help="your name, as the other player reads it")
    join.add_argument("--command", dest="through", metavar="COMMAND", help="reach the host by a command, as ssh")
    join.add_argument("--watch", action="store_true", help="only watch: see what both sides see")
    join.set_defaults(command=_join)

    serve = commands.add_parser("serve", help="play in a browser (needs the extra `serve`)")
    serve.add_argument("--listen", default="127.0.0.1", metavar="ADDRESS", help="where to listen (this machine only)")
    serve.add_argument("--port", type=int, default=8000, help="(8000)")
    serve.set_defaults(command=_serve)


def _add_pack(commands: "Any") -> None:
    pack = commands.add_parser("pack", help="data packs: what you type in from your own copy of a game")
    actions = pack.add_subparsers(metavar="ACTION", required=True)

    def action(name: str, what: str) -> "ArgumentParser":
        parser: ArgumentParser = actions.add_parser(name, help=what)
        parser.add_argument("title", metavar="TITLE")
        parser.set_defaults(command=_pack, action=name)
        return parser

    begin = action("new", "start a pack: sheets with the present values, in the order of the printed components")
    begin.add_argument("name", metavar="NAME")
    begin.add_argument("--edition", default="not said", help="publisher, edition and year of your copy")
    begin.add_argument("--author", default="the owner", help="who typed it in")
    again = action("sheets", "write the sheets of a pack again, with what it says now")
    read = action("import", "read the sheets back into the pack")
    status = action("status", "say how much of a pack is confirmed, and how much is estimated")
    rename = action("rename", "give a space, hex or unit another number or name, everywhere")
    for parser in (again, read, status):
        parser.add_argument("name", metavar="NAME")
    for parser in (begin, again):
        parser.add_argument("--xlsx", action="store_true", help="one workbook, not a folder of CSV files")
    read.add_argument("--from", dest="path", metavar="PATH", help="another folder of CSV files, or a workbook")
    rename.add_argument("old", metavar="OLD")
    rename.add_argument("new", metavar="NEW", help="if it is taken, the two swap")
    rename.add_argument("--pack", dest="name", required=True, metavar="NAME", help="the pack that says so")
    action("list", "the packs of a title")


def _with_packs(command: "ArgumentParser", what: str) -> None:
    command.add_argument("--pack", action="append", default=[], metavar="NAME", help=f"a data pack {what}")


def _failed(error: Exception) -> int:
    """Tell the player what went wrong and what to do about it."""
    from wargame_tui.board.packs import UnknownPack
    from wargame_tui.board.plain import DataError
    from wargame_tui.core.errors import ForPlayers
    from wargame_tui.core.save import CannotSave, DamagedSave
    from wargame_tui.core.title import BadOption, UnknownScenario

    if isinstance(error, UnknownPack):
        return _complain(str(error), status=USAGE_ERROR)
    if isinstance(error, UnknownScenario):
        return _complain(f"{error}; `wargame-tui titles` lists them", status=USAGE_ERROR)
    if isinstance(error, BadOption):
        return _complain(str(error), status=USAGE_ERROR)
    if isinstance(error, DataError):
        return _complain("a data file of the title cannot be used; mend or restore it:", *str(error).splitlines())
    if isinstance(error, CannotSave):
        return _complain(str(error))
    if isinstance(error, DamagedSave):
        return _complain(f"the save cannot be opened: {error}")
    if isinstance(error, ForPlayers):
        return _complain(str(error))
    if isinstance(error, BrokenPipeError):
        return 0
    if isinstance(error, OSError):
        return _complain(f"{error.filename or 'input/output'}: {error.strerror or error}")
    from wargame_tui.core.crash import told

    return _complain(told(error))


def _complain(*lines: str, status: int = 1) -> int:
    from wargame_tui.core.harmless import harmless

    print("wargame-tui: " + "\n".join(map(harmless, lines)), file=sys.stderr)
    return status


# The commands


def _choose(chosen: "Namespace") -> int:
    from wargame_tui.tui.app import run

    return run()


def _play(chosen: "Namespace") -> int:
    from wargame_tui.core.title import parsed_options

    options = parsed_options(chosen.option)
    from wargame_tui.tui.app import run

    return run(scenario=chosen.scenario, seed=chosen.seed, options=options, opponent=_opponent(chosen))


def _opponent(chosen: "Namespace") -> str | None:
    """Who the program plays, each with a level. Raises BadOption."""
    if chosen.level is None or chosen.opponent is None:
        if chosen.level is not None:
            from wargame_tui.core.title import BadOption

            raise BadOption("--level says how well an opponent plays: name him with --opponent")
        given: str | None = chosen.opponent
        return given
    if ":program:" in chosen.opponent:
        return str(chosen.opponent)
    parts = (each if ":" in each or each == "none" else f"{each}:{chosen.level}" for each in chosen.opponent.split(","))
    return ",".join(parts)


def _resume(chosen: "Namespace") -> int:
    from pathlib import Path

    from wargame_tui.core.shelf import Shelf
    from wargame_tui.tui.app import run

    path, shelf = Path(chosen.save), Shelf()
    by_name = not path.is_file() and shelf.has(chosen.save)
    save = shelf.folder / f"{chosen.save}.json" if by_name else path
    return run(save=save, opponent=_opponent(chosen))


def _replay(chosen: "Namespace") -> int:
    if chosen.other is not None and not sys.stdout.isatty():
        from wargame_tui.core.shelf import saves_folder
        from wargame_tui.tui.library import comparison

        print("\n".join(comparison(chosen.file, chosen.other, saves_folder())))
        return 0
    from wargame_tui.tui.app import run

    return run(replay=chosen.file, versus=chosen.other)


def _report(chosen: "Namespace") -> int:
    from wargame_tui.tui.export.commands import write_report

    return write_report(chosen.file, chosen.out, chosen.side)


def _cast(chosen: "Namespace") -> int:
    from wargame_tui.tui.export.commands import write_cast

    part = {"first": chosen.first, "last": chosen.last}
    return write_cast(chosen.file, chosen.out, chosen.side, size=chosen.size, speed=chosen.speed, **part)


def _engine(chosen: "Namespace") -> int:
    if chosen.schema is not None:
        import json

        from wargame_tui.core.title import find_title

        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **find_title(chosen.schema).schema()}
        print(json.dumps(schema, indent=1, ensure_ascii=False))
        return 0
    from wargame_tui.protocol.server import main as serve

    return serve()


def _check(chosen: "Namespace") -> int:
    from pathlib import Path

    from wargame_tui.core.title import title_ids

    wrong = 0
    for name in chosen.names:
        if name in title_ids() and not Path(name).is_file():
            problems, good = _sense_of(name, chosen.pack)
        else:
            problems, good = list(_problems(Path(name))), ""
        for place, message in problems:
            print(f"{place}: {message}")
        if not problems:
            print(f"{name}: good{good}")
        wrong += bool(problems)
    return 1 if wrong else 0


def _sense_of(title_id: str, given: "Sequence[str]") -> "tuple[Sequence[tuple[str, str]], str]":
    """What is wrong with all data of a title under some packs, and in words how much was examined."""
    from wargame_tui.board.examine import examine
    from wargame_tui.board.packs import name_of
    from wargame_tui.board.title import FolderTitle
    from wargame_tui.core.title import find_title
    from wargame_tui.tui.map.drawn import contradictions

    title, names = find_title(title_id), [name_of(pack) for pack in given]
    if not isinstance(title, FolderTitle):
        return [(title_id, "this title has no data files that can be checked")], ""
    report = examine(title, names, contradictions)
    facts = f", {report.facts} facts of the rulebook" if report.facts else ""
    under = f" with {', '.join(names)}" if names else ""
    return report.problems, f"{under}: {report.files} files, {report.values:,} values{facts}"


def _problems(path: "Path") -> "Iterator[tuple[str, str]]":
    """What is wrong with a file, as (place, message)."""
    from wargame_tui.core import save

    if not path.is_file():
        yield str(path), "there is no such file"
        return
    titles = list(_usable_titles())
    for title in titles:
        problems = title.check_file(path)
        if problems is not None:
            yield from problems
            return
    if path.suffix in (".yaml", ".yml"):
        yield str(path), _whose(path, titles)
        return
    try:
        game = save.read(path)
    except save.DamagedSave as error:
        from wargame_tui.core.salvage import rebuilt

        whole = "; its commands are whole: `resume` rebuilds the game from them" if rebuilt(path) else ""
        yield str(path), f"{error}{whole}"
        return
    if game.unverified is not None:
        yield str(path), game.unverified


def _whose(path: "Path", titles: "Sequence[Title[Any]]") -> str:
    """Which title a data file names that no usable one has taken for its own, and which there are."""
    from wargame_tui.board.plain import read_plain
    from wargame_tui.core.title import title_ids

    plain = read_plain(path)
    named = plain.get("title") if isinstance(plain, dict) else None
    if broken := set(title_ids()) - {title.id for title in titles}:
        return f"not examined: it may be a file of {', '.join(sorted(broken))}, which cannot be used, as said above"
    known = ", ".join(f"{title.name} ({title.id})" for title in titles)
    says = "it does not say" if named is None else f"it says `{str(named)[:60]}`"
    return f"{says} in `title:` of which installed title it is; there are {known}"


def _fuzz(chosen: "Namespace") -> int:
    import os
    from pathlib import Path

    from wargame_tui.bots.fuzz import Report, fuzz
    from wargame_tui.core.title import find_scenario

    if chosen.games < 1 or (chosen.jobs is not None and chosen.jobs < 1) or chosen.haste <= 0:
        return _complain("--games and --jobs are at least 1, --haste is above 0", status=USAGE_ERROR)
    scenarios = [find_scenario(scenario)[1].id for scenario in chosen.scenarios] or list(_scenario_ids())
    totals = {scenario: Report(scenario) for scenario in scenarios}
    jobs = chosen.jobs or os.cpu_count() or 1
    for report in fuzz(scenarios, chosen.games, chosen.seed, jobs, chosen.haste, chosen.even, chosen.examine):
        totals[report.scenario].add(report)
        for finding in report.findings:
            print(f"{finding}\n  reproducer: {finding.write(Path(chosen.out))}", flush=True)
    for scenario, total in totals.items():
        print("\n  ".join([scenario, *total.lines()]))
    return 1 if any(total.findings for total in totals.values()) else 0


def _match(chosen: "Namespace") -> int:
    from wargame_tui.lab.commands import run

    return run(chosen)


def _scenario_ids() -> "Iterator[str]":
    for title in _usable_titles():
        for info in title.scenarios():
            yield info.id


def _usable_titles() -> "Iterator[Title[Any]]":
    """The installed titles; a broken plug-in is named and must not keep the others from being used."""
    from wargame_tui.core.title import find_title, title_ids

    for title_id in title_ids():
        try:
            yield find_title(title_id)
        except Exception as error:
            _complain(
                f"the title `{title_id}` cannot be used ({type(error).__name__}: {error}); reinstall or remove it"
            )


def _mail(chosen: "Namespace") -> int:
    from wargame_tui.mail.commands import run

    return run(chosen)


def _verify(chosen: "Namespace") -> int:
    from wargame_tui.mail.commands import verify

    return verify(chosen.file)


def _host(chosen: "Namespace") -> int:
    if chosen.stdio:
        from wargame_tui.live.meeting import relay

        relay(chosen.listen, chosen.port)
        return 0
    from wargame_tui.live.commands import hosted
    from wargame_tui.mail.box import Box
    from wargame_tui.tui.app import run

    return run(meeting=hosted(chosen, Box(), _name()))


def _join(chosen: "Namespace") -> int:
    from wargame_tui.live.commands import joined
    from wargame_tui.mail.box import Box
    from wargame_tui.tui.app import run

    return run(meeting=joined(chosen, Box(), _name()))


def _name() -> str:
    """The player's name, as he last gave it in the app."""
    from wargame_tui.tui.settings import read_settings, settings_path

    return read_settings(settings_path())[0].name


def _serve(chosen: "Namespace") -> int:
    from wargame_tui.tui.serving import serve

    serve(chosen.listen, chosen.port)
    return 0


def _record(chosen: "Namespace") -> int:
    from wargame_tui.board.ledger import recorded
    from wargame_tui.board.record import Record, lines
    from wargame_tui.board.results import Results, tallies
    from wargame_tui.core.shelf import saves_folder
    from wargame_tui.core.title import UnknownScenario

    titles = [title for title in _usable_titles() if chosen.title in (None, title.id)]
    if chosen.title is not None and not titles:
        raise UnknownScenario(f"no title `{chosen.title[:60]}`")
    runs, problems = Record(saves_folder()).read()
    results, more = Results(saves_folder()).read()
    for title in titles:
        if recorded(title):
            print("\n".join(lines(title.name, [run for run in runs if run.title == title.id], title.medals())))
        elif of_title := [each for each in results if each.title == title.id]:
            print("\n  ".join([title.name, *(tally.words for tally in tallies(of_title))]))
    problems += more
    for problem in problems:
        _complain(problem)
    return 1 if problems else 0


def _pack(chosen: "Namespace") -> int:
    from wargame_tui.packing.commands import run

    for line in run(chosen):
        print(line)
    return 0


def _new_title(chosen: "Namespace") -> int:
    from pathlib import Path

    from wargame_tui.new_title import write

    folder = write(chosen.name, chosen.kind, Path.cwd())
    print(f"{folder} has a game that runs; {chosen.name}/README.md says what to do with it. To begin:")
    print(f"  pip install -e './{chosen.name}[dev]'\n  pytest {chosen.name}")
    print(f"  wargame-tui play {chosen.name}/crossroads")
    return 0


def _titles(chosen: "Namespace") -> int:
    for title in _usable_titles():
        print(f"{title.name} ({' against '.join(title.sides)})")
        for info in title.scenarios():
            alone = ", for one player" if info.solitaire else ""
            print(f"  {info.id}\n    {info.name}: {info.turns} turns, {info.playing_time}{alone}. {info.summary}")
    return 0
