//! Boche: a player selects a spot, and then a rotation that fits there.

use std::collections::HashMap;

use carrick_games::boche::{Board, EndRule, Group as Points, Rotation, Turn};
use carrick_games::cubes::{CellId, Lattice};
use carrick_games::{Board as _, Colour, Game, GameKind, SWAP, normalise};
use carrick_pictures::{Sample, Style, close_up};

use crate::explain::{Explain, LegendEntry, ViewParts, counted, ids_at, listed, sides, told};
use crate::query::PositionError;
use crate::view::{
    Choice, GroupView, LastTurn, Other, Selection, Solid, SpotView, element, paint_of, pile,
};

impl Explain for Board {
    const REACH: f64 = 0.72;
    const SIGNS: [&'static str; 2] = ["yellow", "blue"];
    const LEGEND: &'static [LegendEntry] = &[
        (Sample::Point(Colour::Light), "a point of Light's"),
        (Sample::Point(Colour::Dark), "a point of Dark's"),
        (Sample::OpenNest, "a nest, the place for a cube on three others, and its name"),
        (Sample::LastCube, "the last cube"),
        (Sample::RoundHole("focus"), "the place that you chose last"),
        (Sample::RoundHole("pending"), "the turn that you preview"),
        (Sample::RoundHole("enclosed"), "round a group: the last turn has enclosed it"),
        (Sample::ThreatInHole, "the computer threatens to win with a turn here"),
        (Sample::HexagonInHole("group"), "a line round a group: the one that you point at"),
        (Sample::WonCubes, "the path that won, or the group that was enclosed"),
        (Sample::CubeGroupSize, "with “Group sizes”: the size of a group"),
    ];
    const PATH_OF: &'static str = "points";

    fn describe(
        game: &Game<Self>,
        spots: &mut [SpotView],
        select: Option<&str>,
        style: &Style,
    ) -> Result<ViewParts, PositionError> {
        let board = game.board();
        let lattice = board.lattice();
        let cells: HashMap<String, CellId> =
            lattice.ids().map(|id| (element(lattice, id), id)).collect();
        for spot in spots {
            let Some(&id) = cells.get(&spot.id) else { continue };
            spot.level = Some(lattice.level(id));
            let rotations = board.rotations_at(id);
            spot.rotations = rotations.iter().map(|rotation| rotation.letter()).collect();
            if game.outcome().is_none() && !spot.hidden && rotations.is_empty() {
                let turn = Turn::Place { cell: id, rotation: Rotation::A };
                spot.why = game.check(turn).err().map(|reason| reason.to_string());
            }
        }
        let cubes = lattice.ids().filter(|&id| board.rotation(id).is_some());
        let swap = board.can_swap() && game.outcome().is_none();
        let swap = swap.then_some(Other { turn: SWAP, label: "Swap colours", why: None });
        Ok(ViewParts {
            others: swap.into_iter().collect(),
            selection: select.map(|place| selection(game, place, style)).transpose()?,
            groups: board.groups().iter().map(|group| describe_group(board, group)).collect(),
            levels: cubes.map(|id| lattice.level(id) + 1).max().unwrap_or(0),
            ..ViewParts::default()
        })
    }

    fn last(
        who: &str,
        before: &Game<Self>,
        after: &Game<Self>,
        turn: String,
        _: &[SpotView],
    ) -> LastTurn {
        let shut_in = enclosed(before, after);
        let remarks = enclosed_told(after, &shut_in).into_iter().collect();
        let enclosed = shut_in.iter().filter_map(|group| group.points.first()).map(point_id);
        let last = told(turn, painted(who, after), landed(after));
        LastTurn { remarks, enclosed: enclosed.collect(), ..last }
    }

    /// The rotation is written before the place.
    fn played_at(turn: &str, spots: &[SpotView]) -> Vec<String> {
        ids_at(spots, turn.rsplit(':').next().unwrap_or(turn))
    }

    fn proved(place: &str, _: &[SpotView]) -> Vec<String> {
        vec![format!("v-{}", place.replace(',', "-"))]
    }

    fn solid(game: &Game<Self>, spots: &[SpotView], style: &Style) -> Option<Solid> {
        Some(pile(game.board().lattice(), spots, paint_of(game.board(), style)))
    }
}

