//! Records: writing a record and reading it back gives the same record, in every form.
#![allow(clippy::unwrap_used)] // in the helpers of tests, too

use crate::support::recorded;
use carrick_games::records::{
    Clocks, Details, GameSite, MAX_BYTES, Moment, OneLine, PlayerDetails, Prose, Record,
    RecordFault, RecordPlace, Tournament,
};
use carrick_games::{AnyGame, AnyOptions, DrawStyle, GameKind, Outcome, Seat, SizeLimits};
use expect_test::{expect, expect_file};
use proptest::prelude::*;

fn new_game(kind: GameKind, options: &str) -> AnyGame {
    let words: Vec<&str> = options.split_whitespace().collect();
    AnyGame::new(AnyOptions::parse(kind, &words, SizeLimits::Scripts).unwrap())
}

#[track_caller]
fn play(kind: GameKind, options: &str, turns: &str) -> AnyGame {
    turns.split_whitespace().fold(new_game(kind, options), |game, turn| {
        game.play_text(turn).unwrap_or_else(|error| panic!("{turn}: {error}"))
    })
}

fn moment(text: &str) -> Option<Moment> {
    Some(text.parse().unwrap())
}

/// Checks that all three forms of a record lead to the same game, and that JSON and SGF also keep
/// all details.
#[track_caller]
fn check_round_trip(record: &Record) {
    let position = |record: &Record| record.game().draw(DrawStyle::LABELLED);
    let (json, sgf, line) = (record.to_json(), record.to_sgf(), record.to_line());
    for text in [&json, &sgf, &line] {
        let read = Record::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.options(), record.options());
        assert_eq!(read.outcome(), record.outcome());
        let names = |record: &Record| record.game().turn_names();
        assert_eq!(names(&read), names(record));
        assert_eq!(position(&read), position(record));
        assert_eq!(read.to_line(), line);
    }
    assert_eq!(&Record::from_json(&json).unwrap(), record);
    assert_eq!(&Record::from_sgf(&sgf).unwrap(), record);
    assert_eq!(line.lines().count(), 1);
}

#[test]
fn recorded_games_in_all_forms() {
    for kind in GameKind::ALL {
        for game in recorded(kind) {
            let played = play(kind, &game.options, &game.moves.join(" "));
            let record = Record::from_game(&played, Details::default()).unwrap();
            assert_eq!(record.outcome().unwrap().word(kind), game.result);
            check_round_trip(&record);
        }
    }
}

#[test]
fn recorded_games_cut_short_and_ended_by_the_players() {
    for kind in GameKind::ALL {
        for (index, game) in recorded(kind).iter().enumerate() {
            let ply = game.moves.len() * (index % 7) / 7;
            let running = play(kind, &game.options, &game.moves[..ply].join(" "));
            let mut ends: Vec<AnyGame> = (0..6).map(|_| running.clone()).collect();
            ends[1].resign(Seat::First);
            ends[2].resign(Seat::Second);
            ends[3].forfeit(Seat::First);
            ends[4].forfeit(Seat::Second);
            ends[5].agree_draw();
            for game in &ends {
                let details =
                    Details { players: ["alice".into(), "bob".into()], ..Details::default() };
                check_round_trip(&Record::from_game(game, details).unwrap());
            }
        }
    }
}

/// A complete set of details of a game.
fn full_details() -> Details {
    Details {
        players: [
            PlayerDetails {
                name: "Alice [A\\B]".into(),
                userid: "alice".into(),
                is_computer: false,
            },
            PlayerDetails {
                name: "Carrick: level 3".into(),
                userid: "level3".into(),
                is_computer: true,
            },
        ],
        site: Some(GameSite { name: "Richard's PBeM Server".into(), game_id: "101".into() }),
        event: Some(Tournament { name: "Spring cup".into(), round: "2".into() }),
        started: moment("2008-03-01T19:15:00Z"),
        ended: moment("2008-04-12T07:00:30Z"),
        generated: moment("2008-04-12T07:00:31Z"),
        unrated: true,
        clocks: Some(Clocks {
            turn_days: Some(21),
            total_days: Some(60),
            increment_hours: Some(12),
            left_s: Some([86_400, 3599]),
            nag_days: None,
        }),
        comment: "A game between friends.\n\nIt ended \"quickly\" :-]".into(),
    }
}

