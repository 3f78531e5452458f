//! Habits of each member.

use carrick_games::{AnyGame, GameKind, Seat};
use carrick_service::{BoardRecord, Needs, Sender};

use super::club::{Club, replayed};
use super::messages::signature;
use super::options;
use super::players::{Habit, Player, WRITER, choose, on};

/// Whether a member comes by on a day.
pub(crate) fn comes(club: &mut Club, player: &Player, day: i32) -> bool {
    let chance = match player.habit {
        Habit::Forgetful if day % 45 > 20 => 0,
        Habit::Traveller if day % 60 > 50 => 0,
        Habit::Watcher => 60,
        _ => 85,
    };
    club.rng.u8(..100) < chance
}

/// Acts by the member's habits, and by those that all members share.
pub(crate) async fn follow(club: &mut Club, members: &[Player], player: &Player, day: i32) {
    match player.habit {
        Habit::Traveller => travel(club, player, day).await,
        Habit::Leaver => leave(club, player, day).await,
        Habit::Blocker => block(club, player, day).await,
        Habit::Writer => write(club, members, player).await,
        Habit::Seeker => seek(club, player).await,
        Habit::Mailer => send_many(club, player).await,
        Habit::Watcher => watch(club, members, player).await,
        Habit::Careful => choose_settings(club, player).await,
        Habit::Forgetful | Habit::Planner | Habit::Diplomat | Habit::Quitter => {}
    }
    if club.deleted.contains(&player.id) {
        return;
    }
    let kind = club.rng.choice(GameKind::ALL).unwrap();
    if club.is_open && club.rng.u8(..100) < 11 {
        challenge(club, members, player, kind).await;
    }
    if club.rng.u8(..20) == 0 {
        take(club, player, kind).await;
    }
    if club.is_open && club.rng.u8(..20) == 0 {
        rematch(club, player).await;
    }
    if club.is_open && club.rng.u8(..20) == 0 {
        counter(club, player).await;
    }
}

async fn challenge(club: &mut Club, members: &[Player], player: &Player, kind: GameKind) {
    let other = club.rng.choice(members).unwrap();
    let options = options::drawn(&mut club.rng, kind);
    let terms = options::terms(&mut club.rng);
    let pair = match club.rng.bool() {
        true => format!("{} {}", player.id, other.id),
        false => format!("{} {}", other.id, player.id),
    };
    let verb = if club.rng.bool() { "challenge" } else { "chall" };
    // Whether this is allowed depends on both players and on their boards.
    club.says(&player.id, &format!("{kind} {verb} {options} {terms} {pair}")).await;
}

async fn take(club: &mut Club, player: &Player, kind: GameKind) {
    let needs = Needs { seeks: [kind].into(), ..Needs::default() };
    let seeks = club.state(needs).await.seeks.remove(&kind).unwrap_or_default().0;
    let Some(number) = club.rng.choice(seeks.into_keys()) else { return };
    club.says(&player.id, &format!("{kind} take {number} {} -", player.id)).await;
}

/// Proposes other terms for a game that is offered.
async fn counter(club: &mut Club, player: &Player) {
    let boards = club.running(Some(&player.id)).await;
    let is_offer = |record: &BoardRecord| {
        record.offered_to.is_some_and(|seat| record.players[seat.index()] == player.id)
    };
    let offers: Vec<BoardRecord> = boards.into_iter().filter(is_offer).collect();
    let Some(record) = club.rng.choice(offers) else { return };
    let options = options::drawn(&mut club.rng, record.id.kind);
    club.says(&player.id, &on(&record, "counter", &player.id, &options)).await;
}

async fn rematch(club: &mut Club, player: &Player) {
    let Some(record) = club.any_board().await else { return };
    if record.seat_of(&player.id).is_none() && club.rng.u8(..20) > 0 {
        return;
    }
    club.says(&player.id, &on(&record, "rematch", &player.id, "")).await;
}

/// Acts of the opponent of the player to move, while they wait.
pub(crate) async fn wait(
    club: &mut Club,
    player: &Player,
    record: &BoardRecord,
    game: &AnyGame,
    seat: Seat,
) {
    let plans = matches!(player.habit, Habit::Planner | Habit::Mailer);
    if plans && club.rng.u8(..2) == 0 && record.plans.queues[seat.index()].is_none() {
        let line = branching_line(club, game);
        club.says(&player.id, &on(record, "queue", &player.id, &line)).await;
    } else if plans && club.rng.u8(..12) == 0 {
        club.says(&player.id, &on(record, "qmove", &player.id, "clear")).await;
    }
    let has_played = record.turns.iter().any(|turn| turn.seat == seat);
    let offers = if player.habit == Habit::Diplomat { 5 } else { 60 };
    if has_played && club.rng.u8(..offers) == 0 {
        let offer = if club.rng.u8(..3) == 0 { "propose" } else { "undo" };
        club.says(&player.id, &on(record, "move", &player.id, offer)).await;
    }
    if club.rng.u8(..60) == 0 {
        let remark = format!("Are you still there?\n{}", signature(&player.id));
        club.says_with(&player.id, &on(record, "chat", &player.id, ""), &remark).await;
    }
}

