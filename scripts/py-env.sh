#!/bin/sh
# py-env.sh COMMAND…: builds the Python package with the profile PY_PROFILE (default: dev), installs it with the packages of
# crates/py/requirements-test.txt into an environment below target/, and runs a command of that environment.
set -eu
cd "$(dirname "$0")/.."
build=${CARGO_TARGET_DIR:-$PWD/target}/py
PYTHON=${PYTHON:-python3}
lock=crates/py/requirements-test.txt

sh scripts/need-python.sh
# The scripts of an environment contain its path: in a copy of this folder it is made again.
key=$("$PYTHON" --version; echo "$build"; sha256sum <"$lock")
# The packages are installed once per lock file, while the package is compiled.
if [ "$(cat "$build/venv.lock" 2>/dev/null)" != "$key" ]; then
	rm -rf "$build/venv" "$build/venv.lock"
	"$PYTHON" -m venv "$build/venv"
	"$build/venv/bin/pip" install --quiet --disable-pip-version-check --no-compile --only-binary :all: --requirement "$lock" &
	packages=$!
fi
wheel=$(sh scripts/wheel.sh "${PY_PROFILE:-dev}")
if [ -n "${packages:-}" ]; then
	wait "$packages"
	echo "$key" >"$build/venv.lock"
fi
"$build/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
command=$1
shift
exec "$build/venv/bin/$command" "$@"
