//! Teaching games: what the computer threatens, and warnings of turns after which it wins at once.

use std::fmt::Write as _;

use carrick_engine::{threats_by_name, winning_turns_by_name};
use carrick_games::{AnyGame, Seat, match_kind};
use carrick_pictures::{Annotation, Style, drawn, drawn_with};

use super::look::spot;
use crate::explain::{Explain, listed};
use crate::view::{SpotView, Teaching};

/// Number of turns, at most, that a remark names.
const NAMED: usize = 4;

/// The computer's remark on a position; `None` where it neither threatens nor, after a turn that is
/// only tried, wins at once.
pub(crate) fn remark(
    shown: &AnyGame,
    learner: Seat,
    tries: bool,
    spots: &[SpotView],
) -> Option<Teaching> {
    let (turns, said, warns) = said(shown, learner, tries)?;
    let ids = match_kind!(shown.kind(), B => {
        turns.iter().flat_map(|turn| <B as Explain>::played_at(turn, spots)).collect()
    });
    let mut teaching = Teaching { said, turns, ids, warns };
    // Several rotations are played at one place.
    teaching.ids.sort_unstable();
    teaching.ids.dedup();
    if !teaching.ids.is_empty() {
        teaching.said.push_str(" Double rings mark the place.");
    }
    Some(teaching)
}

/// The turns with which the computer wins, the remark, and whether that is a warning.
fn said(shown: &AnyGame, learner: Seat, tries: bool) -> Option<(Vec<String>, String, bool)> {
    if shown.seat_to_move()? == learner {
        let turns = threats_by_name(shown);
        let with = named(&turns)?;
        let can_win = !winning_turns_by_name(shown).is_empty();
        let but = if can_win { ", but you can win first" } else { "" };
        return Some((turns, format!("The computer threatens to win with {with}{but}."), false));
    }
    let turns = if tries { winning_turns_by_name(shown) } else { Vec::new() };
    let with = named(&turns)?;
    let last = shown.last_turn()?;
    let said = format!("Careful: after {last} the computer wins at once, with {with}.");
    Some((turns, said, true))
}

/// "f4 or g5"; `None` without any turn.
fn named(turns: &[String]) -> Option<String> {
    match turns.len() {
        0 => None,
        1..=NAMED => Some(listed(turns, "or")),
        more => {
            let others = more - NAMED;
            let others =
                if others == 1 { "another turn".into() } else { format!("{others} others") };
            Some(format!("{} or {others}", turns[..NAMED].join(", ")))
        }
    }
}

/// A warning in words before a turn is played in a game in which nobody has warned of it yet.
#[must_use]
pub fn remark_on(game: &AnyGame, turn: &str, learner: Seat) -> Option<String> {
    let after = game.clone().play_text(turn).ok()?;
    said(&after, learner, true).map(|(_, said, _)| said)
}

