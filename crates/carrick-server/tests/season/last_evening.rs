//! Rare ends of boards that a random season may lack.

use carrick_server::stop;
use carrick_service::{BoardId, Subscription};
use jiff::SignedDuration;

use super::club::Club;
use super::players::{Player, on};

/// Longer than any of these boards waits for a turn.
const LONG: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Two members play one board each to every end that does not depend on a game's rules.
pub(crate) async fn play(club: &mut Club, members: &[Player]) {
    let ann = members[0].id.clone();
    let lou = members[members.len() - 1].id.clone();
    for user in [&ann, &lou] {
        club.does(user, &format!("signon {user} -")).await;
        club.does(user, &format!("anchor accept {user} -")).await;
        club.does(user, &format!("anchor limit {user} - none")).await;
    }
    // Lou stops all emails with one click, but then wants the news again.
    stop(&club.store, lou.clone(), Subscription::Everything, false, club.now).await.unwrap();
    club.does(&lou, &format!("news {lou} - on")).await;
    club.does(&ann, "puzzle boche").await;
    assert!(club.says(&ann, "puzzle chess").await.refused);
    club.does(&ann, &format!("boche set {ann} - puzzles=daily")).await;
    club.solves_a_puzzle(&ann).await;
    for end in ["not begun", "declined", "agreement", "resignation", "time", "draw by silence"] {
        club.does(&ann, &format!("anchor challenge -size=3 -pie=none {ann} {lou}")).await;
        let board = club.running(Some(&ann)).await.pop().unwrap();
        if !["not begun", "declined"].contains(&end) {
            club.does(&ann, &on(&board, "move", &ann, "C3")).await;
            club.does(&lou, &on(&board, "move", &lou, "B2")).await;
        }
        match end {
            "declined" => _ = club.does(&lou, &on(&board, "resign", &lou, "")).await,
            "resignation" => _ = club.does(&ann, &on(&board, "resign", &ann, "")).await,
            "agreement" => {
                club.does(&lou, &on(&board, "move", &lou, "propose")).await;
                club.does(&ann, &on(&board, "move", &ann, "accept")).await;
            }
            "draw by silence" => {
                club.does(&lou, &on(&board, "move", &lou, "propose")).await;
                club.now += LONG;
            }
            _ => club.now += LONG,
        }
        club.sweep().await;
        let ended = club.board(board.id).await.ended.map(|ended| ended.reason());
        let expected = if end == "draw by silence" { "agreement" } else { end };
        assert_eq!(ended, Some(expected), "{end}");
        if end == "time" {
            club.reopens(board.id).await;
            club.does(&ann, &on(&board, "move", &ann, "A1")).await;
            club.does(&lou, &on(&board, "resign", &lou, "")).await;
        }
        if end == "agreement" {
            let (kind, number) = (board.id.kind, board.id.number);
            club.does(&ann, &format!("{kind} review {number} {ann} -")).await;
            club.does(&ann, &format!("{kind} retry {number} {ann} - 1 novice1")).await;
            let again = club.running(Some(&ann)).await.pop().unwrap();
            let hint = |of: &BoardId| format!("{} hint {} {ann} -", of.kind, of.number);
            assert!(club.hears(&hint(&board.id)).await.refused, "that game is over");
            club.does(&ann, &hint(&again.id)).await;
            club.finds_hint(&again, &ann).await;
            club.does(&ann, &hint(&again.id)).await;
            club.does(&ann, &on(&again, "resign", &ann, "")).await;
        }
    }
}
