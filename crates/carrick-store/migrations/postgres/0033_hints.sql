-- Hints in practice games: one for a position, which the generation of the board names. Told is the last step that was
-- told. The line is there when the hint is found; near is where the player is told to look, where the turn has a place.
-- Values are those to the player, from 0 to 1, each with the number of positions that were searched for it.
CREATE TABLE hints (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    generation BIGINT NOT NULL CHECK (generation >= 0),
    ply BIGINT NOT NULL CHECK (ply >= 0),
    asker TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    mailed BIGINT NOT NULL CHECK (mailed IN (0, 1)),
    since BIGINT NOT NULL,
    claimed_until BIGINT,
    told BIGINT CHECK (told BETWEEN 1 AND 3),
    line TEXT COLLATE "C" CHECK (line <> ''),
    near TEXT COLLATE "C" CHECK (near <> ''),
    before DOUBLE PRECISION CHECK (before BETWEEN 0 AND 1),
    before_proved BIGINT CHECK (before_proved IN (0, 1)),
    before_nodes BIGINT CHECK (before_nodes >= 0),
    after DOUBLE PRECISION CHECK (after BETWEEN 0 AND 1),
    after_proved BIGINT CHECK (after_proved IN (0, 1)),
    after_nodes BIGINT CHECK (after_nodes >= 0),
    PRIMARY KEY (kind, number, generation),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number),
    CHECK ((line IS NULL) = (before IS NULL) AND (line IS NULL) = (before_proved IS NULL)
        AND (line IS NULL) = (before_nodes IS NULL) AND (line IS NULL) = (after IS NULL)
        AND (line IS NULL) = (after_proved IS NULL) AND (line IS NULL) = (after_nodes IS NULL))
);

-- The queue.
CREATE INDEX hints_wanted ON hints (since, kind, number) WHERE line IS NULL;
CREATE INDEX hints_asker ON hints (asker) WHERE line IS NULL;
CREATE INDEX hints_of_user ON hints (asker);

-- Number of turns for which a hint was asked, taken back ones included: such a game is marked.
ALTER TABLE boards ADD COLUMN hints BIGINT NOT NULL DEFAULT 0 CHECK (hints >= 0 AND (hints = 0 OR rated = 0));
