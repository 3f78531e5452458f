//! A figure on a page of rules: a game, annotations of its picture, and comments on its turns.
//!
//! Figures as HTML. Stepping is a form that requests the page with another turn shown, so it works
//! without scripts; a script fetches only the picture.

use std::error::Error;

use carrick_games::boche::Rotation;
use carrick_games::{AnyGame, AnyOptions, GameKind, GameOptions as _, SizeLimits, match_game};
use carrick_pictures::{Annotation, Style, Theme, close_up, figure};
use carrick_position::PositionQuery;

use super::source::{FigureSource, Numbered, escaped, inline};
use crate::routes::shared::explore_url;

const NO_DESCRIPTION: &str =
    "a figure is described behind ` # `: `<!-- carrick show ankor b2 # A cube in b2. -->`";
const FORM: &str =
    "a line of a figure is a key, a colon and a text; continuation lines are indented";
const TOLD: &str =
    "a comment on a turn begins `* Start: ` or, for the fifth turn, `* Turn 5, `c3`: `";

/// A figure.
#[derive(Debug, Clone)]
pub(crate) struct RuleFigure {
    /// The game after all turns.
    pub(crate) game: AnyGame,
    /// Description of the picture.
    pub(crate) shows: String,
    /// The text drawing.
    pub(crate) letters: String,
    /// Caption in Markdown; often empty.
    pub(crate) caption: String,
    /// Number of turns after which stepping starts.
    pub(crate) from: usize,
    /// Comments in Markdown, in order, each with the number of turns after which it is shown.
    pub(crate) told: Vec<(usize, String)>,
    style: Style,
    /// Annotations, each with the number of turns after which it is shown.
    notes: Vec<(usize, Annotation)>,
}

impl RuleFigure {
    /// Reads a figure. Lines that make claims about its position are left to the tests.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub(crate) fn new(source: &FigureSource) -> Result<Self, String> {
        let head = &source.head;
        let (command, shows) =
            head.text.split_once(" # ").ok_or_else(|| head.error(NO_DESCRIPTION))?;
        let (game, score) = position(command).map_err(|fault| head.error(fault))?;
        let style = Style { theme: carrick_pictures::Theme::Page, score, ..Style::default() };
        let mut figure = Self {
            game,
            shows: shows.to_owned(),
            letters: source.letters.clone(),
            caption: source.caption.clone(),
            from: 0,
            told: Vec::new(),
            style,
            notes: Vec::new(),
        };
        for line in &source.keys {
            figure.take(line).map_err(|fault| line.error(fault))?;
        }
        // If the figure shows only the final position, no turn is more important than the others.
        let given = figure.from > 0 && figure.from == figure.len();
        figure.style.marks &= !given || figure.game.outcome().is_some();
        for line in &source.told {
            figure.tell(&line.text).map_err(|fault| line.error(fault))?;
        }
        Ok(figure)
    }

    /// Number of its turns.
    pub(crate) fn len(&self) -> usize {
        self.game.ply()
    }

    /// Whether it can be stepped through.
    pub(crate) fn has_steps(&self) -> bool {
        self.len() > self.from + 1 || !self.told.is_empty()
    }

    /// Whether its board is too large for small pictures to be readable.
    pub(crate) fn is_large(&self) -> bool {
        match_game!(self.game.options(), AnyOptions(options) => options.size()) > 4
    }

    /// Number of turns to show for a request.
    pub(crate) fn turn(&self, asked: Option<usize>) -> usize {
        asked.map_or(self.len(), |turn| turn.clamp(self.from, self.len()))
    }

    /// The game, for calculating the price of a picture.
    pub(crate) const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Description of the picture after some turns.
    pub(crate) fn described(&self, turn: usize) -> String {
        if turn == self.len() {
            return self.shows.clone();
        }
        match turn.checked_sub(1).and_then(|at| self.game.turn_names().into_iter().nth(at)) {
            Some(name) => format!("After turn {turn} of {}, {name}.", self.len()),
            None => "Before the first turn.".to_owned(),
        }
    }

    /// The picture after some turns.
    pub(crate) fn picture(&self, turn: usize) -> String {
        let notes: Vec<Annotation> =
            self.notes.iter().filter(|(at, _)| *at == turn).map(|(_, note)| note.clone()).collect();
        let style = Style { score: self.style.score && turn == self.len(), ..self.style };
        // The notes were tried when the figure was read.
        figure(&self.game.at(turn), &style, &notes, &self.described(turn)).unwrap_or_default()
    }

    fn take(&mut self, line: &Numbered) -> Result<(), Box<dyn Error>> {
        let (key, value) = line.text.split_once(": ").ok_or(FORM)?;
        let value = value.trim();
        let (key, at) = match key.split_once(' ') {
            Some((key, turn)) => (key, self.number("the turn after a key", turn)?),
            None => (key, self.len()),
        };
        match key {
            "mark" => self.mark(at, value),
            "show" => {
                let query = PositionQuery { show: value.to_owned(), ..PositionQuery::default() };
                let look = query.look().map_err(|_| {
                    format!("`show` takes the words of the position endpoint, not {value:?}")
                })?;
                self.style = Style { score: self.style.score || look.style.score, ..look.style };
                Ok(())
            }
            "from" => {
                self.from = self.number("the turn to start from", value)?;
                Ok(())
            }
            // A claim, which only tests check.
            _ => Ok(()),
        }
    }

    fn number(&self, what: &'static str, given: &str) -> Result<usize, Box<dyn Error>> {
        let most = self.len();
        let number = given.parse().ok().filter(|&number| number <= most);
        number.ok_or_else(|| format!("{what} is a number from 0 to {most}, not {given:?}").into())
    }

    /// Adds annotations, and tries to draw them.
    fn mark(&mut self, at: usize, value: &str) -> Result<(), Box<dyn Error>> {
        let game = self.game.at(at);
        for text in value.split(',') {
            let note: Annotation = text.trim().parse()?;
            figure(&game, &self.style, std::slice::from_ref(&note), "")?;
            self.notes.push((at, note));
        }
        Ok(())
    }

    /// Adds a comment: `Start: …`, or `` Turn 5, `c3`: … ``.
    fn tell(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        let (at, said) = match text.strip_prefix("Start: ") {
            Some(said) => (self.from, said),
            None => {
                let rest = text.strip_prefix("Turn ").ok_or(TOLD)?;
                let (number, rest) = rest.split_once(", `").ok_or(TOLD)?;
                let (given, said) = rest.split_once("`: ").ok_or(TOLD)?;
                let at = self.number("the number of a turn", number)?;
                let turn =
                    at.checked_sub(1).and_then(|at| self.game.turn_names().into_iter().nth(at));
                let turn = turn.ok_or(TOLD)?;
                if turn != given {
                    return Err(format!("turn {at} of this figure is {turn}, not {given}").into());
                }
                (at, said)
            }
        };
        if self.told.last().is_some_and(|(last, _)| *last >= at) {
            return Err("comments follow the order of the turns".into());
        }
        self.told.push((at, said.to_owned()));
        Ok(())
    }
}