#[track_caller]
fn check_golden(game: &AnyGame, details: Details) {
    let mut record = Record::from_game(game, details).unwrap();
    if let Some(note) = record.note_mut(1) {
        note.at = moment("2008-03-01T19:20:00Z");
        note.comment = "Hello!\nGood luck ]:-)".into();
    }
    if let Some(note) = record.note_mut(3) {
        note.comment = "C:\\> a backslash\\".into();
    }
    let stem = format!("{}/tests/data/records/{}", env!("CARGO_MANIFEST_DIR"), record.kind());
    expect_file![format!("{stem}.json")].assert_eq(&record.to_json());
    expect_file![format!("{stem}.sgf")].assert_eq(&record.to_sgf());
    expect_file![format!("{stem}.txt")].assert_eq(&record.to_line());
    check_round_trip(&record);
}

#[test]
fn golden_ankor() {
    let mut game = play(GameKind::Ankor, "-size=4", "d3 swap d4 d3-c3 c2 d2");
    game.resign(Seat::Second);
    check_golden(&game, full_details());
}

#[test]
fn golden_boche() {
    let mut game = play(GameKind::Boche, "-size=4 -kill=6 -adjacent", "a:c2 d:c1 a:b1 c:d1");
    game.agree_draw();
    check_golden(&game, full_details());
}

#[test]
fn golden_antipod() {
    let records = recorded(GameKind::Antipod);
    let shortest = records.iter().min_by_key(|record| record.moves.len()).unwrap();
    let game = play(GameKind::Antipod, &shortest.options, &shortest.moves.join(" "));
    check_golden(&game, Details { unrated: false, ..full_details() });
}

#[test]
fn golden_anchor() {
    let turns = "C3 C2 C4 swap E3 pass D5 pass pass";
    check_golden(&play(GameKind::Anchor, "-size=3 -pie=refined", turns), full_details());
}

#[test]
fn handicap_games_start_with_the_second_player() {
    let mut game = play(GameKind::Anchor, "-size=8 -handicap=3", "A6 A3 J11");
    game.forfeit(Seat::First);
    let record = Record::from_game(&game, Details::default()).unwrap();
    let moves = r#""moves": [
    [null,"A6"],
    ["A3","J11"]
  ]"#;
    assert!(record.to_json().contains(moves), "{}", record.to_json());
    assert!(record.to_sgf().contains("RE[W+T]"));
    check_round_trip(&record);
}

#[test]
fn names_follow_the_swap() {
    let details = || Details { players: ["alice".into(), "bob".into()], ..Details::default() };
    let before = play(GameKind::Ankor, "-size=4", "d3");
    let after = play(GameKind::Ankor, "-size=4", "d3 swap");
    // X corresponds to Black.
    let sgf = |game| Record::from_game(game, details()).unwrap().to_sgf();
    assert!(sgf(&before).contains("PB[bob]PW[alice]"));
    assert!(sgf(&after).contains("PB[alice]PW[bob]"));
    for text in [sgf(&before), sgf(&after)] {
        assert_eq!(Record::read(&text).unwrap().details, details());
    }
}

/// The fields that the schema of AbstractPlay's game record 1-0-0 requires and forbids.
#[test]
fn finished_games_fit_the_schema_of_abstract_play() {
    let game = play(GameKind::Anchor, "-size=3", "C3 swap pass A1 pass pass");
    let record = Record::from_game(&game, full_details()).unwrap();
    let json: serde_json::Value = serde_json::from_str(&record.to_json()).unwrap();
    let keys = |value: &serde_json::Value| -> Vec<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(keys(&json), ["header", "moves"]);
    let header = &json["header"];
    for required in ["game", "site", "date-start", "date-end", "date-generated", "players"] {
        assert!(!header[required].is_null(), "{required}");
    }
    assert_eq!(keys(&header["game"]), ["name", "variants"]);
    assert_eq!(keys(&header["site"]), ["gameid", "name"]);
    for player in header["players"].as_array().unwrap() {
        assert!(player["name"].is_string() && player["result"].is_i64());
    }
    for round in json["moves"].as_array().unwrap() {
        assert!(round.as_array().unwrap().iter().all(|turn| turn.is_null() || turn.is_string()));
    }
}

