//! Games exported from one database and imported into another, unchanged.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::support::{Club, Tables, says};
use carrick_games::records::Record;
use carrick_games::{AnyOptions, SizeLimits};
use expect_test::expect;
use serde_json::Value;

/// A time after everything that happens here.
const LATER: &str = "2009-01-01T00:00:00Z";

/// Runs `carrick` on the club's database with some standard input. Returns its output, with errors
/// first, and whether it succeeded.
fn carrick(club: &Club, arguments: &[&str], input: &str) -> (String, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(arguments).env("CARRICK_DB", club.database()).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its arguments reads no input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = [output.stderr, output.stdout].concat();
    (String::from_utf8(said).unwrap(), output.status.success())
}

#[track_caller]
fn exports(club: &Club, arguments: &[&str]) -> String {
    let (said, success) = carrick(club, &[&["export"], arguments].concat(), "");
    assert!(success, "{arguments:?}: {said}");
    said
}

#[track_caller]
fn imports(club: &Club, arguments: &[&str], input: &str) -> String {
    let (said, success) = carrick(club, &[&["import", "--now", LATER], arguments].concat(), input);
    assert!(success, "{arguments:?}: {said}");
    said
}

#[track_caller]
fn refuses(club: &Club, arguments: &[&str], input: &str) -> String {
    let before = Tables::open(&club.database()).dump();
    let (said, success) = carrick(club, &[&["import", "--now", LATER], arguments].concat(), input);
    assert!(!success, "{arguments:?}: {said}");
    assert_eq!(Tables::open(&club.database()).dump(), before, "something changed");
    said
}

/// Commands at a given time, each of which must be accepted.
#[track_caller]
fn does_all(club: &Club, now: &str, commands: &str) {
    let (accepted, said) = says(club, &["--now", now, "multiple"], commands);
    assert!(accepted, "{said}");
}

/// The rules library's recorded games that can be played as challenges, as lines of plain moves.
fn recorded() -> Vec<String> {
    let games = include_str!("../../carrick-games/tests/data/games.jsonl").lines();
    let lines = games.map(|line| {
        let game: Value = serde_json::from_str(line).unwrap();
        let turns = game["moves"].as_array().unwrap().iter();
        let turns: Vec<&str> = turns.map(|turn| turn.as_str().unwrap()).collect();
        let [name, options] = ["game", "options"].map(|key| game[key].as_str().unwrap());
        format!("{name} {options}: {}\n", turns.join(" "))
    });
    let can_be_played = |line: &String| {
        let options = Record::read(line).unwrap().options().to_string();
        let kind = line.split(' ').next().unwrap().parse().unwrap();
        let words: Vec<&str> = options.split(' ').collect();
        AnyOptions::parse(kind, &words, SizeLimits::Challenge).is_ok()
    };
    lines.filter(can_be_played).collect()
}

/// Plays a recorded game on a new board, all turns within some microseconds.
fn play_recorded(club: &Club, now: &str, line: &str, board: u32) {
    let (game, options) = line.split_once(": ").unwrap().0.split_once(' ').unwrap();
    let mut commands = format!("{game} challenge {options} alice bob\n");
    for turn in Record::read(line).unwrap().turns() {
        let user = ["alice", "bob"][turn.seat.index()];
        writeln!(commands, "{game} move {board} {user} {user}-pass {}", turn.text).unwrap();
    }
    let (accepted, said) = says(club, &["--now", now, "--as", "alice", "multiple"], &commands);
    assert!(accepted, "{line}\n{said}");
}

/// A separate busy club, made once for all tests.
fn busy_club() -> Club {
    static DATABASE: LazyLock<Vec<u8>> =
        LazyLock::new(|| fs::read(once_busy_club().database()).unwrap());
    let club = Club::new();
    fs::write(club.database(), &*DATABASE).unwrap();
    // Permissions as the program sets them: otherwise it would print a notice.
    #[cfg(unix)]
    fs::set_permissions(club.database(), std::os::unix::fs::PermissionsExt::from_mode(0o600))
        .unwrap();
    club
}

