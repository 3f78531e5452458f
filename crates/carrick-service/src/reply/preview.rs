//! Positions that are not on any board, or not yet.

use std::fmt::Write as _;

use carrick_games::{AnyGame, DrawStyle, Seat};

use crate::about::{Start, Text};
use crate::playing::BoardInPlay;
use crate::reply::board::{in_hand, title};
use crate::reply::wrapped;

/// The position of a board after some of its turns and then some moves.
pub(crate) fn preview(table: &BoardInPlay<'_>, ply: usize, game: &AnyGame) -> Text {
    hypothetical(game, ply, Start::Board(ply)).below(&format!("{}\n", title(table)))
}

/// The position after some moves on no board at all.
pub(crate) fn preview_new(game: &AnyGame) -> Text {
    let options = game.options();
    let notes: String = options
        .warnings()
        .iter()
        .map(|warning| format!("\n{}", wrapped(&format!("Note: {warning}"), 2)))
        .collect();
    let start = Start::New(game.kind(), options.to_string());
    let head = format!("{}, preview\n{options}\n\n", game.kind().title());
    let mut text = hypothetical(game, 0, start).below(&head);
    text.words.push_str(&notes);
    text
}

/// The effect of a submitted turn; the table shows the game after it.
pub(crate) fn submitted(table: &BoardInPlay<'_>, seat: Seat) -> Text {
    let game = &table.game;
    let (kind, number) = (table.kind(), table.record.id.number);
    let player = table.player(seat);
    let mut text = title(table);
    let _ = write!(
        text,
        "\nYou have submitted {} as turn {}. No one else can see it. To play it:\n\n  {kind} \
         confirm {number} {player} <password>\n\nAnother submit or move replaces it. The board \
         after it:\n\n",
        game.last_turn().unwrap_or_default(),
        game.ply()
    );
    let before = game.ply().saturating_sub(1);
    position(game, Start::Board(before), game.last_turn().into_iter().collect()).below(&text)
}

/// The turns before, the turns tried, and the position after them.
fn hypothetical(game: &AnyGame, ply: usize, start: Start) -> Text {
    let tried = game.turn_names().split_off(ply);
    let numbered = tried.iter().zip(ply + 1..).map(|(turn, number)| format!("{number} {turn}"));
    let after = match ply {
        0 => "the start".to_owned(),
        ply => format!("the position after turn {ply}"),
    };
    let text = match tried.as_slice() {
        [] => format!("Preview: {after}."),
        _ => format!("Preview: {after}, then {}.", numbered.collect::<Vec<_>>().join(", ")),
    };
    position(game, start, tried).below(&wrapped(&text, 2))
}

/// Whose turn it is or how the game has ended, and the board; for Anchor with the count.
/// The position is that after some turns.
pub(super) fn position(game: &AnyGame, start: Start, turns: Vec<String>) -> Text {
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
    let mut text = Text::from(text);
    text.draw(&game.draw(DrawStyle { labels: true, score: true }), start, turns);
    text
}
