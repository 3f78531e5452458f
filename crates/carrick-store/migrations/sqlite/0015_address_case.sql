-- An address is the same however its letters are written: no server tells capitals apart.
--
-- Of one user's spellings of an address the confirmed one stays, else the first; of two users who have confirmed
-- it, the one of the first name.
DELETE FROM addresses WHERE EXISTS (
    SELECT 1 FROM addresses other
    WHERE other.userid = addresses.userid AND other.address = addresses.address COLLATE NOCASE
        AND (other.confirmed > addresses.confirmed
            OR other.confirmed = addresses.confirmed AND other.place < addresses.place));
UPDATE addresses SET confirmed = 0 WHERE confirmed = 1 AND EXISTS (
    SELECT 1 FROM addresses other
    WHERE other.address = addresses.address COLLATE NOCASE AND other.confirmed = 1
        AND other.userid < addresses.userid);

DROP INDEX addresses_confirmed;
CREATE UNIQUE INDEX addresses_confirmed ON addresses (address COLLATE NOCASE) WHERE confirmed = 1;
