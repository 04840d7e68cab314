"""The tables of docs/protocol.md, made from the code and the recorded games.

    python -m tests.protocol.reference

writes them anew between their marks; everything else in the file is written by hand. Methods, parameters, errors,
options, verbs, steps and events come from the code.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tests.golden.record import path_of
from wargame_tui.core import save
from wargame_tui.core.command import field_names
from wargame_tui.core.disk import replace_file
from wargame_tui.core.event import Event
from wargame_tui.core.event import events_of as typed_events
from wargame_tui.core.game import UNDO_FREE, UNDO_LIMITED
from wargame_tui.core.title import Title, find_title, title_ids
from wargame_tui.protocol import messages
from wargame_tui.protocol.server import METHODS

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "docs" / "protocol.md"
TITLES = ROOT / "wargame_tui" / "titles"
SHARED = {"desert_commander": ("commander",), "pacific_commander": ("commander",)}
"""Further packages in which a title's events are told."""
_MARKED = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

WHEN = {
    messages.PARSE_ERROR: "the line is not UTF-8 or not JSON, or a name appears twice in an object",
    messages.INVALID_REQUEST: "no request of JSON-RPC 2.0, or a line or batch beyond the limits",
    messages.UNKNOWN_METHOD: "no such method",
    messages.BAD_PARAMS: "a parameter is missing, unknown or of a wrong type; no such side or option; no file there",
    messages.INTERNAL_ERROR: "a fault of the program; diagnostics on standard error",
    messages.UNKNOWN_GAME: "no game with this id, or it was closed",
    messages.ILLEGAL_COMMAND: "no command of the title, or not legal now; undo beyond its limits; dice that are sealed",
    messages.BAD_SAVE: "`load` of a file or object that is damaged, foreign or unreadable",
    messages.BAD_PATCH: "`edit` with a malformed patch, or to a state that the title refuses or cannot play on from",
    messages.GAME_OVER: "`apply` or `odds` after the end",
    messages.UNKNOWN_SCENARIO: "`new` or `map` of a scenario that is not installed, or a data pack that is not there",
    messages.BAD_DATA: "a file of the title or of a data pack has a fault: file, line and field, and what is wrong",
}


def written(text: str) -> str:
    """The file with its tables made anew."""
    made = {"methods": methods, "errors": errors, "titles": titles}
    return _MARKED.sub(lambda found: found[1] + "\n".join(made[found[2]]()) + "\n" + found[3], text)


def methods() -> Iterator[str]:
    """Every method with its parameters."""
    yield from _table("method", "params", "")
    for name, method in METHODS.items():
        known = method.params.model_json_schema(by_alias=True)
        parts = [_parameter(one, part, one in known.get("required", ())) for one, part in known["properties"].items()]
        said = (method.carry_out.__doc__ or "").strip()
        yield _row(f"`{name}`", ", ".join(parts) or "none", said)


def _parameter(name: str, part: Mapping[str, Any], required: bool) -> str:
    kinds = [_json_type(one) for one in part.get("anyOf", [part])]
    shown = " or ".join(kind for kind in kinds if kind != "null")
    default = part.get("default")
    told = f" = {str(default).lower()}" if default not in (None, [], {}) else ""
    return f"`{name}{'' if required else '?'}`: {shown}{told}"


def _json_type(part: Mapping[str, Any]) -> str:
    words = {"string": "text", "integer": "number", "boolean": "true or false", "object": "object", "null": "null"}
    if part.get("type") == "array":
        return f"[{_json_type(part['items'])}]"
    return words.get(part.get("type", ""), "any")


def errors() -> Iterator[str]:
    """Every code of an error."""
    yield from _table("code", "message", "when")
    for code, message in messages.MESSAGES.items():
        yield _row(str(code), message, WHEN[code])


def titles() -> Iterator[str]:
    """Everything that differs from title to title."""
    for title_id in title_ids():
        title = find_title(title_id)
        if type(title).__module__.startswith("wargame_tui."):
            yield from ("", f"### {title.name} (`{title.id}`)", "")
            yield f"Sides {_listed(title.sides)}; largest die {title.largest_die}; rules version {title.rules_version}."
            yield from _scenarios(title)
            yield from _map(title)
            yield from _verbs(title)
            yield from _steps(title)
            yield from _events(title)
    yield ""


