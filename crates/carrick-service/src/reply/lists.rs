//! Lists: boards, standings, open seeks, past games.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use carrick_games::GameKind;

use crate::people::Userid;
use crate::playing::ReplyReader;
use crate::reply::board::conditions;
use crate::reply::{COLUMNS, hanging, wrapped};
use crate::state::{BoardSummary, Ended, LISTED, RatingRecord, SeatResult, Seek, StandIn};

/// One line a board.
pub(crate) fn board_list(reader: ReplyReader<'_>, boards: &[&BoardSummary]) -> String {
    if boards.is_empty() {
        return "  no boards\n".to_owned();
    }
    let lines = boards.iter().map(|board| {
        let columns = [pair(board), board.options.clone(), reader.date(board.touched)];
        (board.id.number, columns, state(board))
    });
    rows(lines.collect())
}

/// One line a board, for the latest of them: games in play first, then by the time of the last
/// event.
pub(crate) fn latest_boards(reader: ReplyReader<'_>, mut boards: Vec<&BoardSummary>) -> String {
    if boards.len() <= LISTED {
        return board_list(reader, &boards);
    }
    boards.sort_by_key(|board| (board.ended.is_some(), Reverse(board.touched), board.id));
    boards.truncate(LISTED);
    boards.sort_by_key(|board| board.id);
    format!("{}  and more: these are the latest {LISTED}\n", board_list(reader, &boards))
}

