//! Searches that are interrupted and continue from a file.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use carrick_engine::tables::Solution;
use carrick_engine::{Limits, Memory};
use carrick_games::AnyGame;
use carrick_lab::solve::{
    COST, Connecting, ConnectionValues, KeptError, Searching, connect, search,
};

use crate::{game, options};

/// A position of radius 4 in which Black wins, but not soon.
const POSITION: &str = "d12 b4 f12 e7+ d3 b11 e6";

/// A search for connections that is stopped after a number of progress reports, and the file that
/// it leaves.
fn connected(
    game: &AnyGame,
    positions: u64,
    moments: usize,
    mut begun: Option<&[u8]>,
) -> Result<(ConnectionValues, Vec<u8>), KeptError> {
    let heard = AtomicUsize::new(0);
    let stop = || heard.load(Relaxed) >= moments;
    let limits = Limits { stop: &stop, ..Limits::nodes(positions * COST) };
    let begun = begun.as_mut().map(|file| file as _);
    let mut file = Vec::new();
    let found = connect(game, Connecting { begun, ..Connecting::new(limits, 1 << 28) }, |moment| {
        // Reports after the stop are not worth a file.
        if heard.fetch_add(1, Relaxed) < moments {
            assert!(moment.done <= moment.of);
            file.clear();
            moment.write(&mut file).unwrap();
        }
    });
    Ok((found?.unwrap(), file))
}

#[test]
fn a_search_for_connections_continues_and_changes_nothing() {
    // Neither the position nor all of its turns are settled within these limits.
    let game = game("antipod -radius=4", "d12 b4 f12");
    let (whole, _) = connected(&game, 200, usize::MAX, None).unwrap();
    let (mut found, mut file) = connected(&game, 200, 1, None).unwrap();
    let (mut runs, mut before) = (1, Vec::new());
    while file != before {
        before = file;
        (found, file) = connected(&game, 200, 3, Some(&before)).unwrap();
        runs += 1;
    }
    assert!(runs > 3, "{runs}");
    let (last, _) = connected(&game, 200, usize::MAX, Some(&file)).unwrap();
    assert_eq!((last.solution, last.positions), (whole.solution, whole.positions), "{found:?}");
}

#[test]
fn what_is_known_about_a_sphere_helps_in_its_other_positions() {
    let late = game("antipod -radius=4", POSITION);
    let early = late.at(late.ply() - 1);
    let (found, file) = connected(&late, 100, usize::MAX, None).unwrap();
    let (after, file) = connected(&early, 10, usize::MAX, Some(&file)).unwrap();
    assert!(after.positions < 100, "{}", after.positions);
    let (late, _) = connected(&late, 10, usize::MAX, Some(&file)).unwrap();
    assert_eq!(late.solution.score, found.solution.score);
    assert!(late.positions < 100, "{}", late.positions);
}

/// Number of progress reports after which a search for proofs is stopped.
const STOP: usize = 90;

/// A search for proofs that is stopped after a number of progress reports, and the file that it
/// leaves.
fn searched(
    game: &AnyGame,
    nodes: u64,
    moments: usize,
    mut begun: Option<&[u8]>,
) -> Result<(Solution, Vec<u8>), KeptError> {
    let heard = AtomicUsize::new(0);
    let stop = || heard.load(Relaxed) >= moments;
    let limits = Limits { stop: &stop, ..Limits::nodes(nodes) };
    let memory = Memory { tree: 1 << 24, table: 1 << 20 };
    let begun = begun.as_mut().map(|file| file as _);
    let mut file = Vec::new();
    let solution = search(game, Searching { seed: 3, limits, memory, begun }, |moment| {
        heard.fetch_add(1, Relaxed);
        assert!(moment.nodes <= moment.limit && moment.done <= moment.of);
        file.clear();
        moment.write(&mut file).unwrap();
    })?;
    Ok((solution, file))
}

#[test]
fn a_search_for_proofs_continues_and_changes_nothing() {
    // One search that deepens turn by turn, and one in a tree.
    for (board, moments) in [("ankor -size=5", 12), ("boche -size=5", STOP)] {
        let game = AnyGame::new(options(board));
        let (whole, _) = searched(&game, 600, usize::MAX, None).unwrap();
        let (mut solution, mut file) = searched(&game, 600, moments, None).unwrap();
        let (mut runs, mut before) = (1, Vec::new());
        while file != before {
            before = file;
            (solution, file) = searched(&game, 600, moments, Some(&before)).unwrap();
            runs += 1;
        }
        assert!(runs > 2, "{board}: {runs}");
        assert_eq!(solution, whole, "{board}");
    }
}

#[test]
fn the_file_of_another_search_is_refused() {
    let sphere = AnyGame::new(options("antipod -radius=3"));
    let (_, connections) = connected(&sphere, 5, usize::MAX, None).unwrap();
    let pyramid = AnyGame::new(options("boche -size=5"));
    let (_, proofs) = searched(&pyramid, 200, STOP, None).unwrap();
    let refused = |game: &AnyGame, nodes: u64, file: &[u8]| {
        let found = match game {
            AnyGame::Antipod(_) => connected(game, 5, usize::MAX, Some(file)).map(drop),
            _ => searched(game, nodes, STOP, Some(file)).map(drop),
        };
        found.map_or_else(|error| error.to_string(), |()| "taken".to_owned())
    };
    let changed = |file: &[u8], from: &str, to: &str| {
        let text = String::from_utf8_lossy(file).replacen(from, to, 1);
        text.into_bytes()
    };
    let mut flipped = connections.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let not_whole = "was not written to the end, or changed";
    for (game, nodes, file, expected) in [
        (&sphere, 5, &connections[..], "taken"),
        (&pyramid, 200, &proofs, "taken"),
        (&sphere, 5, &flipped, not_whole),
        (&sphere, 5, &connections[..connections.len() - 1], not_whole),
        (&sphere, 5, &[&connections[..], b"x"].concat(), not_whole),
        (&sphere, 5, b"The games of our club\n", "does not begin with the head of a search"),
        (&sphere, 5, &proofs, "to a search for proofs in boche -size=5 by 200 nodes"),
        (
            &sphere,
            20,
            &changed(&connections, "=3", "=4"),
            "but this one is for connections in antipod -radius=3",
        ),
        (&pyramid, 300, &proofs, "but this one is for proofs in boche -size=5 by 300 nodes"),
        (&pyramid, 200, &changed(&proofs, "\"format\":1", "\"format\":2"), "another version"),
        (&pyramid, 200, &changed(&proofs, "null", "\"won\""), not_whole),
        (&pyramid.clone().play_text("b:a1").unwrap(), 200, &proofs, "after the turns \"b:a1\""),
    ] {
        let said = refused(game, nodes, file);
        assert!(said.contains(expected), "{said}, not {expected}");
    }
}
