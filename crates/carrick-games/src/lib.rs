//! The rules, notation and drawings of four connection games: Ankor, Boche and Antipod by Cameron
//! Browne, and Anchor by Steven Meyers.
//!
//! A [`Board`] is a position: fixed-size, `Copy`, without heap memory. A [`Game`] is a board with
//! its past. This crate does not deal with time, randomness, files or networks.

/// Passes the list of games to a macro: a row for each game, in the order in which they are always
/// listed. A row contains the game's variant in enums such as [`GameKind`], and its module, which
/// is also its name in commands.
///
/// Everything that is needed once per game is generated from this list. To add a game, add a row
/// here, and the compiler will report what is missing.
///
/// ```
/// macro_rules! words {
///     ($($variant:ident $module:ident,)*) => { [$(stringify!($module)),*] };
/// }
/// let words = carrick_games::games!(words! {});
/// assert_eq!(words, carrick_games::GameKind::ALL.map(carrick_games::GameKind::name));
/// ```
#[macro_export]
macro_rules! games {
    ($($then:ident)::+ ! { $($with:tt)* }) => {
        $($then)::+! {
            $($with)*
            Ankor ankor,
            Boche boche,
            Antipod antipod,
            Anchor anchor,
        }
    };
}

/// The text of a game's file in a folder with one file for each game: for Boche, that of
/// `../lessons/boche.txt`. The path is relative to the source file that contains the call.
///
/// ```ignore
/// let text = carrick_games::text_of!(kind, "../lessons/", ".txt");
/// ```
#[macro_export]
macro_rules! text_of {
    (@ $kind:ident $before:literal $after:literal $($variant:ident $module:ident,)*) => {
        match $kind {
            $($crate::GameKind::$variant => {
                include_str!(concat!($before, stringify!($module), $after))
            })*
        }
    };
    ($kind:ident, $before:literal, $after:literal) => {
        $crate::games!($crate::text_of! { @ $kind $before $after })
    };
}

pub mod anchor;
pub mod ankor;
pub mod antipod;
mod any;
mod bits;
pub mod boche;
pub mod cubes;
mod hexagon;
mod play;
pub mod records;
mod text;

pub use any::facts::Facts;
pub use any::kind::{GameKind, UnknownGame};
pub use any::{AnyGame, AnyOptions};
pub use bits::{Bits, BitsIter};
pub use hexagon::HexSymmetry;
pub use play::actions::ActionSpace;
pub use play::board::{Board, History, TurnSet};
pub use play::colour::{Colour, Seat};
pub use play::game::{Game, PlayError};
pub use play::hash::{hash_of, hash_of_hashes, hash_word};
pub use play::outcome::{DrawBy, Outcome, OutcomeProof, WinBy};
pub use play::perft::perft;
pub use play::position::Position;
pub use play::symmetry::{Symmetric, Symmetry};
pub use text::canvas::DrawStyle;
pub use text::mistyped::{did_you_mean, nearest_word};
pub use text::notation::{
    Illegal, Notation, NotationError, PASS, SWAP, TurnError, normalise, split_place,
};
pub use text::options::{GameOptions, OptionChoices, OptionError, OptionInfo, SizeLimits};
pub use text::percent::percent;
pub use text::show::Show;
