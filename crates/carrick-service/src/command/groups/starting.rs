//! The commands that start games: `challenge`, `seek`, `computer` and their like.

use carrick_games::{GameKind, Seat};

use crate::command::action::{Action, BoardAction, GameAction};
use crate::command::arguments::CommandArguments;
use crate::command::groups::looking::turns_of;
use crate::command::options::DEFAULT_LEVEL;
use crate::command::spec::Spec;
use crate::command::syntax_error::SyntaxError;
use crate::command::usage::{CommandGroup, OptionSet, Role, Usage, is_number, whole_number};
use crate::command::{options, words};
use crate::decide::{PracticeChoices, SeekOffer};
use crate::people::{BoardId, ComputerLevel, UserSetting, Userid, computer as machine};
use crate::state::{Origin, Terms};

pub(in crate::command) static CHALLENGE: Usage = Usage {
    synonyms: &["chall"],
    options: OptionSet::GameAndTerms,
    words: &[Role::Userid, Role::OtherUser],
    line: "<game> challenge [-options] [--options] userid1 userid2",
    purpose: "offers a game, which starts when the other player accepts it or moves; userid1 moves \
              first, and you must be one of the two (unless you type this on the server itself)",
    ..Usage::of_game("challenge", CommandGroup::Starting, parse_challenge)
};

pub(in crate::command) fn challenge<'a>(
    kind: GameKind,
    options: &'a str,
    terms: Terms,
    players: [&'a Userid; 2],
) -> Spec<'a> {
    Spec { begins_a_game: true, ..Spec::of(&CHALLENGE) }
        .loads(move |needs, sent| {
            needs.users.extend(players.map(Clone::clone));
            needs.opening(kind, Some(players[0]), sent);
        })
        .decides(move |context| context.challenge(kind, options, terms, players))
}

fn parse_challenge(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    let chosen = options::take(args, kind)?;
    args.check_count()?;
    let challenge = GameAction::Challenge {
        options: chosen.options,
        terms: chosen.terms,
        first: args.userid(Role::Userid)?,
        second: args.userid(Role::OtherUser)?,
    };
    Ok(Action::Game(kind, challenge))
}

pub(in crate::command) static REMATCH: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    line: "<game> rematch board userid password",
    purpose: "offers your opponent another game with the same options and colours exchanged, or \
              accepts such an offer",
    ..Usage::of_game("rematch", CommandGroup::Starting, |kind, args| {
        args.on_board(kind, BoardAction::Rematch)
    })
};

pub(in crate::command) fn rematch<'a>(board: BoardId) -> Spec<'a> {
    Spec { begins_a_game: true, ..Spec::by_user(&REMATCH).on(board) }
        .loads(move |needs, sent| {
            needs.offspring = Some((board.kind, Origin::RematchOf(board.number)));
            needs.opening(board.kind, sent.who, sent);
        })
        .decides(move |context| context.rematch(board))
}

pub(in crate::command) static COUNTER: Usage = Usage {
    options: OptionSet::GameTermsAndSeat,
    words: &[Role::Board, Role::Userid, Role::Password],
    line: "<game> counter board userid password [-options] [--options]",
    purpose: "declines a game that you were offered, and offers another one instead",
    ..Usage::of_game("counter", CommandGroup::Starting, parse_counter)
};

pub(in crate::command) fn counter<'a>(
    board: BoardId,
    options: &'a str,
    terms: Terms,
    seat: Option<Seat>,
) -> Spec<'a> {
    Spec { begins_a_game: true, ..Spec::by_user(&COUNTER).on(board) }
        .loads(move |needs, sent| needs.opening(board.kind, sent.who, sent))
        .decides(move |context| context.counter(board, options, terms, seat))
}

fn parse_counter(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    let chosen = options::take(args, kind)?;
    args.check_count()?;
    let board = args.board_and_user(kind)?;
    let (options, terms, seat) = (chosen.options, chosen.terms, chosen.seat);
    Ok(Action::Board(board, BoardAction::Counter { options, terms, seat }))
}

pub(in crate::command) static INVITE: Usage = Usage {
    options: OptionSet::GameAndTerms,
    words: &[Role::Userid, Role::Password],
    line: "<game> invite userid password [-options] [--options]",
    purpose: "makes a link that lets anyone you give it to play a game with you; find it on the \
              page of open games",
    ..Usage::of_game("invite", CommandGroup::Starting, parse_invite)
};

pub(in crate::command) fn invite(kind: GameKind, options: &str, terms: Terms) -> Spec<'_> {
    Spec { usage: &INVITE, ..about_seeks(kind) }
        .decides(move |context| context.invite(kind, options, terms))
}

