"""A player of First Command in fifty lines: attacks what it can, else marches to the enemy's places that count.

wargame-tui match first_command/mortain --german "program:python3 docs/bots/marcher.py" --american random
"""

import json
import sys

FAR = 99


class Marcher:
    def initialize(self, params):
        self.side = params["side"]
        self.near = {name: space["neighbours"] for name, space in params["map"]["spaces"].items()}
        return {"name": "Marcher", "protocol": 1}

    def choose(self, params):
        spaces, legal = params["table"]["spaces"], [each["command"] for each in params["legal"]["commands"]]
        goals = [name for name, space in spaces.items() if space["control"] not in (None, self.side)]
        ways = self.distances(goals)
        where = {counter["unit"]: name for name, space in spaces.items() for counter in space["counters"]}

        def gain(command):
            if command["verb"] in ("attack", "support", "roll", "stand"):
                return FAR
            if "space" not in command or "unit" not in command:
                return 0
            return ways.get(where.get(command["unit"]), FAR) - ways.get(command["space"], FAR)

        return {"command": max(legal, key=gain)}

    def distances(self, goals):
        found, front = dict.fromkeys(goals, 0), goals
        while front:
            front = [there for here in front for there in self.near[here] if there not in found]
            found.update(dict.fromkeys(front, 1 + max(found.values())))
        return found


player = Marcher()
for line in sys.stdin:
    asked = json.loads(line)
    if asked["method"] == "bot.end":
        break
    answer = getattr(player, asked["method"].removeprefix("bot."))(asked["params"])
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": answer}), flush=True)
