//! Guests: visitors who play before they sign up. Each is a user, whom people cannot challenge.

use carrick_games::GameKind;
use carrick_service::{Command, Credential, GameCommand, Sender, Userid};

use crate::app::App;
use crate::pages::act::give_as;
use crate::pages::fault::Fault;
use crate::pages::names::GUEST;
use crate::site::encode::hex;

/// Creates a guest account.
pub(crate) async fn make(app: &App, from: &str) -> Result<Userid, Fault> {
    let mut password = [0; 19];
    getrandom::fill(&mut password).map_err(|_| Fault::Random)?;
    let name = format!("{GUEST}{}", app.store.next_guest().await?);
    let (Ok(user), Ok(password)) = (name.parse::<Userid>(), hex(&password).parse()) else {
        return Err(Fault::Random);
    };
    let signup = Command::Signup { user: user.clone(), password, addresses: Vec::new() };
    if give_as(app, Sender::Nobody, from, signup).await?.refused {
        return Err(Fault::Random);
    }
    app.store.add_guest(&user, app.now()).await?;
    // Guests of one address share its budget of computer time, from the first turn on.
    app.store.note_place(&user, &app.address_hash(from)).await?;
    for kind in GameKind::ALL {
        let guest = Credential { user: user.clone(), password: None };
        let closed = Command::Game(kind, GameCommand::Challenges(guest, false));
        give_as(app, Sender::User(user.clone()), from, closed).await?;
    }
    Ok(user)
}