def _scenarios(title: Title[Any]) -> Iterator[str]:
    yield from ("", "**Scenarios and options**", "")
    options: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for info in title.scenarios():
        yield f"- `{info.id}`: {info.name}, {info.turns} turns{', for one player' if info.solitaire else ''}"
        for option in info.options:
            options[option.name, option.words, option.rule].append(info.id.partition("/")[2])
    yield ""
    yield from _table("option", "values", "", "rule")
    yield _row("`undo`", f"`{UNDO_LIMITED}` (if not given), `{UNDO_FREE}`", "how far `undo` goes", "")
    for (name, words, rule), where in options.items():
        everywhere = len(where) == len(title.scenarios())
        yield _row(f"`{name}`", "`on`, `off`", words if everywhere else f"{words} ({_listed(where)})", rule)


def _map(title: Title[Any]) -> Iterator[str]:
    spaces: dict[str, set[str]] = defaultdict(set)
    borders: dict[str, set[str]] = defaultdict(set)
    printed: dict[str, list[str]] = {}
    for info in title.scenarios():
        shown = title.map(info.id)
        for space in shown["spaces"].values():
            _note_types(spaces, {name: value for name, value in space.items() if name != "neighbours"})
            for border in space["neighbours"].values():
                _note_types(borders, border)
        for part, held in title.printed(info.id).items():
            printed[part] = [*held] if part in ("counters", "charts", "sheet") else []
    yield from ("", f"**Map** (`{shown['kind']}`)", "")
    yield f"- spaces: {_typed(spaces)}"
    yield f"- neighbours: {_typed(borders)}"
    yield from (f"- `{part}`: {_listed(held)}" for part, held in printed.items() if held)


