//! Tables of `docs/measurements/2026-11/strength.md`, from the results of matches.

use std::fmt::Write as _;

use crate::arena::MatchFigures;
use crate::strength::record::{Chapter, Pairing, REFERENCES, SideMatch, level};

/// Aims of the ninth level on the usual boards: opponent, and percentage of the points.
const AIMS: [(&str, f64); 2] = [("uct:10000", 95.0), ("rave", 80.0)];

/// Table of the matches between neighbouring levels, with a column for each board. `figures` are
/// the results of a match, if any games were played.
pub(super) fn steps<'v>(
    chapters: &[Chapter],
    figures: impl Fn(&Pairing) -> Option<&'v MatchFigures>,
) -> String {
    let columns: Vec<_> = chapters.iter().filter(|chapter| !chapter.steps().is_empty()).collect();
    if columns.is_empty() {
        return String::new();
    }
    let titles: Vec<_> = columns.iter().map(|chapter| title(&chapter.game)).collect();
    let mut text = String::from(
        "\n## How far apart the levels are\n\n\
         The Elo points by which the higher level was better, on the default boards.\n\n",
    );
    let _ = writeln!(text, "| | {} |", titles.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(titles.len()));
    for step in 0..columns[0].steps().len() {
        let Pairing { one, other, .. } = &columns[0].steps()[step];
        let _ = write!(text, "| {one} against {other} |");
        for chapter in &columns {
            let _ = write!(text, " {} |", elo(figures(&chapter.steps()[step])));
        }
        text.push('\n');
    }
    text
}

/// Table of a board. `figures` are the results of a match, if any games were played.
pub(super) fn chapter<'v>(
    chapter: &Chapter,
    figures: impl Fn(&Pairing) -> Option<&'v MatchFigures>,
) -> String {
    let game = &chapter.game;
    let of = |one: &str, other: &str| figures(&Pairing::new(game, one, other));
    let mut text = format!("\n## {}\n\n", title(game));
    let _ = writeln!(text, "Openings `{}`.\n", Pairing::new(game, "level9", "rave").openings());
    let _ = writeln!(text, "| | {} |", REFERENCES.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(REFERENCES.len()));
    for number in (1..=9).rev() {
        let _ = write!(text, "| level {number} |");
        for reference in REFERENCES {
            let _ = match chapter.references(number).contains(&reference) {
                true => write!(text, " {} |", share(of(&level(number), reference))),
                false => write!(text, " |"),
            };
        }
        text.push('\n');
    }
    let against = AIMS.iter().filter_map(|&(reference, aim)| {
        pairs(reference, chapter.is_usual.then_some(aim), of("level9", reference)?)
    });
    let effort = of("level9", "rave").map(effort);
    for said in left_out(chapter).into_iter().chain(against).chain(effort) {
        let _ = write!(text, "\n{said}\n");
    }
    text += &studies(chapter, &figures);
    if game.starts_with("antipod") {
        text += &inventors_test(of("level9", "pairing"));
    }
    text
}

/// Reasons for empty cells, if there are any.
fn left_out(chapter: &Chapter) -> Option<String> {
    let played = chapter.references(1);
    let left: Vec<_> = REFERENCES.iter().filter(|name| !played.contains(name)).collect();
    let names = left.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    (!left.is_empty()).then(|| {
        format!(
            "The levels below the ninth play {names} on the small board further down, where a game takes a tenth of \
             the time."
        )
    })
}

/// Results of the matches that explain a table.
fn studies<'v>(
    chapter: &Chapter,
    figures: impl Fn(&Pairing) -> Option<&'v MatchFigures>,
) -> String {
    let (mut text, mut seats) = (String::new(), String::new());
    for study in chapter.studies() {
        let Some(figures) = figures(&study.pairing()) else { continue };
        match study {
            SideMatch::Deeper => text += &deeper(&study.pairing(), figures),
            SideMatch::Tree => text += &other_search(figures),
            SideMatch::Seats { size } => seats += &seats_row(size, figures),
        }
    }
    if !seats.is_empty() {
        let _ = write!(
            text,
            "\n### Who has the last cube\n\n\
             The tree search with 64 positions a turn (`tree:64`) against itself, from openings like those above. \
             After these a swap is no longer possible, so the players place cubes in turn, and the number of cubes \
             that fill the board says who would place the last one.\n\n\
             | size | cubes | the last one is placed by the | won by the first player | won by the second |\n\
             |---|---|---|---|---|\n{seats}"
        );
    }
    text
}

