//! Results of playouts: wins, margins, and AMAF statistics by slot.

use carrick_games::Colour;

/// AMAF statistics of a slot and a colour: the games in which the colour took it, and their points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AmafCount {
    /// Number of games in which the colour took the slot.
    pub games: u32,
    /// Points that the colour made in those games, in half points: two for a win, one for a draw.
    pub half_points: u32,
}

impl AmafCount {
    /// The share of points the colour made, 0 to 1; `None` if it never took the slot.
    #[must_use]
    pub fn rate(self) -> Option<f32> {
        (self.games > 0).then(|| self.half_points as f32 / (2 * self.games) as f32)
    }
}

/// Results of a number of playouts from one position: wins, margins, and AMAF statistics.
///
/// It contains the number of games, Light's half points and Light's margin in all games together,
/// and an [`AmafCount`] for each slot and colour. Slots are numbered by
/// [`Playouts::slot`](crate::Playouts::slot), from 0 to [`Playouts::slots`](crate::Playouts::slots)
/// minus one. A cube of Boche shows both colours, so there both colours take its slot.
///
/// ```
/// use carrick_engine::PlayoutTally;
/// use carrick_games::Colour;
/// let mut tally = PlayoutTally::new(2);
/// tally.add_game(2, 5); // Light wins by five points
/// tally.add_taken(1, Colour::Dark, 1, 0);
/// assert_eq!(tally.rate(Colour::Light), 1.0);
/// assert_eq!(tally.taken(1, Colour::Dark).rate(), Some(0.0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayoutTally {
    games: u32,
    light_half_points: u32,
    light_margin: i64,
    taken: Vec<[AmafCount; 2]>,
}

impl PlayoutTally {
    /// Creates a tally without games, for a number of slots.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        Self {
            games: 0,
            light_half_points: 0,
            light_margin: 0,
            taken: vec![[AmafCount::default(); 2]; slots],
        }
    }

    /// Forgets all games, and keeps the memory.
    pub fn clear(&mut self) {
        self.games = 0;
        self.light_half_points = 0;
        self.light_margin = 0;
        self.taken.fill([AmafCount::default(); 2]);
    }

    /// Adds one game: Light's half points (two for a win, one for a draw), and Light's margin in
    /// points, 0 in games that do not count points.
    #[inline]
    pub fn add_game(&mut self, light_half_points: u32, light_margin: i64) {
        self.add_games(1, light_half_points, light_margin);
    }

    /// Adds a number of games: Light's half points and margin in all of them together.
    #[inline]
    pub fn add_games(&mut self, games: u32, light_half_points: u32, light_margin: i64) {
        self.games += games;
        self.light_half_points += light_half_points;
        self.light_margin += light_margin;
    }

    /// Adds games in which a colour took a slot, and the half points it made in those.
    ///
    /// # Panics
    /// If the tally does not have the slot.
    #[inline]
    pub fn add_taken(&mut self, slot: usize, colour: Colour, games: u32, half_points: u32) {
        let taken = &mut self.taken[slot][colour.index()];
        taken.games += games;
        taken.half_points += half_points;
    }

    /// Number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The share of points a colour made, 0 to 1; one half if there were no games.
    #[must_use]
    pub fn rate(&self, colour: Colour) -> f32 {
        if self.games == 0 {
            return 0.5;
        }
        let light = self.light_half_points as f32 / (2 * self.games) as f32;
        if colour == Colour::Light { light } else { 1.0 - light }
    }

    /// Mean margin of a colour, in points; 0 in games that do not count points.
    #[must_use]
    pub fn margin(&self, colour: Colour) -> f32 {
        if self.games == 0 {
            return 0.0;
        }
        let light = self.light_margin as f32 / self.games as f32;
        if colour == Colour::Light { light } else { -light }
    }

    /// Results of the games in which a colour took a slot.
    ///
    /// # Panics
    /// If the tally does not have the slot.
    #[inline]
    #[must_use]
    pub fn taken(&self, slot: usize, colour: Colour) -> AmafCount {
        self.taken[slot][colour.index()]
    }
}
