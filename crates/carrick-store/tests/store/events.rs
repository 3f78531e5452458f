//! Every event comes out as it went in, and events that contradict the record change nothing.

use carrick_games::{GameKind, Seat};
use carrick_service::{
    BoardEvent, BoardFilter, BoardId, Event, Keeps, Needs, Offer, OfferKind, PasswordHash,
    RatingChange, RatingRecord, SeatResult, Terms, User, UserAddress, UserEvent,
};
use carrick_store::{Conflict, Remark, StoreError};

use crate::cluster;
use crate::support::*;

#[tokio::test]
async fn a_user_comes_back_with_their_addresses_in_order() {
    let fixture = Fixture::new().await;
    let address = |text: &str, confirmed| UserAddress {
        address: text.parse().unwrap(),
        confirmed,
        returned: false,
    };
    let addresses =
        vec![address("z@b.org", false), address("Ann@a.org", true), address("m@b.org", false)];
    let ann = User { addresses, ..user("ann") };
    let bob = User { password: None, addresses: vec![address("z@b.org", true)], ..user("bob") };
    let joined = [ann.clone(), bob.clone()].map(Event::UserJoined);
    fixture.write(joined.into()).await.unwrap();

    let users = ["ann", "bob", "nobody"].map(name).into();
    let addresses = ["z@b.org", "Ann@a.org", "ann@a.org", "m@b.org"];
    let addresses = addresses.map(|address| address.parse().unwrap()).into();
    let needs = Needs { users, addresses, ..Needs::default() };
    let state = fixture.store.read(&needs).await.unwrap();
    assert_eq!(state.users, [(name("ann"), ann), (name("bob"), bob)].into());
    // Unconfirmed addresses belong to no one, and the local part keeps its case.
    let owners = [("z@b.org", "bob"), ("Ann@a.org", "ann")];
    assert_eq!(state.owners, owners.map(|(at, who)| (at.parse().unwrap(), name(who))).into());
}

#[tokio::test]
async fn the_owner_of_an_address_is_loaded_with_it() {
    let fixture = Fixture::new().await;
    let address = "ann@a.org".parse().unwrap();
    let addresses = vec![UserAddress { address, confirmed: true, returned: false }];
    let ann = User { addresses, ..user("ann") };
    fixture.write(vec![Event::UserJoined(ann.clone())]).await.unwrap();
    let needs = Needs { addresses: ["ann@a.org".parse().unwrap()].into(), ..Needs::default() };
    assert_eq!(fixture.store.read(&needs).await.unwrap().users[&name("ann")], ann);
}

#[tokio::test]
async fn a_password_is_changed() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    assert_eq!(store.password_of(&name("ann")).await.unwrap(), user("ann").password);
    let password = PasswordHash::from_stored("$argon2id$new".into());
    let change = Event::User(
        name("ann"),
        UserEvent::PasswordChanged { password: password.clone(), keeps: Keeps::default() },
    );
    fixture.write(vec![change]).await.unwrap();
    assert_eq!(store.password_of(&name("ann")).await.unwrap(), Some(password));
    assert_eq!(store.password_of(&name("bob")).await.unwrap(), user("bob").password);
    assert_eq!(store.password_of(&name("nobody")).await.unwrap(), None);
}

#[tokio::test]
async fn a_board_comes_back_with_its_terms_and_players() {
    let id = BoardId { kind: GameKind::Boche, number: 101 };
    let terms = Terms {
        forfeit_days: u16::MAX,
        nag_days: 0,
        total_days: Some(90),
        increment_hours: Some(12),
        rated: false,
    };
    let mut record = board(id, ["bob", "ann"]);
    record.terms = terms;
    let fixture = Fixture::with(vec![opened_as(record.clone())]).await;
    assert_eq!(fixture.board(id).await, Some(record));

    let needs = Needs { boards: [id].into(), new_board: Some(GameKind::Boche), ..Needs::default() };
    let state = fixture.store.read(&needs).await.unwrap();
    assert_eq!(state.users.keys().map(|user| user.as_str()).collect::<Vec<_>>(), ["ann", "bob"]);
    assert_eq!(state.next_number, [(GameKind::Boche, 102)].into());
}

#[tokio::test]
async fn boards_are_numbered_separately_for_each_game() {
    let fixture = Fixture::with(vec![]).await;
    for number in 101..104 {
        fixture.write(vec![opened(ankor(number), ["ann", "bob"])]).await.unwrap();
    }
    let boche = BoardId { kind: GameKind::Boche, number: 101 };
    fixture.write(vec![opened(boche, ["ann", "bob"])]).await.unwrap();
    for (kind, number) in GameKind::ALL.into_iter().zip([104, 102, 101, 101]) {
        let needs = Needs { new_board: Some(kind), ..Needs::default() };
        let state = fixture.store.read(&needs).await.unwrap();
        assert_eq!(state.next_number, [(kind, number)].into());
    }
}

