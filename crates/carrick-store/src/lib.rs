//! Persistent storage: accounts, boards, ratings, sessions and mail, in SQLite or PostgreSQL.
//!
//! One transaction for each command.
//!
//! A command is decided by a pure function from [`State`](carrick_service::State) to
//! [`Decision`](carrick_service::Decision). [`Store::transaction`] loads that state, calls the
//! function, writes the result, and commits, all or nothing; a request that comes twice is answered
//! as it was and changes nothing.
//!
//! The store knows no rules: it never reads a turn, an option or a reason, it only keeps them. It
//! does guard the shape of the record: turns without gaps, no result without an end, no rating
//! change from a value other than the stored one. A decision that would break it is refused whole
//! with a [`Conflict`].
//!
//! # Layout
//!
//! Each folder of `src` imports only those that stand above it here, which a test holds:
//!
//! * `database`: SQLite files, connections, statements, columns, errors, backups; no table.
//! * `store`: the handle [`Store`], and the queue of requests that wait for its writer.
//! * `schedule`, `people`, `ratings`, `boards`, `mail`: a file for each table or two, with the
//!   methods of [`Store`] that read and write them alone.
//! * `archive`: export and import. `transaction`: the state that a request needs, its decision, its
//!   events, the log of requests, and the commit that several of them share.
//!
//! A new table goes into the folder of its kind. Its events go into `transaction/write.rs`, and the
//! state that decisions must see of it into `transaction/load.rs`.
//!
//! The database is an SQLite file, or one of a PostgreSQL server. The drivers, and how databases
//! are opened, locked and migrated, are known to `database` alone. Statements elsewhere are
//! portable, except for the few pieces that its `Dialect` gives, which a test holds.

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
    Answer, Backup, BackupError, BadLocation, Conflict, Connections, Cursor, Interceptor, Location,
    Notice, Order, Page, Permit, Protection, Restored, Server, Settings, Sizes, Step, StoreError,
    Trouble, backup, give_to_owner_of_folder, known_schema, make_private, restore,
};
pub use mail::{
    CopyState, DeadLetter, Delivery, DeliveryId, DueDigest, Echo, Forgotten, Outgoing, Recipient,
    Route, SENT_WITHIN, Settled, Verdict, Waiting,
};
pub use people::{
    Account, ApiToken, Confirmation, MOST_SESSIONS, MOST_WAITING, Most, NewApiToken, Revoked, Room,
    SecondFactor, Session, TokenHash, Visit,
};
pub use ratings::{Difference, RatedGame, Rebuilt, StandingKey};
pub use schedule::{Backlog, ClaimedHint, ClaimedReview, Figures, Pending, ReviewedGame};
pub use store::{
    Activity, Allowance, AnswerTo, Arrival, AtMost, Committed, Decide, LogEntry, MailRequest,
    MailSender, MailTask, SeatRequest, Store, Undone,
};
pub use transaction::BoardNow;
