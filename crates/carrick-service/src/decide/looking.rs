//! Looking at boards, lists and help. These answers change nothing.

use carrick_games::{GameKind, Seat};
use jiff::Timestamp;

use crate::about::{MessageKind, Text};
use crate::command::{HelpTopic, PlyRef, Selector};
use crate::decide::context::{DecisionContext, is_declined, no_such_board, played, told};
use crate::effects::{Addressee, Decision};
use crate::people::{BoardId, Userid};
use crate::playing::{BoardInPlay, ReplyReader, Snapshot, new_game};
use crate::refusal::{Refusal, UserRole};
use crate::state::{BoardSummary, LISTED, State};
use crate::{help, reply};

// Looking at boards: `show`, `showas`, `all show`, `games`, `list`, `history`, `standings`.

/// The answer that shows boards; one about a single board belongs to that board's thread.
fn shows(kind: GameKind, boards: &[BoardId], text: Text) -> Decision {
    let [board] = boards else { return told(format!("{kind}: boards"), text) };
    let mut decision = told(format!("{kind} board {}", board.number), text);
    decision.messages.iter_mut().for_each(|message| message.board = Some(*board));
    decision
}

impl<'a> DecisionContext<'a> {
    pub(crate) fn show(
        self,
        kind: GameKind,
        boards: &[(BoardId, Option<PlyRef>)],
    ) -> Result<Decision, Refusal> {
        let shown = boards
            .iter()
            .map(|&(board, position)| self.show_one(board, position))
            .collect::<Result<Vec<_>, _>>()?;
        let boards: Vec<BoardId> = boards.iter().map(|&(board, _)| board).collect();
        Ok(shows(kind, &boards, Text::joined(shown)))
    }

    fn show_one(self, board: BoardId, position: Option<PlyRef>) -> Result<Text, Refusal> {
        let table = self.table(board)?;
        Ok(match position {
            None => reply::whole_board(self.reader(), &table),
            Some(_) => reply::board_after(self.reader(), &table, ply_at(&table, position)?),
        })
    }

