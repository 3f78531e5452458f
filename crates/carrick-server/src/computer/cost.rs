//! Cost estimates of the computer's jobs, before the search.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use carrick_engine::node_microseconds;
use carrick_engine::opening::LATEST_SWAP_PLY;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_service::{ComputerLevel, WaitingJob};

use super::thinkers::engine_level;

/// Longest estimate of a short search, in milliseconds: people wait for it without noticing.
pub(crate) const SHORT_MS: u32 = 200;

/// Number of remembered estimates at which all are forgotten: people use few kinds of boards.
const MANY: usize = 1000;

/// Key of an estimate: game, options, level, and the ply while sides may still be chosen.
type Kind = (GameKind, String, ComputerLevel, Option<u32>);

/// Cache of estimates.
#[derive(Debug)]
pub(crate) struct Costs {
    /// Time limit of every search.
    most_ms: u32,
    known: Mutex<HashMap<Kind, u32>>,
}

impl Costs {
    /// An empty cache; `most_ms` is the time limit of every search.
    pub(crate) fn new(most_ms: u32) -> Self {
        Self { most_ms, known: Mutex::default() }
    }

    /// Estimated maximum time of a job, in milliseconds.
    pub(crate) fn of(&self, job: &WaitingJob) -> u32 {
        let beginning = (job.ply <= LATEST_SWAP_PLY).then_some(job.ply);
        let kind = (job.board.kind, job.options.clone(), job.level, beginning);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&cost) = known.get(&kind) {
            return cost;
        }
        if known.len() >= MANY {
            known.clear();
        }
        let cost = expected_ms(job).map_or(self.most_ms, |cost| cost.clamp(1, self.most_ms.max(1)));
        known.insert(kind, cost);
        cost
    }
}

/// Estimated time in milliseconds; `None` when only the time limit ends the search.
fn expected_ms(job: &WaitingJob) -> Option<u32> {
    let words: Vec<&str> = job.options.split_whitespace().collect();
    let options = AnyOptions::parse(job.board.kind, &words, SizeLimits::Challenge).ok()?;
    let node = node_microseconds(options);
    let nodes = engine_level(job.level)?.most_nodes(&AnyGame::new(options), job.ply as usize)?;
    u32::try_from(nodes.saturating_mul(node) / 1000).ok()
}

#[cfg(test)]
mod tests {
    use carrick_service::BoardId;
    use jiff::Timestamp;

    use super::*;

    fn cost(kind: GameKind, options: &str, level: &str, ply: u32) -> u32 {
        let job = WaitingJob {
            board: BoardId { kind, number: 101 },
            opponent: "alice".parse().unwrap(),
            place: "home".to_owned(),
            since: Timestamp::UNIX_EPOCH,
            served: None,
            place_served: None,
            starts_ms: 0,
            level: level.parse().unwrap(),
            options: options.to_owned(),
            ply,
        };
        let costs = Costs::new(3000);
        let cost = costs.of(&job);
        assert_eq!(costs.of(&job), cost, "remembered");
        cost
    }

    #[test]
    fn which_thoughts_are_short() {
        use GameKind::{Anchor, Ankor, Antipod, Boche};
        for (kind, options, level, ply, short) in [
            (Ankor, "-size=8", "novice1", 20, true),
            (Ankor, "-size=8", "1", 20, true),
            (Ankor, "-size=8", "7", 20, true),
            (Ankor, "-size=8", "8", 20, false),
            (Boche, "-size=5", "1", 20, true),
            (Boche, "-size=5", "7", 20, true),
            (Antipod, "-radius=10", "1", 20, true),
            (Antipod, "-radius=10", "7", 20, true),
            (Antipod, "-radius=10", "8", 20, false),
            (Antipod, "-radius=4", "8", 20, true),
            (Anchor, "-size=8", "7", 20, true),
            (Anchor, "-size=8", "8", 20, false),
            (Antipod, "-radius=10", "9", 20, false),
            (Ankor, "-size=4", "9", 20, false),
        ] {
            let cost = cost(kind, options, level, ply);
            assert_eq!(cost <= SHORT_MS, short, "{kind} {options} level {level}: {cost} ms");
        }
    }

    #[test]
    fn the_strongest_level_takes_all_the_time_there_is() {
        assert_eq!(cost(GameKind::Ankor, "-size=6", "9", 0), 3000);
        // Options that cannot be read cost the maximum.
        assert_eq!(cost(GameKind::Ankor, "-radius=6", "1", 0), 3000);
    }
}
