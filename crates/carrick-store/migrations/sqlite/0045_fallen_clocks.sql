-- A clock that shows less than the latest time that is known: what it showed when it was first found
-- so, and what it showed at that time.
ALTER TABLE sweeps ADD COLUMN fallen_since INTEGER;
ALTER TABLE sweeps ADD COLUMN fallen_shown INTEGER;