fn parse_invite(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    let chosen = options::take(args, kind)?;
    args.check_count()?;
    args.credential()?;
    let (options, terms) = (chosen.options, chosen.terms);
    Ok(Action::Game(kind, GameAction::Invite { options, terms }))
}

pub(in crate::command) static SEEK: Usage = Usage {
    options: OptionSet::GameTermsAndStandIn,
    words: &[Role::Userid, Role::Password],
    more: 2,
    line: "<game> seek userid password [-options] [--options] [n|cancel [seek]]",
    purpose: "offers n open games that any player can take, or cancels one or all of your offers",
    shows: |_, _, word| is_number(word) || word.is("cancel"),
    ..Usage::of_game("seek", CommandGroup::Starting, parse_seek)
};

pub(in crate::command) fn seek(kind: GameKind, offer: SeekOffer<'_>) -> Spec<'_> {
    about_seeks(kind).decides(move |context| context.seek(kind, offer))
}

/// `seek … cancel`; without a number it cancels all seeks.
pub(in crate::command) fn cancel_seeks<'a>(kind: GameKind, which: Option<u32>) -> Spec<'a> {
    about_seeks(kind).decides(move |context| context.cancel_seeks(kind, which))
}

fn about_seeks<'a>(kind: GameKind) -> Spec<'a> {
    Spec::by_user(&SEEK).loads(move |needs, sent| {
        needs.seeks.insert(kind);
        needs.stocks = sent.user().map(|user| (user, None));
    })
}

fn parse_seek(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    let chosen = options::take(args, kind)?;
    args.check_count()?;
    args.credential()?;
    let stand_in = chosen.stand_in();
    let count = match args.next() {
        None => 1,
        Some(word) if word.is("cancel") && chosen.any => {
            return Err(args.refuse("cancel withdraws all your offers, so it takes no options"));
        }
        Some(word) if word.is("cancel") => {
            let Some(word) = args.next() else {
                return Ok(Action::Game(kind, GameAction::CancelSeeks(None)));
            };
            let seek = whole_number(word.text).filter(|&seek| seek > 0);
            let seek = seek.ok_or_else(|| args.mismatch(word, Role::Seek))?;
            return Ok(Action::Game(kind, GameAction::CancelSeeks(Some(seek))));
        }
        Some(word) => {
            whole_number(word.text).filter(|count| (1..=20).contains(count)).ok_or_else(|| {
                let fault = "should be a whole number of games from 1 to 20".to_owned();
                args.refuse_word(word, fault, ", or cancel")
            })?
        }
    };
    if let Some(word) = args.next() {
        return Err(args.one_too_many(word));
    }
    let (options, terms) = (chosen.options, chosen.terms);
    Ok(Action::Game(kind, GameAction::Seek { options, terms, count, stand_in }))
}

pub(in crate::command) static TAKE: Usage = Usage {
    words: &[Role::Seek, Role::Userid, Role::Password],
    line: "<game> take seek userid password",
    purpose: "takes an open game that another player offers",
    ..Usage::of_game("take", CommandGroup::Starting, parse_take)
};

pub(in crate::command) fn take<'a>(kind: GameKind, seek: u32) -> Spec<'a> {
    Spec { begins_a_game: true, ..Spec::by_user(&TAKE) }
        .loads(move |needs, sent| {
            needs.seeks.insert(kind);
            needs.offspring = Some((kind, Origin::Seek(seek)));
            needs.opening(kind, sent.who, sent);
        })
        .decides(move |context| context.take(kind, seek))
}

fn parse_take(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let word = args.expect(Role::Seek)?;
    let seek = whole_number(word.text).filter(|&number| number > 0);
    let seek = seek.ok_or_else(|| args.mismatch(word, Role::Seek))?;
    args.credential()?;
    Ok(Action::Game(kind, GameAction::Take(seek)))
}

pub(in crate::command) static COMPUTER: Usage = Usage {
    options: OptionSet::GameAndLevel,
    words: &[Role::Userid, Role::Password],
    more: usize::MAX,
    line: "<game> computer [-options] [--options] userid password [turn ...]",
    purpose: "starts a game against the computer, after these turns if you give any",
    ..Usage::of_game("computer", CommandGroup::Starting, parse_computer)
};

pub(in crate::command) fn computer<'a>(
    kind: GameKind,
    options: &'a str,
    choices: PracticeChoices<'a>,
) -> Spec<'a> {
    let (level, is_given) = (choices.level, !choices.given.is_empty());
    Spec { begins_a_game: true, ..Spec::by_user(&COMPUTER) }
        .loads(move |needs, sent| {
            needs.users.extend(machine::account(level));
            needs.opening(kind, sent.who, sent);
            // A position of one of the player's running games must not be tried against the
            // computer.
            if is_given {
                needs.running_games(kind, sent.who);
            }
        })
        .decides(move |context| context.computer(kind, options, choices))
}

