//! A player who knows the rules and looks one turn ahead, now and then two.

use carrick_engine::tactics::{Answers, Tactics, answers, winning_turns};
use carrick_games::{Game, TurnSet as _};

use super::random;

/// A turn that wins at once, if there is one. Where the opponent threatens to win at once, every
/// second time by lot a turn that prevents it. Else any legal turn, but a swap or a pass only where
/// there is nothing else. `None` when the game is over.
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
    use carrick_games::{GameOptions as _, SizeLimits, antipod, boche};

    use super::*;

    /// Positions of random games in which somebody can win at once, or must prevent it.
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
