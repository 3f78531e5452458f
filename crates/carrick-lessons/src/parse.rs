//! Reads lesson files.

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};

use crate::{
    Effect, Foreseen, Goal, Lesson, LessonError, LessonFault, LessonFigure, LessonStep, effects_of,
};

/// Keys of a step, for the error about an unknown one.
const KEYS: &str = "kept, options, start, show, figure, say, ask, accept, effect, praise, wrong, otherwise and hint";

impl Lesson {
    /// Reads a lesson.
    ///
    /// The first line is `# Name of the game`. Each step begins with `## Title`, and every other
    /// line is a key, a colon and a text; blank lines do not matter.
    ///
    /// | key | meaning |
    /// |---|---|
    /// | `kept` | the [number](Step::kept) by which a reader's progress keeps the step |
    /// | `options` | options of the game; before the first step, for all steps |
    /// | `start` | turns that lead to the position; may be repeated to go on |
    /// | `show` | overlays of the picture, such as `connected` |
    /// | `figure` | a [figure](Figure) below the first paragraph: `cube` |
    /// | `say` | a paragraph that explains the idea; may be repeated |
    /// | `ask` | the request |
    /// | `accept` | the right turns, separated by blanks; any turn, if left out |
    /// | `effect` | [effects](Effect) that a right turn has, separated by commas |
    /// | `praise` | said after a right turn |
    /// | `wrong` | a legal turn, and what is said of it; may be repeated |
    /// | `otherwise` | said after any other legal turn |
    /// | `hint` | help for a reader who is stuck |
    ///
    /// Everything is checked against the rules: the start can be played, what is accepted is legal
    /// and has its effects, and some legal turn is right and another one is not.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn parse(text: &str) -> Result<Self, LessonError> {
        let mut lines = lines(text).peekable();
        let (line, first) =
            lines.next().ok_or(LessonError { line: 1, fault: LessonFault::NoGame })?;
        let name =
            first.strip_prefix("# ").ok_or(LessonError { line, fault: LessonFault::NoGame })?;
        let kind: GameKind = name.trim().parse().map_err(at(line))?;
        let mut usual = String::new();
        while let Some((line, text)) = lines.next_if(|(_, text)| !text.starts_with("##")) {
            match key_value(text).map_err(at(line))? {
                ("options", value) => value.clone_into(&mut usual),
                (key, _) => {
                    let key = key.to_owned();
                    return Err(LessonError { line, fault: LessonFault::OutsideStep { key } });
                }
            }
        }
        let mut steps: Vec<LessonStep> = Vec::new();
        while let Some((line, heading)) = lines.next() {
            let mut draft = StepDraft::new(line, heading.trim_start_matches('#').trim())?;
            while let Some((line, text)) = lines.next_if(|(_, text)| !text.starts_with("##")) {
                draft.take(line, text)?;
            }
            let kept_at = draft.kept.map_or(line, |(line, _)| line);
            let step = draft.finish(kind, &usual)?;
            if let Some(other) = steps.iter().find(|other| other.kept == step.kept) {
                let (kept, step) = (step.kept, other.title.clone());
                return Err(at(kept_at)(LessonFault::KeptTwice { kept, step }));
            }
            steps.push(step);
        }
        if steps.is_empty() {
            return Err(LessonError { line, fault: LessonFault::NoStep });
        }
        Ok(Self { kind, steps })
    }
}

/// Adds a line to a fault.
fn at<F: Into<LessonFault>>(line: usize) -> impl Fn(F) -> LessonError {
    move |fault| LessonError { line, fault: fault.into() }
}

/// The lines that are not blank, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty())
}

fn key_value(text: &str) -> Result<(&str, &str), LessonFault> {
    let (key, value) = text.split_once(':').ok_or(LessonFault::Form)?;
    let (key, value) = (key.trim(), value.trim());
    if value.is_empty() {
        return Err(LessonFault::Empty { key: key.to_owned() });
    }
    Ok((key, value))
}

