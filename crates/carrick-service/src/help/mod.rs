//! Help: the texts players read. Pages are text files; what the program knows better (commands,
//! options, drawings) is filled in where a line says `{{…}}`.

mod commands;
mod fill;

use carrick_games::{AnyGame, DrawStyle, GameKind};

use crate::HelpTopic;

/// What a page of help is made of.
#[derive(Debug, Clone)]
pub enum Part {
    /// Lines of at most 78 columns.
    Text(String),
    /// A position that the text speaks of.
    Drawing(Box<Drawing>),
}

/// A position of a game, to be drawn.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// The game, with the turns that led to the position.
    pub game: AnyGame,
    /// Whether Anchor's count is shown.
    pub score: bool,
}

impl Drawing {
    /// The position in letters, as mails draw it.
    #[must_use]
    pub fn text(&self) -> String {
        self.game.draw(DrawStyle { score: self.score, ..DrawStyle::LABELLED })
    }
}

/// A page of help, in lines of at most 78 columns; the overview when no topic is named.
///
/// ```
/// use carrick_service::{HelpTopic, help};
/// assert!(help::text(Some(HelpTopic::Commands)).contains("rematch board userid password"));
/// ```
#[must_use]
pub fn text(topic: Option<HelpTopic>) -> String {
    let text = |part| match part {
        Part::Text(text) => text,
        Part::Drawing(drawing) => drawing.text(),
    };
    parts(topic).into_iter().map(text).collect()
}

/// A page of help in its parts, for whoever draws better than with letters.
///
/// ```
/// use carrick_service::{HelpTopic, help};
/// let parts = help::parts(Some(HelpTopic::Tutorial));
/// assert!(parts.iter().any(|part| matches!(part, help::Part::Drawing(_))));
/// ```
#[must_use]
pub fn parts(topic: Option<HelpTopic>) -> Vec<Part> {
    match topic {
        None => fill::fill(include_str!("overview.txt"), None),
        Some(HelpTopic::Commands) => vec![Part::Text(commands::page())],
        Some(HelpTopic::Tutorial) => fill::fill(include_str!("tutorial.txt"), None),
        Some(HelpTopic::Game(kind)) => fill::fill(page(kind), Some(kind)),
    }
}

const fn page(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Ankor => include_str!("ankor.txt"),
        GameKind::Boche => include_str!("boche.txt"),
        GameKind::Antipod => include_str!("antipod.txt"),
        GameKind::Anchor => include_str!("anchor.txt"),
    }
}
