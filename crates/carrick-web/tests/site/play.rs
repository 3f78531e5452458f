//! Whole games played only with forms.

use carrick_games::AnyGame;
use carrick_server::sweep;
use carrick_service::{BoardId, Needs};
use jiff::SignedDuration;

use super::support::{Browser, Site, attributes, fields, password};

pub(crate) async fn game(site: &Site, path: &str) -> AnyGame {
    let (kind, number) = path[1..].split_once('/').unwrap();
    let id = BoardId::parse(kind.parse().unwrap(), number).unwrap();
    let needs = Needs { boards: [id].into(), ..Needs::default() };
    site.store.read(&needs).await.unwrap().boards[&id].game().unwrap()
}

#[tokio::test]
async fn two_people_play_a_whole_game_of_each_kind() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    for (kind, options) in [
        ("ankor", ("-size", "3")),
        ("boche", ("-size", "2")),
        ("antipod", ("-radius", "4")),
        ("anchor", ("-size", "3")),
    ] {
        let challenge = [("opponent", "Bob"), options, ("forfeit", "5")];
        let answer = ann.post(&format!("/new/{kind}/challenge"), &challenge).await;
        let path = answer.is(303).location().to_owned();
        let mut random = fastrand::Rng::with_seed(1);
        for ply in 0.. {
            assert!(ply < 500, "{kind} does not end");
            let now = game(&site, &path).await;
            let Some(seat) = now.seat_to_move() else { break };
            // Passing would also end a game of Anchor too early.
            let legal: Vec<String> =
                now.legal().into_iter().filter(|turn| turn != "swap").collect();
            let turn = &legal[random.usize(..legal.len())];
            let mover = if seat == carrick_games::Seat::First { &mut ann } else { &mut bob };
            let page = mover.get(&path).await;
            let number = fields(&page.is(200).text)["number"].clone();
            let sent = [("turn", turn.as_str()), ("number", number.as_str())];
            mover.post(&format!("{path}/turn"), &sent).await.is(303);
        }
        let over = game(&site, &path).await;
        let sentence = over.outcome().unwrap().sentence(over.kind()).to_string();
        ann.get(&path).await.is(200).says(&sentence);
        bob.get("/boards").await.is(200).says("Recently finished");
    }
}

#[tokio::test]
async fn what_was_typed_is_still_there_when_it_is_refused() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    let path = ann.post("/new/antipod/challenge", &[("opponent", "bob")]).await;
    let path = path.location().to_owned();
    bob.post(&format!("{path}/answer"), &[("answer", "accept")]).await.is(303);
    let turn = format!("{path}/turn");
    ann.post(&turn, &[("turn", "z99")]).await.is(422).says("value=\"z99\"");
    ann.post(&turn, &[("turn", "resign")]).await.is(422).says("not a turn");
    ann.post(&turn, &[("turn", "<script>")]).await.is(422).says("&#60;script&#62;");
    bob.post(&turn, &[("turn", "c3")]).await.is(422);
    let seen = ann.get(&format!("{path}?try=c3")).await;
    seen.is(200).says("Play c3").says("nothing is played yet");
    ann.post(&turn, &[("turn", "c3"), ("number", "1")]).await.is(303);
    ann.post(&turn, &[("turn", "c4"), ("number", "1")]).await.is(422);
    // A question about an earlier position changes nothing in a later one.
    let old = [("action", "resign"), ("generation", "0")];
    ann.post(&format!("{path}/act"), &old).await.is(422).says("moved on");
    let queued = [("line", "c4 d4")];
    ann.post(&format!("{path}/queue"), &queued).await.is(303);
    ann.get(&path).await.says("c4 d4");
    assert!(!bob.get(&path).await.text.contains("c4 d4"), "queues are private");
    ann.post(&format!("{path}/chat"), &[("text", "what of <b>d5</b>?")]).await.is(303);
    bob.get(&path).await.says("&#60;").says("data-light=\"d5\"");
    ann.post(&format!("{path}/queue"), &[]).await.is(400).says("load the page again");
    ann.get(&path).await.says("c4 d4");
    ann.get(&path).await.says("Resign? You lose this game.");
    bob.get(&path).await.says("value=\"resign\">Cancel this game</button>");
    let now = [("action", "resign"), ("generation", "1")];
    bob.post(&format!("{path}/act"), &now).await.is(303);
}

