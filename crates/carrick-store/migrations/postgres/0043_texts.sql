-- Texts that several messages of a request share: those to the many who watch a board, or read the news.
CREATE TABLE texts (
    request BIGINT NOT NULL REFERENCES requests (number),
    place BIGINT NOT NULL CHECK (place >= 1),
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (request, place)
);

-- Which of these a message has in place of a body of its own.
ALTER TABLE outbox ADD COLUMN shared BIGINT;

-- Everybody who comes from one network address.
CREATE INDEX places_together ON places (place);
