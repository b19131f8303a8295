#!/bin/sh
# statements.sh FILE: writes all SQL statements that the server's tests execute on PostgreSQL to a file, one per line, sorted.
set -eu
[ $# = 1 ] || {
	echo "usage: statements.sh FILE" >&2
	exit 2
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
MEKONG_POSTGRES_LOG=$log cargo test -p mekong-server --features cluster --test all
# Statements with parameters are prepared; others are migrations, transaction control and settings. Queries of
# PostgreSQL's catalog do not depend on our schema.
sed -n 's/^.* LOG:  execute [^:]*: //p' "$log" | grep -E '\$1|FROM|INTO' |
	grep -v -E 'pg_|information_schema|_sqlx_migrations' | LC_ALL=C sort -u >"$1"
wc -l "$1"
