//! The commands about a user's own account: `signup`, `change password`, `vacation` and their like.

use crate::command::action::{Action, Credential, Selector};
use crate::command::arguments::CommandArguments;
use crate::command::spec::{Spec, filter};
use crate::command::syntax_error::SyntaxError;
use crate::command::usage::{CommandGroup, Role, Usage, whole_number};
use crate::people::{Address, Userid};
use crate::requests::AccountChange;

pub(in crate::command) static SIGNUP: Usage = Usage {
    words: &[Role::Userid, Role::NewPassword],
    more: 3,
    line: "signup userid password [address …]",
    purpose: "creates an account, with up to three email addresses",
    ..Usage::alone("signup", CommandGroup::Account, parse_signup)
};

pub(in crate::command) fn signup(addresses: &[Address]) -> Spec<'_> {
    Spec::by_user(&SIGNUP).decides(|context| context.signup(addresses))
}

fn parse_signup(args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let word = args.rest().first().copied();
    let user = args.userid(Role::Userid)?;
    if args.heading.vocabulary.is_reserved(&user) {
        let ordinal = word.map_or_else(String::new, |word| word.ordinal());
        return Err(args.refuse(format!(
            "{ordinal} should be the userid, and command words cannot be used as userids"
        )));
    }
    args.credential = Some(Credential::new_user(user, args.new_password()?));
    Ok(Action::Signup(args.addresses()?))
}

pub(in crate::command) static ADD: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::Address],
    more: 2,
    line: "add userid password address …",
    purpose: "adds email addresses to your account",
    ..Usage::alone("add", CommandGroup::Account, |args| {
        args.check_count()?;
        args.credential()?;
        Ok(Action::AddAddresses(args.addresses()?))
    })
};

pub(in crate::command) fn add(new: &[Address]) -> Spec<'_> {
    Spec::of_account(&ADD)
        .loads(|needs, sent| needs.asked = sent.user_since(24))
        .by_link(|_| Some(AccountChange::AddAddresses(new.to_vec())))
        .decides(|context| context.add_addresses(new))
}

pub(in crate::command) static CHANGE_ADDRESS: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::Address],
    more: 2,
    line: "change address userid password address …",
    purpose: "replaces your email addresses",
    ..Usage::alone("change address", CommandGroup::Account, |args| {
        args.check_count()?;
        args.credential()?;
        Ok(Action::ChangeAddresses(args.addresses()?))
    })
};

pub(in crate::command) fn change_address(new: &[Address]) -> Spec<'_> {
    Spec::of_account(&CHANGE_ADDRESS)
        .loads(|needs, sent| needs.asked = sent.user_since(24))
        .by_link(|_| Some(AccountChange::Addresses(new.to_vec())))
        .decides(|context| context.change_addresses(new))
}

pub(in crate::command) static CHANGE_PASSWORD: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::NewPassword],
    line: "change password userid old new",
    purpose: "changes the command password",
    ..Usage::alone("change password", CommandGroup::Account, |args| {
        args.check_count()?;
        args.credential()?;
        let new_password = Some(args.new_password()?);
        args.credential = args.credential.take().map(|who| Credential { new_password, ..who });
        Ok(Action::ChangePassword)
    })
};

pub(in crate::command) fn change_password<'a>() -> Spec<'a> {
    Spec::of_account(&CHANGE_PASSWORD)
        .by_link(|evidence| evidence.hashed.clone().map(AccountChange::Password))
        .decides(|context| context.change_password())
}

pub(in crate::command) static RESET: Usage = Usage {
    words: &[Role::Userid],
    line: "reset userid",
    purpose: "emails you a link to set a new password, at most once an hour",
    ..Usage::alone("reset", CommandGroup::Account, |args| {
        args.check_count()?;
        Ok(Action::Reset(args.userid(Role::Userid)?))
    })
};

pub(in crate::command) fn reset(user: &Userid) -> Spec<'_> {
    Spec::of(&RESET)
        .loads(|needs, _| _ = needs.users.insert(user.clone()))
        .decides(|context| Ok(context.reset(user)))
}

pub(in crate::command) static VACATION: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::Days],
    line: "vacation userid password days|off",
    purpose: "stops your clocks, for up to 30 days a year",
    shows: |_, _, word| word.is("off") || whole_number(word.text).is_some(),
    ..Usage::alone("vacation", CommandGroup::Account, parse_vacation)
};

pub(in crate::command) fn vacation<'a>(days: Option<u16>) -> Spec<'a> {
    Spec::of_account(&VACATION).decides(move |context| match days {
        Some(days) => context.vacation(days),
        None => context.back(),
    })
}

fn parse_vacation(args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    args.credential()?;
    let days = args.number_or(Role::Days, 1..=30, "off")?;
    Ok(Action::Vacation(days.and_then(|days| u16::try_from(days).ok())))
}

pub(in crate::command) static SIGNOFF: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "signoff userid password",
    purpose: "pauses everything until signon; the days count as vacation",
    ..Usage::alone("signoff", CommandGroup::Account, |args| args.of_user(Action::Signoff))
};

pub(in crate::command) fn signoff<'a>() -> Spec<'a> {
    Spec::of_account(&SIGNOFF)
        .by_link(|_| Some(AccountChange::Signoff))
        .decides(|context| context.signoff())
}

pub(in crate::command) static SIGNON: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "signon userid password",
    purpose: "resumes everything",
    ..Usage::alone("signon", CommandGroup::Account, |args| args.of_user(Action::Signon))
};

pub(in crate::command) fn signon<'a>() -> Spec<'a> {
    Spec::of_account(&SIGNON)
        .by_link(|_| Some(AccountChange::Signon))
        .decides(|context| context.back())
}

pub(in crate::command) static DELETE: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "delete userid password",
    purpose: "resigns your games and deletes your account",
    ..Usage::alone("delete", CommandGroup::Account, |args| args.of_user(Action::Delete))
};

pub(in crate::command) fn delete<'a>() -> Spec<'a> {
    Spec::of_account(&DELETE)
        .loads(|needs, sent| {
            if let Some(user) = sent.who {
                needs.whole.push(filter(None, Some(user), Some(Selector::Active), sent));
            }
        })
        .by_link(|_| Some(AccountChange::Delete))
        .decides(|context| context.delete())
}
