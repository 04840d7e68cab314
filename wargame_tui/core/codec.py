"""States as JSON values and back, checked field by field."""

import json
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from wargame_tui.core.state import STRICT as STRICT
from wargame_tui.core.title import BadState

T = TypeVar("T")


class Codec(Generic[T]):
    """Reads and writes one kind of state."""

    def __init__(self, state_type: type[T]) -> None:
        self._state_type = state_type

    @cached_property
    def _adapter(self) -> TypeAdapter[T]:
        return TypeAdapter(self._state_type)

    def dump(self, state: T) -> dict[str, Any]:
        """The state as JSON values."""
        plain: dict[str, Any] = self._adapter.dump_python(state, mode="json")
        return plain

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of what `restore` takes and `dump` gives."""
        return self._adapter.json_schema()

    def restore(self, data: Any) -> T:
        """The state from JSON values. Raises BadState naming the first field that is wrong."""
        try:
            # As JSON text, because strict validation of Python values would insist on instances and tuples.
            return self._adapter.validate_json(json.dumps(data, allow_nan=False))
        except ValidationError as error:
            raise BadState(_words(error)) from None
        except (TypeError, ValueError, RecursionError) as error:
            raise BadState(f"not JSON: {error}") from None


def _words(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = "/" + "/".join(str(part) for part in first["loc"])
    return f"{place[:120]}: {first['msg'][:200]}"
