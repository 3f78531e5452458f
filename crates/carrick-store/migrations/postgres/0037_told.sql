-- Every process that listens hears of a change of a board or of the open seeks when it is committed, whichever process
-- made it. Several changes of a transaction are told once.
CREATE FUNCTION change_told() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('carrick_change', '');
    RETURN NULL;
END $$;

CREATE TRIGGER counters_changed AFTER INSERT OR UPDATE ON counters
    FOR EACH ROW WHEN (NEW.name IN ('change', 'change of seeks')) EXECUTE FUNCTION change_told();
