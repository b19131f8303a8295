#!/bin/sh
# cost.sh FOLDER: measures the processor time, writes and latency of moves with the programs "mekong" and "xtask" of a folder, and
# prints Markdown tables (docs/load.md). Everything listens on the loopback interface and is temporary. Takes about ten minutes:
# GAMES (1000), SECONDS_PER_RATE (15) and RATES ("200,500,1000,2000,4000") change that, PARTS selects parts (`asleep` is the former
# name of `correspondence`).
set -eu

bin=$(cd "$1" && pwd)
games=${GAMES:-1000} seconds=${SECONDS_PER_RATE:-15} rates=${RATES:-200,500,1000,2000,4000}
parts=${PARTS:-idle echo sqlite postgres nats three correspondence}
scripts=$(cd "$(dirname "$0")" && pwd)
nats=$(command -v nats-server || echo /usr/sbin/nats-server)
dir=$(mktemp -d "${TMPDIR:-/tmp}/mekong-cost.XXXXXX")
pids=
end() {
	trap '' HUP INT TERM
	for pid in $pids; do kill "$pid" 2>/dev/null || true; done
	exec 3>&- || true
	wait
	rm -rf "$dir"
}
trap 'exit 1' HUP INT TERM
trap end EXIT
free_port() { echo $((20000 + $(od -An -N2 -tu2 /dev/urandom) % 30000)); }

# start NAME COMMAND...: starts a process and sets $pid and, once it listens, $url.
start() {
	name=$1
	shift
	"$@" >"$dir/$name.out" 2>"$dir/$name.err" 3>&- &
	pid=$!
	pids="$pids $pid"
	url=
	while [ -z "$url" ]; do
		kill -0 "$pid" 2>/dev/null || { cat "$dir/$name.err" >&2; exit 1; }
		sleep 0.1
		url=$(sed -n 's/.*\(http:\/\/127[0-9.:]*\).*/\1/p' "$dir/$name.out" "$dir/$name.err" | head -n 1)
	done
}
stop() {
	for pid in "$@"; do
		kill "$pid"
		wait "$pid" || true
	done
	pids=
}
node() { start "$1" "$bin/mekong" serve --listen 127.0.0.1:0 --rate-limits off --tables off --database "$2" ${3:+--nats "$3"}; }
measure() {
	name=$1
	shift
	"$bin/xtask" load --row "$name" --seconds "$seconds" "$@"
}
table() {
	printf '\n%s\n\n| | target/s | moves/s | p50, p99 (ms) | server per move | database per move | server, database per guest (ms) | failed |\n' "$1"
	echo '|---|---|---|---|---|---|---|---|'
}
has() { case " $parts " in *" $1 "*) return 0 ;; *) return 1 ;; esac }

# The cluster ends when file descriptor 3 is closed.
database=
start_postgres() {
	[ -z "$database" ] || return 0
	mkfifo "$dir/postgres.in"
	MEKONG_POSTGRES_OPTIONS="-c fsync=on" sh "$scripts/postgres.sh" <"$dir/postgres.in" >"$dir/postgres.out" &
	exec 3>"$dir/postgres.in"
	while [ ! -s "$dir/postgres.out" ]; do sleep 0.1; done
	database=$(head -n 1 "$dir/postgres.out")
	postmaster=$(head -n 1 "$(psql -qAtc 'SHOW data_directory' "$database")/postmaster.pid")
}
new_database() {
	start_postgres
	psql -qc "CREATE DATABASE $1" "$database"
	fresh="${database%/*}/$1"
}
start_nats() {
	port=$(free_port)
	"$nats" -a 127.0.0.1 -p "$port" >"$dir/nats.out" 2>&1 3>&- &
	nats_pid=$!
	nats_url="nats://127.0.0.1:$port"
}

if has idle; then
	table "Idle server, $seconds s"
	node idle "sqlite:$dir/idle.db"
	measure "SQLite" --server "$url" --pid "$pid" --games 0
	stop "$pid"
fi
table "$games games"
if has echo; then
	start echo "$bin/xtask" echo --listen 127.0.0.1:0
	measure "echo" --server "$url" --pid "$pid" --games "$games" --echo --rates "$rates"
	stop "$pid"
fi
if has sqlite; then
	node sqlite "sqlite:$dir/sqlite.db"
	measure "SQLite" --server "$url" --pid "$pid" --games "$games" --rates "$rates"
	stop "$pid"
fi
if has postgres; then
	new_database one
	node postgres "$fresh"
	measure "PostgreSQL" --server "$url" --pid "$pid" --database-pid "$postmaster" --games "$games" --rates "$rates"
	stop "$pid"
fi
if has nats; then
	new_database with_nats
	start_nats
	node with_nats "$fresh" "$nats_url"
	measure "one node on NATS" --server "$url" --pid "$pid" --database-pid "$postmaster" --database-pid "$nats_pid" --games "$games" --rates "$rates"
	stop "$pid" "$nats_pid"
fi
if has three; then
	new_database three
	start_nats
	servers= nodes=
	# Nodes that share a machine share its cores (docs/scale.md).
	export TOKIO_WORKER_THREADS=1
	for number in 1 2 3; do
		node "node$number" "$fresh" "$nats_url"
		servers="$servers --server $url --pid $pid" nodes="$nodes $pid"
	done
	# shellcheck disable=SC2086
	measure "three nodes" $servers --database-pid "$postmaster" --database-pid "$nats_pid" --games "$games" --rates "$rates"
	unset TOKIO_WORKER_THREADS
	# shellcheck disable=SC2086
	stop $nodes "$nats_pid"
fi
if has correspondence || has asleep; then
	new_database correspondence
	table "100,000 correspondence games without connections, $seconds s"
	node correspondence "$fresh"
	"$bin/xtask" load --server "$url" --games 1 --moves 2 --every 10 >/dev/null
	psql -q -v ON_ERROR_STOP=1 "$fresh" <<-'SQL'
		INSERT INTO games SELECT (jsonb_populate_record(game, jsonb_build_object('id', 'idle' || 20000000 + number, 'speed', 'correspondence',
			'settings', replace((game).settings, '{"kind":"fischer","base":10800,"increment":10}', '{"kind":"days","days":3}'),
			'state', 'playing', 'turn', 'p1', 'winner', '', 'reason', '', 'moves', '', 'plies', 0, 'last_event', 0, 'finished', NULL, 'due', (game).created + 259200000))).*
		FROM (SELECT games AS game FROM games LIMIT 1) AS sample, generate_series(1, 100000) AS number;
		ANALYZE;
	SQL
	stop "$pid"
	node correspondence_again "$fresh"
	measure "PostgreSQL" --server "$url" --pid "$pid" --database-pid "$postmaster" --games 0
	stop "$pid"
fi
