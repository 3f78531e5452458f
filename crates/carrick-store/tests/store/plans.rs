//! No statement may read a whole table that grows with the number of games or users.
//!
//! Two sources of statements are explained: complete statements in the sources, and statements that
//! the tests of this crate execute, some of which are assembled. SQLite's plan is checked without
//! statistics, as on any site, and with those of a site with many finished games and empty queues.
//! With `CARRICK_TEST_DATABASE=postgres` the plan of PostgreSQL is also checked, with filled
//! tables.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Mutex, OnceLock, mpsc};
use std::thread;

use carrick_store::{
    ConnectionPermit, ConnectionStep, Interceptor, InterceptorFuture, Order, Settings, Store,
};
use sqlx::{AssertSqlSafe, Executor as _, PgConnection, Row as _, SqliteConnection};

use crate::cluster;
use crate::support::raw;

/// Tables that are small however long a site has run: queues of current work, and tables with a row
/// for each game or counter.
const SMALL: [&str; 11] = [
    "bounces",
    "counters",
    "digests",
    "echoes",
    "guests",
    "jobs",
    "outages",
    "puzzle_ratings",
    "seeks",
    "tallies",
    "_sqlx_migrations",
];

/// Indexes that contain only current work: walking one from end to end takes no longer than a queue
/// is long.
const LIVE: [&str; 13] = [
    "absences_under_way",
    "boards_due",
    "boards_in_play",
    "boards_in_play_of_first",
    "boards_in_play_of_second",
    "followed_games_notified",
    "followed_games_watching",
    "deliveries_dead",
    "deliveries_due",
    "outbox_pending",
    "puzzle_schedules_due",
    "seeks_due",
    "users_of_news",
];

/// Beginnings of statements that may read a whole table, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    // What only operators do.
    ("SELECT number FROM outbox o WHERE state = 'sent' AND sent < ", "outbox prune"),
    ("SELECT userid, address FROM addresses WHERE returned = 1", "outbox returned"),
    ("UPDATE letters SET recipients = ", "admin rename"),
    ("UPDATE blocks SET blocked = ", "admin rename"),
    ("DELETE FROM blocks WHERE blocked = ", "the deletion of an account"),
    ("SELECT (SELECT count(*) FROM requests)", "db copy: whether the target is empty"),
    ("SELECT DISTINCT h.kind, h.number FROM rating_history", "ratings rebuild"),
    ("SELECT * FROM ratings WHERE kind = $1", "ratings rebuild"),
    ("SELECT count(*) FROM names WHERE ending = userid", "metrics: the number of accounts"),
    // Old rows are deleted from the oldest on, up to the first that stays.
    ("SELECT number FROM outbox ORDER BY number LIMIT 1", "the deletion of old messages"),
    ("SELECT number FROM outbox WHERE created >= ", "the deletion of old messages"),
    ("SELECT number FROM requests ORDER BY number LIMIT 1", "the deletion of old requests"),
    ("SELECT number FROM requests WHERE at >= ", "the deletion of old requests"),
    ("SELECT number FROM letters ORDER BY number LIMIT 1", "the deletion of old messages"),
    ("SELECT number FROM letters WHERE at >= ", "the deletion of old messages"),
    (
        "WITH mine AS (SELECT userid, count(*) AS messages FROM outbox",
        "the deletion of old messages",
    ),
    ("UPDATE users SET renamed_to = ", "admin rename"),
    // Words of a deleted account, assembled from pieces.
    ("SELECT number, CAST(0 AS BIGINT) AS place, body FROM outbox", "the deletion of an account"),
    ("SELECT request AS number, place, body FROM texts", "the deletion of an account"),
    // Run only once, after a clock that was ahead has been corrected.
    ("UPDATE sessions SET expires = expires - seen", "the correction of a clock"),
    ("UPDATE second_factors SET step = $1 / ", "the correction of a clock"),
    // Exports.
    ("SELECT count(*) FROM boards WHERE kind = $1 AND (result IS NULL", "export --all"),
    ("SELECT at, command, refused FROM requests WHERE sender", "the export of an account"),
];

/// A file whose statements may all do so, since a deleted account must be searched for everywhere.
const ERASURE: &str = "src/people/erasure.rs";

