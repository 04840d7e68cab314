"""Commands: what a player may tell a game to do, each with one canonical line of text."""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform

from pydantic import TypeAdapter, ValidationError

from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.wording import Name, worded

LONGEST_NOTATION = 500
LARGEST_NUMBER = 10**18


class BadNotation(ForPlayers):
    """A text or object that is no command of the title."""


@dataclass(frozen=True, slots=True)
class Command:
    """A verb and its arguments. Subclasses are made by `command`; their fields are words or whole numbers."""

    verb: ClassVar[str]
    rule: ClassVar[str | None] = None
    """The rule under which it is given, unless its title knows another for the step in hand."""
    template: ClassVar[str] = ""
    """What it does in words, with its fields in braces, unless its title knows better: `{unit} goes to {space}`."""
    face_down: ClassVar[bool] = False
    """Whether the other side learns only that something was decided."""
    adds: ClassVar[bool] = False
    """Whether it only adds to what another command commits: when nothing else is left to add, dice follow at once."""
    rolls: ClassVar[bool] = False
    """Whether it may lead straight to dice: where it does, its words say so."""
    may: ClassVar[str] = ""
    """What it lets a unit do, as the unit's sheet says: `go by sea`."""
    aside: ClassVar[bool] = False
    """Whether it is rarely meant by a click on what it is about."""
    key: ClassVar[str | Mapping[str, str]] = ""
    """The key that gives it at the table whatever else there is to do; of several such, by the word that it has.

    `E` ends, and is the key of the verb `end` unless that says otherwise; `0` commits what has been declared, `X`
    cancels or declines, `A` leaves it to a rule of thumb. What is about one of several objects has none: those are
    numbered.
    """
    stays: ClassVar[bool] = False
    """Whether it is bought: what its step offers stays in the table's list while it is too dear, with the reason."""

    def notation(self) -> str:
        """The canonical text: the verb and the fields in their order, separated by single spaces."""
        return " ".join([self.verb, *[str(getattr(self, name)) for name in field_names(type(self))]])

    def words(self, name: Name, /) -> str:
        """What it does, by its form or else its notation; `name` gives the name of a unit or space."""
        fields = {field: getattr(self, field) for field in field_names(type(self))}
        return worded(self.template, fields, name) if self.template else self.notation()

    @property
    def own_key(self) -> str:
        """The key that gives it at the table; empty if it is one of several objects."""
        if isinstance(self.key, str):
            return self.key
        return next(
            (self.key[word] for name in field_names(type(self)) if (word := getattr(self, name)) in self.key), ""
        )

    def as_json(self) -> dict[str, Any]:
        """The command as an object: `verb` and its fields."""
        return {"verb": self.verb, **{name: getattr(self, name) for name in field_names(type(self))}}


C = TypeVar("C", bound=Command)


@dataclass_transform(frozen_default=True)
def command(
    verb: str, rule: str | None = None, form: str = "", key: str | Mapping[str, str] = ""
) -> Callable[[type[C]], type[C]]:
    """Declare a command: `@command("lay", "9.46", "Artillery on {unit}")` above a class with the verb's arguments."""

    def make(kind: type[C]) -> type[C]:
        made = dataclass(frozen=True, slots=True)(kind)
        made.verb, made.rule, made.template = verb, rule, form
        made.key = key or ("E" if verb == "end" else "")
        return made

    return make


def commands_of(module: str) -> tuple[type[Command], ...]:
    """The commands that a module has defined so far, in their order: for its last line, with its `__name__`."""
    kinds = [kind for kind in vars(sys.modules[module]).values() if isinstance(kind, type) and "verb" in vars(kind)]
    return tuple(kind for kind in kinds if issubclass(kind, Command) and kind.__module__ == module)


def field_names(kind: type[Command]) -> tuple[str, ...]:
    """Field names in the order of the notation: a slotted dataclass keeps them as its slots."""
    return tuple(kind.__slots__)


