//! Sentences about a position, and the parts of a view that differ between games.

use carrick_games::{
    AnyGame, Board, Colour, DrawBy, Game, GameKind, Outcome, OutcomeProof, PASS, SWAP, WinBy,
    games, match_game, match_kind,
};
use carrick_lessons::{aim_of, remarks_on};
use carrick_pictures::{Sample, Style, sample};

use crate::query::PositionError;
use crate::view::{
    EndingView, GroupView, LastTurn, Links, Other, Overlay, ProofView, ScoreView, Selection, Solid,
    SpotView,
};

// Sentences about positions, for readers and screen readers.

/// Explanation of a setup turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phase {
    /// Short form, for the line that names the player to move.
    pub brief: &'static str,
    /// The choices and their consequences.
    pub explained: &'static str,
}

/// Explanation of a setup turn; `None` for other turns.
#[must_use]
pub fn phase(game: &AnyGame) -> Option<Phase> {
    match_game!(game, AnyGame(game) => Explain::phase(game))
}

/// The player to move, or how the game ended.
#[must_use]
pub fn state(game: &AnyGame) -> String {
    let kind = game.kind();
    match (game.outcome(), game.colour_to_move()) {
        (Some(outcome), _) => format!("{}.", outcome.sentence(kind)),
        (None, Some(colour)) => {
            let does = phase(game).map(|phase| format!(" {}", phase.brief)).unwrap_or_default();
            format!("Turn {}: {} to move.{does}", game.ply() + 1, kind.colour_name(colour))
        }
        (None, None) => String::new(),
    }
}

/// "a, b or c".
#[must_use]
pub fn listed<T: AsRef<str>>(words: &[T], word: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// Count with a noun: "1 stone", "3 stones".
pub(crate) fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// ", touches 2 sides", or ", touches no side".
pub(crate) fn sides(touched: &[bool]) -> String {
    match touched.iter().filter(|&&touched| touched).count() {
        0 => ", touches no side".to_owned(),
        sides => format!(", touches {}", counted(sides, "side")),
    }
}

/// Describes how a game ended.
pub(crate) fn ending(game: &AnyGame, outcome: Outcome, spots: &[SpotView]) -> EndingView {
    EndingView {
        winner: outcome.winner().map(Into::into),
        reason: outcome.reason(),
        by_rules: game.at(game.ply()).outcome().is_some(),
        said: format!("{}.", outcome.sentence(game.kind())),
        explained: explained(game, outcome),
        proof: proof(game, spots),
    }
}

fn proof(game: &AnyGame, spots: &[SpotView]) -> Option<ProofView> {
    let (kind, places) = match game.proof() {
        OutcomeProof::Path(places) => ("path", places),
        OutcomeProof::Ring(places) => ("ring", places),
        OutcomeProof::Enclosure(places) => ("enclosure", places),
        OutcomeProof::None | OutcomeProof::Score(_) => return None,
    };
    let ids = match_kind!(game.kind(), B => {
        places.iter().flat_map(|place| B::proved(place, spots)).collect()
    });
    Some(ProofView { kind, ids })
}

/// Ids of the elements that show a place.
pub(crate) fn ids_at(spots: &[SpotView], place: &str) -> Vec<String> {
    spots.iter().filter(|spot| spot.place == place).map(|spot| spot.id.clone()).collect()
}

/// Explains why the outcome ended the game.
fn explained(game: &AnyGame, outcome: Outcome) -> String {
    let name = |colour: Colour| game.kind().colour_name(colour);
    match (outcome, game.proof()) {
        (Outcome::Win { winner, by: WinBy::Enclosure }, OutcomeProof::Enclosure(points)) => {
            format!(
                "The {loser} group of {points} points, marked with beads, touches no side of the board and \
             no empty hole: it is enclosed, which decides the game for {winner}.",
                loser = name(!winner),
                points = points.len(),
                winner = name(winner),
            )
        }
        (Outcome::Win { winner, by: WinBy::Path }, OutcomeProof::Path(path)) => {
            let ends = game.kind().facts().joins.unwrap_or("sides");
            let steps = match_kind!(game.kind(), B => B::PATH_OF);
            let (winner, length) = (name(winner), path.len());
            format!(
                "The line with beads shows {winner}'s path between the {ends}: {length} {steps}."
            )
        }
        (Outcome::Win { winner, by: WinBy::Ring }, OutcomeProof::Ring(ring)) => format!(
            "The line with beads shows {}'s ring of {} stones: {} can never join the poles across it.",
            name(winner),
            ring.len(),
            name(!winner),
        ),
        (_, OutcomeProof::Score(score)) => {
            let [white, black] = Colour::BOTH.map(|colour| score.total(colour));
            let unit = if black == 1 { "point" } else { "points" };
            format!("Black has {black} {unit}, White {white}: prisoners and territory.")
        }
        (Outcome::Draw(by), _) => draw_explained(by).to_owned(),
        _ => String::new(),
    }
}

const fn draw_explained(by: DrawBy) -> &'static str {
    match by {
        DrawBy::Score => "Both have the same total of prisoners and territory.",
        DrawBy::Repetition => {
            "The same cubes were in the same places, with the same player to move, for the third time."
        }
        DrawBy::NoProgress => "A hundred turns in a row moved cubes, and none added one.",
        DrawBy::Passes => "Neither player could add or move a cube.",
        DrawBy::Agreement => "The players agreed on it.",
    }
}

