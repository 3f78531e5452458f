//! Commands: parsing never panics, and neither a refusal nor a log repeats a password, wherever it
//! stands.
#![no_main]

use carrick_service::command::{parse, redact};
use libfuzzer_sys::fuzz_target;

/// Unlike every word of the language: of the form of a userid, an option, a mail address, or none
/// of these.
const PASSWORDS: [&str; 4] = ["zqxwvk77", "-zqxwvk77", "zqxwvk77@example.org", "zq+xwvk77"];

fuzz_target!(|input: (u8, u8, &str)| {
    let (place, look, text) = input;
    let _ = redact(text);
    let _ = parse(text);

    let password = PASSWORDS[usize::from(look) % PASSWORDS.len()];
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.insert(usize::from(place) % (words.len() + 1), password);
    let text = words.join(" ");
    let log = redact(&text);
    assert!(!log.contains("xwvk77"), "{text:?} is logged as {log:?}");
    if let Err(refusal) = parse(&text) {
        let refusal = refusal.to_string();
        assert!(!refusal.contains("xwvk77"), "{text:?} is answered {refusal:?}");
    }
});
