-- Codes of an authenticator app, asked for after the web password. The secret that an app shares with the server
-- is derived from a key that no database holds and from what was drawn here; so this alone makes no codes.
CREATE TABLE second_factors (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    drawn TEXT NOT NULL CHECK (drawn <> ''),
    made INTEGER NOT NULL,
    -- Since when codes are asked for; NULL until the owner has shown one.
    since INTEGER CHECK (since >= made),
    -- The last step of time whose code was taken: none is taken twice.
    step INTEGER NOT NULL DEFAULT 0 CHECK (step >= 0)
) STRICT, WITHOUT ROWID;

-- Codes for whoever has lost the app, each good once: of each the SHA-256 in hexadecimal.
CREATE TABLE recovery_codes (
    userid TEXT NOT NULL REFERENCES users (userid),
    code_hash TEXT NOT NULL CHECK (length(code_hash) = 64),
    PRIMARY KEY (userid, code_hash)
) STRICT, WITHOUT ROWID;