/// After an undo, the page's own form plays another turn, and an older page's form plays none.
#[tokio::test]
async fn the_game_continues_after_an_undo() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    let path = ann.post("/new/antipod/challenge", &[("opponent", "bob"), ("seat", "first")]).await;
    let path = path.location().to_owned();
    let (turn, act) = (format!("{path}/turn"), format!("{path}/act"));
    let play = async |player: &mut Browser<'_>, text: &str| {
        let form = fields(&player.get(&path).await.is(200).text);
        let sent = [
            ("turn", text),
            ("number", form["number"].as_str()),
            ("generation", form["generation"].as_str()),
        ];
        player.post(&turn, &sent).await.is(303);
    };
    let act = async |player: &mut Browser<'_>, action: &str| {
        let form = fields(&player.get(&path).await.is(200).text);
        let sent = [("action", action), ("generation", form["generation"].as_str())];
        player.post(&act, &sent).await.is(303);
    };
    play(&mut ann, "c4").await;
    play(&mut bob, "e6").await;
    let before = fields(&ann.get(&path).await.text);
    play(&mut ann, "d8").await;
    act(&mut ann, "undo").await;
    act(&mut bob, "accept").await;
    let late = [("turn", "d8"), ("number", "3"), ("generation", before["generation"].as_str())];
    ann.post(&turn, &late).await.is(422).says("moved on");
    play(&mut ann, "g5").await;
    assert_eq!(game(&site, &path).await.turn_names(), ["c4", "e6", "g5"]);
    // Other actions of a page also count only for the position that it showed.
    let old = [("action", "resign"), ("generation", before["generation"].as_str())];
    ann.post(&format!("{path}/act"), &old).await.is(422).says("moved on");
    act(&mut bob, "propose").await;
    act(&mut ann, "accept").await;
    ann.get(&path).await.says("Draw");
}

/// The page announces the last event, and offers no action that would be refused.
#[tokio::test]
async fn the_last_event_is_shown_without_scripts() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    let path = ann.post("/new/anchor/challenge", &[("opponent", "bob"), ("seat", "first")]).await;
    let path = path.location().to_owned();
    let act = async |player: &mut Browser<'_>, action: &str| {
        let form = fields(&player.get(&path).await.text);
        let sent = [("action", action), ("generation", form["generation"].as_str())];
        player.post(&format!("{path}/act"), &sent).await.is(303);
    };
    ann.post(&format!("{path}/turn"), &[("turn", "E5")]).await.is(303);
    bob.get(&path).await.says("ann has played E5.");
    act(&mut bob, "swap").await;
    ann.get(&path).await.says("bob has swapped: you are White now.");
    bob.get(&path).await.says("You have swapped: you are Black now.");
    site.browser().get(&path).await.says("bob has swapped.");
    act(&mut ann, "pass").await;
    bob.get(&path).await.says("ann has passed.").says("Offer a draw");
    act(&mut bob, "propose").await;
    bob.get(&path).await.says("You offer a draw.");
    act(&mut ann, "reject").await;
    let page = bob.get(&path).await;
    assert!(!page.says("ann has rejected a draw.").text.contains("Offer a draw"));
    ann.get(&path).await.says("You have rejected a draw.").says("Offer a draw");
    let again = [("action", "propose"), ("generation", "3")];
    bob.post(&format!("{path}/act"), &again).await.is(422).says("was rejected by ann");
    act(&mut ann, "undo").await;
    act(&mut bob, "accept").await;
    ann.get(&path).await.says("You have gone back to turn 3.");
    bob.get(&path).await.says("ann has gone back to turn 3.");
}

/// The page predicts the computer's answers before the player asks, and they come true.
#[tokio::test]
async fn in_a_rated_game_the_computer_grants_nothing() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await;
    ann.post("/new/antipod/seek", &[("stand_in", "1")]).await.is(303);
    // After a day without an opponent, the computer accepts it.
    site.later(SignedDuration::from_hours(25));
    sweep(&site.store, site.now()).await.unwrap();
    let path = "/antipod/101";
    site.let_computer_answer().await;
    let free = if game(&site, path).await.turn_names() == ["c3"] { "d8" } else { "c3" };
    ann.post(&format!("{path}/turn"), &[("turn", free)]).await.is(303);
    site.let_computer_answer().await;
    for (action, told, then) in [
        (
            "undo",
            "In a rated game, the computer refuses.",
            "Computer, Obsidian has rejected taking the turn back.",
        ),
        (
            "propose",
            "only if it has proved that it cannot win.",
            "Computer, Obsidian has rejected a draw.",
        ),
    ] {
        let form = fields(&ann.get(path).await.says(told).text);
        let sent = [("action", action), ("generation", form["generation"].as_str())];
        ann.post(&format!("{path}/act"), &sent).await.is(303);
        site.let_computer_answer().await;
        ann.get(path).await.says(then);
    }
}