class Grammar:
    """The commands of a title: reads notation and objects back into commands."""

    def __init__(self, kinds: Iterable[type[Command]]) -> None:
        self.kinds: dict[str, type[Command]] = {kind.verb: kind for kind in kinds}
        self._adapters: dict[str, TypeAdapter[Command]] = {}

    def parse(self, given: str | Mapping[str, Any]) -> Command:
        """A command from its notation or its object form.

        Raises BadNotation, saying what was expected.
        """
        return self._from_text(given) if isinstance(given, str) else self._from_object(given)

    def _from_text(self, text: str) -> Command:
        if len(text) > LONGEST_NOTATION:
            raise BadNotation(f"a command has at most {LONGEST_NOTATION} characters")
        words = text.split()
        if not words:
            raise BadNotation("an empty command; type a verb and its arguments")
        kind = self._kind(words[0])
        names = field_names(kind)
        if len(words) != len(names) + 1:
            raise BadNotation(f"`{self.usage(words[0])}` is the form; {len(words) - 1} arguments were given")
        return self._validated(kind, dict(zip(names, words[1:], strict=True)))

    def _from_object(self, given: Mapping[str, Any]) -> Command:
        if not isinstance(given, Mapping):
            raise BadNotation("a command is a text such as `end`, or an object with `verb` and its fields")
        values = dict(given)
        verb = values.pop("verb", None)
        if not isinstance(verb, str):
            raise BadNotation("the command object has no `verb`")
        kind = self._kind(verb)
        unknown = sorted(str(name) for name in values.keys() - set(field_names(kind)))
        if unknown:
            raise BadNotation(f"`{verb}` has no field {', '.join(unknown)[:80]}; the form is `{self.usage(verb)}`")
        return self._validated(kind, values)

    def _kind(self, verb: str) -> type[Command]:
        if verb not in self.kinds:
            raise BadNotation(f"no command begins with `{verb[:40]}`; {self._meant(verb)}")
        return self.kinds[verb]

    def _meant(self, verb: str) -> str:
        """What somebody who gives a verb that there is not may have meant; if that is not known, all verbs."""
        from difflib import get_close_matches  # Imported here: hardly ever wanted.

        begin = [known for known in self.kinds if verb and known.startswith(verb.lower())]
        near = begin or get_close_matches(verb.lower(), self.kinds, 3, 0.75)
        if near:
            return f"do you mean {' or '.join(f'`{self.usage(known)}`' for known in near[:3])}?"
        return f"verbs are {', '.join(self.kinds)}"

    def _adapter(self, kind: type[Command]) -> TypeAdapter[Command]:
        if kind.verb not in self._adapters:
            self._adapters[kind.verb] = TypeAdapter(kind)
        return self._adapters[kind.verb]

    def _validated(self, kind: type[Command], values: dict[str, Any]) -> Command:
        try:
            command = self._adapter(kind).validate_python(values)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise BadNotation(f"`{self.usage(kind.verb)}`: {place}: {first['msg']}") from None
        arguments = self.arguments(command)
        if any(isinstance(number, int) and abs(number) > LARGEST_NUMBER for number in arguments):
            raise BadNotation(f"`{self.usage(kind.verb)}`: a number has at most 18 digits")
        words = [kind.verb, *map(str, arguments)]
        notation = " ".join(words)
        if notation.split() != words:
            raise BadNotation(f"`{self.usage(kind.verb)}`: an argument is one word without spaces")
        if len(notation) > LONGEST_NOTATION:
            raise BadNotation(f"a command has at most {LONGEST_NOTATION} characters")
        return command

    @staticmethod
    def arguments(command: Command) -> list[Any]:
        """The values of a command's fields, in the order of its notation."""
        return [getattr(command, name) for name in field_names(type(command))]

    def usage(self, verb: str) -> str:
        """The form of a verb's notation, `move UNIT`."""
        return " ".join([verb, *(name.upper() for name in field_names(self.kinds[verb]))])
