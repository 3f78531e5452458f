//! Matches of the levels for beginners, and their table on the page.

use std::fmt::Write as _;
use std::iter;

use carrick_games::GameKind;
use serde_json::Value;

use super::page::{elo, share, title};
use super::pairing::{Pairing, level};

/// Boards on which they play, and the number of games of each match there.
struct Boards {
    names: [&'static str; 4],
    games: u32,
}

/// The usual boards, for which the levels are made, and small ones on which a first game is soon
/// over.
const BOARDS: [Boards; 2] = [
    Boards { names: ["antipod", "boche", "anchor", "ankor"], games: 100 },
    Boards {
        names: ["antipod -radius=4", "boche -size=4", "anchor -size=4", "ankor -size=4"],
        games: 50,
    },
];

/// The players of a board's game, the weakest first: the frozen beginner, the levels for beginners,
/// and the first level.
fn ladder(board: &str) -> Vec<String> {
    let kind = board.split(' ').next().and_then(|name| name.parse::<GameKind>().ok());
    let count = kind.map_or(0, |kind| kind.facts().novices);
    let novices = (1..=count).map(|number| format!("novice{number}"));
    iter::once("casual".to_owned()).chain(novices).chain([level(1)]).collect()
}

/// Matches of a board: each player against the one below.
fn steps(board: &str) -> Vec<Pairing> {
    ladder(board).windows(2).map(|two| Pairing::new(board, &two[1], &two[0])).collect()
}

/// All their matches, with the number of games of each.
pub(super) fn matches() -> impl Iterator<Item = (Pairing, u32)> {
    BOARDS.iter().flat_map(|boards| {
        let all = boards.names.into_iter().flat_map(steps);
        all.map(|pairing| (pairing, boards.games))
    })
}

/// Their part of the page. `figures` are those of a match, if any of it was played.
pub(super) fn section<'v>(figures: impl Fn(&Pairing) -> Option<&'v Value>) -> String {
    let [usual, small] = BOARDS.map(|boards| boards.games);
    let counts = GameKind::ALL.map(|kind| format!("{} {}", kind.title(), kind.facts().novices));
    let mut text = format!(
        "\n## The levels for beginners\n\n\
         `casual` is a frozen beginner: a turn that wins at once is taken, every second threat to win at once is \
         stopped, and all other turns are drawn by lot. On the usual board of a game the weakest level is meant to play \
         about even with it, and each level to be 150 to 300 Elo points better than the one below. How many it takes \
         from there to level 1 depends on the game: {}. On small boards games are shorter, the better player wins less \
         surely, and the steps are smaller.\n\n\
         Matches are {usual} games on the usual boards and {small} on the small ones; the openings are those of each game \
         below. In brackets stand intervals of 95 %, for Elo points and for the share of all points.\n",
        counts.join(", ")
    );
    for boards in &BOARDS {
        text += &table(boards, &figures);
    }
    text
}

/// Table with a column for each board. Its last row is that of the first level, which plays the
/// strongest of the levels for beginners, whatever its number.
fn table<'v>(boards: &Boards, figures: impl Fn(&Pairing) -> Option<&'v Value>) -> String {
    let columns = boards.names.map(steps);
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let titles = boards.names.map(title);
    let mut text =
        format!("\n| | {} |\n|---|{}\n", titles.join(" | "), "---|".repeat(titles.len()));
    for row in 0..rows {
        let is_last = row + 1 == rows;
        let matches = columns.each_ref().map(|steps| match is_last {
            true => steps.last(),
            false => steps.get(row).filter(|_| row + 1 < steps.len()),
        });
        let name = match matches.iter().flatten().next() {
            _ if is_last => "level1 against the strongest novice".to_owned(),
            Some(Pairing { one, other, .. }) => format!("{one} against {other}"),
            None => String::new(),
        };
        let _ = write!(text, "| {name} |");
        for pairing in matches {
            let _ = match pairing.map(&figures) {
                Some(figures) => write!(text, " {}, {} |", elo(figures), share(figures)),
                None => write!(text, " |"),
            };
        }
        text.push('\n');
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

    #[test]
    fn each_ladder_leads_from_the_frozen_beginner_to_the_first_level() {
        for kind in GameKind::ALL {
            let steps = steps(kind.name());
            assert_eq!(steps.len(), usize::from(kind.facts().novices) + 1);
            let (first, last) = (&steps[0], &steps[steps.len() - 1]);
            assert_eq!((&*first.one, &*first.other), ("novice1", "casual"));
            assert_eq!(last.one, "level1");
            assert_eq!(last.other, format!("novice{}", kind.facts().novices));
        }
    }
}
