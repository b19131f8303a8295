#!/bin/sh
# py-test.sh [ARGUMENT…]: tests the Python package in its environment (scripts/py-env.sh): linters, type checks, then pytest with these
# arguments. If nothing has changed since all tests passed, there is nothing to do; FORCE=1 runs them again.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
build=${CARGO_TARGET_DIR:-$PWD/target}/py
PYTHON=${PYTHON:-python3}
mkdir -p "$build"

# Everything that decides the result.
inputs=$({
	"$PYTHON" --version
	find crates/py crates/core crates/record crates/games crates/engine crates/solver crates/catalog crates/players crates/analysis \
		crates/arrays crates/dataset crates/picture docs/python.md scripts/wheel.sh scripts/py-env.sh scripts/py-test.sh -type f \
		-not -path '*/__pycache__/*' -exec sha256sum {} + | sort
} | sha256sum)
if [ -z "${FORCE:-}" ] && [ "$#" = 0 ] && [ "$(cat "$build/passed" 2>/dev/null)" = "$inputs" ]; then
	echo "The Python package has not changed since its tests passed."
	exit 0
fi

sh scripts/py-env.sh ruff check --quiet --no-cache crates/py
bin=$build/venv/bin
cd crates/py
"$bin/ruff" format --quiet --no-cache --check .
"$bin/mypy" --no-error-summary --cache-dir "$build/mypy" python/mekong tools benches
# Outside of the sources, so that the installed package is checked.
(cd "$build" && "$bin/stubtest" mekong --mypy-config-file "$root/crates/py/pyproject.toml" \
	--allowlist "$root/crates/py/tests/stubtest.txt" >stubtest.log 2>&1) || {
	cat "$build/stubtest.log"
	exit 1
}
"$bin/pytest" "$@"
[ "$#" != 0 ] || echo "$inputs" >"$build/passed"