/// The computer grants an undo immediately, even to a guest.
#[tokio::test]
async fn a_guest_takes_a_turn_back_and_continues() {
    let site = Site::new().await;
    let mut guest = site.browser();
    let begun = guest.post("/new/antipod/computer", &[("level", "1"), ("-radius", "4")]).await;
    let path = begun.is(303).location().to_owned();
    let send = async |guest: &mut Browser<'_>, form: &str, name: &str, value: &str| {
        let mut sent = fields(&guest.get(&path).await.is(200).text);
        sent.insert(name.to_owned(), value.to_owned());
        let sent: Vec<_> = ["turn", "action", "number", "generation"]
            .into_iter()
            .filter_map(|name| Some((name, sent.get(name)?.as_str())))
            .collect();
        guest.post(&format!("{path}/{form}"), &sent).await.is(303);
        site.let_computer_answer().await;
    };
    send(&mut guest, "turn", "turn", "c3").await;
    let page = guest.get(&path).await;
    page.says("Takes your last turn back.");
    page.says("The computer accepts unless it thinks that it is ahead.");
    send(&mut guest, "act", "action", "undo").await;
    assert_eq!(game(&site, &path).await.ply(), 0);
    send(&mut guest, "turn", "turn", "d3").await;
    let turns = game(&site, &path).await.turn_names();
    assert_eq!((turns.len(), turns[0].as_str()), (2, "d3"));
}

#[tokio::test]
async fn a_guest_plays_the_computer_and_keeps_the_game() {
    let site = Site::new().await;
    let mut browser = site.browser();
    let begun = browser.post("/new/antipod/computer", &[("level", "1"), ("-radius", "4")]).await;
    let path = begun.is(303).location().to_owned();
    assert!(browser.cookie.is_some());
    browser.post(&format!("{path}/turn"), &[("turn", "c3")]).await.is(303);
    let thinks = browser.get(&path).await;
    thinks.says("The computer (Obsidian) is thinking…").says("The computer answers within seconds");
    site.let_computer_answer().await;
    browser.get(&path).await.is(200).says("Your turn.");
    browser.get("/boards").await.says("Your turn").says("You play as a guest");

    // Guests play only the computer.
    browser.post("/new/antipod/challenge", &[("opponent", "ann")]).await.is(303);
    browser.post(&format!("{path}/chat"), &[("text", "hello")]).await.is(303);
    assert!(!browser.get(&path).await.text.contains("hello"));
    let players = browser.get("/players").await;
    assert!(!players.text.contains("<li><a href=\"/players/guest_"), "{}", players.text);

    let guest = browser.cookie.clone();
    browser.sign_up("ann").await.is(303);
    browser.get(&path).await.is(200).says("/players/ann").says("Your turn.");
    let free = game(&site, &path).await.legal().swap_remove(0);
    browser.post(&format!("{path}/turn"), &[("turn", &free)]).await.is(303);
    site.let_computer_answer().await;
    browser.get(&path).await.says("Your turn.");
    let mut old = site.browser();
    old.cookie = guest;
    old.get("/boards").await.is(303);
    let again = [("user", "ann"), ("password", &password("ann") as &str)];
    site.browser().post("/sign-in", &again).await.is(303);
}

#[tokio::test]
async fn an_open_game_is_offered_and_accepted() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    ann.post("/new/ankor/seek", &[("-size", "4"), ("count", "2")]).await.is(303);
    bob.get("/seeks").await.says("4 holes to a side");
    let taken = bob.post("/seeks/ankor/1/take", &[]).await;
    let path = taken.is(303).location().to_owned();
    ann.get(&path).await.is(200).says("ann");
    bob.post("/seeks/ankor/9/take", &[]).await.is(422);
    ann.post("/seeks/ankor/1/cancel", &[]).await.is(303);
    bob.get("/seeks").await.says("No one is waiting");
}

#[tokio::test]
async fn the_old_language_is_understood() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await;
    ann.post("/commands", &[("command", "antipod computer -radius=4 ann -")])
        .await
        .is(200)
        .says("New antipod board 101");
    // A mistyped command can be corrected, unless it may contain a password.
    for slip in
        ["antipod mooove 101 ann - c3", "boche chalenge ann bob", "boche challenge ann bob -sise=4"]
    {
        let answer = ann.post("/commands", &[("command", slip)]).await;
        answer.is(200).says(&format!("value=\"{slip}\""));
    }
    for secret in ["antipod mooove 101 ann hunter22 c3", "chnage password ann - hunter22"] {
        let answer = ann.post("/commands", &[("command", secret)]).await;
        assert!(!answer.is(200).text.contains("hunter22"), "{secret}");
    }
    let nobody =
        site.browser().post("/commands", &[("command", "antipod move 101 ann - c3")]).await;
    nobody.is(200).says("error");
}

