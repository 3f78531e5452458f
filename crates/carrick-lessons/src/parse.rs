//! Reads lesson files.

use std::fmt::Display;

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};

use crate::{Effect, Foreseen, Goal, Lesson, LessonFigure, LessonStep, effects_of};

/// A fault in a lesson file, and its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct LessonError {
    /// Line number, from 1.
    pub line: usize,
    /// The fault, in words.
    pub fault: String,
}

/// Adds a line to a fault.
fn at<F: Display>(line: usize) -> impl Fn(F) -> LessonError {
    move |fault| LessonError { line, fault: fault.to_string() }
}

/// Keys that may be repeated in a step.
const REPEATED: [&str; 3] = ["start", "more", "wrong"];

/// Keys that a step has at most once.
const ONCE: [&str; 11] = [
    "kept",
    "options",
    "show",
    "figure",
    "say",
    "ask",
    "accept",
    "effect",
    "praise",
    "otherwise",
    "hint",
];

/// Keys of a step, for the error about an unknown key.
const KEYS: &str = "kept, options, start, show, figure, say, ask, more, accept, effect, praise, wrong, otherwise and hint";

impl Lesson {
    /// Reads a lesson.
    ///
    /// The first line is `# Name of the game`. Each step starts with `## Title`, and every other
    /// line is a key, a colon and a text. Blank lines are ignored.
    ///
    /// | key | meaning |
    /// |---|---|
    /// | `kept` | the step's [number](LessonStep::kept) in a reader's progress |
    /// | `options` | options of the game; before the first step, for all steps |
    /// | `start` | turns that lead to the position; may be repeated to continue |
    /// | `show` | overlays of the picture, such as `connected` |
    /// | `figure` | a [figure](LessonFigure) below the explanation: `cube` |
    /// | `say` | a sentence or two that explain the idea |
    /// | `ask` | the request |
    /// | `more` | a paragraph for readers who want more; may be repeated, one paragraph each |
    /// | `accept` | the right turns, separated by blanks; if left out, any turn |
    /// | `effect` | [effects](Effect) that a right turn must have, separated by commas |
    /// | `praise` | shown after a right turn |
    /// | `wrong` | a legal turn, and the comment on it; may be repeated |
    /// | `otherwise` | shown after any other legal turn |
    /// | `hint` | help for a reader who is stuck |
    ///
    /// Everything is checked against the rules: the start can be played, accepted turns are legal
    /// and have the effects, and at least one legal turn is right and another is not.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn parse(text: &str) -> Result<Self, LessonError> {
        const NO_GAME: &str = "a lesson starts with a line such as `# Ankor`";
        let mut lines = lines(text).peekable();
        let (line, first) = lines.next().ok_or_else(|| at(1)(NO_GAME))?;
        let name = first.strip_prefix("# ").ok_or_else(|| at(line)(NO_GAME))?;
        let kind: GameKind = name.trim().parse().map_err(at(line))?;
        let mut usual = String::new();
        while let Some((line, text)) = lines.next_if(|(_, text)| !text.starts_with("##")) {
            match key_value(line, text)? {
                ("options", value) => value.clone_into(&mut usual),
                (key, _) => {
                    let fault = format!("`{key}` belongs in a step: start one with `## Title`");
                    return Err(at(line)(fault));
                }
            }
        }
        let mut steps: Vec<LessonStep> = Vec::new();
        while let Some((line, heading)) = lines.next() {
            let title = heading.trim_start_matches('#').trim();
            if title.is_empty() {
                return Err(at(line)("nothing follows `##`"));
            }
            let mut draft = StepDraft { line, title, lines: Vec::new() };
            while let Some((line, text)) = lines.next_if(|(_, text)| !text.starts_with("##")) {
                draft.take(line, text)?;
            }
            let step = draft.step(kind, &usual)?;
            if let Some(other) = steps.iter().find(|other| other.kept == step.kept) {
                let fault =
                    format!("the step “{}” already has the number {}", other.title, step.kept);
                return Err(at(draft.required("kept")?.0)(fault));
            }
            steps.push(step);
        }
        if steps.is_empty() {
            return Err(at(line)("the lesson has no step"));
        }
        Ok(Self { kind, steps })
    }
}

/// The lines that are not blank, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty())
}

fn key_value(line: usize, text: &str) -> Result<(&str, &str), LessonError> {
    const FORM: &str = "a line is `## Title of a step`, or a key, a colon and a text";
    let (key, value) = text.split_once(':').ok_or_else(|| at(line)(FORM))?;
    let (key, value) = (key.trim(), value.trim());
    match value {
        "" => Err(at(line)(format!("nothing follows `{key}`"))),
        _ => Ok((key, value)),
    }
}

/// A text and the number of its line.
type Located<'a> = (usize, &'a str);

/// A step as written in the file.
struct StepDraft<'a> {
    line: usize,
    title: &'a str,
    /// Keys and values, in the order of the file.
    lines: Vec<(&'a str, Located<'a>)>,
}

impl<'a> StepDraft<'a> {
    /// Adds a line to the step.
    fn take(&mut self, line: usize, text: &'a str) -> Result<(), LessonError> {
        let (key, value) = key_value(line, text)?;
        if !REPEATED.contains(&key) && !ONCE.contains(&key) {
            let fault = format!("there is no key `{key}`; the keys of a step are {KEYS}");
            return Err(at(line)(fault));
        }
        if ONCE.contains(&key) && self.once(key).is_some() {
            return Err(at(line)(format!("the step already has `{key}`")));
        }
        self.lines.push((key, (line, value)));
        Ok(())
    }

