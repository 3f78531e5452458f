//! Messages that nobody means well: a table by hand and a generator. None panics, none costs more memory
//! than a few times its size, and each is met as it should be.

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

/// The command that a message gives, or why it is met with silence.
fn outcome(message: &[u8]) -> Result<(String, String), Silence> {
    met(message).map(|mail| {
        assert_eq!(mail.proof, Proof::Nothing);
        let Asks::Command { text, body } = mail.asks else { panic!("sent to the command address") };
        (text.reveal().to_owned(), body.map_or(String::new(), |body| body.reveal().to_owned()))
    })
}

#[test]
fn each_is_met_as_it_should_be() {
    let table = table();
    assert!(table.len() >= 150, "{}", table.len());
    for (name, message, expected) in table {
        let met = outcome(&message).map(|(command, _)| command);
        match expected {
            Ok("*") => assert!(met.is_ok(), "{name}: {met:?}"),
            expected => assert_eq!(met, expected.map(str::to_owned), "{name}"),
        }
    }
}

/// Real messages with bytes changed, cut out, doubled and moved: 2000 from one seed.
#[test]
fn what_chance_makes_of_good_messages_is_met() {
    let good = table::good();
    let mut random = fastrand::Rng::with_seed(2008);
    for _ in 0..2_000 {
        let bytes = table::spoilt(&good, &mut random);
        if let Ok(mail) = met(&bytes) {
            assert!(mail.record().len() <= bytes.len() + 100);
        }
    }
}

/// What reading a message of 1 MiB costs beside itself, at most. Large ones are read two at a time
/// (`LARGE_AT_ONCE` in carrick-post): what a hundred that wait cost together, `docs/serving.md` tells.
#[test]
fn memory_is_bounded() {
    let mut most = (0, String::new());
    for (name, message, _) in table() {
        let info = allocation_counter::measure(|| _ = met(&message));
        if info.bytes_max > most.0 {
            most = (info.bytes_max, name);
        }
    }
    println!("most: {} bytes for {}", most.0, most.1);
    assert!(most.0 < 12 << 20, "{most:?}");
}
