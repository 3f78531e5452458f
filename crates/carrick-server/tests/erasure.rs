//! Erasure: once an account is deleted, the database contains nothing that its user has written.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeSet;

use carrick_server::{Incoming, administer, handle};
use carrick_service::{Address, AdminAction, Sender};
use carrick_store::{AttemptOutcome, Confirmation, Route, Settings, SettledDelivery, Store};
use jiff::{SignedDuration, Timestamp};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, SqliteConnection};

use crate::running::never_stops;

/// A word that stands for everything that a user writes.
const WORD: &str = "mirabelle";

struct Server {
    store: Store,
    now: Timestamp,
    raw: SqliteConnection,
    _folder: tempfile::TempDir,
}

impl Server {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("carrick.db");
        let store = Store::open(&file, &Settings::default()).await.unwrap();
        never_stops(file.to_str().unwrap()).await;
        let raw = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
        let now = "2008-05-01T12:00:00Z".parse().unwrap();
        Self { store, now, raw, _folder: folder }
    }

    /// A command from a sender, with a body; returns the answer.
    async fn hears(&mut self, sender: Sender, text: &str, body: Option<&str>) -> String {
        self.now += SignedDuration::from_mins(1);
        let incoming = Incoming { sender, text, body: body.map(str::to_owned), id: None };
        let done = handle(&self.store, None, incoming, self.now).await.unwrap();
        done.messages[0].text.clone()
    }

    /// A command from a user, which must succeed.
    async fn says(&mut self, user: &str, text: &str, body: Option<&str>) {
        let said = self.hears(Sender::User(user.parse().unwrap()), text, body).await;
        let is_refused = said.contains("Usage:") || said.starts_with("You have reached");
        assert!(!is_refused, "{user}: {text}: {said}");
    }

    async fn confirm(&mut self, user: &str, address: &str) {
        self.says(user, &format!("add {user} - {address}"), None).await;
        let address: Address = address.parse().unwrap();
        let done = self.store.confirm_address(&user.parse().unwrap(), &address).await.unwrap();
        assert_eq!(done, Confirmation::Done);
    }

    async fn execute(&mut self, sql: &str) {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut self.raw).await.map(drop).unwrap();
    }

    async fn texts(&mut self, sql: &str) -> Vec<String> {
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut self.raw).await.unwrap()
    }

    /// All columns of all tables that contain the word.
    async fn found(&mut self) -> Vec<String> {
        let columns = "SELECT t.name || '.' || c.name FROM pragma_table_list t, \
                       pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table' \
                       AND upper(c.type) = 'TEXT' ORDER BY 1";
        let mut found = Vec::new();
        for column in self.texts(columns).await {
            let (table, name) = column.split_once('.').unwrap();
            let sql = format!("SELECT {name} FROM {table} WHERE {name} LIKE '%{WORD}%' LIMIT 1");
            if !self.texts(&sql).await.is_empty() {
                found.push(column);
            }
        }
        found
    }

    /// A server on which ann has written the word wherever something can be written.
    async fn full_of_words() -> Self {
        let mut server = Self::new().await;
        for user in ["ann", "bob", "cyd"] {
            let text = format!("signup {user} {user}-pass");
            server.hears(Sender::Nobody, &text, None).await;
        }
        server.confirm("ann", "mirabelle@example.org").await;
        server.confirm("bob", "bob@example.org").await;
        server.confirm("cyd", "cyd@example.org").await;
        let ann = "ann".parse().unwrap();
        let action = AdminAction::SetOperator { user: ann, on: true };
        administer(&server.store, action, server.now).await.unwrap();
        let words = Some("my street is mirabelle lane\n12");
        server.says("bob", "news bob - on", None).await;
        server.says("ann", "ankor challenge -size=5 ann bob", words).await;
        server.says("cyd", "ankor subscribe 101 cyd -", None).await;
        server.says("ann", "ankor chat 101 ann -", Some("mirabelles and plums")).await;
        server.says("bob", "ankor chat 101 bob -", Some("what?")).await;
        server.says("ann", "message ann - bob", words).await;
        server.says("ann", "broadcast ann -", words).await;
        server.hears(Sender::Nobody, "message ann ann-pass bob", Some("mirabelle, again")).await;
        server
            .hears(Sender::User("ann".parse().unwrap()), "ankor move 101 ann - mirabelle", None)
            .await;
        for sql in [
            "INSERT INTO studies (address, userid, title, game, body, version, touched) \
             VALUES ('0123456789abcdef', 'ann', 'mirabelle', 'ankor', 'mirabelle', 1, 1)",
            "INSERT INTO api_tokens (number, userid, token_hash, name, scopes, created, expires) \
             VALUES (1, 'ann', printf('%064d', 1), 'mirabelle', 'read', 1, 9)",
            "INSERT INTO sessions (token_hash, userid, created, seen, expires, label) \
             VALUES (printf('%064d', 1), 'ann', 1, 1, 9, 'mirabelle browser')",
            "INSERT INTO bounces (message, copy, address, at) VALUES (1, 0, 'mirabelle@example.org', 1)",
            "INSERT INTO places (userid, place) VALUES ('ann', 'mirabelle')",
            // One as carriers record it if they give their requests ids, and one without a session.
            "INSERT INTO requests (number, at, sender, command, refused) VALUES \
             (900001, 1, 'ann', 'ankor move 101 ann - mirabelle', 1), \
             (900002, 1, '-', 'ankor move 101 ann mirabelle', 1), \
             (900003, 1, 'mirabelle@example.org', 'help', 0)",
        ] {
            server.execute(sql).await;
        }
        // Half of the emails go out immediately, to their users' addresses, and the rest once a
        // day.
        let mut count = 0;
        let (store, now) = (server.store.clone(), server.now);
        let tomorrow = now + SignedDuration::from_hours(24);
        let route = |message: &carrick_store::Outgoing, user: Option<&carrick_service::User>, _| {
            count += 1;
            let entry = user.and_then(|user| user.addresses.first());
            match (entry, count % 2) {
                (Some(entry), 0) => Route::Addresses(vec![entry.address.clone()]),
                (Some(_), _) if message.board.is_some() => Route::Digest(tomorrow),
                _ => Route::Nowhere,
            }
        };
        store.hand_on(now, now, 100, route).await.unwrap();
        let claimed = store.claim_deliveries(now, tomorrow, 1, &BTreeSet::new()).await.unwrap();
        let failure = "550 mirabelle@example.org is unknown".to_owned();
        let verdict = AttemptOutcome::Later { due: tomorrow, failure };
        store.settle(&[SettledDelivery { id: claimed[0].id, verdict }], now).await.unwrap();
        let make = |due: &carrick_store::DueDigest| {
            let texts: Vec<&str> = due.messages.iter().map(|one| one.text.as_str()).collect();
            Some((
                "today".to_owned(),
                texts.join("\n***\n"),
                vec!["bob@example.org".parse().unwrap()],
            ))
        };
        assert!(store.make_digests(tomorrow, make).await.unwrap() > 0);
        server.says("ann", "message ann - cyd bob", words).await;
        server
    }
}

