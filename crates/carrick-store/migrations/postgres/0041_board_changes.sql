-- The last change of each board that everybody who looks at it may see, from the series 'change': live pages ask for
-- those with a greater number than the last they know. A server gives the number after the commit; until then there is
-- none. It is no column of the board, which a server would write once more, with all its indexes, to give the number.
-- Boards on which nothing has happened since changes have numbers have no row.
CREATE TABLE board_changes (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    change BIGINT CHECK (change >= 1),
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

INSERT INTO board_changes (kind, number, change)
SELECT kind, number, change FROM boards;

CREATE UNIQUE INDEX board_changes_by_change ON board_changes (change) WHERE change IS NOT NULL;
CREATE INDEX board_changes_uncounted ON board_changes (kind, number) WHERE change IS NULL;

DROP INDEX boards_uncounted;
DROP INDEX boards_by_change;
ALTER TABLE boards DROP COLUMN change;

-- Number of transactions that wrote while nobody else did. While it stays the same, only boards have changed, so what a
-- process knows of accounts and ratings is still true.
CREATE SEQUENCE written_alone;
-- So that the first one counts, too.
SELECT setval('written_alone', 1);
