//! Builds a position view from a game.

use carrick_games::{AnyGame, match_game, match_kind};
use carrick_pictures::{Spot, drawn, drawn_with, outlines};

use super::{notes, teaching};
use crate::explain::{Explain, last, words};
use crate::query::{Look, PositionError, check_length, play};
use crate::view::{Mover, PositionView, SpotView};

/// Builds the view of a game that [`Look`] describes.
///
/// # Errors
/// When `ply` exceeds the turns, a turn to follow is illegal, or nothing can be selected at the
/// place.
pub fn look(game: &AnyGame, look: &Look) -> Result<PositionView, PositionError> {
    check_length(look.then.len())?;
    let ply = look.ply.unwrap_or(game.ply());
    if ply > game.ply() {
        return Err(PositionError::Ply { played: game.ply() });
    }
    let (before, shown) = match (look.ply, look.then.as_slice()) {
        (None, []) => (game.ply().checked_sub(1).map(|before| game.at(before)), game.clone()),
        _ => follow(game, ply, &look.then)?,
    };
    let is_present = ply == game.ply() && look.then.is_empty();
    let notes = if is_present { look.notes.as_slice() } else { &[] };
    // A note on a place that the board lacks is left out with the others.
    let drawing = drawn_with(&shown, &look.style, notes);
    let drawing = drawing.unwrap_or_else(|_| drawn(&shown, &look.style));
    let mut spots: Vec<SpotView> = drawing.spots.into_iter().map(spot).collect();
    let select = look.select.as_deref();
    let mut parts = match_game!(&shown, AnyGame(game) => {
        Explain::describe(game, &mut spots, select, &look.style)?
    });
    for (group, outline) in parts.groups.iter_mut().zip(outlines(&shown, &look.style)) {
        group.outline = outline;
    }
    let ending = shown.outcome().map(|outcome| words::ending(&shown, outcome, &spots));
    let solid = match_game!(&shown, AnyGame(game) => {
        look.solid.then(|| Explain::solid(game, &spots, &look.style)).flatten()
    });
    let tries = !look.then.is_empty();
    let teaching = look.learner.and_then(|seat| teaching::remark(&shown, seat, tries, &spots));
    let noted = notes::noted(notes).flat_map(|place| {
        let there = spots.iter().filter(move |spot| spot.place == place);
        there.map(|spot| spot.id.clone()).collect::<Vec<_>>()
    });
    let noted = noted.collect();
    let mut names = shown.turn_names();
    Ok(PositionView {
        generation: None,
        game: shown.kind().name(),
        title: shown.kind().title(),
        options: shown.options().to_string(),
        turns: game.turn_names(),
        ply,
        then: names.split_off(ply),
        number: shown.ply() + 1,
        to_move: mover(&shown),
        said: words::state(&shown),
        phase: words::phase(&shown).map(|phase| phase.explained),
        last: before.map(|before| last::turn(&before, &shown, &spots)),
        teaching,
        noted,
        spots,
        others: parts.others,
        selection: parts.selection,
        groups: parts.groups,
        links: parts.links,
        count: parts.count,
        hands: shown.in_hand(),
        ending,
        levels: parts.levels,
        overlays: match_kind!(shown.kind(), B => B::OVERLAYS).to_vec(),
        unit: drawing.unit,
        reach: match_kind!(shown.kind(), B => B::REACH),
        svg: drawing.svg,
        solid,
    })
}

/// The requested position, and the one before its last turn. `at` drops a resignation, so that
/// readers can explore how the game could have gone on.
fn follow(
    game: &AnyGame,
    ply: usize,
    then: &[String],
) -> Result<(Option<AnyGame>, AnyGame), PositionError> {
    let Some((last, first)) = then.split_last() else {
        return Ok((ply.checked_sub(1).map(|before| game.at(before)), game.at(ply)));
    };
    let before = play(game.at(ply), first.iter().map(String::as_str), "then")?;
    let shown = play(before.clone(), [last.as_str()], "then")?;
    Ok((Some(before), shown))
}

fn mover(game: &AnyGame) -> Option<Mover> {
    let (seat, colour) = (game.seat_to_move()?, game.colour_to_move()?);
    let name = game.kind().colour_name(colour);
    Some(Mover { seat: seat.index() as u8 + 1, colour: colour.into(), name })
}

pub(crate) fn spot(spot: Spot) -> SpotView {
    SpotView {
        id: spot.id,
        place: spot.place,
        label: spot.title,
        x: spot.x,
        y: spot.y,
        level: None,
        holds: None,
        twin: spot.twin,
        hidden: spot.hidden,
        turn: None,
        to: Vec::new(),
        rotations: String::new(),
        why: None,
    }
}
