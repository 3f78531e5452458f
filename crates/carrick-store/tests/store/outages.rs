//! A PostgreSQL server that is away for a while.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use carrick_service::Needs;
use carrick_store::{Location, Notice, Settings, Store, StoreError, Trouble, known_schema};
use futures_util::future::join_all;
use sqlx::migrate::Migrator;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::cluster::{self, Cluster};
use crate::support::*;

/// Time after which a test gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Checks that reads and writes soon fail, with the reason.
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

/// Tries to write until it succeeds: the first attempt may get an old connection.
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

/// An upgrade may take longer than the time limit for a server's answer.
#[tokio::test]
async fn a_server_is_upgraded_however_long_it_takes_but_not_while_in_use() {
    if !cluster::is_wanted() {
        return;
    }
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let location: Location = url.parse().unwrap();
    let slow = "CREATE FUNCTION wait() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
            IF current_query() LIKE '%CREATE TABLE counters %' AND to_regclass('counters') IS NULL THEN
                PERFORM pg_sleep(1.5);
            END IF;
        END $$;
        CREATE EVENT TRIGGER waits ON ddl_command_start WHEN TAG IN ('CREATE TABLE')
            EXECUTE FUNCTION wait()";
    let mut raw = cluster::raw(&url).await;
    sqlx::raw_sql(slow).execute(&mut raw).await.unwrap();
    let settings = Settings { busy_timeout: Duration::from_secs(1), ..Settings::default() };
    let began = Instant::now();
    let first = Store::open(location.clone(), &settings).await.unwrap();
    assert!(began.elapsed() > Duration::from_millis(1500), "nothing was slow");
    // As if the next release had one more migration.
    let older =
        "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)";
    sqlx::raw_sql(older).execute(&mut raw).await.unwrap();
    let error = Store::open(location.clone(), &settings).await.unwrap_err();
    let StoreError::UsedByOthers { found, known, .. } = &error else { panic!("{error:?}") };
    assert!(found < known, "{found} {known}");
    assert!(error.to_string().contains("stop them all"), "{error}");
    // It continues as before.
    write(&first, vec![carrick_service::Event::UserJoined(user("ann"))]).await.unwrap();
    first.close().await;
}

/// A database without the migrations of this release, which already has one of its tables: the
/// trigger replaces that one.
#[tokio::test]
async fn an_upgrade_of_a_server_is_reported() {
    if !cluster::is_wanted() {
        return;
    }
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let mut raw = cluster::raw(&url).await;
    Migrator::with_migrations(vec![]).run_direct(None, &mut raw, false).await.unwrap();
    let former = "CREATE TABLE counters (former BIGINT);
        CREATE FUNCTION replace() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
            IF EXISTS (SELECT FROM pg_attribute WHERE attname = 'former') THEN
                DROP TABLE counters;
            END IF;
        END $$;
        CREATE EVENT TRIGGER replaces ON ddl_command_start WHEN TAG IN ('CREATE TABLE')
            EXECUTE FUNCTION replace()";
    sqlx::raw_sql(former).execute(&mut raw).await.unwrap();
    let store = open(&url).await.unwrap();
    let known = known_schema();
    assert!(
        matches!(store.notices(), [Notice::UpgradedServer { from: 0, to, .. }] if *to == known),
        "{:?}",
        store.notices()
    );
    store.close().await;
    let again = open(&url).await.unwrap();
    assert!(again.notices().is_empty(), "{:?}", again.notices());
}

