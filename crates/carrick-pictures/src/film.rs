//! Moving picture of a whole game: one SVG document that plays by itself, without scripts. Each
//! element shows from the turn that brings it to the turn that takes it away.
//!
//! Elements come and go by declarative animation (SMIL, as in SVG 1.1, chapter 19), each on its own
//! moment of one clock: between turns nothing changes, and a browser has nothing to do. With
//! keyframes that last as long as the film it looks at every element for each frame it draws.
//!
//! The frames of a game differ in few elements. They are merged into one sequence in which every
//! frame keeps its order, so that what hides what stays right:
//!
//! ```text
//!   frame 0:  hole  hole                    hole (0..2)
//!   frame 1:  hole  cube          becomes   hole (0..1)  cube (1..2)
//! ```
//!
//! Readers who wish for less movement see the last frame.

use crate::drawing::picture::Element;

/// Time from one turn to the next, in seconds, in a short game: long enough to find the new piece.
const TURN_S: f64 = 0.9;

/// Time for all turns, in seconds: a longer game plays faster.
const TURNS_S: f64 = 27.0;

/// Share of a turn's time in which its piece appears.
const FADE: f64 = 0.35;

/// Name of the clock, which all animations begin by.
const CLOCK: &str = "clock";

/// For readers who wish for less movement: every element as in the last frame.
const CALM: &str =
    "@media (prefers-reduced-motion:reduce){.gone{opacity:0!important}.kept{opacity:1!important}}";

/// Time for which the end is shown, in seconds.
const END_S: f64 = 5.0;

/// An element, and the frames in which it shows.
struct Shot {
    element: Element,
    /// The element as text, for comparisons.
    key: String,
    shows: Shows,
}

/// Runs of frames in which an element shows: the first of each, and the one after its last.
type Shows = Vec<[usize; 2]>;

/// Merges the frames of a game, each with its elements from the lowest up, into the elements of
/// one moving picture.
pub(crate) fn merge(frames: Vec<Vec<Element>>) -> Vec<Element> {
    let count = frames.len();
    let mut shots = Vec::new();
    for (number, frame) in frames.into_iter().enumerate() {
        // In a picture nothing can be pointed at.
        let parts = frame.into_iter().map(|layer| layer.without("pointer-events"));
        let parts = parts.flat_map(Element::parts).flat_map(Element::polygons).collect();
        shots = splice(shots, parts, number);
    }
    let times = FilmTimes::of(count);
    let shown = join(shots).into_iter().map(|shot| moving(shot.element, &shot.shows, count, times));
    [Element::new("style").text(CALM), times.clock()].into_iter().chain(shown).collect()
}

/// Adds a frame: elements that are there already show longer, the others come above what they
/// replace. The alignment is a longest common subsequence.
fn splice(shots: Vec<Shot>, frame: Vec<Element>, number: usize) -> Vec<Shot> {
    let frame: Vec<Shot> = frame.into_iter().map(|element| Shot::new(element, number)).collect();
    let width = frame.len() + 1;
    let mut common = vec![0_u32; (shots.len() + 1) * width];
    for (i, shot) in shots.iter().enumerate().rev() {
        for (j, new) in frame.iter().enumerate().rev() {
            let at = i * width + j;
            common[at] = match shot.key == new.key {
                true => common[at + width + 1] + 1,
                false => common[at + width].max(common[at + 1]),
            };
        }
    }
    let mut merged = Vec::with_capacity(shots.len() + frame.len());
    let (mut old, mut new) = (shots.into_iter().peekable(), frame.into_iter().peekable());
    let mut at = 0;
    loop {
        match (old.peek(), new.peek()) {
            (Some(one), Some(other)) if one.key == other.key => {
                merged.extend(old.next().map(|shot| shot.again(number)));
                new.next();
                at += width + 1;
            }
            (Some(_), Some(_)) if common[at + width] < common[at + 1] => {
                merged.extend(new.next());
                at += 1;
            }
            (Some(_), _) => {
                merged.extend(old.next());
                at += width;
            }
            (None, Some(_)) => merged.extend(new.next()),
            (None, None) => return merged,
        }
    }
}

