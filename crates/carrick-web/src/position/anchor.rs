//! Anchor: any empty point can be chosen, or a pass; the score can be shown at any time.

use carrick_games::anchor::{Board, Point, Turn};
use carrick_games::{Colour, Game, GameKind};

use super::PositionError;
use super::build::Parts;
use super::view::{Count, Group, Other, SpotView};
use super::words::{counted, sides};

/// Describes each spot, the turns it allows, and the rest of the position.
pub(super) fn describe(
    game: &Game<Board>,
    spots: &mut [SpotView],
    select: Option<&str>,
) -> Result<Parts, PositionError> {
    PositionError::unless_unselected(select)?;
    let board = game.board();
    for spot in spots {
        let Ok(point) = spot.place.parse::<Point>() else { continue };
        spot.holds = board.stone_at(point).map(Into::into);
        if let Some(owner) = board.home_of(point) {
            let owner = GameKind::Anchor.colour_name(owner);
            spot.label = format!("{}, home corner of {owner}", spot.label);
        }
        if game.outcome().is_none() {
            match game.check(Turn::Stone(point)) {
                Ok(()) => spot.turn = Some(spot.place.clone()),
                Err(reason) => spot.why = Some(reason.to_string()),
            }
        }
    }
    let groups = board.groups().into_iter().map(group).collect();
    Ok(Parts { others: others(game), groups, count: Some(count(board)), ..Parts::default() })
}

fn others(game: &Game<Board>) -> Vec<Other> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let swap = game.check(Turn::Swap).is_ok();
    let swap = swap.then_some(Other { turn: "swap", label: "Swap colours", why: None });
    swap.into_iter().chain([Other { turn: "pass", label: "Pass", why: None }]).collect()
}

fn group(group: carrick_games::anchor::Group) -> Group {
    let name = GameKind::Anchor.colour_name(group.colour);
    let size = group.points.len();
    let lives = if group.is_anchor { "an anchor" } else { "dead unless it is anchored" };
    Group {
        colour: group.colour.into(),
        size,
        said: format!("{name} group of {}, {lives}{}", counted(size, "stone"), sides(&group.sides)),
        ids: group.points.iter().map(|point| format!("p-{point}")).collect(),
    }
}

fn count(board: &Board) -> Count {
    let count = board.count();
    let each = |of: fn(&carrick_games::anchor::Count, Colour) -> u16| {
        Colour::BOTH.map(|colour| of(&count, colour))
    };
    let told = |colour: Colour| {
        format!(
            "{} {}, which are {} and {} of territory",
            GameKind::Anchor.colour_name(colour),
            count.total(colour),
            counted(count.prisoners(colour).into(), "prisoner"),
            counted(count.territory(colour).into(), "point"),
        )
    };
    Count {
        totals: each(carrick_games::anchor::Count::total),
        prisoners: each(carrick_games::anchor::Count::prisoners),
        territory: each(carrick_games::anchor::Count::territory),
        said: format!("If the game ended now: {}; {}.", told(Colour::Dark), told(Colour::Light)),
    }
}
