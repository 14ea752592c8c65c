# Every target makes its own .venv with what it needs; the second run is instant. See `make help`.

VENV := .venv
BIN := $(VENV)/bin
SITE := .venv-site
INPUTS := pyproject.toml constraints.txt tools/venv.sh
# A .venv that was copied or moved with its tree would run the code of the old place: it is made again.
MOVED := $(shell test -e $(VENV)/.at && test "$$(cat $(VENV)/.at)" != "$(CURDIR)" && echo moved)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play serve test test-all test-pure test-pythons coverage lint front bench bench-results docs messages evidence site release-check playthroughs venv differential peers pokerkit fast plot corpora ray-check rl fuzz-histories judge soak crash crash-nodes cluster soak-cluster soak-online batch-check suite conformance mutate compiled compile-check clean distclean moved

help: ## what there is to make
	@sed -n 's/^\([a-z%-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-22s %s\n", $$1, $$2 }'

play: $(VENV)/.runtime ## play a hand (ARGS="omaha8 --seats 4"); without a terminal the bots play one
	@$(BIN)/sidepot play $(ARGS)

serve: $(VENV)/.serve ## the card room at http://127.0.0.1:8000, compiled after `make compiled` (ARGS="--reach lan --port 8080")
	@$(BIN)/python tools/serve.py $(ARGS)

test: $(VENV)/.whole ## the tests and doctests, in five minutes on two cores (ARGS="-k pots")
	@sh tools/test.sh quick $(ARGS)

test-all: $(VENV)/.whole ## what `make test` leaves out: long tests, and every property with many examples (ARGS="-k pots")
	@sh tools/test.sh rest $(ARGS)

coverage: $(VENV)/.whole $(VENV)/.cover ## the lines and branches that `make test` reaches (ARGS=--all: and what of all that is, ARGS=--missing)
	@$(BIN)/python tools/cover.py $(ARGS)

test-pure: ## those that pass where nothing but sidepot and pytest is installed, in a .venv-pure of their own
	@sh tools/test_pure.sh $(ARGS)

test-pythons: ## the same under each Python from 3.11 to 3.14 that this machine has (PYTHONS=3.13)
	@sh tools/test_pythons.sh $(ARGS)

lint: $(VENV)/.lint front ## ruff, mypy --strict, the layers, the scripts of the pages, the types of the examples
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict
	@$(BIN)/lint-imports
	@$(BIN)/python tools/example_types.py

front: ## the scripts of the pages: their tests (node), their types (tsc) and lint (biome), where they can run
	@sh tools/front.sh

bench: $(VENV)/.runtime ## hands per second, with the peers if `make peers` was run (ARGS=--json)
	@$(BIN)/sidepot bench $(if $(wildcard $(VENV)/.peers),--peers) $(ARGS)

evidence: $(VENV)/.pokerkit ## replay public hands and write what came of each corpus: docs/reference/evidence.md (ARGS="--fetch DIR")
	@$(BIN)/python tools/evidence.py $(ARGS) && $(BIN)/python tools/docs.py

differential: $(VENV)/.pokerkit ## random hands against PokerKit (ARGS="--game stud8 --hands 500")
	@$(BIN)/python tools/differential.py $(ARGS)

batch-check: $(VENV)/.fast ## a million hands of batch play, each played again by the engine (ARGS="--hands 20000")
	@$(BIN)/python tools/batch_check.py $(ARGS)

suite: $(VENV)/.runtime ## the cases for other engines, in build/sidepot-cases-VERSION.zip
	@$(BIN)/python tools/suite.py $(ARGS)

conformance: $(VENV)/.peers ## run the cases on other engines: docs/reference/conformance.md (ARGS="--results DIR")
	@$(BIN)/python tools/conformance.py $(ARGS)

mutate: $(VENV)/.runtime ## change each choice of the TDA houses and each number of the floor: which do no cases notice? (ARGS="--part deal")
	@$(BIN)/python tools/mutate_books.py $(ARGS)

fuzz-histories: $(VENV)/.runtime ## history files broken in every way, each dialect for 20 seconds (ARGS="--seconds 60", "--large 1024")
	@$(BIN)/python tools/fuzz_histories.py $(ARGS)

judge: $(VENV)/.test ## settle 100,000 random showdowns by the engine and by a slow judge, one chip at a time
	@SIDEPOT_SOAK=100 $(BIN)/python -m pytest -n 2 -m long tests/testing/test_judge.py $(ARGS)

soak: $(VENV)/.runtime ## a million simulated hands, people who come and go, the books checked (ARGS="--hands 20000")
	@$(BIN)/python tools/soak.py $(ARGS)

crash-nodes: $(VENV)/.serve ## two servers on PostgreSQL, the one that has the room killed or stopped (ARGS="--db postgresql://... --turns 20")
	@$(BIN)/python tools/crash_nodes.py $(ARGS)

