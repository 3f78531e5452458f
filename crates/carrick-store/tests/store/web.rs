//! Sessions, web passwords, guests.

use carrick_service::{BoardEvent, ComputerLevel, Event, SeatResult, UserEvent};
use carrick_store::{MOST_SESSIONS, Session, Store, TokenHash, Visit};
use jiff::{SignedDuration, Timestamp};

use crate::support::*;

fn session(user: &str, token: char, begun: i64, minutes: i64) -> Session {
    Session {
        token: TokenHash(token.to_string().repeat(64)),
        user: name(user),
        guest: false,
        created: minute(begun),
        seen: minute(begun),
        expires: minute(begun) + SignedDuration::from_mins(minutes),
        label: "Firefox on Linux".into(),
    }
}

async fn visit(store: &Store, token: &TokenHash, now: Timestamp) -> Option<Visit> {
    store.visit(token, now).await.unwrap()
}

async fn session_of(store: &Store, token: &TokenHash, now: Timestamp) -> Option<Session> {
    visit(store, token, now).await.map(|visit| visit.session)
}

#[tokio::test]
async fn a_visit_counts_the_boards_where_it_is_the_users_turn() {
    let boards = [(101, ["ann", "bob"]), (102, ["bob", "ann"]), (103, ["bob", "cyd"])];
    let mut events: Vec<Event> =
        boards.into_iter().map(|(number, players)| opened(ankor(number), players)).collect();
    events.push(played(ankor(102), 1));
    let zone: carrick_service::Zone = "Europe/Paris".parse().unwrap();
    events.push(set("ann", |all| all.zone = zone.clone()));
    let fixture = Fixture::with(events).await;
    let store = &fixture.store;
    let waiting = async |user: &str, token: char| {
        let session = session(user, token, 0, 10);
        store.begin_session(&session).await.unwrap();
        visit(store, &session.token, minute(1)).await.unwrap()
    };
    let ann = waiting("ann", 'a').await;
    assert_eq!((ann.waiting, ann.zone), (2, zone), "to begin on 101, to answer on 102");
    assert_eq!(waiting("bob", 'b').await.waiting, 1, "only on 103");
    assert_eq!(waiting("cyd", 'c').await.waiting, 0);
    fixture.write(vec![ended(ankor(101), SeatResult::Draw, 5)]).await.unwrap();
    assert_eq!(visit(store, &ann.session.token, minute(1)).await.unwrap().waiting, 1);
}

#[tokio::test]
async fn a_session_lasts_as_long_as_it_is_used() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    let [ann, short] = [session("ann", 'a', 0, 10), session("ann", 'b', 0, 1)];
    store.begin_session(&ann).await.unwrap();
    store.begin_session(&short).await.unwrap();
    assert_eq!(session_of(store, &ann.token, minute(9)).await, Some(ann.clone()));
    assert_eq!(session_of(store, &short.token, minute(1)).await, None);
    store.session_seen(&ann.token, minute(9), minute(19)).await.unwrap();
    let seen = session_of(store, &ann.token, minute(18)).await.unwrap();
    assert_eq!((seen.seen, seen.expires), (minute(9), minute(19)));
    let last = store.last_seen(&[name("ann"), name("bob")]).await.unwrap();
    assert_eq!(last, [(name("ann"), minute(9))].into());
    // A new session deletes those that expired more than a day ago.
    store.begin_session(&session("bob", 'c', 24 * 60 + 5, 10)).await.unwrap();
    assert_eq!(fixture.number("SELECT count(*) FROM sessions").await, 2);
    store.end_session(&name("bob"), &ann.token).await.unwrap();
    assert_eq!(
        store.sessions_of(&name("ann"), minute(9), 50).await.unwrap().len(),
        1,
        "not theirs"
    );
    store.end_other_sessions(&name("ann"), Some(&ann.token)).await.unwrap();
    store.end_session(&name("ann"), &ann.token).await.unwrap();
    assert_eq!(store.sessions_of(&name("ann"), minute(9), 50).await.unwrap(), []);
}

#[tokio::test]
async fn a_user_has_a_limited_number_of_sessions() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    let begin = async |user: &str, number: i64| {
        let token = TokenHash(format!("{number:064}"));
        let session = Session { token, ..session(user, 'a', number, 1000) };
        store.begin_session(&session).await.unwrap();
        session.token
    };
    let bobs = begin("bob", 999).await;
    let most = i64::from(MOST_SESSIONS);
    let mut tokens = Vec::new();
    for number in 0..most {
        tokens.push(begin("ann", number).await);
    }
    store.session_seen(&tokens[0], minute(most), minute(2000)).await.unwrap();
    for number in most..most + 3 {
        tokens.push(begin("ann", number).await);
    }
    let now = minute(most + 3);
    for (number, token) in tokens.iter().enumerate() {
        let is_there = session_of(store, token, now).await.is_some();
        assert_eq!(is_there, !(1..4).contains(&number), "{number}: the first is still used");
    }
    assert_eq!(store.sessions_of(&name("ann"), now, 500).await.unwrap().len(), 100);
    assert_eq!(store.sessions_of(&name("ann"), now, 50).await.unwrap().len(), 50);
    assert!(session_of(store, &bobs, now).await.is_some(), "others keep theirs");
}

