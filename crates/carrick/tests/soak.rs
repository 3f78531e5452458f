//! The soak test, with few users and for seconds: it continues where it stopped, includes every
//! kind of visit, and notices growth.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

#[path = "../examples/soak/piece/mod.rs"]
mod piece;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use piece::sample::Sample;
use piece::{Report, Settings, verdict};

fn a_piece(folder: &Path) -> Report {
    let settings = Settings {
        program: PathBuf::from(env!("CARGO_BIN_EXE_carrick")),
        folder: folder.to_owned(),
        length: Duration::from_secs(5),
        sample_every: Duration::from_secs(1),
        users: 40,
        requests_per_second: 60.0,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(piece::run(&settings)).unwrap()
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn a_soak_continues_where_it_stopped() {
    let _alone = crate::ALONE.blocking_lock();
    let folder = tempfile::tempdir().unwrap();
    let first = a_piece(folder.path());
    assert!(first.is_good(), "{first}");
    let second = a_piece(folder.path());
    assert!(second.is_good(), "{second}");
    assert_eq!((first.piece, second.piece), (1, 2));
    assert!(second.samples.starts_with(&first.samples));

    let all = &second.samples;
    let [before, after] = [all.first().unwrap(), all.last().unwrap()];
    assert_eq!((before.piece, after.piece), (1, 2));
    assert!(after.database_mb > before.database_mb, "{before:?} {after:?}");
    let answered = |kind: &str| -> usize {
        all.iter().filter_map(|one| one.latency.get(kind)).map(|spread| spread.count).sum()
    };
    for kind in [
        "a turn's form",
        "a turn by the API",
        "a turn by mail",
        "a new board",
        "a position",
        "a page",
        "a list by the API",
        "a remark",
        "signing in",
    ] {
        assert!(answered(kind) > 0, "{kind}: {second}");
    }
    let turns: u64 = all.iter().map(|one| one.turns).sum();
    assert_eq!(turns, first.turns + second.turns);
    assert!(all.iter().map(|one| one.mails).sum::<usize>() > 0, "{second}");
    assert!(all.iter().map(|one| one.events).sum::<u64>() > 0, "{second}");
    assert!(all.iter().all(|one| one.streams > 0.0 && one.descriptors > 4), "{all:?}");
    let picture = fs::read_to_string(folder.path().join("soak.svg")).unwrap();
    let again = piece::again(folder.path()).unwrap();
    assert!(
        again.lines().filter(|line| line.starts_with("| 1 ") || line.starts_with("| 2 ")).count()
            == 2,
        "{again}"
    );
    assert!(picture.starts_with("<svg") && picture.contains("Resident memory"), "{picture}");

    growth_is_noticed(after);
}

/// Hours in which a value changes from minute to minute, or stays the same.
fn growth_is_noticed(sample: &Sample) {
    type Change = fn(&mut Sample, f64);
    let slower: Change = |one, minute| one.processor_ms = 1.0 + minute / 20.0;
    let cases: [(Change, &[&str]); 4] = [
        (|_, _| (), &[]),
        (|one, minute| one.resident_mb = 100.0 + minute, &["resident memory, MB"]),
        (slower, &["processor time a request, ms"]),
        // The machine gets busier, so the reason for the slowdown is unknown.
        (|one, minute| (one.processor_ms, one.load) = (1.0 + minute / 20.0, minute), &[]),
    ];
    for (case, (change, grew)) in cases.into_iter().enumerate() {
        let at = |minute: u32| {
            let minute = f64::from(minute);
            let seconds = 60.0 * minute;
            let mut one = Sample { piece: 1, seconds, load: 1.0, requests: 100, ..sample.clone() };
            change(&mut one, minute);
            one
        };
        let hour: Vec<Sample> = (0..60).map(at).collect();
        let verdicts = verdict::judge(&hour, 1);
        let compared = verdicts.iter().flat_map(|verdict| &verdict.compared);
        let found: Vec<&str> = compared.filter(|one| one.grew()).map(|one| one.name).collect();
        assert_eq!((verdicts.len(), &*found), (1, grew), "case {case}");
    }
}
