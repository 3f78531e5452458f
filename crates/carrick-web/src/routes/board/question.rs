//! Questions about actions beside playing. They are asked on the board's page, `?ask=resign`, so
//! that the board is in sight while its reader makes up their mind.

use carrick_games::Seat;
use carrick_service::{OfferKind, computer_level};

use crate::board::Loaded;
use crate::pages::fault::Fault;

/// An action that is confirmed before it is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    Resign,
    Draw,
    Undo,
    Accept,
    Reject,
    Pass,
    Swap,
}

impl Ask {
    /// Reads the word by which forms and the command language name the action.
    ///
    /// # Errors
    /// When there is no such action.
    pub(super) fn of(word: &str) -> Result<Self, Fault> {
        Ok(match word {
            "resign" => Self::Resign,
            "propose" => Self::Draw,
            "undo" => Self::Undo,
            "accept" => Self::Accept,
            "reject" => Self::Reject,
            "pass" => Self::Pass,
            "swap" => Self::Swap,
            _ => return Err(Fault::Bad("There is nothing of that name to do on a board.")),
        })
    }

    /// The word by which forms and the command language name it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Draw => "propose",
            Self::Undo => "undo",
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Pass => "pass",
            Self::Swap => "swap",
        }
    }
}

/// A question to a player, and the labels of its answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Question {
    /// The action that is carried out on the answer "yes".
    pub(super) action: &'static str,
    pub(super) said: String,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
}

impl Question {
    /// The question that a player is asked before an action.
    ///
    /// # Errors
    /// When the position leaves nothing to ask, with a sentence that says why.
    pub(super) fn new(ask: Ask, board: &Loaded, me: Seat) -> Result<Self, &'static str> {
        if board.record.ended.is_some() {
            return Err("This game is over.");
        }
        let other = &board.record.players[(!me).index()];
        let rated = board.record.terms.rated;
        let against_computer = computer_level(other).is_some();
        let [said, yes, no] = match ask {
            Ask::Resign if !board.has_moved(Some(&board.record.players[me.index()])) => {
                ["Decline this game? Nobody wins or loses, and the board is gone.", "Decline", KEEP]
            }
            Ask::Resign => ["Resign? You lose this game.", "Resign", KEEP],
            Ask::Accept | Ask::Reject => return answer(ask, board, me),
            Ask::Draw if against_computer => [draw_of_computer(rated), "Offer a draw", KEEP],
            Ask::Draw => [
                "Offer a draw? Your opponent may accept until somebody moves.",
                "Offer a draw",
                KEEP,
            ],
            Ask::Undo if against_computer && !rated => {
                ["Take your last turn back? The computer lets you.", "Take it back", KEEP]
            }
            Ask::Undo if against_computer => [
                "Ask to take your last turn back? In a rated game the computer refuses.",
                "Ask",
                KEEP,
            ],
            Ask::Undo => ["Ask to take your last turn back? Your opponent decides.", "Ask", KEEP],
            Ask::Pass => ["Pass? Your opponent moves next.", "Pass", KEEP],
            Ask::Swap => {
                ["Swap? You take over your opponent's colour and their first turn.", "Swap", KEEP]
            }
        };
        Ok(Self { action: ask.word(), said: said.to_owned(), yes, no })
    }
}

/// Label of the answer that changes nothing.
const KEEP: &str = "No, play on";

const fn draw_of_computer(rated: bool) -> &'static str {
    match rated {
        false => "Offer a draw? The computer accepts unless it thinks that it is better.",
        true => {
            "Offer a draw? In a rated game the computer accepts only when it has proved that it cannot win."
        }
    }
}

/// The question about an opponent's offer, which it names.
fn answer(ask: Ask, board: &Loaded, me: Seat) -> Result<Question, &'static str> {
    let pending = board.record.offer.filter(|offer| !offer.rejected && offer.by != me);
    let Some(offer) = pending else {
        return Err("There is no offer to answer: it was withdrawn, or answered already.");
    };
    let who = &board.record.players[offer.by.index()];
    let (said, yes) = match (offer.kind, ask) {
        (OfferKind::Draw, Ask::Accept) => (
            format!("Accept {who}'s offer of a draw? The game ends, and nobody wins."),
            "Accept the draw",
        ),
        (OfferKind::Draw, _) => {
            (format!("Reject {who}'s offer of a draw? The game goes on."), "Reject the draw")
        }
        (OfferKind::Undo, Ask::Accept) => {
            (format!("Let {who} take their last turn back? They move again."), "Let them")
        }
        (OfferKind::Undo, _) => {
            (format!("Refuse to let {who} take their last turn back?"), "Refuse")
        }
    };
    Ok(Question { action: ask.word(), said, yes, no: "Not now" })
}