    /// A board that anyone may look at.
    ///
    /// # Errors
    /// There is none.
    fn table(self, board: BoardId) -> Result<BoardInPlay<'a>, Refusal> {
        let record = self.state.boards.get(&board);
        let record = record.filter(|record| !is_declined(record.ended.as_ref()));
        BoardInPlay::new(record.ok_or_else(|| no_such_board(board))?)
    }

    pub(crate) fn show_of(
        self,
        kind: GameKind,
        users: &[Userid],
        selector: Option<Selector>,
    ) -> Result<Decision, Refusal> {
        self.all_exist(users)?;
        let tables = self.tables_of(kind, users, selector)?;
        let mut shown: Vec<_> =
            tables.iter().map(|table| reply::whole_board(self.reader(), table)).collect();
        if shown.is_empty() {
            shown.push(format!("No such boards of {}.\n", kind.title()).into());
        }
        Ok(told(format!("{kind}: boards"), Text::joined(shown)))
    }

    pub(crate) fn all_show(
        self,
        user: &Userid,
        selector: Option<Selector>,
    ) -> Result<Decision, Refusal> {
        self.existing(user, UserRole::Player)?;
        let mut shown = Vec::new();
        for kind in GameKind::ALL {
            let tables = self.tables_of(kind, std::slice::from_ref(user), selector)?;
            shown.extend(tables.iter().map(|table| reply::whole_board(self.reader(), table)));
        }
        if shown.is_empty() {
            shown.push("No such boards.\n".into());
        }
        Ok(told("Carrick: boards", Text::joined(shown)))
    }

    pub(crate) fn show_as(
        self,
        kind: GameKind,
        boards: &[BoardId],
        selector: Option<Selector>,
    ) -> Result<Decision, Refusal> {
        let user = &self.speaker()?.id;
        let tables = match boards {
            [] => self.tables_of(kind, std::slice::from_ref(user), selector)?,
            some => some.iter().map(|&board| self.table(board)).collect::<Result<_, _>>()?,
        };
        let mut shown: Vec<_> = tables
            .iter()
            .map(|table| as_seen_by(self.snapshot().reader(user), user, table))
            .collect();
        if shown.is_empty() {
            shown.push(format!("No such boards of {}.\n", kind.title()).into());
        }
        Ok(shows(kind, boards, Text::joined(shown)))
    }

    /// The boards of a game among those loaded that one of the users plays.
    fn tables_of(
        self,
        kind: GameKind,
        users: &[Userid],
        selector: Option<Selector>,
    ) -> Result<Vec<BoardInPlay<'a>>, Refusal> {
        let mut tables = Vec::new();
        for record in self.state.boards.values() {
            let played_by_them = record.players.iter().any(|player| users.contains(player));
            if record.id.kind != kind || !played_by_them || is_declined(record.ended.as_ref()) {
                continue;
            }
            let table = BoardInPlay::new(record)?;
            let to_move = table.game.seat_to_move().map(|seat| table.player(seat));
            let wanted = match selector {
                Some(Selector::Next) => to_move.is_some_and(|user| users.contains(user)),
                _ => true,
            };
            if wanted {
                tables.push(table);
            }
        }
        Ok(tables)
    }

    pub(crate) fn games(
        self,
        kind: GameKind,
        users: &[Userid],
        selector: Option<Selector>,
    ) -> Result<Decision, Refusal> {
        self.all_exist(users)?;
        let wanted = |summary: &&BoardSummary| match selector {
            Some(Selector::Next) => summary.to_move.is_some_and(|seat| {
                users.is_empty() || users.contains(&summary.players[seat.index()])
            }),
            _ => true,
        };
        let boards: Vec<_> = self.listed(Some(kind)).filter(wanted).collect();
        Ok(told(format!("{kind}: games"), reply::latest_boards(self.reader(), boards)))
    }

    pub(crate) fn list(self, kinds: &[GameKind]) -> Decision {
        let all = if kinds.is_empty() { &GameKind::ALL[..] } else { kinds };
        let sections = all.iter().map(|&kind| {
            let boards: Vec<_> = self.listed(Some(kind)).collect();
            let seeks = reply::seek_list(self.reader(), self.open_seeks(kind));
            format!("{}\n{}{seeks}", kind.title(), reply::latest_boards(self.reader(), boards))
        });
        told("Carrick: boards", sections.collect::<Vec<_>>().join("\n"))
    }

    pub(crate) fn history(
        self,
        kind: GameKind,
        player: Option<&Userid>,
    ) -> Result<Decision, Refusal> {
        if let Some(player) = player {
            self.existing(player, UserRole::Player)?;
        }
        let ended = |game: &'a BoardSummary| Some((game, game.ended.as_ref()?));
        let mut games: Vec<_> = self.listed(Some(kind)).filter_map(ended).collect();
        games.sort_by_key(|(game, ended)| (ended.at, game.id));
        let games = &games[games.len().saturating_sub(LISTED)..];
        Ok(told(format!("{kind}: history"), reply::history(self.reader(), kind, games, player)))
    }

    pub(crate) fn standings(self, kind: GameKind) -> Decision {
        let players = self.state.ratings.iter().filter(|((of, _), _)| *of == kind);
        let players = players.map(|((_, user), rating)| (user, rating)).collect();
        told(format!("{kind}: standings"), reply::standings(kind, players))
    }

    fn listed(self, kind: Option<GameKind>) -> impl Iterator<Item = &'a BoardSummary> {
        let of_kind =
            move |summary: &&BoardSummary| kind.is_none_or(|kind| summary.id.kind == kind);
        let summaries = self.state.summaries.iter();
        summaries.filter(of_kind).filter(|summary| !is_declined(summary.ended.as_ref()))
    }

    fn all_exist(self, users: &[Userid]) -> Result<(), Refusal> {
        for (index, user) in users.iter().enumerate() {
            let role = match users.len() {
                1 => UserRole::Player,
                _ => UserRole::PlayerNumber(index + 1),
            };
            self.existing(user, role)?;
        }
        Ok(())
    }
}

