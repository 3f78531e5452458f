//! A PostgreSQL server that is gone for a while.

use std::time::{Duration, Instant};

use carrick_service::Needs;
use carrick_store::{Location, Settings, Store, StoreError, Trouble};

use crate::cluster::{self, Cluster};
use crate::support::*;

/// Time after which a test gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Checks that reads and writes fail soon, with their reason.
async fn check_outage(store: &Store) {
    let began = Instant::now();
    for done in [store.note_sweep(minute(1)).await.map(drop), store.last_change().await.map(drop)] {
        match done.unwrap_err() {
            StoreError::Failed { trouble, .. } => assert_eq!(trouble, Trouble::Unreachable),
            other => panic!("{other:?}"),
        }
    }
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
}

/// Tries to write until it succeeds: the first attempt may meet a connection of before.
async fn wait_until_healed(store: &Store) {
    let began = Instant::now();
    while store.note_sweep(minute(2)).await.is_err() {
        assert!(began.elapsed() < PATIENCE, "it does not heal");
    }
}

#[tokio::test]
async fn a_server_that_crashes_is_reported_and_used_again_when_it_is_back() {
    if !cluster::is_wanted() {
        return;
    }
    let cluster = Cluster::start();
    let location: Location = cluster.database().await.parse().unwrap();
    let settings = Settings { busy_timeout: Duration::from_secs(2), ..Settings::default() };
    let store = Store::open(location.clone(), &settings).await.unwrap();
    for name in ["ann", "bob"] {
        write(&store, vec![carrick_service::Event::UserJoined(user(name))]).await.unwrap();
        cluster.crash();
        check_outage(&store).await;
        let unopened = Store::open(location.clone(), &settings).await.unwrap_err();
        assert!(matches!(unopened, StoreError::CannotConnect { .. }), "{unopened:?}");
        cluster.recover();
        wait_until_healed(&store).await;
        let needs = Needs { users: [crate::support::name(name)].into(), ..Needs::default() };
        assert_eq!(store.read(&needs).await.unwrap().users.len(), 1, "{name} was acknowledged");
    }
    store.close().await;
}
