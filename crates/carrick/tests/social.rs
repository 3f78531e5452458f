//! How players find, follow and talk to each other, by typed commands alone.

mod support;

use std::io::Write as _;
use std::process::Stdio;

use expect_test::{Expect, expect};
use support::Club;

/// alice, bob, carol and dave, who are known by `--as`.
fn club() -> Club {
    let club = Club::new();
    for user in ["alice", "bob", "carol", "dave"] {
        club.does(&[&format!("signup {user} {user}-pass")]);
    }
    club
}

/// A command of a user, which must be accepted; `-` stands for his password.
#[track_caller]
fn does(club: &Club, user: &str, command: &str) -> String {
    club.does(&["--as", user, command])
}

#[track_caller]
fn refuses(club: &Club, user: &str, command: &str, expected: Expect) {
    let said = club.refuses(&["--as", user, command]);
    expected.assert_eq(said.split_once("\n\n").unwrap().1);
}

/// A command with a body on standard input: whether it was accepted, and what was said.
fn says(club: &Club, user: &str, command: &str, body: &str) -> (bool, String) {
    let mut child = club.command(&["--as", user, command]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[track_caller]
fn speaks(club: &Club, user: &str, command: &str, body: &str) -> String {
    let (accepted, said) = says(club, user, command, body);
    assert!(accepted, "{said}");
    said
}

/// Who was written to, in order.
fn told(said: &str) -> Vec<&str> {
    said.lines().filter_map(|line| line.strip_prefix("To: ")).collect()
}

/// What one user was told.
#[track_caller]
fn to<'a>(said: &'a str, user: &str) -> &'a str {
    let start = said.find(&format!("To: {user}\n")).unwrap_or_else(|| panic!("{user}: {said}"));
    let rest = &said[start..];
    rest[1..].find("\nTo: ").map_or(rest, |end| &rest[..end + 1])
}

/// Plays turns for alice and bob in turn.
fn play(club: &Club, board: &str, turns: &[&str]) -> String {
    let mut last = String::new();
    for (index, turn) in turns.iter().enumerate() {
        let user = ["alice", "bob"][index % 2];
        last = does(club, user, &format!("antipod move {board} {user} - {turn}"));
    }
    last
}

