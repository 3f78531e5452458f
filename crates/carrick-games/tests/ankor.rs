//! Ankor against recorded games, its laws, and its figures.

mod support;

use carrick_games::ankor::Board;

use support::replay_recorded;

#[test]
fn recorded_games_turn_by_turn() {
    replay_recorded::<Board>();
}
