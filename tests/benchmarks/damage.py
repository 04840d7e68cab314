"""Damage to files and values, for those who feed it to whatever reads them."""

import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any


class Found(Exception):
    """An input that was not answered as it should be."""


class Damage:
    """What may become of bytes and of JSON values, by lot."""

    def __init__(self, chance: random.Random, oddities: Sequence[Any], raw: Sequence[bytes]) -> None:
        self._chance, self._oddities, self._raw = chance, oddities, raw

    def harm(self, data: bytearray, others: Sequence[bytes]) -> None:
        """Cut, flip, splice or blank some bytes."""
        chance = self._chance
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.choice((1, 2, 10, 100, 1000)))
        match chance.randrange(6):
            case 0:
                del data[at:]
            case 1 if at < len(data):
                data[at] ^= 1 << chance.randrange(8)
            case 2:
                del data[at:to]
            case 3:
                other = chance.choice(others)
                start = chance.randrange(len(other))
                data[at:to] = other[start : start + chance.randrange(1000)]
            case 4:
                data[at:at] = chance.choice(self._raw)
            case _:
                data[at:to] = bytes(to - at)

    def twist(self, data: Any) -> None:
        """Remove, double, nest or replace a value somewhere inside."""
        chance = self._chance
        node = data
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                return
            key = chance.choice(keys)
            if not isinstance(node[key], dict | list) or not node[key] or chance.random() < 0.15:
                break
            node = node[key]
        match chance.randrange(6):
            case 0:
                del node[key]
            case 1 if isinstance(node, list):
                node.insert(key, node[key])
            case 2 if isinstance(node, dict):
                node[str(chance.choice(self._oddities))[:50]] = deepcopy(chance.choice(self._oddities))
            case 3:
                for _ in range(chance.choice((1, 20, 300))):
                    node[key] = [node[key]]
            case _:
                node[key] = deepcopy(chance.choice(self._oddities))
