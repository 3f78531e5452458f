//! What a message is and what its text shows. This is recorded when the text is written, so that no
//! later layer has to guess it from the words.

use std::ops::Range;

use carrick_games::{AnyGame, GameKind};
use serde::{Deserialize, Serialize};

use crate::people::Userid;
use crate::playing::new_game;

/// Facts about a message besides its words, stored with it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
pub struct About {
    /// What the message is.
    #[serde(default, skip_serializing_if = "MessageKind::is_other")]
    pub kind: MessageKind,
    /// The position that its text draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<Drawing>,
    /// Position, in bytes, of the rule between the text and a player's words below it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Range<usize>>,
}

/// What a message is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// An answer, or a notice of another kind.
    #[default]
    Other,
    /// A turn, an offer or the end of a game.
    Report,
    /// A remark by this user on a board.
    Chat(Userid),
    /// A new board.
    NewBoard,
    /// A reminder that it is the player's turn.
    Reminder,
    /// A message from this user to others.
    Letter(Userid),
    /// News that this operator has broadcast.
    News(Userid),
    /// A position that a player asked for.
    Preview,
    /// The messages of a day.
    Digest,
}

/// A drawing of a position in a text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Drawing {
    /// Where the drawing begins, in bytes.
    pub at: usize,
    /// Position before the turns.
    pub start: Start,
    /// Turns that were tried there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
}

/// The position from which the turns of a [`Drawing`] start.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// After this number of turns of the message's board.
    Board(usize),
    /// A new game with these options.
    New(GameKind, String),
}

impl Drawing {
    /// The position; `board` is the game on the message's board. `None` if that has fewer turns.
    #[must_use]
    pub fn game(&self, board: Option<&AnyGame>) -> Option<AnyGame> {
        let start = match &self.start {
            &Start::Board(ply) if ply == board?.ply() => board?.clone(),
            &Start::Board(ply) if ply < board?.ply() => board?.at(ply),
            Start::Board(_) => return None,
            Start::New(kind, options) => new_game(*kind, options)?,
        };
        self.turns.iter().try_fold(start, |game, turn| game.play_text(turn).ok())
    }
}

impl MessageKind {
    const fn is_other(&self) -> bool {
        matches!(self, Self::Other)
    }
}

impl From<MessageKind> for About {
    fn from(kind: MessageKind) -> Self {
        Self { kind, ..Self::default() }
    }
}

impl About {
    /// The same facts after this many bytes are added before the text.
    #[must_use]
    pub fn moved(mut self, bytes: usize) -> Self {
        if let Some(drawing) = &mut self.drawing {
            drawing.at += bytes;
        }
        self.rule = self.rule.map(|rule| rule.start + bytes..rule.end + bytes);
        self
    }
}

/// A text and what it shows.
#[derive(Debug, Default)]
pub(crate) struct Text {
    pub(crate) words: String,
    pub(crate) about: About,
}

impl Text {
    /// Adds a drawing of the position after some turns.
    pub(crate) fn draw(&mut self, drawn: &str, start: Start, turns: Vec<String>) {
        self.about.drawing = Some(Drawing { at: self.words.len(), start, turns });
        self.words.push_str(drawn);
    }

    /// Joins texts, one below the other; a single one keeps its facts.
    pub(crate) fn joined(texts: Vec<Self>) -> Self {
        let about = match texts.as_slice() {
            [only] => only.about.clone(),
            _ => About::default(),
        };
        let words: Vec<String> = texts.into_iter().map(|text| text.words).collect();
        Self { words: words.join("\n"), about }
    }

    /// The text below other words.
    pub(crate) fn below(self, words: &str) -> Self {
        let about = self.about.moved(words.len());
        Self { words: words.to_owned() + &self.words, about }
    }
}

impl<T: Into<String>> From<T> for Text {
    fn from(words: T) -> Self {
        Self { words: words.into(), about: About::default() }
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, SizeLimits};

    use super::*;

    #[test]
    fn a_drawing_knows_its_position() {
        let options = AnyOptions::parse(GameKind::Ankor, &["-size=3"], SizeLimits::Challenge);
        let new = AnyGame::new(options.unwrap());
        let board = new.clone().play_text("c3").unwrap();
        let drawing = |start, turns: &[&str]| {
            let turns = turns.iter().map(|&turn| turn.to_owned()).collect();
            Drawing { at: 7, start, turns }.game(Some(&board)).map(|game| game.turn_names())
        };
        let names = |turns: &[&str]| Some(turns.iter().map(|&turn| turn.to_owned()).collect());
        let of_new = || Start::New(GameKind::Ankor, new.options().to_string());
        assert_eq!(drawing(of_new(), &["b2"]), names(&["b2"]));
        assert_eq!(drawing(Start::Board(0), &["b2"]), names(&["b2"]));
        assert_eq!(drawing(Start::Board(1), &["b2"]), names(&["c3", "b2"]));
        assert_eq!(drawing(Start::Board(2), &[]), None);
        assert_eq!(drawing(Start::Board(1), &["c3"]), None);
    }
}
