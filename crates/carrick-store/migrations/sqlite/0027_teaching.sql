-- A game of the computer may be a teaching game: the board's page says what the computer threatens.
ALTER TABLE boards ADD COLUMN teaching INTEGER NOT NULL DEFAULT 0 CHECK (teaching IN (0, 1) AND (teaching = 0 OR rated = 0));