fn selection(game: &Game<Board>, text: &str, style: &Style) -> Result<Selection, PositionError> {
    let board = game.board();
    let refuse = |why: String| PositionError::Select { why };
    let text = normalise(text);
    let place = match board.lattice().parse_place(&text) {
        Some(Ok((place, ""))) => place,
        Some(Err(reason)) => return Err(refuse(reason.to_string())),
        _ => return Err(refuse("a place looks like d3 or d3'".to_owned())),
    };
    let spot = board.spot_at(place).filter(|&id| !board.rotations_at(id).is_empty());
    let cell = spot.ok_or_else(|| refuse(format!("no cube can be put on {place} now")))?;
    let choices: Vec<Choice> = board
        .rotations_at(cell)
        .iter()
        .map(|&rotation| choice(game, cell, rotation, style))
        .collect();
    let letters: Vec<String> = choices.iter().map(|choice| choice.letter.to_string()).collect();
    Ok(Selection {
        place: place.to_string(),
        id: element(board.lattice(), cell),
        said: format!(
            "At {place} a cube can have rotation {}. Choose one to see what it would do.",
            listed(&letters, "or")
        ),
        to: Vec::new(),
        refused: Vec::new(),
        choices,
    })
}

fn choice(game: &Game<Board>, cell: CellId, rotation: Rotation, style: &Style) -> Choice {
    let turn = Turn::Place { cell, rotation };
    let mut after = game.clone();
    after.play_unchecked(turn);
    let mut said = joined(game.board(), &after, cell);
    if let Some(outcome) = after.outcome() {
        said.insert(0, outcome.sentence(GameKind::Boche).to_string());
    }
    if said.is_empty() {
        said.push("changes no group".to_owned());
    }
    Choice {
        turn: game.turn_name(turn).to_string(),
        letter: rotation.letter(),
        said: said.join("; "),
        svg: close_up(&after, cell, style),
        paint: rotation.into(),
    }
}

/// Groups that a cube joins, extends, starts and splits, the largest joins first.
fn joined(before: &Board, after: &Game<Board>, cell: CellId) -> Vec<String> {
    let corners = corners(before.lattice(), cell);
    let old = before.groups();
    let new = after.board().groups();
    let touches =
        |group: &&Points| group.points.iter().any(|&point| corners.contains(&seen_at(point)));
    let changed: Vec<(&Points, Vec<usize>)> =
        new.iter().filter(touches).map(|group| (group, origins(&old, group))).collect();
    let mut told: Vec<(usize, String)> = changed
        .iter()
        .filter(|(_, from)| parts_of(&changed, from).len() < 2)
        .filter_map(|(group, from)| {
            let sizes: Vec<usize> = from.iter().map(|&at| old[at].points.len()).collect();
            Some((sizes.len(), change(after.board(), sizes, group)?))
        })
        .collect();
    for (at, group) in old.iter().enumerate() {
        let parts = parts_of(&changed, &[at]);
        if parts.len() > 1 {
            let name = GameKind::Boche.colour_name(group.colour);
            let size = group.points.len();
            told.push((0, format!("splits a {name} group of {size} into {}", sizes_listed(parts))));
        }
    }
    told.sort_by_key(|&(merged, _)| std::cmp::Reverse(merged));
    each_once(told.into_iter().map(|(_, said)| said))
}

/// Start of the description of a new group.
const STARTS: &str = "starts a new ";

/// Descriptions without repetition; repeated ones get a count.
fn each_once(told: impl Iterator<Item = String>) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for said in told {
        match counted.iter_mut().find(|(before, _)| *before == said) {
            Some((_, times)) => *times += 1,
            None => counted.push((said, 1)),
        }
    }
    let shown = |(said, times): (String, usize)| match (said.strip_prefix(STARTS), times) {
        (_, 1) => said,
        (Some(group), times) => {
            format!("starts {times} new {}", group.replacen("group", "groups", 1))
        }
        (None, 2) => format!("{said}, twice"),
        (None, times) => format!("{said}, {times} times"),
    };
    counted.into_iter().map(shown).collect()
}

/// Groups that a turn has enclosed; empty if that decided the game, because the ending has a
/// separate explanation.
fn enclosed(before: &Game<Board>, after: &Game<Board>) -> Vec<Points> {
    if after.outcome().is_some() {
        return Vec::new();
    }
    let old = before.board().groups();
    let was =
        |group: &Points| old.iter().any(|old| old.is_enclosed() && old.points == group.points);
    let now = after.board().groups().into_iter();
    now.filter(|group| group.is_enclosed() && !was(group)).collect()
}

