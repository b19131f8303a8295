# One verb a job. `make serve` starts the program, `make test` runs every test; both fetch what they need.

CARGO ?= cargo
FUZZ_SECONDS ?= 60
SERVE ?=

.DEFAULT_GOAL := help
.PHONY: help serve test lint unit doc wasm bench fuzz soak coverage diagrams results clean toolchain lint-tools wasm-target postgres pages

help:
	@sed -n 's/^## //p' Makefile

## serve     build the program and start the server: SERVE="--listen 0.0.0.0:8080" passes options on
serve: toolchain pages
	$(CARGO) run --release --bin mekong -- serve $(SERVE)

## test      lints, all tests, documentation, the WebAssembly build
test: lint unit doc wasm

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

## wasm      what must build for the browser builds for the browser
wasm: toolchain wasm-target
	$(CARGO) build -p mekong-catalog --no-default-features --target wasm32-unknown-unknown

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

## soak      the contract suite with far more games than the ordinary tests
soak: toolchain
	MEKONG_SOAK=20 $(CARGO) test --workspace --test contract --test naive -- --nocapture

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
	$(CARGO) run --release --bin mekong -- results saigon --out docs/results

## clean     remove what was built
clean:
	$(CARGO) clean

toolchain:
	@command -v $(CARGO) >/dev/null || { \
		echo "Rust is missing: install it with rustup (https://rustup.rs), then run make again."; exit 1; }
	@sh scripts/need.sh cc gcc

# The pages are part of the program: whatever builds them into web/dist comes before it, here.
pages:

# The tests of the server start one of their own.
postgres:
	@[ "$$MEKONG_SKIP_POSTGRES" = 1 ] || sh scripts/need.sh initdb postgresql

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