// The parts of a position view that depend on the game.

/// A game whose positions are explained on pages.
pub(crate) trait Explain: Board {
    /// Diameter of the smallest target, as a share of the picture's unit.
    const REACH: f64;

    /// Overlays that this game offers.
    const OVERLAYS: &'static [Overlay] = &[SIZES];

    /// CSS classes of the signs of Light and Dark, in the colours of their pieces.
    const SIGNS: [&'static str; 2];

    /// The marks explained in the legend.
    const LEGEND: &'static [LegendEntry];

    /// Noun for the members of a winning path.
    const PATH_OF: &'static str = "pieces";

    /// Describes each spot, the turns it allows, and the rest of the position.
    ///
    /// # Errors
    /// If nothing can be selected at the place.
    fn describe(
        game: &Game<Self>,
        spots: &mut [SpotView],
        select: Option<&str>,
        style: &Style,
    ) -> Result<ViewParts, PositionError>;

    /// Describes the last turn, made by `who`, which took a place.
    fn last(
        who: &str,
        _before: &Game<Self>,
        _after: &Game<Self>,
        turn: String,
        spots: &[SpotView],
    ) -> LastTurn {
        let landed = ids_at(spots, &turn);
        let said = format!("{who} plays {turn}.");
        told(turn, said, landed)
    }

    /// Explanation of a setup turn; `None` for other turns.
    fn phase(_game: &Game<Self>) -> Option<Phase> {
        None
    }

    /// Positions of the board's places in space; `None` for a flat board. Cubes above the highest
    /// level that `style` shows are left out.
    fn solid(_game: &Game<Self>, _spots: &[SpotView], _style: &Style) -> Option<Solid> {
        None
    }

    /// Ids of the elements where a turn is played.
    fn played_at(turn: &str, spots: &[SpotView]) -> Vec<String> {
        ids_at(spots, turn)
    }

    /// Ids of the elements that show a place of a proof.
    fn proved(place: &str, spots: &[SpotView]) -> Vec<String> {
        ids_at(spots, place)
    }
}

/// The parts of a position view that only some games have.
#[derive(Default)]
pub(crate) struct ViewParts {
    pub(crate) others: Vec<Other>,
    pub(crate) selection: Option<Selection>,
    pub(crate) groups: Vec<GroupView>,
    pub(crate) links: Option<Links>,
    pub(crate) count: Option<ScoreView>,
    pub(crate) levels: u8,
}

pub(crate) const SIZES: Overlay = Overlay {
    show: "sizes",
    label: "Group sizes",
    means: "a group of two or more shows its size on a disc of its colour; point at a group, or move to it, to highlight it and read its description",
};

// Aims of the colours and meanings of the marks, for the box next to the board.

/// The aim of a colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aim {
    /// CSS class of the sign: the colour of its pieces.
    pub sign: &'static str,
    /// The game's name for the colour.
    pub name: &'static str,
    /// The aim, in a sentence or two.
    pub said: String,
    /// Whether it is this colour's turn.
    pub to_move: bool,
}

