//! Typical mistakes.

use carrick_games::GameKind;
use carrick_service::command;

use super::club::Club;
use super::messages::signature;
use super::players::{Player, on};

/// Sends a command that may well be wrong.
pub(crate) async fn try_something(club: &mut Club, members: &[Player], player: &Player) {
    let kind = club.rng.choice(GameKind::ALL).unwrap();
    let other = club.rng.choice(members).unwrap().id.clone();
    let user = &player.id;
    let text = match club.rng.u8(..13) {
        0..5 => unfinished(club, kind),
        5 => format!("{kind} challenge {user} {user}"),
        6 => format!("{kind} challenge nobody_here {user}"),
        7 => format!("{kind} move 999 {user} - d3"),
        8 => format!("{kind} take 777 {user} -"),
        9 => format!("{kind} rematch 101 {other} -"),
        10 => format!("message {user} - {user}"),
        11 => club
            .rng
            .choice(["Hello!", "ankor dance", "shwo 101", "mov d3", "chess help"])
            .unwrap()
            .to_owned(),
        _ => return at_a_board(club, player).await,
    };
    club.says_with(user, &text, &format!("Said by mistake.\n{}", signature(user))).await;
}

/// A newcomer tries the names of all commands, alone and with a word that is wrong for each.
pub(crate) async fn try_every_name(club: &mut Club, player: &Player) {
    for line in command::usages() {
        let name = name_of(line, GameKind::Ankor);
        club.says(&player.id, &name).await;
        club.says(&player.id, &format!("{name} nobody_here")).await;
    }
}

/// A command without any of the words that go with it.
fn unfinished(club: &mut Club, kind: GameKind) -> String {
    let line = club.rng.choice(command::usages().collect::<Vec<_>>()).unwrap();
    name_of(line, kind)
}

fn name_of(line: &str, kind: GameKind) -> String {
    let name = match line.split_whitespace().next() {
        Some("<game>" | "change" | "all") => 2,
        _ => 1,
    };
    let words: Vec<&str> = line.split_whitespace().take(name).collect();
    words.join(" ").replace("<game>", kind.name())
}

/// A turn that is illegal, or not theirs, or out of turn.
async fn at_a_board(club: &mut Club, player: &Player) {
    let boards = club.running(None).await;
    let Some(record) = club.rng.choice(boards) else { return };
    let rest = club.rng.choice(["zz9", "d3#99", "accept", "reject", "d3-d3", "undo#1"]).unwrap();
    let text = on(&record, "move", &player.id, rest);
    let answer = club.says(&player.id, &text).await;
    let answered = matches!(rest, "accept" | "reject");
    assert!(answer.refused || answered || answer.is_end(), "{text} was accepted");
    if club.rng.bool() {
        return;
    }
    let typed =
        format!("{} resign {} {} Secret-of-nobody", record.id.kind, record.id.number, player.id);
    assert!(club.hears(&typed).await.refused, "a wrong password was accepted");
}
