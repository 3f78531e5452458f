-- Texts that several messages of a request share: those to the many who watch a board, or read the news.
CREATE TABLE texts (
    request INTEGER NOT NULL REFERENCES requests (number),
    place INTEGER NOT NULL CHECK (place >= 1),
    body TEXT NOT NULL,
    PRIMARY KEY (request, place)
) STRICT, WITHOUT ROWID;

-- Which of these a message has in place of a body of its own.
ALTER TABLE outbox ADD COLUMN shared INTEGER;

-- Everybody who comes from one network address.
CREATE INDEX places_together ON places (place);
