-- When what is due was last looked for: the sign that a server ran.
CREATE TABLE sweeps (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL
) STRICT;

-- Of a database that was in use before this was noted, its last request is such a sign.
INSERT INTO sweeps (one, at) SELECT 1, at FROM requests ORDER BY number DESC LIMIT 1;

-- When no server ran for more than an hour. Never deleted: clocks are computed from it.
CREATE TABLE outages (
    since INTEGER NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL CHECK (until > since)
) STRICT;

CREATE INDEX outages_by_end ON outages (until);

-- What was offered and queued on a board whose time ran out, should it be reopened.
CREATE TABLE expiries (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    first_queue TEXT CHECK (first_queue <> ''),
    second_queue TEXT CHECK (second_queue <> ''),
    submitted TEXT CHECK (submitted <> ''),
    offer_by TEXT CHECK (offer_by IN ('first', 'second')),
    offer_kind TEXT CHECK (offer_kind IN ('draw', 'undo')),
    offer_rejected INTEGER CHECK (offer_rejected IN (0, 1)),
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number),
    CHECK ((offer_by IS NULL) = (offer_kind IS NULL) AND (offer_by IS NULL) = (offer_rejected IS NULL))
) STRICT, WITHOUT ROWID;
