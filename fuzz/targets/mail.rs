//! From any bytes to a command. The law stands beside the ordinary tests, which hold it to some thousand messages
//! that chance makes, the same ones every time.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/carrick-mail/tests/hostile/law.rs"]
mod law;

fuzz_target!(|input: (bool, &[u8])| law::holds(input.0, input.1));
