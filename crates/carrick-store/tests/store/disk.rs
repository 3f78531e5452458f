//! A disk that is full, and has room again: a real one, small enough to be filled.

use std::fs::{self, File};
use std::future::Future;
use std::io::Write as _;
use std::path::Path;
use std::pin::Pin;
use std::process::Command;
use std::sync::{Arc, Mutex};

use carrick_games::GameKind;
use carrick_service::{BoardEvent, Decision, Event, Needs, Replay, State};
use carrick_store::{
    AttemptOutcome, Echo, Hotseat, JobKind, NewApiToken, Route, Session, SettledDelivery, Store,
    StoreError, TokenHash, Trouble, WantedJob, make_private,
};
use jiff::SignedDuration;
use sqlx::Executor as _;

use crate::mails::{arrival, commands, join, plays};
use crate::support::*;

/// Runs a test of this binary again, alone, with a separate filesystem of 4 MB. Returns `None` in
/// that run, and here the folder where it is mounted.
pub(crate) fn on_a_small_disk(test: &str) -> Option<std::path::PathBuf> {
    if let Some(folder) = std::env::var_os("SMALL_DISK") {
        return Some(folder.into());
    }
    let folder = tempfile::tempdir().unwrap();
    let script =
        "mount -t tmpfs -o size=4m small \"$SMALL_DISK\" && exec \"$0\" --exact \"$1\" --nocapture";
    let mut command = Command::new("unshare");
    let output = command
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .arg(std::env::current_exe().unwrap())
        .arg(test)
        .env("SMALL_DISK", folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("1 passed"), "{said}");
    None
}

/// Fills a disk to the last byte.
fn fill(folder: &Path) {
    let mut file = File::create(folder.join("filler")).unwrap();
    for size in [64 * 1024, 1] {
        while file.write_all(&vec![1; size]).is_ok() {}
    }
}

type Written = Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send>>;

/// One kind of write, with its name; `time` makes each call different.
struct WriteCase {
    name: &'static str,
    go: Box<dyn Fn(Store, i64) -> Written>,
}

fn way<F>(name: &'static str, go: impl Fn(Store, i64) -> F + 'static) -> WriteCase
where
    F: Future<Output = Result<(), StoreError>> + Send + 'static,
{
    WriteCase { name, go: Box::new(move |store, time| Box::pin(go(store, time))) }
}

fn hash(kind: char, time: i64) -> TokenHash {
    TokenHash(format!("{kind}{time:063}"))
}

fn events(events: Vec<Event>) -> impl FnOnce(&State) -> Decision + Clone + Send + 'static {
    |_| Decision { events, messages: vec![message(Some("bob"), "what happened")], refusal: None }
}

fn session(time: i64) -> Session {
    Session {
        token: hash('a', time),
        user: name("ann"),
        guest: false,
        created: minute(0),
        seen: minute(0),
        expires: minute(9999),
        label: "Firefox on Linux".into(),
    }
}

