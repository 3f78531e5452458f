//! The one option of Antipod, the size of the sphere.

use std::fmt;

use super::sphere::Sphere;
use crate::text::options::option_words;
use crate::{GameOptions, OptionChoices, OptionError, OptionInfo, SizeLimits};

/// The options of a game of Antipod: the radius, 2 to 10.
///
/// ```
/// use carrick_games::{GameOptions, SizeLimits, antipod::Options};
/// let options = Options::parse(&["-radius=5"], SizeLimits::Challenge)?;
/// assert_eq!(options.radius(), 5);
/// assert_eq!(options.to_string(), "-radius=5");
/// assert!(Options::parse(&["-radius=3"], SizeLimits::Challenge).is_err());
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    radius: u8,
}

impl Options {
    /// The smallest radius. It is not a game: White's six stones fill the whole rim.
    pub const MIN_RADIUS: u8 = 2;
    /// The smallest radius of a challenge.
    pub const MIN_CHALLENGE_RADIUS: u8 = 4;
    /// The largest radius.
    pub const MAX_RADIUS: u8 = 10;
    /// The radius in the inventor's pictures.
    pub const DEFAULT_RADIUS: u8 = 6;

    /// Options with a radius of 2 to 10; `None` for any other.
    #[must_use]
    pub const fn with_radius(radius: u8) -> Option<Self> {
        if Self::MIN_RADIUS <= radius && radius <= Self::MAX_RADIUS {
            Some(Self { radius })
        } else {
            None
        }
    }

    /// Number of points along each of a half's six edges.
    #[must_use]
    pub const fn radius(self) -> u8 {
        self.radius
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { radius: Self::DEFAULT_RADIUS }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-radius={}", self.radius)
    }
}

impl GameOptions for Options {
    const DESCRIBED: &'static [OptionInfo] = &[OptionInfo {
        name: "-radius",
        value: "n",
        meaning: "number of points along each edge of the two boards, 4 to 10 (default 6)",
        label: "Size of the board",
        choices: OptionChoices::Range { low: 4, high: 10, usual: 6, of: "points to an edge" },
    }];

    fn parse(words: &[&str], limits: SizeLimits) -> Result<Self, OptionError> {
        let low = match limits {
            SizeLimits::Challenge => Self::MIN_CHALLENGE_RADIUS,
            SizeLimits::Scripts => Self::MIN_RADIUS,
        };
        let mut options = Self::default();
        for word in option_words(Self::DESCRIBED, words) {
            let radius = word?.number(low.into(), Self::MAX_RADIUS.into(), "6")?;
            options.radius = radius as u8;
        }
        Ok(options)
    }

    fn size(self) -> u8 {
        self.radius
    }

    fn places(self) -> usize {
        Sphere::of(self).len()
    }

    fn warnings(self) -> Vec<String> {
        match self.radius {
            2 => vec![
                "At radius 2 White's six stones are the whole rim: White has already won.".into(),
            ],
            _ => Vec::new(),
        }
    }
}
