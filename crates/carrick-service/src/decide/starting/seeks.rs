//! Seeks: open games that wait for an opponent.

use carrick_games::GameKind;
use jiff::SignedDuration;

use super::opening::{Opening, must_not_have_blocked};
use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, told};
use crate::effects::{Decision, Event};
use crate::people::{absence::plus, computer::account, computer_level};
use crate::reply;
use crate::state::{Origin, Seek, StandIn, Terms};

/// How many seeks with different options a player may have in one game.
const MAX_SEEKS: usize = 5;

/// How many seeks come from one network address, in all games.
const MAX_SEEKS_FROM_PLACE: u32 = 40;

/// How long a seek waits for people before the computer takes a game of it, and how long before it
/// tries again where it could not.
pub(in crate::decide) const COMPUTER_WAITS: SignedDuration = SignedDuration::from_hours(24);

/// The games that a seeker offers.
pub(in crate::decide) struct SeekOffer<'a> {
    pub(in crate::decide) options: &'a str,
    pub(in crate::decide) terms: Terms,
    pub(in crate::decide) count: u32,
    pub(in crate::decide) stand_in: StandIn,
}

impl<'a> Case<'a> {
    /// Offers games; an offer that has the options of an earlier one replaces it.
    pub(in crate::decide) fn seek(
        self,
        kind: GameKind,
        who: &Credential,
        SeekOffer { options, terms, count, stand_in }: SeekOffer<'_>,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        if let StandIn::Level(level) = stand_in {
            level.check(kind).map_err(|error| Refusal::new(error.to_string()))?;
            if let Some(level) = account(level) {
                must_not_have_blocked(user, &level)?;
            }
        }
        let mine: Vec<&Seek> =
            self.open_seeks(kind).values().filter(|seek| seek.user == user.id).collect();
        let same = mine.iter().find(|seek| seek.options == options && seek.terms == terms);
        if same.is_none() && mine.len() >= MAX_SEEKS {
            return Err(Refusal::new(format!(
                "you have {MAX_SEEKS} seeks of {} already, which are the most; `{kind} seek {} <password> \
                 cancel` takes them back",
                kind.title(),
                user.id
            )));
        }
        let from_place = self.state.stocks.seeks_from_place;
        if same.is_none() && from_place >= MAX_SEEKS_FROM_PLACE {
            return Err(Refusal::new(format!(
                "{from_place} seeks come from your network address, and the maximum is \
                 {MAX_SEEKS_FROM_PLACE}; cancel one first, or wait until one is taken"
            )));
        }
        // An offer that the computer has answered, made again, waits as a new one does.
        let waits = same
            .filter(|same| same.stand_in == stand_in && (same.due.is_some() || same.left == count));
        let computer_may = stand_in != StandIn::Nobody && computer_level(&user.id).is_none();
        let fresh = computer_may.then(|| plus(self.now, COMPUTER_WAITS));
        let number = same.map_or_else(|| self.next_seek(kind), |seek| seek.number);
        let seek = Seek {
            kind,
            number,
            user: user.id.clone(),
            options: options.to_owned(),
            terms,
            made: same.map_or(self.now, |seek| seek.made),
            left: count,
            stand_in,
            due: waits.map_or(fresh, |same| same.due),
        };
        let text = reply::seek(self.reader(), &seek);
        let mut decision = told(format!("{kind}: seek {number}"), text);
        if same.is_none_or(|same| **same != seek) {
            decision.events.push(Event::SeekSet(seek));
        }
        Ok(decision)
    }

    pub(in crate::decide) fn cancel_seeks(
        self,
        kind: GameKind,
        who: &Credential,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let text = format!("You have no open seeks of {} now.\n", kind.title());
        let mut decision = told(format!("{kind}: seeks cancelled"), text);
        let mine = self.open_seeks(kind).values().filter(|seek| seek.user == user.id);
        let gone = mine.map(|seek| Event::SeekSet(Seek { left: 0, ..seek.clone() }));
        decision.events.extend(gone);
        Ok(decision)
    }

    /// Takes one game of a seek; nobody takes two of the same.
    pub(in crate::decide) fn take(
        self,
        kind: GameKind,
        number: u32,
        who: &Credential,
    ) -> Result<Decision, Refusal> {
        let taker = self.speaker(who)?;
        let origin = Origin::Seek(number);
        let seek = self.open_seeks(kind).get(&number);
        if seek.is_some_and(|seek| seek.user == taker.id) {
            return Err(Refusal::new(format!(
                "seek {number} is your own; `{kind} seek {} <password> cancel` takes your seeks back",
                taker.id
            )));
        }
        let mut boards = self.offspring(kind, origin);
        if let Some(board) = boards.find(|board| board.seat_of(&taker.id).is_some()) {
            return self.opened_before(board, &taker.id);
        }
        let seek = seek.ok_or_else(|| {
            Refusal::of_words(format!(
                "there is no open seek {number} of {}; `list {kind}` shows those there are",
                kind.title()
            ))
        })?;
        let seeker = self.existing(&seek.user, "player who seeks")?;
        let is_computer = computer_level(&taker.id).is_some();
        if is_computer && seek.stand_in == StandIn::Nobody {
            return Err(Refusal::new(format!("seek {number} is for people only")));
        }
        self.must_be_open_to(taker, seeker, kind, true)?;
        let mut decision = self.open(Opening {
            kind,
            options: &seek.options,
            terms: seek.terms,
            players: if self.is_first_by_lot(kind) {
                [&seeker.id, &taker.id]
            } else {
                [&taker.id, &seeker.id]
            },
            origin,
            teaching: false,
            given: Vec::new(),
        })?;
        let due = seek.due.filter(|_| !is_computer);
        decision.events.push(Event::SeekSet(Seek { left: seek.left - 1, due, ..seek.clone() }));
        Ok(decision)
    }

    fn next_seek(self, kind: GameKind) -> u32 {
        self.state.seeks.get(&kind).map_or(1, |(_, next)| *next)
    }
}
