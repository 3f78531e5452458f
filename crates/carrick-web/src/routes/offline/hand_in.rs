//! Handing in a game that was played off line: it is replayed by the rules and becomes a hotseat
//! game of its player, whatever they say about their opponent. Nothing of it counts for ratings.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use carrick_games::{AnyGame, Seat, SizeLimits};
use carrick_position::Query;
use carrick_server::Budget;
use carrick_service::ComputerLevel;
use carrick_store::{HandedIn, OfflineGame, OfflineOpponent};

use super::page::OfflinePage;
use crate::app::App;
use crate::board::analysis;
use crate::cost::cost_of_query;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::labels;
use crate::pages::page::show;
use crate::pages::payer::Payer;
use crate::pages::session::Visitor;
use crate::routes::starting::{Beginner, hotseat};

pub(super) async fn hand_in(
    State(app): State<App>,
    beginner: Beginner,
    payer: Payer,
    fields: Fields,
) -> Result<Response, Fault> {
    let query = Query {
        game: fields.text("game").to_owned(),
        options: fields.text("options").to_owned(),
        turns: fields.text("turns").to_owned(),
        ..Query::default()
    };
    if let Some(visitor) = beginner.visitor() {
        app.charge(Budget::Act, visitor.id().as_str())?;
    }
    payer.pay(&app, cost_of_query(&query))?;
    let (mut game, replayed) = match played(&fields, &query) {
        Ok(played) => played,
        Err(said) => return refused(beginner.visitor(), said),
    };
    let (visitor, cookie) = beginner.come(&app, fields.text("id")).await?;
    if game.is_reviewed {
        // Its page says why it is not.
        let postponed = analysis::not_reviewed(&app, &payer, visitor.id(), &replayed).await?;
        game.is_reviewed = postponed.is_none();
    }
    let said = match app.store.hand_in(visitor.id(), &game, app.now(), hotseat::MOST).await? {
        HandedIn::Kept(number) => {
            return Ok((cookie, Redirect::to(&hotseat::path(number))).into_response());
        }
        HandedIn::Differs(number) => format!(
            "This game was handed in before and has been played on there in another way, so it was \
             not taken again. It is at {}.",
            hotseat::path(number)
        ),
        HandedIn::NoRoom(room) => {
            labels::no_room(room, hotseat::MOST, hotseat::GAMES).unwrap_or_default()
        }
    };
    Ok((cookie, refused(Some(&visitor), said)?).into_response())
}

/// The page for games off line with the reason why one was not taken.
fn refused(visitor: Option<&Visitor>, said: String) -> Result<Response, Fault> {
    let page = OfflinePage::new(visitor, said);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// Number of characters of a game's name: that of a UUID.
const NAME_LENGTH: usize = 36;

/// The game of a form, as it is kept, and replayed.
///
/// # Errors
/// A sentence that says what is wrong.
fn played(fields: &Fields, query: &Query) -> Result<(OfflineGame, AnyGame), String> {
    let id = fields.text("id");
    if id.len() != NAME_LENGTH || !id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-') {
        return Err("The game has no name by which it could be recognised. Hand it in from the \
                    page of games off line."
            .to_owned());
    }
    let game = query
        .game_within(SizeLimits::Challenge)
        .map_err(|error| format!("The game was not taken. {}", labels::sentence(&error)))?;
    let resigned = match fields.text("resigned") {
        "" => None,
        word => Some(seat(word).ok_or(
            "A game is resigned by the first seat or the second; the form has neither 1 nor 2 as the \
             field “resigned”.",
        )?),
    };
    let against = against(fields)?;
    let is_over = resigned.is_some() || game.outcome().is_some();
    let kept = OfflineGame {
        id: id.to_ascii_lowercase(),
        kind: game.kind(),
        options: game.options().to_string(),
        turns: game.turn_names().join(" "),
        against,
        resigned,
        is_reviewed: is_over && against.is_some() && game.ply() > 0,
    };
    Ok((kept, game))
}

/// The computer opponent that a form names, if there is one.
fn against(fields: &Fields) -> Result<Option<OfflineOpponent>, String> {
    let level = fields.text("level");
    if level.is_empty() {
        return Ok(None);
    }
    let level: ComputerLevel = level.parse().map_err(|error| labels::sentence(&error))?;
    let person = seat(fields.text("seat")).ok_or(
        "Against the computer a person plays the first seat or the second; the form has neither 1 \
         nor 2 as the field “seat”.",
    )?;
    Ok(Some(OfflineOpponent { level, person }))
}

fn seat(word: &str) -> Option<Seat> {
    match word {
        "1" => Some(Seat::First),
        "2" => Some(Seat::Second),
        _ => None,
    }
}
