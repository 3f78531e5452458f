//! Ankor: a player chooses an empty hole for a new cube, or selects a cube and then its target.

use std::collections::HashMap;

use carrick_games::ankor::{Board, Turn};
use carrick_games::cubes::{CellId, Cells, Lattice};
use carrick_games::{Board as _, Game, GameKind, PASS, SWAP, normalise};
use carrick_pictures::{Sample, Style};

use crate::explain::{
    Explain, LegendEntry, SIZES, ViewParts, counted, ids_at, listed, sides, told,
};
use crate::query::PositionError;
use crate::view::{
    Drop, GroupView, LastTurn, Links, Other, Overlay, RefusedSpot, Selection, Solid, SpotView,
    Target, Tip, element, pile,
};

impl Explain for Board {
    const REACH: f64 = 0.72;
    const SIGNS: [&'static str; 2] = ["yellow", "blue"];
    const LEGEND: &'static [LegendEntry] = &[
        (Sample::Nest, "a nest, the place for a cube on three others, and its name"),
        (Sample::LastCube, "the last turn"),
        (Sample::HexagonInHole("left"), "the cube came from here"),
        (Sample::RoundHole("selected"), "the chosen cube"),
        (Sample::RoundHole("target"), "it can go here"),
        (Sample::CrossInHole("refused"), "it cannot go here; point at it to read why"),
        (Sample::RoundHole("focus"), "the place that you chose last"),
        (Sample::RoundHole("pending"), "the turn that you preview"),
        (Sample::ThreatInHole, "the computer threatens to win with a turn here"),
        (
            Sample::HexagonInHole("group"),
            "a line round connected cubes: the group that you point at",
        ),
        (Sample::WonCubes, "the path that won"),
        (Sample::CubeGroupSize, "with “Group sizes”: the size of a group"),
    ];
    const PATH_OF: &'static str = "cubes";
    const OVERLAYS: &'static [Overlay] = &[
        Overlay {
            show: "connected",
            label: "Connected",
            means: "solid lines: one cube rests on the other in plain sight; paths are made of these",
        },
        Overlay {
            show: "adjacent",
            label: "Adjacent",
            means: "dotted lines: neighbours on a level; a moving cube can go along them, but they are not links of a path",
        },
        Overlay {
            show: "tips",
            label: "At a side",
            means: "arrows: the cube touches that side of the board",
        },
        SIZES,
    ];

    fn describe(
        game: &Game<Self>,
        spots: &mut [SpotView],
        select: Option<&str>,
        _style: &Style,
    ) -> Result<ViewParts, PositionError> {
        let board = game.board();
        let lattice = board.lattice();
        let cells: HashMap<String, CellId> =
            lattice.ids().map(|id| (element(lattice, id), id)).collect();
        for spot in spots {
            let Some(&id) = cells.get(&spot.id) else { continue };
            spot.level = Some(lattice.level(id));
            spot.holds = board.cube(id).map(Into::into);
            if game.outcome().is_none() {
                match board.cube(id) {
                    Some(_) => choose_cube(board, id, spot),
                    None => choose_empty(game, id, spot),
                }
            }
        }
        Ok(ViewParts {
            others: others(game),
            selection: select.map(|place| selection(game, place)).transpose()?,
            groups: board
                .groups()
                .into_iter()
                .map(|group| describe_group(lattice, &group))
                .collect(),
            links: Some(links(board)),
            levels: levels(board),
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
        cube(who, before, after, turn)
    }

    /// The places that a moving cube leaves and reaches, if they are already shown.
    fn played_at(turn: &str, spots: &[SpotView]) -> Vec<String> {
        turn.split('-').flat_map(|place| ids_at(spots, place)).collect()
    }

    fn proved(place: &str, _: &[SpotView]) -> Vec<String> {
        vec![format!("c-{}", place.replace(',', "-"))]
    }

    fn solid(game: &Game<Self>, spots: &[SpotView], _style: &Style) -> Option<Solid> {
        Some(pile(game.board().lattice(), spots, |_| None))
    }
}

/// The topmost cube with the place name of a cell.
fn topmost(board: &Board, id: CellId) -> Option<CellId> {
    let lattice = board.lattice();
    lattice.cells_over(lattice.place(id)).filter(|&over| board.cube(over).is_some()).last()
}

fn choose_cube(board: &Board, id: CellId, spot: &mut SpotView) {
    if topmost(board, id) != Some(id) {
        return;
    }
    let to = board.destinations(id);
    if to.is_empty() {
        spot.why = Some(why_immovable(board, id));
    } else {
        spot.to = places(board.lattice(), to);
    }
}

/// The reason why a cube cannot be moved.
fn why_immovable(board: &Board, id: CellId) -> String {
    let here = Turn::Move { from: id, to: id };
    match board.check(here) {
        Err(
            reason @ (carrick_games::ankor::Illegal::NotYours { .. }
            | carrick_games::ankor::Illegal::Pinned { .. }),
        ) => reason.to_string(),
        _ => {
            format!("no place can be reached from {} through your cubes", board.lattice().place(id))
        }
    }
}

fn choose_empty(game: &Game<Board>, id: CellId, spot: &mut SpotView) {
    if spot.level != Some(0) {
        spot.why = Some(format!(
            "{} rests on three cubes, where only a cube that moves can go: choose the cube first",
            spot.place
        ));
        return;
    }
    match game.check(Turn::Add(id)) {
        Ok(()) => spot.turn = Some(spot.place.clone()),
        Err(reason) => spot.why = Some(reason.to_string()),
    }
}

fn others(game: &Game<Board>) -> Vec<Other> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let swap = game.check(Turn::Swap).is_ok();
    let swap = swap.then_some(Other { turn: SWAP, label: "Swap colours", why: None });
    let why = game.check(Turn::Pass).err().map(|reason| reason.to_string());
    swap.into_iter().chain([Other { turn: PASS, label: "Pass", why }]).collect()
}

