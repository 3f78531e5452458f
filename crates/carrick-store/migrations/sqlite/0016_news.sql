-- Whether a message brings what somebody wrote to all who read the news.
ALTER TABLE outbox ADD COLUMN news INTEGER NOT NULL DEFAULT 0 CHECK (news IN (0, 1) AND news <= (userid IS NOT NULL));
-- Of messages from before, their Subjects say so.
UPDATE outbox SET news = 1 WHERE userid IS NOT NULL AND kind IS NULL AND subject LIKE 'News from %';
