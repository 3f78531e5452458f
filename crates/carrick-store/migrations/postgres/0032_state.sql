-- The state of the service, for PostgreSQL: the tables that SQLite has at this number.
--
-- Times are microseconds since 1970 in UTC, as everywhere in the store. Text is compared by bytes,
-- as SQLite does. Truth values are 0 and 1, so that one statement serves both databases.

-- The next number of each series: 'board ankor', 'seek ankor', 'ending', 'letter', 'message',
-- 'request', 'job'. A number once given is never
-- given again, even if what it named is deleted some day.
CREATE TABLE counters (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (name <> ''),
    next BIGINT NOT NULL CHECK (next >= 1)
);

CREATE TABLE users (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (userid = lower(userid) AND length(userid)
        BETWEEN 2 AND 20),
    joined BIGINT NOT NULL,
    -- The hash in PHC form; without one, nobody can type a password for the account.
    password TEXT COLLATE "C" CHECK (password <> ''),
    -- Whether they read what others broadcast.
    news BIGINT NOT NULL CHECK (news IN (0, 1)),
    -- A name of the IANA database.
    zone TEXT COLLATE "C" NOT NULL DEFAULT 'UTC' CHECK (zone <> ''),
    -- A deleted account keeps its row, so that nobody takes the name and old games can tell it.
    deleted BIGINT,
    -- When a user last asked for a link that sets a new password; nothing once the password was changed,
    -- so that a link is good for one change.
    reset_asked BIGINT,
    -- Whether a user wants no mail but answers to what they ask themselves.
    quiet BIGINT NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1)),
    -- Whether a user who wants mail gets all that answers none of their own in one a day.
    daily BIGINT NOT NULL DEFAULT 0 CHECK (daily IN (0, 1)),
    -- Which kinds of mail a user gets that answer none of their own: those about the boards they play on, reminders, what
    -- other users write; and in which the board is a picture too.
    turn_mail BIGINT NOT NULL DEFAULT 1 CHECK (turn_mail IN (0, 1)),
    reminder_mail BIGINT NOT NULL DEFAULT 1 CHECK (reminder_mail IN (0, 1)),
    letter_mail BIGINT NOT NULL DEFAULT 1 CHECK (letter_mail IN (0, 1)),
    pictures TEXT COLLATE "C" NOT NULL DEFAULT 'usual' CHECK (pictures IN ('usual', 'all', 'none')),
    operator BIGINT NOT NULL DEFAULT 0 CHECK (operator IN (0, 1)),
    -- Since when the account is suspended: no play, no mail, no chat.
    suspended BIGINT,
    -- A former name, whose row is kept so that nobody takes it, names the user's present one.
    renamed_to TEXT COLLATE "C" CHECK (renamed_to IS NULL OR deleted IS NOT NULL),
    -- How pages and boards look to a user, as words with dots between them; none until they choose, when each of their
    -- browsers has its own choices.
    appearance TEXT COLLATE "C" CHECK (appearance <> ''),
    CHECK (deleted IS NULL OR password IS NULL)
);

CREATE INDEX users_of_news ON users (userid) WHERE news = 1;

-- Who can neither challenge a user nor write to him.
CREATE TABLE blocks (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    blocked TEXT COLLATE "C" NOT NULL REFERENCES users (userid) CHECK (blocked <> userid),
    PRIMARY KEY (userid, blocked)
);

-- What a user has chosen in a game, where it is not the default.
CREATE TABLE choices (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    -- Whether others may challenge them, on how many boards they play at most, whether they get every
    -- turn of every board, and whether a mail at each end.
    challenges BIGINT NOT NULL CHECK (challenges IN (0, 1)),
    board_limit BIGINT CHECK (board_limit BETWEEN 1 AND 4294967295),
    watches BIGINT NOT NULL CHECK (watches IN (0, 1)),
    notify BIGINT NOT NULL CHECK (notify IN (0, 1)),
    PRIMARY KEY (userid, kind)
);

CREATE INDEX choices_watching ON choices (kind) WHERE watches = 1;
CREATE INDEX choices_notified ON choices (kind) WHERE notify = 1;

