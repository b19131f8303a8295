#!/bin/sh
# Builds what the pages need and the pages themselves into web/dist: the packages, the rules and the engine as WebAssembly,
# the bundle. Does only what has changed.
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

if newer web/package-lock.json web/node_modules/.package-lock.json; then
	(cd web && npm ci --no-audit --no-fund)
	touch web/node_modules/.package-lock.json
fi

# Flags of the machine that builds mean nothing to a browser.
"$CARGO" build --release -p mekong-wasm --target wasm32-unknown-unknown
built=${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/release/mekong_wasm.wasm
small=web/src/rules/mekong.wasm
if newer "$built" "$small"; then
	web/node_modules/.bin/wasm-opt -Oz --strip-debug --strip-producers \
		--enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
		"$built" -o "$small.new"
	mv "$small.new" "$small"
fi

if [ ! -f web/dist/index.html ] || [ -n "$(find web/src web/public web/index.html web/*.ts web/*.js web/package-lock.json \
	crates/games/*/README*.md web/build -newer web/dist/index.html -type f 2>/dev/null | head -1)" ]; then
	(cd web && npm run --silent build)
fi
