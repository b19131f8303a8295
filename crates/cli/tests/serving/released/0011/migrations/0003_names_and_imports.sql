-- What a name looks like: of names that can be taken for one another only one can be chosen. Not unique, because accounts
-- from before keep theirs; filled in by the server when it starts.
ALTER TABLE users ADD COLUMN name_skeleton TEXT;
CREATE INDEX users_by_name_skeleton ON users (name_skeleton);

-- Whose an imported game is; nobody knows that of those from before.
ALTER TABLE games ADD COLUMN imported_by TEXT REFERENCES users (id);
CREATE INDEX games_by_importer ON games (imported_by, created) WHERE imported_by IS NOT NULL;
