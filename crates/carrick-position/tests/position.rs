//! Tests that position views agree with the rules.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;
use carrick_position::{
    ColourView, GroupView, PositionError, PositionQuery, PositionView, Solid, answer,
};

fn query(game: &str, options: &str, turns: &str) -> PositionQuery {
    PositionQuery {
        game: game.into(),
        options: options.into(),
        turns: turns.into(),
        ..PositionQuery::default()
    }
}

#[track_caller]
fn view(query: &PositionQuery) -> PositionView {
    answer(query).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn refused(query: &PositionQuery) -> String {
    let error = answer(query).expect_err("the query should be refused");
    format!("{}: {error}", error.field())
}

/// Turns that can be chosen on the board or with a button, sorted.
fn choosable(query: &PositionQuery, view: &PositionView) -> Vec<String> {
    let mut turns = BTreeSet::new();
    for spot in &view.spots {
        turns.extend(spot.turn.clone());
        if !spot.to.is_empty() || !spot.rotations.is_empty() {
            let chosen = PositionQuery { select: spot.place.clone(), ..query.clone() };
            let selection = self::view(&chosen).selection.expect("a place was chosen");
            let targets: Vec<_> = selection.to.iter().map(|target| &target.place).collect();
            assert_eq!(targets, spot.to.iter().collect::<Vec<_>>());
            turns.extend(selection.to.into_iter().map(|target| target.turn));
            turns.extend(selection.choices.into_iter().map(|choice| choice.turn));
        }
    }
    let others = view.others.iter().filter(|other| other.why.is_none());
    turns.extend(others.map(|other| other.turn.to_owned()));
    turns.into_iter().collect()
}

/// Plays random games and checks three properties in every position: the turns that can be chosen
/// are the legal ones, a spot that cannot be chosen gives a reason, and every id is in the picture.
#[test]
fn exactly_the_legal_turns_can_be_chosen() {
    for kind in GameKind::ALL {
        for (options, seed) in [("", 1), (&*small(kind), 2), (&*small(kind), 3)] {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut query = query(kind.name(), options, "");
            loop {
                let game = query.game().unwrap();
                let view = view(&query);
                check_ids(&view);
                let legal = game.legal();
                if game.outcome().is_some() {
                    assert!(view.ending.is_some() && view.to_move.is_none());
                }
                if game.ply().is_multiple_of(9) || game.outcome().is_some() {
                    assert_eq!(choosable(&query, &view), legal, "{kind} {}", query.turns);
                }
                if legal.is_empty() || game.ply() > 120 {
                    break;
                }
                check_reasons(&view);
                query.turns = format!("{} {}", query.turns, legal[random.usize(..legal.len())]);
            }
        }
    }
}

/// Options of a board on which games are short.
fn small(kind: GameKind) -> String {
    match kind {
        GameKind::Boche => "-size=4 -adjacent".to_owned(),
        GameKind::Anchor => "-size=4 -pie=refined".to_owned(),
        _ => format!("{}=4", kind.facts().size_option),
    }
}

#[track_caller]
fn check_ids(view: &PositionView) {
    let has = |id: &str| {
        assert!(view.svg.contains(&format!("id=\"{id}\"")), "{id} is not in the picture");
    };
    view.spots.iter().for_each(|spot| has(&spot.id));
    view.groups.iter().flat_map(|group| &group.ids).for_each(|id| has(id));
    let has_outlines = matches!(view.game, "ankor" | "boche");
    for group in &view.groups {
        assert_eq!(!group.outline.is_empty(), has_outlines && is_visible(view, group), "{group:?}");
    }
    let last = view.last.iter();
    last.flat_map(|last| last.landed.iter().chain(last.dropped.iter().map(|drop| &drop.to)))
        .for_each(|id| has(id));
    let proof = view.ending.iter().filter_map(|ending| ending.proof.as_ref());
    proof.flat_map(|proof| &proof.ids).for_each(|id| has(id));
}

/// Whether a cube of a group is not covered; points of Boche's groups are always visible.
fn is_visible(view: &PositionView, group: &GroupView) -> bool {
    let hidden = |id: &String| view.spots.iter().any(|spot| spot.id == *id && spot.hidden);
    !group.ids.iter().all(hidden)
}

#[track_caller]
fn check_reasons(view: &PositionView) {
    for spot in view.spots.iter().filter(|spot| !spot.hidden) {
        let ways = usize::from(spot.turn.is_some())
            + usize::from(!spot.to.is_empty())
            + usize::from(!spot.rotations.is_empty())
            + usize::from(spot.why.is_some());
        assert_eq!(ways, 1, "{spot:?}");
    }
}

#[test]
fn both_elements_of_a_rim_point_play_the_same() {
    let view = view(&query("antipod", "", ""));
    let rim: Vec<_> = view.spots.iter().filter(|spot| spot.place == "a3+").collect();
    let [left, right] = rim.as_slice() else { panic!("{rim:?}") };
    assert_eq!((&left.twin, &right.twin), (&Some(right.id.clone()), &Some(left.id.clone())));
    assert_eq!((left.turn.as_deref(), right.turn.as_deref()), (Some("a3+"), Some("a3+")));
    assert_eq!(left.label, "a3+ (a14), empty");
}

#[test]
fn a_preview_is_one_more_turn() {
    let now = query("antipod", "", "f14 f9");
    let ahead = PositionQuery { then: "c4".into(), ..now.clone() };
    let played = query("antipod", "", "f14 f9 c4");
    let (ahead, played) = (view(&ahead), view(&played));
    assert_eq!((ahead.ply, ahead.then, ahead.number), (2, vec!["c4".to_owned()], 4));
    assert_eq!((ahead.svg, ahead.spots), (played.svg, played.spots));
    let back = PositionQuery { ply: "1".into(), then: "g14".into(), ..now };
    assert_eq!(view(&back).last.unwrap().said, "Black plays g14.");
}

/// The changes that a view describes, applied to the cubes before a turn, give the cubes after it.
#[test]
fn described_changes_are_the_changes_of_the_board() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut query = query("ankor", "-size=4", "");
    let (mut moves, mut drops) = (0, 0);
    while moves < 60 {
        let game = query.game().unwrap();
        let before = view(&query);
        let mut legal = game.legal();
        if random.u8(..4) > 0 && legal.iter().any(|turn| turn.contains('-')) {
            legal.retain(|turn| turn.contains('-'));
        }
        let Some(turn) = random.choice(legal) else { break };
        query.turns = format!("{} {turn}", query.turns);
        let after = view(&query);
        let last = after.last.as_ref().unwrap();
        let mut cubes = cubes(&before);
        let mover = before.to_move.unwrap().colour;
        if let Some(left) = &last.left {
            assert_eq!(cubes.remove(left), Some(mover));
            moves += 1;
        }
        for drop in &last.dropped {
            let cube = cubes.remove(&drop.from).unwrap();
            assert_eq!(cubes.insert(drop.to.clone(), cube), None);
            drops += 1;
        }
        cubes.extend(last.landed.iter().map(|id| (id.clone(), mover)));
        assert_eq!(cubes, self::cubes(&after), "{turn}: {}", last.said);
    }
    assert!(moves > 20 && drops > 3, "{moves} moves, {drops} drops");
}