#[test]
fn a_record_of_abstract_play_itself() {
    let json = r#"{
      "header": {
        "game": {"name": "Anchor", "variants": ["-size=3", "-pie=none"]},
        "site": {"name": "Abstract Play", "gameid": 42, "url": "unknown to us"},
        "date-start": "2023-05-01T12:00:00.123Z", "date-end": "2023-05-02T12:00:00.000+02:00",
        "date-generated": "2023-05-02T12:00:01Z",
        "players": [{"name": "A", "result": 0, "rating": 1500}, {"name": "B", "result": 1}]
      },
      "moves": [["C3", {"move": "c1", "result": "a corner", "sequence": 2}], ["pass", "pass"]]
    }"#;
    let record = Record::read(json).unwrap();
    assert_eq!(record.to_line(), "anchor -size=3 -pie=none: C3 C1 pass pass White+score\n");
    assert_eq!(record.details.site.clone().unwrap().game_id, OneLine::from("42"));
    assert_eq!(record.details.ended, moment("2023-05-02T10:00:00Z"));
    check_round_trip(&record);
}

#[test]
fn sgf_of_other_programs() {
    let text = "From: Anna\r\nDate: Sat (really)\r\n\r\n( ;\tGM\r\n[8004] FF [4] SZ[3]ZZ[a][b]KM[0]\r\n\
        C[Thanks to \\[Bob\\]\\\r\n! One\ttab\r\nnew line];B[ c3 ]C[odd\\: \\\\];C[and more]\n\
        (;W[C1];B[pass](;W[pass]RE[unread])(;W[B1]))\n(;W[zz]AB[c3](;B[](;)))) ";
    let record = Record::read(text).unwrap();
    assert_eq!(record.to_line(), "anchor -size=3: C3 C1 pass pass White+score\n");
    assert_eq!(record.details.comment.as_str(), "Thanks to [Bob]! One tab\nnew line");
    assert_eq!(record.turns()[0].note.comment.as_str(), "odd: \\\n\nand more");
    check_round_trip(&record);
}

#[test]
fn lines_as_people_type_them() {
    for (typed, canonical) in [
        ("ankor: d3", "ankor -size=6: d3 *\n"),
        (" ANKOR -SIZE=4 -noswap:D3\r\n\tD4  D3-C3", "ankor -size=4 -noswap: d3 d4 d3-c3 *\n"),
        ("Antipod -radius=4: a10 C3", "antipod -radius=4: a3+ c3 *\n"),
        (
            "antipod -radius=4: c3 f13 BLACK+Resignation",
            "antipod -radius=4: c3 f13 Black+resignation\n",
        ),
        ("anchor:", "anchor -size=8: *\n"),
        (
            "boche -fill_board -kill=5 -join_face: a:a1",
            "boche -size=6 -kill=5 -fill_board -join_face: a:a1 *\n",
        ),
        ("boche -immediate_win: a:a1", "boche -size=6 -immediate: a:a1 *\n"),
        ("\u{feff}anchor -pie=none: pass pass", "anchor -size=8 -pie=none: pass pass draw+score\n"),
    ] {
        assert_eq!(Record::read(typed).map(|record| record.to_line()).as_deref(), Ok(canonical));
    }
}

#[test]
fn bytes_that_are_not_utf8() {
    let error = Record::read_bytes(b"ankor:\n d3 \xff").unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 5: the text is not encoded in UTF-8");
    assert!(Record::read_bytes("ankor: d3".as_bytes()).is_ok());
}

