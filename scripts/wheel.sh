#!/bin/sh
# wheel.sh [PROFILE]: builds the Python package as a wheel. The profile `release` (the default) writes it into dist/wheels, any other
# one below target/.
set -eu
cd "$(dirname "$0")/.."
profile=${1:-release}
build=${CARGO_TARGET_DIR:-$PWD/target}/py
lock=crates/py/requirements-build.txt

# Only the path of the wheel goes to the standard output.
sh scripts/need-python.sh >&2
PYTHON=${PYTHON:-python3}
install() {
	"$build/tools/bin/pip" install --quiet --disable-pip-version-check --no-compile --constraint "$lock" "$1" >&2
}
# The scripts of an environment contain its path: in a copy of this folder it is made again.
key=$("$PYTHON" --version; echo "$build"; sha256sum <"$lock")
if [ "$(cat "$build/tools.lock" 2>/dev/null)" != "$key" ]; then
	rm -rf "$build/tools" "$build/tools.lock"
	"$PYTHON" -m venv "$build/tools" >&2
	install maturin
	echo "$key" >"$build/tools.lock"
fi
PATH=$build/tools/bin:$PATH
build_wheel() {
	rm -rf "$out"
	CARGO_TARGET_DIR=$cargo maturin build --quiet --locked --profile "$profile" "$@" \
		--manifest-path crates/py/Cargo.toml --out "$out" >&2 || return 1
	"$build/tools/bin/python" crates/py/tools/extra_names.py "$out"/*.whl
}
cargo=$build/cargo
if [ "$profile" != release ]; then
	# For this machine only, with the libraries that the tests of the workspace have compiled.
	out=$build/wheels cargo=${CARGO_TARGET_DIR:-$PWD/target}
	build_wheel --compatibility linux
elif [ "$(uname -s)" = Linux ]; then
	# For every distribution with glibc 2.17 (2012) or later; without its linker, for those that are not older than this one.
	out=$PWD/dist/wheels
	python3 -c 'import ziglang' 2>/dev/null || install ziglang
	build_wheel --zig --compatibility manylinux2014 || {
		echo "The linker for older systems failed: the wheel is made for systems like this one." >&2
		build_wheel
	}
else
	out=$PWD/dist/wheels
	build_wheel
fi
ls "$out"/*.whl
