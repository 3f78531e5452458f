-- Token buckets of the limits that all processes share: when each will be full again. A full one needs no row.
CREATE TABLE buckets (
    budget TEXT NOT NULL,
    holder TEXT NOT NULL,
    full_at INTEGER NOT NULL,
    PRIMARY KEY (budget, holder)
) STRICT, WITHOUT ROWID;
CREATE INDEX buckets_full_at ON buckets (full_at);
