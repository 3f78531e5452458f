//! `carrick import`: makes boards from game records.
//!
//! Files are read several times, so that only a few words per game are kept in memory. The first
//! pass reads all games and collects faults, the second compares games that may already be in the
//! database, and the third writes the new ones.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use carrick_cli::printed::ProgressLine;
use carrick_games::records::{PieceReader, PiecesError, Record, RecordPlace, RecordText};
use carrick_service::exchange::{Import, ImportFault, ImportedGame, IncomingGame, Naming, Pair};
use carrick_service::{BoardId, Replay, User, Userid};
use carrick_store::{Importing, Store};
use jiff::Timestamp;

use crate::cli::ImportArguments;
use crate::shell::with_store;

/// Maximum number of faulty games, and of new boards, to list in a report.
const TOLD: usize = 20;

/// Imports all games of all files, or none.
pub(crate) fn run(arguments: &ImportArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let mut library =
        Library { files: Vec::new(), games: BlockList::default(), naming: naming(arguments)?, now };
    let mut import = Import::default();
    let mut wrong = Wrong::default();
    for path in &arguments.files {
        library.read(path, &mut import, &mut wrong)?;
    }
    wrong.refuse(import.len())?;
    let keep = !arguments.dry_run;
    let new_players = !arguments.known_players;
    let done = with_store(&arguments.database, async |store| {
        carry_out(store, &mut library, &mut import, new_players, keep).await
    })?;
    done.tell(keep, out)?;
    Ok(true)
}

fn naming(arguments: &ImportArguments) -> Result<Naming> {
    let unnamed = match &*arguments.players {
        [] => None,
        [first, second] => Some([first.clone(), second.clone()]),
        _ => bail!("--players takes two userids, such as ann,bob"),
    };
    let userids = arguments.renamed.iter().cloned().collect();
    Ok(Naming { userids, unnamed, unrated: arguments.unrated })
}

/// Faults in games and files: the first ones in words, and their number.
#[derive(Default)]
struct Wrong {
    told: Vec<String>,
    count: usize,
}

impl Wrong {
    fn add(&mut self, told: String) {
        if self.told.len() < TOLD {
            self.told.push(told);
        }
        self.count += 1;
    }

    /// Fails with the list of faults, if there are any. `right` is the number of games without a
    /// fault.
    fn refuse(&self, right: usize) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        let mut told = String::new();
        for line in &self.told {
            let _ = writeln!(told, "{line}");
        }
        if self.count > self.told.len() {
            let _ = writeln!(told, "and {} more", self.count - self.told.len());
        }
        write!(io::stderr(), "{told}")?;
        let all = right + self.count;
        if all == 1 {
            bail!("nothing was imported");
        }
        bail!("nothing was imported: of {}, {} wrong", games(all), are(self.count));
    }
}

/// Location of a game in the files.
struct GameLocation {
    file: u32,
    line: u32,
    /// Number of the game in its file, from 1; 0 if it is the only one.
    number: u32,
    length: u32,
    byte: u64,
}

/// A list in blocks of fixed size, which grows without being copied.
#[derive(Default)]
struct BlockList(Vec<Vec<GameLocation>>);

impl BlockList {
    const BLOCK: usize = 1 << 10;

    fn push(&mut self, spot: GameLocation) {
        match self.0.last_mut().filter(|last| last.len() < Self::BLOCK) {
            Some(last) => last.push(spot),
            None => {
                let mut block = Vec::with_capacity(Self::BLOCK);
                block.push(spot);
                self.0.push(block);
            }
        }
    }

    fn get(&self, at: usize) -> &GameLocation {
        &self.0[at / Self::BLOCK][at % Self::BLOCK]
    }
}

/// Files to import, and the location of each game in them.
struct Library {
    files: Vec<(String, File)>,
    games: BlockList,
    naming: Naming,
    now: Timestamp,
}

impl Library {
    /// Reads all games of a file.
    fn read(&mut self, path: &Path, import: &mut Import, wrong: &mut Wrong) -> Result<()> {
        let (name, file) = open(path)?;
        let (source, before) = (self.files.len() as u32, wrong.count);
        let mut reader = PieceReader::new(&file);
        let mut progress = ProgressLine::start();
        let (mut number, mut only) = (0, None);
        loop {
            let (byte, piece) = match reader.next_piece() {
                Ok(Some(found)) => found,
                Ok(None) => break,
                Err(PiecesError::Io(error)) => {
                    return Err(error).with_context(|| format!("cannot read {name}"));
                }
                Err(error @ PiecesError::Record(_)) => {
                    wrong.add(format!("{name}: {error}"));
                    break;
                }
            };
            number += 1;
            progress.show(|| format!("reading game {number}"));
            let length = u32::try_from(piece.text().len()).unwrap_or(u32::MAX);
            let line = u32::try_from(piece.line()).unwrap_or(u32::MAX);
            let read = read(&piece, &self.naming, self.now);
            // Whether a game is the only one in its file shows only when another one follows.
            if let Some(fault) = only.take() {
                wrong.add(told(&name, 1, fault));
            }
            match read {
                Ok(incoming) => {
                    import.note(source, &incoming);
                    self.games.push(GameLocation { file: source, line, number, length, byte });
                }
                Err(fault) if number == 1 => only = Some((piece.line(), fault)),
                Err(fault) => wrong.add(told(&name, number, (piece.line(), fault))),
            }
        }
        if let Some(fault) = only.take() {
            wrong.add(told(&name, 0, fault));
        }
        if number == 0 && wrong.count == before {
            wrong.add(format!("{name} contains no game"));
        }
        if number == 1 && !import.is_empty() {
            self.games.only(source);
        }
        self.files.push((name, file));
        Ok(())
    }

