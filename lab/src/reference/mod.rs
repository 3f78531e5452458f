//! Frozen reference opponents, against which strength is measured. They are textbook players that
//! share only the rules with the engine's search. Their choices never change; their speed may.

mod random;
mod uct;

use carrick_engine::tactics::{Answers, Tactics, answers, winning_turns};
use carrick_engine::{AnkorGames, portable};
use carrick_games::{Board as _, Colour, Game, TurnSet as _, anchor, ankor, antipod, boche};

use crate::reference::random::in_random_order;

pub use random::{RandomGames, random};
pub use uct::Uct;

// Random games of each game for the reference players, and answers of the pairing and the mirror.

/// Repetitions are ignored: in random games a position practically never occurs three times.
impl RandomGames for ankor::Board {
    type Memory = AnkorGames;

    fn memory(options: Self::Options) -> AnkorGames {
        AnkorGames::new(options)
    }

    fn play_out(
        &self,
        history: &Self::History,
        games: &mut AnkorGames,
        random: &mut fastrand::Rng,
        took: impl FnMut(Self::Turn, Colour),
    ) -> Option<Colour> {
        games.play_out(self, history, random, took)
    }
}

/// Every spot has as many rotations as any other.
impl RandomGames for boche::Board {
    type Memory = ();

    fn memory(_: Self::Options) {}

    fn play_out(
        &self,
        (): &(),
        (): &mut (),
        random: &mut fastrand::Rng,
        mut took: impl FnMut(Self::Turn, Colour),
    ) -> Option<Colour> {
        let mut board = *self;
        while board.outcome().is_none() {
            let turns = board.legal_turns();
            // A swap is the last of the turns.
            let places = turns.len() - usize::from(board.can_swap());
            let Some(turn) = turns.nth(portable::index(random, places.max(1))) else { break };
            took(turn, board.to_move());
            board.play_unchecked(turn);
        }
        board.outcome()?.winner()
    }
}

/// Every empty point stays open to both until it is taken, so a random game is a random order of
/// the points.
impl RandomGames for antipod::Board {
    type Memory = Vec<Self::Turn>;

    fn pairing_answer(&self) -> Option<Self::Turn> {
        opposite(self, self.last_turn()?)
    }

    fn memory(_: Self::Options) -> Self::Memory {
        Vec::new()
    }

    fn play_out(
        &self,
        (): &(),
        empty: &mut Self::Memory,
        random: &mut fastrand::Rng,
        mut took: impl FnMut(Self::Turn, Colour),
    ) -> Option<Colour> {
        let mut board = *self;
        empty.clear();
        empty.extend(self.legal_turns().iter());
        in_random_order(empty, random, |turn| {
            took(turn, board.to_move());
            board.play_unchecked(turn);
            board.outcome().is_none()
        });
        board.outcome()?.winner()
    }
}

/// The point opposite to a turn, whether or not it is free.
///
/// Alpern and Beck's pairing for Hex on a cylinder: Black wins with it if White has no stones on
/// the corners.
fn opposite(board: &antipod::Board, turn: antipod::Turn) -> Option<antipod::Turn> {
    let sphere = board.sphere();
    let at = sphere.site(turn)?;
    let across = 2 * sphere.radius();
    sphere.at(antipod::DrawnPlace { row: across - at.row, column: across - at.column, ..at })
}

/// A player who does not pass while there is a point to play on fills the board; then both pass.
/// The rule against mirror play is left out, because random players never mirror ten times in a
/// row.
impl RandomGames for anchor::Board {
    type Memory = Vec<Self::Turn>;

    fn memory(_: Self::Options) -> Self::Memory {
        Vec::new()
    }

    /// The half turn leaves the centre where it is, so a player who mirrors starts there.
    fn mirror_answer(&self) -> Option<Self::Turn> {
        let size = self.options().size();
        let point = match self.last_turn() {
            None => anchor::Point::new(size, size)?,
            Some(anchor::Turn::Stone(of)) => {
                let image = |at: u8| (2 * size).checked_sub(at);
                anchor::Point::new(image(of.letter())?, image(of.number())?)?
            }
            Some(anchor::Turn::Swap) => return None,
            Some(anchor::Turn::Pass) => return Some(anchor::Turn::Pass),
        };
        Some(anchor::Turn::Stone(point))
    }

