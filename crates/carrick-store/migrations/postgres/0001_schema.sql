-- The tables of Carrick on PostgreSQL. `../sqlite/0001_schema.sql` has the same ones for SQLite.
-- PostgreSQL compares text by bytes here (COLLATE "C"), as SQLite does, and has numbers for truth
-- values, so that one statement serves both databases.
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
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (name <> ''),
    next BIGINT NOT NULL CHECK (next >= 1)
);

-- Tells all servers of a change of a board or of the open games, or of a letter, when its transaction is committed.
-- PostgreSQL sends equal notifications of a transaction once.
CREATE FUNCTION change_told() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('carrick_change', '');
    RETURN NULL;
END $$;

CREATE TRIGGER counters_changed AFTER INSERT OR UPDATE ON counters
    FOR EACH ROW WHEN (NEW.name IN ('change', 'change of seeks', 'letter')) EXECUTE FUNCTION change_told();

-- Number of transactions that wrote while no other one did. From it a process sees whether another
-- one has changed what it has in memory.
CREATE SEQUENCE written_alone;
-- So that the first such transaction changes the number.
SELECT setval('written_alone', 1);


-- Users ------------------------------------------------------------------------------------------

-- Accounts: of people, of guests, and of the computer's players. The row of a deleted account
-- stays, so that nobody else takes the name and old games can show it.
CREATE TABLE users (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (userid = lower(userid) AND length(userid) BETWEEN 2 AND 20),
    joined BIGINT NOT NULL,
    -- Hash of the command password, in PHC form. Without one, commands that need a password fail.
    password TEXT COLLATE "C" CHECK (password <> ''),
    -- Everything that the user has chosen, as JSON (UserSettings in carrick-service).
    settings TEXT NOT NULL DEFAULT '{}' CHECK (settings <> ''),
    -- Two of the settings, to find users by: whether they read what others broadcast, and whether
    -- they want no mail except answers to their own commands.
    news BIGINT NOT NULL DEFAULT 0 CHECK (news IN (0, 1)),
    quiet BIGINT NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1)),
    -- When the account was deleted.
    deleted BIGINT,
    -- When the user last asked for a link that sets a new password. A change of the password clears
    -- it, so that a link works once.
    reset_asked BIGINT,
    -- Whether the user may write to all readers of the news.
    operator BIGINT NOT NULL DEFAULT 0 CHECK (operator IN (0, 1)),
    -- Since when the account is suspended: no play, no mail, no chat.
    suspended BIGINT,
    -- A user who is renamed gets a new row. The old one is marked as deleted and names the new one.
    renamed_to TEXT COLLATE "C" CHECK (renamed_to IS NULL OR deleted IS NOT NULL),
    CHECK (deleted IS NULL OR password IS NULL)
);

CREATE INDEX users_of_news ON users (userid) WHERE news = 1;

-- Email addresses of users, up to three each. Any user can name an address, but only one of them
-- can confirm it.
CREATE TABLE addresses (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    -- Position in the user's own order.
    place BIGINT NOT NULL CHECK (place BETWEEN 0 AND 2),
    address TEXT COLLATE "C" NOT NULL CHECK (address LIKE '_%@_%' AND length(address) <= 254),
    confirmed BIGINT NOT NULL CHECK (confirmed IN (0, 1)),
    -- Whether the user has to confirm the address again, because mail to it came back.
    returned BIGINT NOT NULL DEFAULT 0 CHECK (returned IN (0, 1) AND NOT (returned = 1 AND confirmed = 1)),
    PRIMARY KEY (userid, place),
    UNIQUE (userid, address)
);

CREATE UNIQUE INDEX addresses_confirmed ON addresses (lower(address)) WHERE confirmed = 1;

-- Users whom another user has blocked: they can neither challenge nor write to that user.
CREATE TABLE blocks (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    blocked TEXT COLLATE "C" NOT NULL REFERENCES users (userid) CHECK (blocked <> userid),
    PRIMARY KEY (userid, blocked)
);

-- Games that a user follows: a setting, repeated here to find the followers of a game.
CREATE TABLE followed_games (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    -- Whether the user gets every turn of every board.
    watches BIGINT NOT NULL CHECK (watches IN (0, 1)),
    -- Whether the user gets a message when any game ends.
    notify BIGINT NOT NULL CHECK (notify IN (0, 1)),
    PRIMARY KEY (userid, kind)
);

CREATE INDEX followed_games_watching ON followed_games (kind) WHERE watches = 1;
CREATE INDEX followed_games_notified ON followed_games (kind) WHERE notify = 1;

-- Times in which a user's clocks stand still. Rows stay as long as the account does, because clocks
-- are computed from them.
CREATE TABLE absences (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    since BIGINT NOT NULL,
    until BIGINT NOT NULL CHECK (until >= since),
    -- Whether the user signed off; such an absence counts as vacation.
    signed_off BIGINT NOT NULL CHECK (signed_off IN (0, 1)),
    -- Whether the user knows that it has ended.
    over BIGINT NOT NULL CHECK (over IN (0, 1)),
    -- Whether the account was suspended. That is no vacation, and stops both players' clocks.
    suspended BIGINT NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1) AND suspended + signed_off <= 1),
    PRIMARY KEY (userid, since)
);

CREATE INDEX absences_under_way ON absences (until) WHERE over = 0;

-- Accounts of visitors who play before they sign up. When a guest signs up, their boards pass to
-- the new account and this row is deleted.
CREATE TABLE guests (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    since BIGINT NOT NULL
);

