# Two commands do everything: `make run` serves, `make test` tests. Each builds first what it needs.
# Settings pass through the environment: PORT=8080 UNO_SANDBOX=1 make run

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NODE_MODULES := tests/clients/node_modules
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes
APP := 'app:create_app()'

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test lint types spec spec-check conformance demo bench bench-streams pins clean python-venv tools browser

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

run: $(VENV)/.runtime ## serve the API at http://127.0.0.1:8000, Swagger UI at /docs
	@exec $(BIN)/gunicorn -c gunicorn.conf.py $(APP)

test: $(VENV)/.dev $(NODE_MODULES)/.done browser ## run every test
	@$(BIN)/python -m pytest

lint: $(VENV)/.dev ## ruff: rules and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/.dev ## mypy, strict
	@$(BIN)/mypy

spec: $(VENV)/.runtime ## write openapi.yaml from the code
	@$(BIN)/flask --app $(APP) openapi write --format yaml openapi.yaml

spec-check: $(VENV)/.runtime ## is openapi.yaml what BASE serves?
	@$(BIN)/python .ci/spec_check.py $(or $(BASE),http://127.0.0.1:8000)

conformance: ## play conformance cases against BASE: make conformance CASES="dir/classic.toml"
	@$(PYTHON) $(dir $(firstword $(CASES)))run.py --base $(or $(BASE),http://127.0.0.1:8000) $(CASES)

demo: $(VENV)/.runtime ## two client processes play a match to 500 over HTTP
	@$(BIN)/python -m benchmarks.demo

bench: $(VENV)/.runtime ## measure the engine, and the service beside a bare Flask handler
	@$(BIN)/python -m benchmarks

bench-streams: $(VENV)/.runtime ## measure 2,000 open streams, and commands beside them
	@$(BIN)/python -m benchmarks.streams

pins: $(VENV)/.dev ## pin requirements anew, with the hashes of every platform
	@$(BIN)/python -m uv pip compile --upgrade $(COMPILE) requirements.in -o requirements.txt
	@$(BIN)/python -m uv pip compile --upgrade $(COMPILE) requirements-dev.in -o requirements-dev.txt

COMPILE := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate

clean: ## remove what was built; the data folder stays
	rm -rf $(VENV) $(NODE_MODULES) artifacts .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "Python 3.11 or newer is needed; another than python3 is named so: make PYTHON=python3.13" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || $(MAKE) --no-print-directory python-venv
	@echo "building the environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

# Debian and Ubuntu ship Python without what makes environments.
python-venv:
	@echo "installing python3-venv"
	@$(call apt,python3-venv) && $(PYTHON) -c 'import ensurepip' \
	|| { echo "Python cannot make environments: install the package python3-venv (or what holds ensurepip)." >&2; exit 1; }

# Lists of packages may be missing or old, and a mirror may fail once.
apt = { [ "$$(id -u)" = 0 ] || [ -n "$(SUDO)" ]; } && command -v apt-get >/dev/null && for try in 1 2; do \
	$(SUDO) apt-get update -qq; \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(1) </dev/null >/dev/null && break; \
	[ $$try = 1 ] && sleep 5; done

$(VENV)/.runtime: requirements.txt | $(BIN)/python
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@$(PIP) -r requirements-dev.txt
	@touch $@

$(NODE_MODULES)/.done: tests/clients/package-lock.json $(VENV)/.dev
	@$(BIN)/npm --prefix tests/clients ci --silent
	@touch $@

# The README's tour is pasted with curl; playwright's driver needs a library that a slim system has not.
tools: $(VENV)/.dev
	@command -v curl >/dev/null && $(BIN)/python -m playwright --version >/dev/null 2>&1 && exit 0; \
	echo "installing curl and libatomic1 for the tests"; \
	$(call apt,curl libatomic1) || { echo "The tests need the packages curl and libatomic1: install them." >&2; exit 1; }

# Debian's Chromium where there is one, else playwright's own, which has no place on the PATH.
browser: tools
	@command -v chromium chromium-browser google-chrome >/dev/null || [ -e $(VENV)/.chromium ] && exit 0; \
	echo "installing Chromium for the browser tests"; \
	$(call apt,chromium) || { $(BIN)/python -m playwright install --with-deps chromium && touch $(VENV)/.chromium; } \
	|| { echo "There is no Chromium for the browser tests: install the package chromium." >&2; exit 1; }
