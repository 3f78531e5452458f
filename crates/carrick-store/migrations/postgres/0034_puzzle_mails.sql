-- How often a game's puzzle of the day is mailed to a user: NULL for never.
ALTER TABLE choices ADD COLUMN puzzles TEXT COLLATE "C" CHECK (puzzles IN ('daily', 'weekly'));

-- When puzzles are mailed to a user next, and the last of their days, counted from 1970-01-01, for which they were.
CREATE TABLE puzzle_schedules (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    due BIGINT,
    last BIGINT
);
CREATE INDEX puzzle_schedules_due ON puzzle_schedules (due) WHERE due IS NOT NULL;

-- The puzzle that a message shows and an answer to it is about: game, number, day, turns found.
ALTER TABLE outbox ADD COLUMN puzzle TEXT COLLATE "C";
