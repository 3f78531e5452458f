-- A challenge by a mail whose address nothing proves waits for its user's word, too.
CREATE TABLE words_awaited (
    message INTEGER NOT NULL PRIMARY KEY REFERENCES outbox (number),
    userid TEXT NOT NULL REFERENCES users (userid),
    what TEXT NOT NULL
        CHECK (what IN ('add', 'addresses', 'password', 'delete', 'signoff', 'signon', 'challenge')),
    -- The addresses, with blanks between, the hash of the new password, or the challenge as a command.
    detail TEXT NOT NULL CHECK ((detail = '') = (what IN ('delete', 'signoff', 'signon')))
) STRICT;

INSERT INTO words_awaited SELECT message, userid, what, detail FROM account_changes;
DROP TABLE account_changes;
ALTER TABLE words_awaited RENAME TO account_changes;

CREATE INDEX account_changes_of_user ON account_changes (userid);
