//! Maps of a board: analysis results place by place, as JSON or a picture.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail};
use carrick_engine::{Line, maps, pivotal_by_name};
use carrick_games::{AnyGame, GameKind};
use carrick_pictures::{Format, Heat, Ownership, Style, png, svg_with_heat, svg_with_ownership};
use clap::ValueEnum as _;
use serde::Serialize;

use crate::cli::MapKind;
use crate::system::out_file;

/// Width of a PNG picture, in pixels.
const WIDTH_PX: u32 = 800;

impl MapKind {
    /// Map to draw for a game: the one `asked` for, or the game's default.
    ///
    /// # Errors
    /// When that game has no such map.
    pub(super) fn for_game(asked: Option<Self>, kind: GameKind) -> Result<Self> {
        match (asked, kind) {
            (Some(Self::Ownership) | None, GameKind::Anchor) => Ok(Self::Ownership),
            (Some(Self::Ownership), _) => {
                bail!(
                    "in {} points are nobody's, so there is no map of ownership; --map pivotal shows who \
                 wins by what is taken",
                    kind.title()
                )
            }
            (Some(asked), _) => Ok(asked),
            (None, _) => Ok(Self::Worth),
        }
    }
}

/// Values by place, as printed by `--json`.
#[derive(Debug, Serialize)]
pub(super) struct Map {
    map: String,
    /// Values from 0 to 1, by place; turns without a place, such as `swap`, by their name.
    values: BTreeMap<String, f32>,
    #[serde(skip)]
    kind: MapKind,
    #[serde(skip)]
    best: Option<String>,
}

impl Map {
    /// Map of turn values, with a ring around the best turn, which comes first in `turns`.
    pub(super) fn worth(turns: &[Line<String>]) -> Self {
        let worths = turns.iter().map(|line| (line.turn.as_str(), line.value));
        let best = turns.first().map(|line| place_of(&line.turn).to_owned());
        Self::new(MapKind::Worth, by_place(worths), best)
    }

    /// Map made from random games: who owns each point, or which places decide the game.
    pub(super) fn of_random_games(kind: MapKind, game: &AnyGame, seed: u64) -> Self {
        let values = match (kind, game) {
            (MapKind::Ownership, AnyGame::Anchor(game)) => {
                let shares = maps::ownership(game, seed).into_iter();
                shares.map(|(point, share)| (point.to_string(), share)).collect()
            }
            _ => {
                let turns = pivotal_by_name(game, seed);
                by_place(turns.iter().map(|(turn, &share)| (turn.as_str(), share)))
            }
        };
        Self::new(kind, values, None)
    }

    fn new(kind: MapKind, values: BTreeMap<String, f32>, best: Option<String>) -> Self {
        let map = kind.to_possible_value().map_or_else(String::new, |name| name.get_name().into());
        Self { map, values, kind, best }
    }

    /// Draws the map into a file.
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

/// Highest value of the turns at each place.
fn by_place<'t>(turns: impl Iterator<Item = (&'t str, f32)>) -> BTreeMap<String, f32> {
    let mut values = BTreeMap::new();
    for (turn, value) in turns {
        let highest: &mut f32 = values.entry(place_of(turn).to_owned()).or_insert(0.0);
        *highest = highest.max(value);
    }
    values
}

/// Place at which a turn puts something: `f4` for `d3-f4`, `d3` for `c:d3`. A turn without a place,
/// such as `swap`, is returned as it is.
fn place_of(turn: &str) -> &str {
    turn.rsplit(['-', ':']).next().unwrap_or(turn)
}
