-- Which kinds of mail a user gets that answer none of their own: those about the boards they play on, reminders, what
-- other users write; and in which the board is a picture too.
ALTER TABLE users ADD COLUMN turn_mail INTEGER NOT NULL DEFAULT 1 CHECK (turn_mail IN (0, 1));
ALTER TABLE users ADD COLUMN reminder_mail INTEGER NOT NULL DEFAULT 1 CHECK (reminder_mail IN (0, 1));
ALTER TABLE users ADD COLUMN letter_mail INTEGER NOT NULL DEFAULT 1 CHECK (letter_mail IN (0, 1));
ALTER TABLE users ADD COLUMN pictures TEXT NOT NULL DEFAULT 'usual' CHECK (pictures IN ('usual', 'all', 'none'));

-- The boards that their players want no mail about.
CREATE TABLE muted_boards (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (userid, kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- What the button behind the link at a message's end brings again, if that is its link: a board, which is that of the
-- message, or a kind of mail.
ALTER TABLE outbox ADD COLUMN brings_again TEXT CHECK (brings_again IS NULL OR (userid IS NOT NULL AND link IS NULL
    AND confirms IS NULL AND claimed IS NULL
    AND brings_again IN ('board', 'news', 'turns', 'reminders', 'letters', 'everything')
    AND (brings_again = 'board') = (board IS NOT NULL)));
