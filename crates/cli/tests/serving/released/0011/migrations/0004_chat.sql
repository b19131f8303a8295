-- Remarks are read apart from the events that make up the state of a game: who said it, and to whom (players,
-- watchers); both NULL for all other events.
ALTER TABLE events ADD COLUMN speaker TEXT;
ALTER TABLE events ADD COLUMN audience TEXT;

-- A remark was stored as {"type":"chat","name":"NAME","user":"ID","room":"players","text":"…"}: a name has letters,
-- digits, - and _ or is empty, an id has twelve characters.
UPDATE events SET
    speaker = substr(ltrim(substr(body, 24),
        'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'), 11, 12),
    audience = CASE
        WHEN substr(ltrim(substr(body, 24),
            'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'), 33, 7) = 'players'
        THEN 'players'
        ELSE 'watchers'
    END
WHERE substr(body, 1, 15) = '{"type":"chat",';

CREATE INDEX events_of_chat ON events (game_id, audience, seq) WHERE speaker IS NOT NULL;
CREATE INDEX events_by_speaker ON events (speaker) WHERE speaker IS NOT NULL;

-- Whatever refers to a user is found without looking at everything, when the user goes.
CREATE INDEX plans_by_user ON plans (user_id);
CREATE INDEX mutes_by_muted ON mutes (muted);
CREATE INDEX reports_by_from ON reports (from_user, created);
CREATE INDEX reports_by_about ON reports (about);

-- Challenges that have waited too long, and those that can be deleted.
CREATE INDEX challenges_by_expiry ON challenges (state, expires);
