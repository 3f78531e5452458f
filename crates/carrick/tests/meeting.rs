//! Meeting opponents: challenges and their limits, rematches, seeks.

use crate::support::{does, four_players, play, refuses, to, told};
use expect_test::expect;

#[test]
fn who_may_challenge_whom() {
    let club = four_players();
    let challenge = "antipod challenge -radius=4 alice bob";
    let (first, again) =
        (does(&club, "bob", "antipod reject bob -"), does(&club, "bob", "antipod reject bob -"));
    assert_eq!(first, again);
    refuses(
        &club,
        "alice",
        challenge,
        expect![[r#"
            You cannot challenge bob, who does not accept your challenges to Antipod;
            `antipod seek alice <password>` offers a game to anyone.
        "#]],
    );
    does(&club, "alice", "ankor challenge alice bob");
    does(&club, "bob", "antipod challenge -radius=4 bob carol");
    does(&club, "bob", "antipod accept bob -");
    does(&club, "alice", challenge);

    expect![[r#"
        To: bob
        Subject: antipod: limit

        Your limit is 2 boards of Antipod; you play on 2 boards at present.
    "#]]
    .assert_eq(&does(&club, "bob", "antipod limit bob - 2"));
    refuses(
        &club,
        "alice",
        challenge,
        expect![[r#"
            You cannot open a board with bob, who plays at most 2 boards of Antipod at the
            same time and has reached that limit; try again when one has ended.
        "#]],
    );
    refuses(
        &club,
        "bob",
        "antipod challenge bob dave",
        expect![[r#"
            You play at most 2 boards of Antipod at the same time;
            `antipod limit bob <password> none` removes your limit.
        "#]],
    );
    does(&club, "bob", "antipod limit bob - none");

    expect![[r#"
        To: bob
        Subject: Carrick: block

        alice can neither challenge you nor write to you. Your games together
        continue. To unblock this player:

          block bob <password> alice off
    "#]]
    .assert_eq(&does(&club, "bob", "block bob - alice"));
    does(&club, "bob", "block bob - alice");
    refuses(
        &club,
        "alice",
        challenge,
        expect![[r#"
            You cannot challenge bob, who does not accept your challenges to Antipod;
            `antipod seek alice <password>` offers a game to anyone.
        "#]],
    );
    refuses(
        &club,
        "bob",
        challenge,
        expect![[r#"
            You have blocked alice; `block bob <password> alice off` unblocks this player.
        "#]],
    );
    does(&club, "bob", "block bob - alice off");
    does(&club, "alice", challenge);
}

#[test]
fn one_rematch_with_colours_exchanged() {
    let club = four_players();
    does(&club, "alice", "antipod challenge -radius=4 --forfeittime=9 --unrated alice bob");
    play(&club, "101", &["c4", "a2"]);
    refuses(
        &club,
        "bob",
        "antipod rematch 101 bob -",
        expect![[r#"
        Antipod board 101 is not over; you can ask for a rematch when it is.
    "#]],
    );
    does(&club, "bob", "antipod resign 101 bob -");
    refuses(
        &club,
        "carol",
        "antipod rematch 101 carol -",
        expect![[r#"
            Antipod board 101 is played by alice and bob, not by you; `antipod challenge`
            starts a game of your own.
        "#]],
    );

    let said = does(&club, "bob", "antipod rematch 101 bob -");
    assert_eq!(told(&said), ["bob", "alice"]);
    assert!(said.contains("New antipod board 102 (bob-alice)"), "{said}");
    assert!(said.contains("-radius=4, unrated, 9 days a turn"), "{said}");
    assert!(said.contains("rematch of board 101"), "{said}");
    assert!(said.contains("Offered to alice, who may accept"), "{said}");
    // Both may ask for a rematch, and emails may come twice: it is one board. The second player to
    // ask accepts it.
    let rematch = |user: &str| does(&club, user, &format!("antipod rematch 101 {user} -"));
    assert_eq!(rematch("bob").trim_end(), to(&said, "bob").trim_end());
    let accepted = rematch("alice");
    assert_eq!(told(&accepted), ["bob", "alice"]);
    assert!(to(&accepted, "bob").contains("alice has accepted the game."), "{accepted}");
    for user in ["bob", "alice"] {
        let again = rematch(user);
        assert_eq!(told(&again), [user]);
        assert!(again.contains("New antipod board 102 (bob-alice)"), "{again}");
        assert!(!again.contains("Offered to"), "{again}");
    }
    assert!(!does(&club, "alice", "antipod games").contains("103"));
    // A declined rematch can be asked for again.
    does(&club, "alice", "antipod resign 102 alice -");
    let said = does(&club, "alice", "antipod rematch 101 alice -");
    assert!(said.contains("New antipod board 103"), "{said}");
}

#[test]
fn seeks_are_taken_until_none_is_left() {
    let club = four_players();
    let seek = "antipod seek alice - -radius=4 --people 2";
    let said = does(&club, "alice", seek);
    expect![[r#"
        To: alice
        Subject: antipod: seek 1

        You offer 2 games of Antipod: -radius=4, 21 days a turn.

          antipod take 1 <userid> <password>    what others type to take one
          antipod seek alice <password> cancel  cancels your offers

        A game starts when it is taken; who moves first is decided at random.
        Only people take them.
    "#]]
    .assert_eq(&said);
    assert_eq!(said, does(&club, "alice", seek));
    does(&club, "dave", "antipod seek dave - --unrated");
    expect![[r#"
        To: bob
        Subject: Carrick: boards

        Antipod
          no boards
          open seeks (to take one: antipod take <seek> <userid> <password>)
             1  alice  -radius=4, 21 days a turn, 2 games, people only
             2  dave   -radius=6, unrated, 21 days a turn, 1 game, the computer from
                       2008-05-02
    "#]]
    .assert_eq(&does(&club, "bob", "list antipod"));

    refuses(
        &club,
        "alice",
        "antipod take 1 alice -",
        expect![[r#"
            Seek 1 is your own; `antipod seek alice <password> cancel` cancels your seeks.
        "#]],
    );
    refuses(
        &club,
        "bob",
        "antipod take 7 bob -",
        expect![[r#"
            There is no open seek 7 of Antipod; `list antipod` shows the open ones.
            Usage: antipod take seek userid password
        "#]],
    );
    let said = does(&club, "bob", "antipod take 1 bob -");
    assert!(said.contains("New antipod board 101 (alice-bob)"), "{said}");
    let again = does(&club, "bob", "antipod take 1 bob -");
    assert_eq!(again.trim_end(), to(&said, "bob").trim_end());
    let said = does(&club, "carol", "antipod take 1 carol -");
    assert!(said.contains("New antipod board 102 (carol-alice)"), "{said}");
    refuses(
        &club,
        "dave",
        "antipod take 1 dave -",
        expect![[r#"
            There is no open seek 1 of Antipod; `list antipod` shows the open ones.
            Usage: antipod take seek userid password
        "#]],
    );

    let cancelled = does(&club, "dave", "antipod seek dave - cancel");
    assert_eq!(cancelled, does(&club, "dave", "antipod seek dave - cancel"));
    assert!(!does(&club, "bob", "list").contains("seek"));
    let next = does(&club, "dave", "antipod seek dave -");
    assert!(next.contains("antipod take 3 "), "a number is never given twice: {next}");
    for size in 5..9 {
        does(&club, "dave", &format!("antipod seek dave - -radius={size} --unrated"));
    }
    refuses(
        &club,
        "dave",
        "antipod seek dave - -radius=4",
        expect![[r#"
            You already have 5 seeks of Antipod, which is the maximum;
            `antipod seek dave <password> cancel` cancels your seeks.
        "#]],
    );
}

/// A user of `carrick do` can open the database, and may challenge for any two willing players;
/// everything else needs a proof.
#[test]
fn at_the_keyboard_of_the_server_any_two_are_brought_together() {
    let club = four_players();
    let opened = club.does(&["ankor challenge -size=4 alice bob"]);
    assert_eq!(told(&opened), ["alice", "bob"]);
    assert!(to(&opened, "bob").contains("This game was started on the server itself."), "{opened}");
    let refused = |command: &str| {
        let said = club.refuses(&[command]);
        said.split_once("\n\n").unwrap().1.replace('\n', " ").trim_end().to_owned()
    };
    let challenge = "antipod challenge alice bob";
    for (user, before, expected, after) in [
        ("bob", "block bob - alice", "Bob has blocked alice.", "block bob - alice off"),
        ("alice", "block alice - bob", "Alice has blocked bob.", "block alice - bob off"),
        (
            "alice",
            "antipod reject alice -",
            "Alice does not accept challenges to Antipod; `--as alice` makes one in that player's \
             name.",
            "antipod accept alice -",
        ),
        (
            "bob",
            "antipod reject bob -",
            "Bob does not accept challenges to Antipod; `--as bob` makes one in that player's \
             name.",
            "antipod accept bob -",
        ),
        ("bob", "signoff bob -", "Bob has signed off; try again later.", "signon bob -"),
    ] {
        does(&club, user, before);
        assert_eq!(refused(challenge), expected, "{before}");
        does(&club, user, after);
    }
    assert_eq!(
        refused("antipod challenge alice alice"),
        "A game needs two players; you have named one twice."
    );
    does(&club, "carol", "ankor limit carol - 1");
    club.does(&["ankor challenge carol dave"]);
    assert_eq!(
        refused("ankor challenge dave carol"),
        "Carol plays at most 1 board of Ankor at the same time and has reached that limit."
    );
    // Ankor's board above is the first of five.
    for _ in 0..4 {
        club.does(&[challenge]);
    }
    assert_eq!(
        refused(challenge),
        "Alice and bob already have 5 boards that have not started; they must play or resign one \
         first."
    );
    for proof_needed in
        ["antipod move 101 alice - c3", "vacation alice - 3", "antipod seek alice -"]
    {
        assert!(
            refused(proof_needed).starts_with("- stands for the password only where"),
            "{proof_needed}"
        );
    }
}
