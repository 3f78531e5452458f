//! URLs of pictures of a position, and of the page that explores it.

use carrick_games::GameKind;

use crate::site::encode::encode;

/// URLs of a position's pictures, for light and dark themes.
pub(in crate::routes) fn pictures(
    kind: GameKind,
    options: &str,
    turns: &str,
    show: &str,
) -> [String; 2] {
    let given = [("options", options.trim()), ("turns", turns), ("show", show)];
    let given = given.into_iter().filter(|(_, value)| !value.is_empty());
    let query: Vec<String> =
        given.map(|(name, value)| format!("{name}={}", encode(value))).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    ["", "-dark"].map(|theme| format!("/pictures/{kind}{theme}.svg{query}"))
}

/// URL for exploring a game.
pub(in crate::routes) fn explore_url(kind: GameKind, options: &str, turns: &str) -> String {
    format!("/explore/{kind}?options={}&turns={}", encode(options), encode(turns))
}

/// URL of the position of a game that is stored nowhere.
pub(in crate::routes) fn position_url(kind: GameKind, options: &str, turns: &str) -> String {
    format!("/position?game={kind}&options={}&turns={}", encode(options), encode(turns))
}
