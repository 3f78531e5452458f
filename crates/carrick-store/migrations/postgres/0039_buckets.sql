-- Token buckets of the limits that all processes share: when each will be full again. A full one needs no row.
CREATE TABLE buckets (
    budget TEXT COLLATE "C" NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    full_at BIGINT NOT NULL,
    PRIMARY KEY (budget, holder)
);
CREATE INDEX buckets_full_at ON buckets (full_at);
