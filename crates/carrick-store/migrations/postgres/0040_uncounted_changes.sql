-- Boards that have changed and whose change has no number yet. It is given after the commit, so that turns on different
-- boards need not wait for each other.
CREATE INDEX boards_uncounted ON boards (kind, number) WHERE change IS NULL;

-- Numbers of requests and of messages, taken by turns on several boards at once. A row of `counters` would be locked
-- until the commit of the one that took the last number.
CREATE SEQUENCE request_number;
CREATE SEQUENCE message_number;
SELECT setval('request_number', coalesce((SELECT next FROM counters WHERE name = 'request'), 1), FALSE);
SELECT setval('message_number', coalesce((SELECT next FROM counters WHERE name = 'message'), 1), FALSE);