/// A club with boards of all four games that ended in every way, some while the clock was set back,
/// and boards in play.
fn once_busy_club() -> Club {
    let club = Club::new();
    for user in ["alice", "bob", "carol", "zoe"] {
        club.does_at("2008-05-01T08:00:00Z", &[&format!("signup {user} {user}-pass")]);
    }
    let recorded = recorded();
    let of = |game: &str, swap: &str| {
        let fits = recorded.iter().filter(|line| line.starts_with(game) && line.contains(swap));
        fits.min_by_key(|line| line.len()).unwrap_or_else(|| panic!("{game} {swap}"))
    };
    play_recorded(&club, "2008-05-02T09:00:00.25Z", of("ankor", "pass"), 101);
    play_recorded(&club, "2008-05-02T10:00:00.75Z", of("boche", "swap"), 101);
    play_recorded(&club, "2008-05-02T08:00:00.5Z", of("antipod", ""), 101);
    play_recorded(&club, "2008-05-02T11:00:00Z", of("anchor", "refined"), 101);
    play_recorded(&club, "2008-05-02T11:00:00Z", of("anchor", "pie=swap: "), 102);
    let begin = |now: &str, board: u32, options: &str| {
        let challenge = format!("antipod challenge -radius=4 {options} alice bob");
        club.does_at(now, &["--as", "alice", &challenge]);
        does_all(
            &club,
            now,
            &format!(
                "antipod move {board} alice alice-pass a2\nantipod move {board} bob bob-pass d12"
            ),
        );
    };
    begin("2008-05-09T12:00:00Z", 102, "");
    club.does_at("2008-05-10T12:00:00Z", &["--as", "bob", "antipod move 102 bob - resign"]);
    begin("2008-05-09T13:00:00Z", 103, "--unrated");
    does_all(
        &club,
        "2008-05-11T12:00:00Z",
        "antipod move 103 alice alice-pass propose\nantipod move 103 bob bob-pass accept",
    );
    begin("2008-05-05T13:00:00Z", 104, "--forfeittime=3 --nagtime=2");
    club.tick("2008-05-08T13:00:00Z");
    // Declined: no game.
    club.does_at("2008-05-12T12:00:00Z", &["--as", "bob", "antipod challenge bob carol"]);
    club.does_at("2008-05-12T12:00:00Z", &["--as", "carol", "antipod move 105 carol - resign"]);
    // A deleted account stays in its games.
    club.does_at("2008-05-13T12:00:00Z", &["--as", "zoe", "boche challenge -size=4 zoe carol"]);
    does_all(
        &club,
        "2008-05-13T12:00:00Z",
        "boche move 102 zoe zoe-pass a:d3\nboche move 102 carol carol-pass b:d2",
    );
    club.does_at("2008-05-14T12:00:00Z", &["--as", "zoe", "delete zoe -"]);
    // In play: with an offer, a queue, chat, a turn taken back; not begun; twice the same.
    begin("2008-05-20T12:00:00Z", 106, "--totaltime=60 --increment=5");
    does_all(
        &club,
        "2008-05-21T12:00:00Z",
        "antipod move 106 alice alice-pass c4\nantipod move 106 bob bob-pass e5\n\
         antipod move 106 bob bob-pass undo\nantipod move 106 alice alice-pass accept\n\
         antipod queue 106 alice alice-pass g6 f6\nantipod move 106 alice alice-pass propose",
    );
    let said = says(
        &club,
        &["--now", "2008-05-21T12:00:00Z", "--as", "alice", "antipod chat 106 alice -"],
        "Between you and me.\n",
    );
    assert!(said.0, "{}", said.1);
    for _ in 0..2 {
        club.does_at("2008-05-22T12:00:00Z", &["--as", "carol", "anchor challenge carol bob"]);
    }
    club
}

/// Imports an export into an empty database.
fn copied(exported: &str) -> Club {
    let copy = Club::new();
    imports(&copy, &["-"], exported);
    copy
}

const RATINGS: &str = "SELECT kind || ' ' || userid || ' ' || rating || ' ' || deviation || ' ' || \
                       volatility || ' ' || won || drawn || lost FROM ratings ORDER BY kind, userid";