/// Texts in the sources that get a condition before they are executed.
const BEGINNINGS: [&str; 9] = [
    "SELECT * FROM puzzle_schedules",
    "SELECT address, userid, title, game, body, version, touched FROM studies",
    "SELECT number, game, options, turns, touched, handed_in, level, seat, resigned FROM hotseats",
    "SELECT t.number, t.userid, t.name, t.scopes, t.created, t.used, t.expires FROM api_tokens t ",
    "SELECT userid, address, confirmed, returned FROM addresses",
    "SELECT userid, blocked FROM blocks",
    "SELECT userid, joined, password, reset_asked, settings, ",
    "SELECT userid, kind, number FROM muted_boards",
    "SELECT userid, since, until, signed_off, suspended, over FROM absences",
];

/// The dialect of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Language {
    OfFile,
    OfServer,
    /// Not known.
    Either,
}

/// A statement, its dialect, and PostgreSQL's names for the types of its arguments, if known.
type Statement = (String, Language, Vec<&'static str>);

/// Explains statements on a separate thread, since connections belong to their runtime.
struct Planner {
    ask: Mutex<mpsc::Sender<(Statement, mpsc::Sender<Option<String>>)>>,
    seen: Mutex<HashSet<(String, Language)>>,
}

impl Planner {
    fn shared() -> &'static Self {
        static PLANNER: OnceLock<Planner> = OnceLock::new();
        PLANNER.get_or_init(|| {
            let (ask, asked) = mpsc::channel::<(Statement, mpsc::Sender<Option<String>>)>();
            thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.unwrap().block_on(async move {
                    let mut explained = Explained::open().await;
                    while let Ok((statement, answer)) = asked.recv() {
                        let _ = answer.send(explained.fault(&statement).await);
                    }
                });
            });
            Self { ask: Mutex::new(ask), seen: Mutex::default() }
        })
    }

    /// Why a statement is refused, when it is checked for the first time.
    fn fault(&self, sql: &str, of: Language, types: &[&'static str]) -> Option<String> {
        if !self.seen.lock().unwrap().insert((sql.to_owned(), of)) {
            return None;
        }
        let (answer, answered) = mpsc::channel();
        let statement = (sql.to_owned(), of, types.to_vec());
        self.ask.lock().unwrap().send((statement, answer)).unwrap();
        answered.recv().unwrap()
    }
}

/// Takes part in the work of every store of the tests: it refuses statements that read a whole
/// table.
#[derive(Debug)]
pub(crate) struct Watcher(pub(crate) Language);

impl Interceptor for Watcher {
    fn permit(&self, _: bool) -> InterceptorFuture<'_, ConnectionPermit> {
        Box::pin(async { Box::new(()) as ConnectionPermit })
    }

    fn statement(&self, sql: &str, types: &[&'static str]) {
        if let Some(fault) = Planner::shared().fault(sql, self.0, types) {
            panic!("{fault}");
        }
    }

    fn step(&self, _: ConnectionStep) -> InterceptorFuture<'_, Order> {
        Box::pin(async { Order::Go })
    }
}

/// Databases in which statements are explained.
struct Explained {
    /// Without statistics, and with those of a site with many finished games.
    files: [SqliteConnection; 2],
    server: Option<PgConnection>,
    _folder: tempfile::TempDir,
}

impl Explained {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut files = Vec::new();
        for name in ["bare.db", "filled.db"] {
            let path = folder.path().join(name);
            Store::open(&path, &Settings::default()).await.unwrap().close().await;
            files.push(raw(&path).await);
        }
        fill_file(&mut files[1]).await;
        Self { files: files.try_into().unwrap(), server: None, _folder: folder }
    }

    /// Why a statement is refused, if it is.
    async fn fault(&mut self, (sql, language, types): &Statement) -> Option<String> {
        let may = |begins: &str| sql.starts_with(begins);
        if !is_statement(sql)
            || EXCEPTIONS.iter().any(|(begins, _)| may(begins))
            || of_erasure().iter().any(|begins| may(begins))
        {
            return None;
        }
        let of_files = self.files.iter_mut().zip(["", ", with statistics,"]);
        for (file, of) in of_files.filter(|_| *language != Language::OfServer) {
            // Insertions look for rows that refer to the new one; such rows exist only while
            // references are broken.
            let keys = if sql.starts_with("INSERT") { "OFF" } else { "ON" };
            file.execute(AssertSqlSafe(format!("PRAGMA foreign_keys = {keys}"))).await.unwrap();
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
            // A statement that cannot be explained is in the other dialect, or only a piece.
            let Ok(rows) = sqlx::query(explain).fetch_all(file).await else { continue };
            let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            // A query within the statement may use the short name of a table.
            let is_inner = |step: &str| {
                let name = step.split_whitespace().nth(1).unwrap_or_default();
                ["CO-ROUTINE", "MATERIALIZE"]
                    .iter()
                    .any(|made| plan.iter().any(|line| *line == format!("{made} {name}")))
            };
            let is_bad = |step: &&String| file_step_is_bad(step, sql) && !is_inner(step);
            if let Some(step) = plan.iter().find(is_bad) {
                return Some(format!(
                    "SQLite{of} would read a whole table ({step}): {sql}\n{plan:#?}"
                ));
            }
        }
        if *language == Language::OfFile || !cluster::is_wanted() {
            return None;
        }
        let server = match &mut self.server {
            Some(server) => server,
            none => none.insert(filled_server().await),
        };
        let plan = server_plan(server, sql, types).await?;
        let step = bad_server_step(&plan)?;
        Some(format!("PostgreSQL would read a whole table ({step}): {sql}\n{plan:#?}"))
    }
}

