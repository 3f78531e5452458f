-- Every list walks an index in its own order and stops when a page is full: what it costs does not grow with what
-- it does not show. What would have to be counted is kept here by triggers, whichever statement changes it.

-- A game that is over and was one: what was declined stands in no list.
CREATE INDEX boards_over ON boards (kind, ended) WHERE result IN ('first', 'second', 'draw');
CREATE INDEX boards_over_of_first ON boards (first_player, kind, ended) WHERE result IN ('first', 'second', 'draw');
CREATE INDEX boards_over_of_second ON boards (second_player, kind, ended) WHERE result IN ('first', 'second', 'draw');
-- Games in play, the latest turn last; the front page shows those on which both have moved.
CREATE INDEX boards_in_play ON boards (kind, ply >= 2, touched) WHERE ended IS NULL;
-- A player's games in play, those on which they are to move apart.
CREATE INDEX boards_in_play_of_first ON boards (first_player, to_move, kind, touched) WHERE to_move IS NOT NULL;
CREATE INDEX boards_in_play_of_second ON boards (second_player, to_move, kind, touched) WHERE to_move IS NOT NULL;
CREATE INDEX boards_of_pair ON boards (first_player, second_player, ended);

-- Standings: settled ratings first (the deviation is that of `RatingRecord::is_provisional`), without whoever has left.
ALTER TABLE ratings ADD COLUMN provisional INTEGER NOT NULL GENERATED ALWAYS AS (deviation > 110.0) VIRTUAL;
ALTER TABLE ratings ADD COLUMN present INTEGER NOT NULL DEFAULT 1 CHECK (present IN (0, 1));
UPDATE ratings SET present = 0 WHERE userid IN (SELECT userid FROM users WHERE deleted IS NOT NULL);
CREATE INDEX ratings_standing ON ratings (kind, provisional, rating DESC, userid) WHERE present = 1;

CREATE TRIGGER ratings_made AFTER INSERT ON ratings
WHEN (SELECT deleted FROM users WHERE userid = NEW.userid) IS NOT NULL
BEGIN
    UPDATE ratings SET present = 0 WHERE kind = NEW.kind AND userid = NEW.userid;
END;

-- The how manieth rated game of its player each was, and when: charts and histories.
ALTER TABLE rating_history ADD COLUMN played INTEGER NOT NULL
    GENERATED ALWAYS AS (won_after + drawn_after + lost_after) VIRTUAL;
CREATE INDEX rating_history_of_game ON rating_history (userid, kind, played);
CREATE INDEX rating_history_by_time ON rating_history (userid, at, kind, number);

-- A player's games that are over, by game and opponent; against '' stand those against everybody.
CREATE TABLE scores (
    userid TEXT NOT NULL,
    kind TEXT NOT NULL,
    opponent TEXT NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    drawn INTEGER NOT NULL CHECK (drawn >= 0),
    lost INTEGER NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (userid, kind, opponent)
) STRICT, WITHOUT ROWID;