/// A text with the line it stands in.
type Located<'a> = (usize, &'a str);

/// A step as it is written.
struct StepDraft<'a> {
    line: usize,
    title: &'a str,
    kept: Option<Located<'a>>,
    options: Option<Located<'a>>,
    start: Vec<Located<'a>>,
    show: Option<Located<'a>>,
    figure: Option<Located<'a>>,
    say: Vec<Located<'a>>,
    ask: Option<Located<'a>>,
    accept: Option<Located<'a>>,
    effect: Option<Located<'a>>,
    praise: Option<Located<'a>>,
    wrong: Vec<Located<'a>>,
    otherwise: Option<Located<'a>>,
    hint: Option<Located<'a>>,
}

impl<'a> StepDraft<'a> {
    fn new(line: usize, title: &'a str) -> Result<Self, LessonError> {
        if title.is_empty() {
            return Err(LessonError { line, fault: LessonFault::Empty { key: "##".to_owned() } });
        }
        Ok(Self {
            line,
            title,
            kept: None,
            options: None,
            start: Vec::new(),
            show: None,
            figure: None,
            say: Vec::new(),
            ask: None,
            accept: None,
            effect: None,
            praise: None,
            wrong: Vec::new(),
            otherwise: None,
            hint: None,
        })
    }

    /// Takes a line of the step.
    fn take(&mut self, line: usize, text: &'a str) -> Result<(), LessonError> {
        let (key, value) = key_value(text).map_err(at(line))?;
        let (key, slot) = match key {
            "start" | "say" | "wrong" => {
                let list = match key {
                    "start" => &mut self.start,
                    "say" => &mut self.say,
                    _ => &mut self.wrong,
                };
                list.push((line, value));
                return Ok(());
            }
            "kept" => ("kept", &mut self.kept),
            "options" => ("options", &mut self.options),
            "show" => ("show", &mut self.show),
            "figure" => ("figure", &mut self.figure),
            "ask" => ("ask", &mut self.ask),
            "accept" => ("accept", &mut self.accept),
            "effect" => ("effect", &mut self.effect),
            "praise" => ("praise", &mut self.praise),
            "otherwise" => ("otherwise", &mut self.otherwise),
            "hint" => ("hint", &mut self.hint),
            _ => {
                let fault = LessonFault::Key { key: key.to_owned(), known: KEYS };
                return Err(LessonError { line, fault });
            }
        };
        if slot.replace((line, value)).is_some() {
            return Err(LessonError { line, fault: LessonFault::Twice { key } });
        }
        Ok(())
    }

    fn finish(self, kind: GameKind, usual: &str) -> Result<LessonStep, LessonError> {
        let start = self.position(kind, usual)?;
        let goal = self.goal(&start)?;
        let wrong = self
            .wrong
            .iter()
            .map(|&said| foreseen(&start, &goal, said))
            .collect::<Result<_, _>>()?;
        let owned =
            |slot: Option<Located>, key| self.required(slot, key).map(|(_, text)| text.to_owned());
        Ok(LessonStep {
            kept: self.kept()?,
            title: self.title.to_owned(),
            show: self.show.map(|(_, words)| words.to_owned()).unwrap_or_default(),
            figure: self.figure.map(figure).transpose()?,
            say: self.say.iter().map(|(_, text)| (*text).to_owned()).collect(),
            ask: owned(self.ask, "ask")?,
            praise: owned(self.praise, "praise")?,
            otherwise: owned(self.otherwise, "otherwise")?,
            hint: owned(self.hint, "hint")?,
            start,
            goal,
            wrong,
        })
    }

    /// The number by which progress keeps the step.
    fn kept(&self) -> Result<u8, LessonError> {
        let (line, text) = self.required(self.kept, "kept")?;
        let number =
            text.parse().ok().filter(|number| (1..=LessonStep::MOST_KEPT).contains(number));
        number.ok_or(LessonError { line, fault: LessonFault::Kept { most: LessonStep::MOST_KEPT } })
    }

