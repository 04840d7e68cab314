# Two commands for players and testers; everything else is for whoever carries on (see CONTRIBUTING.md).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test lint fuzz bench schemas clean

play: $(VENV)/.play
	$(BIN)/wargame-tui

test: $(VENV)/.dev
	$(BIN)/pytest -n auto

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fuzz: $(VENV)/.play
	$(BIN)/wargame-tui fuzz

bench: $(VENV)/.play
	$(BIN)/python tests/benchmarks/bench_startup.py
	$(BIN)/python tests/benchmarks/bench_play.py
	$(BIN)/python tests/benchmarks/bench_map.py

schemas: $(VENV)/.play
	$(BIN)/python -m wargame_tui.board.schemas

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "wargame-tui needs Python 3.11 or later: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@ $(VENV)/.play

clean:
	rm -rf $(VENV) build dist
