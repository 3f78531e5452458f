//! Macros that evaluate an expression for any of the games, with that game's types.

/// Evaluates an expression for the typed value in an enum with one variant for each game. With `of
/// B`, the type `B` is the game's [`Board`](crate::Board).
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits, match_game};
/// let options = AnyOptions::parse(GameKind::Boche, &[], SizeLimits::Challenge)?;
/// let game = AnyGame::new(options);
/// assert_eq!(match_game!(&game, AnyGame(inside) => inside.turns().len()), 0);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[macro_export]
macro_rules! match_game {
    (@ $any:tt $of:ident $inside:ident $do:tt $($variant:ident $module:ident,)*) => {
        match $any {
            $($of::$variant($inside) => $do,)*
        }
    };
    (@ $any:tt $of:ident $inside:ident $board:ident $do:tt $($variant:ident $module:ident,)*) => {
        match $any {
            $($of::$variant($inside) => {
                type $board = $crate::$module::Board;
                $do
            })*
        }
    };
    ($any:expr, $of:ident($inside:ident) of $board:ident => $do:expr) => {
        $crate::games!($crate::match_game! { @ ($any) $of $inside $board { $do } })
    };
    ($any:expr, $of:ident($inside:ident) => $do:expr) => {
        $crate::games!($crate::match_game! { @ ($any) $of $inside { $do } })
    };
}

/// Evaluates an expression with the [`Board`](crate::Board) type of a kind of game.
///
/// ```
/// use carrick_games::{ActionSpace, Board, GameKind, match_kind};
/// let kind = GameKind::Antipod;
/// let turns = match_kind!(kind, B => B::actions(<B as Board>::Options::default()));
/// assert_eq!(turns, 152);
/// ```
#[macro_export]
macro_rules! match_kind {
    (@ $kind:tt $board:ident $do:tt $($variant:ident $module:ident,)*) => {
        match $kind {
            $($crate::GameKind::$variant => {
                type $board = $crate::$module::Board;
                $do
            })*
        }
    };
    ($kind:expr, $board:ident => $do:expr) => {
        $crate::games!($crate::match_kind! { @ ($kind) $board { $do } })
    };
}
