#!/bin/sh
# bare.sh PROGRAM: runs the program in an empty root directory, as on a system without any libraries, and requests the first
# page from its server.
set -eu
program=$1
if ! unshare --user --map-root-user true 2>/dev/null && [ "$(id -u)" != 0 ]; then
	echo "neither root nor user namespaces here: the program cannot be tried in an empty root directory (SKIP_BARE=1 skips this test)" >&2
	[ "${SKIP_BARE:-}" = 1 ] || exit 1
	exit 0
fi
root=$(mktemp -d)
server=
clean_up() {
	[ -z "$server" ] || kill "$server" 2>/dev/null || true
	rm -rf "$root"
}
trap clean_up EXIT
cp "$program" "$root/mekong"
mkdir "$root/tmp" "$root/data"
in_root() {
	if [ "$(id -u)" = 0 ]; then chroot "$root" "$@"; else unshare --user --map-root-user chroot "$root" "$@"; fi
}
in_root /mekong --version
in_root /mekong show saigon --json >/dev/null
in_root /mekong serve --listen 127.0.0.1:0 --data /data --tables off >"$root/log" 2>&1 &
server=$!
# The first line names the address.
until grep -q 'http://' "$root/log"; do
	kill -0 "$server" 2>/dev/null || {
		cat "$root/log" >&2
		exit 1
	}
	sleep 0.1
done
address=$(grep -o 'http://[0-9.:]*' "$root/log" | head -1)
node -e '
	const [address] = process.argv.slice(1);
	const ask = async (path, wanted) => {
		const answer = await fetch(address + path);
		const text = await answer.text();
		if (answer.status !== 200 || !text.includes(wanted)) throw new Error(`${path}: ${answer.status}`);
	};
	await ask("/", "<title>");
	await ask("/readyz", "");
	await ask("/api/games", "siam");
' --input-type=module "$address"
echo "The program runs in an empty root directory."