CREATE TABLE addresses (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    -- In the order in which the user named them; this is also what keeps them to three.
    place BIGINT NOT NULL CHECK (place BETWEEN 0 AND 2),
    address TEXT COLLATE "C" NOT NULL CHECK (address LIKE '_%@_%' AND length(address) <= 254),
    confirmed BIGINT NOT NULL CHECK (confirmed IN (0, 1)),
    -- Whether an address has to be confirmed once more because mail for it came back.
    returned BIGINT NOT NULL DEFAULT 0 CHECK (returned IN (0, 1) AND NOT (returned = 1 AND confirmed = 1)),
    PRIMARY KEY (userid, place),
    UNIQUE (userid, address)
);
CREATE UNIQUE INDEX addresses_confirmed ON addresses (lower(address)) WHERE confirmed = 1;

-- When a user's clocks stand still. Never deleted while the account lives: clocks are computed from it.
CREATE TABLE absences (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    since BIGINT NOT NULL,
    until BIGINT NOT NULL CHECK (until >= since),
    signed_off BIGINT NOT NULL CHECK (signed_off IN (0, 1)),
    -- Whether the user knows of its end.
    over BIGINT NOT NULL CHECK (over IN (0, 1)),
    -- A suspension is an absence that is charged to no vacation, and stops the clocks of both players.
    suspended BIGINT NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1) AND suspended + signed_off <= 1),
    PRIMARY KEY (userid, since)
);

CREATE INDEX absences_under_way ON absences (until) WHERE over = 0;

-- What a user has chosen to be shown of a game's boards.
CREATE TABLE displays (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    labels BIGINT NOT NULL CHECK (labels IN (0, 1)),
    all_turns BIGINT NOT NULL CHECK (all_turns IN (0, 1)),
    PRIMARY KEY (userid, kind)
);

CREATE TABLE boards (
    kind TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    number BIGINT NOT NULL CHECK (number BETWEEN 1 AND 999999999),
    first_player TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    second_player TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    options TEXT COLLATE "C" NOT NULL,
    forfeit_days BIGINT NOT NULL CHECK (forfeit_days BETWEEN 0 AND 65535),
    nag_days BIGINT NOT NULL CHECK (nag_days BETWEEN 0 AND 65535),
    total_days BIGINT CHECK (total_days BETWEEN 0 AND 65535),
    increment_hours BIGINT CHECK (increment_hours BETWEEN 0 AND 65535),
    rated BIGINT NOT NULL CHECK (rated IN (0, 1)),
    -- What it came of: the board of which it is the rematch, or a seek; neither for a challenge.
    rematch_of BIGINT CHECK (rematch_of BETWEEN 1 AND 999999999),
    seek BIGINT CHECK (seek >= 1),
    created BIGINT NOT NULL,
    touched BIGINT NOT NULL CHECK (touched >= created),
    ply BIGINT NOT NULL CHECK (ply >= 0),
    -- Between the turn that ends a game and the end itself, in one transaction, nobody is to move and
    -- the game has not ended; no transaction is committed there.
    to_move TEXT COLLATE "C" CHECK (to_move IN ('first', 'second')),
    -- Nothing is due on the board before this moment; and how many reminders of this turn were sent.
    due BIGINT,
    nags BIGINT NOT NULL DEFAULT 0 CHECK (nags BETWEEN 0 AND 65535),
    offer_by TEXT COLLATE "C" CHECK (offer_by IN ('first', 'second')),
    offer_kind TEXT COLLATE "C" CHECK (offer_kind IN ('draw', 'undo')),
    offer_rejected BIGINT CHECK (offer_rejected IN (0, 1)),
    -- What the players have in mind: conditional moves of each seat, and the turn that the player to
    -- move has submitted.
    first_queue TEXT COLLATE "C" CHECK (first_queue <> ''),
    second_queue TEXT COLLATE "C" CHECK (second_queue <> ''),
    submitted TEXT COLLATE "C" CHECK (submitted <> ''),
    -- What was taken back: how many times, how many turns, the highest number of one, and whose it was
    -- if none was played since.
    undone_times BIGINT NOT NULL DEFAULT 0 CHECK (undone_times >= 0),
    undone_turns BIGINT NOT NULL DEFAULT 0 CHECK (undone_turns >= undone_times),
    undone_highest BIGINT NOT NULL DEFAULT 0 CHECK (undone_highest >= 0),
    undone_by TEXT COLLATE "C" CHECK (undone_by IN ('first', 'second')),
    -- The seat that won, or declined to play.
    result TEXT COLLATE "C" CHECK (result IN ('first', 'second', 'draw', 'declined first', 'declined second')),
    reason TEXT COLLATE "C" CHECK (reason <> ''),
    ended BIGINT,
    -- Place in the order of all ends: times may be equal, or clocks be set back.
    -- A game that comes from elsewhere moves those that ended after it.
    ending BIGINT CHECK (ending >= 1),
    -- The number of the last change that everybody who looks at the board may see, from the series 'change':
    -- live pages ask for those with a greater one than the last they know. Boards on which
    -- nothing has happened since this column came have none.
    change BIGINT CHECK (change >= 1),
    -- A game of the computer may be a teaching game: the board's page says what the computer threatens.
    teaching BIGINT NOT NULL DEFAULT 0 CHECK (teaching IN (0, 1) AND (teaching = 0 OR rated = 0)),
    -- The first turns of a game may be given: it began from a position of another one.
    given BIGINT NOT NULL DEFAULT 0 CHECK (given >= 0 AND (given = 0 OR rated = 0)),
    PRIMARY KEY (kind, number),
    CHECK (rematch_of IS NULL OR seek IS NULL),
    CHECK (increment_hours IS NULL OR total_days IS NOT NULL),
    CHECK ((offer_by IS NULL) = (offer_kind IS NULL) AND (offer_by IS NULL) = (offer_rejected IS NULL)),
    CHECK ((ended IS NULL) = (result IS NULL) AND (ended IS NULL) = (reason IS NULL)),
    CHECK ((ended IS NULL) = (ending IS NULL) AND (ended IS NULL) = (due IS NOT NULL)),
    CHECK (ended IS NULL OR (to_move IS NULL AND offer_by IS NULL)),
    CHECK (ended IS NULL OR (first_queue IS NULL AND second_queue IS NULL AND submitted IS NULL))
);

