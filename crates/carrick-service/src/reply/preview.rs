//! Positions that are not on any board, or not yet.

use std::fmt::Write as _;

use carrick_games::{AnyGame, DrawStyle, Seat};

use super::board::{in_hand, title};
use super::wrap::wrapped;
use crate::table::Table;

/// The position of a board after some of its turns and then some moves.
pub(crate) fn preview(table: &Table<'_>, ply: usize, game: &AnyGame) -> String {
    format!("{}\n{}", title(table), hypothetical(game, ply))
}

/// The position after some moves on no board at all.
pub(crate) fn preview_new(game: &AnyGame) -> String {
    format!("{}, preview\n{}\n\n{}", game.kind().title(), game.options(), hypothetical(game, 0))
}

/// What a turn would do that a player has submitted; the table shows the game after it.
pub(crate) fn submitted(table: &Table<'_>, seat: Seat) -> String {
    let game = &table.game;
    let (kind, number) = (table.kind(), table.record.id.number);
    let player = table.player(seat);
    let mut text = title(table);
    let _ = write!(
        text,
        "\nYou have submitted {} as turn {}. Nobody else knows. To play it:\n\n  {kind} confirm \
         {number} {player} password\n\nAnother submit or move takes its place. The board after it:\n\n",
        game.last_turn().unwrap_or_default(),
        game.ply()
    );
    text.push_str(&position(game));
    text
}

/// What was played before, what is tried, and what comes of it.
fn hypothetical(game: &AnyGame, ply: usize) -> String {
    let mut tried = game.turn_names().split_off(ply);
    for (turn, number) in tried.iter_mut().zip(ply + 1..) {
        *turn = format!("{number} {turn}");
    }
    let start = match ply {
        0 => "Preview: the start".to_owned(),
        ply => format!("Preview: the position after turn {ply}"),
    };
    let text = match tried.as_slice() {
        [] => format!("{start}."),
        tried => format!("{start}, then {}.", tried.join(", ")),
    };
    wrapped(&text, 2) + &position(game)
}

/// Whose turn it is or how the game has ended, and the board; for Anchor with the count.
fn position(game: &AnyGame) -> String {
    let kind = game.kind();
    let mut text = String::new();
    let _ = match (game.outcome(), game.colour_to_move()) {
        (Some(outcome), _) => writeln!(text, "Over: {}.", outcome.sentence(kind)),
        (None, Some(colour)) => {
            writeln!(text, "Turn {}: {} to move.", game.ply() + 1, kind.colour_name(colour))
        }
        (None, None) => Ok(()),
    };
    if game.score().is_some() && game.outcome().is_none() {
        text.push_str("Dead stones and territory are shown as if the game ended here.\n");
    }
    text.push_str(&in_hand(game));
    text.push('\n');
    text.push_str(&game.draw(DrawStyle { labels: true, score: true }));
    text
}
