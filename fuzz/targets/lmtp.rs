//! LMTP: bytes of any kind, cut anywhere, never panic. The steps are those of the bytes in one
//! piece, and no message exceeds its limit.
#![no_main]

use carrick_mail::incoming::Site;
use carrick_mail::lmtp::{LmtpSession, SessionLimits, SessionStep, Status};
use libfuzzer_sys::fuzz_target;

fn steps<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let Ok(commands) = "games@carrick.example".parse() else { return Vec::new() };
    let limits =
        SessionLimits { message_bytes: 200, read_bytes: 2_000, ..SessionLimits::default() };
    let (mut session, greeting) = LmtpSession::new(Site { commands, relay: None }, limits);
    let mut steps = vec![greeting];
    for mut piece in pieces {
        loop {
            match session.step(&mut piece) {
                SessionStep::Read => break,
                SessionStep::Write(reply) | SessionStep::Silence(_, reply) => steps.push(reply),
                SessionStep::Deliver(delivery) => {
                    assert!(delivery.message.len() <= 200 && !delivery.recipients.is_empty());
                    steps.push(session.settle(&vec![Status::Done; delivery.recipients.len()]));
                }
                SessionStep::Close(reply) => {
                    steps.push(reply);
                    return steps;
                }
            }
        }
    }
    steps
}

fuzz_target!(|input: (u8, &[u8])| {
    let (size, said) = input;
    let opening = b"LHLO r\r\nMAIL FROM:<>\r\nRCPT TO:<games@carrick.example>\r\n";
    let said = [opening, said].concat();
    assert_eq!(steps(said.chunks(usize::from(size) + 1)), steps([said.as_slice()].into_iter()));
});