/// Answers to some of the opponent's turns, some with replies after them.
fn branching_line(club: &mut Club, game: &AnyGame) -> String {
    let mut lines: Vec<Vec<String>> = Vec::new();
    for first in club.rng.choose_multiple(game.legal(), 3) {
        let mut line = Vec::new();
        let mut next = game.clone().play_text(&first).unwrap();
        line.push(first);
        let length = if club.rng.bool() { 2 } else { 4 };
        while line.len() < length {
            let Some(turn) = club.rng.choice(next.legal()) else { break };
            next = next.play_text(&turn).unwrap();
            line.push(turn);
        }
        line.truncate(line.len() / 2 * 2);
        lines.push(line);
    }
    let lines: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
    match club.rng.u8(..5) {
        0 => club.rng.choice(game.legal()).unwrap(),
        _ => lines.join(", "),
    }
}

async fn travel(club: &mut Club, player: &Player, day: i32) {
    let user = &player.id;
    let text = match day % 60 {
        // Early in the first year, some days of vacation are certainly left.
        5..9 if day < 9 => format!("signoff {user} -"),
        50 if day % 120 == 50 => format!("signoff {user} -"),
        49..51 => format!("vacation {user} - {}", club.rng.u8(5..15)),
        0..3 | 9..12 => format!("signon {user} -"),
        3..5 => format!("vacation {user} - off"),
        20 => format!("vacation {user} - 30"),
        21 => format!("vacation {user} - off"),
        _ => return,
    };
    club.says(user, &text).await;
}

async fn leave(club: &mut Club, player: &Player, day: i32) {
    let user = &player.id;
    if day >= 95 {
        club.send(
            &Sender::Address("gus@example.org".parse().unwrap()),
            &format!("delete {user} {}", player.password),
            None,
            None,
        )
        .await;
        assert!(club.hears(&format!("delete {user} {}", player.password)).await.refused);
        club.does(user, &format!("delete {user} {}", player.password)).await;
        // Repeated by an operator, it is done; by anyone else, it is refused.
        club.does(user, &format!("delete {user} -")).await;
        assert!(club.hears(&format!("delete {user} {}", player.password)).await.refused);
        assert!(club.hears(&format!("signup {user} {}", player.password)).await.refused);
        talk_behind(club, player).await;
    } else if (40..44).contains(&day) {
        for text in [
            format!("add {user} - gus@example.org gus@example.net"),
            format!("change address {user} - gus@example.com"),
            format!("add {user} - a@example.org b@example.org c@example.org"),
        ] {
            club.says(user, &text).await;
        }
    }
}

/// Members who have played against a member who left talk about it on those boards.
async fn talk_behind(club: &mut Club, player: &Player) {
    for board in club.ever.keys().copied().collect::<Vec<_>>() {
        let record = club.board(board).await;
        if let Some(seat) = record.seat_of(&player.id) {
            let other = record.players[(!seat).index()].clone();
            let remark = format!("And gone is {}.\n{}", player.id, signature(&other));
            club.says_with(&other, &on(&record, "chat", &other, ""), &remark).await;
        }
    }
}

async fn block(club: &mut Club, player: &Player, day: i32) {
    let user = &player.id;
    if let Some(on) = match day % 80 {
        30..35 => Some("on"),
        70..75 => Some("off"),
        _ => None,
    } {
        let text = format!("block {user} - {WRITER} {on}");
        club.does(user, &text).await;
    }
    if day < 5 {
        club.says(user, &format!("news {user} - on")).await;
    }
}

async fn write(club: &mut Club, members: &[Player], player: &Player) {
    let user = &player.id;
    let signed = signature(user);
    let number = club.rng.u32(..);
    match club.rng.u8(..8) {
        0 => {
            let to: Vec<String> =
                club.rng.choose_multiple(members, 3).iter().map(|one| one.id.to_string()).collect();
            let text = format!("message {user} - {}", to.join(" "));
            club.says_with(user, &text, &format!("Letter {number}.\n{signed}")).await;
        }
        1 => {
            let to = club.rng.choice(["hal", "lou", "bartholomew_the_late"]).unwrap();
            let text = format!("message {user} - {to}");
            for _ in 0..2 {
                club.says_with(user, &text, &format!("Dear {to}, {number}!\n{signed}")).await;
            }
        }
        2 if club.rng.bool() => {
            let text = format!("broadcast {user} -");
            club.says_with(user, &text, &format!("News number {number}.\n{signed}")).await;
        }
        3 | 4 => {
            let Some(record) = club.any_board().await else { return };
            let text = on(&record, "chat", user, "");
            club.says_with(user, &text, &format!("I think of {number}.\n{signed}")).await;
        }
        _ => {}
    }
}