    fn play_out(
        &self,
        _: &Self::History,
        empty: &mut Self::Memory,
        random: &mut fastrand::Rng,
        mut took: impl FnMut(Self::Turn, Colour),
    ) -> Option<Colour> {
        let mut board = *self;
        empty.clear();
        empty.extend(self.legal_turns().points().map(anchor::Turn::Stone));
        in_random_order(empty, random, |turn| {
            took(turn, board.to_move());
            board.play_unchecked(turn);
            true
        });
        board.count().outcome().winner()
    }
}

// A player that knows the rules and looks one turn ahead, sometimes two.

/// A turn that wins immediately, if there is one. If the opponent threatens to win immediately, a
/// turn that prevents it, every second time at random. Otherwise any legal turn, but a swap or a
/// pass only if there is nothing else. `None` when the game is over.
///
/// ```
/// use carrick_lab::reference::casual;
/// use carrick_games::{Game, anchor};
/// let mut game = Game::<anchor::Board>::new(anchor::Options::default());
/// for turn in ["A1", "pass"] {
///     game = game.play_text(turn)?;
/// }
/// let mut rng = fastrand::Rng::with_seed(1);
/// assert_eq!(casual(&game, &mut rng), Some(anchor::Turn::Pass)); // which wins
/// # Ok::<(), carrick_games::PlayError<Game<anchor::Board>>>(())
/// ```
pub fn casual<B: Tactics>(game: &Game<B>, rng: &mut fastrand::Rng) -> Option<B::Turn> {
    if let Some(win) = rng.choice(winning_turns(game)) {
        return Some(win);
    }
    let plays = |turn: &B::Turn| !B::is_swap(*turn) && !B::is_pass(*turn);
    if let Answers::Only(mut answers) = answers(game)
        && rng.bool()
    {
        answers.retain(plays);
        if let Some(answer) = rng.choice(answers) {
            return Some(answer);
        }
    }
    let turns: Vec<B::Turn> = game.legal_turns().iter().filter(plays).collect();
    rng.choice(turns).or_else(|| random(game, rng))
}

#[cfg(test)]
mod tests {
    use carrick_games::antipod::{self, Setup};
    use carrick_games::{Board as _, Colour, GameOptions as _, SizeLimits, TurnSet as _, boche};

    use super::*;

    #[test]
    fn answers_half_way_round() {
        let options = antipod::Options::parse(&["-radius=4"], SizeLimits::Scripts);
        let board = Setup::bare(options.unwrap()).board().unwrap();
        let turns = board.legal_turns();
        for turn in turns.iter() {
            let answer = opposite(&board, turn).unwrap();
            assert_ne!(answer, turn);
            assert!(turns.contains(&answer));
            assert_eq!(opposite(&board, answer), Some(turn));
        }
        assert_eq!(board.stone_at(board.sphere().centres()[0]), Some(Colour::Dark));
    }

    /// Positions of random games in which a player can win immediately, or must prevent it.
    fn positions<B: Tactics>(options: &[&str]) -> Vec<Game<B>> {
        let options = B::Options::parse(options, SizeLimits::Scripts).unwrap();
        let mut positions = Vec::new();
        for seed in 0..60 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut game = Game::<B>::new(options);
            while let Some(turn) = random(&game, &mut rng) {
                positions.push(game.clone());
                game.play_unchecked(turn);
            }
        }
        positions
    }

    #[track_caller]
    fn takes_wins_and_stops_half_the_threats<B: Tactics>(options: &[&str]) {
        let (mut wins, mut threats, mut stopped) = (0, 0, 0);
        let mut rng = fastrand::Rng::with_seed(5);
        for game in positions::<B>(options) {
            let turn = casual(&game, &mut rng).unwrap();
            assert!(game.check(turn).is_ok());
            let won = winning_turns(&game);
            if !won.is_empty() {
                assert!(won.contains(&turn));
                wins += 1;
            } else if let Answers::Only(answers) = answers(&game)
                && !answers.is_empty()
                && answers.len() * 8 < game.legal_turns().len()
            {
                threats += 1;
                stopped += u32::from(answers.contains(&turn));
            }
        }
        assert!(wins > 20 && threats > 20, "{wins} wins, {threats} threats");
        let share = f64::from(stopped) / f64::from(threats);
        assert!((0.35..0.7).contains(&share), "{stopped} of {threats}");
    }

    #[test]
    fn takes_every_win_and_stops_every_second_threat() {
        takes_wins_and_stops_half_the_threats::<antipod::Board>(&["-radius=4"]);
        takes_wins_and_stops_half_the_threats::<boche::Board>(&["-size=4", "-immediate"]);
    }
}
