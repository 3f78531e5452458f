-- From where a user last came to the site: a keyed hash of the network address, from which nobody can read it.
-- The computer's time is shared by these.
CREATE TABLE places (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    place TEXT NOT NULL CHECK (place <> '')
) STRICT, WITHOUT ROWID;

-- The virtual clocks of those for whom the computer has thought lately: what their jobs were expected to cost, in
-- milliseconds. One that shows no more than the clock of the job that was begun last (the series 'thinking') goes.
CREATE TABLE shares (
    place TEXT NOT NULL PRIMARY KEY CHECK (place <> ''),
    clock_ms INTEGER NOT NULL,
    served INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