#[test]
fn hostile_sizes() {
    let long = format!("ankor: {}", " ".repeat(MAX_BYTES));
    assert_eq!(Record::read(&long).unwrap_err().fault(), &RecordFault::TooLong);
    for opening in ["{\"a\":", "[", "(;", "(;GM[8001](;", "{\"header\":[", "\\", "((", "( ", ";A"] {
        let deep = opening.repeat(MAX_BYTES / opening.len());
        let whole = Record::read_bytes(deep.as_bytes());
        assert!(whole.is_err());
        for read in [Record::from_json, Record::from_sgf, Record::from_line] {
            assert!(read(&deep).is_err());
        }
    }
    let said = |text: String| Record::read(&text).unwrap_err().to_string();
    expect!["line 1, column 2001: the variations are nested more than 1000 deep"]
        .assert_eq(&said("(;".repeat(5000)));
    expect!["line 1, column 100011: there are more than 100000 nodes"]
        .assert_eq(&said(format!("(;GM[8001]{}", ";".repeat(200_000))));
    expect!["line 1, column 636: this is not JSON: recursion limit exceeded"]
        .assert_eq(&said("{\"a\":".repeat(5000)));
    let wide = format!("(;GM[8001];B[d3]{})", "(;W[d4])".repeat(100_000));
    let error = Record::read(&wide).unwrap_err();
    expect!["turn 1 (d3), B in line 1, column 12: it is the turn of O"]
        .assert_eq(&error.to_string());
    let place = error.place().unwrap();
    assert!(matches!(place, RecordPlace::Property { name, .. } if name == "B"));
}

/// The details of a record, with random texts.
fn any_details() -> impl Strategy<Value = Details> {
    let text = || prop_oneof![".*", "[\\]\\[\\\\:;()\r\n\t a\u{85}\u{2028}]{0,12}"];
    let line = move || text().prop_map(|text| OneLine::from(&*text));
    let time = || {
        proptest::option::of(
            (-62_135_596_800..253_402_300_800_i64).prop_filter_map("", Moment::from_unix_s),
        )
    };
    let player = move || {
        (line(), line(), any::<bool>()).prop_map(|(name, userid, is_computer)| PlayerDetails {
            name,
            userid,
            is_computer,
        })
    };
    let clocks = any::<([Option<u16>; 4], Option<[u32; 2]>)>().prop_map(
        |([turn_days, nag_days, total_days, increment_hours], left_s)| Clocks {
            turn_days,
            nag_days,
            total_days,
            increment_hours,
            left_s,
        },
    );
    let two = move || proptest::option::of((line(), line()));
    (
        [player(), player()],
        (two(), two()),
        [time(), time(), time()],
        any::<bool>(),
        proptest::option::of(clocks),
        text(),
    )
        .prop_map(|(players, (site, event), times, unrated, clocks, comment)| Details {
            players,
            site: site.map(|(name, game_id)| GameSite { name, game_id }),
            event: event.map(|(name, round)| Tournament { name, round }),
            started: times[0],
            ended: times[1],
            generated: times[2],
            unrated,
            clocks,
            comment: Prose::from(&*comment),
        })
}

/// Options with small boards, on which random games end soon.
fn any_options() -> impl Strategy<Value = (GameKind, &'static str)> {
    use GameKind::{Anchor, Ankor, Antipod, Boche};
    proptest::sample::select(vec![
        (Ankor, "-size=3"),
        (Ankor, "-size=4 -win_height=-1 -noswap"),
        (Boche, "-size=3 -kill=2"),
        (Boche, "-size=3 -fill_board"),
        (Boche, "-size=3 -kill=5 -fill_board -join_face"),
        (Boche, "-size=4 -immediate -join_any"),
        (Antipod, "-radius=3"),
        (Anchor, "-size=3"),
        (Anchor, "-size=3 -pie=refined"),
        (Anchor, "-size=4 -handicap=5"),
    ])
}

