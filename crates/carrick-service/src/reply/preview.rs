//! Positions that are not on any board, or not yet.

use std::fmt::Write as _;

use carrick_games::{AnyGame, DrawStyle, Seat};

use crate::playing::{BoardInPlay, new_game};
use crate::reply::board::{in_hand, title};
use crate::reply::wrapped;

/// The position of a board after some of its turns and then some moves.
pub(crate) fn preview(table: &BoardInPlay<'_>, ply: usize, game: &AnyGame) -> String {
    format!("{}\n{}", title(table), hypothetical(game, ply))
}

/// The position after some moves on no board at all.
pub(crate) fn preview_new(game: &AnyGame) -> String {
    let options = game.options();
    let notes: String = options
        .warnings()
        .iter()
        .map(|warning| format!("\n{}", wrapped(&format!("Note: {warning}"), 2)))
        .collect();
    format!("{}, preview\n{options}\n\n{}{notes}", game.kind().title(), hypothetical(game, 0))
}

/// The position that the text of a preview shows, read back from the turns it lists; `on` is the
/// game on the board, if it is about one.
///
/// ```
/// use carrick_service::{Evidence, Request, Sender, State, command, decide, previewed};
/// let typed = command::parse("ankor preview new -size=3 c3 b2")?;
/// let asked = Request::typed(Sender::Nobody, typed, None);
/// let now = jiff::Timestamp::UNIX_EPOCH;
/// let answer = decide(&State::default(), &asked, &Evidence::default(), now);
/// let game = previewed(&answer.messages[0].text, None).expect("a preview");
/// assert_eq!(game.turn_names(), ["c3", "b2"]);
/// # Ok::<(), carrick_service::Refusal>(())
/// ```
#[must_use]
pub fn previewed(text: &str, on: Option<&AnyGame>) -> Option<AnyGame> {
    let (head, told) = text.split_once(PREVIEW)?;
    let told = told.split_once(".\n")?.0.split_whitespace().collect::<Vec<_>>().join(" ");
    let (start, moves) = told.split_once(", then ").unwrap_or((&told, ""));
    let ply = match start.strip_prefix(AFTER) {
        Some(ply) => ply.parse().ok()?,
        None => 0,
    };
    let game = match on {
        Some(game) if ply <= game.ply() => game.at(ply),
        Some(_) => return None,
        None => {
            let mut lines = head.lines();
            let kind = lines.next()?.split_once(',')?.0.parse().ok()?;
            new_game(kind, lines.next()?)?
        }
    };
    let turns = moves.split(", ").filter(|turn| !turn.is_empty());
    turns
        .map(|turn| turn.split_once(' ').map(|(_, turn)| turn))
        .try_fold(game, |game, turn| game.play_text(turn?).ok())
}

/// The effect of a submitted turn; the table shows the game after it.
pub(crate) fn submitted(table: &BoardInPlay<'_>, seat: Seat) -> String {
    let game = &table.game;
    let (kind, number) = (table.kind(), table.record.id.number);
    let player = table.player(seat);
    let mut text = title(table);
    let _ = write!(
        text,
        "\nYou have submitted {} as turn {}. Nobody else knows. To play it:\n\n  {kind} confirm \
         {number} {player} <password>\n\nAnother submit or move takes its place. The board after it:\n\n",
        game.last_turn().unwrap_or_default(),
        game.ply()
    );
    text.push_str(&position(game));
    text
}

/// How the sentence begins that says which position is shown.
const PREVIEW: &str = "Preview: ";
/// How it goes on where turns were played before.
const AFTER: &str = "the position after turn ";

/// The turns before, the turns tried, and the position after them.
fn hypothetical(game: &AnyGame, ply: usize) -> String {
    let mut tried = game.turn_names().split_off(ply);
    for (turn, number) in tried.iter_mut().zip(ply + 1..) {
        *turn = format!("{number} {turn}");
    }
    let start = match ply {
        0 => format!("{PREVIEW}the start"),
        ply => format!("{PREVIEW}{AFTER}{ply}"),
    };
    let text = match tried.as_slice() {
        [] => format!("{start}."),
        tried => format!("{start}, then {}.", tried.join(", ")),
    };
    wrapped(&text, 2) + &position(game)
}

/// Whose turn it is or how the game has ended, and the board; for Anchor with the count.
pub(super) fn position(game: &AnyGame) -> String {
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

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, GameKind, SizeLimits};

    use super::*;

    /// A game of a few turns, each the one in the middle of those that may be played.
    fn some_game(kind: GameKind) -> AnyGame {
        let options = AnyOptions::parse(kind, &[], SizeLimits::Challenge).unwrap();
        let next = |game: AnyGame| {
            let legal = game.legal();
            game.play_text(&legal[legal.len() / 2]).unwrap()
        };
        (0..7).fold(AnyGame::new(options), |game, _| next(game))
    }

    #[test]
    fn a_preview_tells_its_position() {
        for kind in GameKind::ALL {
            let game = some_game(kind);
            let names = |game: Option<AnyGame>| game.map(|game| game.turn_names());
            let new = preview_new(&game);
            assert_eq!(names(previewed(&new, None)), Some(game.turn_names()), "{new}");
            for ply in [0, 3, 7] {
                let text = format!("{kind} board 101\n\n{}", hypothetical(&game, ply));
                let on = names(previewed(&text, Some(&game.at(ply.max(3)))));
                assert_eq!(on, Some(game.turn_names()), "{text}");
            }
            let late = format!("x\n{}", hypothetical(&game, 7));
            assert_eq!(names(previewed(&late, Some(&game.at(5)))), None);
        }
        for text in ["", "Preview: ", "Preview: the start.\n", "Ankor, x\ny\nPreview: the start.\n"]
        {
            assert!(previewed(text, None).is_none(), "{text}");
        }
    }
}
