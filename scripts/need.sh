#!/bin/sh
# need.sh COMMAND PACKAGE: installs the Debian package of a missing command if run as root; otherwise fails with a message.
# Several may run at the same time, as jobs of make: apt-get does not wait for another apt-get, so they take turns.
# Debian installs PostgreSQL's programs in one folder per version and NATS in /usr/sbin, both outside PATH.
has() {
	command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ] || ls /usr/lib/postgresql/*/bin/"$1" >/dev/null 2>&1
}
has "$1" && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	exec 9>"${TMPDIR:-/tmp}/mekong-packages.lock"
	! command -v flock >/dev/null || flock 9
	has "$1" && exit 0
	apt-get update -q 9>&- && apt-get install -q -y "$2" 9>&- && exit 0
fi
echo "$1 is missing: install it first (Debian: apt-get install $2)." >&2
exit 1
