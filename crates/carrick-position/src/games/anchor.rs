//! Anchor: a player chooses an empty point or passes; the score can be shown at any time.

use carrick_games::anchor::{Board, Opening, Point, Stage, Turn};
use carrick_games::{Board as _, Colour, Game, GameKind, PASS, SWAP};
use carrick_pictures::{Sample, Style};

use crate::explain::{Explain, LegendEntry, Phase, SIZES, ViewParts, counted, sides};
use crate::query::PositionError;
use crate::view::{GroupView, Other, Overlay, ScoreView, SpotView};

impl Explain for Board {
    const REACH: f64 = 1.0;
    const SIGNS: [&'static str; 2] = ["white", "black"];
    const LEGEND: &'static [LegendEntry] = &[
        (Sample::LastStone, "the last turn"),
        (Sample::RoundPoint("focus"), "the place that you chose last"),
        (Sample::RoundPoint("pending"), "the turn that you preview"),
        (Sample::RoundPoint("group"), "the stones of the group that you point at"),
        (Sample::ThreatOnPoint, "the computer threatens to win with a turn here"),
        (Sample::Home(Colour::Dark), "home corner of Black"),
        (Sample::Home(Colour::Light), "home corner of White"),
        (
            Sample::Tie,
            "with “Count”: an anchor; ties join its stones to each other and to their sides",
        ),
        (
            Sample::DeadStone(Colour::Dark),
            "with “Count”: a dead stone; the point under it is Black's",
        ),
        (
            Sample::DeadStone(Colour::Light),
            "with “Count”: a dead stone; the point under it is White's",
        ),
        (
            Sample::DeadStoneOfNobody,
            "with “Count”: a dead stone; the point under it belongs to no one",
        ),
        (Sample::Territory(Colour::Dark), "with “Count”: an empty point that is Black's"),
        (Sample::Territory(Colour::Light), "with “Count”: an empty point that is White's"),
        (Sample::StoneGroupSize, "with “Group sizes”: the size of a group"),
    ];
    const OVERLAYS: &'static [Overlay] = &[
        Overlay {
            show: "territory",
            label: "Count",
            means: "anchors are tied to their sides; a dead stone is small and in a square, which has the colour of the point's owner, or broken lines if no one owns the point; an empty point shows + if it is Black's, - if it is White's, and no sign if no one owns it",
        },
        SIZES,
    ];

    fn describe(
        game: &Game<Self>,
        spots: &mut [SpotView],
        select: Option<&str>,
        _style: &Style,
    ) -> Result<ViewParts, PositionError> {
        PositionError::unless_unselected(select)?;
        let board = game.board();
        for spot in spots {
            let Ok(point) = spot.place.parse::<Point>() else { continue };
            spot.holds = board.stone_at(point).map(Into::into);
            if let Some(owner) = board.home_of(point) {
                let owner = GameKind::Anchor.colour_name(owner);
                spot.label = format!("{}, home corner of {owner}", spot.label);
            }
            if game.outcome().is_none() {
                match game.check(Turn::Stone(point)) {
                    Ok(()) => spot.turn = Some(spot.place.clone()),
                    Err(reason) => spot.why = Some(reason.to_string()),
                }
            }
        }
        let groups =
            board.groups().into_iter().map(|of| group(of, game.outcome().is_some())).collect();
        Ok(ViewParts {
            others: others(game),
            groups,
            count: Some(count(board, game.outcome().is_some())),
            ..ViewParts::default()
        })
    }

    /// With `-pie=refined` one player plays the first three turns for both colours, and then the
    /// other chooses a colour.
    fn phase(game: &Game<Self>) -> Option<Phase> {
        let board = game.board();
        if board.options().opening() != Opening::Refined || board.outcome().is_some() {
            return None;
        }
        let (brief, explained) = match board.stage() {
            Stage::FirstSetUp => (
                "Setting up: a black stone, or a pass.",
                "Refined balancing, step 1 of 4. The first player sets up a start for both colours: a black stone, \
                 a white one and a second black one, any of which a pass leaves out. Then the second player \
                 chooses a colour; so make it as even as you can.",
            ),
            Stage::SecondSetUp => (
                "Setting up: a white stone, or a pass.",
                "Refined balancing, step 2 of 4. The first player continues setting up the start: now a white stone, \
                 or a pass to leave it out.",
            ),
            Stage::ThirdSetUp => (
                "Setting up: the second black stone, or a pass.",
                "Refined balancing, step 3 of 4. The first player completes the start with a second black stone, or \
                 leaves it out with a pass. Then the second player chooses a colour.",
            ),
            Stage::MaySwap => (
                "Choosing a colour.",
                "Refined balancing, step 4 of 4. The start is set up, and White moves next. The second player chooses: \
                 play White by making that move, or take Black by swapping colours; then the first player makes it.",
            ),
            Stage::FirstTurn | Stage::Play => return None,
        };
        Some(Phase { brief, explained })
    }
}

fn others(game: &Game<Board>) -> Vec<Other> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let swap = game.check(Turn::Swap).is_ok();
    let swap = swap.then_some(Other { turn: SWAP, label: "Swap colours", why: None });
    swap.into_iter().chain([Other { turn: PASS, label: "Pass", why: None }]).collect()
}

fn group(group: carrick_games::anchor::Group, is_over: bool) -> GroupView {
    let name = GameKind::Anchor.colour_name(group.colour);
    let size = group.points.len();
    let anchor = match (group.is_anchor, is_over) {
        (true, _) => "an anchor",
        (false, false) => "not an anchor, so dead if the game ended now",
        (false, true) => "not an anchor, so dead",
    };
    GroupView {
        colour: group.colour.into(),
        size,
        said: format!(
            "{name} group of {}, {anchor}{}",
            counted(size, "stone"),
            sides(&group.sides)
        ),
        ids: group.points.iter().map(|point| format!("p-{point}")).collect(),
        outline: String::new(),
    }
}

/// Explains why the count of an unfinished game is full of prisoners.
const EARLY: &str =
    " Early in a game most stones count as prisoners, but they can still be joined to an anchor.";

/// The count, in words that depend on whether the game `is_over`.
fn count(board: &Board, is_over: bool) -> ScoreView {
    let count = board.count();
    let each = |of: fn(&carrick_games::anchor::Count, Colour) -> u16| {
        Colour::BOTH.map(|colour| of(&count, colour))
    };
    ScoreView {
        totals: each(carrick_games::anchor::Count::total),
        prisoners: each(carrick_games::anchor::Count::prisoners),
        territory: each(carrick_games::anchor::Count::territory),
        said: format!(
            "{}. {}; {}. A prisoner is a stone of the opponent's whose group is not an anchor, wherever it is.{}",
            if is_over { "When the game ended" } else { "If the game ended now" },
            count.said(Colour::Dark),
            count.said(Colour::Light),
            if is_over { "" } else { EARLY },
        ),
    }
}
