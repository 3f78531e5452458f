-- Mail on its way out. A message waits in the outbox until it is handed on: it becomes a delivery for each
-- address that it goes to, or part of the mail of the day, or nothing. From then on its state is 'sent',
-- and what became of each copy stands here.
CREATE TABLE deliveries (
    message INTEGER NOT NULL REFERENCES outbox (number),
    copy INTEGER NOT NULL CHECK (copy >= 0),
    address TEXT NOT NULL CHECK (address LIKE '_%@_%'),
    -- What follows the @, in lower case: deliveries are paced by it.
    domain TEXT NOT NULL CHECK (domain = lower(domain)),
    -- 'dead': given up, until an operator says otherwise.
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'dead')),
    -- While it waits: when to try. Whoever tries moves this to a moment by which he is done or has died.
    -- Else: since when it is what it is.
    due INTEGER NOT NULL,
    -- How many times it was tried, the try under way included.
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- What the relay said last, in a line without secrets.
    failure TEXT CHECK (failure <> ''),
    PRIMARY KEY (message, copy)
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_due ON deliveries (due) WHERE state = 'waiting';
CREATE INDEX deliveries_dead ON deliveries (due) WHERE state = 'dead';
CREATE INDEX deliveries_sent ON deliveries (due) WHERE state = 'sent';
CREATE INDEX deliveries_by_address ON deliveries (address);

-- The address that a message asks its user to confirm. It goes there and nowhere else.
ALTER TABLE outbox ADD COLUMN claimed TEXT CHECK (claimed IS NULL OR (userid IS NOT NULL AND link IS NULL AND confirms IS NULL));

-- Whether a user who wants mail gets all that answers none of his own in one a day.
ALTER TABLE users ADD COLUMN daily INTEGER NOT NULL DEFAULT 0 CHECK (daily IN (0, 1));

-- The messages that wait for the mail of the day, and when that is due; all of a user's are due at once.
CREATE TABLE digests (
    userid TEXT NOT NULL REFERENCES users (userid),
    message INTEGER NOT NULL REFERENCES outbox (number),
    due INTEGER NOT NULL,
    PRIMARY KEY (userid, message)
) STRICT, WITHOUT ROWID;

CREATE INDEX digests_due ON digests (due);

-- Whether a message is the mail of a day.
ALTER TABLE outbox ADD COLUMN digest INTEGER NOT NULL DEFAULT 0 CHECK (digest IN (0, 1));

-- The mails that the server has sent to itself and that came back, by their numbers, and what arrived of them:
-- whether the relay let a field pass that was forged in its name, and whether it added its own.
CREATE TABLE echoes (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    forged INTEGER NOT NULL CHECK (forged IN (0, 1)),
    judged INTEGER NOT NULL CHECK (judged IN (0, 1))
) STRICT;
