-- Boards that have changed and whose change has no number yet. A file gives the number at once; a server gives it after
-- the commit, so that turns on different boards need not wait for each other.
CREATE INDEX boards_uncounted ON boards (kind, number) WHERE change IS NULL;
