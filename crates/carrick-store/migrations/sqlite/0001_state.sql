-- The state of the service, in SQLite's dialect. Only this folder and `sqlite.rs` know it; every
-- statement elsewhere is portable.
--
-- Keys are natural (a user's name, a game and a number), so no row needs a generated id. Times are
-- microseconds since 1970 in UTC: whole numbers compare and index alike everywhere and have no time
-- zone to get wrong. Seats are the words 'first' and 'second'. Booleans are 0 and 1.

-- The next number of each series: 'board ankor', 'seek ankor', 'ending', 'letter', 'message',
-- 'request', 'job'. A number once given is never
-- given again, even if what it named is deleted some day.
CREATE TABLE counters (
    name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
    next INTEGER NOT NULL CHECK (next >= 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
    userid TEXT NOT NULL PRIMARY KEY CHECK (userid = lower(userid) AND length(userid) BETWEEN 2 AND 20),
    joined INTEGER NOT NULL,
    -- The hash in PHC form; without one, nobody can type a password for the account.
    password TEXT CHECK (password <> ''),
    -- Whether he reads what others broadcast.
    news INTEGER NOT NULL CHECK (news IN (0, 1)),
    -- A name of the IANA database.
    zone TEXT NOT NULL DEFAULT 'UTC' CHECK (zone <> ''),
    -- A deleted account keeps its row, so that nobody takes the name and old games can tell it.
    deleted INTEGER,
    CHECK (deleted IS NULL OR password IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX users_of_news ON users (userid) WHERE news = 1;

-- Who can neither challenge a user nor write to him.
CREATE TABLE blocks (
    userid TEXT NOT NULL REFERENCES users (userid),
    blocked TEXT NOT NULL REFERENCES users (userid) CHECK (blocked <> userid),
    PRIMARY KEY (userid, blocked)
) STRICT, WITHOUT ROWID;

-- What a user has chosen in a game, where it is not the default.
CREATE TABLE choices (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL CHECK (kind <> ''),
    -- Whether others may challenge him, on how many boards he plays at most, whether he gets every
    -- turn of every board, and whether a mail at each end.
    challenges INTEGER NOT NULL CHECK (challenges IN (0, 1)),
    board_limit INTEGER CHECK (board_limit BETWEEN 1 AND 4294967295),
    watches INTEGER NOT NULL CHECK (watches IN (0, 1)),
    notify INTEGER NOT NULL CHECK (notify IN (0, 1)),
    PRIMARY KEY (userid, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX choices_watching ON choices (kind) WHERE watches = 1;
CREATE INDEX choices_notified ON choices (kind) WHERE notify = 1;

CREATE TABLE addresses (
    userid TEXT NOT NULL REFERENCES users (userid),
    -- In the order in which the user named them; this is also what keeps them to three.
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 2),
    address TEXT NOT NULL CHECK (address LIKE '_%@_%' AND length(address) <= 254),
    confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    PRIMARY KEY (userid, place),
    UNIQUE (userid, address)
) STRICT, WITHOUT ROWID;

-- Anybody may claim an address; only one user can have confirmed it.
CREATE UNIQUE INDEX addresses_confirmed ON addresses (address) WHERE confirmed = 1;

-- When a user's clocks stand still. Never deleted while the account lives: clocks are computed from it.
CREATE TABLE absences (
    userid TEXT NOT NULL REFERENCES users (userid),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL CHECK (until >= since),
    signed_off INTEGER NOT NULL CHECK (signed_off IN (0, 1)),
    -- Whether the user knows of its end.
    over INTEGER NOT NULL CHECK (over IN (0, 1)),
    PRIMARY KEY (userid, since)
) STRICT, WITHOUT ROWID;

CREATE INDEX absences_under_way ON absences (until) WHERE over = 0;

-- What a user has chosen to be shown of a game's boards.
CREATE TABLE displays (
    userid TEXT NOT NULL REFERENCES users (userid),
    kind TEXT NOT NULL CHECK (kind <> ''),
    labels INTEGER NOT NULL CHECK (labels IN (0, 1)),
    all_turns INTEGER NOT NULL CHECK (all_turns IN (0, 1)),
    PRIMARY KEY (userid, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE boards (
    kind TEXT NOT NULL CHECK (kind <> ''),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 999999999),
    first_player TEXT NOT NULL REFERENCES users (userid),
    second_player TEXT NOT NULL REFERENCES users (userid),
    options TEXT NOT NULL,
    forfeit_days INTEGER NOT NULL CHECK (forfeit_days BETWEEN 0 AND 65535),
    nag_days INTEGER NOT NULL CHECK (nag_days BETWEEN 0 AND 65535),
    total_days INTEGER CHECK (total_days BETWEEN 0 AND 65535),
    increment_hours INTEGER CHECK (increment_hours BETWEEN 0 AND 65535),
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- What it came of: the board of which it is the rematch, or a seek; neither for a challenge.
    rematch_of INTEGER CHECK (rematch_of BETWEEN 1 AND 999999999),
    seek INTEGER CHECK (seek >= 1),
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL CHECK (touched >= created),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    -- Between the turn that ends a game and the end itself, in one transaction, nobody is to move and
    -- the game has not ended; no transaction is committed there.
    to_move TEXT CHECK (to_move IN ('first', 'second')),
    -- Nothing is due on the board before this moment; and how many reminders of this turn were sent.
    due INTEGER,
    nags INTEGER NOT NULL DEFAULT 0 CHECK (nags BETWEEN 0 AND 65535),
    offer_by TEXT CHECK (offer_by IN ('first', 'second')),
    offer_kind TEXT CHECK (offer_kind IN ('draw', 'undo')),
    offer_rejected INTEGER CHECK (offer_rejected IN (0, 1)),
    -- What the players have in mind: conditional moves of each seat, and the turn that the player to
    -- move has submitted.
    first_queue TEXT CHECK (first_queue <> ''),
    second_queue TEXT CHECK (second_queue <> ''),
    submitted TEXT CHECK (submitted <> ''),
    -- What was taken back: how many times, how many turns, the highest number of one, and whose it was
    -- if none was played since.
    undone_times INTEGER NOT NULL DEFAULT 0 CHECK (undone_times >= 0),
    undone_turns INTEGER NOT NULL DEFAULT 0 CHECK (undone_turns >= undone_times),
    undone_highest INTEGER NOT NULL DEFAULT 0 CHECK (undone_highest >= 0),
    undone_by TEXT CHECK (undone_by IN ('first', 'second')),
    -- The seat that won, or declined to play.
    result TEXT CHECK (result IN ('first', 'second', 'draw', 'declined first', 'declined second')),
    reason TEXT CHECK (reason <> ''),
    ended INTEGER,
    -- The how manieth board it was to end, of all games: times may be equal, or clocks be set back.
    -- A game that comes from elsewhere moves those that ended after it.
    ending INTEGER CHECK (ending >= 1),
    PRIMARY KEY (kind, number),
    CHECK (rematch_of IS NULL OR seek IS NULL),
    CHECK (increment_hours IS NULL OR total_days IS NOT NULL),
    CHECK ((offer_by IS NULL) = (offer_kind IS NULL) AND (offer_by IS NULL) = (offer_rejected IS NULL)),
    CHECK ((ended IS NULL) = (result IS NULL) AND (ended IS NULL) = (reason IS NULL)),
    CHECK ((ended IS NULL) = (ending IS NULL) AND (ended IS NULL) = (due IS NOT NULL)),
    CHECK (ended IS NULL OR (to_move IS NULL AND offer_by IS NULL)),
    CHECK (ended IS NULL OR (first_queue IS NULL AND second_queue IS NULL AND submitted IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX boards_due ON boards (due) WHERE due IS NOT NULL;
CREATE UNIQUE INDEX boards_ending ON boards (ending) WHERE ending IS NOT NULL;

-- Every list is of boards in play or lately finished: of a player, of a game, or all.
CREATE INDEX boards_of_first ON boards (first_player, ended);
CREATE INDEX boards_of_second ON boards (second_player, ended);
CREATE INDEX boards_by_end ON boards (ended, kind);
CREATE INDEX boards_of_rematch ON boards (kind, rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX boards_of_seek ON boards (kind, seek) WHERE seek IS NOT NULL;

-- Who gets every turn of a board without playing on it.
CREATE TABLE subscriptions (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    userid TEXT NOT NULL REFERENCES users (userid),
    PRIMARY KEY (kind, number, userid),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- Open games that wait for somebody to take them. A seek of which none is left is deleted.
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
    PRIMARY KEY (kind, number),
    CHECK (increment_hours IS NULL OR total_days IS NOT NULL)
) STRICT, WITHOUT ROWID;

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

-- When a turn began anew, because those from it on were taken back, or because the game came from
-- elsewhere.
CREATE TABLE restarts (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL CHECK (ply >= 1),
    at INTEGER NOT NULL,
    PRIMARY KEY (kind, number, ply),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- What was said on a board, after which turn.
CREATE TABLE remarks (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 1),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    userid TEXT NOT NULL REFERENCES users (userid),
    at INTEGER NOT NULL,
    remark TEXT NOT NULL,
    PRIMARY KEY (kind, number, place),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT;

CREATE INDEX remarks_of_user ON remarks (userid, at);

-- What users write to each other, not on a board: kept so that nobody writes too much, and so that
-- what is sent twice goes out once.
CREATE TABLE letters (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT NOT NULL REFERENCES users (userid),
    at INTEGER NOT NULL,
    -- The names of those written to, in their order, between blanks; none for the readers of the news.
    recipients TEXT CHECK (recipients <> ''),
    body TEXT NOT NULL
) STRICT;

CREATE INDEX letters_of_user ON letters (userid, at);

CREATE TABLE ratings (
    kind TEXT NOT NULL CHECK (kind <> ''),
    userid TEXT NOT NULL REFERENCES users (userid),
    rating REAL NOT NULL CHECK (rating BETWEEN -1000000.0 AND 1000000.0),
    deviation REAL NOT NULL CHECK (deviation > 0.0 AND deviation <= 1000000.0),
    volatility REAL NOT NULL CHECK (volatility > 0.0 AND volatility <= 1000000.0),
    won INTEGER NOT NULL CHECK (won BETWEEN 0 AND 4294967295),
    drawn INTEGER NOT NULL CHECK (drawn BETWEEN 0 AND 4294967295),
    lost INTEGER NOT NULL CHECK (lost BETWEEN 0 AND 4294967295),
    PRIMARY KEY (kind, userid)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_of_user ON ratings (userid);

-- What each rated game did to its players' ratings.
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
    PRIMARY KEY (kind, number, seat),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- The computer plays under these names. They have no password, so nobody else can.
INSERT INTO users (userid, joined, news) VALUES
    ('level1', 0, 0), ('level2', 0, 0), ('level3', 0, 0), ('level4', 0, 0), ('level5', 0, 0),
    ('level6', 0, 0), ('level7', 0, 0), ('level8', 0, 0), ('level9', 0, 0);

-- The boards on which the computer is asked for something: made, and removed, by the turns and offers
-- that make it so.
CREATE TABLE jobs (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    -- Who waits for it, and since when.
    opponent TEXT NOT NULL REFERENCES users (userid),
    since INTEGER NOT NULL,
    -- Somebody works on it and will be done before this moment; if not, he has died, and another may.
    claimed_until INTEGER,
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
) STRICT, WITHOUT ROWID;

-- The number of the job that was last begun for an opponent: whoever was served longest ago is next.
CREATE TABLE servings (
    userid TEXT NOT NULL PRIMARY KEY REFERENCES users (userid),
    job INTEGER NOT NULL CHECK (job >= 1)
) STRICT, WITHOUT ROWID;

-- The log of what was asked. The answer to a request is its messages.
CREATE TABLE requests (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    -- What the carrier knows the request by, if anything; once per sender.
    id TEXT CHECK (id <> ''),
    at INTEGER NOT NULL,
    -- A userid, an address, or '-'.
    sender TEXT NOT NULL CHECK (sender <> ''),
    -- Without passwords and tokens.
    command TEXT NOT NULL,
    refused INTEGER NOT NULL CHECK (refused IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX requests_id ON requests (sender, id) WHERE id IS NOT NULL;

-- What is to be said, and what was. A message names its board without a foreign key, since it may say
-- that there is no such board.
CREATE TABLE outbox (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    request INTEGER NOT NULL REFERENCES requests (number),
    -- Whether it answers the sender of the request, or tells a user.
    answer INTEGER NOT NULL CHECK (answer IN (0, 1)),
    userid TEXT REFERENCES users (userid),
    address TEXT CHECK (address <> ''),
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    kind TEXT,
    board INTEGER,
    created INTEGER NOT NULL,
    -- 'returned': the caller of the transaction has it, there is nothing to send.
    state TEXT NOT NULL CHECK (state IN ('returned', 'pending', 'sent')),
    sent INTEGER,
    CHECK ((kind IS NULL) = (board IS NULL)),
    CHECK ((state = 'sent') = (sent IS NOT NULL)),
    CHECK (userid IS NULL OR (answer = 0 AND address IS NULL)),
    CHECK (answer = 1 OR userid IS NOT NULL),
    CHECK ((state = 'returned') = (userid IS NULL AND address IS NULL))
) STRICT;

CREATE INDEX outbox_pending ON outbox (number) WHERE state = 'pending';
CREATE INDEX outbox_of_request ON outbox (request);
