//! A game between two worlds: Ann has only a mailbox, Bob only the site.

use carrick_games::GameKind;
use carrick_service::BoardId;
use fastrand::Rng;

use super::browser::Browser;
use super::round::{Round, parsed};
use super::{PASSWORD, next_turn, small};

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn a_game_of_antipod_between_a_mailbox_and_the_site() {
    let mut round = Round::new("");
    round.signs_up("ann");
    let site = round.server.site.clone();
    let mut bob = Browser::default();
    bob.fills_in(&format!("{site}/sign-up"), &[("user", "bob"), ("password", "under the tree")]);

    let board = BoardId { kind: GameKind::Antipod, number: 101 };
    round.sends("ann", &format!("antipod seek ann {PASSWORD} {}", small(board.kind)));
    round.postfix.wait_for_mails(1);
    round.mails("ann");
    let taken = bob.fills_in(&format!("{site}/seeks/antipod/1/take"), &[]);
    assert!(taken.starts_with("HTTP/1.1 303"), "{taken}");
    round.postfix.wait_for_mails(1);

    let page = format!("{site}/antipod/101");
    let mut random = Rng::with_seed(8);
    let (mut by_reply, mut by_subject, mut by_form) = (0, 0, 0);
    for ply in 0..300 {
        let record = round.server.board(board);
        let Some((seat, turn)) = next_turn(&record, &mut random) else { break };
        if record.players[seat.index()].as_str() == "bob" {
            // Bob sees Ann's turn, and the form on the page is for the next one.
            let number = (ply + 1).to_string();
            let seen = bob.looks_at(&page);
            assert!(seen.contains(&format!("name=\"number\" value=\"{number}\"")), "{seen}");
            bob.fills_in(&format!("{page}/turn"), &[("turn", &turn), ("number", &number)]);
            by_form += 1;
        } else if by_reply <= by_subject {
            round.replies("ann", &turn);
            by_reply += 1;
        } else {
            round.mails("ann");
            round.sends("ann", &format!("antipod move 101 ann {PASSWORD} {turn}"));
            by_subject += 1;
        }
        round.postfix.wait_for_mails(1);
        assert_eq!(round.server.board(board).turns.len(), ply + 1, "{turn}");
    }
    assert!(by_reply > 3 && by_subject > 3 && by_form > 7, "{by_reply} {by_subject} {by_form}");
    let ended = round.server.board(board).ended;
    assert!(ended.is_some(), "the game has an end");
    let mails = round.mails("ann");
    let says_who_won = |mail: &String| parsed(mail).subject().unwrap().contains(" wins");
    assert!(mails.iter().any(says_who_won), "{mails:?}");
    assert!(bob.looks_at(&page).contains(" wins"));
}
