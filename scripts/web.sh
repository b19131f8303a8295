#!/bin/sh
# web.sh [STEP…]: builds the pages into crates/pages/dist, doing only what has changed. The steps, all by default:
#   packages  npm's packages
#   wasm      the rules and the engine as WebAssembly, with the Cargo profile WASM_PROFILE (wasm)
#   bundle    the pages
set -eu
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
	echo "Node.js is missing: install version 20.19 or later with npm (https://nodejs.org), then run make again." >&2
	exit 1
fi
node -e '
	const [major, minor] = process.versions.node.split(".").map(Number);
	if (major > 20 || (major === 20 && minor >= 19)) process.exit(0);
	console.error(`Node.js ${process.versions.node} is too old: the pages need 20.19 or later (https://nodejs.org).`);
	process.exit(1);
'

# Not every shell counts a file as newer than one that is not there.
newer() {
	[ ! -e "$2" ] || [ "$1" -nt "$2" ]
}

packages() {
	if newer web/package-lock.json web/node_modules/.package-lock.json; then
		(cd web && npm ci --no-audit --no-fund)
		touch web/node_modules/.package-lock.json
	fi
}

wasm() {
	"$CARGO" build --profile "$profile" -p mekong-wasm --target wasm32-unknown-unknown
}

bundle() {
	if newer "$built" "$small" || [ "$(cat "$target/wasm-profile" 2>/dev/null)" != "$profile" ]; then
		web/node_modules/.bin/wasm-opt -Oz --strip-debug --strip-producers \
			--enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
			"$built" -o "$small.new"
		mv "$small.new" "$small"
		echo "$profile" >"$target/wasm-profile"
	fi
	if [ ! -f crates/pages/dist/index.html ] || [ -n "$(find web/src web/public web/index.html web/*.ts web/*.js \
		web/package-lock.json crates/games/*/README*.md crates/games/*/artwork crates/games/*/diagrams/list.txt web/scripts/compress.mjs crates/server/schema.json web/build -newer crates/pages/dist/index.html -type f \
		-not -name mekong-dev.wasm 2>/dev/null |
		head -1)" ]; then
		(cd web && npm run --silent build)
	fi
}

profile=${WASM_PROFILE:-wasm}
target=${CARGO_TARGET_DIR:-target}
built=$target/wasm32-unknown-unknown/$profile/mekong_wasm.wasm
small=web/src/rules/mekong.wasm
for step in ${@:-packages wasm bundle}; do
	"$step"
done