-- How many games are over.
CREATE TABLE tallies (
    kind TEXT NOT NULL PRIMARY KEY,
    over INTEGER NOT NULL CHECK (over >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO scores
    SELECT first_player, kind, second_player, sum(result = 'first'), sum(result = 'draw'), sum(result = 'second')
    FROM boards WHERE result IN ('first', 'second', 'draw') GROUP BY first_player, kind, second_player;
INSERT INTO scores
    SELECT second_player, kind, first_player, sum(result = 'second'), sum(result = 'draw'), sum(result = 'first')
    FROM boards WHERE result IN ('first', 'second', 'draw') GROUP BY second_player, kind, first_player
    ON CONFLICT (userid, kind, opponent) DO UPDATE SET
        won = won + excluded.won, drawn = drawn + excluded.drawn, lost = lost + excluded.lost;
INSERT INTO scores
    SELECT userid, kind, '', sum(won), sum(drawn), sum(lost) FROM scores WHERE TRUE GROUP BY userid, kind;
INSERT INTO tallies
    SELECT kind, count(*) FROM boards WHERE result IN ('first', 'second', 'draw') GROUP BY kind;

CREATE TRIGGER boards_scored AFTER INSERT ON boards WHEN NEW.result IN ('first', 'second', 'draw')
BEGIN
    INSERT INTO scores VALUES
        (NEW.first_player, NEW.kind, NEW.second_player, NEW.result = 'first', NEW.result = 'draw', NEW.result = 'second'),
        (NEW.first_player, NEW.kind, '', NEW.result = 'first', NEW.result = 'draw', NEW.result = 'second'),
        (NEW.second_player, NEW.kind, NEW.first_player, NEW.result = 'second', NEW.result = 'draw', NEW.result = 'first'),
        (NEW.second_player, NEW.kind, '', NEW.result = 'second', NEW.result = 'draw', NEW.result = 'first')
        ON CONFLICT (userid, kind, opponent) DO UPDATE SET
            won = won + excluded.won, drawn = drawn + excluded.drawn, lost = lost + excluded.lost;
    INSERT INTO tallies VALUES (NEW.kind, 1) ON CONFLICT (kind) DO UPDATE SET over = over + 1;
END;

CREATE TRIGGER boards_unscored AFTER DELETE ON boards WHEN OLD.result IN ('first', 'second', 'draw')
BEGIN
    UPDATE scores SET won = won - (OLD.result = 'first'), drawn = drawn - (OLD.result = 'draw'),
        lost = lost - (OLD.result = 'second')
        WHERE userid = OLD.first_player AND kind = OLD.kind AND opponent IN (OLD.second_player, '');
    UPDATE scores SET won = won - (OLD.result = 'second'), drawn = drawn - (OLD.result = 'draw'),
        lost = lost - (OLD.result = 'first')
        WHERE userid = OLD.second_player AND kind = OLD.kind AND opponent IN (OLD.first_player, '');
    DELETE FROM scores WHERE kind = OLD.kind AND won + drawn + lost = 0
        AND (userid = OLD.first_player AND opponent IN (OLD.second_player, '')
            OR userid = OLD.second_player AND opponent IN (OLD.first_player, ''));
    UPDATE tallies SET over = over - 1 WHERE kind = OLD.kind;
END;

-- A game that ends, goes on after all, or changes hands.
CREATE TRIGGER boards_scored_anew AFTER UPDATE OF first_player, second_player, result ON boards
WHEN OLD.result IS NOT NEW.result OR OLD.first_player <> NEW.first_player OR OLD.second_player <> NEW.second_player
BEGIN
    UPDATE scores SET won = won - (OLD.result = 'first'), drawn = drawn - (OLD.result = 'draw'),
        lost = lost - (OLD.result = 'second')
        WHERE userid = OLD.first_player AND kind = OLD.kind AND opponent IN (OLD.second_player, '')
            AND OLD.result IN ('first', 'second', 'draw');
    UPDATE scores SET won = won - (OLD.result = 'second'), drawn = drawn - (OLD.result = 'draw'),
        lost = lost - (OLD.result = 'first')
        WHERE userid = OLD.second_player AND kind = OLD.kind AND opponent IN (OLD.first_player, '')
            AND OLD.result IN ('first', 'second', 'draw');
    DELETE FROM scores WHERE kind = OLD.kind AND won + drawn + lost = 0
        AND (userid = OLD.first_player AND opponent IN (OLD.second_player, '')
            OR userid = OLD.second_player AND opponent IN (OLD.first_player, ''));
    UPDATE tallies SET over = over - 1 WHERE kind = OLD.kind AND OLD.result IN ('first', 'second', 'draw');
    INSERT INTO scores
        SELECT NEW.first_player, NEW.kind, opponent, NEW.result = 'first', NEW.result = 'draw', NEW.result = 'second'
        FROM (SELECT NEW.second_player AS opponent UNION ALL SELECT '')
        WHERE NEW.result IN ('first', 'second', 'draw')
        ON CONFLICT (userid, kind, opponent) DO UPDATE SET
            won = won + excluded.won, drawn = drawn + excluded.drawn, lost = lost + excluded.lost;
    INSERT INTO scores
        SELECT NEW.second_player, NEW.kind, opponent, NEW.result = 'second', NEW.result = 'draw', NEW.result = 'first'
        FROM (SELECT NEW.first_player AS opponent UNION ALL SELECT '')
        WHERE NEW.result IN ('first', 'second', 'draw')
        ON CONFLICT (userid, kind, opponent) DO UPDATE SET
            won = won + excluded.won, drawn = drawn + excluded.drawn, lost = lost + excluded.lost;
    INSERT INTO tallies SELECT NEW.kind, 1 WHERE NEW.result IN ('first', 'second', 'draw')
        ON CONFLICT (kind) DO UPDATE SET over = over + 1;
END;

-- The names of players by every part of them: what a name ends with from each of its letters on, so that all names
-- which have something in them stand together. Guests, and whoever has left, are in no list.
CREATE TABLE names (
    ending TEXT NOT NULL,
    userid TEXT NOT NULL,
    PRIMARY KEY (ending, userid)
) STRICT, WITHOUT ROWID;

CREATE INDEX names_whole ON names (userid) WHERE ending = userid;

INSERT INTO names
    SELECT substr(userid, place.column1), userid FROM users,
        (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
            (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS place
    WHERE place.column1 <= length(userid) AND deleted IS NULL
        AND NOT EXISTS (SELECT 1 FROM guests g WHERE g.userid = users.userid);

CREATE TRIGGER users_named AFTER INSERT ON users WHEN NEW.deleted IS NULL
BEGIN
    INSERT INTO names
        SELECT substr(NEW.userid, place.column1), NEW.userid FROM
            (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
                (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS place
        WHERE place.column1 <= length(NEW.userid);
END;

CREATE TRIGGER guests_unnamed AFTER INSERT ON guests
BEGIN
    DELETE FROM names WHERE userid = NEW.userid AND ending IN
        (SELECT substr(NEW.userid, place.column1) FROM
            (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
                (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS place);
END;

CREATE TRIGGER users_left AFTER UPDATE OF userid, deleted ON users
WHEN OLD.userid <> NEW.userid OR OLD.deleted IS NOT NEW.deleted
BEGIN
    DELETE FROM names WHERE userid = OLD.userid AND ending IN
        (SELECT substr(OLD.userid, place.column1) FROM
            (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
                (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS place);
    INSERT INTO names
        SELECT substr(NEW.userid, place.column1), NEW.userid FROM
            (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
                (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS place
        WHERE place.column1 <= length(NEW.userid) AND NEW.deleted IS NULL
            AND NOT EXISTS (SELECT 1 FROM guests g WHERE g.userid = NEW.userid);
    UPDATE ratings SET present = (NEW.deleted IS NULL) WHERE userid = NEW.userid;
END;

CREATE TRIGGER users_gone AFTER DELETE ON users
BEGIN
    DELETE FROM names WHERE userid = OLD.userid AND ending IN
        (SELECT substr(OLD.userid, place.column1) FROM
            (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
                (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS place);
END;
