//! Texts and recipients of the emails.

use std::collections::BTreeMap;

use carrick_games::Seat;
use carrick_post::outbox::Outbox;
use carrick_server::change_account;
use carrick_service::Userid;
use carrick_tokens::{
    ChangeToken, ConfirmToken, Powers, ReplyToken, Subscription, UnsubscribeToken,
};
use jiff::SignedDuration;
use mail_parser::{Message, MessageParser, MimeHeaders as _};

use super::club::{Clock, Club};
use super::peer::{Peer, Taken};

/// Sends all emails, and returns their texts by recipient.
async fn sent(outbox: &mut Outbox<Clock>, peer: &Peer) -> BTreeMap<String, Vec<String>> {
    let before = peer.taken().len();
    Club::sends_all(outbox).await;
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Taken { to, text, .. } in peer.taken().drain(before..) {
        all.entry(to).or_default().push(text.replace('\n', "\r\n"));
    }
    all
}

fn parsed(text: &str) -> Message<'_> {
    MessageParser::default().parse(text.as_bytes()).unwrap()
}

/// The token in the reply address of an email.
fn play_token(mail: &Message<'_>) -> Option<String> {
    let to = mail.reply_to()?.first()?.address()?;
    Some(to.strip_prefix("play+")?.strip_suffix("@carrick.example")?.to_owned())
}