#[tokio::test]
async fn at_a_crowded_address_each_user_has_few_sessions() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    for user in ["ann", "bob"] {
        store.note_place(&name(user), "home").await.unwrap();
    }
    let bobs = format!(
        "INSERT INTO sessions (token_hash, userid, created, seen, expires, label) \
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 995) \
         SELECT substr('{}' || n, length(CAST(n AS TEXT)) + 1), 'bob', 0, 0, 9000000000000000, '' \
         FROM n",
        "b".repeat(64)
    );
    fixture.execute(&bobs).await;

    let begin = async |number: i64| {
        let token = TokenHash(format!("{number:064}"));
        let session = Session { token, ..session("ann", 'a', number, 1000) };
        store.begin_session(&session).await.unwrap();
    };
    for number in 0..5 {
        begin(number).await;
    }
    assert_eq!(store.sessions_of(&name("ann"), minute(9), 50).await.unwrap().len(), 5);
    for number in 5..8 {
        begin(number).await;
    }
    let left = store.sessions_of(&name("ann"), minute(9), 50).await.unwrap();
    assert_eq!(left.len(), 5, "the newest five");
    assert!(left.iter().all(|session| session.created >= minute(3)));
}

#[tokio::test]
async fn a_user_who_leaves_is_signed_out_everywhere() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    let ann = session("ann", 'a', 0, 10);
    store.begin_session(&ann).await.unwrap();
    store.set_web_password(&name("ann"), "$argon2id$web", minute(0)).await.unwrap();
    assert!(store.web_password_of(&name("ann")).await.unwrap().is_some());
    let gone = Event::User(name("ann"), UserEvent::Deleted(minute(1)));
    fixture.write(vec![gone]).await.unwrap();
    assert_eq!(session_of(store, &ann.token, minute(2)).await, None);
    assert_eq!(store.web_password_of(&name("ann")).await.unwrap(), None);
    assert!(!names(store, "").await.contains(&name("ann")));
}

#[tokio::test]
async fn a_guests_boards_go_to_one_user() {
    let (mine, other) = (ankor(101), ankor(102));
    let opened = vec![
        Event::UserJoined(user("guest_7")),
        opened(mine, ["guest_7", "level3"]),
        opened(other, ["cyd", "level3"]),
        played(mine, 1),
        Event::Board(mine, BoardEvent::JobMade { opponent: name("guest_7"), cost_ms: 1 }),
    ];
    let fixture = Fixture::with(opened).await;
    let store = &fixture.store;
    store.hand_over(&name("cyd"), &name("ann"), minute(2)).await.unwrap();
    let players = fixture.board(other).await.unwrap().players;
    assert_eq!(players, ["cyd", "level3"].map(name), "cyd is not a guest");

    store.begin_session(&session("guest_7", 'b', 0, 10)).await.unwrap();
    let guest = session_of(store, &TokenHash("b".repeat(64)), minute(1)).await;
    assert!(guest.unwrap().guest);
    assert_eq!(names(store, "guest").await, []);
    store.hand_over(&name("guest_7"), &name("ann"), minute(2)).await.unwrap();
    let board = fixture.board(mine).await.unwrap();
    assert_eq!(board.players, ["ann", "level3"].map(name));
    assert_eq!(board.turns.len(), 1);
    assert_eq!(fixture.board(other).await.unwrap().players, ["cyd", "level3"].map(name));
    assert_eq!(fixture.number("SELECT count(*) FROM jobs WHERE asker = 'ann'").await, 1);
    assert_eq!(session_of(store, &TokenHash("b".repeat(64)), minute(1)).await, None);
    assert_eq!(store.password_of(&name("guest_7")).await.unwrap(), None);
}

/// All names that contain a part, in their order, three at a time.
async fn names(store: &carrick_store::Store, part: &str) -> Vec<carrick_service::Userid> {
    let mut found = Vec::new();
    let mut last: Option<String> = None;
    loop {
        let page = store.users(part, last.as_deref(), 3).await.unwrap();
        assert_eq!(page.after, page.rows.len() == 3 && page.after);
        last = page.rows.last().map(|(_, place)| place.clone());
        found.extend(page.rows.into_iter().map(|(user, _)| user));
        if !page.after {
            return found;
        }
    }
}