CREATE INDEX boards_due ON boards (due) WHERE due IS NOT NULL;
CREATE UNIQUE INDEX boards_ending ON boards (ending) WHERE ending IS NOT NULL;
CREATE INDEX boards_of_first ON boards (first_player, ended);
CREATE INDEX boards_of_second ON boards (second_player, ended);
CREATE INDEX boards_by_end ON boards (ended, kind);
CREATE INDEX boards_of_rematch ON boards (kind, rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX boards_of_seek ON boards (kind, seek) WHERE seek IS NOT NULL;
CREATE UNIQUE INDEX boards_by_change ON boards (change) WHERE change IS NOT NULL;
CREATE INDEX boards_over ON boards (kind, ended) WHERE result IN ('first', 'second', 'draw');
CREATE INDEX boards_over_of_first ON boards (first_player, kind, ended) WHERE result IN ('first', 'second', 'draw');
CREATE INDEX boards_over_of_second ON boards (second_player, kind, ended) WHERE result IN ('first', 'second', 'draw');
CREATE INDEX boards_in_play ON boards (kind, (ply >= 2), touched) WHERE ended IS NULL;
CREATE INDEX boards_in_play_of_first ON boards (first_player, to_move, kind, touched) WHERE to_move IS NOT NULL;
CREATE INDEX boards_in_play_of_second ON boards (second_player, to_move, kind, touched) WHERE to_move IS NOT NULL;
CREATE INDEX boards_of_pair ON boards (first_player, second_player, ended);

-- Who gets every turn of a board without playing on it.
CREATE TABLE subscriptions (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    PRIMARY KEY (kind, number, userid),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

CREATE INDEX subscriptions_of_user ON subscriptions (userid);

-- Open games that wait for somebody to take them. A seek of which none is left is deleted.
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
    -- Who of the computer takes a game of a seek that no person has taken ('nobody', 'nearest' to the seeker's
    -- rating, or a level), and when; nothing is due when it never does, or has. Who sought before this was
    -- known meant people.
    stand_in TEXT COLLATE "C" NOT NULL DEFAULT 'nobody' CHECK (stand_in <> ''),
    due BIGINT CHECK (due IS NULL OR stand_in <> 'nobody'),
    PRIMARY KEY (kind, number),
    CHECK (increment_hours IS NULL OR total_days IS NOT NULL)
);

CREATE INDEX seeks_due ON seeks (due) WHERE due IS NOT NULL;

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

-- When a turn began again, because those from it on were taken back, or because the game came from
-- elsewhere.
CREATE TABLE restarts (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    ply BIGINT NOT NULL CHECK (ply >= 1),
    at BIGINT NOT NULL,
    PRIMARY KEY (kind, number, ply),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

-- What was said on a board, after which turn.
CREATE TABLE remarks (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    place BIGINT NOT NULL CHECK (place >= 1),
    ply BIGINT NOT NULL CHECK (ply >= 0),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    at BIGINT NOT NULL,
    remark TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, number, place),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

CREATE INDEX remarks_of_user ON remarks (userid, at);

-- What users write to each other, not on a board: kept so that nobody writes too much, and so that
-- what is sent twice goes out once.
CREATE TABLE letters (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    at BIGINT NOT NULL,
    -- The names of those written to, in their order, between blanks; none for the readers of the news.
    recipients TEXT COLLATE "C" CHECK (recipients <> ''),
    body TEXT COLLATE "C" NOT NULL
);

CREATE INDEX letters_of_user ON letters (userid, at);

CREATE TABLE ratings (
    kind TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    rating DOUBLE PRECISION NOT NULL CHECK (rating BETWEEN -1000000.0 AND 1000000.0),
    deviation DOUBLE PRECISION NOT NULL CHECK (deviation > 0.0 AND deviation <= 1000000.0),
    volatility DOUBLE PRECISION NOT NULL CHECK (volatility > 0.0 AND volatility <= 1000000.0),
    won BIGINT NOT NULL CHECK (won BETWEEN 0 AND 4294967295),
    drawn BIGINT NOT NULL CHECK (drawn BETWEEN 0 AND 4294967295),
    lost BIGINT NOT NULL CHECK (lost BETWEEN 0 AND 4294967295),
    -- Standings: settled ratings first (the deviation is that of `RatingRecord::is_provisional`), without those who have left.
    provisional BIGINT NOT NULL GENERATED ALWAYS AS (CASE WHEN deviation > 110.0 THEN 1 ELSE 0 END) STORED,
    present BIGINT NOT NULL DEFAULT 1 CHECK (present IN (0, 1)),
    PRIMARY KEY (kind, userid)
);

CREATE INDEX ratings_of_user ON ratings (userid);
CREATE INDEX ratings_standing ON ratings (kind, provisional, rating DESC, userid) WHERE present = 1;

-- What each rated game did to its players' ratings.
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
    -- Number of the player's rated games up to this one: charts and histories.
    played BIGINT NOT NULL GENERATED ALWAYS AS (won_after + drawn_after + lost_after) STORED,
    PRIMARY KEY (kind, number, seat),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

CREATE INDEX rating_history_of_game ON rating_history (userid, kind, played);
CREATE INDEX rating_history_by_time ON rating_history (userid, at, kind, number);

-- The boards on which the computer is asked for something: made, and removed, by the turns and offers
-- that make it so.
CREATE TABLE jobs (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    -- Who waits for it, and since when.
    opponent TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    since BIGINT NOT NULL,
    -- Somebody works on it and will be done before this moment; if not, they have died, and another may.
    claimed_until BIGINT,
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

-- The number of the job that was last begun for an opponent: the one who was served longest ago is next.
CREATE TABLE servings (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    job BIGINT NOT NULL CHECK (job >= 1)
);

-- The log of what was asked. The answer to a request is its messages.
CREATE TABLE requests (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    -- What the carrier knows the request by, if anything; once per sender.
    id TEXT COLLATE "C" CHECK (id <> ''),
    at BIGINT NOT NULL,
    -- A userid, an address, or '-'.
    sender TEXT COLLATE "C" NOT NULL CHECK (sender <> ''),
    -- Without passwords and tokens.
    command TEXT COLLATE "C" NOT NULL,
    refused BIGINT NOT NULL CHECK (refused IN (0, 1))
);

CREATE UNIQUE INDEX requests_id ON requests (sender, id) WHERE id IS NOT NULL;

-- What is to be said, and what was. A message names its board without a foreign key, since it may say
-- that there is no such board.
CREATE TABLE outbox (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    request BIGINT NOT NULL REFERENCES requests (number),
    -- Whether it answers the sender of the request, or tells a user.
    answer BIGINT NOT NULL CHECK (answer IN (0, 1)),
    userid TEXT COLLATE "C" REFERENCES users (userid),
    address TEXT COLLATE "C" CHECK (address <> ''),
    subject TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C",
    board BIGINT,
    created BIGINT NOT NULL,
    -- 'returned': the caller of the transaction has it, there is nothing to send.
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('returned', 'pending', 'sent')),
    sent BIGINT,
    -- The link that a message ends with. It is derived when the message is sent and stored nowhere; such a
    -- message goes to the user's confirmed addresses only.
    link TEXT COLLATE "C" CHECK (link IS NULL OR (link IN ('reset') AND userid IS NOT NULL)),
    -- What an answer to a message confirms, beside the links of 0002.
    confirms TEXT COLLATE "C" CHECK (confirms IS NULL OR (confirms IN ('resign') AND link IS NULL AND
        userid IS NOT NULL AND board IS NOT NULL)),
    -- The address that a message asks its user to confirm. It goes there and nowhere else.
    claimed TEXT COLLATE "C" CHECK (claimed IS NULL OR (userid IS NOT NULL AND link IS NULL AND confirms
        IS NULL)),
    -- Whether a message is the mail of a day.
    digest BIGINT NOT NULL DEFAULT 0 CHECK (digest IN (0, 1)),
    -- Whether a message brings what somebody wrote to all who read the news.
    news BIGINT NOT NULL DEFAULT 0 CHECK (news IN (0, 1) AND (news = 0 OR userid IS NOT NULL)),
    -- What the button behind the link at a message's end brings again, if that is its link: a board, which is that of the
    -- message, or a kind of mail.
    brings_again TEXT COLLATE "C" CHECK (brings_again IS NULL OR (userid IS NOT NULL AND link IS NULL
        AND confirms IS NULL AND claimed IS NULL AND brings_again IN ('board', 'news', 'turns', 'reminders',
        'letters', 'everything') AND (brings_again = 'board') = (board IS NOT NULL))),
    CHECK ((kind IS NULL) = (board IS NULL)),
    CHECK ((state = 'sent') = (sent IS NOT NULL)),
    CHECK (userid IS NULL OR (answer = 0 AND address IS NULL)),
    CHECK (answer = 1 OR userid IS NOT NULL),
    CHECK ((state = 'returned') = (userid IS NULL AND address IS NULL))
);

CREATE INDEX outbox_pending ON outbox (number) WHERE state = 'pending';
CREATE INDEX outbox_of_request ON outbox (request);
CREATE INDEX outbox_of_user ON outbox (userid, number) WHERE userid IS NOT NULL;

-- The web password, another one than the command password: any characters, 8 to 128. The hash in PHC
-- form.
CREATE TABLE web_passwords (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    password TEXT COLLATE "C" NOT NULL CHECK (password <> ''),
    changed BIGINT NOT NULL
);

-- Who is signed in where. The browser holds the token; here is only its SHA-256 in hexadecimal.
CREATE TABLE sessions (
    token_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(token_hash) = 64),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    created BIGINT NOT NULL,
    -- To the hour or so: a session in use is not written at every request.
    seen BIGINT NOT NULL CHECK (seen >= created),
    expires BIGINT NOT NULL,
    -- What the browser calls itself, in a few words.
    label TEXT COLLATE "C" NOT NULL
);

CREATE INDEX sessions_of_user ON sessions (userid);
CREATE INDEX sessions_by_expiry ON sessions (expires);

-- Accounts of visitors who play before they sign up. When one does, their boards become those of their
-- new account, and the guest is gone.
CREATE TABLE guests (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    since BIGINT NOT NULL
);

-- What programs show instead of a password. The program holds the token; here is only its SHA-256 in
-- hexadecimal. Numbers come from the series 'token' and are never given twice.
CREATE TABLE api_tokens (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    token_hash TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 64),
    -- What its owner calls it.
    name TEXT COLLATE "C" NOT NULL CHECK (name <> ''),
    -- The words of what it may do, with blanks between.
    scopes TEXT COLLATE "C" NOT NULL CHECK (scopes <> ''),
    created BIGINT NOT NULL,
    -- To the minute or so; nothing before its first use.
    used BIGINT,
    expires BIGINT NOT NULL CHECK (expires > created)
);

