//! Broken records, and what the readers say about them.

use carrick_games::GameKind;
use carrick_games::records::Record;

/// Checks that every text is refused with exactly this error. `<games>` stands for the names of all
/// games, and `<numbers>` for their numbers in SGF.
#[track_caller]
fn check_all(table: &[(&str, &str)]) {
    let numbers = GameKind::ALL.map(|kind| format!("{} ({kind})", kind.facts().sgf)).join(", ");
    let mut wrong = Vec::new();
    for &(text, expected) in table {
        let expected = expected.replace("<games>", &GameKind::listed("and"));
        let expected = expected.replace("<numbers>", &numbers);
        let said = match Record::read(text) {
            Ok(record) => format!("accepted: {}", record.to_line()),
            Err(error) => error.to_string(),
        };
        if said != expected {
            wrong.push(format!("{text}\n    {said}\n  instead of\n    {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn texts_that_are_not_records() {
    check_all(&[
        (
            "",
            r#"this is not a record of a game; a record starts with { (JSON), (; (SGF) or the name of a game, as in "antipod -radius=6: f14 f10""#,
        ),
        (
            "   \n ",
            r#"this is not a record of a game; a record starts with { (JSON), (; (SGF) or the name of a game, as in "antipod -radius=6: f14 f10""#,
        ),
        (
            "chess -size=8: e4",
            r#"this is not a record of a game; a record starts with { (JSON), (; (SGF) or the name of a game, as in "antipod -radius=6: f14 f10""#,
        ),
        (
            "Hello (there)",
            r#"this is not a record of a game; a record starts with { (JSON), (; (SGF) or the name of a game, as in "antipod -radius=6: f14 f10""#,
        ),
        (
            "[1, 2]",
            r#"this is not a record of a game; a record starts with { (JSON), (; (SGF) or the name of a game, as in "antipod -radius=6: f14 f10""#,
        ),
        (
            "ankorous: d3",
            r#"this is not a record of a game; a record starts with { (JSON), (; (SGF) or the name of a game, as in "antipod -radius=6: f14 f10""#,
        ),
    ]);
}

#[test]
fn broken_lines() {
    check_all(&[
        ("ankor", "line 1, column 1: expected a colon after the game and its options"),
        (
            "ankor -size=6 d3 f4",
            "line 1, column 1: expected a colon after the game and its options",
        ),
        ("ankor -size=11: d3", "line 1, column 7: -size takes a whole number from 2 to 10"),
        (
            "antipod -radiu=6: f14",
            "line 1, column 9: that is not an option of this game; did you mean -radius?",
        ),
        (
            "boche -fill_board -immediate: a:a1",
            "line 1, column 19: -fill_board and -immediate cannot be used together",
        ),
        (
            "anchor -size=5 -handicap=3 -pie=swap:",
            "line 1, column 28: -handicap and -pie cannot be used together",
        ),
        ("anchor -size=5 -size=6:", "line 1, column 16: -size was given twice"),
        ("anchor -pie: A1", "line 1, column 8: -pie needs a value, for example -pie=swap"),
        (
            "antipod c:d3",
            "line 1, column 9: that is not an option of this game, which takes -radius",
        ),
        (
            "ankor: d3 x9",
            "turn 2 (x9), line 1, column 11: x9 is not on this board: its rows run from a to f",
        ),
        (
            "ankor: d3 d3",
            "turn 2 (d3), line 1, column 11: there is a cube at d3 already; free holes are a1, b1, b2, c1 or 16 more",
        ),
        (
            "ankor -noswap: d3 swap",
            "turn 2 (swap), line 1, column 19: this game is played without swap (-noswap)",
        ),
        (
            "ankor -size=4:\nd3 d4\n  z1 c2",
            "turn 3 (z1), line 3, column 3: z1 is not on this board: its rows run from a to d",
        ),
        (
            "antipod -radius=6: f14 f10 f14",
            "turn 3 (f14), line 1, column 28: f14 is taken: a white stone stands there; any empty point is open to you",
        ),
        (
            "antipod: f14+",
            "turn 1 (f14+), line 1, column 10: f14 is not a rim point, so it takes no +; did you mean f14?",
        ),
        (
            "anchor -size=3: pass pass C3",
            "turn 3 (C3), line 1, column 27: the game is over (Draw: equal scores)",
        ),
        (
            "anchor: A99999999999999999999999999999",
            "turn 1 (A9999999999999999999…), line 1, column 9: that is not a turn; a turn looks like H8, pass or swap",
        ),
        (
            "ankor: \u{1b}[2J",
            "turn 1 (\\u{1b}[2J), line 1, column 8: that is not a turn; a turn looks like d3 (add a cube), d3-f4 (move one), swap or pass",
        ),
        (
            "antipod: f14 White+magic",
            "line 1, column 14: expected a result such as Black+path, White+ring, White+resignation, or * for none",
        ),
        (
            "antipod: f14 Light+resignation",
            "line 1, column 14: expected a result such as Black+path, White+ring, White+resignation, or * for none",
        ),
        (
            "ankor: d3 X+path",
            "line 1, column 11: this is not what the turns lead to: the game is not over",
        ),
        (
            "anchor -size=3: pass pass *",
            "line 1, column 27: this is not what the turns lead to: Draw: equal scores",
        ),
        (
            "anchor -size=3: pass pass Black+score",
            "line 1, column 27: this is not what the turns lead to: Draw: equal scores",
        ),
        (
            "anchor -size=3: pass pass White+resignation",
            "line 1, column 27: this is not what the turns lead to: Draw: equal scores",
        ),
        ("ankor: d3 * d4", "line 1, column 13: nothing may follow the end of the record"),
        ("ankor: d3 O+time X+time", "line 1, column 18: nothing may follow the end of the record"),
    ]);
}

#[test]
fn broken_json() {
    check_all(&[
        ("{", "line 1, column 1: this is not JSON: EOF while parsing an object"),
        (r#"{"header": {},}"#, "line 1, column 15: this is not JSON: trailing comma"),
        (
            "{\"header\":{\"game\":\n  \"Ankor}",
            "line 2, column 9: this is not JSON: EOF while parsing a string",
        ),
        (
            r#"{"header": {}, "moves": []} x"#,
            "line 1, column 29: this is not JSON: trailing characters",
        ),
        ("{}", "header is missing"),
        (r#"{"header": 5, "moves": []}"#, "header: expected an object"),
        (
            r#"{"header": {"players": [{"name": "a"}, {"name": "b"}]}, "moves": []}"#,
            "header: game is missing",
        ),
        (
            r#"{"header": {"game": {}, "players": [{"name":"a"},{"name":"b"}]}, "moves": []}"#,
            "header.game: name is missing",
        ),
        (
            r#"{"header":{"game":{"name":"Hex"},"players":[{"name":"a"},{"name":"b"}]},"moves":[]}"#,
            "header.game.name: there is no such game; the games are <games>",
        ),
        (
            r#"{"header":{"game":{"name":"Boche","variants":["-size=4","-kil=3"]},"players":[{"name":"a"},{"name":"b"}]},"moves":[]}"#,
            "header.game.variants[1]: that is not an option of this game; did you mean -kill?",
        ),
        (
            r#"{"header":{"game":{"name":"Boche","variants":["-size=4",3]},"players":[{"name":"a"},{"name":"b"}]},"moves":[]}"#,
            "header.game.variants[1]: expected a string",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor"},"players":[{"name":"a"}]},"moves":[]}"#,
            "header.players: expected an array of two",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor"},"players":[{"name":"a"},{"userid":"b"}]},"moves":[]}"#,
            "header.players[1]: name is missing",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor"},"players":[{"name":"a"},{"name":"b","is_ai":"yes"}]},"moves":[]}"#,
            "header.players[1].is_ai: expected true or false",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor"},"players":[{"name":"a"},{"name":"b"}]}}"#,
            "moves is missing",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"site":{"gameid":7}},"moves":[]}"#,
            "header.site: name is missing",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"site":{"name":"x","gameid":[]}},"moves":[]}"#,
            "header.site.gameid: expected a string or a number",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"event":7},"moves":[]}"#,
            "header.event: expected a string",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"date-start":"yesterday"},"moves":[]}"#,
            "header.date-start: expected a time such as 2008-03-01T19:15:00Z",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"date-end":"2008-02-30T00:00:00Z"},"moves":[]}"#,
            "header.date-end: expected a time such as 2008-03-01T19:15:00Z",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}]},"moves":{}}"#,
            "moves: expected an array",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}]},"moves":["d3"]}"#,
            "moves[0]: expected an array",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}]},"moves":[["d3",7]]}"#,
            "moves[0][1]: expected an object",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}]},"moves":[["d3","d3"]]}"#,
            "turn 2 (d3), moves[0][1]: there is a cube at d3 already; free holes are a1, b1, b2, c1 or 5 more",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}]},"moves":[["d3"],["d4"]]}"#,
            "turn 2 (d4), moves[1][0]: it is the turn of the second player",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}]},"moves":[["d3","d4","c3"]]}"#,
            "moves[0][2]: expected one turn of each of the two players",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}]},"moves":[[{"play":"d3"}]]}"#,
            "moves[0][0]: move is missing",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}]},"moves":[[{"move":"q7"}]]}"#,
            "turn 1 (q7), moves[0][0].move: q7 is not on this board: its rows run from a to d",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"carrick":{"rules":2}},"moves":[]}"#,
            "header.carrick.rules: the game was played by version 2 of the rules; the newest known is 1",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"carrick":{"rules":-1}},"moves":[]}"#,
            "header.carrick.rules: expected the number of a version",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"carrick":{"result":"X"}},"moves":[["d3"]]}"#,
            "header.carrick.result: expected a result such as X+path, O+resignation, draw+agreement, or * for none",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"carrick":{"result":"X+path"}},"moves":[["d3"]]}"#,
            "header.carrick.result: this is not what the turns lead to: the game is not over",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"carrick":{"clocks":{"turn-days":70000}}},"moves":[]}"#,
            "header.carrick.clocks.turn-days: expected a whole number from 0 to 65535",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"carrick":{"clocks":{"seconds-left":[1]}}},"moves":[]}"#,
            "header.carrick.clocks.seconds-left: expected an array of two",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"carrick":{"notes":[{"turn":2}]}},"moves":[["d3"]]}"#,
            "header.carrick.notes[0].turn: there is no such turn; the game has 1",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor","variants":["-size=4"]},"players":[{"name":"a"},{"name":"b"}],"carrick":{"notes":[{"turn":1,"at":"noon"}]}},"moves":[["d3"]]}"#,
            "header.carrick.notes[0].at: expected a time such as 2008-03-01T19:15:00Z",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor"},"players":[{"name":"a","result":1},{"name":"b","result":0}]},"moves":[["d3"]]}"#,
            "header.players: the turns leave the game running, and the result does not say whether the loser resigned or ran out of time",
        ),
        (
            r#"{"header":{"game":{"name":"Anchor"},"players":[{"name":"a","result":1},{"name":"b","result":0}]},"moves":[["pass","pass"]]}"#,
            "header.players: this is not what the turns lead to: Draw: equal scores",
        ),
        (
            r#"{"header":{"game":{"name":"Ankor"},"players":[{"name":"a","result":1},{"name":"b","result":0}],"carrick":{"result":"X+resignation"}},"moves":[["d3"]]}"#,
            "header.players: this is not what the turns lead to: X wins: O resigned",
        ),
    ]);
}