#[tokio::test]
async fn names_are_found_by_their_parts() {
    let fixture = Fixture::new().await;
    let people = ["bob", "bobby", "guest_bob", "bobob", "ann", "b_b", "obb"];
    let joined = people.map(|name| Event::UserJoined(user(name)));
    fixture.write(joined.to_vec()).await.unwrap();
    let store = &fixture.store;
    for (part, expected) in [
        ("bob", "bob bobby bobob"),
        ("BOB", "bob bobby bobob"),
        ("bb", "obb bobby"),
        ("_", "b_b"),
        ("%", ""),
        ("level1", "level1"),
        ("bobobo", ""),
    ] {
        let found: Vec<String> = names(store, part).await.iter().map(ToString::to_string).collect();
        assert_eq!(found.join(" "), expected, "{part}");
    }
    let all = names(store, "").await;
    assert!(
        all.is_sorted() && all.len() == people.len() - 1 + ComputerLevel::all().len(),
        "{all:?}"
    );
    fixture.write(vec![Event::User(name("bob"), UserEvent::Deleted(minute(1)))]).await.unwrap();
    assert_eq!(names(store, "bob").await, [name("bobby"), name("bobob")]);
}

/// Finished steps add up, move to a new name, and are deleted with their user.
#[tokio::test]
async fn finished_steps_of_lessons_are_never_removed() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    let (ankor, boche) = (carrick_games::GameKind::Ankor, carrick_games::GameKind::Boche);
    store.note_learned(&name("ann"), &[(ankor, 0b101), (boche, 0)].into()).await.unwrap();
    store.note_learned(&name("ann"), &[(ankor, 0b110), (boche, 1)].into()).await.unwrap();
    let all = [(ankor, 0b111), (boche, 1)].into();
    assert_eq!(store.learned(&name("ann")).await.unwrap(), all);
    assert_eq!(store.learned(&name("bob")).await.unwrap(), Default::default());
    let renamed = Event::User(name("ann"), UserEvent::Renamed(name("anne")));
    fixture.write(vec![renamed]).await.unwrap();
    assert_eq!(store.learned(&name("anne")).await.unwrap(), all);
    let gone = Event::User(name("anne"), UserEvent::Deleted(minute(2)));
    fixture.write(vec![gone]).await.unwrap();
    assert_eq!(store.learned(&name("anne")).await.unwrap(), Default::default());
    assert!(store.note_learned(&name("nobody"), &[(ankor, 1)].into()).await.is_err());
}

#[tokio::test]
async fn buckets_are_changed_together_and_deleted_when_full() {
    let fixture = Fixture::new().await;
    let others = open(&fixture.location()).await.unwrap();
    let buckets = [("link", "192.0.2.7"), ("code", "ann")];
    let later = |store: &Store, now: i64, by: [i64; 2]| {
        let store = store.clone();
        let change = move |moments: &mut [Timestamp]| {
            let before = moments.to_vec();
            for (moment, by) in moments.iter_mut().zip(by) {
                *moment += SignedDuration::from_mins(by);
            }
            before
        };
        async move { store.change_buckets(&buckets, minute(now), change).await.unwrap() }
    };
    assert_eq!(later(&fixture.store, 0, [3, 5]).await, [minute(0), minute(0)]);
    assert_eq!(later(&others, 1, [0, 1]).await, [minute(3), minute(5)]);
    assert_eq!(later(&fixture.store, 4, [0, -2]).await, [minute(4), minute(6)]);
    assert_eq!(later(&others, 0, [0, 0]).await, [minute(0), minute(0)], "they are forgotten");
    // Two simultaneous charges are both counted.
    let both = [&fixture.store, &others].map(|store| later(store, 5, [1, 1]));
    let [one, other] = both;
    tokio::join!(one, other);
    assert_eq!(later(&others, 5, [0, 0]).await, [minute(7), minute(7)]);
}

/// The clock is years ahead while one session is created and another used; then it is right again.
#[tokio::test]
async fn a_clock_that_is_ahead_neither_ends_nor_prolongs_a_session() {
    const AHEAD: i64 = 60 * 24 * 3650;
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    store.note_sweep(minute(0)).await.unwrap();
    let [ann, bob, cyd] = [('a', "ann", 0), ('b', "bob", AHEAD), ('c', "cyd", 0)]
        .map(|(token, user, begun)| session(user, token, begun, 10));
    store.begin_session(&ann).await.unwrap();
    store.begin_session(&cyd).await.unwrap();
    store.note_sweep(minute(AHEAD)).await.unwrap();
    store.begin_session(&bob).await.unwrap();
    store.session_seen(&cyd.token, minute(AHEAD), minute(AHEAD + 10)).await.unwrap();
    store.note_sweep(minute(1)).await.unwrap();
    assert_eq!(session_of(store, &ann.token, minute(9)).await, Some(ann));
    for session in [bob, cyd] {
        let found = session_of(store, &session.token, minute(9)).await.unwrap();
        assert_eq!((found.seen, found.expires), (minute(1), minute(11)));
    }
}
