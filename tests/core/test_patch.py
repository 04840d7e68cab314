"""JSON Patch: the examples of RFC 6902, appendix A, and what a hostile patch might try."""

from typing import Any

import pytest

from wargame_tui.core.patch import LARGEST_COPY, MOST_OPERATIONS, BadPatch, apply, difference

GOOD = {
    "A.1 adding an object member": (
        {"foo": "bar"},
        [{"op": "add", "path": "/baz", "value": "qux"}],
        {"baz": "qux", "foo": "bar"},
    ),
    "A.2 adding an array element": (
        {"foo": ["bar", "baz"]},
        [{"op": "add", "path": "/foo/1", "value": "qux"}],
        {"foo": ["bar", "qux", "baz"]},
    ),
    "A.3 removing an object member": (
        {"baz": "qux", "foo": "bar"},
        [{"op": "remove", "path": "/baz"}],
        {"foo": "bar"},
    ),
    "A.4 removing an array element": (
        {"foo": ["bar", "qux", "baz"]},
        [{"op": "remove", "path": "/foo/1"}],
        {"foo": ["bar", "baz"]},
    ),
    "A.5 replacing a value": (
        {"baz": "qux", "foo": "bar"},
        [{"op": "replace", "path": "/baz", "value": "boo"}],
        {"baz": "boo", "foo": "bar"},
    ),
    "A.6 moving a value": (
        {"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}},
        [{"op": "move", "from": "/foo/waldo", "path": "/qux/thud"}],
        {"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}},
    ),
    "A.7 moving an array element": (
        {"foo": ["all", "grass", "cows", "eat"]},
        [{"op": "move", "from": "/foo/1", "path": "/foo/3"}],
        {"foo": ["all", "cows", "eat", "grass"]},
    ),
    "A.8 testing a value: success": (
        {"baz": "qux", "foo": ["a", 2, "c"]},
        [{"op": "test", "path": "/baz", "value": "qux"}, {"op": "test", "path": "/foo/1", "value": 2}],
        {"baz": "qux", "foo": ["a", 2, "c"]},
    ),
    "A.10 adding a nested member object": (
        {"foo": "bar"},
        [{"op": "add", "path": "/child", "value": {"grandchild": {}}}],
        {"foo": "bar", "child": {"grandchild": {}}},
    ),
    "A.11 ignoring unrecognized elements": (
        {"foo": "bar"},
        [{"op": "add", "path": "/baz", "value": "qux", "xyz": 123}],
        {"foo": "bar", "baz": "qux"},
    ),
    "A.14 ~ escape ordering": (
        {"/": 9, "~1": 10},
        [{"op": "test", "path": "/~01", "value": 10}],
        {"/": 9, "~1": 10},
    ),
    "A.16 adding an array value": (
        {"foo": ["bar"]},
        [{"op": "add", "path": "/foo/-", "value": ["abc", "def"]}],
        {"foo": ["bar", ["abc", "def"]]},
    ),
    "copying": ({"a": [1]}, [{"op": "copy", "from": "/a", "path": "/b"}], {"a": [1], "b": [1]}),
    "a copy is its own": (
        {"a": [1]},
        [{"op": "copy", "from": "/a", "path": "/b"}, {"op": "add", "path": "/b/-", "value": 2}],
        {"a": [1], "b": [1, 2]},
    ),
    "replacing the whole": ({"a": 1}, [{"op": "replace", "path": "", "value": [2]}], [2]),
    "moving onto itself": ({"a": 1}, [{"op": "move", "from": "/a", "path": "/a"}], {"a": 1}),
    "the empty name": ({"": 1}, [{"op": "replace", "path": "/", "value": 2}], {"": 2}),
    "numbers are equal by value": ({"a": 1}, [{"op": "test", "path": "/a", "value": 1.0}], {"a": 1}),
}

BAD = {
    "A.9 testing a value: error": ({"baz": "qux"}, [{"op": "test", "path": "/baz", "value": "bar"}]),
    "A.12 adding to a nonexistent target": ({"foo": "bar"}, [{"op": "add", "path": "/baz/bat", "value": "qux"}]),
    "A.15 comparing strings and numbers": ({"/": 9, "~1": 10}, [{"op": "test", "path": "/~01", "value": "10"}]),
    "true is not 1": ({"a": 1}, [{"op": "test", "path": "/a", "value": True}]),
    "true is not 1 in a list": ({"a": [1]}, [{"op": "test", "path": "/a", "value": [True]}]),
    "removing what is not there": ({"a": 1}, [{"op": "remove", "path": "/b"}]),
    "removing beyond the end": ({"a": [1]}, [{"op": "remove", "path": "/a/1"}]),
    "removing the place after the last": ({"a": [1]}, [{"op": "remove", "path": "/a/-"}]),
    "adding beyond the end": ({"a": [1]}, [{"op": "add", "path": "/a/2", "value": 1}]),
    "replacing what is not there": ({}, [{"op": "replace", "path": "/a", "value": 1}]),
    "leading zeros": ({"a": [1, 2]}, [{"op": "remove", "path": "/a/01"}]),
    "a negative index": ({"a": [1, 2]}, [{"op": "remove", "path": "/a/-1"}]),
    "a digit of another script": ({"a": [1, 2]}, [{"op": "remove", "path": "/a/١"}]),
    "a huge index": ({"a": [1]}, [{"op": "remove", "path": "/a/" + "9" * 5000}]),
    "moving into oneself": ({"a": {"b": 1}}, [{"op": "move", "from": "/a", "path": "/a/b/c"}]),
    "into a plain value": ({"a": 1}, [{"op": "add", "path": "/a/b", "value": 1}]),
    "no value": ({}, [{"op": "add", "path": "/a"}]),
    "no path": ({}, [{"op": "add", "value": 1}]),
    "no slash": ({"a": 1}, [{"op": "remove", "path": "a"}]),
    "no from": ({"a": 1}, [{"op": "move", "path": "/a"}]),
    "no such operation": ({"a": 1}, [{"op": "spam", "path": "/a"}]),
    "an unhashable operation": ({"a": 1}, [{"op": [], "path": "/a"}]),
    "not an object": ({"a": 1}, ["remove"]),
    "not a list": ({"a": 1}, {"op": "remove", "path": "/a"}),
    "too many": ({"a": 1}, [{"op": "test", "path": "/a", "value": 1}] * (MOST_OPERATIONS + 1)),
    "copies of copies": ({"a": [0]}, [{"op": "copy", "from": "", "path": "/a/-"}] * 60),
    "a large copy": ({"a": [0] * LARGEST_COPY}, [{"op": "copy", "from": "/a", "path": "/b"}]),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_patch_that_fits(name: str) -> None:
    document, operations, expected = GOOD[name]
    before = repr(document)
    assert apply(document, operations) == expected
    assert repr(document) == before, "the document given must be left alone"


@pytest.mark.parametrize("name", BAD)
def test_a_patch_that_does_not(name: str) -> None:
    document, operations = BAD[name]
    before = repr(document)
    with pytest.raises(BadPatch):
        apply(document, operations)
    assert repr(document) == before


def test_a_refusal_names_the_operation() -> None:
    with pytest.raises(BadPatch, match="operation 1: nothing at `b`"):
        apply({"a": 1}, [{"op": "test", "path": "/a", "value": 1}, {"op": "remove", "path": "/b"}])


def test_the_values_of_a_patch_are_its_own() -> None:
    value: list[Any] = []
    result = apply({}, [{"op": "add", "path": "/a", "value": value}, {"op": "add", "path": "/a/-", "value": 1}])
    assert (result, value) == ({"a": [1]}, [])


def test_nesting_without_end_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for operation in ({"op": "add", "path": "/a", "value": deep}, {"op": "test", "path": "/a", "value": deep}):
        with pytest.raises(BadPatch, match="nested too deeply"):
            apply({"a": 1}, [operation])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": 1}, {"a": 1}),
        ({"a": 1, "b": 2}, {"a": True, "c": [1]}),
        ({"a": [1, {"b": 2}, 3]}, {"a": [1, {"b": 4}, 3]}),
        ({"a": [1, 2]}, {"a": [1]}),
        ({"a/b": {"~": 1}}, {"a/b": {"~": 2}, "": 0}),
        ([], {}),
    ],
)
def test_a_difference_leads_from_one_value_to_the_other(before: Any, after: Any) -> None:
    found = difference(before, after)
    assert repr(apply(before, found)) == repr(after)
    assert bool(found) == (repr(before) != repr(after))


def test_a_difference_is_small() -> None:
    assert difference({"a": [1, {"b": 2}, 3]}, {"a": [1, {"b": 4}, 3]}) == [
        {"op": "replace", "path": "/a/1/b", "value": 4}
    ]