#[tokio::test]
async fn pages_show_the_facts() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    let new = ann.post("/new/anchor/challenge", &[("opponent", "bob"), ("seat", "first")]).await;
    let path = new.location().to_owned();
    // A search finds a board by its URL, and a picture shows the same turn as its page.
    assert_eq!(ann.get("/search?q=anchor/101").await.is(303).location(), "/anchor/101");
    ann.post(&format!("{path}/turn"), &[("turn", "E5")]).await.is(303);
    let picture = async |at: &str| site.browser().get(&format!("{path}/board.svg{at}")).await.text;
    assert_ne!(picture("?at=0").await, picture("").await);
    assert_eq!(picture("?at=1").await, picture("").await);
    ann.get(&format!("{path}?at=0")).await.is(200).says("board.png?at=0");
    // Watchers without an address are not promised mail.
    ann.get("/watching").await.is(200).says("confirm an address on your");
    // Signing up again does not end the session, and names are explained.
    let password = password("cleo");
    let sign_up = |user| [("user", user), ("password", password.as_str())];
    ann.post("/sign-up", &sign_up("cleo")).await.is(422).says("You are signed in as ann");
    let mut nobody = site.browser();
    nobody
        .post("/sign-up", &sign_up("guest_abc"))
        .await
        .is(422)
        .says("That name is reserved for guests");
    nobody.post("/sign-up", &sign_up("élise")).await.is(422).says("a to z");
    let declined =
        bob.post(&format!("{path}/act"), &[("action", "resign"), ("generation", "1")]).await;
    assert_eq!(declined.is(303).location(), "/boards");
    ann.get(&path).await.is(404).says("was declined");
}

#[tokio::test]
async fn players_cannot_play_or_write_to_themselves() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    bob.get("/players/ann").await.is(200).says("Write to ann").says("Challenge to Boche");
    let own = ann.get("/players/ann").await;
    for offered in ["Write to", "Challenge to", "Our games"] {
        assert!(!own.is(200).text.contains(offered), "{offered}");
    }
}

#[tokio::test]
async fn a_network_address_has_at_most_a_thousand_guests() {
    let site = Site::new().await;
    let mut first = site.browser();
    first.post("/new/antipod/computer", &[("level", "1")]).await.is(303);
    let place = site.app.address_hash("192.0.2.1");
    assert_eq!(site.store.guests_from(&place).await.unwrap(), 1);
    for _ in 1..1000 {
        let guest = carrick_server::make_guest(&site.store, site.now()).await.unwrap();
        site.store.note_place(&guest, &place).await.unwrap();
    }
    let page = site.browser().post("/new/antipod/computer", &[("level", "1")]).await;
    page.is(403).says("1000 guests are playing from your network address");
    site.browser_at("192.0.2.9").post("/new/antipod/computer", &[("level", "1")]).await.is(303);
}

#[tokio::test]
async fn games_end_for_guests_who_cannot_come_back() {
    let site = Site::new().await;
    // A server runs all the time.
    site.store.note_sweep("2100-01-01T00:00:00Z".parse().unwrap()).await.unwrap();
    let mut guest = site.browser();
    guest.post("/new/antipod/computer", &[("level", "1")]).await.is(303);
    let sweep = async || carrick_server::sweep(&site.store, site.now()).await.unwrap();
    site.later(jiff::SignedDuration::from_hours(24));
    sweep().await;
    guest.get("/boards").await.is(200).says("/antipod/101");
    // They were here on that day, so they may come back for another sixty days.
    site.later(jiff::SignedDuration::from_hours(24 * 61));
    assert_eq!(site.store.abandoned_guests(site.now()).await.unwrap().len(), 1);
    sweep().await;
    assert_eq!(site.store.abandoned_guests(site.now()).await.unwrap(), []);
    let page = site.browser().get("/antipod/101").await;
    assert!(page.status == 404 || page.text.contains("resign"), "{}", page.text);
    assert!(sweep().await.messages.is_empty());
}

