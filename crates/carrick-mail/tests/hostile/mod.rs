//! Hostile messages: a handmade table and a generator. None panics, none costs more memory than a
//! few times its size, and each has the expected outcome.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod table;

use carrick_mail::incoming::{Asks, Envelope, Mail, Proof, Silence, Site, read};
use carrick_tokens::Keyring;
use table::table;

fn met(message: &[u8]) -> Result<Mail, Silence> {
    let site = Site {
        commands: "games@carrick.example".parse().unwrap(),
        relay: Some("mx.carrick.example".into()),
    };
    let envelope = Envelope { sender: "ann@example.org", recipient: "games@carrick.example" };
    read(message, &envelope, &site, &Keyring::new([7; 32]))
}

/// The command in a message, or why it gets no answer.
fn outcome(message: &[u8]) -> Result<(String, String), Silence> {
    met(message).map(|mail| {
        assert_eq!(mail.proof, Proof::Nothing);
        let (text, body) = match mail.asks {
            Asks::Command { text, body } => (text, body),
            Asks::Unclear(doubt) => return (format!("unclear: {doubt:?}"), String::new()),
            _ => panic!("sent to the command address"),
        };
        (text.reveal().to_owned(), body.map_or(String::new(), |body| body.reveal().to_owned()))
    })
}

/// Each message has its outcome, in bounded memory, with work that grows with its length: ten times
/// as many lines cost ten times the work, and not a hundred times. Large messages, of 1 MiB, are
/// read two at a time (`LARGE_AT_ONCE` in carrick-post); `docs/measurements/2026-11/load.md` has
/// the cost of a hundred queued ones.
#[test]
fn each_hostile_message_has_its_outcome() {
    let table = table();
    assert!(table.len() >= 150, "{}", table.len());
    let mut failed = Vec::new();
    for (name, message, expected) in table {
        let mut met = Err(Silence::NoHead);
        let info = allocation_counter::measure(|| {
            met = outcome(&message).map(|(command, _)| command);
        });
        let is_met =
            if expected == Ok("*") { met.is_ok() } else { met == expected.map(str::to_owned) };
        if !is_met {
            failed.push(format!("{name}: {met:?} and not {expected:?}"));
        }
        check_work(&name, message.len(), info.bytes_total);
        assert!(info.bytes_max < 12 << 20, "{name}: {} bytes", info.bytes_max);
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Real messages with bytes changed, cut out, doubled and moved: 2000 from one seed.
#[test]
fn random_changes_to_good_messages_do_no_harm() {
    let good = table::good();
    let mut random = fastrand::Rng::with_seed(2008);
    for _ in 0..2_000 {
        let bytes = table::spoilt(&good, &mut random);
        if let Ok(mail) = met(&bytes) {
            assert!(mail.record().len() <= bytes.len() + 100);
        }
    }
}

/// Texts of lines that reading checks twice, and as long as any that is read: 50 from one seed.
#[test]
fn many_quotations_and_footers_do_no_harm() {
    let mut random = fastrand::Rng::with_seed(2010);
    for _ in 0..50 {
        let message = table::heaped(&mut random);
        let info = allocation_counter::measure(|| _ = met(&message));
        check_work("a heap", message.len(), info.bytes_total);
    }
}

/// The total number of bytes allocated while reading a message shows how often its lines are read,
/// equally on any machine: each time, a line is converted to lower case. (The square of 10,000
/// lines is some thousand times their length.)
#[track_caller]
fn check_work(name: &str, length: usize, allocated: u64) {
    let allowed = 65_536 + 1024 * length as u64;
    assert!(allocated < allowed, "{name}: {allocated} of {allowed}");
}
