#!/bin/sh
# Builds the program and the pages at the same time, then the pages into the program.
set -eu
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}

"$CARGO" build --quiet --profile serve --bin mekong &
program=$!
if ! sh scripts/web.sh; then
	kill "$program" 2>/dev/null || true
	exit 1
fi
wait "$program"
# Only what embeds the pages is built again, if they have changed.
"$CARGO" build --quiet --profile serve --bin mekong
