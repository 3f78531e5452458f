//! The page: what was measured, cell by cell.

use std::fmt::Write as _;

use serde_json::Value;

use super::pairing::{Chapter, Pairing, REFERENCES, control, level};

/// What the ninth level is meant to reach on the usual boards: against whom, and how many per cent of the points.
const AIMS: [(&str, f64); 2] = [("uct:10000", 95.0), ("rave", 80.0)];

/// How far the levels are apart, by matches of neighbours: a column for each board on which they were to play.
/// `figures` are those of a match, if any of it was played.
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
         By so many Elo points the higher level was the better one, on the usual boards.\n\n",
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

/// A board's table. `figures` are those of a match, if any of it was played.
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
        pairs(reference, (!chapter.is_full).then_some(aim), figures)
    });
    let control = control(game).and_then(|pairing| deeper(&pairing, figures(&pairing)?));
    let effort = of("level9", "rave").and_then(effort);
    for said in against.chain(control).chain(effort) {
        let _ = write!(text, "\n{said}\n");
    }
    if game.starts_with("antipod") {
        text += &inventors_test(of("level9", "pairing"));
    }
    text
}

/// Both halves of the test that the inventor gave for Antipod.
fn inventors_test(figures: Option<&Value>) -> String {
    let played = figures.and_then(|figures| {
        let numbers = figures["as_first"].as_array()?.iter().filter_map(Value::as_u64);
        let [won, drawn, lost] = *numbers.collect::<Vec<_>>() else { return None };
        Some(format!("won {won} of {} games so", won + drawn + lost))
    });
    format!(
        "\n### The inventor's pairing test\n\n\
         Black answers each turn at the same latitude, 180 degrees round.\n\n\
         * Without White's six stones on the corners Black wins so. In 200 games against random turns on \
         each radius from 2 to 10, 1800 in all, Black won every one: `cargo test -p carrick-games --test antipod \
         pairing` plays them again.\n\
         * With these stones, as the game begins, the pairing can be beaten. Level 9, playing White, {}.\n",
        played.as_deref().unwrap_or("has not played yet")
    )
}

/// `antipod -radius=4` as a heading.
fn title(game: &str) -> String {
    let mut letters = game.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Points in percent, with their interval and the number of games.
fn share(figures: Option<&Value>) -> String {
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

/// Elo points with their interval and the number of games.
fn elo(figures: Option<&Value>) -> String {
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

/// The games of a match, pair by pair, for the first of its players.
struct Pairs {
    won: u64,
    split: u64,
    lost: u64,
}

impl Pairs {
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

/// Whether the ninth level has reached what it is meant to against a reference, if there is such an aim, how the
/// pairs came out, and which seat won.
fn pairs(reference: &str, aim: Option<f64>, figures: &Value) -> Option<String> {
    let counted = Pairs::of(figures)?;
    let (pairs, Pairs { won, split, lost }) = (counted.all(), counted);
    let seat = |name| figures[name][0].as_u64();
    let (first, second) = (seat("as_first")?, seat("as_second")?);
    let share = 100.0 * figures["share"].as_f64()?;
    let reached = |aim| if share >= aim { "reached" } else { "missed" };
    let aim = aim.map(|aim| format!("the aim is {aim} %: {}. Of", reached(aim)));
    Some(format!(
        "Against `{reference}` {} {pairs} pairs level 9 won {won} and lost {lost}; {split} were split. It won {first} \
         of {pairs} games as first player and {second} as second.",
        aim.as_deref().unwrap_or("of"),
    ))
}

/// What a search that is much deeper does against the ninth level from the same openings.
fn deeper(Pairing { one, .. }: &Pairing, figures: &Value) -> Option<String> {
    let counted = Pairs::of(figures)?;
    let (pairs, Pairs { won, split, lost }) = (counted.all(), counted);
    let nodes = |player: usize| figures["effort"][player]["nodes"].as_f64();
    let times = nodes(0)? / nodes(1)?;
    Some(format!(
        "How much strength can do there at all: `{one}`, level 9's own search with {times:.1} times as many positions \
         a turn, won {won} of {pairs} pairs against level 9 and lost {lost}; {split} were split.",
    ))
}

/// What a turn took.
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

/// The processor time that a game of a match takes, in seconds.
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
            "effort": [{"seconds": 0.1, "nodes": 700}, {"seconds": 0.3, "nodes": 200}], "as_first": [7, 1, 2],
            "as_second": [6, 0, 4], "pairs": [1, 0, 4, 1, 4],
        });
        assert_eq!(
            pairs("rave", Some(80.0), &figures).unwrap(),
            "Against `rave` the aim is 80 %: reached. Of 10 pairs level 9 won 5 and lost 1; 4 were split. It \
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
        let control = control("boche").unwrap();
        let deeper = deeper(&control, &figures).unwrap();
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
        let page = chapter(&Chapter::usual()[0], |_| None);
        assert_eq!(page.matches("| not played ").count(), 4 + 8 * 2);
        let steps = steps(&Chapter::usual(), |_| None);
        assert_eq!(steps.matches("| not played ").count(), 8 * 4);
        let points = serde_json::json!({
            "elo": {"estimate": 147.2, "low": 50.1, "high": 244.0}, "games": 60,
        });
        assert_eq!(elo(Some(&points)), "147 [50, 244] (60)");
        assert!(page.contains("has not played yet"));
    }
}