CREATE INDEX api_tokens_of_user ON api_tokens (userid);

-- The mails that had an effect or an answer. By its name a second delivery is known; by their senders how many
-- answers each got of late. What had neither is not noted, so that mail which is met with silence costs
-- no space.
CREATE TABLE mails (
    -- A keyed hash of what it is known by, its body included.
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (id <> ''),
    at BIGINT NOT NULL,
    -- Whose answers are counted together: a keyed hash of an address, or of a userid.
    sender TEXT COLLATE "C" NOT NULL CHECK (sender <> ''),
    answered BIGINT NOT NULL CHECK (answered IN (0, 1)),
    -- What it asked; its answer belongs to that.
    request BIGINT NOT NULL REFERENCES requests (number),
    -- Its Message-ID, for the answer's In-Reply-To.
    message_id TEXT COLLATE "C" CHECK (message_id <> ''),
    -- What mails of senders who are not known have caused, so that all of them together can be bounded: those who
    -- wrote there the address may be somebody else.
    --
    -- Whether the sender was asked if the address is theirs; once a day, whatever else was answered.
    asked BIGINT NOT NULL DEFAULT 0 CHECK (asked IN (0, 1) AND asked <= answered),
    -- Where a letter went to whom nobody knows: a keyed hash of the domain.
    stranger TEXT COLLATE "C" CHECK (stranger <> ''),
    -- How many accounts it made.
    accounts BIGINT NOT NULL DEFAULT 0 CHECK (accounts >= 0)
);

