-- Trees of variations that a user keeps. Everybody who knows the address reads one; its owner changes it.
CREATE TABLE studies (
    address TEXT NOT NULL PRIMARY KEY CHECK (length(address) = 16),
    userid TEXT NOT NULL REFERENCES users (userid),
    title TEXT NOT NULL,
    game TEXT NOT NULL CHECK (game <> ''),
    -- The tree as JSON.
    body TEXT NOT NULL CHECK (length(body) <= 65536),
    -- Counts its changes, so that one window does not undo what another one did.
    version INTEGER NOT NULL CHECK (version >= 1),
    touched INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX studies_of_user ON studies (userid, touched);