/// Games of a match that the first and the second seat won, whichever player had it.
pub(crate) const fn won_by_seats(figures: &MatchFigures) -> [u64; 2] {
    let MatchFigures { as_first, as_second, .. } = figures;
    // Losses of a player in the second seat are wins of the other in the first.
    [as_first[0] + as_second[2], as_second[0] + as_first[2]]
}

/// Row of the wins by seat in Boche of a size.
fn seats_row(size: u64, figures: &MatchFigures) -> String {
    let [first, second] = won_by_seats(figures);
    let cubes = size * (size + 1) * (size + 2) / 6;
    let last = if cubes % 2 == 1 { "first" } else { "second" };
    format!("| {size} | {cubes} | {last} | {first} | {second} |\n")
}

/// Result of the search chosen for Ankor against the alternative.
fn other_search(MatchFigures { games, won, drawn, lost, .. }: &MatchFigures) -> String {
    format!(
        "\nLevel 9 plays Ankor by alpha-beta. Against the tree search of the other games (`tree`), in the same time, it \
         won {won} of {games} games, drew {drawn} and lost {lost}.\n"
    )
}

/// Both halves of the inventor's test for Antipod.
fn inventors_test(figures: Option<&MatchFigures>) -> String {
    let played = figures.map(|figures| {
        let [won, drawn, lost] = figures.as_first;
        format!("won {won} of {} games so", won + drawn + lost)
    });
    format!(
        "\n### The inventor's pairing test\n\n\
         Black answers each turn at the same latitude, 180 degrees round.\n\n\
         * Without White's six stones on the corners this wins for Black. In 200 games against random turns on \
         each radius from 2 to 10, 1800 in all, Black won every one: `cargo test -p carrick-games --test games \
         pairing` plays them again.\n\
         * With these stones, as in the real game, the pairing can be beaten. Level 9, playing White, {}.\n",
        played.as_deref().unwrap_or("has not played yet")
    )
}