CREATE INDEX mails_answered ON mails (sender, at) WHERE answered = 1;
CREATE INDEX mails_by_time ON mails (at);
CREATE INDEX mails_of_request ON mails (request);
CREATE INDEX mails_to_strangers ON mails (at, stranger) WHERE stranger IS NOT NULL;
CREATE INDEX mails_with_accounts ON mails (at, accounts) WHERE accounts > 0;

-- Mail on its way out. A message waits in the outbox until it is handed on: it becomes a delivery for each
-- address that it goes to, or part of the mail of the day, or nothing. From then on its state is 'sent',
-- and what became of each copy stands here.
CREATE TABLE deliveries (
    message BIGINT NOT NULL REFERENCES outbox (number),
    copy BIGINT NOT NULL CHECK (copy >= 0),
    address TEXT COLLATE "C" NOT NULL CHECK (address LIKE '_%@_%'),
    -- What follows the @, in lower case: deliveries are paced by it.
    domain TEXT COLLATE "C" NOT NULL CHECK (domain = lower(domain)),
    -- 'dead': given up, until an operator says otherwise.
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'sent', 'dead')),
    -- While it waits: when to try. A worker that tries moves this to a moment by which it is done or has died.
    -- Else: since when it is what it is.
    due BIGINT NOT NULL,
    -- How many times it was tried, the try under way included.
    attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- What the relay said last, in a line without secrets.
    failure TEXT COLLATE "C" CHECK (failure <> ''),
    PRIMARY KEY (message, copy)
);

