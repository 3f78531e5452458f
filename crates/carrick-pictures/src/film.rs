//! Moving picture of a whole game: one SVG document that plays by itself, without scripts. Each
//! element shows from the turn that brings it to the turn that takes it away.
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

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::drawing::element::Element;

/// Time from one turn to the next, in seconds, in a short game: long enough to find the new piece.
const TURN_S: f64 = 0.9;

/// Time for all turns, in seconds: a longer game plays faster.
const TURNS_S: f64 = 27.0;

/// Share of a turn's time in which its piece appears.
const FADE: f64 = 0.35;

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
    let shots = join(shots);
    let always = vec![[0, count]];
    let changing = shots.iter().map(|shot| &shot.shows).filter(|shows| **shows != always);
    let changing: Vec<Shows> = changing.cloned().collect::<BTreeSet<_>>().into_iter().collect();
    let style = Element::new("style").text(style_sheet(&changing, count));
    let shown = shots.into_iter().map(|shot| {
        let class = changing.iter().position(|shows| *shows == shot.shows);
        shot.element.with_some("class", class.map(|class| format!("t{class}")))
    });
    [style].into_iter().chain(shown).collect()
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
struct Times {
    /// From one frame to the next.
    turn_s: f64,
    /// From the first frame until the film begins again.
    whole_s: f64,
}

impl Times {
    fn of(frames: usize) -> Self {
        let turns = frames.saturating_sub(1) as f64;
        let turn_s = (TURNS_S / turns.max(1.0)).min(TURN_S);
        Self { turn_s, whole_s: turn_s * turns + END_S }
    }

    /// A moment after the beginning of a frame, in percent of the film. `later` is a share of a
    /// turn.
    fn percent(self, frame: usize, later: f64) -> f64 {
        100.0 * (self.turn_s * (frame as f64 + later)).min(self.whole_s) / self.whole_s
    }
}

/// The animations of elements that do not show in all frames. Outside of them, elements are as in
/// the last frame.
fn style_sheet(changing: &[Shows], count: usize) -> String {
    let times = Times::of(count);
    let mut sheet = format!("[class]{{animation:{:.1}s linear infinite}}", times.whole_s);
    for (class, shows) in changing.iter().enumerate() {
        let ends_hidden = shows.last().is_none_or(|[_, end]| *end < count);
        let hidden = if ends_hidden { "opacity:0;" } else { "" };
        let _ = write!(sheet, ".t{class}{{{hidden}animation-name:t{class}}}");
        let _ = write!(sheet, "@keyframes t{class}{{{}}}", keyframes(shows, count, times));
    }
    sheet.push_str("@media (prefers-reduced-motion:reduce){[class]{animation:none}}");
    sheet
}

/// Opacities over time, up to the end, when elements are as they are outside of animations. What
/// goes stays until its successor has come, so that nothing shines through.
fn keyframes(shows: &[[usize; 2]], count: usize, times: Times) -> String {
    let starts_shown = shows.first().is_some_and(|[start, _]| *start == 0);
    let mut frames = format!("0%{{opacity:{}}}", u8::from(starts_shown));
    let mut put = |at: f64, opacity: u8| _ = write!(frames, "{at:.2}%{{opacity:{opacity}}}");
    for &[start, end] in shows {
        if start > 0 {
            put(times.percent(start, 0.0), 0);
            put(times.percent(start, FADE), 1);
        }
        if end < count {
            put(times.percent(end, FADE), 1);
            put(times.percent(end, FADE + 0.03), 0);
        }
    }
    frames
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
        let times = Times::of(3);
        let kept = keyframes(&[[1, 3]], 3, times);
        assert_eq!(kept, "0%{opacity:0}13.24%{opacity:0}17.87%{opacity:1}");
        let gone = keyframes(&[[0, 1]], 3, times);
        assert_eq!(gone, "0%{opacity:1}17.87%{opacity:1}18.26%{opacity:0}");
    }

    #[test]
    fn long_games_play_faster() {
        assert!(Times::of(100).whole_s < 33.0);
        assert!(Times::of(100).percent(99, 0.0) < 100.0);
    }
}
