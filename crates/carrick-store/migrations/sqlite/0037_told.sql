-- Only a server tells its clients that something has changed.
SELECT 1;