async fn seek(club: &mut Club, player: &Player) {
    let user = &player.id;
    let kind = club.rng.choice(GameKind::ALL).unwrap();
    let text = match club.rng.u8(..14) {
        0..3 if club.is_open => {
            let options = options::drawn(&mut club.rng, kind);
            let terms = options::terms(&mut club.rng);
            let wish = ["", "--people", "--people", "--level=2"][club.rng.usize(..4)];
            format!("{kind} seek {user} - {options} {terms} {wish} {}", club.rng.u8(1..4))
        }
        3 => format!("{kind} seek {user} - cancel"),
        4 => format!("{kind} limit {user} - {}", club.rng.u8(1..6)),
        5 => format!("{kind} limit {user} - none"),
        6 => format!("{kind} reject {user} -"),
        7..9 => format!("{kind} accept {user} -"),
        _ => return,
    };
    club.says(user, &text).await;
}

/// All commands of the day in one body, sometimes with a mistake in it.
async fn send_many(club: &mut Club, player: &Player) {
    let user = &player.id;
    if club.rng.u8(..4) > 0 {
        return;
    }
    let mut lines = vec![format!("ankor games {user}"), "list".to_owned()];
    for record in club.running(Some(user)).await {
        let game = replayed(&record);
        if game.seat_to_move() == record.seat_of(user) && record.offer.is_none() {
            let turn = choose(club, &record, &game);
            lines.push(on(&record, "move", user, &turn));
        }
    }
    lines.truncate(12);
    if club.rng.bool() {
        lines.insert(1, format!("ankor move 999 {user} {} d3", player.password));
    }
    let id = club.rng.bool().then(|| format!("bundle-{}", club.rng.u32(..)));
    let body = lines.join("\n");
    let sender = Sender::User(user.clone());
    club.send(&sender, "multiple", Some(&body), id.as_deref()).await;
    if id.is_some() {
        club.send(&sender, "Re: multiple", Some(&body), id.as_deref()).await;
    }
}

/// Looks at every kind of list, sometimes with a complete password.
async fn watch(club: &mut Club, members: &[Player], player: &Player) {
    let user = &player.id;
    let kind = club.rng.choice(GameKind::ALL).unwrap();
    let other = club.rng.choice(members).unwrap().id.clone();
    let Some(record) = club.any_board().await else { return };
    let selector = club.rng.choice(["all", "active", "inactive", "next"]).unwrap();
    let (of, number, password) = (record.id.kind, record.id.number, &player.password);
    let mut questions = vec![
        "help".to_owned(),
        format!("help commands tutorial {kind}"),
        format!("list {kind}"),
        format!("all show {other} {selector}"),
        format!("{kind} help"),
        format!("{kind} ratings"),
        format!("{kind} history"),
        format!("{kind} history {other}"),
        format!("{kind} games {other} {selector}"),
        format!("{of} show {number}"),
        format!("{of} show {number}#2 {number}#-1"),
        format!("{kind} show {other} {selector}"),
        format!("{kind} showas {user} - {selector}"),
        format!("{of} showas {user} {password} {number}"),
        format!("{of} subscribe {number} {user} -"),
        format!("{of} unsub {number} {user} -"),
        format!("{kind} sub all {user} -"),
        format!("{kind} unsubscribe all {user} -"),
        format!("{kind} notify {user} -"),
        format!("{kind} notify {user} - off"),
        format!("news {user} - on"),
        format!("news {user} - off"),
        format!("{kind} preview new"),
        format!("reset {other}"),
    ];
    if club.is_open && club.rng.u8(..4) == 0 {
        questions.push(format!("{kind} computer {user} -"));
    }
    for _ in 0..3 {
        let text = club.rng.choice(&questions).unwrap().clone();
        club.says(user, &text).await;
        club.hears(&text).await;
    }
    if club.board(record.id).await.ended.is_none() {
        let game = replayed(&record);
        let turn = choose(club, &record, &game);
        let preview = format!("{of} preview {number} {turn}");
        assert!(!club.hears(&preview).await.refused, "{preview}");
    }
}

async fn choose_settings(club: &mut Club, player: &Player) {
    let user = &player.id;
    let kind = club.rng.choice(GameKind::ALL).unwrap();
    let setting = match club.rng.u8(..30) {
        0 => "zone=Europe/Paris appearance=dark.wood",
        1 => "zone=America/New_York labels=off appearance=usual",
        2 => "turns=all mail=daily",
        3 => "labels=on turns=last mail=each",
        4 => "turnmail=off pictures=all",
        5 => "turnmail=on reminders=on letters=on pictures=usual",
        _ => return,
    };
    let text = format!("{kind} set {user} - {setting}");
    club.does(user, &text).await;
}
