//! Random games of each game for the reference players, and answers of the pairing and the mirror.

use carrick_engine::{AnkorGames, portable};
use carrick_games::{Board as _, Colour, TurnSet as _, anchor, ankor, antipod, boche};

use super::RandomGames;
use super::random::in_random_order;

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

/// Every spot takes as many rotations as any other.
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

/// Every empty point stays open to both until it is taken: a random game is a random order of them.
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

/// The point opposite to a turn; whether it is free is not asked.
///
/// Alpern and Beck's pairing for Hex on a cylinder: Black wins with it when White has no stones on
/// the corners.
fn opposite(board: &antipod::Board, turn: antipod::Turn) -> Option<antipod::Turn> {
    let sphere = board.sphere();
    let at = sphere.site(turn)?;
    let across = 2 * sphere.radius();
    sphere.at(antipod::Site { row: across - at.row, column: across - at.column, ..at })
}

/// A player who does not pass while there is a point to play on fills the board; then both pass.
/// The rule against mirror play is left out: nobody mirrors ten times in a row by chance.
impl RandomGames for anchor::Board {
    type Memory = Vec<Self::Turn>;

    fn memory(_: Self::Options) -> Self::Memory {
        Vec::new()
    }

    /// The half turn leaves the centre where it is, which is why who mirrors begins there.
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

#[cfg(test)]
mod tests {
    use carrick_games::antipod::Setup;
    use carrick_games::{Board as _, Colour, GameOptions as _, SizeLimits, TurnSet as _};

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
}
