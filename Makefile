# Two commands for players and testers; everything else is for whoever carries on (see CONTRIBUTING.md).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play serve test lint fuzz monkey mutants bench schemas lock clean

play: $(VENV)/.play
	$(BIN)/wargame-tui

serve: $(VENV)/.serve
	$(BIN)/wargame-tui serve

test: $(VENV)/.dev
	$(BIN)/pytest -n auto

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fuzz: $(VENV)/.play
	$(BIN)/wargame-tui fuzz

monkey: $(VENV)/.dev
	$(BIN)/python -m tests.monkey

mutants: $(VENV)/.dev
	$(BIN)/python -m tests.mutants $(TITLE)

bench: $(VENV)/.play
	$(BIN)/python tests/benchmarks/bench_startup.py
	$(BIN)/python tests/benchmarks/bench_play.py
	$(BIN)/python tests/benchmarks/bench_map.py

schemas: $(VENV)/.play
	$(BIN)/python -m wargame_tui.board.schemas

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "wargame-tui needs Python 3.11 or later: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)

# The hashes are checked; what is installed then needs nothing more from anywhere.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(VENV)/.play: pyproject.toml requirements/play.txt | $(VENV)/bin/python
	$(INSTALL) --require-hashes --requirement requirements/play.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.serve: $(VENV)/.play requirements/serve.txt
	$(INSTALL) --require-hashes --requirement requirements/serve.txt
	touch $@

$(VENV)/.dev: pyproject.toml requirements/test.txt | $(VENV)/bin/python
	$(INSTALL) --require-hashes --requirement requirements/test.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@ $(VENV)/.play

LOCK = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --no-header
lock: $(VENV)/.dev
	$(INSTALL) uv
	$(LOCK) pyproject.toml requirements/build.in --output-file requirements/play.txt
	$(LOCK) pyproject.toml requirements/build.in --group dev --output-file requirements/test.txt
	$(LOCK) pyproject.toml requirements/build.in --extra serve --output-file requirements/serve.txt

clean:
	rm -rf $(VENV) build dist
