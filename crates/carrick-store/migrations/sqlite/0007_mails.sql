-- The mails that had an effect or an answer. By its name a second delivery is known; by their senders how many
-- answers each got of late. What had neither is not noted, so that mail which is met with silence costs
-- no space.
CREATE TABLE mails (
    -- A keyed hash of what it is known by, its body included.
    id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
    at INTEGER NOT NULL,
    -- Whose answers are counted together: a keyed hash of an address, or of a userid.
    sender TEXT NOT NULL CHECK (sender <> ''),
    answered INTEGER NOT NULL CHECK (answered IN (0, 1)),
    -- What it asked; its answer belongs to that.
    request INTEGER NOT NULL REFERENCES requests (number),
    -- Its Message-ID, for the answer's In-Reply-To.
    message_id TEXT CHECK (message_id <> '')
) STRICT, WITHOUT ROWID;

CREATE INDEX mails_answered ON mails (sender, at) WHERE answered = 1;
CREATE INDEX mails_by_time ON mails (at);
CREATE INDEX mails_of_request ON mails (request);

-- Whether a user wants no mail but answers to what he asks himself.
ALTER TABLE users ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1));

-- What an answer to a message confirms, beside the links of 0002.
ALTER TABLE outbox ADD COLUMN confirms TEXT
    CHECK (confirms IS NULL OR (confirms IN ('resign') AND link IS NULL AND userid IS NOT NULL AND board IS NOT NULL));
