-- What was played from which position in finished games and how they ended, counted once when a game ends, so that
-- the cost of a question does not grow with the number of games.
CREATE TABLE opening_counts (
    game TEXT NOT NULL,
    variants TEXT NOT NULL,
    position TEXT NOT NULL,
    move TEXT NOT NULL,
    -- people, bots, computer, import: who played
    source TEXT NOT NULL,
    -- How many games the first player won, the second player won, and nobody won.
    p1 BIGINT NOT NULL,
    p2 BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    PRIMARY KEY (game, variants, position, move, source)
);

INSERT INTO opening_counts (game, variants, position, move, source, p1, p2, draws)
SELECT
    openings.game,
    openings.variants,
    openings.position,
    openings.move,
    CASE
        WHEN games.imported = 1 THEN 'import'
        WHEN games.p1_level IS NOT NULL OR games.p2_level IS NOT NULL THEN 'computer'
        WHEN one.kind = 'bot' OR two.kind = 'bot' THEN 'bots'
        ELSE 'people'
    END,
    SUM(CASE WHEN openings.winner = 'p1' THEN 1 ELSE 0 END),
    SUM(CASE WHEN openings.winner = 'p2' THEN 1 ELSE 0 END),
    SUM(CASE WHEN openings.winner = '' THEN 1 ELSE 0 END)
FROM openings
JOIN games ON games.id = openings.game_id
LEFT JOIN users AS one ON one.id = games.p1_user
LEFT JOIN users AS two ON two.id = games.p2_user
GROUP BY 1, 2, 3, 4, 5;

DROP TABLE openings;