/// The computer does not wait for the first turn.
#[tokio::test]
async fn a_game_against_the_computer_is_cancelled_before_the_first_turn() {
    let site = Site::new().await;
    let mut guest = site.browser();
    let chosen = [("level", "1"), ("seat", "first")];
    let path = guest.post("/new/antipod/computer", &chosen).await.is(303).location().to_owned();
    let page = guest.get(&path).await;
    for waits in ["first move by", "is cancelled"] {
        assert!(!page.is(200).text.contains(waits), "{waits}");
    }
    page.says("Cancel this game");
    let cancel = [("action", "resign"), ("generation", "0")];
    guest.post(&format!("{path}/act"), &cancel).await.is(303);
    guest.get(&path).await.is(404);
    let path = guest.post("/new/antipod/computer", &chosen).await.is(303).location().to_owned();
    guest.post(&format!("{path}/turn"), &[("turn", "c3")]).await.is(303);
    guest.get(&path).await.says("Resign");
}

/// The clock is ten years ahead for a minute.
#[tokio::test]
async fn a_clock_that_is_ahead_does_not_end_games_of_guests() {
    let site = Site::new().await;
    let mut guest = site.browser();
    guest.post("/new/antipod/computer", &[("level", "1")]).await.is(303);
    let sweep = async |now| carrick_server::sweep(&site.store, now).await.unwrap();
    sweep(site.now()).await;
    let ahead = jiff::SignedDuration::from_hours(24 * 3650);
    assert!(sweep(site.now() + ahead).await.outage.is_some());
    sweep(site.now() + ahead).await;
    site.later(jiff::SignedDuration::from_mins(1));
    sweep(site.now()).await;
    guest.get("/boards").await.is(200).says("/antipod/101");
}

#[tokio::test]
async fn a_refined_opening_is_explained_in_each_of_its_phases() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    let asked = [("opponent", "bob"), ("seat", "first"), ("-pie", "refined")];
    let path = ann.post("/new/anchor/challenge", &asked).await.is(303).location().to_owned();
    bob.post(&format!("{path}/answer"), &[("answer", "accept")]).await.is(303);
    for (turn, mine, theirs, explained) in [
        (
            "K9",
            "Your turn. Setting up: a black stone, or a pass.",
            "ann’s turn. Setting up: a black stone, or a pass.",
            "step 1 of 4. The first player sets up a start for both colours",
        ),
        (
            "E8",
            "Your turn. Setting up: a white stone, or a pass.",
            "ann’s turn. Setting up: a white stone, or a pass.",
            "step 2 of 4. The first player continues setting up the start: now a white stone",
        ),
        (
            "K10",
            "Your turn. Setting up: the second black stone, or a pass.",
            "ann’s turn. Setting up: the second black stone, or a pass.",
            "step 3 of 4. The first player completes the start with a second black stone",
        ),
    ] {
        ann.get(&path).await.says(mine).says(explained);
        bob.get(&path).await.says(theirs).says(explained);
        let position = site.browser().get(&format!("{path}/position")).await;
        position.says("\"phase\":\"Refined balancing").says(explained);
        ann.post(&format!("{path}/turn"), &[("turn", turn)]).await.is(303);
    }
    let choosing = "step 4 of 4. The start is set up, and White moves next. The second player chooses: play White";
    bob.get(&path).await.says("Your turn. Choosing a colour.").says(choosing).says("Swap");
    ann.get(&path).await.says("bob’s turn. Choosing a colour.").says(choosing);
    // After a swap, the second player has Black and the other plays White's turn.
    bob.post(&format!("{path}/turn"), &[("turn", "swap")]).await.is(303);
    let page = ann.get(&path).await;
    page.says("Your turn.").says("bob has swapped: you are White now.");
    assert!(!page.text.contains("Refined balancing"), "the opening is over");
    assert!(!site.browser().get(&format!("{path}/position")).await.text.contains("\"phase\""));
    // Games that exist only in a URL show the same.
    let explored = site.browser().get("/explore/anchor?options=-pie%3Drefined&turns=K9").await;
    explored.says("step 2 of 4");
}

#[tokio::test]
async fn an_explored_game_gives_its_options_to_a_new_one() {
    let site = Site::new().await;
    let browser = site.browser();
    for (explored, begun, typed) in [
        (
            "/explore/ankor?options=-size%3D5+-noswap&turns=d3",
            "/new/ankor?-size=5",
            "<option value=\"5\" selected>",
        ),
        (
            "/explore/anchor?options=-size%3D6+-pie%3Drefined",
            "/new/anchor?-size=6",
            "<option value=\"refined\" selected>",
        ),
    ] {
        let page = browser.get(explored).await;
        let link = attributes(
            &page.is(200).says("New game with these options").text,
            "<a class=\"button\"",
            "href",
        );
        let link = link.into_iter().find(|link| link.starts_with("/new/")).unwrap();
        assert!(link.starts_with(begun), "{link}");
        browser.get(&link).await.is(200).says(typed).says("<details open>");
        assert!(!page.text.contains("A real game"), "what does not happen is not promised");
    }
}
