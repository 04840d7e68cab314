"""What the program is made of besides itself: licences that go with its own, and a lock that fits what it asks for."""

import re
import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
COMPATIBLE = {
    "MIT", "MIT-0", "MIT-CMU", "BSD", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "ISC", "PSF-2.0", "MPL-2.0",
    "OFL-1.1",
}  # fmt: skip
"""Whoever passes the program on under its own licence, MIT, may pass these on with it; OFL-1.1 is for letters."""
FAMILIES = {"MIT License": "MIT", "BSD License": "BSD", "Apache Software License": "Apache-2.0"}
"""How older packages say the same, in a classifier."""
OTHERWISE = {"SIL OFL V1.1": "OFL-1.1"}
"""And in words of their own."""
_PIN = re.compile(r"^([\w.-]+)==(\S+)((?: ;[^\\]*)?) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def needed(name: str = "wargame-tui") -> dict[str, Distribution]:
    """The packages that one needs at run time here, and those that they need."""
    found: dict[str, Distribution] = {}
    wanted, seen = [Requirement(name)], set[str]()
    while wanted:
        one = wanted.pop()
        if str(one) in seen:
            continue
        seen.add(str(one))
        package = distribution(one.name)
        found[canonicalize_name(one.name)] = package
        for extra in ("", *one.extras):
            here: dict[str, Any] = {**default_environment(), "extra": extra}
            asked = [Requirement(words) for words in package.requires or []]
            wanted += [each for each in asked if each.marker is None or each.marker.evaluate(here)]
    del found[name]
    return found


def licence(package: Distribution) -> set[str]:
    """What a package says that it may be used under."""
    said = package.metadata.get("License-Expression") or package.metadata.get("License") or ""
    classifiers = package.metadata.get_all("Classifier") or []
    families = {FAMILIES[end] for each in classifiers if (end := each.rpartition(" :: ")[2]) in FAMILIES}
    return ({*re.split(r" (?:OR|AND) ", OTHERWISE.get(said, said))} & COMPATIBLE) | families


@pytest.mark.parametrize("name", sorted(needed()))
def test_what_is_needed_may_be_passed_on(name: str) -> None:
    assert licence(distribution(name)), f"{name}: {distribution(name).metadata.get('License')}"


def pins(name: str) -> dict[str, str]:
    """The version of every package of a lock."""
    text = (ROOT / "requirements" / name).read_text()
    found = _PIN.findall(text)
    assert _PIN.sub("", text).strip() == "", "every line is a version or a hash of it"
    assert all(len(hashes) for *_, hashes in found)
    return {canonicalize_name(package): version for package, version, _, _ in found}


@pytest.mark.parametrize("name", ["play.txt", "test.txt"])
def test_the_lock_fits_what_is_asked_for(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    if name == "test.txt":
        asked += project["dependency-groups"]["dev"]
    locked = pins(name)
    for words in asked:
        wanted = Requirement(words)
        assert wanted.specifier.contains(locked[canonicalize_name(wanted.name)]), words
    assert {*needed()} <= locked.keys(), "and all that these need: run `make lock`"


def test_both_locks_agree() -> None:
    assert pins("play.txt").items() <= pins("test.txt").items()


@pytest.mark.parametrize("name", ["play.txt", "test.txt"])
def test_a_lock_names_no_place(name: str) -> None:
    """Whoever has a registry of his own uses that."""
    assert "://" not in (ROOT / "requirements" / name).read_text()
    assert "index" not in (ROOT / "requirements" / name).read_text()
