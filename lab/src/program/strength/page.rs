//! Tables of `docs/strength.md`, from the results of matches.

use std::fmt::Write as _;

use serde_json::Value;

use crate::strength::record::{Chapter, Pairing, REFERENCES, SideMatch, level};

/// Aims of the ninth level on the usual boards: opponent, and percentage of the points.
const AIMS: [(&str, f64); 2] = [("uct:10000", 95.0), ("rave", 80.0)];

/// Table of the matches between neighbouring levels: a column for each board. `figures` are the
/// results of a match, if any of it was played.
pub(super) fn steps<'v>(
    chapters: &[Chapter],
    figures: impl Fn(&Pairing) -> Option<&'v Value>,
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

/// Table of a board. `figures` are the results of a match, if any of it was played.
pub(super) fn chapter<'v>(
    chapter: &Chapter,
    figures: impl Fn(&Pairing) -> Option<&'v Value>,
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
        let figures = of("level9", reference)?;
        pairs(reference, chapter.is_usual.then_some(aim), figures)
    });
    let effort = of("level9", "rave").and_then(effort);
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
fn studies<'v>(chapter: &Chapter, figures: impl Fn(&Pairing) -> Option<&'v Value>) -> String {
    let (mut text, mut seats) = (String::new(), String::new());
    for study in chapter.studies() {
        let Some(figures) = figures(&study.pairing()) else { continue };
        let said = match study {
            SideMatch::Deeper => deeper(&study.pairing(), figures),
            SideMatch::Tree => other_search(figures),
            SideMatch::Seats { size } => {
                seats += &seats_row(size, figures).unwrap_or_default();
                None
            }
        };
        if let Some(said) = said {
            let _ = write!(text, "\n{said}\n");
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

/// Games of a match that the first and the second seat won, whichever player sat there.
pub(crate) fn won_by_seats(figures: &Value) -> Option<[u64; 2]> {
    let count = |seat: &str, which: usize| figures[seat][which].as_u64();
    // Losses of a player in the second seat are wins of the other in the first.
    let first = count("as_first", 0)? + count("as_second", 2)?;
    let second = count("as_second", 0)? + count("as_first", 2)?;
    Some([first, second])
}

/// Row of the wins by seat in Boche of a size.
fn seats_row(size: u64, figures: &Value) -> Option<String> {
    let [first, second] = won_by_seats(figures)?;
    let cubes = size * (size + 1) * (size + 2) / 6;
    let last = if cubes % 2 == 1 { "first" } else { "second" };
    Some(format!("| {size} | {cubes} | {last} | {first} | {second} |\n"))
}

/// Result of the search chosen for Ankor against the one that was not.
fn other_search(figures: &Value) -> Option<String> {
    let number = |name: &str| figures[name].as_u64();
    let (games, won) = (number("games")?, number("won")?);
    let (drawn, lost) = (number("drawn")?, number("lost")?);
    Some(format!(
        "Level 9 plays Ankor by alpha-beta. Against the tree search of the other games (`tree`), in the same time, it \
         won {won} of {games} games, drew {drawn} and lost {lost}."
    ))
}

/// Both halves of the inventor's test for Antipod.
fn inventors_test(figures: Option<&Value>) -> String {
    let played = figures.and_then(|figures| {
        let numbers = figures["as_first"].as_array()?.iter().filter_map(Value::as_u64);
        let [won, drawn, lost] = *numbers.collect::<Vec<_>>() else { return None };
        Some(format!("won {won} of {} games so", won + drawn + lost))
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
pub(super) fn share(figures: Option<&Value>) -> String {
    let percent = |value: &Value| value.as_f64().map(|share| 100.0 * share);
    let Some(figures) = figures else { return "not played".to_owned() };
    let [low, high] = [0, 1].map(|end| percent(&figures["share_interval"][end]));
    match (percent(&figures["share"]), low, high, figures["games"].as_u64()) {
        (Some(share), Some(low), Some(high), Some(games)) => {
            format!("{share:.1} % [{low:.0}, {high:.0}] ({games})")
        }
        _ => "not played".to_owned(),
    }
}

/// Elo points, with their confidence interval and the number of games.
pub(super) fn elo(figures: Option<&Value>) -> String {
    let Some(figures) = figures else { return "not played".to_owned() };
    let points = |what: &str| figures["elo"][what].as_f64();
    let games = figures["games"].as_u64().unwrap_or(0);
    match (points("estimate"), points("low"), points("high")) {
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
    fn of(figures: &Value) -> Option<Self> {
        let counts: Vec<u64> =
            figures["pairs"].as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
        let [none, half, split, most, both] = counts[..] else { return None };
        Some(Self { won: most + both, split, lost: none + half })
    }

    const fn all(&self) -> u64 {
        self.won + self.split + self.lost
    }
}

/// Whether the ninth level reaches its aim against a reference, if there is one, and the results
/// by pair and by seat.
fn pairs(reference: &str, aim: Option<f64>, figures: &Value) -> Option<String> {
    let counted = MatchPairs::of(figures)?;
    let (pairs, MatchPairs { won, split, lost }) = (counted.all(), counted);
    let seat = |name| figures[name][0].as_u64();
    let (first, second) = (seat("as_first")?, seat("as_second")?);
    let share = 100.0 * figures["share"].as_f64()?;
    let reached = |aim| if share >= aim { "reached" } else { "missed" };
    let aim = aim.map(|aim| format!("the aim is {aim} %: {}. Of", reached(aim)));
    Some(format!(
        "Against `{reference}` {} {pairs} pairs level 9 won {won}, split {split} and lost {lost}. It won {first} \
         of {pairs} games as first player and {second} as second.",
        aim.as_deref().unwrap_or("of"),
    ))
}

/// Result of a much deeper search against the ninth level, from the same openings.
fn deeper(Pairing { one, .. }: &Pairing, figures: &Value) -> Option<String> {
    let counted = MatchPairs::of(figures)?;
    let (pairs, MatchPairs { won, split, lost }) = (counted.all(), counted);
    let nodes = |player: usize| figures["effort"][player]["nodes"].as_f64();
    let times = nodes(0)? / nodes(1)?;
    Some(format!(
        "For comparison, how much more strength gains there: `{one}`, level 9's own search with {times:.1} times as \
         many positions a turn, won {won} of {pairs} pairs against level 9, split {split} and lost {lost}.",
    ))
}

/// Effort of a turn, in nodes and time.
fn effort(figures: &Value) -> Option<String> {
    let number = |player: usize, what| figures["effort"][player][what].as_f64();
    Some(format!(
        "Level 9 looked at {:.0} positions a turn and was never late by more than {:.1} ms; `rave` \
         made {:.0} playouts a turn. Their games had {:.0} turns.",
        number(0, "nodes")?,
        1e3 * number(0, "most_over_seconds")?,
        number(1, "nodes")?,
        figures["mean_turns"].as_f64()?,
    ))
}

/// Processor time of a game, in seconds.
pub(super) fn seconds_a_game(figures: &Value) -> Option<f64> {
    let seconds = |player: usize| figures["effort"][player]["seconds"].as_f64();
    Some((seconds(0)? + seconds(1)?) * figures["mean_turns"].as_f64()? / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_say_how_much_they_rest_on() {
        let figures = serde_json::json!({
            "share": 0.935, "share_interval": [0.9, 0.96], "games": 200, "mean_turns": 40.0,
            "won": 13, "drawn": 1, "lost": 6,
            "effort": [{"seconds": 0.1, "nodes": 700}, {"seconds": 0.3, "nodes": 200}], "as_first": [7, 1, 2],
            "as_second": [6, 0, 4], "pairs": [1, 0, 4, 1, 4],
        });
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
        let deeper = deeper(&SideMatch::Deeper.pairing(), &figures).unwrap();
        assert!(
            deeper.contains("3.5 times as many positions a turn, won 5 of 10 pairs"),
            "{deeper}"
        );
        assert_eq!(share(Some(&figures)), "93.5 % [90, 96] (200)");
        assert_eq!(share(None), "not played");
        assert_eq!(seconds_a_game(&figures), Some(8.0));
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
        let points = serde_json::json!({
            "elo": {"estimate": 147.2, "low": 50.1, "high": 244.0}, "games": 60,
        });
        assert_eq!(elo(Some(&points)), "147 [50, 244] (60)");
        assert!(page.contains("has not played yet"));
    }
}
