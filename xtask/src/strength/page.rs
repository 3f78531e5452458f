//! The page: what was measured, cell by cell.

use std::fmt::Write as _;

use serde_json::Value;

use super::pairing::{Chapter, Pairing, REFERENCES, level};

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
    for number in chapter.levels() {
        let _ = write!(text, "| level {number} |");
        for reference in REFERENCES {
            let _ = write!(text, " {} |", share(of(&level(number), reference)));
        }
        text.push('\n');
    }
    for said in [pairs, effort] {
        if let Some(said) = of("level9", "rave").and_then(said) {
            let _ = write!(text, "\n{said}\n");
        }
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
         pairing`, a test that was run for this page.\n\
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

/// How the pairs came out, and which seat won.
fn pairs(figures: &Value) -> Option<String> {
    let numbers = |name| -> Option<Vec<u64>> {
        figures[name].as_array()?.iter().map(Value::as_u64).collect()
    };
    let [none, half, split, most, both] = numbers("pairs")?[..] else { return None };
    let ([first, _, _], [second, _, _]) =
        (*numbers("as_first")?.first_chunk()?, *numbers("as_second")?.first_chunk()?);
    let pairs = none + half + split + most + both;
    let won = most + both;
    Some(format!(
        "Of {pairs} pairs against `rave` level 9 won {won} and lost {}; {split} were split. It won {first} of \
         {pairs} games as first player and {second} as second.",
        none + half,
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
            "effort": [{"seconds": 0.1}, {"seconds": 0.3}], "as_first": [7, 1, 2],
            "as_second": [6, 0, 4], "pairs": [1, 0, 4, 1, 4],
        });
        assert_eq!(
            pairs(&figures).unwrap(),
            "Of 10 pairs against `rave` level 9 won 5 and lost 1; 4 were split. It won 7 of 10 games as \
             first player and 6 as second."
        );
        assert_eq!(share(Some(&figures)), "93.5 % [90, 96] (200)");
        assert_eq!(share(None), "not played");
        assert_eq!(seconds_a_game(&figures), Some(8.0));
        assert!(inventors_test(Some(&figures)).contains("won 7 of 10 games so"));
        let page = chapter(&Chapter::full("antipod"), |_| None);
        assert_eq!(page.matches("| not played ").count(), 9 * 4);
        assert!(page.contains("has not played yet"));
    }
}
