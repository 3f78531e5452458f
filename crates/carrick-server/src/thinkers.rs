//! What the computer has thought about its games, kept from turn to turn.

use std::sync::{Mutex, PoisonError};

use carrick_engine::tree::MEMORY;
use carrick_engine::{Choice, Level, Limits, Player};
use carrick_service::{Asked, BoardId};

/// At most so many games are kept in mind,
const MOST_GAMES: usize = 16;

/// and so many bytes of what was thought, as many as one search may take.
const MOST_BYTES: usize = MEMORY;

/// The computer at one board: a player who goes on from what he thought the turn before.
#[derive(Debug)]
pub(crate) struct Thinker {
    board: BoardId,
    level: Level,
    player: Player,
}

impl Thinker {
    /// A thinker who knows nothing yet. What he leaves to chance follows from the board and from how
    /// often its position had changed when he came to it, so that he who comes to the same position
    /// anew does the same.
    pub(crate) fn new(asked: &Asked) -> Option<Self> {
        let level = Level::new(asked.level)?;
        let board = (asked.board.kind as u64) << 32 | u64::from(asked.board.number);
        let seed = board << 24 | u64::from(asked.generation);
        let player = Player::new(&asked.game, level, seed);
        Some(Self { board: asked.board, level, player })
    }

    /// The turn he would play. He follows the game wherever it went, back as well: what he knows of
    /// the position he uses, and otherwise begins anew.
    pub(crate) fn choose(&mut self, asked: &Asked, limits: Limits<'_>) -> Option<Choice> {
        self.player.choose(&asked.game, limits)
    }

    fn is_for(&self, asked: &Asked) -> bool {
        self.board == asked.board && self.level.number() == asked.level
    }
}

/// The thinkers of a worker's games, those who thought last at the end.
#[derive(Debug, Default)]
pub(crate) struct Thinkers(Mutex<Vec<Thinker>>);

impl Thinkers {
    /// Takes the thinker of a board out, or a new one if nobody is kept for it or he is thinking.
    pub(crate) fn take(&self, asked: &Asked) -> Option<Thinker> {
        let kept = self.locked(|thinkers| {
            let place = thinkers.iter().position(|thinker| thinker.is_for(asked))?;
            Some(thinkers.remove(place))
        });
        kept.or_else(|| Thinker::new(asked))
    }

    /// Keeps a thinker for the next turn, and forgets those who have not thought for longest where there
    /// are too many, or they have too much in mind.
    pub(crate) fn keep(&self, thinker: Thinker) {
        self.locked(|thinkers| {
            thinkers.retain(|other| (other.board, other.level) != (thinker.board, thinker.level));
            thinkers.push(thinker);
            let bytes: Vec<usize> = thinkers.iter().map(|one| one.player.bytes()).collect();
            thinkers.drain(..too_many(&bytes));
        });
    }

    fn locked<T>(&self, act: impl FnOnce(&mut Vec<Thinker>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// How many of those who have not thought for longest are forgotten, when what each has in mind takes so many
/// bytes: he who thought last never is.
fn too_many(bytes: &[usize]) -> usize {
    let mut all = 0;
    let kept = bytes.iter().rev().take(MOST_GAMES).take_while(|&&bytes| {
        all += bytes;
        all <= MOST_BYTES
    });
    bytes.len() - kept.count().max(1).min(bytes.len())
}

#[cfg(test)]
mod tests {
    use carrick_games::GameKind;
    use carrick_service::{BoardRecord, Terms};
    use jiff::Timestamp;

    use super::*;

    /// The computer is to begin on a board of Antipod.
    fn asked(number: u32, level: u8) -> Asked {
        let players =
            [format!("level{level}"), "alice".to_owned()].map(|name| name.parse().unwrap());
        let id = BoardId { kind: GameKind::Antipod, number };
        let terms = Terms::default();
        let record = BoardRecord::new(id, players, "-radius=4", terms, Timestamp::UNIX_EPOCH);
        Asked::on(&record).unwrap()
    }

    fn kept(thinkers: &Thinkers) -> Vec<u32> {
        thinkers.locked(|thinkers| thinkers.iter().map(|one| one.board.number).collect())
    }

    #[test]
    fn a_thinker_goes_on_from_what_he_thought() {
        let thinkers = Thinkers::default();
        let mut values = Vec::new();
        for _ in 0..2 {
            let mut thinker = thinkers.take(&asked(101, 8)).unwrap();
            let choice = thinker.choose(&asked(101, 8), Limits::nodes(50)).unwrap();
            values
                .push(choice.thought.lines.iter().map(|line| u64::from(line.visits)).sum::<u64>());
            thinkers.keep(thinker);
        }
        assert!(values[1] > values[0], "{values:?}");
        assert_eq!(kept(&thinkers), [101]);
    }

    #[test]
    fn those_who_thought_last_are_kept() {
        let thinkers = Thinkers::default();
        for number in (101..=116).chain([101, 117]) {
            thinkers.keep(thinkers.take(&asked(number, 3)).unwrap());
        }
        assert_eq!(kept(&thinkers), (103..=116).chain([101, 117]).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_kept_fits_into_memory() {
        let most = MOST_BYTES;
        for (bytes, forgotten) in [
            (&[][..], 0),
            (&[5], 0),
            (&[most], 0),
            (&[2 * most], 0),
            (&[1, most], 1),
            (&[most, 1], 1),
            (&[most / 2, 1, most / 2], 1),
            (&[most / 2, most / 2], 0),
            (&[2 * most, 2 * most], 1),
            (&[0; 16], 0),
            (&[0; 18], 2),
        ] {
            assert_eq!(too_many(bytes), forgotten, "{bytes:?}");
        }
    }

    #[test]
    fn two_levels_on_one_board_do_not_share_their_thoughts() {
        let thinkers = Thinkers::default();
        let thinker = thinkers.take(&asked(101, 3)).unwrap();
        thinkers.keep(thinker);
        assert_eq!(thinkers.take(&asked(101, 4)).unwrap().level.number(), 4);
        assert_eq!(kept(&thinkers), [101]);
    }
}
