"""Functions of a state remembered for as long as what they depend on stays the same."""

from collections.abc import Callable
from operator import attrgetter, is_
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Remembered(Generic[Value]):
    """A function of a table that depends on some of its fields only, remembered for their last values.

    Fields are compared by identity: collections in a state or a draft are never changed in place. At least one must be
    a mapping, which no two games share: it vouches for the scenario, on which every function may depend.
    """

    def __init__(self, function: Callable[..., Value], *fields: str, most: int = 32) -> None:
        self._function = function
        self.fields = fields
        """Those on which the value depends."""
        self._read = attrgetter(*fields)
        self._several = len(fields) > 1
        self._most = most
        self._known: dict[tuple[Any, ...], tuple[Any, Value]] = {}
        """What was read, a single field or a tuple of several, and the value, by further arguments."""

    def __call__(self, table: Any, *more: Any) -> Value:
        """The function's value for the table and further arguments."""
        read = self._read(table)
        known = self._known.get(more)
        if known is not None and (read is known[0] or (self._several and all(map(is_, read, known[0])))):
            return known[1]
        if len(self._known) >= self._most:
            self._known.clear()
        value = self._function(table, *more)
        self._known[more] = read, value
        return value


def remembered(*fields: str, most: int = 32) -> Callable[[Callable[..., Value]], Remembered[Value]]:
    """Have a function remembered for as long as these fields stay the same: `@remembered("units", "control")`."""

    def make(function: Callable[..., Value]) -> Remembered[Value]:
        return Remembered(function, *fields, most=most)

    return make


class Resting(Generic[Value]):
    """A function of a table that rests on other functions of it, remembered while their values stay equal.

    Each of them is called with the table and the further arguments. At least one must give something that no two
    scenarios share.
    """

    def __init__(self, function: Callable[..., Value], *grounds: Callable[..., Any], most: int = 32) -> None:
        self._function = function
        self._grounds = grounds
        self._most = most
        self._known: dict[tuple[Any, ...], tuple[list[Any], Value]] = {}

    def __call__(self, table: Any, *more: Any) -> Value:
        """The function's value for the table and further arguments."""
        grounds = [ground(table, *more) for ground in self._grounds]
        known = self._known.get(more)
        if known is not None and known[0] == grounds:
            return known[1]
        if len(self._known) >= self._most:
            self._known.clear()
        value = self._function(table, *more)
        self._known[more] = grounds, value
        return value


class Following(Remembered[Value]):
    """Remembered, where a new value is found from the last one.

    The function is given its last value, or None: it may take over from it what has not changed, but must not depend
    on it otherwise.
    """

    def __init__(self, function: Callable[..., Value], *fields: str, most: int = 32) -> None:
        self._from_last = function
        super().__init__(self._follow, *fields, most=most)

    def _follow(self, table: Any, *more: Any) -> Value:
        last = self._known.get(more)
        return self._from_last(table, last[1] if last else None, *more)

    def afresh(self, table: Any, *more: Any) -> Value:
        """The value, found from nothing."""
        return self._from_last(table, None, *more)


def following(*fields: str, most: int = 32) -> Callable[[Callable[..., Value]], Following[Value]]:
    """Makes a Following of the function below it: `@following("units")`."""
    return lambda function: Following(function, *fields, most=most)
