//! Loads the part of the state that a command or a page needs.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;
use carrick_service::{BoardId, LISTED, Needs, State, Userid};

use crate::boards::{Remark, Which, change, lists, record, seek, watching};
use crate::database::{CHUNK, Connection, StoreError};
use crate::mail::letters;
use crate::people::{limits, puzzles, user};
use crate::ratings;
use crate::ratings::RatingsOf;
use crate::schedule::{ReviewedGame, due, hint, review};
use crate::store::Store;

/// Loads the state for some needs, inside a transaction: one snapshot.
///
/// Users come with all their ratings, at most one for each game; that includes the ratings that
/// [`Needs`] promises for the players of boards.
pub(crate) async fn state(connection: &mut Connection, needs: &Needs) -> Result<State, StoreError> {
    missing(connection, needs, State::default()).await
}

/// Loads what is needed in addition to the boards that the state already has, in the same
/// transaction.
pub(crate) async fn missing(
    connection: &mut Connection,
    needs: &Needs,
    mut state: State,
) -> Result<State, StoreError> {
    let is_missing = |board: &&BoardId| !state.boards.contains_key(*board);
    let ids: Vec<BoardId> = needs.boards.iter().filter(is_missing).copied().collect();
    for some in ids.chunks(CHUNK) {
        record::boards(connection, Which::Named(some), &mut state.boards).await?;
    }
    for filter in &needs.whole {
        record::boards(connection, Which::Matching(filter), &mut state.boards).await?;
    }
    if let Some((kind, origin)) = needs.offspring {
        record::boards(connection, Which::CameOf(kind, origin), &mut state.boards).await?;
    }
    others(connection, needs, &mut state).await?;
    let mut summaries = BTreeMap::new();
    for filter in &needs.listed {
        lists::latest(connection, filter, &mut summaries).await?;
    }
    state.summaries = summaries.into_values().collect();
    user::owners(connection, &needs.addresses, &mut state.owners).await?;
    let mut wanted = needs.users.clone();
    wanted.extend(state.owners.values().cloned());
    wanted.extend(state.boards.values().flat_map(|board| board.players.iter().cloned()));
    wanted.extend(state.boards.values().flat_map(|board| board.subscribers.iter().cloned()));
    wanted.extend(state.notified.values().flatten().cloned());
    wanted.extend(state.seeks.values().flat_map(|(seeks, _)| seek::makers(seeks)));
    if needs.news {
        wanted.extend(user::news_readers(connection).await?);
    }
    let wanted: Vec<Userid> = wanted.into_iter().collect();
    for some in wanted.chunks(CHUNK) {
        accounts(connection, some, &mut state).await?;
    }
    if let Some(kind) = needs.standings {
        let players = ratings::standings(connection, kind, None, LISTED as u32 + 1).await?;
        let players = players.into_iter().map(|(user, rating)| ((kind, user), rating));
        state.ratings.extend(players);
    }
    if let Some((kind, player)) = &needs.history {
        (state.over, state.scores) = ratings::history(connection, *kind, player.as_ref()).await?;
    }
    if let Some(kind) = needs.new_board {
        state.next_number.insert(kind, record::next_board(connection, kind).await?);
        for user in state.users.keys() {
            let [playing, begun] = record::in_play(connection, kind, user).await?;
            state.in_play.extend((playing > 0).then(|| ((kind, user.clone()), playing)));
            state.begun.extend((begun > 0).then(|| ((kind, user.clone()), begun)));
        }
        let asked: Vec<&Userid> = needs.users.iter().collect();
        if let [one, other] = asked[..] {
            for (user, other) in [(one, other), (other, one)] {
                let count = record::unanswered(connection, kind, user, other).await?;
                state.unanswered.extend((count > 0).then(|| (user.clone(), count)));
            }
        }
    }
    if let Some(user) = &needs.in_play_from_place {
        state.in_play_from_place = record::in_play_from_place(connection, user).await?;
    }
    Ok(state)
}

/// Loads users with their ratings.
async fn accounts(
    connection: &mut Connection,
    users: &[Userid],
    state: &mut State,
) -> Result<(), StoreError> {
    let mut statements = Vec::from(user::statements(users));
    statements.push(ratings::statement(RatingsOf::Users(users)));
    let mut each = connection.fetch_each(statements).await?;
    let ratings = each.pop().unwrap_or_default();
    let tables = each.try_into().map_err(|_| StoreError::Corrupt { column: "userid" })?;
    user::read(&tables, &mut state.users)?;
    ratings::read(&ratings, &mut state.ratings)
}

/// Loads everything except boards and users.
async fn others(
    connection: &mut Connection,
    needs: &Needs,
    state: &mut State,
) -> Result<(), StoreError> {
    let running = state.boards.values().filter(|board| board.ended.is_none());
    let reopened = needs.expired.map(|board| board.kind);
    let kinds: BTreeSet<GameKind> = running.map(|board| board.id.kind).chain(reopened).collect();
    state.notified = user::notified(connection, &kinds).await?;
    for &kind in &needs.seeks {
        state.seeks.insert(kind, seek::of_game(connection, kind).await?);
    }
    if !needs.seeks.is_empty() {
        state.outages = due::all_outages(connection).await?;
    }
    if let Some(board) = needs.expired {
        state.expired = record::expired(connection, board).await?;
    }
    if let Some((board, asker)) = &needs.review {
        state.review = review::now(connection, ReviewedGame::Board(*board), Some(asker)).await?;
    }
    if let Some((board, asker)) = &needs.hint {
        state.hint = hint::now(connection, *board, Some(asker)).await?;
    }
    if let Some((user, board)) = &needs.stocks {
        state.stocks = limits::stocks_of(connection, user, *board).await?;
    }
    if let Some((user, kind, number)) = &needs.puzzle {
        state.puzzle = puzzles::standing(connection, user, *kind, *number).await?;
    }
    if let Some((user, since)) = &needs.asked {
        state.asked = limits::addresses_asked(connection, user, *since).await?;
    }
    if let Some((user, since)) = &needs.letters {
        state.letters = letters::letters_since(connection, user, *since).await?;
    }
    Ok(())
}

// Reads the state without changing it.

/// Snapshot of a board for its page.
#[derive(Debug, Clone)]
pub struct BoardNow {
    /// Number of the last [`Change`](crate::Change) of any board.
    pub seen: u64,
    /// State with the board, if it exists, and its players.
    pub state: State,
    /// Remarks on the board.
    pub remarks: Vec<Remark>,
    /// Its rematch, unless the rematch was declined.
    pub rematch: Option<BoardId>,
}

impl Store {
    /// Loads a state, in one snapshot.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(&self, needs: &Needs) -> Result<State, StoreError> {
        state(&mut *self.database.begin_read().await?, needs).await
    }

    /// Loads a board for its page, in one snapshot. The board may not exist.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn board_now(&self, board: BoardId) -> Result<BoardNow, StoreError> {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        let mut transaction = self.database.begin_read().await?;
        Ok(BoardNow {
            seen: change::last(&mut transaction).await?,
            state: state(&mut transaction, &needs).await?,
            remarks: watching::remarks_on(&mut transaction, board).await?,
            rematch: record::rematch_of(&mut transaction, board).await?,
        })
    }
}
