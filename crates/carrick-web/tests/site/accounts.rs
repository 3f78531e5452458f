//! Signing up, in and out; sessions; facts that must stay secret.

use axum::http::header;
use carrick_service::{Decision, Event, Needs, Sender, State, User, UserEvent, Userid};
use carrick_store::LogEntry;
use carrick_web::reset_link;
use jiff::{SignedDuration, Timestamp};

use super::support::{BASE, Site, attributes, password};

#[tokio::test]
async fn a_session_is_rotated_listed_and_revoked() {
    let site = Site::new().await;
    let (mut home, mut library) = (site.browser(), site.browser());
    home.sign_up("ann").await.is(303);
    let first = home.cookie.clone().unwrap();
    assert!(first.starts_with("__Host-session="), "{first}");

    let secret = password("ann");
    let fields = [("user", "Ann"), ("password", secret.as_str())];
    home.post("/sign-in", &fields).await.is(303);
    assert_ne!(home.cookie.as_ref(), Some(&first), "a new token at every sign-in");
    let mut old = site.browser();
    old.cookie = Some(first);
    assert_eq!(
        old.get("/account").await.location(),
        "/sign-in?to=/account",
        "the old one is no longer valid"
    );

    library.post("/sign-in", &fields).await.is(303);
    let page = home.get("/account/security").await;
    page.is(200).says("Firefox on Linux").says("this one");
    let other = attributes(&page.text, "<button name=\"session\"", "value");
    home.post("/account/sessions/end", &[("session", &other[0])]).await.is(303);
    library.get("/account").await.is(303);
    home.get("/account").await.is(200);

    home.post("/sign-out", &[]).await.is(303);
    assert_eq!(home.cookie, None);
}

#[tokio::test]
async fn a_change_of_the_password_ends_all_other_sessions() {
    let site = Site::new().await;
    let (mut home, mut library) = (site.browser(), site.browser());
    home.sign_up("ann").await;
    let old = password("ann");
    library.post("/sign-in", &[("user", "ann"), ("password", &old)]).await.is(303);
    let wrong = [("current", "not the one"), ("password", "new password")];
    home.post("/account/password", &wrong).await.is(422);
    library.get("/account").await.is(200);
    let right = [("current", old.as_str()), ("password", "new password")];
    home.post("/account/password", &right).await.is(303);
    home.get("/account").await.is(200);
    library.get("/account").await.is(303);
    library.post("/sign-in", &[("user", "ann"), ("password", &old)]).await.is(422);
    library.post("/sign-in", &[("user", "ann"), ("password", "new password")]).await.is(303);
}

#[tokio::test]
async fn no_one_learns_who_has_an_account() {
    let site = Site::new().await;
    site.browser().sign_up("ann").await.is(303);
    let mut texts = Vec::new();
    for user in ["ann", "bob", "level3", "no such name"] {
        let fields = [("user", user), ("password", "a wrong password")];
        let answer = site.browser().post("/sign-in", &fields).await;
        answer.is(422);
        texts.push(answer.text.replace(user, "…"));
        let answer = site.browser().post("/reset", &[("user", user)]).await;
        answer.is(200);
        texts.push(answer.text);
    }
    assert_eq!(texts[0], texts[2]);
    assert_eq!(texts[0], texts[4]);
    assert_eq!(texts[0], texts[6]);
    assert!([3, 5, 7].iter().all(|&place| texts[place] == texts[1]));
}

#[tokio::test]
async fn guessing_is_stopped() {
    let site = Site::new().await;
    site.browser().sign_up("ann").await;
    let mut last = String::new();
    for _ in 0..11 {
        let fields = [("user", "ann"), ("password", "a wrong password")];
        last = site.browser().post("/sign-in", &fields).await.text;
    }
    assert!(last.contains("Too many wrong passwords"), "{last}");
    let right = [("user", "ann"), ("password", &password("ann"))];
    let away = site.browser().post("/sign-in", &right).await;
    away.is(429)
        .says("Too many wrong passwords")
        .says("Try again in 2 minutes")
        .says("value=\"ann\"");
    site.later(SignedDuration::from_mins(10));
    site.browser().post("/sign-in", &right).await.is(303);
}

