//! Persistent storage: accounts, boards, ratings, sessions and mail, in SQLite or PostgreSQL.
//!
//! [`Store::transaction`] loads the [`State`](carrick_service::State) that a request needs, calls
//! the pure function that decides it, writes the [`Decision`](carrick_service::Decision), and
//! commits, all or nothing. A repeated request gets its first answer and changes nothing.
//!
//! The store knows no rules: it never reads a turn, an option or a reason. It guards the shape of
//! the record: turns without gaps, no result without an end, no rating change from a value other
//! than the stored one. A decision that would break it is refused completely, with a [`Conflict`].
//!
//! | module | its contents |
//! |---|---|
//! | `database` | files and servers, connections, statements, columns, errors, backups; no table |
//! | `store` | the handle [`Store`], and the queue of requests for its writer |
//! | `schedule`, `people`, `ratings`, `boards`, `mail` | tables by subject, each with the statements about them |
//! | `archive` | export, import, copies |
//! | `transaction` | the writer: the state of requests, their decisions and events, the log, batches |
//!
//! A new table affects both scripts in `migrations`, erasure and the user's export: for the places
//! to change, see `docs/adding-a-command.md`. Statements outside of `database` are portable, except
//! for the few pieces that its `Dialect` provides; a test checks this.

mod archive;
mod boards;
mod database;
mod mail;
mod people;
mod ratings;
mod schedule;
mod store;
mod transaction;

pub use archive::{Copied, CopyError, Importing, LoggedCommand, NewBoard, SentMessage, copy};
pub use boards::{
    BoardKey, BoardList, CHANGES, Change, HandedIn, Hotseat, KeptStudy, OfflineGame,
    OfflineOpponent, Part, Remark,
};
pub use database::{
    Backup, BackupError, BadLocation, Conflict, ConnectionPermit, ConnectionStep, Connections,
    Cursor, Interceptor, InterceptorFuture, Location, Notice, Order, Page, Protection, Restored,
    Server, Settings, Sizes, StoreError, Trouble, backup, give_to_owner_of_folder, known_schema,
    make_private, restore,
};
pub use mail::{
    AttemptOutcome, CopyState, DeadLetter, Delivery, DeliveryId, DueDigest, Echo, Forgotten,
    MailQueueSizes, Outgoing, ReceivedLetter, Recipient, Route, SENT_WITHIN, SettledDelivery,
};
pub use people::{
    Account, ApiToken, Confirmation, MOST_SESSIONS, MOST_WAITING, Most, NewApiToken, Revoked, Room,
    SecondFactor, Session, TokenHash, Visit,
};
pub use ratings::{Difference, RatedGame, Rebuilt, StandingKey};
pub use schedule::{
    AfterFailure, Backlog, Figures, Job, JobKind, JobLane, LONGEST_CLAIM, Pending, ReviewedGame,
    WantedJob,
};
pub use store::{
    Activity, Allowance, AnswerTo, ArrivedMail, AtMost, Committed, DecideFn, LogEntry, MailRequest,
    MailSender, MailTask, SeatRequest, Store, UndoneMail,
};
pub use transaction::BoardNow;
