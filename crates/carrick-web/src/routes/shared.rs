//! Pieces that pages of several modules share.

use carrick_games::{AnyGame, GameKind, Seat};
use carrick_server::AnalysisBounds;
use carrick_service::{BoardRecord, BoardSummary, State, hints_told};
use jiff::Timestamp;

use crate::board::{clock, status};
use crate::pages::fault::Fault;
use crate::pages::labels::{self, NamedPlayer, When};
use crate::pages::session::Visitor;
use crate::site::address::encode;
use crate::site::assets::{self, Stylesheet};

/// A board in a list.
#[derive(Debug, Clone)]
pub(crate) struct BoardEntry {
    pub(crate) path: String,
    pub(crate) title: String,
    /// The players; `None` for hotseat games, whose players have no names.
    pub(crate) players: Option<[NamedPlayer; 2]>,
    /// The reader's opponent, if the reader plays.
    pub(crate) opponent: Option<NamedPlayer>,
    pub(crate) options: String,
    pub(crate) status: String,
    /// CSS class of the status for the reader: `turn`, `won` or `lost`; empty for none.
    pub(crate) tone: &'static str,
    /// Whether it is the reader's turn.
    pub(crate) mine: bool,
    pub(crate) turns: u32,
    pub(crate) touched: When,
    /// Deadline of the next turn, in the reader's own list.
    pub(crate) due: Option<When>,
    /// Title of the game.
    pub(crate) game: &'static str,
}

/// A board, as a list shows it to its reader.
pub(crate) fn entry(board: &BoardSummary, reader: Option<&Visitor>, now: Timestamp) -> BoardEntry {
    let me = reader.map(Visitor::id);
    let zone = reader.map(|reader| reader.zone.clone()).unwrap_or_default();
    let seat = Seat::BOTH.into_iter().find(|seat| Some(&board.players[seat.index()]) == me);
    let mine = seat.is_some() && board.awaited() == seat;
    let winner = board.ended.as_ref().and_then(|ended| ended.result().winner());
    BoardEntry {
        path: format!("/{}/{}", board.id.kind, board.id.number),
        title: board.id.to_string(),
        players: Some([0, 1].map(|seat| NamedPlayer::of(&board.players[seat]))),
        opponent: seat.map(|seat| NamedPlayer::of(&board.players[(!seat).index()])),
        options: options(board),
        status: status(board, me),
        tone: match (seat, winner) {
            _ if mine => "turn",
            (Some(seat), Some(winner)) if seat == winner => "won",
            (Some(_), Some(_)) => "lost",
            _ => "",
        },
        mine,
        turns: board.ply,
        touched: When::new(board.touched, now, &zone),
        due: None,
        game: board.id.kind.title(),
    }
}

/// The options in words, and the mark of a game with hints.
fn options(board: &BoardSummary) -> String {
    let options = labels::options_in_words(board.id.kind, &board.options);
    match hints_told(board.hints) {
        Some(hints) => format!("{options}, {hints}"),
        None => options,
    }
}

/// Deadline of a seat's turn; `None` if no clock runs. `state` contains the players.
pub(crate) fn deadline(state: &State, board: &BoardRecord, seat: Seat) -> Option<Timestamp> {
    let clock = clock(board, &state.users, seat);
    (!clock.is_untimed()).then(|| clock.deadline())
}

/// A game with a sentence about it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GameIntro {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) credit: &'static str,
    pub(crate) said: &'static str,
}

impl GameIntro {
    /// The game of a kind.
    pub(crate) const fn of(kind: GameKind) -> Self {
        let said = kind.facts().aim;
        Self { name: kind.name(), title: kind.title(), credit: kind.credit(), said }
    }
}

/// All games, each with a sentence that says how to win it.
pub(crate) fn games() -> [GameIntro; GameKind::ALL.len()] {
    GameKind::ALL.map(GameIntro::of)
}

/// The game that a path names.
///
/// # Errors
/// When there is no such game, and so no such page.
pub(crate) fn kind_of(word: &str) -> Result<GameKind, Fault> {
    word.parse().map_err(|_| Fault::PAGE)
}

/// Name and content of a file in the folder.
macro_rules! file {
    ($name:expr) => {
        ($name, include_str!(concat!("../../../../docs/findings/", $name)))
    };
}

/// A page of the findings.
#[derive(Debug)]
pub(crate) struct FindingText {
    /// Name in URLs.
    pub(crate) name: &'static str,
    /// Its content in a sentence, for search engines.
    pub(crate) about: &'static str,
    pub(crate) markdown: &'static str,
}

macro_rules! finding {
    ($name:literal, $about:literal) => {
        FindingText { name: $name, about: $about, markdown: file!(concat!($name, ".md")).1 }
    };
}

/// The page that lists them.
pub(crate) const OVERVIEW: FindingText = finding!(
    "README",
    "What games between computer players show about the four games, each answer with its \
     conditions."
);

