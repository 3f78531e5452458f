//! Reviews of finished games as text.

use carrick_coach::review::{Review, View};

use super::wrap::wrapped;
use crate::people::{BoardId, Userid};
use crate::state::{BoardRecord, DoneReview};

/// The review of a game for a reader: its summary, its turning points, and how to ask for a longer
/// look. `None` when the stored review is not one of this game.
pub(crate) fn review(record: &BoardRecord, done: &DoneReview, reader: &Userid) -> Option<String> {
    let BoardId { kind, number } = record.id;
    let review = Review::of(&record.game().ok()?, &done.judged).ok()?;
    let view = record.seat_of(reader).map_or(View::Onlooker, View::Player);
    let mut text = wrapped(&review.summary(view), 0);
    for point in &review.turning_points {
        let turn = &review.turns[point.ply - 1];
        let colour = review.colour(turn.seat);
        let told = review.told(point, view);
        text.push('\n');
        text += &wrapped(&format!("Turn {}, {} by {colour}. {told}", point.ply, turn.turn), 2);
        if turn.better().is_some() {
            text += &wrapped(&format!("  Better: {}", turn.best.join(" ")), 4);
        }
        if !turn.answer.is_empty() {
            text += &wrapped(&format!("  After {}: {}", turn.turn, turn.answer.join(" ")), 4);
        }
    }
    if let Some(more) = done.times.more() {
        let said = format!(
            "The computer can look {more} times as long as usual: `{kind} review {number} {reader} \
             <password> {more}`."
        );
        text.push('\n');
        text += &wrapped(&said, 0);
    }
    Some(text)
}
