//! The commands about a game.

use carrick_games::GameKind;

use super::arguments::Arguments;
use super::options::DEFAULT_LEVEL;
use super::roles::{Role, whole_number};
use super::usage::OfGame;
use super::{
    Action, Credential, GameCommand, Refusal, options, parse_boards, parse_turns, settings,
};
use crate::BoardId;

/// Reads what follows the name of a game and of a command.
///
/// # Errors
/// What was wrong and what was expected.
pub(super) fn parse(
    kind: GameKind,
    verb: OfGame,
    mut arguments: Arguments<'_>,
) -> Result<GameCommand, Refusal> {
    let args = &mut arguments;
    match verb {
        OfGame::Help => args.check_count().map(|()| GameCommand::Help),
        OfGame::Standings => args.check_count().map(|()| GameCommand::Standings),
        OfGame::History => parse_boards::history(args),
        OfGame::Games => parse_boards::games(args),
        OfGame::Show => parse_boards::show(kind, args),
        OfGame::ShowAs => parse_boards::show_as(kind, args),
        OfGame::Preview => parse_boards::preview(kind, args),
        OfGame::Challenge => challenge(kind, args),
        OfGame::Seek => seek(kind, args),
        OfGame::Computer => computer(kind, args),
        OfGame::Take => take(args),
        OfGame::Accept => challenges(kind, args, true),
        OfGame::Reject => challenges(kind, args, false),
        OfGame::Limit => limit(args),
        OfGame::Move => parse_turns::a_move(kind, args),
        OfGame::Resign => parse_turns::without_turn(kind, args, Action::Resign),
        OfGame::Swap => parse_turns::without_turn(kind, args, Action::Play("swap".to_owned())),
        OfGame::Queue => parse_turns::queue(kind, args),
        OfGame::Submit => parse_turns::submit(kind, args),
        OfGame::Rematch => on_board(kind, args, GameCommand::Rematch),
        OfGame::Confirm => on_board(kind, args, GameCommand::Confirm),
        OfGame::Chat => on_board(kind, args, GameCommand::Chat),
        OfGame::Subscribe => subscribe(kind, args, true),
        OfGame::Unsubscribe => subscribe(kind, args, false),
        OfGame::Notify => {
            args.check_count()?;
            Ok(GameCommand::Notify(args.credential()?, args.on_unless_off()?))
        }
        OfGame::Set => set(args),
    }
}

fn on_board(
    kind: GameKind,
    args: &mut Arguments<'_>,
    command: fn(BoardId, Credential) -> GameCommand,
) -> Result<GameCommand, Refusal> {
    args.check_count()?;
    Ok(command(args.board(kind)?, args.credential()?))
}

fn challenge(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let chosen = options::take(args, kind)?;
    args.check_count()?;
    Ok(GameCommand::Challenge {
        options: chosen.options,
        terms: chosen.terms,
        first: args.userid(Role::Userid)?,
        second: args.userid(Role::OtherUser)?,
    })
}

fn computer(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let chosen = options::take(args, kind)?;
    args.check_count()?;
    Ok(GameCommand::Computer {
        options: chosen.options,
        level: chosen.level.unwrap_or(DEFAULT_LEVEL),
        who: args.credential()?,
    })
}

fn seek(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let chosen = options::take(args, kind)?;
    args.check_count()?;
    let who = args.credential()?;
    let stand_in = chosen.stand_in();
    let count = match args.next() {
        None => 1,
        Some(word) if word.is("cancel") && chosen.any => {
            return Err(args.refuse("cancel takes back every offer, so no option goes with it"));
        }
        Some(word) if word.is("cancel") => return Ok(GameCommand::CancelSeeks(who)),
        Some(word) => {
            whole_number(word.text).filter(|count| (1..=20).contains(count)).ok_or_else(|| {
                let fault = "should be a whole number of games from 1 to 20".to_owned();
                args.refuse_word(word, fault, ", or cancel")
            })?
        }
    };
    Ok(GameCommand::Seek { who, options: chosen.options, terms: chosen.terms, count, stand_in })
}

fn take(args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
    let word = args.expect(Role::Seek)?;
    let seek = whole_number(word.text).filter(|&number| number > 0);
    let seek = seek.ok_or_else(|| args.mismatch(word, Role::Seek))?;
    Ok(GameCommand::Take(seek, args.credential()?))
}

/// `accept` and `reject` are about challenges; players also type them about an offer on a board.
fn challenges(
    kind: GameKind,
    args: &mut Arguments<'_>,
    accept: bool,
) -> Result<GameCommand, Refusal> {
    let heading = args.heading;
    if let Some(first) = args.words.first()
        && args.words.len() >= heading.usage.words.len()
        && Role::Board.fits(first.text, Some(kind))
    {
        let name = heading.name();
        let verb = heading.usage.name;
        return Err(args.refuse(format!(
            "{name} is about challenges, not about a board; to answer an offer on a board, type \
             `{kind} move board userid password {verb}`"
        )));
    }
    args.check_count()?;
    let who = args.credential()?;
    Ok(GameCommand::Challenges(who, accept))
}

fn limit(args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
    let who = args.credential()?;
    Ok(GameCommand::Limit(who, args.number_or(Role::Limit, 1..=1000, "none")?))
}

fn subscribe(
    kind: GameKind,
    args: &mut Arguments<'_>,
    subscribe: bool,
) -> Result<GameCommand, Refusal> {
    let board = board_or_all(kind, args)?;
    Ok(GameCommand::Subscribe(board, args.credential()?, subscribe))
}

fn board_or_all(kind: GameKind, args: &mut Arguments<'_>) -> Result<Option<BoardId>, Refusal> {
    args.check_count()?;
    let word = args.expect(Role::BoardOrAll)?;
    if word.is("all") {
        return Ok(None);
    }
    match BoardId::parse(kind, word.text) {
        Ok(board) => Ok(Some(board)),
        Err(_) => Err(args.mismatch(word, Role::BoardOrAll)),
    }
}

fn set(args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
    let who = args.credential()?;
    let settings = args.rest().iter().map(|&word| settings::read(args, word));
    Ok(GameCommand::Set(who, settings.collect::<Result<_, _>>()?))
}
