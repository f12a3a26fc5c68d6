# Everything here works on a machine with Python 3.11 or newer and make, nothing installed before.
# Each target sets up what it needs in a folder beside this file and says so.

VENV  := .venv
BIN    = $(VENV)/bin
PIP    = $(BIN)/python -m pip -qq --disable-pip-version-check
DATA  := src/routelock/data/example

# The first interpreter that is new enough: python3 if it can, else by version, else what pyenv has.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 \
	"$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.1[1-3]*/bin/python3; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)

.DEFAULT_GOAL := help
.PHONY: help run test contract lint bench docs clean
.DELETE_ON_ERROR:

help:  ## say what each target does
	@sed -n 's/^\([a-z]*\):.*## /\1: /p' Makefile | while IFS=: read -r name text; do \
	printf '  make %-9s%s\n' "$$name" "$$text"; done

run: $(VENV)/.cli  ## decide the bundled example: which endpoints may this request use, and why not the rest
	@echo "== routelock decide, on the example in $(DATA)"
	$(BIN)/routelock decide --catalogue $(DATA)/catalogue.json --vendors $(DATA)/vendors.json \
	  --guardrail default=$(DATA)/workspace-default.json --guardrail member=$(DATA)/member.json \
	  --guardrail key=$(DATA)/key.json --request $(DATA)/request.json --spend $(DATA)/spend.json

test: $(VENV)/.dev $(VENV)/.presidio-english .venv-client/.ready  ## run all tests on each of Python 3.11, 3.12, 3.13 that is here, once with coverage
	@echo "== tests, on each Python that is here"
	@ROUTELOCK_CLIENT_PYTHON=$(CURDIR)/.venv-client/bin/python $(BIN)/python -m tools.matrix

contract: $(VENV)/.dev .venv-schemathesis/.ready  ## try the served API against its own description, some 4,000 cases
	@echo "== schemathesis: the served API"
	@$(BIN)/python -m tools.contract .venv-schemathesis/bin/schemathesis

lint: $(VENV)/.dev  ## check style, types and the direction of imports
	@echo "== ruff: style"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@echo "== mypy: types"
	@$(BIN)/mypy src tests tools
	@echo "== import-linter: direction of imports"
	@$(BIN)/lint-imports --no-cache --no-logo

docs: $(VENV)/.docs  ## build the documentation; a warning is an error
	@echo "== sphinx: docs/_build/index.html"
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --nitpicky docs docs/_build

bench:  ## measure routing, content filters, hostile patterns and what-if against their peers, each in one run
	@$(MAKE) --no-print-directory VENV=.venv-bench .venv-bench/.bench .venv-bench/.opa
	@echo "== benchmarks: routing"
	@.venv-bench/bin/python -m benchmarks
	@echo "== benchmarks: content filters"
	@.venv-bench/bin/python -m benchmarks.filters
	@echo "== benchmarks: hostile patterns"
	@.venv-bench/bin/python -m benchmarks.hostile
	@echo "== benchmarks: what if"
	@.venv-bench/bin/python -m benchmarks.whatif

clean:  ## remove what the other targets made
	rm -rf .venv .venv-* docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Other people's programs have environments of their own: what they need may contradict what we need.
.venv-client/.ready: TOOL := openrouter==1.1.97
.venv-schemathesis/.ready: TOOL := schemathesis==4.32.5
.venv-%/.ready: Makefile
	@echo "== installing $(TOOL) into $(@D)"
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/pip -qq --disable-pip-version-check install $(TOOL)
	@touch $@

# One stamp for each extra: installed again only when what is to be installed has changed.
$(VENV)/.%: pyproject.toml constraints.txt | $(BIN)/python
	@echo "== installing routelock[$*] into $(VENV)"
	@$(PIP) install -c constraints.txt hatchling editables
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[$*]'
	@touch $@

# OPA's Go engine asks for Python 3.14 and runs on any; where it has no wheel, the table says so.
$(VENV)/.opa: constraints.txt $(VENV)/.bench
	@echo "== installing OPA's Go engine into $(VENV)"
	@$(PIP) install -c constraints.txt --no-deps --ignore-requires-python --only-binary :all: \
	  opa-golib-python-bindings || echo "not installed: measured without OPA"
	@touch $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "no Python >= 3.11 found: install one, or say make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "== creating $(VENV) with $$("$(PYTHON)" --version)"
	@"$(PYTHON)" -m venv $(VENV) || { echo "python cannot make $(VENV): install its venv module (on Debian: python3-venv)" >&2; exit 1; }
