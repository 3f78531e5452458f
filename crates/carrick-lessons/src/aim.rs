//! Aims of the colours, each in a sentence.

use carrick_games::{AnyOptions, Colour, games};

use crate::effect;

/// Asks the module of the options' game.
macro_rules! aim {
    ($options:ident $colour:ident $($variant:ident $module:ident,)*) => {
        match $options {
            $(AnyOptions::$variant(options) => effect::$module::aim(options, $colour),)*
        }
    };
}

/// Aim of a colour with these options, as a sentence or two that speak to its player.
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
