//! The hint of a board's present position, as its page shows it.

use carrick_coach::hint::{Hint, Step};
use carrick_games::AnyGame;
use carrick_pictures::Annotation;
use carrick_position::{notes_on_line, notes_on_places};
use carrick_service::{AskedHint, BoardRecord};

use super::load::Loaded;
use crate::app::App;
use crate::pages::fault::Fault;

/// The hint that was asked for in the present position of a board, if there is one.
pub(super) async fn asked(app: &App, record: &BoardRecord) -> Result<Option<AskedHint>, Fault> {
    if record.hints == 0 || record.ended.is_some() {
        return Ok(None);
    }
    let asked = app.store.hint(record.id).await?.asked;
    Ok(asked.filter(|asked| asked.generation == record.generation()))
}

/// Notes of a hint over the position for which it was found; none before that.
pub(crate) fn notes_of(asked: Option<&AskedHint>, game: &AnyGame) -> Vec<Annotation> {
    match asked.and_then(AskedHint::shown) {
        None => Vec::new(),
        Some((hint, Step::Where)) => notes_on_places(hint.region(game)),
        Some((hint, Step::Turn)) => notes_on_line(&hint.line[..hint.line.len().min(1)]),
        Some((hint, Step::Why)) => notes_on_line(&hint.line),
    }
}

/// Help on a player's turn.
#[derive(Debug, Clone)]
pub(crate) struct HintPart {
    /// The steps that are told, in order.
    pub(crate) told: Vec<String>,
    /// Its place in the queue, while it is looked for.
    pub(crate) waits: Option<String>,
    /// Label of the button that tells more, and the step that it asks for.
    pub(crate) more: Option<(&'static str, Step)>,
    /// Explanation of the numbers on the board.
    pub(crate) marks: &'static str,
}

impl HintPart {
    /// The part for the player to move in a practice game.
    pub(crate) fn new(board: &Loaded) -> Self {
        let Some(asked) = &board.hint else {
            let more = Some(("Where should I look?", Step::Where));
            return Self { told: Vec::new(), waits: None, more, marks: "" };
        };
        match asked.shown() {
            None => {
                let waits = Some(asked.waits());
                Self { told: Vec::new(), waits, more: None, marks: "" }
            }
            Some((hint, step)) => Self::shown(&board.game, hint, step),
        }
    }

    fn shown(game: &AnyGame, hint: &Hint, step: Step) -> Self {
        let (more, marks) = match step {
            Step::Where if hint.near.is_none() => (Some(("Which turn?", Step::Turn)), ""),
            Step::Where => {
                (Some(("Which turn?", Step::Turn)), "Rings on the board mark the places.")
            }
            Step::Turn => (Some(("Why?", Step::Why)), ""),
            Step::Why => (None, "Numbers on the board show the line: odd ones are yours."),
        };
        Self { told: hint.told(game, step), waits: None, more, marks }
    }
}
