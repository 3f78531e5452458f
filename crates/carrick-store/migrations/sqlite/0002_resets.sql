-- When a user last asked for a link that sets a new password; nothing once the password was changed,
-- so that a link is good for one change.
ALTER TABLE users ADD COLUMN reset_asked INTEGER;

-- The link that a message ends with. It is derived when the message is sent and stored nowhere; such a
-- message goes to the user's confirmed addresses only.
ALTER TABLE outbox ADD COLUMN link TEXT CHECK (link IS NULL OR (link IN ('reset') AND userid IS NOT NULL));