/// Boards as a table: the number, aligned columns, and a final text. A column that would make a
/// line too long starts the next one.
pub(super) fn rows<const N: usize>(lines: Vec<(u32, [String; N], String)>) -> String {
    let mut widths = [0; N];
    for (_, columns, _) in &lines {
        for (width, column) in widths.iter_mut().zip(columns) {
            *width = column.len().max(*width);
        }
    }
    let mut text = String::new();
    for (number, columns, end) in lines {
        let mut line = format!("{number:6}");
        for (column, width) in columns.iter().chain([&end]).zip(widths.into_iter().chain([0])) {
            if line.len() + 2 + column.len() > COLUMNS {
                let _ = writeln!(text, "{}", line.trim_end());
                line = " ".repeat(8);
            }
            let _ = write!(line, "  {column:width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

pub(super) fn pair(board: &BoardSummary) -> String {
    let [first, second] = &board.players;
    format!("{first}-{second}")
}

fn state(board: &BoardSummary) -> String {
    match (&board.ended, board.offered_to, board.to_move) {
        (Some(ended), ..) => match ended.result() {
            SeatResult::Won(seat) => {
                format!("{} won ({})", board.players[seat.index()], ended.reason())
            }
            SeatResult::Draw => format!("draw ({})", ended.reason()),
            SeatResult::Declined(seat) => format!("declined by {}", board.players[seat.index()]),
        },
        (None, Some(to), _) => format!("offered to {}", board.players[to.index()]),
        (None, None, Some(seat)) => {
            format!("turn {}, {} to move", board.ply + 1, board.players[seat.index()])
        }
        (None, None, None) => format!("{} turns", board.ply),
    }
}

/// The players of a game by rating: established ratings first, then provisional ones.
pub(crate) fn standings(kind: GameKind, mut players: Vec<(&Userid, &RatingRecord)>) -> String {
    if players.is_empty() {
        return format!("No one has finished a rated game of {} yet.\n", kind.title());
    }
    players.sort_by(|(a_name, a), (b_name, b)| {
        let provisional = a.is_provisional().cmp(&b.is_provisional());
        provisional.then(b.rating.total_cmp(&a.rating)).then(a_name.cmp(b_name))
    });
    let is_all = players.len() <= LISTED;
    players.truncate(LISTED);
    let width = players.iter().map(|(user, _)| user.as_str().len()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{} standings (Glicko-2)\n\n      {:width$}  rating         won  drawn   lost\n",
        kind.title(),
        "player"
    );
    for (place, (user, rating)) in players.iter().enumerate() {
        let [won, drawn, lost] = rating.games;
        let line = format!(
            "{:4}  {user:width$}  {:<6} +-{:<4}  {won:4}  {drawn:5}  {lost:5}",
            place + 1,
            rating.shown(),
            format!("{:.0}", 2.0 * rating.deviation)
        );
        let _ = writeln!(text, "{line}");
    }
    if !is_all {
        let _ = writeln!(text, "\nand more: these are the first {LISTED}");
    }
    if players.iter().any(|(_, rating)| rating.is_provisional()) {
        text.push_str("\n? provisional: too few games so far\n");
    }
    text
}

// Open seeks.

/// The answer to a player who offers games.
pub(crate) fn seek(reader: ReplyReader<'_>, seek: &Seek) -> String {
    let Seek { kind, number, user, .. } = seek;
    let offer = format!(
        "You offer {} of {}: {}.",
        games(seek.left),
        kind.title(),
        conditions(&seek.options, &seek.terms)
    );
    let take = format!("{kind} take {number} <userid> <password>");
    let cancel = format!("{kind} seek {user} <password> cancel");
    // An unusually long name shifts only its own line.
    let width = take.len().max(cancel.len()).min(41);
    let computer = wrapped(&about_computer(reader, seek), 0);
    format!(
        "{}\n  {take:width$}  what others type to take one\n  {cancel:width$}  cancels your \
         offers\n\nA game starts when it is taken; who moves first is decided at \
         random.\n{computer}",
        wrapped(&offer, 2)
    )
}

/// One line a seek, the latest ones, under a heading; nothing when there is none.
pub(crate) fn seek_list(reader: ReplyReader<'_>, seeks: &BTreeMap<u32, Seek>) -> String {
    let is_open = |seek: &&Seek| seek.stand_in != StandIn::Invitation;
    let open = || seeks.values().filter(is_open);
    let Some(first) = open().next() else { return String::new() };
    let more = open().count().saturating_sub(LISTED);
    let seeks = || open().skip(more);
    let width = seeks().map(|seek| seek.user.as_str().len()).max().unwrap_or(0);
    let mut text =
        format!("  open seeks (to take one: {} take <seek> <userid> <password>)\n", first.kind);
    for seek in seeks() {
        let conditions = conditions(&seek.options, &seek.terms);
        let (number, left) = (seek.number, games(seek.left));
        let head = format!("{number:6}  {:width$}  ", seek.user);
        text.push_str(&hanging(
            &head,
            &format!("{conditions}, {left}{}", takers(reader, seek)),
            head.len(),
        ));
    }
    if more > 0 {
        let _ = writeln!(text, "  and more: these are the latest {LISTED}");
    }
    text
}

/// Whether and when the computer takes a game.
fn about_computer(reader: ReplyReader<'_>, seek: &Seek) -> String {
    let Some(due) = seek.due else {
        return match seek.stand_in {
            StandIn::Nobody | StandIn::Invitation => "Only people take them.".to_owned(),
            _ => String::new(),
        };
    };
    let level = match seek.stand_in {
        StandIn::Level(level) => format!("{level} takes one."),
        _ => "the computer takes one, at the level nearest to your rating. To choose another, use \
              --level=1..9 or a novice; to keep the computer out, use --people."
            .to_owned(),
    };
    format!("If no one has by {}, {level}", reader.time(due))
}

/// The level that may also take a game, and from when, in a few words for a list.
fn takers(reader: ReplyReader<'_>, seek: &Seek) -> String {
    match (seek.stand_in, seek.due) {
        (StandIn::Nobody | StandIn::Invitation, _) => ", people only".to_owned(),
        (_, None) => String::new(),
        (StandIn::Level(level), Some(due)) => format!(", {level} from {}", reader.date(due)),
        (StandIn::Nearest, Some(due)) => format!(", the computer from {}", reader.date(due)),
    }
}

fn games(count: u32) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

// Past games.

/// One line for each of the latest games, the last of them last. With a player, the results of all
/// games against each opponent.
pub(crate) fn history(
    reader: ReplyReader<'_>,
    kind: GameKind,
    games: &[(&BoardSummary, &Ended)],
    player: Option<&Userid>,
) -> String {
    let mut text = format!("{} history", kind.title());
    if let Some(player) = player {
        let _ = write!(text, " of {player}");
    }
    text.push_str("\n\n");
    if games.is_empty() {
        text.push_str("  no finished games\n");
        return text;
    }
    let skipped = (reader.snapshot.state.over as usize).saturating_sub(games.len());
    let _ = match player {
        _ if skipped == 0 => Ok(()),
        None => {
            writeln!(text, "  {skipped} earlier games; `{kind} history userid` lists a player's\n")
        }
        Some(_) => writeln!(text, "  {skipped} earlier games, which are counted below\n"),
    };
    let lines = games.iter().map(|(game, ended)| {
        let turns = if game.ply == 1 { "1 turn".to_owned() } else { format!("{} turns", game.ply) };
        let columns = [reader.date(ended.at), pair(game), result(game, ended), turns];
        (game.id.number, columns, game.options.clone())
    });
    text.push_str(&rows(lines.collect()));
    if player.is_some() {
        text.push_str(&head_to_head(&reader.snapshot.state.scores));
    }
    text
}

fn result(game: &BoardSummary, ended: &Ended) -> String {
    match ended.result() {
        SeatResult::Won(seat) => format!("{} won ({})", game.players[seat.index()], ended.reason()),
        SeatResult::Draw => format!("draw ({})", ended.reason()),
        SeatResult::Declined(seat) => format!("declined by {}", game.players[seat.index()]),
    }
}

fn head_to_head(results: &BTreeMap<Userid, [u32; 3]>) -> String {
    let width = results.keys().map(|user| user.as_str().len()).max().unwrap_or(0).max(7);
    let mut text = format!("\n  {:width$}   won  drawn   lost\n", "against");
    let mut line = |name: &str, [won, drawn, lost]: [u32; 3]| {
        let _ = writeln!(text, "  {name:width$}  {won:4}  {drawn:5}  {lost:5}");
    };
    let mut total = [0; 3];
    for (user, result) in results {
        line(user.as_str(), *result);
        total = [0, 1, 2].map(|column| total[column] + result[column]);
    }
    if results.len() > 1 {
        line("all", total);
    }
    text
}
