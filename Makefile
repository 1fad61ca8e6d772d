# Every command of the project. `make demo` and `make test` are enough to begin with: each makes its own .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
BUF_VERSION := 1.75.0
MUTANTS := build/mutants/venv
KUBERNETES := build/kubernetes
TRAIN := $(or $(LAWSPEAKER_TRAIN),build/train)
EVALUATORS := $(or $(LAWSPEAKER_EVALUATORS),build/evaluators)
OPENSPIEL := $(or $(LAWSPEAKER_OPENSPIEL),build/openspiel)
QUICK := $(BIN)/pytest -n auto --dist worksteal -q -m "not slow"
PLAIN := $(addprefix tests/,clients engine games golden $(addprefix referee/,codec host match record server viewer web))
COMMANDS := tests/referee/cli
EVENTS := tests/referee/competition
PACKAGES := clients/cpp/apt-packages.txt tests/apt-packages.txt
DEMO := records/northgard.lsr records/clansmen.lsr records/pax_viking.lsr

# pytest compiles 200 test files anew in every process that may not keep them, and the tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup dist version address module-path demo test test-slow test-surroundings test-clients image test-image test-bare test-cgroup packages check proto viewer transcripts rules golden mutants attack bench peers environment-peers train evaluators test-openspiel soak lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## make .venv with everything pinned in requirements.lock

$(READY): requirements.lock pyproject.toml clients/python/pyproject.toml engine/pyproject.toml bots/pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; \
	  v >= (3, 11) or sys.exit("Lawspeaker needs Python 3.11 or newer, $(PYTHON) is %d.%d; try make PYTHON=python3.12" % v[:2])'
	@echo "making $(VENV)" >&2
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --no-compile -r requirements.lock  # Python compiles what is imported, a third of it, as it goes
	@$(PIP) install --no-deps --no-build-isolation -e clients/python -e engine -e bots -e .
	@touch $@

demo: $(READY) ## play bots against each other over gRPC, a match of each game, then verify the records
	@mkdir -p records
	@$(BIN)/lawspeaker play northgard --bot greedy random greedy random --seed 1 --record records/northgard.lsr
	@$(BIN)/lawspeaker play clansmen --bot greedy greedy greedy greedy --seed 1 --record records/clansmen.lsr
	@$(BIN)/lawspeaker play pax_viking --bot greedy random greedy --seed 1 --record records/pax_viking.lsr
	@$(BIN)/lawspeaker verify $(DEMO)

# In four runs: what tests import stays in memory, and commands, tournaments and environments import much.
test: $(READY) ## run the quick tests, which is most of them
	@$(BIN)/python .ci/cost.py $(QUICK) $(PLAIN) -- $(QUICK) $(COMMANDS) -- $(QUICK) $(EVENTS) -- \
	  $(QUICK) tests $(addprefix --ignore=,$(PLAIN) $(COMMANDS) $(EVENTS))

test-slow: $(READY) ## run the others: browsers, databases, tournaments, simulations, laws over all their seeds; TESTS=folders, WORKERS=n
	@$(BIN)/python .ci/cost.py $(BIN)/pytest -n $(or $(WORKERS),auto) --dist worksteal -q -m "slow or hypothesis" --hypothesis-profile full $(TESTS)

test-surroundings: $(READY) ## run all tests with SIGINT ignored, stdin closed, as root, as another user, on one busy core, beside four busy loops
	@.ci/surroundings "$(or $(ONLY),sigint stdin root user core busy)"

test-clients: $(READY) ## build and test the SDKs of all languages, let their bots play together; LANGUAGES=, STEPS= of sdk certify play match
	@$(BIN)/python .ci/clients.py $(LANGUAGES) $(if $(STEPS),--steps $(STEPS))

dist: $(READY) ## build the packages of all languages into dist/, check them, and let each play where nothing else is
	@$(BIN)/python .ci/dist.py

version: ## write VERSION=X.Y.Z wherever it stands and into CHANGELOG.md, with DATE=YYYY-MM-DD or today, or print it
	@$(PYTHON) .ci/release.py version $(VERSION) $(if $(DATE),--date $(DATE))

address: ## write URL=https://... of the repository wherever it stands, or print it
	@$(PYTHON) .ci/release.py address $(URL)

