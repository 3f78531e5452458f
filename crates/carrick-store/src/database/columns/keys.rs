//! Statements about several keys: `IN` lists are padded to few lengths, so that few forms are
//! prepared.

use carrick_service::Userid;

use crate::database::connection::{Query, QueryBuilder};

/// Maximum number of keys in one statement; databases limit a statement's parameters and depth.
pub(crate) const CHUNK: usize = 100;

/// Pads a list with its last item to a power of two in length, so that one prepared statement
/// serves many lengths.
pub(crate) fn padded<T>(things: &[T]) -> impl Iterator<Item = &T> {
    let number = if things.is_empty() { 0 } else { things.len().next_power_of_two() };
    things.iter().chain(things.last().into_iter().cycle()).take(number)
}

/// Statement for the rows of users: `select` names the columns and the table, whose column `userid`
/// decides; `order` may be empty.
pub(crate) fn of_users(select: &str, users: &[Userid], order: &str) -> Query {
    let mut query = QueryBuilder::new(select);
    push_among(query.push(" WHERE userid"), users);
    query.push(order).build()
}

pub(crate) fn push_among(query: &mut QueryBuilder, users: &[Userid]) {
    query.push(" IN (");
    let mut among = query.separated(", ");
    for user in padded(users) {
        among.push_bind(user.as_str().to_owned());
    }
    query.push(")");
}
