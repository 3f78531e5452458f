//! The turns of a board, and the game that they lead to.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use carrick_games::{AnyGame, AnyOptions, Seat};
use jiff::Timestamp;

/// One turn as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnRecord {
    /// The turn in canonical notation, shared by the copies of a board's record.
    pub text: Arc<str>,
    /// The seat that played it.
    pub seat: Seat,
    /// When.
    pub at: Timestamp,
}

/// All turns of a board, swaps and passes included: a slice of them, which can grow and be cut off
/// at its end.
///
/// The resulting game is replayed when it is first needed, and then shared by all copies. After
/// another turn only that turn is played, so a turn in a long game costs no more than in a short
/// one.
///
/// ```
/// use carrick_games::Seat;
/// use carrick_service::{PlayedTurns, TurnRecord};
///
/// let at = jiff::Timestamp::UNIX_EPOCH;
/// let turn = |seat, text: &str| TurnRecord { text: text.into(), seat, at };
/// let mut turns: PlayedTurns = [turn(Seat::First, "d3"), turn(Seat::Second, "swap")].into();
/// turns.push(turn(Seat::First, "e4"));
/// assert_eq!(&*turns.last().unwrap().text, "e4");
/// turns.truncate(1);
/// assert_eq!(turns.len(), 1);
/// ```
#[derive(Clone, Default)]
pub struct PlayedTurns {
    turns: Vec<TurnRecord>,
    /// The game after all turns, once it has been needed.
    game: LazyGame,
    /// The game after the first turns, as many as it has.
    earlier: LazyGame,
}

type LazyGame = Arc<OnceLock<Box<AnyGame>>>;

impl PlayedTurns {
    /// Adds a turn.
    pub fn push(&mut self, turn: TurnRecord) {
        // Copies may still ask for the game without this turn.
        let game = std::mem::take(&mut self.game);
        if game.get().is_some() {
            self.earlier = game;
        }
        self.turns.push(turn);
    }

    /// Keeps the first `count` turns, if there are more.
    pub fn truncate(&mut self, count: usize) {
        if count < self.turns.len() {
            self.turns.truncate(count);
            self.game = LazyGame::default();
            if self.earlier.get().is_some_and(|game| game.ply() > count) {
                self.earlier = LazyGame::default();
            }
        }
    }

    /// The game with these options after all turns; `None` when they cannot be played. It does not
    /// include resignations, agreed draws or time running out.
    pub(crate) fn game(&self, options: AnyOptions) -> Option<AnyGame> {
        let mut known = [&self.game, &self.earlier].into_iter().filter_map(|game| game.get());
        let known = known.find(|game| game.options() == options);
        let mut game = known.map_or_else(|| AnyGame::new(options), |game| AnyGame::clone(game));
        for turn in self.turns.get(game.ply()..)? {
            game = game.play_text(&turn.text).ok()?;
        }
        // Another copy may have been faster.
        self.game.get_or_init(|| Box::new(game.clone()));
        Some(game)
    }
}

impl Deref for PlayedTurns {
    type Target = [TurnRecord];

    fn deref(&self) -> &[TurnRecord] {
        &self.turns
    }
}

impl fmt::Debug for PlayedTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.turns.fmt(f)
    }
}

impl PartialEq for PlayedTurns {
    fn eq(&self, other: &Self) -> bool {
        self.turns == other.turns
    }
}

impl Eq for PlayedTurns {}

impl From<Vec<TurnRecord>> for PlayedTurns {
    fn from(turns: Vec<TurnRecord>) -> Self {
        Self { turns, ..Self::default() }
    }
}

impl<const N: usize> From<[TurnRecord; N]> for PlayedTurns {
    fn from(turns: [TurnRecord; N]) -> Self {
        Vec::from(turns).into()
    }
}