/// The game after the turns of a command, and whether to show its score.
fn position(command: &str) -> Result<(AnyGame, bool), Box<dyn Error>> {
    let mut words = command.split_whitespace().peekable();
    let score = words.next_if_eq(&"--score").is_some();
    let given = words.next().unwrap_or_default();
    let kind: GameKind = given.parse().map_err(|_| {
        format!("the command begins with `--score` or the name of a game, not with {given:?}")
    })?;
    let (options, turns): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with('-'));
    let mut game = AnyGame::new(AnyOptions::parse(kind, &options, SizeLimits::Scripts)?);
    for turn in turns {
        let number = game.ply() + 1;
        game = game.play_text(turn).map_err(|refused| {
            format!("turn {number}, {turn}, cannot be played: {}", refused.reason)
        })?;
    }
    Ok((game, score))
}

/// The eight rotations of a cube, each above its letter.
pub(crate) fn rotations() -> String {
    let cubes = Rotation::ALL.map(|rotation| {
        let letter = rotation.letter();
        let picture = turned(letter).unwrap_or_default();
        let shows = escaped(&rotation_said(letter));
        format!(
            "<li><span role=\"img\" aria-label=\"{shows}\">{picture}</span><b>{letter}</b> \
             <small>{}</small></li>",
            face(letter)
        )
    });
    format!("<ul class=\"rotations\">{}</ul>\n", cubes.concat())
}

/// Close-up of a cube in a rotation.
fn turned(letter: char) -> Option<String> {
    let options = AnyOptions::parse(GameKind::Boche, &["-size=2"], SizeLimits::Challenge).ok()?;
    let game = AnyGame::new(options).play_text(&format!("{letter}:a1")).ok()?;
    let AnyGame::Boche(game) = game else { return None };
    let style = Style { theme: Theme::Page, marks: false, ..Style::default() };
    Some(close_up(&game, game.board().last_cube()?, &style))
}

/// Word for the faces of a cube in rotation `a` or `e`.
const ALL: &str = "all three";

/// The faces that join the nearest corner to the far one, by their position in the picture.
const fn face(letter: char) -> &'static str {
    match letter {
        'a' | 'e' => ALL,
        'b' | 'f' => "lower",
        'c' | 'g' => "upper left",
        _ => "upper right",
    }
}

/// Describes the picture of a cube, with its faces by their position in the picture.
fn rotation_said(letter: char) -> String {
    let middle = if letter < 'e' { "Dark" } else { "Light" };
    let faces = match face(letter) {
        ALL => format!("{ALL} faces join"),
        one => format!("only the {one} face joins"),
    };
    format!(
        "Rotation {letter}: {middle}'s corner in the middle, and {faces} it to the corner opposite."
    )
}

/// HTML of a figure after some turns. `number` is its number on the page at `path`; its pictures
/// are below `pictures`.
pub(crate) fn html(
    figure: &RuleFigure,
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
fn walk(figure: &RuleFigure, path: &str, number: usize, turn: usize) -> String {
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
        turn_said(figure, turn),
    )
}