CREATE INDEX deliveries_due ON deliveries (due) WHERE state = 'waiting';
CREATE INDEX deliveries_dead ON deliveries (due) WHERE state = 'dead';
CREATE INDEX deliveries_sent ON deliveries (due) WHERE state = 'sent';
CREATE INDEX deliveries_by_address ON deliveries (lower(address));

-- The messages that wait for the mail of the day, and when that is due; all of a user's are due at once.
CREATE TABLE digests (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    message BIGINT NOT NULL REFERENCES outbox (number),
    due BIGINT NOT NULL,
    PRIMARY KEY (userid, message)
);

CREATE INDEX digests_due ON digests (due);

-- The mails that the server has sent to itself and that came back, by their numbers, and what arrived of them:
-- whether the relay let a field pass that was forged in its name, and whether it added its own.
CREATE TABLE echoes (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    forged BIGINT NOT NULL CHECK (forged IN (0, 1)),
    judged BIGINT NOT NULL CHECK (judged IN (0, 1))
);

-- The secret address under which a user's turns can be read by a reader of feeds or a calendar: of its token the
-- SHA-256 only. A new one takes the place of the one before.
CREATE TABLE feeds (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    token_hash TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 64),
    made BIGINT NOT NULL
);

-- Mails that came back because nobody takes any at their address: each copy once, so that a report which comes
-- again counts no more. They are forgotten after some weeks, and when the address is confirmed once more.
CREATE TABLE bounces (
    message BIGINT NOT NULL,
    copy BIGINT NOT NULL CHECK (copy >= 0),
    address TEXT COLLATE "C" NOT NULL CHECK (address LIKE '_%@_%'),
    at BIGINT NOT NULL,
    PRIMARY KEY (message, copy)
);

CREATE INDEX bounces_by_address ON bounces (address, at);

