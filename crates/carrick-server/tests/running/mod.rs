//! A server that runs all the time, in virtual time.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::path::Path;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

/// The end of the year 9999, nearly, in microseconds since 1970.
const END_OF_TIME: i64 = 253_402_207_200_000_000;

/// From now on a server runs for ever, however seldom anybody looks for what is due: it is known to
/// have run after all that happens in a test.
pub(crate) async fn never_stops(file: &Path) {
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::query("INSERT OR REPLACE INTO sweeps (one, at) VALUES (1, $1)")
        .bind(END_OF_TIME)
        .execute(&mut connection)
        .await
        .unwrap();
}
