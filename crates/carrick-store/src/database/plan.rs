//! Query plans, for tests: a list must walk an index, however many rows there are.

use sqlx::AssertSqlSafe;

use super::columns::Columns as _;
use super::connection::{Transaction, query};
use super::opening::{Database, Settings};

/// An empty database in a temporary folder.
pub(crate) struct Planner {
    transaction: Transaction,
    _folder: tempfile::TempDir,
}

impl Planner {
    /// Opens an empty database.
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.db");
        let database = Database::open(&path.into(), &Settings::default()).await.unwrap();
        Self { transaction: database.begin_read().await.unwrap(), _folder: folder }
    }

    /// Query plan of a statement, one line for each step.
    pub(crate) async fn plan(&mut self, sql: &str) -> Vec<String> {
        let sql = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let rows = query(sql).fetch_all(&mut self.transaction).await.unwrap();
        rows.iter().map(|row| row.raw("detail").unwrap()).collect()
    }

    /// Checks that a statement reads only the rows that it returns: it walks indexes in order,
    /// sorts nothing and scans nothing.
    pub(crate) async fn check(&mut self, sql: &str) {
        let plan = self.plan(sql).await;
        assert!(!plan.is_empty(), "{sql}");
        for step in &plan {
            let is_walk = step.starts_with("SEARCH") && step.contains("USING");
            let merges = ["MERGE (UNION ALL)", "LEFT", "RIGHT"].contains(&&**step);
            let walks_all = step.starts_with("SCAN") && step.contains("USING INDEX names_whole");
            let values = step.starts_with("SCAN 4 CONSTANT ROWS");
            assert!(is_walk || merges || walks_all || values, "{sql}: {plan:#?}");
        }
    }
}
