-- The web password, another one than the command password: any characters, 8 to 128. The hash in PHC
-- form.
CREATE TABLE web_passwords (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    password TEXT NOT NULL CHECK (password <> ''),
    changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who is signed in where. The browser holds the token; here is only its SHA-256 in hexadecimal.
CREATE TABLE sessions (
    token_hash TEXT NOT NULL PRIMARY KEY CHECK (length(token_hash) = 64),
    userid TEXT NOT NULL REFERENCES users (userid),
    created INTEGER NOT NULL,
    -- To the hour or so: a session in use is not written at every request.
    seen INTEGER NOT NULL CHECK (seen >= created),
    expires INTEGER NOT NULL,
    -- What the browser calls itself, in a few words.
    label TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_of_user ON sessions (userid);
CREATE INDEX sessions_by_expiry ON sessions (expires);

-- Accounts of visitors who play before they sign up. When one does, his boards become those of his
-- new account, and the guest is gone.
CREATE TABLE guests (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
