//! The commands for watching: `showas`, `subscribe`, `notify`, `review`.

use carrick_coach::review::Times;
use carrick_games::GameKind;

use crate::command::action::{Action, BoardAction, GameAction, Selector};
use crate::command::arguments::CommandArguments;
use crate::command::groups::looking::selector;
use crate::command::spec::{Spec, filter};
use crate::command::syntax_error::SyntaxError;
use crate::command::usage::{CommandGroup, MANY, Role, Usage, is_number};
use crate::command::words::Word;
use crate::people::{BoardId, UserSetting};

pub(in crate::command) static SHOW_AS: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    more: MANY,
    line: "<game> showas userid password [board … | all|active|inactive|next]",
    purpose: "shows boards from your side, with what only you may see",
    shows: |_, _, word| is_number(word) || selector(word).is_some(),
    ..Usage::of_game("showas", CommandGroup::Watching, parse_show_as)
};

pub(in crate::command) fn show_as<'a>(
    kind: GameKind,
    boards: &'a [BoardId],
    selector: Option<Selector>,
) -> Spec<'a> {
    Spec { is_question: true, ..Spec::by_user(&SHOW_AS) }
        .loads(move |needs, sent| {
            if let (true, Some(user)) = (boards.is_empty(), sent.who) {
                let selector = selector.unwrap_or(Selector::Active);
                needs.whole.push(filter(Some(kind), Some(user), Some(selector), sent));
            }
            needs.boards.extend(boards);
        })
        .decides(move |context| context.show_as(kind, boards, selector))
}

fn parse_show_as(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    args.credential()?;
    if let [only] = args.rest()
        && let Some(selector) = selector(*only)
    {
        return Ok(Action::Game(kind, GameAction::ShowAs(Vec::new(), Some(selector))));
    }
    let read = |&word: &Word<'_>| {
        BoardId::parse(kind, word.text).map_err(|_| args.mismatch(word, Role::Board))
    };
    let boards = args.rest().iter().map(read).collect::<Result<_, _>>()?;
    Ok(Action::Game(kind, GameAction::ShowAs(boards, None)))
}

pub(in crate::command) static SUBSCRIBE: Usage = Usage {
    synonyms: &["sub"],
    words: &[Role::BoardOrAll, Role::Userid, Role::Password],
    line: "<game> subscribe board|all userid password",
    purpose: "sends you every turn of a board, or of all boards",
    shows: |_, _, word| is_number(word) || word.is("all"),
    ..Usage::of_game("subscribe", CommandGroup::Watching, |kind, args| {
        parse_subscribe(kind, args, true)
    })
};

pub(in crate::command) static UNSUBSCRIBE: Usage = Usage {
    synonyms: &["unsub"],
    words: &[Role::BoardOrAll, Role::Userid, Role::Password],
    line: "<game> unsubscribe board|all userid password",
    purpose: "stops sending you the turns of a board or of all boards, or all email about a board \
              that you play on",
    shows: |_, _, word| is_number(word) || word.is("all"),
    ..Usage::of_game("unsubscribe", CommandGroup::Watching, |kind, args| {
        parse_subscribe(kind, args, false)
    })
};

pub(in crate::command) fn subscribe<'a>(board: BoardId, on: bool) -> Spec<'a> {
    let verb = if on { &SUBSCRIBE } else { &UNSUBSCRIBE };
    Spec { wants_mail: on, ..Spec::of_account(verb).on(board) }
        .loads(|needs, sent| needs.stocks = sent.user().map(|user| (user, None)))
        .decides(move |context| context.subscribe(board, on))
}

fn parse_subscribe(
    kind: GameKind,
    args: &mut CommandArguments<'_>,
    subscribe: bool,
) -> Result<Action, SyntaxError> {
    let board = board_or_all(kind, args)?;
    args.credential()?;
    match board {
        Some(board) => Ok(Action::Board(board, BoardAction::Subscribe(subscribe))),
        None => args.changed(Some(kind), &UserSetting::WATCHES, UserSetting::on_off(subscribe)),
    }
}

fn board_or_all(
    kind: GameKind,
    args: &mut CommandArguments<'_>,
) -> Result<Option<BoardId>, SyntaxError> {
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

pub(in crate::command) static NOTIFY: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    more: 1,
    line: "<game> notify userid password [on|off]",
    purpose: "sends you an email at the end of each game, or stops that",
    ..Usage::of_game("notify", CommandGroup::Watching, parse_notify)
};

fn parse_notify(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    args.credential()?;
    let on = args.on_unless_off()?;
    args.changed(Some(kind), &UserSetting::NOTIFY, UserSetting::on_off(on))
}

pub(in crate::command) static REVIEW: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    more: 1,
    line: "<game> review board userid password [times]",
    purpose: "shows where a finished game was decided; times is 1 to 8, for a longer review",
    shows: |_, _, word| is_number(word),
    ..Usage::of_game("review", CommandGroup::Watching, parse_review)
};

pub(in crate::command) fn review<'a>(board: BoardId, times: Option<Times>) -> Spec<'a> {
    Spec::by_user(&REVIEW)
        .on(board)
        .loads(move |needs, sent| {
            needs.review = sent.user().map(|user| (board, user));
            needs.running_games(board.kind, sent.who);
        })
        .decides(move |context| context.review(board, times))
}

fn parse_review(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let board = args.board_and_user(kind)?;
    let times = args.next().map(|word| {
        let fault =
            "should be a whole number from 1 to 8: how many times longer the review may take";
        word.text
            .parse::<Times>()
            .map_err(|_| args.refuse_word(word, fault.to_owned(), ", or be left out"))
    });
    Ok(Action::Board(board, BoardAction::Review(times.transpose()?)))
}
