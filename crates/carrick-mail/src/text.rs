//! Plain text of emails, without the invisible characters and line breaks of mail programs.

use carrick_games::GameKind;

use crate::Doubt;

/// Lines that end with line feeds, ordinary spaces, and nothing invisible.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut before = '\0';
    for letter in text.chars() {
        match letter {
            '\n' if before == '\r' => {}
            '\r' | '\n' | '\u{2028}' | '\u{2029}' | '\u{85}' => plain.push('\n'),
            '\t' => plain.push(' '),
            _ if is_invisible(letter) || letter.is_control() => {}
            _ if letter.is_whitespace() => plain.push(' '),
            _ => plain.push(letter),
        }
        before = letter;
    }
    plain
}

/// Characters without width.
pub(crate) const fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Joins lines that a mail program broke (`format=flowed`, RFC 3676). A line that begins with `>`
/// after a space is the sender's own here, but a quotation elsewhere.
pub(crate) fn unflowed(text: &str, delete_space: bool) -> Result<String, Doubt> {
    let mut joined = String::with_capacity(text.len());
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|byte| *byte == b'>').count();
        let said = &line[depth..];
        let said = said.strip_prefix(' ').unwrap_or(said);
        if depth == 0 && said.starts_with('>') {
            return Err(Doubt::Quotation);
        }
        let is_signature = said == "-- ";
        if open.is_some_and(|before| before != depth || is_signature) {
            joined.push('\n');
            open = None;
        }
        if open.is_none() {
            joined.extend(std::iter::repeat_n('>', depth));
            joined.push_str(if depth > 0 { " " } else { "" });
        }
        let flows = said.ends_with(' ') && !is_signature;
        joined.push_str(if flows && delete_space { &said[..said.len() - 1] } else { said });
        if flows {
            open = Some(depth);
        } else {
            joined.push('\n');
            open = None;
        }
    }
    Ok(joined)
}

/// Whether a line is the title at the beginning of every text about a board: `Ankor board 101: ann
/// (O) - bob (X)`.
pub(crate) fn is_board_title(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (Some(game), Some("board"), Some(number)) = (words.next(), words.next(), words.next())
    else {
        return false;
    };
    let number = number.strip_suffix(':').map(str::parse::<u32>);
    let is_whole = line.contains(") - ") && line.trim_end().trim_end_matches('*').ends_with(')');
    matches!(number, Some(Ok(_))) && is_whole && game.parse::<GameKind>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed() {
        assert_eq!(plain("\u{feff}d\u{200b}3\u{a0}#5\r\nHi\rthere\u{0}"), "d3 #5\nHi\nthere");
    }

    #[test]
    fn the_title_of_a_board_is_recognised() {
        assert!(is_board_title("Ankor board 101: ann (O) - bob (X)"));
        assert!(is_board_title("  Boche board 1000: level3 (white) - bob (black)"));
        for other in [
            "ankor board 101: ann to move",
            "Ankor board 101: ann (O) - bob (X) is better",
            "Hello ann (O) - bob (X)",
            "Ankor",
            "",
        ] {
            assert!(!is_board_title(other), "{other}");
        }
    }

    #[test]
    fn broken_lines_are_joined() {
        let unflowed = |text, delete_space| unflowed(text, delete_space).ok();
        assert_eq!(
            unflowed("a b \nc\n> d \n> e\nf \n-- \nann", false).as_deref(),
            Some("a b c\n> d e\nf \n-- \nann\n")
        );
        assert_eq!(unflowed("ab \ncd", true).as_deref(), Some("abcd\n"));
        assert_eq!(unflowed(" From\n  b", false).as_deref(), Some("From\n b\n"));
        assert_eq!(unflowed(" > no quotation", false), None);
    }
}