/// The shown turn: "Turn 3 of 9: c3".
fn turn_said(figure: &RuleFigure, turn: usize) -> String {
    match turn.checked_sub(1).and_then(|at| figure.game.turn_names().into_iter().nth(at)) {
        Some(name) => format!("Turn {turn} of {}: {}", figure.len(), escaped(&name)),
        None => "Before the first turn".to_owned(),
    }
}

/// The turns, each with its comment.
fn list(figure: &RuleFigure, shown: usize) -> String {
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

/// A comment as a sentence. After a colon, comments start with a lower-case letter.
fn capitalised(said: &str) -> String {
    let mut letters = said.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::learning::rulebook::source::{FigureSource, Numbered};

    fn source(head: &str, keys: &[&str], told: &[&str]) -> FigureSource {
        let numbered = |line: usize, text: &&str| Numbered { line, text: (*text).to_owned() };
        FigureSource {
            head: numbered(1, &head),
            keys: keys.iter().zip(2..).map(|(text, line)| numbered(line, text)).collect(),
            told: told.iter().zip(20..).map(|(text, line)| numbered(line, text)).collect(),
            ..FigureSource::default()
        }
    }

    const HEAD: &str = "ankor -size=3 -noswap b2 c3 c2 # Three cubes.";

    #[test]
    fn a_figure_can_be_stepped_through() {
        let told = ["Start: empty.", "Turn 2, `c3`: a corner."];
        let figure = RuleFigure::new(&source(HEAD, &["mark 2: ring c3"], &told)).unwrap();
        assert!(figure.has_steps());
        assert_eq!((figure.turn(None), figure.turn(Some(1)), figure.turn(Some(9))), (3, 1, 3));
        assert_eq!(figure.described(0), "Before the first turn.");
        assert_eq!(figure.described(2), "After turn 2 of 3, c3.");
        assert_eq!(figure.described(3), "Three cubes.");
        assert_eq!(figure.told, [(0, "empty.".to_owned()), (2, "a corner.".to_owned())]);
        let circles = |turn| figure.picture(turn).matches("<circle").count();
        assert_eq!(circles(2), circles(3) + 2, "the ring is there after turn 2 only");
    }

    #[test]
    fn a_figure_of_one_turn_has_no_steps() {
        assert!(!RuleFigure::new(&source("ankor b2 # One cube.", &[], &[])).unwrap().has_steps());
        assert!(!RuleFigure::new(&source(HEAD, &["from: 2"], &[])).unwrap().has_steps());
    }

    #[track_caller]
    fn check(head: &str, keys: &[&str], told: &[&str], said: &str) {
        let error = RuleFigure::new(&source(head, keys, told)).unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        check("ankor b2", &[], &[], "line 1: a figure is described behind ` # `");
        check("chess # A.", &[], &[], "line 1: the command begins with `--score` or the name");
        check("ankor -size=99 # A.", &[], &[], "line 1: ");
        check("ankor b2 b2 # A.", &[], &[], "line 1: turn 2, b2, cannot be played: ");
        check(HEAD, &["mark ring b2"], &[], "line 2: a line of a figure is a key");
        check(HEAD, &["mark: ring z9"], &[], "line 2: there is no place z9 on this board");
        check(HEAD, &["show: connected", "mark: circle b2"], &[], "line 3: “circle b2” is no");
        check(
            HEAD,
            &["mark 4: ring b2"],
            &[],
            "line 2: the turn after a key is a number from 0 to 3",
        );
        check(HEAD, &["from: x"], &[], "line 2: the turn to start from is a number from 0 to 3");
        check(HEAD, &["show: levels"], &[], "line 2: `show` takes the words of the position");
        check(HEAD, &[], &["Turn 2, c3: a corner."], "line 20: a comment on a turn begins");
        check(HEAD, &[], &["Turn 2, `c2`: it."], "line 20: turn 2 of this figure is c3, not c2");
        let told = ["Turn 2, `c3`: it.", "Turn 1, `b2`: it."];
        check(HEAD, &[], &told, "line 21: comments follow the order of the turns");
    }

    /// The description of a cube agrees with the rules about which of its faces join the nearest
    /// corner to the far one.
    #[test]
    fn eight_rotations_have_different_descriptions() {
        let shown = rotations();
        assert_eq!(shown.matches("<svg").count(), 8);
        for letter in 'a'..='h' {
            assert!(shown.contains(&format!("aria-label=\"Rotation {letter}: ")), "{letter}");
            assert!(
                shown.contains(&format!("<b>{letter}</b> <small>{}<", face(letter))),
                "{letter}"
            );
        }
    }

    fn figure(head: &str, told: &[&str]) -> RuleFigure {
        let numbered = |text: &str| Numbered { line: 1, text: text.to_owned() };
        let told = told.iter().map(|text| numbered(text)).collect();
        RuleFigure::new(&FigureSource { head: numbered(head), told, ..FigureSource::default() })
            .unwrap()
    }

    #[test]
    fn a_form_steps_through_a_figure() {
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
