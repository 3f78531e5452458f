-- Ratings of puzzles, which win when they are not solved. A puzzle has none until somebody has tried it.
CREATE TABLE puzzle_ratings (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    drawn INTEGER NOT NULL CHECK (drawn >= 0),
    lost INTEGER NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (kind, number)
) STRICT, WITHOUT ROWID;

-- Ratings of users as solvers, a game each.
CREATE TABLE solver_ratings (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    drawn INTEGER NOT NULL CHECK (drawn >= 0),
    lost INTEGER NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (userid, kind)
) STRICT, WITHOUT ROWID;

-- Tries: how many turns of a puzzle a user has found, whether they went wrong before they had solved it, and the day,
-- counted from 1970-01-01, on which they solved it where it was the puzzle of that day.
CREATE TABLE puzzle_tries (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    found INTEGER NOT NULL CHECK (found >= 0),
    failed INTEGER NOT NULL CHECK (failed IN (0, 1)),
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    day INTEGER CHECK (day IS NULL OR (day >= 0 AND solved = 1)),
    PRIMARY KEY (userid, kind, number)
) STRICT, WITHOUT ROWID;
