//! Commands that the server's messages tell their readers to type: all of them work.

use crate::support::Tables;

use super::typed::{Folder, is_command, is_pattern};

/// The lines of a message that are commands: indented by two, without their explanations.
fn lines(message: &str) -> Vec<String> {
    let indented = message.lines().filter_map(|line| line.strip_prefix("  "));
    let commands = indented.map(|line| line.split("  ").next().unwrap_or_default());
    commands.filter(|line| is_command(line) && !is_pattern(line)).map(str::to_owned).collect()
}

/// Types every command of the messages that an action causes, each as if it were the first; returns
/// their number.
#[track_caller]
fn obeys(folder: &Folder, user: &str, act: &str) -> usize {
    let said = folder.must(&format!("carrick do --leave --as {user} \"{act}\""));
    let commands = lines(&said);
    for command in &commands {
        folder.copy().command(command);
    }
    commands.len()
}

#[test]
fn a_newcomer_can_type_what_the_welcome_says() {
    let folder = Folder::new();
    let said = folder.must("carrick do signup ann secret42");
    let commands = lines(&said);
    assert_eq!(commands.len(), 5, "{said}");
    // They can be typed one after the other.
    commands.iter().for_each(|command| _ = folder.command(command));
}

#[test]
fn commands_in_messages_to_players_work() {
    let folder = Folder::with(&["ann", "bob", "carol"], &[]);
    for (user, act, commands) in [
        ("ann", "ankor challenge ann bob", 4),
        ("ann", "boche challenge bob ann", 4),
        ("ann", "antipod challenge -radius=4 ann bob", 4),
        ("ann", "anchor challenge ann bob", 4),
        ("ann", "antipod computer ann -", 1),
        ("ann", "antipod submit 101 ann - c3", 1),
        ("ann", "antipod move 101 ann - c3", 0),
        ("bob", "antipod move 101 bob - accept", 0),
        ("ann", "antipod move 101 ann - propose", 2),
        ("carol", "antipod subscribe 101 carol -", 1),
        ("carol", "antipod subscribe all carol -", 1),
        ("carol", "antipod notify carol -", 1),
        ("carol", "antipod reject carol -", 1),
        ("carol", "block carol - bob", 1),
        ("bob", "antipod seek bob - 2", 1),
    ] {
        assert_eq!(obeys(&folder, user, act), commands, "{act}");
    }
}

/// The commands between back quotes in a message, as typed.
fn quoted(message: &str) -> Vec<String> {
    let parts = message.split('`').skip(1).step_by(2);
    let commands = parts.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    // A name alone, such as `signon`, is not an example.
    commands.filter(|text| text.contains(' ') && is_command(text) && !is_pattern(text)).collect()
}

#[test]
fn commands_in_letters_news_and_vacations_work() {
    let folder = Folder::with(&["ann", "bob"], &["bob: news bob - on"]);
    folder.must("carrick admin operator ann on");
    let tables = Tables::open(&folder.path().join("carrick.db"));
    tables.text(
        "INSERT INTO addresses (userid, place, address, confirmed) \
         SELECT userid, 0, userid || '@example.org', 1 FROM users WHERE userid IN ('ann', 'bob') \
         RETURNING userid",
    );
    drop(tables);
    let said = |line: &str| {
        let said = folder.must(line);
        let commands: Vec<String> = lines(&said).into_iter().chain(quoted(&said)).collect();
        for command in &commands {
            let command = super::typed::with_password(command);
            folder.copy().must(&format!("echo Thanks | carrick do --leave --body \"{command}\""));
        }
        commands.len()
    };
    for (line, least) in [
        ("echo Hello | carrick do --as ann 'message ann - bob'", 1),
        ("echo Hello | carrick do --as ann 'broadcast ann -'", 2),
        ("carrick do --as ann 'vacation ann - 3'", 1),
        ("carrick do --as ann 'vacation ann - off'", 0),
        ("carrick do --as ann 'signoff ann -'", 0),
        ("carrick do --as ann 'signon ann -'", 0),
        ("carrick do --as ann 'ankor set ann - turnmail=off'", 0),
    ] {
        let commands = said(line);
        assert!(commands >= least, "{line}: {commands}");
    }
}
