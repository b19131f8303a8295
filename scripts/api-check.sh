#!/bin/sh
# api-check.sh PROGRAM [DATABASE]: starts a server on a fresh database and runs schemathesis against its OpenAPI document:
# anonymously, with a session, and with a token. ST holds additional options of schemathesis, SECONDS_EACH the maximum duration of
# each of the three runs in seconds.
set -eu
program=$1
database=${2:-}
work=$(mktemp -d "${TMPDIR:-/tmp}/mekong-api.XXXXXX")
server=
end() {
	[ -z "$server" ] || kill "$server" 2>/dev/null || true
	rm -rf "$work"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

st=$(command -v schemathesis || true)
if [ -z "$st" ]; then
	venv=target/api-check
	[ -x "$venv/bin/schemathesis" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install -q 'schemathesis>=4,<5'; }
	st=$PWD/$venv/bin/schemathesis
fi

# Rate limits are off; otherwise most requests get 429.
"$program" serve --listen 127.0.0.1:0 --data "$work/data" ${database:+--database "$database"} \
	--tables off --rate-limits off --log-level warn --lang en >"$work/stdout" 2>"$work/log" &
server=$!
base=
for _ in $(seq 300); do
	base=$(sed -n 's/^Mekong is running at \(http[^ ]*\) .*/\1/p' "$work/stdout")
	[ -z "$base" ] || break
	kill -0 "$server" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
	sleep 0.1
done

json='Content-Type: application/json'
curl -sf -c "$work/jar" -H "$json" -d '{"name": "Tester", "password": "a good password"}' "$base/api/account" >/dev/null
cookie=$(sed -n 's/.*\t\(mekong_session\)\t\(.*\)/\1=\2/p' "$work/jar")
scopes='["challenge:read", "challenge:write", "board:play", "bot:play"]'
token=$(curl -sf -b "$work/jar" -H "$json" -d "{\"label\": \"check\", \"scopes\": $scopes}" "$base/api/account/tokens" |
	sed 's/.*"token":"\([^"]*\)".*/\1/')

# Operations that end the session are excluded, because later requests need it; streams are excluded because they do not end.
failed=0
run_schemathesis() {
	who=$1
	shift
	echo "== $who"
	"$st" run "$base/api/openapi.json" --phases coverage,fuzzing,stateful --max-time "${SECONDS_EACH:-300}" \
		--continue-on-failure --request-timeout 20 \
		${ST:-} "$@" || failed=1
}
run_schemathesis "anonymous"
run_schemathesis "with a session" -H "Cookie: $cookie" --exclude-path /api/logout --exclude-path /api/account/delete
run_schemathesis "with a token" -H "Authorization: Bearer $token"
kill -0 "$server" || { echo "the server has stopped:" >&2; cat "$work/log" >&2; exit 1; }
if grep -q 'ERROR\|panicked' "$work/log"; then
	grep 'ERROR\|panicked' "$work/log" >&2
	failed=1
fi
exit $failed
