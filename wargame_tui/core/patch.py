"""RFC 6902 JSON Patch on plain values: all operations or none."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from wargame_tui.core.errors import InWords

MOST_OPERATIONS = 1_000
LARGEST_COPY = 10_000
"""Values in a copied value: with the number of operations, this keeps copies of copies from filling the memory."""


class BadPatch(InWords, ValueError):
    """A patch that is malformed or does not fit the document; names the operation."""


def apply(document: Any, operations: Any) -> Any:
    """The document after the operations; the one given is left alone.

    Raises BadPatch.
    """
    if not isinstance(operations, list):
        raise BadPatch("a patch is a list of operations")
    if len(operations) > MOST_OPERATIONS:
        raise BadPatch(f"a patch has at most {MOST_OPERATIONS} operations")
    result = deepcopy(document)
    for number, operation in enumerate(operations):
        try:
            result = _one(result, operation)
        except BadPatch as error:
            raise BadPatch(f"operation {number}: {error}") from None
        except RecursionError:
            raise BadPatch(f"operation {number}: nested too deeply") from None
    return result


def difference(before: Any, after: Any, path: str = "") -> list[dict[str, Any]]:
    """The operations that make one plain value another; a list of another length is replaced as a whole."""
    if isinstance(before, dict) and isinstance(after, dict):
        found = [{"op": "remove", "path": _below(path, key)} for key in before if key not in after]
        for key, value in after.items():
            place = _below(path, key)
            added = [{"op": "add", "path": place, "value": value}]
            found += difference(before[key], value, place) if key in before else added
        return found
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [one for key, (old, new) in pairs for one in difference(old, new, _below(path, key))]
    return [] if _same(before, after) else [{"op": "replace", "path": path, "value": after}]


def _below(path: str, key: str | int) -> str:
    return f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _one(document: Any, operation: Any) -> Any:
    if not isinstance(operation, dict):
        raise BadPatch("not an object")
    name = operation.get("op")
    if not isinstance(name, str) or name not in _OPERATIONS:
        raise BadPatch(f"`op` is one of {', '.join(_OPERATIONS)}")
    path = _pointer(operation, "path")
    return _OPERATIONS[name](document, path, operation)


def _pointer(operation: dict[str, Any], field: str) -> list[str]:
    text = operation.get(field)
    if not isinstance(text, str) or (text and not text.startswith("/")):
        raise BadPatch(f"`{field}` is a JSON pointer: empty, or beginning with /")
    return [part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:]]


def _value(operation: dict[str, Any]) -> Any:
    if "value" not in operation:
        raise BadPatch("no `value`")
    return deepcopy(operation["value"])


def _index(holder: list[Any], key: str, most: int) -> int:
    if not (key.isascii() and key.isdigit()) or (len(key) > 1 and key[0] == "0") or len(key) > 9:
        raise BadPatch(f"`{key[:40]}` is no index of a list")
    if int(key) > most:
        raise BadPatch(f"index {key} is beyond the list's end")
    return int(key)


def _get(document: Any, path: list[str]) -> Any:
    for key in path:
        if isinstance(document, dict) and key in document:
            document = document[key]
        elif isinstance(document, list):
            document = document[_index(document, key, len(document) - 1)]
        else:
            raise BadPatch(f"nothing at `{key[:60]}`")
    return document


def _add(document: Any, path: list[str], value: Any) -> Any:
    if not path:
        return value
    holder, key = _get(document, path[:-1]), path[-1]
    if isinstance(holder, dict):
        holder[key] = value
    elif isinstance(holder, list):
        holder.insert(len(holder) if key == "-" else _index(holder, key, len(holder)), value)
    else:
        raise BadPatch(f"`{key[:60]}` has no place in a plain value")
    return document


def _remove(document: Any, path: list[str]) -> Any:
    if not path:
        raise BadPatch("the whole document cannot be removed")
    holder, key = _get(document, path[:-1]), path[-1]
    _get(holder, [key])
    del holder[_index(holder, key, len(holder) - 1) if isinstance(holder, list) else key]
    return document


def _replace(document: Any, path: list[str], value: Any) -> Any:
    if not path:
        return value
    holder, key = _get(document, path[:-1]), path[-1]
    _get(holder, [key])
    holder[_index(holder, key, len(holder) - 1) if isinstance(holder, list) else key] = value
    return document


def _move(document: Any, path: list[str], operation: dict[str, Any]) -> Any:
    origin = _pointer(operation, "from")
    if path[: len(origin)] == origin and path != origin:
        raise BadPatch("a value cannot be moved into itself")
    value = _get(document, origin)
    return _add(_remove(document, origin) if origin else document, path, value)


def _copy(document: Any, path: list[str], operation: dict[str, Any]) -> Any:
    value = _get(document, _pointer(operation, "from"))
    if _size(value) > LARGEST_COPY:
        raise BadPatch(f"a copied value holds at most {LARGEST_COPY} values")
    return _add(document, path, deepcopy(value))


def _size(value: Any) -> int:
    """Plain values within a value, itself included."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_size, inside))


def _test(document: Any, path: list[str], expected: Any) -> Any:
    if not _same(_get(document, path), expected):
        raise BadPatch(f"test failed at /{'/'.join(path)[:80]}")
    return document


def _same(one: Any, other: Any) -> bool:
    """Equality of JSON values: unlike in Python, true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


_OPERATIONS: dict[str, Callable[[Any, list[str], dict[str, Any]], Any]] = {
    "add": lambda document, path, operation: _add(document, path, _value(operation)),
    "remove": lambda document, path, operation: _remove(document, path),
    "replace": lambda document, path, operation: _replace(document, path, _value(operation)),
    "move": _move,
    "copy": _copy,
    "test": lambda document, path, operation: _test(document, path, _value(operation)),
}
