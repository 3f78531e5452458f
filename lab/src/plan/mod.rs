//! Plans: what a laboratory plays, as a file of TOML, and the cells that follow from it.

mod cell;
mod fault;
mod memory;
mod opening;
mod player;
mod text;
mod until;

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

pub use self::cell::{Cell, FirstTurn};
pub use self::fault::PlanError;
pub use self::opening::Opening;
pub use self::until::Until;

/// A plan, checked: the question, and the cells in the order in which they are played.
///
/// ```
/// use carrick_lab::plan::Plan;
/// let text = "
///     question = \"Who wins on the smallest board?\"
///     [[study]]
///     name = \"balance\"
///     boards = [\"antipod -radius=3\"]
///     players = [\"random\", \"tree:8\"]
///     openings = [\"own\", \"even:4\"]
///     games = 100
/// ";
/// assert_eq!(Plan::read(text, 1)?.cells.len(), 4);
/// let error = Plan::read(&text.replace("tree:8", "tree"), 1).unwrap_err().to_string();
/// assert!(error.contains("players: tree thinks as long as it may; name a number"), "{error}");
/// # Ok::<(), carrick_lab::plan::PlanError>(())
/// ```
#[derive(Debug)]
pub struct Plan {
    /// The question that the plan is to answer.
    pub question: String,
    /// Hash of its content: SHA-256, without comments and blanks, the first 16 hexadecimal digits.
    pub hash: String,
    /// Seed of all its games.
    pub seed: u64,
    /// Every combination of board, players, openings and first turn.
    pub cells: Vec<Cell>,
}

impl Plan {
    /// Maximum number of cells, each of which holds two positions in memory.
    pub const MOST_CELLS: usize = 5_000;
    /// Maximum number of games of all cells, of which a report keeps some numbers each.
    pub const MOST_GAMES: u64 = 4_000_000;

    /// Reads a plan, for games with a seed.
    ///
    /// # Errors
    /// The first thing that is wrong, with the study and the key where it stands.
    pub fn read(text: &str, seed: u64) -> Result<Self, PlanError> {
        let plan = text::read(text)?;
        let hash = hash(&plan);
        let mut cells = Vec::new();
        for study in &plan.study {
            cell::of_study(study, &hash, seed, &mut cells)?;
        }
        let games = cells.iter().map(|cell: &Cell| u64::from(cell.settings.games())).sum::<u64>();
        if cells.len() > Self::MOST_CELLS || games > Self::MOST_GAMES {
            return Err(PlanError::TooLarge { cells: cells.len(), games });
        }
        Ok(Self { question: plan.question, hash, seed, cells })
    }

    /// Maximum number of games at once with which all players together keep within 2 GB.
    #[must_use]
    pub fn most_threads(&self) -> NonZeroUsize {
        memory::most_threads(&self.cells)
    }
}

/// Hash of a plan's content.
fn hash(plan: &impl Serialize) -> String {
    let json = serde_json::to_vec(plan).expect("a plan's keys are texts");
    let mut hex = String::new();
    for byte in &Sha256::digest(json)[..8] {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