#[test]
fn an_export_is_imported_byte_for_byte() {
    let club = busy_club();
    let exported = exports(&club, &["--all"]);
    assert_eq!(exports(&club, &["--all"]), exported);
    let copy = copied(&exported);
    assert_eq!(exports(&copy, &["--all"]), exported);
    let ratings = |club: &Club| Tables::open(&club.database()).text(RATINGS);
    assert_eq!(ratings(&copy), ratings(&club));
    assert!(ratings(&club).len() > 6, "{:?}", ratings(&club));
    let (told, right) = copy.rebuild_ratings();
    assert!(right, "{told}");
}

#[test]
fn existing_games_are_not_imported_again() {
    let club = busy_club();
    let exported = exports(&club, &["--all"]);
    let copy = copied(&exported);
    for club in [club, copy] {
        let before = Tables::open(&club.database()).dump();
        let told = imports(&club, &["-"], &exported);
        assert_eq!(told, "12 games: 0 new, 12 already there\n");
        assert_eq!(Tables::open(&club.database()).dump(), before);
    }
}

#[test]
fn nothing_private_is_exported() {
    let exported = exports(&busy_club(), &["--all"]);
    assert!(exported.contains("\"zoe\"") && exported.contains("\"c4\""), "{exported}");
    for private in ["pass", "Between", "g6", "e5", "propose", "argon", "@"] {
        let antipod = exported.lines().filter(|line| line.contains("Antipod"));
        assert!(!antipod.collect::<String>().contains(private), "{private}");
    }
}

#[test]
fn every_format_contains_the_same_game() {
    let club = busy_club();
    let exported = exports(&club, &["--all"]);
    for format in ["json", "sgf"] {
        let copy = copied(&exports(&club, &["--all", "--format", format]));
        assert_eq!(exports(&copy, &["--all"]), exported, "{format}");
    }
    // Lines contain only the turns.
    let lines = exports(&club, &["--all", "--format", "line"]);
    let copy = Club::new();
    imports(&copy, &["--players", "alice,bob", "-"], &lines);
    let mut copied: Vec<String> =
        exports(&copy, &["--all", "--format", "line"]).lines().map(str::to_owned).collect();
    let mut lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    lines.sort();
    lines.dedup();
    copied.sort();
    assert_eq!(copied, lines);
}

#[test]
fn a_folder_of_files() {
    let club = busy_club();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games = format!("{}/", path("games").display());
    exports(&club, &["--all", "-o", &games]);
    let mut files: Vec<PathBuf> =
        fs::read_dir(&games).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 12);
    assert!(files[0].ends_with("anchor-101.json"), "{files:?}");
    let copy = Club::new();
    let arguments: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    imports(&copy, &arguments, "");
    let sorted = |club: &Club| {
        let mut lines: Vec<String> = exports(club, &["--all"]).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&copy), sorted(&club));
    // The file's name determines the format.
    for (name, begins) in
        [("a.sgf", "(;FF[4]"), ("a.json", "{\n"), ("a.jsonl", "{\""), ("a.txt", "antipod ")]
    {
        let file = path(name);
        exports(&club, &["antipod", "102", "-o", file.to_str().unwrap()]);
        assert!(fs::read_to_string(file).unwrap().starts_with(begins), "{name}");
    }
}