module-path: ## give the Go module the path DOMAIN/clients/go, as in DOMAIN=forge.example/owner/lawspeaker
	@$(PYTHON) .ci/release.py module-path $(if $(DOMAIN),$(DOMAIN)/clients/go)

image: ## build the container images with docker, podman or buildah (IMAGE_TOOL=), on BASE= (python:3.12-slim; debian: made here), print sizes
	@$(PYTHON) .ci/image.py $(if $(IMAGE_TOOL),--tool $(IMAGE_TOOL)) $(if $(BASE),--base $(BASE))

test-image: $(READY) ## build the images with buildah on a base of Debian packages, and let them serve, drain and resume; as root
	@$(PYTHON) .ci/image.py --tool buildah --base debian
	@unshare --mount --net $(BIN)/python .ci/try_image.py

test-bare: ## run `make demo` and `make test` in a Debian with nothing but Python, make and git; as root; SUITES="bookworm forky"
	@$(PYTHON) .ci/bare.py $(SUITES)

test-cgroup: $(READY) ## run the tests of bots' cgroups as root and as an ordinary user on an emulated machine
	@$(BIN)/python .ci/cgroup.py

packages: ## install from Debian what the C++ SDK is built with, and what the tests start: a browser, PostgreSQL, nginx, buildah and others; as root
	@missing=$$(for each in $$(cat $(PACKAGES)); do dpkg -s "$$each" >/dev/null 2>&1 || echo "$$each"; done); \
	if [ -n "$$missing" ]; then echo "installing" $$missing; apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing >/dev/null; fi

check: $(READY) ## lint, types, imports, drift of everything generated, and what git must not hold
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python .ci/check_imports.py
	$(BIN)/python .ci/check_class_names.py
	$(BIN)/pytest -q tests/engine/test_boundaries.py
	$(BIN)/python .ci/check_committed.py
	$(BIN)/python .ci/release.py check
	$(BIN)/python proto/generate.py --check
	$(BIN)/python docs/rules_table.py --check
	$(BIN)/python .ci/performance_table.py --check
	$(BIN)/python clients/transcripts/make.py --check
	@if command -v kubectl >/dev/null; then test -e $(KUBERNETES)/ready || { $(PYTHON) -m venv $(KUBERNETES) && \
	  $(KUBERNETES)/bin/python -m pip --disable-pip-version-check --quiet install "kubernetes-validate>=1.37,<2" && \
	  touch $(KUBERNETES)/ready; }; $(KUBERNETES)/bin/python .ci/check_kubernetes.py; \
	elif [ -n "$$CI" ]; then echo "deploy/kubernetes needs kubectl, which CI must have" >&2; exit 1; \
	else echo "deploy/kubernetes left out: there is no kubectl here"; fi
	@if command -v npx >/dev/null; then echo "buf lint"; npx --yes @bufbuild/buf@$(BUF_VERSION) lint && \
	  echo "viewer" && $(MAKE) --no-print-directory -C viewer check test; \
	elif [ -n "$$CI" ]; then echo "buf lint and the viewer need node, which CI must have" >&2; exit 1; \
	else echo "buf lint and the viewer left out: there is no node here"; fi

proto: $(READY) ## write the .proto files of games from their classes, and make the committed stubs (Python, Go, Rust, TypeScript) again
	$(BIN)/python proto/generate.py
	@$(BIN)/python .ci/clients.py --proto

viewer: ## build the script and the style of match pages again, which are committed; needs node
	@$(MAKE) --no-print-directory -C viewer

transcripts: $(READY) ## record the transcripts of clients/transcripts anew, after a change of rules or wire
	@$(BIN)/python clients/transcripts/make.py

rules: $(READY) ## write again what docs/ says of each game: rules with tests, how it is played, cards, prompts
	@$(BIN)/python docs/rules_table.py

golden: $(READY) ## play the golden games of tests/golden anew and search the setups of the laws, after a change of rules; GAME=
	@$(BIN)/python tests/golden/make.py $(GAME)
	@$(BIN)/python -m tests.engine.setups

