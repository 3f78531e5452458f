-- Changes of accounts that were asked for by whoever knows a command password, and wait for their users' word. The
-- letter that asks for it is the message of this number; the link in it is derived when it is sent.
CREATE TABLE account_changes (
    message INTEGER NOT NULL PRIMARY KEY REFERENCES outbox (number),
    userid TEXT NOT NULL REFERENCES users (userid),
    what TEXT NOT NULL CHECK (what IN ('add', 'addresses', 'password', 'delete', 'signoff', 'signon')),
    -- The addresses, with blanks between, or the hash of the new password.
    detail TEXT NOT NULL CHECK ((detail = '') = (what IN ('delete', 'signoff', 'signon')))
) STRICT;

CREATE INDEX account_changes_of_user ON account_changes (userid);