#[test]
fn boards_that_cannot_be_exported() {
    let club = busy_club();
    let said = |arguments: &[&str]| {
        let (said, success) = carrick(&club, &[&["export"], arguments].concat(), "");
        assert!(!success, "{said}");
        said
    };
    let said = [
        said(&[]),
        said(&["antipod"]),
        said(&["go", "101"]),
        said(&["antipod", "d4"]),
        said(&["antipod", "999"]),
        said(&["antipod", "105"]),
        said(&["antipod", "101", "-o", "game.doc"]),
    ];
    expect![[r#"
        carrick: which board? Name it, as in `carrick export ankor 101`, or add --all
        carrick: which board of antipod? Name it, as in `carrick export antipod 101`, or add --all
        carrick: there is no such game; the games are ankor, boche, antipod and anchor
        carrick: d4: a board is a number such as 101
        carrick: there is no Antipod board 999; `carrick do "antipod games"` lists its boards
        carrick: there is no Antipod board 105; `carrick do "antipod games"` lists its boards
        carrick: game.doc should end in .json, .jsonl, .sgf or .txt, or in / for a folder; or add --format
    "#]]
    .assert_eq(&said.concat());
}

/// A finished game as JSON, with the time at which it ended.
fn won(players: [&str; 2], number: u32, ended: &str) -> String {
    let [first, second] = players;
    format!(
        r#"{{"header":{{"game":{{"name":"Antipod","variants":["-radius=4"]}},"site":{{"name":"Carrick","gameid":"{number}"}},"date-start":"2008-02-01T00:00:00Z","date-end":"{ended}","players":[{{"name":"{first}"}},{{"name":"{second}"}}],"carrick":{{"result":"White+resignation"}}}},"moves":[["a2","d12"]]}}
"#
    )
}

#[test]
fn old_games_are_sorted_by_their_end() {
    let days = ["2008-03-01T00:00:00Z", "2008-03-05T00:00:00Z", "2008-03-03T00:00:00Z"];
    let players = [["ann", "bob"], ["bob", "cid"], ["cid", "ann"], ["ann", "cid"]];
    let [a, b, c] = [0, 1, 2].map(|index| won(players[index], 101 + index as u32, days[index]));
    let late = won(players[3], 104, "2008-03-04T00:00:00Z");
    let whole = Club::new();
    imports(&whole, &["-"], &[&*a, &late, &b, &c].concat());
    let parts = Club::new();
    // Third is earlier than second, but the file says that it ended after it.
    imports(&parts, &["-"], &[&*a, &b, &c].concat());
    imports(&parts, &["-"], &late);
    assert_eq!(exports(&parts, &["--all"]), exports(&whole, &["--all"]));
    let tables = [&whole, &parts].map(|club| Tables::open(&club.database()));
    assert_eq!(tables[0].text(RATINGS), tables[1].text(RATINGS));
    assert_eq!(tables[0].text(RATINGS).len(), 3);
    let (told, right) = parts.rebuild_ratings();
    assert_eq!((told.as_str(), right), ("4 rated games: all ratings are correct\n", true));
    // The next game that ends here ends last.
    parts.does_at(LATER, &["--as", "ann", "antipod challenge -radius=4 ann bob"]);
    for (user, turn) in [("ann", "a2"), ("bob", "d12"), ("ann", "resign")] {
        parts.does_at(LATER, &["--as", user, &format!("antipod move 105 {user} - {turn}")]);
    }
    assert!(parts.rebuild_ratings().1);
}

#[test]
fn a_board_keeps_its_number_if_that_is_free() {
    let club = Club::new();
    let [first, other, third] = [["ann", "bob"], ["cid", "dan"], ["ann", "dan"]]
        .map(|pair| won(pair, 150, "2008-03-01T00:00:00Z"));
    let said = [
        imports(&club, &["-"], &first),
        imports(&club, &["-"], &other),
        imports(&club, &["--dry-run", "-"], &[&*third, &first, &third].concat()),
        imports(&club, &["-"], &[&*other, &third].concat()),
        imports(&club, &["-"], &won(["ann", "bob"], 999_999_999, "2008-03-02T00:00:00Z")),
    ];
    expect![[r#"
        1 game: 1 new, 0 already there
        New boards: antipod 150
        New players, who have no password yet: ann, bob
        1 game: 1 new, 0 already there
        New boards: antipod 151
        New players, who have no password yet: cid, dan
        3 games: 1 new, 2 already there (dry run)
        New boards: antipod 152
        2 games: 1 new, 1 already there
        New boards: antipod 152
        1 game: 1 new, 0 already there
        New boards: antipod 153
    "#]]
    .assert_eq(&said.concat());
    let opened = club.does(&["--as", "ann", "antipod challenge ann bob"]);
    assert!(opened.contains("New antipod board 154"), "{opened}");
}

#[test]
fn a_game_continues_with_the_full_time_for_the_turn() {
    let club = busy_club();
    let exported = exports(&club, &["antipod", "106"]);
    let copy = copied(&exported);
    copy.server_never_stops();
    assert_eq!(copy.tick("2009-01-01T00:00:01Z"), "");
    let now = "2009-01-02T00:00:00Z";
    copy.does_at(now, &["--as", "bob", "change password bob - bobs-own"]);
    let shown = copy.does_at(now, &["antipod show 106"]);
    assert!(shown.contains("bob has until 2009-01-22 00:00 UTC"), "{shown}");
    copy.does_at(now, &["antipod move 106 bob bobs-own e4"]);
    // An old record matches a game that has continued here since, but not one that continued
    // differently.
    let told = imports(&copy, &["-"], &exported);
    assert_eq!(told, "1 game: 0 new, 1 already there\n");
    let then = "2008-05-23T12:00:00Z";
    club.does_at(then, &["--as", "bob", "antipod move 106 bob - e5"]);
    club.does_at(then, &["--as", "alice", "antipod move 106 alice - b1"]);
    let elsewhere = exports(&club, &["antipod", "106"]);
    let (said, _) = carrick(&copy, &["import", "-"], &elsewhere);
    expect![[r#"
        standard input: this is Antipod board 106, which is here and differs: in the record turn 4 is e5, not e4
        carrick: nothing was imported
    "#]]
    .assert_eq(&said);
    let forfeited = copy.tick("2009-02-01T00:00:00Z");
    assert!(forfeited.contains("The time of alice has run out"), "{forfeited}");
}

#[test]
fn players_by_other_names() {
    let club = Club::new();
    club.does(&["signup camb camb-pass"]);
    let record = won(["Cameron Browne", "level12"], 101, "2008-03-01T00:00:00Z");
    let is_machine = record.replace(r#""name":"level12""#, r#""name":"deepblue","is_ai":true"#);
    let said = [
        refuses(&club, &["-"], &record),
        refuses(&club, &["--player", "Cameron Browne=camb", "-"], &record),
        refuses(&club, &["--known-players", "--player", "Cameron Browne=camb", "-"], &is_machine),
        imports(&club, &["--player", "Cameron Browne=camb", "--unrated", "-"], &is_machine),
    ];
    expect![[r#"
        standard input: "Cameron Browne", the first player, has no userid; a userid is a letter followed by 1 to 19 letters, digits or underscores; --player NAME=USERID gives a player one
        carrick: nothing was imported
        standard input: level12 is a name that players here cannot choose; --player NAME=USERID gives a player one
        carrick: nothing was imported
        standard input: there is no user deepblue; without --known-players an account is made
        carrick: nothing was imported
        1 game: 1 new, 0 already there
        New boards: antipod 101
        New players, who have no password yet: deepblue
    "#]]
    .assert_eq(&said.concat());
    assert!(Tables::open(&club.database()).text(RATINGS).is_empty());
    // No one can take a name that occurs in old games.
    let taken = club.refuses(&["signup deepblue sesame"]);
    assert!(taken.contains("That name is taken"), "{taken}");
}

#[test]
fn all_recorded_games_as_plain_lines() {
    let club = Club::new();
    let lines: String = recorded().concat();
    let count = lines.lines().count();
    let told = imports(&club, &["--players", "ann,bob", "-"], &lines);
    assert!(told.starts_with(&format!("{count} games: {count} new, 0 already there\n")), "{told}");
    assert!(club.rebuild_ratings().1);
    let again = imports(&club, &["--players", "ann,bob", "-"], &lines);
    assert_eq!(again, format!("{count} games: 0 new, {count} already there\n"));
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for reason in Tables::open(&club.database()).text("SELECT reason FROM boards") {
        *ends.entry(reason).or_default() += 1;
    }
    let ends: Vec<&str> = ends.keys().map(String::as_str).collect();
    assert_eq!(ends, ["enclosure", "path", "repetition", "ring", "score"]);
}