#[tokio::test]
async fn the_second_seat_may_move_first() {
    let record = board(ankor(101), ["ann", "bob"]);
    let event = Event::BoardOpened { board: Box::new(record), to_move: Seat::Second };
    let fixture = Fixture::with(vec![event]).await;
    let listed = vec![BoardFilter { kind: None, player: None, running: true, ended_since: None }];
    let state = fixture.store.read(&Needs { listed, ..Needs::default() }).await.unwrap();
    assert_eq!(state.summaries[0].to_move, Some(Seat::Second));
}

#[tokio::test]
async fn turns_come_back_in_order() {
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    for ply in 1..=12 {
        fixture.write(vec![played(id, ply)]).await.unwrap();
    }
    let seat = |ply| if ply % 2 == 1 { Seat::First } else { Seat::Second };
    let turns: Vec<_> = (1..=12).map(|ply| turn(ply, seat(ply))).collect();
    assert_eq!(*fixture.board(id).await.unwrap().turns, *turns);
}

#[tokio::test]
async fn an_offer_waits_is_rejected_and_forgotten_with_the_next_turn() {
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    for kind in [OfferKind::Draw, OfferKind::Undo] {
        let offer = Offer { by: Seat::Second, kind, rejected: false };
        fixture.write(vec![Event::Board(id, BoardEvent::OfferMade(offer))]).await.unwrap();
        assert_eq!(fixture.board(id).await.unwrap().offer, Some(offer));
        fixture.write(vec![Event::Board(id, BoardEvent::OfferRejected)]).await.unwrap();
        let rejected = Offer { rejected: true, ..offer };
        assert_eq!(fixture.board(id).await.unwrap().offer, Some(rejected));
    }
    fixture.write(vec![played(id, 1)]).await.unwrap();
    assert_eq!(fixture.board(id).await.unwrap().offer, None);
}

#[tokio::test]
async fn every_result_comes_back() {
    let [first, second] = Seat::BOTH;
    let results = [
        SeatResult::Won(first),
        SeatResult::Won(second),
        SeatResult::Draw,
        SeatResult::Declined(first),
        SeatResult::Declined(second),
    ];
    let fixture = Fixture::with(vec![]).await;
    for (number, result) in (101..).zip(results) {
        let id = ankor(number);
        let offer = Offer { by: first, kind: OfferKind::Draw, rejected: false };
        let offer = Event::Board(id, BoardEvent::OfferMade(offer));
        let end = ended(id, result, 9);
        fixture.write(vec![opened(id, ["ann", "bob"]), offer, end]).await.unwrap();
        let board = fixture.board(id).await.unwrap();
        assert_eq!(board.ended.map(|ended| ended.result()), Some(result));
        assert_eq!(board.offer, None, "an ended game has no offer");
    }
}

#[tokio::test]
async fn ratings_and_their_changes_come_back_to_the_last_bit() {
    let id = ankor(101);
    let [first, second] = Seat::BOTH;
    let up = RatingChange { before: rating(1500.0, 0), after: rating(1612.7, 1) };
    let down = RatingChange { before: rating(1500.0, 0), after: rating(1387.3, 0) };
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"]), played(id, 1)]).await;
    let last =
        Event::Board(id, BoardEvent::TurnPlayed { ply: 2, turn: turn(2, second), to_move: None });
    let end = ended(id, SeatResult::Won(first), 4);
    let events = vec![last, end, rated(id, "ann", first, up), rated(id, "bob", second, down)];
    fixture.write(events).await.unwrap();

    assert_eq!(fixture.board(id).await.unwrap().rating_changes, Some([up, down]));
    let needs = Needs { boards: [id].into(), ..Needs::default() };
    let ratings = fixture.store.read(&needs).await.unwrap().ratings;
    let ankor = |user| (GameKind::Ankor, name(user));
    assert_eq!(ratings, [(ankor("ann"), up.after), (ankor("bob"), down.after)].into());

    // The next game starts from that rating.
    let id = crate::support::ankor(102);
    let down = RatingChange { before: up.after, after: rating(1550.0, 1) };
    let up = RatingChange { before: rating(1387.3, 0), after: rating(1450.0, 1) };
    let end = ended(id, SeatResult::Won(first), 9);
    let events = vec![
        opened(id, ["bob", "ann"]),
        end,
        rated(id, "bob", first, up),
        rated(id, "ann", second, down),
    ];
    fixture.write(events).await.unwrap();
    assert_eq!(fixture.board(id).await.unwrap().rating_changes, Some([up, down]));
}