-- Codes of an authenticator app, asked for after the web password. The secret that an app shares with the server
-- is derived from a key that no database holds and from what was drawn here; so this alone makes no codes.
CREATE TABLE second_factors (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    drawn TEXT COLLATE "C" NOT NULL CHECK (drawn <> ''),
    made BIGINT NOT NULL,
    -- Since when codes are asked for; NULL until the owner has shown one.
    since BIGINT CHECK (since >= made),
    -- The last step of time whose code was taken: none is taken twice.
    step BIGINT NOT NULL DEFAULT 0 CHECK (step >= 0),
    -- The shared secret derives from the name that the user had when it was drawn; NULL is the present one.
    drawn_for TEXT COLLATE "C" CHECK (drawn_for <> '')
);

-- Codes for those who have lost the app, each good once: of each the SHA-256 in hexadecimal.
CREATE TABLE recovery_codes (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    code_hash TEXT COLLATE "C" NOT NULL CHECK (length(code_hash) = 64),
    PRIMARY KEY (userid, code_hash)
);

-- Games of two people at one screen. Neither is a user to the other, so there is nobody to be told, no clock and
-- no rating; a game belongs to the user who began it.
CREATE TABLE hotseats (
    number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    game TEXT COLLATE "C" NOT NULL CHECK (game <> ''),
    options TEXT COLLATE "C" NOT NULL,
    -- With blanks between.
    turns TEXT COLLATE "C" NOT NULL,
    touched BIGINT NOT NULL,
    -- Games that were played off line, in a browser, and handed in: they are hotseat games, and belong to nobody else.
    -- `handed_in` is the name that the browser gave the game, so that one that is sent twice is kept once. Against the
    -- computer there are its level and the seat of the person; both are what the browser says, and count for nothing.
    handed_in TEXT COLLATE "C" CHECK (handed_in <> ''),
    level TEXT COLLATE "C" CHECK (level <> ''),
    seat TEXT COLLATE "C" CHECK (seat IN ('first', 'second'))
);

CREATE INDEX hotseats_of_user ON hotseats (userid, touched);

-- Changes of accounts that were asked for by somebody who knows a command password, and wait for their users' word. The
-- letter that asks for it is the message of this number; the link in it is derived when it is sent.
CREATE TABLE account_changes (
    message BIGINT NOT NULL PRIMARY KEY REFERENCES outbox (number),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    what TEXT COLLATE "C" NOT NULL CHECK (what IN ('add', 'addresses', 'password', 'delete', 'signoff',
        'signon', 'challenge')),
    -- The addresses, with blanks between, the hash of the new password, or the challenge as a command.
    detail TEXT COLLATE "C" NOT NULL CHECK ((detail = '') = (what IN ('delete', 'signoff', 'signon')))
);

CREATE INDEX account_changes_of_user ON account_changes (userid);

-- When what is due was last looked for: the sign that a server ran.
CREATE TABLE sweeps (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    at BIGINT NOT NULL
);

-- When no server ran for more than an hour. Never deleted: clocks are computed from it.
CREATE TABLE outages (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL CHECK (until > since)
);

CREATE INDEX outages_by_end ON outages (until);

-- What was offered and queued on a board whose time ran out, should it be reopened.
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

-- A player's games that are over, by game and opponent; against '' stand those against everybody.
CREATE TABLE scores (
    userid TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    opponent TEXT COLLATE "C" NOT NULL,
    won BIGINT NOT NULL CHECK (won >= 0),
    drawn BIGINT NOT NULL CHECK (drawn >= 0),
    lost BIGINT NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (userid, kind, opponent)
);

-- How many games are over.
CREATE TABLE tallies (
    kind TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    over BIGINT NOT NULL CHECK (over >= 0)
);

-- The names of players by every part of them: what a name ends with from each of its letters on, so that all names
-- which have something in them stand together. Guests, and those who have left, are in no list.
CREATE TABLE names (
    ending TEXT COLLATE "C" NOT NULL,
    userid TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (ending, userid)
);

CREATE INDEX names_whole ON names (userid) WHERE ending = userid;

