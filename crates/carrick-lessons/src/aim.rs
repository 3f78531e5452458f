//! The aim of each colour, in a sentence or two.

use carrick_games::{AnyOptions, Colour, games};

use crate::effect;

/// Calls the module of the options' game.
macro_rules! aim {
    ($options:ident $colour:ident $($variant:ident $module:ident,)*) => {
        match $options {
            $(AnyOptions::$variant(options) => effect::$module::aim(options, $colour),)*
        }
    };
}

/// Aim of a colour with these options, in a sentence or two addressed to its player.
///
/// ```
/// use carrick_games::{AnyOptions, Colour, GameKind, SizeLimits};
/// use carrick_lessons::aim_of;
/// let options = AnyOptions::parse(GameKind::Antipod, &[], SizeLimits::Challenge)?;
/// assert_eq!(aim_of(options, Colour::Dark), "Join the two poles by a path of black stones.");
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn aim_of(options: AnyOptions, colour: Colour) -> String {
    games!(aim! { options colour })
}
