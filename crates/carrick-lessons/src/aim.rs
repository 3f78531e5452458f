//! Aims of the colours, each in a sentence.

use carrick_games::boche::Ending;
use carrick_games::{AnyOptions, Colour};

/// Aim of a colour with these options, as a sentence or two that speak to its player.
///
/// ```
/// use carrick_games::{AnyOptions, Colour, GameKind, SizeLimits};
/// use carrick_lessons::aim_of;
/// let options = AnyOptions::parse(GameKind::Antipod, &[], SizeLimits::Challenge)?;
/// assert_eq!(aim_of(options, Colour::Dark), "Join the two poles by a chain of black stones.");
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn aim_of(options: AnyOptions, colour: Colour) -> String {
    let name = |colour| options.kind().colour_name(colour);
    match options {
        AnyOptions::Ankor(options) => {
            let height = match options.highest_touch() {
                0 => "cubes in holes".to_owned(),
                top if top + 1 == options.size() => "cubes of any level".to_owned(),
                top => format!("cubes up to level {top}"),
            };
            format!(
                "Join the three sides by one chain of cubes that rest on each other, with contacts \
                 that can be seen. At a side, {height} touch it."
            )
        }
        AnyOptions::Boche(options) => {
            let (own, other) = (name(colour), name(!colour));
            match options.ending() {
                Ending::FullBoard => {
                    format!("When the board is full, join the three sides by one group of {own}.")
                }
                Ending::Enclosure { kill, immediate: true } => format!(
                    "Enclose {other}: a group of {kill} points or more that touches no side and no empty \
                     hole. Or be the first to join the three sides by one group of {own}."
                ),
                Ending::Enclosure { kill, immediate: false } => format!(
                    "Enclose {other}: a group of {kill} points or more that touches no side and no empty \
                     hole. If nobody does, join the three sides of the full board by one group of {own}."
                ),
            }
        }
        AnyOptions::Antipod(_) => match colour {
            Colour::Dark => "Join the two poles by a chain of black stones.".to_owned(),
            Colour::Light => {
                "Part the two poles by a closed ring of white stones round the globe.".to_owned()
            }
        },
        AnyOptions::Anchor(_) => {
            let other = name(!colour);
            format!(
                "Own more than {other}: territory and prisoners. Groups live that touch three sides, or \
                 two that do not meet at a home corner of {other}'s."
            )
        }
    }
}
