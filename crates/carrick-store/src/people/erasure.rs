//! Erasure: what is deleted with an account, and with a remark. For the list by table, see
//! `docs/host/privacy.md`.

use carrick_service::Userid;

use crate::database::{AssertSqlSafe, Columns as _, Connection, StoreError, query, query_scalar};

/// Requests of a user, once they are recorded under their name.
macro_rules! asked {
    () => {
        "(SELECT number FROM requests WHERE sender = $1)"
    };
}

/// Confirmed addresses of a user.
macro_rules! addresses {
    () => {
        "(SELECT address FROM addresses WHERE userid = $1 AND confirmed = 1)"
    };
}

/// What the deletion of an account does to the rows that name its user.
#[derive(Debug, Clone, Copy)]
pub(super) enum OnErasure {
    /// They are deleted.
    Delete,
    /// Others need them: games, and what games count towards.
    Keep,
    /// This is set in them.
    Set(&'static str),
}

use OnErasure::{Delete, Keep, Set};

/// Every column that refers to a user by name. A user's new name is written to all of them.
pub(super) const NAMED: [(&str, &str, OnErasure); 33] = [
    // A deleted user gets no email about the end of a vacation.
    ("absences", "userid", Set("over = 1")),
    ("account_changes", "userid", Delete),
    ("addresses", "userid", Delete),
    ("api_tokens", "userid", Delete),
    ("blocks", "blocked", Delete),
    ("blocks", "userid", Delete),
    ("boards", "first_player", Keep),
    ("boards", "second_player", Keep),
    ("digests", "userid", Delete),
    ("feeds", "userid", Delete),
    ("followed_games", "userid", Delete),
    ("guests", "userid", Delete),
    ("hotseats", "userid", Delete),
    ("inbox", "userid", Delete),
    ("jobs", "asker", Delete),
    ("lessons", "userid", Delete),
    ("letters", "userid", Delete),
    ("muted_boards", "userid", Delete),
    ("outbox", "userid", Delete),
    ("places", "userid", Delete),
    ("puzzle_schedules", "userid", Delete),
    ("puzzle_tries", "userid", Delete),
    ("rating_history", "userid", Keep),
    ("ratings", "userid", Keep),
    ("recovery_codes", "userid", Delete),
    ("remarks", "userid", Set("remark = '(deleted with the account)'")),
    ("second_factors", "userid", Delete),
    ("seeks", "userid", Delete),
    ("sessions", "userid", Delete),
    ("solver_ratings", "userid", Delete),
    ("studies", "userid", Delete),
    ("subscriptions", "userid", Delete),
    ("web_passwords", "userid", Delete),
];

/// Statements that erase rows that belong to the user `$1` without naming them, in order; they run
/// before those for the rows that do.
const UNNAMED: [&str; 7] = [
    concat!("UPDATE mails SET message_id = NULL WHERE request IN ", asked!()),
    // Unsent mail has no reader any more.
    concat!(
        "DELETE FROM deliveries WHERE address IN ",
        addresses!(),
        " OR message IN (SELECT number FROM outbox WHERE userid = $1) OR message IN \
         (SELECT number FROM outbox WHERE userid IS NULL AND request IN ",
        asked!(),
        ")"
    ),
    concat!("DELETE FROM outbox WHERE userid IS NULL AND request IN ", asked!()),
    concat!(
        "UPDATE outbox SET subject = '(erased)', body = '(erased)', about = '{}', address = NULL, \
         state = 'returned', sent = NULL WHERE address IN ",
        addresses!()
    ),
    "DELETE FROM bounces WHERE address IN (SELECT address FROM addresses WHERE userid = $1)",
    "DELETE FROM hotseat_judged WHERE (kind, number) IN \
     (SELECT game, number FROM hotseats WHERE userid = $1)",
    "DELETE FROM hotseat_reviews WHERE number IN (SELECT number FROM hotseats WHERE userid = $1)",
];

/// Erases everything stored about a user, except the name, the games and the ratings.
pub(super) async fn erased(connection: &mut Connection, user: &Userid) -> Result<(), StoreError> {
    for name in names(connection, user).await? {
        erase_requests(connection, user, &name).await?;
        // Some words are stored only in the messages that reported them.
        erase_words(connection, &name).await?;
    }
    erase_addresses(connection, user).await?;
    let named = NAMED.iter().filter_map(|(table, column, erasure)| match erasure {
        Delete => Some(format!("DELETE FROM {table} WHERE {column} = $1")),
        Set(change) => Some(format!("UPDATE {table} SET {change} WHERE {column} = $1")),
        Keep => None,
    });
    for sql in UNNAMED.map(str::to_owned).into_iter().chain(named) {
        query(AssertSqlSafe(sql)).bind(user.as_str()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// A user's name, and their former ones.
async fn names(connection: &mut Connection, user: &Userid) -> Result<Vec<String>, StoreError> {
    query_scalar(
        "WITH RECURSIVE names (userid, step) AS (SELECT userid, 1 FROM users WHERE userid = $1 UNION ALL \
         SELECT u.userid, step + 1 FROM users u JOIN names n ON u.renamed_to = n.userid \
         WHERE step < 100) SELECT userid FROM names",
    )
    .bind(user.as_str())
    .fetch_all(connection)
    .await
}

/// Erases the text of the requests that a user has sent under one of their names. This includes
/// requests sent with a password, which the log has under no name but which contain the name.
async fn erase_requests(
    connection: &mut Connection,
    user: &Userid,
    name: &str,
) -> Result<(), StoreError> {
    query(concat!(
        "UPDATE requests SET command = '(erased)', sender = $1, id = NULL WHERE sender = $2 \
         OR sender IN ",
        addresses!(),
        " OR (sender = '-' AND command NOT LIKE 'admin %' \
         AND replace(' ' || command || ' ', ' ' || $2 || ' ', '') <> ' ' || command || ' ')"
    ))
    .bind(user.as_str())
    .bind(name)
    .execute(connection)
    .await?;
    Ok(())
}

/// Erases what a user of this name has written from the messages that reported it to others.
async fn erase_words(connection: &mut Connection, name: &str) -> Result<(), StoreError> {
    for (columns, table, change) in [
        (
            "number, CAST(0 AS BIGINT) AS place, body",
            "outbox",
            "UPDATE outbox SET body = $3 WHERE number = $1 AND $2 = 0",
        ),
        (
            "request AS number, place, body",
            "texts",
            "UPDATE texts SET body = $3 WHERE request = $1 AND place = $2",
        ),
    ] {
        let sql = format!(
            "SELECT {columns} FROM {table} WHERE replace(body, $1, '') <> body \
             OR replace(body, $2, '') <> body"
        );
        let [says, writes] = heads(name);
        let rows = query(AssertSqlSafe(sql)).bind(says).bind(writes);
        for row in &rows.fetch_all(&mut *connection).await? {
            query(change)
                .bind(row.raw::<i64>("number")?)
                .bind(row.raw::<i64>("place")?)
                .bind(without_words(row.raw("body")?, name))
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// Beginnings of the lines after which a message quotes what a user has written.
fn heads(name: &str) -> [String; 2] {
    [format!("{name} says:"), format!("{name} writes to ")]
}

/// A message up to the line that names the author of the rest.
fn without_words(body: &str, name: &str) -> String {
    let heads = heads(name);
    let mut left = String::new();
    for line in body.lines() {
        left.push_str(line);
        left.push('\n');
        if heads.iter().any(|head| line.starts_with(head.as_str())) {
            left.push_str("\n(deleted with the account)\n");
            break;
        }
    }
    left
}

/// Erases the addresses of a user from all stored messages.
async fn erase_addresses(connection: &mut Connection, user: &Userid) -> Result<(), StoreError> {
    let addresses: Vec<String> = query_scalar("SELECT address FROM addresses WHERE userid = $1")
        .bind(user.as_str())
        .fetch_all(&mut *connection)
        .await?;
    for address in addresses {
        for sql in [
            "UPDATE outbox SET body = replace(body, $1, '(erased)') \
             WHERE body <> replace(body, $1, '(erased)')",
            "UPDATE texts SET body = replace(body, $1, '(erased)') \
             WHERE body <> replace(body, $1, '(erased)')",
            "UPDATE requests SET command = replace(command, $1, '(erased)') \
             WHERE command <> replace(command, $1, '(erased)')",
            "UPDATE deliveries SET failure = replace(failure, $1, '(erased)') \
             WHERE failure <> replace(failure, $1, '(erased)')",
        ] {
            query(sql).bind(address.as_str()).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// Erases a remark from the messages that reported it.
pub(super) async fn remark_erased(
    connection: &mut Connection,
    speaker: &Userid,
    remark: &str,
    instead: &str,
) -> Result<(), StoreError> {
    for name in names(connection, speaker).await? {
        let told = |words: &str| format!("{name} says:\n\n{words}\n");
        for sql in [
            "UPDATE outbox SET body = replace(body, $1, $2) WHERE body <> replace(body, $1, $2)",
            "UPDATE texts SET body = replace(body, $1, $2) WHERE body <> replace(body, $1, $2)",
        ] {
            query(sql).bind(told(remark)).bind(told(instead)).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_are_removed_and_the_rest_of_a_message_stays() {
        for (body, left) in [
            ("The board.\n", "The board.\n"),
            (
                "Board.\n***\n\nann says:\n\nplum\nplum\n",
                "Board.\n***\n\nann says:\n\n(deleted with the account)\n",
            ),
            ("ann writes to bob.\n\nplum\n", "ann writes to bob.\n\n(deleted with the account)\n"),
            ("bob says:\n\njoann says: plum\n", "bob says:\n\njoann says: plum\n"),
        ] {
            assert_eq!(without_words(body, "ann"), left, "{body}");
        }
    }
}
