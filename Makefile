# Everything here works on a machine with Python 3.11 or newer, make and git:
# the first target that needs something installs it, once, into .venv.

PYTHON ?= $(shell for python in python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

BIN := .venv/bin
BENCH_BIN := .venv-bench/bin
INSTALL := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Material for MkDocs advertises its successor on every build otherwise.
export NO_MKDOCS_2_WARNING := 1

# The tests in which random turns go through machine code.
SANITIZED := comes_to_the_same or batch_and_plain or no_check or answers_hostile

.DEFAULT_GOAL := help
.PHONY: help venv run serve test test-fast sanitize check bench bench-judge bench-evening bench-strangers bench-pages bench-bots bench-env bench-board bench-gpu docs docs-version dist release-check wheels map board judge constraints clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 17

venv: .venv/dev ## install the package and its tools into .venv

run: .venv/runtime ## judge the next turn of the sample game, with explanations
	$(BIN)/dragoman adjudicate examples/standard --explain

serve: .venv/judge ## open a judge on this machine, with a game to look at and to play in
	@mkdir -p demonstration
	@cd demonstration && ../$(BIN)/dragoman judge init
	@cd demonstration && ../$(BIN)/dragoman judge serve --demonstration

# What pytest makes of the tests' sources is kept for the next run, whatever Python is told elsewhere.
test: .venv/dev ## run the whole test suite on all cores
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n auto --dist loadgroup

test-fast: .venv/dev ## run the tests that take no seconds: a minute or two on two cores
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n auto --dist loadgroup -m "not slow"

# The sanitizers stop at the first thing that C leaves open, or that lies outside of an array.
sanitize: .venv/dev ## run the machine code of the rules and of streams under sanitizers; takes gcc
	LD_PRELOAD=$$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
	CC='gcc -fsanitize=address,undefined -fno-sanitize-recover=all' DRAGOMAN_TEST_TURNS=500 \
	$(BIN)/pytest -q tests/rules/test_one_turn.py tests/rules/test_batch.py \
	tests/formats/records/test_hostile_lines.py -k '$(SANITIZED)'

check: .venv/dev ## format, lint, types, layers, docs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-logo
	$(BIN)/mkdocs build --strict --quiet

bench: .venv-bench/peer ## measure turns a second beside `diplomacy`, and dipcc: make bench DIPCC=FOLDER
	$(BENCH_BIN)/python -m bench $(if $(DIPCC),--dipcc '$(DIPCC)') $(BENCH_OPTIONS)

bench-judge: .venv/dev .venv-bench/peer ## measure the judge under load beside `diplomacy`'s server
	$(BIN)/python -m bench.judge $(BENCH_OPTIONS)

bench-evening: .venv/dev ## simulate an evening of many live games: BENCH_OPTIONS="--games 100000"
	$(BIN)/python -m bench.evening $(BENCH_OPTIONS)

bench-strangers: .venv/dev ## hold thousands of streams and half-sent requests at one server
	$(BIN)/python -m bench.strangers $(BENCH_OPTIONS)

bench-pages: .venv/dev ## measure the judge's pages in Chromium: bytes, paint, answers
	$(BIN)/python -m bench.pages $(BENCH_OPTIONS)

bench-bots: .venv/dev ## measure games of bots a minute
	$(BIN)/python -m bench.bots

bench-env: .venv/dev ## measure steps a second of environments for programs that learn
	$(BIN)/python -m bench.env --page

bench-board: .venv/dev ## measure how much script a gesture on the board takes, in chromium
	$(BIN)/python -m bench.board --page

bench-gpu: .venv/dev ## measure turns a second on an NVIDIA card, where there is one
	$(BIN)/python -m bench.gpu

docs: .venv/dev ## build the documentation into site/
	$(BIN)/mkdocs build --strict

docs-version: .venv/dev ## put the docs beside those of other versions, on the branch gh-pages: PUBLISH_OPTIONS=--push
	$(BIN)/python tools/publish_docs.py $(PUBLISH_OPTIONS)

dist: .venv/dev ## build the wheel and the sources into dist/, and check them
	rm -rf dist
	$(BIN)/python -m build --no-isolation
	$(BIN)/twine check --strict dist/*

release-check: .venv/dev ## look whether a release can be cut, in fresh environments, and write its notes
	$(BIN)/python tools/release_check.py $(RELEASE_OPTIONS)

wheels: .venv/dev ## build the wheels of all platforms, with their machine code, into dist/
	@$(BIN)/python $(INSTALL) ziglang
	rm -rf dist
	$(BIN)/python tools/wheels.py
	$(BIN)/twine check --strict dist/*

map: .venv/dev tools/standard_map/node_modules ## draw the borders of the drawn maps anew
	$(BIN)/python tools/standard_map/build.py

atlas: .venv/dev tools/standard_map/node_modules ## grow the maps of other regions of the globe anew
	$(BIN)/python tools/atlas/build.py

board: board-element/node_modules ## build the board of the judge's pages, after its tests; takes Node
	@cd board-element && npm run --silent check && npm test --silent && npm run --silent build

judge: .venv/dev dragoman-judge/node_modules ## build the judge for browsers, after its tests; takes Node
	@$(BIN)/python $(INSTALL) ziglang
	@$(BIN)/python tools/judge_wasm.py
	@cd dragoman-judge && npm run --silent check && npm test --silent && npm run --silent build

constraints: ## pin anew what fresh environments of today install
	rm -rf .venv-pins
	$(PYTHON) -m venv .venv-pins
	.venv-pins/bin/python -m pip install --quiet --editable '.[dev,bench]'
	sed -n '/^#/p' constraints.txt > constraints.new
	.venv-pins/bin/python -m pip freeze --exclude-editable >> constraints.new
	mv constraints.new constraints.txt
	rm -rf .venv-pins

clean: ## remove everything the other targets made
	rm -rf .venv .venv-bench demonstration dist board-element/node_modules dragoman-judge/node_modules dragoman-judge/dist tools/standard_map/node_modules site .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One environment for use and development; the bench has its own, because the
# package it measures against is under the AGPL and stays apart.
# The files in them are stamps: they say what has been installed.

.venv/made .venv-bench/made: %/made:
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Dragoman needs Python 3.11 or newer; $(or $(PYTHON),python3) is none, or is not there." >&2; \
		echo "Install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments: its ensurepip is missing." >&2; \
		echo "On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@echo "Making a virtual environment in $* (once; this takes a minute)"
	@$(PYTHON) -m venv $*
	@touch $@

.venv/runtime: pyproject.toml constraints.txt | .venv/made
	@$(BIN)/python $(INSTALL) --editable .
	@touch $@

.venv/judge: .venv/runtime
	@$(BIN)/python $(INSTALL) --editable '.[judge,pictures]'
	@touch $@

.venv/dev: .venv/runtime
	@$(BIN)/python $(INSTALL) --editable '.[dev]'
	@for one in cc gcc clang; do command -v $$one >/dev/null && exit; done; \
		$(BIN)/python $(INSTALL) ziglang  # a C compiler, which the machine code is built with
	@touch $@

board-element/node_modules dragoman-judge/node_modules: %/node_modules: %/package.json %/package-lock.json
	@npm install --prefix $* --no-save --no-audit --no-fund
	@touch $@

tools/standard_map/node_modules: tools/standard_map/package.json
	@npm install --prefix tools/standard_map --no-package-lock --no-audit --no-fund
	@touch $@

.venv-bench/peer: pyproject.toml constraints.txt | .venv-bench/made
	@$(BENCH_BIN)/python $(INSTALL) --use-pep517 --editable '.[bench]'
	@touch $@