impl FromIterator<TurnRecord> for PlayedTurns {
    fn from_iter<I: IntoIterator<Item = TurnRecord>>(turns: I) -> Self {
        turns.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'t> IntoIterator for &'t PlayedTurns {
    type Item = &'t TurnRecord;
    type IntoIter = std::slice::Iter<'t, TurnRecord>;

    fn into_iter(self) -> Self::IntoIter {
        self.turns.iter()
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{DrawStyle, GameKind, SizeLimits};
    use proptest::collection::vec;
    use proptest::option::{self, weighted};
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::*;

    fn options(kind: GameKind, words: &[&str]) -> AnyOptions {
        AnyOptions::parse(kind, words, SizeLimits::Challenge).unwrap()
    }

    fn replayed(options: AnyOptions, turns: &PlayedTurns) -> AnyGame {
        let play = |game: AnyGame, turn: &TurnRecord| game.play_text(&turn.text).unwrap();
        turns.iter().fold(AnyGame::new(options), play)
    }

    /// One step: a copy is made of one of the records, or that one is taken; it is cut off or not,
    /// gets a turn, and takes the place of another; the game of one of them is requested.
    #[derive(Debug, Clone)]
    struct Step {
        from: Index,
        takes: bool,
        cut: Option<Index>,
        turn: Index,
        to: Index,
        asks: Option<Index>,
    }

    fn step() -> impl Strategy<Value = Step> {
        let index = any::<Index>;
        let step =
            (index(), any::<bool>(), weighted(0.1, index()), index(), index(), option::of(index()));
        step.prop_map(|(from, takes, cut, turn, to, asks)| Step {
            from,
            takes,
            cut,
            turn,
            to,
            asks,
        })
    }

    proptest! {
        #[test]
        fn every_copy_has_the_game_of_its_own_turns(
            kind in select(&GameKind::ALL[..]),
            steps in vec(step(), 1..60),
        ) {
            let options = options(kind, &[]);
            let mut copies = vec![PlayedTurns::default(); 4];
            for Step { from, takes, cut, turn, to, asks } in steps {
                let from = from.index(copies.len());
                let mut turns = match takes {
                    true => std::mem::take(&mut copies[from]),
                    false => copies[from].clone(),
                };
                if let Some(cut) = cut {
                    turns.truncate(cut.index(turns.len() + 1));
                }
                let game = replayed(options, &turns);
                if let Some(seat) = game.seat_to_move() {
                    let text = turn.get(&game.legal()).as_str().into();
                    turns.push(TurnRecord { text, seat, at: Timestamp::UNIX_EPOCH });
                }
                let place = to.index(copies.len());
                copies[place] = turns;
                if let Some(asked) = asks {
                    let copy = asked.get(&copies);
                    let (game, expected) = (copy.game(options).unwrap(), replayed(options, copy));
                    prop_assert_eq!(game.turn_names(), expected.turn_names());
                    prop_assert_eq!(game.draw(DrawStyle::LABELLED), expected.draw(DrawStyle::LABELLED));
                    prop_assert_eq!(game.outcome(), expected.outcome());
                }
            }
        }
    }

    #[test]
    fn other_options_make_another_game() {
        let turn = TurnRecord { text: "C3".into(), seat: Seat::First, at: Timestamp::UNIX_EPOCH };
        let turns = PlayedTurns::from([turn]);
        for words in [["-size=5"], ["-size=6"], ["-size=5"]] {
            let options = options(GameKind::Anchor, &words);
            assert_eq!(turns.game(options).unwrap().options(), options);
        }
        assert!(turns.game(options(GameKind::Boche, &[])).is_none());
    }

    #[test]
    fn turns_that_cannot_be_played_make_no_game() {
        let turn = TurnRecord { text: "d3".into(), seat: Seat::First, at: Timestamp::UNIX_EPOCH };
        let options = options(GameKind::Antipod, &[]);
        let mut turns = PlayedTurns::from([turn.clone()]);
        assert!(turns.game(options).is_some());
        turns.push(turn);
        assert!(turns.game(options).is_none());
        assert!(turns.clone().game(options).is_none());
    }
}