    /// Reads a game again.
    fn game(&mut self, at: usize) -> Result<IncomingGame> {
        let spot = self.games.get(at);
        let (name, file) = &mut self.files[spot.file as usize];
        let mut bytes = vec![0; spot.length as usize];
        let changed = || format!("{name} changed while it was being read");
        file.seek(SeekFrom::Start(spot.byte))?;
        file.read_exact(&mut bytes).with_context(changed)?;
        let text = str::from_utf8(&bytes).with_context(changed)?;
        let record = Record::read(text).with_context(changed)?;
        IncomingGame::new(&record, &self.naming, self.now).with_context(changed)
    }

    /// Location of a game in words, for messages.
    fn place(&self, at: usize) -> String {
        let spot = self.games.get(at);
        named(&self.files[spot.file as usize].0, spot.number as usize, Some(spot.line as usize))
    }
}

impl BlockList {
    /// Marks the last game as the only one of its file, if it belongs to that file.
    fn only(&mut self, file: u32) {
        if let Some(last) =
            self.0.last_mut().and_then(|last| last.last_mut()).filter(|last| last.file == file)
        {
            last.number = 0;
        }
    }
}

/// Location of a game in words; number 0 is the only game of a file.
fn named(name: &str, number: usize, line: Option<usize>) -> String {
    match (number, line) {
        (0, _) => name.to_owned(),
        (number, None) => format!("{name}, game {number}"),
        (number, Some(line)) => format!("{name}, game {number} (line {line})"),
    }
}

/// Why a record is not a valid game, and whether that reason names the line.
type Misread = (String, bool);

fn read(piece: &RecordText<'_>, naming: &Naming, now: Timestamp) -> Result<IncomingGame, Misread> {
    let record = piece.read().map_err(|error| {
        let says_line =
            matches!(error.place(), Some(RecordPlace::Text(_) | RecordPlace::Property { .. }));
        (error.to_string(), says_line)
    })?;
    IncomingGame::new(&record, naming, now).map_err(|fault| (explained(fault), false))
}

fn told(name: &str, number: u32, (line, (fault, says_line)): (usize, Misread)) -> String {
    format!("{}: {fault}", named(name, number as usize, Some(line).filter(|_| !says_line)))
}

/// Opens a file for reading several times. Input that is not a regular file is first copied to a
/// temporary one.
fn open(path: &Path) -> Result<(String, File)> {
    let is_input = path.as_os_str() == "-";
    let name = if is_input { "standard input".to_owned() } else { path.display().to_string() };
    let cannot = || format!("cannot read {name}");
    if !is_input {
        let file = File::open(path).with_context(cannot)?;
        let meta = file.metadata().with_context(cannot)?;
        if meta.is_dir() {
            bail!("cannot read {name}: it is a folder; name the files in it");
        }
        if meta.is_file() {
            return Ok((name, file));
        }
    }
    let mut kept = tempfile::tempfile().context("cannot make a temporary file")?;
    let copied = match is_input {
        true => io::copy(&mut io::stdin().lock(), &mut kept),
        false => io::copy(&mut File::open(path).with_context(cannot)?, &mut kept),
    };
    copied.with_context(cannot)?;
    kept.rewind()?;
    Ok((name, kept))
}

/// Message about a fault, with a solution if there is one.
#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn explained(fault: ImportFault) -> String {
    let way_out = match &fault {
        ImportFault::NoName(_) => "; --players FIRST,SECOND names the players of such records",
        ImportFault::NoUserid { .. } | ImportFault::Reserved(_) => {
            "; --player NAME=USERID gives a player one"
        }
        ImportFault::NoUser(_) => "; without --known-players an account is made",
        ImportFault::OnePlayer(_)
        | ImportFault::Left(_)
        | ImportFault::Options(_)
        | ImportFault::Clocks(_)
        | ImportFault::Future { .. }
        | ImportFault::Diverged { .. }
        | ImportFault::DivergedThere { .. } => "",
    };
    format!("{fault}{way_out}")
}

/// Changes made by an import, for its report.
#[derive(Default)]
struct ImportSummary {
    games: usize,
    new: usize,
    /// The first new boards, up to [`TOLD`].
    boards: Vec<BoardId>,
    users: BTreeSet<Userid>,
}

/// Number of games compared or written per batch.
const AT_ONCE: usize = 200;

