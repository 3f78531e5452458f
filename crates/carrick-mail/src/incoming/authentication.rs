//! `Authentication-Results` (RFC 8601): the relay's verdict on a sender, by DMARC.
//!
//! Anybody can write such a field into their own message. Only those count that bear the name of
//! the configured relay, which strips that name from whatever comes to it; all others are as if
//! they were not there. Where fields of that name disagree, nothing is proved.

/// Proof of the address in `From`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Nothing.
    Nothing,
    /// Its domain sent the message: DMARC passes for exactly this domain.
    Domain,
}

/// Result of DMARC for a domain, from all fields together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dmarc {
    /// Nothing, or nothing consistent.
    Silent,
    Pass,
    Fail,
}

/// Reads the values of all the fields, for the domain in `From`.
pub(super) fn dmarc<'a>(
    fields: impl Iterator<Item = &'a str>,
    relay: Option<&str>,
    domain: &str,
) -> Dmarc {
    let Some(relay) = relay else { return Dmarc::Silent };
    let mut passed = false;
    let mut doubtful = false;
    for field in fields {
        let Some(clauses) = clauses_of(field, relay) else { continue };
        for clause in clauses {
            match clause.first().map(String::as_str) {
                Some("dmarc=fail") => return Dmarc::Fail,
                Some("dmarc=pass") if names(&clause, domain) => passed = true,
                Some(result) if result.starts_with("dmarc=") => doubtful = true,
                _ => {}
            }
        }
    }
    if passed && !doubtful { Dmarc::Pass } else { Dmarc::Silent }
}

/// The domain for which the server forges a pass when it mails itself.
pub(crate) const FORGED: &str = "forged.invalid";

/// Whether a field bears the relay's name.
pub(super) fn is_of(field: &str, relay: &str) -> bool {
    clauses_of(field, relay).is_some()
}

/// Whether a result says once that it is about a domain, and about no other.
fn names(clause: &[String], domain: &str) -> bool {
    let mut about = clause.iter().filter_map(|word| word.strip_prefix("header.from="));
    about.next().is_some_and(|named| named.eq_ignore_ascii_case(domain)) && about.next().is_none()
}

/// Whether a field begins with the relay's name as relays write it, with nothing before it but the
/// blanks of RFC 5322. Relays are told to strip fields that begin so; they would let pass a name in
/// quotes, behind a comment or behind some other blank.
fn begins_with(field: &str, relay: &str) -> bool {
    let is_blank = |letter| matches!(letter, ' ' | '\t' | '\r' | '\n');
    let rest = field.trim_start_matches(is_blank);
    let (name, rest) = rest.split_at_checked(relay.len()).unwrap_or_default();
    name.eq_ignore_ascii_case(relay) && rest.starts_with(|next| is_blank(next) || next == ';')
}

/// The results in a field, each as its words in lower case, if the relay wrote it.
fn clauses_of(field: &str, relay: &str) -> Option<Vec<Vec<String>>> {
    if !begins_with(field, relay) {
        return None;
    }
    let mut clauses = words(field)?.into_iter();
    let head = clauses.next()?;
    let is_version = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_ours = match head.as_slice() {
        [name] => name.eq_ignore_ascii_case(relay),
        [name, version] => name.eq_ignore_ascii_case(relay) && is_version(version),
        _ => false,
    };
    is_ours.then(|| clauses.collect())
}

/// Splits at `;` and blanks, outside of quotes; comments are left out; blanks round `=` and in
/// properties are closed. `None` when quotes or comments do not end.
fn words(field: &str) -> Option<Vec<Vec<String>>> {
    let mut clauses = vec![vec![]];
    let mut word = String::new();
    let mut letters = field.chars();
    let (mut comments, mut is_quoted) = (0_u32, false);
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if is_quoted || comments > 0 => {
                let escaped = letters.next()?;
                if comments == 0 {
                    word.push(escaped.to_ascii_lowercase());
                }
            }
            '"' if comments == 0 => is_quoted = !is_quoted,
            _ if is_quoted => word.push(letter.to_ascii_lowercase()),
            '(' => comments += 1,
            ')' if comments > 0 => comments -= 1,
            _ if comments > 0 => {}
            ';' => {
                end_word(&mut word, &mut clauses);
                clauses.push(vec![]);
            }
            _ if letter.is_whitespace() => end_word(&mut word, &mut clauses),
            _ => word.push(letter.to_ascii_lowercase()),
        }
    }
    end_word(&mut word, &mut clauses);
    (!is_quoted && comments == 0).then_some(clauses)
}

