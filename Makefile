# make run: the site on http://127.0.0.1:8000 · make test: every test · make quick: those that start no browser and no server
# make prove: every case of the tests of which make test takes a sample
# make pocket: what a browser takes along to have the site without a network; make test builds it first
# make reader: the virtual screen reader of tests/browser/test_spoken.py; make test installs it first
# make bench: speed, as ratios
# make load: the matches with many guests, the server killed meanwhile; make load STAGE=1: the same and more through the proxy
# make stage: proxy, two servers and a database server of their own, for as long as it is asked · make mutate: do the tests notice a change?
# make lock, messages, format: see CONTRIBUTING.md
PYTHON ?= $(shell for version in 3.14 3.13 3.12 3.11; do python$$version -c '' 2>/dev/null && echo python$$version && break; done)
VENV := .venv/.$(shell $(PYTHON) -c 'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null)
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
SERVER := $(BIN)/python -m rulesite.server
# Store the test modules that pytest rewrites: each worker would compile all of them in each run, for nine seconds.
unexport PYTHONDONTWRITEBYTECODE
DJADE = $(BIN)/djade --target-version 5.2 $(1) $(shell find templates games matches -name '*.html')

.PHONY: run test every-test prove every-case quick quick-tests static lint pocket bundle reader bench stage load mutate format lock messages browser clean

run: .venv/.run
	$(BIN)/python manage.py collectstatic --noinput --verbosity 0
	$(BIN)/python manage.py migrate --verbosity 0
	@echo "Carta canta: http://$(HOST):$(PORT)/"
	$(SERVER) --host $(HOST) --port $(PORT)

test: .venv/.pocket static
	$(MAKE) --jobs 2 lint every-test

every-test: bundle reader
	$(BIN)/pytest -n auto --dist worksteal
	$(BIN)/python -m tests.postgres $(BIN)/pytest -n auto --dist worksteal -m "(django_db and not any_database) or storage" tests/matches tests/browser/test_matches.py tests/browser/test_outbox.py

# Every case of the tests that make test samples; stores which content is proved (tests/proved.txt).
prove: .venv/.pocket static
	$(MAKE) --jobs 2 lint every-case

every-case: bundle reader
	$(BIN)/pytest -n auto --dist worksteal --prove

quick: static
	$(MAKE) --jobs 2 lint quick-tests

quick-tests:
	$(BIN)/pytest -n auto --dist worksteal -m "not browser and not processes"

static: .venv/.dev
	$(BIN)/python manage.py collectstatic --noinput --verbosity 0

# It needs no static files, so that it runs beside the tests.
lint: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(call DJADE,--check)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py check --fail-level WARNING

pocket: .venv/.pocket static bundle

bundle:
	$(BIN)/python -m pocket.build

reader: .venv/.pocket
	$(BIN)/python -m pocket.npm tests/browser/spoken var/reader

bench: .venv/.bench static
	for topic in pages murlan ramino machiavelli dear marriage drills growth; do $(BIN)/python -m bench.$$topic || exit 1; done

stage: static
	$(BIN)/python -m deploy.stage

load: static
	$(BIN)/python -m $(if $(STAGE),bench.staged,bench.load $(SERVER))

mutate: .venv/.mutate static
	$(BIN)/python -m tests.mutate $(ROOMS)

format: .venv/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(call DJADE,) || true

messages: .venv/.dev
	$(BIN)/python manage.py makemessages --all --no-location --no-wrap --ignore .venv --ignore var --ignore tests --ignore bench
	$(BIN)/python manage.py compilemessages --ignore .venv

lock:
	for groups in "" "--group pocket" "--group dev" "--group dev --group bench" "--group dev --group mutate"; do last=$${groups##* }; uv pip compile pyproject.toml $$groups --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet --output-file requirements$${last:+-$$last}.txt || exit 1; done

clean:
	rm -rf .venv var

$(VENV):
	@test -n "$(PYTHON)" || { echo "Carta canta needs Python 3.11, 3.12, 3.13 or 3.14." >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	touch $@

.venv/.run: requirements.txt $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@

.venv/.dev: requirements-dev.txt $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@ .venv/.run

.venv/.pocket: requirements-pocket.txt $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-pocket.txt
	touch $@

.venv/.bench: requirements-bench.txt $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.txt
	touch $@

.venv/.mutate: requirements-mutate.txt $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-mutate.txt
	touch $@
