//! Invariants of every message, to any recipient.

use carrick_service::{Message, Userid};

use super::club::Club;

/// The longest line, in characters, unless a board is wider.
const COLUMNS: usize = 78;

/// Mark at the end of a user's chat, so that it is recognised anywhere.
pub(crate) fn signature(user: &Userid) -> String {
    format!("(says {user})")
}

/// Checks a message to a user, if it goes to one.
#[track_caller]
pub(crate) fn check(club: &mut Club, to: Option<&Userid>, message: &Message) {
    let Message { subject, text, .. } = message;
    let shown = || format!("to {to:?}\n{subject}\n\n{text}");
    assert!(!subject.contains('\n') && text.ends_with('\n'), "not a mail: {}", shown());
    let wide = text.lines().filter(|line| line.chars().count() > COLUMNS && !is_drawn(line));
    club.wide.extend(wide.map(|line| format!("{line}\n  in {subject}")));
    for password in &club.passwords {
        let holds = text.contains(password) || subject.contains(password);
        assert!(!holds, "a message holds a password: {}", shown());
    }
    if let Some(user) = message.to.user() {
        assert!(!club.deleted.contains(user), "a message to a deleted user: {}", shown());
    }
    let blocked = club.blocks.iter().filter(|(blocker, _)| Some(blocker) == to);
    for (_, speaker) in blocked {
        let heard = text.contains(&signature(speaker));
        assert!(!heard, "{speaker} is blocked, but is heard by {}", shown());
    }
    let secrets = club.queued.iter().filter(|(owner, board, line)| {
        Some(owner) != to && message.board == Some(*board) && is_telling(line)
    });
    for (owner, _, line) in secrets {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!words.contains(line), "{owner} queued {line}, which is shown {}", shown());
    }
}

/// Whether a line draws a board and is not prose: it has no word of more than three letters, except
/// those that draw the faces of cubes.
fn is_drawn(line: &str) -> bool {
    let is_word = |word: &str| word.len() > 3 && !word.chars().all(|c| "oxOX".contains(c));
    !line.split(|c: char| !c.is_alphabetic()).any(is_word)
}

/// Whether a queued line is long enough not to occur elsewhere by chance.
fn is_telling(line: &str) -> bool {
    line.split(' ').count() > 2
}
