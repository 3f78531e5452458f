//! Whatever is typed, and wherever it contains a password: parsing never panics, and neither a
//! refusal nor a log repeats the password.

use carrick_service::command::{parse, redact, retyped, usage_of};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Commands to modify: all right and all wrong ones.
fn lines() -> Vec<&'static str> {
    let right = include_str!("right_commands.txt");
    let wrong = include_str!("wrong_commands.txt");
    right.lines().chain(wrong.lines()).filter_map(|line| line.strip_prefix("> ")).collect()
}

/// Passwords that look like a userid, an option, an address, or part of a board or a move. All
/// contain `zq`, which no command word does.
fn password() -> impl Strategy<Value = String> {
    let look = select(vec![
        "zq*",
        "ZQ*",
        "*zq",
        "-zq*",
        "--zq*",
        "—zq*",
        "-size=zq*",
        "--level=zq*",
        "zq=*",
        "#zq*",
        "101zq*",
        "101#zq*",
        "zq*#5",
        "d3zq*",
        "d3-zq*",
        "c:zq*",
        "zq*@example.org",
        "zq*'",
        "zq’*",
        "ézq*",
        "move-zq*",
        "zq*,d3",
        "Re:zq*",
        "zq*:",
    ]);
    (look, "[a-z0-9_]{3,20}").prop_map(|(look, letters)| look.replace('*', &letters))
}

#[derive(Debug, Clone)]
enum Spoil {
    Insert(Index, String),
    Delete(Index),
    Double(Index),
    Swap(Index, Index),
    Replace(Index, String),
    Letter(Index, Index, char),
}