-- The boards that their players want no mail about.
CREATE TABLE muted_boards (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (userid, kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);

-- From where a user last came to the site: a keyed hash of the network address, from which nobody can read it.
-- The computer's time is shared by these.
CREATE TABLE places (
    userid TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (userid),
    place TEXT COLLATE "C" NOT NULL CHECK (place <> '')
);

-- The virtual clocks of those for whom the computer has thought lately: what their jobs were expected to cost, in
-- milliseconds. One that shows no more than the clock of the job that was begun last (the series 'thinking') goes.
CREATE TABLE shares (
    place TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (place <> ''),
    clock_ms BIGINT NOT NULL,
    served BIGINT NOT NULL
);

-- The finished steps of a user's lessons: a bit for each step of a game.
CREATE TABLE lessons (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL,
    steps BIGINT NOT NULL CHECK (steps BETWEEN 1 AND 65535),
    PRIMARY KEY (userid, kind)
);

-- Reviews of finished games. A review gets 1 to 8 times the usual time: done is the longest one that there is, wanted
-- the one under way. Nobody asks for those of the computer's games.
CREATE TABLE reviews (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    done BIGINT CHECK (done BETWEEN 1 AND 8),
    wanted BIGINT CHECK (wanted BETWEEN 1 AND 8),
    asker TEXT COLLATE "C" REFERENCES users (userid),
    since BIGINT NOT NULL,
    claimed_until BIGINT,
    PRIMARY KEY (kind, number),
    FOREIGN KEY (kind, number) REFERENCES boards (kind, number)
);
CREATE INDEX reviews_wanted ON reviews ((asker IS NULL), since, kind, number) WHERE wanted IS NOT NULL;
CREATE INDEX reviews_asker ON reviews (asker) WHERE wanted IS NOT NULL;

-- Judged positions of reviews: the one after so many turns. A value is that to the player in the first seat, from 0 to
-- 1; line holds the best turn and those that follow, with blanks between them.
CREATE TABLE judged (
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    times BIGINT NOT NULL,
    ply BIGINT NOT NULL CHECK (ply >= 0),
    value DOUBLE PRECISION NOT NULL CHECK (value BETWEEN 0 AND 1),
    proved BIGINT NOT NULL CHECK (proved IN (0, 1)),
    line TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, number, times, ply),
    FOREIGN KEY (kind, number) REFERENCES reviews (kind, number)
);

-- Trees of variations that a user keeps. Everybody who knows the address reads one; its owner changes it.
CREATE TABLE studies (
    address TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(address) = 16),
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    title TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL CHECK (game <> ''),
    -- The tree as JSON.
    body TEXT COLLATE "C" NOT NULL CHECK (length(body) <= 65536),
    -- Counts its changes, so that one window does not undo what another one did.
    version BIGINT NOT NULL CHECK (version >= 1),
    touched BIGINT NOT NULL
);

CREATE INDEX studies_of_user ON studies (userid, touched);

-- Ratings of puzzles, which win when they are not solved. A puzzle has none until somebody has tried it.
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

-- Ratings of users as solvers, a game each.
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

-- Tries: how many turns of a puzzle a user has found, whether they went wrong before they had solved it, and the day,
-- counted from 1970-01-01, on which they solved it where it was the puzzle of that day.
CREATE TABLE puzzle_tries (
    userid TEXT COLLATE "C" NOT NULL REFERENCES users (userid),
    kind TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL CHECK (number > 0),
    found BIGINT NOT NULL CHECK (found >= 0),
    failed BIGINT NOT NULL CHECK (failed IN (0, 1)),
    solved BIGINT NOT NULL CHECK (solved IN (0, 1)),
    day BIGINT CHECK (day IS NULL OR (day >= 0 AND solved = 1)),
    PRIMARY KEY (userid, kind, number)
);

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
-- A game that ends, goes on after all, or changes hands.
CREATE TRIGGER boards_scored_again AFTER UPDATE OF first_player, second_player, result ON boards
    FOR EACH ROW WHEN (OLD.result IS DISTINCT FROM NEW.result
        OR OLD.first_player <> NEW.first_player OR OLD.second_player <> NEW.second_player)
    EXECUTE FUNCTION boards_scored();

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

-- A player's first rating of a game.
CREATE FUNCTION ratings_made() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ratings SET present = CASE WHEN EXISTS
        (SELECT 1 FROM users u WHERE u.userid = NEW.userid AND u.deleted IS NULL) THEN 1 ELSE 0 END
        WHERE kind = NEW.kind AND userid = NEW.userid;
    RETURN NULL;
END $$;

CREATE TRIGGER ratings_made AFTER INSERT ON ratings FOR EACH ROW EXECUTE FUNCTION ratings_made();

-- The computer plays under these names. They have no password, so nobody else can.
INSERT INTO users (userid, joined, news)
    SELECT 'level' || number, 0, 0 FROM generate_series(1, 9) AS number;
INSERT INTO users (userid, joined, news)
    SELECT 'novice' || number, 0, 0 FROM generate_series(1, 3) AS number;
