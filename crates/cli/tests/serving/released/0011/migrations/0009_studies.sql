-- Studies: chapters with moves, variations, comments and shapes. Only accounts have rows.
CREATE TABLE studies (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    -- 1 if everybody who knows the id may read it.
    shared BIGINT NOT NULL,
    -- Grows by one with every change.
    revision BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    -- The number of chapters and the length of the body, for lists and quotas.
    chapters BIGINT NOT NULL,
    size BIGINT NOT NULL,
    -- The chapters in order, as a JSON array of objects with name and pgn.
    body TEXT NOT NULL
);
CREATE INDEX studies_by_user ON studies (user_id, updated, id);