fn selection(game: &Game<Board>, text: &str) -> Result<Selection, PositionError> {
    let board = game.board();
    let lattice = board.lattice();
    let refuse = |why: String| PositionError::Select { why };
    let text = normalise(text);
    let place = match lattice.parse_place(&text) {
        Some(Ok((place, ""))) => place,
        Some(Err(reason)) => return Err(refuse(reason.to_string())),
        _ => return Err(refuse("a place looks like d3 or d3'".to_owned())),
    };
    let from = lattice.cells_over(place).filter(|&id| board.cube(id).is_some()).last();
    let from = from.ok_or_else(|| refuse(format!("there is no cube at {place}")))?;
    let to = board.destinations(from);
    if to.is_empty() || game.outcome().is_some() {
        return Err(refuse(why_immovable(board, from)));
    }
    let target = |id: CellId| Target {
        id: element(lattice, id),
        place: lattice.place(id).to_string(),
        turn: game.turn_name(Turn::Move { from, to: id }).to_string(),
    };
    let refused = (board.spots() & !to).iter().map(CellId::from_index).filter_map(|id| {
        let why = board.check(Turn::Move { from, to: id }).err()?.to_string();
        Some(RefusedSpot { id: element(lattice, id), why })
    });
    Ok(Selection {
        place: place.to_string(),
        id: element(lattice, from),
        said: format!("The cube at {place} can go to {}.", listed(&places(lattice, to), "or")),
        to: by_place(lattice, to).into_iter().map(target).collect(),
        refused: refused.collect(),
        choices: Vec::new(),
    })
}

/// Cells, sorted by the names of their places.
fn by_place(lattice: &Lattice, cells: Cells) -> Vec<CellId> {
    let mut cells: Vec<CellId> = cells.iter().map(CellId::from_index).collect();
    cells.sort_unstable_by_key(|&id| lattice.place(id));
    cells
}

fn places(lattice: &Lattice, cells: Cells) -> Vec<String> {
    by_place(lattice, cells).into_iter().map(|id| lattice.place(id).to_string()).collect()
}

fn describe_group(lattice: &Lattice, group: &carrick_games::ankor::Group) -> GroupView {
    let (name, size) = (GameKind::Ankor.colour_name(group.colour), group.cubes.len());
    let ids = group.cubes.iter().map(|at| element(lattice, CellId::from_index(at)));
    GroupView {
        colour: group.colour.into(),
        size,
        said: format!("{name} group of {}{}", counted(size, "cube"), sides(&group.sides)),
        ids: ids.collect(),
        outline: String::new(),
    }
}

fn links(board: &Board) -> Links {
    let lattice = board.lattice();
    let mut links = Links::default();
    for id in lattice.ids().filter(|&id| board.cube(id).is_some()) {
        let pairs = |linked: Cells| {
            let later = linked.iter().map(CellId::from_index).filter(move |&other| other > id);
            later.map(move |other| [element(lattice, id), element(lattice, other)])
        };
        links.connected.extend(pairs(board.connected_to(id)));
        links.adjacent.extend(pairs(board.adjacent_to(id)));
        let sides = board.touches(id).into_iter().filter(|&touches| touches).count();
        if sides > 0 {
            links.tips.push(Tip { id: element(lattice, id), sides });
        }
    }
    links
}

/// Number of levels with cubes.
fn levels(board: &Board) -> u8 {
    let lattice = board.lattice();
    let cubes = lattice.ids().filter(|&id| board.cube(id).is_some());
    cubes.map(|id| lattice.level(id) + 1).max().unwrap_or(0)
}

fn cube(who: &str, before: &Game<Board>, after: &Game<Board>, turn: String) -> LastTurn {
    let (board, lattice) = (before.board(), before.board().lattice());
    let name = |id| element(lattice, id);
    let landed = after.board().last_cube().map(name).into_iter().collect();
    let Some(Turn::Move { from, to }) = after.board().last_turn() else {
        let said = format!("{who} adds a cube at {turn}.");
        return told(turn, said, landed);
    };
    let column = board.column_on(from);
    let gaps = std::iter::once(&from).chain(&column);
    let dropped: Vec<Drop> = column
        .iter()
        .zip(gaps)
        .map(|(&over, &gap)| Drop { from: name(over), to: name(gap) })
        .collect();
    let mut said =
        format!("{who} moves the cube at {} to {}.", lattice.place(from), lattice.place(to));
    match dropped.len() {
        0 => {}
        1 => said.push_str(" The cube that rested on it drops into the gap."),
        several => {
            said.push_str(&format!(
                " The {} above it in a straight line drop by one level.",
                counted(several, "cube")
            ));
        }
    }
    LastTurn { left: Some(name(from)), dropped, ..told(turn, said, landed) }
}
