//! Vacations, signing off, leaving, addresses and settings, as typed.

use std::process::Command;

use crate::support::{Club, Tables};
use expect_test::{Expect, expect};

const NOON: &str = "2008-05-01T12:00:00Z";

fn club() -> Club {
    let club = Club::new();
    for user in ["alice", "bob", "carol"] {
        club.does_at(NOON, &[&format!("signup {user} {user}pass {user}@example.org")]);
    }
    club
}

/// Noon on a day in 2008.
fn on(month: u32, day: u32) -> String {
    format!("2008-{month:02}-{day:02}T12:00:00Z")
}

/// Messages to Alice, without their heads.
#[track_caller]
fn check(club: &Club, now: &str, command: &str, expected: Expect) {
    let said = club.run(&["--now", now, "--as", "alice", command]).out;
    expected.assert_eq(said.split_once("\n\n").map_or("", |(_, text)| text));
}

#[test]
fn the_days_of_a_year() {
    let club = club();
    check(
        &club,
        &on(5, 1),
        "vacation alice - 12",
        expect![[r#"
            Your vacation lasts from 2008-05-01 12:00 UTC
            to 2008-05-13 12:00 UTC. Until then your clocks and reminders are stopped.
            `vacation alice <password> off` ends it earlier.
            Left of this year's vacation: 18 days.
        "#]],
    );
    // Repeated, it is the same vacation; with another number of days it is longer or shorter.
    check(
        &club,
        &on(5, 2),
        "vacation alice - 12",
        expect![[r#"
            Your vacation lasts from 2008-05-01 12:00 UTC
            to 2008-05-13 12:00 UTC. Until then your clocks and reminders are stopped.
            `vacation alice <password> off` ends it earlier.
            Left of this year's vacation: 18 days.
        "#]],
    );
    check(
        &club,
        &on(5, 3),
        "vacation alice - 20",
        expect![[r#"
            Your vacation lasts from 2008-05-01 12:00 UTC
            to 2008-05-21 12:00 UTC. Until then your clocks and reminders are stopped.
            `vacation alice <password> off` ends it earlier.
            Left of this year's vacation: 10 days.
        "#]],
    );
    check(
        &club,
        &on(5, 9),
        "vacation alice - 5",
        expect![[r#"
            Your vacation has already lasted longer than that;
            `vacation <userid> <password> off` ends it.
        "#]],
    );
    check(
        &club,
        &on(5, 9),
        "vacation alice - off",
        expect![[r#"
            You are here: your clocks run.
            Left of this year's vacation: 22 days.
        "#]],
    );
    check(
        &club,
        &on(5, 9),
        "vacation alice - off",
        expect![[r#"
            You are here: your clocks run.
            Left of this year's vacation: 22 days.
        "#]],
    );
    check(
        &club,
        &on(6, 1),
        "vacation alice - 23",
        expect![[r#"
            You have 30 days of vacation a year, and only 22 days left.
        "#]],
    );
    check(
        &club,
        &on(6, 1),
        "vacation alice - 22",
        expect![[r#"
            Your vacation lasts from 2008-06-01 12:00 UTC
            to 2008-06-23 12:00 UTC. Until then your clocks and reminders are stopped.
            `vacation alice <password> off` ends it earlier.
            This year's vacation is used up.
        "#]],
    );
    check(
        &club,
        &on(7, 1),
        "vacation alice - 1",
        expect![[r#"
            You have 30 days of vacation a year, and have used them all.
        "#]],
    );
    check(
        &club,
        &on(7, 1),
        "signoff alice -",
        expect![[r#"
            Signing off uses your vacation, and none of this year's 30 days are left.
        "#]],
    );
    // The next year has its own days.
    check(
        &club,
        "2009-01-01T12:00:00Z",
        "vacation alice - 30",
        expect![[r#"
            Your vacation lasts from 2009-01-01 12:00 UTC
            to 2009-01-31 12:00 UTC. Until then your clocks and reminders are stopped.
            `vacation alice <password> off` ends it earlier.
            This year's vacation is used up.
        "#]],
    );
}

#[test]
fn signing_off_and_on() {
    let club = club();
    club.does_at(NOON, &["--as", "alice", "ankor challenge alice bob"]);
    club.does_at(NOON, &["--as", "bob", "ankor move 101 bob - accept"]);
    check(
        &club,
        &on(5, 1),
        "signoff alice -",
        expect![[r#"
        You have signed off since 2008-05-01 12:00 UTC. Your clocks and reminders
        are stopped, and no one can challenge you, until you `signon`, or until
        2008-05-31 12:00 UTC, when this year's vacation is used up.
    "#]],
    );
    let again = club.does_at(&on(5, 4), &["--as", "alice", "signoff alice -"]);
    assert!(again.contains("since 2008-05-01 12:00 UTC"), "{again}");
    let refused = club.refuses_at(&on(5, 4), &["--as", "bob", "ankor challenge bob alice"]);
    assert!(refused.contains("this player has signed off"), "{refused}");
    let shown = club.does_at(&on(5, 4), &["ankor show 101"]);
    assert!(
        shown.contains("alice has signed off, until 2008-05-31 12:00 UTC at the latest."),
        "{shown}"
    );
    check(
        &club,
        &on(5, 11),
        "signon alice -",
        expect![[r#"
            You are here: your clocks run.
            Left of this year's vacation: 20 days.
        "#]],
    );
    check(
        &club,
        &on(5, 11),
        "signon alice -",
        expect![[r#"
            You are here: your clocks run.
            Left of this year's vacation: 20 days.
        "#]],
    );
    club.does_at(&on(5, 12), &["--as", "bob", "ankor challenge bob alice"]);
}

#[test]
fn no_one_comes_back_after_the_last_day() {
    let club = club();
    club.does_at(NOON, &["--as", "alice", "ankor challenge alice bob"]);
    club.does_at(NOON, &["--as", "bob", "ankor move 101 bob - accept"]);
    club.does_at(NOON, &["--as", "alice", "signoff alice -"]);
    assert_eq!(club.tick(&on(5, 31).replace("12:00", "11:59")), "");
    expect![[r#"
        To: alice
        Subject: Carrick: your vacation has ended

        Your vacation ended on 2008-05-31 12:00 UTC; your clocks run again.
        This year's vacation is used up.

        It is your turn on these boards:

        Ankor
           101  alice-bob  -size=6  2008-05-01  turn 1, alice to move
    "#]]
    .assert_eq(&club.tick(&on(5, 31)));
}

#[test]
fn times_and_boards_as_chosen() {
    let club = club();
    club.does_at(NOON, &["--as", "alice", "ankor challenge -size=3 alice bob"]);
    let seen_by = |user: &str| club.does_at(NOON, &["--as", user, "ankor show 101"]);
    assert!(
        seen_by("alice").contains("Offered to bob, who may accept until 2008-05-15 12:00 UTC.")
    );
    check(
        &club,
        NOON,
        "ankor set alice - zone=america/new_york labels=off turns=all appearance=sound.dark",
        expect![[r#"
            In all games:
              zone=America/New_York (it is 2008-05-01 08:00 EDT)
              mail=each
              turnmail=on
              reminders=on
              letters=on
              pictures=usual
              appearance=dark.sound
            In Ankor:
              labels=off
              turns=all
              puzzles=off
        "#]],
    );
    assert!(
        seen_by("alice").contains("Offered to bob, who may accept until 2008-05-15 08:00 EDT.")
    );
    assert!(seen_by("bob").contains("2008-05-15 12:00 UTC"));
    assert!(seen_by("bob").contains(" a1 ") && !seen_by("alice").contains(" a1 "));
    // The day of a list is in the reader's time zone.
    let late = "2008-05-02T01:00:00Z";
    club.does_at(late, &["--as", "alice", "ankor move 101 alice - a1"]);
    assert!(club.does_at(late, &["--as", "alice", "ankor games"]).contains("2008-05-01"));
    assert!(club.does_at(late, &["--as", "bob", "list"]).contains("2008-05-02"));
    // Every message is drawn for its reader.
    let both = club.does_at(late, &["--as", "bob", "ankor move 101 bob - c3"]);
    let (alice, bob) = both.split_once("To: bob").unwrap();
    assert!(alice.contains("21:00 EDT") && bob.contains("01:00 UTC"), "{both}");
    check(
        &club,
        NOON,
        "boche set alice - labels=on",
        expect![[r#"
            In all games:
              zone=America/New_York (it is 2008-05-01 08:00 EDT)
              mail=each
              turnmail=on
              reminders=on
              letters=on
              pictures=usual
              appearance=dark.sound
            In Boche:
              labels=on
              turns=last
              puzzles=off
        "#]],
    );
}

#[test]
fn leaving_for_good() {
    let club = club();
    let play = |board: &str, turns: &[&str]| {
        for turn in turns {
            let (user, turn) = turn.split_once(' ').unwrap();
            let command = format!("antipod move {board} {user} - {turn}");
            club.does_at(NOON, &["--as", user, &command]);
        }
    };
    for opponent in ["bob", "carol", "bob"] {
        let challenge = format!("antipod challenge -radius=4 alice {opponent}");
        club.does_at(NOON, &["--as", "alice", &challenge]);
    }
    play("101", &["alice a2", "bob d12"]);
    play("102", &["alice a2", "carol d12"]);
    club.does_at(NOON, &["--as", "alice", "ankor set alice - zone=Europe/Paris labels=off"]);
    club.does_at(NOON, &["--as", "alice", "vacation alice - 2"]);
    club.does_at(NOON, &["--as", "alice", "antipod seek alice - 3"]);
    club.does_at(NOON, &["--as", "alice", "boche subscribe all alice -"]);
    club.does_at(NOON, &["--as", "alice", "block alice - bob"]);
    club.does_at(NOON, &["--as", "alice", "block alice - bob off"]);

    club.refuses_at(NOON, &["delete alice wrongpass"]);
    let by_mail = club.refuses_at(NOON, &["--from", "alice@example.org", "delete alice alicepass"]);
    assert!(by_mail.contains("only through a link"), "{by_mail}");

    // The command password is not enough either: she gets a question at her confirmed address.
    let tables = Tables::open(&club.database());
    tables.text("UPDATE addresses SET confirmed = 1 WHERE userid = 'alice' RETURNING userid");
    let by_password = club.does_at(NOON, &["delete alice alicepass"]);
    assert!(by_password.contains("Nothing has changed yet"), "{by_password}");
    assert!(!by_password.contains("should"), "the letter is for mail alone: {by_password}");

    let told = club.does_at(NOON, &["--as", "alice", "delete alice alicepass"]);
    let heads: Vec<_> = told
        .lines()
        .filter(|line| line.starts_with("To: ") || line.starts_with("Subject: "))
        .collect();
    expect![[r#"
        To: alice
        Subject: Carrick: account deleted
        To: bob
        Subject: antipod board 101: bob wins (resignation)
        To: carol
        Subject: antipod board 102: carol wins (resignation)
        To: bob
        Subject: antipod board 103: declined"#]]
    .assert_eq(&heads.join("\n"));
    assert!(told.contains("alice has left the server"), "{told}");
    // The second resignation counts in addition to the first.
    assert!(told.contains("Ratings: alice 1338? -> "), "{told}");

    // The name stays in old games, and no one can take it.
    let shown = club.does(&["antipod show 101"]);
    assert!(shown.contains("alice (White) - bob (Black)"), "{shown}");
    assert!(!club.does(&["antipod standings"]).contains("alice"));
    assert!(!club.does(&["list"]).contains("open seeks"));
    let opened = club.does_at(NOON, &["--as", "bob", "boche challenge bob carol"]);
    assert!(!opened.contains("Subscribers"), "{opened}");
    club.refuses(&["signup alice alicepass"]);
    club.refuses(&["signup alice otherpass"]);
    club.refuses(&["delete alice alicepass"]);
    club.refuses(&["--as", "bob", "ankor challenge bob alice"]);
    club.refuses(&["--as", "alice", "ankor challenge alice bob"]);
    club.refuses(&["--as", "alice", "vacation alice - 3"]);
    assert!(!club.tick("2008-12-01T12:00:00Z").contains("alice"));
    // An operator gets the same answer as the first time.
    let again = club.does(&["--as", "alice", "delete alice -"]);
    assert!(told.starts_with(&again), "{again}");
    let left = Tables::open(&club.database()).dump();
    assert!(!left.iter().any(|row| row.contains("alice@example.org")), "{left:#?}");
    let secrets = left.iter().filter(|row| row.starts_with("users: ") && row.contains("argon2"));
    assert_eq!(secrets.count(), 2);
}

#[test]
fn mail_addresses() {
    let club = club();
    check(
        &club,
        NOON,
        "add alice - a@example.org alice@EXAMPLE.org",
        expect![[r#"
        Your email addresses:

          alice@example.org (used only once you confirm it)
          a@example.org (used only once you confirm it)
    "#]],
    );
    check(
        &club,
        NOON,
        "add alice - a@example.org",
        expect![[r#"
        Your email addresses:

          alice@example.org (used only once you confirm it)
          a@example.org (used only once you confirm it)
    "#]],
    );
    check(
        &club,
        NOON,
        "add alice - b@example.org c@example.org",
        expect![[r#"
            An account can have up to 3 email addresses, and that would make 4;
            `change address` replaces the existing ones.
        "#]],
    );
    check(
        &club,
        NOON,
        "change address alice - c@example.org b@example.org",
        expect![[r#"
        Your email addresses:

          c@example.org (used only once you confirm it)
          b@example.org (used only once you confirm it)
    "#]],
    );
    let refused = club.refuses_at(NOON, &["add alice alicepass d@example.org"]);
    expect![[r#"
        To: you
        Subject: Carrick: error

        From here you can change your account only through a link sent to a confirmed
        email address, and you have not confirmed one; to get the question whether it
        is yours again, type `add <userid> <password> <address>` with the address that
        you signed up with; or change your account on its page.
    "#]]
    .assert_eq(&refused);
}

#[test]
fn set_answers_with_the_new_settings() {
    let club = Club::new();
    club.does(&["signup alice wonderland"]);
    for (setting, answer) in [
        ("news=on", "You get the news from the operators."),
        ("news=off", "You do not get the news."),
        ("notify=on", "You get the final position of every game of Ankor that ends."),
        ("limit=3", "Your limit is 3 boards of Ankor"),
        ("reminders=off", "reminders=off"),
    ] {
        let said = club.does(&["--as", "alice", &format!("ankor set alice - {setting}")]);
        assert!(said.contains(answer), "{setting}: {said}");
    }
}

/// A signed-in user who has learnt another user's command password is a stranger to that account.
#[test]
fn a_password_alone_changes_no_account_even_for_another_signed_in_user() {
    let club = Club::new();
    club.does(&["signup alice wonderland alice@example.org"]);
    club.does(&["signup mallory sesame"]);
    let tables = Tables::open(&club.database());
    tables.text("UPDATE addresses SET confirmed = 1 WHERE userid = 'alice' RETURNING userid");
    for command in [
        "delete alice wonderland",
        "change address alice wonderland mallory@example.org",
        "add alice wonderland mallory@example.org",
        "change password alice wonderland looking-glass",
        "signoff alice wonderland",
    ] {
        let said = club.does(&["--as", "mallory", command]);
        assert!(said.contains("link"), "{command}: {said}");
    }
    assert_eq!(
        tables.text("SELECT address FROM addresses WHERE userid = 'alice'"),
        ["alice@example.org"]
    );
    let left = "SELECT count(*) FROM users WHERE userid = 'alice' AND deleted IS NULL";
    assert_eq!(tables.number(left), 1);
    assert_eq!(tables.number("SELECT count(*) FROM absences"), 0);
}

#[test]
fn a_reset_always_gets_the_same_answer_and_sends_at_most_one_link_an_hour() {
    let club = Club::new();
    club.does(&["signup alice wonderland alice@example.org"]);
    club.does(&["signup bob fixes-it bob@example.org"]);
    let tables = Tables::open(&club.database());
    tables.text("UPDATE addresses SET confirmed = 1 WHERE userid = 'alice' RETURNING userid");
    let letters = || tables.number("SELECT count(*) FROM outbox WHERE link LIKE '%Reset%'");

    let to_nobody = club.does_at("2008-05-01T12:00:00Z", &["reset nobody"]);
    expect![[r#"
        To: you
        Subject: Carrick: a new password

        If this user exists and has confirmed an email address, a link to set a new
        password goes there, at most once an hour. The administrator of this server
        can also make such a link.
    "#]]
    .assert_eq(&to_nobody);
    for (time, user, sent) in [
        ("2008-05-01T12:00:00Z", "bob", 0), // has confirmed no address
        ("2008-05-01T12:00:00Z", "alice", 1),
        ("2008-05-01T12:59:59Z", "alice", 1),
        ("2008-05-01T13:00:00Z", "ALICE", 2),
    ] {
        assert_eq!(club.does_at(time, &[&format!("reset {user}")]), to_nobody, "{time} {user}");
        assert_eq!(letters(), sent, "{time} {user}");
    }
    let pending = "SELECT userid || ': ' || subject FROM outbox WHERE state = 'pending' AND link LIKE '%Reset%'";
    assert_eq!(tables.text(pending), ["alice: A new password for alice"; 2]);

    // A new password makes the link invalid, and the next request does not come too early.
    club.does(&["--as", "alice", "change password alice - looking-glass"]);
    club.does_at("2008-05-01T13:00:01Z", &["reset alice"]);
    assert_eq!(letters(), 3);
}

/// Setting the current password again is not an error, for users who repeat their own command; no
/// one else can use this to confirm a guess.
#[test]
fn no_answer_confirms_a_guess_at_anothers_password() {
    let club = club();
    let change = "change password bob - bobpass";
    check(
        &club,
        NOON,
        change,
        expect![[r#"
            You are known here as alice, and - stands only for your own password.
            Usage: change password userid old new
        "#]],
    );
    let told = club.run(&["--now", NOON, change]).out;
    assert!(told.contains("where the server already knows you"), "{told}");
    let told = club.does_at(NOON, &["--as", "bob", change]);
    assert!(told.contains("Your command password has been changed."), "{told}");
}

#[test]
fn no_one_acts_as_a_user_who_does_not_exist() {
    let club = Club::new();
    club.does(&["signup alice wonderland"]);
    for command in ["help", "ankor challenge alice bob", "signup nosuch password", "nonsense", ""] {
        let output = club.command(&["--as", "nosuch", command]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "carrick: --as does not name a user of this server; `signup userid password` \
             makes an account\n"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn an_address_given_twice_at_sign_up_counts_once() {
    let club = Club::new();
    let told = club.does(&["signup alice wonderland alice@example.org a@b.org alice@example.org"]);
    assert!(told.ends_with("once you confirm it: alice@example.org, a@b.org\n"), "{told}");
}

/// For users who get no mail.
#[test]
fn the_operator_makes_a_link_for_new_passwords() {
    let club = Club::of_2008();
    club.does(&["signup alice wonderland"]);
    let reset = |user: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.args(["reset", user, "--base-url", "https://carrick.example", "--db"]);
        command.arg(club.database()).args(["--now", "2008-05-01T12:00:00Z"]);
        command.output().unwrap()
    };
    let tables = Tables::open(&club.database());
    let asked = || tables.number("SELECT count(*) FROM users WHERE reset_asked IS NOT NULL");
    let unknown = reset("nobody");
    assert!(!unknown.status.success());
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("there is no user nobody"));
    assert_eq!(asked(), 0);
    let made = reset("Alice");
    let said = String::from_utf8(made.stdout).unwrap();
    assert!(said.starts_with("https://carrick.example/reset/"), "{said}");
    assert_eq!((made.status.success(), said.lines().count(), asked()), (true, 1, 1));
}

/// Each new address gets an email, and may be a stranger's.
#[test]
fn one_user_cannot_have_mail_sent_to_many_strangers() {
    let club = club();
    let name = |from: usize, count: usize| {
        let addresses = (from..from + count).map(|at| format!(" stranger{at}@example.net"));
        format!("change address alice -{}", addresses.collect::<String>())
    };
    for from in [0, 3, 6] {
        club.does_at(NOON, &["--as", "alice", &name(from, 3)]);
    }
    // The tenth came with the account.
    let refused = club.refuses_at(NOON, &["--as", "alice", &name(9, 1)]);
    assert!(refused.contains("the maximum is 10 a day"), "{refused}");
    club.does_at("2008-05-03T12:00:00Z", &["--as", "alice", &name(9, 3)]);
}
