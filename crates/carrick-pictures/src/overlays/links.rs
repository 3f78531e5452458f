//! Overlay: Ankor's three kinds of link. Each has a colour and a style of line.

use carrick_games::ankor::Board;
use carrick_games::cubes::{CellId, Cells};

use crate::Links;
use crate::drawing::element::Element;
use crate::drawing::palette::{LINKS, Mark};
use crate::drawing::plane::{At, Num, polyline};
use crate::shapes::cubes::{EDGE, View, unit};

/// The chosen links of the given cubes; `None` when there are none to draw.
pub(crate) fn layer(board: &Board, view: &View, cubes: &[CellId], links: Links) -> Option<Element> {
    let drawing = Drawing { board, view, cubes };
    let [connected, adjacent, tips] = LINKS;
    let kinds = [
        (links.adjacent, "adjacent", drawing.between(Board::adjacent_to), adjacent, true),
        (links.connected, "connected", drawing.between(Board::connected_to), connected, false),
        (links.tips, "tip", drawing.tips(), tips, false),
    ];
    let asked = kinds.into_iter().filter(|(asked, _, data, ..)| *asked && !data.is_empty());
    let layers: Vec<Element> =
        asked.map(|(_, name, data, mark, broken)| lines(name, &data, mark, broken)).collect();
    (!layers.is_empty()).then(|| Element::group(layers).with("pointer-events", "none"))
}

struct Drawing<'a> {
    board: &'a Board,
    view: &'a View,
    cubes: &'a [CellId],
}

impl Drawing<'_> {
    /// A line between every two linked cubes.
    fn between(&self, linked: fn(&Board, CellId) -> Cells) -> String {
        let mut data = String::new();
        for &id in self.cubes {
            let others = linked(self.board, id).iter().map(CellId::from_index);
            for other in others.filter(|other| *other > id && self.cubes.contains(other)) {
                data.push_str(&polyline(&[self.view.middle(id), self.view.middle(other)]));
            }
        }
        data
    }

    /// An arrow from every cube to each side that it touches.
    fn tips(&self) -> String {
        let mut data = String::new();
        for &id in self.cubes {
            let touches = self.board.touches(id);
            for side in (0..3).filter(|&side| touches[side]) {
                data.push_str(&self.arrow(self.view.middle(id), side));
            }
        }
        data
    }

    /// An arrow towards the side whose points have the coordinate 0 on an axis.
    fn arrow(&self, from: At, axis: usize) -> String {
        let ahead = self.view.at(unit(axis)) * -1.0;
        let across = At::new(-ahead.y, ahead.x);
        let tip = from + ahead * 0.85;
        let wing = |side: f64| tip + ahead * -0.24 + across * (side * 0.2);
        polyline(&[from, tip]) + &polyline(&[wing(-1.0), tip, wing(1.0)])
    }
}

fn lines(name: &'static str, data: &str, mark: Mark, broken: bool) -> Element {
    let dashes = broken.then(|| format!("{} {}", Num(0.03 * EDGE), Num(0.2 * EDGE)));
    Element::group([
        Element::path(data.to_owned()).line(mark.casing, 0.19 * EDGE),
        Element::path(data.to_owned())
            .line(mark.core, 0.1 * EDGE)
            .with_some("stroke-dasharray", dashes),
    ])
    .with("data-link", name)
}
