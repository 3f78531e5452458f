//! A figure of a page of rules: a game, what its picture points at, and comments on its turns. All
//! that its lines claim has been checked.

use carrick_games::{AnyGame, AnyOptions, GameKind, GameOptions as _, SizeLimits, match_game};
use carrick_pictures::{Annotation, Style, figure};
use carrick_position::Query;

use super::claim;
use super::fault::{Fault, PageError};
use super::source::{Numbered, Source};

/// A figure.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    /// The game after all turns.
    pub(super) game: AnyGame,
    /// Description of the picture.
    pub(super) shows: String,
    /// The drawing in letters.
    pub(super) letters: String,
    /// Caption in Markdown; often empty.
    pub(super) caption: String,
    /// Number of turns after which stepping begins.
    pub(super) from: usize,
    /// Comments in Markdown, each with the number of turns after which it is said, in their order.
    pub(super) told: Vec<(usize, String)>,
    style: Style,
    /// Annotations, each with the number of turns after which it is shown.
    notes: Vec<(usize, Annotation)>,
}

impl Figure {
    /// Reads a figure, and checks what it claims.
    ///
    /// # Errors
    /// The first line that is wrong or claims what is not so.
    pub(super) fn new(source: &Source) -> Result<Self, PageError> {
        let head = &source.head;
        let (command, shows) =
            head.text.split_once(" # ").ok_or_else(|| head.error(Fault::NoDescription))?;
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
        // Of a position that is given as it stands, no turn matters more than the others.
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
    pub(super) fn has_steps(&self) -> bool {
        self.len() > self.from + 1 || !self.told.is_empty()
    }

    /// Whether its board is so large that small pictures of it are hard to read.
    pub(super) fn is_large(&self) -> bool {
        match_game!(self.game.options(), AnyOptions(options) => options.size()) > 4
    }

    /// Number of turns to show for a request.
    pub(crate) fn turn(&self, asked: Option<usize>) -> usize {
        asked.map_or(self.len(), |turn| turn.clamp(self.from, self.len()))
    }

    /// The game, for the price of a picture.
    pub(crate) const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Description of the picture after some turns.
    pub(super) fn described(&self, turn: usize) -> String {
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
        // The notes have been tried when the figure was read.
        figure(&self.game.at(turn), &style, &notes, &self.described(turn)).unwrap_or_default()
    }

    fn take(&mut self, line: &Numbered) -> Result<(), Fault> {
        let (key, value) = line.text.split_once(": ").ok_or(Fault::Form)?;
        let value = value.trim();
        let (key, at) = match key.split_once(' ') {
            Some((key, turn)) => (key, self.number("the turn behind a key", turn)?),
            None => (key, self.len()),
        };
        match key {
            "mark" => self.mark(at, value),
            "show" => {
                let query = Query { show: value.to_owned(), ..Query::default() };
                let look = query.look().map_err(|_| Fault::Show { given: value.to_owned() })?;
                self.style = Style { score: self.style.score || look.style.score, ..look.style };
                Ok(())
            }
            "from" => {
                self.from = self.number("the turn to begin from", value)?;
                Ok(())
            }
            _ => claim::check(&self.game.at(at), key, value),
        }
    }

    fn number(&self, what: &'static str, given: &str) -> Result<usize, Fault> {
        let most = self.len();
        let number = given.parse().ok().filter(|&number| number <= most);
        number.ok_or_else(|| Fault::Number { what, given: given.to_owned(), most })
    }

    /// Adds annotations, and tries to draw them.
    fn mark(&mut self, at: usize, value: &str) -> Result<(), Fault> {
        let game = self.game.at(at);
        for text in value.split(',') {
            let note: Annotation = text.trim().parse()?;
            figure(&game, &self.style, std::slice::from_ref(&note), "")?;
            self.notes.push((at, note));
        }
        Ok(())
    }

    /// Adds a comment: `Start: …`, or `` Turn 5, `c3`: … ``.
    fn tell(&mut self, text: &str) -> Result<(), Fault> {
        let (at, said) = match text.strip_prefix("Start: ") {
            Some(said) => (self.from, said),
            None => {
                let rest = text.strip_prefix("Turn ").ok_or(Fault::Told)?;
                let (number, rest) = rest.split_once(", `").ok_or(Fault::Told)?;
                let (given, said) = rest.split_once("`: ").ok_or(Fault::Told)?;
                let at = self.number("the number of a turn", number)?;
                let turn =
                    at.checked_sub(1).and_then(|at| self.game.turn_names().into_iter().nth(at));
                let turn = turn.ok_or(Fault::Told)?;
                if turn != given {
                    return Err(Fault::OtherTurn { number: at, turn, given: given.to_owned() });
                }
                (at, said)
            }
        };
        if self.told.last().is_some_and(|(last, _)| *last >= at) {
            return Err(Fault::Order);
        }
        self.told.push((at, said.to_owned()));
        Ok(())
    }
}

/// The game after the turns of a command, and whether its score is shown.
fn position(command: &str) -> Result<(AnyGame, bool), Fault> {
    let mut words = command.split_whitespace().peekable();
    let score = words.next_if_eq(&"--score").is_some();
    let given = words.next().unwrap_or_default();
    let kind: GameKind = given.parse().map_err(|_| Fault::Game { given: given.to_owned() })?;
    let (options, turns): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with('-'));
    let mut game = AnyGame::new(AnyOptions::parse(kind, &options, SizeLimits::Scripts)?);
    for turn in turns {
        let number = game.ply() + 1;
        game = game.play_text(turn).map_err(|refused| {
            let reason = refused.reason.to_string();
            Fault::Turn { number, turn: turn.to_owned(), reason }
        })?;
    }
    Ok((game, score))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(head: &str, keys: &[&str], told: &[&str]) -> Source {
        let numbered = |line: usize, text: &&str| Numbered { line, text: (*text).to_owned() };
        Source {
            head: numbered(1, &head),
            keys: keys.iter().zip(2..).map(|(text, line)| numbered(line, text)).collect(),
            told: told.iter().zip(20..).map(|(text, line)| numbered(line, text)).collect(),
            ..Source::default()
        }
    }