#[tokio::test]
async fn remarks_keep_the_turn_after_which_they_were_made() {
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    let say = |user, text: &str| {
        Event::Board(id, BoardEvent::Said { user: name(user), text: text.into() })
    };
    fixture.write(vec![say("ann", "Hello\nBob"), played(id, 1)]).await.unwrap();
    fixture.write(vec![say("bob", "d3′?!"), say("cyd", "")]).await.unwrap();
    let remark =
        |user, ply, text: &str| Remark { user: name(user), ply, at: minute(0), text: text.into() };
    let remarks =
        vec![remark("ann", 0, "Hello\nBob"), remark("bob", 1, "d3′?!"), remark("cyd", 1, "")];
    assert_eq!(fixture.store.remarks(id).await.unwrap(), remarks);
    assert_eq!(fixture.store.remarks(ankor(102)).await.unwrap(), []);
}

/// Writes events that must be refused, after valid ones; none of them may stay.
#[track_caller]
fn refused(events: Vec<Event>, conflict: Conflict) -> impl Future<Output = ()> {
    let caller = std::panic::Location::caller();
    async move {
        let id = ankor(101);
        let before = vec![opened(id, ["ann", "bob"]), played(id, 1), played(id, 2)];
        let fixture = Fixture::with(before).await;
        let record = fixture.board(id).await;
        let offer = Offer { by: Seat::First, kind: OfferKind::Draw, rejected: false };
        let mut all = vec![
            Event::UserJoined(user("dan")),
            opened(ankor(102), ["dan", "ann"]),
            Event::Board(id, BoardEvent::OfferMade(offer)),
        ];
        all.extend(events);
        match fixture.write(all).await {
            Err(StoreError::Conflict(found)) => assert_eq!(found, conflict, "at {caller}"),
            other => panic!("expected {conflict:?}, found {other:?} at {caller}"),
        }
        assert_eq!(fixture.board(id).await, record, "at {caller}");
        assert_eq!(fixture.board(ankor(102)).await, None, "at {caller}");
        assert_eq!(fixture.number(PEOPLE).await, 3, "at {caller}");
        assert_eq!(fixture.number("SELECT count(*) FROM requests").await, 1, "at {caller}");
        // The board's number was not used up either.
        fixture.write(vec![opened(ankor(102), ["bob", "ann"])]).await.unwrap();
    }
}

#[tokio::test]
async fn turns_that_do_not_follow_are_refused() {
    let (id, none) = (ankor(101), ankor(999));
    for ply in [0, 1, 2, 4, u32::MAX] {
        refused(vec![played(id, ply)], Conflict::Turn { board: id, ply }).await;
    }
    refused(vec![played(id, 3), played(id, 3)], Conflict::Turn { board: id, ply: 3 }).await;
    let seat = Seat::Second;
    let not_to_move = Event::Board(
        id,
        BoardEvent::TurnPlayed { ply: 3, turn: turn(3, seat), to_move: Some(!seat) },
    );
    refused(vec![not_to_move], Conflict::Turn { board: id, ply: 3 }).await;
    refused(vec![played(none, 1)], Conflict::Turn { board: none, ply: 1 }).await;
    let after_end = vec![ended(id, SeatResult::Draw, 9), played(id, 3)];
    refused(after_end, Conflict::Turn { board: id, ply: 3 }).await;
    let last = Event::Board(
        id,
        BoardEvent::TurnPlayed { ply: 3, turn: turn(3, Seat::First), to_move: None },
    );
    refused(vec![last.clone()], Conflict::NobodyToMove(id)).await;
    refused(vec![last, played(id, 4)], Conflict::Turn { board: id, ply: 4 }).await;
}

#[tokio::test]
async fn boards_that_are_not_next_or_not_new_are_refused() {
    for number in [1, 101, 102, 104] {
        let conflict = Conflict::BoardNumber { board: ankor(number), expected: 103 };
        refused(vec![opened(ankor(number), ["ann", "bob"])], conflict).await;
    }
    let mut begun = board(ankor(103), ["ann", "bob"]);
    begun.turns.push(turn(1, Seat::First));
    let begun = opened_as(begun);
    refused(vec![begun], Conflict::NotNew(ankor(103))).await;
    let strangers = vec![opened(ankor(103), ["ann", "zoe"])];
    refused(strangers, Conflict::Schema("a reference to nothing")).await;
    let mut odd = board(ankor(103), ["ann", "bob"]);
    odd.terms.increment_hours = Some(1); // without a total
    let odd = opened_as(odd);
    refused(vec![odd], Conflict::Schema("a value is out of range")).await;
}

