#!/bin/sh
# wheel.sh [PROFILE]: builds the Python package as a wheel. The profile `release` (the default) writes it into dist/wheels, any other
# one below target/.
set -eu
cd "$(dirname "$0")/.."
profile=${1:-release}
build=${CARGO_TARGET_DIR:-$PWD/target}/py
PYTHON=${PYTHON:-python3}

# Debian has the module that creates environments in a package of its own. Only the path of the wheel goes to the standard output.
"$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || sh scripts/need.sh python3-venv python3-venv >&2
if [ ! -x "$build/tools/bin/maturin" ]; then
	"$PYTHON" -m venv "$build/tools" >&2
	"$build/tools/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9,<2' >&2
fi
# A release gets the oldest manylinux tag that its symbols allow; a test wheel is for this machine only.
if [ "$profile" = release ]; then
	out=$PWD/dist/wheels
	set --
else
	out=$build/wheels
	set -- --compatibility linux
fi
rm -rf "$out"
CARGO_TARGET_DIR=$build/cargo "$build/tools/bin/maturin" build --quiet --locked --profile "$profile" "$@" \
	--manifest-path crates/py/Cargo.toml --out "$out" >&2
ls "$out"/*.whl
