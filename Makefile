# The few commands a contributor needs. Every one sets up its own virtual environment in .venv, also where the system
# Python refuses pip (PEP 668), and needs only Python 3.11+ and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help demo test lint types check bench clean

help:  ## show this list
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*##/\t/'

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/installed-dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/installed

demo: $(VENV)/installed  ## install, check a shipped example and print the verdict
	$(BIN)/gate check --offline examples/work-true.json

test: $(VENV)/installed-dev  ## install what the tests need and run them all
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest

format: $(VENV)/installed-dev  ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove the virtual environment and what builds leave behind
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