mutants: $(READY) ## break the rules on purpose, count what tests notice (~8 min); GAME=, FILES=, SAMPLE=n (0: all, hours), WORKERS=
	@test -x $(MUTANTS)/bin/mutmut || { echo "making $(MUTANTS)" >&2; $(PYTHON) -m venv $(MUTANTS) && \
	  $(MUTANTS)/bin/python -m pip --disable-pip-version-check --quiet install -r requirements.lock -r .ci/mutants.lock && \
	  $(MUTANTS)/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation -e clients/python -e engine -e bots -e .; }
	@$(MUTANTS)/bin/python .ci/mutants.py $(if $(GAME),--game $(GAME)) $(if $(FILES),--files $(FILES)) \
	  $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(WORKERS),--workers $(WORKERS))

bench: $(READY) ## measure engine, referee, records, tournaments, ratings and 1,000 bots; JSON on stdout
	@$(BIN)/python -m measure --json

peers: $(READY) ## measure the engine beside Catanatron, which goes into build/peers (network); ROUNDS=, SECONDS=
	@$(BIN)/python measure/peers.py $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SECONDS),--seconds $(SECONDS))

environment-peers: $(READY) ## measure the environments beside connect four and uno, which go into build (network); ROUNDS=, SECONDS=
	@$(BIN)/python measure/environment_peers.py $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SECONDS),--seconds $(SECONDS))

# An environment of its own, which sees the packages of .venv: OpenSpiel has wheels for fewer versions of Python.
test-openspiel: $(READY) ## test the games of OpenSpiel of docs/examples, and let bots play them; OpenSpiel goes into build/openspiel (network)
	@test -e $(OPENSPIEL)/ready || { echo "making $(OPENSPIEL)" >&2; $(BIN)/python -m venv $(OPENSPIEL) && \
	  $(OPENSPIEL)/bin/python -m pip --disable-pip-version-check --quiet install --no-deps -r docs/examples/openspiel/requirements.lock && \
	  touch $(OPENSPIEL)/ready; }
	@echo "import site; site.addsitedir('$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')')" \
	  > $$($(OPENSPIEL)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/others.pth
	@$(OPENSPIEL)/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --force-reinstall ./docs/examples/openspiel
	@$(OPENSPIEL)/bin/python -m pytest -q -p no:cacheprovider docs/examples/openspiel/tests

train: $(READY) ## train agents of docs/examples for MINUTES each, measure them in GAMES; OF="ppo imitation" or one of them; sb3-contrib goes into build/train (network, 5 GB)
	@test -e $(TRAIN)/ready || { echo "making $(TRAIN)" >&2; $(PYTHON) -m venv $(TRAIN) && \
	  $(TRAIN)/bin/python -m pip --disable-pip-version-check --quiet install --no-cache-dir "sb3-contrib>=2.9,<3" -e clients/python -e engine -e bots -e ".[gym]" && touch $(TRAIN)/ready; }
	@set -e; for each in $(or $(OF),ppo); do PYTHONPATH=clients/python/src:engine:bots:referee $(TRAIN)/bin/python \
	  docs/examples/train_$$each.py $(if $(MINUTES),--minutes $(MINUTES)) $(if $(GAMES),--games $(GAMES)); done

evaluators: $(READY) ## test the tasks for Inspect and the environment for TextArena, which go into build/evaluators (network, 0.5 GB)
	@test -e $(EVALUATORS)/ready || { echo "making $(EVALUATORS)" >&2; $(PYTHON) -m venv $(EVALUATORS) && \
	  $(EVALUATORS)/bin/python -m pip --disable-pip-version-check --quiet install -e clients/python -e engine -e bots \
	  -e ".[inspect,textarena]" hypothesis pytest pytest-timeout && touch $(EVALUATORS)/ready; }
	@PYTHONPATH=clients/python/src:engine:bots:referee $(EVALUATORS)/bin/python -m pytest -q tests/referee/devtools/evaluators

attack: $(READY) ## try what hostile bots, strangers and organisers may do, beside controls; ONLY= of tests floods returns blame
	@$(BIN)/python -m measure.attack $(foreach each,$(ONLY),--only $(each))

soak: $(READY) ## play and verify games until stopped, or GAMES=n of them; KILLS=1 kills bots and referee all the while
	@$(BIN)/python .ci/soak.py $(GAMES) $(if $(KILLS),--kills) $(if $(LIMIT),--seconds $(LIMIT))

lock: ## pin the newest packages that pyproject.toml allows
	@.ci/lock

clean: ## remove what make made
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