#[rustfmt::skip]
fn ways() -> Vec<WriteCase> {
    let ann = || name("ann");
    vec![
        way("a turn", |store, time| async move {
            let ply = u32::try_from(time).unwrap();
            store.transaction(&Needs::default(), &entry(None), events(vec![played(ankor(101), ply)])).await.map(drop)
        }),
        way("a mail", |store, time| async move {
            store.take_in(arrival(&format!("mail {time}"), time), commands(vec![plays(1)]), join).await.map(drop)
        }),
        way("a session", |store, time| async move { store.begin_session(&session(time)).await }),
        way("a session in use", |store, time| async move {
            store.session_seen(&hash('a', 2000 + time - 1), minute(time), minute(9999 + time)).await
        }),
        way("the end of a session", move |store, time| async move {
            store.end_session(&ann(), &hash('a', 2000 + time - 1)).await
        }),
        way("the end of other sessions", move |store, _| async move { store.end_other_sessions(&ann(), None).await }),
        way("a feed", move |store, time| async move { store.set_feed(&ann(), &hash('f', time), minute(time)).await }),
        way("the end of a feed", move |store, _| async move { store.end_feed(&ann()).await }),
        way("a token", move |store, time| async move {
            let token = NewApiToken {
                user: ann(),
                hash: hash('t', time),
                name: "my bot".into(),
                scopes: "read".parse().unwrap(),
                created: minute(time),
                expires: minute(time) + SignedDuration::from_mins(9999),
            };
            store.add_api_token(&token, most(99)).await.map(drop)
        }),
        way("a token in use", |store, time| async move { store.api_token_used(1, minute(time)).await }),
        way("the end of a token", move |store, _| async move {
            store.revoke_api_token(&ann(), 1).await.map(drop)
        }),
        way("hot seat", move |store, time| async move {
            store.begin_hotseat(&ann(), GameKind::Ankor, "-size=5", minute(time), most(99)).await.map(drop)
        }),
        way("a turn of hot seat", move |store, time| async move {
            let seen: Hotseat = store.hotseats_of(&ann()).await?.remove(0);
            let turns = format!("{} d{time}", seen.turns);
            store.play_hotseat(&ann(), &seen, &turns, minute(time)).await.map(drop)
        }),
        way("the end of hot seat", move |store, _| async move {
            let seen = store.hotseats_of(&ann()).await?.remove(0);
            store.drop_hotseat(&ann(), &seen).await
        }),
        way("a web password", move |store, time| async move {
            store.set_web_password(&ann(), &format!("$argon2id${time}"), minute(time)).await
        }),
        way("a guest", |store, _| async move { store.next_guest().await.map(drop) }),
        way("a second factor to be", move |store, time| async move {
            store.propose_second_factor(&ann(), &format!("drawn {time}"), minute(time)).await
        }),
        way("a second factor", move |store, time| async move {
            store.begin_second_factor(&ann(), 1, &[hash('r', time)], minute(time)).await.map(drop)
        }),
        way("a code", move |store, time| async move {
            store.use_step(&ann(), 1 + u64::try_from(time).unwrap()).await.map(drop)
        }),
        way("a recovery code", move |store, time| async move {
            store.set_recovery_codes(&ann(), &[hash('s', time)]).await?;
            store.use_recovery_code(&ann(), &hash('s', time)).await.map(drop)
        }),
        way("the end of a second factor", move |store, _| async move { store.end_second_factor(&ann()).await }),
        way("the outbox handed on", |store, time| async move {
            let route = |_: &_, _: Option<&_>, _| Route::Addresses(vec!["bob@example.org".parse().unwrap()]);
            store.hand_on(minute(time), minute(0), 99, route).await.map(drop)
        }),
        way("a delivery", |store, time| async move {
            let claimed = store.claim_deliveries(minute(100 + time), minute(101 + time), 1, &Default::default()).await?;
            let settled = claimed.iter().map(|one| SettledDelivery { id: one.id, verdict: AttemptOutcome::Sent });
            store.settle(&settled.collect::<Vec<_>>(), minute(time)).await
        }),
        way("an echo", |store, time| async move {
            store.put_echo(u32::try_from(time).unwrap(), Echo { forged: false, judged: true }, minute(time)).await
        }),
        way("a job", |store, _| async move {
            store.claim_job(WantedJob::of(&JobKind::ALL), minute(9), minute(10)).await.map(drop)
        }),
        way("a job given back", |store, _| async move {
            let claimed = store.claimed_job(JobKind::Turn, minute(9)).await?;
            match claimed {
                Some(job) => store.release_job(&job).await,
                None => Ok(()),
            }
        }),
        way("an import", move |store, time| async move {
            let mut importing = store.begin_import().await?;
            let (_, next) = importing.numbers().await?;
            importing.join(&[user(&format!("new{time}"))]).await?;
            importing.commit(&next, None).await
        }),
        way("ratings rebuilt", move |store, _| async move { store.rebuild_ratings(Replay::default()).await.map(drop) }),
        way("mails forgotten", |store, _| async move { store.forget_mails(minute(9999)).await.map(drop) }),
    ]
}

