//! Runs: threads, interruptions, kills.

use std::fs;
use std::io::Read as _;

use carrick_lab::run::each_game;

use crate::{PLAN, bytes, games, play};

#[test]
fn the_games_do_not_depend_on_threads_or_interruptions() {
    let folder = tempfile::tempdir().unwrap();
    let [one, many, pieces] = ["one", "many", "pieces"].map(|name| folder.path().join(name));
    assert!(play(PLAN, &one, 1, u64::MAX).unwrap());
    assert!(play(PLAN, &many, 5, u64::MAX).unwrap());
    assert_eq!(bytes(&one), bytes(&many));
    for most in [1, 2, 130, 500, 512, 513, 620] {
        assert!(!play(PLAN, &pieces, 3, most).unwrap());
        assert_eq!(games(&pieces).len() as u64, most);
    }
    assert!(play(PLAN, &pieces, 2, u64::MAX).unwrap());
    assert_eq!(bytes(&one), bytes(&pieces));
    // Once everything is played, nothing more happens.
    assert!(play(PLAN, &pieces, 2, u64::MAX).unwrap());
    assert_eq!(bytes(&one), bytes(&pieces));
    assert_eq!(fs::read(one.join("rest.jsonl")).unwrap(), b"");
    let games = games(&one);
    let first_turns = games.iter().filter(|line| line.study == "first turns");
    assert!(first_turns.clone().count() < 80 * 5, "no cell ended early");
    assert!(first_turns.map(|line| line.first_turn.as_deref()).all(|turn| turn.is_some()));
    assert!(games.iter().filter(|line| line.study == "ladder").count() < 800);
}

#[test]
fn a_kill_at_any_point_loses_at_most_half_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, torn] = ["whole", "torn"].map(|name| folder.path().join(name));
    play(PLAN, &whole, 2, u64::MAX).unwrap();
    play(PLAN, &torn, 2, 300).unwrap();
    let rest = torn.join("rest.jsonl");
    let lines = fs::read_to_string(&rest).unwrap();
    let count = lines.lines().count();

    // In the middle of a line.
    fs::write(&rest, lines.split_at(lines.len() - 20).0).unwrap();
    assert_eq!(games(&torn).len(), count - 1);
    // While the compressed file was being written: half a member, or a whole one in addition to its
    // lines.
    let member = bytes(&whole);
    let first = fs::read_to_string(whole.join("plan.toml")).unwrap();
    assert_eq!(first, PLAN);
    play(PLAN, &torn, 2, 511).unwrap();
    let before = fs::read_to_string(&rest).unwrap();
    assert_eq!(before.lines().count(), 511);
    for part in [1, 10, member.len() / 3] {
        fs::write(torn.join("games.jsonl.gz"), &member[..part]).unwrap();
        assert_eq!(games(&torn).len(), 511);
        play(PLAN, &torn, 2, 511).unwrap();
        assert_eq!(bytes(&torn), b"");
    }
    assert!(play(PLAN, &torn, 2, u64::MAX).unwrap());
    assert_eq!(bytes(&torn), bytes(&whole));
    // After the member was written, before its lines were removed.
    let all = games(&torn);
    let lines: Vec<String> =
        all[512..].iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
    fs::write(&rest, lines.concat()).unwrap();
    assert_eq!(games(&torn), all);
    assert!(play(PLAN, &torn, 2, u64::MAX).unwrap());
    assert_eq!(fs::read(&rest).unwrap(), b"");
    assert_eq!(bytes(&torn), bytes(&whole));
}

#[test]
fn games_that_unpack_to_too_much_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lab");
    play(PLAN, &path, 1, 3).unwrap();
    let refused = || each_game(&path, |_| Ok(())).unwrap_err().to_string();
    let pack = |bytes: u64| {
        let file = fs::File::create(path.join("games.jsonl.gz")).unwrap();
        let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        std::io::copy(&mut std::io::repeat(b' ').take(bytes), &mut packed).unwrap();
        packed.finish().unwrap();
    };
    pack(65 << 20);
    assert!(refused().contains("more than 67108864 bytes of text"), "{}", refused());
    pack(5 << 20);
    assert!(refused().contains("a line has more than 4194304 bytes"), "{}", refused());
    fs::remove_file(path.join("games.jsonl.gz")).unwrap();
    let rest = fs::File::create(path.join("rest.jsonl")).unwrap();
    rest.set_len(1 << 40).unwrap();
    assert!(refused().contains("more than 67108864 bytes of text"), "{}", refused());
}

#[test]
fn a_folder_of_something_else_is_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lab");
    let refused = |text: &str| play(text, &path, 1, 3).unwrap_err().to_string();
    fs::create_dir(&path).unwrap();
    fs::write(path.join("diary.txt"), "mine").unwrap();
    assert!(
        refused(PLAN).contains("is not empty and is not a laboratory's folder"),
        "{}",
        refused(PLAN)
    );
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    fs::remove_file(path.join("diary.txt")).unwrap();
    play(PLAN, &path, 1, 3).unwrap();
    let other = PLAN.replace("games = 60", "games = 62");
    assert!(refused(&other).contains("was started with plan "), "{}", refused(&other));
    // Comments change no game.
    play(&format!("# A remark.\n{PLAN}"), &path, 1, 4).unwrap();
    // A game of another cell does not belong in this place.
    let rest = path.join("rest.jsonl");
    let lines = fs::read_to_string(&rest).unwrap();
    fs::write(&rest, lines.replacen("\"game\":1", "\"game\":5", 1)).unwrap();
    assert!(refused(PLAN).contains("rest.jsonl is damaged: game 5 of cell 0 is where game 1"));
    fs::write(&rest, &lines).unwrap();
    let run = fs::read_to_string(path.join("run.json")).unwrap();
    fs::write(path.join("run.json"), run.replace("abc", "abd")).unwrap();
    assert!(refused(PLAN).contains("was started with a program of commit abd, but this is abc"));
}
