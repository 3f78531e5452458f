//! `carrick import`: records become boards.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read as _, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use carrick_games::records::{Piece, Place, pieces, text_of};
use carrick_service::exchange::{Import, ImportFault, Imported, Incoming, Known, Naming, import};
use carrick_service::{Userid, replay_ratings};
use carrick_store::Store;
use jiff::Timestamp;

use crate::cli::ImportArguments;
use crate::progress::Progress;
use crate::shell::with_store;

/// How many wrong games are told of, and how many new boards.
const TOLD: usize = 20;

/// Imports all games of all files, or none.
pub(crate) fn run(arguments: &ImportArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let naming = naming(arguments)?;
    let mut files = Vec::new();
    for path in &arguments.files {
        files.push(Source::read(path, &naming, now)?);
    }
    refuse(&files, files.iter().flat_map(|file| &file.wrong).map(String::as_str).collect())?;
    let games = Import {
        sources: files.iter_mut().map(|file| std::mem::take(&mut file.games)).collect(),
        new_players: !arguments.known_players,
    };
    let keep = !arguments.dry_run;
    let imported = with_store(&arguments.database, async |store| {
        carry_out(store, &files, &games, keep, now).await
    })?;
    tell(&imported, keep, out)?;
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

/// A file with its games.
struct Source {
    name: String,
    games: Vec<Incoming>,
    /// Where each game stands.
    places: Vec<String>,
    /// What is wrong with others.
    wrong: Vec<String>,
}

impl Source {
    fn read(path: &Path, naming: &Naming, now: Timestamp) -> Result<Self> {
        let (name, bytes) = bytes(path)?;
        let mut source = Self { name, games: Vec::new(), places: Vec::new(), wrong: Vec::new() };
        let cut = text_of(&bytes).and_then(|text| match text.trim().is_empty() {
            true => Ok(Vec::new()),
            false => pieces(text),
        });
        let pieces = match cut {
            Ok(pieces) => pieces,
            Err(error) => {
                source.wrong.push(format!("{}: {error}", source.name));
                return Ok(source);
            }
        };
        let mut progress = Progress::new();
        for (number, piece) in (1..).zip(&pieces) {
            progress.show(|| format!("reading game {number} of {}", pieces.len()));
            source.take(piece, (pieces.len() > 1).then_some(number), naming, now);
        }
        Ok(source)
    }

    /// Reads one game, which has a number if it is not the only one.
    fn take(&mut self, piece: &Piece<'_>, number: Option<usize>, naming: &Naming, now: Timestamp) {
        let named = |line: Option<usize>| match (number, line) {
            (None, _) => self.name.clone(),
            (Some(number), None) => format!("{}, game {number}", self.name),
            (Some(number), Some(line)) => format!("{}, game {number} (line {line})", self.name),
        };
        let place = named(Some(piece.line()));
        let record = match piece.read() {
            Ok(record) => record,
            Err(error) => {
                let says_line =
                    matches!(error.place(), Some(Place::Text(_) | Place::Property { .. }));
                let place = if says_line { named(None) } else { place };
                return self.wrong.push(format!("{place}: {error}"));
            }
        };
        match Incoming::new(&record, naming, now) {
            Ok(incoming) => {
                self.games.push(incoming);
                self.places.push(place);
            }
            Err(fault) => self.wrong.push(format!("{place}: {}", explained(fault))),
        }
    }
}

fn bytes(path: &Path) -> Result<(String, Vec<u8>)> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(("standard input".to_owned(), bytes));
    }
    let name = path.display().to_string();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    Ok((name, bytes))
}

/// The fault and the way out, where there is one.
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

/// Tells of what is wrong, if anything is.
fn refuse(files: &[Source], wrong: Vec<&str>) -> Result<()> {
    if wrong.is_empty() {
        return Ok(());
    }
    let mut told = String::new();
    for line in wrong.iter().take(TOLD) {
        let _ = writeln!(told, "{line}");
    }
    if wrong.len() > TOLD {
        let _ = writeln!(told, "and {} more", wrong.len() - TOLD);
    }
    write!(io::stderr(), "{told}")?;
    let all: usize = files.iter().map(|file| file.places.len() + file.wrong.len()).sum();
    if all == 1 {
        bail!("nothing was imported");
    }
    bail!("nothing was imported: of {}, {} wrong", games(all), are(wrong.len()));
}

/// Writes what is new in one transaction, and commits it unless it is not to be kept.
async fn carry_out(
    store: &Store,
    files: &[Source],
    games: &Import,
    keep: bool,
    now: Timestamp,
) -> Result<Imported> {
    let players = |incoming: &Incoming| incoming.players().clone();
    let pairs: BTreeSet<[Userid; 2]> = games.sources.iter().flatten().map(players).collect();
    let mut importing = store.begin_import(&pairs).await?;
    let imported = match import(games, importing.holdings(), now) {
        Ok(imported) => imported,
        Err(faults) => {
            let place = |source: usize, game: usize| {
                files.get(source).and_then(|file| file.places.get(game)).map_or("", |place| place)
            };
            let wrong = faults.into_iter().map(|(source, game, fault)| {
                format!("{}: {}", place(source, game), explained(fault))
            });
            let wrong: Vec<String> = wrong.collect();
            refuse(files, wrong.iter().map(String::as_str).collect())?;
            Imported::default()
        }
    };
    let mut progress = Progress::new();
    let all = imported.boards.len();
    importing
        .write(&imported, replay_ratings, |done| {
            progress.show(|| format!("writing game {done} of {all}"))
        })
        .await?;
    if keep {
        importing.commit().await?;
    }
    Ok(imported)
}

/// Says what has happened, or would have.
fn tell(imported: &Imported, keep: bool, out: &mut impl Write) -> Result<()> {
    let all = imported.games.len();
    let new = imported.boards.len();
    let known = all - new;
    let would = if keep { "" } else { ", if this were no dry run" };
    writeln!(out, "{}: {new} new, {known} already there{would}", games(all))?;
    let boards = imported.games.iter().filter_map(|(_, known)| match known {
        Known::New(board) => Some(format!("{} {}", board.kind, board.number)),
        Known::As(_) => None,
    });
    let boards: Vec<String> = boards.collect();
    if (1..=TOLD).contains(&new) {
        writeln!(out, "New boards: {}", boards.join(", "))?;
    }
    if !imported.users.is_empty() {
        let users: Vec<&str> =
            imported.users.iter().map(|user| user.id.as_str()).take(TOLD).collect();
        let more = match imported.users.len() - users.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        writeln!(out, "New players, who have no password yet: {}{more}", users.join(", "))?;
    }
    Ok(())
}

/// `1 game`, `213 games`.
fn games(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

/// `1 is`, `3 are`.
fn are(count: usize) -> String {
    if count == 1 { "1 is".to_owned() } else { format!("{count} are") }
}
