-- Games are counted by the rating of their weaker player too, in bands, so that the cost of a question still does not grow
-- with the number of games. Nothing is known about the games counted before.
CREATE TABLE opening_counts_by_rating (
    game TEXT NOT NULL,
    variants TEXT NOT NULL,
    position TEXT NOT NULL,
    move TEXT NOT NULL,
    -- people, bots, computer, import: who played
    source TEXT NOT NULL,
    -- The lower bound of the band of ratings; 0 if a player had no certain rating.
    band BIGINT NOT NULL,
    -- How many games the first player won, the second player won, and nobody won.
    p1 BIGINT NOT NULL,
    p2 BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    PRIMARY KEY (game, variants, position, move, source, band)
);

INSERT INTO opening_counts_by_rating (game, variants, position, move, source, band, p1, p2, draws)
SELECT game, variants, position, move, source, 0, p1, p2, draws FROM opening_counts;

DROP TABLE opening_counts;

ALTER TABLE opening_counts_by_rating RENAME TO opening_counts;
