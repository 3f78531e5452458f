//! Arguments of `carrick admin`: accounts and boards.

use std::path::PathBuf;

use carrick_games::GameKind;
use clap::{Args, Subcommand, ValueEnum};

use super::common::{ClockArguments, DatabaseArguments};

pub(super) const ADMIN_NOTES: &str = "\
Anybody who can open the database can do all of this, also while the server runs. Each action is one
line in the log of requests. `carrick reset` makes a link that sets new passwords.

  carrick admin users                          who is here
  carrick admin invite anna                    an account for anna, and a link for her
  carrick admin operator anna on               anna may `broadcast` from now on
  carrick admin suspend mallory                no play, no mail, no chat; their games pause
  carrick admin delete mallory                 the account goes, with what was stored of it
  carrick admin remarks ankor 101              what was said on a board, numbered
  carrick admin delete-remark ankor 101 3      the third of them is gone";

const REOPEN_NOTES: &str = "\
The same player is to move, with a whole turn's time from now on and the total time that they had when
the turn began. Offers and queued turns are there again, all ratings are as if the game had not ended,
and both players are told.

  carrick admin reopen ankor 101";

#[derive(Debug, Args)]
pub(crate) struct AdminArguments {
    #[command(subcommand)]
    pub(crate) what: AdminMode,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdminMode {
    /// List accounts by name: when they joined and were last seen, games in play, and what is
    /// special
    Users {
        /// Begin after this name
        #[arg(long, value_name = "USERID")]
        after: Option<String>,
        /// Maximum number of accounts
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        limit: u32,
    },
    /// Make an account without a password, and print a link with which its owner sets one
    Invite {
        #[arg(value_name = "USERID")]
        user: String,
        /// The address of the site as readers type it [default: base_url of the settings, or
        /// http://127.0.0.1:8010]
        #[arg(long, value_name = "URL", env = "CARRICK_BASE_URL")]
        base_url: Option<String>,
        /// The server's secret key [default: beside the database, ending in .key]
        #[arg(long, value_name = "FILE", env = "CARRICK_KEY")]
        key: Option<PathBuf>,
    },
    /// Make a user an operator, who may `broadcast`, or take that back
    Operator {
        #[arg(value_name = "USERID")]
        user: String,
        switch: Switch,
    },
    /// Suspend an account: signed out everywhere, no play, no mail, no chat; its games pause
    Suspend {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// End a suspension
    Restore {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// Delete an account, as its user can: everything that was stored of them goes but the name,
    /// their games and their ratings
    Delete {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// List the remarks on a board, numbered
    Remarks {
        #[arg(value_name = "GAME")]
        kind: GameKind,
        #[arg(value_name = "BOARD")]
        number: u32,
    },
    /// Delete a remark on a board; its number is what `carrick admin remarks` prints
    DeleteRemark {
        #[arg(value_name = "GAME")]
        kind: GameKind,
        #[arg(value_name = "BOARD")]
        number: u32,
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
        place: u32,
    },
    /// Sign a user out everywhere
    EndSessions {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// Remove a second factor whose owner has lost it: for somebody you know
    #[command(name = "reset-2fa")]
    ResetSecondFactor {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// Reopen a game that ended by time, or vanished before it had begun
    #[command(after_help = REOPEN_NOTES)]
    Reopen {
        #[arg(value_name = "GAME")]
        kind: GameKind,
        #[arg(value_name = "BOARD")]
        number: u32,
    },
    /// Give a user another name, in old games too; nobody else can take the former one
    Rename {
        #[arg(value_name = "USERID")]
        user: String,
        #[arg(value_name = "NEW")]
        to: String,
    },
}