#[test]
fn broken_sgf() {
    check_all(&[
        ("(;GM[8001]", "line 1, column 1: expected a ) somewhere that closes this game"),
        ("(;GM[8001];W[d3)", "line 1, column 13: expected a ] somewhere that closes this value"),
        ("(;GM;W[d3])", "line 1, column 5: expected a value in [ ] after the name of a property"),
        ("(;gm[8001])", "line 1, column 3: expected a property, ; ( or )"),
        ("(;GM[8001](W[d3]))", "line 1, column 12: expected a node, starting with ;"),
        ("(;GM[8001](;W[d3]);B[d4])", "line 1, column 19: expected ( or )"),
        (
            "(;GM[8001])(;GM[8001])",
            "line 1, column 12: a second game starts here; a record contains only one",
        ),
        ("(;GM[8001]) bye", "line 1, column 13: nothing may follow the end of the record"),
        ("(;FF[4])", "the property GM is missing"),
        ("(;FF[5]GM[8001])", "FF in line 1, column 3: expected SGF of version 1 to 4"),
        (
            "(;GM[1]SZ[19];B[pd])",
            "GM in line 1, column 3: that is not one of our games, which have the numbers <numbers>",
        ),
        (
            "(;GM[8001]GM[8002])",
            "GM in line 1, column 11: the property may be given only once in a node, and with one value",
        ),
        (
            "(;GM[8001][8002])",
            "GM in line 1, column 3: the property may be given only once in a node, and with one value",
        ),
        ("(;GM[8001]CA[ISO-8859-1]PB[Zoë])", "CA in line 1, column 11: the encoding must be UTF-8"),
        ("(;GM[8001]SZ[12])", "SZ in line 1, column 11: -size takes a whole number from 2 to 10"),
        (
            "(;GM[8001]SZ[5]OPTIONS[-size=6])",
            "SZ in line 1, column 11: the size is not the one that the options give",
        ),
        (
            "(;GM[8003]OPTIONS[-size=6])",
            "OPTIONS in line 1, column 11: that is not an option of this game, which takes -radius",
        ),
        (
            "(;GM[8001]RU[Ankor 3])",
            "RU in line 1, column 11: the game was played by version 3 of the rules; the newest known is 1",
        ),
        (
            "(;GM[8001]CLOCK[a week])",
            "CLOCK in line 1, column 11: expected clocks such as turn-days=21 seconds-left=3600,7200",
        ),
        (
            "(;GM[8001]\nBEGUN[2008])",
            "BEGUN in line 2, column 1: expected a time such as 2008-03-01T19:15:00Z",
        ),
        (
            "(;GM[8001];W[d3]STAMP[late])",
            "STAMP in line 1, column 17: expected a time such as 2008-03-01T19:15:00Z",
        ),
        (
            "(;GM[8004]AB[C3][D3])",
            "AB in line 1, column 11: a record contains turns that were played, not positions that were set up",
        ),
        (
            "(;GM[8001];W[d3];B[d3])",
            "turn 2 (d3), B in line 1, column 18: there is a cube at d3 already; free holes are a1, b1, b2, c1 or 16 more",
        ),
        ("(;GM[8001];W[d3];W[d4])", "turn 2 (d4), W in line 1, column 18: it is the turn of X"),
        (
            "(;GM[8001];W[d3]B[d4])",
            "W in line 1, column 12: expected one turn in a node, of B or of W",
        ),
        (
            "(;GM[8001];W[d3][d4])",
            "W in line 1, column 12: the property may be given only once in a node, and with one value",
        ),
        (
            "(;GM[8001];W[])",
            "turn 1 (), W in line 1, column 12: that is not a turn; a turn looks like d3 (add a cube), d3-f4 (move one), swap or pass",
        ),
        (
            "(;GM[8001]\n;W[d3]\n;B[d3\\]])",
            "turn 2 (d3]), B in line 3, column 2: that is not a turn; a turn looks like d3 (add a cube), d3-f4 (move one), swap or pass",
        ),
        (
            "(;GM[8001]RE[perhaps];W[d3])",
            "RE in line 1, column 11: expected a result such as B+R, W+T, B+, W+12, Draw or ?",
        ),
        (
            "(;GM[8001]RE[B+];W[d3])",
            "RE in line 1, column 11: the turns leave the game running, and the result does not say whether the loser resigned or ran out of time",
        ),
        (
            "(;GM[8001]RE[B+5];W[d3])",
            "RE in line 1, column 11: this is not what the turns lead to: the game is not over",
        ),
        (
            "(;GM[8004]SZ[3]RE[W+3];B[C3];W[C1];B[pass];W[pass])",
            "RE in line 1, column 16: this is not what the turns lead to: White wins: the higher score",
        ),
        (
            "(;GM[8004]SZ[3]RE[B+R];B[pass];W[pass])",
            "RE in line 1, column 16: this is not what the turns lead to: Draw: equal scores",
        ),
    ]);
}
