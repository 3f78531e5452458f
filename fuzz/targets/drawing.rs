//! Drawings: reading any text back never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(error) = carrick_games::ankor::read_drawing(text) {
        let _ = error.to_string();
    }
    if let Err(error) = carrick_games::boche::read_drawing(text) {
        let _ = error.to_string();
    }
    if let Err(error) = carrick_games::antipod::drawing::read(text) {
        let _ = error.to_string();
    }
    if let Err(error) = carrick_games::anchor::drawing::read(text) {
        let _ = error.to_string();
    }
});