-- Where a user last came to the site from: a keyed hash of the network address, which does not
-- reveal it. Users with the same hash share the computer's time.
CREATE TABLE places (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    place TEXT COLLATE "C" NOT NULL CHECK (place <> '')
);

CREATE INDEX places_together ON places (place);


-- Signing in -------------------------------------------------------------------------------------
--
-- Browsers, programs and feed readers sign in with tokens. The database has only the SHA-256 of a
-- token, in hexadecimal.

-- Hashes of web passwords, in PHC form. A web password is not the password of commands.
CREATE TABLE web_passwords (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    password TEXT COLLATE "C" NOT NULL CHECK (password <> ''),
    changed BIGINT NOT NULL
);

-- Browsers that are signed in.
CREATE TABLE sessions (
    token_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(token_hash) = 64),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    created BIGINT NOT NULL,
    -- Accurate to about an hour, so that not every request writes it.
    seen BIGINT NOT NULL CHECK (seen >= created),
    expires BIGINT NOT NULL,
    -- What the browser calls itself, in a few words.
    label TEXT COLLATE "C" NOT NULL
);

CREATE INDEX sessions_of_user ON sessions (userid);
CREATE INDEX sessions_by_expiry ON sessions (expires);

-- Authenticator apps, whose codes users type after the web password. The secret of an app derives
-- from this row and from a key that is not in the database, so this alone makes no codes.
CREATE TABLE second_factors (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    -- The random part of the secret.
    drawn TEXT COLLATE "C" NOT NULL CHECK (drawn <> ''),
    made BIGINT NOT NULL,
    -- Since when codes are needed; NULL until the user has typed the first one.
    since BIGINT CHECK (since >= made),
    -- Time step of the last accepted code: no code works twice.
    step BIGINT NOT NULL DEFAULT 0 CHECK (step >= 0),
    -- The user's name at that time, from which the secret derives; NULL if it is still the same.
    drawn_for TEXT COLLATE "C" CHECK (drawn_for <> '')
);

-- Codes for users who lose the app; each works once. The column has the SHA-256 in hexadecimal.
CREATE TABLE recovery_codes (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    code_hash TEXT COLLATE "C" NOT NULL CHECK (length(code_hash) = 64),
    PRIMARY KEY (userid, code_hash)
);

-- Tokens with which programs sign in. Numbers are from the series 'token'.
CREATE TABLE api_tokens (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    token_hash TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 64),
    -- What its owner calls it.
    name TEXT COLLATE "C" NOT NULL CHECK (name <> ''),
    -- List of what the program may do.
    scopes TEXT COLLATE "C" NOT NULL CHECK (scopes <> ''),
    created BIGINT NOT NULL,
    -- Last use, accurate to about a minute.
    used BIGINT,
    expires BIGINT NOT NULL CHECK (expires > created)
);

CREATE INDEX api_tokens_of_user ON api_tokens (userid);

-- Secret addresses at which feed readers and calendars find a user's turns, one for each user.
CREATE TABLE feeds (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    token_hash TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 64),
    made BIGINT NOT NULL
);


-- Boards -----------------------------------------------------------------------------------------

