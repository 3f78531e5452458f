-- Reviews of finished hotseat games, as `reviews` and `judged` hold those of boards; `kind` is the game. Instead of who
-- asked there is whether anybody did, since a hotseat game is seen by its user alone.
CREATE TABLE hotseat_reviews (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL REFERENCES hotseats (number),
    done BIGINT CHECK (done BETWEEN 1 AND 8),
    wanted BIGINT CHECK (wanted BETWEEN 1 AND 8),
    asked BIGINT NOT NULL CHECK (asked IN (0, 1)),
    since BIGINT NOT NULL,
    claimed_until BIGINT,
    PRIMARY KEY (kind, number)
);

CREATE INDEX hotseat_reviews_of_game ON hotseat_reviews (number);
CREATE INDEX hotseat_reviews_wanted ON hotseat_reviews ((asked = 0), since, kind, number) WHERE wanted IS NOT NULL;

CREATE TABLE hotseat_judged (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    times BIGINT NOT NULL,
    ply BIGINT NOT NULL CHECK (ply >= 0),
    value DOUBLE PRECISION NOT NULL CHECK (value BETWEEN 0 AND 1),
    proved BIGINT NOT NULL CHECK (proved IN (0, 1)),
    line TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, number, times, ply),
    FOREIGN KEY (kind, number) REFERENCES hotseat_reviews (kind, number)
);
