-- Who of the computer takes a game of a seek that no person has taken ('nobody', 'nearest' to the seeker's
-- rating, or a level), and when; nothing is due when it never does, or has. Who sought before this was
-- known meant people.
ALTER TABLE seeks ADD COLUMN stand_in TEXT NOT NULL DEFAULT 'nobody' CHECK (stand_in <> '');
ALTER TABLE seeks ADD COLUMN due INTEGER CHECK (due IS NULL OR stand_in <> 'nobody');

CREATE INDEX seeks_due ON seeks (due) WHERE due IS NOT NULL;
