# make run   create the virtual environment, install drystone and run the main job (no licence needed)
# make test  the same for the whole test suite;  make coverage: what the suite does not reach (twice its time)
# make quick  the cheapest tests that fit into 75 s, by what each took when it last ran
# make lint  ruff and mypy;  make evidence: the slow tests
# make roundings  emulate other processors' rounding, with other threads, in other orders (6 times the tests)
# make studies  every study with its checks, into runs/ (hours);  make numbers: these, and docs/tuning.md
# make mutations  plant faults in a copy, one at a time, and name the test that finds each (an hour)

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test coverage quick lint evidence roundings mutations studies numbers clean

run: $(VENV)/.run
	$(BIN)/drystone compare arch spandrel-arch

test: $(VENV)/.dev
	$(BIN)/drystone warm-up
	$(BIN)/python -m pytest -q -p tests.quick -n 2 --dist worksteal -m "not slow"

coverage: $(VENV)/.dev
	$(BIN)/drystone warm-up
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not slow" --cov --cov-report=term

quick: $(VENV)/.dev
	$(BIN)/python -m pytest -q -p tests.quick --within 75 -n 2 --dist worksteal -m "not slow"

lint: $(VENV)/.dev typings/drystone
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

evidence: $(VENV)/.dev
	$(BIN)/python -m pytest -q -m slow

roundings: $(VENV)/.dev
	$(BIN)/python -m tests.roundings -n 2

mutations: $(VENV)/.dev
	$(BIN)/python -m tests.mutations

studies: $(VENV)/.run
	$(BIN)/drystone study all --check --out runs

numbers: $(VENV)/.run
	-$(BIN)/drystone study all --check --out runs
	$(BIN)/python -m drystone.studies.benchmarks.tuning --out runs/tuning --table docs/tuning.md

typings/drystone:
	mkdir -p typings
	ln -s .. $@

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) build *.egg-info
