-- The seat that resigned in a game that was played off line and handed in.
ALTER TABLE hotseats ADD COLUMN resigned TEXT CHECK (resigned IN ('first', 'second'));