/// Number of turns before a position; without a position, all of them.
///
/// # Errors
/// When the board does not have that many.
fn ply_at(table: &BoardInPlay<'_>, position: Option<PlyRef>) -> Result<usize, Refusal> {
    let last = table.record.turns.len() as u32;
    let ply = match position {
        None => Some(last),
        Some(PlyRef::After(ply)) => Some(ply).filter(|&ply| ply <= last),
        Some(PlyRef::Back(back)) => last.checked_sub(back),
    };
    let none = Refusal::NoSuchPosition { board: table.record.id, turns: last };
    ply.map(|ply| ply as usize).ok_or(none)
}

/// A board drawn for its reader, who need not be one of its players.
fn as_seen_by(reader: ReplyReader<'_>, user: &Userid, table: &BoardInPlay<'_>) -> Text {
    match Seat::BOTH.into_iter().find(|&seat| table.player(seat) == user) {
        Some(seat) => reply::whole_board_for(reader, table, seat),
        None => reply::whole_board(reader, table),
    }
}

// The board below an answer to an email about it.

/// Adds the current board to the answer to an email about it, because the player replies to that
/// next. If the board cannot be shown, the answer is sent alone.
#[must_use]
pub fn with_board_below(
    state: &State,
    board: BoardId,
    player: &Userid,
    mut told: Decision,
    now: Timestamp,
) -> Decision {
    let record = state.boards.get(&board).filter(|record| !is_declined(record.ended.as_ref()));
    let table = record.and_then(|record| BoardInPlay::new(record).ok());
    let seat = table.as_ref().and_then(|table| table.record.seat_of(player));
    if let (Some(table), Some(seat)) = (table, seat) {
        let shown = reply::report(Snapshot { state, now }, &table, seat, None);
        let answers = told.messages.iter_mut().filter(|message| message.to == Addressee::Sender);
        for message in answers {
            message.text.push('\n');
            let drawing = shown.about.clone().moved(message.text.len()).drawing;
            message.about.drawing = message.about.drawing.take().or(drawing);
            message.text.push_str(&shown.text);
        }
    }
    told
}

// `preview`: positions that might be.

impl DecisionContext<'_> {
    pub(crate) fn preview(
        self,
        board: BoardId,
        position: Option<PlyRef>,
        moves: &[String],
    ) -> Result<Decision, Refusal> {
        let table = self.table(board)?;
        let ply = ply_at(&table, position)?;
        // A result that was agreed or declared is not part of the position.
        let game = played(table.game.at(ply), moves)?;
        let subject = format!("{} board {}: preview", board.kind, board.number);
        let mut decision = told(subject, reply::preview(&table, ply, &game));
        for message in &mut decision.messages {
            (message.board, message.about.kind) = (Some(board), MessageKind::Preview);
        }
        Ok(decision)
    }

    pub(crate) fn preview_new(
        self,
        kind: GameKind,
        options: &str,
        moves: &[String],
    ) -> Result<Decision, Refusal> {
        let game = new_game(kind, options).ok_or(Refusal::NoGame)?;
        let game = played(game, moves)?;
        let mut decision = told(format!("{kind}: preview"), reply::preview_new(&game));
        decision.messages.iter_mut().for_each(|one| one.about.kind = MessageKind::Preview);
        Ok(decision)
    }
}

// `help`: the requested pages, one below the other.

/// The answer with the pages of help on these topics; without any, with the overview.
pub(crate) fn help_answer(topics: &[HelpTopic]) -> Decision {
    let text = match topics {
        [] => help::text(None),
        some => some.iter().map(|&topic| help::text(Some(topic))).collect::<Vec<_>>().join("\n"),
    };
    told("Carrick: help", text)
}