/// Joins shadows that come and go together. Their order does not matter, since all are black.
fn join(shots: Vec<Shot>) -> Vec<Shot> {
    let mut joined: Vec<Shot> = Vec::new();
    // The first of the shadows that lie directly on each other.
    let mut first = 0;
    for shot in shots {
        let is_shadow = shot.element.is_translucent();
        let mut alike = joined[first..].iter_mut().filter(|one| one.shows == shot.shows);
        if is_shadow && alike.any(|one| one.element.take_in(&shot.element)) {
            continue;
        }
        joined.push(shot);
        if !is_shadow {
            first = joined.len();
        }
    }
    joined
}

impl Shot {
    fn new(element: Element, frame: usize) -> Self {
        let key = element.to_string();
        Self { element, key, shows: vec![[frame, frame + 1]] }
    }

    /// The shot, showing in one more frame.
    fn again(mut self, frame: usize) -> Self {
        match self.shows.last_mut() {
            Some([_, end]) if *end == frame => *end = frame + 1,
            _ => self.shows.push([frame, frame + 1]),
        }
        self
    }
}

/// Times of a film, in seconds.
#[derive(Debug, Clone, Copy)]
struct FilmTimes {
    /// From one frame to the next.
    turn_s: f64,
    /// From the first frame until the film begins again.
    whole_s: f64,
}

impl FilmTimes {
    fn of(frames: usize) -> Self {
        let turns = frames.saturating_sub(1) as f64;
        let turn_s = (TURNS_S / turns.max(1.0)).min(TURN_S);
        Self { turn_s, whole_s: turn_s * turns + END_S }
    }

    /// A moment of a film: a share of a turn after the beginning of a frame.
    fn moment(self, frame: usize, later: f64) -> String {
        format!("{CLOCK}.begin+{:.2}s", self.turn_s * (frame as f64 + later))
    }

    /// An element that shows nothing. Its animation begins again when it ends, and all others with
    /// it.
    fn clock(self) -> Element {
        let animation = Element::new("set")
            .with("id", CLOCK)
            .with("attributeName", "opacity")
            .with("to", "0")
            .with("begin", format!("0s;{CLOCK}.end"))
            .with("dur", format!("{:.2}s", self.whole_s));
        Element::group([animation])
    }
}

/// An element that shows in some frames only. Without animations it is as in the last frame.
fn moving(element: Element, shows: &[[usize; 2]], count: usize, times: FilmTimes) -> Element {
    if shows == [[0, count]] {
        return element;
    }
    let stays = shows.last().is_some_and(|[_, end]| *end == count);
    let starts = shows.first().is_some_and(|[start, _]| *start == 0);
    let element = match stays {
        true => element.with("class", "kept"),
        false => element.with("class", "gone").with("opacity", "0"),
    };
    // What ended the film otherwise than it begins is set back.
    let reset = (stays != starts).then(|| jump(format!("{CLOCK}.begin"), starts));
    let changes = shows.iter().flat_map(|&[start, end]| {
        let comes = (start > 0).then(|| appearing(times, start));
        // What goes stays until its successor has come, so that nothing shines through.
        let goes = (end < count).then(|| jump(times.moment(end, FADE), false));
        comes.into_iter().chain(goes)
    });
    element.children(reset.into_iter().chain(changes))
}

/// An element becomes visible or invisible at a moment.
fn jump(at: String, visible: bool) -> Element {
    let opacity = if visible { "1" } else { "0" };
    Element::new("set").with("attributeName", "opacity").with("begin", at).with("to", opacity)
}

