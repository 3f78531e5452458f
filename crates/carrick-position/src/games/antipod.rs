//! Antipod: a player chooses an empty point; rim points are drawn twice.

use std::collections::HashMap;

use carrick_games::Game;
use carrick_games::antipod::Board;
use carrick_pictures::{Sample, Style};

use crate::explain::{Explain, LegendEntry, ViewParts, counted};
use crate::query::PositionError;
use crate::view::{GroupView, Solid, SpotView, globe};

impl Explain for Board {
    const REACH: f64 = 1.0;
    const SIGNS: [&'static str; 2] = ["white", "black"];
    const LEGEND: &'static [LegendEntry] = &[
        (Sample::LastStone, "the last turn"),
        (Sample::RoundPoint("focus"), "the place that you chose last"),
        (Sample::RoundPoint("pending"), "the turn that you preview"),
        (Sample::RoundPoint("twin"), "one point of the rim, drawn on both discs"),
        (Sample::ThreatOnPoint, "the computer threatens to win with a turn here"),
        (Sample::RoundPoint("group"), "the stones of the group that you point at"),
        (Sample::WonStones, "the path or the ring that won"),
        (
            Sample::StoneGroupSize,
            "with “Group sizes”: the size of a group, once on each disc that shows it",
        ),
    ];
    const PATH_OF: &'static str = "stones, of which those on the rim show on both discs";

    fn describe(
        game: &Game<Self>,
        spots: &mut [SpotView],
        select: Option<&str>,
        _style: &Style,
    ) -> Result<ViewParts, PositionError> {
        PositionError::unless_unselected(select)?;
        let (board, sphere) = (game.board(), game.board().sphere());
        for spot in &mut *spots {
            let Ok(point) = sphere.parse(&spot.place) else { continue };
            spot.holds = board.stone_at(point).map(Into::into);
            if game.outcome().is_none() {
                match game.check(point) {
                    Ok(()) => spot.turn = Some(spot.place.clone()),
                    Err(reason) => spot.why = Some(reason.to_string()),
                }
            }
        }
        Ok(ViewParts { groups: groups(board, spots), ..ViewParts::default() })
    }

    fn solid(game: &Game<Self>, spots: &[SpotView], _style: &Style) -> Option<Solid> {
        Some(globe(game.board().sphere(), spots))
    }
}

fn groups(board: &Board, spots: &[SpotView]) -> Vec<GroupView> {
    let mut elements: HashMap<&str, Vec<&str>> = HashMap::new();
    for spot in spots {
        elements.entry(&spot.place).or_default().push(&spot.id);
    }
    let group = |group: carrick_games::antipod::Group| {
        let places: Vec<String> =
            group.points.into_iter().map(|point| board.sphere().place(point).to_string()).collect();
        let name = carrick_games::GameKind::Antipod.colour_name(group.colour);
        GroupView {
            colour: group.colour.into(),
            size: places.len(),
            said: format!("{name} group of {}", counted(places.len(), "stone")),
            ids: places
                .iter()
                .flat_map(|place| &elements[place.as_str()])
                .map(ToString::to_string)
                .collect(),
            outline: String::new(),
        }
    };
    board.groups().into_iter().map(group).collect()
}
