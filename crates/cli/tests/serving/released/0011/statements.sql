DELETE FROM analyses WHERE game_id = $1
DELETE FROM challenges WHERE state IN ('declined', 'cancelled', 'expired') AND expires < $1
DELETE FROM events WHERE game_id = $1 AND seq = $2 AND speaker IS NOT NULL
DELETE FROM games WHERE id = $1 AND imported = 1 AND imported_by = $2
DELETE FROM leases WHERE name = $1 AND node = $2
DELETE FROM meta WHERE name = 'probe'
DELETE FROM mutes WHERE muted IN (SELECT id FROM users WHERE kind = 'guest' AND seen < $1 AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id))
DELETE FROM mutes WHERE user_id = $1 AND muted = $2
DELETE FROM mutes WHERE user_id = $1 OR muted = $1
DELETE FROM mutes WHERE user_id IN (SELECT id FROM users WHERE kind = 'guest' AND seen < $1 AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id))
DELETE FROM nodes WHERE id = $1 AND seen = $2
DELETE FROM opening_counts WHERE game = $1 AND variants = $2 AND position = $3 AND move = $4 AND source = $5 AND band = $6 AND p1 = 0 AND p2 = 0 AND draws = 0
DELETE FROM plans WHERE game_id = $1
DELETE FROM plans WHERE user_id = $1
DELETE FROM puzzle_attempts WHERE user_id = $1
DELETE FROM puzzle_solvers WHERE user_id = $1
DELETE FROM reset_codes WHERE expires < $1
DELETE FROM reset_codes WHERE user_id = $1
DELETE FROM reset_codes WHERE user_id = $1 AND hash = $2 AND expires > $3
DELETE FROM sessions WHERE hash = $1
DELETE FROM sessions WHERE seen < $1
DELETE FROM sessions WHERE user_id = $1
DELETE FROM sessions WHERE user_id = $1 AND hash <> $2
DELETE FROM studies WHERE user_id = $1
DELETE FROM studies WHERE user_id = $1 AND id = $2
DELETE FROM tokens WHERE user_id = $1
DELETE FROM tokens WHERE user_id = $1 AND id = $2
DELETE FROM users WHERE kind = 'guest' AND seen < $1 AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id) AND NOT EXISTS (SELECT 1 FROM games WHERE games.p1_user = users.id) AND NOT EXISTS (SELECT 1 FROM games WHERE games.p2_user = users.id) AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.from_user = users.id) AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.to_user = users.id) AND NOT EXISTS (SELECT 1 FROM reports WHERE from_user = users.id OR about = users.id) AND NOT EXISTS (SELECT 1 FROM mutes WHERE mutes.user_id = users.id OR muted = users.id)
INSERT INTO analyses (game_id, state, body, updated) VALUES ($1, $2, $3, $4) ON CONFLICT (game_id) DO UPDATE SET state = excluded.state, body = excluded.body, updated = excluded.updated
INSERT INTO challenges (id, kind, from_user, to_user, settings, side, seed, salt, created, expires, state, network) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
INSERT INTO events (game_id, seq, at, body, speaker, audience) SELECT * FROM json_to_recordset(CAST($1 AS JSON)) AS many (game_id TEXT, seq BIGINT, at BIGINT, body TEXT, speaker TEXT, audience TEXT)
INSERT INTO events (game_id, seq, at, body, speaker, audience) VALUES ($1, $2, $3, $4, $5, $6)
INSERT INTO events (game_id, seq, at, body, speaker, audience) VALUES ($1, $2, 1, $3, $4, 'watchers')
INSERT INTO games (id, game, variants, settings, speed, rated, p1_user, p2_user, p1_level, p2_level, seed, salt, created, state, winner, reason, plies, moves, turn, last_event, due, p1_rating, p2_rating, rematch_of) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'playing', '', '', 0, '', $14, 0, $15, $16, $17, $18)
INSERT INTO games (id, game, variants, settings, speed, rated, seed, salt, created, state, winner, reason, finished, plies, moves, turn, last_event, imported, p1_name, p2_name, imported_by) VALUES ($1, $2, $3, $4, $5, 0, '0', '', $6, $7, $8, $9, $6, $10, $11, '', 0, 1, $12, $13, $14)
INSERT INTO games (id, game, variants, settings, speed, rated, seed, salt, created, state, winner, reason, plies, moves, turn, last_event, imported, imported_by) WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1) SELECT 'copy' || n, game, variants, settings, speed, rated, seed, salt, created, state, winner, reason, plies, moves, turn, last_event, imported, imported_by FROM games, numbers WHERE imported = 1
INSERT INTO leases (name, node, expires) VALUES ($1, $2, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $3) ON CONFLICT (name) DO UPDATE SET node = excluded.node, expires = excluded.expires WHERE leases.node = excluded.node OR leases.expires < CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) RETURNING name
INSERT INTO meta (name, value) VALUES ('heartbeat', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
INSERT INTO meta (name, value) VALUES ('probe', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
INSERT INTO meta (name, value) VALUES ('signing_key', $1) ON CONFLICT (name) DO NOTHING
INSERT INTO mutes (user_id, muted) VALUES ($1, $2) ON CONFLICT (user_id, muted) DO NOTHING
INSERT INTO opening_counts (game, variants, position, move, source, band, p1, p2, draws) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (game, variants, position, move, source, band) DO UPDATE SET p1 = opening_counts.p1 + excluded.p1, p2 = opening_counts.p2 + excluded.p2, draws = opening_counts.draws + excluded.draws
INSERT INTO plans (game_id, user_id, plan) VALUES ($1, $2, $3) ON CONFLICT (game_id, user_id) DO UPDATE SET plan = excluded.plan
INSERT INTO puzzle_attempts (user_id, puzzle, game, at, first_solved, solved, rated) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, puzzle) DO NOTHING
INSERT INTO puzzle_attempts (user_id, puzzle, game, at, first_solved, solved, rated) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, puzzle) DO UPDATE SET solved = CASE WHEN excluded.solved = 1 THEN 1 ELSE puzzle_attempts.solved END
INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, attempts, solved, updated) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (puzzle) DO NOTHING
INSERT INTO puzzle_solvers (user_id, game, rating, deviation, volatility, attempts, solved, streak, best_streak, updated) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (user_id, game) DO NOTHING
INSERT INTO rating_history (user_id, game, speed, at, game_id, rating, deviation) VALUES ($1, $2, $3, $4, $5, $6, $7)
INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, games, updated) VALUES ($1, 'siam', 'blitz', $2, 60, 0.06, 50, $3)
INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, updated, games) VALUES ($1, $2, $3, $4, $5, $6, $7, 1)
INSERT INTO reports (id, game_id, seq, from_user, about, text, why, created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
INSERT INTO reset_codes (user_id, hash, expires) VALUES ($1, $2, $3) ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, expires = excluded.expires
INSERT INTO scores (user_id, opponent, level, games, wins, losses, draws) VALUES ($1, $2, $3, 1, $4, $5, $6) ON CONFLICT (user_id, opponent, level) DO UPDATE SET games = scores.games + 1, wins = scores.wins + excluded.wins, losses = scores.losses + excluded.losses, draws = scores.draws + excluded.draws
INSERT INTO sessions (hash, user_id, created, seen) SELECT $1, id, $4, $4 FROM users WHERE id = $2 AND password = $3
INSERT INTO sessions (hash, user_id, created, seen) VALUES ($1, $2, $3, $3)
INSERT INTO tokens (id, hash, user_id, label, scopes, created) SELECT $1, $2, user_id, $4, $5, $6 FROM sessions WHERE user_id = $3 AND hash = $7
INSERT INTO users (id, kind, created, seen) VALUES ($1, 'guest', $2, $2)
SELECT (SELECT COUNT(*) FROM games WHERE p1_user = $1 AND state = 'playing' AND p2_level IS NOT NULL) + (SELECT COUNT(*) FROM games WHERE p2_user = $1 AND state = 'playing' AND p1_level IS NOT NULL)
SELECT (SELECT COUNT(*) FROM games WHERE p1_user = $1 AND state = 'playing') + (SELECT COUNT(*) FROM games WHERE p2_user = $1 AND state = 'playing')
SELECT 1 FROM mutes WHERE user_id = $1 AND muted = $2
SELECT 1 FROM users WHERE name_skeleton = $1 LIMIT 1
SELECT CAST(COALESCE((SELECT SUM(draws) FROM opening_counts), 0) AS BIGINT), CAST(COALESCE((SELECT SUM(CASE WHEN plies > 40 THEN 40 ELSE plies END) FROM games WHERE state = 'finished' AND winner = ''), 0) AS BIGINT)
SELECT CAST(COALESCE((SELECT SUM(p1) FROM opening_counts), 0) AS BIGINT), CAST(COALESCE((SELECT SUM(CASE WHEN plies > 40 THEN 40 ELSE plies END) FROM games WHERE state = 'finished' AND winner = 'p1'), 0) AS BIGINT)
SELECT CAST(COALESCE((SELECT SUM(p2) FROM opening_counts), 0) AS BIGINT), CAST(COALESCE((SELECT SUM(CASE WHEN plies > 40 THEN 40 ELSE plies END) FROM games WHERE state = 'finished' AND winner = 'p2'), 0) AS BIGINT)
SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)
SELECT COALESCE(MAX(seq), 0) FROM events WHERE game_id = $1
SELECT COUNT(*) FROM challenges WHERE from_user = $1 AND state = 'waiting' AND expires > $2
SELECT COUNT(*) FROM challenges WHERE from_user = $1 AND state = 'waiting' AND expires > $2 AND to_user = $3
SELECT COUNT(*) FROM challenges WHERE network = $1 AND state = 'waiting' AND expires > $2
SELECT COUNT(*) FROM challenges WHERE network = $1 AND state = 'waiting' AND expires > $2 AND kind = 'open'
SELECT COUNT(*) FROM challenges WHERE network = $1 AND state = 'waiting' AND expires > $2 AND to_user = $3
SELECT COUNT(*) FROM games WHERE id = $1
SELECT COUNT(*) FROM games WHERE imported_by = $1
SELECT COUNT(*) FROM mutes WHERE user_id = $1 AND muted <> $2
SELECT COUNT(*) FROM opening_counts
SELECT COUNT(*) FROM reports WHERE from_user = $1 AND created > $2
SELECT COUNT(*) FROM tokens WHERE user_id = $1
SELECT DISTINCT plans.game_id FROM plans JOIN games ON games.id = plans.game_id WHERE games.state = 'playing'
SELECT MAX(seen) FROM nodes
SELECT asked.id, COALESCE((SELECT MAX(seq) FROM events WHERE game_id = asked.id), 0) FROM json_array_elements_text(CAST($1 AS JSON)) AS asked (id)
SELECT created, id FROM games ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE created <= $1 AND (created < $1 OR id < $2) ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE created <= $1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE created >= $1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE game = $1 AND created <= $2 AND (created < $2 OR id < $3) ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE game = $1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE imported = 1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE imported_by = $1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE p1_name = $1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE p1_user = $1 AND created <= $2 AND (created < $2 OR id < $3) ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE p1_user = $1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE p1_user || ' ' || p2_user = $1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE p2_name = $1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE p2_user = $1 AND created <= $2 AND (created < $2 OR id < $3) ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE p2_user = $1 ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT created, id FROM games WHERE state = 'playing' AND speed <> 'correspondence' ORDER BY created DESC, id DESC LIMIT 1 OFFSET 4999
SELECT game, rating, deviation, volatility, attempts, solved, streak, best_streak, updated FROM puzzle_solvers WHERE user_id = $1 ORDER BY game
SELECT game, speed, at, game_id, rating, deviation FROM rating_history WHERE user_id = $1 AND at < $2 AND game = $4 AND speed = $5 ORDER BY at DESC, game_id DESC LIMIT $3
SELECT game, speed, at, game_id, rating, deviation FROM rating_history WHERE user_id = $1 AND at < $2 AND game = $4 ORDER BY at DESC, game_id DESC LIMIT $3
SELECT game, speed, at, game_id, rating, deviation FROM rating_history WHERE user_id = $1 AND at < $2 ORDER BY at DESC, game_id DESC LIMIT $3
SELECT game, speed, rating, deviation, volatility, games, updated FROM ratings WHERE user_id = $1 AND game = $2 AND speed = $3
SELECT game, speed, rating, deviation, volatility, games, updated FROM ratings WHERE user_id = $1 ORDER BY games DESC, game, speed
SELECT game_id FROM analyses WHERE state = 'running' ORDER BY updated
SELECT game_id, seq, body FROM events WHERE speaker = $1
SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT 500
SELECT id FROM games WHERE state = 'playing' AND (speed <> 'correspondence' OR (turn = 'p1' AND p1_level IS NOT NULL) OR (turn = 'p2' AND p2_level IS NOT NULL))
SELECT id FROM nodes
SELECT id, due FROM games WHERE state = 'playing' AND due <= $1
SELECT id, kind, from_user, to_user, settings, side, seed, salt, created, expires, state, game_id FROM challenges WHERE id = $1
SELECT id, kind, from_user, to_user, settings, side, seed, salt, created, expires, state, game_id FROM challenges WHERE id IN (SELECT id FROM (SELECT id, created, CASE WHEN from_user = $1 THEN 0 ELSE 1 END AS own, ROW_NUMBER() OVER (PARTITION BY COALESCE(network, from_user) ORDER BY created DESC, id) AS turn FROM challenges WHERE state = 'waiting' AND expires > $2 AND (from_user = $1 OR to_user = $1) AND NOT EXISTS (SELECT 1 FROM mutes WHERE mutes.user_id = $1 AND muted = from_user)) AS theirs ORDER BY own, turn, created DESC, id LIMIT 200) ORDER BY created DESC, id
SELECT id, kind, from_user, to_user, settings, side, seed, salt, created, expires, state, game_id FROM challenges WHERE id IN (SELECT id FROM (SELECT id, created, ROW_NUMBER() OVER (PARTITION BY network ORDER BY place, created DESC, id) AS turn FROM (SELECT id, created, COALESCE(network, from_user) AS network, ROW_NUMBER() OVER (PARTITION BY from_user ORDER BY created DESC, id) AS place FROM challenges WHERE state = 'waiting' AND kind = 'open' AND expires > $1) AS of_persons) AS of_networks ORDER BY turn, created DESC, id LIMIT 200) ORDER BY created DESC, id
SELECT id, kind, from_user, to_user, settings, side, seed, salt, created, expires, state, game_id FROM challenges WHERE state = 'waiting' AND expires <= $1 LIMIT 200
SELECT id, name FROM users WHERE name IS NOT NULL AND name_skeleton IS NULL
SELECT id, seen, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - seen, connected, has_left FROM nodes
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games ORDER BY created DESC, id DESC LIMIT $1
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE (state || '' = 'finished' OR imported + 0 = 1) ORDER BY created DESC, id DESC LIMIT $1
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE (winner = $1 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE 1 = 0 ORDER BY created DESC, id DESC LIMIT $1
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE created <= $1 AND (created < $1 OR id < $2) AND (state || '' = 'finished' OR imported + 0 = 1) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE created <= $1 AND (created < $1 OR id < $2) AND (winner = $3 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $4
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE created <= $1 AND (created < $1 OR id < $2) AND created >= $3 AND (created > $3 OR id >= $4) ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE created <= $1 AND (created < $1 OR id < $2) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE created <= $1 ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE created >= $1 AND (created > $1 OR id >= $2) AND (winner = $3 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $4
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE created >= $1 AND (created > $1 OR id >= $2) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE created >= $1 ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE game = $1 AND (state || '' = 'finished' OR imported + 0 = 1) AND game || '' = $2 ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE game = $1 AND created <= $2 AND (created < $2 OR id < $3) AND (state || '' = 'finished' OR imported + 0 = 1) AND game || '' = $4 ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE game = $1 AND created <= $2 AND (created < $2 OR id < $3) AND game || '' = $4 AND (winner = $5 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE game = $1 AND created >= $2 AND (created > $2 OR id >= $3) AND game || '' = $4 AND (winner = $5 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE id = $1
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE imported = 1 AND imported + 0 = $1 ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE imported_by = $1 AND imported_by || '' = $2 ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_name = $1 AND (((p1_name || '' = $2) AND winner = 'p1') OR ((p2_name || '' = $2) AND winner = 'p2')) AND imported + 0 = $3 ORDER BY created DESC, id DESC LIMIT $4
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_name = $1 AND (((p1_name || '' = $2) AND winner = 'p1') OR ((p2_name || '' = $2) AND winner = 'p2')) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_name = $1 AND ((p1_name || '' = $2) OR (p2_name || '' = $2)) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_name = $1 AND imported + 0 = $2 ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_name = $1 ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND (((p1_user || '' = $2) AND winner = 'p1') OR ((p2_user || '' = $2) AND winner = 'p2')) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND (((p1_user || '' = $2) AND winner = 'p2') OR ((p2_user || '' = $2) AND winner = 'p1')) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND (state || '' = 'finished' OR imported + 0 = 1) ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND (((p1_user || '' = $4) AND winner = 'p2') OR ((p2_user || '' = $4) AND winner = 'p1')) ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND ((p1_user || '' = $4) OR (p2_user || '' = $4)) AND (winner = $5 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND (winner = $4 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND created >= $4 AND (created > $4 OR id >= $5) AND (((p1_user || '' = $6) AND winner = 'p1') OR ((p2_user || '' = $6) AND winner = 'p2')) AND game || '' = $7 ORDER BY created DESC, id DESC LIMIT $8
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND created >= $4 AND (created > $4 OR id >= $5) ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created <= $2 AND (created < $2 OR id < $3) ORDER BY created DESC, id DESC LIMIT $4
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) AND (((p1_user || '' = $4) AND winner = 'p1') OR ((p2_user || '' = $4) AND winner = 'p2')) AND game || '' = $5 ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) AND (((p1_user || '' = $4) AND winner = 'p2') OR ((p2_user || '' = $4) AND winner = 'p1')) ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) AND ((p1_user || '' = $4) OR (p2_user || '' = $4)) AND (winner = $5 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) AND (winner = $4 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) ORDER BY created DESC, id DESC LIMIT $4
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND game || '' = $2 ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND imported + 0 = $2 ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 AND state = 'playing' ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user = $1 ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user || ' ' || p2_user = $1 AND ((p1_user || '' = $2) OR (p2_user || '' = $2)) AND imported + 0 = $3 ORDER BY created DESC, id DESC LIMIT $4
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p1_user || ' ' || p2_user = $1 AND ((p1_user || '' = $2) OR (p2_user || '' = $2)) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_name = $1 AND (((p1_name || '' = $2) AND winner = 'p1') OR ((p2_name || '' = $2) AND winner = 'p2')) AND imported + 0 = $3 ORDER BY created DESC, id DESC LIMIT $4
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_name = $1 AND (((p1_name || '' = $2) AND winner = 'p1') OR ((p2_name || '' = $2) AND winner = 'p2')) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_name = $1 AND ((p1_name || '' = $2) OR (p2_name || '' = $2)) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_name = $1 AND imported + 0 = $2 ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_name = $1 ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND (((p1_user || '' = $2) AND winner = 'p1') OR ((p2_user || '' = $2) AND winner = 'p2')) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND (((p1_user || '' = $2) AND winner = 'p2') OR ((p2_user || '' = $2) AND winner = 'p1')) ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND (state || '' = 'finished' OR imported + 0 = 1) ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND (((p1_user || '' = $4) AND winner = 'p2') OR ((p2_user || '' = $4) AND winner = 'p1')) ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND ((p1_user || '' = $4) OR (p2_user || '' = $4)) AND (winner = $5 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND (winner = $4 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND created >= $4 AND (created > $4 OR id >= $5) AND (((p1_user || '' = $6) AND winner = 'p1') OR ((p2_user || '' = $6) AND winner = 'p2')) AND game || '' = $7 ORDER BY created DESC, id DESC LIMIT $8
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created <= $2 AND (created < $2 OR id < $3) AND created >= $4 AND (created > $4 OR id >= $5) ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created <= $2 AND (created < $2 OR id < $3) ORDER BY created DESC, id DESC LIMIT $4
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) AND (((p1_user || '' = $4) AND winner = 'p1') OR ((p2_user || '' = $4) AND winner = 'p2')) AND game || '' = $5 ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) AND (((p1_user || '' = $4) AND winner = 'p2') OR ((p2_user || '' = $4) AND winner = 'p1')) ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) AND ((p1_user || '' = $4) OR (p2_user || '' = $4)) AND (winner = $5 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $6
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) AND (winner = $4 AND state || '' = 'finished') ORDER BY created DESC, id DESC LIMIT $5
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND created >= $2 AND (created > $2 OR id >= $3) ORDER BY created DESC, id DESC LIMIT $4
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND game || '' = $2 ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND imported + 0 = $2 ORDER BY created DESC, id DESC LIMIT $3
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 AND state = 'playing' ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE p2_user = $1 ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE state = 'playing' AND speed <> 'correspondence' AND game || '' = $1 ORDER BY created DESC, id DESC LIMIT $2
SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, rematch_of, imported, imported_by FROM games WHERE state = 'playing' AND speed <> 'correspondence' ORDER BY created DESC, id DESC LIMIT $1
SELECT id, user_id, label, scopes, created, used FROM tokens WHERE hash = $1
SELECT id, user_id, label, scopes, created, used FROM tokens WHERE user_id = $1 ORDER BY created, id
SELECT id, user_id, name, shared, revision, created, updated, chapters FROM studies WHERE user_id = $1 ORDER BY updated DESC, id DESC
SELECT id, user_id, name, shared, revision, created, updated, chapters, body FROM studies WHERE id = $1
SELECT id, vacation_until FROM users WHERE vacation_until > $1
SELECT move, source, p1, p2, draws FROM opening_counts WHERE game = $1 AND variants = $2 AND position = $3 AND band >= $4 ORDER BY move
SELECT muted FROM mutes WHERE user_id = $1 ORDER BY muted
SELECT opponent, level, wins, losses, draws, users.name, users.kind FROM scores LEFT JOIN users ON users.id = opponent WHERE user_id = $1 ORDER BY games DESC, opponent DESC, level DESC LIMIT $2
SELECT plan FROM plans WHERE game_id = $1 AND user_id = $2
SELECT puzzle, game, at, first_solved, solved, rated FROM puzzle_attempts WHERE user_id = $1 AND game = $2 ORDER BY at DESC, puzzle DESC LIMIT $3
SELECT puzzle, game, at, first_solved, solved, rated FROM puzzle_attempts WHERE user_id = $1 AND puzzle = $2
SELECT puzzle, rating FROM puzzle_ratings
SELECT rating FROM rating_history WHERE user_id = $1 AND game_id = $2
SELECT rating, deviation, volatility, attempts, solved, updated FROM puzzle_ratings WHERE puzzle = $1
SELECT seq, at, body FROM events WHERE game_id = $1 AND audience = $2 AND speaker IS NOT NULL AND seq < $3 ORDER BY seq DESC LIMIT $4
SELECT seq, at, body FROM events WHERE game_id = $1 AND seq = $2
SELECT seq, at, body FROM events WHERE game_id = $1 AND seq > $2 ORDER BY seq
SELECT seq, at, body FROM events WHERE game_id = $1 AND speaker IS NULL ORDER BY seq
SELECT speaker, MIN(seq) FROM events WHERE game_id = $1 AND audience = 'watchers' AND speaker IS NOT NULL GROUP BY speaker ORDER BY COUNT(*) DESC, MIN(seq) LIMIT 1
SELECT speaker, audience, COUNT(*) FROM events WHERE game_id = $1 AND speaker IS NOT NULL GROUP BY speaker, audience
SELECT state, body FROM analyses WHERE game_id = $1
SELECT users.id, reset_codes.hash FROM users JOIN reset_codes ON reset_codes.user_id = users.id WHERE users.name_key = $1 AND reset_codes.expires > $2
SELECT users.id, users.kind, users.name, users.password, users.created, users.seen, users.vacation_until, users.vacation_days_left, users.vacation_year FROM users JOIN sessions ON sessions.user_id = users.id WHERE sessions.hash = $1
SELECT users.id, users.kind, users.name, users.password, users.created, users.seen, users.vacation_until, users.vacation_days_left, users.vacation_year FROM users WHERE id = $1
SELECT users.id, users.kind, users.name, users.password, users.created, users.seen, users.vacation_until, users.vacation_days_left, users.vacation_year FROM users WHERE name_key = $1
SELECT value FROM meta WHERE name = 'heartbeat'
SELECT value FROM meta WHERE name = 'signing_key'
UPDATE challenges SET state = $2 WHERE id = $1 AND state = 'waiting'
UPDATE challenges SET state = 'accepted', game_id = $2 WHERE id = $1 AND state = 'waiting' AND expires > $3
UPDATE challenges SET state = 'declined' WHERE to_user = $1 AND state = 'waiting'
UPDATE events SET body = $3 WHERE game_id = $1 AND seq = $2
UPDATE games SET plies = $2, turn = $3, due = $4, last_event = $5 WHERE id = $1
UPDATE games SET plies = many.plies, turn = many.turn, due = many.due, last_event = many.last_event FROM json_to_recordset(CAST($1 AS JSON)) AS many (id TEXT, plies BIGINT, turn TEXT, due BIGINT, last_event BIGINT) WHERE games.id = many.id
UPDATE games SET state = $2, winner = $3, reason = $4, finished = $5, plies = $6, moves = $7, turn = '', due = NULL, last_event = $8 WHERE id = $1
UPDATE nodes SET heir = $2 WHERE id = $1 AND seen = $3 AND (heir IS NULL OR heir = $2 OR NOT EXISTS (SELECT 1 FROM nodes AS other WHERE other.id = nodes.heir AND other.has_left = 0 AND other.seen > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - $4)) RETURNING id
UPDATE puzzle_attempts SET solved = 1 WHERE user_id = $1 AND puzzle = $2
UPDATE puzzle_ratings SET rating = $2, deviation = $3, volatility = $4, attempts = $5, solved = $6, updated = $7 WHERE puzzle = $1 AND attempts = $8
UPDATE puzzle_solvers SET rating = $3, deviation = $4, volatility = $5, attempts = $6, solved = $7, streak = $8, best_streak = $9, updated = $10 WHERE user_id = $1 AND game = $2 AND attempts = $11
UPDATE ratings SET rating = $4, deviation = $5, volatility = $6, updated = $7, games = games + 1 WHERE user_id = $1 AND game = $2 AND speed = $3 AND games = $8
UPDATE tokens SET used = $2 WHERE id = $1
UPDATE users SET kind = 'account', name = $2, name_key = $3, name_skeleton = $4, password = $5 WHERE id = $1 AND kind = 'guest' AND NOT EXISTS (SELECT 1 FROM users AS other WHERE other.name_skeleton = $4)
UPDATE users SET kind = 'bot' WHERE id = $1 AND kind = 'account' AND NOT EXISTS (SELECT 1 FROM games WHERE (p1_user = $1 OR p2_user = $1) AND rated = 1 AND state <> 'aborted')
UPDATE users SET kind = 'deleted', name = NULL, name_key = NULL, name_skeleton = NULL, password = NULL WHERE id = $1
UPDATE users SET name_skeleton = $2 WHERE id = $1
UPDATE users SET password = $2 WHERE id = $1 AND kind IN ('account', 'bot')
UPDATE users SET password = $2 WHERE id = $1 AND password = $3 AND kind IN ('account', 'bot')
UPDATE users SET vacation_until = $3, vacation_days_left = $4, vacation_year = $5 WHERE id = $1 AND vacation_until = $2
WITH RECURSIVE numbers (i) AS (SELECT 100000 UNION ALL SELECT i + 1 FROM numbers WHERE i < 105999) INSERT INTO games (id, game, variants, settings, speed, rated, p1_user, p2_user, seed, salt, created, state, winner, reason, finished, plies, moves, turn, last_event) SELECT 'gggggg' || replace(replace(CAST(i AS TEXT), '0', 'z'), '1', 'y'), 'siam', '', '{"game":"siam","variants":[],"start":null,"clock":{"kind":"none"},"rated":false}', 'correspondence', 0, '8t84sxz5zwx5', 'mvtjdgkbkmth', '0', '', 4000000000000, 'finished', 'p1', 'resignation', 4000000000000, 0, '', '', 0 FROM numbers
WITH released AS (DELETE FROM leases WHERE node = $1) UPDATE nodes SET has_left = 1 WHERE id = $1
WITH renewed AS (UPDATE leases SET expires = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $3 WHERE node = $1) INSERT INTO nodes (id, started, seen, connected) VALUES ($1, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), $2) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, connected = excluded.connected, heir = NULL
WITH seats AS (SELECT p1_user AS user_id, COALESCE(p2_user, '') AS opponent, CASE WHEN p2_user IS NULL THEN p2_level ELSE 0 END AS level, CASE WHEN winner = 'p1' THEN 1 ELSE 0 END AS won, CASE WHEN winner = 'p2' THEN 1 ELSE 0 END AS lost, CASE WHEN winner = '' THEN 1 ELSE 0 END AS drawn FROM games WHERE state = 'finished' AND p1_user IS NOT NULL UNION ALL SELECT p2_user, COALESCE(p1_user, ''), CASE WHEN p1_user IS NULL THEN p1_level ELSE 0 END, CASE WHEN winner = 'p2' THEN 1 ELSE 0 END, CASE WHEN winner = 'p1' THEN 1 ELSE 0 END, CASE WHEN winner = '' THEN 1 ELSE 0 END FROM games WHERE state = 'finished' AND p2_user IS NOT NULL), counts AS (SELECT user_id, opponent, level, games, wins, losses, draws, 0 AS found, 0 AS won, 0 AS lost, 0 AS drawn FROM scores UNION ALL SELECT user_id, opponent, level, 0, 0, 0, 0, 1, won, lost, drawn FROM seats UNION ALL SELECT user_id, '', 0, 0, 0, 0, 0, 1, won, lost, drawn FROM seats) SELECT user_id, opponent, CAST(level AS BIGINT), CAST(SUM(games) AS BIGINT), CAST(SUM(wins) AS BIGINT), CAST(SUM(losses) AS BIGINT), CAST(SUM(draws) AS BIGINT), CAST(SUM(found) AS BIGINT), CAST(SUM(won) AS BIGINT), CAST(SUM(lost) AS BIGINT), CAST(SUM(drawn) AS BIGINT) FROM counts GROUP BY user_id, opponent, level HAVING SUM(games) <> SUM(found) OR SUM(wins) <> SUM(won) OR SUM(losses) <> SUM(lost) OR SUM(draws) <> SUM(drawn) ORDER BY user_id, opponent, level
