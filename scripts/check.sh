#!/bin/sh
# The inner loop of development: formatting, types and lints of everything, tests of what changed since the commit BASE
# (default: HEAD, or the commit before it if nothing has changed since). Of the server and the program only the unit tests run.
set -eu
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}

changes() {
	git diff --name-only "$1" -- && git ls-files --others --exclude-standard
}
base=${BASE:-HEAD}
if [ -z "${BASE:-}" ] && [ -z "$(changes HEAD)" ]; then
	base=HEAD~1
fi
files=$(changes "$base")

if echo "$files" | grep -q '\.rs$\|Cargo\.\|^crates/'; then
	"$CARGO" fmt --all --check
	"$CARGO" clippy --workspace --all-targets -- -D warnings
	for crate in $(echo "$files" | sed -n 's#^\(crates/games/[^/]*\)/.*#\1#p; t; s#^\(crates/[^/]*\)/.*#\1#p' | sort -u); do
		[ -f "$crate/Cargo.toml" ] || continue
		package=$(sed -n 's/^name = "\(.*\)"/\1/p' "$crate/Cargo.toml" | head -1)
		case $crate in
		crates/cli | crates/server) "$CARGO" test -p "$package" --lib --bins ;;
		*) "$CARGO" test -p "$package" -p mekong-catalog --features mekong-catalog/dev-games ;;
		esac
	done
fi
if echo "$files" | grep -q '^web/'; then
	sh scripts/web.sh
	(cd web && npm run --silent check && npm run --silent format && npm run --silent test -- --changed "$base")
fi
if echo "$files" | grep -q '^web/src/games/'; then
	sh scripts/dev-wasm.sh
	(cd web && npm run --silent test:dev-games -- --changed "$base")
fi
