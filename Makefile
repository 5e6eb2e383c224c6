# What a newcomer types. Every target sets up what it needs, once, in .venv.

.DEFAULT_GOAL := help
.PHONY: help demo check test hostile languages crash soak bench proto clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
# Newer builders warn of a folder with its package's name, which is how an editable install works.
INSTALL := PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet

# The pins hold for the packages and, under both names that pip has for it, for what builds them.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The rating's package comes as source; this has every pip build it in the same way.
export PIP_USE_PEP517 := 1
export PATH := $(CURDIR)/$(BIN):$(PATH)

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do \
		printf 'make %-9s %s\n' "$$name" "$$text"; done

demo: $(RUNTIME) ## Play a small league of the sample bots and print its table (GAME=, PROFILE=)
	@$(BIN)/arena demo $(if $(GAME),--game '$(GAME)') $(if $(PROFILE),--profile '$(PROFILE)')

check: $(DEV) ## Lint, format, types, layers, protocol
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q tests/test_proto.py

test: $(DEV) ## Run the tests (ARGS= goes to pytest)
	$(BIN)/pytest $(ARGS)

hostile: $(DEV) ## Play every hostile case in every seat (ARGS= names cases; see ARGS=--help)
	$(BIN)/python -m tests.hostile $(ARGS)

languages: $(DEV) ## Build every language's sample and compare what they play (ARGS= names languages)
	$(BIN)/python -m tests.languages $(ARGS)

crash: $(DEV) ## Kill the arena at every step of a league's life (ARGS= goes to tests.crash)
	$(BIN)/python -m tests.crash $(ARGS)

soak: $(DEV) ## Play thousands of matches with hostile bots among them (SHORT=1, ARGS=)
	$(BIN)/python -m tests.soak $(if $(SHORT),--short) $(ARGS)

bench: $(DEV) ## Measure, beside the floors of docs/operating.md (ARGS= names the parts)
	$(BIN)/python -m tests.bench $(ARGS)

proto: $(DEV) ## Generate the code of proto/ and the samples' copies again
	@for place in . sample_bots/python/kit; do \
		mkdir -p "$$place" && \
		$(BIN)/python -m grpc_tools.protoc -Iproto --python_out="$$place" \
			--grpc_python_out="$$place" --mypy_out="$$place" --mypy_grpc_out="$$place" \
			proto/arena/v1/*.proto || exit 1; done
	@for copy in sample_bots/*/*/proto; do cp -R proto/arena "$$copy" || exit 1; done
	@if command -v go >/dev/null; then \
		cd sample_bots/go/plumb && PROTOC='$(CURDIR)/$(BIN)/python -m grpc_tools.protoc' go generate ./...; \
	else echo "There is no Go on the PATH: sample_bots/go/plumb/arenav1 stays as it is." >&2; fi

clean: ## Remove what the targets made, .venv included
	rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache \
		.coverage build dist demo-league *.egg-info
	find arena tests sample_bots -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@command -v '$(PYTHON)' >/dev/null || { \
		echo "$(PYTHON) is not on the PATH: install Python 3.11 or newer, or name it as in: make test PYTHON=python3.12" >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; v = sys.version_info; sys.exit(None if v >= (3, 11) else \
		"$(PYTHON) is Python %d.%d, and arena needs 3.11 or newer: install one, or name it as in: make test PYTHON=python3.12" % v[:2])'
	@'$(PYTHON)' -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(RUNTIME): $(BIN)/python pyproject.toml constraints.txt
	@echo "Setting up $(VENV), once: what arena needs to run …"
	@$(INSTALL) --editable .
	@touch $@

$(DEV): $(BIN)/python pyproject.toml constraints.txt
	@echo "Setting up $(VENV), once: what arena and its tests need …"
	@$(INSTALL) --editable '.[dev]'
	@touch $(RUNTIME) $@
