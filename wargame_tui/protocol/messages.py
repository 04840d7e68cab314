"""JSON-RPC 2.0 on lines of text: requests in, responses out, errors by code. Knows nothing of games."""

import json
import math
from dataclasses import dataclass
from typing import Any

from wargame_tui.core.save import MOST_VALUES, has_too_many_values, unique

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, BAD_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
UNKNOWN_GAME, ILLEGAL_COMMAND, BAD_SAVE, BAD_PATCH, GAME_OVER, UNKNOWN_SCENARIO, BAD_DATA = range(1, 8)

MESSAGES = {
    PARSE_ERROR: "Parse error",
    INVALID_REQUEST: "Invalid Request",
    UNKNOWN_METHOD: "Method not found",
    BAD_PARAMS: "Invalid params",
    INTERNAL_ERROR: "Internal error",
    UNKNOWN_GAME: "Unknown game",
    ILLEGAL_COMMAND: "Illegal command",
    BAD_SAVE: "Damaged or foreign save",
    BAD_PATCH: "Bad patch",
    GAME_OVER: "The game is over",
    UNKNOWN_SCENARIO: "No such scenario",
    BAD_DATA: "A data file cannot be used",
}

Id = str | int | float | None


class RpcError(Exception):
    """An error to be answered: its code, and why in words that a player understands."""

    def __init__(self, code: int, reason: str, rule: str | None = None) -> None:
        self.code = code
        self.reason = reason
        self.rule = rule
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Request:
    """One call. A notification wants no answer."""

    method: str
    params: dict[str, Any] | list[Any]
    id: Id
    is_notification: bool


def read(line: bytes) -> Any:
    """The JSON value on a line. Raises RpcError."""
    if has_too_many_values(line):
        raise RpcError(INVALID_REQUEST, f"a line holds at most {MOST_VALUES} values")
    try:
        return json.loads(line.decode(), object_pairs_hook=unique, parse_constant=_no_number, parse_float=_finite)
    except RecursionError:
        raise RpcError(PARSE_ERROR, "the line is nested too deeply") from None
    except UnicodeDecodeError as error:
        raise RpcError(PARSE_ERROR, f"the line is not UTF-8: byte {error.start} is wrong") from None
    except ValueError as error:
        raise RpcError(PARSE_ERROR, f"the line is not JSON: {error}") from None


def write(message: Any) -> bytes:
    """A response in bytes. Everything beyond ASCII is escaped, so that even lone surrogates can be sent back."""
    return json.dumps(message, allow_nan=False, separators=(",", ":")).encode()


def request(message: Any) -> Request:
    """The call that a JSON value is. Raises RpcError if it is none."""
    if not isinstance(message, dict):
        raise RpcError(INVALID_REQUEST, "a request is an object")
    if message.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, '`jsonrpc` must be "2.0"')
    if not is_id(message.get("id")):
        raise RpcError(INVALID_REQUEST, "`id` is a text or a number")
    method, params = message.get("method"), message.get("params", {})
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "`method` must be a text")
    if not isinstance(params, dict | list):
        raise RpcError(INVALID_REQUEST, "`params` is an object or a list")
    return Request(method, params, message.get("id"), "id" not in message)


def result(request_id: Id, value: Any) -> dict[str, Any]:
    """The response to a call that went well."""
    return {"jsonrpc": "2.0", "id": request_id, "result": value}


def failure(request_id: Id, error: RpcError) -> dict[str, Any]:
    """The response to a call that did not."""
    data = {"reason": error.reason} if error.rule is None else {"reason": error.reason, "rule": error.rule}
    return {
        "jsonrpc": "2.0",
        "id": request_id,
        "error": {"code": error.code, "message": MESSAGES[error.code], "data": data},
    }


def id_of(message: Any) -> Id:
    """The id to answer a broken request with: its own if that can be made out, else null."""
    found = message.get("id") if isinstance(message, dict) else None
    return found if is_id(found) else None


def is_id(value: Any) -> bool:
    """Whether JSON-RPC takes a value as an id."""
    return value is None or (isinstance(value, str | int | float) and not isinstance(value, bool))


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:40]} is too large a number")
    return value
