//! The computer's part in the season: once a day it does its jobs. Its strength does not matter
//! here, so it plays like the members, and no change of the engine changes the season.

use carrick_service::{ComputerTask, OfferKind};

use super::club::{Club, replayed};
use super::players::{choose, on};

pub(crate) async fn answers(club: &mut Club) {
    for record in club.running(None).await {
        let Some(task) = ComputerTask::on(&record) else { continue };
        let user = record.players[task.seat.index()].clone();
        let answer = match task.offer.map(|offer| offer.kind) {
            Some(OfferKind::Undo) => "accept".to_owned(),
            Some(OfferKind::Draw) => "reject".to_owned(),
            None => choose(club, &record, &replayed(&record)),
        };
        club.does(&user, &on(&record, "move", &user, &answer)).await;
    }
}
