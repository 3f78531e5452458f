//! Sentences: lists of names, lines of at most 78 columns.

const WIDTH: usize = 78;

/// `ann, bob and carol`.
pub(crate) fn and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A sentence in lines of at most 78 columns, broken at blanks.
pub(crate) fn wrapped(sentence: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in sentence.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_full_but_not_overfull() {
        let text = wrapped(&"word ".repeat(40));
        let lengths: Vec<_> = text.lines().map(str::len).collect();
        assert_eq!(lengths, [74, 74, 49]);
        assert_eq!(wrapped(&"x".repeat(100)).lines().count(), 1);
    }

    #[test]
    fn names() {
        for (names, shown) in
            [(&["a"][..], "a"), (&["a", "b"], "a and b"), (&["a", "b", "c"], "a, b and c")]
        {
            assert_eq!(and(names), shown);
        }
    }
}
