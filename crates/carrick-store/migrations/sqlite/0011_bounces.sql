-- Mails that came back because nobody takes any at their address: each copy once, so that a report which comes
-- again counts no more. They are forgotten after some weeks, and when the address is confirmed once more.
CREATE TABLE bounces (
    message INTEGER NOT NULL,
    copy INTEGER NOT NULL CHECK (copy >= 0),
    address TEXT NOT NULL CHECK (address LIKE '_%@_%'),
    at INTEGER NOT NULL,
    PRIMARY KEY (message, copy)
) STRICT, WITHOUT ROWID;

CREATE INDEX bounces_by_address ON bounces (address, at);

-- Whether an address has to be confirmed once more because mail for it came back.
ALTER TABLE addresses ADD COLUMN returned INTEGER NOT NULL DEFAULT 0
    CHECK (returned IN (0, 1) AND NOT (returned = 1 AND confirmed = 1));