/// The pages that it lists.
pub(crate) const FINDINGS: &[FindingText] = &[
    finding!(
        "ankor-draws",
        "How often Ankor is drawn, by which rule, and which option prevents it."
    ),
    finding!(
        "boche-last-cube",
        "Whether the last cube and the first choice balance each other out in Boche."
    ),
    finding!(
        "antipod-size",
        "Who is ahead in Antipod, by how much, and which size is the most even."
    ),
    finding!(
        "anchor-first-move",
        "What the first move, both pie rules and a handicap stone are worth in Anchor."
    ),
    finding!("solved", "Exact values of the smallest boards of the four games."),
];

/// Plots and tables of figures.
pub(crate) const FINDING_FILES: &[(&str, &str)] = &[
    file!("anchor-first-move.csv"),
    file!("anchor-first-move.svg"),
    file!("anchor-mirror.csv"),
    file!("ankor-draws.csv"),
    file!("ankor-draws.svg"),
    file!("antipod-size.csv"),
    file!("antipod-size-strong.csv"),
    file!("antipod-size.svg"),
    file!("boche-last-cube.csv"),
    file!("boche-last-cube-strong.csv"),
    file!("boche-last-cube.svg"),
];

/// Paths of the pages.
pub(crate) fn finding_pages() -> impl Iterator<Item = String> {
    let each = FINDINGS.iter().map(|finding| format!("/findings/{}", finding.name));
    std::iter::once("/findings".to_owned()).chain(each)
}

/// Paths of the plots on the pages.
pub(crate) fn finding_plots() -> impl Iterator<Item = String> {
    let plots = FINDING_FILES.iter().filter(|(name, _)| name.ends_with(".svg"));
    plots.map(|(name, _)| format!("/findings/{name}"))
}

/// A finding about the choices of an option, for forms.
#[derive(Debug)]
pub(crate) struct OptionFinding {
    /// A sentence or two, with their conditions.
    pub(crate) said: &'static str,
    /// Page of the finding.
    pub(crate) page: &'static str,
}

/// The finding about an option of a game, if any. It says only what its figures support.
pub(crate) fn known(kind: GameKind, option: &str) -> Option<&'static OptionFinding> {
    match (kind, option) {
        (GameKind::Ankor, "-win_height") => Some(&OptionFinding {
            said: "At size 6 the inventor's \u{201c}games tend to be drawish\u{201d} is true: \
                   about a quarter of the games between equal, weak computer players were drawn. \
                   Up to level 2, or at any level, it was at most one in twenty.",
            page: "/findings/ankor-draws",
        }),
        (GameKind::Boche, "-kill") => Some(&OptionFinding {
            said: "At size 6 without the swap, the player with the last cube won five of six games \
                   between equal, weak computer players; with a group of 3 it was 37 of 100.",
            page: "/findings/boche-last-cube",
        }),
        (GameKind::Antipod, "-radius") => Some(&OptionFinding {
            said: "Between equal, weak computer players, Black won more than four games in five at \
                   each radius from 4 to 10, though larger boards help White.",
            page: "/findings/antipod-size",
        }),
        (GameKind::Anchor, "-pie") => Some(&OptionFinding {
            said: "At size 8 neither of two equal, weak computer players was clearly ahead, with \
                   either pie rule or without one; at sizes 4 and 5 the first move is worth a lot.",
            page: "/findings/anchor-first-move",
        }),
        _ => None,
    }
}

/// The position that a page can analyse, and the panel's files.
#[derive(Debug, Clone)]
pub(crate) struct Analyse {
    pub(crate) game: &'static str,
    pub(crate) options: String,
    pub(crate) turns: String,
    /// Whether the game is over in it by the rules.
    pub(crate) is_over: bool,
    /// Number of positions that an engine in the page searches: the same as on the server.
    pub(crate) nodes: u64,
    /// Whether it is a practice game, in which an engine may also help without a network.
    pub(crate) practice: bool,
    pub(crate) css: Stylesheet,
    pub(crate) js: String,
}

impl Analyse {
    /// The panel for a position.
    pub(crate) fn new(game: &AnyGame) -> Self {
        Self {
            game: game.kind().name(),
            options: game.options().to_string(),
            turns: game.turn_names().join(" "),
            is_over: game.at(game.ply()).outcome().is_some(),
            nodes: AnalysisBounds::default().most_nodes(game.options()),
            practice: false,
            css: Stylesheet("analysis.css"),
            js: assets::url("analysis.js"),
        }
    }
}

/// URLs of a position's pictures, for light and dark themes.
pub(crate) fn pictures(kind: GameKind, options: &str, turns: &str, show: &str) -> [String; 2] {
    let given = [("options", options.trim()), ("turns", turns), ("show", show)];
    let given = given.into_iter().filter(|(_, value)| !value.is_empty());
    let query: Vec<String> =
        given.map(|(name, value)| format!("{name}={}", encode(value))).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    ["", "-dark"].map(|theme| format!("/pictures/{kind}{theme}.svg{query}"))
}

/// URL for exploring a game.
pub(crate) fn explore_url(kind: GameKind, options: &str, turns: &str) -> String {
    format!("/explore/{kind}?options={}&turns={}", encode(options), encode(turns))
}

/// URL of a position of a game that is not stored.
pub(crate) fn position_url(kind: GameKind, options: &str, turns: &str) -> String {
    format!("/position?game={kind}&options={}&turns={}", encode(options), encode(turns))
}
