-- Lists of games are read along an index that ends with their order, so that a page costs what it shows.
DROP INDEX games_by_p1;
DROP INDEX games_by_p2;
DROP INDEX games_by_game;
DROP INDEX games_by_p1_name;
DROP INDEX games_by_p2_name;
DROP INDEX games_by_importer;
CREATE INDEX games_by_p1 ON games (p1_user, created, id);
CREATE INDEX games_by_p2 ON games (p2_user, created, id);
-- One text, so that SQLite has no other index to choose for it.
CREATE INDEX games_by_pair ON games ((p1_user || ' ' || p2_user), created, id);
CREATE INDEX games_by_game ON games (game, created, id);
CREATE INDEX games_by_p1_name ON games (p1_name, created, id) WHERE p1_name IS NOT NULL;
CREATE INDEX games_by_p2_name ON games (p2_name, created, id) WHERE p2_name IS NOT NULL;
CREATE INDEX games_by_importer ON games (imported_by, created, id) WHERE imported_by IS NOT NULL;
CREATE INDEX games_imported ON games (imported, created, id) WHERE imported = 1;
CREATE INDEX games_playing_p1 ON games (p1_user, created, id) WHERE state = 'playing';
CREATE INDEX games_playing_p2 ON games (p2_user, created, id) WHERE state = 'playing';
-- With the state in it, so that SQLite prefers it to games_by_state.
CREATE INDEX games_live ON games (state, created, id) WHERE state = 'playing' AND speed <> 'correspondence';
CREATE INDEX rating_history_by_time ON rating_history (user_id, at, game_id);

-- How everybody's finished games ended, by opponent and in all, counted once when a game ends.
CREATE TABLE scores (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- The id of the opponent; empty for the computer, and for all opponents together.
    opponent TEXT NOT NULL,
    -- The level of the computer; 0 for people, and for all opponents together.
    level BIGINT NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    PRIMARY KEY (user_id, opponent, level)
);
CREATE INDEX scores_by_games ON scores (user_id, games, opponent, level);

INSERT INTO scores (user_id, opponent, level, games, wins, losses, draws)
SELECT user_id, opponent, level, COUNT(*), SUM(won), SUM(lost), SUM(drawn) FROM (
    SELECT p1_user AS user_id, COALESCE(p2_user, '') AS opponent, CASE WHEN p2_user IS NULL THEN p2_level ELSE 0 END AS level,
        CASE WHEN winner = 'p1' THEN 1 ELSE 0 END AS won, CASE WHEN winner = 'p2' THEN 1 ELSE 0 END AS lost,
        CASE WHEN winner = '' THEN 1 ELSE 0 END AS drawn
    FROM games WHERE state = 'finished' AND p1_user IS NOT NULL AND (p2_user IS NOT NULL OR p2_level IS NOT NULL)
    UNION ALL
    SELECT p2_user, COALESCE(p1_user, ''), CASE WHEN p1_user IS NULL THEN p1_level ELSE 0 END,
        CASE WHEN winner = 'p2' THEN 1 ELSE 0 END, CASE WHEN winner = 'p1' THEN 1 ELSE 0 END,
        CASE WHEN winner = '' THEN 1 ELSE 0 END
    FROM games WHERE state = 'finished' AND p2_user IS NOT NULL AND (p1_user IS NOT NULL OR p1_level IS NOT NULL)
) AS seats
GROUP BY user_id, opponent, level;

INSERT INTO scores (user_id, opponent, level, games, wins, losses, draws)
SELECT user_id, '', 0, SUM(games), SUM(wins), SUM(losses), SUM(draws) FROM scores GROUP BY user_id;
