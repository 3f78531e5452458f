//! Findings of the laboratory about options of the games, in a sentence each.

use carrick_games::GameKind;

/// A finding about the choices of an option, for forms.
#[derive(Debug)]
pub(in crate::routes) struct Known {
    /// A sentence or two, with their conditions.
    pub(in crate::routes) said: &'static str,
    /// Page of the finding.
    pub(in crate::routes) page: &'static str,
}

/// The finding about an option of a game, if there is one. Nothing is said that its figures do not
/// support.
pub(in crate::routes) fn known(kind: GameKind, option: &str) -> Option<&'static Known> {
    match (kind, option) {
        (GameKind::Ankor, "-win_height") => Some(&Known {
            said: "At size 6 the inventor's \u{201c}games tend to be drawish\u{201d} holds: of \
                   games between equal, weak computer players about a quarter were drawn. Up to \
                   level 2, or at any level, it was one in twenty at most.",
            page: "/findings/ankor-draws",
        }),
        (GameKind::Boche, "-kill") => Some(&Known {
            said: "At size 6, without the swap, the player with the last cube won five games of six \
                   between equal, weak computer players; with a group of 3 it was 37 of 100.",
            page: "/findings/boche-last-cube",
        }),
        (GameKind::Antipod, "-radius") => Some(&Known {
            said: "Between equal, weak computer players Black won more than four games of five at \
                   each radius from 4 to 10, though larger ones help White.",
            page: "/findings/antipod-size",
        }),
        (GameKind::Anchor, "-pie") => Some(&Known {
            said: "At size 8 nobody was clearly ahead between equal, weak computer players, with \
                   either pie rule or with none; at sizes 4 and 5 the first move is worth much.",
            page: "/findings/anchor-first-move",
        }),
        _ => None,
    }
}
