//! Maps of a board: results of an analysis place by place.

use std::collections::BTreeMap;

use carrick_engine::{Line, maps, pivotal_by_name};
use carrick_games::AnyGame;
use serde::Serialize;

/// Kind of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum MapKind {
    /// Value of a turn at each place to the player to move.
    Worth,
    /// How often the player who takes a place wins, in random games.
    Pivotal,
    /// How often a point is Black's at the end of random games.
    Ownership,
}

/// Values by place.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlaceMap {
    /// Kind of the map.
    pub map: MapKind,
    /// Values from 0 to 1, by place; turns without a place, such as `swap`, by their name.
    pub values: BTreeMap<String, f32>,
    /// The place of the best turn, where turns were searched.
    #[serde(skip)]
    pub best: Option<String>,
}

impl PlaceMap {
    /// Map of the values of turns, of which the best comes first.
    #[must_use]
    pub fn worth(turns: &[Line<String>]) -> Self {
        let worths = turns.iter().map(|line| (line.turn.as_str(), line.value));
        let best = turns.first().map(|line| place_of(&line.turn).to_owned());
        Self { map: MapKind::Worth, values: by_place(worths), best }
    }

    /// Map of how often the player who takes a place wins, in random games.
    #[must_use]
    pub fn pivotal(game: &AnyGame, seed: u64) -> Self {
        let turns = pivotal_by_name(game, seed);
        let values = by_place(turns.iter().map(|(turn, &share)| (turn.as_str(), share)));
        Self { map: MapKind::Pivotal, values, best: None }
    }

    /// Map of who owns each point at the end of random games; `None` in games in which points are
    /// nobody's.
    #[must_use]
    pub fn ownership(game: &AnyGame, seed: u64) -> Option<Self> {
        let AnyGame::Anchor(game) = game else { return None };
        let shares = maps::ownership(game, seed).into_iter();
        let values = shares.map(|(point, share)| (point.to_string(), share)).collect();
        Some(Self { map: MapKind::Ownership, values, best: None })
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
