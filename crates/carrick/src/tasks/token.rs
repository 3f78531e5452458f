//! `carrick token`: makes an API token, which a program shows instead of a password.

use std::io::Write;

use anyhow::{Context, Result, bail};
use carrick_service::{Needs, Userid, must_be_a_person};
use carrick_web::make_token;

use crate::cli::TokenArguments;
use crate::shell::with_store;

/// Makes a token and prints it, alone on its line.
pub(crate) fn run(arguments: &TokenArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let user: Userid = arguments.user.parse().context("whose token?")?;
    must_be_a_person(&user)?;
    let name = arguments.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 40 || name.chars().any(char::is_control) {
        bail!("a name has 1 to 40 characters, and no control characters");
    }
    let scopes = arguments.scopes.iter().copied().collect();
    let made = with_store(&arguments.database, async |store| {
        let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
        match store.read(&needs).await?.users.get(&user) {
            Some(found) if found.deleted.is_none() => {}
            _ => bail!("there is no user {user}; carrick do \"signup {user} password\" makes one"),
        }
        Ok(make_token(store, &user, name, scopes, arguments.days, now).await?)
    })?;
    let Ok((_, token)) = made else {
        bail!(
            "{user}, or their network address, has as many tokens as there may be; revoke one first"
        );
    };
    writeln!(out, "{}", token.reveal())?;
    Ok(true)
}
