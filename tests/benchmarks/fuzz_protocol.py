"""Broken input for the engine: lines for the server, texts and objects for the notation parser.

    python tests/benchmarks/fuzz_protocol.py [--number N] [--seed N]

Every line must be answered by an error (or, rarely, be a good request), every text be refused as BadNotation or read;
anything else is an exception and ends the run with its traceback.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

from wargame_tui.core.command import BadNotation
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.protocol.server import METHODS, Engine

FIELDS = ("game", "scenario", "seed", "options", "dice", "save", "path", "side", "limit", "command", "count", "from")
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    2**63,
    10**400,
    "",
    "g1",
    "\ud800",
    "\0",
    "é",
    [],
    {},
    [[]],
    {"verb": "end"},
)


def garbage(seed: int, number: int) -> Iterator[bytes]:
    """Lines without line ends, none of which can be carried out."""
    random = Random(seed)
    for _ in range(number):
        yield random.choice((_noise, _cut, _flipped, _nested, _odd_envelope, _odd_params))(random)


def _request(random: Random) -> dict[str, Any]:
    return {
        "jsonrpc": "2.0",
        "id": random.randrange(100),
        "method": random.choice(list(METHODS)),
        "params": {"game": "g0"},
    }


def _noise(random: Random) -> bytes:
    return random.randbytes(random.randrange(200)).replace(b"\n", b"")


def _cut(random: Random) -> bytes:
    whole = json.dumps(_request(random)).encode()
    return whole[: random.randrange(len(whole))]


def _flipped(random: Random) -> bytes:
    """A bit of the braces or of the version turned over, so that no request is left."""
    line = bytearray(json.dumps(_request(random)).encode())
    line[random.choice((0, len(line) - 1, line.index(b"2.0")))] ^= 1 << random.choice((1, 2, 4, 5))
    return bytes(line).replace(b"\n", b"")


def _nested(random: Random) -> bytes:
    return random.choice((b"[", b'{"a":', b'[{"params":')) * random.randrange(1, 20_000)


def _odd_envelope(random: Random) -> bytes:
    request = _request(random)
    request[random.choice(("jsonrpc", "method"))] = random.choice(ODD)
    return json.dumps(request).encode()


def _odd_params(random: Random) -> bytes:
    request = _request(random)
    request["params"] = {random.choice(FIELDS): random.choice(ODD) for _ in range(random.randrange(1, 4))}
    request["params"]["no such"] = 0
    return json.dumps(request).encode()


def texts(random: Random, verbs: list[str]) -> Iterator[Any]:
    """What might be given as a command."""
    while True:
        words = [random.choice((*verbs, "-", "99/1", "é", "\x1b[0m", "1" * 600)) for _ in range(random.randrange(6))]
        yield random.choice((" ", "  ", "\t")).join(words)
        yield random.randbytes(random.randrange(60)).decode("latin-1")
        yield {"verb": random.choice((*verbs, *ODD)), random.choice(FIELDS): random.choice(ODD)}
        yield random.choice(ODD)


def main() -> None:
    """Read the command line and run both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--number", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    _fuzz_server(given.seed, given.number)
    for title_id in title_ids():
        _fuzz_notation(title_id, given.seed, given.number)


def _fuzz_server(seed: int, number: int) -> None:
    engine, codes, begun = Engine(), Counter[int](), perf_counter()
    for line in garbage(seed, number):
        answer = engine.answer(line)
        assert answer is not None, line
        codes[json.loads(answer)["error"]["code"]] += 1
    print(f"server: {number} broken lines in {perf_counter() - begun:.1f} s, answers {dict(sorted(codes.items()))}")


def _fuzz_notation(title_id: str, seed: int, number: int) -> None:
    grammar, read, begun = find_title(title_id).grammar, 0, perf_counter()
    for _, text in zip(range(number), texts(Random(seed), list(grammar.kinds)), strict=False):
        try:
            command = grammar.parse(text)
        except BadNotation:
            continue
        assert grammar.parse(command.notation()) == command
        read += 1
    print(f"{title_id}: {number} odd commands in {perf_counter() - begun:.1f} s, {read} of them commands after all")


if __name__ == "__main__":
    main()