#[tokio::test]
async fn every_write_succeeds_again_when_a_full_disk_has_room() {
    let Some(disk) = on_a_small_disk("disk::every_write_succeeds_again_when_a_full_disk_has_room")
    else {
        return;
    };
    let path = disk.join("carrick.db");
    let store = open_file(&path).await.unwrap();
    let users = ["ann", "bob", "cyd"].map(|name| Event::UserJoined(user(name)));
    let boards = [opened(ankor(101), ["ann", "bob"]), opened(ankor(102), ["level3", "bob"])];
    let job = Event::Board(ankor(102), BoardEvent::JobMade { opponent: name("bob"), cost_ms: 1 });
    let all = users.into_iter().chain(boards).chain([job]).collect();
    store.transaction(&Needs::default(), &entry(None), events(all)).await.unwrap();
    let mut failed = Vec::new();
    for (time, way) in (1..).zip(ways()) {
        // Uses up space that can be written without growing the file.
        let mut raw = raw(&path).await;
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
        drop(raw);
        let turn = if way.name == "a turn" { 1 } else { time };
        fill(&disk);
        let first = (way.go)(store.clone(), turn).await;
        // Later writers fail in the same way, whatever they write.
        let second = store.begin_session(&session(1000 + time)).await;
        assert!(
            matches!(second, Err(StoreError::Failed { trouble: Trouble::Full, .. })),
            "{}: {second:?}",
            way.name
        );
        match first {
            Err(StoreError::Failed { trouble: Trouble::Full, .. }) => failed.push(way.name),
            Err(other) => panic!("{}: {other:?}", way.name),
            // It found nothing to change.
            Ok(()) => {}
        }
        fs::remove_file(disk.join("filler")).unwrap();
        store.begin_session(&session(2000 + time)).await.unwrap();
        (way.go)(store.clone(), turn).await.unwrap_or_else(|error| panic!("{}: {error}", way.name));
    }
    let whole: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&mut raw(&path).await)
        .await
        .unwrap();
    assert_eq!(whole, "ok");
    let idle: Vec<_> =
        ways().iter().map(|way| way.name).filter(|name| !failed.contains(name)).collect();
    assert_eq!(idle, ["ratings rebuilt"], "the ratings are right, so that nothing is written");
}

#[tokio::test]
async fn a_full_disk_and_its_recovery_are_logged_once() {
    let Some(disk) = on_a_small_disk("disk::a_full_disk_and_its_recovery_are_logged_once") else {
        return;
    };
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let path = disk.join("carrick.db");
    let store = open_file(&path).await.unwrap();
    store
        .transaction(
            &Needs::default(),
            &entry(None),
            events(["ann", "bob"].map(|name| Event::UserJoined(user(name))).into()),
        )
        .await
        .unwrap();
    assert_eq!(store.ready().await, Ok(()));
    raw(&path).await.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
    fill(&disk);
    for time in 0..20 {
        let error = store.begin_session(&session(time)).await.unwrap_err();
        assert_eq!(error.to_string(), "the database failed: the disk is full");
        assert!(error.is_in_the_log());
    }
    tokio::time::sleep(std::time::Duration::from_millis(1010)).await; // an answer is kept this long
    assert_eq!(store.ready().await, Err(Trouble::Full));
    let lines = log.lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let line = &lines[0];
    assert!(line.contains("cannot be written: the disk is full"), "{line}");
    assert!(line.contains(path.to_str().unwrap()) && line.contains("0 bytes"), "{line}");
    fs::remove_file(disk.join("filler")).unwrap();
    let since = std::time::Instant::now();
    for time in 0.. {
        store.begin_session(&session(time)).await.unwrap();
        if log.lines().len() > 1 || since.elapsed().as_secs() > 10 {
            break;
        }
        // The pause keeps this loop from filling the disk.
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    for time in 0..3 {
        store.end_session(&name("ann"), &hash('a', time)).await.unwrap();
    }
    let lines = log.lines();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].contains("can be written again"), "{}", lines[1]);
}

#[test]
fn a_file_whose_permissions_cannot_be_fixed_is_reported() {
    use std::os::unix::fs::PermissionsExt as _;
    let Some(disk) = on_a_small_disk("disk::a_file_whose_permissions_cannot_be_fixed_is_reported")
    else {
        return;
    };
    let file = disk.join("carrick.db");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(
        Command::new("mount").args(["-o", "remount,ro"]).arg(&disk).status().unwrap().success()
    );
    let notice = make_private(&file).unwrap().to_string();
    assert!(notice.contains("(mode 644), and that could not be changed: "), "{notice}");
}

/// Keeps everything that is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

struct Fields(String);

impl tracing::field::Visit for Fields {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        self.0 += &format!("{field}={value:?} ");
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target().starts_with("carrick") && *metadata.level() <= tracing::Level::WARN
    }
    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        self.0.lock().unwrap().push(fields.0);
    }
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}
