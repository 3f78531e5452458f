//! Builds a position view from a game, with notes and the extras of teaching games.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use carrick_engine::{threats_by_name, winning_turns_by_name};
use carrick_games::{AnyGame, Seat, match_game, match_kind};
use carrick_pictures::{Annotation, Spot, Style, drawn, drawn_with, outlines};

use crate::explain::{self, Explain, listed};
use crate::query::{PositionError, PositionLook, check_length, play};
use crate::view::{Mover, PositionView, SpotView, Teaching};

// Building a position view from a game.

/// Builds the view of a game that [`PositionLook`] describes.
///
/// # Errors
/// If `ply` exceeds the number of turns, a further turn is illegal, or nothing can be selected at
/// the place.
pub fn look(game: &AnyGame, look: &PositionLook) -> Result<PositionView, PositionError> {
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
    // If a note names a place that the board doesn't have, all notes are left out.
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
    let ending = shown.outcome().map(|outcome| explain::ending(&shown, outcome, &spots));
    let solid = match_game!(&shown, AnyGame(game) => {
        look.solid.then(|| Explain::solid(game, &spots, &look.style)).flatten()
    });
    let tries = !look.then.is_empty();
    let teaching = look.learner.and_then(|seat| remark(&shown, seat, tries, &spots));
    let noted = noted(notes).flat_map(|place| {
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
        said: explain::state(&shown),
        phase: explain::phase(&shown).map(|phase| phase.explained),
        last: before.map(|before| explain::turn(&before, &shown, &spots)),
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

/// The requested position, and the previous one. `at` drops a resignation, so that readers can
/// explore how the game could have continued.
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

// Notes over a position: places to look at, and numbered lines of turns.

/// Maximum number of characters on a plate.
const PLATE: usize = 3;

/// Notes that mark places to look at, with a ring around each.
///
/// ```
/// use carrick_position::notes_on_places;
/// let notes = notes_on_places(vec!["b2".to_owned(), "c3".to_owned()]);
/// assert_eq!(notes[0].to_string(), "ring b2 c3");
/// assert!(notes_on_places(Vec::new()).is_empty());
/// ```
#[must_use]
pub fn notes_on_places(places: Vec<String>) -> Vec<Annotation> {
    if places.is_empty() { Vec::new() } else { vec![Annotation::Ring(places)] }
}

/// A note that marks where a turn was played, with a ring around the place.
///
/// ```
/// use carrick_position::notes_on_played;
/// assert_eq!(notes_on_played("a1-b2'")[0].to_string(), "ring b2'");
/// assert!(notes_on_played("swap").is_empty());
/// ```
#[must_use]
pub fn notes_on_played(turn: &str) -> Vec<Annotation> {
    notes_on_places(places(turn).map(|(_, to)| to.to_owned()).into_iter().collect())
}

/// Notes that show a line of turns: the number of each turn where its piece is placed, and an arrow
/// where a cube moves. Turns without a place, such as `swap`, are counted but not shown.
///
/// ```
/// use carrick_position::notes_on_line;
/// let line = ["c:d3", "swap", "a1-b2'", "c:d3"].map(str::to_owned);
/// let notes: Vec<String> = notes_on_line(&line).iter().map(ToString::to_string).collect();
/// assert_eq!(notes, ["arrow a1 b2'", "label b2' 3", "label d3 1,4"]);
/// ```
#[must_use]
pub fn notes_on_line(line: &[String]) -> Vec<Annotation> {
    let mut arrows = Vec::new();
    let mut numbers: BTreeMap<&str, String> = BTreeMap::new();
    for (turn, number) in line.iter().zip(1..) {
        let Some((from, to)) = places(turn) else { continue };
        if let Some(from) = from {
            arrows.push(Annotation::Arrow(from.to_owned(), to.to_owned()));
        }
        let label = numbers.entry(to).or_default();
        let more = if label.is_empty() { format!("{number}") } else { format!("{label},{number}") };
        if more.chars().count() <= PLATE {
            *label = more;
        }
    }
    let labels = numbers.into_iter();
    arrows.extend(labels.map(|(place, text)| Annotation::Label(place.to_owned(), text)));
    arrows
}

/// The place that a cube leaves, and the place where the piece ends up; `None` for a turn without a
/// place.
fn places(turn: &str) -> Option<(Option<&str>, &str)> {
    if [carrick_games::SWAP, carrick_games::PASS].contains(&turn) {
        return None;
    }
    let places = turn.rsplit(':').next().unwrap_or(turn);
    Some(places.split_once('-').map_or((None, places), |(from, to)| (Some(from), to)))
}

/// The places marked by notes.
pub(crate) fn noted(notes: &[Annotation]) -> impl Iterator<Item = &str> {
    notes.iter().flat_map(|note| match note {
        Annotation::Ring(places)
        | Annotation::Cross(places)
        | Annotation::Line(places)
        | Annotation::Group(places)
        | Annotation::Name(places) => places.iter().map(String::as_str).collect(),
        Annotation::Label(place, _) => vec![place.as_str()],
        Annotation::Arrow(from, _) => vec![from.as_str()],
    })
}

// Teaching games: the computer's threats, and warnings of turns that let it win immediately.

/// Maximum number of turns that a remark names.
const NAMED: usize = 4;

/// The computer's remark on a position; `None` if it neither threatens to win nor could win
/// immediately after a turn that the learner is only trying.
pub(crate) fn remark(
    shown: &AnyGame,
    learner: Seat,
    tries: bool,
    spots: &[SpotView],
) -> Option<Teaching> {
    let (turns, said, warns) = said(shown, learner, tries)?;
    let ids = match_kind!(shown.kind(), B => {
        turns.iter().flat_map(|turn| <B as Explain>::played_at(turn, spots)).collect()
    });
    let mut teaching = Teaching { said, turns, ids, warns };
    // Several rotations may be played at one place.
    teaching.ids.sort_unstable();
    teaching.ids.dedup();
    if !teaching.ids.is_empty() {
        teaching.said.push_str(" Double rings mark the place.");
    }
    Some(teaching)
}

/// The computer's winning turns, the remark, and whether the remark is a warning.
fn said(shown: &AnyGame, learner: Seat, tries: bool) -> Option<(Vec<String>, String, bool)> {
    if shown.seat_to_move()? == learner {
        let turns = threats_by_name(shown);
        let with = named(&turns)?;
        let can_win = !winning_turns_by_name(shown).is_empty();
        let but = if can_win { ", but you can win first" } else { "" };
        return Some((turns, format!("The computer threatens to win with {with}{but}."), false));
    }
    let turns = if tries { winning_turns_by_name(shown) } else { Vec::new() };
    let with = named(&turns)?;
    let last = shown.last_turn()?;
    let said = format!("Careful: after {last} the computer wins immediately with {with}.");
    Some((turns, said, true))
}

/// "f4 or g5"; `None` if there are no turns.
fn named(turns: &[String]) -> Option<String> {
    match turns.len() {
        0 => None,
        1..=NAMED => Some(listed(turns, "or")),
        more => {
            let others = more - NAMED;
            let others =
                if others == 1 { "another turn".into() } else { format!("{others} others") };
            Some(format!("{} or {others}", turns[..NAMED].join(", ")))
        }
    }
}

/// A warning before a turn is played in a game whose learner has not been warned of it yet.
#[must_use]
pub fn remark_on(game: &AnyGame, turn: &str, learner: Seat) -> Option<String> {
    let after = game.clone().play_text(turn).ok()?;
    said(&after, learner, true).map(|(_, said, _)| said)
}

/// The picture of a position with notes, and in a teaching game with marks and the computer's
/// remark.
#[must_use]
pub fn picture(
    game: &AnyGame,
    style: &Style,
    learner: Option<Seat>,
    tries: bool,
    notes: &[Annotation],
) -> (String, Option<Teaching>) {
    let drawing = drawn_with(game, style, notes).unwrap_or_else(|_| drawn(game, style));
    let Some(learner) = learner else { return (drawing.svg, None) };
    let spots: Vec<SpotView> = drawing.spots.into_iter().map(spot).collect();
    let teaching = remark(game, learner, tries, &spots);
    let mut rings = String::new();
    let marked = teaching.iter().flat_map(|teaching| &teaching.ids);
    for spot in marked.filter_map(|id| spots.iter().find(|spot| spot.id == *id)) {
        for (radius, class) in [(0.56, "outer"), (0.36, "inner")] {
            let (x, y, r) = (spot.x, spot.y, radius * drawing.unit);
            let _ = write!(rings, r#"<circle class="threat {class}" cx="{x}" cy="{y}" r="{r}"/>"#);
        }
    }
    let mut picture = drawing.svg;
    if let (Some(end), false) = (picture.rfind("</svg>"), rings.is_empty()) {
        picture.insert_str(end, &rings);
    }
    (picture, teaching)
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, GameKind, SizeLimits};

    use super::*;

    /// A game from its options and turns.
    fn game(kind: GameKind, options: &str, turns: &str) -> AnyGame {
        let options: Vec<&str> = options.split(' ').collect();
        let options = AnyOptions::parse(kind, &options, SizeLimits::Scripts).unwrap();
        turns.split(' ').fold(AnyGame::new(options), |game, turn| game.play_text(turn).unwrap())
    }

    /// The remark in a game whose player to move is the learner, or has tried the last turn.
    fn taught(game: &AnyGame, tries: bool) -> (String, Option<Teaching>) {
        let mover = game.seat_to_move().unwrap();
        let learner = if tries { !mover } else { mover };
        picture(game, &Style::default(), Some(learner), tries, &[])
    }

    #[track_caller]
    fn check(game: &AnyGame, tries: bool, said: &str, turns: &[&str], marks: usize) {
        let (picture, teaching) = taught(game, tries);
        let teaching = teaching.unwrap();
        assert_eq!((teaching.said.as_str(), teaching.warns), (said, tries));
        assert_eq!(teaching.turns, turns);
        assert_eq!(teaching.ids.len(), marks);
        assert_eq!(picture.matches("class=\"threat ").count(), 2 * marks);
    }

    #[test]
    fn threats_are_named_and_marked() {
        let antipod = game(GameKind::Antipod, "-radius=3", "b4+ d3 d8 c7");
        let said = "The computer threatens to win with d2+. Double rings mark the place.";
        check(&antipod, false, said, &["d2+"], 2);
        let ankor = game(GameKind::Ankor, "-size=3 -noswap", "a1 c2 b1 c3 b2 c2-c1 c2 pass b2-b1'");
        let (_, teaching) = taught(&ankor, false);
        let teaching = teaching.unwrap();
        assert!(teaching.said.starts_with("The computer threatens to win with "), "{teaching:?}");
        assert!(!teaching.ids.is_empty() && !teaching.warns, "{teaching:?}");
    }

    #[test]
    fn a_turn_that_lets_the_computer_win_gets_a_warning() {
        let tried = game(GameKind::Antipod, "-radius=3", "b4+ d3 d8 c7 d9");
        let said = "Careful: after d9 the computer wins immediately with d2+. Double rings mark the place.";
        check(&tried, true, said, &["d2+"], 2);
        let passed = game(GameKind::Anchor, "-size=3", "A1 pass B2 pass");
        assert_eq!(taught(&passed, false).1, None, "a pass after a pass is not a threat");
        let stopped = game(GameKind::Antipod, "-radius=3", "b4+ d3 d8 c7 d2+");
        assert_eq!(taught(&stopped, true).1, None);
    }

    #[test]
    fn only_learners_in_danger_get_a_remark() {
        let quiet = game(GameKind::Boche, "-size=4", "a:b2");
        assert_eq!(taught(&quiet, false).1, None);
        let threatened = game(GameKind::Antipod, "-radius=3", "b4+ d3 d8 c7");
        let (picture, teaching) = picture(&threatened, &Style::default(), None, false, &[]);
        assert_eq!((teaching, picture.contains("threat")), (None, false));
    }

    #[test]
    fn remarks_name_four_turns_and_count_the_rest() {
        let turns = |count: usize| named(&vec!["a1".to_owned(); count]);
        assert_eq!(turns(0), None);
        assert_eq!(turns(2).as_deref(), Some("a1 or a1"));
        assert_eq!(turns(5).as_deref(), Some("a1, a1, a1, a1 or another turn"));
        assert_eq!(turns(9).as_deref(), Some("a1, a1, a1, a1 or 5 others"));
    }
}