/// A signed-in user changes their password while others guess it, and a link lets them in where
/// they are not signed in. A visitor in a club, whose computers share an address, has entered ten
/// wrong passwords.
#[tokio::test]
async fn wrong_passwords_stop_neither_sign_ups_nor_guests() {
    let site = Site::new().await;
    site.browser_at("192.0.2.7").sign_up("ann").await.is(303);
    let mut club = site.browser();
    for _ in 0..10 {
        let fields = [("user", "ann"), ("password", "a wrong password")];
        club.post("/sign-in", &fields).await.is(422);
    }
    site.browser().sign_up("bob").await.is(303);
    let typed = [("command", "signup cyd tulip77cyd")];
    site.browser().post("/commands", &typed).await.is(200).says("Welcome to Carrick, cyd");
    site.browser().post("/new/boche/computer", &[("level", "1")]).await.is(303);

    // Only requests that would be another guess are refused, with a reason.
    let fields = [("user", "ann"), ("password", "a wrong password")];
    for path in ["/sign-in", "/sign-up"] {
        let answer = site.browser().post(path, &fields).await;
        answer.is(429).says("Too many wrong passwords");
        assert!(answer.headers.contains_key(header::RETRY_AFTER), "{path}");
        assert!(!answer.text.contains("is taken"), "{path}");
    }
    let typed = [("command", "signup ann tulip77cyd")];
    let answer = site.browser().post("/commands", &typed).await;
    answer.is(429).says("Too many wrong passwords");
    assert!(answer.headers.contains_key(header::RETRY_AFTER));
}

#[tokio::test]
async fn a_body_of_commands_makes_one_account_and_counts_as_a_sign_up() {
    let site = Site::new().await;
    let body = |number| format!("signup one{number} tulip77x\nsignup two{number} tulip77x");
    let multiple = async |number| {
        let body = body(number);
        let typed = [("command", "multiple"), ("body", body.as_str())];
        site.browser().post("/commands", &typed).await
    };
    multiple(0).await.is(200).says("Welcome to Carrick, one0").says("body makes one account");
    for number in 1..10 {
        multiple(number).await.is(200);
    }
    multiple(10).await.is(429).says("Too many requests");
}

/// Names that the pages refuse, with the text of the refusal.
#[tokio::test]
async fn names_of_guests_levels_and_roles_are_refused_in_every_form() {
    let site = Site::new().await;
    for name in
        ["guest_2", "guest12", "Level_1", "leve1", "novice3", "admin", "adm1n", "carrick", "move"]
    {
        let fields = [("user", name), ("password", "the long password")];
        // Each comes from another address, because sign-ups are limited.
        let answer = site.browser_at("192.0.2.8").post("/sign-up", &fields).await;
        answer.is(422).says("That name").says("choose another");
        let typed = format!("signup {name} tulip77x");
        let answer = site.browser_at("192.0.2.9").post("/commands", &[("command", &typed)]).await;
        assert!(!answer.text.contains("Welcome to Carrick"), "{name}");
        site.later(SignedDuration::from_hours(1));
    }
}

/// Older accounts with such names are skipped.
#[tokio::test]
async fn a_guest_gets_the_next_free_number() {
    let site = Site::new().await;
    let at = site.now();
    for name in ["guest_1", "guest_2"] {
        let user: Userid = name.parse().unwrap();
        let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
        let entry = LogEntry {
            id: None,
            at,
            sender: Sender::Nobody,
            command: format!("signup {name} *"),
            reply_to: None,
        };
        let decide = move |_: &State| Decision {
            events: vec![Event::UserJoined(User::new(user.clone(), at, None))],
            ..Decision::default()
        };
        site.store.transaction(&needs, &entry, decide).await.unwrap();
    }
    let mut visitor = site.browser();
    let begun = visitor.post("/new/boche/computer", &[("level", "1")]).await;
    let path = begun.is(303).location().to_owned();
    visitor.get(&path).await.is(200).says("Guest 3");
}

#[tokio::test]
async fn guesses_of_others_do_not_lock_the_owner_out() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    for guesser in 0..24 {
        let mut browser = site.browser_at(&format!("192.0.2.{guesser}"));
        browser
            .post("/sign-in", &[("user", "ann"), ("password", "a wrong password")])
            .await
            .is(if guesser < 20 { 422 } else { 429 });
    }
    let right = password("ann");
    let mut elsewhere = site.browser_at("198.51.100.7");
    elsewhere
        .post("/sign-in", &[("user", "ann"), ("password", &right)])
        .await
        .says("Too many wrong passwords");
    let new = [("current", right.as_str()), ("password", "a new password")];
    ann.post("/account/password", &new).await.is(303);
    let path = ask_for_link(&site, "ann").await;
    elsewhere.post(&path, &[("password", "yet another one")]).await.is(303);
    elsewhere.get("/account").await.is(200);
}

