//! Verification of the passwords in a mail, before its transaction is open.

use carrick_service::{Command, Evidence, Password, PasswordHash, Request, Userid};
use carrick_store::Store;

use super::gates::Entrance;
use crate::commands::Failure;
use crate::commands::handle::Carrier;
use crate::limits::TurnedAway;

/// Passwords of a mail, each verified once: fifty commands of one player cost what one does.
pub(super) struct Gathered<'a> {
    store: &'a Store,
    entrance: Entrance<'a>,
    known: Vec<Known>,
}

/// A verified password, with its hash if it was right.
struct Known {
    user: Userid,
    password: Password,
    verified: Option<PasswordHash>,
}

impl<'a> Gathered<'a> {
    pub(super) const fn new(store: &'a Store, entrance: Entrance<'a>) -> Self {
        Self { store, entrance, known: Vec::new() }
    }

    /// Collects the evidence for a request, or the reason why its password was not verified.
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
        // An account made in one line may play in the next.
        let is_new = matches!(request.command, Command::Signup { .. });
        let verified =
            evidence.verified.clone().or_else(|| evidence.hashed.clone().filter(|_| is_new));
        self.known.push(Known { user: user.clone(), password: password.clone(), verified });
        Ok(Ok(evidence))
    }
}