fn parse_computer(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    let chosen = options::take(args, kind)?;
    args.check_count()?;
    args.credential()?;
    let computer = GameAction::Computer {
        options: chosen.options,
        level: chosen.level.unwrap_or(DEFAULT_LEVEL),
        teaching: chosen.teaching,
        seat: chosen.seat,
        given: given(kind, args)?,
    };
    Ok(Action::Game(kind, computer))
}

/// The turns after which a game starts, if any.
fn given(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Vec<String>, SyntaxError> {
    let mut words = Vec::new();
    while let Some(word) = args.next() {
        words.push(word);
    }
    match words.is_empty() {
        true => Ok(Vec::new()),
        false => turns_of(kind, args, &words::join(&words)),
    }
}

pub(in crate::command) static RETRY: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    more: 2,
    line: "<game> retry board userid password [turn] [level]",
    purpose: "plays on from a finished game against the computer, starting before a turn",
    shows: |_, _, word| is_number(word),
    ..Usage::of_game("retry", CommandGroup::Starting, parse_retry)
};

pub(in crate::command) fn retry<'a>(board: BoardId, turn: u32, level: ComputerLevel) -> Spec<'a> {
    Spec { begins_a_game: true, ..Spec::by_user(&RETRY).on(board) }
        .loads(move |needs, sent| {
            needs.users.extend(machine::account(level));
            needs.opening(board.kind, sent.who, sent);
            needs.running_games(board.kind, sent.who);
        })
        .decides(move |context| context.retry(board, turn, level))
}

fn parse_retry(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let board = args.board_and_user(kind)?;
    let turn = args.next().map(|word| {
        let fault = "should be the number of a turn, such as 13: the game starts before it";
        whole_number(word.text)
            .filter(|&turn| turn > 0)
            .ok_or_else(|| args.refuse_word(word, fault.to_owned(), ""))
    });
    let turn = turn.transpose()?.unwrap_or(1);
    let level = args.next().map(|word| {
        let fault = || format!("should be {}", options::levels_in_words(kind));
        options::level(kind, word.text)
            .ok_or_else(|| args.refuse_word(word, fault(), ", or be left out"))
    });
    let level = level.transpose()?.unwrap_or(DEFAULT_LEVEL);
    Ok(Action::Board(board, BoardAction::Retry { turn, level }))
}

pub(in crate::command) static ACCEPT: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "<game> accept userid password",
    purpose: "lets other players challenge you",
    ..Usage::of_game("accept", CommandGroup::Starting, |kind, args| {
        parse_challenges(kind, args, true)
    })
};

pub(in crate::command) static REJECT: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "<game> reject userid password",
    purpose: "refuses all challenges",
    ..Usage::of_game("reject", CommandGroup::Starting, |kind, args| {
        parse_challenges(kind, args, false)
    })
};

/// `accept` and `reject` are about challenges; players also type them about an offer on a board.
fn parse_challenges(
    kind: GameKind,
    args: &mut CommandArguments<'_>,
    accept: bool,
) -> Result<Action, SyntaxError> {
    let heading = args.heading;
    if let Some(first) = args.words.first()
        && args.words.len() >= heading.usage.words.len()
        && Role::Board.fits(first.text, heading)
    {
        let name = heading.name();
        let verb = heading.usage.name;
        return Err(args.refuse(format!(
            "{name} is about challenges, not about a board; to answer an offer on a board, type \
             `{kind} move board userid password {verb}`"
        )));
    }
    args.check_count()?;
    args.credential()?;
    args.changed(Some(kind), &UserSetting::CHALLENGES, UserSetting::on_off(accept))
}

pub(in crate::command) static LIMIT: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::Limit],
    line: "<game> limit userid password n|none",
    purpose: "sets how many games you play at the same time",
    shows: |_, _, word| is_number(word) || word.is("none"),
    ..Usage::of_game("limit", CommandGroup::Starting, parse_limit)
};

fn parse_limit(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    args.credential()?;
    let limit = args.number_or(Role::Limit, 1..=UserSetting::MOST_BOARDS, "none")?;
    let limit = limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
    args.changed(Some(kind), &UserSetting::LIMIT, &limit)
}
