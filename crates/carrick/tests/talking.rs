//! Following and talking: subscriptions, chat, messages, news.

use crate::support::{Club, does, four_players, play, refuses, says, to, told};
use expect_test::expect;

#[track_caller]
fn speaks(club: &Club, user: &str, command: &str, body: &str) -> String {
    let (accepted, said) = says(club, &["--as", user, command], body);
    assert!(accepted, "{said}");
    said
}

#[test]
fn subscribers_see_turns_and_no_offers() {
    let club = four_players();
    does(&club, "alice", "antipod challenge -radius=4 alice bob");
    let said = does(&club, "carol", "antipod subscribe 101 carol -");
    expect![[r#"
        To: carol
        Subject: antipod board 101: subscription

        You get every turn of this board, and what its players say. To stop that:

          antipod unsubscribe 101 carol <password>

        Antipod board 101: alice (White) - bob (Black)
        -radius=4, 21 days a turn

        Turn 1: alice to move, for White.
        Offered to bob, who may accept until 2008-05-15 09:04 UTC.

                                           0 1
                    1 2 3 4           8 9 1 1
                   / / / / 5         / / / / 12
                          / 6               / 13
            a    o . . o   / 7     o . . o   / 14
           b    . . . . .   /     . . . . .   /
          c    . . . . . .       . . . . . .
         d    o . . x . . o     o . . x . . o
          e    . . . . . .       . . . . . .
           f    . . . . .         . . . . .
            g    o . . o           o . . o

        Subscribers: carol.
    "#]]
    .assert_eq(&said);
    assert_eq!(said, does(&club, "carol", "antipod subscribe 101 carol -"));
    does(&club, "dave", "antipod subscribe all dave -");
    refuses(
        &club,
        "alice",
        "antipod subscribe 101 alice -",
        expect![[r#"
        You play on Antipod board 101 and get every turn anyway.
    "#]],
    );

    let said = play(&club, "101", &["c4"]);
    assert_eq!(told(&said), ["alice", "bob", "carol", "dave"]);
    expect![[r#"
        To: carol
        Subject: antipod board 101: bob to move

        Antipod board 101: alice (White) - bob (Black)
        -radius=4, 21 days a turn

        Turn 2: bob to move, for Black.
        Offered to bob, who may accept until 2008-05-15 09:04 UTC.

              alice (White)  bob (Black)
           1  c4

                                           0 1
                    1 2 3 4           8 9 1 1
                   / / / / 5         / / / / 12
                          / 6               / 13
            a    o . . o   / 7     o . . o   / 14
           b    . . . . .   /     . . . . .   /
          c    . . .(o). .       . . . . . .
         d    o . . x . . o     o . . x . . o
          e    . . . . . .       . . . . . .
           f    . . . . .         . . . . .
            g    o . . o           o . . o

        (o) the last turn, c4

        Subscribers: carol, dave.
    "#]]
    .assert_eq(to(&said, "carol"));
    assert_eq!(told(&does(&club, "bob", "antipod move 101 bob - accept")), ["alice", "bob"]);
    let said = does(&club, "alice", "antipod move 101 alice - propose");
    assert_eq!(told(&said), ["alice", "bob"]);
    let joining = does(&club, "carol", "antipod subscribe 101 carol -");
    assert!(!joining.contains("propose"), "{joining}");
    assert_eq!(told(&does(&club, "bob", "antipod move 101 bob - reject")), ["alice", "bob"]);

    expect![[r#"
        To: dave
        Subject: antipod board 101: subscription

        You still get the turns of Antipod board 101, because you have subscribed to
        all boards. To stop that:

          antipod unsubscribe all dave <password>
    "#]]
    .assert_eq(&does(&club, "dave", "antipod unsubscribe 101 dave -"));
    does(&club, "dave", "antipod unsubscribe all dave -");
    let said = does(&club, "bob", "antipod move 101 bob - a2");
    assert_eq!(told(&said), ["alice", "bob", "carol"]);
    does(&club, "bob", "antipod move 101 bob - undo");
    let said = does(&club, "alice", "antipod move 101 alice - accept");
    assert!(to(&said, "carol").contains("bob has gone back to turn 2."), "{said}");
    does(&club, "alice", "antipod queue 101 alice - a2 d3");
    let said = does(&club, "bob", "antipod move 101 bob - a2");
    assert!(to(&said, "alice").contains("Your queued d3 was played."), "{said}");
    assert!(!to(&said, "carol").contains("queue"), "{said}");
    does(&club, "carol", "antipod unsubscribe 101 carol -");
    let said = does(&club, "bob", "antipod move 101 bob - e3");
    assert_eq!(told(&said), ["alice", "bob"]);
}

#[test]
fn subscribers_and_notified_users_get_the_end_once() {
    let club = four_players();
    does(&club, "alice", "antipod challenge -radius=4 alice bob");
    does(&club, "carol", "antipod subscribe 101 carol -");
    for user in ["carol", "dave", "bob"] {
        does(&club, user, &format!("antipod notify {user} -"));
    }
    play(&club, "101", &["c4", "a2"]);
    let said = does(&club, "alice", "antipod resign 101 alice -");
    assert_eq!(told(&said), ["alice", "bob", "carol", "dave"]);
    for user in ["carol", "dave"] {
        let subject = "Subject: antipod board 101: bob wins (resignation)";
        assert!(to(&said, user).contains(subject), "{said}");
        assert!(to(&said, user).contains("Ratings: alice 1500? -> "), "{said}");
    }
    does(&club, "dave", "antipod notify dave - off");
    does(&club, "alice", "antipod challenge -radius=4 alice bob");
    let said = does(&club, "bob", "antipod resign 102 bob -");
    assert_eq!(told(&said), ["alice", "bob"], "a declined game is nobody else's business");
}

#[test]
fn players_and_subscribers_get_chat() {
    let club = four_players();
    does(&club, "alice", "antipod challenge -radius=4 alice bob");
    does(&club, "carol", "antipod subscribe 101 carol -");
    let chat = |user: &str, text: &str| {
        says(&club, &["--as", user, &format!("antipod chat 101 {user} -")], text)
    };
    let (_, said) = chat("alice", "Good luck!\n\nIt\u{7} rains.  \n");
    assert_eq!(told(&said), ["alice", "bob", "carol"]);
    expect![[r#"
        To: carol
        Subject: antipod chat 101 alice

        Antipod board 101: alice (White) - bob (Black)
        -radius=4, 21 days a turn

        Turn 1: alice to move, for White.
        Offered to bob, who may accept until 2008-05-15 09:04 UTC.

                                           0 1
                    1 2 3 4           8 9 1 1
                   / / / / 5         / / / / 12
                          / 6               / 13
            a    o . . o   / 7     o . . o   / 14
           b    . . . . .   /     . . . . .   /
          c    . . . . . .       . . . . . .
         d    o . . x . . o     o . . x . . o
          e    . . . . . .       . . . . . .
           f    . . . . .         . . . . .
            g    o . . o           o . . o

        Subscribers: carol.

        ************************************************************

        alice says:

        Good luck!

        It rains.
    "#]]
    .assert_eq(to(&said, "carol"));
    let (_, again) = chat("alice", "Good luck!\n\nIt rains.");
    assert_eq!(again.trim_end(), to(&said, "alice").trim_end());
    assert!(chat("alice", "And again.").0 && chat("alice", "Good luck!").0);

    refuses(
        &club,
        "alice",
        "antipod chat 101 alice -",
        expect![[r#"
            There is no text to send; write it below the command: in the body of an email,
            or on the standard input of `carrick do`.
        "#]],
    );
    let (accepted, said) = chat("carol", "Play c4!");
    assert!(!accepted && said.contains("Only alice and bob can talk"), "{said}");
    let (accepted, said) = chat("alice", &"x".repeat(4001));
    assert!(!accepted && said.contains("text has 4001 characters"), "{said}");

    play(&club, "101", &["c4", "a2", "resign"]);
    assert_eq!(told(&chat("carol", "Well played.").1), ["alice", "bob", "carol"]);
    assert!(!chat("dave", "Hello.").0, "dave is no subscriber");
    does(&club, "bob", "block bob - alice");
    let (accepted, said) = chat("alice", "Oh?");
    assert!(!accepted && said.contains("You cannot write to bob"), "{said}");
    let (_, said) = chat("bob", "Bye.");
    assert_eq!(told(&said), ["alice", "bob", "carol"]);
}

#[test]
fn a_remark_does_not_reach_a_user_who_has_blocked_its_author() {
    let club = four_players();
    does(&club, "alice", "antipod challenge -radius=4 alice bob");
    does(&club, "carol", "antipod subscribe 101 carol -");
    does(&club, "bob", "block bob - alice");
    let remark = ["--as", "alice", "--body", "antipod move 101 alice - c4"];
    let (_, said) = says(&club, &remark, "Ha!");
    assert!(!to(&said, "bob").contains("Ha!"), "{said}");
    assert!(to(&said, "carol").ends_with("alice says:\n\nHa!\n"), "{said}");
    assert!(to(&said, "alice").contains("Ha!\n\nbob does not accept your messages"), "{said}");
}

#[test]
fn messages_are_sent_once_and_not_to_users_who_block() {
    let club = four_players();
    club.confirm_addresses();
    let said = speaks(&club, "alice", "message alice - bob carol bob", "A game on Sunday?\n");
    expect![[r#"
        To: alice
        Subject: Carrick: message sent

        Sent to bob and carol.

        To: bob
        Subject: Message from alice

        alice writes to bob and carol.

          message bob <password> alice    answers
          block bob <password> alice      stops that

        ************************************************************

        A game on Sunday?

        To: carol
        Subject: Message from alice

        alice writes to bob and carol.

          message carol <password> alice    answers
          block carol <password> alice      stops that

        ************************************************************

        A game on Sunday?
    "#]]
    .assert_eq(&said);
    let again = speaks(&club, "alice", "message alice - carol bob", "A game on Sunday?");
    assert_eq!(again.trim_end(), to(&said, "alice").trim_end());

    refuses(
        &club,
        "alice",
        "message alice - bob",
        expect![[r#"
            There is no text to send; write it below the command: in the body of an email,
            or on the standard input of `carrick do`.
        "#]],
    );
    refuses(
        &club,
        "alice",
        "message alice - alice",
        expect![[r#"
        You need not write to yourself; nothing was sent.
    "#]],
    );
    does(&club, "carol", "block carol - alice");
    let (accepted, said) = says(&club, &["--as", "alice", "message alice - bob carol"], "Well?");
    assert!(!accepted && said.contains("You cannot write to carol"), "{said}");
    for number in 2..=20 {
        speaks(&club, "alice", "message alice - bob", &format!("Number {number}."));
    }
    let (accepted, said) = says(&club, &["--as", "alice", "message alice - bob"], "Number 21.");
    assert!(!accepted && said.contains("the limit of 20 messages an hour"), "{said}");
    speaks(&club, "bob", "message bob - alice", "Sunday is fine.");
}

#[test]
fn news_goes_to_its_readers() {
    let club = four_players();
    for user in ["alice", "bob", "carol"] {
        does(&club, user, &format!("news {user} - on"));
    }
    does(&club, "carol", "block carol - dave");
    let (accepted, said) = says(&club, &["--as", "dave", "broadcast dave -"], "Buy my cubes!");
    assert!(!accepted && said.contains("Only operators of this server can write to all"), "{said}");
    for user in ["alice", "dave"] {
        club.admin(&["operator", user, "on"]);
    }
    let said = speaks(&club, "dave", "broadcast dave -", "A tournament begins.");
    assert_eq!(told(&said), ["dave", "alice", "bob"]);
    expect![[r#"
        To: bob
        Subject: News from dave

        dave writes to all readers of the news.

          message bob <password> dave    answers
          news bob <password> off    stops the news

        ************************************************************

        A tournament begins.
    "#]]
    .assert_eq(to(&said, "bob"));
    does(&club, "bob", "news bob - off");
    assert_eq!(told(&speaks(&club, "dave", "broadcast dave -", "It ends.")), ["dave", "alice"]);
    let (accepted, said) = says(&club, &["--as", "dave", "broadcast dave -"], "It began.");
    assert!(!accepted && said.contains("the limit of 2 messages a day"), "{said}");
    assert_eq!(told(&speaks(&club, "alice", "broadcast alice -", "I won.")), ["alice", "carol"]);
}