#[tokio::test]
async fn nothing_that_a_user_has_written_outlives_the_account() {
    for by_operator in [false, true] {
        let mut server = Server::full_of_words().await;
        let found = server.found().await;
        for column in [
            "addresses.address",
            "api_tokens.name",
            "bounces.address",
            "deliveries.address",
            "letters.body",
            "outbox.body",
            "places.place",
            "remarks.remark",
            "requests.command",
            "requests.sender",
            "sessions.label",
            "studies.body",
            "studies.title",
            "texts.body",
        ] {
            assert!(found.iter().any(|one| one == column), "{column}: {found:?}");
        }
        let before = server.texts("SELECT body FROM letters WHERE userid = 'bob'").await;
        if by_operator {
            let action = AdminAction::Delete("ann".parse().unwrap());
            let done = administer(&server.store, action, server.now).await.unwrap();
            assert!(!done.refused, "{:?}", done.messages);
        } else {
            server.says("ann", "delete ann -", None).await;
        }
        assert_eq!(server.found().await, [""; 0], "by the operator: {by_operator}");
        let remarks =
            server.texts("SELECT userid || ': ' || remark FROM remarks ORDER BY place").await;
        let gone = "ann: (deleted with the account)";
        assert_eq!(remarks, [gone, gone, "bob: what?"], "their places are kept");
        assert_eq!(server.texts("SELECT body FROM letters WHERE userid = 'bob'").await, before);
        let result = server.texts("SELECT result FROM boards").await;
        assert_eq!(result.len(), 1, "the game is over, and stays");
        // No one gets erased text: emails that are still to be sent show that it was erased.
        for message in server.store.pending(100).await.unwrap() {
            assert!(!message.text.contains(WORD), "{message:?}");
        }
    }
}

#[tokio::test]
async fn the_page_on_privacy_lists_every_table() {
    let page = include_str!("../../../docs/host/privacy.md");
    let mut server = Server::new().await;
    let tables = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
                  AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_sqlx%' ORDER BY name";
    for table in server.texts(tables).await {
        let row =
            page.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{table}`")));
        assert!(row.is_some(), "docs/host/privacy.md says nothing of the table {table}");
    }
}
