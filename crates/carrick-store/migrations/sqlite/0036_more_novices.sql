-- The computer plays as more beginners, as many as a game has. A person who had one of their names, from a time in
-- which it was a name like others, goes on under that name with a letter behind it, with all that is theirs.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE renamed (former TEXT NOT NULL PRIMARY KEY, now TEXT NOT NULL) STRICT;
INSERT INTO renamed SELECT u.userid, (
    SELECT u.userid || letter.column1 FROM (VALUES ('a'), ('b'), ('c'), ('d'), ('e'), ('f'), ('g'), ('h')) letter
    WHERE NOT EXISTS (SELECT 1 FROM users other WHERE other.userid = u.userid || letter.column1)
    ORDER BY letter.column1 LIMIT 1
) FROM users u WHERE u.userid IN ('novice4', 'novice5', 'novice6', 'novice7', 'novice8', 'novice9', 'novice10', 'novice11');

-- An app's codes derive from the name for which they were drawn.
UPDATE second_factors SET drawn_for = userid
    WHERE drawn_for IS NULL AND userid IN (SELECT former FROM renamed);
UPDATE letters SET recipients = trim((
    SELECT replace(' ' || recipients || ' ', ' ' || former || ' ', ' ' || now || ' ') FROM renamed
    WHERE instr(' ' || recipients || ' ', ' ' || former || ' ') > 0
)) WHERE EXISTS (SELECT 1 FROM renamed WHERE instr(' ' || recipients || ' ', ' ' || former || ' ') > 0);
UPDATE users SET renamed_to = (SELECT now FROM renamed WHERE former = renamed_to)
    WHERE renamed_to IN (SELECT former FROM renamed);
UPDATE absences SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE account_changes SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE addresses SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE api_tokens SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE blocks SET blocked = (SELECT now FROM renamed WHERE former = blocked)
    WHERE blocked IN (SELECT former FROM renamed);
UPDATE blocks SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE boards SET first_player = (SELECT now FROM renamed WHERE former = first_player)
    WHERE first_player IN (SELECT former FROM renamed);
UPDATE boards SET second_player = (SELECT now FROM renamed WHERE former = second_player)
    WHERE second_player IN (SELECT former FROM renamed);
UPDATE choices SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE digests SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE displays SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE feeds SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE guests SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE hints SET asker = (SELECT now FROM renamed WHERE former = asker)
    WHERE asker IN (SELECT former FROM renamed);
UPDATE hotseats SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE jobs SET opponent = (SELECT now FROM renamed WHERE former = opponent)
    WHERE opponent IN (SELECT former FROM renamed);
UPDATE lessons SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE letters SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE muted_boards SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE outbox SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE places SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE puzzle_schedules SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE puzzle_tries SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE rating_history SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE ratings SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE recovery_codes SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE remarks SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE reviews SET asker = (SELECT now FROM renamed WHERE former = asker)
    WHERE asker IN (SELECT former FROM renamed);
UPDATE second_factors SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE seeks SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE servings SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE sessions SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE solver_ratings SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE studies SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE subscriptions SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE web_passwords SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
UPDATE users SET userid = (SELECT now FROM renamed WHERE former = userid)
    WHERE userid IN (SELECT former FROM renamed);
DROP TABLE renamed;

INSERT INTO users (userid, joined, news) VALUES ('novice4', 0, 0), ('novice5', 0, 0), ('novice6', 0, 0), ('novice7', 0, 0), ('novice8', 0, 0), ('novice9', 0, 0), ('novice10', 0, 0), ('novice11', 0, 0);
