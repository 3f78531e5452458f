-- The secret address under which a user's turns can be read by a reader of feeds or a calendar: of its token the
-- SHA-256 only. A new one takes the place of the one before.
CREATE TABLE feeds (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The boards that somebody watches.
CREATE INDEX subscriptions_of_user ON subscriptions (userid);
-- What was said to somebody.
CREATE INDEX outbox_of_user ON outbox (userid, number) WHERE userid IS NOT NULL;
