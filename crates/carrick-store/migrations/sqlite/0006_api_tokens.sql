-- What programs show instead of a password. The program holds the token; here is only its SHA-256 in
-- hexadecimal. Numbers come from the series 'token' and are never given twice.
CREATE TABLE api_tokens (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT NOT NULL REFERENCES users (userid),
    token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
    -- What its owner calls it.
    name TEXT NOT NULL CHECK (name <> ''),
    -- The words of what it may do, with blanks between.
    scopes TEXT NOT NULL CHECK (scopes <> ''),
    created INTEGER NOT NULL,
    -- To the minute or so; nothing before its first use.
    used INTEGER,
    expires INTEGER NOT NULL CHECK (expires > created)
) STRICT;

CREATE INDEX api_tokens_of_user ON api_tokens (userid);