/// Writes the new games in one transaction. Commits it only if `keep` is set (not a dry run).
async fn carry_out(
    store: &Store,
    library: &mut Library,
    import: &mut Import,
    new_players: bool,
    keep: bool,
) -> Result<ImportSummary> {
    library.now = store.time(library.now);
    import.find_twins(|at| library.game(at))?;
    let mut importing = store.begin_import().await?;
    compare(&mut importing, library, import).await?;
    let users = importing.users(import.players()).await?;
    let strangers = import.admit(&users, new_players);
    drop(users);
    let (count, faults) = import.faults();
    let told = faults
        .into_iter()
        .map(|(at, fault)| format!("{}: {}", library.place(at), explained(fault)));
    Wrong { told: told.collect(), count }.refuse(import.len() - count)?;
    let (taken, mut next) = importing.numbers().await?;
    import.number(&taken, &mut next);
    drop(taken);
    let done = write(&mut importing, library, import, strangers).await?;
    if keep {
        let any_ended = done.any_ended;
        importing.commit(&next, any_ended.then(Replay::default)).await?;
    }
    Ok(done.done)
}

/// Finds the games that are already in the database.
async fn compare(
    importing: &mut Importing,
    library: &mut Library,
    import: &mut Import,
) -> Result<()> {
    let mut progress = ProgressLine::start();
    let mut last: Option<Pair> = None;
    loop {
        let mut some = Vec::new();
        while some.len() < AT_ONCE
            && let Some(pair) = import.next_pair(some.last().or(last.as_ref()))
        {
            some.push(pair);
        }
        let Some(pair) = some.last() else { return Ok(()) };
        last = Some(pair.clone());
        let players: BTreeSet<&[Userid; 2]> = some.iter().map(|pair| &pair.players).collect();
        let players: Vec<[Userid; 2]> = players.into_iter().cloned().collect();
        let here = importing.between(&players).await?;
        for pair in &some {
            let of_pair = here
                .iter()
                .filter(|board| board.id.kind == pair.kind && board.players == pair.players);
            let of_pair: Vec<_> = of_pair.collect();
            import.compare(pair, &of_pair, |at| {
                progress.show(|| format!("comparing game {}", at + 1));
                library.game(at)
            })?;
        }
    }
}

/// Changes made, and whether any imported game has ended, so that ratings must be recomputed.
struct ImportChanges {
    done: ImportSummary,
    any_ended: bool,
}

async fn write(
    importing: &mut Importing,
    library: &mut Library,
    import: &Import,
    users: BTreeSet<Userid>,
) -> Result<ImportChanges> {
    let now = library.now;
    let accounts: Vec<User> = users.iter().map(|user| User::new(user.clone(), now, None)).collect();
    importing.join(&accounts).await?;
    let ends = import.ends();
    let room = importing.make_room(ends.iter().map(|end| end.at())).await?;
    let any_ended = !room.is_empty();
    // Sorted by game, because games are written in that order. (Collected in place from `ends`.)
    let mut places: Vec<(u32, i64)> =
        ends.into_iter().zip(room).map(|(end, place)| (end.game, place)).collect();
    places.sort_unstable();
    let mut places = places.into_iter().peekable();
    let mut done = ImportSummary { games: import.len(), users, ..ImportSummary::default() };
    let mut progress = ProgressLine::start();
    let mut boards = Vec::new();
    for at in 0..import.len() {
        let ImportedGame::New(id) = import.known(at) else { continue };
        progress.show(|| format!("writing game {} of {}", at + 1, import.len()));
        done.new += 1;
        if done.boards.len() < TOLD {
            done.boards.push(id);
        }
        let (board, to_move) = library.game(at)?.into_board(id, now);
        let place = places.next_if(|&(game, _)| game as usize == at).map(|(_, place)| place);
        boards.push((board, to_move, place));
        if boards.len() == AT_ONCE {
            importing.make(&boards).await?;
            boards.clear();
        }
    }
    importing.make(&boards).await?;
    Ok(ImportChanges { done, any_ended })
}

impl ImportSummary {
    /// Prints what the import has changed, or would change.
    fn tell(&self, keep: bool, out: &mut impl Write) -> Result<()> {
        let known = self.games - self.new;
        let would = if keep { "" } else { " (dry run)" };
        writeln!(out, "{}: {} new, {known} already there{would}", games(self.games), self.new)?;
        if (1..=TOLD).contains(&self.new) {
            let boards = self.boards.iter().map(|board| format!("{} {}", board.kind, board.number));
            writeln!(out, "New boards: {}", boards.collect::<Vec<_>>().join(", "))?;
        }
        if !self.users.is_empty() {
            let users: Vec<&str> = self.users.iter().map(Userid::as_str).take(TOLD).collect();
            let more = match self.users.len() - users.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            writeln!(out, "New players, who have no password yet: {}{more}", users.join(", "))?;
        }
        Ok(())
    }
}

/// Formats a number of games: `1 game`, `213 games`.
fn games(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

/// Formats a number with its verb: `1 is`, `3 are`.
fn are(count: usize) -> String {
    if count == 1 { "1 is".to_owned() } else { format!("{count} are") }
}
