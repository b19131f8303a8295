# `make serve` starts the server, `make test` runs all tests; both install missing tools.

CARGO ?= cargo
FUZZ_SECONDS ?= 60
SERVE ?=

.DEFAULT_GOAL := help
.PHONY: help serve check dist web test test-programs lint unit doc web-test web-unit dev-wasm e2e shots budgets api-check deny publish-check speed bench fuzz soak faults cost coverage diagrams schema picture \
	icons results clean toolchain lint-tools wheel py-test py-docs py-bench wasm-target test-packages postgres nats chromium

help:
	@sed -n 's/^## //p' Makefile

## serve     build and start the server; SERVE="--listen 0.0.0.0:8080" passes options
serve: toolchain wasm-target
	@exec sh scripts/serve.sh $(SERVE)

## check     the inner loop: formatting, types, lints and the tests of what changed; BASE=COMMIT for changes since then
check: toolchain lint-tools wasm-target
	@sh scripts/check.sh

## dist      build a release in dist/: static program, Debian package, bills of materials, checksums
dist: toolchain wasm-target
	@sh scripts/dist.sh

## web       build the pages into crates/pages/dist: rules and engine as WebAssembly, then the bundle
web: toolchain wasm-target
	@sh scripts/web.sh

# Each part waits for the programs, not for the other parts: most use a single core for much of their time.
## test      lints, all tests, documentation, the Python package, the pages in a real browser
test: toolchain lint-tools wasm-target
	@$(MAKE) --no-print-directory --jobs=3 web lint test-packages
	@MEKONG="$${CARGO_TARGET_DIR:-../target}/debug/mekong" $(MAKE) --no-print-directory --jobs=4 AFTER=test-programs unit web-test e2e py-test doc
	@$(MAKE) --no-print-directory budgets

## lint      formatting, clippy without warnings, lock files of the other workspaces
lint: toolchain lint-tools
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	@for outside in fuzz crates/py; do $(CARGO) metadata --locked --format-version 1 --manifest-path $$outside/Cargo.toml >/dev/null || exit 1; done

# Many tests of the server wait: more threads than cores keep the machine busy.
## unit      all Rust tests, the server's on SQLite and PostgreSQL
unit: toolchain postgres nats $(AFTER)
	CARGO_INCREMENTAL=0 RUST_TEST_THREADS=$${RUST_TEST_THREADS:-$$((2 * $$(nproc)))} $(CARGO) test --workspace --no-fail-fast

# What `make test` compiles once for all of its parts.
test-programs: toolchain
	CARGO_INCREMENTAL=0 $(CARGO) test --workspace --no-run

## doc       the documentation, warnings are errors
doc: toolchain $(AFTER)
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

## web-test  type checks, formatting and unit tests of the pages, then those of the games in development
web-test: web-unit dev-wasm
	cd web && npm run --silent test:dev-games

web-unit: web
	cd web && npm run --silent check && npm run --silent format && npm run --silent test

# The rules with the games in development.
dev-wasm: toolchain wasm-target $(AFTER)
	@sh scripts/dev-wasm.sh

# `make test` names the program that it has built.
## e2e       browser tests in Chromium against a real server; ARGS="play.e2e.ts" selects files, MEKONG=PROGRAM a program
e2e: web chromium dev-wasm $(AFTER)
	@[ -n "$$MEKONG" ] || $(CARGO) test -p mekong --test all --no-run
	cd web && npm run --silent e2e -- $(ARGS)

## shots     update the reference pictures of the boards, of hints, refusals and endings
shots: web chromium
	$(CARGO) test -p mekong --test all --no-run
	cd web && npm run --silent e2e -- shots.e2e.ts screenshots.e2e.ts --update-snapshots=all

## budgets   check the size limits of the pages
budgets: web
	cd web && node scripts/budgets.mjs

## api-check run schemathesis against a real server; DATABASE=postgres://… selects the database
api-check: toolchain
	$(CARGO) build --bin mekong
	sh scripts/api-check.sh "$${CARGO_TARGET_DIR:-target}/debug/mekong" $(DATABASE)

# Nothing is uploaded. Crates are packaged in the order of their dependencies; `make test` compiles the same sources.
## publish-check  package all published crates as for crates.io, without uploading them
publish-check: toolchain
	$(CARGO) publish --workspace --dry-run --no-verify --locked

## deny      run cargo-deny: licences, bans, sources, known vulnerabilities
deny: toolchain
	@sh scripts/deny.sh

## speed     measure page load on a simulated phone, frame times of the boards, and run Lighthouse
speed: web chromium
	$(CARGO) build --release --bin mekong
	cd web && node scripts/speed.mjs && node scripts/lighthouse.mjs

## bench     benchmark the rules, compared with a chess library, with instruction counts
bench: toolchain
	@sh scripts/need.sh valgrind valgrind || true
	$(CARGO) bench -p mekong-bench

## fuzz      run each fuzz target for FUZZ_SECONDS seconds (60)
fuzz: toolchain
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	cd fuzz && for target in $$(cargo fuzz list); do \
		RUSTC_BOOTSTRAP=1 cargo fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

