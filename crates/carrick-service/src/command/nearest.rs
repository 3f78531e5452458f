//! "Did you mean": the known word that a mistyped one is nearest to.

/// The candidate at the smallest Damerau-Levenshtein distance (letters changed, left out, put in,
/// or neighbours exchanged), if that is small for the length of the word.
pub(super) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let allowed = match word.chars().count() {
        0..=2 => 0,
        3..=4 => 1,
        5..=24 => 2,
        _ => return None,
    };
    candidates
        .into_iter()
        .map(|candidate| {
            (strsim::damerau_levenshtein(&word, &candidate.to_ascii_lowercase()), candidate)
        })
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The end of a sentence that suggests it.
pub(super) fn did_you_mean(nearest: Option<&str>, otherwise: &str) -> String {
    nearest.map_or_else(|| otherwise.to_owned(), |word| format!("; did you mean {word}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far() {
        let games = || ["ankor", "boche", "antipod", "anchor"];
        for (word, expected) in [
            ("ankr", Some("ankor")),
            ("akro", None),
            ("ANCOR", Some("ankor")),
            ("botche", Some("boche")),
            ("antipode", Some("antipod")),
            ("anchro", Some("anchor")),
            ("hex", None),
            ("an", None),
            ("gipf", None),
        ] {
            assert_eq!(nearest(word, games()), expected, "{word}");
        }
        assert_eq!(nearest(&"a".repeat(900), games()), None);
    }
}