/// The aims of both colours; the colour that starts is always first.
#[must_use]
pub fn aims(game: &AnyGame) -> [Aim; 2] {
    let mover = game.colour_to_move();
    let first = AnyGame::new(game.options()).colour_to_move().unwrap_or(Colour::Light);
    let signs = match_kind!(game.kind(), B => <B as Explain>::SIGNS);
    [first, !first].map(|colour| Aim {
        sign: signs[colour.index()],
        name: game.kind().colour_name(colour),
        said: aim_of(game.options(), colour),
        to_move: mover == Some(colour),
    })
}

/// A mark on the board, for the legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegendMark {
    /// A sample as an SVG document, drawn as on the board.
    pub svg: String,
    /// Its meaning.
    pub means: &'static str,
    /// Whether boards show it only together with an overlay.
    pub is_of_overlay: bool,
}

/// An entry of a legend: a sample and its meaning.
pub(crate) type LegendEntry = (Sample, &'static str);

/// The marks of a game, for the legend. The mark of the computer's threats is included only for
/// teaching games.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_position::marks;
/// let [with, without] = [true, false].map(|teaching| marks(GameKind::Boche, teaching));
/// assert_eq!(with.len(), without.len() + 1);
/// assert!(without.iter().all(|mark| mark.svg.starts_with("<svg ")));
/// ```
#[must_use]
pub fn marks(kind: GameKind, teaching: bool) -> Vec<LegendMark> {
    let legend = match_kind!(kind, B => <B as Explain>::LEGEND);
    let is_shown = |(what, _): &&LegendEntry| {
        teaching || !matches!(what, Sample::ThreatOnPoint | Sample::ThreatInHole)
    };
    let mark = |&(what, means): &LegendEntry| {
        let is_of_overlay = what.is_of_overlay();
        LegendMark { svg: sample(what), means, is_of_overlay }
    };
    legend.iter().filter(is_shown).map(mark).collect()
}

// The last turn: a sentence, and its effect.

/// Lets the game describe a turn that took a place.
macro_rules! placed {
    ($who:ident $both:tt $turn:ident $spots:ident $($variant:ident $module:ident,)*) => {
        match $both {
            $((AnyGame::$variant(before), AnyGame::$variant(after)) => {
                Explain::last($who, before, after, $turn, $spots)
            })*
            // Unreachable: both are positions of one game.
            _ => told($turn, String::new(), Vec::new()),
        }
    };
}

/// Describes the last turn, given the position before it.
pub(crate) fn turn(before: &AnyGame, after: &AnyGame, spots: &[SpotView]) -> LastTurn {
    let turn = after.last_turn().unwrap_or_default();
    let who = before.colour_to_move().map_or("", |colour| before.kind().colour_name(colour));
    let last = match turn.as_str() {
        PASS => told(turn, format!("{who} passes."), Vec::new()),
        SWAP => told(turn, swapped(before, who), Vec::new()),
        _ => games!(placed! { who (before, after) turn spots }),
    };
    let remarks = last.remarks.into_iter().chain(remarks_on(before, after)).collect();
    LastTurn { remarks, ..last }
}

/// A swap by the colour `who`: which player has which colour now.
fn swapped(before: &AnyGame, who: &str) -> String {
    let taken = before.colour_to_move().map_or("", |colour| before.kind().colour_name(!colour));
    format!(
        "The second player swaps: they play {taken} from now on, and the player who started plays {who}. \
         The board stays as it is."
    )
}

/// A turn whose only effect is that pieces landed.
pub(crate) const fn told(turn: String, said: String, landed: Vec<String>) -> LastTurn {
    LastTurn {
        turn,
        said,
        landed,
        remarks: Vec::new(),
        left: None,
        dropped: Vec::new(),
        enclosed: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, SizeLimits};

    use super::*;

    #[test]
    fn the_colour_that_starts_is_always_first() {
        let options = AnyOptions::parse(GameKind::Antipod, &[], SizeLimits::Challenge).unwrap();
        let game = AnyGame::new(options);
        let names = |game: &AnyGame| aims(game).map(|aim| (aim.name, aim.to_move));
        assert_eq!(names(&game), [("White", true), ("Black", false)]);
        let game = game.play_text("f14").unwrap();
        assert_eq!(names(&game), [("White", false), ("Black", true)]);
        let mut over = game;
        over.agree_draw();
        assert_eq!(names(&over), [("White", false), ("Black", false)]);
        let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge).unwrap();
        assert_eq!(names(&AnyGame::new(options)), [("Black", true), ("White", false)]);
    }
}
