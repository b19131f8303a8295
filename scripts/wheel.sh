#!/bin/sh
# wheel.sh [PROFILE]: builds the Python package as a wheel. The profile `release` (the default) writes it into dist/wheels, any other
# one below target/.
set -eu
cd "$(dirname "$0")/.."
profile=${1:-release}
build=${CARGO_TARGET_DIR:-$PWD/target}/py
PYTHON=${PYTHON:-python3}

# Debian has the module that creates environments in a package of its own.
"$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || sh scripts/need.sh python3-venv python3-venv
if [ ! -x "$build/tools/bin/maturin" ]; then
	"$PYTHON" -m venv "$build/tools"
	"$build/tools/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9,<2'
fi
out=$build/wheels
[ "$profile" != release ] || out=$PWD/dist/wheels
rm -rf "$out"
CARGO_TARGET_DIR=$build/cargo "$build/tools/bin/maturin" build --quiet --locked --profile "$profile" --compatibility linux \
	--manifest-path crates/py/Cargo.toml --out "$out"
ls "$out"/*.whl