/// Beginnings of the statements of [`ERASURE`].
fn of_erasure() -> &'static BTreeSet<String> {
    static BEGINNINGS: OnceLock<BTreeSet<String>> = OnceLock::new();
    BEGINNINGS.get_or_init(|| {
        let mut found = BTreeSet::new();
        in_source(&Path::new(env!("CARGO_MANIFEST_DIR")).join(ERASURE), &mut found);
        let cut = |sql: String| sql.split('{').next().unwrap_or_default().to_owned();
        found.into_iter().map(cut).filter(|begins| begins.len() > 20).collect()
    })
}

fn is_statement(sql: &str) -> bool {
    ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "].iter().any(|word| sql.starts_with(word))
}

/// Whether a step of SQLite's plan reads a whole table, or all rows of one of the few games.
fn file_step_is_bad(step: &str, sql: &str) -> bool {
    let words: Vec<&str> = step.split_whitespace().collect();
    let [kind @ ("SCAN" | "SEARCH"), name, rest @ ..] = words.as_slice() else { return false };
    let index = rest.iter().skip_while(|word| **word != "INDEX").nth(1).copied().unwrap_or("");
    let Some(table) = table_of(name, sql) else { return false };
    if SMALL.contains(&&*table) || LIVE.contains(&index) {
        return false;
    }
    // The smallest or greatest entry of an index.
    let is_end = *kind == "SEARCH" && !step.contains('(');
    let conditions = step.split_once('(').map_or("", |(_, rest)| rest);
    let by_game = conditions == "kind=?)" || conditions == "kind>?)" || conditions == "kind<?)";
    step.contains("AUTOMATIC") || (*kind == "SCAN" || by_game) && !is_end
}

/// The table that a plan names, perhaps by an alias from the statement.
fn table_of(name: &str, sql: &str) -> Option<String> {
    let tables = tables();
    let word = |c: char| !c.is_alphanumeric() && c != '_';
    let words: Vec<&str> =
        sql.split(word).filter(|word| !word.is_empty() && *word != "AS").collect();
    // A table that the statement itself makes may have the name of another.
    let own = words.strip_prefix(&["WITH", "RECURSIVE"]).and_then(|rest| rest.first().copied());
    let is_table = |word: &str| tables.contains(word) && own != Some(word);
    if is_table(name) {
        return Some(name.to_owned());
    }
    let pair = words.windows(2).find(|pair| pair[1] == name && is_table(pair[0]))?;
    Some(pair[0].to_owned())
}

/// Names of all tables, from the scripts that create them.
fn tables() -> &'static BTreeSet<String> {
    static TABLES: OnceLock<BTreeSet<String>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
        let mut tables = BTreeSet::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let made = text.lines().filter_map(|line| line.strip_prefix("CREATE TABLE "));
            tables.extend(made.filter_map(|rest| Some(rest.split_once(' ')?.0.to_owned())));
        }
        tables
    })
}

/// Number of rows of a table in a filled database.
fn rows(table: &str) -> i64 {
    if table == "guests" { 40 } else { 4000 }
}

/// The value of a column in row `n`, in both dialects.
fn filling(table: &str, column: &str, is_text: bool) -> String {
    match (table, column) {
        (_, "kind" | "game") => "CASE n % 4 WHEN 0 THEN 'ankor' WHEN 1 THEN 'boche' \
                                 WHEN 2 THEN 'antipod' ELSE 'anchor' END"
            .to_owned(),
        (_, "first_player" | "second_player") | ("rating_history" | "scores", "userid") => {
            "'u' || CAST(n % 97 AS TEXT)".to_owned()
        }
        ("boards", "to_move" | "due" | "seek") => "NULL".to_owned(),
        (_, "result") => {
            "CASE n % 3 WHEN 0 THEN 'first' WHEN 1 THEN 'second' ELSE 'draw' END".to_owned()
        }
        ("deliveries" | "outbox", "state") => "'sent'".to_owned(),
        (_, "confirmed" | "present" | "over") => "1".to_owned(),
        (_, "ply") => "n % 40".to_owned(),
        _ if is_text => {
            format!("'{}' || CAST(n AS TEXT)", if column == "userid" { "u" } else { "" })
        }
        _ => "n".to_owned(),
    }
}

