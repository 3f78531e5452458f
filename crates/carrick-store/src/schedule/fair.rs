//! Fair queueing of hints and reviews. In every round each place has one request; a place is a
//! stand-in for a network address. So a place that asks for much waits for itself, as it does for
//! the computer's [turns](carrick_service::next_job).
//!
//! A queue is a subquery with the columns `asker`, `place`, `round` and `cost`; a request of cost 8
//! takes the room of eight rounds.

use carrick_service::{QueueNow, Userid};

use crate::database::{AssertSqlSafe, Columns as _, Connection, StoreError, query, query_scalar};

/// Place by which a user's requests are counted: that of the network address from which they last
/// came, or one for the user where none is known.
pub(crate) async fn place_of(
    connection: &mut Connection,
    user: &Userid,
) -> Result<String, StoreError> {
    let place = query_scalar("SELECT place FROM places WHERE userid = $1")
        .bind(user.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(place.unwrap_or_else(|| format!("user {user}")))
}

/// Round of the next request of a place: after its own, and not before the one that is under way.
pub(super) async fn round(
    connection: &mut Connection,
    queue: &str,
    place: &str,
) -> Result<i64, StoreError> {
    let sql = format!(
        "SELECT coalesce(max(r), 0) FROM (SELECT min(round) AS r FROM {queue} UNION ALL \
         SELECT max(round + cost) FROM {queue} WHERE place = $1) AS rounds"
    );
    query_scalar(AssertSqlSafe(sql)).bind(place).fetch_one(connection).await
}

/// A queue as a user sees it.
pub(super) async fn queue_now(
    connection: &mut Connection,
    queue: &str,
    user: &Userid,
) -> Result<QueueNow, StoreError> {
    let place = place_of(connection, user).await?;
    let round = round(connection, queue, &place).await?;
    let sql = format!(
        "SELECT count(*) AS waiting, count(*) FILTER (WHERE asker = $1) AS of_asker, \
         CAST(coalesce(sum(cost) FILTER (WHERE place = $2), 0) AS BIGINT) AS of_place, \
         count(*) FILTER (WHERE round <= $3) AS ahead FROM {queue}"
    );
    let query = query(AssertSqlSafe(sql)).bind(user.as_str()).bind(place).bind(round);
    let row = query.fetch_one(connection).await?;
    Ok(QueueNow {
        waiting: row.whole("waiting")?,
        of_asker: row.whole("of_asker")?,
        of_place: row.whole("of_place")?,
        ahead: row.whole("ahead")?,
    })
}
