#!/bin/sh
# need.sh COMMAND PACKAGE: makes sure that a command is there, by Debian's package if we are root; else says what is missing.
# Debian keeps PostgreSQL's programs out of the way, those of every version in a directory of its own.
has() {
	command -v "$1" >/dev/null || ls /usr/lib/postgresql/*/bin/"$1" >/dev/null 2>&1
}
has "$1" && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	apt-get update -q && apt-get install -q -y "$2" && exit 0
fi
echo "$1 is missing: install it first (Debian: apt-get install $2)." >&2
exit 1