/// A piece appears in its turn, and stays.
fn appearing(times: FilmTimes, frame: usize) -> Element {
    Element::new("animate")
        .with("attributeName", "opacity")
        .with("begin", times.moment(frame, 0.0))
        .with("dur", format!("{:.2}s", FADE * times.turn_s))
        .with("from", "0")
        .with("to", "1")
        .with("fill", "freeze")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str) -> Element {
        Element::path(name.to_owned())
    }

    fn frames(rows: &[&str]) -> Vec<Shot> {
        let mut shots = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            shots = splice(shots, row.split(' ').map(part).collect(), number);
        }
        shots
    }

    /// The elements of a frame, in the order of the film.
    fn shown(shots: &[Shot], frame: usize) -> String {
        let there = shots
            .iter()
            .filter(|shot| shot.shows.iter().any(|&[start, end]| (start..end).contains(&frame)));
        let names: Vec<&str> = there.filter_map(|shot| shot.element.attribute("d")).collect();
        names.join(" ")
    }

    #[test]
    fn every_frame_is_as_it_was_drawn() {
        let rows = ["a b c", "a x c", "a x y c", "b c a", "a b c"];
        let shots = frames(&rows);
        for (number, row) in rows.iter().enumerate() {
            assert_eq!(shown(&shots, number), *row);
        }
        assert!(shots.len() < 10, "frames have elements in common: {}", shots.len());
    }

    #[test]
    fn what_is_new_lies_over_what_it_replaces() {
        let shots = frames(&["hole", "cube"]);
        let names: Vec<_> = shots.iter().map(|shot| shot.element.attribute("d").unwrap()).collect();
        assert_eq!(names, ["hole", "cube"]);
    }

    #[test]
    fn shadows_come_and_go_one_by_one_and_are_written_together() {
        let shadows = |data: &str| part(data).with("fill-opacity", "0.1");
        let mut shots = Vec::new();
        for (number, data) in ["MaZMbZ", "MaZMcZMbZMdZ"].into_iter().enumerate() {
            shots = splice(shots, shadows(data).polygons(), number);
        }
        shots.push(Shot::new(part("cube"), 1));
        shots.push(Shot::new(shadows("MeZ"), 1));
        let joined = join(shots);
        let told = joined.iter().map(|shot| (shot.element.attribute("d").unwrap(), &*shot.shows));
        let expected: [(&str, &[_]); 4] =
            [("MaZMbZ", &[[0, 2]]), ("McZMdZ", &[[1, 2]]), ("cube", &[[1, 2]]), ("MeZ", &[[1, 2]])];
        assert!(told.eq(expected));
    }

    #[test]
    fn elements_come_and_go_in_time() {
        // Three frames: 2 * 0.9 + 5 = 6.8 seconds.
        let times = FilmTimes::of(3);
        let text = |shows: &[[usize; 2]]| moving(part("M"), shows, 3, times).to_string();
        assert_eq!(text(&[[0, 3]]), r#"<path d="M"/>"#);
        assert_eq!(
            text(&[[1, 3]]),
            r#"<path d="M" class="kept"><set attributeName="opacity" begin="clock.begin" to="0"/><animate attributeName="opacity" begin="clock.begin+0.90s" dur="0.32s" from="0" to="1" fill="freeze"/></path>"#
        );
        assert_eq!(
            text(&[[0, 1]]),
            r#"<path d="M" class="gone" opacity="0"><set attributeName="opacity" begin="clock.begin" to="1"/><set attributeName="opacity" begin="clock.begin+1.22s" to="0"/></path>"#
        );
        // It is invisible at both ends, so that nothing is set back.
        assert_eq!(text(&[[1, 2]]).matches("<set").count(), 1);
        assert!(times.clock().to_string().contains(r#"begin="0s;clock.end" dur="6.80s""#));
    }

    #[test]
    fn long_games_play_faster() {
        assert!(FilmTimes::of(100).whole_s < 33.0);
    }
}
