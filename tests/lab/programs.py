"""Programs from outside as tests need them: a good one, and hostile ones. Run as `python programs.py KIND`."""

import json
import os
import subprocess
import sys
import time
from typing import Any, NoReturn

QUESTIONS = sys.stdin


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def answer(asked: Any, **result: Any) -> None:
    say(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}))


def last(asked: Any) -> str:
    return str(asked["params"]["legal"]["commands"][-1]["notation"])


def good(asked: Any) -> None:
    answer(asked, command=last(asked))


def talkative(asked: Any) -> None:
    """Thinks aloud, as it may."""
    say(json.dumps({"jsonrpc": "2.0", "method": "bot.thinks", "params": {"depth": 3}}))
    say(json.dumps({"jsonrpc": "2.0", "id": asked["id"] - 1, "result": {"command": "too late"}}))
    print("one thought more", file=sys.stderr)
    answer(asked, command=asked["params"]["legal"]["commands"][-1]["command"])


def slow(asked: Any) -> None:
    time.sleep(60)


def late(asked: Any) -> None:
    """Answers when nobody waits any more."""
    time.sleep(1)
    answer(asked, command=last(asked))


def deaf(asked: Any) -> NoReturn:
    """Neither reads nor writes again, and lets a child hold its pipes that has left its group."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(8)"], start_new_session=True)
    time.sleep(60)
    raise SystemExit


def illegal(asked: Any) -> None:
    answer(asked, command="move nobody 0101")


def gibberish(asked: Any) -> None:
    answer(asked, command="\x1b[2J\u202e" + "x" * 600)


def number(asked: Any) -> None:
    answer(asked, command=7)


def error(asked: Any) -> None:
    say(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": 1, "message": "I would rather not"}}))


def noise(asked: Any) -> None:
    say("what was the question?")


def dead(asked: Any) -> NoReturn:
    print("ValueError: out of ideas", file=sys.stderr, flush=True)
    os._exit(3)


def flood(asked: Any) -> None:
    while True:
        say("{}")


def endless_line(asked: Any) -> None:
    while True:
        sys.stdout.write("x" * 65536)


def complaining(asked: Any) -> None:
    while True:
        sys.stderr.write("x" * 65536)


def nested(asked: Any) -> None:
    say("[" * 30_000)


def main(kind: str) -> None:
    """Answer; what begins the game is answered well by all but `old` and `mute`."""
    for line in QUESTIONS:
        asked = json.loads(line)
        if asked["method"] == "bot.end":
            if path := os.environ.get("TOLD_THE_END"):
                with open(path, "w") as file:
                    json.dump(asked["params"], file)
            return
        if asked["method"] == "bot.choose":
            globals()[kind](asked)
        elif kind == "dead_at_once":
            dead(asked)
        else:
            answer(asked, name="test \x1b[2J", protocol=0 if kind == "old" else 1)


if __name__ == "__main__":
    main(sys.argv[1])
