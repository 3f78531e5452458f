-- The first turns of a game may be given: it began from a position of another one.
ALTER TABLE boards ADD COLUMN given INTEGER NOT NULL DEFAULT 0 CHECK (given >= 0 AND (given = 0 OR rated = 0));
