# The few commands a contributor needs. Every one sets up its own virtual environment in .venv, also where the system
# Python refuses pip (PEP 668), and needs only Python 3.11+ and make.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
# Many tests wait for a local server, so more workers than processors.
WORKERS ?= 4
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: help demo test lint types docs format clean

help:  ## show this list
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/'

# Debian leaves ensurepip out of python3 without python3-venv; a system pip can then fill the environment.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed (make PYTHON=/path/to/python3.11)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 \
	|| { $(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; } \
	|| { rm -rf $(VENV); echo "Python cannot make a virtual environment; on Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }

$(VENV)/installed: $(BIN)/python pyproject.toml
	$(PIP) install --editable .
	@touch $@

$(VENV)/installed-dev: $(BIN)/python pyproject.toml
	$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/installed

demo: $(VENV)/installed  ## install, check a shipped example and print the verdict
	$(BIN)/gate check --offline examples/work-true.json

test: lint types $(VENV)/installed-dev  ## install what the tests need and run them all
	$(BIN)/python -m pytest -m alone
	$(BIN)/python -m pytest -m 'not alone' -n $(WORKERS) --dist worksteal

lint: $(VENV)/installed-dev  ## style, and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

types: $(VENV)/installed-dev  ## static types
	$(BIN)/mypy

docs: $(VENV)/installed  ## write the generated parts of docs/ and README.md anew
	$(BIN)/python docs/generate.py

format: $(VENV)/installed-dev  ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove the virtual environment and what builds leave behind
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
