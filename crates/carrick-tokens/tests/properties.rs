//! Properties of tokens of every kind: they come back as they were sealed, and nothing else opens.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use carrick_games::{GameKind, Seat};
use carrick_service::BoardId;
use carrick_tokens::{
    BounceToken, ChangeToken, ConfirmToken, Keyring, Power, Powers, ReplyToken, ResetToken,
    StepToken, Subscription, Token, TokenError, UnsubscribeToken,
};
use jiff::Timestamp;
use proptest::prelude::*;

const NOW: &str = "2008-05-01T12:30:00Z";

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn keys() -> Keyring {
    Keyring::new(*b"0123456789abcdef0123456789abcdef")
}

fn turn() -> ReplyToken {
    ReplyToken {
        board: BoardId { kind: GameKind::Boche, number: 999_999_999 },
        generation: u32::MAX,
        seat: Seat::Second,
        powers: Powers::TO_MOVE,
        expires: at("2008-05-22T12:00:00Z"),
    }
}

#[track_caller]
fn comes_back<T: Token + PartialEq + std::fmt::Debug>(token: &T) -> String {
    let text = keys().seal(token);
    assert_eq!(keys().open::<T>(&text, at(NOW)).as_ref(), Ok(token));
    assert_eq!(keys().open::<T>(&text.to_uppercase(), at(NOW)).as_ref(), Ok(token));
    assert!(text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7')), "{text}");
    text
}

#[test]
fn every_kind_comes_back_and_the_addresses_fit() {
    let user = || "z234567890123456789_".parse().unwrap();
    let expires = at("2008-05-03T00:00:00Z");
    assert!("play+".len() + comes_back(&turn()).len() <= 64);
    comes_back(&ResetToken { user: user(), asked: at("2008-05-01T12:29:59Z"), expires });
    let address = "ann+carrick@example.org".parse().unwrap();
    comes_back(&ConfirmToken { user: user(), address, expires });
    comes_back(&StepToken { user: user(), expires: at("2008-05-01T12:30:01Z") });
    comes_back(&ChangeToken { user: user(), number: 7, expires });
    let bounce = comes_back(&BounceToken { message: u32::MAX, copy: 2 });
    assert!("bounce+".len() + bounce.len() <= 64);
    for from in [
        Subscription::Board(turn().board),
        Subscription::Game(GameKind::Anchor),
        Subscription::News,
        Subscription::Everything,
    ] {
        assert!("stop+".len() + comes_back(&UnsubscribeToken { user: user(), from }).len() <= 64);
    }
}

#[test]
fn a_token_expires_on_its_hour() {
    let text = keys().seal(&turn());
    assert!(keys().open::<ReplyToken>(&text, at("2008-05-22T11:59:59Z")).is_ok());
    assert_eq!(
        keys().open::<ReplyToken>(&text, at("2008-05-22T12:00:00Z")),
        Err(TokenError::Expired)
    );
}

#[test]
fn a_token_opens_only_for_its_purpose() {
    let (user, expires) = ("ann".parse().unwrap(), turn().expires);
    let change = keys().seal(&ChangeToken { user, number: 0, expires });
    assert_eq!(keys().open::<ResetToken>(&change, at(NOW)), Err(TokenError::Forged));
    assert_eq!(keys().open::<ReplyToken>(&change, at(NOW)), Err(TokenError::Forged));
    assert_eq!(keys().open::<UnsubscribeToken>(&change, at(NOW)), Err(TokenError::Forged));
}

#[test]
fn keys_are_replaced_without_ending_tokens() {
    let (mut ring, old) = (keys(), keys().seal(&turn()));
    assert!(ring.rotate([9; 32]));
    assert_eq!(ring.open::<ReplyToken>(&old, at(NOW)), Ok(turn()));
    let new = ring.seal(&turn());
    assert_eq!(keys().open::<ReplyToken>(&new, at(NOW)), Err(TokenError::UnknownKey));
    assert_eq!(Keyring::new([9; 32]).open::<ReplyToken>(&old, at(NOW)), Err(TokenError::Forged));
    assert_eq!(ring.fingerprint(&[b"a"]), keys().fingerprint(&[b"a"]));
}

#[test]
fn resigning_takes_a_separate_token() {
    assert!(!Powers::TO_MOVE.allow(Power::Resign) && Powers::TO_MOVE.allow(Power::Play));
    assert!(Powers::RESIGN.allow(Power::Resign) && !Powers::RESIGN.allow(Power::Play));
}

#[test]
fn a_fingerprint_depends_on_where_its_parts_end() {
    assert_ne!(keys().fingerprint(&[b"ab", b"c"]), keys().fingerprint(&[b"a", b"bc"]));
    assert_ne!(keys().fingerprint(&[b"ab"]), keys().fingerprint(&[b"ab", b""]));
}

/// A text from an earlier version: the form of sealed tokens must not change.
#[test]
fn the_form_of_tokens_does_not_change() {
    let text = keys().seal(&turn());
    assert_eq!(text, "aebdxgwj77777777r4csfbhxftj7mnimo664yzq2szd76ygb");
}

proptest! {
    #[test]
    fn one_changed_letter_opens_nothing(place in 0usize..48, letter in "[a-z2-7]") {
        let text = keys().seal(&turn());
        let mut changed = text.clone();
        changed.replace_range(place..=place, &letter);
        if changed != text {
            prop_assert!(keys().open::<ReplyToken>(&changed, at(NOW)).is_err());
        }
    }

    #[test]
    fn nothing_else_opens(text in ".{0,80}") {
        prop_assert!(keys().open::<ReplyToken>(&text, at(NOW)).is_err());
        prop_assert!(keys().open::<UnsubscribeToken>(&text, at(NOW)).is_err());
    }

    #[test]
    fn every_board_comes_back(number in 1u32..1_000_000_000, generation: u32, first: bool) {
        for kind in GameKind::ALL {
            let board = BoardId { kind, number };
            let seat = if first { Seat::First } else { Seat::Second };
            let token = ReplyToken { board, generation, seat, ..turn() };
            prop_assert_eq!(keys().open::<ReplyToken>(&keys().seal(&token), at(NOW)), Ok(token));
        }
    }
}
