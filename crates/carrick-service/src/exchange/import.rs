//! Which of the games that come in are new, and the boards they become.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use carrick_games::{GameKind, Seat};
use jiff::Timestamp;

use super::{ImportFault, Incoming, end_order};
use crate::{BoardId, BoardRecord, User, Userid};

/// What an import has to know of the server.
#[derive(Debug, Clone, Default)]
pub struct Holdings {
    /// The players of the incoming games who have accounts.
    pub users: BTreeMap<Userid, User>,
    /// The boards that any two of them play or have played against each other in the same seats.
    pub boards: Vec<BoardRecord>,
    /// The names of all boards there ever were.
    pub taken: BTreeSet<BoardId>,
    /// The numbers that the next boards get, where any were given.
    pub next_number: BTreeMap<GameKind, u32>,
    /// All boards that have ended, in the order in which they did.
    pub ended: Vec<(BoardId, Timestamp)>,
}

/// Games to be imported.
#[derive(Debug, Clone)]
pub struct Import {
    /// For each source, such as a file, its games.
    pub sources: Vec<Vec<Incoming>>,
    /// Whether accounts are made for players who have none.
    pub new_players: bool,
}

/// Whether a game is here already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// It is this board.
    As(BoardId),
    /// It was not, and has become this board.
    New(BoardId),
}

/// What an import changes.
#[derive(Debug, Clone, Default)]
pub struct Imported {
    /// Accounts to be made, without passwords or addresses.
    pub users: Vec<User>,
    /// Boards to be made, with who is to move there.
    pub boards: Vec<(BoardRecord, Option<Seat>)>,
    /// All boards that have ended, these included, in the order in which they did.
    pub end_order: Vec<BoardId>,
    /// What became of each game, in their order, with the place of its source.
    pub games: Vec<(usize, Known)>,
}

/// Decides what an import changes.
///
/// A game is here already if there is a board with the same players in the same seats, options and
/// turns, the same end, and every moment that its record states; or if the record is of a game that
/// went on and has gone on here since. Two records of the same number and beginning are one game, and so
/// are two that say the same; each board is one
/// game, so records that differ in nothing but their numbers each find a board of their own.
///
/// # Errors
/// Every game that cannot become a board, by source and place. Then nothing is to be changed.
pub fn import(
    import: &Import,
    here: &Holdings,
    now: Timestamp,
) -> Result<Imported, Vec<(usize, usize, ImportFault)>> {
    let mut faults = Vec::new();
    let twins = twins(import, &mut faults);
    let games: Games<'_> = places(import).filter(|(at, _)| !twins.contains_key(at)).collect();
    let known = Matching::new(&games, here).run(&mut faults);
    let new: Games<'_> = games.into_iter().filter(|(at, _)| !known.contains_key(at)).collect();
    for (&(source, place), incoming) in &new {
        let fault =
            incoming.players().iter().find_map(|user| stays_away(user, incoming, import, here));
        faults.extend(fault.map(|fault| (source, place, fault)));
    }
    if !faults.is_empty() {
        faults.sort_by_key(|&(source, place, _)| (source, place));
        return Err(faults);
    }
    let mut became: BTreeMap<At, Known> =
        known.into_iter().map(|(at, board)| (at, Known::As(board))).collect();
    became.extend(numbers(&new, here).into_iter().map(|(at, board)| (at, Known::New(board))));
    for (twin, first) in twins {
        if let Some(Known::As(board) | Known::New(board)) = became.get(&first).copied() {
            became.insert(twin, Known::As(board));
        }
    }
    Ok(imported(&new, here, became, now))
}

/// Why a player cannot play an incoming game.
fn stays_away(
    user: &Userid,
    incoming: &Incoming,
    import: &Import,
    here: &Holdings,
) -> Option<ImportFault> {
    match here.users.get(user) {
        None if !import.new_players => Some(ImportFault::NoUser(user.clone())),
        Some(known) if known.deleted.is_some() && incoming.board.ended.is_none() => {
            Some(ImportFault::Left(user.clone()))
        }
        _ => None,
    }
}

/// Source and place of a game.
type At = (usize, usize);

type Games<'a> = BTreeMap<At, &'a Incoming>;

fn places(import: &Import) -> impl Iterator<Item = (At, &Incoming)> {
    import.sources.iter().enumerate().flat_map(|(source, games)| {
        games.iter().enumerate().map(move |(place, incoming)| ((source, place), incoming))
    })
}

