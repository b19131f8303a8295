#!/bin/sh
# Checks all dependencies with cargo-deny, which is built once into target/tools, without the optimisations of its release.
set -eu
cd "$(dirname "$0")/.."
tools="$PWD/target/tools"
PATH="$tools/bin:$PATH"
command -v cargo-deny >/dev/null || CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 \
	CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 ${CARGO:-cargo} install cargo-deny --locked --root "$tools" --target-dir "$tools/build"
rm -rf "$tools/build"
cargo-deny --workspace --locked check licenses bans sources
# Known vulnerabilities need a database from the network; without it, everything else is still checked.
if timeout 60 cargo-deny --locked fetch db >/dev/null 2>&1; then
	cargo-deny --workspace --locked check --disable-fetch advisories
else
	echo "advisories: LEFT OUT, RustSec's database cannot be fetched from GitHub"
fi
