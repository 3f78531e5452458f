-- How often an address was asked is counted however its letters are written.
DROP INDEX deliveries_by_address;
CREATE INDEX deliveries_by_address ON deliveries (address COLLATE NOCASE);