/// Statement that fills a table.
fn filled(table: &str, columns: &[(String, bool)]) -> String {
    let names: Vec<String> = columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let values: Vec<String> =
        columns.iter().map(|(name, is_text)| filling(table, name, *is_text)).collect();
    format!(
        "INSERT INTO {table} ({}) SELECT {} FROM (WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {}) SELECT n FROM numbers) AS m \
         WHERE n > 0 ON CONFLICT DO NOTHING",
        names.join(", "),
        values.join(", "),
        rows(table)
    )
}

/// Tables that are empty on a site with no current work.
fn is_empty_at_rest(table: &str) -> bool {
    ["jobs", "digests", "seeks", "echoes", "bounces"].contains(&table)
        || table == "_sqlx_migrations"
}

async fn fill_file(file: &mut SqliteConnection) {
    file.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").await.unwrap();
    let triggers = "SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'";
    let triggers: Vec<String> = sqlx::query_scalar(triggers).fetch_all(&mut *file).await.unwrap();
    for drop in triggers {
        file.execute(AssertSqlSafe(drop)).await.unwrap();
    }
    let columns = "SELECT t.name, c.name, c.type = 'TEXT' FROM pragma_table_list t, \
                   pragma_table_xinfo(t.name) c WHERE t.schema = 'main' AND t.type = 'table' \
                   AND t.name NOT LIKE 'sqlite%' AND c.hidden = 0";
    let rows: Vec<(String, String, bool)> =
        sqlx::query_as(columns).fetch_all(&mut *file).await.unwrap();
    for (table, columns) in by_table(rows) {
        if !is_empty_at_rest(&table) {
            file.execute(AssertSqlSafe(format!("DELETE FROM {table}"))).await.unwrap();
            file.execute(AssertSqlSafe(filled(&table, &columns))).await.unwrap();
        }
    }
    file.execute("ANALYZE").await.unwrap();
}

fn by_table(rows: Vec<(String, String, bool)>) -> BTreeMap<String, Vec<(String, bool)>> {
    let mut tables: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
    for (table, column, is_text) in rows {
        tables.entry(table).or_default().push((column, is_text));
    }
    tables
}

/// A connection to a database whose tables have many rows.
async fn filled_server() -> PgConnection {
    let database = cluster::Database::any().await;
    let place: carrick_store::Location = database.0.parse().unwrap();
    Store::open(place, &Settings::default()).await.unwrap().close().await;
    let mut server = cluster::raw(&database.0).await;
    // No other test may use it.
    std::mem::forget(database);
    // Without triggers, references and checks. Plans are for unknown arguments, of which the server
    // assumes that they select a third of a table; then it would rightly read the whole table. The
    // question here is whether an index would let it avoid that.
    let free = "SET session_replication_role = replica; \
                DO $$ DECLARE one RECORD; BEGIN \
                    FOR one IN SELECT conname, CAST(conrelid AS regclass) AS of FROM pg_constraint \
                        WHERE contype = 'c' AND connamespace = CAST('public' AS regnamespace) LOOP \
                        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.of, one.conname); \
                    END LOOP; \
                END $$; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; \
                SET enable_hashjoin = off; SET enable_mergejoin = off";
    sqlx::raw_sql(free).execute(&mut server).await.unwrap();
    let columns = "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), data_type = 'text' \
                   FROM information_schema.columns WHERE table_schema = 'public' \
                   AND is_generated = 'NEVER' AND table_name IN \
                   (SELECT tablename FROM pg_tables WHERE schemaname = 'public')";
    let rows: Vec<(String, String, bool)> =
        sqlx::query_as(columns).fetch_all(&mut server).await.unwrap();
    for (table, columns) in by_table(rows) {
        if !is_empty_at_rest(&table) {
            server.execute(AssertSqlSafe(format!("DELETE FROM {table}"))).await.unwrap();
            server.execute(AssertSqlSafe(filled(&table, &columns))).await.unwrap();
        }
    }
    server.execute("ANALYZE").await.unwrap();
    server
}

