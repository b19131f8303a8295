#!/bin/sh
# py-test.sh [ARGUMENT…]: tests the Python package in its environment (scripts/py-env.sh): linters, type checks, then pytest with these
# arguments. If nothing has changed since all tests passed, there is nothing to do; FORCE=1 runs them again.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
build=${CARGO_TARGET_DIR:-$PWD/target}/py
mkdir -p "$build"
sh scripts/need-python.sh
begin=$(date +%s)
# Says how long each part takes.
step() {
	echo "py-test: $1 ($(($(date +%s) - begin)) s)"
}

# Everything that decides the result.
inputs=$({
	"${PYTHON:-python3}" --version
	find crates/py crates/core crates/record crates/games crates/engine crates/solver crates/catalog crates/players crates/analysis \
		crates/arrays crates/dataset crates/picture docs/python.md scripts/wheel.sh scripts/py-env.sh scripts/py-test.sh -type f \
		-not -path '*/__pycache__/*' -exec sha256sum {} + | sort
} | sha256sum)
if [ -z "${FORCE:-}" ] && [ "$#" = 0 ] && [ "$(cat "$build/passed" 2>/dev/null)" = "$inputs" ]; then
	echo "The Python package has not changed since its tests passed."
	exit 0
fi

step "the wheel and its environment"
sh scripts/py-env.sh ruff check --quiet --no-cache crates/py
bin=$build/venv/bin
cd crates/py
"$bin/ruff" format --quiet --no-cache --check .
# Types are checked beside the tests. The stubs are checked outside of the sources, so that they are those of the installed package.
types() {
	"$bin/mypy" --no-error-summary --cache-dir "$build/mypy" python/mekong tools benches
	cd "$build"
	"$bin/stubtest" mekong --mypy-config-file "$root/crates/py/pyproject.toml" --allowlist "$root/crates/py/tests/stubtest.txt"
}
step "tests and types"
(types >"$build/types.log" 2>&1) &
types=$!
trap 'kill "$types" 2>/dev/null || true' EXIT
HYPOTHESIS_STORAGE_DIRECTORY=$build/hypothesis "$bin/pytest" "$@"
wait "$types" || {
	cat "$build/types.log"
	exit 1
}
step "done"
[ "$#" != 0 ] || echo "$inputs" >"$build/passed"
