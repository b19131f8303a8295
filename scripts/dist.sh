#!/bin/sh
# Builds a release in dist/: the static program as an archive and as a Debian package, software bills of materials and
# checksums. Tests the program in an empty root directory.
set -eu
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
MAX_PROGRAM_BYTES=$((25 * 1024 * 1024))

arch=$(uname -m)
target=$arch-unknown-linux-musl
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
build=${CARGO_TARGET_DIR:-target}
tools=$build/tools
name=mekong-$version-$arch-linux
out=dist

sh scripts/need.sh musl-gcc musl-tools
sh scripts/need.sh dpkg-deb dpkg
rustup target list --installed | grep -qx "$target" || rustup target add "$target"
for tool in cargo-deb:3 cargo-cyclonedx:0.5; do
	command -v "$tools/bin/${tool%%:*}" >/dev/null ||
		"$CARGO" install --quiet --locked --root "$tools" "${tool%%:*}" --version "^${tool##*:}"
done

sh scripts/web.sh
"$CARGO" build --profile dist --target "$target" --bin mekong --bin mekong-bot --features mekong/compression,mekong/jemalloc
program=$build/$target/dist/mekong
bytes=$(wc -c <"$program")
if [ "$bytes" -gt "$MAX_PROGRAM_BYTES" ]; then
	echo "$program has $bytes bytes, more than $MAX_PROGRAM_BYTES" >&2
	exit 1
fi
if command -v file >/dev/null && ! file "$program" | grep -q static; then
	echo "$program is not static" >&2
	exit 1
fi
sh scripts/bare.sh "$program"

mkdir -p "$out"
find "$out" -mindepth 1 ! -name NOTES.md -delete
mkdir "$out/$name"
cp "$program" "$build/$target/dist/mekong-bot" README.md README.fr.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$out/$name/"
# What the READMEs show and link to.
cp -r docs ARCHITECTURE.md CONTRIBUTING.md SECURITY.md "$out/$name/"
for game in $(grep -o 'crates/games/[a-z]*/README\.md' README.md | xargs -n 1 dirname); do
	mkdir -p "$out/$name/$game"
	cp -r "$game"/README.md "$game"/README.fr.md "$game/diagrams" "$out/$name/$game/"
done
tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner -czf "$out/$name.tar.gz" "$name"
rm -r "${out:?}/$name"
"$tools/bin/cargo-deb" deb --quiet -p mekong --no-build --no-strip --profile dist --target "$target" --output "$out/"
"$tools/bin/cargo-cyclonedx" cyclonedx --quiet --manifest-path crates/cli/Cargo.toml --format json --target "$target" \
	--override-filename mekong-crates.cdx
mv crates/cli/mekong-crates.cdx.json "$out/"
find crates -name 'mekong-crates.cdx.json' -delete
(cd web && npm sbom --sbom-format cyclonedx) >"$out/mekong-pages.cdx.json"
(cd "$out" && sha256sum -- *.tar.gz *.deb *.json >SHA256SUMS)
ls -l "$out"
