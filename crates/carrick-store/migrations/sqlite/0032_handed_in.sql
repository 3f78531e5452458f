-- Games that were played off line, in a browser, and handed in: they are hotseat games, and belong to nobody else.
-- `handed_in` is the name that the browser gave the game, so that one that is sent twice is kept once. Against the
-- computer there are its level and the seat of the person; both are what the browser says, and count for nothing.
ALTER TABLE hotseats ADD COLUMN handed_in TEXT CHECK (handed_in <> '');
ALTER TABLE hotseats ADD COLUMN level TEXT CHECK (level <> '');
ALTER TABLE hotseats ADD COLUMN seat TEXT CHECK (seat IN ('first', 'second'));
