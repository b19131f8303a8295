#!/bin/sh
# check-tag.sh TAG: checks that a tag matches the version in Cargo.toml and has a dated entry in CHANGELOG.md, which it writes to
# the release notes (dist/NOTES.md).
set -eu
cd "$(dirname "$0")/.."
tag=$1
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
if [ "$tag" != "v$version" ]; then
	echo "the tag $tag is not the version of Cargo.toml, v$version" >&2
	exit 1
fi
notes=$(awk -v heading="^## $version - [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$" '
	/^## / { inside = $0 ~ heading; next }
	inside' CHANGELOG.md)
if [ -z "$notes" ]; then
	echo "CHANGELOG.md has no entry \"## $version - YYYY-MM-DD\"" >&2
	exit 1
fi
mkdir -p dist
printf '%s\n' "$notes" >dist/NOTES.md