/// `antipod -radius=4` as a heading.
pub(super) fn title(game: &str) -> String {
    let mut letters = game.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Points in percent, with their confidence interval and the number of games.
pub(super) fn share(figures: Option<&MatchFigures>) -> String {
    match figures {
        Some(MatchFigures {
            games, share: Some(share), share_interval: Some((low, high)), ..
        }) => {
            format!("{:.1} % [{:.0}, {:.0}] ({games})", 100.0 * share, 100.0 * low, 100.0 * high)
        }
        _ => "not played".to_owned(),
    }
}

/// Elo points, with their confidence interval and the number of games.
pub(super) fn elo(figures: Option<&MatchFigures>) -> String {
    let Some(MatchFigures { games, elo: Some(elo), .. }) = figures else {
        return "not played".to_owned();
    };
    match (elo.estimate, elo.low, elo.high) {
        (Some(estimate), Some(low), Some(high)) => {
            format!("{estimate:.0} [{low:.0}, {high:.0}] ({games})")
        }
        (None, Some(low), _) => format!("more than {low:.0} ({games})"),
        _ => "not played".to_owned(),
    }
}

/// Pairs of games of a match, from the first player's side.
struct MatchPairs {
    won: u64,
    split: u64,
    lost: u64,
}

impl MatchPairs {
    const fn of(figures: &MatchFigures) -> Self {
        let [none, half, split, most, both] = figures.pairs;
        Self { won: most + both, split, lost: none + half }
    }

    const fn all(&self) -> u64 {
        self.won + self.split + self.lost
    }
}

/// Whether the ninth level reaches its aim against a reference, if it has one, and the results by
/// pair and by seat.
fn pairs(reference: &str, aim: Option<f64>, figures: &MatchFigures) -> Option<String> {
    let counted = MatchPairs::of(figures);
    let (pairs, MatchPairs { won, split, lost }) = (counted.all(), counted);
    let (first, second) = (figures.as_first[0], figures.as_second[0]);
    let share = 100.0 * figures.share?;
    let reached = |aim| if share >= aim { "reached" } else { "missed" };
    let aim = aim.map(|aim| format!("the aim is {aim} %: {}. Of", reached(aim)));
    Some(format!(
        "Against `{reference}` {} {pairs} pairs level 9 won {won}, split {split} and lost {lost}. It won {first} \
         of {pairs} games as first player and {second} as second.",
        aim.as_deref().unwrap_or("of"),
    ))
}

/// Result of a much deeper search against the ninth level, from the same openings.
fn deeper(Pairing { one, .. }: &Pairing, figures: &MatchFigures) -> String {
    let counted = MatchPairs::of(figures);
    let (pairs, MatchPairs { won, split, lost }) = (counted.all(), counted);
    let [deep, usual] = &figures.effort;
    format!(
        "\nFor comparison, how much more strength gains there: `{one}`, level 9's own search with {:.1} times as \
         many positions a turn, won {won} of {pairs} pairs against level 9, split {split} and lost {lost}.\n",
        deep.nodes / usual.nodes,
    )
}

/// Effort of a turn, in nodes and time.
fn effort(MatchFigures { effort: [level, rave], mean_turns, .. }: &MatchFigures) -> String {
    format!(
        "Level 9 looked at {:.0} positions a turn and was never late by more than {:.1} ms; `rave` \
         made {:.0} playouts a turn. Their games had {mean_turns:.0} turns.",
        level.nodes,
        1e3 * level.most_over_seconds,
        rave.nodes,
    )
}

/// Processor time of a game, in seconds.
pub(super) const fn seconds_a_game(figures: &MatchFigures) -> f64 {
    let [one, other] = &figures.effort;
    (one.seconds + other.seconds) * figures.mean_turns / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_show_how_many_games_they_rest_on() {
        let read = |json| serde_json::from_value::<MatchFigures>(json).unwrap();
        let figures = read(serde_json::json!({
            "share": 0.935, "share_interval": [0.9, 0.96], "games": 200, "mean_turns": 40.0,
            "won": 13, "drawn": 1, "lost": 6,
            "effort": [{"seconds": 0.1, "nodes": 700}, {"seconds": 0.3, "nodes": 200}], "as_first": [7, 1, 2],
            "as_second": [6, 0, 4], "pairs": [1, 0, 4, 1, 4],
        }));
        assert_eq!(
            pairs("rave", Some(80.0), &figures).unwrap(),
            "Against `rave` the aim is 80 %: reached. Of 10 pairs level 9 won 5, split 4 and lost 1. It \
             won 7 of 10 games as first player and 6 as second."
        );
        assert!(
            pairs("uct:10000", Some(95.0), &figures).unwrap().contains("95 %: missed. Of 10 pairs")
        );
        assert!(
            pairs("rave", None, &figures)
                .unwrap()
                .starts_with("Against `rave` of 10 pairs level 9 won 5")
        );
        let deeper = deeper(&SideMatch::Deeper.pairing(), &figures);
        assert!(
            deeper.contains("3.5 times as many positions a turn, won 5 of 10 pairs"),
            "{deeper}"
        );
        assert_eq!(share(Some(&figures)), "93.5 % [90, 96] (200)");
        assert_eq!(share(None), "not played");
        assert!((seconds_a_game(&figures) - 8.0).abs() < 1e-9);
        assert!(inventors_test(Some(&figures)).contains("won 7 of 10 games so"));
        let page = chapter(&Chapter::full("antipod"), |_| None);
        assert_eq!(page.matches("| not played ").count(), 9 * 4);
        let [antipod, boche, anchor, ankor, ..] = &Chapter::usual()[..] else {
            panic!("no boards")
        };
        for (usual, left, cells) in [
            (antipod, Some("The levels below the ninth play `rave` on"), 4 + 8 * 3),
            (boche, None, 9 * 4),
            (anchor, Some("The levels below the ninth play `uct:10000` and `rave` on"), 4 + 8 * 2),
        ] {
            let page = chapter(usual, |_| None);
            assert_eq!(page.matches("| not played ").count(), cells);
            assert_eq!(left.is_some(), page.contains("The levels below the ninth"), "{page}");
            assert!(page.contains(left.unwrap_or_default()), "{page}");
            assert!(!page.contains("last cube") && !page.contains("alpha-beta"), "{page}");
        }
        let played = |pairing: &Pairing| (pairing.one != "tree:6000").then_some(&figures);
        // The first seat won 7 games of one player and 4 of the other.
        for row in [
            "| 4 | 20 | second | 11 | 8 |\n",
            "| 5 | 35 | first | 11 | 8 |\n",
            "| 6 | 56 | second | ",
        ] {
            let page = chapter(boche, played);
            assert!(page.contains(row), "{page}");
        }
        let page = chapter(ankor, played);
        assert!(page.contains("it won 13 of 200 games, drew 1 and lost 6."), "{page}");
        let page = chapter(antipod, |_| None);
        let steps = steps(&Chapter::usual(), |_| None);
        assert_eq!(steps.matches("| not played ").count(), 8 * 4);
        let points = read(serde_json::json!({
            "elo": {"estimate": 147.2, "low": 50.1, "high": 244.0}, "games": 60,
        }));
        assert_eq!(elo(Some(&points)), "147 [50, 244] (60)");
        assert!(page.contains("has not played yet"));
    }
}
