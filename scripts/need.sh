#!/bin/sh
# need.sh COMMAND PACKAGE: installs the Debian package of a missing command if run as root; otherwise fails with a message.
# Debian installs PostgreSQL's programs in one folder per version and NATS in /usr/sbin, both outside PATH.
has() {
	command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ] || ls /usr/lib/postgresql/*/bin/"$1" >/dev/null 2>&1
}
has "$1" && exit 0
# Several targets may need packages at once, and apt-get refuses to run twice: each waits for its turn.
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	install='apt-get update -q && apt-get install -q -y -o DPkg::Lock::Timeout=600 "$0"'
	flock "${TMPDIR:-/tmp}/mekong-packages.lock" sh -c "$install" "$2" && exit 0
fi
echo "$1 is missing: install it first (Debian: apt-get install $2)." >&2
exit 1
