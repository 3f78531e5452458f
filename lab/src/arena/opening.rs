//! Openings of matches: random turns before the players start, kept even on request.

use std::fmt;
use std::str::FromStr;

use carrick_engine::{PlayoutTally, Playouts as _, Searchable, portable};
use carrick_games::{AnyGame, Colour, Game, TurnSet as _, match_game};

/// Openings of a match: a number of random turns, kept even on request.
///
/// Turns are drawn at random, without passes and swaps, after those with which the match starts. If
/// a swap is possible, the opening continues until it no longer is, because a swap would undo the
/// exchange of seats. Without opening turns, the players start themselves, and may swap.
///
/// In most random positions one seat wins, whichever player has it, and such a pair of games says
/// nothing. So an opening may be kept even: of several random turns, it plays the one after which
/// either colour wins half of 512 random games. The players of the match have no influence on that.
///
/// ```
/// use carrick_lab::arena::Openings;
/// assert_eq!("4".parse(), Ok(Openings { turns: 4, even: false }));
/// assert_eq!("even:4".parse(), Ok(Openings { turns: 4, even: true }));
/// assert_eq!(Openings { turns: 4, even: true }.to_string(), "even:4");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Openings {
    /// Minimum number of turns.
    pub turns: u32,
    /// Whether they are chosen so that the position stays even.
    pub even: bool,
}

/// Error for a text that does not describe openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "openings are a number of random turns, such as 2, or of turns that keep the game even, such as even:4"
)]
pub struct OpeningsError;

impl FromStr for Openings {
    type Err = OpeningsError;

    fn from_str(text: &str) -> Result<Self, OpeningsError> {
        let turns = text.strip_prefix("even:");
        let even = turns.is_some();
        match turns.unwrap_or(text).parse() {
            Ok(0) if even => Err(OpeningsError),
            Ok(turns) => Ok(Self { turns, even }),
            Err(_) => Err(OpeningsError),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.even { "even:" } else { "" }, self.turns)
    }
}

/// Number of random turns to try when looking for an even one.
const CANDIDATES: usize = 32;
/// In an even position, the maximum distance from one half of the share of playouts won.
const TOLERANCE: f32 = 0.02;
/// Minimum number of playouts for judging a position.
const GAMES: u32 = 512;

/// Draws one opening that starts at a position; `None` if the game ended before.
pub(super) fn draw(
    start: &AnyGame,
    openings: Openings,
    random: &mut fastrand::Rng,
) -> Option<AnyGame> {
    match_game!(start, AnyGame(game) => opening(game, openings, random).map(Into::into))
}

fn opening<B: Searchable>(
    start: &Game<B>,
    openings: Openings,
    random: &mut fastrand::Rng,
) -> Option<Game<B>> {
    let mut game = start.clone();
    let mut judge = PlayoutJudge::<B>::new(game.board().options());
    let turns = openings.turns as usize;
    let least = match turns {
        0 => 0,
        _ => B::least_opening(game.board().options()).max(game.turns().len() + turns),
    };
    let can_swap = |game: &Game<B>| game.legal_turns().iter().any(B::is_swap);
    while game.turns().len() < least || (turns > 0 && can_swap(&game)) {
        let mut turns: Vec<B::Turn> =
            game.legal_turns().iter().filter(|&turn| judge.is_placed(turn)).collect();
        portable::shuffle(random, &mut turns);
        let drawn = turns.first().copied();
        let turn = if openings.even { judge.evenest(&game, &turns) } else { drawn };
        game.play_unchecked(turn?);
    }
    game.outcome().is_none().then_some(game)
}

/// Judges positions by playouts, independently of the players' searches.
pub(super) struct PlayoutJudge<B: Searchable> {
    playouts: B::Playouts,
    tally: PlayoutTally,
}

impl<B: Searchable> PlayoutJudge<B> {
    pub(super) fn new(options: B::Options) -> Self {
        let playouts = B::Playouts::new(options);
        let tally = PlayoutTally::new(playouts.slots());
        Self { playouts, tally }
    }

    /// Whether a turn places a stone or cube: neither a pass nor a swap.
    fn is_placed(&self, turn: B::Turn) -> bool {
        self.playouts.slot(turn).is_some()
    }

    /// The share of the points that Light makes in playouts; always the same for the same position.
    pub(super) fn light_share(&mut self, board: &B) -> f32 {
        self.tally.clear();
        let mut random = fastrand::Rng::with_seed(0);
        while self.tally.games() < GAMES {
            self.playouts.run(board, &mut random, &mut self.tally);
        }
        self.tally.rate(Colour::Light)
    }

    /// The first of the turns that leaves the position even, or the one that comes closest among
    /// some; `None` if all of them end the game.
    fn evenest(&mut self, game: &Game<B>, turns: &[B::Turn]) -> Option<B::Turn> {
        let mut best = None;
        for &turn in turns.iter().take(CANDIDATES) {
            let mut after = game.clone();
            after.play_unchecked(turn);
            if after.outcome().is_some() {
                continue;
            }
            let distance = (self.light_share(after.board()) - 0.5).abs();
            if best.is_none_or(|(_, least)| distance < least) {
                best = Some((turn, distance));
            }
            if distance <= TOLERANCE {
                break;
            }
        }
        best.map(|(turn, _)| turn)
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, GameKind, SizeLimits};

    use super::*;
    use crate::arena::Schedule;

    /// Distance of the share of playouts won from one half.
    fn distance(game: &AnyGame) -> f32 {
        fn of<B: Searchable>(game: &Game<B>) -> f32 {
            let mut judge = PlayoutJudge::<B>::new(game.board().options());
            (judge.light_share(game.board()) - 0.5).abs()
        }
        match_game!(game, AnyGame(game) => of(game))
    }

    /// The mean distance for some openings, even ones or not; each is drawn twice.
    #[track_caller]
    fn mean(kind: GameKind, words: &[&str], openings: &str) -> f32 {
        let options = AnyOptions::parse(kind, words, SizeLimits::Scripts).unwrap();
        let schedule = Schedule::new(AnyGame::new(options), openings.parse().unwrap(), 3);
        let one = |pair| {
            let opening = schedule.opening(pair).unwrap();
            assert_eq!(opening.turn_names(), schedule.opening(pair).unwrap().turn_names());
            assert!(opening.ply() >= 4 && !opening.legal().contains(&"swap".to_owned()));
            distance(&opening)
        };
        (0..12).map(one).sum::<f32>() / 12.0
    }

    #[test]
    fn chosen_turns_keep_the_game_even() {
        for (kind, words, turns) in [
            (GameKind::Ankor, &["-size=4"][..], 4),
            (GameKind::Boche, &["-size=4"], 4),
            (GameKind::Antipod, &["-radius=4"], 12),
            (GameKind::Anchor, &["-size=5"], 4),
            (GameKind::Anchor, &["-size=5", "-pie=refined"], 4),
        ] {
            let random = mean(kind, words, &turns.to_string());
            let even = mean(kind, words, &format!("even:{turns}"));
            assert!(even < 0.04 && even < random / 2.0, "{kind}: {even}, at random {random}");
        }
    }

    #[test]
    fn typed_openings_are_read_or_refused() {
        for text in ["0", "2", "even:8"] {
            assert_eq!(text.parse::<Openings>().unwrap().to_string(), text);
        }
        for text in ["", "even", "even:", "even:0", "odd:3", "-1"] {
            assert_eq!(text.parse::<Openings>(), Err(OpeningsError), "{text:?}");
        }
    }
}
