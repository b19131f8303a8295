-- Puzzles are files of the games; here is what their solvers made of them. Only accounts have rows.

-- The rating of a puzzle after rated attempts. Before the first one it is that of the file.
CREATE TABLE puzzle_ratings (
    puzzle TEXT NOT NULL PRIMARY KEY,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

-- The rating of a solver in the puzzles of a game.
CREATE TABLE puzzle_solvers (
    user_id TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    -- Puzzles solved in a row, now and at most.
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);

-- The first attempt of a solver at a puzzle, and whether it has been solved since.
CREATE TABLE puzzle_attempts (
    user_id TEXT NOT NULL REFERENCES users (id),
    puzzle TEXT NOT NULL,
    game TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- Whether the first attempt succeeded, and whether any did.
    first_solved BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    -- 1 if the server judged it and changed the ratings, 0 if it came from a device.
    rated BIGINT NOT NULL,
    PRIMARY KEY (user_id, puzzle)
);
CREATE INDEX puzzle_attempts_by_game ON puzzle_attempts (user_id, game, at, puzzle);
