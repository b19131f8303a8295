#!/bin/sh
# Checks all dependencies with cargo-deny, which is built once into target/tools, without the optimisations of its release.
set -eu
cd "$(dirname "$0")/.."
tools="$PWD/target/tools"
PATH="$tools/bin:$PATH"
command -v cargo-deny >/dev/null || CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 \
	CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 ${CARGO:-cargo} install cargo-deny --locked --root "$tools" --target-dir "$tools/build"
rm -rf "$tools/build"
# The Python package has its own workspace and lock file.
manifests="Cargo.toml crates/py/Cargo.toml"
for manifest in $manifests; do
	cargo-deny --manifest-path "$manifest" --workspace --locked --config "$PWD/deny.toml" check licenses bans sources
done
# Known vulnerabilities need a database from the network; without it, everything else is still checked.
if timeout 60 cargo-deny --locked fetch db >/dev/null 2>&1; then
	for manifest in $manifests; do
		cargo-deny --manifest-path "$manifest" --workspace --locked --config "$PWD/deny.toml" check --disable-fetch advisories
	done
else
	echo "advisories: SKIPPED, the RustSec database cannot be fetched from GitHub"
fi
