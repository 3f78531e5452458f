//! A few seeds: no invariant is broken, and each gives the same run twice.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use carrick_sim::{Tally, Template, simulate};

/// Against the computer, an undo can resume a game that was resigned. When the resignation is
/// delivered again, it gets its first answer, and nothing is lost.
#[test]
fn a_resignation_of_a_resumed_game_may_be_delivered_twice() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let template = runtime.block_on(Template::new(folder.path())).unwrap();
    for seed in [2007, 4960] {
        simulate(seed, Some(14), &template, folder.path(), false)
            .unwrap_or_else(|fall| panic!("{fall}"));
    }
}

#[test]
fn a_seed_gives_the_same_run_twice_and_breaks_no_invariant() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let template = runtime.block_on(Template::new(folder.path())).unwrap();
    let mut tally = Tally::default();
    for seed in 1..=3 {
        let runs = [(); 2].map(|()| {
            simulate(seed, Some(14), &template, folder.path(), false)
                .unwrap_or_else(|fall| panic!("{fall}"))
        });
        assert_eq!(runs[0].trace, runs[1].trace, "seed {seed}");
        tally += runs[0].tally;
    }
    let much = tally.turns > 10 && tally.crashes > 0 && tally.mails > 10;
    assert!(much, "hardly anything happens: {tally}");
}
