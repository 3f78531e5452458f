//! Figures as HTML. Stepping is a form that asks for the page with another turn shown, so it works
//! without scripts; a script fetches the picture alone.

use super::figure::Figure;
use super::markdown::{escaped, inline};
use crate::routes::shared::explore_url;

/// A figure after some turns, by its number on the page at `path`; its pictures are below
/// `pictures`.
pub(super) fn html(
    figure: &Figure,
    path: &str,
    pictures: &str,
    number: usize,
    turn: usize,
) -> String {
    let (kind, options) = (figure.game.kind(), figure.game.options().to_string());
    let names = figure.game.turn_names();
    let explored = escaped(&explore_url(kind, &options, &names[..turn].join(" ")));
    let (turns, picture) = (escaped(&names.join(" ")), figure.picture(turn));
    let walk = if figure.has_steps() { walk(figure, path, number, turn) } else { String::new() };
    let caption = match figure.caption.as_str() {
        "" => String::new(),
        caption => format!("<figcaption>{}</figcaption>", inline(caption)),
    };
    let letters = escaped(&figure.letters);
    let large = if figure.is_large() { " large" } else { "" };
    format!(
        "<figure class=\"figure {kind}{large}\" id=\"figure-{number}\" data-figure=\"{pictures}/{number}.svg\" \
         data-turn=\"{turn}\" data-from=\"{from}\" data-turns=\"{turns}\">\
         <div class=\"shown\">{picture}</div>{caption}{walk}\
         <div class=\"after\"><a href=\"{explored}\" data-try>Try it</a>\
         <details><summary>In letters</summary><pre class=\"text\" tabindex=\"0\">{letters}</pre></details>\
         </div></figure>\n",
        from = figure.from,
    )
}

/// Controls and the list of turns.
fn walk(figure: &Figure, path: &str, number: usize, turn: usize) -> String {
    let (from, last) = (figure.from, figure.len());
    let back = turn.saturating_sub(1).max(from);
    let on = (turn + 1).min(last);
    let buttons = [("First", from), ("Back", back), ("Forward", on), ("Last", last)];
    let buttons = buttons.map(|(word, to)| {
        format!("<button name=\"turn\" value=\"{to}\" data-walk=\"{word}\">{word}</button>")
    });
    let list = list(figure, turn);
    let list = match figure.told.is_empty() {
        true => format!("<details><summary>Turns</summary>{list}</details>"),
        false => list,
    };
    format!(
        "<form class=\"walk\" action=\"{path}#figure-{number}\">\
         <input type=\"hidden\" name=\"figure\" value=\"{number}\">\
         <div class=\"steps\" role=\"group\" aria-label=\"Turns of this figure\">{}</div>\
         <p class=\"at\" role=\"status\">{}</p>{list}</form>",
        buttons.concat(),
        said(figure, turn),
    )
}

/// The turn that is shown: "Turn 3 of 9: c3".
fn said(figure: &Figure, turn: usize) -> String {
    match turn.checked_sub(1).and_then(|at| figure.game.turn_names().into_iter().nth(at)) {
        Some(name) => format!("Turn {turn} of {}: {}", figure.len(), escaped(&name)),
        None => "Before the first turn".to_owned(),
    }
}

/// The turns, each with its comment.
fn list(figure: &Figure, shown: usize) -> String {
    let names = figure.game.turn_names();
    let told = |turn: usize| figure.told.iter().find(|(at, _)| *at == turn).map(|(_, said)| said);
    let start = told(figure.from).map(|_| figure.from);
    let items = start.into_iter().chain(figure.from + 1..=figure.len()).map(|turn| {
        let name = match turn.checked_sub(1).and_then(|at| names.get(at)) {
            Some(name) if turn > figure.from => format!("{turn} <b>{}</b>", escaped(name)),
            _ => "Start".to_owned(),
        };
        let current = if turn == shown { " aria-current=\"step\"" } else { "" };
        let button = format!("<button name=\"turn\" value=\"{turn}\"{current}>{name}</button>");
        match told(turn) {
            Some(said) => {
                let said = inline(&capitalised(said));
                format!("<li class=\"told\">{button} <span>{said}</span></li>")
            }
            None => format!("<li>{button}</li>"),
        }
    });
    format!("<ol class=\"turns-told\" tabindex=\"0\">{}</ol>", items.collect::<String>())
}

/// A comment as a sentence: behind a colon it begins with a small letter.
fn capitalised(said: &str) -> String {
    let mut letters = said.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::learning::rulebook::source::{Numbered, Source};

    fn figure(head: &str, told: &[&str]) -> Figure {
        let numbered = |text: &str| Numbered { line: 1, text: text.to_owned() };
        let told = told.iter().map(|text| numbered(text)).collect();
        Figure::new(&Source { head: numbered(head), told, ..Source::default() }).unwrap()
    }

    #[test]
    fn a_figure_is_stepped_by_a_form() {
        let figure = figure("ankor -size=3 b2 c3 c2 # Three.", &["Turn 2, `c3`: a *corner*."]);
        let shown = html(&figure, "/rules/ankor", "/rules/ankor", 4, 2);
        for part in [
            "<form class=\"walk\" action=\"/rules/ankor#figure-4\">",
            "<input type=\"hidden\" name=\"figure\" value=\"4\">",
            "<button name=\"turn\" value=\"0\" data-walk=\"First\">",
            "<button name=\"turn\" value=\"1\" data-walk=\"Back\">",
            "<button name=\"turn\" value=\"3\" data-walk=\"Forward\">",
            "role=\"status\">Turn 2 of 3: c3</p>",
            "value=\"2\" aria-current=\"step\">2 <b>c3</b></button> <span>A <em>corner</em>.</span>",
            "turns=b2%20c3\" data-try>Try it</a>",
        ] {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
    }

    #[test]
    fn a_figure_of_one_turn_has_no_form() {
        let shown = html(&figure("ankor b2 # One.", &[]), "/rules", "/rules/ankor", 1, 1);
        assert!(!shown.contains("<form") && shown.contains("Try it"), "{shown}");
    }
}
