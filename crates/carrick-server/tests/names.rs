//! Names of accounts: who may have which, by every way to get one.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use carrick_server::{Incoming, administer, handle, make_guest};
use carrick_service::{AdminAction, Sender, Userid};
use carrick_store::{Conflict, Settings, Store, StoreError};
use jiff::Timestamp;

const NOON: Timestamp = Timestamp::constant(1_209_643_200, 0);

async fn signed_up(store: &Store, name: &str) -> bool {
    let text = format!("signup {name} tulip77x");
    let incoming = Incoming { sender: Sender::Nobody, text: &text, body: None, id: None };
    !handle(store, None, incoming, NOON).await.unwrap().refused
}

async fn renamed(store: &Store, user: &str, to: &str) -> bool {
    let [user, to] = [user, to].map(|name| name.parse::<Userid>().unwrap());
    match administer(store, AdminAction::Rename { user, to }, NOON).await {
        Ok(done) => !done.refused,
        Err(StoreError::Conflict(Conflict::UserExists(_))) => false,
        Err(error) => panic!("{error}"),
    }
}

async fn store(folder: &tempfile::TempDir) -> Store {
    Store::open(folder.path().join("c.db"), &Settings::default()).await.unwrap()
}

#[tokio::test]
async fn neither_sign_up_nor_renaming_takes_the_name_of_another_user() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder).await;
    assert!(signed_up(&store, "malla").await);
    for name in
        ["guest_77", "Guest12", "level5", "leve1", "Level_1", "novice3", "admin", "adm1n", "root"]
    {
        assert!(!signed_up(&store, name).await, "{name}");
        assert!(!renamed(&store, "malla", name).await, "{name}");
    }
    assert_eq!(make_guest(&store, NOON).await.unwrap().as_str(), "guest_1");
    assert!(!signed_up(&store, "guest_1").await);
}

/// A typing mistake by an operator.
#[tokio::test]
async fn a_former_name_goes_back_only_to_its_owner() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder).await;
    for name in ["hanna", "bob"] {
        assert!(signed_up(&store, name).await);
    }
    assert!(renamed(&store, "hanna", "hannahh").await);
    assert!(!renamed(&store, "bob", "hanna").await);
    assert!(!signed_up(&store, "hanna").await);
    assert!(renamed(&store, "hannahh", "hannah").await);
    assert!(renamed(&store, "hannah", "hanna").await, "by way of a third name");
    assert!(signed_up(&store, "hanna").await, "the password is what it was");
    for former in ["hannahh", "hannah"] {
        let now = store.renamed_to(&former.parse().unwrap()).await.unwrap();
        assert_eq!(now.unwrap().as_str(), "hanna", "{former}");
        assert!(!renamed(&store, "bob", former).await);
    }
    assert_eq!(store.renamed_to(&"hanna".parse().unwrap()).await.unwrap(), None);
    assert!(renamed(&store, "hanna", "hannah").await);
}
