//! Ladders: how far apart players are who met their neighbours.

use crate::arena::Elo;

/// A rung of a ladder: a player, and their distance from the lowest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rung {
    /// Name of the player.
    pub(super) player: String,
    /// Elo above the lowest player; `None` where a step below was won in every game, so that only
    /// a lower bound is known.
    pub(super) above: Option<Elo>,
}

/// Adds up the steps between neighbours, each with the higher player, the lowest step first. The
/// errors of the steps are independent, so that their squares add up.
pub(super) fn ladder(lowest: &str, steps: &[(String, Elo)]) -> Vec<Rung> {
    let zero = Elo { estimate: 0.0, low: 0.0, high: 0.0 };
    let mut rungs = vec![Rung { player: lowest.to_owned(), above: Some(zero) }];
    let (mut above, mut below_error, mut above_error) = (Some(0.0), 0.0_f64, 0.0_f64);
    for (player, step) in steps {
        let is_known = [step.estimate, step.low, step.high].iter().all(|elo| elo.is_finite());
        above = above.filter(|_| is_known).map(|above| above + step.estimate);
        below_error = below_error.hypot(step.estimate - step.low);
        above_error = above_error.hypot(step.high - step.estimate);
        let above = above.map(|estimate| Elo {
            estimate,
            low: estimate - below_error,
            high: estimate + above_error,
        });
        rungs.push(Rung { player: player.clone(), above });
    }
    rungs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_add_up_and_errors_by_their_squares() {
        let step =
            |estimate, error| Elo { estimate, low: estimate - error, high: estimate + error };
        let steps = [("b".to_owned(), step(100.0, 30.0)), ("c".to_owned(), step(50.0, 40.0))];
        let rungs = ladder("a", &steps);
        assert_eq!(rungs[2].above, Some(Elo { estimate: 150.0, low: 100.0, high: 200.0 }));
        let endless = Elo { estimate: f64::INFINITY, low: 400.0, high: f64::INFINITY };
        let rungs = ladder("a", &[("b".to_owned(), endless), ("c".to_owned(), step(1.0, 1.0))]);
        assert_eq!((rungs[1].above, rungs[2].above), (None, None));
    }
}
