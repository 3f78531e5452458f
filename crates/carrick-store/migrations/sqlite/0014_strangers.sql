-- What mails of senders who are not known have caused, so that all of them together can be bounded: whoever
-- wrote there the address may be somebody else.
--
-- Whether the sender was asked if the address is his; once a day, whatever else he was answered.
ALTER TABLE mails ADD COLUMN asked INTEGER NOT NULL DEFAULT 0 CHECK (asked IN (0, 1) AND asked <= answered);
-- Where a letter went to whom nobody knows: a keyed hash of the domain.
ALTER TABLE mails ADD COLUMN stranger TEXT CHECK (stranger <> '');
-- How many accounts it made.
ALTER TABLE mails ADD COLUMN accounts INTEGER NOT NULL DEFAULT 0 CHECK (accounts >= 0);

CREATE INDEX mails_to_strangers ON mails (at, stranger) WHERE stranger IS NOT NULL;
CREATE INDEX mails_with_accounts ON mails (at, accounts) WHERE accounts > 0;
