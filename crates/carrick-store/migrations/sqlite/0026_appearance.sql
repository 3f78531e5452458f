-- How pages and boards look to a user, as words with dots between them; none until they choose, when each of their
-- browsers has its own choices.
ALTER TABLE users ADD COLUMN appearance TEXT CHECK (appearance <> '');

-- The finished steps of a user's lessons: a bit for each step of a game.
CREATE TABLE lessons (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL,
    steps INTEGER NOT NULL CHECK (steps BETWEEN 1 AND 65535),
    PRIMARY KEY (userid, kind)
) STRICT, WITHOUT ROWID;
