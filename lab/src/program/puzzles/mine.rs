//! Looks through games, from the end of each backwards.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use carrick_cli::progress::Progress;
use carrick_cli::tables::OnDemand;
use carrick_coach::puzzle::{
    Dull, Effort, Found, Grade, Puzzle, Source, examine, examine_defences, twin_key,
};
use carrick_engine::Level;
use carrick_games::{AnyGame, GameKind, PASS};

use super::file::PuzzleFile;
use super::games::Games;
use super::report;
use super::standing::Standing;
use crate::cli::MineArguments;

/// Seed of the searches; the games have seeds of their own.
const SEED: u64 = 1;

/// Mines the games, or what is left of them, and prints what was found and thrown out.
pub(super) fn run(arguments: &MineArguments, out: &mut impl Write) -> Result<bool> {
    let (games, kind, name) = Games::open(arguments)?;
    let nodes = arguments.nodes.map_or(String::new(), |nodes| format!(", {nodes} nodes a turn"));
    let run = format!("{name}, the last {} turns{nodes}", arguments.last);
    let mut file = PuzzleFile::open(&arguments.out, kind)?;
    let mut standing = file.standing(&run);
    let mut progress = Progress::start();
    let tables = OnDemand::of(arguments.tables.tables.clone());
    while arguments.most.is_none_or(|most| standing.found < u64::from(most)) {
        let began = Instant::now();
        let Some((game, source)) = games.get(standing.games)? else { break };
        let mut miner =
            Miner { arguments, tables: &tables, file: &mut file, standing: &mut standing };
        miner.look_through(&game, &source)?;
        standing.games += 1;
        standing.seconds += began.elapsed().as_secs_f64();
        file.keep(&run, &standing)?;
        progress.show(|| report::how_far(&standing));
    }
    drop(progress);
    report::print(&run, &standing, out)?;
    Ok(true)
}

struct Miner<'a> {
    arguments: &'a MineArguments,
    tables: &'a OnDemand,
    file: &'a mut PuzzleFile,
    standing: &'a mut Standing,
}

/// Whether a puzzle is for beginners only: won at once, or by passing.
fn is_easy(found: &Found) -> bool {
    found.at_once || found.solution.iter().step_by(2).all(|turn| turn == PASS)
}

/// A position with exactly one winning turn.
struct Candidate {
    start: AnyGame,
    found: Found,
    /// Whether its last turn is not the game's.
    varied: bool,
}

/// Maximum number of puzzles from one game.
const MOST_OF_A_GAME: usize = 2;

/// Number of turns that lie between two puzzles from one game, so that they do not resemble each
/// other.
const APART: usize = 4;

/// Number of positions in a row that are not settled, after which earlier ones are not tried.
const PATIENCE: usize = 1;

impl Miner<'_> {
    /// Looks through a game, and keeps at most two puzzles, those with the longest solutions.
    fn look_through(&mut self, game: &AnyGame, source: &Source) -> Result<()> {
        let effort = self.effort(game.kind());
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut unclear = 0;
        let plies = game.ply().saturating_sub(self.arguments.last as usize)..game.ply();
        for ply in plies.rev() {
            let position = game.at(ply);
            self.standing.positions += 1;
            match examine(&position, effort, SEED, self.tables) {
                Ok(found) => {
                    unclear = 0;
                    candidates.push(Candidate { start: position, found, varied: false });
                }
                Err(reason) => {
                    self.standing.throw_out(reason);
                    unclear = if reason == Dull::Unclear { unclear + 1 } else { 0 };
                    if reason == Dull::NoWin {
                        let found =
                            examine_defences(&position, effort, SEED, self.tables).into_iter();
                        self.standing.varied += found.len() as u64;
                        let varied = |(start, found)| Candidate { start, found, varied: true };
                        candidates.extend(found.map(varied));
                    }
                }
            }
            if unclear == PATIENCE {
                break;
            }
        }
        // The sort is stable, and the earliest position was found last.
        candidates.reverse();
        candidates.sort_by_key(|one| std::cmp::Reverse(one.found.solution.len()));
        let mut kept: Vec<usize> = Vec::new();
        for candidate in candidates {
            let ply = candidate.start.ply();
            let is_near = kept.iter().any(|&other| ply.abs_diff(other) < APART);
            let thrown_out = match is_near || kept.len() == MOST_OF_A_GAME {
                true => Err(Dull::SameGame),
                false => self.keep(candidate, source)?,
            };
            match thrown_out {
                Ok(()) => kept.push(ply),
                Err(reason) => self.standing.throw_out(reason),
            }
        }
        Ok(())
    }

    /// The limits of the searches.
    fn effort(&self, kind: GameKind) -> Effort {
        let usual = Effort::mining(kind);
        self.arguments.nodes.map_or(usual, |nodes| usual.with_nodes(nodes))
    }

    /// Grades a position and appends it, unless it is dull.
    fn keep(&mut self, candidate: Candidate, source: &Source) -> Result<Result<(), Dull>> {
        let Candidate { start, found, varied } = candidate;
        if self.file.has(twin_key(&start)) {
            return Ok(Err(Dull::Twin));
        }
        let easy = is_easy(&found);
        if easy && self.file.easy >= self.arguments.at_once {
            return Ok(Err(Dull::AtOnce));
        }
        let grade = Grade::of(&start, &found.solution);
        let first = Level::new(1).map(Grade::Level);
        if found.solution.len() == 1 && !easy && Some(grade) <= first {
            return Ok(Err(Dull::Obvious));
        }
        let puzzle = Puzzle {
            number: self.file.next_number(),
            start,
            solution: found.solution,
            grade,
            certainty: found.certainty,
            source: Source { varied, ..source.clone() },
        };
        if self.file.has_solution(&puzzle) {
            return Ok(Err(Dull::SameSolution));
        }
        self.file.append(&puzzle)?;
        self.file.easy += u32::from(easy);
        self.standing.found += 1;
        self.standing.proved += u64::from(found.certainty.is_proved());
        Ok(Ok(()))
    }
}
