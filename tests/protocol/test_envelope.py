"""JSON-RPC 2.0 to the letter: envelopes, ids, batches, notifications, and whatever else may come down a pipe."""

import json
from typing import Any

import pytest

from tests.protocol.client import Client, Local

PING = {"jsonrpc": "2.0", "method": "initialize"}


@pytest.fixture
def client() -> Client:
    return Client(Local())


def code(response: dict[str, Any]) -> int:
    assert response["jsonrpc"] == "2.0"
    assert response["error"]["data"]["reason"]
    found: int = response["error"]["code"]
    return found


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b'{"jsonrpc": "2.0", "id": 1, "method": "initialize"',
        b'{"jsonrpc": "2.0", "id": NaN, "method": "initialize"}',
        b'{"jsonrpc": "2.0", "id": 1e999, "method": "initialize"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"x": Infinity}}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"1" * 10_000,
        b"\x00",
    ],
)
def test_what_is_not_json_is_a_parse_error(client: Client, line: bytes) -> None:
    response = client.raw(line)
    assert code(response) == -32700
    assert response["id"] is None


@pytest.mark.parametrize(
    "message",
    [
        1,
        "initialize",
        None,
        True,
        {},
        [],
        {"method": "initialize"},
        {**PING, "id": 1, "jsonrpc": "1.0"},
        {**PING, "id": 1, "jsonrpc": 2.0},
        {**PING, "id": True},
        {**PING, "id": [1]},
        {**PING, "id": {"x": 1}},
        {**PING, "id": 1, "method": 1},
        {**PING, "id": 1, "method": None},
        {**PING, "id": 1, "params": "x"},
        {**PING, "id": 1, "params": 1},
        {**PING, "id": 1, "params": None},
    ],
)
def test_what_is_no_request_is_invalid(client: Client, message: Any) -> None:
    response = client.raw(json.dumps(message))
    assert code(response) == -32600
    given = message.get("id") if isinstance(message, dict) else None
    assert response["id"] == (given if type(given) is int else None)


@pytest.mark.parametrize("request_id", ["a", "", 0, -1, 1.5, 2**70, None, "\ud800", "ü" * 1000])
def test_any_id_comes_back_as_it_was(client: Client, request_id: Any) -> None:
    response = client.raw({**PING, "id": request_id})
    assert response["id"] == request_id
    assert "result" in response


@pytest.mark.parametrize("method", ["", "Initialize", "rpc.discover", "__init__", "_call", "x" * 10_000])
def test_unknown_methods(client: Client, method: str) -> None:
    assert client.error(method).code == -32601


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("initialize", {"x": 1}),
        ("new", {}),
        ("new", {"scenario": 1}),
        ("new", {"scenario": "a/b", "seed": "1"}),
        ("new", {"scenario": "a/b", "seed": 1.5}),
        ("new", {"scenario": "a/b", "seed": True}),
        ("new", {"scenario": "a/b", "seed": 2**64}),
        ("new", {"scenario": "a/b", "options": []}),
        ("new", {"scenario": "a/b", "dice": ["1"]}),
        ("new", {"scenario": "a/b", "dice": 1}),
        ("new", {"scenario": "a/b", "sed": 1}),
        ("load", {}),
        ("load", {"save": {}, "path": "x"}),
        ("load", {"save": []}),
        ("load", {"path": 1}),
        ("status", {}),
        ("status", {"game": 1}),
        ("map", {}),
        ("map", {"game": "g1", "scenario": "a/b"}),
        ("legal", {"game": "g1", "limit": -1}),
        ("legal", {"game": "g1", "limit": "1"}),
        ("legal", {"game": "g1", "limit": 2**31}),
        ("apply", {"game": "g1"}),
        ("apply", {"game": "g1", "command": 1}),
        ("apply", {"game": "g1", "command": None}),
        ("apply", {"game": "g1", "command": ["move"]}),
        ("undo", {"game": "g1", "count": 0}),
        ("undo", {"game": "g1", "count": -1}),
        ("log", {"game": "g1", "from": -1}),
        ("log", {"game": "g1", "start": 0}),
        ("edit", {"game": "g1"}),
        ("dice", {"game": "g1"}),
        ("dice", {"game": "g1", "values": 1}),
        ("close", {}),
    ],
)
def test_parameters_are_checked_before_anything_else(client: Client, method: str, params: dict[str, Any]) -> None:
    assert client.error(method, **params).code == -32602


def test_parameters_by_position(client: Client) -> None:
    response = client.raw({"jsonrpc": "2.0", "id": 1, "method": "status", "params": ["nowhere"]})
    assert code(response) == 1
    response = client.raw({"jsonrpc": "2.0", "id": 1, "method": "status", "params": ["g1", None, 3]})
    assert code(response) == -32602


def test_notifications_are_not_answered() -> None:
    engine = Local().engine
    assert engine.answer(json.dumps(PING).encode()) is None
    assert engine.answer(json.dumps({**PING, "method": "nonsense"}).encode()) is None
    assert engine.answer(json.dumps([PING, PING]).encode()) is None


def test_batches_are_answered_in_order_without_notifications(client: Client) -> None:
    batch = [{**PING, "id": 1}, PING, 5, {**PING, "id": "b", "method": "nonsense"}]
    first, second, third = client.raw(batch)
    assert (first["id"], "result" in first) == (1, True)
    assert (second["id"], code(second)) == (None, -32600)
    assert (third["id"], code(third)) == ("b", -32601)


def test_batches_have_a_limit(client: Client) -> None:
    assert code(client.raw([1] * 100_000)) == -32600


def test_null_is_an_id_and_not_a_notification(client: Client) -> None:
    assert "result" in client.raw({**PING, "id": None})
