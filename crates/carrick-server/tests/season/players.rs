//! The members: their characters, when they visit, and how they play.

use carrick_games::{AnyGame, GameKind, Seat};
use carrick_service::{BoardRecord, Userid};

use super::club::{Club, replayed};
use super::messages::signature;
use super::{habits, wrong};

/// Character of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Habit {
    /// Plays every day and looks twice before a turn.
    Careful,
    /// Stays away for weeks without notice.
    Forgetful,
    /// Goes on vacation with notice.
    Traveller,
    /// Plays ahead.
    Planner,
    /// Offers draws and asks for turns back.
    Diplomat,
    /// Gives up easily.
    Quitter,
    /// Leaves for good one day.
    Leaver,
    /// Blocks the writer.
    Blocker,
    /// Writes to everyone.
    Writer,
    /// Looks for opponents, within limits.
    Seeker,
    /// Sends several commands together, and some twice.
    Mailer,
    /// Watches.
    Watcher,
}

/// A member of the club.
#[derive(Debug, Clone)]
pub(crate) struct Player {
    pub(crate) id: Userid,
    pub(crate) habit: Habit,
    pub(crate) password: String,
}

/// Name of the member who writes to everyone, as long as names can be.
pub(crate) const WRITER: &str = "ivy_who_writes_a_lot";

/// The twelve members.
pub(crate) fn members() -> Vec<Player> {
    let habits = [
        ("ann", Habit::Careful),
        ("bartholomew_the_late", Habit::Forgetful),
        ("cas", Habit::Traveller),
        ("dee", Habit::Planner),
        ("eli", Habit::Diplomat),
        ("fay", Habit::Quitter),
        ("gus", Habit::Leaver),
        ("hal", Habit::Blocker),
        (WRITER, Habit::Writer),
        ("jon", Habit::Seeker),
        ("kim", Habit::Mailer),
        ("lou", Habit::Watcher),
    ];
    let member = |(name, habit): (&str, Habit)| Player {
        id: name.parse().unwrap(),
        habit,
        password: format!("Secret-of-{name}"),
    };
    habits.into_iter().map(member).collect()
}

/// A visit of a member: acts by their habits, then plays on their boards.
pub(crate) async fn visit(club: &mut Club, members: &[Player], player: &Player, day: i32) {
    habits::follow(club, members, player, day).await;
    if club.deleted.contains(&player.id) {
        return;
    }
    for record in club.running(Some(&player.id)).await {
        // An earlier turn of this visit may have ended or changed nothing here: the boards are
        // independent.
        let game = replayed(&record);
        let seat = record.seat_of(&player.id).unwrap();
        if answer_offer(club, player, &record, seat).await {
            continue;
        }
        if game.seat_to_move() == Some(seat) {
            play(club, player, &record, &game).await;
        } else {
            habits::wait(club, player, &record, &game, seat).await;
        }
    }
    if club.rng.u8(..4) == 0 {
        wrong::try_something(club, members, player).await;
    }
}

/// Accepts, rejects or ignores an offer of the opponent. Returns whether the board has changed.
async fn answer_offer(club: &mut Club, player: &Player, record: &BoardRecord, seat: Seat) -> bool {
    let offered = record.offer.is_some_and(|offer| offer.by != seat && !offer.rejected);
    if !offered {
        return false;
    }
    let answer = match club.rng.u8(..10) {
        0..4 => "accept",
        4..8 => "reject",
        _ => return false,
    };
    let text = on(record, "move", &player.id, answer);
    club.does(&player.id, &text).await.is_end() || answer == "accept"
}

