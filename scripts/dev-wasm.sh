#!/bin/sh
# Builds the rules with the games in development (feature dev-games) for the tests of their pages: quick to build,
# not optimised, and never part of a release.
set -eu
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}

"$CARGO" build -p mekong-wasm --features dev-games --target wasm32-unknown-unknown
cp "${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/debug/mekong_wasm.wasm" web/src/rules/mekong-dev.wasm
