-- The last change of each board that everybody who looks at it may see, from the series 'change': live pages ask for
-- those with a greater number than the last they know. A server gives the number after the commit; until then there is
-- none. It is no column of the board, which a server would write once more, with all its indexes, to give the number.
-- Boards on which nothing has happened since changes have numbers have no row.
CREATE TABLE board_changes (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    change INTEGER CHECK (change >= 1),
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

INSERT INTO board_changes (kind, number, change)
SELECT kind, number, change FROM boards WHERE change IS NOT NULL;

CREATE UNIQUE INDEX board_changes_by_change ON board_changes (change) WHERE change IS NOT NULL;
CREATE INDEX board_changes_uncounted ON board_changes (kind, number) WHERE change IS NULL;

DROP INDEX boards_uncounted;
DROP INDEX boards_by_change;
ALTER TABLE boards DROP COLUMN change;
