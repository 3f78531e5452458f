//! A server that always runs, in virtual time.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use crate::cluster;

/// Almost the end of the year 9999, in microseconds since 1970.
const END_OF_TIME: i64 = 253_402_207_200_000_000;

/// From now on a server runs forever, however rarely due items are looked for: it is recorded as
/// running after everything that happens in a test.
///
/// The database is given as in `--db`.
pub(crate) async fn never_stops(location: &str) {
    let sql = "INSERT INTO sweeps (one, at) VALUES (1, $1) \
               ON CONFLICT (one) DO UPDATE SET at = excluded.at";
    if location.contains("://") {
        let mut server = cluster::raw(location).await;
        sqlx::query(sql).bind(END_OF_TIME).execute(&mut server).await.unwrap();
    } else {
        let options = SqliteConnectOptions::new().filename(location);
        let mut file = options.connect().await.unwrap();
        sqlx::query(sql).bind(END_OF_TIME).execute(&mut file).await.unwrap();
    }
}
