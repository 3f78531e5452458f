-- The computer plays as more beginners, as many as a game has. A person who had one of their names, from a time in
-- which it was a name like others, goes on under that name with a letter behind it, with all that is theirs.
DO $$
DECLARE
    theirs TEXT;
    person RECORD;
    link RECORD;
BEGIN
    SELECT string_agg(quote_ident(column_name), ', ') INTO theirs FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = 'users' AND column_name <> 'userid';
    FOR person IN
        SELECT u.userid AS former, (
            SELECT u.userid || letter FROM unnest(ARRAY['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) AS letter
            WHERE NOT EXISTS (SELECT 1 FROM users other WHERE other.userid = u.userid || letter)
            ORDER BY letter LIMIT 1
        ) AS now
        FROM users u WHERE u.userid IN (SELECT 'novice' || number FROM generate_series(4, 11) AS number)
    LOOP
        -- An app's codes derive from the name for which they were drawn.
        UPDATE second_factors SET drawn_for = userid WHERE drawn_for IS NULL AND userid = person.former;
        UPDATE letters
            SET recipients = trim(replace(' ' || recipients || ' ', ' ' || person.former || ' ', ' ' || person.now || ' '))
            WHERE position(' ' || person.former || ' ' IN ' ' || recipients || ' ') > 0;
        EXECUTE format('INSERT INTO users (userid, %1$s) SELECT $1, %1$s FROM users WHERE userid = $2', theirs)
            USING person.now, person.former;
        FOR link IN
            SELECT conrelid::regclass AS source, attname AS name
            FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
            WHERE contype = 'f' AND confrelid = 'users'::regclass
        LOOP
            EXECUTE format('UPDATE %1$s SET %2$I = $1 WHERE %2$I = $2', link.source, link.name)
                USING person.now, person.former;
        END LOOP;
        UPDATE users SET renamed_to = person.now WHERE renamed_to = person.former;
        DELETE FROM users WHERE userid = person.former;
    END LOOP;
END $$;

INSERT INTO users (userid, joined, news)
    SELECT 'novice' || number, 0, 0 FROM generate_series(4, 11) AS number;
