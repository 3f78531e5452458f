-- Accounts of guests that are no more: the sweep looks through those of all guests.
DELETE FROM guests WHERE userid IN (SELECT userid FROM users WHERE deleted IS NOT NULL);
