//! Verification of the passwords in a mail, before its transaction is open.

use carrick_service::{Command, Evidence, Password, PasswordHash, Request, Userid};
use carrick_store::Store;

use super::gates::Entrance;
use crate::commands::Failure;
use crate::commands::handle::Carrier;
use crate::limits::TurnedAway;

/// The passwords in a mail, each looked at once: fifty commands of one player cost what one does.
pub(super) struct Gathered<'a> {
    store: &'a Store,
    entrance: Entrance<'a>,
    known: Vec<Known>,
}

/// A password, and the hash that it was found to match.
struct Known {
    user: Userid,
    password: Password,
    verified: Option<PasswordHash>,
}

impl<'a> Gathered<'a> {
    pub(super) const fn new(store: &'a Store, entrance: Entrance<'a>) -> Self {
        Self { store, entrance, known: Vec::new() }
    }

    /// What is found out about a request; or that too many guesses came of late.
    pub(super) async fn evidence(
        &mut self,
        request: &Request,
    ) -> Result<Result<Evidence, TurnedAway>, Failure> {
        let Some((user, password)) = request.password() else {
            return Carrier { store: self.store, at: None }.guess(request).await;
        };
        let same = |known: &&Known| known.user == *user && known.password == *password;
        if request.new_password().is_none()
            && let Some(known) = self.known.iter().find(same)
        {
            let verified = known.verified.clone();
            return Ok(Ok(Evidence { verified, ..Evidence::default() }));
        }
        let at = Some(self.entrance.at(self.store, user).await?);
        let evidence = match (Carrier { store: self.store, at }).guess(request).await? {
            Ok(evidence) => evidence,
            Err(turned_away) => return Ok(Err(turned_away)),
        };
        // Whoever signs up in one line may play in the next.
        let is_new = matches!(request.command, Command::Signup { .. });
        let verified =
            evidence.verified.clone().or_else(|| evidence.hashed.clone().filter(|_| is_new));
        self.known.push(Known { user: user.clone(), password: password.clone(), verified });
        Ok(Ok(evidence))
    }
}
