//! A season of a club: twelve members, more than two hundred games of all four kinds, every
//! command, in a virtual 2008. It ends with invariants that hold after any season, and with a table
//! of what happened, so that a reader sees it at a glance and a change of behaviour is noticed.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

mod club;
mod computer;
mod habits;
mod invariants;
mod last_evening;
mod messages;
mod options;
mod players;
mod summary;
mod tables;
mod tally;
mod wrong;

use carrick_server::administer;
use carrick_service::{AdminAction, Decision, Event, Needs, Sender, UserAddress, UserEvent};
use carrick_store::LogEntry;
use expect_test::expect_file;
use jiff::SignedDuration;

use self::club::Club;
use self::players::Player;

/// Number of boards up to which new ones are opened.
const BOARDS: usize = 215;

#[tokio::test]
#[ignore = "takes minutes: cargo xtask release-check"]
async fn a_season_of_a_club() {
    let mut club = Club::found(2008).await;
    let members = players::members();
    join(&mut club, &members).await;
    let first_day = club.now;
    for day in 0.. {
        club.now = first_day + SignedDuration::from_hours(24 * i64::from(day) + 6);
        club.sweep().await;
        invariants::clocks_are_not_overdue(&club).await;
        computer::answers(&mut club).await;
        club.is_open = club.ever.len() < BOARDS;
        for player in &members {
            if !club.deleted.contains(&player.id) && habits::comes(&mut club, player, day) {
                players::visit(&mut club, &members, player, day).await;
            }
        }
        if day % 7 == 6 {
            invariants::hold_every_week(&mut club).await;
        }
        if !club.is_open && club.running(None).await.is_empty() {
            break;
        }
        assert!(day < 600, "a season without end");
    }
    last_evening::play(&mut club, &members).await;
    invariants::hold_at_the_end(&mut club).await;
    let summary = summary::of(&mut club).await;
    expect_file!["./season.txt"].assert_eq(&summary);
    summary::everything_was_used(&club).await;
    invariants::no_password_is_in_the_database(club).await;
}

/// All members sign up, and some change their passwords.
async fn join(club: &mut Club, members: &[Player]) {
    for player in members {
        club.passwords.push(player.password.clone());
        let user = &player.id;
        let text = format!("signup {user} {}", player.password);
        let answer = match user.as_str() {
            "kim" => {
                let address = "kim@example.org".parse().unwrap();
                club.send(&Sender::Address(address), &text, None, None).await
            }
            _ => club.hears(&text).await,
        };
        assert!(!answer.refused);
    }
    for player in members.iter().step_by(2) {
        let action = AdminAction::SetOperator { user: player.id.clone(), on: true };
        assert!(!administer(&club.store, action, club.now).await.unwrap().refused);
    }
    // Ann has no address, so her password cannot be changed by a link.
    for player in &members[1..] {
        confirm_address(club, player.id.as_str(), &format!("{}@example.org", player.id)).await;
    }
    wrong::try_every_name(club, &members[0]).await;
    let changed = "Secret-of-old-ann".to_owned();
    club.passwords.push(changed.clone());
    for (old, new) in [(&members[0].password, &changed), (&changed, &members[0].password)] {
        let text = format!("change password ann {old} {new}");
        assert!(club.hears(&text).await.refused);
        let ann = &members[0].id;
        club.does(ann, &text).await;
        club.does(ann, &text).await; // said twice
    }
}

/// Confirms a user's address, as the link in an email does: only then can they get a new password,
/// and messages.
async fn confirm_address(club: &Club, user: &str, address: &str) {
    let addresses =
        vec![UserAddress { address: address.parse().unwrap(), confirmed: true, returned: false }];
    let set = Event::User(user.parse().unwrap(), UserEvent::AddressesSet(addresses));
    let decision = Decision { events: vec![set], messages: Vec::new(), refusal: None };
    let (sender, command) = (Sender::Nobody, "confirmed".to_owned());
    let entry = LogEntry { id: None, at: club.now, sender, command, reply_to: None };
    club.store.transaction(&Needs::default(), &entry, move |_| decision.clone()).await.unwrap();
}
