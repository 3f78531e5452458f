//! Maps of a board: what was found, place by place.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail};
use carrick_engine::{Line, Thought, maps};
use carrick_games::{AnyGame, GameKind};
use carrick_pictures::{Format, Heat, Ownership, Style, png, svg_with_heat, svg_with_ownership};
use clap::ValueEnum as _;
use serde::Serialize;

use crate::cli::MapKind;
use crate::out_file;

/// How wide a picture made of pixels is.
const WIDTH_PX: u32 = 800;

impl MapKind {
    /// What is shown of a game when nothing else was asked for.
    ///
    /// # Errors
    /// When that game has no such map.
    pub(super) fn for_game(asked: Option<Self>, kind: GameKind) -> Result<Self> {
        match (asked, kind) {
            (Some(Self::Ownership), GameKind::Ankor | GameKind::Boche | GameKind::Antipod) => {
                bail!(
                    "in {} points are nobody's, so there is no map of ownership; --map pivotal shows who \
                 wins by what is taken",
                    kind.title()
                )
            }
            (Some(asked), _) => Ok(asked),
            (None, GameKind::Anchor) => Ok(Self::Ownership),
            (None, _) => Ok(Self::Worth),
        }
    }
}

/// A map, as `--json` prints it.
#[derive(Debug, Serialize)]
pub(super) struct Map {
    map: String,
    /// 0 to 1, by the names of places.
    values: BTreeMap<String, f32>,
    #[serde(skip)]
    kind: MapKind,
    #[serde(skip)]
    best: Option<String>,
}

impl Map {
    /// What the turns are worth, with a ring about the best, which has the value it was found to have. No turn is
    /// shown to be better than that one: a higher value is of a turn that was hardly looked at.
    ///
    /// `every_turn` is a search of its own, where the first knows only the best `lines` turns. It looked less far
    /// ahead, so all turns may seem better or worse to it; what it tells of the others is how much they
    /// differ. So its values are moved until its highest is the best's.
    pub(super) fn worth(found: &Thought, lines: usize, every_turn: Option<&Thought>) -> Self {
        let value_of = |line: Option<&Line<String>>| line.map_or(1.0, |line| line.value);
        let best = value_of(found.lines.first());
        let (known, others, highest, moved) = match every_turn {
            None => (&found.lines[..1.min(found.lines.len())], found, best, 0.0),
            Some(search) => {
                let known = &found.lines[..lines.min(found.lines.len())];
                let undecided = search.lines.iter().filter(|line| line.proved.is_none());
                let most = undecided.map(|line| line.value).reduce(f32::max);
                (known, search, value_of(known.last()), most.map_or(0.0, |most| best - most))
            }
        };
        let value = |line: &Line<String>| {
            let moved = if line.proved.is_none() { moved } else { 0.0 };
            (line.value + moved).clamp(0.0, highest)
        };
        let is_known = |turn: &str| known.iter().any(|line| line.turn == turn);
        let others = others.lines.iter().filter(|line| !is_known(&line.turn));
        let others = others.map(|line| (line.turn.as_str(), value(line)));
        let worths = others.chain(known.iter().map(|line| (line.turn.as_str(), line.value)));
        let best = found.best().and_then(|best| place_of(best)).map(str::to_owned);
        Self::new(MapKind::Worth, by_place(worths), best)
    }

    /// What random games from a position say.
    pub(super) fn of_random_games(kind: MapKind, game: &AnyGame, seed: u64) -> Self {
        let values = match (kind, game) {
            (MapKind::Ownership, AnyGame::Anchor(game)) => maps::ownership(game, seed),
            _ => {
                let turns = maps::pivotal(game, seed);
                by_place(turns.iter().map(|(turn, &share)| (turn.as_str(), share)))
            }
        };
        Self::new(kind, values, None)
    }

    fn new(kind: MapKind, values: BTreeMap<String, f32>, best: Option<String>) -> Self {
        let map = kind.to_possible_value().map_or_else(String::new, |name| name.get_name().into());
        Self { map, values, kind, best }
    }

    /// Draws it into a file.
    pub(super) fn write(
        self,
        game: &AnyGame,
        numbers: bool,
        path: &Path,
        format: Format,
    ) -> Result<()> {
        let style = Style::default();
        let drawing = match (self.kind, game) {
            (MapKind::Ownership, AnyGame::Anchor(game)) => {
                let ownership = Ownership { black: self.values, numbers };
                svg_with_ownership(game, &style, &ownership)
            }
            _ => svg_with_heat(game, &style, &Heat { values: self.values, best: self.best }),
        };
        let bytes = match format {
            Format::Svg => drawing.into_bytes(),
            Format::Png => png(&drawing, WIDTH_PX)?,
        };
        out_file::write(path, &bytes)
    }
}

/// The highest value of the turns at each place.
fn by_place<'t>(turns: impl Iterator<Item = (&'t str, f32)>) -> BTreeMap<String, f32> {
    let mut values = BTreeMap::new();
    for (turn, value) in turns {
        if let Some(place) = place_of(turn) {
            let highest: &mut f32 = values.entry(place.to_owned()).or_insert(0.0);
            *highest = highest.max(value);
        }
    }
    values
}

/// Where a turn puts something: `f4` of `d3-f4`, `d3` of `c:d3`.
fn place_of(turn: &str) -> Option<&str> {
    let place = turn.rsplit(['-', ':']).next()?;
    (!["pass", "swap"].contains(&place)).then_some(place)
}