/// The games that come twice in the same import, and where the first of them stands; of a game that
/// goes on in one record and has gone on in another, the one that knows most is the first.
fn twins(import: &Import, faults: &mut Vec<(usize, usize, ImportFault)>) -> BTreeMap<At, At> {
    let mut games: Vec<(At, &Incoming)> = places(import).collect();
    games.sort_by_key(|(_, incoming)| {
        Reverse((incoming.board.ended.is_some(), incoming.board.turns.len()))
    });
    let mut firsts: BTreeMap<_, Vec<(At, &Incoming)>> = BTreeMap::new();
    let mut twins = BTreeMap::new();
    for (at, incoming) in games {
        let alike = firsts.entry((incoming.board.id, incoming.players())).or_default();
        if let Some((first, _)) = alike.iter().find(|(_, first)| *first == incoming) {
            twins.insert(at, *first);
        } else if let Some((first, same)) =
            alike.iter().find(|(_, first)| first.numbered && incoming.is_namesake_of(&first.board))
        {
            twins.insert(at, *first);
            if !incoming.is_known_as(&same.board) {
                let by = incoming.divergence_from(&same.board);
                let fault = ImportFault::DivergedThere { board: same.board.id, by };
                faults.push((at.0, at.1, fault));
            }
        } else {
            alike.push((at, incoming));
        }
    }
    twins
}

/// Finds for each game the board that it is.
struct Matching<'a> {
    games: &'a Games<'a>,
    by_name: BTreeMap<BoardId, &'a BoardRecord>,
    by_players: BTreeMap<(GameKind, &'a [Userid; 2]), Vec<&'a BoardRecord>>,
    known: BTreeMap<At, BoardId>,
    found: BTreeSet<BoardId>,
}

impl<'a> Matching<'a> {
    fn new(games: &'a Games<'a>, here: &'a Holdings) -> Self {
        let mut by_players: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for board in &here.boards {
            by_players.entry((board.id.kind, &board.players)).or_default().push(board);
        }
        let by_name = here.boards.iter().map(|board| (board.id, board)).collect();
        Self { games, by_name, by_players, known: BTreeMap::new(), found: BTreeSet::new() }
    }

    /// Boards of the same name come first, so that no other record takes them away.
    fn run(mut self, faults: &mut Vec<(usize, usize, ImportFault)>) -> BTreeMap<At, BoardId> {
        for (&(source, place), incoming) in self.games {
            let board = self.by_name.get(&incoming.board.id);
            let Some(board) = board.filter(|board| incoming.is_namesake_of(board)) else {
                continue;
            };
            if !incoming.is_known_as(board) {
                let by = incoming.divergence_from(board);
                let fault = ImportFault::Diverged { board: board.id, by };
                faults.push((source, place, fault));
            }
            self.known.insert((source, place), board.id);
            self.found.insert(board.id);
        }
        for (&at, incoming) in self.games {
            if self.known.contains_key(&at) {
                continue;
            }
            let pair = (incoming.board.id.kind, incoming.players());
            let boards = self.by_players.get(&pair).into_iter().flatten();
            let mut fitting = boards.filter(|board| incoming.is_known_as(board));
            if let Some(board) = fitting.find(|board| !self.found.contains(&board.id)) {
                self.known.insert(at, board.id);
                self.found.insert(board.id);
            }
        }
        self.known
    }
}

fn imported(
    new: &Games<'_>,
    here: &Holdings,
    became: BTreeMap<At, Known>,
    now: Timestamp,
) -> Imported {
    let mut imported = Imported::default();
    let strangers: BTreeSet<&Userid> = new
        .values()
        .flat_map(|incoming| incoming.players())
        .filter(|user| !here.users.contains_key(user))
        .collect();
    imported.users = strangers.into_iter().map(|user| User::new(user.clone(), now, None)).collect();
    let mut ended: BTreeMap<usize, Vec<(BoardId, Timestamp)>> = BTreeMap::new();
    for (&(source, place), known) in &became {
        let (&Known::New(id), Some(incoming)) = (known, new.get(&(source, place))) else {
            continue;
        };
        let mut board = BoardRecord { id, ..incoming.board.clone() };
        match &board.ended {
            Some(end) => ended.entry(source).or_default().push((id, end.at)),
            None => _ = board.restarts.insert(board.turns.len() as u32 + 1, now),
        }
        imported.boards.push((board, incoming.to_move));
    }
    imported.end_order = end_order([here.ended.clone()].into_iter().chain(ended.into_values()));
    imported.games = became.into_iter().map(|((source, _), known)| (source, known)).collect();
    imported
}

/// The numbers of new boards: their own where those are free, the next ones for the rest.
fn numbers(new: &Games<'_>, here: &Holdings) -> BTreeMap<At, BoardId> {
    let mut taken = here.taken.clone();
    let mut next = here.next_number.clone();
    let mut names = BTreeMap::new();
    let mut nameless = Vec::new();
    for (&at, incoming) in new {
        let id = incoming.board.id;
        if incoming.numbered && taken.insert(id) {
            let after = next.entry(id.kind).or_insert(BoardId::FIRST_NUMBER);
            *after = (*after).max(id.number + 1);
            names.insert(at, id);
        } else {
            nameless.push((at, id.kind));
        }
    }
    for (at, kind) in nameless {
        let number = next.entry(kind).or_insert(BoardId::FIRST_NUMBER);
        names.insert(at, BoardId { kind, number: *number });
        *number += 1;
    }
    names
}
