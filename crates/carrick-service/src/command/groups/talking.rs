//! The commands for talking: `chat`, `message`, `broadcast`, `news`, `block`; and `multiple`.

use crate::command::action::{Action, BoardAction};
use crate::command::arguments::CommandArguments;
use crate::command::spec::Spec;
use crate::command::syntax_error::SyntaxError;
use crate::command::usage::{CommandGroup, MANY, Role, Usage};
use crate::people::{BoardId, UserSetting, Userid};
use crate::refusal::Refusal;

pub(in crate::command) static CHAT: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    line: "<game> chat board userid password",
    purpose: "sends the body to the players and subscribers of a board; subscribers can answer \
              once the game is over",
    ..Usage::of_game("chat", CommandGroup::Talking, |kind, args| {
        args.on_board(kind, BoardAction::Chat)
    })
};

pub(in crate::command) fn chat<'a>(board: BoardId) -> Spec<'a> {
    Spec { wants_body: true, ..Spec::by_user(&CHAT).on(board) }
        .loads(move |needs, sent| {
            needs.letters = sent.user_since(1);
            needs.stocks = sent.user().map(|user| (user, Some(board)));
        })
        .decides(move |context| context.chat(board))
}

pub(in crate::command) static MESSAGE: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::OtherUser],
    more: MANY,
    line: "message userid password to …",
    purpose: "sends the body to up to 10 other players, up to 20 times an hour",
    ..Usage::alone("message", CommandGroup::Talking, parse_message)
};

pub(in crate::command) fn message(to: &[Userid]) -> Spec<'_> {
    Spec { wants_body: true, ..Spec::of_account(&MESSAGE) }
        .loads(|needs, sent| {
            needs.users.extend(to.iter().cloned());
            needs.letters = sent.user_since(1);
        })
        .decides(|context| context.message(to))
}

fn parse_message(args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    args.credential()?;
    let to = args.rest().iter().map(|&word| args.userid_from(word, Role::OtherUser));
    Ok(Action::Message(to.collect::<Result<_, _>>()?))
}

pub(in crate::command) static BROADCAST: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "broadcast userid password",
    purpose: "for operators: sends the body to all readers of the news, up to twice a day",
    ..Usage::alone("broadcast", CommandGroup::Talking, |args| args.of_user(Action::Broadcast))
};

pub(in crate::command) fn broadcast<'a>() -> Spec<'a> {
    Spec { wants_body: true, ..Spec::of_account(&BROADCAST) }
        .loads(|needs, sent| {
            needs.news = true;
            needs.letters = sent.user_since(24);
        })
        .decides(|context| context.broadcast())
}

pub(in crate::command) static NEWS: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::OnOff],
    line: "news userid password on|off",
    purpose: "starts or stops sending you the news",
    shows: |_, _, word| word.is("on") || word.is("off"),
    ..Usage::alone("news", CommandGroup::Talking, parse_news)
};

fn parse_news(args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    args.credential()?;
    let word = args.expect(Role::OnOff)?;
    let on = args.on_or_off(word)?;
    args.changed(None, &UserSetting::NEWS, UserSetting::on_off(on))
}

pub(in crate::command) static BLOCK: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::OtherUser],
    more: 1,
    line: "block userid password user [on|off]",
    purpose: "stops a player from challenging you and writing to you, or allows it again",
    ..Usage::alone("block", CommandGroup::Talking, parse_block)
};

pub(in crate::command) fn block(other: &Userid, on: bool) -> Spec<'_> {
    Spec::of_account(&BLOCK)
        .loads(|needs, _| _ = needs.users.insert(other.clone()))
        .decides(move |context| context.block(other, on))
}

fn parse_block(args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    args.credential()?;
    Ok(Action::Block(args.userid(Role::OtherUser)?, args.on_unless_off()?))
}

pub(in crate::command) static MULTIPLE: Usage = Usage {
    line: "multiple",
    purpose: "runs the commands in the body, one a line",
    ..Usage::alone("multiple", CommandGroup::Talking, |args| {
        args.check_count().map(|()| Action::Multiple)
    })
};

pub(in crate::command) fn multiple<'a>() -> Spec<'a> {
    // The carrier of a body unpacks it, so one that arrives here was inside another.
    Spec { wants_body: true, ..Spec::of(&MULTIPLE) }.decides(|_| Err(Refusal::NestedMultiple))
}