/// A role with few connections that may not create tables.
#[tokio::test]
async fn a_role_with_few_rights_and_connections_works_and_is_reported() {
    if !cluster::is_wanted() {
        return;
    }
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let mut raw = cluster::raw(&url).await;
    sqlx::raw_sql("CREATE ROLE plain LOGIN CONNECTION LIMIT 6").execute(&mut raw).await.unwrap();
    let plain: Location = url.replace("carrick@", "plain@").parse().unwrap();
    let error = Store::open(plain.clone(), &Settings::default()).await.unwrap_err();
    assert!(error.to_string().contains("the right to create tables"), "{error}");
    open(&url).await.unwrap().close().await;
    let grant = "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO plain;
                 GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO plain";
    sqlx::raw_sql(grant).execute(&mut raw).await.unwrap();
    let store = Store::open(plain.clone(), &Settings::default()).await.unwrap();
    write(&store, vec![carrick_service::Event::UserJoined(user("ann"))]).await.unwrap();
    let notices: Vec<String> = store.notices().iter().map(ToString::to_string).collect();
    let [notice] = &notices[..] else { panic!("{notices:?}") };
    assert!(notice.contains("allows this user 6 connections"), "{notice}");
    assert!(notice.contains("needs up to 13"), "{notice}");
    store.close().await;
    // Known migrations must still be the released ones.
    sqlx::raw_sql("UPDATE _sqlx_migrations SET checksum = ''").execute(&mut raw).await.unwrap();
    let error = Store::open(plain.clone(), &Settings::default()).await.unwrap_err();
    assert!(matches!(error, StoreError::Altered { .. }), "{error:?}");
    sqlx::raw_sql("ALTER ROLE plain CONNECTION LIMIT 0").execute(&mut raw).await.unwrap();
    let error = Store::open(plain, &Settings::default()).await.unwrap_err();
    assert!(error.to_string().contains("no connection left"), "{error}");
}

/// A route to a server on a socket. After a cut, anything sent over its old connections is lost
/// silently.
struct Way {
    port: u16,
    cuts: watch::Sender<u32>,
}

impl Way {
    async fn to(folder: PathBuf) -> Self {
        let near = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = near.local_addr().unwrap().port();
        let cuts = watch::Sender::new(0);
        let cut = cuts.subscribe();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = near.accept().await {
                let mut far = UnixStream::connect(folder.join(".s.PGSQL.5432")).await.unwrap();
                let mut cut = cut.clone();
                cut.mark_unchanged();
                tokio::spawn(async move {
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => return,
                        _ = cut.changed() => {}
                    }
                    // The server notices through its keepalives.
                    drop(far);
                    let _near = near;
                    std::future::pending::<()>().await;
                });
            }
        });
        Self { port, cuts }
    }

    fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }
}

#[tokio::test]
async fn a_silently_lost_connection_is_abandoned() {
    if !cluster::is_wanted() {
        return;
    }
    let cluster = Cluster::start();
    let database = cluster.database().await;
    let (_, name) = database.rsplit_once('/').unwrap();
    let way = Way::to(cluster.folder().to_owned()).await;
    let location: Location =
        format!("postgres://carrick@127.0.0.1:{}/{name}", way.port).parse().unwrap();
    let settings = Settings {
        busy_timeout: Duration::from_secs(2),
        answer_timeout: Duration::from_secs(1),
        ..Settings::default()
    };
    let store = Store::open(location, &settings).await.unwrap();
    for round in 0..3 {
        // All connections are in use when the route is cut.
        let over = Arc::new(AtomicBool::new(false));
        let at_work: Vec<_> =
            (0..40).map(|n| tokio::spawn(work(n, store.clone(), over.clone()))).collect();
        sleep(Duration::from_millis(300)).await;
        way.cut();
        let began = Instant::now();
        sleep(Duration::from_secs(2)).await;
        over.store(true, Ordering::Relaxed);
        let ended = timeout(PATIENCE, join_all(at_work)).await;
        assert!(ended.is_ok(), "round {round}: a task waits forever");
        wait_until_healed(&store).await;
        let joined = carrick_service::Event::UserJoined(user(&format!("user{round}")));
        write(&store, vec![joined]).await.unwrap();
        for read in join_all((0..8).map(|_| store.last_change())).await {
            read.unwrap();
        }
        assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    }
    store.close().await;
}

/// Reads or writes, again and again.
async fn work(n: usize, store: Store, over: Arc<AtomicBool>) {
    while !over.load(Ordering::Relaxed) {
        let ended = match n % 4 {
            0 => store.note_sweep(minute(1)).await.map(drop),
            1 => write(&store, vec![]).await.map(drop),
            // A caller goes away in the middle.
            2 => {
                let needs = Needs { users: [name("ann")].into(), ..Needs::default() };
                let _ = timeout(Duration::from_millis(2), store.read(&needs)).await;
                Ok(())
            }
            _ => store.last_change().await.map(drop),
        };
        if ended.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
    }
}