    /// Values of a key.
    fn all(&self, key: &str) -> impl Iterator<Item = Located<'a>> {
        self.lines.iter().filter(move |(own, _)| *own == key).map(|(_, located)| *located)
    }

    fn once(&self, key: &str) -> Option<Located<'a>> {
        self.all(key).next()
    }

    fn required(&self, key: &str) -> Result<Located<'a>, LessonError> {
        let missing = || format!("the step “{}” has no `{key}`", self.title);
        self.once(key).ok_or_else(|| at(self.line)(missing()))
    }

    fn step(&self, kind: GameKind, usual: &str) -> Result<LessonStep, LessonError> {
        let start = self.position(kind, usual)?;
        let goal = self.goal(&start)?;
        let wrong = self
            .all("wrong")
            .map(|said| foreseen(&start, &goal, said))
            .collect::<Result<_, _>>()?;
        let owned = |key| self.required(key).map(|(_, text)| text.to_owned());
        Ok(LessonStep {
            kept: self.kept()?,
            title: self.title.to_owned(),
            show: self.once("show").map(|(_, words)| words.to_owned()).unwrap_or_default(),
            figure: self.once("figure").map(figure).transpose()?,
            say: owned("say")?,
            ask: owned("ask")?,
            more: self.all("more").map(|(_, text)| text.to_owned()).collect(),
            praise: owned("praise")?,
            otherwise: owned("otherwise")?,
            hint: owned("hint")?,
            start,
            goal,
            wrong,
        })
    }

    /// The number that a reader's progress keeps for the step.
    fn kept(&self) -> Result<u8, LessonError> {
        const MOST: u8 = LessonStep::MOST_KEPT;
        let (line, text) = self.required("kept")?;
        let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
        number.ok_or_else(|| at(line)(format!("the number of a step is from 1 to {MOST}")))
    }

    /// The position in which the step starts.
    fn position(&self, kind: GameKind, usual: &str) -> Result<AnyGame, LessonError> {
        let (line, options) = self.once("options").unwrap_or((self.line, usual));
        let words: Vec<&str> = options.split_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Scripts).map_err(at(line))?;
        let mut game = AnyGame::new(options);
        for (line, turns) in self.all("start") {
            for turn in turns.split_whitespace() {
                game = game.play_text(turn).map_err(|refused| {
                    let (number, reason) = (refused.game.ply() + 1, refused.reason);
                    at(line)(format!("turn {number}, {turn}, cannot be played: {reason}"))
                })?;
            }
        }
        match game.outcome() {
            Some(outcome) => {
                let outcome = outcome.sentence(kind);
                let fault = format!("the game is over before the step starts: {outcome}");
                Err(at(self.line)(fault))
            }
            None => Ok(game),
        }
    }

    /// The goal, which some legal turns reach and others do not.
    fn goal(&self, start: &AnyGame) -> Result<Goal, LessonError> {
        let mut goal = Goal { turns: Vec::new(), effects: Vec::new() };
        match self.once("effect") {
            Some((line, words)) => {
                let effects = words.split(',').map(str::parse::<Effect>);
                goal.effects = effects.collect::<Result<_, _>>().map_err(at(line))?;
            }
            None => _ = self.required("accept")?,
        }
        let (line, turns) = self.once("accept").unwrap_or((self.line, ""));
        for turn in turns.split_whitespace() {
            let after = start.clone().play_text(turn).map_err(|refused| {
                at(line)(format!("{turn} is accepted but cannot be played: {}", refused.reason))
            })?;
            if !goal.has_effects(start, &after) {
                return Err(at(line)(effects(start, &after, turn)));
            }
            goal.turns.extend(after.last_turn());
        }
        let (right, legal) = (goal.accepted(start).len(), start.legal().len());
        if right == 0 || right == legal {
            let fault = format!(
                "{right} of the {legal} legal turns are right; a step needs some that are right and some that are not"
            );
            return Err(at(self.line)(fault));
        }
        Ok(goal)
    }
}

/// A figure by its name.
fn figure((line, name): Located<'_>) -> Result<LessonFigure, LessonError> {
    match name {
        "cube" => Ok(LessonFigure::Cube),
        _ => Err(at(line)(format!("there is no figure `{name}`; the only figure is cube"))),
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
        return Err(at(line)("nothing follows `wrong`"));
    }
    let after = start.clone().play_text(turn).map_err(|refused| {
        at(line)(format!("{turn} is refused by the rules, which say why: {}", refused.reason))
    })?;
    if goal.accepts(start, &after) {
        return Err(at(line)(effects(start, &after, turn)));
    }
    let turn = after.last_turn().unwrap_or_else(|| turn.to_owned());
    Ok(Foreseen { turn, said: said.trim().to_owned() })
}

/// The fault of a turn whose effects are not those that its step names.
fn effects(start: &AnyGame, after: &AnyGame, turn: &str) -> String {
    let found: Vec<String> = effects_of(start, after).iter().map(ToString::to_string).collect();
    format!("{turn} has these effects: {}", found.join(", "))
}
