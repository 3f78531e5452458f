//! Records: parsing any bytes never panics, and a parsed game can be written and read again in all
//! three forms.
#![no_main]

use carrick_games::records::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let record = match Record::read_bytes(bytes) {
        Ok(record) => record,
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    let turns = record.game().turn_names();
    for text in [record.to_json(), record.to_sgf(), record.to_line()] {
        let again = Record::read(&text).expect("what was written can be read");
        assert_eq!(again.game().turn_names(), turns, "{text}");
    }
});