    const HEAD: &str = "ankor -size=3 -noswap b2 c3 c2 # Three cubes.";

    #[test]
    fn a_figure_is_stepped_through() {
        let told = ["Start: empty.", "Turn 2, `c3`: a corner."];
        let figure = Figure::new(&source(HEAD, &["mark 2: ring c3"], &told)).unwrap();
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
        assert!(!Figure::new(&source("ankor b2 # One cube.", &[], &[])).unwrap().has_steps());
        assert!(!Figure::new(&source(HEAD, &["from: 2"], &[])).unwrap().has_steps());
    }

    #[track_caller]
    fn check(head: &str, keys: &[&str], told: &[&str], said: &str) {
        let error = Figure::new(&source(head, keys, told)).unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
    }

    #[test]
    fn faults_name_their_lines_and_what_was_expected() {
        check("ankor b2", &[], &[], "line 1: a figure is described behind ` # `");
        check("chess # A.", &[], &[], "line 1: the command begins with `--score` or the name");
        check("ankor -size=99 # A.", &[], &[], "line 1: ");
        check("ankor b2 b2 # A.", &[], &[], "line 1: turn 2, b2, cannot be played: ");
        check(HEAD, &["mark ring b2"], &[], "line 2: a line of a figure is a key");
        check(HEAD, &["colour: red"], &[], "line 2: there is no key `colour`; the keys of");
        check(HEAD, &["mark: ring z9"], &[], "line 2: there is no place z9 on this board");
        check(HEAD, &["show: connected", "mark: circle b2"], &[], "line 3: “circle b2” is no");
        check(
            HEAD,
            &["mark 4: ring b2"],
            &[],
            "line 2: the turn behind a key is a number from 0 to 3",
        );
        check(HEAD, &["from: x"], &[], "line 2: the turn to begin from is a number from 0 to 3");
        check(HEAD, &["show: levels"], &[], "line 2: `show` has the words of the position");
        check(HEAD, &[], &["Turn 2, c3: a corner."], "line 20: a comment on a turn begins");
        check(HEAD, &[], &["Turn 2, `c2`: it."], "line 20: turn 2 of this figure is c3, not c2");
        let told = ["Turn 2, `c3`: it.", "Turn 1, `b2`: it."];
        check(HEAD, &[], &told, "line 21: comments follow the order of the turns");
    }
}
