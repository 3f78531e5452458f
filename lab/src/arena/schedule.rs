//! The games of a match: pairs, openings, seats and seeds.

use carrick_games::{AnyGame, Seat};

use super::opening::{self, Openings};

/// One of the two players of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchSide {
    /// The one named first.
    A,
    /// The one named second.
    B,
}

impl MatchSide {
    /// Both sides; a side's place here is [`MatchSide::index`].
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 for A, 1 for B.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Number of a game in its match, from 0. Games 2k and 2k + 1 are a pair: one opening, with the
/// seats exchanged in the second game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameNumber(pub u32);

impl GameNumber {
    /// Number of its pair, from 0.
    #[must_use]
    pub const fn pair(self) -> u32 {
        self.0 / 2
    }

    /// The player in a seat: A has the first seat in the even games.
    #[must_use]
    pub const fn side_in(self, seat: Seat) -> MatchSide {
        match (self.0.is_multiple_of(2), seat) {
            (true, Seat::First) | (false, Seat::Second) => MatchSide::A,
            (true, Seat::Second) | (false, Seat::First) => MatchSide::B,
        }
    }

    /// The seat of a player.
    #[must_use]
    pub const fn seat_of(self, side: MatchSide) -> Seat {
        match self.side_in(Seat::First) as usize == side as usize {
            true => Seat::First,
            false => Seat::Second,
        }
    }
}

/// The games of a match: a function of the position in which it starts, of how games are opened
/// from there, and of the seed.
///
/// ```
/// use carrick_lab::arena::{Openings, Schedule};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Anchor, &["-size=5"], SizeLimits::Scripts)?;
/// let start = AnyGame::new(options);
/// let openings = Openings { turns: 1, even: false };
/// let opening = Schedule::new(start, openings, 7).opening(0)?;
/// assert_eq!(opening.ply(), 2); // after one turn a swap would be possible
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Schedule {
    start: AnyGame,
    openings: Openings,
    seed: u64,
}

/// The game is over before its opening is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", match turns {
    0 => "the game is over before its first turn; choose a larger board".to_owned(),
    1 => "the game is over within an opening of one turn; choose none, or a larger board".to_owned(),
    _ => format!("the game is over within an opening of {turns} turns; choose fewer, or a larger board"),
})]
pub struct OpeningError {
    /// Number of turns in the requested opening.
    pub turns: u32,
}

/// Number of openings to draw before giving up.
const TRIES: u64 = 200;

impl Schedule {
    /// The games of a match.
    #[must_use]
    pub const fn new(start: AnyGame, openings: Openings, seed: u64) -> Self {
        Self { start, openings, seed }
    }

    /// The position in which both games of a pair start.
    ///
    /// # Errors
    /// If no opening of this length was found that leaves a game to play.
    pub fn opening(&self, pair: u32) -> Result<AnyGame, OpeningError> {
        (0..TRIES)
            .find_map(|attempt| {
                let seed = mix(mix(self.seed, u64::from(pair)), attempt);
                opening::draw(&self.start, self.openings, &mut fastrand::Rng::with_seed(seed))
            })
            .ok_or(OpeningError { turns: self.openings.turns })
    }

    /// The seed of a player in a game: 53 bits, which every JSON reader preserves.
    #[must_use]
    pub fn seed(&self, game: GameNumber, side: MatchSide) -> u64 {
        let players = 2 * u64::from(game.0) + side.index() as u64;
        mix(!self.seed, players) >> 11
    }
}

/// A number that depends on two others as if by chance (the mixer of SplitMix64, Steele et al.
/// 2014).
const fn mix(one: u64, other: u64) -> u64 {
    let mut z = one.wrapping_add(other.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use carrick_games::{AnyOptions, GameKind, SizeLimits};

    use super::*;

    fn schedule(game: GameKind, options: &[&str], turns: u32, seed: u64) -> Schedule {
        let start = AnyGame::new(AnyOptions::parse(game, options, SizeLimits::Scripts).unwrap());
        Schedule::new(start, Openings { turns, even: false }, seed)
    }

    #[test]
    fn every_player_has_each_seat() {
        for number in (0..6).map(GameNumber) {
            assert_ne!(number.side_in(Seat::First), number.side_in(Seat::Second));
            for side in MatchSide::BOTH {
                assert_eq!(number.side_in(number.seat_of(side)), side);
            }
        }
        assert_eq!(GameNumber(6).side_in(Seat::First), MatchSide::A);
        assert_eq!(GameNumber(7).side_in(Seat::First), MatchSide::B);
        assert_eq!((GameNumber(6).pair(), GameNumber(7).pair()), (3, 3));
    }

    #[test]
    fn no_player_can_swap_after_an_opening() {
        for (game, options, turns, plies) in [
            (GameKind::Ankor, &["-size=4"][..], 1, 2),
            (GameKind::Ankor, &["-size=4", "-noswap"], 1, 1),
            (GameKind::Boche, &["-size=4"], 1, 2),
            (GameKind::Boche, &["-size=4"], 3, 3),
            (GameKind::Antipod, &["-radius=4"], 1, 1),
            (GameKind::Anchor, &["-size=4"], 2, 2),
            (GameKind::Anchor, &["-size=4", "-pie=refined"], 2, 4),
            (GameKind::Anchor, &["-size=4", "-handicap=3"], 2, 2),
            (GameKind::Anchor, &["-size=4"], 0, 0),
        ] {
            for pair in 0..20 {
                let opening = schedule(game, options, turns, 1).opening(pair).unwrap();
                assert_eq!(opening.ply(), plies, "{game} {options:?}");
                assert!(plies == 0 || !opening.legal().contains(&"swap".to_owned()));
                assert_eq!(opening.outcome(), None);
            }
        }
    }

    #[test]
    fn openings_continue_from_the_start_of_the_match() {
        let options =
            AnyOptions::parse(GameKind::Boche, &["-size=4"], SizeLimits::Scripts).unwrap();
        let start = AnyGame::new(options).play_text("b:a1").unwrap();
        for (turns, plies) in [(0, 1), (1, 2), (3, 4)] {
            let schedule = Schedule::new(start.clone(), Openings { turns, even: false }, 1);
            for pair in 0..20 {
                let opening = schedule.opening(pair).unwrap();
                assert_eq!((opening.ply(), &*opening.turn_names()[0]), (plies, "b:a1"));
            }
        }
    }

    #[test]
    fn openings_and_seeds_differ() {
        let one = schedule(GameKind::Antipod, &[], 3, 1);
        let other = schedule(GameKind::Antipod, &[], 3, 2);
        let openings: HashSet<Vec<String>> = [&one, &other]
            .iter()
            .flat_map(|schedule| (0..100).map(|pair| schedule.opening(pair).unwrap().turn_names()))
            .collect();
        assert!(openings.len() >= 199, "{}", openings.len());
        assert_eq!(one.opening(7).unwrap().turn_names(), one.opening(7).unwrap().turn_names());
        let seeds: HashSet<u64> = (0..100)
            .flat_map(|game| MatchSide::BOTH.map(|side| one.seed(GameNumber(game), side)))
            .collect();
        assert_eq!(seeds.len(), 200);
    }

    #[test]
    fn an_opening_that_ends_the_game_is_refused() {
        let error = schedule(GameKind::Antipod, &["-radius=3"], 40, 1).opening(0).unwrap_err();
        assert!(error.to_string().starts_with("the game is over within an opening of 40 turns"));
    }
}