#[tokio::test]
async fn a_form_sent_twice_signs_up_once_and_a_taken_name_stays_taken() {
    let site = Site::new().await;
    site.browser().sign_up("ann").await.is(303);
    site.browser().sign_up("ann").await.is(303);
    let thief = [("user", "ann"), ("password", "another password")];
    site.browser().post("/sign-up", &thief).await.is(422).says("taken");
    let thief = [("user", "level3"), ("password", "another password")];
    site.browser().post("/sign-up", &thief).await.is(422);
    let short = [("user", "bob"), ("password", "seven77")];
    site.browser().post("/sign-up", &short).await.is(422).says("8 to 128");
}

/// Path of a password reset link, as if it had come by email.
pub(crate) async fn ask_for_link(site: &Site, user: &str) -> String {
    let user: Userid = user.parse().unwrap();
    let asked = site.now();
    let ask = {
        let user = user.clone();
        move |_: &carrick_service::State| carrick_service::Decision {
            events: vec![Event::User(user, UserEvent::ResetAsked(asked))],
            messages: Vec::new(),
            refusal: None,
        }
    };
    let entry = carrick_store::LogEntry {
        id: None,
        at: asked,
        sender: carrick_service::Sender::Nobody,
        command: "reset".into(),
        reply_to: None,
    };
    site.store.transaction(&Needs::default(), &entry, ask).await.unwrap();
    link(site, &user, asked)
}

fn link(site: &Site, user: &Userid, asked: Timestamp) -> String {
    let link = reset_link(&BASE.parse().unwrap(), &site.keys, user, asked);
    link.strip_prefix(BASE).unwrap().to_owned()
}

#[tokio::test]
async fn a_link_sets_a_new_password_once_and_for_a_day() {
    let site = Site::new().await;
    let mut browser = site.browser();
    browser.sign_up("ann").await;
    let asked = site.now();
    let path = ask_for_link(&site, "ann").await;
    let mut stranger = site.browser();
    let other = if path.ends_with('a') { "b" } else { "a" };
    stranger.get(&format!("{}{other}", &path[..path.len() - 1])).await.is(404);
    let earlier = link(&site, &"ann".parse().unwrap(), asked - SignedDuration::from_mins(1));
    stranger.get(&earlier).await.is(404);
    stranger.get(&path).await.is(200);
    browser.get("/account").await.is(200).says("ann");
    stranger.post(&path, &[("password", "short")]).await.is(422);
    stranger.post(&path, &[("password", "")]).await.is(422).says("or both");
    stranger.post(&path, &[("password", "a new password")]).await.is(303);
    stranger.get("/account").await.is(200);
    browser.get("/account").await.is(303);
    stranger.post(&path, &[("password", "yet another one")]).await.is(404);
}

async fn is_command_password(site: &Site, user: &str, password: &str) -> bool {
    let stored = site.store.password_of(&user.parse().unwrap()).await.unwrap();
    stored.is_some_and(|hash| hash.verifies(&password.parse().unwrap()))
}

/// A reset link works for players by email, as `reset` promises.
#[tokio::test]
async fn a_link_sets_a_new_command_password_with_or_without_one_for_the_web() {
    let site = Site::new().await;
    site.browser().sign_up("ann").await;
    let mut stranger = site.browser();
    let path = ask_for_link(&site, "ann").await;
    stranger.post(&path, &[("command", "no blank")]).await.is(422).says("no spaces");
    stranger.post(&path, &[("command", "tulip7")]).await.is(303);
    stranger.post(&path, &[("command", "rose88")]).await.is(404);
    assert!(is_command_password(&site, "ann", "tulip7").await);
    let old = password("ann");
    let sign_in = async |password: &str| {
        site.browser().post("/sign-in", &[("user", "ann"), ("password", password)]).await
    };
    sign_in(&old).await.is(303);

    let path = ask_for_link(&site, "ann").await;
    let both = [("command", "rose88"), ("password", "a new password")];
    stranger.post(&path, &both).await.is(303);
    assert!(is_command_password(&site, "ann", "rose88").await);
    sign_in("a new password").await.is(303);
    sign_in(&old).await.is(422);
}

