//! The lines that come with a command.

use super::Case;
use crate::command::Refusal;

/// Maximum length of the words beside a command, in characters.
const MAX_CHARACTERS: usize = 4_000;

impl Case<'_> {
    /// The lines that came with the command, fit to be passed on; `None` when there are none.
    pub(in crate::decide) fn body(self) -> Result<Option<String>, Refusal> {
        let Some(body) = &self.request.body else { return Ok(None) };
        let lines: Vec<String> = body
            .trim()
            .lines()
            .map(|line| line.trim_end().chars().filter(|c| !c.is_control()).collect())
            .collect();
        let text = without_tokens(&lines.join("\n"));
        let length = text.chars().count();
        if length > MAX_CHARACTERS {
            return Err(Refusal::new(format!(
                "what you write has {length} characters, and {MAX_CHARACTERS} are the most; nothing \
                 was done"
            )));
        }
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    /// The words beside a command that is nothing without them.
    pub(in crate::decide) fn needed_body(self) -> Result<String, Refusal> {
        self.body()?.ok_or_else(|| {
            Refusal::new(
                "there is nothing to pass on; what you want to say goes below the command: into the \
                 body of a mail, or to standard input of `carrick do`",
            )
        })
    }
}

/// The server's addresses whose token acts for everybody who knows it.
const WITH_TOKEN: [&str; 3] = ["play+", "stop+", "bounce+"];

/// Minimum length of letters and digits behind a `+` that are a token and no word.
const TOKEN: usize = 16;

/// A link's token stands behind one of these.
const OF_LINKS: [&str; 5] = ["/stop/", "/decline/", "/confirm/", "/change/", "/reset/"];

/// A text without tokens: a quoted mail may hold the address that plays their turn, or the link at
/// its end.
fn without_tokens(text: &str) -> String {
    without(&without(text, '+', &WITH_TOKEN), '/', &OF_LINKS)
}

/// A text without the tokens behind these names, each of which ends with a mark.
fn without(text: &str, mark: char, names: &[&str]) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(mark) {
        let (before, behind) = rest.split_at(at + 1);
        clean.push_str(before);
        let length = behind.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let is_token = length >= TOKEN && names.iter().any(|name| ends_with(&clean, name));
        rest = if is_token {
            clean.push('…');
            &behind[length..]
        } else {
            behind
        };
    }
    clean + rest
}

fn ends_with(text: &str, end: &str) -> bool {
    let at = text.len().checked_sub(end.len());
    at.and_then(|at| text.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_left_out() {
        for (said, kept) in [
            ("<play+abcdefghij234567abcd@c.example> wrote:", "<play+…@c.example> wrote:"),
            ("PLAY+ABCDEFGHIJ234567ABCD", "PLAY+…"),
            ("a stop+abcdefghij234567 b bounce+abcdefghij234567", "a stop+… b bounce+…"),
            (
                "play+d3, 1+1, ann+abcdefghij234567abcd@x.org",
                "play+d3, 1+1, ann+abcdefghij234567abcd@x.org",
            ),
            ("é+é play+", "é+é play+"),
            ("http://c.example/stop/abcdefghij234567abcd?x", "http://c.example/stop/…?x"),
            ("/confirm/abcdefghij234567 /change/abcdefghij234567", "/confirm/… /change/…"),
            ("/decline/abcdefghij234567.", "/decline/…."),
            ("non/stop/abc 1/2/3", "non/stop/abc 1/2/3"),
        ] {
            assert_eq!(without_tokens(said), kept, "{said}");
        }
    }
}