#[tokio::test]
async fn changes_of_missing_or_finished_boards_are_refused() {
    let (id, none) = (ankor(101), ankor(999));
    let offer = Offer { by: Seat::First, kind: OfferKind::Draw, rejected: false };
    let end = || ended(id, SeatResult::Draw, 9);
    refused(vec![Event::Board(none, BoardEvent::OfferMade(offer))], Conflict::NotInPlay(none))
        .await;
    refused(vec![end(), Event::Board(id, BoardEvent::OfferMade(offer))], Conflict::NotInPlay(id))
        .await;
    refused(vec![end(), end()], Conflict::NotInPlay(id)).await;
    let reject = || Event::Board(id, BoardEvent::OfferRejected);
    refused(vec![reject(), reject()], Conflict::NoOffer(id)).await;
    let said = Event::Board(none, BoardEvent::Said { user: name("ann"), text: "?".into() });
    refused(vec![said], Conflict::NoBoard(none)).await;
    let said = Event::Board(id, BoardEvent::Said { user: name("zoe"), text: "?".into() });
    refused(vec![said], Conflict::Schema("a reference to nothing")).await;
}

#[tokio::test]
async fn accounts_that_exist_or_do_not_are_refused() {
    refused(vec![Event::UserJoined(user("bob"))], Conflict::UserExists(name("bob"))).await;
    let password = PasswordHash::from_stored("$argon2id$new".into());
    let change =
        Event::User(name("zoe"), UserEvent::PasswordChanged { password, keeps: Keeps::default() });
    refused(vec![change], Conflict::NoUser(name("zoe"))).await;
    let with = |id, addresses: &[&str]| {
        let confirmed = |text: &&str| UserAddress {
            address: text.parse().unwrap(),
            confirmed: true,
            returned: false,
        };
        Event::UserJoined(User { addresses: addresses.iter().map(confirmed).collect(), ..user(id) })
    };
    let twice = Conflict::Schema("a key is used twice");
    refused(vec![with("eve", &["a@b.c"]), with("fay", &["a@b.c"])], twice).await;
    let four = vec![with("eve", &["a@b.c", "b@b.c", "c@b.c", "d@b.c"])];
    refused(four, Conflict::Schema("a value is out of range")).await;
}

#[tokio::test]
async fn ratings_that_do_not_fit_are_refused() {
    let id = ankor(101);
    let [first, second] = Seat::BOTH;
    let change = RatingChange { before: rating(1500.0, 0), after: rating(1600.0, 1) };
    let end = || ended(id, SeatResult::Draw, 9);
    let ann = || rated(id, "ann", first, change);
    let bob = || rated(id, "bob", second, change);
    let half = Conflict::RatingsIncomplete(id);
    refused(vec![end(), ann()], half.clone()).await;
    refused(vec![ann(), bob()], half).await;
    let stranger = |user, seat| Conflict::Seat { board: id, user: name(user), seat };
    refused(vec![end(), rated(id, "cyd", first, change)], stranger("cyd", first)).await;
    refused(vec![end(), rated(id, "ann", second, change)], stranger("ann", second)).await;
    let moved = Conflict::Rating { kind: GameKind::Ankor, user: name("ann") };
    refused(vec![end(), ann(), bob(), ann()], moved).await;
    let nonsense = RatingChange { after: rating(f64::NAN, 1), ..change };
    // SQLite stores NaN as NULL.
    let fault = if cluster::is_wanted() { "a value is out of range" } else { "a value is missing" };
    refused(vec![end(), rated(id, "ann", first, nonsense)], Conflict::Schema(fault)).await;
    let endless = RatingChange { after: rating(f64::INFINITY, 1), ..change };
    let range = Conflict::Schema("a value is out of range");
    refused(vec![end(), rated(id, "ann", first, endless)], range).await;
}

#[tokio::test]
async fn a_rating_that_differs_in_any_value_is_not_replaced() {
    let id = ankor(101);
    let [first, second] = Seat::BOTH;
    let change = RatingChange { before: rating(1500.0, 0), after: rating(1600.0, 1) };
    let is = change.after;
    let [won, drawn, lost] = is.games;
    let others = [
        RatingRecord { rating: is.rating.next_up(), ..is },
        RatingRecord { deviation: is.deviation.next_down(), ..is },
        RatingRecord { volatility: is.volatility.next_up(), ..is },
        RatingRecord { games: [won + 1, drawn, lost], ..is },
        RatingRecord { games: [won, drawn + 1, lost], ..is },
        RatingRecord { games: [won, drawn, lost + 1], ..is },
    ];
    for before in others {
        let events = vec![
            ended(id, SeatResult::Draw, 9),
            rated(id, "ann", first, change),
            rated(id, "bob", second, change),
            ended(ankor(102), SeatResult::Draw, 9),
            rated(ankor(102), "ann", second, RatingChange { before, after: rating(1700.0, 2) }),
        ];
        let moved = Conflict::Rating { kind: GameKind::Ankor, user: name("ann") };
        refused(events, moved).await;
    }
}