/// Plays a turn: alone, with a remark, with its number, or first submitted and then confirmed.
async fn play(club: &mut Club, player: &Player, record: &BoardRecord, game: &AnyGame) {
    let ply = game.ply();
    if !is_for_wandering(record) && gives_up(club, player, ply) {
        let text = match club.rng.bool() {
            true => on(record, "resign", &player.id, ""),
            false => on(record, "move", &player.id, "resign"),
        };
        club.does(&player.id, &text).await;
        return;
    }
    let turn = choose(club, record, game);
    let numbered = format!("{turn}#{}", ply + 1);
    // A number that was taken back once is refused, since it may come from a late email.
    let fresh = record.undone.highest <= ply as u32;
    let text = match club.rng.u8(..12) {
        0 | 1 if turn == "swap" => on(record, "swap", &player.id, ""),
        0..4 if fresh => on(record, "move", &player.id, &numbered),
        4 => {
            let text = on(record, "submit", &player.id, &turn);
            if club.does(&player.id, &text).await.is_end() {
                return;
            }
            on(record, "confirm", &player.id, "")
        }
        // A pass answered by a queued turn may be intended again; its number tells.
        _ if turn == "pass" && fresh => on(record, "move", &player.id, &numbered),
        6 => on(record, "mvoe", &player.id, &turn.to_uppercase()),
        7 => {
            let text = on(record, "move", &player.id, &turn);
            let remark = format!("What do you say to {turn}?\n{}", signature(&player.id));
            assert!(!club.says_with(&player.id, &text, &remark).await.refused, "{text}");
            return;
        }
        _ => on(record, "move", &player.id, &turn),
    };
    if player.habit == Habit::Mailer && club.rng.u8(..3) == 0 {
        let id = club.rng.bool().then(|| format!("mail-{}", club.rng.u32(..)));
        club.says_twice(&player.id, &text, id.as_deref()).await;
        return;
    }
    club.does(&player.id, &text).await;
}

fn gives_up(club: &mut Club, player: &Player, ply: usize) -> bool {
    let chance = match (player.habit, ply) {
        (Habit::Quitter, 0..2) => 15,
        (Habit::Quitter, _) => 3,
        (_, 0..50) => 0,
        (_, 50..90) => 1,
        _ => 4,
    };
    club.rng.u8(..100) < chance
}

/// A legal turn, by a preference that belongs to the board rather than the player.
pub(crate) fn choose(club: &mut Club, record: &BoardRecord, game: &AnyGame) -> String {
    let legal = game.legal();
    let random = club.rng.choice(&legal).unwrap().clone();
    let own = game.ply().checked_sub(2).map(|ply| &record.turns[ply].text);
    if legal.iter().any(|turn| turn == "swap") && club.rng.u8(..4) == 0 {
        return "swap".to_owned();
    }
    match game.kind() {
        // Players make no progress on boards where cubes only wander.
        GameKind::Ankor if is_for_wandering(record) && game.ply() > 8 => {
            let goes_on = |turn: &&String| {
                let next = game.clone().play_text(turn);
                turn.contains('-') && next.is_ok_and(|next| next.outcome().is_none())
            };
            club.rng
                .choice(legal.iter().filter(goes_on).collect::<Vec<_>>())
                .cloned()
                .unwrap_or(random)
        }
        GameKind::Ankor if record.id.number % 4 == 1 && game.ply() > 9 => {
            let back = own.and_then(|turn| turn.split_once('-'));
            let back = back.map(|(from, to)| format!("{to}-{from}"));
            back.filter(|turn| legal.contains(turn)).unwrap_or(random)
        }
        // Players do not fill their own territory to the last point.
        GameKind::Anchor if legal.iter().any(|turn| turn == "pass") => {
            let late = game.ply() > 12 && (legal.len() < 9 || club.rng.u8(..12) == 0);
            let answers =
                own.is_some() && record.turns.last().is_some_and(|last| &*last.text == "pass");
            if late || (answers && game.ply() > 12) { "pass".to_owned() } else { random }
        }
        _ => random,
    }
}

/// Whether a board is one of those on which cubes are moved rather than added.
fn is_for_wandering(record: &BoardRecord) -> bool {
    record.id.kind == GameKind::Ankor
        && record.id.number.is_multiple_of(3)
        && !record.options.contains("-size=3")
}

/// `ankor move 101 ann - d3`: `-` where a password could be.
pub(crate) fn on(record: &BoardRecord, verb: &str, user: &Userid, rest: &str) -> String {
    let (kind, number) = (record.id.kind, record.id.number);
    format!("{kind} {verb} {number} {user} - {rest}").trim_end().to_owned()
}