-- Games that two users play, or have played.
CREATE TABLE boards (
    kind TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    number BIGINT NOT NULL CHECK (number BETWEEN 1 AND 999999999),
    first_player TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    second_player TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    -- Size and rules, as a player types them.
    options TEXT COLLATE "C" NOT NULL,
    -- Terms: days for a turn, days until a reminder, and with a clock for the whole game its days
    -- and the hours that each turn adds.
    forfeit_days BIGINT NOT NULL CHECK (forfeit_days BETWEEN 0 AND 65535),
    nag_days BIGINT NOT NULL CHECK (nag_days BETWEEN 0 AND 65535),
    total_days BIGINT CHECK (total_days BETWEEN 0 AND 65535),
    increment_hours BIGINT CHECK (increment_hours BETWEEN 0 AND 65535),
    rated BIGINT NOT NULL CHECK (rated IN (0, 1)),
    -- Where the game came from: the board it is a rematch of, or an open game. Challenges have
    -- neither.
    rematch_of BIGINT CHECK (rematch_of BETWEEN 1 AND 999999999),
    seek BIGINT CHECK (seek >= 1),
    created BIGINT NOT NULL,
    touched BIGINT NOT NULL CHECK (touched >= created),
    -- Number of turns played.
    ply BIGINT NOT NULL CHECK (ply >= 0),
    -- Seat to move. Within the transaction that ends a game, there can be none while the game has
    -- not ended; that is never committed.
    to_move TEXT COLLATE "C" CHECK (to_move IN ('first', 'second')),
    -- Earliest time at which anything is due on the board.
    due BIGINT,
    -- Number of reminders sent for this turn.
    nags BIGINT NOT NULL DEFAULT 0 CHECK (nags BETWEEN 0 AND 65535),
    -- The open offer.
    offer_by TEXT COLLATE "C" CHECK (offer_by IN ('first', 'second')),
    offer_kind TEXT COLLATE "C" CHECK (offer_kind IN ('draw', 'undo')),
    offer_rejected BIGINT CHECK (offer_rejected IN (0, 1)),
    -- Conditional moves of each seat.
    first_queue TEXT COLLATE "C" CHECK (first_queue <> ''),
    second_queue TEXT COLLATE "C" CHECK (second_queue <> ''),
    -- Turn that the player to move has submitted.
    submitted TEXT COLLATE "C" CHECK (submitted <> ''),
    -- What was taken back: how many times, how many turns, the highest number of such a turn, and
    -- whose it was if no turn was played since.
    undone_times BIGINT NOT NULL DEFAULT 0 CHECK (undone_times >= 0),
    undone_turns BIGINT NOT NULL DEFAULT 0 CHECK (undone_turns >= undone_times),
    undone_highest BIGINT NOT NULL DEFAULT 0 CHECK (undone_highest >= 0),
    undone_by TEXT COLLATE "C" CHECK (undone_by IN ('first', 'second')),
    -- Seat that won, or that declined to play.
    result TEXT COLLATE "C" CHECK (result IN ('first', 'second', 'draw', 'declined first', 'declined second')),
    reason TEXT COLLATE "C" CHECK (reason <> ''),
    ended BIGINT,
    -- Position in the order in which all games ended, which times alone do not show: they can be
    -- equal, and clocks can go back. An imported game moves those that ended after it.
    ending BIGINT CHECK (ending >= 1),
    -- Whether this is a teaching game: its page shows what the computer threatens.
    teaching BIGINT NOT NULL DEFAULT 0 CHECK (teaching IN (0, 1) AND (teaching = 0 OR rated = 0)),
    -- Seat of the player who has not accepted the game yet.
    offered_to TEXT COLLATE "C" CHECK (offered_to IN ('first', 'second')),
    -- Number of first turns that were given, because the game began from another one's position.
    given BIGINT NOT NULL DEFAULT 0 CHECK (given >= 0 AND (given = 0 OR rated = 0)),
    -- Number of turns for which a player asked for a hint, including turns taken back.
    hints BIGINT NOT NULL DEFAULT 0 CHECK (hints >= 0 AND (hints = 0 OR rated = 0)),
    PRIMARY KEY (kind, number),
    CHECK (rematch_of IS NULL OR seek IS NULL),
    CHECK (increment_hours IS NULL OR total_days IS NOT NULL),
    CHECK ((offer_by IS NULL) = (offer_kind IS NULL) AND (offer_by IS NULL) = (offer_rejected IS NULL)),
    CHECK ((ended IS NULL) = (result IS NULL) AND (ended IS NULL) = (reason IS NULL)),
    CHECK ((ended IS NULL) = (ending IS NULL) AND (ended IS NULL) = (due IS NOT NULL)),
    CHECK (ended IS NULL OR (to_move IS NULL AND offer_by IS NULL)),
    CHECK (ended IS NULL OR (first_queue IS NULL AND second_queue IS NULL AND submitted IS NULL))
);

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
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    change BIGINT NOT NULL CHECK (change >= 1),
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

CREATE UNIQUE INDEX board_changes_by_change ON board_changes (change);

