-- Hints and reviews are shared by place, like the computer's turns: for whom a waiting one is counted, and its round. In
-- every round each place has one. A row that no longer waits has no place.
ALTER TABLE hints ADD COLUMN place TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE hints ADD COLUMN round BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reviews ADD COLUMN place TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE reviews ADD COLUMN round BIGINT NOT NULL DEFAULT 0;
ALTER TABLE hotseat_reviews ADD COLUMN place TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE hotseat_reviews ADD COLUMN round BIGINT NOT NULL DEFAULT 0;