fn cubes(view: &PositionView) -> BTreeMap<String, ColourView> {
    view.spots.iter().filter_map(|spot| Some((spot.id.clone(), spot.holds?))).collect()
}

#[test]
fn a_rotation_is_described_by_the_groups_it_joins() {
    let mut query = query("boche", "-size=3", "a:c1 a:c2 a:b1");
    query.select = "b1'".into();
    let selection = view(&query).selection.unwrap();
    assert_eq!(selection.choices.len(), 4);
    let said: Vec<_> = selection.choices.iter().map(|choice| choice.said.as_str()).collect();
    expect_test::expect![[r#"
        joins Light groups of 1, 1 and 1 to one of 4; splits a Dark group of 10 into 3, 3 and 3
        Light group of 1 becomes 2; Dark group of 10 becomes 9
        Light group of 1 becomes 2; Dark group of 10 becomes 9
        Light group of 1 becomes 2; Dark group of 10 becomes 9"#]]
    .assert_eq(&said.join("\n"));
    assert!(selection.choices.iter().all(|choice| !choice.svg.contains(" id=")));
}

/// The last of these turns encloses a Light group of two points.
const ENCLOSING: &str = "g:b1 h:c1 f:c2";

#[test]
fn the_count_depends_on_whether_the_game_is_over() {
    let counted = |turns| {
        let view = view(&query("anchor", "-size=3 -pie=none", turns));
        (view.count.unwrap().said, view.groups[0].said.clone())
    };
    let (said, group) = counted("C3");
    assert!(said.starts_with("If the game ended now. Black 0: "), "{said}");
    assert!(group.contains("not an anchor, so dead if the game ended now"), "{group}");
    let (said, group) = counted("C3 pass pass");
    assert!(said.starts_with("When the game ended. Black 0: "), "{said}");
    assert!(
        !said.contains("joined") && group.contains("not an anchor, so dead,"),
        "{said} {group}"
    );
}

#[test]
fn a_turn_that_encloses_a_group_is_described() {
    for (options, why, word) in [
        (
            "-size=3",
            "only an enclosed group of 4 points or more decides the game.",
            ", enclosed, too small to count",
        ),
        (
            "-size=3 -fill_board",
            "in this game that decides nothing before the board is full.",
            ", enclosed",
        ),
    ] {
        let enclosing = view(&query("boche", options, ENCLOSING));
        let last = enclosing.last.unwrap();
        let told = format!(
            "A Light group of 2 points is enclosed now: it touches no side of the board and no empty \
             hole. But {why}"
        );
        assert_eq!(last.remarks[0], told);
        let [point] = last.enclosed.as_slice() else { panic!("{:?}", last.enclosed) };
        let group = enclosing.groups.iter().find(|group| group.ids.contains(point)).unwrap();
        assert_eq!((group.size, group.said.ends_with(word)), (2, true), "{}", group.said);
        let (before, _) = ENCLOSING.rsplit_once(' ').unwrap();
        let last = view(&query("boche", options, before)).last.unwrap();
        assert!(!last.remarks.concat().contains("enclosed") && last.enclosed.is_empty());
    }
}

#[test]
fn faults_are_reported_with_their_parameter() {
    let mut queries = vec![
        query("go", "", ""),
        query("antipod", "-radius=99", ""),
        query("antipod", "", "f14 f14"),
        query("antipod", "", &"f14 ".repeat(1001)),
    ];
    let base = query("antipod", "", "f14");
    queries.push(PositionQuery { ply: "2".into(), ..base.clone() });
    queries.push(PositionQuery { ply: "x".into(), ..base.clone() });
    queries.push(PositionQuery { then: "z9".into(), ..base.clone() });
    queries.push(PositionQuery { show: "sizes secret".into(), ..base.clone() });
    queries.push(PositionQuery { select: "f14".into(), ..base.clone() });
    queries.push(PositionQuery { select: "z1".into(), ..query("ankor", "", "") });
    queries.push(PositionQuery { select: "d3".into(), ..query("boche", "", "a:d3") });
    queries.push(PositionQuery { theme: "pink".into(), ..base });
    let told: Vec<String> = queries.iter().map(refused).collect();
    expect_test::expect![[r#"
        game: there is no such game; the games are ankor, boche, antipod and anchor
        options: -radius takes a whole number from 2 to 10
        turns: turn 2 cannot be played: f14 is taken: a white stone stands there; any empty point is open to you
        turns: there are 1001 turns; the maximum for showing a position is 1000
        ply: ply must be a number from 0 to 1, the number of turns played
        ply: ply must be a number from 0 to 1, the number of turns played
        then: turn 2 cannot be played: z9 is not on this board: rows run from a to k
        show: word 2 of show is not known; the words are territory, sizes, connected, adjacent, tips, stacked, tip-right, solid, no-labels, no-marks, and level-0 to level-9
        select: nothing can be chosen there: a stone is played in one step: choose its point
        select: nothing can be chosen there: z1 is not on this board: its rows run from a to f
        select: nothing can be chosen there: no cube can be put on d3 now
        theme: theme is one of page, light and dark"#]].assert_eq(&told.join("\n"));
    let turn = answer(&query("antipod", "", "f14 f14")).unwrap_err();
    assert!(matches!(turn, PositionError::Turn { number: 2, field: "turns", .. }));
}

/// Every spot has a position in space, which overlays don't change.
#[test]
fn every_spot_is_somewhere_in_space() {
    for (game, options, turns) in [
        ("ankor", "-size=4", "b1 b2 c2 a1"),
        ("boche", "-size=4", "a:c1 a:c2 a:b1"),
        ("antipod", "-radius=4", "d3 c5"),
    ] {
        let asked = PositionQuery { show: "solid sizes".into(), ..query(game, options, turns) };
        let view = view(&asked);
        let spots: BTreeSet<&String> = view.spots.iter().map(|spot| &spot.id).collect();
        let solid = view.solid.as_ref().expect("it was asked for");
        let known: BTreeSet<&String> = match solid {
            Solid::Pile { size, cells } => {
                for cell in cells {
                    let sum = cell.cell.iter().sum::<u8>();
                    let spot = view.spots.iter().find(|spot| spot.id == cell.id).unwrap();
                    assert_eq!(Some(size - 1 - sum), spot.level, "{}", cell.id);
                    let is_painted = game == "boche" && spot.label.contains(", rotation ");
                    assert_eq!(cell.paint.is_some(), is_painted, "{}", spot.label);
                }
                cells.iter().map(|cell| &cell.id).collect()
            }
            Solid::Globe { points, lines, .. } => {
                // Euler: all faces of the sphere are triangles.
                assert_eq!(lines.len(), 3 * points.len() - 6);
                points.iter().flat_map(|point| &point.ids).collect()
            }
        };
        assert_eq!(spots, known, "{game}");
        assert_eq!(self::view(&query(game, options, turns)).solid, None, "only when asked for");
    }
    let flat = PositionQuery { show: "solid".into(), ..query("anchor", "", "") };
    assert_eq!(view(&flat).solid, None);
}

/// Remarks on the last turn, for readers who are learning the game.
#[test]
fn the_last_turn_has_remarks() {
    let remarks = |game, turns| {
        view(&query(game, "-size=4", turns)).last.map(|last| last.remarks).unwrap_or_default()
    };
    let pinned = "X's cube at d2 carries two cubes or more: it is pinned.";
    let turns = "c2 d2 c1 d3 d1 d4 c3 a1 c3-c2' b2 b1 a1-c3 b1-c1'";
    assert!(remarks("ankor", turns).contains(&pinned.to_owned()));
    let joined = "The cube at c1 has joined two groups of Light into one.";
    assert_eq!(remarks("boche", "e:c2 f:d2 e:c1"), [joined]);
    let anchor = "Black's group with the stone at A1 touches two sides, which do not meet at a home corner of \
                  White's: it is an anchor.";
    assert_eq!(remarks("anchor", "A1"), [anchor]);
    assert_eq!(remarks("anchor", "A1 swap"), [""; 0]);
    let swapped = view(&query("anchor", "-size=4", "D4 swap")).last.unwrap().said;
    let told = "The second player swaps: they play Black from now on, and the player who started plays White. \
                The board stays as it is.";
    assert_eq!(swapped, told);
}