def _note_types(found: dict[str, set[str]], values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        found[name].add(_type(value))


def _typed(found: Mapping[str, set[str]]) -> str:
    return ", ".join(f"`{name}`: {' or '.join(sorted(_without_empty(seen)))}" for name, seen in found.items())


def _verbs(title: Title[Any]) -> Iterator[str]:
    yield from ("", "**Commands**", "")
    yield from _table("notation", "fields", "")
    for verb, kind in title.grammar.kinds.items():
        hints = get_type_hints(kind)
        fields = ", ".join(f"`{name}`: {_hint(hints[name])}" for name in field_names(kind))
        yield _row(f"`{title.grammar.usage(verb)}`", fields or "none", _said(kind))


def _said(kind: type[Any]) -> str:
    said = (kind.__doc__ or "").strip().partition("\n")[0]
    return f"{said} Face down." if getattr(kind, "face_down", False) else said


def _hint(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return " or ".join(f"`{value}`" for value in get_args(hint))
    return {str: "text", int: "number"}.get(hint, "text or number")


def _steps(title: Title[Any]) -> Iterator[str]:
    yield from ("", "**Steps** (`status.step`, `stack` of the state)", "")
    parts = [part for part in title.schema()["$defs"].values() if "const" in part["properties"].get("kind", {})]
    for part in sorted(parts, key=lambda part: str(part["properties"]["kind"]["const"])):
        fields = [f"`{name}`" for name in part["properties"] if name != "kind"]
        said = part.get("description", "").partition("\n")[0]
        yield f"- `{part['properties']['kind']['const']}`{' with ' + ', '.join(fields) if fields else ''}: {said}"


# Events


@dataclass
class Told:
    """What is known of a kind of event."""

    in_code: bool = False
    in_games: bool = False
    more: bool = False
    """Whether the code adds fields that it does not name."""
    fields: dict[str, set[str]] = field(default_factory=dict)
    """Names of fields with the types they were seen with."""
    always: set[str] | None = None
    """Fields that were there whenever it was told: in the games, or in the code if no game tells it."""

    def note(self, names: Iterable[str]) -> None:
        """It was told with these fields."""
        self.always = {*names} if self.always is None else self.always & {*names}

    def row(self, kind: str) -> str:
        """A line of the table."""
        shown = []
        for name, seen in self.fields.items():
            mark = "" if name in (self.always or ()) else "?"
            shown.append(f"`{name}{mark}`{': ' + ' or '.join(sorted(seen)) if seen else ''}")
        places = [place for place, here in (("code", self.in_code), ("games", self.in_games)) if here]
        return _row(f"`{kind}`", ", ".join(shown + ["..."] * (self.more and not self.in_games)), ", ".join(places))


def _events(title: Title[Any]) -> Iterator[str]:
    yield from ("", "**Events** (besides `kind`, `text`, `rule?`)", "")
    yield from _table("kind", "fields", "what happened")
    rows = {kind: told.row(kind) for kind, told in events_of(title).items()}
    for made in typed_events(type(title).__module__.rpartition(".")[0]):
        rows[made.kind] = _event(made)
    yield from (rows[kind] for kind in sorted(rows))


def _event(kind: type[Event]) -> str:
    """A line of the table: the fields with their types; `?` marks those that may be left out."""
    hints = get_type_hints(kind)
    told = [(each.name, each.default is None) for each in fields(kind) if each.name != "rule"]
    shown = [f"`{name.rstrip('_')}{'?' * optional}`: {_hint_words(hints[name], optional)}" for name, optional in told]
    rule = kind.__init__.__kwdefaults__["rule"]  # type: ignore[misc]
    return _row(f"`{kind.kind}`", ", ".join(shown), f"{_said(kind)}{f' ({rule})' if rule else ''}")


def _hint_words(hint: Any, optional: bool = False) -> str:
    """The JSON type of a field in words, `[text]`."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return "text"
    if origin in (Union, UnionType):
        kept = [one for one in inner if not (optional and one is type(None))]
        return " or ".join(sorted({_hint_words(one) for one in kept}))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"{{{_hint_words(inner[1])}}}"
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return f"[{' or '.join(sorted({_hint_words(one) for one in inner if one is not Ellipsis}))}]"
    plain = {bool: "true or false", int: "number", float: "number", str: "text", type(None): "null"}
    return plain.get(hint, "anything")


def events_of(title: Title[Any]) -> dict[str, Told]:
    """The kinds of events of a title, from its code and its golden games."""
    found: dict[str, Told] = defaultdict(Told)
    for folder in (title.id, *SHARED.get(title.id, ())):
        for path in sorted((TITLES / folder).rglob("*.py")):
            for call in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "tell":
                    _note_call(call, found)
    for info in title.scenarios():
        game = save.read(path_of(info.id))
        for event in (*game.opening, *(event for entry in game.entries for event in entry.events)):
            told = found[event.kind]
            if not told.in_games:
                told.in_games, told.always = True, None
            told.note(event.data)
            for name, value in event.data.items():
                told.fields.setdefault(name, set()).add(_type(value))
    for told in found.values():
        told.fields = {name: _without_empty(seen) for name, seen in told.fields.items()}
    return found


def _note_call(call: ast.Call, found: dict[str, Told]) -> None:
    for kind in _constants(call.args[0] if call.args else None):
        told = found[kind]
        told.in_code = True
        names: list[str] = []
        for keyword in call.keywords:
            if keyword.arg is not None:
                names.append(keyword.arg)
            elif isinstance(keyword.value, ast.Dict):
                names += [name for key in keyword.value.keys for name in _constants(key)]
            else:
                told.more = True
        told.note(names)
        told.fields.update({name: told.fields.get(name, set()) for name in names})


def _constants(node: ast.expr | None) -> list[str]:
    """The texts that an expression can be, where it says so."""
    if isinstance(node, ast.IfExp):
        return [*_constants(node.body), *_constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _type(value: Any) -> str:
    """The JSON type of a value in words, `[text]`."""
    if isinstance(value, Mapping):
        return "{" + " or ".join(sorted({_type(one) for one in value.values()})) + "}"
    if isinstance(value, list | tuple | set | frozenset):
        return f"[{' or '.join(sorted(_without_empty({_type(one) for one in value})))}]"
    if isinstance(value, bool):
        return "true or false"
    return "null" if value is None else "number" if isinstance(value, int | float) else "text"


def _without_empty(seen: set[str]) -> set[str]:
    """Types without that of an empty list, where others were seen; those of plain lists are one."""
    whole = {one for one in seen if one != "[]"} if any(one.startswith("[") and one != "[]" for one in seen) else seen
    lists = [set(one[1:-1].split(" or ")) for one in whole if one.startswith("[") and one.count("[") == 1]
    if len(lists) > 1:
        union = f"[{' or '.join(sorted(set().union(*lists)))}]"
        whole = {one for one in whole if not one.startswith("[") or one.count("[") > 1} | {union}
    return whole


# Tables


def _table(*heads: str) -> Iterable[str]:
    return (_row(*heads), _row(*("---" for _ in heads)))


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def main() -> None:
    """Write the tables."""
    replace_file(PATH, written(PATH.read_text("utf-8")).encode())


if __name__ == "__main__":
    main()