cluster: $(VENV)/.cluster ## PostgreSQL, NATS and three processes that are one room, on this machine (ARGS="--nodes 5")
	@sh tools/nats.sh
	@$(BIN)/python bench/cluster.py --serve $(ARGS)

soak-cluster: $(VENV)/.cluster ## ten minutes of four processes with 200 tables, killed and cut off every five seconds
	@sh tools/nats.sh
	@$(BIN)/python bench/cluster.py --nodes 4 --tables 200 --seconds 600 $(ARGS)

soak-online: $(VENV)/.serve ## a tournament of 1,000 players, 300 of them over sockets, with fast clocks (ARGS="--players 100 --sockets 30")
	@$(BIN)/python bench/online.py --players 1000 --sockets 300 --think 0.5 $(ARGS)

crash: $(VENV)/.serve ## a server that is killed every few seconds, until 200 hands are played (ARGS="--hands 50")
	@$(BIN)/python tools/crash.py $(ARGS)

bench-results: $(VENV)/.peers ## measure again: bench/results.json and the tables of bench/README.md
	@$(BIN)/python bench/measure.py $(ARGS)

docs: $(VENV)/.runtime ## write the generated pages of docs/ again
	@if [ -e tools/docs.py ]; then $(BIN)/python tools/docs.py $(ARGS); else echo "docs: nothing is generated yet"; fi

messages: $(VENV)/.messages ## write the texts for translators again: src/sidepot/web/locales (ARGS=--check)
	@$(BIN)/python tools/messages.py $(ARGS)

site: $(SITE)/.site ## the guides and the API reference as a website, in build/site
	@$(SITE)/bin/python tools/website.py

release-check: $(VENV)/.release ## build the sdist and the wheel, and use them as somebody would who installs them (ARGS="--only serve")
	@$(BIN)/python tools/release_check.py $(ARGS)

playthroughs: $(VENV)/.runtime ## write the hands of docs/reference/playthroughs/ again
	@$(BIN)/python tools/playthroughs.py $(ARGS)

compiled: $(VENV)/.runtime ## the wheel with a compiled core, in dist/ and unpacked in build/compiled, where `make serve` uses it
	@$(BIN)/python tools/compiled.py

compile-check: $(VENV)/.lint $(if $(findstring --tests,$(ARGS)),$(VENV)/.test) ## `make compiled` in a fresh folder, compared with the pure package (ARGS=--tests: the tests of the core, too)
	@$(BIN)/python tools/compile_check.py $(ARGS)

venv: $(VENV)/.test $(VENV)/.lint ## everything but the peers
	@:

peers: $(VENV)/.peers ## PokerKit, OpenSpiel and texasholdem, to compare with
	@:

pokerkit: $(VENV)/.pokerkit ## PokerKit alone, for the differential test
	@:

extra-%: $(VENV)/.% ## what a command asks for, by its name: extra-plot, extra-fast, extra-ray ... (docs/README.md)
	@:

fast: $(VENV)/.fast ## NumPy and numba, for odds and batches by compiled kernels
	@:

plot: $(VENV)/.plot ## matplotlib, for pictures
	@:

corpora: $(VENV)/.corpora ## pyarrow and DuckDB, for hands as Parquet tables
	@:

ray-check: $(VENV)/.ray $(VENV)/.corpora $(VENV)/.test ## the tests of work on a Ray cluster: it is large, so `make test` leaves them out
	@$(BIN)/python -m pytest -p no:unraisableexception tests/stats/test_ray.py $(ARGS)

rl: $(VENV)/.rl ## PettingZoo, for the environment to learn in
	@:

clean: ## caches and build output
	@rm -rf build dist node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src tests tools bench examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

distclean: clean ## also .venv
	@rm -rf $(VENV) $(SITE) .venv-lint .venv-pure .venv-3.*

$(VENV)/.runtime: $(INPUTS) $(MOVED)
	@sh tools/venv.sh

$(VENV)/.whole: $(INPUTS) $(MOVED)
	@sh tools/venv.sh test --if-can fast,plot,corpora,rl,peers
	@for program in chromium node nats postgres; do sh tools/$$program.sh install || true; done
	@sh tools/test.sh compile
	@touch $@

$(VENV)/.serve $(VENV)/.postgres $(VENV)/.cluster $(VENV)/.test $(VENV)/.cover $(VENV)/.messages $(VENV)/.release $(VENV)/.lint $(VENV)/.fast $(VENV)/.plot $(VENV)/.corpora $(VENV)/.ray $(VENV)/.rl $(VENV)/.peers $(VENV)/.pokerkit: $(VENV)/.%: $(INPUTS) $(MOVED)
	@sh tools/venv.sh $*

$(SITE)/.site: $(INPUTS)
	@SIDEPOT_VENV=$(SITE) sh tools/venv.sh site