-- Turns of boards, without those taken back.
CREATE TABLE turns (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    ply BIGINT NOT NULL CHECK (ply >= 1),
    seat TEXT COLLATE "C" NOT NULL CHECK (seat IN ('first', 'second')),
    at BIGINT NOT NULL,
    turn TEXT COLLATE "C" NOT NULL CHECK (turn <> ''),
    PRIMARY KEY (kind, number, ply),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

-- When a turn began again, because turns were taken back or the game was imported.
CREATE TABLE restarts (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    ply BIGINT NOT NULL CHECK (ply >= 1),
    at BIGINT NOT NULL,
    PRIMARY KEY (kind, number, ply),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

-- What users said on a board.
CREATE TABLE remarks (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    -- Position among the board's remarks.
    place BIGINT NOT NULL CHECK (place >= 1),
    -- Number of turns played at that time.
    ply BIGINT NOT NULL CHECK (ply >= 0),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    at BIGINT NOT NULL,
    remark TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, number, place),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

CREATE INDEX remarks_of_user ON remarks (userid, at);

-- Queues and offers of a board whose time ran out, in case the game is reopened.
CREATE TABLE expiries (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    first_queue TEXT COLLATE "C" CHECK (first_queue <> ''),
    second_queue TEXT COLLATE "C" CHECK (second_queue <> ''),
    submitted TEXT COLLATE "C" CHECK (submitted <> ''),
    offer_by TEXT COLLATE "C" CHECK (offer_by IN ('first', 'second')),
    offer_kind TEXT COLLATE "C" CHECK (offer_kind IN ('draw', 'undo')),
    offer_rejected BIGINT CHECK (offer_rejected IN (0, 1)),
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number),
    CHECK ((offer_by IS NULL) = (offer_kind IS NULL) AND (offer_by IS NULL) = (offer_rejected IS NULL))
);

-- Users who get every turn of a board without playing on it.
CREATE TABLE subscriptions (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    PRIMARY KEY (kind, number, userid),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

CREATE INDEX subscriptions_of_user ON subscriptions (userid);

-- Boards about which a player wants no mail.
CREATE TABLE muted_boards (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (userid, kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

-- Open games, which wait for an opponent. When none of `games_left` is left, the row is deleted.
CREATE TABLE seeks (
    kind TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    number BIGINT NOT NULL CHECK (number BETWEEN 1 AND 999999999),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    options TEXT COLLATE "C" NOT NULL,
    forfeit_days BIGINT NOT NULL CHECK (forfeit_days BETWEEN 0 AND 65535),
    nag_days BIGINT NOT NULL CHECK (nag_days BETWEEN 0 AND 65535),
    total_days BIGINT CHECK (total_days BETWEEN 0 AND 65535),
    increment_hours BIGINT CHECK (increment_hours BETWEEN 0 AND 65535),
    rated BIGINT NOT NULL CHECK (rated IN (0, 1)),
    made BIGINT NOT NULL,
    games_left BIGINT NOT NULL CHECK (games_left BETWEEN 1 AND 4294967295),
    -- Computer player that takes a game if no person does: 'nobody', 'nearest' to the user's
    -- rating, or a player's name. An 'invitation' is taken by whoever has its link.
    stand_in TEXT COLLATE "C" NOT NULL DEFAULT 'nobody' CHECK (stand_in <> ''),
    -- When it does so, or when the invitation is over; NULL if it never does, or has.
    due BIGINT CHECK (due IS NULL OR stand_in <> 'nobody'),
    PRIMARY KEY (kind, number),
    CHECK (increment_hours IS NULL OR total_days IS NOT NULL)
);

CREATE INDEX seeks_of_user ON seeks (userid);
CREATE INDEX seeks_due ON seeks (due) WHERE due IS NOT NULL;


-- Hotseat games ----------------------------------------------------------------------------------

-- Games of two people at one screen, and games that a browser played offline and handed in. They
-- have no clock, no rating and no opponent to tell, and belong to one user.
CREATE TABLE hotseats (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    game TEXT COLLATE "C" NOT NULL CHECK (game <> ''),
    options TEXT COLLATE "C" NOT NULL,
    -- List of turns.
    turns TEXT COLLATE "C" NOT NULL,
    touched BIGINT NOT NULL,
    -- Name that the browser gave a game that it handed in, so that the game is kept once even if it
    -- is sent twice.
    handed_in TEXT COLLATE "C" CHECK (handed_in <> ''),
    -- In a game against the browser's computer, its level and the seat of the person, as reported
    -- by the browser.
    level TEXT COLLATE "C" CHECK (level <> ''),
    seat TEXT COLLATE "C" CHECK (seat IN ('first', 'second')),
    -- Seat that resigned.
    resigned TEXT COLLATE "C" CHECK (resigned IN ('first', 'second'))
);

CREATE INDEX hotseats_of_user ON hotseats (userid, touched);


-- Ratings and lists ------------------------------------------------------------------------------

-- Ratings of users in each game.
CREATE TABLE ratings (
    kind TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    rating DOUBLE PRECISION NOT NULL CHECK (rating BETWEEN -1000000.0 AND 1000000.0),
    deviation DOUBLE PRECISION NOT NULL CHECK (deviation > 0.0 AND deviation <= 1000000.0),
    volatility DOUBLE PRECISION NOT NULL CHECK (volatility > 0.0 AND volatility <= 1000000.0),
    won BIGINT NOT NULL CHECK (won BETWEEN 0 AND 4294967295),
    drawn BIGINT NOT NULL CHECK (drawn BETWEEN 0 AND 4294967295),
    lost BIGINT NOT NULL CHECK (lost BETWEEN 0 AND 4294967295),
    -- Whether the rating is still uncertain; the number is that of `RatingRecord::is_provisional`.
    provisional BIGINT NOT NULL GENERATED ALWAYS AS (CASE WHEN deviation > 110.0 THEN 1 ELSE 0 END) STORED,
    -- Whether the account exists. Triggers keep it.
    present BIGINT NOT NULL DEFAULT 1 CHECK (present IN (0, 1)),
    PRIMARY KEY (kind, userid)
);

CREATE INDEX ratings_of_user ON ratings (userid);
CREATE INDEX ratings_standing ON ratings (kind, provisional, rating DESC, userid) WHERE present = 1;

-- How each rated game changed its players' ratings.
CREATE TABLE rating_history (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    seat TEXT COLLATE "C" NOT NULL CHECK (seat IN ('first', 'second')),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    at BIGINT NOT NULL,
    rating_before DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    volatility_before DOUBLE PRECISION NOT NULL,
    won_before BIGINT NOT NULL,
    drawn_before BIGINT NOT NULL,
    lost_before BIGINT NOT NULL,
    rating_after DOUBLE PRECISION NOT NULL,
    deviation_after DOUBLE PRECISION NOT NULL,
    volatility_after DOUBLE PRECISION NOT NULL,
    won_after BIGINT NOT NULL,
    drawn_after BIGINT NOT NULL,
    lost_after BIGINT NOT NULL,
    -- Number of the player's rated games up to this one.
    played BIGINT NOT NULL GENERATED ALWAYS AS (won_after + drawn_after + lost_after) STORED,
    PRIMARY KEY (kind, number, seat),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

CREATE INDEX rating_history_of_game ON rating_history (userid, kind, played);
CREATE INDEX rating_history_by_time ON rating_history (userid, at, kind, number);

-- Results of a player's finished games, by game and opponent. The opponent '' counts all of them.
-- Triggers on `boards` keep it, so that no page has to count.
CREATE TABLE scores (
    userid TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    opponent TEXT COLLATE "C" NOT NULL,
    won BIGINT NOT NULL CHECK (won >= 0),
    drawn BIGINT NOT NULL CHECK (drawn >= 0),
    lost BIGINT NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (userid, kind, opponent)
);

-- Number of finished games. Triggers on `boards` keep it.
CREATE TABLE tallies (
    kind TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    over BIGINT NOT NULL CHECK (over >= 0)
);

-- Every ending of a user's name, from each of its letters on, so that a search finds all names that
-- contain a text. Guests and deleted accounts have none. Triggers keep it.
CREATE TABLE names (
    ending TEXT COLLATE "C" NOT NULL,
    userid TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (ending, userid)
);

CREATE INDEX names_whole ON names (userid) WHERE ending = userid;

-- Counts a finished game for one of its players, or takes it back: `sign` is 1 or -1.
CREATE FUNCTION count_score(player TEXT, game TEXT, other TEXT, won_it BOOLEAN, drew BOOLEAN, sign BIGINT)
RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    wins BIGINT := CASE WHEN won_it THEN 1 ELSE 0 END;
    draws BIGINT := CASE WHEN drew THEN 1 ELSE 0 END;
BEGIN
    IF sign > 0 THEN
        INSERT INTO scores (userid, kind, opponent, won, drawn, lost)
            SELECT player, game, o.opponent, wins, draws, 1 - wins - draws
            FROM (VALUES (other), ('')) AS o (opponent)
            ON CONFLICT (userid, kind, opponent) DO UPDATE SET won = scores.won + excluded.won,
                drawn = scores.drawn + excluded.drawn, lost = scores.lost + excluded.lost;
    ELSE
        UPDATE scores SET won = won - wins, drawn = drawn - draws, lost = lost - (1 - wins - draws)
            WHERE userid = player AND kind = game AND opponent IN (other, '');
        DELETE FROM scores WHERE userid = player AND kind = game AND opponent IN (other, '')
            AND won + drawn + lost = 0;
    END IF;
END $$;

-- Counts a board for both players, and for its game, if it is finished.
CREATE FUNCTION count_board(board boards, sign BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    IF board.result IS NULL OR board.result NOT IN ('first', 'second', 'draw') THEN
        RETURN;
    END IF;
    PERFORM count_score(board.first_player, board.kind, board.second_player,
        board.result = 'first', board.result = 'draw', sign);
    PERFORM count_score(board.second_player, board.kind, board.first_player,
        board.result = 'second', board.result = 'draw', sign);
    IF sign > 0 THEN
        INSERT INTO tallies (kind, over) VALUES (board.kind, 1)
            ON CONFLICT (kind) DO UPDATE SET over = tallies.over + 1;
    ELSE
        UPDATE tallies SET over = over - 1 WHERE kind = board.kind;
    END IF;
END $$;

-- A finished game is counted for both players, and for its game.
CREATE FUNCTION boards_scored() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM count_board(OLD, -1);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM count_board(NEW, 1);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER boards_scored AFTER INSERT ON boards
    FOR EACH ROW WHEN (NEW.result IS NOT NULL) EXECUTE FUNCTION boards_scored();
CREATE TRIGGER boards_unscored AFTER DELETE ON boards
    FOR EACH ROW WHEN (OLD.result IS NOT NULL) EXECUTE FUNCTION boards_scored();
-- A game ends, is reopened, or gets another player.
CREATE TRIGGER boards_scored_again AFTER UPDATE OF first_player, second_player, result ON boards
    FOR EACH ROW WHEN (OLD.result IS DISTINCT FROM NEW.result
        OR OLD.first_player <> NEW.first_player OR OLD.second_player <> NEW.second_player)
    EXECUTE FUNCTION boards_scored();

-- An account is made, deleted, restored, renamed or removed.
CREATE FUNCTION users_named() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM names WHERE userid = OLD.userid
            AND ending IN (SELECT substr(OLD.userid, place) FROM generate_series(1, 20) AS place);
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN NULL;
    END IF;
    INSERT INTO names (ending, userid)
        SELECT substr(NEW.userid, place), NEW.userid
        FROM generate_series(1, length(NEW.userid)) AS place
        WHERE NEW.deleted IS NULL
            AND NOT EXISTS (SELECT 1 FROM guests g WHERE g.userid = NEW.userid);
    IF TG_OP = 'UPDATE' THEN
        UPDATE ratings SET present = CASE WHEN NEW.deleted IS NULL THEN 1 ELSE 0 END
            WHERE userid = NEW.userid;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER users_named AFTER INSERT ON users
    FOR EACH ROW WHEN (NEW.deleted IS NULL) EXECUTE FUNCTION users_named();
CREATE TRIGGER users_left AFTER UPDATE OF userid, deleted ON users
    FOR EACH ROW WHEN (OLD.userid <> NEW.userid OR OLD.deleted IS DISTINCT FROM NEW.deleted)
    EXECUTE FUNCTION users_named();
CREATE TRIGGER users_gone AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION users_named();

CREATE FUNCTION guests_unnamed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM names WHERE userid = NEW.userid
        AND ending IN (SELECT substr(NEW.userid, place) FROM generate_series(1, 20) AS place);
    RETURN NULL;
END $$;

CREATE TRIGGER guests_unnamed AFTER INSERT ON guests FOR EACH ROW EXECUTE FUNCTION guests_unnamed();

-- A player's first rating in a game.
CREATE FUNCTION ratings_made() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ratings SET present = CASE WHEN EXISTS
        (SELECT 1 FROM users u WHERE u.userid = NEW.userid AND u.deleted IS NULL) THEN 1 ELSE 0 END
        WHERE kind = NEW.kind AND userid = NEW.userid;
    RETURN NULL;
END $$;

CREATE TRIGGER ratings_made AFTER INSERT ON ratings FOR EACH ROW EXECUTE FUNCTION ratings_made();


-- Background work --------------------------------------------------------------------------------

-- Jobs for the workers. Requests make these rows, in the transaction that causes the work, and the
-- transaction that stores the result deletes them. JobKind in carrick-store lists the kinds.
--
-- Jobs of one priority are a queue, and a queue is shared fairly: see schedule/jobs.rs in
-- carrick-store.
CREATE TABLE jobs (
    kind TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    -- What the job is about, mostly a game and a number: 'antipod 101'. There is one job of a kind
    -- about a thing.
    key TEXT COLLATE "C" NOT NULL CHECK (key <> ''),
    -- What a worker has to know besides.
    payload TEXT COLLATE "C" NOT NULL,
    -- 0 comes first.
    priority BIGINT NOT NULL CHECK (priority >= 0),
    -- The user for whom it is, and where they last came from (`places`).
    asker TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    place TEXT COLLATE "C" NOT NULL CHECK (place <> ''),
    -- Share of the queue's time: milliseconds, or how many usual jobs it takes the time of.
    cost BIGINT NOT NULL CHECK (cost >= 1),
    -- Round of the place's askers to which it belongs.
    turn BIGINT NOT NULL CHECK (turn >= 0),
    -- Virtual time at which it is finished. The next job is the one with the least.
    finish BIGINT NOT NULL,
    since BIGINT NOT NULL,
    -- When the job may be claimed: 0, so that no clock is behind it. A worker that claims it moves
    -- this to the time by which it must be done; after that, another one takes it.
    due BIGINT NOT NULL,
    -- How often it was tried in vain.
    failures BIGINT NOT NULL DEFAULT 0 CHECK (failures >= 0),
    PRIMARY KEY (kind, key)
);

CREATE INDEX jobs_in_order ON jobs (priority, finish);
CREATE INDEX jobs_of_place ON jobs (priority, place, turn);


-- Hints, reviews and studies ---------------------------------------------------------------------

-- Hints that were found in practice games, one for a position.
CREATE TABLE hints (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    -- The board's generation, which names the position.
    generation BIGINT NOT NULL CHECK (generation >= 0),
    -- Last step of the hint that the player was shown.
    told BIGINT CHECK (told BETWEEN 1 AND 3),
    -- As JSON (Hint in carrick-coach).
    hint TEXT COLLATE "C" NOT NULL CHECK (hint <> ''),
    PRIMARY KEY (kind, number, generation),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

-- Finished reviews of finished games: how many times the usual time they took.
CREATE TABLE reviews (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    times BIGINT NOT NULL CHECK (times BETWEEN 1 AND 8),
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

-- Positions that a review has judged, whether it is finished or not.
CREATE TABLE judged (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    -- The review's length, as in `reviews`.
    times BIGINT NOT NULL CHECK (times BETWEEN 1 AND 8),
    -- Number of turns before the position.
    ply BIGINT NOT NULL CHECK (ply >= 0),
    -- As JSON (Judged in carrick-coach).
    judged TEXT COLLATE "C" NOT NULL CHECK (judged <> ''),
    PRIMARY KEY (kind, number, times, ply),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

-- Finished reviews of hotseat games, as in `reviews`.
CREATE TABLE hotseat_reviews (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL REFERENCES hotseats (number),
    times BIGINT NOT NULL CHECK (times BETWEEN 1 AND 8),
    PRIMARY KEY (kind, number)
);

CREATE INDEX hotseat_reviews_of_game ON hotseat_reviews (number);

-- Positions that a review of a hotseat game has judged, as in `judged`.
CREATE TABLE hotseat_judged (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL REFERENCES hotseats (number),
    times BIGINT NOT NULL CHECK (times BETWEEN 1 AND 8),
    ply BIGINT NOT NULL CHECK (ply >= 0),
    judged TEXT COLLATE "C" NOT NULL CHECK (judged <> ''),
    PRIMARY KEY (kind, number, times, ply)
);

CREATE INDEX hotseat_judged_of_game ON hotseat_judged (number);

-- Trees of variations. Anyone who knows the address can read one; its owner can change it.
CREATE TABLE studies (
    address TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(address) = 16),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    title TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL CHECK (game <> ''),
    -- The tree as JSON.
    body TEXT COLLATE "C" NOT NULL CHECK (length(body) <= 65536),
    -- Number of changes, so that one window does not overwrite another one's work.
    version BIGINT NOT NULL CHECK (version >= 1),
    touched BIGINT NOT NULL
);

CREATE INDEX studies_of_user ON studies (userid, touched);


-- Lessons and puzzles ----------------------------------------------------------------------------

-- Steps of a game's lesson that a user has finished: a bit for each.
CREATE TABLE lessons (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL,
    steps BIGINT NOT NULL CHECK (steps BETWEEN 1 AND 65535),
    PRIMARY KEY (userid, kind)
);

-- Ratings of puzzles that at least one user has tried. A puzzle wins if the user does not solve it.
CREATE TABLE puzzle_ratings (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL CHECK (number > 0),
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    won BIGINT NOT NULL CHECK (won >= 0),
    drawn BIGINT NOT NULL CHECK (drawn >= 0),
    lost BIGINT NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (kind, number)
);

-- Ratings of users as solvers of a game's puzzles.
CREATE TABLE solver_ratings (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    won BIGINT NOT NULL CHECK (won >= 0),
    drawn BIGINT NOT NULL CHECK (drawn >= 0),
    lost BIGINT NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (userid, kind)
);

-- Users' attempts at puzzles.
CREATE TABLE puzzle_tries (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL CHECK (number > 0),
    -- Number of turns found.
    found BIGINT NOT NULL CHECK (found >= 0),
    -- Whether the user made a mistake before solving it.
    failed BIGINT NOT NULL CHECK (failed IN (0, 1)),
    solved BIGINT NOT NULL CHECK (solved IN (0, 1)),
    -- Day, counted from 1970-01-01, if the user solved it as the puzzle of that day.
    day BIGINT CHECK (day IS NULL OR (day >= 0 AND solved = 1)),
    PRIMARY KEY (userid, kind, number)
);

-- When a user next gets puzzles by email, and the last day for which they did.
CREATE TABLE puzzle_schedules (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    due BIGINT,
    last BIGINT
);

CREATE INDEX puzzle_schedules_due ON puzzle_schedules (due) WHERE due IS NOT NULL;


-- Requests and messages --------------------------------------------------------------------------

-- Log of all requests. The answer to a request is its messages in the outbox.
CREATE TABLE requests (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    -- What the sender's program calls the request, if anything; no sender uses a name twice.
    id TEXT COLLATE "C" CHECK (id <> ''),
    at BIGINT NOT NULL,
    -- A user's name, an address, or '-'.
    sender TEXT COLLATE "C" NOT NULL CHECK (sender <> ''),
    -- Without passwords and tokens.
    command TEXT COLLATE "C" NOT NULL,
    refused BIGINT NOT NULL CHECK (refused IN (0, 1))
);

CREATE UNIQUE INDEX requests_id ON requests (sender, id) WHERE id IS NOT NULL;

-- Messages to users and other senders. `kind` and `board` have no foreign key, since a message can
-- say that there is no such board.
CREATE TABLE outbox (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    request BIGINT NOT NULL REFERENCES requests (number),
    -- Whether it answers the sender of the request, and does not tell another user.
    answer BIGINT NOT NULL CHECK (answer IN (0, 1)),
    userid TEXT COLLATE "C" REFERENCES users (userid),
    address TEXT COLLATE "C" CHECK (address <> ''),
    subject TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C",
    board BIGINT,
    created BIGINT NOT NULL,
    -- 'returned' if the caller of the transaction has it and there is nothing to send.
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('returned', 'pending', 'sent')),
    sent BIGINT,
    -- What the message is, and which position its text draws, as JSON (About in carrick-service).
    about TEXT COLLATE "C" NOT NULL DEFAULT '{}' CHECK (about <> ''),
    -- Link at the end, or what an answer to the message does, as JSON (Link in carrick-service). Its
    -- token is derived when the message is sent and stored nowhere, and goes only to confirmed
    -- addresses.
    link TEXT COLLATE "C" CHECK (link <> ''),
    -- Address that the message asks the user to confirm. It goes only there.
    claimed TEXT COLLATE "C" CHECK (claimed IS NULL OR (userid IS NOT NULL AND link IS NULL)),
    -- Place in `texts` of the body, if it is not in this row.
    shared BIGINT,
    CHECK ((kind IS NULL) = (board IS NULL)),
    CHECK ((state = 'sent') = (sent IS NOT NULL)),
    CHECK (userid IS NULL OR (answer = 0 AND address IS NULL)),
    CHECK (answer = 1 OR userid IS NOT NULL),
    CHECK ((state = 'returned') = (userid IS NULL AND address IS NULL))
);

CREATE INDEX outbox_pending ON outbox (number) WHERE state = 'pending';
CREATE INDEX outbox_of_request ON outbox (request);
CREATE INDEX outbox_of_user ON outbox (userid, number) WHERE userid IS NOT NULL;

-- Bodies that several messages of a request share, such as those to all who watch a board.
CREATE TABLE texts (
    request BIGINT NOT NULL REFERENCES requests (number),
    place BIGINT NOT NULL CHECK (place >= 1),
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (request, place)
);

-- What users write to each other, except on boards. It is in the inboxes of its readers; Carrick also
-- needs it to limit how much a user writes, and to send a letter once even if it arrives twice.
CREATE TABLE letters (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    at BIGINT NOT NULL,
    -- List of names; NULL for a broadcast.
    recipients TEXT COLLATE "C" CHECK (recipients <> ''),
    body TEXT COLLATE "C" NOT NULL
);

CREATE INDEX letters_of_user ON letters (userid, at);

-- Letters in the inboxes of their readers, and whether they were read.
CREATE TABLE inbox (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    letter BIGINT NOT NULL REFERENCES letters (number) ON DELETE CASCADE,
    unread BIGINT NOT NULL CHECK (unread IN (0, 1)),
    PRIMARY KEY (userid, letter)
);

CREATE INDEX inbox_of_letter ON inbox (letter);
CREATE INDEX inbox_unread ON inbox (userid) WHERE unread = 1;

-- Changes to an account that wait for the user's consent, because the sender may be someone else.
-- `message` asks for it, with a link that is derived when the message is sent.
CREATE TABLE account_changes (
    message BIGINT NOT NULL PRIMARY KEY REFERENCES outbox (number),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    what TEXT COLLATE "C" NOT NULL
        CHECK (what IN ('add', 'addresses', 'password', 'delete', 'signoff', 'signon', 'challenge')),
    -- List of the addresses, the hash of the new password, or the challenge as a command.
    detail TEXT COLLATE "C" NOT NULL CHECK ((detail = '') = (what IN ('delete', 'signoff', 'signon')))
);

CREATE INDEX account_changes_of_user ON account_changes (userid);


-- Mail -------------------------------------------------------------------------------------------

-- Incoming mails that had an effect or an answer. They show which mail arrived twice, and how many
-- answers a sender got lately. Ignored mail has no row, so it costs no space.
CREATE TABLE mails (
    -- Keyed hash of what identifies the mail, including its body.
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (id <> ''),
    at BIGINT NOT NULL,
    -- Keyed hash of the address or user whose answers are counted together.
    sender TEXT COLLATE "C" NOT NULL CHECK (sender <> ''),
    answered BIGINT NOT NULL CHECK (answered IN (0, 1)),
    request BIGINT NOT NULL REFERENCES requests (number),
    -- Its Message-ID, for the answer's In-Reply-To.
    message_id TEXT COLLATE "C" CHECK (message_id <> ''),
    -- Whether the answer asked if the sender owns the address: at most once a day.
    asked BIGINT NOT NULL DEFAULT 0 CHECK (asked IN (0, 1) AND asked <= answered),
    -- For an answer to an unknown address, a keyed hash of its domain. All such answers together
    -- have a limit, since a forger may have written the address.
    stranger TEXT COLLATE "C" CHECK (stranger <> ''),
    -- Number of accounts that the mail made.
    accounts BIGINT NOT NULL DEFAULT 0 CHECK (accounts >= 0)
);

CREATE INDEX mails_answered ON mails (sender, at) WHERE answered = 1;
CREATE INDEX mails_by_time ON mails (at);
CREATE INDEX mails_of_request ON mails (request);
CREATE INDEX mails_to_strangers ON mails (at, stranger) WHERE stranger IS NOT NULL;
CREATE INDEX mails_with_accounts ON mails (at, accounts) WHERE accounts > 0;

-- Copies of messages on their way to an address. A pending message of the outbox becomes a delivery
-- for each address, or part of a digest, or nothing. Its state there is then 'sent'.
CREATE TABLE deliveries (
    message BIGINT NOT NULL REFERENCES outbox (number),
    copy BIGINT NOT NULL CHECK (copy >= 0),
    address TEXT COLLATE "C" NOT NULL CHECK (address LIKE '_%@_%'),
    -- What follows the @, in lower case: Carrick paces deliveries to each domain.
    domain TEXT COLLATE "C" NOT NULL CHECK (domain = lower(domain)),
    -- 'dead' if the server gave up, until an operator retries it.
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'sent', 'dead')),
    -- When to try a waiting copy. A worker that tries it first moves this to the time by which it
    -- must be done. In another state, since when it has that state.
    due BIGINT NOT NULL,
    -- Number of attempts, including one in progress.
    attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- What the relay last said, in a line without secrets.
    failure TEXT COLLATE "C" CHECK (failure <> ''),
    PRIMARY KEY (message, copy)
);

CREATE INDEX deliveries_due ON deliveries (due) WHERE state = 'waiting';
CREATE INDEX deliveries_dead ON deliveries (due) WHERE state = 'dead';
CREATE INDEX deliveries_sent ON deliveries (due) WHERE state = 'sent';
CREATE INDEX deliveries_by_address ON deliveries (lower(address));

-- Messages that wait for the user's mail of the day. All of a user's have the same `due`.
CREATE TABLE digests (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    message BIGINT NOT NULL REFERENCES outbox (number),
    due BIGINT NOT NULL,
    PRIMARY KEY (userid, message)
);

CREATE INDEX digests_due ON digests (due);

-- Copies that came back because their address does not exist. Rows are deleted after some weeks,
-- and when the user confirms the address again.
CREATE TABLE bounces (
    message BIGINT NOT NULL,
    copy BIGINT NOT NULL CHECK (copy >= 0),
    address TEXT COLLATE "C" NOT NULL CHECK (address LIKE '_%@_%'),
    at BIGINT NOT NULL,
    PRIMARY KEY (message, copy)
);

CREATE INDEX bounces_by_address ON bounces (address, at);

-- Mails that the server sent to itself and got back, to test the relay.
CREATE TABLE echoes (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    -- Whether the relay let a forged header in its own name pass.
    forged BIGINT NOT NULL CHECK (forged IN (0, 1)),
    -- Whether it added its own.
    judged BIGINT NOT NULL CHECK (judged IN (0, 1))
);


-- The server -------------------------------------------------------------------------------------

-- When a server last looked for what is due, which shows that it ran. There is at most one row.
CREATE TABLE sweeps (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    at BIGINT NOT NULL,
    -- For a clock that is behind the latest known time: what it showed when the server first saw
    -- that, and what it showed at `at`.
    fallen_since BIGINT,
    fallen_shown BIGINT
);

-- Times of more than an hour in which no server ran. Rows stay forever, because clocks are computed
-- from them.
CREATE TABLE outages (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL CHECK (until > since)
);

CREATE INDEX outages_by_end ON outages (until);

-- Token buckets of the rate limits that all processes share, and when each will be full again. A
-- full bucket needs no row.
CREATE TABLE buckets (
    budget TEXT COLLATE "C" NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    full_at BIGINT NOT NULL,
    PRIMARY KEY (budget, holder)
);

CREATE INDEX buckets_full_at ON buckets (full_at);


-- First rows -------------------------------------------------------------------------------------

-- The computer's players. They have no password, so no person can play as one of them.
INSERT INTO users (userid, joined) VALUES
    ('level1', 0), ('level2', 0), ('level3', 0), ('level4', 0), ('level5', 0),
    ('level6', 0), ('level7', 0), ('level8', 0), ('level9', 0),
    ('novice1', 0), ('novice2', 0), ('novice3', 0), ('novice4', 0), ('novice5', 0),
    ('novice6', 0), ('novice7', 0), ('novice8', 0), ('novice9', 0),
    ('novice10', 0), ('novice11', 0);
