//! API tokens.

use carrick_service::{Event, UserEvent};
use carrick_store::{NewApiToken, Room, TokenHash};
use jiff::SignedDuration;

use crate::support::*;

fn token(user: &str, hash: char, made: i64, minutes: i64) -> NewApiToken {
    NewApiToken {
        user: name(user),
        hash: TokenHash(hash.to_string().repeat(64)),
        name: "my bot".into(),
        scopes: "read play".parse().unwrap(),
        created: minute(made),
        expires: minute(made) + SignedDuration::from_mins(minutes),
    }
}

#[tokio::test]
async fn a_token_is_valid_until_it_expires_or_is_revoked() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    let [long, short] = [token("ann", 'a', 0, 10), token("ann", 'b', 0, 1)];
    let first = store.add_api_token(&long, most(2)).await.unwrap().unwrap();
    let second = store.add_api_token(&short, most(2)).await.unwrap().unwrap();
    assert_eq!(
        store.add_api_token(&token("ann", 'c', 0, 9), most(2)).await.unwrap(),
        Err(Room::Full),
        "two at most"
    );
    assert!(store.add_api_token(&token("bob", 'c', 0, 9), most(2)).await.unwrap().is_ok());
    let found = store.api_token(&long.hash, minute(9)).await.unwrap().unwrap();
    assert_eq!((found.number, &found.user, found.used), (first, &name("ann"), None));
    assert_eq!(found.scopes, long.scopes);
    assert_eq!(store.api_token(&short.hash, minute(1)).await.unwrap(), None, "expired");
    assert_eq!(store.api_token(&TokenHash("d".repeat(64)), minute(0)).await.unwrap(), None);

    store.api_token_used(first, minute(5)).await.unwrap();
    store.api_token_used(first, minute(4)).await.unwrap();
    let listed = store.api_tokens_of(&name("ann"), minute(0)).await.unwrap();
    let shown: Vec<_> = listed.iter().map(|token| (token.number, token.used)).collect();
    assert_eq!(shown, [(second, None), (first, Some(minute(5)))]);

    assert!(!store.revoke_api_token(&name("bob"), first).await.unwrap(), "not theirs");
    assert!(store.revoke_api_token(&name("ann"), first).await.unwrap());
    assert!(!store.revoke_api_token(&name("ann"), first).await.unwrap(), "gone");
    assert_eq!(store.api_token(&long.hash, minute(5)).await.unwrap(), None);
    // An expired token makes room, and no number is used twice.
    let third = store.add_api_token(&token("ann", 'a', 6, 9), most(1)).await.unwrap().unwrap();
    assert!(third > second);
}

#[tokio::test]
async fn a_user_who_leaves_loses_their_tokens() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    let ann = token("ann", 'a', 0, 10);
    store.add_api_token(&ann, most(9)).await.unwrap().unwrap();
    fixture.write(vec![Event::User(name("ann"), UserEvent::Deleted(minute(1)))]).await.unwrap();
    assert_eq!(store.api_token(&ann.hash, minute(2)).await.unwrap(), None);
    assert_eq!(fixture.number("SELECT count(*) FROM api_tokens").await, 0);
}
