# One verb a job. `make serve` starts the program, `make test` runs every test; both fetch what they need.

CARGO ?= cargo
FUZZ_SECONDS ?= 60
SERVE ?=

.DEFAULT_GOAL := help
.PHONY: help serve dist web test lint unit doc web-test e2e shots budgets api-check deny bench fuzz soak coverage diagrams results clean toolchain lint-tools \
	wasm-target postgres chromium

help:
	@sed -n 's/^## //p' Makefile

## serve     build the program and start the server: SERVE="--listen 0.0.0.0:8080" passes options on
serve: toolchain wasm-target
	@sh scripts/serve.sh
	@exec $${CARGO_TARGET_DIR:-target}/serve/mekong serve $(SERVE)

## dist      what a release ships, in dist/: a static program, a Debian package, bills of materials, checksums
dist: toolchain wasm-target
	@sh scripts/dist.sh

## web       build the pages into web/dist: rules and engine as WebAssembly, then the bundle
web: toolchain wasm-target
	@sh scripts/web.sh

## test      lints, all tests, documentation, the pages in a real browser
test: web lint unit doc web-test e2e budgets

## lint      formatting and clippy, warnings are errors
lint: toolchain lint-tools
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

## unit      every test: rules, contract, records, command line, server (on SQLite and PostgreSQL)
unit: toolchain postgres
	$(CARGO) test --workspace --no-fail-fast

## doc       the documentation, warnings are errors
doc: toolchain
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

## web-test  the pages' types, formatting and units
web-test: web
	cd web && npm run --silent check && npm run --silent format && npm run --silent test

# The program of the tests: what `make unit` has built.
## e2e       the pages in Debian's Chromium against the real server: ARGS="play.e2e.ts" names files
e2e: web chromium
	$(CARGO) test -p mekong --test help --no-run
	cd web && npm run --silent e2e -- $(ARGS)

## shots     take the reference pictures of the boards anew
shots: web chromium
	$(CARGO) test -p mekong --test help --no-run
	cd web && npm run --silent e2e -- --update-snapshots shots.e2e.ts

## budgets   what the pages weigh: refused when too heavy
budgets: web
	cd web && node scripts/budgets.mjs

## api-check schemathesis against the OpenAPI document of a real server: DATABASE=postgres://… for another than SQLite
api-check: toolchain
	$(CARGO) build --bin mekong
	sh scripts/api-check.sh target/debug/mekong $(DATABASE)

## deny      licences, bans and sources of all dependencies, known faults if the database can be had; by cargo-deny
deny: toolchain
	@sh scripts/deny.sh

## speed     how soon the first page answers on a phone, how evenly boards move; and Lighthouse's opinion
speed: web chromium
	$(CARGO) build --release --bin mekong
	cd web && node scripts/speed.mjs && node scripts/lighthouse.mjs

## bench     speed of the rules beside a chess library, and instruction counts
bench: toolchain
	@sh scripts/need.sh valgrind valgrind || true
	$(CARGO) bench -p mekong-bench

## fuzz      every fuzz target for FUZZ_SECONDS seconds (60)
fuzz: toolchain
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	cd fuzz && for target in $$(cargo fuzz list); do \
		RUSTC_BOOTSTRAP=1 cargo fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

## soak      the contract suite with far more games, and the server killed far more often, than in the ordinary tests
soak: toolchain
	MEKONG_SOAK=20 $(CARGO) test --workspace --test contract --test naive -- --nocapture
	MEKONG_SOAK=20 $(CARGO) test -p mekong --test serving kills -- --nocapture

## coverage  which lines and branches of the rules the tests reach
coverage: toolchain
	@command -v cargo-llvm-cov >/dev/null || $(CARGO) install cargo-llvm-cov --locked
	@rustup component add llvm-tools
	RUSTC_BOOTSTRAP=1 $(CARGO) llvm-cov --branch --workspace --ignore-filename-regex '(tests|testkit|cli|bench)/'

## diagrams  draw the pictures of the rule pages anew
diagrams: toolchain
	UPDATE_DIAGRAMS=1 $(CARGO) test --workspace --test diagrams

## results   solve Saigon and write the pages about it anew
results: toolchain
	$(CARGO) xtask results saigon --out docs/results

## clean     remove what was built
clean:
	$(CARGO) clean

toolchain:
	@command -v $(CARGO) >/dev/null || { \
		echo "Rust is missing: install it with rustup (https://rustup.rs), then run make again."; exit 1; }
	@sh scripts/need.sh cc gcc

# The tests of the server start one of their own.
postgres:
	@[ "$$MEKONG_SKIP_POSTGRES" = 1 ] || sh scripts/need.sh initdb postgresql

chromium:
	@sh scripts/need.sh chromium chromium

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