/// The picture of a position with notes, and in a teaching game with the marks and the computer's
/// remark.
#[must_use]
pub fn picture(
    game: &AnyGame,
    style: &Style,
    learner: Option<Seat>,
    tries: bool,
    notes: &[Annotation],
) -> (String, Option<Teaching>) {
    let drawing = drawn_with(game, style, notes).unwrap_or_else(|_| drawn(game, style));
    let Some(learner) = learner else { return (drawing.svg, None) };
    let spots: Vec<SpotView> = drawing.spots.into_iter().map(spot).collect();
    let teaching = remark(game, learner, tries, &spots);
    let mut rings = String::new();
    let marked = teaching.iter().flat_map(|teaching| &teaching.ids);
    for spot in marked.filter_map(|id| spots.iter().find(|spot| spot.id == *id)) {
        for (radius, class) in [(0.56, "outer"), (0.36, "inner")] {
            let (x, y, r) = (spot.x, spot.y, radius * drawing.unit);
            let _ = write!(rings, r#"<circle class="threat {class}" cx="{x}" cy="{y}" r="{r}"/>"#);
        }
    }
    let mut picture = drawing.svg;
    if let (Some(end), false) = (picture.rfind("</svg>"), rings.is_empty()) {
        picture.insert_str(end, &rings);
    }
    (picture, teaching)
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, GameKind, SizeLimits};

    use super::*;

    /// A game by its options and turns.
    fn game(kind: GameKind, options: &str, turns: &str) -> AnyGame {
        let options: Vec<&str> = options.split(' ').collect();
        let options = AnyOptions::parse(kind, &options, SizeLimits::Scripts).unwrap();
        turns.split(' ').fold(AnyGame::new(options), |game, turn| game.play_text(turn).unwrap())
    }

    /// The remark in a game whose player to move learns, or has tried the last turn.
    fn taught(game: &AnyGame, tries: bool) -> (String, Option<Teaching>) {
        let mover = game.seat_to_move().unwrap();
        let learner = if tries { !mover } else { mover };
        picture(game, &Style::default(), Some(learner), tries, &[])
    }

    #[track_caller]
    fn check(game: &AnyGame, tries: bool, said: &str, turns: &[&str], marks: usize) {
        let (picture, teaching) = taught(game, tries);
        let teaching = teaching.unwrap();
        assert_eq!((teaching.said.as_str(), teaching.warns), (said, tries));
        assert_eq!(teaching.turns, turns);
        assert_eq!(teaching.ids.len(), marks);
        assert_eq!(picture.matches("class=\"threat ").count(), 2 * marks);
    }

    #[test]
    fn threats_are_named_and_marked() {
        let antipod = game(GameKind::Antipod, "-radius=3", "b4+ d3 d8 c7");
        let said = "The computer threatens to win with d2+. Double rings mark the place.";
        check(&antipod, false, said, &["d2+"], 2);
        let ankor = game(GameKind::Ankor, "-size=3 -noswap", "a1 c2 b1 c3 b2 c2-c1 c2 pass b2-b1'");
        let (_, teaching) = taught(&ankor, false);
        let teaching = teaching.unwrap();
        assert!(teaching.said.starts_with("The computer threatens to win with "), "{teaching:?}");
        assert!(!teaching.ids.is_empty() && !teaching.warns, "{teaching:?}");
    }

    #[test]
    fn a_turn_that_loses_at_once_is_warned_of() {
        let tried = game(GameKind::Antipod, "-radius=3", "b4+ d3 d8 c7 d9");
        let said =
            "Careful: after d9 the computer wins at once, with d2+. Double rings mark the place.";
        check(&tried, true, said, &["d2+"], 2);
        let passed = game(GameKind::Anchor, "-size=3", "A1 pass B2 pass");
        assert_eq!(taught(&passed, false).1, None, "a pass after a pass is no threat");
        let stopped = game(GameKind::Antipod, "-radius=3", "b4+ d3 d8 c7 d2+");
        assert_eq!(taught(&stopped, true).1, None);
    }

    #[test]
    fn nothing_is_said_of_quiet_positions_and_to_others() {
        let quiet = game(GameKind::Boche, "-size=4", "a:b2");
        assert_eq!(taught(&quiet, false).1, None);
        let threatened = game(GameKind::Antipod, "-radius=3", "b4+ d3 d8 c7");
        let (picture, teaching) = picture(&threatened, &Style::default(), None, false, &[]);
        assert_eq!((teaching, picture.contains("threat")), (None, false));
    }

    #[test]
    fn many_turns_are_counted() {
        let turns = |count: usize| named(&vec!["a1".to_owned(); count]);
        assert_eq!(turns(0), None);
        assert_eq!(turns(2).as_deref(), Some("a1 or a1"));
        assert_eq!(turns(5).as_deref(), Some("a1, a1, a1, a1 or another turn"));
        assert_eq!(turns(9).as_deref(), Some("a1, a1, a1, a1 or 5 others"));
    }
}
