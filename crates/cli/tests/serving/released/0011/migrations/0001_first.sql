-- One schema for SQLite and PostgreSQL: texts, whole numbers and doubles. Times are milliseconds since 1970,
-- truth values 0 and 1, secrets are stored as hashes only.

CREATE TABLE meta (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    -- guest, account, bot, deleted
    kind TEXT NOT NULL,
    -- A guest has none.
    name TEXT,
    -- The name in lower case: names that differ only in case are one.
    name_key TEXT UNIQUE,
    password TEXT,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    vacation_until BIGINT NOT NULL DEFAULT 0,
    vacation_days_left BIGINT NOT NULL DEFAULT 30,
    vacation_year BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE tokens (
    id TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT
);
CREATE INDEX tokens_by_user ON tokens (user_id);

CREATE TABLE reset_codes (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
    hash TEXT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE challenges (
    id TEXT NOT NULL PRIMARY KEY,
    -- link, open, user
    kind TEXT NOT NULL,
    from_user TEXT NOT NULL REFERENCES users (id),
    to_user TEXT REFERENCES users (id),
    settings TEXT NOT NULL,
    -- first, second or random: what the challenger plays
    side TEXT NOT NULL,
    seed TEXT NOT NULL,
    salt TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    -- waiting, accepted, declined, cancelled, expired
    state TEXT NOT NULL,
    game_id TEXT
);
CREATE INDEX challenges_waiting ON challenges (state, kind, created);
CREATE INDEX challenges_from ON challenges (from_user, state);
CREATE INDEX challenges_to ON challenges (to_user, state);

CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    variants TEXT NOT NULL,
    settings TEXT NOT NULL,
    speed TEXT NOT NULL,
    rated BIGINT NOT NULL,
    p1_user TEXT REFERENCES users (id),
    p2_user TEXT REFERENCES users (id),
    p1_level BIGINT,
    p2_level BIGINT,
    seed TEXT NOT NULL,
    salt TEXT NOT NULL,
    created BIGINT NOT NULL,
    -- playing, finished, aborted
    state TEXT NOT NULL,
    -- p1, p2 or empty, while playing and for a draw
    winner TEXT NOT NULL,
    reason TEXT NOT NULL,
    finished BIGINT,
    plies BIGINT NOT NULL,
    moves TEXT NOT NULL,
    -- p1 or p2, empty once it is over
    turn TEXT NOT NULL,
    last_event BIGINT NOT NULL,
    -- When somebody runs out of time.
    due BIGINT,
    p1_rating DOUBLE PRECISION,
    p2_rating DOUBLE PRECISION,
    rematch_of TEXT,
    imported BIGINT NOT NULL DEFAULT 0,
    -- Names of players who have no account here, in imported games.
    p1_name TEXT,
    p2_name TEXT
);
CREATE INDEX games_by_p1 ON games (p1_user, created);
CREATE INDEX games_by_p2 ON games (p2_user, created);
CREATE INDEX games_by_state ON games (state, due);
CREATE INDEX games_by_game ON games (game, created);
CREATE INDEX games_in_order ON games (created, id);
CREATE INDEX games_by_p1_name ON games (p1_name) WHERE p1_name IS NOT NULL;
CREATE INDEX games_by_p2_name ON games (p2_name) WHERE p2_name IS NOT NULL;

-- What happened, one row an event; a game is the sum of its events.
CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES games (id),
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE plans (
    game_id TEXT NOT NULL REFERENCES games (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    plan TEXT NOT NULL,
    PRIMARY KEY (game_id, user_id)
);

CREATE TABLE ratings (
    user_id TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, speed)
);

CREATE TABLE rating_history (
    user_id TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    at BIGINT NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (id),
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, game_id)
);
CREATE INDEX rating_history_in_order ON rating_history (user_id, game, speed, at);

CREATE TABLE mutes (
    user_id TEXT NOT NULL REFERENCES users (id),
    muted TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (user_id, muted)
);

CREATE TABLE reports (
    id TEXT NOT NULL PRIMARY KEY,
    game_id TEXT NOT NULL REFERENCES games (id),
    seq BIGINT NOT NULL,
    from_user TEXT NOT NULL REFERENCES users (id),
    about TEXT NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    why TEXT NOT NULL,
    created BIGINT NOT NULL,
    UNIQUE (game_id, seq, from_user)
);

CREATE TABLE analyses (
    game_id TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    -- running, done
    state TEXT NOT NULL,
    body TEXT NOT NULL,
    updated BIGINT NOT NULL
);

-- What was played from which position in finished games.
CREATE TABLE openings (
    game TEXT NOT NULL,
    variants TEXT NOT NULL,
    position TEXT NOT NULL,
    move TEXT NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (id),
    ply BIGINT NOT NULL,
    winner TEXT NOT NULL,
    PRIMARY KEY (game, variants, position, move, game_id, ply)
);
