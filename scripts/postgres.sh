#!/bin/sh
# postgres.sh: a temporary PostgreSQL for tests. Creates a cluster in a temporary folder, starts it on a free port of the
# loopback interface and prints its URL. When standard input is closed, the cluster is stopped and removed, so that it never
# outlives the test. The input lines "crash" and "start" kill and restart the server, "pause" and "continue" stop all its processes and
# let them run again; each is confirmed with a line of output. In a separate network namespace, MEKONG_POSTGRES_LISTEN=* lets it be
# reached from other namespaces. MEKONG_POSTGRES_OPTIONS adds options of the server, such as "-c fsync=on". MEKONG_POSTGRES_LOG=FILE logs all statements and appends the log to a file in the end.
set -u

missing() {
	echo "PostgreSQL is missing ($1): install it first (Debian: apt-get install postgresql)," >&2
	echo "or set MEKONG_SKIP_POSTGRES=1 to test on SQLite alone." >&2
	exit 3
}

# Debian has one folder per version; the newest one is used.
bin=
for found in /usr/lib/postgresql/*/bin /usr/pgsql-*/bin; do
	if [ -x "$found/initdb" ]; then bin=$found; fi
done
if [ -z "$bin" ] && command -v initdb >/dev/null; then bin=$(dirname "$(command -v initdb)"); fi
[ -n "$bin" ] || missing initdb

# PostgreSQL refuses to run as root.
user=
if [ "$(id -u)" = 0 ]; then
	id postgres >/dev/null 2>&1 || missing "the user postgres"
	user=postgres
fi
as_user() {
	if [ -n "$user" ]; then runuser -u "$user" -- "$@"; else "$@"; fi
}

dir=$(mktemp -d "${TMPDIR:-/tmp}/mekong-postgres.XXXXXX") || exit 1
if [ -n "$user" ]; then chown "$user" "$dir"; fi
cd "$dir" || exit 1

end() {
	trap '' HUP INT TERM
	as_user "$bin/pg_ctl" stop -D "$dir/data" -m immediate -s >/dev/null 2>&1
	if [ -n "${MEKONG_POSTGRES_LOG:-}" ]; then cat "$dir/server.log" >>"$MEKONG_POSTGRES_LOG"; fi
	cd / && rm -rf "$dir"
}
# Clean up even if the test ends during startup.
trap 'end; exit 1' HUP INT TERM PIPE
trap end EXIT

as_user "$bin/initdb" -D "$dir/data" -U mekong -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$dir/initdb.log" 2>&1 || {
	cat "$dir/initdb.log" >&2
	exit 1
}
listen=${MEKONG_POSTGRES_LISTEN:-127.0.0.1}
if [ "$listen" != 127.0.0.1 ]; then echo "host all all 10.0.0.0/8 trust" >>"$dir/data/pg_hba.conf"; fi
# Signals to the server process do not reach the processes of its connections.
signal_all() {
	server=$(head -n 1 "$dir/data/postmaster.pid")
	kill "-$1" "$server" $(ps -o pid= --ppid "$server")
}
# fsync is off: the data are temporary.
options="-c listen_addresses=$listen -c unix_socket_directories=$dir -c fsync=off -c max_connections=300 ${MEKONG_POSTGRES_OPTIONS:-}"
if [ -n "${MEKONG_POSTGRES_LOG:-}" ]; then options="$options -c log_statement=all"; fi
for attempt in 1 2 3 4 5 6 7 8; do
	port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 30000))
	if as_user "$bin/pg_ctl" start -w -s -D "$dir/data" -l "$dir/server.log" -o "-p $port $options" >"$dir/start.log" 2>&1; then
		echo "postgres://mekong@127.0.0.1:$port/postgres"
		# Until the other end is closed.
		while read -r command; do
			case $command in
			crash) as_user "$bin/pg_ctl" stop -D "$dir/data" -m immediate -s >/dev/null 2>&1 ;;
			start) as_user "$bin/pg_ctl" start -w -s -D "$dir/data" -l "$dir/server.log" -o "-p $port $options" >/dev/null 2>&1 ;;
			pause) signal_all STOP ;;
			continue) signal_all CONT ;;
			esac
			echo "$command: $?"
		done
		exit 0
	fi
done
cat "$dir/start.log" "$dir/server.log" >&2
exit 1
