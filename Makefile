# Everything happens in .venv; a target sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint types bench docs requirements clean

demo: $(VENV)/.core  ## the whole line on the offline starter track, with a report
	$(BIN)/mlebench demo

test: $(VENV)/.dev  ## all tests, in parallel; what needs an absent component says so
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.dev  ## style and the import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.dev  ## strict types, also of the folders of competitions and agents
	$(BIN)/mypy
	$(BIN)/python tools/typecheck_competitions.py
	$(BIN)/python tools/typecheck_agents.py

bench: $(VENV)/.dev  ## measure against the floor of this machine
	$(BIN)/python -m benchmarks

docs: $(VENV)/.docs  ## the site, in docs/_build/html: warnings are errors, internal links are checked
	$(BIN)/python -m sphinx -b html -E -W --keep-going -q docs docs/_build/html
	$(BIN)/python tools/check_links.py . docs/_build/html

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mlebench needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: $(VENV)/bin/python requirements/core.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/core.txt -e .
	touch $@

$(VENV)/.dev: $(VENV)/.core requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	touch $@

$(VENV)/.docs: $(VENV)/.core requirements/docs.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/docs.txt
	touch $@

requirements: $(VENV)/.dev $(VENV)/.docs  ## pin the versions that are installed now
	$(BIN)/python tools/pin_requirements.py

clean:
	rm -rf $(VENV) build dist docs/_build .mypy_cache .ruff_cache .pytest_cache
