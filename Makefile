# make play     play on http://localhost:8000, with nothing but Python 3.11 to 3.14 and make
# make dev      the same, started again at each change of a source; open pages reload
# make build    all that a server needs, without starting it
# make test     everything that CI checks (CI runs nothing else)
# make newest   the tests, on the newest version of every package, whatever bounds pyproject.toml sets it
# make check    before a commit: the static checks of what changed, and the tests nearest to it (SINCE=main)
# make lint     the static checks alone
# make format   lay out all sources as make lint wants them
# make bench    the measurements of bench/
# make lock     renew the lock files (UPGRADE=--upgrade for newer versions)
# make messages collect the texts to translate (needs gettext)
# make docs     write the tables of docs/reference again, from the code that they describe
# make decks    draw static/decks and static/icons again
# make clean    remove what these targets made, never your data

PYTHON ?= python3
PYTEST_ARGS ?=
UPGRADE ?=
SINCE ?= HEAD

VENV := .venv
BIN := $(VENV)/bin
NEWEST := var/newest
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
KERNELS := $(VENV)/.kernels
NODE := node_modules/.installed
# To compile takes longer than to try the game once; whoever runs services says COMPILE=--compile.
COMPILE ?= --no-compile
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --python-version 3.11 --python-platform linux \
	--generate-hashes $(UPGRADE) pyproject.toml
MESSAGES := $(BIN)/python manage.py makemessages -l it --add-location file --no-wrap --no-obsolete \
	-i $(VENV) -i staticfiles -i var -i "static/vendor" -i tests
README := from doctest import script_from_examples as code; print(code(open("ludocards/README.md").read()))
PYTEST := -m pytest -q -n 3 --dist loadfile --no-loadscope-reorder --cache-clear
SOURCES := analysis clubs games locale ludocards ludopoli practice static templates tournaments
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po tests/*/locale/*/LC_MESSAGES/*.po))

.PHONY: play dev build bytecode test newest check lint format bench lock messages docs decks clean chromium

play: $(RUNTIME) $(CATALOGUES)
	@nice -n 19 $(MAKE) --silent $(KERNELS) &
	@exec $(BIN)/python manage.py serve

dev: $(DEV) $(CATALOGUES)
	@DEBUG=1 exec $(BIN)/watchfiles --sigint-timeout 1 --sigkill-timeout 1 --verbosity warning \
		"$(BIN)/python manage.py serve" $(SOURCES)

build: $(RUNTIME) $(CATALOGUES) $(KERNELS)

# For services whose user may not write beside the sources: each start would compile them again.
bytecode: $(RUNTIME)
	@$(BIN)/python -m compileall -q analysis clubs games ludocards ludopoli practice tournaments

# The static checks take one core: the other compiles the kernels meanwhile. Of the three workers one mostly waits
# (`tests/pools.py`); each one more costs ten core-seconds. Status 1 means that tests failed, and nothing worse.
test: $(DEV) chromium $(CATALOGUES)
	@$(MAKE) --silent lint & linted=$$!; \
	$(MAKE) --silent $(KERNELS) && \
		$(BIN)/python $(PYTEST) $(PYTEST_ARGS); \
	tested=$$?; \
	if [ $$tested = 1 ]; then $(BIN)/python -m tests.again; tested=$$?; fi; \
	wait $$linted && exit $$tested

newest:
	@$(MAKE) --silent VENV=$(NEWEST) $(NEWEST)/bin/python
	@$(NEWEST)/bin/python -m tools.newest | $(NEWEST)/bin/python -m pip install --quiet --upgrade --requirement /dev/stdin
	@touch $(NEWEST)/.runtime $(NEWEST)/.dev
	@$(MAKE) --silent VENV=$(NEWEST) chromium $(CATALOGUES) $(NEWEST)/.kernels
	@$(NEWEST)/bin/python $(PYTEST) $(PYTEST_ARGS)

check: $(DEV) $(NODE) $(KERNELS) chromium $(CATALOGUES)
	@$(BIN)/python -m tools.check --since $(SINCE)

lint: $(DEV) $(NODE)
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/djangofmt --quiet --check templates
	@node_modules/.bin/biome ci --log-level=error --error-on-warnings
	@for config in jsconfig.json jsconfig.worker.json ludocards/catalogue/*/jsconfig.json; do node_modules/.bin/tsc -p $$config || exit 1; done
	@report=$$($(BIN)/lint-imports --no-logo) || { echo "$$report"; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/mypy --strict --follow-imports=silent --allow-subclassing-any --ignore-missing-imports --no-error-summary --config-file= --cache-dir=.mypy_cache/readme --command "$$($(BIN)/python -c '$(README)')"

format: $(DEV) $(NODE)
	@$(BIN)/ruff format --quiet
	@$(BIN)/djangofmt --quiet templates
	@node_modules/.bin/biome format --write --log-level=error

bench: $(DEV) $(CATALOGUES)
	@$(BIN)/python -m bench

lock: $(DEV)
	@$(LOCK) --output-file requirements.lock
	@$(LOCK) --output-file requirements-dev.lock --extra dev --constraint requirements.lock

messages: $(DEV)
	@$(MESSAGES)
	@$(MESSAGES) -d djangojs -e js
	@sed -i.old 's/^"POT-Creation-Date: .*/"POT-Creation-Date: 2026-01-01 00:00+0000\\n"/' locale/it/LC_MESSAGES/*.po
	@rm locale/it/LC_MESSAGES/*.po.old

docs: $(DEV)
	@$(BIN)/python -m tools.reference

decks: $(RUNTIME)
	@$(BIN)/python -m tools.deckart --out static/decks all
	@$(BIN)/python -m tools.icons

clean:
	@rm -rf $(VENV) $(NEWEST) node_modules staticfiles .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@rm -f $(CATALOGUES)
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test "$$(uname -sm)" != "Darwin x86_64" || { echo "Ludopoli's packages are not made for Macs with Intel's processor: \
	take one with Apple's, or Linux."; exit 1; }
	@$(PYTHON) -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))" || { \
		echo "Ludopoli needs Python 3.11 to 3.14. Name one that you have: make play PYTHON=python3.13"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(RUNTIME): requirements.lock | $(BIN)/python
	@echo "Installing Ludopoli's packages…"
	@$(INSTALL) $(COMPILE) -r $<
	@touch $@

$(DEV): requirements-dev.lock requirements.lock | $(BIN)/python
	@echo "Installing the packages for development…"
	@$(INSTALL) -r $<
	@touch $(RUNTIME) $@

# What checks scripts and styles: the product itself needs no Node.
$(NODE): package-lock.json
	@command -v npm >/dev/null || { echo "make lint needs Node.js 20 or newer with npm: apt-get install nodejs npm"; exit 1; }
	@echo "Installing what checks scripts and styles…"
	@npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

$(KERNELS): $(shell find ludocards/bots ludocards/catalogue/*/bot -name "*.py") | $(RUNTIME)
	@$(BIN)/python manage.py warm_up
	@touch $@

%.mo: %.po | $(RUNTIME)
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@
	@test -f $@ || { echo "$<: its header is still marked fuzzy"; exit 1; }

chromium: $(DEV)
	@if [ -x /usr/bin/chromium-headless-shell ]; then :; \
	elif [ "$$(id -u)" = 0 ] && grep -qs '^ID=debian' /etc/os-release; then \
		echo "Installing Chromium…"; apt-get -qq update && apt-get -qq install -y chromium-headless-shell >/dev/null; \
	else $(BIN)/playwright install --only-shell chromium; fi
