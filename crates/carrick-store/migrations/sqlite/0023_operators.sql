-- What operators do to accounts. An operator may write to all readers of the news; whoever holds the
-- database makes operators, suspends accounts and gives users other names.

ALTER TABLE users ADD COLUMN operator INTEGER NOT NULL DEFAULT 0 CHECK (operator IN (0, 1));
-- Since when the account is suspended: no play, no mail, no chat.
ALTER TABLE users ADD COLUMN suspended INTEGER;
-- A former name, whose row is kept so that nobody takes it, names the user's present one.
ALTER TABLE users ADD COLUMN renamed_to TEXT CHECK (renamed_to IS NULL OR deleted IS NOT NULL);

-- A suspension is an absence that is charged to no vacation, and stops the clocks of both players.
ALTER TABLE absences ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0
    CHECK (suspended IN (0, 1) AND suspended + signed_off <= 1);

-- The shared secret derives from the name that the user had when it was drawn; NULL is the present one.
ALTER TABLE second_factors ADD COLUMN drawn_for TEXT CHECK (drawn_for <> '');
