//! Reports and their verification.

use std::fs;

use carrick_lab::report::{report, verify, write};

use crate::{PLAN, games, play};

#[test]
fn a_report_has_every_figure_and_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lab");
    play(PLAN, &path, 2, u64::MAX).unwrap();
    let files = report(&path).unwrap();
    write(&path, &files).unwrap();
    let verified = verify(&path, 30).unwrap();
    let count = games(&path).len() as u64;
    assert_eq!((verified.games, verified.played_again, verified.files), (count, 30, files.len()));
    assert!(verified.is_complete);

    let text = fs::read_to_string(path.join("report.md")).unwrap();
    assert!(text.starts_with("# Is it fair?\n\nPlan `"), "{text}");
    assert!(text.contains(", seed 7, commit abc: "), "{text}");
    assert!(text.contains("The ladder of antipod -radius=3, even:2:"), "{text}");
    assert!(text.contains("of 2 classes of first turns surely give"), "{text}");
    let plot = fs::read_to_string(path.join("points-1.svg")).unwrap();
    assert!(plot.contains("antipod -radius=3, random, own"), "{plot}");

    let mut table = csv::Reader::from_path(path.join("summary.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let row = |options: &str, players: &str, measure: &str| {
        let wanted = |row: &&csv::StringRecord| {
            &row[2] == options && &row[3] == players && &row[6] == measure && &row[4] == "own"
        };
        rows.iter().find(wanted).unwrap().clone()
    };
    // Points of the first player, counted by hand.
    let own = games(&path).into_iter().filter(|line| line.cell == 0);
    let points: f64 = own.map(|line| line.first_score().points()).sum();
    let found = row("-radius=3", "random", "first player's points");
    assert_eq!(found[7], format!("{:.6}", points / 60.0));
    assert_eq!((&found[10], &found[11], &found[13], &found[14]), ("60", "wilson", "7", "abc"));
    // The judge looks at ten games, and each has a winner.
    assert_eq!(row("-radius=3", "random", "drama")[10], *"10");
    let judged = games(&path).into_iter().filter(|line| line.judge.is_some());
    assert_eq!(judged.count(), 8 * 10);
    // Someone always wins on the sphere.
    assert_eq!(&row("-radius=3", "random", "draws")[7], "0.000000");
}

#[test]
fn a_report_compares_turns_with_the_table_of_a_solved_board() {
    let plan = r#"
        question = "Who errs less?"
        [[study]]
        name = "exact"
        boards = ["boche -size=2"]
        players = ["random", "tree:64"]
        meeting = "all"
        games = 40
        exact = true
    "#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lab");
    play(plan, &path, 1, u64::MAX).unwrap();
    write(&path, &report(&path).unwrap()).unwrap();
    verify(&path, 0).unwrap();
    let mut table = csv::Reader::from_path(path.join("summary.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let share = |measure: &str| -> f64 {
        rows.iter().find(|row| &row[6] == measure).unwrap()[7].parse().unwrap()
    };
    let [a, b] = ["player A's exact turns", "player B's exact turns"].map(share);
    assert!((0.3..=1.0).contains(&a) && (0.3..=1.0).contains(&b) && a != b, "{a}, {b}");
    // Four cubes fill the board, so every place is used.
    assert!(share("places used") > 0.9);
}

#[test]
fn a_report_of_half_a_run_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lab");
    play(PLAN, &path, 1, 70).unwrap();
    write(&path, &report(&path).unwrap()).unwrap();
    assert!(!verify(&path, 0).unwrap().is_complete);
}

#[test]
fn alterations_are_detected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lab");
    play(PLAN, &path, 1, 20).unwrap();
    write(&path, &report(&path).unwrap()).unwrap();
    let rest = path.join("rest.jsonl");
    let lines = fs::read_to_string(&rest).unwrap();
    let found = |text: &str, by: &str| {
        assert!(lines.contains(text), "{text} is not in {lines}");
        fs::write(&rest, lines.replacen(text, by, 1)).unwrap();
        let error = verify(&path, 20).unwrap_err();
        let source = std::error::Error::source(&error).map(ToString::to_string);
        source.unwrap_or_else(|| error.to_string())
    };
    let first = |key: &str| format!("{key} is not the one that follows from plan, seed and turns");
    assert_eq!(found("\"judge\":[", "\"judge\":[0.5,"), first("judge"));
    assert_eq!(found("\"length\":", "\"length\":1"), first("length"));
    assert_eq!(found("\"choices\":", "\"choices\":1"), first("choices"));
    assert_eq!(found("\"seed\":7", "\"seed\":8"), first("seed"));
    assert_eq!(found("\"winner\":\"second\"", "\"winner\":null"), first("winner"));
    assert_eq!(
        found("\"turns\":[\"", "\"turns\":[\"z9\",\""),
        "turn 1: z9 is not on this board: rows run from a to e"
    );
    // The nodes do not follow from the turns, but only from playing again.
    let played = "this program plays game 0 of cell 0 differently";
    assert_eq!(found("\"nodes\":[0,0]", "\"nodes\":[0,1]"), played);
    fs::write(&rest, &lines).unwrap();
    let table = path.join("summary.csv");
    let text = fs::read_to_string(&table).unwrap();
    fs::write(&table, text.replace("0.", "1.")).unwrap();
    let error = verify(&path, 0).unwrap_err().to_string();
    assert!(error.starts_with("summary.csv does not match the games"), "{error}");
}
