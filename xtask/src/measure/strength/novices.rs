//! Matches of the levels for beginners, and their table on the page.

use std::fmt::Write as _;

use serde_json::Value;

use super::page::{elo, share, title};
use super::pairing::Pairing;

/// Where they play: the usual boards, and small ones on which a first game is soon over.
const BOARDS: [[&str; 4]; 2] = [
    ["antipod", "boche", "anchor", "ankor"],
    ["antipod -radius=4", "boche -size=4", "anchor -size=4", "ankor -size=4"],
];

/// Pairings: the weakest plays the frozen beginner, each other level the one below it.
const STEPS: [[&str; 2]; 4] =
    [["novice1", "casual"], ["novice2", "novice1"], ["novice3", "novice2"], ["level1", "novice3"]];

/// Number of games of each match.
pub(super) const GAMES: u32 = 100;

/// All their matches.
pub(super) fn matches() -> impl Iterator<Item = Pairing> {
    let boards = BOARDS.iter().flatten();
    boards.flat_map(|board| STEPS.map(|[one, other]| Pairing::new(board, one, other)))
}

/// Their part of the page. `figures` are those of a match, if any of it was played.
pub(super) fn section<'v>(figures: impl Fn(&Pairing) -> Option<&'v Value>) -> String {
    let mut text = format!(
        "\n## The levels for beginners\n\n\
         `casual` is a frozen beginner: a turn that wins at once is taken, every second threat to win at once is \
         stopped, and all other turns are drawn by lot. On small boards the weakest level is meant to play about \
         even with it, and each level to be 150 to 300 Elo points better than the one below. On larger boards a game is \
         longer and the better player wins more surely: there the three levels have 1,500 points to bridge, and the steps \
         are larger. Matches are {GAMES} games; the openings are those of each game below. In brackets stand intervals of 95 %, for Elo points and for the share of all \
         points.\n"
    );
    for boards in BOARDS {
        let titles = boards.map(title);
        let _ = write!(text, "\n| | {} |\n|---|{}\n", titles.join(" | "), "---|".repeat(4));
        for [one, other] in STEPS {
            let _ = write!(text, "| {one} against {other} |");
            for board in boards {
                let figures = figures(&Pairing::new(board, one, other));
                let _ = write!(text, " {}, {} |", elo(figures), share(figures));
            }
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_has_a_cell() {
        let page = section(|_| None);
        assert_eq!(page.matches(" not played, not played |").count(), matches().count());
        let figures = serde_json::json!({
            "share": 0.7, "share_interval": [0.6, 0.78], "games": 100,
            "elo": {"estimate": 147.2, "low": 70.4, "high": 219.9},
        });
        let page = section(|pairing| (pairing.one == "novice2").then_some(&figures));
        let cell = " 147 [70, 220] (100), 70.0 % [60, 78] (100) |";
        assert_eq!(page.matches(cell).count(), 8);
        assert!(page.contains(&format!("| novice2 against novice1 |{cell}")), "{page}");
    }
}