fn spoil() -> impl Strategy<Value = Spoil> {
    let word = select(lines().join(" ").split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let at = any::<Index>;
    prop_oneof![
        (at(), word.clone()).prop_map(|(at, word)| Spoil::Insert(at, word)),
        at().prop_map(Spoil::Delete),
        at().prop_map(Spoil::Double),
        (at(), at()).prop_map(|(left, right)| Spoil::Swap(left, right)),
        (at(), word).prop_map(|(at, word)| Spoil::Replace(at, word)),
        (at(), at(), any::<char>()).prop_map(|(at, letter, c)| Spoil::Letter(at, letter, c)),
    ]
}

fn spoilt(mut words: Vec<String>, spoils: &[Spoil]) -> Vec<String> {
    for spoil in spoils {
        let length = words.len();
        if length == 0 {
            break;
        }
        match spoil {
            Spoil::Insert(at, word) => words.insert(at.index(length + 1), word.clone()),
            Spoil::Delete(at) => drop(words.remove(at.index(length))),
            Spoil::Double(at) => words.insert(at.index(length), words[at.index(length)].clone()),
            Spoil::Swap(left, right) => words.swap(left.index(length), right.index(length)),
            Spoil::Replace(at, word) => words[at.index(length)] = word.clone(),
            Spoil::Letter(at, letter, c) => {
                let word: Vec<char> = words[at.index(length)].chars().collect();
                let place = letter.index(word.len() + 1);
                let (before, behind) = word.split_at(place);
                let behind = behind.iter().skip(1);
                words[at.index(length)] = before.iter().chain([c]).chain(behind).collect();
            }
        }
    }
    words
}

fn words_of(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

/// Whether the command with which a line starts has a password.
fn has_password(line: &str) -> bool {
    usage_of(line).is_some_and(|usage| usage.contains("password"))
}

/// `zq` occurs in every password here and nowhere else.
fn assert_hidden(text: &str) {
    let refusal = parse(text).map_or_else(|refusal| refusal.to_string(), |_| String::new());
    assert!(!refusal.to_lowercase().contains("zq"), "{text:?} is answered {refusal:?}");
    let log = redact(text);
    assert!(!log.to_lowercase().contains("zq"), "{text:?} is logged {log:?}");
}

/// Commands given back to be corrected, by the command that was meant.
#[test]
fn a_refused_command_comes_back_without_a_password() {
    for (typed, shown) in [
        ("boche chalenge annette bobby", "boche chalenge annette bobby"),
        ("boche challenge annette bobby -sise=4", "boche challenge annette bobby -sise=4"),
        ("antipod mvoe 102 annette zz", "antipod mvoe 102 annette zz"),
        ("antipod mooove 102 annette - zz", "antipod mooove 102 annette - zz"),
        ("ankor mooove 102 annette hunter22 d3-f4", "ankor mooove 102 annette • d3-f4"),
        ("ankor move 102 hunter22 d3-f4", "ankor move 102 • •"),
        ("ankor move 102 annette d3-f4 hunter22", "ankor move 102 annette • •"),
        ("antipod move 12345678 d3-f4", "antipod move • •"),
        ("antipod 102 annette hunter22 d3", "antipod • • • •"),
        ("chnage pasword annette - hunter22", "chnage pasword annette - •"),
        ("change password annette hunter22 hunter23", "change password annette • •"),
        ("sginup annette hunter22", "sginup annette •"),
        ("vacation annette 14 12345", "vacation annette 14 •"),
        ("vacaton annette hunter22 99", "vacaton annette • 99"),
        ("boche computer -levle=3 -size=4 annette hunter22", "boche computer • -size=4 annette •"),
        ("boche seek -size=hunter22 annette", "boche seek -size=• annette"),
        ("ankor shwo 104 105", "ankor shwo 104 105"),
        ("list hunter22", "list •"),
        ("reset annette hunter22", "reset annette •"),
        ("hunter22", "•"),
    ] {
        assert_eq!(retyped(typed, "annette".parse().ok().as_ref()), shown);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    /// The password is in its place or anywhere else, and words are left out or exchanged.
    #[test]
    fn a_password_is_never_repeated(
        line in select(lines()),
        password in password(),
        at in vec(any::<Index>(), 0..3),
        spoils in vec(spoil(), 0..3),
    ) {
        let mut words = words_of(&line.replace("hunter22", &password));
        for at in at {
            let place = at.index(words.len() + 1);
            words.insert(place, password.clone());
        }
        assert_hidden(&spoilt(words, &spoils).join(" "));
    }

    /// The password is not in a command given back to be corrected, as long as the command has one.
    #[test]
    fn a_password_does_not_come_back(
        line in select(lines().into_iter().filter(|line| has_password(line)).collect::<Vec<_>>()),
        password in password(),
        spoils in vec(spoil(), 0..3),
    ) {
        let words = words_of(&line.replace("hunter22", &password));
        let text = spoilt(words, &spoils).join(" ");
        let back = retyped(&text, "ann".parse().ok().as_ref()).to_lowercase();
        let dash = text.split_whitespace().any(|word| word == "-");
        // A word that is too short is not a password, but may be a piece of a split one.
        let repeats = back.split(' ').any(|word| word.contains("zq") && word.chars().count() >= 4);
        prop_assert!(dash || !has_password(&text) || !repeats, "{text:?} comes back {back:?}");
    }

    /// Nothing typed makes the parser panic; a refusal is one sentence.
    #[test]
    fn spoilt_commands_are_answered(line in select(lines()), spoils in vec(spoil(), 1..8)) {
        let text = spoilt(words_of(line), &spoils).join(" ");
        let _ = redact(&text);
        if let Err(refusal) = parse(&text) {
            let refusal = refusal.to_string();
            let sentence = refusal.lines().next().unwrap_or_default();
            prop_assert!(sentence.ends_with(['.', '?']), "{text:?}: {refusal}");
            prop_assert!(refusal.lines().count() <= 2, "{text:?}: {refusal}");
        }
    }

    #[test]
    fn any_text_at_all_is_answered(text in "\\PC{0,80}|[a-z0-9#' -]{0,80}|(.|\n){0,40}") {
        let _ = redact(&text);
        let _ = parse(&text);
    }

    /// Only passwords and the local parts of addresses have a case.
    #[test]
    fn case_and_blanks_do_not_matter(line in select(lines()), upper in vec(any::<bool>(), 6)) {
        prop_assume!(!line.contains(['\\', '{']));
        let words = words_of(line);
        let password = |word: &str| word.contains("hunter") || word.contains("horse") || word.starts_with('-');
        let changed: Vec<String> = words
            .iter()
            .zip(upper.iter().cycle())
            .map(|(word, &upper)| if upper && !password(word) { word.to_ascii_uppercase() } else { word.clone() })
            .collect();
        let (left, right) = (parse(line), parse(&changed.join(" \u{a0} ")));
        match (left, right) {
            (Ok(left), Ok(right)) => prop_assert_eq!(in_small_letters(&left), in_small_letters(&right)),
            (left, right) => prop_assert_eq!(left.is_ok(), right.is_ok(), "{}", line),
        }
    }
}

fn in_small_letters(command: &carrick_service::TypedCommand) -> String {
    format!("{command:?}").to_lowercase()
}
