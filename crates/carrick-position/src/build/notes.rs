//! Notes over a position: places to look at, and lines of turns with their numbers.

use std::collections::BTreeMap;

use carrick_pictures::Annotation;

/// Maximum number of characters on a plate.
const PLATE: usize = 3;

/// Notes that mark places to look at: a ring around each.
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

/// Notes that mark where a turn was played: a ring around the place.
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

/// Notes that show a line of turns: the number of each turn in the line where something is put,
/// and an arrow where a cube moves. Turns without a place, such as `swap`, only count.
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

/// The place that a cube leaves, and the one where something is put; `None` for a turn without a
/// place.
fn places(turn: &str) -> Option<(Option<&str>, &str)> {
    if [carrick_games::SWAP, carrick_games::PASS].contains(&turn) {
        return None;
    }
    let places = turn.rsplit(':').next().unwrap_or(turn);
    Some(places.split_once('-').map_or((None, places), |(from, to)| (Some(from), to)))
}

/// The places of notes that mark a place.
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
