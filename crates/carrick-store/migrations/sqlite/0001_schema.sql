-- The tables of Carrick on SQLite. `../postgres/0001_schema.sql` has the same ones for PostgreSQL.
--
-- Keys are natural where they can be: a user's name, or a game and a number. A column named `kind`
-- holds a game: 'ankor', 'antipod' and so on; in `jobs` it holds a kind of work. Times are
-- microseconds since 1970 in UTC, which compare and index alike in both databases. Seats are the
-- words 'first' and 'second'. Truth values are 0 and 1. Lists in a column are words with spaces
-- between them.
--
-- Contents: numbers, users, signing in, boards, hotseat games, ratings and lists, background work,
-- hints, reviews and studies, lessons and puzzles, requests and messages, mail, the server, first
-- rows.


-- Numbers ----------------------------------------------------------------------------------------

-- Next number of each series: 'board ankor', 'seek ankor', 'ending', 'change', 'request', 'message'
-- and others. No number is given twice, even if what it named is deleted.
CREATE TABLE counters (
    name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
    next INTEGER NOT NULL CHECK (next >= 1)
) STRICT, WITHOUT ROWID;


-- Users ------------------------------------------------------------------------------------------

-- Accounts: of people, of guests, and of the computer's players. The row of a deleted account
-- stays, so that nobody else takes the name and old games can show it.
CREATE TABLE users (
    userid TEXT NOT NULL PRIMARY KEY CHECK (userid = lower(userid) AND length(userid) BETWEEN 2 AND 20),
    joined INTEGER NOT NULL,
    -- Hash of the command password, in PHC form. Without one, commands that need a password fail.
    password TEXT CHECK (password <> ''),
    -- Everything that the user has chosen, as JSON (UserSettings in carrick-service).
    settings TEXT NOT NULL DEFAULT '{}' CHECK (settings <> ''),
    -- Two of the settings, to find users by: whether they read what others broadcast, and whether
    -- they want no mail except answers to their own commands.
    news INTEGER NOT NULL DEFAULT 0 CHECK (news IN (0, 1)),
    quiet INTEGER NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1)),
    -- When the account was deleted.
    deleted INTEGER,
    -- When the user last asked for a link that sets a new password. A change of the password clears
    -- it, so that a link works once.
    reset_asked INTEGER,
    -- Whether the user may write to all readers of the news.
    operator INTEGER NOT NULL DEFAULT 0 CHECK (operator IN (0, 1)),
    -- Since when the account is suspended: no play, no mail, no chat.
    suspended INTEGER,
    -- A user who is renamed gets a new row. The old one is marked as deleted and names the new one.
    renamed_to TEXT CHECK (renamed_to IS NULL OR deleted IS NOT NULL),
    CHECK (deleted IS NULL OR password IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX users_of_news ON users (userid) WHERE news = 1;

-- Email addresses of users, up to three each. Any user can name an address, but only one of them
-- can confirm it.
CREATE TABLE addresses (
    userid TEXT NOT NULL REFERENCES users (userid),
    -- Position in the user's own order.
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 2),
    address TEXT NOT NULL CHECK (address LIKE '_%@_%' AND length(address) <= 254),
    confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    -- Whether the user has to confirm the address again, because mail to it came back.
    returned INTEGER NOT NULL DEFAULT 0 CHECK (returned IN (0, 1) AND NOT (returned = 1 AND confirmed = 1)),
    PRIMARY KEY (userid, place),
    UNIQUE (userid, address)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX addresses_confirmed ON addresses (address COLLATE NOCASE) WHERE confirmed = 1;

-- Users whom another user has blocked: they can neither challenge nor write to that user.
CREATE TABLE blocks (
    userid TEXT NOT NULL REFERENCES users (userid),
    blocked TEXT NOT NULL REFERENCES users (userid) CHECK (blocked <> userid),
    PRIMARY KEY (userid, blocked)
) STRICT, WITHOUT ROWID;

-- Games that a user follows: a setting, repeated here to find the followers of a game.
CREATE TABLE followed_games (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL CHECK (kind <> ''),
    -- Whether the user gets every turn of every board.
    watches INTEGER NOT NULL CHECK (watches IN (0, 1)),
    -- Whether the user gets a message when any game ends.
    notify INTEGER NOT NULL CHECK (notify IN (0, 1)),
    PRIMARY KEY (userid, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX followed_games_watching ON followed_games (kind) WHERE watches = 1;
CREATE INDEX followed_games_notified ON followed_games (kind) WHERE notify = 1;

-- Times in which a user's clocks stand still. Rows stay as long as the account does, because clocks
-- are computed from them.
CREATE TABLE absences (
    userid TEXT NOT NULL REFERENCES users (userid),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL CHECK (until >= since),
    -- Whether the user signed off; such an absence counts as vacation.
    signed_off INTEGER NOT NULL CHECK (signed_off IN (0, 1)),
    -- Whether the user knows that it has ended.
    over INTEGER NOT NULL CHECK (over IN (0, 1)),
    -- Whether the account was suspended. That is no vacation, and stops both players' clocks.
    suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1) AND suspended + signed_off <= 1),
    PRIMARY KEY (userid, since)
) STRICT, WITHOUT ROWID;

CREATE INDEX absences_under_way ON absences (until) WHERE over = 0;

-- Accounts of visitors who play before they sign up. When a guest signs up, their boards pass to
-- the new account and this row is deleted.
CREATE TABLE guests (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where a user last came to the site from: a keyed hash of the network address, which does not
-- reveal it. Users with the same hash share the computer's time.
CREATE TABLE places (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    place TEXT NOT NULL CHECK (place <> '')
) STRICT, WITHOUT ROWID;

CREATE INDEX places_together ON places (place);


-- Signing in -------------------------------------------------------------------------------------
--
-- Browsers, programs and feed readers sign in with tokens. The database has only the SHA-256 of a
-- token, in hexadecimal.

-- Hashes of web passwords, in PHC form. A web password is not the password of commands.
CREATE TABLE web_passwords (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    password TEXT NOT NULL CHECK (password <> ''),
    changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Browsers that are signed in.
CREATE TABLE sessions (
    token_hash TEXT NOT NULL PRIMARY KEY CHECK (length(token_hash) = 64),
    userid TEXT NOT NULL REFERENCES users (userid),
    created INTEGER NOT NULL,
    -- Accurate to about an hour, so that not every request writes it.
    seen INTEGER NOT NULL CHECK (seen >= created),
    expires INTEGER NOT NULL,
    -- What the browser calls itself, in a few words.
    label TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_of_user ON sessions (userid);
CREATE INDEX sessions_by_expiry ON sessions (expires);

-- Authenticator apps, whose codes users type after the web password. The secret of an app derives
-- from this row and from a key that is not in the database, so this alone makes no codes.
CREATE TABLE second_factors (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    -- The random part of the secret.
    drawn TEXT NOT NULL CHECK (drawn <> ''),
    made INTEGER NOT NULL,
    -- Since when codes are needed; NULL until the user has typed the first one.
    since INTEGER CHECK (since >= made),
    -- Time step of the last accepted code: no code works twice.
    step INTEGER NOT NULL DEFAULT 0 CHECK (step >= 0),
    -- The user's name at that time, from which the secret derives; NULL if it is still the same.
    drawn_for TEXT CHECK (drawn_for <> '')
) STRICT, WITHOUT ROWID;

-- Codes for users who lose the app; each works once. The column has the SHA-256 in hexadecimal.
CREATE TABLE recovery_codes (
    userid TEXT NOT NULL REFERENCES users (userid),
    code_hash TEXT NOT NULL CHECK (length(code_hash) = 64),
    PRIMARY KEY (userid, code_hash)
) STRICT, WITHOUT ROWID;

-- Tokens with which programs sign in. Numbers are from the series 'token'.
CREATE TABLE api_tokens (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT NOT NULL REFERENCES users (userid),
    token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
    -- What its owner calls it.
    name TEXT NOT NULL CHECK (name <> ''),
    -- List of what the program may do.
    scopes TEXT NOT NULL CHECK (scopes <> ''),
    created INTEGER NOT NULL,
    -- Last use, accurate to about a minute.
    used INTEGER,
    expires INTEGER NOT NULL CHECK (expires > created)
) STRICT;

CREATE INDEX api_tokens_of_user ON api_tokens (userid);

-- Secret addresses at which feed readers and calendars find a user's turns, one for each user.
CREATE TABLE feeds (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;


-- Boards -----------------------------------------------------------------------------------------

-- Games that two users play, or have played.
CREATE TABLE boards (
    kind TEXT NOT NULL CHECK (kind <> ''),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 999999999),
    first_player TEXT NOT NULL REFERENCES users (userid),
    second_player TEXT NOT NULL REFERENCES users (userid),
    -- Size and rules, as a player types them.
    options TEXT NOT NULL,
    -- Terms: days for a turn, days until a reminder, and with a clock for the whole game its days
    -- and the hours that each turn adds.
    forfeit_days INTEGER NOT NULL CHECK (forfeit_days BETWEEN 0 AND 65535),
    nag_days INTEGER NOT NULL CHECK (nag_days BETWEEN 0 AND 65535),
    total_days INTEGER CHECK (total_days BETWEEN 0 AND 65535),
    increment_hours INTEGER CHECK (increment_hours BETWEEN 0 AND 65535),
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- Where the game came from: the board it is a rematch of, or an open game. Challenges have
    -- neither.
    rematch_of INTEGER CHECK (rematch_of BETWEEN 1 AND 999999999),
    seek INTEGER CHECK (seek >= 1),
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL CHECK (touched >= created),
    -- Number of turns played.
    ply INTEGER NOT NULL CHECK (ply >= 0),
    -- Seat to move. Within the transaction that ends a game, there can be none while the game has
    -- not ended; that is never committed.
    to_move TEXT CHECK (to_move IN ('first', 'second')),
    -- Earliest time at which anything is due on the board.
    due INTEGER,
    -- Number of reminders sent for this turn.
    nags INTEGER NOT NULL DEFAULT 0 CHECK (nags BETWEEN 0 AND 65535),
    -- The open offer.
    offer_by TEXT CHECK (offer_by IN ('first', 'second')),
    offer_kind TEXT CHECK (offer_kind IN ('draw', 'undo')),
    offer_rejected INTEGER CHECK (offer_rejected IN (0, 1)),
    -- Conditional moves of each seat.
    first_queue TEXT CHECK (first_queue <> ''),
    second_queue TEXT CHECK (second_queue <> ''),
    -- Turn that the player to move has submitted.
    submitted TEXT CHECK (submitted <> ''),
    -- What was taken back: how many times, how many turns, the highest number of such a turn, and
    -- whose it was if no turn was played since.
    undone_times INTEGER NOT NULL DEFAULT 0 CHECK (undone_times >= 0),
    undone_turns INTEGER NOT NULL DEFAULT 0 CHECK (undone_turns >= undone_times),
    undone_highest INTEGER NOT NULL DEFAULT 0 CHECK (undone_highest >= 0),
    undone_by TEXT CHECK (undone_by IN ('first', 'second')),
    -- Seat that won, or that declined to play.
    result TEXT CHECK (result IN ('first', 'second', 'draw', 'declined first', 'declined second')),
    reason TEXT CHECK (reason <> ''),
    ended INTEGER,
    -- Position in the order in which all games ended, which times alone do not show: they can be
    -- equal, and clocks can go back. An imported game moves those that ended after it.
    ending INTEGER CHECK (ending >= 1),
    -- Whether this is a teaching game: its page shows what the computer threatens.
    teaching INTEGER NOT NULL DEFAULT 0 CHECK (teaching IN (0, 1) AND (teaching = 0 OR rated = 0)),
    -- Seat of the player who has not accepted the game yet.
    offered_to TEXT CHECK (offered_to IN ('first', 'second')),
    -- Number of first turns that were given, because the game began from another one's position.
    given INTEGER NOT NULL DEFAULT 0 CHECK (given >= 0 AND (given = 0 OR rated = 0)),
    -- Number of turns for which a player asked for a hint, including turns taken back.
    hints INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0 AND (hints = 0 OR rated = 0)),
    PRIMARY KEY (kind, number),
    CHECK (rematch_of IS NULL OR seek IS NULL),
    CHECK (increment_hours IS NULL OR total_days IS NOT NULL),
    CHECK ((offer_by IS NULL) = (offer_kind IS NULL) AND (offer_by IS NULL) = (offer_rejected IS NULL)),
    CHECK ((ended IS NULL) = (result IS NULL) AND (ended IS NULL) = (reason IS NULL)),
    CHECK ((ended IS NULL) = (ending IS NULL) AND (ended IS NULL) = (due IS NOT NULL)),
    CHECK (ended IS NULL OR (to_move IS NULL AND offer_by IS NULL)),
    CHECK (ended IS NULL OR (first_queue IS NULL AND second_queue IS NULL AND submitted IS NULL))
) STRICT, WITHOUT ROWID;

-- Every list walks an index in its own order and stops when a page is full. A list costs what it
-- shows, however many boards there are.
CREATE INDEX boards_due ON boards (due) WHERE due IS NOT NULL;
CREATE UNIQUE INDEX boards_ending ON boards (ending) WHERE ending IS NOT NULL;
CREATE INDEX boards_of_first ON boards (first_player, ended);
CREATE INDEX boards_of_second ON boards (second_player, ended);
-- Offers that wait for an answer of a player.
CREATE INDEX boards_offered_to_first ON boards (first_player) WHERE offered_to = 'first' AND ended IS NULL;
CREATE INDEX boards_offered_to_second ON boards (second_player) WHERE offered_to = 'second' AND ended IS NULL;
CREATE INDEX boards_by_end ON boards (ended, kind);
CREATE INDEX boards_of_rematch ON boards (kind, rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX boards_of_seek ON boards (kind, seek) WHERE seek IS NOT NULL;
-- Finished games, without those that were declined.
CREATE INDEX boards_over ON boards (kind, ended) WHERE result IN ('first', 'second', 'draw');
CREATE INDEX boards_over_of_first ON boards (first_player, kind, ended) WHERE result IN ('first', 'second', 'draw');
CREATE INDEX boards_over_of_second ON boards (second_player, kind, ended) WHERE result IN ('first', 'second', 'draw');
-- Games in play. The front page shows those in which both players have moved.
CREATE INDEX boards_in_play ON boards (kind, (ply >= 2), touched) WHERE ended IS NULL;
CREATE INDEX boards_in_play_of_first ON boards (first_player, to_move, kind, touched) WHERE to_move IS NOT NULL;
CREATE INDEX boards_in_play_of_second ON boards (second_player, to_move, kind, touched) WHERE to_move IS NOT NULL;
CREATE INDEX boards_of_pair ON boards (first_player, second_player, ended);

-- Last change of each board that everyone may see, from the series 'change'. Live pages ask for
-- greater numbers than the last one they know. It is not a column of `boards`: to set that,
-- PostgreSQL would write the whole row again, with its place in every index.
CREATE TABLE board_changes (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    change INTEGER NOT NULL CHECK (change >= 1),
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX board_changes_by_change ON board_changes (change);

-- Turns of boards, without those taken back.
CREATE TABLE turns (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL CHECK (ply >= 1),
    seat TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    at INTEGER NOT NULL,
    turn TEXT NOT NULL CHECK (turn <> ''),
    PRIMARY KEY (kind, number, ply),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- When a turn began again, because turns were taken back or the game was imported.
CREATE TABLE restarts (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL CHECK (ply >= 1),
    at INTEGER NOT NULL,
    PRIMARY KEY (kind, number, ply),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- What users said on a board.
CREATE TABLE remarks (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    -- Position among the board's remarks.
    place INTEGER NOT NULL CHECK (place >= 1),
    -- Number of turns played at that time.
    ply INTEGER NOT NULL CHECK (ply >= 0),
    userid TEXT NOT NULL REFERENCES users (userid),
    at INTEGER NOT NULL,
    remark TEXT NOT NULL,
    PRIMARY KEY (kind, number, place),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT;

CREATE INDEX remarks_of_user ON remarks (userid, at);

-- Queues and offers of a board whose time ran out, in case the game is reopened.
CREATE TABLE expiries (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    first_queue TEXT CHECK (first_queue <> ''),
    second_queue TEXT CHECK (second_queue <> ''),
    submitted TEXT CHECK (submitted <> ''),
    offer_by TEXT CHECK (offer_by IN ('first', 'second')),
    offer_kind TEXT CHECK (offer_kind IN ('draw', 'undo')),
    offer_rejected INTEGER CHECK (offer_rejected IN (0, 1)),
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number),
    CHECK ((offer_by IS NULL) = (offer_kind IS NULL) AND (offer_by IS NULL) = (offer_rejected IS NULL))
) STRICT, WITHOUT ROWID;

-- Users who get every turn of a board without playing on it.
CREATE TABLE subscriptions (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    userid TEXT NOT NULL REFERENCES users (userid),
    PRIMARY KEY (kind, number, userid),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX subscriptions_of_user ON subscriptions (userid);

-- Boards about which a player wants no mail.
CREATE TABLE muted_boards (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (userid, kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- Open games, which wait for an opponent. When none of `games_left` is left, the row is deleted.
CREATE TABLE seeks (
    kind TEXT NOT NULL CHECK (kind <> ''),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 999999999),
    userid TEXT NOT NULL REFERENCES users (userid),
    options TEXT NOT NULL,
    forfeit_days INTEGER NOT NULL CHECK (forfeit_days BETWEEN 0 AND 65535),
    nag_days INTEGER NOT NULL CHECK (nag_days BETWEEN 0 AND 65535),
    total_days INTEGER CHECK (total_days BETWEEN 0 AND 65535),
    increment_hours INTEGER CHECK (increment_hours BETWEEN 0 AND 65535),
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    made INTEGER NOT NULL,
    games_left INTEGER NOT NULL CHECK (games_left BETWEEN 1 AND 4294967295),
    -- Computer player that takes a game if no person does: 'nobody', 'nearest' to the user's
    -- rating, or a player's name. An 'invitation' is taken by whoever has its link.
    stand_in TEXT NOT NULL DEFAULT 'nobody' CHECK (stand_in <> ''),
    -- When it does so, or when the invitation is over; NULL if it never does, or has.
    due INTEGER CHECK (due IS NULL OR stand_in <> 'nobody'),
    PRIMARY KEY (kind, number),
    CHECK (increment_hours IS NULL OR total_days IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX seeks_of_user ON seeks (userid);
CREATE INDEX seeks_due ON seeks (due) WHERE due IS NOT NULL;


-- Hotseat games ----------------------------------------------------------------------------------

-- Games of two people at one screen, and games that a browser played offline and handed in. They
-- have no clock, no rating and no opponent to tell, and belong to one user.
CREATE TABLE hotseats (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT NOT NULL REFERENCES users (userid),
    game TEXT NOT NULL CHECK (game <> ''),
    options TEXT NOT NULL,
    -- List of turns.
    turns TEXT NOT NULL,
    touched INTEGER NOT NULL,
    -- Name that the browser gave a game that it handed in, so that the game is kept once even if it
    -- is sent twice.
    handed_in TEXT CHECK (handed_in <> ''),
    -- In a game against the browser's computer, its level and the seat of the person, as reported
    -- by the browser.
    level TEXT CHECK (level <> ''),
    seat TEXT CHECK (seat IN ('first', 'second')),
    -- Seat that resigned.
    resigned TEXT CHECK (resigned IN ('first', 'second'))
) STRICT;

CREATE INDEX hotseats_of_user ON hotseats (userid, touched);


-- Ratings and lists ------------------------------------------------------------------------------

-- Ratings of users in each game.
CREATE TABLE ratings (
    kind TEXT NOT NULL CHECK (kind <> ''),
    userid TEXT NOT NULL REFERENCES users (userid),
    rating REAL NOT NULL CHECK (rating BETWEEN -1000000.0 AND 1000000.0),
    deviation REAL NOT NULL CHECK (deviation > 0.0 AND deviation <= 1000000.0),
    volatility REAL NOT NULL CHECK (volatility > 0.0 AND volatility <= 1000000.0),
    won INTEGER NOT NULL CHECK (won BETWEEN 0 AND 4294967295),
    drawn INTEGER NOT NULL CHECK (drawn BETWEEN 0 AND 4294967295),
    lost INTEGER NOT NULL CHECK (lost BETWEEN 0 AND 4294967295),
    -- Whether the rating is still uncertain; the number is that of `RatingRecord::is_provisional`.
    provisional INTEGER NOT NULL GENERATED ALWAYS AS (deviation > 110.0) VIRTUAL,
    -- Whether the account exists. Triggers keep it.
    present INTEGER NOT NULL DEFAULT 1 CHECK (present IN (0, 1)),
    PRIMARY KEY (kind, userid)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_of_user ON ratings (userid);
CREATE INDEX ratings_standing ON ratings (kind, provisional, rating DESC, userid) WHERE present = 1;

-- How each rated game changed its players' ratings.
CREATE TABLE rating_history (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    seat TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    userid TEXT NOT NULL REFERENCES users (userid),
    at INTEGER NOT NULL,
    rating_before REAL NOT NULL,
    deviation_before REAL NOT NULL,
    volatility_before REAL NOT NULL,
    won_before INTEGER NOT NULL,
    drawn_before INTEGER NOT NULL,
    lost_before INTEGER NOT NULL,
    rating_after REAL NOT NULL,
    deviation_after REAL NOT NULL,
    volatility_after REAL NOT NULL,
    won_after INTEGER NOT NULL,
    drawn_after INTEGER NOT NULL,
    lost_after INTEGER NOT NULL,
    -- Number of the player's rated games up to this one.
    played INTEGER NOT NULL GENERATED ALWAYS AS (won_after + drawn_after + lost_after) VIRTUAL,
    PRIMARY KEY (kind, number, seat),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_history_of_game ON rating_history (userid, kind, played);
CREATE INDEX rating_history_by_time ON rating_history (userid, at, kind, number);

-- Results of a player's finished games, by game and opponent. The opponent '' counts all of them.
-- Triggers on `boards` keep it, so that no page has to count.
CREATE TABLE scores (
    userid TEXT NOT NULL,
    kind TEXT NOT NULL,
    opponent TEXT NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    drawn INTEGER NOT NULL CHECK (drawn >= 0),
    lost INTEGER NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (userid, kind, opponent)
) STRICT, WITHOUT ROWID;

-- Number of finished games. Triggers on `boards` keep it.
CREATE TABLE tallies (
    kind TEXT NOT NULL PRIMARY KEY,
    over INTEGER NOT NULL CHECK (over >= 0)
) STRICT, WITHOUT ROWID;

-- Every ending of a user's name, from each of its letters on, so that a search finds all names that
-- contain a text. Guests and deleted accounts have none. Triggers keep it.
CREATE TABLE names (
    ending TEXT NOT NULL,
    userid TEXT NOT NULL,
    PRIMARY KEY (ending, userid)
) STRICT, WITHOUT ROWID;

CREATE INDEX names_whole ON names (userid) WHERE ending = userid;

-- A finished game is counted for both players, and for its game.
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

-- A game ends, is reopened, or gets another player.
CREATE TRIGGER boards_scored_again AFTER UPDATE OF first_player, second_player, result ON boards
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

CREATE TRIGGER users_named AFTER INSERT ON users WHEN NEW.deleted IS NULL
BEGIN
    INSERT INTO names
        SELECT substr(NEW.userid, place.column1), NEW.userid FROM
            (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
                (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS place
        WHERE place.column1 <= length(NEW.userid);
END;

-- An account is deleted, restored or renamed.
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

CREATE TRIGGER guests_unnamed AFTER INSERT ON guests
BEGIN
    DELETE FROM names WHERE userid = NEW.userid AND ending IN
        (SELECT substr(NEW.userid, place.column1) FROM
            (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
                (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS place);
END;

-- A player's first rating in a game.
CREATE TRIGGER ratings_made AFTER INSERT ON ratings
WHEN (SELECT deleted FROM users WHERE userid = NEW.userid) IS NOT NULL
BEGIN
    UPDATE ratings SET present = 0 WHERE kind = NEW.kind AND userid = NEW.userid;
END;


-- Background work --------------------------------------------------------------------------------

-- Jobs for the workers. Requests make these rows, in the transaction that causes the work, and the
-- transaction that stores the result deletes them. JobKind in carrick-store lists the kinds.
--
-- Jobs of one priority are a queue, and a queue is shared fairly: see schedule/jobs.rs in
-- carrick-store.
CREATE TABLE jobs (
    kind TEXT NOT NULL CHECK (kind <> ''),
    -- What the job is about, mostly a game and a number: 'antipod 101'. There is one job of a kind
    -- about a thing.
    key TEXT NOT NULL CHECK (key <> ''),
    -- What a worker has to know besides.
    payload TEXT NOT NULL,
    -- 0 comes first.
    priority INTEGER NOT NULL CHECK (priority >= 0),
    -- The user for whom it is, and where they last came from (`places`).
    asker TEXT NOT NULL REFERENCES users (userid),
    place TEXT NOT NULL CHECK (place <> ''),
    -- Share of the queue's time: milliseconds, or how many usual jobs it takes the time of.
    cost INTEGER NOT NULL CHECK (cost >= 1),
    -- Round of the place's askers to which it belongs.
    turn INTEGER NOT NULL CHECK (turn >= 0),
    -- Virtual time at which it is finished. The next job is the one with the least.
    finish INTEGER NOT NULL,
    since INTEGER NOT NULL,
    -- When the job may be claimed: 0, so that no clock is behind it. A worker that claims it moves
    -- this to the time by which it must be done; after that, another one takes it.
    due INTEGER NOT NULL,
    -- How often it was tried in vain.
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX jobs_in_order ON jobs (priority, finish);
CREATE INDEX jobs_of_place ON jobs (priority, place, turn);


-- Hints, reviews and studies ---------------------------------------------------------------------

-- Hints that were found in practice games, one for a position.
CREATE TABLE hints (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    -- The board's generation, which names the position.
    generation INTEGER NOT NULL CHECK (generation >= 0),
    -- Last step of the hint that the player was shown.
    told INTEGER CHECK (told BETWEEN 1 AND 3),
    -- As JSON (Hint in carrick-coach).
    hint TEXT NOT NULL CHECK (hint <> ''),
    PRIMARY KEY (kind, number, generation),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- Finished reviews of finished games: how many times the usual time they took.
CREATE TABLE reviews (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    times INTEGER NOT NULL CHECK (times BETWEEN 1 AND 8),
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- Positions that a review has judged, whether it is finished or not.
CREATE TABLE judged (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    -- The review's length, as in `reviews`.
    times INTEGER NOT NULL CHECK (times BETWEEN 1 AND 8),
    -- Number of turns before the position.
    ply INTEGER NOT NULL CHECK (ply >= 0),
    -- As JSON (Judged in carrick-coach).
    judged TEXT NOT NULL CHECK (judged <> ''),
    PRIMARY KEY (kind, number, times, ply),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- Finished reviews of hotseat games, as in `reviews`.
CREATE TABLE hotseat_reviews (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES hotseats (number),
    times INTEGER NOT NULL CHECK (times BETWEEN 1 AND 8),
    PRIMARY KEY (kind, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX hotseat_reviews_of_game ON hotseat_reviews (number);

-- Positions that a review of a hotseat game has judged, as in `judged`.
CREATE TABLE hotseat_judged (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES hotseats (number),
    times INTEGER NOT NULL CHECK (times BETWEEN 1 AND 8),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    judged TEXT NOT NULL CHECK (judged <> ''),
    PRIMARY KEY (kind, number, times, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX hotseat_judged_of_game ON hotseat_judged (number);

-- Trees of variations. Anyone who knows the address can read one; its owner can change it.
CREATE TABLE studies (
    address TEXT NOT NULL PRIMARY KEY CHECK (length(address) = 16),
    userid TEXT NOT NULL REFERENCES users (userid),
    title TEXT NOT NULL,
    game TEXT NOT NULL CHECK (game <> ''),
    -- The tree as JSON.
    body TEXT NOT NULL CHECK (length(body) <= 65536),
    -- Number of changes, so that one window does not overwrite another one's work.
    version INTEGER NOT NULL CHECK (version >= 1),
    touched INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX studies_of_user ON studies (userid, touched);


-- Lessons and puzzles ----------------------------------------------------------------------------

-- Steps of a game's lesson that a user has finished: a bit for each.
CREATE TABLE lessons (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL,
    steps INTEGER NOT NULL CHECK (steps BETWEEN 1 AND 65535),
    PRIMARY KEY (userid, kind)
) STRICT, WITHOUT ROWID;

-- Ratings of puzzles that at least one user has tried. A puzzle wins if the user does not solve it.
CREATE TABLE puzzle_ratings (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    drawn INTEGER NOT NULL CHECK (drawn >= 0),
    lost INTEGER NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (kind, number)
) STRICT, WITHOUT ROWID;

-- Ratings of users as solvers of a game's puzzles.
CREATE TABLE solver_ratings (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    drawn INTEGER NOT NULL CHECK (drawn >= 0),
    lost INTEGER NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (userid, kind)
) STRICT, WITHOUT ROWID;

-- Users' attempts at puzzles.
CREATE TABLE puzzle_tries (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    -- Number of turns found.
    found INTEGER NOT NULL CHECK (found >= 0),
    -- Whether the user made a mistake before solving it.
    failed INTEGER NOT NULL CHECK (failed IN (0, 1)),
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    -- Day, counted from 1970-01-01, if the user solved it as the puzzle of that day.
    day INTEGER CHECK (day IS NULL OR (day >= 0 AND solved = 1)),
    PRIMARY KEY (userid, kind, number)
) STRICT, WITHOUT ROWID;

-- When a user next gets puzzles by email, and the last day for which they did.
CREATE TABLE puzzle_schedules (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    due INTEGER,
    last INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_schedules_due ON puzzle_schedules (due) WHERE due IS NOT NULL;


-- Requests and messages --------------------------------------------------------------------------

-- Log of all requests. The answer to a request is its messages in the outbox.
CREATE TABLE requests (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    -- What the sender's program calls the request, if anything; no sender uses a name twice.
    id TEXT CHECK (id <> ''),
    at INTEGER NOT NULL,
    -- A user's name, an address, or '-'.
    sender TEXT NOT NULL CHECK (sender <> ''),
    -- Without passwords and tokens.
    command TEXT NOT NULL,
    refused INTEGER NOT NULL CHECK (refused IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX requests_id ON requests (sender, id) WHERE id IS NOT NULL;

-- Messages to users and other senders. `kind` and `board` have no foreign key, since a message can
-- say that there is no such board.
CREATE TABLE outbox (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    request INTEGER NOT NULL REFERENCES requests (number),
    -- Whether it answers the sender of the request, and does not tell another user.
    answer INTEGER NOT NULL CHECK (answer IN (0, 1)),
    userid TEXT REFERENCES users (userid),
    address TEXT CHECK (address <> ''),
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    kind TEXT,
    board INTEGER,
    created INTEGER NOT NULL,
    -- 'returned' if the caller of the transaction has it and there is nothing to send.
    state TEXT NOT NULL CHECK (state IN ('returned', 'pending', 'sent')),
    sent INTEGER,
    -- What the message is, and which position its text draws, as JSON (About in carrick-service).
    about TEXT NOT NULL DEFAULT '{}' CHECK (about <> ''),
    -- Link at the end, or what an answer to the message does, as JSON (Link in carrick-service). Its
    -- token is derived when the message is sent and stored nowhere, and goes only to confirmed
    -- addresses.
    link TEXT CHECK (link <> ''),
    -- Address that the message asks the user to confirm. It goes only there.
    claimed TEXT CHECK (claimed IS NULL OR (userid IS NOT NULL AND link IS NULL)),
    -- Place in `texts` of the body, if it is not in this row.
    shared INTEGER,
    CHECK ((kind IS NULL) = (board IS NULL)),
    CHECK ((state = 'sent') = (sent IS NOT NULL)),
    CHECK (userid IS NULL OR (answer = 0 AND address IS NULL)),
    CHECK (answer = 1 OR userid IS NOT NULL),
    CHECK ((state = 'returned') = (userid IS NULL AND address IS NULL))
) STRICT;

CREATE INDEX outbox_pending ON outbox (number) WHERE state = 'pending';
CREATE INDEX outbox_of_request ON outbox (request);
CREATE INDEX outbox_of_user ON outbox (userid, number) WHERE userid IS NOT NULL;

-- Bodies that several messages of a request share, such as those to all who watch a board.
CREATE TABLE texts (
    request INTEGER NOT NULL REFERENCES requests (number),
    place INTEGER NOT NULL CHECK (place >= 1),
    body TEXT NOT NULL,
    PRIMARY KEY (request, place)
) STRICT, WITHOUT ROWID;

-- What users write to each other, except on boards. It is in the inboxes of its readers; Carrick also
-- needs it to limit how much a user writes, and to send a letter once even if it arrives twice.
CREATE TABLE letters (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT NOT NULL REFERENCES users (userid),
    at INTEGER NOT NULL,
    -- List of names; NULL for a broadcast.
    recipients TEXT CHECK (recipients <> ''),
    body TEXT NOT NULL
) STRICT;

CREATE INDEX letters_of_user ON letters (userid, at);

-- Letters in the inboxes of their readers, and whether they were read.
CREATE TABLE inbox (
    userid TEXT NOT NULL REFERENCES users (userid),
    letter INTEGER NOT NULL REFERENCES letters (number) ON DELETE CASCADE,
    unread INTEGER NOT NULL CHECK (unread IN (0, 1)),
    PRIMARY KEY (userid, letter)
) STRICT, WITHOUT ROWID;

CREATE INDEX inbox_of_letter ON inbox (letter);
CREATE INDEX inbox_unread ON inbox (userid) WHERE unread = 1;

-- Changes to an account that wait for the user's consent, because the sender may be someone else.
-- `message` asks for it, with a link that is derived when the message is sent.
CREATE TABLE account_changes (
    message INTEGER NOT NULL PRIMARY KEY REFERENCES outbox (number),
    userid TEXT NOT NULL REFERENCES users (userid),
    what TEXT NOT NULL
        CHECK (what IN ('add', 'addresses', 'password', 'delete', 'signoff', 'signon', 'challenge')),
    -- List of the addresses, the hash of the new password, or the challenge as a command.
    detail TEXT NOT NULL CHECK ((detail = '') = (what IN ('delete', 'signoff', 'signon')))
) STRICT;

CREATE INDEX account_changes_of_user ON account_changes (userid);


-- Mail -------------------------------------------------------------------------------------------

-- Incoming mails that had an effect or an answer. They show which mail arrived twice, and how many
-- answers a sender got lately. Ignored mail has no row, so it costs no space.
CREATE TABLE mails (
    -- Keyed hash of what identifies the mail, including its body.
    id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
    at INTEGER NOT NULL,
    -- Keyed hash of the address or user whose answers are counted together.
    sender TEXT NOT NULL CHECK (sender <> ''),
    answered INTEGER NOT NULL CHECK (answered IN (0, 1)),
    request INTEGER NOT NULL REFERENCES requests (number),
    -- Its Message-ID, for the answer's In-Reply-To.
    message_id TEXT CHECK (message_id <> ''),
    -- Whether the answer asked if the sender owns the address: at most once a day.
    asked INTEGER NOT NULL DEFAULT 0 CHECK (asked IN (0, 1) AND asked <= answered),
    -- For an answer to an unknown address, a keyed hash of its domain. All such answers together
    -- have a limit, since a forger may have written the address.
    stranger TEXT CHECK (stranger <> ''),
    -- Number of accounts that the mail made.
    accounts INTEGER NOT NULL DEFAULT 0 CHECK (accounts >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX mails_answered ON mails (sender, at) WHERE answered = 1;
CREATE INDEX mails_by_time ON mails (at);
CREATE INDEX mails_of_request ON mails (request);
CREATE INDEX mails_to_strangers ON mails (at, stranger) WHERE stranger IS NOT NULL;
CREATE INDEX mails_with_accounts ON mails (at, accounts) WHERE accounts > 0;

-- Copies of messages on their way to an address. A pending message of the outbox becomes a delivery
-- for each address, or part of a digest, or nothing. Its state there is then 'sent'.
CREATE TABLE deliveries (
    message INTEGER NOT NULL REFERENCES outbox (number),
    copy INTEGER NOT NULL CHECK (copy >= 0),
    address TEXT NOT NULL CHECK (address LIKE '_%@_%'),
    -- What follows the @, in lower case: Carrick paces deliveries to each domain.
    domain TEXT NOT NULL CHECK (domain = lower(domain)),
    -- 'dead' if the server gave up, until an operator retries it.
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'dead')),
    -- When to try a waiting copy. A worker that tries it first moves this to the time by which it
    -- must be done. In another state, since when it has that state.
    due INTEGER NOT NULL,
    -- Number of attempts, including one in progress.
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- What the relay last said, in a line without secrets.
    failure TEXT CHECK (failure <> ''),
    PRIMARY KEY (message, copy)
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_due ON deliveries (due) WHERE state = 'waiting';
CREATE INDEX deliveries_dead ON deliveries (due) WHERE state = 'dead';
CREATE INDEX deliveries_sent ON deliveries (due) WHERE state = 'sent';
CREATE INDEX deliveries_by_address ON deliveries (address COLLATE NOCASE);

-- Messages that wait for the user's mail of the day. All of a user's have the same `due`.
CREATE TABLE digests (
    userid TEXT NOT NULL REFERENCES users (userid),
    message INTEGER NOT NULL REFERENCES outbox (number),
    due INTEGER NOT NULL,
    PRIMARY KEY (userid, message)
) STRICT, WITHOUT ROWID;

CREATE INDEX digests_due ON digests (due);

-- Copies that came back because their address does not exist. Rows are deleted after some weeks,
-- and when the user confirms the address again.
CREATE TABLE bounces (
    message INTEGER NOT NULL,
    copy INTEGER NOT NULL CHECK (copy >= 0),
    address TEXT NOT NULL CHECK (address LIKE '_%@_%'),
    at INTEGER NOT NULL,
    PRIMARY KEY (message, copy)
) STRICT, WITHOUT ROWID;

CREATE INDEX bounces_by_address ON bounces (address, at);

-- Mails that the server sent to itself and got back, to test the relay.
CREATE TABLE echoes (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    -- Whether the relay let a forged header in its own name pass.
    forged INTEGER NOT NULL CHECK (forged IN (0, 1)),
    -- Whether it added its own.
    judged INTEGER NOT NULL CHECK (judged IN (0, 1))
) STRICT;


-- The server -------------------------------------------------------------------------------------

-- When a server last looked for what is due, which shows that it ran. There is at most one row.
CREATE TABLE sweeps (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL,
    -- For a clock that is behind the latest known time: what it showed when the server first saw
    -- that, and what it showed at `at`.
    fallen_since INTEGER,
    fallen_shown INTEGER
) STRICT;

-- Times of more than an hour in which no server ran. Rows stay forever, because clocks are computed
-- from them.
CREATE TABLE outages (
    since INTEGER NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL CHECK (until > since)
) STRICT;

CREATE INDEX outages_by_end ON outages (until);

-- Token buckets of the rate limits that all processes share, and when each will be full again. A
-- full bucket needs no row.
CREATE TABLE buckets (
    budget TEXT NOT NULL,
    holder TEXT NOT NULL,
    full_at INTEGER NOT NULL,
    PRIMARY KEY (budget, holder)
) STRICT, WITHOUT ROWID;

CREATE INDEX buckets_full_at ON buckets (full_at);


-- First rows -------------------------------------------------------------------------------------

-- The computer's players. They have no password, so no person can play as one of them.
INSERT INTO users (userid, joined) VALUES
    ('level1', 0), ('level2', 0), ('level3', 0), ('level4', 0), ('level5', 0),
    ('level6', 0), ('level7', 0), ('level8', 0), ('level9', 0),
    ('novice1', 0), ('novice2', 0), ('novice3', 0), ('novice4', 0), ('novice5', 0),
    ('novice6', 0), ('novice7', 0), ('novice8', 0), ('novice9', 0),
    ('novice10', 0), ('novice11', 0);
