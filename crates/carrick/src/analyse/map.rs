//! Maps of a board: analysis results place by place, as JSON or a picture.

use std::path::Path;

use anyhow::{Result, bail};
use carrick_cli::out_file;
use carrick_coach::analysis::{self as coach, PlaceMap};
use carrick_engine::Line;
use carrick_games::{AnyGame, GameKind};
use carrick_pictures::{Format, Heat, Ownership, Style, png, svg_with_heat, svg_with_ownership};
use serde::Serialize;

use crate::cli::MapKind;

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
#[serde(transparent)]
pub(super) struct Map(PlaceMap);

impl Map {
    /// Map of turn values, with a ring around the best turn, which comes first in `turns`.
    pub(super) fn worth(turns: &[Line<String>]) -> Self {
        Self(PlaceMap::worth(turns))
    }

    /// Map made from random games: who owns each point, or which places decide the game.
    pub(super) fn of_random_games(kind: MapKind, game: &AnyGame, seed: u64) -> Self {
        let ownership = match kind {
            MapKind::Ownership => PlaceMap::ownership(game, seed),
            MapKind::Worth | MapKind::Pivotal => None,
        };
        Self(ownership.unwrap_or_else(|| PlaceMap::pivotal(game, seed)))
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
        let PlaceMap { map, values, best } = self.0;
        let drawing = match (map, game) {
            (coach::MapKind::Ownership, AnyGame::Anchor(game)) => {
                svg_with_ownership(game, &style, &Ownership { black: values, numbers })
            }
            _ => svg_with_heat(game, &style, &Heat { values, best }),
        };
        let bytes = match format {
            Format::Svg => drawing.into_bytes(),
            Format::Png => png(&drawing, WIDTH_PX)?,
        };
        out_file::write(path, &bytes)
    }
}
