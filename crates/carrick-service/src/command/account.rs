//! The commands about a user's own account: `signup`, `change password`, `vacation` and their like.

use super::arguments::Arguments;
use super::roles::{Role, whole_number};
use super::spec::{Spec, Who, filter};
use super::usage::{Group, Usage, Verb};
use super::{Command, Credential, Refusal, Selector};
use crate::people::{Password, Userid};

pub(super) static SIGNUP: Usage = Usage {
    words: &[Role::Userid, Role::NewPassword],
    more: 3,
    line: "signup userid password [address …]",
    purpose: "makes an account; give at most three mail addresses",
    ..Usage::alone("signup", Group::Account, parse_signup)
};

pub(super) fn signup<'a>(user: &'a Userid, password: &'a Password) -> Spec<'a> {
    let new_password = Some(password);
    Spec { new_password, ..Spec::of(Verb::Signup, Who::New(user, password)) }
}

fn parse_signup(args: &mut Arguments<'_>) -> Result<Command, Refusal> {
    args.check_count()?;
    let word = args.rest().first().copied();
    let user = args.userid(Role::Userid)?;
    if super::is_reserved(&user) {
        let ordinal = word.map_or_else(String::new, |word| word.ordinal());
        return Err(args.refuse(format!(
            "{ordinal} should be the userid, and words of the command language are no userids"
        )));
    }
    let password = args.new_password()?;
    Ok(Command::Signup { user, password, addresses: args.addresses()? })
}

pub(super) static ADD: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::Address],
    more: 2,
    line: "add userid password address …",
    purpose: "adds mail addresses to your account",
    ..Usage::alone("add", Group::Account, |args| {
        args.check_count()?;
        Ok(Command::AddAddresses(args.credential()?, args.addresses()?))
    })
};

pub(super) fn add(who: &Credential) -> Spec<'_> {
    Spec::of_account(Verb::Add, who)
}

pub(super) static CHANGE_ADDRESS: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::Address],
    more: 2,
    line: "change address userid password address …",
    purpose: "replaces your mail addresses",
    ..Usage::alone("change address", Group::Account, |args| {
        args.check_count()?;
        Ok(Command::ChangeAddresses(args.credential()?, args.addresses()?))
    })
};

pub(super) fn change_address(who: &Credential) -> Spec<'_> {
    Spec::of_account(Verb::ChangeAddress, who)
}

pub(super) static CHANGE_PASSWORD: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::NewPassword],
    line: "change password userid old new",
    purpose: "changes the command password",
    ..Usage::alone("change password", Group::Account, |args| {
        args.check_count()?;
        Ok(Command::ChangePassword(args.credential()?, args.new_password()?))
    })
};

pub(super) fn change_password<'a>(who: &'a Credential, new: &'a Password) -> Spec<'a> {
    Spec { new_password: Some(new), ..Spec::of_account(Verb::ChangePassword, who) }
}

pub(super) static RESET: Usage = Usage {
    words: &[Role::Userid],
    line: "reset userid",
    purpose: "mails a link that sets a new password, at most one an hour",
    ..Usage::alone("reset", Group::Account, |args| {
        args.check_count()?;
        Ok(Command::Reset(args.userid(Role::Userid)?))
    })
};

pub(super) fn reset(user: &Userid) -> Spec<'_> {
    Spec::of(Verb::Reset, Who::Anybody).loads(|needs, _| _ = needs.users.insert(user.clone()))
}

pub(super) static VACATION: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::Days],
    line: "vacation userid password days|off",
    purpose: "stops your clocks, up to 30 days a year",
    shows: |_, _, word| word.is("off") || whole_number(word.text).is_some(),
    ..Usage::alone("vacation", Group::Account, parse_vacation)
};

pub(super) fn vacation(who: &Credential) -> Spec<'_> {
    Spec::of_account(Verb::Vacation, who)
}

fn parse_vacation(args: &mut Arguments<'_>) -> Result<Command, Refusal> {
    args.check_count()?;
    let who = args.credential()?;
    let days = args.number_or(Role::Days, 1..=30, "off")?;
    Ok(Command::Vacation(who, days.and_then(|days| u16::try_from(days).ok())))
}

pub(super) static SIGNOFF: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "signoff userid password",
    purpose: "pauses everything until signon; charged to the vacation",
    ..Usage::alone("signoff", Group::Account, |args| args.of_user(Command::Signoff))
};

pub(super) fn signoff(who: &Credential) -> Spec<'_> {
    Spec::of_account(Verb::Signoff, who)
}

pub(super) static SIGNON: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "signon userid password",
    purpose: "takes everything up again",
    ..Usage::alone("signon", Group::Account, |args| args.of_user(Command::Signon))
};

pub(super) fn signon(who: &Credential) -> Spec<'_> {
    Spec::of_account(Verb::Signon, who)
}

pub(super) static DELETE: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "delete userid password",
    purpose: "resigns your games and removes your account",
    ..Usage::alone("delete", Group::Account, |args| args.of_user(Command::Delete))
};

pub(super) fn delete(who: &Credential) -> Spec<'_> {
    Spec::of_account(Verb::Delete, who).loads(|needs, sent| {
        needs.whole.push(filter(None, Some(&who.user), Some(Selector::Active), sent));
    })
}
