-- Several processes may serve one PostgreSQL database. With SQLite these tables stay empty. Times are those of the database.

-- The processes that serve the site.
CREATE TABLE nodes (
    -- New with every start.
    id TEXT NOT NULL PRIMARY KEY,
    started BIGINT NOT NULL,
    -- The last sign of life, one per second.
    seen BIGINT NOT NULL,
    -- Whether its messages come through.
    connected BIGINT NOT NULL,
    -- 1 once it has stopped in order: its clocks were never without a node.
    has_left BIGINT NOT NULL DEFAULT 0,
    -- The node that takes over its games.
    heir TEXT
);

-- Work that one node does at a time.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    node TEXT NOT NULL,
    expires BIGINT NOT NULL
);
