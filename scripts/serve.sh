#!/bin/sh
# serve.sh [OPTION…]: builds the program with its pages and starts the server with these options. npm installs its packages
# while Cargo compiles the WebAssembly, and bundles the pages while Cargo compiles the program. Both builds use one profile
# and name their target, so that they share procedural macros and build scripts.
set -eu
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
host=$(rustc -vV | sed -n 's/^host: //p')
export WASM_PROFILE=serve

build_program() {
	"$CARGO" build --quiet --profile serve --target "$host" --bin mekong --no-default-features
}
# Waits for the job in the background, or stops it if the one in the foreground has failed with this status.
join() {
	if [ "$1" != 0 ]; then
		kill "$job" 2>/dev/null || true
		exit "$1"
	fi
	wait "$job"
}

sh scripts/web.sh packages &
job=$!
status=0
sh scripts/web.sh wasm || status=$?
join "$status"

build_program &
job=$!
status=0
sh scripts/web.sh bundle || status=$?
join "$status"
# Only the crate that embeds the pages is built again, if they have changed.
build_program
exec "${CARGO_TARGET_DIR:-target}/$host/serve/mekong" serve "$@"
