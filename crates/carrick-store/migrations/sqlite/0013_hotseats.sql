-- Games of two people at one screen. Neither is a user to the other, so there is nobody to be told, no clock and
-- no rating; a game belongs to whoever began it.
CREATE TABLE hotseats (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT NOT NULL REFERENCES users (userid),
    game TEXT NOT NULL CHECK (game <> ''),
    options TEXT NOT NULL,
    -- With blanks between.
    turns TEXT NOT NULL,
    touched INTEGER NOT NULL
) STRICT;

CREATE INDEX hotseats_of_user ON hotseats (userid, touched);
