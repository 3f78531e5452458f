-- Reviews of finished games. A review gets 1 to 8 times the usual time: done is the longest one that there is, wanted
-- the one under way. Nobody asks for those of the computer's games.
CREATE TABLE reviews (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    done INTEGER CHECK (done BETWEEN 1 AND 8),
    wanted INTEGER CHECK (wanted BETWEEN 1 AND 8),
    asker TEXT REFERENCES users (userid),
    since INTEGER NOT NULL,
    claimed_until INTEGER,
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- The queue: reviews that somebody asked for come first.
CREATE INDEX reviews_wanted ON reviews (asker IS NULL, since, kind, number) WHERE wanted IS NOT NULL;
CREATE INDEX reviews_asker ON reviews (asker) WHERE wanted IS NOT NULL;

-- Judged positions of reviews: the one after so many turns. A value is that to the player in the first seat, from 0 to
-- 1; line holds the best turn and those that follow, with blanks between them.
CREATE TABLE judged (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    times INTEGER NOT NULL,
    ply INTEGER NOT NULL CHECK (ply >= 0),
    value REAL NOT NULL CHECK (value BETWEEN 0 AND 1),
    proved INTEGER NOT NULL CHECK (proved IN (0, 1)),
    line TEXT NOT NULL,
    PRIMARY KEY (kind, number, times, ply),
    FOREIGN KEY (kind, number) REFERENCES reviews (kind, number)
) STRICT, WITHOUT ROWID;
