-- Reviews of finished hotseat games, as `reviews` and `judged` hold those of boards; `kind` is the game. Instead of who
-- asked there is whether anybody did, since a hotseat game is seen by its user alone.
CREATE TABLE hotseat_reviews (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES hotseats (number),
    done INTEGER CHECK (done BETWEEN 1 AND 8),
    wanted INTEGER CHECK (wanted BETWEEN 1 AND 8),
    asked INTEGER NOT NULL CHECK (asked IN (0, 1)),
    since INTEGER NOT NULL,
    claimed_until INTEGER,
    PRIMARY KEY (kind, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX hotseat_reviews_of_game ON hotseat_reviews (number);
CREATE INDEX hotseat_reviews_wanted ON hotseat_reviews (asked = 0, since, kind, number) WHERE wanted IS NOT NULL;

CREATE TABLE hotseat_judged (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    times INTEGER NOT NULL,
    ply INTEGER NOT NULL CHECK (ply >= 0),
    value REAL NOT NULL CHECK (value BETWEEN 0 AND 1),
    proved INTEGER NOT NULL CHECK (proved IN (0, 1)),
    line TEXT NOT NULL,
    PRIMARY KEY (kind, number, times, ply),
    FOREIGN KEY (kind, number) REFERENCES hotseat_reviews (kind, number)
) STRICT, WITHOUT ROWID;
