//! `carrick admin`: changes to accounts and boards by the server's administrator.

use std::io::Write;

use anyhow::{Context, Result, bail};
use carrick_games::GameKind;
use carrick_server::administer;
use carrick_service::{Addressee, AdminAction, BoardId, Sender, Userid, Zone};
use carrick_store::{Account, Conflict, Store, StoreError};
use jiff::Timestamp;

use super::act::print_all;
use super::reset::Asked;
use crate::cli::{AdminArguments, AdminMode, ConfigArguments, Switch};
use crate::shell::{with_existing_store, with_existing_store_to_read};

/// Runs `carrick admin` and prints the result. Returns whether the action was carried out.
pub(crate) fn run(arguments: &AdminArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let action = match &arguments.what {
        AdminMode::Reopen { kind, number } => return reopen(arguments, board(*kind, *number), out),
        AdminMode::Invite { user, base_url, key } => {
            let config = ConfigArguments { key: key.clone(), database: arguments.database.clone() };
            let asked = Asked { user: userid(user)?, is_new: true, now };
            return asked.link(&config, base_url.as_ref(), out);
        }
        AdminMode::Users { after, limit } => {
            let after = after.as_deref().map(userid).transpose()?;
            return users(arguments, after.as_ref(), *limit, out);
        }
        AdminMode::Remarks { kind, number } => {
            return remarks(arguments, board(*kind, *number), out);
        }
        AdminMode::Operator { user, switch } => {
            AdminAction::SetOperator { user: userid(user)?, on: *switch == Switch::On }
        }
        AdminMode::Suspend { user } => AdminAction::Suspend(userid(user)?),
        AdminMode::Delete { user } => AdminAction::Delete(userid(user)?),
        AdminMode::Restore { user } => AdminAction::Restore(userid(user)?),
        AdminMode::DeleteRemark { kind, number, place } => {
            AdminAction::DeleteRemark { board: board(*kind, *number), place: *place }
        }
        AdminMode::EndSessions { user } => AdminAction::EndSessions(userid(user)?),
        AdminMode::ResetSecondFactor { user } => AdminAction::ResetSecondFactor(userid(user)?),
        AdminMode::Rename { user, to } => {
            AdminAction::Rename { user: userid(user)?, to: userid(to)? }
        }
    };
    let (said, done) = with_existing_store(&arguments.database, async |store| {
        carry_out(store, action, now).await
    })?;
    write!(out, "{said}")?;
    Ok(done)
}

/// Reopens a game that ended by time and prints every message that it caused.
fn reopen(arguments: &AdminArguments, board: BoardId, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let done = with_existing_store(&arguments.database, async |store| {
        Ok(carrick_server::reopen(store, board, now).await?)
    })?;
    print_all(&done.messages, &Sender::Nobody, out)?;
    Ok(!done.refused)
}

/// Carries out an action. Returns the sentence to print, and whether the action was done.
async fn carry_out(store: &Store, action: AdminAction, now: Timestamp) -> Result<(String, bool)> {
    let committed = match administer(store, action, now).await {
        Err(StoreError::Conflict(Conflict::NoRemark { board, place })) => bail!(
            "there is no remark {place} on {board}; `carrick admin remarks {} {}` lists them",
            board.kind,
            board.number
        ),
        Err(StoreError::Conflict(Conflict::UserExists(name))) => {
            bail!("somebody else had the name {name} before; choose another")
        }
        committed => committed?,
    };
    let mut answers = committed.messages.into_iter();
    let said = answers.find(|message| message.to == Addressee::Sender);
    Ok((said.map(|message| message.text).unwrap_or_default(), !committed.refused))
}

fn userid(text: &str) -> Result<Userid> {
    text.parse().with_context(|| format!("{text} is no userid"))
}

const fn board(kind: GameKind, number: u32) -> BoardId {
    BoardId { kind, number }
}

fn users(
    arguments: &AdminArguments,
    after: Option<&Userid>,
    limit: u32,
    out: &mut impl Write,
) -> Result<bool> {
    let accounts = with_existing_store_to_read(&arguments.database, async |store| {
        Ok(store.accounts(after, limit).await?)
    })?;
    writeln!(
        out,
        "{:<20}  {:<10}  {:<10}  {:>7}  notes",
        "userid", "joined", "last seen", "in play"
    )?;
    for account in &accounts {
        writeln!(out, "{}", line(account).trim_end())?;
    }
    if let Some(last) = accounts.last().filter(|_| accounts.len() == limit as usize) {
        writeln!(out, "`carrick admin users --after {}` lists more.", last.user)?;
    }
    Ok(true)
}

/// Formats an account as one line.
fn line(account: &Account) -> String {
    let date = |at: Timestamp| Zone::default().show_date(at);
    let mut notes: Vec<String> = Vec::new();
    notes.extend(account.suspended.map(|at| format!("suspended since {}", date(at))));
    notes.extend(account.operator.then(|| "operator".to_owned()));
    notes.extend(account.second_factor.then(|| "second factor".to_owned()));
    notes.extend(account.address.clone());
    format!(
        "{:<20}  {:<10}  {:<10}  {:>7}  {}",
        account.user.as_str(),
        date(account.joined),
        account.seen.map_or_else(|| "-".to_owned(), date),
        account.in_play,
        notes.join(", ")
    )
}

fn remarks(arguments: &AdminArguments, board: BoardId, out: &mut impl Write) -> Result<bool> {
    let remarks = with_existing_store_to_read(&arguments.database, async |store| {
        Ok(store.remarks(board).await?)
    })?;
    if remarks.is_empty() {
        writeln!(out, "Nothing was said on {board}.")?;
    }
    for (place, remark) in (1..).zip(&remarks) {
        let when = Zone::default().show(remark.at);
        writeln!(out, "{place}. {} after turn {}, {when}:", remark.user, remark.ply)?;
        for line in remark.text.lines() {
            writeln!(out, "   {line}")?;
        }
    }
    Ok(true)
}