/// A game of random turns, which may be cut short and ended by the players.
fn random_game(kind: GameKind, options: &str, seed: u64) -> AnyGame {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = new_game(kind, options);
    let limit = random.usize(..80);
    while game.outcome().is_none() && game.ply() < limit {
        let legal = game.legal();
        let turn = random.choice(&legal).unwrap().clone();
        game = game.play_text(&turn).unwrap();
    }
    match random.u8(..6) {
        0 => game.resign(Seat::First),
        1 => game.forfeit(Seat::Second),
        2 => game.agree_draw(),
        _ => {}
    }
    game
}

fn random_record(kind: GameKind, options: &str, seed: u64, details: Details) -> Record {
    let game = random_game(kind, options, seed);
    Record::from_game(&game, details).unwrap()
}

/// Checks that the turns of a record lead, one by one, to its game and outcome.
fn assert_legal(record: &Record) {
    let mut game = AnyGame::new(record.options());
    for turn in record.turns() {
        assert_eq!(game.seat_to_move(), Some(turn.seat));
        assert_eq!(game.colour_to_move(), Some(turn.colour));
        game.check_text(&turn.text).unwrap();
        game = game.play_text(&turn.text).unwrap();
        assert_eq!(game.last_turn().as_deref(), Some(&*turn.text));
    }
    assert_eq!(game.cells(), record.game().cells());
    if let Some(outcome) = game.outcome() {
        assert_eq!(record.outcome(), Some(outcome));
    } else if let Some(outcome) = record.outcome() {
        let reasons = ["resignation", "time", "agreement"];
        assert!(reasons.contains(&outcome.reason()), "{outcome:?}");
    }
}

/// Changes, removes, duplicates or moves some bytes.
fn mutate(text: &str, random: &mut fastrand::Rng) -> Vec<u8> {
    const LIKELY: &[u8] = b"()[];:\\\"{},+*= \n0129abcBWxswapRT-'";
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        let end = (at + random.usize(..20)).min(bytes.len());
        match random.u8(..6) {
            0 if !bytes.is_empty() => bytes[at] = random.u8(..),
            1 if !bytes.is_empty() => bytes[at] = LIKELY[random.usize(..LIKELY.len())],
            2 => bytes.insert(at, LIKELY[random.usize(..LIKELY.len())]),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let copy = bytes[at..end].to_vec();
                let to = random.usize(..=bytes.len());
                bytes.splice(to..to, copy);
            }
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_games_with_any_texts(
        (kind, options) in any_options(),
        seed in any::<u64>(),
        details in any_details(),
        comments in proptest::collection::vec(".*", 0..6),
    ) {
        let mut record = random_record(kind, options, seed, details);
        for (index, comment) in comments.iter().enumerate() {
            if let Some(note) = record.note_mut(2 * index + 1) {
                note.comment = Prose::from(&**comment);
                note.at = Moment::from_unix_s((seed >> 32) as i64);
            }
        }
        check_round_trip(&record);
        assert_legal(&record);
    }

    #[test]
    fn mutated_records_are_refused_or_legal(
        (kind, options) in any_options(),
        seed in any::<u64>(),
    ) {
        let record = random_record(kind, options, seed, full_details());
        let mut random = fastrand::Rng::with_seed(seed);
        let texts = [record.to_json(), record.to_sgf(), record.to_line()];
        for text in &texts {
            for _ in 0..40 {
                let bytes = mutate(text, &mut random);
                match Record::read_bytes(&bytes) {
                    Ok(record) => assert_legal(&record),
                    Err(error) => assert!(error.to_string().len() < 600, "{error}"),
                }
            }
        }
    }

    #[test]
    fn any_text_at_all(text in "(\\(;|\\{|ankor: )?.*") {
        for read in [Record::read, Record::from_json, Record::from_sgf, Record::from_line] {
            if let Ok(record) = read(&text) {
                assert_legal(&record);
            }
        }
    }
}

#[test]
fn a_game_that_ended_on_the_board_keeps_its_outcome() {
    let mut game = play(GameKind::Anchor, "-size=3", "pass pass");
    game.resign(Seat::First);
    let record = Record::from_game(&game, Details::default()).unwrap();
    assert!(matches!(record.outcome(), Some(Outcome::Draw(_))));
    check_round_trip(&record);
}