/// Explains which groups are now enclosed, and why that does not decide the game; `None` if there
/// are none.
fn enclosed_told(after: &Game<Board>, groups: &[Points]) -> Option<String> {
    let each = groups.iter().map(|group| {
        let name = GameKind::Boche.colour_name(group.colour);
        format!("a {name} group of {}", counted(group.points.len(), "point"))
    });
    let each: Vec<String> = each.collect();
    let (is, touch) = match each.len() {
        0 => return None,
        1 => ("is", "it touches"),
        _ => ("are", "they touch"),
    };
    let why = match after.board().options().end_rule() {
        EndRule::FullBoard => {
            "in this game that decides nothing before the board is full".to_owned()
        }
        EndRule::Enclosure { kill, .. } => {
            format!("only an enclosed group of {kill} points or more decides the game")
        }
    };
    let each = listed(&each, "and");
    let said = format!(
        "{each} {is} enclosed now: {touch} no side of the board and no empty hole. But {why}."
    );
    Some(said.replacen('a', "A", 1))
}

/// Indices of the groups from which a group was formed.
fn origins(old: &[Points], group: &Points) -> Vec<usize> {
    let shares = |other: &Points| {
        let seen = |point| other.points.iter().any(|&own| seen_at(own) == seen_at(point));
        other.colour == group.colour && group.points.iter().any(|&point| seen(point))
    };
    (0..old.len()).filter(|&at| shares(&old[at])).collect()
}

/// Sizes of the groups that came from a single group.
fn parts_of(changed: &[(&Points, Vec<usize>)], from: &[usize]) -> Vec<usize> {
    let [_] = from else { return Vec::new() };
    let parts = changed.iter().filter(|(_, other)| other == from);
    parts.map(|(group, _)| group.points.len()).collect()
}

/// How a group was formed from earlier ones; `None` if it has not changed.
fn change(board: &Board, sizes: Vec<usize>, group: &Points) -> Option<String> {
    let name = GameKind::Boche.colour_name(group.colour);
    let size = group.points.len();
    let enclosed = if group.is_enclosed() { enclosed_word(board, group) } else { "" };
    match sizes.as_slice() {
        [] => Some(format!("{STARTS}{name} group of {size}{enclosed}")),
        [one] if *one == size => None,
        [one] => Some(format!("{name} group of {one} becomes {size}{enclosed}")),
        _ => Some(format!(
            "joins {name} groups of {} to one of {size}{enclosed}",
            sizes_listed(sizes)
        )),
    }
}

/// Sizes, the largest first.
fn sizes_listed(mut sizes: Vec<usize>) -> String {
    sizes.sort_unstable_by_key(|&size| std::cmp::Reverse(size));
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    listed(&sizes, "and")
}

/// Projection of a lattice point: equal for all points on a line of sight.
fn seen_at([x, y, z]: [u8; 3]) -> [i16; 2] {
    [i16::from(x) - i16::from(y), i16::from(y) - i16::from(z)]
}

/// Projections of a cube's corners.
fn corners(lattice: &Lattice, cell: CellId) -> Vec<[i16; 2]> {
    let [x, y, z] = lattice.cell(cell).coordinates();
    let step = |corner: u8| [x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2)];
    (0..7).map(|corner| seen_at(step(corner))).collect()
}

/// Words for an enclosed group, which mention if it is too small to decide the game.
fn enclosed_word(board: &Board, group: &Points) -> &'static str {
    match board.options().end_rule() {
        EndRule::Enclosure { kill, .. } if group.points.len() < usize::from(kill.get()) => {
            ", enclosed, too small to count"
        }
        _ => ", enclosed",
    }
}

fn describe_group(board: &Board, group: &Points) -> GroupView {
    let (name, size) = (GameKind::Boche.colour_name(group.colour), group.points.len());
    let state = match (group.is_enclosed(), group.open) {
        (true, _) => enclosed_word(board, group),
        (false, true) => ", open",
        (false, false) => "",
    };
    let ids = group.points.iter().map(point_id);
    GroupView {
        colour: group.colour.into(),
        size,
        said: format!("{name} group of {}{}{state}", counted(size, "point"), sides(&group.sides)),
        ids: ids.collect(),
        outline: String::new(),
    }
}

/// Id of the element that shows a point.
fn point_id([x, y, z]: &[u8; 3]) -> String {
    format!("v-{x}-{y}-{z}")
}

fn landed(game: &Game<Board>) -> Vec<String> {
    let lattice = game.board().lattice();
    game.board().last_cube().map(|id| element(lattice, id)).into_iter().collect()
}

fn painted(who: &str, game: &Game<Board>) -> String {
    match game.board().last_turn() {
        Some(Turn::Place { cell, rotation }) => {
            let place = game.board().lattice().place(cell);
            format!("{who} puts a cube in rotation {rotation} on {place}.")
        }
        _ => String::new(),
    }
}