/// PostgreSQL's plan of a statement for any arguments; `None` if the statement is in the other
/// dialect, or only a piece.
async fn server_plan(
    server: &mut PgConnection,
    sql: &str,
    types: &[&'static str],
) -> Option<Vec<String>> {
    let types = if types.is_empty() { String::new() } else { format!(" ({})", types.join(", ")) };
    let prepare = AssertSqlSafe(format!("PREPARE explained{types} AS {sql}"));
    sqlx::raw_sql(prepare).execute(&mut *server).await.ok()?;
    let count = "SELECT coalesce(array_length(parameter_types, 1), 0) FROM pg_prepared_statements \
                 WHERE name = 'explained'";
    let count: i32 = sqlx::query_scalar(count).fetch_one(&mut *server).await.unwrap();
    let mut explain = "EXPLAIN (COSTS OFF) EXECUTE explained".to_owned();
    if count > 0 {
        let _ = write!(explain, "({})", vec!["NULL"; count as usize].join(", "));
    }
    let rows = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(&mut *server).await;
    server.execute("DEALLOCATE explained").await.unwrap();
    Some(rows.ok()?.iter().map(|row| row.get::<String, _>(0)).collect())
}

/// A step of PostgreSQL's plan that reads a whole table, or all rows of one of the few games.
fn bad_server_step(plan: &[String]) -> Option<String> {
    for (at, line) in plan.iter().enumerate() {
        let step = line.trim_start().trim_start_matches("-> ").trim_start();
        let words: Vec<&str> = step.split_whitespace().collect();
        let after = |word: &str| words.iter().skip_while(|one| **one != word).nth(1).copied();
        let deeper = plan[at + 1..].iter().map(|line| line.trim_start());
        let condition = deeper
            .take_while(|line| !line.starts_with("->"))
            .find_map(|line| line.strip_prefix("Index Cond: "));
        let (table, index) = if step.starts_with("Bitmap Index Scan") {
            (after("on").and_then(table_of_index), after("on"))
        } else if step.contains("Index Scan") || step.contains("Index Only Scan") {
            (after("on").map(str::to_owned), after("using"))
        } else if step.contains("Seq Scan") {
            (after("on").map(str::to_owned), None)
        } else {
            continue;
        };
        let table = table.unwrap_or_default();
        if SMALL.contains(&&*table) || index.is_some_and(|index| LIVE.contains(&index)) {
            continue;
        }
        if !tables().contains(&table) {
            continue;
        }
        let is_limited = plan[..at].iter().any(|line| line.contains("Limit"));
        let is_good = match condition {
            Some(condition) => condition.split(" AND ").any(|one| !one.contains("kind")),
            // The smallest or greatest entry of an index.
            None => index.is_some() && is_limited,
        };
        if !is_good {
            return Some(step.to_owned());
        }
    }
    None
}

/// The table of an index; their names start in the same way.
fn table_of_index(index: &str) -> Option<String> {
    let of = |table: &&String| index.starts_with(&format!("{table}_"));
    tables().iter().filter(of).max_by_key(|table| table.len()).cloned()
}

/// Texts of statements in the sources, which may be only pieces.
fn in_sources(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            in_sources(&path, found);
        } else {
            in_source(&path, found);
        }
    }
}

fn in_source(path: &Path, found: &mut BTreeSet<String>) {
    let text = std::fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.map(|line| format!("{}\n", line.replace("'\"'", ""))).collect();
    let mut rest = code.as_str();
    while let Some(begin) = rest.find('"') {
        rest = &rest[begin + 1..];
        let (mut literal, mut chars) = (String::new(), rest.chars());
        while let Some(c) = chars.next().filter(|c| *c != '"') {
            match c {
                '\\' => match chars.next() {
                    Some('\n') => {
                        let trimmed = chars.as_str().trim_start();
                        chars = trimmed.chars();
                    }
                    Some(other) => literal.push(other),
                    None => {}
                },
                c => literal.push(c),
            }
        }
        rest = chars.as_str();
        if is_statement(&literal) {
            found.insert(literal);
        }
    }
}

#[test]
fn no_statement_in_the_sources_reads_a_whole_table() {
    let mut found = BTreeSet::new();
    in_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() > 300, "{}", found.len());
    found.retain(|sql| {
        let is_beginning = BEGINNINGS.iter().any(|begins| sql.starts_with(begins));
        !is_beginning || sql.contains(" WHERE ")
    });
    let faults: Vec<String> = found
        .iter()
        .filter_map(|sql| Planner::shared().fault(sql, Language::Either, &[]))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
