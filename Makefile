# make run   create the virtual environment, install drystone and run the main job (no licence needed)
# make test  the same for the whole test suite;  make coverage: what the suite does not reach (twice its time)
# make quick  the cheapest tests that fit into 75 s, by what each took when it last ran
# make lint  ruff and mypy;  make evidence: the slow tests
# make roundings  emulate other processors' rounding, with other threads, in other orders, check indices (7 times the tests)
# make site  the documents as pages in build/site, warnings are errors (figures take 5 to 10 minutes the first time)
# make studies  every study with its checks, into runs/ (hours);  make numbers: these, and docs/tuning.md
# make page  bundle the JavaScript of pages (drystone/page/source) into page/assets; needs node and npm
# make mutations  plant faults in a copy, one at a time, and name the test that finds each (an hour)

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin

# hundreds of processes of tests would compile all modules otherwise
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test coverage quick lint evidence roundings mutations site studies numbers page clean

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

lint: $(VENV)/.dev
	$(BIN)/python -m tests.typings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

evidence: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m slow

roundings: $(VENV)/.dev
	$(BIN)/python -m tests.roundings -n 2

mutations: $(VENV)/.dev
	$(BIN)/python -m tests.mutations

site: $(VENV)/.site
	$(BIN)/python docs/site/figures.py
	$(BIN)/python -m sphinx -W --keep-going -q -b html -c docs/site docs build/site

studies: $(VENV)/.run
	$(BIN)/drystone study all --check --out runs

numbers: $(VENV)/.run
	-$(BIN)/drystone study all --check --out runs
	$(BIN)/python -m drystone.studies.benchmarks.tuning --out runs/tuning --table docs/tuning.md

page:
	mkdir -p build/page
	cp page/source/package.json page/source/package-lock.json build/page/
	npm ci --prefix build/page --ignore-scripts --no-audit --no-fund --loglevel=error
	cp build/page/node_modules/three/LICENSE page/assets/three-LICENSE.txt
	NODE_PATH=build/page/node_modules node build/page/node_modules/esbuild/bin/esbuild page/source/main.js \
	  --bundle --minify --format=iife --target=es2022 --legal-comments=none \
	  --banner:js="$$(printf '/*! three.js:\n'; cat page/assets/three-LICENSE.txt; printf '*/')" \
	  --log-level=warning --outfile=page/assets/page.js
	node build/page/node_modules/esbuild/bin/esbuild page/source/chart.js --bundle --minify --format=iife \
	  --target=es2022 --log-level=warning --outfile=page/assets/chart.js

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $@ $(VENV)/.run

$(VENV)/.site: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[site]"
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info