## wheel     build the Python package in dist/wheels: one wheel for all Pythons from 3.10 on
wheel: toolchain
	@sh scripts/wheel.sh

## py-test   test the Python package in a virtual environment; ARGS="tests/test_arrays.py" selects tests
py-test: toolchain lint-tools $(AFTER)
	$(CARGO) fmt --manifest-path crates/py/Cargo.toml --check
	@sh scripts/py-test.sh $(ARGS)

## py-docs   write the reference of docs/python.md from the docstrings
py-docs: toolchain
	@sh scripts/py-env.sh python crates/py/tools/api_page.py docs/python.md

## py-bench  benchmark the Python package, compared with OpenSpiel and PettingZoo
py-bench: toolchain
	@PY_PROFILE=release sh scripts/py-env.sh python crates/py/benches/steps.py

## soak      run the contract suite and the crash tests of the server for longer, the memory tests of released programs, verify all puzzles
soak: toolchain
	MEKONG_SOAK=20 $(CARGO) test --workspace --test all -- contract naive --nocapture
	MEKONG_SOAK=20 $(CARGO) test -p mekong --test serving kills -- --nocapture
	$(CARGO) test -p mekong --features jemalloc --test serving many_connections
	MEKONG_SOAK=20 $(CARGO) test -p mekong-puzzles --test all -- collection

## faults    fault injection: clients play on three nodes while nodes, NATS, PostgreSQL, links and clocks fail
faults: toolchain postgres nats
	@sh scripts/need.sh ip iproute2 || true
	@sh scripts/need.sh faketime faketime || true
	MEKONG_FAULTS=$${MEKONG_FAULTS:-2} $(CARGO) test -p mekong --test serving faults -- --nocapture --test-threads=1

## cost      measure the cost of a move, from idle to saturation: both databases, one and three nodes, and a plain echo server
cost: toolchain postgres nats
	$(CARGO) build --release --bin mekong --bin xtask --features mekong/jemalloc
	@sh scripts/cost.sh "$${CARGO_TARGET_DIR:-target}/release"

## coverage  measure line and branch coverage of the rules
coverage: toolchain
	@command -v cargo-llvm-cov >/dev/null || $(CARGO) install cargo-llvm-cov --locked
	@rustup component add llvm-tools
	RUSTC_BOOTSTRAP=1 $(CARGO) llvm-cov --branch --workspace --ignore-filename-regex '(tests|testkit|cli|bench)/'

## diagrams  update the diagrams of the rule pages
diagrams: toolchain
	UPDATE_DIAGRAMS=1 $(CARGO) test --workspace --test all diagrams

## schema    write crates/server/schema.json, from which the types of the pages are generated
schema: toolchain
	UPDATE_SCHEMA=1 $(CARGO) test -p mekong-server --lib schema_file

## picture   take the picture of the README from the running program
picture: web chromium
	$(CARGO) build --bin mekong
	cd web && MEKONG=$${CARGO_TARGET_DIR:-../target}/debug/mekong node scripts/picture.mjs

## icons     make the PNG icons of the pages from their SVG logo
icons: chromium
	cd web && node scripts/icons.mjs

## results   solve Saigon and update the pages about it
results: toolchain
	$(CARGO) xtask results saigon --out docs/results

## clean     remove build output
clean:
	$(CARGO) clean

toolchain:
	@command -v $(CARGO) >/dev/null || { \
		echo "Rust is missing: install it with rustup (https://rustup.rs), then run make again."; exit 1; }
	@sh scripts/need.sh cc gcc

# While the first programs are compiled.
test-packages:
	@$(MAKE) --no-print-directory postgres
	@$(MAKE) --no-print-directory nats
	@$(MAKE) --no-print-directory chromium

# The tests of the server start their own PostgreSQL.
postgres:
	@[ "$$MEKONG_SKIP_POSTGRES" = 1 ] || sh scripts/need.sh initdb postgresql

# The multi-node tests are skipped where NATS is neither installed nor installable.
nats:
	@[ "$$MEKONG_SKIP_NATS" = 1 ] || sh scripts/need.sh nats-server nats-server || \
		echo "Skipping the multi-node tests: nats-server is missing."

chromium:
	@sh scripts/need.sh chromium-headless-shell chromium-headless-shell 2>/dev/null || sh scripts/need.sh chromium chromium

lint-tools:
	@{ $(CARGO) clippy --version && $(CARGO) fmt --version; } >/dev/null 2>&1 || rustup component add clippy rustfmt || { \
		echo "clippy and rustfmt are missing: install them (Debian: apt-get install rust-clippy rustfmt)."; exit 1; }

wasm-target:
	@if command -v rustup >/dev/null; then \
		rustup target list --installed | grep -qx wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown; \
	else \
		test -d "$$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" || { \
			echo "The Rust target wasm32-unknown-unknown is missing and rustup is not here to add it:"; \
			echo "install the package of your system that holds it (Debian: libstd-rust-dev-wasm32)."; exit 1; }; \
	fi