/// Ends a word, or joins it to the one before where a `=` stands between.
fn end_word(word: &mut String, clauses: &mut [Vec<String>]) {
    if word.is_empty() {
        return;
    }
    let Some(clause) = clauses.last_mut() else { return };
    match clause.last_mut() {
        Some(before) if before.ends_with('=') || word.starts_with('=') => before.push_str(word),
        _ => clause.push(word.clone()),
    }
    word.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fields: &[&str], expected: Dmarc) {
        let found = dmarc(fields.iter().copied(), Some("mx.carrick.example"), "example.org");
        assert_eq!(found, expected, "{fields:?}");
    }

    #[test]
    fn what_the_relay_says() {
        let pass = "mx.carrick.example; dmarc=pass (p=none dis=none) header.from=example.org";
        check(&[pass], Dmarc::Pass);
        check(
            &[
                "MX.carrick.example 1;\r\n\tspf=pass smtp.mailfrom=x.org;\r\n dmarc = pass header.from=\"Example.ORG\"",
            ],
            Dmarc::Pass,
        );
        check(
            &[
                "mx.carrick.example (us; really); dkim=pass (a \\) b) header.d=x; dmarc=pass header.from=example.org",
            ],
            Dmarc::Pass,
        );
        check(&["mx.carrick.example; dmarc=fail header.from=example.org"], Dmarc::Fail);
        check(&[pass, "mx.carrick.example; dmarc=fail header.from=example.org"], Dmarc::Fail);
        check(&["mx.carrick.example; none"], Dmarc::Silent);
        check(&["mx.carrick.example; spf=pass; dkim=pass header.d=example.org"], Dmarc::Silent);
        check(&[], Dmarc::Silent);
    }

    #[test]
    fn what_proves_nothing() {
        for field in [
            "mx.forger.example; dmarc=pass header.from=example.org",
            "x mx.carrick.example; dmarc=pass header.from=example.org",
            "mx.carrick.example.forger.example; dmarc=pass header.from=example.org",
            "(x) mx.carrick.example; dmarc=pass header.from=example.org",
            "\"mx.carrick.example\"; dmarc=pass header.from=example.org",
            "mx.carrick.\\example; dmarc=pass header.from=example.org",
            "\u{a0}mx.carrick.example; dmarc=pass header.from=example.org",
            "\u{b}mx.carrick.example; dmarc=pass header.from=example.org",
            "mx.carrick.example(x); dmarc=pass header.from=example.org",
            "(mx.carrick.example; dmarc=pass header.from=example.org)",
            "other; mx.carrick.example; dmarc=pass header.from=example.org",
            "mx.carrick.example; dmarc=pass",
            "mx.carrick.example; dmarc=pass header.from=sub.example.org",
            "mx.carrick.example; dmarc=pass header.from=example.org header.from=other.org",
            "mx.carrick.example; dmarc=pass header.from=other.org",
            "mx.carrick.example; spf=pass reason=\"; dmarc=pass header.from=example.org\"",
            "mx.carrick.example; spf=pass (dmarc=pass header.from=example.org)",
            "mx.carrick.example; dmarc=none header.from=example.org",
            "mx.carrick.example; dmarc=passable header.from=example.org",
            "mx.carrick.example; dmarc=pass header.from=example.org (",
            "mx.carrick.example; dmarc=pass header.from=example.org \"",
            "mx.carrick.example dmarc=pass header.from=example.org",
            "",
            ";",
        ] {
            check(&[field], Dmarc::Silent);
        }
        let pass = "mx.carrick.example; dmarc=pass header.from=example.org";
        check(&[pass, "mx.carrick.example; dmarc=pass header.from=other.org"], Dmarc::Silent);
        assert_eq!(dmarc([pass].into_iter(), None, "example.org"), Dmarc::Silent);
    }
}
