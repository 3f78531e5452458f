//! The texts of answers: plain text, at most 78 columns where the board allows.

mod board;
mod letters;
mod lists;
mod preview;
pub(crate) mod puzzle;
mod refusal;

pub(crate) use board::{
    add_remark, board_after, hint, new_board, report, report_with, review, said, watched,
    whole_board, whole_board_for,
};
pub(crate) use letters::{letter, nag, news, vacation_ended};
pub(crate) use lists::{history, latest_boards, seek, seek_list, standings};
pub(crate) use preview::{preview, preview_new, submitted};
pub(crate) use refusal::boards;

// Lines that fit.

/// The longest line, in characters, unless a board is wider.
const COLUMNS: usize = 78;

/// The text in lines of up to [`COLUMNS`] characters, each ended by a line feed, all but the first
/// indented. Lines are broken at blanks, but not inside a command in backquotes.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    hanging("", text, indent)
}

/// The text in lines, after a head that is kept unchanged.
fn hanging(head: &str, text: &str, indent: usize) -> String {
    let mut lines = head.to_owned();
    let mut length = head.chars().count();
    let mut is_first = true;
    let mut quoted = false;
    let outside = |c: char| {
        quoted ^= c == '`';
        c == ' ' && !quoted
    };
    for word in text.split(outside) {
        let width = word.chars().count();
        if length > indent && length + 1 + width > COLUMNS {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            length = indent;
        } else if !is_first {
            lines.push(' ');
            length += 1;
        }
        is_first = lines.is_empty() && word.is_empty();
        lines.push_str(word);
        length += width;
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrapped("short", 2), "short\n");
        let words = "word ".repeat(20);
        let text = wrapped(words.trim_end(), 2);
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert_eq!(widths, [74, 26]);
        assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("  word")));
        let words = format!("{} `ankor show 101`", "x".repeat(70));
        assert_eq!(wrapped(&words, 0), words.replace(" `", "\n`") + "\n");
        let long = "x".repeat(100);
        assert_eq!(wrapped(&long, 2), format!("{long}\n"));
        let hung = hanging("   1  ", "word ".repeat(20).trim_end(), 6);
        assert!(hung.starts_with("   1  word word") && hung.contains("word\n      word"), "{hung}");
    }
}