#[tokio::test]
async fn however_much_it_is_used_a_session_ends_after_a_year() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    for _ in 0..12 {
        site.later(SignedDuration::from_hours(24 * 30));
        ann.get("/account").await.is(200);
    }
    site.later(SignedDuration::from_hours(24 * 6));
    ann.get("/account").await.is(303);
}

#[tokio::test]
async fn changing_access_requires_the_password() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let right = password("ann");
    for (path, name, value) in [
        ("/account/addresses", "addresses", "ann@example.org"),
        ("/account/command-password", "command", "tulip7"),
        ("/account/delete", "sure", "1"),
    ] {
        let wrong = [(name, value), ("current", "not the one")];
        ann.post(path, &wrong).await.is(422).says("not your current password");
        ann.post(path, &[(name, value), ("current", &right)]).await.is(303);
    }
}

/// Tokens and the feed are revoked when the password changes, except those that the owner ticks.
#[tokio::test]
async fn tokens_and_the_feed_end_with_a_password() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let user: Userid = "ann".parse().unwrap();
    let given_out = async || {
        for _ in 0..2 {
            site.token("ann", "read").await;
        }
        let tokens = site.store.api_tokens_of(&user, site.now()).await.unwrap();
        tokens.iter().map(|token| token.number.to_string()).collect::<Vec<_>>()
    };
    let left = async || {
        let tokens = site.store.api_tokens_of(&user, site.now()).await.unwrap();
        let feed = site.store.feed_of(&user).await.unwrap().is_some();
        (tokens.iter().map(|token| token.number.to_string()).collect::<Vec<_>>(), feed)
    };

    // The web password on the account page: the boxes exist and are not ticked.
    let numbers = given_out().await;
    ann.post("/account/feed", &[]).await.is(200);
    let page = ann.get("/account/security").await;
    let box_of = |number: &str| format!("name=\"keep\" value=\"{number}\">");
    page.says(&box_of(&numbers[0])).says(&box_of(&numbers[1])).says(&box_of("feed"));
    let old = password("ann");
    let change = [("current", old.as_str()), ("password", "a new password"), ("keep", &numbers[0])];
    let answer = ann.post("/account/password", &change).await;
    let after = answer.is(303).location().to_owned();
    ann.get(&after).await.says("one token for a program and your feed");
    assert_eq!(left().await, (vec![numbers[0].clone()], false));
    // A refused form revokes nothing.
    let wrong = [("current", "a wrong password"), ("password", "another password")];
    ann.post("/account/password", &wrong).await.is(422);
    assert_eq!(left().await.0.len(), 1);

    // The command password on the account page.
    given_out().await;
    ann.post("/account/feed", &[]).await.is(200);
    let change = [
        ("current", "a new password"),
        ("command", "tulip77"),
        ("keep", "feed"),
        ("keep", &numbers[0]),
    ];
    let answer = ann.post("/account/command-password", &change).await;
    let after = answer.is(303).location().to_owned();
    ann.get(&after).await.says("2 tokens for programs");
    assert_eq!(left().await, (vec![numbers[0].clone()], true));

    // With a command.
    let typed = [("command", "change password ann - rose8888")];
    ann.post("/commands", &typed).await.is(200).says("no longer valid");
    assert_eq!(left().await, (Vec::new(), false));

    // With a link: if nothing is ticked, everything is revoked; if both are ticked, nothing is.
    for (keep, kept) in [(&["tokens", "feed"][..], (2, true)), (&[], (0, false))] {
        for token in left().await.0 {
            site.store.revoke_api_token(&user, token.parse().unwrap()).await.unwrap();
        }
        given_out().await;
        ann.post("/account/feed", &[]).await.is(200);
        let path = ask_for_link(&site, "ann").await;
        ann.get(&path).await.says("name=\"keep\" value=\"tokens\">");
        let mut fields = vec![("password", "yet another one"), ("command", "violet55")];
        fields.extend(keep.iter().map(|what| ("keep", *what)));
        ann.post(&path, &fields).await.is(303);
        let (tokens, feed) = left().await;
        assert_eq!((tokens.len(), feed), kept);
    }
}