#[test]
fn who_may_challenge_whom() {
    let club = club();
    let challenge = "antipod challenge -radius=4 alice bob";
    let (first, again) =
        (does(&club, "bob", "antipod reject bob -"), does(&club, "bob", "antipod reject bob -"));
    assert_eq!(first, again);
    refuses(
        &club,
        "alice",
        challenge,
        expect![[r#"
            You cannot challenge bob, who takes no challenges of Antipod from you; `antipod seek alice password` offers a game to everybody.
        "#]],
    );
    does(&club, "alice", "ankor challenge alice bob");
    does(&club, "bob", "antipod challenge -radius=4 bob carol");
    does(&club, "bob", "antipod accept bob -");
    does(&club, "alice", challenge);

    expect![[r#"
        To: bob
        Subject: antipod: limit

        You play at most 2 boards of Antipod at once, and 2 boards at present.
    "#]]
    .assert_eq(&does(&club, "bob", "antipod limit bob - 2"));
    refuses(
        &club,
        "alice",
        challenge,
        expect![[r#"
            You cannot open a board with bob, who plays at most 2 boards of Antipod at once and is at that limit; try again when one has ended.
        "#]],
    );
    refuses(
        &club,
        "bob",
        "antipod challenge bob dave",
        expect![[r#"
        You play at most 2 boards of Antipod at once; `antipod limit bob password none` lifts that limit of yours.
    "#]],
    );
    does(&club, "bob", "antipod limit bob - none");

    expect![[r#"
        To: bob
        Subject: Carrick: block

        alice can neither challenge you nor write to you. Boards that you play together go on.
        To take that back:

          block bob password alice off
    "#]]
    .assert_eq(&does(&club, "bob", "block bob - alice"));
    does(&club, "bob", "block bob - alice");
    refuses(
        &club,
        "alice",
        challenge,
        expect![[r#"
            You cannot challenge bob, who takes no challenges of Antipod from you; `antipod seek alice password` offers a game to everybody.
        "#]],
    );
    refuses(
        &club,
        "bob",
        challenge,
        expect![[r#"
        You have blocked alice; `block bob password alice off` takes that back.
    "#]],
    );
    does(&club, "bob", "block bob - alice off");
    does(&club, "alice", challenge);
}

#[test]
fn one_rematch_with_colours_exchanged() {
    let club = club();
    does(&club, "alice", "antipod challenge -radius=4 --forfeittime=9 --unrated alice bob");
    play(&club, "101", &["c4", "a2"]);
    refuses(
        &club,
        "bob",
        "antipod rematch 101 bob -",
        expect![[r#"
        Antipod board 101 is not over; ask for a rematch when it is.
    "#]],
    );
    does(&club, "bob", "antipod resign 101 bob -");
    refuses(
        &club,
        "carol",
        "antipod rematch 101 carol -",
        expect![[r#"
        Antipod board 101 is played by alice and bob, not by you; `antipod challenge` opens a board of your own.
    "#]],
    );

    let said = does(&club, "bob", "antipod rematch 101 bob -");
    assert_eq!(told(&said), ["bob", "alice"]);
    assert!(said.contains("New antipod board 102 (bob-alice)"), "{said}");
    assert!(said.contains("-radius=4, unrated, 9 days a turn"), "{said}");
    assert!(said.contains("rematch of board 101"), "{said}");
    // Both may wish it, and mails may come twice: it is one board.
    for user in ["bob", "alice"] {
        let again = does(&club, user, &format!("antipod rematch 101 {user} -"));
        assert_eq!(again.trim_end(), to(&said, user).trim_end());
    }
    assert!(!does(&club, "alice", "antipod games").contains("103"));
    // A rematch that was declined may be wished for again.
    does(&club, "alice", "antipod resign 102 alice -");
    let said = does(&club, "alice", "antipod rematch 101 alice -");
    assert!(said.contains("New antipod board 103"), "{said}");
}

#[test]
fn seeks_are_taken_until_none_is_left() {
    let club = club();
    let seek = "antipod seek alice - -radius=4 2";
    let said = does(&club, "alice", seek);
    expect![[r#"
        To: alice
        Subject: antipod: seek 1

        You offer 2 games of Antipod: -radius=4, 21 days a turn.

          antipod take 1 userid password      takes one, as others will type it
          antipod seek alice password cancel  takes all your offers back

        Boards open when they are taken; the lot decides who moves first.
    "#]]
    .assert_eq(&said);
    assert_eq!(said, does(&club, "alice", seek));
    does(&club, "dave", "antipod seek dave - --unrated");
    expect![[r#"
        To: bob
        Subject: Carrick: boards

        Antipod
          no boards
          open seeks (to take one: antipod take seek userid password)
             1  alice  -radius=4, 21 days a turn, 2 games
             2  dave   -radius=6, unrated, 21 days a turn, 1 game
    "#]]
    .assert_eq(&does(&club, "bob", "list antipod"));

    refuses(
        &club,
        "alice",
        "antipod take 1 alice -",
        expect![[r#"
        Seek 1 is your own; `antipod seek alice password cancel` takes your seeks back.
    "#]],
    );
    refuses(
        &club,
        "bob",
        "antipod take 7 bob -",
        expect![[r#"
        There is no open seek 7 of Antipod; `list antipod` shows those there are.
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
        There is no open seek 1 of Antipod; `list antipod` shows those there are.
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
        You have 5 seeks of Antipod already, which are the most; `antipod seek dave password cancel` takes them back.
    "#]],
    );
}

#[test]
fn subscribers_see_turns_and_no_offers() {
    let club = club();
    does(&club, "alice", "antipod challenge -radius=4 alice bob");
    let said = does(&club, "carol", "antipod subscribe 101 carol -");
    expect![[r#"
        To: carol
        Subject: antipod board 101: subscription

        You get every turn of this board, and what its players say. To stop that:

          antipod unsubscribe 101 carol password

        Antipod board 101: alice (White) - bob (Black)
        -radius=4, 21 days a turn

        Turn 1: alice to move, for White.

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
    let said = does(&club, "alice", "antipod move 101 alice - propose");
    assert_eq!(told(&said), ["alice", "bob"]);
    let joining = does(&club, "carol", "antipod subscribe 101 carol -");
    assert!(!joining.contains("propose"), "{joining}");
    assert_eq!(told(&does(&club, "bob", "antipod move 101 bob - reject")), ["alice", "bob"]);

    expect![[r#"
        To: dave
        Subject: antipod board 101: subscription

        You get the turns of Antipod board 101 still, since you have subscribed to all boards. To stop that:

          antipod unsubscribe all dave password
    "#]].assert_eq(&does(&club, "dave", "antipod unsubscribe 101 dave -"));
    does(&club, "dave", "antipod unsubscribe all dave -");
    let said = does(&club, "bob", "antipod move 101 bob - a2");
    assert_eq!(told(&said), ["alice", "bob", "carol"]);
    does(&club, "carol", "antipod unsubscribe 101 carol -");
    let said = does(&club, "alice", "antipod move 101 alice - d3");
    assert_eq!(told(&said), ["alice", "bob"]);
}

#[test]
fn ends_are_told_to_subscribers_and_to_the_notified_once() {
    let club = club();
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
fn chat_is_heard_by_players_and_subscribers() {
    let club = club();
    does(&club, "alice", "antipod challenge -radius=4 alice bob");
    does(&club, "carol", "antipod subscribe 101 carol -");
    let chat =
        |user: &str, text: &str| says(&club, user, &format!("antipod chat 101 {user} -"), text);
    let (_, said) = chat("alice", "Good luck!\n\nIt\u{7} rains.  \n");
    assert_eq!(told(&said), ["alice", "bob", "carol"]);
    expect![[r#"
        To: carol
        Subject: antipod chat 101 alice

        Antipod board 101: alice (White) - bob (Black)
        -radius=4, 21 days a turn

        Turn 1: alice to move, for White.

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
        There is nothing to pass on; what you want to say goes below the command: into the body of a mail, or on the command line to standard input.
    "#]],
    );
    let (accepted, said) = chat("carol", "Play c4!");
    assert!(!accepted && said.contains("Only alice and bob talk"), "{said}");
    let (accepted, said) = chat("alice", &"x".repeat(4001));
    assert!(!accepted && said.contains("What you write has 4001 characters"), "{said}");

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
fn a_remark_does_not_reach_who_has_blocked_its_author() {
    let club = club();
    does(&club, "alice", "antipod challenge -radius=4 alice bob");
    does(&club, "carol", "antipod subscribe 101 carol -");
    does(&club, "bob", "block bob - alice");
    let mut child = club.command(&["--as", "alice", "--body", "antipod move 101 alice - c4"]);
    let mut child = child.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"Ha!").unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(!to(&said, "bob").contains("Ha!"), "{said}");
    assert!(to(&said, "carol").ends_with("alice says:\n\nHa!\n"), "{said}");
    assert!(to(&said, "alice").contains("Ha!\n\nbob takes no messages from you"), "{said}");
}

#[test]
fn messages_go_out_once_and_not_to_who_blocks() {
    let club = club();
    let said = speaks(&club, "alice", "message alice - bob carol bob", "A game on Sunday?\n");
    expect![[r#"
        To: alice
        Subject: Carrick: message sent

        Sent to bob and carol.

        To: bob
        Subject: Message from alice

        alice writes to bob and carol.

          message bob password alice    answers
          block bob password alice      stops such messages

        ************************************************************

        A game on Sunday?

        To: carol
        Subject: Message from alice

        alice writes to bob and carol.

          message carol password alice    answers
          block carol password alice      stops such messages

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
        There is nothing to pass on; what you want to say goes below the command: into the body of a mail, or on the command line to standard input.
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
    let (accepted, said) = says(&club, "alice", "message alice - bob carol", "Well?");
    assert!(!accepted && said.contains("You cannot write to carol"), "{said}");
    for number in 2..=20 {
        speaks(&club, "alice", "message alice - bob", &format!("Number {number}."));
    }
    let (accepted, said) = says(&club, "alice", "message alice - bob", "Number 21.");
    assert!(!accepted && said.contains("You may write 20 times an hour"), "{said}");
    speaks(&club, "bob", "message bob - alice", "Sunday is fine.");
}

#[test]
fn news_goes_to_those_who_read_it() {
    let club = club();
    for user in ["alice", "bob", "carol"] {
        does(&club, user, &format!("news {user} - on"));
    }
    does(&club, "carol", "block carol - dave");
    let said = speaks(&club, "dave", "broadcast dave -", "A tournament begins.");
    assert_eq!(told(&said), ["dave", "alice", "bob"]);
    expect![[r#"
        To: bob
        Subject: News from dave

        dave writes to everybody who reads the news.

          message bob password dave    answers
          news bob password off    stops the news

        ************************************************************

        A tournament begins.
    "#]]
    .assert_eq(to(&said, "bob"));
    does(&club, "bob", "news bob - off");
    assert_eq!(told(&speaks(&club, "dave", "broadcast dave -", "It ends.")), ["dave", "alice"]);
    let (accepted, said) = says(&club, "dave", "broadcast dave -", "It began.");
    assert!(!accepted && said.contains("2 times a day"), "{said}");
    assert_eq!(told(&speaks(&club, "alice", "broadcast alice -", "I won.")), ["alice", "carol"]);
}