    fn required<'b>(
        &self,
        slot: Option<Located<'b>>,
        key: &'static str,
    ) -> Result<Located<'b>, LessonError> {
        let missing = || LessonFault::Missing { step: self.title.to_owned(), key };
        slot.ok_or_else(|| LessonError { line: self.line, fault: missing() })
    }

    /// The position in which the step begins.
    fn position(&self, kind: GameKind, usual: &str) -> Result<AnyGame, LessonError> {
        let (line, options) = self.options.unwrap_or((self.line, usual));
        let words: Vec<&str> = options.split_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Scripts).map_err(at(line))?;
        let mut game = AnyGame::new(options);
        for &(line, turns) in &self.start {
            for turn in turns.split_whitespace() {
                game = game.play_text(turn).map_err(|refused| {
                    let (number, reason) = (refused.game.ply() + 1, refused.reason.to_string());
                    at(line)(LessonFault::Turn { number, turn: turn.to_owned(), reason })
                })?;
            }
        }
        match game.outcome() {
            Some(outcome) => {
                let outcome = outcome.sentence(kind).to_string();
                Err(LessonError { line: self.line, fault: LessonFault::Over { outcome } })
            }
            None => Ok(game),
        }
    }

    /// The goal, with some turns that are right and some that are not.
    fn goal(&self, start: &AnyGame) -> Result<Goal, LessonError> {
        if self.effect.is_none() {
            self.required(self.accept, "accept")?;
        }
        let mut goal = Goal { turns: Vec::new(), effects: Vec::new() };
        if let Some((line, words)) = self.effect {
            let effects = words.split(',').map(str::parse::<Effect>);
            goal.effects = effects.collect::<Result<_, _>>().map_err(at(line))?;
        }
        let (line, turns) = self.accept.unwrap_or((self.line, ""));
        for turn in turns.split_whitespace() {
            let after = start.clone().play_text(turn).map_err(|refused| {
                let reason = refused.reason.to_string();
                at(line)(LessonFault::AcceptedIllegal { turn: turn.to_owned(), reason })
            })?;
            if !goal.has_effects(start, &after) {
                return Err(at(line)(effects(start, &after, turn)));
            }
            goal.turns.extend(after.last_turn());
        }
        let (right, legal) = (goal.accepted(start).len(), start.legal().len());
        if right == 0 || right == legal {
            return Err(LessonError {
                line: self.line,
                fault: LessonFault::Choice { right, legal },
            });
        }
        Ok(goal)
    }
}

/// A figure by its name.
fn figure((line, name): Located<'_>) -> Result<LessonFigure, LessonError> {
    match name {
        "cube" => Ok(LessonFigure::Cube),
        _ => Err(LessonError { line, fault: LessonFault::Figure { name: name.to_owned() } }),
    }
}

/// A foreseen turn: legal, and not right.
fn foreseen(
    start: &AnyGame,
    goal: &Goal,
    (line, text): Located<'_>,
) -> Result<Foreseen, LessonError> {
    let (turn, said) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if said.trim().is_empty() {
        return Err(at(line)(LessonFault::Empty { key: "wrong".to_owned() }));
    }
    let after = start.clone().play_text(turn).map_err(|refused| {
        let reason = refused.reason.to_string();
        at(line)(LessonFault::ForeseenIllegal { turn: turn.to_owned(), reason })
    })?;
    if goal.accepts(start, &after) {
        return Err(at(line)(effects(start, &after, turn)));
    }
    let turn = after.last_turn().unwrap_or_else(|| turn.to_owned());
    Ok(Foreseen { turn, said: said.trim().to_owned() })
}

fn effects(start: &AnyGame, after: &AnyGame, turn: &str) -> LessonFault {
    let found: Vec<String> = effects_of(start, after).iter().map(ToString::to_string).collect();
    LessonFault::Effects { turn: turn.to_owned(), found: found.join(", ") }
}