fn has_picture(mail: &Message<'_>) -> bool {
    mail.attachments()
        .any(|part| part.content_type().is_some_and(|kind| kind.subtype() == Some("png")))
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_player_to_move_can_reply_with_a_turn_and_only_to_the_last_email() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.does_as("ann", "ankor challenge -size=3 ann bob").await;
    club.does_as("ann", "ankor move 101 ann - b1").await;
    let first = sent(&mut outbox, &peer).await;
    // The challenge came when ann was to move; she has moved since.
    let subjects: Vec<_> = first["ann@ann.example"]
        .iter()
        .map(|mail| parsed(mail).subject().unwrap().to_owned())
        .collect();
    assert_eq!(subjects, ["New ankor board 101 (ann-bob)", "ankor board 101: bob to move"]);
    for (mail, pictured) in first["ann@ann.example"].iter().zip([true, false]) {
        assert_eq!(play_token(&parsed(mail)), None);
        assert_eq!(has_picture(&parsed(mail)), pictured, "the copy of her own turn needs none");
    }
    let [challenge, turn] = &first["bob@bob.example"][..] else { panic!("{first:?}") };
    assert_eq!(play_token(&parsed(challenge)), None);
    let token = play_token(&parsed(turn)).unwrap();
    let token: ReplyToken = Club::keys().open(&token, club.now()).unwrap();
    assert_eq!((token.generation, token.seat), (1, Seat::Second));
    assert_eq!(token.powers, Powers::TO_MOVE);

    club.does_as("bob", "ankor move 101 bob - c1").await;
    let second = sent(&mut outbox, &peer).await;
    assert_eq!(play_token(&parsed(&second["bob@bob.example"][0])), None);
    assert!(play_token(&parsed(&second["ann@ann.example"][0])).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_has_its_picture_and_plays_nothing() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.plays().await;
    sent(&mut outbox, &peer).await;
    for asked in
        ["ankor preview 101 b2", "ankor preview 101#1 c2 b2", "ankor preview new -size=3 b2"]
    {
        club.wait(SignedDuration::from_hours(1));
        club.asks("ann@ann.example", asked).await;
        let answers = sent(&mut outbox, &peer).await;
        let mail = parsed(&answers["ann@ann.example"][0]);
        assert!(mail.subject().unwrap().ends_with(": preview"), "{asked}");
        assert!(has_picture(&mail), "{asked}");
        assert_eq!(play_token(&mail), None, "{asked}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plain_part_is_exactly_the_services_text() {
    let club = Club::new().await;
    club.plays().await;
    let mut said: Vec<(String, String)> = club
        .store
        .pending(100)
        .await
        .unwrap()
        .into_iter()
        .map(|message| (message.subject, message.text))
        .collect();
    assert!(said.len() >= 4);
    let peer = Peer::new([]).await;
    Club::sends_all(&mut club.outbox_to(&peer)).await;
    let mut taken: Vec<String> =
        peer.taken().into_iter().map(|mail| mail.text.replace('\n', "\r\n")).collect();
    // Senders alternate, so emails leave in another order.
    said.sort();
    taken.sort_by_key(|mail| {
        let mail = parsed(mail);
        let plain = mail.body_text(0).map(|text| text.replace("\r\n", "\n"));
        (mail.subject().map(str::to_owned), plain)
    });
    assert_eq!(taken.len(), said.len());
    for (mail, (subject, text)) in taken.iter().zip(said) {
        let mail = parsed(mail);
        assert_eq!(mail.subject(), Some(&subject[..]));
        let plain = mail.body_text(0).unwrap().replace("\r\n", "\n");
        // The email to the player to move also says that its answer is the turn.
        let plays = "\n\nAnswer this mail with your turn on its first line, and it is played. What you\nwrite \
                     below that line is said to your opponent.";
        // So do links, below everything.
        let plain = match plain.split_once("\n\nThe board on the site:\n") {
            Some((plain, links)) => {
                assert!(links.starts_with("https://carrick.example/ankor/101\n"), "{links}");
                plain
            }
            None => &plain,
        };
        let said = match mail.reply_to() {
            Some(_) => plain.trim_end().strip_suffix(plays).unwrap_or_else(|| panic!("{plain}")),
            None => plain.trim_end(),
        };
        assert_eq!(said, text.trim_end(), "{subject}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_unsolicited_email_can_be_stopped_with_one_click() {
    let club = Club::new().await;
    club.does("signup cyd password cyd@cyd.example").await;
    club.confirm("cyd", "cyd@cyd.example").await;
    club.does_as("cyd", "news cyd - on").await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    sent(&mut outbox, &peer).await;
    club.plays().await;
    club.does_as("cyd", "ankor subscribe 101 cyd -").await;
    club.does_as("ann", "ankor move 101 ann - b2").await;
    club.writes("ann", "cyd", "Look at our game").await;
    club.makes_operator("ann").await;
    club.says("ann", "broadcast ann -", "A tournament begins").await;
    let mails = sent(&mut outbox, &peer).await;
    let stops = |to: &str, subject: &str| {
        let mails: Vec<Message<'_>> = mails[to].iter().map(|mail| parsed(mail)).collect();
        let mail = mails.iter().find(|mail| mail.subject() == Some(subject)).unwrap();
        let raw =
            |name: &str| mail.header_raw(name).unwrap().split_whitespace().collect::<String>();
        assert_eq!(raw("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
        let link = raw("List-Unsubscribe");
        let list = match subject.split(' ').next() {
            Some("Message") => "Messages<letters.carrick.example>",
            Some("News") => "News<news.carrick.example>",
            _ => "ankorboard101<ankor-101.carrick.example>",
        };
        assert_eq!(raw("List-ID").to_lowercase(), list.to_lowercase());
        let token = link.split_once("/stop/").unwrap().1.split('>').next().unwrap().to_owned();
        assert!(link.contains(&format!("mailto:stop+{token}@carrick.example")));
        Club::keys().open::<UnsubscribeToken>(&token, club.now()).unwrap()
    };
    let token = |user: &str, from| UnsubscribeToken { user: user.parse().unwrap(), from };
    let board = "ankor board 101: bob to move";
    let id = carrick_service::BoardId { kind: carrick_games::GameKind::Ankor, number: 101 };
    for user in ["cyd", "bob"] {
        let to = format!("{user}@{user}.example");
        assert_eq!(stops(&to, board), token(user, Subscription::Board(id)));
    }
    assert_eq!(stops("cyd@cyd.example", "Message from ann"), token("cyd", Subscription::Letters));
    assert_eq!(stops("cyd@cyd.example", "News from ann"), token("cyd", Subscription::News));
    assert!(
        play_token(&parsed(&mails["cyd@cyd.example"][0])).is_none(),
        "a subscriber plays nothing"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_asked_before_it_gets_other_emails() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.does("signup cyd password cyd@cyd.example").await;
    club.does("signup eve password Cyd@cyd.example").await;
    club.does_as("ann", "ankor challenge -size=3 ann cyd").await;
    let mails = sent(&mut outbox, &peer).await;
    let [mail] = &mails["cyd@cyd.example"][..] else { panic!("{mails:?}") };
    let mail = parsed(mail);
    assert_eq!(mail.subject(), Some("Is this the address of cyd?"));
    let text = mail.body_text(0).unwrap().into_owned();
    let token = text.split_once("https://carrick.example/confirm/").unwrap().1.trim();
    let token: ConfirmToken = Club::keys().open(token, club.now()).unwrap();
    let cyd: Userid = "cyd".parse().unwrap();
    assert_eq!((token.user, token.address.as_str()), (cyd, "cyd@cyd.example"));
    assert!(!mails.contains_key("Cyd@cyd.example"), "eve's wish within a day asks nobody");
    // A day later, someone may ask again.
    club.wait(SignedDuration::from_hours(25));
    club.does_as("eve", "add eve - cyd@cyd.example").await;
    assert_eq!(sent(&mut outbox, &peer).await["Cyd@cyd.example"].len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_prefers_it_gets_one_email_a_day_in_their_morning() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.does_as("bob", "ankor set bob - mail=daily zone=America/New_York").await;
    club.plays().await;
    club.writes("ann", "bob", "Take your time").await;
    assert!(!sent(&mut outbox, &peer).await.contains_key("bob@bob.example"));
    assert!(club.store.waiting_mail().await.unwrap().put_aside >= 4);
    club.wait(SignedDuration::from_hours(22));
    assert!(sent(&mut outbox, &peer).await.is_empty(), "six in the morning there");
    club.wait(SignedDuration::from_hours(1));
    let mails = sent(&mut outbox, &peer).await;
    let [mail] = &mails["bob@bob.example"][..] else { panic!("{mails:?}") };
    let mail = parsed(mail);
    let text = mail.body_text(0).unwrap();
    assert!(mail.subject().unwrap().ends_with("messages of the day"), "{:?}", mail.subject());
    assert!(text.contains("Take your time") && text.contains("ankor board 101: ann to move"));
    assert_eq!(text.matches("\nTurn 3: ann to move").count(), 1, "{text}");
    assert_eq!(text.matches("\nTurn 2: bob to move").count(), 0, "only the last word on a board");
    club.wait(SignedDuration::from_hours(48));
    assert!(sent(&mut outbox, &peer).await.is_empty(), "nothing happened, nothing comes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_stopped_all_mail_gets_only_answers_and_links() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.does_as("bob", "ankor set bob - mail=never").await;
    club.plays().await;
    club.does("reset bob").await;
    let mails = sent(&mut outbox, &peer).await;
    let [reset] = &mails["bob@bob.example"][..] else { panic!("{mails:?}") };
    let reset = parsed(reset);
    assert_eq!(reset.subject(), Some("A new password for bob"));
    assert!(reset.body_text(0).unwrap().contains("https://carrick.example/reset/bob"));
    assert_eq!(reset.header_raw("List-Unsubscribe"), None);
}

/// The question goes to every confirmed address with a link, whatever mail the user wants; its
/// button works once.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_an_account_is_made_by_its_link_once() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.does_as("ann", "ankor set ann - mail=never").await;
    club.does("add ann password ann@work.example").await;
    let mails = sent(&mut outbox, &peer).await;
    let [mail] = &mails["ann@ann.example"][..] else { panic!("{mails:?}") };
    let mail = parsed(mail);
    assert_eq!(mail.subject(), Some("Should the account ann be changed?"));
    let text = mail.body_text(0).unwrap().into_owned();
    let link = text.lines().find(|line| line.starts_with("https://")).unwrap();
    let token = link.strip_prefix("https://carrick.example/change/").unwrap();
    let ChangeToken { user, number, .. } = Club::keys().open(token, club.now()).unwrap();
    let bob: Userid = "bob".parse().unwrap();
    let change = async |user| {
        let done = change_account(&club.store, user, number, club.now()).await.unwrap();
        done.map(|done| done.messages)
    };
    assert_eq!(change(&bob).await, None, "the letter asked another user");
    let first = change(&user).await.unwrap();
    assert!(first[0].text.contains("ann@work.example (used only once"), "{first:?}");
    // Someone presses it again, after the address was removed again.
    club.does_as("ann", "change address ann - ann@ann.example").await;
    assert_eq!(change(&user).await.unwrap(), first);
    let needs = carrick_service::Needs { users: [user.clone()].into(), ..Default::default() };
    assert_eq!(club.store.read(&needs).await.unwrap().users[&user].addresses.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_one_is_asked_about_their_account_without_end() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    for _ in 0..30 {
        club.does("delete ann password").await;
    }
    assert_eq!(sent(&mut outbox, &peer).await["ann@ann.example"].len(), 10);
    club.wait(SignedDuration::from_hours(25));
    club.does("delete ann password").await;
    assert_eq!(sent(&mut outbox, &peer).await["ann@ann.example"].len(), 1);
}

/// Alternative text of the picture, for readers who cannot see it.
fn alternatives(mail: &Message<'_>) -> Vec<String> {
    let html = mail.body_html(0).unwrap();
    let texts = html.split("alt=\"").skip(1);
    texts.map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_shows_the_drawing_of_the_text_and_comes_before_it() {
    let club = Club::new().await;
    club.plays().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    sent(&mut outbox, &peer).await;
    club.does_as("ann", "ankor submit 101 ann - b2").await;
    let submitted = sent(&mut outbox, &peer).await;
    let mail = parsed(&submitted["ann@ann.example"][0]);
    assert_eq!(alternatives(&mail), ["The board after b2; it is drawn in letters below."]);

    // A player's own drawing is not a board.
    let ladder = "  o\n  |\n  o\n  |\n  o\n  |\n  o";
    club.says(
        "ann",
        "ankor chat 101 ann -",
        &format!("Look:\n\n{ladder}\n\nhttps://bad.example/x"),
    )
    .await;
    let said = sent(&mut outbox, &peer).await;
    let mail = parsed(&said["bob@bob.example"][0]);
    let html = mail.body_html(0).unwrap();
    let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part} in {html}"));
    assert_eq!(alternatives(&mail), ["The board after c1; it is drawn in letters below."]);
    let ladder = html.rfind("<pre>").unwrap();
    assert!(
        at("<img") < at("+---+") && at("+---+") < at("Look:") && at("Look:") < ladder,
        "{html}"
    );
    assert!(!html.contains("<a href=\"https://bad"), "{html}");
}

/// For a sender who asks by email, known or not.
#[tokio::test(flavor = "multi_thread")]
async fn a_sender_who_asks_to_see_a_board_gets_its_picture() {
    let club = Club::new().await;
    club.plays().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    sent(&mut outbox, &peer).await;
    for (asked, shown) in [("ankor show 101", "c1"), ("ankor show 101#1", "b1")] {
        club.asks("zoe@zoe.example", asked).await;
        let answer = sent(&mut outbox, &peer).await;
        let mail = parsed(&answer["zoe@zoe.example"][0]);
        let alternative = format!("The board after {shown}; it is drawn in letters below.");
        assert_eq!(alternatives(&mail), [alternative], "{asked}");
        assert!(has_picture(&mail) && play_token(&mail).is_none());
    }
}

/// The links of an email in its text, and in its page.
fn links(mail: &Message<'_>) -> [Vec<String>; 2] {
    let text = mail.body_text(0).unwrap().into_owned();
    let in_text = text.lines().filter(|line| line.starts_with("https://")).map(str::to_owned);
    let html = mail.body_html(0).unwrap().into_owned();
    let in_page = html.split("<a href=\"").skip(1);
    let in_page = in_page.map(|rest| rest.split('"').next().unwrap_or_default().to_owned());
    [in_text.collect(), in_page.collect()]
}

const BOARD_PAGE: &str = "https://carrick.example/ankor/101";

#[tokio::test(flavor = "multi_thread")]
async fn an_email_about_a_board_links_to_it_and_to_declining_it_while_that_is_possible() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.does_as("ann", "ankor challenge -size=3 ann bob").await;
    let mails = sent(&mut outbox, &peer).await;
    for to in ["ann@ann.example", "bob@bob.example"] {
        let mail = parsed(&mails[to][0]);
        let [in_text, in_page] = links(&mail);
        let [board, decline, stop] = &in_text[..] else { panic!("{in_text:?}") };
        assert_eq!(board, BOARD_PAGE);
        assert!(decline.starts_with("https://carrick.example/decline/"), "{decline}");
        assert!(stop.starts_with("https://carrick.example/stop/"), "{stop}");
        // In the page, the picture also links to the board.
        assert_eq!(in_page, [board, board, decline, stop].map(String::clone), "{to}");
        let text = mail.body_text(0).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with("https://"));
        assert!(lines.clone().all(|line| line.chars().count() <= 78), "{text}");
    }
    // Ann moves: until Bob accepts, she can still withdraw the game, and he can decline it.
    club.wait(SignedDuration::from_hours(1));
    club.does_as("ann", "ankor move 101 ann - b1").await;
    let mails = sent(&mut outbox, &peer).await;
    let declines =
        |to: &str| links(&parsed(&mails[to][0]))[0].iter().any(|link| link.contains("/decline/"));
    assert!(declines("ann@ann.example") && declines("bob@bob.example"));
    // The board is gone, and its page with it.
    club.wait(SignedDuration::from_hours(1));
    club.does_as("bob", "ankor resign 101 bob -").await;
    let mails = sent(&mut outbox, &peer).await;
    let mail = parsed(&mails["ann@ann.example"][0]);
    assert_eq!(mail.subject(), Some("ankor board 101: declined"));
    let [in_text, _] = links(&mail);
    assert!(in_text.iter().all(|link| link.contains("/stop/")), "{in_text:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_do_not_link_to_pages_that_players_cannot_open() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_without_pages(&peer);
    club.plays().await;
    let mails = sent(&mut outbox, &peer).await;
    for mail in mails.values().flatten() {
        assert_eq!(links(&parsed(mail)), [Vec::<String>::new(), Vec::new()], "{mail}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_follow_the_users_setting() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.does_as("ann", "ankor challenge -size=3 ann bob").await;
    sent(&mut outbox, &peer).await;
    let turns = ["b1", "c1", "b2", "c2", "c3", "a1"].into_iter();
    for ((turn, wanted), ply) in turns.zip(["", "", "all", "all", "none", "none"]).zip(0..) {
        let [mover, other] = if ply % 2 == 0 { ["ann", "bob"] } else { ["bob", "ann"] };
        if !wanted.is_empty() {
            for user in [mover, other] {
                club.does_as(user, &format!("ankor set {user} - pictures={wanted}")).await;
            }
        }
        sent(&mut outbox, &peer).await;
        club.wait(SignedDuration::from_hours(1));
        club.does_as(mover, &format!("ankor move 101 {mover} - {turn}")).await;
        let mails = sent(&mut outbox, &peer).await;
        let pictured =
            |user: &str| has_picture(&parsed(&mails[&format!("{user}@{user}.example")][0]));
        let expected = match wanted {
            "all" => [true, true],
            "none" => [false, false],
            _ => [false, true],
        };
        assert_eq!([mover, other].map(pictured), expected, "{turn} {wanted}");
    }
}

/// Emails that were stopped no longer come, all others do, and the last one says how to get them
/// back.
#[tokio::test(flavor = "multi_thread")]
async fn one_kind_is_stopped_and_the_last_email_confirms_it() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.plays().await;
    sent(&mut outbox, &peer).await;
    let bob: Userid = "bob".parse().unwrap();
    let turns = Subscription::Turns;
    for _ in 0..2 {
        carrick_server::stop(&club.store, bob.clone(), turns, true, club.now()).await.unwrap();
    }
    club.does_as("ann", "ankor move 101 ann - b2").await;
    club.writes("ann", "bob", "Hello").await;
    let mails = sent(&mut outbox, &peer).await;
    let [last, letter] = &mails["bob@bob.example"][..] else { panic!("{mails:?}") };
    assert_eq!(parsed(letter).subject(), Some("Message from ann"));
    let last = parsed(last);
    assert_eq!(last.subject(), Some("Carrick: mail stopped"));
    assert_eq!(last.header_raw("List-Unsubscribe"), None);
    let text = last.body_text(0).unwrap().into_owned();
    assert!(text.contains("ankor set bob password turnmail=on"), "{text}");
    let [in_text, _] = links(&last);
    let [link] = &in_text[..] else { panic!("{in_text:?}") };
    let token = link.strip_prefix("https://carrick.example/stop/").unwrap();
    let token: UnsubscribeToken = Club::keys().open(token, club.now()).unwrap();
    assert_eq!(token, UnsubscribeToken { user: bob.clone(), from: turns });
    carrick_server::bring_again(&club.store, bob, turns, club.now()).await.unwrap();
    club.does_as("bob", "ankor move 101 bob - c2").await;
    let mails = sent(&mut outbox, &peer).await;
    assert_eq!(mails["bob@bob.example"].len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_daily_email_links_to_its_boards() {
    let club = Club::new().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    club.does_as("bob", "ankor set bob - mail=daily").await;
    club.plays().await;
    club.writes("ann", "bob", "https://bad.example/\n\nhttps://carrick.example/stop/x").await;
    sent(&mut outbox, &peer).await;
    club.wait(SignedDuration::from_hours(24));
    let mails = sent(&mut outbox, &peer).await;
    let mail = parsed(&mails["bob@bob.example"][0]);
    let [in_text, in_page] = links(&mail);
    assert!(in_text.contains(&BOARD_PAGE.to_owned()));
    let stop = in_text.last().unwrap();
    assert_eq!(in_page, [BOARD_PAGE, stop], "what players write leads nowhere");
    let text = mail.body_text(0).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("https://"));
    assert!(lines.clone().all(|line| line.chars().count() <= 78), "{text}");
}
